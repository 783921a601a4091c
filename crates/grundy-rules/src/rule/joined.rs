//! The rule of several games side by side: `nim(a,b) + wythoff(c,d)` as one rule of a, b, c and d.
//!
//! Every move is one in one of the games; the coordinates of the others stay. In a loop, a range without an end goes on to the
//! size of the position; in the joined rule it ends at the size of its own game. A set such as `primes` stands only where a
//! number is taken that is as large, from one heap.

use super::ir::{Alternative, Expr, Part, Rule};
use super::takings::lists_what_it_takes;

/// A game of the sum: its rule, and which coordinates of the whole are its own.
pub type Own = (Rule, Vec<usize>);

/// One rule with these names of coordinates; `None`: a move leaves several parts or leads into another game, play need not
/// end, its measure is declared, or a set in a loop has another end in the whole.
#[must_use]
pub fn joined(games: &[Own], names: Vec<String>) -> Option<Rule> {
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
    let named = alternative.loops.iter().any(|each| each.set.names_endless());
    if named && !(own.len() == 1 && lists_what_it_takes(alternative)) {
        return None;
    }
    let mut whole = alternative.clone();
    whole.each_expr_mut(&mut |expr| {
        expr.renumber(&|v| own.get(v).copied().unwrap_or_else(|| v - own.len() + arity));
    });
    let size = own.iter().map(|&v| Expr::Variable(v)).reduce(|sum, v| sum + v)?;
    whole.loops.iter_mut().for_each(|each| each.set.close(&size));
    let mut coordinates: Vec<Expr> = (0..arity).map(Expr::Variable).collect();
    for (&v, moved) in own.iter().zip(&whole.parts[0].coordinates) {
        coordinates[v] = moved.clone();
    }
    whole.parts[0].coordinates = coordinates;
    Some(whole)
}
