//! The P-positions in a box, marked from the compiled conditions of the moves.
//!
//! Positions are visited in row-major order; what is not marked is a P-position, and every position that has a move to it
//! is marked then. To find these, the linear conditions of a move are solved for the position with the option fixed:
//! one coordinate after the other within the bounds that the conditions leave. So a set with few P-positions costs little
//! more than its box: 3-Wythoff to 1549×1549 needs a few million steps, where looking at all options needs a thousand
//! times as many.
//!
//! It is right only if no move raises a coordinate and every move changes one; both are shown first
//! ([`Marking::new`] is `None` otherwise). Any other data will do for [`learn`](super::learn) as well.

use std::cmp::Ordering;

use grundy_core::{Context, Stopped};

use crate::compile::resolve;
use crate::engine::Built;
use crate::formula::{Formula, Variable};
use crate::linear::{Linear, System, Work};
use crate::moves::Moves;
use crate::relation::Relation;
use crate::search::{Labels, larger_box};

/// Cells of a box, for one coordinate and for more: each P-position costs as much as there are positions with a move to
/// it.
const MARKED: [u64; 2] = [1 << 17, 1 << 24];

/// One way to move: linear conditions on position, option and auxiliaries.
#[derive(Debug, Clone)]
struct Way {
    /// `constant + Σ c·x`, `true`: is 0, `false`: at least 0. Variables: coordinates, option, auxiliaries.
    bounds: Vec<(Linear, bool)>,
    /// Conditions that are only tested.
    tests: Vec<Formula>,
    /// Unknown variables in the order of choice: coordinates, then auxiliaries.
    unknown: Vec<usize>,
    variables: usize,
}

/// The P-positions of normal play with coordinates below a limit.
#[derive(Debug, Clone)]
pub struct Marking {
    ways: Vec<Way>,
    arity: usize,
    limit: u64,
    /// Row-major; true where it is an N-position.
    marked: Vec<bool>,
}

impl Marking {
    /// Nothing marked yet; `None` if the moves are not simple enough: moves to one component that raise no coordinate,
    /// with linear conditions.
    #[must_use]
    pub fn new(moves: &Moves) -> Option<Self> {
        let mut ways = Vec::new();
        for one in &moves.moves {
            if one.parts != 1 {
                return None;
            }
            let alternatives = match &one.formula {
                Formula::Any(any) => any.clone(),
                other => vec![other.clone()],
            };
            for formula in alternatives {
                ways.push(Way::of(&formula, moves.arity)?);
            }
        }
        Some(Marking { ways, arity: moves.arity, limit: 0, marked: Vec::new() })
    }

    /// Marks a larger box, from the start.
    ///
    /// # Errors
    /// A spent budget; then nothing is known.
    pub fn fill(&mut self, limit: u64, cx: &Context) -> Result<(), Stopped> {
        let cells = u32::try_from(self.arity).ok().and_then(|n| limit.checked_pow(n)).filter(|c| *c <= 1 << 32);
        let Some(cells) = cells else {
            return Err(cx.engine_limit(grundy_core::Spent::Memory, format!("{limit}^{} cells", self.arity)));
        };
        self.limit = 0;
        cx.release(self.marked.len() as u64);
        cx.reserve(cells)?;
        self.marked = vec![false; cells as usize];
        let mut place = vec![0i64; self.arity];
        for index in 0..cells as usize {
            if !self.marked[index] {
                for way in &self.ways {
                    let mut values = vec![0i64; way.variables];
                    values[self.arity..2 * self.arity].copy_from_slice(&place);
                    let mut fixed = vec![false; way.variables];
                    fixed[self.arity..2 * self.arity].fill(true);
                    let limit = limit.cast_signed();
                    let mut search = Search { way, arity: self.arity, limit, marked: &mut self.marked, cx };
                    search.choose(0, &mut values, &mut fixed)?;
                }
            }
            cx.tick(1)?;
            for coordinate in place.iter_mut().rev() {
                *coordinate += 1;
                if *coordinate < limit.cast_signed() {
                    break;
                }
                *coordinate = 0;
            }
        }
        self.limit = limit;
        Ok(())
    }

