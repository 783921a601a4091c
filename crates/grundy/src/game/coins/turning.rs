//! **Coin turning by code**: `turning["1-3"]` turns one to three coins, `turning["1+C"]` neighbours, `turning["3E"]` three
//! equally spaced ones, the last of them from heads to tails.
//!
//! The codes are CGSuite's; [`crate::game::coins::code`] has their values.

use std::sync::Arc;

use grundy_core::Diagnostic;

use crate::game::coins::Coins;
use crate::game::coins::code::Code;
use crate::game::entry::{Bracket, Definition, Entry, Group, Made};

/// Coin turning by code in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "turning",
    english: "Coin turning by code",
    chinese: "翻硬币",
    other_names: &["Coin-turning game", "翻币游戏"],
    rule_english: "Turn coins as the code says: how many, C neighbours, E equally spaced; the rightmost goes from heads to tails.",
    rule_chinese: "按代码翻硬币：枚数、C 为相邻、E 为等距；最右的一枚须由正面翻到反面。",
    group: Group::Coins,
    signature: "turning[\"CODE\"](\"COINS\")",
    example: "turning[\"1-3\"](\"HTTHHT\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
    definition: Definition::Rules(game),
    ..Entry::USUAL
};

fn game(brackets: &[Bracket]) -> Made {
    match brackets {
        [Bracket::Text(code)] => Ok(Arc::new(Coins::row(Code::read(code)?))),
        _ => Err(Diagnostic::input("`turning` needs a code between quotation marks: how many coins are turned")
            .suggest("turning[\"1-3\"](\"HTTH\")")),
    }
}
