//! What was probably meant by a question that has no answer: a command that has one.
//!
//! Whatever is advised was read before, so that who copies it gets no fault.

use clap::ValueEnum as _;
use grundy::game::{AnyGame, Shape, catalogue};
use grundy::{Error, ErrorKind, GameQuestion, Session};

use crate::args::{Shown, Table, Text};
use crate::budget::Corner;
use crate::exit::Failure;

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

/// The fault of a text that ends with a number, which was meant for `--to`: `table 'take[1,3,4]' --to 20`. A table may have
/// `several` numbers between commas.
pub(super) fn number_behind(
    failure: Failure,
    verb: &str,
    text: &Text,
    several: bool,
    session: &mut Session,
) -> Failure {
    match failure {
        Failure::Bad { diagnostic, source } if diagnostic.kind == ErrorKind::Parse => {
            let meant = meant_for_to(verb, &text.words.join(" "), several, session);
            let diagnostic = match meant {
                Some(help) => Box::new(diagnostic.suggest(help)),
                None => diagnostic,
            };
            Failure::Bad { diagnostic, source }
        }
        other => other,
    }
}

fn meant_for_to(verb: &str, text: &str, several: bool, session: &mut Session) -> Option<String> {
    let (mut game, mut last) =
        text.trim().rsplit_once(char::is_whitespace).map(|(game, last)| (game, last.to_owned()))?;
    // `wythoff 7 7`: a number a coordinate
    while several
        && let Some((before, word)) = game.trim_end().rsplit_once(char::is_whitespace)
        && word.bytes().all(|b| b.is_ascii_digit())
    {
        (game, last) = (before, format!("{word},{last}"));
    }
    let game = game.trim_end();
    let numbers: Vec<u64> = last.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    if game.contains('\'') || numbers.len() > 1 && !several {
        return None;
    }
    let question = session.game(game).ok()?;
    let is_word = game.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.');
    let fits = match question.game.shape() {
        // two heaps, each a word, are a table of their sum
        Shape::Heap if numbers.len() == 2 && is_word && !text.contains(',') => {
            return Some(format!("{verb} '{game}(a,b)' --to {last}"));
        }
        Shape::Text if question.game.any().and_then(AnyGame::start_numbers) == Some(numbers.len()) => true,
        Shape::Heap => numbers.len() == 1,
        Shape::Tuple(coordinates) => verb != "period" && (numbers.len() == 1 || numbers.len() == coordinates),
        Shape::Row | Shape::Vertex | Shape::Text | Shape::Positions => false,
    };
    fits.then(|| if is_word { format!("{verb} {game} --to {last}") } else { format!("{verb} '{game}' --to {last}") })
}

/// What is asked with a verb for a word of the question: verbs of games, of positions, and what they are called.
const ASKED: [(&str, bool, &[&str]); 5] = [
    ("table", true, &["打表", "值表", "表", "sg表", "table", "values"]),
    ("period", true, &["周期", "period"]),
    ("guess", true, &["找规律", "规律", "pattern", "formula"]),
    ("moves", false, &["走法", "moves"]),
    ("explain", false, &["解释", "为什么", "why"]),
];
/// Words around them.
const AROUND: [&str; 7] = ["求", "的", "of", "the", "for", "all", "sg"];

/// A verb in the question, as in `kayles 打表` and `table of kayles`: the command that answers the rest of it.
pub(super) fn verb_meant(failure: Failure, text: &str, session: &mut Session) -> Failure {
    match failure {
        Failure::Bad { diagnostic, source } if diagnostic.kind == ErrorKind::Parse => {
            let help = asked_with_verb(text, session);
            let diagnostic = help.map_or(diagnostic.clone(), |help| Box::new(diagnostic.suggest(help)));
            Failure::Bad { diagnostic, source }
        }
        other => other,
    }
}

fn asked_with_verb(text: &str, session: &mut Session) -> Option<String> {
    let apart = apart(text);
    let words: Vec<&str> = apart.split_whitespace().collect();
    let is = |word: &str, known: &[&str]| known.iter().any(|known| word.eq_ignore_ascii_case(known));
    let (verb, of_game, known) = ASKED.iter().find(|(_, _, known)| words.iter().any(|word| is(word, known)))?;
    let rest: Vec<&str> = words.into_iter().filter(|word| !is(word, known) && !is(word, &AROUND)).collect();
    let rest = rest.join(" ");
    let is_read = if *of_game { session.game(&rest).is_ok() } else { session.position(&rest).is_ok() };
    (is_read && !rest.contains('\'')).then(|| format!("{verb} '{rest}'"))
}

/// The text with blanks around those Chinese words, which stand close to names.
fn apart(text: &str) -> String {
    let known = || ASKED.iter().flat_map(|(_, _, words)| *words).chain(&AROUND).filter(|word| !word.is_ascii());
    let (mut apart, mut rest) = (String::new(), text);
    while let Some(next) = rest.chars().next() {
        let longest = known().filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len());
        let taken = longest.map_or(next.len_utf8(), |word| word.len());
        let (word, behind) = rest.split_at(taken);
        if longest.is_some() {
            apart.extend([" ", word, " "]);
        } else {
            apart.push(next);
        }
        rest = behind;
    }
    apart
}

/// Nim arithmetic, where a position is asked about: `6⊗9` is no position, and its value and its steps are asked of `nimber`.
pub(super) fn arithmetic_meant(failure: Failure, text: &str) -> Failure {
    match failure {
        Failure::Bad { diagnostic, source } if diagnostic.kind == ErrorKind::Parse && is_arithmetic(text) => {
            let diagnostic = Box::new(diagnostic.suggest(format!("nimber --why '{}'", text.trim())));
            Failure::Bad { diagnostic, source }
        }
        other => other,
    }
}

/// Is it a product or a quotient of numbers, or a function of them?
fn is_arithmetic(text: &str) -> bool {
    text.contains(['⊗', '*', '×', '/', '^', '(']) && !text.contains('\'') && grundy_nimber::value(text.trim()).is_ok()
}

/// A game alone, where a position is asked about: an example of it, and who says its rule.
pub(super) fn place_missing(failure: Failure, verb: &str, text: &str, session: &mut Session) -> Failure {
    match failure {
        Failure::Bad { diagnostic, source } if diagnostic.kind == ErrorKind::Parse => {
            let help = catalogue::find(text.trim()).filter(|_| session.game(text).is_ok()).map(|entry| {
                format!("{verb} '{}'; the rule: describe {}; its law: guess {}", entry.example, entry.name, text.trim())
            });
            let diagnostic = match help {
                Some(help) => Box::new(diagnostic.suggest(help)),
                None => diagnostic,
            };
            Failure::Bad { diagnostic, source }
        }
        other => other,
    }
}
