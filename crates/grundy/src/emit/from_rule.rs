//! The options of a rule as loops: `{n -> n-k for k in 1..3}` marks the values of n − k for k = 1 to min(3, n).
//!
//! A loop ends where a coordinate of a part would be negative, as far as that is seen: a part `E - c*k` bounds k by
//! E // c. What is not bounded so is tested. Options may be met twice; a mex does not mind.

mod alone;
mod growing;

use std::collections::HashSet;

use grundy_notation::ast::{Operator, Relation};

use super::names::{parameters, safe};
use super::program::{Ex, Op, St, Test, binary, compare, int, is_costly, length, var};
use super::range::Range;
use super::translate::{Translator, Variable, least, quotient};
use crate::error::Diagnostic;
use crate::game::Game;
use crate::number::{Int, Nat};
use crate::rule::ir::{Alternative, Cond, Expr, Item, Part, Rule, Set};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Longer programs are refused.
const LONGEST: usize = 400;

/// The loops of a rule.
#[derive(Debug, Clone)]
pub(super) struct Loops {
    pub(super) params: Vec<String>,
    pub(super) body: Vec<St>,
    /// No position has more options than this, counted as they are met.
    pub(super) marks: Nat,
    /// Of every result in between.
    pub(super) widest: Range,
}

/// What is done with the options of a rule.
#[derive(Debug, Clone, Copy)]
pub(super) enum Leaf<'g> {
    /// Their values are marked.
    Marked,
    /// Those that reach the goal are listed, without the last so many coordinates, which are parameters.
    Listed(Goal<'g>, usize),
}

/// Which options are listed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal<'g> {
    /// Those for which this function has this value.
    Value(&'g str, &'g Ex),
    /// Those for which this function, of one place, says no.
    Lost(&'g str),
}

/// Finds the printed function for another game that parts are handed to, for coordinates up to these.
pub(super) type Others<'a> = dyn FnMut(&Game, &[Range]) -> Result<String> + 'a;

struct Walk<'r, 'o> {
    rule: &'r Rule,
    translator: Translator,
    /// Names of enclosing loops.
    active: Vec<String>,
    /// Names declared in the function.
    declared: HashSet<String>,
    /// Parts and coordinates that the loops keep from being negative.
    kept: Vec<(usize, usize)>,
    /// Tests of enclosing loops that may fail: they are made where a member is left, for an empty range asks for none.
    later: Vec<Test>,
    /// Guards that hold by the choice of the member: the depth of the loop, and which guard.
    passed: Vec<(usize, usize)>,
    marks: Nat,
    /// The product of the lengths of the enclosing loops.
    times: Nat,
    leaf: Leaf<'r>,
    others: &'o mut Others<'o>,
}

/// The loops of a rule, for coordinates up to `max`.
///
/// # Errors
/// What is not emitted: `mex` inside a rule, programs that would be too long, hand-overs that `others` refuses.
pub(super) fn loops<'o>(rule: &Rule, max: &[Nat], leaf: Leaf<'_>, others: &'o mut Others<'o>) -> Result<Loops> {
    let params = parameters(rule);
    let variables = params.iter().zip(max).map(|(name, max)| Variable::new(name, Range::to(max))).collect();
    let mut walk = Walk {
        rule,
        translator: Translator::new(variables),
        active: params.clone(),
        declared: HashSet::new(),
        kept: Vec::new(),
        later: Vec::new(),
        passed: Vec::new(),
        marks: Nat::ZERO,
        times: Nat::ONE,
        leaf,
        others,
    };
    let mut body = Vec::new();
    for alternative in &rule.alternatives {
        body.extend(walk.level(alternative, 0)?);
        if length(&body) > LONGEST {
            return Err(Diagnostic::unsupported("the rule is too long for a program that people read")
                .suggest("a rule with fewer alternatives"));
        }
    }
    Ok(Loops { params, body, marks: walk.marks, widest: walk.translator.widest })
}

impl Leaf<'_> {
    /// How many of the last coordinates of a part are not listed.
    fn parameters(self) -> usize {
        match self {
            Leaf::Marked => 0,
            Leaf::Listed(_, parameters) => parameters,
        }
    }

    /// The value of a place of the game itself.
    fn own(self, place: Vec<Ex>) -> Ex {
        match self {
            Leaf::Marked => Ex::Own(place),
            Leaf::Listed(Goal::Value(name, _) | Goal::Lost(name), _) => Ex::Other(name.to_owned(), place),
        }
    }

    /// What is done with an option that has this value and leaves these numbers.
    fn statement(self, value: Ex, left: Vec<Ex>) -> St {
        let Leaf::Listed(goal, _) = self else { return St::Mark(value) };
        let test = match goal {
            Goal::Value(_, wanted) => compare(value, Relation::Equal, wanted.clone()),
            Goal::Lost(_) => Test::Not(Box::new(Test::Other(value))),
        };
        St::If(test, vec![St::Listed(left)])
    }
}

