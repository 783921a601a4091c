//! From syntax tree to rule: names become numbers, chains of comparisons are taken apart, `|` becomes alternatives.

use std::fmt::Write as _;

use grundy_core::error::Diagnostic;
use grundy_core::number::Int;
use grundy_notation::ast::{self, Clause, SetAtom};

use super::divisor::as_linear;
use super::floor::floor;
use super::ir::{Alternative, Cond, Expr, Function, Guard, Item, Loop, OtherGame, Part, Rule, Set};
use super::measure::constant;
use super::schwenk;
use super::steps::as_sets;
use crate::place::Shape;

type Result<T> = std::result::Result<T, Diagnostic>;

/// A rule may have so many nodes after definitions and alternatives are expanded.
pub const NODE_LIMIT: usize = 100_000;

/// Finds the game that a part is handed over to.
pub(crate) type FindGame<'a> = dyn FnMut(&ast::Game) -> Result<OtherGame> + 'a;

/// Lowers a rule; its parameters must be filled in.
///
/// # Errors
/// Unknown names, a measure of the wrong kind, or a rule that grows beyond [`NODE_LIMIT`].
pub fn lower(rule: &ast::Rule, find: &mut FindGame<'_>) -> Result<Rule> {
    let mut rule = as_written(rule, find)?;
    as_linear(&mut rule);
    as_sets(&mut rule);
    Ok(rule)
}

/// The same, where loops go over what is written.
pub(super) fn as_written(rule: &ast::Rule, find: &mut FindGame<'_>) -> Result<Rule> {
    let names: Vec<String> = rule.pattern.iter().map(|n| n.text.clone()).collect();
    let mut lowering = Lowering::new(names.clone());
    let mut alternatives = Vec::new();
    for m in &rule.moves {
        lowering.movement(m, find, &mut alternatives)?;
    }
    lowering.names.truncate(names.len());
    let measure = match &rule.measure {
        Some(exprs) => Some(exprs.iter().map(|e| lowering.expr(e)).collect::<Result<_>>()?),
        None => None,
    };
    Ok(Rule { arity: names.len(), names, alternatives, measure, loopy: rule.loopy })
}

/// Lowers a set without variables, such as the argument of `take`.
///
/// # Errors
/// When a variable occurs.
pub fn constant_set(set: &ast::Set) -> Result<Set> {
    Lowering::new(Vec::new()).set(set)
}

/// The most copies of a part; what is left of more of them are pairs, which a rule can leave out in normal play.
const COPIES: u64 = 1000;

/// The ways to move with so many copies of these parts as the count says: one way where it is a number, else one for each number
/// that it can be. A count below 0 is no move.
fn copied(
    ways: &[(Vec<Guard>, Vec<Part>)],
    copy: &[Part],
    count: &Expr,
    loops: &[Loop],
    guards: &[Guard],
    arity: usize,
) -> Result<Vec<(Vec<Guard>, Vec<Part>)>> {
    let fixed = constant(count);
    let most = match &fixed {
        Some(count) => u64::try_from(count.clone()).ok(),
        None => Bounds { loops, guards, arity }.most(count),
    };
    if fixed.as_ref().is_some_and(|count| *count < Int::ZERO) {
        return Err(Diagnostic::rule("a part cannot be left a negative number of times"));
    }
    let Some(most) = most.filter(|&most| most <= COPIES) else {
        let (message, suggestion) = match fixed {
            Some(_) => (
                format!("more than {COPIES} copies of a part"),
                "fewer copies; in normal play two equal parts cancel, and `times k % 2` has the same values".to_owned(),
            ),
            None => {
                let name = match count {
                    Expr::Variable(v) => {
                        v.checked_sub(arity).and_then(|at| loops.get(at)).map_or("k", |entered| &entered.name)
                    }
                    _ => "k",
                };
                (
                    "the number of copies has no bound that can be read off the rule".to_owned(),
                    format!(
                        "a number with a bound, as in `for {name} in 1..9`; in normal play `times {name} % 2` has the same values"
                    ),
                )
            }
        };
        return Err(Diagnostic::unsupported(message).suggest(suggestion));
    };
    let depth = count.highest_variable().map_or(0, |v| (v + 1).saturating_sub(arity));
    let mut all = Vec::new();
    for copies in if fixed.is_some() { most..=most } else { 0..=most } {
        for (guards, parts) in ways {
            let (mut guards, mut parts) = (guards.clone(), parts.clone());
            (0..copies).for_each(|_| parts.extend_from_slice(copy));
            if fixed.is_none() {
                let number = Expr::Constant(Int::from(copies));
                guards.push(Guard { depth, cond: Cond::Compare(count.clone(), ast::Relation::Equal, number) });
            }
            all.push((guards, parts));
        }
    }
    Ok(all)
}

