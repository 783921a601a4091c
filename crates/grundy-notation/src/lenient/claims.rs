//! Claims as people say them.
//!
//! ```text
//! P iff C, C <=> P, the second player wins exactly when C     P: C
//! N iff C, C if and only if the position is won               N: C, which is P: not (C)
//! g = 2 iff C                                                 g = 2 and (C) or g != 2 and not (C)
//! P if C, N otherwise                                         P: C
//! P: n = 3*k for some k                                       P: exists k: n = 3*k
//! g = 0 if n is even, 1 otherwise                             g = 0 if n is even else 1
//! g(n) = g(n-7) for n >= 10                                   period 7 from 3
//! n > 0 and P => C                                            P and n > 0 => C
//! ```
//!
//! Conditions are read in [`super::restrictions`]. All claims are about all positions, so that a quantifier in front of a whole claim
//! says nothing more. One way is never read as both: `P if C` stays an implication.

use grundy_core::number::Nat;

use super::super::lexer::{Token, Word};
use super::pieces::{Piece, added, added_apart, closing, cut, is_one_of, outside};
use super::restrictions::{COMPARING, conditional, quantified, restricted, unless};
use super::winners::{chinese, is_winner, stand, winners};
use super::{Asked, Kind, alternatives};

/// Respells a claim as far as its words go.
pub(super) fn said(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Claim {
        return;
    }
    // no move is told in a claim
    for arrow in pieces.iter_mut().filter(|piece| piece.token == Token::Arrow) {
        arrow.become_token(Token::Implies, "=>");
    }
    chinese(pieces);
    winners(pieces, asked);
    alternatives::both(pieces);
    equivalent(pieces);
    unless(pieces);
    quantified(pieces, asked);
    conditional(pieces);
    restricted(pieces, asked);
    exactly(pieces, asked);
    for_some(pieces);
    repetition(pieces);
    cases(pieces, asked);
}

/// `if and only if`, `<=>`, `exactly when` → `iff`
fn equivalent(pieces: &mut Vec<Piece>) {
    let mut at = 1;
    while at < pieces.len() {
        let signs = |token| pieces.get(at + 1).is_some_and(|p| p.token == token && !p.apart);
        let length = if pieces[at].is_name("iff") || pieces[at].is_sign("⇔") || pieces[at].is_sign("⟺") {
            1
        } else if pieces[at].token == Token::LessEqual && signs(Token::Greater) {
            2
        } else if stand(pieces, at, &["if", "and", "only", "if"]) {
            4
        } else if ["exactly", "precisely"]
            .iter()
            .any(|word| stand(pieces, at, &[word, "when"]) || stand(pieces, at, &[word, "if"]))
        {
            2
        } else {
            at += 1;
            continue;
        };
        let iff = added_apart(Token::Name, "iff", pieces[at].span);
        pieces.splice(at..at + length, [iff]);
        if let Some(next) = pieces.get_mut(at + 1) {
            next.apart = true;
        }
        at += 1;
    }
}

/// `P iff C`, `C iff P` → `P: C`
fn exactly(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let depths = outside(pieces, 0, pieces.len());
    let [iff] = depths.iter().copied().filter(|&at| pieces[at].is_name("iff")).collect::<Vec<_>>()[..] else { return };
    let (left, right) = (pieces[..iff].to_vec(), pieces[iff + 1..].to_vec());
    if left.is_empty() || right.is_empty() {
        return;
    }
    let about = |winner: &Piece, condition: Vec<Piece>| {
        let letter = if is_one_of(winner, &["p"]) { "P" } else { "N" };
        let mut new = vec![added(Token::Upper, letter, winner.span), added(Token::Colon, ":", winner.span)];
        new.extend(condition);
        if let Some(first) = new.get_mut(2) {
            first.apart = true;
        }
        new
    };
    *pieces = match (is_winner(&left), is_winner(&right)) {
        (true, false) => about(&left[0], right),
        (false, true) => about(&right[0], left),
        (true, true) => return,
        (false, false) => {
            let (left, right) = (without_arguments(&left, asked), without_arguments(&right, asked));
            match (is_value(&left), is_value(&right)) {
                (true, false) => both_ways(&left, &right),
                (false, true) => both_ways(&right, &left),
                _ => return,
            }
        }
    };
}

/// Is it `g = e` and nothing more?
fn is_value(side: &[Piece]) -> bool {
    let [g, sign, rest @ ..] = side else { return false };
    let plain =
        |p: &Piece| !matches!(p.token, Token::Word(_) | Token::Comma | Token::Colon | Token::Implies) && !compares(p);
    let depths = outside(rest, 0, rest.len());
    g.is_name("g") && sign.token == Token::Equal && !rest.is_empty() && depths.iter().all(|&at| plain(&rest[at]))
}

/// Is it a sign or a word that compares?
pub(super) fn compares(piece: &Piece) -> bool {
    COMPARING.contains(&piece.token) || matches!(piece.token, Token::Wrong(_)) || is_one_of(piece, &["is"])
}

