//! **Vertex geography**: a token stands on a vertex. Move it along an edge to a neighbour; the vertex that it leaves is
//! removed.
//!
//! ```text
//! 0 - 1        token on 0, to 1:        1        and on to 2, where there is no move: P
//!  \ /                                  |
//!   2                                   2
//! ```
//!
//! On an **undirected** graph the player to move wins exactly if every matching that is as large as can be covers the
//! token's vertex (Fraenkel, Scheinerman, Ullman 1993): the winner moves along the edges of one. A vertex is left
//! uncovered by some largest matching exactly if taking it away leaves a matching as large, so two matchings tell, found by
//! Edmonds's algorithm. On a **directed** graph (arcs `0>1`) to tell who wins is PSPACE-complete, and it is searched; so are
//! Grundy values.
//!
//! Cost: O(vertices³) for a theorem's answer; a search visits every path of the token.
//!
//! Reference: A. S. Fraenkel, E. R. Scheinerman, D. Ullman, *Undirected edge geography*, 1993.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Evidence, NormalPlay, Outcome, Result, Theorem};

use crate::error::{Diagnostic, ErrorKind};
use crate::game::boards::graph::{Item, Simple};
use crate::game::boards::{Written, made_with};
use crate::game::drawing::network::Network;
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::store::NimberStore;
use crate::game::nimbers::{Kept, Values};
use crate::rules::{Rules, Visitor};

/// Geography in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "geography",
    english: "Vertex geography",
    chinese: "地理游戏",
    other_names: &["Undirected vertex geography", "图上走棋"],
    rule_english: "Move the token along an edge to a neighbour; the vertex that it leaves is removed.",
    rule_chinese: "把棋子沿边移到相邻顶点，离开的顶点被删去。",
    group: Group::Boards,
    signature: "geography(\"GRAPH\", start=V)",
    example: "geography(\"edges:0-1,1-2,2-0\", start=0)",
    references: &["A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, 1993"],
    definition: Definition::Rules(|brackets| made_with("geography", brackets, Geography, Found(Kept::new(Geography)))),
    ..Entry::USUAL
};

pub(crate) static MATCHING: Theorem = Theorem {
    id: "geography-matching",
    statement: "Undirected vertex geography is N exactly if every largest matching covers the vertex of the token",
    chinese: "无向顶点地理游戏是 N 局面，当且仅当每个最大匹配都覆盖棋子所在的顶点",
    reference: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, 1993",
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Geography;

/// A token on a graph whose edges go both ways, or one way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Token {
    Both {
        graph: Simple,
        start: u32,
    },
    /// Arcs, ascending.
    OneWay {
        vertices: Box<[u32]>,
        arcs: Box<[(u32, u32)]>,
        start: u32,
    },
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Both { graph, .. } => graph.fmt(f),
            Token::OneWay { vertices, arcs, .. } => {
                let alone = |&v: &u32| !arcs.iter().any(|&(a, b)| a == v || b == v);
                let arcs_of = arcs.iter().map(|&(a, b)| ((a, Some(b)), format!("{a}>{b}")));
                let rest = vertices.iter().copied().filter(alone).map(|v| ((v, None), v.to_string()));
                let mut items: Vec<_> = arcs_of.chain(rest).collect();
                items.sort();
                let texts: Vec<String> = items.into_iter().map(|(_, text)| text).collect();
                write!(f, "edges:{}", texts.join(","))
            }
        }
    }
}

impl Token {
    fn start(&self) -> u32 {
        match self {
            Token::Both { start, .. } | Token::OneWay { start, .. } => *start,
        }
    }

    /// Where the token can go.
    fn steps(&self) -> Vec<u32> {
        match self {
            Token::Both { graph, start } => {
                let other = |&(a, b): &(u32, u32)| match *start {
                    v if v == a => Some(b),
                    v if v == b => Some(a),
                    _ => None,
                };
                graph.edges().iter().filter_map(other).collect()
            }
            Token::OneWay { arcs, start, .. } => arcs.iter().filter(|(a, _)| a == start).map(|&(_, b)| b).collect(),
        }
    }

