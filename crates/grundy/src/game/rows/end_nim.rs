//! **End-Nim**: piles in a row; a move takes any positive number from the leftmost or from the rightmost pile that is
//! not empty.
//!
//! `endnim(3, 1, 3)`: the pile of 1 can be reached only after one of the others is gone.
//!
//! **Up to two piles** both are ends, so the game is Nim and the value is the nim-sum. For more piles no simple
//! formula of the value is known; it is computed. (Albert and Nowakowski describe the P-positions.)
//!
//! Cost: the number of reachable places is at most the product of the sizes of the piles times the number of rows of
//! neighbouring piles.
//!
//! Reference: M. H. Albert, R. J. Nowakowski, *The game of End-Nim*, 2001.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Theorem};

use super::{Made, Row, heaps, nim_options_with_value, without_brackets, xor_of_others};
use crate::game::drawing::{Asked, Drawn, piles};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Law, Listing, Place, Working};
use crate::words::Words;

/// The theorem used for few piles.
pub static TWO_ENDS: Theorem = Theorem {
    id: "end-nim-two-piles",
    statement: "with at most two piles End-Nim is Nim: the value is the xor of the piles",
    chinese: "至多两堆时，两端取石子就是尼姆：值是各堆的异或",
    reference: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1902",
};

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

impl Law for EndNim {
    fn theorem(&self) -> &'static Theorem {
        &TWO_ENDS
    }

    fn words(&self) -> Words {
        Words::new(
            "g = xor of the piles, up to two piles; more piles are computed",
            "至多两堆时 g = 各堆的异或；更多堆时逐个计算",
        )
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        if place.len() > 2 { Vec::new() } else { vec![heaps(place)] }
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        (place.len() <= 2).then(|| place.iter().fold(Nat::ZERO, |xor, n| xor ^ n))
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        (place.len() <= 2).then(|| Candidates::Among(vec![xor_of_others(place, coordinate) ^ value]))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        if place.len() > 2 {
            return None;
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
    use super::super::brute_force::{canonical, check_law, lists, options, place};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

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
        assert_eq!(EndNim.outcome(&place(&[1, 2, 3])), None);
        assert_eq!(EndNim.place(place(&[0, 3, 0, 2, 0])).unwrap(), place(&[3, 2]));
    }
}
