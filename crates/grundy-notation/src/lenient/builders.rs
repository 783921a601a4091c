//! Rules in the manner of set-builders: `{n -> n-k, k in {1,3}}`, `{n -> n-k | 1 <= k <= 3}`, `{n -> n-k such that k in S}`.
//!
//! ```text
//! typed     n-k, k in {1,3}     n-k with 1 <= k <= 3     n-k such that k < n
//! strict    n-k for k in {1,3}  n-k for k in 1..3        n-k if k < n
//! ```
//!
//! A comma or a bar begins a loop only where a name of the move is told that nothing has introduced.

use grundy_core::error::Diagnostic;

use super::super::lexer::{Token, Word};
use super::Result;
use super::loops::{chain, named};
use super::pieces::{Piece, ends};
use super::rules::rules;

/// Respells what introduces the names of moves.
pub(super) fn loops(pieces: &mut Vec<Piece>) {
    such_that(pieces);
    for rule in rules(pieces) {
        let moves = rule.moves(pieces);
        let pattern: Vec<String> = rule.names(pieces).map(|p| p.text.clone()).collect();
        let mut start = rule.arrow + 1;
        let mut has_clause = false;
        for (number, &at) in moves.iter().enumerate() {
            let piece = &pieces[at];
            if piece.token == Token::Semicolon {
                (start, has_clause) = (at + 1, false);
            } else if is_clause(piece) {
                has_clause = true;
            }
            let separates = matches!(piece.token, Token::Comma | Token::Bar) || piece.is_name("with");
            if has_clause || !separates || at == start {
                continue;
            }
            let ends = |&&at: &&usize| {
                matches!(pieces[at].token, Token::Semicolon | Token::Comma | Token::Bar) || is_clause(&pieces[at])
            };
            let end = moves[number + 1..].iter().find(ends).copied().unwrap_or(rule.close);
            if introduces(&pieces[at + 1..end], &pieces[start..at], &pattern) {
                pieces[at].become_token(Token::Word(Word::For), "for");
                pieces[at].apart = true;
                pieces[at + 1].apart = true;
                has_clause = true;
            }
        }
    }
}

fn is_clause(piece: &Piece) -> bool {
    matches!(piece.token, Token::Colon | Token::Word(Word::For | Word::If | Word::By | Word::Loopy))
        || piece.is_name("where")
}

/// Does this tell where a name lies that the move has and the pattern does not?
fn introduces(told: &[Piece], moved: &[Piece], pattern: &[String]) -> bool {
    let is_new = |name: &str| {
        !pattern.iter().any(|bound| bound == name) && moved.iter().any(|p| p.token == Token::Name && p.text == name)
    };
    match told {
        [name, within, _, ..] if within.is_word(Word::In) => name.token == Token::Name && is_new(&name.text),
        _ => {
            let and = told.iter().position(|p| p.is_word(Word::And)).unwrap_or(told.len());
            chain(&told[..and], pattern).is_some_and(|loops| {
                // `1 <= k` alone has no upper end
                let names = named(&loops);
                let relations = told[..and].iter().filter(|p| super::moves::is_relation(p)).count();
                relations > names.len() && names.iter().all(|name| is_new(name))
            })
        }
    }
}

/// `such that`, `so that` → `where`, which needs no comma
fn such_that(pieces: &mut Vec<Piece>) {
    for rule in rules(pieces).into_iter().rev() {
        for at in rule.outside(pieces).into_iter().rev() {
            let that = pieces.get(at + 1).is_some_and(|p| p.is_name("that"));
            let such = that && (pieces[at].is_name("such") || pieces[at].is_name("so"));
            if such {
                pieces[at].become_token(Token::Name, "where");
                pieces.remove(at + 1);
            }
            // `n-k, where k in S`
            if (such || pieces[at].is_name("where")) && pieces[at - 1].token == Token::Comma {
                pieces.remove(at - 1);
            }
        }
    }
}

/// Is a condition told in words, or as of a set, that speaks of a number: `k is odd`, `where k divides n`, `: k < n`?
pub(super) fn tells_numbers(pieces: &[Piece]) -> bool {
    let words = ["is", "odd", "even", "where"];
    pieces.iter().any(|p| p.token == Token::Colon || words.iter().any(|word| p.is_name(word)))
}

/// `{n -> n-k! for k in 1..}`: factorials are no part of rules.
///
/// # Errors
/// There is one.
pub(super) fn factorials(pieces: &[Piece]) -> Result<()> {
    for rule in rules(pieces) {
        // `n! = 3` is `n != 3`
        let is_factorial = |&at: &usize| {
            let stands_behind = pieces[at].is_sign("!") && !pieces[at].apart && ends(&pieces[at - 1]);
            stands_behind && pieces[at + 1].token != Token::Equal
        };
        if let Some(at) = (rule.open + 1..rule.close).find(is_factorial) {
            let message = format!("`{}!` would be a factorial, and rules have none", pieces[at - 1].text);
            let fault = Diagnostic::input(message).at(pieces[at - 1].span.to(pieces[at].span));
            return Err(Box::new(fault.suggest("list the numbers: `take[1,2,6,24,120,720](1000)`")));
        }
    }
    Ok(())
}
