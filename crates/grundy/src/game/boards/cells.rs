//! Pieces of a board as words: what searches for values go over, in games that take free cells away.
//!
//! A board of any size has its pieces in the least box that holds them: the number of columns says how many bits a row has, and
//! each width has a search of its own ([`Pieces`]).

mod pieces;
pub(crate) mod symmetry;
mod word;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use grundy_core::{Context, Result, locked};

use crate::game::nimbers::Kept;
use crate::game::nimbers::store::NimberStore;
pub(crate) use pieces::Pieces;
#[cfg(test)]
pub(crate) use word::Word;

/// What a move takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taking {
    /// Two cells that are neighbours.
    Dominoes,
    /// A cell and its neighbours.
    Around,
}

/// What was found about pieces of a width, in words of 64 or 128 bits.
#[derive(Debug)]
enum Width {
    Short(Kept<Pieces<u64>>),
    Long(Kept<Pieces<u128>>),
}

/// What was found about pieces of any width.
#[derive(Debug)]
pub(crate) struct Cells {
    taking: Taking,
    /// By the number of columns, and whether the words are long.
    widths: Mutex<BTreeMap<(u32, bool), Arc<Width>>>,
    /// Where values are kept.
    store: OnceLock<Arc<NimberStore>>,
}

/// The rows and columns of the cells of a connected piece.
pub(crate) type Places = Vec<(u32, u32)>;

impl Cells {
    pub(crate) fn new(taking: Taking) -> Self {
        Cells { taking, widths: Mutex::default(), store: OnceLock::new() }
    }

    /// Widths that are met from now on begin with what this store holds, and what is found is kept in it.
    pub(crate) fn keep_in(&self, store: &Arc<NimberStore>) {
        // nobody else can have been faster: the file is locked
        let _ = self.store.set(Arc::clone(store));
        locked(self.widths.lock()).clear();
    }

    /// The value of a piece; `None`: it does not fit into a word.
    pub(crate) fn value(&self, piece: Places, cx: &Context) -> Option<Result<u64>> {
        self.with(piece, cx, |kept, word| kept.value_of(&word, cx), |kept, word| kept.value_of(&word, cx))
    }

    /// Is the value of a piece this number? `None`: it does not fit into a word.
    pub(crate) fn is(&self, piece: Places, number: u64, cx: &Context) -> Option<Result<bool>> {
        self.with(piece, cx, |kept, word| kept.is_of(&word, number, cx), |kept, word| kept.is_of(&word, number, cx))
    }

    /// The value of a piece, where it is known without a search.
    pub(crate) fn known(&self, piece: Places) -> Option<u64> {
        let short = |kept: &Kept<Pieces<u64>>, word| Ok(kept.known_of(&word));
        let cx = Context::default();
        let known = self.with(piece, &cx, short, |kept, word| Ok(kept.known_of(&word)));
        known.and_then(Result::ok).flatten()
    }

    /// Does a move take two cells, or a cell and its neighbours?
    pub(crate) fn takes_edges(&self) -> bool {
        self.taking == Taking::Dominoes
    }

    /// Values that a piece is known not to have.
    pub(crate) fn excluded(&self, piece: Places, cx: &Context) -> Option<Vec<u64>> {
        let short = |kept: &Kept<Pieces<u64>>, word| Ok(kept.excluded_of(&word, cx));
        let excluded = self.with(piece, cx, short, |kept, word| Ok(kept.excluded_of(&word, cx)));
        // of a store that cannot be read nothing is told here: the value was asked for before
        excluded.map(Result::unwrap_or_default)
    }

    fn with<T>(
        &self,
        mut piece: Places,
        cx: &Context,
        short: impl FnOnce(&Kept<Pieces<u64>>, u64) -> Result<T>,
        long: impl FnOnce(&Kept<Pieces<u128>>, u128) -> Result<T>,
    ) -> Option<Result<T>> {
        let top = piece.iter().map(|&(row, _)| row).min()?;
        let left = piece.iter().map(|&(_, column)| column).min()?;
        piece.iter_mut().for_each(|(row, column)| (*row, *column) = (*row - top, *column - left));
        let rows = piece.iter().map(|&(row, _)| row + 1).max()?;
        let columns = piece.iter().map(|&(_, column)| column + 1).max()?;
        if columns > rows {
            piece.iter_mut().for_each(|(row, column)| std::mem::swap(row, column));
        }
        let (rows, columns) = (rows.max(columns), rows.min(columns));
        if rows * columns > 128 {
            return None;
        }
        let is_long = rows * columns > 64;
        let width = match self.width(columns, is_long, cx) {
            Ok(width) => width,
            Err(fault) => return Some(Err(fault)),
        };
        let bits = piece.iter().map(|(row, column)| row * columns + column);
        Some(match &*width {
            Width::Short(kept) => short(kept, bits.fold(0, |word, bit| word | 1 << bit)),
            Width::Long(kept) => long(kept, bits.fold(0, |word, bit| word | 1 << bit)),
        })
    }
}

impl Cells {
    /// What was found about pieces of a width; with what the store holds where it is met for the first time.
    fn width(&self, columns: u32, is_long: bool, cx: &Context) -> Result<Arc<Width>> {
        let mut widths = locked(self.widths.lock());
        if let Some(width) = widths.get(&(columns, is_long)) {
            return Ok(Arc::clone(width));
        }
        let width = match is_long {
            false => Width::Short(Kept::new(Pieces::new(self.taking, columns))),
            true => Width::Long(Kept::new(Pieces::new(self.taking, columns))),
        };
        if let Some(store) = self.store.get() {
            match &width {
                Width::Short(kept) => kept.keep_found(store, cx)?,
                Width::Long(kept) => kept.keep_found(store, cx)?,
            }
        }
        Ok(Arc::clone(widths.entry((columns, is_long)).or_insert(Arc::new(width))))
    }
}
