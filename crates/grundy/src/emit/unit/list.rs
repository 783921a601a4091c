//! A game whose place is a list, by its law.

use grundy_core::{Diagnostic, Evidence, Nat, Result, number::power};

use super::super::from_fold;
use super::super::program::{Function, Kind, Winner};
use super::super::words::{plain, proved, wrapped};
use super::super::{EmitOptions, Language, Style, Wanted};
use super::{Units, Whole};
use crate::game::{AnyGame, Game, Listed};

impl Units<'_> {
    /// The program of a row game whose law is one term of its numbers; `None` for others.
    pub(in crate::emit) fn list(&mut self, game: &Game, options: &EmitOptions, misere: bool) -> Result<Option<Whole>> {
        let of_theorem = |Listed { fold, law, theorem }: Listed| (fold, law.to_owned(), Evidence::theorem(theorem));
        let told = match game.law() {
            _ if misere => game.any().and_then(AnyGame::misere_fold).map(of_theorem),
            Some(law) => law.fold().map(|fold| (fold, law.words().english, law.evidence())),
            None => game.any().and_then(AnyGame::fold).map(of_theorem),
        };
        let Some((fold, words, evidence)) = told else { return Ok(None) };
        if options.style != Wanted::Auto {
            let fault = format!("`{}` is emitted by its law only", game.text());
            return Err(Diagnostic::unsupported(fault).suggest("leave `style` out").into());
        }
        // how large marks are is no question
        let asked = options.max.filter(|_| !fold.join.has_marks());
        let max = asked.unwrap_or(fold.join.far());
        if let Some(most) = fold.join.farthest().filter(|&most| max > most) {
            let what = format!("the program makes lists as long as its largest number, {}", power(max));
            return Err(Diagnostic::unsupported(what).suggest(format!("a `max` of {} at most", power(most))).into());
        }
        self.check_max(max)?;
        let Ok((mut function, widest)) = from_fold::function(&fold, &Nat::from(max)) else { return Ok(None) };
        if self.language != Language::Python && !widest.fits(64) {
            let what = format!("with numbers up to {} results in between take more than 64 bits", power(max));
            let help = format!("Python, whose integers have no limit, or a `max` of {}", power(fold.join.far()));
            return Err(Diagnostic::unsupported(what).suggest(help).into());
        }
        function.doc = wrapped(&plain(&format!("{}(row): {words}", function.name)));
        let (what, winner) = match function.returns {
            Kind::Int => ("the Grundy value", Winner::List { is_sorted: function.is_sorted }),
            Kind::Bool => ("who wins", Winner::Given),
        };
        let (name, list) = (&function.name, fold.list);
        let range = if fold.join.has_marks() { String::new() } else { format!(" from 0 to {}", power(max)) };
        self.say(&format!("{name}(row) is {what}, exactly, for {list}{range}."));
        if misere {
            self.say("Misere play: a player who cannot move wins.");
        }
        if let Some(cost) = fold.join.cost() {
            self.say(cost);
        }
        self.say(&format!("Law: {words}."));
        self.say(&proved(&evidence));
        self.functions.push(Function::List(function));
        Ok(Some(Whole { style: Style::Formula, max, evidence, winner }))
    }
}
