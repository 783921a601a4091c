//! Which engine answers: question + game → strategies, of which the first that can runs.
//!
//! Every engine is a [`Strategy`] with what it learnt so far. A game has a list of them, made from what was recognised
//! in its rule ([`crate::game::knowledge`]), the cheapest first, and a question climbs the list until one answers:
//!
//! | strategy | answers |
//! |---|---|
//! | [`closed_form`] | where a theorem covers the whole rule |
//! | [`stored`] | values that an earlier run left in a store |
//! | [`compound`] | ordinal sums; of other compounds the outcome |
//! | [`slices`] | games of which all coordinates but one are given: by the whole game |
//! | [`open_sums`] | sums with open numbers: by the games of the sum |
//! | [`reflected`] | rules that count upwards to a number: by what is missing |
//! | [`scale`] | large heaps of rules whose moves divide, where values repeat by a factor |
//! | [`runs`] | far heaps whose options are intervals with ends that never fall |
//! | [`stretches`] | far heaps of rules that change at a few large numbers and look back a little |
//! | [`remainders`] | other far heaps of rules that look back a little, or take numbers of some remainders |
//! | [`strips`] | places of two coordinates, far on one and near on the other, where rows repeat |
//! | [`automaton`] | places far beyond every table, after a short trial of the tables |
//! | [`listed`] | larger heaps of rules that take numbers which a condition picks out; dear ones after laws |
//! | [`heaps`] | heaps of sets and codes, with the periods that they prove |
//! | [`tables`] | rules that no family covers: dense table or sparse memo |
//! | [`misere_tables`] | of misère play alone: what places of a rule are worth in sums |
//! | [`product`] | rules whose every move changes one coordinate |
//! | [`own_search`] | boards, graphs and other games with a search or a theorem of their own |
//! | [`search`] | everything else that ends: a memo of what is reachable |
//! | [`labels`] | games whose play need not end |
//! | [`learnt`] | what engines refuse, and far heaps of sets and codes first, by laws that are proved of the game |
//!
//! A strategy that the budget does not allow is passed over, and the next one is asked; where none answers, the refusal is
//! that of the cheapest. Whether a law of outcomes or the value is asked first stands in [`mod@outcome`]. Sums in misère play
//! have a ladder of their own: [`misere`], with [`quotient_store`] for what an earlier run left, and a search for moves that
//! keep the turn: [`turns`]. Which numbers give a place a value is asked of [`numbers`].
//!
//! What comes back is [`Found`]: the answer with its evidence and the engine that gave it. Nothing looks up afterwards
//! what a value rests on, so the two cannot disagree. Callers that add up a million values ask for the number alone
//! ([`Game::value_at`]), which climbs the same list; [`reasons`] notes which strategies answered, and asks these.
//!
//! Adding an engine: one file here that implements [`Strategy`], and its line in [`Strategies::of`]. The order of the
//! list is the order of the price. Model: `meta/strategy.rs` of the crate regex-automata.

mod added;
pub(crate) mod automaton;
mod closed_form;
mod compound;
mod enlarge;
mod found;
mod heaps;
mod labels;
mod learn;
mod learnt;
mod listed;
mod loony;
pub(crate) mod misere;
mod misere_tables;
pub(crate) mod numbers;
mod open_sums;
pub(crate) mod outcome;
mod own_search;
pub(crate) mod period;
mod product;
pub(crate) mod quotient;
pub(crate) mod quotient_store;
pub(crate) mod reasons;
pub(crate) mod reflected;
mod remainders;
pub(crate) mod residues;
pub(crate) mod rule_tables;
mod runs;
mod scale;
mod search;
mod slices;
pub(crate) mod sparse;
mod stored;
pub(crate) mod strategy;
pub(crate) mod stretches;
mod strips;
pub(crate) mod sums;
mod tables;
pub(crate) mod tame;
pub(crate) mod turns;
pub(crate) mod window;

use std::sync::Arc;

