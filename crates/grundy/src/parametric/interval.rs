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
//! With q < p = 1 there is no move, and n mod 1 = 0 is the value still.
//!
//! Cost: the comparison of two normal forms. Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your
//! Mathematical Plays, 1982, chapter 4; T. S. Ferguson, On sums of graph games with last player losing, 1974 (misère).

use grundy_automata::linear::Linear;
use grundy_core::{Convention, Theorem};

use super::ParametricGame;
use crate::game::{GameQuestion, Kind, catalogue};
use crate::notation::ast::{Argument, Item, SetAtom, Simple};
use crate::notation::{Limits, Reader};
use crate::rule::ir;
use crate::rule::measure::linear_form;
use crate::rule::spell;
use crate::statement::{Claim, lower};

/// Every number from p to q may be taken.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "take-interval",
    statement: "if any number from p to q may be taken, the value is n mod (p+q) divided by p, rounded down; in misère \
                play n is a P-position exactly if p <= n mod (p+q) < 2p",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays, 1982",
};

/// The least value of a form where every parameter is at least 1; `None` where none is known.
pub(super) fn least(form: &Linear) -> Option<i64> {
    form.terms().try_fold(form.constant_term(), |sum, (_, c)| if c >= 0 { sum.checked_add(c) } else { None })
}

/// The coordinate 0 in the forms is the heap.
fn speaks_of_heap(form: &Linear) -> bool {
    form.terms().any(|(v, _)| v == 0)
}

/// The ranges that are the whole set of a `take`: a member where one of them is empty is no game.
pub(super) fn ranges_of_takes(game: &ParametricGame) -> impl Iterator<Item = &Item> {
    game.tree.alternatives.iter().filter_map(|simple| match simple {
        Simple::Named { name, arguments } if name.text == "take" => match &arguments[..] {
            [Argument::Set(set)] if set.except.is_empty() => match &set.base {
                SetAtom::Item(item) => Some(item),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

/// What the theorem says of the game, as claims about the heap and the parameters.
pub(super) fn claims(game: &ParametricGame, lifted: &GameQuestion) -> Vec<(String, Claim)> {
    let Some((from, to)) = bounds(game, lifted) else { return Vec::new() };
    let names = game.all_names();
    let n = &names[0];
    let (p, q) = (spell::expr(from, &names), spell::expr(to, &names));
    let one = *from == ir::Expr::Constant(1.into());
    let texts = match (game.convention, one) {
        (Convention::Normal, true) => vec![format!("g = {n} % ({q}+1)"), format!("P: {n} % ({q}+1) = 0")],
        (Convention::Normal, false) => {
            vec![format!("g = {n} % ({p}+{q}) // ({p})"), format!("P: {n} % ({p}+{q}) < {p}")]
        }
        (Convention::Misere, true) => vec![format!("P: {n} % ({q}+1) = 1")],
        (Convention::Misere, false) => vec![format!("P: {p} <= {n} % ({p}+{q}) < 2*({p})")],
    };
    let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
    let read = |text: String| {
        let claim = reader.claim(&text, &names).ok()?;
        Some((claim.to_string(), lower(&claim, &names).ok()?))
    };
    texts.into_iter().filter_map(read).collect()
}

/// p and q, where the hypotheses hold for all members.
fn bounds<'a>(game: &ParametricGame, lifted: &'a GameQuestion) -> Option<(&'a ir::Expr, &'a ir::Expr)> {
    let Kind::Rule(rule) = lifted.game.kind() else { return None };
    let [alternative] = &rule.alternatives[..] else { return None };
    let ([entered], [], [part]) = (&alternative.loops[..], &alternative.guards[..], &alternative.parts[..]) else {
        return None;
    };
    if game.variables.len() != 1 || part.game.is_some() || !takes_variable(rule.arity, part) {
        return None;
    }
    let [item] = &entered.set.items[..] else { return None };
    let (from, to) = match item {
        _ if !entered.set.except.is_empty() => return None,
        ir::Item::One(e) => (e, e),
        ir::Item::Range { from, to: Some(to), step: ir::Expr::Constant(step) } if *step == 1.into() => (from, to),
        _ => return None,
    };
    let (first, last) = (linear_form(from, rule.arity, 0)?, linear_form(to, rule.arity, 0)?);
    if speaks_of_heap(&first) || speaks_of_heap(&last) || least(&first)? < 1 {
        return None;
    }
    // of `take` an empty range is no game; of a rule it is a game without moves
    let fits = ranges_of_takes(game).next().is_some()
        || least(&last.minus(&first)?).is_some_and(|gap| gap >= 0)
        || first.value() == Some(1) && least(&last).is_some_and(|to| to >= 0);
    fits.then_some((from, to))
}

/// Is the part (n-k, …) with the loop variable k and all else unchanged?
fn takes_variable(arity: usize, part: &ir::Part) -> bool {
    use crate::notation::ast::Operator;
    let variable = |e: &ir::Expr, v: usize| *e == ir::Expr::Variable(v);
    let (Some(heap), others) = (part.coordinates.first(), &part.coordinates[1..]) else { return false };
    let taken = match heap {
        ir::Expr::Binary(Operator::Subtract, n, k) => variable(n, 0) && variable(k, arity),
        _ => false,
    };
    taken && others.iter().zip(1..).all(|(e, v)| variable(e, v))
}
