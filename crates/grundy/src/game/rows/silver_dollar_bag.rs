//! The **silver dollar game with the dollar**: coins on a strip whose square 0 is a money bag. The last coin on the right is
//! the silver dollar, the others are pennies. A move takes one coin any number of squares to the left without jumping over or
//! sharing a square with another, but the bag holds any number of coins; or, once the dollar is in it, takes the bag, and
//! nothing is left to play.
//!
//! ```text
//! silverdollar[dollar](1, 4, 7)      bag ¢ · · ¢ · · $      the gaps: 7 − 4 − 1 = 2 and 1, the value is 3
//!                                     0  1 2 3 4 5 6 7
//! ```
//!
//! To put the dollar into the bag and to take the bag are two moves, so whoever puts it in loses it. Coins in the bag do not
//! matter any more and are not written: `silverdollar[dollar](0, 3, 5)` is `silverdollar[dollar](3, 5)`; the dollar in the bag is
//! `silverdollar[dollar](0)`, and the end of the game `silverdollar[dollar]()`.
//!
//! **Theorem.** Pair the coins outside the bag from the right. With two coins or more g = ⊕ of the gaps b − a − 1 inside the
//! pairs and, if a penny is left over, of the number of its square: the bag counts as empty. The dollar alone on square x has
//! g = x for x ≥ 2, but 0 on square 1 and 1 in the bag.
//!
//! *Proof.* Alone: the bag is taken from square 0, so g(0) = mex{0} = 1, g(1) = mex{1} = 0, and square x ≥ 2 leads to all smaller
//! squares, of values 0, …, x − 1. With more coins each move changes one number of the ⊕. Moving the right coin of a pair, or the penny
//! left over, lowers its number to whatever is smaller; the bag is square 0 for that penny, whose number then is gone. So every smaller
//! value is reached. Moving the left coin a of a pair (a, b) widens its gap. Into the bag: b is left over, or alone, and counts b
//! (which is 2 at least), more than b − a − 1. So no move leaves the value. ∎
//!
//! Cost: value and moves to a given value linear in the number of coins, at most one move a coin and one into the bag.
//!
//! References: J. H. Conway, *On Numbers and Games*, 1976; Berlekamp, Conway, Guy, *Winning Ways*, chapter 15, 1982; A. Bogomolny,
//! *The Silver Dollar Game*, cut-the-knot.org, tells both forms, with one move or two for the bag. Here it is two, and the dollar
//! is the last coin; the proof above is of this form.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Theorem, number::shorten};

use super::squares::{distinct_squares, each_slide, ends_a_pair, gap_name};
use super::{Row, count_up, with};
use crate::game::drawing::{Asked, Drawn, strip};
use crate::game::{Law, Listing, Place, Working};
use crate::words::Words;

/// The theorem used.
pub static SILVER_DOLLAR_BAG: Theorem = Theorem {
    id: "silver-dollar-bag",
    statement: "with the coins outside the bag paired from the right, the value is the xor of the gaps inside the pairs and of \
        the square of a penny left over; the dollar alone on square x has value x for x >= 2, else 1 - x",
    chinese: "从右起把袋外的硬币两两配对，则值是各对之间空格数与多出的一枚所在格号的异或；只剩银元在 x 号格时，x >= 2 则值为 x，否则为 1 - x",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 15, 1982",
};

/// The silver dollar game with the dollar: the coins outside the bag, ascending; 0 alone where the dollar is in the bag,
/// nothing where the bag is taken.
#[derive(Debug, Clone, Copy)]
pub struct WithDollar;

impl Row for WithDollar {
    fn place(&self, mut place: Place) -> Result<Place, Diagnostic> {
        let coins = place.len();
        place.retain(|square| *square != Nat::ZERO);
        if place.is_empty() && coins > 0 {
            place.push(Nat::ZERO);
        }
        distinct_squares("silverdollar[dollar]", place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        if let [square] = place {
            return match square {
                0 => visit(&[]),
                _ => (0..*square).try_for_each(|to| visit(&[to])),
            };
        }
        each_slide(place, 1, visit)?;
        if place.is_empty() { ControlFlow::Continue(()) } else { visit(&place[1..]) }
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(WithDollar))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        strip::draw_with_bag(asked)
    }
}

