//! A position with variables as one rule on all its coordinates.
//!
//! `take[1..3](a) + nim(b)` is `{(a,b) -> (a-k,b) for k in 1..3; (a,b-k) for k in 1..b}`: a move in the sum is a move in
//! one of the components. This holds under every convention, as long as each move leaves one part.

use grundy_automata::linear::Linear;

use crate::claim::{Coordinate, Subject, Summand};
use crate::game::{Game, GameRule, Kind};
use crate::number::{Nat, to_u64};
use crate::rule::ir::{Alternative, Cond, Expr, Guard, Loop, Part, Rule};
use crate::statement::map::numbered;

/// How the rule stands to the position.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WholeRule {
    /// Only these places are positions; the others have no move in the rule.
    pub(super) domain: Option<Cond>,
    /// For the certificate.
    pub(super) note: Option<&'static str>,
}

/// More coordinates make alphabets that are too large.
const COORDINATES: usize = 4;

impl WholeRule {
    /// The rule of a position in which each coordinate is another variable; `None` if there is none.
    pub(super) fn of(subject: &Subject) -> Option<(Rule, WholeRule)> {
        let arity = subject.variables.len();
        let places = subject.summands.iter().flat_map(|s| &s.place);
        let plain = places.enumerate().all(|(i, c)| *c == Coordinate::Variable(i));
        if !plain || arity > COORDINATES || subject.summands.iter().any(|s| s.copies != Nat::ONE) {
            return None;
        }
        let mut rules = Vec::new();
        for summand in &subject.summands {
            match rule_of_game(&summand.game, summand.place.len()) {
                Some(found) => rules.push(found),
                None => return None,
            }
        }
        if let [GameRule { rule, domain }] = &rules[..] {
            let note = domain.is_some().then_some("places that are not positions have no moves and belong to the law");
            return Some((rule.clone(), WholeRule { domain: domain.clone(), note }));
        }
        let splits = |r: &GameRule| r.domain.is_some() || r.rule.alternatives.iter().any(|a| a.parts.len() != 1);
        if rules.iter().any(|r| splits(r) || r.rule.measure.is_some()) {
            return None;
        }
        let mut whole =
            Rule { arity, names: subject.variables.clone(), alternatives: Vec::new(), measure: None, loopy: false };
        let mut first = 0;
        for GameRule { rule, .. } in &rules {
            for alternative in &rule.alternatives {
                whole.alternatives.push(moved(alternative, rule.arity, first, arity));
            }
            first += rule.arity;
        }
        Some((whole, WholeRule { domain: None, note: Some("the components of a sum as one rule") }))
    }
}

/// The subject with a variable of its own for each coordinate, as [`WholeRule::of`] needs it, and what each of these is in
/// the variables of the question.
pub(super) fn spread(subject: &Subject) -> Option<(Subject, Vec<Linear>)> {
    let mut forms = Vec::new();
    let mut summands = Vec::new();
    for summand in &subject.summands {
        let first = forms.len();
        for coordinate in &summand.place {
            forms.push(match coordinate {
                Coordinate::Variable(v) => Linear::variable(*v),
                Coordinate::Number(n) => Linear::constant(to_u64(n).and_then(|n| i64::try_from(n).ok())?),
            });
        }
        let place = (first..forms.len()).map(Coordinate::Variable).collect();
        summands.push(Summand { copies: summand.copies.clone(), game: summand.game.clone(), place });
    }
    let variables = (0..forms.len()).map(|i| format!("x{i}")).collect();
    let query = subject.query.clone();
    Some((Subject { convention: subject.convention, summands, variables, query }, forms))
}

/// The rule of a game on places of so many numbers.
pub(super) fn rule_of_game(game: &Game, length: usize) -> Option<GameRule> {
    let plain = |rule: Option<Rule>| {
        let own =
            |r: &Rule| r.arity == length && r.alternatives.iter().flat_map(|a| &a.parts).all(|p| p.game.is_none());
        rule.filter(own).map(|rule| GameRule { rule, domain: None })
    };
    match game.kind() {
        Kind::Other(rules) => rules.as_rule(length).filter(|_| (1..=COORDINATES).contains(&length)),
        kind => plain(kind.as_rule()),
    }
}

/// An alternative of a component, with its coordinates from `first` on among `arity`. The open ranges of its loops end at
/// the size of the component, not of the sum.
fn moved(alternative: &Alternative, own: usize, first: usize, arity: usize) -> Alternative {
    let number = |v: usize| if v < own { v + first } else { v - own + arity };
    let size = (1..own).fold(Expr::Variable(first), |sum, i| sum + Expr::Variable(first + i));
    numbered(&number, |map| {
        let coordinate = |part: &Part, v: usize| match v.checked_sub(first).and_then(|i| part.coordinates.get(i)) {
            Some(own) => map.expr(own),
            None => Expr::Variable(v),
        };
        let part = |p: &Part| Part { game: None, coordinates: (0..arity).map(|v| coordinate(p, v)).collect() };
        let entered = |l: &Loop| Loop { name: l.name.clone(), set: map.set(&l.set, Some(&size)) };
        let guard = |g: &Guard| Guard { depth: g.depth, cond: map.cond(&g.cond) };
        Alternative {
            loops: alternative.loops.iter().map(entered).collect(),
            guards: alternative.guards.iter().map(guard).collect(),
            parts: alternative.parts.iter().map(part).collect(),
            text: alternative.text.clone(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::session::Session;

    /// The rule of a sum gives the values of the sum.
    #[test]
    fn sums_as_one_rule_have_the_same_values() {
        for text in [
            "take[1..3](a) + nim(b)",
            "mark(a) + take[odds](b)",
            "wythoff(a,b) + {n -> n//k for k in 2.. if n > 0}(c)",
            "{(a,b) -> (a-k,b+k) for k in 1..a by (a,b)}(a,b) + nim(c)",
        ] {
            let question = Session::new().claim(text, "P: 0 = 0").unwrap();
            let found = WholeRule::of(&question.subject);
            if text.contains(" by ") {
                assert!(found.is_none(), "a measure of one component is none of the sum");
                continue;
            }
            let (rule, _) = found.unwrap();
            let whole = Game::new("whole".to_owned(), crate::game::Shape::Tuple(rule.arity), Kind::Rule(rule.clone()));
            let cx = Context::default();
            let side = if rule.arity == 2 { 12u64 } else { 6 };
            for code in 0..side.pow(rule.arity as u32) {
                let place: Vec<u64> = (0..rule.arity as u32).map(|i| code / side.pow(i) % side).collect();
                let sum = question
                    .subject
                    .components(&place)
                    .unwrap()
                    .into_iter()
                    .fold(0, |sum, (c, _)| sum ^ to_u64(&c.game.value_at(&c.place, &cx).unwrap()).unwrap());
                let own = whole.value_at(&place.iter().map(|&n| Nat::from(n)).collect(), &cx).unwrap();
                assert_eq!(own, Nat::from(sum), "{text} {place:?}");
            }
        }
    }
}
