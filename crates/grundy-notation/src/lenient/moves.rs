//! Commas, `or`, `and` and late bars between moves: `{n -> n-1, n-3}`, `{(a,b) -> (a-1,b) or (a,b-1)}`,
//! `{n -> n-k for k in 1..3 | n-5}`.

use grundy_core::error::{Diagnostic, FaultCode};
use smallvec::SmallVec;

use super::super::lexer::{Token, Word};
use super::super::names::FUNCTIONS;
use super::Result;
use super::pieces::{Piece, closing, joined, outside};
use super::rules::{Rule, begins_clause, ends_move, rules};

/// Commas between the moves of a rule become semicolons, where the moves have no `for` and no `if`; and bars, where the first
/// of them needs the number of the loop that stands behind them: `(a-k,b), (a,b-k) for k in 1..`.
///
/// # Errors
/// With another `for` or an `if` it is open how far that reaches: both readings are shown.
pub(super) fn commas(pieces: &mut [Piece]) -> Result<()> {
    for rule in rules(pieces) {
        for part in rule.each_move(pieces) {
            let places = outside(pieces, part.start, part.end);
            let commas: Vec<usize> = places.iter().copied().filter(|&at| pieces[at].token == Token::Comma).collect();
            if commas.is_empty() {
                continue;
            }
            let clause = places.iter().find(|&&at| begins_clause(&pieces[at]));
            if let Some(&clause) = clause {
                let mut apart = commas.len();
                if commas.iter().all(|&at| at < clause) {
                    apart = outside_of_loop(pieces, part.start, &commas, clause..part.end);
                }
                if apart == 0 {
                    commas.iter().for_each(|&at| pieces[at].become_token(Token::Bar, "|"));
                    continue;
                }
                return Err(two_readings(pieces, rule, (&commas, apart), clause));
            }
            for at in commas {
                semicolon(&mut pieces[at]);
            }
        }
    }
    Ok(())
}

/// How many of the forms stand in front of the first one that has a number of the loops behind them: that one belongs to the
/// loops, and all behind it.
fn outside_of_loop(pieces: &[Piece], first: usize, signs: &[usize], clauses: std::ops::Range<usize>) -> usize {
    let clauses = outside(pieces, clauses.start, clauses.end).into_iter();
    let numbers: Vec<&str> =
        clauses.filter(|&at| pieces[at].is_word(Word::For)).map(|at| pieces[at + 1].text.as_str()).collect();
    let has_number = |piece: &Piece| piece.token == Token::Name && numbers.contains(&piece.text.as_str());
    let starts = std::iter::once(first).chain(signs.iter().map(|&at| at + 1));
    starts.zip(signs).position(|(from, &to)| pieces[from..to].iter().any(has_number)).unwrap_or(signs.len())
}

/// `or` between moves, in front of their `for` and `if`, becomes `|`.
///
/// # Errors
/// With an `if`, or a `for` whose number the first of them does not have, it is open how far that reaches: both readings are
/// shown.
pub(super) fn ors(pieces: &mut Vec<Piece>) -> Result<()> {
    doubled(pieces);
    for rule in rules(pieces) {
        for part in rule.each_move(pieces) {
            let places = outside(pieces, part.start, part.end);
            let clause = places.iter().copied().find(|&at| begins_clause(&pieces[at]));
            let before = places.into_iter().take_while(|&at| clause.is_none_or(|clause| at < clause));
            let ors: Vec<usize> = before.filter(|&at| pieces[at].is_word(Word::Or)).collect();
            if let Some(clause) = clause.filter(|_| !ors.is_empty()) {
                let apart = outside_of_loop(pieces, part.start, &ors, clause..part.end);
                if apart > 0 {
                    return Err(two_readings(pieces, rule, (&ors, apart), clause));
                }
            }
            ors.into_iter().for_each(|at| pieces[at].become_token(Token::Bar, "|"));
        }
    }
    Ok(())
}

/// `n-1; or n-2` → `n-1; n-2`
fn doubled(pieces: &mut Vec<Piece>) {
    for rule in rules(pieces).into_iter().rev() {
        for pair in rule.outside(pieces).windows(2).rev() {
            let joins = matches!(pieces[pair[0]].token, Token::Semicolon | Token::Comma);
            if joins && pair[1] == pair[0] + 1 && pair[1] + 1 < rule.close && pieces[pair[1]].is_word(Word::Or) {
                pieces.remove(pair[1]);
            }
        }
    }
}

