//! Steps by a function as sets: `n - k^2 for k in 1..` is `n - k for k in squares`.
//!
//! **When.** The variable of the innermost loop occurs only inside one and the same expression e(k) of it, the loop is a
//! range of numbers, and its members' images are a set that has a name, or are few. Then the loop runs over the images
//! and e(k) becomes k: the same moves, for a move only knows e(k). Images beyond the size of the position are left out
//! by both readings, because some part must lose e(k) from a coordinate and would be negative.
//!
//! | written | becomes |
//! |---|---|
//! | `k^2`, `k*k` for `k in 1..` | `squares` |
//! | `2^k` for `k in 0..` | `powers(2)` |
//! | `k*(k+1)//2` for `k in 1..9` | `{1, 3, 6, …, 45}` |
//!
//! What is no such set is cut at its first negative result while it runs (the module `falling`).

use super::arithmetic::expression;
use grundy_core::number::Int;
use grundy_notation::ast::Operator;

use super::falling::is_lowered_by;
use super::ir::{Alternative, Cond, Expr, Item, Rule, Set};

/// Images that are listed one by one.
const FEW: i64 = 64;

/// Rewrites each alternative where that can be done.
pub(super) fn as_sets(rule: &mut Rule) {
    for alternative in &mut rule.alternatives {
        let _ = rewrite(rule.arity, alternative);
    }
}

fn rewrite(arity: usize, alternative: &mut Alternative) -> Option<()> {
    let variable = arity + alternative.loops.len().checked_sub(1)?;
    let entered = alternative.loops.last()?;
    let ([Item::Range { from, to, step }], []) = (&entered.set.items[..], &entered.set.except[..]) else { return None };
    let (from, step) = (from.literal()?, step.literal()?);
    let image = image_in(alternative, variable)?;
    if !alternative.parts.iter().any(|part| part.coordinates.iter().any(|c| is_lowered_by(c, &image))) {
        return None;
    }
    let set = match to {
        None if step == 1 => endless(&image, variable, from)?,
        Some(to) => {
            let to = to.literal()?;
            if step < 1 || from < 0 || to.checked_sub(from)? / step >= FEW {
                return None;
            }
            let members = (from..=to).step_by(usize::try_from(step).ok()?);
            let mut values = vec![Int::ZERO; variable + 1];
            let mut items = Vec::new();
            for k in members {
                values[variable] = Int::from(k);
                items.push(Item::One(Expr::Constant(expression(&image, &values).ok()?)));
            }
            Set { items, except: Vec::new() }
        }
        None => return None,
    };
    let swap = |expr: &mut Expr| expr.replace(&image, &Expr::Variable(variable));
    alternative.parts.iter_mut().flat_map(|part| &mut part.coordinates).for_each(swap);
    alternative.loops.last_mut()?.set = set;
    Some(())
}

/// The expression of the variable alone in which it always occurs, if that is more than the variable.
fn image_in(alternative: &Alternative, variable: usize) -> Option<Expr> {
    if alternative.guards.iter().any(|guard| cond_holds(&guard.cond, variable)) {
        return None;
    }
    let mut image = None;
    for expr in alternative.parts.iter().flat_map(|part| &part.coordinates) {
        find(expr, variable, &mut image)?;
    }
    image.filter(|expr| !matches!(expr, Expr::Variable(_)))
}

/// The largest subexpressions that mention no other variable; `None` if they differ.
fn find(expr: &Expr, variable: usize, image: &mut Option<Expr>) -> Option<()> {
    if !expr.holds_variable(&|v| v == variable) {
        return Some(());
    }
    if !expr.holds_variable(&|v| v != variable) {
        if image.as_ref().is_some_and(|found| found != expr) {
            return None;
        }
        *image = Some(expr.clone());
        return Some(());
    }
    expr.children().into_iter().try_for_each(|x| find(x, variable, image))
}

