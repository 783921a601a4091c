//! Vertices by name and arcs between them, while a file is read.

use std::collections::HashMap;

use grundy_core::Context;

use super::{Format, Read, Spelling, Wrong};
use crate::Arc;
use crate::read::{EdgeList, Names, ReadError};

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    places: HashMap<String, u32>,
    names: Vec<String>,
    arcs: Vec<Arc>,
    /// Vertices 0 … n−1 without names.
    bare: usize,
    /// The first line named the columns.
    pub(super) header: bool,
    /// The form, where reading told it better than the beginning.
    pub(super) form: Option<Format>,
    /// An edge had no direction.
    both_ways: bool,
}

impl Gathered {
    /// The vertex of this name, known or new. `at`: where the name stands.
    pub(super) fn vertex(&mut self, name: &str, at: usize) -> Result<u32, Wrong> {
        if let Some(&place) = self.places.get(name) {
            return Ok(place);
        }
        let place = u32::try_from(self.names.len()).ok().filter(|&place| place < u32::MAX - 2);
        let place = place.ok_or_else(|| Wrong::new(at, "more than 2^32 - 3 vertices"))?;
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        Ok(place)
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Vertices that are called by their numbers, from 0.
    pub(super) fn bare(&mut self, vertices: u64, at: usize, cx: &Context) -> Read {
        let number = usize::try_from(vertices).ok().filter(|&n| n < u32::MAX as usize - 2);
        self.bare = number.ok_or_else(|| Wrong::new(at, format!("a graph of {vertices} vertices is too large")))?;
        Ok(cx.reserve(vertices * 4)?)
    }

    pub(super) fn arc(&mut self, u: u32, v: u32) {
        self.arcs.push((u, v));
    }

    /// An arc, or the two of an edge without a direction. A loop is one arc.
    pub(super) fn edge(&mut self, u: u32, v: u32, directed: bool) {
        self.arc(u, v);
        if !directed && u != v {
            self.arc(v, u);
            self.both_ways = true;
        }
    }

    /// The graph, which was written in this form. Names that are all numbers are numbers.
    pub(super) fn finish(self, format: Format, cx: &Context) -> Result<EdgeList, ReadError> {
        let format = self.form.unwrap_or(format);
        let spelling = Spelling { header: self.header, both_ways: self.both_ways, ..format.into() };
        Ok(EdgeList { spelling, ..self.numbered(cx)? })
    }

    fn numbered(self, cx: &Context) -> Result<EdgeList, ReadError> {
        let Gathered { places, names, arcs, bare, .. } = self;
        if bare > 0 {
            return Ok(EdgeList::new(Names::dense(bare, (0..bare as u32).collect()), vec![arcs]));
        }
        let number = |name: &String| name.parse::<u64>().ok().filter(|n| n.to_string() == *name);
        let Some(numbers) = names.iter().map(number).collect::<Option<Vec<u64>>>() else {
            return Ok(EdgeList::new(Names::Words { names, places }, vec![arcs]));
        };
        drop(places);
        let wide = |&(u, v): &Arc| (numbers[u as usize], numbers[v as usize]);
        let all_small = numbers.iter().all(|&n| n < u64::from(u32::MAX) - 2);
        if all_small {
            let small = |n: u64| n as u32;
            let arcs = arcs.iter().map(wide).map(|(u, v)| (small(u), small(v))).collect();
            return Ok(EdgeList::of_numbers(vec![arcs], numbers.into_iter().map(small).collect(), cx)?);
        }
        let arcs = arcs.iter().map(wide).collect();
        Ok(EdgeList::of_wide(vec![arcs], numbers, cx)?)
    }
}
