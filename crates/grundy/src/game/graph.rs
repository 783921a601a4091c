//! Tokens on a graph: `graph{a->b,c; b->d; c->d}(a, a, b)`. A place is the number of a vertex, and prints as its name.

mod drawing;

use std::ops::ControlFlow;

use grundy_core::{Context, Diagnostic, Nat, Result, number::to_usize};

use super::any::{OptionVisitor, Visited};
use super::drawing::{Asked, Drawn};
use super::{AnyGame, Component, Game, Place, Shape};

/// A directed graph whose vertices have names; followers are sorted and without repetition.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    /// Names in order of first mention.
    pub names: Vec<String>,
    /// Followers of each vertex.
    pub followers: Vec<Vec<u32>>,
}

impl Graph {
    /// Is there a cycle? Linear in vertices and arcs: vertices that nothing follows are taken away again and again.
    pub(crate) fn has_cycle(&self) -> bool {
        let mut predecessors = vec![Vec::new(); self.followers.len()];
        let mut left: Vec<usize> = self.followers.iter().map(Vec::len).collect();
        for (from, followers) in self.followers.iter().enumerate() {
            for &to in followers {
                predecessors[to as usize].push(from);
            }
        }
        let mut ready: Vec<usize> = (0..left.len()).filter(|&v| left[v] == 0).collect();
        let mut ended = 0;
        while let Some(v) = ready.pop() {
            ended += 1;
            for &p in &predecessors[v] {
                left[p] -= 1;
                if left[p] == 0 {
                    ready.push(p);
                }
            }
        }
        ended < left.len()
    }
}

impl AnyGame for Graph {
    fn shape(&self) -> Shape {
        Shape::Vertex
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let followers = place.first().and_then(to_usize).and_then(|v| self.followers.get(v));
        for &w in followers.into_iter().flatten() {
            cx.tick(1)?;
            if visit(&[Component::new(game, [Nat::from(w)])]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn read(&self, _game: &Game, name: &str) -> Result<Place, Diagnostic> {
        match self.names.iter().position(|n| n == name) {
            Some(number) => Ok(Place::heap(number)),
            None => Err(Diagnostic::input(format!("the graph has no vertex `{name}`")).suggest(format!(
                "its vertices are {}",
                self.names.iter().take(12).cloned().collect::<Vec<_>>().join(", ")
            ))),
        }
    }

    fn show(&self, place: &Place) -> String {
        place.iter().filter_map(|n| to_usize(n).and_then(|i| self.names.get(i)).cloned()).collect()
    }

    fn is_loopy(&self) -> bool {
        self.has_cycle()
    }

    fn ends(&self) -> bool {
        !self.has_cycle()
    }

    fn number_of_places(&self) -> Option<u64> {
        Some(self.names.len() as u64)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        drawing::draw(self, asked)
    }

    fn draws_together(&self) -> bool {
        true
    }

    fn words(&self) -> Option<String> {
        let vertices = self.names.len();
        let cycles = if self.has_cycle() { ", with cycles: the play need not end" } else { "" };
        Some(format!("a token on a graph of {vertices} {}{cycles}.", if vertices == 1 { "vertex" } else { "vertices" }))
    }
}
