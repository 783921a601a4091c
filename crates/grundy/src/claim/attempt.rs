//! The ways to decide a claim, one after the other.
//!
//! | step | decides |
//! |---|---|
//! | [`nearest`](Attempt::nearest) | wrong claims, by the smallest positions |
//! | [`finitely_many`](Attempt::finitely_many) | claims about so few positions that all were compared |
//! | [`pairs`](Attempt::pairs) | claims about sums in which equal components cancel ([`super::pairing`]) |
//! | [`periods`](Attempt::periods) | claims about periods, by the smallest period |
//! | [`interval`](Attempt::interval) | claims about games whose moves take numbers of an interval |
//! | [`automata`](Attempt::automata) | claims in which everything is linear ([`super::automatic`]) |
//! | [`laws`](Attempt::laws) | claims that say what a law of the game says, or with large numbers follow from it |
//! | [`nearest_at_any_cost`](Attempt::nearest_at_any_cost) | wrong claims, where the smallest positions are dear |
//! | [`named`](Attempt::named) | wrong claims, at the numbers that they name and beside these |
//! | [`repetitions`](Attempt::repetitions) | claims that repeat, of values that repeat ([`super::period`]) |
//! | [`further`](Attempt::further) | nothing: more positions are compared, and the answer says how far |

use std::time::Duration;

use grundy_core::number::{shorten, to_u64};
use grundy_core::{Context, Convention, Diagnostic, Evidence, Nat, Result, Spent};

use super::automatic::{Decided, decide as decide_by_automata};
use super::bound::by_bound;
use super::cases::by_cases;
use super::large;
use super::law::{by_interval, by_law};
use super::named;
use super::pairing::{PAIRS, Reduced};
use super::period::{by_period, by_repetition};
use super::test::{Tested, compare, from_the_rules, test};
use super::{Claim, ClaimQuestion, Coordinate, Counterexample, Judgement, Subject, Verdict};
use crate::answer::{Answer, Reading};
use crate::game::knowledge::Plan;
use crate::plan::misere::Judge;
use crate::words::Words;

/// Positions that are compared before a law of the game is looked for, and the nodes for them.
const FEW: u64 = 40;
const FEW_NODES: u64 = 20_000;
/// Positions that are compared before a proof is looked for, if they take at most [`NEAREST_NODES`] and half of the time. The rest of
/// them comes when no proof is found: where a move doubles a number, the 300th position takes millions of places.
const NEAREST: u64 = 300;
const NEAREST_NODES: u64 = 2_000_000;
/// Positions that are compared then, if the nearest took at most [`CHEAP_NODES`] …
const FIRST: u64 = 3_000;
const CHEAP_NODES: u64 = 100_000;
/// … and these no more than so many nodes.
const FIRST_NODES: u64 = 2_000_000;
/// Positions that are compared where no proof is found.
const USUAL: u64 = 200_000;
/// Nodes of that where nobody said how far, some seconds.
const USUAL_NODES: u64 = 300_000_000;
/// The same in misère play, whose nodes are dearer: some 15 seconds.
const USUAL_MISERE_NODES: u64 = 50_000_000;
/// The same where each position is looked up in a search: some 10 seconds.
const USUAL_SEARCHED_NODES: u64 = 20_000_000;
/// All of these end after so long, where a node costs more than usual, …
const USUAL_TIME: Duration = Duration::from_secs(6);
/// … and the first positions after so long: a proof may be at hand.
const NEAREST_TIME: Duration = Duration::from_secs(2);
/// The position at which automata found a claim wrong is worked out from the rules for so many nodes, and for so long.
const REFUTED_NODES: u64 = 100_000_000;
const REFUTED_TIME: Duration = Duration::from_secs(3);
/// Positions that are compared on the way to a counterexample.
pub(super) const FAR: u64 = 2_000_000;
/// The places that a claim names may cost so many nodes.
const NAMED_NODES: u64 = 4_000_000;
const NAMED_TIME: Duration = Duration::from_secs(3);
/// What is left of a position when pairs cancel is compared up to this sum of coordinates.
const PAIRED: u64 = 100;