/// `{n -> n-1 and n-2}`: two moves, or one move that leaves both heaps.
///
/// # Errors
/// There is such an `and`; both readings are shown.
pub(super) fn ands(pieces: &[Piece]) -> Result<()> {
    for rule in rules(pieces) {
        for part in rule.each_move(pieces) {
            let places = outside(pieces, part.start, part.end);
            let clause = places.iter().copied().find(|&at| begins_clause(&pieces[at])).unwrap_or(part.end);
            let before = places.into_iter().take_while(|&at| at < clause);
            let ands: Vec<usize> = before.filter(|&at| pieces[at].is_word(Word::And)).collect();
            let Some(&first) = ands.first() else { continue };
            let apart = outside_of_loop(pieces, part.start, &ands, clause..part.end);
            let with = |behind: (Token, &str), apart: usize| {
                let mut read = pieces.to_vec();
                divide(&mut read, &ands[..apart], (Token::Semicolon, ";"));
                divide(&mut read, &ands[apart..], behind);
                joined(&read[rule.open..=rule.close]).text().to_owned()
            };
            let (moves, parts) = (with((Token::Bar, "|"), apart), with((Token::Ampersand, "&"), 0));
            let message = format!("`and` in this rule can be read in two ways: `{moves}`, or `{parts}`");
            let fault = Diagnostic::parse(pieces[first].span, message).suggest(format!("{moves} or {parts}"));
            return Err(Box::new(fault.coded(FaultCode::TwoReadings)));
        }
    }
    Ok(())
}

/// `|` behind a finished `for` or `if` becomes `;`: what follows is a move of its own.
pub(super) fn bars(pieces: &mut [Piece]) {
    if !pieces.iter().any(|p| p.token == Token::Bar) {
        return;
    }
    for rule in rules(pieces) {
        let (mut in_clause, mut finished) = (false, false);
        for at in rule.moves(pieces) {
            let piece = &mut pieces[at];
            if piece.token == Token::Semicolon {
                in_clause = false;
            } else if begins_clause(piece) {
                (in_clause, finished) = (true, false);
            } else if in_clause && is_relation(piece) {
                finished = true;
            } else if in_clause && finished && piece.token == Token::Bar {
                semicolon(piece);
                piece.apart = false;
                in_clause = false;
            }
        }
    }
}

/// `{n -> n|k for k in 1..n}`: a move to n itself is none, so the bits of both numbers are meant.
///
/// # Errors
/// Where the sign stands; the function is shown.
pub(super) fn bits(pieces: &[Piece]) -> Result<()> {
    let has_bar = pieces.iter().any(|p| p.token == Token::Bar);
    if !has_bar || pieces.iter().any(|p| p.is_word(Word::Loopy)) {
        return Ok(());
    }
    for Rule { open, .. } in rules(pieces) {
        let [variable, arrow, before, bar, behind, ..] = &pieces[open + 1..] else { continue };
        let stays = variable.token == Token::Name && variable.text == before.text && arrow.token == Token::Arrow;
        let is_operand = matches!(behind.token, Token::Name | Token::Number);
        let ends = pieces.get(open + 6).is_some_and(|p| p.is_word(Word::For) || p.token == Token::RightBrace);
        if stays && bar.token == Token::Bar && is_operand && ends {
            let call = format!("bor({},{})", before.text, behind.text);
            let message = format!("`|` stands between moves; the bits of both numbers are `{call}`");
            let mut mended = pieces.to_vec();
            mended[open + 3].text = call;
            mended.drain(open + 4..open + 6);
            let fault = Diagnostic::parse(bar.span, message);
            return Err(Box::new(fault.suggest(joined(&mended).text())));
        }
    }
    Ok(())
}

