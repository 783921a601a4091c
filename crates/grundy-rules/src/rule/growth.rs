//! Moves by which positions plainly grow without end: `n -> n+2`, `n -> n+k for k in 1..2`, `n -> 2*n` from 1 on,
//! `n -> n+2 if n % 2 = 0` from 0 on. No graph holds all that is reached then.
//!
//! **The argument.** Take a move that leaves one part of the rule's own game, with constants for its loop variables, in
//! which every coordinate becomes fᵢ(x) = aᵢ·x + cᵢ of itself, aᵢ ≥ 1. Let fᵢ(xᵢ) ≥ xᵢ for all i at some position, and >
//! for one. The difference fᵢ(y) − y = (aᵢ − 1)·y + cᵢ does not fall while y rises, so the same holds at f(x), and
//! x, f(x), f(f(x)), … are different positions without end, if the conditions of the move hold at each of them. They do
//! where each condition is true at x and of one of two kinds. (1) It compares linear expressions, and their difference
//! does not move towards the other answer while coordinates rise: `n > 3`, but not `n < 9`. (2) Coordinates that change
//! occur in it only below `% m`, so it depends on the residues alone; these follow each other in a circle that is walked
//! once, and it holds all around.
//!
//! What is not of this form is not refused: the budget ends it.

use grundy_core::number::gcd;
use grundy_core::{Context, Int, Nat};
use grundy_notation::ast::{Operator, Relation};

use super::affine::Form;
use super::eval::all;
use super::ir::{Alternative, Cond, Expr, Item, Rule, Set};

/// So many members of a loop are tried.
const MEMBERS: usize = 8;
/// So many positions of a circle of residues are walked.
const CIRCLE: usize = 1000;
/// The largest common modulus of the residues.
const MODULUS: i64 = 1 << 20;

/// The first move of the rule that can be made from this place again and again, to larger positions each time.
pub fn growing_move<'r>(rule: &'r Rule, place: &[Nat], cx: &Context) -> Option<&'r Alternative> {
    rule.alternatives.iter().find(|alternative| {
        place.len() == rule.arity
            && choices(alternative).is_some_and(|choices| {
                choices.iter().any(|loops| Growth::of(rule, alternative, place, loops).is_some_and(|g| g.goes_on(cx)))
            })
    })
}

/// Some values of the loop variables, where their sets are constant.
fn choices(alternative: &Alternative) -> Option<Vec<Vec<i64>>> {
    let mut all = vec![Vec::new()];
    for each in &alternative.loops {
        let members = members(&each.set)?;
        all = all.iter().flat_map(|begun| members.iter().map(|&k| [begun.as_slice(), &[k]].concat())).collect();
        all.truncate(MEMBERS * MEMBERS);
    }
    Some(all)
}

/// The first members of a set of constants.
fn members(set: &Set) -> Option<Vec<i64>> {
    let constant = |expr: &Expr| Form::of(expr).as_constant();
    let mut all = Vec::new();
    for item in set.items.iter().filter(|_| set.except.is_empty()) {
        match item {
            Item::One(x) => all.push(constant(x)?),
            Item::Range { from, to: Some(to), step } => {
                let (from, to, step) = (constant(from)?, constant(to)?, constant(step)?);
                let next = |k: &i64| k.checked_add(step).filter(|_| step > 0);
                all.extend(std::iter::successors(Some(from), next).take_while(|&k| k <= to).take(MEMBERS));
            }
            _ => return None,
        }
    }
    Some(all)
}

/// A move that makes a place larger, with constants for its loop variables.
struct Growth<'r> {
    alternative: &'r Alternative,
    /// aᵢ and cᵢ.
    lines: Vec<(i64, Int)>,
    /// The coordinates, then the loop variables.
    values: Vec<Int>,
    /// Which of them change.
    moving: Vec<bool>,
}

impl<'r> Growth<'r> {
    fn of(rule: &Rule, alternative: &'r Alternative, place: &[Nat], loops: &[i64]) -> Option<Self> {
        let [part] = alternative.parts.as_slice() else { return None };
        if part.game.is_some() {
            return None;
        }
        let line = |(i, expr): (usize, &Expr)| {
            let Form::Linear { constant, terms } = Form::of(expr) else { return None };
            let (mut slope, mut sum) = (0i64, Int::from(constant));
            for (variable, factor) in terms {
                match variable.checked_sub(rule.arity) {
                    Some(k) => sum += Int::from(factor) * Int::from(*loops.get(k)?),
                    None if variable == i => slope = slope.checked_add(factor)?,
                    None => return None,
                }
            }
            (slope >= 1).then_some((slope, sum))
        };
        let lines = part.coordinates.iter().enumerate().map(line).collect::<Option<Vec<_>>>()?;
        let values: Vec<Int> =
            place.iter().cloned().map(Int::from).chain(loops.iter().copied().map(Int::from)).collect();
        let mut growth = Growth { alternative, lines, moving: vec![false; values.len()], values };
        let next = growth.next();
        let rises = next.iter().zip(&growth.values).all(|(to, from)| to >= from);
        growth.moving = next.iter().zip(&growth.values).map(|(to, from)| to > from).collect();
        (rises && growth.moving.contains(&true)).then_some(growth)
    }

