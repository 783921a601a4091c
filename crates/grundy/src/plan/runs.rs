//! Far heaps of games whose options are intervals with ends that never fall: by runs of equal values.
//!
//! `{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}(777777777777)` has some 800 000 options, whose values are six runs.
//! The runs of a game grow with the questions that are asked; small heaps are answered by the tables as ever.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard};

use grundy_core::number::to_u64;
use grundy_core::{Context, Convention, Evidence, Nat, Outcome, Result, locked};

use super::Found;
use super::strategy::{At, Stage, Strategy};
use crate::engine::runs::{RUNS, Run, Runs};
use crate::game::Game;
use crate::game::knowledge::Knowledge;
use crate::game::options::Options;
use crate::loopy::Value;
use crate::rule::measure::{Measure, Termination};
use crate::rule::sliding;

const NAME: &str = "runs of equal values";

/// Tables are asked for smaller heaps.
const NEAR: u64 = 1 << 12;
/// The runs up to a heap may cost so much …
const NODES: u64 = 5_000_000;
/// … and so much where no table reaches.
const NODES_FAR: u64 = 100_000_000;
/// The first heap that no table reaches.
const FAR: i128 = 1 << 36;

/// The runs of a game, for both conventions.
#[derive(Debug)]
pub(super) struct ByRuns {
    normal: Mutex<Kept>,
    misere: Mutex<Kept>,
}

/// The runs that are known, and how many nodes were once not enough for more.
#[derive(Debug)]
struct Kept {
    runs: Runs,
    in_vain: u64,
}

impl Game {
    /// The runs of equal values of all heaps up to this one, with their reasons; in misère play of outcomes, 0 for P and 1
    /// for N. `None`: the options are no intervals whose ends never fall, there are too many runs, or they cost more than
    /// so many nodes; what was found is kept for the next question.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn runs(
        &self,
        convention: Convention,
        to: u64,
        nodes: u64,
        cx: &Context,
    ) -> Result<Option<(Vec<Run>, Evidence)>> {
        let Some(by) = &self.strategies()?.runs else { return Ok(None) };
        Ok(by.up_to(convention, to, nodes, cx)?.map(|runs| (runs, evidence())))
    }
}

impl ByRuns {
    /// `None`: the options are no such intervals, or some move is not known to leave a smaller heap.
    pub(super) fn of(known: &Knowledge) -> Option<ByRuns> {
        let rule = known.rule.as_ref()?.rule();
        match &known.termination {
            // what falls may be something else than the heap
            Some(Termination::Proved(Measure::Declared(_))) => return None,
            Some(Termination::Proved(_)) => {}
            _ => return None,
        }
        let moves = sliding::moves(rule)?;
        let kept = |convention| Mutex::new(Kept { runs: Runs::new(Arc::clone(&moves), convention), in_vain: 0 });
        Some(ByRuns { normal: kept(Convention::Normal), misere: kept(Convention::Misere) })
    }

    /// The runs up to this heap; `None`: too many, or too dear.
    ///
    /// # Errors
    /// A spent budget.
    fn up_to(&self, convention: Convention, to: u64, nodes: u64, cx: &Context) -> Result<Option<Vec<Run>>> {
        let behind = i128::from(to) + 1;
        let is_known = |runs: &Runs| runs.end() >= behind;
        self.within(convention, nodes, cx, is_known, |runs, part| {
            let all = runs.grow(behind, part)?;
            Ok(all.then(|| runs.known_runs().iter().copied().take_while(|run| run.start <= to.into()).collect()))
        })
    }

