//! From an alternative as written to raw pieces: disjunctions split, loops become bounds, floors and products names.
//!
//! `for k in {1,3} if k != n` becomes four pieces: `k = 1, n ≤ 0`, `k = 1, n ≥ 2`, `k = 3, n ≤ 2`, `k = 3, n ≥ 4`.
//! The steps follow the meaning of [`super::ir`]: loops in order, each guard as soon as its variables are bound.
//! What cannot be said exactly is given up on, never approximated.

use super::inclusion::negated;
use super::ir::{Alternative, Cond, Expr, Function, Item, Rule, Set};
use super::linear::{Linear, Work};
use super::literal::congruence;
use super::pieces::{Floor, Kind, Literal, MOST_PIECES, Piece, floor_bounds};
use crate::notation::ast::{Operator, Relation};

/// The rule is not analysable, or not within the cap.
#[derive(Debug, Clone, Copy)]
pub(super) struct GiveUp;

type Many<T> = Result<Vec<T>, GiveUp>;

/// Expressions nested deeper are not analysed.
const DEEPEST: usize = 256;

/// Loops over more points are not unrolled.
const MOST_UNROLLED: usize = 256;

/// The raw pieces of an alternative, and whether an expression may fail somewhere.
pub(super) fn expand(rule: &Rule, alternative: usize, work: &mut Work) -> Result<(Vec<Piece>, bool), GiveUp> {
    let number = alternative;
    let alternative = rule.alternatives.get(number).ok_or(GiveUp)?;
    let mut expander = Expander {
        arity: rule.arity,
        shift: alternative.parts.iter().map(|p| p.coordinates.len()).sum(),
        may_fail: false,
        depth: 0,
        looping: false,
        work,
    };
    let pieces = expander.alternative(number, alternative)?;
    Ok((pieces, expander.may_fail))
}

struct Expander<'a> {
    arity: usize,
    /// Coordinates of parts: loop variables are numbered behind them.
    shift: usize,
    may_fail: bool,
    depth: usize,
    /// Is the set at hand the range of a loop? Then an infinite set ends at the size of the position.
    looping: bool,
    work: &'a mut Work,
}

