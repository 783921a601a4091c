//! Graphs as JSON: node-link, as networkx and D3 write it, adjacency data of networkx, and a list of neighbours for each vertex.
//!
//! ```text
//! {"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}
//! {"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "adjacency": [[{"id": "b"}], []]}
//! {"nodes": ["a", "b"], "edges": [["a", "b"]]}
//! {"a": ["b"], "b": []}
//! ```
//!
//! `edges` stands for `links` too. A node may be its `id` alone, and a link the pair of its ends. Where no node has an `id`, links name them by their numbers from 0. A graph that does not
//! say whether it is directed is.

mod place;

use std::fmt;

use grundy_core::Context;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::gathered::Gathered;
use super::{Fault, Read, Wrong, no_name};
use place::{Step, place};

#[derive(Deserialize)]
struct Graph {
    directed: Option<bool>,
    nodes: Option<Vec<Node>>,
    links: Option<Vec<Link>>,
    edges: Option<Vec<Link>>,
    adjacency: Option<Vec<Vec<Node>>>,
}

struct Node {
    id: Option<Value>,
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(from)? {
            Value::Object(mut node) => Node { id: node.remove("id").filter(|id| !id.is_null()) },
            id => Node { id: Some(id) },
        })
    }
}

struct Link {
    source: Value,
    target: Value,
}

impl<'de> Deserialize<'de> for Link {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fault = |why: String| Err(D::Error::custom(why));
        match Value::deserialize(from)? {
            Value::Object(mut link) => match ["source", "target"].map(|end| link.remove(end)) {
                [Some(source), Some(target)] => Ok(Link { source, target }),
                [source, _] => fault(format!("missing field `{}`", if source.is_none() { "source" } else { "target" })),
            },
            Value::Array(pair) => match <[Value; 2]>::try_from(pair) {
                Ok([source, target]) => Ok(Link { source, target }),
                Err(pair) => fault(format!("an edge is a pair of vertices, found {}", Value::Array(pair))),
            },
            other => fault(format!("an edge is a pair of vertices, found {other}")),
        }
    }
}

/// `{"a": ["b"], "b": []}`: the members in their order, for a vertex that is given twice is a fault.
struct Neighbours(Vec<(String, Vec<Value>)>);

impl<'de> Deserialize<'de> for Neighbours {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(String, Vec<Value>)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of neighbours for each vertex")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some(member) = map.next_entry()? {
                    all.push(member);
                }
                Ok(all)
            }
        }
        from.deserialize_map(Members).map(Neighbours)
    }
}

/// Reads the neighbours of each vertex. A vertex that is only a neighbour has none.
fn neighbours(Neighbours(of): Neighbours, text: &str, into: &mut Gathered, cx: &Context) -> Read {
    for (at, (from, _)) in of.iter().enumerate() {
        if into.knows(from) {
            return Err(Wrong::new(place(text, &[Step::Name(at)]), format!("a second node {from:?}")).into());
        }
        into.vertex(from, 0)?;
    }
    for (member, (from, targets)) in of.into_iter().enumerate() {
        cx.tick(targets.len() as u64 + 1)?;
        let from = into.vertex(&from, 0)?;
        for (item, target) in targets.into_iter().enumerate() {
            let wrong = |why: String| Wrong::new(place(text, &[Step::Member(member), Step::Item(item)]), why);
            let target = match target {
                Value::String(_) | Value::Number(_) => into.vertex(&name(&target).map_err(wrong)?, 0)?,
                other => {
                    return Err(wrong(format!("a neighbour is a name or a number, found {other}")).into());
                }
            };
            into.edge(from, target, true);
        }
    }
    Ok(())
}

/// Reads nodes and links.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    let byte = |error: &serde_json::Error| {
        let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        (line + error.column().saturating_sub(1)).min(text.len())
    };
    let graph: Graph = serde_json::from_str(text).map_err(|error| {
        let at = byte(&error);
        // the place is told by us
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
        Fault::from(Wrong::new(at, format!("this is not a graph as JSON: {why}")))
    })?;
    let Graph { directed, nodes, links, edges, adjacency } = graph;
    let directed = directed.unwrap_or(true);
    let Some(nodes) = nodes else {
        let is_list = links.is_none() && edges.is_none() && adjacency.is_none();
        return match serde_json::from_str::<Neighbours>(text) {
            Ok(of) if is_list => neighbours(of, text, into, cx),
            read => Err(Wrong::new(
                read.err().filter(|_| is_list).map_or(place(text, &[]), |error| byte(&error)),
                "there are no \"nodes\", and it is no list of neighbours for each vertex, {\"a\": [\"b\"]}",
            )
            .into()),
        };
    };
    let named = nodes.iter().any(|node| node.id.is_some());
    let mut order = Vec::with_capacity(nodes.len());
    for (i, node) in nodes.iter().enumerate() {
        cx.tick(1)?;
        let wrong = |why: String| Wrong::new(place(text, &[Step::Field("nodes"), Step::Item(i)]), why);
        let id = match &node.id {
            Some(id) => name(id).map_err(wrong)?,
            None if named => return Err(wrong(format!("node {i} has no \"id\", and others have")).into()),
            None => i.to_string(),
        };
        if into.knows(&id) {
            return Err(wrong(format!("a second node {id:?}")).into());
        }
        order.push(into.vertex(&id, 0)?);
    }
    let find = |into: &mut Gathered, id: &Value, what: &str, path: &[Step<'_>]| -> Result<u32, Wrong> {
        let id = name(id).map_err(|why| Wrong::new(place(text, path), why))?;
        if !into.knows(&id) {
            return Err(Wrong::new(place(text, path), format!("{what} names {id:?}, which is not a node")));
        }
        into.vertex(&id, 0)
    };
    let field = if links.is_some() { "links" } else { "edges" };
    match (links.or(edges), adjacency) {
        (Some(links), _) => {
            for (i, link) in links.iter().enumerate() {
                cx.tick(1)?;
                let what = format!("link {i}");
                let path = [Step::Field(field), Step::Item(i)];
                let (u, v) = (find(into, &link.source, &what, &path)?, find(into, &link.target, &what, &path)?);
                into.edge(u, v, directed);
            }
        }
        (None, Some(rows)) => {
            if rows.len() != order.len() {
                let why = format!("{} nodes have {} lists in \"adjacency\"", order.len(), rows.len());
                return Err(Wrong::new(place(text, &[Step::Field("adjacency")]), why).into());
            }
            // an edge without a direction stands in the lists of both its ends
            for (i, (&u, row)) in order.iter().zip(&rows).enumerate() {
                cx.tick(row.len() as u64 + 1)?;
                let what = format!("list {i} of \"adjacency\"");
                for (item, target) in row.iter().enumerate() {
                    let path = [Step::Field("adjacency"), Step::Item(i), Step::Item(item)];
                    let missing = || Wrong::new(place(text, &path), format!("{what} has an entry without \"id\""));
                    let id = target.id.as_ref().ok_or_else(missing)?;
                    let v = find(into, id, &what, &path)?;
                    into.arc(u, v);
                }
            }
        }
        (None, None) => return Err(Wrong::new(place(text, &[]), "there are neither \"links\" nor \"edges\"").into()),
    }
    Ok(())
}

/// What a vertex is called: texts and whole numbers as they are, lists and such as JSON.
fn name(id: &Value) -> Result<String, String> {
    match id {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) if number.is_f64() => Err(no_name(&number.to_string())),
        other => Ok(other.to_string()),
    }
}
