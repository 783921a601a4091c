//! Heaps of games whose moves divide: by values that repeat by a factor, or outcomes that do.
//!
//! `{n -> n//d for d in 2..6 if n > 0}(10^1000)` is brought below 12 by division by 12. The law is looked for once, in
//! less than a millisecond; small heaps are answered by the tables as ever.

use std::borrow::Cow;
use std::sync::Arc;

use grundy_core::{Context, Error, Evidence, Nat, Result, number::to_u64};

use super::strategy::{At, Stage, Strategy};
use super::{Found, Told};
use crate::engine::runs::Run;
use crate::engine::scale::{About, RATIO, Scale};
use crate::game::learnt::{Law, Learnt, Wish};
use crate::game::{Game, Place};
use crate::loopy::Value;
use crate::outcome::{Convention, Outcome};
use crate::rule::division::Division;
use crate::words::{Sentence, Words};

const NAME: &str = "repetition by a factor";

/// Tables are asked for smaller heaps; rules that divide only from a larger heap on are left to them.
const NEAR: u64 = 1 << 16;
/// The search may cost so much.
const NODES: u64 = 5_000_000;

/// A law, and the statement that it is.
type Known = (Arc<Scale>, Arc<Learnt>);

impl Game {
    /// The values that repeat by a factor, or the outcomes, if they do; looked for once.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn scale(&self, convention: Convention, about: About, cx: &Context) -> Result<Option<Known>> {
        if let Some(known) = self.learnt().scale(convention, about) {
            return Ok(Some(known));
        }
        let wish = Wish::Scale(about);
        let nodes = cx.nodes_left().map_or(NODES, |left| left.min(NODES));
        if self.learnt().was_sought(convention, 1, wish, nodes) {
            return Ok(None);
        }
        let known = self.knowledge()?;
        let (Some(rule), Some(division)) = (&known.rule, &known.division) else { return Ok(None) };
        if division.from > NEAR {
            return Ok(None);
        }
        let before = cx.enter(NAME);
        let found = cx.trial(nodes, |part| match self.first(division, convention, about, part) {
            Ok(Some(first)) => Scale::of(division, &first, about, part),
            // the rule may fail at a small heap that the place which is asked about never meets
            Ok(None) | Err(Error::Bad(_)) => Ok(None),
            Err(stopped) => Err(stopped),
        })?;
        cx.enter(before);
        self.learnt().sought(convention, 1, wish, nodes);
        if let Some(scale) = found.flatten() {
            self.learnt().keep(stated(scale, convention, &rule.rule().names[0]));
        }
        Ok(self.learnt().scale(convention, about))
    }

    /// The values of the heaps before the rule divides, or their outcomes: 0 for P, 1 for N. `None`: too large values, or
    /// moves of which no outcome can be told.
    fn first(
        &self,
        division: &Division,
        convention: Convention,
        about: About,
        cx: &Context,
    ) -> Result<Option<Vec<u32>>> {
        let mut all: Vec<u32> = Vec::new();
        for n in 0..division.from {
            let place = Place::heap(n);
            let value = if about == About::Values {
                self.value_at(&place, cx)?
            } else {
                let Some(outcome) = self.by_options(&place, convention, &all, cx)? else { return Ok(None) };
                Nat::from(u8::from(outcome == Outcome::Next))
            };
            let Ok(value) = u32::try_from(value) else { return Ok(None) };
            all.push(value);
        }
        Ok(Some(all))
    }

    /// Who wins from a heap, where those of all smaller heaps are known and no move leaves several parts.
    fn by_options(
        &self,
        place: &Place,
        convention: Convention,
        known: &[u32],
        cx: &Context,
    ) -> Result<Option<Outcome>> {
        let options = self.every_option(place, cx)?;
        let mut next = options.is_empty() && convention == Convention::Misere;
        for parts in &options {
            let [part] = parts.as_slice() else { return Ok(None) };
            let outcome = to_u64(&part.place[0]).and_then(|n| known.get(n as usize));
            let Some(outcome) = outcome.filter(|_| part.game == *self) else { return Ok(None) };
            next |= *outcome == 0;
        }
        Ok(Some(Outcome::won_if(next)))
    }
}

