//! Numbers in a row: `nim(3 4 5)`, `nim 3 4 5`, `3,4,5`, `3 xor 5`.
//!
//! Blanks separate the numbers of one list and nothing else; a list has commas or blanks, not both. `1 000` may be one
//! number, so it is none.

use grundy_core::error::{Diagnostic, FaultCode};
use grundy_core::number::Nat;

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::heaps::{HEAPS, STONES};
use super::pieces::{Piece, added, added_apart, closing, folded, is_one_of, joined, outside};
use super::stones::BEFORE_STONES;
use super::taking::sentences;
use super::{Asked, Kind, Result, question};

/// So many heaps are shown for a range of them.
const MOST_HEAPS: usize = 12;

/// How the numbers of a list are separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    Nothing,
    Blanks,
    Commas,
    Xors,
}

/// A list of numbers that starts somewhere: where each number begins and ends, and what separates them.
struct List {
    numbers: Vec<(usize, usize)>,
    between: Between,
    end: usize,
}

/// Reads `NAT [ "^" NAT ] | "?"` and what separates them, as far as they are separated alike.
fn list(pieces: &[Piece], from: usize) -> Option<List> {
    let mut list = List { numbers: Vec::new(), between: Between::Nothing, end: from };
    let mut at = from;
    loop {
        let number = pieces.get(at)?;
        let mut end = at + 1;
        match number.token {
            Token::Number if unclear(&number.text) => return None,
            Token::Number if pieces.get(end).is_some_and(|p| p.token == Token::Caret) => {
                end += 2;
                if pieces.get(end - 1).is_none_or(|p| p.token != Token::Number) {
                    return None;
                }
            }
            Token::Number | Token::Question => {}
            _ => return None,
        }
        list.numbers.push((at, end));
        list.end = end;
        let (between, next) = match pieces.get(end) {
            Some(p) if p.token == Token::Comma => (Between::Commas, end + 1),
            Some(p) if p.token == Token::CirclePlus || p.is_name("xor") => (Between::Xors, end + 1),
            Some(p) if p.apart && matches!(p.token, Token::Number | Token::Question) => (Between::Blanks, end),
            _ => return Some(list),
        };
        if list.between != Between::Nothing && list.between != between {
            return None;
        }
        list.between = between;
        at = next;
    }
}

/// May a number with leading zeros be the rest of the one before it?
fn unclear(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0')
}

/// `nim(3 4 5)`, `take[1 3 4]`: blanks become commas.
pub(super) fn inside_brackets(pieces: &mut Vec<Piece>) {
    let mut open = 0;
    while open < pieces.len() {
        if super::pieces::step(&pieces[open]) > 0
            && let Some(close) = closing(pieces, open)
            && let Some(list) = list(pieces, open + 1)
            && list.end == close
            && list.between == Between::Blanks
        {
            with_commas(pieces, &list.numbers);
        }
        open += 1;
    }
}

fn with_commas(pieces: &mut Vec<Piece>, numbers: &[(usize, usize)]) {
    for pair in numbers.windows(2).rev() {
        let (from, to) = (pieces[pair[0].1 - 1].span.end, pieces[pair[1].0].span.start);
        pieces.insert(pair[1].0, added(Token::Comma, ",", Span::new(from, to)));
    }
}

/// `nim 3 4 5 + take[1..3] 21`: numbers behind a game are its places.
pub(super) fn behind_games(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = question(pieces);
    while at < pieces.len() {
        let separated = pieces[at].apart && pieces[at].token == Token::Number;
        if separated
            && at > 0
            && ends_a_game(pieces, at - 1, asked)
            && outside(pieces, question(pieces), pieces.len()).contains(&at)
        {
            at = parenthesised(pieces, at).unwrap_or(at);
        }
        at += 1;
    }
}

