//! Loops that a condition leaves one member: `for g in 1.. if g = gcd(a,b)` works out `g` once, in place of a loop.

use grundy_notation::ast::Relation;

use super::super::program::{Ex, St, var};
use super::{Result, Walk, all, free};
use crate::number::Nat;
use crate::rule::ir::{Alternative, Cond, Expr, Item};

/// The number that the loop at this depth leaves, if a guard says `k = E` where E is known before the loop; and which guard.
pub(super) fn alone(alternative: &Alternative, arity: usize, depth: usize) -> Option<(usize, &Expr)> {
    let set = &alternative.loops.get(depth)?.set;
    if !matches!(set.items[..], [Item::Range { .. }]) || !set.except.is_empty() {
        return None;
    }
    let variable = arity + depth;
    let is_it = |e: &Expr| matches!(e, Expr::Variable(v) if *v == variable);
    alternative.guards.iter().enumerate().find_map(|(which, guard)| match &guard.cond {
        Cond::Compare(x, Relation::Equal, e) if guard.depth == depth + 1 && is_it(x) && free(e, variable) => {
            Some((which, e))
        }
        Cond::Compare(e, Relation::Equal, x) if guard.depth == depth + 1 && is_it(x) && free(e, variable) => {
            Some((which, e))
        }
        _ => None,
    })
}

impl Walk<'_, '_> {
    /// The statements of such a loop; `None` where its number may have no value, or may be far beyond the range.
    pub(super) fn sole(&mut self, alternative: &Alternative, depth: usize) -> Result<Option<Vec<St>>> {
        let Some((guard, e)) = alone(alternative, self.rule.arity, depth) else { return Ok(None) };
        let before = self.translator.may_fail;
        self.translator.may_fail = false;
        let known = self.translator.expr(e);
        let may_fail = std::mem::replace(&mut self.translator.may_fail, before);
        let (value, range) = known?;
        let size = self.translator.size().1;
        if may_fail || matches!(value, Ex::Int(_)) || range.high > size.high || range.low < -size.high {
            return Ok(None);
        }
        let name = self.declare(&alternative.loops[depth].name);
        let member = (var(&name), range.clone());
        let within = self.translator.member(&alternative.loops[depth].set, &member, true)?;
        self.passed.push((depth, guard));
        let body = self.member(alternative, depth, (&name, range, Nat::ONE), &[]);
        self.passed.pop();
        let body = body?;
        if body.is_empty() {
            return Ok(Some(body));
        }
        Ok(Some(vec![St::Declare { name, value, changes: false }, St::If(all(vec![within]), body)]))
    }
}
