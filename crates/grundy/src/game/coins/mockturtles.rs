//! **Mock Turtles**: a move turns one to three coins, the last of them from heads to tails.
//!
//! The value of coin n alone is that of 2n and 2n + 1 with an odd number of ones. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Mock Turtles in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "mockturtles",
    aliases: &[],
    english: "Mock Turtles",
    chinese: "假海龟翻币",
    other_names: &["翻一至三枚"],
    rule_english: "Turn one, two or three coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至三枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "mockturtles(\"COINS\")",
    example: "mockturtles(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("mockturtles", brackets, Code::coins(1, 3))),
    expand: None,
};
