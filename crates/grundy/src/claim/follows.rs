//! What follows from a law, of all members say: from g = n % (m+1) that `not m+1 divides n => N`.
//!
//! The law is put in the place of the value. What is left speaks of the heap and the parameters alone, with remainders and
//! quotients by parameters, which no automaton knows. For each of these, `x % L` and `x // L` with L ≥ 1 and x ≥ 0, stands a
//! number of its own, r or q, of which only this is said:
//!
//! ```text
//! r < L,   r <= x,   r = x - c*L  where c*L <= x < (c+1)*L            (c = 0, 1, 2, 3)
//! q <= x,            q = c exactly where c*L <= x < (c+1)*L
//! equal x and L have equal r, and equal q; where L is a number by which the claim divides, they are those by this number
//! ```
//!
//! All of this is true of the remainder and of the quotient, so what holds of all such numbers holds of them. That is a sentence
//! in which everything is linear, and automata decide it. Where it is false the claim may be true all the same, and is left open.
//!
//! Cost: that of automata over the heap, the parameters and one number more for each remainder.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use grundy_automata::linear::Linear;
use grundy_core::{Context, Evidence, Int, Result};
use grundy_notation::ast::{Operator, Relation};

use super::holds_always;
use super::interval::least_of;
use crate::rule::ir::{Cond, Expr};
use crate::rule::measure::linear_form;
use crate::statement::map::{Map, numbered};
use crate::statement::{Claim, Facet, Statement};

/// So many rounds of a remainder are told apart.
const ROUNDS: i64 = 4;
/// Remainders and quotients are numbers from here on behind the names; quantifiers are nested no deeper than that.
const BEHIND: usize = 48;
/// With more of them no automaton is built.
const MOST: usize = 6;

/// The evidence that the claim follows from the law, for the variables with these names, each at least as large as `low`
/// says, where the conditions hold.
///
/// # Errors
/// A spent budget.
pub(crate) fn follows(
    claim: &Claim,
    law: &Claim,
    names: &[String],
    low: &[i64],
    conditions: &[Cond],
    cx: &Context,
) -> Result<Option<Evidence>> {
    let arity = names.len();
    let Some(statement) = with_law(claim, law, arity) else { return Ok(None) };
    let bounds = (0..arity).map(|v| at_least(Expr::Variable(v), low[v]));
    let domain: Vec<Statement> = bounds.chain(conditions.iter().cloned()).map(Statement::Is).collect();
    let whole = Statement::Any(vec![Statement::All(domain).negated(), statement]);
    let parts = Parts { arity, low, found: RefCell::default(), numbers: RefCell::default(), failed: Cell::new(false) };
    let whole = parts.of_statement(&whole);
    let known = Statement::All(parts.known().into_iter().map(Statement::Is).collect());
    let whole = Statement::Any(vec![known.negated(), whole]);
    let count = parts.found.borrow().len();
    if parts.failed.get() || count > MOST {
        return Ok(None);
    }
    // the variable of the value has gone, and those of quantifiers stand behind the new numbers
    let number = |v: usize| match v {
        v if v < arity => v,
        v if v >= arity + BEHIND => v - BEHIND,
        v => v - 1 + count,
    };
    let whole = numbered(&number, |map| map.statement(&whole));
    let new = (0..count).map(|i| format!("the remainder or quotient {}", i + 1));
    let names: Vec<String> = names.iter().cloned().chain(new).collect();
    holds_always(&whole, &names, cx)
}

/// What the claim says where the law tells the value, or who wins.
fn with_law(claim: &Claim, law: &Claim, arity: usize) -> Option<Statement> {
    let (facet, said) = of_every(claim, arity)?;
    let number = |n: i64| Expr::Constant(Int::from(n));
    let cases: Vec<(Option<Statement>, Expr)> = match (law, facet) {
        (Claim::Value(cases), _) => cases
            .iter()
            .map(|(cond, value)| (cond.as_ref().map(|cond| behind_worth(cond, arity)), value.clone()))
            .collect(),
        (Claim::Previous(cond), Facet::Winner) => {
            vec![(Some(behind_worth(cond, arity)), number(0)), (None, number(1))]
        }
        _ => return None,
    };
    let mut before: Vec<Statement> = Vec::new();
    let mut all = Vec::new();
    for (cond, value) in cases {
        let with = |e: &Expr| (*e == Expr::Variable(arity)).then(|| value.clone());
        let here = Map { with: &with, quantified: &|v| v }.statement(&said);
        let excluded = before.iter().cloned().chain(cond.as_ref().map(Statement::negated));
        all.push(Statement::Any(excluded.chain([here]).collect()));
        before.extend(cond);
    }
    Some(Statement::All(all))
}

