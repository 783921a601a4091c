//! Rules as they are written: a part of the notation, in which every set stands in braces.
//!
//! ```text
//! rule        {NAME -> way; way}   {(NAME, NAME) -> way}     without a way: {n ->}
//! way         part & part   for NAME in set   if condition    each `for` before each `if`; no part: nim(0)
//! part        expression   (expression, expression)
//! set         {item, item} except set
//! item        expression   a..   a..b   a..b step c   powers(b)   divisors(n)   squares fibs primes odds evens   set
//! condition   and, or, not, comparisons, `a divides b`, `in` and `not in` a set; parentheses
//! expression  + - * // % ^ and functions; a power of a power, or of a negative number, in parentheses
//! ```

use super::number::{FUNCTIONS, Operator, Relation};
use super::{Condition, Expression, Item, Named, Rule, Set, Way};
use crate::text::number;

/// Bytes of a rule at most.
const LONGEST: usize = 1 << 20;
/// Nesting at most.
const DEEPEST: usize = 100;
/// More coordinates and loops are not read.
const VARIABLES: usize = 64;

const KEYWORDS: [&str; 11] = ["for", "in", "if", "except", "step", "and", "or", "not", "divides", "by", "loopy"];

type Read<T> = Result<T, String>;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token<'t> {
    Name(&'t str),
    Number(i128),
    Sign(&'t str),
}

/// Longer signs first.
const SIGNS: [&str; 21] =
    ["->", "//", "..", "!=", "<=", ">=", "{", "}", "(", ")", ",", ";", "&", "+", "-", "*", "%", "^", "=", "<", ">"];

fn tokens(text: &str) -> Read<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches(' ');
    while let Some(first) = rest.chars().next() {
        let word = |holds: fn(char) -> bool| rest.find(|c: char| !holds(c)).unwrap_or(rest.len());
        let length;
        if first.is_ascii_digit() {
            length = word(|c| c.is_ascii_digit());
            let Some(n) = number(&rest[..length]) else {
                return Err("numbers below 2^63 without leading zeros".into());
            };
            tokens.push(Token::Number(n.into()));
        } else if first.is_ascii_lowercase() {
            length = word(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            tokens.push(Token::Name(&rest[..length]));
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            length = sign.len();
            tokens.push(Token::Sign(sign));
        } else {
            return Err(format!("a rule without `{first}`"));
        }
        rest = rest[length..].trim_start_matches(' ');
    }
    Ok(tokens)
}

struct Reader<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// Bound so far; the place is the number.
    names: Vec<&'t str>,
    depth: usize,
    /// The highest variable that was read since this was cleared.
    highest: Option<usize>,
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    /// What is expected instead.
    pub(in super::super) fn read(text: &str) -> Read<Rule> {
        if text.len() > LONGEST {
            return Err("a shorter rule".into());
        }
        let mut reader = Reader { tokens: tokens(text)?, at: 0, names: Vec::new(), depth: 0, highest: None };
        let rule = reader.rule()?;
        if reader.at < reader.tokens.len() { Err("nothing behind the rule".into()) } else { Ok(rule) }
    }
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    /// Takes this sign, if it comes next.
    fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.at += usize::from(found);
        found
    }

    /// Takes this word, if it comes next.
    fn takes_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(found)) if *found == word);
        self.at += usize::from(found);
        found
    }

    fn needs(&mut self, sign: &str) -> Read<()> {
        if self.takes(sign) { Ok(()) } else { Err(format!("`{sign}` in the rule")) }
    }

    /// A new name.
    fn binds(&mut self) -> Read<()> {
        let Some(&Token::Name(name)) = self.peek() else { return Err("the name of a variable".into()) };
        self.at += 1;
        let is_taken = self.names.contains(&name) || KEYWORDS.contains(&name) || self.names.len() >= VARIABLES;
        if is_taken || FUNCTIONS.iter().any(|(function, _)| *function == name) || named(name).is_some() {
            return Err(format!("a name that is free instead of `{name}`"));
        }
        self.names.push(name);
        Ok(())
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return Err("a rule that is nested less".into());
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn rule(&mut self) -> Read<Rule> {
        self.needs("{")?;
        if self.takes("(") {
            self.binds()?;
            while self.takes(",") {
                self.binds()?;
            }
            self.needs(")")?;
        } else {
            self.binds()?;
        }
        let arity = self.names.len();
        self.needs("->")?;
        let mut ways = Vec::new();
        while !self.takes("}") {
            if !ways.is_empty() {
                self.needs(";")?;
            }
            ways.push(self.way(arity)?);
            self.names.truncate(arity);
        }
        Ok(Rule { arity, ways })
    }

    fn way(&mut self, arity: usize) -> Read<Way> {
        // the parts are read again when the loops have bound their names
        let start = self.at;
        let mut brackets = 0;
        while let Some(token) = self.peek() {
            match token {
                Token::Sign("(" | "{") => brackets += 1,
                Token::Sign(")" | "}" | ";") if brackets == 0 => break,
                Token::Sign(")" | "}") => brackets -= 1,
                Token::Name("for" | "if") => break,
                _ => {}
            }
            self.at += 1;
        }
        let (mut way, end) = (Way { loops: Vec::new(), conditions: Vec::new(), parts: Vec::new() }, self.at);
        while self.takes_word("for") {
            self.binds()?;
            // the set does not know its own name
            let name = self.names.pop();
            if !self.takes_word("in") {
                return Err("`in` and a set".into());
            }
            way.loops.push(self.set()?);
            self.names.extend(name);
        }
        while self.takes_word("if") {
            self.highest = None;
            let condition = self.condition()?;
            let depth = self.highest.map_or(0, |v| (v + 1).saturating_sub(arity));
            way.conditions.push((depth, condition));
        }
        let behind = std::mem::replace(&mut self.at, start);
        if self.takes_word("nim") {
            let [open, zero, close] = ["(", "0", ")"].map(|word| match word {
                "0" => Token::Number(0),
                sign => Token::Sign(sign),
            });
            let is_nothing = self.tokens.get(self.at..self.at + 3) == Some(&[open, zero, close]);
            if !is_nothing {
                return Err("moves that stay in the game".into());
            }
            self.at += 3;
        } else {
            way.parts.push(self.part(arity)?);
            while self.takes("&") {
                way.parts.push(self.part(arity)?);
            }
        }
        if self.at != end {
            return Err("parts, and behind them `for` or `if`".into());
        }
        self.at = behind;
        Ok(way)
    }

    fn part(&mut self, arity: usize) -> Read<Vec<Expression>> {
        if arity == 1 {
            return Ok(vec![self.expression()?]);
        }
        self.needs("(")?;
        let mut coordinates = vec![self.expression()?];
        while self.takes(",") {
            coordinates.push(self.expression()?);
        }
        self.needs(")")?;
        if coordinates.len() == arity { Ok(coordinates) } else { Err(format!("parts of {arity} coordinates")) }
    }

    fn set(&mut self) -> Read<Set> {
        let mut set = self.braces()?;
        while self.takes_word("except") {
            set.except.push(self.braces()?);
        }
        Ok(set)
    }

    /// `{1, 3}` without what `except` takes away.
    fn braces(&mut self) -> Read<Set> {
        self.nested(|reader| {
            reader.needs("{")?;
            let mut items = Vec::new();
            while !reader.takes("}") {
                if !items.is_empty() {
                    reader.needs(",")?;
                }
                items.push(reader.item()?);
            }
            Ok(Set { items, except: Vec::new() })
        })
    }

    fn item(&mut self) -> Read<Item> {
        if matches!(self.peek(), Some(Token::Sign("{"))) {
            return Ok(Item::Set(self.set()?));
        }
        if let Some(&Token::Name(name)) = self.peek() {
            if let Some(set) = named(name) {
                self.at += 1;
                return Ok(Item::Named(set));
            }
            if name == "powers" || name == "divisors" {
                self.at += 1;
                self.needs("(")?;
                let of = self.expression()?;
                self.needs(")")?;
                return Ok(if name == "powers" { Item::Powers(of) } else { Item::Divisors(of) });
            }
        }
        let from = self.expression()?;
        if !self.takes("..") {
            return Ok(Item::One(from));
        }
        let ends = matches!(self.peek(), Some(Token::Sign("}" | ",") | Token::Name("step")));
        let to = if ends { None } else { Some(self.expression()?) };
        let step = if self.takes_word("step") { self.expression()? } else { Expression::Number(1) };
        Ok(Item::Range(from, to, step))
    }

    fn condition(&mut self) -> Read<Condition> {
        self.nested(|reader| {
            let mut any = vec![reader.all()?];
            while reader.takes_word("or") {
                any.push(reader.all()?);
            }
            Ok(if any.len() > 1 { Condition::Any(any) } else { any.remove(0) })
        })
    }

    fn all(&mut self) -> Read<Condition> {
        let mut all = vec![self.one()?];
        while self.takes_word("and") {
            all.push(self.one()?);
        }
        Ok(if all.len() > 1 { Condition::All(all) } else { all.remove(0) })
    }

    fn one(&mut self) -> Read<Condition> {
        if self.takes_word("not") {
            return self.nested(|reader| Ok(Condition::Not(Box::new(reader.one()?))));
        }
        // `(` may open an expression or a condition
        let (start, highest) = (self.at, self.highest);
        let comparison = self.comparison();
        if comparison.is_ok() || !matches!(self.tokens.get(start), Some(Token::Sign("("))) {
            return comparison;
        }
        (self.at, self.highest) = (start + 1, highest);
        let condition = self.condition()?;
        self.needs(")")?;
        Ok(condition)
    }

    fn comparison(&mut self) -> Read<Condition> {
        let a = self.expression()?;
        let is_not = self.takes_word("not");
        if self.takes_word("in") {
            let found = Condition::In(a, self.set()?);
            return Ok(if is_not { Condition::Not(Box::new(found)) } else { found });
        }
        let relation = match self.peek() {
            Some(Token::Sign("=")) => Relation::Equal,
            Some(Token::Sign("!=")) => Relation::Different,
            Some(Token::Sign("<")) => Relation::Less,
            Some(Token::Sign("<=")) => Relation::AtMost,
            Some(Token::Sign(">")) => Relation::Greater,
            Some(Token::Sign(">=")) => Relation::AtLeast,
            Some(Token::Name("divides")) => Relation::Divides,
            _ => return Err("a comparison".into()),
        };
        if is_not {
            return Err("`in` behind `not`".into());
        }
        self.at += 1;
        Ok(Condition::Compare(a, relation, self.expression()?))
    }

    fn expression(&mut self) -> Read<Expression> {
        self.nested(|reader| {
            let mut sum = reader.product()?;
            loop {
                let operator = match reader.peek() {
                    Some(Token::Sign("+")) => Operator::Add,
                    Some(Token::Sign("-")) => Operator::Subtract,
                    _ => return Ok(sum),
                };
                reader.at += 1;
                sum = Expression::Binary(operator, Box::new(sum), Box::new(reader.product()?));
            }
        })
    }

    fn product(&mut self) -> Read<Expression> {
        let mut product = self.power()?;
        loop {
            let operator = match self.peek() {
                Some(Token::Sign("*")) => Operator::Multiply,
                Some(Token::Sign("//")) => Operator::Divide,
                Some(Token::Sign("%")) => Operator::Remainder,
                _ => return Ok(product),
            };
            self.at += 1;
            product = Expression::Binary(operator, Box::new(product), Box::new(self.power()?));
        }
    }

    fn power(&mut self) -> Read<Expression> {
        let is_negative = matches!(self.peek(), Some(Token::Sign("-")));
        let base = self.atom()?;
        if !self.takes("^") {
            return Ok(base);
        }
        let exponent = self.atom()?;
        if is_negative || matches!(self.peek(), Some(Token::Sign("^"))) {
            return Err("parentheses: powers do not say in which order they are meant".into());
        }
        Ok(Expression::Binary(Operator::Power, Box::new(base), Box::new(exponent)))
    }

    fn atom(&mut self) -> Read<Expression> {
        if self.takes("-") {
            return self.nested(|reader| Ok(Expression::Negative(Box::new(reader.atom()?))));
        }
        if self.takes("(") {
            let inner = self.expression()?;
            self.needs(")")?;
            return Ok(inner);
        }
        match self.peek().cloned() {
            Some(Token::Number(n)) => {
                self.at += 1;
                Ok(Expression::Number(n))
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                if let Some(&(_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
                    self.needs("(")?;
                    let mut arguments = vec![self.expression()?];
                    while self.takes(",") {
                        arguments.push(self.expression()?);
                    }
                    self.needs(")")?;
                    if function.takes_one() && arguments.len() > 1 {
                        return Err(format!("one number for `{name}`"));
                    }
                    return Ok(Expression::Call(function, arguments));
                }
                let Some(variable) = self.names.iter().position(|known| *known == name) else {
                    return Err(format!("a variable instead of `{name}`"));
                };
                self.highest = self.highest.max(Some(variable));
                Ok(Expression::Variable(variable))
            }
            _ => Err("an expression".into()),
        }
    }
}

fn named(name: &str) -> Option<Named> {
    Some(match name {
        "squares" => Named::Squares,
        "fibs" => Named::Fibonacci,
        "primes" => Named::Primes,
        "odds" => Named::Odds,
        "evens" => Named::Evens,
        _ => return None,
    })
}
