//! A game on a row of coins: which coins are turned together with the last one, and what a head alone is worth.

use std::fmt::Debug;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex};

use grundy_core::{Theorem, Words, locked};

use super::COINS;
use crate::game::members::Members;
use crate::rule::ir::Expr;

/// A coin-turning game on a row; coins count from 0 on the left.
pub trait Line: Debug + Send + Sync + 'static {
    /// Visits every set of coins that may be turned together with `last`, once each, ascending, without `last`.
    fn each_set(&self, last: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Those of the sets whose values xor to `rest`; what was looked at is taken off `left`, and where that ends, so does
    /// the visit.
    fn each_set_with(
        &self,
        last: usize,
        rest: u128,
        values: &Values<'_>,
        left: &mut u64,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        by_trial(self, last, rest, values, left, visit)
    }

    /// The values of the first coins, each as a head alone: fewer than so many where they would cost too much, or need more
    /// than 128 bits.
    fn values(&self, coins: usize) -> Vec<u128>;

    /// The values of more coins than these are not begun: they would cost too much.
    fn reach(&self) -> usize {
        usize::MAX
    }

    /// The theorem behind the values.
    fn theorem(&self) -> &'static Theorem {
        &COINS
    }

    /// The value of coin n, variable 0, as programs say it; `None` where there is no such formula.
    fn term(&self) -> Option<Expr> {
        None
    }

    /// What is known of coin n, a head alone.
    fn members(&self) -> Option<Members> {
        None
    }

    /// What coin n is worth: `value n + 1`.
    fn words(&self) -> Words {
        without_formula()
    }
}

/// Of a coin without a formula.
pub(super) fn without_formula() -> Words {
    Words::new("the value of its definition", "由定义算出的值")
}

/// Every set is looked at: what [`Line::each_set_with`] is where nothing tells the sets.
pub(super) fn by_trial<L: Line + ?Sized>(
    line: &L,
    last: usize,
    rest: u128,
    values: &Values<'_>,
    left: &mut u64,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    line.each_set(last, &mut |set| {
        spend(left, 1 + set.len())?;
        if values.sum(set) == rest { visit(set) } else { ControlFlow::Continue(()) }
    })
}

/// Takes so much off what is left to look at; breaks where that is not enough.
pub(crate) fn spend(left: &mut u64, cost: usize) -> ControlFlow<()> {
    match left.checked_sub(cost as u64) {
        Some(rest) => {
            *left = rest;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}

/// The values of the coins of a row, each alone, and which coins have a value.
#[derive(Debug)]
pub struct Values<'a> {
    of: &'a [u128],
    /// Coins by value, then from the left.
    order: Vec<usize>,
    /// Where the coins of each value begin in that order, up to the largest value; empty where values are much larger than coins
    /// are many: then they are searched for.
    starts: Vec<usize>,
}

/// Places for values that are kept for each coin.
const PLACES: u128 = 8;

impl<'a> Values<'a> {
    pub(super) fn new(of: &'a [u128]) -> Self {
        let mut order: Vec<usize> = (0..of.len()).collect();
        order.sort_by_key(|&coin| of[coin]);
        let largest = order.last().map_or(0, |&coin| of[coin]);
        let mut starts = Vec::new();
        if largest < PLACES * (of.len() as u128 + 8) {
            starts.reserve(largest as usize + 2);
            for (at, &coin) in order.iter().enumerate() {
                while starts.len() as u128 <= of[coin] {
                    starts.push(at);
                }
            }
            starts.push(order.len());
        }
        Values { of, order, starts }
    }

    /// The value of a coin.
    #[must_use]
    pub fn of(&self, coin: usize) -> u128 {
        self.of[coin]
    }

    /// The xor of the values of these coins.
    #[must_use]
    pub fn sum(&self, set: &[usize]) -> u128 {
        set.iter().fold(0, |xor, &coin| xor ^ self.of[coin])
    }

    /// The coins of this value in a range.
    pub(super) fn coins(&self, value: u128, range: Range<usize>) -> &[usize] {
        let all = match usize::try_from(value) {
            Ok(value) if value < self.starts.len().saturating_sub(1) => {
                &self.order[self.starts[value]..self.starts[value + 1]]
            }
            _ if !self.starts.is_empty() => &[],
            _ => {
                let from = self.order.partition_point(|&coin| self.of[coin] < value);
                let many = self.order[from..].partition_point(|&coin| self.of[coin] == value);
                &self.order[from..from + many]
            }
        };
        let from = all.partition_point(|&coin| coin < range.start);
        let to = all.partition_point(|&coin| coin < range.end);
        &all[from..to.max(from)]
    }
}

/// One coin is turned: the rows of a board that is a row.
#[derive(Debug)]
pub(super) struct Single;

impl Line for Single {
    fn each_set(&self, _last: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        visit(&[])
    }

    fn values(&self, coins: usize) -> Vec<u128> {
        vec![1; coins]
    }
}

/// A game with the values that are known of it.
#[derive(Debug)]
pub(super) struct Table {
    line: Box<dyn Line>,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    values: Arc<[u128]>,
    /// Are the values of more coins out of reach? To find that out takes long, and everybody asks.
    are_all: bool,
}

/// Up to so many coins more values are found than were asked for.
const DOUBLED: usize = 1 << 17;

impl Table {
    pub(super) fn new(line: impl Line) -> Table {
        Table { line: Box::new(line), known: Mutex::default() }
    }

    pub(super) fn line(&self) -> &dyn Line {
        &*self.line
    }

    /// The values of so many coins at least; `None`: they are out of reach.
    pub(super) fn values(&self, coins: usize) -> Option<Arc<[u128]>> {
        let mut known = locked(self.known.lock());
        let reach = self.line.reach();
        if known.values.len() < coins && coins <= reach && !known.are_all {
            // a line begins with its first coin each time: who asks for one coin after the other shall not wait for all of them
            // again
            let more = coins.max((2 * known.values.len()).min(DOUBLED)).min(reach);
            let values = self.line.values(more);
            *known = Known { are_all: values.len() < more, values: values.into() };
        }
        (known.values.len() >= coins).then(|| Arc::clone(&known.values))
    }
}

/// The values by definition: the mex over all sets. For games without a formula; the oracle of those with one.
///
/// As many of them as a look at so many coins of sets allows.
pub(crate) fn by_definition(line: &dyn Line, coins: usize, most: u64) -> Vec<u128> {
    let mut values: Vec<u128> = Vec::with_capacity(coins);
    let mut left = most;
    for last in 0..coins {
        let mut seen = rustc_hash::FxHashSet::default();
        let flow = line.each_set(last, &mut |set| {
            left = match left.checked_sub(1 + set.len() as u64) {
                Some(left) => left,
                None => return ControlFlow::Break(()),
            };
            seen.insert(set.iter().fold(0, |xor, &coin| xor ^ values[coin]));
            ControlFlow::Continue(())
        });
        let Some(value) = (0..).find(|value| !seen.contains(value)).filter(|_| flow.is_continue()) else { break };
        values.push(value);
    }
    values
}
