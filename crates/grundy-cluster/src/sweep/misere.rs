//! Rows of sweeps in misère play: the quotient of a game.
//!
//! A row is `proved` where the classes of heaps repeat for so long that the quotient is that of the whole game; `none` where
//! it is certified to the last heap that was asked for and does not repeat for long enough; `stopped` where the limits of the
//! row were reached. Then order, P and kind are those of the heaps up to `checked_to`. A game that is wild there is wild; one
//! that is tame there may become wild.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::answer::{Answer, MisereQuotient};
use grundy::{QuotientOptions, Stopped};

use super::{Limits, Row, Status};

impl Row {
    /// Finds out about the misère quotient of a game: the same for the same text and limits, wherever it is computed.
    ///
    /// # Errors
    /// The run was cancelled.
    pub fn misere(number: u64, game: &str, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<Row, Stopped> {
        Row::filled(number, game, limits, cancel, |row, question, cx| {
            let wanted = QuotientOptions::default().with_heaps(Some(limits.to)).with_genus(false);
            let answer = question.quotient_with(&wanted, cx)?;
            row.quotient(&answer);
            answer.stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
        })
    }

    fn quotient(&mut self, answer: &Answer<MisereQuotient>) {
        if answer.phi.is_empty() {
            return;
        }
        self.order = Some(answer.monoid.order() as u64);
        self.p_order = Some(answer.monoid.portion().len() as u64);
        self.kind = if answer.tame.is_some() { "tame" } else { "wild" }.to_owned();
        self.rests_on(&answer.evidence);
        match answer.repetition {
            Some(whole) => {
                self.status = Status::Proved;
                (self.preperiod, self.period) = (Some(whole.preperiod as u64), Some(whole.period as u64));
            }
            None => self.checked_to = answer.heaps,
        }
    }
}
