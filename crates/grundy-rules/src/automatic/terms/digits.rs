//! Functions that count binary digits: `v2`, `popcount`, `bits`, `log2`.
//!
//! The relation y = popcount(x) is no automaton, for y would have to be counted in the states. But what is counted modulo
//! m, or up to a bound, is one: so are `v2(n) % 2 = 1`, `popcount(n) % 3 in {0,2}`, `bits(n) <= 5`. And 2^v2(x),
//! 2^log2(x) and 2^bits(x) are automatic functions of x (the lowest place, the highest, and twice that), and 2^s ≤ 2^t if
//! and only if s ≤ t: so are `v2(a) = v2(b)` and `log2(a) < v2(b) + 2`.
//!
//! A remainder modulo m is an automaton for every polynomial in such terms, and in coordinates too: `a*b % 2`.

use grundy_automata::counts::{Count, Kept};
use grundy_automata::{Built, Formula, Linear, Numeration, Obstacle, Relation};
use grundy_notation::ast::Operator;

use super::{Case, Terms, constant, under};
use crate::rule::ir::{Cond, Expr, Function, Item, Set};

/// Larger moduli are not taken apart.
const MODULUS: i64 = 32;
/// Counts are followed up to this.
const COUNT: i64 = 256;
/// A comparison of two powers of two shifts by at most this.
const SHIFT: i64 = 16;

/// factor·count(argument) + rest; no count: the rest alone.
struct Form<'e> {
    count: Option<(Count, &'e Expr, i64)>,
    rest: i64,
}

/// The form of an expression that is one count at most.
fn form(expr: &Expr) -> Option<Form<'_>> {
    if let Some(rest) = constant(expr) {
        return Some(Form { count: None, rest });
    }
    match expr {
        Expr::Call(function, arguments) => match (&arguments[..], count(*function)) {
            ([argument], Some(count)) => Some(Form { count: Some((count, argument, 1)), rest: 0 }),
            _ => None,
        },
        Expr::Negative(inner) => scaled(form(inner)?, -1),
        Expr::Binary(Operator::Multiply, a, b) => match (constant(a), constant(b)) {
            (Some(factor), _) => scaled(form(b)?, factor),
            (_, Some(factor)) => scaled(form(a)?, factor),
            _ => None,
        },
        Expr::Binary(operator @ (Operator::Add | Operator::Subtract), a, b) => {
            let sign = if *operator == Operator::Add { 1 } else { -1 };
            let (a, b) = (form(a)?, scaled(form(b)?, sign)?);
            let count = match (a.count, b.count) {
                (Some(_), Some(_)) => return None,
                (one, other) => one.or(other),
            };
            Some(Form { count, rest: a.rest.checked_add(b.rest)? })
        }
        _ => None,
    }
}

