//! The **silver dollar game without the dollar** (Georgia and Bob): coins on distinct squares of a strip; a move
//! takes one coin any number of squares to the left without jumping over or sharing a square with another.
//!
//! `silverdollar(0, 2, 5)`: pairing from the right, 5 belongs to 2 with a gap of 2, and 0 belongs to the wall with a
//! gap of 0. The value is 2 ⊕ 0 = 2.
//!
//! **Theorem.** Pair the coins from the right, with a wall at −1 if one is left over; g = ⊕ of the gaps b − a − 1
//! inside the pairs. *Proof.* Moving the right coin of a pair lowers its gap to any number, as in Nim. Moving the left
//! coin enlarges the gap, and the right coin can follow, so no move reaches the old value. ∎
//!
//! Cost: value linear in the number of coins; the moves to a given value likewise, at most one a coin.
//!
//! `silverdollar[dollar]` is the game [with the dollar](super::silver_dollar_bag).
//!
//! Reference: J. H. Conway, *On Numbers and Games*, 1976; Berlekamp, Conway, Guy, *Winning Ways*, chapter 15, 1982.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Theorem, number::shorten};
use grundy_notation::ast::Relation;

use super::silver_dollar_bag::WithDollar;
use super::squares::{distinct_squares, each_slide, ends_a_pair, gap_name};
use super::{Made, Row, count_up, difference, steps, with};
use crate::game::drawing::{Asked, Drawn, strip};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Every, Fold, GameRule, Join, Law, Listing, Place, Working};
use crate::rule::ir::{Cond, Expr, Guard};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static SILVER_DOLLAR: Theorem = Theorem {
    id: "silver-dollar",
    statement: "with the coins paired from the right, a coin left over with a wall before square 0, the value is the \
        xor of the gaps inside the pairs",
    chinese: "从右起把硬币两两配对，多出的一枚与 0 号格之前的墙配对，则值是各对之间空格数的异或",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 15, 1982",
};

/// The silver dollar game without the dollar; squares ascending, from 0.
#[derive(Debug, Clone, Copy)]
pub struct SilverDollar;

/// The name of the game, and the word in brackets for the game with the dollar.
pub const WITH_DOLLAR: (&str, &str) = ("silverdollar", "dollar");

/// Makes the game, or that with the dollar, where this word stands in the brackets.
///
/// # Errors
/// Something else stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    match arguments {
        [Bracket::Word(word)] if word == WITH_DOLLAR.1 => Ok(Arc::new(WithDollar)),
        [] => Ok(Arc::new(SilverDollar)),
        _ => Err(Diagnostic::input("in “silverdollar” the word `dollar` alone may stand in brackets")
            .suggest("with the dollar: silverdollar[dollar](1, 4, 7)")),
    }
}

impl Row for SilverDollar {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        distinct_squares("silverdollar", place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        each_slide(place, 0, visit)
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(SilverDollar))
    }

    fn as_rule(&self, numbers: usize) -> Option<GameRule> {
        let coin = Expr::Variable;
        let less = |a: Expr, b: Expr| Cond::Compare(a, Relation::Less, b);
        // the coins may be listed in any order
        let pairs = (0..numbers).flat_map(|j| (0..j).map(move |i| (i, j)));
        let distinct: Vec<Cond> = pairs.map(|(i, j)| Cond::Compare(coin(i), Relation::NotEqual, coin(j))).collect();
        let conditions = |i: usize| {
            let target = || coin(i) - coin(numbers);
            let passed_by_none = (0..numbers).filter(|&j| j != i).map(|j| {
                let cond = Cond::Any(vec![less(coin(i), coin(j)), less(coin(j), target())]);
                Guard { depth: 1, cond }
            });
            distinct.iter().map(|cond| Guard { depth: 0, cond: cond.clone() }).chain(passed_by_none).collect()
        };
        let rule = steps(numbers, &conditions, &|_| None, None);
        Some(GameRule { rule, domain: (numbers > 1).then_some(Cond::All(distinct)) })
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        strip::draw(asked)
    }
}

/// The first square that the coin can reach: after its left neighbour, or 0.
fn leftmost(place: &[Nat], coin: usize) -> Nat {
    if coin == 0 { Nat::ZERO } else { &place[coin - 1] + Nat::ONE }
}

