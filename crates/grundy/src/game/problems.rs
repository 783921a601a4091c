//! Problems of online judges that are impartial games: which game it is, and how its input is asked about.
//!
//! ```
//! use grundy::game::problems;
//! let simple = problems::find("HDU 5795").unwrap();
//! assert_eq!(simple.title, "A Simple Nim");
//! assert_eq!(problems::find("poj1704").unwrap().game, "silverdollar");
//! ```
//!
//! A problem is one [`Problem`] in the file of its kind. Its example is asked in the tests and must have the outcome that
//! stands beside it, which comes from the judge's sample or from the statement by hand.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::entry::folded;
use crate::outcome::{Convention, Outcome};

mod boards;
mod heaps;
mod pairs;
mod rows;
mod splits;

/// A problem of one judge, or the same problem of several.
#[derive(Debug, Clone, Copy)]
pub struct Problem {
    /// Judge and number: `HDU 5795`; of every judge that has it.
    pub numbers: &'static [&'static str],
    /// What the judge calls it.
    pub title: &'static str,
    /// Normal or misère.
    pub convention: Convention,
    /// The game in the notation; it may have parameters.
    pub game: &'static str,
    /// A question: a position of the game.
    pub example: &'static str,
    /// Who wins there.
    pub outcome: Outcome,
    /// Does `guess` take the game?
    pub guess: bool,
    /// Does `emit` take the game?
    pub emit: bool,
    /// The rule in one or two sentences, with what the numbers of the input are.
    pub english: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
}

impl Problem {
    /// The game with its convention, as `guess`, `table` and `emit` are asked about it.
    ///
    /// ```
    /// use grundy::game::problems;
    /// assert_eq!(problems::find("HDU 1907").unwrap().question(), "misere nim");
    /// ```
    #[must_use]
    pub fn question(&self) -> String {
        let misere = if self.convention == Convention::Misere { "misere " } else { "" };
        format!("{misere}{}", self.game)
    }

    /// The name that its game begins with; empty for a rule in braces.
    pub(super) fn game_name(&self) -> &'static str {
        self.game.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default()
    }
}

static PROBLEMS: LazyLock<Vec<Problem>> =
    LazyLock::new(|| [heaps::PROBLEMS, splits::PROBLEMS, pairs::PROBLEMS, rows::PROBLEMS, boards::PROBLEMS].concat());

/// All problems, those of one kind together.
#[must_use]
pub fn all() -> &'static [Problem] {
    &PROBLEMS
}

/// The problem with this number, or the only one with this title. Capitals, blanks and signs make no difference.
#[must_use]
pub fn find(name: &str) -> Option<&'static Problem> {
    numbered(name).or_else(|| TITLED.get(&folded(name)).copied().flatten())
}

/// The problem with this number alone: titles such as `Stone Game` are said of many games.
#[must_use]
pub fn numbered(number: &str) -> Option<&'static Problem> {
    NUMBERED.get(&folded(number)).copied()
}

static NUMBERED: LazyLock<FxHashMap<String, &'static Problem>> = LazyLock::new(|| {
    PROBLEMS.iter().flat_map(|problem| problem.numbers.iter().map(move |number| (folded(number), problem))).collect()
});

/// `None` where two have the same title.
static TITLED: LazyLock<FxHashMap<String, Option<&'static Problem>>> = LazyLock::new(|| {
    let mut titled: FxHashMap<String, Option<&'static Problem>> = FxHashMap::default();
    for problem in PROBLEMS.iter() {
        titled.entry(folded(problem.title)).and_modify(|known| *known = None).or_insert(Some(problem));
    }
    titled
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_example_has_the_outcome_of_the_judge() {
        for problem in all() {
            let position = crate::Session::new().position(problem.example);
            let position = position.unwrap_or_else(|fault| panic!("{}: {fault}", problem.title));
            let solved = position.solve().unwrap();
            assert_eq!(solved.outcome, Some(problem.outcome), "{} {}", problem.title, problem.example);
        }
    }

    #[test]
    fn every_problem_is_told_in_two_languages_and_found_by_its_numbers() {
        let mut seen = HashSet::new();
        for problem in all() {
            assert!(problem.english.ends_with('.') && problem.chinese.ends_with('。'), "{}", problem.title);
            assert!(!problem.numbers.is_empty());
            for number in problem.numbers {
                assert!(seen.insert(number), "{number}");
                assert_eq!(find(&number.to_lowercase()).map(|found| found.title), Some(problem.title));
            }
            let example = crate::Session::new().position(problem.example).unwrap();
            assert_eq!(problem.convention, example.convention, "{}", problem.title);
        }
        assert!(find("1704").is_none() && find("").is_none());
    }
}
