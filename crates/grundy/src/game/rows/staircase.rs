//! **Staircase Nim**: coins on stairs; a move takes any positive number of coins from one stair to the next below,
//! from stair 1 to the ground, where they are out of play.
//!
//! `staircase(3, 0, 5, 2)` has 3 coins on stair 1, none on stair 2, 5 on stair 3 and 2 on stair 4. Its value is
//! 3 ⊕ 5 = 6: only the odd stairs count.
//!
//! **Theorem.** g = ⊕ of the numbers on the odd stairs. *Proof.* A move from an odd stair lowers it as in Nim, to
//! any number. A move from an even stair raises the odd stair below; it can be undone by moving the same coins on, so
//! the value does not reach the old one, and every smaller value is reached by the moves of Nim. ∎
//! Hypothesis: the whole list is known and coins move one stair at a time.
//!
//! Cost: value linear in the number of stairs; the moves to a given value likewise, at most one a stair.
//!
//! Reference: T. S. Ferguson, *Game Theory*, part I, chapter 2 (exercise *Staircase Nim*), 2014.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Theorem};

use super::{Made, Row, count_up, steps, with, without_brackets, xor_of_others};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Every, Fold, GameRule, Join, Law, Listing, Place, Working, letters};
use crate::rule::ir::Expr;
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static STAIRCASE: Theorem = Theorem {
    id: "staircase",
    statement: "the value of Staircase Nim is the xor of the numbers on the odd stairs",
    chinese: "阶梯博弈的值是奇数级台阶上各数的异或",
    reference: "T. S. Ferguson, Game Theory (second edition), part I, chapter 2: The Game of Nim, 2014",
};

/// Staircase Nim; stair 1 is coordinate 0. Empty stairs are kept.
#[derive(Debug, Clone, Copy)]
pub struct Staircase;

/// Makes the game.
///
/// # Errors
/// Something stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    without_brackets("staircase", arguments, Staircase)
}

impl Row for Staircase {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        Ok(place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut row = place.to_vec();
        for stair in 0..row.len() {
            for moved in 1..=place[stair] {
                row[stair] = place[stair] - moved;
                if stair > 0 {
                    // more than 2^64 − 1 coins cannot be written in this row: the law answers such places
                    let Some(raised) = place[stair - 1].checked_add(moved) else { break };
                    row[stair - 1] = raised;
                }
                visit(&row)?;
            }
            row.copy_from_slice(place);
        }
        ControlFlow::Continue(())
    }

    // what leaves the first stair leaves the game; from another it goes to the stair below
    fn lowers_at_will(&self, coordinate: usize, _numbers: usize) -> bool {
        coordinate == 0
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(Staircase))
    }

    /// Each coin counts as often as it has stairs to go.
    fn as_rule(&self, numbers: usize) -> Option<GameRule> {
        let weight = |i: usize| Expr::Constant((i + 1).into()) * Expr::Variable(i);
        let measure = (1..numbers).fold(weight(0), |sum, i| sum + weight(i));
        let rule = steps(numbers, &|_| Vec::new(), &|i| i.checked_sub(1), Some(measure));
        Some(GameRule { rule, domain: None })
    }
}

/// `moved` coins go down from `stair` (0 is stair 1).
fn after(place: &[Nat], stair: usize, moved: &Nat) -> Place {
    let mut changed = with(place, stair, &place[stair] - moved);
    if stair > 0 {
        changed[stair - 1] += moved;
    }
    changed
}

/// The stairs in the order in which their options are listed: coordinate 0 falls for stair 1; the others raise the
/// coordinate before them, and of those the later one is smaller.
fn listed_stairs(place: &[Nat]) -> impl Iterator<Item = usize> {
    (0..place.len().min(1)).chain((1..place.len()).rev())
}

