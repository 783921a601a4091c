//! Lists in brackets, as programs print them: pairs, or the neighbours of 0, 1, 2, …
//!
//! ```text
//! (0, 1)                 [(0, 1), (1, 2)]        [["a", "b"], ["b", "c"]]        pairs: an arc each
//! (1, 2)                 [[1, 2], [2], []]       lists: one for each vertex, where its arcs lead
//! ```
//!
//! A square of 0 and 1 with three rows or more is an adjacency matrix. Lists that all have two entries are pairs. Lists of
//! neighbours without a cycle are never so, for one of them is empty. What a program calls them, as in `edges = [(0, 1)]`, is
//! passed over.

use std::borrow::Cow;

use grundy_core::Context;

use super::columns::lines as saying;
use super::gathered::Gathered;
use super::{Format, Read, Wrong, no_name};
use crate::read::line::is_comment;

const BRACKETS: [char; 4] = ['(', ')', '[', ']'];

/// Entries, each with its place.
type Entries<'t> = Vec<(usize, Cow<'t, str>)>;
/// A list: where it begins, and its entries.
type List<'t> = (usize, Entries<'t>);

/// Does a text begin with a list in an outer bracket, or with one of two entries that a comma, a semicolon or the end of the
/// line follows? Behind a blank, as in `(0, 0) (0, 1)`, another vertex would stand that is a pair itself.
pub(super) fn are_there(begin: &str) -> bool {
    let Some((at, _)) = saying(begin).next() else { return false };
    let text = behind_name(begin[at..].trim_start());
    let Some(inside) = text.strip_prefix('[') else { return text.starts_with('(') && is_apart(text) };
    match inside.trim_start().chars().next() {
        // `[]` is a list of no arcs
        Some('(' | '[' | ']') => true,
        // JSON
        Some('{') | None => false,
        Some(_) => is_apart(text),
    }
}

/// What stands behind `edges =`, `const edges =`, `let edges =`, if there is such a name.
fn behind_name(text: &str) -> &str {
    let Some((name, behind)) = text.split_once('=') else { return text };
    let is_name = |word: &str| {
        word.chars().all(|c| c.is_alphanumeric() || c == '_') && !word.starts_with(|c: char| c.is_ascii_digit())
    };
    let words: Vec<&str> = name.split_whitespace().collect();
    let named =
        matches!(words.as_slice(), [_] | ["const" | "let" | "var", _]) && words.iter().all(|word| is_name(word));
    if named && behind.trim_start().starts_with(['[', '(']) { behind.trim_start() } else { text }
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
    if lists.is_empty() {
        return Ok(());
    }
    let count = lists.len();
    let number = |entry: &str| entry.parse::<u32>().ok().filter(|&n| (n as usize) < count);
    let square = within && lists.iter().all(|(at, _)| text[*at..].starts_with('['));
    let beyond = lists.iter().flat_map(|(_, list)| list).find(|(_, entry)| number(entry).is_none());
    let neighbours = square && beyond.is_none();
    let numbers = || lists.iter().flat_map(|(_, list)| list).all(|(_, entry)| entry.parse::<u64>().is_ok());
    let pairs_and_one = || {
        let has = |entries: usize| lists.iter().any(|(_, list)| list.len() == entries);
        has(1) && has(2) && lists.iter().all(|(_, list)| matches!(list.len(), 1 | 2))
    };
    if let Some((at, _)) = beyond.filter(|_| square && pairs_and_one() && numbers()) {
        let why = "no list stands for this vertex: there is one list of neighbours for each of 0, 1, 2, …; write a vertex \
                   alone beside pairs in round brackets";
        return Err(Wrong::new(*at, why).into());
    }
    let bits = || lists.iter().flat_map(|(_, list)| list).all(|(_, entry)| entry == "0" || entry == "1");
    if neighbours && count > 2 && lists.iter().all(|(_, list)| list.len() == count) && bits() {
        into.form = Some(Format::Matrix);
        into.bare(count as u64, 0, cx)?;
        for (u, (_, list)) in (0..).zip(&lists) {
            (0..).zip(list).filter(|(_, (_, bit))| bit == "1").for_each(|(v, _)| into.arc(u, v));
        }
        return Ok(());
    }
    if neighbours && lists.iter().all(|(_, list)| list.len() == 3) {
        let why = "lists of three numbers are arcs with a weight, or neighbours: write pairs, or empty lists too";
        return Err(Wrong::new(lists[0].0, why).into());
    }
    if neighbours && lists.iter().any(|(_, list)| list.len() != 2) {
        into.form = Some(Format::Neighbours);
        into.bare(count as u64, 0, cx)?;
        for (u, (_, list)) in (0..).zip(&lists) {
            list.iter().filter_map(|(_, entry)| number(entry)).for_each(|v| into.arc(u, v));
        }
        return Ok(());
    }
    // two pairs on each of several lines
    let apart: Vec<bool> = lists.windows(2).map(|two| text[two[0].0..two[1].0].contains('\n')).collect();
    if !within && count > 3 && count % 2 == 0 && apart.iter().enumerate().all(|(i, &apart)| apart == (i % 2 == 1)) {
        let why = "two pairs on each line: write one on each, or names without brackets if pairs are vertices";
        return Err(Wrong::new(lists[1].0, why).into());
    }
    let first_of = |entries: usize| lists.iter().find(|(_, list)| list.len() == entries).map(|(at, _)| *at);
    match [1, 2, 3].map(first_of) {
        [_, Some(_), Some(at)] => {
            return Err(Wrong::new(at, "a third entry is a weight, and other pairs have none").into());
        }
        [Some(at), None, None] if within => return Err(Wrong::new(at, "a vertex alone is no arc").into()),
        _ => {}
    }
    for (at, list) in lists {
        match list.as_slice() {
            [(place, v)] => drop(vertex(text, v, *place, into)?),
            [(place, u), (other, v), weight @ ..] if weight.len() <= 1 => {
                if let Some((place, _)) = weight.iter().find(|(_, weight)| weight.parse::<f64>().is_err()) {
                    return Err(Wrong::new(*place, "a number is expected here, the weight of the arc").into());
                }
                let (u, v) = (vertex(text, u, *place, into)?, vertex(text, v, *other, into)?);
                into.arc(u, v);
            }
            _ => return Err(Wrong::new(at, "two vertices are expected in these brackets, an arc").into()),
        }
    }
    Ok(())
}

