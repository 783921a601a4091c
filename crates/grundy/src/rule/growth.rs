//! Moves by which positions plainly grow without end: `n -> n+2`.
//!
//! Such a move leaves one part of the rule's own game, asks for nothing, and no coordinate falls while one rises; so it
//! can be made again from where it leads, for ever, and no graph holds all that is reached.

use super::ir::{Alternative, Expr, Rule};
use crate::notation::ast::Operator;
use crate::number::Int;

/// The first move of the rule that can be made from everywhere, again and again, to larger positions.
pub(crate) fn growing_move(rule: &Rule) -> Option<&Alternative> {
    rule.alternatives.iter().find(|alternative| {
        let [part] = alternative.parts.as_slice() else { return false };
        let plain = part.game.is_none() && alternative.loops.is_empty() && alternative.guards.is_empty();
        let steps: Option<Vec<Int>> = part.coordinates.iter().enumerate().map(|(i, e)| step(e, i)).collect();
        plain
            && steps.is_some_and(|steps| steps.iter().all(|s| *s >= Int::ZERO) && steps.iter().any(|s| *s > Int::ZERO))
    })
}

/// c, where the expression is this coordinate and c.
fn step(expr: &Expr, coordinate: usize) -> Option<Int> {
    match expr {
        Expr::Variable(v) => (*v == coordinate).then_some(Int::ZERO),
        Expr::Binary(Operator::Add, a, b) => match (&**a, &**b) {
            (x, Expr::Constant(c)) | (Expr::Constant(c), x) => Some(step(x, coordinate)? + c),
            _ => None,
        },
        Expr::Binary(Operator::Subtract, a, b) => match &**b {
            Expr::Constant(c) => Some(step(a, coordinate)? - c),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    #[test]
    fn only_moves_that_never_end_are_told() {
        for text in ["{n -> n-1; n+2}", "{(a,b) -> (a,1+b)}", "{n -> n+3-1}"] {
            assert!(growing_move(&rule(text)).is_some(), "{text}");
        }
        for text in ["{n -> n-1}", "{n -> n+2 if n < 9}", "{(a,b) -> (a-1,b+1)}", "{(a,b) -> (b,a+1)}", "{n -> n+1-1}"]
        {
            assert!(growing_move(&rule(text)).is_none(), "{text}");
        }
    }
}
