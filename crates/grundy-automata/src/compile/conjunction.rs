//! Conjunctions with bound variables.

use std::sync::Arc;

use super::{Named, plain};
use crate::Relation;
use crate::engine::{Built, Engine, Obstacle};
use crate::formula::{Formula, Variable};
use crate::linear::Linear;

/// An equation may multiply moduli up to this.
const MODULUS: u64 = 1 << 12;
/// And coefficients up to this.
const COEFFICIENT: i64 = 1 << 8;

impl Engine<'_> {
    pub(super) fn existence(&mut self, bound: &[Variable], inner: &Formula, fresh: &mut Variable) -> Built<Named> {
        // names of their own, so that nothing is caught
        let mut inner = inner.clone();
        let mut renamed = Vec::with_capacity(bound.len());
        for &variable in bound {
            inner = inner.substituted(variable, &Linear::variable(*fresh as usize)).ok_or_else(Obstacle::overflow)?;
            renamed.push(*fresh);
            *fresh += 1;
        }
        if let Formula::Any(any) = &inner {
            // there is one for this or for that
            let all = any
                .iter()
                .map(|f| self.conjunction(vec![f.clone()], renamed.clone(), fresh))
                .collect::<Built<Vec<_>>>()?;
            return self.union(all);
        }
        self.conjunction(vec![inner], renamed, fresh)
    }

    /// All of the formulas, for some values of the bound variables.
    pub(super) fn conjunction(
        &mut self,
        formulas: Vec<Formula>,
        mut bound: Vec<Variable>,
        fresh: &mut Variable,
    ) -> Built<Named> {
        let mut items = Vec::new();
        let mut stack = formulas;
        while let Some(formula) = stack.pop() {
            match formula {
                Formula::All(all) => stack.extend(all),
                Formula::Exists(more, inner) => {
                    let mut inner = *inner;
                    for variable in more {
                        let name = Linear::variable(*fresh as usize);
                        inner = inner.substituted(variable, &name).ok_or_else(Obstacle::overflow)?;
                        bound.push(*fresh);
                        *fresh += 1;
                    }
                    stack.push(inner);
                }
                Formula::Constant(true) => {}
                Formula::Constant(false) => return self.named(&Formula::Constant(false), fresh),
                item => items.push(item),
            }
        }
        if !resolve(&mut items, &mut bound) {
            return self.named(&Formula::Constant(false), fresh);
        }
        let items = without_weaker(items);
        if let [Formula::Any(any)] = &items[..]
            && !bound.is_empty()
        {
            let any = any.clone();
            let all =
                any.into_iter().map(|f| self.conjunction(vec![f], bound.clone(), fresh)).collect::<Built<Vec<_>>>()?;
            return self.union(all);
        }
        let named = items.iter().map(|f| self.named(f, fresh)).collect::<Built<Vec<_>>>()?;
        self.eliminate(named, bound)
    }

    /// Joins all and forgets the bound variables, as early as possible.
    pub(super) fn eliminate(&mut self, mut all: Vec<Named>, mut bound: Vec<Variable>) -> Built<Named> {
        loop {
            // what occurs nowhere may be anything
            bound.retain(|v| all.iter().any(|n| n.variables.contains(v)));
            let width = |v: &Variable| {
                let with: Vec<&Named> = all.iter().filter(|n| n.variables.contains(v)).collect();
                let mut tracks: Vec<Variable> = with.iter().flat_map(|n| n.variables.iter().copied()).collect();
                tracks.sort_unstable();
                tracks.dedup();
                (tracks.len(), with.iter().map(|n| n.size()).fold(1usize, usize::saturating_mul))
            };
            let Some(variable) = bound.iter().copied().min_by_key(width) else { break };
            let (with, without): (Vec<Named>, Vec<Named>) =
                all.into_iter().partition(|n| n.variables.contains(&variable));
            all = without;
            let joined = self.join_all(with)?;
            let track = joined.variables.iter().position(|v| *v == variable).unwrap_or(0);
            let set = Arc::new(self.exists(&joined.set, track)?);
            let variables = joined.variables.into_iter().filter(|v| *v != variable).collect();
            all.push(Named { variables, set });
            bound.retain(|v| *v != variable);
        }
        self.join_all(all)
    }

    /// The small ones first, and those that share tracks.
    fn join_all(&mut self, mut all: Vec<Named>) -> Built<Named> {
        let least = (0..all.len()).min_by_key(|&i| all[i].size());
        let Some(least) = least else {
            return self.named(&Formula::Constant(true), &mut 0);
        };
        let mut result = all.swap_remove(least);
        while !all.is_empty() {
            let next = (0..all.len()).min_by_key(|&i| {
                let new = all[i].variables.iter().filter(|v| !result.variables.contains(v)).count();
                (new, all[i].size())
            });
            let next = all.swap_remove(next.unwrap_or(0));
            result = self.joined(&result, &next)?;
        }
        Ok(result)
    }
}

