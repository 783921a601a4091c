//! A labelled graph as a picture in layers ([`grundy_form::layers`]).

use std::io::{self, Write};

use grundy_form::layers::{self, Vertex};

use super::dot::words;
use crate::graph::Rows;
use crate::graph::labels::Labels;

/// Draws the graph.
pub(crate) fn svg(out: &mut dyn Write, labels: &Labels, title: &str) -> io::Result<()> {
    let places: Vec<u32> = labels.vertices().collect();
    let place = |v: u32| places.binary_search(&v).unwrap_or(0);
    let mut followers = vec![Vec::new(); places.len()];
    for (i, &v) in places.iter().enumerate() {
        for &u in labels.graph.predecessors(v) {
            followers[place(u)].push(i);
        }
    }
    for list in &mut followers {
        list.sort_unstable();
        list.dedup();
    }
    let vertices: Vec<Vertex> = places
        .iter()
        .map(|&v| {
            let label = labels.label(v);
            Vertex { name: labels.names.name(v).into_owned(), words: words(&label), outcome: label.outcome }
        })
        .collect();
    layers::svg(out, title, &vertices, &followers)
}
