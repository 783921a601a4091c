//! Moves and clauses that say a loop or a condition in another form.
//!
//! ```text
//! typed     n-1..n-3                m in 0..n-1              n-1 for n > 0    n-k for k in 1..3 or k = 5   |k-3| <= 1
//! strict    n-k for k in 1..3       m for m in 0..n-1        n-1 if n > 0     n-k for k in {1..3,5}        abs(k-3) <= 1
//! ```

use std::ops::Range;

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::Result;
use super::moves::is_relation;
use super::pieces::{Piece, added, added_apart, closing, cut, joined, outside};
use super::rules::{ends_clause, respell_moves, rule_around};

/// Moves that are a range or a member of a set.
///
/// # Errors
/// `n-1..3` has two readings.
pub(super) fn moves(pieces: &mut Vec<Piece>) -> Result<()> {
    let mut doubtful = None;
    respell_moves(pieces, |part, heap| {
        let all = outside(part, 0, part.len());
        let is_clause = |&at: &usize| part[at].is_word(Word::If) || part[at].is_name("where");
        let end = all.iter().copied().find(is_clause).unwrap_or(part.len());
        let moved = &part[..end];
        doubtful = two_ranges(moved, heap).map(|two| (joined(moved).text().to_owned(), two)).or(doubtful.take());
        Some((end, range(moved, heap).or_else(|| member(moved, heap))?))
    });
    let Some((typed, two)) = doubtful else { return Ok(()) };
    let is_typed = |five: &[Piece]| five[0].token == Token::Name && joined(five).text() == typed;
    let Some(at) = pieces.windows(5).position(is_typed) else { return Ok(()) };
    let [one, other] = two.map(|text| {
        let mut read = pieces.clone();
        read.splice(at..at + 5, cut(&text));
        read[at].apart = true;
        joined(&read).text().trim().to_owned()
    });
    let message = format!("`{}` can be read in two ways: `{one}`, or `{other}`", typed.trim());
    let fault =
        Diagnostic::parse(pieces[at].span.to(pieces[at + 4].span), message).suggest(format!("{one} or {other}"));
    Err(Box::new(fault.coded(FaultCode::TwoReadings)))
}

/// Of `n-1..3` it cannot be told whether 1 to 3 are taken or 3 are left: both, in other words.
fn two_ranges(moved: &[Piece], heap: &str) -> Option<[String; 2]> {
    let [name, minus, least, range, last] = moved else { return None };
    let is_range = name.text == heap && minus.token == Token::Minus && range.token == Token::Range;
    let numbers = [least, last].map(|p| p.text.parse::<u64>().ok().filter(|&n| n > 0 && p.token == Token::Number));
    let ([Some(from), Some(to)], true) = (numbers, is_range) else { return None };
    let [taken, left] = if heap == "k" || heap == "m" { ["i", "j"] } else { ["k", "m"] };
    let one = format!("{heap}-{taken} for {taken} in {}..{}", from.min(to), from.max(to));
    Some([one, format!("{left} for {left} in {to}..{heap}-{from}")])
}

/// `n-1..n-3` in either order, `0..n-1`: the numbers from the one to the other. The heap itself is no move, so they go down where the
/// first one is `n-1` and the last one 0.
fn range(moved: &[Piece], heap: &str) -> Option<String> {
    let shallow = outside(moved, 0, moved.len());
    let mut points = shallow.iter().copied().filter(|&at| moved[at].token == Token::Range);
    let (Some(at), None) = (points.next(), points.next()) else { return None };
    let (first, last) = (&moved[..at], &moved[at + 1..]);
    let is_plain = |side: &[Piece]| {
        !side.is_empty()
            && side.iter().all(|p| {
                matches!(p.token, Token::Number | Token::LeftParen | Token::RightParen)
                    || p.token.is_operator()
                    || p.token == Token::Name && p.text == heap
            })
    };
    if !is_plain(first) || !is_plain(last) {
        return None;
    }
    let is_free = |letter: &&&str| **letter != heap;
    let text = |side: &[Piece]| joined(side).text().trim().to_owned();
    match (less(first, heap), less(last, heap)) {
        (Some(from), Some(to)) => {
            let letter = ["k", "j"].iter().find(is_free)?;
            Some(format!("{heap}-{letter} for {letter} in {}..{}", from.min(to), from.max(to)))
        }
        (Some(_), None) if matches!(last, [number] if number.token == Token::Number && number.text == "0") => {
            let letter = ["m", "k"].iter().find(is_free)?;
            Some(format!("{letter} for {letter} in {}..{}", text(last), text(first)))
        }
        // what is more than the heap cannot be left
        (None, Some(_)) if is_number_or_part(first) => {
            let letter = ["m", "k"].iter().find(is_free)?;
            Some(format!("{letter} for {letter} in {}..{}", text(first), text(last)))
        }
        _ => None,
    }
}