    /// Is it a P-position? `None` outside the box.
    #[must_use]
    pub fn is_p(&self, place: &[u64]) -> Option<bool> {
        if place.len() != self.arity || place.iter().any(|c| *c >= self.limit) {
            return None;
        }
        let index = place.iter().fold(0, |sum, c| sum * self.limit + c);
        self.marked.get(index as usize).map(|marked| !marked)
    }
}

impl Labels for Marking {
    fn tracks(&self) -> usize {
        self.arity
    }

    fn label(&self, tuple: &[u64]) -> Option<bool> {
        self.is_p(tuple)
    }

    fn extend(&mut self, tuple: &[u64], cells: u64, cx: &Context) -> Built<bool> {
        let Some(limit) = larger_box(self.limit, tuple, cells.min(MARKED[usize::from(self.arity > 1)])) else {
            return Ok(false);
        };
        self.fill(limit, cx)?;
        Ok(true)
    }
}

impl Way {
    fn of(formula: &Formula, arity: usize) -> Option<Way> {
        let mut items = Vec::new();
        let mut auxiliary: Vec<Variable> = Vec::new();
        let mut stack = vec![formula.clone()];
        while let Some(item) = stack.pop() {
            match item {
                Formula::All(all) => stack.extend(all),
                Formula::Exists(more, inner) => {
                    auxiliary.extend(more);
                    stack.push(*inner);
                }
                item => items.push(item),
            }
        }
        if !resolve(&mut items, &mut auxiliary) {
            items = vec![Formula::Constant(false)];
        }
        let mut bounds = Vec::new();
        let mut tests = Vec::new();
        for item in items {
            match item {
                Formula::Constant(true) => {}
                Formula::Compare(form, Relation::Equal) => bounds.push((form, true)),
                Formula::Compare(form, Relation::GreaterEqual) => bounds.push((form, false)),
                Formula::Compare(form, Relation::Greater) => bounds.push((form.shifted(-1)?, false)),
                Formula::Compare(form, Relation::LessEqual) => bounds.push((form.scaled(-1)?, false)),
                Formula::Compare(form, Relation::Less) => bounds.push((form.scaled(-1)?.shifted(-1)?, false)),
                other if testable(&other) => tests.push(other),
                _ => return None,
            }
        }
        auxiliary.sort_unstable();
        auxiliary.dedup();
        let all = bounds.iter().flat_map(|(f, _)| f.terms().map(|(v, _)| v + 1)).max().unwrap_or(0);
        let tested = tests.iter().map(Formula::variables).max().unwrap_or(0) as usize;
        let variables = all.max(tested).max(2 * arity);
        // no coordinate rises, and the sum falls
        let mut system = System::default();
        for (form, equal) in &bounds {
            if *equal { system.equal.push(form.clone()) } else { system.at_least.push(form.clone()) }
        }
        system.at_least.extend((0..variables).map(Linear::variable));
        let gap = |i: usize| Linear::variable(i).minus(&Linear::variable(i + arity));
        let mut sum = Linear::default();
        for i in 0..arity {
            sum = sum.plus(&gap(i)?)?;
            let mut rises = system.clone();
            rises.at_least.push(gap(i)?.scaled(-1)?.shifted(-1)?);
            if !rises.infeasible(&mut Work::new(100_000)) {
                return None;
            }
        }
        system.at_least.push(sum.scaled(-1)?);
        if !system.infeasible(&mut Work::new(100_000)) {
            return None;
        }
        let unknown = (0..arity).chain(auxiliary.into_iter().map(|v| v as usize)).collect();
        Some(Way { bounds, tests, unknown, variables })
    }
}

