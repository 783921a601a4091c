//! Claims about the value that stop short or speak of one place: `period 4`, `g(5) = 1`, `g(4k) = 4k-1`; `SG(n)` for `g(n)`.

use grundy_core::error::Diagnostic;

use super::super::lexer::Token;
use super::pieces::{Piece, added_apart, closing, is_one_of, joined};
use super::{Asked, Kind, Result};

/// `SG` and `sg` are the value, as `G` is.
pub(super) fn names(pieces: &mut [Piece], asked: &Asked<'_>) {
    if asked.kind != Kind::Claim || asked.variables.iter().any(|name| name == "sg") {
        return;
    }
    for piece in pieces.iter_mut().filter(|piece| piece.is_name("sg")) {
        piece.become_token(Token::Name, "g");
    }
}

/// `the value is n mod 4`, `grundy(n) = n % 4`, `the Grundy number of n equals 3` → `g = …`
pub(super) fn in_words(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let is_variable = |p: &Piece| asked.variables.iter().any(|name| p.is_name(name));
    if asked.kind != Kind::Claim {
        return;
    }
    let article = usize::from(pieces.first().is_some_and(|p| p.is_name("the")));
    let words = match &pieces[article..] {
        [of, value, ..] if is_one_of(of, &["grundy", "nim", "g"]) && is_one_of(value, NAMES) => 2,
        [grundy, open, ..] if grundy.is_name("grundy") && open.token == Token::LeftParen => 1,
        // `g(n) is n mod 4`
        [g, is, ..] if g.is_name("g") && is.is_name("is") => 1,
        [g, open, ..] if g.is_name("g") && open.token == Token::LeftParen => {
            let close = closing(pieces, article + 1).filter(|&close| {
                let is = pieces.get(close + 1).is_some_and(|p| p.is_name("is"));
                is && asked.are_coordinates(&pieces[article + 1..=close])
            });
            match close {
                Some(close) => close + 1 - article,
                None => return,
            }
        }
        [value, ..] if is_one_of(value, &["value", "values", "nimber", "nimbers"]) && !is_variable(value) => 1,
        _ => return,
    };
    let mut end = article + words;
    // `of n`
    if pieces.get(end).is_some_and(|p| is_one_of(p, &["of", "at"]))
        && pieces.get(end + 1..end + 2).is_some_and(|place| asked.are_coordinates(place))
    {
        end += 2;
    }
    let Some(behind) = pieces.get(end) else { return };
    let is = is_one_of(behind, &["is", "are"]);
    if !is && !is_one_of(behind, &["equals", "has", "have"]) && !matches!(behind.token, Token::LeftParen | Token::Equal)
    {
        return;
    }
    let span = pieces[0].span.to(pieces[end - 1].span);
    pieces[0].become_token(Token::Name, "g");
    pieces[0].span = span;
    pieces.drain(1..end);
    if is {
        // `g is the xor of the heaps`
        let the = usize::from(pieces.get(2).is_some_and(|p| p.is_name("the")));
        let is_sum = pieces.get(2 + the).is_some_and(|p| is_one_of(p, &["xor", "nim", "nimsum"]));
        if is_sum && the > 0 {
            pieces.remove(2);
        }
        // `g is odd` is a condition
        let formula = is_sum
            || pieces
                .get(2)
                .is_some_and(|p| is_variable(p) || matches!(p.token, Token::Number | Token::LeftParen | Token::Minus))
            || pieces.get(3).is_some_and(|p| p.token == Token::LeftParen && !p.apart);
        let near = pieces[1].span;
        pieces[1] = if formula { added_apart(Token::Equal, "=", near) } else { added_apart(Token::Name, "is", near) };
    }
}

/// What the value is called behind `Grundy`.
const NAMES: &[&str] = &["value", "values", "number", "numbers", "function"];

