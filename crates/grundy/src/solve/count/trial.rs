//! Positions tried one by one, where no values add up: misère play, and games of one row.

use std::collections::BTreeSet;

use super::classes::by_classes;
use super::histogram::FEW;
use super::{CountOptions, Counted, runs};
use crate::context::{Context, Spent};
use crate::error::{Diagnostic, Result};
use crate::evidence::Evidence;
use crate::game::{Component, Game, GameQuestion, Place};
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::plan::misere::Judge;
use crate::solve::residues::heaps_that_lose;
use crate::words::Words;

/// So many positions are tried where the budget sets no limit.
const TRIED: u64 = 20_000_000;

/// A list of so many heaps is tried at most.
const LONGEST: u64 = 100_000;

/// How many lists there are to try, if the budget allows them.
fn afford(lists: Option<u128>, options: &CountOptions, cx: &Context) -> Result<()> {
    let needed = || {
        let positions = lists.map_or("more than 10^38 positions".to_owned(), |n| format!("{n} positions"));
        format!("{positions}, tried one by one")
    };
    let more_than = |most: u64| lists.is_none_or(|n| n > u128::from(most));
    if cx.nodes_left().is_some_and(more_than) {
        return Err(cx.stopped(Spent::Nodes, Some(needed())).into());
    }
    if options.heaps > LONGEST || more_than(TRIED) {
        return Err(cx.engine_limit(Spent::Nodes, needed()).into());
    }
    Ok(())
}

/// Misère play: the outcome of every multiset, found once and counted as often as it can be ordered.
///
/// # Errors
/// More multisets than the budget allows; faults of the rule.
pub(super) fn multisets(question: &GameQuestion, options: &CountOptions, cx: &Context) -> Result<Counted> {
    let sizes = u128::from(options.max - options.min) + 1;
    let lists = (1..=u128::from(options.heaps).min(200))
        .try_fold(1u128, |all, j| Some(all.checked_mul(sizes + j - 1)? / j))
        .filter(|_| options.heaps <= 200 || sizes == 1);
    if let Some(counted) = by_classes(question, options, lists, cx)? {
        return Ok(counted);
    }
    if let Some(counted) = lone_by_runs(question, options, cx)? {
        return Ok(counted);
    }
    if let Err(refused) = afford(lists, options, cx) {
        return lone(question, options, cx)?.ok_or(refused);
    }
    let Places { first, last, gaps, refused } = places(&question.game, options, cx)?;
    let mut judge = Judge::new();
    let mut tally = [Nat::ZERO, Nat::ZERO];
    let mut heaps = vec![first; options.heaps as usize];
    loop {
        cx.tick(1)?;
        let mut sum: Vec<(Component, Nat)> = Vec::new();
        let mut orders = Nat::ONE;
        let mut placed = 0u64;
        for run in heaps.chunk_by(|a, b| a == b) {
            for j in 1..=run.len() as u64 {
                placed += 1;
                orders = orders * placed / j;
            }
            let place = Place::heap(run[0]);
            sum.push((Component { game: question.game.clone(), place }, Nat::from(run.len())));
        }
        let weight = if options.unordered { Nat::ONE } else { orders };
        tally[usize::from(judge.sum(&sum, cx)? == Outcome::Previous)] += weight;
        // the next ascending list
        let Some(i) = heaps.iter().rposition(|&n| n < last) else { break };
        let next = (heaps[i] + 1..last).find(|n| !gaps.contains(n)).unwrap_or(last);
        heaps[i..].fill(next);
    }
    let [next, previous] = tally;
    Ok(Counted { previous, next, evidence: judge.evidence(), refused })
}

/// The heaps between two numbers that make places.
struct Places {
    first: u64,
    last: u64,
    /// Those between them that make none.
    gaps: BTreeSet<u64>,
    /// Why the first of these makes none.
    refused: Option<Diagnostic>,
}

