//! Expressions of nim arithmetic as text: `3*5 + 7^-1`, `sqrt(9)`, `log(5, 3)`, `solve(x^2 + x = 1)`.
//!
//! ```text
//! sum     = product { "+" product }            "-" is "+": every number is its own negative
//! product = power { ("*" | "/") power }
//! power   = atom [ "^" ["-"] exponent ]        the exponent is an ordinary integer
//! atom    = integer | "x" | "(" sum ")" | name "(" … ")"
//! ```
//!
//! | name | what |
//! |---|---|
//! | `sqrt(a)`, `inv(a)`, `square(a)` | square root, inverse, square |
//! | `order(a)` | the least k ≥ 1 with a^k = 1, an ordinary integer |
//! | `log(base, a)` | the least k ≥ 0 with base^k = a, an ordinary integer |
//! | `mex(a, b, …)` | the least number that is none of these |
//! | `solve(left = right)` | all x for which both sides, of degree 2 at most, are equal; `3*x = 7` alone is the same |
//!
//! An exponent in parentheses may be a sum or a product where ordinary arithmetic and that of nimbers agree: `2^(3+4)`, not
//! `2^(3+5)`, which may be 2^8 or 2^6.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use crate::steps::{Operation, Step};
use crate::{Nimber, quadratic};

/// What an expression is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// One number.
    One(Nimber),
    /// The solutions of an equation, ascending.
    Several(Vec<Nimber>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::One(number) => number.fmt(f),
            Value::Several(numbers) => {
                let texts: Vec<String> = numbers.iter().map(Nimber::to_string).collect();
                f.write_str(&if texts.is_empty() { "none".to_owned() } else { texts.join(", ") })
            }
        }
    }
}

/// What is wrong with an expression, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Can the text be read, but has it no worth in the field?
    pub worthless: bool,
    /// In a sentence.
    pub message: String,
    /// What may be written in its place.
    pub help: Option<&'static str>,
    /// The place in the text, in characters.
    pub span: Range<usize>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// Brackets are nested so deep at most.
const DEEP: usize = 200;

/// The value of an expression.
///
/// ```
/// use grundy_nimber::{Nimber, Value, value};
/// assert_eq!(value("2*2"), Ok(Value::One(Nimber(3))));
/// assert_eq!(value("solve(x^2 + x = 1)"), Ok(Value::Several(vec![Nimber(2), Nimber(3)])));
/// assert!(value("1/0").is_err());
/// ```
///
/// # Errors
/// Text that is no expression, numbers from 2^128 on, a division by 0, a logarithm that is not there.
pub fn value(text: &str) -> Result<Value, Fault> {
    steps(text).map(|(value, _)| value)
}

/// The value of an expression, and its operations on numbers in the order in which they are worked out. Those of an equation are of
/// the numbers in it.
///
/// ```
/// use grundy_nimber::steps;
/// let told: Vec<String> = steps("3*5 + 7^-1").unwrap().1.iter().map(ToString::to_string).collect();
/// assert_eq!(told, ["3 ⊗ 5 = 15", "7^-1 = 11, 7 ⊗ 11 = 1", "15 ⊕ 11 = 4"]);
/// ```
///
/// # Errors
/// As [`value`].
pub fn steps(text: &str) -> Result<(Value, Vec<Step>), Fault> {
    let letters: Vec<char> = text.chars().map(plain).collect();
    let mut reader = Reader { letters: &letters, at: 0, depth: 0, in_equation: false, steps: Vec::new() };
    reader.blanks();
    let value = match reader.word().as_deref() {
        Some("solve") => {
            reader.need('(')?;
            let solutions = reader.equation()?;
            reader.need(')')?;
            Value::Several(solutions)
        }
        _ if has_equation(&letters) => {
            reader.at = 0;
            Value::Several(reader.equation()?)
        }
        _ => {
            reader.at = 0;
            Value::One(reader.number_of_sum()?)
        }
    };
    reader.blanks();
    if reader.at < letters.len() {
        let found = letters[reader.at];
        return Err(reader.fault(format!("expected an operator, found `{found}`"), reader.at..reader.at + 1));
    }
    Ok((value, reader.steps))
}

