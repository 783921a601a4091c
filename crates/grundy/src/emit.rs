//! `emit`: what is known of a game, as a function of a program in another language.
//!
//! `take[1..3]` becomes `return n % 4;` with a comment that names the theorem; `kayles` an array of 83 values and a
//! remainder; a rule without a law the loops of the classic template, a table filled by mex, or a recursion with a
//! memo. `emit` chooses by what is proved and by the largest number that the program must answer for.
//!
//! Claims and rules are translated to one small language, and that is printed in five; see `program` and `lang`.
//! Bounds of every result in between are computed, so that no printed program overflows its 64 bits up to its maximum:
//! what would is refused for that maximum, but not in Python. Multiples of roots are found with 128 bits inside one
//! function (`BigInteger` in Java).

mod builtin;
mod crosses;
mod edges;
mod ends;
mod from_automaton;
mod from_claim;
mod from_fold;
mod from_rule;
mod lang;
mod names;
mod primes;
mod program;
mod range;
mod reach;
mod routines;
mod statements;
mod translate;
mod unit;
mod words;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use grundy_core::{Budget, Context, Convention, Diagnostic, Error, Evidence, Result, Spent};

use crate::answer::{Answer, Reading};
use crate::claim::Claim;
use crate::game::GameQuestion;
use crate::game::open_sum::OpenSum;
use crate::game::slice::Slice;
use crate::game::{Game, Kind, Shape};
use crate::statement::Spelt;
use program::Program;
use unit::{Units, Whole};

/// A language that programs are printed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// C++17.
    Cpp,
    /// C99.
    C,
    /// Python 3.8.
    Python,
    /// Rust, edition 2021.
    Rust,
    /// Java 11.
    Java,
}

impl Language {
    /// `cpp`, `c`, `python`, `rust` or `java`, as data formats spell it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::C => "c",
            Language::Python => "python",
            Language::Rust => "rust",
            Language::Java => "java",
        }
    }
}

/// As [`Language::name`] says it.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Names that people use, such as `c++` and `py`.
impl FromStr for Language {
    type Err = Diagnostic;

    fn from_str(text: &str) -> std::result::Result<Language, Diagnostic> {
        match text {
            "cpp" | "c++" | "cxx" | "cc" => Ok(Language::Cpp),
            "c" => Ok(Language::C),
            "python" | "python3" | "py" => Ok(Language::Python),
            "rust" | "rs" => Ok(Language::Rust),
            "java" => Ok(Language::Java),
            _ => Err(Diagnostic::input(format!("{text:?} is none of cpp, c, python, rust and java"))),
        }
    }
}

/// Which kind of program is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted {
    /// A formula if there is one, else a period, else a table, else the table of a proved automaton, else a recursion.
    /// Where no maximum is said, the automaton goes before tables, for it answers for all numbers.
    #[default]
    Auto,
    /// A table that is filled by mex from the rule; in misère play the tables of the misère quotient.
    Table,
    /// A recursion with a memo.
    Dfs,
}

impl FromStr for Wanted {
    type Err = Diagnostic;

    fn from_str(text: &str) -> std::result::Result<Wanted, Diagnostic> {
        match text {
            "auto" => Ok(Wanted::Auto),
            "table" => Ok(Wanted::Table),
            "dfs" => Ok(Wanted::Dfs),
            _ => Err(Diagnostic::input(format!("{text:?} is none of auto, table and dfs"))),
        }
    }
}

/// The kind of program that was printed; the later ones know less and cost more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// A law.
    Formula,
    /// An array and a remainder.
    Period,
    /// The table of an automaton that reads digits.
    Automaton,
    /// A table that is filled by mex from the rule, or by the sieve of a law.
    Table,
    /// A recursion with a memo.
    Dfs,
}

impl Style {
    /// `formula`, `period`, `automaton`, `table` or `dfs`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Style::Formula => "formula",
            Style::Period => "period",
            Style::Automaton => "automaton",
            Style::Table => "table",
            Style::Dfs => "dfs",
        }
    }
}

options! {
    /// What is wanted of [`GameQuestion::emit_with`].
    ///
    /// ```
    /// use grundy::emit::{EmitOptions, Style, Wanted};
    /// use grundy::{Context, Convention, Language, kayles};
    /// let wanted = EmitOptions::new(Language::Rust).with_style(Wanted::Table).with_max(Some(1000));
    /// let answer = kayles().under(Convention::Normal).emit_with(&wanted, &Context::default())?;
    /// assert_eq!(answer.style, Style::Table);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct EmitOptions {
        /// The language.
        language: Language = Language::Cpp, with_language;
        /// The largest coordinate that the program must answer for. `None`: 10^18 for formulas and periods; for tables
        /// the largest power of ten (at most 10^6) whose table costs about a second.
        max: Option<u64> = None, with_max;
        /// Which kind of program.
        style: Wanted = Wanted::Auto, with_style;
        /// Is a function added that lists the winning moves?
        moves: bool = false, with_moves;
    }
}

