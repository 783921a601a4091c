//! Loops as they are spoken: `for odd k`, `for k from 1 to 3`, `for 1 <= i < j <= n`, `for k in 1..n, gcd(k,n) = 1`.
//!
//! ```text
//! typed     for odd k       for k in 1 to 3     for 1 <= i < j <= n                for k in 1..n, gcd(k,n) = 1
//! strict    for k in odds   for k in 1..3       for i in 1..n for j in i+1..n      for k in 1..n if gcd(k,n) = 1
//! ```
//!
//! A loop needs both ends, or the lower one: `for k <= 3` does not say whether 0 is meant, unless the move does (`n-k`).

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::lexer::{Token, Word};
use super::super::series::{self, Numbers};
use super::Result;
use super::called;
use super::moves::is_relation;
use super::numbers::{one_less, one_more};
use super::pieces::{Piece, added, added_apart, begins, closing, ends, expression_behind, joined, outside};
use super::rules::{ends_clause, rule_around, rule_of, rules};

/// Respells what stands behind each `for`.
///
/// # Errors
/// `for k in [1,3]` may be two numbers or all between them; `for k in (1,3)` may leave its ends out.
pub(super) fn spoken(pieces: &mut Vec<Piece>) -> Result<()> {
    if !pieces.iter().any(|p| p.is_word(Word::For)) {
        return Ok(());
    }
    let mut at = 0;
    while at < pieces.len() {
        if pieces[at].is_word(Word::For) && rule_of(pieces, at).is_some() {
            whose(pieces, at);
            from_to(pieces, at);
            list(pieces, at)?;
            between(pieces, at);
            without_braces(pieces, at);
        }
        at += 1;
    }
    commas(pieces);
    Ok(())
}

/// `for each k`, `for all k` → `for k`; `for odd k` → `for k in odds`
fn whose(pieces: &mut Vec<Piece>, at: usize) {
    let name = |at: usize| pieces.get(at).is_some_and(|p| p.token == Token::Name);
    if !name(at + 1) || !name(at + 2) {
        return;
    }
    if ["each", "every", "all", "any"].iter().any(|word| pieces[at + 1].is_name(word)) {
        pieces.remove(at + 1);
        pieces[at + 1].apart = true;
        return whose(pieces, at);
    }
    let Some((kind, words)) = called::kind(&pieces[at + 1..]) else { return };
    let (Numbers::Set(set) | Numbers::Alone(set)) = kind.numbers else { return };
    let letter = at + 1 + words;
    let is_bound = pieces.get(letter + 1).is_some_and(|p| p.is_word(Word::In) || is_relation(p));
    // `for prime p dividing n` has `in` to come
    if !name(letter) || is_bound && !pieces[letter + 1].is_word(Word::Divides) {
        return;
    }
    let near = pieces[at + 1].span;
    pieces[letter].apart = true;
    let within = [added_apart(Token::Word(Word::In), "in", near)].into_iter().chain(called::spelt(set, near));
    let told = letter + 1;
    let within: Vec<Piece> = within.collect();
    let behind = told + within.len();
    pieces.splice(told..told, within);
    dividing(pieces, letter, behind);
    pieces.drain(at + 1..letter);
}

/// `for p in primes dividing n` → `for p in primes if p divides n`; behind a bar only where a name is alone, for `| n-1` is another move.
fn dividing(pieces: &mut Vec<Piece>, letter: usize, at: usize) {
    let ends = |end: usize| {
        let piece = &pieces[end];
        matches!(piece.token, Token::RightBrace | Token::Semicolon)
            || piece.is_word(Word::And)
            || piece.is_word(Word::By)
    };
    let is_said = pieces[at].is_name("dividing") || pieces[at].is_word(Word::Divides) || pieces[at].is_sign("∣");
    let is_bar = pieces[at].token == Token::Bar
        && rule_around(pieces, at).is_some_and(|rule| rule.names(pieces).any(|p| p.text == pieces[at + 1].text))
        && ends(at + 2);
    let Some(end) = expression_behind(pieces, at + 1).filter(|&end| (is_said || is_bar) && ends(end)) else { return };
    let near = pieces[at].span;
    pieces[at + 1..end][0].apart = true;
    let condition = [
        added_apart(Token::Word(Word::If), "if", near),
        Piece { apart: true, ..pieces[letter].clone() },
        added_apart(Token::Word(Word::Divides), "divides", near),
    ];
    pieces.splice(at..=at, condition);
}

