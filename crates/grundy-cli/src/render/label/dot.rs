//! The labelled graph in the DOT language of Graphviz.

use std::io::{self, Write};

use grundy::Outcome;

use crate::graph::labels::Labels;
use crate::graph::{Label, Rows};

/// A graph of more vertices is not drawn as DOT.
pub(crate) const MOST: u64 = 5000;

/// A text between quotation marks: only `"` and `\` mean something there; control characters become blanks.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// `N 3`, `P 0`, `D ∞{1}`; in misère play the letter alone.
pub(super) fn words(label: &Label) -> String {
    match &label.value {
        Some(value) => format!("{} {value}", label.outcome.letter()),
        None => label.outcome.letter().to_string(),
    }
}

/// One node a vertex, filled by outcome, with the letter and the value; then the arcs.
pub(crate) fn dot(out: &mut dyn Write, labels: &Labels) -> io::Result<()> {
    writeln!(out, "digraph game {{")?;
    writeln!(out, "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];")?;
    for v in labels.vertices() {
        let label = labels.label(v);
        let fill = match label.outcome {
            Outcome::Next => "#cfe3f7",
            Outcome::Previous => "#f7d9c4",
            Outcome::Draw => "#e3e3e3",
        };
        let name = escape(&labels.names.name(v));
        let words = words(&label);
        writeln!(out, "  n{v} [label=\"{name}\\n{words}\", fillcolor=\"{fill}\"];")?;
    }
    for v in labels.vertices() {
        for &u in labels.graph.predecessors(v) {
            writeln!(out, "  n{u} -> n{v};")?;
        }
    }
    writeln!(out, "}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_quotation_marks() {
        assert_eq!(escape("a\"b\\"), "a\\\"b\\\\");
        assert_eq!(escape("a\nb"), "a b");
    }
}
