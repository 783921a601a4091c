//! The first hour's names: games by name, by a set, or by a text.
//!
//! ```
//! use grundy::{game, kayles, take};
//!
//! assert_eq!(take([1, 3, 4]).value(21)?, 0u8.into());
//! assert_eq!(kayles().value(9)?, 4u8.into());
//! let halves = game("{n -> n-k for k in 1..n//2}")?;
//! assert_eq!(halves.value(13)?, 3u8.into());
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! A thread remembers the games it made, so that `kayles()` is the same game every time and what was learnt about it
//! stays known until the thread ends, or has met ten thousand games. A [`Session`] of your own decides that itself;
//! it is also the way to `let` lines that stay in force.

use std::cell::RefCell;
use std::fmt;
use std::str::FromStr;

use crate::error::{Diagnostic, Error, Result};
use crate::game::{Game, Kind, Shape};
use crate::outcome::Convention;
use crate::position::Position;
use crate::session::Session;

/// A thread remembers so many games, then it starts anew.
const REMEMBERED: usize = 10_000;

thread_local! {
    static SHELF: RefCell<Session> = RefCell::new(Session::new());
}

/// Asks the thread's session; where that is out of reach (the thread ends), a new one.
fn ask<T>(question: impl Fn(&mut Session) -> T) -> T {
    let shelf = SHELF.try_with(|shelf| {
        let mut session = shelf.try_borrow_mut().ok()?;
        if session.games() > REMEMBERED {
            *session = Session::new();
        }
        Some(question(&mut session))
    });
    shelf.ok().flatten().unwrap_or_else(|| question(&mut Session::new()))
}

/// The game that a text of the notation stands for: `kayles`, `0.77`, `take[1..3]`, `{n -> n-k for k in 1..n//2}`.
///
/// # Errors
/// Text that cannot be read, names that are not known, rules that are no games; `misere`, which is said of positions.
pub fn game(text: &str) -> Result<Game> {
    let read = ask(|session| session.game(text))?;
    match read.convention {
        Convention::Normal => Ok(read.game),
        Convention::Misere => Err(Diagnostic::input("a game alone has no convention")
            .suggest("say `misere` of a position: `game.at(5).misere()`")
            .into()),
    }
}

impl FromStr for Game {
    type Err = Error;

    /// As [`game`].
    fn from_str(text: &str) -> Result<Game> {
        game(text)
    }
}

impl fmt::Display for Game {
    /// The canonical spelling. It can be read again, unless the text used names of `let` definitions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for Position {
    type Err = Error;

    /// Reads a position: `let t[m] = {n -> n-k for k in 1..m}; misere t[3](21) + nim(5)`.
    fn from_str(text: &str) -> Result<Position> {
        Ok(ask(|session| session.position(text))?)
    }
}

impl fmt::Display for Position {
    /// The canonical spelling, with definitions and `misere`, as [`Position::query`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.query())
    }
}

/// A set in [`take`] has so many numbers at most; larger ones have a text.
const NUMBERS: usize = 10_000;

/// The subtraction game: take one of these numbers from a heap. `take([1, 3, 4])` is `take[1,3,4]`, `take(1..=3)` is
/// `take[1..3]`.
///
/// The first question about a game tells what is wrong with its numbers: there must be one at least, none is 0, and
/// there are 10 000 at most (`game("take[1..]")` has no such limit).
///
/// ```
/// assert_eq!(grundy::take(1..=3).to_string(), "take[1..3]");
/// assert!(grundy::take([0]).value(5).is_err());
/// ```
#[must_use]
pub fn take(numbers: impl IntoIterator<Item = u64>) -> Game {
    let mut sorted: Vec<u64> = numbers.into_iter().take(NUMBERS + 1).collect();
    if sorted.len() > NUMBERS {
        let fault = Diagnostic::input("more than 10000 numbers may be taken").suggest("game(\"take[1..]\")");
        return Game::refused("take", fault);
    }
    sorted.sort_unstable();
    sorted.dedup();
    let runs: Vec<String> = sorted
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| match run {
            [one] => one.to_string(),
            [one, next] => format!("{one},{next}"),
            _ => format!("{}..{}", run[0], run[run.len() - 1]),
        })
        .collect();
    named(&if runs.is_empty() { "take".to_owned() } else { format!("take[{}]", runs.join(",")) })
}

/// A game whose text may still be refused; the first question tells.
fn named(text: &str) -> Game {
    match ask(|session| session.game(text)) {
        Ok(read) => read.game,
        Err(fault) => Game::refused(text, Diagnostic { span: None, ..fault }),
    }
}

impl Game {
    fn refused(text: &str, fault: Diagnostic) -> Game {
        Game::new(text.to_owned(), Shape::Heap, Kind::Refused(Box::new(fault)))
    }
}

macro_rules! catalogued {
    ($($(#[$words:meta])* $name:ident = $text:literal;)*) => {
        $(
            $(#[$words])*
            #[must_use]
            pub fn $name() -> Game {
                named($text)
            }
        )*

        #[cfg(test)]
        const CATALOGUED: &[fn() -> Game] = &[$($name),*];
    };
}

catalogued! {
    /// Nim: take any number of stones from a heap.
    nim = "nim";
    /// Kayles: take one or two adjacent pins of a row; what is left may be two rows.
    kayles = "kayles";
    /// Dawson's Kayles: take exactly two adjacent pins of a row; what is left may be two rows.
    dawsons_kayles = "dawsonskayles";
    /// Grundy's game: split a heap into two unequal heaps.
    grundys_game = "grundy";
    /// Lasker's Nim: take any number from a heap, or split it into two.
    lasker = "lasker";
    /// Wythoff's game on two heaps: lower one by any number, or both by the same. A place is a pair: `at((4, 7))`.
    wythoff = "wythoff";
    /// Euclid's game on a pair: subtract a multiple of the smaller number from the greater.
    euclid = "euclid";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_name_are_the_same_game_each_time() {
        for make in CATALOGUED {
            let (game, again) = (make(), make());
            assert_eq!(game, again);
            assert!(!matches!(game.kind(), Kind::Refused(_)), "{game}");
            assert_eq!(game.to_string().parse::<Game>(), Ok(game));
        }
        assert_eq!(take([4, 1, 3, 3]), game("take[1,3,4]").unwrap());
    }

    #[test]
    fn faults_are_told_by_the_first_question() {
        for wrong in [take([]), take([0, 3]), take(1..)] {
            assert!(matches!(wrong.value(3), Err(Error::Bad(_))), "{wrong}");
            assert!((wrong.at(3) + nim().at(1)).misere().solve().is_err());
        }
        assert!(take(1..=u64::MAX).values().next().unwrap().is_err());
        assert!("misere nim".parse::<Game>().is_err());
        assert!(take([u64::MAX, u64::MAX - 1]).value(5).is_ok());
    }

    #[test]
    fn a_thread_forgets_games_before_they_are_too_many() {
        for n in 1..=10_100u64 {
            assert_eq!(take([n]).value(n).unwrap(), 1u8.into());
        }
        assert!(ask(|session| session.games()) < 10_100);
    }
}
