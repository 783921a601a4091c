//! Refuted, proved, or checked: the three ends of a claim.
//!
//! First the smallest positions are compared, so that a wrong claim falls at once. Then a proof is looked for: equal
//! components cancel in pairs ([`super::strategy::pairing`]), and what is left is judged; a
//! period that is known to be the smallest decides every claim about periods; automata decide claims in which
//! everything is linear ([`super::automatic`]); a law of the game decides claims that say the same in the same words; claims
//! that repeat are compared with values that repeat ([`super::repeating`]).
//! What is left is compared with more positions, and the answer says how far.

use grundy_core::{
    Context, Convention, Diagnostic, Error, Evidence, Int, Nat, NatPeriod, Outcome, Result, Spent, Status,
    number::shorten,
};

use super::automatic::{Automata, Decided, Proof, decide as decide_by_automata};
use super::interval;
use super::strategy::pairing::{PAIRS, Reduced};
use super::test::{Tested, test};
use super::{ClaimQuestion, Coordinate, Subject};
use crate::answer::{Answer, Reading};
use crate::game::{Law, catalogue};
use crate::notation::{Limits, Reader};
use crate::plan::misere::Judge;
use crate::statement::normal::key;
use crate::statement::repeating::{Line, lcm, repetition};
use crate::statement::{Claim, lower};
use crate::words::Words;

options! {
    /// What is wanted of [`ClaimQuestion::prove_with`].
    ///
    /// ```
    /// use grundy::claim::{ProveOptions, Verdict};
    /// use grundy::{Context, Convention, take};
    /// let question = take(1..=3).under(Convention::Normal).claim("P: n % 5 = 0").unwrap();
    /// let answer = question.prove_with(&ProveOptions::default().with_to(Some(50)), &Context::default())?;
    /// assert!(matches!(&answer.verdict, Verdict::Refuted(found) if found.position == [4u8.into()]));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct ProveOptions {
        /// Where no proof is found, compare all positions whose coordinates have at most this sum; `None`: about
        /// 200 000 positions.
        to: Option<u64> = None, with_to;
    }
}

/// What `prove` finds out; the question is what the claim is about.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Judgement {
    /// The claim in canonical spelling.
    pub claim: String,
    /// What came out.
    pub verdict: Verdict,
    /// All positions with at most this sum of coordinates were compared.
    pub checked_to: Option<u64>,
    /// The automata of a proof by them.
    pub automata: Option<Automata>,
    /// For certificates and sentences, where one equation proves the claim.
    pub proof: Option<Box<Proof>>,
    /// Why no proof was found, for each way that was tried.
    pub obstacles: Vec<String>,
}

impl Judgement {
    /// A claim of which nothing is known yet.
    pub(crate) fn open(claim: String) -> Self {
        let verdict = Verdict::Checked;
        Judgement { claim, verdict, checked_to: None, automata: None, proof: None, obstacles: Vec::new() }
    }
}

/// What came of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// True for all positions.
    Proved,
    /// False, and here is why.
    Refuted(Counterexample),
    /// True as far as it was compared.
    Checked,
    /// Nothing that the claim speaks of could be compared.
    Open,
}

/// A position for which the claim is false.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// Its coordinates in reading order.
    pub position: Vec<Nat>,
    /// What is claimed and what is true.
    pub found: Disagreement,
    /// Is it the smallest, by the sum of the coordinates, then lexicographically? Otherwise it is one of them.
    pub smallest: bool,
    /// Of a game with parameters, the values for which it is one.
    pub parameters: Vec<(String, u64)>,
}

/// What is claimed and what is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreement {
    /// About who wins.
    Outcome {
        /// As claimed.
        claimed: Outcome,
        /// As it is.
        outcome: Outcome,
        /// The coordinates after a winning move, for a position that is N.
        to: Option<Vec<Nat>>,
    },
    /// About the Grundy value.
    Value {
        /// As claimed; claims may compute negative numbers.
        claimed: Int,
        /// As it is.
        value: Nat,
    },
}

/// So many positions are compared before a proof is looked for, whatever they cost …
const NEAREST: u64 = 300;
/// … and so many if the nearest took at most these nodes …
const FIRST: u64 = 3_000;
const CHEAP: u64 = 100_000;
/// … and so many where none is found.
const USUAL: u64 = 200_000;
/// … and so many on the way to a counterexample.
const FAR: u64 = 2_000_000;
/// … and where nobody said how far, so many nodes.
const USUAL_NODES: u64 = 10_000_000_000;

