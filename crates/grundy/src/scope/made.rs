//! Games before they have a name: single ones, unions, graphs.

use std::collections::HashMap;
use std::sync::Arc;

use grundy_notation::ast;

use super::Result;
use crate::error::Diagnostic;
use crate::game::catalogue::Entry;
use crate::game::union::Union;
use crate::game::{Game, Graph, Kind, Shape};
use crate::rule::ir;
use crate::rule::lower::NODE_LIMIT;

/// A game without its name.
pub(super) struct Made {
    pub(super) shape: Shape,
    pub(super) kind: Kind,
    pub(super) entry: Option<&'static Entry>,
}

impl Made {
    pub(super) fn new(shape: Shape, kind: Kind) -> Self {
        Made { shape, kind, entry: None }
    }

    pub(super) fn like(game: &Game) -> Self {
        Made { shape: game.shape(), kind: game.kind().clone(), entry: game.entry() }
    }
}

pub(super) fn wrong_hand_over(rule: &ir::Rule) -> Option<Diagnostic> {
    rule.alternatives.iter().flat_map(|a| &a.parts).find_map(|part| {
        let game = part.game.as_ref()?;
        let wrong = match game.shape() {
            Shape::Heap => part.coordinates.len() != 1,
            Shape::Tuple(n) => part.coordinates.len() != n && Game::other(game).short_form().is_none(),
            Shape::Row => false,
            Shape::Vertex | Shape::Text | Shape::Positions => true,
        };
        wrong.then(|| Diagnostic::rule(format!("a part does not fit the game `{}` it is handed to", game.text())))
    })
}

pub(super) fn union(members: Vec<Made>, text: &str) -> Result<Game> {
    let shape = members[0].shape;
    if members.iter().any(|m| m.shape != shape) {
        return Err(Diagnostic::rule("the games joined by `|` have different numbers of coordinates"));
    }
    if shape == Shape::Positions {
        return Err(Diagnostic::unsupported("a compound has no union with other games")
            .suggest("`|` joins games, a compound takes positions: selective(nim(3), kayles(4))"));
    }
    if shape == Shape::Vertex {
        return Err(Diagnostic::unsupported("the union of graphs is not supported yet"));
    }
    if shape == Shape::Text {
        return Err(Diagnostic::unsupported("the union of boards is not supported"));
    }
    let rules: Option<Vec<ir::Rule>> = members.iter().map(|m| m.kind.as_rule()).collect();
    if let Some(rules) = rules {
        let mut all = rules.into_iter();
        let Some(mut first) = all.next() else { return Err(Diagnostic::rule("an empty union")) };
        for rule in all {
            first.alternatives.extend(rule.alternatives);
            first.loopy |= rule.loopy;
            // a declared measure holds for the moves it was declared for; the union needs one for all of them
            if first.measure != rule.measure {
                first.measure = None;
            }
        }
        let nodes: usize = first.alternatives.iter().map(|a| 1 + a.loops.len() + a.guards.len() + a.parts.len()).sum();
        if nodes > NODE_LIMIT {
            return Err(Diagnostic::rule("the rule is too large").suggest("a rule may have 100000 parts at most"));
        }
        return Ok(Game::new(text.to_owned(), shape, Kind::Rule(first)));
    }
    let games = members.into_iter().map(|m| Game::new(text.to_owned(), m.shape, m.kind)).collect();
    Ok(Game::new(text.to_owned(), shape, Kind::Other(Arc::new(Union(games)))))
}

pub(super) fn graph(edges: &[ast::Edge]) -> Graph {
    let mut graph = Graph::default();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut vertex = |v: &ast::Vertex, graph: &mut Graph| match numbers.get(&v.text) {
        Some(&number) => number,
        None => {
            let number = graph.names.len() as u32;
            graph.names.push(v.text.clone());
            graph.followers.push(Vec::new());
            numbers.insert(v.text.clone(), number);
            number
        }
    };
    for edge in edges {
        let from = vertex(&edge.from, &mut graph);
        for to in &edge.to {
            let to = vertex(to, &mut graph);
            graph.followers[from as usize].push(to);
        }
    }
    for followers in &mut graph.followers {
        followers.sort_unstable();
        followers.dedup();
    }
    graph
}