/// What a repetition by a factor says.
fn stated(scale: Scale, convention: Convention, name: &str) -> Learnt {
    let Scale { about, shift, factor, from, .. } = scale;
    let shifted = |m: u128| i128::try_from(m).ok().and_then(|m| m.checked_add(shift.into())).unwrap_or(i128::MAX);
    let least = shifted(from.saturating_mul(factor.into())).to_string();
    let smaller = match i128::from(shift) * i128::from(factor - 1) {
        0 => format!("{name}//{factor}"),
        added @ 1.. => format!("({name}+{added})//{factor}"),
        added => format!("({name}-{})//{factor}", -added),
    };
    let round = scale.round();
    let short = round.len() <= MOST_SHOWN;
    let words: Words = match about {
        About::Values if short => {
            let shown = |(run, end): &(Run, u128)| {
                let (first, last) = (shifted(run.start), shifted(*end) - 1);
                let heaps = if first == last { first.to_string() } else { format!("{first}..{last}") };
                format!("g({heaps}) = {}", run.value)
            };
            let values: Vec<String> = round.iter().map(shown).collect();
            Sentence::new("guess-scale-round", [name.to_owned(), smaller, least, values.join(", ")]).into()
        }
        About::Values => Sentence::new("guess-scale", [name.to_owned(), smaller, least]).into(),
        About::Outcomes if short => {
            let lost = round.iter().filter(|(run, _)| run.value == 0);
            let lost: Vec<String> = lost.map(|(run, end)| between(name, shift, run.start, *end, factor)).collect();
            let first = shifted(from).to_string();
            Sentence::new("guess-scale-lost", [name.to_owned(), first, lost.join(", ")]).into()
        }
        About::Outcomes => Sentence::new("guess-scale-outcomes", [name.to_owned(), smaller, least]).into(),
    };
    let how = Evidence::computed(Words::new(
        format!("the runs of equal values repeat by the factor {factor}"),
        format!("相同值连成的段按因子 {factor} 重复"),
    ));
    Learnt {
        convention,
        names: vec![name.to_owned()],
        words,
        claim: None,
        law: Law::Scale(Arc::new(scale)),
        evidence: Evidence::theorem(&RATIO).and(&how),
        weight: 9,
        proof: None,
    }
}

/// Laws of more runs are told without them.
const MOST_SHOWN: usize = 8;

/// `6·12^k ≤ n < 12^(k+1)`; where rounding up moves the bounds by one, `9·18^k < n ≤ 18^(k+1)`.
fn between(name: &str, shift: i64, start: u128, end: u128, factor: u64) -> String {
    let power = |times: u128| match times.checked_div(factor.into()) {
        Some(1) if times == u128::from(factor) => format!("{factor}^(k+1)"),
        _ if times == 1 => format!("{factor}^k"),
        _ => format!("{times}*{factor}^k"),
    };
    let (start, end) = (power(start), power(end));
    match shift {
        0 => format!("{start} ≤ {name} < {end}"),
        1 => format!("{start} < {name} ≤ {end}"),
        2.. => format!("{start} ≤ {name}-{shift} < {end}"),
        _ => format!("{start} ≤ {name}+{} < {end}", -shift),
    }
}

/// Heaps of a rule that divides.
#[derive(Debug)]
pub(super) struct ByScale;

fn far(at: At<'_>) -> bool {
    matches!(at.place.as_slice(), [n] if *n >= Nat::from(NEAR))
}

/// Is the place far away, and the law of the values known?
fn is_known(at: At<'_>) -> bool {
    far(at) && at.game.learnt().scale(Convention::Normal, About::Values).is_some()
}

impl Strategy for ByScale {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        is_known(at).then(|| NAME.into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        is_known(at).then_some(0)
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        if !far(at) {
            return Ok(None);
        }
        let Some((scale, by)) = at.game.scale(Convention::Normal, About::Values, cx)? else { return Ok(None) };
        let value = scale.value(&at.place[0]);
        Ok(value.map(|value| Found::new(Value::Finite(value.into()), by.evidence.clone(), NAME)))
    }

    fn outcome(&self, at: At<'_>, stage: Stage, cx: &Context) -> Result<Option<Found<Told>>> {
        if !far(at) || stage == Stage::First {
            return Ok(None);
        }
        Ok(told(at, Convention::Normal, cx)?.map(|found| found.map(Told::from)))
    }

    fn misere(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        if !far(at) {
            return Ok(None);
        }
        told(at, Convention::Misere, cx)
    }
}

