//! The search of the boards ([`grundy_search::nimbers`]) over callables: rules in Python as [`NormalPlay`].
//!
//! A position is its number. The rules live for one question, as the interpreter and the budget do; what was learnt stays
//! with the game. An exception of a callable ends the search: it is put by, all nodes are spent, and at its next tick, which
//! comes before anything is concluded from options, the search gives up.
//!
//! ```text
//! search: has (G, 2)? ──► options of G ──► listed before?  ──► yes: the list
//!                                                          └─► no: the callable ── raises ──► fault, nothing left
//! ```

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::ControlFlow;

use grundy::rules::{NormalPlay, Rules, Visitor};
use grundy::{Budget, Context, Error, Method, Outcome};
use grundy_search::Nimbers;
use pyo3::prelude::*;

use super::asking::{Asking, Parts};
use super::calls::{DECLARED, Measure};
use super::meter::{Ended, Said};
use super::places::show;
use crate::error;

/// No search comes to so many.
const NODES: u64 = 1 << 60;
/// Sizes are squared and added.
const LARGEST: u64 = 1 << 24;

/// The search may take so many bytes of the stack, which is the caller's: threads of Python may have few.
const STACK: usize = 192 << 10;

/// The rules during one question.
struct Called<'w, 'a, 'py> {
    asking: RefCell<&'w mut Asking<'a, 'py>>,
    fault: RefCell<Option<Ended>>,
    cx: &'w Context,
    /// Where the stack was at the beginning, and whether the play is too long for it.
    from: usize,
    deep: Cell<bool>,
}

/// Where the stack is, about.
#[inline(never)]
fn stack() -> usize {
    let local = 0u8;
    std::ptr::from_ref(std::hint::black_box(&local)) as usize
}

impl fmt::Debug for Called<'_, '_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Called").field("fault", &self.fault).finish_non_exhaustive()
    }
}

impl Called<'_, '_, '_> {
    /// What a callable said; the first exception ends the search.
    fn or_end<T>(&self, said: Said<T>) -> Option<T> {
        said.map_err(|raised| {
            let mut fault = self.fault.borrow_mut();
            if fault.is_none() {
                *fault = Some(raised);
                _ = self.cx.tick(NODES + 1);
            }
        })
        .ok()
    }
}

impl Rules for Called<'_, '_, '_> {
    type Position = u32;

    fn options(&self, &id: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        if self.from.abs_diff(stack()) > STACK {
            self.deep.set(true);
            _ = self.cx.tick(NODES + 1);
            return ControlFlow::Break(());
        }
        // the visitor asks for values and sizes: nothing is borrowed while it looks at an option
        let listed = self.asking.borrow_mut().listed_again(id);
        match self.or_end(listed) {
            Some(list) => list.each().try_for_each(visit),
            None => ControlFlow::Break(()),
        }
    }
}

/// Positions are canonical, and parts of their own, when they get their numbers.
impl NormalPlay for Called<'_, '_, '_> {
    fn known_value(&self, &id: &u32) -> Option<u64> {
        self.asking.borrow().state.values.get(id).map(u64::from)
    }

    fn size(&self, &id: &u32) -> u32 {
        let mut asking = self.asking.borrow_mut();
        let told = self.or_end(asking.told(Measure::Size, id)).flatten();
        told.unwrap_or_else(|| asking.state.places.size(id)).min(LARGEST) as u32
    }

    fn bound(&self, &id: &u32) -> u64 {
        self.or_end(self.asking.borrow_mut().told(Measure::Bound, id)).flatten().unwrap_or(u64::MAX)
    }

    fn pairing(&self, &id: &u32) -> Option<Outcome> {
        self.or_end(self.asking.borrow_mut().pairing(id)).flatten()
    }

    fn reduced_options(&self, id: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        self.options(id, visit)
    }
}

