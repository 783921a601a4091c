//! What the values of a game suggest: formulas, periods, digits, laws of P-positions, known games, known sequences.
//!
//! ```text
//! take[1,3,4]:  period 7 from 0              proved
//!               P: n % 7 in {0,2}            proved
//! wythoff:      P: min(a,b) = floor(phi*abs(a-b))
//! ```
//!
//! The smallest places are computed (`sample`); each kind of law is looked for in a file of its own. What can be said
//! as a claim is judged by `crate::claim::prove`: proved, checked on the sample, or refuted, and then not told
//! (`judge`). What cannot be said as a claim carries its own evidence, and never more than was compared.
//!
//! *Simple* means short: the weight of a finding is the number of words and signs of its claim. A law with as many
//! numbers as data fits everything; so the numbers in a law stay small beside the sample.

mod automaton;
mod beatty;
mod cases;
mod digits;
mod equal;
mod formula;
pub mod index;
mod judge;
mod law;
mod learn;
mod periods;
mod proved;
mod recursion;
mod reflected;
mod residue;
mod rows;
mod runs;
mod sample;
mod scale;
mod stated;
mod stretches;
mod terms;

pub(crate) use crate::statement::weight;
pub(crate) use learn::{find_period, learn, learn_for};

use grundy_automata::search::Question;
use grundy_core::period::Period;
use grundy_core::{Context, Convention, Diagnostic, Error, Evidence, Result};

use grundy_sequence::period::repetition;

use crate::answer::{Answer, Reading};
use crate::game::learnt::{Law, Learnt};
use crate::game::{GameQuestion, Shape};
use crate::statement::{Claim, Spelt};
use crate::words::{Sentence, Words};
use sample::Sample;

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The values, in closed form or by a recursion.
    Formula,
    /// The values repeat.
    Period,
    /// The P-positions.
    PPositions,
    /// The values are read off digits.
    Digits,
    /// A known game has the same values.
    EqualGame,
    /// A sequence of the index.
    Oeis,
}

impl Kind {
    /// What a claim is about.
    pub(crate) fn of(claim: &Spelt) -> Kind {
        match claim {
            Spelt::Values(_) => Kind::Formula,
            Spelt::PPositions(_) | Spelt::Every(_) => Kind::PPositions,
            Spelt::Period { .. } => Kind::Period,
        }
    }

    /// The word that data formats use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Formula => "formula",
            Kind::Period => "period",
            Kind::PPositions => "p-positions",
            Kind::Digits => "digits",
            Kind::EqualGame => "equal-game",
            Kind::Oeis => "oeis",
        }
    }
}

/// Something that is true of a game as far as is known.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Finding {
    /// What it is about.
    pub kind: Kind,
    /// In words.
    pub text: String,
    /// The same in Chinese.
    pub chinese: String,
    /// In the notation of claims, where it can be said there: `prove GAME CLAIM` judges it again.
    pub claim: Option<String>,
    /// How far it is proved.
    pub evidence: Evidence,
    /// The claim, with what it is about.
    pub(crate) spelt: Option<Spelt>,
    /// How simple it is: small is simple.
    pub(crate) weight: u32,
}

impl Finding {
    /// What these words say, which are no claim.
    pub(crate) fn new(kind: Kind, words: Words, evidence: Evidence, weight: u32) -> Finding {
        Finding { kind, text: words.english, chinese: words.chinese, claim: None, spelt: None, evidence, weight }
    }

    /// That can be said as a claim as well.
    pub(crate) fn claiming(mut self, claim: Spelt) -> Finding {
        self.claim = Some(claim.to_string());
        self.spelt = Some(claim);
        self
    }
}

options! {
    /// What is wanted of [`GameQuestion::guess_with`].
    ///
    /// ```
    /// use grundy::guess::GuessOptions;
    /// use grundy::{Context, Convention, lasker};
    /// let wanted = GuessOptions::default().with_to(Some(100));
    /// let answer = lasker().under(Convention::Misere).guess_with(&wanted, &Context::default())?;
    /// assert_eq!(answer.computed_to, Some(100));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct GuessOptions {
        /// Compute the places whose coordinates have a sum of up to this; `None`: as many as cost little.
        to: Option<u64> = None, with_to;
    }
}

