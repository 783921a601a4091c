//! Rules that count upwards to a number N, turned round: the position s as the N − s that are missing.
//!
//! ```text
//! {s -> s+k for k in 1..10 if s+k <= 100 by 100-s}     turned round: {t -> t-k for k in 1..10 if …}, t = 100-s
//! ```
//! The declared measure says N. Where it is proved, no move leads beyond N, so both rules have the same moves from every
//! position up to N, if the rule turned round leads to smaller numbers only; who turns it round has to ask that. Rules with
//! sets such as `primes` in a loop are not turned round (`endless`).

use grundy_core::{Int, Nat};
use grundy_notation::ast::Operator;

use super::ir::{Alternative, Expr, Rule};
use super::measure::{Termination, constant, linear_form, termination};

const HEAP: Expr = Expr::Variable(0);

/// The rule turned round, and N, where the declared measure is N − s. Whether it is proved is not asked.
#[must_use]
pub fn reflected(rule: &Rule) -> Option<(Rule, Nat)> {
    let ([by], 1, false) = (rule.measure.as_deref()?, rule.arity, rule.loopy) else { return None };
    let form = linear_form(by, 1, 0)?;
    let mut loops = rule.alternatives.iter().flat_map(|alternative| &alternative.loops);
    if form.coefficient(0) != -1 || loops.any(|each| each.set.names_endless()) {
        return None;
    }
    let top = u64::try_from(form.constant_term()).ok()?;
    let mut turned = Rule { measure: None, ..rule.clone() };
    let turn = Turn { top: top.into(), missing: Expr::Constant(top.into()) - HEAP };
    turned.alternatives.iter_mut().for_each(|alternative| turn.alternative(alternative));
    Some((turned, top.into()))
}

/// The number beyond which no move of a rule of one coordinate leads, where each leads upwards: then N − n gets smaller.
/// It is one of the numbers in the conditions, or stands beside one.
#[must_use]
pub(crate) fn counts_up_to(rule: &Rule) -> Option<u64> {
    if rule.arity != 1 || rule.measure.is_some() {
        return None;
    }
    let mut numbers: Vec<u64> = Vec::new();
    for guard in rule.alternatives.iter().flat_map(|alternative| &alternative.guards) {
        guard.cond.each_expr(&mut |expr| {
            expr.each(&mut |x| numbers.extend(constant(x).and_then(|c| u64::try_from(c).ok())));
        });
    }
    let mut near: Vec<u64> = numbers.iter().flat_map(|&n| [n.saturating_sub(1), n, n.saturating_add(1)]).collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(BOUNDS);
    near.into_iter().find(|&bound| {
        let missing = Expr::Constant(bound.into()) - Expr::Variable(0);
        let declared = Rule { measure: Some(vec![missing]), ..rule.clone() };
        matches!(termination(&declared), Termination::Proved(_))
    })
}

/// So many bounds are tried.
const BOUNDS: usize = 16;

struct Turn {
    top: Int,
    /// N − t, which is s.
    missing: Expr,
}

impl Turn {
    fn alternative(&self, alternative: &mut Alternative) {
        let mut turned = Vec::with_capacity(alternative.parts.len());
        for part in &alternative.parts {
            turned.push(part.game.is_none().then(|| self.missing_of(&part.coordinates[0])));
        }
        alternative.each_expr_mut(&mut |expr| expr.replace(&HEAP, &self.missing));
        alternative.loops.iter_mut().for_each(|each| each.set.close(&self.missing));
        for (part, own) in alternative.parts.iter_mut().zip(turned) {
            if let Some(own) = own {
                part.coordinates[0] = own;
            }
        }
    }

    /// N − e, with the terms of e that are added or taken away put in order: N − (s + k) is t − k.
    fn missing_of(&self, e: &Expr) -> Expr {
        let mut terms = Terms { constant: self.top.clone(), heaps: 0, added: Vec::new(), taken: Vec::new() };
        self.collect(e, false, &mut terms);
        let Terms { constant, heaps, added, taken } = terms;
        let constant = constant + Int::from(heaps) * self.top.clone();
        let heap = match -heaps {
            0 => None,
            1 => Some(HEAP),
            other => Some(Expr::from(other) * HEAP),
        };
        let more = (constant > Int::ZERO).then(|| Expr::Constant(constant.clone()));
        let less = (constant < Int::ZERO).then(|| Expr::Constant(-constant));
        let sum = heap.into_iter().chain(more).chain(added).reduce(|sum, term| sum + term);
        let taken = less.into_iter().chain(taken);
        taken.fold(sum.unwrap_or(Expr::Constant(Int::ZERO)), |sum, term| sum - term)
    }

