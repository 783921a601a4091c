//! What is right, and what a program may say.

use std::collections::HashMap;
use std::time::Duration;

use grundy::game::{Game, Place, Shape};
use grundy::{
    Context, Convention, Error, ErrorKind, Evidence, GameQuestion, Nat, Outcome, Position, Result, Session,
    SolveOptions,
};

/// A position may cost so many nodes before it is passed over.
const NODES: u64 = 5_000_000;
/// And no longer than this, for nodes of boards take long.
const TIME: Duration = Duration::from_millis(500);

/// What grundy knows about a position.
#[derive(Debug, Clone)]
pub(crate) struct Truth {
    /// The position as grundy prints it.
    pub(crate) text: String,
    pub(crate) outcome: Outcome,
    pub(crate) value: Option<Nat>,
}

/// Answers for positions of one game, each once.
pub(crate) struct Oracle<'a> {
    session: &'a mut Session,
    question: &'a GameQuestion,
    known: HashMap<Vec<u64>, Option<Truth>>,
}

/// A position given by its numbers (of a graph: its vertices, by their place in the list of names).
pub(crate) type Numbers = [u64];

/// How numbers stand for positions of a game that are texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// A row of coins: the places of the heads.
    Heads,
    /// A number a component, as `brussels(3)`.
    Number,
    /// Rows and columns of a board, as `chomp("3x4")`.
    Board,
}

impl Start {
    /// `None`: no numbers stand for positions of the game, or its positions are numbers themselves.
    pub(crate) fn of(game: &Game) -> Option<Start> {
        let rules = game.any().filter(|_| game.shape() == Shape::Text)?;
        match (rules.start_numbers(), rules.reads_numbers()) {
            (Some(2), _) => Some(Start::Board),
            (None, true) => Some(Start::Heads),
            (_, true) => Some(Start::Number),
            (_, false) => None,
        }
    }
}

/// Coins with heads at these places, the rightmost of them last: `TTHTH`.
pub(crate) fn row(heads: &[u64]) -> String {
    let length = heads.iter().max().map_or(0, |last| last.saturating_add(1));
    (0..length).map(|at| if heads.contains(&at) { 'H' } else { 'T' }).collect()
}

