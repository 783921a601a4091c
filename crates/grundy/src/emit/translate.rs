//! Expressions and conditions of rules and claims, in the small language.
//!
//! `n % 4 = 3` over n in 0..10^18 becomes a remainder of numbers that are not negative, which every language has.

use grundy_notation::ast::{Operator, Relation};

use super::builtin::Builtin;
use super::program::{Ex, Op, Test, binary, compare, int};
use super::range::Range;
use crate::error::Diagnostic;
use crate::number::{Int, Nat};
use crate::rule::ir::{Cond, Expr, Function, Item, Set};

type Result<T> = std::result::Result<T, Diagnostic>;

/// A variable: its name in the program, and its bounds.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) range: Range,
    /// It has one value only, which stands in its place.
    pub(super) constant: Option<Int>,
}

impl Variable {
    pub(super) fn new(name: &str, range: Range) -> Self {
        Variable { name: name.to_owned(), range, constant: None }
    }
}

/// Variables by number, and the bounds of all that was computed from them.
#[derive(Debug, Clone)]
pub(super) struct Translator {
    pub(super) variables: Vec<Variable>,
    /// Number of coordinates; their sum ends open ranges.
    pub(super) arity: usize,
    /// Was something met that may have no value, such as a division by what may be 0?
    pub(super) may_fail: bool,
    /// Holds every result in between.
    pub(super) widest: Range,
    /// The largest square under a root that [`Builtin::TimesRoot`] takes.
    pub(super) under_root: Nat,
}

impl Translator {
    pub(super) fn new(variables: Vec<Variable>) -> Self {
        let arity = variables.len();
        let mut widest = Range::new(0, 0);
        for v in &variables {
            widest = widest.hull(&v.range);
        }
        Translator { variables, arity, may_fail: false, widest, under_root: Nat::ZERO }
    }

    /// Takes note of a result in between.
    pub(super) fn touch(&mut self, range: Range) -> Range {
        self.widest = self.widest.hull(&range);
        range
    }

    /// The sum of the coordinates.
    pub(super) fn size(&mut self) -> (Ex, Range) {
        let mut all = self.variables[..self.arity].iter();
        let Some(first) = all.next() else { return (int(0), Range::new(0, 0)) };
        let start = (Ex::Var(first.name.clone()), first.range.clone());
        let sum = all.fold(start, |(e, r), v| (binary(Op::Add, e, Ex::Var(v.name.clone())), r.plus(&v.range)));
        self.touch(sum.1.clone());
        sum
    }

    pub(super) fn expr(&mut self, e: &Expr) -> Result<(Ex, Range)> {
        let (ex, range) = match e {
            Expr::Constant(c) => (Ex::Int(c.clone()), Range::one(c)),
            Expr::Variable(v) => match self.variables.get(*v) {
                Some(Variable { constant: Some(c), .. }) => (Ex::Int(c.clone()), Range::one(c)),
                Some(v) => (Ex::Var(v.name.clone()), v.range.clone()),
                None => return Err(Diagnostic::rule("a variable is used before it has a value")),
            },
            Expr::Negative(x) => {
                let (x, r) = self.expr(x)?;
                (Ex::Negative(Box::new(x)), r.negative())
            }
            Expr::Binary(operator, a, b) => {
                let b_expr = b;
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.operation(*operator, a, b, b_expr)?
            }
            Expr::Call(function, arguments) => {
                let arguments = arguments.iter().map(|a| self.expr(a)).collect::<Result<Vec<_>>>()?;
                self.call(*function, arguments)?
            }
        };
        Ok((ex, self.touch(range)))
    }

