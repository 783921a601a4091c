//! Games without a law or an order: a memo of what is reachable from the place.

use std::borrow::Cow;
use std::sync::Mutex;

use grundy_core::{Context, Evidence, Nat, Result, Spent, locked};

use super::strategy::{At, Strategy};
use super::{Found, below};
use crate::loopy::Value;
use crate::plan::sparse::{Reach, Sparse};
use crate::words::Words;

/// The values that were reached.
#[derive(Debug)]
pub(super) struct Search {
    memo: Mutex<Sparse>,
    /// What was done, in words.
    how: [&'static str; 2],
    /// Does the size of the numbers say how much there is to visit?
    sized: bool,
}

impl Search {
    /// Over the places of a game.
    pub(super) fn of_places() -> Self {
        let how = ["the values of everything reachable, computed from the rule", "由规则算出一切可达局面的值"];
        Search { memo: Mutex::default(), how, sized: true }
    }

    /// Over the positions of a compound, whose places are numbers in order of first mention.
    pub(super) fn of_compound() -> Self {
        let how =
            ["the values of all positions that the compound can reach, by mex", "用 mex 算出复合可达的全部局面的值"];
        Search { memo: Mutex::default(), how, sized: false }
    }
}

impl Strategy for Search {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        Some("sparse memo".into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        self.sized.then(|| below(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let value = self.number(at, cx)?;
        let evidence = || Evidence::computed(Words::new(self.how[0], self.how[1]));
        Ok(value.map(|value| Found::new(Value::Finite(value), evidence(), "sparse memo")))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        cx.enter("sparse memo");
        let memo = || locked(self.memo.lock());
        // taken out while it is at work: moves may lead to other games, and from there back to this one
        let mut sparse = std::mem::take(&mut *memo());
        let result = sparse.value(at.game, at.place, Reach::All, cx, &mut |part| part.game.value_at(&part.place, cx));
        *memo() = sparse;
        match result? {
            Some(value) => Ok(Some(value)),
            None => Err(cx.stopped(Spent::Nodes, None).into()),
        }
    }
}