    /// Takes an expression away from the terms, or adds it.
    fn collect(&self, e: &Expr, add: bool, terms: &mut Terms) {
        match e {
            Expr::Constant(c) if add => terms.constant += c.clone(),
            Expr::Constant(c) => terms.constant -= c.clone(),
            &HEAP => terms.heaps += if add { 1 } else { -1 },
            Expr::Negative(x) => self.collect(x, !add, terms),
            Expr::Binary(Operator::Add, a, b) => {
                self.collect(a, add, terms);
                self.collect(b, add, terms);
            }
            Expr::Binary(Operator::Subtract, a, b) => {
                self.collect(a, add, terms);
                self.collect(b, !add, terms);
            }
            other => {
                let mut term = other.clone();
                term.replace(&HEAP, &self.missing);
                if add { terms.added.push(term) } else { terms.taken.push(term) }
            }
        }
    }
}

/// A sum of a number, some times s, and other terms in t.
struct Terms {
    constant: Int,
    heaps: i64,
    added: Vec<Expr>,
    taken: Vec<Expr>,
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use grundy_core::Context;

    use super::*;
    use crate::rule::eval::Prepared;
    use crate::rule::reading::tidied;

    /// What a move from the place leaves, sorted.
    fn left(rule: &Rule, place: u64) -> Vec<Vec<Nat>> {
        let mut all = Vec::new();
        let prepared = Prepared::new(rule).unwrap();
        let _ = prepared.options(&[Nat::from(place)], &Context::default(), &mut |_, parts| {
            all.push(parts.iter().map(|(_, place)| place[0].clone()).collect());
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn both_have_the_same_moves() {
        for (text, top) in [
            ("{s -> s+k for k in 1..10 if s+k <= 60 by 60-s}", 60),
            ("{s -> s+k for k in 1.. if s+k <= 60; s+7 if s%3 = 1 and s < 50 by 60-s}", 60),
            ("{s -> s*k for k in 2..9 if s > 0 and s*k <= 77 by 77-s}", 77),
            ("{s -> 2*s+1-k for k in 0..s//3 if 2*s+1-k < 41 and s > 2 by 40-s}", 40),
            ("{s -> s+k*k & s+k for k in 1..3 except {2} if s+k^2 in 5..50 by 1+49-s}", 50),
        ] {
            let rule = tidied(text);
            let (turned, n) = reflected(&rule).expect(text);
            assert_eq!(n, Nat::from(top), "{text}");
            for s in 0..=top {
                let mut expected = left(&rule, s);
                for parts in &mut expected {
                    parts.iter_mut().for_each(|part| *part = &n - &*part);
                }
                expected.sort_unstable();
                assert_eq!(left(&turned, top - s), expected, "{text} at {s}");
            }
        }
    }

    #[test]
    fn other_measures_are_not_turned_round() {
        for text in [
            "{s -> s-1}",
            "{s -> s-1 by s}",
            "{s -> s+2 if s < 9 by 20-2*s}",
            "{(a,b) -> (a+1,b) by 9-a}",
            // from 0 there is no move, as no prime is as small
            "{s -> s+p for p in primes if p <= 30-s by 30-s}",
        ] {
            assert!(reflected(&tidied(text)).is_none(), "{text}");
        }
    }

    #[test]
    fn rules_that_count_upwards_say_how_far() {
        for (text, bound) in [
            ("{s -> s+k for k in 1..10 if s+k <= 100}", Some(100)),
            ("{s -> s+k for k in 1..10 if s+k < 100; s+3 if s < 90}", Some(99)),
            ("{s -> s+2 if s < 9}", Some(10)),
            ("{s -> s+1 if s%7 != 3}", None),
            ("{s -> s+1 if s < 9; s-1 if s > 4}", None),
        ] {
            assert_eq!(counts_up_to(&tidied(text)), bound, "{text}");
        }
    }
}
