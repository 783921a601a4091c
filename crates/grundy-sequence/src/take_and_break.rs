//! Take-and-break codes: from a heap one takes tokens and may split what is left, as the digits say.
//!
//! Kayles is `0.77`: take one or two, leave nothing, one heap or two. Its values 0 1 2 3 1 4 3 2 1 4 2 6 … have period
//! 12 from 71 on, which a table of 180 values proves. Values are tabulated (`table`), periods proved by the theorem of
//! Guy and Smith and its extensions (`period`, with hypotheses and proofs), of values that grow by `sum_bound`, moves enumerated (`options`), numbered
//! (`rank`) and counted by their value (`listing`), codes with further moves compared (`further`), values kept in a store as they are computed (`kept`). Codes with at
//! most two parts and finitely many digits have an engine of their own for the values (`crate::heap`).
//!
//! A condition on sizes (`!`, `?`, `=`) speaks of two parts or more; one part or none always meets it.

mod further;
mod listing;
mod options;
mod period;
mod rank;
mod sought;
mod stored;
mod sum_bound;
mod table;
mod unequal;
mod values;

use grundy_core::period::Period;
use grundy_core::{
    Context, Evidence, Nat, Result, Spent, Stopped, Theorem, Words,
    number::{shorten, to_u64},
};

use crate::code::Code;
use crate::heap::HeapSequence;
use crate::period::ProvedPeriod;
use crate::store::ValueFile;

pub use further::{FURTHER_MOVES, Further, Kept};
pub use listing::by_classes;
pub use options::options;
pub use rank::options_before;

pub(crate) use period::Hypotheses;
use stored::grow_and_keep;
pub use sum_bound::SUM_BOUND;
use table::Table;

/// The theorem for octal codes.
pub static GUY_SMITH: Theorem = Theorem {
    id: "guy-smith",
    statement: "if the values of a finite octal game with last digit k repeat with period p from n0 ≥ 1 up to \
                2·n0 + 2p + k, they repeat for ever",
    chinese: "末位为 k 的有限八进制游戏，若值自 n0 ≥ 1 起以 p 为周期重复直到 2·n0 + 2p + k，则永远重复",
    reference: "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52, 1956",
};

/// The same for more parts, and for two parts that must differ.
pub static TAKE_AND_BREAK_PERIOD: Theorem = Theorem {
    id: "breaks-period",
    statement: "if the values of a take-and-break game with last digit k and at most c parts repeat with period p from \
                n0 ≥ 1 up to c·n0 + c·p + k (two parts that must differ: 2·n0 + 3p + k), they repeat for ever",
    chinese: "取分游戏的周期定理：末位为 k、至多分成 c 部分的取分游戏，若值自 n0 ≥ 1 起以 p 为周期重复直到 c·n0 + c·p + k（两部分须不同时：2·n0 + 3p + k），则永远重复",
    reference: "",
};

/// A period is looked for among so many values when one value is asked for and no budget says more …
const IN_PASSING: u64 = 1 << 22;
/// … and in so many steps.
const STEPS_IN_PASSING: u64 = 2_000_000_000;
/// Steps that are planned where the budget sets no limit.
const DEFAULT_STEPS: u64 = 20_000_000_000;
/// Heaps up to here are tabulated without a look for a period.
const SMALL: u64 = 2048;
/// Tables up to here are searched for every period; longer ones by what repeats at their end.
const FACTORED: u64 = 1 << 15;
/// What was learnt about one code: a table, a period.
#[derive(Debug)]
pub struct CodeEngine {
    code: Code,
    table: Table,
    /// In place of the table, where it can be.
    heaps: Option<HeapSequence>,
    hypotheses: Option<Hypotheses>,
    period: Option<Period>,
    /// The table was searched when it had so many values.
    searched: u64,
    /// Where values are kept as they are computed.
    journal: Option<ValueFile>,
    /// So many were read from there.
    read: u64,
}