/// Judges a claim. Where no proof is found, positions are compared up to this sum of coordinates; `far`: so many on the way to
/// a counterexample.
pub(super) fn judged(question: &ClaimQuestion, to: Option<u64>, far: u64, cx: &Context) -> Result<Answer<Judgement>> {
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
    let mut judgement = Judgement::open(question.text.clone());
    judgement.is_of_one = question.subject.variables.is_empty();
    let mut answer = Answer::new(question.subject.query.clone(), question.subject.convention, reading, judgement)
        .filled_as_far_as(cx, |answer| Attempt::new(question, to, far, answer).decide(cx))?;
    let first = first_judged(&question.claim);
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
        answer.evidence = Evidence::checked(answer.checked_to.unwrap_or(0), compared(answer.checked_to.unwrap_or(0)));
    }
    Ok(answer)
}

/// The first heap that may refute the claim: a period from n₀ on says nothing about the heaps before the second period.
fn first_judged(claim: &Claim) -> Nat {
    match claim {
        Claim::Period { period, from, .. } => period + from,
        _ => Nat::ZERO,
    }
}

/// Is it wrong at one of the smallest positions? Then nothing need be known of the game.
pub(crate) fn fails_nearby(question: &ClaimQuestion, cx: &Context) -> bool {
    let mut tested = Tested::default();
    let mut compare = |part: &Context| test(question, 0, u64::MAX, FEW, &mut tested, &mut Judge::new(), part);
    let _ = cx.trial(FEW_NODES, &mut compare);
    tested.counterexample.is_some()
}

/// What was looked at: everything as near as this.
pub(crate) fn compared(sum: u64) -> Words {
    Words::new(
        format!("all positions whose coordinates have a sum of at most {sum} were compared"),
        format!("比较了坐标之和不超过 {sum} 的所有局面"),
    )
}

/// What a step has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The claim is proved or refuted, or nothing more can be said of it.
    Decided,
    /// The next step is tried.
    Open,
}

type Step = fn(&mut Attempt<'_>, &Context) -> Result<End>;

/// In this order.
const STEPS: [Step; 13] = [
    |attempt, cx| attempt.nearest(cx),
    |attempt, _| Ok(attempt.finitely_many()),
    |attempt, cx| attempt.pairs(cx),
    |attempt, cx| attempt.periods(cx),
    |attempt, _| Ok(attempt.interval()),
    |attempt, _| Ok(attempt.bound()),
    |attempt, _| attempt.cases(),
    |attempt, cx| attempt.automata(cx),
    |attempt, cx| attempt.laws(cx),
    |attempt, cx| attempt.nearest_at_any_cost(cx),
    |attempt, cx| attempt.named(cx),
    |attempt, cx| attempt.repetitions(cx),
    |attempt, cx| attempt.further(cx),
];

/// A claim on its way to a proof.
struct Attempt<'a> {
    question: &'a ClaimQuestion,
    /// The sum of coordinates up to which positions are compared, if it was said.
    to: Option<u64>,
    /// Positions that are compared on the way to a counterexample.
    far: u64,
    /// The largest sum of coordinates, where there are finitely many positions.
    largest: Option<u64>,
    tested: Tested,
    /// Did the smallest positions take all that is usually spent?
    was_dear: bool,
    judge: Judge,
    /// What the numbers that the claim names have told, once they were looked at.
    disagreement: Option<Option<(Counterexample, Evidence)>>,
    answer: &'a mut Answer<Judgement>,
}

impl<'a> Attempt<'a> {
    fn new(question: &'a ClaimQuestion, to: Option<u64>, far: u64, answer: &'a mut Answer<Judgement>) -> Self {
        let largest = question.subject.largest_sum().filter(|_| !question.subject.variables.is_empty());
        Attempt {
            question,
            to,
            far,
            largest,
            tested: Tested::default(),
            was_dear: false,
            judge: Judge::new(),
            disagreement: None,
            answer,
        }
    }

    /// Tries all steps.
    ///
    /// # Errors
    /// Faults of the rule or of the claim; a spent budget.
    fn decide(mut self, cx: &Context) -> Result<()> {
        for summand in &self.question.subject.summands {
            summand.game.knowledge()?;
        }
        for step in STEPS {
            if step(&mut self, cx)? == End::Decided {
                break;
            }
        }
        Ok(())
    }