/// What is said of one place, or without a beginning, is no claim yet.
///
/// # Errors
/// It is so; the claim is shown that says it.
pub(super) fn one_place(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Claim {
        return Ok(());
    }
    if let [period, number] = pieces
        && period.is_name("period")
        && number.token == Token::Number
    {
        let fault = Diagnostic::parse(number.span, "a period begins somewhere: `from` is missing");
        return Err(Box::new(fault.suggest(format!("period {} from 0", number.text))));
    }
    let Some(close) = pieces.get(1).filter(|p| p.token == Token::LeftParen).and_then(|_| closing(pieces, 1)) else {
        return Ok(());
    };
    let [equal, value @ ..] = &pieces[close + 1..] else { return Ok(()) };
    if !pieces[0].is_name("g") || equal.token != Token::Equal {
        return Ok(());
    }
    let arguments: Vec<&[Piece]> = pieces[2..close].split(|p| p.token == Token::Comma).collect();
    let Some(help) = of_numbers(&arguments, value, asked).or_else(|| of_multiples(&arguments, value, asked)) else {
        return Ok(());
    };
    let typed = joined(&pieces[..=close]).text().to_owned();
    let message = format!("`{typed}` is the value of some places, and a claim is about all");
    Err(Box::new(Diagnostic::parse(pieces[0].span.to(pieces[close].span), message).suggest(help)))
}

/// `g(3,5) = 6` → `a = 3 and b = 5 => g = 6`
fn of_numbers(arguments: &[&[Piece]], value: &[Piece], asked: &Asked<'_>) -> Option<String> {
    let names = asked.variables.get(..asked.coordinates)?;
    let [number] = value else { return None };
    if names.len() != arguments.len() || number.token != Token::Number {
        return None;
    }
    let equals = |(name, argument): (&String, &&[Piece])| match argument {
        [number] if number.token == Token::Number => Some(format!("{name} = {}", number.text)),
        _ => None,
    };
    let all: Option<Vec<String>> = names.iter().zip(arguments).map(equals).collect();
    Some(format!("{} => g = {}", all?.join(" and "), number.text))
}

/// `g(4k) = 4k-1` → `n % 4 = 0 and n > 0 => g = n-1`
fn of_multiples(arguments: &[&[Piece]], value: &[Piece], asked: &Asked<'_>) -> Option<String> {
    let ([argument], [name]) = (arguments, asked.variables.get(..asked.coordinates)?) else { return None };
    let (by, letter, rest) = multiple(argument)?;
    let (times, same, shift) = multiple(value)?;
    // with another factor it is no sum
    if (by, letter) != (times, same) || asked.variables.iter().any(|name| name == letter) || !(0..by).contains(&rest) {
        return None;
    }
    let (condition, value) = match shift.checked_sub(rest)? {
        0 => (String::new(), name.clone()),
        more if more > 0 => (String::new(), format!("{name}+{more}")),
        less if rest + less < 0 => (format!(" and {name} > {}", -1 - less), format!("{name}{less}")),
        less => (String::new(), format!("{name}{less}")),
    };
    Some(format!("{name} % {by} = {rest}{condition} => g = {value}"))
}

/// The number, the letter and the rest of `4k`, `4*k+1`, `4k-1`.
pub(super) fn multiple(term: &[Piece]) -> Option<(i64, &str, i64)> {
    let (by, rest) = term.split_first().filter(|(by, _)| by.token == Token::Number)?;
    let star = usize::from(rest.first().is_some_and(|p| p.token == Token::Star));
    let (letter, rest) = rest[star..].split_first().filter(|(letter, _)| letter.token == Token::Name)?;
    let added: i64 = match rest {
        [] => 0,
        [sign, number] if number.token == Token::Number => {
            let number: i64 = number.text.parse().ok()?;
            match sign.token {
                Token::Plus => number,
                Token::Minus => -number,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some((by.text.parse().ok().filter(|by| *by > 0)?, &letter.text, added))
}
