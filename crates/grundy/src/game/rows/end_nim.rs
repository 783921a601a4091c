//! **End-Nim**: piles in a row; a move takes any positive number from the leftmost or from the rightmost pile that is
//! not empty.
//!
//! `endnim(3, 1, 3)`: the pile of 1 can be reached only after one of the others is gone.
//!
//! **Up to two piles** both are ends, so the game is Nim and the value is the nim-sum. For more piles no simple
//! formula of the value is known; who wins is told by the theorem.
//!
//! **Theorem.** For a row w let λ(w) be the pile that makes the row P when it is put on the left of w (0: w is P itself), and ρ(w)
//! the same on the right. There is exactly one of each. Let k be the place of a > 0 among the numbers 1, 2, … without ρ(w). Then
//! λ(wa) = 0 if a = ρ(w), and else the k-th of the numbers 1, 2, … without λ(w).
//!
//! *Proof.* There is at most one, for a larger pile can be lowered to a smaller one. If there were none, each xw would be N by a
//! move at the right end of w; but those moves leave finitely many rows, each of which has at most one x. Now look at the
//! rows xwa. If x and a are not 0, a move lowers one of them. So x = λ(w) with a > 0 is N, as a can be taken away; a = ρ(w) with
//! x > 0 is N in the same way; 0wa is P for a = ρ(w) alone. Of the other x and a, both in ascending order, the k-th go together:
//! two of the same place are P, for what a move leaves are two of different places or one of the exceptions, and of two different places
//! the larger one can be lowered to that of the other. ∎
//!
//! **A pile between others** that is larger than each of them by 2 or more may be replaced by any such pile: who wins stays the
//! same. *Proof.* By the rule above λ(wa) ≤ a + 1. A move that leaves piles on both sides leads to a smaller row of this kind. One that
//! takes the last pile of a side away leaves xv with x > λ(v), or vx with x > ρ(v), which is N whatever x is. ∎
//!
//! The empty row has λ = ρ = 0, since a single pile is N. In misère play it has λ = ρ = 1, and all else is the same.
//!
//! Cost: who wins and all winning moves k² steps for k piles, up to 4096. A value takes a search: the number of reachable places
//! is at most the product of the sizes of the piles times the number of rows of neighbouring piles.
//!
//! Reference: M. H. Albert, R. J. Nowakowski, *The game of End-Nim*, 2001.

use std::collections::BTreeSet;
use std::ops::{Add, ControlFlow, Sub};
use std::sync::Arc;

use grundy_core::number::{shorten, to_u64};
use grundy_core::{Convention, Diagnostic, Nat, Outcome, Theorem};

use super::{Made, Row, heaps, nim_options_with_value, without_brackets, xor_of_all, xor_of_others};
use crate::game::drawing::{Asked, Drawn, piles};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Every, Fold, Join, Law, Listing, Place, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem above.
pub static END_NIM: Theorem = Theorem {
    id: "end-nim",
    statement: "each row of piles has exactly one pile that makes it P when put on its left, and one for its right; they follow from \
        those of the shorter rows, and with at most two piles the value is the xor",
    chinese: "每一行石子堆恰有一个数，放在其左端成为 P 局面，右端也恰有一个；它们可由更短的行推出；至多两堆时值是各堆的异或",
    reference: "M. H. Albert, R. J. Nowakowski, The game of End-Nim, 2001",
};

/// Rows of more piles are not worked out.
const MOST: usize = 4096;

/// End-Nim; piles from left to right, without zeros: an empty pile hinders nobody.
#[derive(Debug, Clone, Copy)]
pub struct EndNim;

/// Makes the game.
///
/// # Errors
/// Something stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    without_brackets("endnim", arguments, EndNim)
}

fn without_empty_piles(mut place: Place) -> Place {
    place.retain(|n| *n != Nat::ZERO);
    if place.is_empty() {
        place.push(Nat::ZERO);
    }
    place
}

