//! **Grunt**: a move turns the coins 0, a, n − a and n with 0 < a < n − a, coin n from heads to tails.
//!
//! Coin 0 alone is worth 0, so coin n has the options a ⊕ (n − a) with two different parts: the value of Grundy's game
//! for a heap of n. They are taken from the sequence of the code `4!.0`: 10^6 coins in a tenth of the time of their
//! definition for 10^4.

use std::ops::ControlFlow;

use grundy_core::Context;
use grundy_sequence::code::{Code, Modifier};
use grundy_sequence::heap::HeapSequence;

use crate::game::coins::line::Line;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};
use crate::game::members::Members;

/// Grunt in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "grunt",
    english: "Grunt",
    chinese: "格朗特翻币",
    other_names: &[],
    rule_english: "Turn coins 0, a, n-a and n for some 0 < a < n-a, the rightmost of them, n, from heads to tails.",
    rule_chinese: "翻第 0、a、n-a、n 枚硬币（0 < a < n-a），其中最右的第 n 枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "grunt(\"COINS\")",
    example: "grunt(\"HTTHTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("grunt", brackets, Grunt)),
    ..Entry::USUAL
};

/// The sets that are turned.
#[derive(Debug, Clone, Copy)]
struct Grunt;

fn grundys_game() -> Code {
    Code::octal(4, []).with_modifier(Modifier::Unequal)
}

impl Line for Grunt {
    fn each_set(&self, last: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        for a in (1..).take_while(|a| 2 * a < last) {
            visit(&[0, a, last - a])?;
        }
        ControlFlow::Continue(())
    }

    /// Coin 0 is worth nothing.
    fn members(&self) -> Option<Members> {
        Some(Members::Code(grundys_game()))
    }

    fn values(&self, coins: usize) -> Vec<u128> {
        let Some(mut heaps) = HeapSequence::new(&grundys_game()) else { return Vec::new() };
        match heaps.extend_to(coins as u64, &Context::default()) {
            Ok(()) => heaps.values().take(coins).map(u128::from).collect(),
            Err(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Grunt, Line};
    use crate::game::coins::line::by_definition;

    #[test]
    fn the_sequence_of_the_code_is_the_definition() {
        for coins in [0, 1, 2, 3, 4, 400] {
            assert_eq!(Grunt.values(coins), by_definition(&Grunt, coins, u64::MAX), "{coins}");
        }
    }
}
