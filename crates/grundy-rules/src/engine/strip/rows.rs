//! A rule along one open coordinate: its rows as a strip, and what the strip says of places.
//!
//! The rows of `{(a,b,c) -> …}` with a open, b ≤ 1 and c ≤ 2 are (0,0), (0,1), (0,2), (1,0), (1,1), (1,2), numbered so.
//!
//! A place far out has the value of the column that it comes down to, with the saltus for each period between. Its moves
//! of a given value are read off the cells that it sees, and of each line off one period, where the values grow.
//!
//! The least period of a row divides that of the strip, for the periods of a row are the multiples of the least one; the
//! preperiod is then the first column from which the equation holds.

use std::fmt::Write as _;

use grundy_core::{Context, Digest, Nat, Period, Result, number::to_usize};

use super::{Sees, Strip};
use crate::rule::eval::Prepared;
use crate::rule::straight::{Reach, straight};

/// More rows are not worked out.
const MOST_ROWS: usize = 1 << 10;

/// The rows of a rule along a coordinate.
#[derive(Debug, Clone)]
pub struct Rows {
    open: usize,
    /// The largest of each other coordinate, of the open one 0.
    most: Vec<u64>,
    /// Rows for one more of a coordinate, of the open one 0.
    strides: Vec<usize>,
    strip: Strip,
    /// The moves as certificates spell them, where they can.
    spelled: Option<String>,
}

impl Rows {
    /// The rows whose coordinates, but for the open one, are at most these. `None`: some move is not the same all along a
    /// row, or there are too many rows.
    pub fn of(rule: &Prepared, open: usize, most: &[u64], cx: &Context) -> Option<Rows> {
        let mut most = most.to_vec();
        *most.get_mut(open)? = 0;
        let moves = straight(rule, open, &most)?;
        let mut strides = vec![0; most.len()];
        let mut count = 1usize;
        for i in (0..most.len()).rev().filter(|&i| i != open) {
            strides[i] = count;
            count = count.checked_mul(usize::try_from(most[i]).ok()?.checked_add(1)?).filter(|&c| c <= MOST_ROWS)?;
        }
        let mut sees = Vec::with_capacity(count);
        for row in 0..count {
            let place: Vec<i64> = (0..most.len())
                .map(|i| row.checked_div(strides[i]).map_or(0, |c| c as i64 % (most[i] as i64 + 1)))
                .collect();
            let seen_from = |taken: &[u64]| -> Option<(usize, usize)> {
                let down = taken.iter().zip(&strides).map(|(&t, &stride)| t as usize * stride).sum();
                Some((usize::try_from(taken[open]).ok()?, down))
            };
            let mut all = Sees::default();
            for kind in &moves {
                match kind.reach(&place, open, cx)? {
                    Reach::Cells(cells) => {
                        all.cells.extend(cells.iter().map(|c| seen_from(c)).collect::<Option<Vec<_>>>()?);
                    }
                    Reach::Line(first, apart) => all.lines.push((seen_from(&first)?, usize::try_from(apart).ok()?)),
                }
            }
            all.cells.sort_unstable();
            all.cells.dedup();
            sees.push(all);
        }
        let spelled = moves.iter().map(|kind| Some(format!("move {}\n", kind.spelled()?))).collect();
        Some(Rows { open, most, strides, strip: Strip::new(sees)?, spelled })
    }

    /// Looks for a return among so many columns.
    ///
    /// # Errors
    /// The budget.
    pub fn search(&mut self, columns: usize, cx: &Context) -> Result<bool> {
        self.strip.search(columns, cx)
    }