/// A game of one heap may be handed several, which are parts of their own.
fn heaps(part: Part) -> Vec<Part> {
    match &part.game {
        Some(game) if game.shape() == Shape::Heap && part.coordinates.len() > 1 => {
            let one = |heap| Part { game: Some(game.clone()), coordinates: vec![heap] };
            part.coordinates.iter().cloned().map(one).collect()
        }
        _ => vec![part],
    }
}

/// What bounds the variables of a move.
struct Bounds<'a> {
    loops: &'a [Loop],
    guards: &'a [Guard],
    arity: usize,
}

impl Bounds<'_> {
    /// A bound of a number of copies: remainders, variables of loops with an end or with a guard that is one, sums and
    /// products of these.
    fn most(&self, e: &Expr) -> Option<u64> {
        let number = |e: &Expr| constant(e).and_then(|n| u64::try_from(n).ok());
        if let Some(n) = number(e) {
            return Some(n);
        }
        match e {
            Expr::Variable(v) => {
                let guarded = self.guards.iter().filter_map(|guard| match &guard.cond {
                    Cond::Compare(a, ast::Relation::Less, b) if a == e => number(b)?.checked_sub(1),
                    Cond::Compare(a, ast::Relation::LessEqual | ast::Relation::Equal, b) if a == e => number(b),
                    _ => None,
                });
                guarded.chain(self.last(*v)).min()
            }
            Expr::Binary(ast::Operator::Remainder, _, n) => number(n)?.checked_sub(1),
            Expr::Binary(ast::Operator::Divide, a, n) => self.most(a)?.checked_div(number(n)?),
            Expr::Binary(ast::Operator::Add, a, b) => self.most(a)?.checked_add(self.most(b)?),
            Expr::Binary(ast::Operator::Multiply, a, b) => self.most(a)?.checked_mul(self.most(b)?),
            Expr::Call(Function::Min, all) => all.iter().filter_map(|e| self.most(e)).min(),
            _ => None,
        }
    }

    /// Where the loop of this variable ends.
    fn last(&self, variable: usize) -> Option<u64> {
        let Set { items, .. } = &self.loops.get(variable.checked_sub(self.arity)?)?.set;
        let last = |item: &Item| match item {
            Item::One(e) | Item::Range { to: Some(e), .. } => self.most(e),
            _ => None,
        };
        items.iter().map(last).collect::<Option<Vec<u64>>>()?.into_iter().max()
    }
}

/// The game of the heap without moves that stands for no part at all.
fn nim() -> ast::Game {
    let span = grundy_notation::Span::default();
    let name = ast::Name { text: "nim".to_owned(), span };
    ast::Game { alternatives: vec![ast::Simple::Named { name, arguments: Vec::new() }], span }
}

/// Resolves the names of expressions and conditions.
#[derive(Debug)]
pub struct Lowering {
    /// Names of the variables, by number.
    pub names: Vec<String>,
    nodes: usize,
}

