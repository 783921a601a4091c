//! Claims decided by automata.
//!
//! The claim becomes an automaton, in a numeration system that can say it, and is put to the equation of its kind
//! ([`grundy_automata::equation`]):
//!
//! * *the whole position as one rule*: components whose moves leave one part each make one rule on all coordinates
//!   ([`rule`](self::rule)); the kernel equation, its misère form or the mex equation decides the claim;
//! * *by a strategy* where moves split, or the position has a special form ([`strategy`](self::strategy));
//! * *from the law of all positions* where a position has a special form;
//! * *component by component* (normal play): the value relation of each is known by a law, a period or the mex equation,
//!   and Sprague and Grundy's theorem makes the sum of them;
//! * *of every position* ([`every`](self::every)): what is claimed of it follows from a law, or from the sum of the values;
//! * *against a law*: a claim that describes the same set as the law of the game is as true as the law.
//!
//! What cannot be said in any system (products of coordinates) or needs automata that are too large is left open.

mod always;
mod every;
pub(super) mod formulas;
mod least;
mod parts;
mod relations;
mod rule;
mod special;
pub(super) mod strategy;
mod told;

use std::sync::Arc;

use grundy_automata::search::{Law, Question};
use grundy_automata::walnut::{self, Export};
use grundy_automata::{Dfa, Engine, Numeration, Obstacle, Sizes, Verdict};
use grundy_core::{Context, Convention, Diagnostic, Error, Evidence, Nat, Result};

use super::ClaimQuestion;
use super::law::{law_claims, stated};
use crate::automatic::proved::AutomaticLaw;
use crate::automatic::{KERNEL, LEVELS, MEX, MISERE, automata_in_words, certify, system_in_chinese};
use crate::rule::ir;
use crate::rule::measure::{Termination, termination};
use crate::statement::Claim;
use crate::words::Words;
pub(crate) use always::holds_always;
use formulas::{claim_set, same_values, systems};
use relations::sum;
use rule::WholeRule;
pub use told::OfGame;
pub(crate) use told::of_game;

/// A proof from which a certificate can be made, and, if it is one equation, sentences for Walnut.
#[derive(Debug, Clone)]
pub struct Proof {
    form: Form,
    /// For the certificate: what was left out before.
    note: Option<String>,
}

#[allow(clippy::large_enum_variant, reason = "there is one of it a proof")]
#[derive(Debug, Clone)]
enum Form {
    /// One equation.
    Equation {
        rule: ir::Rule,
        law: Law,
        question: Question,
        /// Is the rule the game's own, or that of all coordinates together?
        whole: WholeRule,
    },
    /// The values of components.
    Sum(parts::Sum),
}

impl Proof {
    /// That of a law of a rule, whoever found it.
    pub(crate) fn of_law(rule: &ir::Rule, found: &AutomaticLaw) -> Proof {
        let whole = WholeRule { domain: None, note: None };
        let form = Form::Equation { rule: rule.clone(), law: found.law.clone(), question: found.question, whole };
        Proof { form, note: None }
    }

    /// The certificate as text, for `grundy verify`.
    ///
    /// # Errors
    /// What products cannot check; a spent budget.
    pub fn certificate(&self, comment: &str, cx: &Context) -> Result<String> {
        let whole = match &self.form {
            Form::Equation { whole, .. } => whole.note,
            Form::Sum(_) => None,
        };
        let notes = self.note.as_deref().into_iter().chain(whole).map(|note| format!("\n{note}"));
        let comment = format!("{comment}{}", notes.collect::<String>());
        match &self.form {
            Form::Equation { rule, law, question, .. } => Ok(certify(rule, law, *question, cx)?.to_text(&comment)),
            Form::Sum(sum) => sum.certificate(&comment, cx),
        }
    }

