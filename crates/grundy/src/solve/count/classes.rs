//! Misère play: counting by the classes of a misère quotient.
//!
//! How many heaps have which class is a vector over the quotient; the positions of K heaps are its K-th power, where
//! classes are multiplied, and what stands at the elements of P is counted. For multisets each class is chosen j times,
//! among h heaps in C(h + j − 1, j) ways.
//!
//! Cost: order² products of large numbers for each step of the power; for multisets K² · order for each class.

use super::{CountOptions, Counted};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::game::{Component, GameQuestion, Place};
use crate::number::Nat;
use crate::plan::quotient::{Joint, common, opened};

/// So few positions are tried one by one.
const FEW: u128 = 3_000;
/// The quotient may take so many nodes.
const NODES: u64 = 60_000_000;
/// Multisets of more heaps are not counted so.
const HEAPS: u64 = 2_000;

/// The count, where the quotient is to be had and there is more to count than a few positions.
///
/// # Errors
/// A spent budget.
pub(super) fn by_classes(
    question: &GameQuestion,
    options: &CountOptions,
    lists: Option<u128>,
    cx: &Context,
) -> Result<Option<Counted>> {
    let game = &question.game;
    if lists.is_some_and(|lists| lists <= FEW) || game.is_loopy() || (options.unordered && options.heaps > HEAPS) {
        return Ok(None);
    }
    let Some(shared) = common(std::slice::from_ref(game))? else { return Ok(None) };
    let last = Component { game: game.clone(), place: Place::heap(options.max) };
    let nodes = cx.nodes_left().map_or(NODES, |left| NODES.min(left / 2));
    match cx.trial(nodes, |part| opened(&shared).all_heaps(game, options.max, part)) {
        Ok(Some(())) => {}
        Ok(None) | Err(Error::Bad(_)) => return Ok(None),
        Err(stopped) => return Err(stopped),
    }
    let joint = opened(&shared);
    let Some(histogram) = histogram(&joint, game, options) else { return Ok(None) };
    let all = if options.unordered {
        multisets(&joint, &histogram, options.heaps, cx)?
    } else {
        tuples(&joint, &histogram, options.heaps, cx)?
    };
    let monoid = joint.quotient().monoid();
    let total: Nat = all.iter().fold(Nat::ZERO, |sum, n| sum + n);
    let previous: Nat = monoid.portion().iter().fold(Nat::ZERO, |sum, x| sum + &all[x as usize]);
    let evidence = joint.evidence(&[last]);
    Ok(Some(Counted { next: total - &previous, previous, evidence, refused: None }))
}

/// How many of the heaps have which class.
fn histogram(joint: &Joint, game: &crate::Game, options: &CountOptions) -> Option<Vec<Nat>> {
    let mut histogram = vec![Nat::ZERO; joint.quotient().monoid().order()];
    let (classes, whole) = joint.heaps(game)?;
    let (min, max) = (options.min, options.max);
    let (tabled, period) = match whole {
        Some(whole) => (whole.preperiod as u64, whole.period as u64),
        None => (classes.len() as u64, 0),
    };
    for n in min..=max.min(tabled.saturating_sub(1)) {
        if n < tabled {
            histogram[classes[n as usize] as usize] += Nat::ONE;
        }
    }
    if max >= tabled {
        if period == 0 {
            return None;
        }
        for first in tabled..tabled + period {
            // the heaps first, first + p, … up to max, without those below min
            let up_to = |end: u64| if end < first { 0 } else { u128::from((end - first) / period) + 1 };
            let count = up_to(max) - min.checked_sub(1).map_or(0, up_to);
            histogram[classes[first as usize] as usize] += Nat::from(count);
        }
    }
    Some(histogram)
}

/// Ordered lists: a power in the algebra of the monoid.
fn tuples(joint: &Joint, histogram: &[Nat], heaps: u64, cx: &Context) -> Result<Vec<Nat>> {
    let monoid = joint.quotient().monoid();
    let order = monoid.order() as u32;
    let product = |a: &[Nat], b: &[Nat]| -> Result<Vec<Nat>> {
        let mut out = vec![Nat::ZERO; order as usize];
        for x in (0..order).filter(|&x| !a[x as usize].is_zero()) {
            cx.tick(u64::from(order))?;
            for y in (0..order).filter(|&y| !b[y as usize].is_zero()) {
                out[monoid.times(x, y) as usize] += &a[x as usize] * &b[y as usize];
            }
        }
        Ok(out)
    };
    let mut power = vec![Nat::ZERO; order as usize];
    power[0] = Nat::ONE;
    for bit in (0..u64::BITS - heaps.leading_zeros()).rev() {
        power = product(&power, &power)?;
        if heaps >> bit & 1 == 1 {
            power = product(&power, histogram)?;
        }
    }
    Ok(power)
}

/// Multisets: so many of each class.
fn multisets(joint: &Joint, histogram: &[Nat], heaps: u64, cx: &Context) -> Result<Vec<Nat>> {
    let monoid = joint.quotient().monoid();
    let (order, heaps) = (monoid.order(), heaps as usize);
    cx.reserve((order * (heaps + 1) * 32) as u64)?;
    // for each number of heaps, how many multisets have which class
    let mut sums = vec![vec![Nat::ZERO; order]; heaps + 1];
    sums[0][0] = Nat::ONE;
    for (class, count) in (0..).zip(histogram).filter(|(_, count)| !count.is_zero()) {
        let mut next = sums.clone();
        let (mut ways, mut power) = (Nat::ONE, 0);
        for j in 1..=heaps {
            ways = ways * (count + Nat::from(j - 1)) / Nat::from(j);
            power = monoid.times(power, class);
            for before in 0..=heaps - j {
                cx.tick(order as u64)?;
                for (x, n) in (0..).zip(&sums[before]).filter(|(_, n)| !n.is_zero()) {
                    next[before + j][monoid.times(x, power) as usize] += n * &ways;
                }
            }
        }
        sums = next;
    }
    Ok(sums.swap_remove(heaps))
}
