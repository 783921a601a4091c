//! Adjacency lists: `0 1 2` has the arcs 0 → 1 and 0 → 2, `3` alone is a vertex, `#` or `%` begins a comment
//! (networkx, `write_adjlist`). A colon may stand behind every first vertex: `0: 1 2`.
//!
//! Over several lines (networkx, `write_multiline_adjlist`): `0 2` says that two lines follow, each a vertex that an arc
//! from 0 leads to, with its attributes: `1 {}`, `2 {'weight': 3}`.

use grundy_core::Context;

use super::columns::{entries, lines};
use super::gathered::Gathered;
use super::{Read, Wrong};

/// Does a colon end the first entry of every line, and do others stand behind some? Of numbers the first line tells it: `0:` is
/// no vertex, and a line without a colon is a fault of its own.
pub(super) fn has_colons(begin: &str) -> bool {
    let mut more = false;
    for (i, (_, line)) in lines(begin).enumerate() {
        let Ok(all) = entries(line) else { return false };
        more |= all.len() > 1;
        let Some((_, first)) = all.first() else { continue };
        let vertex = first.trim_start_matches('\u{feff}').strip_suffix(':').filter(|vertex| !vertex.is_empty());
        let Some(vertex) = vertex else { return false };
        if i == 0 && vertex.bytes().all(|b| b.is_ascii_digit()) {
            return true;
        }
    }
    more
}

/// Reads a line a vertex.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let colons = has_colons(text);
    for (at, line) in lines(text) {
        let all = entries(line.trim_start_matches('\u{feff}')).map_err(|wrong| Wrong { at: at + wrong.at, ..wrong })?;
        cx.tick(all.len() as u64)?;
        let Some(((place, u), targets)) = all.split_first() else { continue };
        let u = match u.strip_suffix(':') {
            Some(u) if colons => u,
            None if colons => {
                let why = format!("a colon is expected behind `{u}`, as on the first line");
                return Err(Wrong::new(at + place, why).into());
            }
            _ => u,
        };
        let u = into.vertex(u, at + place)?;
        for (place, v) in targets {
            if v.starts_with('{') {
                return Err(Wrong::new(at + place, "attributes in a line of neighbours").into());
            }
            let v = into.vertex(v, at + place)?;
            into.arc(u, v);
        }
    }
    Ok(())
}

/// Does a line of a vertex and attributes follow on the first line of a vertex and a number of arcs?
pub(super) fn is_multiline(begin: &str) -> bool {
    let mut follows = false;
    for (_, line) in lines(begin) {
        let Ok(all) = entries(line) else { return false };
        match &all[..] {
            [_, (_, attributes)] if attributes.starts_with('{') => return follows,
            [_, (_, number)] if !follows && number.parse::<u64>().is_ok() => follows = *number != "0",
            _ => return false,
        }
    }
    false
}

/// Reads a vertex and the lines of its arcs.
pub(super) fn read_multiline(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let mut all = lines(text);
    while let Some((at, line)) = all.next() {
        cx.tick(1)?;
        let placed = |wrong: Wrong| Wrong { at: at + wrong.at, ..wrong };
        let entries = entries(line.trim_start_matches('\u{feff}')).map_err(placed)?;
        let [(place, u), (_, number)] = &entries[..] else {
            return Err(Wrong::new(at, "expected a vertex and how many arcs lead from it").into());
        };
        let Ok(arcs) = number.parse::<u64>() else {
            return Err(Wrong::new(at, "expected how many arcs lead from the vertex").into());
        };
        let u = into.vertex(u, at + place)?;
        for _ in 0..arcs {
            cx.tick(1)?;
            let Some((at, line)) = all.next() else {
                return Err(Wrong::new(text.len(), "the file ends before the last arc").into());
            };
            let entries = super::columns::entries(line).map_err(|wrong| Wrong { at: at + wrong.at, ..wrong })?;
            match &entries[..] {
                [(place, v), rest @ ..] if rest.iter().all(|(_, entry)| entry.starts_with('{')) => {
                    let v = into.vertex(v, at + place)?;
                    into.arc(u, v);
                }
                _ => return Err(Wrong::new(at, "expected a vertex and its attributes").into()),
            }
        }
    }
    Ok(())
}