/// `g(n) = …` → `g = …`
fn without_arguments(pieces: &[Piece], asked: &Asked<'_>) -> Vec<Piece> {
    let mut pieces = pieces.to_vec();
    if let Some(end) = arguments_of_value(&pieces, 0, asked) {
        pieces.drain(1..end);
    }
    pieces
}

/// Where the arguments of `g` end that stands here, if these are the coordinates: `g(a, b)`. Of another place, as in `g(a, 0)`,
/// a claim says nothing.
fn arguments_of_value(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> Option<usize> {
    let opens = pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen);
    if !pieces.get(at)?.is_name("g") || !opens {
        return None;
    }
    let end = closing(pieces, at + 1)? + 1;
    asked.are_coordinates(&pieces[at + 1..end]).then_some(end)
}

/// `g = e` with C → `g = e and (C) or g != e and not (C)`.
fn both_ways(value: &[Piece], condition: &[Piece]) -> Vec<Piece> {
    let near = value[0].span;
    let word = |word, text| added_apart(Token::Word(word), text, near);
    let bracketed = |new: &mut Vec<Piece>| {
        new.push(added_apart(Token::LeftParen, "(", near));
        let first = new.len();
        new.extend_from_slice(condition);
        new[first].apart = false;
        new.push(added(Token::RightParen, ")", near));
    };
    let mut new = value.to_vec();
    new.push(word(Word::And, "and"));
    bracketed(&mut new);
    new.push(word(Word::Or, "or"));
    let second = new.len();
    new.extend_from_slice(value);
    new[second].apart = true;
    new[second + 1].become_token(Token::NotEqual, "!=");
    new.push(word(Word::And, "and"));
    new.push(word(Word::Not, "not"));
    bracketed(&mut new);
    new
}

/// `P: n = 3*k for some k` → `P: exists k: n = 3*k`
fn for_some(pieces: &mut Vec<Piece>) {
    let places = outside(pieces, 0, pieces.len());
    let Some(join) = places.into_iter().rev().find(|&at| pieces[at].is_word(Word::For)) else { return };
    let mut from = join + 1;
    if !pieces.get(from).is_some_and(|p| is_one_of(p, &["some"])) {
        return;
    }
    from += 1;
    while pieces.get(from).is_some_and(|p| is_one_of(p, &["integer", "integers", "natural", "number", "numbers"])) {
        from += 1;
    }
    let names = pieces[from..].to_vec();
    let alternate =
        names.iter().enumerate().all(|(i, p)| p.token == if i % 2 == 0 { Token::Name } else { Token::Comma });
    if names.is_empty() || !alternate {
        return;
    }
    let near = pieces[join].span;
    let start = usize::from(pieces.get(1).is_some_and(|p| p.token == Token::Colon)) * 2;
    let mut new = vec![added_apart(Token::Word(Word::Exists), "exists", near)];
    new.extend(names.into_iter().map(|name| Piece { apart: true, ..name }));
    new.push(added(Token::Colon, ":", near));
    pieces.truncate(join);
    if let Some(first) = pieces.get_mut(start) {
        first.apart = true;
    }
    pieces.splice(start..start, new);
}

/// `g(n) = g(n-7) + 2 for n >= 9` → `period 7 from 2 saltus 2`; restrictions may have been put in front already.
fn repetition(pieces: &mut Vec<Piece>) {
    let (from, rest) = match &pieces[..] {
        [name, sign, bound, arrow, rest @ ..] if arrow.token == Token::Implies && name.token == Token::Name => {
            let Ok(bound) = bound.text.parse::<Nat>() else { return };
            match sign.token {
                Token::GreaterEqual => (Some(bound), rest),
                Token::Greater => (Some(bound + 1u8), rest),
                _ => return,
            }
        }
        rest => (None, rest),
    };
    let texts: Vec<&str> = rest.iter().map(|p| p.text.as_str()).collect();
    let number = |text: &str| text.parse::<Nat>().ok().filter(|n| *n > Nat::ZERO);
    // forwards: g(n+7) = g(n), or back: g(n) = g(n-7)
    let (name, period, back, saltus) = match texts[..] {
        ["g" | "G", "(", n, "+", p, ")", "=", "g" | "G", "(", m, ")", ref saltus @ ..] if n == m => {
            (n, p, false, saltus)
        }
        ["g" | "G", "(", n, ")", "=", "g" | "G", "(", m, "-", p, ")", ref saltus @ ..] if n == m => {
            (n, p, true, saltus)
        }
        _ => return,
    };
    let saltus = match saltus {
        [] => None,
        ["+", s] if number(s).is_some() => Some(*s),
        _ => return,
    };
    // the bound is one of the number that repeats
    if from.is_some() && pieces[0].text != name {
        return;
    }
    // `g(n+7) = g(n)` is read as it stands
    if from.is_none() && !back {
        return;
    }
    let Some(length) = number(period) else { return };
    let from = match from {
        None => Nat::ZERO,
        Some(from) if back && from < length => return,
        Some(from) if back => from - length,
        Some(from) => from,
    };
    let tail = saltus.map_or_else(String::new, |saltus| format!(" saltus {saltus}"));
    let near = rest[0].span;
    let text = format!("period {period} from {from}{tail}");
    let new: Vec<Piece> = cut(&text).into_iter().map(|piece| Piece { span: near, ..piece }).collect();
    *pieces = new;
}

