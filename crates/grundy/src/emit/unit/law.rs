//! Functions of laws: of a theorem, of a formula that is proved of the game, of values that repeat by a factor.

use grundy_core::{
    Convention, Evidence, Nat, Result,
    number::{power, to_u64},
};

use super::super::builtin::Builtin;
use super::super::from_claim::{self, Formula};
use super::super::program::{Ex, Function, Kind as Returns, Routine, St, Winner, var};
use super::super::range::Range;
use super::super::words::{plain, proved, renamed, wrapped};
use super::super::{EmitOptions, Style, names};
use super::{Built, FAR, Says, Units, Whole};
use crate::claim::{Claim, said};
use crate::engine::scale::About;
use crate::game::knowledge::Knowledge;
use crate::game::learnt::{Law, Wish};
use crate::game::{Game, Shape};
use crate::guess::learn;
use crate::rule::family::{Family, is_root};

/// Laws that walk from heap to heap are written for larger numbers only.
const SMALL_TABLE: u64 = 1000;
/// A loop of a formula may be entered so often.
const STEPS: u64 = 1_000_000;
/// Runs of equal values may cost so many nodes.
const RUNS_NODES: u64 = 2_000_000;

/// A law that a function says.
pub(super) struct Stated<'s> {
    pub(super) says: Says<'s>,
    /// The least number of which it is said: the boards of a family may begin later than at 0.
    pub(super) first: u64,
    pub(super) max: u64,
    pub(super) params: &'s [String],
    /// The law in words.
    pub(super) law: &'s str,
    pub(super) evidence: Evidence,
}

impl Units<'_> {
    /// The program of a law with parameters.
    pub(in crate::emit) fn law(
        &mut self,
        law: &crate::emit::Law<'_>,
        evidence: Evidence,
        options: &EmitOptions,
    ) -> Result<Option<Whole>> {
        if let Some(max) = options.max {
            self.check_max(max)?;
        }
        let far: &[u64] = options.max.as_ref().map_or(&FAR, std::slice::from_ref);
        let params: Vec<String> = law.names.iter().map(|name| names::safe(name, law.names.len(), &[])).collect();
        let (says, winner) = match law.claim {
            Claim::Previous(_) => (Says::Winner, Winner::Given),
            _ => (Says::Value("grundy"), Winner::Place),
        };
        for &max in far {
            let low = |at: usize| u64::from(at >= law.first);
            let ranges: Vec<Range> = (0..params.len()).map(|at| Range::new(low(at), max)).collect();
            let Ok(formula) = from_claim::formula_within(law.claim, says.name(), &params, ranges) else {
                return Ok(None);
            };
            let stated = Stated { says, first: 0, max, params: &params, law: law.text, evidence: evidence.clone() };
            let Some(built) = self.stated(formula, stated) else { continue };
            self.say_all(&built.words);
            self.say(law.words);
            return Ok(Some(built.with_winner(winner)));
        }
        Ok(None)
    }

    /// The law of the game.
    pub(super) fn formula(&mut self, game: &Game, name: &str, max: u64, outcome: bool) -> Result<Option<Built>> {
        let known = game.knowledge()?;
        let Some(law) = &known.law else { return Ok(None) };
        let rule = game.kind().as_rule();
        let arity = rule.as_ref().map_or(1, |r| r.arity);
        let params = match &rule {
            Some(rule) => names::parameters(rule),
            None => from_claim::names(arity),
        };
        let most = Nat::from(max);
        let mut words = law.words().english;
        let claims = said(law.claims_of(arity), arity);
        let value = claims.iter().map(|said| &said.claim).find(|c| matches!(c, Claim::Value(_)));
        let previous = claims.iter().map(|said| &said.claim).find(|c| matches!(c, Claim::Previous(_)));
        let says = Says::Value(name);
        // laws that are procedures rather than claims come first
        let (formula, says) = match (procedure(known, name, &params, max), value, previous) {
            (Some(procedure), ..) => {
                words = procedure.law.unwrap_or(words);
                (Ok(procedure.formula), says)
            }
            (None, Some(claim), _) => (from_claim::formula(claim, name, &params, &most), says),
            (None, None, Some(claim)) if outcome => {
                (from_claim::formula(claim, Says::Winner.name(), &params, &most), Says::Winner)
            }
            _ => return Ok(None),
        };
        // what no program says is computed from the rule instead
        let Ok(formula) = formula else { return Ok(None) };
        // a theorem has letters of its own
        let letters = claims.first().map_or_else(|| from_claim::names(arity), |said| said.names.clone());
        let words = renamed(&words, &letters, &params);
        let first = game.smallest_member().unwrap_or(0);
        Ok(self.stated(formula, Stated { says, first, max, params: &params, law: &words, evidence: law.evidence() }))
    }

    /// A formula of the values that is proved of the game.
    pub(super) fn learnt(&mut self, game: &Game, name: &str, max: u64) -> Result<Option<Built>> {
        let Some(rule) = game.kind().as_rule() else { return Ok(None) };
        learn(game, Convention::Normal, rule.arity, Wish::Values, self.cx)?;
        let params = names::parameters(&rule);
        for known in game.learnt().about(Convention::Normal, rule.arity) {
            let Law::Claim(claim @ Claim::Value(_)) = &known.law else { continue };
            let Ok(formula) = from_claim::formula(claim, name, &params, &Nat::from(max)) else { continue };
            let (law, evidence) = (&known.words.english, known.evidence.clone());
            let stated = Stated { says: Says::Value(name), first: 0, max, params: &params, law, evidence };
            if let Some(built) = self.stated(formula, stated) {
                return Ok(Some(built));
            }
        }
        Ok(None)
    }

    /// Values that repeat by a factor.
    pub(super) fn scale(&mut self, game: &Game, name: &str, max: u64) -> Result<Option<Built>> {
        let (Some(rule), Shape::Heap) = (game.kind().as_rule(), game.shape()) else { return Ok(None) };
        let Some((scale, known)) = game.scale(Convention::Normal, About::Values, self.cx)? else { return Ok(None) };
        let params = names::parameters(&rule);
        let Some(formula) = from_claim::scale(&scale, name, &params[0], max) else { return Ok(None) };
        let (law, evidence) = (&known.words.english, known.evidence.clone());
        Ok(self.stated(formula, Stated { says: Says::Value(name), first: 0, max, params: &params, law, evidence }))
    }

    /// Values that are constant on long runs, or outcomes of misère play, up to the first of these numbers that fits.
    pub(super) fn runs(&mut self, game: &Game, says: Says<'_>, far: &[u64]) -> Result<Option<Built>> {
        let (Some(rule), Shape::Heap) = (game.kind().as_rule(), game.shape()) else { return Ok(None) };
        let params = names::parameters(&rule);
        let (convention, about, what) = match says {
            Says::Value(_) => (Convention::Normal, About::Values, "the values are constant"),
            Says::Winner => (Convention::Misere, About::Outcomes, "the same player wins"),
        };
        let asked = far.len() == 1;
        for &max in far {
            let found = game.runs(convention, max, RUNS_NODES, self.cx)?;
            let Some((runs, evidence)) = found else { continue };
            let Some(formula) = from_claim::runs(&runs, about, says.name(), &params[0], max, asked) else { continue };
            let law = format!("{what} on each of {} runs of heaps up to {}", runs.len(), power(max));
            if let Some(built) =
                self.stated(formula, Stated { says, first: 0, max, params: &params, law: &law, evidence })
            {
                return Ok(Some(built));
            }
        }
        Ok(None)
    }

    /// The function of a law, with what is said of it, if the integers of the language hold it.
    pub(super) fn stated(&mut self, mut formula: Formula, stated: Stated<'_>) -> Option<Built> {
        if !self.fits(&formula) {
            return None;
        }
        let Stated { says, first, max, params, law, evidence } = stated;
        let call = format!("{}({})", says.name(), params.join(", "));
        formula.routine.doc = wrapped(&plain(&format!("{call}: {law}")));
        self.functions.push(Function::Routine(formula.routine));
        let words = vec![
            format!("{call} is {}, exactly, for numbers from {first} to {}.", says.what(), power(max)),
            format!("Law: {law}."),
            proved(&evidence),
        ];
        Some(Built { style: Style::Formula, max, evidence, words, outcome: says.is_winner() })
    }
}

