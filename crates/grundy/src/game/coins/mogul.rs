//! **Mogul**: a move turns one to seven coins, the last of them from heads to tails.
//!
//! Its values are a lexicographic code: each coin has the least number that no sum of fewer earlier ones gives. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Mogul in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "mogul",
    aliases: &[],
    english: "Mogul",
    chinese: "莫卧儿翻币",
    other_names: &["翻一至七枚"],
    rule_english: "Turn one to seven coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至七枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "mogul(\"COINS\")",
    example: "mogul(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("mogul", brackets, Code::coins(1, 7))),
    expand: None,
};
