//! **Ruler**: a move turns neighbouring coins, any number, the last of them from heads to tails.
//!
//! The value of coin n alone is the largest power of 2 that divides n + 1. See [`crate::game::coins::code`].

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Ruler in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "ruler",
    aliases: &[],
    english: "Ruler",
    chinese: "标尺翻币",
    other_names: &["翻连续一段", "直尺游戏"],
    rule_english: "Turn a run of neighbouring coins of any length, the rightmost of them from heads to tails.",
    rule_chinese: "翻连续的一段硬币，最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "ruler(\"COINS\")",
    example: "ruler(\"HTTH\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(|brackets| made("ruler", brackets, Code::RUN)),
    expand: None,
};