    /// The automata and the sentence for Walnut; `None` where components were proved one by one.
    #[must_use]
    pub fn walnut(&self) -> Option<Export> {
        match &self.form {
            Form::Equation { law, question, .. } => Some(walnut::export("law", &law.moves, &law.set, *question)),
            Form::Sum(_) => None,
        }
    }

    /// The law as an engine for the places of a game, where the positions are those of one rule.
    pub(crate) fn law_of_places(self) -> Option<AutomaticLaw> {
        match self.form {
            Form::Equation { law, question, whole: WholeRule { domain: None, note: None }, .. }
                if self.note.is_none() =>
            {
                Some(AutomaticLaw::of(law, question))
            }
            _ => None,
        }
    }

    /// With a remark for the certificate.
    pub(super) fn noted(mut self, note: String) -> Self {
        self.note = Some(note);
        self
    }
}

/// What a proof by automata used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automata {
    /// The numeration system.
    pub numeration: String,
    /// States of the automaton of the claim.
    pub states: usize,
    /// The sizes met on the way.
    pub sizes: Sizes,
}

/// What came of it.
#[derive(Debug)]
pub(super) enum Decided {
    /// True of all positions.
    Proved { evidence: Evidence, automata: Option<Automata>, proof: Option<Box<Proof>> },
    /// False at some position.
    Refuted {
        /// Where; unless it is the smallest, it may also be a position that can be reached from it.
        at: Vec<Nat>,
        /// Is it the smallest counterexample?
        smallest: bool,
    },
    /// Nothing; why, for each way that was tried.
    Open(Vec<String>),
}

/// States of an automaton in a proof at most.
pub(super) const CAP: usize = 60_000;
/// Up to this sum of coordinates the smallest counterexample is looked for position by position.
const NEAR: u64 = 200;
/// Nodes that one way may spend …
const NODES: u64 = 2_000_000_000;
/// … and the search for a strategy, which finds one soon or not at all.
const STRATEGIES: u64 = 200_000_000;

/// A way to decide a claim.
type Way = fn(&ClaimQuestion, &Context) -> Result<Decided>;

/// Tries to decide a claim about P-positions or values.
///
/// # Errors
/// A spent budget of the question itself.
pub(super) fn decide(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    let before = cx.enter("automata");
    let mut reasons = Vec::new();
    let mut refuted = None;
    let mut ways = [
        (whole as Way, NODES),
        (by_law, NODES),
        (strategy::decide, STRATEGIES),
        (special::decide, STRATEGIES),
        (by_components, NODES),
    ];
    if question.subject.summands.len() > 1 {
        // proofs by components have certificates
        ways.swap(3, 4);
    }
    let of_every = [(every::by_laws as Way, NODES), (every::by_components, NODES), (every::by_the_rule, STRATEGIES)];
    let ways = if matches!(question.claim, Claim::Every(..)) { &of_every[..] } else { &ways };
    for &(way, nodes) in ways {
        let part = cx.part(nodes);
        let outcome = way(question, &part);
        cx.tick(part.nodes())?;
        match outcome {
            Ok(Decided::Open(why)) => reasons.extend(why.into_iter().filter(|w| !w.is_empty())),
            // another way may know where the claim fails first
            Ok(Decided::Refuted { at, smallest }) => {
                let near = at.iter().sum::<Nat>() <= Nat::from(NEAR);
                refuted = Some(Decided::Refuted { at, smallest });
                if smallest || near {
                    break;
                }
            }
            Ok(proved) => {
                cx.enter(before);
                return Ok(proved);
            }
            Err(Error::Stopped(stopped)) => {
                // was it the part, or all there is?
                cx.check()?;
                reasons.push(stopped.to_string());
            }
            Err(bad) => reasons.push(bad.to_string()),
        }
    }
    cx.enter(before);
    // several ways may fail at the same thing
    let mut told = std::collections::HashSet::new();
    reasons.retain(|reason| told.insert(reason.clone()));
    Ok(refuted.unwrap_or(Decided::Open(reasons)))
}

