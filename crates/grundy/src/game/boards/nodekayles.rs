//! **Node Kayles**: choose a vertex of a graph and remove it with all its neighbours.
//!
//! On a path of n vertices this is Dawson's Kayles on n + 1 pins (code 0.07): a vertex in the middle takes three in a row.
//! Values are searched: what is left falls into connected components, and components that are found to be isomorphic are one.
//! What is left of a grid is searched as words ([`cells`](crate::game::boards::cells)). To tell who wins is PSPACE-complete.
//!
//! Cost: grids of 3 × 20 take hundredths of a second; other graphs about a thousand times as long an option.
//!
//! Reference: T. J. Schaefer, *On the complexity of some two-person perfect-information games*, 1978.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Evidence, NormalPlay, Result};

use crate::error::Diagnostic;
use crate::game::boards::cells::{Cells, Places, Taking};
use crate::game::boards::graph::Simple;
use crate::game::boards::proof::{Connected, OfBoard, OfGraph, Proof};
use crate::game::boards::store::{Keyed, NimberStore};
use crate::game::boards::values::{Kept, Values, searched, sum_is};
use crate::game::boards::{Written, made_with};
use crate::game::catalogue::{Definition, Entry, Group};
use crate::rules::{Rules, Visitor};

/// Node Kayles in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "nodekayles",
    aliases: &[],
    english: "Node Kayles",
    chinese: "顶点凯尔斯",
    other_names: &["图上取点"],
    rule_english: "Choose a vertex of a graph and remove it with all its neighbours.",
    rule_chinese: "选图中一个顶点，把它和所有邻点一起删去。",
    group: Group::Boards,
    signature: "nodekayles(\"GRAPH\")",
    example: "nodekayles(\"path:5\")",
    references: &["T. J. Schaefer, On the complexity of some two-person perfect-information games, 1978"],
    problems: &[],
    definition: Definition::Rules(|brackets| made_with("nodekayles", brackets, NodeKayles, Found::new(NodeKayles, Taking::Around))),
    expand: None,
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct NodeKayles;

impl Rules for NodeKayles {
    type Position = Simple;

    fn options(&self, graph: &Simple, visit: &mut Visitor<'_, Simple>) -> ControlFlow<()> {
        graph.vertices().iter().try_for_each(|&chosen| {
            let joined = |v: u32| graph.edges().binary_search(&(v.min(chosen), v.max(chosen))).is_ok();
            visit(&[graph.without(|v| v == chosen || joined(v))])
        })
    }

    fn canonical(&self, graph: Simple) -> Simple {
        graph.renumbered()
    }

    fn split(&self, graph: Simple) -> Vec<Simple> {
        graph.components()
    }
}

impl NormalPlay for NodeKayles {
    fn size(&self, graph: &Simple) -> u32 {
        graph.vertices().len() as u32
    }

    fn bound(&self, graph: &Simple) -> u64 {
        graph.vertices().len() as u64
    }

    /// Twins leave graphs that are isomorphic: one of them is enough.
    fn reduced_options(&self, graph: &Simple, visit: &mut Visitor<'_, Simple>) -> ControlFlow<()> {
        let (twins, lists) = (graph.twins(), graph.neighbours());
        (0..twins.len()).filter(|&v| twins[v] == v).try_for_each(|v| {
            let at = |w: u32| graph.vertices().partition_point(|&x| x < w);
            visit(&self.reduced(graph.without(|w| at(w) == v || lists[v].contains(&at(w)))))
        })
    }
}

/// What was found: of grids by words, of other graphs by graphs.
#[derive(Debug)]
pub(super) struct Found<R: NormalPlay<Position = Simple>> {
    rules: R,
    cells: Cells,
    graphs: Kept<R>,
}

impl<R: NormalPlay<Position = Simple> + Copy + Sync> Found<R> {
    pub(super) fn new(rules: R, taking: Taking) -> Self {
        Found { rules, cells: Cells::new(taking), graphs: Kept::new(rules) }
    }
}

/// The rows and columns of the vertices, where they are cells of a grid.
fn places(part: &Simple) -> Option<Places> {
    part.grid().map(|columns| part.vertices().iter().map(|v| (v / columns, v % columns)).collect())
}

