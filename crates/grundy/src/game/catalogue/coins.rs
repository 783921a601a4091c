//! Coin-turning games; the last coin turned goes from heads to tails; index 0 is leftmost.
//!
//! A game is one line here: the name of its file in `game/coins`, which has its entry and its rules.

use super::Entry;

/// Declares the files of these games and lists their entries.
macro_rules! games {
    ($($file:ident),* $(,)?) => {
        #[path = "../coins"]
        mod files {
            $(pub(super) mod $file;)*
        }

        /// The games that turn coins.
        pub(super) const ENTRIES: &[Entry] = &[$(files::$file::ENTRY),*];
    };
}

games! {
    turtles,
    twins,
    mockturtles,
    triplets,
    ruler,
    moebius,
    moidores,
    mogul,
    turnips,
    grunt,
    sym,
    turning,
    tartan,
}
