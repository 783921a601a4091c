//! `d | n`, `for d divides n`: divisors, and conditions where the number may be 0, which everything divides and which has no divisors.

use super::super::lexer::{Token, Word};
use super::Asked;
use super::conditions::{in_conditions, is_related};
use super::pieces::{Piece, added, added_apart, expression_behind, outside};
use super::rules::{begins_clause, rule_around, rule_of};

/// `d | n` where a comparison is due → `d divides n`; `for d | gcd(a,b)`, `for d divides n` → `for d in divisors(…)`.
pub(super) fn bars(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let is_bar = |piece: &Piece| piece.token == Token::Bar || piece.is_sign("∣");
    let is_word = |piece: &Piece| piece.is_word(Word::Divides);
    if !pieces.iter().any(|piece| is_bar(piece) || is_word(piece)) {
        return;
    }
    let conditions = in_conditions(pieces, asked);
    let mut loops = Vec::new();
    for at in 1..pieces.len() {
        if !is_bar(&pieces[at]) {
            if is_word(&pieces[at]) && at > 1 && pieces[at - 2].is_word(Word::For) {
                loops.push(at);
            }
            continue;
        }
        if conditions[at] && !is_related(pieces, at) {
            pieces[at].become_token(Token::Word(Word::Divides), "divides");
            pieces[at].apart = true;
            if let Some(next) = pieces.get_mut(at + 1) {
                next.apart = true;
            }
        } else if at > 1 && pieces[at - 2].is_word(Word::For) && pieces.len() > at + 1 {
            loops.push(at);
        }
    }
    for at in loops.into_iter().rev() {
        let Some(end) = expression_behind(pieces, at + 1) else { continue };
        let span = pieces[at].span;
        if may_be_zero(pieces, at, end) {
            as_condition(pieces, at, end);
            continue;
        }
        and_more(pieces, end);
        let close = added(Token::RightParen, ")", pieces[end - 1].span);
        pieces.insert(end, close);
        pieces[at + 1].apart = false;
        let within = [added_apart(Token::Word(Word::In), "in", span), added_apart(Token::Name, "divisors", span)];
        pieces.splice(at..=at, within.into_iter().chain([added(Token::LeftParen, "(", span)]));
    }
}

/// `for d | n and d < n`: what is said beside is a condition.
fn and_more(pieces: &mut [Piece], and: usize) {
    let Some(rule) = rule_around(pieces, and).filter(|_| pieces[and].is_word(Word::And)) else { return };
    let mut told =
        outside(pieces, and + 1, rule.close).into_iter().take_while(|&at| pieces[at].token != Token::Semicolon);
    if !told.any(|at| begins_clause(&pieces[at]) || pieces[at].is_word(Word::Or)) {
        pieces[and].become_token(Token::Word(Word::If), "if");
    }
}

/// `for d | n-1` → `for d in 1.. if d divides n-1`; the number ends here.
fn as_condition(pieces: &mut Vec<Piece>, at: usize, end: usize) {
    let span = pieces[at].span;
    let divides = added_apart(Token::Word(Word::Divides), "divides", span);
    let letter = Piece { apart: true, ..pieces[at - 1].clone() };
    if pieces.get(end).is_some_and(|p| p.is_word(Word::If)) {
        let span = pieces[end].span;
        pieces[end] = added_apart(Token::Word(Word::And), "and", span);
        let close = rule_of(pieces, at).map(|rule| rule.close);
        let told = outside(pieces, end + 1, close.unwrap_or(pieces.len()));
        let ends = |i: usize| pieces[i].token == Token::Semicolon || pieces[i].is_word(Word::For);
        let last = told.iter().copied().find(|&i| ends(i)).or(close).unwrap_or(pieces.len());
        if told.iter().any(|&i| i < last && pieces[i].is_word(Word::Or)) {
            pieces.insert(last, added(Token::RightParen, ")", span));
            pieces[end + 1].apart = false;
            pieces.insert(end + 1, added_apart(Token::LeftParen, "(", span));
        }
    }
    let new = [
        added_apart(Token::Word(Word::In), "in", span),
        added_apart(Token::Number, "1", span),
        added(Token::Range, "..", span),
        added_apart(Token::Word(Word::If), "if", span),
        letter,
        divides,
    ];
    pieces[at + 1].apart = true;
    pieces.splice(at..=at, new);
}

