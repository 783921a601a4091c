//! Edge lists with a header or further columns: `0 1 {}` and `0 1 {'weight': 3}` as networkx writes them, `0 1 2.5`,
//! `source,target,weight`, also with semicolons; `#` and `%` begin comments, and so does `//` before a blank; a first line may
//! name the columns. An arc whose column `type` says `Undirected`, as Gephi writes it, is a move both ways. Attributes and
//! weights say nothing about the game, and are passed over.

use std::borrow::Cow;
use std::collections::HashSet;

use grundy_core::Context;

use super::gathered::Gathered;
use super::{Fault, Format, Read, ReadError, Wrong};
use crate::read::line::{Line, is_comment};

/// What is more lines away does not change the form.
pub(in crate::read) const FIRST_LINES: usize = 1 << 12;

/// What two columns are called in a header.
const HEADERS: [(&str, &str); 12] = [
    ("u", "v"),
    ("source", "target"),
    ("from", "to"),
    ("src", "dst"),
    ("tail", "head"),
    ("i", "j"),
    ("node1", "node2"),
    ("fromnodeid", "tonodeid"),
    ("start", "end"),
    ("from_node", "to_node"),
    ("from_id", "to_id"),
    ("source_id", "target_id"),
];

/// What further columns are called.
const BESIDE: [&str; 14] = [
    "id", "edge", "key", "name", "label", "type", "weight", "cost", "length", "distance", "value", "capacity", "time",
    "timestamp",
];

/// The entries of a line, each with its place; attributes in braces are one entry. Quotation marks hold blanks together.
pub(super) fn entries(line: &str) -> Result<Vec<(usize, Cow<'_, str>)>, Wrong> {
    let mut all = Vec::new();
    let separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let mut at = 0;
    while let Some(skipped) = line[at..].find(|c| !separator(c)) {
        at += skipped;
        let rest = &line[at..];
        if begins_comment(rest) {
            break;
        }
        let length = if rest.starts_with('{') {
            attributes(rest)
        } else if let Some(inner) = rest.strip_prefix('"') {
            let end = inner.find('"').ok_or_else(|| Wrong::new(at, "a quotation mark is not closed"))?;
            all.push((at, Cow::Borrowed(&inner[..end])));
            at += end + 2;
            continue;
        } else {
            rest.find(separator).unwrap_or(rest.len())
        };
        all.push((at, Cow::Borrowed(&rest[..length])));
        at += length;
    }
    Ok(all)
}

fn begins_comment(text: &str) -> bool {
    text.starts_with(['#', '%']) || is_comment(text.as_bytes())
}

/// The length of the attributes in braces that begin here: all that is left, or up to a comment behind the last brace.
fn attributes(text: &str) -> usize {
    let all = text.trim_end().len();
    match text.rfind('}') {
        Some(last) if begins_comment(text[last + 1..].trim_start()) => last + 1,
        _ => all,
    }
}

/// Do commas or semicolons stand between the columns?
fn is_separated(line: &str) -> bool {
    line.contains([',', ';'])
}

/// Are these columns with semicolons, as programs write them in countries where a comma is part of a number?
pub(super) fn by_semicolons(begin: &str) -> bool {
    let cell = |cell: &str| {
        let cell = cell.trim();
        !cell.is_empty() && !cell.contains(|c: char| c.is_whitespace() || c == ',')
    };
    let fits = |line: &str| {
        let mut cells = line.trim_start_matches('\u{feff}').split(';');
        cells.next().is_some_and(cell) && cells.next().is_some_and(cell)
    };
    let mut lines = lines(begin).take(FIRST_LINES).peekable();
    lines.peek().is_some() && lines.all(|(_, line)| fits(line))
}

/// The lines that say something, each with its place.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let begin = at;
        at += line.len();
        let content = line.trim_start_matches('\u{feff}').trim();
        (!content.is_empty() && !content.starts_with(['#', '%']) && !is_comment(content.as_bytes()))
            .then_some((begin, line))
    })
}

fn is_attribute(entry: &str) -> bool {
    entry.starts_with('{') && entry.ends_with('}')
}

fn is_number(entry: &str) -> bool {
    entry.parse::<f64>().is_ok()
}

fn is_vertex_number(entry: &str) -> bool {
    !entry.is_empty() && entry.bytes().all(|b| b.is_ascii_digit())
}