impl Row for EndNim {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        Ok(without_empty_piles(place))
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let (Some(&first), Some(&last)) = (place.first(), place.last()) else { return ControlFlow::Continue(()) };
        if place.len() == 1 {
            return (0..first).try_for_each(|left| visit(&[left]));
        }
        visit(&place[1..])?;
        let mut row = place.to_vec();
        for left in 1..first {
            row[0] = left;
            visit(&row)?;
        }
        row[0] = first;
        let end = row.len() - 1;
        visit(&place[..end])?;
        for left in 1..last {
            row[end] = left;
            visit(&row)?;
        }
        ControlFlow::Continue(())
    }

    fn lowers_at_will(&self, coordinate: usize, numbers: usize) -> bool {
        coordinate == 0 || coordinate + 1 == numbers
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(EndNim))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        piles::draw_ends(asked)
    }
}

/// λ(wa) from a, λ(w) and ρ(w); with left and right exchanged ρ(aw).
fn longer<T>(a: &T, near: &T, far: &T) -> T
where
    T: Clone + Ord + From<u8> + Add<Output = T> + Sub<Output = T>,
{
    let (zero, one) = (T::from(0), T::from(1));
    if a == far {
        return zero;
    }
    let at = if *far > zero && far < a { a.clone() - one.clone() } else { a.clone() };
    if *near > zero && *near <= at { at + one } else { at }
}

/// The λ of the row without its first pile, and the ρ of the row without its last one; `of_none` is that of the empty row.
fn ends<T>(piles: &[T], of_none: u8) -> (T, T)
where
    T: Clone + Ord + From<u8> + Add<Output = T> + Sub<Output = T>,
{
    // of the rows of so many piles that begin at each place
    let mut left = vec![T::from(of_none); piles.len() + 1];
    let mut right = left.clone();
    for length in 1..piles.len() {
        for first in 0..=piles.len() - length {
            let longer_left = longer(&piles[first + length - 1], &left[first], &right[first]);
            // the row one further on is still the shorter one
            right[first] = longer(&piles[first], &right[first + 1], &left[first + 1]);
            left[first] = longer_left;
        }
    }
    let behind = usize::from(piles.len() > 1);
    (left.swap_remove(behind), right.swap_remove(0))
}

/// What the first pile and the last one must be for a P-position; `None`: too many piles.
fn wanted(piles: &[Nat], convention: Convention) -> Option<(Nat, Nat)> {
    let of_none = u8::from(convention == Convention::Misere);
    if piles.len() > MOST {
        return None;
    }
    // no number in between is above the piles by more than 1
    let small: Option<Vec<u64>> = piles.iter().map(|n| to_u64(n).filter(|&n| n < u64::MAX)).collect();
    Some(match small {
        Some(small) => {
            let small: Vec<u128> = small.into_iter().map(u128::from).collect();
            let (first, last) = ends(&small, of_none);
            (Nat::from(first), Nat::from(last))
        }
        None => ends(piles, of_none),
    })
}

fn outcome(place: &[Nat], convention: Convention) -> Option<Outcome> {
    let piles = if place == [Nat::ZERO] { &[] } else { place };
    let Some(first) = piles.first() else {
        return Some(Outcome::won_if(convention == Convention::Misere));
    };
    let (wanted, _) = wanted(piles, convention)?;
    Some(Outcome::lost_if(*first == wanted))
}

/// The moves to P-positions: one at each end, if any.
fn winning(place: &[Nat], convention: Convention, limit: usize) -> Option<Listing> {
    let (first, last) = wanted(place, convention)?;
    let lowered = |at: usize, to: Nat| {
        (to < place[at]).then(|| {
            let mut row = Place::from(place);
            row[at] = to;
            without_empty_piles(row)
        })
    };
    let moves = [lowered(0, first), lowered(place.len() - 1, last)];
    let found: BTreeSet<Place> = moves.into_iter().flatten().collect();
    let count = Nat::from(found.len());
    Some(Listing { count, first: found.into_iter().take(limit).map(|row| vec![row]).collect() })
}

