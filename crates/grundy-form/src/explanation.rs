//! An explanation as parts that stand under each other, in one language: text, HTML and LaTeX set them in their own way.
//!
//! What is said, in which order, and what is left out is decided here; a form knows how a list, a column or a number looks.
//! Parts of one step form a [`Group`].

use grundy::answer::{Explanation, Step};
use grundy::number::shorten;
use grundy::{Evidence, Nat, Outcome, Sentence, Status, Words};

use crate::letters::Letters;
use crate::plain::readable;
use crate::words::set;

/// The language of what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoken {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

impl Spoken {
    /// The one of two texts that is in this language.
    pub fn say<T>(self, english: T, chinese: T) -> T {
        match self {
            Spoken::English => english,
            Spoken::Chinese => chinese,
        }
    }

    /// The words in this language.
    #[must_use]
    pub fn words(self, words: &Words) -> &str {
        self.say(&words.english, &words.chinese)
    }

    /// The sentence in this language.
    #[must_use]
    pub fn sentence(self, sentence: &Sentence) -> String {
        match self {
            Spoken::English => sentence.english(),
            Spoken::Chinese => sentence.chinese(),
        }
    }
}

/// A piece of a line, by what it is: forms set them apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A position in the notation.
    Position(String),
    /// A number, perhaps shortened.
    Number(String),
    /// A binary column, counted from 0.
    Column(usize),
    /// The least number that is not in a set.
    Mex {
        /// The set, in short.
        values: String,
        /// That number.
        mex: String,
    },
}

/// A sentence or a remark.
pub type Line = Vec<Piece>;

/// What a list tells of options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Their values.
    Values,
    /// Who wins them.
    Outcomes,
}

/// One thing on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A sentence, or several.
    Say(Line),
    /// A theorem with its source, which may be empty.
    Theorem {
        /// What holds.
        statement: String,
        /// Author, title, year.
        reference: String,
    },
    /// Options of a position, each with what is told of it.
    Options {
        /// The position; empty where nothing is asked about one.
        position: String,
        /// Option and value or outcome.
        rows: Vec<(String, String)>,
        /// Are there more than are listed?
        more: bool,
        /// What the second column is.
        told: Told,
    },
    /// What follows from the list before it: no full stop is at its end.
    Remark(Line),
    /// The same of a position whose list is left out.
    Short(Line),
    /// Values in binary, one under the other, and their xor.
    Columns {
        /// Name and value.
        rows: Vec<(String, Nat)>,
        /// Their xor.
        xor: Nat,
    },
    /// Numbers in binary, and the ones of each column.
    Ones {
        /// Name and number.
        rows: Vec<(String, Nat)>,
        /// The count of each column, the column of 1 first.
        ones: Vec<u64>,
    },
    /// A move that wins.
    Move {
        /// The component.
        from: String,
        /// What it becomes.
        to: String,
    },
    /// The last sentence.
    Conclusion(String),
}

/// Parts that belong together.
pub type Group = Vec<Part>;

/// The parts of an explanation of this position.
#[must_use]
pub fn parts(query: &str, explanation: &Explanation, spoken: Spoken) -> Vec<Group> {
    let letters = Letters::of(query);
    let introduced = introduced(explanation, &letters);
    let setting = Setting { short: &|text| readable(&letters.short(text)), spoken };
    let definitions = letters.definitions(&introduced);
    let mut groups: Vec<Group> =
        definitions.map(|definition| vec![Part::Say(vec![Piece::Position(readable(&definition))])]).collect();
    for (at, step) in explanation.steps.iter().enumerate() {
        let new = match step {
            Step::Say(sentence) if introduced.contains(&sentence.english()) => {
                vec![say(readable(&letters.introduce(&spoken.sentence(sentence))))]
            }
            _ => setting.of(&explanation.steps, at),
        };
        let goes_on = said_before(&explanation.steps, at)
            || at > 0 && is_folded(&explanation.steps, at - 1) && is_folded(&explanation.steps, at);
        match groups.last_mut().filter(|_| goes_on) {
            Some(group) => group.extend(new),
            None => groups.push(new),
        }
    }
    if !explanation.conclusion.is_empty() {
        groups.push(vec![Part::Conclusion((setting.short)(&spoken.sentence(&explanation.conclusion)))]);
    }
    groups
}

/// The status as the head of a line that says what it rests on.
#[must_use]
pub fn status(evidence: &Evidence, spoken: Spoken) -> String {
    let name = match evidence.status {
        Status::Proved => spoken.say("proved", "已证明"),
        Status::Checked { .. } | Status::Stored => spoken.say("checked", "已验证"),
        Status::Guess => spoken.say("guess", "猜测"),
        Status::Nothing => spoken.say("none", "无"),
    };
    format!("{name}{}", spoken.say(": ", "："))
}

