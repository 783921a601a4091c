//! Letters whose numbers are told behind: `n stones, take 1 to 3, where n = 17`, `take[1..m] n=21, m=3`, `wythoff a=3, b=5`.

use super::heaps::STONES;
use super::pieces::{Piece, added, folded, is_one_of};
use super::rules::{Rule, rules};
use super::{Asked, Kind};
use crate::Span;
use crate::lexer::{Token, Word};

/// Letters of a heap.
const HEAPS: [&str; 3] = ["n", "N", "x"];
/// Letters of several places, in their order.
const PLACES: [&[&str]; 2] = [&["a", "b", "c", "d"], &["x", "y", "z"]];

/// A letter with its number: `m = 3`.
struct Told {
    letter: String,
    number: Piece,
}

/// Puts the numbers that are told behind a game in the places of its letters. A letter that does not occur is its heap, and `a` and
/// `b`, or `x` and `y`, are its places: what could be another letter of the rule is left alone.
pub(super) fn values(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let is_game = pieces.get(first).is_some_and(|p| match p.token {
        Token::Name | Token::Upper => asked.is_game(&folded(&p.text)),
        token => token == Token::LeftBrace,
    });
    if asked.kind != Kind::Position || !is_game {
        return;
    }
    let Some((kept, told)) = told_behind(pieces) else { return };
    // of several rules each has letters of its own
    if rules(&pieces[..kept]).len() > 1 {
        return;
    }
    let bound = bound(&pieces[..kept]);
    let uses = |told: &Told| {
        let is_it =
            |at: &usize| matches!(pieces[*at].token, Token::Name | Token::Upper) && pieces[*at].text == told.letter;
        (first + 1..kept).filter(is_it).collect::<Vec<usize>>()
    };
    let (mut replaced, mut places) = (Vec::new(), Vec::new());
    for one in &told {
        match (bound.iter().find(|(name, _)| *name == one.letter), uses(one)) {
            // the heap of the rule has its number
            (Some((_, true)), _) => places.push(one),
            (Some((_, false)), _) => return,
            (None, uses) if uses.is_empty() => places.push(one),
            (None, uses) => replaced.extend(uses.into_iter().map(|at| (at, one.number.clone()))),
        }
    }
    // in the order in which the rule has them
    let in_rule = |letter: &str| bound.iter().position(|(name, _)| name == letter);
    places.sort_by_key(|one| (in_rule(&one.letter), one.letter.clone()));
    let letters: Vec<&str> = places.iter().map(|one| &*one.letter).collect();
    let of_rule = bound.iter().filter(|(_, is_place)| *is_place).count();
    let fits = match &letters[..] {
        [] => true,
        [letter] => of_rule <= 1 && (HEAPS.contains(letter) || bound.iter().any(|(name, _)| name == letter)),
        several if of_rule > 0 => several.len() == of_rule && several.iter().all(|letter| in_rule(letter).is_some()),
        several => PLACES.iter().any(|all| all.starts_with(several)),
    };
    let is_placed = pieces[kept - 1].token == Token::RightParen;
    let is_sum = pieces[..kept].iter().any(|p| p.token == Token::Plus) && bound.is_empty();
    if !fits || !places.is_empty() && (is_placed || is_sum) {
        return;
    }
    let end = pieces[kept].span.start;
    let sign = |token, text| added(token, text, Span::new(end, end));
    let mut behind = Vec::new();
    for (at, one) in places.iter().enumerate() {
        behind.push(if at == 0 { sign(Token::LeftParen, "(") } else { sign(Token::Comma, ",") });
        behind.push(Piece { apart: at > 0, ..one.number.clone() });
    }
    behind.extend((!places.is_empty()).then(|| sign(Token::RightParen, ")")));
    pieces.truncate(kept);
    for (at, number) in replaced {
        pieces[at] = Piece { apart: pieces[at].apart, ..number };
    }
    pieces.extend(behind);
}

/// The numbers at the end, and how many pieces stand before them and the words that introduce them.
fn told_behind(pieces: &[Piece]) -> Option<(usize, Vec<Told>)> {
    let is_end = |p: &Piece| p.is_full_stop() || p.is_sign("。");
    let stop = |p: &Piece| {
        let is_comma = matches!(p.token, Token::Comma | Token::Semicolon);
        is_comma || is_end(p) || p.is_name("and") || p.is_word(Word::And)
    };
    let mut end = pieces.len() - usize::from(pieces.last().is_some_and(is_end));
    let mut told: Vec<Told> = Vec::new();
    while let [before @ .., letter, equal, number] = &pieces[..end]
        && matches!(letter.token, Token::Name | Token::Upper)
        && equal.token == Token::Equal
        && number.token == Token::Number
    {
        if told.iter().any(|one| one.letter == letter.text) {
            return None;
        }
        told.push(Told { letter: letter.text.clone(), number: number.clone() });
        end = before.len() - before.iter().rev().take_while(|p| stop(p)).count();
    }
    let words = pieces[..end].iter().rev().take_while(|p| is_one_of(p, &["where", "with", "for", "if", "let"])).count();
    let kept = end - words;
    let kept = kept - pieces[..kept].iter().rev().take_while(|p| stop(p)).count();
    (kept > 0 && !told.is_empty()).then_some((kept, told))
}

/// The names that rules in braces bind, and whether each is a place: what stands before an arrow is, what follows `for` is not.
fn bound(pieces: &[Piece]) -> Vec<(String, bool)> {
    let mut names = Vec::new();
    for Rule { open, arrow, close } in rules(pieces) {
        let is_name = |p: &&Piece| matches!(p.token, Token::Name | Token::Upper);
        names.extend(pieces[open..arrow].iter().filter(is_name).map(|p| (p.text.clone(), true)));
        let behind_for = (open..close).filter(|&at| pieces[at].is_word(Word::For)).map(|at| &pieces[at + 1]);
        names.extend(behind_for.filter(is_name).map(|p| (p.text.clone(), false)));
    }
    names
}

/// Puts the number in the place of the letter.
pub(super) fn sizes(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let end = pieces.len() - usize::from(pieces.last().is_some_and(Piece::is_full_stop));
    let [before @ .., letter, equal, number] = &pieces[..end] else { return };
    let is_told = is_one_of(letter, &["n", "x"]) && equal.token == Token::Equal && number.token == Token::Number;
    let words = before.iter().rev().take_while(|p| is_one_of(p, &["where", "with", "for", "if", "and", "let"])).count();
    let stop = |p: &Piece| matches!(p.token, Token::Comma | Token::Semicolon) || p.is_full_stop();
    let before = &before[..before.len() - words];
    let stops = before.iter().rev().take_while(|p| stop(p)).count();
    if asked.kind != Kind::Position || !is_told || words + stops == 0 {
        return;
    }
    let (kept, number, letter) = (before.len() - stops, number.clone(), letter.text.clone());
    let heap = |at: &usize| pieces[*at].text == letter && is_one_of(&pieces[at + 1], STONES);
    let mut heaps = (0..kept.saturating_sub(1)).filter(heap);
    let (Some(heap), None) = (heaps.next(), heaps.next()) else { return };
    pieces.truncate(kept);
    pieces[heap] = Piece { apart: pieces[heap].apart, ..number };
}
