//! Places that are too far for every engine, by laws that are proved on the spot.
//!
//! `R(10^9)` with `R = {n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}` is a heap of a
//! code whose table costs n² steps, and no theorem on periods covers it. A formula of its values is guessed from the
//! first heaps and proved by automata in a tenth of a second; then the value is read off. The trial is bounded
//! ([`crate::guess::learn`]), made only where the engines gave up, and once a game.

use dashu_int::ops::BitTest;

use super::alone::lone;
use super::list::{OptionsOf, list};
use super::{SolveOptions, blank};
use crate::answer::{Answer, ComponentValue, MoveList, ValueStatus};
use crate::context::{Context, Spent};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::game::learnt::Wish;
use crate::game::options::{Options, Parts};
use crate::game::show_components;
use crate::guess::learn;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::position::Position;

/// The options of a far place are put into the law one by one, with so many nodes.
const MOVES: u64 = 1_000_000;

/// Completes an answer whose engines gave up, if proved laws can: with the values of all components, or with the outcome
/// of a lone one.
///
/// # Errors
/// Faults of a rule; a spent budget is none: then the answer stays as it is.
pub(super) fn complete(position: &Position, options: &SolveOptions, answer: &mut Answer, cx: &Context) -> Result<()> {
    let refused = answer.stopped.as_ref().is_some_and(|s| matches!(s.spent, Spent::Nodes | Spent::Memory));
    if answer.outcome.is_some() || !refused {
        return Ok(());
    }
    match told(position, options, answer, cx) {
        Ok(found) => found.into_iter().for_each(|found| *answer = found),
        Err(Error::Stopped(_)) => {}
        Err(bad) => return Err(bad),
    }
    Ok(())
}

fn told(position: &Position, options: &SolveOptions, answer: &Answer, cx: &Context) -> Result<Option<Answer>> {
    if position.convention() == Convention::Normal
        && let Some(found) = by_values(position, options, answer, cx)?
    {
        return Ok(Some(found));
    }
    match lone(position) {
        Some(lone) => by_outcome(position, &lone, options, cx),
        None => Ok(None),
    }
}

/// The values of all components, from the engines where they have them, else from laws.
fn by_values(position: &Position, options: &SolveOptions, before: &Answer, cx: &Context) -> Result<Option<Answer>> {
    let mut answer = blank(position);
    answer.components.clone_from(&before.components);
    let components = position.components();
    let mut engines: Vec<&str> = before.engine.split(", ").collect();
    let mut total = Nat::ZERO;
    for ((component, count), shown) in components.iter().zip(&mut answer.components) {
        if shown.value.is_none() && count.bit(0) {
            let Component { game, place } = component;
            learn(game, Convention::Normal, place.len(), Wish::Values, cx)?;
            let Some(found) = game.learnt().value(place, cx)? else { return Ok(None) };
            let own = game.engine_for(place);
            engines.retain(|engine| *engine != own);
            engines.push(found.by.engine());
            (shown.value, shown.evidence) = (Some(found.is), found.by.evidence.clone());
        }
        if let Some(value) = shown.value.as_ref().filter(|_| count.bit(0)) {
            total ^= value;
        }
    }
    answer.engine = engines.join(", ");
    if components.len() > 1 || components.iter().any(|(_, count)| *count > Nat::ONE) {
        answer.evidence.add(&Evidence::theorem(&crate::evidence::SPRAGUE_GRUNDY));
    }
    let reasons: Vec<Evidence> =
        answer.components.iter().filter(|c| c.value.is_some()).map(|c| c.evidence.clone()).collect();
    reasons.iter().for_each(|why| answer.evidence.add(why));
    if options.moves && total != Nat::ZERO {
        let mut table = OptionsOf::default();
        let values: Vec<Option<Nat>> = answer.components.iter().map(|shown| shown.value.clone()).collect();
        for ((component, count), value) in components.into_iter().zip(values) {
            let Some(value) = value.filter(|_| count > Nat::ZERO) else { continue };
            let target = &total ^ value;
            let wins = |parts: &Parts, part: &Context| Ok(value_of(parts, part)? == target);
            table.insert(component.clone(), winning(&component, options.limit, &wins, &mut answer, cx)?);
        }
        answer.moves = list(position, &table, options.limit, &mut |_, _| (Some(Value::ZERO), Some(Outcome::Previous)));
    }
    finish(&mut answer, if total == Nat::ZERO { Outcome::Previous } else { Outcome::Next });
    answer.value = Some(total);
    answer.value_status = ValueStatus::Exact;
    Ok(Some(answer))
}