/// What `guess` finds out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Findings {
    /// What was found, the proved first, then the simplest.
    pub findings: Vec<Finding>,
    /// Laws were fitted to all places whose coordinates have at most this sum.
    pub computed_to: Option<u64>,
}

/// Looks for laws of a game in its first values, the proved first, then the simplest.
///
/// Games of one coordinate are computed to about 2000, of two to a sum of 80, rows with two, three and four entries to
/// smaller sums. Each law says how far it is proved. When the budget ends, what was found so far is told.
///
/// # Errors
/// Games whose positions are no numbers; faults of the rule.
pub(crate) fn guess(question: &GameQuestion, options: &GuessOptions, cx: &Context) -> Result<Answer<Findings>> {
    let game = &question.game;
    game.must_end("no law is looked for")?;
    let lengths = match game.shape() {
        Shape::Vertex | Shape::Text | Shape::Positions => {
            let message =
                format!("laws are looked for in games whose positions are numbers; those of `{}` are not", game.text());
            let help = match game.shape() {
                // a coin that alone shows heads, a row of so many squares
                Shape::Text if game.reads_numbers() => {
                    format!("one number left open: guess '{}(n)'", question.query)
                }
                _ => "`solve` answers for each position".to_owned(),
            };
            return Err(Diagnostic::unsupported(message).suggest(help).into());
        }
        Shape::Heap => vec![1],
        Shape::Tuple(n) if n <= 6 => vec![n],
        Shape::Tuple(_) => {
            let message = format!("laws of more than 6 coordinates are not looked for, and `{}` has more", game.text());
            return Err(Diagnostic::unsupported(message).suggest("`prove` judges a claim about it").into());
        }
        // a game whose places are written with one number
        Shape::Row if game.row_length() == 1 => vec![1],
        Shape::Row => vec![2, 3, 4],
    };
    game.knowledge()?;
    let reading = vec![Reading::of(game)];
    let answer = Answer::new(question.query.clone(), question.convention, reading, Findings::default());
    answer.filled(cx, |answer| {
        for length in lengths {
            match look(question, length, options, answer, cx) {
                Ok(()) => {}
                Err(Error::Stopped(stopped)) => {
                    answer.stopped = Some(stopped);
                    break;
                }
                // a row of this length is no place of the game
                Err(Error::Bad(_)) if game.shape() == Shape::Row => {}
                // nor are some numbers in a sum with one letter
                Err(Error::Bad(bad)) if game.open_sum().is_some() && game.is_no_place(&bad) => {}
                Err(bad) => return Err(bad),
            }
        }
        without_weaker(&mut answer.findings);
        sort(&mut answer.findings);
        Ok(())
    })
}

/// Takes out games that seem to have the same values, where the values are proved.
fn without_weaker(findings: &mut Vec<Finding>) {
    let tells_values = |f: &Finding| f.evidence.is_proved() && (f.kind == Kind::Formula || f.kind == Kind::EqualGame);
    if findings.iter().any(tells_values) {
        findings.retain(|f| f.kind != Kind::EqualGame || f.evidence.is_proved());
    }
}

/// The sequences of the index that hold these terms, and whether they repeat.
///
/// ```
/// let answer = grundy::guess::named(&[1, 2, 3, 1, 4, 3, 2, 1, 4, 2])?;
/// assert!(answer.findings[0].text.contains("A002186"));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// Fewer than 6 terms, of which nothing can be said.
pub fn named(terms: &[u64]) -> Result<Answer<Findings>> {
    named_from(0, terms)
}

