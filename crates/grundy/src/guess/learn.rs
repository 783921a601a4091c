//! A trial at a law: what is proved for all places of a game is put into its store, and the best of it is given.
//!
//! Only the quick kinds of laws are looked for, with a part of the budget: values before P-positions, short statements
//! before automata. A game is asked once for each wish ([`Wish`]); what was learnt for one serves all verbs.

use std::sync::Arc;

use grundy_automata::search::Question;
use grundy_core::{Context, Convention, Error, Evidence, NatPeriod, Result};

use super::sample::Sample;
use super::{beatty, formula, law, periods, residue, scale, stated};
use crate::claim::{ClaimQuestion, Facet, Summand};
use crate::game::learnt::{Law, Learnt, Wish};
use crate::game::{Game, GameQuestion, Kind as GameKind, Shape};
use crate::plan::Learn;
use crate::rule::ir::Rule;
use crate::statement::Claim;

/// The search may cost so many nodes, but not more than a quarter of what is left.
const NODES: u64 = 200_000_000;
/// A sample of several coordinates may cost so many nodes here, some tenths of a second: nobody asked for a law.
const SAMPLE: u64 = 4_000_000;
/// Places with more coordinates have no short laws.
const LONGEST: usize = 4;

/// A proved law of the game in this convention, about places of so many coordinates; `None` where none was found. What
/// was found is kept by the game.
///
/// # Errors
/// A spent budget.
pub(crate) fn learn(
    game: &Game,
    convention: Convention,
    length: usize,
    wish: Wish,
    cx: &Context,
) -> Result<Option<Arc<Learnt>>> {
    let numbers = game.shape().has_numbers();
    if !numbers || length == 0 || length > LONGEST || game.is_loopy() {
        return Ok(None);
    }
    // misère play of what splits is a search over sums, and no law of single places
    let whole = |rule: Rule| rule.alternatives.iter().all(|a| a.parts.len() == 1 && a.parts[0].game.is_none());
    if convention == Convention::Misere && !game.kind().as_rule().is_some_and(whole) {
        return Ok(None);
    }
    if wish == Wish::Values && convention == Convention::Misere {
        return Ok(None);
    }
    let nodes = cx.nodes_left().map_or(NODES, |left| (left / 4).min(NODES));
    let known = best(game, convention, length, wish);
    if wish == Wish::Values && known.is_some() || game.learnt().was_sought(convention, length, wish, nodes) {
        return Ok(known);
    }
    let question = game.under(convention);
    let before = cx.enter("laws");
    game.learnt().begun(convention, length, wish, nodes);
    match cx.trial(nodes, |part| look(&question, length, wish, part)) {
        // a place without value far from the one that is asked about
        Ok(_) | Err(Error::Bad(_)) => game.learnt().sought(convention, length, wish, nodes),
        Err(stopped) => {
            game.learnt().forget(convention, length, wish);
            return Err(stopped);
        }
    }
    cx.enter(before);
    Ok(best(game, convention, length, wish))
}

impl Learn for Game {
    fn look_for(&self, convention: Convention, length: usize, wish: Wish, cx: &Context) -> Result<()> {
        learn(self, convention, length, wish, cx).map(drop)
    }
}

/// The least period of the values of a one-heap game: known ([`Game::known_period`]), or that of a law that is learnt now.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(crate) fn find_period(game: &Game, limit: Option<u64>, cx: &Context) -> Result<Option<(NatPeriod, Evidence)>> {
    if let Some(known) = game.known_period(limit, cx)? {
        return Ok(Some(known));
    }
    // a closed form whose values are periodic says so
    if game.shape() != Shape::Heap || game.law_of_values().is_some() {
        return Ok(None);
    }
    learn(game, Convention::Normal, 1, Wish::Values, cx)?;
    game.told_period(cx)
}

