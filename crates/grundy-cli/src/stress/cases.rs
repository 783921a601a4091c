//! Positions to try: small ones in order, random ones, and those on which programs like to fail.

use std::collections::BTreeSet;

use grundy::game::{AnyGame, Game, Shape};
use grundy::{Context, Convention, GameQuestion, Outcome, PeriodOptions, Result};

use super::oracle::{Oracle, Start};

/// The positions that may be drawn: so many numbers of these sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Space {
    /// At least so many numbers …
    pub(crate) least: usize,
    /// … and at most so many.
    pub(crate) most: usize,
    /// The smallest number.
    pub(crate) min: u64,
    /// The largest number.
    pub(crate) max: u64,
}

/// Heaps of a sum, where nothing is said.
const HEAPS: usize = 4;

impl Space {
    /// For this game, with what the user or the template fixed.
    pub(crate) fn of(question: &GameQuestion, numbers: Option<usize>, min: u64, max: Option<u64>) -> Space {
        let game = &question.game;
        let (least, most, usual) = match game.shape() {
            Shape::Heap if question.convention == Convention::Misere => (1, HEAPS, 25),
            // beyond a byte, and within the depth that a recursion may have
            Shape::Heap => (1, HEAPS, 300),
            Shape::Tuple(n) => (n, n, 60),
            Shape::Row => (1, HEAPS, 12),
            Shape::Text if Start::of(game) == Some(Start::Board) => (2, 2, 8),
            Shape::Text => (1, HEAPS, 20),
            Shape::Vertex | Shape::Positions => (1, HEAPS, last_vertex(game)),
        };
        let max = max.unwrap_or_else(|| usual.max(min.saturating_add(20)));
        let max = if game.shape() == Shape::Vertex { max.min(last_vertex(game)) } else { max };
        Space { least: numbers.unwrap_or(least), most: numbers.unwrap_or(most), min, max }
    }

    /// All lists of `length` numbers with this sum, in lexicographic order.
    pub(crate) fn of_sum(&self, length: usize, sum: u64) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        self.fill(&mut Vec::new(), length, sum, &mut all);
        all
    }

    fn fill(&self, head: &mut Vec<u64>, length: usize, sum: u64, all: &mut Vec<Vec<u64>>) {
        let left = (length - head.len()) as u64;
        if left == 0 {
            if sum == 0 {
                all.push(head.clone());
            }
            return;
        }
        let others = left - 1;
        let first = self.min.max(sum.saturating_sub(others.saturating_mul(self.max)));
        let last = self.max.min(sum.saturating_sub(others.saturating_mul(self.min)));
        for n in first..=last {
            head.push(n);
            self.fill(head, length, sum - n, all);
            head.pop();
            if all.len() > LONGEST {
                return;
            }
        }
    }

    /// The small positions, those with fewer numbers first, then by their sum, then lexicographically.
    pub(crate) fn small(&self) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for length in self.least..=self.most.min(self.least.max(3)) {
            let room = match length {
                0 | 1 => 60,
                2 if self.least == 2 => 24,
                2 => 14,
                3 => 10,
                _ => 8,
            };
            let base = self.min.saturating_mul(length as u64);
            for sum in base..=base.saturating_add(room) {
                all.extend(self.of_sum(length, sum));
            }
        }
        all
    }
}

/// Lists of positions are cut off here.
const LONGEST: usize = 100_000;

fn last_vertex(game: &Game) -> u64 {
    game.any().and_then(AnyGame::number_of_places).unwrap_or(0).saturating_sub(1)
}

/// Random numbers that are the same for the same seed (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable
/// pseudorandom number generators*, 2014).
#[derive(Debug, Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from `from` to `to`, inclusive.
    fn within(&mut self, from: u64, to: u64) -> u64 {
        match (to - from).checked_add(1) {
            Some(size) => from + self.next() % size,
            None => self.next(),
        }
    }
}

/// Draws positions.
pub(crate) struct Draw {
    random: Random,
    /// Numbers at which programs go wrong: around powers of two and the ends of periods, and the largest.
    landmarks: Vec<u64>,
    turn: u64,
}

