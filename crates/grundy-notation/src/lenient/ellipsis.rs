//! Three points in a list, as books write them: `take[1,2,...,5]`, `{1,3,5,...}`, `n -> n-1, n-2, ..., n-5`.
//!
//! What the numbers before the points have in common goes on behind them: steps of one length, or the powers of a number. Where
//! they have nothing in common the points stay, and are a fault. Three points between two numbers are a range: `take[1...5]`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::pieces::{Piece, added, added_apart, closing, is_one_of, outside};
use super::rules::{Rule, rules};
use super::stones::VERBS;

/// So many numbers are written out; more are a range.
const MOST_NUMBERS: usize = 32;

/// Is it `...` or `…`, or two points between commas?
pub(super) fn is_points(pieces: &[Piece], at: usize) -> bool {
    let behind_comma = at > 0 && pieces[at - 1].token == Token::Comma;
    let piece = &pieces[at];
    piece.is_sign("...") || piece.is_sign("…") || piece.token == Token::Range && behind_comma
}

/// How the numbers before the points go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Law {
    /// Each is so much more than the one before.
    Steps(u64),
    /// Each is so many times the one before.
    Powers(u64),
}

impl Law {
    /// The law of the numbers before the points; `end` is the last one, where it is a number. Two numbers alone tell steps of 1, and
    /// longer steps where these reach the end and powers do not: `1, 3, ..., 9` may leave out 5 and 7.
    fn of(numbers: &[u64], end: Option<u64>) -> Option<Law> {
        let [first, second, more @ ..] = numbers else { return (numbers.len() == 1).then_some(Law::Steps(1)) };
        let steps = Law::Steps(second.checked_sub(*first).filter(|&step| step > 0)?);
        let powers = (*first == 1 && *second > 1).then_some(Law::Powers(*second));
        let told = |law: Law| numbers.windows(2).all(|pair| law.next(pair[0]) == Some(pair[1]));
        let reaches = |law: Law| end.is_some_and(|end| law.reaches(*first, end));
        match more.len() {
            _ if steps == Law::Steps(1) && told(steps) => Some(steps),
            0 => (reaches(steps) && !powers.is_some_and(reaches)).then_some(steps),
            _ if told(steps) => Some(steps),
            // 1, 2, 4 may go on with 7
            count => powers.filter(|&law| told(law) && (count > 1 || reaches(law))),
        }
    }

    /// Is the number among those that begin here?
    fn reaches(self, first: u64, end: u64) -> bool {
        match self {
            Law::Steps(step) => end.checked_sub(first).is_some_and(|more| more.is_multiple_of(step)),
            Law::Powers(_) => {
                std::iter::successors(Some(first), |&n| self.next(n)).take_while(|&n| n <= end).any(|n| n == end)
            }
        }
    }

    fn next(self, number: u64) -> Option<u64> {
        match self {
            Law::Steps(step) => number.checked_add(step),
            Law::Powers(base) => number.checked_mul(base),
        }
    }
}

/// Points between a first and a last number, without a comma: `1...5` → `1..5`. Behind a comma they stay, as `1,3...9` may have steps of
/// 2, and so they do beside a sign: `2^0...2^5`.
pub(super) fn ranges(pieces: &mut [Piece]) {
    let ends = |piece: &Piece| matches!(piece.token, Token::Number | Token::Name);
    for at in 2..pieces.len() {
        let before = &pieces[at - 2];
        let begins = before.is_word(Word::In)
            || matches!(before.token, Token::LeftBracket | Token::LeftBrace | Token::LeftParen);
        let closes = |at: usize| {
            let piece = pieces.get(at);
            piece.is_none_or(|p| !p.token.is_operator() && p.token != Token::Caret && p.token != Token::LeftParen)
        };
        let last = pieces.get(at + 1).is_some_and(|next| match next.token {
            Token::RightBracket | Token::RightBrace => true,
            _ => ends(next) && closes(at + 2),
        });
        if (pieces[at].is_sign("...") || pieces[at].is_sign("…")) && ends(&pieces[at - 1]) && begins && last {
            pieces[at] = added(Token::Range, "..", pieces[at].span);
        }
    }
}

/// A list with points: its first piece, the numbers before the points, and the piece that follows the list.
struct List {
    start: usize,
    numbers: Vec<u64>,
    end: usize,
}