fn told(at: At<'_>, convention: Convention, cx: &Context) -> Result<Option<Found<Outcome>>> {
    let Some((scale, by)) = at.game.scale(convention, About::Outcomes, cx)? else { return Ok(None) };
    let value = scale.value(&at.place[0]);
    let outcome = value.map(|value| Outcome::lost_if(value == 0));
    Ok(outcome.map(|outcome| Found::new(outcome, by.evidence.clone(), NAME)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::testing::Random;

    /// A move of a random rule that divides, m = n − shift.
    fn part(d: u64, shift: i64) -> String {
        match shift * (d as i64 - 1) {
            0 => format!("n//{d}"),
            added @ 1.. => format!("(n+{added})//{d}"),
            added => format!("(n-{})//{d}", -added),
        }
    }

    /// The outcomes of the first heaps, from the options alone.
    fn outcomes(game: &Game, to: u64, convention: Convention, cx: &Context) -> Vec<u32> {
        let mut all = Vec::new();
        for n in 0..to {
            let Some(outcome) = game.by_options(&Place::heap(n), convention, &all, cx).unwrap() else { break };
            all.push(u32::from(outcome == Outcome::Next));
        }
        all
    }

    #[test]
    fn laws_agree_with_tables_on_random_rules() {
        let cx = Context::default();
        let mut random = Random::new(20261126);
        let mut found = [0; 3];
        for round in 0..120 {
            let shift = [0, 0, 1, 1, -1, 2][random.below(6) as usize];
            let mut moves = Vec::new();
            for _ in 0..1 + random.below(4) {
                let first = part(2 + random.below(7), shift);
                moves.push(match random.below(6) {
                    0 => format!("{first} & {}", part(2 + random.below(7), shift)),
                    1 => format!("{first}; {} if n > {}", random.below(3), 3 + random.below(4)),
                    _ => first,
                });
            }
            let from = shift.max(0) + random.below(4) as i64;
            let alternatives: Vec<String> = moves.iter().flat_map(|m| m.split("; ")).map(str::to_owned).collect();
            let guarded = |m: &String| if m.contains(" if ") { m.clone() } else { format!("{m} if n > {from}") };
            let text = format!("{{n -> {}}}", alternatives.iter().map(guarded).collect::<Vec<_>>().join("; "));
            let game = Session::new().game(&text).unwrap().game;
            if game.knowledge().is_err() {
                continue;
            }
            if let Some((scale, by)) = game.scale(Convention::Normal, About::Values, &cx).unwrap() {
                assert!(by.evidence.is_proved());
                found[0] += 1;
                for n in (0u64..3000).chain((3..13).map(|i| 5000 * i)) {
                    let table = game.value_at(&Place::heap(n), &cx).unwrap();
                    assert_eq!(scale.value(&Nat::from(n)).map(Nat::from), Some(table), "{round}: {text} at {n}");
                }
            }
            for (kind, convention) in [Convention::Normal, Convention::Misere].into_iter().enumerate() {
                let Some((scale, _)) = game.scale(convention, About::Outcomes, &cx).unwrap() else { continue };
                found[1 + kind] += 1;
                for (n, outcome) in outcomes(&game, 3000, convention, &cx).into_iter().enumerate() {
                    assert_eq!(scale.value(&Nat::from(n)), Some(outcome), "{round}: {text} at {n}, {convention:?}");
                }
            }
        }
        assert!(found[0] > 60 && found[1] > 40 && found[2] > 40, "{found:?}");
    }

    /// A heap that the question never meets may have no value.
    #[test]
    fn a_fault_at_a_small_heap_is_none_of_a_far_one() {
        let mut session = Session::new();
        let position = session.position("{n -> n//2 if n > 100; n if n = 3}(10^9)").unwrap();
        assert_eq!(position.solve().unwrap().value, Some(Nat::ZERO));
        assert!(session.position("{n -> n//2 if n > 100; n if n = 3}(3)").unwrap().solve().is_err());
    }

    #[test]
    fn far_heaps_are_answered_by_the_law() {
        let cx = Context::default();
        let mut session = Session::new();
        for (text, value) in [
            ("{n -> n//d for d in 2..6 if n > 0}(12^300)", 1u32),
            ("{n -> ceil(n/d) for d in 2..9 if n > 1}(18^40)", 0),
            ("{n -> ceil(n/d) for d in 2..9 if n > 1}(1156831381426177)", 1),
        ] {
            let answer = session.position(text).unwrap().solve_with(&Default::default(), &cx).unwrap();
            assert_eq!(answer.value, Some(Nat::from(value)), "{text}");
            assert!(answer.evidence.is_proved() && answer.engine == NAME, "{text}: {}", answer.engine);
        }
        let misere = session.position("misere {n -> n//d for d in 2..6 if n > 0}(12^30)").unwrap();
        let answer = misere.solve_with(&Default::default(), &cx).unwrap();
        assert_eq!(answer.outcome, Some(Outcome::Previous));
    }
}
