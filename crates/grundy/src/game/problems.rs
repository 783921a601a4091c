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
mod endless;
mod euler;
mod heaps;
mod nim;
mod pairs;
mod rows;
mod sets;
mod several;
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
    /// Does `guess` find something of the game?
    pub guess: bool,
    /// Does `emit` take the game?
    pub emit: bool,
    /// The rule in one or two sentences, with what the numbers of the input are.
    pub english: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
}

/// What most problems are: in normal play, of a game that `guess` and `emit` know.
const USUAL: Problem = Problem {
    numbers: &[],
    title: "",
    convention: Convention::Normal,
    game: "",
    example: "",
    outcome: Outcome::Next,
    guess: true,
    emit: true,
    english: "",
    chinese: "",
};

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

static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
    [
        nim::PROBLEMS,
        heaps::PROBLEMS,
        splits::PROBLEMS,
        pairs::PROBLEMS,
        several::PROBLEMS,
        rows::PROBLEMS,
        sets::PROBLEMS,
        boards::PROBLEMS,
        euler::PROBLEMS,
        endless::PROBLEMS,
    ]
    .concat()
});

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
///
/// Judges may be called as players call them: `CF 2004E`, `LC 292`, `abc297_g`, `洛谷 P1247`.
#[must_use]
pub fn numbered(number: &str) -> Option<&'static Problem> {
    let typed = folded(number);
    let spelt = || spelt_out(&typed).unwrap_or_else(|| typed.clone());
    let lettered = || NUMBERED.get(&lettered(number, &spelt())?);
    NUMBERED.get(&typed).or_else(|| NUMBERED.get(&spelt())).or_else(lettered).copied()
}

/// Regular contests 58 to 103 of AtCoder begin with problem C and call it `arc058_a`: `ARC 087 E` is `arc087_c`.
/// With an underscore it is the address that is meant.
fn lettered(number: &str, spelt: &str) -> Option<String> {
    let (contest, letter) = spelt.strip_prefix("atcoderarc")?.split_at_checked(3)?;
    let shared = (58..=103).contains(&contest.parse::<u32>().ok()?) && !number.contains('_');
    let first = ["c", "d", "e", "f"].iter().position(|known| *known == letter)?;
    shared.then(|| format!("atcoderarc{contest}{}", ["a", "b", "c", "d"][first]))
}

/// What judges are called for short.
const SHORT: [(&str, &str); 7] = [
    ("cf", "codeforces"),
    ("lc", "leetcode"),
    ("at", "atcoder"),
    ("pe", "projecteuler"),
    ("euler", "projecteuler"),
    ("洛谷", "luogu"),
    ("力扣", "leetcode"),
];

/// The contests of AtCoder, whose problems are called by them alone.
const CONTESTS: [&str; 3] = ["abc", "arc", "agc"];

/// A folded number with the whole name of its judge: `cf2004e` is `codeforces2004e`, `abc297g` is `atcoderabc297g`.
fn spelt_out(typed: &str) -> Option<String> {
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let is_contest = |name: &str| CONTESTS.iter().any(|contest| name.strip_prefix(contest).is_some_and(is_number));
    if is_contest(typed) {
        return Some(format!("atcoder{typed}"));
    }
    // Luogu's own problems, P1247
    if typed.strip_prefix('p').is_some_and(|rest| rest.len() >= 4 && rest.bytes().all(|b| b.is_ascii_digit())) {
        return Some(format!("luogu{typed}"));
    }
    SHORT.iter().find_map(|(short, judge)| {
        let rest = typed.strip_prefix(short)?;
        let is_known = match *judge {
            "atcoder" => is_number(rest) || is_contest(rest),
            "luogu" => rest.strip_prefix('p').is_some_and(is_number),
            _ => is_number(rest),
        };
        is_known.then(|| format!("{judge}{rest}"))
    })
}

/// The whole name of a judge that is called so: `cf` is `Codeforces`.
#[must_use]
pub fn judge(name: &str) -> Option<&'static str> {
    let typed = folded(name);
    let typed = SHORT.iter().find(|(short, _)| *short == typed).map_or(typed.as_str(), |(_, judge)| judge);
    judges().find(|judge| folded(judge) == typed)
}

/// The judges of all problems, the same one many times.
fn judges() -> impl Iterator<Item = &'static str> {
    PROBLEMS.iter().flat_map(|problem| problem.numbers).filter_map(|number| {
        let end = if number.starts_with(EULER) { EULER.len() } else { number.find(' ')? };
        Some(&number[..end])
    })
}