/// A remark as a sentence begins.
#[must_use]
pub fn capitalised(line: String) -> String {
    let mut letters = line.chars();
    match letters.next() {
        Some(first) if first.is_ascii_lowercase() && !line.starts_with("mex") => {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        }
        _ => line,
    }
}

fn say(text: impl Into<String>) -> Part {
    Part::Say(vec![Piece::Text(text.into())])
}

/// A line with pieces in the places `{}` of its words.
fn filled(words: &str, pieces: impl IntoIterator<Item = Piece>) -> Line {
    let mut line = Line::new();
    let mut pieces = pieces.into_iter();
    for (at, text) in words.split("{}").enumerate() {
        if at > 0 {
            line.extend(pieces.next());
        }
        if !text.is_empty() {
            line.push(Piece::Text(text.to_owned()));
        }
    }
    line
}

/// How positions and words are said.
struct Setting<'s> {
    /// A text with letters for long games, made harmless.
    short: &'s dyn Fn(&str) -> String,
    spoken: Spoken,
}

impl Setting<'_> {
    fn options<V>(
        &self,
        position: &str,
        options: &[(String, V)],
        more: bool,
        told: Told,
        label: impl Fn(&V) -> String,
    ) -> Part {
        let rows = options.iter().map(|(option, value)| ((self.short)(option), label(value))).collect();
        Part::Options { position: (self.short)(position), rows, more, told }
    }

    fn rows(&self, rows: &[(Words, Nat)]) -> Vec<(String, Nat)> {
        rows.iter().map(|(name, value)| ((self.short)(self.spoken.words(name)), value.clone())).collect()
    }

    /// The parts of one step.
    fn of(&self, steps: &[Step], at: usize) -> Group {
        let Setting { short, spoken } = *self;
        match &steps[at] {
            Step::Say(sentence) => vec![say(short(&spoken.sentence(sentence)))],
            Step::Theorem { statement, reference } => {
                let statement = readable(spoken.words(statement));
                vec![Part::Theorem { statement, reference: readable(reference) }]
            }
            Step::Mex { position, options, more, values, mex } => {
                let mex = Piece::Mex { values: set(values), mex: shorten(mex) };
                if is_folded(steps, at) {
                    let position = Piece::Position(short(position));
                    return vec![Part::Short(vec![position, Piece::Text(": ".to_owned()), mex])];
                }
                let missing = match more {
                    true => spoken.say(
                        "all options together: {}, the least number that is missing",
                        "全部后继：{}，即最小的未出现的数",
                    ),
                    false => spoken.say("{}, the least number that is missing", "{}，即最小的未出现的数"),
                };
                let list = self.options(position, options, *more, Told::Values, shorten);
                vec![list, Part::Remark(filled(missing, [mex]))]
            }
            Step::Loopy { position, options, more, reason, .. } => {
                let list = self.options(position, options, *more, Told::Values, ToString::to_string);
                vec![list, Part::Remark(vec![Piece::Text(short(spoken.words(reason)))])]
            }
            Step::Outcomes { position, options, more, outcome } => {
                let list = self.options(position, options, *more, Told::Outcomes, ToString::to_string);
                let reason = outcome_reason(*outcome, !options.is_empty());
                vec![list, Part::Remark(vec![Piece::Text(spoken.words(&reason).to_owned())])]
            }
            Step::Columns { rows, xor } => vec![Part::Columns { rows: self.rows(rows), xor: xor.clone() }],
            Step::Ones { rows, modulus, ones } => {
                let counted = counted(ones, *modulus);
                let rows = self.rows(rows);
                vec![Part::Ones { rows, ones: ones.clone() }, say(spoken.words(&counted))]
            }
            Step::Choose { bit, component, value, target, to } => {
                let from = short(component);
                let chosen = Part::Move { from: from.clone(), to: short(to) };
                if said_before(steps, at) {
                    return vec![chosen];
                }
                let [value, target] = [value, target].map(|number| Piece::Number(shorten(number)));
                if in_the_same_column(steps, at) {
                    let words = spoken.say("{} has a 1 there, too: from {} to {}.", "{} 在此列也有 1：由 {} 变为 {}。");
                    return vec![Part::Say(filled(words, [Piece::Position(from), value, target])), chosen];
                }
                let words = spoken.say(
                    "The highest 1 of the sum is in the column of {}. {} has a 1 there: its value must change from {} to \
                     {}.",
                    "和的最高位 1 在 {} 这一列。{} 在此列有 1：它的值须由 {} 变为 {}。",
                );
                vec![Part::Say(filled(words, [Piece::Column(*bit), Piece::Position(from), value, target])), chosen]
            }
        }
    }
}

/// The lines on how the input was read, which stand first.
fn introduced(explanation: &Explanation, letters: &Letters) -> Vec<String> {
    let lines =
        explanation.steps.iter().map_while(|s| if let Step::Say(line) = s { Some(line.english()) } else { None });
    lines.filter(|line| letters.introduce(line) != *line).collect()
}