/// What is left of a position when pairs cancel is compared up to this sum of coordinates.
const PAIRED: u64 = 100;

/// Is the claim true of all positions?
///
/// # Errors
/// Faults of the rule or of the claim that show only while working, such as a division by zero.
pub(crate) fn prove(question: &ClaimQuestion, options: &ProveOptions, cx: &Context) -> Result<Answer<Judgement>> {
    for summand in &question.subject.summands {
        summand.game.must_end("no claim is proved")?;
    }
    let mut reading: Vec<Reading> = Vec::new();
    for summand in &question.subject.summands {
        let read = Reading::of(&summand.game);
        if !reading.contains(&read) {
            reading.push(read);
        }
    }
    let judgement = Judgement::open(question.text.clone());
    let mut answer = Answer::new(question.subject.query.clone(), question.subject.convention, reading, judgement)
        .filled_as_far_as(cx, |answer| decide(question, options, answer, cx))?;
    // a period from n₀ on says nothing about the heaps below
    let first = match &question.claim {
        Claim::Period { period, from, .. } => period + from,
        _ => Nat::ZERO,
    };
    if answer.verdict == Verdict::Checked && answer.checked_to.is_none_or(|to| Nat::from(to) < first) {
        answer.verdict = Verdict::Open;
        answer.evidence = Evidence::nothing();
        if first > Nat::ZERO {
            let needed = format!("the values of the heaps up to {} and beyond", shorten(&first));
            answer.stopped.get_or_insert(cx.stopped(Spent::Nodes, Some(needed)));
        }
        answer.checked_to = None;
    }
    if answer.verdict == Verdict::Checked {
        answer.evidence = Evidence {
            status: Status::Checked { up_to: Nat::from(answer.checked_to.unwrap_or(0)) },
            theorems: Vec::new(),
            computations: vec![compared(answer.checked_to.unwrap_or(0))],
        };
    }
    Ok(answer)
}

/// What was looked at: everything as near as this.
pub(crate) fn compared(sum: u64) -> Words {
    Words::new(
        format!("all positions whose coordinates have a sum of at most {sum} were compared"),
        format!("比较了坐标之和不超过 {sum} 的所有局面"),
    )
}

/// Of a counterexample.
pub(crate) fn from_the_rules() -> Evidence {
    Evidence::computed(Words::new(
        "the position and its options were computed from the rules",
        "由规则算出了该局面与它的后继",
    ))
}

