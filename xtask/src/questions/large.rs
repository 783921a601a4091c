//! Questions that were made large: far places, many copies, long lists, wide boards, high limits.

use std::path::Path;

use anyhow::Result;

use super::{Draw, Question, VERBS, manual};
use crate::random::Random;

/// Numbers that stand for small ones.
const NUMBERS: &[&str] = &[
    "25", "40", "60", "99", "150", "300", "777", "2000", "5000", "10^4", "30000", "10^5", "10^6", "10^7", "10^9",
    "4294967296", "10^18", "17848776183185148603", "10^40", "10^300", "10^3000", "10^9999",
];
/// Copies of a position.
const COPIES: &[&str] = &["3", "10", "80", "187", "1000", "10^5", "10^9", "10^18"];
/// Limits and ranges.
const RANGES: &[&str] = &["50", "100", "300", "1000", "10^4", "10^5", "10^6", "10^7", "10^9"];
/// Options whose value is a range, a limit or a number of heaps.
const OPTIONS: &[&str] = &["--to", "--limit", "--max", "--heaps"];
/// Compounds of several positions.
const COMPOUNDS: &[&str] =
    &["conjunctive", "continued", "selective", "shortened", "diminished", "ordinal", "upto[2]", "product"];
/// Verbs of the manual's commands that write no files of their own.
const PLAIN: &[&str] =
    &["solve", "explain", "moves", "table", "period", "same", "guess", "prove", "count", "emit", "label", "nimber"];
/// Forms of answers beside JSON, and the verbs that have them; all have those of "".
const FORMS: &[(&str, &[&str])] = &[
    ("", &[]),
    ("", &["--quiet"]),
    ("", &["--why"]),
    ("", &["--lang", "zh"]),
    ("solve", &["--value"]),
    ("explain", &["--html"]),
    ("explain", &["--latex"]),
    ("table", &["--format", "csv"]),
    ("table", &["--format", "npy"]),
    ("table", &["--svg", "table.svg"]),
    ("quotient", &["--latex"]),
    ("quotient", &["--svg", "quotient.svg"]),
    ("scene", &["--draw"]),
    ("scene", &["--svg", "scene.svg"]),
];
/// Files that the manual's readers have.
const FILES: &[&str] = &[".txt", ".py", ".cpp", ".csv", ".g6", ".edges", ".cert"];
/// An argument of a process has less than 128 KiB.
const LONGEST: usize = 100_000;

impl Draw {
    /// A question of any verb, mostly made large; half of the answers are no JSON.
    pub(crate) fn large(&mut self, folder: &Path) -> Result<Question> {
        let mut question = match self.random.index(10) {
            0 => self.of_the_manual(),
            1..=4 => {
                let verb = *self.random.pick(&["solve", "solve", "moves", "explain"]);
                Question::new(verb, &["--json", "--", &self.position()])
            }
            _ => {
                let verb = *self.random.pick(&VERBS);
                self.single(verb, folder)?
            }
        };
        let random = &mut self.random;
        let mut option = false;
        for at in 1..question.arguments.len() {
            let word = question.arguments[at].clone();
            if OPTIONS.contains(&question.arguments[at - 1].as_str()) {
                if !random.one_in(3) {
                    // of a range with several corners all are large
                    let corners = word.split(',').count();
                    let range = if question.arguments[at - 1] == "--heaps" { COPIES } else { RANGES };
                    let range: Vec<&str> = (0..corners).map(|_| *random.pick(range)).collect();
                    question.arguments[at] = range.join(",");
                }
            } else if !word.starts_with('-')
                && !option
                && !word.starts_with('/')
                && word.contains(|c: char| c.is_ascii_alphanumeric())
            {
                let misere = question.verb != "same" && question.verb != "prove";
                question.arguments[at] = enlarged(word, misere, random);
            }
            // what stands behind other options is a word of theirs
            option = question.arguments[at].starts_with('-') && !["--json", "--"].contains(&&*question.arguments[at]);
        }
        if random.one_in(2) {
            self.in_other_form(&mut question);
        }
        Ok(question)
    }

