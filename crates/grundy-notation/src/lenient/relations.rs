//! Relations of two numbers in words, in conditions: `n is divisible by k`, `k is a divisor of n`, `n-k is a perfect cube`.
//!
//! ```text
//! n is divisible by k, n is a multiple of k    k divides n
//! k is a divisor of n                          k divides n
//! k is coprime to n                            gcd(k,n) = 1
//! if n-k is a perfect cube                     for c in 0..n-k if c^3 = n-k
//! for each divisor d of n                      for d in divisors(n)
//! ```

use super::Asked;
use super::called;
use super::conditions::in_conditions;
use super::pieces::{Piece, added, added_apart, cut, expression_behind, is_one_of, operand_behind, step};
use super::rules::{Rule, ends_clause, rule_of};
use super::sets::{figures, subject};
use crate::Span;
use crate::lexer::{Token, Word};
use crate::series::Numbers;

/// Respells all of them.
pub(super) fn spoken(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 1;
    while at + 2 < pieces.len() {
        if is_left_out(pieces, at) && in_conditions(pieces, asked)[at] {
            pieces.insert(at, added_apart(Token::Name, "is", pieces[at].span));
            told(pieces, at);
            if pieces[at].is_name("is") {
                pieces.remove(at);
            }
        }
        if pieces[at].is_name("is") && in_conditions(pieces, asked)[at] {
            told(pieces, at);
        } else if pieces[at].is_word(Word::For) {
            divisors(pieces, at);
        }
        at += 1;
    }
}

/// `if n divisible by 3`, `if n not divisible by 3`, in front of `divisible` or `not`.
fn is_left_out(pieces: &[Piece], at: usize) -> bool {
    let word = at + usize::from(pieces[at].is_word(Word::Not));
    let tells = pieces.get(word).is_some_and(|piece| piece.is_name("divisible"));
    let by = pieces.get(word + 1).is_some_and(|piece| piece.is_word(Word::By));
    tells && by && !is_one_of(&pieces[at - 1], &["is", "are"]) && !pieces[at - 1].is_word(Word::Not)
}

/// What is told of two numbers.
enum Relation {
    /// The second one divides the first one.
    IsDivided,
    Divides,
    Coprime,
}

fn told(pieces: &mut Vec<Piece>, is: usize) {
    let not = usize::from(pieces[is + 1].is_word(Word::Not));
    let start = subject(pieces, is);
    if start == is {
        return;
    }
    if not == 0 && power(pieces, start, is) {
        return;
    }
    let word = |at: usize, words: &[&str]| pieces.get(is + 1 + not + at).is_some_and(|p| is_one_of(p, words));
    let a = usize::from(word(0, &["a"]));
    let (relation, words) = if word(0, &["divisible"]) && word(1, &["by"]) {
        (Relation::IsDivided, 2)
    } else if a > 0 && word(1, &["multiple"]) && word(2, &["of"]) {
        (Relation::IsDivided, 3)
    } else if a > 0 && word(1, &["divisor", "factor"]) && word(2, &["of"]) {
        (Relation::Divides, 3)
    } else if word(0, &["coprime"]) && word(1, &["to", "with"]) {
        (Relation::Coprime, 2)
    } else if word(0, &["relatively"]) && word(1, &["prime"]) && word(2, &["to"]) {
        (Relation::Coprime, 3)
    } else {
        return;
    };
    let from = is + 1 + not + words;
    // `a multiple of three`
    if let Some(number) = pieces.get(from).and_then(figures) {
        pieces[from] = Piece { apart: true, ..number };
    }
    let operands = [operand_behind(pieces, from), expression_behind(pieces, from)];
    let Some(end) = operands.into_iter().flatten().find(|&end| ends(pieces.get(end))) else { return };
    let (first, second) = (pieces[start..is].to_vec(), pieces[from..end].to_vec());
    let near = pieces[is].span;
    let divides = |one: Vec<Piece>, other: Vec<Piece>| {
        let mut new = one;
        new.push(added_apart(Token::Word(Word::Divides), "divides", near));
        let behind = new.len();
        new.extend(other);
        new[behind].apart = true;
        new
    };
    let mut new = match relation {
        Relation::IsDivided => divides(second, first),
        Relation::Divides => divides(first, second),
        Relation::Coprime => {
            let mut new = vec![added(Token::Name, "gcd", near), added(Token::LeftParen, "(", near)];
            new.extend(first);
            new.push(added(Token::Comma, ",", near));
            new.extend(second);
            new.push(added(Token::RightParen, ")", near));
            new.push(added_apart(Token::Equal, "=", near));
            new.push(added_apart(Token::Number, "1", near));
            new
        }
    };
    new[0].apart = true;
    if not > 0 {
        new.insert(0, added_apart(Token::Word(Word::Not), "not", near));
    }
    pieces.splice(start..end, new);
}

