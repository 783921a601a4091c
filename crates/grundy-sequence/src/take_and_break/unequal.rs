//! Parts no two of which are equal: their sizes are added one after the other, as in the knapsack problem.

use grundy_core::{Context, Stopped};

use super::values::Values;

/// For each total the values of so many unequal parts.
#[derive(Debug)]
pub(super) struct Unequal {
    /// [parts][total], for totals below `size`.
    layers: Vec<Vec<Values>>,
    /// At most so many parts are asked for; 0: none.
    most: usize,
    /// At least so many parts: [index in `least`][total].
    from: Vec<Vec<Values>>,
    least: Vec<u32>,
    size: usize,
}

impl Unequal {
    /// Up to so many parts, and for each of `least` any number from there on.
    pub(super) fn new(most: usize, least: Vec<u32>) -> Self {
        Unequal { layers: Vec::new(), most, from: vec![Vec::new(); least.len()], least, size: 0 }
    }

    pub(super) fn is_needed(&self) -> bool {
        self.most > 0
    }

    /// How many sets a total has.
    pub(super) fn sets(&self) -> usize {
        self.most + self.least.len()
    }

    /// The values of so many parts of this total.
    pub(super) fn of(&self, parts: usize, total: usize) -> Option<&Values> {
        self.layers.get(parts)?.get(total)
    }

    /// The values of so many parts or more, where that is among what is kept.
    pub(super) fn at_least(&self, parts: u32, total: usize) -> Option<&Values> {
        let at = self.least.iter().position(|&least| least == parts)?;
        Some(&self.from[at][total])
    }

    /// Makes room for total `n`, where `values` are those of the parts that are known.
    pub(super) fn reach(&mut self, n: usize, values: &[u32], cx: &Context) -> Result<(), Stopped> {
        if !self.is_needed() || n < self.size {
            return Ok(());
        }
        let size = (2 * n).max(64);
        // more parts than this cannot be unequal
        let layers = self.most.min((2 * size).isqrt() + 2);
        cx.reserve(((layers + 1 + self.least.len()) * size * 32) as u64)?;
        self.layers = vec![vec![Values::default(); size]; layers + 1];
        self.layers[0][0] = Values::one(0);
        self.from = vec![vec![Values::default(); size]; self.least.len()];
        self.size = size;
        values.iter().enumerate().skip(1).try_for_each(|(a, &v)| self.admit(a, v, cx))
    }

    /// Allows parts of size `a`, which have the value `v`. Where that is stopped all totals are begun anew by the next
    /// [`Unequal::reach`]: a part that was added to some of them must not be added twice.
    pub(super) fn admit(&mut self, a: usize, v: u32, cx: &Context) -> Result<(), Stopped> {
        let admitted = self.add_part(a, v, cx);
        if admitted.is_err() {
            cx.release(self.bytes());
            (self.layers, self.from) = (Vec::new(), vec![Vec::new(); self.least.len()]);
            self.size = 0;
        }
        admitted
    }

    /// What [`Unequal::reach`] reserved.
    fn bytes(&self) -> u64 {
        ((self.layers.len() + self.from.len()) * self.size * 32) as u64
    }

    /// Totals go down, so that each part is used once.
    fn add_part(&mut self, a: usize, v: u32, cx: &Context) -> Result<(), Stopped> {
        for total in (a..self.size).rev() {
            let rest = total - a;
            for (i, &least) in self.least.iter().enumerate() {
                let (low, high) = self.from[i].split_at_mut(total);
                cx.tick(1 + low[rest].words())?;
                high[0].add_shifted(&low[rest], v);
                if let Some(fewer) = self.layers.get(least as usize - 1) {
                    high[0].add_shifted(&fewer[rest], v);
                }
            }
            for parts in (1..self.layers.len()).rev() {
                let (fewer, more) = self.layers.split_at_mut(parts);
                let others = &fewer[parts - 1][rest];
                cx.tick(1 + others.words())?;
                more[0][total].add_shifted(others, v);
            }
        }
        Ok(())
    }
}