impl Walk<'_, '_> {
    /// A name for a loop variable that no enclosing or declared one has.
    fn pick(&self, base: &str) -> String {
        let base = safe(base, self.translator.variables.len(), &[]);
        let free = |name: &String| !self.active.contains(name) && !self.declared.contains(name);
        if free(&base) {
            return base;
        }
        (2..).map(|i| format!("{base}{i}")).find(free).unwrap_or(base)
    }

    /// A name for a variable of the whole function.
    fn declare(&mut self, base: &str) -> String {
        let name = self.pick(base);
        self.declared.insert(name.clone());
        name
    }

    /// What is done with so many loops entered.
    fn level(&mut self, alternative: &Alternative, depth: usize) -> Result<Vec<St>> {
        let (before, later) = (self.translator.variables.clone(), self.later.len());
        let mut tests = Vec::new();
        for (which, guard) in alternative.guards.iter().enumerate().filter(|(_, g)| g.depth == depth) {
            if self.passed.iter().any(|passed| *passed == (depth - 1, which)) {
                continue;
            }
            self.translator.may_fail = false;
            match self.translator.cond(&guard.cond)? {
                test if self.translator.may_fail && depth < alternative.loops.len() => self.later.push(test),
                Test::All(all) => tests.extend(all),
                test => tests.push(test),
            }
            self.narrow(&guard.cond);
        }
        let inner = if depth == alternative.loops.len() {
            tests.extend(self.later.iter().cloned());
            self.parts(&alternative.parts)?
        } else {
            self.enter(alternative, depth)?
        };
        self.translator.variables = before;
        self.later.truncate(later);
        Ok(if tests.is_empty() || inner.is_empty() { inner } else { vec![St::If(all(tests), inner)] })
    }

    /// Behind `if n > 0`, n is at least 1.
    fn narrow(&mut self, cond: &Cond) {
        match cond {
            Cond::All(conds) => conds.iter().for_each(|c| self.narrow(c)),
            Cond::Compare(Expr::Variable(v), relation, Expr::Constant(c)) => {
                let Some(variable) = self.translator.variables.get_mut(*v) else { return };
                let low = match relation {
                    Relation::Greater => c + Int::ONE,
                    Relation::GreaterEqual | Relation::Equal => c.clone(),
                    Relation::NotEqual if *c == variable.range.low => c + Int::ONE,
                    _ => return,
                };
                if low > variable.range.low && low <= variable.range.high {
                    variable.range.low = low;
                }
            }
            _ => {}
        }
    }

