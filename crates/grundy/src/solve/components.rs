//! The components of a sum with their values.

use dashu_int::ops::BitTest;

use crate::answer::{Answer, ComponentValue};
use crate::context::{Context, Stopped};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::number::Nat;
use crate::position::{Position, show_components};

/// A distinct component, worked once.
#[derive(Debug)]
pub(super) struct Worked {
    pub(super) component: Component,
    /// How often it occurs; 0 for copies of 0.
    pub(super) count: Nat,
    pub(super) value: Option<Nat>,
}

impl Worked {
    pub(super) fn is_odd(&self) -> bool {
        self.count.bit(0)
    }
}

/// The value of each distinct component, as far as the budget goes.
///
/// Components that occur an even number of times cancel: where their values are dear, they are worked only if the rest
/// does not cancel too, for then a move in one of them may win.
pub(super) fn work(position: &Position, cx: &Context) -> Result<(Vec<Worked>, Option<Stopped>)> {
    let mut all: Vec<Worked> =
        position.components().into_iter().map(|(component, count)| Worked { component, count, value: None }).collect();
    let mut stopped = None;
    let mut fill = |w: &mut Worked| -> Result<()> {
        match w.component.game.value_at(&w.component.place, cx) {
            Ok(v) => w.value = Some(v),
            Err(Error::Stopped(s)) => {
                stopped.get_or_insert(s);
            }
            Err(bad) => return Err(bad),
        }
        Ok(())
    };
    let at_once = |w: &Worked| w.is_odd() || w.component.game.value_is_cheap(&w.component.place);
    all.iter_mut().filter(|w| at_once(w)).try_for_each(&mut fill)?;
    if xor(&all).is_some_and(|x| x != Nat::ZERO) {
        all.iter_mut().filter(|w| !at_once(w) && w.count > Nat::ZERO).try_for_each(&mut fill)?;
    }
    Ok((all, stopped))
}

/// The xor of all components, if those that occur an odd number of times are known.
///
/// An even number of copies cancels whatever its value is: who moves second answers in the other copy.
pub(super) fn xor(all: &[Worked]) -> Option<Nat> {
    let mut sum = Nat::ZERO;
    for w in all.iter().filter(|w| w.is_odd()) {
        sum ^= w.value.as_ref()?;
    }
    Some(sum)
}

/// What the values rest on.
pub(super) fn evidence(all: &[Worked]) -> Evidence {
    let mut evidence = Evidence::trivial();
    if all.len() > 1 || all.iter().any(|w| w.count > Nat::ONE) {
        evidence.add(&Evidence::theorem(&crate::engine::closed_form::theorems::SPRAGUE_GRUNDY));
    }
    for w in all.iter().filter(|w| w.value.is_some()) {
        evidence.add(&w.component.game.evidence(&w.component.place));
    }
    evidence
}

/// The one component of a position: it has the value of the answer and rests on the same.
pub(super) fn alone(component: &Component, answer: &Answer) -> ComponentValue {
    ComponentValue {
        position: show_components(std::slice::from_ref(component)),
        count: Nat::ONE,
        value: answer.value.clone(),
        loopy: None,
        evidence: answer.evidence.clone(),
    }
}
