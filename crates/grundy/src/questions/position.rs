//! What positions are asked.

use std::path::Path;
use std::sync::Arc;

use grundy_core::{Context, Convention, Diagnostic, Nat, Outcome, Result, evidence::Status};

use crate::answer::{Answer, CanonicalForm, Explanation, MisereQuotient, MoveList};
use crate::game::nimbers::store::NimberStore;
use crate::game::{AnyGame, Game};
use crate::parametric::Ranges;
use crate::plan::quotient_store::QuotientStore;
use crate::position::Position;
use crate::session::Session;
use crate::solve::{self, MovesOptions, SolveOptions};

impl Position {
    /// Who wins, the value, the winning moves, and what all that rests on.
    ///
    /// # Errors
    /// What is wrong with the position, or with a rule in it.
    ///
    /// ```
    /// use grundy::{kayles, take};
    /// let answer = (take([1, 3, 4]).at([21, 17]) + kayles().at(9)).solve()?;
    /// assert_eq!(answer.moves.moves[0].to, "kayles(2, 6)");
    /// assert!(answer.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn solve(&self) -> Result<Answer> {
        self.solve_with(&SolveOptions::default(), &Context::default())
    }

    /// As [`Position::solve`], within limits.
    ///
    /// When the budget ends, the answer holds what was established and [`Answer::stopped`] says why it is not complete.
    ///
    /// # Errors
    /// As [`Position::solve`]; faults that show only while working: a rule that does not end, an expression without a
    /// value.
    pub fn solve_with(&self, options: &SolveOptions, cx: &Context) -> Result<Answer> {
        Ok(self.with_stores(self.asked(solve::solve(self, options, cx))?))
    }

    /// An answer, or a fault whose help is the whole position.
    fn asked<T>(&self, answer: Result<T>) -> Result<T> {
        answer.map_err(|error| error.within(|| self.query()))
    }

    /// A theorem may tell who wins where the values of moves were searched: an answer rests on the stores that were used.
    fn with_stores<T>(&self, mut answer: Answer<T>) -> Answer<T> {
        if answer.evidence.status != Status::Nothing {
            self.each(&mut |game, _, _| {
                if let Some(store) = game.any().and_then(AnyGame::store) {
                    answer.evidence.add(&store.evidence());
                }
            });
        }
        answer
    }

    /// Searches for this position begin with the values in this file, and what they find is kept in it while they work: a run
    /// that was stopped or killed goes on. Answers that rest on it say so ([`Status::Stored`](crate::Status::Stored)).
    ///
    /// A file belongs to one game on boards or graphs, such as Cram, whatever the board. In a directory each game has its own
    /// file. The stores come back with the games' files in the order of the components.
    ///
    /// # Errors
    /// A position without such a game, or with several where the path is no directory; misère play; a file of another game or
    /// version, a damaged one, one that another process has open, or that cannot be made.
    pub fn keep_values(&self, path: &Path, cx: &Context) -> Result<Vec<Arc<NimberStore>>> {
        self.sound()?;
        if self.convention == Convention::Misere {
            return Err(Diagnostic::unsupported("a store keeps Grundy values, and misère play has none").into());
        }
        let mut games: Vec<Game> = Vec::new();
        self.each(&mut |game, _, _| {
            if game.any().is_some_and(AnyGame::keeps_values) && !games.contains(game) {
                games.push(game.clone());
            }
        });
        if games.is_empty() {
            let fault =
                Diagnostic::unsupported("no game of this position is searched on a board: there is nothing to keep");
            return Err(fault.suggest("`table` keeps the values of heaps, in a directory").into());
        }
        if let [_, other, ..] = games.as_slice()
            && !path.is_dir()
        {
            let fault = format!("a file keeps the values of one game, and `{}` is another", other.text());
            return Err(Diagnostic::input(fault).suggest("make a directory, and name that").into());
        }
        games.iter().map(|game| game.keep_nimbers(path, cx)).collect()
    }

    /// The misère quotient of the components and of all that they can become.
    ///
    /// # Errors
    /// As [`Position::solve_with`]; components whose play need not end.
    ///
    /// ```
    /// use grundy::{Context, Position};
    /// let position: Position = "graph{a->b,c; b->d; c->d}(a)".parse()?;
    /// assert_eq!(position.quotient_with(&Context::default())?.tame, Some(1));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn quotient_with(&self, cx: &Context) -> Result<Answer<MisereQuotient>> {
        self.asked(solve::quotient_of(self, None, cx))
    }

    /// A file for the misère quotient of this position, which [`Position::quotient_stored`] goes on from. In a directory the
    /// name of the file is made of the position.
    ///
    /// # Errors
    /// A file of another position or version, or a damaged one; one that another process has open, or that cannot be made.
    pub fn quotient_store(&self, path: &Path) -> Result<QuotientStore> {
        self.sound()?;
        QuotientStore::open(path, solve::identity_of(self))
    }

    /// As [`Position::quotient_with`], kept in a file while it grows.
    ///
    /// # Errors
    /// As [`Position::quotient_with`]; a store of another position, or with a quotient that is not true of this one; a disk
    /// that is full.
    pub fn quotient_stored(&self, store: QuotientStore, cx: &Context) -> Result<Answer<MisereQuotient>> {
        self.asked(solve::quotient_of(self, Some(store), cx))
    }

    /// The misère canonical form: the simplest game that may stand for the position in every misère sum. `None` where the
    /// budget ended before it was found.
    ///
    /// # Errors
    /// As [`Position::quotient_with`].
    ///
    /// ```
    /// use grundy::{Context, nim};
    /// let answer = nim().at([2, 2]).canonical_with(&Context::default())?;
    /// assert_eq!(answer.result.unwrap().written.form, "{3,2}");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn canonical_with(&self, cx: &Context) -> Result<Answer<Option<CanonicalForm>>> {
        self.asked(solve::canonical(self, cx))
    }

    /// Who wins.
    ///
    /// # Errors
    /// As [`Position::solve`]; a plan that no machine could finish; a position with `?`.
    pub fn outcome(&self) -> Result<Outcome> {
        let (outcome, _) = self.outcome_and_value(&Context::default())?;
        Ok(outcome.ok_or_else(|| {
            Diagnostic::input("the outcome depends on `?`").suggest("`solve` gives the numbers that fit")
        })?)
    }

    /// Outcome and value, either of which may be unknown, without words and moves: faster than [`Position::solve_with`].
    ///
    /// # Errors
    /// As [`Position::solve_with`]; a spent budget is an error here.
    pub fn outcome_and_value(&self, cx: &Context) -> Result<(Option<Outcome>, Option<Nat>)> {
        self.asked(solve::outcome_and_value(self, cx))
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// As [`Position::outcome`]; misère play, which has no values.
    pub fn value(&self) -> Result<Nat> {
        if self.convention == Convention::Misere {
            return Err(Diagnostic::input("misère play has no Grundy values")
                .suggest("`outcome` says who wins")
                .into());
        }
        if self.hole.is_none()
            && let (_, Some(value)) = self.outcome_and_value(&Context::default())?
        {
            return Ok(value);
        }
        // a theorem gave the outcome alone, so the value is computed
        let wanted = SolveOptions::default().with_value(true).with_moves(false);
        let answer = self.solve_with(&wanted, &Context::default())?;
        match (answer.result.value, answer.stopped) {
            (Some(value), _) => Ok(value),
            (None, Some(stopped)) => Err(stopped.into()),
            (None, None) => Err(Diagnostic::input("the value depends on `?`").into()),
        }
    }

    /// The moves that win: counted exactly, the first 100 listed.
    ///
    /// # Errors
    /// As [`Position::outcome`].
    ///
    /// ```
    /// use grundy::{kayles, take};
    /// let wins = (take([1, 3, 4]).at(21) + kayles().at(9)).winning_moves()?;
    /// assert!(!wins.truncated());
    /// assert!(wins.moves.iter().all(|m| m.wins()));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn winning_moves(&self) -> Result<MoveList> {
        self.listed(true)
    }

    /// Every move with the value or the outcome that it leads to: counted exactly, the first 100 listed.
    ///
    /// # Errors
    /// As [`Position::outcome`].
    pub fn moves(&self) -> Result<MoveList> {
        self.listed(false)
    }

    fn listed(&self, winning: bool) -> Result<MoveList> {
        let answer = self.moves_with(&MovesOptions::default().with_winning(winning), &Context::default())?;
        answer.stopped.map_or(Ok(answer.result), |stopped| Err(stopped.into()))
    }

    /// As [`Position::moves`] and [`Position::winning_moves`], within limits.
    ///
    /// # Errors
    /// As [`Position::solve_with`]; a position with `?` has no moves.
    pub fn moves_with(&self, options: &MovesOptions, cx: &Context) -> Result<Answer<MoveList>> {
        Ok(self.with_stores(self.asked(solve::moves(self, options, cx))?))
    }

    /// The reasons, step by step: options → values → mex, columns → xor → which move.
    ///
    /// # Errors
    /// As [`Position::solve`].
    ///
    /// ```
    /// let reasons = "nim(5, 3)".parse::<grundy::Position>()?.explain()?;
    /// assert!(!reasons.steps.is_empty() && reasons.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn explain(&self) -> Result<Answer<Explanation>> {
        self.explain_with(&Context::default())
    }

    /// As [`Position::explain`], within limits.
    ///
    /// # Errors
    /// As [`Position::solve_with`].
    pub fn explain_with(&self, cx: &Context) -> Result<Answer<Explanation>> {
        self.asked(solve::explain(self, cx))
    }
}

impl Session {
    /// Explains a position, or an expression `mex(0, 1, 2, 4)`.
    ///
    /// # Errors
    /// As [`Session::position`] and [`Position::solve_with`].
    pub fn explain(&mut self, text: &str, cx: &Context) -> Result<Answer<Explanation>> {
        self.explain_for(text, &Ranges::default(), cx)
    }

    /// As [`Session::explain`], of a position whose parameters have these values.
    ///
    /// # Errors
    /// As [`Session::position_with`] and [`Position::solve_with`].
    pub fn explain_for(&mut self, text: &str, values: &Ranges, cx: &Context) -> Result<Answer<Explanation>> {
        match solve::explain_mex(text) {
            Some(explained) => explained,
            None => self.position_with(text, values)?.explain_with(cx),
        }
    }
}
