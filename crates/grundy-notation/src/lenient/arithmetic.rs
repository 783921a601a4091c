//! Numbers that are written as arithmetic: `nim(10^9+7)`, `kayles(2*10^9)`, `(2^5+1)*nim(3)`.
//!
//! ```text
//! typed     nim(10^9+7, 2*3)       wythoff((2^4-1, 7))     nim 10^9+7
//! strict    nim(1000000007, 6)     wythoff((15, 7))        nim(1000000007)
//! ```
//!
//! The strict language has one power in a place and nothing else. What consists of numbers and `+ - * // % ^` alone has
//! one meaning there, and is worked out. `?` and variables are no numbers: with them the text stays as it is. So does
//! `2^3^2`, which may be the xor of three heaps.
//!
//! Cost: no number in between has more digits than a number may have, and all together no more than a text.

use dashu_int::ops::{BitTest, DivRemEuclid, UnsignedAbs};
use grundy_core::error::{Diagnostic, ErrorKind, FaultCode};
use grundy_core::number::{Int, Nat, to_usize};

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::names::Places;
use super::brackets::of_takings;
use super::heaps::{HEAPS, STONES};
use super::names::is_let;
use super::pieces::{Piece, added, closing, is_one_of, joined, opening, operand_before, outside};
use super::rules::{Rule, rule_of};
use super::{Asked, Kind, Result, numbers, question};

/// What is shown of a sum that is refused, in characters.
const SHOWN: usize = 40;

/// `2k` → `2*k` in rules and claims, and `k(k+1)` → `k*(k+1)` in rules.
///
/// # Errors
/// Behind a division: `n//2k` is `n//(2*k)`, or `n//2*k`.
pub(super) fn products(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    groups(pieces, asked);
    let mut at = 1;
    while at < pieces.len() {
        let (number, name) = (&pieces[at - 1], &pieces[at]);
        // what a pass has put side by side was not typed so, and nobody writes `1n`
        let joined = number.span.end == name.span.start && number.text != "1" && number.text != "0";
        // `2nd` is a word, `3x4` the size of a board
        let is_name = name.token == Token::Name && name.text.chars().count() == 1;
        let factor = joined && is_name && number.token == Token::Number;
        let inside = || {
            asked.kind == Kind::Claim
                || rule_of(pieces, at).is_some()
                || of_takings(pieces, asked)
                    .into_iter()
                    .any(|(open, close)| pieces[open].token == Token::LeftBracket && open < at && at < close)
        };
        if factor && inside() {
            let division = division(pieces, at - 1);
            let star = added(Token::Star, "*", pieces[at].span);
            pieces.insert(at, star);
            at += 1;
            if let Some(division) = division {
                return Err(two_products(pieces, division, at));
            }
        }
        at += 1;
    }
    Ok(())
}

/// `k(k+1)` → `k*(k+1)`: a letter that the rule binds, or that stands behind a sign, calls no game. Behind a division it would be
/// another product.
fn groups(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 2;
    while at < pieces.len() {
        let name = &pieces[at - 1];
        let is_letter = name.token == Token::Name && name.text.chars().count() == 1 && !asked.is_game(&name.text);
        let joins = pieces[at].token == Token::LeftParen && !pieces[at].apart && is_letter;
        let is_bound = || {
            rule_of(pieces, at).is_some_and(|Rule { open, arrow, close }| {
                let is_loop = |i: usize| i <= arrow || pieces[i - 1].is_word(Word::For);
                let binds = |i: usize| pieces[i].text == name.text && is_loop(i);
                matches!(pieces[at - 2].token, Token::Plus | Token::Minus) || (open + 1..close).any(binds)
            })
        };
        if joins && is_bound() && !is_let(pieces, &name.text) && division(pieces, at - 1).is_none() {
            let star = added(Token::Star, "*", pieces[at].span);
            pieces.insert(at, star);
        }
        at += 1;
    }
}

/// The division, power or `mod` before this number, or before its sign.
fn division(pieces: &[Piece], number: usize) -> Option<usize> {
    let divides = |p: &Piece| {
        matches!(p.token, Token::Divide | Token::Percent | Token::Caret)
            || p.is_sign("/")
            || p.is_sign("÷")
            || p.is_name("mod")
    };
    let sign = number.checked_sub(1).filter(|&at| pieces[at].token == Token::Minus);
    sign.unwrap_or(number).checked_sub(1).filter(|&at| divides(&pieces[at]))
}

