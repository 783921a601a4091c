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
    subsets,
    treblecross,
}

/// The theorems that these games name.
#[cfg(test)]
pub(crate) static THEOREMS: &[&crate::Theorem] =
    &[&files::cram::POINT_SYMMETRY, &files::geography::MATCHING, &files::hackenbush::FUSION];

const LATER: Definition = Definition::Later("games on boards and graphs are not supported yet");

/// The games that are announced.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
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
    },
    Entry {
        name: "brussels",
        aliases: &[],
        english: "Brussels Sprouts",
        chinese: "球芽甘蓝游戏",
        other_names: &["布鲁塞尔豆芽"],
        rule_english: "Join two free arms of crosses by a curve that crosses nothing and put a bar across it, which gives two new arms.",
        rule_chinese: "用一条不相交的曲线连接两个空臂，并在线上画一短横，产生两个新臂。",
        group: Group::Boards,
        signature: "brussels(n)",
        example: "brussels(3)",
        references: &["M. Gardner, Of sprouts and Brussels sprouts, games with a topological flavor, 1967"],
        problems: &[],
        definition: LATER,
        expand: None,
    },
    Entry {
        name: "sprouts",
        aliases: &[],
        english: "Sprouts",
        chinese: "豆芽游戏",
        other_names: &["萌芽游戏"],
        rule_english: "Join two spots by a curve that crosses nothing and put a new spot on it; no spot may have more than three ends.",
        rule_chinese: "用一条不与其他线相交的曲线连接两点，并在线上加一个新点；每点至多连三条线头。",
        group: Group::Boards,
        signature: "sprouts(n)",
        example: "sprouts(5)",
        references: &[
            "M. Gardner, Of sprouts and Brussels sprouts, games with a topological flavor, 1967",
            "J. Lemoine, S. Viennot, Computer analysis of Sprouts with nimbers, 2010",
        ],
        problems: &[],
        definition: LATER,
        expand: None,
    },
];
