//! Claims as formulas, and the numeration systems that can say them.

use grundy_automata::engine::Built;
use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::{Dfa, Engine, Numeration, Obstacle};
use grundy_notation::ast::Relation;

use crate::automatic::terms::{Case, Terms};
use crate::claim::Subject;
use crate::rule::ir::{Cond, Expr, Function};
use crate::statement::{Claim, Statement};

/// The systems in which a claim can perhaps be said, the likeliest first.
pub(super) fn systems(claim: &Claim) -> Vec<Numeration> {
    let mut functions = Vec::new();
    let mut called = |whole: &Expr| {
        whole.each(&mut |x| {
            if let Expr::Call(function, _) = x {
                functions.push(*function);
            }
        });
    };
    match claim {
        Claim::Previous(statement) | Claim::Every(_, statement) => statement.each_expr(&mut called),
        Claim::Value(cases) => {
            for (cond, expr) in cases {
                cond.iter().for_each(|c| c.each_expr(&mut called));
                called(expr);
            }
        }
        Claim::Period { .. } => return Vec::new(),
    }
    let usual = [2, 3].into_iter().filter_map(Numeration::ostrowski).chain(Numeration::base(3));
    let mut systems: Vec<Numeration> = [Numeration::BINARY, Numeration::ZECKENDORF].into_iter().chain(usual).collect();
    if functions.iter().any(|f| matches!(f, Function::FloorSurd(_))) {
        // the rarer systems are those of rarer roots
        systems.extend((4..16).filter_map(Numeration::ostrowski));
    }
    for function in functions {
        match function {
            Function::FloorSurd(d) => systems.retain(|s| s.root(d).is_some()),
            Function::SmallestPart(2) => systems.retain(|s| *s == Numeration::ZECKENDORF),
            Function::SmallestPart(_) => systems.clear(),
            Function::Xor
            | Function::BitAnd
            | Function::BitOr
            | Function::LowBit
            | Function::TwoAdicOrder
            | Function::PopCount
            | Function::BitLength
            | Function::Log2 => {
                systems.retain(|s| *s == Numeration::BINARY);
            }
            _ => {}
        }
    }
    systems
}

/// The set that a claim describes: of the variables, and of the value behind them if it is about values, or about every position. Outside the
/// domain everything belongs to a claim about P-positions.
///
/// # Errors
/// A term without automaton in the engine's system, by name; cap or budget.
pub(in crate::claim) fn claim_set(
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
    let mut terms = Terms { engine, next: arity as Variable + 1, names, size, faults: Vec::new() };
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
                let earlier = Formula::all(not_before.iter().cloned());
                let cond = match cond {
                    Some(cond) => terms.only_where(&earlier, |terms| formula(cond, terms, &mut values))?,
                    None => Formula::Constant(true),
                };
                let reached = Formula::all([earlier, cond.clone()]);
                let mut equal = Vec::new();
                let own_cases = terms.only_where(&reached, |terms| terms.cases(expr, &values))?;
                for Case { mut conditions, auxiliary, value: own } in own_cases {
                    conditions.push(Formula::compare(&value, Relation::Equal, &own)?);
                    equal.push(Formula::exists(auxiliary, Formula::all(conditions)));
                }
                let here = not_before.iter().cloned().chain([cond.clone(), Formula::any(equal)]);
                any.push(Formula::all(here));
                not_before.push(cond.negated());
            }
            Formula::any(any)
        }
        Claim::Every(_, statement) => {
            let worth = Linear::variable(arity);
            tracks.push(arity as Variable);
            values.push(worth);
            terms.names.push("g".to_owned());
            formula(statement, &mut terms, &mut values)?
        }
        Claim::Period { .. } => Formula::Constant(false),
    };
    let fault = Formula::any(std::mem::take(&mut terms.faults));
    if fault != Formula::Constant(false) && engine.decide(&Formula::exists(fault.free(), fault))? {
        let why = "a function in it has no value at some positions".to_owned();
        return Err(Obstacle::NotAutomatic { term: "the claim".to_owned(), why });
    }
    engine.compile(&formula, &tracks)
}

/// Do two claims about values give the same values everywhere? Even where the values have no automaton, that they are
/// equal may have one: `bits(n) = log2(n)+1`.
///
/// # Errors
/// As [`claim_set`].
pub(super) fn same_values(
    one: &[(Option<Statement>, Expr)],
    other: &[(Option<Statement>, Expr)],
    subject: &Subject,
    engine: &mut Engine<'_>,
) -> Built<bool> {
    let arity = subject.variables.len();
    let mut values: Vec<Linear> = (0..arity).map(Linear::variable).collect();
    let size = values.iter().try_fold(Linear::default(), |sum, v| sum.plus(v)).unwrap_or_default();
    let names = subject.variables.clone();
    let mut terms = Terms { engine, next: arity as Variable + 1, names, size, faults: Vec::new() };
    let one = reached(one, &mut terms, &mut values)?;
    let other = reached(other, &mut terms, &mut values)?;
    let mut differ = Vec::new();
    for (here, a) in &one {
        for (there, b) in &other {
            let both = Formula::all([here.clone(), there.clone()]);
            let equal = Cond::Compare((*a).clone(), Relation::Equal, (*b).clone());
            let equal = if a == b {
                Formula::Constant(true)
            } else {
                terms.only_where(&both, |terms| terms.condition(&equal, &values))?
            };
            differ.push(Formula::all([both, equal.negated()]));
        }
    }
    let fails = Formula::any(differ.into_iter().chain(std::mem::take(&mut terms.faults)));
    Ok(!terms.engine.decide(&Formula::exists(fails.free(), fails))?)
}

/// When each case of a value is the one that counts.
fn reached<'c>(
    cases: &'c [(Option<Statement>, Expr)],
    terms: &mut Terms<'_, '_>,
    values: &mut Vec<Linear>,
) -> Built<Vec<(Formula, &'c Expr)>> {
    let mut not_before = Formula::Constant(true);
    let mut out = Vec::new();
    for (cond, expr) in cases {
        let cond = match cond {
            Some(cond) => terms.only_where(&not_before, |terms| formula(cond, terms, values))?,
            None => Formula::Constant(true),
        };
        out.push((Formula::all([not_before.clone(), cond.clone()]), expr));
        not_before = Formula::all([not_before, cond.negated()]);
    }
    Ok(out)
}

/// A statement as a formula; variable `i` of the statement is `values[i]`.
fn formula(statement: &Statement, terms: &mut Terms<'_, '_>, values: &mut Vec<Linear>) -> Built<Formula> {
    Ok(match statement {
        Statement::Is(cond) => terms.condition(cond, values)?,
        Statement::All(all) => Formula::all(terms.in_any_order(all, false, |terms, s| formula(s, terms, values))?),
        Statement::Any(any) => Formula::any(terms.in_any_order(any, true, |terms, s| formula(s, terms, values))?),
        Statement::Not(inner) => formula(inner, terms, values)?.negated(),
        Statement::Exists(_, name, inner) | Statement::ForAll(_, name, inner) => {
            let bound = terms.next;
            terms.next += 1;
            values.push(Linear::variable(bound as usize));
            terms.names.push(name.clone());
            let before = terms.faults.len();
            let inner = formula(inner, terms, values);
            values.pop();
            terms.names.pop();
            let inner = inner?;
            for fault in &mut terms.faults[before..] {
                *fault = Formula::exists([bound], fault.clone());
            }
            if matches!(statement, Statement::Exists(..)) {
                Formula::exists([bound], inner)
            } else {
                Formula::for_all([bound], inner)
            }
        }
    })
}