use crate::context::{Context, Spent, Stopped};
use crate::engine::dense::rows;
use crate::engine::values::Values;
use crate::error::{Diagnostic, Error, Result};
use crate::evidence::Evidence;
use crate::game::knowledge::{Knowledge, Plan, volume};
use crate::game::options::{Options, Parts};
use crate::game::{Game, Place};
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::rule::column::Wanted;
use crate::rule::measure::Termination;
use crate::words::Words;

use automaton::ByAutomaton;
use closed_form::ClosedForm;
use compound::OfCompound;
pub(crate) use found::{Found, Told, names_of_engines};
use heaps::Heaps;
use labels::Labels;
pub(crate) use learn::Learn;
use learnt::{ByLaw, ByLawAfar, ByLawOfLong, ByLawSought};
use listed::{ByListed, ListedNumbers};
use misere_tables::MisereTables;
use open_sums::OfOpenSum;
use own_search::OwnSearch;
use product::Product;
use reflected::OfReflected;
use remainders::ByRemainders;
use runs::ByRuns;
use scale::ByScale;
use search::Search;
use slices::OfSlice;
use stored::Stored;
use strategy::{At, Laid, Stage, Strategy, finite};
use stretches::ByStretches;
use strips::Strips;
use tables::Tables;

/// Outcomes of so many places are worked out row by row.
const MANY: u64 = 1 << 16;
/// No more than this where few of them are asked for: some seconds.
const ALL_ROWS: u64 = 1 << 30;

/// The strategies of one game, in the order in which they are asked, with what each has learnt.
#[derive(Debug)]
pub(crate) struct Strategies {
    ladder: Vec<Arc<dyn Strategy>>,
    stored: Arc<Stored>,
    labels: Arc<Labels>,
    heaps: Option<Arc<Heaps>>,
    runs: Option<Arc<ByRuns>>,
    stretches: Option<Arc<ByStretches>>,
    /// Misère quotients, of this game and of this one together with others.
    quotients: quotient::Kept,
}

impl Strategies {
    /// The strategies for a game.
    fn of(game: &Game, known: &Knowledge) -> Self {
        let mut strategies = Strategies {
            ladder: Vec::with_capacity(4),
            stored: Arc::default(),
            labels: Arc::default(),
            heaps: None,
            runs: None,
            stretches: None,
            quotients: quotient::Kept::default(),
        };
        let ladder = &mut strategies.ladder;
        if let Some(law) = &known.law {
            ladder.push(Arc::new(ClosedForm(Arc::clone(law))));
        }
        ladder.push(Arc::clone(&strategies.stored) as Arc<dyn Strategy>);
        if game.compound().is_some() {
            ladder.push(Arc::new(OfCompound));
        }
        strategies.heaps = match &known.plan {
            Plan::Subtraction(set) => Some(Arc::new(Heaps::of_set(set.clone()))),
            Plan::Code(code) => Some(Arc::new(Heaps::of_code(code.clone()))),
            _ => None,
        };
        if let Some(games) = &known.factors {
            ladder.push(Arc::new(Product(games.clone())));
        }
        match &known.plan {
            Plan::Subtraction(_) | Plan::Code(_) => {
                ladder.push(Arc::new(ByLawAfar));
                if let Some(heaps) = &strategies.heaps {
                    ladder.push(Arc::new(ByLawOfLong(Arc::clone(heaps))));
                    ladder.push(Arc::clone(heaps) as Arc<dyn Strategy>);
                }
            }
            Plan::Rule => {
                let tables = Arc::new(Tables::default());
                if known.reflected.is_some() {
                    ladder.push(Arc::new(OfReflected));
                }
                if known.division.is_some() {
                    ladder.push(Arc::new(ByScale));
                }
                strategies.runs = ByRuns::of(known).map(Arc::new);
                ladder.extend(strategies.runs.clone().map(|runs| runs as Arc<dyn Strategy>));
                strategies.stretches = ByStretches::of(game, known).map(Arc::new);
                ladder.extend(strategies.stretches.clone().map(|by| by as Arc<dyn Strategy>));
                if game.may_repeat(known) {
                    ladder.push(Arc::new(ByRemainders));
                }
                ladder.push(Arc::new(Strips::default()));
                let listed = ListedNumbers::of(known);
                if let Some(numbers) = &listed {
                    ladder.push(Arc::new(ByListed::soon(Arc::clone(numbers))));
                }
                ladder.push(Arc::new(ByAutomaton { tables: Arc::clone(&tables) }));
                if let Some(numbers) = listed {
                    ladder.push(Arc::new(ByListed::at_last(numbers)));
                }
                ladder.push(tables);
            }
            Plan::Product => {}
            Plan::Search if game.slice().is_some() => ladder.push(Arc::new(OfSlice)),
            Plan::Search if game.open_sum().is_some() => ladder.push(Arc::new(OfOpenSum)),
            Plan::Search if game.compound().is_some() => ladder.push(Arc::new(Search::of_compound())),
            Plan::Search => {
                ladder.push(Arc::new(OwnSearch));
                ladder.push(Arc::new(Search::of_places()));
            }
            Plan::Loopy => ladder.push(Arc::clone(&strategies.labels) as Arc<dyn Strategy>),
        }
        if !matches!(known.plan, Plan::Loopy) {
            ladder.push(Arc::new(ByLaw));
        }
        if let (Plan::Rule, Some(tables)) = (&known.plan, MisereTables::of(known)) {
            ladder.push(Arc::new(tables));
        }
        if !matches!(known.plan, Plan::Loopy) {
            ladder.push(Arc::new(ByLawSought));
        }
        strategies
    }
}

