//! Rules whose moves divide: `{n -> n//d for d in 2..6 if n > 0}`, `{n -> (n+d-1)//d for d in 2..9 if n > 1}`.
//!
//! With m = n − s, for one whole number s, every move must be *m becomes ⌊m/d⌋*, d ≥ 2, or lead to a fixed heap: rounding
//! down has s = 0, rounding up s = 1, and in general n becomes ⌊(n + s(d−1))/d⌋. A move may leave several such parts.
//! Guards must be settled from some heap on (`n > 0`, `n//3 >= 2`); what comes before is worked out one by one.

use grundy_notation::ast::{Operator, Relation};
use smallvec::SmallVec;

use super::affine::Form;
use super::ir::{Alternative, Cond, Expr, Item, Rule, Set};

/// A rule has so many moves at most.
const MOST_WAYS: usize = 1 << 12;

/// A part that a move leaves, where m = n − shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// ⌊m/d⌋, d ≥ 2.
    Over(u64),
    /// The heap of this size, whatever m is.
    Fixed(u64),
}

/// A rule that divides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    /// m = n − shift.
    pub shift: i64,
    /// From this heap on the moves are those of `ways`.
    pub from: u64,
    /// The parts of each move.
    pub ways: Vec<SmallVec<[Part; 2]>>,
}

impl Division {
    /// Reads a rule; `None`: it has other moves.
    #[must_use]
    pub fn of(rule: &Rule) -> Option<Division> {
        if rule.arity != 1 || rule.loopy {
            return None;
        }
        let mut reader = Reader { shift: None, division: Division { shift: 0, from: 1, ways: Vec::new() } };
        for alternative in &rule.alternatives {
            reader.unroll(alternative.clone())?;
        }
        let mut division = reader.division;
        division.shift = reader.shift?;
        division.ways.sort();
        division.ways.dedup();
        // from here on no part of a move is a heap below 0 or as large as the heap itself
        let largest = division.divisors().max()?;
        let least = largest.checked_add(1)?.checked_mul(division.shift.unsigned_abs())?.checked_add(1)?;
        division.from = division.from.max(least);
        Some(division)
    }

    /// The divisors of all moves.
    pub fn divisors(&self) -> impl Iterator<Item = u64> + '_ {
        self.ways.iter().flatten().filter_map(|part| match part {
            Part::Over(d) => Some(*d),
            Part::Fixed(_) => None,
        })
    }
}

struct Reader {
    shift: Option<i64>,
    division: Division,
}

impl Reader {
    /// Puts the members of the first loop in, one by one.
    fn unroll(&mut self, mut alternative: Alternative) -> Option<()> {
        if alternative.loops.is_empty() {
            return self.add(&alternative);
        }
        let set = alternative.loops.remove(0).set;
        for member in members(&set)? {
            let mut inner = alternative.clone();
            inner.each_expr_mut(&mut |expr| bind(expr, member));
            self.unroll(inner)?;
        }
        Some(())
    }

    fn add(&mut self, alternative: &Alternative) -> Option<()> {
        for guard in &alternative.guards {
            if !self.settled(&guard.cond)? {
                return Some(());
            }
        }
        let mut way = SmallVec::new();
        for part in &alternative.parts {
            let ([coordinate], None) = (&part.coordinates[..], &part.game) else { return None };
            if let Some(heap) = Form::of(coordinate).as_constant() {
                let Ok(heap) = u64::try_from(heap) else { return Some(()) };
                self.division.from = self.division.from.max(heap.checked_add(1)?);
                way.push(Part::Fixed(heap));
                continue;
            }
            let (added, by) = quotient(coordinate)?;
            let apart = by.checked_sub(1).filter(|&apart| apart > 0)?;
            if added % apart != 0 || *self.shift.get_or_insert(added / apart) != added / apart {
                return None;
            }
            way.push(Part::Over(u64::try_from(by).ok()?));
        }
        way.sort();
        self.division.ways.push(way);
        (self.division.ways.len() <= MOST_WAYS).then_some(())
    }

    /// Does a condition hold from some heap on? `None`: it is never settled, or that is not seen.
    fn settled(&mut self, cond: &Cond) -> Option<bool> {
        match cond {
            // all must be settled
            Cond::All(all) => all.iter().try_fold(true, |holds, cond| Some(self.settled(cond)? && holds)),
            Cond::Any(any) => any.iter().try_fold(false, |holds, cond| Some(self.settled(cond)? || holds)),
            Cond::Not(cond) => Some(!self.settled(cond)?),
            Cond::Compare(a, relation, b) => {
                let difference = Expr::Binary(Operator::Subtract, Box::new(a.clone()), Box::new(b.clone()));
                let (sign, from) = match Form::of(&difference) {
                    Form::Linear { constant, terms } => match terms.as_slice() {
                        [] => (constant.signum(), 0),
                        [(_, times)] => (times.signum(), constant.unsigned_abs().checked_add(1)?),
                        _ => return None,
                    },
                    // ⌊(n + x)/d⌋ against a number
                    Form::Tree(_) => match (quotient(a), Form::of(b).as_constant()) {
                        (Some(left), Some(right)) => (1, passes(left, right)?),
                        _ => (-1, passes(quotient(b)?, Form::of(a).as_constant()?)?),
                    },
                };
                self.division.from = self.division.from.max(from);
                Some(match relation {
                    Relation::Equal => sign == 0,
                    Relation::NotEqual => sign != 0,
                    Relation::Less => sign < 0,
                    Relation::LessEqual => sign <= 0,
                    Relation::Greater => sign > 0,
                    Relation::GreaterEqual => sign >= 0,
                    Relation::Divides => return None,
                })
            }
            Cond::In(..) => None,
        }
    }
}