impl EmitOptions {
    /// A program in this language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        EmitOptions::default().with_language(language)
    }
}

/// What `emit` writes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Emitted {
    /// The language.
    pub language: Language,
    /// The kind of program.
    pub style: Style,
    /// The text, with a comment that says what is proved.
    pub code: String,
    /// It answers for coordinates from 0 to this number.
    pub max: u64,
}

/// A function in another language for the Grundy value of a game, or for the outcome where a law or a misère quotient gives that alone.
///
/// The program has `grundy(n)` or `grundy(a, b)` and `first_wins`: of a list of heaps, or of the coordinates; where it is
/// wanted, also `winning_moves`. Cost: milliseconds; a period is looked for among about 10^6 values of a set, 3·10^4 of a code.
///
/// # Errors
/// Misère play of a game without a quotient or law that is proved; row games, graphs and games with rules in Rust; a maximum
/// that no style can afford; a rule that is not a game; a spent budget.
pub(crate) fn emit(question: &GameQuestion, options: &EmitOptions, cx: &Context) -> Result<Answer<Emitted>> {
    let reading = vec![Reading::of(&question.game)];
    Answer::new(question.query.clone(), question.convention, reading, blank(options))
        .filled(cx, |answer| write(question, options, &Parameters::default(), answer, cx))
}

/// A program that is not written yet.
pub(crate) fn blank(options: &EmitOptions) -> Emitted {
    Emitted { language: options.language, style: Style::Formula, code: String::new(), max: 0 }
}

/// A law whose variables are coordinates and, from `first` on, parameters, which are at least 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Law<'a> {
    pub(crate) text: &'a str,
    pub(crate) claim: &'a Claim,
    pub(crate) names: &'a [String],
    pub(crate) first: usize,
    /// Which values they may have.
    pub(crate) words: &'a str,
    /// The game whose coordinates these are.
    pub(crate) game: Option<&'a Game>,
}

/// The last coordinates of a rule, where they are parameters that no move changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parameters {
    pub(crate) count: usize,
    /// Which values they may have.
    pub(crate) words: String,
}

/// Writes the program of a law that is proved; `false` where no program says it.
///
/// # Errors
/// A maximum that is too large for the language.
pub(crate) fn by_law(
    query: &str,
    law: &Law<'_>,
    evidence: Evidence,
    options: &EmitOptions,
    answer: &mut Answer<Emitted>,
    cx: &Context,
) -> Result<bool> {
    let mut units = Units::new(options.language, law.names.len() - law.first, cx);
    let Some(built) = units.law(law, evidence, options)? else { return Ok(false) };
    finish(query, units, built, law.game, options, answer)?;
    Ok(true)
}

/// Writes the program of two games, the even one and the odd one, of which a last parameter chooses; `false` where no
/// function of the two says it.
///
/// # Errors
/// A rule that is not a game; a spent budget.
pub(crate) fn by_parity(
    query: &str,
    games: [&Game; 2],
    names: &[String],
    words: &str,
    options: &EmitOptions,
    answer: &mut Answer<Emitted>,
    cx: &Context,
) -> Result<bool> {
    let mut units = Units::new(options.language, 0, cx);
    let params: Vec<String> = names.iter().map(|name| names::safe(name, names.len(), &[])).collect();
    let built = match units.by_parity(games, &params, options) {
        Ok(found) => found,
        Err(Error::Bad(_)) => return Ok(false),
        Err(stopped) => return Err(stopped),
    };
    units.say(words);
    finish(query, units, built, None, options, answer)?;
    Ok(true)
}

/// Writes the program of a rule, whose last coordinates may be parameters.
///
/// # Errors
/// As [`emit`].
pub(crate) fn write(
    question: &GameQuestion,
    options: &EmitOptions,
    parameters: &Parameters,
    answer: &mut Answer<Emitted>,
    cx: &Context,
) -> Result<()> {
    cx.enter("emit");
    let game = &question.game;
    game.knowledge()?;
    game.must_end("no program is written")?;
    if let (Convention::Normal, Some(whole)) = (question.convention, game.open_sum().and_then(OpenSum::whole)) {
        let whole = GameQuestion { game: whole.clone(), ..question.clone() };
        return write(&whole, options, parameters, answer, cx);
    }
    if let Some(same) = game.slice().and_then(Slice::same) {
        let same = GameQuestion { game: same.clone(), ..question.clone() };
        let first = game.smallest_member().unwrap_or(0);
        let words = format!("The positions of {} begin at {first}.", game.text());
        let parameters =
            Parameters { words: [words, parameters.words.clone()].join(" ").trim().to_owned(), ..*parameters };
        return write(&same, options, &parameters, answer, cx);
    }
    let mut units = Units::new(options.language, parameters.count, cx);
    let built = match question.convention {
        Convention::Misere => {
            let ways = [
                Units::misere_nim,
                |units: &mut Units<'_>, game: &Game, options: &EmitOptions| units.list(game, options, true),
                Units::misere_quotient,
                Units::misere_law,
                Units::misere_values,
                Units::misere_rule,
            ];
            let built = ways.iter().find_map(|way| way(&mut units, game, options).transpose());
            built.ok_or_else(no_misere_program)??
        }
        Convention::Normal => match units.list(game, options, false)? {
            Some(found) => found,
            None => {
                supported(question, options)?;
                match units.whole(game, options) {
                    Err(stopped) if is_late(&stopped) && options.style == Wanted::Auto => {
                        return without_laws(question, options, parameters, answer, cx)?.ok_or(stopped);
                    }
                    built => built?,
                }
            }
        },
    };
    if !parameters.words.is_empty() {
        units.say(&parameters.words);
    }
    finish(&question.query, units, built, Some(game), options, answer)
}

