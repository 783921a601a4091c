//! The number of a judge's problem where a game or a position is asked for: which game that is, so that it can be asked about.
//!
//! `HDU 1527 5 3` is helped by `wythoff(5, 3)` where a position is asked for, and by `wythoff` where a game is.

use grundy_notation::lenient::Kind;

use super::Session;
use crate::game::problems::{self, Problem};

/// A number has so many words at most.
const WORDS: usize = 3;
/// Longer words are no number.
const LONGEST: usize = 80;

impl Session {
    /// What helps who typed the number of a problem, perhaps with the numbers of an input behind it.
    pub(super) fn help_on_problem(&mut self, text: &str, kind: Kind) -> Option<String> {
        let (number, problem, input) = begins_with(text)?;
        let more = format!("`grundy describe '{number}'` says more");
        if kind != Kind::Position {
            return Some(format!("{number} is a judge's problem, and its game is `{}`; {more}", problem.question()));
        }
        let with_input = with_numbers(problem, input).filter(|position| self.strict_position(position).is_ok());
        let position = with_input.as_deref().unwrap_or(problem.example);
        Some(format!("{number} is a judge's problem, as in `{position}`; {more}"))
    }
}

/// The number with which the text begins, its problem, and what stands behind it.
fn begins_with(text: &str) -> Option<(&str, &'static Problem, &str)> {
    let text = text.trim();
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at).chain([text.len()]);
    let ends = ends.take(WORDS).take_while(|end| *end <= LONGEST);
    let number = ends.filter_map(|end| Some((&text[..end], problems::numbered(&text[..end])?, &text[end..])));
    // `Project Euler 301` is longer than `Euler 30`
    number.last()
}

/// The example with these numbers, where it has as many: what more or fewer of them say only the judge knows.
fn with_numbers(problem: &Problem, input: &str) -> Option<String> {
    let numbers: Vec<&str> =
        input.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
    let inside = problem.example.strip_prefix(&problem.question())?.strip_prefix('(')?.strip_suffix(')')?;
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let are_alike = numbers.len() == inside.split(',').count() && inside.split(',').all(|n| is_number(n.trim()));
    let fits = are_alike && numbers.iter().all(|word| is_number(word));
    fits.then(|| format!("{}({})", problem.question(), numbers.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_helped_by_its_game() {
        let help = |text: &str, kind| Session::new().help_on_problem(text, kind).unwrap_or_default();
        let position = |text: &str| help(text, Kind::Position);
        assert!(position("HDU 1527 5 3").contains("as in `wythoff(5, 3)`;"));
        assert!(position("hdu 1527").contains("as in `wythoff(2, 1)`;"));
        // n and m: which number is what the input does not say
        assert!(position("HDU 1846 23 2").contains("as in `take[1..3](4)`;"));
        assert!(help("poj1704", Kind::Game).contains("its game is `silverdollar`;"));
        assert!(help("HDU 1907 3 4", Kind::Game).contains("its game is `misere nim`;"));
        assert_eq!((position("nim 3 4"), position("HDU 99999")), (String::new(), String::new()));
    }
}
