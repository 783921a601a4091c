//! Numbers of a move that only a condition tells: `{n -> n-d where d divides n}`, `{n -> n-k, k <= n//2}`, `{n -> m : m < n}`.
//!
//! ```text
//! typed     n-d where d divides n        n-k, k <= n//2           m : m < n           n-p | p prime
//! strict    n-d for d in divisors(n)     n-k for k in 1..n//2     m for m in 0..n-1   n-p for p in primes
//! ```
//!
//! Where the number is taken, and 0 would be no move, it is 1 or more; where it is what stays, it is smaller than the heap. Of any other
//! move, as `n-k-1` or `n-2^k`, nothing says where the number begins, and the fault shows a loop.

use std::ops::Range;

use grundy_core::error::Diagnostic;

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::names;
use super::divisors::{is_never_zero, lowered};
use super::moves::is_relation;
use super::numbers::{one_less, one_more};
use super::pieces::{Piece, added, added_apart, expression_behind, is_one_of, joined, outside};
use super::rules::{Rule, rule_around, rules};
use super::taken::{grows, is_taken};
use super::{Asked, Kind, Result, loops, quotients, sets};

/// Words behind `k is` that tell something of it.
const TOLD: &[&str] = &["a", "an", "coprime", "relatively", "divisible"];

/// Where a condition tells of a new number behind a comma, a bar or `for`, `where` is put in front of it.
pub(super) fn conditions(pieces: &mut Vec<Piece>) {
    let mut at = 1;
    while at + 1 < pieces.len() {
        let separates = matches!(pieces[at].token, Token::Comma | Token::Bar | Token::Colon)
            || is_one_of(&pieces[at], &["with", "where", "for"]);
        if separates && let Some(rule) = rule_around(pieces, at) {
            condition(pieces, at, rule);
        }
        at += 1;
    }
}

fn condition(pieces: &mut Vec<Piece>, at: usize, mut rule: Rule) {
    while pieces[at].is_word(Word::For)
        && is_one_of(&pieces[at + 1], &["all", "each", "every", "any"])
        && (pieces[at + 2].token == Token::Number || is_letter(pieces, at + 2))
    {
        pieces.remove(at + 1);
        pieces[at + 1].apart = true;
        rule.close -= 1;
    }
    let moves = rule.moves(pieces);
    let start = rule.move_around(pieces, at).start;
    let is_clause = |piece: &Piece| {
        piece.is_word(Word::For) || piece.is_word(Word::If) || piece.is_name("where") || piece.token == Token::Colon
    };
    let ends = |&i: &usize| {
        let piece = &pieces[i];
        i > at && (matches!(piece.token, Token::Semicolon | Token::Comma) || is_clause(piece))
    };
    let end = moves.iter().copied().find(ends).unwrap_or(rule.close);
    let Some(letter) = new_letter(pieces, rule, start..at, at + 1..end) else { return };
    let before: Vec<usize> = moves.into_iter().filter(|&i| start <= i && i < at).collect();
    if before.iter().any(|&i| is_clause(&pieces[i])) {
        // a condition that began before the comma goes on, and a loop is another matter
        let is_loop = before.iter().any(|&i| pieces[i].is_word(Word::For));
        if pieces[at].token == Token::Comma && relations(&pieces[at + 1..end]) > 0 && !is_loop {
            pieces[at].become_token(Token::Word(Word::And), "and");
            pieces[at].apart = true;
        }
        return;
    }
    // what is told behind `for a >= 1` is told of the same number
    let is_bound = pieces[at].is_word(Word::For) && pieces[at + 1].text == letter && is_relation(&pieces[at + 2]);
    if is_bound && relations(&pieces[at + 1..end]) == 1 && pieces[end].is_word(Word::If) {
        let shallow = outside(pieces, end, rule.close);
        if !shallow.iter().any(|&i| pieces[i].is_word(Word::Or)) {
            pieces[end].become_token(Token::Word(Word::And), "and");
        }
    }
    // 0 is a square and even, and where it is taken it is no move
    let is_taken = is_taken(&pieces[start..at], &letter, rule.pattern(pieces));
    first_condition(pieces, at, end, &letter, is_taken);
}

