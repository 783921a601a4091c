//! From text to games and positions.
//!
//! A [`Session`] remembers `let` lines, and every game it has met together with its tables: the second question about
//! a game is answered from what the first one learnt.

mod claims;
mod ending;
mod families;
mod heard;
mod judged;
mod letters;
mod meant;
mod parametric;
mod plain;
mod slices;

use grundy_core::Convention;
use grundy_notation::ast::{Primary, Query, Simple, Term};
use grundy_notation::lenient::Kind;
use grundy_notation::{Limits, Reader, Span, notes};

use self::meant::Meant;
use self::plain::PlainSums;
use crate::context::Context;
use crate::error::{Diagnostic, Error};
use crate::game::{GameQuestion, catalogue};
use crate::position::Position;
use crate::scope::{Scope, convention};
pub(crate) use claims::claim_about;
pub use families::Family;
pub use heard::{Heard, Spelling};
pub use parametric::AskedClaim;

type Result<T> = std::result::Result<T, Diagnostic>;

/// Reads texts; remembers definitions and games.
#[derive(Debug)]
pub struct Session {
    reader: Reader,
    scope: Scope,
    plain: PlainSums,
    spelling: Spelling,
    misere: bool,
    heard: Heard,
    meant: Meant,
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

impl Session {
    /// A session with the usual limits.
    #[must_use]
    pub fn new() -> Self {
        Session::with_limits(Limits::default())
    }

