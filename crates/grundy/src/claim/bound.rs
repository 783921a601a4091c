//! Bounds from above: `g <= a+b`, where every move lowers the bound by one or more.
//!
//! **Theorem.** Let E be a number for each position, never negative; nothing in the rule is without a value. If for each move from p to parts p₁ … pₖ
//! E(p₁) + … + E(pₖ) ≤ E(p) − 1, then g(p) ≤ E(p).
//!
//! *Proof*, by induction along the moves: an option is worth at most g(p₁) + … + g(pₖ), for no xor is larger than the sum, which
//! is at most E(p) − 1. The mex of numbers up to E(p) − 1 is at most E(p). ∎
//!
//! **Theorem.** A position with at most E options has a value of at most E: the mex of E numbers is at most E. So `{n -> n-k for k in
//! 1..isqrt(n)}` has g ≤ isqrt(n).

use grundy_core::{Convention, Evidence, Int, Nat, Theorem};
use grundy_notation::ast::Relation;

use super::{Claim, ClaimQuestion, Coordinate};
use crate::rule::ir::{Cond, Expr, Function, Item, Rule};
use crate::rule::measure::{bounds_every_move, constant};
use crate::rule::slope::never_negative;
use crate::rule::valued::{may_fail, rule_may_fail};
use crate::statement::{Facet, Statement};

pub(crate) static THEOREM: Theorem = Theorem {
    id: "value-at-most",
    statement: "where every move lowers a number that is never negative by one or more, that of several parts being their sum, no value is larger than that number",
    chinese: "若每一步都使某个非负数至少减少一（多个部分时取其和），则值不超过该数",
    reference: "R. P. Sprague, Über mathematische Kampfspiele, 1935 (induction along the moves)",
};

pub(crate) static OPTIONS: Theorem = Theorem {
    id: "value-at-most-options",
    statement: "no value is larger than the number of options: the mex of so many numbers is at most their number",
    chinese: "值不超过后继局面的个数：若干个数的 mex 不超过它们的个数",
    reference: "R. P. Sprague, Über mathematische Kampfspiele, 1935 (the value is the mex of the options)",
};

/// The claim, where it follows from a bound of the value that every move lowers.
pub(super) fn by_bound(question: &ClaimQuestion) -> Option<Evidence> {
    let Claim::Every(Facet::Value, statement) = &question.claim else { return None };
    let subject = &question.subject;
    let [summand] = &subject.summands[..] else { return None };
    let in_order = summand.place.iter().enumerate().all(|(i, c)| *c == Coordinate::Variable(i));
    if subject.convention != Convention::Normal || summand.copies != Nat::ONE || !in_order {
        return None;
    }
    let rule = summand.game.kind().as_rule()?;
    let worth = Expr::Variable(subject.variables.len());
    let by = |holds: &dyn Fn(&Expr) -> bool| {
        follows(statement, &worth, &|bound| !mentions(bound, &worth) && never_negative(bound) && holds(bound))
    };
    if by(&|bound| bounds_every_move(&rule, bound)) {
        return Some(Evidence::theorem(&THEOREM));
    }
    by(&|bound| has_so_many_options(&rule, bound)).then(|| Evidence::theorem(&OPTIONS))
}

/// Has the rule one move for each number of `1..E`, or of those that a condition leaves, and E is the bound?
fn has_so_many_options(rule: &Rule, bound: &Expr) -> bool {
    let [alternative] = &rule.alternatives[..] else { return false };
    let [run] = &alternative.loops[..] else { return false };
    let [Item::Range { from, to: Some(to), step }] = &run.set.items[..] else { return false };
    if !run.set.except.is_empty() {
        return false;
    }
    let is_one = |expr: &Expr| constant(expr) == Some(Int::ONE);
    // a root has a value where what stands under it is not negative
    let has_value = match to {
        Expr::Call(Function::IntegerSquareRoot, under) => under.iter().all(|x| never_negative(x) && !may_fail(x)),
        to => !may_fail(to),
    };
    let mut others = rule.clone();
    others.alternatives[0].loops.clear();
    !rule.loopy && is_one(from) && is_one(step) && to == bound && has_value && !rule_may_fail(&others)
}