/// `{(a,b) -> a-1, b | a, b-1}`: the coordinates of each place stand side by side. They are put in parentheses where one of them
/// stays as it is, which would be no move by itself.
///
/// # Errors
/// Where the first of them stand, if all of them change: `a-1, b-1` may be two moves. All are shown in parentheses.
pub(super) fn coordinates(pieces: &mut Vec<Piece>) -> Result<()> {
    for Rule { open, .. } in rules(pieces).into_iter().rev() {
        let Some(rule) = Rule::opened(pieces, open) else { continue };
        let Rule { arrow, close, .. } = rule;
        let wanted = outside(pieces, open + 2, arrow - 1).iter().filter(|&&at| pieces[at].token == Token::Name).count();
        if wanted < 2 {
            continue;
        }
        // the first and the last piece of each place that has no parentheses
        let (mut places, mut from, mut in_clause) = (Vec::new(), arrow + 1, false);
        for at in rule.moves(pieces).into_iter().chain([close]) {
            let clause = begins_clause(&pieces[at]) || pieces[at].is_word(Word::By);
            let divides = matches!(pieces[at].token, Token::Semicolon | Token::Bar | Token::Ampersand);
            if !divides && !clause && at < close {
                continue;
            }
            if !in_clause && at > from {
                let commas = outside(pieces, from, at).iter().filter(|&&i| pieces[i].token == Token::Comma).count();
                if commas + 1 == wanted && is_computed(&pieces[from..at]) {
                    places.push((from, at));
                } else if commas > 0 {
                    return Ok(());
                }
            }
            in_clause = clause || in_clause && pieces[at].token != Token::Semicolon;
            from = at + 1;
        }
        let Some(&(first, end)) = places.first() else { continue };
        let typed = joined(&pieces[first..end]).text().to_owned();
        let names: Vec<&str> = rule.pattern(pieces).iter().map(|p| &*p.text).collect();
        let stays = |&(first, end): &(usize, usize)| {
            let mut coordinates = pieces[first..end].split(|p| p.token == Token::Comma);
            coordinates.any(|one| matches!(one, [name] if name.token == Token::Name && names.contains(&&*name.text)))
        };
        let is_read = places.iter().any(stays);
        let mut mended = pieces.clone();
        for (first, end) in places.into_iter().rev() {
            let near = pieces[first].span;
            mended.insert(end, super::pieces::added(Token::RightParen, ")", near));
            let apart = std::mem::replace(&mut mended[first].apart, false);
            mended.insert(first, Piece { apart, ..super::pieces::added(Token::LeftParen, "(", near) });
        }
        if is_read {
            *pieces = mended;
            continue;
        }
        let message = format!("`{}` are the coordinates of one place: they stand in parentheses", typed.trim());
        let fault = Diagnostic::parse(pieces[first].span.to(pieces[end - 1].span), message);
        return Err(Box::new(fault.suggest(joined(&mended).text())));
    }
    Ok(())
}

/// `{(a,b) -> a-1; b-1}`: each move names the one coordinate that it changes.
///
/// # Errors
/// Where the first of them stands; all are shown with the others.
pub(super) fn one_coordinate(pieces: &[Piece]) -> Result<()> {
    for rule in rules(pieces) {
        let (moves, Rule { open, arrow, close }) = (rule.moves(pieces), rule);
        let names: Vec<&Piece> = rule.names(pieces).collect();
        let is_divider = |at: usize| matches!(pieces[at].token, Token::Semicolon | Token::Bar);
        // a comma may divide the coordinates of one place
        let is_more = |at: usize| {
            matches!(pieces[at].token, Token::Comma | Token::Word(Word::For | Word::If | Word::By | Word::Loopy))
        };
        if names.len() < 2 || moves.iter().any(|&at| is_more(at)) {
            continue;
        }
        let mut mended = pieces[open..=arrow].to_vec();
        let mut from = arrow + 1;
        let mut fits = true;
        for at in moves.iter().copied().filter(|&at| is_divider(at)).chain([close]) {
            let part = &pieces[from..at];
            let changed: Vec<usize> = (0..names.len())
                .filter(|&i| part.iter().any(|p| p.token == Token::Name && p.text == names[i].text))
                .collect();
            let ([changed], true) = (&*changed, is_computed(part) && !part.iter().any(|p| p.token == Token::Comma))
            else {
                fits = false;
                break;
            };
            let near = part[0].span;
            mended.push(super::pieces::added_apart(Token::LeftParen, "(", near));
            for (number, name) in names.iter().enumerate() {
                if number > 0 {
                    mended.push(super::pieces::added(Token::Comma, ",", near));
                }
                let first = mended.len();
                if number == *changed {
                    mended.extend_from_slice(part);
                } else {
                    mended.push((*name).clone());
                }
                mended[first].apart = false;
            }
            mended.push(super::pieces::added(Token::RightParen, ")", near));
            if at < close {
                mended.push(super::pieces::added(Token::Semicolon, ";", near));
            }
            from = at + 1;
        }
        if fits {
            let first = arrow + 1;
            let end = moves.iter().copied().find(|&at| is_divider(at)).unwrap_or(close);
            let all = [&pieces[..open], &mended, &pieces[close..]].concat();
            let typed = joined(&pieces[first..end]).text().trim().to_owned();
            let message = format!("`{typed}` is one coordinate, and a place of this rule has {}", names.len());
            let fault = Diagnostic::parse(pieces[first].span.to(pieces[end - 1].span), message);
            return Err(Box::new(fault.suggest(joined(&all).text())));
        }
    }
    Ok(())
}

