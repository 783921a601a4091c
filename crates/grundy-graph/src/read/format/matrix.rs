//! Adjacency matrices: as many lines as columns, of 0 and 1; row u and column v hold 1 where there is the arc u → v.
//!
//! ```text
//! 0 1 0        0,1,0        010
//! 0 0 1        0,0,1        001
//! 0 0 0        0,0,0        000
//! ```
//!
//! A line before them may say how many they are, as contest files do. Two rows of two are arcs where no extension says more.

use grundy_core::Context;

use super::columns::{entries, lines};
use super::gathered::Gathered;
use super::{Read, Wrong};

/// Fewer columns may be arcs.
const LEAST: usize = 3;
/// So many columns are a matrix, wherever it ends.
const PLAIN: usize = 64;
/// More bytes than two rows of two have.
const LONGEST_SQUARE: usize = 1 << 8;

/// The entries of a row: `Some(true)` is 1.
fn row(line: &str) -> Option<Vec<bool>> {
    let bit = |text: &str| match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    let all = entries(line.trim_start_matches('\u{feff}')).ok()?;
    match all.as_slice() {
        [(_, word)] => (0..word.len()).map(|i| word.get(i..=i).and_then(bit)).collect(),
        all => all.iter().map(|(_, word)| bit(word)).collect(),
    }
}

/// The number of lines, on a line of its own: it has a digit that no entry has, or too few for a row.
fn announced(line: &str) -> Option<usize> {
    told(line).filter(|&lines| lines >= LEAST)
}

fn told(line: &str) -> Option<usize> {
    let all = entries(line.trim_start_matches('\u{feff}')).ok()?;
    let [(_, word)] = all.as_slice() else { return None };
    let is_row = word.len() >= LEAST && word.bytes().all(|b| matches!(b, b'0' | b'1'));
    if is_row { None } else { word.parse().ok().filter(|&lines| lines > 1) }
}

/// Is this text such a matrix? Without blanks some row has to begin with 0, for vertices are numbers too.
pub(super) fn is_one(begin: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(begin) else { return false };
    let (mut columns, mut count, mut parted, mut zero) = (0, 0, true, false);
    let mut said = None;
    for (_, line) in lines(text) {
        if count == 0 && said.is_none() && announced(line).is_some() {
            said = announced(line);
            continue;
        }
        let Some(row) = row(line) else { return false };
        if row.is_empty() {
            continue;
        }
        if count == 0 {
            columns = row.len();
        }
        count += 1;
        zero |= !row[0];
        parted &= entries(line).is_ok_and(|all| all.len() > 1);
        if row.len() != columns || count > columns || columns < LEAST {
            return false;
        }
    }
    said.is_none_or(|said| said == columns)
        && (parted || zero)
        && columns >= LEAST
        && (count == columns || columns >= PLAIN)
}

/// Could these two arcs be a matrix as well, and another graph?
pub(in crate::read) fn may_be_square(begin: &[u8]) -> bool {
    if begin.len() >= LONGEST_SQUARE {
        return false;
    }
    let Ok(text) = std::str::from_utf8(begin) else { return false };
    let all: Vec<&str> = lines(text).map(|(_, line)| line).collect();
    let rows = match all.as_slice() {
        [head, rows @ ..] if told(head) == Some(2) => rows,
        rows => rows,
    };
    let square: Option<Vec<Vec<bool>>> = rows.iter().map(|line| row(line)).collect();
    let parted = rows.iter().all(|line| entries(line).is_ok_and(|all| all.len() == 2));
    // `0 1` and `1 0` are the same arcs either way
    parted && square.is_some_and(|rows| rows.len() == 2 && rows != [[false, true], [true, false]])
}

/// Reads the rows.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let (mut u, mut columns, mut said) = (0u32, 0, None);
    for (at, line) in lines(text) {
        if u == 0 && said.is_none() && told(line).is_some() {
            said = told(line);
            continue;
        }
        let Some(row) = row(line) else {
            return Err(Wrong::new(at, "a row of the matrix has other entries than 0 and 1").into());
        };
        if row.is_empty() {
            continue;
        }
        cx.tick(row.len() as u64)?;
        if u == 0 {
            columns = row.len();
            into.bare(columns as u64, at, cx)?;
        }
        if row.len() != columns || u as usize == columns {
            let why = format!("a matrix of {columns} columns has {columns} rows of as many entries");
            return Err(Wrong::new(at, why).into());
        }
        (0..).zip(row).filter(|&(_, arc)| arc).for_each(|(v, _)| into.arc(u, v));
        u += 1;
    }
    if (u as usize) < columns {
        return Err(Wrong::new(text.len(), format!("a matrix of {columns} columns has only {u} rows")).into());
    }
    Ok(())
}
