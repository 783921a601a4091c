//! Lists in brackets, as programs print them: pairs, or the neighbours of 0, 1, 2, …
//!
//! ```text
//! (0, 1)                 [(0, 1), (1, 2)]        [["a", "b"], ["b", "c"]]        pairs: an arc each
//! (1, 2)                 [[1, 2], [2], []]       lists: one for each vertex, where its arcs lead
//! ```
//!
//! Lists that all have two entries are pairs. Lists of neighbours without a cycle are never so, for one of them is empty.

use std::borrow::Cow;

use grundy_core::Context;

use super::gathered::Gathered;
use super::{Read, Wrong};

/// Entries, each with its place.
type Entries<'t> = Vec<(usize, Cow<'t, str>)>;
/// A list: where it begins, and its entries.
type List<'t> = (usize, Entries<'t>);

/// Does a text begin with a list in an outer bracket, or with one of two entries that a comma, a semicolon or the end of the
/// line follows? Behind a blank, as in `(0, 0) (0, 1)`, another vertex would stand that is a pair itself.
pub(super) fn are_there(begin: &[u8]) -> bool {
    let text = String::from_utf8_lossy(begin);
    let Some(inside) = text.strip_prefix('[') else { return text.starts_with('(') && is_apart(&text) };
    match inside.trim_start().chars().next() {
        Some('(' | '[') => true,
        // JSON
        Some('{') | None => false,
        Some(_) => is_apart(&text),
    }
}

fn is_apart(text: &str) -> bool {
    let close = if text.starts_with('(') { ')' } else { ']' };
    let line = text.lines().next().unwrap_or_default();
    let Some((inside, behind)) = line.split_once(close) else { return false };
    let behind = behind.trim_start();
    inside.contains(',') && (behind.is_empty() || behind.starts_with([',', ';', '#', '%']))
}

/// Reads pairs, or lists of neighbours.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let (lists, within) = lists(text, cx)?;
    let count = lists.len();
    let number = |entry: &str| entry.parse::<u32>().ok().filter(|&n| (n as usize) < count);
    let neighbours = || lists.iter().flat_map(|(_, list)| list).all(|(_, entry)| number(entry).is_some());
    if within && !text.contains('(') && lists.iter().any(|(_, list)| list.len() != 2) && neighbours() {
        into.bare(count as u64, 0, cx)?;
        for (u, (_, list)) in (0..).zip(&lists) {
            list.iter().filter_map(|(_, entry)| number(entry)).for_each(|v| into.arc(u, v));
        }
        return Ok(());
    }
    for (at, list) in lists {
        match list.as_slice() {
            [(place, v)] => drop(into.vertex(v, *place)?),
            [(place, u), (other, v), weight @ ..] if weight.len() <= 1 => {
                if let Some((place, _)) = weight.iter().find(|(_, weight)| weight.parse::<f64>().is_err()) {
                    return Err(Wrong::new(*place, "a number is expected here, the weight of the arc").into());
                }
                let (u, v) = (into.vertex(u, *place)?, into.vertex(v, *other)?);
                into.arc(u, v);
            }
            _ => return Err(Wrong::new(at, "two vertices are expected in these brackets, an arc").into()),
        }
    }
    Ok(())
}

/// The lists, and whether they stand in an outer bracket.
fn lists<'t>(text: &'t str, cx: &Context) -> Result<(Vec<List<'t>>, bool), super::Fault> {
    let mut all = Vec::new();
    let mut at = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    let within = text[at..].strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['(', '[', ']']));
    at += usize::from(within);
    loop {
        cx.tick(1)?;
        let rest = &text[at..];
        match rest.chars().next() {
            None if within => return Err(Wrong::new(at, "the first `[` is not closed").into()),
            None => return Ok((all, within)),
            Some('#' | '%') => at += rest.find('\n').unwrap_or(rest.len()),
            Some(',' | ';') => at += 1,
            Some(c) if c.is_whitespace() => at += c.len_utf8(),
            Some(']') if within => {
                return match rest[1..].find(|c: char| !c.is_whitespace()) {
                    Some(more) => Err(Wrong::new(at + 1 + more, "nothing is expected behind the last `]`").into()),
                    None => Ok((all, within)),
                };
            }
            Some(open @ ('(' | '[')) => {
                let (list, length) = list(text, at, if open == '(' { ')' } else { ']' })?;
                all.push((at, list));
                at += length;
            }
            Some(_) => return Err(Wrong::new(at, "a pair such as `(0, 1)` is expected here").into()),
        }
    }
}

/// The entries of the list that begins here, and its length.
fn list(text: &str, begin: usize, close: char) -> Result<(Entries<'_>, usize), Wrong> {
    let mut entries = Vec::new();
    let mut at = begin + 1;
    loop {
        let rest = &text[at..];
        let first = rest.chars().next().filter(|_| !rest.starts_with(['(', '[']));
        let Some(first) = first else { return Err(Wrong::new(at, format!("`{close}` is expected here"))) };
        if first == close {
            return Ok((entries, at + 1 - begin));
        }
        at += match first {
            ',' => 1,
            c if c.is_whitespace() => c.len_utf8(),
            quote @ ('"' | '\'') => {
                let length = rest[1..].find(quote).ok_or_else(|| Wrong::new(at, "a quotation mark is not closed"))?;
                entries.push((at, Cow::Borrowed(&rest[1..=length])));
                length + 2
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']');
                let length = rest.find(ends).filter(|&length| length > 0).unwrap_or(1);
                entries.push((at, Cow::Borrowed(&rest[..length])));
                length
            }
        };
    }
}
