//! The moves of a rule as formulas.
//!
//! `{(a,b) -> (a-k,b) for k in 1..}` becomes the one move "there is k: k ≥ 1 and u = a − k and v = b", with the variables
//! of [`Moves`]. A loop over a list of numbers makes one move of it; a range stays one move.

use grundy_automata::Relation;
use grundy_automata::engine::{Built, Engine, Obstacle};
use grundy_automata::formula::{Formula, Variable};
use grundy_automata::linear::{Linear, System, Work};
use grundy_automata::moves::{Move, Moves};

use super::terms::{Case, Terms, constant};
use crate::rule::ir::{Alternative, Expr, Item, Rule, Set};

/// Branches of one rule at most: lists of numbers, cases of `min` …
const BRANCHES: usize = 4096;
/// Lists with more numbers become one condition instead of one branch each.
const LIST: usize = 3;

/// The moves of a rule, for the engine's numeration system.
///
/// # Errors
/// A term without automaton, by name; a part handed over to another game; too many branches.
pub fn moves_of_rule(rule: &Rule, engine: &mut Engine<'_>) -> Built<Moves> {
    let most = rule.alternatives.iter().map(|a| a.parts.len()).max().unwrap_or(1).max(1);
    let first = rule.arity * (most + 1);
    let size = (0..rule.arity).try_fold(Linear::default(), |sum, v| sum.plus(&Linear::variable(v)));
    let mut terms = Terms {
        engine,
        next: first as Variable,
        names: rule.names.clone(),
        size: size.ok_or_else(Obstacle::overflow)?,
        faults: Vec::new(),
    };
    let mut moves = Vec::new();
    for alternative in &rule.alternatives {
        terms.names.truncate(rule.arity);
        terms.names.extend(alternative.loops.iter().map(|l| l.name.clone()));
        let mut branches = Vec::new();
        let start = Branch {
            values: (0..rule.arity).map(Linear::variable).collect(),
            case: Case::default(),
            bounds: Vec::new(),
        };
        enter(&mut terms, alternative, 0, start, &mut branches)?;
        valued(&mut terms, alternative, &[])?;
        for branch in branches {
            moves.push(finished(&mut terms, rule.arity, alternative, branch)?);
        }
    }
    // the same again says nothing new
    let mut kept: Vec<Move> = Vec::new();
    for one in moves.into_iter().filter(|m| m.formula != Formula::Constant(false)) {
        if !kept.iter().any(|k| k.parts == one.parts && k.formula == one.formula) {
            kept.push(one);
        }
    }
    Ok(Moves { arity: rule.arity, moves: kept, next: terms.next })
}

/// Loops entered so far.
#[derive(Debug, Clone)]
struct Branch {
    values: Vec<Linear>,
    case: Case,
    /// `form ≥ 0` because `1..` ends at the size of the position: most often implied by the rest.
    bounds: Vec<Linear>,
}

fn enter(
    terms: &mut Terms<'_, '_>,
    alternative: &Alternative,
    depth: usize,
    branch: Branch,
    out: &mut Vec<Branch>,
) -> Built<()> {
    let Some(entered) = alternative.loops.get(depth) else {
        out.push(branch);
        if out.len() > BRANCHES {
            return Err(Obstacle::TooLarge { operation: "distinction of moves", cap: BRANCHES });
        }
        return Ok(());
    };
    for next in members(terms, &entered.set, &branch)? {
        enter(terms, alternative, depth + 1, next, out)?;
    }
    Ok(())
}

