//! A position on which the program errs, made as small as can be.

use std::time::Instant;

use grundy::Result;

use super::{Finding, Search, size};
use crate::stress::oracle::Oracle;

/// Runs spent on making a position small.
const SHRINKING: u64 = 4_000;

impl Search<'_> {
    /// A smaller position on which the program errs, the smallest if time allows.
    pub(super) fn shrink(&mut self, found: Finding, oracle: &mut Oracle<'_>) -> Result<Finding> {
        let start = self.tried;
        self.deadline = Instant::now().checked_add(self.plan.time);
        let mut best = found;
        loop {
            let mut simpler = self.simpler(&best.numbers);
            simpler.retain(|numbers| !self.passed.contains(numbers));
            let mut better = None;
            for batch in simpler.chunks(self.plan.threads) {
                if self.is_over() || self.tried - start > SHRINKING {
                    break;
                }
                better = self.test(batch, oracle)?;
                if better.is_some() {
                    break;
                }
            }
            match better {
                Some(found) => best = found,
                None => break,
            }
        }
        let (length, sum, _) = size(&best.numbers);
        for length in self.space.least..=length {
            for sum in self.space.min.saturating_mul(length as u64)..=sum {
                let mut smaller = self.space.of_sum(length, sum);
                smaller.retain(|numbers| size(numbers) < size(&best.numbers) && !self.passed.contains(numbers));
                for batch in smaller.chunks(self.plan.threads) {
                    if self.is_over() || self.tried - start > SHRINKING {
                        return Ok(best);
                    }
                    if let Some(found) = self.test(batch, oracle)? {
                        return Ok(Finding { smallest: true, ..found });
                    }
                }
            }
        }
        Ok(Finding { smallest: true, ..best })
    }

    /// Simpler positions, the boldest first: without one heap, one number much smaller, a little smaller.
    fn simpler(&self, numbers: &[u64]) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        if numbers.len() > self.space.least {
            for i in 0..numbers.len() {
                let mut list = numbers.to_vec();
                list.remove(i);
                all.push(list);
            }
        }
        let min = self.space.min;
        for (i, &n) in numbers.iter().enumerate() {
            let above = n.saturating_sub(min);
            for less in [
                above,
                above - above / 2,
                above - above / 4 * 3,
                above.min(8),
                above.min(4),
                above.min(2),
                above.min(1),
            ] {
                if less > 0 {
                    let mut list = numbers.to_vec();
                    list[i] = n - less;
                    all.push(list);
                }
            }
        }
        // pairs that cancel shrink together
        for i in 0..numbers.len() {
            for j in 0..i {
                let less = (numbers[i] - min).min(numbers[j] - min);
                for less in [less, less / 2, less.min(1)].into_iter().filter(|&l| l > 0) {
                    let mut list = numbers.to_vec();
                    list[i] -= less;
                    list[j] -= less;
                    all.push(list);
                }
            }
        }
        all.retain(|list| size(list) < size(numbers));
        all
    }
}
