//! Moves that are the same all along a row: one coordinate is open, the others are small.
//!
//! ```text
//! {(a,b) -> (a-k,b-k) | (a-1,b-2) for k in 1..}     the row b = 2, the coordinate a open:
//!     (a-1, 1)  (a-2, 0)  (a-1, 0)                  a few cells at fixed distances
//! {(a,b) -> (a-k,b) for k in 1..}
//!     (a-1, b)  (a-2, b)  …                         a line, without end
//! ```
//!
//! A move takes c + k·s from the coordinates, for k of an interval or a progression. No coordinate may grow, and neither
//! its guards nor the bounds of k may depend on the open coordinate; `k in 1..a` does, but cuts off nothing, for
//! larger k leave the board. What a cell far out on a row can reach is then the same at every column.

use grundy_core::Context;
use smallvec::SmallVec;

use super::affine::Form;
use super::eval::{Prepared, Way, all};
use super::ir::{Alternative, Cond, Expr, Function, Item};
use super::members::Scope;
use crate::notation::ast::Relation;

/// What a move takes from the coordinates.
pub(crate) type Taken = SmallVec<[u64; 4]>;

/// One kind of moves, for one coordinate that is open.
#[derive(Debug, Clone)]
pub(crate) struct Straight {
    /// Taken whatever k is.
    once: Taken,
    /// Taken k times.
    times: Taken,
    /// k is this number or larger by a multiple of `stride` …
    first: u64,
    stride: u64,
    /// … and at most each of these, less what stands behind it.
    most: Vec<(Form, i64)>,
    guards: Vec<Cond>,
}

/// Where the moves of one kind lead from the cells of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reach {
    /// To cells at these distances.
    Cells(Vec<Taken>),
    /// To cells of one row without end: the nearest, and how far apart they are.
    Line(Taken, u64),
}

/// The moves of a rule, if each of them is the same all along the rows in this direction.
pub(crate) fn straight(rule: &Prepared, open: usize) -> Option<Vec<Straight>> {
    let mut moves = Vec::new();
    for (alternative, way) in rule.rule().alternatives.iter().zip(&rule.ways) {
        add(alternative, way, open, &mut moves)?;
    }
    Some(moves)
}

fn add(alternative: &Alternative, way: &Way, open: usize, moves: &mut Vec<Straight>) -> Option<()> {
    let ([part], [coordinates]) = (&alternative.parts[..], &way.parts[..]) else { return None };
    if part.game.is_some() || way.guards(0, false).iter().any(|guard| mentions(guard, open)) {
        return None;
    }
    let arity = coordinates.len();
    let mut kind = Straight {
        once: SmallVec::new(),
        times: SmallVec::new(),
        first: 0,
        stride: 1,
        most: Vec::new(),
        guards: way.guards(0, false).to_vec(),
    };
    let entered = match &alternative.loops[..] {
        [] => {
            kind.once = coordinates.iter().enumerate().map(|(i, form)| lost(form, i)).collect::<Option<_>>()?;
            kind.times.resize(arity, 0);
            kind.most.push((Form::constant(0), 0));
            moves.push(kind);
            return Some(());
        }
        [entered] => entered,
        _ => return None,
    };
    let Some([line]) = way.affine.as_deref() else { return None };
    for (i, affine) in line.iter().enumerate() {
        kind.once.push(lost(&affine.base, i)?);
        kind.times.push(u64::try_from(affine.slope.as_constant()?.checked_neg()?).ok()?);
    }
    for guard in &way.inner {
        let (most, less) = match guard {
            Cond::Compare(Expr::Variable(k), Relation::LessEqual, most) if *k == arity => (most, 0),
            Cond::Compare(most, Relation::GreaterEqual, Expr::Variable(k)) if *k == arity => (most, 0),
            Cond::Compare(Expr::Variable(k), Relation::Less, most) if *k == arity => (most, 1),
            Cond::Compare(most, Relation::Greater, Expr::Variable(k)) if *k == arity => (most, 1),
            _ => return None,
        };
        kind.bound(most, less, open)?;
    }
    if !entered.set.except.is_empty() {
        return None;
    }
    let number = |expr: &Expr| u64::try_from(Form::of(expr).as_constant()?).ok();
    for item in &entered.set.items {
        let mut kind = kind.clone();
        match item {
            Item::One(expr) => {
                kind.first = number(expr)?;
                kind.most.push((Form::constant(i64::try_from(kind.first).ok()?), 0));
            }
            Item::Range { from, to, step } => {
                (kind.first, kind.stride) = (number(from)?, number(step).filter(|&step| step > 0)?);
                to.as_ref().map_or(Some(()), |to| kind.bound(to, 0, open))?;
            }
            Item::Odds => (kind.first, kind.stride) = (1, 2),
            Item::Evens => (kind.first, kind.stride) = (2, 2),
            _ => return None,
        }
        moves.push(kind);
    }
    Some(())
}