/// Spells the condition between these places as one that the later passes read.
fn first_condition(pieces: &mut Vec<Piece>, at: usize, end: usize, letter: &str, is_taken: bool) {
    let is_for = pieces[at].is_word(Word::For);
    let told = pieces[at + 1..end].to_vec();
    let [first, second, ..] = told.as_slice() else { return };
    let begins = first.token == Token::Name && first.text == letter;
    let set = sets::named(&told[1..], true).filter(|(_, words)| words + 1 == told.len());
    let mut stays = false;
    if begins && second.token == Token::Equal && loops::listed(pieces, at + 3) {
        // `k = 1, 3, 4`
        pieces[at + 2].become_token(Token::Word(Word::In), "in");
        pieces[at + 2].apart = true;
        return;
    } else if let Some((set, _)) = set.filter(|_| begins && (is_taken || is_for)) {
        let within = added_apart(Token::Word(Word::In), "in", second.span);
        let set = set.into_iter().enumerate().map(|(i, piece)| Piece { apart: i == 0, ..piece });
        pieces.splice(at + 2..end, [within].into_iter().chain(set));
        stays = is_for;
    } else if begins && second.is_name("dividing") {
        pieces[at + 2].become_token(Token::Word(Word::Divides), "divides");
    } else if begins && is_one_of(second, TOLD) {
        pieces.insert(at + 2, added_apart(Token::Name, "is", second.span));
    } else {
        let relations = relations(&told);
        // `n-d | d | n` has three forms of a move
        let is_bar = second.token == Token::Bar && pieces[at].token != Token::Bar;
        let divides = begins && (is_bar || second.is_sign("∣"));
        let is_told = told.iter().any(|p| p.is_name("is")) || is_one_of(second, &["odd", "even"]);
        let is_range = told.iter().any(|p| p.token == Token::Range || p.is_name("to"));
        // a chain of two relations and `in` are loops already, and so is `for 1 <= k`
        let is_loop = second.is_word(Word::In) || relations > 1;
        // `for gcd(k,n) = 1` says nothing of where k begins
        let is_call = first.token == Token::Name && second.token == Token::LeftParen;
        let is_open = is_for && (divides || !begins && !is_call || is_told || is_range);
        stays = is_loop || is_open || !(relations == 1 || divides || is_told);
    }
    if !stays {
        pieces[at].become_token(Token::Name, "where");
        pieces[at].apart = true;
    }
}

/// How many comparisons stand there, outside of brackets; `in` and what it begins are none.
fn relations(told: &[Piece]) -> usize {
    let shallow = outside(told, 0, told.len());
    shallow.into_iter().filter(|&at| is_relation(&told[at]) && !told[at].is_word(Word::In)).count()
}

/// The one letter of the condition that the move has, and that neither the pattern nor a loop binds.
fn new_letter(pieces: &[Piece], rule: Rule, moved: Range<usize>, told: Range<usize>) -> Option<String> {
    let pattern = rule.pattern(pieces);
    let bound = pieces[moved.clone()].windows(2).filter(|pair| pair[0].is_word(Word::For)).map(|pair| &pair[1]);
    let bound: Vec<&str> = pattern.iter().chain(bound).map(|p| &*p.text).collect();
    let is_new = |at: usize| is_letter(pieces, at) && !bound.contains(&&*pieces[at].text);
    let letter =
        moved.into_iter().find(|&i| is_new(i) && pieces[told.clone()].iter().any(|p| p.text == pieces[i].text))?;
    Some(pieces[letter].text.clone())
}

/// Is it one letter, perhaps with digits, that calls nothing?
fn is_letter(pieces: &[Piece], at: usize) -> bool {
    let piece = &pieces[at];
    let mut letters = piece.text.chars();
    let calls =
        pieces.get(at + 1).is_some_and(|p| matches!(p.token, Token::LeftParen | Token::LeftBracket) && !p.apart);
    piece.token == Token::Name
        && letters.next().is_some_and(char::is_alphabetic)
        && letters.all(|c| c.is_ascii_digit())
        && !calls
}

/// Where a number of a move lies.
struct Loop {
    low: Vec<Piece>,
    high: Vec<Piece>,
}

