//! Games that turn so many coins: any, neighbours, or equally spaced ones, as CGSuite's codes say it.
//!
//! | code | turned | value of coin n |
//! |---|---|---|
//! | `1` | one | 1 |
//! | `1-2` | one or two (Turning Turtles) | n + 1 |
//! | `2` | two (Twins) | n |
//! | `1-3` | up to three (Mock Turtles) | of 2n and 2n + 1 that with an odd number of ones |
//! | `3` | three (Triplets) | 0, 0, then Mock Turtles of n − 2 |
//! | `1+` | any number | 2^n |
//! | `1+C` | neighbours, any number (Ruler) | the largest power of 2 that divides n + 1 |
//! | `1-5`, `1-7`, `1-9` | Möbius, Mogul, Moidores | a lexicographic code, computed |
//! | `3E` | three equally spaced (Turnips) | see below |
//!
//! **Theorem** (Turnips). Let k be the place of the lowest digit 2 of n in base 3. Then coin n is worth o(k), of 2k and
//! 2k + 1 the one with an odd number of ones; without a digit 2 it is worth 0: 0 0 1 0 0 1 2 2 1 ….
//!
//! *Proof.* Write h for these numbers and h(∞) = 0 for a number without 2. The options of n are h(n−d) ⊕ h(n−2d). Let
//! 3^j be the largest power of 3 that divides d. Below place j the digits of n, n−d and n−2d agree; at j they are 0, 1
//! and 2 in some order. If there is a 2 below j, the option is 0 and h(n) is not. Otherwise one of the three is worth
//! o(j), each other one o of something greater, or 0. Then the three do not xor to 0, and the option is not h(n): one o
//! alone is not 0, two different ones differ, and three together have an odd number of ones. Now let the lowest 2 of n stand at k. By Mock Turtles
//! each number below o(k) is 0, or o(x), or o(x) ⊕ o(y) with x < y < k; so it is enough to find n−d worth o(x) and
//! n−2d worth o(y), for x < y < k and with ∞ in place of y or of both. Choose the digits of d from the lowest place on.
//! At each place the three choices give n−d three different digits, and n−2d too, whatever is borrowed. For ∞, ∞: digit
//! 1 where n has a 2, else 0, and nothing is ever borrowed. Else: 0 below x; at x the digit with which n−d gets its 2
//! (then n−2d gets none, as n has none); from there to y one with which n−2d gets no 2, and at y the one with which it
//! does; 0 at k, which ends what was borrowed, and n−2d gets no 2 there if something was, for n has a 2 there (if
//! nothing was borrowed and y is ∞: 1); behind k as for ∞, ∞. ∎
//!
//! The formulas are Winning Ways'; each is compared with the definition in the tests. Without one, the values of "least to
//! most coins" are computed with a set of bits for each number of coins: the sums of so many earlier values, to which a
//! new coin adds every sum with one coin fewer, shifted by its own value. That ends where a value needs more than
//! [`BITS`] bits.
//!
//! Cost: formulas are O(1) a coin; sets of bits most · 2^b / 64 a coin for values below 2^b; neighbours and equal spaces
//! O(n) a coin, [`SETS`] in all.

mod formula;

use std::ops::ControlFlow;

use grundy_core::{Diagnostic, Theorem, Words};

use super::COINS;
use super::line::{Line, Values, by_definition, spend, without_formula};
use crate::game::members::{ByNumber, Members, Tells};
use crate::rule::ir::Expr;
use formula::Formula;

/// Values that are computed have so many bits at most.
pub const BITS: u32 = 24;
/// Sets that are looked at to compute values by their definition.
pub const SETS: u64 = 300_000_000;

/// The formulas.
pub static VALUES: Theorem = Theorem {
    id: "coin-turning-values",
    statement: "the values of Turning Turtles, Twins, Mock Turtles, Triplets and Ruler, and that a position is the sum of \
        its heads, each alone",
    chinese: "翻乌龟、双胞胎、假海龟、三胞胎与标尺翻币的值，以及局面是各枚正面单独的和",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982",
};

/// The formula of three equally spaced coins, proved above.
pub static TURNIPS: Theorem = Theorem {
    id: "turnips-values",
    statement: "with k the place of the lowest digit 2 of n in base 3, coin n of Turnips is worth what coin k of Mock \
        Turtles is worth, and nothing without a digit 2; a position is the sum of its heads, each alone",
    chinese: "萝卜翻币定理：设 k 是 n 的三进制中最低的数字 2 所在的位，则萝卜翻币的第 n 枚硬币的值等于假海龟翻币的第 k 枚的值，没有数字 2 时为 0；局面是各枚正面单独的和",
    reference: "",
};

/// How the coins of a move stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// Anywhere.
    Any,
    /// Side by side.
    Neighbours,
    /// With the same distance between neighbours of the set.
    Equal,
}

