//! Rays: moves along a line, worked out by what the line has seen.
//!
//! ```text
//! (a-k, b) for k in 1..      each cell of a line sees all before it, so the line keeps the set of their values:
//!                            ■■■□■  a bit a value; the value of a cell is the least that no line through it has seen
//! ```
//!
//! A *ray* is a move x → x − k·u for all k of a range, with a direction u that is nowhere negative. Cells on one line in
//! direction u come in the order of the line, whatever the order of the table. So a cell costs a few words for each ray
//! in place of a look at each option, and its value is the first bit free in the union of the sets.
//!
//! **Ranges.** `1..` sees the whole line; `1..a` and `1..min(a,b)` do too where every `a` in them is a coordinate that
//! the ray lowers, for the other members leave the board. A bound that is the same all along the line (a number, a
//! coordinate that the ray leaves alone) makes a window: values leave it again, so it counts them. `2..` and the like see
//! the line with a delay. `1.. step 2` is the ray in direction 2·u. A guard on the cell alone says whether it looks
//! along the line at all.
//!
//! **Shifted rays.** `(a-k, b-k-1)` looks along the diagonal of its neighbour. A cell sees all that the cell before it on
//! its own line has seen, and one cell more, whose value is fetched from the table.
//!
//! **Cost.** Values on an unbounded line are different from each other, so its words below the front are full and are
//! given up, and a line that leaves the board is dropped; about 20 ns a cell and ray. In a table of side n that is worked
//! row by row the sets of its n columns and n diagonals are there at once, some n bits each.

use std::collections::VecDeque;

use grundy_notation::ast::{Operator, Relation};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Layout;
use crate::rule::affine::Form;
use crate::rule::eval::Way;
use crate::rule::ir::{Alternative, Cond, Expr, Function, Item};
use crate::rule::trouble::Step;

/// An alternative that moves along a line.
#[derive(Debug, Clone)]
pub(super) struct Ray {
    /// What one step takes from each coordinate.
    steps: SmallVec<[i64; 2]>,
    /// What is taken once, before the first step; then the whole line is seen from there.
    shift: Option<SmallVec<[i64; 2]>>,
    /// The nearest cell that is seen, in steps; at least 1.
    near: i64,
    /// The farthest, if that is the same all along a line: the least of these, each divided by the number behind it.
    far: Vec<Bound>,
}

/// A form, and what it is divided by.
type Bound = (Form, i64);

impl Ray {
    /// The alternative as a ray, if it is one.
    pub(super) fn of(arity: usize, alternative: &Alternative, way: &Way) -> Option<Ray> {
        let ([part], [entered], Some([line])) = (&alternative.parts[..], &alternative.loops[..], way.affine.as_deref())
        else {
            return None;
        };
        let ([Item::Range { from, to, step }], []) = (&entered.set.items[..], &entered.set.except[..]) else {
            return None;
        };
        let (from, step) = (Form::of(from).as_constant()?, Form::of(step).as_constant()?);
        if part.game.is_some() || step < 1 || from < 0 {
            return None;
        }
        let (mut steps, mut shift): (SmallVec<[i64; 2]>, SmallVec<[i64; 2]>) = Default::default();
        // does a coordinate leave the board before the loop ends at the size of the position?
        let mut leaves = false;
        for (i, affine) in line.iter().enumerate() {
            let Form::Linear { constant, terms } = &affine.base else { return None };
            let slope = affine.slope.as_constant().filter(|&slope| terms[..] == [(i, 1)] && slope <= 0)?;
            leaves |= slope < 0 && *constant <= 0;
            steps.push(slope.checked_neg()?.checked_mul(step)?);
            shift.push(slope.checked_neg()?.checked_mul(from.checked_sub(step)?)?.checked_sub(*constant)?);
        }
        if steps.iter().all(|&s| s == 0) {
            return None;
        }
        // without a shift the members are multiples of the step
        let is_plain =
            from >= 1 && from % step == 0 && shift.iter().zip(&steps).all(|(s, u)| *s == u * (from / step - 1));
        if !is_plain {
            let seen_whole = leaves && to.is_none() && way.inner.is_empty() && shift.iter().all(|&taken| taken >= 0);
            return seen_whole.then_some(Ray { steps, shift: Some(shift), near: 1, far: Vec::new() });
        }
        let mut ray = Ray { steps, shift: None, near: from / step, far: Vec::new() };
        if let Some(to) = to {
            ray.bound(to, step)?;
        }
        for guard in &way.inner {
            match guard {
                Cond::Compare(Expr::Variable(k), Relation::LessEqual, most) if *k == arity => ray.bound(most, step)?,
                Cond::Compare(most, Relation::GreaterEqual, Expr::Variable(k)) if *k == arity => {
                    ray.bound(most, step)?;
                }
                _ => return None,
            }
        }
        Some(ray)
    }

