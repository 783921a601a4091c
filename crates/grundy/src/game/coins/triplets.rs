//! **Triplets**: a move turns three coins, the last of them from heads to tails.
//!
//! The value of coin n alone is that of Mock Turtles for n - 2, and 0 for the first two. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Triplets in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "triplets",
    aliases: &[],
    english: "Triplets",
    chinese: "三胞胎翻币",
    other_names: &["翻三枚"],
    rule_english: "Turn exactly three coins, the rightmost of them from heads to tails.",
    rule_chinese: "恰好翻三枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "triplets(\"COINS\")",
    example: "triplets(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("triplets", brackets, Code::coins(3, 3))),
    expand: None,
};
