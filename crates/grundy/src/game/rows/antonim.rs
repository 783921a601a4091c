//! **Antonim**: Nim in which no two heaps may have the same number of counters, except that any number of heaps may be
//! empty.
//!
//! `antonim(2, 4, 6)`: 3 ⊕ 5 ⊕ 7 = 1, not 0, so the next player wins; he lowers 6 to 5, for 3 ⊕ 5 ⊕ 6 = 0.
//!
//! **Theorem.** Three heaps that are not all empty are P exactly if (a + 1) ⊕ (b + 1) ⊕ (c + 1) = 0; fewer heaps are
//! filled up with empty ones. *Proof.* Write x, y, z for the heaps with one more counter each. If their xor is 0, all
//! three are different, for none of them is 0; a move changes the xor, and it does not leave three empty heaps, for then
//! two would have been empty before. If the xor is not 0, Nim has a move that makes it 0, say z to x ⊕ y < z. Where
//! x ≠ y, that is at least 1, and the three are different then, so it is a move. Where x = y, both heaps are empty, and
//! taking all of the third wins. ∎ For four heaps and more no law is known: they are searched.
//!
//! Cost: outcome and winning moves linear in the number of digits.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 14, 1982.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Outcome, Theorem, number::shorten};

use super::{Made, Row, with, without_brackets};
use crate::game::drawing::{Asked, Drawn, piles};
use crate::game::entry::Bracket;
use crate::game::{Law, Listing, Place, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static ANTONIM: Theorem = Theorem {
    id: "antonim",
    statement: "three heaps of Antonim that are not all empty are P exactly if the xor of the heaps, each with one more \
        counter, is 0",
    chinese: "异尼姆的不全为空的三堆是 P 局面，当且仅当各堆加一枚后的异或为 0",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982",
};

/// The law is about so many heaps.
const HEAPS: usize = 3;

/// Antonim; heaps ascending.
#[derive(Debug, Clone, Copy)]
pub struct Antonim;

/// Makes the game.
///
/// # Errors
/// Something stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    without_brackets("antonim", arguments, Antonim)
}

impl Row for Antonim {
    fn place(&self, mut place: Place) -> Result<Place, Diagnostic> {
        place.sort_unstable();
        match place.windows(2).find(|pair| pair[0] == pair[1] && pair[0] != Nat::ZERO) {
            None => Ok(place),
            Some(pair) => {
                let message = format!("two heaps of “antonim” have the size {}", shorten(&pair[0]));
                Err(Diagnostic::input(message).suggest("only empty heaps may be equal: antonim(2, 5, 7)"))
            }
        }
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut row = Vec::with_capacity(place.len());
        for (heap, &size) in place.iter().enumerate() {
            for left in (0..size).filter(|left| *left == 0 || place.binary_search(left).is_err()) {
                let at = place.partition_point(|other| *other < left);
                row.clear();
                row.extend_from_slice(&place[..at]);
                row.push(left);
                row.extend_from_slice(&place[at..heap]);
                row.extend_from_slice(&place[heap + 1..]);
                visit(&row)?;
            }
        }
        ControlFlow::Continue(())
    }

    // to each smaller number that no other heap has; the others are no places
    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        true
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(Antonim))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        piles::draw_sorted(asked)
    }
}

/// The heaps that are not empty, if there are three or fewer.
fn few(place: &[Nat]) -> Option<&[Nat]> {
    let heaps = &place[place.partition_point(|heap| *heap == Nat::ZERO)..];
    (heaps.len() <= HEAPS).then_some(heaps)
}

/// The xor of three heaps with one more counter each.
fn lifted(heaps: &[Nat]) -> Nat {
    let empty = HEAPS - heaps.len();
    heaps.iter().fold(Nat::from(empty % 2), |xor, heap| xor ^ (heap + Nat::ONE))
}