/// Others are tried so often until a P-position is met.
const PATIENCE: u64 = 40;

impl Draw {
    pub(crate) fn new(question: &GameQuestion, space: &Space, seed: u64, cx: &Context) -> Draw {
        let mut marks = BTreeSet::new();
        let mut around = |n: u64| marks.extend(n.saturating_sub(1)..=n.saturating_add(1));
        (0..64).for_each(|i| around(1 << i));
        around(space.max);
        if question.game.shape() == Shape::Heap && question.convention == Convention::Normal {
            // a look that costs little, at a game that has learnt nothing: the same seed draws the same
            let anew = question.game.unlearnt().under(question.convention);
            let part = cx.part(2_000_000);
            let wanted = PeriodOptions::default().with_to(Some(space.max.min(20_000)));
            let found = anew.period_with(&wanted, &part).ok().and_then(|answer| answer.result.period);
            if let Some(period) = found {
                let small = |n: &grundy::Nat| grundy::number::to_u64(n).unwrap_or(u64::MAX);
                let (first, step) = (small(&period.preperiod), small(&period.period).max(1));
                (0..6).for_each(|j| around(first.saturating_add(step.saturating_mul(j))));
            }
        }
        let landmarks = marks.into_iter().filter(|n| (space.min..=space.max).contains(n)).collect();
        Draw { random: Random(seed), landmarks, turn: 0 }
    }

    /// The next position.
    ///
    /// # Errors
    /// As [`Oracle::truth`].
    pub(crate) fn next(&mut self, space: &Space, oracle: &mut Oracle<'_>, cx: &Context) -> Result<Vec<u64>> {
        self.turn += 1;
        let length = self.random.within(space.least as u64, space.most as u64) as usize;
        let drawn = match self.turn % 8 {
            1 if length == 2 && self.turn % 16 == 1 => self.near_a_slope(space),
            1 => (0..length).map(|_| self.landmark(space)).collect(),
            2 | 6 => self.previous(length, space, oracle, cx)?,
            4 => self.list(length, space.max, space),
            0 | 7 => self.list(length, space.max.min(space.min.saturating_add(30)), space),
            5 => {
                let mut list = self.mixed(length, space);
                // equal pairs cancel
                for i in (1..length).step_by(2) {
                    list[i] = list[i - 1];
                }
                list
            }
            _ => {
                let mut list = self.previous(length, space, oracle, cx)?;
                let at = self.random.within(0, length.max(1) as u64 - 1) as usize;
                let up = self.random.next() & 1 == 0;
                if let Some(n) = list.get_mut(at) {
                    *n = if up { n.saturating_add(1) } else { n.saturating_sub(1) }.clamp(space.min, space.max);
                }
                list
            }
        };
        Ok(drawn)
    }

    fn list(&mut self, length: usize, max: u64, space: &Space) -> Vec<u64> {
        (0..length).map(|_| self.random.within(space.min, max)).collect()
    }

    fn landmark(&mut self, space: &Space) -> u64 {
        if self.landmarks.is_empty() {
            return self.random.within(space.min, space.max);
        }
        let at = self.random.within(0, self.landmarks.len() as u64 - 1) as usize;
        self.landmarks[at]
    }

    /// Two neighbours of a sequence x, y, k·y + x, … such as Fibonacci's: their ratios come nearest to the slopes along which
    /// Wythoff's and Euclid's games and their kin change, so a program whose slope is rounded errs there first.
    fn near_a_slope(&mut self, space: &Space) -> Vec<u64> {
        let step = self.random.within(1, 3);
        let (mut x, mut y) = (self.random.within(0, 2), 1);
        let mut pairs = Vec::new();
        while y <= space.max {
            pairs.push([x, y]);
            (x, y) = (y, y.saturating_mul(step).saturating_add(x));
            if y == u64::MAX {
                break;
            }
        }
        let Some(last) = pairs.len().checked_sub(1) else { return vec![space.min; 2] };
        let mut pair = pairs[self.random.within(0, last as u64) as usize];
        if self.random.next() & 1 == 0 {
            pair.reverse();
        }
        pair.map(|n| n.clamp(space.min, space.max)).to_vec()
    }

