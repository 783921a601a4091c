//! Rules as formulas of values: `g(n) = mex(g(n-1), g(n-3))`, `sg[n] = mex{sg[a] xor sg[n-2-a] for a in 0..n-2}`; of who wins:
//! `win[n] = !win[n-1] || !win[n-3]`, `w(n) = any(not w(n-k) for k in 1..3)`; and moves without an arrow: `{n-1, n-3}(20)`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::names;
use super::ellipsis::is_points;
use super::pieces::{Piece, added, added_apart, closing, is_one_of, outside, step};
use super::{Asked, Kind};

/// A formula of values becomes the rule that it belongs to.
pub(super) fn formulas(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    // f ( n … ) = mex ( … ), or an array
    let [function, open, ..] = pieces.as_slice() else { return };
    let is_name = |p: &Piece| matches!(p.token, Token::Name | Token::Upper);
    if !is_name(function) || !opens(open) || open.apart {
        return;
    }
    let name = function.text.clone();
    one_bracket(pieces, &name);
    // `f(0) = 0; f(n) = …`
    let mut ends = Vec::new();
    let first = bases(pieces, &name, &mut ends);
    let kept = pieces.split_off(first);
    let before = std::mem::replace(pieces, kept);
    if rule(pieces, &name, ends).is_none() {
        pieces.splice(0..0, before);
    }
}

/// The rule of `f(n) = mex(…)`, whose values at the places that end are 0.
fn rule(pieces: &mut Vec<Piece>, name: &str, mut ends: Vec<u64>) -> Option<()> {
    pieces.get(1).filter(|open| pieces[0].text == name && opens(open) && !open.apart)?;
    let head = closing(pieces, 1)?;
    pieces.get(head + 1).filter(|p| p.token == Token::Equal)?;
    let variables = &pieces[2..head];
    let (mut rule, mut behind) = match pieces.get(head + 2) {
        Some(mex) if mex.is_name("mex") => of_values(pieces, head + 3, name)?,
        _ => of_winners(pieces, head + 2, name)?,
    };
    let closes = pieces[behind - 1].span;
    behind += bases(&pieces[behind..], name, &mut ends);
    if let Some(end) = last(&ends)? {
        let [variable] = variables else { return None };
        only_beyond(&mut rule, variable, end);
    }
    let near = pieces[0].span;
    let mut new = vec![added(Token::LeftBrace, "{", near)];
    if variables.len() == 1 {
        new.extend_from_slice(variables);
    } else {
        new.extend(in_parentheses(&pieces[1..=head]));
    }
    new.push(added_apart(Token::Arrow, "->", near));
    if let Some(first) = rule.first_mut() {
        first.apart = true;
    }
    new.append(&mut rule);
    new.push(added(Token::RightBrace, "}", closes));
    new.extend(place(&pieces[behind..], variables));
    *pieces = new;
    Some(())
}

/// How many pieces say that values are 0, `f(0) = 0, f(1) = 0` or `f(0) = f(1) = 0`, and of which places.
fn bases(pieces: &[Piece], function: &str, ends: &mut Vec<u64>) -> usize {
    let divides = |p: &&Piece| matches!(p.token, Token::Semicolon | Token::Comma) || is_one_of(p, &["and", "with"]);
    let mut read = 0;
    loop {
        let mut at = read + pieces[read..].iter().take_while(divides).count();
        let mut told = Vec::new();
        while let Some([name, open, number, close, equal]) = pieces.get(at..at + 5) {
            let is_call = name.text == function && opens(open) && step(close) == -1 && equal.token == Token::Equal;
            let Some(number) = number.text.parse().ok().filter(|_| is_call) else { break };
            told.push(number);
            at += 5;
        }
        if told.is_empty() || pieces.get(at).is_none_or(|p| p.text != "0") {
            return read;
        }
        ends.append(&mut told);
        // the next formula begins behind a sign
        read = at + 1;
        let signs = pieces[read..].iter().take_while(divides).count();
        if pieces.get(read + signs).is_some_and(|p| p.text == function) {
            read += signs;
        }
    }
}