impl Law for Antonim {
    fn theorem(&self) -> &'static Theorem {
        &ANTONIM
    }

    fn words(&self) -> Words {
        Words::new(
            "with at most three heaps, filled up to three with empty ones, P exactly if no counter is left or the xor of \
             the heaps, each with one more counter, is 0",
            "至多三堆（不足三堆时补空堆）时，P 当且仅当没有石子，或各堆加一枚后的异或为 0",
        )
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(heaps) = few(place).filter(|heaps| !heaps.is_empty()) else { return Vec::new() };
        let lifted = lifted(heaps);
        let list: Vec<String> = heaps.iter().map(|heap| format!("{} + 1", shorten(heap))).collect();
        let empty = vec!["0 + 1".to_owned(); HEAPS - heaps.len()];
        vec![Working::Say(Words::same(format!("{} = {}", [list, empty].concat().join(" xor "), shorten(&lifted))))]
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        match numbers {
            1 => vec![Spelt::p_positions("n = 0")],
            2 => vec![Spelt::p_positions("xor(a+1,b+1) = 1 or a+b = 0")],
            3 => vec![Spelt::p_positions("xor(a+1,b+1,c+1) = 0 or a+b+c = 0")],
            _ => Vec::new(),
        }
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        // the xor is no value: it is 0 in the same places
        place.iter().all(|heap| *heap == Nat::ZERO).then_some(Nat::ZERO)
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        let heaps = few(place)?;
        let is_lost = heaps.is_empty() || lifted(heaps) == Nat::ZERO;
        Some(Outcome::lost_if(is_lost))
    }

    fn winning_options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let heaps = few(place)?;
        let change = lifted(heaps);
        let mut listing = Listing::default();
        if heaps.is_empty() || change == Nat::ZERO {
            return Some(listing);
        }
        let first = place.len() - heaps.len();
        let to = heaps.iter().enumerate().filter_map(|(heap, size)| {
            // the last heap may be taken whole
            let left = if heaps.len() == 1 { Nat::ONE } else { (size + Nat::ONE) ^ &change };
            (Nat::ZERO < left && left <= *size).then(|| (first + heap, left - Nat::ONE))
        });
        let mut found: Vec<Place> = to
            .map(|(heap, left)| {
                let mut after = with(place, heap, left);
                after.sort_unstable();
                after
            })
            .collect();
        found.sort_unstable();
        listing.count = Nat::from(found.len());
        listing.first = found.into_iter().take(limit).map(|after| vec![after]).collect();
        Some(listing)
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{check_law, lists, options, place, value};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    /// The lists that are places, in canonical form.
    fn places(heaps: usize, bound: u64) -> BTreeSet<Vec<u64>> {
        let all = lists(heaps, bound).into_iter();
        all.filter_map(|row| Some(Antonim.place(place(&row)).ok()?.iter().map(|n| u64::try_from(n).unwrap()).collect()))
            .collect()
    }

    #[test]
    fn the_law_is_the_brute_force_outcome() {
        let mut known = HashMap::new();
        for (heaps, bound) in [(1, 9), (2, 12), (3, 12), (4, 7), (5, 6)] {
            for row in places(heaps, bound) {
                check_law(&Antonim, &row, &mut known);
                let lost: BTreeSet<Vec<u64>> =
                    options(&Antonim, &row).into_iter().filter(|to| value(&Antonim, to, &mut known) == 0).collect();
                if let Some(listing) = Antonim.winning_options(&place(&row), 100) {
                    let found: BTreeSet<Vec<u64>> = listing
                        .first
                        .iter()
                        .map(|parts| parts[0].iter().map(|n| u64::try_from(n).unwrap()).collect())
                        .collect();
                    assert_eq!((found, listing.count), (lost.clone(), Nat::from(lost.len())), "{row:?}");
                } else {
                    assert!(row.iter().filter(|heap| **heap > 0).count() > HEAPS);
                }
            }
        }
    }

    #[test]
    fn moves_lower_one_heap_to_a_size_that_is_free() {
        for row in places(3, 6) {
            let mut plain = BTreeSet::new();
            for heap in 0..3 {
                for left in 0..row[heap] {
                    let mut to = row.clone();
                    to[heap] = left;
                    to.sort_unstable();
                    if to.windows(2).all(|pair| pair[0] < pair[1] || pair[0] == 0) {
                        plain.insert(to);
                    }
                }
            }
            assert_eq!(options(&Antonim, &row), plain);
        }
    }

    #[test]
    fn equal_heaps_are_refused_and_huge_ones_are_answered() {
        assert!(Antonim.place(place(&[3, 1, 3])).unwrap_err().message.contains("size 3"));
        assert_eq!(Antonim.place(place(&[0, 4, 0])).unwrap(), place(&[0, 0, 4]));
        let huge = Nat::from(10u8).pow(100);
        let row = [Nat::from(6u8), &huge - Nat::ONE, &huge + Nat::ONE];
        assert_eq!(Antonim.outcome(&row), Some(Outcome::Next));
        assert_eq!(Antonim.winning_options(&row, 9).unwrap().count, Nat::ONE);
    }
}
