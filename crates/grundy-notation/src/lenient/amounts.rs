//! What may be taken, in words: `1, 3 or 4`, `one to three`, `no more than 3`, `a prime number`, `at most half`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::heaps::{HEAP, STONES, in_words};
use super::kinds::{Told, is_from_a_heap, is_tail, kind};
use super::phrases;
use super::pieces::{Piece, added, added_apart, closing, is_no, is_one_of};
use super::sets::{self, figures};
use super::shares;

/// A set of numbers and ranges in words: `1, 3 or 4`, `one to three`, `up to 3`, `{1,3,4}`; `at most half`.
pub(super) fn told_set(typed: &[Piece]) -> Option<Told> {
    let typed = &*phrases::plain(typed);
    let all = typed.len();
    let inner = match typed.first().map(|p| p.token) {
        Some(Token::LeftBrace | Token::LeftBracket | Token::LeftParen) => {
            (closing(typed, 0) == Some(all - 1)).then(|| &typed[1..all - 1])?
        }
        _ => typed,
    };
    if let Some(told) = kind(inner) {
        return Some(told);
    }
    if let Some(rule) = shares::share(inner) {
        return Some(rule);
    }
    if let Some(told) = compared_or_multiple(inner) {
        return told;
    }
    let mut set: Vec<Piece> = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() && !is_from_a_heap(rest) {
        if let Some(told) = and_multiples(&set, rest).or_else(|| nothing_below(&set, rest)) {
            return told;
        }
        // `1 to 10 but not 5`
        if excepts(rest) > 0 {
            return excepted(set, rest);
        }
        let first = if set.is_empty() { first_words(&mut set, rest) } else { None };
        let words = first.or_else(|| next_words(&mut set, rest))?;
        rest = &rest[words..];
    }
    let is_whole =
        |last: &Piece| matches!(last.token, Token::Number | Token::Name | Token::RightParen | Token::RightBrace);
    set.last().is_some_and(is_whole).then_some(Told::Set(set))
}

/// Words that begin a set, such as `exactly`, `up to 3`, `at least 2 and at most 5`: how many were read.
fn first_words(set: &mut Vec<Piece>, words: &[Piece]) -> Option<usize> {
    let piece = words.first()?;
    let near = Span::new(piece.span.start, piece.span.start);
    let next_is = |word: &str| words.get(1).is_some_and(|p| p.is_name(word));
    let then = |word: &str| words.get(2).is_some_and(|p| p.is_name(word));
    let mut from_one = |words: usize| {
        set.extend([added(Token::Number, "1", near), added(Token::Range, "..", near)]);
        Some(words)
    };
    match piece {
        // `exactly 3`
        _ if is_one_of(piece, &["exactly", "only", "just"]) => Some(1),
        // `from 2 to 5`
        _ if piece.is_name("from") && then("to") => Some(1),
        // `any number except 3`
        _ if any_number(words) > 0 => from_one(any_number(words)),
        // `no more than 3`
        _ if is_no(piece) && next_is("more") && then("than") => from_one(3),
        _ if piece.is_name("up") && next_is("to") || piece.is_name("at") && next_is("most") => from_one(2),
        // `at least 2 and at most 5`
        _ if piece.is_name("at") && next_is("least") => {
            let (told, more) = at_least(&words[2..])?;
            *set = told;
            Some(2 + more)
        }
        _ => None,
    }
}

