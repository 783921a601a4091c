//! `nim(3, 5, ?)`: which numbers complete a P-position?
//!
//! In normal play the number must give its place the value of the rest ([`normal`]); in misère play each number is judged
//! in the whole sum ([`misere`]). Where a law tells all numbers they are told at once, else they are tried one by one.

mod misere;
mod normal;

use grundy_core::Period;

use super::{SolveOptions, blank, ended};
use crate::answer::{Answer, MoveList, ValueStatus};
use crate::context::{Context, Spent, Stopped};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::{Component, Game, Shape};
use crate::number::{Nat, shorten, to_u64};
use crate::outcome::{Convention, Outcome};
use crate::plan::misere::Judge;
use crate::plan::residues::{Heaps, where_it_holds};
use crate::position::{Hole, Position};

/// Of a set without end so many numbers are listed.
const FIRST: usize = 100;
/// The trials may cost so much together …
const NODES: u64 = 3_000_000;
/// … and so much where one number does it: a table that holds it costs no more than that place would.
const NODES_FOR_ONE: u64 = 100_000_000;
/// So many numbers are listed.
const LISTED: usize = 10_000;
/// So many numbers are tried where nothing says that the search is over.
const TRIES: u64 = 10_000;

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let mut answer = blank(position);
    answer.value_status = ValueStatus::None;
    answer.engine = "trial of numbers".to_owned();
    let Some(hole) = &position.hole else { return Ok(answer) };
    hole.component.game.must_end("no number is looked for")?;
    let missing = Missing { hole, others: others(position, hole), limit: options.limit.max(LISTED) };
    let mut found = Found::none(answer.evidence);
    if missing.others.iter().any(|(component, _)| component.is_over()) {
        found.evidence = ended(position).evidence;
        // whatever the number is, the play has ended
        if position.convention == Convention::Normal {
            found.all();
        }
    } else {
        answer.stopped = missing.look(position.convention, &mut found, cx)?;
    }
    if answer.stopped.is_some() && found.numbers.is_empty() {
        found.evidence = Evidence::nothing();
    }
    answer.evidence = found.evidence;
    answer.unknown = Some(found.numbers);
    answer.unknown_set = found.condition;
    answer.moves = MoveList { moves: Vec::new(), count: Some(Nat::ZERO) };
    Ok(answer)
}

/// The other components: the hole's own, with its 0, is taken out once.
fn others(position: &Position, hole: &Hole) -> Vec<(Component, Nat)> {
    let mut all = position.components();
    if let Some((_, count)) = all.iter_mut().find(|(c, _)| *c == hole.component) {
        *count -= Nat::ONE;
    }
    all.retain(|(_, count)| *count > Nat::ZERO);
    all
}

/// A number that is looked for.
struct Missing<'p> {
    /// Where it stands.
    hole: &'p Hole,
    /// What stands beside it, each so many times.
    others: Vec<(Component, Nat)>,
    /// So many numbers are wanted.
    limit: usize,
}

/// The numbers that were found, in their order.
struct Found {
    numbers: Vec<Nat>,
    /// All of them as a condition, where they are without end: `? = 0 or ? in fibs`.
    condition: Option<String>,
    /// Are these all, by the list or the condition?
    complete: bool,
    /// All numbers up to this one were tried.
    tried: Option<Nat>,
    evidence: Evidence,
}

impl Found {
    fn none(evidence: Evidence) -> Found {
        Found { numbers: Vec::new(), condition: None, complete: false, tried: None, evidence }
    }

    /// Every number does.
    fn all(&mut self) {
        self.numbers.extend((0..FIRST).map(Nat::from));
        self.condition = Some("? >= 0".to_owned());
        self.complete = true;
    }

    /// A law told these heaps.
    fn told(&mut self, heaps: Heaps) {
        self.complete = true;
        match heaps {
            Heaps::Few(all) => self.numbers = all,
            Heaps::Endless(set) => {
                self.numbers = set.first(FIRST);
                self.condition = Some(set.to_string());
            }
        }
    }