/// The one judge with two words for a name.
const EULER: &str = "Project Euler";

/// Does the text look like a problem's number, of one that is known or of another: `HDU 99999`?
#[must_use]
pub fn is_number(text: &str) -> bool {
    let typed = folded(text);
    let typed = spelt_out(&typed).unwrap_or(typed);
    typed.bytes().any(|b| b.is_ascii_digit()) && judges().any(|judge| typed.starts_with(&folded(judge)))
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
    fn the_values_of_furlo_and_rublo_are_as_told() {
        let told = find("Codeforces 256C").unwrap();
        let game = crate::game(told.game).unwrap();
        let runs = [(0u64, 0u8), (4, 1), (16, 2), (82, 0), (6724, 3), (50_626, 1), (2_562_991_876, 2)];
        let ends = runs.iter().skip(1).map(|run| run.0).chain([1_000_000_000_001]);
        for (&(first, value), end) in runs.iter().zip(ends) {
            assert!(told.english.contains(&first.to_string()), "{first}: {}", told.english);
            for n in [first, (first + end) / 2, end - 1] {
                assert_eq!(game.at(n).value().unwrap(), value.into(), "{n}");
            }
        }
    }

    #[test]
    fn the_values_of_cycles_are_as_told() {
        let told = find("Codeforces 1823E").unwrap().game;
        for (l, r) in [(1u64, 2), (1, 5), (2, 3), (3, 4), (3, 7), (5, 6)] {
            let game = crate::game(&told.replace("l..r", &format!("{l}..{r}"))).unwrap();
            for n in 3..24 {
                let value = if n < l + r { n / l } else { 0 };
                assert_eq!(game.at(n).value().unwrap(), value.into(), "{n} {l}..{r}");
            }
        }
    }

    #[test]
    fn every_problem_is_told_in_two_languages_and_found_by_its_numbers() {
        let mut seen = HashSet::new();
        for problem in all() {
            assert!(problem.english.ends_with('.') && problem.chinese.ends_with('。'), "{}", problem.title);
            assert!(!problem.numbers.is_empty() && !problem.title.is_empty() && !problem.game.is_empty());
            for number in problem.numbers {
                assert!(seen.insert(number), "{number}");
                assert_eq!(find(&number.to_lowercase()).map(|found| found.title), Some(problem.title));
            }
            let example = crate::Session::new().position(problem.example).unwrap();
            assert_eq!(problem.convention, example.convention, "{}", problem.title);
        }
        assert!(find("1704").is_none() && find("").is_none());
    }

    #[test]
    fn judges_may_be_called_for_short() {
        for (typed, number) in [
            ("CF 2004E", "Codeforces 2004E"),
            ("cf2004e", "Codeforces 2004E"),
            ("洛谷 P1247", "Luogu P1247"),
            ("力扣 292", "LeetCode 292"),
            ("LC 292", "LeetCode 292"),
            ("AT/abc297_g", "AtCoder abc297_g"),
            ("AT_abc297_g", "AtCoder abc297_g"),
            ("abc297_g", "AtCoder abc297_g"),
            ("ABC 297 G", "AtCoder abc297_g"),
            ("AtCoder ABC297 G", "AtCoder abc297_g"),
            ("P1247", "Luogu P1247"),
            ("ARC 087 E", "AtCoder arc087_c"),
            ("AtCoder ARC072 D", "AtCoder arc072_b"),
            ("PE 306", "Project Euler 306"),
            ("euler 306", "Project Euler 306"),
            ("project euler #306", "Project Euler 306"),
        ] {
            let found = numbered(typed).unwrap_or_else(|| panic!("{typed}"));
            assert!(found.numbers.contains(&number), "{typed} is {:?}", found.numbers);
        }
        for unknown in [
            "arc072_d", "ARC 112 E", "ARC 087 F", "CF 9999Z", "HDU 99999", "abc999_z", "AT 1", "Luogu P99999",
            "P99999", "poj99999",
        ] {
            assert!(numbered(unknown).is_none() && is_number(unknown), "{unknown}");
        }
        for other in ["nim", "cf", "abc", "cfg 3", "", "2004E", "take3", "P12", "att 5"] {
            assert!(numbered(other).is_none() && !is_number(other), "{other}");
        }
        assert_eq!((judge("CF"), judge("hdu"), judge("nim")), (Some("Codeforces"), Some("HDU"), None));
        assert_eq!((judge("PE"), judge("project euler")), (Some(EULER), Some(EULER)));
    }
}