/// Does the step before this one choose for the same component, so that only the move is new?
fn said_before(steps: &[Step], at: usize) -> bool {
    let choice = |at: usize| match steps.get(at) {
        Some(Step::Choose { component, target, .. }) => Some((component, target)),
        _ => None,
    };
    at > 0 && choice(at).is_some() && choice(at) == choice(at - 1)
}

/// Does the step before this one choose for another component with a 1 in the same column?
fn in_the_same_column(steps: &[Step], at: usize) -> bool {
    let column = |at: usize| match steps.get(at) {
        Some(Step::Choose { bit, .. }) => Some(*bit),
        _ => None,
    };
    at > 0 && column(at).is_some() && column(at) == column(at - 1)
}

/// Options of a component of a sum that are listed.
const UNFOLDED: usize = 6;

/// Options that count 0, 1, 2, … and are listed.
const COUNTED: usize = 8;

/// Is the list of options of this step left out, so that its mex stands on one line? In a sum the columns come first, and
/// long lists would hide them; a list that counts 0, 1, 2, … as in Nim says no more than its mex.
fn is_folded(steps: &[Step], at: usize) -> bool {
    let Step::Mex { options, more, .. } = &steps[at] else { return false };
    let counts = options.iter().enumerate().all(|(i, (_, value))| *value == Nat::from(i));
    if !more && counts && options.len() > COUNTED {
        return true;
    }
    let long = *more || options.len() > UNFOLDED;
    long && steps[..at].iter().any(|step| matches!(step, Step::Columns { .. } | Step::Ones { .. }))
}

/// What the counts of the columns say.
fn counted(ones: &[u64], modulus: u64) -> Words {
    match ones.iter().all(|ones| ones.is_multiple_of(modulus)) {
        true => Words::new(
            format!("Every column has a multiple of {modulus} ones: a P-position."),
            format!("每一列中 1 的个数都是 {modulus} 的倍数：P 局面。"),
        ),
        false => Words::new(
            format!("Not every column has a multiple of {modulus} ones: an N-position."),
            format!("并非每一列中 1 的个数都是 {modulus} 的倍数：N 局面。"),
        ),
    }
}

/// Why a position has this outcome in misère play, given those of its options.
fn outcome_reason(outcome: Outcome, has_options: bool) -> Words {
    match outcome {
        Outcome::Next if !has_options => Words::new(
            "N: there is no move, and in misère play a player who cannot move wins",
            "N：无路可走，反常规则下不能走者胜",
        ),
        Outcome::Next => {
            Words::new("N: an option is a P-position, and moving there wins", "N：有一个后继是 P 局面，走到那里就赢")
        }
        Outcome::Previous => {
            Words::new("P: no option is a P-position, so every move loses", "P：没有后继是 P 局面，怎么走都输")
        }
        Outcome::Draw => {
            Words::new("D: no option is a P-position, but one is a draw", "D：没有后继是 P 局面，但有一个是和局")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str, spoken: Spoken) -> Vec<Group> {
        let answer = grundy::Session::new().explain(text, &grundy::Context::default()).unwrap();
        parts(&answer.query, &answer.result, spoken)
    }

    /// The letter of a long game is defined in both languages.
    #[test]
    fn letters_are_introduced() {
        let text = "{n -> n-k for k in 1..n//2 if n%3=1}(20) + nim(3)";
        for (spoken, sign) in [(Spoken::English, ": "), (Spoken::Chinese, "：")] {
            let first = asked(text, spoken).remove(0);
            let Part::Say(line) = &first[0] else { panic!("{first:?}") };
            let [Piece::Text(line)] = line.as_slice() else { panic!("{line:?}") };
            assert!(line.starts_with("A = {n -> n-k for k in 1..n//2 if n%3 = 1}") && line.contains(sign), "{line}");
        }
    }

    #[test]
    fn both_languages_have_the_same_parts() {
        let kinds = |groups: &[Group]| -> Vec<Vec<_>> {
            groups.iter().map(|group| group.iter().map(std::mem::discriminant).collect()).collect()
        };
        for text in
            ["nim(13, 12, 8)", "misere kayles(9, 4)", "moore[2](3,5,6,7)", "graph{a->b; b->a,c}(b)", "kayles(0)"]
        {
            let (english, chinese) = (asked(text, Spoken::English), asked(text, Spoken::Chinese));
            assert_eq!(kinds(&english), kinds(&chinese), "{text}");
            assert!(english.len() > 1, "{text}");
        }
    }

    #[test]
    fn pieces_stand_in_their_places() {
        let number = |n: &str| Piece::Number(n.to_owned());
        let line = filled("from {} to {}.", [number("3"), number("0")]);
        let words = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(line, [words("from "), number("3"), words(" to "), number("0"), words(".")]);
    }
}
