//! Slips in rules, sums and claims, for the help line: a sign between moves that is missing or another one, `n-{1,3,4}`, a second
//! arrow, `nim(3)x4`, `P: n = 4k`.
//!
//! Each text says all that was typed. Who calls reads it before it is shown.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::pieces::{Piece, added, added_apart, begins, closing, cut, ends, joined, outside, step};
use super::rules::{Rule, begins_clause, ends_move, rule_of};
use super::values::multiple;

/// Texts near the one whose fault stands here, the likeliest first.
pub(super) fn candidates(pieces: &[Piece], fault: Span) -> Vec<String> {
    let mut found: Vec<Vec<Piece>> = Vec::new();
    found.extend(multiples(pieces));
    if let Some(at) = pieces.iter().position(|p| p.span.start == fault.start) {
        match rule_of(pieces, at) {
            Some(rule) => {
                let slips = InRule { pieces, rule };
                found.extend(slips.shared_loop(at));
                if slips.is_outside(at) {
                    found.extend(slips.candidates(at));
                }
            }
            None => found.extend([copies(pieces, at), places(pieces, at), inside(pieces, at)].into_iter().flatten()),
        }
    }
    found.iter().map(|pieces| joined(pieces).text().to_owned()).collect()
}

/// Slips in a rule of the text.
struct InRule<'p> {
    pieces: &'p [Piece],
    rule: Rule,
}

