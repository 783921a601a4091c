//! Brackets of the wrong kind or none: `take{1,3,4}`, `S={1,2,3}; n=21`, `n -> n-1, n-3`, `{a,b -> (a-1,b)}`.

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::names;
use super::heaps::HEAP;
use super::pieces::{Piece, added, added_apart, closing, is_one_of, joined, opening, outside};
use super::rules::rules;
use super::{Asked, Kind, Result};

/// The brackets and braces of games that say what may be taken: `take[k,2k]`.
pub(super) fn of_takings(pieces: &[Piece], asked: &Asked<'_>) -> Vec<(usize, usize)> {
    let opens = |&at: &usize| {
        matches!(pieces[at].token, Token::LeftBracket | Token::LeftBrace) && (asked.games.takes)(&pieces[at - 1].text)
    };
    (1..pieces.len()).filter(opens).filter_map(|at| Some((at, closing(pieces, at)?))).collect()
}

/// `take{1,3,4}` → `take[1,3,4]`; of a game that is asked for `take(1,3,4)` too.
pub(super) fn of_take(pieces: &mut [Piece], asked: &Asked<'_>) {
    for open in 1..pieces.len() {
        if !(asked.games.takes)(&pieces[open - 1].text) {
            continue;
        }
        let Some(close) = closing(pieces, open) else { continue };
        let in_a_set = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Range);
        let is_set = match pieces[open].token {
            Token::LeftBrace => true,
            // one number may be a heap
            Token::LeftParen if matches!(asked.kind, Kind::Game | Kind::Subject) => {
                close > open + 2 && pieces[open + 1..close].iter().all(in_a_set)
            }
            _ => false,
        };
        if !is_set {
            continue;
        }
        if pieces[open..close].iter().all(|p| p.token != Token::Arrow) {
            pieces[open].become_token(Token::LeftBracket, "[");
            pieces[open].apart = false;
            pieces[close].become_token(Token::RightBracket, "]");
        }
    }
}

/// `take[1.5](5)`: a point between two numbers is neither a list nor a range.
///
/// # Errors
/// Where it stands; both are shown.
pub(super) fn points_in_take(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    for at in 2..pieces.len() {
        let code = &pieces[at];
        let in_brackets = code.token == Token::Point && pieces[at - 1].token == Token::LeftBracket;
        if !in_brackets || !(asked.games.takes)(&pieces[at - 2].text) {
            continue;
        }
        let Some((low, high)) = code.text.split_once('.') else { continue };
        let figures = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let closes = pieces.get(at + 1).is_some_and(|p| p.token == Token::RightBracket);
        if !closes || !figures(low) || !figures(high) {
            continue;
        }
        let with = |between: &str| {
            let mut mended = pieces.to_vec();
            mended[at].text = format!("{low}{between}{high}");
            joined(&mended).text().to_owned()
        };
        let message = format!("`{}` is no set of numbers: a list has commas, and a range two points", code.text);
        let fault = Diagnostic::parse(code.span, message).coded(FaultCode::TwoReadings);
        let fault = fault.fix(code.span, format!("{low}..{high}")).fix(code.span, format!("{low},{high}"));
        return Err(Box::new(fault.suggest(format!("{} or {}", with(".."), with(",")))));
    }
    Ok(())
}

