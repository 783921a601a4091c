//! A parameter that only counts copies of a part: `{n -> n-1 ; n//2 times k if n % 2 = 0 and n > 0}`.
//!
//! In normal play equal parts cancel in pairs, so for all k ≥ 1 an option has the value that it has for k = 1 or for k = 2.
//! By induction on the position so has every place: two members say all of all members.
//!
//! Cost: that of two games.

use std::cell::Cell;
use std::sync::Arc;

use grundy_core::evidence::SPRAGUE_GRUNDY;
use grundy_core::{Context, Convention, Evidence, Int, Result};
use grundy_notation::ast::{self, Operator, Simple};

use super::lift::mentions;
use super::{ParametricClaim, ParametricGame};
use crate::answer::Answer;
use crate::claim::{ProveOptions, Verdict, prove};
use crate::emit::{self, EmitOptions, Emitted};
use crate::game::GameQuestion;
use crate::guess::{Finding, Findings, GuessOptions, Kind, guess, weight};
use crate::rule::ir::Expr;
use crate::statement::Spelt;
use crate::statement::map::{Map, with_numbers};
use crate::words::{Sentence, Words};

/// So many findings of each of the two are told.
const TOLD: usize = 3;

/// The members that tell all: for odd values of the parameter, and for even ones.
pub(super) struct Halves {
    odd: GameQuestion,
    even: GameQuestion,
}

impl Halves {
    /// Those of a game whose one parameter counts copies and nothing else.
    pub(super) fn of(game: &ParametricGame) -> Option<Halves> {
        let [parameter] = game.parameters() else { return None };
        if game.convention != Convention::Normal {
            return None;
        }
        let mut tree = (*game.tree).clone();
        let mut counts = false;
        for simple in &mut tree.alternatives {
            let Simple::Rule(rule) = simple else { continue };
            // what a measure or a cycle is, copies may decide
            if rule.loopy || rule.measure.is_some() {
                return None;
            }
            for part in rule.moves.iter_mut().flat_map(|one| one.alternatives.iter_mut().flatten()) {
                if matches!(&part.times, Some(ast::Expr::Name(name)) if name.text == *parameter) {
                    part.times = None;
                    counts = true;
                }
            }
        }
        let others = game.definitions.iter().any(|d| mentions(&d.game, game.parameters()));
        if !counts || others || mentions(&Arc::new(tree), game.parameters()) {
            return None;
        }
        Some(Halves { odd: game.member(&[1]).ok()?, even: game.member(&[2]).ok()? })
    }

    /// What is found of the two, told of all members.
    ///
    /// # Errors
    /// A member that is no game; a spent budget.
    pub(super) fn guess(&self, game: &ParametricGame, answer: &mut Answer<Findings>, cx: &Context) -> Result<()> {
        let k = &game.parameters[0];
        let [odd, even] = [&self.odd, &self.even].map(|half| guess(half, &GuessOptions::default(), cx));
        let (odd, even) = (odd?, even?);
        answer.computed_to = odd.computed_to.min(even.computed_to);
        for kind in [Kind::Formula, Kind::PPositions] {
            let of = |half: &Answer<Findings>| {
                let one = half.result.findings.iter().find(|f| f.kind == kind && f.spelt.is_some());
                one.and_then(|f| Some((f.spelt.clone()?, f.evidence.clone())))
            };
            let (Some((one, first)), Some((other, second))) = (of(&odd), of(&even)) else { continue };
            let Some(claim) = by_parity(k, one, other) else { continue };
            let text = claim.to_string();
            if game.claim(&text).is_err() {
                continue;
            }
            let evidence = told_of_all(first, &second);
            let finding = Finding::new(kind, Words::same(text), evidence, weight(&claim.body()));
            answer.findings.push(finding.claiming(claim));
        }
        let whole = answer.findings.iter().map(|f| f.kind).collect::<Vec<_>>();
        for (half, key) in [(&odd, "guess-for-odd"), (&even, "guess-for-even")] {
            let rest = half.result.findings.iter().filter(|f| f.evidence.is_proved() && !whole.contains(&f.kind));
            for finding in rest.take(TOLD) {
                let of = |said: &String| Sentence::new(key, [k, said]);
                let words = Words::new(of(&finding.text).english(), of(&finding.chinese).chinese());
                let evidence = told_of_all(finding.evidence.clone(), &Evidence::theorem(&SPRAGUE_GRUNDY));
                answer.findings.push(Finding::new(finding.kind, words, evidence, finding.weight));
            }
        }
        answer.findings.sort_by_key(|f| !f.evidence.is_proved());
        answer.stopped = odd.stopped.or(even.stopped);
        Ok(())
    }

