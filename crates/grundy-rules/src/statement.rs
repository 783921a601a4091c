//! A claim with its names resolved and its chains of comparisons taken apart.
//!
//! Variables are numbers: those of the subject first, then those of the quantifiers, one number each.

mod bound;
pub mod evaluate;
pub mod map;
pub mod normal;
pub mod repeating;
mod spelt;
mod weight;

use grundy_core::error::Diagnostic;
use grundy_core::number::{Int, Nat};
use grundy_core::outcome::Outcome;
use grundy_notation::ast::{self, Relation};
use grundy_notation::claim::{self, Side, Value};

use crate::rule::ir::{Cond, Expr, Function};
use crate::rule::lower::Lowering;

pub use spelt::{Cases, Spelt};
pub use weight::weight;

type Result<T> = std::result::Result<T, Diagnostic>;

/// A statement about all positions of a subject.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// The P-positions are exactly those for which this holds.
    Previous(Statement),
    /// The Grundy value is the first of these whose condition holds; the last has none.
    Value(Vec<(Option<Statement>, Expr)>),
    /// Of every position this holds. The variable behind those of the position tells of it what the facet says.
    Every(Facet, Statement),
    /// G(n + period) = G(n) + saltus for all n ≥ `from`.
    Period {
        /// At least 1.
        period: Nat,
        /// From here on.
        from: Nat,
        /// Growth in a period.
        saltus: Nat,
    },
}

/// What a statement about every position speaks of beside its coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    /// The Grundy value.
    Value,
    /// Who wins: 0 for a P-position, 1 for an N-position.
    Winner,
}

impl Facet {
    /// Who wins, as a number.
    #[must_use]
    pub fn of_outcome(outcome: Outcome) -> Nat {
        if outcome == Outcome::Previous { Nat::ZERO } else { Nat::ONE }
    }
}

/// A condition that may quantify over natural numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// A comparison or a membership, without quantifiers.
    Is(Cond),
    /// All of these.
    All(Vec<Statement>),
    /// At least one of these.
    Any(Vec<Statement>),
    /// The opposite.
    Not(Box<Statement>),
    /// For some natural number this holds; the variable has this number and name.
    Exists(usize, String, Box<Statement>),
    /// For all natural numbers this holds.
    ForAll(usize, String, Box<Statement>),
}

impl Statement {
    /// Visits the expressions of its conditions, each as a whole.
    pub fn each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Statement::Is(cond) => cond.each_expr(visit),
            Statement::All(all) | Statement::Any(all) => all.iter().for_each(|one| one.each_expr(visit)),
            Statement::Not(inner) | Statement::Exists(_, _, inner) | Statement::ForAll(_, _, inner) => {
                inner.each_expr(visit);
            }
        }
    }

    /// The negation, with `not` in front of comparisons and memberships only.
    #[must_use]
    pub fn negated(&self) -> Statement {
        match self {
            Statement::Is(_) => Statement::Not(Box::new(self.clone())),
            Statement::All(all) => Statement::Any(all.iter().map(Statement::negated).collect()),
            Statement::Any(any) => Statement::All(any.iter().map(Statement::negated).collect()),
            Statement::Not(inner) => (**inner).clone(),
            Statement::Exists(v, name, inner) => Statement::ForAll(*v, name.clone(), Box::new(inner.negated())),
            Statement::ForAll(v, name, inner) => Statement::Exists(*v, name.clone(), Box::new(inner.negated())),
        }
    }
}

