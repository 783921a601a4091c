//! Families of games: `take[S] for S subset of {1..12}`, `octal codes of up to 3 digits`.

use std::sync::Arc;

use super::super::ast::Name;
use super::super::family::{Draw, Family, Members};
use super::super::lexer::{Token, Word};
use super::super::names;
use super::{Parsed, Parser};

/// More digits would be more codes than anybody can list.
const MOST_DIGITS: u32 = 12;

const EXAMPLE: &str = "take[S] for S subset of {1..12}, or: octal codes of up to 3 digits";

impl Parser<'_> {
    /// `{ definition } ( codes | game draw { draw } [ "if" cond ] )`,
    /// `draw = "for" NAME ( "in" set | "subset" "of" set )`
    pub(in super::super) fn family(&mut self) -> Parsed<Family> {
        self.start()?;
        let definitions = self.definitions()?;
        if self.token == Token::End {
            return Err(self.unexpected_but("a family of games", EXAMPLE));
        }
        if self.token == Token::Name && matches!(self.slice(self.span), "octal" | "hexadecimal") {
            let of = self.codes()?;
            return Ok(Family { definitions, of });
        }
        self.drawn_names()?;
        let game = Arc::new(self.game()?);
        let mut draws = Vec::new();
        while self.eat_word(Word::For) {
            draws.push(self.draw()?);
        }
        let cond = if self.eat_word(Word::If) { Some(self.cond()?) } else { None };
        match self.token {
            Token::End if !draws.is_empty() => {}
            Token::End => {
                return Err(self.unexpected_but("`for` behind the game", EXAMPLE));
            }
            _ => return Err(self.unexpected("`for`, `if` or the end")),
        }
        self.parameters.clear();
        Ok(Family { definitions, of: Members::Games { game, draws, cond } })
    }

    /// `( "octal" | "hexadecimal" ) "codes" "of" "up" "to" NAT "digits"`; only the kind and the number are needed.
    fn codes(&mut self) -> Parsed<Members> {
        let base = if self.slice(self.span) == "octal" { 8 } else { 16 };
        self.advance();
        while self.token == Token::Name && matches!(self.slice(self.span), "codes" | "of" | "up" | "to") {
            self.advance();
        }
        if self.token != Token::Number {
            return Err(self.unexpected_but("the number of digits", "octal codes of up to 3 digits"));
        }
        let span = self.span;
        let number = self.natural(span)?;
        let digits = u32::try_from(&number).ok().filter(|d| (1..=MOST_DIGITS).contains(d));
        let Some(digits) = digits else {
            let message = format!("codes of {} digits", self.shown(span));
            return Err(self.fault(span, message, format!("1 to {MOST_DIGITS} digits")));
        };
        self.advance();
        if self.token == Token::Name && matches!(self.slice(self.span), "digit" | "digits") {
            self.advance();
        }
        match self.token {
            Token::End => Ok(Members::Codes { base, digits }),
            _ => Err(self.unexpected("the end")),
        }
    }

    /// The names behind the `for`s outside all brackets: the game in front of them uses them.
    fn drawn_names(&mut self) -> Parsed<()> {
        let mut ahead = self.lexer;
        let (mut token, mut depth) = (self.token, 0usize);
        while token != Token::End {
            match token {
                Token::LeftParen | Token::LeftBracket | Token::LeftBrace => depth += 1,
                Token::RightParen | Token::RightBracket | Token::RightBrace => depth = depth.saturating_sub(1),
                Token::Word(Word::For) if depth == 0 => {
                    let (found, span) = ahead.next();
                    let text = self.slice(span);
                    if matches!(found, Token::Name | Token::Upper) {
                        if self.parameters.iter().any(|name| name.text == text) {
                            let message = format!("`{}` is drawn twice", self.shown(span));
                            return Err(self.fault(span, message, "one `for` for each parameter"));
                        }
                        if names::meaning(text, self.games).is_some() || self.sense(text).is_some() {
                            let message = format!("`{}` has another meaning already", self.shown(span));
                            return Err(self.fault(span, message, "another name, such as `S` or `m`"));
                        }
                        self.parameters.push(Name { text: text.to_owned(), span });
                    }
                }
                _ => {}
            }
            token = ahead.next().0;
        }
        Ok(())
    }

    fn draw(&mut self) -> Parsed<Draw> {
        if self.token != Token::Name {
            return Err(self.unexpected_but("the name of a parameter", EXAMPLE));
        }
        let name = self.take_name();
        let subset = match self.token {
            Token::Word(Word::In) => false,
            Token::Name if self.slice(self.span) == "subset" => {
                self.advance();
                if !(self.token == Token::Name && self.slice(self.span) == "of") {
                    return Err(self.unexpected_but("`of` behind `subset`", EXAMPLE));
                }
                true
            }
            _ => {
                let suggestion = format!("for {name} in 1..3, for {name} subset of {{1..4}}");
                return Err(self.unexpected_but("`in` or `subset of`", &suggestion));
            }
        };
        self.advance();
        Ok(Draw { name, subset, set: self.set()? })
    }
}