    fn mixed(&mut self, length: usize, space: &Space) -> Vec<u64> {
        match self.random.next() % 3 {
            0 => self.list(length, space.max.min(space.min.saturating_add(30)), space),
            1 => self.list(length, space.max, space),
            _ => (0..length).map(|_| self.landmark(space)).collect(),
        }
    }

    /// A P-position, if one is met by changing the last number of a list.
    fn previous(&mut self, length: usize, space: &Space, oracle: &mut Oracle<'_>, cx: &Context) -> Result<Vec<u64>> {
        let mut list = self.mixed(length, space);
        let Some(start) = list.last().copied() else { return Ok(list) };
        // what the last number must be is likely near the others: their xor
        let xor = list[..length - 1].iter().fold(0, |x, n| x ^ n);
        let near = [xor, start].into_iter().filter(|n| (space.min..=space.max).contains(n));
        let below = (0..PATIENCE).map(|j| space.min.saturating_add(start.saturating_sub(space.min).saturating_sub(j)));
        for n in near.chain(below) {
            list[length - 1] = n;
            if oracle.truth(&list, cx)?.is_some_and(|t| t.outcome == Outcome::Previous) {
                return Ok(list);
            }
        }
        // far out in a plane P-positions are rare, but a winning move leads to one
        if matches!(oracle.game().shape(), Shape::Tuple(_)) {
            let start = self.mixed(length, space);
            let won = oracle.after_winning(&start, cx)?;
            if let Some(won) = won.filter(|won| won.iter().all(|n| (space.min..=space.max).contains(n))) {
                return Ok(won);
            }
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Session;

    #[test]
    fn small_positions_come_in_order() {
        let space = Space { least: 1, most: 3, min: 0, max: 100 };
        let all = space.small();
        assert_eq!(all[..3], [vec![0], vec![1], vec![2]]);
        let key = |list: &Vec<u64>| (list.len(), list.iter().sum::<u64>(), list.clone());
        assert!(all.windows(2).all(|w| key(&w[0]) < key(&w[1])));
        assert_eq!(space.of_sum(2, 2), [vec![0, 2], vec![1, 1], vec![2, 0]]);
        let narrow = Space { least: 2, most: 2, min: 1, max: 2 };
        assert_eq!(narrow.small(), [vec![1, 1], vec![1, 2], vec![2, 1], vec![2, 2]]);
    }

    #[test]
    fn draws_stay_in_their_space_and_repeat_with_the_seed() {
        let mut session = Session::new();
        let question = session.game("kayles").unwrap();
        let space = Space { least: 1, most: 4, min: 1, max: 90 };
        let cx = Context::default();
        let draws = |seed: u64, session: &mut Session| {
            let mut draw = Draw::new(&question, &space, seed, &cx);
            let mut oracle = Oracle::new(session, &question);
            (0..400).map(|_| draw.next(&space, &mut oracle, &cx).unwrap()).collect::<Vec<_>>()
        };
        let all = draws(1, &mut session);
        assert!(all.iter().all(|l| (1..=4).contains(&l.len()) && l.iter().all(|n| (1..=90).contains(n))));
        assert_eq!(all, draws(1, &mut session));
        assert_ne!(all, draws(2, &mut session));
        // a winning move may lead below the least number
        let (question, space) = (session.game("euclid").unwrap(), Space { least: 2, most: 2, min: 1, max: 5000 });
        let mut draw = Draw::new(&question, &space, 1, &cx);
        let mut oracle = Oracle::new(&mut session, &question);
        for _ in 0..400 {
            let drawn = draw.next(&space, &mut oracle, &cx).unwrap();
            assert!(drawn.len() == 2 && drawn.iter().all(|n| (1..=5000).contains(n)), "{drawn:?}");
        }
        let question = session.game("kayles").unwrap();
        let mut oracle = Oracle::new(&mut session, &question);
        let lost = all.iter().filter(|l| oracle.truth(l, &cx).unwrap().unwrap().outcome == Outcome::Previous);
        assert!(lost.count() > 60);
    }
}
