//! Rules compiled to loops over tables: a column of options at a time.
//!
//! In `{n -> a & n-a for a in 1.. if a < n-a}` the options of n = 10 are the values at 1, 2, 3, 4 joined by xor with
//! those at 9, 8, 7, 6: one slice read upwards, one downwards. That is what this module makes of every alternative
//! whose innermost loop is a plain range (or a fixed list) and whose parts and guards are linear in its variable:
//! bounds first (the module `affine`), then a loop over `start + stride·i` without tests. All else is worked out
//! member by member, with the same result and the same faults.
//!
//! Whether parts come earlier in the order of evaluation is tested at both ends of a loop, which is enough: both the
//! sum of the coordinates and the row-major index are linear in between.
//!
//! Cost: about one nanosecond an option in a loop over slices, 10 to 30 for a fixed step, 80 to 150 for an option worked
//! out by itself. Measured figures: see [`crate::engine::dense`].

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::affine::{Form, Window};
use super::arithmetic::{Fault, Number, Step, Trouble};
use super::eval::{Prepared, Way, all};
use super::ir::{Alternative, Expr, Item, Rule, Set};
use super::members::{Scope, members};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::game::{Game, Shape};
use crate::number::{Int, Nat};

/// Values of the other games that a rule hands parts over to.
///
/// In misère tables a value is 1 for an N-position and 0 for a P-position.
pub trait Foreign {
    /// The values of a one-heap game at 0, 1, …, at least up to and including `upto`.
    ///
    /// # Errors
    /// If the other game has no answer, or the budget is spent.
    fn heap(&self, game: &Game, upto: u64, cx: &Context) -> Result<Arc<[u32]>>;

    /// The value of one place.
    ///
    /// # Errors
    /// If the other game has no answer, or the budget is spent.
    fn value(&self, game: &Game, place: &[u64], cx: &Context) -> Result<u32>;
}

/// For rules that keep to themselves: any hand-over is an error.
#[derive(Debug, Clone, Copy)]
pub struct NoForeign;

impl Foreign for NoForeign {
    fn heap(&self, game: &Game, _upto: u64, _cx: &Context) -> Result<Arc<[u32]>> {
        Err(Diagnostic::unsupported(format!("no values of {} at hand", game.text())).into())
    }

    fn value(&self, game: &Game, _place: &[u64], _cx: &Context) -> Result<u32> {
        Err(Diagnostic::unsupported(format!("no values of {} at hand", game.text())).into())
    }
}

/// How places lie in the table: `index = Σ stride · coordinate`, row-major.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) extents: SmallVec<[i64; 2]>,
    pub(crate) strides: SmallVec<[i64; 2]>,
    /// Are the places worked out by increasing sum? Otherwise by increasing index.
    pub(crate) by_sum: bool,
}

impl Layout {
    pub(crate) fn index(&self, place: &[i64]) -> usize {
        place.iter().zip(&self.strides).map(|(c, s)| c * s).sum::<i64>() as usize
    }

    fn holds(&self, place: &[i64]) -> bool {
        place.iter().zip(&self.extents).all(|(c, extent)| (0..*extent).contains(c))
    }
}

/// The place whose options are wanted, and what is known so far.
pub(crate) struct Cell<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) table: &'a [u32],
    pub(crate) place: &'a [i64],
    pub(crate) foreign: &'a dyn Foreign,
    pub(crate) cx: &'a Context,
}

impl Cell<'_> {
    /// The index of an own part, if it comes earlier and lies in the table.
    #[inline]
    fn locate(&self, part: &[i64]) -> Step<usize> {
        let earlier = if self.layout.by_sum {
            // an own part may lie far beyond any table
            part.iter().fold(0_i64, |sum, c| sum.saturating_add(*c)) < self.place.iter().sum()
        } else {
            part < self.place
        };
        if earlier && self.layout.holds(part) {
            return Ok(self.layout.index(part));
        }
        let place = part.into();
        Err(if earlier { Trouble::Outside(place) } else { Trouble::NotSmaller(place) })
    }
}

/// The set of values of the options, with a round stamp for each.
///
/// Values beyond the slots are left out; that is right as long as a slot stays free. If none does, the set is
/// doubled and the place done again.
#[derive(Debug, Clone)]
pub(crate) struct Marks {
    stamps: Vec<u32>,
    round: u32,
    /// Is there any option?
    pub(crate) any: bool,
}

impl Marks {
    fn new() -> Self {
        Marks { stamps: vec![0; 64], round: 0, any: false }
    }