/// The outcome of a lone component by a law of its P-positions.
fn by_outcome(position: &Position, lone: &Component, options: &SolveOptions, cx: &Context) -> Result<Option<Answer>> {
    let (convention, Component { game, place }) = (position.convention(), lone);
    learn(game, convention, place.len(), Wish::Reason, cx)?;
    let Some(found) = game.learnt().outcome(place, convention, cx) else { return Ok(None) };
    let mut answer = blank(position);
    answer.evidence = found.by.evidence.clone();
    answer.engine = found.by.engine().to_owned();
    let misere = convention == Convention::Misere;
    if misere {
        answer.value_status = ValueStatus::None;
    } else if found.is == Outcome::Previous {
        answer.value = Some(Nat::ZERO);
        answer.value_status = ValueStatus::Exact;
    }
    answer.components = vec![ComponentValue {
        position: show_components(std::slice::from_ref(lone)),
        count: Nat::ONE,
        value: answer.value.clone(),
        loopy: None,
        evidence: answer.evidence.clone(),
    }];
    if options.moves && found.is == Outcome::Next {
        let wins = |parts: &Parts, part: &Context| match &parts[..] {
            [only] if only.game == *game => {
                let after = game.learnt().outcome(&only.place, convention, part);
                after.map(|after| after.is == Outcome::Previous).ok_or_else(|| too_many(lone, part))
            }
            // a law of single places says nothing about what a split leaves
            _ => Err(too_many(lone, part)),
        };
        let table = OptionsOf::from_iter([(lone.clone(), winning(lone, options.limit, &wins, &mut answer, cx)?)]);
        let value = (!misere).then_some(Value::ZERO);
        answer.moves = list(position, &table, options.limit, &mut |_, _| (value.clone(), Some(Outcome::Previous)));
    }
    finish(&mut answer, found.is);
    Ok(Some(answer))
}

fn finish(answer: &mut Answer, outcome: Outcome) {
    answer.outcome = Some(outcome);
    if outcome == Outcome::Previous {
        answer.moves = MoveList { moves: Vec::new(), count: Some(Nat::ZERO) };
    }
}

/// The options that win, or `None`, and the reason in the answer, where there are too many to be tried.
fn winning(
    component: &Component,
    limit: usize,
    wins: &dyn Fn(&Parts, &Context) -> Result<bool>,
    answer: &mut Answer,
    cx: &Context,
) -> Result<Option<Options>> {
    let tried = cx.trial(MOVES, |part| {
        let mut winning = Vec::new();
        for parts in component.game.every_option(&component.place, part)? {
            part.tick(1)?;
            if wins(&parts, part)? {
                winning.push(parts);
            }
        }
        Ok(Options::of(winning, limit))
    })?;
    if tried.is_none() {
        let needed = format!("the options of {} one by one", show_components(std::slice::from_ref(component)));
        answer.stopped.get_or_insert(cx.stopped(Spent::Nodes, Some(needed)));
    }
    Ok(tried)
}

fn too_many(component: &Component, cx: &Context) -> Error {
    let needed = format!("the options of {} one by one", show_components(std::slice::from_ref(component)));
    cx.stopped(Spent::Nodes, Some(needed)).into()
}

/// The value of the parts of a move: far ones by the law, near ones by the engines.
fn value_of(parts: &Parts, cx: &Context) -> Result<Nat> {
    let mut total = Nat::ZERO;
    for Component { game, place } in parts {
        match game.learnt().value(place, cx)? {
            Some(found) => total ^= found.is,
            None => total ^= game.value_at(place, cx)?,
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Nat;
    use crate::session::Session;
    use crate::solve::solve;

    const THREE: &str = "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}";
    const TAKE_OR_EMPTY: &str = "{n -> n-k for k in 3..5; 0 if n>0 and n<3}";

    fn ask(session: &mut Session, text: &str) -> Answer {
        let position = session.position(text).unwrap();
        solve(&position, &SolveOptions::default(), &Context::default()).unwrap()
    }

    #[test]
    fn a_far_heap_has_the_value_of_the_proved_formula() {
        let mut session = Session::new();
        let answer = ask(&mut session, &format!("{THREE}(10^9)"));
        assert_eq!(answer.value, Some(Nat::from(999_999_999u32)));
        assert!(answer.evidence.is_proved() && answer.engine == "proved formula", "{}", answer.engine);
        // in a sum, and beyond 2^64
        let sum = ask(&mut session, &format!("{THREE}(10^30) + *5"));
        let expected = (Nat::from(10u8).pow(30) - Nat::ONE) ^ Nat::from(5u8);
        assert_eq!(sum.value, Some(expected));
        assert!(sum.evidence.is_proved());
    }

    #[test]
    fn a_far_heap_of_misere_play_is_answered_with_its_moves() {
        let mut session = Session::new();
        for n in 8..20u64 {
            let (near, far) = (n, n + 8 * 10u64.pow(12));
            let near = ask(&mut session, &format!("misere {TAKE_OR_EMPTY}({near})"));
            let far = ask(&mut session, &format!("misere {TAKE_OR_EMPTY}({far})"));
            assert_eq!((far.outcome, far.moves.count.as_ref()), (near.outcome, near.moves.count.as_ref()), "{n}");
            assert!(far.evidence.is_proved() && far.stopped.is_none(), "{n}");
        }
    }
}
