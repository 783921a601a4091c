//! One row of options: the loops of an alternative at one place, down to slices of the tables.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{Cell, Marks, Plan, Source, State, extend_heap, look_up};
use crate::rule::affine::Window;
use crate::rule::arithmetic::Number;
use crate::rule::eval::Way;
use crate::rule::ir::Alternative;
use crate::rule::members::{Scope, members};
use crate::rule::trouble::{Fault, Step, Trouble};

/// An alternative at one place, its loops on the way.
pub(super) struct Row<'a, 's> {
    pub(super) arity: usize,
    pub(super) alternative: &'a Alternative,
    pub(super) way: &'a Way,
    pub(super) plan: &'a Plan,
    pub(super) cell: &'a Cell<'a>,
    pub(super) scope: &'a Scope<'a, i64>,
    pub(super) state: &'s mut State,
    /// All variables where the innermost loop is entered, if it is run in blocks.
    pub(super) values: SmallVec<[i64; 8]>,
}

impl Row<'_, '_> {
    /// Runs the loops from this depth on; `exact` says that the bounds hold already.
    pub(super) fn enter(&mut self, depth: usize, values: &mut [i64], exact: bool) -> Step<ControlFlow<()>> {
        if !self.way.passes(self.alternative, depth, exact, values, self.scope)? {
            return Ok(ControlFlow::Continue(()));
        }
        let (alternative, scope) = (self.alternative, self.scope);
        let Some(entered) = alternative.loops.get(depth) else { return self.element(values) };
        let slot = self.arity + depth;
        if depth + 1 < alternative.loops.len() {
            return members(&entered.set, slot, values, scope, &Window::open(), &mut |values| {
                self.enter(depth + 1, values, false)
            });
        }
        let mut window = Window::of(&self.way.bounds, values)?;
        if let Some(sources) = &self.plan.sources
            && window.exact
            && window.multiple.is_none()
            && self.add_holes(&mut window, values)?
        {
            if self.plan.slices {
                self.lines(values)?;
            } else {
                self.values = (&*values).into();
            }
            for source in sources {
                self.source(source, slot, values, &window)?;
            }
            return Ok(ControlFlow::Continue(()));
        }
        members(&entered.set, slot, values, scope, &window, &mut |values| self.enter(depth + 1, values, window.exact))
    }

    /// One option, worked out by itself.
    fn element(&mut self, values: &[i64]) -> Step<ControlFlow<()>> {
        let mut total = 0;
        let mut place: SmallVec<[i64; 4]> = SmallVec::new();
        self.state.work += 1;
        let parts = self.way.parts.iter().zip(&self.alternative.parts);
        // all coordinates first: a part that looks wrong is no fault if a later one is negative
        let mut ends: SmallVec<[usize; 4]> = SmallVec::new();
        for coordinates in &self.way.parts {
            for form in coordinates {
                match form.eval(values)? {
                    negative if negative < 0 => return Ok(ControlFlow::Continue(())),
                    coordinate => place.push(coordinate),
                }
            }
            ends.push(place.len());
        }
        let mut start = 0;
        for ((_, part), &end) in parts.zip(&ends) {
            total ^= look_up(self.state, self.cell, part.game.as_ref(), &place[start..end])?;
            start = end;
        }
        self.state.marks.any = true;
        self.state.marks.insert(total);
        Ok(ControlFlow::Continue(()))
    }

    /// Adds the numbers behind `except`; false if one has no value.
    fn add_holes(&self, window: &mut Window<i64>, values: &[i64]) -> Step<bool> {
        for hole in &self.plan.holes {
            match hole.eval(values) {
                Ok(hole) => window.holes.push(hole),
                Err(Trouble::Fault(_)) => return Ok(false),
                Err(trouble) => return Err(trouble),
            }
        }
        window.holes.sort_unstable();
        Ok(true)
    }

    fn lines(&mut self, values: &[i64]) -> Step<()> {
        self.state.lines.clear();
        for affine in self.way.affine.iter().flatten().flatten() {
            self.state.lines.push((affine.base.eval(values)?, affine.slope.eval(values)?));
        }
        Ok(())
    }

