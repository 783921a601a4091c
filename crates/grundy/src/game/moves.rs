//! The moves of a game: all of them, in canonical form.

use grundy_core::context::Hold;

use super::options::{Options, Parts, canonical};
use super::{Game, Kind, Place};
use crate::context::{Context, Spent};
use crate::error::{Error, Result};
use crate::number::{Nat, to_u64};

/// Options are listed one by one up to so many; beyond, only laws count them.
const LISTED: u64 = 50_000_000;

/// So many options are listed where the budget sets no limit to nodes.
const UNASKED: usize = 1 << 22;
/// … and so many numbers in all, for each option of a long row is written out whole.
const NUMBERS: usize = 1 << 25;
/// A place of more numbers than this …
const LONG: usize = 4096;
/// … has more options than anybody reads: fewer numbers show that.
const NUMBERS_OF_LONG: usize = 1 << 22;

impl Game {
    pub(crate) fn too_many_options(&self, place: &Place, cx: &Context) -> Error {
        let shown = self.show(std::slice::from_ref(place));
        cx.stopped(Spent::Nodes, Some(format!("the options of {shown} one by one"))).into()
    }

    /// All options in canonical form, sorted, without repetition.
    ///
    /// # Errors
    /// As [`Game::each_option`].
    pub(crate) fn every_option(&self, place: &Place, cx: &Context) -> Result<Vec<Parts>> {
        let mut all = Vec::new();
        let numbers = if place.len() > LONG { NUMBERS_OF_LONG } else { NUMBERS };
        let most = UNASKED.min(numbers / place.len().max(1));
        let (mut room, length) = (Hold::new(cx), place.len() as u64);
        self.try_each_move(place, cx, |parts| {
            // a long place is copied whole
            cx.tick(length / 64)?;
            room.more(120 + length * size_of::<Nat>() as u64)?;
            if all.len() >= most && cx.budget().nodes.is_none() {
                return Err(self.too_many_options(place, cx));
            }
            all.push(canonical(parts));
            Ok(())
        })?;
        Ok(Options::of(all, usize::MAX).first)
    }

    /// Lists of options that cannot end in reasonable time are refused before they start.
    pub(crate) fn refuse_long_lists(&self, place: &Place, cx: &Context) -> Result<()> {
        let estimate = match self.kind() {
            Kind::Take(set, _) if set.is_finite() => return Ok(()),
            Kind::Take(..) | Kind::Code(_) => to_u64(&place[0]),
            _ => return Ok(()),
        };
        match estimate {
            Some(n) if n <= LISTED => Ok(()),
            _ => Err(self.too_many_options(place, cx)),
        }
    }
}
