//! A game whose place is a list, by its law.

use grundy_core::{Evidence, Nat, Result};

use super::super::from_fold;
use super::super::program::{Function, Kind, Winner};
use super::super::words::{plain, proved, short, wrapped};
use super::super::{EmitOptions, Language, Style, Wanted};
use super::{FAR, Units};
use crate::game::{Game, Shape};

impl Units<'_> {
    /// The program of a row game whose law is one term of its numbers; `None` for others.
    pub(in crate::emit) fn list(
        &mut self,
        game: &Game,
        options: &EmitOptions,
    ) -> Result<Option<(Style, u64, Evidence, Winner)>> {
        let Some(law) = game.law() else { return Ok(None) };
        let Some(fold) = law.fold().filter(|_| options.style == Wanted::Auto) else { return Ok(None) };
        let max = options.max.unwrap_or(FAR[0]);
        self.check_max(max)?;
        let Ok((mut function, widest)) = from_fold::function(&fold, &Nat::from(max)) else { return Ok(None) };
        if self.language != Language::Python && !widest.fits(64) {
            return Ok(None);
        }
        let words = law.words().english;
        function.doc = wrapped(&plain(&format!("{}(row): {words}", function.name)));
        let (what, winner) = match function.returns {
            Kind::Int => ("the Grundy value", Winner::List { is_sorted: function.is_sorted }),
            Kind::Bool => ("who wins", Winner::Given),
        };
        let numbers = match game.shape() {
            Shape::Text => "a row of coins: the list of the places of its heads",
            _ => "a position of the game with numbers",
        };
        self.say(&format!("{}(row) is {what}, exactly, for {numbers} from 0 to {}.", function.name, short(max)));
        self.say(&format!("Law: {words}."));
        let evidence = law.evidence();
        self.say(&proved(&evidence));
        self.functions.push(Function::List(function));
        Ok(Some((Style::Formula, max, evidence, winner)))
    }
}