impl Expander<'_> {
    fn alternative(&mut self, number: usize, alternative: &Alternative) -> Many<Piece> {
        let visible = self.arity + self.shift;
        let mut start = Piece {
            alternative: number,
            shape: alternative.parts.iter().map(|p| (p.game.as_ref().map(|g| g.id()), p.coordinates.len())).collect(),
            arity: self.arity,
            visible,
            next: visible + alternative.loops.len(),
            system: Default::default(),
            facts: Vec::new(),
            literals: Vec::new(),
            floors: Vec::new(),
            fixed: Default::default(),
        };
        start.system.at_least = (0..self.arity).map(Linear::variable).collect();
        let mut pieces = vec![start];
        for depth in 0..=alternative.loops.len() {
            if let Some(entered) = depth.checked_sub(1).and_then(|i| alternative.loops.get(i)) {
                let variable = self.arity + depth - 1;
                let unroll = used_nonlinearly(variable, alternative);
                let value = Linear::variable(variable + self.shift);
                pieces = self.each(pieces, |this, piece| this.looped(piece, &value, &entered.set, unroll))?;
            }
            for guard in alternative.guards.iter().filter(|g| g.depth == depth) {
                pieces = self.each(pieces, |this, piece| this.condition(piece, &guard.cond, true))?;
            }
            if pieces.len() > 1 {
                pieces.retain(|p| !p.infeasible(self.work));
            }
        }
        let mut variable = self.arity;
        for expr in alternative.parts.iter().flat_map(|p| &p.coordinates) {
            let part = Linear::variable(variable);
            pieces = self.each(pieces, |this, piece| {
                let mut out = Vec::new();
                for (mut piece, form) in this.form(piece, expr)? {
                    piece.system.equal.push(part.minus(&form).ok_or(GiveUp)?);
                    piece.system.at_least.push(part.clone());
                    out.push(piece);
                }
                Ok(out)
            })?;
            variable += 1;
        }
        Ok(pieces)
    }

    fn each(&mut self, pieces: Vec<Piece>, mut step: impl FnMut(&mut Self, Piece) -> Many<Piece>) -> Many<Piece> {
        let mut out = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if !self.work.take(4) {
                return Err(GiveUp);
            }
            out.extend(step(self, piece)?);
            if out.len() > MOST_PIECES {
                return Err(GiveUp);
            }
        }
        Ok(out)
    }

    fn nested<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T, GiveUp>) -> Result<T, GiveUp> {
        self.depth += 1;
        let out = if self.depth > DEEPEST { Err(GiveUp) } else { step(self) };
        self.depth -= 1;
        out
    }

    /// The sum of the coordinates: the size of the position.
    fn size(&self) -> Result<Linear, GiveUp> {
        (0..self.arity).try_fold(Linear::default(), |sum, v| sum.plus(&Linear::variable(v))).ok_or(GiveUp)
    }

    fn proves(&mut self, piece: &Piece, at_least: &Linear) -> bool {
        if let Some(x) = at_least.value() {
            return x >= 0;
        }
        piece.always(at_least, self.work)
    }

    // ---- expressions

    fn forms(&mut self, piece: Piece, exprs: &[&Expr]) -> Many<(Piece, Vec<Linear>)> {
        let mut out = vec![(piece, Vec::new())];
        for expr in exprs {
            let mut longer = Vec::new();
            for (piece, before) in out {
                for (piece, form) in self.form(piece, expr)? {
                    let mut all = before.clone();
                    all.push(form);
                    longer.push((piece, all));
                }
            }
            out = longer;
            if out.len() > MOST_PIECES {
                return Err(GiveUp);
            }
        }
        Ok(out)
    }

    fn form(&mut self, piece: Piece, expr: &Expr) -> Many<(Piece, Linear)> {
        self.nested(|this| this.form_inner(piece, expr))
    }

    fn form_inner(&mut self, piece: Piece, expr: &Expr) -> Many<(Piece, Linear)> {
        match expr {
            Expr::Constant(c) => {
                let c = i64::try_from(c).map_err(|_| GiveUp)?;
                Ok(vec![(piece, Linear::constant(c))])
            }
            Expr::Variable(v) => {
                let v = if *v < self.arity { *v } else { v + self.shift };
                let fixed = piece.fixed.iter().find(|f| f.0 == v).map(|f| Linear::constant(f.1));
                Ok(vec![(piece, fixed.unwrap_or_else(|| Linear::variable(v)))])
            }
            Expr::Negative(a) => {
                let forms = self.form(piece, a)?;
                forms.into_iter().map(|(p, f)| Ok((p, f.scaled(-1).ok_or(GiveUp)?))).collect()
            }
            Expr::Binary(operator, a, b) => {
                let mut out = Vec::new();
                for (piece, forms) in self.forms(piece, &[a, b])? {
                    let [a, b] = forms.as_slice() else { return Err(GiveUp) };
                    out.extend(self.binary(piece, *operator, a, b)?);
                }
                Ok(out)
            }
            Expr::Call(function, arguments) => self.call(piece, *function, arguments),
        }
    }

    fn binary(&mut self, piece: Piece, operator: Operator, a: &Linear, b: &Linear) -> Many<(Piece, Linear)> {
        let one = |piece, form: Option<Linear>| Ok(vec![(piece, form.ok_or(GiveUp)?)]);
        match operator {
            Operator::Add => one(piece, a.plus(b)),
            Operator::Subtract => one(piece, a.minus(b)),
            Operator::Multiply => match (a.value(), b.value()) {
                (Some(c), _) => one(piece, b.scaled(c)),
                (_, Some(c)) => one(piece, a.scaled(c)),
                _ => self.product(piece, a, b),
            },
            Operator::Divide => match b.value() {
                Some(0) => Err(GiveUp),
                Some(d) if d < 0 => {
                    let (a, d) = (a.scaled(-1).ok_or(GiveUp)?, d.checked_neg().ok_or(GiveUp)?);
                    self.floor(piece, &a, d).map(|x| vec![x])
                }
                Some(d) => self.floor(piece, a, d).map(|x| vec![x]),
                None => self.quotient(piece, a, b),
            },
            Operator::Remainder => match b.value() {
                Some(0) => Err(GiveUp),
                Some(m) => {
                    let m = m.checked_abs().ok_or(GiveUp)?;
                    let (piece, q) = self.floor(piece, a, m)?;
                    one(piece, a.combine(1, &q, -m))
                }
                None => {
                    let mut out = Vec::new();
                    for (piece, q) in self.quotient(piece, a, b)? {
                        for (piece, product) in self.product_or_scaled(piece, &q, b)? {
                            out.push((piece, a.minus(&product).ok_or(GiveUp)?));
                        }
                    }
                    Ok(out)
                }
            },
            Operator::Power => match (a.value(), b.value()) {
                (Some(x), Some(y)) => {
                    let y = u32::try_from(y).map_err(|_| GiveUp)?;
                    one(piece, x.checked_pow(y).map(Linear::constant))
                }
                (_, Some(1)) => one(piece, Some(a.clone())),
                (_, Some(2)) => self.product(piece, a, a),
                _ => {
                    if !self.proves(&piece, b) {
                        self.may_fail = true;
                    }
                    let (piece, v) = self.named(piece, Kind::Raised, vec![a.clone(), b.clone()]);
                    Ok(vec![(piece, v)])
                }
            },
        }
    }

    /// ⌊a/d⌋ for a constant d ≥ 1.
    fn floor(&mut self, mut piece: Piece, a: &Linear, d: i64) -> Result<(Piece, Linear), GiveUp> {
        if let Some(x) = a.value() {
            return Ok((piece, Linear::constant(x.div_euclid(d))));
        }
        if a.content() % d.unsigned_abs() == 0 {
            let mut out = Linear::constant(a.constant_term().div_euclid(d));
            for (v, c) in a.terms() {
                out = out.combine(1, &Linear::variable(v), c / d).ok_or(GiveUp)?;
            }
            return Ok((piece, out));
        }
        if let Some(known) = piece.floors.iter().find(|f| f.of == *a && f.by == d) {
            let q = Linear::variable(known.variable);
            return Ok((piece, q));
        }
        let floor = Floor { variable: piece.fresh(), of: a.clone(), by: d };
        let q = Linear::variable(floor.variable);
        let (low, high) = floor_bounds(&floor).ok_or(GiveUp)?;
        piece.facts.extend([low, high]);
        piece.floors.push(floor);
        Ok((piece, q))
    }

    /// ⌊a/b⌋ for b ≥ 1 that is not constant: a q with q·b ≤ a ≤ q·b + b − 1.
    fn quotient(&mut self, mut piece: Piece, a: &Linear, b: &Linear) -> Many<(Piece, Linear)> {
        if !self.proves(&piece, &b.shifted(-1).ok_or(GiveUp)?) {
            return Err(GiveUp);
        }
        let q = Linear::variable(piece.fresh());
        let mut out = Vec::new();
        for (mut piece, product) in self.product(piece, &q, b)? {
            let rest = a.minus(&product).ok_or(GiveUp)?;
            piece.system.at_least.push(b.minus(&rest).and_then(|f| f.shifted(-1)).ok_or(GiveUp)?);
            piece.system.at_least.push(rest);
            out.push((piece, q.clone()));
        }
        Ok(out)
    }

    fn product_or_scaled(&mut self, piece: Piece, a: &Linear, b: &Linear) -> Many<(Piece, Linear)> {
        self.binary(piece, Operator::Multiply, a, b)
    }

    /// a·b, split by the signs of b and a.
    fn product(&mut self, piece: Piece, a: &Linear, b: &Linear) -> Many<(Piece, Linear)> {
        let mut out = Vec::new();
        for (sign_b, piece) in self.by_sign(piece, b)? {
            if sign_b == 0 {
                out.push((piece, Linear::default()));
                continue;
            }
            for (sign_a, piece) in self.by_sign(piece, a)? {
                if sign_a == 0 {
                    out.push((piece, Linear::default()));
                    continue;
                }
                let (piece, factor) = self.as_variable(piece, a)?;
                let (x, y) = if factor <= *b { (factor, b.clone()) } else { (b.clone(), factor) };
                let (mut with, m) = self.named(piece, Kind::Product, vec![x, y]);
                if sign_a > 0 && sign_b > 0 {
                    // (a − 1)(b − 1) ≥ 0
                    let corner = m.minus(a).and_then(|f| f.minus(b)).and_then(|f| f.shifted(1)).ok_or(GiveUp)?;
                    with.facts.extend([m.minus(a).ok_or(GiveUp)?, m.minus(b).ok_or(GiveUp)?, corner]);
                } else if sign_a == -sign_b {
                    with.facts.push(m.scaled(-1).and_then(|f| f.shifted(-1)).ok_or(GiveUp)?);
                }
                out.push((with, m));
            }
        }
        Ok(out)
    }

    /// A variable that is the form.
    fn as_variable(&mut self, mut piece: Piece, form: &Linear) -> Result<(Piece, Linear), GiveUp> {
        let mut terms = form.terms();
        if let (Some((v, 1)), None, 0) = (terms.next(), terms.next(), form.constant_term()) {
            return Ok((piece, Linear::variable(v)));
        }
        if !form.terms().any(|(v, _)| v >= piece.visible) {
            return Ok((piece, form.clone()));
        }
        let v = Linear::variable(piece.fresh());
        piece.system.equal.push(form.minus(&v).ok_or(GiveUp)?);
        // The new name replaces the loop variable, which is eliminated by this equation.
        Ok((piece, v))
    }

    fn by_sign(&mut self, piece: Piece, form: &Linear) -> Many<(i8, Piece)> {
        let mut out = Vec::new();
        let up = form.shifted(-1).ok_or(GiveUp)?;
        let down = form.scaled(-1).and_then(|f| f.shifted(-1)).ok_or(GiveUp)?;
        for (sign, equal, at_least) in [(1, None, Some(up)), (0, Some(form.clone()), None), (-1, None, Some(down))] {
            let mut piece = piece.clone();
            piece.system.equal.extend(equal);
            piece.system.at_least.extend(at_least);
            if !piece.infeasible(self.work) {
                out.push((sign, piece));
            }
        }
        Ok(out)
    }

    /// A hidden variable for the value of something opaque; the same again for the same arguments.
    fn named(&mut self, mut piece: Piece, kind: Kind, arguments: Vec<Linear>) -> (Piece, Linear) {
        let known = piece.literals.iter().find(|l| l.kind == kind && l.arguments[1..] == arguments[..]);
        if let Some(literal) = known {
            let v = literal.arguments[0].clone();
            return (piece, v);
        }
        let v = Linear::variable(piece.fresh());
        let arguments = std::iter::once(v.clone()).chain(arguments).collect();
        piece.literals.push(Literal { kind, arguments, positive: true });
        (piece, v)
    }

    fn call(&mut self, piece: Piece, function: Function, arguments: &[Expr]) -> Many<(Piece, Linear)> {
        let mut out = Vec::new();
        let exprs: Vec<&Expr> = arguments.iter().collect();
        for (piece, mut forms) in self.forms(piece, &exprs)? {
            match function {
                Function::Min | Function::Max | Function::Absolute => {
                    let sign = if function == Function::Min { -1 } else { 1 };
                    if function == Function::Absolute {
                        let negative = forms.first().and_then(|f| f.scaled(-1)).ok_or(GiveUp)?;
                        forms.push(negative);
                    }
                    // The i-th is the extreme one, and no earlier one is as extreme.
                    for (i, extreme) in forms.iter().enumerate() {
                        let mut piece = piece.clone();
                        for (j, other) in forms.iter().enumerate().filter(|&(j, _)| j != i) {
                            let gap = extreme.minus(other).and_then(|f| f.scaled(sign)).ok_or(GiveUp)?;
                            piece.system.at_least.push(gap.shifted(-i64::from(j < i)).ok_or(GiveUp)?);
                        }
                        if forms.len() == 1 || !piece.infeasible(self.work) {
                            out.push((piece, extreme.clone()));
                        }
                    }
                }
                _ => {
                    let (piece, v) = self.opaque(piece, function, forms)?;
                    out.push((piece, v));
                }
            }
        }
        Ok(out)
    }

    fn opaque(&mut self, piece: Piece, function: Function, mut forms: Vec<Linear>) -> Result<(Piece, Linear), GiveUp> {
        let least = match function {
            Function::Log2 | Function::LowBit | Function::TwoAdicOrder => 1,
            _ => 0,
        };
        let mut positive = true;
        for form in &forms {
            if !self.proves(&piece, &form.shifted(-least).ok_or(GiveUp)?) {
                self.may_fail = true;
            }
            positive = positive && self.proves(&piece, &form.shifted(-1).ok_or(GiveUp)?);
        }
        if matches!(function, Function::Gcd | Function::Xor | Function::BitAnd | Function::BitOr | Function::Mex) {
            forms.sort();
        }
        let arguments = forms.clone();
        let (mut piece, v) = self.named(piece, Kind::Value(function), forms);
        if positive {
            // For arguments ≥ 1 the value is between these.
            let (low, slack) = match function {
                Function::Gcd | Function::IntegerSquareRoot | Function::PopCount => (1, Some(0)),
                Function::LowBit | Function::BitLength => (1, Some(0)),
                Function::Log2 | Function::TwoAdicOrder => (0, Some(1)),
                Function::BitAnd => (0, Some(0)),
                _ => (0, None),
            };
            piece.facts.push(v.shifted(-low).ok_or(GiveUp)?);
            if let Some(slack) = slack {
                for argument in &arguments {
                    piece.facts.push(argument.minus(&v).and_then(|f| f.shifted(-slack)).ok_or(GiveUp)?);
                }
            }
        }
        Ok((piece, v))
    }

    // ---- conditions

    fn condition(&mut self, piece: Piece, cond: &Cond, positive: bool) -> Many<Piece> {
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
        let relation = match (relation, positive) {
            (r, true) => r,
            (Relation::Equal, false) => Relation::NotEqual,
            (Relation::NotEqual, false) => Relation::Equal,
            (Relation::Less, false) => Relation::GreaterEqual,
            (Relation::LessEqual, false) => Relation::Greater,
            (Relation::Greater, false) => Relation::LessEqual,
            (Relation::GreaterEqual, false) => Relation::Less,
            (Relation::Divides, false) => Relation::Divides,
        };
        if relation == Relation::Divides {
            return self.each_pair(piece, a, b, |this, piece, a, b| this.divides(piece, a, b, positive));
        }
        for (x, relation, y) in [(a, relation, b), (b, turned(relation), a)] {
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
        let constant = match y {
            Expr::Constant(c) => i64::try_from(c).ok(),
            _ => None,
        };
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
                    let m = i64::try_from(m).ok().filter(|&m| (1..=super::literal::MOST_RESIDUES).contains(&m))?;
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
    fn against_quotient(&mut self, piece: Piece, x: &Linear, e: &Linear, d: &Linear, at_most: bool) -> Many<Piece> {
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
    fn divides(&mut self, piece: Piece, x: &Linear, y: &Linear, positive: bool) -> Many<Piece> {
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

    // ---- sets

    /// Enters a loop: the value is in the set and, in an infinite named set, at most the size of the position.
    fn looped(&mut self, piece: Piece, value: &Linear, set: &Set, unroll: bool) -> Many<Piece> {
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

    fn member(&mut self, piece: Piece, value: &Linear, set: &Set, positive: bool) -> Many<Piece> {
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
            let size = [self.size()?];
            let upper = if to.is_some() { upper } else { &size };
            let beyond = size[0].minus(value).ok_or(GiveUp)?;
            if to.is_none() && !(positive && self.looping) && !self.proves(&piece, &beyond) {
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

fn opposite(at_least: &Linear) -> Result<Linear, GiveUp> {
    negated(at_least).ok_or(GiveUp)
}

fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}

/// `difference relation 0`.
fn related(mut piece: Piece, difference: &Linear, relation: Relation) -> Many<Piece> {
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

/// The constant numbers and ranges of a set as disjoint sorted runs, and the other items.
fn constant_runs(items: &[Item]) -> (Vec<(i64, i64)>, Vec<&Item>) {
    let constant = |e: &Expr| match e {
        Expr::Constant(c) => i64::try_from(c).ok(),
        _ => None,
    };
    let mut runs = Vec::new();
    let mut others = Vec::new();
    for item in items {
        let run = match item {
            Item::One(e) => constant(e).map(|c| (c, c)),
            Item::Range { from, to: Some(to), step } if constant(step) == Some(1) => constant(from).zip(constant(to)),
            _ => None,
        };
        match run {
            Some((low, high)) if low <= high => runs.push((low, high)),
            Some(_) => {}
            None => others.push(item),
        }
    }
    runs.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for (low, high) in runs {
        match merged.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => merged.push((low, high)),
        }
    }
    (merged, others)
}

/// All members of a small constant set.
fn constant_points(set: &Set, depth: usize) -> Option<Vec<i64>> {
    let constant = |e: &Expr| match e {
        Expr::Constant(c) => i64::try_from(c).ok(),
        _ => None,
    };
    if depth > 16 {
        return None;
    }
    let mut points = Vec::new();
    for item in &set.items {
        match item {
            Item::One(e) => points.push(constant(e)?),
            Item::Range { from, to, step } => {
                let (from, to, step) = (constant(from)?, constant(to.as_ref()?)?, constant(step)?);
                let step = usize::try_from(step).ok().filter(|&s| s >= 1)?;
                if from <= to && to.checked_sub(from)? / i64::try_from(step).ok()? > MOST_UNROLLED as i64 {
                    return None;
                }
                points.extend((from..=to).step_by(step));
            }
            Item::Nested(inner) => points.extend(constant_points(inner, depth + 1)?),
            _ => return None,
        }
        if points.len() > MOST_UNROLLED {
            return None;
        }
    }
    for except in &set.except {
        let without = constant_points(except, depth + 1)?;
        points.retain(|p| !without.contains(p));
    }
    points.sort_unstable();
    points.dedup();
    Some(points)
}

/// Does the variable stand where only a constant is linear?
fn used_nonlinearly(variable: usize, alternative: &Alternative) -> bool {
    let mut found = false;
    let mut look = |e: &Expr| found |= nonlinear(e, variable, false, 0);
    alternative.parts.iter().flat_map(|p| &p.coordinates).for_each(&mut look);
    for guard in &alternative.guards {
        in_cond(&guard.cond, &mut look, 0);
    }
    for entered in &alternative.loops {
        in_set(&entered.set, &mut look, 0);
    }
    found
}

fn nonlinear(e: &Expr, variable: usize, inside: bool, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let constant = |e: &Expr| matches!(e, Expr::Constant(_));
    match e {
        Expr::Constant(_) => false,
        Expr::Variable(v) => inside && *v == variable,
        Expr::Negative(a) => nonlinear(a, variable, inside, depth + 1),
        Expr::Binary(operator, a, b) => {
            let (left, right) = match operator {
                Operator::Add | Operator::Subtract => (inside, inside),
                Operator::Multiply => (inside || !constant(b), inside || !constant(a)),
                Operator::Divide | Operator::Remainder => (inside, true),
                Operator::Power => (true, true),
            };
            nonlinear(a, variable, left, depth + 1) || nonlinear(b, variable, right, depth + 1)
        }
        Expr::Call(function, arguments) => {
            let inside = inside || !matches!(function, Function::Min | Function::Max | Function::Absolute);
            arguments.iter().any(|a| nonlinear(a, variable, inside, depth + 1))
        }
    }
}

fn in_cond(cond: &Cond, look: &mut dyn FnMut(&Expr), depth: usize) {
    if depth > DEEPEST {
        return;
    }
    match cond {
        Cond::All(conds) | Cond::Any(conds) => conds.iter().for_each(|c| in_cond(c, look, depth + 1)),
        Cond::Not(inner) => in_cond(inner, look, depth + 1),
        Cond::Compare(a, Relation::Divides, b) => {
            look(&Expr::Call(Function::Gcd, vec![a.clone()]));
            look(b);
        }
        Cond::Compare(a, _, b) => {
            look(a);
            look(b);
        }
        Cond::In(e, set) => {
            look(e);
            in_set(set, look, depth + 1);
        }
    }
}

fn in_set(set: &Set, look: &mut dyn FnMut(&Expr), depth: usize) {
    if depth > DEEPEST {
        return;
    }
    for item in &set.items {
        match item {
            Item::One(e) => look(e),
            Item::Range { from, to, step } => {
                look(from);
                to.iter().for_each(&mut *look);
                look(&Expr::Call(Function::Gcd, vec![step.clone()]));
            }
            Item::Powers(e) | Item::Divisors(e) => look(&Expr::Call(Function::Gcd, vec![e.clone()])),
            Item::Nested(inner) => in_set(inner, look, depth + 1),
            Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => {}
        }
    }
    set.except.iter().for_each(|s| in_set(s, look, depth + 1));
}
