//! Who wins, in the words of claims: `the second player wins`, `n is a P-position`, `先手必败`.

use super::super::lexer::Token;
use super::Asked;
use super::pieces::{Piece, added, closing, cut, is_one_of, opening};
use crate::lexer::Word;

/// Who wins, in words: `true` is for the player who moved there, the previous one. Longer phrases stand first.
const WINNERS: &[(&[&str], bool)] = &[
    (&["second", "player", "wins"], true),
    (&["second", "player", "loses"], false),
    (&["previous", "player", "wins"], true),
    (&["previous", "player", "loses"], false),
    (&["first", "player", "wins"], false),
    (&["first", "player", "loses"], true),
    (&["next", "player", "wins"], false),
    (&["next", "player", "loses"], true),
    (&["player", "to", "move", "wins"], false),
    (&["player", "to", "move", "loses"], true),
    (&["player", "to", "move", "can", "win"], false),
    (&["first", "player", "always", "wins"], false),
    (&["second", "player", "always", "wins"], true),
    (&["first", "player", "has", "a", "winning", "strategy"], false),
    (&["second", "player", "has", "a", "winning", "strategy"], true),
    (&["first", "wins"], false),
    (&["first", "loses"], true),
    (&["second", "wins"], true),
    (&["second", "loses"], false),
    // who is asked moves first, and so does Alice
    (&["you", "win"], false),
    (&["you", "lose"], true),
    (&["i", "win"], false),
    (&["i", "lose"], true),
    (&["we", "win"], false),
    (&["we", "lose"], true),
    (&["alice", "wins"], false),
    (&["alice", "loses"], true),
    (&["bob", "wins"], true),
    (&["bob", "loses"], false),
    (&["losing"], true),
    (&["lost"], true),
    (&["winning"], false),
    (&["won"], false),
];

/// The same in Chinese, and the words that join a claim.
const CHINESE: &[(&str, &str)] = &[
    ("当且仅当", "iff"),
    ("先手必败", "P"),
    ("先手必输", "P"),
    ("先手输", "P"),
    ("后手必胜", "P"),
    ("后手必赢", "P"),
    ("先手必胜", "N"),
    ("先手必赢", "N"),
    ("先手赢", "N"),
    ("后手必败", "N"),
    ("必败态", "P"),
    ("必败", "P"),
    ("必胜态", "N"),
    ("必胜", "N"),
    ("是", "is"),
    ("为", "is"),
    ("如果", "if"),
    ("若", "if"),
    ("能被", "is divisible by"),
    ("整除", ""),
    ("的倍数", "times_of"),
    ("奇数", "odd"),
    ("偶数", "even"),
    ("当", "if"),
    ("那么", "then"),
    ("则", "then"),
    ("时", "then"),
];

/// Cuts runs of Chinese letters into the words of a claim; what has another word in it stays whole.
pub(super) fn chinese(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at < pieces.len() {
        let (mut rest, mut words) = (pieces[at].text.as_str(), Vec::new());
        while let Some((word, plain)) = CHINESE.iter().find(|(word, _)| rest.starts_with(word)) {
            words.push(*plain);
            rest = &rest[word.len()..];
        }
        if words.is_empty() || !rest.is_empty() {
            at += 1;
            continue;
        }
        // `是 3 的倍数`
        if words[0] == "times_of" && at > 1 && pieces[at - 2].is_name("is") {
            words.remove(0);
            let near = pieces[at].span;
            let multiple = cut("a multiple of").into_iter().map(|piece| Piece { span: near, apart: true, ..piece });
            pieces.splice(at - 1..at - 1, multiple);
            at += 3;
        }
        let near = pieces[at].span;
        let plain = words.into_iter().flat_map(cut);
        let new: Vec<Piece> = plain.map(|piece| Piece { span: near, apart: true, ..piece }).collect();
        let count = new.len();
        pieces.splice(at..=at, new);
        at += count;
        if let Some(next) = pieces.get_mut(at) {
            next.apart = true;
        }
    }
}

/// Is it the letter of a winner, alone as a side of a claim?
pub(super) fn is_winner(side: &[Piece]) -> bool {
    matches!(side, [letter] if is_one_of(letter, &["p", "n"]))
}

/// Do these words stand here?
pub(super) fn stand(pieces: &[Piece], at: usize, words: &[&str]) -> bool {
    words.iter().enumerate().all(|(i, word)| pieces.get(at + i).is_some_and(|p| is_one_of(p, &[word])))
}

