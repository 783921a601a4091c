//! **Northcott's game**: each row holds two checkers; a move brings one of them any number of squares nearer to the
//! other, without jumping.
//!
//! `northcott((1, 6), (3, 4))` is the place 1, 6, 3, 4: gaps of 4 and 0, value 4.
//!
//! **Theorem.** g = ⊕ of the gaps |a − b| − 1: each gap is a heap of Nim that either checker can lower to any
//! number. The board game also allows retreats; these are reversible (the other checker follows and restores the
//! gap), so they change neither the outcome nor a winning strategy, and they are not listed here.
//!
//! Cost: value linear in the number of rows; the moves to a given value likewise, at most two a row.
//!
//! Reference: Berlekamp, Conway, Guy, *Winning Ways*, chapter 3, 1982.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Theorem};

use super::{Made, Row, count_up, difference, with, without_brackets};
use crate::game::drawing::{Asked, Drawn, strip};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Every, Fold, Join, Law, Listing, Place, Working};
use crate::rule::ir::{Expr, Function};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static NORTHCOTT: Theorem = Theorem {
    id: "northcott",
    statement: "the value of Northcott's game is the xor of the gaps between the checkers of each row",
    chinese: "诺斯科特游戏的值是各行两子间距的异或",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 3, 1982",
};

/// Northcott's game; the two checkers of row r are coordinates 2r and 2r+1.
#[derive(Debug, Clone, Copy)]
pub struct Northcott;

/// Makes the game.
///
/// # Errors
/// Something stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    without_brackets("northcott", arguments, Northcott)
}

impl Row for Northcott {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        if !place.len().is_multiple_of(2) {
            return Err(Diagnostic::input("in “northcott” each row has a pair of squares, but the last has one")
                .suggest("northcott((1, 6), (3, 4))"));
        }
        if let Some(row) = place.chunks_exact(2).find(|row| row[0] == row[1]) {
            let square = crate::number::shorten(&row[0]);
            return Err(Diagnostic::input(format!("in “northcott” both checkers of a row stand on square {square}"))
                .suggest("northcott((1, 6), (3, 4))"));
        }
        Ok(place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut row = place.to_vec();
        for at in 0..place.len() {
            let (own, other) = (place[at], place[at ^ 1]);
            // the squares strictly between the two checkers
            for target in own.min(other) + 1..own.max(other) {
                row[at] = target;
                visit(&row)?;
            }
            row[at] = own;
        }
        ControlFlow::Continue(())
    }

    fn group_length(&self) -> Option<usize> {
        Some(2)
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(Northcott))
    }

    fn show(&self, place: &[Nat]) -> Option<String> {
        let rows: Vec<String> = place.chunks_exact(2).map(|row| format!("({},{})", row[0], row[1])).collect();
        Some(rows.join(", "))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        strip::draw_pairs(asked)
    }
}

/// The free squares between the two checkers of a row.
fn gap(row: &[Nat]) -> Nat {
    match row {
        [a, b] if a < b => b - a - Nat::ONE,
        [a, b] if a > b => a - b - Nat::ONE,
        _ => Nat::ZERO,
    }
}

/// Checkers in the order in which their options are listed: those that go to smaller squares in order, then those
/// that go to larger squares, the last first.
fn listed_checkers(place: &[Nat]) -> impl Iterator<Item = usize> {
    let falls = |&at: &usize| place[at] > place[at ^ 1];
    let rises = |&at: &usize| place[at] < place[at ^ 1];
    (0..place.len()).filter(falls).chain((0..place.len()).rev().filter(rises))
}