/// The dollar alone on this square.
fn alone(square: &Nat) -> Nat {
    if *square <= Nat::ONE { Nat::ONE - square } else { square.clone() }
}

/// The squares to the left that are free for the coin, with two coins or more; the bag is one for the first penny.
fn gap(place: &[Nat], coin: usize) -> Nat {
    match coin.checked_sub(1) {
        Some(left) => &place[coin] - &place[left] - Nat::ONE,
        None => place[coin].clone(),
    }
}

impl Law for WithDollar {
    fn theorem(&self) -> &'static Theorem {
        &SILVER_DOLLAR_BAG
    }

    fn words(&self) -> Words {
        Words::new(
            "g = xor of the gaps of the pairs of neighbours, paired from the right, and of the square of a penny left over; \
             of the dollar alone its square, but 0 on square 1 and 1 in the bag",
            "g = 从右起相邻两枚配对，各对之间空格数与多出的一枚所在格号的异或；只剩银元时是它的格号，但在 1 号格时为 0，\
             在袋中时为 1",
        )
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        match place {
            [] => return vec![Working::Say(Words::new("the bag is taken", "袋子已被取走"))],
            [square] if *square == Nat::ZERO => {
                return vec![Working::Say(Words::new("the dollar is in the bag", "银元在袋中"))];
            }
            [square] => {
                let square = shorten(square);
                return vec![Working::Say(Words::new(
                    format!("the dollar is alone on square {square}"),
                    format!("只剩银元，在 {square} 号格"),
                ))];
            }
            _ => {}
        }
        let gaps = (0..place.len()).filter(|&coin| ends_a_pair(place, coin)).map(|coin| {
            let name = match coin.checked_sub(1) {
                Some(left) => gap_name(&place[left], &place[coin]),
                None => {
                    let coin = shorten(&place[coin]);
                    Words::new(format!("squares before {coin}, with the bag"), format!("{coin} 之前的格（含袋子）"))
                }
            };
            (name, gap(place, coin))
        });
        vec![Working::Xor { what: Words::new("the gaps", "各间隔"), rows: gaps.collect() }]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        if let [square] = place {
            return Some(alone(square));
        }
        let gaps = (0..place.len()).filter(|&coin| ends_a_pair(place, coin));
        Some(gaps.fold(Nat::ZERO, |xor, coin| xor ^ gap(place, coin)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let mut found: Vec<Place> = Vec::new();
        let change = self.value(place)? ^ target;
        match place {
            [] => {}
            [square] if *square == Nat::ZERO => found.extend((*target == Nat::ZERO).then(|| Place::from([]))),
            [square] => {
                // x ↔ value is its own inverse
                let to = alone(target);
                found.extend((to < *square).then(|| Place::from([to])));
            }
            _ if change == Nat::ZERO => {}
            _ => {
                for coin in 0..place.len() {
                    let start = coin.checked_sub(1).map_or(Nat::ONE, |left| &place[left] + Nat::ONE);
                    let square = if ends_a_pair(place, coin) {
                        &place[coin] - gap(place, coin) + (gap(place, coin) ^ &change)
                    } else {
                        // the gap to the right neighbour must grow to this
                        let wanted = gap(place, coin + 1) ^ &change;
                        if wanted >= place[coin + 1] {
                            continue;
                        }
                        &place[coin + 1] - wanted - Nat::ONE
                    };
                    if start <= square && square < place[coin] {
                        found.push(with(place, coin, square));
                    }
                }
                // last in order: the list begins with the second coin
                let bagged = &place[1..];
                found.extend((self.value(bagged)? == *target).then(|| Place::from(bagged)));
            }
        }
        let count = Nat::from(found.len());
        Some(Listing { count, first: found.into_iter().take(limit).map(|place| vec![place]).collect() })
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let (count, bag) = match place {
            [] => return Some(Listing::default()),
            [square] if *square == Nat::ZERO => (Nat::ONE, Place::from([])),
            [square] => {
                let first = count_up(Nat::ZERO, square.clone()).map(|to| vec![Place::from([to])]);
                return Some(Listing { count: square.clone(), first: first.take(limit).collect() });
            }
            // every free square below the last coin is reached by exactly one coin, the bag by the first
            [.., last] => (last + Nat::ONE - Nat::from(place.len()), Place::from(&place[1..])),
        };
        let moves = (0..place.len()).flat_map(|coin| {
            let start = coin.checked_sub(1).map_or(Nat::ONE, |left| &place[left] + Nat::ONE);
            count_up(start, place[coin].clone()).map(move |square| vec![with(place, coin, square)])
        });
        Some(Listing { count, first: moves.chain([vec![bag]]).take(limit).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{canonical, check_law, options, place, subsets, value};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    #[test]
    fn the_law_is_the_brute_force_value() {
        let mut known = HashMap::new();
        for (coins, squares) in [(0, 1), (1, 20), (2, 16), (3, 14), (4, 12), (5, 10)] {
            for row in subsets(coins, squares) {
                let row = canonical(&WithDollar, &row);
                check_law(&WithDollar, &row, &mut known);
            }
        }
        assert_eq!(value(&WithDollar, &[1, 4, 7], &mut known), 3);
    }

    /// The moves with every coin written, those in the bag too; nothing where the bag is taken.
    fn plain_options(coins: &[u64]) -> Vec<Vec<u64>> {
        if coins.last() == Some(&0) {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (coin, &square) in coins.iter().enumerate() {
            let mut to = square;
            while to > 0 && (to == 1 || !coins.contains(&(to - 1))) {
                to -= 1;
                let mut after = coins.to_vec();
                after[coin] = to;
                all.push(after);
            }
        }
        all
    }

    #[test]
    fn moves_go_to_the_left_and_into_the_bag() {
        for coins in 1..4 {
            for bagged in 0..3 {
                for row in subsets(coins, 8).into_iter().filter(|row| row[0] > 0) {
                    let row = [vec![0; bagged], row].concat();
                    let plain: BTreeSet<Vec<u64>> =
                        plain_options(&row).iter().map(|after| canonical(&WithDollar, after)).collect();
                    assert_eq!(options(&WithDollar, &canonical(&WithDollar, &row)), plain, "{row:?}");
                }
            }
        }
        assert_eq!(options(&WithDollar, &[0]), BTreeSet::from([Vec::new()]));
        assert_eq!(options(&WithDollar, &[]), BTreeSet::new());
    }

    #[test]
    fn huge_squares_shared_squares_and_the_bag() {
        let huge = Nat::from(10u8).pow(100);
        let row = [Nat::from(5u8), huge.clone()];
        assert_eq!(WithDollar.value(&row), Some(&huge - Nat::from(6u8)));
        assert_eq!(WithDollar.winning_options(&row, 9).unwrap().count, Nat::ONE);
        assert!(WithDollar.place(place(&[3, 1, 3])).unwrap_err().message.contains("square 3"));
        assert_eq!(WithDollar.place(place(&[5, 0, 2, 0])).unwrap(), place(&[2, 5]));
        assert_eq!(WithDollar.place(place(&[0, 0])).unwrap(), place(&[0]));
        let text = |text: &str| text.parse::<crate::Position>().unwrap();
        let last = text("silverdollar[dollar](0)").moves().unwrap();
        assert_eq!((last.moves[0].to.as_str(), last.moves[0].wins()), ("silverdollar[dollar]()", true));
        assert_eq!(text("silverdollar[dollar](0, 3, 5)").value().unwrap(), Nat::ONE);
    }
}
