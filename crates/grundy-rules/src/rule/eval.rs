//! Evaluation of [`rule::ir`](super::ir): the options of a position, expressions and conditions.
//!
//! `{n -> n//d for d in 2..6 if n > 0}` at 7 visits the options 3, 2, 1, 1, 1. What an alternative means is laid down
//! in [`super::ir`]; every option is visited once or more often, none is stored.
//!
//! Evaluation is over machine words, each step checked, and starts again over big integers where a step leaves
//! their range; so options met before may be visited twice. Parts and guards that are linear in the innermost
//! variable leave a window of its values (the module `affine`), and only that is entered. Cost: one tick a member of a
//! loop's set inside the window.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Budget, Context, Diagnostic, Error, Int, Nat, Result};
use grundy_notation::ast::Relation;

use super::affine::{Affine, Bound, Form, Window};
use super::arithmetic::{Number, expression};
use super::depth;
use super::falling::Falling;
use super::ir::{Alternative, Cond, Guard, OtherGame, Rule};
use super::members::{Scope, contains, members};
use super::outer;
use super::trouble::{Step, Trouble, explain};
use super::written;
use crate::place::Place;

/// One option: its parts, each with the game that it is handed to (`None`: the rule's own).
pub type Parts<'r> = [(Option<&'r OtherGame>, Place)];

/// Takes one option and the alternative that it comes from. May say stop.
pub type Visitor<'a> = dyn FnMut(&Alternative, &Parts<'_>) -> ControlFlow<()> + 'a;

/// Members that are looked at again for a message.
const MOST_AGAIN: u64 = 1 << 16;

/// Visits every option of `place` once or more often, until the visitor stops.
///
/// Prepares the rule first; who asks for many places keeps a [`Prepared`].
///
/// # Errors
/// A [`Rule`](grundy_core::ErrorKind::Rule) diagnostic that names the position where an expression has no value; or the
/// budget is spent.
pub fn options(rule: &Rule, place: &[Nat], cx: &Context, visit: &mut Visitor<'_>) -> Result<ControlFlow<()>> {
    Prepared::new(rule)?.options(place, cx, visit)
}

/// A rule with its linear parts and guards worked out.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The rule.
    pub rule: Arc<Rule>,
    /// Its alternatives, prepared, in order.
    pub ways: Vec<Way>,
}

/// One alternative, prepared.
#[derive(Debug, Clone)]
pub struct Way {
    /// Guards that can be tested before the innermost loop is entered, by number of loops entered.
    pub outer: Vec<Vec<Cond>>,
    /// All guards that need the innermost variable.
    pub inner: Vec<Cond>,
    /// Those among them that are no bounds.
    pub(crate) filters: Vec<Cond>,
    /// Linear guards, the rule that no coordinate is negative, and what the variable must divide.
    pub bounds: Vec<Bound>,
    /// The same of each outer loop, for the least members of those within ([`outer`]).
    outer_bounds: Vec<Vec<Bound>>,
    /// The coordinates of each part.
    pub parts: Vec<Vec<Form>>,
    /// The same as linear expressions in the innermost variable, if all are.
    pub(crate) affine: Option<Vec<Vec<Affine>>>,
}

