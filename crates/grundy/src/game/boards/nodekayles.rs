//! **Node Kayles**: choose a vertex of a graph and remove it with all its neighbours.
//!
//! On a path of n vertices this is Dawson's Kayles on n + 1 pins (code 0.07): a vertex in the middle takes three in a row.
//! Values are searched: what is left falls into connected components, and components that are found to be isomorphic are one.
//! What is left of a grid is searched as words ([`cells`](crate::game::boards::cells)). To tell who wins is PSPACE-complete.
//!
//! **Symmetry** tells who wins at once what is left of a grid and is its own half turn
//! ([`symmetry`](crate::game::boards::cells::symmetry)), and even cycles: who answers every move by its image wins.
//!
//! Cost: grids of 3 × 20 take hundredths of a second; other graphs about a thousand times as long an option.
//!
//! Reference: T. J. Schaefer, *On the complexity of some two-person perfect-information games*, 1978.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Evidence, NormalPlay, Outcome, Result, Theorem};
use grundy_sequence::Code;

use crate::error::Diagnostic;
use crate::game::boards::cells::{Cells, Places, Taking, symmetry};
use crate::game::boards::graph::Simple;
use crate::game::boards::proof::{Connected, OfBoard, OfGraph, Proof};
use crate::game::boards::{Written, made_with};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::members::{ByNumber, Members};
use crate::game::nimbers::store::{Keyed, NimberStore};
use crate::game::nimbers::{Kept, Values, searched, sum_is};
use crate::rules::{Rules, Visitor};

/// Node Kayles in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "nodekayles",
    english: "Node Kayles",
    chinese: "顶点凯尔斯",
    other_names: &["图上取点"],
    rule_english: "Choose a vertex of a graph and remove it with all its neighbours.",
    rule_chinese: "选图中一个顶点，把它和所有邻点一起删去。",
    group: Group::Boards,
    signature: "nodekayles(\"GRAPH\")",
    example: "nodekayles(\"path:5\")",
    references: &["T. J. Schaefer, On the complexity of some two-person perfect-information games, 1978"],
    definition: Definition::Rules(|brackets| {
        made_with("nodekayles", brackets, NodeKayles, Found::new(NodeKayles, Taking::Around))
    }),
    ..Entry::USUAL
};

/// The second player answers with the image under the half turn.
pub(crate) static GRID_SYMMETRY: Theorem = Theorem {
    id: "grid-symmetry",
    statement: "Let what is left of a grid be its own half turn. In Node Kayles it is P if its centre is where four cells meet \
                or not there, and N if it is a cell: take it, then answer every move by its image. In Arc Kayles it is P \
                if its centre is where four cells meet or not there, and N if it is an edge",
    chinese: "设网格剩下的部分转半圈后不变。顶点凯尔斯：若中心是四格相交处或中心不在其中，则是 P 局面；若中心是一格，则是 N 局面：先取它，再以像应对。边凯尔斯：若中心是四格相交处或中心不在其中，则是 P 局面；若中心是一条边，则是 N 局面",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982, chapter 1 (Tweedledum and Tweedledee)",
};

/// The second player answers with the image on the other side.
pub(crate) static EVEN_CYCLE: Theorem = Theorem {
    id: "even-cycle",
    statement: "A cycle of an even number of vertices is P in Node Kayles and in Arc Kayles: every move is answered by the one \
                opposite to it, which is still there",
    chinese: "顶点数为偶数的圈，在顶点凯尔斯和边凯尔斯中都是 P 局面：每步都以正对面的一步应对，那一步总还在",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982, chapter 1 (Tweedledum and Tweedledee)",
};

/// Stars and complete graphs.
pub(crate) static STARS: Theorem = Theorem {
    id: "stars-and-complete-graphs",
    statement: "In Node Kayles a star with n leaves is worth 2 - n%2, and 1 without a leaf: a leaf that is taken leaves the others \
                alone; a complete graph is worth 1. In Arc Kayles a star with a leaf is worth 1, and a complete graph of n \
                vertices n//2 % 2: every edge takes two of them",
    chinese: "星与完全图定理：顶点凯尔斯中，有 n 片叶的星的值为 2 - n%2，没有叶时为 1，因为取一片叶后其余的叶互不相连；完全图的值为 1；边凯尔斯中，有叶的星的值为 1，\
              n 个顶点的完全图的值为 n//2 % 2，因为每条边取走两个顶点",
    reference: "",
};

/// One move makes a path of a cycle, and of paths all values are known.
pub(crate) static CYCLES: Theorem = Theorem {
    id: "cycles-are-paths",
    statement: "Every move on a cycle of n vertices leaves the path of n-3 vertices in Node Kayles, and of n-2 in Arc Kayles.                 So the cycle is worth 1 where that path is worth 0, else 0: in both games 1 for n % 34 = 7, 11, 23, 27, 31 and                 for n = 3, 17, 37, by the period 34 of the paths",
    chinese: "圈变路定理：n 个顶点的圈走一步后，顶点凯尔斯中剩下 n-3 个顶点的路，边凯尔斯中剩下 n-2 个顶点的路。所以该路的值为 0 时圈的值为 1，否则为 0：              由路的周期 34，两个游戏中都是当 n % 34 = 7、11、23、27、31 或 n = 3、17、37 时为 1",
    reference: "R. K. Guy, C. A. B. Smith, The G-values of various games, 1956 (the values of paths)",
};

