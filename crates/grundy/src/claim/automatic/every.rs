//! Claims about every position: `P => a = b`, `g <= 9`, decided against what is known of the whole game.
//!
//! A claim is a set S of places x and numbers w, where w is the value of x, or 0 at P-positions and 1 elsewhere. What is known
//! is the relation R of places and values, or the set K of P-positions, as an automaton. The claim fails at the places
//!
//! ```text
//! about the value             exists v: R(x, v) and not S(x, v)
//! about who wins, from R      exists v: R(x, v) and (v = 0 and not S(x, 0)  or  v > 0 and not S(x, 1))
//! about who wins, from K      K(x) and not S(x, 0)  or  not K(x) and not S(x, 1)
//! ```
//!
//! Where there is none the claim is proved; else the least of them is the counterexample. R and K are those of a theorem of
//! the game, of a law that was learnt of it, of the sum of its components, or K is that of the whole position as one rule.

use std::sync::Arc;

use grundy_automata::engine::Built;
use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::search::{Question, Settings};
use grundy_automata::{Dfa, Engine, Numeration};
use grundy_core::{Context, Convention, Error, Evidence, Nat, Result};
use grundy_notation::ast::Relation;

use super::always::fails_nowhere;
use super::formulas::{claim_set, systems};
use super::relations::{Whole, sum};
use super::rule::WholeRule;
use super::{CAP, Decided, describe, least, obstacle, stated};
use crate::automatic::{KERNEL, MISERE, automata_in_words, law_of_rule};
use crate::claim::{Claim, ClaimQuestion, Coordinate};
use crate::game::learnt::Law;
use crate::statement::Facet;

/// What is known of all places.
enum Known {
    /// Places and values.
    Values(Arc<Dfa>),
    /// P-positions.
    Previous(Arc<Dfa>),
}

/// A claim that says it, or an automaton in its numeration.
enum Source {
    Claim(Claim),
    Automaton(Known, Numeration),
}

/// Against the laws of the one game that is spoken of.
pub(super) fn by_laws(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    let subject = &question.subject;
    let [summand] = &subject.summands[..] else { return Ok(Decided::Open(Vec::new())) };
    let mut sources: Vec<(Source, Evidence)> = Vec::new();
    if let Some((evidence, claims)) = stated(subject)? {
        sources.extend(claims.into_iter().map(|claim| (Source::Claim(claim), evidence.clone())));
    }
    let plain = summand.place.iter().enumerate().all(|(i, c)| *c == Coordinate::Variable(i));
    let learnt = match plain && summand.copies == Nat::ONE {
        true => summand.game.learnt().about(subject.convention, summand.place.len()),
        false => Vec::new(),
    };
    for learnt in learnt {
        let source = match &learnt.law {
            Law::Claim(claim) => Source::Claim(claim.clone()),
            Law::Automaton(law) => {
                let set = Arc::clone(&law.law.set);
                let known = match law.question {
                    Question::Values => Known::Values(set),
                    Question::Kernel | Question::Misere => Known::Previous(set),
                    Question::Levels(_) => continue,
                };
                Source::Automaton(known, law.law.numeration)
            }
            _ => continue,
        };
        sources.push((source, learnt.evidence.clone()));
    }
    let mut reasons = Vec::new();
    for (source, evidence) in sources {
        let own = match &source {
            Source::Claim(claim) => systems(claim),
            Source::Automaton(_, numeration) => vec![*numeration],
        };
        for numeration in systems(&question.claim).into_iter().filter(|n| own.contains(n)) {
            let mut engine = Engine::new(numeration, cx).with_cap(CAP);
            let known = match &source {
                Source::Automaton(Known::Values(set), _) => Ok(Known::Values(Arc::clone(set))),
                Source::Automaton(Known::Previous(set), _) => Ok(Known::Previous(Arc::clone(set))),
                Source::Claim(claim @ Claim::Value(_)) => {
                    claim_set(claim, subject, None, &mut engine).map(|set| Known::Values(Arc::new(set)))
                }
                Source::Claim(claim @ Claim::Previous(_)) => {
                    claim_set(claim, subject, None, &mut engine).map(|set| Known::Previous(Arc::new(set)))
                }
                // periods are those of the sum
                Source::Claim(_) => continue,
            };
            let wrong = known.and_then(|known| failing(question, &known, &mut engine));
            match decided(question, wrong, &evidence, &mut engine)? {
                Decided::Open(why) => reasons.extend(why),
                end => return Ok(end),
            }
        }
    }
    Ok(Decided::Open(reasons))
}

