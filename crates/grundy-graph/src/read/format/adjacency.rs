//! Adjacency lists: `0 1 2` has the arcs 0 → 1 and 0 → 2, `3` alone is a vertex, `#` or `%` begins a comment
//! (networkx, `write_adjlist`).

use grundy_core::Context;

use super::columns::{entries, lines};
use super::gathered::Gathered;
use super::{Read, Wrong};

/// Reads a line a vertex.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    for (at, line) in lines(text) {
        let all = entries(line.trim_start_matches('\u{feff}')).map_err(|wrong| Wrong { at: at + wrong.at, ..wrong })?;
        cx.tick(all.len() as u64)?;
        let Some(((place, u), targets)) = all.split_first() else { continue };
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
