//! Games on boards and graphs, given as text: the list of those that are built, then those that are announced.
//!
//! A game that is built is one line here: the name of its file in `game/boards`, which has its entry and its rules.

use super::{Definition, Entry, Group};

/// Declares the files of these games and lists their entries.
macro_rules! games {
    ($($file:ident),* $(,)?) => {
        #[path = "../boards"]
        mod files {
            $(pub(super) mod $file;)*
        }

        /// The games that are built.
        pub(super) const BUILT: &[Entry] = &[$(files::$file::ENTRY),*];
    };
}

games! {
    arckayles,
    brussels,
    chomp,
    clobber,
    cram,
    geography,
    hackenbush,
    nimstring,
    nodekayles,
    nogo,
    notakto,
    posets,
    sprouts,
    subsets,
    treblecross,
}

/// The theorems that these games name.
#[cfg(test)]
pub(crate) static THEOREMS: &[&crate::Theorem] =
    &[&files::brussels::EULER, &files::cram::POINT_SYMMETRY, &files::geography::MATCHING, &files::hackenbush::FUSION];

const LATER: Definition = Definition::Later("games that are won by points are not supported yet");

/// The games that are announced.
pub(super) const ENTRIES: &[Entry] = &[Entry {
    name: "dotsandcoins",
    aliases: &[],
    english: "Dots and coins",
    chinese: "点格棋（绳与硬币）",
    other_names: &["Strings and Coins", "Dots and Boxes", "点格棋", "围格子"],
    rule_english: "Cut a string; who frees a coin takes it and moves again; more coins win.",
    rule_chinese: "剪断一根绳子；使硬币脱落者得到它并再走一步；硬币多者胜。",
    group: Group::Boards,
    signature: "dotsandcoins(\"BOARD\")",
    example: "dotsandcoins(\"3x4\")",
    references: &["E. R. Berlekamp, The Dots and Boxes Game, 2000"],
    problems: &[],
    definition: LATER,
    expand: None,
}];