/// A number, a range or a sign that goes on with a set: how many words were read.
fn next_words(set: &mut Vec<Piece>, words: &[Piece]) -> Option<usize> {
    let piece = words.first()?;
    let near = Span::new(piece.span.start, piece.span.start);
    let begins = set.last().is_none_or(|last| last.token == Token::Comma);
    let behind_number = set.last().is_some_and(|last| last.token == Token::Number);
    // `1 or a prime`
    if begins && let Some((named, count)) = sets::named(words, false) {
        set.extend(named);
        return Some(count);
    }
    match piece.token {
        // both ends may be taken, and what lies between: `between 1 and 3`
        _ if piece.is_name("between") => {
            let [low, and, high] = words.get(1..4)? else { return None };
            let [low, high] = [figures(low)?, figures(high)?];
            if !and.is_word(Word::And) || behind_number {
                return None;
            }
            set.extend([low, added(Token::Range, "..", and.span), high]);
            return Some(4);
        }
        // `a stone or 3`
        _ if piece.is_name("a") => {
            let next = words.get(1)?;
            if is_one_of(next, STONES) && begins {
                set.push(added(Token::Number, "1", piece.span));
            } else if !is_one_of(next, &["time", "turn", "move"]) {
                return None;
            }
        }
        // a letter of the rule
        Token::Name if ["m", "k"].contains(&&*piece.text) && !behind_number => set.push(piece.clone()),
        Token::Number | Token::Name | Token::Upper
            if piece.token == Token::Number || in_words(piece).is_some_and(|number| number > 0) =>
        {
            if behind_number {
                set.push(added(Token::Comma, ",", near));
            }
            set.push(figures(piece)?);
        }
        Token::Comma | Token::Word(Word::Or | Word::And) => {
            if !begins {
                set.push(added(Token::Comma, ",", piece.span));
            }
        }
        Token::Range | Token::Minus if !begins => set.push(added(Token::Range, "..", piece.span)),
        Token::Name if piece.text == "to" && !begins => set.push(added(Token::Range, "..", piece.span)),
        // `3 tokens at 1, 4, 6` says where they lie
        _ if piece.is_name("at") && words.get(1).is_none_or(|next| next.token == Token::Number) => return None,
        _ if is_one_of(piece, STONES)
            || is_one_of(piece, &["at", "time", "each", "per", "turn", "move", "inclusive", "once"]) => {}
        _ => return None,
    }
    Some(1)
}

/// `at most half`, `fewer than 5`, `a multiple of 3`; `None` within: more is said than is read.
fn compared_or_multiple(words: &[Piece]) -> Option<Option<Told>> {
    if let Some((set, length)) = multiple(words) {
        return Some(is_tail(&words[length..]).then_some(Told::Set(set)));
    }
    let [first, second, third, rest @ ..] = words else { return None };
    let said = |words: [&str; 2]| first.is_name(words[0]) && second.is_name(words[1]) && third.is_name("half");
    if is_one_of(first, &["fewer", "less", "more"]) && second.is_name("than") {
        return Some(compared(first, third).filter(|_| is_tail(rest)).map(Told::Set));
    }
    let half = |game| Some(is_of_the_heap(rest).then_some(Told::Game(game)));
    if said(["up", "to"]) || said(["at", "most"]) {
        return half("atmosthalf");
    }
    if said(["at", "least"]) { half("atleasthalf") } else { None }
}

/// How many words of `except`, `but not` stand here.
pub(super) fn excepts(words: &[Piece]) -> usize {
    match words {
        [except, ..] if except.is_word(Word::Except) => 1,
        [but, not, ..] if but.is_name("but") && not.is_word(Word::Not) => 2,
        _ => 0,
    }
}

/// How many words of `any number of stones` stand in front of `except`.
fn any_number(words: &[Piece]) -> usize {
    let [any, number, rest @ ..] = words else { return 0 };
    let stones = rest.iter().take_while(|p| is_one_of(p, &["of"]) || is_one_of(p, STONES)).count();
    let is_told = any.is_name("any") && is_one_of(number, &["number", "amount"]) && excepts(&rest[stones..]) > 0;
    if is_told { 2 + stones } else { 0 }
}