/// The columns of an arc's ends, if this line is a header. They are the first two; with commas others may stand before or
/// between them, if each cell is a word that columns are called by.
fn header(line: &str, entries: &[(usize, Cow<'_, str>)]) -> Option<[usize; 2]> {
    let column = |name: &str| entries.iter().position(|(_, entry)| entry.eq_ignore_ascii_case(name));
    let found = HEADERS.iter().find_map(|(u, v)| Some([column(u)?, column(v)?]))?;
    let is_known = |entry: &str| {
        let known = HEADERS.iter().flat_map(|(u, v)| [u, v]).chain(&BESIDE);
        known.copied().any(|name| entry.eq_ignore_ascii_case(name))
    };
    // letters may be vertices
    let letters = entries[found[0]].1.len() == 1;
    let moved =
        is_separated(line) && entries.iter().all(|(_, entry)| is_known(entry)) && !(letters && found[0] > found[1]);
    (found == [0, 1] || moved).then_some(found)
}

/// Do the first lines hold two numbers each, with blanks between them, and nothing else?
pub(super) fn are_plain(begin: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let fits = |line: &[u8]| {
        let (first, rest) = line.split_at(digits(line));
        let second = rest.trim_ascii_start();
        let (number, end) = second.split_at(digits(second));
        !first.is_empty() && second.len() < rest.len() && !number.is_empty() && end.trim_ascii().is_empty()
    };
    let mut lines = begin.trim_ascii_end().split(|&b| b == b'\n').take(FIRST_LINES);
    lines.all(fits)
}

/// Is there a line that edge lists of two columns do not have?
pub(super) fn is_wider(begin: &str) -> bool {
    // two columns are read elsewhere, with their faults
    let wide = |line: &str| {
        entries(line).is_ok_and(|all| {
            let arc = all.len() >= 3 && (!all[1].1.starts_with('{')) && !line.trim_start().starts_with('"');
            arc && (line.contains(['{', ',']) || !line.contains('"'))
        })
    };
    let mut first = lines(begin).map(|(_, line)| line);
    let heads = first.next().is_some_and(|line| {
        // the usual names with a comma are read elsewhere too
        let named = entries(line).is_ok_and(|all| header(line, &all).is_some()) && !Line::is_header(line.as_bytes());
        let numbers = |line: &str| entries(line).is_ok_and(|all| all.first().is_some_and(|(_, e)| is_vertex_number(e)));
        named && first.next().is_some_and(numbers)
    });
    heads || lines(begin).take(FIRST_LINES).any(|(_, line)| wide(line))
}

/// Weights or attributes in the third column, or lines of neighbours? A line too long among arcs is neither: it is left to
/// the reader of arcs, which tells where it is.
pub(super) fn or_adjacency(begin: &str, name: &str) -> Result<Format, ReadError> {
    let (mut firsts, mut others, mut widths) = (HashSet::new(), Vec::new(), HashSet::new());
    let (mut distinct, mut words) = (true, false);
    // the second of three comments that networkx writes above adjacency lists, and nowhere else
    let dated = begin.lines().take(3).any(|line| line.starts_with("# GMT "));
    // three numbers on the only line are a slip sooner than an arc with its weight
    let is_alone = lines(begin).nth(1).is_none();
    for (i, (_, line)) in lines(begin).enumerate() {
        let Ok(all) = entries(line) else { return Ok(Format::Columns) };
        if i == 0 && header(line, &all).is_some() {
            return Ok(Format::Columns);
        }
        let attributes = line.contains(',') && !is_alone || all.iter().any(|(_, e)| is_attribute(e));
        let weight = all.get(2).is_some_and(|(_, e)| is_number(e) && !is_vertex_number(e));
        let numbered = all.first().is_none_or(|(_, e)| is_vertex_number(e));
        // a name behind two numbers is a fault of its line
        if attributes || weight && (numbered || all.len() == 3) {
            return Ok(Format::Columns);
        }
        words |= all.get(2).is_some_and(|(_, e)| !is_number(e));
        let Some(((_, first), rest)) = all.split_first() else { continue };
        distinct &= firsts.insert(first.to_string());
        widths.extend(Some(all.len()).filter(|&width| width > 1));
        others.extend(rest.iter().map(|(_, e)| e.to_string()));
    }
    // networkx gives each vertex a line of its own
    let closed = distinct && others.iter().all(|other| firsts.contains(other));
    let wide = widths.iter().all(|&width| width > 2);
    // three entries in a list of arcs are a slip sooner than a row of neighbours
    let rows = distinct && (closed || widths.iter().any(|&width| width > 3) || dated);
    match (widths.len() == 1 && wide && !words, closed) {
        (true, true) if !dated => Err(ReadError::TwoForms(name.to_owned())),
        (true, false) if !is_alone => Ok(Format::Columns),
        _ if rows => Ok(Format::Adjacency),
        _ => Ok(Format::Edges),
    }
}

/// Reads arcs.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let (mut ends, mut kind) = ([0, 1], None);
    for (i, (at, line)) in lines(text).enumerate() {
        cx.tick(1)?;
        let shift = |wrong: Wrong| Wrong { at: at + wrong.at, ..wrong };
        let all = entries(line.trim_start_matches('\u{feff}')).map_err(shift)?;
        if let Some(columns) = header(line, &all).filter(|_| i == 0) {
            (ends, into.header) = (columns, true);
            kind = all.iter().position(|(_, entry)| entry.eq_ignore_ascii_case("type"));
            continue;
        }
        let kind = kind.and_then(|column: usize| all.get(column));
        let directed = !kind.is_some_and(|(_, kind)| kind.eq_ignore_ascii_case("undirected"));
        if ends != [0, 1] && !all.is_empty() {
            let [Some((place, u)), Some((other, v))] = ends.map(|column| all.get(column)) else {
                return Err(Wrong::new(at, "this line has fewer columns than the header").into());
            };
            let (u, v) = (into.vertex(u, at + place)?, into.vertex(v, at + other)?);
            into.edge(u, v, directed);
            continue;
        }
        match all.as_slice() {
            [] => {}
            [(place, v)] => drop(into.vertex(v, at + place)?),
            [(place, u), (other, v), rest @ ..] => {
                // `0 {}` would be a vertex with attributes, and a vertex is not called so
                if let Some((place, _)) = all[..2].iter().find(|(_, e)| e.starts_with('{')) {
                    return Err(Fault::from(Wrong::new(at + place, "attributes where a vertex is expected")));
                }
                let unread = |(_, e): &&(usize, Cow<'_, str>)| !(is_attribute(e) || is_number(e) || is_separated(line));
                if let Some((place, _)) = rest.iter().find(unread) {
                    return Err(Wrong::new(at + place, "neither a weight nor attributes in braces").into());
                }
                let (u, v) = (into.vertex(u, at + place)?, into.vertex(v, at + other)?);
                into.edge(u, v, directed);
            }
        }
    }
    Ok(())
}
