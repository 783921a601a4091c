//! Misère play by numbers: heaps of Nim by their sizes, those of subtraction games by their values, places of rules by their
//! misère values.

use grundy_core::{Diagnostic, Evidence, Result};

use super::super::program::{Function, Kind as Returns, MISERE_VALUE, Routine, St, Winner, var};
use super::super::words::{proved, wrapped};
use super::super::{EmitOptions, Style, Wanted};
use super::{FAR, Units, Whole};
use crate::game::Game;
use crate::plan::tame::{FERGUSON, TAME};
use crate::rule::ir::Alternative;

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
        if options.moves {
            let doc = wrapped("The value of a heap: its size");
            let returned = vec![St::Return(var("n"))];
            let value = Routine { doc, ..Routine::new("grundy", &["n".to_owned()], Returns::Int, returned) };
            self.functions.push(Function::Routine(value));
        }
        Ok(Some(Whole { style: Style::Formula, max, evidence, winner: Winner::MisereNim }))
    }

    /// Misère play of one place of a rule whose moves leave one place of it: a table or a recursion.
    pub(in crate::emit) fn misere_rule(&mut self, game: &Game, options: &EmitOptions) -> Result<Option<Whole>> {
        let leaves_one = |a: &Alternative| matches!(a.parts.as_slice(), [part] if part.game.is_none());
        if !game.kind().as_rule().is_some_and(|rule| rule.alternatives.iter().all(leaves_one)) {
            return Ok(None);
        }
        if let Some(max) = options.max {
            self.check_max(max)?;
        }
        self.misere = true;
        let built = self.by_rule(game, MISERE_VALUE, options.max, options.style, true)?;
        self.say("Misere play of one such position: a player who cannot move wins.");
        self.say_all(&built.words);
        Ok(Some(built.with_winner(Winner::MiserePlace)))
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