impl InRule<'_> {
    /// Does no bracket within the rule hold this place?
    fn is_outside(&self, at: usize) -> bool {
        at > self.rule.arrow && self.pieces[self.rule.arrow + 1..at].iter().map(step).sum::<isize>() == 0
    }

    fn is_variable(&self, piece: &Piece) -> bool {
        piece.token == Token::Name && self.rule.names(self.pieces).any(|p| p.text == piece.text)
    }

    /// Is it the parenthesis of several coordinates?
    fn is_tuple(&self, at: usize) -> bool {
        let close = closing(self.pieces, at).filter(|_| self.pieces[at].token == Token::LeftParen);
        let is_comma = |&at: &usize| self.pieces[at].token == Token::Comma;
        close.is_some_and(|close| outside(self.pieces, at + 1, close).iter().any(is_comma))
    }

    /// The same text with other pieces in this range.
    fn with(&self, range: std::ops::Range<usize>, new: Vec<Piece>) -> Vec<Piece> {
        [&self.pieces[..range.start], &new, &self.pieces[range.end..]].concat()
    }

    fn candidates(&self, at: usize) -> Vec<Vec<Piece>> {
        let all =
            [self.beside(at), self.alternatives(at), self.quotients(at), self.set(at), self.arrows(at), self.list(at)];
        all.into_iter().flatten().collect()
    }

    fn semicolon(&self, near: usize) -> Piece {
        added(Token::Semicolon, ";", self.pieces[near].span)
    }

    /// `n-1 n-2` → `n-1; n-2`
    fn beside(&self, at: usize) -> Option<Vec<Piece>> {
        let piece = &self.pieces[at];
        let is_place = self.is_variable(piece) || piece.token == Token::LeftParen;
        (piece.apart && is_place && ends(&self.pieces[at - 1])).then(|| self.with(at..at, vec![self.semicolon(at)]))
    }

    /// `n-1 / n-2` → `n-1; n-2`. Without blanks, or between numbers in parentheses, it divides.
    fn alternatives(&self, at: usize) -> Option<Vec<Piece>> {
        let divides = |p: &Piece| matches!(p.token, Token::Semicolon | Token::Bar | Token::Arrow) || p.is_sign("/");
        let before = self.pieces[..at].iter().rposition(divides)? + 1;
        let is_place = |at: usize| self.is_variable(&self.pieces[at]) || self.is_tuple(at);
        let is_between = |at: usize| {
            self.pieces[at].is_sign("/") && self.pieces[at].apart && self.pieces[at + 1].apart && is_place(at + 1)
        };
        let fits = is_between(at) && at > before + 1 && self.pieces[before..at].iter().any(|p| self.is_variable(p));
        fits.then(|| {
            let mut all = self.pieces.to_vec();
            for slash in (at..self.rule.close).filter(|&at| is_between(at) && self.is_outside(at)) {
                all[slash] = self.semicolon(slash);
            }
            all
        })
    }

    /// `{n -> n/2}` → `{n -> n//2 if n > 0}`: 0 would go to itself.
    fn quotients(&self, at: usize) -> Option<Vec<Piece>> {
        let is_alone = self.rule.arrow == self.rule.open + 2 && self.pieces[at].is_sign("/");
        if !is_alone || self.pieces.iter().any(|p| p.is_name("sqrt") || p.is_name("phi")) {
            return None;
        }
        let name = &self.pieces[self.rule.open + 1];
        let mut new = Vec::new();
        let mut from = self.rule.arrow + 1;
        let shallow = outside(self.pieces, from, self.rule.close);
        let ends_moves = |at: &usize| ends_move(&self.pieces[*at]);
        for end in shallow.iter().copied().filter(ends_moves).chain([self.rule.close]) {
            let one = self.pieces.get(from..end)?;
            let is_quotient =
                |part: &[Piece]| matches!(part, [n, slash, ..] if n.text == name.text && slash.is_sign("/"));
            let has_quotient = one.split(|p| matches!(p.token, Token::Bar | Token::Ampersand)).any(is_quotient);
            new.extend(one.iter().cloned().map(|mut piece| {
                if piece.is_sign("/") {
                    piece.become_token(Token::Divide, "//");
                }
                piece
            }));
            if has_quotient && !one.iter().any(|p| p.is_word(Word::If)) {
                let near = name.span;
                new.push(added_apart(Token::Word(Word::If), "if", near));
                new.push(Piece { apart: true, ..name.clone() });
                new.push(added_apart(Token::Greater, ">", near));
                new.push(added_apart(Token::Number, "0", near));
            }
            if end < self.rule.close {
                new.push(self.pieces[end].clone());
            }
            from = end + 1;
        }
        Some(self.with(self.rule.arrow + 1..self.rule.close, new))
    }

    /// `n-{1,3,4}` → `n-k for k in {1,3,4}`
    fn set(&self, at: usize) -> Option<Vec<Piece>> {
        let open = &self.pieces[at];
        let close = closing(self.pieces, at).filter(|_| open.token == Token::LeftBrace)?;
        let behind = &self.pieces[close + 1];
        let ends = close + 1 == self.rule.close || behind.token == Token::Semicolon || behind.is_word(Word::If);
        if !ends || self.pieces[at - 1].token != Token::Minus {
            return None;
        }
        let is_free = |name: &&str| !self.pieces.iter().any(|p| p.is_name(name));
        let name = ["k", "j", "i", "d"].into_iter().find(is_free)?;
        let near = open.span;
        let mut new = vec![
            added(Token::Name, name, near),
            added_apart(Token::Word(Word::For), "for", near),
            added_apart(Token::Name, name, near),
            added_apart(Token::Word(Word::In), "in", near),
            Piece { apart: true, ..open.clone() },
        ];
        new.extend_from_slice(&self.pieces[at + 1..=close]);
        Some(self.with(at..close + 1, new))
    }

    /// `(a-k,b); (a,b-k) for k in 1..3` → `(a-k,b) | (a,b-k) for k in 1..3`: the loop was meant for both.
    fn shared_loop(&self, at: usize) -> Option<Vec<Piece>> {
        let name = Some(&self.pieces[at]).filter(|p| p.token == Token::Name && at > self.rule.arrow)?;
        let behind = |i: &usize| *i > at;
        let shallow: Vec<usize> = self.rule.moves(self.pieces).into_iter().filter(behind).collect();
        let first = shallow.iter().copied().find(|&i| begins_clause(&self.pieces[i]))?;
        if !self.pieces[first].is_word(Word::For) || self.pieces[first + 1].text != name.text {
            return None;
        }
        let mut all = self.pieces.to_vec();
        let mut changed = false;
        for i in shallow.into_iter().filter(|&i| i < first && self.pieces[i].token == Token::Semicolon) {
            all[i] = added_apart(Token::Bar, "|", self.pieces[i].span);
            changed = true;
        }
        changed.then_some(all)
    }

    /// `{n -> n-1; n -> n-2}` → `{n -> n-1; n-2}`
    fn arrows(&self, at: usize) -> Option<Vec<Piece>> {
        if self.pieces[at].token != Token::Arrow {
            return None;
        }
        let pattern = self.rule.pattern(self.pieces);
        let mut all = self.pieces.to_vec();
        for arrow in (at..self.rule.close).rev().filter(|&at| self.pieces[at].token == Token::Arrow) {
            let start = arrow.checked_sub(pattern.len())?;
            let is_pattern = self.pieces[start..arrow].iter().zip(pattern).all(|(one, other)| one.text == other.text);
            let divider = &self.pieces[start - 1];
            if !is_pattern || !matches!(divider.token, Token::Semicolon | Token::Comma | Token::Bar) {
                return None;
            }
            all[start - 1] = self.semicolon(start - 1);
            all.drain(start..=arrow);
            all[start].apart = true;
        }
        Some(all)
    }

    /// `{n -> [n-1, n-2]}` → `{n -> n-1; n-2}`
    fn list(&self, at: usize) -> Option<Vec<Piece>> {
        let opens = matches!(self.pieces[at].token, Token::LeftBracket | Token::LeftBrace);
        let close = closing(self.pieces, at)
            .filter(|&close| opens && at == self.rule.arrow + 1 && close + 1 == self.rule.close)?;
        let mut inner = self.pieces[at + 1..close].to_vec();
        for comma in outside(&inner, 0, inner.len()) {
            if inner[comma].token == Token::Comma {
                inner[comma] = self.semicolon(at);
            }
        }
        inner.first_mut()?.apart = true;
        Some(self.with(at..close + 1, inner))
    }
}

