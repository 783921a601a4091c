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
//!
//! Where two variables run, `(a-i,b-j) for i in 1.. for j in 1.. if i-j < 3 and j-i < 3`, and one of them only lowers
//! coordinates that are small, there is a kind of moves for each of its values.

use grundy_core::Context;
use grundy_notation::ast::Relation;
use smallvec::SmallVec;

use super::affine::Form;
use super::eval::{Prepared, Way, all};
use super::ir::{Alternative, Cond, Expr, Function, Item};

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

/// The moves of a rule, if each of them is the same all along the rows in this direction whose other coordinates are at
/// most these.
pub(crate) fn straight(rule: &Prepared, open: usize, most: &[u64]) -> Option<Vec<Straight>> {
    let mut moves = Vec::new();
    for (alternative, way) in rule.rule().alternatives.iter().zip(&rule.ways) {
        match alternative.loops.len() {
            2 => add_two(alternative, open, most, &mut moves)?,
            _ => add(alternative, way, open, &mut moves)?,
        }
    }
    Some(moves)
}

/// So many values of a second variable at most.
const MOST_KINDS: u64 = 1 << 10;

/// The moves of an alternative with two variables, of which one leaves the open coordinate alone and lowers another.
fn add_two(alternative: &Alternative, open: usize, most: &[u64], moves: &mut Vec<Straight>) -> Option<()> {
    let [part] = &alternative.parts[..] else { return None };
    let arity = part.coordinates.len();
    let taken = |i: usize, variable: usize| -> Option<i64> {
        match Form::of(&part.coordinates[i]) {
            Form::Linear { terms, .. } => {
                terms.iter().find(|(v, _)| *v == variable).map_or(Some(0), |(_, times)| times.checked_neg())
            }
            Form::Tree(_) => None,
        }
    };
    if part.game.is_some() {
        return None;
    }
    // the variable that is worked out value by value, and the largest of its values that stays on the board
    let (fixed, last) = [arity, arity + 1].into_iter().find_map(|fixed| {
        let lowers = |i: usize| Some(most[i] / u64::try_from(taken(i, fixed)?).ok().filter(|&times| times > 0)?);
        let last = (0..arity).filter(|&i| i != open).filter_map(lowers).min()?;
        (taken(open, fixed)? == 0).then_some((fixed, last))
    })?;
    let runs = 2 * arity + 1 - fixed;
    let (values, kept) = (&alternative.loops[fixed - arity].set, &alternative.loops[runs - arity].set);
    let ([Item::Range { from, to, step }], [Item::Range { from: first, to: end, step: one }]) =
        (&values.items[..], &kept.items[..])
    else {
        return None;
    };
    let number = |expr: &Expr| Form::of(expr).as_constant();
    let last = to.as_ref().map_or(Some(last), |to| Some(last.min(u64::try_from(number(to)?).ok()?)))?;
    if !values.except.is_empty() || !kept.except.is_empty() || number(one)? != 1 || last > MOST_KINDS {
        return None;
    }
    let end = end.as_ref().map_or(Some(None), |end| number(end).map(Some))?;
    let (mut value, step) = (number(from)?, number(step).filter(|&step| step > 0)?);
    while value <= i64::try_from(last).ok()? {
        let (mut range, chosen) = ((number(first)?, end), value);
        value = value.checked_add(step)?;
        for guard in &alternative.guards {
            narrow(&guard.cond, runs, (fixed, chosen), &mut range)?;
        }
        if range.1.is_some_and(|end| end < range.0) {
            continue;
        }
        let mut kind = Straight {
            once: SmallVec::new(),
            times: SmallVec::new(),
            first: u64::try_from(range.0).ok()?,
            stride: 1,
            most: range.1.map(|end| (Form::constant(end), 0)).into_iter().collect(),
            guards: Vec::new(),
        };
        for (i, coordinate) in part.coordinates.iter().enumerate() {
            let Form::Linear { constant, terms } = Form::of(coordinate) else { return None };
            let own = terms.iter().all(|&(v, times)| if v < arity { (v, times) == (i, 1) } else { true });
            if !own || !terms.iter().any(|&(v, _)| v == i) {
                return None;
            }
            let once = taken(i, fixed)?.checked_mul(chosen)?.checked_sub(constant)?;
            kind.once.push(u64::try_from(once).ok()?);
            kind.times.push(u64::try_from(taken(i, runs)?).ok()?);
        }
        moves.push(kind);
    }
    Some(())
}

/// What a condition on two variables leaves of the range of the one where the other has a value. `None`: it asks for
/// more than that.
fn narrow(cond: &Cond, runs: usize, (fixed, value): (usize, i64), range: &mut (i64, Option<i64>)) -> Option<()> {
    let (less, relation, more) = match cond {
        Cond::All(conds) => return conds.iter().try_for_each(|cond| narrow(cond, runs, (fixed, value), range)),
        Cond::Compare(a, relation @ (Relation::Less | Relation::LessEqual), b) => (a, relation, b),
        Cond::Compare(a, Relation::Greater, b) => (b, &Relation::Less, a),
        Cond::Compare(a, Relation::GreaterEqual, b) => (b, &Relation::LessEqual, a),
        _ => return None,
    };
    // slope · k + rest ≤ 0
    let (mut slope, mut rest) = (0i64, i64::from(*relation == Relation::Less));
    for (side, sign) in [(less, 1i64), (more, -1)] {
        let Form::Linear { constant, terms } = Form::of(side) else { return None };
        rest = rest.checked_add(constant.checked_mul(sign)?)?;
        for (variable, times) in terms {
            let times = times.checked_mul(sign)?;
            match variable {
                v if v == runs => slope = slope.checked_add(times)?,
                v if v == fixed => rest = rest.checked_add(times.checked_mul(value)?)?,
                _ => return None,
            }
        }
    }
    let end = &mut range.1;
    let at_most = |end: &mut Option<i64>, most: i64| *end = Some(end.map_or(most, |end| end.min(most)));
    match slope {
        0 if rest <= 0 => {}
        0 => at_most(end, range.0.checked_sub(1)?),
        1.. => at_most(end, rest.checked_neg()?.div_euclid(slope)),
        // k ≥ rest / −slope, rounded up
        _ => range.0 = range.0.max(rest.checked_neg()?.div_euclid(slope.checked_neg()?).checked_neg()?),
    }
    Some(())
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
        if !all(&self.guards, row, cx).ok()? {
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