    fn proved(&mut self, evidence: Evidence) -> End {
        self.answer.proved(evidence);
        End::Decided
    }

    /// Compares all positions of sums `from` to `to`; `positions` limits how many sums are begun.
    fn compare(&mut self, from: u64, to: u64, positions: u64, cx: &Context) -> Result<End> {
        let done = test(self.question, from, to, positions, &mut self.tested, &mut self.judge, cx);
        self.answer.checked_to = self.tested.compared();
        if let Some(found) = self.tested.counterexample.take() {
            self.answer.refuted(found, from_the_rules());
        }
        done.map(|()| if self.answer.verdict == Verdict::Checked { End::Open } else { End::Decided })
    }

    /// The largest sum up to which positions are compared.
    fn most(&self) -> u64 {
        self.to.unwrap_or(u64::MAX).min(self.largest.unwrap_or(u64::MAX))
    }

    fn all_were_compared(&self) -> bool {
        self.largest.is_some_and(|largest| self.tested.up_to >= Some(largest))
    }

    fn nearest(&mut self, cx: &Context) -> Result<End> {
        let (before, most) = (cx.nodes(), self.most());
        let is_one = self.question.subject.variables.is_empty();
        let mut near = |part: &Context| self.compare(0, most, NEAREST, part);
        let done = if is_one {
            Some(near(cx)?)
        } else if cx.budget().nodes.is_some() {
            // a limit of nodes is not halved: what one of so many nodes refutes is to be refuted
            cx.trial(NEAREST_NODES, near)?
        } else {
            cx.trial_of_half(|half| half.trial_for(NEAREST_NODES, NEAREST_TIME, near))?.flatten()
        };
        let mut end = done.unwrap_or(End::Open);
        if done == Some(End::Open) && cx.nodes() - before <= CHEAP_NODES {
            // behind what was computed before, the next place may cost a table of its own: the proof needs what is left
            let from = self.tested.next();
            end = cx.trial(FIRST_NODES, |part| self.compare(from, most, FIRST, part))?.unwrap_or(End::Open);
        }
        if end == End::Open && self.tested.last.is_none() {
            // far away there may be some
            end = self.compare(self.tested.next(), most, USUAL, cx)?;
            if self.tested.last.is_none() {
                return Err(nowhere(&self.question.subject, self.tested.up_to).into());
            }
        }
        Ok(end)
    }

    /// What [`nearest`](Attempt::nearest) left.
    fn nearest_at_any_cost(&mut self, cx: &Context) -> Result<End> {
        let (from, most) = (self.tested.next(), self.most());
        let end = if self.has_limits(cx) {
            self.compare(from, most, NEAREST, cx)?
        } else {
            let nodes = self.usual_nodes()?;
            let done = cx.trial_for(nodes, USUAL_TIME, |part| self.compare(from, most, NEAREST, part))?;
            self.was_dear = done.is_none();
            done.unwrap_or(End::Open)
        };
        if end == End::Open && self.all_were_compared() {
            return Ok(self.proved(every_position()));
        }
        Ok(end)
    }

    /// Was it said how far the comparison may go, or what it may cost?
    fn has_limits(&self, cx: &Context) -> bool {
        self.to.is_some() || cx.budget().nodes.is_some()
    }

    fn finitely_many(&mut self) -> End {
        if self.all_were_compared() {
            return self.proved(every_position());
        }
        let subject = &self.question.subject;
        if !subject.variables.is_empty() {
            return End::Open;
        }
        let how = match subject.summands.is_empty() {
            true => Words::new("only the empty position is left, which was computed", "只剩空局面，已算出"),
            false => Words::new("the one position was computed", "算出了这唯一的局面"),
        };
        self.proved(Evidence::computed(how))
    }

