//! From an alternative as written to raw pieces: disjunctions split, loops become bounds, floors and products names.
//!
//! `for k in {1,3} if k != n` becomes four pieces: `k = 1, n ≤ 0`, `k = 1, n ≥ 2`, `k = 3, n ≤ 2`, `k = 3, n ≥ 4`.
//! The steps follow the meaning of [`super::ir`]: loops in order, each guard as soon as its variables are bound.
//! What cannot be said exactly is given up on, never approximated.

mod condition;
mod members;
mod scan;

use grundy_automata::linear::{Linear, Work};
use grundy_notation::ast::Operator;

use self::scan::used_nonlinearly;
use super::ir::{Alternative, Expr, Function, OtherGame, Rule};
use super::literal::{Kind, Literal};
use super::piece::{Floor, GiveUp, MOST_PIECES, MOST_RESIDUES, Piece, congruence, floor_bounds, negated};

type Many<T> = Result<Vec<T>, GiveUp>;

/// Expressions nested deeper are not analysed.
const DEEPEST: usize = 256;

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
            shape: alternative
                .parts
                .iter()
                .map(|p| (p.game.as_ref().map(OtherGame::id), p.coordinates.len()))
                .collect(),
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
        let parts = alternative.parts.iter().flat_map(|p| &p.coordinates);
        for (variable, expr) in (self.arity..).zip(parts) {
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
                    if a.value().is_none() && m <= MOST_RESIDUES {
                        return remainders(piece, a, m);
                    }
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
        if a.content().is_multiple_of(d.unsigned_abs()) {
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
        // wherever it has a value v ≥ 0 of n: n is at least c·v + d
        let below: &[(i64, i64)] = match function {
            Function::IntegerSquareRoot | Function::PopCount => &[(1, 0), (2, -1)],
            Function::Log2 => &[(1, 1), (2, 0)],
            Function::BitLength => &[(1, 0), (2, -2)],
            _ => &[],
        };
        if let ([argument], false) = (&arguments[..], below.is_empty()) {
            piece.facts.push(v.clone());
            for &(times, more) in below {
                let least = v.scaled(times).and_then(|f| f.shifted(more)).ok_or(GiveUp)?;
                piece.facts.push(argument.minus(&least).ok_or(GiveUp)?);
            }
        }
        if positive {
            // For arguments ≥ 1 the value is between these, and closer where they are 2 or more.
            let two = matches!(function, Function::Log2 | Function::IntegerSquareRoot | Function::PopCount)
                && self.proves(&piece, &arguments[0].shifted(-2).ok_or(GiveUp)?);
            let (low, slack) = match function {
                Function::Log2 | Function::IntegerSquareRoot | Function::PopCount if two => (1, Some(1)),
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
}

/// One piece for each remainder modulo m ≥ 1.
fn remainders(piece: Piece, a: &Linear, m: i64) -> Many<(Piece, Linear)> {
    let mut out = Vec::new();
    for r in 0..m {
        let form = a.shifted(-r).ok_or(GiveUp)?;
        congruence(piece.clone(), &form, m, true, |piece| out.push((piece, Linear::constant(r))))?;
    }
    Ok(out)
}

fn opposite(at_least: &Linear) -> Result<Linear, GiveUp> {
    negated(at_least).ok_or(GiveUp)
}