/// Numbers with points between them or behind them; a last one that is no number, such as `m`, within brackets.
pub(super) fn numbers(pieces: &mut Vec<Piece>) {
    so_on(pieces);
    let mut at = 1;
    while at < pieces.len() {
        if is_points(pieces, at)
            && let Some(list) = list(pieces, at)
            && let Some(new) = continued(pieces, at, &list)
        {
            let (start, apart) = (list.start, pieces[list.start].apart);
            at = start + new.len();
            pieces.splice(start..list.end, new);
            pieces[start].apart = apart;
        } else {
            at += 1;
        }
    }
}

/// `1, 2, 4, 8 and so on`, `1, 2, 4, 8, etc.` at the end → `1, 2, 4, 8, …`
fn so_on(pieces: &mut Vec<Piece>) {
    let stop = usize::from(pieces.last().is_some_and(Piece::is_full_stop));
    let said = &pieces[..pieces.len() - stop];
    let words = match said {
        [.., and, so, on] if and.is_word(Word::And) && so.is_name("so") && on.is_name("on") => 3,
        [.., etc] if etc.is_name("etc") => 1,
        _ => return,
    };
    let at = said.len() - words;
    let comma = usize::from(at > 0 && pieces[at - 1].token == Token::Comma);
    if at > comma && pieces[at - comma - 1].token == Token::Number {
        let near = pieces[at].span;
        pieces.splice(at - comma.., [added(Token::Comma, ",", near), added(Token::Range, "..", near)]);
    }
}

fn list(pieces: &[Piece], points: usize) -> Option<List> {
    let mut numbers = Vec::new();
    let mut start = points;
    while start >= 2 && pieces[start - 1].token == Token::Comma && pieces[start - 2].token == Token::Number {
        numbers.push(pieces[start - 2].text.parse().ok()?);
        start -= 2;
    }
    numbers.reverse();
    // a number that belongs to what stands before it: `n-1, ..., n-5`
    let first = start.checked_sub(1).map(|before| pieces[before].token);
    if numbers.is_empty() || matches!(first, Some(Token::Minus | Token::Plus | Token::Star | Token::Caret)) {
        return None;
    }
    let open = first.filter(|token| matches!(token, Token::LeftBrace | Token::LeftBracket)).map(|_| start - 1);
    let close = open.and_then(|open| closing(pieces, open));
    let end = match close {
        Some(close) => {
            let inner = outside(pieces, points + 2, close);
            inner.into_iter().find(|&i| pieces[i].token == Token::Comma).unwrap_or(close)
        }
        // `take 1, 2, 4, 8, ...`, with nothing behind it
        None if start > 0 && is_one_of(&pieces[start - 1], VERBS) && points + 1 == pieces.len() => points + 1,
        None => points + 3,
    };
    (end <= pieces.len()).then_some(List { start, numbers, end })
}

/// The list without its points.
fn continued(pieces: &[Piece], points: usize, list: &List) -> Option<Vec<Piece>> {
    let near = Span::new(pieces[points].span.start, pieces[points].span.end);
    let number = |number: u64| added(Token::Number, &number.to_string(), near);
    let first = list.numbers[0];
    let last = match &pieces[points + 1..list.end] {
        [comma, last @ ..] if comma.token == Token::Comma && !last.is_empty() => last,
        last => last,
    };
    let end = match last {
        [one] if one.token == Token::Number => Some(one.text.parse::<u64>().ok()?),
        _ => None,
    };
    let Some(law) = Law::of(&list.numbers, end) else {
        return last.is_empty().then(|| known(&list.numbers)).flatten().map(|set| vec![added(Token::Name, set, near)]);
    };
    if let Some(end) = end {
        if law == Law::Steps(1) && first <= end {
            return Some(vec![number(first), added(Token::Range, "..", near), number(end)]);
        }
        let all: Vec<u64> = std::iter::successors(Some(first), |&n| law.next(n))
            .take_while(|&n| n <= end)
            .take(MOST_NUMBERS + 1)
            .collect();
        if all.len() <= MOST_NUMBERS {
            // 1, 3, 5, ..., 8 has no such end
            (all.last() == Some(&end)).then_some(())?;
            let mut written = Vec::with_capacity(2 * all.len());
            for n in all {
                written.extend([number(n), added(Token::Comma, ",", near)]);
            }
            written.pop();
            return Some(written);
        }
    }
    match law {
        Law::Steps(step) => {
            let mut range = vec![number(first), added(Token::Range, "..", near)];
            range.extend(last.iter().cloned());
            if let Some(end) = range.get_mut(2) {
                end.apart = false;
            }
            if step > 1 {
                range.extend([
                    added_apart(Token::Word(Word::Step), "step", near),
                    Piece { apart: true, ..number(step) },
                ]);
            }
            Some(range)
        }
        Law::Powers(base) if last.is_empty() => Some(vec![
            added(Token::Name, "powers", near),
            added(Token::LeftParen, "(", near),
            number(base),
            added(Token::RightParen, ")", near),
        ]),
        Law::Powers(_) => None,
    }
}