impl<R: Keyed<Position = Simple> + Copy + Send + Sync> Values<Simple> for Found<R> {
    fn value(&self, graph: &Simple, cx: &Context) -> Result<(u64, Evidence)> {
        let mut value = 0;
        for part in self.rules.split(graph.clone()) {
            value ^= match places(&part).and_then(|places| self.cells.value(places, cx)) {
                Some(found) => found?,
                None => self.graphs.value_of(&part, cx)?,
            };
        }
        Ok((value, searched()))
    }

    fn is(&self, graph: &Simple, number: u64, cx: &Context) -> Option<Result<bool>> {
        let value = |part: &Simple| Ok(self.value(part, cx)?.0);
        let is = |part: &Simple, rest| {
            let on_grid = places(part).and_then(|places| self.cells.is(places, rest, cx));
            on_grid.unwrap_or_else(|| self.graphs.is_of(part, rest, cx))
        };
        Some(sum_is(self.rules.split(graph.clone()), number, |part| self.rules.size(part), value, is))
    }

    fn excluded(&self, graph: &Simple, cx: &Context) -> Vec<u64> {
        let parts = self.rules.split(graph.clone());
        let [part] = parts.as_slice() else { return Vec::new() };
        places(part)
            .and_then(|places| self.cells.excluded(places, cx))
            .unwrap_or_else(|| self.graphs.excluded_of(part, cx))
    }

    fn certificate(&self, graph: &Simple, comment: &str, cx: &Context) -> Option<Result<String>> {
        let takes_edges = self.cells.takes_edges();
        let board = OfBoard { cells: &self.cells, takes_edges };
        let squares = places(graph).and_then(|squares| board.head(&squares).map(|head| (squares, head)));
        Some(match squares {
            Some((squares, head)) => {
                let play = Connected(board);
                Proof::text(&play, &play.parts(squares), &head, comment, cx)
            }
            None => {
                let ground = OfGraph::new(graph, &self.graphs, takes_edges);
                let (head, all) = (ground.head(), ground.all());
                let play = Connected(ground);
                Proof::text(&play, &play.parts(all), &head, comment, cx)
            }
        })
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep_in(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()> {
        self.cells.keep_in(store);
        self.graphs.keep_found(store, cx)
    }
}

impl Written for NodeKayles {
    fn read(&self, text: &str) -> Result<Simple, Diagnostic> {
        Simple::read(text)
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use crate::game;
    use crate::game::boards::graph::Simple;
    use crate::game::boards::testing::{Plain, random_graph};

    /// Holds the game against the definition, over sets of vertices.
    fn agrees(text: String) {
        let graph = Simple::read(&text).unwrap();
        let at = |v: u32| graph.vertices().partition_point(|&w| w < v);
        let mut around: Vec<u64> = (0..graph.vertices().len()).map(|v| 1 << v).collect();
        for &(a, b) in graph.edges() {
            around[at(a)] |= 1 << at(b);
            around[at(b)] |= 1 << at(a);
        }
        let all = (1 << around.len()) - 1;
        let mut plain = Plain::new(|left: &u64| {
            let chosen = (0..around.len()).filter(|v| left >> v & 1 == 1);
            chosen.map(|v| left & !around[v]).collect()
        });
        plain.agrees("nodekayles", [(text, all)]);
    }

    #[test]
    fn graphs_have_the_values_of_the_definition() {
        for text in [
            "path:13",
            "cycle:11",
            "star:6",
            "complete:5",
            "bipartite:3,4",
            "grid:3x4",
            "queens:4",
            "petersen:5,2",
            "graph6:DqK",
            "edges:0-1,0-2,1-2,2-3,5,7-8,8-9",
            "edges:",
        ] {
            agrees(text.to_owned());
        }
        let mut random = Random::new(13);
        for _ in 0..150 {
            agrees(random_graph(&mut random, 9, 14).0);
        }
    }

    #[test]
    fn paths_are_dawsons_kayles() {
        let (paths, pins) = (game("nodekayles").unwrap(), game("0.07").unwrap());
        for n in 0..60u64 {
            assert_eq!(paths.at_text(&format!("path:{n}")).value(), pins.value(n + 1), "{n}");
        }
    }

    #[test]
    fn results_keep_the_numbers() {
        let moves = game("nodekayles").unwrap().at_text("path:4").moves().unwrap().moves;
        let texts: Vec<&str> = moves.iter().map(|m| m.to.as_str()).collect();
        assert_eq!(
            texts,
            [
                "nodekayles(\"edges:0\")",
                "nodekayles(\"edges:0-1\")",
                "nodekayles(\"edges:2-3\")",
                "nodekayles(\"edges:3\")"
            ]
        );
    }
}