/// Is an equation for x written without `solve`?
fn has_equation(letters: &[char]) -> bool {
    let is_x = |at: usize| letters[at] == 'x' && (at == 0 || !letters[at - 1].is_alphabetic());
    let ends = |at: usize| letters.get(at + 1).is_none_or(|c| !c.is_alphabetic());
    letters.contains(&'=') && (0..letters.len()).any(|at| is_x(at) && ends(at))
}

/// Full-width and mathematical signs as those of the keyboard.
fn plain(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '⊕' => '+',
        '⊗' | '×' | '·' => '*',
        '−' => '-',
        '÷' | '⊘' => '/',
        c => c,
    }
}

/// c + b·x + a·x²: what stands on a side of an equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Polynomial([Nimber; 3]);

impl Polynomial {
    fn constant(number: Nimber) -> Self {
        Polynomial([number, Nimber::ZERO, Nimber::ZERO])
    }

    fn as_number(&self) -> Option<Nimber> {
        (self.0[1..] == [Nimber::ZERO; 2]).then_some(self.0[0])
    }

    fn plus(self, other: Self) -> Self {
        Polynomial(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// `None` where the degree would be above 2.
    fn times(self, other: Self) -> Option<Self> {
        let mut product = [Nimber::ZERO; 3];
        for (i, a) in self.0.into_iter().enumerate() {
            for (j, b) in other.0.into_iter().enumerate() {
                let term = a * b;
                if term != Nimber::ZERO {
                    *product.get_mut(i + j)? += term;
                }
            }
        }
        Some(Polynomial(product))
    }
}

struct Reader<'a> {
    letters: &'a [char],
    at: usize,
    depth: usize,
    /// May `x` be written?
    in_equation: bool,
    /// What was worked out.
    steps: Vec<Step>,
}

impl Reader<'_> {
    fn fault(&self, message: impl Into<String>, span: Range<usize>) -> Fault {
        Fault { worthless: false, message: message.into(), help: None, span }
    }

    /// The text is an expression, but the field has no such number.
    fn nothing(&self, message: impl Into<String>, span: Range<usize>) -> Fault {
        Fault { worthless: true, ..self.fault(message, span) }
    }

    fn blanks(&mut self) {
        while self.letters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// The next letter that is no blank.
    fn peek(&self) -> Option<char> {
        self.letters[self.at..].iter().copied().find(|c| !c.is_whitespace())
    }

    /// Passes the next letter, if it is one of these.
    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.peek().filter(|c| wanted.contains(c))?;
        self.blanks();
        self.at += 1;
        Some(found)
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.take(&[wanted]).is_some()
    }

    fn need(&mut self, wanted: char) -> Result<(), Fault> {
        if self.eat(wanted) {
            return Ok(());
        }
        self.blanks();
        let found = self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"));
        Err(self.fault(format!("expected `{wanted}`, found {found}"), self.at..self.letters.len().min(self.at + 1)))
    }

    fn word(&mut self) -> Option<String> {
        self.blanks();
        let word: String = self.letters[self.at..].iter().take_while(|c| c.is_alphabetic()).collect();
        self.at += word.chars().count();
        (!word.is_empty()).then_some(word)
    }

    fn integer(&mut self) -> Result<u128, Fault> {
        self.blanks();
        let start = self.at;
        let digits: String = self.letters[start..].iter().take_while(|c| c.is_ascii_digit()).collect();
        self.at += digits.len();
        if digits.is_empty() {
            let found = self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"));
            let end = self.letters.len().min(start + 1);
            return Err(self.fault(format!("expected a number, found {found}"), start..end));
        }
        digits.parse().map_err(|_| Fault {
            worthless: true,
            message: "the number is 2^128 or larger".to_owned(),
            help: Some("nimbers below 2^128 = 340282366920938463463374607431768211456 are a field"),
            span: start..self.at,
        })
    }

