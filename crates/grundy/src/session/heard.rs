//! Reading what people type: strictly, and where that fails in the strict form that it stands for.

use grundy_core::{Diagnostic, ErrorKind};
use grundy_notation::lenient::{self, Asked, Kind, Typed, mend};
use grundy_notation::names::KEYWORDS;
use grundy_notation::{Reader, Respelt, Span};

use super::{Result, Session};
use crate::game::catalogue;
use crate::outcome::Convention;

/// How texts may be spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spelling {
    /// As the notation says.
    Strict,
    /// Also as people type: `Nim 3 4 5`, `take[1-3](21)`.
    #[default]
    Lenient,
    /// Also numbers alone, which are heaps of Nim: `3,4,5`. For texts that somebody types, not for files.
    Spoken,
}

/// How the last text was understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heard {
    pub(super) respelt: Option<Respelt>,
    pub(super) notes: Vec<String>,
}

impl Heard {
    /// The strict form of what was typed, where it was not strict itself.
    #[must_use]
    pub fn strict(&self) -> Option<&str> {
        self.respelt.as_ref().map(Respelt::text)
    }

    /// What may have been meant otherwise, a sentence each.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Where a place of the text that was read stands in the text that was typed.
    #[must_use]
    pub fn original(&self, span: Span) -> Span {
        self.respelt.as_ref().map_or(span, |respelt| respelt.original(span))
    }

    /// The fault at the place where it was typed.
    #[must_use]
    pub fn placed(&self, mut fault: Diagnostic) -> Diagnostic {
        fault.span = fault.span.map(|span| self.original(span));
        fault
    }
}

impl Session {
    /// How texts may be spelt from now on.
    pub fn set_spelling(&mut self, spelling: Spelling) {
        self.spelling = spelling;
    }

    /// Are all texts about misère play from now on, as if `misere` stood before them?
    pub fn set_misere(&mut self, misere: bool) {
        self.misere = misere;
    }

    /// How the last text was understood.
    #[must_use]
    pub fn heard(&self) -> &Heard {
        &self.heard
    }

    /// Reads strictly, else as it is meant.
    pub(super) fn read<T>(
        &mut self,
        text: &str,
        kind: Kind,
        mut strict: impl FnMut(&mut Session, &str) -> Result<T>,
    ) -> Result<T> {
        self.heard = Heard::default();
        let fault = match strict(self, text) {
            Ok(read) => return Ok(read),
            Err(fault) => fault,
        };
        let typed = Typed::of(text);
        let respellings = match respellings(&self.reader, &typed, kind, self.spelling, (&[], 0), &fault) {
            Err(two)
                if two.kind == ErrorKind::Parse
                    && !one_reads(&two, |text| self.reader.game(text).is_ok() || strict(self, text).is_ok()) =>
            {
                vec![]
            }
            read => read?,
        };
        match first_that_reads(text, fault, self.spelling, respellings, |text| strict(self, text)) {
            Ok((read, respelt)) => {
                self.heard.notes.extend(respelt.sums(text).into_iter().map(|(sum, terms)| {
                    format!("`{sum}` is one number; separate several by commas: `{}`", terms.join(", "))
                }));
                self.heard.respelt = Some(respelt);
                Ok(read)
            }
            Err(fault) => {
                let mut fault = helped(&typed, fault, |text| strict(self, text).is_ok());
                // a strict reader is shown what the typed text stands for, and no more
                if self.spelling != Spelling::Strict {
                    self.mend_rules(text, kind, &mut fault, &mut strict);
                }
                if kind == Kind::Game
                    && let Some(help) = self.games_of_position(text)
                    // of one component the words are there
                    && fault.suggestion.as_ref().is_none_or(|old| !old.ends_with(&help))
                {
                    fault = fault.suggest(help);
                }
                if let Some(help) = self.help_on_problem(text, kind) {
                    fault = fault.suggest(help);
                }
                self.heard = Heard::default();
                Err(fault)
            }
        }
    }