/// So many coins, in this way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// At least 1.
    least: usize,
    /// `None`: any number.
    most: Option<usize>,
    spacing: Spacing,
}

impl Code {
    /// From `least` to `most` coins anywhere.
    pub(crate) const fn coins(least: usize, most: usize) -> Code {
        Code { least, most: Some(most), spacing: Spacing::Any }
    }

    /// Neighbours, any number.
    pub(crate) const RUN: Code = Code { least: 1, most: None, spacing: Spacing::Neighbours };

    /// Three equally spaced coins.
    pub(crate) const THREE_SPACED: Code = Code { least: 3, most: Some(3), spacing: Spacing::Equal };

    /// Reads `1-3`, `2`, `1+C`, `3E`.
    ///
    /// # Errors
    /// Another text, no coin at all, or fewer at most than at least.
    pub fn read(text: &str) -> Result<Code, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::input(message).suggest("\"1-3\", \"2\", \"1+C\" (neighbours), \"3E\" (equally spaced)")
        };
        let (count, spacing) = match text.strip_suffix(['C', 'E']) {
            Some(count) if text.ends_with('C') => (count, Spacing::Neighbours),
            Some(count) => (count, Spacing::Equal),
            None => (text, Spacing::Any),
        };
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let number = if is_number { digits.parse().ok().filter(|&n| n <= 1_000_000) } else { None };
            number.ok_or_else(|| wrong(format!("“{text}” is not a code of how many coins are turned")))
        };
        let (least, most) = match (count.strip_suffix('+'), count.split_once('-')) {
            (Some(least), _) => (number(least)?, None),
            (None, Some((least, most))) => (number(least)?, Some(number(most)?)),
            (None, None) => (number(count)?, Some(number(count)?)),
        };
        if least == 0 {
            return Err(wrong("a move turns at least one coin".to_owned()));
        }
        if most.is_some_and(|most| most < least) {
            return Err(wrong(format!("in “{text}” the second number is smaller than the first")));
        }
        Ok(Code { least, most, spacing })
    }

    /// The formula of the values, where there is one.
    fn formula(self) -> Option<Formula> {
        Some(match (self.least, self.most, self.spacing) {
            (1, Some(1), _) => Formula::One,
            (1, Some(2), Spacing::Any | Spacing::Equal) => Formula::Next,
            (2, Some(2), Spacing::Any | Spacing::Equal) => Formula::Same,
            (1, Some(3), Spacing::Any) => Formula::Odd,
            (3, Some(3), Spacing::Any) => Formula::OddFromTwo,
            (3, Some(3), Spacing::Equal) => Formula::Turnips,
            (1, None, Spacing::Neighbours) => Formula::Power,
            _ => return None,
        })
    }

    /// How far apart coins may stand.
    fn distances(self, last: usize) -> std::ops::RangeInclusive<usize> {
        1..=if self.spacing == Spacing::Neighbours { last.min(1) } else { last }
    }

    fn most_of(self, last: usize) -> usize {
        self.most.map_or(last + 1, |most| most.min(last + 1))
    }
}

