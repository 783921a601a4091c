//! Conditions and sets as formulas.

use grundy_automata::{Built, Formula, Linear, Obstacle, Relation};
use grundy_notation::ast::Operator;

use super::digits::counted_in;
use super::{Case, Terms, constant, pairs, together, under};
use crate::rule::ir::{Cond, Expr, Item, Set};

impl Terms<'_, '_> {
    /// A condition as a formula.
    ///
    /// # Errors
    /// As [`Terms::cases`].
    pub fn condition(&mut self, condition: &Cond, values: &[Linear]) -> Built<Formula> {
        Ok(match condition {
            Cond::All(all) => Formula::all(self.in_any_order(all, false, |terms, one| terms.condition(one, values))?),
            Cond::Any(any) => Formula::any(self.in_any_order(any, true, |terms, one| terms.condition(one, values))?),
            Cond::Not(inner) => self.condition(inner, values)?.negated(),
            Cond::Compare(a, relation, b) => {
                let right = constant(b).filter(|_| *relation != Relation::Divides);
                if let Some(congruence) = self.remainder(a, values, &|r| Some(relation.holds(r.cmp(&right?))))? {
                    return Ok(congruence);
                }
                if let Some(counts) = self.compared_counts(a, *relation, b, values)? {
                    return Ok(counts);
                }
                let (left, right) = (self.cases(a, values)?, self.cases(b, values)?);
                let mut any = Vec::new();
                for (a, b) in pairs(&left, &right)? {
                    let atom = Formula::compare(&a.value, *relation, &b.value)?;
                    any.push(under(together(&[a, b], Linear::default()), atom));
                }
                Formula::any(any)
            }
            Cond::In(e, set) => {
                let constants = constant_members(set);
                if let Some(congruence) = self.remainder(e, values, &|r| Some(constants.as_ref()?.contains(&r)))? {
                    return Ok(congruence);
                }
                if let Some(spelled) = counted_in(e, set) {
                    return self.condition(&spelled, values);
                }
                let cases = self.cases(e, values)?;
                let mut any = Vec::new();
                for case in cases {
                    let inside = self.contains(set, &case.value, values, false)?;
                    any.push(under(case, inside));
                }
                Formula::any(any)
            }
        })
    }

