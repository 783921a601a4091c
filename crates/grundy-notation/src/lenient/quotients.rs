//! Quotients that the notation writes `//`: `k <= n/2`, `floor(n/2)`, `ceil(n/2)`, `n/2 if n%2 = 0`, `n/d for d in divisors(n)`.

use std::ops::Range;

use super::super::lexer::{Token, Word};
use super::conditions::has_root;
use super::moves::is_relation;
use super::pieces::{Piece, added, closing, opening, outside};
use super::rules::{begins_clause, rule_of, rules};
use super::{Asked, Kind};

/// In rules `k <= n/2`, `k > 2*n/3`, `1..n/2` → `//`, and `k < n/2` → `k < (n+1)//2`: a whole number is compared, so that the fraction
/// is left out or makes one more.
pub(super) fn bounds(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    let two_sided = two_sided(pieces);
    let mut at = pieces.len().saturating_sub(1);
    while at > 1 {
        at -= 1;
        let is_in_rule = || rule_of(pieces, at).is_some();
        if !pieces[at].is_sign("/") || two_sided.contains(&pieces[at].span.start) || !is_in_rule() {
            continue;
        }
        let is_product = |p: &&Piece| matches!(p.token, Token::Number | Token::Name | Token::Star);
        let product = pieces[..at].iter().rev().take_while(is_product).count();
        let Some(first) = at.checked_sub(product).filter(|&first| product > 0 && first > 0) else { continue };
        let Some(divisor) = pieces[at + 1].text.parse::<u64>().ok().filter(|&divisor| divisor > 0) else { continue };
        let Some(goes_up) = goes_up(&pieces[first - 1], pieces.get(at + 2)) else { continue };
        pieces[at].become_token(Token::Divide, "//");
        if goes_up && divisor > 1 {
            let near = pieces[at].span;
            let less_one = (divisor - 1).to_string();
            let more = [
                added(Token::Plus, "+", near),
                added(Token::Number, &less_one, near),
                added(Token::RightParen, ")", near),
            ];
            pieces.splice(at..at, more);
            let apart = std::mem::replace(&mut pieces[first].apart, false);
            pieces.insert(first, Piece { apart, ..added(Token::LeftParen, "(", near) });
        }
    }
}

/// Where the fractions were typed that are compared with fractions: `k/2 < n/3`. To round both would say another thing.
fn two_sided(pieces: &[Piece]) -> Vec<usize> {
    let ends = |p: &Piece| {
        matches!(p.token, Token::Word(Word::If | Word::And | Word::Or | Word::Not | Word::For))
            || p.is_name("where")
            || matches!(p.token, Token::Comma | Token::Semicolon | Token::Colon | Token::LeftBrace | Token::RightBrace)
    };
    let mut found = Vec::new();
    for told in pieces.split(ends) {
        let sides = told.split(is_relation).filter(|side| side.iter().any(|p| p.is_sign("/"))).count();
        if sides > 1 {
            found.extend(told.iter().filter(|p| p.is_sign("/")).map(|p| p.span.start));
        }
    }
    found
}

/// Is a quotient between these pieces compared with a whole number, and as its next one: `k < n/2`, `n/2 <= k`?
fn goes_up(before: &Piece, behind: Option<&Piece>) -> Option<bool> {
    let begins = before.is_name("where")
        || matches!(before.token, Token::Comma | Token::Colon)
        || matches!(before.token, Token::Word(Word::If | Word::And | Word::Or | Word::Not));
    match (before.token, behind.map(|p| p.token)) {
        (_, Some(Token::Less | Token::GreaterEqual)) if begins => Some(false),
        (_, Some(Token::LessEqual | Token::Greater)) if begins => Some(true),
        (_, Some(token)) if token.is_operator() || behind.is_some_and(|p| is_relation(p) || p.is_sign("/")) => None,
        (Token::LessEqual | Token::Greater | Token::Range, _) => Some(false),
        (Token::Less | Token::GreaterEqual, _) => Some(true),
        _ => None,
    }
}