    fn clear(&mut self) {
        if self.round == u32::MAX {
            self.stamps.fill(0);
            self.round = 0;
        }
        self.round += 1;
        self.any = false;
    }

    #[inline]
    fn insert(&mut self, value: u32) {
        if let Some(stamp) = self.stamps.get_mut(value as usize) {
            *stamp = self.round;
        }
    }

    pub(crate) fn contains_zero(&self) -> bool {
        self.stamps[0] == self.round
    }

    /// `None`: every slot is taken.
    pub(crate) fn mex(&self) -> Option<u32> {
        const WIDE: usize = 16;
        let round = self.round;
        let full = |chunk: &&[u32]| chunk.iter().fold(true, |all, &stamp| all & (stamp == round));
        let skipped = self.stamps.chunks_exact(WIDE).take_while(full).count() * WIDE;
        let free = self.stamps[skipped..].iter().position(|&stamp| stamp != round)?;
        Some((skipped + free) as u32)
    }

    fn insert_all(&mut self, values: impl Iterator<Item = u32>) {
        let (stamps, round) = (&mut self.stamps[..], self.round);
        values.for_each(|value| {
            if let Some(stamp) = stamps.get_mut(value as usize) {
                *stamp = round;
            }
        });
    }
}

/// A rule compiled for tables.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    prepared: Prepared,
    plans: Vec<Plan>,
    state: State,
}

/// What changes while a column runs.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) marks: Marks,
    lists: Vec<List>,
    /// Values of other one-heap games, by the game's number.
    heaps: FxHashMap<u32, Arc<[u32]>>,
    /// Base and slope of each coordinate of each part.
    lines: Vec<(i64, i64)>,
    work: u64,
}

/// How the innermost loop of an alternative is run.
#[derive(Debug, Clone)]
struct Plan {
    /// Sources of the innermost variable, if the parts can be read off as slices.
    sources: Option<Vec<Source>>,
    /// Single numbers behind `except`.
    holes: Vec<Form>,
    /// What is added to each coordinate, if the alternative is one fixed step, `(x-2,y+1)`.
    jump: Option<SmallVec<[i64; 2]>>,
}

#[derive(Debug, Clone)]
enum Source {
    One(Form),
    Range { from: Form, to: Option<Form>, step: Form },
    List(usize),
    Each(Set),
}

/// The members of a set without variables, ascending.
#[derive(Debug, Clone)]
struct List {
    /// `None`: `members` is all there is.
    set: Option<Set>,
    upto: i64,
    members: Vec<i64>,
}

impl List {
    fn extend_to(&mut self, limit: i64, cx: &Context) -> Step<()> {
        let Some(set) = &self.set else { return Ok(()) };
        if limit <= self.upto {
            return Ok(());
        }
        // doubled, so that all the listing together costs no more than twice the last
        let size = limit.max(self.upto.saturating_mul(2)).max(64);
        let mut listed = Vec::new();
        let scope = Scope { size: &size, cx };
        let _ = members(set, 0, &mut [0], &scope, &Window::open(), &mut |values| {
            listed.push(values[0]);
            Ok(ControlFlow::Continue(()))
        })?;
        cx.reserve((listed.len() - self.members.len()) as u64 * 8)?;
        (self.members, self.upto) = (listed, size);
        Ok(())
    }
}

impl Column {
    /// Compiles a rule. Linear in its size.
    pub(crate) fn new(rule: &Rule) -> Result<Self> {
        let prepared = Prepared::new(rule)?;
        let mut lists = Vec::new();
        let plans = prepared
            .rule
            .alternatives
            .iter()
            .zip(&prepared.ways)
            .map(|(alternative, way)| Plan::new(alternative, way, &mut lists))
            .collect();
        let state = State { marks: Marks::new(), lists, heaps: FxHashMap::default(), lines: Vec::new(), work: 0 };
        Ok(Column { prepared, plans, state })
    }

    pub(crate) fn rule(&self) -> &Rule {
        &self.prepared.rule
    }

    /// Marks the values of all options; with a trouble comes the number of the alternative.
    pub(crate) fn mark(&mut self, cell: &Cell<'_>) -> Result<&Marks, (usize, Trouble)> {
        loop {
            self.state.marks.clear();
            self.state.work = 1;
            for which in 0..self.plans.len() {
                self.mark_alternative(which, cell).map_err(|trouble| (which, trouble))?;
            }
            cell.cx.tick(self.state.work).map_err(|stopped| (0, stopped.into()))?;
            if self.state.marks.mex().is_some() {
                return Ok(&self.state.marks);
            }
            let slots = self.state.marks.stamps.len() * 2;
            self.state.marks.stamps.resize(slots, 0);
        }
    }