/// `n//2*k`, typed as `n//2k`: the product that ends at `last` may be the divisor.
fn two_products(pieces: &[Piece], division: usize, last: usize) -> Box<Diagnostic> {
    let text = |pieces: &[Piece]| pieces.iter().map(|p| p.text.as_str()).collect::<String>();
    let (first, close) = (&pieces[division + 1], pieces[last].span);
    let open = Piece { apart: first.apart, ..added(Token::LeftParen, "(", first.span) };
    let mut inner = pieces.to_vec();
    inner.insert(last + 1, added(Token::RightParen, ")", close));
    inner[division + 1].apart = false;
    inner.insert(division + 1, open);
    let start = operand_before(pieces, division).unwrap_or(division);
    let (together, apart) = (text(&inner[start..last + 3]), text(&pieces[start..=last]));
    let span = pieces[start].span.to(close);
    let typed = text(&pieces[start..last - 1]) + &pieces[last].text;
    let message = format!("`{typed}` can be read in two ways: `{together}`, or `{apart}`");
    let readings = format!("{} or {}", joined(&inner).text(), joined(pieces).text());
    let fault = Diagnostic::parse(span, message).suggest(readings).coded(FaultCode::TwoReadings);
    Box::new(fault.fix(span, together).fix(span, apart))
}

/// `3 piles of 10^9`, `10^9+7 stones`: a power, and what is added to it, in a sentence on stones or heaps.
pub(super) fn powers(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let is_rule = |p: &Piece| matches!(p.token, Token::Arrow | Token::LeftBrace | Token::Equal);
    let is_told = |p: &Piece| is_one_of(p, STONES) || is_one_of(p, HEAPS);
    if asked.kind == Kind::Claim || pieces.iter().any(is_rule) || !pieces.iter().any(is_told) {
        return;
    }
    let mut at = 0;
    while at < pieces.len() {
        let is_sum = |p: &Piece| matches!(p.token, Token::Number | Token::Caret | Token::Plus | Token::Minus);
        let first = usize::from(pieces[at].token == Token::Number);
        let all = first * (1 + pieces[at + 1..].iter().take_while(|p| is_sum(p) && !p.apart).count());
        if all > 2 && pieces[at + 1].token == Token::Caret {
            let mut arithmetic = Arithmetic { rest: &pieces[at..at + all], digits: asked.digits };
            if let (Ok(number), []) = (arithmetic.sum(), arithmetic.rest)
                && let Ok(number) = Nat::try_from(number)
            {
                let span = pieces[at].span.to(pieces[at + all - 1].span);
                let apart = pieces[at].apart;
                pieces.splice(at..at + all, [Piece { apart, ..added(Token::Number, &number.to_string(), span) }]);
            }
        }
        at += 1;
    }
}