/// The branches in which the next loop variable is a member of the set.
fn members(terms: &mut Terms<'_, '_>, set: &Set, branch: &Branch) -> Built<Vec<Branch>> {
    let mut out = Vec::new();
    let constants: Vec<i64> = set
        .items
        .iter()
        .filter_map(|item| match item {
            Item::One(e) => constant(e).filter(|c| *c >= 0),
            _ => None,
        })
        .collect();
    let listed = constants.len() > LIST;
    if listed {
        let k = Linear::variable(terms.next as usize);
        let any = constants.iter().map(|c| Some(Formula::compared(k.shifted(-c)?, Relation::Equal)));
        let any = any.collect::<Option<Vec<_>>>().ok_or_else(Obstacle::overflow)?;
        out.push(with_variable(terms, branch, vec![Formula::any(any)], None));
    }
    for item in &set.items {
        match item {
            Item::One(e) if listed && constant(e).is_some_and(|c| c >= 0) => {}
            Item::One(e) => {
                for case in terms.cases(e, &branch.values)? {
                    let mut next = branch.clone();
                    next.values.push(case.value.clone());
                    absorb(&mut next.case, case);
                    out.push(next);
                }
            }
            Item::Range { from, to, step } => range(terms, branch, from, to.as_ref(), step, &mut out)?,
            Item::Nested(inner) => out.extend(members(terms, inner, branch)?),
            named => {
                let k = Linear::variable(terms.next as usize);
                // the divisors of a number are all meant, other named sets go up to the size of the position
                let most = (!matches!(named, Item::Divisors(_))).then(|| terms.size.clone());
                let mut next = with_variable(terms, branch, Vec::new(), most);
                let whole = Set { items: vec![named.clone()], except: Vec::new() };
                next.case.conditions.push(terms.contains(&whole, &k, &branch.values, true)?);
                // so they are; said also as an inequality, from which more follows
                next.case
                    .conditions
                    .push(Formula::compared(k.shifted(-1).ok_or_else(Obstacle::overflow)?, Relation::GreaterEqual));
                out.push(next);
            }
        }
    }
    for next in &mut out {
        let values = next.values.clone();
        for except in &set.except {
            let Some(k) = values.last() else { continue };
            let inside = terms.contains(except, k, &branch.values, true)?;
            next.case.conditions.push(inside.negated());
        }
    }
    Ok(out)
}

fn range(
    terms: &mut Terms<'_, '_>,
    branch: &Branch,
    from: &Expr,
    to: Option<&Expr>,
    step: &Expr,
    out: &mut Vec<Branch>,
) -> Built<()> {
    let Some(step) = constant(step).filter(|s| *s >= 1) else {
        let why = "a step must be a constant of at least 1".to_owned();
        return Err(Obstacle::NotAutomatic { term: "step".to_owned(), why });
    };
    let lower = terms.cases(from, &branch.values)?;
    let upper = match to {
        Some(to) => terms.cases(to, &branch.values)?.into_iter().map(Some).collect(),
        None => vec![None],
    };
    for from in &lower {
        for to in &upper {
            let variable = terms.next;
            terms.next += 1;
            let free = Linear::variable(variable as usize);
            let mut next = branch.clone();
            absorb(&mut next.case, from.clone());
            next.case.auxiliary.push(variable);
            let value = if from.value.is_natural() {
                // the loop variable itself
                let above = free.minus(&from.value).ok_or_else(Obstacle::overflow)?;
                next.case.conditions.push(Formula::compared(above.clone(), Relation::GreaterEqual));
                next.case.conditions.push(Formula::congruent(above, step.unsigned_abs(), [0]));
                free
            } else {
                // from + step·(a natural number)
                from.value.combine(1, &free, step).ok_or_else(Obstacle::overflow)?
            };
            match to {
                Some(to) => {
                    absorb(&mut next.case, to.clone());
                    next.case.conditions.push(Formula::compare(&value, Relation::LessEqual, &to.value)?);
                }
                None => next.bounds.push(terms.size.minus(&value).ok_or_else(Obstacle::overflow)?),
            }
            next.values.push(value);
            out.push(next);
        }
    }
    Ok(())
}

fn with_variable(terms: &mut Terms<'_, '_>, branch: &Branch, conditions: Vec<Formula>, most: Option<Linear>) -> Branch {
    let variable = terms.next;
    terms.next += 1;
    let value = Linear::variable(variable as usize);
    let mut next = branch.clone();
    next.case.auxiliary.push(variable);
    next.case.conditions.extend(conditions);
    next.bounds.extend(most.and_then(|most| most.minus(&value)));
    next.values.push(value);
    next
}