/// Numbers that are worked out, and neither a place in parentheses nor a game that is handed over to?
fn is_computed(pieces: &[Piece]) -> bool {
    let is_place = |open: usize| {
        let is_call = open > 0 && pieces[open - 1].token == Token::Name;
        let inner = closing(pieces, open).map_or_else(SmallVec::new, |close| outside(pieces, open + 1, close));
        !is_call && inner.iter().any(|&at| pieces[at].token == Token::Comma)
    };
    pieces.iter().enumerate().all(|(at, piece)| match piece.token {
        Token::Name => {
            let is_called = pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen);
            !is_called || FUNCTIONS.iter().any(|function| function.0 == piece.text)
        }
        Token::Number | Token::Plus | Token::Minus | Token::Star | Token::Divide | Token::Percent | Token::Caret => {
            true
        }
        Token::LeftParen => !is_place(at),
        Token::Comma | Token::RightParen => true,
        _ => false,
    })
}

/// Does it relate what stands left and right: `=`, `<`, `in`, `divides` …?
pub(super) fn is_relation(piece: &Piece) -> bool {
    let signs = [Token::Equal, Token::NotEqual, Token::Less, Token::LessEqual, Token::Greater, Token::GreaterEqual];
    signs.contains(&piece.token) || piece.is_word(Word::In) || piece.is_word(Word::Divides)
}

fn semicolon(comma: &mut Piece) {
    comma.become_token(Token::Semicolon, ";");
}

/// Other signs between moves.
fn divide(pieces: &mut [Piece], signs: &[usize], (token, text): (Token, &str)) {
    for &at in signs {
        pieces[at].become_token(token, text);
        pieces[at].apart = token != Token::Semicolon;
    }
}

/// The fault that shows a rule with moves apart at so many of the signs, and with one clause for all.
pub(super) fn two_readings(
    pieces: &[Piece],
    Rule { open, close, .. }: Rule,
    (signs, apart): (&[usize], usize),
    clause: usize,
) -> Box<Diagnostic> {
    let mut moves = pieces.to_vec();
    divide(&mut moves, &signs[..apart], (Token::Semicolon, ";"));
    divide(&mut moves, &signs[apart..], (Token::Bar, "|"));
    let moves = joined(&moves[open..=close]).text().to_owned();
    let together = in_the_set(pieces, close, signs, clause).unwrap_or_else(|| {
        let mut together = pieces.to_vec();
        divide(&mut together, signs, (Token::Bar, "|"));
        let ends = |&at: &usize| ends_move(&pieces[at]);
        let end = outside(pieces, signs[0], close).into_iter().find(ends).unwrap_or(close);
        // behind `n-1 if n > 3 |` a move of its own would begin
        if clause < signs[0] && !pieces[signs[0]..end].iter().any(begins_clause) {
            together[clause..end].rotate_left(signs[0] - clause);
        }
        together
    });
    let together = joined(&together[open..=close + together.len() - pieces.len()]).text().to_owned();
    let sign = match pieces[signs[0]].token {
        Token::Comma => "a comma".to_owned(),
        _ => format!("`{}`", pieces[signs[0]].text),
    };
    let message = format!("{sign} in this rule can be read in two ways: `{moves}`, or `{together}`");
    let fault = Diagnostic::parse(pieces[signs[0]].span, message).suggest(format!("{moves} or {together}"));
    Box::new(fault.coded(FaultCode::TwoReadings))
}

/// `n-k for k in 1, 3` → `n-k for k in {1, 3}`; a set that has braces is closed.
fn in_the_set(pieces: &[Piece], close: usize, signs: &[usize], clause: usize) -> Option<Vec<Piece>> {
    let first = *signs.first().filter(|&&first| first > clause)?;
    let within = (clause..first).rev().find(|&at| pieces[at].is_word(Word::In))?;
    let is_told =
        pieces[clause..first].iter().any(|p| p.is_word(Word::If)) || pieces[within + 1].token == Token::LeftBrace;
    if is_told || pieces[first].token != Token::Comma {
        return None;
    }
    let ends = |&at: &usize| matches!(pieces[at].token, Token::Semicolon | Token::Word(_));
    let last = outside(pieces, first, close).into_iter().find(ends).unwrap_or(close);
    let mut together = pieces.to_vec();
    together.insert(last, super::pieces::added(Token::RightBrace, "}", pieces[last - 1].span));
    together[within + 1].apart = false;
    let brace = super::pieces::added_apart(Token::LeftBrace, "{", pieces[within + 1].span);
    together.insert(within + 1, brace);
    Some(together)
}