/// Puts a loop in front of each condition that tells of a number no loop binds.
///
/// # Errors
/// It may begin anywhere; a loop is shown.
pub(super) fn loops(pieces: &mut Vec<Piece>, in_words: bool, asked: &Asked<'_>) -> Result<()> {
    let is_asked = match asked.kind {
        Kind::Position => true,
        // there a name without a loop may be a parameter
        Kind::Game | Kind::Subject => in_words,
        Kind::Claim => false,
    };
    if !is_asked {
        return Ok(());
    }
    for Rule { open, .. } in rules(pieces).into_iter().rev() {
        let Some(rule) = Rule::opened(pieces, open) else { continue };
        let pattern: Vec<Piece> = rule.names(pieces).cloned().collect();
        for one in rule.each_move(pieces).into_iter().rev() {
            one_move(pieces, one, &pattern, asked)?;
        }
    }
    Ok(())
}

fn one_move(pieces: &mut Vec<Piece>, part: Range<usize>, pattern: &[Piece], asked: &Asked<'_>) -> Result<()> {
    let shallow = outside(pieces, part.start, part.end);
    if shallow.iter().any(|&at| pieces[at].is_word(Word::For)) {
        return Ok(());
    }
    let clause = shallow.iter().copied().find(|&at| pieces[at].is_word(Word::If));
    let condition = clause.unwrap_or(part.end);
    let is_free = |at: usize| {
        let text = &pieces[at].text;
        is_letter(pieces, at)
            && pattern.iter().all(|name| name.text != *text)
            && names::meaning(text, asked.games).is_none()
            && !(asked.lets)(text)
            && !is_parameter_of_let(pieces, text)
    };
    let mut free: Vec<&str> = (part.start..condition).filter(|&at| is_free(at)).map(|at| &*pieces[at].text).collect();
    free.dedup();
    let [letter] = free[..] else { return Ok(()) };
    let letter = letter.to_owned();
    if clause.is_none() {
        return formula(pieces, part, &letter, asked);
    }
    let is_told = |p: &Piece| p.token == Token::Name && p.text == letter;
    let Some(first) = (condition..part.end).find(|&at| is_told(&pieces[at])) else { return Ok(()) };
    let near = pieces[first].span;
    let moved = &pieces[part.start..condition];
    let told = &pieces[condition + 1..part.end];
    let known = bounds(moved, &letter, pattern).or_else(|| dividing(told, &letter, pattern));
    let Some(mut range) = known.or_else(|| begun(moved, told, &letter)) else {
        let ([heap, ..], Kind::Position) = (pattern, asked.kind) else { return Ok(()) };
        // 2^0 may be a move
        let is_exponent = moved.windows(2).any(|pair| pair[0].token == Token::Caret && pair[1].text == letter);
        let low = if is_exponent { "0" } else { "1" };
        let range =
            Loop { low: vec![added(Token::Number, low, near)], high: vec![added(Token::Name, &heap.text, near)] };
        let mut mended = pieces.clone();
        mended.splice(condition..condition, looped(&letter, range, near));
        let fault = Diagnostic::parse(near, format!("nothing says which numbers `{letter}` may be"));
        return Err(Box::new(fault.suggest(joined(&mended).text())));
    };
    let lowered = lowered(moved, &letter, pattern);
    let is_positive = |operand: &[Piece]| lowered.as_ref().is_none_or(|above| is_never_zero(operand, above));
    let (set, rest) = conjuncts(&pieces[condition + 1..part.end], &letter, &mut range, is_positive);
    let mut new = match set {
        Some(operand) => divisors(&letter, operand, near),
        None => looped(&letter, range, near),
    };
    if !rest.is_empty() {
        new.push(Piece { apart: true, ..pieces[condition].clone() });
        new.extend(rest);
    }
    pieces.splice(condition..part.end, new);
    Ok(())
}

