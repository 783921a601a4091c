//! What can be asked, as methods of what is asked about: a position, a game, a claim.
//!
//! Each question has a short form with the usual options and no limit of time and memory, and a form `…_with` that takes
//! options and a [`Context`] with a budget and a cancel flag.
//!
//! | of a [`Position`] | of a [`Game`] | of a game under a convention, [`Game::under`] |
//! |---|---|---|
//! | [`solve`](Position::solve), [`outcome`](Position::outcome), [`value`](Position::value) | [`value`](Game::value), [`values`](Game::values) | [`table_with`](GameQuestion::table_with) |
//! | [`winning_moves`](Position::winning_moves), [`moves`](Position::moves), [`play`](Position::play) | [`period`](Game::period) | [`period_with`](GameQuestion::period_with), [`equal_games_with`](GameQuestion::equal_games_with), [`same_as`](GameQuestion::same_as) |
//! | [`explain`](Position::explain) | [`guess`](Game::guess), [`prove`](Game::prove) | [`guess_with`](GameQuestion::guess_with), [`claim`](GameQuestion::claim) |
//! | | [`emit`](Game::emit) | [`emit_with`](GameQuestion::emit_with), [`count_with`](GameQuestion::count_with) |

use std::path::Path;
use std::sync::Arc;

use grundy_core::{Context, Convention, Diagnostic, Nat, Outcome, Result, evidence::Status};

use crate::answer::{
    Answer, CanonicalForm, Counts, Equality, Explanation, MisereQuotient, MoveList, PeriodFound, Table,
};
use crate::claim::{self, ClaimFault, ClaimQuestion, Judgement, ProveOptions};
use crate::emit::{self, EmitOptions, Emitted, Language};
use crate::equal_games::{EqualGame, EqualGamesOptions, equal_games};
use crate::game::boards::store::NimberStore;
use crate::game::{AnyGame, Game, GameQuestion};
use crate::guess::{self, Findings, GuessOptions};
use crate::parametric::Ranges;
use crate::plan::kept_quotient::QuotientStore;
use crate::position::Position;
use crate::session::{Session, claim_about};
use crate::solve::{self, CountOptions, MovesOptions, PeriodOptions, QuotientOptions, SolveOptions, TableOptions};

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
        Ok(self.with_stores(solve::solve(self, options, cx)?))
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
            return Err(fault.suggest("`table --store DIR` keeps the values of heaps").into());
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
        solve::quotient_of(self, None, cx)
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
        solve::quotient_of(self, Some(store), cx)
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
        solve::canonical(self, cx)
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
        solve::outcome_and_value(self, cx)
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
        Ok(self.with_stores(solve::moves(self, options, cx)?))
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
        solve::explain(self, cx)
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

/// Questions in normal play; [`Game::under`] is the way to misère play and to limits.
impl Game {
    /// The period of the values of a one-heap game: see [`GameQuestion::period_with`].
    ///
    /// # Errors
    /// As [`GameQuestion::period_with`].
    ///
    /// ```
    /// let answer = grundy::kayles().period()?;
    /// let found = answer.period.as_ref().expect("Kayles is periodic");
    /// assert_eq!((&found.preperiod, &found.period), (&71u8.into(), &12u8.into()));
    /// assert!(answer.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn period(&self) -> Result<Answer<PeriodFound>> {
        self.under(Convention::Normal).period_with(&PeriodOptions::default(), &Context::default())
    }

    /// What the first values suggest, each with how far it is proved: see [`GameQuestion::guess_with`].
    ///
    /// # Errors
    /// As [`GameQuestion::guess_with`].
    ///
    /// ```
    /// use grundy::guess::Kind;
    /// let answer = grundy::take([1, 3, 4]).guess()?;
    /// let period = answer.findings.iter().find(|f| f.kind == Kind::Period).unwrap();
    /// assert_eq!(period.claim.as_deref(), Some("period 7 from 0"));
    /// assert!(period.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn guess(&self) -> Result<Answer<Findings>> {
        self.under(Convention::Normal).guess_with(&GuessOptions::default(), &Context::default())
    }

    /// Is this true of all positions of the game? `g = n % 4`, `P: n % 5 = 0`, `period 7 from 0`.
    ///
    /// # Errors
    /// A claim that cannot be read, or about coordinates that the game does not have; as [`ClaimQuestion::prove_with`].
    ///
    /// ```
    /// use grundy::claim::Verdict;
    /// assert_eq!(grundy::take(1..=3).prove("g = n % 4")?.verdict, Verdict::Proved);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn prove(&self, claim: &str) -> Result<Answer<Judgement>> {
        let question = self.under(Convention::Normal).claim(claim).map_err(|fault| fault.diagnostic().clone())?;
        question.prove_with(&ProveOptions::default(), &Context::default())
    }

    /// A program for what is known of the game: see [`GameQuestion::emit_with`].
    ///
    /// # Errors
    /// As [`GameQuestion::emit_with`].
    ///
    /// ```
    /// let program = grundy::take(1..=3).emit(grundy::Language::C)?;
    /// assert!(program.code.contains("return n % 4;"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn emit(&self, language: Language) -> Result<Answer<Emitted>> {
        self.under(Convention::Normal).emit_with(&EmitOptions::new(language), &Context::default())
    }
}

