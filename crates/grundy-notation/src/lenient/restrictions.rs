//! A claim with its condition in words, before or behind it, as an implication.
//!
//! ```text
//! for n >= 3: g = n, g = n if n >= 3, if n >= 3 then g = n    n >= 3 => g = n
//! for all n: g = n, g(n) = n for every n                      g = n
//! P if C, P only if C                                         C => P, P => C
//! N unless C                                                  not (C) => N
//! ```

use super::super::lexer::{Token, Word};
use super::Asked;
use super::pieces::{Piece, added, added_apart, is_one_of, outside};

/// Signs that compare the value.
pub(super) const COMPARING: [Token; 7] = [
    Token::Equal,
    Token::NotEqual,
    Token::Less,
    Token::LessEqual,
    Token::Greater,
    Token::GreaterEqual,
    Token::Word(Word::In),
];

/// Does a claim begin here: `g …`, `P`, `P: …`, `N …`?
pub(super) fn begins_claim(pieces: &[Piece]) -> bool {
    match pieces {
        [g, next, ..] if g.is_name("g") => next.token != Token::Colon,
        [letter] => letter.token == Token::Upper && is_one_of(letter, &["p", "n"]) || letter.text == "p",
        [letter, next, ..] if letter.token == Token::Upper && is_one_of(letter, &["p", "n"]) => {
            matches!(next.token, Token::Colon | Token::Implies | Token::Word(_)) || next.is_name("iff")
        }
        _ => false,
    }
}

/// `condition => claim`
pub(super) fn implied(condition: &[Piece], claim: &[Piece]) -> Vec<Piece> {
    let near = claim[0].span;
    let mut new = condition.to_vec();
    new[0].apart = false;
    new.push(added_apart(Token::Implies, "=>", near));
    let first = new.len();
    new.extend_from_slice(claim);
    new[first].apart = true;
    new
}

/// What stands behind `for`: nothing but names (all positions), or a condition.
enum Range {
    All,
    Where(Vec<Piece>),
}

/// `all n`, `every n >= 3`, `even n`; `None`: it is nothing of that kind.
fn range(mut pieces: &[Piece], asked: &Asked<'_>) -> Option<Range> {
    let is_variable = |p: &Piece| asked.variables.iter().any(|name| p.is_name(name));
    let said = pieces;
    while pieces.first().is_some_and(|p| is_one_of(p, &["all", "each", "every", "any", "integers", "positions"])) {
        pieces = &pieces[1..];
    }
    if let [parity, name] = pieces
        && is_one_of(parity, &["even", "odd"])
        && is_variable(name)
    {
        return Some(Range::Where(vec![name.clone(), Piece { apart: true, ..parity.clone() }]));
    }
    // `for all n`, `for all integers`; of primes or of odd numbers nothing is dropped
    let listed = |(i, p): (usize, &Piece)| if i % 2 == 0 { is_variable(p) } else { p.token == Token::Comma };
    if !said.is_empty() && pieces.iter().enumerate().all(listed) {
        return Some(Range::All);
    }
    let compares = pieces.iter().any(|p| COMPARING.contains(&p.token));
    let is_loop = matches!(pieces, [name, within, ..] if name.token == Token::Name && within.is_name("from"));
    (compares && !is_loop).then(|| Range::Where(pieces.to_vec()))
}

/// `for all n: …`, `forall n, …`, `for n >= 3: …`
pub(super) fn quantified(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if !pieces.first().is_some_and(|p| p.is_word(Word::For) || p.is_word(Word::ForAll)) {
        return;
    }
    let ends = |&at: &usize| matches!(pieces[at].token, Token::Colon | Token::Comma) && begins_claim(&pieces[at + 1..]);
    let places = outside(pieces, 1, pieces.len());
    // `for all n g(n) = n`
    let bare = |&at: &usize| at > 1 && begins_claim(&pieces[at..]);
    let (end, rest) = match places.iter().copied().find(ends) {
        Some(end) => (end, end + 1),
        None => match places.iter().copied().find(bare) {
            Some(at) => (at, at),
            None => return,
        },
    };
    let (Some(range), claim) = (range(&pieces[1..end], asked), pieces[rest..].to_vec()) else { return };
    put_in_front(pieces, &range, claim);
}

/// The claim where the condition holds. What is said both ways or has a condition already cannot have another one.
fn put_in_front(pieces: &mut Vec<Piece>, range: &Range, claim: Vec<Piece>) {
    match range {
        Range::All => {
            *pieces = claim;
            pieces[0].apart = false;
        }
        Range::Where(condition) => {
            let is_both = claim.iter().any(|p| p.token == Token::Implies || p.is_name("iff"));
            let is_law = matches!(&claim[..], [_, colon, ..] if colon.token == Token::Colon);
            if !is_both && !is_law {
                *pieces = implied(condition, &claim);
            }
        }
    }
}

