//! What each component has on a [`Scale`], computed over everything that it can reach, once.
//!
//! Heaps of subtraction games go by rows (see [`line`]); all else by a [`walk`] that remembers sums: one visit of each
//! option of each sum.

use std::sync::{Arc, Mutex};

use grundy_core::{Context, Error, Evidence, Nat, Outcome, Result, Spent, Words, locked};
use grundy_search::options::Options;
use grundy_search::walk::{Mark, Opened, Status, Step, Table, Walk, walk};
use grundy_sequence::set::IntSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::scale::{Scale, foreclosed, hurry};
use super::sum::{self, Sum};
use super::{Compound, line};
use crate::game::Component;

/// Numbers of heaps of one subtraction game.
type Row = Arc<Vec<u32>>;

/// What was measured so far.
#[derive(Debug, Default)]
pub(super) struct Measures {
    rows: Mutex<FxHashMap<(u32, Scale), Row>>,
    /// Remoteness, suspense, foreclosed values.
    known: [Mutex<FxHashMap<Sum, u32>>; 3],
}

/// Which list of [`Measures::known`] is of the scale.
fn slot(scale: Scale) -> usize {
    match scale {
        Scale::Remoteness => 0,
        Scale::Suspense => 1,
        _ => 2,
    }
}

/// What one remembered sum takes, roughly.
const BYTES: u64 = 180;

impl Compound {
    /// Where a component stands on a scale.
    ///
    /// # Errors
    /// A component that need not end; a spent budget.
    pub(crate) fn class(&self, scale: Scale, sum: &Sum, cx: &Context) -> Result<Nat> {
        Ok(match scale {
            Scale::Value => sum::value(sum, cx)?,
            Scale::Outcome => Nat::from(u8::from(sum::outcome(sum, cx)? == Outcome::Next)),
            Scale::Ending if sum::is_over(sum, cx)? => Nat::ZERO,
            Scale::Ending => Nat::from(1 + u8::from(sum::outcome(sum, cx)? == Outcome::Next)),
            Scale::Remoteness | Scale::Suspense | Scale::Foreclosed => Nat::from(self.measures.number(scale, sum, cx)?),
        })
    }

    /// The same with what it rests on.
    ///
    /// # Errors
    /// As [`Compound::class`].
    pub(super) fn find_class(&self, scale: Scale, sum: &Sum, cx: &Context) -> Result<(Nat, Evidence)> {
        Ok(match scale {
            Scale::Value => sum::find_value(sum, cx)?,
            Scale::Outcome | Scale::Ending => {
                let (outcome, why) = sum::find_outcome(sum, cx)?;
                let next = u8::from(outcome == Outcome::Next);
                let over = scale == Scale::Ending && sum::is_over(sum, cx)?;
                let class = if scale == Scale::Outcome {
                    next
                } else if over {
                    0
                } else {
                    1 + next
                };
                (Nat::from(class), why)
            }
            Scale::Remoteness | Scale::Suspense | Scale::Foreclosed => {
                if let Some((moves, evidence)) = fixed(scale, sum) {
                    return Ok((Nat::from(moves), evidence));
                }
                let how = Words::new(
                    format!("the {} of each component, from all that it can reach", scale.name()),
                    format!("由可达的一切算出各分量的{}", scale.chinese_name()),
                );
                (self.class(scale, sum, cx)?, Evidence::computed(how))
            }
        })
    }
}

/// Remoteness and suspense of a sum whose components all last a number of moves that does not depend on how one plays: by
/// induction both are that number, for every option has one move less.
fn fixed(scale: Scale, sum: &[Component]) -> Option<(u32, Evidence)> {
    if !matches!(scale, Scale::Remoteness | Scale::Suspense) || sum.is_empty() {
        return None;
    }
    let (mut all, mut evidence) = (0, Evidence::trivial());
    for component in sum {
        let (moves, theorem) = component.game.any()?.lasts(&component.place)?;
        all += moves;
        evidence.add(&Evidence::theorem(theorem));
    }
    Some((u32::try_from(all).ok()?, evidence))
}

