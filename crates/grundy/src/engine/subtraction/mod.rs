//! Subtraction games: from a heap one takes a number of a fixed set S, `{n -> n-k for k in S}`.
//!
//! `take[1,3,4]` has the values 0 1 0 1 2 3 2, again and again, which max S = 4 equalities prove for ever; so its heap
//! of 10^100 is answered from the first seven values.
//!
//! | set | how | proof beyond the table |
//! |---|---|---|
//! | finite, at most 63 elements | one-hot words in a ring (`window`) | period of the window |
//! | finite, more elements; ranges without end, residue classes | a table and sets of values by class (`residues`) | return of the state, up to a common shift |
//! | huge elements | reachable heaps only (`sparse`); below them, the set without them | the smaller set's |
//! | squares, primes, Fibonacci numbers … | a table over the members | none |
//!
//! The theorems and their proofs stand in the modules `window` and `residues`.

mod listing;
mod residues;
mod sparse;
mod window;

use crate::context::{Context, Spent, Stopped};
use crate::error::Result;
use crate::evidence::{Evidence, Theorem};
use crate::game::Listing;
use crate::nimber::MexSet;
use crate::number::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::period::Period;
use crate::set::{IntSet, Piece, Pieces};

use residues::Residues;
use window::{Stream, Window};

/// The window theorem for finite sets.
pub static WINDOW_PERIOD: Theorem = Theorem {
    id: "window-period",
    statement: "if the values of a subtraction game with largest element m repeat on m consecutive heaps, they repeat \
                for ever",
    reference: "S. W. Golomb, A mathematical investigation of games of “take-away”, J. Combin. Theory 1, 1966",
};

/// The state theorem for sets that repeat.
pub static RESIDUE_WINDOW: Theorem = Theorem {
    id: "residue-window",
    statement: "if the last values and the sets of values attained in each residue class return, all shifted by the \
                same amount, the values of a subtraction game whose set repeats are arithmetically periodic",
    reference: "",
};

/// Steps that are planned where the budget sets no limit.
const DEFAULT_STEPS: u64 = 20_000_000_000;
/// Largest element of a window, and largest start of a repeating set.
const WINDOW_LIMIT: u64 = 1 << 26;
/// Values kept in a table.
const TABLE_LIMIT: u64 = 1 << 24;
/// Values tabulated in search of a period of a set that is no window.
const SEARCH_TABLE: u64 = 1 << 25;
/// Values in any table, where the budget of memory sets no limit.
const TABLE_MOST: u64 = 1 << 28;
/// Heaps up to here are simply tabulated.
const SMALL: u64 = 1 << 14;

/// The convention, as the kernels see it: values, or 0 for P and 1 for N.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Play {
    Normal,
    Misere,
}

/// What was learnt about one set: tables, periods.
#[derive(Debug)]
pub struct SubtractionEngine {
    set: IntSet,
    normal: Sequence,
    misere: Sequence,
}

/// The values, or outcomes, of all heaps, as far as they are known.
#[derive(Debug)]
struct Sequence {
    play: Play,
    plan: Plan,
    table: Vec<u32>,
    period: Option<Period>,
    /// No period was found among so many values.
    searched: u64,
}

#[derive(Debug)]
enum Plan {
    /// No element: no move.
    Empty,
    Window {
        steps: Vec<usize>,
        stream: Option<Box<dyn Stream>>,
    },
    Residues(Box<Residues>),
    Members {
        members: Vec<u64>,
        /// `members` is complete up to here.
        up_to: u64,
        seen: MexSet,
    },
    Huge(Box<Huge>),
}

/// A set with elements beyond any window.
#[derive(Debug)]
struct Huge {
    /// The set below the first piece that goes beyond.
    below: SubtractionEngine,
    /// Where that piece begins.
    first: Nat,
    /// The set with the last piece going on for ever, which is the same up to `last`.
    endless: Option<SubtractionEngine>,
    last: Option<Nat>,
    /// All elements, if they are few.
    elements: Option<Vec<Nat>>,
}

macro_rules! with_word {
    ($play:expr, $len:expr, $t:ident => $e:expr) => {
        match ($play, $len) {
            (Play::Misere, _) | (_, ..=7) => {
                type $t = u8;
                $e
            }
            (_, 8..=15) => {
                type $t = u16;
                $e
            }
            (_, 16..=31) => {
                type $t = u32;
                $e
            }
            _ => {
                type $t = u64;
                $e
            }
        }
    };
}

fn small_steps(set: &IntSet) -> Option<Vec<usize>> {
    let list = set.small_list(63)?;
    (list.last().is_some_and(|&m| m < WINDOW_LIMIT)).then(|| list.into_iter().map(|k| k as usize).collect())
}

