//! Quotients that the notation writes `//`: `k <= n/2`, `floor(n/2)`, `ceil(n/2)`.

use super::super::lexer::Token;
use super::conditions::has_root;
use super::moves::is_relation;
use super::pieces::{Piece, added, closing, outside, rules};
use super::{Asked, Kind};

/// In rules `k <= n/2`, `k > 2*n/3`, `1..n/2` → `//`: a whole number is compared, so the fraction does not matter.
pub(super) fn bounds(pieces: &mut [Piece], asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    let in_rules = rules(pieces);
    for at in 2..pieces.len().saturating_sub(1) {
        if !pieces[at].is_sign("/") || !in_rules.iter().any(|&(open, close)| open < at && at < close) {
            continue;
        }
        let is_product = |p: &&Piece| matches!(p.token, Token::Number | Token::Name | Token::Star);
        let product = pieces[..at].iter().rev().take_while(is_product).count();
        let before = at.checked_sub(product + 1).map(|i| pieces[i].token);
        let is_bound = matches!(before, Some(Token::LessEqual | Token::Greater | Token::Range));
        let divisor = pieces[at + 1].text.parse::<u64>().is_ok_and(|divisor| divisor > 0);
        let ends = pieces.get(at + 2).is_none_or(|p| !p.token.is_operator() && !is_relation(p) && !p.is_sign("/"));
        if product > 0 && is_bound && divisor && ends {
            pieces[at].become_token(Token::Divide, "//");
        }
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
