//! Conditions and clauses: `==`, `&&`, `floor(n/2)`, `ceil(n/2)`, `where k in S`, `: k < n`, `k is even`, `for p prime`,
//! `d | n`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::series;
use super::loops;
use super::moves::is_relation;
use super::pieces::{Piece, added, added_apart, closing, outside, step};
use super::rules::{ends_clause, ends_move, rules};
use super::{Asked, Kind};

/// The pieces that stand in a condition: behind `if`, `where` or `:` in a move, and everywhere in a claim.
pub(super) fn in_conditions(pieces: &[Piece], asked: &Asked<'_>) -> Vec<bool> {
    if asked.kind == Kind::Claim {
        return vec![true; pieces.len()];
    }
    let mut inside = vec![false; pieces.len()];
    for rule in rules(pieces) {
        let shallow = rule.outside(pieces);
        for (number, &at) in shallow.iter().enumerate() {
            if is_clause(&pieces[at]) || pieces[at].is_word(Word::If) {
                let end = shallow[number..].iter().copied().find(|&i| ends_move(&pieces[i])).unwrap_or(rule.close);
                inside[at..end].fill(true);
            }
        }
    }
    inside
}

/// `==` and `<>` in rules and claims; `&&`, `||` and `!` in conditions.
pub(super) fn signs(pieces: &mut [Piece], asked: &Asked<'_>) {
    if !pieces.iter().any(|p| matches!(p.token, Token::Wrong(_))) {
        return;
    }
    let conditions = in_conditions(pieces, asked);
    let rules = rules(pieces);
    for at in 0..pieces.len() {
        let ruled = asked.kind == Kind::Claim || rules.iter().any(|rule| rule.holds(at));
        let words = [("&&", Word::And, "and"), ("||", Word::Or, "or"), ("!", Word::Not, "not")];
        if ruled && pieces[at].is_sign("==") {
            pieces[at].become_token(Token::Equal, "=");
        } else if ruled && pieces[at].is_sign("<>") {
            pieces[at].become_token(Token::NotEqual, "!=");
        } else if let Some(&(_, word, text)) = words.iter().find(|w| conditions[at] && pieces[at].is_sign(w.0)) {
            pieces[at].become_token(Token::Word(word), text);
            pieces[at].apart = true;
            if let Some(next) = pieces.get_mut(at + 1) {
                next.apart = true;
            }
        }
    }
}

/// `(1+sqrt(5))/2` → `phi`, and in `floor(…/2)` with roots within `//`: the remainder of a last division changes nothing there.
pub(super) fn roots(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Claim || !pieces.iter().any(is_root) {
        return;
    }
    let golden = |texts: &[&str]| {
        let forms = [["(", "1", "+", "sqrt", "(", "5", ")", ")"], ["(", "sqrt", "(", "5", ")", "+", "1", ")"]];
        texts.len() == 10 && texts[8] == "/" && texts[9] == "2" && forms.iter().any(|form| texts[..8] == form[..])
    };
    let mut at = 0;
    while at + 10 <= pieces.len() {
        let texts: Vec<&str> = pieces[at..at + 10].iter().map(|p| &*p.text).collect();
        let divided = at > 0 && (pieces[at - 1].is_sign("/") || pieces[at - 1].token == Token::Divide);
        if golden(&texts) && !divided && pieces.get(at + 10).is_none_or(|p| p.token != Token::Caret) {
            let span = pieces[at].span.to(pieces[at + 9].span);
            pieces[at].become_token(Token::Name, "phi");
            pieces[at].span = span;
            pieces.drain(at + 1..at + 10);
        }
        at += 1;
    }
    for at in 0..pieces.len() {
        if pieces[at].is_name("floor")
            && pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen)
            && let Some(close) = closing(pieces, at + 1)
            && pieces[at + 2..close].iter().any(is_root)
            && close > at + 4
            && pieces[close - 2].is_sign("/")
            && pieces[close - 1].token == Token::Number
            // all before it is divided
            && !outside(pieces, at + 2, close - 2).iter().any(|&i| matches!(pieces[i].token, Token::Plus | Token::Minus))
        {
            pieces[close - 2].become_token(Token::Divide, "//");
        }
    }
}

/// In rules `floor(sqrt(n))` → `isqrt(n)`, and so is a root alone where a number is compared with it that it does not matter for:
/// `1..sqrt(n)`, `k <= sqrt(n)`, `k > sqrt(n)`.
pub(super) fn whole_roots(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    let opens = |pieces: &[Piece], at: usize| pieces.get(at).is_some_and(|p| p.token == Token::LeftParen);
    let mut at = 0;
    while at + 1 < pieces.len() {
        if pieces[at].is_name("floor")
            && opens(pieces, at + 1)
            && pieces.get(at + 2).is_some_and(|p| p.is_name("sqrt"))
            && opens(pieces, at + 3)
        {
            let (outer, inner) = (closing(pieces, at + 1), closing(pieces, at + 3));
            if let Some(inner) = inner.filter(|&inner| outer == Some(inner + 1)) {
                pieces[at + 2].become_token(Token::Name, "isqrt");
                pieces[at + 2].apart = pieces[at].apart;
                pieces.remove(inner + 1);
                pieces.drain(at..at + 2);
            }
        }
        let is_bound = at > 0 && matches!(pieces[at - 1].token, Token::Range | Token::LessEqual | Token::Greater);
        if is_bound && pieces[at].is_name("sqrt") && opens(pieces, at + 1) {
            let ends = closing(pieces, at + 1).and_then(|close| pieces.get(close + 1));
            // what stands behind may compare the root once more
            if ends.is_some_and(|piece| !piece.token.is_operator() && !is_relation(piece)) {
                pieces[at].become_token(Token::Name, "isqrt");
            }
        }
        at += 1;
    }
}

