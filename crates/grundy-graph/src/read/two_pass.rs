//! Edge lists that are read twice, because a list of their arcs would not fit into memory.
//!
//! The first pass counts the arcs of each vertex, the second one puts them into the rows of the graph: 4 bytes an arc and
//! 8 a vertex, and some MiB a thread for what is being read; a list of the arcs would make that 12 bytes an arc. It
//! takes numbers that lie close together, in a file that can be read again; everything else is read the other way.
//!
//! Measured on 10^7 arcs among 10^6 vertices (135 MB of text; `label` as a whole, one thread, user time, the least and the
//! median of five): 0.95 and 1.2 s with at most 81 MB, where one pass took 0.7 and 0.9 s with 131 MB, and labels from disk
//! took 2.5 s and more. Parsing twice costs a third of the time, so it is done only where the budget asks for it.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::thread;

use grundy_core::Context;

use super::block::{Block, Parsed, Trouble, numbers};
use super::{Counts, Format, Loaded, Names, ROOM, ReadError, Spelling, text};
use crate::Degrees;

/// Bytes that an arc takes while it stands in a list and in its row.
const LISTED: u64 = 12;
/// So much of a file tells how long its lines are.
const SAMPLE: u64 = 1 << 16;

/// Will a list of the arcs surely take more than is left of the memory? A guess from the first lines; what it misses is
/// seen when the memory is spent.
pub fn pays(file: &mut File, cx: &Context) -> bool {
    let Some(memory) = cx.budget().memory else { return false };
    let mut sample = Vec::new();
    let read = file.rewind().and_then(|()| file.by_ref().take(SAMPLE).read_to_end(&mut sample));
    let size = file.metadata().map_or(0, |meta| meta.len());
    if read.is_err() || file.rewind().is_err() || sample.is_empty() {
        return false;
    }
    let lines = sample.iter().filter(|&&b| b == b'\n').count() as u64;
    let lines = u128::from(size) * u128::from(lines) / sample.len() as u128;
    lines * u128::from(LISTED) > u128::from(memory.saturating_sub(cx.reserved()))
}

/// Reads an edge list twice. `None` where that cannot be done: names, numbers of 2^32 − 2 or more, numbers far apart.
///
/// # Errors
/// As [`text::read`]; the file changed between the passes.
pub fn read(file: &mut File, name: &str, cx: &Context) -> Result<Option<Loaded>, ReadError> {
    let before = cx.reserved();
    let loaded = passes(file, name, cx)?;
    if loaded.is_none() {
        cx.release(cx.reserved().saturating_sub(before));
    }
    Ok(loaded)
}

fn passes(file: &mut File, name: &str, cx: &Context) -> Result<Option<Loaded>, ReadError> {
    cx.enter("reading a graph twice");
    let size = file.metadata().map_or(0, |meta| meta.len());
    // a line has two bytes at least
    let most = ROOM.saturating_add(usize::try_from(size).unwrap_or(usize::MAX).saturating_mul(4));
    let mut degrees = Degrees::new();
    let mut lone = Vec::new();
    let counts = counts(file).map_err(|error| ReadError::unreadable(error, name))?;
    if let Some(counts) = counts {
        degrees.grow(counts.numbers().end as usize, cx)?;
        cx.reserve(4 * u64::from(counts.vertices))?;
        lone.extend(counts.numbers());
    }
    let counted = pass(file, name, counts.is_some(), cx, |block| {
        let in_arcs = block.arcs.iter().map(|&(u, v)| u.max(v)).max();
        let vertices = in_arcs.max(block.lone.iter().copied().max()).map_or(0, |n| n as usize + 1);
        if vertices > most {
            return Ok(false);
        }
        degrees.grow(vertices, cx)?;
        degrees.count(&block.arcs, cx)?;
        cx.reserve(4 * block.lone.len() as u64)?;
        lone.extend_from_slice(&block.lone);
        cx.progress(degrees.arcs(), None);
        Ok(true)
    })?;
    let Some(header) = counted else { return Ok(None) };
    let vertices = degrees.vertices();
    let arcs = degrees.arcs();
    if vertices as u64 > ROOM as u64 + 8 * (arcs + lone.len() as u64) {
        return Ok(None);
    }
    let mut rows = degrees.rows(cx)?;
    let mut placed = 0;
    let again = pass(file, name, counts.is_some(), cx, |block| {
        rows.place(&block.arcs, cx)?;
        placed += block.arcs.len() as u64;
        cx.progress(placed, Some(arcs));
        Ok(true)
    })?;
    let graph = rows.graph()?;
    let spelling = Spelling { header, counts, ..Format::Edges.into() };
    Ok(again.map(|_| Loaded { graph, names: Names::dense(vertices, lone), spelling }))
}

/// What the first line says of the graph, if it is a header of that kind.
fn counts(file: &mut File) -> io::Result<Option<Counts>> {
    file.rewind()?;
    Ok(Counts::of_file(file)?.map(|(counts, _)| counts))
}

/// Hands over all blocks of a file of numbers in their order, and tells whether it has a header. `None` if they are no
/// numbers below 2^32 − 2, or if `take` says no. `counts`: the first line says how many vertices and arcs there are.
fn pass(
    file: &mut File,
    name: &str,
    counts: bool,
    cx: &Context,
    mut take: impl FnMut(&Block<u32>) -> Result<bool, ReadError>,
) -> Result<Option<bool>, ReadError> {
    let unreadable = |error: io::Error| ReadError::unreadable(error, name);
    file.rewind().map_err(unreadable)?;
    let (mut blocks, first, header) = match text::begin(file, name, counts) {
        // it is not a list of arcs alone
        Err(ReadError::Form { .. } | ReadError::TwoForms(_)) => return Ok(None),
        begun => begun?,
    };
    if text::names_are_words(&first) {
        return Ok(None);
    }
    blocks.put_back(first);
    let mut texts = vec![Vec::new(); cx.threads().clamp(1, 8)];
    let mut lines = 0;
    loop {
        let mut filled = 0;
        for text in &mut texts {
            if blocks.next(text).map_err(unreadable)?.is_none() {
                break;
            }
            filled += 1;
        }
        if filled == 0 {
            return Ok(Some(header));
        }
        cx.check()?;
        for (block, trouble) in parse(texts.get(..filled).unwrap_or_default()).map_err(unreadable)? {
            match trouble {
                Some((Trouble::TooWide(_), _)) => return Ok(None),
                Some((Trouble::Fault(fault), line)) => {
                    return Err(ReadError::at_line(fault, line, lines + block.lines, name));
                }
                None => lines += block.lines,
            }
            if !take(&block)? {
                return Ok(None);
            }
        }
    }
}

/// Reads blocks, each in a thread of its own.
fn parse(texts: &[Vec<u8>]) -> io::Result<Vec<Parsed<u32>>> {
    let Some((own, others)) = texts.split_first() else { return Ok(Vec::new()) };
    thread::scope(|scope| {
        let others: Vec<_> = others.iter().map(|text| scope.spawn(|| numbers(text))).collect();
        let mut read = vec![numbers(own)];
        for other in others {
            read.push(other.join().map_err(|_| io::Error::from(io::ErrorKind::Other))?);
        }
        Ok(read)
    })
}
