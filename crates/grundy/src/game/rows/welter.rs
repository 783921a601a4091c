//! **Welter's game**: coins on distinct squares of a strip; a move takes one coin to any free square with a smaller
//! number, jumping as it likes.
//!
//! `welter(1, 4, 6)`: 4 and 6 are mates (their difference is divisible by 2), 1 has none; the value is
//! ((4 ⊕ 6) − 1) ⊕ 1 = 0.
//!
//! **Theorem** (Welter; Conway's form). Mate the two numbers whose difference is divisible by the highest power of 2,
//! take them away, repeat; g = ⊕ of (a ⊕ b) − 1 over the mates, ⊕ the number without a mate, if any. The same value
//! is ⊕ of all numbers ⊕ the sum without carry of 2^(v+1) − 1 over *all* pairs, v the exponent of 2 in a − b: this
//! form is computed here, for bit i of it needs only how many coins agree in the lowest i bits.
//!
//! With the other coins fixed the value is a bijection of the free square of one coin, and its bits can be solved for
//! from the lowest: so each coin has at most one move to a given value. `tails` counts how many coins end in the same bits
//! once for all coins.
//!
//! Cost: linear in the number of digits of all coins, O(k log n) for k coins below n: the value, and all moves to a given
//! value.
//!
//! Reference: C. P. Welter, *The theory of a class of games on a sequence of squares …*, 1954; J. H. Conway, *On
//! Numbers and Games*, chapter 13, 1976.

mod tails;

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

use dashu_int::ops::BitTest;
use grundy_core::{Diagnostic, Nat, Theorem, number::shorten};

use self::tails::Tails;
use super::squares::distinct_squares;
use super::{Made, Row, count_up, difference, without_brackets, xor_of_all};
use crate::game::drawing::{Asked, Drawn, strip};
use crate::game::entry::Bracket;
use crate::game::{Every, Fold, Join, Law, Listing, Place, Working};
use crate::rule::ir::{Expr, Function};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static WELTER: Theorem = Theorem {
    id: "welter",
    statement: "the value of Welter's game is Welter's function: mate the numbers that agree in most low bits, and \
        take the xor of (a xor b) - 1 over the mates and of the number left over",
    chinese: "韦尔特游戏的值是 Welter 函数：把低位相同最多的数两两配对，对各对取 (a xor b) - 1，再与多出的数一起取异或",
    reference: "J. H. Conway, On Numbers and Games, chapter 13, 1976",
};

/// Welter's game; squares ascending, from 0.
#[derive(Debug, Clone, Copy)]
pub struct Welter;

/// Makes the game.
///
/// # Errors
/// Something stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    without_brackets("welter", arguments, Welter)
}

impl Row for Welter {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        distinct_squares("welter", place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut row = Vec::with_capacity(place.len());
        for (coin, &square) in place.iter().enumerate() {
            // coins below the target, which grows with it
            let mut below = 0;
            for target in 0..square {
                if place[below] == target {
                    below += 1;
                    continue;
                }
                row.clear();
                row.extend_from_slice(&place[..below]);
                row.push(target);
                row.extend_from_slice(&place[below..coin]);
                row.extend_from_slice(&place[coin + 1..]);
                visit(&row)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        true
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(Welter))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        strip::draw(asked)
    }
}

/// The place with one coin on a lower, free square.
fn after(place: &[Nat], coin: usize, square: Nat) -> Place {
    let mut changed = Place::from(place);
    let at = changed[..coin].partition_point(|other| *other < square);
    changed[coin] = square;
    changed[at..=coin].rotate_right(1);
    changed
}

/// ⊕ over all pairs of 2^(v+1) − 1: bit i is the parity of the number of pairs that agree in the lowest i bits.
fn pairs(place: &[Nat]) -> Nat {
    let mut sum = Nat::ZERO;
    let mut classes: Vec<Vec<&Nat>> = vec![place.iter().collect()];
    for bit in 0.. {
        classes.retain(|class| class.len() > 1);
        if classes.is_empty() {
            break;
        }
        // m(m−1)/2 is odd exactly for m = 2, 3 modulo 4
        if classes.iter().filter(|class| class.len() % 4 >= 2).count() % 2 == 1 {
            sum.set_bit(bit);
        }
        let mut halves = Vec::with_capacity(2 * classes.len());
        for class in classes {
            let (ones, zeros): (Vec<&Nat>, Vec<&Nat>) = class.into_iter().partition(|n| n.bit(bit));
            halves.extend([zeros, ones]);
        }
        classes = halves;
    }
    sum
}

/// Coins whose mates are told.
const MATED: usize = 24;

/// The mates, those first whose difference has the highest power of 2, and the coin that is left over.
fn mated(place: &[Nat]) -> (Vec<(Nat, Nat)>, Option<Nat>) {
    let mut left = place.to_vec();
    let mut mates = Vec::with_capacity(place.len() / 2);
    let twos = |a: &Nat, b: &Nat| (a ^ b).trailing_zeros();
    while left.len() > 1 {
        let every = (1..left.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let Some((i, j)) = every.max_by_key(|&(i, j)| (twos(&left[i], &left[j]), Reverse(j), Reverse(i))) else {
            break;
        };
        let larger = left.remove(j);
        mates.push((left.remove(i), larger));
    }
    (mates, left.pop())
}

impl Law for Welter {
    fn theorem(&self) -> &'static Theorem {
        &WELTER
    }

    fn words(&self) -> Words {
        Words::new(
            "g = Welter's function: xor of (a xor b) - 1 over the mates, and of the number left over",
            "g = Welter 函数：各对的 (a xor b) - 1 与多出的数的异或",
        )
    }

    /// Two coins are mates.
    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        match numbers {
            1 => xor_of_all(1),
            2 => vec![Spelt::values("xor(a,b)-1")],
            _ => Vec::new(),
        }
    }

