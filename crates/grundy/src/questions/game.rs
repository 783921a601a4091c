//! What games are asked, alone or under a convention, and claims about them.

use std::path::Path;

use grundy_automata::search::Question;
use grundy_core::{Context, Convention, Diagnostic, Error, Result};

use crate::answer::{Answer, Counts, Equality, MisereQuotient, PeriodFound, Table};
use crate::claim::{self, Claim, ClaimFault, ClaimQuestion, Judgement, OfGame, Proof, ProveOptions, Verdict};
use crate::emit::{self, EmitOptions, Emitted, Language};
use crate::equal_games::{EqualGame, EqualGamesOptions, equal_games};
use crate::game::{Game, GameQuestion};
use crate::guess::{self, Findings, GuessOptions};
use crate::period::{self, published::Comparison};
use crate::plan::quotient_store::QuotientStore;
use crate::session::claim_about;
use crate::solve::{self, CountOptions, PeriodOptions, QuotientOptions, TableOptions};

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
        let question = self.under(Convention::Normal).claim(claim)?;
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
    /// An answer, or a fault whose help is the whole question.
    fn asked<T>(&self, answer: Result<T>) -> Result<T> {
        answer.map_err(|error| error.within(|| self.query.clone()))
    }

    /// Values, outcomes or P-positions of a game of one or two coordinates (P-positions: of any number).
    ///
    /// When the budget ends, the table holds the rows that were finished.
    ///
    /// # Errors
    /// A range that is empty or does not fit the game; values in misère play; faults of the rule.
    pub fn table_with(&self, options: &TableOptions, cx: &Context) -> Result<Answer<Table>> {
        self.asked(solve::table(self, options, cx))
    }

    /// The proof of the law that automata gave of the game, once [`GameQuestion::guess_with`] was asked: of the values, or of the
    /// P-positions. `None`: there is no such law.
    ///
    /// ```
    /// use grundy::guess::GuessOptions;
    /// use grundy::{Context, Session};
    /// let game = Session::new().game("{n -> n-1; (n+1)//2 if n > 1}")?;
    /// let cx = Context::default();
    /// game.guess_with(&GuessOptions::default(), &cx)?;
    /// let proof = game.automatic_proof().expect("automata give its values");
    /// assert!(proof.walnut().is_some() && proof.certificate("values", &cx)?.contains("values"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn automatic_proof(&self) -> Option<Proof> {
        let questions: &[Question] = match self.convention {
            Convention::Normal => &[Question::Values, Question::Kernel],
            Convention::Misere => &[Question::Misere],
        };
        let known = self.game.knowledge().ok()?;
        let rule = known.rule.as_ref()?.rule();
        let law = questions.iter().find_map(|&question| self.game.learnt().moves(question))?;
        Some(Proof::of_law(rule, &law))
    }

    /// The period of the values of a one-heap game.
    ///
    /// It is proved where a closed form or a theorem gives it; otherwise the values are computed, and a repetition of at
    /// least four periods that lasts on twice its range, or more where moves divide, is told as checked. When the budget ends, the answer says how far
    /// the search came.
    ///
    /// # Errors
    /// Misère play, which has no values; games that are not of one heap; faults of the rule.
    pub fn period_with(&self, options: &PeriodOptions, cx: &Context) -> Result<Answer<PeriodFound>> {
        self.asked(solve::period(self, options, cx))
    }

    /// Is the certificate of a law, which was checked, about this game? Its moves are compared with those of the rule.
    ///
    /// # Errors
    /// A spent budget.
    ///
    /// ```
    /// use grundy::claim::{OfGame, ProveOptions};
    /// use grundy::{Context, Convention, Session, game};
    /// let (cx, claim) = (Context::default(), Session::new().claim("{n -> n-1; n-2}", "P: n % 3 = 0").unwrap());
    /// let certificate = claim.certificate(&claim.prove_with(&ProveOptions::default(), &cx)?, &cx)?;
    /// let about = |text: &str| game(text)?.under(Convention::Normal).is_game_of(&certificate, &cx);
    /// assert_eq!((about("take[1,2]")?, about("take[1,3]")?), (OfGame::Same, OfGame::Other));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn is_game_of(&self, certificate: &str, cx: &Context) -> Result<OfGame> {
        claim::of_game(self, certificate, cx)
    }

    /// What was published about the period of a code, before anything is computed.
    ///
    /// ```
    /// use grundy::period::published::Comparison;
    /// use grundy::{Convention, game};
    /// let officers = game("0.6")?.under(Convention::Normal);
    /// assert!(matches!(officers.published_period(), Some(Comparison::Unsolved(_))));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn published_period(&self) -> Option<Comparison> {
        self.game.published(None).filter(|_| self.convention == Convention::Normal)
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

    /// As [`same_as`](GameQuestion::same_as), but of codes no heap behind `to` is computed. For many comparisons of games whose values
    /// up to there are known to be equal or nearly so: a single one of them takes a small part of the time.
    ///
    /// # Errors
    /// As [`GameQuestion::period_with`].
    ///
    /// ```
    /// use grundy::{Context, Convention, game};
    /// let [a, b] = ["0.07", "0.070"].map(|code| game(code).unwrap().under(Convention::Normal));
    /// let answer = a.same_up_to(&b, 500, &Context::default())?;
    /// assert_eq!((answer.equal, answer.compared_to), (Some(true), Some(500)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn same_up_to(&self, other: &GameQuestion, to: u64, cx: &Context) -> Result<Answer<Equality>> {
        solve::same_up_to(self, other, to, cx)
    }

    /// Codes and games of the catalogue with the values of a one-heap game, shifted by at most four heaps, the game
    /// itself left out: first those without a shift, then by length and digits. Empty for other games and in misère play.
    ///
    /// # Errors
    /// When the budget is spent; faults of the rule.
    ///
    /// ```
    /// use grundy::equal_games::EqualGamesOptions;
    /// use grundy::{Context, Convention, game};
    /// let chess = game("dawsonschess")?.under(Convention::Normal);
    /// let found = chess.equal_games_with(&EqualGamesOptions::default(), &Context::default())?;
    /// let dawson = found.iter().find(|c| c.game == "0.07").unwrap();
    /// assert!(dawson.shift == 1 && dawson.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn equal_games_with(&self, options: &EqualGamesOptions, cx: &Context) -> Result<Vec<EqualGame>> {
        equal_games(self, options, cx)
    }

    /// The answer to [`GameQuestion::period_with`] with the known games that have the same values. Where its search was
    /// stopped, or the budget ends here, there are none.
    ///
    /// # Errors
    /// Faults of the rule.
    pub fn compared(
        &self,
        mut answer: Answer<PeriodFound>,
        options: &EqualGamesOptions,
        cx: &Context,
    ) -> Result<Answer<PeriodFound>> {
        // a spent budget does not reach for more
        if answer.is_complete() {
            answer.equal = match equal_games(self, options, cx) {
                Err(Error::Stopped(_)) => Vec::new(),
                found => found?,
            };
        }
        Ok(answer)
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
        self.asked(solve::count(self, options, cx))
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
        self.asked(solve::quotient(self, options, None, cx))
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
        self.asked(solve::quotient(self, options, Some(store), cx))
    }

    /// Looks for laws of a game in its first values, the proved first, then the simplest.
    ///
    /// Games of one coordinate are computed to about 2000, of two to a sum of 80, rows with two, three and four entries
    /// to smaller sums. Each law says how far it is proved. When the budget ends, what was found so far is told.
    ///
    /// # Errors
    /// Games whose positions are no numbers; faults of the rule.
    pub fn guess_with(&self, options: &GuessOptions, cx: &Context) -> Result<Answer<Findings>> {
        self.asked(guess::guess(self, options, cx))
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
        self.asked(emit::emit(self, options, cx))
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
        if !claim::fails_nearby(self, cx) {
            guess::learn_for(self, cx);
        }
        claim::prove(self, options, cx)
    }

    /// The certificate of what [`ClaimQuestion::prove_with`] proved, for `grundy-verify`.
    ///
    /// # Errors
    /// What is not proved, or by a theorem or a strategy ([`Unsupported`](crate::ErrorKind::Unsupported)); a spent budget.
    pub fn certificate(&self, answer: &Answer<Judgement>, cx: &Context) -> Result<String> {
        let none = |why: &str| Err(Diagnostic::unsupported(why).into());
        match (&answer.verdict, &answer.proof) {
            (Verdict::Proved, Some(proof)) => proof.certificate(&format!("{}\n{}", answer.query, answer.claim), cx),
            (Verdict::Proved, None) if matches!(self.claim, Claim::Period { .. }) => {
                period::certificate(&self.subject.summands[0].game, cx)
            }
            (Verdict::Proved, None) => none("this proof has no certificate: it rests on a theorem or a strategy"),
            _ => none("what is not proved has no certificate"),
        }
    }
}