/// What a coordinate loses: `b - 2` loses 2.
fn lost(form: &Form, coordinate: usize) -> Option<u64> {
    match form {
        Form::Linear { constant, terms } if terms[..] == [(coordinate, 1)] => {
            u64::try_from(constant.checked_neg()?).ok()
        }
        _ => None,
    }
}

fn mentions(cond: &Cond, open: usize) -> bool {
    let is_open = |v: usize| v == open;
    match cond {
        Cond::All(conds) | Cond::Any(conds) => conds.iter().any(|cond| mentions(cond, open)),
        Cond::Not(cond) => mentions(cond, open),
        Cond::Compare(a, _, b) => a.holds_variable(&is_open) || b.holds_variable(&is_open),
        // a set may hold anything
        Cond::In(..) => true,
    }
}

impl Straight {
    /// k is at most this, `less` subtracted. `None`: that changes along a row.
    fn bound(&mut self, most: &Expr, less: i64, open: usize) -> Option<()> {
        if let Expr::Call(Function::Min, arguments) = most {
            return arguments.iter().try_for_each(|most| self.bound(most, less, open));
        }
        let arity = self.once.len();
        if let Form::Linear { constant, terms } = Form::of(most) {
            // no less than a coordinate that each k lowers: members beyond leave the board
            let all_grow = constant >= less && terms.iter().all(|&(i, times)| times >= 1 && i < arity);
            if all_grow && terms.iter().any(|&(i, _)| self.times[i] >= 1) {
                return Some(());
            }
        }
        let changes = most.holds_variable(&|v| v == open || v >= arity);
        (!changes).then(|| self.most.push((Form::of(most), less)))
    }

    /// The move in numbers, as certificates spell it: what is taken once, what k times, the first k, its stride, and the
    /// last k if there is one. `None`: bounds or guards depend on coordinates.
    pub(crate) fn spelled(&self) -> Option<String> {
        if !self.guards.is_empty() {
            return None;
        }
        let numbers = |taken: &Taken| taken.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let mut text =
            format!("{} times {} k {} {}", numbers(&self.once), numbers(&self.times), self.first, self.stride);
        let most: Option<Vec<i64>> =
            self.most.iter().map(|(form, less)| form.as_constant()?.checked_sub(*less)).collect();
        if let Some(last) = most?.into_iter().min() {
            // no k at all is no move
            text.push_str(&format!(" {}", u64::try_from(last).ok()?));
        }
        Some(text)
    }

    /// Where the moves lead from the cells of a row, whose place is that of its cell in column 0. `None`: an expression has
    /// no value there, a move stays on its cell, or there are too many.
    pub(crate) fn reach(&self, row: &[i64], open: usize, cx: &Context) -> Option<Reach> {
        let size = row.iter().sum();
        let scope = Scope { size: &size, cx };
        if !all(&self.guards, row, &scope).ok()? {
            return Some(Reach::Cells(Vec::new()));
        }
        let mut last: Option<i64> = None;
        for (form, less) in &self.most {
            let most = form.eval(row).ok()?.checked_sub(*less)?;
            last = Some(last.map_or(most, |last| last.min(most)));
        }
        for (i, &coordinate) in row.iter().enumerate().filter(|&(i, _)| i != open) {
            let left = coordinate.checked_sub(i64::try_from(self.once[i]).ok()?)?;
            let most = match i64::try_from(self.times[i]).ok()? {
                0 if left < 0 => -1,
                0 => continue,
                each => left.div_euclid(each),
            };
            last = Some(last.map_or(most, |last| last.min(most)));
        }
        let at = |k: u64| -> Option<Taken> {
            let taken = self.once.iter().zip(&self.times).map(|(once, each)| each.checked_mul(k)?.checked_add(*once));
            taken.collect()
        };
        let Some(last) = last else {
            let (nearest, apart) = (at(self.first)?, self.times[open].checked_mul(self.stride)?);
            return (apart > 0 && nearest.iter().any(|&taken| taken > 0)).then_some(Reach::Line(nearest, apart));
        };
        let mut cells = Vec::new();
        let mut k = self.first;
        while i64::try_from(k).ok()? <= last {
            let taken = at(k).filter(|taken| taken.iter().any(|&taken| taken > 0))?;
            cells.push(taken);
            if cells.len() > MOST_CELLS {
                return None;
            }
            k = k.checked_add(self.stride)?;
        }
        Some(Reach::Cells(cells))
    }
}

/// More moves of a kind to fixed distances are not listed.
const MOST_CELLS: usize = 1 << 12;
