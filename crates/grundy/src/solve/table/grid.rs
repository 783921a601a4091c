//! Cells that are gathered row by row; some may stay empty.

use crate::answer::{Cells, Values};
use crate::number::Nat;

/// The cells of a table.
pub(super) enum Grid<T> {
    /// All have an answer.
    Full(Vec<Vec<T>>),
    /// The rule is refused at some places.
    Part(Vec<Vec<Option<T>>>),
}

impl<T> Grid<T> {
    pub(super) fn of(rows: Vec<Vec<Option<T>>>) -> Self {
        if rows.iter().flatten().any(Option::is_none) {
            return Grid::Part(rows);
        }
        Grid::Full(rows.into_iter().map(|row| row.into_iter().flatten().collect()).collect())
    }
}

/// Where the cells of a table go, row by row.
pub(super) trait Filled<T> {
    fn begin_row(&mut self);

    /// The next cell; nothing where the rule is refused.
    fn push(&mut self, told: Option<T>);

    /// The last row is not complete and is left out.
    fn drop_row(&mut self);
}

impl<T> Filled<T> for Vec<Vec<Option<T>>> {
    fn begin_row(&mut self) {
        Vec::push(self, Vec::new());
    }

    fn push(&mut self, told: Option<T>) {
        if let Some(row) = self.last_mut() {
            row.push(told);
        }
    }

    fn drop_row(&mut self) {
        self.pop();
    }
}

/// Grundy values: four bytes each until one is larger, or not there.
#[derive(Default)]
pub(super) struct Numbers {
    words: Vec<Vec<u32>>,
    others: Option<Vec<Vec<Option<Nat>>>>,
}

impl Numbers {
    pub(super) fn cells(self) -> Cells {
        let Some(others) = self.others else { return Cells::Values(Values::of_words(self.words)) };
        match Grid::of(others) {
            Grid::Full(values) => Cells::Values(values.into()),
            Grid::Part(values) => Cells::SomeValues(values),
        }
    }
}

impl Filled<Nat> for Numbers {
    fn begin_row(&mut self) {
        match &mut self.others {
            Some(others) => others.begin_row(),
            None => self.words.push(Vec::new()),
        }
    }

    fn push(&mut self, told: Option<Nat>) {
        if let (None, Some(word)) = (&self.others, told.as_ref().and_then(|n| u32::try_from(n).ok())) {
            if let Some(row) = self.words.last_mut() {
                row.push(word);
            }
            return;
        }
        let words = &mut self.words;
        let others = self.others.get_or_insert_with(|| {
            let large = |row: Vec<u32>| row.into_iter().map(|word| Some(Nat::from(word))).collect();
            std::mem::take(words).into_iter().map(large).collect()
        });
        Filled::push(others, told);
    }

    fn drop_row(&mut self) {
        match &mut self.others {
            Some(others) => others.drop_row(),
            None => _ = self.words.pop(),
        }
    }
}
