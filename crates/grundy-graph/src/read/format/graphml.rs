//! GraphML: `<node id="a"/>` and `<edge source="a" target="b"/>` in a `<graph edgedefault="directed">`.
//!
//! Data and labels are passed over. Entities of a file's own are not expanded. Hyperedges, and an edge between vertices that
//! are not there, are faults.

use grundy_core::Context;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::gathered::Gathered;
use super::{Fault, Read, Wrong};

/// Reads nodes and edges, in any order.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let mut reader = Reader::from_str(text);
    // nodes may stand behind the edges that name them
    let mut edges: Vec<(usize, String, String, bool)> = Vec::new();
    let (mut rooted, mut graphs, mut depth) = (false, Vec::new(), 0usize);
    loop {
        cx.tick(1)?;
        let at = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            Fault::from(Wrong::new(reader.error_position() as usize, format!("this is not XML: {error}")))
        })?;
        let (element, empty) = match event {
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            Event::End(element) => {
                depth = depth.saturating_sub(1);
                if element.local_name().as_ref() == "graph" {
                    graphs.pop();
                }
                continue;
            }
            Event::Eof if depth > 0 => return Err(Wrong::new(text.len(), "an element is not closed").into()),
            Event::Eof => break,
            _ => continue,
        };
        depth += usize::from(!empty);
        let needs = |name: &str| {
            let value = attribute(&element, name, at)?;
            value.ok_or_else(|| Wrong::new(at, format!("a {} without {name:?}", element.local_name().as_ref())))
        };
        let name = element.local_name();
        if !rooted && name.as_ref() != "graphml" {
            let what = if name.as_ref() == "gexf" { "GEXF, which is not read" } else { "XML, and no GraphML" };
            return Err(Wrong::new(at, format!("this is {what}: it begins with <{}>", name.as_ref())).into());
        }
        rooted = true;
        match name.as_ref() {
            "graph" if !empty => {
                let directed = match attribute(&element, "edgedefault", at)?.as_deref() {
                    Some("undirected") => false,
                    Some("directed") | None => true,
                    Some(_) => return Err(Wrong::new(at, "`edgedefault` is directed or undirected").into()),
                };
                graphs.push(directed);
            }
            "node" => {
                let id = needs("id")?;
                if into.knows(&id) {
                    return Err(Wrong::new(at, format!("a second node {id:?}")).into());
                }
                into.vertex(&id, at)?;
            }
            "edge" => {
                let directed = match attribute(&element, "directed", at)?.as_deref() {
                    Some("true") => true,
                    Some("false") => false,
                    Some(_) => return Err(Wrong::new(at, "`directed` is true or false").into()),
                    None => graphs.last().copied().unwrap_or(true),
                };
                edges.push((at, needs("source")?, needs("target")?, directed));
            }
            "hyperedge" => return Err(Wrong::new(at, "a hyperedge is not an arc").into()),
            _ => {}
        }
    }
    if !rooted {
        return Err(Wrong::new(0, "there is no <graphml>").into());
    }
    for (at, u, v, directed) in edges {
        if let Some(name) = [&u, &v].into_iter().find(|name| !into.knows(name)) {
            return Err(Wrong::new(at, format!("an edge of {name:?}, which is not a node")).into());
        }
        let (u, v) = (into.vertex(&u, at)?, into.vertex(&v, at)?);
        into.edge(u, v, directed);
    }
    Ok(())
}

/// The value of an attribute, with `&amp;` and its like resolved.
fn attribute(element: &BytesStart<'_>, name: &str, at: usize) -> Result<Option<String>, Wrong> {
    let wrong = |error: &dyn std::fmt::Display| Wrong::new(at, format!("the attributes cannot be read: {error}"));
    let Some(found) = element.try_get_attribute(name).map_err(|error| wrong(&error))? else { return Ok(None) };
    let value = found.normalized_value(quick_xml::XmlVersion::Implicit1_0).map_err(|error| wrong(&error))?;
    Ok(Some(value.into_owned()))
}
