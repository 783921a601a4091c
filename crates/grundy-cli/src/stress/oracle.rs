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
        format!("{}({})", self.question.query, spelt(&self.question.game, numbers).join(", "))
    }

    /// The position, and how it is told; `None`: what the game refuses is no place of it, since the text itself is sound.
    fn position(&mut self, numbers: &Numbers) -> Option<(Position, String)> {
        let GameQuestion { game, convention, query, .. } = self.question;
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

/// Pairs of words that programs use, the first for "the next player wins".
const WORDS: [(&str, &str); 7] = [
    ("first", "second"),
    ("n", "p"),
    ("next", "previous"),
    ("win", "lose"),
    ("yes", "no"),
    ("alice", "bob"),
    ("true", "false"),
];

/// What a program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Who wins.
    Outcome(Outcome),
    /// A number.
    Number(Nat),
}

/// How answers are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    /// What stands for "the next player wins", where the user said so.
    pub(crate) first: Option<String>,
    /// And for "the previous player wins".
    pub(crate) second: Option<String>,
}

impl Words {
    /// Reads what a program printed.
    pub(crate) fn read(&self, output: &[u8]) -> Option<Reply> {
        let text = std::str::from_utf8(output).ok()?.trim();
        let is = |word: &Option<String>| word.as_deref().is_some_and(|w| w.trim().eq_ignore_ascii_case(text));
        if is(&self.first) {
            return Some(Reply::Outcome(Outcome::Next));
        }
        if is(&self.second) {
            return Some(Reply::Outcome(Outcome::Previous));
        }
        if self.first.is_some() || self.second.is_some() {
            return None;
        }
        if !text.is_empty() && text.len() <= 1000 && text.bytes().all(|b| b.is_ascii_digit()) {
            return text.parse().ok().map(Reply::Number);
        }
        let word = text.to_lowercase();
        WORDS.iter().find_map(|(n, p)| match () {
            () if word == *n => Some(Reply::Outcome(Outcome::Next)),
            () if word == *p => Some(Reply::Outcome(Outcome::Previous)),
            () => None,
        })
    }

    /// The word for an outcome, in the words that the program uses: `sample` is something it said.
    pub(crate) fn say(&self, outcome: Outcome, sample: &str) -> String {
        let own = match outcome {
            Outcome::Next => &self.first,
            Outcome::Previous | Outcome::Draw => &self.second,
        };
        if let Some(word) = own {
            return word.clone();
        }
        let sample = sample.trim().to_lowercase();
        let pair = WORDS.iter().find(|(n, p)| sample == *n || sample == *p).unwrap_or(&WORDS[0]);
        let word = if outcome == Outcome::Next { pair.0 } else { pair.1 };
        if word.len() == 1 { word.to_uppercase() } else { word.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_people_print_them() {
        let usual = Words::default();
        for (text, outcome) in [("first\n", Outcome::Next), ("Second", Outcome::Previous), (" P \n", Outcome::Previous)]
        {
            assert_eq!(usual.read(text.as_bytes()), Some(Reply::Outcome(outcome)), "{text}");
        }
        assert_eq!(usual.read(b"12\n"), Some(Reply::Number(Nat::from(12u8))));
        for text in ["", "-1", "first second", "1.5", "maybe", "1 2"] {
            assert_eq!(usual.read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(usual.read(b"\xff"), None);
        let own = Words { first: Some("Fred wins".to_owned()), second: Some("Ed wins".to_owned()) };
        assert_eq!(own.read(b"Ed wins\n"), Some(Reply::Outcome(Outcome::Previous)));
        assert_eq!(own.read(b"first"), None);
        assert_eq!(usual.say(Outcome::Next, "lose"), "win");
        assert_eq!(usual.say(Outcome::Previous, "N"), "P");
        assert_eq!(own.say(Outcome::Next, "?"), "Fred wins");
    }
}