    /// The form over all pairs, each 2^(v+1) − 1.
    fn fold(&self) -> Option<Fold> {
        let distance = Expr::Call(Function::Absolute, vec![difference()]);
        let pair = Expr::from(2) * Expr::Call(Function::LowBit, vec![distance]) - Expr::from(1);
        Some(Fold::of_numbers(Every::One, Join::XorWithPairs(pair)))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        if place.len() > MATED {
            return Vec::new();
        }
        let (mates, left) = mated(place);
        let pair = |a: &Nat, b: &Nat| {
            let (a, b) = (shorten(a), shorten(b));
            Words::new(format!("mates {a} and {b}"), format!("{a} 与 {b} 成对"))
        };
        let pairs = mates.iter().map(|(a, b)| (pair(a, b), (a ^ b) - Nat::ONE));
        let what = match left.is_none() {
            true => Words::new("the mates, each (a xor b) - 1", "各对的 (a xor b) - 1"),
            false => {
                Words::new("the mates, each (a xor b) - 1, and the number left over", "各对的 (a xor b) - 1 与多出的数")
            }
        };
        let left = left.iter().map(|n| {
            let number = shorten(n);
            (Words::new(format!("{number} left over"), format!("多出的 {number}")), n.clone())
        });
        vec![Working::Xor { what, rows: pairs.chain(left).collect() }]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(place.iter().fold(pairs(place), |xor, n| xor ^ n))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let change = self.value(place)? ^ target;
        if change == Nat::ZERO {
            return Some(Listing::default());
        }
        let tails = Tails::of(place);
        let exchanged = (0..place.len()).map(|coin| (coin, tails.exchanged(coin, &change)));
        let mut moves: Vec<(usize, Nat)> = exchanged.filter(|(coin, to)| *to < place[*coin]).collect();
        let mut listing = Listing { count: Nat::from(moves.len()), first: Vec::new() };
        // as lists: a smaller target first; of equal targets the larger coin, for it leaves smaller ones in front
        moves.sort_unstable_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
        listing.first.extend(moves.into_iter().take(limit).map(|(coin, to)| vec![after(place, coin, to)]));
        Some(listing)
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let coins = Nat::from(place.len());
        // every coin to every smaller square, but not to those of the smaller coins
        let all: Nat = place.iter().sum();
        let count = if place.is_empty() { all } else { all - &coins * (&coins - Nat::ONE) / Nat::from(2u8) };
        let end = place.last().cloned().unwrap_or(Nat::ZERO);
        let moves = count_up(Nat::ZERO, end).flat_map(|square| {
            let higher = match place.binary_search(&square) {
                Ok(_) => 0..0,
                Err(at) => at..place.len(),
            };
            higher.rev().map(move |coin| vec![after(place, coin, square.clone())])
        });
        Some(Listing { count, first: moves.take(limit).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{check_law, options, place, subsets, value};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    /// Welter's function as it is stated, by mating.
    fn by_mating(row: &[u64]) -> u64 {
        let mut left = row.to_vec();
        let mut xor = 0;
        while left.len() > 1 {
            let every = (0..left.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            let (i, j) = every.max_by_key(|&(i, j)| (left[i] ^ left[j]).trailing_zeros()).unwrap();
            xor ^= (left[i] ^ left[j]) - 1;
            left.remove(j);
            left.remove(i);
        }
        left.iter().fold(xor, |xor, n| xor ^ n)
    }

    #[test]
    fn the_law_is_the_brute_force_value() {
        let mut known = HashMap::new();
        for (coins, squares) in [(0, 1), (1, 9), (2, 15), (3, 15), (4, 11), (5, 10)] {
            for row in subsets(coins, squares) {
                check_law(&Welter, &row, &mut known);
                assert_eq!(value(&Welter, &row, &mut known), by_mating(&row), "{row:?}");
            }
        }
    }

    #[test]
    fn moves_are_sets_with_one_number_exchanged_for_a_smaller_one() {
        for row in subsets(3, 7) {
            let plain: BTreeSet<Vec<u64>> = subsets(3, 7)
                .into_iter()
                .filter(|to| {
                    let gone: Vec<_> = row.iter().filter(|n| !to.contains(n)).collect();
                    let come: Vec<_> = to.iter().filter(|n| !row.contains(n)).collect();
                    gone.len() == 1 && come.len() == 1 && come[0] < gone[0]
                })
                .collect();
            assert_eq!(options(&Welter, &row), plain);
        }
    }

    /// The number x with x ⊕ (⊕ over a in `others` of 2^(v(x−a)+1) − 1) = `wanted`. It is none of the others.
    fn solve(wanted: &Nat, others: impl Iterator<Item = Nat>) -> Nat {
        let mut agreeing: Vec<Nat> = others.collect();
        let mut x = wanted.clone();
        let mut bit = 0;
        // beyond the highest bit of all numbers at most one agrees, and x then differs from it in the next bit
        while !agreeing.is_empty() {
            let set = wanted.bit(bit) ^ (agreeing.len() % 2 == 1);
            if set {
                x.set_bit(bit);
            } else {
                x.clear_bit(bit);
            }
            agreeing.retain(|a| a.bit(bit) == set);
            bit += 1;
        }
        x
    }

    /// The moves to a value, one coin at a time against all others.
    fn plainly(row: &[Nat], target: &Nat) -> BTreeSet<Place> {
        let change = Welter.value(row).unwrap() ^ target;
        let mut found = BTreeSet::new();
        for square in row {
            let others = || row.iter().filter(|n| *n != square);
            // what the coin contributes with its pairs, and must contribute afterwards
            let share = others().fold(square.clone(), |xor, a| {
                let difference = a ^ square;
                let before = &difference - Nat::ONE;
                xor ^ difference ^ before
            });
            let to = solve(&(share ^ &change), others().cloned());
            if to < *square {
                let mut changed: Place = others().cloned().chain([to]).collect();
                changed.sort_unstable();
                found.insert(changed);
            }
        }
        found
    }

    #[test]
    fn many_coins_move_as_coin_by_coin() {
        let mut random = 1_u64;
        let mut draw = |bits: u32| {
            let mut n = Nat::ZERO;
            for _ in 0..bits.div_ceil(32) {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                n = (n << 32) + Nat::from(random >> 32);
            }
            n & ((Nat::ONE << bits as usize) - Nat::ONE)
        };
        for (coins, bits) in [(1, 3), (2, 200), (40, 6), (100, 9), (250, 12), (60, 100)] {
            let row: Vec<Nat> = (0..coins).map(|_| draw(bits)).collect::<BTreeSet<_>>().into_iter().collect();
            for target in [Nat::ZERO, Nat::ONE, draw(bits), Welter.value(&row).unwrap()] {
                let listing = Welter.options_with_value(&row, &target, usize::MAX).unwrap();
                let listed: Vec<Place> = listing.first.into_iter().flatten().collect();
                assert_eq!(listing.count, Nat::from(listed.len()));
                let plain: Vec<Place> = plainly(&row, &target).into_iter().collect();
                assert_eq!(listed, plain, "{} coins of {bits} bits to {target}", row.len());
            }
        }
    }

    #[test]
    fn huge_squares_are_solved_for() {
        let huge = Nat::from(10u8).pow(60);
        let row = [Nat::from(3u8), huge.clone(), &huge + Nat::from(8u8), &huge * Nat::from(77u8)];
        let now = Welter.value(&row).unwrap();
        assert_ne!(now, Nat::ZERO);
        let wins = Welter.winning_options(&row, 9).unwrap();
        assert!(wins.count >= Nat::ONE);
        for parts in &wins.first {
            assert_eq!(Welter.value(&parts[0]), Some(Nat::ZERO));
        }
        assert_eq!(Law::options(&Welter, &row, 5).unwrap().first.len(), 5);
        assert!(Welter.place(place(&[2, 2])).is_err());
    }
}