/// `a losing position` → `P`
pub(super) fn winners(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at < pieces.len() {
        // `P-position`, `N positions`
        let letter = is_one_of(&pieces[at], &["p", "n"]);
        let dash = usize::from(pieces.get(at + 1).is_some_and(|p| p.token == Token::Minus));
        let called = pieces.get(at + 1 + dash).is_some_and(|p| is_one_of(p, &["position", "positions"]));
        let found = match WINNERS.iter().find(|(words, _)| stand(pieces, at, words)) {
            Some((words, previous)) => Some((words.len(), *previous)),
            None if letter && called => Some((1 + dash, pieces[at].is_name("p"))),
            None if let Some(previous) = alone(pieces, at, asked) => Some((1, previous)),
            // `n is P`
            None if pieces[at].token == Token::Upper && letter && sentence_before(pieces, at, asked) + 1 < at => {
                Some((1, pieces[at].is_name("p")))
            }
            None => None,
        };
        let Some((length, previous)) = found else {
            at += 1;
            continue;
        };
        let mut end = at + length;
        if pieces.get(end).is_some_and(|p| is_one_of(p, &["position", "positions"])) {
            end += 1;
        }
        // `P(n)`, of all places
        if let Some(close) = pieces.get(end).filter(|p| p.token == Token::LeftParen).and_then(|_| closing(pieces, end))
            && pieces[at].token == Token::Upper
            && asked.are_coordinates(&pieces[end..=close])
        {
            end = close + 1;
        }
        let start = place_before(pieces, at, asked).unwrap_or_else(|| sentence_before(pieces, at, asked));
        let near = pieces[at].span;
        let letter =
            Piece { apart: pieces[start].apart, ..added(Token::Upper, if previous { "P" } else { "N" }, near) };
        pieces.splice(start..end, [letter]);
        at = start + 1;
        if let Some(next) = pieces.get_mut(at) {
            next.apart = true;
        }
    }
}

/// `lose iff n is even`, `n loses`, `n in P`, `P(n)`: one word for who wins; does the player to move lose?
fn alone(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> Option<bool> {
    let piece = &pieces[at];
    let has_place = place_before(pieces, at, asked).is_some();
    if piece.token == Token::Upper && is_one_of(piece, &["p", "n"]) {
        let called = pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen && !p.apart)
            && closing(pieces, at + 1).is_some_and(|close| asked.are_coordinates(&pieces[at + 1..=close]));
        return (has_place || called).then(|| piece.is_name("p"));
    }
    let loses = is_one_of(piece, &["lose", "loses"]);
    let joins = |p: &Piece| {
        let words =
            ["iff", "if", "when", "whenever", "unless", "then", "else", "otherwise", "only", "exactly", "precisely"];
        matches!(p.token, Token::Comma | Token::Colon | Token::Semicolon | Token::Question | Token::Implies)
            || is_one_of(p, &words)
            || p.is_sign("⇔")
            || p.is_sign("⟺")
    };
    let begins = at == 0 || joins(&pieces[at - 1]) || has_place;
    let ends = pieces.get(at + 1).is_none_or(joins);
    (begins && ends && (loses || is_one_of(piece, &["win", "wins"]))).then_some(loses)
}

/// Where the place begins of which `loses` or `in P` tells: `n loses`, `(a,b) in P`.
fn place_before(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> Option<usize> {
    let within = usize::from(pieces[at].token == Token::Upper);
    let last = at.checked_sub(1 + within)?;
    if within > 0 && !pieces[at - 1].is_word(Word::In) || within == 0 && !is_one_of(&pieces[at], &["loses", "wins"]) {
        return None;
    }
    let from = if pieces[last].token == Token::RightParen { opening(pieces, last)? } else { last };
    asked.are_coordinates(&pieces[from..=last]).then_some(from)
}

/// Where the sentence begins that ends here: `n is a`, `the position (a,b) is`, `a`.
fn sentence_before(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> usize {
    let before = |at: usize, words: &[&str]| at > 0 && is_one_of(&pieces[at - 1], words);
    let mut start = at - usize::from(before(at, &["a", "an", "the"]));
    if !before(start, &["is", "are"]) {
        return start;
    }
    let is = start - 1;
    // of another place, as `(a, 0)`, the claim would say nothing: then the sentence stays, and is refused
    let subject = match is.checked_sub(1).map(|last| (last, pieces[last].token)) {
        Some((last, Token::RightParen)) => opening(pieces, last),
        Some((last, Token::Name | Token::Upper)) if !is_one_of(&pieces[last], &["position", "positions", "it"]) => {
            Some(last)
        }
        _ => None,
    };
    start = match subject {
        Some(from) if asked.are_coordinates(&pieces[from..is]) => from,
        Some(_) => return at,
        None => is - usize::from(before(is, &["it"])),
    };
    if before(start, &["position", "positions"]) {
        start -= 1;
    }
    start - usize::from(before(start, &["a", "the", "every", "all"]))
}
