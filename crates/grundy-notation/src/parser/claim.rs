//! Claims, and what they are about.

use std::sync::Arc;

use grundy_core::number::Nat;
use grundy_core::outcome::Outcome;

use super::super::ast::{Cond, Expr, Name};
use super::super::claim::{Claim, Every, Form, Side, Subject, Value};
use super::super::lexer::{Token, Word};
use super::{Parsed, Parser};

/// What claims look like.
pub(crate) const FORMS: &str =
    "a claim is `P: xor(a,b) = 0`, `g = n % 4`, `period 12 from 71`, `P => n % 2 = 0` or `g <= 4`";

/// Words of a claim.
#[derive(Debug, Clone, Copy)]
struct Named {
    /// `=>`
    implies: bool,
    /// `g`, where no coordinate and no quantified number has this name.
    value: bool,
    /// Does it stand there more than once?
    again: bool,
}

impl<'t> Parser<'t> {
    /// Reads claims, in which these variables are bound: quantifiers and `floor(phi*x)` are understood.
    pub(in super::super) fn with_variables(mut self, variables: &[String]) -> Self {
        let span = super::Span::default();
        self.variables = variables.iter().map(|v| Name { text: v.clone(), span }).collect();
        self.claims = true;
        self
    }

    /// These names have no value: they are parameters.
    pub(in super::super) fn with_free(mut self, names: &[Name]) -> Self {
        self.free = names.to_vec();
        self
    }

    /// The name that ended the reading because it has no meaning, where it might be a parameter.
    pub(in super::super) fn missing(&mut self) -> Option<Name> {
        self.missing.take()
    }

    /// `{ definition } [ "misere" ] ( game | position )`
    ///
    /// `whole` says whether a position is tried; the caller tries both.
    pub(in super::super) fn subject(self, whole: bool) -> Parsed<Subject> {
        let mut parser = self;
        if whole {
            let query = parser.query()?;
            let of = Form::Position(query.position);
            return Ok(Subject { definitions: query.definitions, misere: query.misere, of });
        }
        let read = parser.game_text()?;
        let of = Form::Game(Arc::clone(&read.game));
        Ok(Subject { definitions: read.definitions, misere: read.misere, of })
    }

    /// `"P" ":" cond | "g" "=" vexpr | [ side "=>" ] side | "period" NAT "from" NAT [ "saltus" NAT ]`, where `NAT` may be a
    /// power
    pub(in super::super) fn claim(&mut self) -> Parsed<Claim> {
        self.start()?;
        let named = self.named_ahead();
        let claim = match (self.token, self.slice(self.span)) {
            _ if named.implies => self.every(named.value)?,
            (Token::Upper, "P" | "N") if self.peek() == Token::End => self.every(false)?,
            (Token::Upper, "P") => {
                self.advance();
                if self.token != Token::Colon {
                    let form = if self.token == Token::Arrow { "P => n % 4 = 0" } else { "P: n % 4 = 0" };
                    return Err(self.unexpected_but("`:` behind `P`", form));
                }
                self.advance();
                Claim::Previous(self.cond()?)
            }
            // `g = g%8` is no formula
            (Token::Name, "g") if self.peek() == Token::Equal && !named.again => {
                let start = self.span.start;
                self.advance();
                self.advance();
                let value = self.value()?;
                // `g = 0 or g = 2` is no formula
                if value.otherwise.is_none() && matches!(self.token, Token::Word(Word::Or | Word::And)) {
                    self.jump(start, start);
                    self.every(true)?
                } else {
                    Claim::Value(value)
                }
            }
            (Token::Name, "period") if self.peek() == Token::Number => {
                self.advance();
                let period = self.number_of_a_period()?;
                self.word_of_a_period("from")?;
                let from = self.number_of_a_period()?;
                let saltus = match self.token {
                    Token::End => None,
                    _ => {
                        self.word_of_a_period("saltus")?;
                        Some(self.number_of_a_period()?)
                    }
                };
                if period == Nat::ZERO {
                    return Err(self.fault(self.since(0), "a period is at least 1", "period 12 from 71"));
                }
                Claim::Period { period, from, saltus }
            }
            (Token::Name, "g") if self.peek() == Token::LeftParen && named.value => self.repetition()?,
            _ if named.value => self.every(true)?,
            _ => return Err(self.unexpected_but("a claim", FORMS)),
        };
        match self.token {
            Token::End => Ok(claim),
            Token::Implies => Err(self.unexpected_but("the end", "one `=>` stands in a claim: P => n % 2 = 0")),
            _ => Err(self.unexpected("an operator, `and`, `or` or the end")),
        }
    }

