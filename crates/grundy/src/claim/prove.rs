//! Refuted, proved, or checked: the three ends of a claim.
//!
//! First the smallest positions are compared, so that a wrong claim falls at once. Then a proof is looked for: equal
//! components cancel in pairs ([`super::pairing`]), and what is left is judged; a
//! period that is known to be the smallest decides every claim about periods; automata decide claims in which
//! everything is linear ([`super::automatic`]); a law of the game decides claims that say the same in the same words; claims
//! that repeat are compared with values that repeat ([`super::period`]).
//! What is left is compared with more positions, and the answer says how far.

use grundy_core::{
    Context, Convention, Diagnostic, Evidence, Nat, Result, Spent,
    number::{shorten, to_u64},
};

use super::automatic::{Decided, decide as decide_by_automata};
use super::law::{by_interval, by_law};
use super::pairing::{PAIRS, Reduced};
use super::period::{by_period, by_repetition};
use super::test::{Tested, test};
use super::{Claim, ClaimQuestion, Coordinate, Judgement, Subject, Verdict};
use crate::answer::{Answer, Reading};
use crate::plan::misere::Judge;
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

/// So many positions are compared before a proof is looked for, whatever they cost …
const NEAREST: u64 = 300;
/// … and so many if the nearest took at most these nodes …
const FIRST: u64 = 3_000;
const CHEAP: u64 = 100_000;
/// … for no more than so many nodes …
const FIRST_NODES: u64 = 2_000_000;
/// … and so many where none is found.
const USUAL: u64 = 200_000;
/// … and so many on the way to a counterexample.
const FAR: u64 = 2_000_000;
/// … and where nobody said how far, so many nodes, some seconds …
const USUAL_NODES: u64 = 300_000_000;
/// … of which those of misère play are dearer: about 20 seconds each way.
const USUAL_MISERE_NODES: u64 = 200_000_000;

/// What is left of a position when pairs cancel is compared up to this sum of coordinates.
const PAIRED: u64 = 100;

/// Is the claim true of all positions?
///
/// # Errors
/// Faults of the rule or of the claim that show only while working, such as a division by zero.
pub(crate) fn prove(question: &ClaimQuestion, options: &ProveOptions, cx: &Context) -> Result<Answer<Judgement>> {
    judged(question, options.to, FAR, cx)
}

/// The same for who only asks whether it is true: a counterexample that automata find far away need not be the smallest.
///
/// # Errors
/// As [`prove`].
pub(crate) fn judge(question: &ClaimQuestion, to: u64, cx: &Context) -> Result<Answer<Judgement>> {
    judged(question, Some(to), 0, cx)
}