fn cond_holds(cond: &Cond, variable: usize) -> bool {
    let holds = |expr: &Expr| expr.holds_variable(&|v| v == variable);
    match cond {
        Cond::All(conds) | Cond::Any(conds) => conds.iter().any(|c| cond_holds(c, variable)),
        Cond::Not(cond) => cond_holds(cond, variable),
        Cond::Compare(a, _, b) => holds(a) || holds(b),
        // sets are not looked into
        Cond::In(..) => true,
    }
}

/// The images of `from..`, as a set with a name.
fn endless(image: &Expr, variable: usize, from: i64) -> Option<Set> {
    let is_variable = |expr: &Expr| *expr == Expr::Variable(variable);
    let number = |n: i64| Expr::Constant(Int::from(n));
    let Expr::Binary(operator, a, b) = image else { return None };
    let (name, first, at): (Item, i64, &dyn Fn(i64) -> Option<i64>) = match (operator, &**a, &**b) {
        (Operator::Multiply, a, b) if is_variable(a) && is_variable(b) => (Item::Squares, 1, &|k| k.checked_mul(k)),
        (Operator::Power, a, Expr::Constant(two)) if is_variable(a) && *two == Int::from(2) => {
            (Item::Squares, 1, &|k| k.checked_mul(k))
        }
        (Operator::Power, Expr::Constant(base), k) if is_variable(k) => {
            let base = i64::try_from(base).ok().filter(|&base| base >= 2)?;
            let power = move |k: i64| base.checked_pow(u32::try_from(k).ok()?);
            return without(Item::Powers(number(base)), 0, from, &power);
        }
        _ => return None,
    };
    without(name, first, from, at)
}

/// The set whose members are the images of `first..`, without those before `from`.
fn without(name: Item, first: i64, from: i64, at: &dyn Fn(i64) -> Option<i64>) -> Option<Set> {
    if from < first || from - first > FEW {
        return None;
    }
    let early: Option<Vec<Item>> = (first..from).map(|k| Some(Item::One(Expr::Constant(Int::from(at(k)?))))).collect();
    let early = early?;
    let except = if early.is_empty() { Vec::new() } else { vec![Set { items: early, except: Vec::new() }] };
    Some(Set { items: vec![name], except })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;
    use crate::rule::testing::plain_options;

    #[test]
    fn the_same_moves_over_a_set() {
        for (text, changed) in [
            ("{n -> n-k*k for k in 1..}", true),
            ("{n -> n-k^2 for k in 1..}", true),
            ("{n -> n-k^2 for k in 3..}", true),
            ("{n -> n-2^k for k in 0..}", true),
            ("{n -> n-3^k for k in 2..}", true),
            ("{n -> n-k*(k+1)//2 for k in 1..9}", true),
            ("{n -> n-1-k^2 & k^2 for k in 1..}", true),
            ("{n -> n-2^k & n//2 for k in 0..}", true),
            ("{n -> n-k^3 for k in 1..9 step 2}", true),
            ("{n -> n-k^2 & k for k in 1..}", false),
            ("{n -> n-k^2 for k in 1.. if k % 2 = 1}", false),
            ("{n -> n-k^2 for k in 0..}", false),
            ("{n -> k^2 for k in 1..}", false),
            ("{n -> n-k for k in 1..}", false),
            ("{n -> n-k for k in 1..9}", false),
            ("{n -> n-j*k for j in 1..3 for k in 1..}", false),
            ("{n -> n-k^2 for k in squares}", false),
        ] {
            let plain = rule(text);
            let mut new = plain.clone();
            as_sets(&mut new);
            let differ = format!("{:?}", new.alternatives) != format!("{:?}", plain.alternatives);
            assert_eq!(differ, changed, "{text}");
            for n in 0..70 {
                let (a, b) = (plain_options(&plain, &[n]).unwrap(), plain_options(&new, &[n]).unwrap());
                assert_eq!(a, b, "{text} {n}");
            }
        }
    }
}