/// Replaces bound variables that an equation determines, as far as it goes; `false` if the conjunction is false.
pub(crate) fn resolve(items: &mut Vec<Formula>, bound: &mut Vec<Variable>) -> bool {
    while let Some((position, variable)) = determined(items, bound) {
        let Some(next) = solved(items, position, variable) else { break };
        bound.retain(|v| *v != variable);
        *items = match Formula::all(next) {
            Formula::All(all) => all,
            Formula::Constant(true) => Vec::new(),
            Formula::Constant(false) => return false,
            one => vec![one],
        };
    }
    true
}

/// An equation and a bound variable that it can be solved for, everywhere; the simplest.
fn determined(items: &[Formula], bound: &[Variable]) -> Option<(usize, Variable)> {
    let mut best: Option<((bool, u64, usize), usize, Variable)> = None;
    for (position, item) in items.iter().enumerate() {
        let Formula::Compare(form, Relation::Equal) = item else { continue };
        for (v, c) in form.terms() {
            let variable = v as Variable;
            if !bound.contains(&variable) || c.unsigned_abs() > COEFFICIENT.unsigned_abs() {
                continue;
            }
            let by = solution(form, v).filter(|_| c.abs() == 1);
            let is_name = by.as_ref().is_some_and(|by| plain(by).is_some());
            let others = items.iter().enumerate().filter(|(i, f)| *i != position && f.free().contains(&variable));
            let mut linear = true;
            for (_, other) in others {
                linear &= match other {
                    Formula::Compare(..) => true,
                    Formula::Congruent { modulus, .. } => modulus.saturating_mul(c.unsigned_abs()) <= MODULUS,
                    _ => false,
                };
            }
            if is_name || linear {
                let cost = (!is_name, c.unsigned_abs(), form.terms().count());
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, position, variable));
                }
            }
        }
    }
    best.map(|(_, position, variable)| (position, variable))
}

/// What the variable is, if its coefficient is 1 or −1.
fn solution(form: &Linear, variable: usize) -> Option<Linear> {
    let c = form.coefficient(variable);
    let rest = form.minus(&Linear::variable(variable).scaled(c)?)?;
    rest.scaled(-c)
}

/// All items but the equation, with the variable replaced; `None` where numbers become too large.
fn solved(items: &[Formula], position: usize, variable: Variable) -> Option<Vec<Formula>> {
    let Formula::Compare(form, _) = items.get(position)? else { return None };
    let v = variable as usize;
    let c = form.coefficient(v);
    let rest = form.minus(&Linear::variable(v).scaled(c)?)?;
    // size·variable = times
    let (size, times) = (c.checked_abs()?, rest.scaled(-c.signum())?);
    let mut out = vec![Formula::compared(times.clone(), Relation::GreaterEqual)];
    if size > 1 {
        out.push(Formula::congruent(times.clone(), size.unsigned_abs(), [0]));
    }
    // size·(α·variable + Q) = α·times + size·Q
    let scaled = |form: &Linear| -> Option<Linear> {
        let alpha = form.coefficient(v);
        let rest = form.minus(&Linear::variable(v).scaled(alpha)?)?;
        times.combine(alpha, &rest, size)
    };
    for (_, item) in items.iter().enumerate().filter(|(i, _)| *i != position) {
        out.push(if size == 1 {
            item.substituted(variable, &times)?
        } else {
            match item {
                Formula::Compare(form, relation) if form.has(v) => Formula::compared(scaled(form)?, *relation),
                Formula::Congruent { form, modulus, residues } if form.has(v) => {
                    let factor = size.unsigned_abs();
                    Formula::congruent(scaled(form)?, modulus * factor, residues.iter().map(|r| r * factor))
                }
                other => other.clone(),
            }
        });
    }
    Some(out)
}

/// Inequalities as `form ≥ 0`, of those with the same coefficients the strongest; nothing twice.
fn without_weaker(items: Vec<Formula>) -> Vec<Formula> {
    let mut kept: Vec<Formula> = Vec::new();
    for item in items {
        let at_least = match &item {
            Formula::Compare(form, relation) => match relation {
                Relation::GreaterEqual => Some(form.clone()),
                Relation::Greater => form.shifted(-1),
                Relation::LessEqual => form.scaled(-1),
                Relation::Less => form.scaled(-1).and_then(|f| f.shifted(-1)),
                _ => None,
            },
            _ => None,
        };
        let Some(form) = at_least else {
            if !kept.contains(&item) {
                kept.push(item);
            }
            continue;
        };
        let same = kept.iter_mut().find_map(|k| match k {
            Formula::Compare(old, Relation::GreaterEqual) => {
                let difference = form.minus(old).and_then(|d| d.value())?;
                Some((old, difference))
            }
            _ => None,
        });
        match same {
            Some((old, difference)) if difference < 0 => *old = form,
            Some(_) => {}
            None => kept.push(Formula::Compare(form, Relation::GreaterEqual)),
        }
    }
    kept
}
