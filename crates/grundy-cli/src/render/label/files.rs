//! Labels as files: a row a vertex.

use std::io::{self, Write};

use grundy_form::columns::{self, Batch, Cell, Column, Columns, Kind, json as objects};
use grundy_graph::LoopyValue;
use grundy_graph::write::{Attribute, Written, graphml, node_link};

use crate::args::LabelFormat;
use crate::graph::labels::Labels;
use crate::graph::{Label, Rows};

/// Labels by columns.
pub(crate) struct Labelled<'a, R>(pub(crate) &'a R);

impl<R: Rows> Columns for Labelled<'_, R> {
    fn columns(&self) -> Vec<Column> {
        let names = self.0.names();
        // numbers that name vertices ascend
        let last = u32::try_from(names.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let vertex = match (names.as_number(0), names.as_number(last)) {
            (Some(_), Some(largest)) => Kind::Unsigned(largest),
            _ => Kind::Text,
        };
        vec![
            Column::new("vertex", vertex),
            Column::new("outcome", Kind::Letter),
            Column::new("value", Kind::Number).optional(),
            Column::new("loopy", Kind::Set).optional(),
            Column::new("remoteness", Kind::Number).optional(),
            Column::new("suspense", Kind::Number).optional(),
        ]
    }

    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Batch<'_>> + '_> {
        let names = self.0.names();
        let number = |n: Option<u32>| Cell::from(n.map(u64::from));
        let set = |label: &Label| Some(label.value.as_ref()?.loopy()?.iter().map(|&k| u64::from(k)).collect());
        let row = move |v| {
            let label = self.0.label(v);
            [
                names.as_number(v).map_or_else(|| Cell::Text(names.name(v)), Cell::Number),
                Cell::Letter(label.outcome.letter() as u8),
                number(label.value.as_ref().and_then(LoopyValue::finite).copied()),
                set(&label).map_or(Cell::Nothing, Cell::Set),
                number(label.remoteness),
                number(label.suspense),
            ]
        };
        columns::batches(self.0.vertices().map(row), most)
    }
}

/// One object with the list `labels`, a vertex a line.
pub(crate) fn json(out: &mut dyn Write, labels: &impl Rows) -> io::Result<()> {
    write!(out, "{{\"schema\":1,\"convention\":\"{}\",\"labels\":[", labels.convention().name())?;
    objects::rows(out, &Labelled(labels))?;
    writeln!(out, "\n]}}")
}

/// The graph, with the labels of its vertices as attributes.
pub(crate) fn graph(out: &mut dyn Write, format: LabelFormat, labels: &Labels) -> io::Result<()> {
    let keys = [("outcome", false), ("value", true), ("loopy", false), ("remoteness", true), ("suspense", true)];
    let number = |n: Option<u32>| n.map_or(Attribute::None, |n| Attribute::Number(u64::from(n)));
    let vertices = labels.vertices().map(|v| {
        let label = labels.label(v);
        let loopy = label.value.as_ref().and_then(LoopyValue::loopy);
        let set = loopy.map(|set| set.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        let attributes = vec![
            Attribute::Text(label.outcome.letter().to_string()),
            number(label.value.as_ref().and_then(LoopyValue::finite).copied()),
            set.map_or(Attribute::None, Attribute::Text),
            number(label.remoteness),
            number(label.suspense),
        ];
        (v, attributes)
    });
    let arcs = labels.vertices().flat_map(|v| labels.graph.predecessors(v).iter().map(move |&u| (u, v)));
    let written = Written { names: &labels.names, keys: &keys, vertices, arcs };
    if format == LabelFormat::Graphml { graphml::write(out, written) } else { node_link::write(out, written) }
}