    /// The trial has an end that nobody set.
    fn ended(&self, cx: &Context) -> Stopped {
        let beyond = match &self.tried {
            Some(last) => format!("a trial of numbers beyond {}", shorten(last)),
            None => "there may be numbers beyond those that were tried".to_owned(),
        };
        cx.engine_limit(Spent::Nodes, beyond)
    }
}

impl Missing<'_> {
    /// Looks for the numbers in a trial of bounded cost; says what ended it before all were found.
    fn look(&self, convention: Convention, found: &mut Found, cx: &Context) -> Result<Option<Stopped>> {
        if convention == Convention::Normal {
            // no table reaches so far, and the trial below is too short for the search
            let Component { game, place } = &self.hole.component;
            game.learn_single_values(place, self.hole.coordinate, !self.others.is_empty(), cx)?;
        }
        // places of a row are searched one by one, without a table
        let has_table = self.game().shape() != Shape::Row;
        let part = cx.part(if self.is_unique() && has_table { NODES_FOR_ONE } else { NODES });
        part.enter("trial of numbers");
        let steady = self.steady(convention, &part)?;
        let looked = match (steady, convention) {
            (Some((heaps, why)), _) => {
                found.evidence = why;
                found.told(heaps);
                Ok(())
            }
            (None, Convention::Normal) => normal::look(self, found, &part),
            (None, Convention::Misere) => misere::look(self, found, &part),
        };
        let stopped = match looked {
            Ok(()) if found.complete => None,
            Ok(()) => Some(found.ended(&part)),
            Err(Error::Stopped(s)) if s.spent == Spent::Nodes && cx.nodes_left().is_none() => Some(found.ended(&part)),
            Err(Error::Stopped(s)) => Some(s),
            Err(bad) => return Err(bad),
        };
        // what the trial spent counts; that it was too much for a trial is told above
        let _ = cx.tick(part.nodes());
        Ok(stopped)
    }

    fn game(&self) -> &Game {
        &self.hole.component.game
    }

    /// Is it the size of a heap?
    fn is_heap(&self) -> bool {
        self.game().is_one_heap(&self.hole.component.place)
    }

    /// Is there one number at most? Any other leads to it in a move, or is led to.
    fn is_unique(&self) -> bool {
        self.game().lowers_at_will(self.hole.coordinate, self.hole.component.place.len())
    }

    /// The numbers, where the law says that from some number on all have the same outcome and nothing else is there.
    fn steady(&self, convention: Convention, cx: &Context) -> Result<Option<(Heaps, Evidence)>> {
        let Component { game, place } = &self.hole.component;
        let Some(law) = game.law().filter(|_| self.others.is_empty()) else { return Ok(None) };
        let Some(from) = law.steady_from(place, self.hole.coordinate).and_then(|from| to_u64(&from)) else {
            return Ok(None);
        };
        let mut evidence = law.evidence();
        let mut judge = Judge::new();
        let is = |n: u64| {
            let Some(component) = self.filled(&Nat::from(n)) else { return Ok(false) };
            let outcome = match convention {
                Convention::Normal => game.outcome_at(&component.place, cx)?,
                Convention::Misere => judge.sum(&[(component, Nat::ONE)], cx)?,
            };
            Ok(outcome == Outcome::Previous)
        };
        let heaps = where_it_holds(Period { preperiod: from, period: 1, saltus: 0 }, is, cx)?;
        if convention == Convention::Misere {
            evidence.add(&judge.evidence());
        }
        Ok(heaps.map(|heaps| (heaps, evidence)))
    }

    /// The component with this number, if that is a place of the game.
    fn filled(&self, number: &Nat) -> Option<Component> {
        let Component { game, place } = &self.hole.component;
        let mut place = place.clone();
        place[self.hole.coordinate] = number.clone();
        let place = game.place(place).ok()?;
        Some(Component { game: game.clone(), place })
    }
}