/// `n-k*(k+1)/2` without a loop: a formula of numbers that nothing tells. `n-k` may have a parameter.
///
/// # Errors
/// It is one; a loop is shown.
fn formula(pieces: &[Piece], moved: Range<usize>, letter: &str, asked: &Asked<'_>) -> Result<()> {
    let mut mended = pieces.to_vec();
    let is_product = |at: &usize| pieces[*at].text == letter && pieces[at + 1].token == Token::Star;
    let Some(first) = moved.clone().find(is_product).filter(|_| asked.kind == Kind::Position) else { return Ok(()) };
    let is_grouped = pieces[first + 2].token == Token::LeftParen;
    for at in moved.clone().filter(|&at| quotients::is_even(pieces, at)) {
        mended[at].become_token(Token::Divide, "//");
    }
    if !is_grouped || !grows(&without_halves(&mended[moved.clone()]), letter) {
        return Ok(());
    }
    let near = pieces[first].span;
    let range = Loop { low: vec![added(Token::Number, "1", near)], high: Vec::new() };
    mended.splice(moved.end..moved.end, looped(letter, range, near));
    let fault = Diagnostic::parse(near, format!("nothing says which numbers `{letter}` may be"));
    Err(Box::new(fault.suggest(joined(&mended).text())))
}

/// Without `//2` at the end of a term.
fn without_halves(moved: &[Piece]) -> Vec<Piece> {
    match moved {
        [term @ .., sign, two] if sign.token == Token::Divide && two.text == "2" => term.to_vec(),
        moved => moved.to_vec(),
    }
}

/// `let t[m] = …`: is the name a parameter of a game that is defined here?
fn is_parameter_of_let(pieces: &[Piece], name: &str) -> bool {
    let lets = pieces.iter().enumerate().filter(|(_, p)| p.is_word(Word::Let));
    lets.into_iter().any(|(at, _)| {
        let brackets = pieces[at..].iter().skip(2).take_while(|p| p.token != Token::Equal);
        brackets.into_iter().any(|p| p.token == Token::Name && p.text == name)
    })
}

/// Where the number may lie that a move has.
fn bounds(moved: &[Piece], letter: &str, pattern: &[Piece]) -> Option<Loop> {
    let near = moved.first()?.span;
    let number = |text: &str| vec![added(Token::Number, text, near)];
    let heap = match pattern {
        [one] => vec![Piece { apart: false, ..one.clone() }],
        _ => Vec::new(),
    };
    if matches!((moved, pattern), ([only], [_]) if only.text == letter) {
        return Some(Loop { low: number("0"), high: one_less(&heap)? });
    }
    is_taken(moved, letter, pattern).then(|| Loop { low: number("1"), high: heap })
}

/// A condition that says that the number divides the heap.
fn dividing(condition: &[Piece], letter: &str, pattern: &[Piece]) -> Option<Loop> {
    let [heap] = pattern else { return None };
    let mut conjuncts = condition.split(|p| p.is_word(Word::And));
    let is_told = conjuncts.any(|conjunct| {
        matches!(conjunct, [name, sign, whole] if name.text == letter && sign.is_word(Word::Divides) && whole.text == heap.text)
    });
    let low = vec![added(Token::Number, "1", heap.span)];
    is_told.then(|| Loop { low, high: vec![Piece { apart: false, ..heap.clone() }] })
}

/// A condition that says where the number begins, as `k >= 0`: from there on, as far as the move goes, where that ends.
fn begun(moved: &[Piece], condition: &[Piece], letter: &str) -> Option<Loop> {
    if !grows(moved, letter) {
        return None;
    }
    let shallow = outside(condition, 0, condition.len());
    if shallow.iter().any(|&at| condition[at].is_word(Word::Or)) {
        return None;
    }
    let least = condition.split(|p| p.is_word(Word::And)).find_map(|conjunct| match conjunct {
        [name, sign, number] if name.text == letter && number.token == Token::Number => match sign.token {
            Token::GreaterEqual => Some(vec![number.clone()]),
            Token::Greater => one_more(std::slice::from_ref(number)),
            _ => None,
        },
        _ => None,
    })?;
    Some(Loop { low: least, high: Vec::new() })
}