    /// Which words of the claim say of what kind it is?
    fn named_ahead(&self) -> Named {
        let mut own = self.variables.iter().any(|v| v.text == "g");
        let (mut implies, mut times, mut quantified) = (false, 0, false);
        let (mut token, mut span, mut ahead) = (self.token, self.span, self.lexer);
        while token != Token::End {
            implies |= token == Token::Implies;
            if token == Token::Name && self.slice(span) == "g" {
                own |= quantified;
                times += 1;
            }
            // `exists k, g: …`
            quantified = matches!(token, Token::Word(Word::Exists | Word::ForAll))
                || quantified && matches!(token, Token::Name | Token::Comma);
            (token, span) = ahead.next();
        }
        Named { implies, value: times > 0 && !own, again: times > 1 && !own }
    }

    /// `[ side "=>" ] side`, where conditions may name the value.
    fn every(&mut self, value: bool) -> Parsed<Claim> {
        let bound = self.variables.len();
        if value {
            self.variables.push(Name { text: "g".to_owned(), span: super::Span::default() });
        }
        let first = self.side()?;
        let (given, then) = if self.eat(Token::Implies) { (Some(first), self.side()?) } else { (None, first) };
        self.variables.truncate(bound);
        let winner = |side: &Side| !matches!(side, Side::Holds(_));
        if !value && !winner(&then) && !given.as_ref().is_some_and(winner) {
            let message = "this says nothing of the game: neither who wins nor the value `g`";
            return Err(self.fault(self.since(0), message, "P => n % 2 = 0"));
        }
        Ok(Claim::Every(Every { given, then, value }))
    }

    /// `[ "not" ] ( "P" | "N" ) [ "and" cand ] | cond`
    fn side(&mut self) -> Parsed<Side> {
        let negated = self.token == Token::Word(Word::Not) && self.peek() == Token::Upper;
        if negated {
            self.advance();
        }
        let outcome = match (self.token, self.slice(self.span)) {
            (Token::Upper, "P") => Outcome::lost_if(!negated),
            (Token::Upper, "N") => Outcome::lost_if(negated),
            _ => return self.cond().map(|cond| Side::Holds(Box::new(cond))),
        };
        self.advance();
        let side = match self.eat_word(Word::And) {
            true => Side::Both(outcome, Box::new(self.conjoined()?)),
            false => Side::Winner(outcome),
        };
        match self.token {
            Token::Implies | Token::End => Ok(side),
            Token::Word(Word::Or) => {
                Err(self.unexpected_but("`=>` or the end", "brackets around `or`: P and (a = 1 or b = 1) => a = b"))
            }
            _ => Err(self.unexpected_but("`=>` or the end", "P => n % 4 = 0")),
        }
    }

    /// `"g" "(" NAME "+" NAT ")" "=" "g" "(" NAME ")" [ "+" NAT ] [ ( "if" | "for" ) NAME ">=" NAT ]`: a period from there on.
    fn repetition(&mut self) -> Parsed<Claim> {
        const FORM: &str = "g(n+12) = g(n) if n >= 71";
        let [name] = &self.variables[..] else {
            return Err(self.unexpected_but("`=` behind `g`", "g = xor(a,b)"));
        };
        let name = name.text.clone();
        self.word_of_a_repetition("g", FORM)?;
        self.sign_of_a_repetition(Token::LeftParen, FORM)?;
        self.word_of_a_repetition(&name, FORM)?;
        self.sign_of_a_repetition(Token::Plus, FORM)?;
        let period = self.number_of_a_period()?;
        self.sign_of_a_repetition(Token::RightParen, FORM)?;
        self.sign_of_a_repetition(Token::Equal, FORM)?;
        self.word_of_a_repetition("g", FORM)?;
        self.sign_of_a_repetition(Token::LeftParen, FORM)?;
        self.word_of_a_repetition(&name, FORM)?;
        self.sign_of_a_repetition(Token::RightParen, FORM)?;
        let saltus = if self.eat(Token::Plus) { Some(self.number_of_a_period()?) } else { None };
        let mut from = Nat::ZERO;
        if self.eat_word(Word::If) || self.eat_word(Word::For) {
            self.word_of_a_repetition(&name, FORM)?;
            self.sign_of_a_repetition(Token::GreaterEqual, FORM)?;
            from = self.number_of_a_period()?;
        }
        if period == Nat::ZERO {
            return Err(self.fault(self.since(0), "a period is at least 1", FORM));
        }
        Ok(Claim::Period { period, from, saltus })
    }

