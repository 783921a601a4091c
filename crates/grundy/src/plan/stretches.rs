//! Far heaps of rules that change at a few numbers, which may be large, and look back no further than some number.
//!
//! `{n -> n-k for k in 1..3 if n < 10^15; n-k for k in 1..4 if n >= 10^15}(10^18)`: no table reaches the number at which the rule
//! changes, but the values repeat up to it, and behind it in another way ([`Stretches`]).
//!
//! Cost: some thousand values for each number at which the rule changes, once.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard};

use grundy_core::number::to_u64;
use grundy_core::{Context, Convention, Error, Evidence, Nat, Outcome, Period, Result, Theorem, locked, mex};

use super::Found;
use super::strategy::{At, Stage, Strategy};
use super::tame::Tame;
use super::window::{FAR, periods_of_others};
use crate::engine::stretches::{Follows, Stretches};
use crate::game::knowledge::Knowledge;
use crate::game::{Component, Game, Place};
use crate::loopy::Value;

const NAME: &str = "stretches of a rule that changes";
/// All stretches may cost so much.
const NODES: u64 = 50_000_000;

/// Why the values that are not computed are known.
pub(crate) static STRETCHES: Theorem = Theorem {
    id: "rule-stretches",
    statement: "if each value of a rule follows from the last m values, from remainders of the heap and from values of games that \
                repeat, in the same way up to some heap, and m consecutive values return after a common multiple of all these \
                periods, they return up to this heap; from there on the same holds of the rule as it is then",
    chinese: "分段窗口定理：若到某堆为止，规则的每个值以同样的方式取决于前 m 个值、堆的余数以及其他周期游戏的值，且连续 m 个值在这些周期\
              的一个公倍数之后重现，则到该堆为止一直重现；此后对变化后的规则同样成立",
    reference: "",
};

/// Values, each with a number of heaps that have it.
pub(crate) type Sizes = Vec<(u32, u64)>;
/// What was found for a game: values, and what they rest on.
pub(crate) type Kept = Option<Arc<(Stretches, Evidence)>>;

/// What is told of each heap of such a rule, as a number.
#[derive(Debug, Clone, Copy)]
enum What {
    /// Its value.
    Value,
    /// Its outcome in misère play alone: 0 for P and 1 for N.
    Misere,
    /// What it is worth in sums of misère play, if it and all that it becomes are tame: twice its value, and 1 more where it is
    /// fickle.
    Tame,
}

impl From<Convention> for What {
    fn from(convention: Convention) -> What {
        match convention {
            Convention::Normal => What::Value,
            Convention::Misere => What::Misere,
        }
    }
}

/// What is told of the heaps of such a rule, once it was asked for: one for each [`What`].
#[derive(Debug, Default)]
pub(super) struct ByStretches([Mutex<Option<Kept>>; 3]);

impl ByStretches {
    /// `None`: the rule is of another kind, or it changes early, so that values from the start on tell all others.
    pub(super) fn of(game: &Game, known: &Knowledge) -> Option<Self> {
        let window = game.window(known, &Context::default())?;
        (window.from() >= FAR && window.reach <= FAR).then(ByStretches::default)
    }

    fn kept(&self, what: What) -> MutexGuard<'_, Option<Kept>> {
        locked(self.0[what as usize].lock())
    }

    /// The numbers, worked out once.
    fn known(&self, game: &Game, what: What, cx: &Context) -> Result<Kept> {
        let mut kept = self.kept(what);
        if let Some(known) = &*kept {
            return Ok(known.clone());
        }
        // what a small budget leaves open is asked again
        let whole = cx.nodes_left().is_none_or(|left| left >= NODES);
        let before = cx.enter(NAME);
        let found = match cx.trial(NODES, |part| worked_out(game, what, part)) {
            // a heap that nobody asks about may have no value
            Err(Error::Bad(_)) => Some(None),
            found => found?,
        };
        cx.enter(before);
        let found_out = found.is_some() || whole;
        let found = found.flatten().map(Arc::new);
        if found_out {
            *kept = Some(found.clone());
        }
        Ok(found)
    }

    fn number_at(&self, at: At<'_>, what: What, cx: &Context) -> Result<Option<(u32, Evidence)>> {
        // near heaps are told by tables, but for what they are worth in misère sums
        if at.place[0] <= Nat::from(FAR) && !matches!(what, What::Tame) {
            return Ok(None);
        }
        let Some(known) = self.known(at.game, what, cx)? else { return Ok(None) };
        let (stretches, evidence) = &*known;
        let value = match to_u64(&at.place[0]) {
            Some(n) => stretches.value(n),
            None => stretches.period().and_then(|period| stretches.value(period.reduce(&at.place[0]).0)),
        };
        Ok(value.map(|value| (value, evidence.clone())))
    }
}

