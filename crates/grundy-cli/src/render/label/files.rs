//! Labels as files: a row a vertex.

use std::borrow::Cow;
use std::io::{self, Write};

use grundy_form::columns::{Batch, Cells, Column, Columns, Kind, json as objects};
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
        let numeric = names.as_number(0).is_some();
        let mut vertices = self.0.vertices();
        Box::new(std::iter::from_fn(move || {
            let rows: Vec<(u32, Label)> = vertices.by_ref().take(most).map(|v| (v, self.0.label(v))).collect();
            let numbers = |of: fn(&Label) -> Option<u32>| {
                Cells::Numbers(rows.iter().map(|(_, label)| of(label).map(u64::from)).collect())
            };
            let set = |label: &Label| Some(label.value.as_ref()?.loopy()?.iter().map(|&k| u64::from(k)).collect());
            let batch = vec![
                if numeric {
                    Cells::Numbers(rows.iter().map(|&(v, _)| names.as_number(v)).collect())
                } else {
                    Cells::Texts(rows.iter().map(|&(v, _)| Some(names.name(v))).collect::<Vec<Option<Cow<'_, str>>>>())
                },
                Cells::Letters(rows.iter().map(|(_, label)| label.outcome.letter() as u8).collect()),
                numbers(|label| label.value.as_ref().and_then(LoopyValue::finite).copied()),
                Cells::Sets(rows.iter().map(|(_, label)| set(label)).collect()),
                numbers(|label| label.remoteness),
                numbers(|label| label.suspense),
            ];
            (!rows.is_empty()).then_some(batch)
        }))
    }
}

/// One object with the list `labels`, a vertex a line.
pub(crate) fn json(out: &mut dyn Write, labels: &impl Rows) -> io::Result<()> {
    write!(out, "{{\"schema\":1,\"convention\":\"{}\",\"labels\":[", labels.convention().name())?;
    objects::rows(out, &Labelled(labels))?;
    writeln!(out, "\n]}}")
}