/// Hands the values of the heaps `0..=to` to `visit(first heap, values)` block by block; each is worked from the rule,
/// and only the window is kept.
///
/// # Errors
/// When the budget is spent, or the set is not a finite one of at most 63 elements below 2^26
/// ([`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported)).
pub fn run(set: &IntSet, to: u64, cx: &Context, mut visit: impl FnMut(u64, &[u32])) -> Result<()> {
    let steps = window_steps(set)?;
    with_word!(Play::Normal, steps.len(), T => {
        let mut window: Window<T> = Window::new(&steps, false, cx)?;
        let mut values = Vec::new();
        while window.position() <= to {
            let at = window.position();
            let count = (to - at + 1).min(window.block() as u64) as usize;
            cx.tick(count as u64)?;
            values.clear();
            window.extend(count, &mut values);
            visit(at, &values);
        }
        Ok(())
    })
}

/// The value of heap `n`, all heaps below worked from the rule, in the memory of the window.
///
/// # Errors
/// As [`run`].
pub fn value_at(set: &IntSet, n: u64, cx: &Context) -> Result<u32> {
    let steps = window_steps(set)?;
    Ok(with_word!(Play::Normal, steps.len(), T => window::value_at::<T>(&steps, false, n, cx))?)
}

fn window_steps(set: &IntSet) -> Result<Vec<usize>> {
    if set.is_empty() {
        return Ok(Vec::new());
    }
    small_steps(set).ok_or_else(|| {
        crate::Diagnostic::unsupported("the ring needs a finite set of at most 63 numbers below 2^26").into()
    })
}

impl SubtractionEngine {
    /// For this set. Costs nothing yet.
    #[must_use]
    pub fn new(set: IntSet) -> Self {
        let sequence =
            |play| Sequence { play, plan: Plan::of(&set, play), table: Vec::new(), period: None, searched: 0 };
        SubtractionEngine { normal: sequence(Play::Normal), misere: sequence(Play::Misere), set }
    }

    /// The set.
    #[must_use]
    pub fn set(&self) -> &IntSet {
        &self.set
    }

    /// The Grundy value of heap `n`.
    ///
    /// # Errors
    /// When the budget is spent, or the plan would take more than 2·10^10 steps where the budget sets no limit.
    pub fn value(&mut self, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        self.value_in(Play::Normal, n, cx)
    }

    /// Who wins the single heap `n` when who cannot move wins.
    ///
    /// # Errors
    /// As [`SubtractionEngine::value`].
    pub fn misere_outcome(&mut self, n: &Nat, cx: &Context) -> Result<(Outcome, Evidence)> {
        let (value, evidence) = self.value_in(Play::Misere, n, cx)?;
        Ok((if value.is_zero() { Outcome::Previous } else { Outcome::Next }, evidence))
    }

    /// The Grundy values of the heaps `from..=to`.
    ///
    /// # Errors
    /// As [`SubtractionEngine::value`]; the memory of the result is asked for first.
    pub fn values(&mut self, from: u64, to: u64, cx: &Context) -> Result<(Vec<Nat>, Evidence)> {
        if from > to {
            return Ok((Vec::new(), Evidence::trivial()));
        }
        cx.reserve((to - from).saturating_add(1).saturating_mul(size_of::<Nat>() as u64))?;
        // the largest first, so that one table or period serves all
        let (_, mut evidence) = self.value(&Nat::from(to), cx)?;
        let sequence = &mut self.normal;
        if !matches!(sequence.plan, Plan::Huge(_) | Plan::Empty) {
            let size = sequence.period.map_or(u64::MAX, |p| p.preperiod + p.period).min(to + 1);
            if size <= TABLE_LIMIT {
                sequence.tabulate(&self.set, size, cx)?;
                let mut values = Vec::new();
                for n in from..=to {
                    cx.tick(1)?;
                    values.push(match (sequence.table.get(n as usize), sequence.period) {
                        (Some(&v), _) => Nat::from(v),
                        (None, Some(p)) => {
                            let (index, more) = p.reduce(&Nat::from(n));
                            Nat::from(sequence.table[index as usize]) + more
                        }
                        (None, None) => Nat::ZERO,
                    });
                }
                return Ok((values, evidence));
            }
        }
        let mut values = Vec::new();
        for n in from..=to {
            let (v, why) = self.value(&Nat::from(n), cx)?;
            if n == from {
                evidence.add(&why);
            }
            values.push(v);
        }
        Ok((values, evidence))
    }

