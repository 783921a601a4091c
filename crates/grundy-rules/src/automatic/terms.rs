//! From the expressions and conditions of rules to formulas.
//!
//! An expression becomes a list of *cases*: conditions, auxiliary variables, and a linear form that is its value where
//! the conditions hold. `n//2` has the case "2q ≤ n < 2q+2", value q; `min(a,b)` has two cases without auxiliaries. In
//! every situation exactly one case holds, for one choice of its auxiliary variables, so cases may stand under "not".
//!
//! What has no automaton is refused by name: products of two variables, `bits`, `gcd`, `isqrt` … (remainders of the first
//! two are automatic: `digits`).

mod condition;
mod digits;
mod functions;

use grundy_automata::{Built, Engine, Formula, Linear, Numeration, Obstacle, Relation, Variable};
use grundy_notation::ast::Operator;

use crate::rule::ir::{Expr, Function};
use crate::rule::spell;

/// One case of the value of an expression.
#[derive(Debug, Clone, Default)]
pub struct Case {
    /// When it applies.
    pub conditions: Vec<Formula>,
    /// Auxiliary variables in conditions and value.
    pub auxiliary: Vec<Variable>,
    /// The value.
    pub value: Linear,
}

/// More cases than this are refused.
const CASES: usize = 256;

/// Translates expressions in one numeration system.
#[derive(Debug)]
pub struct Terms<'e, 'a> {
    /// For named sets.
    pub engine: &'e mut Engine<'a>,
    /// The next variable that is free to use.
    pub next: Variable,
    /// Names of the variables of expressions, for messages.
    pub names: Vec<String>,
    /// What `1..` runs up to: the sum of the coordinates.
    pub size: Linear,
    /// Where something that was translated has no value, as `v2(n)` at n = 0. A statement stands for an expression only
    /// where none of these holds.
    pub faults: Vec<Formula>,
}

impl Terms<'_, '_> {
    fn fresh(&mut self) -> Variable {
        self.next += 1;
        self.next - 1
    }

    /// Notes where there is no value.
    fn fault(&mut self, fault: Formula) {
        if fault != Formula::Constant(false) {
            self.faults.push(fault);
        }
    }

    fn refuse<T>(&self, expr: &Expr, why: &str) -> Built<T> {
        Err(Obstacle::NotAutomatic { term: spell::expr(expr, &self.names), why: why.to_owned() })
    }

    /// A set of this name that hangs on an expression: `divisors(n)`.
    fn refuse_set<T>(&self, set: &str, of: &Expr, why: &str) -> Built<T> {
        let term = format!("{set}({})", spell::expr(of, &self.names));
        Err(Obstacle::NotAutomatic { term, why: why.to_owned() })
    }

    /// The cases of an expression; variable `i` of the expression is `values[i]`.
    ///
    /// # Errors
    /// A term without automaton, by name; too many cases; numbers beyond 64 bits.
    pub fn cases(&mut self, expr: &Expr, values: &[Linear]) -> Built<Vec<Case>> {
        let one = |value: Linear| vec![Case { value, ..Case::default() }];
        match expr {
            Expr::Constant(c) => {
                let c = i64::try_from(c).map_err(|_| Obstacle::overflow())?;
                Ok(one(Linear::constant(c)))
            }
            Expr::Variable(v) => match values.get(*v) {
                Some(value) => Ok(one(value.clone())),
                None => self.refuse(expr, "it is not bound here"),
            },
            Expr::Negative(e) => {
                let mut cases = self.cases(e, values)?;
                for case in &mut cases {
                    case.value = case.value.scaled(-1).ok_or_else(Obstacle::overflow)?;
                }
                Ok(cases)
            }
            Expr::Binary(operator, a, b) => {
                let left = match (self.cases(a, values), operator, constant(b)) {
                    // counts of digits and products have remainders
                    (Err(Obstacle::NotAutomatic { .. }), Operator::Remainder, Some(m)) if m > 0 => {
                        let residues = (0i64..).zip(self.residues(a, m, values)?);
                        let one = |(r, condition)| Case {
                            conditions: vec![condition],
                            auxiliary: Vec::new(),
                            value: Linear::constant(r),
                        };
                        return Ok(residues.map(one).collect());
                    }
                    (left, ..) => left?,
                };
                let right = self.cases(b, values)?;
                let mut out = Vec::new();
                for (a, b) in pairs(&left, &right)? {
                    for case in self.binary(expr, *operator, &a.value, &b.value)? {
                        out.push(together(&[a, b, &case], case.value.clone()));
                    }
                }
                Ok(out)
            }
            Expr::Call(function, arguments) => self.call(expr, *function, arguments, values),
        }
    }

