//! Take p to q, where p and q may depend on parameters.
//!
//! Example: p = 2, q = 3: the values are 0 0 1 1 2, 0 0 1 1 2, … with period 5.
//!
//! **Theorem.** For 1 ≤ p ≤ q let r = n mod (p+q). Then g(n) = ⌊r/p⌋, and in misère play n is P exactly if p ≤ r < 2p.
//!
//! *Proof.* By induction. A move takes k with p ≤ k ≤ q and leaves the residue r−k ≤ r−p if k ≤ r, else
//! r−k+p+q ≥ r+p. So no option has the value v = ⌊r/p⌋. Of each u < v the number k = min(q, r−up) leaves r−k with
//! ⌊(r−k)/p⌋ = u: k ≥ p, since r−up ≥ p and q ≥ p, and if k = q then up ≤ r−q ≤ p−1, so u = 0. Misère: from p ≤ r < 2p
//! every move leaves a residue below p or at least 2p. Below p there is no move at all if n < p, which wins; else
//! k = q−p+1+r or larger, up to q, leaves a residue from p to 2p−1. From r ≥ 2p the move k = r−p, at most q−1, leaves p. ∎
//!
//! With q < p = 1 there is no move, and n mod 1 = 0 is the value still. Without q the value is ⌊n/p⌋
//! ([`take_at_least`]).
//!
//! A rule of several coordinates of which a move lowers one, by numbers between bounds that speak of the others alone, is
//! such a game for each value of the others: `{(n,m) -> (n-k,m) for k in 1..m}` has the values n mod (m+1).
//!
//! Cost: the comparison of two normal forms. Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your
//! Mathematical Plays, 1982, chapter 4; T. S. Ferguson, On sums of graph games with last player losing, 1974 (misère).

use grundy_automata::linear::Linear;
use grundy_core::{Convention, Theorem};

use crate::engine::closed_form::take_at_least;
use crate::game::catalogue;
use crate::notation::ast::Operator;
use crate::notation::{Limits, Reader};
use crate::rule::ir;
use crate::rule::measure::linear_form;
use crate::rule::spell;
use crate::statement::{Claim, Spelt, lower};

/// Every number from p to q may be taken.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "take-interval",
    statement: "if any number from p to q may be taken, the value is n mod (p+q) divided by p, rounded down; in misère \
                play n is a P-position exactly if p <= n mod (p+q) < 2p",
    chinese: "若可取 p 到 q 中的任意个，则值为 n mod (p+q) 除以 p 向下取整；反常规则下，n 是 P 局面当且仅当 p <= n mod (p+q) < 2p",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays, 1982",
};

/// A claim that a theorem makes.
#[derive(Debug, Clone)]
pub(crate) struct Law {
    pub(crate) spelt: Spelt,
    pub(crate) claim: Claim,
    pub(crate) theorem: &'static Theorem,
}

/// What may be taken, where the hypotheses hold.
pub(crate) struct Bounds<'a> {
    from: &'a ir::Expr,
    /// `None`: everything from there on.
    to: Option<&'a ir::Expr>,
    /// The coordinate that is the heap.
    pub(crate) heap: usize,
}

/// The least value of a form where every variable is at least `low`; `None` where none is known.
pub(crate) fn least_from(form: &Linear, low: i64) -> Option<i64> {
    form.terms().try_fold(
        form.constant_term(),
        |sum, (_, c)| {
            if c >= 0 { sum.checked_add(c.checked_mul(low)?) } else { None }
        },
    )
}

/// What the theorem says of a rule of several coordinates, whatever the other ones are.
pub(crate) fn of_rule(rule: &ir::Rule, names: &[String], convention: Convention) -> Vec<Law> {
    if rule.arity < 2 || names.len() != rule.arity {
        return Vec::new();
    }
    bounds(rule, 0, false).map_or_else(Vec::new, |bounds| stated(&bounds, names, convention))
}