impl Law for EndNim {
    fn theorem(&self) -> &'static Theorem {
        &END_NIM
    }

    fn words(&self) -> Words {
        Words::new(
            "P exactly if the first pile is the one that makes the others P; g = xor of the piles, up to two piles",
            "P 当且仅当第一堆恰是使其余各堆成为 P 局面的那个数；至多两堆时 g = 各堆的异或",
        )
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        if numbers <= 2 { xor_of_all(numbers) } else { Vec::new() }
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        if place.len() <= 2 {
            return vec![heaps(place)];
        }
        let Some((first, last)) = wanted(place, Convention::Normal) else { return Vec::new() };
        let (first, last) = (shorten(&first), shorten(&last));
        vec![Working::Say(Words::new(
            format!("with {first} as its first pile the row would be P, and so with {last} as its last one"),
            format!("第一堆若是 {first}，则是 P 局面；最后一堆若是 {last}，也是"),
        ))]
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        outcome(place, Convention::Normal)
    }

    fn misere(&self, place: &[Nat]) -> Option<(Outcome, &'static Theorem)> {
        Some((outcome(place, Convention::Misere)?, &END_NIM))
    }

    fn winning_options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        winning(place, Convention::Normal, limit)
    }

    fn misere_winning(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        winning(place, Convention::Misere, limit)
    }

    fn fold(&self) -> Option<Fold> {
        Some(Fold::of_numbers(Every::One, Join::Ends))
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        (place.len() <= 2).then(|| place.iter().fold(Nat::ZERO, |xor, n| xor ^ n))
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        if place.len() <= 2 {
            return Some(Candidates::Among(vec![xor_of_others(place, coordinate) ^ value]));
        }
        let piles = |part: &[Nat]| -> Vec<Nat> { part.iter().filter(|n| !n.is_zero()).cloned().collect() };
        let (before, behind) = (piles(&place[..coordinate]), piles(&place[coordinate + 1..]));
        if *value != Nat::ZERO || !(before.is_empty() || behind.is_empty()) {
            return None;
        }
        let at_the_left = before.is_empty();
        // some pile stands where the one is asked for
        let row: Vec<Nat> = match at_the_left {
            true => [Nat::ONE].into_iter().chain(behind).collect(),
            false => before.into_iter().chain([Nat::ONE]).collect(),
        };
        let (first, last) = wanted(&row, Convention::Normal)?;
        Some(Candidates::Among(vec![if at_the_left { first } else { last }]))
    }

    fn steady_from(&self, place: &[Nat], coordinate: usize) -> Option<Nat> {
        let largest = |part: &[Nat]| part.iter().max().filter(|n| !n.is_zero()).cloned();
        let (before, behind) = (largest(&place[..coordinate])?, largest(&place[coordinate + 1..])?);
        Some(before.max(behind) + Nat::from(2u8))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        if place.len() > 2 {
            return if *target == Nat::ZERO { self.winning_options(place, limit) } else { None };
        }
        let changed = nim_options_with_value(place, target, usize::MAX).first.into_iter().flatten();
        let mut found: Vec<Place> = changed.map(without_empty_piles).collect();
        // equal piles may leave the same row
        found.sort_unstable();
        found.dedup();
        let count = Nat::from(found.len());
        Some(Listing { count, first: found.into_iter().take(limit).map(|row| vec![row]).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{canonical, check_law, lists, options, place, small};
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn large_piles_between_others_are_worth_the_same() {
        for convention in [Convention::Normal, Convention::Misere] {
            for row in lists(5, 3) {
                for coordinate in 0..row.len() {
                    let mut filled = place(&row);
                    let Some(from) = EndNim.steady_from(&filled, coordinate) else { continue };
                    let told: BTreeSet<bool> = (0u64..12)
                        .map(|more| {
                            filled[coordinate] = &from + Nat::from(more);
                            outcome(&without_empty_piles(filled.clone()), convention) == Some(Outcome::Previous)
                        })
                        .collect();
                    assert_eq!(told.len(), 1, "{row:?} {coordinate}");
                }
            }
        }
    }

    #[test]
    fn moves_change_the_first_or_the_last_pile_that_is_not_empty() {
        for row in lists(4, 4) {
            let mut plain = BTreeSet::new();
            let ends = [row.iter().position(|&n| n > 0), row.iter().rposition(|&n| n > 0)];
            for end in ends.into_iter().flatten() {
                for left in 0..row[end] {
                    let mut changed = row.clone();
                    changed[end] = left;
                    plain.insert(canonical(&EndNim, &changed));
                }
            }
            assert_eq!(options(&EndNim, &canonical(&EndNim, &row)), plain, "{row:?}");
        }
    }

    #[test]
    fn two_piles_are_nim_and_three_are_not() {
        let mut known = HashMap::new();
        for row in lists(2, 9) {
            check_law(&EndNim, &canonical(&EndNim, &row), &mut known);
        }
        assert_eq!(EndNim.value(&place(&[1, 2, 3])), None);
        assert_eq!(EndNim.place(place(&[0, 3, 0, 2, 0])).unwrap(), place(&[3, 2]));
    }

    /// Does the player to move lose where the last move loses?
    fn is_lost_in_misere(row: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&lost) = known.get(row) {
            return lost;
        }
        let all = options(&EndNim, row);
        let lost = !all.is_empty() && !all.iter().any(|option| is_lost_in_misere(option, known));
        known.insert(row.to_vec(), lost);
        lost
    }

    #[test]
    fn the_theorem_tells_who_wins_and_all_winning_moves() {
        let (mut known, mut misere) = (HashMap::new(), HashMap::new());
        for row in lists(3, 9).into_iter().chain(lists(4, 6)).chain(lists(5, 4)).chain(lists(7, 3)) {
            let row = canonical(&EndNim, &row);
            check_law(&EndNim, &row, &mut known);
            let at = place(&row);
            let lost = is_lost_in_misere(&row, &mut misere);
            assert_eq!(EndNim.misere(&at).unwrap().0 == Outcome::Previous, lost, "misère {row:?}");
            let wins: Vec<Vec<u64>> =
                options(&EndNim, &row).into_iter().filter(|option| is_lost_in_misere(option, &mut misere)).collect();
            let told = EndNim.misere_winning(&at, 1000).unwrap();
            let told: Vec<Vec<u64>> =
                told.first.iter().map(|parts| parts.iter().flat_map(|p| small(p)).collect()).collect();
            assert_eq!(told, wins, "misère {row:?}");
        }
    }

    /// Numbers of any size are worked out as small ones are.
    #[test]
    fn large_piles_have_the_outcomes_of_the_theorem() {
        let huge = |row: &[u64]| -> Vec<Nat> { row.iter().map(|&n| Nat::from(n) << 70).collect() };
        for row in lists(4, 7).into_iter().filter(|row| !row.contains(&0)) {
            for convention in [Convention::Normal, Convention::Misere] {
                let of_none = u8::from(convention == Convention::Misere);
                let plain: Vec<Nat> = row.iter().map(|&n| Nat::from(n)).collect();
                let (first, last) = ends(&plain, of_none);
                assert_eq!(wanted(&plain, convention), Some((first, last)), "{row:?}");
            }
            // that row is P by its left end, so no move at the right end may win it
            let at = huge(&row);
            let (first, _) = wanted(&at, Convention::Normal).unwrap();
            let mut lost = at.clone();
            lost[0] = first;
            let lost = without_empty_piles(lost.into_iter().collect());
            assert_eq!(winning(&lost, Convention::Normal, 9).unwrap().count, Nat::ZERO, "{row:?}");
        }
    }
}