/// Before a claim about the period of a lone heap is judged: a formula of the values that is proved has its period, and costs
/// less than a proof from the values themselves. What is claimed of every position follows from a law. What goes wrong here is
/// told by whoever judges the claim.
pub(crate) fn learn_for(question: &ClaimQuestion, cx: &Context) {
    let [Summand { game, place, .. }] = &question.subject.summands[..] else { return };
    if game.knowledge().is_ok_and(|known| known.law.is_some()) {
        return;
    }
    let (convention, length, wish) = match question.claim {
        Claim::Period { .. } if game.shape() == Shape::Heap => (Convention::Normal, 1, Wish::Values),
        Claim::Every(Facet::Value, _) => (Convention::Normal, place.len(), Wish::Values),
        Claim::Every(Facet::Winner, _) => (question.subject.convention, place.len(), Wish::Reason),
        _ => return,
    };
    let _ = cx.trial_of_half(|part| learn(game, convention, length, wish, part));
}

/// Of what is known that which says most: values before P-positions, claims before automata, then the shortest.
fn best(game: &Game, convention: Convention, length: usize, wish: Wish) -> Option<Arc<Learnt>> {
    // some rows say nothing of all others
    let all = game.learnt().about(convention, length).into_iter().filter(|s| !matches!(s.law, Law::Rows(_)));
    all.filter(|s| wish != Wish::Values || s.gives_values()).min_by_key(|s| match &s.law {
        Law::Claim(Claim::Value(_)) => 0,
        Law::Claim(Claim::Period { .. }) => 1,
        Law::Claim(Claim::Previous(_) | Claim::Every(..)) => 2,
        Law::Words => 3,
        Law::Automaton(_) if s.gives_values() => 4,
        Law::Automaton(_) => 5,
        Law::Scale(_) => 6,
        Law::Equal { .. } | Law::Rows(_) => 7,
    })
}

/// Looks from the cheapest kind of law to the dearest, until one does what is wished.
fn look(question: &GameQuestion, length: usize, wish: Wish, cx: &Context) -> Result<()> {
    let game = &question.game;
    game.knowledge()?;
    let sample = match length {
        1 => Some(Sample::of(question, length, None, cx)?),
        _ => cx.trial(SAMPLE, |part| Sample::of(question, length, None, part))?,
    };
    let Some(sample) = sample.filter(|sample| sample.places.len() >= 8) else {
        return Ok(());
    };
    let normal = question.convention == Convention::Normal;
    let values = wish == Wish::Values;
    let known = || best(game, question.convention, length, wish).is_some_and(|s| s.automaton().is_none());
    stated::find(&sample, cx)?;
    if normal && !known() {
        formula::find(&sample, cx)?;
    }
    if normal && length == 1 && !known() {
        let (_, period) = periods::find(&sample, cx)?;
        if let Some(period) = period.filter(|_| !known()) {
            residue::formula(&sample, period, cx)?;
        }
    }
    if !values {
        if length == 1 && !known() {
            residue::law(&sample, cx)?;
        }
        if length == 2 && !known() {
            beatty::find(&sample, cx)?;
        }
        if !known() {
            law::find(&sample, cx)?;
        }
    }
    if length == 1 && !known() {
        scale::find(&sample, cx)?;
    }
    if known() || !matches!(game.kind(), GameKind::Rule(rule) if rule.arity == length) {
        return Ok(());
    }
    let questions: &[Question] = match (question.convention, length) {
        (Convention::Misere, _) => &[Question::Misere],
        _ if values => &[Question::Values],
        (Convention::Normal, 1) => &[Question::Values, Question::Kernel],
        (Convention::Normal, _) => &[Question::Kernel],
    };
    for &question in questions {
        if game.automatic_law(question, cx)?.is_some() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use super::*;
    use crate::game;

    /// Who asks while another thread looks for a law is not told that there is none.
    #[test]
    fn threads_that_ask_at_once_learn_the_same() {
        let game = game("{(a,b) -> (a-k,b) | (a,b-k) | (a-1,b-1) for k in 1..}").unwrap();
        let ready = Barrier::new(3);
        let ask = || {
            ready.wait();
            let law = learn(&game, Convention::Normal, 2, Wish::Values, &Context::default()).unwrap();
            law.map(|law| law.words.english.clone())
        };
        let all = thread::scope(|scope| {
            let asked = [(); 3].map(|()| scope.spawn(ask));
            asked.map(|one| one.join().unwrap())
        });
        assert!(all[0].is_some() && all.iter().all(|law| *law == all[0]), "{all:?}");
    }
}
