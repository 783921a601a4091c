//! Node-link JSON, as `networkx.node_link_graph` reads it: a node a line, then an edge a line. Other programs look for
//! `links`; networkx 3.4 and later look for `edges`, and so does this.

use std::io::{self, Write};

use serde_json::Value;

use super::{Attribute, Written};
use crate::Arc;
use crate::read::Names;

/// The number of a vertex, else its name.
fn id(names: &Names, v: u32) -> Value {
    names.as_number(v).map_or_else(|| Value::from(names.name(v).into_owned()), Value::from)
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
    write!(out, r#"{{"directed":true,"multigraph":false,"graph":{{}},"nodes":["#)?;
    let mut comma = "";
    for (v, attributes) in vertices {
        write!(out, "{comma}\n{{\"id\":{}", id(names, v))?;
        for ((key, _), attribute) in keys.iter().zip(attributes) {
            let value = match attribute {
                Attribute::None => Value::Null,
                Attribute::Number(n) => Value::from(n),
                Attribute::Text(text) => Value::from(text),
            };
            write!(out, ",\"{key}\":{value}")?;
        }
        write!(out, "}}")?;
        comma = ",";
    }
    write!(out, "],\n\"edges\":[")?;
    comma = "";
    for (u, v) in arcs {
        write!(out, "{comma}\n{{\"source\":{},\"target\":{}}}", id(names, u), id(names, v))?;
        comma = ",";
    }
    writeln!(out, "]}}")
}
