//! From syntax tree to rule: names become numbers, chains of comparisons are taken apart, `|` becomes alternatives.

use std::fmt::Write as _;

use super::ir::{Alternative, Cond, Expr, Function, Guard, Item, Loop, OtherGame, Part, Rule, Set};
use super::steps::as_sets;
use crate::error::Diagnostic;
use crate::notation::ast::{self, Clause, SetAtom};
use crate::number::Int;

type Result<T> = std::result::Result<T, Diagnostic>;

/// A rule may have so many nodes after definitions and alternatives are expanded.
pub(crate) const NODE_LIMIT: usize = 100_000;

/// Finds the game that a part is handed over to.
pub(crate) type FindGame<'a> = dyn FnMut(&ast::Game) -> Result<OtherGame> + 'a;

/// Lowers a rule; its parameters must be filled in.
///
/// # Errors
/// Unknown names, a measure of the wrong kind, or a rule that grows beyond [`NODE_LIMIT`].
pub(crate) fn lower(rule: &ast::Rule, find: &mut FindGame<'_>) -> Result<Rule> {
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
    let mut rule = Rule { arity: names.len(), names, alternatives, measure, loopy: rule.loopy };
    as_sets(&mut rule);
    Ok(rule)
}

/// Lowers a set without variables, such as the argument of `take`.
///
/// # Errors
/// When a variable occurs.
pub(crate) fn constant_set(set: &ast::Set) -> Result<Set> {
    Lowering::new(Vec::new()).set(set)
}

/// Resolves the names of expressions and conditions.
pub(crate) struct Lowering {
    /// Names of the variables, by number.
    pub(crate) names: Vec<String>,
    nodes: usize,
}

impl Lowering {
    /// With these variables.
    pub(crate) fn new(names: Vec<String>) -> Self {
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
            self.count(1 + loops.len() + guards.len())?;
            let parts = parts
                .iter()
                .map(|p| {
                    Ok(Part {
                        game: match &p.game {
                            Some(g) => Some(find(g)?),
                            None => {
                                if p.coordinates.len() != coordinates {
                                    return Err(wrong_arity(p.coordinates.len(), coordinates).at(p.span));
                                }
                                None
                            }
                        },
                        coordinates: p.coordinates.iter().map(|e| self.expr(e)).collect::<Result<_>>()?,
                    })
                })
                .collect::<Result<_>>()?;
            into.push(Alternative { loops: loops.clone(), guards: guards.clone(), parts, text });
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
        let depth = highest_in_cond(&cond).map_or(0, |v| (v + 1).saturating_sub(coordinates));
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
    pub(crate) fn cond(&mut self, cond: &ast::Cond) -> Result<Cond> {
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
    pub(crate) fn expr(&mut self, expr: &ast::Expr) -> Result<Expr> {
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
                super::floor::floor(&arguments[0], self)?
            }
            ast::Expr::Call(name, arguments) if name.text == "lowfib" => {
                Expr::Call(Function::LowFib, arguments.iter().map(|e| self.expr(e)).collect::<Result<_>>()?)
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
    Some(match name {
        "min" => Function::Min,
        "max" => Function::Max,
        "gcd" => Function::Gcd,
        "xor" => Function::Xor,
        "band" => Function::BitAnd,
        "bor" => Function::BitOr,
        "isqrt" => Function::IntegerSquareRoot,
        "log2" => Function::Log2,
        "popcount" => Function::PopCount,
        "abs" => Function::Absolute,
        "lowbit" => Function::LowBit,
        "v2" => Function::TwoAdicOrder,
        "bits" => Function::BitLength,
        "mex" => Function::Mex,
        _ => return None,
    })
}

fn highest_in_expr(e: &Expr) -> Option<usize> {
    match e {
        Expr::Constant(_) => None,
        Expr::Variable(v) => Some(*v),
        Expr::Negative(e) => highest_in_expr(e),
        Expr::Binary(_, a, b) => highest_in_expr(a).max(highest_in_expr(b)),
        Expr::Call(_, all) => all.iter().filter_map(highest_in_expr).max(),
    }
}

fn highest_in_set(set: &Set) -> Option<usize> {
    let item = |i: &Item| match i {
        Item::One(e) | Item::Powers(e) | Item::Divisors(e) => highest_in_expr(e),
        Item::Range { from, to, step } => {
            highest_in_expr(from).max(to.as_ref().and_then(highest_in_expr)).max(highest_in_expr(step))
        }
        Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => None,
        Item::Nested(set) => highest_in_set(set),
    };
    set.items.iter().filter_map(item).max().max(set.except.iter().filter_map(highest_in_set).max())
}

fn highest_in_cond(cond: &Cond) -> Option<usize> {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().filter_map(highest_in_cond).max(),
        Cond::Not(c) => highest_in_cond(c),
        Cond::Compare(a, _, b) => highest_in_expr(a).max(highest_in_expr(b)),
        Cond::In(e, set) => highest_in_expr(e).max(highest_in_set(set)),
    }
}
