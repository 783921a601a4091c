//! The whole road for a rule: does play end, is there a law, and its certificate.
//!
//! `{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}` (Wythoff) has a law of 7 states in the Zeckendorf numeration, with
//! a certificate of the theorem `kernel`.

use grundy_automata::certificate::Certificate;
use grundy_automata::search::{Found, Labels, Law, Question, Settings, search};
use grundy_automata::{Engine, Linear, Numeration, Obstacle, Variable};
use grundy_core::{Context, Convention, Diagnostic, Result};

use super::labels::{kernel, values, values_below};
use super::moves::moves_of_rule;
use super::terms::Terms;
use crate::rule::ir::Rule;
use crate::rule::measure::{Measure, Termination, termination};

/// States of an automaton in a certificate.
const CERTIFIED: usize = 1 << 20;

/// Looks for a law of the P-positions or values of a rule. Labels are computed by marking or by tables.
///
/// # Errors
/// An [`Unsupported`](grundy_core::ErrorKind::Unsupported) diagnostic if play is not proved to end or no system can say the
/// moves; a spent budget.
pub fn law_of_rule(rule: &Rule, question: Question, settings: &Settings, cx: &Context) -> Result<Found> {
    if !matches!(termination(rule), Termination::Proved(_)) {
        return Err(Diagnostic::unsupported("a proof by automata needs a rule that is proved to end").into());
    }
    let mut refusal = None;
    let mut known = None;
    for &numeration in &settings.systems {
        match moves_of_rule(rule, &mut Engine::new(numeration, cx)) {
            Ok(moves) => {
                known = Some(moves);
                break;
            }
            Err(stopped @ Obstacle::Stopped(_)) => return Err(stopped.into()),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    let Some(moves) = known else {
        let why = refusal.map_or_else(|| "no numeration system was given".to_owned(), |why| why.to_string());
        return Err(Diagnostic::unsupported(why).into());
    };
    let mut labels: Box<dyn Labels> = match question {
        Question::Values => values(rule)?,
        Question::Levels(most) => values_below(rule, most)?,
        _ if !moves.single() => {
            let why = "the P-positions of a rule that splits need its values";
            return Err(Diagnostic::unsupported(why).into());
        }
        Question::Kernel => kernel(rule, &moves, Convention::Normal)?,
        Question::Misere => kernel(rule, &moves, Convention::Misere)?,
    };
    Ok(search(question, &mut |engine| moves_of_rule(rule, engine), &mut *labels, settings, cx)?)
}

/// The measure of a rule as linear forms in its coordinates, most important first; `None` if it is not proved to fall or is
/// not linear.
#[must_use]
pub(crate) fn measure_of_rule(rule: &Rule, cx: &Context) -> Option<Vec<Linear>> {
    let coordinates: Vec<Linear> = (0..rule.arity).map(Linear::variable).collect();
    let Termination::Proved(measure) = termination(rule) else { return None };
    let sum = || coordinates.iter().try_fold(Linear::default(), |sum, c| sum.plus(c));
    let forms = match measure {
        Measure::Sum => vec![sum()?],
        Measure::Lexicographic => coordinates,
        Measure::SumThenLexicographic => [vec![sum()?], coordinates].concat(),
        Measure::Declared(by) => {
            let mut engine = Engine::new(Numeration::BINARY, cx);
            let size = Linear::default();
            let next = rule.arity as Variable;
            let names = rule.names.clone();
            let mut terms = Terms { engine: &mut engine, next, names, size, faults: Vec::new() };
            let one = |expr| match &terms.cases(expr, &coordinates).ok()?[..] {
                [case] if case.conditions.is_empty() => Some(case.value.clone()),
                _ => None,
            };
            by.iter().map(one).collect::<Option<Vec<_>>>()?
        }
    };
    forms.iter().all(Linear::is_natural).then_some(forms)
}

/// The certificate of a law that [`law_of_rule`] found.
///
/// # Errors
/// An [`Unsupported`](grundy_core::ErrorKind::Unsupported) diagnostic if the measure is not linear or a condition of the rule has
/// a quantifier that products cannot check; a spent budget.
pub fn certify(rule: &Rule, law: &Law, question: Question, cx: &Context) -> Result<Certificate> {
    let Some(measure) = measure_of_rule(rule, cx) else {
        return Err(Diagnostic::unsupported("no certificate: the measure of the rule is not linear").into());
    };
    let mut engine = Engine::new(law.numeration, cx).with_cap(CERTIFIED);
    Ok(Certificate::new(law, question, &measure, &mut engine)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    #[test]
    fn rules_without_law_or_end() {
        let cx = Context::default();
        let settings = Settings { cells: 1 << 12, deepest: 2, ..Settings::default() };
        // chess knights in Wythoff's game: nothing known
        let knights = rule("{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2) | (a-2,b-1)}");
        let found = law_of_rule(&knights, Question::Kernel, &settings, &cx).unwrap();
        assert!(found.law().is_none(), "{found:?}");
        // half of the heap at most: the values are not automatic
        let half = rule("{n -> n-k for k in 1..n//2}");
        assert!(law_of_rule(&half, Question::Values, &settings, &cx).unwrap().law().is_none());
        // but the values 0 and 1 are, with 2 in place of all others
        let rook = rule("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}");
        let found = law_of_rule(&rook, Question::Levels(2), &Settings::default(), &cx).unwrap();
        let set = &found.law().unwrap().set;
        for (place, value) in [([0, 0], 0), ([1, 0], 1), ([1, 1], 2), ([2, 1], 0), ([2, 2], 1)] {
            let told: Vec<u64> = (0..4).filter(|g| set.contains(&[place[0], place[1], *g])).collect();
            assert_eq!(told, [value], "{place:?}");
        }
        let euclid = rule("{(a,b) -> (a-k*b,b) for k in 1.. if b > 0}");
        assert!(law_of_rule(&euclid, Question::Kernel, &settings, &cx).is_err());
        let lasker = rule("{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}");
        assert!(law_of_rule(&lasker, Question::Kernel, &settings, &cx).is_err());
        let law = law_of_rule(&lasker, Question::Values, &Settings::default(), &cx).unwrap();
        let certificate = certify(&lasker, law.law().unwrap(), Question::Values, &cx).unwrap();
        let budget = grundy_verify::Budget { steps: u64::MAX, bytes: u64::MAX, cancel: None };
        let verdict = grundy_verify::verify(certificate.to_text("").as_bytes(), &budget);
        assert!(matches!(verdict, Ok(grundy_verify::Verdict::Law(_))));
    }
}