/// A strategy that is to be asked alone, where the game is one of its kind.
#[cfg(test)]
pub(crate) fn alone(name: &str, known: &Knowledge) -> Option<Box<dyn Strategy>> {
    Some(match (name, &known.plan) {
        ("laws of compounds", _) => Box::new(OfCompound),
        ("products", _) => Box::new(Product(known.factors.clone()?)),
        ("rows that repeat", Plan::Rule) => Box::new(Strips::anywhere()),
        ("searches of boards", Plan::Search) => Box::new(OwnSearch),
        _ => return None,
    })
}

impl Game {
    /// The strategies of the game.
    ///
    /// # Errors
    /// A rule that is not a game.
    fn strategies(&self) -> Result<&Strategies, Diagnostic> {
        let known = self.knowledge()?;
        Ok(self.slot(|| Strategies::of(self, known)))
    }

    /// Asks one strategy after the other until one answers. Those that the budget does not allow are passed over; where
    /// nobody answers, the refusal is that of the cheapest.
    fn climb<T>(
        &self,
        place: &Place,
        ask: impl FnMut(&dyn Strategy, At<'_>) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        Ok(self.rung(place, ask)?.map(|(_, answer)| answer))
    }

    /// The same, with the number of the strategy that answered.
    fn rung<T>(
        &self,
        place: &Place,
        mut ask: impl FnMut(&dyn Strategy, At<'_>) -> Result<Option<T>>,
    ) -> Result<Option<(usize, T)>> {
        let known = self.knowledge()?;
        let at = At { game: self, known, place };
        let mut refused: Option<(u64, Stopped)> = None;
        for (number, strategy) in self.strategies()?.ladder.iter().enumerate() {
            match ask(&**strategy, at) {
                Ok(None) => {}
                Ok(Some(answer)) => return Ok(Some((number, answer))),
                Err(Error::Stopped(stopped)) if is_refusal(&stopped) => {
                    let cost = strategy.cost(at).unwrap_or(u64::MAX);
                    if refused.as_ref().is_none_or(|(least, _)| cost < *least) {
                        refused = Some((cost, stopped));
                    }
                }
                Err(bad) => return Err(bad),
            }
        }
        refused.map_or(Ok(None), |(_, stopped)| Err(stopped.into()))
    }

    /// The value of a place in normal play, a number or what Smith's labelling gives, with its reasons.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget, or a plan that the budget does not allow.
    pub(crate) fn find(&self, place: &Place, cx: &Context) -> Result<Found<Value>> {
        self.climb(place, |strategy, at| strategy.value(at, cx))?.ok_or_else(unanswered)
    }

    /// The Grundy value of a place, with its reasons.
    ///
    /// # Errors
    /// As [`Game::find`]; a value that is no number.
    pub(crate) fn find_value(&self, place: &Place, cx: &Context) -> Result<Found<Nat>> {
        let Found { what, evidence, engine } = self.find(place, cx)?;
        let what = finite(At { game: self, known: self.knowledge()?, place }, what)?;
        Ok(Found { what, evidence, engine })
    }

    /// The Grundy value alone, without reasons: the fast road.
    ///
    /// # Errors
    /// As [`Game::find_value`].
    pub(crate) fn value_at(&self, place: &Place, cx: &Context) -> Result<Nat> {
        self.climb(place, |strategy, at| strategy.number(at, cx))?.ok_or_else(unanswered)
    }

    /// The values of all places between `from` and this one, where a table holds them; of one coordinate as far as it does.
    pub(crate) fn block(&self, from: &[u64], place: &Place, cx: &Context) -> Option<Found<Values>> {
        self.climb(place, |strategy, at| Ok(strategy.block(at, from, cx))).ok().flatten()
    }

    /// The same where they can be worked out at once, as those of rules whose moves run along lines; where the budget ends
    /// before, what is known of them.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(crate) fn lay_out(&self, from: &[u64], place: &Place, cx: &Context) -> Result<Option<Laid>> {
        self.climb(place, |strategy, at| strategy.lay_out(at, from, cx))
    }

    /// Who wins the places between two corners of a large range, row by row, where no table is needed for it: rules of rays and
    /// single steps, in normal and in misère play. What is found is why the rows ended before the corner, if they did.
    /// `None`: other moves, and places far out, are tried place by place.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn outcome_rows(
        &self,
        from: &[u64],
        to: &[u64],
        convention: Convention,
        cx: &Context,
        visit: &mut dyn FnMut(u64, &[u32]) -> Result<()>,
    ) -> Result<Option<Found<Option<Stopped>>>> {
        let known = self.knowledge()?;
        let (Some(rule), Some(Termination::Proved(_)), &[a, b], &[top, left]) =
            (&known.rule, &known.termination, to, from)
        else {
            return Ok(None);
        };
        let extents = [a.saturating_add(1), b.saturating_add(1)];
        let whole = extents[0].saturating_mul(extents[1]);
        // all rows before the first that is asked for are worked out too
        let far = !rule_tables::is_worth_it([top, left], [a, b]) && (known.law.is_some() || whole > ALL_ROWS);
        if whole < MANY || far {
            return Ok(None);
        }
        let mut began = false;
        let mut visit = |row: u64, numbers: &[u32]| {
            began = true;
            visit(row, numbers)
        };
        let ended = match rows(rule.rule(), extents, Wanted::Outcomes(convention), cx, &mut visit) {
            Ok(true) => None,
            Ok(false) => return Ok(None),
            Err(Error::Stopped(stopped)) if is_refusal(&stopped) && !began => return Ok(None),
            Err(Error::Stopped(stopped)) => Some(stopped),
            Err(bad) => return Err(bad),
        };
        let how = Words::new(
            "the outcomes of all places up to the corner, computed from the rule",
            "由规则算出到角上为止的全部胜负",
        );
        Ok(Some(Found::new(ended, Evidence::computed(how), "outcomes row by row")))
    }

