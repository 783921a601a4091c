//! A row or a board of coins as text: `HTTH`, rows from the top with `|` between them.

use std::cmp::Ordering;
use std::fmt;

use grundy_core::{Diagnostic, Nat};
use grundy_notation::Span;

use crate::game::Place;
use crate::number::to_usize;

/// Coins that a board has at most.
const MOST: usize = 10_000_000;
/// Largest number of a row or a column of a head that is named by numbers: such boards are written out with all their tails.
const MOST_NAMED: usize = 100_000;

/// The coins that show heads. As a place: the number of rows, of columns, then the heads, ascending, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) heads: Vec<usize>,
}

impl Heads {
    /// Reads `H` and `T`, or the numbers of the one coin that shows heads; a row alone where the game is played on one.
    pub(super) fn read(text: &str, is_board: bool) -> Result<Heads, Diagnostic> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Heads::named(text, is_board);
        }
        let example = if is_board { "\"HT|TH\"" } else { "\"HTTH\"" };
        if text.len() > MOST {
            return Err(Diagnostic::input(format!("at most {MOST} coins are taken")));
        }
        let (mut heads, mut rows, mut columns, mut length) = (Vec::new(), 0, None, 0);
        for (at, side) in text.char_indices().chain([(text.len(), '|')]) {
            let here = Span::new(at, (at + side.len_utf8()).min(text.len()));
            match side {
                '|' if at < text.len() && !is_board => {
                    let fault = Diagnostic::input("this game is played on one row of coins");
                    return Err(fault.at(here).suggest("tartan[g, h](\"HT|TH\") is played on a board"));
                }
                '|' => {
                    let columns = *columns.get_or_insert(length);
                    if columns != length {
                        let fault = Diagnostic::input("the rows of the board have different lengths");
                        return Err(fault.at(here).suggest("rows are split by `|`: \"HT|TH\""));
                    }
                    (rows, length) = (rows + 1, 0);
                }
                'H' | 'T' => {
                    if side == 'H' {
                        heads.push(rows * columns.unwrap_or(0) + length);
                    }
                    length += 1;
                }
                other => {
                    let fault = Diagnostic::input(format!("`{other}` is neither heads nor tails"));
                    return Err(fault.at(here).suggest(format!("`H` is heads, `T` is tails: {example}")));
                }
            }
        }
        match columns {
            None | Some(0) => Err(Diagnostic::input("there is no coin").suggest(example)),
            Some(columns) => Ok(Heads { rows, columns, heads }),
        }
    }

    /// One head alone: `3` on a row, `1x3` in row 1 and column 3 of a board. What is behind it is never turned.
    fn named(text: &str, is_board: bool) -> Result<Heads, Diagnostic> {
        let digits = text.split('x').all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        // what is larger than any number is too large
        let number = |n: &str| n.parse().unwrap_or(usize::MAX);
        let numbers: Option<Vec<usize>> = digits.then(|| text.split('x').map(number).collect());
        let (row, column) = match (numbers.as_deref(), is_board) {
            (Some(&[column]), false) => (0, column),
            (Some(&[row, column]), true) => (row, column),
            _ => {
                let (fault, example) = match is_board {
                    true => ("two numbers were expected, row and column of the coin that shows heads", "\"1x3\""),
                    false => ("one number was expected, of the coin that shows heads", "\"3\""),
                };
                return Err(Diagnostic::input(fault).suggest(example));
            }
        };
        let (rows, columns) = (row.saturating_add(1), column.saturating_add(1));
        if row.max(column) > MOST_NAMED {
            let fault = format!("a coin that is named by its number is at most number {MOST_NAMED}");
            return Err(Diagnostic::input(fault).suggest("larger rows are written out: \"TTTH\""));
        }
        if rows * columns > MOST {
            return Err(Diagnostic::input(format!("at most {MOST} coins are taken")));
        }
        Ok(Heads { rows, columns, heads: vec![row * columns + column] })
    }

    pub(super) fn of(place: &Place) -> Heads {
        Heads::of_numbers(place.as_slice())
    }

    pub(super) fn of_numbers(place: &[Nat]) -> Heads {
        let mut numbers = place.iter().map(|n| to_usize(n).unwrap_or(0));
        let (rows, columns) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        Heads { rows, columns, heads: numbers.collect() }
    }

    pub(super) fn place(&self) -> Place {
        [self.rows, self.columns].iter().chain(&self.heads).map(|&n| Nat::from(n)).collect()
    }

    /// Row and column of a coin.
    pub(super) fn at(&self, coin: usize) -> (usize, usize) {
        (coin / self.columns, coin % self.columns)
    }

    /// The coins where these rows and columns meet, ascending.
    pub(super) fn coins(&self, rows: &[usize], columns: &[usize]) -> Vec<usize> {
        let mut coins = Vec::with_capacity(rows.len() * columns.len());
        for row in rows {
            coins.extend(columns.iter().map(|column| row * self.columns + column));
        }
        coins.sort_unstable();
        coins
    }

    /// The board after these coins, ascending, were turned.
    pub(super) fn turned(&self, coins: &[usize]) -> Heads {
        let (mut heads, mut coins) = (Vec::with_capacity(self.heads.len() + coins.len()), coins);
        for &head in &self.heads {
            let before = coins.partition_point(|coin| *coin < head);
            heads.extend_from_slice(&coins[..before]);
            coins = &coins[before..];
            match coins.split_first() {
                Some((coin, rest)) if *coin == head => coins = rest,
                _ => heads.push(head),
            }
        }
        heads.extend_from_slice(coins);
        Heads { heads, ..*self }
    }

    /// Without the rows and columns behind the last heads.
    pub(super) fn cropped(&self) -> Heads {
        let rows = self.heads.last().map_or(0, |&last| self.at(last).0 + 1);
        let columns = self.heads.iter().map(|&head| self.at(head).1 + 1).max().unwrap_or(0);
        let heads = self.heads.iter().map(|&head| self.at(head)).map(|(row, column)| row * columns + column).collect();
        Heads { rows, columns, heads }
    }

    /// The order of the texts that two sets of turned coins, each ascending, lead to: heads before tails.
    pub(super) fn order(&self, a: &[usize], b: &[usize]) -> Ordering {
        let differ = a.iter().zip(b).position(|(x, y)| x != y);
        let (coin, turned_by_a) = match differ {
            Some(at) if a[at] < b[at] => (a[at], true),
            Some(at) => (b[at], false),
            None if a.len() > b.len() => (a[b.len()], true),
            None if a.len() < b.len() => (b[a.len()], false),
            None => return Ordering::Equal,
        };
        // the coin shows heads afterwards where it is turned from tails, or left at heads
        let shows_heads = self.heads.binary_search(&coin).is_ok();
        if shows_heads == turned_by_a { Ordering::Greater } else { Ordering::Less }
    }
}

impl fmt::Display for Heads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = vec![b'T'; self.rows * self.columns];
        self.heads.iter().for_each(|&head| text[head] = b'H');
        let rows: Vec<&str> =
            text.chunks(self.columns.max(1)).map(|row| std::str::from_utf8(row).unwrap_or_default()).collect();
        f.write_str(&rows.join("|"))
    }
}