    /// The game of a position that was typed where a game is asked for.
    fn games_of_position(&mut self, text: &str) -> Option<String> {
        if text.trim_start().starts_with("let") {
            return None;
        }
        // `0,77` is a code with the decimal comma
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if let Some((whole, rest)) = text.trim().split_once(',')
            && whole.len() == 1
            && digits(whole)
            && digits(rest)
            && let code = format!("{whole}.{rest}")
            && self.strict_game(&code).is_ok()
        {
            return Some(code);
        }
        let position = self.position(text).ok()?;
        let mut names: Vec<String> = Vec::new();
        for (component, _) in position.components() {
            let name = component.game.text().to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let play = if position.convention == Convention::Misere { "misere " } else { "" };
        match &names[..] {
            [] => None,
            [name] => Some(format!("{play}{name}")),
            _ => Some(format!("one game at a time: {}", names.join(", "))),
        }
    }
}

/// What helps where a claim cannot be mended.
const CLAIMS: &str = "a claim is `P: n % 4 = 0`, `g = n % 4`, `period 12 from 71`, `P => n % 2 = 0` or `g <= 4`";

/// Reads a claim about these variables, of which the first so many are coordinates.
pub(super) fn claim<T>(
    reader: &mut Reader,
    text: &str,
    variables: (&[String], usize),
    spelling: Spelling,
    mut strict: impl FnMut(&mut Reader, &str) -> Result<T>,
) -> Result<(T, Heard)> {
    let fault = match strict(reader, text) {
        Ok(read) => return Ok((read, Heard::default())),
        Err(fault) => fault,
    };
    let typed = Typed::of(text);
    let respellings = respellings(reader, &typed, Kind::Claim, spelling, variables, &fault)?;
    match first_that_reads(text, fault, spelling, respellings, |text| strict(reader, text)) {
        Ok((read, respelt)) => Ok((read, Heard { respelt: Some(respelt), notes: Vec::new() })),
        Err(fault) => {
            let mut fault = helped(&typed, fault, |text| strict(reader, text).is_ok());
            fault.suggestion.get_or_insert_with(|| CLAIMS.to_owned());
            Err(fault)
        }
    }
}

/// A help line is the corrected text where one can be read, and never the fault again.
fn helped(typed: &Typed<'_>, mut fault: Diagnostic, mut reads: impl FnMut(&str) -> bool) -> Diagnostic {
    let text = typed.text();
    if fault.kind != ErrorKind::Parse {
        // `(a,n-a)` of one heap can be read, but is no place
        // and so is a graph, between quotation marks that the place may lack
        let is_piece = |help: &str| mend::is_parts(help) || help.starts_with('"') && help.matches('"').count() == 2;
        let parts = fault.suggestion.as_deref().zip(fault.span).filter(|(help, _)| is_piece(help));
        let lines = parts.and_then(|(help, span)| {
            let (before, behind) = (text.get(..span.start)?, text.get(span.end..)?);
            let outside = before.strip_suffix('"').zip(behind.strip_prefix('"')).unwrap_or((before, behind));
            Some([(before, behind), outside].map(|(before, behind)| format!("{before}{help}{behind}")))
        });
        return match lines.into_iter().flatten().find(|line| reads(line)) {
            Some(line) => fault.suggest(line),
            None => fault,
        };
    }
    // another bracket says more than an example of the game
    let bracket = fault.span.and_then(|span| mend::other_bracket(typed, span)).filter(|candidate| reads(candidate));
    let is_text = |suggestion: &str| !is_sentence(suggestion) && reads(suggestion);
    if bracket.is_none() && fault.suggestion.as_deref().is_some_and(is_text) {
        return fault;
    }
    let mended = bracket.or_else(|| mend::candidates(typed, &fault).into_iter().find(|candidate| reads(candidate)));
    if let Some(mended) = &mended {
        let (span, insert) = mend::change(text, &fault, mended);
        fault = fault.fix(span, insert);
    }
    fault.suggestion = mended.or(fault.suggestion.take().filter(|s| !is_refused_too(s, text)));
    fault
}

/// Is it plainly a sentence? It quotes, or begins with two words; no text of the notation does.
fn is_sentence(suggestion: &str) -> bool {
    let two_words = || {
        let (first, rest) = suggestion.split_once(' ')?;
        let is_word = first.bytes().all(|b| b.is_ascii_alphanumeric()) && !KEYWORDS.contains(&first);
        Some(is_word && rest.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    suggestion.contains('`') || two_words() == Some(true)
}

/// Of a suggestion that cannot be read: does it say the fault again, or is it a text like the one at fault?
fn is_refused_too(suggestion: &str, text: &str) -> bool {
    let is_text = suggestion.ends_with(')') && !suggestion.contains(['`', ';']) && !text.is_empty();
    suggestion.starts_with("expected ") || is_text
}

/// Can one of the readings that are shown be read at all?
fn one_reads(two: &Diagnostic, mut reads: impl FnMut(&str) -> bool) -> bool {
    let shown = two.suggestion.as_deref().unwrap_or_default();
    reads(shown) || shown.match_indices(" or ").any(|(at, or)| reads(&shown[..at]) || reads(&shown[at + or.len()..]))
}

/// The strict forms of a text at fault.
pub(super) fn respellings(
    reader: &Reader,
    typed: &Typed<'_>,
    kind: Kind,
    spelling: Spelling,
    (variables, coordinates): (&[String], usize),
    fault: &Diagnostic,
) -> Result<Vec<Respelt>> {
    let lets = |name: &str| reader.is_kept(name);
    // a strict reader is told what it refuses, so numbers alone are looked at as well
    let bare = spelling != Spelling::Lenient;
    let digits = reader.limits().digits;
    let asked = Asked { kind, games: catalogue::GAMES, bare, digits, lets: &lets, variables, coordinates };
    lenient::respell(typed, &asked).map_err(|two| if spelling == Spelling::Strict { fault.clone() } else { *two })
}

/// A message that names a place, "the `(` at character 8", with the place as it was typed.
fn counted_as_typed(message: &str, respelt: &Respelt, typed: &str) -> String {
    const AT: &str = "at character ";
    let place = message.find(AT).map(|at| at + AT.len()).and_then(|from| {
        let long = message[from..].bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = message[from..from + long].parse().ok()?;
        let start = respelt.text().char_indices().nth(number.checked_sub(1)?)?.0;
        let there = respelt.original(Span::new(start, start + 1)).in_characters(typed).0 + 1;
        Some(format!("{}{there}{}", &message[..from], &message[from + long..]))
    });
    place.unwrap_or_else(|| message.to_owned())
}

/// The first strict form that can be read; else the fault that stands furthest behind.
fn first_that_reads<T>(
    typed: &str,
    fault: Diagnostic,
    spelling: Spelling,
    respellings: Vec<Respelt>,
    mut strict: impl FnMut(&str) -> Result<T>,
) -> Result<(T, Respelt)> {
    let place = |fault: &Diagnostic| fault.span.map_or(0, |span| span.start);
    let mut furthest = fault;
    for respelt in respellings {
        match strict(respelt.text()) {
            Ok(_) if spelling == Spelling::Strict => return Err(furthest.suggest(respelt.text())),
            Ok(read) => return Ok((read, respelt)),
            Err(fault) if spelling != Spelling::Strict => {
                let message = counted_as_typed(&fault.message, &respelt, typed);
                let heard = Heard { respelt: Some(respelt), notes: Vec::new() };
                let fault = Diagnostic { message, ..heard.placed(fault) };
                // what could be read got further than what could not
                let further = (fault.kind != ErrorKind::Parse, place(&fault));
                if further > (furthest.kind != ErrorKind::Parse, place(&furthest)) {
                    furthest = fault;
                }
            }
            Err(_) => {}
        }
    }
    Err(furthest)
}
