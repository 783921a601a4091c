//! Laws that were proved of all places of a game: [`crate::game::learnt`], as four rungs.
//!
//! ```text
//! let R = {n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}
//!     R(5000)     take-and-break table, whatever was learnt
//!     R(10^9)     the table is refused; a formula of the values is guessed from the first heaps, proved by automata in a tenth
//!                 of a second, and read off
//! ```
//!
//! | rung | asked | looks for laws |
//! |---|---|---|
//! | [`ByLawAfar`] | before a sequence, of far heaps | no |
//! | [`ByLawOfLong`] | before a sequence, of heaps that a trial of it did not reach | of values, then of who wins |
//! | [`ByLaw`] | behind the engines | in misère play and far away, an automaton |
//! | [`ByLawSought`] | where all others refuse | yes |
//!
//! What engines answer they answer as if nothing had been learnt. A search for laws is bounded ([`Learn`]) and made once a
//! game. Cost of a law: an expression, or the digits of the place.

use std::borrow::Cow;
use std::sync::Arc;

use grundy_automata::search::Question;

use super::automaton::is_far;
use super::heaps::Heaps;
use super::strategy::{At, Stage, Strategy};
use super::{Found, Learn, Told};
use crate::context::Context;
use crate::error::Result;
use crate::game::knowledge::volume;
use crate::game::learnt::Wish;
use crate::game::options::Options;
use crate::game::{Component, Place, learnt};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};

/// Moves from places among the first so many are tried one by one.
const NEAR: u64 = 1 << 16;

/// Options of a far heap that are looked at may cost so many nodes.
const OPTIONS: u64 = 100_000;

/// The store of the game.
#[derive(Debug)]
pub(super) struct ByLaw;

/// The same before the engines of sequences, for heaps that no table reaches soon.
#[derive(Debug)]
pub(super) struct ByLawAfar;

impl Strategy for ByLawAfar {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        if !is_far(at.place) {
            return Ok(None);
        }
        ByLaw.value(at, cx)
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if is_far(at.place) { by_law_of_values(at, value, limit, cx) } else { Ok(None) }
    }
}

/// The options of this value where a law tells the values: they are few, and looked at one by one.
fn by_law_of_values(at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
    let law = at.game.learnt();
    if law.value(at.place, cx)?.is_none() {
        return Ok(None);
    }
    let Some(all) = cx.trial(OPTIONS, |part| at.game.every_option(at.place, part))? else { return Ok(None) };
    let mut found = Vec::new();
    for parts in all {
        let mut sum = Nat::ZERO;
        for part in &parts {
            sum ^= match law.value(&part.place, cx)? {
                Some(told) if part.game == *at.game => told.is,
                _ => part.game.value_at(&part.place, cx)?,
            };
        }
        if sum == *value {
            found.push(parts);
        }
    }
    Ok(Some(Options::of(found, limit)))
}

/// Heaps of a sequence are worked out for so many nodes before laws are looked for, which cost little.
const FIRST_NODES: u64 = 20_000_000;
/// Smaller heaps cost less.
const SHORT: u64 = 1 << 13;

/// Sequences that take long, after a trial: laws are looked for once, before they are worked out to the end.
#[derive(Debug)]
pub(super) struct ByLawOfLong(pub(super) Arc<Heaps>);

impl Strategy for ByLawOfLong {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        if at.place[0] < Nat::from(SHORT) || self.0.known(&at.place[0]).is_some() {
            return Ok(None);
        }
        // where the time is up, the engine that was at work is told
        let before = cx.enter(self.0.at_work());
        if let Some(found) = cx.trial(FIRST_NODES, |part| self.0.value(at, part))? {
            cx.enter(before);
            return Ok(found);
        }
        cx.enter(before);
        at.game.look_for(Convention::Normal, 1, Wish::Values, cx)?;
        ByLaw.value(at, cx)
    }

    /// Of far heaps whose values no law tells: the law of who wins.
    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        if stage == Stage::Last || !is_far(at.place) || self.value(at, cx)?.is_some() {
            return Ok(None);
        }
        at.game.look_for(Convention::Normal, 1, Wish::Reason, cx)?;
        ByLaw.outcome(at, Stage::Last, cx)
    }

    /// What the law told, and the sequence does not know yet.
    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if at.place[0] < Nat::from(SHORT) || self.0.known(&at.place[0]).is_some() {
            return Ok(None);
        }
        match by_law_of_values(at, value, limit, cx)? {
            Some(listed) => Ok(Some(listed)),
            None => ByLaw.options_with_value(at, value, limit, cx),
        }
    }
}

/// A search for laws with less than this left would find nothing.
const LEAST: u64 = 1_000_000;

/// What all engines refuse: laws are looked for, once.
#[derive(Debug)]
pub(super) struct ByLawSought;

