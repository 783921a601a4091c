//! Plain sums: `take[1,3,4](21, 17) + kayles(9)`, games of heaps that were read before, answered without a tree.
//!
//! A stream of questions names a few games over and over. Once the text of a game has been read and its rule has been
//! understood, a line that only puts numbers behind such texts needs no parser: brackets are counted, the text is looked
//! up, digits are read. Values of small heaps are kept by the text of their game. Whatever is not plain (copies,
//! groups, `misere`, `?`, powers, definitions, any fault) takes the long road of [`Session::position`], so that there
//! is one place that explains faults.
//!
//! Cost: one pass over the bytes and one look-up a component. On a million lines of twenty games `solve -` takes a third
//! of the processor time that it took with a tree for each line. Memory: [`GAMES`] tables of [`KEPT`] values at most, 8 MiB.

use std::cell::LazyCell;

use grundy_notation::extent;
use grundy_search::quotient::monoid::Monoid;
use grundy_search::quotient::repeats::Repetition;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Session;
use crate::context::Context;
use crate::error::Result;
use crate::game::{Component, Game, Place, Shape};
use crate::number::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::plan::quotient::{common, opened};
use crate::solve;

/// Values of heaps below this are kept.
const KEPT: usize = 1 << 14;
/// So many games have tables; then all start afresh.
const GAMES: usize = 128;
/// Longer lines take the long road.
const LONGEST: usize = 4096;
/// After so many lines that a quotient did not answer it is looked for.
const MISSED: u32 = 32;
/// That may take so many nodes.
const TRIAL: u64 = 20_000_000;
/// So many digits fit a `u64`.
const DIGITS: usize = 18;

/// Games by the text in front of their heaps.
#[derive(Debug, Default)]
pub(super) struct PlainSums {
    by_text: FxHashMap<Box<str>, Option<usize>>,
    games: Vec<Heaps>,
    /// Misère quotients by the games they are common to.
    quotients: FxHashMap<SmallVec<[usize; 4]>, Quotient>,
}

/// What is known of a common misère quotient.
#[derive(Debug, Default)]
struct Quotient {
    monoid: Option<Monoid>,
    /// For each game the classes of its heaps and how they repeat.
    rows: Vec<(usize, Vec<u32>, Option<Repetition>)>,
    /// So many components were in it when this was noted down.
    components: usize,
    /// So many lines were not answered by it.
    missed: u32,
}

/// One game whose places are single numbers.
#[derive(Debug)]
struct Heaps {
    game: Game,
    /// For each heap 0 where nothing is known, else 2·(value + 1), and 1 more if the heap alone is told its value too.
    values: Vec<u32>,
}

/// The components of a line: which game, which heap.
type Sum = SmallVec<[(usize, u64); 8]>;

impl PlainSums {
    pub(super) fn clear(&mut self) {
        self.by_text.clear();
        self.games.clear();
        self.quotients.clear();
    }
}

impl Quotient {
    /// The class of a heap, where it is known.
    fn class(&self, game: usize, n: u64) -> Option<u32> {
        let (_, classes, whole) = self.rows.iter().find(|(number, ..)| *number == game)?;
        let at = usize::try_from(n).ok()?;
        match classes.get(at) {
            Some(&class) => Some(class),
            None => whole.map(|r| classes[r.preperiod + (at - r.preperiod) % r.period]),
        }
    }

    fn outcome(&self, sum: &Sum) -> Option<Outcome> {
        let monoid = self.monoid.as_ref()?;
        let mut product = 0;
        for &(game, n) in sum {
            product = monoid.times(product, self.class(game, n)?);
        }
        Some(Outcome::lost_if(monoid.is_p(product)))
    }
}

impl Heaps {
    /// The value, if it was kept or is found now.
    fn value(&mut self, n: u64, alone: bool, cx: &LazyCell<Context, impl FnOnce() -> Context>) -> Option<u64> {
        let at = usize::try_from(n).ok().filter(|&at| at < KEPT);
        if let Some(&kept) = at.and_then(|at| self.values.get(at))
            && kept != 0
            && (!alone || kept & 1 == 1)
        {
            return Some(u64::from(kept / 2 - 1));
        }
        let place = Place::heap(n);
        // of a heap alone a theorem may give the outcome without the value; the long road says so
        if alone && !self.game.outcome_before_value(&place, cx).is_ok_and(|told| told.is_none()) {
            return None;
        }
        let value = to_u64(&self.game.value_at(&place, cx).ok()?)?;
        if let (Some(at), Ok(small)) = (at, u32::try_from(value))
            && small < u32::MAX / 4
        {
            if self.values.len() <= at {
                self.values.resize(at + 1, 0);
            }
            self.values[at] = 2 * (small + 1) + u32::from(alone);
        }
        Some(value)
    }
}