    /// The coordinates after the move, and the loop variables.
    fn next(&self) -> Vec<Int> {
        let moved = self.lines.iter().zip(&self.values).map(|((slope, sum), x)| Int::from(*slope) * x + sum);
        moved.chain(self.values.iter().skip(self.lines.len()).cloned()).collect()
    }

    /// Do the conditions hold for ever?
    fn goes_on(mut self, cx: &Context) -> bool {
        let conds: Vec<Cond> = self.alternative.guards.iter().map(|guard| guard.cond.clone()).collect();
        let mut modulus = 1;
        if !conds.iter().all(|cond| self.lasts(cond, &mut modulus)) {
            return false;
        }
        let residues = |values: &[Int]| -> Vec<Int> {
            let modulus = Int::from(modulus);
            values.iter().map(|x| x - x / &modulus * &modulus).collect()
        };
        let mut seen: Vec<Vec<Int>> = Vec::new();
        while seen.len() < CIRCLE {
            let here = residues(&self.values);
            if seen.contains(&here) {
                return true;
            }
            if !all(&conds, &self.values, cx).unwrap_or(false) {
                return false;
            }
            seen.push(here);
            self.values = self.next();
        }
        false
    }

    fn moves(&self, variable: usize) -> bool {
        self.moving.get(variable).copied().unwrap_or(true)
    }

    /// Once true, does it stay so, or depend on residues by this modulus alone?
    fn lasts(&self, cond: &Cond, modulus: &mut i64) -> bool {
        match cond {
            Cond::All(conds) => conds.iter().all(|cond| self.lasts(cond, modulus)),
            Cond::Compare(a, relation, b) if self.stays(a, *relation, b) => true,
            other => self.is_of_residues(other, modulus),
        }
    }

    /// Does the difference of linear sides move away from where the comparison would change?
    fn stays(&self, a: &Expr, relation: Relation, b: &Expr) -> bool {
        let difference = a.clone() - b.clone();
        let form = Form::of(&difference);
        let Form::Linear { terms, .. } = &form else { return false };
        let slopes = || terms.iter().filter(|(variable, _)| self.moves(*variable)).map(|(_, slope)| *slope);
        let (rises, falls) = (slopes().all(|slope| slope >= 0), slopes().all(|slope| slope <= 0));
        let now = || form.eval(&self.values).ok();
        match relation {
            Relation::Greater | Relation::GreaterEqual => rises,
            Relation::Less | Relation::LessEqual => falls,
            Relation::Equal => rises && falls,
            Relation::NotEqual => {
                rises && now().is_some_and(|x| x > Int::ZERO) || falls && now().is_some_and(|x| x < Int::ZERO)
            }
            Relation::Divides => false,
        }
    }

    fn is_of_residues(&self, cond: &Cond, modulus: &mut i64) -> bool {
        match cond {
            Cond::All(conds) | Cond::Any(conds) => conds.iter().all(|cond| self.is_of_residues(cond, modulus)),
            Cond::Not(cond) => self.is_of_residues(cond, modulus),
            Cond::Compare(Expr::Constant(m), Relation::Divides, x) if is_polynomial(x) => joined(modulus, m),
            Cond::Compare(a, _, b) => self.residue(a, modulus) && self.residue(b, modulus),
            Cond::In(x, set) => {
                let item = |item: &Item, modulus: &mut i64| match item {
                    Item::One(x) => self.residue(x, modulus),
                    Item::Range { from, to, step } => {
                        [from, step].into_iter().chain(to).all(|x| self.residue(x, modulus))
                    }
                    _ => false,
                };
                self.residue(x, modulus) && set.except.is_empty() && set.items.iter().all(|i| item(i, modulus))
            }
        }
    }

    /// Is this a function of residues and of what does not change?
    fn residue(&self, expr: &Expr, modulus: &mut i64) -> bool {
        match expr {
            Expr::Variable(v) => !self.moves(*v),
            Expr::Binary(Operator::Remainder, x, m) if is_polynomial(x) && matches!(&**m, Expr::Constant(_)) => {
                matches!(&**m, Expr::Constant(m) if joined(modulus, m))
            }
            _ => expr.children().into_iter().all(|x| self.residue(x, modulus)),
        }
    }
}

