//! **Turnips**: a move turns three equally spaced coins, the last of them from heads to tails. Also spelt Ternups.
//!
//! Its values, 0 0 1 0 0 1 2 2 1 0 0 1 …, are computed by their definition; no formula is known. See
//! [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Turnips in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "turnips",
    aliases: &["ternups"],
    english: "Turnips",
    chinese: "萝卜翻币",
    other_names: &["Ternups", "翻等距三枚"],
    rule_english: "Turn three equally spaced coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻等距的三枚硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "turnips(\"COINS\")",
    example: "turnips(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("turnips", brackets, Code::THREE_SPACED)),
    expand: None,
};
