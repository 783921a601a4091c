//! Loops over a divisor that the move itself never shows: remainders and exact quotients.
//!
//! | written | becomes |
//! |---|---|
//! | `n%k for k in 1..n` | `k for k in 0..(n-1)//2` |
//! | `n-n%k for k in 2..n if n%k > 0` | `n-k for k in 0..min((n-1)//2, n-2) if k > 0` |
//! | `n//k for k in 2..n if n%k = 0` | `k for k in 1..n//2 if n%k = 0` |
//! | `n//k for k in divisors(n) if k > 1` | `k for k in divisors(n) if 2*k <= n` |
//!
//! What stands on the right is linear but for the divisibility, so that measures, recognition, automata and tables know it.
//!
//! **Remainders.** For a number c ≥ 1 the remainders of e by the k from c to e are those from 0 to min(⌊(e−1)/2⌋, e−c), and
//! none if e < c. *Proof.* By k > e/2 it is e − k, which runs from 0 to e − max(⌊e/2⌋ + 1, c); that is the bound. By any k ≤ e/2
//! it is at most k − 1 ≤ ⌊(e−1)/2⌋, and if such a k is in the range then c ≤ e/2, so that bound is the smaller one. ∎
//!
//! **Quotients.** Where k divides e, so does e/k, and e/(e/k) = k; k runs from c to e while e/k runs from 1 to ⌊e/c⌋.
//!
//! **When.** The loop is the innermost, and its variable occurs nowhere else. Where something may fail, such as a division by
//! zero, nothing is rewritten, so that messages speak of what was typed.

use grundy_core::number::Int;
use grundy_notation::ast::{Operator, Relation};

use super::ir::{Alternative, Cond, Expr, Function, Item, Rule, Set};
use super::valued::{cond_may_fail, may_fail};

/// Rewrites each alternative where that can be done.
pub(super) fn as_linear(rule: &mut Rule) {
    for alternative in &mut rule.alternatives {
        let rewritten = remainders(rule.arity, alternative).or_else(|| quotients(rule.arity, alternative));
        if let Some(rewritten) = rewritten {
            *alternative = rewritten;
        }
    }
}

/// What the innermost loop divides.
struct Divided {
    /// The variable of the loop.
    variable: usize,
    /// e.
    whole: Expr,
    /// c where the loop runs from c to e; `None`: over the divisors of e.
    least: Option<Int>,
}

impl Divided {
    fn by_innermost_of(alternative: &Alternative, arity: usize) -> Option<Divided> {
        let variable = arity + alternative.loops.len().checked_sub(1)?;
        let set = &alternative.loops.last()?.set;
        let ([item], []) = (&set.items[..], &set.except[..]) else { return None };
        match item {
            // a coordinate is at least 0; the divisors of a number below it are those of its opposite
            Item::Divisors(whole @ Expr::Variable(v)) if *v < arity => {
                Some(Divided { variable, whole: whole.clone(), least: None })
            }
            Item::Range { from: Expr::Constant(least), to, step } if *step == one() && *least >= Int::ONE => {
                // an open range ends at the size of the position
                let whole = match to {
                    Some(to) => to.clone(),
                    None if arity == 1 => Expr::Variable(0),
                    None => return None,
                };
                Some(Divided { variable, whole, least: Some(least.clone()) })
            }
            _ => None,
        }
    }

    fn is(&self, e: &Expr, by: Operator) -> bool {
        matches!(e, Expr::Binary(operator, a, b) if *operator == by && **a == self.whole && self.is_variable(b))
    }

    fn is_variable(&self, e: &Expr) -> bool {
        *e == Expr::Variable(self.variable)
    }

    /// Puts the variable in the place of each `e%k` or `e//k`; how often? `None`: it occurs elsewhere too.
    fn swap(&self, e: &mut Expr, by: Operator) -> Option<u32> {
        if self.is(e, by) {
            *e = Expr::Variable(self.variable);
            return Some(1);
        }
        if self.is_variable(e) {
            return None;
        }
        e.children_mut().into_iter().try_fold(0, |sum, x| Some(sum + self.swap(x, by)?))
    }

    fn swap_in(&self, cond: &mut Cond, by: Operator) -> Option<u32> {
        match cond {
            Cond::All(all) | Cond::Any(all) => all.iter_mut().try_fold(0, |sum, c| Some(sum + self.swap_in(c, by)?)),
            Cond::Not(cond) => self.swap_in(cond, by),
            Cond::Compare(a, _, b) => Some(self.swap(a, by)? + self.swap(b, by)?),
            // sets are not looked into
            Cond::In(..) => None,
        }
    }