pub(super) fn obstacle(why: Obstacle) -> Result<String> {
    match why {
        Obstacle::Stopped(stopped) => Err(stopped.into()),
        other => Ok(other.to_string()),
    }
}

pub(super) fn describe(engine: &Engine<'_>, states: usize) -> (Words, Option<Automata>) {
    let (numeration, sizes) = (engine.numeration(), engine.sizes());
    let words = automata_in_words(numeration, ["claim", "论断"], states, sizes);
    (words, Some(Automata { numeration: numeration.to_string(), states, sizes }))
}

/// The whole position as one rule.
fn whole(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    let subject = &question.subject;
    let values = matches!(question.claim, Claim::Value(_));
    let Some((rule, whole)) = WholeRule::of(subject) else { return Ok(Decided::Open(Vec::new())) };
    if !matches!(termination(&rule), Termination::Proved(_)) {
        return Ok(Decided::Open(vec!["the rule is not proved to end by a measure".to_owned()]));
    }
    let kind = match (values, subject.convention) {
        (true, _) => Question::Values,
        (false, Convention::Normal) => Question::Kernel,
        (false, Convention::Misere) => Question::Misere,
    };
    let mut reasons = Vec::new();
    for numeration in systems(&question.claim) {
        let mut engine = Engine::new(numeration, cx).with_cap(CAP);
        let moves = match crate::automatic::moves_of_rule(&rule, &mut engine) {
            Ok(moves) => moves,
            Err(why) => {
                reasons.push(obstacle(why)?);
                continue;
            }
        };
        if kind != Question::Values && !moves.single() {
            return Ok(Decided::Open(Vec::new()));
        }
        let claim = match claim_set(&question.claim, subject, whole.domain.as_ref(), &mut engine) {
            Ok(claim) => Arc::new(claim),
            Err(why) => {
                reasons.push(obstacle(why)?);
                continue;
            }
        };
        let verdict = match kind {
            Question::Kernel => engine.prove_kernel(&moves, &claim),
            Question::Misere => engine.prove_misere(&moves, &claim),
            Question::Values => engine.prove_values(&moves, &claim),
            Question::Levels(most) => engine.prove_levels(&moves, most, &claim),
        };
        match verdict.map_err(Error::from)? {
            Verdict::Proved { sizes } => {
                let (words, automata) = describe(&engine, claim.states());
                let theorem = match kind {
                    Question::Kernel => &KERNEL,
                    Question::Misere => &MISERE,
                    Question::Values => &MEX,
                    Question::Levels(_) => &LEVELS,
                };
                let evidence = Evidence::theorem(theorem).and(&Evidence::computed(words));
                let law = Law { numeration, set: claim, moves, s: 0, sizes };
                let proof =
                    Some(Box::new(Proof { form: Form::Equation { rule, law, question: kind, whole }, note: None }));
                return Ok(Decided::Proved { evidence, automata, proof });
            }
            Verdict::Refuted { mut at, .. } => {
                at.truncate(subject.variables.len());
                return Ok(Decided::Refuted { at, smallest: false });
            }
            Verdict::Unknown { why, .. } => reasons.push(obstacle(why)?),
        }
    }
    Ok(Decided::Open(reasons))
}

