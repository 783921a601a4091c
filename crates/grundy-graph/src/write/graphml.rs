//! GraphML: a `<node>` a vertex with its attributes as data, an `<edge>` an arc.

use std::io::{self, Write};

use quick_xml::escape::escape;

use super::{Attribute, Written};
use crate::Arc;

/// A text between tags or quotation marks; characters that XML does not have are replaced. Line ends and tabulators are written by
/// their numbers, for between quotation marks a reader takes them for blanks.
fn shown(text: &str) -> String {
    let is_space = |c: char| matches!(c, '\t' | '\n' | '\r');
    let known = |c: char| is_space(c) || !(c.is_control() || c == '\u{fffe}' || c == '\u{ffff}');
    let known = text.chars().map(|c| if known(c) { c } else { '\u{fffd}' }).collect::<String>();
    let escaped = escape(known);
    match escaped.contains(is_space) {
        true => escaped.replace('\t', "&#9;").replace('\n', "&#10;").replace('\r', "&#13;"),
        false => escaped.into_owned(),
    }
}

/// Writes a graph.
///
/// # Errors
/// What `out` fails with.
pub fn write<V, A>(out: &mut dyn Write, graph: Written<'_, V, A>) -> io::Result<()>
where
    V: Iterator<Item = (u32, Vec<Attribute>)>,
    A: Iterator<Item = Arc>,
{
    let Written { names, keys, vertices, arcs } = graph;
    let id = |v| shown(&names.name(v));
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#)?;
    for (key, is_number) in keys {
        let kind = if *is_number { "long" } else { "string" };
        writeln!(out, r#"  <key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>"#)?;
    }
    writeln!(out, r#"  <graph edgedefault="directed">"#)?;
    for (v, attributes) in vertices {
        write!(out, r#"    <node id="{}">"#, id(v))?;
        for ((key, _), attribute) in keys.iter().zip(attributes) {
            match attribute {
                Attribute::None => {}
                Attribute::Number(n) => write!(out, r#"<data key="{key}">{n}</data>"#)?,
                Attribute::Text(text) => write!(out, r#"<data key="{key}">{}</data>"#, shown(&text))?,
            }
        }
        writeln!(out, "</node>")?;
    }
    for (u, v) in arcs {
        writeln!(out, r#"    <edge source="{}" target="{}"/>"#, id(u), id(v))?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}