/// The cycles of both games.
pub(crate) fn cycles() -> Members {
    let formula = "1 if n % 34 in {7,11,23,27,31} or n in {3,17,37} else 0";
    let value = |n| u64::from([7, 11, 23, 27, 31].contains(&(n % 34)) || [3, 17, 37].contains(&n));
    ByNumber::formula(&CYCLES, formula, [38, 34, 0], 3, value)
}

/// Who wins by answering with images: on what is left of a grid under its half turn, on an even cycle under its own.
///
/// On a cycle of 2m vertices the image of a vertex is m steps away, and m is 2 at least: no move takes a vertex with its
/// image, and none takes the image of one that it takes.
pub(super) fn by_images(taking: Taking, graph: &Simple) -> Option<Outcome> {
    match places(graph) {
        Some(cells) => symmetry::told(taking, &cells),
        None => graph.is_even_cycle().then_some(Outcome::Previous),
    }
}

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
    fn pairing(&self, graph: &Simple) -> Option<Outcome> {
        by_images(Taking::Around, graph)
    }

    fn size(&self, graph: &Simple) -> u32 {
        graph.vertices().len() as u32
    }

    fn bound(&self, graph: &Simple) -> u64 {
        graph.vertices().len() as u64
    }

    /// One node up to some sixty vertices and edges.
    fn effort(&self, graph: &Simple) -> u64 {
        (graph.weight() / 2).max(1)
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

    fn told(&self, graph: &Simple) -> Option<(Outcome, &'static Theorem)> {
        let theorem = if graph.grid().is_some() { &GRID_SYMMETRY } else { &EVEN_CYCLE };
        self.rules.pairing(graph).map(|outcome| (outcome, theorem))
    }

    /// Only where symmetry says N: what is searched whatever it costs needs no estimate. Grids of 7 × 7 and Cram of 5 × 7 are
    /// still searched for their values.
    fn cost(&self, graph: &Simple) -> Option<u64> {
        self.rules.pairing(graph)?;
        let vertices = graph.vertices().len() as u32;
        let doublings = if self.cells.takes_edges() { vertices / 2 } else { vertices * 3 / 8 };
        Some(1u64.checked_shl(doublings).unwrap_or(u64::MAX))
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

    fn weight(&self, graph: &Simple) -> u64 {
        graph.weight()
    }

    /// A vertex is taken with its neighbours: one of a path that is all of it, two from an end, three with any rest.
    fn members(&self, parts: &[&str], _letters: &[usize]) -> Option<Members> {
        Some(match parts {
            ["path:", ""] => Members::Code(Code::octal(0, [1, 3, 7])),
            // the centre takes all; a leaf takes the centre too and leaves the other leaves, which are alone
            ["star:", ""] => {
                ByNumber::formula(&STARS, "2-n%2 if n > 0 else 1", [1, 2, 0], 0, |n| if n > 0 { 2 - n % 2 } else { 1 })
            }
            ["cycle:", ""] => cycles(),
            ["complete:", ""] => ByNumber::formula(&STARS, "min(n,1)", [1, 1, 0], 0, |n| n.min(1)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;
    use crate::game::boards::testing::{Plain, random_graph};
    use crate::{Nat, game};

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
    fn even_cycles_are_lost() {
        let [nodes, arcs] = ["nodekayles", "arckayles"].map(|name| game(name).unwrap());
        for n in 2..12 {
            // without what symmetry tells: any vertex, or any edge, leaves a path
            let graph = Simple::read(&format!("cycle:{}", 2 * n)).unwrap();
            assert_eq!(by_images(Taking::Around, &graph), Some(Outcome::Previous));
            assert_ne!(nodes.at_text(&format!("path:{}", 2 * n - 3)).value(), Ok(Nat::ZERO), "{n}");
            assert_ne!(arcs.at_text(&format!("path:{}", 2 * n - 2)).value(), Ok(Nat::ZERO), "{n}");
        }
        for of in [nodes, arcs] {
            let answer = of.at_text("cycle:512").solve().unwrap();
            assert_eq!((answer.outcome, &answer.evidence.theorems[..]), (Some(Outcome::Previous), &[&EVEN_CYCLE][..]));
        }
    }

    /// The law of cycles is that of the paths that are left, on which both games are codes.
    #[test]
    fn cycles_leave_paths() {
        let Members::Law(law) = cycles() else { panic!() };
        for (name, taken) in [("0.137", 3u64), ("0.07", 2)] {
            let paths = game(name).unwrap();
            for n in 3..1000u64 {
                let left = paths.value(n - taken).unwrap();
                let value = if left.is_zero() { Nat::ONE } else { Nat::ZERO };
                assert_eq!(law.value(&crate::game::Place::heap(n)), Some(value), "{name}, {n}");
            }
        }
        for text in ["nodekayles(\"cycle:n\")", "arckayles(\"cycle:n\")"] {
            let question = crate::Session::new().game(text).unwrap();
            let answer = question.period_with(&crate::PeriodOptions::default(), &Context::default()).unwrap();
            let period = answer.period.clone().unwrap();
            assert_eq!((period.preperiod, period.period), (Nat::from(38u8), Nat::from(34u8)), "{text}");
            assert!(answer.evidence.is_proved(), "{text}");
        }
    }

    /// What the theorem tells of even × odd grids in Node Kayles: nothing, so the search hears of its budget.
    #[test]
    fn a_large_graph_hears_of_its_budget() {
        let time = std::time::Duration::from_millis(200);
        for (name, text) in
            [("nodekayles", "grid:19x20"), ("nodekayles", "petersen:250,7"), ("arckayles", "bipartite:250,249")]
        {
            let cx = Context::new(grundy_core::Budget { time: Some(time), ..grundy_core::Budget::UNLIMITED });
            let begun = std::time::Instant::now();
            let answer = game(name).unwrap().at_text(text).solve_with(&crate::SolveOptions::default(), &cx).unwrap();
            assert!(begun.elapsed() < 20 * time, "{name} {text}: {:?}", begun.elapsed());
            assert!(answer.outcome.is_some() || answer.stopped.is_some());
        }
    }

    #[test]
    fn symmetry_tells_who_wins_grids() {
        let kayles = game("nodekayles").unwrap();
        for (text, outcome) in [("grid:20x20", Outcome::Previous), ("grid:19x21", Outcome::Next)] {
            let answer = kayles.at_text(text).solve().unwrap();
            assert_eq!(answer.outcome, Some(outcome), "{text}");
            assert_eq!(answer.evidence.theorems, [&GRID_SYMMETRY]);
        }
        // what symmetry tells is what the moves say, of parts of grids that are their own half turn, with holes or in pieces
        let mut random = Random::new(31);
        for (taking, height, width) in
            [(Taking::Dominoes, 3, 5), (Taking::Around, 3, 6), (Taking::Dominoes, 4, 4), (Taking::Around, 4, 4)]
        {
            let near = |a: u32, b: u32| (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width) == 1;
            let mut plain = Plain::new(|&left: &u32| {
                let cells: Vec<u32> = (0..height * width).filter(|cell| left >> cell & 1 == 1).collect();
                let beside = |cell: u32| cells.iter().copied().filter(move |&other| near(cell, other));
                let mut options = Vec::new();
                for &cell in &cells {
                    match taking {
                        Taking::Dominoes => options.extend(beside(cell).map(|other| left & !(1 << cell | 1 << other))),
                        Taking::Around => {
                            options.push(beside(cell).fold(left & !(1 << cell), |left, other| left & !(1 << other)));
                        }
                    }
                }
                options
            });
            // by the centre (where four cells meet, in a cell, between two), whether something is there, and the outcome
            let mut met = std::collections::BTreeMap::new();
            for _ in 0..500 {
                let (rows, columns) = (1 + random.below(height.into()) as u32, 1 + random.below(width.into()) as u32);
                let half: Vec<(u32, u32)> = (0..rows)
                    .flat_map(|row| (0..columns).map(move |column| (row, column)))
                    .filter(|_| random.below(3) > 0)
                    .collect();
                let turned = half.iter().map(|&(row, column)| (rows - 1 - row, columns - 1 - column));
                let mut cells: Vec<(u32, u32)> = half.iter().copied().chain(turned).collect();
                cells.sort_unstable();
                cells.dedup();
                let Some(outcome) = symmetry::told(taking, &cells) else { continue };
                let word = cells.iter().fold(0, |word, (row, column)| word | 1 << (row * width + column));
                assert_eq!(outcome == Outcome::Previous, plain.of(&word).0 == 0, "{taking:?} {cells:?}");
                let middle = cells.contains(&((rows - 1) / 2, (columns - 1) / 2));
                *met.entry((rows % 2 + columns % 2, middle, outcome == Outcome::Next)).or_insert(0) += 1;
            }
            // an odd number of rows and of columns is a cell at the centre; two even ones are a corner of four
            let wins = if taking == Taking::Dominoes { 1 } else { 2 };
            for case in [(0, false, false), (0, true, false), (1, false, false), (2, false, false), (wins, true, true)]
            {
                assert!(met.get(&case).is_some_and(|&count| count > 5), "{taking:?} {case:?} {met:?}");
            }
            assert!(met.keys().all(|&(_, middle, is_next)| middle || !is_next));
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
                "nodekayles(\"edges:0\")", "nodekayles(\"edges:0-1\")", "nodekayles(\"edges:2-3\")",
                "nodekayles(\"edges:3\")"
            ]
        );
    }
}
