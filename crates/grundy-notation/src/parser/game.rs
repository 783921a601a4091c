//! Games: names with parameters, codes, rules, graphs, and their unions.

use std::sync::Arc;

use grundy_core::error::{Diagnostic, ErrorKind};
use grundy_core::number::Nat;

use super::super::ast::{Argument, Edge, Expr, Game, Item, Set, SetAtom, Simple, Vertex};
use super::super::lexer::{Token, Word};
use super::super::names::Meaning;
use super::scope::{Sense, Wanted};
use super::{Parsed, Parser, counted};

impl Parser<'_> {
    /// `simple { "|" simple }`
    pub(super) fn game(&mut self) -> Parsed<Game> {
        let start = self.span.start;
        let mut alternatives = vec![self.simple()?];
        while self.eat(Token::Bar) {
            alternatives.push(self.simple()?);
        }
        Ok(Game { alternatives, span: self.since(start) })
    }

    fn simple(&mut self) -> Parsed<Simple> {
        if self.at_code() {
            return Ok(Simple::Code(self.code()?));
        }
        match self.token {
            Token::LeftBrace => Ok(Simple::Rule(self.rule()?)),
            Token::Word(Word::Graph) => self.graph(),
            Token::Name => self.named(),
            Token::Word(Word::Let) => {
                Err(self.unexpected_but("a game", "definitions stand in front: let t = take[1,3]; t(5)"))
            }
            Token::Word(Word::Loopy) => {
                Err(self.unexpected_but("a game", "`loopy` is the last word of a rule: {n -> n-1; n+1 if n < 5 loopy}"))
            }
            Token::Star | Token::Number | Token::LeftParen => {
                Err(self.unexpected_but("a game", "a game is a name, a code or a rule: take[1,3,4]"))
            }
            _ => Err(self.unexpected_but("a game", "a game is a name, a code or a rule: take[1,3,4]")),
        }
    }

    /// `NAME [ "[" arg { "," arg } "]" ]`
    fn named(&mut self) -> Parsed<Simple> {
        let text = self.slice(self.span);
        let sense = match self.sense(text) {
            None => return Err(self.unknown(text, self.span, Wanted::Game)),
            Some(sense @ (Sense::Variable | Sense::Word(Meaning::Function | Meaning::Set | Meaning::Keyword))) => {
                return Err(self.misplaced(text, sense, "a game"));
            }
            Some(sense) => sense,
        };
        let name = self.take_name();
        let mut arguments = Vec::new();
        if self.token == Token::LeftBracket {
            if matches!(sense, Sense::Parameter) {
                let message = format!("`{}` is a parameter, which takes no parameters itself", name.text);
                return Err(self.fault(self.span, message, "leave the brackets out"));
            }
            self.open()?;
            loop {
                if (self.games.variant)(&name.text, self.slice(self.span)) {
                    arguments.push(Argument::Word(self.take_name()));
                } else {
                    arguments.push(self.argument()?);
                }
                if !self.eat(Token::Comma) {
                    break;
                }
            }
            self.close(Token::RightBracket, "`,` or `]`")?;
        }
        if let Sense::Let(introduced) = sense {
            let (wanted, found) = (introduced.parameters, arguments.len());
            if wanted != found {
                let message =
                    format!("`{}` has {}, found {found}", self.shown(name.span), counted(wanted, "parameter"));
                let names = ["a", "b", "c", "…"];
                let shown = names[..wanted.min(4)].join(",");
                let suggestion = match wanted {
                    0 => format!("write `{}` without brackets", name.text),
                    _ => format!("write `{}[{shown}]`", name.text),
                };
                return Err(self.fault(self.since(name.span.start), message, suggestion));
            }
        }
        if name.text == "take" {
            arguments.iter().try_for_each(below_one)?;
        }
        Ok(Simple::Named { name, arguments })
    }

    /// `set | game | STRING | NAME "=" arg`
    ///
    /// A parameter alone is read as a set, `take[m]`; with `|` behind it as a game, `selective[g | kayles]`. What it
    /// stands for is known only where the definition is used.
    fn argument(&mut self) -> Parsed<Argument> {
        if self.token == Token::Text {
            let (text, span) = self.quoted();
            return Ok(Argument::Text(text, span));
        }
        if self.token == Token::Name && self.peek() == Token::Equal {
            self.enter()?;
            let name = self.take_name();
            self.advance();
            let value = self.argument()?;
            self.leave();
            return Ok(Argument::Named(name, Box::new(value)));
        }
        let game = match self.token {
            Token::LeftBrace => self.at_rule() || self.at_code(),
            Token::Name if self.at_parameter() => self.peek() == Token::Bar,
            Token::Name if self.next_sense().is_none() => {
                let text = self.slice(self.span);
                return Err(self.unknown(text, self.span, Wanted::Argument));
            }
            _ => self.at_game(),
        };
        if game {
            return Ok(Argument::Game(Arc::new(self.game()?)));
        }
        let set = self.set()?;
        if self.token == Token::Bar {
            return Err(self.unexpected_but("`,` or `]`", "numbers of one set are separated by commas: {1,3}"));
        }
        Ok(Argument::Set(set))
    }

    /// Does a rule start at this `{`: a pattern with an arrow behind it?
    pub(super) fn at_rule(&self) -> bool {
        let mut ahead = self.lexer;
        match ahead.next().0 {
            Token::Name => ahead.next().0 == Token::Arrow,
            Token::LeftParen => {
                while matches!(ahead.next().0, Token::Name | Token::Comma) {}
                ahead.next().0 == Token::Arrow
            }
            _ => false,
        }
    }

    /// `"graph" "{" edge { ";" edge } "}"`
    fn graph(&mut self) -> Parsed<Simple> {
        self.advance();
        if self.token != Token::LeftBrace {
            return Err(self.unexpected_but("`{` behind `graph`", "graph{a->b,c; b->d}"));
        }
        self.open()?;
        let mut edges = Vec::new();
        loop {
            let from = self.vertex()?;
            let mut to = Vec::new();
            if self.eat(Token::Arrow) {
                to.push(self.vertex()?);
                while self.eat(Token::Comma) {
                    to.push(self.vertex()?);
                }
            }
            edges.push(Edge { from, to });
            if !self.eat(Token::Semicolon) {
                break;
            }
        }
        self.close(Token::RightBrace, "`->`, `,`, `;` or `}`")?;
        Ok(Simple::Graph(edges))
    }

    fn vertex(&mut self) -> Parsed<Vertex> {
        let span = self.span;
        let text = match self.token {
            Token::Name => self.slice(span).to_owned(),
            Token::Number => self.natural(span)?.to_string(),
            _ => return Err(self.unexpected_but("a vertex", "a vertex is a name or a number: graph{a->b,c; b->d}")),
        };
        self.advance();
        Ok(Vertex { text, span })
    }
}

