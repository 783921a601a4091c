//! Heaps that lose alone, as one condition: a heap is lost where a proved law says so, and laws repeat. So do the misère
//! outcomes of sets and codes.

use grundy_core::{Context, Convention, Evidence, Nat, Outcome, Period, Result};
use grundy_sequence::set::IntSet;

use crate::engine::closed_form::small_gaps;
use crate::game::learnt::{Law, Wish};
use crate::game::{Component, Game, Place};
use crate::guess::learn;
use crate::plan::misere::Judge;
use crate::plan::residues::{Heaps, Residues, where_it_holds};
use crate::statement::Claim;
use crate::statement::repeating::repetition;

/// The search for the period may cost so much.
const NODES: u64 = 1_000_000;
/// It is looked for among so many heaps.
const HEAPS: u64 = 10_000;

/// All heaps from which the player to move loses if nothing else is there, where a law that repeats tells them.
///
/// # Errors
/// A spent budget; a fault of the rule.
pub(super) fn heaps_that_lose(game: &Game, convention: Convention, cx: &Context) -> Result<Option<(Heaps, Evidence)>> {
    if convention == Convention::Misere
        && let Some(most) = game.knowledge()?.set().and_then(IntSet::initial_interval).filter(|most| !most.is_zero())
    {
        // take[1..m]: P exactly if n % (m+1) = 1
        let heaps = Heaps::Endless(Residues::pure(&most + Nat::ONE, Nat::ONE));
        return Ok(Some((heaps, Evidence::theorem(&small_gaps::INTERVAL))));
    }
    let mut judge = Judge::new();
    let mut loses = |n: u64| {
        let component = Component { game: game.clone(), place: Place::heap(n) };
        let outcome = match convention {
            Convention::Normal => game.outcome_at(&component.place, cx)?,
            Convention::Misere => judge.sum(&[(component, Nat::ONE)], cx)?,
        };
        Ok(outcome == Outcome::Previous)
    };
    if convention == Convention::Misere
        && let Some((period, why)) = cx.trial(NODES, |part| game.misere_period(HEAPS, part))?.flatten()
    {
        return Ok(where_it_holds(period, loses, cx)?.map(|heaps| (heaps, why)));
    }
    let Some(known) = learn(game, convention, 1, Wish::Reason, cx)? else { return Ok(None) };
    let Law::Claim(claim @ (Claim::Previous(_) | Claim::Value(_))) = &known.law else { return Ok(None) };
    let Some(line) = repetition(claim).filter(|line| line.saltus == 0) else { return Ok(None) };
    let period = Period { preperiod: line.from, period: line.period, saltus: 0 };
    Ok(where_it_holds(period, &mut loses, cx)?.map(|heaps| (heaps, known.evidence.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn lone_heaps_that_lose_are_told_by_laws() {
        let cx = Context::default();
        for (text, wanted) in [
            ("misere take[1..3]", "? % 4 = 1"),
            ("misere take[1,3,4]", "? % 7 in {1,3}"),
            ("misere take[1..10^30]", "? % 1000000000000000000000000000001 = 1"),
            ("misere {n -> n-k for k in {1,3,4} if n > 2}", "? % 7 in {3,5}"),
        ] {
            let question = Session::new().game(text).unwrap();
            let (heaps, why) = heaps_that_lose(&question.game, Convention::Misere, &cx).unwrap().unwrap();
            assert!(why.is_proved());
            let Heaps::Endless(set) = heaps else { panic!("{text}") };
            assert_eq!(set.to_string(), wanted, "{text}");
            let mut judge = Judge::new();
            let told = set.first(40);
            for n in 0..30u64 {
                if text.contains('^') && n > 1 {
                    break;
                }
                let place = Place::heap(n);
                let sum = [(Component { game: question.game.clone(), place }, Nat::ONE)];
                let lost = judge.sum(&sum, &cx).unwrap() == Outcome::Previous;
                assert_eq!(lost, told.contains(&Nat::from(n)), "{text} {n}");
            }
        }
    }
}
