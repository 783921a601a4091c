//! Integer expressions.
//!
//! Every function leaves the depth of the expression it read in `height`, so that a long chain `1+1+…`, whose tree
//! leans to the left, is bounded like brackets are.

use grundy_core::error::Diagnostic;

use super::super::Span;
use super::super::ast::{Expr, Operator};
use super::super::lexer::Token;
use super::super::names::{self, Meaning};
use super::scope::{Sense, Wanted};
use super::{Parsed, Parser, counted};

impl Parser<'_> {
    /// May an expression start here?
    pub(super) fn at_expr(&self) -> bool {
        matches!(
            self.token,
            Token::Number | Token::Name | Token::Minus | Token::LeftParen | Token::Upper | Token::Wrong(_)
        )
    }

    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        let first = self.power()?;
        let product = self.product_from(first)?;
        self.sum_from(product)
    }

    /// The rest of an expression that started with this one in parentheses; its depth is in `height`.
    pub(super) fn expr_from(&mut self, first: Expr) -> Parsed<Expr> {
        let power = self.power_from(first)?;
        let product = self.product_from(power)?;
        self.sum_from(product)
    }

    /// `mul { ("+" | "-") mul }`
    fn sum_from(&mut self, mut left: Expr) -> Parsed<Expr> {
        loop {
            let operator = match self.token {
                Token::Plus => Operator::Add,
                Token::Minus => Operator::Subtract,
                Token::CirclePlus => return Err(self.circle_plus(&left)),
                Token::Name if self.slice(self.span) == "xor" => return Err(self.circle_plus(&left)),
                _ => return Ok(left),
            };
            let height = self.height;
            let sign = self.span;
            self.advance();
            if operator == Operator::Add && self.in_parts && self.at_part_game() {
                return Err(self.joined_by_plus(left.span().start, sign));
            }
            let first = self.power()?;
            let right = self.product_from(first)?;
            left = self.binary(operator, left, height, right)?;
        }
    }

    /// `pow { ("*" | "//" | "%") pow }`
    fn product_from(&mut self, mut left: Expr) -> Parsed<Expr> {
        loop {
            let operator = match self.token {
                Token::Star => Operator::Multiply,
                Token::Divide => Operator::Divide,
                Token::Percent => Operator::Remainder,
                _ => return Ok(left),
            };
            let height = self.height;
            self.advance();
            if self.token == Token::Star {
                return Err(self.unexpected_but("a number", "a power is written `^`"));
            }
            let right = self.power()?;
            left = self.binary(operator, left, height, right)?;
        }
    }

    /// `atom [ "^" pow ]`
    fn power(&mut self) -> Parsed<Expr> {
        let start = self.span.start;
        let negative = self.token == Token::Minus;
        let atom = self.atom()?;
        if negative && self.token == Token::Caret {
            return Err(self.negative_power(start));
        }
        self.power_from(atom)
    }

    fn power_from(&mut self, base: Expr) -> Parsed<Expr> {
        if self.token != Token::Caret {
            return Ok(base);
        }
        let height = self.height;
        self.enter()?;
        self.advance();
        let exponent = self.power()?;
        self.leave();
        self.binary(Operator::Power, base, height, exponent)
    }

    /// `-2^2` could mean two things.
    fn negative_power(&mut self, start: usize) -> Box<Diagnostic> {
        self.advance();
        if let Err(fault) = self.power() {
            return fault;
        }
        let span = self.since(start);
        let inner = self.slice(Span::new(start, span.end)).trim_start_matches(['-', '−', '－', ' ']);
        let inner: String = inner.chars().take(60).collect();
        self.fault(span, "a minus sign before a power can be read in two ways", format!("-({inner})"))
    }

    fn binary(&mut self, operator: Operator, left: Expr, height: usize, right: Expr) -> Parsed<Expr> {
        self.height = self.height.max(height) + 1;
        if self.height > self.limits.nesting {
            return Err(self.too_deep(right.span()));
        }
        Ok(Expr::Binary(operator, Box::new(left), Box::new(right)))
    }

    /// `NAT | NAME [ "(" expr { "," expr } ")" ] | "-" atom | "(" expr ")"`
    pub(super) fn atom(&mut self) -> Parsed<Expr> {
        match self.token {
            Token::Number => {
                let span = self.span;
                let number = self.natural(span)?;
                self.height = 0;
                self.advance();
                Ok(Expr::Number(number, span))
            }
            Token::Name => self.name(),
            Token::Minus => {
                let start = self.span.start;
                self.enter()?;
                self.advance();
                let inner = self.atom()?;
                self.leave();
                self.height += 1;
                let span = self.since(start);
                if self.height > self.limits.nesting {
                    return Err(self.too_deep(span));
                }
                Ok(Expr::Negative(Box::new(inner), span))
            }
            Token::LeftParen => {
                self.open()?;
                let inner = self.expr()?;
                if self.token == Token::Comma {
                    return Err(self.unexpected_but("`)`", "coordinates in parentheses stand alone: (a-k,b)"));
                }
                self.close(Token::RightParen, "an operator or `)`")?;
                Ok(inner)
            }
            _ => Err(self.unexpected("a number or a name")),
        }
    }

    /// A variable or a function with its arguments.
    fn name(&mut self) -> Parsed<Expr> {
        let text = self.slice(self.span);
        let sense = self.sense(text);
        match sense {
            Some(Sense::Word(Meaning::Function)) => return self.call(),
            Some(Sense::Variable | Sense::Parameter) => {}
            None if self.in_parts && self.peek() != Token::LeftParen => {
                let name = self.take_name();
                self.pending.push(name.clone());
                self.height = 0;
                return Ok(Expr::Name(name));
            }
            None => {
                let wanted = if self.in_parts { Wanted::Argument } else { Wanted::Number };
                return Err(self.unknown(text, self.span, wanted));
            }
            Some(sense) => return Err(self.misplaced(text, sense, "a number")),
        }
        let name = self.take_name();
        if let (Token::LeftParen, Some(sense)) = (self.token, sense) {
            return Err(self.misplaced(&name.text, sense, "an operator"));
        }
        self.height = 0;
        Ok(Expr::Name(name))
    }

    fn call(&mut self) -> Parsed<Expr> {
        let name = self.take_name();
        let Some(&(_, least, most)) = names::FUNCTIONS.iter().find(|f| f.0 == name.text) else {
            if self.claims {
                return self.claim_function(name);
            }
            let message = format!("`{}` belongs to claims", name.text);
            let help = if name.text == "phi" && self.token == Token::LeftParen {
                "there `phi` is the golden ratio; Euler's totient is no function here"
            } else {
                "rules compute with integers: isqrt, log2, // …"
            };
            return Err(self.fault(name.span, message, help));
        };
        if self.token != Token::LeftParen {
            let suggestion = format!("{}(…)", name.text);
            return Err(self.unexpected_but("`(` behind a function", &suggestion));
        }
        let arguments = self.arguments()?;
        if !(least..=most).contains(&arguments.len()) {
            let wanted = match least {
                _ if least == most => counted(least, "number"),
                _ => format!("{least} to {most} numbers"),
            };
            let message = format!("`{}` takes {wanted}, found {}", name.text, arguments.len());
            let shown = if most == 1 { "n" } else { "a, b" };
            return Err(self.fault(self.since(name.span.start), message, format!("{}({shown})", name.text)));
        }
        self.height += 1;
        if self.height > self.limits.nesting {
            return Err(self.too_deep(name.span));
        }
        Ok(Expr::Call(name, arguments))
    }

    /// `"(" [ expr { "," expr } ] ")"`; `height` is that of the deepest.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.open()?;
        let mut arguments = Vec::new();
        let mut height = 0;
        if self.token != Token::RightParen {
            loop {
                arguments.push(self.expr()?);
                height = height.max(self.height);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        self.close(Token::RightParen, "an operator, `,` or `)`")?;
        self.height = height;
        Ok(arguments)
    }

    /// `a ⊕ b` is a sum of positions, not an operator.
    fn circle_plus(&mut self, left: &Expr) -> Box<Diagnostic> {
        let sign = self.span;
        let shown = self.shown(left.span());
        self.advance();
        let first = self.span.start;
        let right = match self.expr() {
            Ok(_) => self.shown(self.since(first)),
            Err(_) => "…".to_owned(),
        };
        let message = match self.slice(sign) {
            "xor" => "`xor` is a function of numbers, and not written between them",
            _ => "`⊕` joins positions; between numbers it is a function",
        };
        // what is split off and what is left: `a xor n-a` with the variable of a loop, and not among coordinates
        let before = self.text[..left.span().start].trim_end();
        let pattern = before.rsplit_once("->").map_or("", |(head, _)| head.rsplit('{').next().unwrap_or(head));
        let of = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == shown);
        let is_split = self.in_parts
            && matches!(left, Expr::Name(_))
            && right.contains('-')
            && of(&right)
            && !of(pattern)
            && !before.ends_with(['(', ',']);
        let help = if is_split { format!("{shown} & {right}") } else { format!("xor({shown},{right})") };
        self.fault(sign, message, help)
    }
}
