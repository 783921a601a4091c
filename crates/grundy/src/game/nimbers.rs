//! How a game with positions of its own type finds their values: by a search for nimbers, or by a theorem.
//!
//! Boards and rules in Rust use it; [`store`] keeps in a file what a search finds.

pub(crate) mod store;

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use grundy_core::{Context, Evidence, NormalPlay, Outcome, Result, Rules, Theorem, Turn, Visitor, Words, locked};
use grundy_search::Nimbers;
use grundy_search::nimbers::Method;

use crate::engine::fold::Listed;
use store::{Keyed, NimberStore};

/// Values and outcomes of positions of one game, in normal play.
pub(crate) trait Values<P>: Debug + Send + Sync {
    /// The Grundy value, with its reasons.
    ///
    /// # Errors
    /// A position that is reached from itself; a spent budget.
    fn value(&self, position: &P, cx: &Context) -> Result<(u64, Evidence)>;

    /// Is the Grundy value this number? `None`: it is found by the value.
    fn is(&self, _position: &P, _number: u64, _cx: &Context) -> Option<Result<bool>> {
        None
    }

    /// Who wins, where a theorem tells at once.
    fn told(&self, _position: &P) -> Option<(Outcome, &'static Theorem)> {
        None
    }

    /// Does the theorem tell of every option of this position?
    fn tells_all(&self, _position: &P) -> bool {
        false
    }

    /// Who wins alone in misère play, where a theorem tells.
    fn told_misere(&self, _position: &P) -> Option<(Outcome, &'static Theorem)> {
        None
    }

    /// What it is worth in sums of misère play, where a theorem says that it and all that can be reached are tame: its
    /// value, and whether it is fickle.
    fn tame(&self, _position: &P) -> Option<(u64, bool, &'static Theorem)> {
        None
    }

    /// How many moves are left, where a theorem says that this does not depend on how one plays.
    fn lasts(&self, _position: &P) -> Option<(u64, &'static Theorem)> {
        None
    }

    /// How many nodes a value may cost, roughly; `None`: nobody can tell.
    fn cost(&self, _position: &P) -> Option<u64> {
        None
    }

    /// The value in a game in which moves may keep the turn, in place of [`Values::value`]; `None` for loony positions.
    ///
    /// # Errors
    /// As [`Values::value`].
    fn worth(&self, position: &P, cx: &Context) -> Result<Option<u64>> {
        self.value(position, cx).map(|(value, _)| Some(value))
    }

    /// What positions are worth, where moves may keep the turn or end the play; `None`: every move passes the turn.
    fn entailing(&self) -> Option<&'static Theorem> {
        None
    }

    /// Has the play of every sum with this position ended?
    fn is_over(&self, _position: &P) -> bool {
        false
    }

    /// Whose turn it is after a move.
    fn turn(&self, _from: &P, _to: &P) -> Turn {
        Turn::Passes
    }

    /// Values that the position is known not to have, where a search ran out of budget.
    fn excluded(&self, _position: &P, _cx: &Context) -> Vec<u64> {
        Vec::new()
    }

    /// The proof of the value as a text that can be checked; `None`: this game has none.
    fn certificate(&self, _position: &P, _comment: &str, _cx: &Context) -> Option<Result<String>> {
        None
    }

    /// What the theorem computes of a position that is given as a list of numbers.
    fn fold(&self) -> Option<Listed> {
        None
    }

    /// What the theorem computes of it in misère play.
    fn misere_fold(&self) -> Option<Listed> {
        None
    }

    /// Are values searched that a store can keep?
    fn keeps(&self) -> bool {
        false
    }

    /// Begins with what this store holds, and keeps in it what is found.
    ///
    /// # Errors
    /// A file that is not to be believed or cannot be read; a cancelled question.
    fn keep_in(&self, _store: &Arc<NimberStore>, _cx: &Context) -> Result<()> {
        Ok(())
    }
}

/// Is the sum of these parts worth this number? Of the largest part it is only asked whether it is worth what the others leave.
///
/// # Errors
/// Those of `value` and `is`.
pub(crate) fn sum_is<P>(
    mut parts: Vec<P>,
    number: u64,
    size: impl Fn(&P) -> u32,
    value: impl Fn(&P) -> Result<u64>,
    is: impl FnOnce(&P, u64) -> Result<bool>,
) -> Result<bool> {
    parts.sort_by_key(size);
    let Some(largest) = parts.pop() else { return Ok(number == 0) };
    let mut rest = number;
    for part in &parts {
        rest ^= value(part)?;
    }
    is(&largest, rest)
}

/// Any rules, without hooks for values.
#[derive(Debug)]
pub(crate) struct Plainly<R>(pub(crate) Arc<R>);

impl<R> Clone for Plainly<R> {
    fn clone(&self) -> Self {
        Plainly(Arc::clone(&self.0))
    }
}