    /// The claim about what is left when equal components cancel, if that decides it.
    fn pairs(&mut self, cx: &Context) -> Result<End> {
        let Some(reduced) = Reduced::of(self.question) else { return Ok(End::Open) };
        let inner = cx.trial_of_half(|part| judged(&reduced.question, Some(PAIRED), FAR, part))?;
        let Some(inner) = inner else { return Ok(End::Open) };
        cx.check()?;
        match inner.result.verdict {
            Verdict::Proved => {
                self.answer.automata = inner.result.automata;
                let names = reduced.question.subject.variables.join(", ");
                let note = format!("equal components cancel in pairs and are left out; the coordinates are {names}");
                self.answer.proof = inner.result.proof.map(|proof| Box::new(proof.noted(note)));
                Ok(self.proved(Evidence::theorem(&PAIRS).and(&inner.evidence)))
            }
            // the position itself is looked at again
            Verdict::Refuted(found) => {
                let Some(at) = reduced.lifted(&found.position) else { return Ok(End::Open) };
                let Some(mut own) = compare(self.question, &at, &mut Judge::new(), cx)? else { return Ok(End::Open) };
                own.smallest = found.smallest;
                self.answer.refuted(own, from_the_rules());
                Ok(End::Decided)
            }
            Verdict::Checked | Verdict::Open => {
                self.answer.obstacles.extend(inner.result.obstacles);
                Ok(End::Open)
            }
        }
    }

    fn periods(&mut self, cx: &Context) -> Result<End> {
        match by_period(self.question, cx)? {
            None => Ok(End::Open),
            Some(Ok(evidence)) => Ok(self.proved(evidence)),
            // it fails somewhere; the first place is found by going there, however far was asked for
            Some(Err(beyond)) => {
                if let Some(first) = to_u64(&first_judged(&self.question.claim)) {
                    self.compare(self.tested.next().max(first), beyond, u64::MAX, cx)?;
                }
                Ok(End::Decided)
            }
        }
    }

    fn interval(&mut self) -> End {
        by_interval(self.question).map_or(End::Open, |evidence| self.proved(evidence))
    }

    fn bound(&mut self) -> End {
        by_bound(self.question).map_or(End::Open, |evidence| self.proved(evidence))
    }

    fn cases(&mut self) -> Result<End> {
        Ok(by_cases(self.question)?.map_or(End::Open, |evidence| self.proved(evidence)))
    }

    fn automata(&mut self, cx: &Context) -> Result<End> {
        // what automata leave is needed to compare further
        let decided = cx.trial_of_half(|part| decide_by_automata(self.question, part))?;
        match decided.unwrap_or_else(|| Decided::Open(vec![cx.stopped(Spent::Nodes, None).to_string()])) {
            Decided::Proved { evidence, automata, proof } => {
                self.answer.automata = automata;
                self.answer.proof = proof;
                Ok(self.proved(evidence))
            }
            Decided::Refuted { at, smallest } => self.refuted_at(&at, smallest, cx),
            Decided::Open(why) => {
                self.answer.obstacles = why;
                Ok(End::Open)
            }
        }
    }

    /// Automata found a position at which the claim, or the equation that proves it, fails.
    fn refuted_at(&mut self, at: &[Nat], smallest: bool, cx: &Context) -> Result<End> {
        let small: Option<Vec<u64>> = at.iter().map(to_u64).collect();
        if !smallest {
            // it is found by going there, if that is not too far
            let weighted = at.iter().zip(self.question.subject.weights()).map(|(n, weight)| n * Nat::from(weight));
            let sum = weighted.fold(Nat::ZERO, |sum, n| sum + n);
            if self.compare(self.tested.next(), to_u64(&sum).unwrap_or(u64::MAX), self.far, cx)? == End::Decided {
                return Ok(End::Decided);
            }
        }
        // 10^12 may be a place that only a search over as many others tells
        let one = |part: &Context| compare(self.question, at, &mut Judge::new(), part);
        let found = cx.trial_of_half(|half| half.trial_for(REFUTED_NODES, REFUTED_TIME, one))?.flatten().flatten();
        if let Some(mut found) = found {
            found.smallest = smallest;
            let words = Words::new(
                "automata found the position; it and its options were computed from the rules",
                "自动机找到了该局面；它与它的后继由规则算出",
            );
            self.answer.refuted(found, Evidence::computed(words));
            return Ok(End::Decided);
        }
        let beyond = "the claim is wrong there or at a position that can be reached from it";
        self.answer.obstacles = vec![match small {
            None => format!("the equation of the claim fails at a position with numbers of 2^64 or more: {beyond}"),
            Some(at) => {
                let numbers: Vec<String> = at.iter().map(u64::to_string).collect();
                format!("the equation of the claim fails near ({}): {beyond}", numbers.join(", "))
            }
        }];
        Ok(End::Open)
    }