fn decide(
    question: &ClaimQuestion,
    options: &ProveOptions,
    answer: &mut Answer<Judgement>,
    cx: &Context,
) -> Result<()> {
    for summand in &question.subject.summands {
        summand.game.knowledge()?;
    }
    let mut tested = Tested { counterexample: None, up_to: None, positions: 0, any: false };
    let mut judge = Judge::new();
    let mut compare =
        |from: u64, to: u64, positions: u64, tested: &mut Tested, answer: &mut Answer<Judgement>, cx: &Context| {
            let result = test(question, from, to, positions, tested, &mut judge, cx);
            answer.checked_to = tested.up_to;
            if let Some(found) = tested.counterexample.take() {
                answer.verdict = Verdict::Refuted(found);
                answer.evidence = from_the_rules();
            }
            result
        };
    let most = options.to.unwrap_or(u64::MAX);
    let before = cx.nodes();
    compare(0, most, NEAREST, &mut tested, answer, cx)?;
    if answer.verdict == Verdict::Checked && cx.nodes() - before <= CHEAP {
        compare(tested.up_to.map_or(0, |n| n + 1), most, FIRST, &mut tested, answer, cx)?;
    }
    if answer.verdict != Verdict::Checked {
        return Ok(());
    }
    if !tested.any {
        // far away there may be some
        compare(tested.up_to.map_or(0, |n| n + 1), most, USUAL, &mut tested, answer, cx)?;
        if !tested.any {
            return Err(nowhere(&question.subject, tested.up_to).into());
        }
        if answer.verdict != Verdict::Checked {
            return Ok(());
        }
    }
    if question.subject.variables.is_empty() {
        answer.verdict = Verdict::Proved;
        answer.evidence = Evidence::computed(if question.subject.summands.is_empty() {
            Words::new("only the empty position is left, which was computed", "只剩空局面，已算出")
        } else {
            Words::new("the one position was computed", "算出了这唯一的局面")
        });
        return Ok(());
    }
    if by_pairs(question, answer, cx)? {
        return Ok(());
    }
    if let Some(end) = by_period(question, cx)? {
        match end {
            Ok(evidence) => {
                answer.verdict = Verdict::Proved;
                answer.evidence = evidence;
                return Ok(());
            }
            // it fails somewhere; the first place is found by going there, however far was asked for
            Err(beyond) => compare(tested.up_to.map_or(0, |n| n + 1), beyond, u64::MAX, &mut tested, answer, cx)?,
        }
        return Ok(());
    }
    if let Some(evidence) = by_interval(question) {
        answer.verdict = Verdict::Proved;
        answer.evidence = evidence;
        return Ok(());
    }
    // what automata leave is needed to compare further
    let half = cx.nodes_left().map_or(u64::MAX, |left| left / 2);
    let decided = cx.trial(half, |part| decide_by_automata(question, part))?;
    match decided.unwrap_or_else(|| Decided::Open(vec![cx.stopped(Spent::Nodes, None).to_string()])) {
        Decided::Proved { evidence, automata, proof } => {
            answer.verdict = Verdict::Proved;
            answer.evidence = evidence;
            answer.automata = automata;
            answer.proof = proof;
            return Ok(());
        }
        Decided::Refuted { at, smallest } => {
            let weights = question.subject.weights();
            let sum = at.iter().zip(weights).fold(0u64, |sum, (n, w)| sum.saturating_add(n.saturating_mul(w)));
            if !smallest {
                // it is found by going there, if that is not too far
                compare(tested.up_to.map_or(0, |n| n + 1), sum, FAR, &mut tested, answer, cx)?;
                if answer.verdict != Verdict::Checked {
                    return Ok(());
                }
            }
            let mut judge = Judge::new();
            if let Some(mut found) = super::test::compare(question, &at, &mut judge, cx)? {
                found.smallest = smallest;
                answer.verdict = Verdict::Refuted(found);
                let words = Words::new(
                    "automata found the position; it and its options were computed from the rules",
                    "自动机找到了该局面；它与它的后继由规则算出",
                );
                answer.evidence = Evidence::computed(words);
                return Ok(());
            }
            let numbers: Vec<String> = at.iter().map(u64::to_string).collect();
            // numbers that do not fit are the largest that do
            answer.obstacles = vec![match at.contains(&u64::MAX) {
                true => "the equation of the claim fails at a position with numbers of 2^64 or more: the claim is wrong there or at a position that can be reached from it".to_owned(),
                false => format!(
                    "the equation of the claim fails near ({}): the claim is wrong there or at a position that can be reached from it",
                    numbers.join(", ")
                ),
            }];
        }
        Decided::Open(why) => answer.obstacles = why,
    }
    if let Some(evidence) = by_law(question)? {
        answer.verdict = Verdict::Proved;
        answer.evidence = evidence;
        return Ok(());
    }
    if let Some((end, mut evidence)) = by_repetition(question, cx)? {
        let from = tested.up_to.map_or(0, |n| n + 1);
        if end >= from {
            compare(from, end, u64::MAX, &mut tested, answer, cx)?;
        }
        if answer.verdict == Verdict::Checked && tested.up_to.is_some_and(|to| to >= end) {
            evidence.add(&Evidence::computed(Words::new(
                format!("the claim repeats as the values do, and both agree on all heaps up to {end}"),
                format!("论断与值同样重复，且在不超过 {end} 的各堆上一致"),
            )));
            answer.verdict = Verdict::Proved;
            answer.evidence = evidence;
        }
        return Ok(());
    }
    let from = tested.up_to.map_or(0, |n| n + 1);
    if options.to.is_some() {
        return compare(from, most, u64::MAX, &mut tested, answer, cx);
    }
    // nobody said how far: what was compared is told
    if cx.budget().nodes.is_some() {
        return compare(from, most, USUAL, &mut tested, answer, cx);
    }
    cx.trial(USUAL_NODES, |part| compare(from, most, USUAL, &mut tested, answer, part)).map(|_| ())
}

/// The claim, where it is what the theorem on intervals says of a rule whose other coordinates no move changes.
fn by_interval(question: &ClaimQuestion) -> Option<Evidence> {
    let Subject { convention, summands, variables, .. } = &question.subject;
    let [summand] = &summands[..] else { return None };
    let in_order = summand.place.iter().enumerate().all(|(i, c)| matches!(c, Coordinate::Variable(v) if *v == i));
    if summand.copies != Nat::ONE || !in_order {
        return None;
    }
    let rule = summand.game.kind().as_rule()?;
    let own = key(&question.claim);
    let laws = interval::of_rule(&rule, variables, *convention);
    laws.iter().find(|law| key(&law.claim) == own).map(|law| Evidence::theorem(law.theorem))
}