/// The claim against what the law of the game says.
fn by_law(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    let subject = &question.subject;
    let Some((evidence, claims)) = stated(subject)? else { return Ok(Decided::Open(Vec::new())) };
    let mut reasons = Vec::new();
    let kind = std::mem::discriminant(&question.claim);
    for said in claims.iter().filter(|c| std::mem::discriminant(*c) == kind) {
        for numeration in systems(&question.claim).into_iter().filter(|n| systems(said).contains(n)) {
            let mut engine = Engine::new(numeration, cx).with_cap(CAP);
            if let (Claim::Value(one), Claim::Value(other)) = (&question.claim, said) {
                match same_values(one, other, subject, &mut engine) {
                    Ok(true) => {
                        let system = system_in_chinese(numeration);
                        let words = Words::new(
                            format!("automata in {numeration}: the claim says what the law says"),
                            format!("{system}的自动机：论断与规律所说相同"),
                        );
                        let evidence = evidence.and(&Evidence::computed(words));
                        return Ok(Decided::Proved { evidence, automata: None, proof: None });
                    }
                    Ok(false) => {}
                    Err(why) => reasons.push(obstacle(why)?),
                }
                continue;
            }
            let mut set = |claim: &Claim| claim_set(claim, subject, None, &mut engine);
            let (ours, known) = match (set(&question.claim), set(said)) {
                (Ok(ours), Ok(known)) => (Arc::new(ours), known),
                (Err(why), _) | (_, Err(why)) => {
                    reasons.push(obstacle(why)?);
                    continue;
                }
            };
            match engine.compare(Ok(known), &ours).map_err(Error::from)? {
                Verdict::Proved { .. } => {
                    let (words, automata) = describe(&engine, ours.states());
                    let evidence = evidence.and(&Evidence::computed(words));
                    return Ok(Decided::Proved { evidence, automata, proof: None });
                }
                // places that the law does not cover may be the only ones that differ
                Verdict::Refuted { .. } => {}
                Verdict::Unknown { why, .. } => reasons.push(obstacle(why)?),
            }
        }
    }
    Ok(Decided::Open(reasons))
}

/// The value relation of each component, and their sum.
fn by_components(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    if question.subject.convention == Convention::Misere {
        return Ok(Decided::Open(Vec::new()));
    }
    if !systems(&question.claim).contains(&Numeration::BINARY) {
        return Ok(Decided::Open(vec!["sums of values need base 2, which cannot say the claim".to_owned()]));
    }
    let mut engine = Engine::new(Numeration::BINARY, cx).with_cap(CAP);
    let claim = match claim_set(&question.claim, &question.subject, None, &mut engine) {
        Ok(claim) => Arc::new(claim),
        Err(why) => return Ok(Decided::Open(vec![obstacle(why)?])),
    };
    let values = matches!(question.claim, Claim::Value(_));
    let relations::Whole { known, evidence, addends } = match sum(&question.subject, values, &mut engine, cx)? {
        Ok(found) => found,
        Err(why) => return Ok(Decided::Open(vec![why])),
    };
    let known = match known {
        Ok(known) => known,
        Err(why) => return Ok(Decided::Open(vec![obstacle(why)?])),
    };
    match engine.compare(Ok(known.clone()), &claim).map_err(Error::from)? {
        Verdict::Proved { .. } => {
            let (words, automata) = describe(&engine, claim.states());
            let evidence = evidence.and(&Evidence::computed(words));
            let proof =
                Some(Box::new(Proof { form: Form::Sum(parts::Sum { addends, law: claim, values }), note: None }));
            Ok(Decided::Proved { evidence, automata, proof })
        }
        Verdict::Refuted { .. } => {
            let Some(wrong) = engine.difference(&known, &claim).map_err(Error::from)? else {
                return Ok(Decided::Open(Vec::new()));
            };
            match least::least(wrong, &question.subject.weights(), &mut engine).map_err(Error::from)? {
                Some(at) => Ok(Decided::Refuted { at, smallest: true }),
                None => Ok(Decided::Open(vec!["the counterexample has numbers beyond 62 bits".to_owned()])),
            }
        }
        Verdict::Unknown { why, .. } => Ok(Decided::Open(vec![obstacle(why)?])),
    }
}

/// A relation of places and values, and what it rests on.
type Relation = (Arc<Dfa>, Evidence);

fn no_relation(game: &str, why: &str) -> Diagnostic {
    Diagnostic::unsupported(format!("the values of `{game}` have no automaton: {why}"))
}