impl Law for Northcott {
    fn theorem(&self) -> &'static Theorem {
        &NORTHCOTT
    }

    fn words(&self) -> Words {
        Words::new("g = xor of the gaps between the checkers of each row", "g = 各行两子间距的异或")
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        match numbers {
            2 => vec![Spelt::values("abs(a-b)-1")],
            4 => vec![Spelt::values("xor(abs(a-b)-1,abs(c-d)-1)"), Spelt::p_positions("abs(a-b) = abs(c-d)")],
            _ => Vec::new(),
        }
    }

    fn fold(&self) -> Option<Fold> {
        Some(Fold {
            term: Expr::Call(Function::Absolute, vec![difference()]) - Expr::from(1),
            ..Fold::of_numbers(Every::SecondFromLast, Join::Xor)
        })
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let rows = place.chunks_exact(2).enumerate();
        let name = |at: usize| Words::new(format!("gap of row {}", at + 1), format!("第 {} 行的间距", at + 1));
        let rows = rows.map(|(at, row)| (name(at), gap(row))).collect();
        vec![Working::Xor { what: Words::new("the gaps", "各间距"), rows }]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(place.chunks_exact(2).fold(Nat::ZERO, |xor, row| xor ^ gap(row)))
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        let rows = place.chunks_exact(2).enumerate().filter(|(row, _)| *row != coordinate / 2);
        let away = rows.fold(value.clone(), |xor, (_, row)| xor ^ gap(row)) + Nat::ONE;
        let partner = place.get(coordinate ^ 1)?;
        let mut among = vec![partner + &away];
        if *partner >= away {
            among.push(partner - away);
        }
        Some(Candidates::Among(among))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let change = self.value(place)? ^ target;
        let mut listing = Listing::default();
        for at in listed_checkers(place) {
            let (own, other) = (&place[at], &place[at ^ 1]);
            let now = gap(&place[at & !1..=at | 1]);
            let wanted = &now ^ &change;
            if wanted >= now {
                continue;
            }
            let square = if own < other { other - wanted - Nat::ONE } else { other + wanted + Nat::ONE };
            listing.count += Nat::ONE;
            if listing.first.len() < limit {
                listing.first.push(vec![with(place, at, square)]);
            }
        }
        Some(listing)
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let count: Nat = place.chunks_exact(2).map(gap).sum();
        let moves = listed_checkers(place).flat_map(|at| {
            let (low, high) = if place[at] < place[at ^ 1] { (at, at ^ 1) } else { (at ^ 1, at) };
            count_up(&place[low] + Nat::ONE, place[high].clone()).map(move |square| vec![with(place, at, square)])
        });
        Some(Listing { count: count * Nat::from(2u8), first: moves.take(limit).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{check_law, options, place};
    use super::*;
    use crate::testing::Random;
    use std::collections::{BTreeSet, HashMap};

    #[test]
    fn the_law_is_the_brute_force_value() {
        let mut random = Random::new(7);
        let mut known = HashMap::new();
        for _ in 0..300 {
            let rows = random.below(4);
            let numbers: Vec<u64> = (0..2 * rows).map(|_| random.below(7)).collect();
            let legal = numbers.chunks_exact(2).all(|row| row[0] != row[1]);
            assert_eq!(Northcott.place(place(&numbers)).is_ok(), legal);
            if legal {
                check_law(&Northcott, &numbers, &mut known);
            }
        }
    }

    #[test]
    fn moves_are_steps_towards_the_other_checker() {
        for row in [[1_u64, 6, 3, 4], [6, 1, 0, 3], [2, 3, 5, 4]] {
            let mut plain = BTreeSet::new();
            for at in 0..4 {
                let mut moved = row.to_vec();
                while moved[at].abs_diff(row[at ^ 1]) > 1 {
                    moved[at] = if moved[at] < row[at ^ 1] { moved[at] + 1 } else { moved[at] - 1 };
                    plain.insert(moved.clone());
                }
            }
            assert_eq!(options(&Northcott, &row), plain);
        }
    }

    #[test]
    fn pairs_are_printed_and_huge_gaps_answered() {
        assert_eq!(Northcott.show(&place(&[1, 6, 3, 4])).unwrap(), "(1,6), (3,4)");
        assert!(Northcott.place(place(&[1, 6, 3])).is_err());
        let huge = Nat::from(10u8).pow(100);
        let row = [Nat::ZERO, huge.clone(), Nat::from(9u8), Nat::from(4u8)];
        let wins = Northcott.winning_options(&row, 9).unwrap();
        assert_eq!(wins.count, Nat::from(2u8));
        assert!(wins.first.iter().all(|parts| Northcott.value(&parts[0]) == Some(Nat::ZERO)));
        assert!(Northcott.value(&row).unwrap() > huge / Nat::from(2u8));
    }
}