fn absorb(into: &mut Case, case: Case) {
    into.conditions.extend(case.conditions);
    into.auxiliary.extend(case.auxiliary);
}

/// What has no value is an error when the game is played: it must not happen where these hold.
fn valued(terms: &mut Terms<'_, '_>, alternative: &Alternative, conditions: &[Formula]) -> Built<()> {
    let faults = std::mem::take(&mut terms.faults);
    let fails = Formula::all(conditions.iter().cloned().chain([Formula::any(faults)]));
    if fails != Formula::Constant(false) && terms.engine.decide(&Formula::exists(fails.free(), fails))? {
        let why = "a function in it has no value at some positions".to_owned();
        return Err(Obstacle::NotAutomatic { term: alternative.text.clone(), why });
    }
    Ok(())
}

/// Guards and parts.
fn finished(terms: &mut Terms<'_, '_>, arity: usize, alternative: &Alternative, branch: Branch) -> Built<Move> {
    let mut all = Vec::new();
    for guard in &alternative.guards {
        let so_far = Formula::all(all.iter().cloned());
        all.push(terms.only_where(&so_far, |terms| terms.condition(&guard.cond, &branch.values))?);
    }
    let guarded = Formula::all(all.iter().cloned());
    let mut ways = vec![Case::default()];
    for (p, part) in alternative.parts.iter().enumerate() {
        if part.game.is_some() {
            let why = "a part is handed over to another game".to_owned();
            return Err(Obstacle::NotAutomatic { term: alternative.text.clone(), why });
        }
        for (i, coordinate) in part.coordinates.iter().enumerate() {
            let cases = terms.only_where(&guarded, |terms| terms.cases(coordinate, &branch.values))?;
            let target = Linear::variable(arity * (p + 1) + i);
            let mut more = Vec::new();
            for way in &ways {
                for case in &cases {
                    let mut next = way.clone();
                    absorb(&mut next, case.clone());
                    next.conditions.push(Formula::compare(&target, Relation::Equal, &case.value)?);
                    more.push(next);
                }
            }
            if more.len() > BRANCHES {
                return Err(Obstacle::TooLarge { operation: "distinction of moves", cap: BRANCHES });
            }
            ways = more;
        }
    }
    valued(terms, alternative, &branch.case.conditions)?;
    let mut any = Vec::new();
    for way in ways {
        let mut case = branch.case.clone();
        absorb(&mut case, way);
        case.conditions.extend(all.iter().cloned());
        for bound in &branch.bounds {
            if !implied(bound, &case.conditions) {
                case.conditions.push(Formula::compared(bound.clone(), Relation::GreaterEqual));
            }
        }
        any.push(Formula::exists(case.auxiliary, Formula::all(case.conditions)));
    }
    Ok(Move { parts: alternative.parts.len(), formula: Formula::any(any), text: alternative.text.clone() })
}

/// Does `form ≥ 0` follow from the linear conditions?
fn implied(form: &Linear, conditions: &[Formula]) -> bool {
    let mut system = System::default();
    let mut variables: Vec<usize> = form.terms().map(|(v, _)| v).collect();
    for condition in conditions {
        let Formula::Compare(known, relation) = condition else { continue };
        variables.extend(known.terms().map(|(v, _)| v));
        let bound = match relation {
            Relation::Equal => {
                system.equal.push(known.clone());
                continue;
            }
            Relation::GreaterEqual => Some(known.clone()),
            Relation::Greater => known.shifted(-1),
            Relation::LessEqual => known.scaled(-1),
            Relation::Less => known.scaled(-1).and_then(|f| f.shifted(-1)),
            Relation::NotEqual | Relation::Divides => None,
        };
        system.at_least.extend(bound);
    }
    variables.sort_unstable();
    variables.dedup();
    system.at_least.extend(variables.into_iter().map(Linear::variable));
    let Some(fails) = form.scaled(-1).and_then(|f| f.shifted(-1)) else { return false };
    system.at_least.push(fails);
    system.infeasible(&mut Work::new(20_000))
}
