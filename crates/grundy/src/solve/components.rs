//! The components of a sum in normal play with what they are worth.

use super::alone::lone;
use super::learnt;
use crate::answer::ComponentValue;
use crate::context::{Context, Spent, Stopped};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::knowledge::Plan;
use crate::game::{Component, show_components};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Convention;
use crate::plan::automaton::is_far;
use crate::plan::sums::{Sum, Summand};
use crate::plan::{FIRST_NODES, is_refusal};
use crate::position::Position;

/// Behind its trial ([`FIRST_NODES`]) a sequence is worked out for so many nodes where a law tells who wins.
const LAST_NODES: u64 = 100_000_000;

/// What each distinct component is worth, as far as the budget goes. Where the engines give up, laws are looked for, once; where
/// heaps are far away, as soon as the engines take long.
pub(super) fn work(position: &Position, cx: &Context) -> Result<(Sum, Option<Stopped>)> {
    let far: Vec<Component> = position.components().into_iter().map(|(c, _)| c).filter(is_far_in_a_sequence).collect();
    if !far.is_empty() {
        let whole = |part: &Context| match Sum::of(position, part)? {
            (sum, None) => Ok(sum),
            (_, Some(stopped)) => Err(stopped.into()),
        };
        match cx.trial(FIRST_NODES, whole) {
            Ok(Some(sum)) => return Ok((sum, None)),
            Ok(None) => {
                learnt::look(&learnt::games(far.iter()), Convention::Normal, cx)?;
                if let [only] = &far[..]
                    && lone(position).is_some()
                    && only.game.learnt().outcome(&only.place, Convention::Normal, cx).is_some()
                {
                    let (sum, stopped) = Sum::of(position, &cx.part(LAST_NODES))?;
                    let needed = || cx.engine_limit(Spent::Nodes, "the values of the smaller heaps".to_owned());
                    return Ok((sum, stopped.map(|stopped| if is_refusal(&stopped) { needed() } else { stopped })));
                }
            }
            // what is known is read off below
            Err(Error::Stopped(_)) => {}
            Err(bad) => return Err(bad),
        }
    }
    let (sum, stopped) = Sum::of(position, cx)?;
    if stopped.as_ref().is_some_and(is_refusal) && sum.total().is_none() && !is_told(&sum, cx) {
        let unknown = sum.summands.iter().filter(|s| s.found.is_none() && s.is_number()).map(|s| &s.component);
        if learnt::look(&learnt::games(unknown), Convention::Normal, cx)? {
            return work(position, cx);
        }
    }
    Ok((sum, stopped))
}

/// Is it a heap of a set or a code that no table reaches soon?
fn is_far_in_a_sequence(component: &Component) -> bool {
    let plan = component.game.knowledge().map(|known| &known.plan);
    is_far(&component.place) && matches!(plan, Ok(Plan::Subtraction(_) | Plan::Code(_)))
}

/// Is there but one place, and is it known who wins it?
fn is_told(sum: &Sum, cx: &Context) -> bool {
    let [Summand { component: Component { game, place }, count, .. }] = sum.summands.as_slice() else { return false };
    *count == Nat::ONE && matches!(game.outcome_at_last(place, cx), Ok(Some(_)))
}

/// The components as answers show them.
pub(super) fn shown(sum: &Sum) -> Vec<ComponentValue> {
    let shown = |s: &Summand| ComponentValue {
        component: s.component.clone(),
        position: show_components(std::slice::from_ref(&s.component)),
        count: s.count.clone(),
        value: s.number().cloned(),
        loopy: s.value().and_then(Value::loopy).map(<[Nat]>::to_vec),
        evidence: s.found.as_ref().map_or_else(Evidence::trivial, |found| found.evidence.clone()),
    };
    sum.summands.iter().map(shown).collect()
}
