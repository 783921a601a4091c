//! Conditions: disjunctions split the piece, comparisons become linear where that is exact.

use grundy_automata::linear::Linear;
use grundy_notation::ast::{Operator, Relation};

use super::{Expander, GiveUp, Many, opposite};
use crate::rule::ir::{Cond, Expr, Function};
use crate::rule::literal::{Kind, Literal};
use crate::rule::piece::{MOST_PIECES, MOST_RESIDUES, Piece, congruence};

impl Expander<'_> {
    pub(super) fn condition(&mut self, piece: Piece, cond: &Cond, positive: bool) -> Many<Piece> {
        self.nested(|this| match (cond, positive) {
            (Cond::Not(inner), _) => this.condition(piece, inner, !positive),
            (Cond::All(conds), true) | (Cond::Any(conds), false) => {
                let mut pieces = vec![piece];
                for cond in conds {
                    pieces = this.each(pieces, |this, piece| this.condition(piece, cond, positive))?;
                    if pieces.len() > 4 {
                        pieces.retain(|p| !p.infeasible(this.work));
                    }
                }
                Ok(pieces)
            }
            (Cond::All(conds), false) | (Cond::Any(conds), true) => {
                let mut out = Vec::new();
                for cond in conds {
                    out.extend(this.condition(piece.clone(), cond, positive)?);
                    if out.len() > MOST_PIECES {
                        return Err(GiveUp);
                    }
                }
                Ok(out)
            }
            (Cond::Compare(a, relation, b), _) => this.compare(piece, a, *relation, b, positive),
            (Cond::In(expr, set), _) => {
                let values = this.form(piece, expr)?;
                let mut out = Vec::new();
                for (piece, value) in values {
                    out.extend(this.member(piece, &value, set, positive)?);
                }
                Ok(out)
            }
        })
    }

    fn compare(&mut self, piece: Piece, a: &Expr, relation: Relation, b: &Expr, positive: bool) -> Many<Piece> {
        let Some(opposite) = relation.opposite() else {
            return self.each_pair(piece, a, b, |this, piece, a, b| this.divides(piece, a, b, positive));
        };
        let relation = if positive { relation } else { opposite };
        for (x, relation, y) in [(a, relation, b), (b, relation.turned(), a)] {
            if let Some(out) = self.compare_special(&piece, x, relation, y) {
                return out;
            }
        }
        self.each_pair(piece, a, b, |_, piece, a, b| related(piece, &a.minus(b).ok_or(GiveUp)?, relation))
    }

    fn each_pair(
        &mut self,
        piece: Piece,
        a: &Expr,
        b: &Expr,
        mut step: impl FnMut(&mut Self, Piece, &Linear, &Linear) -> Many<Piece>,
    ) -> Many<Piece> {
        let mut out = Vec::new();
        for (piece, forms) in self.forms(piece, &[a, b])? {
            let [a, b] = forms.as_slice() else { return Err(GiveUp) };
            out.extend(step(self, piece, a, b)?);
        }
        Ok(out)
    }

    /// Comparisons that are better not taken apart: `gcd(…) = 1`, `a % b = 0`, `x ≤ a // b`.
    fn compare_special(&mut self, piece: &Piece, x: &Expr, relation: Relation, y: &Expr) -> Option<Many<Piece>> {
        let constant = y.literal();
        let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        let equal = relation == Relation::Equal;
        match x {
            Expr::Call(Function::Gcd, arguments) if constant == Some(1) && equality => {
                let exprs: Vec<&Expr> = arguments.iter().collect();
                Some(self.forms(piece.clone(), &exprs).map(|all| {
                    let literal = |(mut piece, forms): (Piece, Vec<Linear>)| {
                        let arguments = forms.into_iter().collect();
                        piece.literals.push(Literal { kind: Kind::Coprime, arguments, positive: equal });
                        piece
                    };
                    all.into_iter().map(literal).collect()
                }))
            }
            Expr::Binary(Operator::Remainder, e, m) => {
                let r = constant?;
                let positive_zero = relation == Relation::Greater && r == 0;
                if !equality && !positive_zero {
                    return None;
                }
                if let Expr::Constant(m) = &**m {
                    let m = i64::try_from(m).ok().filter(|&m| (1..=MOST_RESIDUES).contains(&m))?;
                    let congruent = equal && (0..m).contains(&r);
                    let differs = !equal && (0..m).contains(&r);
                    if !congruent && !differs {
                        return None;
                    }
                    return Some(self.form(piece.clone(), e).and_then(|all| {
                        let mut out = Vec::new();
                        for (piece, form) in all {
                            let form = form.shifted(-r).ok_or(GiveUp)?;
                            congruence(piece, &form, m, congruent, |piece| out.push(piece))?;
                        }
                        Ok(out)
                    }));
                }
                if r != 0 {
                    return None;
                }
                Some(self.each_pair(piece.clone(), m, e, |this, piece, m, e| {
                    if m.value().is_none() && !this.proves(&piece, &m.shifted(-1).ok_or(GiveUp)?) {
                        return Err(GiveUp);
                    }
                    this.divides(piece, m, e, equal)
                }))
            }
            _ => {
                let Expr::Binary(Operator::Divide, e, d) = y else { return None };
                if matches!(relation, Relation::Equal | Relation::NotEqual | Relation::Divides) {
                    return None;
                }
                if matches!(**d, Expr::Constant(_)) {
                    return None;
                }
                // x ≤ ⌊e/d⌋ is x·d ≤ e; x < ⌊e/d⌋ is (x+1)·d ≤ e; the others are the opposites.
                let bump = i64::from(matches!(relation, Relation::Less | Relation::GreaterEqual));
                let at_most = matches!(relation, Relation::Less | Relation::LessEqual);
                Some(self.forms(piece.clone(), &[x, e, d]).and_then(|all| {
                    let mut out = Vec::new();
                    for (piece, forms) in all {
                        let [x, e, d] = forms.as_slice() else { return Err(GiveUp) };
                        out.extend(self.against_quotient(piece, &x.shifted(bump).ok_or(GiveUp)?, e, d, at_most)?);
                    }
                    Ok(out)
                }))
            }
        }
    }

    /// x·d ≤ e, or x·d > e; d must be at least 1.
    pub(super) fn against_quotient(
        &mut self,
        piece: Piece,
        x: &Linear,
        e: &Linear,
        d: &Linear,
        at_most: bool,
    ) -> Many<Piece> {
        if !self.proves(&piece, &d.shifted(-1).ok_or(GiveUp)?) {
            return Err(GiveUp);
        }
        let mut out = Vec::new();
        for (mut piece, product) in self.product_or_scaled(piece, x, d)? {
            let gap = e.minus(&product).ok_or(GiveUp)?;
            piece.system.at_least.push(if at_most { gap } else { opposite(&gap)? });
            out.push(piece);
        }
        Ok(out)
    }

    /// Does x divide y? Only for x ≥ 1.
    pub(super) fn divides(&mut self, piece: Piece, x: &Linear, y: &Linear, positive: bool) -> Many<Piece> {
        if !self.proves(&piece, &x.shifted(-1).ok_or(GiveUp)?) {
            return Err(GiveUp);
        }
        if let Some(m) = x.value() {
            let mut out = Vec::new();
            congruence(piece, y, m, positive, |piece| out.push(piece))?;
            return Ok(out);
        }
        let mut out = Vec::new();
        for (sign, mut piece) in self.by_sign(piece, y)? {
            if sign == 0 {
                if positive {
                    out.push(piece);
                }
                continue;
            }
            if sign > 0 && positive {
                piece.system.at_least.push(y.minus(x).ok_or(GiveUp)?);
            }
            let arguments = [x.clone(), y.clone()].into_iter().collect();
            piece.literals.push(Literal { kind: Kind::Divides, arguments, positive });
            out.push(piece);
        }
        Ok(out)
    }
}