    /// What one step takes from each coordinate, and how far the cells are seen, where that begins with the next one.
    pub(super) fn unbroken(&self) -> Option<(&[i64], &[Bound])> {
        (self.near == 1 && self.shift.is_none()).then_some((&self.steps, &self.far))
    }

    /// How many values of the first coordinate back the table must hold.
    pub(super) fn looks_back(&self) -> Option<i64> {
        self.shift.as_ref().map_or(Some(0), |shift| shift[0].checked_add(self.steps[0]))
    }

    /// The only coordinate that it lowers, where it reaches every smaller one.
    pub(super) fn whole_axis(&self) -> Option<usize> {
        let (steps, []) = self.unbroken()? else { return None };
        let axis = steps.iter().position(|&step| step > 0)?;
        (steps.iter().sum::<i64>() == 1).then_some(axis)
    }

    /// The loop goes no further than this; `None`: that changes along a line.
    fn bound(&mut self, most: &Expr, step: i64) -> Option<()> {
        if let Expr::Call(Function::Min, arguments) = most {
            return arguments.iter().try_for_each(|most| self.bound(most, step));
        }
        // of whole numbers a part of a part may be taken at once
        if let Expr::Binary(Operator::Divide, whole, parts) = most
            && let Some(parts) = Form::of(parts).as_constant().filter(|&parts| parts >= 1)
        {
            return self.bound(whole, step.checked_mul(parts)?);
        }
        let Form::Linear { constant, terms } = Form::of(most) else { return None };
        let lowered = |i: usize| self.steps.get(i).copied();
        if terms.iter().all(|&(i, _)| lowered(i) == Some(0)) {
            self.far.push((Form::Linear { constant, terms }, step));
            return Some(());
        }
        // no less than a coordinate that the ray lowers by the step or more: members beyond leave the board
        let all_grow = constant >= 0 && terms.iter().all(|&(i, times)| times >= 1 && lowered(i).is_some());
        (all_grow && terms.iter().any(|&(i, _)| lowered(i) >= Some(step))).then_some(())
    }
}

/// What the lines of a ray have seen.
#[derive(Debug, Clone)]
pub(super) struct Sight {
    ray: Ray,
    lines: Vec<Line>,
    numbers: Numbers,
}

/// How the lines of a ray are numbered.
#[derive(Debug, Clone)]
enum Numbers {
    /// By the other coordinates: only this one is lowered.
    Axis(usize),
    /// Both of two coordinates are lowered, by u and v: (a, b) is on line (a·v + (last − b)·u)·u + a mod u, which no step
    /// changes.
    Slant { u: i64, v: i64, last: i64 },
    /// Of several coordinates all steps are 0 or 1, this one of them 1: a step changes no other coordinate that stays, and
    /// of one that is lowered not its distance to this one.
    Diagonal(usize),
    /// By their first cell, as they are met.
    Starts(FxHashMap<usize, usize>),
}

/// How many numbers the coordinate j gives a line that lowers the coordinate i.
#[inline]
fn across(steps: &[i64], extents: &[i64], i: usize, j: usize) -> i64 {
    if steps[j] == 1 { extents[i] + extents[j] - 1 } else { extents[j] }
}

/// So many lines lie side by side along an axis: no more than it is long. A table of one coordinate may grow.
#[inline]
fn period(step: i64, layout: &Layout, axis: usize) -> i64 {
    if layout.extents.len() == 1 { step } else { step.min(layout.extents[axis]) }
}

impl Sight {
    /// For a table of this layout, of which nothing is worked out. `None`: there are too many lines.
    pub(super) fn new(ray: &Ray, layout: &Layout) -> Option<Sight> {
        let mut lowered = (0..ray.steps.len()).filter(|&i| ray.steps[i] > 0);
        let extents = &layout.extents;
        let (numbers, count) = match (lowered.next(), lowered.next(), &ray.steps[..]) {
            (Some(i), None, _) => {
                let mut others = (0..extents.len()).filter(|&j| j != i).map(|j| extents[j]);
                (Numbers::Axis(i), others.try_fold(period(ray.steps[i], layout, i), i64::checked_mul)?)
            }
            (_, _, &[u, v]) => {
                let (first, last) = (extents[0] - 1, extents[1] - 1);
                let count = first.checked_mul(v)?.checked_add(last.checked_mul(u)?)?.checked_add(1)?.checked_mul(u)?;
                match count <= 4 * (extents[0] + extents[1]) {
                    true => (Numbers::Slant { u, v, last }, count),
                    false => (Numbers::Starts(FxHashMap::default()), 0),
                }
            }
            (Some(i), Some(_), steps) if steps.iter().all(|&step| step <= 1) => {
                let mut others = (0..extents.len()).filter(|&j| j != i).map(|j| across(steps, extents, i, j));
                let cells = extents.iter().try_fold(1_i64, |cells, &extent| cells.checked_mul(extent))?;
                // no more than there are cells, as in a flat box
                match others.try_fold(1, i64::checked_mul).filter(|&count| count <= cells) {
                    Some(count) => (Numbers::Diagonal(i), count),
                    None => (Numbers::Starts(FxHashMap::default()), 0),
                }
            }
            _ => (Numbers::Starts(FxHashMap::default()), 0),
        };
        let mut lines = Vec::new();
        lines.resize(usize::try_from(count).ok()?, Line::default());
        Some(Sight { ray: ray.clone(), lines, numbers })
    }

