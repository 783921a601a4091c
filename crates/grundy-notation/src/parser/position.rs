//! Positions: sums of games with places.

use std::sync::Arc;

use dashu_int::ops::BitTest;
use grundy_core::error::FaultCode;
use grundy_core::number::{Nat, to_usize};

use super::super::Span;
use super::super::ast::{Coordinate, Game, GameText, NamedValue, Place, Position, Primary, Query, Simple, Term};
use super::super::lexer::{Token, Word};
use super::super::memo::{Seen, extent};
use super::super::names::Places;
use super::scope::{self, Sense, is_compound};
use super::{Parsed, Parser};

impl Parser<'_> {
    /// `{ definition } [ "misere" ] position`
    pub(in super::super) fn query(&mut self) -> Parsed<Query> {
        self.start()?;
        let definitions = self.definitions()?;
        let misere = self.eat_word(Word::Misere);
        if self.token == Token::End {
            return Err(self.unexpected_but("a position", "a position is a game with its heaps: nim(3, 5, 7)"));
        }
        let position = self.position()?;
        let suggestion = match self.token {
            Token::End => return Ok(Query { definitions, misere, position }),
            Token::Bar => "positions are joined by `+`, games by `|`: a | b(5)",
            Token::Ampersand | Token::Comma | Token::Semicolon => "positions are joined by `+`",
            _ => "",
        };
        Err(Box::new(self.unexpected_but("`+` or the end", suggestion).coded(FaultCode::MissingPlus)))
    }

    /// `{ definition } [ "misere" ] game`
    pub(in super::super) fn game_text(&mut self) -> Parsed<GameText> {
        self.start()?;
        let definitions = self.definitions()?;
        let misere = self.eat_word(Word::Misere);
        if self.token == Token::End {
            return Err(self.unexpected_but("a game", "a game is a name, a code or a rule: take[1,3,4]"));
        }
        let game = Arc::new(self.game()?);
        match self.token {
            Token::End => Ok(GameText { definitions, misere, game }),
            Token::LeftParen => {
                let shown = self.shown(game.span);
                let message = format!("expected a game, but `{shown}(…)` is a position");
                let play = if misere { "misere " } else { "" };
                Err(self.fault(
                    self.span,
                    message,
                    format!("leave out the parentheses and what is in them: {play}{shown}"),
                ))
            }
            _ => Err(self.unexpected("`|` or the end")),
        }
    }

    /// `term { "+" term }`
    pub(super) fn position(&mut self) -> Parsed<Position> {
        let mut terms = Vec::with_capacity(4);
        terms.push(self.term()?);
        while self.eat(Token::Plus) || self.eat(Token::CirclePlus) {
            terms.push(self.term()?);
        }
        Ok(Position { terms })
    }

    /// `[ NAT "*" ] primary`
    fn term(&mut self) -> Parsed<Term> {
        let start = self.span.start;
        let mut copies = None;
        if self.token == Token::Number && !self.at_code() {
            let number = self.number()?;
            if self.token != Token::Star {
                let text = self.shown(self.since(start));
                let suggestion = format!("a heap of Nim is `*{text}`, copies are `{text}*kayles(5)`");
                if scope::is_sentence(self.text) {
                    return Err(self.unexpected_but("`*` behind a number of copies", scope::sentence_help(self.text)));
                }
                let fault = self.unexpected_but("`*` behind a number of copies", &suggestion);
                return Err(Box::new(fault.coded(FaultCode::MissingStar)));
            }
            self.advance();
            copies = Some(number);
        }
        let primary = match self.token {
            Token::Star => {
                self.advance();
                if self.token != Token::Number {
                    return Err(self.unexpected("the size of the nim-heap"));
                }
                Primary::Nimber(self.number()?)
            }
            Token::LeftParen => {
                self.open()?;
                let position = self.position()?;
                self.close(Token::RightParen, "`+` or `)`")?;
                Primary::Group(position)
            }
            Token::Word(Word::Misere) => {
                let suggestion = "the whole sum is played misère: misere nim(1) + nim(2)";
                return Err(self.unexpected_but("a position (`misere` stands once, in front)", suggestion));
            }
            _ => {
                let seen = self.shared_game()?;
                Primary::Game { game: seen.game, places: self.places(seen.compound)? }
            }
        };
        Ok(Term { copies, primary, span: self.since(start) })
    }

    /// A game in front of its places; its tree is shared with equal texts read before.
    fn shared_game(&mut self) -> Parsed<Seen> {
        let start = self.span.start;
        // Inside groups the depth counts, and own definitions give names another meaning.
        let end = if self.depth == 0 && self.own.is_empty() { extent(self.text, start) } else { None };
        let key = end.map(|end| self.text[start..end].trim_ascii_end());
        if let (Some(end), Some(key)) = (end, key)
            && let Some(seen) = self.memo.get(key)
        {
            let seen = seen.clone();
            self.jump(start + key.len(), end);
            return Ok(seen);
        }
        let game = self.game()?;
        if self.token != Token::LeftParen {
            let suggestion = self.with_places(&game);
            return Err(self.unexpected_but("the places in parentheses", &suggestion));
        }
        let compound = self.compound(&game);
        let seen = Seen { game: Arc::new(game), compound };
        if let (Some(end), Some(key)) = (end, key)
            && end == self.span.start
            && self.previous_end == start + key.len()
        {
            self.memo.insert(key, seen.clone());
        }
        Ok(seen)
    }

    /// A position of the game that was read without places.
    fn with_places(&self, game: &Game) -> String {
        let written = self.shown(game.span);
        let alone = self.text[..game.span.start].trim_ascii() == "misere";
        let misere = if alone { "misere " } else { "" };
        let position = match &game.alternatives[..] {
            // `nim 3 + 4` has no place of one number
            _ if self.token == Token::Number && !self.peek().is_operator() => {
                format!("{written}({})", self.shown(self.span))
            }
            [Simple::Named { name, arguments }] if arguments.is_empty() && self.introduced(&name.text).is_none() => {
                (self.games.example)(&name.text).map_or_else(|| format!("{written}(5)"), str::to_owned)
            }
            [Simple::Rule(rule)] => format!("{written}({})", ["5"; 16][..rule.pattern.len().clamp(1, 16)].join(", ")),
            [Simple::Graph(edges)] => format!("{written}({})", edges.first().map_or("a", |edge| &edge.from.text)),
            _ => format!("{written}(5)"),
        };
        let position = format!("{misere}{position}");
        match self.signature(game) {
            Some(signature) => format!("it is written {signature}, as in `{position}`"),
            None => position,
        }
    }

    /// How a game is written whose places are texts or positions: an example alone does not say what they are.
    fn signature(&self, game: &Game) -> Option<&'static str> {
        let [Simple::Named { name, arguments }] = &game.alternatives[..] else { return None };
        let is_bare = arguments.is_empty() && self.introduced(&name.text).is_none() && self.token == Token::End;
        if !is_bare || (self.games.find)(&name.text)? == Places::Plain {
            return None;
        }
        (self.games.signature)(&name.text)
    }

    fn compound(&self, game: &Game) -> bool {
        is_compound(game, self.games, |name| self.introduced(name).is_some_and(|i| i.compound))
    }

    /// `"(" [ place { "," place } ] ")"`
    fn places(&mut self, compound: bool) -> Parsed<Vec<Place>> {
        self.open()?;
        let mut places = Vec::new();
        if self.token != Token::RightParen {
            loop {
                places.push(self.place(compound)?);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        if self.token.is_operator() && self.token != Token::Caret || self.token == Token::Range {
            if let (true, Some(&bracket)) = (self.token == Token::Plus && self.game_behind(), self.open.last()) {
                return Err(self.still_open(bracket, "expected `,` or `)`, found `+`"));
            }
            let suggestion = match self.token {
                Token::Range => "a place is one number: `nim(3)`",
                _ if self.letter_beside() => "a place is one number or one letter, as in `nim(6)` or `nim(n)`",
                _ => "work it out first: places may hold arithmetic of plain numbers only, as in 10^9+7",
            };
            return Err(self.unexpected_but("`,` or `)`: places are numbers, not expressions", suggestion));
        }
        self.close(Token::RightParen, "`,` or `)`")?;
        Ok(places)
    }

    /// Does a letter stand beside the operator: `2*n`, `n+1`?
    fn letter_beside(&self) -> bool {
        let mut ahead = self.lexer;
        let before = self.text[..self.span.start].trim_end();
        ahead.next().0 == Token::Name || before.ends_with(|c: char| c.is_ascii_alphabetic())
    }

    /// Does a game with its places stand behind the next token?
    fn game_behind(&self) -> bool {
        let mut ahead = self.lexer;
        match ahead.next().0 {
            Token::LeftBrace => true,
            Token::Name => matches!(ahead.next().0, Token::LeftParen | Token::LeftBracket),
            _ => false,
        }
    }

    fn place(&mut self, compound: bool) -> Parsed<Place> {
        if self.token == Token::Number && matches!(self.text.as_bytes().get(self.span.end), Some(b',' | b')')) {
            // The usual case needs no look ahead.
            let span = self.span;
            let number = self.natural(span)?;
            self.advance();
            return Ok(Place::Coordinate(Coordinate::Number(number, span)));
        }
        if self.at_position() {
            if compound {
                return Ok(Place::Position(self.position()?));
            }
            if self.token != Token::LeftParen && (self.token != Token::Number || self.at_code()) {
                let start = self.span.start;
                let length = self.text[start..].bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
                if self.at_code() && length > 0 && self.token == Token::Number {
                    let fraction = Span::new(start, start + length);
                    let message = format!("`{}` is not a natural number", self.shown(fraction));
                    return Err(self.fault(fraction, message, "commas divide places: `nim(3, 5)`"));
                }
                let suggestion = "a place is a number: nim(3); a game's parameters stand in []: take[1,3](5)";
                return Err(self.unexpected_but("a number, not a position", suggestion));
            }
        }
        match self.token {
            Token::Text => {
                let (text, span) = self.quoted();
                Ok(Place::Text(text, span))
            }
            Token::LeftParen => {
                self.open()?;
                let mut coordinates = vec![self.coordinate()?];
                while self.eat(Token::Comma) {
                    coordinates.push(self.coordinate()?);
                }
                if coordinates.len() == 1 && self.token == Token::RightParen {
                    let suggestion = "leave the inner parentheses out";
                    return Err(
                        self.unexpected_but("`,`: a place in parentheses has two coordinates or more", suggestion)
                    );
                }
                self.close(Token::RightParen, "`,` or `)`")?;
                Ok(Place::Tuple(coordinates))
            }
            Token::Name if self.peek() == Token::Equal => {
                let name = self.take_name();
                self.advance();
                let value = match self.token {
                    Token::Text => {
                        let (text, span) = self.quoted();
                        NamedValue::Text(text, span)
                    }
                    _ => NamedValue::Coordinate(self.coordinate()?),
                };
                Ok(Place::Named(name, value))
            }
            _ => Ok(Place::Coordinate(self.coordinate()?)),
        }
    }

    /// Does a position start here (and not a coordinate or a tuple)?
    fn at_position(&self) -> bool {
        let mut ahead = self.lexer;
        match self.token {
            Token::LeftBrace | Token::Star | Token::Word(Word::Graph) => true,
            Token::Name => matches!(ahead.next().0, Token::LeftParen | Token::LeftBracket | Token::Bar),
            Token::Number => {
                let mut behind = ahead.next().0;
                if behind == Token::Caret {
                    ahead.next();
                    behind = ahead.next().0;
                }
                behind == Token::Star || self.at_code()
            }
            Token::LeftParen => match ahead.next().0 {
                Token::Name | Token::Number => {
                    !matches!(ahead.next().0, Token::Comma | Token::RightParen | Token::Caret)
                }
                first => first != Token::Question,
            },
            _ => self.at_code(),
        }
    }

    /// A text without its quotation marks.
    pub(super) fn quoted(&mut self) -> (String, super::Span) {
        let mut inner = self.slice(self.span).chars();
        inner.next();
        inner.next_back();
        let text = inner.as_str().to_owned();
        let span = self.span;
        self.advance();
        (text, span)
    }

    /// `NAT [ "^" NAT ] | NAME | "?"`
    fn coordinate(&mut self) -> Parsed<Coordinate> {
        match self.token {
            Token::Number => {
                let start = self.span.start;
                let number = self.number()?;
                Ok(Coordinate::Number(number, self.since(start)))
            }
            Token::Name => Ok(Coordinate::Name(self.take_name())),
            Token::Question => {
                let span = self.span;
                self.advance();
                Ok(Coordinate::Unknown(span))
            }
            Token::Minus => Err(self.unexpected_but("a number: coordinates are natural numbers", "0 is the least")),
            _ => Err(self.unexpected("a number")),
        }
    }

    /// A text that is a number.
    pub(crate) fn only_number(&mut self) -> Parsed<Nat> {
        self.start()?;
        if self.token != Token::Number {
            return Err(self.unexpected("a number"));
        }
        let number = self.number()?;
        match self.token {
            Token::End => Ok(number),
            _ => Err(self.unexpected("the end")),
        }
    }

    /// `NAT [ "^" NAT ]`, worked out.
    ///
    /// All powers of a text together may have as many digits as a text may be long: no short text becomes a longer
    /// one by powers.
    pub(super) fn number(&mut self) -> Parsed<Nat> {
        let start = self.span.start;
        let base = self.natural(self.span)?;
        self.advance();
        if self.token != Token::Caret {
            return Ok(base);
        }
        self.advance();
        if self.token != Token::Number {
            return Err(self.unexpected("a number as the exponent"));
        }
        let exponent = self.natural(self.span)?;
        self.advance();
        if self.token == Token::Caret {
            return Err(self.unexpected_but("one power only", "work the exponent out first"));
        }
        let span = self.since(start);
        if exponent == Nat::ZERO {
            return Ok(Nat::ONE);
        }
        if base <= Nat::ONE {
            return Ok(base);
        }
        let Some(exponent) = to_usize(&exponent).filter(|&e| e <= 4 * self.limits.digits + 4) else {
            return Err(self.too_long(span));
        };
        // 2^bits <= base, and a decimal digit holds fewer than 4 bits.
        let bits = base.bit_len() - 1;
        if bits.saturating_mul(exponent) > 4 * self.limits.digits + 4 {
            return Err(self.too_long(span));
        }
        let power = base.pow(exponent);
        let digits = power.bit_len() / 4;
        if power.bit_len() > 3 * self.limits.digits && power >= Nat::from(10u8).pow(self.limits.digits) {
            return Err(self.too_long(span));
        }
        self.digits_spent += digits;
        if self.digits_spent > self.limits.text {
            let message = format!("powers of more than {} digits, all together", self.limits.text);
            return Err(self.fault(span, message, "ask with fewer large numbers"));
        }
        Ok(power)
    }

    /// Is the next token a name with this sense? Only for parameters, whose kind the place decides.
    pub(super) fn at_parameter(&self) -> bool {
        matches!(self.next_sense(), Some(Sense::Parameter))
    }
}
