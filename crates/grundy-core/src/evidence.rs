//! How far an answer is proved.
//!
//! Every answer carries [`Evidence`], and an answer is as good as the weakest thing it used: [`Evidence::and`]
//! keeps the weaker status. *Proved* is said only if everything reachable was enumerated, or the hypotheses of a
//! named theorem were checked.

use crate::number::Nat;
use crate::words::Words;

/// A theorem by name, with the place where it can be read.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Theorem {
    /// Stable identifier, e.g. `bouton`.
    pub id: &'static str,
    /// The statement in one sentence.
    pub statement: &'static str,
    /// The statement in Chinese; one whose source names no author begins with what it is called: `……定理：`.
    pub chinese: &'static str,
    /// Author, title, year; empty where the proof is in this project's own docs.
    pub reference: &'static str,
}

impl Theorem {
    /// What people call it: `Sprague–Grundy`, or whose it is: `Bouton`.
    ///
    /// The statement may name it, in front (`… theorem:`, `Colon principle:`) or in brackets at the end; else the authors of
    /// the reference do; else it goes by its identifier.
    #[must_use]
    pub fn name(&self) -> String {
        if let Some((name, _)) = self.statement.split_once(" theorem:") {
            return name.to_owned();
        }
        if let Some((name, _)) = self.statement.split_once(": ").filter(|(name, _)| is_principle(name)) {
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

    /// The same in Chinese; authors keep their spelling.
    #[must_use]
    pub fn chinese_name(&self) -> String {
        match self.chinese.split_once("定理：") {
            Some((name, _)) => format!("{name}定理"),
            None => match self.chinese.split_once('：') {
                Some((name, _)) if name.ends_with("原理") => name.to_owned(),
                _ => self.name(),
            },
        }
    }

    /// The statement in both languages.
    #[must_use]
    pub fn words(&self) -> Words {
        Words::new(self.statement, self.chinese)
    }
}

/// `Colon principle`, `Fusion and colon principles`.
fn is_principle(name: &str) -> bool {
    name.ends_with(" principle") || name.ends_with(" principles")
}

/// Values of sums are xors of values.
pub static SPRAGUE_GRUNDY: Theorem = Theorem {
    id: "sprague-grundy",
    statement: "Sprague–Grundy theorem: the value of a position is the mex of the values of its options, that of a sum the xor of the values of its summands, and the player to move loses exactly at value 0",
    chinese: "Sprague–Grundy 定理：局面的值是各后继的值的 mex，和的值是各分量的值的异或，轮到者输当且仅当值为 0",
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
    pub computations: Vec<Words>,
}

impl Evidence {
    /// Proved because everything reachable was computed; `how` says what was done.
    #[must_use]
    pub fn computed(how: Words) -> Self {
        Evidence { status: Status::Proved, theorems: Vec::new(), computations: vec![how] }
    }

    /// Proved by a theorem whose hypotheses were checked.
    #[must_use]
    pub fn theorem(theorem: &'static Theorem) -> Self {
        Evidence { status: Status::Proved, theorems: vec![theorem], computations: Vec::new() }
    }

    /// So many values were read from a store: they are believed, and so nothing that rests on them is proved.
    ///
    /// ```
    /// use grundy_core::{Evidence, Words};
    /// let table = Evidence::computed(Words::same("table up to 9"));
    /// assert_eq!(table.and(&Evidence::stored(5)).status_name(), "checked");
    /// ```
    #[must_use]
    pub fn stored(values: u64) -> Self {
        let were = if values == 1 { "value was" } else { "values were" };
        Evidence {
            status: Status::Stored,
            theorems: Vec::new(),
            computations: vec![Words::new(
                format!("{values} {were} read from the store, where earlier runs left them"),
                format!("从存储中读取了 {values} 个值，由先前的运行留下"),
            )],
        }
    }

    /// A pattern that was only seen.
    #[must_use]
    pub fn guess(how: Words) -> Self {
        Evidence { status: Status::Guess, theorems: Vec::new(), computations: vec![how] }
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

    /// True of the positions up to this one, and not proved.
    #[must_use]
    pub fn checked(up_to: impl Into<Nat>, how: Words) -> Self {
        Evidence { status: Status::Checked { up_to: up_to.into() }, theorems: Vec::new(), computations: vec![how] }
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
    pub fn by(&self) -> Words {
        joined(self.theorems.iter().map(|t| t.words()).chain(self.computations.iter().cloned()))
    }

    /// The same in a few words: names of theorems, then the computations.
    #[must_use]
    pub fn names(&self) -> Words {
        joined(self.theorem_names().chain(self.computations.iter().cloned()))
    }

    /// The same in fewer words: that something was computed is said, and not what.
    #[must_use]
    pub fn names_in_short(&self) -> Words {
        let computed = (!self.computations.is_empty()).then(|| Words::new("computation", "计算"));
        joined(self.theorem_names().chain(computed))
    }

    fn theorem_names(&self) -> impl Iterator<Item = Words> + '_ {
        self.theorems.iter().map(|t| Words::new(t.name(), t.chinese_name()))
    }
}

/// All of them, each once.
fn joined(parts: impl Iterator<Item = Words>) -> Words {
    let mut all: Vec<Words> = Vec::new();
    for part in parts {
        if all.iter().all(|known| known.english != part.english) {
            all.push(part);
        }
    }
    if all.is_empty() {
        return Words::new("the definition", "定义");
    }
    let (english, chinese): (Vec<String>, Vec<String>) =
        all.into_iter().map(|words| (words.english, words.chinese)).unzip();
    Words::new(english.join("; "), chinese.join("；"))
}

/// Takes one computation into the list. Of those that differ in their last number only, such as `table up to 9`, the
/// one that went furthest stays: it holds the others, and the list stays short however long the sum is.
fn note(computations: &mut Vec<Words>, new: &Words) {
    fn parts(words: &Words) -> Option<(&str, &str)> {
        let (head, number) = words.english.rsplit_once("up to ")?;
        number.bytes().all(|b| b.is_ascii_digit()).then_some((head, number))
    }
    let Some((head, number)) = parts(new) else {
        if !computations.contains(new) {
            computations.push(new.clone());
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
        None => computations.push(new.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_table_speaks_for_the_shorter_ones() {
        let mut e = Evidence::trivial();
        for how in ["table up to 9", "search of 4 sums", "table up to 17", "table up to 8"] {
            e.add(&Evidence::computed(Words::same(how)));
        }
        assert_eq!(e.by().english, "table up to 17; search of 4 sums");
    }

    #[test]
    fn the_weakest_status_wins() {
        let mut e = Evidence::computed(Words::new("a table", "表"));
        e.add(&Evidence { status: Status::Checked { up_to: Nat::from(9u8) }, ..Evidence::trivial() });
        assert_eq!(e.status_name(), "checked");
        e.add(&Evidence::guess(Words::new("a pattern", "规律")));
        e.add(&Evidence::computed(Words::new("a table", "表")));
        assert_eq!(e.status_name(), "guess");
        assert_eq!(e.computations.len(), 2);
    }
}