/// Where the loop that starts here ends.
fn end(pieces: &[Piece], at: usize) -> usize {
    let mut depth = 0;
    for (number, piece) in pieces.iter().enumerate().skip(at + 1) {
        depth += super::pieces::step(piece);
        let divides = ends_clause(piece)
            || matches!(piece.token, Token::Comma | Token::Colon | Token::Bar)
            || matches!(piece.token, Token::Word(Word::And | Word::Or | Word::Else))
            || piece.is_name("where");
        if depth < 0 || depth == 0 && divides {
            return number;
        }
    }
    pieces.len()
}

/// `for k from 1 to 3`, `for k = 1 to 3`, `for k in 1 to 3` → `for k in 1..3`
fn from_to(pieces: &mut [Piece], at: usize) {
    let end = end(pieces, at);
    let (Some(name), Some(from)) = (pieces.get(at + 1), pieces.get(at + 2)) else { return };
    let starts = from.is_word(Word::In) || from.token == Token::Equal || from.is_name("from");
    if name.token != Token::Name || !starts {
        return;
    }
    let shallow = outside(pieces, at + 3, end);
    let is_to = |i: usize| pieces[i].is_name("to") && ends(&pieces[i - 1]) && pieces.get(i + 1).is_some_and(begins);
    let to: Vec<usize> = shallow.iter().copied().filter(|&i| is_to(i)).collect();
    let is_range = shallow.iter().any(|&i| pieces[i].token == Token::Range);
    match to[..] {
        [to] if !is_range => {
            pieces[to].become_token(Token::Range, "..");
            pieces[to].apart = false;
            pieces[to + 1].apart = false;
        }
        [] if is_range => {}
        _ => return,
    }
    if !pieces[at + 2].is_word(Word::In) {
        pieces[at + 2].become_token(Token::Word(Word::In), "in");
        pieces[at + 2].apart = true;
        pieces[at + 3].apart = true;
    }
}

/// `in [1,2,3]` → `in {1,2,3}`
fn list(pieces: &mut [Piece], at: usize) -> Result<()> {
    let open = at + 3;
    let opens = |p: &Piece| matches!(p.token, Token::LeftBracket | Token::LeftParen);
    let is_list = pieces.get(at + 2).is_some_and(|p| p.is_word(Word::In)) && pieces.get(open).is_some_and(opens);
    let Some(close) = is_list.then(|| closing(pieces, open)).flatten() else { return Ok(()) };
    let commas = outside(pieces, open + 1, close).into_iter().filter(|&i| pieces[i].token == Token::Comma);
    let commas: Vec<usize> = commas.collect();
    // parentheses may begin an expression: `(n+1)//2..n`; of two numbers they may be an open interval
    if pieces[open].token == Token::LeftParen {
        let ends = pieces.get(close + 1).is_none_or(|p| {
            matches!(p.token, Token::RightBrace | Token::Semicolon | Token::Bar)
                || p.is_word(Word::If)
                || p.is_word(Word::For)
        });
        return match commas.len() {
            0 => Ok(()),
            _ if !ends => Ok(()),
            1 => Err(in_parentheses(pieces, open, close)),
            _ => {
                in_braces(pieces, open, close);
                Ok(())
            }
        };
    }
    if let [comma] = commas[..] {
        let (low, high) = (joined(&pieces[open + 1..comma]), joined(&pieces[comma + 1..close]));
        let (low, high) = (low.text().trim(), high.text().trim());
        let (two, all) = (format!("{{{low},{high}}}"), format!("{low}..{high}"));
        let span = pieces[open].span.to(pieces[close].span);
        let message =
            format!("`[{low},{high}]` can be read in two ways: as two numbers, `{two}`, or as a range, `{all}`");
        let fault = Diagnostic::parse(span, message).coded(FaultCode::TwoReadings);
        let with = |set: &str| {
            let (from, to) = rule_of(pieces, at).map_or((0, pieces.len() - 1), |rule| (rule.open, rule.close));
            let before = joined(&pieces[from..open]).text().trim_end().to_owned();
            // brackets that do not fit may close the rule within the list
            let behind = pieces.get(close..=to).unwrap_or_default();
            format!("{before} {set}{}", joined(behind).text().trim_start_matches(']'))
        };
        let readings = format!("{} or {}", with(&two), with(&all));
        return Err(Box::new(fault.suggest(readings).fix(span, two).fix(span, all)));
    }
    in_braces(pieces, open, close);
    Ok(())
}

/// `for k in 1, 3, 4` → `for k in {1,3,4}`
fn without_braces(pieces: &mut Vec<Piece>, at: usize) {
    if pieces.get(at + 2).is_some_and(|p| p.is_word(Word::In)) {
        listed(pieces, at + 3);
    }
}

