//! **Sym**: a move turns any coins that stand symmetric to the middle between the first and the last of them, the last one from
//! heads to tails.
//!
//! Its values are 1 2 4 3 6 7 8 16 18 25 …. A move from coin f to coin n turns these two and, between them, any of the
//! pairs that mirror each other and of the middle: its sums are g(f) ⊕ the span of g(f+1) ⊕ g(n−1), g(f+2) ⊕ g(n−2), …
//! So the options of coin n are 0 and n cosets of linear spaces, and the mex is looked for bit by bit, in the half
//! without the highest bit first, until a half is met that one coset fills or that none enters ([`missing`]).
//!
//! Cost: n² steps of elimination a coin, and the search, which grows with n: 40 coins in 1 ms, 100 in 50 ms, 120 in
//! 0.5 s. It ends at [`STEPS`], with about 130 coins. The values need a bit for each two coins.

use std::ops::ControlFlow;

use crate::game::coins::line::{Line, Values, spend};
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Sym in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "sym",
    english: "Sym",
    chinese: "对称翻币",
    other_names: &[],
    rule_english: "Turn a set of coins that is symmetric in itself, the rightmost of them from heads to tails.",
    rule_chinese: "翻一组自身左右对称的硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "sym(\"COINS\")",
    example: "sym(\"HTTHTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("sym", brackets, Sym)),
    ..Entry::USUAL
};

/// Cosets that are halved at most to find values.
const STEPS: u64 = 5_000_000;

/// The sets that are turned.
#[derive(Debug, Clone, Copy)]
struct Sym;

