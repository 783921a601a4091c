//! Subtraction games: from a heap one takes a number of a fixed set S, `{n -> n-k for k in S}`.
//!
//! `take[1,3,4]` has the values 0 1 0 1 2 3 2, again and again, which max S = 4 equalities prove for ever; so its heap
//! of 10^100 is answered from the first seven values.
//!
//! | set | how | proof beyond the table |
//! |---|---|---|
//! | finite, at most 63 elements | one-hot words in a ring (`window`) | period of the window |
//! | finite, more elements; ranges without end, residue classes | a table and sets of values by class (`residues`) | return of the state, up to a common shift |
//! | large elements beside small ones | stretches that repeat a word (`compressed`) | period of the window |
//! | huge elements | reachable heaps only (`sparse`); below them, the set without them | the smaller set's |
//! | squares, primes, powers of 2 or 3 … | a table over the members (`members`) | remainders of the members, whole classes of members |
//!
//! The theorems and their proofs stand in the modules `window`, `residues`, `remainders` and `growing`.

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

mod compressed;
mod growing;
mod huge;
mod listing;
mod members;
mod outcomes;
mod remainders;
mod residues;
mod sequence;
mod sparse;
mod window;

use grundy_core::period::Period;
use grundy_core::{Context, Convention, Evidence, Nat, Outcome, Result, Stopped, Theorem, number::to_u64};

use crate::listing::{Listed, Listing};
use crate::period::{self, ProvedPeriod};
use crate::set::IntSet;

pub use growing::Growing;
pub use members::Members;
pub use outcomes::Outcomes;
pub use remainders::Seen;
use sequence::{Plan, Sequence, TABLE_LIMIT, small_steps};
use window::{Stream, Window};

/// The window theorem for finite sets.
pub static WINDOW_PERIOD: Theorem = Theorem {
    id: "window-period",
    statement: "if the values of a subtraction game with largest element m repeat on m consecutive heaps, they repeat \
                for ever",
    chinese: "最大元为 m 的减法游戏，若值在连续 m 堆上重复，则永远重复",
    reference: "S. W. Golomb, A mathematical investigation of games of “take-away”, J. Combin. Theory 1, 1966",
};

/// The state theorem for sets that repeat.
pub static RESIDUE_WINDOW: Theorem = Theorem {
    id: "residue-window",
    statement: "if the last values and the sets of values attained in each residue class return, all shifted by the \
                same amount, the values of a subtraction game whose set repeats are arithmetically periodic",
    chinese: "余数窗口定理：若最后一段值与每个剩余类取到的值的集合都重现，且都平移同一个数，则集合有重复的减法游戏，其值是算术周期的",
    reference: "",
};

/// The theorem for sets of which the remainders of the members are known.
pub static REMAINDERS_OF_MEMBERS: Theorem = Theorem {
    id: "remainders-of-members",
    statement: "the values of a subtraction game repeat for ever if no number of the set leads from a remainder to one with \
                the same value, and each smaller value of a remainder is reached by a number as small as the stretch on \
                which the values were computed",
    chinese: "余数定理：若集合中没有数从一个余数走到同值的余数，且每个余数的每个更小的值都能用不超过已算范围的数走到，则减法游戏的值永远重复",
    reference: "",
};

/// The theorem for sets that hold all large numbers of some classes.
pub static WHOLE_CLASSES: Theorem = Theorem {
    id: "whole-classes",
    statement: "the values of a subtraction game grow by the same amount every q heaps for ever if no number of the set joins \
                two heaps of equal value, all large numbers of some classes by q are in the set and reach every small \
                value, and numbers as small as the stretch on which the values were computed reach the others",
    chinese: "整类定理：若集合中没有数联结两个同值的堆，集合含有模 q 的某些剩余类中所有大数且由它们能走到每个小的值，其余更小的值能用\
              不超过已算范围的数走到，则减法游戏的值每 q 堆永远增加同一个数",
    reference: "",
};

