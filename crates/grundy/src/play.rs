//! A game between two players: the moves that were made, an opponent's reply, who stood to win after each move, and what
//! would have been better.
//!
//! ```
//! use grundy::play::{Level, Play};
//! use grundy::{Context, nim};
//!
//! let cx = Context::default();
//! let mut play = Play::new(nim().at([3, 5, 7]));
//! play.choose(0, &cx)?; // all of the first heap: the value is 2 now, so that was a slip
//! let reply = play.reply(Level::Perfect, 7, &cx)?.expect("there are moves");
//! assert_eq!(reply.position, "nim(0, 5, 5)");
//! play.make(reply)?;
//! let history = play.history(&cx)?;
//! assert!(history.records[0].slip && history.records[1].judged.is_lost());
//! // the moves that would have been better, as the review shows them
//! assert_eq!(history.slips(0).next().unwrap().better.as_ref().unwrap().position, "nim(2, 5, 7)");
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Nothing here is drawn by lot: a reply depends on the position, the number of moves made, the level and the seed alone, so
//! that a game is its text and its moves.
//!
//! Cost: a question of [`Position::solve`] for each position of the history, each asked once; the replies of a player who
//! has lost look at every move.

mod opponent;

use grundy_core::{Context, Diagnostic, Error, FaultCode, Nat, Outcome, Result};

pub use opponent::Level;

use crate::answer::{Answer, Explanation, Move, MoveList};
use crate::position::Position;
use crate::scene::{Scene, SceneOptions};
use crate::solve::{self, SolveOptions};

/// Moves of a position that are listed to find one by its number.
const MOST: usize = 100_000;
/// Moves that are shown, and among which a player chooses who does not look, or who has lost.
const CHOICES: usize = 1000;

/// What is known of one position of a game.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Judged {
    /// Who wins it, if known.
    pub outcome: Option<Outcome>,
    /// Its value, if it has one that is known.
    pub value: Option<Nat>,
    /// K, where the value is ∞(K).
    pub loopy: Option<Vec<Nat>>,
    /// A move to play there: one that wins, or else one that draws. `None` where there is none, or it is not known.
    pub best: Option<Move>,
}

impl Judged {
    /// Has the player to move lost?
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.outcome == Some(Outcome::Previous)
    }
}

/// One move of a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Record {
    /// The move.
    pub mv: Move,
    /// The position that it left.
    pub judged: Judged,
    /// What would have been better, where the move was a slip.
    pub better: Option<Move>,
    /// Did it give a win or a draw away?
    pub slip: bool,
}

/// A game with what is known of its positions.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct History {
    /// The start.
    pub start: Judged,
    /// The moves in order.
    pub records: Vec<Record>,
}

impl History {
    /// The slips of the player who moves first (0) or second (1).
    pub fn slips(&self, player: usize) -> impl Iterator<Item = &Record> {
        self.records.iter().skip(player).step_by(2).filter(|record| record.slip)
    }
}

/// What a page shows between two moves.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Round {
    /// The position, as text.
    pub position: String,
    /// What to draw.
    pub scene: Scene,
    /// The moves that may be made.
    pub moves: MoveList,
    /// Is the game over?
    pub over: bool,
    /// The opponent's move in this position, where it was asked for.
    pub reply: Option<Move>,
    /// The moves that were made.
    pub history: History,
}

/// A position, and the moves that were made from there.
#[derive(Debug, Clone)]
pub struct Play {
    /// The start and the position after each move, each with what is known of it.
    positions: Vec<(Position, Option<Judged>)>,
    moves: Vec<Move>,
}

impl Play {
    /// A game from this position on.
    #[must_use]
    pub fn new(start: Position) -> Play {
        Play { positions: vec![(start, None)], moves: Vec::new() }
    }