    /// The coordinate along the rows.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open
    }

    /// The largest of each other coordinate, of the open one 0.
    #[must_use]
    pub fn most(&self) -> &[u64] {
        &self.most
    }

    /// Where all rows repeat.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.strip.period()
    }

    /// The first column from which on the period of all rows holds.
    #[must_use]
    pub fn first_column(&self) -> u64 {
        let Some(Period { preperiod, period, saltus }) = self.period() else { return 0 };
        let at = |column: u64, row: usize| self.strip.at(column as usize, row).map_or(0, u64::from);
        let rows = 0..self.strip.rows();
        let fails = |a: &u64| rows.clone().any(|row| at(a + period, row) != at(*a, row) + saltus);
        (0..preperiod).rev().find(fails).map_or(0, |last| last + 1)
    }

    /// The row of a place; `None`: it lies beyond them.
    fn row(&self, place: &[Nat]) -> Option<usize> {
        let mut row = 0;
        for (i, n) in place.iter().enumerate().filter(|&(i, _)| i != self.open) {
            row += to_usize(n).filter(|&n| n as u64 <= *self.most.get(i).unwrap_or(&0))? * self.strides[i];
        }
        (place.len() == self.most.len()).then_some(row)
    }

    /// Are all rows of the other among these?
    #[must_use]
    pub fn covers(&self, other: &Rows) -> bool {
        self.open == other.open && self.most.iter().zip(&other.most).all(|(own, other)| own >= other)
    }

    /// Does a place lie on these rows?
    #[must_use]
    pub fn holds(&self, place: &[Nat]) -> bool {
        self.row(place).is_some()
    }

    /// The value of a place on the rows, however far out.
    #[must_use]
    pub fn value(&self, place: &[Nat]) -> Option<Nat> {
        self.value_at(&place[self.open], self.row(place)?)
    }

    fn value_at(&self, column: &Nat, row: usize) -> Option<Nat> {
        if let Some(value) = to_usize(column).and_then(|near| self.strip.at(near, row)) {
            return Some(Nat::from(value));
        }
        let Period { preperiod, period, saltus } = self.strip.period()?;
        let (from, period) = (Nat::from(preperiod), Nat::from(period));
        let beyond = column - &from;
        let near = to_usize(&(from + &beyond % &period))?;
        Some(Nat::from(self.strip.at(near, row)?) + beyond / period * Nat::from(saltus))
    }

    /// The places to which there is a move and which have a value. `None`: too many to be listed, or the rows are not known
    /// to repeat.
    #[must_use]
    pub fn moves_to(&self, place: &[Nat], wanted: &Nat) -> Option<Vec<Vec<Nat>>> {
        let (column, row) = (&place[self.open], self.row(place)?);
        let mut places = Vec::new();
        let mut found = |column: Nat, row: usize| {
            let at = |i: usize| row.checked_div(self.strides[i]).map_or(0, |c| c as u64 % (self.most[i] + 1));
            let mut to: Vec<Nat> = (0..place.len()).map(|i| Nat::from(at(i))).collect();
            to[self.open] = column;
            places.push(to);
        };
        let Sees { cells, lines } = self.strip.sees(row);
        for &(back, down) in cells {
            let back = Nat::from(back);
            if *column >= back && self.value_at(&(column - &back), row - down)? == *wanted {
                found(column - back, row - down);
            }
        }
        let Period { preperiod, period, saltus } = self.strip.period()?;
        for &((back, down), apart) in lines {
            let (back, apart) = (Nat::from(back), Nat::from(apart));
            if *column < back {
                continue;
            }
            let first = column - back;
            for near in 0..preperiod + period {
                let value = Nat::from(self.strip.at(near as usize, row - down)?);
                let at = match wanted >= &value {
                    true if *wanted == value && (near < preperiod || saltus > 0) => Nat::from(near),
                    // the same value in every period
                    true if *wanted == value => return None,
                    true if near >= preperiod && saltus > 0 => {
                        let more = wanted - value;
                        if &more % Nat::from(saltus) != Nat::ZERO {
                            continue;
                        }
                        Nat::from(near) + more / Nat::from(saltus) * Nat::from(period)
                    }
                    _ => continue,
                };
                if at <= first && (&first - &at) % &apart == Nat::ZERO {
                    found(at, row - down);
                }
            }
        }
        Some(places)
    }

    /// The proof that the row of a place repeats, as text that `grundy-verify` checks; `comment` is what people call the
    /// row. `None`: some bound or guard cannot be spelled in numbers.
    #[must_use]
    pub fn certificate(&self, place: &[Nat], comment: &str) -> Option<String> {
        let (row, spelled) = (self.row(place)?, self.spelled.as_ref()?);
        let (proof, told) = (self.period()?, self.period_of(place)?);
        let numbers = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let mut text = format!("grundy rows certificate 1\n# {comment}\nconvention normal\n");
        let _ = writeln!(text, "open {}\nmost {}\n{spelled}theorem {}", self.open, numbers(&self.most), super::ROWS.id);
        let _ =
            writeln!(text, "row {row}\npreperiod {}\nperiod {}\nsaltus {}", told.preperiod, told.period, told.saltus);
        let _ = writeln!(text, "n0 {}\nproof-period {}\nproof-saltus {}", proof.preperiod, proof.period, proof.saltus);
        let (mut digest, mut largest) = (Digest::default(), 0);
        for value in self.strip.columns.iter().flatten() {
            digest.add(u64::from(*value));
            largest = largest.max(*value);
        }
        let _ = writeln!(text, "largest {largest}\nvalues {:016x}", digest.value());
        let _ = writeln!(text, "digest {:016x}", grundy_core::digest(&text));
        Some(text)
    }

    /// The least period of the row of a place, with its preperiod.
    #[must_use]
    pub fn period_of(&self, place: &[Nat]) -> Option<Period> {
        let row = self.row(place)?;
        let Period { preperiod, period, saltus } = self.strip.period()?;
        let at = |column: u64| -> u64 {
            let near = if column < preperiod { column } else { preperiod + (column - preperiod) % period };
            let value = self.strip.at(near as usize, row).map_or(0, u64::from);
            value + (column - near) / period * saltus
        };
        let least = (1..=period).filter(|p| period % p == 0 && saltus * p % period == 0);
        let (p, s) = least
            .map(|p| (p, saltus * p / period))
            .find(|&(p, s)| (preperiod..preperiod + period).all(|a| at(a + p) == at(a) + s))?;
        let from = (0..preperiod).rev().find(|&a| at(a + p) != at(a) + s).map_or(0, |last| last + 1);
        Some(Period { preperiod: from, period: p, saltus: s })
    }
}

#[cfg(test)]
mod tests;
