//! Any text as an edge list, against a slow reader of all lines at once.

use std::fs;
use std::path::Path;

use grundy::{Budget, Context};
use grundy_graph::read::{Line, LineFault};
use grundy_graph::{EdgeFile, NONE, ReadError};

use crate::random::Random;

/// So much memory is enough for every case here, and is soon asked for where a length is believed.
pub const MEMORY: u64 = 1 << 24;

/// Any text as an edge list: the arcs line by line, however it is shared, or a fault.
///
/// Says whether it was read. The text is written to the path.
///
/// # Errors
/// Other arcs than the slow reader finds, or another fault.
pub fn check(path: &Path, text: &[u8], random: &mut Random) -> Result<bool, String> {
    fs::write(path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    let mut expected = plain(text);
    let edges = match EdgeFile::open(path) {
        Ok(edges) => edges,
        // lines that no arcs are made of may be a form that is read in memory only
        // or have a sign that no form has
        Err(
            ReadError::Form { .. } | ReadError::TwoForms(_) | ReadError::Line { fault: LineFault::Sign { .. }, .. },
        ) if expected.is_none() => {
            return Ok(false);
        }
        Err(ReadError::Returns(_)) if text.windows(2).any(|two| two[0] == b'\r' && two[1] != b'\n') => {
            return Ok(false);
        }
        Err(fault) => return Err(format!("not opened: {fault}")),
    };
    let cx = Context::new(Budget { memory: Some(MEMORY), ..Budget::UNLIMITED });
    let found = shares(&edges, 1);
    // the first line may say how many vertices and arcs there are
    if let (Some(arcs), Ok(found)) = (&expected, &found)
        && arcs != found
    {
        expected = counted(arcs).or(expected);
    }
    match (&expected, &found) {
        (Some(arcs), Ok(found)) if arcs == found => {}
        (None, Err(fault)) if fault.to_string().contains("arcs") => {
            let survey = edges.survey(&cx);
            let malformed = edges.malformed(&cx).map_err(|error| format!("looking for the fault: {error}"))?;
            // names, and numbers that are large, are no faults of the text
            let same = malformed
                .is_none_or(|first| first.to_string() == fault.to_string() || fault.to_string().contains("workers"));
            return if survey.is_err() && same { Ok(false) } else { Err(format!("{survey:?}, and {fault}")) };
        }
        _ => return Err(format!("{found:?} instead of {expected:?}")),
    }
    let arcs = expected.unwrap_or_default();
    let parts = 2 + random.index(9) as u64;
    if !matches!(shares(&edges, parts), Ok(found) if found == arcs) {
        return Err(format!("other arcs in {parts} parts"));
    }
    let survey = edges.survey(&cx).map_err(|error| error.to_string())?;
    let largest = arcs.iter().flat_map(|&(u, v)| [u, v]).filter(|&n| n != NONE).max();
    let vertices = largest.map_or(0, |n| n as usize + 1);
    if (survey.vertices, survey.arcs) != (vertices, arcs.iter().filter(|arc| arc.1 != NONE).count() as u64) {
        return Err(format!("{survey:?} instead of {vertices} vertices"));
    }
    let some: Vec<u32> = (0..3).map(|_| arcs.get(random.index(arcs.len() + 1)).map_or(7, |arc| arc.0)).collect();
    let followers = edges.followers(&some, &cx).map_err(|error| error.to_string())?;
    for (&u, found) in some.iter().zip(&followers) {
        let mut right: Vec<u32> = arcs.iter().filter(|arc| arc.0 == u && arc.1 != NONE).map(|arc| arc.1).collect();
        right.sort_unstable();
        right.dedup();
        if *found != right {
            return Err(format!("the followers {found:?} of {u} instead of {right:?}"));
        }
    }
    Ok(true)
}

/// The arcs of all parts in their order.
fn shares(edges: &EdgeFile, parts: u64) -> Result<Vec<(u32, u32)>, ReadError> {
    let (mut all, mut some) = (Vec::new(), Vec::new());
    for part in 0..parts {
        let mut share = edges.share(part, parts)?;
        while share.next(&mut some)? {
            all.extend_from_slice(&some);
        }
    }
    Ok(all)
}

/// The slow reader: all lines at once, one after the other.
fn plain(text: &[u8]) -> Option<Vec<(u32, u32)>> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let (mut arcs, mut heading) = (Vec::new(), true);
    for line in text.split(|&b| b == b'\n') {
        if heading && Line::is_header(line) {
            heading = false;
            continue;
        }
        let line = Line::read(line)?;
        heading &= line == Line::Nothing;
        match line {
            Line::Nothing => {}
            Line::Lone(v) => arcs.push((number(v)?, NONE)),
            Line::Arc(u, v) => arcs.push((number(u)?, number(v)?)),
        }
    }
    Some(arcs)
}

/// The same where the first line `n m` or `n` counts: the vertices 1 to n, or 0 to n − 1, and then the other lines.
fn counted(arcs: &[(u32, u32)]) -> Option<Vec<(u32, u32)>> {
    let (&(n, m), rest) = arcs.split_first()?;
    let ends = || rest.iter().flat_map(|&(u, v)| [u, v]).filter(|&end| end != NONE);
    let first = u32::from(!ends().any(|end| end == 0));
    let fits = ends().all(|end| end < n + first) && (m == NONE || m as usize == rest.len());
    fits.then(|| (first..n + first).map(|v| (v, NONE)).chain(rest.iter().copied()).collect())
}

fn number(digits: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?;
    text.parse().ok().filter(|&n| n < NONE - 1)
}