impl Prepared {
    /// Prepares a rule. Linear in its size.
    ///
    /// # Errors
    /// A [`Rule`](grundy_core::ErrorKind::Rule) diagnostic if an expression is nested too deeply (1000), a move has too
    /// many loops (64), or variables and coordinates do not fit the rule.
    pub fn new(rule: &Rule) -> Result<Self> {
        for alternative in &rule.alternatives {
            depth::check(rule, alternative)?;
        }
        let ways = rule.alternatives.iter().map(|a| Way::new(rule.arity, a)).collect();
        Ok(Prepared { rule: Arc::new(rule.clone()), ways })
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Visits every option of `place` once or more often, until the visitor stops.
    ///
    /// # Errors
    /// See [`options`].
    pub fn options(&self, place: &[Nat], cx: &Context, visit: &mut Visitor<'_>) -> Result<ControlFlow<()>> {
        for which in 0..self.ways.len() {
            if self.options_of(which, place, cx, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The same for the alternative with this number alone.
    ///
    /// # Errors
    /// As [`Prepared::options`].
    pub fn options_of(
        &self,
        which: usize,
        place: &[Nat],
        cx: &Context,
        visit: &mut Visitor<'_>,
    ) -> Result<ControlFlow<()>> {
        if place.len() != self.rule.arity {
            let message = format!("the game has {} coordinates, not {}", self.rule.arity, place.len());
            return Err(Diagnostic::input(message).into());
        }
        let words: Option<Vec<i64>> = place.iter().map(|n| i64::try_from(n).ok()).collect();
        let outcome = match words.map(|words| self.run(which, &words, cx, visit)) {
            None | Some(Err(Trouble::Large)) => {
                let large: Vec<Int> = place.iter().cloned().map(Int::from).collect();
                self.run(which, &large, cx, visit)
            }
            Some(outcome) => outcome,
        };
        outcome.map_err(|trouble| {
            let large: Vec<Int> = place.iter().cloned().map(Int::from).collect();
            self.explain(which, trouble, &large)
        })
    }

    /// A trouble of the alternative with this number as an error. A condition without a value is named instead of its move.
    #[must_use]
    pub fn explain(&self, which: usize, trouble: Trouble, place: &[Int]) -> Error {
        let names = &self.rule.names;
        let Some(alternative) = self.rule.alternatives.get(which) else {
            return explain(trouble, names, place, "");
        };
        let failed = matches!(trouble, Trouble::Fault(_)).then(|| self.failed_guard(which, place)).flatten();
        match failed {
            Some(guard) => {
                let loops = alternative.loops.iter().map(|entered| entered.name.clone());
                let all: Vec<String> = names.iter().cloned().chain(loops).collect();
                explain(trouble, names, place, &written::condition(&guard.cond, &all))
            }
            None => explain(trouble, names, place, &alternative.text),
        }
    }

    /// The condition that ends the evaluation of this alternative, if it is one: the evaluation is done again, with a watch
    /// on the conditions. Only a message depends on it, so the work is bounded.
    fn failed_guard(&self, which: usize, place: &[Int]) -> Option<&Guard> {
        let cx = Context::new(Budget { nodes: Some(MOST_AGAIN), ..Budget::UNLIMITED });
        let size = size_of(place).ok()?;
        let mut on = |_: &Alternative, _: &Parts<'_>| ControlFlow::Continue(());
        let (mut run, mut values) = self.started(which, place, &mut on);
        let _ended = run.enter(0, &mut values, &Scope { size: &size, cx: &cx }, false);
        run.failed.and_then(|at| self.rule.alternatives[which].guards.get(at))
    }

    /// Do the guards that need no loop variable let this alternative go on?
    pub(crate) fn begins(&self, which: usize, place: &[Int], cx: &Context) -> Step<bool> {
        let alternative = &self.rule.alternatives[which];
        let size = size_of(place)?;
        let mut values = place.to_vec();
        values.resize(place.len() + alternative.loops.len(), Int::ZERO);
        self.ways[which].passes(alternative, 0, false, &mut values, &Scope { size: &size, cx })
    }

    /// [`Prepared::options_of`] in one kind of numbers: machine words may turn out to be too small.
    pub(super) fn run<N: Number>(
        &self,
        which: usize,
        place: &[N],
        cx: &Context,
        visit: &mut Visitor<'_>,
    ) -> Step<ControlFlow<()>> {
        let size = size_of(place)?;
        let (mut run, mut values) = self.started(which, place, visit);
        cx.tick(1)?;
        run.enter(0, &mut values, &Scope { size: &size, cx }, false)
    }

    /// An evaluation of this alternative with its variables, none of whose loops is entered.
    fn started<'r, 'v, 'w, N: Number>(
        &'r self,
        which: usize,
        place: &[N],
        visit: &'v mut Visitor<'w>,
    ) -> (Run<'r, 'v, 'w>, Vec<N>) {
        let (alternative, way) = (&self.rule.alternatives[which], &self.ways[which]);
        let mut values = place.to_vec();
        values.resize(place.len() + alternative.loops.len(), N::from_word(0));
        let parts = alternative.parts.iter().map(|part| (part.game.as_ref(), Place::new())).collect();
        (Run { arity: place.len(), alternative, way, parts, visit, failed: None }, values)
    }
}

/// The sum of the coordinates, whatever its size.
fn size_of<N: Number>(place: &[N]) -> Step<N> {
    // no bound of 2^4096 here: the position is given, not computed
    let size: Int = place.iter().map(Number::to_int).sum();
    N::from_int(&size)
}

struct Run<'r, 'v, 'w> {
    arity: usize,
    alternative: &'r Alternative,
    way: &'r Way,
    parts: Vec<(Option<&'r OtherGame>, Place)>,
    visit: &'v mut Visitor<'w>,
    /// The number of the guard that has no value, once one was met.
    failed: Option<usize>,
}

impl Run<'_, '_, '_> {
    fn enter<N: Number>(
        &mut self,
        depth: usize,
        values: &mut [N],
        scope: &Scope<'_, N>,
        exact: bool,
    ) -> Step<ControlFlow<()>> {
        let (alternative, way) = (self.alternative, self.way);
        match way.passes(alternative, depth, exact, values, scope) {
            Ok(true) => {}
            Ok(false) => return Ok(ControlFlow::Continue(())),
            Err(trouble) => {
                let fails = |guard: &Guard| {
                    guard.depth <= depth && matches!(condition(&guard.cond, values, scope.cx), Err(Trouble::Fault(_)))
                };
                self.failed = alternative.guards.iter().position(fails);
                return Err(trouble);
            }
        }
        let Some(entered) = alternative.loops.get(depth) else { return self.offer(values) };
        let innermost = depth + 1 == alternative.loops.len();
        let window = Window::of(if innermost { &way.bounds } else { &way.outer_bounds[depth] }, values)?;
        members(&entered.set, self.arity + depth, values, scope, &window, &mut |values| {
            self.enter(depth + 1, values, scope, window.exact)
        })
    }

    fn offer<N: Number>(&mut self, values: &[N]) -> Step<ControlFlow<()>> {
        for (coordinates, (_, place)) in self.way.parts.iter().zip(&mut self.parts) {
            place.clear();
            for form in coordinates {
                match form.eval(values)?.to_nat() {
                    Some(n) => place.push(n),
                    None => return Ok(ControlFlow::Continue(())),
                }
            }
        }
        // a move is one if all its numbers are natural ones
        for (game, place) in &mut self.parts {
            if let Some(game) = game.filter(|game| !game.takes_all()) {
                *place = game.put(std::mem::take(place))?;
            }
        }
        Ok((self.visit)(self.alternative, &self.parts))
    }
}

impl Way {
    fn new(arity: usize, alternative: &Alternative) -> Self {
        let loops = alternative.loops.len();
        let mut way = Way {
            outer: vec![Vec::new(); loops.max(1)],
            inner: Vec::new(),
            filters: Vec::new(),
            bounds: Vec::new(),
            outer_bounds: (1..loops).map(|inner| outer::bounds(arity, alternative, inner - 1)).collect(),
            parts: alternative.parts.iter().map(|p| p.coordinates.iter().map(Form::of).collect()).collect(),
            affine: None,
        };
        for guard in &alternative.guards {
            let mut conjuncts = Vec::new();
            flatten(&guard.cond, &mut conjuncts);
            if guard.depth < loops || loops == 0 {
                way.outer[guard.depth.min(loops.saturating_sub(1))].extend(conjuncts);
            } else {
                way.inner.extend(conjuncts);
            }
        }
        if loops == 0 {
            return way;
        }
        let variable = arity + loops - 1;
        for cond in &way.inner {
            match Bound::of(cond, variable) {
                Some(bound) => way.bounds.push(bound),
                None => {
                    way.bounds.extend(Bound::divisors(cond, variable));
                    way.filters.push(cond.clone());
                }
            }
        }
        let linear = |part: &super::ir::Part| -> Vec<Option<Affine>> {
            part.coordinates.iter().map(|c| Affine::of(c, variable)).collect()
        };
        let parts: Vec<_> = alternative.parts.iter().map(linear).collect();
        way.bounds.extend(parts.iter().flatten().flatten().cloned().map(Bound::NotNegative));
        let coordinates = alternative.parts.iter().flat_map(|part| &part.coordinates);
        let bent = coordinates.zip(parts.iter().flatten()).filter(|(_, affine)| affine.is_none());
        way.bounds.extend(bent.filter_map(|(c, _)| Falling::of(c, variable)).map(Bound::Falls));
        way.affine = parts.into_iter().map(|part| part.into_iter().collect()).collect();
        way
    }

    /// Do the guards that are tested with so many loops entered let the move go on? One without a value is a fault only if
    /// the loops ahead have a member that no guard excludes: `1//n = 1` is one at 0 with `k in 1..3`, but not with `k in 1..n`.
    #[inline]
    pub(crate) fn passes<N: Number>(
        &self,
        alternative: &Alternative,
        depth: usize,
        exact: bool,
        values: &mut [N],
        scope: &Scope<'_, N>,
    ) -> Step<bool> {
        match all(self.guards(depth, exact), values, scope.cx) {
            Err(Trouble::Fault(fault)) if depth < alternative.loops.len() => {
                if self.reaches(alternative, depth, values, scope)? { Err(Trouble::Fault(fault)) } else { Ok(false) }
            }
            told => told,
        }
    }

    /// Have the loops from this one on a member that no guard excludes?
    fn reaches<N: Number>(
        &self,
        alternative: &Alternative,
        depth: usize,
        values: &mut [N],
        scope: &Scope<'_, N>,
    ) -> Step<bool> {
        let Some(entered) = alternative.loops.get(depth) else { return Ok(true) };
        let innermost = depth + 1 == alternative.loops.len();
        let window = Window::of(if innermost { &self.bounds } else { &self.outer_bounds[depth] }, values)?;
        let slot = values.len() - alternative.loops.len() + depth;
        let mut reached = false;
        let _ = members(&entered.set, slot, values, scope, &window, &mut |values| {
            reached = match all(self.guards(depth + 1, window.exact), values, scope.cx) {
                Ok(false) => false,
                Ok(true) | Err(Trouble::Fault(_)) => self.reaches(alternative, depth + 1, values, scope)?,
                Err(trouble) => return Err(trouble),
            };
            Ok(if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(reached)
    }

    /// The guards to test with so many loops entered; `exact` says that the bounds hold already.
    #[must_use]
    pub fn guards(&self, depth: usize, exact: bool) -> &[Cond] {
        match self.outer.get(depth) {
            Some(guards) => guards,
            None if exact => &self.filters,
            None => &self.inner,
        }
    }
}

/// Takes `and` apart, and `not` of what has an opposite.
fn flatten(cond: &Cond, into: &mut Vec<Cond>) {
    match cond {
        Cond::All(all) => all.iter().for_each(|c| flatten(c, into)),
        Cond::Not(inner) => match &**inner {
            Cond::Not(twice) => flatten(twice, into),
            Cond::Any(any) => any.iter().for_each(|c| flatten(&Cond::Not(Box::new(c.clone())), into)),
            Cond::Compare(a, relation, b) => match relation.opposite() {
                Some(relation) => into.push(Cond::Compare(a.clone(), relation, b.clone())),
                None => into.push(cond.clone()),
            },
            Cond::All(_) | Cond::In(..) => into.push(cond.clone()),
        },
        Cond::Any(any) if any.len() == 1 => flatten(&any[0], into),
        Cond::Any(_) | Cond::Compare(..) | Cond::In(..) => into.push(cond.clone()),
    }
}

/// Is one of the items `wanted`? Stops at the first. An item without a value matters only where none is: so `and` and
/// `or` do not depend on the order.
pub(crate) fn one_is<T>(wanted: bool, items: &[T], mut test: impl FnMut(&T) -> Step<bool>) -> Step<bool> {
    let mut fault = None;
    for item in items {
        match test(item) {
            Ok(found) if found == wanted => return Ok(true),
            Ok(_) => {}
            Err(Trouble::Fault(first)) => drop(fault.get_or_insert(first)),
            Err(trouble) => return Err(trouble),
        }
    }
    fault.map_or(Ok(false), |fault| Err(Trouble::Fault(fault)))
}

/// Do all hold?
pub(crate) fn all<N: Number>(conds: &[Cond], values: &[N], cx: &Context) -> Step<bool> {
    Ok(!one_is(false, conds, |cond| condition(cond, values, cx))?)
}

/// Does the condition hold?
pub(crate) fn condition<N: Number>(cond: &Cond, values: &[N], cx: &Context) -> Step<bool> {
    Ok(match cond {
        Cond::All(conds) => all(conds, values, cx)?,
        Cond::Any(conds) => one_is(true, conds, |cond| condition(cond, values, cx))?,
        Cond::Not(cond) => !condition(cond, values, cx)?,
        Cond::Compare(a, relation, b) => {
            let (a, b) = (expression(a, values)?, expression(b, values)?);
            match relation {
                Relation::Equal => a == b,
                Relation::NotEqual => a != b,
                Relation::Less => a < b,
                Relation::LessEqual => a <= b,
                Relation::Greater => a > b,
                Relation::GreaterEqual => a >= b,
                // 0 divides 0 alone
                Relation::Divides => {
                    if a.is_zero() {
                        b.is_zero()
                    } else {
                        b.remainder(&a)?.is_zero()
                    }
                }
            }
        }
        Cond::In(x, set) => contains(set, &expression(x, values)?, values, cx)?,
    })
}

#[cfg(test)]
mod tests;
