//! Other words for what may be taken, in those that `amounts` reads: `3 or more`, `a maximum of 3`, `a number from 1 to 3`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::heaps::{STONES, in_words};
use super::kinds::is_from_a_heap;
use super::pieces::{Piece, added, is_no, is_one_of};

/// The same in the words that are read.
pub(super) fn plain(typed: &[Piece]) -> Vec<Piece> {
    let mut words = typed.to_vec();
    // `pick up 3`, `take away 3`
    if let [away, next, ..] = &*words
        && (away.is_name("away") || away.is_name("up") && !next.is_name("to"))
    {
        words.remove(0);
    }
    heap_in_front(&mut words);
    positive(&mut words);
    noun(&mut words);
    behind(&mut words);
    bounds(&mut words);
    words
}

/// `from one pile any number` → `any number from one pile`
fn heap_in_front(words: &mut [Piece]) {
    let end = (1..words.len()).rev().find(|&end| is_from_a_heap(&words[..end]));
    // `from one pile or the same number from both`
    let goes_on = |p: &Piece| p.token == Token::Comma || p.is_word(Word::Or) || p.is_word(Word::And);
    if let Some(end) = end.filter(|&end| !goes_on(&words[end])) {
        words.rotate_left(end);
    }
}

fn word(text: &str, near: &Piece) -> Piece {
    let near = Span::new(near.span.start, near.span.start);
    Piece { apart: true, ..added(Word::of(text).map_or(Token::Name, Token::Word), text, near) }
}

fn is_number(piece: &Piece) -> bool {
    piece.token == Token::Number || in_words(piece).is_some()
}

/// `any positive number`, `a non-zero square`: nothing else can be taken.
fn positive(words: &mut Vec<Piece>) {
    let article = usize::from(words.first().is_some_and(|p| is_one_of(p, &["a", "any", "some"])));
    let adjective = match &words[article..] {
        [non, dash, zero, ..] if non.is_name("non") && dash.token == Token::Minus && zero.is_name("zero") => 3,
        [one, ..] if is_one_of(one, &["positive", "nonzero"]) => 1,
        _ => return,
    };
    words.drain(article..article + adjective);
    // `a positive number` is any one
    let number = words.get(article).is_some_and(|p| is_one_of(p, &["number", "amount", "integer"]));
    if number && let Some(near) = words.first().cloned() {
        words.splice(..=article, [word("any", &near), word("number", &near)]);
    }
}

/// `a number from 1 to 3`, `any number of stones between 1 and 3`: the numbers alone say it.
fn noun(words: &mut Vec<Piece>) {
    let [article, number, rest @ ..] = &**words else { return };
    if !is_one_of(article, &["a", "an", "any", "some"]) || !is_one_of(number, &["number", "amount", "integer"]) {
        return;
    }
    // `a number from {2,5}`, `a number in the set {2,5}`
    let from = usize::from(rest.first().is_some_and(|p| is_one_of(p, &["from", "in"])));
    let set = rest[from..].iter().take_while(|p| is_one_of(p, &["the", "set"])).count();
    if from > 0 && rest.get(from + set).is_some_and(|p| p.token == Token::LeftBrace) {
        words.drain(..2 + from + set);
        return;
    }
    let of = usize::from(rest.first().is_some_and(|p| p.is_name("of")));
    let stones = of + usize::from(of > 0 && rest.get(1).is_some_and(|p| is_one_of(p, STONES)));
    let bounded = match &rest[stones..] {
        [from, low, to, ..] if from.is_name("from") => is_number(low) && is_one_of(to, &["to", "up"]),
        [between, low, ..] if between.is_name("between") => is_number(low),
        [up, to, high, ..] if up.is_name("up") && to.is_name("to") => is_number(high),
        _ => false,
    };
    if bounded {
        words.drain(..2 + stones);
    }
}

/// `3 or more`, `3 stones or fewer`, `3 at most` → `at least 3`, `at most 3`
fn behind(words: &mut Vec<Piece>) {
    let Some(first) = words.first().filter(|p| is_number(p)).cloned() else { return };
    let stones = usize::from(words.get(1).is_some_and(|p| is_one_of(p, STONES)));
    let bound = match &words[1 + stones..] {
        [or, more, ..] if or.is_word(Word::Or) && more.is_name("more") => "least",
        [or, less, ..] if or.is_word(Word::Or) && is_one_of(less, &["fewer", "less"]) => "most",
        [at, most, ..] if at.is_name("at") && most.is_name("most") => "most",
        _ => return,
    };
    words.splice(..3 + stones, [word("at", &first), word(bound, &first), first.clone()]);
}

/// `a maximum of 3`, `from 1 up to 3`, `at least 1 but no more than 3`, `no more than half`
fn bounds(words: &mut Vec<Piece>) {
    if let [a, most, of, ..] = &**words
        && a.is_name("a")
        && of.is_name("of")
        && is_one_of(most, &["maximum", "minimum"])
    {
        let bound = if most.is_name("maximum") { "most" } else { "least" };
        let near = a.clone();
        words.splice(..3, [word("at", &near), word(bound, &near)]);
    } else if words.first().is_some_and(|p| is_one_of(p, &["max", "maximum"])) {
        let near = words[0].clone();
        words.splice(..1, [word("at", &near), word("most", &near)]);
    }
    if let [from, low, up, to, ..] = &**words
        && from.is_name("from")
        && is_number(low)
        && up.is_name("up")
        && to.is_name("to")
    {
        words.remove(2);
    }
    if let [no, more, than, half, ..] = &**words
        && is_no(no)
        && more.is_name("more")
        && than.is_name("than")
        && half.is_name("half")
    {
        let near = no.clone();
        words.splice(..3, [word("at", &near), word("most", &near)]);
    }
    if let [at, least, low, join, rest @ ..] = &**words
        && at.is_name("at")
        && least.is_name("least")
        && is_number(low)
        && (join.is_name("but") || join.is_word(Word::And))
    {
        let upto = match rest {
            [no, more, than, ..] if is_no(no) && more.is_name("more") && than.is_name("than") => 3,
            [at, most, ..] if at.is_name("at") && most.is_name("most") => 2,
            [a, maximum, of, ..] if a.is_name("a") && maximum.is_name("maximum") && of.is_name("of") => 3,
            _ => return,
        };
        let near = join.clone();
        words.splice(3..4 + upto, [word("and", &near), word("at", &near), word("most", &near)]);
    }
}