/// A number below 1 in `take[…]`, where it is written as a number.
fn below_one(argument: &Argument) -> Parsed<()> {
    let Argument::Set(set) = argument else { return Ok(()) };
    set_below_one(set)
}

fn set_below_one(set: &Set) -> Parsed<()> {
    if !set.except.is_empty() {
        return Ok(());
    }
    match &set.base {
        SetAtom::Braces(items) => items.iter().try_for_each(item_below_one),
        SetAtom::Item(item) => item_below_one(item),
        SetAtom::Group(set) => set_below_one(set),
    }
}

fn item_below_one(item: &Item) -> Parsed<()> {
    let (expr, least) = match item {
        Item::One(expr) => (expr, "1"),
        Item::Range { from, to, .. } => {
            // 0..-1 is empty.
            if let (Some(from), Some(to)) = (constant(from), to.as_ref().and_then(constant))
                && from > to
            {
                return Ok(());
            }
            (from, "1..")
        }
        Item::Named(..) => return Ok(()),
    };
    match constant(expr) {
        Some(number) if number < grundy_core::number::Int::ONE => {
            let fault = Diagnostic::new(ErrorKind::Input, "a move takes at least 1").at(expr.span());
            Err(Box::new(fault.suggest(format!("start at {least}"))))
        }
        _ => Ok(()),
    }
}

/// The value of a number with or without a minus sign.
fn constant(expr: &Expr) -> Option<grundy_core::number::Int> {
    match expr {
        Expr::Number(number, _) => Some(number.clone().into()),
        Expr::Negative(inner, _) => match &**inner {
            Expr::Number(number, _) if *number != Nat::ZERO => Some(-grundy_core::number::Int::from(number.clone())),
            Expr::Number(..) => Some(grundy_core::number::Int::ZERO),
            _ => None,
        },
        _ => None,
    }
}