/// A claim about no position at all is no claim.
fn nowhere(subject: &Subject, up_to: Option<u64>) -> Diagnostic {
    if subject.variables.is_empty() {
        return Diagnostic::input("this is not a position of the game, so nothing can be claimed of it");
    }
    let up_to = up_to.unwrap_or(0);
    let message = format!(
        "no position satisfies this: of all numbers whose sum is at most {up_to} none make a position of the game"
    );
    let why = subject.summands.iter().find_map(|s| {
        let place = s.place.iter().map(|c| match c {
            Coordinate::Number(n) => n.clone(),
            Coordinate::Variable(_) => Nat::ZERO,
        });
        s.game.place(place.collect()).err().map(|d| d.message)
    });
    let suggestion = match why {
        Some(why) => format!("claim it of places the game has; here: {why}"),
        None => "claim it of places the game has, its numbers in ascending order".to_owned(),
    };
    Diagnostic::input(message).suggest(suggestion)
}

/// The claim about what is left when equal components cancel, if that decides it.
fn by_pairs(question: &ClaimQuestion, answer: &mut Answer<Judgement>, cx: &Context) -> Result<bool> {
    let Some(reduced) = Reduced::of(question) else { return Ok(false) };
    let half = cx.nodes_left().map_or(u64::MAX, |left| left / 2);
    let near = ProveOptions { to: Some(PAIRED) };
    let Some(inner) = cx.trial(half, |part| prove(&reduced.question, &near, part))? else { return Ok(false) };
    cx.check()?;
    match inner.result.verdict {
        Verdict::Proved => {
            answer.verdict = Verdict::Proved;
            answer.evidence = Evidence::theorem(&PAIRS).and(&inner.evidence);
            answer.automata = inner.result.automata;
            let names = reduced.question.subject.variables.join(", ");
            let note = format!("equal components cancel in pairs and are left out; the coordinates are {names}");
            answer.proof = inner.result.proof.map(|proof| Box::new(proof.noted(note)));
            Ok(true)
        }
        // the position itself is looked at again
        Verdict::Refuted(found) => {
            let Some(at) = reduced.lifted(&found.position) else { return Ok(false) };
            let mut judge = Judge::new();
            let Some(mut own) = super::test::compare(question, &at, &mut judge, cx)? else { return Ok(false) };
            own.smallest = found.smallest;
            answer.verdict = Verdict::Refuted(own);
            answer.evidence = from_the_rules();
            Ok(true)
        }
        Verdict::Checked | Verdict::Open => {
            answer.obstacles.extend(inner.result.obstacles);
            Ok(false)
        }
    }
}

/// A claim about a period against the period that is known: proved, or wrong at a heap of at most this size.
fn by_period(question: &ClaimQuestion, cx: &Context) -> Result<Option<std::result::Result<Evidence, u64>>> {
    let Claim::Period { period, from, saltus } = &question.claim else { return Ok(None) };
    let Some((known, evidence)) = period_of(&question.subject, cx)? else { return Ok(None) };
    // every period is a multiple of the smallest one, and none begins earlier
    let times = period / &known.period;
    let holds = period % &known.period == Nat::ZERO && *saltus == &times * &known.saltus && *from >= known.preperiod;
    if holds {
        return Ok(Some(Ok(evidence)));
    }
    let beyond = from.max(&known.preperiod) + period * 2u8 + &known.period * 2u8;
    Ok(Some(Err(crate::number::to_u64(&beyond).unwrap_or(u64::MAX))))
}

/// Where a claim that repeats need only be compared up to, and why; `None`: the claim, or the values, are not known to
/// repeat, or do not grow alike.
fn by_repetition(question: &ClaimQuestion, cx: &Context) -> Result<Option<(u64, Evidence)>> {
    let subject = &question.subject;
    let [summand] = &subject.summands[..] else { return Ok(None) };
    let lone = summand.copies == Nat::ONE && matches!(summand.place[..], [Coordinate::Variable(0)]);
    if !lone || subject.convention != Convention::Normal || subject.variables.len() != 1 {
        return Ok(None);
    }
    let Some(claimed) = repetition(&question.claim) else { return Ok(None) };
    let most = REPEATING.max(4 * (claimed.from + claimed.period));
    let known = cx.trial(REPEATING_NODES, |part| period_within(subject, most, part))?;
    let Some((known, evidence)) = known.flatten() else { return Ok(None) };
    let small = |n: &Nat| crate::number::to_u64(n);
    let (Some(from), Some(period), Some(saltus)) =
        (small(&known.preperiod), small(&known.period), small(&known.saltus))
    else {
        return Ok(None);
    };
    let Ok(saltus) = i64::try_from(saltus) else { return Ok(None) };
    let values = match &question.claim {
        // values that grow are not 0 beyond the first period
        Claim::Previous(_) if saltus > 0 => Line { from: from.saturating_add(period), period: 1, saltus: 0 },
        _ => Line { from, period, saltus },
    };
    // equal slopes: the differences then repeat
    let alike = i128::from(values.saltus) * i128::from(claimed.period)
        == i128::from(claimed.saltus) * i128::from(values.period);
    let Some(common) = lcm(values.period, claimed.period).filter(|_| alike) else { return Ok(None) };
    let end = values.from.max(claimed.from).saturating_add(common);
    Ok((end <= 1 << 20).then_some((end, evidence)))
}

