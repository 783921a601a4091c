//! Two spellings of one statement.
//!
//! A claim that says what a law of the game says is proved by the law. Whether it says the same is decided here by a
//! normal form: linear expressions are collected, arguments of symmetric functions and members of `and`, `or` and `=`
//! are sorted, `>` is turned into `<`, `not` is brought inside. Equal keys mean equal statements; unequal keys mean
//! nothing.

use grundy_core::number::Int;
use grundy_notation::ast::{Operator, Relation};

use super::{Claim, Statement};
use crate::rule::affine::Form;
use crate::rule::ir::{Cond, Expr, Function, Set};
use crate::rule::measure::constant;
use crate::rule::written::items;

/// The normal form of a claim, as text.
#[must_use]
pub fn key(claim: &Claim) -> String {
    match claim {
        Claim::Previous(statement) => format!("P {}", of_statement(statement, false)),
        Claim::Value(cases) => {
            let cases: Vec<(Option<String>, String)> = cases
                .iter()
                .map(|(cond, expr)| (cond.as_ref().map(|c| of_statement(c, false)), of_expr(expr)))
                .collect();
            if let ([(Some(_), yes), (None, no)], [(Some(cond), _), _]) = (&cases[..], &claim_cases(claim)[..]) {
                // `x if c else y` and `y if not c else x` are the same
                let (plain, turned) = (of_statement(cond, false), of_statement(cond, true));
                return if plain <= turned {
                    format!("g {plain} ? {yes} : {no}")
                } else {
                    format!("g {turned} ? {no} : {yes}")
                };
            }
            let cases: Vec<String> =
                cases.into_iter().map(|(cond, expr)| format!("{} ? {expr}", cond.unwrap_or_default())).collect();
            format!("g {}", cases.join(" : "))
        }
        Claim::Every(facet, statement) => format!("every {facet:?} {}", of_statement(statement, false)),
        Claim::Period { period, from, saltus } => format!("period {period} {from} {saltus}"),
    }
}

fn claim_cases(claim: &Claim) -> Vec<(Option<&Statement>, &Expr)> {
    match claim {
        Claim::Value(cases) => cases.iter().map(|(c, e)| (c.as_ref(), e)).collect(),
        Claim::Previous(_) | Claim::Every(..) | Claim::Period { .. } => Vec::new(),
    }
}

fn sorted(mut all: Vec<String>, sign: &str) -> String {
    all.sort();
    all.dedup();
    match &all[..] {
        [one] => one.clone(),
        _ => format!("({})", all.join(sign)),
    }
}

/// The two sides in order. Equal ones stay two: `x = x` is another statement than `x != x`.
fn paired(a: String, b: String, sign: &str) -> String {
    let (first, second) = if a <= b { (a, b) } else { (b, a) };
    format!("({first} {sign} {second})")
}

fn of_statement(statement: &Statement, negated: bool) -> String {
    match statement {
        Statement::Is(cond) => of_cond(cond, negated),
        Statement::All(all) | Statement::Any(all) => {
            let conjunction = matches!(statement, Statement::All(_)) != negated;
            let mut parts = Vec::new();
            collect(all, matches!(statement, Statement::All(_)), negated, &mut parts);
            sorted(parts, if conjunction { " and " } else { " or " })
        }
        Statement::Not(inner) => of_statement(inner, !negated),
        Statement::Exists(v, _, inner) | Statement::ForAll(v, _, inner) => {
            let exists = matches!(statement, Statement::Exists(..)) != negated;
            format!("({} x{v}: {})", if exists { "exists" } else { "forall" }, of_statement(inner, negated))
        }
    }
}

/// Members of nested `and` (or nested `or`) side by side.
fn collect(all: &[Statement], conjunction: bool, negated: bool, into: &mut Vec<String>) {
    for statement in all {
        match statement {
            Statement::All(inner) if conjunction => collect(inner, conjunction, negated, into),
            Statement::Any(inner) if !conjunction => collect(inner, conjunction, negated, into),
            other => into.push(of_statement(other, negated)),
        }
    }
}

fn of_cond(cond: &Cond, negated: bool) -> String {
    match cond {
        Cond::All(all) | Cond::Any(all) => {
            let conjunction = matches!(cond, Cond::All(_)) != negated;
            let parts = all.iter().map(|c| of_cond(c, negated)).collect();
            sorted(parts, if conjunction { " and " } else { " or " })
        }
        Cond::Not(inner) => of_cond(inner, !negated),
        Cond::Compare(a, relation, b) => compare(a, *relation, b, negated),
        Cond::In(x, set) => format!("{}{} in {}", if negated { "not " } else { "" }, of_expr(x), of_set(set)),
    }
}

/// Is the value at least 1 wherever the variables are natural numbers? No linear form with a negative number is asked.
fn is_positive(a: &Expr) -> bool {
    constant(a).is_some_and(|number| number > Int::ZERO)
        || matches!(Form::of(a), Form::Linear { constant: 1.., terms } if terms.iter().all(|(_, factor)| *factor >= 0))
}