    fn operation(&mut self, operator: Operator, a: (Ex, Range), b: (Ex, Range), b_expr: &Expr) -> Result<(Ex, Range)> {
        let ((a, ra), (b, rb)) = (a, b);
        if let (Ex::Int(x), Ex::Int(y)) = (&a, &b) {
            let folded = match operator {
                Operator::Add => Some(x + y),
                Operator::Subtract => Some(x - y),
                Operator::Multiply => Some(x * y),
                _ => None,
            };
            if let Some(n) = folded {
                let range = Range::one(&n);
                return Ok((Ex::Int(n), range));
            }
        }
        self.may_fail |= match operator {
            Operator::Divide | Operator::Remainder => !rb.is_positive(),
            Operator::Power => !rb.is_natural(),
            Operator::Add | Operator::Subtract | Operator::Multiply => false,
        };
        Ok(match operator {
            Operator::Add | Operator::Subtract if b == int(0) => (a, ra),
            Operator::Add if a == int(0) => (b, rb),
            Operator::Add => (binary(Op::Add, a, b), ra.plus(&rb)),
            Operator::Subtract => (binary(Op::Subtract, a, b), ra.minus(&rb)),
            Operator::Multiply => (binary(Op::Multiply, a, b), ra.times(&rb)),
            Operator::Divide => quotient((a, ra), (b, rb)),
            Operator::Remainder => remainder((a, ra), (b, rb)),
            Operator::Power => {
                let Some(range) = ra.power(&rb) else { return Err(too_large()) };
                match b_expr {
                    Expr::Constant(c) if *c == Int::ONE => (a, range),
                    Expr::Constant(c) if *c == Int::from(2) => (binary(Op::Multiply, a.clone(), a), range),
                    _ => (Ex::Call(Builtin::Power, vec![a, b]), range),
                }
            }
        })
    }

    fn call(&mut self, function: Function, arguments: Vec<(Ex, Range)>) -> Result<(Ex, Range)> {
        let fold = |arguments: Vec<(Ex, Range)>, f: &dyn Fn((Ex, Range), (Ex, Range)) -> (Ex, Range)| {
            let none = || Diagnostic::rule("a function without arguments");
            arguments.into_iter().reduce(f).ok_or_else(none)
        };
        let op = |op: Op| {
            move |(a, ra): (Ex, Range), (b, rb): (Ex, Range)| {
                let range = ra.bits(&rb);
                (binary(op, a, b), range)
            }
        };
        let first = |builtin: Builtin, arguments: Vec<(Ex, Range)>, range: &dyn Fn(&Range) -> Range| {
            let (x, r) =
                arguments.into_iter().next().ok_or_else(|| Diagnostic::rule("a function without arguments"))?;
            Ok((Ex::Call(builtin, vec![x]), range(&r)))
        };
        self.may_fail |= match function {
            Function::Log2 | Function::TwoAdicOrder | Function::SmallestPart(_) => {
                !arguments.iter().all(|(_, r)| r.is_positive())
            }
            Function::IntegerSquareRoot | Function::PopCount | Function::BitLength => {
                !arguments.iter().all(|(_, r)| r.is_natural())
            }
            _ => false,
        };
        match function {
            Function::Min => fold(arguments, &|(a, ra), (b, rb)| (least(a, b), ra.least(&rb))),
            Function::Max => {
                fold(arguments, &|(a, ra), (b, rb)| (Ex::Call(Builtin::Max, vec![a, b]), ra.greatest(&rb)))
            }
            Function::Gcd if arguments.len() == 1 => first(Builtin::Absolute, arguments, &Range::absolute),
            Function::Gcd => fold(arguments, &|(a, ra), (b, rb)| {
                let range = ra.absolute().greatest(&rb.absolute());
                (Ex::Call(Builtin::Gcd, vec![a, b]), Range { low: Int::ZERO, high: range.high })
            }),
            Function::Xor => fold(arguments, &op(Op::Xor)),
            Function::BitAnd => fold(arguments, &op(Op::And)),
            Function::BitOr => fold(arguments, &op(Op::Or)),
            Function::IntegerSquareRoot => first(Builtin::Root, arguments, &Range::root),
            Function::Log2 => first(Builtin::Logarithm, arguments, &Range::digits),
            Function::PopCount => first(Builtin::Ones, arguments, &Range::digits),
            Function::Absolute => first(Builtin::Absolute, arguments, &Range::absolute),
            Function::TwoAdicOrder => first(Builtin::TwoAdicOrder, arguments, &Range::digits),
            Function::BitLength => first(Builtin::BitLength, arguments, &Range::digits),
            Function::LowBit => {
                let Some((x, r)) = arguments.into_iter().next() else {
                    return Err(Diagnostic::rule("a function without arguments"));
                };
                let range = self.touch(r.absolute());
                Ok((binary(Op::And, x.clone(), Ex::Negative(Box::new(x))), range))
            }
            Function::SmallestPart(c @ 3..) => {
                // the next number is computed as well, and multiples
                if let Some((_, r)) = arguments.first() {
                    self.touch(Range { low: Int::ZERO, high: &r.high * Int::from(c) });
                }
                let mut all = arguments.into_iter();
                let (Some((n, r)), None) = (all.next(), all.next()) else {
                    return Err(Diagnostic::rule("a function without arguments"));
                };
                Ok((Ex::Call(Builtin::LowSchwenk, vec![n, int(c.into())]), Range { low: Int::ZERO, high: r.high }))
            }
            Function::SmallestPart(..=2) => {
                // the next Fibonacci number is computed as well
                if let Some((_, r)) = arguments.first() {
                    self.touch(Range { low: Int::ZERO, high: &r.high * Int::from(2) });
                }
                first(Builtin::LowFibonacci, arguments, &|r| Range { low: Int::ZERO, high: r.high.clone() })
            }
            Function::FloorSurd(d) => {
                let mut all = arguments.into_iter();
                let (Some(a), Some(b), Some(c)) = (all.next(), all.next(), all.next()) else {
                    return Err(Diagnostic::rule("a function without arguments"));
                };
                if !b.1.is_natural() {
                    return Err(Diagnostic::unsupported("a negative multiple of a root is not emitted"));
                }
                let square = b.1.magnitude().pow(2) * Nat::from(d);
                let high = Range { low: Int::ZERO, high: Int::from(square.clone()) }.root();
                self.under_root = self.under_root.clone().max(square);
                let root = (Ex::Call(Builtin::TimesRoot, vec![b.0, Ex::Int(Int::from(d))]), self.touch(high));
                let sum = if a.0 == int(0) { root } else { (binary(Op::Add, a.0, root.0), a.1.plus(&root.1)) };
                self.touch(sum.1.clone());
                Ok(if c.0 == int(1) { sum } else { quotient(sum, c) })
            }
            Function::Mex => Err(Diagnostic::unsupported("`mex` inside a rule is not emitted")),
        }
    }