/// Puts the numbers that begin here into braces, if they are more than two: two numbers may be the last one's move and a set of one.
pub(super) fn listed(pieces: &mut Vec<Piece>, from: usize) -> bool {
    let fits = |(i, p): &(usize, &Piece)| p.token == if i % 2 == 0 { Token::Number } else { Token::Comma };
    let length = pieces[from..].iter().enumerate().take_while(fits).count();
    let ends = pieces.get(from + length).is_some_and(|p| {
        matches!(p.token, Token::RightBrace | Token::Semicolon) || p.is_word(Word::If) || p.is_word(Word::For)
    });
    if length < 5 || length.is_multiple_of(2) || !ends {
        return false;
    }
    let (first, last) = (pieces[from].span, pieces[from + length - 1].span);
    pieces.insert(from + length, added(Token::RightBrace, "}", last));
    pieces[from].apart = false;
    pieces.insert(from, added_apart(Token::LeftBrace, "{", first));
    true
}

fn in_braces(pieces: &mut [Piece], open: usize, close: usize) {
    pieces[open].become_token(Token::LeftBrace, "{");
    pieces[close].become_token(Token::RightBrace, "}");
}

/// `for k in (1,3)` is no set; the whole text with braces is shown.
fn in_parentheses(pieces: &[Piece], open: usize, close: usize) -> Box<Diagnostic> {
    let span = pieces[open].span.to(pieces[close].span);
    let typed = joined(&pieces[open..=close]).text().trim().to_owned();
    let mut mended = pieces.to_vec();
    in_braces(&mut mended, open, close);
    let message = format!("`{typed}` is no set: its numbers stand in braces");
    Box::new(Diagnostic::parse(span, message).suggest(joined(&mended).text()))
}

/// `for 1 <= k <= 3` → `for k in 1..3`
fn between(pieces: &mut Vec<Piece>, at: usize) {
    let end = end(pieces, at);
    let mut bound = bound_before(pieces, at);
    let Some(mut loops) = chain(&pieces[at + 1..end], &bound) else { return };
    // `for 1 <= k <= 3 and k != 2`: the rest is a condition
    if pieces.get(end).is_some_and(|p| p.is_word(Word::And)) {
        bound.extend(named(&loops));
        let rest = &pieces[end + 1..];
        let rest = &rest[..rest.iter().position(|p| p.token == Token::Semicolon).unwrap_or(rest.len())];
        if rest.iter().any(|p| p.is_word(Word::Or)) || leaves_open(rest, &bound) {
            return;
        }
        pieces[end].become_token(Token::Word(Word::If), "if");
    }
    loops.remove(0);
    pieces.splice(at + 1..end, loops);
}

/// The names that are bound where the word `for` at this place stands: those of the pattern, and of loops before it.
fn bound_before(pieces: &[Piece], at: usize) -> Vec<String> {
    let Some(rule) = rule_of(pieces, at).filter(|rule| rule.arrow < at) else { return Vec::new() };
    let start = rule.move_around(pieces, at).start;
    rule.names(pieces).map(|p| p.text.clone()).chain(named(&pieces[start..at])).collect()
}

/// The names that loops bind.
pub(super) fn named(loops: &[Piece]) -> Vec<String> {
    loops.windows(2).filter(|pair| pair[0].is_word(Word::For)).map(|pair| pair[1].text.clone()).collect()
}

/// Does a name that is not bound stand alone on a side of a comparison? It may be a loop of its own, or a parameter.
fn leaves_open(conjuncts: &[Piece], bound: &[String]) -> bool {
    let divides = |p: &Piece| is_relation(p) || p.token == Token::Comma || p.is_word(Word::And);
    let shallow = outside(conjuncts, 0, conjuncts.len());
    let mut edges: Vec<usize> = shallow.into_iter().filter(|&at| divides(&conjuncts[at])).collect();
    edges.push(conjuncts.len());
    let mut from = 0;
    edges.into_iter().any(|edge| {
        let side = &conjuncts[from..edge];
        from = edge + 1;
        matches!(side, [name] if is_free(name, bound))
    })
}

fn is_free(name: &Piece, bound: &[String]) -> bool {
    name.token == Token::Name && !bound.contains(&name.text)
}