    fn mark_alternative(&mut self, which: usize, cell: &Cell<'_>) -> Step<()> {
        if let Some(jump) = &self.plans[which].jump {
            return match self.state.jump(jump, cell) {
                Err(Trouble::Large) => self.mark_large(which, cell),
                outcome => outcome,
            };
        }
        let alternative = &self.prepared.rule.alternatives[which];
        let arity = cell.place.len();
        let size = cell.place.iter().sum();
        let mut values: SmallVec<[i64; 8]> = cell.place.into();
        values.resize(arity + alternative.loops.len(), 0);
        let mut row = Row {
            arity,
            alternative,
            way: &self.prepared.ways[which],
            plan: &self.plans[which],
            cell,
            scope: &Scope { size: &size, cx: cell.cx },
            state: &mut self.state,
        };
        match row.enter(0, &mut values, false) {
            Err(Trouble::Large) => self.mark_large(which, cell),
            outcome => outcome.map(|_| ()),
        }
    }

    /// Over big integers, where machine words do not do.
    fn mark_large(&mut self, which: usize, cell: &Cell<'_>) -> Step<()> {
        let place: Vec<Nat> = cell.place.iter().map(|&c| Nat::from(c as u64)).collect();
        let (prepared, state) = (&self.prepared, &mut self.state);
        let mut trouble = None;
        let outcome = prepared.options_of(which, &place, cell.cx, &mut |_, parts| {
            let mut total = 0;
            for (game, part) in parts {
                // no table reaches i64::MAX, so that stands for all beyond
                let part: SmallVec<[i64; 4]> = part.iter().map(|n| i64::try_from(n).unwrap_or(i64::MAX / 4)).collect();
                match look_up(state, cell, *game, &part) {
                    Ok(value) => total ^= value,
                    Err(t) => {
                        trouble = Some(t);
                        return ControlFlow::Break(());
                    }
                }
            }
            state.marks.any = true;
            state.marks.insert(total);
            ControlFlow::Continue(())
        });
        match trouble {
            Some(trouble) => Err(trouble),
            None => Ok(outcome.map(|_| ())?),
        }
    }
}

impl State {
    fn jump(&mut self, jump: &[i64], cell: &Cell<'_>) -> Step<()> {
        self.work += 1;
        let mut place: SmallVec<[i64; 4]> = SmallVec::new();
        for (coordinate, step) in cell.place.iter().zip(jump) {
            match coordinate.checked_add(*step) {
                Some(coordinate) if coordinate >= 0 => place.push(coordinate),
                Some(_) => return Ok(()),
                None => return Err(Trouble::Large),
            }
        }
        let value = cell.table[cell.locate(&place)?];
        self.marks.any = true;
        self.marks.insert(value);
        Ok(())
    }
}

/// The value of a part.
#[inline]
fn look_up(state: &mut State, cell: &Cell<'_>, game: Option<&Game>, part: &[i64]) -> Step<u32> {
    let Some(game) = game else { return Ok(cell.table[cell.locate(part)?]) };
    if game.shape() == Shape::Heap && part.len() == 1 {
        let index = part[0] as usize;
        extend_heap(state, cell, game, index)?;
        return Ok(state.heaps[&game.id()][index]);
    }
    let place: SmallVec<[u64; 4]> = part.iter().map(|&c| c as u64).collect();
    Ok(cell.foreign.value(game, &place, cell.cx)?)
}

fn extend_heap(state: &mut State, cell: &Cell<'_>, game: &Game, index: usize) -> Step<()> {
    let known = state.heaps.get(&game.id()).map_or(0, |values| values.len());
    if index < known {
        return Ok(());
    }
    // half as much again, so that a growing table does not ask for each value
    let wished = index.max(known + known / 2);
    let values = cell.foreign.heap(game, wished as u64, cell.cx)?;
    if values.len() <= index {
        let message = format!("no value of {} at {index}", game.text());
        return Err(crate::error::Error::from(Diagnostic::unsupported(message)).into());
    }
    state.heaps.insert(game.id(), values);
    Ok(())
}