    /// The token moved; its old vertex is gone.
    fn moved(&self, to: u32) -> Token {
        match self {
            Token::Both { graph, start } => Token::Both { graph: graph.without(|v| v == *start), start: to },
            Token::OneWay { vertices, arcs, start } => Token::OneWay {
                vertices: vertices.iter().copied().filter(|v| v != start).collect(),
                arcs: arcs.iter().copied().filter(|(a, b)| a != start && b != start).collect(),
                start: to,
            },
        }
    }
}

impl Rules for Geography {
    type Position = Token;

    fn options(&self, token: &Token, visit: &mut Visitor<'_, Token>) -> ControlFlow<()> {
        token.steps().into_iter().try_for_each(|to| visit(&[token.moved(to)]))
    }

    /// Only what the token can reach matters.
    fn split(&self, token: Token) -> Vec<Token> {
        match token {
            Token::Both { graph, start } => {
                let own = graph.components().into_iter().find(|part| part.vertices().binary_search(&start).is_ok());
                own.map(|graph| Token::Both { graph, start }).into_iter().collect()
            }
            Token::OneWay { .. } => vec![token],
        }
    }
}

impl NormalPlay for Geography {
    fn size(&self, token: &Token) -> u32 {
        match token {
            Token::Both { graph, .. } => graph.vertices().len() as u32,
            Token::OneWay { vertices, .. } => vertices.len() as u32,
        }
    }

    fn bound(&self, token: &Token) -> u64 {
        token.steps().len() as u64
    }

    fn pairing(&self, token: &Token) -> Option<Outcome> {
        told(token)
    }
}

/// Who wins, where the theorem tells.
fn told(token: &Token) -> Option<Outcome> {
    let Token::Both { graph, start } = token else { return None };
    let largest = matching(&graph.neighbours());
    let without = matching(&graph.without(|v| v == *start).neighbours());
    Some(Outcome::lost_if(largest == without))
}

impl Written for Geography {
    fn read(&self, _: &str) -> Result<Token, Diagnostic> {
        Err(Diagnostic::input("where does the token stand?").suggest("geography(\"edges:0-1,1-2,2-0\", start=0)"))
    }

    fn read_named(&self, text: &str, name: &str, value: &str) -> Result<Token, Diagnostic> {
        if name != "start" {
            let fault = Diagnostic::new(ErrorKind::Parse, format!("the token's place is called `start`, not `{name}`"));
            return Err(fault.suggest("start=0"));
        }
        let mut token = match text.strip_prefix("edges:").filter(|list| list.contains('>')) {
            None => Token::Both { graph: Simple::read(text)?, start: 0 },
            Some(list) => {
                let (mut vertices, mut arcs) = (Vec::new(), Vec::new());
                for item in Item::all(list, "edges:".len()) {
                    let ends = match (item.cut('>'), item.cut('-')) {
                        (Some((a, b)), _) => vec![(a.vertex()?, b.vertex()?)],
                        (None, Some((a, b))) => {
                            let (a, b) = (a.vertex()?, b.vertex()?);
                            vec![(a, b), (b, a)]
                        }
                        (None, None) => {
                            vertices.push(item.vertex()?);
                            Vec::new()
                        }
                    };
                    if let Some((v, _)) = ends.iter().find(|(a, b)| a == b) {
                        let fault = Diagnostic::input(format!("the arc {v}>{v} is a loop, and the vertex is removed"));
                        return Err(item.blame(fault));
                    }
                    arcs.extend(ends);
                }
                arcs.sort_unstable();
                arcs.dedup();
                vertices.extend(arcs.iter().flat_map(|&(a, b)| [a, b]));
                vertices.sort_unstable();
                vertices.dedup();
                Token::OneWay { vertices: vertices.into(), arcs: arcs.into(), start: 0 }
            }
        };
        let (at, vertices) = match &mut token {
            Token::Both { graph, start } => (start, graph.vertices()),
            Token::OneWay { vertices, start, .. } => (start, &**vertices),
        };
        *at = value.parse().ok().filter(|v| vertices.binary_search(v).is_ok()).ok_or_else(|| {
            let fault = Diagnostic::input(format!("the graph has no vertex `{value}`"));
            let few: Vec<String> = vertices.iter().take(12).map(u32::to_string).collect();
            if few.is_empty() { fault } else { fault.suggest(format!("its vertices are {}", few.join(", "))) }
        })?;
        Ok(token)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let token: &Token = asked.place().position()?;
        let (vertices, edges) = match token {
            Token::Both { graph, .. } => (graph.vertices(), graph.edges()),
            Token::OneWay { vertices, arcs, .. } => (&**vertices, &**arcs),
        };
        let at = |v: u32| vertices.partition_point(|&w| w < v);
        let lines = edges.iter().map(|&(a, b)| (format!("e{a}-{b}"), at(a), at(b)));
        let mut network = Network::of(vertices.iter().map(u32::to_string), lines);
        network.one_way = matches!(token, Token::OneWay { .. });
        network.token = Some(at(token.start()));
        network.draw(asked, |left| Some(format!("v{}", left.place.position::<Token>()?.start())))
    }

