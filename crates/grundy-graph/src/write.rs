//! Labelled graphs for other programs: [`graphml`] and [`node_link`] JSON, which [`read`](crate::read) reads again.

pub mod graphml;
pub mod node_link;

use crate::read::Names;

/// What is told of a vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attribute {
    /// Nothing.
    None,
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// A graph as it is written: its vertices with a list of attributes each, and its arcs.
#[derive(Debug)]
pub struct Written<'a, V, A> {
    /// What the vertices are called.
    pub names: &'a Names,
    /// What the attributes are called, and whether they are numbers.
    pub keys: &'a [(&'a str, bool)],
    /// The vertices, each with one attribute a key.
    pub vertices: V,
    /// The arcs.
    pub arcs: A,
}

#[cfg(test)]
mod tests {
    use std::io;

    use grundy_core::Context;

    use super::*;
    use crate::Arc;
    use crate::read::text;

    /// The arcs that are read again, by name.
    fn again(write: impl Fn(&mut dyn io::Write, Vec<(u32, Vec<Attribute>)>, Vec<Arc>)) -> Vec<String> {
        let attributes = vec![Attribute::Text("N".to_owned()), Attribute::Number(3)];
        let nothing = vec![Attribute::Text("<&\"\u{1}>".to_owned()), Attribute::None];
        let mut bytes = Vec::new();
        write(&mut bytes, vec![(0, attributes.clone()), (1, nothing), (2, attributes)], vec![(0, 1), (1, 1), (2, 0)]);
        let list = text::read(&mut &bytes[..], "g", &Context::default()).unwrap();
        assert_eq!(list.names.len(), 3);
        let name = |v| list.names.name(v).into_owned();
        list.parts.iter().flatten().map(|&(u, v)| format!("{} {}", name(u), name(v))).collect()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let keys = [("outcome", false), ("value", true)];
        let words = Names::words(["a b", "<\"é&'>", "c"].map(str::to_owned).to_vec());
        for names in [&words, &Names::Numbers(vec![0, 7, 1 << 60])] {
            let name = |v: u32| names.name(v).into_owned();
            let known = [(0, 1), (1, 1), (2, 0)].map(|(u, v)| format!("{} {}", name(u), name(v)));
            let told = |out: &mut dyn io::Write, xml: bool, vertices: Vec<_>, arcs: Vec<_>| {
                let written = Written { names, keys: &keys, vertices: vertices.into_iter(), arcs: arcs.into_iter() };
                if xml { graphml::write(out, written) } else { node_link::write(out, written) }.unwrap();
            };
            for xml in [true, false] {
                assert_eq!(again(|out, vertices, arcs| told(out, xml, vertices, arcs)), known, "{xml}");
            }
        }
    }
}