/// `g = 0 if A, 1 if B, 2 otherwise` → `g = 0 if A else 1 if B else 2`
fn cases(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if !matches!(&without_arguments(pieces, asked)[..], [g, sign, ..] if g.is_name("g") && sign.token == Token::Equal) {
        return;
    }
    let places = outside(pieces, 0, pieces.len());
    let separates = |&at: &usize| matches!(pieces[at].token, Token::Comma | Token::Semicolon);
    let breaks: Vec<usize> = places.iter().copied().filter(separates).collect();
    let last = breaks.last().map_or(0, |at| at + 1);
    let is_rest = |p: &Piece| p.is_word(Word::Else) || is_one_of(p, &["otherwise"]);
    let Some(rest) = places.iter().copied().filter(|&at| at >= last).find(|&at| is_rest(&pieces[at])) else { return };
    // each case but the last has its condition
    let mut start = 0;
    for &end in &breaks {
        if !(start..end).any(|at| places.contains(&at) && pieces[at].is_word(Word::If)) {
            return;
        }
        start = end + 1;
    }
    let alone = rest + 1 == pieces.len() || rest == last;
    if !alone && !breaks.is_empty() {
        return;
    }
    // without commas: `0 if n is even otherwise 1`
    if breaks.is_empty() {
        pieces[rest].become_token(Token::Word(Word::Else), "else");
        return;
    }
    for &at in &breaks {
        pieces[at].become_token(Token::Word(Word::Else), "else");
        pieces[at].apart = true;
    }
    pieces.remove(rest);
}

/// What is left to be said with the letters of winners: `p => …`, `n > 0 and P => …`.
pub(super) fn sides(pieces: &mut [Piece], asked: &Asked<'_>) {
    if asked.kind != Kind::Claim {
        return;
    }
    for piece in pieces.iter_mut().filter(|piece| piece.is_name("implies")) {
        piece.become_token(Token::Implies, "=>");
    }
    winner_in_front(pieces);
    // a side that is `P` or `N`; a number alone is none
    for at in 0..pieces.len() {
        let begins = at == 0 || pieces[at - 1].token == Token::Implies;
        let ends = pieces.get(at + 1).is_none_or(|p| p.token == Token::Implies || p.is_word(Word::And));
        for (name, letter) in [("p", "P"), ("n", "N")] {
            if begins && ends && pieces[at].is_name(name) {
                pieces[at].become_token(Token::Upper, letter);
            }
        }
    }
}

/// `n > 0 and P => …` → `P and n > 0 => …`
fn winner_in_front(pieces: &mut [Piece]) {
    let mut start = 0;
    for at in 0..pieces.len() {
        if pieces[at].token == Token::Implies {
            start = at + 1;
            continue;
        }
        let is_winner = ["p", "P", "n", "N"].contains(&&*pieces[at].text) && at >= start + 2;
        let ends = pieces.get(at + 1).is_none_or(|piece| piece.token == Token::Implies);
        let alone = pieces[start..at].iter().all(|piece| !piece.is_word(Word::Or));
        if is_winner && ends && alone && pieces[at - 1].is_word(Word::And) {
            let apart = pieces[start].apart;
            pieces[start..=at].rotate_right(2);
            // what came first is behind `and` now, in front of which the winner stands
            pieces.swap(start, start + 1);
            pieces[start].apart = apart;
            pieces[start + 1].apart = true;
            pieces[start + 2].apart = true;
        }
    }
}

/// `g(n) = …` → `g = …` in a claim, `g(n) <= 8` → `g <= 8`; behind `=>` as well.
pub(super) fn arguments(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Claim {
        return;
    }
    for at in 0..pieces.len() {
        let starts = at == 0 || pieces[at - 1].token == Token::Implies;
        if starts
            && let Some(end) = arguments_of_value(pieces, at, asked)
            && pieces.get(end).is_some_and(|p| COMPARING.contains(&p.token))
        {
            pieces.drain(at + 1..end);
            return;
        }
    }
}

/// `N: …` → `P: not (…)` in a claim.
pub(super) fn winning(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let starts = asked.kind == Kind::Claim && pieces.len() > 2 && pieces[0].is_name("n");
    if starts && pieces[1].token == Token::Colon {
        let (first, last) = (pieces[0].span, pieces[pieces.len() - 1].span);
        pieces[0].become_token(Token::Upper, "P");
        let open = Piece { apart: true, ..added(Token::LeftParen, "(", first) };
        let not = Piece { apart: true, ..added(Token::Word(Word::Not), "not", first) };
        pieces[2].apart = false;
        pieces.splice(2..2, [not, open]);
        pieces.push(added(Token::RightParen, ")", last));
    }
}
