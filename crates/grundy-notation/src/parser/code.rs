//! Take-and-break codes: `0.77`, `4!.0`, `0.[3]`, `{2+}.0`.
//!
//! Whether `0.77` is a code is decided where a game may stand, from the characters: a digit 0–9 or A–Z, or counts in
//! braces, then perhaps `!`, `?` or `=`, then a point that is not followed by a point (`1..3` is a range).

use grundy_core::error::Diagnostic;
use grundy_sequence::code::{Code, Digit, Modifier};

use super::super::Span;
use super::super::lexer::{Token, plain};
use super::{Parsed, Parser};

/// Reads characters in plain form.
#[derive(Clone, Copy)]
struct Characters<'t> {
    text: &'t str,
    at: usize,
}

impl Characters<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next().map(plain)
    }

    fn next(&mut self) -> Option<char> {
        let raw = self.text[self.at..].chars().next()?;
        self.at += raw.len_utf8();
        Some(plain(raw))
    }

    fn eat(&mut self, wanted: char) -> bool {
        let same = self.peek() == Some(wanted);
        if same {
            self.next();
        }
        same
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// A point that is not followed by a point?
    fn at_point(mut self) -> bool {
        self.eat('.') && self.peek() != Some('.')
    }
}

impl Parser<'_> {
    /// Does a code start at the next token?
    pub(super) fn at_code(&self) -> bool {
        let mut ahead = Characters { text: self.text, at: self.span.start };
        match self.token {
            Token::Point => return ahead.at_point(),
            Token::Number | Token::Upper => {
                ahead.next();
            }
            Token::LeftBrace => {
                // Counts are digits, commas and plus signs; 200 characters are plenty.
                let counts = ahead.text[ahead.at..].chars().map(plain).skip(1).take(200);
                if !counts.take_while(|&c| c != '}').all(|c| matches!(c, '0'..='9' | ',' | '+') || c.is_whitespace()) {
                    return false;
                }
                while !matches!(ahead.next(), None | Some('}')) {}
            }
            _ => return false,
        }
        if matches!(ahead.peek(), Some('!' | '?' | '=')) {
            ahead.next();
        }
        ahead.at_point()
    }

    /// `[ cdigit ] "." cdigit { cdigit }`, the end repeated where it stands in brackets.
    pub(super) fn code(&mut self) -> Parsed<Code> {
        let start = self.span.start;
        let mut text = Characters { text: self.text, at: start };
        let mut zero = Digit::default();
        if text.peek() != Some('.') {
            zero = self.digit(&mut text)?.unwrap_or_default();
            if zero.counts.iter().any(|&count| count < 2) || zero.from.is_some_and(|from| from < 2) {
                let message = "the digit before the point lets a heap be left as it is: the heap need not shrink";
                let fault = Diagnostic::rule(message).at(Span::new(start, text.at));
                return Err(Box::new(fault.suggest("split into two or more heaps (4), or nothing (0)")));
            }
        }
        text.eat('.');
        let digits = self.digits(&mut text)?;
        let mut repeating = Vec::new();
        let bracket = text.at;
        if text.eat('[') {
            repeating = self.digits(&mut text)?;
            if repeating.is_empty() || !text.eat(']') {
                return Err(self.code_fault(text, "a digit or `]`", "digits in brackets repeat for ever: 0.[3]"));
            }
            if matches!(text.peek(), Some('0'..='9' | 'A'..='Z' | '{' | '[')) {
                return Err(self.code_fault(text, "the end of the code", "the digits in brackets are the last ones"));
            }
        } else if digits.is_empty() && !matches!(text.peek(), Some('a'..='z')) {
            return Err(self.code_fault(text, "a digit behind the point", "Kayles is 0.77"));
        }
        if let Some(c) = text.peek().filter(|c| c.is_alphanumeric() || *c == '_') {
            let place = if repeating.is_empty() { text.at } else { bracket };
            let upper = c.to_uppercase();
            let suggestion = match c {
                'a'..='z' => format!("digits are 0-9 and A-Z: {}{upper}", self.shown(Span::new(start, place))),
                _ => "digits are 0-9 and A-Z".to_owned(),
            };
            return Err(self.code_fault(text, "a digit of the code or its end", &suggestion));
        }
        self.jump(text.at, text.at);
        Ok(Code { zero, digits, repeating })
    }

    fn code_fault(&self, at: Characters<'_>, expected: &str, suggestion: &str) -> Box<Diagnostic> {
        let end = at.at + at.text[at.at..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(at.at, end);
        let found = if end == at.at { "the end".to_owned() } else { format!("`{}`", self.shown(span)) };
        self.fault(span, format!("expected {expected}, found {found}"), suggestion)
    }

    fn digits(&self, text: &mut Characters<'_>) -> Parsed<Vec<Digit>> {
        let mut digits = Vec::new();
        while let Some(digit) = self.digit(text)? {
            digits.push(digit);
        }
        Ok(digits)
    }

    /// `( 0-9 A-Z | "{" counts "}" ) [ "!" | "?" | "=" ]`
    fn digit(&self, text: &mut Characters<'_>) -> Parsed<Option<Digit>> {
        let mut digit = Digit::default();
        match text.peek() {
            Some(c @ ('0'..='9' | 'A'..='Z')) => {
                text.next();
                let value = c.to_digit(36).unwrap_or(0);
                digit.counts = (0..6).filter(|j| value >> j & 1 == 1).collect();
            }
            Some('{') => {
                text.next();
                self.counts(text, &mut digit)?;
            }
            _ => return Ok(None),
        }
        digit.modifier = match text.peek() {
            Some('!') => Modifier::Unequal,
            Some('?') => Modifier::NotAllEqual,
            Some('=') => Modifier::Equal,
            _ => return Ok(Some(digit)),
        };
        text.next();
        Ok(Some(digit))
    }

    /// `2, 3}` or `0, 2+}`
    fn counts(&self, text: &mut Characters<'_>, digit: &mut Digit) -> Parsed<()> {
        loop {
            text.skip_blanks();
            let start = text.at;
            let mut count = 0u32;
            while let Some(value) = text.peek().and_then(|c| c.to_digit(10)) {
                text.next();
                count = count.saturating_mul(10).saturating_add(value);
            }
            if text.at == start {
                return Err(self.code_fault(
                    *text,
                    "a number of heaps",
                    "numbers of heaps: {2,3}, or {2+} for two or more",
                ));
            }
            // A larger number of heaps than any heap has stones is a slip, and would cost memory later.
            if count > 1_000_000 {
                let message = "more than 1000000 heaps at once";
                return Err(self.fault(Span::new(start, text.at), message, "{2+} stands for two or more"));
            }
            text.skip_blanks();
            if text.eat('+') {
                digit.from = Some(digit.from.map_or(count, |from| from.min(count)));
                text.skip_blanks();
            } else {
                digit.counts.push(count);
            }
            if text.eat('}') {
                break;
            }
            if !text.eat(',') {
                return Err(self.code_fault(*text, "`,` or `}`", "numbers of heaps: {2,3}, or {2+} for two or more"));
            }
        }
        digit.counts.sort_unstable();
        digit.counts.dedup();
        if let Some(from) = digit.from {
            digit.counts.retain(|&count| count < from);
        }
        Ok(())
    }
}
