//! Loops over squares, Fibonacci numbers, primes, powers and divisors, and how far an exponent goes.

use grundy_notation::ast::{Operator, Relation};

use super::super::builtin::Builtin;
use super::super::primes;
use super::super::program::{Ex, Op, St, binary, compare, int, var};
use super::super::range::Range;
use super::super::routines::next_fibonacci;
use super::{Result, Walk, free};
use crate::error::Diagnostic;
use crate::number::{Int, Nat};
use crate::rule::ir::{Alternative, Expr, Item, Set};

impl Walk<'_, '_> {
    /// The largest k for which `E - c*b^k` may be at least 0; with larger ones no move is made. Is E a coordinate?
    ///
    /// Without it `n-2^k` would be computed for k up to n. What may be taken off beside the power is at least 0.
    pub(super) fn last_exponent(&mut self, coordinate: &Expr, variable: usize) -> Result<Option<(Int, bool)>> {
        let (mut added, mut taken) = (Vec::new(), Vec::new());
        terms(coordinate, true, &mut added, &mut taken);
        let Some(at) = taken.iter().position(|term| power_of(term, variable).is_some()) else { return Ok(None) };
        let (factor, base) = power_of(taken.swap_remove(at), variable).unwrap_or_default();
        if base < Int::from(2) || factor < Int::ONE || !added.iter().all(|term| free(term, variable)) {
            return Ok(None);
        }
        let mut high = Int::ZERO;
        for term in &added {
            high += self.translator.expr(term)?.1.high;
        }
        for term in &taken {
            if power_of_any(term) {
                continue;
            }
            if !free(term, variable) {
                return Ok(None);
            }
            high -= self.translator.expr(term)?.1.low;
        }
        let mut last = -Int::ONE;
        let mut term = factor;
        while term <= high {
            last += Int::ONE;
            term *= &base;
        }
        let of_a_coordinate = taken.is_empty() && matches!(added[..], [Expr::Variable(v)] if *v < self.rule.arity);
        Ok(Some((last, of_a_coordinate)))
    }

