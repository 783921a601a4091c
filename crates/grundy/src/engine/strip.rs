//! Rows that repeat: games of two coordinates far along one and near on the other.
//!
//! ```text
//! b=2  2 0 1 5 3 4 8 6 7 …        each column is worked out from what its rows have seen and from the last columns;
//! b=1  1 2 0 4 5 3 7 8 6 …        once that is the same again relative to the column, so is all that follows:
//! b=0  0 1 2 3 4 5 6 7 8 …        g(a + 3, b) = g(a, b) + 3
//! ```
//!
//! **Theorem.** Let the moves be rays and single steps, none of which raises a coordinate, and let a ray in direction
//! (1, 0) be among them. The *state* of the strip of rows 0 to B before column a is, with a taken from each value: what
//! each row has seen, and the last w columns, where no other move goes back further than w. If the states before columns
//! a₁ and a₁ + p are the same and a₁ ≥ w, then g(a + p, b) = g(a, b) + p for all a ≥ a₁ and b ≤ B. *Proof.* A cell's
//! value is the least that its row has not seen and no cell of its column below or of the last w columns on its other
//! lines has; relative to a that is a function of the state, and so is the next state. ∎ Without such a ray nothing is
//! taken from the values, and they repeat without growing.
//!
//! A return is looked for by R. P. Brent's method (*An improved Monte Carlo factorization algorithm*, 1980): one state is
//! kept, at columns 1, 2, 4, 8, …
//!
//! **Cost.** A column takes some (B + 1)² steps. Wythoff's rows to 8 return at 102 + 24, to 12 at 347 + 48.
//!
//! Reference: A. Dress, A. Flammenkamp, N. Pink, *Additive periodicity of the Sprague–Grundy function of certain Nim
//! games*, 1999; for Wythoff's game H. Landman, *A simple FSM-based proof of the additive periodicity of the
//! Sprague–Grundy function of Wythoff's game*, 2002.

use grundy_core::{Context, Result, Theorem};

/// The theorem above.
pub static ROWS: Theorem = Theorem {
    id: "rows",
    statement: "the strip of rows up to this one is in the same state at two columns, relative to the column: what each \
        row has seen, and the last columns; the next column is a function of that, so the values repeat from there on, \
        each time larger by the period where a row sees all before it",
    reference: "A. Dress, A. Flammenkamp, N. Pink, Additive periodicity of the Sprague–Grundy function of certain Nim \
        games, 1999",
};

/// A move that takes this from the coordinate along the rows and from the one across.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Straight {
    /// From the coordinate along the rows.
    pub along: u64,
    /// From the other.
    pub across: u64,
    /// Any number of times, or once?
    pub is_ray: bool,
}

/// Columns of a strip, from 0 on, and where they repeat.
#[derive(Debug, Clone)]
pub struct Strip {
    moves: Vec<Straight>,
    /// Does a row see all before it?
    grows: bool,
    /// Values by column, rows from 0 in each.
    columns: Vec<Vec<u32>>,
    rows: Vec<Row>,
    /// Columns that moves between the rows look back.
    width: usize,
    found: Option<(usize, usize)>,
}

/// What a row has seen, by a ray along it.
#[derive(Debug, Clone, Default)]
struct Row {
    /// All values below.
    front: u32,
    /// Larger ones, ascending.
    above: Vec<u32>,
}

impl Strip {
    /// The strip of rows 0 to `height`. `None`: some move leaves the strip or stays on its cell, or a row looks back
    /// further than the theorem has it.
    #[must_use]
    pub fn new(moves: &[Straight], height: u64) -> Option<Strip> {
        let mut width = 0;
        let mut grows = false;
        for m in moves {
            width = width.max(match (m.is_ray, m.along, m.across) {
                (_, 0, 0) => return None,
                (true, 1, 0) => {
                    grows = true;
                    0
                }
                (true, _, 0) => return None,
                (true, along, across) => along.checked_mul(height / across)?,
                (false, along, _) => along,
            });
        }
        let height = usize::try_from(height).ok()?;
        Some(Strip {
            moves: moves.to_vec(),
            grows,
            columns: Vec::new(),
            rows: vec![Row::default(); height + 1],
            width: usize::try_from(width).ok().filter(|&width| width <= MOST_WIDTH)?,
            found: None,
        })
    }

    /// The last row.
    #[must_use]
    pub fn height(&self) -> u64 {
        self.rows.len() as u64 - 1
    }

    /// Where the columns repeat: from here on, with this period, and the values grow so much in one.
    #[must_use]
    pub fn period(&self) -> Option<(u64, u64, u64)> {
        self.found.map(|(from, period)| (from as u64, period as u64, if self.grows { period as u64 } else { 0 }))
    }

    /// Works columns out until they repeat, at most so many; says whether they do.
    ///
    /// # Errors
    /// The budget; the columns found so far stay.
    pub fn search(&mut self, most: usize, cx: &Context) -> Result<bool> {
        let mut kept: Option<(usize, Vec<u32>)> = None;
        while self.found.is_none() && self.columns.len() < most {
            cx.tick((self.rows.len() * (1 + self.moves.len())) as u64)?;
            cx.reserve(4 * self.rows.len() as u64 + 24)?;
            self.next_column();
            let at = self.columns.len();
            if at < self.width {
                continue;
            }
            let state = self.state();
            match &kept {
                Some((from, before)) if *before == state => self.found = Some((*from, at - from)),
                _ if at.is_power_of_two() || kept.is_none() => kept = Some((at, state)),
                _ => {}
            }
        }
        Ok(self.found.is_some())
    }