/// `for d | X` of a move that takes d from a coordinate: may X be 0, which all numbers divide?
fn may_be_zero(pieces: &[Piece], sign: usize, end: usize) -> bool {
    let Some(rule) = rule_around(pieces, sign) else { return false };
    let start = rule.move_around(pieces, sign).start;
    let loops = rule.moves(pieces).into_iter().find(|&i| i >= start && pieces[i].is_word(Word::For));
    let clause = loops.unwrap_or(sign);
    let above = lowered(&pieces[start..clause], &pieces[sign - 1].text, rule.pattern(pieces));
    above.is_some_and(|above| !is_never_zero(&pieces[sign + 1..end], &above))
}

/// Of each form of the move, the coordinates that it takes a multiple of the letter from, or a number: they are above 0 wherever the letter
/// is and the move is made. None where no form takes anything.
pub(super) fn lowered<'p>(moved: &[Piece], letter: &str, pattern: &'p [Piece]) -> Option<Vec<Vec<&'p str>>> {
    let is_some = |piece: &Piece| piece.text == letter || piece.token == Token::Number && piece.text != "0";
    let begins = |piece: &Piece| matches!(piece.token, Token::LeftParen | Token::Comma | Token::Ampersand);
    let takes = |form: &[Piece], name: &str| {
        (0..form.len()).any(|at| match &form[at..] {
            [first, minus, taken, rest @ ..] if first.text == name && minus.token == Token::Minus => {
                let times = matches!(rest, [star, by, ..] if star.token == Token::Star && !is_some(by));
                (at == 0 || begins(&form[at - 1])) && is_some(taken) && !times
            }
            _ => false,
        })
    };
    let mut edges = outside(moved, 0, moved.len());
    edges.retain(|&mut at| moved[at].token == Token::Bar);
    edges.push(moved.len());
    let mut start = 0;
    let forms = edges.into_iter().map(|edge| {
        let form = &moved[start..edge];
        start = edge + 1;
        pattern.iter().map(|p| &*p.text).filter(|name| takes(form, name)).collect()
    });
    let forms: Vec<Vec<&str>> = forms.collect();
    forms.iter().any(|names| !names.is_empty()).then_some(forms)
}

/// Is the number above 0 wherever one of these moves is made?
pub(super) fn is_never_zero(number: &[Piece], lowered: &[Vec<&str>]) -> bool {
    lowered.iter().all(|above| is_positive(number, above))
}

/// Is the number above 0 wherever these are? Everything divides 0, and 0 has no divisors.
fn is_positive(number: &[Piece], above: &[&str]) -> bool {
    let is_plus = |&at: &usize| number[at].token == Token::Plus;
    let mut edges: Vec<usize> = outside(number, 0, number.len()).into_iter().filter(is_plus).collect();
    edges.push(number.len());
    let mut start = 0;
    let mut terms = edges.into_iter().map(|edge| {
        let term = &number[start..edge];
        start = edge + 1;
        term
    });
    let is_above = |p: &Piece| above.contains(&&*p.text) || p.token == Token::Number && p.text != "0";
    let positive = |term: &[Piece]| match term {
        [one] => is_above(one),
        [one, star, other] => star.token == Token::Star && is_above(one) && is_above(other),
        [gcd, open, arguments @ .., _] if gcd.is_name("gcd") && open.token == Token::LeftParen => {
            arguments.split(|p| p.token == Token::Comma).any(|one| matches!(one, [one] if is_above(one)))
        }
        _ => false,
    };
    number.iter().all(|p| p.token != Token::Minus) && terms.any(positive)
}
