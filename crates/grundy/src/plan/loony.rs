//! Places that are loony: they have no value, and whoever moves wins every sum with them.

use grundy_core::{Context, Evidence, Result};

use super::Found;
use crate::game::{Component, Game, Place};
use crate::words::Words;

impl Game {
    /// Why a place is loony, of a family or of a sum with open numbers too; `None`: it is not.
    ///
    /// # Errors
    /// A spent budget; numbers that make no place.
    pub(crate) fn loony(&self, place: &Place, cx: &Context) -> Result<Option<Found<()>>> {
        if let Some(sum) = self.open_sum() {
            for (Component { game, place }, copies) in sum.components(place)? {
                if !copies.is_zero()
                    && let Some(found) = game.loony(&place, cx)?
                {
                    return Ok(Some(found));
                }
            }
            return Ok(None);
        }
        if let Some(slice) = self.slice() {
            return slice.game.loony(&slice.whole(place)?, cx);
        }
        let (Some(rules), Some(theorem)) = (self.any(), self.entailing()) else { return Ok(None) };
        if rules.worth(place, cx)?.is_some() {
            return Ok(None);
        }
        let how = Words::new("what every position that decides is worth", "起决定作用的各局面的值");
        let evidence = Evidence::theorem(theorem).and(&Evidence::computed(how));
        Ok(Some(Found::new((), evidence, "search with loony values")))
    }
}