    /// The proved period of the values, if one is found; the search tries `limit` values at most (`None`: what the
    /// budget or 2·10^10 steps allow).
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn period(&mut self, limit: Option<u64>, cx: &Context) -> Result<Option<(Period, Evidence)>, Stopped> {
        Ok(self.normal.find_period(limit.unwrap_or(u64::MAX), cx)?.map(|p| (p, self.normal.period_evidence())))
    }

    /// The proved period of the misère outcomes of single heaps (0 for P, 1 for N).
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn misere_period(&mut self, limit: Option<u64>, cx: &Context) -> Result<Option<(Period, Evidence)>, Stopped> {
        Ok(self.misere.find_period(limit.unwrap_or(u64::MAX), cx)?.map(|p| (p, self.misere.period_evidence())))
    }

    /// All heaps that one move leads to: how many, and the first `limit`, the smallest heap first. `None` where they
    /// cannot be counted (a named set without a period and a huge heap).
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn options(&self, n: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        Ok(listing::all(&self.set, n, limit, cx)?)
    }

    /// The options with Grundy value `target`, the smallest heap first. `None` where they cannot be counted.
    ///
    /// # Errors
    /// As [`SubtractionEngine::value`].
    pub fn options_with_value(&mut self, n: &Nat, target: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        self.options_in(Play::Normal, n, target, limit, cx)
    }

    /// The options that are P-positions of misère play, the smallest heap first. `None` where they cannot be counted.
    ///
    /// # Errors
    /// As [`SubtractionEngine::value`].
    pub fn misere_winning_options(&mut self, n: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        self.options_in(Play::Misere, n, &Nat::ZERO, limit, cx)
    }

    fn options_in(&mut self, play: Play, n: &Nat, wanted: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        if self.set.is_empty() || n.is_zero() {
            return Ok(Some(Listing::default()));
        }
        let before = n - Nat::ONE;
        self.value_in(play, &before, cx)?;
        let sequence = if play == Play::Normal { &mut self.normal } else { &mut self.misere };
        if let Plan::Huge(huge) = &mut sequence.plan {
            return huge.options(&self.set, play, n, wanted, limit, cx);
        }
        // one table must hold what the listing looks at
        let size = match sequence.period {
            Some(p) => to_u64(n).unwrap_or(u64::MAX).min(p.preperiod + p.period),
            None => to_u64(n).unwrap_or(u64::MAX),
        };
        if size > TABLE_LIMIT {
            return Ok(None);
        }
        sequence.tabulate(&self.set, size, cx)?;
        let known = listing::Known { table: &sequence.table, period: sequence.period };
        Ok(listing::with_value(&self.set, known, n, wanted, limit, cx)?)
    }

    fn value_in(&mut self, play: Play, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        let engine = cx.enter("subtraction");
        let result = match play {
            Play::Normal => self.normal.value(&self.set, n, cx),
            Play::Misere => self.misere.value(&self.set, n, cx),
        };
        if result.is_ok() {
            cx.enter(engine);
        }
        result
    }
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
        let members = Plan::Members { members: Vec::new(), up_to: 0, seen: MexSet::new() };
        let Some(pieces) = set.pieces() else { return members };
        let limit = Nat::from(WINDOW_LIMIT);
        let beyond = |p: &Piece| p.to.as_ref().is_none_or(|to| *to >= limit);
        let Some(at) = pieces.0.iter().position(beyond) else { return members };
        let huge = &pieces.0[at];
        if huge.to.is_none() && huge.from < limit {
            // its modulus is beyond any state
            return members;
        }
        let below: IntSet = Pieces(pieces.0[..at].to_vec()).into();
        let only = at + 1 == pieces.0.len();
        // a long last piece may as well be endless, for heaps up to its end
        let endless = (only && huge.to.is_some() && huge.from < limit).then(|| {
            let mut all = pieces.0[..=at].to_vec();
            all[at].to = None;
            SubtractionEngine::new(Pieces(all).into())
        });
        let few = pieces.0.iter().all(|p| p.to.is_some())
            && set.max().is_some_and(|max| pieces.count_up_to(&max) <= Nat::from(4096u32));
        Plan::Huge(Box::new(Huge {
            below: SubtractionEngine::new(below),
            first: huge.from.clone(),
            last: huge.to.clone().filter(|_| endless.is_some()),
            endless,
            elements: few.then(|| pieces.members().collect()),
        }))
    }
}

impl Huge {
    fn value(&mut self, play: Play, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        if *n < self.first {
            return self.below.value_in(play, n, cx);
        }
        if let (Some(endless), Some(last)) = (&mut self.endless, &self.last)
            && n <= last
        {
            return endless.value_in(play, n, cx);
        }
        match &self.elements {
            Some(elements) => sparse::value(elements, &self.first, &mut self.below, play, n, cx),
            None => Err(cx.stopped(Spent::Nodes, Some(format!("about {} steps", crate::number::shorten(n)))).into()),
        }
    }