impl Lowering {
    /// With these variables.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        Lowering { names, nodes: 0 }
    }

    fn count(&mut self, nodes: usize) -> Result<()> {
        self.nodes += nodes;
        if self.nodes > NODE_LIMIT {
            return Err(Diagnostic::rule("the rule is too large").suggest("a rule may have 100000 parts at most"));
        }
        Ok(())
    }

    fn movement(&mut self, m: &ast::Move, find: &mut FindGame<'_>, into: &mut Vec<Alternative>) -> Result<()> {
        let coordinates = self.names.len();
        let mut loops = Vec::new();
        let mut guards = Vec::new();
        for clause in &m.clauses {
            match clause {
                Clause::For(name, set) => {
                    let set = self.set(set)?;
                    loops.push(Loop { name: name.text.clone(), set });
                    self.names.push(name.text.clone());
                }
                Clause::If(cond) => self.guard(cond, coordinates, &mut guards)?,
            }
        }
        guards.sort_by_key(|g: &Guard| g.depth);
        for parts in &m.alternatives {
            let mut text = String::new();
            for (i, part) in parts.iter().enumerate() {
                let _ = write!(text, "{}{part}", if i > 0 { " & " } else { "" });
            }
            // one way to move for each number of copies that there may be
            let mut ways: Vec<(Vec<Guard>, Vec<Part>)> = vec![(guards.clone(), Vec::new())];
            for p in parts {
                let whole = Part {
                    game: match &p.game {
                        Some(g) => Some(find(g)?),
                        None => {
                            if p.coordinates.len() != coordinates {
                                let fault = wrong_arity(p.coordinates.len(), coordinates).at(p.span);
                                // of one heap `(a,n-a)` is no place: two heaps are meant
                                let heaps: Vec<String> = p.coordinates.iter().map(ToString::to_string).collect();
                                let is_one = coordinates == 1 && p.times.is_none();
                                return Err(if is_one { fault.suggest(heaps.join(" & ")) } else { fault });
                            }
                            None
                        }
                    },
                    coordinates: p.coordinates.iter().map(|e| self.expr(e)).collect::<Result<_>>()?,
                };
                let left = heaps(whole);
                match &p.times {
                    None => ways.iter_mut().for_each(|(_, parts)| parts.extend_from_slice(&left)),
                    Some(count) => {
                        let count = self.expr(count)?;
                        ways = copied(&ways, &left, &count, &loops, &guards, coordinates)
                            .map_err(|fault| fault.at(p.span))?;
                    }
                }
            }
            for (mut guards, mut parts) in ways {
                self.count(1 + loops.len() + guards.len() + parts.len())?;
                if parts.is_empty() {
                    parts.push(Part { game: Some(find(&nim())?), coordinates: vec![Expr::Constant(Int::ZERO)] });
                }
                guards.sort_by_key(|g: &Guard| g.depth);
                into.push(Alternative { loops: loops.clone(), guards, parts, text: text.clone() });
            }
        }
        self.names.truncate(coordinates);
        Ok(())
    }

    /// Splits a conjunction, so that each factor is tested as early as possible.
    fn guard(&mut self, cond: &ast::Cond, coordinates: usize, into: &mut Vec<Guard>) -> Result<()> {
        if let ast::Cond::And(all) = cond {
            return all.iter().try_for_each(|c| self.guard(c, coordinates, into));
        }
        let cond = self.cond(cond)?;
        let depth = cond.highest_variable().map_or(0, |v| (v + 1).saturating_sub(coordinates));
        into.push(Guard { depth, cond });
        Ok(())
    }

    fn set(&mut self, set: &ast::Set) -> Result<Set> {
        let mut lowered = self.atom(&set.base)?;
        for except in &set.except {
            let except = self.atom(except)?;
            lowered.except.push(except);
        }
        Ok(lowered)
    }

    fn atom(&mut self, atom: &SetAtom) -> Result<Set> {
        self.count(1)?;
        let items = match atom {
            SetAtom::Braces(items) => items.iter().map(|i| self.item(i)).collect::<Result<_>>()?,
            SetAtom::Item(item) => vec![self.item(item)?],
            SetAtom::Group(set) => {
                let inner = self.set(set)?;
                if inner.except.is_empty() {
                    return Ok(inner);
                }
                vec![Item::Nested(Box::new(inner))]
            }
        };
        Ok(Set { items, except: Vec::new() })
    }

    fn item(&mut self, item: &ast::Item) -> Result<Item> {
        Ok(match item {
            ast::Item::One(e) => Item::One(self.expr(e)?),
            ast::Item::Range { from, to, step } => Item::Range {
                from: self.expr(from)?,
                to: to.as_ref().map(|e| self.expr(e)).transpose()?,
                step: step.as_ref().map_or(Ok(Expr::Constant(Int::ONE)), |e| self.expr(e))?,
            },
            ast::Item::Named(name, arguments) => {
                let argument = arguments.first().map(|e| self.expr(e)).transpose()?;
                match (name.text.as_str(), argument) {
                    ("powers", Some(b)) => Item::Powers(b),
                    ("divisors", Some(n)) => Item::Divisors(n),
                    ("squares", None) => Item::Squares,
                    ("fibs", None) => Item::Fibonacci,
                    ("primes", None) => Item::Primes,
                    ("odds", None) => Item::Odds,
                    ("evens", None) => Item::Evens,
                    _ => return Err(Diagnostic::parse(name.span, format!("`{}` is not a named set", name.text))),
                }
            }
        })
    }

    /// A condition without quantifiers.
    ///
    /// # Errors
    /// An unknown name, or more than [`NODE_LIMIT`] parts.
    pub fn cond(&mut self, cond: &ast::Cond) -> Result<Cond> {
        self.count(1)?;
        let list = |s: &mut Self, all: &[ast::Cond]| all.iter().map(|c| s.cond(c)).collect::<Result<Vec<_>>>();
        Ok(match cond {
            ast::Cond::Or(all) => Cond::Any(list(self, all)?),
            ast::Cond::And(all) => Cond::All(list(self, all)?),
            ast::Cond::Not(c) => Cond::Not(Box::new(self.cond(c)?)),
            ast::Cond::Compare(first, rest) => {
                let mut left = self.expr(first)?;
                let mut all = Vec::with_capacity(rest.len());
                for (relation, right) in rest {
                    let right = self.expr(right)?;
                    all.push(Cond::Compare(left, *relation, right.clone()));
                    left = right;
                }
                if all.len() == 1 { all.swap_remove(0) } else { Cond::All(all) }
            }
            ast::Cond::In { expr, negated, set } => {
                let inside = Cond::In(self.expr(expr)?, self.set(set)?);
                if *negated { Cond::Not(Box::new(inside)) } else { inside }
            }
            ast::Cond::Exists(names, _) | ast::Cond::ForAll(names, _) => {
                let span = names.first().map(|n| n.span).unwrap_or_default();
                return Err(
                    Diagnostic::parse(span, "quantifiers belong to claims, not to rules").suggest("use a `for` loop")
                );
            }
        })
    }

    /// An expression.
    ///
    /// # Errors
    /// As [`Lowering::cond`].
    pub fn expr(&mut self, expr: &ast::Expr) -> Result<Expr> {
        self.count(1)?;
        Ok(match expr {
            ast::Expr::Number(n, _) => Expr::Constant(Int::from(n.clone())),
            ast::Expr::Name(name) => match self.names.iter().position(|n| *n == name.text) {
                Some(at) => Expr::Variable(at),
                None if name.text == "phi" => {
                    let fault = Diagnostic::parse(name.span, "`phi` is not a whole number");
                    return Err(fault.suggest("round it down: floor(phi*x)"));
                }
                None => {
                    return Err(Diagnostic::parse(name.span, format!("`{}` is not bound here", name.text)));
                }
            },
            ast::Expr::Negative(e, _) => match self.expr(e)? {
                Expr::Constant(c) => Expr::Constant(-c),
                e => Expr::Negative(Box::new(e)),
            },
            ast::Expr::Binary(op, a, b) => Expr::Binary(*op, Box::new(self.expr(a)?), Box::new(self.expr(b)?)),
            // only claims are read with these names
            ast::Expr::Call(name, arguments) if name.text == "floor" && arguments.len() == 1 => {
                floor(&arguments[0], &mut |e| self.expr(e))?
            }
            ast::Expr::Call(name, arguments) if name.text == "lowfib" => {
                let of = arguments.iter().map(|e| self.expr(e)).collect::<Result<_>>()?;
                Expr::Call(Function::SmallestPart(2), of)
            }
            ast::Expr::Call(name, arguments) if name.text == "lowschwenk" => {
                let mut of: Vec<Expr> = arguments.iter().map(|e| self.expr(e)).collect::<Result<_>>()?;
                let c = match of.pop() {
                    Some(Expr::Constant(c)) => u32::try_from(c).ok().filter(|c| (2..=schwenk::LARGEST).contains(c)),
                    _ => None,
                };
                let c = c.ok_or_else(|| {
                    let most = schwenk::LARGEST;
                    Diagnostic::parse(
                        name.span,
                        format!("the second number of `lowschwenk` is 2 to {most}, written out"),
                    )
                    .suggest("lowschwenk(n,3); for 1 it is lowbit(n)")
                })?;
                Expr::Call(Function::SmallestPart(c), of)
            }
            ast::Expr::Call(name, arguments) => {
                let function = function(&name.text).ok_or_else(|| {
                    Diagnostic::parse(name.span, format!("`{}` is not a whole number", name.text))
                        .suggest("round it down: floor(sqrt(2)*x)")
                })?;
                Expr::Call(function, arguments.iter().map(|e| self.expr(e)).collect::<Result<_>>()?)
            }
        })
    }
}

fn wrong_arity(found: usize, expected: usize) -> Diagnostic {
    let s = |n: usize| if n == 1 { "1 coordinate".to_owned() } else { format!("{n} coordinates") };
    Diagnostic::rule(format!("a part has {}, but the rule's positions have {}", s(found), s(expected)))
}

fn function(name: &str) -> Option<Function> {
    Function::NAMES.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}
