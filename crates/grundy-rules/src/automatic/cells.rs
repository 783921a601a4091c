//! The cells of one value, row by row: what automata of single values are learnt from.
//!
//! ```text
//!      0 1 2 3 4 5        In a rule whose moves run along whole lines, rows and columns among them, a cell
//!  0   0 1 . . . .        has the value m exactly if it has no smaller one and no line through it has an m
//!  1   1 . 0 . . .        before it. So the m of a row stands in the first column where all lines are free.
//!  2   . 0 1 . . .        A line that is taken is skipped together with those taken beside it.
//! ```
//!
//! Cost: nearly linear in the rows; 1.4 million rows of Wythoff's game take 50 ms for each value.

use grundy_automata::levels::Cells;
use grundy_automata::{Built, Obstacle};
use grundy_core::{Context, Result};

use crate::rule::column::Column;
use crate::rule::ir::Rule;

/// The first rows that are worked out.
const FIRST: u64 = 1 << 12;

/// The cells of the values 0, 1, … of a rule.
#[derive(Debug)]
pub(crate) struct LineCells {
    /// What one step along each kind of line takes, but for those along a row.
    rays: Vec<[usize; 2]>,
    steps: Vec<[usize; 2]>,
    rows: usize,
    /// For each value the column in each row.
    columns: Vec<Vec<u32>>,
}

impl LineCells {
    /// For a rule of two coordinates whose moves run along rows, columns and other whole lines, or are single steps; `None` for
    /// others.
    ///
    /// # Errors
    /// A rule that is not well-formed.
    pub(crate) fn of(rule: &Rule) -> Result<Option<LineCells>> {
        if rule.arity != 2 {
            return Ok(None);
        }
        let Some((rays, steps)) = Column::new(rule)?.rays_and_steps() else { return Ok(None) };
        let whole = rays.iter().all(|(_, most)| most.is_empty());
        let mut rays: Vec<[usize; 2]> = rays.into_iter().map(|(steps, _)| steps).collect();
        rays.sort_unstable();
        rays.dedup();
        let fits = whole
            && rays.contains(&[0, 1])
            && rays.contains(&[1, 0])
            // lines with gaps would need a number for each of their residues
            && rays.iter().all(|&[u, v]| grundy_core::number::gcd(u as u64, v as u64) == 1 && u.max(v) <= 16);
        rays.retain(|ray| *ray != [0, 1]);
        Ok(fits.then_some(LineCells { rays, steps, rows: 0, columns: Vec::new() }))
    }

    /// The columns of the next value.
    fn next_value(&self, rows: usize, cx: &Context) -> Built<Vec<u32>> {
        let mut lines: Vec<Lines> = self.rays.iter().map(|&steps| Lines::new(steps, rows)).collect();
        let mut columns: Vec<u32> = Vec::with_capacity(rows);
        for row in 0..rows {
            if row % 1024 == 0 {
                cx.tick(1024)?;
            }
            let mut column = 0;
            loop {
                let before = column;
                lines.iter_mut().for_each(|line| column = line.free_from(row, column));
                let stepped = self.steps.iter().any(|&[i, j]| {
                    let at = row.checked_sub(i).zip(column.checked_sub(j));
                    at.is_some_and(|(row, column)| columns.get(row).is_some_and(|&there| there as usize == column))
                });
                if stepped || self.columns.iter().any(|lower| lower[row] as usize == column) {
                    column += 1;
                }
                if column == before {
                    break;
                }
            }
            if column >= u32::MAX as usize / 32 {
                return Err(Obstacle::TooLarge { operation: "row of cells", cap: u32::MAX as usize / 32 });
            }
            lines.iter_mut().for_each(|line| line.take(row, column));
            columns.push(column as u32);
        }
        Ok(columns)
    }
}

impl Cells for LineCells {
    fn column(&self, value: usize, row: u64) -> Option<Option<u64>> {
        let column = self.columns.get(value)?.get(usize::try_from(row).ok()?)?;
        Some(Some(u64::from(*column)))
    }

    fn extend(&mut self, value: usize, row: u64, rows: u64, cx: &Context) -> Built<bool> {
        if row >= rows {
            return Ok(false);
        }
        let needed = (row + 1).max(FIRST).max((2 * self.rows as u64).min(rows)) as usize;
        if row >= self.rows as u64 {
            // 4 bytes for each row and value, and as many again for lines while they are worked out
            cx.reserve((needed - self.rows) as u64 * 4 * (value as u64 + 1 + 4 * self.rays.len() as u64))?;
            (self.rows, self.columns) = (needed, Vec::new());
        }
        while self.columns.len() <= value {
            let next = self.next_value(self.rows, cx)?;
            self.columns.push(next);
        }
        Ok(true)
    }
}

/// The lines of one direction, of which some are taken.
#[derive(Debug)]
struct Lines {
    steps: [usize; 2],
    /// Added to the number of a line, u · column − v · row, so that none is negative.
    shift: usize,
    /// A line that is free, or one beyond it that may be; lines further on are free.
    next: Vec<u32>,
}

impl Lines {
    fn new(steps: [usize; 2], rows: usize) -> Lines {
        Lines { steps, shift: steps[1] * rows, next: Vec::new() }
    }

    fn number(&self, row: usize, column: usize) -> usize {
        self.shift + self.steps[0] * column - self.steps[1] * row
    }

    /// The first line from this one on that is free.
    fn free(&mut self, mut line: usize) -> usize {
        while let Some(&next) = self.next.get(line) {
            let next = next as usize;
            if next == line {
                break;
            }
            // later searches make longer steps
            if let Some(&beyond) = self.next.get(next) {
                self.next[line] = beyond;
            }
            line = next;
        }
        line
    }

    /// The first column from this one on in which the line through this row is free, as far as taken lines side by side tell.
    fn free_from(&mut self, row: usize, column: usize) -> usize {
        let line = self.number(row, column);
        let free = self.free(line);
        match self.steps[0] {
            _ if free == line => column,
            1 => column + free - line,
            _ => column + 1,
        }
    }

    fn take(&mut self, row: usize, column: usize) {
        let line = self.number(row, column);
        while self.next.len() <= line {
            self.next.push(self.next.len() as u32);
        }
        self.next[line] = line as u32 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Convention;

    use crate::engine::dense::{DenseTable, Order, Region};
    use crate::rule::column::NoForeign;
    use crate::rule::reading::rule;

    #[test]
    fn the_cells_are_those_of_the_table() {
        let cx = Context::default();
        for text in [
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-2*k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-2*k,b-k) | (a-k,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1); (a-2,b-1)}",
        ] {
            let mut cells = LineCells::of(&rule(text)).unwrap().unwrap();
            assert!(cells.extend(2, 40, 1 << 20, &cx).unwrap());
            let mut table = DenseTable::new(&rule(text), Convention::Normal).unwrap();
            table.fill(&Region::Box(vec![40, 120]), Order::Lexicographic, &NoForeign, &cx).unwrap();
            for row in 0..40u64 {
                for value in 0..3usize {
                    let column = cells.column(value, row).unwrap().unwrap();
                    assert_eq!(table.value(&[row, column]), Some(value as u32), "{text} ({row},{column})");
                }
            }
        }
        for text in ["{(a,b) -> (a-k,b-k) for k in 1..}", "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..3}"] {
            assert!(LineCells::of(&rule(text)).unwrap().is_none(), "{text}");
        }
    }
}