/// Is the statement true, because some of what it says is a bound that holds?
fn follows(statement: &Statement, worth: &Expr, holds: &dyn Fn(&Expr) -> bool) -> bool {
    match statement {
        Statement::Any(any) => any.iter().any(|one| follows(one, worth, holds)),
        Statement::All(all) => !all.is_empty() && all.iter().all(|one| follows(one, worth, holds)),
        Statement::Is(Cond::Compare(a, relation, b)) => match relation {
            Relation::LessEqual if a == worth => holds(b),
            Relation::GreaterEqual if b == worth => holds(a),
            Relation::Less if a == worth => holds(&less(b)),
            Relation::Greater if b == worth => holds(&less(a)),
            // no value is negative
            Relation::GreaterEqual if a == worth => constant(b).is_some_and(|least| least <= Int::ZERO),
            Relation::LessEqual if b == worth => constant(a).is_some_and(|least| least <= Int::ZERO),
            _ => false,
        },
        _ => false,
    }
}

/// One less; of `a+b+1` it is seen that it is not negative.
fn less(expr: &Expr) -> Expr {
    use grundy_notation::ast::Operator;
    match expr {
        Expr::Binary(Operator::Add, a, b) if **b == Expr::Constant(Int::ONE) => (**a).clone(),
        other => other.clone() - Expr::Constant(Int::ONE),
    }
}

fn mentions(expr: &Expr, variable: &Expr) -> bool {
    expr.any(&|x| x == variable)
}

#[cfg(test)]
mod tests {
    use super::by_bound;
    use crate::Session;

    fn is_bound(about: &str, claim: &str) -> bool {
        by_bound(&Session::new().claim(about, claim).unwrap()).is_some()
    }

    #[test]
    fn bounds_that_every_move_lowers() {
        assert!(is_bound("wythoff", "g <= a+b"));
        assert!(is_bound("wythoff", "g < a+b+1"));
        assert!(is_bound("wythoff", "g <= a+b and g >= 0"));
        assert!(is_bound("{n -> n-k for k in 1..isqrt(n)}", "g <= isqrt(n)"));
        assert!(is_bound("{n -> n-k for k in 1..isqrt(n) if k % 3 > 0}", "g < isqrt(n)+1"));
        assert!(is_bound("{n -> a & n-1-a for a in 0..n-1}", "n >= g"));
        assert!(is_bound("{(a,b) -> (a-k,b+1) for k in 2..; (a,b-1)}", "g <= a+b"));
    }

    #[test]
    fn what_is_no_bound_is_none() {
        assert!(!is_bound("wythoff", "g <= a+b-1"), "it may be negative");
        assert!(!is_bound("wythoff", "g <= a+b and g >= 1"), "it may be 0");
        assert!(!is_bound("grundy", "g <= n"), "both parts together are n");
        assert!(!is_bound("{(a,b) -> (a-1,b+2) | (a,b-1)}", "g <= a+b"), "some moves make it larger");
        assert!(!is_bound("{n -> n-1; n-2 if v2(n-100000) >= 0}", "g <= n"), "no value from 100000 on");
        assert!(!is_bound("{n -> kayles(n-1); n-2}", "g <= n"), "another game");
        assert!(!is_bound("{n -> n-k for k in 1..isqrt(n)}", "g <= isqrt(n)-1"), "a larger bound");
        assert!(!is_bound("{n -> n-k for k in 1..isqrt(n); 0 if n > 1}", "g <= isqrt(n)"), "one option more");
        assert!(!is_bound("{n -> n-k for k in 0..isqrt(n) if k > 0 or n > 9 and n < 9}", "g <= isqrt(n)"), "from 0");
        assert!(!is_bound("misere wythoff", "P => a+b > 0"));
    }
}