/// Which of the numbers asked about make places.
///
/// # Errors
/// None of them does; a spent budget.
fn places(game: &Game, options: &CountOptions, cx: &Context) -> Result<Places> {
    let CountOptions { min, max, .. } = *options;
    let mut found = Places { first: min, last: max, gaps: BTreeSet::new(), refused: None };
    if !game.may_have_gaps() {
        return Ok(found);
    }
    let mut places = None;
    for n in min..=max {
        cx.tick(1)?;
        match game.place_at(&[n]) {
            Ok(_) => places = Some((places.map_or(n, |(first, _)| first), n)),
            Err(bad) if game.is_no_place(&bad) => {
                found.gaps.insert(n);
                found.refused.get_or_insert(bad);
            }
            Err(bad) => return Err(bad.into()),
        }
    }
    match (places, &found.refused) {
        (Some((first, last)), _) => (found.first, found.last) = (first, last),
        (None, Some(why)) => return Err(why.clone().into()),
        (None, None) => {}
    }
    Ok(found)
}

/// One heap of misère play, where a law that repeats tells which ones lose.
fn lone(question: &GameQuestion, options: &CountOptions, cx: &Context) -> Result<Option<Counted>> {
    // a law of all heaps does not say which numbers make none
    if options.heaps != 1 || question.game.may_have_gaps() {
        return Ok(None);
    }
    let found = heaps_that_lose(&question.game, Convention::Misere, cx)?;
    Ok(found.map(|(heaps, evidence)| Counted::of_one(heaps.count(options.min, options.max), evidence, options)))
}

/// One heap of misère play, where the outcomes are the same on long runs.
fn lone_by_runs(question: &GameQuestion, options: &CountOptions, cx: &Context) -> Result<Option<Counted>> {
    if options.heaps != 1 || options.max < FEW || question.game.may_have_gaps() {
        return Ok(None);
    }
    let found = runs::heaps(&question.game, Convention::Misere, options, cx)?;
    Ok(found.map(|(runs, evidence)| {
        let lost = runs.into_iter().filter(|(value, _)| *value == 0);
        Counted::of_one(lost.fold(Nat::ZERO, |sum, (_, heaps)| sum + Nat::from(heaps)), evidence, options)
    }))
}

/// Row games: the outcome of every list that is a place.
///
/// # Errors
/// More lists than the budget allows; faults of the rule; no place at all among the lists.
pub(super) fn rows(question: &GameQuestion, options: &CountOptions, cx: &Context) -> Result<Counted> {
    let game = &question.game;
    let sizes = u128::from(options.max - options.min) + 1;
    let lists = u32::try_from(options.heaps).ok().and_then(|k| sizes.checked_pow(k));
    afford(lists, options, cx)?;
    let mut judge = Judge::new();
    let mut evidence = Evidence::trivial();
    let mut tally = [Nat::ZERO, Nat::ZERO];
    let mut row = vec![options.min; options.heaps as usize];
    let mut refused = None;
    loop {
        cx.tick(1)?;
        match game.place_at(&row) {
            Ok(place) => {
                let outcome = if question.convention == Convention::Misere {
                    judge.sum(&[(Component { game: game.clone(), place }, Nat::ONE)], cx)?
                } else {
                    let found = game.find_outcome(&place, cx)?;
                    evidence.add(&found.evidence);
                    found.what
                };
                tally[usize::from(outcome == Outcome::Previous)] += Nat::ONE;
            }
            Err(why) => refused = Some(why),
        }
        let Some(i) = row.iter().rposition(|&n| n < options.max) else { break };
        row[i] += 1;
        row[i + 1..].fill(options.min);
    }
    let [next, previous] = tally;
    if let Some(why) = refused.filter(|_| next.is_zero() && previous.is_zero()) {
        return Err(why.into());
    }
    evidence.add(&judge.evidence());
    evidence.add(&Evidence::computed(Words::new(
        "every list of numbers in the range that is a place was tried",
        "逐一试过范围内构成局面的每一列数",
    )));
    Ok(Counted { previous, next, evidence, refused: None })
}