impl Law for Staircase {
    fn theorem(&self) -> &'static Theorem {
        &STAIRCASE
    }

    fn words(&self) -> Words {
        Words::new("g = xor of the numbers on stairs 1, 3, 5, …", "g = 第 1、3、5……级台阶上各数的异或")
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        let odd: Vec<String> = letters(numbers).into_iter().step_by(2).collect();
        match &odd[..] {
            _ if numbers < 2 => Vec::new(),
            [first] => vec![Spelt::values(first)],
            _ => vec![Spelt::values(format!("xor({})", odd.join(",")))],
        }
    }

    fn fold(&self) -> Option<Fold> {
        Some(Fold::of_numbers(Every::Second, Join::Xor))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let stair = |at: usize| Words::new(format!("stair {}", at + 1), format!("第 {} 级", at + 1));
        let rows: Vec<(Words, Nat)> =
            place.iter().enumerate().step_by(2).map(|(at, n)| (stair(at), n.clone())).collect();
        let what = match rows.len() {
            0 | 1 => stair(0),
            2 => Words::new("stairs 1 and 3", "第 1、3 级"),
            3 => Words::new("stairs 1, 3 and 5", "第 1、3、5 级"),
            many => {
                let last = 2 * many - 1;
                Words::new(format!("stairs 1, 3, …, {last}"), format!("第 1、3……{last} 级"))
            }
        };
        vec![Working::Xor { what, rows }]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(place.iter().step_by(2).fold(Nat::ZERO, |xor, n| xor ^ n))
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        if !coordinate.is_multiple_of(2) {
            return Some(Candidates::All);
        }
        let stairs: Vec<Nat> = place.iter().step_by(2).cloned().collect();
        Some(Candidates::Among(vec![xor_of_others(&stairs, coordinate / 2) ^ value]))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let change = self.value(place)? ^ target;
        let mut listing = Listing::default();
        for stair in listed_stairs(place) {
            // the odd stair (even coordinate) that the move changes must become this
            let counted = stair - stair % 2;
            let wanted = &place[counted] ^ &change;
            let moved = if stair == counted && wanted < place[counted] {
                &place[counted] - wanted
            } else if stair != counted && wanted > place[counted] && wanted <= &place[counted] + &place[stair] {
                wanted - &place[counted]
            } else {
                continue;
            };
            listing.count += Nat::ONE;
            if listing.first.len() < limit {
                listing.first.push(vec![after(place, stair, &moved)]);
            }
        }
        Some(listing)
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let moves = listed_stairs(place).flat_map(|stair| {
            let coins = place[stair].clone();
            count_up(Nat::ZERO, coins.clone()).map(move |k| {
                // stair 1 is listed from the fewest coins left, the others from the fewest coins moved
                let moved = if stair == 0 { &coins - k } else { k + Nat::ONE };
                vec![after(place, stair, &moved)]
            })
        });
        Some(Listing { count: place.iter().sum(), first: moves.take(limit).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{check_law, lists, options, place, value};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    #[test]
    fn the_law_is_the_brute_force_value() {
        let mut known = HashMap::new();
        for length in 0..=4 {
            for row in lists(length, 10).into_iter().filter(|row| row.iter().sum::<u64>() <= 9) {
                check_law(&Staircase, &row, &mut known);
            }
        }
        assert_eq!(value(&Staircase, &[3, 0, 5, 2], &mut known), 6);
    }

    #[test]
    fn moves_are_those_of_coins_carried_one_by_one() {
        for row in lists(3, 4) {
            let mut plain = BTreeSet::new();
            for stair in 0..row.len() {
                let mut carried = row.clone();
                while carried[stair] > 0 {
                    carried[stair] -= 1;
                    if stair > 0 {
                        carried[stair - 1] += 1;
                    }
                    plain.insert(carried.clone());
                }
            }
            assert_eq!(options(&Staircase, &row), plain);
        }
    }

    #[test]
    fn huge_stairs_are_answered_without_trying_moves() {
        let huge = Nat::from(10u8).pow(100);
        let row = [huge.clone(), huge.clone(), huge.clone() + Nat::ONE];
        assert_eq!(Staircase.value(&row), Some(Nat::from(1u8)));
        let wins = Staircase.winning_options(&row, 10).unwrap();
        assert!(wins.count >= Nat::ONE);
        for parts in &wins.first {
            assert_eq!(Staircase.value(&parts[0]), Some(Nat::ZERO));
        }
        assert_eq!(Law::options(&Staircase, &row, 2).unwrap().count, huge * Nat::from(3u8) + Nat::ONE);
        assert!(game(&[Bracket::Numbers(vec![1])]).is_err());
        assert_eq!(Staircase.place(place(&[0, 0])).unwrap().len(), 2);
    }
}