    fn source(&mut self, source: &Source, slot: usize, values: &mut [i64], window: &Window<i64>) -> Step<()> {
        match source {
            Source::One(form) => {
                let value = form.eval(values)?;
                if window.admits(&value) {
                    self.segment(value, 1, 1)?;
                }
            }
            Source::Range { from, to, step } => {
                let from = from.eval(values)?;
                let to = to.as_ref().map_or(Ok(*self.scope.size), |to| to.eval(values))?;
                let step = step.eval(values)?;
                if step < 1 {
                    return Err(Trouble::Fault(Fault::Step));
                }
                self.range(from, to, step, window)?;
            }
            Source::List(list) => self.list(*list, window)?,
            Source::Each(set) => {
                let depth = self.alternative.loops.len();
                let scope = self.scope;
                let _ = members(set, slot, values, scope, window, &mut |values| self.enter(depth, values, true))?;
            }
        }
        Ok(())
    }

    fn range(&mut self, from: i64, to: i64, step: i64, window: &Window<i64>) -> Step<()> {
        let high = window.high.map_or(to, |high| high.min(to));
        let mut low = from;
        if let Some(least) = window.low.filter(|&least| least > from) {
            let gap = least.subtract(&from)?;
            low = from.add(&(gap / step + i64::from(gap % step > 0)).multiply(&step)?)?;
        }
        if window.empty || low > high {
            return Ok(());
        }
        for &hole in &window.holes {
            if (low..=high).contains(&hole) && hole.subtract(&low)? % step == 0 {
                self.segment(low, step, (hole - low) / step)?;
                low = hole.add(&step)?;
            }
        }
        if low <= high {
            let steps = high.subtract(&low)? / step;
            self.segment(low, step, steps.add(&1)?)?;
        }
        Ok(())
    }

    fn list(&mut self, list: usize, window: &Window<i64>) -> Step<()> {
        if window.empty {
            return Ok(());
        }
        let low = window.low.unwrap_or(i64::MIN);
        let mut high = window.high.unwrap_or(i64::MAX);
        if self.state.lists[list].set.is_some() {
            high = high.min(*self.scope.size);
            self.state.lists[list].extend_to(high, self.cell.cx)?;
        }
        let members = std::mem::take(&mut self.state.lists[list].members);
        let start = members.partition_point(|&m| m < low);
        let end = members.partition_point(|&m| m <= high);
        let chosen = members.get(start..end).unwrap_or(&[]);
        let outcome = if window.holes.is_empty() {
            self.gather(chosen)
        } else {
            let left: Vec<i64> = chosen.iter().copied().filter(|m| !window.holes.contains(m)).collect();
            self.gather(&left)
        };
        self.state.lists[list].members = members;
        outcome
    }

    /// The coordinates of a part where the innermost variable has this value.
    fn part_at(&self, lines: &std::ops::Range<usize>, value: i64, place: &mut SmallVec<[i64; 4]>) -> Step<()> {
        place.clear();
        for (base, slope) in &self.state.lines[lines.clone()] {
            place.push(base.add(&slope.multiply(&value)?)?);
        }
        Ok(())
    }

    /// Where each part starts and how it moves on, once both ends were found to be in order.
    fn tracks(&mut self, first: i64, last: i64, step: i64, tracks: &mut SmallVec<[Track; 2]>) -> Step<()> {
        let mut place: SmallVec<[i64; 4]> = SmallVec::new();
        let mut end = 0;
        for part in &self.alternative.parts {
            let lines = end..end + part.coordinates.len();
            end = lines.end;
            let track = match &part.game {
                None => {
                    self.part_at(&lines, last, &mut place)?;
                    self.cell.locate(&place)?;
                    self.part_at(&lines, first, &mut place)?;
                    let start = self.cell.locate(&place)?;
                    let strides = &self.cell.layout.strides;
                    let mut stride = 0_i64;
                    for ((_, slope), s) in self.state.lines[lines].iter().zip(strides) {
                        stride = stride.add(&slope.multiply(s)?)?;
                    }
                    Track { heap: None, start, stride: stride.multiply(&step)? as isize }
                }
                Some(game) => {
                    self.part_at(&lines, last, &mut place)?;
                    extend_heap(self.state, self.cell, game, place[0] as usize)?;
                    self.part_at(&lines, first, &mut place)?;
                    extend_heap(self.state, self.cell, game, place[0] as usize)?;
                    let stride = self.state.lines[lines.start].1.multiply(&step)?;
                    Track { heap: Some(game.id()), start: place[0] as usize, stride: stride as isize }
                }
            };
            tracks.push(track);
        }
        Ok(())
    }

