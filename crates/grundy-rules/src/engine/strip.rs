//! Rows that repeat: games that stand far along one coordinate and near on the others.
//!
//! ```text
//! b=2  2 0 1 5 3 4 8 6 7 …        each column is worked out from what its rows have seen and from the last columns;
//! b=1  1 2 0 4 5 3 7 8 6 …        once that is the same again relative to the column, so is all that follows:
//! b=0  0 1 2 3 4 5 6 7 8 …        g(a + 3, b) = g(a, b) + 3
//! ```
//!
//! **Theorem.** Let every cell of a row see cells at the same distances as all others of its row, finitely many and on
//! *lines*: cells of one row at equal distances, without end. The *state* before column a is, with a number taken from each
//! value: the last w columns, where no distance to a single cell and to the first of a line is above w; and for each line
//! the values seen on it, for this column and those until it is met again. If the states before columns a₁ ≥ w and
//! a₁ + p are the same when s more is taken from the values of the second, and s = 0 or each row sees a line, then
//! g(a + p, b) = g(a, b) + s for all a ≥ a₁. *Proof.* Where s > 0 every row sees all values below s in column a₁ + p, for
//! the sets before both columns are the same but for s; and mex([0, s) ∪ (X + s)) = mex(X) + s. So column a₁ + p is
//! column a₁ with s added, and the next states agree as these do. ∎
//!
//! What is taken from the values is the least number that some line has not seen, if each row sees a line, and else 0. A
//! return is looked for by R. P. Brent's method (*An improved Monte Carlo factorization algorithm*, 1980): one state is
//! kept, at columns 1, 2, 4, 8, …
//!
//! **Cost.** A column takes a step for each cell seen; of Wythoff's rows 0 to B some (B + 1)². They return at 102 + 24 for
//! B = 8, at 347 + 48 for 12.
//!
//! Reference: A. Dress, A. Flammenkamp, N. Pink, *Additive periodicity of the Sprague–Grundy function of certain Nim
//! games*, 1999; for Wythoff's game H. Landman, *A simple FSM-based proof of the additive periodicity of the
//! Sprague–Grundy function of Wythoff's game*, 2002.

mod rows;

use grundy_core::{Context, Period, Result, Theorem};

pub use rows::Rows;

/// The theorem above.
pub static ROWS: Theorem = Theorem {
    id: "rows",
    statement: "the strip of rows up to this one is in the same state at two columns, relative to the column: what each \
        row has seen, and the last columns; the next column is a function of that, so the values repeat from there on, \
        each time larger by the same number where every row sees a line without end",
    chinese: "直到这一行的各行组成的条带在两列处状态相同（相对于该列）：每行所见的值，以及最后几列；下一列由此决定，所以值从那里起重复，若每行都看到一条无尽的线，则每次都增加同一个数",
    reference: "A. Dress, A. Flammenkamp, N. Pink, Additive periodicity of the Sprague–Grundy function of certain Nim \
        games, 1999",
};

/// What the cells of a row see: so many columns back, and so many rows down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sees {
    /// Single cells.
    pub cells: Vec<(usize, usize)>,
    /// The first cell of a line, and the distance to the next.
    pub lines: Vec<((usize, usize), usize)>,
}

/// Columns of a strip, from 0 on, and where they repeat.
#[derive(Debug, Clone)]
pub struct Strip {
    sees: Vec<Sees>,
    /// For each line of each row what is seen in columns that leave the same remainder.
    lines: Vec<Vec<Vec<Seen>>>,
    /// Values by column, rows from 0 in each.
    columns: Vec<Vec<u32>>,
    /// Columns that a state holds.
    width: usize,
    /// Steps that a column takes.
    steps: u64,
    found: Option<Period>,
}

/// A set of values.
#[derive(Debug, Clone, Default)]
struct Seen {
    /// All values below.
    front: u32,
    /// Larger ones, ascending.
    above: Vec<u32>,
}

impl Strip {
    /// A strip of rows, of which each sees itself and those before it. `None`: a cell sees itself or a row that is not
    /// worked out, or a state is too large.
    #[must_use]
    pub fn new(sees: Vec<Sees>) -> Option<Strip> {
        let mut width = 0;
        let (mut steps, mut sets) = (sees.len(), 0);
        for (row, all) in sees.iter().enumerate() {
            for &(back, down) in all.cells.iter().chain(all.lines.iter().map(|(first, _)| first)) {
                if (back == 0 && down == 0) || down > row {
                    return None;
                }
                width = width.max(back);
            }
            if all.lines.iter().any(|&(_, apart)| apart == 0) {
                return None;
            }
            sets += all.lines.iter().map(|&(_, apart)| apart).sum::<usize>();
            steps += all.cells.len() + 4 * all.lines.len();
        }
        if width.checked_mul(sees.len())?.checked_add(sets)? > MOST_STATE {
            return None;
        }
        let empty = |all: &Sees| all.lines.iter().map(|&(_, apart)| vec![Seen::default(); apart]).collect();
        let lines = sees.iter().map(empty).collect();
        let steps = (steps + width * sees.len() / 8) as u64;
        Some(Strip { sees, lines, columns: Vec::new(), width, steps, found: None })
    }