impl Plan {
    fn new(alternative: &Alternative, way: &Way, lists: &mut Vec<List>) -> Self {
        let none = Plan { sources: None, holes: Vec::new(), jump: jump_of(alternative, way) };
        let Some(innermost) = alternative.loops.last() else { return none };
        let heaps_only = alternative
            .parts
            .iter()
            .all(|p| p.game.as_ref().is_none_or(|g| g.shape() == Shape::Heap && p.coordinates.len() == 1));
        if way.affine.is_none() || !way.filters.is_empty() || !heaps_only {
            return none;
        }
        let mut holes = Vec::new();
        for except in &innermost.set.except {
            for item in &except.items {
                match item {
                    Item::One(expr) if except.except.is_empty() => holes.push(Form::of(expr)),
                    _ => return none,
                }
            }
        }
        let mut sources = Vec::new();
        sources_of(&innermost.set.items, &mut sources, lists);
        Plan { sources: Some(sources), holes, jump: None }
    }
}

fn jump_of(alternative: &Alternative, way: &Way) -> Option<SmallVec<[i64; 2]>> {
    let bare = alternative.loops.is_empty() && way.guards(0, false).is_empty();
    let ([part], [coordinates], true) = (&alternative.parts[..], &way.parts[..], bare) else { return None };
    if part.game.is_some() {
        return None;
    }
    let step = |(i, form): (usize, &Form)| match form {
        Form::Linear { constant, terms } if terms[..] == [(i, 1)] => Some(*constant),
        _ => None,
    };
    coordinates.iter().enumerate().map(step).collect()
}

fn sources_of(items: &[Item], sources: &mut Vec<Source>, lists: &mut Vec<List>) {
    let mut numbers = Vec::new();
    for item in items {
        let named = |lists: &mut Vec<List>| {
            lists.push(List {
                set: Some(Set { items: vec![item.clone()], except: vec![] }),
                upto: 0,
                members: Vec::new(),
            });
            Source::List(lists.len() - 1)
        };
        let number = |n: i64| Form::constant(n);
        sources.push(match item {
            Item::One(expr) => match Form::of(expr) {
                form if form.as_constant().is_some() => {
                    numbers.extend(form.as_constant());
                    continue;
                }
                form => Source::One(form),
            },
            Item::Range { from, to, step } => {
                Source::Range { from: Form::of(from), to: to.as_ref().map(Form::of), step: Form::of(step) }
            }
            Item::Odds => Source::Range { from: number(1), to: None, step: number(2) },
            Item::Evens => Source::Range { from: number(2), to: None, step: number(2) },
            Item::Squares | Item::Fibonacci | Item::Primes => named(lists),
            Item::Powers(Expr::Constant(base)) if *base >= Int::ZERO => named(lists),
            Item::Nested(set) if set.except.is_empty() => {
                sources_of(&set.items, sources, lists);
                continue;
            }
            Item::Powers(_) | Item::Divisors(_) | Item::Nested(_) => {
                Source::Each(Set { items: vec![item.clone()], except: vec![] })
            }
        });
    }
    if !numbers.is_empty() {
        numbers.sort_unstable();
        numbers.dedup();
        lists.push(List { set: None, upto: i64::MAX, members: numbers });
        sources.push(Source::List(lists.len() - 1));
    }
}

struct Row<'a, 's> {
    arity: usize,
    alternative: &'a Alternative,
    way: &'a Way,
    plan: &'a Plan,
    cell: &'a Cell<'a>,
    scope: &'a Scope<'a, i64>,
    state: &'s mut State,
}

impl Row<'_, '_> {
    fn enter(&mut self, depth: usize, values: &mut [i64], exact: bool) -> Step<ControlFlow<()>> {
        if !all(self.way.guards(depth, exact), values, self.scope)? {
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
            && self.add_holes(&mut window, values)?
        {
            self.lines(values)?;
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
        let (Some(&first), Some(&last)) = (chosen.first(), chosen.last()) else { return Ok(()) };
        let mut tracks = SmallVec::new();
        self.tracks(first, last, 1, &mut tracks)?;
        self.state.work += chosen.len() as u64;
        let State { marks, heaps, .. } = &mut *self.state;
        marks.any = true;
        let slice = |t: &Track| t.heap.map_or(self.cell.table, |id| &heaps[&id]);
        let tracks: SmallVec<[(&[u32], &Track); 2]> = tracks.iter().map(|t| (slice(t), t)).collect();
        let value = |&member: &i64| {
            let i = (member - first) as usize;
            tracks.iter().fold(0, |x, (values, t)| x ^ values[t.at(i)])
        };
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
