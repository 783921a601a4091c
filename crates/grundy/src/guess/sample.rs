//! What is known of a game by computing: the smallest places, who wins there, and the values.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;

use grundy_core::{Context, Convention, Error, Nat, Outcome, Result, Spent, Stopped, number::to_u64};

use crate::claim::{Coordinate, Subject, Summand};
use crate::game::GameQuestion;
use crate::game::slice::MEMBERS;
use crate::game::{Game, Shape};
use crate::plan::misere::Judge;
use crate::statement::Spelt;

/// All places of small size, in the order of their sums and then lexicographically.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    /// The game with variables.
    pub(super) subject: Subject,
    /// The places; those whose coordinates are not in canonical order are left out.
    pub(super) places: Vec<Vec<u64>>,
    /// Is the place a P-position?
    pub(super) previous: Vec<bool>,
    /// The Grundy values; `None` in misère play, or where they were too dear or too large.
    pub(super) values: Option<Vec<u64>>,
    /// All places with at most this sum of coordinates are there.
    pub(super) reach: u64,
    /// Claims that fell, or could not be compared: several finders may come to one.
    pub(super) fallen: RefCell<BTreeSet<Spelt>>,
    /// Places behind it were too dear.
    pub(super) ends: Cell<bool>,
    /// It was asked for farther than its half of the budget goes.
    pub(super) cut: Option<Stopped>,
    /// Heaps far behind it whose values are to be had for little.
    pub(super) afar: OnceCell<Vec<u64>>,
}

/// What works the places out, as people read it.
const ENGINE: &str = "sample of places";

/// Are its places rows, whose values are searched?
fn is_searched(game: &Game) -> bool {
    game.shape() == Shape::Row && game.knowledge().is_ok_and(|known| known.law.is_none())
}

/// So many places of a game of one, two, three, four coordinates are looked at where nothing is said.
const REACH: [u64; 4] = [2047, 80, 24, 14];
/// A sample that nobody asked for may cost so many nodes …
const NODES: u64 = 30_000_000;
/// … and ends where it is at least this share of what was wanted.
const FEW: [u64; 4] = [200, 24, 9, 6];
/// The same of a family of boards or graphs, and of rows without a theorem, each a search of its own.
const DEAR: u64 = 300_000;
const FEW_MEMBERS: u64 = 8;
/// Heaps of misère play that have no small quotient are searched one by one, each over sums that become more and more: one that
/// costs so many nodes is the last.
const HEAP: u64 = 10_000;
/// The same of places of several coordinates.
const PLACE: u64 = 100_000;
/// Laws are fitted to so many places; all places judge them.
const FITTED: usize = 1 << 14;
/// A game of one coordinate is sampled in steps.
const STEP: u64 = 256;

impl Sample {
    /// The game that the sample is of.
    pub(super) fn game(&self) -> &Game {
        &self.subject.summands[0].game
    }

    /// The names of the coordinates.
    pub(super) fn names(&self) -> &[String] {
        &self.subject.variables
    }

    /// The first heap, where the places are the heaps from there on: a family of boards may begin later than at 0.
    pub(super) fn first_heap(&self) -> Option<u64> {
        let first = *self.places.first()?.first()?;
        let in_order = self.places.iter().zip(first..).all(|(place, n)| place[..] == [n]);
        in_order.then_some(first)
    }

    /// The places up to a sum of `to` (`None`: as many as cost little), as far as half of the budget goes.
    ///
    /// # Errors
    /// Faults of the rule; a spent budget, where hardly anything is left.
    pub(super) fn of(question: &GameQuestion, length: usize, to: Option<u64>, cx: &Context) -> Result<Sample> {
        let subject = subject(question, length);
        let family = question.game.is_family();
        let usual = if family { MEMBERS } else { REACH.get(length - 1).copied().unwrap_or(10) };
        let most = to.unwrap_or(usual).min(subject.largest_sum().unwrap_or(u64::MAX));
        let mut sample = Sample {
            subject,
            places: Vec::new(),
            previous: Vec::new(),
            values: None,
            reach: 0,
            fallen: RefCell::default(),
            ends: Cell::default(),
            cut: None,
            afar: OnceCell::default(),
        };
        let mut values = (question.convention == Convention::Normal).then(Vec::new);
        let mut judge = Judge::new();
        let fill = |part: &Context| {
            let filled = sample.fill(most, &mut values, &mut judge, to.is_some(), part);
            filled.inspect_err(|fault| {
                if let (Error::Stopped(stopped), Some(_)) = (fault, to) {
                    sample.cut = Some(cx.stopped(stopped.spent, Some(format!("places up to {most}"))));
                }
            })
        };
        let filled = match to {
            // the other half is left for the laws
            Some(_) => cx.trial_of_half(fill)?,
            None if family || is_searched(&question.game) => cx.trial(DEAR, fill)?,
            None => cx.trial(NODES, fill)?,
        };
        let few = if family { FEW_MEMBERS } else { FEW.get(length - 1).copied().unwrap_or(5) }.min(most);
        if filled.is_none() && sample.reach < few {
            let short = || match (to, cx.nodes_left()) {
                // nobody set an end to the trial
                (None, None) => Stopped::new(Spent::Nodes, ENGINE)
                    .needing(format!("places up to {few}, more than a short trial reaches; `to {few}` works them out")),
                _ => cx.stopped(Spent::Nodes, None),
            };
            return Err(sample.cut.clone().unwrap_or_else(short).into());
        }
        sample.values = values.filter(|v| v.len() == sample.places.len());
        Ok(sample)
    }