    /// Asks for another form than JSON.
    fn in_other_form(&mut self, question: &mut Question) {
        let forms = FORMS.iter().filter(|(verb, _)| verb.is_empty() || *verb == question.verb);
        let forms: Vec<&[&str]> = forms.map(|(_, form)| *form).collect();
        let form = *self.random.pick(&forms);
        question.arguments.retain(|word| word != "--json");
        if !form.iter().any(|word| question.arguments.iter().any(|known| known == word)) {
            question.arguments.splice(1..1, form.iter().map(|&word| word.to_owned()));
        }
    }

    /// A position on one line that was made large.
    pub(crate) fn large_line(&mut self) -> String {
        let position = self.position();
        enlarged(position, true, &mut self.random)
    }

    fn position(&mut self) -> String {
        if self.random.one_in(3) { self.random.pick(&manual::positions()).clone() } else { self.line() }
    }

    /// A command of the manual.
    fn of_the_manual(&mut self) -> Question {
        let commands = manual::commands();
        // a file of the manual is not there
        let plain = |words: &&Vec<String>| {
            words.first().is_some_and(|verb| PLAIN.contains(&verb.as_str()))
                && !words.iter().flat_map(|w| w.split(' ')).any(|w| FILES.iter().any(|kind| w.ends_with(kind)))
        };
        let plain: Vec<&Vec<String>> = commands.iter().filter(plain).collect();
        let words = *self.random.pick(&plain);
        let verb = *PLAIN.iter().find(|verb| words[0] == **verb).unwrap_or(&"solve");
        // files are made by others
        let files = ["-o", "--certificate", "--svg", "--png", "--dot", "--store", "--keep", "--workers"];
        let mut kept: Vec<&str> = vec!["--json"];
        let mut rest = words.iter().skip(1).map(String::as_str);
        while let Some(word) = rest.next() {
            if files.contains(&word) {
                rest.next();
            } else if word != "--json" {
                kept.push(word);
            }
        }
        Question::new(verb, &kept)
    }
}

/// The text with some of its numbers, lists and parts made large.
fn enlarged(mut text: String, misere: bool, random: &mut Random) -> String {
    for _ in 0..random.index(4) {
        let next = match random.index(if text.contains('(') { 12 } else { 7 }) {
            0..=4 => other_number(&text, random),
            5 => listed(&text, random),
            6 if misere && !text.contains("misere") && !text.contains("let") => format!("misere {text}"),
            7 if !text.contains("let") && !text.contains("misere") => format!("{}*({text})", random.pick(COPIES)),
            8 => [text.as_str(); 2].join(" + "),
            9 if !text.contains("let") && !text.contains("misere") => {
                let number = random.pick(NUMBERS);
                format!("{}({text}, nim({number}))", random.pick(COMPOUNDS))
            }
            10 => text.replacen(')', ",?)", 1),
            11 => listed(&text, random),
            _ => text.clone(),
        };
        if next.len() < LONGEST {
            text = next;
        }
    }
    text
}

/// Where numbers stand that are no part of a word or a code.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = at + bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if end == at {
            at += 1;
            continue;
        }
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        if !(before.is_ascii_alphanumeric() || before == b'.' || before == b'^' || before >= 128) {
            found.push((at, end));
        }
        at = end;
    }
    found
}

/// One number is a large one.
fn other_number(text: &str, random: &mut Random) -> String {
    let found = numbers(text);
    if found.is_empty() {
        return text.to_owned();
    }
    let (start, end) = *random.pick(&found);
    // not all too often far beyond everything
    let most = *random.pick(&[8, 15, NUMBERS.len()]);
    format!("{}{}{}", &text[..start], random.pick(&NUMBERS[..most]), &text[end..])
}

/// One number is a list of many.
fn listed(text: &str, random: &mut Random) -> String {
    let found = numbers(text);
    if found.is_empty() {
        return text.to_owned();
    }
    let (start, end) = *random.pick(&found);
    let length = *random.pick(&[10, 30, 100, 400, 3000, 15_000]);
    let first: u64 = text[start..end].parse().unwrap_or(1);
    let step = random.index(3) as u64;
    let list: Vec<String> = (0..length).map(|i| first.saturating_add(i * step).to_string()).collect();
    format!("{}{}{}", &text[..start], list.join(","), &text[end..])
}