fn ends_a_game(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> bool {
    match pieces[at].token {
        Token::RightBrace | Token::RightBracket | Token::Point => true,
        Token::Name => asked.is_game(&pieces[at].text) || super::names::is_let(pieces, &pieces[at].text),
        _ => false,
    }
}

/// Puts the list that starts here in parentheses, if a term may end behind it.
fn parenthesised(pieces: &mut Vec<Piece>, from: usize) -> Option<usize> {
    let list = list(pieces, from).filter(|l| l.between != Between::Xors)?;
    let ends =
        pieces.get(list.end).is_none_or(|p| matches!(p.token, Token::Plus | Token::CirclePlus | Token::RightParen));
    if !ends {
        return None;
    }
    let (first, last) = (pieces[from].span, pieces[list.end - 1].span);
    pieces.insert(list.end, added(Token::RightParen, ")", Span::new(last.end, last.end)));
    if list.between == Between::Blanks {
        with_commas(pieces, &list.numbers);
    }
    pieces[from].apart = false;
    pieces.insert(from, added(Token::LeftParen, "(", Span::new(first.start, first.start)));
    closing(pieces, from)
}

/// `(3, 4, 5)` and `[3, 4, 5]`, as programs print a list; `3;4;5`.
fn without_brackets(pieces: &mut Vec<Piece>, first: usize) {
    let opens = |p: &Piece| matches!(p.token, Token::LeftParen | Token::LeftBracket);
    let inner = if pieces.get(first).is_some_and(opens) && closing(pieces, first) == Some(pieces.len() - 1) {
        first + 1..pieces.len() - 1
    } else {
        first..pieces.len()
    };
    let fits = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Semicolon);
    if inner.len() < 3 || !pieces[inner.clone()].iter().all(fits) {
        return;
    }
    if inner.start > first {
        pieces.pop();
        let open = pieces.remove(first);
        pieces[first].apart = open.apart;
    }
    for piece in pieces.iter_mut().filter(|p| p.token == Token::Semicolon) {
        piece.become_token(Token::Comma, ",");
    }
}

/// `3,4,5`, `3 4 5`, `3 xor 5`, `xor 3 5`, `21`: heaps of Nim. `3^5` is a power for some and a sum for others.
pub(super) fn bare(pieces: &mut Vec<Piece>) -> Result<()> {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let in_front = pieces.get(first).is_some_and(|p| p.is_name("xor"));
    if in_front && list(pieces, first + 1).is_some_and(|list| list.end == pieces.len()) {
        pieces.remove(first);
    }
    without_brackets(pieces, first);
    carets(&pieces[first..])?;
    thousands(&pieces[first..])?;
    let Some(list) = list(pieces, first).filter(|list| list.end == pieces.len()) else { return Ok(()) };
    let (begin, end) = (pieces[first].span.start, pieces[list.end - 1].span.end);
    match list.between {
        Between::Blanks => with_commas(pieces, &list.numbers),
        Between::Xors => {
            for piece in pieces.iter_mut().filter(|p| p.is_name("xor") || p.token == Token::CirclePlus) {
                piece.become_token(Token::Comma, ",");
                piece.apart = false;
            }
        }
        Between::Commas | Between::Nothing => {}
    }
    pieces[first].apart = false;
    let name = if first > 0 { added_apart } else { added };
    pieces.insert(first, added(Token::LeftParen, "(", Span::new(begin, begin)));
    pieces.insert(first, name(Token::Name, "nim", Span::new(begin, begin)));
    pieces.push(added(Token::RightParen, ")", Span::new(end, end)));
    Ok(())
}

/// `1,000,000`: a number in groups of three digits for some, heaps for others. Told by a group that begins with 0.
fn thousands(pieces: &[Piece]) -> Result<()> {
    let fits = |(at, p): (usize, &Piece)| match at {
        0 => p.token == Token::Number && p.text.len() <= 3,
        _ if at % 2 == 1 => p.token == Token::Comma && !p.apart,
        _ => p.token == Token::Number && p.text.len() == 3 && !p.apart,
    };
    let numbers: Vec<&str> = pieces.iter().step_by(2).map(|p| p.text.as_str()).collect();
    let zero = numbers.iter().skip(1).any(|group| group.starts_with('0'));
    if pieces.len().is_multiple_of(2) || !zero || numbers[0].starts_with('0') || !pieces.iter().enumerate().all(fits) {
        return Ok(());
    }
    let span = pieces[0].span.to(pieces[pieces.len() - 1].span);
    let short = |n: &&str| Some(n.trim_start_matches('0')).filter(|n| !n.is_empty()).unwrap_or("0").to_owned();
    let heaps: Vec<String> = numbers.iter().map(short).collect();
    let (typed, one) = (numbers.join(","), format!("nim({})", numbers.concat()));
    let several = format!("nim({})", heaps.join(", "));
    let message =
        format!("`{typed}` can be read in two ways: as one heap, `{one}`, or as {} heaps, `{several}`", heaps.len());
    let fault = Diagnostic::parse(span, message).suggest(format!("{one} or {several}")).coded(FaultCode::TwoReadings);
    Err(Box::new(fault.fix(span, one).fix(span, several)))
}