    /// Are lines found without a look at the table's layout?
    pub(super) fn is_numbered(&self) -> bool {
        !matches!(self.numbers, Numbers::Starts(_))
    }

    /// Does each cell see all before it on its line?
    pub(super) fn is_whole(&self) -> bool {
        self.ray.near == 1 && self.ray.far.is_empty() && self.ray.shift.is_none()
    }

    /// The cell of a shifted ray that comes into sight here, if there is one.
    #[inline]
    pub(super) fn comes_into_sight(&self, place: &[i64]) -> Option<SmallVec<[i64; 4]>> {
        let taken = self.ray.shift.as_ref()?.iter().zip(&self.ray.steps);
        let seen = |(&c, (&shift, &step)): (&i64, (&i64, &i64))| c.checked_sub(shift)?.checked_sub(step);
        place.iter().zip(taken).map(|all| seen(all).filter(|&c| c >= 0)).collect()
    }

    /// Bytes of the lines themselves.
    pub(super) fn bytes(&self) -> u64 {
        (self.lines.len() * size_of::<Line>()) as u64
    }

    /// The number of the line through a cell, made where it begins.
    #[inline]
    pub(super) fn number(&mut self, place: &[i64], layout: &Layout) -> usize {
        match &mut self.numbers {
            Numbers::Axis(axis) => {
                let (axis, step) = (*axis, period(self.ray.steps[*axis], layout, *axis));
                let mut number = 0;
                for (i, (coordinate, extent)) in place.iter().zip(&layout.extents).enumerate() {
                    if i != axis {
                        number = number * extent + coordinate;
                    }
                }
                if step == 1 { number as usize } else { (number * step + place[axis] % step) as usize }
            }
            &mut Numbers::Slant { u, v, last } => {
                let (a, b) = (place[0], place[1]);
                let across = a * v + (last - b) * u;
                if u == 1 { across as usize } else { (across * u + a % u) as usize }
            }
            &mut Numbers::Diagonal(i) => {
                let mut number = 0;
                for (j, &coordinate) in place.iter().enumerate().filter(|&(j, _)| j != i) {
                    let lowered = self.ray.steps[j] == 1;
                    let along = if lowered { coordinate - place[i] + layout.extents[i] - 1 } else { coordinate };
                    number = number * across(&self.ray.steps, &layout.extents, i, j) + along;
                }
                number as usize
            }
            Numbers::Starts(starts) => {
                let steps = &self.ray.steps;
                let lowered = place.iter().zip(steps).filter(|(_, s)| **s > 0);
                let back = lowered.map(|(&c, &s)| if s == 1 { c } else { c / s }).min().unwrap_or(0);
                let start = layout.index(place) as i64
                    - back * steps.iter().zip(&layout.strides).map(|(s, stride)| s * stride).sum::<i64>();
                let next = self.lines.len();
                let line = *starts.entry(start as usize).or_insert(next);
                if line == next {
                    self.lines.push(Line::default());
                }
                line
            }
        }
    }

    /// The line through a cell, with its range where it begins.
    pub(super) fn line(&mut self, place: &[i64], layout: &Layout) -> Step<usize> {
        let line = self.number(place, layout);
        if self.lines[line].is_new {
            let mut far: Option<i64> = None;
            for (form, step) in &self.ray.far {
                let most = form.eval(place)?.div_euclid(*step);
                far = Some(far.map_or(most, |far| far.min(most)));
            }
            self.lines[line].begin(self.ray.near, far);
        }
        Ok(line)
    }

    pub(super) fn at(&self, line: usize) -> &Line {
        &self.lines[line]
    }

