//! Claims about P-positions that are decided by a strategy.
//!
//! A rule that splits has no kernel equation on its positions alone: what is left is a sum, and who wins it depends on the
//! values. But some sums need no values. Let C be the set that is claimed, and let it be right about all positions that
//! are smaller in the measure of the rule. Then the second player wins
//!
//! * *pairs* (Tweedledum and Tweedledee): a sum of two equal parts, by imitation;
//! * a sum of parts in C, and of these and pairs together: such a sum is called *even* below;
//!
//! and the first player wins a sum of a part outside C and an even rest, and what can be moved to an even sum. So C is the
//! set of P-positions if
//!
//! * every move from C leaves a part outside C beside an even rest, or can be *answered* by a move to an even sum;
//! * from every position outside C there is a move to an even sum (*symmetry*: "take from the middle"), or there is an
//!   option o all of whose options are options of the position, or are won by the first player anyway (*strategy
//!   stealing*: if o is lost move there, otherwise do what wins from o).
//!
//! Each of these is a sentence about natural numbers, and automata decide it for all positions. The same holds for
//! positions of a special form, such as `{…}(a,a,b)`: C holds those that are claimed to be P, and all others of this form
//! are those outside; nothing is known of the rest, so answers lead back to the form.
//!
//! Moves that have no automaton (squares, divisors …) are replaced by more of them where all moves must be looked at, and
//! by fewer where one is looked for ([`sides`]).
//!
//! Sources: Berlekamp, Conway, Guy, *Winning Ways for your Mathematical Plays*, 1982, ch. 1 (Tweedledum and Tweedledee),
//! ch. 18 (strategy stealing). The proofs are above.

mod proof;
mod sides;

use std::sync::Arc;

use grundy_automata::engine::{Built, Combination};
use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::{Dfa, Engine, Obstacle};
use grundy_core::{Context, Convention, Evidence, Result, Theorem};
use grundy_notation::ast::Relation;
use proof::{Found, Prover};
use sides::Sides;

use super::formulas::{claim_set, systems};
use super::rule::{WholeRule, spread};
use super::{CAP, Decided, describe, obstacle};
use crate::automatic::terms::Terms;
use crate::claim::ClaimQuestion;
use crate::rule::ir::Cond;
use crate::rule::measure::{Termination, termination};
use crate::statement::Claim;

/// Sums whose parts are known.
static STRATEGY: Theorem = Theorem {
    id: "even-sums",
    statement: "a set is the set of P-positions if each move from it leaves one part outside it beside parts inside it and pairs of equal parts, or can be answered by a move to such parts and pairs alone, and from each position outside it there is such a move; automata decide this for all positions",
    chinese: "若从一个集合走出的每一步都留下一个在它之外的部分，连同在它之内的部分和成对的相等部分，或者能以走到只有这样的部分和对子的一步应对，而从它之外的每个局面都有这样的一步，则它是 P 局面的集合；自动机对所有局面判定这一点",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982",
};

/// Moves to equal parts.
static SYMMETRY: Theorem = Theorem {
    id: "symmetry",
    statement: "symmetry strategy: who moves to two equal parts wins by imitation",
    chinese: "对称策略：走到两个相等部分的一方靠模仿取胜",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982",
};

/// The opponent's strategy.
static STEALING: Theorem = Theorem {
    id: "strategy-stealing",
    statement: "strategy stealing: a position is N if one of its options has no options but those of the position and such as are N",
    chinese: "偷策略：若一个局面有某个后继，其后继都是该局面的后继或 N 局面，则该局面是 N 局面",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982",
};

