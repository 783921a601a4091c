//! How many positions of K heaps are P-positions.
//!
//! Three heaps of Nim from 0 to 7: of the 512 triples those with xor 0 are P, 64 of them.
//!
//! In normal play a sum is P exactly if the xor of the values is 0 (Sprague and Grundy), so only the *histogram* of the
//! values matters: how many heaps have which value. [`spectrum`] counts with it, by character sums. The histogram comes
//! from the values one by one; from one period, where the values are bounded and their period is proved; from [`runs`] of
//! equal values; and ranges of Nim need none at all. Games of several coordinates have one place in the box for each
//! "heap". A row game has no heaps side by side: its K numbers are one place, and all rows are tried. So are all multisets
//! in misère play, but for games whose misère quotient is to be had ([`classes`]), and for Nim (C. L. Bouton, *Nim, a game
//! with a complete mathematical theory*, 1902): it differs from normal play only where all heaps have 0 or 1, and there the
//! parity of the ones decides.
//!
//! Cost: as many values as there are heaps (or as one period has), b·2^b additions for values below 2^b, and see
//! [`spectrum`]. Three heaps up to 10^6 take a fraction of a second.

mod classes;
mod histogram;
mod progressions;
mod runs;
mod spectrum;
mod trial;

use crate::answer::{Answer, Counts, Reading};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::evidence::{Evidence, SPRAGUE_GRUNDY, Theorem};
use crate::game::GameQuestion;
use crate::game::Shape;
use crate::number::Nat;
use crate::outcome::Convention;
use histogram::Heaps;
use spectrum::{Spectrum, choose_multisets, power};

options! {
    /// What is wanted of [`GameQuestion::count_with`].
    ///
    /// ```
    /// use grundy::{Context, Convention, CountOptions, Nat, nim};
    /// let wanted = CountOptions::new(3, 7).with_unordered(true);
    /// let answer = nim().under(Convention::Normal).count_with(&wanted, &Context::default())?;
    /// assert_eq!(answer.previous, Some(Nat::from(15u8)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct CountOptions {
        /// How many heaps a position has (places, in games of several coordinates; numbers, in row games).
        heaps: u64 = 1, with_heaps;
        /// The smallest heap.
        min: u64 = 0, with_min;
        /// The largest heap, inclusive.
        max: u64 = 0, with_max;
        /// Count multisets of heaps instead of ordered tuples.
        unordered: bool = false, with_unordered;
    }
}

impl CountOptions {
    /// So many heaps, each of 0 to `max`, ordered.
    #[must_use]
    pub fn new(heaps: u64, max: u64) -> Self {
        CountOptions::default().with_heaps(heaps).with_max(max)
    }
}

/// The P-positions and N-positions among all positions of K heaps of sizes `min` to `max`.
///
/// Ordered tuples, or multisets with [`CountOptions::unordered`]. In games of several coordinates each coordinate of
/// each of the K places runs from `min` to `max`; in row games the K numbers are one place, and lists that are no place
/// of the game are not counted. When the budget ends, [`Answer::stopped`] says what would have been needed.
///
/// # Errors
/// An empty range; tokens on graphs, whose places are no numbers; rows without order; faults of the rule.
pub(crate) fn count(question: &GameQuestion, options: &CountOptions, cx: &Context) -> Result<Answer<Counts>> {
    let game = &question.game;
    game.must_end("positions are not counted")?;
    // a family of boards may begin later
    let options = &(*options).with_min(options.min.max(game.smallest_member().unwrap_or(0)));
    if options.min > options.max {
        return Err(Diagnostic::input(format!(
            "there is no heap to count: `min` {} is above `max` {}",
            options.min, options.max
        ))
        .into());
    }
    let result = Counts {
        heaps: options.heaps,
        numbers: if let Shape::Tuple(numbers) = game.shape() { numbers } else { 1 },
        min: options.min,
        max: options.max,
        unordered: options.unordered,
        previous: None,
        next: None,
        refused: None,
    };
    let mut answer = Answer::new(question.query.clone(), question.convention, vec![Reading::of(game)], result);
    answer.evidence = Evidence::nothing();
    cx.enter("count");
    answer.filled_as_far_as(cx, |answer| {
        let counted = match (game.shape(), question.convention) {
            (Shape::Vertex | Shape::Text | Shape::Positions, _) => {
                return Err(Diagnostic::unsupported(
                    "the places of this game are not numbers, so there is no largest heap",
                )
                .suggest("count heaps of nim")
                .into());
            }
            (Shape::Row, _) if options.unordered => {
                return Err(Diagnostic::unsupported("lists of a row game are counted with their order alone")
                    .suggest("without `unordered`")
                    .into());
            }
            (Shape::Row, _) => trial::rows(question, options, cx),
            (Shape::Heap, Convention::Misere) => match game.misere_nim() {
                Some(theorem) => misere_nim(theorem, options, cx),
                None => trial::multisets(question, options, cx),
            },
            (Shape::Tuple(_), Convention::Misere) => {
                return Err(Diagnostic::unsupported(
                    "in misère play only games of one heap, and games of one row, are counted",
                )
                .suggest("solve answers one position")
                .into());
            }
            (Shape::Heap | Shape::Tuple(_), Convention::Normal) => by_values(question, options, cx),
        };
        let counted = counted?;
        answer.previous = Some(counted.previous);
        answer.next = Some(counted.next);
        answer.refused = counted.refused;
        answer.evidence = counted.evidence;
        Ok(())
    })
}

