//! Sums of heaps in misère play by numbers: those of Nim themselves, those of subtraction games by their values.

use grundy_core::{Diagnostic, Evidence, Result};

use super::super::program::Winner;
use super::super::words::proved;
use super::super::{EmitOptions, Style, Wanted};
use super::{FAR, Units, Whole};
use crate::game::Game;
use crate::plan::misere::tame::{FERGUSON, TAME};

impl Units<'_> {
    /// Misère Nim by Bouton's theorem, and what is won like it.
    pub(in crate::emit) fn misere_nim(&mut self, game: &Game, options: &EmitOptions) -> Result<Option<Whole>> {
        let Some(theorem) = game.misere_nim() else { return Ok(None) };
        if options.style != Wanted::Auto {
            return Err(Diagnostic::unsupported("misère Nim is emitted as a formula only")
                .suggest("leave `style` out")
                .into());
        }
        let evidence = Evidence::theorem(theorem);
        let max = options.max.unwrap_or(FAR[0]);
        self.check_max(max)?;
        self.say("first_wins(heaps) says who wins misère play.");
        self.say(&proved(&evidence));
        Ok(Some(Whole { style: Style::Formula, max, evidence, winner: Winner::MisereNim }))
    }

    /// Misère sums of a subtraction game: the values of normal play, summed as heaps of misère Nim are.
    pub(in crate::emit) fn misere_values(&mut self, game: &Game, options: &EmitOptions) -> Result<Option<Whole>> {
        if game.subtraction_set().is_none() {
            return Ok(None);
        }
        // a period is as good as a table
        let wanted = if options.style == Wanted::Table { Wanted::Auto } else { options.style };
        if let Some(max) = options.max {
            self.check_max(max)?;
        }
        let built = self.build(game, "grundy", options.max, wanted, false)?;
        self.say(
            "Misere play of a sum of heaps: a player who cannot move wins. grundy(n) is the value in normal play.",
        );
        self.say_all(&built.words);
        let mut sums = Evidence::theorem(&FERGUSON);
        sums.add(&Evidence::theorem(&TAME));
        self.say(&proved(&sums));
        let mut whole = built.with_winner(Winner::MisereValues);
        whole.evidence.add(&sums);
        Ok(Some(whole))
    }
}