    fn swap_in_parts(&self, alternative: &mut Alternative, by: Operator) -> Option<u32> {
        let mut all = alternative.parts.iter_mut().flat_map(|part| &mut part.coordinates);
        all.try_fold(0, |sum, e| Some(sum + self.swap(e, by)?))
    }

    /// Does a condition say that k divides e?
    fn is_divisibility(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Compare(a, Relation::Equal, b) => self.is(a, Operator::Remainder) && *b == Expr::Constant(Int::ZERO),
            Cond::Compare(a, Relation::Divides, b) => self.is_variable(a) && *b == self.whole,
            _ => false,
        }
    }

    /// Says a condition of e/k that was said of k, or of quotients; is it that k divides e?
    fn turn(&self, cond: &mut Cond) -> Option<bool> {
        if let Cond::All(all) = cond {
            return all.iter_mut().try_fold(false, |divides, cond| Some(self.turn(cond)? || divides));
        }
        if self.is_divisibility(cond) {
            return Some(true);
        }
        match self.bounded(cond) {
            Some(bounded) => *cond = bounded,
            None => _ = self.swap_in(cond, Operator::Divide)?,
        }
        (!cond_may_fail(cond)).then_some(false)
    }

    /// A bound of k, said of e/k: k ≥ c as c·(e/k) ≤ e.
    fn bounded(&self, cond: &Cond) -> Option<Cond> {
        let Cond::Compare(a, relation, Expr::Constant(c)) = cond else { return None };
        let least = match relation {
            Relation::Greater => c + Int::ONE,
            Relation::GreaterEqual => c.clone(),
            // divisors are at least 1
            Relation::NotEqual if *c == Int::ONE => Int::from(2),
            _ => return None,
        };
        let times = Expr::binary(Operator::Multiply, Expr::Constant(least), Expr::Variable(self.variable));
        self.is_variable(a).then(|| Cond::Compare(times, Relation::LessEqual, self.whole.clone()))
    }
}

/// May one of the coordinates that a move leaves be without a value?
fn parts_may_fail(alternative: &Alternative) -> bool {
    alternative.parts.iter().flat_map(|part| &part.coordinates).any(may_fail)
}

fn one() -> Expr {
    Expr::Constant(Int::ONE)
}

/// A loop whose variable occurs in remainders alone.
fn remainders(arity: usize, alternative: &Alternative) -> Option<Alternative> {
    let divided = Divided::by_innermost_of(alternative, arity)?;
    let least = divided.least.clone()?;
    let mut rewritten = alternative.clone();
    let mut count = divided.swap_in_parts(&mut rewritten, Operator::Remainder)?;
    for guard in &mut rewritten.guards {
        count += divided.swap_in(&mut guard.cond, Operator::Remainder)?;
    }
    let fails = parts_may_fail(&rewritten) || rewritten.guards.iter().any(|guard| cond_may_fail(&guard.cond));
    if count == 0 || fails || may_fail(&divided.whole) {
        return None;
    }
    let e = divided.whole;
    let half = Expr::binary(
        Operator::Divide,
        Expr::binary(Operator::Subtract, e.clone(), one()),
        Expr::Constant(Int::from(2)),
    );
    // from 1 on the half is the smaller one
    let to = match least == Int::ONE {
        true => half,
        false => {
            let rest = Expr::binary(Operator::Subtract, e, Expr::Constant(least));
            Expr::Call(Function::Min, vec![half, rest])
        }
    };
    let range = Item::Range { from: Expr::Constant(Int::ZERO), to: Some(to), step: one() };
    rewritten.loops.last_mut()?.set = Set { items: vec![range], except: Vec::new() };
    Some(rewritten)
}

/// A loop over divisors whose variable occurs in quotients alone.
fn quotients(arity: usize, alternative: &Alternative) -> Option<Alternative> {
    let divided = Divided::by_innermost_of(alternative, arity)?;
    let mut rewritten = alternative.clone();
    let count = divided.swap_in_parts(&mut rewritten, Operator::Divide)?;
    if count == 0 || parts_may_fail(&rewritten) || may_fail(&divided.whole) {
        return None;
    }
    let mut divides = divided.least.is_none();
    for guard in &mut rewritten.guards {
        divides |= divided.turn(&mut guard.cond)?;
    }
    if !divides {
        return None;
    }
    if let Some(least) = divided.least {
        let to = Some(Expr::binary(Operator::Divide, divided.whole, Expr::Constant(least)));
        let range = Item::Range { from: one(), to, step: one() };
        rewritten.loops.last_mut()?.set = Set { items: vec![range], except: Vec::new() };
    }
    Some(rewritten)
}