/// A set without those that are told behind `except`.
fn excepted(mut set: Vec<Piece>, except: &[Piece]) -> Option<Told> {
    let near = Span::new(except[0].span.start, except[0].span.start);
    let Told::Set(left_out) = told_set(&except[excepts(except)..])? else { return None };
    if set.last()?.token == Token::Comma {
        set.pop();
    }
    let brace = |token, text| added(token, text, near);
    // `except` would bind to the last number only
    if set.iter().any(|piece| piece.token == Token::Comma) {
        set.insert(0, brace(Token::LeftBrace, "{"));
        set.push(brace(Token::RightBrace, "}"));
    }
    set.push(added_apart(Token::Word(Word::Except), "except", near));
    set.push(Piece { apart: true, ..brace(Token::LeftBrace, "{") });
    set.extend(left_out);
    set.push(brace(Token::RightBrace, "}"));
    Some(Told::Set(set))
}

/// `1, 2 or a multiple of 5`, where the multiples are told here; a number behind them could be a multiple as well.
fn and_multiples(set: &[Piece], words: &[Piece]) -> Option<Option<Told>> {
    set.last().filter(|last| last.token == Token::Comma)?;
    let (multiples, length) = multiple(words)?;
    Some(is_tail(&words[length..]).then(|| Told::Set([set, &multiples[..]].concat())))
}

/// `at least 2` and no more.
fn nothing_below(set: &[Piece], words: &[Piece]) -> Option<Option<Told>> {
    let [at, least, _, rest @ ..] = words else { return None };
    let told = set.is_empty() && at.is_name("at") && least.is_name("least");
    let (range, 1) = at_least(&words[2..]).filter(|_| told)? else { return None };
    Some(is_tail(rest).then_some(Told::Set(range)))
}

/// `a multiple of 3`, and how many words that are.
fn multiple(words: &[Piece]) -> Option<(Vec<Piece>, usize)> {
    let article = usize::from(words.first().is_some_and(|p| is_one_of(p, &["a", "any"])));
    let [multiple, of, number, ..] = words.get(article..)? else { return None };
    let number = figures(number).filter(|_| is_one_of(multiple, &["multiple", "multiples"]) && of.is_name("of"))?;
    let near = Span::new(number.span.start, number.span.start);
    let step = Piece { apart: true, ..added(Token::Word(Word::Step), "step", near) };
    let by = Piece { apart: true, ..number.clone() };
    Some((vec![number, added(Token::Range, "..", near), step, by], article + 3))
}

/// The range of `at least 2`, or of `at least 2 and at most 5`, and the words behind `at least` that tell it.
fn at_least(words: &[Piece]) -> Option<(Vec<Piece>, usize)> {
    let low = words.first()?;
    let mut set = vec![figures(low)?, added(Token::Range, "..", low.span)];
    let rest = &words[1..];
    let join = usize::from(rest.first().is_some_and(|p| p.is_word(Word::And) || p.token == Token::Comma));
    match &rest[join..] {
        [at, most, high, ..] if at.is_name("at") && most.is_name("most") || at.is_name("up") && most.is_name("to") => {
            set.push(figures(high)?);
            Some((set, 1 + join + 3))
        }
        _ => (join == 0).then_some((set, 1)),
    }
}

/// `fewer than 5`, `more than 3`.
fn compared(than: &Piece, bound: &Piece) -> Option<Vec<Piece>> {
    let bound = figures(bound)?;
    let number: u64 = bound.text.parse().ok()?;
    let told = |number: u64| Piece { text: number.to_string(), ..bound.clone() };
    let near = than.span;
    Some(if than.is_name("more") {
        vec![told(number.checked_add(1)?), added(Token::Range, "..", near)]
    } else {
        vec![added(Token::Number, "1", near), added(Token::Range, "..", near), told(number.checked_sub(1)?)]
    })
}

/// May this stand behind `at most half`?
pub(super) fn is_of_the_heap(rest: &[Piece]) -> bool {
    let of_it = |p: &Piece| {
        is_one_of(p, STONES) || is_one_of(p, HEAP) || is_one_of(p, &["of", "the", "them", "it", "a", "one", "any"])
    };
    rest.iter().all(of_it) || is_from_a_heap(rest)
}