/// Can it be tested when all its variables are known?
fn testable(formula: &Formula) -> bool {
    match formula {
        Formula::Compare(..) | Formula::Congruent { .. } | Formula::Member(..) | Formula::Constant(_) => true,
        Formula::All(all) | Formula::Any(all) => all.iter().all(testable),
        Formula::Not(inner) => testable(inner),
        _ => false,
    }
}

fn test(formula: &Formula, values: &[i64]) -> bool {
    let value = |form: &Linear| form.constant_term() + form.terms().map(|(v, c)| c * values[v]).sum::<i64>();
    match formula {
        Formula::Constant(answer) => *answer,
        Formula::Compare(form, relation) => relation.holds(value(form).cmp(&0)),
        Formula::Congruent { form, modulus, residues } => {
            let residue = i128::from(value(form)).rem_euclid(i128::from(*modulus));
            residues.iter().any(|r| i128::from(*r) == residue)
        }
        Formula::Member(set, arguments) => {
            let all: Option<Vec<u64>> = arguments.iter().map(|f| u64::try_from(value(f)).ok()).collect();
            all.is_some_and(|all| set.contains(&all))
        }
        Formula::All(all) => all.iter().all(|f| test(f, values)),
        Formula::Any(any) => any.iter().any(|f| test(f, values)),
        Formula::Not(inner) => !test(inner, values),
        _ => false,
    }
}

struct Search<'s> {
    way: &'s Way,
    arity: usize,
    limit: i64,
    marked: &'s mut [bool],
    cx: &'s Context,
}

impl Search<'_> {
    /// Chooses the unknown variables one after the other, each within its bounds.
    fn choose(&mut self, depth: usize, values: &mut [i64], fixed: &mut [bool]) -> Result<(), Stopped> {
        let Some(&variable) = self.way.unknown.get(depth) else {
            if self.way.tests.iter().all(|t| test(t, values)) {
                let index = values[..self.arity].iter().fold(0, |sum, c| sum * self.limit + c);
                self.marked[index as usize] = true;
            }
            return Ok(());
        };
        let (low, high) = self.interval(variable, values, fixed);
        fixed[variable] = true;
        for value in low..=high {
            self.cx.tick(1)?;
            values[variable] = value;
            self.choose(depth + 1, values, fixed)?;
        }
        fixed[variable] = false;
        Ok(())
    }

    /// The values that the conditions leave to a variable, the other unknown ones anywhere in their range. With all
    /// variables chosen, every condition has been used exactly.
    fn interval(&self, variable: usize, values: &[i64], fixed: &[bool]) -> (i64, i64) {
        let most = self.most(variable);
        let (mut low, mut high) = (0, most);
        for (form, equal) in &self.way.bounds {
            let c = form.coefficient(variable);
            if c == 0 {
                continue;
            }
            // the rest of the form, at least and at most
            let (mut least, mut greatest) = (form.constant_term(), form.constant_term());
            for (v, d) in form.terms().filter(|(v, _)| *v != variable) {
                if fixed[v] {
                    least += d * values[v];
                    greatest += d * values[v];
                } else if d > 0 {
                    greatest += d * self.most(v);
                } else {
                    least += d * self.most(v);
                }
            }
            // c·x ≥ −greatest; for an equation also c·x ≤ −least
            match c.cmp(&0) {
                Ordering::Greater => {
                    low = low.max(-greatest.div_euclid(c));
                    if *equal {
                        high = high.min((-least).div_euclid(c));
                    }
                }
                _ => {
                    high = high.min(greatest.div_euclid(-c));
                    if *equal {
                        low = low.max(-(-least).div_euclid(-c));
                    }
                }
            }
        }
        (low, high)
    }

    fn most(&self, variable: usize) -> i64 {
        // auxiliaries are differences, quotients … of numbers in the box: the conditions bound them
        if variable < 2 * self.arity { self.limit - 1 } else { self.limit.saturating_mul(64) }
    }
}
