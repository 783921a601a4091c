//! Games on boards and graphs, given as text.
//!
//! A game is one line here: the name of its file in `game/boards`, which has its entry and its rules.

use super::Entry;

/// Declares the files of these games and lists their entries.
macro_rules! games {
    ($($file:ident),* $(,)?) => {
        #[path = "../boards"]
        mod files {
            $(pub(super) mod $file;)*
        }

        /// The games.
        pub(super) const ENTRIES: &[Entry] = &[$(files::$file::ENTRY),*];
    };
}

games! {
    arckayles,
    brussels,
    chomp,
    clobber,
    cram,
    dotsandcoins,
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
pub(crate) static THEOREMS: &[&crate::Theorem] = &[
    &files::brussels::EULER,
    &files::chomp::MIRROR,
    &files::chomp::STEALING,
    &files::cram::POINT_SYMMETRY,
    &files::geography::MATCHING,
    &files::hackenbush::FUSION,
    &files::nodekayles::EVEN_CYCLE,
    &files::nodekayles::GRID_SYMMETRY,
    &files::posets::STEALING,
];