/// Does its residue depend on those of its variables alone?
fn is_polynomial(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(_) | Expr::Variable(_) => true,
        Expr::Negative(x) => is_polynomial(x),
        Expr::Binary(Operator::Add | Operator::Subtract | Operator::Multiply, a, b) => {
            is_polynomial(a) && is_polynomial(b)
        }
        _ => false,
    }
}

/// Makes the modulus a multiple of this one too, if it stays small.
fn joined(modulus: &mut i64, m: &Int) -> bool {
    let Some(m) = i64::try_from(m).ok().filter(|m| (1..=MODULUS).contains(m)) else { return false };
    *modulus *= m / gcd(*modulus, m);
    *modulus <= MODULUS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    fn grows(text: &str, place: &[u32]) -> bool {
        let place: Vec<Nat> = place.iter().map(|&n| Nat::from(n)).collect();
        growing_move(&rule(text), &place, &Context::default()).is_some()
    }

    #[test]
    fn moves_that_never_end_are_told() {
        for (text, place) in [
            ("{n -> n-1; n+2}", &[3][..]),
            ("{(a,b) -> (a,1+b)}", &[0, 0]),
            ("{n -> n+3-1}", &[0]),
            ("{n -> n+k for k in 1..2; n-1}", &[3]),
            ("{n -> n+k for k in {-1,2}}", &[3]),
            ("{n -> n+j-k for j in 1..2 for k in 0..1}", &[3]),
            ("{n -> 2*n; n-1}", &[3]),
            ("{n -> 3*n-4}", &[3]),
            ("{n -> n+n}", &[1]),
            ("{n -> n+2 if n % 2 = 0}", &[4]),
            ("{n -> n+2 if n % 2 = 1 and n > 2}", &[3]),
            ("{n -> n+3 if n % 6 in {0,3} and n != 1}", &[9]),
            ("{n -> n+4 if (n+1)*n % 4 = 2 or n % 8 = 5}", &[5]),
            ("{(a,b) -> (a+1,b) if a > b}", &[3, 2]),
            ("{(a,b) -> (a+1,b) if b < 4}", &[0, 3]),
            ("{n -> n+k for k in 1..4 if k % 2 = 0 and n % 2 = 0}", &[2]),
        ] {
            assert!(grows(text, place), "{text}");
        }
    }

    #[test]
    fn what_may_end_is_not_told() {
        for (text, place) in [
            ("{n -> n-1}", &[3][..]),
            ("{n -> n+2 if n < 9}", &[3]),
            ("{n -> n+2 if n < 10; n-1}", &[3]),
            ("{n -> 2*n if n < 10; n-1}", &[3]),
            ("{n -> n+2 if n % 2 = 0 and n < 7}", &[2]),
            ("{n -> 2*n}", &[0]),
            ("{n -> 3*n-4}", &[2]),
            ("{n -> n+1 if n % 2 = 0}", &[2]),
            ("{n -> n+2 if n % 3 < 2}", &[0]),
            ("{n -> n+1 if n != 7}", &[3]),
            ("{n -> n+1 if n % 900 != 7}", &[8]),
            ("{n -> n+2 if n % 2 = 0}", &[3]),
            ("{n -> n+2 if n // 4 = 0}", &[0]),
            ("{n -> n+k for k in 1..2 if n + k < 9}", &[0]),
            ("{n -> n+k for k in 0..0}", &[3]),
            ("{n -> n-k for k in 1..2}", &[3]),
            ("{(a,b) -> (a-1,b+1)}", &[3, 3]),
            ("{(a,b) -> (b,a+1)}", &[3, 3]),
            ("{(a,b) -> (a+1,b) if a < b}", &[0, 9]),
            ("{n -> n+1-1}", &[3]),
        ] {
            assert!(!grows(text, place), "{text}");
        }
    }

    /// A move that is told leads on for as long as it is followed.
    #[test]
    fn what_is_told_goes_on() {
        for (a, c) in (1..4i64).flat_map(|a| (-3..4i64).map(move |c| (a, c))) {
            for (m, r, least) in (1..5i64).flat_map(|m| (0..m).flat_map(move |r| [0, 4].map(|least| (m, r, least)))) {
                for n in 0..9i64 {
                    let text = format!("{{n -> {a}*n+{c} if n % {m} = {r} and n >= {least}}}").replace("+-", "-");
                    let mut seen = std::collections::BTreeSet::new();
                    let mut x = n;
                    while x % m == r && x >= least && a * x + c >= 0 && x < 1 << 40 && seen.insert(x) && seen.len() < 60
                    {
                        x = a * x + c;
                    }
                    let endless = seen.len() == 60 || x >= 1 << 40;
                    assert_eq!(grows(&text, &[n as u32]), endless, "{text} from {n}");
                }
            }
        }
    }
}
