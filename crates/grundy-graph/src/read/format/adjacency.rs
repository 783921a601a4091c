//! Adjacency lists: `0 1 2` has the arcs 0 → 1 and 0 → 2, `3` alone is a vertex, `#` or `%` begins a comment
//! (networkx, `write_adjlist`). A colon may stand behind every first vertex: `0: 1 2`.

use grundy_core::Context;

use super::columns::{entries, lines};
use super::gathered::Gathered;
use super::{Read, Wrong};

/// Does a colon end the first entry of every line, and do others stand behind some?
pub(super) fn has_colons(begin: &[u8]) -> bool {
    let text = String::from_utf8_lossy(begin);
    let mut more = false;
    for (_, line) in lines(&text) {
        let Ok(all) = entries(line) else { return false };
        more |= all.len() > 1;
        if all.first().is_some_and(|(_, first)| first.len() < 2 || !first.ends_with(':')) {
            return false;
        }
    }
    more
}

/// Reads a line a vertex.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let colons = has_colons(text.as_bytes());
    for (at, line) in lines(text) {
        let all = entries(line.trim_start_matches('\u{feff}')).map_err(|wrong| Wrong { at: at + wrong.at, ..wrong })?;
        cx.tick(all.len() as u64)?;
        let Some(((place, u), targets)) = all.split_first() else { continue };
        let u = u.strip_suffix(':').filter(|_| colons).unwrap_or(u);
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
