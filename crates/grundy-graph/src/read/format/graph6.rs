//! graph6, digraph6 and sparse6: a graph in printable characters, six bits each, 63 added.
//!
//! ```text
//! DqK     n = 5, then the bits (0,1) (0,2) (1,2) (0,3) … of the upper triangle, by columns
//! &BP_    n = 3, then all bits of the matrix, by rows
//! :Fa@x^  n = 7, then pairs of a bit b and a number x: b moves v on; x > v sets v; else there is the edge x – v
//! ```
//!
//! Reference: B. McKay, Description of graph6, sparse6 and digraph6 encodings.

use grundy_core::Context;

use super::gathered::Gathered;
use super::{Format, Read, Wrong};

/// The headers that a file may have.
const HEADERS: [&str; 3] = [">>graph6<<", ">>digraph6<<", ">>sparse6<<"];

/// Do these bytes hold such a graph: by a header, a first character that no edge list has, or a length that fits?
pub(super) fn is_one(text: &[u8]) -> bool {
    if HEADERS.iter().any(|header| text.starts_with(header.as_bytes())) {
        return true;
    }
    let mut lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return false };
    let alphabet = |word: &[u8]| !word.is_empty() && word.iter().all(|b| (63..=126).contains(b));
    match first {
        [b'&' | b':' | b';', rest @ ..] => alphabet(rest),
        word if alphabet(word) => {
            let fits = size(word).is_some_and(|(n, used)| {
                let bits = u128::from(n) * u128::from(n.saturating_sub(1)) / 2;
                n > 1 && bits.div_ceil(6) == (word.len() - used) as u128
            });
            fits && lines.all(alphabet)
        }
        _ => false,
    }
}

/// Which of the three it is, by the sign that the reader goes by.
pub(super) fn kind(text: &[u8]) -> Format {
    let header = HEADERS.iter().find(|header| text.starts_with(header.as_bytes()));
    match text[header.map_or(0, |header| header.len())..].trim_ascii_start().first() {
        Some(b'&') => Format::Digraph6,
        Some(b':' | b';') => Format::Sparse6,
        _ => Format::Graph6,
    }
}

/// The number of vertices, and the bytes that say it.
fn size(bytes: &[u8]) -> Option<(u64, usize)> {
    let number =
        |bytes: &[u8]| bytes.iter().try_fold(0u64, |n, &b| (63..=126).contains(&b).then(|| n << 6 | u64::from(b - 63)));
    match bytes {
        [126, 126, rest @ ..] => Some((number(rest.get(..6)?)?, 8)),
        [126, rest @ ..] => Some((number(rest.get(..3)?)?, 4)),
        [n, ..] => Some((number(&[*n])?, 1)),
        [] => None,
    }
}

/// Reads the one graph of a file.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let mut lines = text.split_inclusive('\n').scan(0, |at, line| {
        let begin = *at;
        *at += line.len();
        Some((begin + line.len() - line.trim_start().len(), line.trim()))
    });
    let mut lines = lines.by_ref().filter(|(_, line)| !line.is_empty());
    let (mut at, mut line) = lines.next().ok_or_else(|| Wrong::new(0, "there is no graph"))?;
    if let Some(header) = HEADERS.iter().find(|header| line.starts_with(*header)) {
        (at, line) = (at + header.len(), &line[header.len()..]);
        if line.is_empty() {
            (at, line) = lines.next().ok_or_else(|| Wrong::new(at, "there is no graph behind the header"))?;
        }
    }
    if let Some((at, _)) = lines.next() {
        return Err(Wrong::new(at, "a second graph; a file holds one").into());
    }
    if let Some(strange) = line.bytes().skip(1).position(|b| !(63..=126).contains(&b)) {
        return Err(Wrong::new(at + 1 + strange, "this character stands for no bits").into());
    }
    let bytes = line.as_bytes();
    let sign = match bytes.first() {
        Some(b';') => return Err(Wrong::new(at, "incremental sparse6 builds on a graph before it").into()),
        Some(sign @ (b'&' | b':')) => Some(*sign),
        _ => None,
    };
    let skipped = usize::from(sign.is_some());
    let (n, used) = size(&bytes[skipped..]).ok_or_else(|| Wrong::new(at, "it does not say how many vertices"))?;
    let body = &bytes[skipped + used..];
    let bits = match sign {
        Some(b'&') => Some(u128::from(n) * u128::from(n)),
        None => Some(u128::from(n) * u128::from(n.saturating_sub(1)) / 2),
        _ => None,
    };
    if let Some(bits) = bits.filter(|bits| bits.div_ceil(6) != body.len() as u128) {
        let (need, have) = (bits.div_ceil(6), body.len());
        let why = format!("{n} vertices take {need} characters behind their number, and there are {have}");
        return Err(Wrong::new(at + skipped + used, why).into());
    }
    into.bare(n, at, cx)?;
    let mut bits = body.iter().flat_map(|b| (0..6).rev().map(move |i| (b - 63) >> i & 1 == 1));
    let n = n as u32;
    match sign {
        Some(b'&') => {
            for u in 0..n {
                cx.tick(u64::from(n))?;
                (0..n).zip(bits.by_ref()).filter(|&(_, bit)| bit).for_each(|(v, _)| into.arc(u, v));
            }
        }
        None => {
            for v in 1..n {
                cx.tick(u64::from(v))?;
                (0..v).zip(bits.by_ref()).filter(|&(_, bit)| bit).for_each(|(u, _)| into.edge(u, v, false));
            }
        }
        _ => {
            let width = u32::BITS - n.saturating_sub(1).leading_zeros();
            let mut v = 0;
            while v < n {
                cx.tick(1)?;
                let Some(next) = bits.next() else { break };
                let (mut x, mut whole) = (0u64, true);
                for _ in 0..width {
                    match bits.next() {
                        Some(bit) => x = x << 1 | u64::from(bit),
                        None => whole = false,
                    }
                }
                if !whole {
                    break;
                }
                v += u32::from(next);
                let x = x as u32;
                if x > v {
                    v = x;
                } else if v < n {
                    into.edge(x, v, false);
                }
            }
        }
    }
    Ok(())
}
