//! **Turning Turtles**: a move turns one coin or two, the last of them from heads to tails.
//!
//! The value of coin n alone is n + 1. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Turning Turtles in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "turtles",
    aliases: &[],
    english: "Turning Turtles",
    chinese: "翻乌龟",
    other_names: &["翻一枚或两枚"],
    rule_english: "Turn one coin or two, the rightmost of them from heads to tails.",
    rule_chinese: "翻一枚或两枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "turtles(\"COINS\")",
    example: "turtles(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("turtles", brackets, Code::coins(1, 2))),
    expand: None,
};