    fn kept(&self, convention: Convention) -> MutexGuard<'_, Kept> {
        let kept = match convention {
            Convention::Normal => &self.normal,
            Convention::Misere => &self.misere,
        };
        locked(kept.lock())
    }

    /// Is the place far away, and all known that its value depends on?
    fn is_known(&self, at: At<'_>) -> bool {
        far(at).is_some_and(|n| self.kept(Convention::Normal).runs.reach(n, &Context::default()))
    }

    /// Asks the runs about a far heap, within a share of the budget.
    fn ask<T>(
        &self,
        at: At<'_>,
        convention: Convention,
        cx: &Context,
        work: impl FnOnce(&mut Runs, i128, &Context) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let Some(n) = far(at) else { return Ok(None) };
        let nodes = if n >= FAR { NODES_FAR } else { NODES };
        let before = cx.enter(NAME);
        let found = self.within(convention, nodes, cx, |runs| runs.reach(n, cx), |runs, part| work(runs, n, part))?;
        cx.enter(before);
        Ok(found)
    }

    /// Asks the runs for so many nodes, unless as many were once not enough for what is not known.
    fn within<T>(
        &self,
        convention: Convention,
        nodes: u64,
        cx: &Context,
        is_known: impl FnOnce(&Runs) -> bool,
        work: impl FnOnce(&mut Runs, &Context) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let mut kept = self.kept(convention);
        if kept.in_vain >= nodes && !is_known(&kept.runs) {
            return Ok(None);
        }
        let found = cx.trial(nodes, |part| work(&mut kept.runs, part))?;
        if found.is_none() {
            kept.in_vain = kept.in_vain.max(nodes);
        }
        Ok(found.flatten())
    }
}

/// The size of the heap, if it is a far one.
fn far(at: At<'_>) -> Option<i128> {
    match at.place.as_slice() {
        [n] if to_u64(n).is_none_or(|n| n >= NEAR) => i128::try_from(n).ok(),
        _ => None,
    }
}

fn evidence() -> Evidence {
    Evidence::theorem(&RUNS)
}

impl Strategy for ByRuns {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        self.is_known(at).then(|| NAME.into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        self.is_known(at).then_some(0)
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let value = self.ask(at, Convention::Normal, cx, Runs::value)?;
        Ok(value.map(|value| Found::new(Value::Finite(value.into()), evidence(), NAME)))
    }

    fn misere(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let value = self.ask(at, Convention::Misere, cx, Runs::value)?;
        Ok(value.map(|value| Found::new(Outcome::lost_if(value == 0), evidence(), NAME)))
    }

    fn options(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let listing = self.ask(at, Convention::Normal, cx, |runs, n, part| runs.all_options(n, limit, part))?;
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Some(value) = to_u64(value).and_then(|value| u32::try_from(value).ok()) else { return Ok(None) };
        let listing = self.ask(at, Convention::Normal, cx, |runs, n, part| runs.options_with(n, value, limit, part))?;
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }

    fn misere_winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let listing = self.ask(at, Convention::Misere, cx, |runs, n, part| runs.options_with(n, 0, limit, part))?;
        Ok(listing.map(|listing| Options::of_listing(at.game, listing)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    const FURLO: &str = "{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}";

    #[test]
    fn far_heaps_are_answered_by_runs() {
        let mut session = Session::new();
        let position = session.position(&format!("{FURLO}(777777777777)")).unwrap();
        let answer = position.solve().unwrap();
        assert_eq!((answer.value.clone(), answer.engine.as_str()), (Some(Nat::from(2u8)), NAME));
        assert!(answer.evidence.is_proved());
        // those of value 0 are 940..=6723
        let winning = position.winning_moves().unwrap();
        assert_eq!(winning.count, Some(Nat::from(5784u32)));
        assert_eq!(winning.moves[0].to, format!("{FURLO}(940)"));
        // misère: 0, 1, 2 and 3 are ends of play and won, 4 to 15 lost, so that 32 to 1000 decide who wins 10^6
        let misere = session.position(&format!("misere {FURLO}(10^6)")).unwrap().solve().unwrap();
        assert_eq!(misere.engine, NAME);
        let options: Vec<u64> = (32..=1000).collect();
        let lost = options.iter().any(|n| {
            let option = session.position(&format!("misere {FURLO}({n})")).unwrap().solve().unwrap();
            option.outcome == Some(Outcome::Previous)
        });
        assert_eq!(misere.outcome, Some(Outcome::won_if(lost)));
    }

    #[test]
    fn tables_answer_where_each_heap_is_a_run() {
        let mut session = Session::new();
        let position = session.position("{n -> n-k for k in 1..isqrt(n) if k*k <= n}(20000)").unwrap();
        let answer = position.solve().unwrap();
        assert_ne!(answer.engine, NAME);
        assert!(answer.evidence.is_proved());
    }
}