/// `floor(a/b)` → `(a//b)` and `ceil(a/b)` → `((a+b-1)//b)`, where one quotient is all that is rounded.
pub(super) fn floors(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at + 1 < pieces.len() {
        let goes_up = ["ceil", "ceiling"].iter().any(|name| pieces[at].is_name(name));
        if (goes_up || pieces[at].is_name("floor"))
            && pieces[at + 1].token == Token::LeftParen
            && let Some(close) = closing(pieces, at + 1)
            && !has_root(pieces, at + 2, close)
            && let Some(slash) = lone_slash(pieces, at + 2, close)
            && (!goes_up || is_plain(&pieces[slash + 1..close]))
        {
            pieces[slash].become_token(Token::Divide, "//");
            if goes_up {
                let near = pieces[slash].span;
                let by: Vec<Piece> = pieces[slash + 1..close].to_vec();
                let one = [added(Token::Minus, "-", near), added(Token::Number, "1", near)];
                let less_one = [added(Token::Plus, "+", near)].into_iter().chain(by).chain(one);
                let rest: Vec<Piece> = less_one.chain([added(Token::RightParen, ")", near)]).collect();
                pieces.splice(slash..slash, rest);
                pieces.insert(at + 2, added(Token::LeftParen, "(", near));
            }
            // the parentheses stay and group
            pieces[at + 1].apart = pieces[at].apart;
            pieces.remove(at);
        }
        at += 1;
    }
}

/// The slash of `a*b/c`: a product above, one factor below.
fn lone_slash(pieces: &[Piece], from: usize, to: usize) -> Option<usize> {
    let shallow = outside(pieces, from, to);
    let slash = shallow.iter().copied().find(|&i| pieces[i].is_sign("/"))?;
    let fits = |i: usize| match pieces[i].token {
        Token::Caret | Token::Number | Token::Name => true,
        Token::Star => i < slash,
        _ => i == slash,
    };
    shallow.into_iter().all(fits).then_some(slash)
}

/// Is this a number or a name alone? What is rounded up is known of positive divisors.
fn is_plain(divisor: &[Piece]) -> bool {
    matches!(divisor, [one] if matches!(one.token, Token::Number | Token::Name))
}

/// `n/2 if n%2 = 0`, `n/d for d in divisors(n)` → `//`: the clauses of the move say that nothing is left over.
pub(super) fn exact(pieces: &mut [Piece], asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    let all = rules(pieces);
    for rule in &all {
        for Range { start, end } in rule.each_move(pieces) {
            let clauses = outside(pieces, start, end).into_iter().find(|&i| begins_clause(&pieces[i]));
            let Some(clauses) = clauses else { continue };
            let told: Vec<&[Piece]> = facts(&pieces[clauses..end]);
            // names of a rule within this one are its own
            let is_here = |at: usize| !all.iter().any(|inner| rule.holds(inner.open) && inner.holds(at));
            let leaves_nothing = |&at: &usize| {
                pieces[at].is_sign("/")
                    && is_here(at)
                    && ends_factor(&pieces[at + 2])
                    && dividend(pieces, start, at)
                        .is_some_and(|dividend| told.iter().any(|fact| is_multiple(fact, dividend, &pieces[at + 1])))
            };
            let is_even = |&at: &usize| pieces[at].is_sign("/") && is_here(at) && is_even(pieces, at);
            for at in (start..clauses - 1).filter(|at| leaves_nothing(at) || is_even(at)).collect::<Vec<usize>>() {
                pieces[at].become_token(Token::Divide, "//");
            }
        }
    }
}