#[cfg(test)]
mod tests {
    use super::super::reading::rule;
    use super::super::testing::plain_options;
    use super::*;

    /// The rule, and the same rewritten.
    fn both(text: &str) -> (Rule, Rule) {
        let read = rule(text);
        let mut rewritten = read.clone();
        as_linear(&mut rewritten);
        (read, rewritten)
    }

    fn is_changed(text: &str) -> bool {
        let (read, rewritten) = both(text);
        read.alternatives.iter().zip(&rewritten.alternatives).any(|(a, b)| {
            let set = |alternative: &Alternative| alternative.loops.last().map(|entered| entered.set.clone());
            let conditions = |of: &Alternative| of.guards.iter().map(|guard| guard.cond.clone()).collect::<Vec<_>>();
            conditions(a) != conditions(b)
                || set(a) != set(b)
                || a.parts.iter().zip(&b.parts).any(|(a, b)| a.coordinates != b.coordinates)
        })
    }

    #[test]
    fn the_moves_stay_the_same() {
        let parts = [
            "n%k", "n-n%k", "n%k & n-n%k", "max(n%k-1,0)", "(n+3)%k", "(n-2)%k", "n//k", "n//k-1", "n//k & 1",
            "(n-2)//k",
        ];
        let ranges = [
            "1..n", "2..n", "5..n", "1..", "3..", "2..n+3", "1..n-2", "2..n//2", "1..n+3", "divisors(n)",
            "divisors(n-2)",
        ];
        let guards = [
            "", " if n%k > 0", " if n%k = 0", " if k divides n", " if k > 1 and n%k = 0", " if k != 1", " if n > 5",
            " if (n-2)%k = 0", " if n//k > 2", " if n//k > 1 and k divides n", " if k >= 3 and n%k = 0", " if k < 4",
            " if n%k > 1 and n%k < 4",
        ];
        let mut changed = 0;
        for part in parts {
            for range in ranges {
                for guard in guards {
                    let text = format!("{{n -> {part} for k in {range}{guard}}}");
                    let (read, rewritten) = both(&text);
                    changed += u32::from(is_changed(&text));
                    for n in 0..40 {
                        let options = |rule: &Rule| plain_options(rule, &[n]).ok();
                        assert_eq!(options(&read), options(&rewritten), "{text} at {n}");
                    }
                }
            }
        }
        assert!(changed > 200, "{changed}");
    }

    #[test]
    fn places_of_two_numbers_and_inner_loops_are_rewritten() {
        for text in [
            "{(a,b) -> (a%k,b) | (a,b%k) for k in 1..a}",
            "{(a,b) -> (a%k,b) for k in 1..a; (a,b//k) for k in 2..b if b%k = 0}",
            "{(a,b) -> (a-j,j%k) for j in 1..a for k in 1..j}",
            "{(a,b) -> (a-j,(j+b)%k) for j in 1..a for k in 2..j+b}",
        ] {
            let (read, rewritten) = both(text);
            assert!(is_changed(text), "{text}");
            for a in 0..12 {
                for b in 0..12 {
                    let options = |rule: &Rule| plain_options(rule, &[a, b]).ok();
                    assert_eq!(options(&read), options(&rewritten), "{text} at {a}, {b}");
                }
            }
        }
    }

    #[test]
    fn a_divisor_that_shows_is_left_alone() {
        for text in [
            "{n -> n%k+k for k in 1..n}",
            "{n -> n-1 for k in 1..n if 6//(n%k) > 1}",
            "{n -> n//k for k in divisors(n) if 6 % (n//k) = 1}",
            "{n -> n%k for k in 0..n}",
            "{n -> n%k for k in 1..n-1}",
            "{n -> n%k for k in 1..n step 2}",
            "{n -> n//k for k in 2..n}",
            "{n -> n//k for k in 2..n if k != 3 and n%k = 0}",
            "{n -> n//k & k for k in 2..n if n%k = 0}",
            "{n -> n%k & n-j for k in 1..n for j in 1..n}",
        ] {
            assert!(!is_changed(text), "{text}");
        }
    }
}