/// The convention, as the kernels see it: values, or 0 for P and 1 for N.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Play {
    Normal,
    Misere,
}

impl Play {
    fn convention(self) -> Convention {
        match self {
            Play::Normal => Convention::Normal,
            Play::Misere => Convention::Misere,
        }
    }
}

/// What was learnt about one set: tables, periods.
#[derive(Debug)]
pub struct SubtractionEngine {
    set: IntSet,
    normal: Sequence,
    misere: Sequence,
}

/// Hands the values of the heaps `0..=to` to `visit(first heap, values)` block by block; each is worked from the rule,
/// and only the window is kept.
///
/// # Errors
/// When the budget is spent, or the set is not a finite one of at most 63 elements below 2^26
/// ([`ErrorKind::Unsupported`](grundy_core::ErrorKind::Unsupported)).
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

/// Is there a window that slides over the values of this set: is it finite, of at most 63 numbers, all below 2^26?
pub(crate) fn has_window(set: &IntSet) -> bool {
    set.is_empty() || small_steps(set).is_some()
}

fn window_steps(set: &IntSet) -> Result<Vec<usize>> {
    if set.is_empty() {
        return Ok(Vec::new());
    }
    small_steps(set).ok_or_else(|| {
        let message = "values are worked out heap by heap for a finite set of at most 63 numbers, all below 2^26";
        grundy_core::Diagnostic::unsupported(message).into()
    })
}

impl SubtractionEngine {
    /// For this set. Costs nothing yet.
    #[must_use]
    pub fn new(set: IntSet) -> Self {
        let sequence = |play| Sequence::new(&set, play);
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

    /// The Grundy value of heap `n`, if it is at hand without any work.
    #[must_use]
    pub fn known(&self, n: &Nat) -> Option<Nat> {
        let small = to_u64(n).and_then(|n| usize::try_from(n).ok());
        if let Some(&value) = small.and_then(|n| self.normal.table.get(n)) {
            return Some(Nat::from(value));
        }
        let (index, more) = self.normal.period.as_ref()?.reduce(n);
        let value = self.normal.table.get(usize::try_from(index).ok()?)?;
        Some(Nat::from(*value) + more)
    }

    /// The values of the heaps `from..=to`, as far as the table and a proved period have them and they are below 2^32.
    ///
    /// ```
    /// use grundy_core::{Context, Nat};
    /// use grundy_sequence::{set::IntSet, subtraction::SubtractionEngine};
    /// let mut engine = SubtractionEngine::new([1, 3, 4].into_iter().collect::<IntSet>());
    /// let cx = Context::default();
    /// assert!(engine.at_hand(0, 9, &cx).is_empty());
    /// engine.value(&Nat::from(9u8), &cx)?;
    /// assert_eq!(engine.at_hand(5, 9, &cx), [3, 2, 0, 1, 0]);
    /// # Ok::<(), grundy_core::error::Error>(())
    /// ```
    #[must_use]
    pub fn at_hand(&self, from: u64, to: u64, cx: &Context) -> Vec<u32> {
        let known = |n: u64| self.normal.table.get(usize::try_from(n).ok()?).copied();
        period::at_hand((from, to), self.normal.period, cx, known)
    }

    /// Who wins the single heap `n` when a player who cannot move wins.
    ///
    /// # Errors
    /// As [`SubtractionEngine::value`].
    pub fn misere_outcome(&mut self, n: &Nat, cx: &Context) -> Result<(Outcome, Evidence)> {
        let (value, evidence) = self.value_in(Play::Misere, n, cx)?;
        Ok((Outcome::lost_if(value.is_zero()), evidence))
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
        let found = self.normal.period_within(&self.set, limit.unwrap_or(u64::MAX), cx)?;
        Ok(found.map(|p| (p, self.normal.period_evidence())))
    }

    /// The proved period of a set with large numbers whose values are few stretches that repeat, wherever it begins: no values are tried.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn period_by_stretches(&mut self, cx: &Context) -> Result<Option<ProvedPeriod>, Stopped> {
        let found = self.normal.period_by_stretches(cx)?;
        let evidence = self.normal.period_evidence();
        Ok(found.map(|period| ProvedPeriod { period, evidence, returned: None, window: None }))
    }