/// `S={1,2,3}; n=21` → `take[1,2,3](21)`, in either order; `S={1,2,3} 21`, `S={1,2,3}, heaps 5 7`; of a game the set alone.
pub(super) fn set_and_heap(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let separators = outside(pieces, 0, pieces.len());
    let middle = separators.into_iter().find(|&at| {
        matches!(pieces[at].token, Token::Semicolon | Token::Comma)
            && pieces.get(at + 2).is_some_and(|p| p.token == Token::Equal)
    });
    // `S={1,3} n=21` has no separator, `S={1,3}; 21` no name
    let behind_set = || {
        let close = pieces.get(2).and_then(|_| closing(pieces, 2))?;
        let heaps = &pieces[close + 1..];
        let divided = heaps.first().is_some_and(|p| matches!(p.token, Token::Semicolon | Token::Comma | Token::Colon));
        (heaps.len() > usize::from(divided)).then_some((close + 1, close + 1 + usize::from(divided)))
    };
    let (first, second) = match (middle, behind_set()) {
        (Some(at), _) => (&pieces[..at], &pieces[at + 1..]),
        (None, Some((end, next))) => (&pieces[..end], &pieces[next..]),
        (None, None) => (&pieces[..], &pieces[..0]),
    };
    let is = |part: &[Piece], name: &str| matches!(part, [n, e, ..] if n.is_name(name) && e.token == Token::Equal);
    let (set, heaps) = if is(first, "s") { (first, second) } else { (second, first) };
    let is_set = is(set, "s")
        && set.len() > 3
        && matches!(set[2].token, Token::LeftBrace | Token::LeftBracket)
        && closing(set, 2) == Some(set.len() - 1);
    let numbers = match heaps {
        [_, _, numbers @ ..] if is(heaps, "n") => numbers,
        // `S={1,3}, heaps 5 7`
        [word, of, numbers @ ..] if is_one_of(word, HEAP) && of.is_name("of") => numbers,
        [word, numbers @ ..] if is_one_of(word, HEAP) || is_one_of(word, &["heaps", "piles", "stacks"]) => numbers,
        numbers => numbers,
    };
    let is_heaps = numbers.iter().all(|p| matches!(p.token, Token::Number | Token::Comma | Token::Caret));
    let wanted = match asked.kind {
        Kind::Position => is_heaps && !numbers.is_empty(),
        Kind::Game | Kind::Subject => heaps.is_empty(),
        Kind::Claim => false,
    };
    if !is_set || !wanted {
        return;
    }
    let near = set[0].span;
    let mut new = vec![added(Token::Name, "take", near), added(Token::LeftBracket, "[", set[2].span)];
    new.extend_from_slice(&set[3..set.len() - 1]);
    new.push(added(Token::RightBracket, "]", set[set.len() - 1].span));
    if let [first, ..] = numbers {
        let start = first.span.start;
        new.push(added(Token::LeftParen, "(", Span::new(start, start)));
        let inner = new.len();
        new.extend_from_slice(numbers);
        new[inner].apart = false;
        let end = numbers[numbers.len() - 1].span.end;
        new.push(added(Token::RightParen, ")", Span::new(end, end)));
    }
    *pieces = new;
}

/// `n -> n-1; n-3` → `{n -> n-1; n-3}`; a last `(21)` that cannot belong to the rule is its place.
pub(super) fn around_rules(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let Some(arrow) = outside(pieces, first, pieces.len()).into_iter().find(|&at| pieces[at].token == Token::Arrow)
    else {
        return;
    };
    let one = arrow == first + 1 && pieces[first].token == Token::Name;
    let several =
        arrow > first + 1 && pieces[first].token == Token::LeftParen && closing(pieces, first) == Some(arrow - 1);
    if !one && !several {
        return;
    }
    let end = if asked.kind == Kind::Game { None } else { place(pieces, arrow, asked) };
    let end = end.unwrap_or(pieces.len());
    let last = pieces[end - 1].span.end;
    pieces.insert(end, added(Token::RightBrace, "}", Span::new(last, last)));
    let start = pieces[first].span.start;
    let open = if first > 0 { added_apart } else { added };
    pieces[first].apart = false;
    pieces.insert(first, open(Token::LeftBrace, "{", Span::new(start, start)));
}

/// Where the place behind a rule begins: a last `(…)` of numbers behind what ends a move.
fn place(pieces: &[Piece], arrow: usize, asked: &Asked<'_>) -> Option<usize> {
    let close = pieces.len() - 1;
    if pieces[close].token != Token::RightParen {
        return None;
    }
    let open = opening(pieces, close).filter(|&open| open > arrow + 1)?;
    let numbers = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Caret | Token::Question);
    let before = &pieces[open - 1];
    let ends_a_move = match before.token {
        Token::Number | Token::RightParen | Token::RightBrace => true,
        Token::Name => names::meaning(&before.text, asked.games).is_none() && !(asked.lets)(&before.text),
        _ => false,
    };
    (ends_a_move && pieces[open + 1..close].iter().all(numbers)).then_some(open)
}

/// `{a, b -> …}` → `{(a, b) -> …}`
pub(super) fn around_patterns(pieces: &mut Vec<Piece>) {
    for rule in rules(pieces).into_iter().rev() {
        let names = rule.pattern(pieces);
        let alternate = names.iter().enumerate().all(|(number, piece)| match number % 2 {
            0 => matches!(piece.token, Token::Name | Token::Upper),
            _ => piece.token == Token::Comma,
        });
        if names.len() > 2 && names.len() % 2 == 1 && alternate {
            let (first, last) = (names[0].span, names[names.len() - 1].span);
            pieces.insert(rule.arrow, added(Token::RightParen, ")", last));
            pieces[rule.open + 1].apart = false;
            pieces.insert(rule.open + 1, added(Token::LeftParen, "(", first));
        }
    }
}