    fn binary(&mut self, expr: &Expr, operator: Operator, a: &Linear, b: &Linear) -> Built<Vec<Case>> {
        let one =
            |value: Option<Linear>| Ok(vec![Case { value: value.ok_or_else(Obstacle::overflow)?, ..Case::default() }]);
        match operator {
            Operator::Add => one(a.plus(b)),
            Operator::Subtract => one(a.minus(b)),
            Operator::Multiply => match (a.value(), b.value()) {
                (Some(c), _) => one(b.scaled(c)),
                (_, Some(c)) => one(a.scaled(c)),
                _ => self.refuse(expr, "a product of two variables has no automaton"),
            },
            Operator::Power => match (a.value(), b.value().map(u32::try_from)) {
                (Some(base), Some(Ok(exponent))) => one(base.checked_pow(exponent).map(Linear::constant)),
                _ => self.refuse(expr, "a power with a variable has no automaton"),
            },
            Operator::Divide | Operator::Remainder => {
                let Some(by) = b.value() else {
                    return self.refuse(expr, "division by a variable has no automaton");
                };
                if by == 0 {
                    return self.refuse(expr, "division by zero");
                }
                // x // −c = (−x) // c, and the remainder is never negative
                let signed = if by < 0 && operator == Operator::Divide { a.scaled(-1) } else { Some(a.clone()) };
                let a = signed.ok_or_else(Obstacle::overflow)?;
                let by = by.checked_abs().ok_or_else(Obstacle::overflow)?;
                let mut quotients = self.quotient(&a, by)?;
                if operator == Operator::Remainder {
                    for case in &mut quotients {
                        case.value = a.combine(1, &case.value, -by).ok_or_else(Obstacle::overflow)?;
                    }
                }
                Ok(quotients)
            }
        }
    }

    /// `a // by` for `by > 0`.
    fn quotient(&mut self, a: &Linear, by: i64) -> Built<Vec<Case>> {
        if let Some(value) = a.value() {
            return Ok(vec![Case { value: Linear::constant(value.div_euclid(by)), ..Case::default() }]);
        }
        if by == 1 {
            return Ok(vec![Case { value: a.clone(), ..Case::default() }]);
        }
        let mut out = Vec::new();
        let signs: &[i64] = if a.is_natural() { &[1] } else { &[1, -1] };
        for &sign in signs {
            // a natural q with value q, or q ≥ 1 with value −q
            let q = self.fresh();
            let value = Linear::variable(q as usize).scaled(sign).ok_or_else(Obstacle::overflow)?;
            let rest = a.combine(1, &value, -by).ok_or_else(Obstacle::overflow)?;
            let mut conditions = vec![
                Formula::compared(rest.clone(), Relation::GreaterEqual),
                Formula::compared(rest.shifted(-by).ok_or_else(Obstacle::overflow)?, Relation::Less),
            ];
            if sign < 0 {
                conditions.push(Formula::compared(value.clone(), Relation::Less));
            }
            out.push(Case { conditions, auxiliary: vec![q], value });
        }
        Ok(out)
    }