/// The set of the notation that begins with these numbers: so many that no other one is meant.
fn known(numbers: &[u64]) -> Option<&'static str> {
    const SETS: [(&str, usize, &[u64]); 3] = [
        ("squares", 3, &[1, 4, 9, 16, 25, 36, 49, 64, 81, 100]),
        ("primes", 4, &[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]),
        ("fibs", 5, &[1, 2, 3, 5, 8, 13, 21, 34, 55, 89]),
    ];
    let begins = |least: usize, all: &[u64]| numbers.len() >= least && all.starts_with(numbers);
    SETS.iter().find(|(_, least, all)| begins(*least, all)).map(|(set, ..)| *set)
}

/// Moves of a rule with one coordinate: `n-1, n-2, ..., n-5` → `n-k for k in 1..5`; `n-1, ..., 0` ends at the whole heap.
pub(super) fn moves(pieces: &mut Vec<Piece>) {
    for rule in rules(pieces).into_iter().rev() {
        let Rule { open, arrow, close } = rule;
        let Some(points) = rule.moves(pieces).into_iter().find(|&at| is_points(pieces, at)) else { continue };
        let Some(new) = loop_of(&pieces[open + 1..close], arrow - open - 1, points - open - 1) else { continue };
        pieces.splice(arrow + 1..close, new);
    }
}

/// The moves behind the arrow of the rule as one loop.
fn loop_of(rule: &[Piece], arrow: usize, points: usize) -> Option<Vec<Piece>> {
    let [name] = &rule[..arrow] else { return None };
    let divides = |p: &Piece| matches!(p.token, Token::Comma | Token::Semicolon);
    let taken = |item: &[Piece]| match item {
        [heap, minus, number] if heap.text == name.text && minus.token == Token::Minus => Some(number.clone()),
        _ => None,
    };
    let (sign, before) = rule[arrow + 1..points].split_last()?;
    if !divides(sign) {
        return None;
    }
    let numbers: Vec<u64> = before
        .split(divides)
        .map(|item| taken(item).filter(|p| p.token == Token::Number)?.text.parse().ok())
        .collect::<Option<_>>()?;
    let near = rule[points].span;
    let last = match &rule[points + 1..] {
        [] => None,
        [sign, zero] if divides(sign) && zero.token == Token::Number && zero.text == "0" => Some(name.clone()),
        [sign, item @ ..] if divides(sign) => Some(taken(item)?),
        _ => return None,
    };
    let end = last.as_ref().and_then(|last| last.text.parse::<u64>().ok());
    let Some(Law::Steps(step)) = Law::of(&numbers, end) else { return None };
    // 1, 3, 5, ..., 6 has no such end
    if end.is_some_and(|end| end < numbers[0] || !(end - numbers[0]).is_multiple_of(step)) {
        return None;
    }
    let number = |number: u64| added(Token::Number, &number.to_string(), near);
    let letter = if name.text == "k" { "j" } else { "k" };
    let mut new = vec![
        Piece { apart: true, ..name.clone() },
        added(Token::Minus, "-", near),
        added(Token::Name, letter, near),
        added_apart(Token::Word(Word::For), "for", near),
        added_apart(Token::Name, letter, near),
        added_apart(Token::Word(Word::In), "in", near),
        Piece { apart: true, ..number(numbers[0]) },
        added(Token::Range, "..", near),
    ];
    new.extend(last.map(|last| Piece { apart: false, ..last }));
    if step > 1 {
        new.extend([added_apart(Token::Word(Word::Step), "step", near), Piece { apart: true, ..number(step) }]);
    }
    Some(new)
}
