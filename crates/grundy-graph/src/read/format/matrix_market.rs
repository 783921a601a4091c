//! MatrixMarket: an entry in row i and column j of a square sparse matrix is the arc i → j, numbered from 1.
//!
//! ```text
//! %%MatrixMarket matrix coordinate pattern general
//! % a comment
//! 3 3 2
//! 1 2
//! 2 3
//! ```
//!
//! Values are passed over; of a symmetric matrix each entry stands for both.

use grundy_core::Context;

use super::gathered::Gathered;
use super::{Read, Wrong};

/// Reads the coordinates.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let mut at = 0;
    let mut lines = text.split_inclusive('\n').map(|line| {
        let begin = at;
        at += line.len();
        (begin, line.trim())
    });
    let (_, head) = lines.next().unwrap_or_default();
    let words: Vec<String> = head.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["%%matrixmarket", "matrix", layout, field, symmetry] = words.as_slice() else {
        return Err(Wrong::new(0, "the first line is not `%%MatrixMarket matrix coordinate … …`").into());
    };
    if *layout != "coordinate" {
        return Err(Wrong::new(0, format!("a matrix as {layout:?} is not read; write it as coordinates")).into());
    }
    let numbers = match *field {
        "pattern" => 2,
        "real" | "integer" | "double" => 3,
        "complex" => 4,
        _ => return Err(Wrong::new(0, format!("{field:?} is not a kind of values")).into()),
    };
    let directed = match *symmetry {
        "general" => true,
        "symmetric" | "skew-symmetric" | "hermitian" => false,
        _ => return Err(Wrong::new(0, format!("{symmetry:?} is not a kind of symmetry")).into()),
    };
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let whole = |at: usize, line: &str| -> Result<Vec<u64>, Wrong> {
        let number = |word: &str| word.parse().map_err(|_| Wrong::new(at, format!("{word:?} is not a whole number")));
        line.split_whitespace().map(number).collect()
    };
    let Some((size_at, size)) = lines.next() else {
        return Err(Wrong::new(text.len(), "the line with the size is missing").into());
    };
    let [rows, columns, entries] = whole(size_at, size)?[..] else {
        return Err(Wrong::new(size_at, "a size is three numbers: rows, columns, entries").into());
    };
    if rows != columns {
        let why = format!("a matrix of {rows} rows and {columns} columns is not a graph; it must be square");
        return Err(Wrong::new(size_at, why).into());
    }
    if rows > u64::from(u32::MAX) - 3 {
        return Err(Wrong::new(size_at, format!("a graph of {rows} vertices is too large")).into());
    }
    cx.reserve(rows.saturating_mul(64))?;
    for v in 1..=rows {
        into.vertex(&v.to_string(), size_at)?;
    }
    let mut read = 0;
    for (at, line) in lines {
        cx.tick(1)?;
        let mut words = line.split_whitespace();
        let cell: Vec<u64> = whole(at, &words.by_ref().take(2).collect::<Vec<_>>().join(" "))?;
        let [i, j] = cell[..] else {
            return Err(Wrong::new(at, "an entry is a row and a column").into());
        };
        if i.min(j) == 0 || i.max(j) > rows {
            return Err(Wrong::new(at, format!("row {i} and column {j} lie outside of 1..{rows}")).into());
        }
        let values: Vec<&str> = words.collect();
        if values.len() + 2 != numbers || values.iter().any(|value| value.parse::<f64>().is_err()) {
            return Err(Wrong::new(at, format!("an entry has {numbers} numbers here")).into());
        }
        into.edge((i - 1) as u32, (j - 1) as u32, directed);
        read += 1;
    }
    if read != entries {
        return Err(Wrong::new(size_at, format!("{entries} entries are announced, and {read} follow")).into());
    }
    Ok(())
}
