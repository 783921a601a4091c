//! Games that were read already, by their text.
//!
//! A stream of questions repeats a few games on many lines. The text of a game in front of its places,
//! `take[1,3,4]` in `take[1,3,4](21)`, is found by counting brackets and looked up; on a hit nothing of it is read
//! again, and its tree is shared. Only games that were read without a fault are kept.
//!
//! Cost: one pass over the bytes of the game and one hash of them. At most [`ENTRIES`] games and [`BYTES`] bytes of
//! text are kept; then the memo starts afresh.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ast::Game;

/// Most games that are kept.
const ENTRIES: usize = 4096;
/// Most bytes of text that are kept.
const BYTES: usize = 4 << 20;
/// The longest text of a game that is kept.
const LONGEST: usize = 4096;

/// A game with what the parser must know of it to read its places.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) game: Arc<Game>,
    /// Are the places positions?
    pub(super) compound: bool,
}

/// Games by text.
#[derive(Debug, Default)]
pub(super) struct Memo {
    games: FxHashMap<Box<str>, Seen>,
    bytes: usize,
}

impl Memo {
    pub(super) fn get(&self, text: &str) -> Option<&Seen> {
        self.games.get(text)
    }

    pub(super) fn insert(&mut self, text: &str, seen: Seen) {
        if self.games.len() >= ENTRIES || self.bytes + text.len() > BYTES {
            self.clear();
        }
        self.bytes += text.len();
        self.games.insert(text.into(), seen);
    }

    pub(super) fn clear(&mut self) {
        self.games.clear();
        self.bytes = 0;
    }
}

/// Where the game that starts at `start` ends and its places begin: the first `(` outside of brackets.
///
/// `None` where that is not plain to see (comments, full-width brackets) or too far away. A parser that succeeds
/// confirms the place.
#[must_use]
pub fn extent(text: &str, start: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[start..];
    let mut depth = 0usize;
    let mut quoted = false;
    for (at, &byte) in bytes.iter().take(LONGEST).enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            // The first byte of all full-width signs.
            b'#' | 0xEF => return None,
            _ if quoted => {}
            b'(' if depth == 0 => return Some(start + at),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b'+' | b'*' | b',' | b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
