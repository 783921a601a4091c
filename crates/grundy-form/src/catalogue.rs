//! The games of the catalogue, the problems of judges and the words of the theory as JSON.
//!
//! # Errors
//! All writers here give back what writing to `out` failed with, and nothing else.

use std::io::{self, Write};

use grundy::game::catalogue::{self, Definition, Entry, Group};
use grundy::game::problems::{self, Problem};
use grundy::game::terms::{self, Term};
use grundy::{Convention, Session, Words};
use serde_json::{Value, json};

use crate::json::{Object, no_evidence};

/// The name of the group in data.
fn key(group: Group) -> &'static str {
    match group {
        Group::Heaps => "heaps",
        Group::FixedArity => "fixed-arity",
        Group::Rows => "rows",
        Group::Boards => "boards",
        Group::Coins => "coins",
        Group::Compounds => "compounds",
    }
}

/// What a name is known as.
#[derive(Debug, Clone)]
pub enum Found {
    /// A game of the catalogue.
    Game(&'static Entry),
    /// A problem of a judge.
    Problem(&'static Problem),
    /// A word of the theory.
    Term(&'static Term),
    /// A take-and-break code.
    Code(Coded),
}

/// A take-and-break code, described.
#[derive(Debug, Clone)]
pub struct Coded {
    /// As it is written: `0.77`.
    pub code: String,
    /// The game that it is, if that has a name.
    pub entry: Option<&'static Entry>,
    /// What its digits allow.
    pub words: Words,
}

impl Coded {
    /// Reads `0.77`.
    fn read(text: &str) -> Option<Coded> {
        let game = Session::new().game(text).ok().filter(|_| text.starts_with(|c: char| c.is_ascii_digit()))?.game;
        Some(Coded { code: game.text().to_owned(), entry: game.code_name()?, words: game.words() })
    }

    /// A position of it.
    #[must_use]
    pub fn example(&self) -> String {
        format!("{}(9)", self.code)
    }
}

/// The game with this name or an alias, the problem with this number, the word of the theory, the game that alone has the
/// words in its names, or the problem with this title; of `take[1,3,4]` and `kayles(5)` what stands in front of the brackets.
#[must_use]
pub fn find(name: &str) -> Option<Found> {
    let name = name.trim();
    let head = name.split(['[', '(']).next().filter(|head| !head.is_empty() && head.len() < name.len());
    // `阶梯Nim` is known with its last word in Chinese too
    let nim = ["nim", "Nim", "NIM"].iter().find_map(|end| name.strip_suffix(end)).filter(|first| !first.is_ascii());
    called(name).or_else(|| head.and_then(called)).or_else(|| called(&format!("{}尼姆", nim?)))
}

fn called(name: &str) -> Option<Found> {
    let lower = name.to_lowercase();
    let same = |entry: &&'static Entry| entry.every_name().any(|n| n.to_lowercase() == lower);
    let alone = || if let [only] = catalogue::search(name)[..] { Some(only) } else { None };
    // `Lasker-Nim` is Lasker's Nim
    let of_a_person = || name.split_once('-').map(|(person, game)| format!("{person}'s {game}"));
    let titled = |name: String| match catalogue::search(&name)[..] {
        [only] if only.every_name().any(|known| known.eq_ignore_ascii_case(&name)) => Some(only),
        _ => None,
    };
    catalogue::find(name)
        .or_else(|| catalogue::all().iter().find(same))
        .or_else(|| (catalogue::GAMES.spoken)(name).and_then(catalogue::find))
        .or_else(|| of_a_person().and_then(titled))
        .map(Found::Game)
        .or_else(|| problems::numbered(name).map(Found::Problem))
        .or_else(|| terms::find(name).map(Found::Term))
        .or_else(|| Coded::read(name).map(Found::Code))
        .or_else(|| alone().map(Found::Game))
        .or_else(|| problems::find(name).map(Found::Problem))
}

/// Some games and problems, or all.
///
/// # Errors
/// The writer fails.
pub fn list<'a>(
    out: &mut dyn Write,
    entries: impl IntoIterator<Item = &'a Entry>,
    problems: impl IntoIterator<Item = &'a Problem>,
) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.list("games", entries.into_iter().map(entry))?;
    object.list("problems", problems.into_iter().map(problem))?;
    object.field("evidence", no_evidence())?;
    object.close()
}

/// One game, one problem, or one word.
///
/// # Errors
/// The writer fails.
pub fn describe(out: &mut dyn Write, found: Found) -> io::Result<()> {
    let mut object = Object::open(out)?;
    if let Value::Object(fields) = described(found) {
        for (key, value) in fields {
            object.field(&key, value)?;
        }
    }
    object.field("evidence", no_evidence())?;
    object.close()
}

/// A game, a problem or a word as data.
#[must_use]
pub fn described(found: Found) -> Value {
    match found {
        Found::Game(game) => entry(game),
        Found::Problem(of) => problem(of),
        Found::Term(word) => term(word),
        Found::Code(coded) => code(&coded),
    }
}

/// A word of the theory as data.
#[must_use]
pub fn term(term: &Term) -> Value {
    json!({
        "term": term.name,
        "chinese": term.chinese,
        "other_names": term.other_names,
        "meaning_english": term.meaning_english,
        "meaning_chinese": term.meaning_chinese,
        "example": term.example,
        "source": term.source,
    })
}

/// A code as data: a word of the theory, whose other names are those of the game that it is.
#[must_use]
pub fn code(coded: &Coded) -> Value {
    let names = coded.entry.map_or_else(Vec::new, |entry| vec![entry.english, entry.name]);
    json!({
        "term": coded.code,
        "chinese": coded.entry.map_or("", |entry| entry.chinese),
        "other_names": names,
        "meaning_english": coded.words.english,
        "meaning_chinese": coded.words.chinese,
        "example": format!("'{}'", coded.example()),
        "source": "R. K. Guy, C. A. B. Smith, The G-values of various games, 1956",
    })
}

/// A problem as data.
#[must_use]
pub fn problem(problem: &Problem) -> Value {
    let verbs: Vec<&str> = [("guess", problem.guess), ("emit", problem.emit)]
        .into_iter()
        .filter(|verb| verb.1)
        .map(|verb| verb.0)
        .collect();
    json!({
        "numbers": problem.numbers,
        "title": problem.title,
        "game": problem.question(),
        "name": catalogue::of_problem(problem).map(|entry| entry.name),
        "example": problem.example,
        "outcome": problem.outcome.letter().to_string(),
        "verbs": verbs,
        "rule_english": problem.english,
        "rule_chinese": problem.chinese,
    })
}

/// The numbers of the problems that are this game.
pub fn problem_numbers(entry: &Entry) -> impl Iterator<Item = String> + use<> {
    catalogue::problems_of(entry).flat_map(|problem| {
        let note = if problem.convention == Convention::Misere { " (misere)" } else { "" };
        problem.numbers.iter().map(move |number| format!("{number}{note}"))
    })
}

/// A game as data.
#[must_use]
pub fn entry(entry: &Entry) -> Value {
    json!({
        "name": entry.name,
        "group": key(entry.group),
        "built": true,
        "english": entry.english,
        "chinese": entry.chinese,
        "aliases": entry.aliases,
        "other_names": entry.other_names,
        "rule_english": entry.rule_english,
        "rule_chinese": entry.rule_chinese,
        "definition": match &entry.definition {
            Definition::Text { text, .. } => Some(*text),
            Definition::Take | Definition::Rules(_) => None,
        },
        "signature": entry.signature,
        "example": entry.example,
        "references": entry.references,
        "problems": problem_numbers(entry).collect::<Vec<_>>(),
    })
}