    /// The move itself.
    fn parts(&mut self, parts: &[Part]) -> Result<Vec<St>> {
        let (mut once, mut checks) = (Vec::new(), Vec::new());
        let mut value: Option<Ex> = None;
        let mut left = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let mut coordinates = Vec::new();
            let mut ranges = Vec::new();
            for (which, coordinate) in part.coordinates.iter().enumerate() {
                let (mut e, mut range) = self.translator.expr(coordinate)?;
                if range.high < Int::ZERO {
                    // never a move
                    return Ok(Vec::new());
                }
                if !range.is_natural() {
                    if !self.kept.contains(&(number, which)) {
                        // it is asked for twice
                        if is_costly(&e) {
                            let name = self.declare("left");
                            once.push(St::Declare { name: name.clone(), value: e, changes: false });
                            e = var(&name);
                        }
                        checks.push(compare(e.clone(), Relation::GreaterEqual, int(0)));
                    }
                    range.low = Int::ZERO;
                }
                coordinates.push(e);
                ranges.push(range);
            }
            left.extend(coordinates.iter().take(coordinates.len() - self.leaf.parameters()).cloned());
            let one = match &part.game {
                None => self.leaf.own(coordinates),
                Some(game) => Ex::Other((self.others)(Game::other(game), &ranges)?, coordinates),
            };
            value = Some(match value {
                Some(sum) => binary(Op::Xor, sum, one),
                None => one,
            });
        }
        self.marks += &self.times;
        let mark = self.leaf.statement(value.unwrap_or_else(|| int(0)), left);
        once.push(if checks.is_empty() { mark } else { St::If(all(checks), vec![mark]) });
        Ok(once)
    }

    /// Enters a loop.
    fn enter(&mut self, alternative: &Alternative, depth: usize) -> Result<Vec<St>> {
        if let Some(body) = self.sole(alternative, depth)? {
            return Ok(body);
        }
        let set = alternative.loops[depth].set.clone();
        self.items(alternative, depth, &set, &[])
    }

    fn items(&mut self, alternative: &Alternative, depth: usize, set: &Set, outer: &[Set]) -> Result<Vec<St>> {
        let mut except = set.except.clone();
        except.extend_from_slice(outer);
        let mut body = Vec::new();
        let mut at = 0;
        while at < set.items.len() {
            let singles = set.items[at..].iter().take_while(|i| matches!(i, Item::One(_))).count();
            if singles > 0 {
                let list: Vec<&Expr> = set.items[at..at + singles]
                    .iter()
                    .filter_map(|item| if let Item::One(e) = item { Some(e) } else { None })
                    .collect();
                body.extend(self.listed(alternative, depth, &list, &except)?);
                at += singles;
                continue;
            }
            body.extend(self.item(alternative, depth, &set.items[at], &except)?);
            at += 1;
        }
        Ok(body)
    }

    /// What is done for a member, with the variable bound to this name and these bounds.
    fn member(
        &mut self,
        alternative: &Alternative,
        depth: usize,
        (name, range, count): (&str, Range, Nat),
        except: &[Set],
    ) -> Result<Vec<St>> {
        let constant = (range.low == range.high).then(|| range.low.clone());
        let x = (constant.clone().map_or_else(|| var(name), Ex::Int), range.clone());
        let tests = except
            .iter()
            .map(|set| Ok(Test::Not(Box::new(self.translator.member(set, &x, true)?))))
            .collect::<Result<Vec<_>>>()?;
        self.translator.variables.push(Variable { name: name.to_owned(), range, constant });
        self.active.push(name.to_owned());
        let times = self.times.clone();
        self.times *= count;
        let inner = self.level(alternative, depth + 1);
        self.times = times;
        self.active.pop();
        self.translator.variables.pop();
        let inner = inner?;
        Ok(if tests.is_empty() || inner.is_empty() { inner } else { vec![St::If(all(tests), inner)] })
    }

    fn listed(&mut self, alternative: &Alternative, depth: usize, list: &[&Expr], except: &[Set]) -> Result<Vec<St>> {
        let mut items = Vec::new();
        let mut range: Option<Range> = None;
        for e in list {
            let (e, r) = self.translator.expr(e)?;
            items.push(e);
            range = Some(range.map_or_else(|| r.clone(), |range| range.hull(&r)));
        }
        let name = self.pick(&alternative.loops[depth].name);
        self.active.push(name.clone());
        let index = self.pick("i");
        self.active.push(index.clone());
        let count = Nat::from(items.len());
        let range = range.unwrap_or_else(|| Range::new(0, 0));
        let body = self.member(alternative, depth, (&name, range, count), except);
        self.active.truncate(self.active.len() - 2);
        let body = body?;
        // a lone number stands where its name would
        let lone = matches!(&items[..], [Ex::Int(_)]);
        Ok(if body.is_empty() || lone { body } else { vec![St::Each { var: name, index, items, body }] })
    }

    /// The upper end of a loop: `to`, or less where a part would be negative. Returns how many entries of `kept` to
    /// take back afterwards.
    fn limit(&mut self, alternative: &Alternative, depth: usize, to: Option<&Expr>) -> Result<(Ex, Range, usize)> {
        let variable = self.rule.arity + depth;
        let mut kept = Vec::new();
        let mut bounds: Vec<(Ex, Range)> = Vec::new();
        let mut plain = false;
        for (number, part) in alternative.parts.iter().enumerate() {
            for (which, coordinate) in part.coordinates.iter().enumerate() {
                let Some((rest, factor)) = taken_off(coordinate, variable) else { continue };
                let rest_is_size = matches!(rest, Expr::Variable(v) if *v < self.rule.arity);
                let rest = self.translator.expr(rest)?;
                let factor = match factor {
                    Some(factor) => self.translator.expr(factor)?,
                    None => (int(1), Range::new(1, 1)),
                };
                if !factor.1.is_positive() {
                    continue;
                }
                plain |= rest_is_size;
                let bound = quotient(rest, factor);
                if !bounds.contains(&bound) {
                    bounds.push(bound);
                }
                kept.push((number, which));
            }
        }
        for coordinate in alternative.parts.iter().flat_map(|part| &part.coordinates) {
            if let Some((last, of_a_coordinate)) = self.last_exponent(coordinate, variable)? {
                plain |= of_a_coordinate;
                bounds.push((Ex::Int(last.clone()), Range::one(&last)));
            }
        }
        let to = match to {
            Some(to) => Some(self.translator.expr(to)?),
            None if plain => None,
            None => Some(self.translator.size()),
        };
        let limit = to.into_iter().chain(bounds).reduce(|(a, ra), (b, rb)| {
            let range = ra.least(&rb);
            (least(a, b), range)
        });
        let (limit, range) = limit.unwrap_or_else(|| (int(0), Range::new(0, 0)));
        self.translator.touch(range.clone());
        let count = kept.len();
        self.kept.extend(kept);
        Ok((limit, range, count))
    }

    fn item(&mut self, alternative: &Alternative, depth: usize, item: &Item, except: &[Set]) -> Result<Vec<St>> {
        let base = alternative.loops[depth].name.clone();
        let (from, to, step) = match item {
            Item::One(e) => return self.listed(alternative, depth, &[e], except),
            Item::Nested(set) => return self.items(alternative, depth, set, except),
            Item::Divisors(of) => return self.divisors(alternative, depth, of, except),
            Item::Range { from, to, step } => {
                (self.translator.expr(from)?, to.as_ref(), Some(self.translator.expr(step)?))
            }
            Item::Odds => ((int(1), Range::new(1, 1)), None, Some((int(2), Range::new(2, 2)))),
            Item::Evens => ((int(2), Range::new(2, 2)), None, Some((int(2), Range::new(2, 2)))),
            Item::Squares | Item::Fibonacci | Item::Primes | Item::Powers(_) => {
                ((int(1), Range::new(1, 1)), None, None)
            }
        };
        let (limit, top, kept) = self.limit(alternative, depth, to)?;
        // what costs more than a comparison is worked out once, and not for each member
        let mut once = Vec::new();
        let limit = if is_costly(&limit) {
            let name = self.declare("last");
            once.push(St::Declare { name: name.clone(), value: limit, changes: false });
            var(&name)
        } else {
            limit
        };
        let result = match step {
            Some(step) => self.range(alternative, depth, (from, (limit, top), step), except),
            None => self.growing(alternative, depth, item, &base, (limit, top), except),
        };
        self.kept.truncate(self.kept.len() - kept);
        let body = result?;
        Ok(if body.is_empty() { body } else { [once, body].concat() })
    }

    fn range(
        &mut self,
        alternative: &Alternative,
        depth: usize,
        (from, to, step): ((Ex, Range), (Ex, Range), (Ex, Range)),
        except: &[Set],
    ) -> Result<Vec<St>> {
        let name = self.pick(&alternative.loops[depth].name);
        let smallest_step = step.1.low.clone().max(Int::ONE);
        let span = (&to.1.high - &from.1.low).max(-Int::ONE) + Int::ONE;
        let count = Nat::try_from((span + &smallest_step - Int::ONE) / &smallest_step).unwrap_or_default();
        if count == Nat::ZERO {
            return Ok(Vec::new());
        }
        let range = Range { low: from.1.low.clone(), high: to.1.high.clone() };
        // the loop steps once beyond its end
        self.translator.touch(Range { low: range.low.clone(), high: &range.high + &step.1.high });
        let body = self.member(alternative, depth, (&name, range, count), except)?;
        if body.is_empty() {
            return Ok(body);
        }
        Ok(vec![St::For { var: name, from: from.0, to: to.0, step: step.0, body }])
    }
}

fn all(mut tests: Vec<Test>) -> Test {
    if tests.len() == 1 { tests.swap_remove(0) } else { Test::All(tests) }
}

/// `E - k` or `E - c*k`, where neither E nor c has the variable or one of a later loop: E and c.
fn taken_off(e: &Expr, variable: usize) -> Option<(&Expr, Option<&Expr>)> {
    let Expr::Binary(Operator::Subtract, rest, off) = e else { return None };
    if !free(rest, variable) {
        return None;
    }
    match &**off {
        Expr::Variable(v) if *v == variable => Some((rest, None)),
        Expr::Binary(Operator::Multiply, a, b) => match (&**a, &**b) {
            (Expr::Variable(v), c) | (c, Expr::Variable(v)) if *v == variable && free(c, variable) => {
                Some((rest, Some(c)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Only variables before this one occur.
fn free(e: &Expr, variable: usize) -> bool {
    !e.holds_variable(&|v| v >= variable)
}