    /// A session with other limits on texts.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        Session {
            reader: Reader::new(limits, catalogue::GAMES),
            scope: Scope::default(),
            plain: PlainSums::default(),
            spelling: Spelling::default(),
            misere: false,
            heard: Heard::default(),
            meant: Meant::default(),
        }
    }

    /// Reads a position: `let t[m] = …; t[3](21) + nim(5)`.
    ///
    /// # Errors
    /// Text that cannot be read, unknown names, rules that are no games, impossible places.
    pub fn position(&mut self, text: &str) -> Result<Position> {
        self.read(text, Kind::Position, Session::strict_position)
    }

    /// Reads within a budget: a text of many rules takes its time, for each is looked at when it is read.
    ///
    /// ```
    /// use grundy::{Budget, Context, Error, Session};
    /// let cx = Context::new(Budget { time: Some(std::time::Duration::ZERO), ..Budget::UNLIMITED });
    /// let read = Session::new().within(&cx, |session| session.position("kayles(9)"));
    /// assert!(matches!(read, Err(Error::Stopped(_))));
    /// ```
    ///
    /// # Errors
    /// What the reading says; a budget that is spent.
    pub fn within<T>(
        &mut self,
        cx: &Context,
        read: impl FnOnce(&mut Session) -> Result<T>,
    ) -> std::result::Result<T, Error> {
        let part = cx.part(u64::MAX);
        part.enter("reading");
        self.scope.limit(Some(part));
        let found = read(self);
        let stopped = self.scope.take_stopped();
        self.scope.limit(None);
        match (found, stopped) {
            (Err(_), Some(stopped)) => Err(stopped.into()),
            (found, _) => Ok(found?),
        }
    }

    fn strict_position(&mut self, text: &str) -> Result<Position> {
        let query = self.reader.query(text)?;
        self.placed(query)
    }

    /// The position that was read.
    fn placed(&mut self, mut query: Query) -> Result<Position> {
        query.misere |= self.misere;
        let mut notes = notes::of_position(&query.position, catalogue::GAMES);
        let mark = self.scope.enter(&query.definitions);
        notes.extend(self.meant.of_position(&query, &self.scope));
        notes.extend(usually_misere(&query));
        let result = self.scope.query(query);
        self.scope.leave(mark);
        self.heard.notes = notes;
        result
    }

    /// Reads a game, `misere take[1..3]`, or a place of one with one coordinate left open, `wythoff(n, 4)`.
    ///
    /// # Errors
    /// As [`Session::position`].
    pub fn game(&mut self, text: &str) -> Result<GameQuestion> {
        self.read(text, Kind::Game, Session::strict_game)
    }

    fn strict_game(&mut self, text: &str) -> Result<GameQuestion> {
        let mut read = match self.reader.game(text) {
            Ok(read) => read,
            Err(fault) => return self.slice(text).unwrap_or(Err(fault)),
        };
        read.misere |= self.misere;
        let mark = self.scope.enter(&read.definitions);
        let game = self.scope.game(&read.game, 0);
        let meant = self.meant.of_game(&read.game, &self.scope);
        self.scope.leave(mark);
        let game = game?;
        self.heard.notes = notes::of_game(&read.game, catalogue::GAMES);
        self.heard.notes.extend(meant);
        let variables = claims::variables(&game, &read.game);
        Ok(GameQuestion { convention: convention(read.misere), game, query: read.to_string(), variables })
    }

    /// Reads a family of games: `take[S] for S subset of {1..12}`, `octal codes of up to 3 digits`, or a list of games, one a line.
    ///
    /// ```
    /// let family = grundy::Session::new().family("kayles\n# a code\n0.137\n")?;
    /// assert_eq!((family.len(), family.member(1)?), (2, "0.137".to_owned()));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Text that cannot be read, or a family without or with too many members (2^40).
    pub fn family(&mut self, text: &str) -> Result<Family> {
        match self.reader.family(text) {
            Ok(read) => Family::new(&read),
            Err(fault) => self.list_of_games(text).unwrap_or(Err(fault)),
        }
    }

    /// The games of several lines, or what is wrong with one of them; `None` where the first one is none.
    fn list_of_games(&mut self, text: &str) -> Option<Result<Family>> {
        let is_game = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if text.lines().filter(is_game).count() < 2 {
            return None;
        }
        let mut games = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let at = start;
            start += line.len();
            if !is_game(&line) {
                continue;
            }
            let read = self.game(line.trim_end()).and_then(|question| match question.convention {
                Convention::Normal => Ok(question.query),
                Convention::Misere => {
                    let fault = Diagnostic::input("the games of a list are all played by one convention");
                    Err(fault.suggest("`misere` of the whole sweep"))
                }
            });
            match read {
                Ok(game) => games.push(game),
                Err(_) if games.is_empty() => return None,
                Err(fault) => {
                    // its places count from the line
                    let moved = |span: Span| Span::new(at + span.start, at + span.end);
                    let span = fault.span.unwrap_or(Span::new(0, line.trim_end().len()));
                    let mut told = Diagnostic::new(fault.kind, fault.message.clone()).at(moved(span));
                    for (span, insert) in fault.fixes() {
                        told = told.fix(moved(*span), insert);
                    }
                    return Some(Err(Diagnostic { suggestion: fault.suggestion, ..told }));
                }
            }
        }
        Some(Ok(Family::of_list(games)))
    }

    /// How many games it has met.
    pub(crate) fn games(&self) -> usize {
        self.scope.games()
    }

    /// Reads a text that consists of `let` definitions only and keeps them in force; `false` if it is something else.
    ///
    /// # Errors
    /// As [`Session::position`].
    pub fn define(&mut self, text: &str) -> Result<bool> {
        self.read(text, Kind::Game, Session::strictly_defined)
    }

    fn strictly_defined(&mut self, text: &str) -> Result<bool> {
        let Some(definitions) = self.reader.definitions(text)? else { return Ok(false) };
        self.plain.clear();
        self.scope.enter(&definitions);
        // a definition without parameters is elaborated now, so that its faults are told where it stands
        for d in definitions.iter().filter(|d| d.parameters.is_empty()) {
            self.scope.game(&d.game, 0)?;
        }
        Ok(true)
    }
}

/// A note on normal play of what is usually played misère.
fn usually_misere(query: &Query) -> Option<String> {
    let entry = |term: &Term| match &term.primary {
        Primary::Game { game, .. } => match &game.alternatives[..] {
            [Simple::Named { name, .. }] => catalogue::find(&name.text),
            _ => None,
        },
        Primary::Group(_) | Primary::Nimber(_) => None,
    };
    let terms = &query.position.terms;
    let is_plain = !query.misere && query.definitions.is_empty();
    if !is_plain || !terms.iter().all(|term| entry(term).is_some_and(|entry| entry.is_usually_misere)) {
        return None;
    }
    let (name, text) = (entry(terms.first()?)?.name, query.to_string());
    (text.len() <= 200)
        .then(|| format!("`{name}` is usually played misère, where the last move loses: `misere {text}`"))
}