/// The last of the places where play ends, if these are all from 0 on; `None`: they are not.
fn last(ends: &[u64]) -> Option<Option<u64>> {
    let last = ends.iter().max().copied();
    (0..last.map_or(0, |last| last + 1)).all(|place| ends.contains(&place)).then_some(last)
}

/// `n-1; n-3` → `n-1 if n > 0; n-3 if n > 0`
fn only_beyond(rule: &mut Vec<Piece>, variable: &Piece, end: u64) {
    let semicolons = outside(rule, 0, rule.len()).into_iter().filter(|&at| rule[at].token == Token::Semicolon);
    for at in semicolons.chain([rule.len()]).collect::<Vec<_>>().into_iter().rev() {
        let near = variable.span;
        let condition = [
            added_apart(Token::Word(Word::If), "if", near),
            Piece { apart: true, ..variable.clone() },
            added_apart(Token::Greater, ">", near),
            added_apart(Token::Number, &end.to_string(), near),
        ];
        rule.splice(at..at, condition);
    }
}

/// The moves of what stands in the brackets behind `mex`, and where these end.
fn of_values(pieces: &[Piece], open: usize, function: &str) -> Option<(Vec<Piece>, usize)> {
    pieces.get(open).filter(|p| step(p) == 1)?;
    let (mut from, mut to) = (open, closing(pieces, open)?);
    let behind = to + 1;
    let braces = [Token::LeftBrace, Token::LeftBracket];
    if pieces[from].token == Token::LeftParen
        && pieces.get(from + 1).is_some_and(|p| braces.contains(&p.token))
        && closing(pieces, from + 1) == Some(to - 1)
    {
        (from, to) = (from + 1, to - 1);
    }
    Some((moves(&pieces[from + 1..to], function)?, behind))
}

/// The moves of `not w(n-1) or not w(n-3)`, or of `any(not w(n-k) for k in 1..3)`, and where that ends: who moves wins where
/// some option is lost.
fn of_winners(pieces: &[Piece], from: usize, function: &str) -> Option<(Vec<Piece>, usize)> {
    // who moves from a position that is not lost wins
    let name = function.to_lowercase();
    if name.starts_with("los") || name == "p" {
        return None;
    }
    let is_any = pieces.get(from)?.is_name("any") && pieces.get(from + 1)?.token == Token::LeftParen;
    let (mut at, end) = match is_any {
        true => (from + 2, closing(pieces, from + 1)?),
        false => (from, pieces.len()),
    };
    let denies = |p: &Piece| p.is_word(Word::Not) || p.is_sign("!");
    let (mut values, mut behind) = (Vec::new(), at);
    while at < end {
        if denies(&pieces[at]) && pieces.get(at + 1)?.text == function && opens(pieces.get(at + 2)?) {
            behind = closing(pieces, at + 2)? + 1;
            values.extend_from_slice(&pieces[at + 1..behind]);
            at = behind;
        } else if pieces[at].is_word(Word::Or) || pieces[at].is_sign("||") {
            values.push(added(Token::Comma, ",", pieces[at].span));
            at += 1;
        } else {
            break;
        }
    }
    if is_any {
        // `for k in S`
        values.extend_from_slice(&pieces[at..end]);
        behind = end + 1;
    }
    let denied = values.iter().filter(|p| p.text == function).count();
    let all = pieces[from..].iter().filter(|p| p.text == function).count();
    // behind several the clause of `any` is said of all of them, and `and` is part of the formula
    let one_way = if is_any {
        denied == 1
    } else {
        !pieces.get(at).is_some_and(|p| p.is_word(Word::And) || p.token == Token::Equal)
    };
    (denied > 0 && denied == all && one_way).then_some(())?;
    Some((moves(&values, function)?, behind))
}