    fn call(&mut self, expr: &Expr, function: Function, arguments: &[Expr], values: &[Linear]) -> Built<Vec<Case>> {
        let all = arguments.iter().map(|e| self.cases(e, values)).collect::<Built<Vec<_>>>()?;
        let mut rest = all.into_iter();
        let Some(first) = rest.next() else { return self.refuse(expr, "a function without arguments") };
        match function {
            Function::Min | Function::Max => {
                let sign = if function == Function::Min { 1 } else { -1 };
                rest.try_fold(first, |so_far, next| {
                    let mut out = Vec::new();
                    for (a, b) in pairs(&so_far, &next)? {
                        // sign·(a − b) ≤ 0 chooses a
                        let gap = a.value.combine(sign, &b.value, -sign).ok_or_else(Obstacle::overflow)?;
                        for (relation, chosen) in [(Relation::LessEqual, a), (Relation::Greater, b)] {
                            let mut case = together(&[a, b], chosen.value.clone());
                            case.conditions.push(Formula::compared(gap.clone(), relation));
                            out.push(case);
                        }
                    }
                    limited(out)
                })
            }
            Function::Absolute => {
                let mut out = Vec::new();
                for case in &first {
                    for (relation, sign) in [(Relation::GreaterEqual, 1), (Relation::Less, -1)] {
                        let value = case.value.scaled(sign).ok_or_else(Obstacle::overflow)?;
                        let mut chosen = together(&[case], value);
                        chosen.conditions.push(Formula::compared(case.value.clone(), relation));
                        out.push(chosen);
                    }
                }
                limited(out)
            }
            Function::Xor | Function::BitAnd | Function::BitOr => {
                let combined = rest.try_fold(first, |so_far, next| {
                    let mut out = Vec::new();
                    for (a, b) in pairs(&so_far, &next)? {
                        out.extend(self.bitwise(expr, function, a, b)?);
                    }
                    Ok::<_, Obstacle>(out)
                })?;
                if arguments.len() == 1 && !combined.iter().all(|c| c.value.is_natural()) {
                    return self.refuse(expr, "the argument may be negative");
                }
                Ok(combined)
            }
            Function::LowBit => {
                if self.engine.numeration() != Numeration::BINARY {
                    return self.refuse(expr, "it needs base 2");
                }
                let mut out = Vec::new();
                for case in &first {
                    if !case.value.is_natural() {
                        return self.refuse(expr, "the argument may be negative");
                    }
                    let mut zero = together(&[case], Linear::default());
                    zero.conditions.push(Formula::compared(case.value.clone(), Relation::Equal));
                    let place = self.fresh();
                    let value = Linear::variable(place as usize);
                    let mut positive = together(&[case], value.clone());
                    positive.auxiliary.push(place);
                    positive.conditions.push(Formula::LowestPlace { argument: case.value.clone(), value });
                    out.extend([zero, positive]);
                }
                limited(out)
            }
            Function::SmallestPart(2) => self.smallest_part(expr, &first),
            Function::FloorSurd(d) => {
                let Some((b, c)) = rest.next().zip(rest.next()) else {
                    return self.refuse(expr, "a function without arguments");
                };
                let mut out = Vec::new();
                for (a, b) in pairs(&first, &b)? {
                    for c in &c {
                        for case in self.floor(expr, d, [&a.value, &b.value, &c.value])? {
                            out.push(together(&[a, b, c, &case], case.value.clone()));
                        }
                    }
                }
                limited(out)
            }
            Function::Gcd
            | Function::IntegerSquareRoot
            | Function::Log2
            | Function::PopCount
            | Function::TwoAdicOrder
            | Function::BitLength
            | Function::SmallestPart(_)
            | Function::Mex => self.refuse(expr, "it has no automaton"),
        }
    }
}

/// The value of a constant expression that fits 64 bits.
pub(super) fn constant(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Constant(c) => i64::try_from(c).ok(),
        Expr::Negative(e) => constant(e)?.checked_neg(),
        Expr::Binary(operator, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match operator {
                Operator::Add => a.checked_add(b),
                Operator::Subtract => a.checked_sub(b),
                Operator::Multiply => a.checked_mul(b),
                Operator::Power => a.checked_pow(u32::try_from(b).ok()?),
                Operator::Divide | Operator::Remainder => None,
            }
        }
        _ => None,
    }
}

/// The atom, in this case.
fn under(case: Case, atom: Formula) -> Formula {
    Formula::exists(case.auxiliary, Formula::all(case.conditions.into_iter().chain([atom])))
}

/// The conditions and auxiliaries of all of them.
fn together(cases: &[&Case], value: Linear) -> Case {
    let mut out = Case { value, ..Case::default() };
    for case in cases {
        out.conditions.extend(case.conditions.iter().cloned());
        out.auxiliary.extend(&case.auxiliary);
    }
    out.auxiliary.sort_unstable();
    out.auxiliary.dedup();
    out
}

fn limited(cases: Vec<Case>) -> Built<Vec<Case>> {
    if cases.len() > CASES {
        return Err(Obstacle::TooLarge { operation: "distinction of cases", cap: CASES });
    }
    Ok(cases)
}

fn pairs<'c>(left: &'c [Case], right: &'c [Case]) -> Built<Vec<(&'c Case, &'c Case)>> {
    if left.len() * right.len() > CASES {
        return Err(Obstacle::TooLarge { operation: "distinction of cases", cap: CASES });
    }
    Ok(left.iter().flat_map(|a| right.iter().map(move |b| (a, b))).collect())
}
