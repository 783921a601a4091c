//! The rule of several games side by side: `nim(a,b) + wythoff(c,d)` as one rule of a, b, c and d.
//!
//! Every move is one in one of the games; the coordinates of the others stay. In a loop, a range or set without an end goes
//! on to the size of the position; in the joined rule it ends at the size of its own game.

use super::ir::{Alternative, Cond, Expr, Guard, Item, Part, Rule, Set};
use crate::notation::ast::Relation;

/// A game of the sum: its rule, and which coordinates of the whole are its own.
pub(crate) type Own = (Rule, Vec<usize>);

/// One rule with these names of coordinates; `None`: a move leaves several parts or leads into another game, play need not
/// end, or its measure is declared.
pub(crate) fn joined(games: &[Own], names: Vec<String>) -> Option<Rule> {
    let mut alternatives = Vec::new();
    for (rule, own) in games {
        if rule.loopy || rule.measure.is_some() || rule.arity != own.len() {
            return None;
        }
        for alternative in &rule.alternatives {
            alternatives.push(beside(alternative, own, names.len())?);
        }
    }
    Some(Rule { arity: names.len(), names, alternatives, measure: None, loopy: false })
}

/// A move in one of the games, as one of the whole.
fn beside(alternative: &Alternative, own: &[usize], arity: usize) -> Option<Alternative> {
    let [Part { game: None, .. }] = &alternative.parts[..] else { return None };
    let mut whole = alternative.clone();
    whole.each_expr_mut(&mut |expr| {
        expr.renumber(&|v| own.get(v).copied().unwrap_or_else(|| v - own.len() + arity));
    });
    let size = own.iter().map(|&v| Expr::Variable(v)).reduce(|sum, v| sum + v)?;
    for (at, each) in whole.loops.iter_mut().enumerate() {
        close(&mut each.set, &size);
        if is_named(&each.set) {
            let cond = Cond::Compare(Expr::Variable(arity + at), Relation::LessEqual, size.clone());
            whole.guards.push(Guard { depth: at + 1, cond });
        }
    }
    whole.guards.sort_by_key(|guard| guard.depth);
    let mut coordinates: Vec<Expr> = (0..arity).map(Expr::Variable).collect();
    for (&v, moved) in own.iter().zip(&whole.parts[0].coordinates) {
        coordinates[v] = moved.clone();
    }
    whole.parts[0].coordinates = coordinates;
    Some(whole)
}

fn close(set: &mut Set, size: &Expr) {
    for item in &mut set.items {
        match item {
            Item::Range { to: to @ None, .. } => *to = Some(size.clone()),
            Item::Nested(inner) => close(inner, size),
            _ => {}
        }
    }
    set.except.iter_mut().for_each(|except| close(except, size));
}

/// Does a set without an end stand in it that is known by its name?
fn is_named(set: &Set) -> bool {
    let item = |item: &Item| match item {
        Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens | Item::Powers(_) => true,
        Item::Nested(inner) => is_named(inner),
        Item::One(_) | Item::Range { .. } | Item::Divisors(_) => false,
    };
    set.items.iter().any(item)
}