    /// Can this position be played? Not where a move may keep the turn or end the play: the players of a game take turns.
    #[must_use]
    pub fn is_played(position: &Position) -> bool {
        turns_pass(position).is_ok()
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()].0
    }

    /// The position after the first `count` moves.
    #[must_use]
    pub fn after(&self, count: usize) -> Option<&Position> {
        self.positions.get(count).map(|(position, _)| position)
    }

    /// The moves that were made.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a move of the position.
    ///
    /// # Errors
    /// The move is one of another position, of which the component is not here; then nothing is changed. As
    /// [`Position::play`], it is not asked whether the component may be moved so.
    pub fn make(&mut self, mv: Move) -> Result<()> {
        let next = self.position().play(&mv);
        next.sound()?;
        self.moves.push(mv);
        self.positions.push((next, None));
        Ok(())
    }

    /// Makes the move with this number in the full list of moves.
    ///
    /// # Errors
    /// There is no such move; its number is 100 000 or more; as [`Position::moves_with`].
    pub fn choose(&mut self, index: usize, cx: &Context) -> Result<()> {
        let listed = solve::legal(self.position(), index.saturating_add(1).min(MOST), cx)?;
        let count = listed.moves.len();
        match listed.moves.into_iter().nth(index) {
            Some(mv) => self.make(Move { index: Some(Nat::from(index)), ..mv })?,
            None => {
                let fault = Diagnostic::input(format!("there is no move {index} in {}", self.position().query()));
                let help = match count.checked_sub(1) {
                    Some(last) => format!("moves are numbered: 0 to {last}"),
                    None => "the game is over".to_owned(),
                };
                return Err(fault.suggest(help).coded(FaultCode::NoMove).into());
            }
        }
        Ok(())
    }

    /// Takes back the last moves.
    pub fn undo(&mut self, count: usize) {
        let left = self.moves.len().saturating_sub(count);
        self.moves.truncate(left);
        self.positions.truncate(left + 1);
    }

    /// Has the player to move no move?
    ///
    /// # Errors
    /// As [`Position::moves_with`].
    pub fn is_over(&self, cx: &Context) -> Result<bool> {
        turns_pass(self.position())?;
        let listed = solve::legal(self.position(), 1, cx)?;
        Ok(listed.moves.is_empty() && listed.count == Some(Nat::ZERO))
    }

    /// What is known of the position after the first `count` moves; asked once.
    ///
    /// # Errors
    /// Faults of a rule. Where the budget ends, little is known.
    fn judged(&mut self, count: usize, cx: &Context) -> Result<Judged> {
        turns_pass(self.position())?;
        let (position, judged) = &mut self.positions[count];
        if let Some(known) = judged {
            return Ok(known.clone());
        }
        let found = judge(position, cx)?;
        *judged = Some(found.clone());
        Ok(found)
    }

    /// What is known of the position now.
    ///
    /// # Errors
    /// As [`Play::history`].
    pub fn judge(&mut self, cx: &Context) -> Result<Judged> {
        self.judged(self.moves.len(), cx)
    }

    /// Who stood to win after each move, and which moves were slips.
    ///
    /// # Errors
    /// Faults of a rule. Where the budget ends, less is known.
    pub fn history(&self, cx: &Context) -> Result<History> {
        self.clone().remember(cx)
    }

    /// As [`Play::history`]; what is found out is kept for the next time.
    ///
    /// # Errors
    /// As [`Play::history`].
    pub fn remember(&mut self, cx: &Context) -> Result<History> {
        let start = self.judged(0, cx)?;
        let (mut before, mut records) = (start.clone(), Vec::new());
        for (at, mv) in self.moves.clone().into_iter().enumerate() {
            let judged = self.judged(at + 1, cx)?;
            let slip = match (before.outcome, judged.outcome) {
                (Some(Outcome::Next), Some(outcome)) => outcome != Outcome::Previous,
                (Some(Outcome::Draw), Some(outcome)) => outcome == Outcome::Next,
                _ => false,
            };
            let better = before.best.take().filter(|_| slip);
            records.push(Record { mv, better, slip, judged: judged.clone() });
            before = judged;
        }
        Ok(History { start, records })
    }

    /// The reasons for the move to play now: the columns and what they decide.
    ///
    /// # Errors
    /// As [`Position::explain_with`].
    pub fn hint(&self, cx: &Context) -> Result<Answer<Explanation>> {
        self.position().explain_with(cx)
    }

    /// The move of an opponent of this level; `None`: there is none.
    ///
    /// # Errors
    /// As [`Position::moves_with`]. An opponent whose budget ends plays what he finds.
    pub fn reply(&self, level: Level, seed: u64, cx: &Context) -> Result<Option<Move>> {
        turns_pass(self.position())?;
        opponent::reply(self.position(), self.moves.len(), level, seed, cx)
    }

    /// All that a page shows now; with a level also the opponent's move.
    ///
    /// # Errors
    /// As [`Position::scene_with`].
    pub fn round(
        &mut self,
        opponent: Option<Level>,
        seed: u64,
        scene: &SceneOptions,
        cx: &Context,
    ) -> Result<Answer<Round>> {
        let drawn = self.position().scene_with(scene, cx)?;
        let history = self.remember(cx)?;
        let moves = solve::legal(self.position(), CHOICES, cx)?;
        let reply = match opponent {
            Some(level) => self.reply(level, seed, cx)?,
            None => None,
        };
        let position = self.position().query();
        let over = moves.moves.is_empty() && moves.count == Some(Nat::ZERO);
        let mut reply = MoveList { moves: reply.into_iter().collect(), count: None };
        solve::number(self.position(), &mut reply, cx)?;
        let reply = reply.moves.pop();
        let scene = drawn.result.clone();
        let moves = numbered(moves, &scene);
        Ok(drawn.with(Round { position, scene, moves, over, reply, history }))
    }
}