    pub(super) fn cond(&mut self, cond: &Cond) -> Result<Test> {
        Ok(match cond {
            Cond::All(all) => Test::All(all.iter().map(|c| self.cond(c)).collect::<Result<_>>()?),
            Cond::Any(any) => Test::Any(any.iter().map(|c| self.cond(c)).collect::<Result<_>>()?),
            Cond::Not(inner) => Test::Not(Box::new(self.cond(inner)?)),
            Cond::Compare(a, Relation::Divides, b) => {
                let ((a, ra), (b, rb)) = (self.expr(a)?, self.expr(b)?);
                let rest = remainder((b.clone(), rb), (a.clone(), ra.clone())).0;
                let divides = compare(rest, Relation::Equal, int(0));
                if ra.is_positive() {
                    divides
                } else {
                    let zero = |e: Ex, relation| compare(e, relation, int(0));
                    Test::Any(vec![
                        Test::All(vec![zero(a.clone(), Relation::NotEqual), divides]),
                        Test::All(vec![zero(a, Relation::Equal), zero(b, Relation::Equal)]),
                    ])
                }
            }
            Cond::Compare(a, relation, b) => compare(self.expr(a)?.0, *relation, self.expr(b)?.0),
            Cond::In(x, set) => {
                let x = self.expr(x)?;
                self.member(set, &x, false)?
            }
        })
    }

    /// Is x in the set? Open ranges end at the size of the position if they stand in what a loop leaves out.
    pub(super) fn member(&mut self, set: &Set, x: &(Ex, Range), of_loop: bool) -> Result<Test> {
        let items = set.items.iter().map(|item| self.member_of_item(item, x, of_loop)).collect::<Result<Vec<_>>>()?;
        let mut all = vec![if items.len() == 1 {
            items.into_iter().next().unwrap_or(Test::Any(Vec::new()))
        } else {
            Test::Any(items)
        }];
        for except in &set.except {
            all.push(Test::Not(Box::new(self.member(except, x, of_loop)?)));
        }
        Ok(if all.len() == 1 { all.swap_remove(0) } else { Test::All(all) })
    }