/// Resolves the names of a claim about a subject with these variables.
///
/// # Errors
/// What is not a whole number where one is needed.
pub fn lower(claim: &claim::Claim, variables: &[String]) -> Result<Claim> {
    let mut lowering = Lowering::new(variables.to_vec());
    Ok(match claim {
        claim::Claim::Previous(cond) => Claim::Previous(statement(cond, &mut lowering)?),
        claim::Claim::Value(value) => {
            let mut cases = Vec::new();
            let mut rest: Option<&Value> = Some(value);
            while let Some(value) = rest {
                let expr = lowering.expr(&value.expr)?;
                let (cond, next) = match &value.otherwise {
                    Some((cond, next)) => (Some(statement(cond, &mut lowering)?), Some(&**next)),
                    None => (None, None),
                };
                cases.push((cond, expr));
                rest = next;
            }
            Claim::Value(cases)
        }
        claim::Claim::Every(every) => {
            let (worth, facet) = (lowering.names.len(), if every.value { Facet::Value } else { Facet::Winner });
            // no coordinate has an upper-case name
            lowering.names.push(if every.value { "g" } else { "P" }.to_owned());
            let won = |outcome: Outcome| {
                let relation = if outcome == Outcome::Previous { Relation::Equal } else { Relation::NotEqual };
                Statement::Is(Cond::Compare(Expr::Variable(worth), relation, Expr::Constant(Int::ZERO)))
            };
            let mut side = |side: &Side| match side {
                Side::Holds(cond) => statement(cond, &mut lowering),
                Side::Winner(outcome) => Ok(won(*outcome)),
                Side::Both(outcome, cond) => Ok(Statement::All(vec![won(*outcome), statement(cond, &mut lowering)?])),
            };
            let then = side(&every.then)?;
            let holds = match &every.given {
                Some(given) => Statement::Any(vec![side(given)?.negated(), then]),
                None => then,
            };
            Claim::Every(facet, holds)
        }
        claim::Claim::Period { period, from, saltus } => {
            Claim::Period { period: period.clone(), from: from.clone(), saltus: saltus.clone().unwrap_or(Nat::ZERO) }
        }
    })
}

fn statement(cond: &ast::Cond, lowering: &mut Lowering) -> Result<Statement> {
    let list = |all: &[ast::Cond], l: &mut Lowering| all.iter().map(|c| statement(c, l)).collect::<Result<Vec<_>>>();
    Ok(match cond {
        ast::Cond::Or(all) => Statement::Any(list(all, lowering)?),
        ast::Cond::And(all) => Statement::All(list(all, lowering)?),
        ast::Cond::Not(inner) => Statement::Not(Box::new(statement(inner, lowering)?)),
        ast::Cond::Compare(..) | ast::Cond::In { .. } => leaf(lowering.cond(cond)?),
        ast::Cond::Exists(names, inner) => quantified(names, inner, lowering, Statement::Exists)?,
        ast::Cond::ForAll(names, inner) => quantified(names, inner, lowering, Statement::ForAll)?,
    })
}

fn quantified(
    names: &[ast::Name],
    inner: &ast::Cond,
    lowering: &mut Lowering,
    wrap: fn(usize, String, Box<Statement>) -> Statement,
) -> Result<Statement> {
    let bound = lowering.names.len();
    lowering.names.extend(names.iter().map(|n| n.text.clone()));
    let inner = statement(inner, lowering)?;
    lowering.names.truncate(bound);
    Ok(names.iter().enumerate().rev().fold(inner, |s, (i, name)| wrap(bound + i, name.text.clone(), Box::new(s))))
}

/// Chains are taken apart; `lowfib(n) > q` is said for n = 0 as well.
fn leaf(cond: Cond) -> Statement {
    match cond {
        Cond::All(all) => Statement::All(all.into_iter().map(leaf).collect()),
        Cond::Not(inner) => Statement::Not(Box::new(leaf(*inner))),
        Cond::Compare(a, relation, b) => smallest_part(a, relation, b),
        other => Statement::Is(other),
    }
}

/// 0 is the sum of no numbers, so its smallest part is larger than every number: with that reading
/// `P: lowfib(n) > q` is the law of Fibonacci Nim for empty heaps too.
fn smallest_part(a: Expr, relation: Relation, b: Expr) -> Statement {
    let part_of = |e: &Expr| match e {
        Expr::Call(Function::SmallestPart(_), arguments) => arguments.first().cloned(),
        _ => None,
    };
    let (of, larger) = match (part_of(&a), part_of(&b)) {
        (Some(of), None) => (of, matches!(relation, Relation::Greater | Relation::GreaterEqual | Relation::NotEqual)),
        (None, Some(of)) => (of, matches!(relation, Relation::Less | Relation::LessEqual | Relation::NotEqual)),
        _ => return Statement::Is(Cond::Compare(a, relation, b)),
    };
    let zero = |relation| Statement::Is(Cond::Compare(of.clone(), relation, Expr::Constant(Int::ZERO)));
    let inside = Statement::All(vec![zero(Relation::Greater), Statement::Is(Cond::Compare(a, relation, b))]);
    if larger { Statement::Any(vec![zero(Relation::Equal), inside]) } else { inside }
}