/// `dp[i][j]` → `dp[i,j]`
fn one_bracket(pieces: &mut Vec<Piece>, array: &str) {
    let mut at = 0;
    while at + 1 < pieces.len() {
        if pieces[at].text == array && pieces[at + 1].token == Token::LeftBracket {
            while let Some(close) = closing(pieces, at + 1)
                && pieces.get(close + 1).is_some_and(|p| p.token == Token::LeftBracket && !p.apart)
            {
                pieces[close].become_token(Token::Comma, ",");
                pieces.remove(close + 1);
            }
        }
        at += 1;
    }
}

/// The bracket behind the name of a function or an array.
fn opens(piece: &Piece) -> bool {
    matches!(piece.token, Token::LeftParen | Token::LeftBracket)
}

/// What stands between two brackets, with parentheses around it.
fn in_parentheses(bracketed: &[Piece]) -> Vec<Piece> {
    let mut all = bracketed.to_vec();
    if let [first, .., last] = all.as_mut_slice() {
        first.become_token(Token::LeftParen, "(");
        last.become_token(Token::RightParen, ")");
    }
    all
}

/// `f(n-1), f(a) xor f(b) for …` as moves: `n-1; a & b for …`.
fn moves(pieces: &[Piece], function: &str) -> Option<Vec<Piece>> {
    let is_value =
        |at: usize| pieces.get(at).is_some_and(|p| p.text == function) && pieces.get(at + 1).is_some_and(opens);
    let mut moves: Vec<Piece> = Vec::new();
    let (mut at, mut depth, mut met, mut blank, mut in_clause) = (0, 0, false, false, false);
    while let Some(piece) = pieces.get(at) {
        if is_value(at) {
            let close = closing(pieces, at + 1)?;
            let inner = &pieces[at + 2..close];
            // several coordinates keep their parentheses
            let several = outside(inner, 0, inner.len()).iter().any(|&i| inner[i].token == Token::Comma);
            let kept = if several { in_parentheses(&pieces[at + 1..=close]) } else { inner.to_vec() };
            moves.push(Piece { apart: blank, ..kept.first()?.clone() });
            moves.extend_from_slice(&kept[1..]);
            (at, met) = (close + 1, true);
            continue;
        }
        // `mex(f(n-2), 0)`: a value alone is no move
        let ends = |p: Option<&Piece>| p.is_none_or(|p| p.token == Token::Comma);
        depth += match piece.token {
            Token::LeftBrace | Token::LeftBracket | Token::LeftParen => 1,
            Token::RightBrace | Token::RightBracket | Token::RightParen => -1,
            _ => 0,
        };
        if depth == 0
            && piece.token == Token::Number
            && ends(at.checked_sub(1).map(|before| &pieces[before]))
            && ends(pieces.get(at + 1))
        {
            return None;
        }
        in_clause |= matches!(piece.token, Token::Word(Word::For | Word::If) | Token::Colon | Token::Bar)
            || piece.is_name("where");
        in_clause &= !(piece.token == Token::Comma && is_value(at + 1));
        let joins = piece.is_name("xor") || matches!(piece.token, Token::CirclePlus | Token::Caret);
        // values are joined by xor alone: `f(n-1) + 1` is no move
        let goes_on = joins || matches!(piece.token, Token::Comma | Token::Semicolon) || is_points(pieces, at);
        if !in_clause && !goes_on {
            return None;
        }
        blank = is_value(at + 1);
        moves.push(match piece.token {
            _ if joins && blank => added_apart(Token::Ampersand, "&", piece.span),
            Token::Comma if blank => added(Token::Semicolon, ";", piece.span),
            _ => piece.clone(),
        });
        at += 1;
    }
    met.then_some(moves)
}