impl CodeEngine {
    /// For this code. Costs nothing yet.
    #[must_use]
    pub fn new(code: Code) -> Self {
        let heaps = HeapSequence::new(&code);
        CodeEngine {
            table: Table::new(&code),
            heaps,
            hypotheses: Hypotheses::of(&code),
            period: None,
            searched: 0,
            journal: None,
            read: 0,
            code,
        }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The Grundy value of heap `n`.
    ///
    /// # Errors
    /// When the budget is spent, or the plan would take more than 2·10^10 steps where the budget sets no limit.
    pub fn value(&mut self, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        let before = cx.enter("take-and-break");
        let result = self.value_inside(n, cx);
        if result.is_ok() {
            cx.enter(before);
        }
        result
    }

    fn value_inside(&mut self, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        let small = to_u64(n);
        if let Some(n) = small.filter(|&n| n < SMALL) {
            self.grow(n + 1, n + 1, cx)?;
        }
        if let Some(v) = small.and_then(|n| self.tabulated(n)) {
            return Ok((Nat::from(v), self.table_evidence(n)));
        }
        // nobody who asks for one value waits for a long search, unless a budget was given for it
        let patient = cx.budget().nodes.is_some() || cx.budget().time.is_some() || self.journal.is_some();
        let (values, steps) = if patient { (u64::MAX, None) } else { (IN_PASSING, Some(STEPS_IN_PASSING)) };
        if let Some(p) = self.find_period(small.unwrap_or(u64::MAX).min(values), steps, cx)? {
            let (index, more) = p.reduce(n);
            return Ok((Nat::from(self.tabulated(index).unwrap_or(0)) + more, self.period_evidence()));
        }
        let Some(n) = small.filter(|&n| patient || n < 64 * IN_PASSING) else {
            return Err(self.refuse(n, cx).into());
        };
        self.grow(n.saturating_add(1), n.saturating_add(1), cx)?;
        Ok((Nat::from(self.tabulated(n).unwrap_or(0)), self.table_evidence(n)))
    }

    fn table_evidence(&self, n: impl std::fmt::Display) -> Evidence {
        self.with_what_was_read(Evidence::computed(Words::new(format!("table up to {n}"), format!("至 {n} 的表"))))
    }

    /// The larger values are made of the smaller ones, so they rest on the store too.
    fn with_what_was_read(&self, evidence: Evidence) -> Evidence {
        if self.read == 0 { evidence } else { evidence.and(&Evidence::stored(self.read)) }
    }

    /// How many values there are.
    fn size(&self) -> u64 {
        self.heaps.as_ref().map_or(self.table.values.len() as u64, HeapSequence::len)
    }

    fn tabulated(&self, n: u64) -> Option<u32> {
        match &self.heaps {
            Some(heaps) => heaps.value(n),
            None => self.table.values.get(usize::try_from(n).ok()?).copied(),
        }
    }

    fn predict(&self, size: u64) -> u64 {
        match &self.heaps {
            Some(heaps) => heaps.predict(size),
            None => self.table.predict(size),
        }
    }

    /// The sequence of a code that has one, for statistics.
    #[must_use]
    pub fn heaps(&self) -> Option<&HeapSequence> {
        self.heaps.as_ref()
    }

    /// The Grundy values of the heaps `from..=to`.
    ///
    /// # Errors
    /// As [`CodeEngine::value`]; the memory of the result is asked for first.
    pub fn values(&mut self, from: u64, to: u64, cx: &Context) -> Result<(Vec<Nat>, Evidence)> {
        if from > to {
            return Ok((Vec::new(), Evidence::trivial()));
        }
        cx.reserve((to - from).saturating_add(1).saturating_mul(size_of::<Nat>() as u64))?;
        let (_, evidence) = self.value(&Nat::from(to), cx)?;
        let mut values = Vec::new();
        for n in from..=to {
            cx.tick(1)?;
            values.push(self.known(&Nat::from(n)).unwrap_or_default());
        }
        Ok((values, evidence))
    }

    /// The proved period, if one is found among the first `limit` values (`None`: as many as the budget or 2·10^10
    /// steps allow). No period is proved for codes that the theorem does not cover.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn period(&mut self, limit: Option<u64>, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        let before = cx.enter("take-and-break");
        let found = self.find_period(limit.unwrap_or(u64::MAX), None, cx)?;
        cx.enter(before);
        Ok(found.map(|p| (p, self.period_evidence())))
    }

