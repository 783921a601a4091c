//! How a game was read, in a sentence: its rule in words, and the family that was recognised.
//!
//! `0.77` is read as `0.77: Kayles, a take-and-break code: …`.

use super::knowledge::{Plan, known_code};
use super::words::spelt;
use super::{AnyGame, Game, Kind};

impl Game {
    /// Of a code that no simpler game is: what the game is called, if it has a name.
    fn own_code(&self) -> Option<Option<&'static str>> {
        match (self.kind(), &self.known()?.plan) {
            (Kind::Code(code), Plan::Code(_)) => Some(known_code(code).map(|entry| entry.english)),
            _ => None,
        }
    }

    /// The family that was recognised, beside its spelling: `0.3, which is take[1]` says of `0.3` what it is.
    fn family_beside(&self, text: &str) -> Option<String> {
        let family = self.known()?.family.as_deref()?;
        let beside = family.strip_prefix(text).and_then(|rest| rest.strip_prefix(", which is "));
        Some(brief(beside.unwrap_or(family)))
    }

    /// How the game was read, with what its spelling does not say.
    pub(crate) fn read_as(&self) -> (String, String, Option<String>) {
        let text = self.text();
        let entry = spelt(text);
        let family = self.family_beside(text).filter(|family| family != text && text != "*");
        let news = match entry {
            Some(entry) if matches!(entry.definition, crate::game::entry::Definition::Take) => family,
            Some(entry) => (!text.is_ascii()).then(|| entry.name.to_owned()),
            // the spelling of a code says that it is one
            None => match self.own_code() {
                Some(name) => name.map(str::to_owned),
                None => family.filter(|_| self.any().and_then(AnyGame::words).is_none()),
            },
        };
        (text.to_owned(), self.reading(), news)
    }

    /// How the game was read, for people.
    #[must_use]
    pub fn reading(&self) -> String {
        let text = self.text();
        let words = spelt(text).map(|entry| entry.rule_english);
        let family = self.family_beside(text);
        if let Some(words) = self.any().and_then(AnyGame::words) {
            return format!("{text}: {words}");
        }
        let words = match self.kind() {
            // the catalogue speaks of any set
            Kind::Take(..) if words.is_some() => Some(self.words().english),
            _ => words.map(str::to_owned),
        };
        if let (None, Some(name)) = (&words, self.own_code()) {
            let name = name.map(|name| format!("{name}, ")).unwrap_or_default();
            return format!("{text}: {name}a take-and-break code: {}", self.code_words().english);
        }
        match (text, words, family) {
            ("*", _, _) => "*n: the nim-heap of size n".to_owned(),
            (_, Some(words), Some(family)) if !family.starts_with(text) => {
                format!("{text}: {words} Recognised as {family}.")
            }
            (_, Some(words), _) => format!("{text}: {words}"),
            (_, None, Some(family)) if family != text => format!("{text}: recognised as {family}."),
            (_, None, Some(_)) => format!("{text}: a game of its own name."),
            (_, None, None) => match self.kind() {
                Kind::Rule(_) if self.is_loopy() => {
                    format!("{text}: a rule whose play need not end; everything that can be reached is labelled.")
                }
                _ => format!("{text}: a rule that no known family covers; computed from the rule."),
            },
        }
    }
}

/// A set of many numbers, with the first of them and the last: `take[1,2,4,…,4096]`.
fn brief(family: &str) -> String {
    let inner = family.strip_prefix("take[").and_then(|rest| rest.strip_suffix(']'));
    let Some((first, last)) = inner.filter(|set| set.len() > LONGEST).and_then(|set| set.rsplit_once(',')) else {
        return family.to_owned();
    };
    let room = first.bytes().take(LONGEST / 2).enumerate().rfind(|(_, byte)| *byte == b',');
    match room {
        // what stands in brackets of its own is not cut
        Some((end, _)) if !first.contains(['{', '(']) => format!("take[{},…,{last}]", &first[..end]),
        _ => family.to_owned(),
    }
}

/// Longer sets are not shown as a whole, in bytes.
const LONGEST: usize = 160;

#[cfg(test)]
mod tests {
    use crate::session::Session;

    #[test]
    fn of_many_numbers_the_first_and_the_last_are_shown() {
        let rule = "{n -> n-2^i*3^j for i in 0..20 for j in 0..20}";
        let (_, _, told) = Session::new().game(rule).unwrap().game.read_as();
        let told = told.unwrap();
        assert!(told.starts_with("take[1..4,6,8,9,12,") && told.ends_with(",…,3656158440062976]"), "{told}");
        assert!(told.len() < 160);
        let (_, _, told) = Session::new().game("{n -> n-k^2 for k in 1..20}").unwrap().game.read_as();
        assert!(told.unwrap().ends_with(",324,361,400]"));
    }

    #[test]
    fn what_a_spelling_says_is_not_said_again() {
        for (text, news, sentence) in [
            ("0.3", Some("take[1]"), "0.3: recognised as take[1]."),
            ("0.[3]", Some("take[1..]"), "0.[3]: recognised as take[1..]."),
            ("0.5", None, ""),
            ("take[1]", None, ""),
            ("{n -> n-1}", Some("take[1]"), "{n -> n-1}: recognised as take[1]."),
        ] {
            let (_, read, told) = Session::new().game(text).unwrap().game.read_as();
            assert_eq!(told.as_deref(), news, "{text}");
            assert!(sentence.is_empty() || read == sentence, "{read}");
        }
    }
}