impl Session {
    /// Outcome and value of a position given as text, without words and moves: the fast road of `solve -`.
    ///
    /// The same as [`Session::position`] and then [`Position::outcome_and_value`](crate::Position::outcome_and_value), and much faster where
    /// the games of the text were met before. `context` is called at most once, when there is something to work.
    ///
    /// # Errors
    /// As [`Session::position`] and [`Position::outcome_and_value`](crate::Position::outcome_and_value).
    pub fn outcome_and_value(
        &mut self,
        text: &str,
        context: impl FnOnce() -> Context,
    ) -> Result<(Option<Outcome>, Option<Nat>)> {
        let cx = LazyCell::new(context);
        if let Some(value) = self.plain_value(text, &cx) {
            let outcome = Outcome::lost_if(value == 0);
            return Ok((Some(outcome), Some(Nat::from(value))));
        }
        if let Some(outcome) = self.plain_misere(text, &cx) {
            return Ok((Some(outcome), None));
        }
        let position = self.position(text)?;
        solve::outcome_and_value(&position, &cx)
    }

    /// A plain sum in misère play, where the common quotient of its games is known or is asked for again and again.
    fn plain_misere(&mut self, text: &str, cx: &LazyCell<Context, impl FnOnce() -> Context>) -> Option<Outcome> {
        let sum = match text.trim_ascii_start().strip_prefix("misere ") {
            Some(rest) => self.plain_sum(rest)?,
            None if self.misere => self.plain_sum(text)?,
            None => return None,
        };
        let mut games: SmallVec<[usize; 4]> = sum.iter().map(|&(game, _)| game).collect();
        games.sort_unstable();
        games.dedup();
        if let Some(outcome) = self.plain.quotients.get(&games).and_then(|known| known.outcome(&sum)) {
            return Some(outcome);
        }
        let named: Vec<Game> = games.iter().map(|&game| self.plain.games[game].game.clone()).collect();
        // the theorem of misère Nim is as fast
        if named.iter().all(Game::is_nim) {
            return None;
        }
        let known = self.plain.quotients.entry(games.clone()).or_default();
        known.missed += 1;
        let shared = common(&named).ok()??;
        let mut joint = opened(&shared);
        if known.missed == MISSED {
            // many lines of the same games: their quotient is worth a trial
            let heap = |&(game, n): &(usize, u64)| {
                let place = Place::heap(n);
                Component { game: self.plain.games[game].game.clone(), place }
            };
            let wanted: Vec<Component> = sum.iter().map(heap).collect();
            cx.trial(TRIAL, |part| joint.reach(&wanted, part)).ok()?;
        }
        let quotient = joint.quotient();
        if quotient.phi().len() == known.components {
            return None;
        }
        (known.components, known.monoid) = (quotient.phi().len(), Some(quotient.monoid().clone()));
        let row = |(&number, game): (&usize, &Game)| {
            let (classes, whole) = joint.heaps(game)?;
            Some((number, classes.to_vec(), whole))
        };
        known.rows = games.iter().zip(&named).filter_map(row).collect();
        known.outcome(&sum)
    }

    fn plain_value(&mut self, text: &str, cx: &LazyCell<Context, impl FnOnce() -> Context>) -> Option<u64> {
        if self.misere {
            return None;
        }
        let sum = self.plain_sum(text)?;
        let alone = sum.len() == 1;
        sum.iter().try_fold(0, |xor, &(game, n)| Some(xor ^ self.plain.games.get_mut(game)?.value(n, alone, cx)?))
    }