    /// The same, as certificates want it.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn proved_period(&mut self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>> {
        let found = self.period(limit, cx)?;
        Ok(found.map(|(period, evidence)| ProvedPeriod { period, evidence, returned: None, window: None }))
    }

    /// The value of a heap, if the table or the period has it.
    #[must_use]
    pub fn known(&self, n: &Nat) -> Option<Nat> {
        let (index, more) = match (to_u64(n), &self.period) {
            (Some(n), _) if n < self.size() => (n, Nat::ZERO),
            (_, Some(p)) => p.reduce(n),
            _ => return None,
        };
        Some(Nat::from(self.tabulated(index)?) + more)
    }

    /// The values of the heaps `from..=to`, as far as the table and a proved period have them and they are below 2^32.
    #[must_use]
    pub fn at_hand(&self, from: u64, to: u64, cx: &Context) -> Vec<u32> {
        crate::period::at_hand((from, to), self.period, cx, |n| self.tabulated(n))
    }

    /// Grows to `size` values; progress is told toward `goal`.
    fn grow(&mut self, size: u64, goal: u64, cx: &Context) -> Result<()> {
        if size <= self.size() {
            return Ok(());
        }
        let steps = self.predict(size);
        if steps / 8 > cx.nodes_left().unwrap_or(self.unasked_steps()) {
            return Err(self.refuse(&Nat::from(size - 1), cx).into());
        }
        match (&mut self.heaps, &mut self.journal) {
            (Some(heaps), Some(journal)) => grow_and_keep(heaps, journal, size, goal, cx),
            (Some(heaps), None) => Ok(heaps.extend_toward(size, goal, cx)?),
            (None, _) => Ok(self.table.extend(size, cx)?),
        }
    }

    /// Steps that are planned where the budget sets no limit: who keeps the values in a store wants them all.
    fn unasked_steps(&self) -> u64 {
        if self.journal.is_some() { u64::MAX } else { DEFAULT_STEPS }
    }

    fn refuse(&self, n: &Nat, cx: &Context) -> Stopped {
        let searched = match (self.hypotheses, self.searched) {
            (None, _) => "; no theorem on periods covers this code".to_owned(),
            (_, 0) => String::new(),
            (_, size) => {
                format!("; no period is proved by the first {size} values (a search for one looks further)")
            }
        };
        cx.stopped(Spent::Nodes, Some(format!("the values of about {} heaps{searched}", shorten(n))))
    }

    fn find_period(&mut self, limit: u64, steps: Option<u64>, cx: &Context) -> Result<Option<Period>> {
        let Some(hypotheses) = self.hypotheses else { return Ok(None) };
        let allowed = cx.nodes_left().or(steps).unwrap_or(self.unasked_steps());
        let start = cx.nodes();
        while self.period.is_none() && self.searched < limit {
            let more = if self.searched < FACTORED { self.searched } else { self.searched / 8 };
            let size = (self.searched + more).max(256).min(limit);
            // where no sparse space is found the steps turn out to be more than were predicted
            if self.predict(size) > allowed || steps.is_some_and(|most| cx.nodes() - start > most / 4) {
                break;
            }
            // where the search has no end the next look is one
            self.grow(size, if limit == u64::MAX { size } else { limit }, cx)?;
            cx.tick(size)?;
            self.period = match &self.heaps {
                Some(heaps) if size > FACTORED => heaps
                    .repetition(|period| hypotheses.latest(period, size))
                    .map(|r| Period { preperiod: r.from, period: r.period, saltus: 0 }),
                heaps => {
                    cx.reserve(12 * size)?;
                    let period = match heaps {
                        Some(heaps) => hypotheses.prove(&heaps.values().take(size as usize).collect::<Vec<_>>()),
                        None => hypotheses.prove(&self.table.values),
                    };
                    cx.release(12 * size);
                    period
                }
            };
            if self.period.is_none() && size <= FACTORED {
                let values: Vec<u32> = (0..size).filter_map(|n| self.tabulated(n)).collect();
                self.period = sum_bound::prove(&self.code, &values, cx)?;
            }
            self.searched = size;
        }
        Ok(self.period)
    }

    fn period_evidence(&self) -> Evidence {
        let grows = self.period.is_some_and(|period| period.saltus > 0);
        let theorem = if grows { &SUM_BOUND } else { self.hypotheses.map_or(&GUY_SMITH, Hypotheses::theorem) };
        self.with_what_was_read(Evidence::theorem(theorem))
    }
}

#[cfg(test)]
mod tests;
