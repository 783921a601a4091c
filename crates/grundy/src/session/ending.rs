//! Rules in a help line: one that is advised can be played, and its plays end.
//!
//! `{n -> (n+1)/2}(9)` is refused for its sign, and `{n -> (n+1)//2}(9)` for a move that stays. Who copies a help should not meet the
//! next fault, so all that is known to be amiss is mended at once, and the place stays.

use grundy_notation::lenient::{Kind, Typed, mend};

use super::heard::respellings;
use super::{Result, Session};
use crate::context::Context;
use crate::error::{Diagnostic, Error};
use crate::game::{Game, Place, Shape};

/// So many moves may need a condition, one after the other.
const ROUNDS: usize = 4;
/// Heaps whose moves are looked at, and so many steps for each.
const SMALL: u64 = 8;
const STEPS: u64 = 10_000;

impl Session {
    /// Mends the rules of a help that can be read, and those of the text itself where only its quotients keep it from being read.
    pub(super) fn mend_rules<T>(
        &mut self,
        text: &str,
        kind: Kind,
        fault: &mut Diagnostic,
        strict: &mut impl FnMut(&mut Session, &str) -> Result<T>,
    ) {
        let is_rule = |help: &&String| help.contains("->") && !help.contains('`');
        let help = fault.suggestion.as_ref().filter(is_rule).cloned();
        let says_how = fault.suggestion.as_ref().is_some_and(|help| help.contains("`//`"));
        let help = match help.filter(|help| strict(self, help).is_ok()) {
            Some(help) => Some(help),
            None if says_how => self.with_whole_quotients(text, kind, strict),
            // a rule alone, where a position is asked for
            None if kind == Kind::Position && text.trim_end().ends_with('}') => {
                self.with_a_place(mend::candidates(&Typed::of(text), fault).into_iter(), strict)
            }
            None => None,
        };
        if let Some(help) = help {
            fault.suggestion = Some(self.that_ends(help, kind));
        }
    }

    /// What the text is with `//` for each `/`, where that can be read: `sg[n] = mex(sg[n/2], sg[n/3])`.
    fn with_whole_quotients<T>(
        &mut self,
        text: &str,
        kind: Kind,
        strict: &mut impl FnMut(&mut Session, &str) -> Result<T>,
    ) -> Option<String> {
        // a root is rounded as a whole
        if !text.contains('/') || ["sqrt", "phi", "√"].iter().any(|sign| text.contains(sign)) {
            return None;
        }
        let text = text.split("//").map(|part| part.replace('/', "//")).collect::<Vec<_>>().join("//");
        let fault = strict(self, &text).err()?;
        let read = respellings(&self.reader, &Typed::of(&text), kind, self.spelling, (&[], 0), &fault).ok()?;
        self.with_a_place(read.into_iter().map(|respelt| respelt.text().to_owned()), strict)
    }

    /// The first of these texts that can be read; a rule alone, where a position is asked for, with some place.
    fn with_a_place<T>(
        &mut self,
        mut texts: impl Iterator<Item = String>,
        strict: &mut impl FnMut(&mut Session, &str) -> Result<T>,
    ) -> Option<String> {
        texts.find_map(|text| match strict(self, &text) {
            Ok(_) => Some(text),
            Err(fault) => fault.suggestion.filter(|help| help.starts_with(text.trim()) && strict(self, help).is_ok()),
        })
    }

    /// The text with a condition on each move that stays where it is.
    fn that_ends(&mut self, help: String, kind: Kind) -> String {
        let mut text = help.clone();
        for _ in 0..ROUNDS {
            let Some((whole, fault)) = self.that_stays(&text, kind) else { break };
            let whole = if fault.more.as_ref().is_some_and(|more| is_in(&text, more)) { &text } else { &whole };
            match fault.within(whole).more.and_then(|more| more.rewritten) {
                Some((old, mended)) if old == *whole => text = mended,
                _ => break,
            }
        }
        // a rule that is at fault in other ways is not told as if it were mended
        if text == help || self.has_values(&text, kind) { text } else { help }
    }

    /// Has every move from a small heap a value?
    fn has_values(&mut self, text: &str, kind: Kind) -> bool {
        let Some((_, games)) = self.games_of(text, kind) else { return false };
        let mut heaps = games.iter().filter(|game| game.shape() == Shape::Heap);
        let cx = Context::default();
        heaps.all(|game| {
            let is_bad = |n: u64| matches!(game.every_option(&Place::heap(n), &cx.part(STEPS)), Err(Error::Bad(_)));
            !(0..=SMALL).any(is_bad)
        })
    }

    /// The question that the text is, in one spelling, and the fault of its first rule whose plays need not end.
    fn that_stays(&mut self, text: &str, kind: Kind) -> Option<(String, Diagnostic)> {
        let (whole, games) = self.games_of(text, kind)?;
        let fault = games.iter().find_map(|game| game.must_get_smaller().err())?;
        Some((whole, fault))
    }

    /// The question that the text is, in one spelling, and its games.
    fn games_of(&mut self, text: &str, kind: Kind) -> Option<(String, Vec<Game>)> {
        if kind != Kind::Position {
            let question = self.strict_game(text).ok()?;
            return Some((question.query, vec![question.game]));
        }
        let position = self.strict_position(text).ok()?;
        let mut games = Vec::new();
        position.each(&mut |game, _, _| games.push(game.clone()));
        Some((position.query(), games))
    }
}

/// Does the text have the game as it is rewritten?
fn is_in(text: &str, more: &crate::error::More) -> bool {
    more.rewritten.as_ref().is_some_and(|(game, _)| text.contains(game))
}