    /// Reads a plain sum of games that were met before.
    fn plain_sum(&mut self, text: &str) -> Option<Sum> {
        let limits = self.reader.limits();
        let digits = DIGITS.min(limits.digits);
        if text.len() > LONGEST.min(limits.text) {
            return None;
        }
        let bytes = text.as_bytes();
        let after_blanks = |mut at: usize| {
            while bytes.get(at) == Some(&b' ') {
                at += 1;
            }
            at
        };
        let mut sum = Sum::new();
        let mut at = after_blanks(0);
        loop {
            let end = extent(text, at)?;
            let game = self.plain_game(text[at..end].trim_ascii_end())?;
            at = end;
            // the bracket, then a comma before each further heap
            loop {
                let start = after_blanks(at + 1);
                at = start;
                let mut n = 0u64;
                while let Some(digit) = bytes.get(at).filter(|b| b.is_ascii_digit()) {
                    if at - start == digits {
                        return None;
                    }
                    n = 10 * n + u64::from(digit - b'0');
                    at += 1;
                }
                if at == start {
                    return None;
                }
                sum.push((game, n));
                match bytes.get(at)? {
                    b',' => {}
                    b')' => break,
                    _ => return None,
                }
            }
            at = after_blanks(at + 1);
            match bytes.get(at) {
                None => return Some(sum),
                Some(b'+') => at = after_blanks(at + 1),
                Some(_) => return None,
            }
        }
    }

    /// The number of the game with this text, if it was read before and its places are heaps.
    fn plain_game(&mut self, text: &str) -> Option<usize> {
        if let Some(known) = self.plain.by_text.get(text) {
            return *known;
        }
        let tree = self.reader.read_before(text)?;
        let game = self.scope.game(&tree, 0).ok()?;
        if self.plain.games.len() >= GAMES || self.plain.by_text.len() >= 2 * GAMES {
            // games of this line may have got their numbers already
            self.plain.clear();
            return None;
        }
        let heaps = game.shape() == Shape::Heap;
        let number = heaps.then(|| {
            self.plain.games.push(Heaps { game, values: Vec::new() });
            self.plain.games.len() - 1
        });
        self.plain.by_text.insert(text.into(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// Both roads give the same, line after line in one session, faults included.
    #[test]
    fn the_short_road_says_what_the_long_road_says() {
        let games =
            ["nim", "take[1,3,4]", "kayles", "{n -> n-k for k in (n+1)//2..n if n > 0}", "0.77", "lasker", "0.137"];
        let mut lines = vec![
            "wythoff(3, 5)".to_owned(),
            "nim(3) + wythoff(3, 5) + 2*nim(4) + *7".to_owned(),
            "misere nim(3, 5)".to_owned(),
            "nim( 3 ,5)+kayles(4)".to_owned(),
            "nim (3)".to_owned(),
            "nim(007)".to_owned(),
            "nim()".to_owned(),
            "nim(3".to_owned(),
            "nim(3) +".to_owned(),
            "nim(3) # note".to_owned(),
            "nim(10^3)".to_owned(),
            "nim(1000000000000000000000)".to_owned(),
            "let kayles = nim; kayles(6)".to_owned(),
            "let g = nim; g(6) + kayles(3)".to_owned(),
            "g(6)".to_owned(),
            "take[1..](3,4)".to_owned(),
            "  staircase(3, 0, 5, 2)".to_owned(),
        ];
        let mut random = Random::new(88);
        let mut below = |n: u64| random.below(n);
        for _ in 0..300 {
            let parts: Vec<String> = (0..1 + below(3))
                .map(|_| format!("{}({})", games[below(games.len() as u64) as usize], below(120)))
                .collect();
            lines.push(parts.join(" + "));
            if below(10) == 0 {
                let fixed = below(17) as usize;
                lines.push(lines[fixed].clone());
            }
        }
        let (mut short, mut long) = (Session::new(), Session::new());
        for line in &lines {
            let a = short.outcome_and_value(line, Context::default);
            let b = long
                .position(line)
                .map_err(crate::Error::from)
                .and_then(|position| solve::outcome_and_value(&position, &Context::default()));
            assert_eq!(format!("{a:?}"), format!("{b:?}"), "{line}");
        }
    }

    /// A name that is in force for one text only means another game in the next.
    #[test]
    fn definitions_are_not_missed() {
        let mut session = Session::new();
        let mut value = |text: &str| session.outcome_and_value(text, Context::default).unwrap().1;
        assert_eq!(value("kayles(6)"), value("kayles(6)"));
        let mut session = Session::new();
        for (definition, expected) in [("let g = take[1..3];", 3u8), ("let g = take[1..4];", 2), ("let g = nim;", 7)] {
            for _ in 0..3 {
                let text = format!("{definition} g(7)");
                let value = session.outcome_and_value(&text, Context::default).unwrap().1;
                assert_eq!(value, Some(Nat::from(expected)), "{definition}");
            }
        }
    }
}
