//! Unions that are no single rule: the moves of either of several games, such as rows, on the same places.

use std::ops::ControlFlow;

use super::any::{OptionVisitor, Visited};
use super::options::Parts;
use super::{AnyGame, Component, Game, Kind, Place, Shape};
use crate::context::Context;
use crate::error::{Diagnostic, Result};

/// Games of one shape; a move of any of them is a move.
#[derive(Debug)]
pub(crate) struct Union(pub(crate) Vec<Game>);

impl AnyGame for Union {
    fn shape(&self) -> Shape {
        self.0.first().map_or(Shape::Heap, Game::shape)
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        for member in &self.0 {
            let flow = member.each_move(place, cx, &mut |parts| {
                let rebound: Parts = parts
                    .iter()
                    .map(|c| match c.game == *member {
                        true => Component { game: game.clone(), place: c.place.clone() },
                        false => c.clone(),
                    })
                    .collect();
                visit(&rebound)
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        match self.shape() {
            Shape::Row => self.0.iter().try_fold(numbers, |place, member| member.place(place)),
            _ => Ok(numbers),
        }
    }

    fn is_loopy(&self) -> bool {
        self.0.iter().any(Game::is_loopy)
    }

    fn splits_loopy(&self) -> bool {
        self.is_loopy()
    }

    fn ends(&self) -> bool {
        // heaps get smaller in each of these, and so in all together
        self.0.iter().all(|game| matches!(game.kind(), Kind::Take(..) | Kind::Code(_)))
    }

    fn may_move_from_zero(&self) -> bool {
        self.0.iter().any(Game::may_move_from_zero)
    }

    fn words(&self) -> Option<String> {
        Some("the moves of either game.".to_owned())
    }
}