/// `1,000,000 stones, take 1 to 3`: groups of digits in front of the stones, told by one that begins with 0, are one number.
///
/// # Errors
/// Without such a group they may be several heaps.
pub(super) fn groups_of_stones(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Position || !asked.bare {
        return Ok(());
    }
    let before = |p: &Piece| p.is_word(Word::Misere) || is_one_of(p, BEFORE_STONES) || is_one_of(p, HEAPS);
    let from = pieces.iter().take_while(|p| before(p)).count();
    let is_group = |at: usize| match &pieces[at..] {
        [comma, group, ..] => {
            comma.token == Token::Comma
                && group.token == Token::Number
                && group.text.len() == 3
                && !comma.apart
                && !group.apart
        }
        _ => false,
    };
    let starts = |p: &Piece| p.token == Token::Number && p.text.len() <= 3 && !p.text.starts_with('0');
    if !pieces.get(from).is_some_and(starts) {
        return Ok(());
    }
    let mut end = from + 1;
    while is_group(end.min(pieces.len())) {
        end += 2;
    }
    if end == from + 1 || !pieces.get(end).is_some_and(|p| is_one_of(p, STONES)) {
        return Ok(());
    }
    let groups: Vec<&str> = pieces[from..end].iter().step_by(2).map(|p| p.text.as_str()).collect();
    let span = pieces[from].span.to(pieces[end - 1].span);
    let one = Piece { span, text: groups.concat(), ..pieces[from].clone() };
    if groups[1..].iter().any(|group| group.starts_with('0')) {
        pieces.splice(from..end, [one]);
        return Ok(());
    }
    let (typed, several) = (groups.join(","), groups.join(", "));
    let message = format!(
        "`{typed}` can be read in two ways: as one heap, `{}`, or as {} heaps, `{several}`",
        one.text,
        groups.len()
    );
    let mut whole = pieces.clone();
    whole.splice(from..end, [one]);
    sentences(&mut whole, asked)?;
    let fault = Diagnostic::parse(span, message).suggest(joined(&whole).text()).coded(FaultCode::TwoReadings);
    Err(Box::new(fault))
}

/// `nim 1..10` may be all these heaps.
///
/// # Errors
/// A range of heaps; they are shown one by one.
pub(super) fn ranges_of_heaps(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let (name, [low, range, high]) = match &pieces[first..] {
        [name, low, range, high] => (name, [low, range, high]),
        // `nim heaps 1 to 4`
        [name, heaps, low, range, high] if is_one_of(heaps, HEAPS) => (name, [low, range, high]),
        _ => return Ok(()),
    };
    let is_range = matches!(range.token, Token::Range | Token::Minus) || is_one_of(range, &["to"]);
    let signs = is_range && [low.token, high.token] == [Token::Number, Token::Number];
    if asked.kind != Kind::Position || !name.is_name("nim") || !signs {
        return Ok(());
    }
    let (Ok(least), Ok(most)) = (low.text.parse::<u64>(), high.text.parse::<u64>()) else { return Ok(()) };
    // `nim 7-3` is a difference
    if least >= most {
        return Ok(());
    }
    let heaps: Vec<String> = (least..=most).take(MOST_HEAPS).map(|heap| heap.to_string()).collect();
    let misere = if first > 0 { "misere " } else { "" };
    let message = format!("`{}..{}` is a range, and heaps are named one by one", low.text, high.text);
    let fault = Diagnostic::parse(low.span.to(high.span), message);
    Err(Box::new(fault.suggest(format!("{misere}nim({})", heaps.join(", ")))))
}