    fn member_of_item(&mut self, item: &Item, x: &(Ex, Range), of_loop: bool) -> Result<Test> {
        let (value, range) = x;
        let is = |relation, n: i64| compare(value.clone(), relation, int(n));
        let parity = |r: i64| {
            let natural = Range { low: Int::ZERO, high: range.high.clone().max(Int::ZERO) };
            let rest = remainder((value.clone(), natural), (int(2), Range::new(2, 2))).0;
            Test::All(vec![is(Relation::Greater, 0), compare(rest, Relation::Equal, int(r))])
        };
        Ok(match item {
            Item::One(e) => compare(value.clone(), Relation::Equal, self.expr(e)?.0),
            Item::Range { from, to, step } => {
                let (from, low) = self.expr(from)?;
                let to = match to {
                    Some(to) => Some(self.expr(to)?.0),
                    None => of_loop.then(|| self.size().0),
                };
                let (step, by) = self.expr(step)?;
                let mut all = vec![compare(from.clone(), Relation::LessEqual, value.clone())];
                all.extend(to.map(|to| compare(value.clone(), Relation::LessEqual, to)));
                if step != int(1) {
                    let gap = self.touch(range.minus(&low));
                    // tested only where x is not below the first
                    let gap = Range { low: Int::ZERO, high: gap.high.max(Int::ZERO) };
                    let rest = remainder((minus(value.clone(), from), gap), (step, by)).0;
                    all.push(compare(rest, Relation::Equal, int(0)));
                }
                if all.len() == 1 { all.swap_remove(0) } else { Test::All(all) }
            }
            Item::Powers(base) => Test::Call(Builtin::IsPower, vec![value.clone(), self.expr(base)?.0]),
            Item::Squares => Test::Call(Builtin::IsSquare, vec![value.clone()]),
            Item::Fibonacci => Test::Call(Builtin::IsFibonacci, vec![value.clone()]),
            Item::Primes => Test::Call(Builtin::IsPrime, vec![value.clone()]),
            Item::Odds => parity(1),
            Item::Evens => parity(0),
            Item::Divisors(e) => {
                let (of, r) = self.expr(e)?;
                let positive = Range { low: Int::ONE, high: range.high.clone().max(Int::ONE) };
                let rest = remainder((of.clone(), r), (value.clone(), positive)).0;
                Test::All(vec![
                    is(Relation::Greater, 0),
                    compare(of, Relation::NotEqual, int(0)),
                    compare(rest, Relation::Equal, int(0)),
                ])
            }
            Item::Nested(set) => self.member(set, x, of_loop)?,
        })
    }
}

/// The smaller of two, written as one where that is plain.
pub(super) fn least(a: Ex, b: Ex) -> Ex {
    match (&a, &b) {
        (Ex::Int(x), Ex::Int(y)) if x > y => b,
        (Ex::Int(_), Ex::Int(_)) => a,
        _ if a == b || is_quotient(&a, &b) => a,
        _ if is_quotient(&b, &a) => b,
        _ => Ex::Call(Builtin::Min, vec![a, b]),
    }
}

/// Is the first a positive part of the second? Quotients are of natural numbers.
fn is_quotient(part: &Ex, whole: &Ex) -> bool {
    matches!(part, Ex::Binary(Op::Quotient, x, by) if **x == *whole && matches!(&**by, Ex::Int(c) if *c > Int::ZERO))
}

/// a − b, without a needless 0.
pub(super) fn minus(a: Ex, b: Ex) -> Ex {
    if b == int(0) { a } else { binary(Op::Subtract, a, b) }
}

pub(super) fn quotient(a: (Ex, Range), b: (Ex, Range)) -> (Ex, Range) {
    let range = a.1.over(&b.1);
    if b.0 == int(1) {
        return (a.0, range);
    }
    // a divisor that may be 0 is guarded by a condition, or the rule itself is at fault
    if a.1.is_natural() && b.1.is_natural() {
        let high = range.high.clone();
        return (binary(Op::Quotient, a.0, b.0), Range { low: Int::ZERO, high });
    }
    (Ex::Call(Builtin::FloorQuotient, vec![a.0, b.0]), range)
}

pub(super) fn remainder(a: (Ex, Range), b: (Ex, Range)) -> (Ex, Range) {
    let range = a.1.modulo(&b.1);
    if a.1.is_natural() && b.1.is_natural() {
        return (binary(Op::Remainder, a.0, b.0), range);
    }
    (Ex::Call(Builtin::FloorRemainder, vec![a.0, b.0]), range)
}

pub(super) fn too_large() -> Diagnostic {
    Diagnostic::unsupported("a result in between is too large for the integers of this language")
        .suggest("a smaller `max`, or a bound for the variable: `for i in 0..62`")
}