/// The claim as one of every position; the variable behind the names is the value, or who wins.
fn of_every(claim: &Claim, arity: usize) -> Option<(Facet, Statement)> {
    let worth = |relation, e: Expr| Statement::Is(Cond::Compare(Expr::Variable(arity), relation, e));
    Some(match claim {
        Claim::Every(facet, statement) => (*facet, statement.clone()),
        Claim::Value(cases) => {
            let (mut before, mut all) = (Vec::new(), Vec::new());
            for (cond, value) in cases {
                let cond = cond.as_ref().map(|cond| behind_worth(cond, arity));
                let excluded = before.iter().cloned().chain(cond.as_ref().map(Statement::negated));
                all.push(Statement::Any(excluded.chain([worth(Relation::Equal, value.clone())]).collect()));
                before.extend(cond);
            }
            (Facet::Value, Statement::All(all))
        }
        Claim::Previous(cond) => {
            let (cond, zero) = (behind_worth(cond, arity), || Expr::Constant(Int::ZERO));
            let lost = Statement::All(vec![worth(Relation::Equal, zero()), cond.clone()]);
            let won = Statement::All(vec![worth(Relation::NotEqual, zero()), cond.negated()]);
            (Facet::Winner, Statement::Any(vec![lost, won]))
        }
        Claim::Period { .. } => return None,
    })
}

/// The statement with room for the variable of the value.
fn behind_worth(statement: &Statement, arity: usize) -> Statement {
    numbered(&|v| if v < arity { v } else { v + 1 }, |map| map.statement(statement))
}

fn at_least(e: Expr, low: i64) -> Cond {
    Cond::Compare(e, Relation::GreaterEqual, Expr::Constant(Int::from(low)))
}

/// A remainder or a quotient for which a number stands.
struct Part {
    operator: Operator,
    forms: [Linear; 2],
    of: Expr,
    by: Expr,
}

/// The remainders and quotients of a statement.
struct Parts<'a> {
    arity: usize,
    low: &'a [i64],
    found: RefCell<Vec<Part>>,
    /// The numbers by which the statement divides: a parameter may be one of them.
    numbers: RefCell<BTreeSet<i64>>,
    /// Is there a quantifier so deep that its variable would be taken for one of these?
    failed: Cell<bool>,
}

