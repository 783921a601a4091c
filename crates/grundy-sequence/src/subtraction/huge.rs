//! Sets with elements beyond any window.
//!
//! `take[1..6, 8..10^18]`, `take[1.. except 10^18]`: below 10^18 the set may as well be endless. `take[1, 2, 10^18]`: below 10^18 the set is
//! {1, 2}, and beyond only the heaps that can be reached are worked. Where no heap gets an option with its own value by the
//! huge elements, they change nothing (*further moves*): `take[1, 2, 10^20 + 1]` has the values of {1, 2}, since no two of
//! these that are 2 apart modulo 3 are equal. Cost: one period of the small set for each huge element.

use grundy_core::{Context, Evidence, Nat, Result, Spent};

use super::window::WINDOW_LIMIT;
use super::{Play, SubtractionEngine, sparse};
use crate::listing::Listed;
use crate::set::{IntSet, Piece, Pieces};
use crate::take_and_break::FURTHER_MOVES;

/// A set with elements beyond any window.
#[derive(Debug)]
pub(super) struct Huge {
    /// The set below the first piece that goes beyond.
    below: SubtractionEngine,
    /// Where that piece begins.
    first: Nat,
    /// The set up to that piece, which goes on for ever: the same up to `last`.
    endless: Option<SubtractionEngine>,
    last: Option<Nat>,
    /// All elements, if they are few.
    elements: Option<Vec<Nat>>,
    /// Why the values are those of the set below the first huge piece, once that was decided.
    fewer: Option<Option<Evidence>>,
}

/// The period of the small set is looked for among so many values …
const PERIOD: u64 = 1 << 16;
/// … and compared for so many nodes.
const COMPARED: u64 = 2_000_000;

impl Huge {
    /// If some piece goes beyond the windows, and is not better tabulated.
    pub(super) fn of(set: &IntSet, pieces: &Pieces) -> Option<Huge> {
        let limit = Nat::from(WINDOW_LIMIT);
        let beyond = |p: &Piece| p.to.as_ref().is_none_or(|to| *to >= limit);
        let at = pieces.0.iter().position(beyond)?;
        let huge = &pieces.0[at];
        if huge.to.is_none() && huge.from < limit {
            // its modulus is beyond any state
            return None;
        }
        let below: IntSet = Pieces(pieces.0[..at].to_vec()).into();
        // a long piece may as well be endless, for heaps up to its end: no other begins before
        let endless = (huge.to.is_some() && huge.from < limit).then(|| {
            let mut all = pieces.0[..=at].to_vec();
            all[at].to = None;
            SubtractionEngine::new(Pieces(all).into())
        });
        let few = pieces.0.iter().all(|p| p.to.is_some())
            && set.max().is_some_and(|max| pieces.count_up_to(&max) <= Nat::from(4096u32));
        Some(Huge {
            below: SubtractionEngine::new(below),
            first: huge.from.clone(),
            last: huge.to.clone().filter(|_| endless.is_some()),
            endless,
            elements: few.then(|| pieces.members().collect()),
            fewer: None,
        })
    }

    /// The value where another set has the same.
    pub(super) fn value_elsewhere(&mut self, play: Play, n: &Nat, cx: &Context) -> Result<Option<(Nat, Evidence)>> {
        if *n < self.first {
            return self.below.value_in(play, n, cx).map(Some);
        }
        if let (Some(endless), Some(last)) = (&mut self.endless, &self.last)
            && n <= last
        {
            return endless.value_in(play, n, cx).map(Some);
        }
        if play == Play::Normal
            && let Some(why) = self.same_as_fewer(cx)?
        {
            return Ok(Some((self.below.value_in(play, n, cx)?.0, why)));
        }
        Ok(None)
    }

    /// The value from those of the heaps that can be reached.
    pub(super) fn value(&mut self, play: Play, n: &Nat, cx: &Context) -> Result<(Nat, Evidence)> {
        match &self.elements {
            Some(elements) => sparse::value(elements, &self.first, &mut self.below, play, n, cx),
            None => {
                Err(cx.engine_limit(Spent::Nodes, format!("about {} steps", grundy_core::number::shorten(n))).into())
            }
        }
    }

    /// Why the huge elements change no value in normal play; `None`: they may.
    fn same_as_fewer(&mut self, cx: &Context) -> Result<Option<Evidence>> {
        if self.fewer.is_none() {
            self.fewer = cx.trial(COMPARED, |part| self.compared(part))?;
        }
        Ok(self.fewer.clone().flatten())
    }

    /// Takes the values of one period of the small set, and compares each with those that a huge element joins it with.
    fn compared(&mut self, cx: &Context) -> Result<Option<Evidence>> {
        let Some(elements) = &self.elements else { return Ok(None) };
        let Some((period, why)) = self.below.period(Some(PERIOD), cx)?.filter(|(p, _)| p.saltus == 0) else {
            return Ok(None);
        };
        let mut values = Vec::new();
        for m in 0..period.preperiod + period.period {
            cx.tick(1)?;
            values.push(self.below.value_in(Play::Normal, &Nat::from(m), cx)?.0);
        }
        for k in elements.iter().filter(|&k| *k >= self.first) {
            for (m, value) in (0u64..).zip(&values) {
                cx.tick(1)?;
                if values[period.reduce(&(k + Nat::from(m))).0 as usize] == *value {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Evidence::theorem(&FURTHER_MOVES).and(&why)))
    }

    /// The options with this value where another set has the same.
    pub(super) fn options_elsewhere(
        &mut self,
        play: Play,
        n: &Nat,
        wanted: &Nat,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Listed>> {
        if *n < self.first {
            return self.below.options_in(play, n, wanted, limit, cx).map(Some);
        }
        if let (Some(endless), Some(last)) = (&mut self.endless, &self.last)
            && n <= last
        {
            return endless.options_in(play, n, wanted, limit, cx).map(Some);
        }
        Ok(None)
    }

    /// All elements, if they are few.
    pub(super) fn elements(&self) -> Option<Vec<Nat>> {
        self.elements.clone()
    }
}