impl Asking<'_, '_> {
    /// What a callable says of a position, asked once; `None`: there is none.
    fn told(&mut self, measure: Measure, id: u32) -> Said<Option<u64>> {
        let (name, call) = match measure {
            Measure::Size => ("size", &self.calls.size),
            Measure::Bound => ("bound", &self.calls.bound),
            Measure::Pairing => ("pairing", &self.calls.pairing),
        };
        let Some(call) = call else { return Ok(None) };
        if let Some(&known) = self.state.told.get(&(measure, id)) {
            return Ok(Some(known));
        }
        let position = self.state.places.position(self.py, id)?;
        let said = call.call1((&position,)).map_err(|error| self.noted(error, name, &position))?;
        let told = match measure {
            Measure::Pairing if said.is_none() => Some(0),
            Measure::Pairing => match said.extract::<String>().as_deref() {
                Ok("P") => Some(1),
                Ok("N") => Some(2),
                _ => None,
            },
            Measure::Size | Measure::Bound => said.extract().ok(),
        };
        let Some(told) = told else {
            let wanted = if measure == Measure::Pairing { "\"P\", \"N\" or None" } else { "a number from 0 on" };
            let message = format!("{name}({}) returned {}, and not {wanted}", show(&position), show(&said));
            return Err(error::rule(self.py, &message).into());
        };
        self.state.told.insert((measure, id), told);
        Ok(Some(told))
    }

    /// Who wins a position, where its rules declare it.
    pub(super) fn pairing(&mut self, id: u32) -> Said<Option<Outcome>> {
        Ok(self.told(Measure::Pairing, id)?.and_then(|at| DECLARED[at as usize]))
    }

    /// The search that suits: heaps have large values, and mostly all of them are wanted.
    fn method_of(&self, id: u32) -> Method {
        let heaps =
            self.calls.split.is_none() && self.calls.canonical.is_none() && self.state.places.heap(id).is_some();
        self.method.unwrap_or(if heaps { Method::Mex } else { Method::Couples })
    }

    /// The value of a position.
    pub(super) fn value(&mut self, id: u32) -> Said<u32> {
        if let Some(value) = self.state.known(id) {
            return Ok(value);
        }
        if self.pairing(id)? == Some(Outcome::Previous) {
            return Ok(0);
        }
        let method = self.method_of(id);
        let found = match method {
            Method::Mex => None,
            _ => self.searched(method, |nimbers, cx| nimbers.quick_value(&id, cx))?,
        };
        match found.and_then(|value| u32::try_from(value).ok()) {
            Some(value) => Ok(value),
            None => self.mex(id),
        }
    }

    /// The value of a sum.
    pub(super) fn value_of_sum(&mut self, parts: &[u32]) -> Said<u32> {
        parts.iter().try_fold(0, |value, &part| Ok(value ^ self.value(part)?))
    }

    /// Is the sum of these parts worth this number? The value of the last and largest is not asked for, only whether it is
    /// what the others leave.
    pub(super) fn is_worth(&mut self, mut parts: Parts, number: u32) -> Said<bool> {
        parts.sort_by_key(|&id| (self.state.places.size(id), id));
        let Some(largest) = parts.pop() else { return Ok(number == 0) };
        let mut rest = number;
        for &part in &parts {
            rest ^= self.value(part)?;
        }
        if let Some(value) = self.state.known(largest) {
            return Ok(value == rest);
        }
        match self.pairing(largest)? {
            Some(Outcome::Previous) => return Ok(rest == 0),
            Some(_) if rest == 0 => return Ok(false),
            _ => {}
        }
        let method = self.method.unwrap_or(Method::Couples);
        match self.searched(method, |nimbers, cx| nimbers.quick_is(&largest, rest.into(), cx))? {
            Some(found) => Ok(found),
            None => Ok(self.value(largest)? == rest),
        }
    }

    /// One question to the search, which goes on where the last one ended.
    fn searched<T>(
        &mut self,
        method: Method,
        question: impl FnOnce(&mut Nimbers<Called<'_, '_, '_>>, &Context) -> Result<Option<T>, Error>,
    ) -> Said<Option<T>> {
        // time, memory and the nodes that are allowed are the meter's, which also looks at signals
        let cx = Context::new(Budget { nodes: Some(NODES), ..Budget::UNLIMITED });
        let learnt = std::mem::take(&mut self.state.learnt);
        let rules = Called {
            asking: RefCell::new(self),
            fault: RefCell::default(),
            cx: &cx,
            from: stack(),
            deep: Cell::new(false),
        };
        let mut nimbers = Nimbers::resume(rules, learnt).by(method);
        let found = question(&mut nimbers, &cx);
        let (fault, deep) = (nimbers.rules().fault.take(), nimbers.rules().deep.get());
        let learnt = nimbers.into_learnt();
        self.state.learnt = learnt;
        match (fault, found) {
            (Some(fault), _) => Err(fault),
            (None, Err(_)) if deep => Ok(None),
            (None, found) => found.map_err(|why| error::any(self.py, &why, None).into()),
        }
    }
}
