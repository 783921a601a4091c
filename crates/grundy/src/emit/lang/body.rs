//! Bodies of functions: statements, expressions and tests.

use grundy_notation::ast::Relation;

use super::super::primes;
use super::super::program::{Ex, Kind, Op, St, Test, int};
use super::{Bound, Mode, Writer, bracketed, flattened};
use crate::number::Int;

impl Writer<'_> {
    pub(super) fn body(&mut self, body: &[St]) {
        body.iter().for_each(|s| self.statement(s));
    }

    pub(super) fn block(&mut self, head: Vec<String>, body: &[St]) {
        let mut head = head.into_iter();
        if let Some(first) = head.next() {
            self.line(&first);
        }
        self.depth += 1;
        self.lines(head.collect());
        self.body(body);
        self.shut();
    }

    fn statement(&mut self, statement: &St) {
        let d = self.dialect;
        match statement {
            St::Declare { name, value, changes } => {
                let value = self.expr(value).0;
                self.line(&d.declare(name, &value, *changes));
            }
            St::Assign(name, value) => {
                let value = self.expr(value).0;
                self.line(&d.assign(name, &value));
            }
            St::List(name, length) => {
                let length = self.expr(length);
                self.line(&d.zeros(name, &length));
                self.made.push(name.clone());
            }
            St::Put { list, at, value } => {
                let (entry, value) = (d.entry(list, &self.expr(at)), self.expr(value).0);
                self.line(&d.assign(&entry, &value));
            }
            St::If(test, body) => self.block(vec![d.open_if(&self.test(test).0)], body),
            St::While(test, body) => self.block(vec![d.open_while(&self.test(test).0)], body),
            St::For { var, from, to, step, body } => {
                let step = (*step != int(1)).then(|| self.expr(step));
                let head = d.open_for(var, &self.expr(from), &self.expr(to), step.as_ref());
                self.block(vec![head], body);
            }
            St::Primes { .. } => self.body(&primes::by_tests(std::slice::from_ref(statement))),
            St::Each { var, index, items, body } => {
                let plain = items.iter().all(|e| matches!(e, Ex::Int(_)));
                let items: Vec<String> = items.iter().map(|e| self.expr(e).0).collect();
                self.block(d.open_each(var, index, &items, plain), body);
            }
            St::Mark(value) => {
                let value = self.expr(value).0;
                self.line(&match self.mode {
                    Mode::Memo { .. } => d.mark_in_memo(&value),
                    Mode::Table { .. } | Mode::Plain | Mode::Moves { .. } => d.mark_in_table(&value),
                });
            }
            St::Listed(left) => {
                let left: Vec<String> = left.iter().map(|e| self.expr(e).0).collect();
                let Mode::Moves { of_heaps, splits, width } = self.mode else { return };
                let line = d.add_move(&left, (of_heaps, splits, width));
                self.line(&line);
            }
            St::Insist(test) => {
                let test = self.test(test).0;
                self.line(&d.insist(&test));
            }
            St::Return(value) => {
                let value = self.expr(value).0;
                self.lines(d.give_and_free(&value, Kind::Int, &self.made));
            }
            St::ReturnTest(test) => {
                let test = self.test(test).0;
                self.lines(d.give_and_free(&test, Kind::Bool, &self.made));
            }
        }
    }

    pub(super) fn expr(&self, e: &Ex) -> Bound {
        let d = self.dialect;
        match e {
            Ex::Int(n) => (d.literal(n), if *n < Int::ZERO { 8 } else { 9 }),
            Ex::Var(name) => (name.clone(), 9),
            Ex::Negative(x) => (format!("-{}", bracketed(self.expr(x), 9)), 8),
            Ex::Binary(op, a, b) => self.operation(*op, a, b),
            Ex::Call(builtin, arguments) => {
                let arguments: Vec<Bound> = arguments.iter().map(|a| self.expr(a)).collect();
                d.native(*builtin, &arguments).unwrap_or_else(|| call(builtin.name(), arguments))
            }
            Ex::Own(place) => match &self.mode {
                Mode::Memo { name } => call(name, place.iter().map(|e| self.expr(e)).collect()),
                Mode::Table { side, fixed } => {
                    let sides = &place[..place.len() - fixed];
                    (d.entry("sg", &self.expr(&flattened(sides, *side))), 9)
                }
                Mode::Plain | Mode::Moves { .. } => call("grundy", place.iter().map(|e| self.expr(e)).collect()),
            },
            Ex::Other(name, place) => call(name, place.iter().map(|e| self.expr(e)).collect()),
            Ex::Entry(array, index) => (d.entry(array, &self.expr(index)), 9),
        }
    }

    fn operation(&self, op: Op, a: &Ex, b: &Ex) -> Bound {
        let d = self.dialect;
        let same = matches!(a, Ex::Binary(first, ..) if *first == op);
        let (a, b) = (self.expr(a), self.expr(b));
        let (sign, level) = match op {
            Op::Add => ("+", 6),
            Op::Subtract => ("-", 6),
            Op::Multiply => ("*", 7),
            Op::Quotient => (d.quotient(), 7),
            Op::Remainder => ("%", 7),
            Op::Xor => ("^", 3),
            Op::And => ("&", 3),
            Op::Or => ("|", 3),
        };
        let (left, right) = if level == 3 { (if same { 3 } else { 8 }, 8) } else { (level, level + 1) };
        (format!("{} {sign} {}", bracketed(a, left), bracketed(b, right)), level)
    }

    /// The level is 3 for comparisons and calls, 2 for `and`, 1 for `or`.
    pub(super) fn test(&self, test: &Test) -> Bound {
        let words = self.dialect.words();
        let join = |all: &[Test], word: &str, level: u8, empty: &str| -> Bound {
            match all {
                [] => (empty.to_owned(), 9),
                [one] => self.test(one),
                _ => {
                    let all: Vec<String> = all.iter().map(|t| bracketed(self.test(t), 3)).collect();
                    (all.join(&format!(" {word} ")), level)
                }
            }
        };
        match test {
            Test::All(all) => join(all, words.and, 2, words.yes),
            Test::Any(any) => join(any, words.or, 1, words.no),
            Test::Not(inner) => match &**inner {
                Test::Compare(a, relation, b) if relation.opposite().is_some() => {
                    let relation = relation.opposite().unwrap_or(*relation);
                    self.test(&Test::Compare(a.clone(), relation, b.clone()))
                }
                Test::Not(twice) => self.test(twice),
                Test::All(all) if all.len() == 1 => self.test(&Test::Not(Box::new(all[0].clone()))),
                Test::Any(any) if any.len() == 1 => self.test(&Test::Not(Box::new(any[0].clone()))),
                Test::Any(any) => {
                    let all = any.iter().map(|t| Test::Not(Box::new(t.clone()))).collect();
                    self.test(&Test::All(all))
                }
                Test::All(_) => (format!("{}({})", words.not, self.test(inner).0), 9),
                Test::Call(..) | Test::Other(_) => (format!("{}{}", words.not, self.test(inner).0), 9),
                Test::Compare(..) => (format!("{}({})", words.not, self.test(inner).0), 9),
            },
            Test::Compare(a, relation, b) => {
                let sign = match relation {
                    Relation::Equal | Relation::Divides => "==".to_owned(),
                    other => other.to_string(),
                };
                let (a, b) = (self.expr(a), self.expr(b));
                (format!("{} {sign} {}", bracketed(a, 6), bracketed(b, 6)), 3)
            }
            Test::Other(told) => self.expr(told),
            Test::Call(builtin, arguments) => call(builtin.name(), arguments.iter().map(|a| self.expr(a)).collect()),
        }
    }
}

fn call(name: &str, arguments: Vec<Bound>) -> Bound {
    let all: Vec<String> = arguments.into_iter().map(|a| a.0).collect();
    (format!("{name}({})", all.join(", ")), 9)
}
