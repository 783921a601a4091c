//! Conditions: comparisons and memberships, joined by `and`, `or` and `not`.

use super::super::ast::{Cond, Expr, Relation};
use super::super::lexer::{Token, Word};
use super::{Parsed, Parser};

#[allow(clippy::large_enum_variant, reason = "lives on the stack for a moment")]
/// What a `(` in a condition may turn out to hold.
enum Logic {
    Cond(Cond),
    Expr(Expr),
}

impl Parser<'_> {
    pub(super) fn cond(&mut self) -> Parsed<Cond> {
        let logic = self.disjunction()?;
        self.need_cond(logic)
    }

    /// Conditions between which `and` stands.
    pub(super) fn conjoined(&mut self) -> Parsed<Cond> {
        let logic = self.conjunction()?;
        self.need_cond(logic)
    }

    fn need_cond(&self, logic: Logic) -> Parsed<Cond> {
        match logic {
            Logic::Cond(cond) => Ok(cond),
            Logic::Expr(_) => {
                let suggestion = match self.token {
                    Token::Ampersand => super::rule::BITS,
                    _ => "compare with = != < <= > >= divides or in: k < n",
                };
                Err(self.unexpected_but("a comparison", suggestion))
            }
        }
    }

    fn disjunction(&mut self) -> Parsed<Logic> {
        if let Token::Word(word @ (Word::Exists | Word::ForAll)) = self.token {
            if self.claims {
                return self.quantified().map(Logic::Cond);
            }
            let message =
                format!("`{}`: quantifiers belong to claims", if word == Word::Exists { "exists" } else { "forall" });
            return Err(self.fault(
                self.span,
                message,
                "in a rule, let `for` run over the numbers: for k in 1..n if …",
            ));
        }
        self.joined(Word::Or, Self::conjunction, Cond::Or)
    }

    fn conjunction(&mut self) -> Parsed<Logic> {
        self.joined(Word::And, Self::negation, Cond::And)
    }

    /// Parts with the word between them; one part is itself.
    fn joined(
        &mut self,
        word: Word,
        part: fn(&mut Self) -> Parsed<Logic>,
        join: fn(Vec<Cond>) -> Cond,
    ) -> Parsed<Logic> {
        let first = part(self)?;
        if self.token != Token::Word(word) {
            return Ok(first);
        }
        let mut all = vec![self.need_cond(first)?];
        while self.eat_word(word) {
            let next = part(self)?;
            all.push(self.need_cond(next)?);
        }
        Ok(Logic::Cond(join(all)))
    }

    /// `[ "not" ] ( rel | "(" cond ")" )`
    fn negation(&mut self) -> Parsed<Logic> {
        match self.token {
            Token::Word(Word::Not) => {
                self.enter()?;
                self.advance();
                // `not not x` prints as `not (not x)`: the brackets to come are a level too
                let again = self.token == Token::Word(Word::Not);
                if again {
                    self.enter()?;
                }
                let inner = self.negation()?;
                let inner = self.need_cond(inner)?;
                if again {
                    self.leave();
                }
                self.leave();
                Ok(Logic::Cond(Cond::Not(Box::new(inner))))
            }
            Token::LeftParen => {
                self.open()?;
                let inner = self.disjunction()?;
                let level = self.height;
                match inner {
                    Logic::Cond(cond) => {
                        self.close(Token::RightParen, "`)`, `and` or `or`")?;
                        Ok(Logic::Cond(cond))
                    }
                    Logic::Expr(expr) => {
                        self.close(Token::RightParen, "`)` or a comparison")?;
                        self.height = level;
                        let expr = self.expr_from(expr)?;
                        self.relation(expr)
                    }
                }
            }
            _ => {
                let expr = self.expr()?;
                self.relation(expr)
            }
        }
    }

    /// `expr ( relop expr { relop expr } | [ "not" ] "in" set )` behind its first expression
    fn relation(&mut self, expr: Expr) -> Parsed<Logic> {
        let negated = self.token == Token::Word(Word::Not);
        if negated {
            self.advance();
            if self.token != Token::Word(Word::In) {
                return Err(self.unexpected_but("`in` behind `not`", "k not in {1,2}"));
            }
        }
        if self.eat_word(Word::In) {
            let set = self.set()?;
            return Ok(Logic::Cond(Cond::In { expr, negated, set }));
        }
        let mut chain = Vec::new();
        while let Some(relation) = self.relation_sign() {
            self.advance();
            chain.push((relation, self.expr()?));
        }
        Ok(if chain.is_empty() { Logic::Expr(expr) } else { Logic::Cond(Cond::Compare(expr, chain)) })
    }

    fn relation_sign(&self) -> Option<Relation> {
        Some(match self.token {
            Token::Equal => Relation::Equal,
            Token::NotEqual => Relation::NotEqual,
            Token::Less => Relation::Less,
            Token::LessEqual => Relation::LessEqual,
            Token::Greater => Relation::Greater,
            Token::GreaterEqual => Relation::GreaterEqual,
            Token::Word(Word::Divides) => Relation::Divides,
            _ => return None,
        })
    }
}
