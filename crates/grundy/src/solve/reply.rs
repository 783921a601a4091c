//! The move to play: one that wins, or keeps the draw.

use grundy_core::{Context, Diagnostic, Outcome, Result};

use super::loopy;
use super::moves::{MovesOptions, moves};
use crate::answer::Move;
use crate::plan::sums::Play;
use crate::position::Position;

impl Position {
    /// The move that a winner plays: whoever follows it from here to the end, whatever the opponent does, wins in finitely
    /// many moves. `None` unless the position is an N-position, and in misère play where no move is left.
    ///
    /// Where the play need not end, other winning moves may lead round in circles for ever; this one makes progress. In
    /// misère play and where moves split positions whose play need not end, it takes a walk over all reachable sums.
    ///
    /// # Errors
    /// What is wrong with the position or a rule in it; a spent budget.
    ///
    /// ```
    /// use grundy::{Context, Position};
    /// let position: Position = "graph{a->b; b->a,c; c->d}(b) + nim(1)".parse()?;
    /// let m = position.winning_reply(&Context::default())?.unwrap();
    /// assert_eq!(m.to, "graph{a->b; b->a,c; c->d}(c)");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn winning_reply(&self, cx: &Context) -> Result<Option<Move>> {
        self.reply(Outcome::Previous, cx)
    }

    /// A move that keeps the draw, so that the opponent cannot win either. `None` unless the position is a draw.
    ///
    /// # Errors
    /// As [`Position::winning_reply`].
    pub fn drawing_move(&self, cx: &Context) -> Result<Option<Move>> {
        self.reply(Outcome::Draw, cx)
    }

    /// The move to play, to a sum of this outcome.
    fn reply(&self, to: Outcome, cx: &Context) -> Result<Option<Move>> {
        self.sound()?;
        if self.hole.is_some() {
            return Err(Diagnostic::input("a position with `?` has no moves").into());
        }
        if Play::of(self) != Play::Loopy {
            if to == Outcome::Draw {
                return Ok(None);
            }
            let wanted = MovesOptions { limit: 1, winning: true };
            return Ok(moves(self, &wanted, cx)?.result.moves.into_iter().next());
        }
        loopy::reply(self, to, cx)
    }
}
