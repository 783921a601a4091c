//! **Arc Kayles**: choose an edge of a graph and remove both its ends.
//!
//! On a path of n vertices this is Dawson's Kayles on n pins (code 0.07); on a grid it is Cram, and what is left of a grid is
//! searched as Cram is. Node Kayles on the line graph is the same game: an edge is a vertex there, and its neighbours are the
//! edges that share an end.
//!
//! Cost: as for Node Kayles; one state a connected graph that can be left.
//!
//! Reference: T. J. Schaefer, *On the complexity of some two-person perfect-information games*, 1978.

use std::ops::ControlFlow;

use grundy_core::{NormalPlay, Outcome};
use grundy_sequence::Code;
use rustc_hash::FxHashSet;

use super::nodekayles::{Found, by_images};
use crate::error::Diagnostic;
use crate::game::boards::cells::Taking;
use crate::game::boards::graph::Simple;
use crate::game::boards::nodekayles::{STARS, cycles};
use crate::game::boards::{Written, made_with};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::members::{ByNumber, Members};
use crate::rules::{Rules, Visitor};

/// Arc Kayles in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "arckayles",
    english: "Arc Kayles",
    chinese: "边凯尔斯",
    other_names: &["图上取边"],
    rule_english: "Choose an edge of a graph and remove both its ends.",
    rule_chinese: "选图中一条边，把它的两个端点一起删去。",
    group: Group::Boards,
    signature: "arckayles(\"GRAPH\")",
    example: "arckayles(\"grid:3x4\")",
    references: &["T. J. Schaefer, On the complexity of some two-person perfect-information games, 1978"],
    definition: Definition::Rules(|brackets| {
        made_with("arckayles", brackets, ArcKayles, Found::new(ArcKayles, Taking::Dominoes))
    }),
    ..Entry::USUAL
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct ArcKayles;

impl Rules for ArcKayles {
    type Position = Simple;

    fn options(&self, graph: &Simple, visit: &mut Visitor<'_, Simple>) -> ControlFlow<()> {
        graph.edges().iter().try_for_each(|&(a, b)| visit(&[graph.without(|v| v == a || v == b)]))
    }

    fn canonical(&self, graph: Simple) -> Simple {
        graph.renumbered()
    }

    fn split(&self, graph: Simple) -> Vec<Simple> {
        // nobody moves at a vertex without an edge
        graph.components().into_iter().filter(|part| !part.edges().is_empty()).collect()
    }
}

impl NormalPlay for ArcKayles {
    fn pairing(&self, graph: &Simple) -> Option<Outcome> {
        by_images(Taking::Dominoes, graph)
    }

    fn size(&self, graph: &Simple) -> u32 {
        graph.vertices().len() as u32
    }

    fn bound(&self, graph: &Simple) -> u64 {
        graph.vertices().len() as u64 / 2
    }

    /// One node up to some sixty vertices and edges.
    fn effort(&self, graph: &Simple) -> u64 {
        (graph.weight() / 2).max(1)
    }

    /// Edges whose ends are twins leave graphs that are isomorphic: one of them is enough.
    fn reduced_options(&self, graph: &Simple, visit: &mut Visitor<'_, Simple>) -> ControlFlow<()> {
        let twins = graph.twins();
        let twin = |v: u32| twins[graph.vertices().partition_point(|&w| w < v)];
        let mut seen = FxHashSet::default();
        let mut edges = graph.edges().iter().filter(|&&(a, b)| {
            let (a, b) = (twin(a), twin(b));
            seen.insert((a.min(b), a.max(b)))
        });
        edges.try_for_each(|&(a, b)| visit(&self.reduced(graph.without(|v| v == a || v == b))))
    }
}

impl Written for ArcKayles {
    fn read(&self, text: &str) -> Result<Simple, Diagnostic> {
        Simple::read(text)
    }

    fn weight(&self, graph: &Simple) -> u64 {
        graph.weight()
    }

    /// An edge is taken with both its vertices, two in a row of a path.
    fn members(&self, parts: &[&str], _letters: &[usize]) -> Option<Members> {
        Some(match parts {
            ["path:", ""] => Members::Code(Code::octal(0, [0, 7])),
            // every edge takes the centre; every edge takes two vertices
            ["star:", ""] => ByNumber::formula(&STARS, "min(n,1)", [1, 1, 0], 0, |n| n.min(1)),
            ["cycle:", ""] => cycles(),
            ["complete:", ""] => ByNumber::formula(&STARS, "n//2 % 2", [0, 4, 0], 0, |n| n / 2 % 2),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use crate::game;
    use crate::game::boards::testing::{Plain, random_graph};

    #[test]
    fn graphs_have_the_values_of_the_definition() {
        let mut random = Random::new(4);
        let mut plain = Plain::new(|edges: &Vec<(u32, u32)>| {
            let left = |&(a, b): &(u32, u32)| {
                let rest = edges.iter().filter(|&&(c, d)| ![c, d].contains(&a) && ![c, d].contains(&b));
                rest.copied().collect::<Vec<_>>()
            };
            edges.iter().map(left).collect()
        });
        plain.agrees("arckayles", (0..150).map(|_| random_graph(&mut random, 8, 10)));
    }

    #[test]
    fn grids_are_cram_and_line_graphs_node_kayles() {
        let [arcs, nodes, cram] = ["arckayles", "nodekayles", "cram"].map(|name| game(name).unwrap());
        for (rows, columns) in [(1, 7), (2, 3), (3, 3), (3, 4), (4, 4)] {
            let grid = arcs.at_text(&format!("grid:{rows}x{columns}")).value();
            assert_eq!(grid, cram.at_text(&format!("{rows}x{columns}")).value());
        }
        // the line graphs of a path, a cycle and a star
        for (graph, line) in [("path:9", "path:8"), ("cycle:9", "cycle:9"), ("star:5", "complete:5")] {
            assert_eq!(arcs.at_text(graph).value(), nodes.at_text(line).value(), "{graph}");
        }
    }
}
