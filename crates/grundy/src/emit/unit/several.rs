//! Functions that call those of other games: a sum, coordinate by coordinate; one of two games by a parity; a rule turned round.

use grundy_core::evidence::SPRAGUE_GRUNDY;
use grundy_core::{Evidence, Result, number::power};
use grundy_notation::ast::Relation;

use super::super::program::{Ex, Function, Kind as Returns, Op, Routine, St, Winner, binary, compare, int, var};
use super::super::words::proved;
use super::super::{EmitOptions, Style};
use super::super::{from_claim, names};
use super::{Built, FAR, Units, Whole};
use crate::error::Error;
use crate::game::Game;
use crate::game::derived::Reflected;
use crate::number::to_u64;
use crate::plan::reflected::REFLECTION;

/// The functions of several games.
struct Called {
    names: Vec<String>,
    /// The least number for which all can answer.
    first: u64,
    max: u64,
    evidence: Evidence,
    style: Style,
}

impl Units<'_> {
    /// A function for each game, up to the first of the numbers that all can answer for.
    fn each(&mut self, games: &[&Game], max: Option<u64>) -> Result<Called> {
        let tried: &[u64] = max.as_ref().map_or(&FAR, std::slice::from_ref);
        let before = self.before();
        let mut at = 0;
        loop {
            let mut called = Called {
                names: Vec::new(),
                first: games.iter().filter_map(|game| game.smallest_member()).max().unwrap_or(0),
                max: tried[at],
                evidence: Evidence::theorem(&SPRAGUE_GRUNDY),
                style: Style::Formula,
            };
            let mut add = |game: &&Game| -> Result<()> {
                let other = self.other(game, tried[at])?;
                called.evidence.add(&other.evidence);
                called.style = called.style.max(other.style);
                called.names.push(other.name);
                Ok(())
            };
            match games.iter().try_for_each(&mut add) {
                Ok(()) => return Ok(called),
                Err(fault) if at + 1 == tried.len() => return Err(fault),
                Err(_) => self.take_back(&before),
            }
            at += 1;
        }
    }

    /// A sum, coordinate by coordinate, which have these names.
    pub(super) fn product(
        &mut self,
        games: &[Game],
        letters: &[String],
        name: &str,
        max: Option<u64>,
    ) -> Result<Built> {
        let mut params: Vec<String> = Vec::new();
        for (at, letter) in letters.iter().enumerate() {
            params.push(names::safe(letter, at, &params));
        }
        let called = self.each(&games.iter().collect::<Vec<_>>(), max)?;
        let calls = called.names.iter().zip(&params).map(|(name, param)| Ex::Other(name.clone(), vec![var(param)]));
        let sum = calls.reduce(|a, b| binary(Op::Xor, a, b)).unwrap_or(int(0));
        let mut routine = Routine::new(name, &params, Returns::Int, vec![St::Return(sum)]);
        let list = params.join(", ");
        routine.doc = vec![format!("{name}({list}): each move changes one number, so the values are added by xor")];
        Ok(self.caller(routine, called))
    }

    /// A rule that counts upwards, by the game of what is missing; `None`: there is no program for that.
    pub(super) fn reflected(&mut self, turned: &Reflected, name: &str, max: Option<u64>) -> Result<Option<Built>> {
        let Some(top) = to_u64(turned.top()).and_then(|top| i64::try_from(top).ok()) else { return Ok(None) };
        let before = self.before();
        let mut called = match self.each(&[&turned.game], Some(top.unsigned_abs())) {
            Ok(called) => called,
            Err(Error::Bad(_)) => {
                self.take_back(&before);
                return Ok(None);
            }
            Err(stopped) => return Err(stopped),
        };
        let params = from_claim::names(1);
        let position = || var(&params[0]);
        let beyond = compare(position(), Relation::Greater, int(top));
        let missing = Ex::Other(called.names[0].clone(), vec![binary(Op::Subtract, int(top), position())]);
        let body = vec![St::If(beyond, vec![St::Return(int(0))]), St::Return(missing)];
        let mut routine = Routine::new(name, &params, Returns::Int, body);
        let s = &params[0];
        routine.doc = vec![format!("{name}({s}): what is missing to {top} is a heap; beyond {top} there are no moves")];
        // the program answers for every number that it can hold, and its sentence for as many as were asked for
        called.max = max.unwrap_or(FAR[0]);
        called.evidence = called.evidence.and(&Evidence::theorem(&REFLECTION));
        Ok(Some(self.caller(routine, called)))
    }

    /// The even game or the odd one, as the last parameter is.
    pub(in super::super) fn by_parity(
        &mut self,
        games: [&Game; 2],
        params: &[String],
        options: &EmitOptions,
    ) -> Result<Whole> {
        let called = self.each(&games, options.max)?;
        let (last, place) = params.split_last().map_or(("k", &[][..]), |(last, place)| (last.as_str(), place));
        let value = |at: usize| St::Return(Ex::Other(called.names[at].clone(), place.iter().map(|p| var(p)).collect()));
        let is_odd = compare(binary(Op::Remainder, var(last), int(2)), Relation::Equal, int(1));
        let body = vec![St::If(is_odd, vec![value(1)]), value(0)];
        let mut routine = Routine::new("grundy", params, Returns::Int, body);
        let list = params.join(", ");
        routine.doc =
            vec![format!("grundy({list}): equal parts cancel in pairs, so only the parity of {last} matters")];
        let built = self.caller(routine, called);
        self.say_all(&built.words);
        Ok(built.with_winner(Winner::Place))
    }

    /// Adds the function that calls the others.
    fn caller(&mut self, routine: Routine, called: Called) -> Built {
        let Called { first, max, evidence, style, .. } = called;
        let (name, list) = (&routine.name, routine.params.join(", "));
        let words = vec![
            format!("{name}({list}) is the Grundy value, exactly, for numbers from {first} to {}.", power(max)),
            proved(&evidence),
        ];
        self.functions.push(Function::Routine(routine));
        Built { style, max, evidence, words, outcome: false }
    }
}
