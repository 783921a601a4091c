//! Heaps that a move leaves, and whose sum or product is told: `{n -> a & b where a+b=n and 0<a<b}` → `{n -> a & n-a for a in 1..n-1 if
//! a < n-a}`.
//!
//! The last heap is what the others leave. Where the sum of two is the heap itself none of them is 0, for that would be no move; of any
//! other sum they may be. Of three or more it must be said.

use std::ops::Range;

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::moves::is_relation;
use super::pieces::{Piece, cut, joined, outside};
use super::rules::{begins_clause, respell_moves};
use super::{Asked, Kind};

/// Moves of rules with one coordinate.
pub(super) fn told(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    respell_moves(pieces, |part, heap| Some((part.len(), Split::of(part, heap)?.spelt(heap)?)));
}

/// A move that leaves heaps of which each has a name.
struct Split<'p> {
    names: Vec<&'p str>,
    /// What is said of them: comparisons of two sides.
    conditions: Vec<Vec<Piece>>,
}

/// The pieces between the signs that are found, outside of brackets.
fn between(pieces: &[Piece], is_sign: impl Fn(&Piece) -> bool) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in outside(pieces, 0, pieces.len()).into_iter().filter(|&at| is_sign(&pieces[at])).chain([pieces.len()]) {
        parts.push(start..at);
        start = at + 1;
    }
    parts
}

