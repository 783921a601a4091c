//! What is refused before it is evaluated: expressions nested too deeply, moves with too many loops, variables without a
//! value.

use grundy_core::{Diagnostic, Result};

use super::ir::{Alternative, Cond, Expr, Item, Part, Rule, Set};

/// Deeper expressions are refused, so that no rule can exhaust the call stack.
const DEEPEST: usize = 1000;
/// More loops in one move are refused.
const MOST_LOOPS: usize = 64;

enum Node<'a> {
    Expr(&'a Expr),
    Cond(&'a Cond),
    Set(&'a Set),
}

/// Refuses an alternative that could exhaust the stack or reach beyond the variables.
pub(super) fn check(rule: &Rule, alternative: &Alternative) -> Result<()> {
    let loops = alternative.loops.len();
    if loops > MOST_LOOPS {
        return Err(Diagnostic::rule(format!("more than {MOST_LOOPS} loops in `{}`", alternative.text)).into());
    }
    let misfit = |part: &Part| part.game.is_none() && part.coordinates.len() != rule.arity;
    if alternative.parts.iter().any(misfit) {
        let message = format!("a part needs {} coordinates in `{}`", rule.arity, alternative.text);
        return Err(Diagnostic::rule(message).into());
    }
    for (depth, entered) in alternative.loops.iter().enumerate() {
        nodes(vec![(Node::Set(&entered.set), 0)], rule.arity + depth, &alternative.text)?;
    }
    for guard in &alternative.guards {
        nodes(vec![(Node::Cond(&guard.cond), 0)], rule.arity + guard.depth.min(loops), &alternative.text)?;
    }
    let coordinates = alternative.parts.iter().flat_map(|p| &p.coordinates);
    nodes(coordinates.map(|c| (Node::Expr(c), 0)).collect(), rule.arity + loops, &alternative.text)
}

/// The same for an expression with so many variables.
pub(super) fn of_expression(expr: &Expr, variables: usize, text: &str) -> Result<()> {
    nodes(vec![(Node::Expr(expr), 0)], variables, text)
}

/// The same for a condition.
pub(super) fn of_condition(cond: &Cond, variables: usize, text: &str) -> Result<()> {
    nodes(vec![(Node::Cond(cond), 0)], variables, text)
}

/// Walks with a stack of its own, since the depth is what is in question.
fn nodes(mut open: Vec<(Node<'_>, usize)>, variables: usize, text: &str) -> Result<()> {
    while let Some((node, depth)) = open.pop() {
        if depth > DEEPEST {
            let message = format!("an expression is nested more than {DEEPEST} deep in `{text}`");
            return Err(Diagnostic::rule(message).into());
        }
        let mut push = |node| open.push((node, depth + 1));
        match node {
            Node::Expr(Expr::Variable(v)) if *v >= variables => {
                return Err(Diagnostic::rule(format!("a variable is used before it has a value in `{text}`")).into());
            }
            Node::Expr(expr) => expr.children().into_iter().for_each(|x| push(Node::Expr(x))),
            Node::Cond(Cond::All(conds) | Cond::Any(conds)) => conds.iter().for_each(|c| push(Node::Cond(c))),
            Node::Cond(Cond::Not(cond)) => push(Node::Cond(cond)),
            Node::Cond(Cond::Compare(a, _, b)) => {
                push(Node::Expr(a));
                push(Node::Expr(b));
            }
            Node::Cond(Cond::In(x, set)) => {
                push(Node::Expr(x));
                push(Node::Set(set));
            }
            Node::Set(set) => {
                set.except.iter().for_each(|s| push(Node::Set(s)));
                for item in &set.items {
                    match item {
                        Item::One(x) | Item::Powers(x) | Item::Divisors(x) => push(Node::Expr(x)),
                        Item::Range { from, to, step } => {
                            push(Node::Expr(from));
                            push(Node::Expr(step));
                            to.iter().for_each(|to| push(Node::Expr(to)));
                        }
                        Item::Nested(set) => push(Node::Set(set)),
                        Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => {}
                    }
                }
            }
        }
    }
    Ok(())
}
