//! The moves of a rule of two coordinates, where all run along lines or are single steps.

use grundy_core::Result;

use super::{RAYS, SIDE, SPARSE, STEPS};
use crate::rule::column::Column;
use crate::rule::ir::Rule;

/// The moves of a rule of two coordinates: along lines, and single steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    pub(super) rays: Vec<Ray>,
    pub(super) steps: Vec<[usize; 2]>,
}

/// Moves along a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ray {
    /// What one step takes from the coordinates.
    pub(super) steps: [usize; 2],
    /// At most so many steps: the least of these; empty where the whole line is seen.
    pub(super) most: Vec<Bound>,
}

/// (constant + times · coordinates) / divisor, rounded down; the same all along a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bound {
    pub(super) constant: i64,
    pub(super) times: [i64; 2],
    pub(super) divisor: i64,
}

/// Numbers in bounds are no larger, so that nothing overflows on a board.
const LARGEST: i64 = 1 << 20;

impl Bound {
    /// The bound, if its numbers are small enough.
    pub(super) fn new(constant: i64, times: [i64; 2], divisor: i64) -> Option<Bound> {
        let small = |number: i64| number.unsigned_abs() <= LARGEST.unsigned_abs();
        let fits = small(constant) && times.into_iter().all(small) && (1..=LARGEST).contains(&divisor);
        fits.then_some(Bound { constant, times, divisor })
    }

    fn at(&self, [a, b]: [usize; 2]) -> usize {
        // below 2^40 · 2^20
        let sum = self.constant + self.times[0] * a as i64 + self.times[1] * b as i64;
        usize::try_from(sum.div_euclid(self.divisor)).unwrap_or(0)
    }
}

impl Ray {
    /// The ray with the coordinates exchanged.
    pub(super) fn mirrored(&self) -> Ray {
        let [u, v] = self.steps;
        let mut most: Vec<Bound> =
            self.most.iter().map(|bound| Bound { times: [bound.times[1], bound.times[0]], ..*bound }).collect();
        most.sort_unstable();
        Ray { steps: [v, u], most }
    }

    pub(super) fn is_bounded(&self) -> bool {
        !self.most.is_empty()
    }

    /// So many cells before one on the line through this cell are seen.
    pub(super) fn most_at(&self, cell: [usize; 2]) -> usize {
        self.most.iter().map(|bound| bound.at(cell)).min().unwrap_or(usize::MAX)
    }
}

impl Moves {
    /// The moves of a rule, if it has no others than these, few enough, and none under a condition.
    ///
    /// # Errors
    /// If the rule is not well-formed.
    pub fn of(rule: &Rule) -> Result<Option<Moves>> {
        if rule.arity != 2 {
            return Ok(None);
        }
        let Some((rays, steps)) = Column::new(rule)?.rays_and_steps() else { return Ok(None) };
        let bounded = |(steps, most): ([usize; 2], Vec<_>)| {
            let most = most.into_iter().map(|(constant, times, divisor)| Bound::new(constant, times, divisor));
            let mut most = most.collect::<Option<Vec<Bound>>>()?;
            most.sort_unstable();
            most.dedup();
            Some(Ray { steps, most })
        };
        let Some(rays) = rays.into_iter().map(bounded).collect() else { return Ok(None) };
        let moves = Moves::new(rays, steps);
        let fits = (1..=RAYS).contains(&moves.rays.len())
            && moves.rays.iter().all(|ray| ray.steps.iter().all(|&step| step <= SPARSE))
            && moves.steps.len() <= STEPS
            && moves.steps.iter().all(|step| step.iter().all(|&taken| taken < SIDE));
        Ok(fits.then_some(moves))
    }

    pub(super) fn new(mut rays: Vec<Ray>, mut steps: Vec<[usize; 2]>) -> Moves {
        rays.sort_unstable();
        rays.dedup();
        steps.sort_unstable();
        steps.dedup();
        Moves { rays, steps }
    }

    /// Has the rule with each move the mirrored one?
    pub(super) fn is_symmetric(&self) -> bool {
        self.rays.iter().all(|ray| self.rays.contains(&ray.mirrored()))
            && self.steps.iter().all(|&[a, b]| self.steps.contains(&[b, a]))
    }
}