    /// Is what comes into sight fetched from the table?
    pub(super) fn is_shifted(&self) -> bool {
        self.ray.shift.is_some()
    }

    /// The next cell of the line has this value. Gives back how many bytes the line grew.
    pub(super) fn enter(&mut self, line: usize, value: u32) -> usize {
        self.lines[line].enter(value)
    }

    /// The same, where the line is seen whole; past its last cell on the board it is dropped.
    #[inline]
    pub(super) fn see(&mut self, line: usize, value: u32, place: &[i64], layout: &Layout) -> i64 {
        let line = &mut self.lines[line];
        let mut ahead = place.iter().zip(&self.ray.steps).zip(&layout.extents);
        // a table of one coordinate may grow further
        if place.len() > 1 && ahead.any(|((coordinate, step), extent)| coordinate + step >= *extent) {
            return -(8 * std::mem::take(&mut line.words).capacity() as i64);
        }
        line.see(value) as i64
    }
}

/// A set of values seen along a line.
#[derive(Debug, Clone)]
pub(super) struct Line {
    is_new: bool,
    /// Bits; the words before `given_up` are full and gone.
    words: Vec<u64>,
    given_up: usize,
    /// The first word that is not full.
    front: usize,
    /// Does the next cell see any?
    any: bool,
    window: Option<Box<Window>>,
}

impl Default for Line {
    fn default() -> Self {
        Line { is_new: true, words: Vec::new(), given_up: 0, front: 0, any: false, window: None }
    }
}

/// Where not all cells are seen: the last cells, and how often each value is among those that are.
#[derive(Debug, Clone)]
struct Window {
    near: usize,
    far: Option<usize>,
    /// The newest in front.
    last: VecDeque<u32>,
    counts: Vec<u32>,
}

impl Line {
    fn begin(&mut self, near: i64, far: Option<i64>) {
        self.is_new = false;
        if near > 1 || far.is_some() {
            let size = |n: i64| usize::try_from(n).unwrap_or(0);
            let (near, far) = (size(near), far.map(size));
            self.window = Some(Box::new(Window { near, far, last: VecDeque::new(), counts: Vec::new() }));
        }
    }

    /// Does the next cell see any option?
    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// Words before this one are full.
    #[inline]
    pub(super) fn front(&self) -> usize {
        self.front
    }

    /// 64 values from `64·index` on.
    #[inline]
    pub(super) fn word(&self, index: usize) -> u64 {
        match index.checked_sub(self.given_up) {
            Some(kept) => self.words.get(kept).copied().unwrap_or(0),
            None => u64::MAX,
        }
    }

    /// A value more, where all are seen.
    #[inline]
    fn see(&mut self, value: u32) -> usize {
        let before = self.words.capacity();
        self.set(value);
        self.any = true;
        if self.front - self.given_up > 32 && 2 * (self.front - self.given_up) > self.words.len() {
            self.words.drain(..self.front - self.given_up);
            self.given_up = self.front;
        }
        8 * (self.words.capacity() - before)
    }

    fn enter(&mut self, value: u32) -> usize {
        let Some(mut window) = self.window.take() else { return self.see(value) };
        let before = self.words.capacity();
        let grew = |line: &Line| 8 * (line.words.capacity() - before);
        window.last.push_front(value);
        let mut bytes = 4;
        if window.far.is_none_or(|far| far >= window.near) {
            if let Some(&seen) = window.last.get(window.near - 1) {
                bytes += window.count(seen);
                self.set(seen);
                self.any = true;
            }
            if let Some(&gone) = window.far.and_then(|far| window.last.get(far)) {
                window.counts[gone as usize] -= 1;
                if window.counts[gone as usize] == 0 {
                    self.unset(gone);
                }
            }
        }
        let most = window.far.unwrap_or(window.near).max(window.near);
        if window.last.len() > most {
            window.last.pop_back();
            bytes -= 4;
        }
        self.window = Some(window);
        grew(self) + bytes
    }

    fn set(&mut self, value: u32) {
        // a value that was given up is seen already
        let Some(index) = (value as usize / 64).checked_sub(self.given_up) else { return };
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        self.words[index] |= 1 << (value % 64);
        while self.words.get(self.front - self.given_up) == Some(&u64::MAX) {
            self.front += 1;
        }
    }

    fn unset(&mut self, value: u32) {
        let word = value as usize / 64;
        self.words[word] &= !(1 << (value % 64));
        self.front = self.front.min(word);
    }
}

impl Window {
    /// One more of this value is seen; gives back by how many bytes the counts grew.
    fn count(&mut self, value: u32) -> usize {
        let (value, before) = (value as usize, self.counts.capacity());
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
        4 * (self.counts.capacity() - before)
    }
}