/// `0`, `n//2`
fn is_number_or_part(side: &[Piece]) -> bool {
    let is_sum = |p: &Piece| matches!(p.token, Token::Plus | Token::Star | Token::Minus);
    matches!(side, [number] if number.token == Token::Number)
        || side.iter().any(|p| p.token == Token::Divide) && !side.iter().any(is_sum)
}

/// The 3 of `n-3`, if it is above 0.
fn less(side: &[Piece], heap: &str) -> Option<u64> {
    match side {
        [name, minus, number] if name.text == heap && minus.token == Token::Minus => {
            number.text.parse().ok().filter(|&number| number > 0)
        }
        _ => None,
    }
}

/// `m in 0..n-1`: any of them.
fn member(moved: &[Piece], heap: &str) -> Option<String> {
    let [name, within, set @ ..] = moved else { return None };
    let is_new = name.token == Token::Name && name.text.chars().count() == 1 && name.text != heap;
    let is_set = |p: &Piece| {
        let joins = matches!(p.token, Token::Semicolon | Token::Bar | Token::Ampersand | Token::Arrow);
        let is_word = matches!(p.token, Token::Word(word) if word != Word::Except && word != Word::Step);
        !joins && !is_word && p.text != name.text
    };
    let shallow = outside(set, 0, set.len());
    let has_comma = shallow.iter().any(|&at| set[at].token == Token::Comma);
    let fits = is_new && within.is_word(Word::In) && !set.is_empty() && !has_comma && set.iter().all(is_set);
    fits.then(|| format!("{} for {} in {}", name.text, name.text, joined(set).text().trim()))
}

/// `for n > 0`: where all names of the move are bound it introduces none, and is a condition.
pub(super) fn conditions(pieces: &mut [Piece]) {
    for at in 1..pieces.len().saturating_sub(2) {
        if !pieces[at].is_word(Word::For) {
            continue;
        }
        let Some(rule) = rule_around(pieces, at) else { continue };
        let Range { start, end } = rule.move_around(pieces, at);
        let is_more =
            |p: &Piece| p.is_word(Word::If) || p.is_word(Word::By) || p.is_word(Word::Loopy) || p.is_name("where");
        // what stands behind may be another loop
        let is_last =
            !pieces[at + 1..end].iter().any(|p| is_more(p) || p.is_word(Word::For) || p.token == Token::Colon);
        let loops = pieces[start..at].windows(2).filter(|pair| pair[0].is_word(Word::For)).map(|pair| &pair[1]);
        let bound: Vec<&str> = rule.pattern(pieces).iter().chain(loops).map(|p| &*p.text).collect();
        let is_called = |i: usize| pieces[i + 1].token == Token::LeftParen && !pieces[i + 1].apart;
        let is_known = |i: usize| {
            let piece = &pieces[i];
            let is_word = ["odd", "even", "is", "mod"].iter().any(|word| piece.is_name(word));
            piece.token != Token::Name || bound.contains(&&*piece.text) || is_called(i) || is_word
        };
        let told = &pieces[at + 1..end];
        // `for n in 1..3` tries to count
        let tells =
            told.iter().any(|p| is_relation(p) && !p.is_word(Word::In) || p.is_name("odd") || p.is_name("even"));
        let counts = told.iter().any(|p| matches!(p.token, Token::Range | Token::Comma) || p.is_word(Word::In));
        if !is_last || !tells || counts || !(start..end).all(is_known) {
            continue;
        }
        pieces[at].become_token(Token::Word(Word::If), "if");
        // `for odd n`
        let is_kind = pieces[at + 1].is_name("odd") || pieces[at + 1].is_name("even");
        if is_kind && pieces[at + 2].token == Token::Name {
            pieces.swap(at + 1, at + 2);
            pieces[at + 1].apart = true;
            pieces[at + 2].apart = true;
        }
    }
}

/// `for k in 1..3 or k = 5` → `for k in {1..3,5}`
pub(super) fn either(pieces: &mut Vec<Piece>) {
    let mut at = 1;
    while at + 3 < pieces.len() {
        if pieces[at].is_word(Word::For)
            && let Some(rule) = rule_around(pieces, at)
            && let Some((end, set)) = united(pieces, at, rule.close)
        {
            let near = pieces[at + 2].span;
            let name = Piece { apart: true, ..pieces[at + 1].clone() };
            let mut new = vec![name, added_apart(Token::Word(Word::In), "in", near)];
            let braces = cut(&format!("{{{set}}}"));
            new.extend(braces.into_iter().enumerate().map(|(i, p)| Piece {
                span: near,
                apart: p.apart || i == 0,
                ..p
            }));
            pieces.splice(at + 1..end, new);
        }
        at += 1;
    }
}