    /// Where the state returned that proves the period of a set that repeats: the first heap from which the equation
    /// holds, and after how many heaps (a multiple of the period). `None` for finite sets, and before a period is known.
    fn returned(&self) -> Option<(u64, u64)> {
        match &self.normal.plan {
            Plan::Residues(residues) if !residues.is_finite() => residues.returned(),
            _ => None,
        }
    }

    /// The same, as certificates want it: with the return of the state, for a set that repeats.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn proved_period(&mut self, limit: Option<u64>, cx: &Context) -> Result<Option<ProvedPeriod>, Stopped> {
        let found = self.period(limit, cx)?;
        let returned = self.returned();
        Ok(found.map(|(period, evidence)| ProvedPeriod { period, evidence, returned, window: None }))
    }

    /// The proved period of the misère outcomes of single heaps (0 for P, 1 for N).
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn misere_period(&mut self, limit: Option<u64>, cx: &Context) -> Result<Option<(Period, Evidence)>, Stopped> {
        let found = self.misere.period_within(&self.set, limit.unwrap_or(u64::MAX), cx)?;
        Ok(found.map(|p| (p, self.misere.period_evidence())))
    }

    /// All heaps that one move leads to: how many, and the first `limit`, the smallest heap first. `None` where they
    /// cannot be counted (a named set without a period and a huge heap).
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn options(&self, n: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        Ok(listing::all(&self.set, n, limit, cx)?)
    }

    /// The options with Grundy value `target`, the smallest heap first.
    ///
    /// # Errors
    /// As [`SubtractionEngine::value`].
    pub fn options_with_value(&mut self, n: &Nat, target: &Nat, limit: usize, cx: &Context) -> Result<Listed> {
        self.options_in(Play::Normal, n, target, limit, cx)
    }

    /// The options that are P-positions of misère play, the smallest heap first.
    ///
    /// # Errors
    /// As [`SubtractionEngine::value`].
    pub fn misere_winning_options(&mut self, n: &Nat, limit: usize, cx: &Context) -> Result<Listed> {
        self.options_in(Play::Misere, n, &Nat::ZERO, limit, cx)
    }

    fn options_in(&mut self, play: Play, n: &Nat, wanted: &Nat, limit: usize, cx: &Context) -> Result<Listed> {
        if self.set.is_empty() || n.is_zero() {
            return Ok(Listed::All(Listing::default()));
        }
        self.value_in(play, &(n - Nat::ONE), cx)?;
        let sequence = if play == Play::Normal { &mut self.normal } else { &mut self.misere };
        if let Plan::Huge(huge) = &mut sequence.plan
            && let Some(told) = huge.options_elsewhere(play, n, wanted, limit, cx)?
        {
            return Ok(told);
        }
        // one table must hold what the listing looks at
        let small = to_u64(n).unwrap_or(u64::MAX);
        let size = sequence.period.map_or(small, |p| small.min(p.preperiod + p.period));
        if size > TABLE_LIMIT || matches!(sequence.plan, Plan::Huge(_)) {
            let Some(elements) = sequence.elements() else { return Ok(Listed::Some(Vec::new())) };
            let mut listing = Listing::default();
            for k in elements.iter().rev().filter(|k| *k <= n) {
                let x = n - k;
                if sequence.value(&self.set, &x, cx)?.0 == *wanted {
                    listing.count += Nat::ONE;
                    if listing.first.len() < limit {
                        listing.first.push(vec![x]);
                    }
                }
            }
            return Ok(Listed::All(listing));
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

#[cfg(test)]
mod tests;