    /// The engine that would answer for the value of this place, in words.
    pub(crate) fn engine_for(&self, place: &Place) -> String {
        let name = self.climb(place, |strategy, at| Ok(strategy.engine(at)));
        name.ok().flatten().map_or_else(|| "none".to_owned(), Into::into)
    }

    /// How many nodes the value may cost; `None` where nobody can tell.
    pub(crate) fn cost(&self, place: &Place) -> Option<u64> {
        self.climb(place, |strategy, at| Ok(strategy.cost(at))).ok().flatten()
    }

    /// The options of a given value: counted, the first ones listed.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(crate) fn options_with_value(
        &self,
        place: &Place,
        target: &Nat,
        limit: usize,
        cx: &Context,
    ) -> Result<Options> {
        if let Some(options) = self.climb(place, |s, at| s.options_with_value(at, target, limit, cx))? {
            return Ok(options);
        }
        self.refuse_long_lists(place, cx)?;
        let mut found = Vec::new();
        for parts in self.every_option(place, cx)? {
            if crate::loopy::labelled::value_of(&parts, cx)?.finite() == Some(target) {
                found.push(parts);
            }
        }
        Ok(Options::of(found, limit))
    }

    /// All options: counted, the first ones listed.
    ///
    /// # Errors
    /// As [`Game::each_option`].
    pub(crate) fn options(&self, place: &Place, limit: usize, cx: &Context) -> Result<Options> {
        if let Some(options) = self.climb(place, |strategy, at| strategy.options(at, limit, cx))? {
            return Ok(options);
        }
        self.refuse_long_lists(place, cx)?;
        let all = self.every_option(place, cx)?;
        Ok(Options { count: Some(Nat::from(all.len())), first: all.into_iter().take(limit).collect() })
    }

    /// All options, however large the place, where a finite set bounds their number; else one by one.
    ///
    /// # Errors
    /// As [`Game::every_option`].
    pub(crate) fn each_of_few(&self, place: &Place, cx: &Context) -> Result<Vec<Parts>> {
        match self.knowledge()?.set() {
            Some(set) if set.is_finite() => Ok(self.options(place, usize::MAX, cx)?.first),
            _ => self.every_option(place, cx),
        }
    }

    /// Who wins the place alone in misère play, where that is told without a search over sums.
    ///
    /// # Errors
    /// A spent budget.
    fn misere_alone(&self, place: &Place, stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        self.climb(place, |strategy, at| strategy.misere(at, stage, cx))
    }

    /// The options that win the place alone in misère play, where a law lists them.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn misere_winning(&self, place: &Place, limit: usize, cx: &Context) -> Result<Option<Options>> {
        self.climb(place, |strategy, at| strategy.misere_winning(at, limit, cx))
    }
}