/// What a condition says of where the number lies becomes its range; the number whose divisors are meant, and what is left.
fn conjuncts(
    condition: &[Piece],
    letter: &str,
    range: &mut Loop,
    is_positive: impl Fn(&[Piece]) -> bool,
) -> (Option<Vec<Piece>>, Vec<Piece>) {
    let shallow = outside(condition, 0, condition.len());
    if shallow.iter().any(|&at| condition[at].is_word(Word::Or)) {
        return (None, condition.to_vec());
    }
    let mut edges: Vec<usize> = shallow.into_iter().filter(|&at| condition[at].is_word(Word::And)).collect();
    edges.push(condition.len());
    let mut all = Vec::new();
    let mut start = 0;
    for edge in edges {
        all.push(&condition[start..edge]);
        start = edge + 1;
    }
    // `d divides n`: the loop runs over the divisors, and needs no other bounds
    let divided = all.iter().position(|conjunct| match conjunct {
        [name, sign, other @ ..] => {
            let is_whole = expression_behind(other, 0) == Some(other.len()) && is_positive(other);
            name.text == letter && sign.is_word(Word::Divides) && is_whole && range.low[0].text == "1"
        }
        _ => false,
    });
    let mut rest: Vec<Piece> = Vec::new();
    let mut is_bounded = false;
    for (number, conjunct) in all.iter().enumerate() {
        if divided == Some(number) || divided.is_none() && bounded(conjunct, letter, range, &mut is_bounded) {
            continue;
        }
        if let Some(first) = conjunct.first().filter(|_| !rest.is_empty()) {
            rest.push(added_apart(Token::Word(Word::And), "and", first.span));
        }
        rest.extend(conjunct.iter().cloned());
    }
    if let Some(first) = rest.first_mut() {
        first.apart = true;
    }
    (divided.map(|number| all[number][2..].to_vec()), rest)
}

/// Does this say no more than where the number ends or begins, `k <= n//2`, `k >= 2`? Then the range has it.
fn bounded(conjunct: &[Piece], letter: &str, range: &mut Loop, has_high: &mut bool) -> bool {
    let [name, sign, other @ ..] = conjunct else { return false };
    let is_plain = !other.iter().any(|p| p.text == letter || is_relation(p) || matches!(p.token, Token::Word(_)));
    if name.text != letter || other.is_empty() || !is_plain {
        return false;
    }
    let highest = match sign.token {
        Token::LessEqual => Some(other.to_vec()),
        Token::Less => one_less(other),
        _ => None,
    };
    let least = match sign.token {
        Token::GreaterEqual => Some(other.to_vec()),
        Token::Greater => one_more(other),
        _ => None,
    };
    match (highest, least.as_deref()) {
        (Some(highest), _) if !*has_high => {
            range.high = highest;
            *has_high = true;
            true
        }
        (None, Some([number])) if number.text == range.low[0].text => true,
        (None, Some([number])) if number.text.parse::<u64>().is_ok_and(|n| n > 0) && range.low[0].text == "1" => {
            range.low = vec![number.clone()];
            true
        }
        _ => false,
    }
}

/// `for k in low..high`
fn looped(letter: &str, range: Loop, near: Span) -> Vec<Piece> {
    let mut new = head(letter, near);
    let low = range.low.into_iter().enumerate().map(|(i, piece)| Piece { apart: i == 0, ..piece });
    new.extend(low);
    new.push(added(Token::Range, "..", near));
    let high = range.high.into_iter().enumerate().map(|(i, piece)| Piece { apart: piece.apart && i > 0, ..piece });
    new.extend(high);
    new
}

/// `for d in divisors(n)`
fn divisors(letter: &str, operand: Vec<Piece>, near: Span) -> Vec<Piece> {
    let mut new = head(letter, near);
    new.extend([added_apart(Token::Name, "divisors", near), added(Token::LeftParen, "(", near)]);
    new.extend(operand.into_iter().enumerate().map(|(i, piece)| Piece { apart: piece.apart && i > 0, ..piece }));
    new.push(added(Token::RightParen, ")", near));
    new
}

fn head(letter: &str, near: Span) -> Vec<Piece> {
    vec![
        added_apart(Token::Word(Word::For), "for", near),
        added_apart(Token::Name, letter, near),
        added_apart(Token::Word(Word::In), "in", near),
    ]
}