impl<R: Rules> Rules for Plainly<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position, visit: &mut Visitor<'_, R::Position>) -> ControlFlow<()> {
        self.0.options(position, visit)
    }

    fn canonical(&self, position: R::Position) -> R::Position {
        self.0.canonical(position)
    }

    fn split(&self, position: R::Position) -> Vec<R::Position> {
        self.0.split(position)
    }
}

impl<R: Rules> NormalPlay for Plainly<R> {}

/// What a search has learnt, for one question after the other.
#[derive(Debug)]
pub(crate) struct Kept<R: NormalPlay>(Mutex<Nimbers<R>>)
where
    R::Position: Debug;

impl<R: NormalPlay<Position: Send + Sync> + Sync> Kept<R> {
    pub(crate) fn new(rules: R) -> Self {
        Kept::by(rules, Method::Couples)
    }

    /// As [`Kept::new`], by this method.
    pub(crate) fn by(rules: R, method: Method) -> Self {
        Kept(Mutex::new(Nimbers::new(rules).by(method).with_threads()))
    }

    /// The value of a position.
    ///
    /// # Errors
    /// As [`Nimbers::value`].
    pub(crate) fn value_of(&self, position: &R::Position, cx: &Context) -> Result<u64> {
        cx.enter(ENGINE);
        locked(self.0.lock()).value(position, cx)
    }

    /// Is the value of a position this number?
    ///
    /// # Errors
    /// As [`Nimbers::value`].
    pub(crate) fn is_of(&self, position: &R::Position, number: u64, cx: &Context) -> Result<bool> {
        cx.enter(ENGINE);
        locked(self.0.lock()).is(position, number, cx)
    }

    /// Begins with what this store holds, and keeps in it what is found.
    ///
    /// # Errors
    /// As [`Values::keep_in`].
    pub(crate) fn keep_found(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()>
    where
        R: Keyed,
    {
        store.serve(&mut *locked(self.0.lock()), cx)
    }

    /// The value of a position, where it is known without a search.
    pub(crate) fn known_of(&self, position: &R::Position) -> Option<u64> {
        locked(self.0.lock()).known(position)
    }

    /// Values that a position is known not to have.
    pub(crate) fn excluded_of(&self, position: &R::Position, cx: &Context) -> Vec<u64> {
        locked(self.0.lock()).excluded(position, cx)
    }
}

/// A search for values, and theorems that tell who wins some positions.
#[derive(Debug)]
pub(crate) struct Beside<R: NormalPlay> {
    kept: Kept<R>,
    told: fn(&R::Position) -> Option<(Outcome, &'static Theorem)>,
    cost: fn(&R::Position) -> u64,
}

impl<R: NormalPlay<Position: Send + Sync> + Sync> Beside<R> {
    /// With who wins, and how many nodes the search may need for the value.
    pub(crate) fn new(
        rules: R,
        told: fn(&R::Position) -> Option<(Outcome, &'static Theorem)>,
        cost: fn(&R::Position) -> u64,
    ) -> Self {
        Beside { kept: Kept::new(rules), told, cost }
    }
}

impl<R> Values<R::Position> for Beside<R>
where
    R: Keyed<Position: Sync> + Send + Sync,
{
    fn value(&self, position: &R::Position, cx: &Context) -> Result<(u64, Evidence)> {
        self.kept.value(position, cx)
    }

    fn is(&self, position: &R::Position, number: u64, cx: &Context) -> Option<Result<bool>> {
        self.kept.is(position, number, cx)
    }

    fn told(&self, position: &R::Position) -> Option<(Outcome, &'static Theorem)> {
        (self.told)(position)
    }

    /// Where no theorem tells, the value is searched whatever it costs.
    fn cost(&self, position: &R::Position) -> Option<u64> {
        self.told(position).map(|_| (self.cost)(position))
    }

    fn excluded(&self, position: &R::Position, cx: &Context) -> Vec<u64> {
        self.kept.excluded(position, cx)
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep_in(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()> {
        self.kept.keep_in(store, cx)
    }
}

/// The name of the search.
pub(crate) const ENGINE: &str = "nimber search";

/// What a value that was searched rests on.
pub(crate) fn searched() -> Evidence {
    Evidence::computed(Words::new(
        "a search for the nimbers of the parts; every position that decides was opened",
        "搜索各部分的尼姆数；起决定作用的局面都已展开",
    ))
}

impl<R> Values<R::Position> for Kept<R>
where
    R: Keyed<Position: Sync> + Send + Sync,
{
    fn value(&self, position: &R::Position, cx: &Context) -> Result<(u64, Evidence)> {
        Ok((self.value_of(position, cx)?, searched()))
    }

    fn is(&self, position: &R::Position, number: u64, cx: &Context) -> Option<Result<bool>> {
        Some(self.is_of(position, number, cx))
    }

    fn excluded(&self, position: &R::Position, cx: &Context) -> Vec<u64> {
        self.excluded_of(position, cx)
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep_in(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()> {
        self.keep_found(store, cx)
    }
}
