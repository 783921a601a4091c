//! Claims, and what they are about.

use std::sync::Arc;

use super::super::ast::{Cond, Expr, Name};
use super::super::claim::{Claim, Form, Subject, Value};
use super::super::lexer::{Token, Word};
use super::{Parsed, Parser};
use crate::number::Nat;

const FORMS: &str = "a claim is `P: xor(a,b) = 0`, `g = n % 4` or `period 12 from 71`";

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

    /// `"P" ":" cond | "g" "=" vexpr | "period" NAT "from" NAT [ "saltus" NAT ]`, where `NAT` may be a power
    pub(in super::super) fn claim(&mut self) -> Parsed<Claim> {
        self.start()?;
        let claim = match (self.token, self.slice(self.span)) {
            (Token::Upper, "P") => {
                self.advance();
                if self.token != Token::Colon {
                    return Err(self.unexpected_but("`:` behind `P`", "P: n % 4 = 0"));
                }
                self.advance();
                Claim::Previous(self.cond()?)
            }
            (Token::Name, "g") if self.peek() == Token::Equal => {
                self.advance();
                self.advance();
                Claim::Value(self.value()?)
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
            _ => return Err(self.unexpected_but("a claim", FORMS)),
        };
        match self.token {
            Token::End => Ok(claim),
            _ => Err(self.unexpected("an operator, `and`, `or` or the end")),
        }
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

    /// `phi`, `floor(…)`, `sqrt(5)`, `lowfib(n)`
    pub(super) fn claim_function(&mut self, name: Name) -> Parsed<Expr> {
        if name.text == "phi" {
            self.height = 0;
            return Ok(Expr::Name(name));
        }
        if self.token != Token::LeftParen {
            return Err(self.unexpected_but("`(` behind a function", &format!("{}(…)", name.text)));
        }
        let arguments = self.arguments()?;
        if arguments.len() != 1 {
            let message = format!("`{}` takes 1 number, found {}", name.text, arguments.len());
            return Err(self.fault(self.since(name.span.start), message, format!("{}(n)", name.text)));
        }
        self.height += 1;
        if self.height > self.limits.nesting {
            return Err(self.too_deep(name.span));
        }
        Ok(Expr::Call(name, arguments))
    }
}