/// From which heap on ⌊(n + x)/d⌋ is larger than a number.
fn passes((added, by): (i64, i64), number: i64) -> Option<u64> {
    let least = number.checked_add(1)?.checked_mul(by)?.checked_sub(added)?;
    Some(u64::try_from(least).unwrap_or(0))
}

/// x and d ≥ 1 of an expression that is ⌊(n + x)/d⌋.
fn quotient(expr: &Expr) -> Option<(i64, i64)> {
    if let Form::Linear { constant, terms } = Form::of(expr) {
        return (terms.as_slice() == [(0, 1)]).then_some((constant, 1));
    }
    match expr {
        Expr::Binary(Operator::Divide, of, by) => {
            let (added, inner) = quotient(of)?;
            let by = Form::of(by).as_constant().filter(|&by| by > 0)?;
            Some((added, inner.checked_mul(by)?))
        }
        Expr::Binary(operator @ (Operator::Add | Operator::Subtract), of, more) => {
            let (of, more, sign) = match (Form::of(more).as_constant(), operator) {
                (Some(more), Operator::Add) => (of, more, 1),
                (Some(more), _) => (of, more, -1),
                (None, Operator::Add) => (more, Form::of(of).as_constant()?, 1),
                (None, _) => return None,
            };
            let (added, by) = quotient(of)?;
            Some((added.checked_add(more.checked_mul(by)?.checked_mul(sign)?)?, by))
        }
        // −⌊(x − n)/d⌋ rounds up
        Expr::Negative(inner) => {
            let Expr::Binary(Operator::Divide, of, by) = &**inner else { return None };
            let by = Form::of(by).as_constant().filter(|&by| by > 0)?;
            match Form::of(of) {
                Form::Linear { constant, terms } if terms.as_slice() == [(0, -1)] => {
                    Some(((by - 1).checked_sub(constant)?, by))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The members of a set of numbers that is written out.
fn members(set: &Set) -> Option<Vec<i64>> {
    let mut all = Vec::new();
    for item in &set.items {
        match item {
            Item::One(expr) => all.push(Form::of(expr).as_constant()?),
            Item::Range { from, to: Some(to), step } => {
                let number = |expr: &Expr| Form::of(expr).as_constant();
                let (from, to, step) = (number(from)?, number(to)?, usize::try_from(number(step)?).ok()?);
                if to.checked_sub(from)? > MOST_WAYS as i64 || step == 0 {
                    return None;
                }
                all.extend((from..=to).step_by(step));
            }
            Item::Nested(set) => all.extend(members(set)?),
            _ => return None,
        }
    }
    for set in &set.except {
        let out = members(set)?;
        all.retain(|member| !out.contains(member));
    }
    (all.len() <= MOST_WAYS).then_some(all)
}

/// Puts a number for the first loop variable, and counts the others from one less.
fn bind(expr: &mut Expr, member: i64) {
    match expr {
        Expr::Variable(0) => {}
        Expr::Variable(1) => *expr = Expr::from(member),
        Expr::Variable(v) => *v -= 1,
        _ => expr.children_mut().into_iter().for_each(|x| bind(x, member)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    fn read(text: &str) -> Option<(i64, u64, Vec<u64>)> {
        let division = Division::of(&rule(text))?;
        let divisors = division.divisors().collect();
        Some((division.shift, division.from, divisors))
    }

    #[test]
    fn rules_that_divide_are_read_however_they_are_spelt() {
        assert_eq!(read("{n -> n//d for d in 2..6 if n > 0}"), Some((0, 1, vec![2, 3, 4, 5, 6])));
        assert_eq!(read("{n -> n//2 | n//3 if n >= 5}").map(|r| (r.0, r.2)), Some((0, vec![2, 3])));
        assert_eq!(read("{n -> n//2//3 if n > 0}"), Some((0, 1, vec![6])));
        assert_eq!(read("{n -> (n+d-1)//d for d in {2,5} if n > 1}"), Some((1, 7, vec![2, 5])));
        assert_eq!(read("{n -> 1+(n-1)//d for d in {2,5} if n > 1}"), Some((1, 7, vec![2, 5])));
        assert_eq!(read("{n -> -(-n//d) for d in {2,5} if n > 1}"), Some((1, 7, vec![2, 5])));
        assert_eq!(read("{n -> (n-1)//2 | (n-2)//3 if n > 0}"), Some((-1, 5, vec![2, 3])));
        assert_eq!(
            read("{n -> n//d for d in 2..4 for e in 1..2 if n > d and e = 1}").map(|r| r.2),
            Some(vec![2, 3, 4])
        );
        // the second alternative ends with the heap 2
        assert_eq!(read("{n -> n//2 if n > 0; n-1 if n > 0 and n < 3}").map(|r| r.2), Some(vec![2]));
    }

    #[test]
    fn other_rules_are_not() {
        for text in [
            "{n -> n-1 | n//2 if n > 0}",
            "{n -> n//2 if n % 2 = 0 and n > 0}",
            "{n -> n//2 | (n+2)//3 if n > 1}",
            "{n -> (n+1)//3 if n > 0}",
            "{n -> n-n//2 if n > 1}",
            "{n -> n//d for d in 2..n if n > 0}",
            "{n -> 0 if n > 0}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
