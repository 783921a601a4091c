//! How far an answer is proved.
//!
//! Every answer carries [`Evidence`], and an answer is as good as the weakest thing it used: [`Evidence::and`]
//! keeps the weaker status. *Proved* is said only if everything reachable was enumerated, or the hypotheses of a
//! named theorem were checked.

use crate::number::Nat;

/// A theorem by name, with the place where it can be read.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Theorem {
    /// Stable identifier, e.g. `bouton`.
    pub id: &'static str,
    /// The statement in one sentence.
    pub statement: &'static str,
    /// Author, title, year; empty where the proof is in this project's own docs.
    pub reference: &'static str,
}

impl Theorem {
    /// What people call it: `Sprague–Grundy`, or whose it is: `Bouton`.
    ///
    /// The statement may name it, in front (`… theorem:`) or in brackets at the end; else the authors of the reference
    /// do; else it goes by its identifier.
    #[must_use]
    pub fn name(&self) -> String {
        if let Some((name, _)) = self.statement.split_once(" theorem:") {
            return name.to_owned();
        }
        let last = self.statement.strip_suffix(')').and_then(|s| s.rsplit_once('('));
        if let Some((_, name)) =
            last.filter(|(_, n)| n.starts_with(char::is_uppercase) && n.chars().all(char::is_alphabetic))
        {
            return name.to_owned();
        }
        // R. K. Guy, C. A. B. Smith, The G-values of various games, 1956
        let authors =
            self.reference.split(", ").take_while(|words| words.split_once(' ').is_some_and(|(i, _)| i.ends_with('.')));
        let names: Vec<&str> = authors.filter_map(|author| author.rsplit_once(' ').map(|(_, name)| name)).collect();
        if names.is_empty() { self.id.replace('-', " ") } else { names.join("–") }
    }
}

/// Values of sums are xors of values.
pub static SPRAGUE_GRUNDY: Theorem = Theorem {
    id: "sprague-grundy",
    statement: "Sprague–Grundy theorem: the value of a position is the mex of the values of its options, that of a sum the xor of the values of its summands, and the player to move loses exactly at value 0",
    reference: "R. P. Sprague, Über mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939",
};

/// How certain a statement is; the weaker of two is the smaller.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Nothing is known.
    Nothing,
    /// A pattern that was seen, beyond what was computed.
    Guess,
    /// Holds for everything computed, up to the bound given.
    Checked {
        /// The largest size that was looked at.
        up_to: Nat,
    },
    /// Computed, in part by an earlier run that left its values in a store; these were not computed again.
    Stored,
    /// Enumeration of everything reachable, a theorem whose hypotheses were checked, or a certificate.
    Proved,
}

/// The status of an answer and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The weakest status of all that was used.
    pub status: Status,
    /// Theorems used, without repetition, in order of use.
    pub theorems: Vec<&'static Theorem>,
    /// Computations used, in words, without repetition.
    pub computations: Vec<String>,
}

impl Evidence {
    /// Proved because everything reachable was computed; `how` says what was done.
    #[must_use]
    pub fn computed(how: impl Into<String>) -> Self {
        Evidence { status: Status::Proved, theorems: Vec::new(), computations: vec![how.into()] }
    }

    /// Proved by a theorem whose hypotheses were checked.
    #[must_use]
    pub fn theorem(theorem: &'static Theorem) -> Self {
        Evidence { status: Status::Proved, theorems: vec![theorem], computations: Vec::new() }
    }

    /// A pattern that was only seen.
    #[must_use]
    pub fn guess(how: impl Into<String>) -> Self {
        Evidence { status: Status::Guess, theorems: Vec::new(), computations: vec![how.into()] }
    }

    /// Of a question that has no answer: nothing is known.
    #[must_use]
    pub fn nothing() -> Self {
        Evidence { status: Status::Nothing, theorems: Vec::new(), computations: Vec::new() }
    }

    /// Proved from nothing: the start of a combination.
    #[must_use]
    pub fn trivial() -> Self {
        Evidence { status: Status::Proved, theorems: Vec::new(), computations: Vec::new() }
    }

    /// Both together: the weaker status, all the theorems and computations.
    #[must_use]
    pub fn and(mut self, other: &Evidence) -> Self {
        self.add(other);
        self
    }

    /// Takes in what another statement rests on.
    pub fn add(&mut self, other: &Evidence) {
        if other.status < self.status {
            self.status = other.status.clone();
        }
        for t in &other.theorems {
            if !self.theorems.contains(t) {
                self.theorems.push(t);
            }
        }
        for c in &other.computations {
            note(&mut self.computations, c);
        }
    }

    /// Is it proved?
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.status == Status::Proved
    }

    /// `proved`, `checked`, `guess` or `none`, as data formats spell it; what rests on a store is `checked`, up to nothing
    /// that can be named.
    #[must_use]
    pub fn status_name(&self) -> &'static str {
        match self.status {
            Status::Proved => "proved",
            Status::Checked { .. } | Status::Stored => "checked",
            Status::Guess => "guess",
            Status::Nothing => "none",
        }
    }

    /// What it rests on, as one line.
    #[must_use]
    pub fn by(&self) -> String {
        let statements = self.theorems.iter().map(|t| t.statement.to_owned());
        let all: Vec<String> = statements.chain(self.computations.iter().cloned()).collect();
        if all.is_empty() { "the definition".to_owned() } else { all.join("; ") }
    }

    /// The same in a few words: names of theorems, then the computations.
    #[must_use]
    pub fn names(&self) -> String {
        let mut all: Vec<String> = Vec::new();
        for name in self.theorems.iter().map(|t| t.name()).chain(self.computations.iter().cloned()) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        if all.is_empty() { "the definition".to_owned() } else { all.join("; ") }
    }
}

/// Takes one computation into the list. Of those that differ in their last number only, such as `table up to 9`, the
/// one that went furthest stays: it holds the others, and the list stays short however long the sum is.
fn note(computations: &mut Vec<String>, new: &str) {
    fn parts(text: &str) -> Option<(&str, &str)> {
        let (head, number) = text.rsplit_once("up to ")?;
        number.bytes().all(|b| b.is_ascii_digit()).then_some((head, number))
    }
    let Some((head, number)) = parts(new) else {
        if !computations.iter().any(|c| c == new) {
            computations.push(new.to_owned());
        }
        return;
    };
    let known = computations.iter_mut().find_map(|c| match parts(c) {
        Some((h, n)) if h == head => Some((n.len(), n) < (number.len(), number)).map(|less| (c, less)),
        _ => None,
    });
    match known {
        Some((known, true)) => new.clone_into(known),
        Some((_, false)) => {}
        None => computations.push(new.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_table_speaks_for_the_shorter_ones() {
        let mut e = Evidence::trivial();
        for how in ["table up to 9", "search of 4 sums", "table up to 17", "table up to 8"] {
            e.add(&Evidence::computed(how));
        }
        assert_eq!(e.by(), "table up to 17; search of 4 sums");
    }

    #[test]
    fn the_weakest_status_wins() {
        let mut e = Evidence::computed("a table");
        e.add(&Evidence { status: Status::Checked { up_to: Nat::from(9u8) }, ..Evidence::trivial() });
        assert_eq!(e.status_name(), "checked");
        e.add(&Evidence::guess("a pattern"));
        e.add(&Evidence::computed("a table"));
        assert_eq!(e.status_name(), "guess");
        assert_eq!(e.computations.len(), 2);
    }
}
