//! Rules of one heap whose moves look back no further than some number: from some heap on each value follows from the last few
//! values, from remainders of the heap, and from values of other games.
//!
//! ```text
//! let p = kayles; {n -> p(n-1); p(n-2)}          nothing of its own, kayles from heap 2 on
//! {n -> n-1; n-4 if n%3 = 0 and n > 20}          four values and n % 3, from heap 21 on
//! ```
//!
//! A loop over numbers that are written out is unrolled. A condition compares the heap with a number, so that it stays as it is
//! from some heap on, or asks for remainders. A part is n - c, or does not depend on the heap but for remainders. What else there
//! is makes the rule none of this kind. Between two numbers that conditions compare with, the rule is one such rule, too.
//!
//! Cost: the moves of one heap, unrolled, once.

use grundy_core::Context;
use grundy_core::number::gcd;
use grundy_notation::ast::{Operator, Relation};

use super::arithmetic::expression;
use super::eval::condition;
use super::ir::{Alternative, Cond, Expr, Item, Loop, OtherGame, Part, Rule, Set};

/// So many moves, unrolled.
const MOST_MOVES: usize = 1 << 12;
/// Remainders by larger numbers are not followed.
pub(crate) const MOST_MODULUS: u64 = 1 << 12;

/// What the values of a heap follow from.
#[derive(Debug)]
pub struct Window<'r> {
    /// So many values before that of the heap, …
    pub reach: u64,
    /// … its remainder by this number, …
    pub modulus: u64,
    /// … and heaps of these games, each as far behind the heap; a negative distance is one ahead.
    pub others: Vec<(&'r OtherGame, i64)>,
    /// From this heap on, …
    pub least: u64,
    /// … but for these, at which its conditions change or its moves begin; in no order, and some twice.
    pub changes: Vec<u64>,
}

/// How an expression depends on the heap.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Dependence {
    /// Not at all.
    Fixed(i64),
    /// The heap and this number.
    Shifted(i64),
    /// By its remainder by this number.
    Remainder(u64),
}

impl<'r> Window<'r> {
    /// Reads a rule; `None`: it has other moves.
    pub fn of(rule: &'r Rule, cx: &Context) -> Option<Self> {
        if rule.arity != 1 || rule.loopy {
            return None;
        }
        let mut window = Window { reach: 0, modulus: 1, others: Vec::new(), least: 0, changes: Vec::new() };
        let mut moves = 0;
        for alternative in &rule.alternatives {
            window.unroll(alternative, &mut vec![0], &mut moves, cx)?;
        }
        Some(window)
    }

    /// The heap behind the last change.
    #[must_use]
    pub fn from(&self) -> u64 {
        self.changes.iter().fold(self.least, |from, &change| from.max(change))
    }

    /// Takes in the moves in which the outer loops have these values; the heap stands before them.
    fn unroll(
        &mut self,
        alternative: &'r Alternative,
        values: &mut Vec<i64>,
        moves: &mut usize,
        cx: &Context,
    ) -> Option<()> {
        if let Some(each) = alternative.loops.get(values.len() - 1) {
            for member in members(each, values)? {
                values.push(member);
                self.unroll(alternative, values, moves, cx)?;
                values.pop();
            }
            return Some(());
        }
        *moves += 1;
        if *moves > MOST_MOVES {
            return None;
        }
        for guard in &alternative.guards {
            if self.is_false(&guard.cond, values, cx)? {
                return Some(());
            }
        }
        alternative.parts.iter().try_for_each(|part| self.part(part, values))
    }

    fn part(&mut self, part: &'r Part, values: &[i64]) -> Option<()> {
        let [coordinate] = &part.coordinates[..] else { return None };
        match (self.expression(coordinate, values)?, &part.game) {
            (Dependence::Fixed(at), None) => self.change(at),
            // a heap below the number by which the remainder is taken
            (Dependence::Remainder(modulus), None) => self.begin(i64::try_from(modulus).ok()?),
            (Dependence::Fixed(_) | Dependence::Remainder(_), Some(_)) => Some(()),
            (Dependence::Shifted(by), None) => {
                let back = by.checked_neg().filter(|&back| back > 0)?;
                self.reach = self.reach.max(back as u64);
                self.change(back)
            }
            (Dependence::Shifted(by), Some(other)) => {
                let back = by.checked_neg()?;
                self.others.push((other, back));
                self.change(back)
            }
        }
    }

    /// It begins behind this heap at the earliest.
    fn begin(&mut self, heap: i64) -> Option<()> {
        self.least = self.least.max(u64::try_from(heap.checked_add(1)?).unwrap_or(0));
        Some(())
    }

    /// It changes at this heap, or behind it.
    fn change(&mut self, heap: i64) -> Option<()> {
        self.changes.extend([heap, heap.checked_add(1)?].iter().filter_map(|&n| u64::try_from(n).ok()));
        Some(())
    }

    fn divided_by(&mut self, modulus: u64) -> Option<Dependence> {
        self.modulus = least_common(self.modulus, modulus)?;
        Some(Dependence::Remainder(modulus))
    }

