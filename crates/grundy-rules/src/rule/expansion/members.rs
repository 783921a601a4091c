//! Sets: a loop enters a set, a condition asks for membership; ranges are bounds, steps are congruences.

use grundy_automata::linear::Linear;
use grundy_notation::ast::{Operator, Relation};

use super::condition::related;
use super::scan::{constant_points, constant_runs};
use super::{Expander, GiveUp, Many, opposite};
use crate::rule::ir::{Expr, Function, Item, Set};
use crate::rule::literal::{Kind, Literal};
use crate::rule::piece::{MOST_PIECES, Piece, congruence};

impl Expander<'_> {
    /// Enters a loop: the value is in the set and, in an infinite named set, at most the size of the position.
    pub(super) fn looped(&mut self, piece: Piece, value: &Linear, set: &Set, unroll: bool) -> Many<Piece> {
        if unroll && let Some(points) = constant_points(set, 0) {
            let variable = value.terms().next().ok_or(GiveUp)?.0;
            let at = |point: i64| {
                let mut piece = piece.clone();
                piece.fixed.push((variable, point));
                piece.system.equal.push(value.shifted(-point).ok_or(GiveUp)?);
                Ok(piece)
            };
            return points.into_iter().map(at).collect();
        }
        self.looping = true;
        let out = self.member(piece, value, set, true);
        self.looping = false;
        out
    }

    pub(super) fn member(&mut self, piece: Piece, value: &Linear, set: &Set, positive: bool) -> Many<Piece> {
        self.nested(|this| {
            let (runs, others) = constant_runs(&set.items);
            let mut out = Vec::new();
            if positive {
                for &(low, high) in &runs {
                    let mut piece = piece.clone();
                    if low == high {
                        piece.system.equal.push(value.shifted(low.checked_neg().ok_or(GiveUp)?).ok_or(GiveUp)?);
                    } else {
                        piece.system.at_least.push(value.shifted(low.checked_neg().ok_or(GiveUp)?).ok_or(GiveUp)?);
                        piece.system.at_least.push(Linear::constant(high).minus(value).ok_or(GiveUp)?);
                    }
                    out.push(piece);
                }
                for item in others {
                    out.extend(this.item(piece.clone(), value, item, true)?);
                    if out.len() > MOST_PIECES {
                        return Err(GiveUp);
                    }
                }
                for except in &set.except {
                    out = this.each(out, |this, piece| this.member(piece, value, except, false))?;
                    out.retain(|p| !p.infeasible(this.work));
                }
                return Ok(out);
            }
            let mut outside = vec![piece.clone()];
            for &(low, high) in &runs {
                outside = this.each(outside, |_, piece| {
                    let mut below = piece.clone();
                    let mut above = piece;
                    below
                        .system
                        .at_least
                        .push(Linear::constant(low).minus(value).and_then(|f| f.shifted(-1)).ok_or(GiveUp)?);
                    above
                        .system
                        .at_least
                        .push(value.minus(&Linear::constant(high)).and_then(|f| f.shifted(-1)).ok_or(GiveUp)?);
                    Ok(vec![below, above])
                })?;
                outside.retain(|p| !p.infeasible(this.work));
            }
            for item in others {
                outside = this.each(outside, |this, piece| this.item(piece, value, item, false))?;
                outside.retain(|p| !p.infeasible(this.work));
            }
            for except in &set.except {
                outside.extend(this.member(piece.clone(), value, except, true)?);
            }
            Ok(outside)
        })
    }

    fn item(&mut self, piece: Piece, value: &Linear, item: &Item, positive: bool) -> Many<Piece> {
        match item {
            Item::One(e) => {
                let relation = if positive { Relation::Equal } else { Relation::NotEqual };
                let mut out = Vec::new();
                for (piece, form) in self.form(piece, e)? {
                    out.extend(related(piece, &value.minus(&form).ok_or(GiveUp)?, relation)?);
                }
                Ok(out)
            }
            Item::Range { from, to, step } => self.range(piece, value, from, to.as_ref(), step, positive),
            Item::Powers(base) => {
                let mut out = Vec::new();
                for (piece, base) in self.form(piece, base)? {
                    let base = base.value().filter(|&b| b >= 2).ok_or(GiveUp)?;
                    out.push(self.literal(piece, Kind::Power(base), value, positive)?);
                }
                Ok(out)
            }
            Item::Squares => Ok(vec![self.literal(piece, Kind::Square, value, positive)?]),
            Item::Fibonacci => Ok(vec![self.literal(piece, Kind::Fibonacci, value, positive)?]),
            Item::Primes => Ok(vec![self.literal(piece, Kind::Prime, value, positive)?]),
            Item::Odds => self.every_second(piece, value, 1, positive),
            Item::Evens => self.every_second(piece, value, 2, positive),
            Item::Divisors(e) => {
                let mut out = Vec::new();
                for (piece, number) in self.form(piece, e)? {
                    if !self.proves(&piece, &number) {
                        return Err(GiveUp);
                    }
                    out.extend(self.divisor(piece, value, &number, positive)?);
                }
                Ok(out)
            }
            Item::Nested(set) => self.member(piece, value, set, positive),
        }
    }

    /// A named set holds positive numbers only.
    fn literal(&mut self, mut piece: Piece, kind: Kind, value: &Linear, positive: bool) -> Result<Piece, GiveUp> {
        if positive {
            let least = if kind == Kind::Prime { 2 } else { 1 };
            piece.system.at_least.push(value.shifted(-least).ok_or(GiveUp)?);
            self.end_loop(&mut piece, value)?;
        }
        piece.literals.push(Literal { kind, arguments: [value.clone()].into_iter().collect(), positive });
        Ok(piece)
    }

    /// Odd or even numbers from `first` on.
    fn every_second(&mut self, mut piece: Piece, value: &Linear, first: i64, positive: bool) -> Many<Piece> {
        if positive {
            self.end_loop(&mut piece, value)?;
        }
        self.progression(piece, value, &Linear::constant(first), &[], &Linear::constant(2), positive)
    }

    /// A loop over an infinite set ends at the size of the position.
    fn end_loop(&mut self, piece: &mut Piece, value: &Linear) -> Result<(), GiveUp> {
        if self.looping {
            piece.system.at_least.push(self.size()?.minus(value).ok_or(GiveUp)?);
        }
        Ok(())
    }

    fn divisor(&mut self, piece: Piece, value: &Linear, number: &Linear, positive: bool) -> Many<Piece> {
        let mut out = Vec::new();
        for (sign_number, piece) in self.by_sign(piece, number)? {
            if sign_number == 0 {
                // The divisors of 0 are none.
                if !positive {
                    out.push(piece);
                }
                continue;
            }
            for (sign, piece) in self.by_sign(piece, value)? {
                if sign > 0 {
                    out.extend(self.divides(piece, value, number, positive)?);
                } else if !positive {
                    out.push(piece);
                }
            }
        }
        Ok(out)
    }

    fn range(
        &mut self,
        piece: Piece,
        value: &Linear,
        from: &Expr,
        to: Option<&Expr>,
        step: &Expr,
        positive: bool,
    ) -> Many<Piece> {
        let by_one = *step == Expr::Constant(1.into());
        let mut exprs = vec![from, step];
        // Below a minimum is below each; then the range need not be split.
        let (uppers, quotient): (Vec<&Expr>, Option<(&Expr, &Expr)>) = match to {
            Some(Expr::Call(Function::Min, arguments)) if positive => (arguments.iter().collect(), None),
            Some(Expr::Binary(Operator::Divide, e, d)) if positive && !matches!(**d, Expr::Constant(_)) => {
                (vec![], Some((&**e, &**d)))
            }
            Some(to) => (vec![to], None),
            None => (vec![], None),
        };
        let lowers: Vec<&Expr> = match from {
            Expr::Call(Function::Max, arguments) if positive && by_one => arguments.iter().collect(),
            _ => vec![],
        };
        if !lowers.is_empty() {
            exprs = lowers.clone();
            exprs.push(step);
        }
        let lower_count = exprs.len() - 1;
        exprs.extend(uppers.iter().copied());
        exprs.extend(quotient.iter().flat_map(|&(e, d)| [e, d]));
        let mut out = Vec::new();
        for (mut piece, forms) in self.forms(piece, &exprs)? {
            let step = &forms[lower_count];
            let (lower, upper) = (&forms[..lower_count], &forms[lower_count + 1..]);
            for extra in lower.iter().skip(1) {
                piece.system.at_least.push(value.minus(extra).ok_or(GiveUp)?);
            }
            if let (Some(_), [e, d]) = (quotient, upper) {
                for piece in self.against_quotient(piece, value, e, d, true)? {
                    out.extend(self.progression(piece, value, &lower[0], &[], step, positive)?);
                }
                continue;
            }
            // an open range ends in a loop only
            let size = [self.size()?];
            let upper = if to.is_none() && self.looping { &size } else { upper };
            let beyond = size[0].minus(value).ok_or(GiveUp)?;
            if to.is_none() && self.looping && !positive && !self.proves(&piece, &beyond) {
                return Err(GiveUp);
            }
            out.extend(self.progression(piece, value, &lower[0], upper, step, positive)?);
        }
        Ok(out)
    }

    /// from, from + step, … up to all of `upper`.
    fn progression(
        &mut self,
        piece: Piece,
        value: &Linear,
        from: &Linear,
        upper: &[Linear],
        step: &Linear,
        positive: bool,
    ) -> Many<Piece> {
        let above = value.minus(from).ok_or(GiveUp)?;
        if !self.proves(&piece, &step.shifted(-1).ok_or(GiveUp)?) {
            return Err(GiveUp);
        }
        if positive {
            let mut piece = piece;
            for to in upper {
                piece.system.at_least.push(to.minus(value).ok_or(GiveUp)?);
            }
            piece.system.at_least.push(above.clone());
            return self.on_step(piece, &above, step, true);
        }
        let mut out = Vec::new();
        let mut below = piece.clone();
        below.system.at_least.push(opposite(&above)?);
        out.push(below);
        let mut inside = piece;
        inside.system.at_least.push(above.clone());
        for to in upper {
            let mut beyond = inside.clone();
            let gap = to.minus(value).ok_or(GiveUp)?;
            beyond.system.at_least.push(opposite(&gap)?);
            out.push(beyond);
            inside.system.at_least.push(gap);
        }
        out.extend(self.on_step(inside, &above, step, false)?);
        Ok(out)
    }

    fn on_step(&mut self, piece: Piece, above: &Linear, step: &Linear, positive: bool) -> Many<Piece> {
        match step.value() {
            Some(_) => {
                let mut out = Vec::new();
                congruence(piece, above, step.value().ok_or(GiveUp)?, positive, |piece| out.push(piece))?;
                Ok(out)
            }
            None => self.divides(piece, step, above, positive),
        }
    }
}
