//! The values, or misère outcomes, of all heaps of one set: which way they are worked, and what is kept.

use grundy_core::period::Period;
use grundy_core::{Context, Error, Evidence, Nat, Result, Spent, Stopped, Words, number::to_u64};

use super::compressed::{self, Compressed, Heap};
use super::huge::Huge;
use super::members::{self, Members};
use super::residues::Residues;
use super::window::{self, Stream, WINDOW_LIMIT, Window};
use super::{Play, REMAINDERS_OF_MEMBERS, RESIDUE_WINDOW, WHOLE_CLASSES, WINDOW_PERIOD};
use crate::set::IntSet;

/// Steps that are planned where the budget sets no limit.
const DEFAULT_STEPS: u64 = 20_000_000_000;
/// Values kept in a table.
pub(super) const TABLE_LIMIT: u64 = 1 << 24;
/// Values tabulated in search of a period of a set that is no window.
const SEARCH_TABLE: u64 = 1 << 25;
/// Values in any table, where the budget of memory sets no limit.
const TABLE_MOST: u64 = 1 << 28;
/// A table that takes no more steps than this needs no window.
const FEW_STEPS: u64 = 1 << 12;
/// Heaps up to here are simply tabulated.
const SMALL: u64 = 1 << 14;
/// The stretches of a set with large numbers may take so many steps.
const STRETCHES: u64 = 100_000_000;

/// The values, or outcomes, of all heaps, as far as they are known.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) play: Play,
    pub(super) plan: Plan,
    pub(super) table: Vec<u32>,
    pub(super) period: Option<Period>,
    /// No period was found among so many values.
    searched: u64,
    /// Of sets with large numbers, until they are given up.
    compressed: Option<Box<Compressed>>,
}

#[derive(Debug)]
pub(super) enum Plan {
    /// No element: no move.
    Empty,
    Window {
        steps: Vec<usize>,
        stream: Option<Box<dyn Stream>>,
    },
    Residues(Box<Residues>),
    Members(Members),
    Huge(Box<Huge>),
}

/// The elements of a set that fits a window.
pub(super) fn small_steps(set: &IntSet) -> Option<Vec<usize>> {
    let list = set.small_list(63)?;
    (list.last().is_some_and(|&m| m < WINDOW_LIMIT)).then(|| list.into_iter().map(|k| k as usize).collect())
}

impl Plan {
    fn of(set: &IntSet, play: Play) -> Plan {
        if set.is_empty() {
            return Plan::Empty;
        }
        if let Some(steps) = small_steps(set) {
            return Plan::Window { steps, stream: None };
        }
        if let Some(residues) = Residues::new(set, play, WINDOW_LIMIT) {
            return Plan::Residues(Box::new(residues));
        }
        let members = Plan::Members(Members::default());
        let Some(pieces) = set.pieces() else { return members };
        match Huge::of(set, pieces) {
            Some(huge) => Plan::Huge(Box::new(huge)),
            None => members,
        }
    }
}

impl Sequence {
    /// Of this set. Costs nothing yet.
    pub(super) fn new(set: &IntSet, play: Play) -> Self {
        let plan = Plan::of(set, play);
        let elements: Option<Vec<Heap>> = match &plan {
            Plan::Window { steps, .. } if steps.last().is_some_and(|&most| most as u64 >= compressed::LEAST) => {
                Some(steps.iter().map(|&k| k as Heap).collect())
            }
            Plan::Huge(huge) => huge.elements().and_then(|all| all.iter().map(|k| Heap::try_from(k).ok()).collect()),
            _ => None,
        };
        let compressed = elements.and_then(|elements| Compressed::of(&elements, play)).map(Box::new);
        Sequence { play, plan, table: Vec::new(), period: None, searched: 0, compressed }
    }

    /// What the stretches of a set with large numbers tell; `None`: nothing, or it is no such set.
    fn by_stretches<T>(
        &mut self,
        cx: &Context,
        ask: impl FnOnce(&mut Compressed, &Context) -> Result<Option<T>, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let Some(compressed) = &mut self.compressed else { return Ok(None) };
        let nodes = cx.nodes_left().map_or(STRETCHES, |left| STRETCHES.min(left / 2));
        let told = match cx.trial(nodes, |part| Ok(ask(compressed, part)?)) {
            Err(Error::Stopped(stopped)) => return Err(stopped),
            told => told.ok().flatten(),
        };
        if compressed.is_given_up() || (told.is_none() && nodes == STRETCHES) {
            self.compressed = None;
        }
        Ok(told.flatten())
    }

    /// The proved period, if the stretches tell it: no values are tried, wherever it begins.
    pub(super) fn period_by_stretches(&mut self, cx: &Context) -> Result<Option<Period>, Stopped> {
        self.by_stretches(cx, Compressed::period)
    }