    /// The first places, all of a sum or none: enough to fit a law to, and the tables of some hundred terms stay small.
    pub(super) fn head(&self) -> Cow<'_, Sample> {
        let sum = |place: &Vec<u64>| place.iter().sum::<u64>();
        let Some(next) = self.places.get(FITTED).map(sum) else { return Cow::Borrowed(self) };
        let count = self.places.partition_point(|place| sum(place) < next);
        Cow::Owned(Sample {
            subject: self.subject.clone(),
            places: self.places[..count].to_vec(),
            previous: self.previous[..count].to_vec(),
            values: self.values.as_ref().map(|values| values[..count].to_vec()),
            reach: next - 1,
            fallen: self.fallen.clone(),
            ends: self.ends.clone(),
            cut: self.cut.clone(),
            afar: self.afar.clone(),
        })
    }

    /// Adds the places up to this sum; where nobody asked for them, as far as each costs little.
    fn fill(
        &mut self,
        to: u64,
        values: &mut Option<Vec<u64>>,
        judge: &mut Judge,
        asked: bool,
        cx: &Context,
    ) -> Result<()> {
        let arity = self.subject.variables.len();
        let game = self.subject.summands[0].game.clone();
        if (2..=3).contains(&arity) && values.is_some() && matches!(game.shape(), Shape::Tuple(_)) {
            // the far corner first: the table is laid out once; where that is too dear, what is needed is computed
            let corner = (0..arity).map(|_| Nat::from(to)).collect();
            if let Ok(corner) = game.place(corner) {
                cx.trial(cx.nodes_left().unwrap_or(NODES) / 2, |part| game.value_at(&corner, part))?;
            }
        }
        for sum in 0..=to {
            if arity == 1 && sum % STEP == 0 && values.is_some() && game.shape() == Shape::Heap && !game.is_family() {
                // the far end first: tables are laid out once a step
                let end = (sum + STEP - 1).min(to);
                if let Ok(end) = game.place([Nat::from(end)].into_iter().collect()) {
                    game.value_at(&end, cx)?;
                }
            }
            let before = self.places.len();
            let mut done = Ok(true);
            each(arity, sum, &mut Vec::new(), &mut |place| {
                if matches!(done, Ok(true)) {
                    done = self.add(place, values, judge, asked, cx);
                }
            });
            if !matches!(done, Ok(true)) {
                // an unfinished sum is no part of the sample
                self.places.truncate(before);
                self.previous.truncate(before);
                if let Some(values) = values {
                    values.truncate(before);
                }
                return done.map(|_| ());
            }
            self.reach = sum;
        }
        Ok(())
    }

    /// Adds a place; false where it costs too much.
    fn add(
        &mut self,
        place: &[u64],
        values: &mut Option<Vec<u64>>,
        judge: &mut Judge,
        asked: bool,
        cx: &Context,
    ) -> Result<bool> {
        cx.tick(1)?;
        let Some(components) = self.subject.components(place) else { return Ok(true) };
        let Some((component, _)) = components.first() else { return Ok(true) };
        let (game, normal) = (&component.game, self.subject.convention == Convention::Normal);
        if normal && game.may_be_loony() && game.loony(&component.place, cx)?.is_some() {
            // it has no value, and whoever moves wins
            *values = None;
            self.places.push(place.to_vec());
            self.previous.push(false);
            return Ok(true);
        }
        let value = match values {
            Some(_) => Some(component.game.value_at(&component.place, cx)?),
            None => None,
        };
        let previous = match &value {
            Some(value) => *value == Nat::ZERO,
            None if self.subject.convention == Convention::Misere => {
                let most = match component.game.shape() {
                    _ if asked => None,
                    Shape::Heap => judge.searches_heaps().then_some(HEAP),
                    _ => Some(PLACE),
                };
                let told = match most {
                    Some(nodes) => cx.trial(nodes, |part| judge.sum(&components, part))?,
                    None => Some(judge.sum(&components, cx)?),
                };
                let Some(outcome) = told else { return Ok(false) };
                outcome == Outcome::Previous
            }
            None => component.game.outcome_at(&component.place, cx)? == Outcome::Previous,
        };
        if let (Some(list), Some(value)) = (values.as_mut(), &value) {
            match to_u64(value).filter(|v| *v < 1 << 40) {
                Some(small) => list.push(small),
                None => *values = None,
            }
        }
        self.places.push(place.to_vec());
        self.previous.push(previous);
        Ok(true)
    }
}

/// Visits the lists of so many numbers with this sum, lexicographically.
fn each(arity: usize, sum: u64, place: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
    if arity <= 1 {
        place.push(sum);
        visit(place);
        place.pop();
        return;
    }
    for first in 0..=sum {
        place.push(first);
        each(arity - 1, sum - first, place, visit);
        place.pop();
    }
}

/// The game with variables, under the names that `prove` gives them.
fn subject(question: &GameQuestion, length: usize) -> Subject {
    let row = question.game.shape() == Shape::Row;
    let variables = question.names(length);
    let query = if row { format!("{}({})", question.query, variables.join(", ")) } else { question.query.clone() };
    let place = (0..length).map(Coordinate::Variable).collect();
    let summand = Summand { copies: Nat::ONE, game: question.game.clone(), place };
    Subject { convention: question.convention, summands: vec![summand], variables, query }
}