/// Refuses games in which a move may keep the turn: the players of a game take turns.
fn turns_pass(position: &Position) -> Result<()> {
    let mut entailing = None;
    position.each(&mut |game, _, _| {
        if game.is_entailing() {
            entailing = Some(game.text().to_owned());
        }
    });
    match entailing {
        None => Ok(()),
        Some(game) => {
            let message = format!("moves of `{game}` may keep the turn or end the play: it is solved, not played");
            Err(Diagnostic::unsupported(message).into())
        }
    }
}

/// The moves with their numbers, judged as far as the scene is.
fn numbered(mut list: MoveList, scene: &Scene) -> MoveList {
    for (index, mv) in list.moves.iter_mut().enumerate() {
        mv.index = Some(Nat::from(index));
    }
    for way in &scene.moves {
        if let Some(mv) = list.moves.get_mut(way.index) {
            *mv = Move { index: mv.index.take(), ..way.mv.clone() };
        }
    }
    list
}

fn unless_stopped<T>(error: Error) -> Result<Option<T>> {
    match error {
        Error::Stopped(_) => Ok(None),
        bad @ Error::Bad(_) => Err(bad),
    }
}

fn judge(position: &Position, cx: &Context) -> Result<Judged> {
    let options = SolveOptions::default().with_limit(1).with_details(true);
    let answer = match position.solve_with(&options, cx) {
        Ok(answer) => answer,
        Err(Error::Stopped(_)) => return Ok(Judged::default()),
        Err(bad) => return Err(bad),
    };
    let mut best = answer.moves.moves.first().cloned();
    let goes_round = position.components().iter().any(|(component, _)| component.game.is_loopy());
    if goes_round {
        let found = match answer.outcome {
            Some(Outcome::Next) => position.winning_reply(cx),
            Some(Outcome::Draw) => position.drawing_move(cx),
            _ => Ok(None),
        };
        best = found.map(|found| found.or(best)).or_else(unless_stopped)?;
    }
    let mut list = MoveList { moves: best.into_iter().collect(), count: None };
    solve::number(position, &mut list, cx)?;
    let best = list.moves.pop();
    Ok(Judged { outcome: answer.outcome, value: answer.value.clone(), loopy: answer.loopy.clone(), best })
}

#[cfg(test)]
mod tests;