    fn show(&self, token: &Token) -> String {
        format!("\"{token}\", start={}", token.start())
    }
}

/// The theorem, and a search for values.
#[derive(Debug)]
struct Found(Kept<Geography>);

impl Values<Token> for Found {
    fn value(&self, token: &Token, cx: &Context) -> Result<(u64, Evidence)> {
        self.0.value(token, cx)
    }

    fn told(&self, token: &Token) -> Option<(Outcome, &'static Theorem)> {
        told(token).map(|outcome| (outcome, &MATCHING))
    }

    fn tells_all(&self, token: &Token) -> bool {
        matches!(token, Token::Both { .. })
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep_in(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()> {
        self.0.keep_found(store, cx)
    }
}

/// How many edges a largest matching has (J. Edmonds 1965, with contracted blossoms as bases).
fn matching(neighbours: &[Vec<usize>]) -> usize {
    let mut mate: Vec<Option<usize>> = vec![None; neighbours.len()];
    let mut size = 0;
    for root in 0..neighbours.len() {
        if mate[root].is_none() && augment(neighbours, &mut mate, root) {
            size += 1;
        }
    }
    size
}

/// Looks for a path from `root` that makes the matching larger, and changes the matching along it.
fn augment(neighbours: &[Vec<usize>], mate: &mut [Option<usize>], root: usize) -> bool {
    let n = neighbours.len();
    let mut parent: Vec<Option<usize>> = vec![None; n];
    let mut base: Vec<usize> = (0..n).collect();
    let mut even = vec![false; n];
    even[root] = true;
    let mut queue = std::collections::VecDeque::from([root]);
    while let Some(v) = queue.pop_front() {
        for &w in &neighbours[v] {
            if base[v] == base[w] || mate[v] == Some(w) {
                continue;
            }
            let is_even = w == root || mate[w].is_some_and(|mate| parent[mate].is_some());
            if is_even {
                // a blossom: both ends are at even distance
                let top = common(&base, mate, &parent, v, w);
                let mut inside = vec![false; n];
                for (mut at, mut child) in [(v, w), (w, v)] {
                    while base[at] != top {
                        let Some(mated) = mate[at] else { break };
                        inside[base[at]] = true;
                        inside[base[mated]] = true;
                        parent[at] = Some(child);
                        child = mated;
                        let Some(next) = parent[mated] else { break };
                        at = next;
                    }
                }
                for u in 0..n {
                    if inside[base[u]] {
                        base[u] = top;
                        if !std::mem::replace(&mut even[u], true) {
                            queue.push_back(u);
                        }
                    }
                }
            } else if parent[w].is_none() {
                parent[w] = Some(v);
                match mate[w] {
                    None => {
                        let mut end = Some(w);
                        while let Some(w) = end {
                            let Some(v) = parent[w] else { break };
                            end = mate[v];
                            (mate[v], mate[w]) = (Some(w), Some(v));
                        }
                        return true;
                    }
                    Some(next) => {
                        even[next] = true;
                        queue.push_back(next);
                    }
                }
            }
        }
    }
    false
}

/// The base at which the ways back to the root meet.
fn common(base: &[usize], mate: &[Option<usize>], parent: &[Option<usize>], v: usize, w: usize) -> usize {
    let mut seen = vec![false; base.len()];
    let mut at = base[v];
    loop {
        seen[at] = true;
        match mate[at].and_then(|mated| parent[mated]) {
            Some(next) => at = base[next],
            None => break,
        }
    }
    let mut at = base[w];
    while !seen[at] {
        match mate[at].and_then(|mated| parent[mated]) {
            Some(next) => at = base[next],
            None => break,
        }
    }
    at
}

#[cfg(test)]
mod tests;
