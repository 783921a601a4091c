//! The law that gives the reason: of what is proved for all places of a game, the statement that says most.
//!
//! Only the quick kinds of laws are looked for, with a part of the budget: values before P-positions, short statements
//! before automata. A game is asked once.

use std::sync::Arc;

use super::sample::Sample;
use super::{Finding, Kind, beatty, formula, law, periods, residue, stated};
use crate::context::Context;
use crate::engine::automatic::AutomaticLaw;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::{Game, Kind as GameKind, Shape};
use crate::outcome::Convention;
use crate::rule::ir::Rule;
use crate::session::GameQuestion;
use grundy_automata::search::Question;

/// A law that is proved for all places.
#[derive(Debug, Clone)]
pub(crate) struct Reason {
    /// In words.
    pub(crate) text: String,
    /// As a claim, where it is one: `P: a = b`, `g = xor(a,b)`, `period 7 from 0`.
    pub(crate) claim: Option<String>,
    /// The names of the coordinates in the claim.
    pub(crate) names: Vec<String>,
    /// How it is proved.
    pub(crate) evidence: Evidence,
    /// The automaton, where the law is one.
    pub(crate) automaton: Option<Arc<AutomaticLaw>>,
}

/// The search for a reason may cost so many nodes.
const NODES: u64 = 200_000_000;
/// Places with more coordinates have no short laws.
const LONGEST: usize = 4;

/// A proved law of the game in this convention, about places of so many coordinates; `None` where none was found. The
/// answer is kept by the game.
///
/// # Errors
/// A spent budget.
pub(crate) fn reason(game: &Game, convention: Convention, length: usize, cx: &Context) -> Result<Option<Arc<Reason>>> {
    let numbers = !matches!(game.kind(), GameKind::Graph(_) | GameKind::Compound(_) | GameKind::Custom(_))
        && game.shape() != Shape::Vertex;
    if !numbers || length == 0 || length > LONGEST {
        return Ok(None);
    }
    // misère play of what splits is a search over sums, and no law of single places
    let whole = |rule: Rule| rule.alternatives.iter().all(|a| a.parts.len() == 1 && a.parts[0].game.is_none());
    if convention == Convention::Misere && !game.kind().as_rule().is_some_and(whole) {
        return Ok(None);
    }
    if let Some(known) = game.known_reason(convention, length) {
        return Ok(known);
    }
    let misere = if convention == Convention::Misere { "misere " } else { "" };
    let question = GameQuestion { convention, game: game.clone(), query: format!("{misere}{}", game.text()) };
    let before = cx.enter("laws");
    let part = cx.part(NODES);
    let found = look(&question, length, &part);
    cx.tick(part.nodes().min(cx.nodes_left().unwrap_or(u64::MAX)))?;
    cx.enter(before);
    let found = match found {
        Ok(found) => found.map(Arc::new),
        Err(Error::Stopped(_)) => {
            cx.check()?;
            None
        }
        // a place without value far from the one that is explained
        Err(Error::Bad(_)) => None,
    };
    game.remember_reason(convention, length, found.clone());
    Ok(found)
}

fn look(question: &GameQuestion, length: usize, cx: &Context) -> Result<Option<Reason>> {
    let game = &question.game;
    game.knowledge()?;
    let sample = Sample::of(question, length, None, cx)?;
    if sample.places.len() < 8 {
        return Ok(None);
    }
    let normal = question.convention == Convention::Normal;
    let proved = |all: Vec<Finding>| all.into_iter().filter(|f| f.evidence.is_proved()).min_by_key(|f| f.weight);
    let mut found = proved(stated::find(&sample, cx)?);
    if found.is_none() && normal {
        found = proved(formula::find(&sample, cx)?).filter(|f| f.kind == Kind::Formula);
    }
    if found.is_none() && normal && length == 1 {
        found = periods::find(question, &sample, cx)?.0.filter(|f| f.evidence.is_proved());
    }
    if found.is_none() && length == 1 {
        found = residue::law(&sample, cx)?.filter(|f| f.evidence.is_proved());
    }
    if found.is_none() && length == 2 {
        found = proved(beatty::find(&sample, cx)?);
    }
    if found.is_none() {
        found = proved(law::find(&sample, cx)?);
    }
    let names = sample.names().to_vec();
    if let Some(Finding { text, claim, evidence, .. }) = found {
        return Ok(Some(Reason { text, claim, names, evidence, automaton: None }));
    }
    let questions: &[Question] = match (question.convention, length) {
        (Convention::Misere, _) => &[Question::Misere],
        (Convention::Normal, 1) => &[Question::Values, Question::Kernel],
        (Convention::Normal, _) => &[Question::Kernel],
    };
    if !matches!(game.kind(), GameKind::Rule(rule) if rule.arity == length) {
        return Ok(None);
    }
    for &question in questions {
        if let Some(law) = game.automatic_law(question, cx)? {
            let (text, evidence) = (law.words(), law.evidence());
            return Ok(Some(Reason { text, claim: None, names, evidence, automaton: Some(law) }));
        }
    }
    Ok(None)
}