/// What was counted.
struct Counted {
    previous: Nat,
    next: Nat,
    evidence: Evidence,
    /// Why the first numbers that were left out make no position.
    refused: Option<Diagnostic>,
}

impl Counted {
    /// Of the single heaps so many are P-positions.
    fn of_one(previous: Nat, evidence: Evidence, options: &CountOptions) -> Counted {
        let all = Nat::from(options.max - options.min) + Nat::ONE;
        Counted { next: all - &previous, previous, evidence, refused: None }
    }
}

/// P-positions and all positions by character sums.
fn by_sums(spectrum: &Spectrum, options: &CountOptions, cx: &Context) -> Result<(Nat, Nat)> {
    let before = cx.enter("character sums");
    let result = if options.unordered {
        (spectrum.multisets(options.heaps, cx)?, spectrum.all_multisets(options.heaps, cx)?)
    } else {
        (spectrum.tuples(options.heaps, cx)?, spectrum.all_tuples(options.heaps, cx)?)
    };
    cx.enter(before);
    Ok(result)
}

fn by_values(question: &GameQuestion, options: &CountOptions, cx: &Context) -> Result<Counted> {
    let Heaps { spectrum, loony, evidence: reasons, refused } = histogram::heaps(&question.game, options, cx)?;
    let (previous, mut all) = by_sums(&spectrum, options, cx)?;
    if loony > 0 {
        // a sum with a loony place is won by whoever moves
        all = by_sums(&spectrum.and_never_lost(loony), options, cx)?.1;
    }
    let mut evidence = Evidence::theorem(&SPRAGUE_GRUNDY);
    evidence.add(&reasons);
    evidence.add(&Evidence::computed(spectrum.words()));
    Ok(Counted { next: all - &previous, previous, evidence, refused })
}

/// Heaps that are won like those of misère Nim: as in normal play, but for the positions whose heaps are all 0 or 1.
fn misere_nim(theorem: &'static Theorem, options: &CountOptions, cx: &Context) -> Result<Counted> {
    let spectrum = Spectrum::of_interval(options.min, options.max);
    let (normal, all) = by_sums(&spectrum, options, cx)?;
    let (even, odd) = parities(options, cx)?;
    let previous = normal - even + odd;
    let mut evidence = Evidence::theorem(theorem);
    evidence.add(&Evidence::computed(spectrum.words()));
    Ok(Counted { next: all - &previous, previous, evidence, refused: None })
}

/// Among the positions whose heaps are all 0 or 1: how many have an even, and an odd number of ones.
fn parities(options: &CountOptions, cx: &Context) -> Result<(Nat, Nat)> {
    let k = options.heaps;
    let of = |even: bool| if even { (Nat::ONE, Nat::ZERO) } else { (Nat::ZERO, Nat::ONE) };
    Ok(match (options.min, options.max) {
        // no heap at all, or none but empty ones: no ones
        _ if k == 0 => of(true),
        (0, 0) => of(true),
        (1, _) => of(k.is_multiple_of(2)),
        (0, _) if options.unordered => {
            let all = choose_multisets(2, k, cx)?;
            (Nat::from(k / 2) + Nat::ONE, all - Nat::from(k / 2) - Nat::ONE)
        }
        (0, _) => {
            let half = power(&Nat::from(2u8), k - 1, cx)?;
            (half.clone(), half)
        }
        _ => (Nat::ZERO, Nat::ZERO),
    })
}

#[cfg(test)]
mod tests;