/// The loops of a chain that says where names lie, `1 <= i < j <= n`: `for i in 1..n for j in i+1..n`.
pub(super) fn chain(typed: &[Piece], bound: &[String]) -> Option<Vec<Piece>> {
    let shallow = outside(typed, 0, typed.len());
    let relations: Vec<usize> = shallow.into_iter().filter(|&at| is_relation(&typed[at])).collect();
    let (first, last) = (*relations.first()?, *relations.last()?);
    let upward = [Token::Less, Token::LessEqual];
    let downward = [Token::Greater, Token::GreaterEqual];
    let goes_up = relations.iter().all(|&at| upward.contains(&typed[at].token));
    if !goes_up && !relations.iter().all(|&at| downward.contains(&typed[at].token)) {
        return None;
    }
    // the links from the lowest up, and the signs between them
    let edges: Vec<usize> = relations.iter().copied().chain([typed.len()]).collect();
    let mut start = 0;
    let mut links: Vec<&[Piece]> = Vec::new();
    for edge in edges {
        links.push(&typed[start..edge]);
        start = edge + 1;
    }
    let mut signs: Vec<&Piece> = relations.iter().map(|&at| &typed[at]).collect();
    if !goes_up {
        links.reverse();
        signs.reverse();
    }
    if links.iter().any(|link| link.is_empty()) {
        return None;
    }
    let is_new = |link: &[Piece]| matches!(link, [name] if is_free(name, bound));
    let is_strict = |sign: &Piece| matches!(sign.token, Token::Less | Token::Greater);
    // `1 <= k`, `1 <= k <= 3`: the lowest link is known, and the others are names but for the highest
    if is_new(links[0]) {
        return None;
    }
    let (names, high) = match links.len() {
        2 if is_new(links[1]) => (&links[1..], None),
        2 => return None,
        _ => (&links[1..links.len() - 1], Some(links[links.len() - 1])),
    };
    let known = typed[if goes_up { 0..first } else { last + 1..typed.len() }].iter();
    if !names.iter().all(|link| is_new(link)) || known.clone().any(|p| names.iter().any(|n| n[0].text == p.text)) {
        return None;
    }
    let mut loops = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let near = name[0].span;
        loops.push(added_apart(Token::Word(Word::For), "for", near));
        loops.push(Piece { apart: true, ..name[0].clone() });
        loops.push(added_apart(Token::Word(Word::In), "in", near));
        let mut low = links[number].to_vec();
        if is_strict(signs[number]) {
            low = one_more(&low)?;
        }
        low[0].apart = true;
        loops.extend(low);
        loops.push(added(Token::Range, "..", near));
        if let Some(high) = high {
            let mut high = high.to_vec();
            high[0].apart = false;
            loops.extend(if is_strict(signs[signs.len() - 1]) { one_less(&high)? } else { high });
        }
    }
    Some(loops)
}

/// `for k in 1..n, gcd(k,n) = 1` → `if gcd(k,n) = 1`; `for a in 1..3, b in 1..4` → `for b in 1..4`.
///
/// What relates two numbers is no move, so nothing else is meant.
fn commas(pieces: &mut [Piece]) {
    for rule in rules(pieces) {
        let moves = rule.moves(pieces);
        let pattern: Vec<String> = rule.names(pieces).map(|p| p.text.clone()).collect();
        let mut bound = pattern.clone();
        let (mut in_loop, mut in_condition) = (false, false);
        for (number, &at) in moves.iter().enumerate() {
            let piece = &pieces[at];
            if piece.token == Token::Semicolon {
                (in_loop, in_condition) = (false, false);
                bound.clone_from(&pattern);
            } else if piece.is_word(Word::For) {
                in_loop = true;
                bound.extend(pieces.get(at + 1).map(|name| name.text.clone()));
            } else if piece.is_word(Word::If) {
                in_condition = true;
            } else if piece.token == Token::Comma && in_loop {
                let is_end =
                    |&&i: &&usize| ends_clause(&pieces[i]) || matches!(pieces[i].token, Token::Comma | Token::Bar);
                let end = moves[number + 1..].iter().find(|i| is_end(i)).copied().unwrap_or(rule.close);
                let told = &pieces[at + 1..end];
                let is_kind = |p: &Piece| p.token == Token::Name && series::set_of(&p.text).is_some();
                if !told.iter().any(|p| is_relation(p) || is_kind(p)) {
                    continue;
                }
                let introduces =
                    matches!(told, [name, within, ..] if is_free(name, &bound) && within.is_word(Word::In));
                // `for 1 <= k <= 3, 1 <= j <= 2`: a loop of its own, or a parameter
                if !introduces && leaves_open(told, &bound) {
                    continue;
                }
                let (word, text) = match (introduces, in_condition) {
                    (true, false) => (Word::For, "for"),
                    (true, true) => continue,
                    (false, false) => (Word::If, "if"),
                    (false, true) => (Word::And, "and"),
                };
                if introduces {
                    bound.push(told[0].text.clone());
                } else {
                    in_condition = true;
                }
                pieces[at].become_token(Token::Word(word), text);
                pieces[at].apart = true;
                pieces[at + 1].apart = true;
            }
        }
    }
}
