//! What stands beside a game or a number without saying how: `nim(3)*4`, `kayles 3 nim 5`, `nim[3](5)`, `3+5+7`, `nim 3+5`.
//!
//! Nothing here is read: each has two readings, or one that is shown.

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::lexer::{Token, Word};
use super::pieces::{Piece, folded, joined, outside};
use super::{Asked, Kind, Result};

/// Looks at a position without definitions.
///
/// # Errors
/// The readings, where there is something of the kind.
pub(super) fn games(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Position || pieces.first().is_some_and(|p| p.is_word(Word::Let)) {
        return Ok(());
    }
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let (misere, typed) = (if first > 0 { "misere " } else { "" }, &pieces[first..]);
    let fault = copies(typed, misere)
        .or_else(|| side_by_side(typed, misere, asked))
        .or_else(|| brackets_of_nim(typed, misere))
        .or_else(|| added_up(typed, misere, asked));
    fault.map_or(Ok(()), |fault| Err(Box::new(fault)))
}

/// A sentence of two readings, the likelier first.
fn two_ways(typed: &[Piece], misere: &str, one: &str, other: &str) -> Option<Diagnostic> {
    let span = typed.first()?.span.to(typed.last()?.span);
    let message = format!("`{}` can be read in two ways: `{one}`, or `{other}`", joined(typed).text().trim());
    let help = format!("{misere}{one} or {misere}{other}");
    let fault = Diagnostic::parse(span, message).suggest(help).coded(FaultCode::TwoReadings);
    Some(fault.fix(span, one).fix(span, other))
}

/// `nim(3)*4`, alone or in a sum: copies, or another heap of Nim.
fn copies(typed: &[Piece], misere: &str) -> Option<Diagnostic> {
    let shallow = outside(typed, 0, typed.len());
    let is_copied = |&at: &usize| {
        let before = at.checked_sub(1).is_some_and(|before| typed[before].token == Token::RightParen);
        let behind = typed.get(at + 1).is_some_and(|p| p.token == Token::Number);
        typed[at].token == Token::Star && before && behind && typed.get(at + 2).is_none_or(|p| p.token == Token::Plus)
    };
    let star = shallow.iter().copied().find(is_copied)?;
    let sum = shallow.iter().copied().rfind(|&at| at < star && typed[at].token == Token::Plus);
    let start = sum.map_or(0, |plus| plus + 1);
    let term = &typed[start..star];
    // `(2+3)*4` is a number
    let is_game = matches!(term.first()?.token, Token::Name | Token::Point | Token::LeftBrace);
    if !is_game || shallow.iter().any(|&at| start < at && at < star && typed[at].token == Token::Star) {
        return None;
    }
    let text = |pieces: &[Piece]| joined(pieces).text().trim().to_owned();
    let (count, game) = (&typed[star + 1].text, text(term));
    let before = if start > 0 { format!("{} ", text(&typed[..start])) } else { String::new() };
    let behind = if star + 2 < typed.len() { format!(" {}", text(&typed[star + 2..])) } else { String::new() };
    let (one, other) = (format!("{before}{count}*{game}{behind}"), format!("{before}{game} + *{count}{behind}"));
    two_ways(typed, misere, &one, &other)
}

/// `kayles 3 nim 5`: the sign of a sum is missing.
fn side_by_side(typed: &[Piece], misere: &str, asked: &Asked<'_>) -> Option<Diagnostic> {
    let is_game = |p: &Piece| matches!(p.token, Token::Name | Token::Upper) && asked.is_game(&folded(&p.text));
    let starts: Vec<usize> = (0..typed.len()).filter(|&at| is_game(&typed[at])).collect();
    let [0, second, ..] = starts[..] else { return None };
    let mut terms = Vec::new();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(typed.len());
        let sizes = &typed[start + 1..end];
        let fits = |(at, p): (usize, &Piece)| p.token == Token::Number || at > 0 && p.token == Token::Comma;
        let is_list = sizes.last().is_some_and(|p| p.token == Token::Number) && sizes.iter().enumerate().all(fits);
        if !is_list {
            return None;
        }
        let sizes: Vec<&str> = sizes.iter().filter(|p| p.token == Token::Number).map(|p| &*p.text).collect();
        terms.push(format!("{}({})", folded(&typed[start].text), sizes.join(", ")));
    }
    let message = format!("expected `+` or the end, found `{}`", typed[second].text);
    let fault = Diagnostic::parse(typed[second].span, message).coded(FaultCode::MissingPlus);
    Some(fault.suggest(format!("{misere}{}", terms.join(" + "))))
}

/// `nim[3](5)`: a bound of what may be taken, or a heap.
fn brackets_of_nim(typed: &[Piece], misere: &str) -> Option<Diagnostic> {
    let [nim, open, bound, close, paren, rest @ ..] = typed else { return None };
    let signs = [open.token, bound.token, close.token, paren.token];
    let [size, last] = rest else { return None };
    if !nim.is_name("nim")
        || signs != [Token::LeftBracket, Token::Number, Token::RightBracket, Token::LeftParen]
        || [size.token, last.token] != [Token::Number, Token::RightParen]
    {
        return None;
    }
    let (bound, size) = (&bound.text, &size.text);
    two_ways(typed, misere, &format!("take[1..{bound}]({size})"), &format!("nim({bound}, {size})"))
}

/// `3+5+7`, `nim 3+5`: several heaps, or one.
fn added_up(typed: &[Piece], misere: &str, asked: &Asked<'_>) -> Option<Diagnostic> {
    let named = usize::from(typed.first().is_some_and(|p| p.is_name("nim")));
    let sum = typed.get(named..)?;
    let fits = |(at, p): (usize, &Piece)| p.token == if at % 2 == 0 { Token::Number } else { Token::Plus };
    // a power on one side is an amount: `nim 10^9+7`
    if sum.len() < 3 || sum.len().is_multiple_of(2) || !sum.iter().enumerate().all(fits) || named == 0 && !asked.bare {
        return None;
    }
    let sizes: Vec<&str> = sum.iter().step_by(2).map(|p| p.text.as_str()).collect();
    let one = sizes.iter().try_fold(0_u64, |sum, size| sum.checked_add(size.parse().ok()?))?;
    two_ways(typed, misere, &format!("nim({})", sizes.join(", ")), &format!("nim({one})"))
}