/// A law that is a procedure rather than a claim.
struct Procedure {
    formula: Formula,
    /// What it says, where the words of the theorem do not.
    law: Option<String>,
}

impl From<Formula> for Procedure {
    fn from(formula: Formula) -> Self {
        Procedure { formula, law: None }
    }
}

/// The procedure of the family that a rule was recognised as, for numbers up to `max`.
fn procedure(known: &Knowledge, name: &str, params: &[String], max: u64) -> Option<Procedure> {
    let most = Nat::from(max);
    match known.recognised.as_ref()? {
        Family::InitialSegment(h) => {
            let law = known.law.as_ref()?;
            let steps = law.value(std::slice::from_ref(&most)).and_then(|v| to_u64(&v));
            let formula = from_claim::steps(h, name, params, &most).ok()?;
            steps.is_some_and(|s| s <= STEPS).then(|| formula.into())
        }
        // a small table is looked up sooner than heaps of the same value are walked
        Family::AtMostShare { times, plus, over } if max > SMALL_TABLE => {
            from_claim::share(*times, *plus, *over, name, params, &most).map(Procedure::from)
        }
        Family::AtMostSlow(h) if max > SMALL_TABLE => {
            let closed = "with r = (n - 1) mod (isqrt(n) + 1) and x = isqrt(n) - r//2, g(n) is x if r is even, else half the odd \
                          part of x, rounded down";
            let law = is_root(h).then(|| closed.to_owned());
            from_claim::slow(h, name, params, &most).map(|formula| Procedure { formula, law })
        }
        Family::Quotients { least, less, up } => {
            Some(from_claim::quotients((*least, *less, *up), name, params, &most).into())
        }
        Family::LeaveDivisor => Some(from_claim::prime_factors(name, params, &most).into()),
        Family::Mark => {
            let law = "g(n) = 0 if n = 0 or v2(n) is odd; other values are 1 or 2".to_owned();
            let body = vec![St::Return(Ex::Call(Builtin::Mark, vec![var(&params[0])]))];
            let routine = Routine::new(name, params, Returns::Int, body);
            Some(Procedure { formula: Formula::small(routine, &most), law: Some(law) })
        }
        Family::Euclid => Some(from_claim::euclid(true, name, params, &most).into()),
        Family::EuclidPositive => Some(from_claim::euclid(false, name, params, &most).into()),
        _ => None,
    }
}