/// Does a root stand between these that is not rounded down by itself?
pub(super) fn has_root(pieces: &[Piece], from: usize, to: usize) -> bool {
    let mut at = from;
    while at < to {
        if pieces[at].is_name("floor")
            && pieces.get(at + 1).is_some_and(|p| p.token == Token::LeftParen)
            && let Some(close) = closing(pieces, at + 1)
        {
            at = close;
        } else if is_root(&pieces[at]) {
            return true;
        }
        at += 1;
    }
    false
}

fn is_root(piece: &Piece) -> bool {
    piece.is_name("sqrt") || piece.is_name("phi")
}

/// Does a clause of people's own start here: `where`, or `:` in a rule?
fn is_clause(piece: &Piece) -> bool {
    piece.is_name("where") || piece.token == Token::Colon
}

/// `where` and `:` become `for` where they introduce a name, else `if`.
pub(super) fn clauses(pieces: &mut Vec<Piece>) {
    while let Some((at, end, bound, moved)) = next_clause(pieces) {
        let clause: Vec<Piece> = pieces.drain(at..end).collect();
        pieces.splice(at..at, respelt(&clause, bound, &moved));
    }
}

/// The first clause that is left, where it ends, the names that are bound there, and those of the parts of its move.
fn next_clause(pieces: &[Piece]) -> Option<(usize, usize, Vec<String>, Vec<String>)> {
    rules(pieces).into_iter().find_map(|rule| {
        let moves = rule.moves(pieces);
        let first = moves.iter().copied().find(|&i| is_clause(&pieces[i]))?;
        let ends = |i: usize| is_clause(&pieces[i]) || ends_clause(&pieces[i]);
        let end = moves.iter().copied().find(|&i| i > first && ends(i)).unwrap_or(rule.close);
        let before = &pieces[rule.move_around(pieces, first).start..first];
        let bound_before = before.windows(2);
        let loops = bound_before.filter(|pair| pair[0].is_word(Word::For)).map(|pair| &pair[1]);
        let names = |p: &&Piece| p.token == Token::Name;
        let bound = rule.pattern(pieces).iter().chain(loops).filter(names).map(|p| p.text.clone()).collect();
        let parts = before.iter().take_while(|p| !p.is_word(Word::For) && !p.is_word(Word::If));
        let moved = parts.filter(names).map(|p| p.text.clone()).collect();
        Some((first, end, bound, moved))
    })
}

/// The conjuncts of a clause that introduce names become `for`, the others one `if`.
fn respelt(clause: &[Piece], mut bound: Vec<String>, moved: &[String]) -> Vec<Piece> {
    let near = clause[0].span;
    let shallow = outside(clause, 1, clause.len());
    let joined_by_or = shallow.iter().any(|&i| clause[i].is_word(Word::Or));
    let mut edges: Vec<usize> = vec![0];
    if !joined_by_or {
        edges.extend(shallow.iter().copied().filter(|&i| clause[i].is_word(Word::And)));
    }
    edges.push(clause.len());
    let (mut fors, mut ifs) = (Vec::new(), Vec::new());
    for pair in edges.windows(2) {
        let conjunct = &clause[pair[0] + 1..pair[1]];
        // `where 1 <= k <= 3`; a name that no part has is a parameter, and that of `where m >= 2` may be one
        if conjunct.iter().filter(|p| is_relation(p)).count() > 1
            && let Some(loops) = loops::chain(conjunct, &bound)
        {
            let names = loops::named(&loops);
            if names.iter().all(|name| moved.contains(name)) {
                bound.extend(names);
                fors.extend(loops);
                continue;
            }
        }
        let introduces = match conjunct {
            [name, within, ..] => name.token == Token::Name && within.is_word(Word::In) && !bound.contains(&name.text),
            _ => false,
        };
        let word = match (introduces, ifs.is_empty()) {
            (true, _) => (Word::For, "for"),
            (false, true) => (Word::If, "if"),
            (false, false) => (Word::And, "and"),
        };
        let into = if introduces { &mut fors } else { &mut ifs };
        let span = if pair[0] == 0 { near } else { clause[pair[0]].span };
        into.push(added_apart(Token::Word(word.0), word.1, span));
        into.extend_from_slice(conjunct);
        if let Some(first) = into.len().checked_sub(conjunct.len()).and_then(|i| into.get_mut(i)) {
            first.apart = true;
        }
        if introduces {
            bound.push(conjunct[0].text.clone());
        }
    }
    fors.append(&mut ifs);
    fors
}