impl Parts<'_> {
    fn of_statement(&self, statement: &Statement) -> Statement {
        let with = |e: &Expr| Some(self.of_expr(e));
        let quantified = |v: usize| {
            self.failed.set(self.failed.get() || v >= self.arity + BEHIND);
            v
        };
        let divided = without_divides(statement, &|by| self.least(by).is_some_and(|least| least >= 1));
        Map { with: &with, quantified: &quantified }.statement(&divided)
    }

    /// The expression with numbers in the place of remainders and quotients by parameters, the inner ones first.
    fn of_expr(&self, e: &Expr) -> Expr {
        let e = e.with_children(&|x| self.of_expr(x));
        let number = match &e {
            Expr::Binary(operator, of, by) => self.number_for(*operator, of, by),
            _ => None,
        };
        number.unwrap_or(e)
    }

    fn number_for(&self, operator: Operator, of: &Expr, by: &Expr) -> Option<Expr> {
        if !matches!(operator, Operator::Remainder | Operator::Divide) {
            return None;
        }
        let forms = [self.form(of)?, self.form(by)?];
        // remainders by numbers automata know
        if let Some(number) = forms[1].value() {
            self.numbers.borrow_mut().insert(number);
            return None;
        }
        if self.least(of)? < 0 || self.least(by)? < 1 {
            return None;
        }
        let mut found = self.found.borrow_mut();
        let at = found.iter().position(|part| part.operator == operator && part.forms == forms);
        let at = at.unwrap_or_else(|| {
            found.push(Part { operator, forms, of: of.clone(), by: by.clone() });
            found.len() - 1
        });
        Some(Expr::Variable(self.arity + BEHIND + at))
    }

    /// A linear form of the names and the new numbers; `None` where quantified variables stand in it.
    fn form(&self, e: &Expr) -> Option<Linear> {
        let form = linear_form(e, usize::MAX, 0)?;
        let bound = form.terms().any(|(v, _)| v >= self.arity && v < self.arity + BEHIND);
        (!bound).then_some(form)
    }

    /// A number that the expression is never below.
    fn least(&self, e: &Expr) -> Option<i64> {
        least_of(&self.form(e)?, |v| self.low.get(v).copied().unwrap_or(0))
    }

    /// What is known of the new numbers.
    fn known(&self) -> Vec<Cond> {
        let mut known = Vec::new();
        let compare = |a: Expr, relation, b: Expr| Cond::Compare(a, relation, b);
        let number = |n: i64| Expr::Constant(Int::from(n));
        let found = self.found.borrow();
        for (i, Part { operator, of, by, .. }) in found.iter().enumerate() {
            let own = Expr::Variable(self.arity + BEHIND + i);
            for (j, other) in found.iter().enumerate().take(i).filter(|(_, other)| other.operator == *operator) {
                let equal = compare(own.clone(), Relation::Equal, Expr::Variable(self.arity + BEHIND + j));
                known.push(Cond::Any(vec![
                    compare(of.clone(), Relation::NotEqual, other.of.clone()),
                    compare(by.clone(), Relation::NotEqual, other.by.clone()),
                    equal,
                ]));
            }
            known.push(compare(own.clone(), Relation::LessEqual, of.clone()));
            if *operator == Operator::Remainder {
                known.push(compare(own.clone(), Relation::Less, by.clone()));
            }
            for &by_number in self.numbers.borrow().iter().filter(|&&number| number > 0).take(MOST) {
                let same = Expr::binary(*operator, of.clone(), number(by_number));
                known.push(Cond::Any(vec![
                    compare(by.clone(), Relation::NotEqual, number(by_number)),
                    compare(own.clone(), Relation::Equal, same),
                ]));
            }
            for c in 0..ROUNDS {
                let times = |c: i64| number(c) * by.clone();
                let inside = Cond::All(vec![
                    compare(times(c), Relation::LessEqual, of.clone()),
                    compare(of.clone(), Relation::Less, times(c + 1)),
                ]);
                let outside = Cond::Not(Box::new(inside.clone()));
                if *operator == Operator::Remainder {
                    let rest = compare(own.clone() + times(c), Relation::Equal, of.clone());
                    known.push(Cond::Any(vec![outside, rest]));
                } else {
                    let is = |relation| compare(own.clone(), relation, number(c));
                    known.push(Cond::Any(vec![outside, is(Relation::Equal)]));
                    known.push(Cond::Any(vec![inside, is(Relation::NotEqual)]));
                }
            }
        }
        known
    }
}

/// `n % L = 0` for `L divides n`, where L is at least 1.
fn without_divides(statement: &Statement, is_positive: &dyn Fn(&Expr) -> bool) -> Statement {
    let list = |all: &[Statement]| all.iter().map(|one| without_divides(one, is_positive)).collect();
    match statement {
        Statement::Is(cond) => Statement::Is(undivided(cond, is_positive)),
        Statement::All(all) => Statement::All(list(all)),
        Statement::Any(all) => Statement::Any(list(all)),
        Statement::Not(inner) => Statement::Not(Box::new(without_divides(inner, is_positive))),
        Statement::Exists(v, name, inner) => {
            Statement::Exists(*v, name.clone(), Box::new(without_divides(inner, is_positive)))
        }
        Statement::ForAll(v, name, inner) => {
            Statement::ForAll(*v, name.clone(), Box::new(without_divides(inner, is_positive)))
        }
    }
}

fn undivided(cond: &Cond, is_positive: &dyn Fn(&Expr) -> bool) -> Cond {
    let list = |all: &[Cond]| all.iter().map(|one| undivided(one, is_positive)).collect();
    match cond {
        Cond::All(all) => Cond::All(list(all)),
        Cond::Any(all) => Cond::Any(list(all)),
        Cond::Not(inner) => Cond::Not(Box::new(undivided(inner, is_positive))),
        Cond::Compare(a, Relation::Divides, b) if is_positive(a) => {
            let rest = Expr::binary(Operator::Remainder, b.clone(), a.clone());
            Cond::Compare(rest, Relation::Equal, Expr::Constant(Int::ZERO))
        }
        Cond::Compare(..) | Cond::In(..) => cond.clone(),
    }
}

#[cfg(test)]
mod tests;