/// The claims about a game with these bounds.
pub(crate) fn stated(bounds: &Bounds<'_>, names: &[String], convention: Convention) -> Vec<Law> {
    let n = &names[bounds.heap];
    let p = spell::expr(bounds.from, names);
    let one = *bounds.from == ir::Expr::Constant(1.into());
    let (claims, theorem) = match (convention, bounds.to.map(|to| spell::expr(to, names))) {
        (Convention::Normal, None) => (
            vec![Spelt::values(format!("{n} // ({p})")), Spelt::p_positions(format!("{n} < {p}"))],
            &take_at_least::THEOREM,
        ),
        // automata know what is linear
        (Convention::Misere, None) => (Vec::new(), &THEOREM),
        (Convention::Normal, Some(q)) if one => {
            (vec![Spelt::values(format!("{n} % ({q}+1)")), Spelt::p_positions(format!("{n} % ({q}+1) = 0"))], &THEOREM)
        }
        (Convention::Normal, Some(q)) => (
            vec![
                Spelt::values(format!("{n} % ({p}+{q}) // ({p})")),
                Spelt::p_positions(format!("{n} % ({p}+{q}) < {p}")),
            ],
            &THEOREM,
        ),
        (Convention::Misere, Some(q)) if one => (vec![Spelt::p_positions(format!("{n} % ({q}+1) = 1"))], &THEOREM),
        (Convention::Misere, Some(q)) => {
            (vec![Spelt::p_positions(format!("{p} <= {n} % ({p}+{q}) < 2*({p})"))], &THEOREM)
        }
    };
    let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
    let read = |spelt: Spelt| {
        let claim = reader.claim(&spelt.to_string(), names).ok()?;
        Some(Law { spelt: Spelt::of(&claim), claim: lower(&claim, names).ok()?, theorem })
    };
    claims.into_iter().filter_map(read).collect()
}

/// p and q, where the hypotheses hold for all values of the other coordinates from `low` on; `never_empty` says that the
/// range is none of a member otherwise.
pub(crate) fn bounds(rule: &ir::Rule, low: i64, never_empty: bool) -> Option<Bounds<'_>> {
    let [alternative] = &rule.alternatives[..] else { return None };
    let ([entered], [], [part]) = (&alternative.loops[..], &alternative.guards[..], &alternative.parts[..]) else {
        return None;
    };
    if part.game.is_some() || rule.loopy {
        return None;
    }
    let heap = taken_from(rule.arity, part)?;
    let [item] = &entered.set.items[..] else { return None };
    let (from, to) = match item {
        _ if !entered.set.except.is_empty() => return None,
        ir::Item::One(e) => (e, Some(e)),
        ir::Item::Range { from, to, step: ir::Expr::Constant(step) } if *step == 1.into() => (from, to.as_ref()),
        _ => return None,
    };
    let speaks_of_heap = |form: &Linear| form.terms().any(|(v, _)| v == heap);
    let first = linear_form(from, rule.arity, 0)?;
    if speaks_of_heap(&first) || least_from(&first, low)? < 1 {
        return None;
    }
    // an open range ends at the size of the position, which is no less than the heap; so does one up to the heap
    let last = match to {
        None => return Some(Bounds { from, to: None, heap }),
        Some(to) => linear_form(to, rule.arity, 0)?,
    };
    if last == Linear::variable(heap) {
        return Some(Bounds { from, to: None, heap });
    }
    if speaks_of_heap(&last) {
        return None;
    }
    let fits = never_empty
        || least_from(&last.minus(&first)?, low).is_some_and(|gap| gap >= 0)
        || first.value() == Some(1) && least_from(&last, low).is_some_and(|to| to >= 0);
    fits.then_some(Bounds { from, to, heap })
}

/// The coordinate h of a part (…, h-k, …) with the loop variable k and all else unchanged.
fn taken_from(arity: usize, part: &ir::Part) -> Option<usize> {
    let variable = |e: &ir::Expr, v: usize| *e == ir::Expr::Variable(v);
    let mut changed = part.coordinates.iter().enumerate().filter(|(v, e)| !variable(e, *v));
    let (heap, e) = changed.next()?;
    let taken = match e {
        ir::Expr::Binary(Operator::Subtract, n, k) => variable(n, heap) && variable(k, arity),
        _ => false,
    };
    (taken && changed.next().is_none()).then_some(heap)
}
