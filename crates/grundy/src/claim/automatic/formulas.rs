//! Claims as formulas, and the numeration systems that can say them.

use crate::automata::engine::Built;
use crate::automata::formula::{Formula, Variable};
use crate::automata::terms::{Case, Terms};
use crate::automata::{Dfa, Engine, Numeration};
use crate::claim::Subject;
use crate::claim::statement::{Claim, Statement};
use crate::notation::ast::Relation;
use crate::rule::ir::{Cond, Expr, Function, Item, Set};
use crate::rule::linear::Linear;

/// The systems in which a claim can perhaps be said, the likeliest first.
pub(super) fn systems(claim: &Claim) -> Vec<Numeration> {
    let mut functions = Vec::new();
    match claim {
        Claim::Previous(statement) => of_statement(statement, &mut functions),
        Claim::Value(cases) => {
            for (cond, expr) in cases {
                cond.iter().for_each(|c| of_statement(c, &mut functions));
                of_expr(expr, &mut functions);
            }
        }
        Claim::Period { .. } => return Vec::new(),
    }
    let usual = [2, 3].into_iter().filter_map(Numeration::ostrowski).chain(Numeration::base(3));
    let mut systems: Vec<Numeration> = [Numeration::Base(2), Numeration::ZECKENDORF].into_iter().chain(usual).collect();
    if functions.iter().any(|f| matches!(f, Function::FloorSurd(_))) {
        // the rarer systems are those of rarer roots
        systems.extend((4..16).filter_map(Numeration::ostrowski));
    }
    for function in functions {
        match function {
            Function::FloorSurd(d) => systems.retain(|s| s.root(d).is_some()),
            Function::LowFib => systems.retain(|s| *s == Numeration::ZECKENDORF),
            Function::Xor | Function::BitAnd | Function::BitOr | Function::LowBit => {
                systems.retain(|s| *s == Numeration::Base(2));
            }
            _ => {}
        }
    }
    systems
}

fn of_statement(statement: &Statement, into: &mut Vec<Function>) {
    match statement {
        Statement::Is(cond) => of_cond(cond, into),
        Statement::All(all) | Statement::Any(all) => all.iter().for_each(|s| of_statement(s, into)),
        Statement::Not(inner) | Statement::Exists(_, _, inner) | Statement::ForAll(_, _, inner) => {
            of_statement(inner, into);
        }
    }
}

fn of_cond(cond: &Cond, into: &mut Vec<Function>) {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().for_each(|c| of_cond(c, into)),
        Cond::Not(inner) => of_cond(inner, into),
        Cond::Compare(a, _, b) => {
            of_expr(a, into);
            of_expr(b, into);
        }
        Cond::In(e, set) => {
            of_expr(e, into);
            of_set(set, into);
        }
    }
}

fn of_set(set: &Set, into: &mut Vec<Function>) {
    set.except.iter().for_each(|s| of_set(s, into));
    for item in &set.items {
        match item {
            Item::One(e) | Item::Powers(e) | Item::Divisors(e) => of_expr(e, into),
            Item::Range { from, to, step } => {
                of_expr(from, into);
                to.iter().for_each(|e| of_expr(e, into));
                of_expr(step, into);
            }
            Item::Nested(set) => of_set(set, into),
            Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => {}
        }
    }
}

fn of_expr(expr: &Expr, into: &mut Vec<Function>) {
    match expr {
        Expr::Constant(_) | Expr::Variable(_) => {}
        Expr::Negative(e) => of_expr(e, into),
        Expr::Binary(_, a, b) => {
            of_expr(a, into);
            of_expr(b, into);
        }
        Expr::Call(function, arguments) => {
            into.push(*function);
            arguments.iter().for_each(|e| of_expr(e, into));
        }
    }
}

/// The set that a claim describes: of the variables, and of the value behind them if it is about values. Outside the
/// domain everything belongs to a claim about P-positions.
///
/// # Errors
/// A term without automaton in the engine's system, by name; cap or budget.
pub(super) fn claim_set(
    claim: &Claim,
    subject: &Subject,
    domain: Option<&Cond>,
    engine: &mut Engine<'_>,
) -> Built<Dfa> {
    let arity = subject.variables.len();
    let mut tracks: Vec<Variable> = (0..arity as Variable).collect();
    let mut values: Vec<Linear> = (0..arity).map(Linear::variable).collect();
    let size = values.iter().try_fold(Linear::default(), |sum, v| sum.plus(v)).unwrap_or_default();
    let names = subject.variables.clone();
    let mut terms = Terms { engine, next: arity as Variable + 1, names, size };
    let formula = match claim {
        Claim::Previous(statement) => {
            let holds = formula(statement, &mut terms, &mut values)?;
            match domain {
                Some(domain) => Formula::any([holds, terms.condition(domain, &values)?.negated()]),
                None => holds,
            }
        }
        Claim::Value(cases) => {
            let value = Linear::variable(arity);
            tracks.push(arity as Variable);
            let mut any = Vec::new();
            let mut not_before: Vec<Formula> = Vec::new();
            for (cond, expr) in cases {
                let cond = match cond {
                    Some(cond) => formula(cond, &mut terms, &mut values)?,
                    None => Formula::Constant(true),
                };
                let mut equal = Vec::new();
                for Case { mut conditions, auxiliary, value: own } in terms.cases(expr, &values)? {
                    conditions.push(Formula::compare(&value, Relation::Equal, &own)?);
                    equal.push(Formula::exists(auxiliary, Formula::all(conditions)));
                }
                let here = not_before.iter().cloned().chain([cond.clone(), Formula::any(equal)]);
                any.push(Formula::all(here));
                not_before.push(cond.negated());
            }
            Formula::any(any)
        }
        Claim::Period { .. } => Formula::Constant(false),
    };
    engine.compile(&formula, &tracks)
}

/// A statement as a formula; variable `i` of the statement is `values[i]`.
fn formula(statement: &Statement, terms: &mut Terms<'_, '_>, values: &mut Vec<Linear>) -> Built<Formula> {
    let list = |all: &[Statement], terms: &mut Terms<'_, '_>, values: &mut Vec<Linear>| {
        all.iter().map(|s| formula(s, terms, values)).collect::<Built<Vec<_>>>()
    };
    Ok(match statement {
        Statement::Is(cond) => terms.condition(cond, values)?,
        Statement::All(all) => Formula::all(list(all, terms, values)?),
        Statement::Any(any) => Formula::any(list(any, terms, values)?),
        Statement::Not(inner) => formula(inner, terms, values)?.negated(),
        Statement::Exists(_, name, inner) | Statement::ForAll(_, name, inner) => {
            let bound = terms.next;
            terms.next += 1;
            values.push(Linear::variable(bound as usize));
            terms.names.push(name.clone());
            let inner = formula(inner, terms, values);
            values.pop();
            terms.names.pop();
            let inner = inner?;
            if matches!(statement, Statement::Exists(..)) {
                Formula::exists([bound], inner)
            } else {
                Formula::for_all([bound], inner)
            }
        }
    })
}