/// The numbers of a game as stretches; `None`: they do not repeat soon, or one of them is not known.
fn worked_out(game: &Game, what: What, cx: &Context) -> Result<Option<(Stretches, Evidence)>> {
    let Some(window) = game.window(game.knowledge()?, cx) else { return Ok(None) };
    let Some(others) = periods_of_others(&window, cx)? else { return Ok(None) };
    let from = window.least.max(others.from);
    if from > FAR {
        return Ok(None);
    }
    let follows = Follows { from, reach: window.reach, modulus: others.modulus, changes: &window.changes };
    let found = Stretches::of(
        follows,
        |known, n, cx| match what {
            What::Value => value(game, known, n, cx),
            What::Misere => misere_outcome(game, known, n, cx),
            What::Tame => tame(game, known, n, cx),
        },
        cx,
    )?;
    Ok(found.map(|found| (found, Evidence::theorem(&STRETCHES).and(&others.evidence))))
}

/// The value of a heap by the definition; its own smaller heaps are looked up.
fn value(game: &Game, known: &Stretches, n: u64, cx: &Context) -> Result<Option<u32>> {
    let options = of_options(game, n, |parts, cx| of_parts(game, known, parts, cx), cx)?;
    Ok(options.and_then(|options| u32::try_from(mex(options)).ok()))
}

/// Who wins a heap alone where who cannot move wins, by the definition; `None`: a move leaves several parts, or another game.
fn misere_outcome(game: &Game, known: &Stretches, n: u64, cx: &Context) -> Result<Option<u32>> {
    // nothing is left, and who is to move wins
    let options = of_single_options(game, known, n, cx)?;
    Ok(options.map(|options| u32::from(options.is_empty() || options.contains(&0))))
}

/// What a heap is worth, by the definition in [`super::tame`]; `None`: it is not tame, or a move leaves several parts, or
/// another game.
fn tame(game: &Game, known: &Stretches, n: u64, cx: &Context) -> Result<Option<u32>> {
    // where nothing is left no move is: the fickle 0
    let Some(options) = of_single_options(game, known, n, cx)? else { return Ok(None) };
    let (values, misere): (Vec<u64>, Vec<u64>) = options
        .iter()
        .map(|option| {
            let (value, is_fickle) = (option / 2, option % 2);
            (value, value ^ is_fickle)
        })
        .unzip();
    let pair = if options.is_empty() { (0, 1) } else { (mex(values), mex(misere)) };
    Ok(match pair {
        (0, 1) | (1, 0) => Some(2 * pair.0 as u32 + 1),
        (value, misere) if value == misere => u32::try_from(2 * value).ok(),
        _ => None,
    })
}

/// The number of each option of a heap, 1 where nothing is left; `None`: a move leaves several parts, or another game.
fn of_single_options(game: &Game, known: &Stretches, n: u64, cx: &Context) -> Result<Option<Vec<u64>>> {
    let number = |parts: &[Component], _: &Context| {
        Ok(match parts {
            [] => Some(1),
            [part] if part.game == *game => to_u64(&part.place[0]).and_then(|n| known.value(n)).map(u64::from),
            _ => None,
        })
    };
    of_options(game, n, number, cx)
}

