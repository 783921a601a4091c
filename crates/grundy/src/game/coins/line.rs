//! A game on a row of coins: which coins are turned together with the last one, and what a head alone is worth.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use grundy_core::Theorem;

use super::COINS;

/// A coin-turning game on a row; coins count from 0 on the left.
pub trait Line: Debug + Send + Sync + 'static {
    /// Visits every set of coins that may be turned together with `last`, once each, ascending, without `last`.
    fn each_set(&self, last: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The values of the first coins, each as a head alone; `None` where they would cost too much, or need more than
    /// 128 bits.
    fn values(&self, coins: usize) -> Option<Vec<u128>>;

    /// The theorem behind the values.
    fn theorem(&self) -> &'static Theorem {
        &COINS
    }

    /// What coin n is worth: `value n + 1`.
    fn words(&self) -> String {
        "the value of its definition".to_owned()
    }
}

/// One coin is turned: the rows of a board that is a row.
#[derive(Debug)]
pub(super) struct Single;

impl Line for Single {
    fn each_set(&self, _last: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        visit(&[])
    }

    fn values(&self, coins: usize) -> Option<Vec<u128>> {
        Some(vec![1; coins])
    }
}

/// A game with the values that are known of it.
#[derive(Debug)]
pub(super) struct Table {
    line: Box<dyn Line>,
    known: Mutex<Arc<[u128]>>,
}

impl Table {
    pub(super) fn new(line: impl Line) -> Table {
        Table { line: Box::new(line), known: Mutex::new(Arc::from([])) }
    }

    pub(super) fn line(&self) -> &dyn Line {
        &*self.line
    }

    /// The values of so many coins at least.
    pub(super) fn values(&self, coins: usize) -> Option<Arc<[u128]>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < coins {
            *known = self.line.values(coins)?.into();
        }
        Some(Arc::clone(&known))
    }
}

/// The values by definition: the mex over all sets. For games without a formula; the oracle of those with one.
pub(crate) fn by_definition(line: &dyn Line, coins: usize, most: u64) -> Option<Vec<u128>> {
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
        if flow.is_break() {
            return None;
        }
        values.push((0..).find(|value| !seen.contains(value))?);
    }
    Some(values)
}