    /// The options for `count` values of the innermost variable.
    fn segment(&mut self, first: i64, step: i64, count: i64) -> Step<()> {
        if count <= 0 {
            return Ok(());
        }
        let last = first.add(&(count - 1).multiply(&step)?)?;
        if !self.plan.slices {
            return self.blocks((0..count).map(|i| first + step * i));
        }
        let mut tracks = SmallVec::new();
        // a part that does not move (`kayles(3)`) may repeat more often than any table is long
        self.tracks(first, last, step, &mut tracks)?;
        let still = tracks.iter().all(|t| t.stride == 0 || count == 1);
        let count = if still { 1 } else { count as usize };
        self.state.work += count as u64;
        let State { marks, heaps, .. } = &mut *self.state;
        marks.any = true;
        let slice = |t: &Track| t.heap.map_or(self.cell.table, |id| &heaps[&id]);
        match &tracks[..] {
            [t] => mark_one(marks, slice(t), t, count),
            [s, t] => mark_two(marks, (slice(s), s), (slice(t), t), count),
            _ => {
                let tracks: SmallVec<[(&[u32], &Track); 4]> = tracks.iter().map(|t| (slice(t), t)).collect();
                let value = |i: usize| tracks.iter().fold(0, |x, (values, t)| x ^ values[t.at(i)]);
                marks.insert_all((0..count).map(value));
            }
        }
        Ok(())
    }

    /// The options for listed values of the innermost variable.
    fn gather(&mut self, chosen: &[i64]) -> Step<()> {
        if !self.plan.slices {
            return self.blocks(chosen.iter().copied());
        }
        let (Some(&first), Some(&last)) = (chosen.first(), chosen.last()) else { return Ok(()) };
        let mut tracks = SmallVec::new();
        self.tracks(first, last, 1, &mut tracks)?;
        self.state.work += chosen.len() as u64;
        let State { marks, heaps, .. } = &mut *self.state;
        marks.any = true;
        let slice = |t: &Track| t.heap.map_or(self.cell.table, |id| &heaps[&id]);
        let at = |member: i64| (member - first) as usize;
        if let [t] = &tracks[..] {
            let values = slice(t);
            marks.insert_all(chosen.iter().map(|&member| values[t.at(at(member))]));
            return Ok(());
        }
        let tracks: SmallVec<[(&[u32], &Track); 2]> = tracks.iter().map(|t| (slice(t), t)).collect();
        let value = |&member: &i64| tracks.iter().fold(0, |x, (values, t)| x ^ values[t.at(at(member))]);
        marks.insert_all(chosen.iter().map(value));
        Ok(())
    }
}

/// The values of a part: at `start`, `start + stride`, …
#[derive(Debug, Clone, Copy)]
struct Track {
    /// The other game's number; `None`: the table itself.
    heap: Option<u32>,
    start: usize,
    stride: isize,
}

impl Track {
    #[inline]
    fn at(&self, i: usize) -> usize {
        self.start.wrapping_add_signed(self.stride.wrapping_mul(i as isize))
    }

    /// The same places in the other direction.
    fn reversed(&self, count: usize) -> Track {
        Track { start: self.at(count - 1), stride: -self.stride, ..*self }
    }
}

fn mark_one(marks: &mut Marks, values: &[u32], track: &Track, count: usize) {
    let Track { start, stride, .. } = if track.stride < 0 { track.reversed(count) } else { *track };
    match stride {
        0 => marks.insert(values[start]),
        1 => marks.insert_all(values[start..start + count].iter().copied()),
        _ => marks.insert_all(values[start..].iter().step_by(stride as usize).take(count).copied()),
    }
}

fn mark_two(marks: &mut Marks, first: (&[u32], &Track), second: (&[u32], &Track), count: usize) {
    let (mut a, mut b) = ((first.0, *first.1), (second.0, *second.1));
    if a.1.stride == 0 {
        (a, b) = (b, a);
    }
    if a.1.stride < 0 {
        (a.1, b.1) = (a.1.reversed(count), b.1.reversed(count));
    }
    let ((left, s), (right, t)) = (a, b);
    let xor = |(x, y): (&u32, &u32)| x ^ y;
    match (s.stride, t.stride) {
        (0, _) => marks.insert(left[s.start] ^ right[t.start]),
        (1, 1) => {
            let pairs = left[s.start..s.start + count].iter().zip(&right[t.start..t.start + count]);
            marks.insert_all(pairs.map(xor));
        }
        (1, -1) => {
            let downwards = right[t.start + 1 - count..=t.start].iter().rev();
            marks.insert_all(left[s.start..s.start + count].iter().zip(downwards).map(xor));
        }
        (_, 0) => {
            let fixed = right[t.start];
            let moving = left[s.start..].iter().step_by(s.stride as usize).take(count);
            marks.insert_all(moving.map(|x| x ^ fixed));
        }
        _ => marks.insert_all((0..count).map(|i| left[s.at(i)] ^ right[t.at(i)])),
    }
}