/// What each option of a heap is worth; `None`: of one it is not known.
fn of_options(
    game: &Game,
    n: u64,
    mut worth: impl FnMut(&[Component], &Context) -> Result<Option<u64>>,
    cx: &Context,
) -> Result<Option<Vec<u64>>> {
    let mut options = Some(Vec::new());
    game.try_each_option(&Place::heap(n), cx, |parts| {
        cx.tick(1)?;
        let worth = worth(parts, cx)?;
        options = options.take().zip(worth).map(|(mut options, worth)| {
            options.push(worth);
            options
        });
        Ok(())
    })?;
    Ok(options)
}

fn of_parts(game: &Game, known: &Stretches, parts: &[Component], cx: &Context) -> Result<Option<u64>> {
    let mut sum = 0;
    for part in parts {
        let value = if part.game == *game {
            to_u64(&part.place[0]).and_then(|n| known.value(n)).map(u64::from)
        } else {
            to_u64(&part.game.value_at(&part.place, cx)?)
        };
        let Some(value) = value else { return Ok(None) };
        sum ^= value;
    }
    Ok(Some(sum))
}

impl Game {
    /// Values of such a rule, or outcomes in misère play, each with how many heaps from `min` to `max` have it; a value may come several times.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn sizes_by_stretches(
        &self,
        convention: Convention,
        min: u64,
        max: u64,
        cx: &Context,
    ) -> Result<Option<(Sizes, Evidence)>> {
        let known = self.by_stretches(convention, cx)?;
        Ok(known.map(|known| (known.0.sizes(min, max), known.1.clone())))
    }

    /// The values of such a rule from one change to the next, or its outcomes in misère play, 0 for P and 1 for N.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn by_stretches(&self, convention: Convention, cx: &Context) -> Result<Kept> {
        match &self.strategies()?.stretches {
            Some(by) => by.known(self, convention.into(), cx),
            None => Ok(None),
        }
    }

    /// The heaps at which such a rule changes.
    pub(crate) fn starts_of_stretches(&self, convention: Convention, cx: &Context) -> Vec<u64> {
        let known = self.by_stretches(convention, cx).ok().flatten();
        known.map_or_else(Vec::new, |known| known.0.starts().collect())
    }

    /// The period of the values of such a rule, which begins behind its last change or before.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(super) fn period_by_stretches(&self, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        let known = self.by_stretches(Convention::Normal, cx)?;
        Ok(known.and_then(|known| Some((known.0.period()?, known.1.clone()))))
    }
}

impl Strategy for ByStretches {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        let is_far = at.place[0] > Nat::from(FAR);
        let is_known = || matches!(&*self.kept(What::Value), Some(Some(_)));
        (is_far && is_known()).then(|| NAME.into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        self.engine(at).map(|_| 0)
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let found = self.number_at(at, What::Value, cx)?;
        Ok(found.map(|(value, evidence)| Found::new(Value::Finite(Nat::from(u64::from(value))), evidence, NAME)))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        Ok(self.number_at(at, What::Value, cx)?.map(|(value, _)| Nat::from(u64::from(value))))
    }

    fn misere(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let found = self.number_at(at, What::Misere, cx)?;
        Ok(found.map(|(outcome, evidence)| Found::new(Outcome::lost_if(outcome == 0), evidence, NAME)))
    }