    /// Where the columns repeat, and how much larger the values are after a period.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.found
    }

    /// Works columns out until they repeat, at most so many; says whether they do.
    ///
    /// # Errors
    /// The budget; the columns found so far stay.
    pub fn search(&mut self, most: usize, cx: &Context) -> Result<bool> {
        let mut kept: Option<(usize, u32, Vec<u32>)> = None;
        while self.found.is_none() && self.columns.len() < most {
            cx.tick(self.steps)?;
            cx.reserve(4 * self.sees.len() as u64 + 24)?;
            self.next_column();
            let at = self.columns.len();
            if at < self.width {
                continue;
            }
            let base = self.base();
            let state = self.state(base);
            match &kept {
                Some((from, before, old)) if *old == state => {
                    let saltus = u64::from(base - before);
                    self.found = Some(Period { preperiod: *from as u64, period: (at - from) as u64, saltus });
                }
                _ if at.is_power_of_two() || kept.is_none() => kept = Some((at, base, state)),
                _ => {}
            }
        }
        Ok(self.found.is_some())
    }

    /// A value among the columns that were worked out.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<u32> {
        self.columns.get(column)?.get(row).copied()
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.sees.len()
    }

    /// What the cells of a row see.
    #[must_use]
    pub fn sees(&self, row: usize) -> &Sees {
        &self.sees[row]
    }

    fn next_column(&mut self) {
        let a = self.columns.len();
        let mut column: Vec<u32> = Vec::with_capacity(self.sees.len());
        let (mut seen, mut marked) = (Vec::new(), Vec::new());
        for (row, (all, lines)) in self.sees.iter().zip(&mut self.lines).enumerate() {
            seen.clear();
            for &(back, down) in &all.cells {
                match a.checked_sub(back) {
                    Some(x) if x == a => seen.push(column[row - down]),
                    Some(x) => seen.push(self.columns[x][row - down]),
                    None => {}
                }
            }
            let mut front = 0;
            for (&((back, down), apart), classes) in all.lines.iter().zip(lines) {
                let class = &mut classes[a % apart];
                if let Some(x) = a.checked_sub(back) {
                    class.enter(if x == a { column[row - down] } else { self.columns[x][row - down] });
                }
                front = front.max(class.front);
                seen.extend_from_slice(&class.above);
            }
            // of so many values one below that bound is free
            marked.clear();
            marked.resize(seen.len() + 1, false);
            for value in &seen {
                if let Some(mark) = value.checked_sub(front).and_then(|v| marked.get_mut(v as usize)) {
                    *mark = true;
                }
            }
            let free = marked.iter().position(|mark| !mark).unwrap_or(seen.len());
            column.push(front + free as u32);
        }
        self.columns.push(column);
    }

    /// What is taken from the values: 0, or the least number that a line has not seen.
    fn base(&self) -> u32 {
        if self.sees.iter().any(|all| all.lines.is_empty()) {
            return 0;
        }
        self.lines.iter().flatten().flatten().map(|seen| seen.front).min().unwrap_or(0)
    }

    /// The state before the next column, as a list.
    fn state(&self, base: u32) -> Vec<u32> {
        let at = self.columns.len();
        let mut state = Vec::new();
        for classes in self.lines.iter().flatten() {
            for i in 0..classes.len() {
                let seen = &classes[(at + i) % classes.len()];
                state.push(seen.above.len() as u32);
                state.push(seen.front - base);
                state.extend(seen.above.iter().map(|v| v - base));
            }
        }
        for column in &self.columns[at - self.width..] {
            // modulo 2^32, like differences of values
            state.extend(column.iter().map(|v| v.wrapping_sub(base)));
        }
        state
    }
}

/// A state holds no more numbers, values above the fronts apart.
const MOST_STATE: usize = 1 << 16;

impl Seen {
    fn enter(&mut self, value: u32) {
        if value < self.front {
            return;
        }
        if value != self.front {
            let at = self.above.partition_point(|&v| v < value);
            if self.above.get(at) != Some(&value) {
                self.above.insert(at, value);
            }
            return;
        }
        self.front += 1;
        let run = self.above.iter().zip(self.front..).take_while(|(v, front)| **v == *front).count();
        self.above.drain(..run);
        self.front += run as u32;
    }
}
