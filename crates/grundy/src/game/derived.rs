//! Games that are made of a rule, to which its questions are handed: the rule turned round, one rule for each coordinate.

use grundy_core::Nat;

use super::{Game, Kind, Shape};
use crate::rule::factored::factored;
use crate::rule::ir;
use crate::rule::measure::{Measure, Termination};
use crate::rule::reflected::reflected;
use crate::rule::written::written;

/// The game of what is missing to a number.
#[derive(Debug)]
pub(crate) struct Reflected {
    /// Its heaps.
    pub(crate) game: Game,
    /// The number.
    top: Nat,
}

impl Reflected {
    /// `None`: the rule does not count upwards, or it is not proved that its moves, turned round, make heaps smaller.
    pub(super) fn of(rule: &ir::Rule) -> Option<Self> {
        let (turned, top) = reflected(rule)?;
        let game = heap_of(turned);
        let known = game.knowledge().ok()?;
        let falls = matches!(known.termination, Some(Termination::Proved(Measure::Sum)));
        falls.then_some(Reflected { game, top })
    }

    /// The number, N.
    pub(crate) fn top(&self) -> &Nat {
        &self.top
    }

    /// N − n; `None` beyond N, where there are no moves.
    pub(crate) fn turn(&self, n: &Nat) -> Option<Nat> {
        (*n <= self.top).then(|| &self.top - n)
    }
}

/// The game of a rule that was made of another.
fn heap_of(rule: ir::Rule) -> Game {
    let text = written(&rule).unwrap_or_else(|| format!("{{{}}}", rule.names.join(",")));
    Game::new(text, Shape::Heap, Kind::Rule(rule))
}

/// Games of one heap, all of which are proved to end, of a rule of several coordinates.
pub(super) fn factors(rule: &ir::Rule) -> Option<Vec<Game>> {
    let games: Vec<Game> = factored(rule)?.into_iter().map(heap_of).collect();
    let ends = |game: &Game| {
        game.known()
            .is_some_and(|known| !matches!(known.termination, Some(Termination::Running | Termination::Refuted { .. })))
    };
    games.iter().all(ends).then_some(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn nothing_is_known_by_what_it_is() {
        let text = |part: &str| {
            let question = Session::new().game(&format!("{{n -> {part} if n > 2}}")).unwrap();
            written(&question.game.kind().as_rule().unwrap())
        };
        for nothing in ["nim(0)", "take[1..](0)", "0.[3](0)", "{m -> m-k for k in 1..}(0)"] {
            assert_eq!(text(nothing).as_deref(), Some("{n -> nim(0) if n > 2}"), "{nothing}");
        }
        for other in ["nim(1)", "kayles(0)", "take[1..3](0)"] {
            assert_eq!(text(other), None, "{other}");
        }
    }
}