/// Is the time of the question over?
fn is_late(error: &Error) -> bool {
    matches!(error, Error::Stopped(stopped) if stopped.spent == Spent::Time)
}

/// What the program of a rule without laws may cost, beyond the time that laws took.
const BRIEF: Budget = Budget { time: Some(Duration::from_millis(50)), memory: Some(1 << 26), nodes: Some(10_000_000) };

/// Writes the program that computes values from the rule; `None` where that takes long, too.
///
/// # Errors
/// A rule that is not a game.
fn without_laws(
    question: &GameQuestion,
    options: &EmitOptions,
    parameters: &Parameters,
    answer: &mut Answer<Emitted>,
    cx: &Context,
) -> Result<Option<()>> {
    let brief = cx.beyond(BRIEF);
    for style in [Wanted::Table, Wanted::Dfs] {
        let mut units = Units::new(options.language, parameters.count, &brief);
        let Ok(built) = units.whole(&question.game, &options.with_style(style)) else { continue };
        units.say("The time was up before all laws were looked for.");
        if parameters.count > 0 {
            units.say(&parameters.words);
        }
        finish(&question.query, units, built, Some(&question.game), options, answer)?;
        return Ok(Some(()));
    }
    Ok(None)
}

/// Prints the program, with the winning moves of the game where they are wanted.
///
/// # Errors
/// Winning moves that no program lists.
fn finish(
    query: &str,
    units: Units<'_>,
    whole: Whole,
    game: Option<&Game>,
    options: &EmitOptions,
    answer: &mut Answer<Emitted>,
) -> Result<()> {
    let moves = if options.moves { Some(units.moves(game, &whole)?) } else { None };
    let Whole { style, max, evidence, winner } = whole;
    let mut header = vec![words::plain(query), String::new()];
    header.extend(units.header);
    let program = Program { header, functions: units.functions, winner, sums: units.sums, moves };
    let language = answer.result.language;
    answer.evidence = evidence;
    answer.result = Emitted { language, style, code: lang::print(&program, language), max };
    Ok(())
}

fn no_misere_program() -> Diagnostic {
    let message = "misère play is emitted for Nim, for sets, for codes with a misère quotient that is proved to be that of \
                   all heaps, and for rules whose moves leave one place; this game is none of these";
    Diagnostic::unsupported(message).suggest("emit the game in normal play; `table` shows who wins in misère play")
}

fn supported(question: &GameQuestion, options: &EmitOptions) -> Result<()> {
    let game = &question.game;
    if let Some(games) = game.open_sum().filter(|_| options.style == Wanted::Auto).and_then(OpenSum::one_for_each) {
        let alone = |game| supported(&GameQuestion { game, ..question.clone() }, options);
        return games.into_iter().try_for_each(alone);
    }
    // a law of all members of a family
    if game.is_family()
        && options.style == Wanted::Auto
        && game.law().is_some_and(|law| law.claims().iter().any(|claim| matches!(claim, Spelt::Values(_))))
    {
        return Ok(());
    }
    let text = game.text();
    let kind = match (game.shape(), game.kind()) {
        (Shape::Row, _) => "a row game without a law that programs say",
        (Shape::Positions, _) => "a compound of positions",
        (Shape::Vertex, _) => "played on a graph",
        (Shape::Text, _) => "a game with rules of its own",
        (_, Kind::Other(_)) if game.open_sum().is_some() => {
            "a place with numbers beside letters, or a letter twice, or of several games"
        }
        (_, Kind::Other(_)) if game.slice().is_some_and(Slice::is_of_components) => "a compound of positions",
        (_, Kind::Other(_)) if game.is_text_with_letters() => "a family of boards or graphs",
        (_, Kind::Other(_)) if game.slice().is_some() => "another game with one number left open",
        (_, Kind::Other(_)) => "a union that is not a single rule",
        _ => return Ok(()),
    };
    Err(Diagnostic::unsupported(format!("`{text}` is {kind}, and those are not emitted"))
        .suggest("emit a set, a code, or a rule in braces: {n -> n-k for k in 1..n//2}")
        .into())
}

#[cfg(test)]
mod tests;