/// `(20)`, `n=20`, `; n = 20`, `at 20` behind a rule.
fn place<'p>(rest: &'p [Piece], variables: &[Piece]) -> Vec<Piece> {
    let signs = [Token::Semicolon, Token::Comma, Token::Equal, Token::Colon];
    let names = |p: &Piece| variables.iter().any(|variable| p.token == Token::Name && p.text == variable.text);
    let says =
        |p: &&'p Piece| signs.contains(&p.token) || names(p) || is_one_of(p, &["at", "for", "with", "where", "and"]);
    let rest = &rest[rest.iter().take_while(says).count()..];
    match rest {
        [first, ..] if first.token == Token::Number => {
            let mut place = vec![added(Token::LeftParen, "(", first.span)];
            place.push(Piece { apart: false, ..first.clone() });
            place.extend_from_slice(&rest[1..]);
            place.push(added(Token::RightParen, ")", rest[rest.len() - 1].span));
            place
        }
        [first, others @ ..] => {
            let mut place = vec![Piece { apart: false, ..first.clone() }];
            place.extend_from_slice(others);
            place
        }
        [] => Vec::new(),
    }
}

/// `{n-1, n-3}` → `{n -> n-1, n-3}`: all moves begin with the one variable; so does that of `{n-k : k in 1..3}`. `{1,3,4}`
/// alone or before a heap is the set of `take`, and so is `[1,3,4]` where it is no list of heaps.
pub(super) fn without_arrow(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim || pieces.is_empty() {
        return;
    }
    let first = usize::from(matches!(pieces[0].token, Token::Word(Word::Misere)));
    let Some(bracket) = pieces.get(first).map(|p| p.token) else { return };
    if !matches!(bracket, Token::LeftBrace | Token::LeftBracket) {
        return;
    }
    let Some(close) = closing(pieces, first) else { return };
    let is_list = asked.kind == Kind::Position && bracket == Token::LeftBracket;
    let places =
        pieces.get(close + 1).map_or(!is_list, |p| p.token == Token::LeftParen || p.apart && p.token == Token::Number);
    let inner = &pieces[first + 1..close];
    if inner.is_empty() || !places {
        return;
    }
    let in_a_set = |p: &Piece| matches!(p.token, Token::Number | Token::Comma | Token::Range);
    let near = Span::new(pieces[first].span.start, pieces[first].span.start);
    // one number in brackets is a slip
    let is_set = inner.iter().all(in_a_set) && (bracket == Token::LeftBrace || inner.len() > 1);
    if is_set {
        let name = if first > 0 { added_apart } else { added };
        pieces[first].become_token(Token::LeftBracket, "[");
        pieces[first].apart = false;
        pieces[close].become_token(Token::RightBracket, "]");
        pieces.insert(first, name(Token::Name, "take", near));
        return;
    }
    if bracket == Token::LeftBracket {
        return;
    }
    let items: Vec<&[Piece]> = inner.split(|p| matches!(p.token, Token::Comma | Token::Semicolon)).collect();
    let variable = inner[0].text.clone();
    let known = names::meaning(&variable, asked.games).is_some() || (asked.lets)(&variable);
    let fits = |item: &&[Piece]| match item {
        [name, minus, number] => name.text == variable && minus.token == Token::Minus && number.token == Token::Number,
        _ => false,
    };
    let is_built = match inner {
        [_, minus, taken, told, ..] => {
            let introduces = matches!(told.token, Token::Colon | Token::Bar | Token::Word(Word::For));
            minus.token == Token::Minus && taken.token == Token::Name && taken.text != variable && introduces
        }
        _ => false,
    };
    if inner[0].token == Token::Name && !known && (is_built || items.iter().all(fits)) {
        let name = added(Token::Name, &variable, near);
        let arrow = [name, added_apart(Token::Arrow, "->", near), Piece { apart: true, ..inner[0].clone() }];
        pieces.splice(first + 1..first + 2, arrow);
    }
}