/// Against the P-positions of the whole position as one rule, which are looked for here.
pub(super) fn by_the_rule(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    let Claim::Every(Facet::Winner, _) = question.claim else { return Ok(Decided::Open(Vec::new())) };
    let Some((rule, WholeRule { domain: None, .. })) = WholeRule::of(&question.subject) else {
        return Ok(Decided::Open(Vec::new()));
    };
    let (kind, theorem) = match question.subject.convention {
        Convention::Normal => (Question::Kernel, &KERNEL),
        Convention::Misere => (Question::Misere, &MISERE),
    };
    let settings = Settings { systems: systems(&question.claim), ..Settings::default() };
    let found = law_of_rule(&rule, kind, &settings, cx)?;
    let Some(law) = found.law() else { return Ok(Decided::Open(Vec::new())) };
    let mut engine = Engine::new(law.numeration, cx).with_cap(CAP);
    let wrong = failing(question, &Known::Previous(Arc::clone(&law.set)), &mut engine);
    let words = automata_in_words(law.numeration, ["law", "规律"], law.set.states(), law.sizes);
    decided(question, wrong, &Evidence::theorem(theorem).and(&Evidence::computed(words)), &mut engine)
}

/// Against the sum of the values of the components.
pub(super) fn by_components(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    if question.subject.convention == Convention::Misere {
        return Ok(Decided::Open(Vec::new()));
    }
    if !systems(&question.claim).contains(&Numeration::BINARY) {
        return Ok(Decided::Open(vec!["sums of values need base 2, which cannot say the claim".to_owned()]));
    }
    let mut engine = Engine::new(Numeration::BINARY, cx).with_cap(CAP);
    let (known, evidence) = match sum(&question.subject, true, &mut engine, cx)? {
        Ok(Whole { known, evidence, .. }) => (known, evidence),
        Err(why) => return Ok(Decided::Open(vec![why])),
    };
    let wrong = known.and_then(|known| failing(question, &Known::Values(Arc::new(known)), &mut engine));
    decided(question, wrong, &evidence, &mut engine)
}

/// The places at which the claim fails.
fn failing(question: &ClaimQuestion, known: &Known, engine: &mut Engine<'_>) -> Built<Option<Dfa>> {
    let Claim::Every(facet, _) = question.claim else { return Ok(None) };
    let arity = question.subject.variables.len();
    let claim = Arc::new(claim_set(&question.claim, &question.subject, None, engine)?);
    let place: Vec<Linear> = (0..arity).map(Linear::variable).collect();
    let at = |set: &Arc<Dfa>, worth: Linear| {
        Formula::Member(Arc::clone(set), place.iter().cloned().chain([worth]).collect())
    };
    let fails = |worth: Linear| at(&claim, worth).negated();
    let numbers = || (fails(Linear::constant(0)), fails(Linear::constant(1)));
    let formula = match (known, facet) {
        (Known::Values(values), _) => {
            let worth = Linear::variable(arity);
            let wrong = match facet {
                Facet::Value => fails(worth.clone()),
                Facet::Winner => {
                    let zero = Formula::compared(worth.clone(), Relation::Equal);
                    let (lost, won) = numbers();
                    Formula::any([Formula::all([zero.clone(), lost]), Formula::all([zero.negated(), won])])
                }
            };
            Formula::exists([arity as Variable], Formula::all([at(values, worth), wrong]))
        }
        (Known::Previous(set), Facet::Winner) => {
            let member = Formula::Member(Arc::clone(set), place.clone());
            let (lost, won) = numbers();
            Formula::any([Formula::all([member.clone(), lost]), Formula::all([member.negated(), won])])
        }
        // who wins says nothing of the value
        (Known::Previous(_), Facet::Value) => return Ok(None),
    };
    let tracks: Vec<Variable> = (0..arity as Variable).collect();
    engine.compile(&formula, &tracks).map(Some)
}

/// What it means where the claim fails; `None`: the law says too little.
fn decided(
    question: &ClaimQuestion,
    wrong: Built<Option<Dfa>>,
    evidence: &Evidence,
    engine: &mut Engine<'_>,
) -> Result<Decided> {
    let wrong = match wrong {
        Ok(Some(wrong)) => wrong,
        Ok(None) => return Ok(Decided::Open(Vec::new())),
        Err(why) => return Ok(Decided::Open(vec![obstacle(why)?])),
    };
    if wrong.is_empty() {
        let (_, automata) = describe(engine, wrong.states());
        let words = fails_nowhere(engine);
        return Ok(Decided::Proved {
            evidence: evidence.clone().and(&Evidence::computed(words)),
            automata,
            proof: None,
        });
    }
    match least::least(wrong, &question.subject.weights(), engine).map_err(Error::from)? {
        Some(at) => Ok(Decided::Refuted { at, smallest: true }),
        None => Ok(Decided::Open(vec!["the counterexample has numbers beyond 62 bits".to_owned()])),
    }
}
