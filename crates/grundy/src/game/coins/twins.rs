//! **Twins**: a move turns two coins, the last of them from heads to tails.
//!
//! The value of coin n alone is n. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Twins in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "twins",
    aliases: &[],
    english: "Twins",
    chinese: "双胞胎翻币",
    other_names: &["翻两枚"],
    rule_english: "Turn exactly two coins, the rightmost of them from heads to tails.",
    rule_chinese: "恰好翻两枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "twins(\"COINS\")",
    example: "twins(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("twins", brackets, Code::coins(2, 2))),
    expand: None,
};