    /// The value at a column of any size, as the column that stands for it and how many periods lie between; `None`
    /// where it is not known.
    #[must_use]
    pub fn reduce(&self, column: u128) -> Option<(usize, u128)> {
        if let Ok(near) = usize::try_from(column)
            && near < self.columns.len()
        {
            return Some((near, 0));
        }
        let (from, period) = self.found?;
        let beyond = column - from as u128;
        Some((from + (beyond % period as u128) as usize, beyond / period as u128))
    }

    /// A value among the columns that were worked out.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<u32> {
        self.columns.get(column)?.get(row).copied()
    }

    fn next_column(&mut self) {
        let a = self.columns.len();
        let mut column: Vec<u32> = Vec::with_capacity(self.rows.len());
        for (b, row) in self.rows.iter_mut().enumerate() {
            let mut seen: Vec<u32> = Vec::new();
            for m in self.moves.iter().filter(|m| m.across > 0 || !m.is_ray) {
                let (along, across) = (m.along as usize, m.across as usize);
                let times = match (m.is_ray, b.checked_div(across)) {
                    (true, Some(times)) => times,
                    _ => 1,
                };
                for k in 1..=times {
                    let (Some(x), Some(y)) = (a.checked_sub(k * along), b.checked_sub(k * across)) else { break };
                    seen.push(if x == a { column[y] } else { self.columns[x][y] });
                }
            }
            seen.sort_unstable();
            let mut value = row.front;
            // both lists ascend
            let (mut seen, mut above) = (seen.iter().peekable(), row.above.iter().peekable());
            loop {
                let mut is_seen = false;
                while seen.next_if(|v| **v <= value).is_some_and(|v| {
                    is_seen |= *v == value;
                    true
                }) {}
                while above.next_if(|v| **v <= value).is_some_and(|v| {
                    is_seen |= *v == value;
                    true
                }) {}
                if !is_seen {
                    break;
                }
                value += 1;
            }
            if self.grows {
                row.enter(value);
            }
            column.push(value);
        }
        self.columns.push(column);
    }

    /// The state before the next column, as a list.
    fn state(&self) -> Vec<u32> {
        let at = self.columns.len();
        // modulo 2^32, like differences of values
        let base = if self.grows { at as u32 } else { 0 };
        let mut state = Vec::new();
        if self.grows {
            for row in &self.rows {
                state.push(row.above.len() as u32);
                state.push(row.front.wrapping_sub(base));
                state.extend(row.above.iter().map(|v| v.wrapping_sub(base)));
            }
        }
        for column in &self.columns[at - self.width..] {
            state.extend(column.iter().map(|v| v.wrapping_sub(base)));
        }
        state
    }
}

/// More columns are not kept in a state.
const MOST_WIDTH: usize = 1 << 12;

impl Row {
    fn enter(&mut self, value: u32) {
        if value != self.front {
            let at = self.above.partition_point(|&v| v < value);
            self.above.insert(at, value);
            return;
        }
        self.front += 1;
        let run = self.above.iter().zip(self.front..).take_while(|(v, front)| **v == *front).count();
        self.above.drain(..run);
        self.front += run as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// All values by the definition.
    fn plain(moves: &[Straight], columns: usize, rows: usize) -> Vec<Vec<u32>> {
        let mut values = vec![vec![0; rows]; columns];
        for a in 0..columns {
            for b in 0..rows {
                let mut seen = Vec::new();
                for m in moves {
                    for k in 1..=if m.is_ray { columns.max(rows) } else { 1 } {
                        let x = a.checked_sub(k * m.along as usize);
                        if let (Some(x), Some(y)) = (x, b.checked_sub(k * m.across as usize)) {
                            seen.push(values[x][y]);
                        }
                    }
                }
                values[a][b] = (0..).find(|v| !seen.contains(v)).unwrap();
            }
        }
        values
    }

    fn ray(along: u64, across: u64) -> Straight {
        Straight { along, across, is_ray: true }
    }

    #[test]
    fn wythoffs_rows_return_where_they_are_said_to() {
        let moves = [ray(1, 0), ray(0, 1), ray(1, 1)];
        for (height, period) in [(1, 3), (2, 3), (3, 6), (4, 12), (8, 24), (12, 48)] {
            let mut strip = Strip::new(&moves, height).unwrap();
            assert!(strip.search(5000, &Context::default()).unwrap());
            let (_, found, saltus) = strip.period().unwrap();
            assert_eq!((found, saltus), (period, period), "{height}");
        }
    }

    #[test]
    fn strips_are_the_definition_far_beyond_their_return() {
        let mut returned = 0;
        for seed in 0..300 {
            let mut random = Random::new(seed + 90_000);
            let moves: Vec<Straight> = (0..1 + random.below(4))
                .map(|_| Straight { along: random.below(3), across: random.below(3), is_ray: random.chance(60) })
                .chain((seed % 3 > 0).then(|| ray(1, 0)))
                .collect();
            let height = random.below(5);
            let Some(mut strip) = Strip::new(&moves, height) else { continue };
            if !strip.search(60, &Context::default()).unwrap() {
                continue;
            }
            returned += 1;
            let (_, _, saltus) = strip.period().unwrap();
            for (a, column) in plain(&moves, 200, height as usize + 1).iter().enumerate() {
                let (near, periods) = strip.reduce(a as u128).unwrap();
                for (b, value) in column.iter().enumerate() {
                    let told = u128::from(strip.at(near, b).unwrap()) + periods * u128::from(saltus);
                    assert_eq!(told, u128::from(*value), "{moves:?} ({a}, {b})");
                }
            }
        }
        assert!(returned > 100, "{returned}");
    }
}