    fn word_of_a_repetition(&mut self, word: &str, form: &str) -> Parsed<()> {
        if self.token == Token::Name && self.slice(self.span) == word {
            self.advance();
            return Ok(());
        }
        Err(self.unexpected_but(&format!("`{word}`"), form))
    }

    fn sign_of_a_repetition(&mut self, sign: Token, form: &str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected_but("a period", form)) }
    }

    fn number_of_a_period(&mut self) -> Parsed<Nat> {
        if self.token != Token::Number {
            return Err(self.unexpected_but("a number", "period 12 from 71 saltus 0"));
        }
        self.number()
    }

    fn word_of_a_period(&mut self, word: &str) -> Parsed<()> {
        if self.token == Token::Name && self.slice(self.span) == word {
            self.advance();
            return Ok(());
        }
        Err(self.unexpected_but(&format!("`{word}`"), "period 12 from 71 saltus 0"))
    }

    /// `expr [ "if" cond "else" vexpr ]`
    fn value(&mut self) -> Parsed<Value> {
        let expr = self.expr()?;
        if !self.eat_word(Word::If) {
            return Ok(Value { expr, otherwise: None });
        }
        self.enter()?;
        let cond = self.cond()?;
        if !self.eat_word(Word::Else) {
            return Err(self.unexpected_but("`else`", "n+1 if n % 4 = 3 else n"));
        }
        let rest = self.value()?;
        self.leave();
        Ok(Value { expr, otherwise: Some((cond, Box::new(rest))) })
    }

    /// `( "exists" | "forall" ) NAME { "," NAME } ":" cor`
    pub(super) fn quantified(&mut self) -> Parsed<Cond> {
        let exists = self.token == Token::Word(Word::Exists);
        self.enter()?;
        self.advance();
        let bound = self.variables.len();
        loop {
            let name = self.new_name("the name of a variable")?;
            self.variables.push(name);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        if self.token != Token::Colon {
            return Err(self.unexpected_but("`,` or `:`", "exists k: a = 3*k and b = 5*k"));
        }
        self.advance();
        let inner = Box::new(self.cond()?);
        let names = self.variables.split_off(bound);
        self.leave();
        Ok(if exists { Cond::Exists(names, inner) } else { Cond::ForAll(names, inner) })
    }

    /// `phi`, `floor(…)`, `sqrt(5)`, `lowfib(n)`, `lowschwenk(n,3)`
    pub(super) fn claim_function(&mut self, name: Name) -> Parsed<Expr> {
        if name.text == "phi" {
            self.height = 0;
            return Ok(Expr::Name(name));
        }
        if self.token != Token::LeftParen {
            return Err(self.unexpected_but("`(` behind a function", &format!("{}(…)", name.text)));
        }
        let arguments = self.arguments()?;
        let (wanted, example) = match &*name.text {
            "lowschwenk" => (2, "lowschwenk(n,3)".to_owned()),
            _ => (1, format!("{}(n)", name.text)),
        };
        if arguments.len() != wanted {
            let s = if wanted == 1 { "" } else { "s" };
            let message = format!("`{}` takes {wanted} number{s}, found {}", name.text, arguments.len());
            return Err(self.fault(self.since(name.span.start), message, example));
        }
        self.height += 1;
        if self.height > self.limits.nesting {
            return Err(self.too_deep(name.span));
        }
        Ok(Expr::Call(name, arguments))
    }
}