/// The vertex of an entry. A number with a fraction is none, unless quotation marks say that it is a name.
fn vertex(text: &str, entry: &str, at: usize, into: &mut Gathered) -> Result<u32, Wrong> {
    let is_number = || entry.parse::<f64>().is_ok_and(f64::is_finite) && entry.contains('.');
    if !text[at..].starts_with(['"', '\'']) && is_number() {
        return Err(Wrong::new(at, no_name(entry)));
    }
    into.vertex(entry, at)
}

/// The lists, and whether they stand in an outer bracket.
fn lists<'t>(text: &'t str, cx: &Context) -> Result<(Vec<List<'t>>, bool), super::Fault> {
    let mut all = Vec::new();
    let begin = |(at, line): (usize, &str)| {
        let begin = at + line.len() - line.trim_start_matches('\u{feff}').trim_start().len();
        text.len() - behind_name(&text[begin..]).len()
    };
    let mut at = saying(text).next().map_or(text.len(), begin);
    let within = text[at..].strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['(', '[', ']']));
    at += usize::from(within);
    loop {
        cx.tick(1)?;
        let rest = &text[at..];
        match rest.chars().next() {
            None if within => return Err(Wrong::new(at, "the first `[` is not closed").into()),
            None => return Ok((all, within)),
            Some('#' | '%') => at += rest.find('\n').unwrap_or(rest.len()),
            Some('/') if is_comment(rest.lines().next().unwrap_or_default().as_bytes()) => {
                at += rest.find('\n').unwrap_or(rest.len());
            }
            Some(',' | ';') => at += 1,
            Some(c) if c.is_whitespace() => at += c.len_utf8(),
            Some(']') if within => {
                let behind = rest[1..].trim_start_matches(|c: char| c.is_whitespace() || c == ';');
                return match saying(behind).next() {
                    Some((more, _)) => {
                        let at = text.len() - behind.len() + more;
                        Err(Wrong::new(at, "nothing is expected behind the last `]`").into())
                    }
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
        if rest.starts_with(close) {
            return Ok((entries, at + 1 - begin));
        }
        let first = rest.chars().next().filter(|&first| !BRACKETS.contains(&first));
        let Some(first) = first else { return Err(Wrong::new(at, format!("`{close}` is expected here"))) };
        at += match first {
            ',' => 1,
            c if c.is_whitespace() => c.len_utf8(),
            quote @ ('"' | '\'') => {
                let length = rest[1..].find(quote).ok_or_else(|| Wrong::new(at, "a quotation mark is not closed"))?;
                entries.push((at, Cow::Borrowed(&rest[1..=length])));
                length + 2
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || c == ',' || BRACKETS.contains(&c);
                let length = rest.find(ends).unwrap_or(rest.len());
                entries.push((at, Cow::Borrowed(&rest[..length])));
                length
            }
        };
    }
}