impl Law for SilverDollar {
    fn theorem(&self) -> &'static Theorem {
        &SILVER_DOLLAR
    }

    fn words(&self) -> Words {
        Words::new(
            "g = xor of the gaps of the pairs of neighbours, paired from the right",
            "g = 从右起相邻两枚配对，各对之间空格数的异或",
        )
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        if numbers == 2 { vec![Spelt::values("abs(a-b)-1")] } else { Vec::new() }
    }

    fn fold(&self) -> Option<Fold> {
        Some(Fold {
            is_sorted: true,
            term: difference() - Expr::from(1),
            wall: -1,
            ..Fold::of_numbers(Every::SecondFromLast, Join::Xor)
        })
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let gaps = (0..place.len()).filter(|&coin| ends_a_pair(place, coin)).map(|coin| {
            let from = leftmost(place, coin);
            let name = match coin.checked_sub(1) {
                Some(left) => gap_name(&place[left], &place[coin]),
                None => {
                    let coin = shorten(&place[coin]);
                    Words::new(format!("squares before {coin}"), format!("{coin} 之前的格"))
                }
            };
            (name, &place[coin] - from)
        });
        vec![Working::Xor { what: Words::new("the gaps", "各间隔"), rows: gaps.collect() }]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let gaps = (0..place.len()).filter(|&coin| ends_a_pair(place, coin));
        Some(gaps.fold(Nat::ZERO, |xor, coin| xor ^ (&place[coin] - leftmost(place, coin))))
    }

    /// Wherever the coin stands among the others, the gaps of the other pairs say how wide its own must be.
    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        let mut others = place.to_vec();
        others.remove(coordinate);
        others.sort_unstable();
        let mut among = Vec::new();
        if others.windows(2).any(|pair| pair[0] == pair[1]) {
            // two coins on one square: no number makes a position of them
            return Some(Candidates::Among(among));
        }
        for at in 0..place.len() {
            let ends = (others.len() - at).is_multiple_of(2);
            let mut row = others.clone();
            // beside its partner, or on the first square: its own gap is 0
            let partner = if ends { at.checked_sub(1).map(|left| &others[left]) } else { others.get(at) };
            let beside = match partner {
                Some(partner) if ends => partner + Nat::ONE,
                Some(partner) if partner.is_zero() => continue,
                Some(partner) => partner - Nat::ONE,
                None => Nat::ZERO,
            };
            row.insert(at, beside.clone());
            if row.windows(2).any(|pair| pair[0] > pair[1]) {
                continue;
            }
            let gaps = (0..row.len()).filter(|&coin| ends_a_pair(&row, coin) && coin != if ends { at } else { at + 1 });
            let gap = gaps.fold(value.clone(), |xor, coin| xor ^ (&row[coin] - leftmost(&row, coin)));
            match ends {
                true => among.push(beside + gap),
                false if beside >= gap => among.push(beside - gap),
                false => {}
            }
        }
        Some(Candidates::Among(among))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let change = self.value(place)? ^ target;
        let mut listing = Listing::default();
        if change == Nat::ZERO {
            return Some(listing);
        }
        for coin in 0..place.len() {
            let start = leftmost(place, coin);
            let square = if ends_a_pair(place, coin) {
                let wanted = (&place[coin] - &start) ^ &change;
                start.clone() + wanted
            } else {
                // the gap to the right neighbour must grow to this
                let wanted = (&place[coin + 1] - leftmost(place, coin + 1)) ^ &change;
                if wanted >= place[coin + 1] {
                    continue;
                }
                &place[coin + 1] - wanted - Nat::ONE
            };
            if square < start || square >= place[coin] {
                continue;
            }
            listing.count += Nat::ONE;
            if listing.first.len() < limit {
                listing.first.push(vec![with(place, coin, square)]);
            }
        }
        Some(listing)
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        // every free square below the last coin is reached by exactly one coin
        let count = place.last().map_or(Nat::ZERO, |last| last + Nat::ONE - Nat::from(place.len()));
        let moves = (0..place.len()).flat_map(|coin| {
            count_up(leftmost(place, coin), place[coin].clone()).map(move |square| vec![with(place, coin, square)])
        });
        Some(Listing { count, first: moves.take(limit).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{check_law, options, place, subsets, value};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    #[test]
    fn the_law_is_the_brute_force_value() {
        let mut known = HashMap::new();
        for coins in 0..=4 {
            for row in subsets(coins, 12) {
                check_law(&SilverDollar, &row, &mut known);
            }
        }
        assert_eq!(value(&SilverDollar, &[0, 2, 5], &mut known), 2);
    }

    #[test]
    fn moves_are_steps_to_the_left_until_blocked() {
        for row in subsets(3, 8) {
            let mut plain = BTreeSet::new();
            for coin in 0..row.len() {
                let mut moved = row.clone();
                while moved[coin] > 0 && !moved.contains(&(moved[coin] - 1)) {
                    moved[coin] -= 1;
                    plain.insert(moved.clone());
                }
            }
            assert_eq!(options(&SilverDollar, &row), plain);
        }
    }

    #[test]
    fn huge_squares_and_shared_squares() {
        let huge = Nat::from(10u8).pow(100);
        let row = [Nat::from(5u8), huge.clone()];
        assert_eq!(SilverDollar.value(&row), Some(&huge - Nat::from(6u8)));
        let wins = SilverDollar.winning_options(&row, 9).unwrap();
        assert_eq!((wins.count, &wins.first[0][0][1]), (Nat::ONE, &Nat::from(6u8)));
        assert!(SilverDollar.place(place(&[3, 1, 3])).unwrap_err().message.contains("square 3"));
        assert_eq!(SilverDollar.place(place(&[5, 0, 2])).unwrap(), place(&[0, 2, 5]));
    }
}
