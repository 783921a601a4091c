//! What a move takes, by the letter that stands for a number: `n-k`, `n-2^k`, `(a-k,b) | (a,b-k)`.

use super::super::lexer::Token;
use super::pieces::{Piece, outside};

/// Is more taken the larger the letter is, as in `n-2^k`, `n-(2*k+1)`, `a & n-a`: is no number larger than the heap of any use?
pub(super) fn grows(moved: &[Piece], letter: &str) -> bool {
    let has = |part: &[Piece]| part.iter().any(|p| p.text == letter);
    let is_term = |part: &[Piece]| {
        let calls = |pair: &[Piece]| pair[0].token == Token::Name && pair[1].token == Token::LeftParen;
        let is_part = |p: &Piece| {
            matches!(p.token, Token::Number | Token::Name | Token::Star | Token::Plus | Token::Caret)
                || matches!(p.token, Token::LeftParen | Token::RightParen)
        };
        part.iter().all(is_part) && !part.windows(2).any(calls)
    };
    let mut taken = false;
    let divides = |p: &Piece| matches!(p.token, Token::Ampersand | Token::Bar | Token::Comma);
    let fits = |part: &[Piece]| match part {
        part if !has(part) => true,
        [only] => only.text == letter,
        [open, name, minus, term @ ..] if open.token == Token::LeftParen => is_taken_off(name, minus) && is_term(term),
        [name, minus, term @ ..] => is_taken_off(name, minus) && is_term(term),
        _ => false,
    };
    fn is_taken_off(name: &Piece, minus: &Piece) -> bool {
        name.token == Token::Name && minus.token == Token::Minus
    }
    for part in moved.split(divides) {
        if !fits(part) {
            return false;
        }
        taken |= has(part) && part.len() > 1;
    }
    taken
}

/// Would 0 in place of the letter change nothing, in every form of the move: `n-k`, `n-2*k^2`, `(a-k,b) | (a-k,b-k)`? Then it is no move.
pub(super) fn is_taken(moved: &[Piece], letter: &str, pattern: &[Piece]) -> bool {
    let is_coordinate = |name: &Piece| pattern.iter().any(|known| known.text == name.text);
    // a product with the letter or a power of it
    let vanishes = |taken: &[Piece]| {
        let is_factor = |at: usize| taken[at].text == letter && (at == 0 || taken[at - 1].token == Token::Star);
        taken.iter().all(|p| matches!(p.token, Token::Number | Token::Name | Token::Star | Token::Caret))
            && (0..taken.len()).any(is_factor)
    };
    let divides = |&at: &usize| matches!(moved[at].token, Token::Bar | Token::Comma);
    let mut forms = outside(moved, 0, moved.len()).into_iter().filter(divides);
    let mut start = 0;
    loop {
        let next = forms.next();
        let form = &moved[start..next.unwrap_or(moved.len())];
        let places = match form {
            [open, places @ .., close] if open.token == Token::LeftParen && close.token == Token::RightParen => places,
            places => places,
        };
        let mut is_said = false;
        let fits = places.split(|p| p.token == Token::Comma).all(|place| match place {
            [name] => is_coordinate(name),
            [name, minus, taken @ ..] => {
                is_said = true;
                is_coordinate(name) && minus.token == Token::Minus && vanishes(taken)
            }
            [] => false,
        });
        if !fits || !is_said {
            return false;
        }
        match next {
            Some(sign) => start = sign + 1,
            None => return true,
        }
    }
}