    /// Squares, Fibonacci numbers, primes and powers up to a limit.
    pub(super) fn growing(
        &mut self,
        alternative: &Alternative,
        depth: usize,
        item: &Item,
        base: &str,
        (limit, top): (Ex, Range),
        except: &[Set],
    ) -> Result<Vec<St>> {
        let high = top.high.clone().max(Int::ONE);
        let range = Range { low: Int::ONE, high: high.clone() };
        let start = |name: &str, value: Ex| St::Declare { name: name.to_owned(), value, changes: true };
        match item {
            Item::Squares => {
                let root = self.declare("root");
                let name = self.declare(base);
                let count = range.root().magnitude();
                let mut body = vec![St::Declare {
                    name: name.clone(),
                    value: binary(Op::Multiply, var(&root), var(&root)),
                    changes: false,
                }];
                body.extend(self.member(alternative, depth, (&name, range, count), except)?);
                body.push(St::Assign(root.clone(), binary(Op::Add, var(&root), int(1))));
                let more = compare(binary(Op::Multiply, var(&root), var(&root)), Relation::LessEqual, limit);
                self.translator.touch(Range { low: Int::ZERO, high: &high * Int::from(4) });
                Ok(vec![start(&root, int(1)), St::While(more, body)])
            }
            Item::Fibonacci => {
                let name = self.declare(base);
                let next = self.declare("next");
                let count = range.digits().magnitude() * 2u8;
                let mut body = self.member(alternative, depth, (&name, range, count), except)?;
                body.extend(next_fibonacci(&name, &next));
                self.translator.touch(Range { low: Int::ZERO, high: high * Int::from(4) });
                let more = compare(var(&name), Relation::LessEqual, limit);
                Ok(vec![start(&name, int(1)), start(&next, int(2)), St::While(more, body)])
            }
            Item::Primes => {
                let name = self.declare(base);
                // it steps to a prime beyond the end, or to the number behind it
                self.translator.touch(Range { low: Int::ZERO, high: &high * Int::from(2) });
                let count = Nat::try_from(primes::at_most(&high)).unwrap_or_default();
                let body = self.member(alternative, depth, (&name, range, count), except)?;
                Ok(if body.is_empty() { body } else { vec![St::Primes { var: name, to: limit, high, body }] })
            }
            Item::Powers(of) => {
                let (of, by) = self.translator.expr(of)?;
                if by.low < Int::ONE {
                    return Err(Diagnostic::unsupported("powers of a number that may be below 1 are not emitted"));
                }
                let name = self.declare(base);
                let count = range.digits().magnitude() + Nat::ONE;
                let mut body = self.member(alternative, depth, (&name, range, count), except)?;
                body.push(St::Assign(name.clone(), binary(Op::Multiply, var(&name), of.clone())));
                self.translator.touch(Range { low: Int::ZERO, high: (high + Int::ONE) * &by.high });
                if by.low == Int::ONE {
                    // 1 has no power but 1: the loop ends there
                    let end = St::Assign(name.clone(), binary(Op::Add, limit.clone(), int(1)));
                    body.push(St::If(compare(of, Relation::Equal, int(1)), vec![end]));
                }
                Ok(vec![start(&name, int(1)), St::While(compare(var(&name), Relation::LessEqual, limit), body)])
            }
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn divisors(
        &mut self,
        alternative: &Alternative,
        depth: usize,
        of: &Expr,
        except: &[Set],
    ) -> Result<Vec<St>> {
        let (e, range) = self.translator.expr(of)?;
        let absolute = range.absolute();
        let e = if range.is_natural() { e } else { Ex::Call(Builtin::Absolute, vec![e]) };
        let d = self.declare("d");
        let name = self.pick(&alternative.loops[depth].name);
        self.active.push(name.clone());
        let index = self.pick("i");
        self.active.push(index.clone());
        let members = Range { low: Int::ONE, high: absolute.high.clone().max(Int::ONE) };
        // two for each number up to the root
        let count = absolute.root().magnitude() * 2u8;
        let body = self.member(alternative, depth, (&name, members, count), except);
        self.active.truncate(self.active.len() - 2);
        let body = body?;
        if body.is_empty() {
            return Ok(body);
        }
        let cofactor = binary(Op::Quotient, e.clone(), var(&d));
        let each = St::Each { var: name, index, items: vec![var(&d), cofactor], body };
        let divides = compare(binary(Op::Remainder, e.clone(), var(&d)), Relation::Equal, int(0));
        let step = vec![St::If(divides, vec![each]), St::Assign(d.clone(), binary(Op::Add, var(&d), int(1)))];
        self.translator.touch(Range { low: Int::ZERO, high: &absolute.high * Int::from(4) });
        let more = compare(binary(Op::Multiply, var(&d), var(&d)), Relation::LessEqual, e);
        Ok(vec![St::Declare { name: d, value: int(1), changes: true }, St::While(more, step)])
    }
}

/// The terms of a sum that are added, and those that are taken off.
fn terms<'e>(e: &'e Expr, positive: bool, added: &mut Vec<&'e Expr>, taken: &mut Vec<&'e Expr>) {
    match e {
        Expr::Binary(sign @ (Operator::Add | Operator::Subtract), a, b) => {
            terms(a, positive, added, taken);
            terms(b, positive == (*sign == Operator::Add), added, taken);
        }
        Expr::Negative(x) => terms(x, !positive, added, taken),
        e if positive => added.push(e),
        e => taken.push(e),
    }
}

/// `b^k` or `c*b^k` with this variable as k: c and b.
fn power_of(e: &Expr, variable: usize) -> Option<(Int, Int)> {
    match e {
        Expr::Binary(Operator::Power, b, k) => match (&**b, &**k) {
            (Expr::Constant(b), Expr::Variable(k)) if *k == variable => Some((Int::ONE, b.clone())),
            _ => None,
        },
        Expr::Binary(Operator::Multiply, a, b) => match (&**a, &**b) {
            (Expr::Constant(c), x) | (x, Expr::Constant(c)) => power_of(x, variable).map(|(one, b)| (one * c, b)),
            _ => None,
        },
        _ => None,
    }
}

/// A power of a number that is not negative, or so many of them: at least 0.
fn power_of_any(e: &Expr) -> bool {
    let natural = |e: &Expr| matches!(e, Expr::Constant(c) if *c >= Int::ZERO);
    match e {
        Expr::Binary(Operator::Power, b, _) => natural(b),
        Expr::Binary(Operator::Multiply, a, b) => natural(a) && power_of_any(b) || natural(b) && power_of_any(a),
        _ => false,
    }
}