/// The members of `k in 1..3 or k = 5`, and where that ends.
fn united(pieces: &[Piece], at: usize, close: usize) -> Option<(usize, String)> {
    let shallow = outside(pieces, at + 1, close);
    let end = shallow.iter().copied().find(|&i| ends_clause(&pieces[i])).unwrap_or(close);
    let name = &pieces[at + 1];
    let ors: Vec<usize> = shallow.into_iter().filter(|&i| i < end && pieces[i].is_word(Word::Or)).collect();
    if ors.is_empty() || name.token != Token::Name {
        return None;
    }
    let mut members = Vec::new();
    let mut start = at + 1;
    for edge in ors.into_iter().chain([end]) {
        let [letter, sign, told @ ..] = &pieces[start..edge] else { return None };
        start = edge + 1;
        let set = match told {
            [open, inner @ .., _] if open.token == Token::LeftBrace && closing(told, 0) == Some(told.len() - 1) => {
                inner
            }
            told => told,
        };
        let says = sign.is_word(Word::In) || sign.token == Token::Equal;
        let is_plain = |p: &Piece| {
            let is_word = matches!(p.token, Token::Word(word) if word != Word::Step);
            !is_word && !is_relation(p) && !matches!(p.token, Token::Bar | Token::Colon) && p.text != name.text
        };
        // `for k = 1, 3 or k = 5` may be a list that is cut, and `in 1..3, n-7` another move
        let is_one = sign.is_word(Word::In) && set.len() < told.len() || !set.iter().any(|p| p.token == Token::Comma);
        if letter.text != name.text || !says || set.is_empty() || !is_one || !set.iter().all(is_plain) {
            return None;
        }
        members.push(joined(set).text().trim().to_owned());
    }
    Some((end, members.join(",")))
}

/// `|k-3| <= 1` → `abs(k-3) <= 1`, where a bar can neither join moves nor divide: behind a sign or a word that an operand must follow.
pub(super) fn absolute(pieces: &mut Vec<Piece>) {
    let mut at = 1;
    while at + 2 < pieces.len() {
        if pieces[at].token == Token::Bar && wants_operand(&pieces[at - 1]) {
            let is_inside = |p: &&Piece| {
                p.token.is_operator()
                    || matches!(
                        p.token,
                        Token::Number | Token::Name | Token::LeftParen | Token::RightParen | Token::Caret
                    )
            };
            let length = pieces[at + 1..].iter().take_while(is_inside).count();
            let close = at + 1 + length;
            let inner = &pieces[at + 1..close];
            let depth: isize = inner.iter().map(super::pieces::step).sum();
            let has_sign = inner.iter().any(|p| matches!(p.token, Token::Plus | Token::Minus));
            let ends = inner.last().is_some_and(super::pieces::ends);
            if pieces.get(close).is_some_and(|p| p.token == Token::Bar) && depth == 0 && has_sign && ends {
                let (open, near) = (pieces[at].span, pieces[close].span);
                pieces[close] = added(Token::RightParen, ")", near);
                pieces[at + 1].apart = false;
                let apart = pieces[at].apart;
                pieces[at] = added(Token::LeftParen, "(", Span::new(open.start, open.end));
                pieces.insert(at, Piece { apart, ..added(Token::Name, "abs", Span::new(open.start, open.start)) });
            }
        }
        at += 1;
    }
}

/// Must an operand stand behind this?
fn wants_operand(piece: &Piece) -> bool {
    let words_and_signs =
        matches!(piece.token, Token::LeftParen | Token::Word(Word::For | Word::If | Word::And | Word::Or | Word::Not));
    let relation = is_relation(piece) && !piece.is_word(Word::In);
    relation || words_and_signs || piece.token.is_operator() || piece.is_name("where")
}

/// `k not divides n`, `k does not divide n`, `k doesn't divide n`, `k not dividing n` → `not k divides n`
pub(super) fn negated(pieces: &mut Vec<Piece>) {
    let mut at = 1;
    while at + 1 < pieces.len() {
        let words = dividing(&pieces[at..]);
        if words > 0 {
            let start = super::sets::subject(pieces, at);
            if start < at {
                let near = pieces[at].span;
                pieces.splice(at..at + words, [added_apart(Token::Word(Word::Divides), "divides", near)]);
                pieces[start].apart = true;
                pieces.insert(start, added_apart(Token::Word(Word::Not), "not", near));
                // what begins with `not` introduces nothing
                if pieces[start - 1].is_word(Word::For) {
                    pieces[start - 1].become_token(Token::Name, "where");
                }
            }
        }
        at += 1;
    }
}

/// How many words say here that it does not divide.
fn dividing(words: &[Piece]) -> usize {
    let divides = |p: &Piece| p.is_word(Word::Divides) || p.is_name("divide");
    match words {
        [not, divide, ..] if not.is_word(Word::Not) && (divides(divide) || divide.is_name("dividing")) => 2,
        [does, not, divide, ..] if does.is_name("does") && not.is_word(Word::Not) && divides(divide) => 3,
        [doesn, quote, t, divide, ..]
            if doesn.is_name("doesn")
                && (quote.is_sign("'") || quote.is_sign("’"))
                && t.is_name("t")
                && divides(divide) =>
        {
            4
        }
        [sign, ..] if sign.is_sign("∤") => 1,
        _ => 0,
    }
}
