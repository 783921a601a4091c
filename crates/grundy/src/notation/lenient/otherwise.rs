//! The other case: `{n -> n-1 if n%3 = 0; n-2 otherwise}`, `{n -> n-1 if n%3 = 0 else n-2}`.
//!
//! ```text
//! typed     n-1 if n%3 = 0; n-2 otherwise        n-1 if n%3 = 0 else n-2
//! strict    n-1 if n%3 = 0; n-2 if not (n%3 = 0)
//! ```
//!
//! It is read only if each move before it has one condition and no loop, and if it is one move itself: otherwise it is open
//! what is excluded, and for which moves.

use super::super::lexer::{Token, Word};
use super::pieces::{Piece, added, added_apart, outside, rules};

fn is_else(piece: &Piece) -> bool {
    piece.is_name("otherwise") || piece.is_word(Word::Else)
}

/// Gives each other case its condition.
pub(super) fn cases(pieces: &mut Vec<Piece>) {
    if !pieces.iter().any(is_else) {
        return;
    }
    for (open, close) in rules(pieces).into_iter().rev() {
        if let Some(new) = respelt(pieces, open, close) {
            pieces.splice(open + 1..close, new);
        }
    }
}

/// The inside of a rule whose last move is the other case.
fn respelt(pieces: &[Piece], open: usize, close: usize) -> Option<Vec<Piece>> {
    let shallow = outside(pieces, open + 1, close);
    let arrow = shallow.iter().position(|&at| pieces[at].token == Token::Arrow)?;
    let (first_move, shallow) = (shallow[arrow] + 1, &shallow[arrow + 1..]);
    let mut others = shallow.iter().copied().filter(|&at| is_else(&pieces[at]));
    let (other, None) = (others.next()?, others.next()) else { return None };
    let is_between =
        |at: &usize, pieces: &[Piece]| matches!(pieces[*at].token, Token::Semicolon | Token::Comma | Token::Bar);
    let in_loop = |from: usize, to: usize| pieces[from..to].iter().any(|p| p.is_word(Word::For));
    // `; X otherwise` and `; otherwise X` are moves of their own, `… if C else X` ends one
    let before = shallow.iter().copied().rfind(|at| is_between(at, pieces) && *at < other);
    let last = close - 1;
    let (end, case) = match before {
        Some(at) if other == last => (at, &pieces[at + 1..last]),
        Some(at) if other == at + 1 => (at, &pieces[other + 1..close]),
        // behind other moves it is open whether these are excluded as well
        None if other < last => (other, &pieces[other + 1..close]),
        _ => return None,
    };
    // of several moves it is open which of them are the other case
    let several = outside(case, 0, case.len()).iter().any(|&at| is_between(&at, case));
    if case.is_empty() || several || case.iter().any(|p| p.is_word(Word::If)) || in_loop(first_move, end) {
        return None;
    }
    // the conditions of the moves before
    let mut conditions: Vec<&[Piece]> = Vec::new();
    let mut from = first_move;
    let edges: Vec<usize> =
        shallow.iter().copied().filter(|&at| at < end && pieces[at].token == Token::Semicolon).chain([end]).collect();
    for edge in edges {
        let ifs: Vec<usize> =
            outside(pieces, from, edge).into_iter().filter(|&at| pieces[at].is_word(Word::If)).collect();
        let [one] = ifs[..] else { return None };
        conditions.push(&pieces[one + 1..edge]);
        from = edge + 1;
    }
    if conditions.iter().any(|condition| condition.is_empty()) {
        return None;
    }
    let near = pieces[other].span;
    let mut new = pieces[open + 1..end].to_vec();
    new.push(added(Token::Semicolon, ";", near));
    let behind = new.len();
    new.extend_from_slice(case);
    new[behind].apart = true;
    new.push(added_apart(Token::Word(Word::If), "if", near));
    new.push(added_apart(Token::Word(Word::Not), "not", near));
    new.push(added_apart(Token::LeftParen, "(", near));
    for (number, condition) in conditions.iter().enumerate() {
        if number > 0 {
            new.push(added_apart(Token::Word(Word::Or), "or", near));
        }
        let at = new.len();
        new.extend_from_slice(condition);
        new[at].apart = number > 0;
    }
    new.push(added(Token::RightParen, ")", near));
    Some(new)
}