/// `if C then …`, `when C, …`
pub(super) fn conditional(pieces: &mut Vec<Piece>) {
    // Chinese puts its word behind the condition alone
    let comma = |at: usize| pieces.get(at).is_some_and(|p| p.token == Token::Comma);
    let behind = |then: usize| then + 1 + usize::from(pieces[then].is_name("then") && comma(then + 1));
    let then = outside(pieces, 0, pieces.len()).into_iter().find(|&at| {
        let separates = pieces[at].is_name("then") || matches!(pieces[at].token, Token::Comma | Token::Colon);
        at > 0 && separates && begins_claim(&pieces[behind(at)..])
    });
    let Some(then) = then else { return };
    let starts = usize::from(is_one_of(&pieces[0], &["if", "when", "whenever"]));
    if starts == then || starts == 0 && !pieces[then].is_name("then") {
        return;
    }
    let (condition, claim) = (pieces[starts..then].to_vec(), pieces[behind(then)..].to_vec());
    put_in_front(pieces, &Range::Where(condition), claim);
}

/// `N unless C` → `not (C) => N`
pub(super) fn unless(pieces: &mut Vec<Piece>) {
    let places = outside(pieces, 0, pieces.len());
    let Some(at) = places.iter().copied().find(|&at| pieces[at].is_name("unless")) else { return };
    // `unless C, N`
    let comma = places.iter().copied().find(|&i| pieces[i].token == Token::Comma).filter(|_| at == 0);
    let (head, tail) = match comma {
        Some(comma) => (pieces[comma + 1..].to_vec(), pieces[1..comma].to_vec()),
        None => (pieces[..at].to_vec(), pieces[at + 1..].to_vec()),
    };
    let has_more = |p: &Piece| p.token == Token::Implies || is_one_of(p, &["iff", "unless", "if"]);
    if tail.is_empty() || !begins_claim(&head) || head.iter().chain(&tail).any(has_more) {
        return;
    }
    let near = pieces[at].span;
    let mut condition = vec![added(Token::Word(Word::Not), "not", near), added_apart(Token::LeftParen, "(", near)];
    condition.extend(tail);
    condition[2].apart = false;
    condition.push(added(Token::RightParen, ")", near));
    *pieces = implied(&condition, &head);
}

/// `g = n for all n`, `g = n if n > 3`, `P if C`, `P only if C`
pub(super) fn restricted(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let joins =
        |&at: &usize| at > 0 && (pieces[at].is_word(Word::For) || is_one_of(&pieces[at], &["if", "when", "whenever"]));
    let places = outside(pieces, 0, pieces.len());
    let Some(join) = places.iter().copied().rev().find(joins) else { return };
    let otherwise =
        |&at: &usize| at > join && (pieces[at].is_word(Word::Else) || is_one_of(&pieces[at], &["otherwise"]));
    if join + 1 == pieces.len() || places.iter().any(otherwise) {
        return;
    }
    let only = is_one_of(&pieces[join - 1], &["only"]);
    let head = pieces[..join - usize::from(only)].to_vec();
    let tail = pieces[join + 1..].to_vec();
    // one condition of several is no restriction of the whole
    let has_cases =
        places.iter().any(|&at| at < join && (pieces[at].is_word(Word::If) || pieces[at].token == Token::Comma));
    if head.is_empty() || has_cases {
        return;
    }
    if only {
        if begins_claim(&head) || begins_claim(&tail) {
            *pieces = implied(&head, &tail);
        }
        return;
    }
    let is_law = matches!(&head[..], [_, colon, ..] if colon.token == Token::Colon);
    let range = range(&tail, asked).or_else(|| (!pieces[join].is_word(Word::For)).then(|| Range::Where(tail.clone())));
    match range {
        Some(range) if begins_claim(&head) => match range {
            Range::All if pieces[join].is_word(Word::For) => put_in_front(pieces, &Range::All, head),
            // `P if P`, `g = 1 if x`: nothing to compare
            Range::All => {}
            condition if !is_law => put_in_front(pieces, &condition, head),
            Range::Where(_) => {}
        },
        // `period 7 from 0 for all n`
        Some(Range::All) => put_in_front(pieces, &Range::All, head),
        _ if begins_claim(&tail) => *pieces = implied(&tail, &head),
        _ => {}
    }
}
