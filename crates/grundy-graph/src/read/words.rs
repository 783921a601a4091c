//! Edge lists of names: words in any language, in quotation marks where they contain blanks or commas.

use std::borrow::Cow;
use std::collections::HashMap;

use super::format::signs;
use super::line::{Line, LineFault, is_number, quote};
use super::{EdgeList, Names};
use crate::Arc;

/// Names that were met, and the arcs between them.
#[derive(Debug, Default)]
pub(super) struct Words {
    places: HashMap<String, u32>,
    names: Vec<String>,
    arcs: Vec<Arc>,
    lines: u64,
}

impl Words {
    /// Lines read so far.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// Reads whole lines; with a fault [`Words::lines`] is the number of the line at fault.
    pub(super) fn read(&mut self, block: &[u8]) -> Result<(), (LineFault, String)> {
        for line in block.split_inclusive(|&b| b == b'\n') {
            self.lines += 1;
            self.line(line).map_err(|fault| (fault, quote(line)))?;
        }
        Ok(())
    }

    fn line(&mut self, line: &[u8]) -> Result<(), LineFault> {
        if line.contains(&b'"') {
            let line = std::str::from_utf8(line).map_err(|_| LineFault::Encoding)?;
            return match quoted(line).ok_or(LineFault::Shape)?.as_slice() {
                [] => Ok(()),
                [v] => self.vertex(v).map(|_| ()),
                [u, v] => self.arc(u, v),
                _ => Err(LineFault::Shape),
            };
        }
        let text = |entry| std::str::from_utf8(entry).map_err(|_| LineFault::Encoding);
        match Line::read(line).ok_or(LineFault::Shape)? {
            Line::Nothing => Ok(()),
            Line::Lone(v) => {
                if is_number(v) {
                    return Err(LineFault::Number(quote(v)));
                }
                let name = text(v)?;
                // among arcs a name may have any sign but that of an arc
                if name.contains("->") || name.contains('→') {
                    signs::inside(name).map_or(Ok(()), Err)?;
                }
                self.vertex(name).map(|_| ())
            }
            Line::Arc(u, v) => {
                if let Some(number) = [u, v].into_iter().find(|entry| is_number(entry)) {
                    return Err(LineFault::Number(quote(number)));
                }
                self.arc(text(u)?, text(v)?)
            }
        }
    }

    fn arc(&mut self, u: &str, v: &str) -> Result<(), LineFault> {
        let arc = (self.vertex(u)?, self.vertex(v)?);
        self.arcs.push(arc);
        Ok(())
    }

    fn vertex(&mut self, name: &str) -> Result<u32, LineFault> {
        if let Some(&place) = self.places.get(name) {
            return Ok(place);
        }
        let place = u32::try_from(self.names.len()).map_err(|_| LineFault::Shape)?;
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        Ok(place)
    }

    /// The graph.
    pub(super) fn finish(self) -> EdgeList {
        let names = Names::Words { names: self.names, places: self.places };
        EdgeList::new(names, vec![self.arcs])
    }
}

/// The entries of a line with quotation marks (RFC 4180: a doubled mark is one), at most three of them.
fn quoted(line: &str) -> Option<Vec<Cow<'_, str>>> {
    let mut entries = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() && !rest.starts_with(['#', '%']) && entries.len() < 3 {
        if let Some(inner) = rest.strip_prefix('"') {
            let mut from = 0;
            let end = loop {
                let mark = from + inner[from..].find('"')?;
                if !inner[mark + 1..].starts_with('"') {
                    break mark;
                }
                from = mark + 2;
            };
            entries.push(Cow::Owned(inner[..end].replace("\"\"", "\"")));
            rest = &inner[end + 1..];
            if !rest.is_empty() && !rest.starts_with([',', ' ', '\t']) {
                return None;
            }
        } else {
            let end = rest.find([',', ' ', '\t']).unwrap_or(rest.len());
            if end == 0 {
                return None;
            }
            entries.push(Cow::Borrowed(&rest[..end]));
            rest = &rest[end..];
        }
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(',') {
            rest = after.trim_start();
            if rest.is_empty() {
                return None;
            }
        }
    }
    Some(entries)
}