impl Line for Sym {
    fn each_set(&self, last: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        visit(&[])?;
        for first in 0..last {
            // the pairs between the first and the last coin, and the coin in the middle
            let pairs = (last - first - 1) / 2;
            let has_middle = (last - first).is_multiple_of(2);
            for chosen in 0..1u64.checked_shl(pairs as u32).unwrap_or(u64::MAX) {
                let left = |i: &usize| chosen >> i & 1 == 1;
                let mut set: Vec<usize> = vec![first];
                set.extend((0..pairs).filter(left).map(|i| first + 1 + i));
                let right: Vec<usize> = (0..pairs).rev().filter(left).map(|i| last - 1 - i).collect();
                visit(&[&set[..], &right].concat())?;
                if has_middle {
                    set.push(first + (last - first) / 2);
                    visit(&[&set[..], &right].concat())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Between each first coin and the last one the pairs are chosen by elimination.
    fn each_set_with(
        &self,
        last: usize,
        rest: u128,
        values: &Values<'_>,
        left: &mut u64,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if rest == 0 {
            visit(&[])?;
        }
        for first in 0..last {
            spend(left, 1 + last - first)?;
            let middle = (last - first).is_multiple_of(2).then_some(usize::midpoint(first, last));
            let pairs = (first + 1..).zip((first + 1..last).rev()).take_while(|(low, high)| low < high);
            let items: Vec<(usize, usize)> = pairs.chain(middle.map(|m| (m, m))).collect();
            let sums =
                items.iter().map(|&(low, high)| if low < high { values.sum(&[low, high]) } else { values.of(low) });
            let Some((one, free)) = choices(sums, rest ^ values.of(first)) else { continue };
            for chosen in 0..1u64.checked_shl(free.len() as u32).unwrap_or(u64::MAX) {
                spend(left, 1 + items.len())?;
                let flips = free.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
                let mask = flips.fold(one, |mask, (_, flip)| mask ^ flip);
                let mut set = vec![first];
                for (_, &(low, high)) in items.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
                    set.extend([low, high]);
                }
                set.sort_unstable();
                set.dedup();
                visit(&set)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn values(&self, coins: usize) -> Vec<u128> {
        let (mut values, mut bits, mut left) = (Vec::with_capacity(coins), 0, STEPS);
        for last in 0..coins {
            let cosets = (0..last).map(|first| Coset::of_moves(&values, first, last)).chain([Coset::default()]);
            let value = match missing(&cosets.collect::<Vec<_>>(), bits, &mut left) {
                ControlFlow::Break(value) => value,
                ControlFlow::Continue(()) => 1u128.checked_shl(bits),
            };
            let Some(value) = value else { break };
            bits = bits.max(u128::BITS - value.leading_zeros());
            values.push(value);
        }
        values
    }
}

/// Which of these numbers xor to the goal: one choice, as bits, and those that change nothing and may be added to it.
fn choices(numbers: impl Iterator<Item = u128>, goal: u128) -> Option<(u128, Vec<u128>)> {
    // what is spanned, the highest bits apart, and by which numbers
    let mut basis: Vec<(u128, u128)> = Vec::new();
    let mut free = Vec::new();
    let reduce = |basis: &[(u128, u128)], start: (u128, u128)| {
        basis
            .iter()
            .fold(start, |(sum, by), base| if sum ^ base.0 < sum { (sum ^ base.0, by ^ base.1) } else { (sum, by) })
    };
    for (i, number) in numbers.enumerate() {
        match reduce(&basis, (number, 1 << i)) {
            (0, by) => free.push(by),
            rest => {
                let at = basis.partition_point(|base| base.0 > rest.0);
                basis.insert(at, rest);
            }
        }
    }
    let (missing, by) = reduce(&basis, (goal, 0));
    (missing == 0).then_some((by, free))
}

/// A number and the span of others, all xored: what the moves from one coin to another add up to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Coset {
    /// The least member.
    least: u128,
    /// The highest bit of each stands in none of the others that follow; descending.
    basis: Vec<u128>,
}

impl Coset {
    fn of_moves(values: &[u128], first: usize, last: usize) -> Coset {
        let mut coset = Coset { least: values[first], basis: Vec::new() };
        let (mut low, mut high) = (first + 1, last - 1);
        while low < high {
            coset.span(values[low] ^ values[high]);
            (low, high) = (low + 1, high - 1);
        }
        if low == high {
            coset.span(values[low]);
        }
        coset.least = coset.reduced(coset.least);
        coset
    }

    /// The least number that differs from this one by a member of the span.
    fn reduced(&self, number: u128) -> u128 {
        self.basis.iter().fold(number, |number, base| number.min(number ^ base))
    }

    fn span(&mut self, number: u128) {
        let number = self.reduced(number);
        if number != 0 {
            let at = self.basis.partition_point(|base| *base > number);
            self.basis.insert(at, number);
        }
    }

    /// The members with this bit as asked, without it; `None` if there are none. No member has a higher one.
    fn half(&self, bit: u128, is_set: bool) -> Option<Coset> {
        let wanted = if is_set { bit } else { 0 };
        let (own, basis) = match self.basis.split_first() {
            Some((base, rest)) if base & bit != 0 => {
                (if self.least & bit == wanted { self.least } else { self.least ^ base }, rest)
            }
            _ if self.least & bit == wanted => (self.least, &self.basis[..]),
            _ => return None,
        };
        let half = Coset { least: own & !bit, basis: basis.to_vec() };
        Some(Coset { least: half.reduced(half.least), ..half })
    }
}

/// Breaks with the least number below 2^`bits` that is in none of the cosets, or with nothing when the steps are spent;
/// goes on if there is no such number.
fn missing(cosets: &[Coset], bits: u32, left: &mut u64) -> ControlFlow<Option<u128>> {
    if cosets.iter().any(|coset| coset.basis.len() == bits as usize) {
        return ControlFlow::Continue(());
    }
    if cosets.is_empty() {
        return ControlFlow::Break(Some(0));
    }
    match left.checked_sub(cosets.len() as u64) {
        Some(rest) => *left = rest,
        None => return ControlFlow::Break(None),
    }
    let bit = 1 << (bits - 1);
    for is_set in [false, true] {
        let mut halves: Vec<Coset> = cosets.iter().filter_map(|coset| coset.half(bit, is_set)).collect();
        // the largest first; equal ones side by side
        halves.sort_by(|a, b| {
            b.basis.len().cmp(&a.basis.len()).then_with(|| (a.least, &a.basis).cmp(&(b.least, &b.basis)))
        });
        halves.dedup();
        let found = missing(&halves, bits - 1, left);
        if let ControlFlow::Break(value) = found {
            return ControlFlow::Break(value.map(|value| if is_set { value | bit } else { value }));
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::{Line, Sym};
    use crate::game::coins::line::by_definition;

    #[test]
    fn cosets_have_the_values_of_the_definition() {
        assert_eq!(Sym.values(30), by_definition(&Sym, 30, u64::MAX));
        assert_eq!(Sym.values(101).get(100).copied(), Some(1 << 50));
        assert!(Sym.values(400).len() < 400, "the steps end");
    }
}