/// Numbers between carets, and nothing else.
fn carets(pieces: &[Piece]) -> Result<()> {
    let alternate = pieces.len() > 2 && pieces.len() % 2 == 1;
    let fits = |(at, p): (usize, &Piece)| p.token == if at % 2 == 0 { Token::Number } else { Token::Caret };
    if !alternate || !pieces.iter().enumerate().all(fits) {
        return Ok(());
    }
    let numbers: Vec<&str> = pieces.iter().step_by(2).map(|p| p.text.as_str()).collect();
    let sum = format!("nim({})", numbers.join(", "));
    let span = pieces[0].span.to(pieces[pieces.len() - 1].span);
    let typed: String = pieces.iter().map(|p| p.text.as_str()).collect();
    let power = match numbers[..] {
        [base, exponent] => format!("nim({})", worked_out(base, exponent).unwrap_or_else(|| typed.clone())),
        _ => {
            let message = format!("`^` is a power, and `{typed}` has several; the xor of heaps is a position of Nim");
            return Err(Box::new(Diagnostic::parse(span, message).suggest(sum)));
        }
    };
    let message = format!("`{typed}` can be read in two ways: a power, `{power}`, or a nim-sum, `{sum}`");
    let fault = Diagnostic::parse(span, message).suggest(format!("{power} or {sum}")).coded(FaultCode::TwoReadings);
    Err(Box::new(fault.fix(span, power).fix(span, sum)))
}

/// A power of few digits in decimal.
fn worked_out(base: &str, exponent: &str) -> Option<String> {
    let base: Nat = base.replace('_', "").parse().ok()?;
    let exponent: usize = exponent.parse().ok().filter(|&e| e <= 128)?;
    let power = base.pow(exponent).to_string();
    (power.len() <= 30).then_some(power)
}

/// `nim 3 4 5 with a pass`: words behind the places of a game.
///
/// # Errors
/// There are some, that no other pass has read.
pub(super) fn words_behind(pieces: &[Piece], asked: &Asked<'_>) -> Result<()> {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let Some((game, rest)) = pieces.get(first..).and_then(<[Piece]>::split_first) else { return Ok(()) };
    if asked.kind != Kind::Position || game.token != Token::Name || !asked.is_game(&game.text) {
        return Ok(());
    }
    let places = rest.iter().take_while(|p| matches!(p.token, Token::Number | Token::Comma)).count();
    let is_word = |p: &Piece| matches!(p.token, Token::Name | Token::Upper) && !asked.is_game(&folded(&p.text));
    // `nim(3,4,5) with one pass`
    let close = rest.first().filter(|p| p.token == Token::LeftParen).and_then(|_| closing(rest, 0));
    let (list, words) = match close {
        Some(close) if passes(&rest[close + 1..]).is_some() => (&rest[1..close], &rest[close + 1..]),
        _ => rest.split_at(places),
    };
    // `nim 3 4 5 and a pass`
    let and = usize::from(words.first().is_some_and(|p| p.is_word(Word::And)));
    if !list.first().is_some_and(|p| p.token == Token::Number) || !words.get(and).is_some_and(is_word) {
        return Ok(());
    }
    let loses = first > 0 || words.iter().any(|p| is_one_of(p, &["misere", "lose", "loses", "loser"]));
    let sizes: Vec<&str> = list.iter().filter(|p| p.token == Token::Number).map(|p| p.text.as_str()).collect();
    let span = words[0].span.to(words[words.len() - 1].span);
    let message = format!("`{}` is not read behind the places", joined(words).text());
    let passes = if game.is_name("nim") { passes(words) } else { None };
    let name = passes.unwrap_or_else(|| game.text.clone());
    let help = format!("{}{name}({})", if loses { "misere " } else { "" }, sizes.join(", "));
    Err(Box::new(Diagnostic::parse(span, message).suggest(help)))
}

/// `with one pass`, `and 2 passes`: the game of Nim in which so many may be made.
fn passes(words: &[Piece]) -> Option<String> {
    let [join, count @ .., pass] = words else { return None };
    let joins = join.is_word(Word::And) || is_one_of(join, &["with", "plus"]);
    if !joins || !is_one_of(pass, &["pass", "passes"]) {
        return None;
    }
    match count {
        [] => Some("nimpass".to_owned()),
        [one] if one.is_name("a") => Some("nimpass".to_owned()),
        [number] => match super::heaps::number(number)? {
            0 => None,
            1 => Some("nimpass".to_owned()),
            many => Some(format!("nimpass[{many}]")),
        },
        _ => None,
    }
}