/// `nim(3)x4` → `4*nim(3)`
fn copies(pieces: &[Piece], at: usize) -> Option<Vec<Piece>> {
    let sign = &pieces[at];
    let (count, end) = match sign.text.strip_prefix(['x', 'X', '×']) {
        Some("") => (pieces.get(at + 1).filter(|p| p.token == Token::Number)?.text.clone(), at + 2),
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => (digits.to_owned(), at + 1),
        _ => return None,
    };
    let is_plus = |p: &Piece| p.token == Token::Plus;
    let shallow = outside(pieces, 0, at);
    let start = shallow.into_iter().rfind(|&at| is_plus(&pieces[at]) || pieces[at].is_word(Word::Misere));
    let start = start.map_or(0, |at| at + 1);
    let term = pieces.get(start..at).filter(|term| term.last().is_some_and(|p| p.token == Token::RightParen))?;
    if pieces.get(end).is_some_and(|p| !is_plus(p)) {
        return None;
    }
    let near = sign.span;
    let mut new = pieces[..start].to_vec();
    new.push(Piece { apart: term[0].apart, ..added(Token::Number, &count, near) });
    new.push(added(Token::Star, "*", near));
    new.extend_from_slice(term);
    new[start + 2].apart = false;
    new.extend_from_slice(&pieces[end..]);
    Some(new)
}

/// `nim(3)(5)(7)` → `nim(3, 5, 7)`. Several numbers in a parenthesis may be one place or many.
fn places(pieces: &[Piece], at: usize) -> Option<Vec<Piece>> {
    let is_gap = |at: usize| {
        let pair = at.checked_sub(1).map(|before| [pieces[before].token, pieces[at].token]);
        pair == Some([Token::RightParen, Token::LeftParen])
    };
    let gaps: Vec<usize> = (at..pieces.len()).filter(|&at| is_gap(at)).collect();
    let is_single = |open: usize| pieces.get(open + 2).is_some_and(|p| p.token == Token::RightParen);
    let starts_single = at.checked_sub(3).is_some_and(|open| pieces[open].token == Token::LeftParen);
    if gaps.first() != Some(&at) || !starts_single || !gaps.iter().all(|&at| is_single(at)) {
        return None;
    }
    let mut all = pieces.to_vec();
    for gap in gaps.into_iter().rev() {
        all[gap - 1] = added(Token::Comma, ",", pieces[gap].span);
        all.remove(gap);
        if let Some(next) = all.get_mut(gap) {
            next.apart = true;
        }
    }
    Some(all)
}

/// `take[1:3]` → `take[1..3]`, `take[1;3;4]` → `take[1,3,4]`
fn inside(pieces: &[Piece], at: usize) -> Option<Vec<Piece>> {
    let open = pieces[..at].iter().rposition(|p| p.token == Token::LeftBracket)?;
    let close = closing(pieces, open).filter(|&close| close > at)?;
    let mut all = pieces.to_vec();
    match pieces[at].token {
        Token::Colon if ends(&pieces[at - 1]) && begins(&pieces[at + 1]) => {
            all[at].become_token(Token::Range, "..");
            all[at].apart = false;
            all[at + 1].apart = false;
        }
        Token::Semicolon => {
            for at in outside(pieces, open + 1, close) {
                if pieces[at].token == Token::Semicolon {
                    all[at].become_token(Token::Comma, ",");
                }
            }
        }
        _ => return None,
    }
    Some(all)
}

/// `P: n = 4k`, `P: n in {4k, 4k+1}` → `P: n % 4 = 0`, `P: n % 4 in {0, 1}`
fn multiples(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let form = match pieces {
        [p, colon, ..] if p.is_name("p") && colon.token == Token::Colon => 2,
        _ => 0,
    };
    let [name, sign, terms @ ..] = &pieces[form..] else { return None };
    let listed = match terms {
        [open, terms @ .., close] if open.token == Token::LeftBrace && close.token == Token::RightBrace => terms,
        terms => terms,
    };
    let is_list = listed.len() < terms.len();
    let joins = if is_list { sign.is_word(Word::In) } else { sign.token == Token::Equal };
    if name.token != Token::Name || !joins {
        return None;
    }
    let terms: Option<Vec<_>> = listed.split(|p| p.token == Token::Comma).map(multiple).collect();
    let terms = terms?;
    let (by, variable, _) = terms.first()?;
    let are_alike =
        terms.iter().all(|(other, letter, rest)| other == by && letter == variable && (0..*by).contains(rest));
    if !are_alike || *variable == name.text {
        return None;
    }
    let rests: Vec<String> = terms.iter().map(|(_, _, rest)| rest.to_string()).collect();
    let condition = match &rests[..] {
        [rest] => format!("= {rest}"),
        _ => format!("in {{{}}}", rests.join(", ")),
    };
    Some(cut(&format!("P: {} % {by} {condition}", name.text)))
}
