//! Claims whose subject is a kind of numbers, or a list of them.
//!
//! ```text
//! multiples of 4 lose, every even n is a P-position    n is a multiple of 4 => P
//! the losing positions are the multiples of 4          P iff n is a multiple of 4
//! all P-positions are multiples of 4                    P => n is a multiple of 4
//! P-positions: 0, 4, 8, …                              P iff n in {0,4,8,…}
//! P = {n : n mod 4 = 0}                                P iff n mod 4 = 0
//! ```
//!
//! `P-positions are multiples of 4` may leave out some of them: both readings are shown.

use grundy_core::error::{Diagnostic, FaultCode};

use super::pieces::{Piece, added, added_apart, closing, expression_behind, is_one_of, joined};
use super::sets;
use super::stones::whole;
use super::{Asked, Kind, Result};
use crate::Span;
use crate::lexer::{Token, Word};

/// Words that say that all are meant, and no others.
const EXACTLY: &[&str] = &["exactly", "precisely", "just"];

/// Respells such a claim about one heap.
///
/// # Errors
/// It is open whether all of the numbers are meant.
pub(super) fn sentences(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if asked.kind != Kind::Claim || asked.coordinates != 1 {
        return Ok(());
    }
    let Some(name) = asked.variables.first() else { return Ok(()) };
    members(pieces, name);
    positions(pieces, name)
}

/// `multiples of 4 lose`
fn members(pieces: &mut Vec<Piece>, name: &str) {
    let quantifiers = pieces
        .iter()
        .take_while(|p| is_one_of(p, &["all", "every", "each", "any", "the", "only"]) || is_one_of(p, EXACTLY));
    let from = quantifiers.count();
    let found = (from + 1..pieces.len()).find_map(|at| Some((at, verdict(&pieces[at..])?)));
    let Some((end, previous)) = found else { return };
    let Some(condition) = kind(&pieces[from..end], name) else { return };
    let near = pieces[end].span;
    let winner = letter(previous, near);
    let says = |words: &[&str]| pieces[..from].iter().any(|p| is_one_of(p, words));
    // `6 is the losing position`: there is no other
    let are_all = pieces.get(end + 1).is_some_and(|p| p.is_name("the"));
    *pieces = if says(EXACTLY) || are_all {
        both(winner, condition, near)
    } else if says(&["only"]) {
        one_way(vec![winner], condition, near)
    } else {
        one_way(condition, vec![winner], near)
    };
}

/// `the losing positions are the multiples of 4`, `P = multiples of 4`
///
/// # Errors
/// It is open whether all of the numbers are meant.
fn positions(pieces: &mut Vec<Piece>, name: &str) -> Result<()> {
    let front = pieces.iter().take_while(|p| is_one_of(p, &["the", "all", "every", "each"])).count();
    let Some((previous, words)) = winner(&pieces[front..]) else { return Ok(()) };
    let sign = front + words;
    let is = pieces.get(sign).is_some_and(|p| is_one_of(p, &["are", "is"]));
    if !is && !pieces.get(sign).is_some_and(|p| matches!(p.token, Token::Colon | Token::Equal)) {
        return Ok(());
    }
    let fillers = ["all", "the", "those", "a", "an"];
    let told = pieces[sign + 1..].iter().take_while(|p| is_one_of(p, &fillers) || is_one_of(p, EXACTLY));
    let from = sign + 1 + told.count();
    let typed = &pieces[from..];
    let list = typed.first().is_some_and(|p| p.token == Token::Number || p.token == Token::LeftBrace);
    let single = typed.len() == 1;
    let Some(condition) = kind(typed, name).filter(|_| !single || typed[0].token == Token::Name) else { return Ok(()) };
    let near = pieces[sign].span;
    let says = |pieces: &[Piece], words: &[&str]| pieces.iter().any(|p| is_one_of(p, words));
    let behind = &pieces[sign + 1..from];
    if !is || list || says(behind, EXACTLY) || says(behind, &["the", "those"]) {
        *pieces = both(letter(previous, near), condition, near);
        return Ok(());
    }
    // each of them is one, and others may be as well
    if says(&pieces[..front], &["all", "every", "each"]) {
        *pieces = one_way(vec![letter(previous, near)], condition, near);
        return Ok(());
    }
    let (sure, said) = (joined(&condition).text().trim().to_owned(), if previous { "P" } else { "N" });
    let (all, some) = (format!("{said} iff {sure}"), format!("{said} => {sure}"));
    let message = format!("`{}` can be read in two ways: `{all}`, or `{some}`", joined(pieces).text());
    let fault = Diagnostic::parse(whole(pieces), message).suggest(format!("{all} or {some}"));
    Err(Box::new(fault.coded(FaultCode::TwoReadings)))
}

fn letter(previous: bool, near: Span) -> Piece {
    added_apart(Token::Upper, if previous { "P" } else { "N" }, near)
}

fn both(winner: Piece, condition: Vec<Piece>, near: Span) -> Vec<Piece> {
    [winner, added_apart(Token::Name, "iff", near)].into_iter().chain(condition).collect()
}

