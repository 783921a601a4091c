//! Labels as files: a row a vertex.

use std::io::{self, Write};

use grundy_form::columns::{self, Batch, Cell, Column, Columns, Kind, json as objects};
use grundy_graph::LoopyValue;

use crate::graph::Rows;
use crate::graph::labels::Label;

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
