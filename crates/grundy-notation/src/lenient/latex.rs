//! Rules as papers print them, copied with their LaTeX: `\\{n \\to n-1\\}`, `n \\oplus 1`, `\\lfloor n/2 \\rfloor`; and `⌊n/2⌋`, `⌈n/2⌉`.
//!
//! Dollar signs and what only makes space are left out; every other command stays a fault.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::pieces::{Piece, added};

/// Commands that change nothing but the print.
const SPACE: &[&str] = &["left", "right", "big", "bigl", "bigr", "quad", "displaystyle"];

/// Respells the commands.
pub(super) fn commands(pieces: &mut Vec<Piece>) {
    // one alone is a slip
    let in_pairs = pieces.iter().filter(|p| p.is_sign("$")).count().is_multiple_of(2);
    let (mut at, mut open) = (0, Vec::new());
    while at < pieces.len() {
        if in_pairs && pieces[at].is_sign("$") {
            at = without(pieces, at, 1);
        } else if pieces[at].is_sign("\\") && pieces.get(at + 1).is_some_and(|p| !p.apart) {
            at = command(pieces, at);
        } else {
            match pieces[at].text.as_str() {
                sign @ ("⌊" | "⌈") => {
                    let (closing, name) = if sign == "⌊" { ("⌋", "floor") } else { ("⌉", "ceil") };
                    open.push(closing);
                    at = rounded(pieces, at, name);
                }
                sign if open.last() == Some(&sign) => {
                    open.pop();
                    pieces[at].become_token(Token::RightParen, ")");
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// Removes so many pieces; what follows stands where they stood.
fn without(pieces: &mut Vec<Piece>, at: usize, count: usize) -> usize {
    let apart = pieces[at].apart;
    pieces.drain(at..at + count);
    if let Some(next) = pieces.get_mut(at) {
        next.apart |= apart && at > 0;
    }
    at
}

/// The opening bracket of `floor(` or `ceil(`, of which the piece is the sign.
fn rounded(pieces: &mut Vec<Piece>, at: usize, name: &str) -> usize {
    let near = Span::new(pieces[at].span.end, pieces[at].span.end);
    pieces[at].become_token(Token::Name, name);
    pieces.insert(at + 1, added(Token::LeftParen, "(", near));
    if let Some(next) = pieces.get_mut(at + 2) {
        next.apart = false;
    }
    at + 1
}

/// The command whose backslash is here.
fn command(pieces: &mut Vec<Piece>, at: usize) -> usize {
    let (token, text) = match pieces[at + 1].text.as_str() {
        "{" | "}" => {
            let apart = pieces[at].apart;
            pieces.remove(at);
            pieces[at].apart = apart;
            return at + 1;
        }
        word if SPACE.contains(&word) => return without(pieces, at, 2),
        "," | ";" | "!" => return without(pieces, at, 2),
        "to" | "rightarrow" | "mapsto" | "longrightarrow" => (Token::Arrow, "->"),
        "oplus" => (Token::CirclePlus, "⊕"),
        "le" | "leq" | "leqslant" => (Token::LessEqual, "<="),
        "ge" | "geq" | "geqslant" => (Token::GreaterEqual, ">="),
        "ne" | "neq" => (Token::NotEqual, "!="),
        "in" => (Token::Word(Word::In), "in"),
        "cdot" | "times" => (Token::Star, "*"),
        "land" | "wedge" => (Token::Word(Word::And), "and"),
        "lor" | "vee" => (Token::Word(Word::Or), "or"),
        "iff" | "Leftrightarrow" | "Longleftrightarrow" => (Token::Name, "iff"),
        "implies" | "Rightarrow" | "Longrightarrow" => (Token::Implies, "=>"),
        "ldots" | "dots" | "cdots" => (Token::Wrong(""), "..."),
        "equiv" => (Token::Wrong(""), "≡"),
        "pmod" | "bmod" | "mod" => (Token::Name, "mod"),
        "lfloor" => (Token::Name, "⌊"),
        "lceil" => (Token::Name, "⌈"),
        "rfloor" | "rceil" => (Token::RightParen, ")"),
        _ => return at + 1,
    };
    let span = pieces[at].span.to(pieces[at + 1].span);
    let apart = pieces[at].apart && token != Token::RightParen;
    pieces.remove(at);
    pieces[at] = Piece { token, text: text.to_owned(), span, apart };
    match text {
        "⌊" => rounded(pieces, at, "floor") + 1,
        "⌈" => rounded(pieces, at, "ceil") + 1,
        _ => at + 1,
    }
}
