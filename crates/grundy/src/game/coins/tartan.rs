//! **Products of coin-turning games**: `tartan[g, h]` is played on a board; a move turns the coins where the rows of a move
//! of g meet the columns of a move of h.
//!
//! By the Tartan theorem the value of the coin in row r and column c is the nim product of the values of r in g and of c
//! in h. `tartan[twins, twins]` is Turning Corners, whose values are the nim products r ⊗ c; `tartan[ruler, ruler]` is
//! Rugs.

use std::sync::Arc;

use grundy_core::Diagnostic;

use crate::game::coins::Coins;
use crate::game::entry::{Bracket, Definition, Entry, Group, Made};

/// Products of coin-turning games in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "tartan",
    english: "Tartan (product of coin games)",
    chinese: "格子布翻币（乘积游戏）",
    other_names: &["Tartan theorem", "Turning Corners", "Rugs", "二维翻硬币"],
    rule_english: "Turn the coins where the rows of a move of the first game meet the columns of a move of the second.",
    rule_chinese: "翻转第一个游戏一步的各行与第二个游戏一步的各列相交处的硬币。",
    group: Group::Coins,
    signature: "tartan[g, h](\"ROW|ROW\")",
    example: "tartan[ruler,mockturtles](\"HT|TH\")",
    references: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982",
        "H. W. Lenstra, Nim multiplication, 1978",
    ],
    definition: Definition::Rules(game),
    ..Entry::USUAL
};

fn game(brackets: &[Bracket]) -> Made {
    let coins = |bracket: &Bracket| match bracket {
        Bracket::Game(game) => game.rules_of::<Coins>().cloned(),
        _ => None,
    };
    let product = match brackets {
        [first, second] => coins(first).zip(coins(second)).and_then(|(first, second)| Coins::product(&first, &second)),
        _ => None,
    };
    match product {
        Some(product) => Ok(Arc::new(product)),
        None => Err(Diagnostic::input("`tartan` needs two coin-turning games on a row in brackets")
            .suggest("tartan[ruler, mockturtles](\"HT|TH\")")),
    }
}
