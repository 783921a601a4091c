//! **Möbius**: a move turns one to five coins, the last of them from heads to tails.
//!
//! Its values are a lexicographic code: each coin has the least number that no sum of fewer earlier ones gives. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Möbius in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "moebius",
    aliases: &[],
    english: "Möbius",
    chinese: "莫比乌斯翻币",
    other_names: &["Moebius", "翻一至五枚"],
    rule_english: "Turn one to five coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至五枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "moebius(\"COINS\")",
    example: "moebius(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("moebius", brackets, Code::coins(1, 5))),
    expand: None,
};