    fn options(
        &mut self,
        set: &IntSet,
        play: Play,
        n: &Nat,
        wanted: &Nat,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Listing>> {
        if *n < self.first {
            return self.below.options_in(play, n, wanted, limit, cx);
        }
        if let (Some(endless), Some(last)) = (&mut self.endless, &self.last)
            && n <= last
        {
            return endless.options_in(play, n, wanted, limit, cx);
        }
        let Some(elements) = self.elements.clone() else { return Ok(None) };
        let mut listing = Listing::default();
        for k in elements.iter().rev().filter(|k| *k <= n) {
            let x = n - k;
            if self.value(play, &x, cx)?.0 == *wanted {
                listing.count += Nat::ONE;
                if listing.first.len() < limit {
                    listing.first.push(vec![[x].into_iter().collect()]);
                }
            }
        }
        debug_assert!(set.is_finite());
        Ok(Some(listing))
    }
}

impl Sequence {
    /// About the steps that one more value takes.
    fn cost(&self) -> u64 {
        match &self.plan {
            Plan::Window { steps, .. } => 1 + steps.len() as u64 / 4,
            Plan::Residues(residues) => residues.cost(),
            Plan::Members { members, .. } => 2 + members.len() as u64,
            Plan::Empty | Plan::Huge(_) => 1,
        }
    }

    /// How many values the budget, or the default, allows.
    fn affordable(&self, cx: &Context) -> u64 {
        cx.nodes_left().unwrap_or(DEFAULT_STEPS) / self.cost()
    }

    fn period_evidence(&self) -> Evidence {
        match &self.plan {
            Plan::Window { .. } => Evidence::theorem(&WINDOW_PERIOD),
            Plan::Residues(r) if r.is_finite() => Evidence::theorem(&WINDOW_PERIOD),
            Plan::Residues(_) => Evidence::theorem(&RESIDUE_WINDOW),
            _ => Evidence::computed("there is no move"),
        }
    }

    fn value(&mut self, set: &IntSet, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        match &mut self.plan {
            Plan::Empty => {
                let value = if self.play == Play::Normal { Nat::ZERO } else { Nat::ONE };
                return Ok((value, Evidence::computed("there is no move")));
            }
            Plan::Huge(huge) => return huge.value(self.play, n, cx),
            _ => {}
        }
        let table = |n: u64| Evidence::computed(format!("table up to {n}"));
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
        if let Some(p) = self.find_period(small.unwrap_or(u64::MAX), cx)? {
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
            Plan::Members { .. } => n.saturating_mul(set_members(n)),
            _ => n.saturating_mul(self.cost()),
        }
    }

    /// Grows the table to `size` values.
    fn tabulate(&mut self, set: &IntSet, size: u64, cx: &Context) -> Result<(), Stopped> {
        if size <= self.table.len() as u64 {
            return Ok(());
        }
        let play = self.play;
        match &mut self.plan {
            Plan::Residues(residues) => return residues.extend(&mut self.table, size, cx),
            Plan::Window { steps, stream } => {
                if stream.is_none() {
                    let new = with_word!(play, steps.len(), T => {
                        Box::new(Window::<T>::new(steps, play == Play::Misere, cx)?) as Box<dyn Stream>
                    });
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
            Plan::Members { members, up_to, seen } => {
                if *up_to + 1 < size {
                    let from = *up_to;
                    for k in set.members_up_to(size).skip_while(|&k| k <= from) {
                        cx.tick(1)?;
                        cx.reserve(8)?;
                        members.push(k);
                    }
                    *up_to = size;
                }
                let least = members.first().copied().unwrap_or(u64::MAX);
                for n in self.table.len() as u64..size {
                    let reach = members.partition_point(|&k| k <= n);
                    cx.tick(1 + reach as u64)?;
                    if n % 1024 == 0 {
                        cx.reserve(4096)?;
                        cx.progress(n, Some(size));
                    }
                    seen.clear();
                    for &k in &members[..reach] {
                        seen.insert(self.table[(n - k) as usize]);
                    }
                    let v = match play {
                        Play::Normal => seen.mex(),
                        Play::Misere if n < least => 1,
                        Play::Misere => seen.mex().min(1),
                    };
                    self.table.push(v);
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
    fn find_period(&mut self, limit: u64, cx: &Context) -> Result<Option<Period>, Stopped> {
        let limit = limit.min(self.affordable(cx));
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
            Plan::Members { .. } | Plan::Huge(_) => None,
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
        cx.stopped(Spent::Nodes, Some(format!("the values of about {} heaps{seen}", crate::number::shorten(n))))
    }
}

#[cfg(test)]
mod tests;
