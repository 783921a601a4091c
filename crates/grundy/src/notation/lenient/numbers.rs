//! Numbers: `1e5`, `take[1-3]`.

use super::super::lexer::Token;
use super::Asked;
use super::pieces::{Piece, closing};

/// The largest exponent that is written out.
const LARGEST: usize = 9_999;

/// `2e9` → `2000000000`
pub(super) fn exponents(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at + 1 < pieces.len() {
        let (number, letters) = (&pieces[at], &pieces[at + 1]);
        let digits =
            letters.text.strip_prefix(['e', 'E']).filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
        let exponent = digits.and_then(|d| d.parse::<usize>().ok()).filter(|&e| e <= LARGEST);
        if let (Token::Number, Token::Name | Token::Upper, false, Some(zeros)) =
            (number.token, letters.token, letters.apart, exponent)
        {
            let text = format!("{}{}", number.text, "0".repeat(zeros));
            let span = number.span.to(letters.span);
            pieces[at] = Piece { text, span, ..pieces[at].clone() };
            pieces.remove(at + 1);
        }
        at += 1;
    }
}

/// `take[1-3, 7]`, `take[1–3, 7]`, `take[1 to 3, 7]` → `take[1..3, 7]`, where the difference would be below 1.
pub(super) fn ranges(pieces: &mut [Piece], asked: &Asked<'_>) {
    for open in 1..pieces.len() {
        let of_take = pieces[open].token == Token::LeftBracket && (asked.games.takes)(&pieces[open - 1].text);
        let Some(close) = closing(pieces, open).filter(|_| of_take) else { continue };
        for at in open + 1..close.saturating_sub(2) {
            let edge = |p: &Piece| matches!(p.token, Token::LeftBracket | Token::RightBracket | Token::Comma);
            let [before, from, minus, to, behind] = &pieces[at - 1..=at + 3] else { continue };
            let literal = edge(before) && edge(behind) && from.token == Token::Number && to.token == Token::Number;
            let dash = minus.token == Token::Minus || minus.is_sign("–") || minus.is_name("to");
            if literal && dash && at_most(&from.text, &to.text) {
                pieces[at + 1].become_token(Token::Range, "..");
                pieces[at + 1].apart = false;
                pieces[at + 2].apart = false;
            }
        }
    }
}

/// Compares numbers of any length by their digits.
fn at_most(a: &str, b: &str) -> bool {
    let digits = |text: &str| {
        let plain: String = text.chars().map(super::super::lexer::plain).filter(char::is_ascii_digit).collect();
        plain.trim_start_matches('0').to_owned()
    };
    let (a, b) = (digits(a), digits(b));
    (a.len(), &a) <= (b.len(), &b)
}