/// `k*(k+1)/2`: one of two numbers that follow each other is even.
pub(super) fn is_even(pieces: &[Piece], slash: usize) -> bool {
    let [before, letter, star, open, same, sign, one, close] = &pieces[slash.saturating_sub(8)..slash] else {
        return false;
    };
    let signs = [star.token, open.token, close.token] == [Token::Star, Token::LeftParen, Token::RightParen];
    let follows = matches!(sign.token, Token::Plus | Token::Minus) && one.text == "1";
    let is_whole =
        !matches!(before.token, Token::Star | Token::Divide | Token::Percent | Token::Caret) && !before.is_sign("/");
    let is_pair = signs && follows && letter.token == Token::Name && letter.text == same.text && is_whole;
    is_pair && pieces[slash + 1].text == "2" && ends_factor(&pieces[slash + 2])
}

/// What holds in each of these clauses: loops without `for`, conditions that `and` joins; none where other words tell of them.
fn facts(clauses: &[Piece]) -> Vec<&[Piece]> {
    let others = |p: &Piece| matches!(p.token, Token::Word(Word::Or | Word::Not | Word::Exists | Word::ForAll));
    if clauses.iter().any(others) {
        return Vec::new();
    }
    let divides = |p: &Piece| matches!(p.token, Token::Word(Word::If | Word::For | Word::And | Word::By | Word::Loopy));
    clauses.split(divides).collect()
}

/// The product or the group in front of a slash.
fn dividend(pieces: &[Piece], from: usize, slash: usize) -> Option<&[Piece]> {
    let start = if pieces[slash - 1].token == Token::RightParen {
        opening(pieces, slash - 1)?
    } else {
        let is_product = |p: &&Piece| matches!(p.token, Token::Number | Token::Name | Token::Star);
        slash - pieces[from..slash].iter().rev().take_while(is_product).count()
    };
    let is_whole = start == from || {
        let before = &pieces[start - 1];
        !matches!(before.token, Token::Star | Token::Divide | Token::Percent | Token::Caret | Token::Name)
            && !before.is_sign("/")
    };
    (start < slash && start >= from && is_whole).then(|| &pieces[start..slash])
}

/// Nothing behind the divisor is computed before the quotient.
fn ends_factor(behind: &Piece) -> bool {
    !matches!(behind.token, Token::Star | Token::Divide | Token::Percent | Token::Caret | Token::LeftParen)
        && !behind.is_sign("/")
}

/// Does the fact say that the divisor divides: `n%4 = 0` of `n/2`, `2 divides n`, `d in divisors(n)`?
fn is_multiple(fact: &[Piece], dividend: &[Piece], divisor: &Piece) -> bool {
    let same = |some: &[Piece], other: &[Piece]| some.iter().map(|p| &p.text).eq(other.iter().map(|p| &p.text));
    let is_dividend = |some: &[Piece]| same(inside(some), inside(dividend));
    let fits = |by: &Piece| match (by.text.parse::<u64>(), divisor.text.parse::<u64>()) {
        (Ok(by), Ok(divisor)) => by > 0 && divisor > 0 && by % divisor == 0,
        _ => divisor.token == Token::Name && by.text == divisor.text,
    };
    match fact {
        [of @ .., percent, by, equal, zero] if percent.token == Token::Percent => {
            equal.token == Token::Equal && zero.text == "0" && fits(by) && is_dividend(of)
        }
        [by, divides, of @ ..] if divides.is_word(Word::Divides) => fits(by) && is_dividend(of),
        [by, within, divisors, paren, of @ .., end] if within.is_word(Word::In) && divisors.is_name("divisors") => {
            paren.token == Token::LeftParen && end.token == Token::RightParen && fits(by) && is_dividend(of)
        }
        _ => false,
    }
}

/// What stands in one pair of parentheses.
fn inside(pieces: &[Piece]) -> &[Piece] {
    match pieces {
        [open, middle @ .., _] if open.token == Token::LeftParen && closing(pieces, 0) == Some(pieces.len() - 1) => {
            middle
        }
        _ => pieces,
    }
}
