//! Rules of several coordinates whose every move changes one of them and asks about no other: one rule for each.
//!
//! ```text
//! {(a,b) -> (a-k,b) | (a,b-2*k) for k in 1..9 if popcount(k) = 2}
//!     {a -> a-k for k in 1..9 if popcount(k) = 2}  and  {b -> b-2*k for k in 1..9 if popcount(k) = 2}
//! ```
//! A loop without an end goes on to the size of the position, which is larger than the coordinate; so what is taken must be
//! as large as its variable.

use super::ir::{Alternative, Expr, Part, Rule};
use super::takings::lists_what_it_takes;

/// One rule for each coordinate; `None`: some move changes more, or looks at another coordinate.
#[must_use]
pub fn factored(rule: &Rule) -> Option<Vec<Rule>> {
    if rule.arity < 2 || rule.loopy || rule.measure.is_some() || rule.names.len() != rule.arity {
        return None;
    }
    let alone = |name: &String| Rule {
        arity: 1,
        names: vec![name.clone()],
        alternatives: Vec::new(),
        measure: None,
        loopy: false,
    };
    let mut rules: Vec<Rule> = rule.names.iter().map(alone).collect();
    for alternative in &rule.alternatives {
        let (changed, alternative) = of_one(alternative, rule.arity)?;
        rules[changed].alternatives.push(alternative);
    }
    let endless = |one: &Alternative| one.loops.iter().any(|each| each.set.is_endless());
    let mut moves = rules.iter().flat_map(|rule| &rule.alternatives);
    moves.all(|one| !endless(one) || lists_what_it_takes(one)).then_some(rules)
}

/// The one coordinate that a move changes, and the move as one of a single heap.
fn of_one(alternative: &Alternative, arity: usize) -> Option<(usize, Alternative)> {
    let [Part { game: None, coordinates }] = &alternative.parts[..] else { return None };
    let mut changes = coordinates.iter().enumerate().filter(|(i, to)| **to != Expr::Variable(*i));
    let (Some((changed, to)), None) = (changes.next(), changes.next()) else { return None };
    let mut one = alternative.clone();
    one.parts = vec![Part { game: None, coordinates: vec![to.clone()] }];
    let mut alone = true;
    one.each_expr_mut(&mut |expr| {
        alone &= !expr.holds_variable(&|v| v < arity && v != changed);
        // the coordinate is 0 now, and the loops follow it
        expr.renumber(&|v| if v < arity { 0 } else { v - arity + 1 });
    });
    alone.then_some((changed, one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::tidied;
    use crate::rule::written::written;

    fn parts(text: &str) -> Option<Vec<String>> {
        Some(factored(&tidied(text))?.iter().map(|rule| written(rule).unwrap()).collect())
    }

    #[test]
    fn each_coordinate_has_a_rule() {
        assert_eq!(
            parts("{(a,b) -> (a-k,b) | (a,b-2*k) for k in 1..9 if popcount(k) = 2}").unwrap(),
            ["{a -> a-k for k in {1..9} if popcount(k) = 2}", "{b -> b-2*k for k in {1..9} if popcount(k) = 2}",]
        );
        assert_eq!(parts("{(x,y,z) -> (x-k,y,z) for k in 1..; (x,y,z//2) if z%3 = 1; (x,y-1,z)}").unwrap().len(), 3);
    }

    #[test]
    fn what_looks_at_another_coordinate_is_one_rule() {
        for text in [
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..b}",
            "{(a,b) -> (a-1,b) | (a,b-1); (a-1,b-1)}",
            "{(a,b) -> (a-1,b) if b > 2; (a,b-1)}",
            "{(a,b) -> (b,a-1) if a > 0}",
            // from (1, 9) the loop goes on to 10
            "{(a,b) -> (a-k//3,b) for k in 3.. if k < 11; (a,b-1)}",
            "{(a,b) -> (a-k%7,b) for k in primes if k%7 > 0; (a,b-1)}",
            "{(a,b) -> (a-1,b) | (a,b-1) by 2*a+b}",
        ] {
            assert!(parts(text).is_none(), "{text}");
        }
    }
}