    /// The program of both.
    ///
    /// # Errors
    /// As [`GameQuestion::emit_with`].
    pub(super) fn emit(
        &self,
        game: &ParametricGame,
        words: &str,
        options: &EmitOptions,
        answer: &mut Answer<Emitted>,
        cx: &Context,
    ) -> Result<bool> {
        let games = [&self.even.game, &self.odd.game];
        emit::by_parity(&game.query, games, &game.all_names(), words, options, answer, cx)
    }

    /// The evidence of a claim about all members, where it speaks of the parameter's parity only and is proved of both.
    ///
    /// # Errors
    /// A fault of the claim; a spent budget.
    pub(super) fn prove(&self, question: &ParametricClaim, cx: &Context) -> Result<Option<Evidence>> {
        let first = question.game.variables.len();
        let mut all = Evidence::theorem(&SPRAGUE_GRUNDY);
        for (half, rest) in [(&self.odd, 1u64), (&self.even, 0)] {
            let other_use = Cell::new(false);
            let with = |e: &Expr| match e {
                Expr::Binary(Operator::Remainder, a, b)
                    if **a == Expr::Variable(first) && **b == Expr::Constant(Int::from(2)) =>
                {
                    Some(Expr::Constant(Int::from(rest)))
                }
                Expr::Variable(v) if *v == first => {
                    other_use.set(true);
                    None
                }
                _ => None,
            };
            let claim = Map { with: &with, quantified: &|v| v }.claim(&question.claim);
            if other_use.get() {
                return Ok(None);
            }
            let claim = with_numbers(first, &[rest], |map| map.claim(&claim));
            let judged = prove(&question.about(half, claim), &ProveOptions::default(), cx)?;
            if judged.verdict != Verdict::Proved {
                return Ok(None);
            }
            all.add(&judged.evidence);
        }
        Ok(Some(all))
    }
}

/// The claim that is the one for odd values of the parameter, and the other for even ones.
fn by_parity(parameter: &str, odd: Spelt, even: Spelt) -> Option<Spelt> {
    Some(match (odd, even) {
        (odd, even) if odd == even => odd,
        // two formulas with cases of their own do not fit into one
        (Spelt::Values(odd), Spelt::Values(even)) => Spelt::Values(match (odd.single(), even.single()) {
            (Some(odd), _) => even.but(odd, format!("{parameter} % 2 = 1")),
            (None, Some(even)) => odd.but(even, format!("{parameter} % 2 = 0")),
            (None, None) => return None,
        }),
        (Spelt::PPositions(odd), Spelt::PPositions(even)) => Spelt::PPositions(format!(
            "{parameter} % 2 = 1 and {} or {parameter} % 2 = 0 and {}",
            bracketed(&odd),
            bracketed(&even)
        )),
        _ => return None,
    })
}

/// A condition inside of `and`.
fn bracketed(law: &str) -> String {
    if law.contains(" or ") || law.starts_with("exists ") { format!("({law})") } else { law.to_owned() }
}

/// The reasons of both, and that equal parts cancel.
fn told_of_all(mut evidence: Evidence, other: &Evidence) -> Evidence {
    evidence.add(other);
    evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
    evidence
}
