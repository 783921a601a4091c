//! Reads one text after the other and remembers what they share.

use std::sync::Arc;

use grundy_core::error::Diagnostic;
use grundy_core::number::Nat;
use rustc_hash::FxHashMap;

use super::Limits;
use super::ast::{Definition, Game, GameText, Name, Query};
use super::claim::{Claim, Subject};
use super::family::Family;
use super::memo::Memo;
use super::names::Games;
use super::parser::{Introduced, Parser};

/// Reads texts; remembers `let` names between lines (for `solve -` and the prompt) and games already read.
///
/// Equal games in different texts share one tree (`Arc`), whose spans are those of the text where it was read first.
/// So a fault found later inside a game must not be placed by the spans of the game's tree alone.
#[derive(Debug)]
pub struct Reader {
    limits: Limits,
    games: Games,
    kept: FxHashMap<String, Introduced>,
    memo: Memo,
}

/// More parameters are not told apart from slips.
const PARAMETERS: usize = 6;

/// One letter, perhaps with digits behind it.
fn is_short(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.all(|c| c.is_ascii_digit())
}

impl Reader {
    /// A reader that knows these games only.
    #[must_use]
    pub fn new(limits: Limits, games: Games) -> Self {
        Reader { limits, games, kept: FxHashMap::default(), memo: Memo::default() }
    }

    /// Reads what `solve`, `explain`, `moves` and `play` are asked: `{ definition } [ "misere" ] position`.
    ///
    /// Definitions in the text are in force in this text only ([`Reader::keep`] keeps them).
    ///
    /// # Errors
    /// The place and kind of the first fault, with a suggestion.
    pub fn query(&mut self, text: &str) -> Result<Query, Diagnostic> {
        self.parser(text).query().map_err(|fault| *fault)
    }

    /// Reads what `table`, `period`, `same` … are asked: `{ definition } [ "misere" ] game`.
    ///
    /// # Errors
    /// As for [`Reader::query`].
    pub fn game(&mut self, text: &str) -> Result<GameText, Diagnostic> {
        self.parser(text).game_text().map_err(|fault| *fault)
    }

    /// As [`Reader::game`], where names without a value are parameters: of one letter, perhaps with digits behind it, or
    /// `given`. The parameters come back in the order in which they stand.
    ///
    /// # Errors
    /// As for [`Reader::query`].
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone would be of one lifetime")]
    pub fn parametric_game(&mut self, text: &str, given: &[String]) -> Result<(GameText, Vec<String>), Diagnostic> {
        self.parametric(text, given, |parser| parser.game_text())
    }

    /// The same of a position: [`Reader::query`].
    ///
    /// # Errors
    /// As for [`Reader::query`].
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone would be of one lifetime")]
    pub fn parametric_query(&mut self, text: &str, given: &[String]) -> Result<(Query, Vec<String>), Diagnostic> {
        self.parametric(text, given, |parser| parser.query())
    }

    fn parametric<T>(
        &mut self,
        text: &str,
        given: &[String],
        read: impl Fn(&mut Parser<'_>) -> Result<T, Box<Diagnostic>>,
    ) -> Result<(T, Vec<String>), Diagnostic> {
        let mut free: Vec<Name> = Vec::new();
        // a game with a free name in it is read anew wherever it stands: it is free there, too
        let mut memo = None;
        let read = loop {
            let mut parser = self.parser(text).with_free(&free);
            let fault = match read(&mut parser) {
                Ok(read) => break Ok(read),
                Err(fault) => *fault,
            };
            let may_be = |name: &Name| given.contains(&name.text) || is_short(&name.text);
            match parser.missing().filter(|name| may_be(name) && free.len() < PARAMETERS) {
                Some(name) => free.push(name),
                None => break Err(fault),
            }
            memo.get_or_insert_with(|| std::mem::take(&mut self.memo));
        };
        if let Some(memo) = memo {
            self.memo = memo;
        }
        read.map(|read| (read, free.into_iter().map(|name| name.text).collect()))
    }

    /// Reads what a claim is about: `{ definition } [ "misere" ] ( game | position )`.
    ///
    /// # Errors
    /// As for [`Reader::query`]: of the two readings, the fault that stands further behind.
    pub fn subject(&mut self, text: &str) -> Result<Subject, Diagnostic> {
        let game = match self.parser(text).subject(false) {
            Ok(subject) => return Ok(subject),
            Err(fault) => fault,
        };
        let position = match self.parser(text).subject(true) {
            Ok(subject) => return Ok(subject),
            Err(fault) => fault,
        };
        let place = |fault: &Diagnostic| fault.span.map_or(0, |span| span.start);
        Err(if place(&game) > place(&position) { *game } else { *position })
    }

    /// Reads a number as it may stand in a position: `1_000`, `10^18`.
    ///
    /// # Errors
    /// As for [`Reader::query`].
    pub fn number(&mut self, text: &str) -> Result<Nat, Diagnostic> {
        self.parser(text).only_number().map_err(|fault| *fault)
    }

    /// Reads a claim about a subject with these variables.
    ///
    /// # Errors
    /// As for [`Reader::query`].
    pub fn claim(&mut self, text: &str, variables: &[String]) -> Result<Claim, Diagnostic> {
        self.parser(text).with_variables(variables).claim().map_err(|fault| *fault)
    }

    /// Reads a family of games: `{ definition } game { "for" NAME ( "in" | "subset of" ) set } [ "if" cond ]`, or
    /// `octal codes of up to 3 digits`.
    ///
    /// # Errors
    /// As for [`Reader::query`].
    pub fn family(&mut self, text: &str) -> Result<Family, Diagnostic> {
        self.parser(text).family().map_err(|fault| *fault)
    }

    /// Reads a text that consists of `let` definitions only, whose names then stay in force.
    ///
    /// `None`: the text is not of that kind (it may be a query). A name that was kept before cannot be defined anew.
    ///
    /// # Errors
    /// As for [`Reader::query`], for a text that starts with `let`.
    pub fn definitions(&mut self, text: &str) -> Result<Option<Vec<Definition>>, Diagnostic> {
        let definitions = self.parser(text).definitions_only().map_err(|fault| *fault)?;
        if let Some(definitions) = &definitions {
            self.keep(definitions);
        }
        Ok(definitions)
    }

    /// Puts definitions in force for all later texts, for example those of a query that was just read.
    pub fn keep(&mut self, definitions: &[Definition]) {
        for definition in definitions {
            let introduced =
                Introduced::new(definition, self.games, |name| self.kept.get(name).is_some_and(|k| k.compound));
            self.kept.insert(definition.name.text.clone(), introduced);
        }
        if !definitions.is_empty() {
            self.memo.clear();
        }
    }

    /// Is this the name of a definition that is in force?
    #[must_use]
    pub fn is_kept(&self, name: &str) -> bool {
        self.kept.contains_key(name)
    }

    /// The limits on texts.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The game with exactly this text, if it was read in front of places and nothing that it may name has changed.
    #[must_use]
    pub fn read_before(&self, text: &str) -> Option<Arc<Game>> {
        self.memo.get(text).map(|seen| Arc::clone(&seen.game))
    }

    fn parser<'r>(&'r mut self, text: &'r str) -> Parser<'r> {
        Parser::new(text, self.limits, self.games, &self.kept, &mut self.memo)
    }
}