/// May this stand behind a condition?
fn ends(piece: Option<&Piece>) -> bool {
    piece.is_none_or(|piece| {
        let signs = [Token::RightBrace, Token::RightParen, Token::Comma, Token::Bar, Token::Implies];
        ends_clause(piece) || signs.contains(&piece.token) || piece.is_word(Word::And) || piece.is_word(Word::Or)
    })
}

/// `if n-k is a perfect cube` and others without a set, which a number of its own must show.
fn power(pieces: &mut Vec<Piece>, start: usize, is: usize) -> bool {
    let Some((Numbers::Formula(formula, _), count)) = called::alone(&pieces[is + 1..]) else { return false };
    let end = is + 1 + count;
    let Some(Rule { open, close, .. }) = rule_of(pieces, start) else { return false };
    // the clause is one condition, or all of several
    let clause = (open..start).rev().find(|&at| pieces[at].is_word(Word::If) || pieces[at].token == Token::Semicolon);
    let Some(clause) = clause.filter(|&at| pieces[at].is_word(Word::If)) else { return false };
    let stop = (end..close).find(|&at| pieces[at].token == Token::Semicolon).unwrap_or(close);
    let others = pieces[clause..start].iter().chain(&pieces[end..stop]);
    let joins = |p: &Piece| p.is_word(Word::Or) || p.is_word(Word::Not) || p.is_word(Word::If) || p.token == Token::Bar;
    let depth: isize = pieces[clause..start].iter().map(step).sum();
    if depth != 0 || others.skip(1).any(joins) || !ends(pieces.get(end)) {
        return false;
    }
    let is_new = |name: &&&str| pieces.iter().all(|p| p.text != ***name);
    let Some(&name) = ["c", "i", "j", "t", "u"].iter().find(is_new) else { return false };
    let near = Span::new(pieces[start].span.start, pieces[start].span.start);
    let formula = formula.replace('k', name);
    let told = pieces[start..is].to_vec();
    let spanned = |text: &str| {
        let mut new = cut(text);
        new.iter_mut().for_each(|piece| piece.span = near);
        new[0].apart = true;
        new
    };
    let mut equation = spanned(&formula);
    equation.push(added_apart(Token::Equal, "=", near));
    let mut value = told.clone();
    value[0].apart = true;
    equation.extend(value);
    pieces.splice(start..end, equation);
    let mut looped = spanned(&format!("for {name} in 0.."));
    let mut bound = told;
    bound[0].apart = false;
    looped.extend(bound);
    pieces[clause].apart = true;
    pieces.splice(clause..clause, looped);
    true
}

/// `for each divisor d of n`, `for all divisors d of n` → `for d in divisors(n)`
fn divisors(pieces: &mut Vec<Piece>, at: usize) {
    let each = usize::from(is_one_of(&pieces[at + 1], &["all", "each", "every", "any"]));
    let [divisor, name, of, operand, ..] = &pieces[at + 1 + each..] else { return };
    if !is_one_of(divisor, &["divisor", "divisors"])
        || name.token != Token::Name
        || !of.is_name("of")
        || !matches!(operand.token, Token::Name | Token::Number)
    {
        return;
    }
    let near = divisor.span;
    let new = [
        Piece { apart: true, ..name.clone() },
        added_apart(Token::Word(Word::In), "in", near),
        added_apart(Token::Name, "divisors", near),
        added(Token::LeftParen, "(", near),
        Piece { apart: false, ..operand.clone() },
        added(Token::RightParen, ")", near),
    ];
    pieces.splice(at + 1..at + 5 + each, new);
}
