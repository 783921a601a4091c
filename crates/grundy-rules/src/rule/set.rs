//! Sets without variables, as the engines of heaps take them.
//!
//! What is written between the brackets of `take[1..3, odds except 5]` is a [`Set`] of expressions; here its numbers are
//! worked out, and it becomes an [`IntSet`] with the same members.

use grundy_core::{Diagnostic, ErrorKind, Int, Nat};
use grundy_notation::ast::Operator;
use grundy_sequence::set::{IntSet, Named};

use super::ir::{Expr, Item, Set};

/// The set of a rule without variables.
///
/// # Errors
/// An [`ErrorKind::Input`] diagnostic for numbers below 1, steps below 1, bases below 1, or an expression that has no
/// constant value.
pub fn int_set(set: &Set) -> Result<IntSet, Diagnostic> {
    let base = IntSet::union(set.items.iter().map(item).collect::<Result<Vec<_>, _>>()?);
    if set.except.is_empty() {
        return Ok(base);
    }
    Ok(base.except(IntSet::union(set.except.iter().map(int_set).collect::<Result<Vec<_>, _>>()?)))
}

fn item(item: &Item) -> Result<IntSet, Diagnostic> {
    let every_second = |from: u8| IntSet::progression(&Nat::from(from), None, &Nat::from(2u8));
    Ok(match item {
        Item::One(e) => positive(e)?.into(),
        Item::Range { from, to, step } => range(from, to.as_ref(), step)?,
        Item::Powers(base) => IntSet::powers(above_zero(base, Diagnostic::input("the base of powers is at least 1"))?),
        Item::Squares => Named::Squares.into(),
        Item::Fibonacci => Named::Fibonacci.into(),
        Item::Primes => Named::Primes.into(),
        Item::Odds => every_second(1),
        Item::Evens => every_second(2),
        Item::Divisors(e) => {
            let n = Nat::try_from(constant(e)?);
            IntSet::divisors(n.map_err(|_| Diagnostic::input("a negative number has no divisors here"))?)
        }
        Item::Nested(set) => int_set(set)?,
    })
}

fn range(from: &Expr, to: Option<&Expr>, step: &Expr) -> Result<IntSet, Diagnostic> {
    let step = constant(step)?;
    if step < Int::ONE {
        return Err(Diagnostic::input("a step must be at least 1"));
    }
    if let Some(to) = to
        && constant(from)? > constant(to)?
    {
        return Ok(IntSet::default());
    }
    let to = to.map(positive).transpose()?;
    Ok(IntSet::progression(&positive(from)?, to.as_ref(), &Nat::try_from(step).unwrap_or(Nat::ONE)))
}

fn positive(e: &Expr) -> Result<Nat, Diagnostic> {
    above_zero(e, Diagnostic::input("numbers below 1 are no moves").suggest("leave the smaller numbers out"))
}

/// A number of at least 1, or the fault that it is none.
fn above_zero(e: &Expr, fault: Diagnostic) -> Result<Nat, Diagnostic> {
    Nat::try_from(constant(e)?).ok().filter(|n| !n.is_zero()).ok_or(fault)
}

/// How long a number of a set may be, in binary.
const MOST_BITS: usize = 1 << 15;

/// The largest exponent in a set.
const MOST_EXPONENT: usize = 4096;

/// The value of an expression without variables.
fn constant(e: &Expr) -> Result<Int, Diagnostic> {
    let none = |why: &str| Diagnostic::new(ErrorKind::Input, why);
    let too_large = || none(&format!("a number beyond 2^{MOST_BITS}"));
    Ok(match e {
        Expr::Constant(n) => n.clone(),
        Expr::Negative(e) => -constant(e)?,
        Expr::Binary(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            let value = match op {
                Operator::Add => a + b,
                Operator::Subtract => a - b,
                Operator::Multiply => a * b,
                Operator::Divide | Operator::Remainder if b.is_zero() => return Err(none("a division by zero")),
                Operator::Divide | Operator::Remainder => {
                    // `%` is never negative, and `//` rounds down
                    let size = if b < Int::ZERO { -&b } else { b.clone() };
                    let mut rest = &a % &size;
                    if rest < Int::ZERO {
                        rest += &size;
                    }
                    if *op == Operator::Remainder {
                        rest
                    } else if b < Int::ZERO && !rest.is_zero() {
                        (a - rest) / b - Int::ONE
                    } else {
                        (a - rest) / b
                    }
                }
                Operator::Power => {
                    let exponent = usize::try_from(&b).ok().filter(|&b| b <= MOST_EXPONENT);
                    let exponent =
                        exponent.ok_or_else(|| none(&format!("an exponent must be from 0 to {MOST_EXPONENT}")))?;
                    let bits = dashu_int::ops::BitTest::bit_len(&a);
                    if bits.saturating_mul(exponent) > MOST_BITS {
                        return Err(too_large());
                    }
                    a.pow(exponent)
                }
            };
            if dashu_int::ops::BitTest::bit_len(&value) > MOST_BITS {
                return Err(too_large());
            }
            value
        }
        Expr::Variable(_) | Expr::Call(..) => return Err(none("a number was expected here")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> Expr {
        Expr::Constant(Int::from(n))
    }

    fn run(from: i64, to: Option<i64>, step: i64) -> Item {
        Item::Range { from: number(from), to: to.map(number), step: number(step) }
    }

    #[test]
    fn numbers_below_one_are_refused() {
        for bad in
            [Item::One(number(0)), run(0, None, 1), run(-3, Some(2), 1), run(1, None, 0), Item::Powers(number(0))]
        {
            let set = Set { items: vec![bad], except: Vec::new() };
            assert_eq!(int_set(&set).unwrap_err().kind, ErrorKind::Input);
        }
        assert!(int_set(&Set { items: vec![run(1, Some(0), 1)], except: Vec::new() }).unwrap().is_empty());
    }

    #[test]
    fn items_become_the_sets_of_their_names() {
        let nested = Item::Nested(Box::new(Set { items: vec![run(20, None, 10)], except: Vec::new() }));
        let every = vec![
            (Item::One(number(7)), "7"),
            (run(3, Some(9), 3), "3..9 step 3"),
            (Item::Powers(number(1)), "1"),
            (Item::Powers(number(2)), "powers(2)"),
            (Item::Squares, "squares"),
            (Item::Fibonacci, "fibs"),
            (Item::Primes, "primes"),
            (Item::Odds, "odds"),
            (Item::Evens, "evens"),
            (Item::Divisors(number(12)), "1..4,6,12"),
            (nested, "20.. step 10"),
        ];
        for (item, text) in every {
            let set = Set { items: vec![item], except: Vec::new() };
            assert_eq!(int_set(&set).unwrap().to_string(), text);
        }
    }
}