/// A place alone is lost exactly if its value is 0.
fn outcome_of(value: &Nat) -> Outcome {
    Outcome::lost_if(*value == Nat::ZERO)
}

/// Did the budget not allow it, or was it refused before it began? What is cancelled or out of time is not asked again.
pub(crate) fn is_refusal(stopped: &Stopped) -> bool {
    matches!(stopped.spent, Spent::Nodes | Spent::Memory)
}

/// What was found; where the budget ended, nothing, and `stopped` keeps the first such end.
pub(crate) fn as_far_as<T>(stopped: &mut Option<Stopped>, found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Error::Stopped(why)) => {
            stopped.get_or_insert(why);
            Ok(None)
        }
        Err(bad) => Err(bad),
    }
}

/// What was found; where the budget ended, nothing: what it was asked for can be left out.
pub(crate) fn unless_stopped<T>(found: Result<Option<T>>) -> Result<Option<T>> {
    match found {
        Err(Error::Stopped(_)) => Ok(None),
        found => found,
    }
}

/// What a list says of which no strategy answers or refuses.
fn unanswered() -> crate::Error {
    Diagnostic::rule("no engine answers for this game").into()
}

/// How many places lie below this one, for estimates: where there are more than 2^64, that many.
fn below(place: &[Nat]) -> u64 {
    volume(place).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