fn one_way(condition: Vec<Piece>, claim: Vec<Piece>, near: Span) -> Vec<Piece> {
    condition.into_iter().chain([added_apart(Token::Implies, "=>", near)]).chain(claim).collect()
}

/// `lose`, `are losing`, `is a P-position`, and nothing behind: does the player to move lose?
fn verdict(words: &[Piece]) -> Option<bool> {
    let (first, rest) = words.split_first()?;
    if is_one_of(first, &["are", "is"]) {
        let fillers = rest.iter().take_while(|p| is_one_of(p, &["all", "a", "an", "always", "the"])).count();
        return winner(&rest[fillers..])
            .filter(|(_, length)| fillers + length == rest.len())
            .map(|(previous, _)| previous);
    }
    let loses = is_one_of(first, &["lose", "loses"]);
    (rest.is_empty() && (loses || is_one_of(first, &["win", "wins"]))).then_some(loses)
}

/// `losing positions`, `P-position`, `P`: does the player to move lose, and how many words are it?
fn winner(words: &[Piece]) -> Option<(bool, usize)> {
    let first = words.first()?;
    let previous = is_one_of(first, &["losing", "lost", "cold"]);
    let upper = first.token == Token::Upper && is_one_of(first, &["p", "n"]);
    if !previous && !upper && !is_one_of(first, &["winning", "won"]) {
        return None;
    }
    let dash = usize::from(upper && words.get(1).is_some_and(|p| p.token == Token::Minus));
    let named = words.get(1 + dash).is_some_and(|p| is_one_of(p, &["position", "positions"]));
    (named || dash == 0).then(|| (previous || first.is_name("p"), 1 + if named { dash + 1 } else { 0 }))
}

/// The condition of a kind of numbers: `multiples of 4`, `even numbers`, `0, 4, 8, …`, `{n : n % 4 = 0}`.
fn kind(words: &[Piece], name: &str) -> Option<Vec<Piece>> {
    let near = words.first()?.span;
    let word = |text: &str| {
        let token = Word::of(text).map_or(Token::Name, Token::Word);
        added_apart(token, text, near)
    };
    let of = |front: &[&str], rest: &[Piece]| {
        let mut new: Vec<Piece> = [name].iter().chain(front).map(|text| word(text)).collect();
        let behind = new.len();
        new.extend_from_slice(rest);
        if let Some(first) = new.get_mut(behind) {
            first.apart = true;
        }
        new
    };
    match words {
        [multiples, of_, factor @ ..] if is_one_of(multiples, &["multiple", "multiples"]) && of_.is_name("of") => {
            let number = matches!(factor, [one] if sets::figures(one).is_some());
            (number || expression_behind(factor, 0) == Some(factor.len()))
                .then(|| of(&["is", "a", "multiple", "of"], factor))
        }
        [numbers, divisible, by, factor @ ..]
            if (is_noun(numbers) || numbers.is_name(name))
                && divisible.is_name("divisible")
                && by.is_word(Word::By) =>
        {
            (expression_behind(factor, 0) == Some(factor.len())).then(|| of(&["is", "divisible", "by"], factor))
        }
        [divisible, by, factor @ ..] if divisible.is_name("divisible") && by.is_word(Word::By) => {
            (expression_behind(factor, 0) == Some(factor.len())).then(|| of(&["is", "divisible", "by"], factor))
        }
        [parity, noun] if is_one_of(parity, &["even", "odd"]) && (is_noun(noun) || noun.is_name(name)) => {
            Some(of(&["is"], &words[..1]))
        }
        [open, inner @ .., _] if open.token == Token::LeftBrace && closing(words, 0) == Some(words.len() - 1) => {
            match inner {
                [variable, sign, condition @ ..]
                    if variable.is_name(name)
                        && matches!(sign.token, Token::Colon | Token::Bar)
                        && !condition.is_empty() =>
                {
                    Some(condition.to_vec())
                }
                _ => Some(of(&["in"], words)),
            }
        }
        [number] if number.token == Token::Number => Some(vec![
            added_apart(Token::Name, name, near),
            added_apart(Token::Equal, "=", near),
            Piece { apart: true, ..number.clone() },
        ]),
        _ if is_list(words) => {
            let mut set = vec![added_apart(Token::LeftBrace, "{", near)];
            set.extend_from_slice(words);
            set.push(added(Token::RightBrace, "}", near));
            set[1].apart = false;
            Some(of(&["in"], &set))
        }
        _ => {
            let (_, length) = sets::named(words, false)?;
            (length == words.len()).then(|| of(&["is"], words))
        }
    }
}

fn is_noun(piece: &Piece) -> bool {
    is_one_of(piece, &["number", "numbers", "heap", "heaps", "position", "positions", "integers", "sizes"])
}

/// `0, 4, 8, …`: numbers with commas between them, points at the end.
fn is_list(words: &[Piece]) -> bool {
    let points = |p: &Piece| p.is_sign("...") || p.is_sign("…");
    words[0].token == Token::Number
        && words.iter().enumerate().all(|(i, p)| match i % 2 {
            0 => p.token == Token::Number || points(p) && i + 1 == words.len(),
            _ => p.token == Token::Comma && i + 1 < words.len(),
        })
}