/// `difference relation 0`.
pub(super) fn related(mut piece: Piece, difference: &Linear, relation: Relation) -> Many<Piece> {
    if let Some(x) = difference.value() {
        let truth = match relation {
            Relation::Equal => x == 0,
            Relation::NotEqual => x != 0,
            Relation::Less => x < 0,
            Relation::LessEqual => x <= 0,
            Relation::Greater => x > 0,
            Relation::GreaterEqual => x >= 0,
            Relation::Divides => return Err(GiveUp),
        };
        return Ok(if truth { vec![piece] } else { Vec::new() });
    }
    let up = difference.shifted(-1).ok_or(GiveUp)?;
    let down = difference.scaled(-1).and_then(|f| f.shifted(-1)).ok_or(GiveUp)?;
    match relation {
        Relation::Equal => piece.system.equal.push(difference.clone()),
        Relation::NotEqual => {
            let mut other = piece.clone();
            piece.system.at_least.push(up);
            other.system.at_least.push(down);
            return Ok(vec![other, piece]);
        }
        Relation::Less => piece.system.at_least.push(down),
        Relation::LessEqual => piece.system.at_least.push(difference.scaled(-1).ok_or(GiveUp)?),
        Relation::Greater => piece.system.at_least.push(up),
        Relation::GreaterEqual => piece.system.at_least.push(difference.clone()),
        Relation::Divides => return Err(GiveUp),
    }
    Ok(vec![piece])
}
