//! Rules that count upwards: the rule turned round answers.
//!
//! `{s -> s+k for k in 1..10 if s+k <= 10^6 by 10^6-s}(0)` has a million positions above it. What is missing to 10^6 is a heap
//! from which up to ten are taken, so the position has the value of `take[1..10](10^6)`.
//!
//! Cost: that of the other game.

use std::borrow::Cow;

use grundy_core::{Context, Error, Evidence, Nat, NatPeriod, Outcome, Result, Theorem};

use super::strategy::{At, Stage, Strategy};
use super::{Found, Told};
use crate::game::derived::Reflected;
use crate::game::options::Options;
use crate::game::{Component, Game, Place};
use crate::loopy::Value;

/// Why positions that count upwards are heaps.
pub(crate) static REFLECTION: Theorem = Theorem {
    id: "reflection",
    statement: "if every move leads to a larger number and none beyond N, the position s is a heap of N − s tokens from \
                which is taken what is added",
    chinese: "翻转定理：若每步都到更大的数且不超过 N，则局面 s 就是有 N − s 个石子的一堆，加多少即取多少",
    reference: "",
};

/// The rule turned round.
#[derive(Debug)]
pub(super) struct OfReflected;

/// The last position with another value than 0 is looked for among so many.
const LAST: u64 = 1 << 12;

impl Reflected {
    /// From where on all values are 0, as the period 1; `None`: not among the last positions.
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn end_of_values(&self, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
        for missing in 0..LAST {
            let Some(position) = self.turn(&missing.into()) else { break };
            let Some(found) = asked(self.game.find_value(&Place::heap(missing), cx))? else { return Ok(None) };
            if found.what != Nat::ZERO {
                let period = NatPeriod { preperiod: position + Nat::ONE, period: Nat::ONE, saltus: Nat::ZERO };
                return Ok(Some((period, found.evidence.and(&Evidence::theorem(&REFLECTION)))));
            }
        }
        Ok(None)
    }
}

/// The game turned round, and the heap in it.
fn heap(at: At<'_>) -> Option<(&Reflected, Place)> {
    let turned = at.known.reflected.as_ref()?;
    turned.turn(&at.place[0]).map(|missing| (turned, Place::heap(missing)))
}

/// What another game says, or nothing where its rule has no value: then the rule itself says so in its own words.
fn asked<T>(answer: Result<T>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::Bad(_)) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

fn because<T>(mut found: Found<T>) -> Found<T> {
    found.evidence.add(&Evidence::theorem(&REFLECTION));
    found
}

/// More options than this are not asked for once more, to find the first ones in order.
const LISTED: u32 = 1 << 16;

/// The options as they stand in the game that was asked about, from those of the game turned round, which come the other way
/// round. Of very many some are listed, not the first ones. `None`: the rule may leave several parts, of which other ones
/// are empty heaps in the other game.
fn turned_back(
    at: At<'_>,
    limit: usize,
    ask: impl Fn(&Game, &Place, usize) -> Result<Option<Options>>,
) -> Result<Option<Options>> {
    let Some((turned, place)) = heap(at) else { return Ok(None) };
    if at.known.rule.as_ref().is_none_or(|rule| rule.rule().alternatives.iter().any(|way| way.parts.len() > 1)) {
        return Ok(None);
    }
    let mut options = asked(ask(&turned.game, &place, limit))?.flatten();
    if options.as_ref().is_some_and(|o| o.has_more() && o.count.as_ref().is_some_and(|all| *all <= LISTED.into())) {
        options = asked(ask(&turned.game, &place, usize::MAX))?.flatten();
    }
    let Some(options) = options else { return Ok(None) };
    let part = |part: Component| match (part.game == turned.game).then(|| turned.turn(&part.place[0])).flatten() {
        Some(place) => Component { game: at.game.clone(), place: Place::heap(place) },
        None => part,
    };
    let all = options.first.into_iter().map(|parts| parts.into_iter().map(part).collect()).collect();
    Ok(Some(Options { count: options.count, ..Options::of(all, limit) }))
}

