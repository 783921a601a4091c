//! Words around a question that do not change it: `who wins nim 3 4 5`, `is nim(3,4,5) a win?`.

use super::super::lexer::Token;
use super::heaps::HEAPS;
use super::pieces::{Piece, folded, is_one_of};
use super::{Asked, Kind};

/// What a question may begin with.
const OPENINGS: &[&str] = &[
    "who", "what", "is", "winner", "winning", "best", "value", "find", "of", "does", "can", "sg", "how", "should",
    "do", "why", "nimber", "will", "would", "tell", "show", "evaluate", "calculate", "compute", "analyse", "analyze",
    "求", "求解", "计算", "请问", "先手", "sg值", "求sg值", "求sg函数值", "求必胜走法",
];

/// What may stand in front of the name of a game.
const ARTICLES: &[&str] = &["the", "a", "game", "of", "play", "solve"];

/// What may follow these, in any order.
const FILLERS: &[&str] = &[
    "number", "wins", "win", "move", "moves", "the", "in", "at", "for", "from", "player", "first", "i", "position",
    "with", "optimal", "to", "go", "play", "second", "want", "it", "better", "good", "you", "one", "me", "game",
    "strategy", "are",
];

/// What a question may end with.
const ENDINGS: &[&str] = &[
    "a", "an", "win", "loss", "winning", "losing", "won", "lost", "lose", "wins", "who", "position", "for", "the",
    "first", "second", "player", "n", "p", "的sg值", "的值", "谁赢", "谁胜",
];

/// What a question may end with in Chinese, whatever it begins with.
const BEHIND: &[&str] =
    &["必胜走法", "的必胜走法", "必胜策略", "的必胜策略", "sg值", "的sg值", "sg函数值", "的sg函数值", "谁赢", "谁胜"];

/// What a sentence that asks who wins may begin with.
const ASKING: &[&str] = &["does", "can", "will", "is", "who", "has"];

/// Takes away the words around a position, and a question mark behind it.
pub(super) fn around(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Position || pieces.is_empty() {
        return;
    }
    let asks = match pieces.as_slice() {
        [.., last, mark] => mark.token == Token::Question && !mark.apart && last.token != Token::Comma,
        _ => false,
    };
    // `4.?` and `(?)` are something else
    let ended = |p: &Piece| matches!(p.token, Token::RightParen | Token::Number | Token::Text | Token::Name);
    if asks && pieces.len().checked_sub(2).is_some_and(|at| ended(&pieces[at])) {
        pieces.pop();
    }
    asking(pieces);
    if let [.., last, end] = pieces.as_slice()
        && end.apart
        && ended(last)
        && is_one_of(end, BEHIND)
    {
        pieces.pop();
    }
    value_of(pieces);
    if let [.., last, equal, mark] = pieces.as_slice()
        && (equal.token, mark.token) == (Token::Equal, Token::Question)
        && ended(last)
    {
        pieces.truncate(pieces.len() - 2);
    }
    let first = usize::from(folded(&pieces[0].text) == "misere");
    let articles = pieces[first..].iter().take_while(|p| is_one_of(p, ARTICLES) && !asked.is_game(&p.text)).count();
    let named = first + articles;
    if pieces.get(named).is_some_and(|p| asked.is_game(&folded(&p.text)) || is_one_of(p, HEAPS)) {
        pieces.drain(first..named);
        pieces[first].apart = first > 0;
    }
    let starts = pieces.first().is_some_and(|p| is_one_of(p, OPENINGS)) && !is_called(pieces, 0);
    let grundy = |pieces: &[Piece], at: usize| {
        pieces[at].is_name("grundy") && pieces.get(at + 1).is_some_and(|p| is_one_of(p, &["value", "number"]))
    };
    let mut words = 0;
    if starts || grundy(pieces, 0) {
        let is_filler = |p: &Piece| (is_one_of(p, OPENINGS) || is_one_of(p, FILLERS)) && !asked.is_game(&p.text);
        let filler = |at: usize| grundy(pieces, at) || is_filler(&pieces[at]);
        words = (0..pieces.len()).take_while(|&at| filler(at) && !is_called(pieces, at)).count();
    }
    let ends_with_who = pieces.len() > 2 && pieces[pieces.len() - 2].is_name("who");
    if words == pieces.len() || words == 0 && !ends_with_who {
        return;
    }
    let is_sentence = |p: &Piece| p.token == Token::Comma || p.is_full_stop();
    pieces.drain(..words);
    // `Who wins? 21 stones, …`
    if words > 0 && pieces.len() > 1 && matches!(pieces[0].token, Token::Question | Token::Colon) {
        pieces.remove(0);
    }
    while pieces.len() > 1 && pieces[pieces.len() - 1].apart && is_one_of(&pieces[pieces.len() - 1], ENDINGS) {
        pieces.pop();
    }
    // `…. Who wins?`
    while ends_with_who && pieces.len() > 1 && pieces.last().is_some_and(is_sentence) {
        pieces.pop();
    }
    pieces[0].apart = false;
}

/// Takes away a sentence at the end that asks who wins: `…. Does the first player win`.
fn asking(pieces: &mut Vec<Piece>) {
    let is_sentence = |p: &Piece| p.token == Token::Comma || p.is_full_stop();
    let Some(stop) = pieces.iter().rposition(is_sentence).filter(|stop| *stop > 0) else { return };
    let words = &pieces[stop + 1..];
    let asks = words.first().is_some_and(|p| is_one_of(p, ASKING));
    let all = words.iter().all(|p| {
        is_one_of(p, ASKING)
            || is_one_of(p, FILLERS)
            || is_one_of(p, ENDINGS)
            || is_one_of(p, &["have", "strategy", "force"])
    });
    if asks && all && words.iter().any(|p| is_one_of(p, &["win", "wins", "winning"])) {
        pieces.truncate(stop);
    }
}

/// `sg(nim(3))`: the parentheses go with the word, if a position with places of its own stands between them.
fn value_of(pieces: &mut Vec<Piece>) {
    let [word, open, inside @ .., close] = pieces.as_slice() else { return };
    let is_pair = (open.token, close.token) == (Token::LeftParen, Token::RightParen) && !open.apart;
    if !is_pair || !is_one_of(word, &["sg"]) {
        return;
    }
    let mut depth = 0i32;
    let closes_early = inside.iter().any(|p| {
        depth += i32::from(p.token == Token::LeftParen) - i32::from(p.token == Token::RightParen);
        depth < 0
    });
    let has_places = inside.first().is_some_and(|p| p.token != Token::LeftParen)
        && inside.iter().any(|p| p.token == Token::LeftParen);
    if has_places && !closes_early {
        pieces.pop();
        pieces.drain(..2);
    }
}

/// Is it the name of something with places, or of a variable?
fn is_called(pieces: &[Piece], at: usize) -> bool {
    let signs = [Token::LeftParen, Token::Equal, Token::Arrow, Token::LeftBracket];
    pieces.get(at + 1).is_some_and(|p| !p.apart && signs.contains(&p.token) || p.token == Token::Arrow)
}