    /// The items of an `and` (which one false item decides) or an `or` (which a true one does). Where an item has no value is a
    /// fault only where no other item, which has one, decides: so the order does not matter.
    ///
    /// # Errors
    /// As the translation.
    pub fn in_any_order<I>(
        &mut self,
        items: &[I],
        decides: bool,
        mut translate: impl FnMut(&mut Self, &I) -> Built<Formula>,
    ) -> Built<Vec<Formula>> {
        let known = self.faults.len();
        let mut all: Vec<(Formula, Vec<Formula>)> = Vec::new();
        for item in items {
            let formula = translate(self, item)?;
            all.push((formula, self.faults.split_off(known)));
        }
        for (number, (_, faults)) in all.iter().enumerate().filter(|(_, (_, faults))| !faults.is_empty()) {
            let others = all.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, (formula, faults))| {
                let decided = if decides { formula.clone() } else { formula.clone().negated() };
                Formula::all([decided, Formula::any(faults.clone()).negated()]).negated()
            });
            let open = Formula::all(others.collect::<Vec<_>>());
            self.faults.extend(faults.iter().map(|fault| Formula::all([open.clone(), fault.clone()])));
        }
        Ok(all.into_iter().map(|(formula, _)| formula).collect())
    }

    /// Translates what is looked at only where the guard holds: faults elsewhere never come up.
    ///
    /// # Errors
    /// As the translation.
    pub fn only_where<T>(&mut self, guard: &Formula, translate: impl FnOnce(&mut Self) -> Built<T>) -> Built<T> {
        let before = self.faults.len();
        let result = translate(self)?;
        for fault in &mut self.faults[before..] {
            *fault = Formula::all([guard.clone(), fault.clone()]);
        }
        Ok(result)
    }

    /// `x % m` compared with constants is a congruence; `chosen(r)` says which residues are meant.
    fn remainder(
        &mut self,
        expr: &Expr,
        values: &[Linear],
        chosen: &dyn Fn(i64) -> Option<bool>,
    ) -> Built<Option<Formula>> {
        let Expr::Binary(Operator::Remainder, x, modulus) = expr else { return Ok(None) };
        let Some(m) = constant(modulus).filter(|m| (1..1 << 12).contains(m)) else { return Ok(None) };
        let residues: Option<Vec<bool>> = (0..m).map(chosen).collect();
        let Some(residues) = residues else { return Ok(None) };
        let residues: Vec<u64> = (0u64..).zip(residues).filter(|(_, yes)| *yes).map(|(r, _)| r).collect();
        let cases = match self.cases(x, values) {
            Ok(cases) => cases,
            Err(Obstacle::NotAutomatic { .. }) => {
                let all = (0u64..).zip(self.residues(x, m, values)?);
                let any = all.filter(|(r, _)| residues.contains(r)).map(|(_, formula)| formula);
                return Ok(Some(Formula::any(any.collect::<Vec<_>>())));
            }
            Err(why) => return Err(why),
        };
        let any = cases.into_iter().map(|case| {
            let atom = Formula::congruent(case.value.clone(), m.unsigned_abs(), residues.iter().copied());
            under(case, atom)
        });
        Ok(Some(Formula::any(any.collect::<Vec<_>>())))
    }

    /// `x in set`. Open ranges end at the size of the position if they stand in what a loop leaves out.
    ///
    /// # Errors
    /// As [`Terms::cases`]; a set without automaton.
    pub fn contains(&mut self, set: &Set, x: &Linear, values: &[Linear], of_loop: bool) -> Built<Formula> {
        let inside = set.items.iter().map(|item| self.item_contains(item, x, values, of_loop));
        let inside = inside.collect::<Built<Vec<_>>>()?;
        let outside = set.except.iter().map(|s| Ok(self.contains(s, x, values, of_loop)?.negated()));
        let outside = outside.collect::<Built<Vec<_>>>()?;
        Ok(Formula::all([Formula::any(inside)].into_iter().chain(outside)))
    }

    fn item_contains(&mut self, item: &Item, x: &Linear, values: &[Linear], of_loop: bool) -> Built<Formula> {
        let positive =
            || x.shifted(-1).map(|f| Formula::compared(f, Relation::GreaterEqual)).ok_or_else(Obstacle::overflow);
        match item {
            Item::One(e) => {
                let mut any = Vec::new();
                for case in self.cases(e, values)? {
                    let equal = Formula::compare(x, Relation::Equal, &case.value)?;
                    any.push(under(case, equal));
                }
                Ok(Formula::any(any))
            }
            Item::Range { from, to, step } => {
                let Some(step) = constant(step).filter(|s| *s >= 1) else {
                    return self.refuse(step, "a step must be a constant of at least 1");
                };
                let upper = match to {
                    Some(to) => self.cases(to, values)?,
                    None if of_loop => vec![Case { value: self.size.clone(), ..Case::default() }],
                    None => vec![Case { value: x.clone(), ..Case::default() }],
                };
                let mut any = Vec::new();
                let lower = self.cases(from, values)?;
                for (from, to) in pairs(&lower, &upper)? {
                    let above = x.minus(&from.value).ok_or_else(Obstacle::overflow)?;
                    let inside = Formula::all([
                        Formula::compared(above.clone(), Relation::GreaterEqual),
                        Formula::compare(x, Relation::LessEqual, &to.value)?,
                        Formula::congruent(above, step.unsigned_abs(), [0]),
                    ]);
                    any.push(under(together(&[from, to], Linear::default()), inside));
                }
                Ok(Formula::any(any))
            }
            Item::Odds => Ok(Formula::all([positive()?, Formula::congruent(x.clone(), 2, [1])])),
            Item::Evens => Ok(Formula::all([positive()?, Formula::congruent(x.clone(), 2, [0])])),
            Item::Powers(b) => {
                let Some(b) = constant(b).and_then(|b| u64::try_from(b).ok()) else {
                    return self.refuse_set("powers", b, "powers of a variable have no automaton");
                };
                let set = self.engine.powers(b)?;
                Ok(Formula::Member(set.into(), vec![x.clone()]))
            }
            Item::Fibonacci => {
                let set = self.engine.fibonacci()?;
                Ok(Formula::Member(set.into(), vec![x.clone()]))
            }
            Item::Divisors(of) => match constant(of) {
                Some(n) if n.unsigned_abs() <= 1 << 16 => {
                    let n = n.abs();
                    let divisors = (1..=n)
                        .filter(|d| n % d == 0)
                        .map(|d| Ok(Formula::compared(x.shifted(-d).ok_or_else(Obstacle::overflow)?, Relation::Equal)));
                    Ok(Formula::any(divisors.collect::<Built<Vec<_>>>()?))
                }
                _ => self.refuse_set("divisors", of, "the divisors of a variable have no automaton"),
            },
            Item::Squares => named("squares"),
            Item::Primes => named("primes"),
            Item::Nested(set) => self.contains(set, x, values, of_loop),
        }
    }
}

fn named<T>(name: &str) -> Built<T> {
    Err(Obstacle::NotAutomatic { term: name.to_owned(), why: "the set is automatic in no base".to_owned() })
}

/// The members of a set of constants, if it is one.
fn constant_members(set: &Set) -> Option<Vec<i64>> {
    let one = |item: &Item| match item {
        Item::One(e) => constant(e),
        _ => None,
    };
    set.except.is_empty().then(|| set.items.iter().map(one).collect())?
}