    /// The proved period, if `limit` values show it.
    pub(super) fn period_within(&mut self, set: &IntSet, limit: u64, cx: &Context) -> Result<Option<Period>, Stopped> {
        let is_within = |period: &Period| period.preperiod.saturating_add(period.period) <= limit;
        match self.period_by_stretches(cx)? {
            Some(period) => Ok(Some(period).filter(is_within)),
            None => self.find_period(set, limit, cx),
        }
    }

    /// The value of heap `n` from the stretches.
    fn value_by_stretches(&mut self, n: &Nat, cx: &Context) -> Result<Option<(Nat, Evidence)>, Stopped> {
        let told = self.by_stretches(cx, |compressed, cx| compressed.value(n, cx))?;
        let stretches = || Words::new(format!("stretches of values up to {n}"), format!("至 {n} 的各段值"));
        Ok(told.map(|(value, by_period)| {
            let evidence = if by_period { Evidence::theorem(&WINDOW_PERIOD) } else { Evidence::computed(stretches()) };
            (Nat::from(value), evidence)
        }))
    }

    /// All elements of a set of which the table would be too large.
    pub(super) fn elements(&self) -> Option<Vec<Nat>> {
        match &self.plan {
            Plan::Huge(huge) => huge.elements(),
            Plan::Window { steps, .. } if self.compressed.is_some() => {
                Some(steps.iter().map(|&k| Nat::from(k)).collect())
            }
            _ => None,
        }
    }

    /// About the steps that one more value takes.
    fn cost(&self) -> u64 {
        match &self.plan {
            Plan::Window { steps, .. } => 1 + steps.len() as u64 / 4,
            Plan::Residues(residues) => residues.cost(),
            Plan::Members(members) => members.cost(),
            Plan::Empty | Plan::Huge(_) => 1,
        }
    }

    /// How many values the budget, or the default, allows.
    fn affordable(&self, cx: &Context) -> u64 {
        cx.nodes_left().unwrap_or(DEFAULT_STEPS) / self.cost()
    }

    pub(super) fn period_evidence(&self) -> Evidence {
        match &self.plan {
            Plan::Window { .. } => Evidence::theorem(&WINDOW_PERIOD),
            Plan::Residues(r) if r.is_finite() => Evidence::theorem(&WINDOW_PERIOD),
            Plan::Residues(_) => Evidence::theorem(&RESIDUE_WINDOW),
            Plan::Members(_) if self.period.is_some_and(|found| found.saltus > 0) => Evidence::theorem(&WHOLE_CLASSES),
            Plan::Members(_) => Evidence::theorem(&REMAINDERS_OF_MEMBERS),
            Plan::Huge(_) => Evidence::theorem(&WINDOW_PERIOD),
            Plan::Empty => Evidence::computed(Words::new("there is no move", "无路可走")),
        }
    }

    pub(super) fn value(&mut self, set: &IntSet, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        match &mut self.plan {
            Plan::Empty => {
                let value = if self.play == Play::Normal { Nat::ZERO } else { Nat::ONE };
                return Ok((value, Evidence::computed(Words::new("there is no move", "无路可走"))));
            }
            Plan::Huge(huge) => {
                if let Some(told) = huge.value_elsewhere(self.play, n, cx)? {
                    return Ok(told);
                }
                if let Some(told) = self.value_by_stretches(n, cx)? {
                    return Ok(told);
                }
                let Plan::Huge(huge) = &mut self.plan else { return Err(self.refuse(n, cx).into()) };
                return huge.value(self.play, n, cx);
            }
            _ => {}
        }
        let table = |n: u64| Evidence::computed(Words::new(format!("table up to {n}"), format!("至 {n} 的表")));
        let small = to_u64(n);
        let allowed = cx.nodes_left().unwrap_or(DEFAULT_STEPS);
        // members are counted only as far as the product may still be allowed, and not beyond any table
        let members = |n: u64| {
            let counted = set.members_up_to(n.min(TABLE_LIMIT)).take((allowed / n.max(1) + 1) as usize).count();
            counted.max(1) as u64
        };
        if let Some(n) = small {
            if let Some(&v) = self.table.get(n as usize) {
                return Ok((Nat::from(v), table(n)));
            }
            if n < SMALL && self.period.is_none() && self.predict(members, n) <= allowed {
                self.tabulate(set, n + 1, cx)?;
                return Ok((Nat::from(self.table[n as usize]), table(n)));
            }
        }
        if small.is_none_or(|n| n >= compressed::LEAST)
            && let Some(told) = self.value_by_stretches(n, cx)?
        {
            return Ok(told);
        }
        if let Some(p) = self.find_period(set, small.unwrap_or(u64::MAX), cx)? {
            let (index, more) = p.reduce(n);
            let size = p.preperiod + p.period;
            let value = if size <= TABLE_LIMIT || !matches!(self.plan, Plan::Window { .. }) {
                self.tabulate(set, size, cx)?;
                self.table[index as usize]
            } else {
                self.ring_value(index, cx)?
            };
            return Ok((Nat::from(value) + more, self.period_evidence()));
        }
        let Some(n) = small.filter(|&n| n < allowed && self.predict(members, n) <= allowed) else {
            return Err(self.refuse(n, cx).into());
        };
        if matches!(self.plan, Plan::Window { .. }) && n >= TABLE_LIMIT {
            let value = self.ring_value(n, cx)?;
            return Ok((Nat::from(value), table(n)));
        }
        if n >= TABLE_MOST {
            return Err(self.refuse(&Nat::from(n), cx).into());
        }
        self.tabulate(set, n + 1, cx)?;
        Ok((Nat::from(self.table[n as usize]), table(n)))
    }