fn compare(a: &Expr, relation: Relation, b: &Expr, negated: bool) -> String {
    if relation == Relation::Divides && is_positive(a) {
        let remainder = Expr::Binary(Operator::Remainder, Box::new(b.clone()), Box::new(a.clone()));
        return compare(&remainder, Relation::Equal, &Expr::Constant(0.into()), negated);
    }
    let relation = match (relation, negated) {
        (r, false) => r,
        (Relation::Equal, true) => Relation::NotEqual,
        (Relation::NotEqual, true) => Relation::Equal,
        (Relation::Less, true) => Relation::GreaterEqual,
        (Relation::LessEqual, true) => Relation::Greater,
        (Relation::Greater, true) => Relation::LessEqual,
        (Relation::GreaterEqual, true) => Relation::Less,
        (Relation::Divides, true) => return format!("not {} divides {}", of_expr(a), of_expr(b)),
    };
    if let Some(text) = linear_comparison(a, relation, b) {
        return text;
    }
    let (a, b) = (of_expr(a), of_expr(b));
    match relation {
        Relation::Equal => paired(a, b, "="),
        Relation::NotEqual => paired(a, b, "!="),
        Relation::Less => format!("({a} < {b})"),
        Relation::LessEqual => format!("({a} <= {b})"),
        Relation::Greater => format!("({b} < {a})"),
        Relation::GreaterEqual => format!("({b} <= {a})"),
        Relation::Divides => format!("({a} divides {b})"),
    }
}

/// A linear comparison as `form = 0`, `form != 0` or `form <= 0`; variables are natural numbers.
fn linear_comparison(a: &Expr, relation: Relation, b: &Expr) -> Option<String> {
    let difference = |a: &Expr, b: &Expr, more: i64| {
        let difference = a.clone() - b.clone();
        match Form::of(&difference) {
            Form::Linear { constant, mut terms } => {
                terms.sort_unstable();
                Some((constant.checked_add(more)?, terms))
            }
            Form::Tree(_) => None,
        }
    };
    let show = |constant: i64, terms: &[(usize, i64)], sign: &str| {
        let terms: Vec<String> = terms.iter().map(|(v, c)| format!("{c}x{v}")).collect();
        format!("([{}+{constant}] {sign} 0)", terms.join("+"))
    };
    let equality = |sign: &str| {
        let (constant, terms) = difference(a, b, 0)?;
        // the first coefficient is positive
        let flip = terms.first().is_some_and(|t| t.1 < 0);
        let (constant, terms) = if flip { difference(b, a, 0)? } else { (constant, terms) };
        Some(show(constant, &terms, sign))
    };
    let (constant, terms) = match relation {
        Relation::Equal => return equality("="),
        Relation::NotEqual => return equality("!="),
        Relation::Less => difference(a, b, 1)?,
        Relation::LessEqual => difference(a, b, 0)?,
        Relation::Greater => difference(b, a, 1)?,
        Relation::GreaterEqual => difference(b, a, 0)?,
        Relation::Divides => return None,
    };
    Some(match terms[..] {
        // x ≤ 0 and 1 ≤ x
        [(v, 1)] if constant == 0 => show(0, &[(v, 1)], "="),
        [(v, -1)] if constant == 1 => show(0, &[(v, 1)], "!="),
        _ => show(constant, &terms, "<="),
    })
}

fn of_set(set: &Set) -> String {
    let items = items(set, of_expr, of_set);
    let except: String = set.except.iter().map(|s| format!(" except {}", of_set(s))).collect();
    format!("{{{}}}{except}", sorted(items, ","))
}

fn of_expr(expr: &Expr) -> String {
    if let Some(number) = constant(expr) {
        return format!("[{number}]");
    }
    if let Form::Linear { constant, mut terms } = Form::of(expr) {
        terms.sort_unstable();
        let mut text: Vec<String> = terms.iter().map(|(v, c)| format!("{c}x{v}")).collect();
        if constant != 0 || text.is_empty() {
            text.push(constant.to_string());
        }
        return format!("[{}]", text.join("+"));
    }
    match expr {
        Expr::Constant(c) => format!("[{c}]"),
        Expr::Variable(v) => format!("[1x{v}]"),
        Expr::Negative(e) => format!("-{}", of_expr(e)),
        Expr::Binary(operator @ (Operator::Add | Operator::Multiply), a, b) => {
            let mut parts = Vec::new();
            for side in [a, b] {
                flatten(side, *operator, &mut parts);
            }
            parts.sort();
            format!("({})", parts.join(if *operator == Operator::Add { "+" } else { "*" }))
        }
        // x^2 is x*x
        Expr::Binary(Operator::Power, x, two) if **two == Expr::Constant(2.into()) => {
            of_expr(&((**x).clone() * (**x).clone()))
        }
        Expr::Binary(operator, a, b) => format!("({}{operator}{})", of_expr(a), of_expr(b)),
        Expr::Call(function, arguments) => {
            let mut arguments: Vec<String> = arguments.iter().map(of_expr).collect();
            if matches!(
                function,
                Function::Min
                    | Function::Max
                    | Function::Gcd
                    | Function::Xor
                    | Function::BitAnd
                    | Function::BitOr
                    | Function::Mex
            ) {
                arguments.sort();
            }
            format!("{function:?}({})", arguments.join(","))
        }
    }
}

fn flatten(expr: &Expr, operator: Operator, into: &mut Vec<String>) {
    match expr {
        Expr::Binary(own, a, b) if *own == operator && matches!(Form::of(expr), Form::Tree(_)) => {
            flatten(a, operator, into);
            flatten(b, operator, into);
        }
        _ => into.push(of_expr(expr)),
    }
}
