//! Sets of numbers: `{1,3,5..9}`, `1.. except 2..4`, `odds`.

use super::super::ast::{Expr, Item, Set, SetAtom};
use super::super::lexer::{Token, Word};
use super::super::names::{self, Meaning};
use super::scope::{Sense, Wanted};
use super::{Parsed, Parser, counted};

impl Parser<'_> {
    /// `satom { "except" satom }`
    pub(super) fn set(&mut self) -> Parsed<Set> {
        let start = self.span.start;
        let base = self.set_atom()?;
        let mut except = Vec::new();
        while self.eat_word(Word::Except) {
            except.push(self.set_atom()?);
        }
        Ok(Set { base, except, span: self.since(start) })
    }

    fn set_atom(&mut self) -> Parsed<SetAtom> {
        match self.token {
            Token::LeftBrace => {
                self.open()?;
                let mut items = Vec::new();
                if self.token != Token::RightBrace {
                    loop {
                        items.push(self.item()?);
                        if !self.eat(Token::Comma) {
                            break;
                        }
                    }
                }
                self.close(Token::RightBrace, "`,` or `}`")?;
                Ok(SetAtom::Braces(items))
            }
            Token::LeftParen => {
                self.open()?;
                let inner = self.set()?;
                let level = self.height;
                self.close(Token::RightParen, "`)`")?;
                match inner {
                    // A number in parentheses is the start of an expression: (n+1)//2..n
                    Set { base: SetAtom::Item(Item::One(expr)), except, .. } if except.is_empty() => {
                        self.height = level;
                        let expr = self.expr_from(expr)?;
                        Ok(SetAtom::Item(self.item_from(expr)?))
                    }
                    inner => Ok(SetAtom::Group(Box::new(inner))),
                }
            }
            _ => Ok(SetAtom::Item(self.item()?)),
        }
    }

    /// `expr [ ".." [ expr ] [ "step" expr ] ]`, or a named set
    fn item(&mut self) -> Parsed<Item> {
        match self.token {
            Token::Name => match self.next_sense() {
                Some(Sense::Word(Meaning::Set)) => return self.named_set(),
                None => {
                    let text = self.slice(self.span);
                    return Err(self.unknown(text, self.span, Wanted::Set));
                }
                _ => {}
            },
            Token::Range => return Err(self.unexpected_but("a number or a set", "a range says where it starts: 1..5")),
            _ => {}
        }
        if !self.at_expr() {
            return Err(self.unexpected("a number or a set"));
        }
        let expr = self.expr()?;
        self.item_from(expr)
    }

    /// The rest of an item behind its first expression.
    fn item_from(&mut self, from: Expr) -> Parsed<Item> {
        if self.eat(Token::Range) {
            let to = if self.at_expr() { Some(self.expr()?) } else { None };
            let step = if self.eat_word(Word::Step) { Some(self.expr()?) } else { None };
            return Ok(Item::Range { from, to, step });
        }
        if self.token == Token::Word(Word::Step) {
            return Err(self.unexpected_but("`..` before `step`", "1..9 step 2"));
        }
        Ok(Item::One(from))
    }

    /// `odds`, `powers(2)`
    fn named_set(&mut self) -> Parsed<Item> {
        let name = self.take_name();
        let wanted = names::SETS.iter().find(|s| s.0 == name.text).map_or(0, |s| s.1);
        let arguments = if self.token == Token::LeftParen { self.arguments()? } else { Vec::new() };
        if arguments.len() != wanted {
            let (wants, found) = (counted(wanted, "number"), arguments.len());
            let message = format!("the set `{}` takes {wants}, found {found}", name.text);
            let suggestion = if wanted == 0 { name.text.clone() } else { format!("{}(2)", name.text) };
            return Err(self.fault(self.since(name.span.start), message, format!("write `{suggestion}`")));
        }
        Ok(Item::Named(name, arguments))
    }
}