    /// About the steps to the value of heap `n`.
    fn predict(&self, set_members: impl Fn(u64) -> u64, n: u64) -> u64 {
        match &self.plan {
            Plan::Members(_) => n.saturating_mul(set_members(n)),
            _ => n.saturating_mul(self.cost()),
        }
    }

    /// Grows the table to `size` values.
    pub(super) fn tabulate(&mut self, set: &IntSet, size: u64, cx: &Context) -> Result<(), Stopped> {
        if size <= self.table.len() as u64 {
            return Ok(());
        }
        let play = self.play;
        match &mut self.plan {
            Plan::Residues(residues) => return residues.extend(&mut self.table, size, cx),
            Plan::Members(members) => return members.extend(set, play, &mut self.table, size, cx),
            Plan::Window { steps, stream } => {
                if stream.is_none() {
                    if size.saturating_mul(steps.len() as u64) <= FEW_STEPS {
                        cx.tick(size)?;
                        cx.reserve(4 * (size - self.table.len() as u64))?;
                        by_definition(play, steps, size as usize, &mut self.table);
                        return Ok(());
                    }
                    let mut new = with_word!(play, steps.len(), T => {
                        Box::new(Window::<T>::new(steps, play == Play::Misere, cx)?) as Box<dyn Stream>
                    });
                    // what is known already, once more
                    new.extend(self.table.len(), &mut Vec::new());
                    *stream = Some(new);
                }
                let Some(stream) = stream else { return Ok(()) };
                while (self.table.len() as u64) < size {
                    let count = (size - self.table.len() as u64).min(stream.most() as u64);
                    cx.tick(count)?;
                    cx.reserve(4 * count)?;
                    stream.extend(count as usize, &mut self.table);
                }
            }
            Plan::Empty => {
                let value = u32::from(play == Play::Misere);
                cx.reserve(4 * size)?;
                self.table.resize(size as usize, value);
            }
            Plan::Huge(_) => {}
        }
        Ok(())
    }

    /// The value of heap `n` in the memory of a window.
    fn ring_value(&self, n: u64, cx: &Context) -> Result<u32, Stopped> {
        let Plan::Window { steps, .. } = &self.plan else { return Ok(0) };
        with_word!(self.play, steps.len(), T => window::value_at::<T>(steps, self.play == Play::Misere, n, cx))
    }

    /// Searches the first `limit` values for a proved period.
    pub(super) fn find_period(&mut self, set: &IntSet, limit: u64, cx: &Context) -> Result<Option<Period>, Stopped> {
        let limit = match &self.plan {
            Plan::Members(_) => members::searched(set, limit, cx),
            _ => limit.min(self.affordable(cx)),
        };
        if self.period.is_some() || limit <= self.searched {
            return Ok(self.period);
        }
        let misere = self.play == Play::Misere;
        self.period = match &mut self.plan {
            Plan::Empty => Some(Period { preperiod: 0, period: 1, saltus: 0 }),
            Plan::Window { steps, .. } => {
                with_word!(self.play, steps.len(), T => window::find_period::<T>(steps, misere, limit, cx))?
            }
            Plan::Residues(residues) => residues.period(&mut self.table, limit.min(SEARCH_TABLE), cx)?,
            Plan::Members(members) => members.period(set, self.play, &mut self.table, limit, cx)?,
            // nothing is looked for
            Plan::Huge(_) => return Ok(None),
        };
        self.searched = limit;
        Ok(self.period)
    }

    fn refuse(&self, n: &Nat, cx: &Context) -> Stopped {
        let seen = if self.searched == 0 {
            String::new()
        } else {
            format!("; no period was found in the first {} values", self.searched)
        };
        cx.stopped(Spent::Nodes, Some(format!("the values of about {} heaps{seen}", grundy_core::number::shorten(n))))
    }
}

/// Grows the table to `size` values, one after the other: a mask of at most 63 values each.
fn by_definition(play: Play, steps: &[usize], size: usize, table: &mut Vec<u32>) {
    for n in table.len()..size {
        let seen = steps.iter().take_while(|&&k| k <= n).fold(0u64, |seen, &k| seen | 1 << table[n - k]);
        table.push(match play {
            Play::Normal => seen.trailing_ones(),
            Play::Misere if seen == 0 => 1,
            Play::Misere => seen.trailing_ones().min(1),
        });
    }
}
