//! **Moidores**: a move turns one to nine coins, the last of them from heads to tails.
//!
//! Its values are a lexicographic code: each coin has the least number that no sum of fewer earlier ones gives. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Moidores in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "moidores",
    aliases: &[],
    english: "Moidores",
    chinese: "摩艾多翻币",
    other_names: &["翻一至九枚"],
    rule_english: "Turn one to nine coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至九枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "moidores(\"COINS\")",
    example: "moidores(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("moidores", brackets, Code::coins(1, 9))),
    expand: None,
};