/// The law of the game, if the claim says what the law says.
fn by_law(question: &ClaimQuestion) -> Result<Option<Evidence>> {
    let subject = &question.subject;
    let [summand] = &subject.summands[..] else { return Ok(None) };
    let plain = summand.place.iter().enumerate().all(|(i, c)| *c == Coordinate::Variable(i));
    if subject.convention != Convention::Normal || summand.copies != Nat::ONE || !plain {
        return Ok(None);
    }
    let known = summand.game.knowledge()?;
    let Some(law) = &known.law else { return Ok(None) };
    let own = key(&question.claim);
    let same = law_claims(&**law, summand.place.len()).iter().any(|claim| key(claim) == own);
    Ok(same.then(|| Evidence::theorem(law.theorem())))
}

/// What a law says, with its variables as numbers.
pub(crate) fn law_claims(law: &dyn Law, arity: usize) -> Vec<Claim> {
    let names: &[&[&str]] = match arity {
        1 => &[&["n"]],
        2 => &[&["a", "b"], &["n", "q"]],
        _ => &[],
    };
    let read = |text: &str| {
        names.iter().find_map(|names| {
            let names: Vec<String> = names.iter().map(|&n| n.to_owned()).collect();
            let claim = Reader::new(Limits::default(), catalogue::GAMES).claim(text, &names).ok()?;
            lower(&claim, &names).ok()
        })
    };
    law.claims().iter().filter_map(|text| read(text)).collect()
}

/// A claim about `n`, about `a` and `b`, or about `n` and `q`, with other names or numbers for its variables.
pub(crate) fn renamed(claim: &str, names: &[String]) -> String {
    let mut text = String::new();
    let mut word = String::new();
    let end = |word: &mut String, text: &mut String| {
        let own = match (word.as_str(), names) {
            ("n", [first, ..]) => first,
            ("q", [_, second, ..]) => second,
            ("a", [first, _, ..]) => first,
            ("b", [_, second, ..]) => second,
            _ => &*word,
        };
        text.push_str(own);
        word.clear();
    };
    for c in claim.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            end(&mut word, &mut text);
            text.push(c);
        }
    }
    end(&mut word, &mut text);
    text
}

/// The proved period of the values of a lone heap.
pub(super) fn period_of(subject: &Subject, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
    period_within(subject, PERIODS, cx)
}

/// The same, looked for among so many values.
fn period_within(subject: &Subject, values: u64, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
    let [summand] = &subject.summands[..] else { return Ok(None) };
    let known = summand.game.knowledge()?;
    if let Some(law) = &known.law
        && let Some(period) = law.period()
    {
        return Ok(Some((period, Evidence::theorem(law.theorem()))));
    }
    if summand.game.shape() != crate::game::Shape::Heap {
        return Ok(None);
    }
    if let Some((period, evidence)) = summand.game.learnt().period(cx) {
        return Ok(Some((period.into(), evidence)));
    }
    match cx.trial(PERIOD_NODES, |part| summand.game.proved_period(Some(values), part)) {
        Ok(found) => Ok(found.flatten().map(|p| (p.period.into(), p.evidence))),
        Err(Error::Stopped(_)) => Ok(None),
        Err(bad) => Err(bad),
    }
}

/// A period is looked for among so many values …
const PERIODS: u64 = 1 << 20;
/// … with so many nodes.
const PERIOD_NODES: u64 = 4_000_000_000;
/// For claims about values and P-positions that repeat a proof is looked for among so many …
const REPEATING: u64 = 1 << 12;
/// … with so many nodes.
const REPEATING_NODES: u64 = 50_000_000;