    /// A sum in which `x` does not occur, or has cancelled.
    fn number_of_sum(&mut self) -> Result<Nimber, Fault> {
        let start = self.at;
        let sum = self.sum()?;
        sum.as_number().ok_or_else(|| self.fault("this is not a number: it depends on x", start..self.at))
    }

    fn sum(&mut self) -> Result<Polynomial, Fault> {
        let mut sum = self.product()?;
        while self.take(&['+', '-']).is_some() {
            let other = self.product()?;
            let before = sum;
            sum = sum.plus(other);
            self.done(before, other, sum, Operation::Sum);
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Polynomial, Fault> {
        self.blanks();
        let start = self.at;
        let mut product = self.power()?;
        while let Some(operator) = self.take(&['*', '/']) {
            self.blanks();
            let from = self.at;
            let mut other = self.power()?;
            if operator == '/' {
                let divisor = other.as_number();
                let place = from..self.at;
                let divisor =
                    divisor.ok_or_else(|| self.fault("only numbers divide, and this depends on x", place.clone()))?;
                let inverse = divisor.inverse().ok_or_else(|| self.nothing("division by 0", place))?;
                self.steps.push(Step { operation: Operation::Inverse(divisor), value: inverse });
                other = Polynomial::constant(inverse);
            }
            let before = product;
            product = product.times(other).ok_or_else(|| self.too_high(start))?;
            self.done(before, other, product, Operation::Product);
        }
        Ok(product)
    }

    fn kept(&mut self, operation: Operation, value: Nimber) -> Nimber {
        self.steps.push(Step { operation, value });
        value
    }

    /// Keeps an operation on two numbers.
    fn done(&mut self, a: Polynomial, b: Polynomial, c: Polynomial, operation: fn(Nimber, Nimber) -> Operation) {
        if let (Some(a), Some(b), Some(value)) = (a.as_number(), b.as_number(), c.as_number()) {
            self.steps.push(Step { operation: operation(a, b), value });
        }
    }

    fn too_high(&self, start: usize) -> Fault {
        self.fault("x occurs with a power above 2", start..self.at)
    }

    fn power(&mut self) -> Result<Polynomial, Fault> {
        self.blanks();
        let start = self.at;
        let base = self.atom()?;
        if !self.eat('^') {
            return Ok(base);
        }
        let bracket = self.eat('(');
        let negative = self.eat('-');
        let from = self.at;
        let exponent = if bracket { self.exponent()? } else { self.integer()? };
        let exponent =
            i128::try_from(exponent).map_err(|_| self.nothing("the exponent is 2^127 or larger", from..self.at))?;
        if bracket {
            self.need(')')?;
        }
        match base.as_number() {
            Some(number) => {
                let exponent = if negative { -exponent } else { exponent };
                let power = number.power(exponent);
                let value = power.ok_or_else(|| self.nothing("division by 0", start..self.at))?;
                let operation = match exponent {
                    -1 => Operation::Inverse(number),
                    2 => Operation::Product(number, number),
                    _ => Operation::Power(number, exponent),
                };
                self.steps.push(Step { operation, value });
                Ok(Polynomial::constant(value))
            }
            None if negative || exponent > 2 => Err(self.too_high(start)),
            None => {
                let one = Polynomial::constant(Nimber::ONE);
                let power = (0..exponent).try_fold(one, |power, _| power.times(base));
                power.ok_or_else(|| self.too_high(start))
            }
        }
    }

    /// A sum or a product of integers, whose ordinary value and whose value as nimbers are the same.
    fn exponent(&mut self) -> Result<u128, Fault> {
        self.blanks();
        let start = self.at;
        let first = self.integer()?;
        let (mut ordinary, mut nimber) = (Some(first), Nimber(first));
        while let Some(sign) = self.take(&['+', '*']) {
            let next = self.integer()?;
            (ordinary, nimber) = match sign {
                '+' if self.peek() == Some('*') => (None, nimber),
                '+' => (ordinary.and_then(|sum| sum.checked_add(next)), nimber + Nimber(next)),
                _ => (ordinary.and_then(|product| product.checked_mul(next)), nimber * Nimber(next)),
            };
        }
        let span = start..self.at;
        let help = Some("an exponent is an ordinary integer, written as one number");
        match ordinary {
            Some(ordinary) if ordinary == nimber.0 => Ok(ordinary),
            Some(ordinary) => {
                let typed: String = self.letters[span.clone()].iter().collect();
                let message = format!("`{}` is {ordinary}, and {nimber} as nimbers", typed.trim());
                Err(Fault { help, ..self.fault(message, span) })
            }
            None => Err(Fault { help, ..self.fault("the exponent is not worked out", span) }),
        }
    }

    fn atom(&mut self) -> Result<Polynomial, Fault> {
        self.blanks();
        // a number is its own opposite
        while self.eat('-') {}
        self.blanks();
        let start = self.at;
        if self.eat('(') {
            self.deeper(start)?;
            let sum = self.sum()?;
            self.need(')')?;
            self.depth -= 1;
            return Ok(sum);
        }
        let Some(name) = self.word() else { return Ok(Polynomial::constant(Nimber(self.integer()?))) };
        let span = start..self.at;
        if name == "x" && self.in_equation {
            return Ok(Polynomial([Nimber::ZERO, Nimber::ONE, Nimber::ZERO]));
        }
        let known = ["sqrt", "inv", "square", "order", "log", "mex"].contains(&name.as_str());
        if !known {
            let help = "known are sqrt(a), inv(a), square(a), order(a), log(base, a), mex(a, b, …), solve(x^2 + x = c)";
            return Err(Fault { help: Some(help), ..self.fault(format!("`{name}` is not known here"), span) });
        }
        self.need('(')?;
        self.deeper(start)?;
        let mut arguments = Vec::new();
        if !(name == "mex" && self.peek() == Some(')')) {
            arguments.push(self.number_of_sum()?);
            while self.eat(',') {
                arguments.push(self.number_of_sum()?);
            }
        }
        self.need(')')?;
        self.depth -= 1;
        let span = start..self.at;
        let number = match (name.as_str(), &arguments[..]) {
            ("mex", all) => {
                let all: BTreeSet<Nimber> = all.iter().copied().collect();
                (0..).map(Nimber).zip(&all).find(|(n, given)| n != *given).map_or(Nimber(all.len() as u128), |(n, _)| n)
            }
            ("sqrt", [a]) => self.kept(Operation::Root(*a), a.square_root()),
            ("square", [a]) => self.kept(Operation::Product(*a, *a), a.square()),
            ("inv", [a]) => {
                let inverse = a.inverse().ok_or_else(|| self.nothing("0 has no inverse", span))?;
                self.kept(Operation::Inverse(*a), inverse)
            }
            ("order", [a]) => Nimber(a.order().ok_or_else(|| self.nothing("0 has no order", span))?),
            ("log", [base, a]) => Nimber(a.log(*base).map_err(|why| self.nothing(why.to_string(), span))?),
            (name, _) => {
                let wanted = if name == "log" { "two numbers, the base first" } else { "one number" };
                return Err(self.fault(format!("`{name}` takes {wanted}"), span));
            }
        };
        Ok(Polynomial::constant(number))
    }

    fn deeper(&mut self, start: usize) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > DEEP {
            return Err(self.fault(format!("brackets are nested deeper than {DEEP}"), start..self.at));
        }
        Ok(())
    }

    /// `left = right`
    fn equation(&mut self) -> Result<Vec<Nimber>, Fault> {
        let start = self.at;
        self.in_equation = true;
        let left = self.sum()?;
        self.need('=')?;
        let right = self.sum()?;
        let span = start..self.at;
        self.in_equation = false;
        let Polynomial([c, b, a]) = left.plus(right);
        quadratic(a, b, c).ok_or_else(|| {
            let every = [a, b, c] == [Nimber::ZERO; 3];
            self.nothing(if every { "every x solves it" } else { "the solutions are not below 2^128" }, span)
        })
    }
}

#[cfg(test)]
mod tests;
