//! The components of a sum with their values.

use dashu_int::ops::BitTest;

use super::{as_far_as, learnt};
use crate::answer::ComponentValue;
use crate::context::{Context, Stopped};
use crate::error::Result;
use crate::evidence::{Evidence, SPRAGUE_GRUNDY};
use crate::game::Component;
use crate::game::show_components;
use crate::number::Nat;
use crate::outcome::Convention;
use crate::plan::{Found, is_refusal, names_of_engines};
use crate::position::Position;

/// A distinct component, worked once.
#[derive(Debug)]
pub(super) struct Worked {
    pub(super) component: Component,
    /// How often it occurs; 0 for copies of 0.
    pub(super) count: Nat,
    pub(super) found: Option<Found<Nat>>,
}

impl Worked {
    pub(super) fn is_odd(&self) -> bool {
        self.count.bit(0)
    }

    pub(super) fn value(&self) -> Option<&Nat> {
        self.found.as_ref().map(|found| &found.what)
    }
}

/// The value of each distinct component, as far as the budget goes.
///
/// Components that occur an even number of times cancel: where their values are dear, they are worked only if the rest
/// does not cancel too, for then a move in one of them may win. Where the engines give up, laws are looked for, once.
pub(super) fn work(position: &Position, cx: &Context) -> Result<(Vec<Worked>, Option<Stopped>)> {
    let mut all: Vec<Worked> =
        position.components().into_iter().map(|(component, count)| Worked { component, count, found: None }).collect();
    let mut stopped = None;
    let mut fill = |w: &mut Worked| -> Result<()> {
        w.found = as_far_as(&mut stopped, w.component.game.find_value(&w.component.place, cx))?;
        Ok(())
    };
    let at_once = |w: &Worked| w.is_odd() || w.component.game.value_is_cheap(&w.component.place);
    all.iter_mut().filter(|w| at_once(w)).try_for_each(&mut fill)?;
    if xor(&all).is_some_and(|x| x != Nat::ZERO) {
        all.iter_mut().filter(|w| !at_once(w) && w.count > Nat::ZERO).try_for_each(&mut fill)?;
    }
    if stopped.as_ref().is_some_and(is_refusal)
        && xor(&all).is_none()
        && !is_told(&all, cx)
        && learnt::look(
            &learnt::games(all.iter().filter(|w| w.found.is_none()).map(|w| &w.component)),
            Convention::Normal,
            cx,
        )?
    {
        return work(position, cx);
    }
    Ok((all, stopped))
}

/// Is there but one place, and is it known who wins it?
fn is_told(all: &[Worked], cx: &Context) -> bool {
    let [Worked { component: Component { game, place }, count, .. }] = all else { return false };
    *count == Nat::ONE && matches!(game.outcome_alone(place, true, cx), Ok(Some(_)))
}

/// The xor of all components, if those that occur an odd number of times are known.
///
/// An even number of copies cancels whatever its value is: who moves second answers in the other copy.
pub(super) fn xor(all: &[Worked]) -> Option<Nat> {
    let mut sum = Nat::ZERO;
    for w in all.iter().filter(|w| w.is_odd()) {
        sum ^= w.value()?;
    }
    Some(sum)
}

/// What the values rest on.
pub(super) fn evidence(all: &[Worked]) -> Evidence {
    let mut evidence = Evidence::trivial();
    if all.len() > 1 || all.iter().any(|w| w.count > Nat::ONE) {
        evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
    }
    all.iter().filter_map(|w| w.found.as_ref()).for_each(|found| evidence.add(&found.evidence));
    evidence
}

/// The engines that gave the values, and those that would have given the others.
pub(super) fn engines(all: &[Worked]) -> String {
    let name = |w: &Worked| match &w.found {
        Some(found) => found.engine.clone(),
        None => w.component.game.engine_for(&w.component.place).into(),
    };
    let names: Vec<_> = all.iter().map(name).collect();
    if names.is_empty() { "nothing to do".to_owned() } else { names_of_engines(names.iter().map(AsRef::as_ref)) }
}

/// The components as answers show them.
pub(super) fn shown(all: &[Worked]) -> Vec<ComponentValue> {
    let shown = |w: &Worked| ComponentValue {
        component: w.component.clone(),
        position: show_components(std::slice::from_ref(&w.component)),
        count: w.count.clone(),
        value: w.value().cloned(),
        loopy: None,
        evidence: w.found.as_ref().map_or_else(Evidence::trivial, |found| found.evidence.clone()),
    };
    all.iter().map(shown).collect()
}
