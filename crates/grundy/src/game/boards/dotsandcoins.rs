//! **Dots and coins** as Nimstring: strings are cut, or lines drawn between dots; who frees a coin, or closes a box, must move
//! again; a player who cannot move loses.
//!
//! Among people it is played for the most coins. Coins are not counted here: who makes the last move of this game has the
//! control of that one, and its values decide many endings (E. R. Berlekamp, *The Dots and Boxes Game*, 2000). Text, moves,
//! loony positions and cost are those of [Nimstring](super::nimstring).

use super::nimstring::{Found, Nimstring};
use crate::game::boards::made_with;
use crate::game::entry::{Definition, Entry, Group};

/// Dots and coins in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "dotsandcoins",
    english: "Dots and coins",
    chinese: "点格棋（绳与硬币）",
    other_names: &["Strings and Coins", "Dots and Boxes", "点格棋", "围格子"],
    rule_english: "Cut a string; a player who frees a coin must move again; a player who cannot move loses. Coins are not \
                   counted: this is Nimstring.",
    rule_chinese: "剪断一根绳子；使硬币脱落者必须再走一步；不能走者输。不计硬币数：即尼姆串。",
    group: Group::Boards,
    signature: "dotsandcoins(\"BOARD\")",
    example: "dotsandcoins(\"2x2\")",
    references: &["E. R. Berlekamp, The Dots and Boxes Game, 2000"],
    definition: Definition::Rules(|brackets| {
        made_with("dotsandcoins", brackets, Nimstring, Found::called("dotsandcoins"))
    }),
    ..Entry::USUAL
};
