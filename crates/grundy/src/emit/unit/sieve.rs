//! Laws by primes: the values of all heaps up to a number by one sieve.

use grundy_core::{Result, number::power};

use super::super::primes;
use super::super::program::{Function, SIEVED, Sieve, int};
use super::super::statements::put;
use super::super::words::{plain, proved, wrapped};
use super::super::{Language, Style, names};
use super::{Built, Units};
use crate::game::Game;
use crate::rule::family::Family;

/// A sieve has so many entries at most, and where nothing is said.
const ENTRIES: u64 = 10_000_000;
/// The same in Python, which takes some seconds for more.
const PYTHON_ENTRIES: u64 = 1_000_000;

impl Units<'_> {
    /// The values of a law that asks for the primes below a heap.
    pub(super) fn sieve(&mut self, game: &Game, name: &str, max: Option<u64>) -> Result<Option<Built>> {
        let known = game.knowledge()?;
        let (Some(Family::Coprime), Some(law), Some(rule)) = (&known.recognised, &known.law, game.kind().as_rule())
        else {
            return Ok(None);
        };
        let last = max.unwrap_or(if self.language == Language::Python { PYTHON_ENTRIES } else { ENTRIES });
        if last > ENTRIES {
            return Ok(None);
        }
        // a list of two entries at least: a heap of 1 has value 1
        let last = last.max(1);
        let mut body = vec![put(SIEVED, int(1), int(1))];
        body.extend(primes::least_factors(SIEVED, last));
        let params = names::parameters(&rule);
        let (law, evidence) = (law.words().english, law.evidence());
        let call = format!("{name}({})", params.join(", "));
        let doc = wrapped(&plain(&format!("{call}: {law}")));
        let what = "Fills the table by a sieve.";
        self.functions.push(Function::Sieve(Sieve { name: name.to_owned(), params, doc, what, last, body }));
        let words = vec![
            format!("{call} is the Grundy value, exactly, for numbers from 0 to {}.", power(last)),
            format!("Law: {law}."),
            proved(&evidence),
        ];
        Ok(Some(Built { style: Style::Table, max: last, evidence, words, outcome: false }))
    }
}
