//! **Sym**: a move turns any coins that stand symmetric to the middle between the first and the last of them, the last one from
//! heads to tails.
//!
//! Its values, 1 2 4 3 6 7 8 16 18 25 …, are computed by their definition. Cost: 2^(n/2) sets for coin n.

use std::ops::ControlFlow;

use crate::game::catalogue::{Definition, Entry, Group};
use crate::game::coins::code::SETS;
use crate::game::coins::line::{Line, by_definition};
use crate::game::coins::made;

/// Sym in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "sym",
    aliases: &[],
    english: "Sym",
    chinese: "对称翻币",
    other_names: &[],
    rule_english: "Turn a set of coins that is symmetric in itself, the rightmost of them from heads to tails.",
    rule_chinese: "翻一组自身左右对称的硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "sym(\"COINS\")",
    example: "sym(\"HTTHTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    problems: &[],
    definition: Definition::Rules(|brackets| made("sym", brackets, Sym)),
    expand: None,
};

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

    fn values(&self, coins: usize) -> Option<Vec<u128>> {
        by_definition(self, coins, SETS)
    }
}
