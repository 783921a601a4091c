//! The components of a sum in normal play with what they are worth.

use super::learnt;
use crate::answer::ComponentValue;
use crate::context::{Context, Stopped};
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::{Component, show_components};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::Convention;
use crate::plan::is_refusal;
use crate::plan::sums::{Sum, Summand};
use crate::position::Position;

/// What each distinct component is worth, as far as the budget goes. Where the engines give up, laws are looked for, once.
pub(super) fn work(position: &Position, cx: &Context) -> Result<(Sum, Option<Stopped>)> {
    let (sum, stopped) = Sum::of(position, cx)?;
    if stopped.as_ref().is_some_and(is_refusal) && sum.total().is_none() && !is_told(&sum, cx) {
        let unknown = sum.summands.iter().filter(|s| s.found.is_none() && s.is_number()).map(|s| &s.component);
        if learnt::look(&learnt::games(unknown), Convention::Normal, cx)? {
            return work(position, cx);
        }
    }
    Ok((sum, stopped))
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