    fn tame(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Tame>>> {
        let found = self.number_at(at, What::Tame, cx)?;
        let worth = |number: u32| Tame { value: Nat::from(u64::from(number / 2)), fickle: number % 2 == 1 };
        Ok(found.map(|(number, evidence)| Found::new(worth(number), evidence, NAME)))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use grundy_core::testing::Random;

    use super::*;
    use crate::testing::cases;
    use crate::{Budget, Session};

    #[test]
    fn far_heaps_are_answered_and_have_periods() {
        let cx = Context::default();
        for (text, heap, value, period) in [
            ("{n -> n-1; n-2 if n = 10^12}", "10^12", 2, (1_000_000_000_001, 2)),
            ("{n -> n-1; n-2 if n = 10^12}", "10^12+1", 0, (1_000_000_000_001, 2)),
            // what is allowed from there on changes nothing
            ("{n -> n-1; n-3; n-5 if n > 10^8}", "10^15", 0, (0, 2)),
            (
                "{n -> n-k for k in 1..3 if n < 10^15; n-k for k in 1..4 if n >= 10^15}",
                "10^30",
                4,
                (999_999_999_999_996, 5),
            ),
            ("let p = kayles; {n -> p(n-1); p(n-2) if n%3 = 0; n-4 if n > 10^6}", "10^7", 0, (999_997, 24)),
        ] {
            let solved = Session::new().position(&format!("{text}({heap})")).unwrap().solve().unwrap();
            assert_eq!(solved.value, Some(Nat::from(value as u64)), "{text} at {heap}");
            assert!(solved.evidence.is_proved());
            let game = Session::new().game(text).unwrap().game;
            let found = game.period_by_stretches(&cx).unwrap().expect(text).0;
            assert_eq!((found.preperiod, found.period), period, "{text}");
        }
    }

    /// What a budget leaves open is not taken for impossible.
    #[test]
    fn a_small_budget_is_not_the_last_word() {
        let game = Session::new().game("{n -> n-1; n-2 if n = 10^12}").unwrap().game;
        let by = ByStretches::of(&game, game.knowledge().unwrap()).unwrap();
        let few = Context::new(Budget { nodes: Some(50), ..Budget::UNLIMITED });
        assert!(by.known(&game, What::Value, &few).is_ok_and(|known| known.is_none()));
        assert!(by.known(&game, What::Value, &Context::default()).unwrap().is_some());
    }

    /// Sums in misère play by what each heap is worth; the same rule near by, by tables, agrees.
    #[test]
    fn sums_of_far_heaps_are_won_by_their_worth() {
        let wins = |text: &str| {
            let answer = Session::new().position(text).unwrap().solve().unwrap();
            assert!(answer.evidence.is_proved(), "{text}");
            (answer.outcome, !answer.moves.moves.is_empty())
        };
        let (far, near) = (1_000_000_000_000u64, 12u64);
        for [a, b, c] in
            [[0, 1, 9], [0, 0, 9], [1, 1, 9], [1, 2, 9], [2, 3, 9], [0, 3, 1], [0, 2, 2], [1, 4, 2], [0, 1, 2]]
        {
            let text = |base: u64| {
                let heap = |n: u64| if n == 9 { 0 } else { base + n };
                format!("misere {{n -> n-1; n-2 if n = {base}}}({}, {}, {})", heap(a), heap(b), heap(c))
            };
            assert_eq!(wins(&text(far)).0, wins(&text(near)).0, "{a} {b} {c}");
        }
        let sum = wins("misere {n -> n-1; n-2 if n = 10^12}(10^12, 10^12+1) + nim(3)");
        assert_eq!(sum, (Some(Outcome::Next), true));
    }

    type Holds = Box<dyn Fn(u64) -> bool>;

    /// A condition on a heap, as it is written and as it is meant; its numbers are drawn behind those of tables.
    fn condition(random: &mut Random, depth: u64) -> (String, Holds) {
        let edge = 3000 + random.below(8000);
        let (length, step) = (random.below(4000), 1 + random.below(4));
        let (to, modulus) = (edge + length, 1 + random.below(4));
        let remainder = random.below(modulus);
        let kinds = if depth == 0 { 8 } else { 11 };
        match random.below(kinds) {
            0 => (format!("n < {edge}"), Box::new(move |n| n < edge)),
            1 => (format!("n >= {edge}"), Box::new(move |n| n >= edge)),
            2 => (format!("n = {edge}"), Box::new(move |n| n == edge)),
            3 => (format!("n != {edge}"), Box::new(move |n| n != edge)),
            4 => (format!("n%{modulus} = {remainder}"), Box::new(move |n| n % modulus == remainder)),
            5 => {
                let is_in = move |n| (edge..=to).contains(&n) && (n - edge).is_multiple_of(step);
                (format!("n in {edge}..{to} step {step}"), Box::new(is_in))
            }
            6 => {
                let (one, low) = (edge + length / 2, edge.saturating_sub(1500));
                let is_in = move |n| (n == to + 7 || (low..=to).contains(&n)) && n != one;
                (format!("n+2 in {{{}, {}..{}}} except {}", to + 9, low + 2, to + 2, one + 2), Box::new(is_in))
            }
            7 => {
                let is_in = move |n: u64| n >= edge && (n - edge).is_multiple_of(step);
                (format!("n in {edge}.. step {step}"), Box::new(is_in))
            }
            8 => {
                let (text, holds) = condition(random, depth - 1);
                (format!("not ({text})"), Box::new(move |n| !holds(n)))
            }
            kind => {
                let [(one, a), (other, b)] = [condition(random, depth - 1), condition(random, depth - 1)];
                match kind {
                    9 => (format!("({one} and {other})"), Box::new(move |n| a(n) && b(n))),
                    _ => (format!("({one} or {other})"), Box::new(move |n| a(n) || b(n))),
                }
            }
        }
    }

    /// What is told of all heaps is what the definition says, before, at and behind each change.
    #[test]
    fn stretches_are_those_of_the_definition() {
        let (mut random, mut proved, cx) = (Random::new(41), 0, Context::default());
        let rounds = cases(60, 400);
        for _ in 0..rounds {
            let mut moves = Vec::new();
            let mut text = "{n -> ".to_owned();
            for _ in 0..2 + random.below(3) {
                let taken = 1 + random.below(9);
                let (condition, holds) = condition(&mut random, 2);
                let before = if moves.is_empty() { "" } else { "; " };
                write!(text, "{before}n-{taken} if {condition}").unwrap();
                moves.push((taken, holds));
            }
            text.push('}');
            let game = Session::new().game(&text).unwrap().game;
            let Some(by) = ByStretches::of(&game, game.knowledge().unwrap()) else { continue };
            let Some(known) = by.known(&game, What::Value, &cx).unwrap() else { continue };
            let Some(misere) = by.known(&game, What::Misere, &cx).unwrap() else { continue };
            proved += 1;
            let (mut values, mut outcomes): (Vec<u64>, Vec<u32>) = (Vec::new(), Vec::new());
            for n in 0..30_000u64 {
                let left = moves.iter().filter(|(taken, holds)| *taken <= n && holds(n));
                let left: Vec<usize> = left.map(|(taken, _)| (n - taken) as usize).collect();
                values.push(mex(left.iter().map(|&n| values[n]).collect::<Vec<_>>()));
                outcomes.push(u32::from(left.is_empty() || left.iter().any(|&n| outcomes[n] == 0)));
                assert_eq!(known.0.value(n).map(u64::from), Some(values[n as usize]), "{text} at {n}");
                assert_eq!(misere.0.value(n), Some(outcomes[n as usize]), "misere {text} at {n}");
            }
            let [min, max] = [random.below(12_000), 12_000 + random.below(18_000)];
            let mut counted = [0; 16];
            known.0.sizes(min, max).into_iter().for_each(|(value, size)| counted[value as usize] += size);
            for (value, size) in counted.into_iter().enumerate() {
                let those = values[min as usize..=max as usize].iter().filter(|&&v| v == value as u64);
                assert_eq!(size, those.count() as u64, "{text}: {value} from {min} to {max}");
            }
            let Period { preperiod, period, .. } = known.0.period().unwrap();
            let [from, p] = [preperiod, period].map(|n| n as usize);
            assert!((from..values.len() - p).all(|n| values[n] == values[n + p]), "{text}: {p} from {from}");
            assert!(from == 0 || values[from - 1] != values[from - 1 + p], "{text}: preperiod {from}");
        }
        assert!(proved > rounds / 2, "{proved} of {rounds}");
    }
}
