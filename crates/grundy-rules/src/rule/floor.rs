//! `floor(…)` of expressions in which φ and square roots occur.
//!
//! Such an expression is brought to the form (a + b√d)/c with integer expressions a and b, a number c ≥ 1 and one d
//! that is no square: φ·x becomes (x + x√5)/2. The integer part of that form is a function of whole numbers, which is
//! evaluated exactly ([`crate::rule::surd`]).

use grundy_core::error::Diagnostic;
use grundy_core::number::{Int, Nat, to_u64};
use grundy_notation::ast::{self, Operator};

use crate::rule::ir::{Expr, Function};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Lowers an expression in which nothing is irrational.
type Lower<'a> = dyn FnMut(&ast::Expr) -> Result<Expr> + 'a;

/// The largest number under a root.
const LARGEST_ROOT: u64 = 1_000_000;
/// The largest exponent of an irrational base.
const LARGEST_POWER: u64 = 64;

/// (a + b√d)/c
struct Surd {
    a: Expr,
    b: Expr,
    c: Int,
    /// 0 where b is 0.
    d: u64,
}

/// ⌊argument⌋; `lower` lowers the whole parts of it.
pub(super) fn floor(argument: &ast::Expr, lower: &mut Lower<'_>) -> Result<Expr> {
    Ok(surd(argument, lower)?.floor())
}

impl Surd {
    fn whole(a: Expr) -> Self {
        Surd { a, b: constant(0), c: Int::ONE, d: 0 }
    }

    fn floor(self) -> Expr {
        if self.d > 0 {
            return Expr::Call(Function::FloorSurd(self.d), vec![self.a, self.b, Expr::Constant(self.c)]);
        }
        if self.c == Int::ONE { self.a } else { binary(Operator::Divide, self.a, Expr::Constant(self.c)) }
    }
}

fn constant(n: i64) -> Expr {
    Expr::Constant(Int::from(n))
}

/// The operation, worked out where both sides are constants and left out where it changes nothing.
fn binary(operator: Operator, a: Expr, b: Expr) -> Expr {
    let zero = |e: &Expr| matches!(e, Expr::Constant(c) if *c == Int::ZERO);
    let one = |e: &Expr| matches!(e, Expr::Constant(c) if *c == Int::ONE);
    match (operator, &a, &b) {
        (Operator::Add, Expr::Constant(x), Expr::Constant(y)) => Expr::Constant(x + y),
        (Operator::Multiply, Expr::Constant(x), Expr::Constant(y)) => Expr::Constant(x * y),
        (Operator::Add, _, _) if zero(&b) => a,
        (Operator::Add, _, _) if zero(&a) => b,
        (Operator::Multiply, _, _) if zero(&a) || zero(&b) => constant(0),
        (Operator::Multiply, _, _) if one(&b) => a,
        (Operator::Multiply, _, _) if one(&a) => b,
        _ => Expr::Binary(operator, Box::new(a), Box::new(b)),
    }
}

fn scaled(e: Expr, by: &Int) -> Expr {
    binary(Operator::Multiply, Expr::Constant(by.clone()), e)
}

fn is_irrational(expr: &ast::Expr) -> bool {
    match expr {
        ast::Expr::Number(..) => false,
        ast::Expr::Name(name) => name.text == "phi",
        ast::Expr::Negative(e, _) => is_irrational(e),
        ast::Expr::Binary(_, a, b) => is_irrational(a) || is_irrational(b),
        // what is rounded down inside is whole
        ast::Expr::Call(name, _) => name.text == "sqrt",
    }
}