impl Line for Code {
    fn each_set(&self, last: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        let most = self.most_of(last);
        if self.least == 1 {
            visit(&[])?;
        }
        match self.spacing {
            Spacing::Any => subsets(last, self.least.max(2) - 1..most, visit),
            Spacing::Neighbours | Spacing::Equal => {
                for distance in self.distances(last) {
                    // the coins before the last one, the nearest first; a set is the first few of them
                    let before: Vec<usize> = (1..most).map_while(|j| last.checked_sub(j * distance)).collect();
                    for size in self.least.max(2) - 1..=before.len() {
                        let set: Vec<usize> = before[..size].iter().rev().copied().collect();
                        visit(&set)?;
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Of sets anywhere the last coin is looked up by the value that is missing; spaced ones are summed as they grow.
    fn each_set_with(
        &self,
        last: usize,
        rest: u128,
        values: &Values<'_>,
        left: &mut u64,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.least == 1 && rest == 0 {
            visit(&[])?;
        }
        if self.spacing != Spacing::Any {
            let most = self.most_of(last);
            return self.distances(last).try_for_each(|distance| {
                let mut sum = 0;
                for (size, coin) in (1..most).map_while(|j| Some((j, last.checked_sub(j * distance)?))) {
                    spend(left, 1)?;
                    sum ^= values.of(coin);
                    if sum == rest && size + 1 >= self.least {
                        spend(left, size)?;
                        let set: Vec<usize> = (1..=size).rev().map(|j| last - j * distance).collect();
                        visit(&set)?;
                    }
                }
                ControlFlow::Continue(())
            });
        }
        // sets of so many coins beside the last one, each without its own last coin
        let mut whole = Vec::new();
        subsets(last, self.least.max(2) - 2..self.most_of(last).saturating_sub(1), &mut |set| {
            spend(left, 1 + set.len())?;
            let free = set.last().map_or(0, |coin| coin + 1)..last;
            values.coins(rest ^ values.sum(set), free).iter().try_for_each(|&coin| {
                whole.clear();
                whole.extend_from_slice(set);
                whole.push(coin);
                spend(left, whole.len())?;
                visit(&whole)
            })
        })
    }

    fn values(&self, coins: usize) -> Vec<u128> {
        if let Some(formula) = self.formula() {
            return (0..coins as u64).map(|n| formula.value(n)).collect();
        }
        match (self.spacing, self.most) {
            (Spacing::Any, None) if self.least == 1 => (0..coins.min(128)).map(|n| 1 << n).collect(),
            (Spacing::Any, Some(most)) => by_sums(self.least, most, coins),
            _ => by_definition(self, coins, SETS),
        }
    }

    fn reach(&self) -> usize {
        match (self.formula(), self.spacing, self.most) {
            // n coins have about a quarter of n² sets
            (None, Spacing::Equal, Some(_)) => 2 * SETS.isqrt() as usize,
            _ => usize::MAX,
        }
    }

    fn term(&self) -> Option<Expr> {
        self.formula()?.term()
    }

    fn members(&self) -> Option<Members> {
        let formula = self.formula()?;
        let tells = Tells::Value(Box::new(move |n| Some(formula.value(n))));
        Some(ByNumber::members(self.theorem(), self.words(), &formula.claims(), formula.period(), 0, tells))
    }

    fn theorem(&self) -> &'static Theorem {
        match self.formula() {
            Some(Formula::Turnips) => &TURNIPS,
            Some(_) => &VALUES,
            None => &COINS,
        }
    }

    fn words(&self) -> Words {
        self.formula().map_or_else(without_formula, |formula| {
            let [english, chinese] = formula.words();
            Words::new(english, chinese)
        })
    }
}

/// Every set of coins before `end` with a size in `sizes`, each ascending.
fn subsets(
    end: usize,
    sizes: std::ops::Range<usize>,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut set: Vec<usize> = Vec::new();
    for size in sizes.take_while(|size| *size <= end) {
        set.clear();
        set.extend(0..size);
        loop {
            visit(&set)?;
            // the next set: the last coin that has room moves on, those behind it follow
            let Some(at) = (0..size).rev().find(|&at| set[at] < end - size + at) else { break };
            set[at] += 1;
            (at + 1..size).for_each(|next| set[next] = set[next - 1] + 1);
        }
    }
    ControlFlow::Continue(())
}

/// Sets of values below a power of 2, as bits.
struct Sums {
    words: Vec<u64>,
}

impl Sums {
    /// Adds every member of `other`, changed by `value`.
    fn add_changed(&mut self, other: &Sums, value: u128) {
        let (high, low) = ((value >> 6) as usize, (value & 63) as u32);
        for (at, &word) in other.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            self.words[at ^ high] |= exchanged(word, low);
        }
    }
}

/// The word whose bit i is bit i ⊕ `by` of this one.
fn exchanged(mut word: u64, by: u32) -> u64 {
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f, 0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff, 0x0000_0000_ffff_ffff,
    ];
    for (bit, lower) in LOWER.iter().enumerate().filter(|(bit, _)| by >> bit & 1 == 1) {
        let shift = 1 << bit;
        word = (word & lower) << shift | word >> shift & lower;
    }
    word
}

/// The values of "from `least` to `most` coins anywhere", as long as they are below 2^[`BITS`].
fn by_sums(least: usize, most: usize, coins: usize) -> Vec<u128> {
    // level j: the sums of exactly j earlier values
    let mut levels: Vec<Sums> = (0..most).map(|_| Sums { words: vec![0] }).collect();
    levels[0].words[0] = 1;
    let mut values = Vec::with_capacity(coins);
    for _ in 0..coins {
        let words = levels[0].words.len();
        let seen = |at: usize| levels[least - 1..].iter().fold(0, |word, level| word | level.words[at]);
        let mex = (0..words).find(|&at| seen(at) != u64::MAX);
        let value = mex.map_or(64 * words, |at| 64 * at + seen(at).trailing_ones() as usize);
        if value >> BITS != 0 {
            break;
        }
        while value >= 64 * levels[0].words.len() {
            levels.iter_mut().for_each(|level| level.words.resize(2 * level.words.len(), 0));
        }
        values.push(value as u128);
        for level in (1..levels.len()).rev() {
            let (fewer, rest) = levels.split_at_mut(level);
            rest[0].add_changed(&fewer[level - 1], value as u128);
        }
    }
    values
}