impl ByLawSought {
    fn look(at: At<'_>, convention: Convention, wish: Wish, cx: &Context) -> Result<()> {
        match cx.nodes_left() {
            Some(left) if left < LEAST => Ok(()),
            _ => at.game.look_for(convention, at.place.len(), wish, cx),
        }
    }
}

impl Strategy for ByLawSought {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        ByLawSought::look(at, Convention::Normal, Wish::Values, cx)?;
        ByLaw.value(at, cx)
    }

    /// Values tell who wins as well.
    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        if stage == Stage::First {
            return Ok(None);
        }
        ByLawSought::look(at, Convention::Normal, Wish::Values, cx)?;
        if at.game.learnt().outcome(at.place, Convention::Normal, cx).is_none() {
            ByLawSought::look(at, Convention::Normal, Wish::Reason, cx)?;
        }
        ByLaw.outcome(at, stage, cx)
    }

    fn misere(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        if stage == Stage::First || !is_far(at.place) {
            return Ok(None);
        }
        ByLawSought::look(at, Convention::Misere, Wish::Reason, cx)?;
        ByLaw.misere(at, stage, cx)
    }
}

fn found<T, U>(found: learnt::Found<T>, wrap: impl FnOnce(T) -> U) -> Found<U> {
    Found::new(wrap(found.is), found.by.evidence.clone(), found.by.engine())
}

/// The moves to places of this value, or to P-positions, where an automaton lists them.
fn moves(at: At<'_>, question: Question, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
    if volume(at.place).is_some_and(|places| places <= NEAR) {
        return Ok(None);
    }
    let Some(law) = at.game.learnt().moves(question) else { return Ok(None) };
    let listing = law.moves_to(at.place, value, limit, cx)?;
    Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
}

impl Strategy for ByLaw {
    fn engine(&self, _at: At<'_>) -> Option<Cow<'static, str>> {
        None
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        Ok(at.game.learnt().value(at.place, cx)?.map(|law| found(law, Value::Finite)))
    }

    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        let told = if stage == Stage::Last { at.game.learnt().outcome(at.place, Convention::Normal, cx) } else { None };
        Ok(told.map(|law| found(law, Told::from)))
    }

    fn misere(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        if !is_far(at.place) {
            return Ok(None);
        }
        if stage == Stage::Last && at.known.rule.is_some() {
            at.game.automatic_law(Question::Misere, cx)?;
        }
        let told = at.game.learnt().outcome(at.place, Convention::Misere, cx);
        Ok(told.map(|law| found(law, |outcome| outcome)))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if let Some(listed) = moves(at, Question::Values, value, limit, cx)? {
            return Ok(Some(listed));
        }
        // a heap that becomes every smaller one, of which that of this size has this value; there may be more
        let ([heap], &[0]) = (at.place.as_slice(), at.known.free_coordinates.as_slice()) else { return Ok(None) };
        let place: Place = [value.clone()].into_iter().collect();
        if value >= heap || at.game.learnt().value(&place, cx)?.is_none_or(|law| law.is != *value) {
            return Ok(None);
        }
        let part = Component { game: at.game.clone(), place };
        Ok(Some(Options::some(vec![vec![part]])))
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        if let Some(listed) = moves(at, Question::Kernel, &Nat::ZERO, limit, cx)? {
            return Ok(Some(listed));
        }
        if at.game.learnt().outcome(at.place, Convention::Normal, cx).is_none() {
            return Ok(None);
        }
        let mut wins = Vec::new();
        for parts in at.game.every_option(at.place, cx)? {
            cx.tick(1)?;
            // a law of single places says nothing about what a split leaves
            let after = match parts.as_slice() {
                [only] => only.game.outcome_at_last(&only.place, cx)?,
                _ => None,
            };
            let Some(after) = after else { return Ok(None) };
            if after.what.outcome == Outcome::Previous {
                wins.push(parts);
            }
        }
        Ok(Some(Options::of(wins, limit)))
    }

    fn misere_winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        moves(at, Question::Misere, &Nat::ZERO, limit, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::number::Nat;
    use crate::session::Session;
    use crate::solve::{SolveOptions, solve};

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

    /// The table of a code costs n² steps.
    #[test]
    fn a_long_sequence_is_left_for_a_law() {
        for text in
            ["{n -> k for k in 1..n-1}(988230)", "{(a,b) -> (k,b) for k in 1..a-1; (a,k) for k in 1..b-1}(988230,1)"]
        {
            let position = Session::new().position(text).unwrap();
            let cx = Context::default();
            let answer = solve(&position, &SolveOptions::default(), &cx).unwrap();
            assert_eq!(answer.value, Some(Nat::from(988_229u32)), "{text}");
            assert!(answer.evidence.is_proved() && cx.nodes() < 100_000_000, "{text}: {}", cx.nodes());
        }
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