fn surd(expr: &ast::Expr, lower: &mut Lower<'_>) -> Result<Surd> {
    if !is_irrational(expr) {
        return Ok(Surd::whole(lower(expr)?));
    }
    match expr {
        ast::Expr::Name(_) => Ok(Surd { a: constant(1), b: constant(1), c: Int::from(2), d: 5 }),
        ast::Expr::Call(_, arguments) => match arguments.first() {
            Some(ast::Expr::Number(n, span)) => root(n, *span),
            _ => Err(Diagnostic::parse(expr.span(), "a root is taken of a number").suggest("floor(sqrt(2)*x)")),
        },
        ast::Expr::Negative(e, _) => Ok(negated(surd(e, lower)?)),
        ast::Expr::Binary(operator, a, b) => {
            let fault = |message: &str| {
                Err(Diagnostic::parse(expr.span(), message).suggest("floor(phi*x), floor((sqrt(2)+1)*x//2)"))
            };
            match operator {
                Operator::Add | Operator::Subtract => {
                    let left = surd(a, lower)?;
                    let right = surd(b, lower)?;
                    let right = if *operator == Operator::Subtract { negated(right) } else { right };
                    if left.d > 0 && right.d > 0 && left.d != right.d {
                        return fault("roots of two numbers in one `floor`");
                    }
                    Ok(Surd {
                        a: binary(Operator::Add, scaled(left.a, &right.c), scaled(right.a, &left.c)),
                        b: binary(Operator::Add, scaled(left.b, &right.c), scaled(right.b, &left.c)),
                        d: left.d.max(right.d),
                        c: left.c * right.c,
                    })
                }
                Operator::Multiply => match multiplied(surd(a, lower)?, surd(b, lower)?) {
                    Some(product) => Ok(product),
                    None => fault("roots of two numbers in one `floor`"),
                },
                Operator::Power => match (&**b, surd(a, lower)?) {
                    (ast::Expr::Number(exponent, _), base) => {
                        let Some(exponent) = to_u64(exponent).filter(|e| *e <= LARGEST_POWER) else {
                            return fault("an irrational base has an exponent of at most 64");
                        };
                        let mut power = Surd::whole(constant(1));
                        for _ in 0..exponent {
                            let factor = Surd { a: base.a.clone(), b: base.b.clone(), c: base.c.clone(), d: base.d };
                            power = multiplied(power, factor).unwrap_or_else(|| Surd::whole(constant(1)));
                        }
                        Ok(power)
                    }
                    _ => fault("an irrational base has a number as its exponent"),
                },
                Operator::Divide => match &**b {
                    ast::Expr::Number(by, _) if *by > Nat::ZERO => {
                        let of = surd(a, lower)?;
                        let whole = Surd { c: of.c * Int::from(by.clone()), ..of };
                        Ok(Surd::whole(whole.floor()))
                    }
                    _ => fault("an irrational number is divided by a positive number"),
                },
                Operator::Remainder => fault("a remainder of an irrational number"),
            }
        }
        ast::Expr::Number(..) => Ok(Surd::whole(lower(expr)?)),
    }
}

fn negated(x: Surd) -> Surd {
    Surd { a: scaled(x.a, &Int::from(-1)), b: scaled(x.b, &Int::from(-1)), ..x }
}

/// √n = s√d with d free of squares.
fn root(n: &Nat, span: grundy_notation::Span) -> Result<Surd> {
    let Some(n) = to_u64(n).filter(|n| *n <= LARGEST_ROOT) else {
        let message = format!("a root of a number beyond {LARGEST_ROOT}");
        return Err(Diagnostic::parse(span, message).suggest("floor(sqrt(2)*x)"));
    };
    let s = (1..=n.isqrt()).rev().find(|s| n % (s * s) == 0).unwrap_or(1);
    let d = n / (s * s);
    if d <= 1 {
        return Ok(Surd::whole(Expr::Constant(Int::from(n.isqrt()))));
    }
    Ok(Surd { a: constant(0), b: Expr::Constant(Int::from(s)), c: Int::ONE, d })
}

/// `None`: roots of two numbers.
fn multiplied(x: Surd, y: Surd) -> Option<Surd> {
    if x.d > 0 && y.d > 0 && x.d != y.d {
        return None;
    }
    let d = x.d.max(y.d);
    let product = |p: &Expr, q: &Expr| binary(Operator::Multiply, p.clone(), q.clone());
    Some(Surd {
        a: binary(Operator::Add, product(&x.a, &y.a), scaled(product(&x.b, &y.b), &Int::from(d))),
        b: binary(Operator::Add, product(&x.a, &y.b), product(&x.b, &y.a)),
        c: x.c * y.c,
        d,
    })
}