/// As [`named`], where the first term has this index, as that of a b-file may.
///
/// ```
/// let terms: Vec<u64> = (1..20).map(|n| n % 3).collect();
/// let answer = grundy::guess::named_from(1, &terms)?;
/// assert!(answer.findings[0].text.contains("period 3 from index 1"));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// As [`named`].
pub fn named_from(first: u64, terms: &[u64]) -> Result<Answer<Findings>> {
    let list: Vec<String> = terms.iter().map(u64::to_string).collect();
    if terms.len() < 6 {
        let fault = Diagnostic::input(format!("{} terms are too few to name a sequence", terms.len()));
        return Err(fault.suggest("6 terms or more, better 12").into());
    }
    let count = terms.len();
    let named = index::holding(terms).into_iter().map(|(entry, at)| {
        let words = Sentence::new(
            "guess-oeis-terms",
            [entry.label(), at.to_string(), entry.name.to_owned(), entry.chinese.to_owned()],
        );
        let evidence = Evidence::checked(
            count,
            Words::new(
                format!("{count} terms, computed from the definition of {}", entry.label()),
                format!("按 {} 的定义算出的 {count} 项", entry.label()),
            ),
        );
        Finding::new(Kind::Oeis, words.into(), evidence, 40)
    });
    let repeated = repetition(terms).map(|found| repeating(&found, first, count));
    let findings: Vec<Finding> = repeated.into_iter().chain(named).collect();
    let mut answer = Answer::new(list.join(","), Convention::Normal, Vec::new(), Findings::default());
    if let Some(first) = findings.first() {
        answer.evidence = first.evidence.clone();
    }
    answer.result.findings = findings;
    Ok(answer)
}

/// What the terms show of themselves: at least four periods of them.
fn repeating(found: &Period, first: u64, count: usize) -> Finding {
    let Period { preperiod, period, saltus } = *found;
    let key = if saltus == 0 { "guess-terms-period" } else { "guess-terms-period-saltus" };
    let evidence = Evidence::checked(
        count,
        Words::new(format!("the {count} terms repeat; not proved"), format!("这 {count} 项是重复的；未证明")),
    );
    let words = Sentence::new(key, [period, preperiod + first, saltus, first].map(|n| n.to_string()));
    Finding::new(Kind::Period, words.into(), evidence, 30)
}

/// The proved first, and of these the simplest.
fn sort(findings: &mut Vec<Finding>) {
    findings.sort_by(|a, b| {
        let key = |f: &Finding| (!f.evidence.is_proved(), f.weight, f.kind);
        key(a).cmp(&key(b)).then_with(|| a.text.cmp(&b.text))
    });
    let mut seen = std::collections::HashSet::new();
    findings.retain(|f| seen.insert(f.text.clone()));
}

/// Where the families of a game begin, by its letters: `a = 1`.
fn firsts(game: &crate::Game, names: &[String]) -> Vec<String> {
    game.first_members(names).into_iter().map(|(name, first)| format!("{name} = {first}")).collect()
}

/// What is found of families, from their first members on.
fn from_first(finding: Finding, firsts: &[String]) -> Finding {
    if firsts.is_empty() {
        return finding;
    }
    let from = |and: &str, said: String| Sentence::new("guess-from-first", [firsts.join(and), said]);
    let text = from(" and ", finding.text).english();
    let chinese = from("、", finding.chinese).chinese();
    Finding { text, chinese, ..finding }
}

