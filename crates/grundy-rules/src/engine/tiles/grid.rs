//! The values of a table of two coordinates, in as few bytes as they need.

use std::ops::RangeInclusive;

/// The values of the cells (a, b) with a < height and b < width; of a symmetric rule those with a ≥ b stand for the others.
///
/// Memory: two bytes a cell, four in rows with a value of 2^16 or more; half as many cells where the rule is symmetric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    rows: Vec<Row>,
    width: usize,
    symmetric: bool,
}

/// A row of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Row {
    Short(Box<[u16]>),
    Long(Box<[u32]>),
}

impl Row {
    pub(super) fn of(values: &[u32]) -> Row {
        let short: Result<Box<[u16]>, _> = values.iter().map(|&value| u16::try_from(value)).collect();
        short.map_or_else(|_| Row::Long(values.into()), Row::Short)
    }

    fn bytes(&self) -> u64 {
        match self {
            Row::Short(values) => size_of_val(&values[..]) as u64,
            Row::Long(values) => size_of_val(&values[..]) as u64,
        }
    }

    fn get(&self, column: usize) -> Option<u32> {
        match self {
            Row::Short(values) => values.get(column).map(|&value| value.into()),
            Row::Long(values) => values.get(column).copied(),
        }
    }
}

impl Grid {
    pub(super) fn new(rows: Vec<Row>, width: usize, symmetric: bool) -> Self {
        Grid { rows, width, symmetric }
    }

    /// The value of a cell; `None` outside the table.
    #[must_use]
    pub fn value(&self, a: usize, b: usize) -> Option<u32> {
        let (a, b) = if self.symmetric && b > a { (b, a) } else { (a, b) };
        self.rows.get(a)?.get(b)
    }

    /// How many rows and columns there are; of a symmetric table that is finished no more columns than rows.
    #[must_use]
    pub fn extents(&self) -> [usize; 2] {
        [self.rows.len(), self.width]
    }

    /// How many rows and columns a table has that holds these cells and what this one holds.
    #[must_use]
    pub fn with(&self, needed: [usize; 2]) -> [usize; 2] {
        let [height, width] = self.extents();
        let [tall, wide] = match self.symmetric {
            true => [needed[0].max(needed[1]), needed[0].min(needed[1])],
            false => needed,
        };
        [height.max(tall), width.max(wide)]
    }

    /// A corner up to this one before which all cells are held; `None` if there is no cell. The rows of a symmetric table are
    /// finished up to the diagonal, so that one coordinate is a row and the other a column, or the other way round.
    #[must_use]
    pub fn known(&self, [bottom, right]: [usize; 2]) -> Option<[usize; 2]> {
        let [height, width] = self.extents();
        let (last_row, last_column) = (height.checked_sub(1)?, width.checked_sub(1)?);
        if !self.symmetric {
            return Some([bottom.min(last_row), right.min(last_column)]);
        }
        let corner = [bottom.min(last_row), right.min(last_row)];
        Some(if corner.iter().all(|&n| n > last_column) { [corner[0], last_column] } else { corner })
    }

    /// The memory of the values.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.rows.iter().map(|row| size_of_val(row) as u64 + row.bytes()).sum()
    }

    /// Does it hold all cells up to this one?
    #[must_use]
    pub fn reaches(&self, a: usize, b: usize) -> bool {
        self.value(a, b).is_some()
    }

    /// The values of a piece of a row; ends early where the table does.
    pub fn row(&self, a: usize, columns: RangeInclusive<usize>) -> impl Iterator<Item = u32> + '_ {
        columns.map_while(move |b| self.value(a, b))
    }
}