/// `to` as in [`ProveOptions`]; so many positions are compared on the way to a counterexample.
fn judged(question: &ClaimQuestion, to: Option<u64>, far: u64, cx: &Context) -> Result<Answer<Judgement>> {
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
        .filled_as_far_as(cx, |answer| decide(question, to, far, answer, cx))?;
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
    to: Option<u64>,
    far: u64,
    answer: &mut Answer<Judgement>,
    cx: &Context,
) -> Result<()> {
    for summand in &question.subject.summands {
        summand.game.knowledge()?;
    }
    let mut tested = Tested::default();
    let mut judge = Judge::new();
    let mut compare =
        |from: u64, to: u64, positions: u64, tested: &mut Tested, answer: &mut Answer<Judgement>, cx: &Context| {
            let result = test(question, from, to, positions, tested, &mut judge, cx);
            answer.checked_to = tested.up_to;
            if let Some(found) = tested.counterexample.take() {
                answer.refuted(found, from_the_rules());
            }
            result
        };
    let largest = question.subject.largest_sum().filter(|_| !question.subject.variables.is_empty());
    let most = to.unwrap_or(u64::MAX).min(largest.unwrap_or(u64::MAX));
    let before = cx.nodes();
    compare(0, most, NEAREST, &mut tested, answer, cx)?;
    if answer.verdict == Verdict::Checked && cx.nodes() - before <= CHEAP {
        // behind what was computed before, the next place may cost a table of its own: the proof needs what is left
        cx.trial(FIRST_NODES, |part| compare(tested.next(), most, FIRST, &mut tested, answer, part))?;
    }
    if answer.verdict != Verdict::Checked {
        return Ok(());
    }
    if !tested.any {
        // far away there may be some
        compare(tested.next(), most, USUAL, &mut tested, answer, cx)?;
        if !tested.any {
            return Err(nowhere(&question.subject, tested.up_to).into());
        }
        if answer.verdict != Verdict::Checked {
            return Ok(());
        }
    }
    if largest.is_some_and(|largest| tested.up_to >= Some(largest)) {
        answer.proved(every_position());
        return Ok(());
    }
    if question.subject.variables.is_empty() {
        answer.proved(Evidence::computed(if question.subject.summands.is_empty() {
            Words::new("only the empty position is left, which was computed", "只剩空局面，已算出")
        } else {
            Words::new("the one position was computed", "算出了这唯一的局面")
        }));
        return Ok(());
    }
    if by_pairs(question, answer, cx)? {
        return Ok(());
    }
    if let Some(end) = by_period(question, cx)? {
        match end {
            Ok(evidence) => answer.proved(evidence),
            // it fails somewhere; the first place is found by going there, however far was asked for
            Err(beyond) => {
                if let Some(first) = to_u64(&first_judged(&question.claim)) {
                    compare(tested.next().max(first), beyond, u64::MAX, &mut tested, answer, cx)?;
                }
            }
        }
        return Ok(());
    }
    if let Some(evidence) = by_interval(question) {
        answer.proved(evidence);
        return Ok(());
    }
    // what automata leave is needed to compare further
    let half = cx.nodes_left().map_or(u64::MAX, |left| left / 2);
    let decided = cx.trial(half, |part| decide_by_automata(question, part))?;
    match decided.unwrap_or_else(|| Decided::Open(vec![cx.stopped(Spent::Nodes, None).to_string()])) {
        Decided::Proved { evidence, automata, proof } => {
            answer.proved(evidence);
            answer.automata = automata;
            answer.proof = proof;
            return Ok(());
        }
        Decided::Refuted { at, smallest } => {
            let weights = question.subject.weights();
            let sum = at.iter().zip(weights).fold(0u64, |sum, (n, w)| sum.saturating_add(n.saturating_mul(w)));
            if !smallest {
                // it is found by going there, if that is not too far
                compare(tested.next(), sum, far, &mut tested, answer, cx)?;
                if answer.verdict != Verdict::Checked {
                    return Ok(());
                }
            }
            let mut judge = Judge::new();
            if let Some(mut found) = super::test::compare(question, &at, &mut judge, cx)? {
                found.smallest = smallest;
                let words = Words::new(
                    "automata found the position; it and its options were computed from the rules",
                    "自动机找到了该局面；它与它的后继由规则算出",
                );
                answer.refuted(found, Evidence::computed(words));
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
        answer.proved(evidence);
        return Ok(());
    }
    if let Some((end, mut evidence)) = by_repetition(question, cx)? {
        let from = tested.next();
        if end >= from {
            compare(from, end, u64::MAX, &mut tested, answer, cx)?;
        }
        if answer.verdict == Verdict::Checked && tested.up_to.is_some_and(|to| to >= end) {
            let (what, chinese) = match question.subject.convention {
                Convention::Normal => ("values", "值"),
                Convention::Misere => ("outcomes", "胜负"),
            };
            evidence.add(&Evidence::computed(Words::new(
                format!("the claim repeats as the {what} do, and both agree on all heaps up to {end}"),
                format!("论断与{chinese}同样重复，且在不超过 {end} 的各堆上一致"),
            )));
            answer.proved(evidence);
        }
        return Ok(());
    }
    let from = tested.next();
    if to.is_some() {
        compare(from, most, u64::MAX, &mut tested, answer, cx)?;
    } else if cx.budget().nodes.is_some() {
        // nobody said how far: what was compared is told
        compare(from, most, USUAL, &mut tested, answer, cx)?;
    } else {
        let nodes = match question.subject.convention {
            Convention::Normal => USUAL_NODES,
            Convention::Misere => USUAL_MISERE_NODES,
        };
        cx.trial(nodes, |part| compare(from, most, USUAL, &mut tested, answer, part))?;
    }
    if answer.verdict == Verdict::Checked && largest.is_some_and(|largest| tested.up_to >= Some(largest)) {
        answer.proved(every_position());
    }
    Ok(())
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

/// The claim about what is left when equal components cancel, if that decides it.
fn by_pairs(question: &ClaimQuestion, answer: &mut Answer<Judgement>, cx: &Context) -> Result<bool> {
    let Some(reduced) = Reduced::of(question) else { return Ok(false) };
    let half = cx.nodes_left().map_or(u64::MAX, |left| left / 2);
    let near = ProveOptions { to: Some(PAIRED) };
    let Some(inner) = cx.trial(half, |part| prove(&reduced.question, &near, part))? else { return Ok(false) };
    cx.check()?;
    match inner.result.verdict {
        Verdict::Proved => {
            answer.proved(Evidence::theorem(&PAIRS).and(&inner.evidence));
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
            answer.refuted(own, from_the_rules());
            Ok(true)
        }
        Verdict::Checked | Verdict::Open => {
            answer.obstacles.extend(inner.result.obstacles);
            Ok(false)
        }
    }
}
