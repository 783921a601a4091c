//! Sums that tell the classic mistakes apart, and what they say of the program.

use std::collections::HashMap;

use grundy::game::Shape;
use grundy::{Outcome, Result};

use super::run::Run;
use super::{Digits, Finding, Search};
use crate::stress::answers::Reply;
use crate::stress::cases::Space;
use crate::stress::oracle::Oracle;

/// Heaps that tell most rules apart.
const SMALL: [&[u64]; 9] = [&[1, 1], &[1, 2], &[2, 1], &[3, 5], &[2, 2], &[1, 2, 3], &[7, 2], &[4, 4, 4], &[5, 6, 1]];
/// P-positions and N-positions of one heap are looked for up to here.
const HEADS: u64 = 60;

impl Search<'_> {
    /// Sums that tell mistakes apart. Who answers for the first heap alone is wrong where that is a P-position and the
    /// next one is not; who adds or who takes the union of bits is wrong where two heaps are equal. `[1, 2]` to
    /// `[5, 6, 1]` have small heaps, where most rules have different values.
    fn sums(&self, oracle: &mut Oracle<'_>) -> Result<Vec<Vec<u64>>> {
        let (mut lost, mut won) = (None, None);
        for n in self.space.min.max(1)..=self.space.max.min(HEADS) {
            match oracle.truth(&[n], self.cx)?.map(|truth| truth.outcome) {
                Some(Outcome::Previous) => lost = lost.or(Some(n)),
                Some(Outcome::Next) => won = won.or(Some(n)),
                _ => {}
            }
            if lost.is_some() && won.is_some() {
                break;
            }
        }
        let mut sums = Vec::new();
        if let (Some(p), Some(n)) = (lost, won) {
            sums = vec![vec![p, n], vec![n, p], vec![p, p], vec![p, n, n], vec![p, p, n]];
        }
        sums.extend(SMALL.iter().map(|list| list.to_vec()));
        Ok(sums)
    }

    /// Does the program read several heaps? One that fails on every sum, or that answers for the first heap alone, is
    /// meant for one heap.
    pub(super) fn probe(
        &mut self,
        replies: &mut HashMap<Vec<u64>, Reply>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Finding>> {
        let Space { least, most, min, max } = self.space;
        let inside =
            |list: &[u64]| (least..=most).contains(&list.len()) && list.iter().all(|n| (min..=max).contains(n));
        if oracle.game().shape() == Shape::Row {
            let rows: Vec<Vec<u64>> = SMALL.iter().filter(|list| inside(list)).map(|list| list.to_vec()).collect();
            for batch in rows.chunks(self.plan.threads) {
                if let Some(found) = if self.is_over() { None } else { self.test(batch, oracle)? } {
                    return Ok(Some(found));
                }
            }
        }
        let asked = oracle.game().shape() == Shape::Heap && self.space.least == 1 && self.space.most > 1;
        if !asked {
            return Ok(None);
        }
        let mut sums = self.sums(oracle)?;
        sums.retain(|list| inside(list));
        // what the program says of the first heaps alone
        let mut heads: Vec<Vec<u64>> = sums.iter().map(|list| vec![list[0]]).collect();
        heads.retain(|head| !replies.contains_key(head) && !self.passed.contains(head));
        heads.dedup();
        let mut alone = Vec::new();
        for batch in heads.chunks(self.plan.threads) {
            alone.extend(self.runs(batch, oracle)?);
        }
        for run in alone {
            replies.extend(run.reply.clone().map(|reply| (run.numbers.clone(), reply)));
            if let Some(found) = self.judge(run, oracle)? {
                return Ok(Some(found));
            }
        }
        let mut runs = Vec::new();
        for batch in sums.chunks(self.plan.threads) {
            if !self.is_over() {
                runs.extend(self.runs(batch, oracle)?);
            }
        }
        let values = matches!(&self.sample, Some((Reply::Number(_), _))) && self.digits == Some(Digits::Values);
        let first_only = runs.iter().all(|run| match (&run.reply, replies.get(&run.numbers[..1])) {
            (Some(said), Some(alone)) => said == alone,
            _ => false,
        });
        let broken = runs.iter().all(Run::is_broken);
        if !runs.is_empty()
            && !self.plan.fixed
            && (broken || first_only)
            && (values || !oracle.one_heap_is_trivial(self.cx)?)
        {
            self.one_heap = true;
            self.space.most = 1;
            return Ok(None);
        }
        for run in runs {
            if let Some(found) = self.judge(run, oracle)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