impl GameQuestion {
    /// Values, outcomes or P-positions of a game of one or two coordinates (P-positions: of any number).
    ///
    /// When the budget ends, the table holds the rows that were finished.
    ///
    /// # Errors
    /// A range that is empty or does not fit the game; values in misère play; faults of the rule.
    pub fn table_with(&self, options: &TableOptions, cx: &Context) -> Result<Answer<Table>> {
        solve::table(self, options, cx)
    }

    /// The period of the values of a one-heap game.
    ///
    /// It is proved where a closed form or a theorem gives it; otherwise the values are computed, and a repetition of at
    /// least four periods that lasts on twice its range is told as checked. When the budget ends, the answer says how far
    /// the search came.
    ///
    /// # Errors
    /// Misère play, which has no values; games that are not of one heap; faults of the rule.
    pub fn period_with(&self, options: &PeriodOptions, cx: &Context) -> Result<Answer<PeriodFound>> {
        solve::period(self, options, cx)
    }

    /// Compares the values of two one-heap games on the heaps 0 to `to` (`None`: 10^4).
    ///
    /// Where both have the same proved period and agree on it, they are equal for ever, and the evidence says so.
    ///
    /// # Errors
    /// As [`GameQuestion::period_with`].
    ///
    /// ```
    /// use grundy::{Context, Convention, game, take};
    /// let (a, b) = (take([1, 3]).under(Convention::Normal), game("{n -> n-1; n-3 if n > 2}")?.under(Convention::Normal));
    /// assert_eq!(a.same_as(&b, None, &Context::default())?.equal, Some(true));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn same_as(&self, other: &GameQuestion, to: Option<u64>, cx: &Context) -> Result<Answer<Equality>> {
        solve::same(self, other, to, cx)
    }

    /// Codes and games of the catalogue with the values of a one-heap game, shifted by at most four heaps, the game
    /// itself left out: first those without a shift, then by length and digits. Empty for other games and in misère play.
    ///
    /// # Errors
    /// When the budget is spent; faults of the rule.
    ///
    /// ```
    /// use grundy::{Context, Convention, EqualGamesOptions, game};
    /// let chess = game("dawsonschess")?.under(Convention::Normal);
    /// let found = chess.equal_games_with(&EqualGamesOptions::default(), &Context::default())?;
    /// let dawson = found.iter().find(|c| c.game == "0.07").unwrap();
    /// assert!(dawson.shift == 1 && dawson.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn equal_games_with(&self, options: &EqualGamesOptions, cx: &Context) -> Result<Vec<EqualGame>> {
        equal_games(self, options, cx)
    }

    /// The P-positions and N-positions among all positions of K heaps of sizes `min` to `max`.
    ///
    /// Ordered tuples, or multisets with [`CountOptions::unordered`]. In games of several coordinates each coordinate of
    /// each of the K places runs from `min` to `max`; in row games the K numbers are one place, and lists that are no
    /// place of the game are not counted. When the budget ends, [`Answer::stopped`] says what would have been needed.
    ///
    /// # Errors
    /// An empty range; tokens on graphs, whose places are no numbers; rows without order; faults of the rule.
    ///
    /// ```
    /// use grundy::{Context, Convention, CountOptions, Nat, nim};
    /// let answer = nim().under(Convention::Normal).count_with(&CountOptions::new(3, 7), &Context::default())?;
    /// assert_eq!(answer.previous, Some(Nat::from(64u8)));
    /// assert_eq!(answer.next, Some(Nat::from(448u16)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn count_with(&self, options: &CountOptions, cx: &Context) -> Result<Answer<Counts>> {
        solve::count(self, options, cx)
    }

    /// The misère quotient of the heaps of a game: how sums of any number of them are judged by one product.
    ///
    /// Heaps are added until the largest that is asked for, or until the quotient is proved to be that of the whole game.
    /// When the budget ends, the answer holds what is certified.
    ///
    /// # Errors
    /// Games that are not of one heap, or whose play need not end; faults of the rule.
    ///
    /// ```
    /// use grundy::{Context, Convention, QuotientOptions, kayles};
    /// let question = kayles().under(Convention::Misere);
    /// let answer = question.quotient_with(&QuotientOptions::default(), &Context::default())?;
    /// assert_eq!((answer.monoid.order(), answer.monoid.portion().len(), answer.tame), (40, 9, None));
    /// assert!(answer.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn quotient_with(&self, options: &QuotientOptions, cx: &Context) -> Result<Answer<MisereQuotient>> {
        solve::quotient(self, options, None, cx)
    }

    /// A file for the misère quotient of this game, which [`GameQuestion::quotient_stored`] goes on from. In a directory the
    /// name of the file is made of the rule.
    ///
    /// # Errors
    /// As [`GameQuestion::quotient_with`]; a file of another game or version, or a damaged one; one that another process has
    /// open, or that cannot be made.
    pub fn quotient_store(&self, path: &Path) -> Result<QuotientStore> {
        QuotientStore::open(path, solve::identity(self)?)
    }

    /// As [`GameQuestion::quotient_with`], kept in a file while it grows. What the file holds is checked anew, so the evidence is
    /// that of a search without a file.
    ///
    /// # Errors
    /// As [`GameQuestion::quotient_with`]; a store of another game, or with a quotient that is not true of this one; a disk
    /// that is full.
    pub fn quotient_stored(
        &self,
        options: &QuotientOptions,
        store: QuotientStore,
        cx: &Context,
    ) -> Result<Answer<MisereQuotient>> {
        solve::quotient(self, options, Some(store), cx)
    }

    /// Looks for laws of a game in its first values, the proved first, then the simplest.
    ///
    /// Games of one coordinate are computed to about 2000, of two to a sum of 80, rows with two, three and four entries
    /// to smaller sums. Each law says how far it is proved. When the budget ends, what was found so far is told.
    ///
    /// # Errors
    /// Games whose positions are no numbers; faults of the rule.
    pub fn guess_with(&self, options: &GuessOptions, cx: &Context) -> Result<Answer<Findings>> {
        guess::guess(self, options, cx)
    }

    /// A function in another language for the Grundy value of a game, or for the outcome where a law gives that alone.
    ///
    /// The program has `grundy(n)` or `grundy(a, b)` and `first_wins`: of a list of heaps, or of the coordinates. Cost:
    /// milliseconds; a period is looked for among about 10^6 values of a set, 3·10^4 of a code.
    ///
    /// # Errors
    /// Misère play (but for Nim, and rules whose law an automaton proves), row games, graphs and games with rules in
    /// Rust; a maximum that no style can afford; a rule that is not a game; a spent budget.
    pub fn emit_with(&self, options: &EmitOptions, cx: &Context) -> Result<Answer<Emitted>> {
        emit::emit(self, options, cx)
    }

    /// Reads a claim about all positions of the game, in the variables that the question has.
    ///
    /// # Errors
    /// A claim that cannot be read, or games whose positions have no numbers; [`ClaimFault`] tells which.
    ///
    /// ```
    /// use grundy::{Context, Convention, nim};
    /// let claim = nim().under(Convention::Misere).claim("P: n = 1").unwrap();
    /// assert!(claim.prove_with(&Default::default(), &Context::default())?.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn claim(&self, text: &str) -> Result<ClaimQuestion, ClaimFault> {
        claim_about(self, text)
    }
}

impl ClaimQuestion {
    /// Looks for the smallest counterexample, then for a proof, and says what it found and how far that goes.
    ///
    /// # Errors
    /// Faults of the rule, an expression without a value, a spent budget before anything was compared.
    pub fn prove_with(&self, options: &ProveOptions, cx: &Context) -> Result<Answer<Judgement>> {
        claim::prove(self, options, cx)
    }
}