/// Tries the strategies on a claim about P-positions in normal play.
///
/// # Errors
/// A spent budget.
pub(in crate::claim) fn decide(question: &ClaimQuestion, cx: &Context) -> Result<Decided> {
    let subject = &question.subject;
    let open = || Ok(Decided::Open(Vec::new()));
    if !matches!(question.claim, Claim::Previous(_)) || subject.convention == Convention::Misere {
        return open();
    }
    let Some((spread, forms)) = spread(subject) else { return open() };
    let Some((rule, whole)) = WholeRule::of(&spread) else { return open() };
    if !matches!(termination(&rule), Termination::Proved(_)) {
        return open();
    }
    let plain = forms.iter().enumerate().all(|(i, form)| *form == Linear::variable(i))
        && forms.len() == subject.variables.len();
    let mut reasons = Vec::new();
    for numeration in systems(&question.claim) {
        let mut engine = Engine::new(numeration, cx).with_cap(CAP);
        let found = Sides::of_rule(&rule, &mut engine).and_then(|sides| {
            // one equation says it all
            if plain && sides.exact && sides.single() {
                return Ok(None);
            }
            let claim = claim_set(&question.claim, subject, None, &mut engine)?;
            let states = claim.states();
            let (inside, outside) = places(claim, &forms, whole.domain.as_ref(), &mut engine)?;
            let prover = Prover::new(&mut engine, rule.arity, sides, inside, outside);
            Ok(prover.prove()?.map(|found| (found, states)))
        });
        match found {
            Ok(Some((found, states))) => {
                let (words, automata) = describe(&engine, states);
                let evidence = evidence(found).and(&Evidence::computed(words));
                return Ok(Decided::Proved { evidence, automata, proof: None });
            }
            Ok(None) => return open(),
            Err(why) => reasons.push(obstacle(why)?),
        }
    }
    Ok(Decided::Open(reasons))
}

fn evidence(found: Found) -> Evidence {
    let mut evidence = Evidence::theorem(&STRATEGY);
    if found.symmetry {
        evidence.add(&Evidence::theorem(&SYMMETRY));
    }
    if found.stealing {
        evidence.add(&Evidence::theorem(&STEALING));
    }
    evidence
}

/// The places that are claimed to be P, and those of the same form that are claimed to be N.
fn places(claim: Dfa, forms: &[Linear], domain: Option<&Cond>, engine: &mut Engine<'_>) -> Built<(Arc<Dfa>, Arc<Dfa>)> {
    let (arity, variables) = (forms.len(), claim.tracks());
    let coordinates: Vec<Linear> = (0..arity).map(Linear::variable).collect();
    let outside = engine.complement(&claim)?;
    // the variables of the claim behind the coordinates
    let moved = |form: &Linear| form.renamed(&|v| Some(v + arity)).ok_or_else(Obstacle::overflow);
    let mut equal = Vec::new();
    for (coordinate, form) in coordinates.iter().zip(forms) {
        equal.push(Formula::compare(coordinate, Relation::Equal, &moved(form)?)?);
    }
    if let Some(domain) = domain {
        let names = (0..arity).map(|i| format!("x{i}")).collect();
        let next = (arity + variables) as Variable;
        let mut terms = Terms { engine, next, names, size: Linear::default(), faults: Vec::new() };
        equal.push(terms.condition(domain, &coordinates)?);
    }
    let bound: Vec<Variable> = (0..variables).map(|v| (v + arity) as Variable).collect();
    let own: Vec<Linear> = bound.iter().map(|&v| Linear::variable(v as usize)).collect();
    let tracks: Vec<Variable> = (0..arity as Variable).collect();
    let mut of = |set: Dfa| {
        let inside = Formula::Member(Arc::new(set), own.clone());
        let formula = Formula::exists(bound.iter().copied(), Formula::all(equal.iter().cloned().chain([inside])));
        Ok::<_, Obstacle>(Arc::new(engine.compile(&formula, &tracks)?))
    };
    Ok((of(claim)?, of(outside)?))
}

/// The tuples in the first set and not in the second.
fn without(engine: &mut Engine<'_>, first: &Dfa, second: &Dfa) -> Built<Dfa> {
    engine.combined(first, second, Combination::Without)
}
