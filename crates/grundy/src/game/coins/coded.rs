//! The games of *Winning Ways* on a row, each told by its [code](crate::game::coins::code), which says what its coins are worth.

use crate::game::coins::code::Code;
use crate::game::coins::made;
use crate::game::entry::{Definition, Entry, Group};

/// Turning Turtles; the others have its group and its source.
pub(super) const TURTLES: Entry = Entry {
    name: "turtles",
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
    ..Entry::USUAL
};

/// Twins.
pub(super) const TWINS: Entry = Entry {
    name: "twins",
    english: "Twins",
    chinese: "双胞胎翻币",
    other_names: &["翻两枚"],
    rule_english: "Turn exactly two coins, the rightmost of them from heads to tails.",
    rule_chinese: "恰好翻两枚硬币，最右的一枚须由正面翻到反面。",
    signature: "twins(\"COINS\")",
    example: "twins(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("twins", brackets, Code::coins(2, 2))),
    ..TURTLES
};

/// Mock Turtles.
pub(super) const MOCKTURTLES: Entry = Entry {
    name: "mockturtles",
    english: "Mock Turtles",
    chinese: "假海龟翻币",
    other_names: &["翻一至三枚"],
    rule_english: "Turn one, two or three coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至三枚硬币，最右的一枚须由正面翻到反面。",
    signature: "mockturtles(\"COINS\")",
    example: "mockturtles(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("mockturtles", brackets, Code::coins(1, 3))),
    ..TURTLES
};

/// Triplets.
pub(super) const TRIPLETS: Entry = Entry {
    name: "triplets",
    english: "Triplets",
    chinese: "三胞胎翻币",
    other_names: &["翻三枚"],
    rule_english: "Turn exactly three coins, the rightmost of them from heads to tails.",
    rule_chinese: "恰好翻三枚硬币，最右的一枚须由正面翻到反面。",
    signature: "triplets(\"COINS\")",
    example: "triplets(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("triplets", brackets, Code::coins(3, 3))),
    ..TURTLES
};

/// Ruler.
pub(super) const RULER: Entry = Entry {
    name: "ruler",
    english: "Ruler",
    chinese: "标尺翻币",
    other_names: &["翻连续一段", "直尺游戏"],
    rule_english: "Turn a run of neighbouring coins of any length, the rightmost of them from heads to tails.",
    rule_chinese: "翻连续的一段硬币，最右的一枚须由正面翻到反面。",
    signature: "ruler(\"COINS\")",
    example: "ruler(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("ruler", brackets, Code::RUN)),
    ..TURTLES
};

/// Möbius.
pub(super) const MOEBIUS: Entry = Entry {
    name: "moebius",
    english: "Möbius",
    chinese: "莫比乌斯翻币",
    other_names: &["Moebius", "翻一至五枚"],
    rule_english: "Turn one to five coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至五枚硬币，最右的一枚须由正面翻到反面。",
    signature: "moebius(\"COINS\")",
    example: "moebius(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("moebius", brackets, Code::coins(1, 5))),
    ..TURTLES
};

/// Moidores.
pub(super) const MOIDORES: Entry = Entry {
    name: "moidores",
    english: "Moidores",
    chinese: "摩艾多翻币",
    other_names: &["翻一至九枚"],
    rule_english: "Turn one to nine coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至九枚硬币，最右的一枚须由正面翻到反面。",
    signature: "moidores(\"COINS\")",
    example: "moidores(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("moidores", brackets, Code::coins(1, 9))),
    ..TURTLES
};

/// Mogul.
pub(super) const MOGUL: Entry = Entry {
    name: "mogul",
    english: "Mogul",
    chinese: "莫卧儿翻币",
    other_names: &["翻一至七枚"],
    rule_english: "Turn one to seven coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻一至七枚硬币，最右的一枚须由正面翻到反面。",
    signature: "mogul(\"COINS\")",
    example: "mogul(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("mogul", brackets, Code::coins(1, 7))),
    ..TURTLES
};

/// Turnips. Also spelt Ternups.
pub(super) const TURNIPS: Entry = Entry {
    name: "turnips",
    aliases: &["ternups"],
    english: "Turnips",
    chinese: "萝卜翻币",
    other_names: &["Ternups", "翻等距三枚"],
    rule_english: "Turn three equally spaced coins, the rightmost of them from heads to tails.",
    rule_chinese: "翻等距的三枚硬币，最右的一枚须由正面翻到反面。",
    signature: "turnips(\"COINS\")",
    example: "turnips(\"HTTH\")",
    definition: Definition::Rules(|brackets| made("turnips", brackets, Code::THREE_SPACED)),
    ..TURTLES
};