    fn laws(&mut self, cx: &Context) -> Result<End> {
        let told = match by_law(self.question)? {
            Some(evidence) => Some(evidence),
            None => {
                let question = self.question;
                large::by_law(question, &mut || Ok(self.disagreement(cx)?.is_some()), cx)?
            }
        };
        Ok(told.map_or(End::Open, |evidence| self.proved(evidence)))
    }

    /// A claim that names a number may be wrong just there: `… if n != 999999 else 5`. Where a law gives the values these places
    /// cost nothing, and elsewhere little is spent on them. So too where a run of equal values begins.
    fn named(&mut self, cx: &Context) -> Result<End> {
        let Some((mut found, evidence)) = self.disagreement(cx)?.clone() else { return Ok(End::Open) };
        found.smallest = false;
        self.answer.refuted(found, evidence);
        Ok(End::Decided)
    }

    /// A place of these at which the claim is wrong, looked for once.
    fn disagreement(&mut self, cx: &Context) -> Result<&Option<(Counterexample, Evidence)>> {
        if self.disagreement.is_none() {
            let (question, from, largest) = (self.question, self.tested.next(), self.largest);
            let look = |part: &Context| named::disagreement(question, from, largest, part);
            self.disagreement = Some(cx.trial_for(NAMED_NODES, NAMED_TIME, look)?.flatten());
        }
        Ok(self.disagreement.get_or_insert_default())
    }

    fn repetitions(&mut self, cx: &Context) -> Result<End> {
        let Some((end, mut evidence)) = by_repetition(self.question, cx)? else { return Ok(End::Open) };
        let from = self.tested.next();
        if end >= from && self.compare(from, end, u64::MAX, cx)? == End::Decided {
            return Ok(End::Decided);
        }
        if self.tested.up_to.is_some_and(|to| to >= end) {
            let (what, chinese) = match self.question.subject.convention {
                Convention::Normal => ("values", "值"),
                Convention::Misere => ("outcomes", "胜负"),
            };
            evidence.add(&Evidence::computed(Words::new(
                format!("the claim repeats as the {what} do, and both agree on all heaps up to {end}"),
                format!("论断与{chinese}同样重复，且在不超过 {end} 的各堆上一致"),
            )));
            self.answer.proved(evidence);
        }
        Ok(End::Decided)
    }

    /// What is spent on comparing where nobody said how far.
    fn usual_nodes(&self) -> Result<u64> {
        let Subject { summands, convention, .. } = &self.question.subject;
        let mut nodes = match convention {
            Convention::Normal => USUAL_NODES,
            Convention::Misere => USUAL_MISERE_NODES,
        };
        for summand in summands {
            if matches!(summand.game.knowledge()?.plan, Plan::Search) {
                nodes = nodes.min(USUAL_SEARCHED_NODES);
            }
        }
        Ok(nodes)
    }

    fn further(&mut self, cx: &Context) -> Result<End> {
        let (from, most) = (self.tested.next(), self.most());
        let end = if self.to.is_some() {
            self.compare(from, most, u64::MAX, cx)?
        } else if self.has_limits(cx) {
            // nobody said how far: what was compared is told
            self.compare(from, most, USUAL, cx)?
        } else if self.was_dear {
            End::Open
        } else {
            let nodes = self.usual_nodes()?;
            cx.trial_for(nodes, USUAL_TIME, |part| self.compare(from, most, USUAL, part))?.unwrap_or(End::Open)
        };
        if end == End::Open && self.all_were_compared() {
            self.answer.proved(every_position());
        }
        Ok(End::Decided)
    }
}

/// Of a claim about finitely many positions.
fn every_position() -> Evidence {
    Evidence::computed(Words::new("all positions there are were compared", "比较了存在的所有局面"))
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
        None => "claim it of places the game has".to_owned(),
    };
    Diagnostic::input(message).suggest(suggestion)
}
