//! What a law says case by case: `aliquot` is worth v2(n) for n > 0, so `n > 0 => g = v2(n)`.
//!
//! In each case of the law its formula stands for the value, and the statement is true if one of the things that it says, any of
//! which is enough, is the condition of the case, or compares two formulas that are spelt alike. No arithmetic is done, so
//! that functions without automata are welcome.

use grundy_core::{Convention, Evidence, Nat, Result};
use grundy_notation::ast::Relation;

use super::law::law_claims;
use super::{Claim, ClaimQuestion, Coordinate};
use crate::game::learnt::Law;
use crate::rule::ir::{Cond, Expr};
use crate::statement::normal::key;
use crate::statement::{Facet, Statement};

/// The claim, where it follows so from a law of the game.
pub(super) fn by_cases(question: &ClaimQuestion) -> Result<Option<Evidence>> {
    let (Claim::Every(Facet::Value, statement), subject) = (&question.claim, &question.subject) else {
        return Ok(None);
    };
    let [summand] = &subject.summands[..] else { return Ok(None) };
    let in_order = summand.place.iter().enumerate().all(|(i, c)| *c == Coordinate::Variable(i));
    if subject.convention != Convention::Normal || summand.copies != Nat::ONE || !in_order {
        return Ok(None);
    }
    let mut laws: Vec<(Claim, Evidence)> = Vec::new();
    if let Some(law) = &summand.game.knowledge()?.law {
        laws.extend(law_claims(&**law, summand.place.len()).into_iter().map(|claim| (claim, law.evidence())));
    }
    for learnt in summand.game.learnt().about(subject.convention, summand.place.len()) {
        if let Law::Claim(claim) = &learnt.law {
            laws.push((claim.clone(), learnt.evidence.clone()));
        }
    }
    let worth = subject.variables.len();
    let follows = |(claim, _): &(Claim, Evidence)| match claim {
        Claim::Value(cases) => in_every_case(cases, statement, worth),
        _ => false,
    };
    Ok(laws.into_iter().find(follows).map(|(_, evidence)| evidence))
}

fn in_every_case(cases: &[(Option<Statement>, Expr)], statement: &Statement, worth: usize) -> bool {
    let mut known: Vec<Statement> = Vec::new();
    cases.iter().all(|(condition, value)| {
        let before = known.len();
        known.extend(condition.clone());
        let holds = is_true(statement, &known, worth, value);
        known.truncate(before);
        known.extend(condition.as_ref().map(Statement::negated));
        holds
    })
}

/// Is the statement true where these are, the value being that?
fn is_true(statement: &Statement, known: &[Statement], worth: usize, value: &Expr) -> bool {
    match statement {
        Statement::Any(any) => any.iter().any(|one| is_true(one, known, worth, value)),
        Statement::All(all) => all.iter().all(|one| is_true(one, known, worth, value)),
        Statement::Is(Cond::Compare(a, relation, b))
            if matches!(relation, Relation::Equal | Relation::LessEqual | Relation::GreaterEqual)
                && replaced(a, worth, value) == replaced(b, worth, value) =>
        {
            true
        }
        other => {
            let spelt = |statement: &Statement| key(&Claim::Previous(statement.clone()));
            let own = spelt(other);
            known.iter().any(|fact| spelt(fact) == own)
        }
    }
}

/// The expression with the value in place of the variable that stands for it.
fn replaced(expr: &Expr, worth: usize, value: &Expr) -> Expr {
    let mut new = expr.clone();
    new.replace(&Expr::Variable(worth), value);
    new
}