    fn expression(&mut self, expr: &Expr, values: &[i64]) -> Option<Dependence> {
        use Dependence::{Fixed, Remainder, Shifted};
        if !asks_the_heap(expr) {
            return expression(expr, values).ok().map(Fixed);
        }
        let (operator, a, b) = match expr {
            Expr::Variable(_) => return Some(Shifted(0)),
            Expr::Binary(operator, a, b) => (operator, self.expression(a, values)?, self.expression(b, values)?),
            Expr::Constant(_) | Expr::Negative(_) | Expr::Call(..) => return None,
        };
        Some(match (operator, a, b) {
            (Operator::Add, Shifted(a), Fixed(b)) | (Operator::Add, Fixed(a), Shifted(b)) => Shifted(a.checked_add(b)?),
            (Operator::Subtract, Shifted(a), Fixed(b)) => Shifted(a.checked_sub(b)?),
            (Operator::Remainder, Shifted(by), Fixed(modulus)) => {
                // remainders of negative numbers are others
                self.change(by.checked_neg()?)?;
                self.divided_by(u64::try_from(modulus).ok().filter(|&m| m > 0)?)?
            }
            (Operator::Add | Operator::Subtract | Operator::Multiply, Remainder(a), Remainder(b)) => {
                Remainder(least_common(a, b)?)
            }
            (Operator::Add | Operator::Subtract | Operator::Multiply, Remainder(a), Fixed(_))
            | (Operator::Add | Operator::Subtract | Operator::Multiply, Fixed(_), Remainder(a)) => Remainder(a),
            (Operator::Remainder | Operator::Divide, Remainder(a), Fixed(by)) if by > 0 => Remainder(a),
            _ => return None,
        })
    }

    /// Takes in what a condition asks of the heap; is it false whatever the heap? The outer `None`: it asks something else.
    fn is_false(&mut self, cond: &Cond, values: &[i64], cx: &Context) -> Option<bool> {
        let mut asks = false;
        cond.each_expr(&mut |x| asks |= asks_the_heap(x));
        if !asks {
            return condition(cond, values, cx).ok().map(|holds| !holds);
        }
        match cond {
            Cond::All(all) => {
                for cond in all {
                    if self.is_false(cond, values, cx)? {
                        return Some(true);
                    }
                }
            }
            Cond::Any(any) => {
                for cond in any {
                    self.is_false(cond, values, cx)?;
                }
            }
            Cond::Not(cond) => _ = self.is_false(cond, values, cx)?,
            Cond::Compare(a, relation, b) => {
                let (a, b) = (self.expression(a, values)?, self.expression(b, values)?);
                self.comparison(a, *relation, b)?;
            }
            Cond::In(expr, set) => {
                let expr = self.expression(expr, values)?;
                self.membership(expr, set, values)?;
            }
        }
        Some(false)
    }

    fn comparison(&mut self, a: Dependence, relation: Relation, b: Dependence) -> Option<()> {
        use Dependence::{Fixed, Remainder, Shifted};
        match (a, relation, b) {
            (Fixed(by), Relation::Divides, Shifted(more)) if by != 0 => {
                self.change(more.checked_neg()?)?;
                self.divided_by(by.unsigned_abs())?;
            }
            // a number other than 0 has no divisor above it
            (Shifted(by), Relation::Divides, Fixed(number)) => self.begin(number.checked_abs()?.checked_sub(by)?)?,
            (Shifted(_), Relation::Divides, Shifted(_)) => return None,
            (Shifted(by), _, Fixed(number)) | (Fixed(number), _, Shifted(by)) => {
                self.change(number.checked_sub(by)?)?;
            }
            // as large as the remainder may be
            (Shifted(_), _, Remainder(_)) | (Remainder(_), _, Shifted(_)) => return None,
            (Fixed(_) | Remainder(_), _, Fixed(_) | Remainder(_)) | (Shifted(_), _, Shifted(_)) => {}
        }
        Some(())
    }

    fn membership(&mut self, expr: Dependence, set: &Set, values: &[i64]) -> Option<()> {
        let mut asks = false;
        set.each_expr(&mut |x| asks |= asks_the_heap(x));
        match expr {
            _ if asks => None,
            Dependence::Shifted(by) => self.belonging(by, set, values),
            Dependence::Fixed(_) | Dependence::Remainder(_) => Some(()),
        }
    }

    /// Takes in where the heap and `by` enter and leave a set.
    fn belonging(&mut self, by: i64, set: &Set, values: &[i64]) -> Option<()> {
        let number = |expr| expression(expr, values).ok();
        for item in &set.items {
            match item {
                Item::One(one) => self.change(number(one)?.checked_sub(by)?)?,
                Item::Range { from, to, step } => {
                    self.change(number(from)?.checked_sub(by)?)?;
                    if let Some(to) = to {
                        self.change(number(to)?.checked_sub(by)?)?;
                    }
                    self.divided_by(u64::try_from(number(step)?).ok().filter(|&step| step > 0)?)?;
                }
                _ => return None,
            }
        }
        set.except.iter().try_for_each(|set| self.belonging(by, set, values))
    }
}

fn asks_the_heap(expr: &Expr) -> bool {
    expr.holds_variable(&|v| v == 0)
}

/// The numbers of a loop over numbers that are written out.
fn members(each: &Loop, values: &[i64]) -> Option<Vec<i64>> {
    let fixed = |expr: &Expr| if asks_the_heap(expr) { None } else { expression(expr, values).ok() };
    if !each.set.except.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for item in &each.set.items {
        match item {
            Item::One(one) => all.push(fixed(one)?),
            Item::Range { from, to: Some(to), step } => {
                let (from, to, step) = (fixed(from)?, fixed(to)?, fixed(step)?);
                let step = usize::try_from(step).ok().filter(|&step| step > 0)?;
                if to.checked_sub(from)? > MOST_MOVES as i64 {
                    return None;
                }
                all.extend((from..=to).step_by(step));
            }
            _ => return None,
        }
    }
    Some(all)
}

/// The least common multiple, if it is not too large.
#[must_use]
pub fn least_common(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b).filter(|&all| all <= MOST_MODULUS)
}