/// Works out the numbers of a position: in places, behind a game, before `*` and behind it.
///
/// # Errors
/// A number below 0, a division by 0, a number of too many digits.
pub(super) fn places(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    if !matches!(asked.kind, Kind::Position | Kind::Subject) || !pieces.iter().any(|p| p.token.is_operator()) {
        return Ok(());
    }
    let mut spent = 0;
    let mut at = question(pieces);
    while at < pieces.len() {
        let Some(close) = closing(pieces, at) else { return Ok(()) };
        let before = at.checked_sub(1).map(|before| &pieces[before]);
        match pieces[at].token {
            // rules and parameters have arithmetic of their own
            Token::LeftBrace | Token::LeftBracket => at = close,
            Token::LeftParen if before.is_some_and(|_| takes_numbers(pieces, at - 1, asked)) => {
                in_brackets(pieces, at, asked, &mut spent)?;
            }
            Token::LeftParen => {
                let is_nimber = before.is_some_and(|star| star.token == Token::Star);
                let copies = pieces.get(close + 1).is_some_and(|star| star.token == Token::Star);
                if is_nimber || copies {
                    replaced(pieces, at, close + 1, asked, &mut spent)?;
                }
            }
            Token::Number if pieces[at].apart && before.is_some_and(|_| takes_numbers(pieces, at - 1, asked)) => {
                behind_a_game(pieces, at, asked, &mut spent)?;
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Does a game end here whose places are numbers?
fn takes_numbers(pieces: &[Piece], at: usize, asked: &Asked<'_>) -> bool {
    if numbers::holds_numbers(pieces, at, asked) {
        return true;
    }
    // a game of one's own may have parameters
    let bracket = (pieces[at].token == Token::RightBracket).then(|| opening(pieces, at)).flatten();
    let Some(name) = bracket.map_or(Some(at), |open| open.checked_sub(1)).map(|at| &pieces[at]) else { return false };
    name.token == Token::Name
        && (asked.games.find)(&name.text).is_none_or(|places| places == Places::Plain)
        && ((asked.lets)(&name.text) || is_let(pieces, &name.text))
}

/// The numbers between commas, also those of tuples.
fn in_brackets(pieces: &mut Vec<Piece>, open: usize, asked: &Asked<'_>, spent: &mut usize) -> Result<()> {
    let Some(close) = closing(pieces, open).filter(|&close| pieces[open..close].iter().any(|p| p.token.is_operator()))
    else {
        return Ok(());
    };
    let commas = outside(pieces, open + 1, close).into_iter().filter(|&at| pieces[at].token == Token::Comma);
    let edges: Vec<usize> = std::iter::once(open).chain(commas).chain([close]).collect();
    // from behind, so that the places before stay where they are
    for pair in edges.windows(2).rev() {
        let (from, to) = (pair[0] + 1, pair[1]);
        let is_tuple = from + 1 < to
            && pieces[from].token == Token::LeftParen
            && closing(pieces, from) == Some(to - 1)
            && outside(pieces, from + 1, to - 1).iter().any(|&at| pieces[at].token == Token::Comma);
        if is_tuple {
            in_brackets(pieces, from, asked, spent)?;
        } else {
            replaced(pieces, from, to, asked, spent)?;
        }
    }
    Ok(())
}

/// `nim 10^9+7`, `nim 10^9 10^9+7` up to the end. `nim 3 + 4` and `nim 3+4` may be two heaps.
fn behind_a_game(pieces: &mut Vec<Piece>, from: usize, asked: &Asked<'_>, spent: &mut usize) -> Result<()> {
    let mut heaps: Vec<usize> = (from..pieces.len()).filter(|&at| at == from || pieces[at].apart).collect();
    heaps.push(pieces.len());
    let is_one = |heap: &[usize]| {
        let heap = &pieces[heap[0]..heap[1]];
        let has = |wanted: &[Token]| heap.iter().any(|p| wanted.contains(&p.token));
        heap.len() == 1 || has(&[Token::Caret]) || has(&[Token::Star]) && !has(&[Token::Plus, Token::Minus])
    };
    let is_sum = |p: &Piece| {
        p.token.is_operator() || matches!(p.token, Token::Number | Token::Caret | Token::LeftParen | Token::RightParen)
    };
    // a sign that stands alone joins games
    let begins = |heap: &[usize]| matches!(pieces[heap[0]].token, Token::Number | Token::LeftParen);
    if pieces[from..].iter().all(is_sum) && heaps.windows(2).all(|heap| is_one(heap) && begins(heap)) {
        for heap in heaps.windows(2).rev() {
            replaced(pieces, heap[0], heap[1], asked, spent)?;
        }
    }
    Ok(())
}

/// Puts the number in place of its arithmetic, where nothing but numbers stands there.
fn replaced(pieces: &mut Vec<Piece>, from: usize, to: usize, asked: &Asked<'_>, spent: &mut usize) -> Result<()> {
    let typed = &pieces[from..to];
    // one number and one power are read strictly
    let is_strict = typed.iter().all(|p| matches!(p.token, Token::Number | Token::Caret));
    // `1,000+1` may be one number in groups of three
    let in_groups = |p: &Piece| p.token == Token::Number && p.text.len() > 1 && p.text.starts_with('0');
    if is_strict || !typed.iter().any(|p| p.token.is_operator()) || typed.iter().any(in_groups) {
        return Ok(());
    }
    let mut arithmetic = Arithmetic { rest: typed, digits: asked.digits };
    let span = Span::new(typed[0].span.start, typed[typed.len() - 1].span.end);
    let shown = || shown(typed);
    let number = match arithmetic.sum() {
        Ok(number) if arithmetic.rest.is_empty() => number,
        Ok(_) | Err(Fault::NoArithmetic) => return Ok(()),
        Err(Fault::TooLong) => {
            let message = format!("a number of more than {} digits", asked.digits);
            return Err(refused(message, span, "ask with a smaller number"));
        }
        Err(Fault::ByZero) => return Err(refused(format!("`{}` divides by 0", shown()), span, "nim(10^18//3)")),
    };
    let Ok(number) = Nat::try_from(number.clone()) else {
        let message = format!("`{}` is {number}, and coordinates are natural numbers", shown());
        return Err(refused(message, span, "0 is the least"));
    };
    let text = number.to_string();
    *spent += text.len();
    if *spent > asked.digits.saturating_mul(100) {
        let message = format!("numbers of more than {} digits, all together", asked.digits.saturating_mul(100));
        return Err(refused(message, span, "ask with fewer large numbers"));
    }
    let apart = typed[0].apart;
    pieces.splice(from..to, [Piece { apart, ..added(Token::Number, &text, span) }]);
    Ok(())
}

fn shown(typed: &[Piece]) -> String {
    let text: String = typed.iter().map(|piece| piece.text.as_str()).collect();
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn refused(message: String, span: Span, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(ErrorKind::Input, message).at(span).suggest(help))
}

/// Why no number comes out.
enum Fault {
    /// It is something else than arithmetic.
    NoArithmetic,
    TooLong,
    ByZero,
}

/// Arithmetic of numbers alone, with the precedence that rules have.
struct Arithmetic<'p> {
    rest: &'p [Piece],
    /// Most decimal digits of a number.
    digits: usize,
}

impl Arithmetic<'_> {
    /// The next piece, if it is one of these.
    fn eat(&mut self, tokens: &[Token]) -> Option<Token> {
        let (first, rest) = self.rest.split_first()?;
        tokens.contains(&first.token).then(|| {
            self.rest = rest;
            first.token
        })
    }

    fn sum(&mut self) -> std::result::Result<Int, Fault> {
        let mut sum = self.product()?;
        while let Some(sign) = self.eat(&[Token::Plus, Token::Minus]) {
            let term = self.product()?;
            sum = self.bounded(if sign == Token::Plus { sum + term } else { sum - term })?;
        }
        Ok(sum)
    }

    fn product(&mut self) -> std::result::Result<Int, Fault> {
        let mut product = self.power()?;
        while let Some(sign) = self.eat(&[Token::Star, Token::Divide, Token::Percent]) {
            let factor = self.power()?;
            if sign != Token::Star && factor.is_zero() {
                return Err(Fault::ByZero);
            }
            product = match sign {
                Token::Star if bits(&product) + bits(&factor) > self.bits() => return Err(Fault::TooLong),
                Token::Star => product * factor,
                // as in rules, the remainder is never negative; negative divisors are left alone
                _ if factor < Int::ZERO => return Err(Fault::NoArithmetic),
                _ => {
                    let (quotient, remainder) = product.div_rem_euclid(factor);
                    if sign == Token::Divide { quotient } else { Int::from(remainder) }
                }
            };
        }
        Ok(product)
    }

    fn power(&mut self) -> std::result::Result<Int, Fault> {
        let base = self.atom()?;
        if self.eat(&[Token::Caret]).is_none() {
            return Ok(base);
        }
        let exponent = self.atom()?;
        // `2^3^2` may be an xor
        if self.eat(&[Token::Caret]).is_some() || exponent < Int::ZERO {
            return Err(Fault::NoArithmetic);
        }
        if exponent.is_zero() || base.is_one() {
            return Ok(Int::ONE);
        }
        if base.is_zero() {
            return Ok(base);
        }
        let exponent = Nat::try_from(exponent).ok().and_then(|exponent| to_usize(&exponent));
        match exponent {
            // 2^(bits - 1) <= base, and -1 stays small
            Some(exponent) if (bits(&base) - 1).max(1).saturating_mul(exponent) <= self.bits() => {
                self.bounded(base.pow(exponent))
            }
            _ => Err(Fault::TooLong),
        }
    }

    fn atom(&mut self) -> std::result::Result<Int, Fault> {
        if self.eat(&[Token::LeftParen]).is_some() {
            let inner = self.sum()?;
            return self.eat(&[Token::RightParen]).map(|_| inner).ok_or(Fault::NoArithmetic);
        }
        let (number, rest) = self.rest.split_first().ok_or(Fault::NoArithmetic)?;
        if number.token != Token::Number {
            return Err(Fault::NoArithmetic);
        }
        self.rest = rest;
        let plain = number.text.chars().map(super::super::lexer::plain);
        let digits: String = plain.filter(char::is_ascii_digit).collect();
        let number: Nat = digits.parse().map_err(|_| Fault::NoArithmetic)?;
        self.bounded(Int::from(number))
    }

    /// More bits than a number of so many digits has.
    fn bits(&self) -> usize {
        4 * self.digits + 4
    }

    fn bounded(&self, number: Int) -> std::result::Result<Int, Fault> {
        // a digit has between 3 and 4 bits
        let is_long = bits(&number) > 3 * self.digits
            && (bits(&number) > self.bits() || number.clone().unsigned_abs() >= Nat::from(10u8).pow(self.digits));
        if is_long { Err(Fault::TooLong) } else { Ok(number) }
    }
}

fn bits(number: &Int) -> usize {
    number.bit_len()
}