impl Measures {
    fn number(&self, scale: Scale, sum: &Sum, cx: &Context) -> Result<u32> {
        if let [heap] = &**sum
            && let Some(set) = heap.game.subtraction_set()
        {
            if *set == IntSet::all() {
                let some = heap.place[0] > Nat::ZERO;
                return Ok(u32::from(some));
            }
            if let Some(n) = crate::number::to_u64(&heap.place[0]) {
                return self.heap(scale, heap.game.id(), set, n, cx);
            }
        }
        if let Some((moves, _)) = fixed(scale, sum) {
            return Ok(moves);
        }
        if let Some(&known) = locked(self.known[slot(scale)].lock()).get(sum) {
            return Ok(known);
        }
        self.walk(scale, sum, cx)
    }

    fn heap(&self, scale: Scale, game: u32, set: &IntSet, n: u64, cx: &Context) -> Result<u32> {
        let at = usize::try_from(n).unwrap_or(usize::MAX);
        let known = locked(self.rows.lock()).get(&(game, scale)).and_then(|row| row.get(at).copied());
        if let Some(number) = known {
            return Ok(number);
        }
        cx.enter(scale.name());
        let row = line::line(set, scale, n, cx)?;
        let number = row[at];
        locked(self.rows.lock()).insert((game, scale), Arc::new(row));
        Ok(number)
    }

    fn walk(&self, scale: Scale, sum: &Sum, cx: &Context) -> Result<u32> {
        cx.enter(scale.name());
        let reach = sum::reach(sum);
        let needed = || Some(format!("a walk over more than {reach:.0} sums"));
        if cx.budget().memory.is_some_and(|memory| reach * BYTES as f64 > memory as f64) {
            return Err(cx.stopped(Spent::Memory, needed()).into());
        }
        if cx.nodes_left().is_some_and(|left| reach > left as f64) {
            return Err(cx.stopped(Spent::Nodes, needed()).into());
        }
        let known = &self.known[slot(scale)];
        walk(&mut Walking { known, scale, open: FxHashSet::default(), seen: Vec::new(), cx }, sum.clone())?;
        locked(known.lock()).get(sum).copied().ok_or_else(|| super::search::circles().into())
    }
}

/// A walk over sums. What is known is shared; what is open belongs to this walk.
struct Walking<'a> {
    known: &'a Mutex<FxHashMap<Sum, u32>>,
    scale: Scale,
    open: FxHashSet<Sum>,
    seen: Vec<u32>,
    cx: &'a Context,
}

impl Table<Sum, u32> for Walking<'_> {
    fn status(&self, sum: &Sum) -> Status {
        if self.open.contains(sum) {
            return Status::Open;
        }
        if locked(self.known.lock()).contains_key(sum) { Status::Done } else { Status::Unknown }
    }

    fn mark(&mut self, sum: Sum, mark: Mark<u32>) {
        match mark {
            Mark::Open => drop(self.open.insert(sum)),
            Mark::Unknown => drop(self.open.remove(&sum)),
            Mark::Done(number) => {
                self.open.remove(&sum);
                locked(self.known.lock()).insert(sum, number);
            }
        }
    }

    fn close(&mut self, _: Vec<Sum>) {
        self.open.clear();
    }
}

impl Walk for Walking<'_> {
    type Position = Sum;
    type Value = u32;
    type Table = Self;
    type Frame = Options<Sum>;
    type Error = Error;

    fn table(&mut self) -> &mut Self {
        self
    }

    fn open(&mut self, sum: &Sum, depth: usize) -> Result<Opened<Options<Sum>, u32>> {
        self.cx.tick(1)?;
        let options = sum::options(sum, self.cx)?;
        self.cx.tick(options.len() as u64)?;
        self.cx.reserve(BYTES + 8 * options.len() as u64)?;
        self.cx.progress(depth as u64, None);
        Ok(Opened::Frame(Options::new(options)))
    }

    fn step(&mut self, _: &Sum, frame: &mut Options<Sum>) -> Result<Step<Sum, u32>> {
        let known = locked(self.known.lock());
        if let Some(missing) = frame.missing(|option| known.get(option)) {
            return Ok(Step::Needs(missing));
        }
        let options = frame.all().iter().filter_map(|option| known.get(option).copied());
        let number = match self.scale {
            Scale::Foreclosed => foreclosed(options, &mut self.seen),
            scale => hurry(options, scale),
        };
        self.cx.release(8 * frame.all().len() as u64);
        Ok(Step::Done(number))
    }

    fn cycle(&mut self, _: &[Sum]) -> Error {
        super::search::circles().into()
    }
}