/// Looks at places of so many coordinates.
fn look(
    question: &GameQuestion,
    length: usize,
    options: &GuessOptions,
    answer: &mut Answer<Findings>,
    cx: &Context,
) -> Result<()> {
    let row = question.game.shape() == Shape::Row;
    let sample = match Sample::of(question, length, options.to, cx) {
        // long rows may be too dear where short ones are not
        Err(Error::Stopped(_)) if row && length > 2 && cx.nodes_left() != Some(0) => return Ok(cx.check()?),
        Err(Error::Stopped(stopped)) => {
            let stated = stated::of_family(question, cx).unwrap_or_default();
            let firsts = firsts(&question.game, &question.variables);
            answer.findings.extend(stated.into_iter().map(|finding| from_first(finding, &firsts)));
            return Err(stopped.into());
        }
        sample => sample?,
    };
    if sample.places.len() < 8 {
        return Ok(());
    }
    answer.computed_to = Some(answer.computed_to.map_or(sample.reach, |to: u64| to.min(sample.reach)));
    let mut found = Vec::new();
    let result = search(question, &sample, &mut found, cx);
    let firsts = firsts(&question.game, &sample.subject.variables);
    for finding in found {
        let mut finding = from_first(finding, &firsts);
        if row {
            let within = |said: String| Sentence::new("guess-of", [sample.subject.query.clone(), said]);
            finding.text = within(finding.text).english();
            finding.chinese = within(finding.chinese).chinese();
            finding.weight += length as u32;
        }
        answer.findings.push(finding);
    }
    match (result, sample.cut) {
        (Ok(()) | Err(Error::Stopped(_)), Some(cut)) => Err(cut.into()),
        (result, _) => result,
    }
}

/// A statement that was learnt as a finding; closed forms are told by their own file.
fn told(known: &Learnt) -> Option<Finding> {
    let kind = match &known.law {
        Law::Claim(Claim::Value(_)) => Kind::Formula,
        Law::Claim(Claim::Period { .. }) | Law::Rows(_) => Kind::Period,
        Law::Claim(Claim::Previous(_)) => Kind::PPositions,
        // nobody learns what is true of some positions
        Law::Claim(Claim::Every(..)) => return None,
        Law::Automaton(_) => Kind::Digits,
        Law::Scale(_) if known.gives_values() => Kind::Formula,
        Law::Scale(_) => Kind::PPositions,
        Law::Equal { .. } => Kind::EqualGame,
        Law::Words => return None,
    };
    let Learnt { words, claim, evidence, weight, .. } = known;
    let finding = Finding::new(kind, words.clone(), evidence.clone(), *weight);
    Some(match claim {
        Some(claim) => finding.claiming(claim.clone()),
        None => finding,
    })
}

/// Is a short condition told that says which positions are P?
fn has_law(found: &[Finding]) -> bool {
    found.iter().any(|f| f.kind == Kind::PPositions && f.claim.is_some() && f.weight <= SHORT)
}

/// Conditions of at most this weight are short: `n in primes or n <= 1`.
const SHORT: u32 = 16;

/// Every kind of law in turn; what is found stands even if the budget ends.
fn search(question: &GameQuestion, sample: &Sample, found: &mut Vec<Finding>, cx: &Context) -> Result<()> {
    // what another verb proved before
    let (convention, length) = (sample.subject.convention, sample.names().len());
    found.extend(sample.game().learnt().about(convention, length).iter().filter_map(|known| told(known)));
    let mut stated = stated::find(sample, cx)?;
    // of a place with numbers in it, as `antonim(2, n)`, a claim may say it shorter than the words of the law
    let is_place = sample.game().slice().is_some() || sample.game().open_sum().is_some();
    let is_words = |f: &mut Finding| f.claim.is_none() && f.kind == Kind::PPositions;
    let words = if is_place && sample.names().len() == 1 { stated.pop_if(is_words) } else { None };
    found.extend(stated);
    let result = search_further(question, sample, found, cx);
    let is_said = |f: &Finding| f.kind == Kind::PPositions && f.claim.is_some() && f.evidence.is_proved();
    if !found.iter().any(is_said) {
        found.extend(words);
    }
    result
}

