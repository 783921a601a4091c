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
use super::Result;
use super::moves::two_readings;
use super::pieces::{Piece, added, added_apart, closing, outside};
use super::rules::{Rule, ends_clause, rules};

fn is_else(piece: &Piece) -> bool {
    piece.is_name("otherwise") || piece.is_word(Word::Else)
}

/// `if n > 5 then n-1 else n-2`, `if n is even n//2` → `n-1 if n > 5 else n-2`, `n//2 if n is even`
///
/// # Errors
/// Of `if n > 5 then n-1 | n-2` it is open whether the condition is that of both moves: both readings are shown.
pub(super) fn condition_first(pieces: &mut Vec<Piece>) -> Result<()> {
    for rule in rules(pieces).into_iter().rev() {
        let (shallow, close) = (rule.outside(pieces), rule.close);
        // from the last one, so that the places before it stay; a sign stands before each of these
        let mut turned_behind = Vec::new();
        for &first in shallow.iter().rev() {
            let starts = pieces[first].is_word(Word::If)
                && (pieces[first - 1].token == Token::Arrow || is_break(&pieces[first - 1]));
            let Some((then, end)) = shallow.iter().position(|&at| at == first).filter(|_| starts).and_then(|number| {
                let then = then_of(pieces, &shallow[number + 1..])?;
                let ends = |at: usize| at > then && (is_break(&pieces[at]) || is_else(&pieces[at]));
                Some((then, shallow.iter().copied().find(|&at| ends(at)).unwrap_or(close)))
            }) else {
                continue;
            };
            let is_then = usize::from(pieces[then].is_name("then"));
            let (condition, case) = (&pieces[first..=then - is_then], &pieces[then + 1..end]);
            if condition.len() < 2 || case.is_empty() {
                continue;
            }
            let clause = first + case.len();
            let turned = [case, condition].concat();
            let is_open = pieces[end].token == Token::Bar && !turned_behind.contains(&(end + 1));
            let bar = is_open.then_some(end - is_then);
            turned_behind.push(first);
            pieces.splice(first..end, turned);
            if let Some(bar) = bar {
                let close = closing(pieces, rule.open).unwrap_or(pieces.len() - 1);
                let rest = outside(pieces, bar, close);
                let of_this = rest.into_iter().take_while(|&at| pieces[at].token != Token::Semicolon);
                let bars: Vec<usize> = of_this.filter(|&at| pieces[at].token == Token::Bar).collect();
                return Err(two_readings(pieces, Rule { close, ..rule }, (&bars, bars.len()), clause));
            }
        }
    }
    Ok(())
}

fn is_break(piece: &Piece) -> bool {
    matches!(piece.token, Token::Semicolon | Token::Comma | Token::Bar)
}

/// Where the condition ends that goes on here: at `then`, or behind a kind of numbers.
fn then_of(pieces: &[Piece], shallow: &[usize]) -> Option<usize> {
    let ends = |at: usize| {
        let is_kind = ["even", "odd", "prime"].iter().any(|kind| pieces[at].is_name(kind));
        let goes_on = pieces.get(at + 1).is_some_and(|p| matches!(p.token, Token::Word(_)) || p.is_name("then"));
        pieces[at].is_name("then") || is_kind && !goes_on
    };
    let stops = |at: usize| is_break(&pieces[at]) || is_else(&pieces[at]) || pieces[at].is_word(Word::If);
    shallow.iter().copied().find(|&at| ends(at) || stops(at)).filter(|&at| ends(at))
}

/// `n-1 unless n = 5` → `n-1 if not (n = 5)`
pub(super) fn unless(pieces: &mut Vec<Piece>) {
    if !pieces.iter().any(|p| p.is_name("unless")) {
        return;
    }
    for rule in rules(pieces).into_iter().rev() {
        let shallow = rule.outside(pieces);
        let ends = |at: usize| ends_clause(&pieces[at]) || pieces[at].is_word(Word::Else);
        let [unless] = shallow.iter().copied().filter(|&at| pieces[at].is_name("unless")).collect::<Vec<_>>()[..]
        else {
            continue;
        };
        let end = shallow.iter().copied().find(|&at| at > unless && ends(at)).unwrap_or(rule.close);
        let start = rule.move_around(pieces, unless).start;
        let has_condition = pieces[start..unless].iter().any(|p| p.is_word(Word::If));
        // a comma or a bar may end the condition, or begin another move
        let is_open = |at: usize| matches!(pieces[at].token, Token::Comma | Token::Bar);
        if end == unless + 1 || has_condition || shallow.iter().any(|&at| unless < at && at < end && is_open(at)) {
            continue;
        }
        let near = pieces[unless].span;
        pieces.insert(end, added(Token::RightParen, ")", near));
        pieces[unless + 1].apart = false;
        let new = [
            added_apart(Token::Word(Word::If), "if", near),
            added_apart(Token::Word(Word::Not), "not", near),
            added_apart(Token::LeftParen, "(", near),
        ];
        pieces.splice(unless..=unless, new);
    }
}

/// Gives each other case its condition.
pub(super) fn cases(pieces: &mut Vec<Piece>) {
    if !pieces.iter().any(is_else) {
        return;
    }
    for rule in rules(pieces).into_iter().rev() {
        if let Some(new) = respelt(pieces, rule) {
            pieces.splice(rule.open + 1..rule.close, new);
        }
    }
}

/// The inside of a rule whose last move is the other case.
fn respelt(pieces: &[Piece], rule: Rule) -> Option<Vec<Piece>> {
    let Rule { open, arrow, close } = rule;
    let (first_move, shallow) = (arrow + 1, rule.moves(pieces));
    let mut others = shallow.iter().copied().filter(|&at| is_else(&pieces[at]));
    let (other, None) = (others.next()?, others.next()) else { return None };
    let in_loop = |from: usize, to: usize| pieces[from..to].iter().any(|p| p.is_word(Word::For));
    // `; X otherwise` and `; otherwise X` are moves of their own, `… if C else X` ends one
    let before = shallow.iter().copied().rfind(|&at| is_break(&pieces[at]) && at < other);
    let last = close - 1;
    let (end, case) = match before {
        Some(at) if other == last => (at, &pieces[at + 1..last]),
        Some(at) if other == at + 1 => (at, &pieces[other + 1..close]),
        // behind other moves it is open whether these are excluded as well
        None if other < last => (other, &pieces[other + 1..close]),
        _ => return None,
    };
    // of several moves it is open which of them are the other case
    let several = outside(case, 0, case.len()).iter().any(|&at| is_break(&case[at]));
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