impl<'p> Split<'p> {
    fn of(part: &'p [Piece], heap: &str) -> Option<Split<'p>> {
        let clauses: Vec<usize> =
            outside(part, 0, part.len()).into_iter().filter(|&at| begins_clause(&part[at])).collect();
        let moved = &part[..*clauses.first()?];
        let names = between(moved, |p| p.token == Token::Ampersand).into_iter().map(|range| match &moved[range] {
            [one] if one.token == Token::Name && one.text != heap => Some(&*one.text),
            _ => None,
        });
        let names: Vec<&str> = names.collect::<Option<_>>()?;
        let is_new = |(i, name): (usize, &&str)| !names[..i].contains(name);
        if names.len() < 2 || !names.iter().enumerate().all(is_new) {
            return None;
        }
        // with a loop for each heap nothing is left to be told
        let is_bound =
            |name: &&str| clauses.iter().any(|&at| part[at].is_word(Word::For) && part[at + 1].text == **name);
        if names.iter().all(is_bound) {
            return None;
        }
        let mut split = Split { names, conditions: Vec::new() };
        for (i, &at) in clauses.iter().enumerate() {
            let clause = &part[at + 1..clauses.get(i + 1).copied().unwrap_or(part.len())];
            if part[at].is_word(Word::If) { split.say(clause)? } else { split.lies(clause)? }
        }
        Some(split)
    }

    /// Takes in what is said behind `if`.
    fn say(&mut self, told: &[Piece]) -> Option<()> {
        if told.iter().any(|p| p.is_word(Word::Or) || p.is_word(Word::Not) || p.is_word(Word::In)) {
            return None;
        }
        for range in between(told, |p| p.is_word(Word::And)) {
            let told = &told[range];
            // `0 < a < b` says two things
            let sides = between(told, is_relation);
            (sides.len() > 1).then_some(())?;
            self.conditions.extend(sides.windows(2).map(|pair| told[pair[0].start..pair[1].end].to_vec()));
        }
        Some(())
    }

    /// Takes in `a in 1..b-1`.
    fn lies(&mut self, told: &[Piece]) -> Option<()> {
        let [name, within, range @ ..] = told else { return None };
        let ([low, high], true) = (&between(range, |p| p.token == Token::Range)[..], within.is_word(Word::In)) else {
            return None;
        };
        let is_plain = !range.iter().any(|p| p.is_word(Word::Step) || p.is_word(Word::Except));
        (is_plain && self.names.contains(&&*name.text)).then_some(())?;
        let mut say = |sign: &str, side: &[Piece]| {
            let sign = cut(sign).into_iter().map(|p| Piece { apart: true, ..p });
            let side = side.iter().enumerate().map(|(i, p)| Piece { apart: i == 0 || p.apart, ..p.clone() });
            self.conditions.push([name.clone()].into_iter().chain(sign).chain(side).collect());
        };
        match &range[low.clone()] {
            [] => {}
            low => say(">=", low),
        }
        match &range[high.clone()] {
            [] => {}
            [high @ .., minus, one] if minus.token == Token::Minus && one.text == "1" => say("<", high),
            high => say("<=", high),
        }
        Some(())
    }

    /// Is this the sum of all names, or their product?
    fn joined_by(&self, side: &[Piece], sign: Token) -> bool {
        let parts = between(side, |p| p.token == sign);
        let is_said =
            |name: &&str| parts.iter().any(|range| matches!(&side[range.clone()], [one] if one.text == **name));
        parts.len() == self.names.len() && self.names.iter().all(is_said)
    }

    /// Is it said of every heap that it is not 0? In `0 < a <= b` it is said of b too, and in `a < b`.
    fn are_positive(&self) -> bool {
        let mut positive: Vec<&str> = Vec::new();
        loop {
            let is_next = |name: &&&str| {
                let says = |condition: &Vec<Piece>| match &condition[..] {
                    _ if says_positive(condition, &[**name]) => true,
                    [low, sign, high] if high.text == ***name => match sign.token {
                        Token::Less => self.names.contains(&&*low.text) || low.token == Token::Number,
                        Token::LessEqual => positive.contains(&&*low.text),
                        _ => false,
                    },
                    // `b >= a+1`
                    [high, sign, _, plus, one] if high.text == ***name => {
                        sign.token == Token::GreaterEqual && plus.token == Token::Plus && one.text == "1"
                    }
                    [high, sign, low] if high.text == ***name => match sign.token {
                        Token::Greater => self.names.contains(&&*low.text) || low.token == Token::Number,
                        Token::GreaterEqual => positive.contains(&&*low.text),
                        _ => false,
                    },
                    _ => false,
                };
                !positive.contains(name) && self.conditions.iter().any(says)
            };
            match self.names.iter().find(is_next) {
                Some(&name) => positive.push(name),
                None => return self.names.iter().all(|name| positive.contains(name)),
            }
        }
    }

    /// The move with its loops.
    fn spelt(mut self, heap: &str) -> Option<String> {
        let mentions = |side: &[Piece], names: &[&str]| side.iter().any(|p| names.contains(&&*p.text));
        let (at, whole, is_product) = self.conditions.iter().enumerate().find_map(|(at, condition)| {
            let equal = condition.iter().position(|p| p.token == Token::Equal)?;
            let (left, right) = (&condition[..equal], &condition[equal + 1..]);
            [(left, right), (right, left)].into_iter().find_map(|(all, whole)| {
                let is_sum = self.joined_by(all, Token::Plus);
                let is_product = self.names.len() == 2 && self.joined_by(all, Token::Star);
                ((is_sum || is_product) && !mentions(whole, &self.names)).then(|| (at, text(whole), is_product))
            })
        })?;
        self.conditions.remove(at);
        let is_heap = whole == heap;
        if is_heap && self.names.len() > 2 && !self.are_positive() {
            return None;
        }
        let (last, others) = self.names.split_last()?;
        let left = match is_product {
            true => format!("{whole}//{}", others[0]),
            false => format!("{whole}-{}", others.join("-")),
        };
        let mut spelt = format!("{} & {left}", others.join(" & "));
        if is_product {
            // of 0 all numbers are divisors
            is_heap.then_some(())?;
            spelt += &format!(" for {} in divisors({whole})", others[0]);
        } else {
            for (i, name) in others.iter().enumerate() {
                let before: String = others[..i].iter().map(|name| format!("-{name}")).collect();
                let (low, behind) =
                    if is_heap { (1, format!("-{}", self.names.len() - 1 - i)) } else { (0, String::new()) };
                spelt += &format!(" for {name} in {low}..{whole}{before}{behind}");
            }
        }
        let is_positive = is_heap && !is_product;
        let conditions =
            self.conditions.iter().filter(|condition| !(is_positive && says_positive(condition, &self.names)));
        let conditions: Vec<String> = conditions.map(|condition| put_in(condition, last, &left)).collect();
        if !conditions.is_empty() {
            spelt += &format!(" if {}", conditions.join(" and "));
        }
        Some(spelt)
    }
}

fn text(pieces: &[Piece]) -> String {
    joined(pieces).text().trim().to_owned()
}

/// `a > 0`, `1 <= a`: no more than that the number is not 0?
fn says_positive(condition: &[Piece], names: &[&str]) -> bool {
    let is_name = |p: &Piece| names.contains(&&*p.text);
    match condition {
        [name, sign, number] if is_name(name) => {
            matches!((sign.token, &*number.text), (Token::Greater, "0") | (Token::GreaterEqual, "1"))
        }
        [number, sign, name] if is_name(name) => {
            matches!((sign.token, &*number.text), (Token::Less, "0") | (Token::LessEqual, "1"))
        }
        _ => false,
    }
}

/// The condition with the number in place of the name.
fn put_in(condition: &[Piece], name: &str, number: &str) -> String {
    let near = Span::new(0, 0);
    let mut new = Vec::with_capacity(condition.len());
    for (at, piece) in condition.iter().enumerate() {
        if piece.text != name {
            new.push(piece.clone());
            continue;
        }
        let is_side = |other: Option<&Piece>| other.is_none_or(is_relation);
        let alone = is_side(at.checked_sub(1).map(|i| &condition[i])) && is_side(condition.get(at + 1));
        let number = if alone { number.to_owned() } else { format!("({number})") };
        new.push(Piece { token: Token::Name, text: number, span: near, apart: piece.apart });
    }
    text(&new)
}
