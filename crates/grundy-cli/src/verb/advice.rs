//! What was probably meant by a question that has no answer: a command that has one.
//!
//! Whatever is advised was read before, so that who copies it gets no fault.

use clap::ValueEnum as _;
use grundy::game::Shape;
use grundy::{Error, GameQuestion, Session};

use crate::args::{Shown, Table};
use crate::budget::Corner;

/// So many coordinates have a letter.
const LETTERS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// The fault of a table whose corners are not those of the game, with a table of the game with a letter for each number:
/// `table 'turtles(n)' --to 10`, `table 'nim(a,b)' --to 5,5`.
pub(super) fn with_letters(fault: Error, options: &Table, question: &GameQuestion, session: &mut Session) -> Error {
    match fault {
        Error::Bad(fault) => match lettered(options, question, session) {
            Some(help) => fault.suggest(help).into(),
            None => Error::Bad(fault),
        },
        Error::Stopped(_) => fault,
    }
}

fn lettered(options: &Table, question: &GameQuestion, session: &mut Session) -> Option<String> {
    let numbers = [&options.from, &options.to].into_iter().flatten().map(|corner| corner.0.len()).max().unwrap_or(1);
    let letters = match question.game.shape() {
        Shape::Text if numbers == 1 => "n".to_owned(),
        Shape::Heap if numbers > 1 => LETTERS.get(..numbers)?.join(","),
        _ => return None,
    };
    // of three coordinates and more only the P-positions are listed
    let show = match options.show {
        None if numbers > 2 => Some(Shown::P),
        Some(shown) if numbers > 2 && shown != Shown::P => return None,
        shown => shown,
    };
    let text = format!("{}({letters})", question.query);
    let open = session.game(&text).ok()?;
    if text.contains('\'') || open.variables.len() != numbers {
        return None;
    }
    let shown = show.and_then(|show| Some(format!(" --show {}", show.to_possible_value()?.get_name())));
    let corners = [corner("from", options.from.as_ref()), corner("to", options.to.as_ref())].concat();
    Some(format!("table '{text}'{corners}{}", shown.unwrap_or_default()))
}

/// The flag of a corner that was given.
fn corner(flag: &str, given: Option<&Corner>) -> String {
    let numbers = |corner: &Corner| corner.0.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    given.map_or_else(String::new, |corner| format!(" --{flag} {}", numbers(corner)))
}
