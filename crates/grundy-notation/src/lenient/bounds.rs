//! Signs and joining words in the brackets of games that say what may be taken: `take[≤3]`, `take[1 or 3]`, `take[all but 2]`.
//!
//! ```text
//! take[≤3], take[<4], take[≥3]            take[1..3], take[1..3], take[3..]
//! take[1 or 3], take[primes and 1]        take[1,3], take[primes,1]
//! take[all but 2], take[not squares]      take[1.. except 2], take[1.. except squares]
//! take[1~3], take[1—3]                    take[1..3]
//! ```

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::Asked;
use super::amounts::excepts;
use super::brackets::of_takings;
use super::heaps::in_words;
use super::pieces::{Piece, added, added_apart, is_one_of};

/// Respells them, before their words are read.
pub(super) fn brackets(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    for (open, close) in of_takings(pieces, asked).into_iter().rev() {
        let told = &pieces[open + 1..close];
        let is_move = |p: &Piece| matches!(p.token, Token::Arrow | Token::Word(Word::For | Word::If));
        if !told.is_empty() && !told.iter().any(is_move) {
            let new = bound(told).or_else(|| all_but(told)).unwrap_or_else(|| joined(told));
            pieces.splice(open + 1..close, new);
        }
    }
}

/// `≤3`, `<4`, `≥3` alone, also behind a letter that is nothing else: `k ≤ 3`.
fn bound(told: &[Piece]) -> Option<Vec<Piece>> {
    let [sign, number] = told else { return None };
    let near = Span::new(sign.span.start, sign.span.start);
    let size: u64 = number.text.parse().ok().filter(|_| number.token == Token::Number)?;
    let piece = |size: u64| Piece { apart: false, text: size.to_string(), ..number.clone() };
    let from_one = |most: u64| vec![added(Token::Number, "1", near), added(Token::Range, "..", near), piece(most)];
    match sign.token {
        Token::LessEqual if size > 0 => Some(from_one(size)),
        Token::Less if size > 1 => Some(from_one(size - 1)),
        Token::GreaterEqual if size > 0 => Some(vec![piece(size), added(Token::Range, "..", near)]),
        Token::Greater => Some(vec![piece(size.checked_add(1)?), added(Token::Range, "..", near)]),
        _ => None,
    }
}

/// `all but 2`, `anything except 2`, `not 2`, `non-squares`
fn all_but(told: &[Piece]) -> Option<Vec<Piece>> {
    let near = told[0].span;
    let rest = match told {
        [not, rest @ ..] if not.is_word(Word::Not) => rest,
        [non, dash, rest @ ..] if non.is_name("non") && dash.token == Token::Minus => rest,
        [all, rest @ ..] if is_one_of(all, &["all", "anything", "everything", "any"]) => {
            let numbers = usize::from(rest.first().is_some_and(|p| is_one_of(p, &["number", "numbers"])));
            let rest = &rest[numbers..];
            match (excepts(rest), rest) {
                (0, [but, rest @ ..]) if but.is_name("but") => rest,
                (0, _) => return None,
                (words, _) => &rest[words..],
            }
        }
        _ => return None,
    };
    if rest.is_empty() || rest.iter().any(|p| p.is_word(Word::Except) || p.is_word(Word::Not)) {
        return None;
    }
    let mut set = joined(rest);
    if set.iter().any(|p| p.token == Token::Comma) {
        set.insert(0, added_apart(Token::LeftBrace, "{", near));
        set.push(added(Token::RightBrace, "}", near));
    }
    set[0].apart = true;
    let front = [
        added(Token::Number, "1", near),
        added(Token::Range, "..", near),
        added_apart(Token::Word(Word::Except), "except", near),
    ];
    Some(front.into_iter().chain(set).collect())
}

/// `or` and `and` between members are commas, and other dashes between numbers are ranges.
fn joined(told: &[Piece]) -> Vec<Piece> {
    // `between 1 and 3`, `odd and at most 5`: the words are read elsewhere
    let words = ["between", "at", "least", "most", "power", "powers", "multiple", "multiples", "up", "than"];
    // `2 or more`, `one or two`
    let sizes = ["more", "less", "fewer", "greater", "larger", "smaller", "above", "below", "over"];
    let is_size = |p: &Piece| is_one_of(p, &sizes) || in_words(p).is_some();
    let told = match told {
        [any, of, rest @ ..] if is_one_of(any, &["any", "one"]) && of.is_name("of") && !rest.is_empty() => rest,
        told => told,
    };
    // the numbers that are both, or those that are one of the two
    let kinds =
        |at: usize| told[at].is_word(Word::And) && [at - 1, at + 1].iter().all(|&i| told[i].token == Token::Name);
    if told.iter().any(|p| is_one_of(p, &words) || is_size(p)) || (1..told.len().max(2) - 1).any(kinds) {
        return told.to_vec();
    }
    let mut new: Vec<Piece> = Vec::with_capacity(told.len());
    for (at, piece) in told.iter().enumerate() {
        let between = at > 0 && at + 1 < told.len();
        let numbers = between && [at - 1, at + 1].iter().all(|&i| told[i].token == Token::Number);
        if between && (piece.is_word(Word::Or) || piece.is_word(Word::And)) {
            if new.last().is_some_and(|last| last.token != Token::Comma) {
                new.push(added(Token::Comma, ",", piece.span));
            }
        } else if numbers && ["~", "～", "—", "–"].iter().any(|sign| piece.is_sign(sign)) {
            new.push(added(Token::Range, "..", piece.span));
        } else {
            new.push(piece.clone());
        }
    }
    new
}