/// The numbers as the program and grundy read them.
pub(crate) fn spelt(game: &Game, numbers: &Numbers) -> Vec<String> {
    match game.shape() {
        Shape::Vertex => numbers.iter().map(|&n| game.show_place(&Place::from([Nat::from(n)]))).collect(),
        _ => numbers.iter().map(u64::to_string).collect(),
    }
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(session: &'a mut Session, question: &'a GameQuestion) -> Oracle<'a> {
        Oracle { session, question, known: HashMap::new() }
    }

    pub(crate) fn game(&self) -> &'a Game {
        &self.question.game
    }

    pub(crate) fn convention(&self) -> Convention {
        self.question.convention
    }

    /// The text that grundy reads.
    fn text(&self, numbers: &Numbers) -> String {
        let spelt = spelt(&self.question.game, numbers);
        let place = match Start::of(&self.question.game) {
            Some(Start::Heads) => format!("\"{}\"", row(numbers)),
            Some(Start::Board) => format!("\"{}\"", spelt.join("x")),
            Some(Start::Number) | None => spelt.join(", "),
        };
        format!("{}({place})", self.question.query)
    }

    /// The position, and how it is told; `None`: what the game refuses is no place of it, since the text itself is sound.
    fn position(&mut self, numbers: &Numbers) -> Option<(Position, String)> {
        let GameQuestion { game, convention, query, .. } = self.question;
        // a coin stands at one place
        let is_twice = |&at: &usize| numbers[..at].contains(&numbers[at]);
        if Start::of(game) == Some(Start::Heads) && (0..numbers.len()).any(|at| is_twice(&at)) {
            return None;
        }
        match (self.session.position(&self.text(numbers)), game.shape()) {
            (Ok(position), _) => {
                let text = position.query();
                Some((position, text))
            }
            // numbers take the place of letters
            (Err(_), Shape::Tuple(_)) => {
                let text = format!("{query} at ({})", spelt(game, numbers).join(", "));
                Some((game.at(numbers.to_vec()).under(*convention), text))
            }
            (Err(_), _) => None,
        }
    }

    /// The truth; `None` where the game has no such place, or where it costs too much to know.
    ///
    /// # Errors
    /// The budget of the whole is spent, or somebody wants us to stop; faults of the rule.
    pub(crate) fn truth(&mut self, numbers: &Numbers, cx: &Context) -> Result<Option<Truth>> {
        if let Some(known) = self.known.get(numbers) {
            return Ok(known.clone());
        }
        let found = self.find(numbers, cx)?;
        self.known.insert(numbers.to_vec(), found.clone());
        Ok(found)
    }

    fn find(&mut self, numbers: &Numbers, cx: &Context) -> Result<Option<Truth>> {
        let Some((position, text)) = self.position(numbers) else { return Ok(None) };
        let part = cx.part_for(Some(NODES), TIME);
        let answered = position.outcome_and_value(&part);
        cx.tick(part.nodes())?;
        cx.check()?;
        match answered {
            Ok((Some(outcome), value)) => Ok(Some(Truth { text, outcome, value })),
            Ok((None, _)) | Err(Error::Stopped(_)) => Ok(None),
            Err(Error::Bad(fault)) if fault.kind == ErrorKind::Input => Ok(None),
            Err(bad) => Err(bad),
        }
    }

    /// The value, where it was not at hand: computed within bounds.
    pub(crate) fn value(&mut self, numbers: &Numbers, truth: &mut Truth, cx: &Context) -> Result<()> {
        if truth.value.is_some() || self.convention() == Convention::Misere {
            return Ok(());
        }
        truth.value = self.solved(numbers, cx)?.and_then(|answer| answer.result.value);
        self.known.insert(numbers.to_vec(), Some(truth.clone()));
        Ok(())
    }

    /// The place that a winning move leads to, where it is one place of this game again.
    ///
    /// # Errors
    /// As [`Oracle::truth`].
    pub(crate) fn after_winning(&mut self, numbers: &Numbers, cx: &Context) -> Result<Option<Vec<u64>>> {
        let Some((position, _)) = self.position(numbers) else { return Ok(None) };
        let part = cx.part_for(Some(NODES), TIME);
        let answered = position.solve_with(&SolveOptions::default().with_limit(1), &part);
        cx.tick(part.nodes())?;
        let answer = match answered {
            Ok(answer) => answer,
            Err(Error::Stopped(_) | Error::Bad(_)) => return Ok(None),
        };
        let inside = answer.moves.moves.first().and_then(|won| won.to.rsplit_once('(')?.1.strip_suffix(')'));
        let place: Option<Vec<u64>> =
            inside.and_then(|inside| inside.split(',').map(|n| n.trim().parse().ok()).collect());
        Ok(place.filter(|place| place.len() == numbers.len()))
    }

    /// What the truth about a position rests on.
    pub(crate) fn evidence(&mut self, numbers: &Numbers, cx: &Context) -> Result<Evidence> {
        let answer = self.solved(numbers, cx)?;
        Ok(answer.map_or_else(Evidence::nothing, |a| a.evidence))
    }

    fn solved(&mut self, numbers: &Numbers, cx: &Context) -> Result<Option<grundy::Answer>> {
        let Some((position, _)) = self.position(numbers) else { return Ok(None) };
        let wanted = SolveOptions::default().with_value(true).with_moves(false);
        match position.solve_with(&wanted, &cx.part_for(Some(NODES), TIME)) {
            Ok(answer) => Ok(Some(answer)),
            Err(Error::Stopped(_)) => Ok(None),
            Err(bad) => Err(bad),
        }
    }

    /// Are all single heaps but the empty one won, as in Nim? Then a program for one heap would be for nothing.
    pub(crate) fn one_heap_is_trivial(&mut self, cx: &Context) -> Result<bool> {
        if self.question.game.shape() != Shape::Heap {
            return Ok(false);
        }
        for n in 2..=20 {
            if self.truth(&[n], cx)?.is_some_and(|t| t.outcome == Outcome::Previous) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