/// What is not known beforehand.
fn search_further(question: &GameQuestion, sample: &Sample, found: &mut Vec<Finding>, cx: &Context) -> Result<()> {
    found.extend(reflected::find(sample, cx)?);
    // a law in words that says who wins in rows of every length need not be seen again in those of two numbers
    let in_words = |f: &Finding| f.claim.is_none() && matches!(f.kind, Kind::Formula | Kind::PPositions);
    let is_told = question.game.shape() == Shape::Row && found.iter().any(in_words);
    let single = sample.names().len() == 1;
    let heap = single && question.game.shape() == Shape::Heap;
    let stated = |found: &[Finding], kind: Kind| found.iter().any(|f| f.kind == kind && f.evidence.is_proved());
    let mut seen = None;
    if heap {
        found.extend(scale::find(sample, cx)?);
    }
    if heap && question.convention == Convention::Normal {
        let (finding, period) = periods::find(sample, cx)?;
        found.extend(finding);
        seen = period;
    }
    if heap {
        found.extend(stretches::find(sample, cx)?);
    }
    if !stated(found, Kind::Formula) {
        found.extend(formula::find(sample, cx)?);
    }
    if sample.names().len() == 2 && !found.iter().any(|f| f.kind == Kind::Formula) {
        found.extend(cases::find(sample, cx)?);
    }
    if let Some(period) = seen
        && !found.iter().any(|f| f.kind == Kind::Formula && f.claim.is_some())
    {
        found.extend(residue::formula(sample, period, cx)?);
    }
    if seen.is_some() && !stated(found, Kind::Period) && stated(found, Kind::Formula) {
        // the period follows from a formula that was proved after it was seen
        found.retain(|f| f.kind != Kind::Period);
        found.extend(periods::find(sample, cx)?.0);
    }
    let is_open = seen.is_some() && !stated(found, Kind::Period) && !stated(found, Kind::Formula);
    if is_open && sample.game().automatic_law(Question::Values, cx)?.is_some() {
        // an automaton that gives the values decides how they repeat
        found.retain(|f| f.kind != Kind::Period);
        found.extend(periods::find(sample, cx)?.0);
    }
    if single && !stated(found, Kind::PPositions) {
        found.extend(residue::law(sample, cx)?);
    }
    if sample.names().len() == 2 && !is_told && !stated(found, Kind::PPositions) {
        found.extend(beatty::find(sample, cx)?);
    }
    if !is_told && !found.iter().any(|f| f.kind == Kind::PPositions) {
        found.extend(law::find(sample, cx)?);
    }
    if heap && seen.is_none() {
        found.extend(digits::find(sample, has_law(found), cx)?);
        found.extend(recursion::steps(sample, cx));
        found.extend(recursion::runs(sample));
    }
    if heap {
        found.extend(equal::find(question, sample, cx)?);
    }
    if !stated(found, Kind::Formula) && !stated(found, Kind::Period) {
        found.extend(rows::find(sample, cx)?);
    }
    found.extend(index::find(sample, cx)?);
    // the dear search comes last: a spent budget leaves the rest
    let values = heap && question.convention == Convention::Normal;
    let short = if values { stated(found, Kind::Formula) || seen.is_some() } else { stated(found, Kind::PPositions) };
    if !short && !is_told {
        let proved = proved::find(sample, cx)?;
        let digits = proved.is_some() || found.iter().any(|f| f.kind == Kind::Digits);
        found.extend(proved);
        // of several coordinates it reads P-positions, which a short condition told already
        if !digits && (single || !has_law(found)) {
            found.extend(automaton::find(sample, single && has_law(found), cx)?);
        }
    }
    if !stated(found, Kind::Formula) {
        found.extend(proved::single_values(sample, cx)?);
    }
    // runs end somewhere: a law of all heaps says more
    let whole: &[Kind] = match question.convention {
        Convention::Normal => &[Kind::Period, Kind::Digits, Kind::Formula],
        Convention::Misere => &[Kind::PPositions],
    };
    if heap && !whole.iter().any(|&kind| stated(found, kind)) {
        let runs = runs::find(sample, cx)?;
        if runs.is_some() {
            // what digits seemed to tell of the first heaps
            found.retain(|f| f.kind != Kind::Digits || f.evidence.is_proved());
        }
        found.extend(runs);
    }
    // a formula that a law states is told once
    let mut told = std::collections::HashSet::new();
    found.retain(|f| f.claim.as_ref().is_none_or(|c| f.kind == Kind::Oeis || told.insert(c.clone())));
    Ok(())
}

#[cfg(test)]
mod tests;