impl Strategy for OfReflected {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        heap(at).map(|(turned, place)| turned.game.engine_for(&place).into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        heap(at).and_then(|(turned, place)| turned.game.cost(&place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let Some((turned, place)) = heap(at) else { return Ok(None) };
        Ok(asked(turned.game.find(&place, cx))?.map(because))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        let Some((turned, place)) = heap(at) else { return Ok(None) };
        asked(turned.game.value_at(&place, cx))
    }

    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        let Some((turned, place)) = heap(at) else { return Ok(None) };
        Ok(asked(turned.game.outcome_at_stage(&place, stage, cx))?.flatten().map(because))
    }

    fn misere(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let Some((turned, place)) = heap(at) else { return Ok(None) };
        Ok(asked(turned.game.misere_alone(&place, stage, cx))?.flatten().map(because))
    }

    fn misere_winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        turned_back(at, limit, |game, place, limit| game.misere_winning(place, limit, cx))
    }

    fn options_with_value(&self, at: At<'_>, value: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        turned_back(at, limit, |game, place, limit| game.options_with_value(place, value, limit, cx).map(Some))
    }

    fn winning(&self, at: At<'_>, limit: usize, cx: &Context) -> Result<Option<Options>> {
        turned_back(at, limit, |game, place, limit| game.winning_alone(place, limit, cx).map(Some))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Nat;
    use crate::session::Session;
    use crate::solve::{SolveOptions, solve};

    #[test]
    fn a_far_place_is_answered_by_what_is_missing() {
        let mut session = Session::new();
        let position = session.position("{s -> s+k for k in 1..10 if s+k <= 10^12 by 10^12-s}(7)").unwrap();
        let answer = solve(&position, &SolveOptions::default(), &Context::default()).unwrap();
        let expected = (1_000_000_000_000 - 7) % 11u64;
        assert_eq!(answer.value, Some(Nat::from(expected)));
        assert!(answer.evidence.is_proved());
        let reasons: Vec<&str> = answer.evidence.theorems.iter().map(|theorem| theorem.id).collect();
        assert!(reasons.contains(&"reflection"), "{reasons:?}");
        let wins = position.winning_moves().unwrap();
        assert_eq!(wins.count, Some(Nat::ONE));
        assert!(wins.moves[0].to.ends_with(&format!("({})", 7 + expected)), "{}", wins.moves[0].to);
        // beyond N nothing moves
        let beyond = session.position("{s -> s+k for k in 1..10 if s+k <= 10^12 by 10^12-s}(10^12+5)").unwrap();
        assert_eq!(beyond.solve().unwrap().value, Some(Nat::ZERO));
    }

    /// Against the same rules with a measure that is not turned round.
    #[test]
    fn values_outcomes_and_moves_are_those_of_the_rule() {
        let cx = Context::default();
        for text in [
            "{s -> s+k for k in 1..4 if s+k <= 70 BY}",
            "{s -> s+k for k in 1.. if s+k <= 70; s+7 if s%3 = 1 and s < 50 BY}",
            "{s -> s*k for k in 2..9 if s > 0 and s*k <= 70 BY}",
            "{s -> s+k*k & s+k for k in 1..3 if s+k^2 <= 70 BY}",
            "{s -> s+p for p in 2..s if p in primes and p <= 70-s; s+1 if s < 70 BY}",
            "{s -> s+k & nim(s) for k in 1..5 if s+k <= 70; s+1 if s < 70 BY}",
        ] {
            let read = |by| Session::new().game(&text.replace("BY", by)).unwrap().game;
            let (turned, plain) = (read("by 70-s"), read("by 140-2*s"));
            assert!(turned.knowledge().unwrap().reflected.is_some(), "{text}");
            assert!(plain.knowledge().unwrap().reflected.is_none(), "{text}");
            for s in 0..=80u64 {
                let place = Place::heap(s);
                let expected = plain.value_at(&place, &cx).unwrap();
                assert_eq!(turned.find_value(&place, &cx).unwrap().what, expected, "{text} {s}");
                for value in [0u64, 1, 2] {
                    let listed = |game: &Game| {
                        let options = game.options_with_value(&place, &Nat::from(value), 3, &cx).unwrap();
                        let shown = |parts: &Vec<Component>| parts.iter().map(|p| p.place.to_string()).collect();
                        (options.count, options.first.iter().map(shown).collect::<Vec<Vec<String>>>())
                    };
                    assert_eq!(listed(&turned), listed(&plain), "{text} {s} value {value}");
                }
                let misere = |game: &Game| {
                    let found = game.misere_alone(&place, Stage::First, &cx).unwrap();
                    found.map(|found| found.what)
                };
                if let (Some(a), Some(b)) = (misere(&turned), misere(&plain)) {
                    assert_eq!(a, b, "misere {text} {s}");
                }
            }
        }
    }
}