fn scaled(form: Form<'_>, by: i64) -> Option<Form<'_>> {
    let count = match form.count {
        Some((what, e, factor)) => Some((what, e, factor.checked_mul(by)?)),
        None => None,
    };
    Some(Form { count, rest: form.rest.checked_mul(by)? })
}

/// What a function counts, if it counts digits.
fn count(function: Function) -> Option<Count> {
    match function {
        Function::TwoAdicOrder => Some(Count::TwoAdicOrder),
        Function::PopCount => Some(Count::PopCount),
        Function::BitLength => Some(Count::BitLength),
        Function::Log2 => Some(Count::Log2),
        _ => None,
    }
}

fn function(count: Count) -> Function {
    match count {
        Count::TwoAdicOrder => Function::TwoAdicOrder,
        Count::PopCount => Function::PopCount,
        Count::BitLength => Function::BitLength,
        Count::Log2 => Function::Log2,
    }
}

/// A count of digits in a set, by comparisons; `None`: it is no count, or no such set.
pub(super) fn counted_in(expr: &Expr, set: &Set) -> Option<Cond> {
    form(expr)?.count?;
    let compare = |relation, to: &Expr| Cond::Compare(expr.clone(), relation, to.clone());
    let number = |n: i64| Expr::Constant(n.into());
    let remainder = |of: Expr, by: i64, r: i64| {
        let rest = Expr::Binary(Operator::Remainder, Box::new(of), Box::new(number(by)));
        Cond::Compare(rest, Relation::Equal, number(r))
    };
    let one = |item: &Item| {
        Some(match item {
            Item::One(e) => compare(Relation::Equal, e),
            Item::Range { from, to, step } => {
                let above = expr.clone() - from.clone();
                let step = constant(step).filter(|s| *s >= 1)?;
                let end = to.as_ref().map(|to| compare(Relation::LessEqual, to));
                let ends = [compare(Relation::GreaterEqual, from)].into_iter().chain(end);
                Cond::All(ends.chain((step > 1).then(|| remainder(above, step, 0))).collect())
            }
            Item::Odds | Item::Evens => Cond::All(vec![
                compare(Relation::GreaterEqual, &number(1)),
                remainder(expr.clone(), 2, i64::from(*item == Item::Odds)),
            ]),
            Item::Nested(inner) => counted_in(expr, inner)?,
            _ => return None,
        })
    };
    let inside = Cond::Any(set.items.iter().map(one).collect::<Option<_>>()?);
    let outside = set.except.iter().map(|s| Some(Cond::Not(Box::new(counted_in(expr, s)?))));
    Some(Cond::All(std::iter::once(Some(inside)).chain(outside).collect::<Option<_>>()?))
}

impl Terms<'_, '_> {
    /// A comparison of counts of digits, if it is one: of one with a number, or of two of which one has an automatic power.
    pub(super) fn compared_counts(
        &mut self,
        a: &Expr,
        relation: Relation,
        b: &Expr,
        values: &[Linear],
    ) -> Built<Option<Formula>> {
        if relation == Relation::Divides {
            return Ok(None);
        }
        let (Some(left), Some(right)) = (form(a), form(b)) else { return Ok(None) };
        match (left.count, right.count) {
            (None, None) => Ok(None),
            (Some((f, x, p)), Some((g, y, q))) => {
                let equal = p == q && p.abs() == 1 && ![f, g].contains(&Count::PopCount);
                let Some(shift) = right.rest.checked_sub(left.rest).filter(|s| equal && s.abs() <= SHIFT) else {
                    return self.refuse(a, "the difference of such counts has no automaton");
                };
                // f(x) relation g(y) + shift, or with both sides negative the other way round
                let ((f, x), (g, y), shift) = if p > 0 { ((f, x), (g, y), shift) } else { ((g, y), (f, x), shift) };
                self.powers_compared((f, x), relation, (g, y), shift, values).map(Some)
            }
            (Some((f, x, factor)), None) => {
                self.count_compared((f, x), factor, left.rest.checked_sub(right.rest), relation, values).map(Some)
            }
            // 0 relation factor·g + rest
            (None, Some((g, y, factor))) => {
                let rest = left.rest.checked_sub(right.rest);
                let negative = factor.checked_neg().ok_or_else(Obstacle::overflow)?;
                self.count_compared((g, y), negative, rest, relation, values).map(Some)
            }
        }
    }

    /// `factor·f(x) + rest relation 0`
    fn count_compared(
        &mut self,
        (what, argument): (Count, &Expr),
        factor: i64,
        rest: Option<i64>,
        relation: Relation,
        values: &[Linear],
    ) -> Built<Formula> {
        let rest = rest.ok_or_else(Obstacle::overflow)?;
        // beyond this the sign is that of the factor
        let most = match rest.checked_abs().and_then(|r| r.checked_div(factor.checked_abs()?)) {
            Some(most) if most + 2 <= COUNT => most + 2,
            _ if factor == 0 => 0,
            _ => return self.refuse(argument, "a count of digits is compared with too large a number"),
        };
        let accepted = |c: u32| relation.holds((i64::from(c) * factor + rest).cmp(&0));
        self.counting(what, argument, Kept::UpTo(most as u32), &accepted, values)
    }

    /// "The count of the argument, kept in this way, is accepted."
    fn counting(
        &mut self,
        what: Count,
        argument: &Expr,
        kept: Kept,
        accepted: &dyn Fn(u32) -> bool,
        values: &[Linear],
    ) -> Built<Formula> {
        self.in_base_2(what, argument)?;
        let set = std::sync::Arc::new(self.engine.counted(what, kept, accepted)?);
        let mut any = Vec::new();
        for case in self.cases(argument, values)? {
            for form in self.arguments(what, &case)? {
                any.push(under(case.clone(), Formula::Member(std::sync::Arc::clone(&set), vec![form])));
            }
        }
        Ok(Formula::any(any))
    }

    fn in_base_2(&self, what: Count, argument: &Expr) -> Built<()> {
        if self.engine.numeration() == Numeration::BINARY {
            return Ok(());
        }
        self.refuse(&Expr::Call(function(what), vec![argument.clone()]), "it needs base 2")
    }

    /// The forms of which at most one is natural and not in vain; notes where the function has no value.
    fn arguments(&mut self, what: Count, case: &Case) -> Built<Vec<Linear>> {
        let form = &case.value;
        let mut forms = vec![form.clone()];
        let fault = match what {
            // the order of −x is that of x
            Count::TwoAdicOrder => {
                if !form.is_natural() {
                    forms.push(form.scaled(-1).ok_or_else(Obstacle::overflow)?);
                }
                Formula::compared(form.clone(), Relation::Equal)
            }
            Count::Log2 => Formula::compared(form.clone(), Relation::LessEqual),
            _ => Formula::compared(form.clone(), Relation::Less),
        };
        self.fault(under(case.clone(), fault));
        Ok(forms)
    }

    /// `f(x) relation g(y) + shift` by powers of two.
    fn powers_compared(
        &mut self,
        (f, x): (Count, &Expr),
        relation: Relation,
        (g, y): (Count, &Expr),
        shift: i64,
        values: &[Linear],
    ) -> Built<Formula> {
        let (mut sides, mut bound) = (Vec::new(), Vec::new());
        for (what, argument) in [(f, x), (g, y)] {
            self.in_base_2(what, argument)?;
            let set = std::sync::Arc::new(self.engine.power_of_count(what)?);
            let power = self.fresh();
            let mut any = Vec::new();
            for case in self.cases(argument, values)? {
                for form in self.arguments(what, &case)? {
                    let pair = vec![form, Linear::variable(power as usize)];
                    any.push(under(case.clone(), Formula::Member(std::sync::Arc::clone(&set), pair)));
                }
            }
            bound.push(power);
            sides.push(Formula::any(any));
        }
        let times = |power: u32, by: i64| {
            Linear::variable(power as usize).scaled(1 << by.max(0)).ok_or_else(Obstacle::overflow)
        };
        sides.push(Formula::compare(&times(bound[0], -shift)?, relation, &times(bound[1], shift)?)?);
        Ok(Formula::exists(bound, Formula::all(sides)))
    }

    /// For each r below `modulus`: "the expression is r modulo `modulus`". At each place one of them holds, if the
    /// expression has a value there.
    pub(super) fn residues(&mut self, expr: &Expr, modulus: i64, values: &[Linear]) -> Built<Vec<Formula>> {
        if !(1..=MODULUS).contains(&modulus) {
            return self.refuse(expr, "a remainder by so large a number is not taken apart");
        }
        let cases = match self.cases(expr, values) {
            Ok(cases) => cases,
            Err(why @ Obstacle::NotAutomatic { .. }) => return self.parts_of_residues(expr, modulus, values, why),
            Err(why) => return Err(why),
        };
        let class = |r: i64| {
            let here = cases.iter().map(|case| {
                let atom = Formula::congruent(case.value.clone(), modulus.unsigned_abs(), [r.unsigned_abs()]);
                under(case.clone(), atom)
            });
            Formula::any(here.collect::<Vec<_>>())
        };
        Ok((0..modulus).map(class).collect())
    }

    fn parts_of_residues(
        &mut self,
        expr: &Expr,
        modulus: i64,
        values: &[Linear],
        why: Obstacle,
    ) -> Built<Vec<Formula>> {
        match expr {
            Expr::Negative(inner) => {
                let all = self.residues(inner, modulus, values)?;
                let at = |r: i64| all[(-r).rem_euclid(modulus) as usize].clone();
                Ok((0..modulus).map(at).collect())
            }
            Expr::Binary(operator @ (Operator::Add | Operator::Subtract | Operator::Multiply), a, b) => {
                let (left, right) = (self.residues(a, modulus, values)?, self.residues(b, modulus, values)?);
                let mut any: Vec<Vec<Formula>> = vec![Vec::new(); modulus as usize];
                for (i, x) in (0i64..).zip(&left) {
                    for (j, y) in (0i64..).zip(&right) {
                        let value = match operator {
                            Operator::Add => i + j,
                            Operator::Subtract => i - j,
                            _ => i * j,
                        };
                        let both = Formula::all([x.clone(), y.clone()]);
                        any[value.rem_euclid(modulus) as usize].push(both);
                    }
                }
                Ok(any.into_iter().map(Formula::any).collect())
            }
            // (x % 6) % 3
            Expr::Binary(Operator::Remainder, x, by) if constant(by).is_some_and(|by| by > 0 && by % modulus == 0) => {
                self.residues(x, modulus, values)
            }
            Expr::Call(function, arguments) => {
                let ([argument], Some(what)) = (&arguments[..], count(*function)) else { return Err(why) };
                let kept = Kept::Modulo(modulus as u32);
                let class = |r: i64| self.counting(what, argument, kept, &|c| i64::from(c) == r, values);
                (0..modulus).map(class).collect()
            }
            _ => Err(why),
        }
    }
}