/// `k odd`, `k is even` → `k % 2 = 1`, `k % 2 = 0`
pub(super) fn parities(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at < pieces.len() {
        let parity = [("odd", "1"), ("even", "0")].into_iter().find(|p| pieces[at].is_name(p.0));
        if let Some((_, rest)) = parity
            && at > 0
            && in_conditions(pieces, asked)[at]
            && pieces.get(at + 1).is_none_or(|p| p.token != Token::LeftParen)
        {
            let is = pieces[at - 1].is_name("is");
            let end = if is { at - 1 } else { at };
            if let Some(start) = expression(pieces, end) {
                at = remainder(pieces, start, end, at, rest);
            }
        }
        at += 1;
    }
}

/// `for p prime` → `for p in primes`, and in conditions `k is prime` → `k in primes`.
pub(super) fn kinds(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    called(pieces, asked);
    let mut at = 2;
    while at < pieces.len() {
        let kind = if pieces[at].token == Token::Name { series::set_of(&pieces[at].text) } else { None };
        if let Some(set) = kind
            && pieces.get(at + 1).is_none_or(|p| p.token != Token::LeftParen)
        {
            let is = usize::from(pieces[at - 1].is_name("is"));
            let subject = at - 1 - is;
            let looped = subject > 0 && pieces[subject - 1].is_word(Word::For);
            // of `k odd` in a condition a remainder is made, and 0 is a square, but none of the set
            let told = looped || (set == "primes" && in_conditions(pieces, asked)[at]);
            if pieces[subject].token == Token::Name && told {
                let near = pieces[at].span;
                let within = [added_apart(Token::Word(Word::In), "in", near), added_apart(Token::Name, set, near)];
                pieces.splice(at - is..=at, within);
            }
        }
        at += 1;
    }
}

/// `is_prime(k)`, `prime(k)` → `k in primes` in conditions.
fn called(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at + 1 < pieces.len() {
        let is_test = ["is_prime", "isprime", "prime"].iter().any(|name| pieces[at].is_name(name));
        if is_test
            && pieces[at + 1].token == Token::LeftParen
            && in_conditions(pieces, asked)[at]
            && let Some(close) = closing(pieces, at + 1).filter(|&close| close > at + 2)
            && outside(pieces, at + 2, close).iter().all(|&i| pieces[i].token != Token::Comma)
        {
            let near = pieces[close].span;
            let within = [added_apart(Token::Word(Word::In), "in", near), added_apart(Token::Name, "primes", near)];
            pieces.splice(close + 1..close + 1, within);
            // one name needs no parentheses
            let test = pieces.remove(at);
            pieces[at].apart = test.apart;
            if close == at + 3 {
                pieces.remove(at + 2);
                pieces.remove(at);
                pieces[at].apart = test.apart;
            }
        }
        at += 1;
    }
}

/// Does a comparison stand between the last `if`, `and`, `or`, `not` or bracket and this place?
pub(super) fn is_related(pieces: &[Piece], at: usize) -> bool {
    let starts = [Word::If, Word::And, Word::Or, Word::Not, Word::For].map(Token::Word);
    let mut depth = 0;
    for piece in pieces[..at].iter().rev() {
        depth -= step(piece);
        if depth < 0 || depth == 0 && (starts.contains(&piece.token) || piece.token == Token::Colon) {
            return false;
        }
        if depth == 0 && is_relation(piece) {
            return true;
        }
    }
    false
}

/// Where the expression that ends before `end` starts, if there is one.
fn expression(pieces: &[Piece], end: usize) -> Option<usize> {
    let mut depth = 0;
    let mut start = end;
    while start > 0 {
        let piece = &pieces[start - 1];
        depth -= step(piece);
        let open = depth < 0;
        let ends = depth == 0
            && step(piece) == 0
            && matches!(
                piece.token,
                Token::Word(_) | Token::Colon | Token::Semicolon | Token::Comma | Token::Arrow | Token::Equal
            );
        if open || ends {
            break;
        }
        start -= 1;
    }
    (start < end).then_some(start)
}

/// Puts `% 2 = rest` in place of the words; returns where it ends.
fn remainder(pieces: &mut Vec<Piece>, start: usize, end: usize, word: usize, rest: &str) -> usize {
    let span = pieces[word].span;
    pieces.drain(end..=word);
    let tokens = [(Token::Percent, "%"), (Token::Number, "2"), (Token::Equal, "="), (Token::Number, rest)];
    let tail = tokens.map(|(token, text)| added_apart(token, text, span));
    pieces.splice(end..end, tail);
    if end - start > 1 {
        let (first, last) = (pieces[start].span.start, pieces[end - 1].span.end);
        pieces.insert(end, added(Token::RightParen, ")", Span::new(last, last)));
        let open = Piece { apart: pieces[start].apart, ..added(Token::LeftParen, "(", Span::new(first, first)) };
        pieces[start].apart = false;
        pieces.insert(start, open);
        return end + 5;
    }
    end + 3
}
