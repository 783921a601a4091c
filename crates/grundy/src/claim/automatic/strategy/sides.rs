//! More moves than there are, and fewer.
//!
//! A sentence about all moves stays true if it is proved of more moves, one about some move if it is proved of fewer. So a
//! move with something in it that has no automaton is replaced twice: a set such as `squares` by all numbers from 1 on, and
//! by some of its members; a condition by none at all, and for fewer moves the whole move is left out.

use grundy_automata::engine::{Built, Engine, Obstacle};
use grundy_automata::formula::Variable;
use grundy_automata::moves::Move;
use grundy_notation::ast::{Operator, Relation};

use crate::automatic::moves_of_rule;
use crate::rule::ir::{Alternative, Cond, Expr, Function, Guard, Item, Loop, Rule, Set};

/// The moves of a rule, from both sides.
#[derive(Debug)]
pub(super) struct Sides {
    /// Every move is one of these.
    pub(super) more: Vec<Move>,
    /// Each of these is a move.
    pub(super) fewer: Vec<Move>,
    /// Are both the moves themselves?
    pub(super) exact: bool,
    /// The first variable that no move uses.
    pub(super) next: Variable,
}

impl Sides {
    /// Every alternative as it is, or from both sides.
    ///
    /// # Errors
    /// Something that cannot be replaced, by name; too many branches; a spent budget.
    pub(super) fn of_rule(rule: &Rule, engine: &mut Engine<'_>) -> Built<Sides> {
        let mut sides = Sides { more: Vec::new(), fewer: Vec::new(), exact: true, next: 0 };
        for alternative in &rule.alternatives {
            match sides.read(rule, alternative.clone(), engine) {
                Ok(moves) => {
                    sides.more.extend(moves.iter().cloned());
                    sides.fewer.extend(moves);
                }
                Err(why @ Obstacle::NotAutomatic { .. }) => {
                    sides.exact = false;
                    let more = sides.read(rule, changed(rule, alternative, true, engine), engine);
                    let Ok(more) = more else { return Err(why) };
                    sides.more.extend(more);
                    // what cannot be said even so is left out
                    let fewer = sides.read(rule, changed(rule, alternative, false, engine), engine);
                    sides.fewer.extend(fewer.unwrap_or_default());
                }
                Err(why) => return Err(why),
            }
        }
        Ok(sides)
    }

    /// Does every move leave one part?
    pub(super) fn single(&self) -> bool {
        self.more.iter().all(|m| m.parts == 1)
    }

    fn read(&mut self, rule: &Rule, alternative: Alternative, engine: &mut Engine<'_>) -> Built<Vec<Move>> {
        let moves = moves_of_rule(&alone(rule, alternative), engine)?;
        self.next = self.next.max(moves.next);
        Ok(moves.moves)
    }
}

/// A rule with this way to move alone.
fn alone(rule: &Rule, alternative: Alternative) -> Rule {
    Rule {
        arity: rule.arity,
        names: rule.names.clone(),
        alternatives: vec![alternative],
        measure: None,
        loopy: rule.loopy,
    }
}

/// The alternative with more moves, or with fewer.
fn changed(rule: &Rule, alternative: &Alternative, more: bool, engine: &mut Engine<'_>) -> Alternative {
    let mut guards = Vec::new();
    let mut loops = Vec::new();
    for (i, entered) in alternative.loops.iter().enumerate() {
        let variable = Expr::Variable(rule.arity + i);
        let (set, facts) = match more {
            true => larger(&entered.set, &variable),
            false if leaves_out_named(&entered.set) => {
                // what stands for a named set in `smaller` ends at the size of the position, the named set does not
                let size = (1..rule.arity).fold(Expr::Variable(0), |sum, i| sum + Expr::Variable(i));
                (smaller(&entered.set), vec![Cond::Compare(variable, Relation::LessEqual, size)])
            }
            false => (smaller(&entered.set), Vec::new()),
        };
        loops.push(Loop { name: entered.name.clone(), set });
        guards.extend(facts.into_iter().map(|cond| Guard { depth: i + 1, cond }));
    }
    for guard in &alternative.guards {
        // a condition without automaton is dropped if more moves are wanted
        let tried = Alternative { loops: loops.clone(), guards: vec![guard.clone()], ..alternative.clone() };
        if !more || moves_of_rule(&alone(rule, tried), engine).is_ok() {
            guards.push(guard.clone());
        }
    }
    guards.sort_by_key(|g| g.depth);
    Alternative { loops, guards, ..alternative.clone() }
}

fn number(n: i64) -> Expr {
    Expr::Constant(n.into())
}

fn from_one(to: Option<Expr>) -> Item {
    Item::Range { from: number(1), to, step: number(1) }
}

/// A set that holds every member, and what is known of each of them.
fn larger(set: &Set, k: &Expr) -> (Set, Vec<Cond>) {
    let mut facts = Vec::new();
    let item = |item: &Item| match item {
        // positive, and at most the size of the position
        Item::Squares | Item::Primes | Item::Powers(_) | Item::Fibonacci => from_one(None),
        Item::Divisors(of) => from_one(Some(Expr::Call(Function::Absolute, vec![of.clone()]))),
        Item::Nested(inner) => Item::Nested(Box::new(larger(inner, k).0)),
        other => other.clone(),
    };
    let items: Vec<Item> = set.items.iter().map(item).collect();
    if let [Item::Divisors(of)] = &set.items[..] {
        // the number itself or at most half of it, and odd if the number is
        let size = Expr::Call(Function::Absolute, vec![of.clone()]);
        let binary = |operator, a: &Expr, b: &Expr| Expr::Binary(operator, Box::new(a.clone()), Box::new(b.clone()));
        let twice = binary(Operator::Multiply, &number(2), k);
        let odd = |e: &Expr| binary(Operator::Remainder, e, &number(2));
        facts.push(Cond::Any(vec![
            Cond::Compare(k.clone(), Relation::Equal, size.clone()),
            Cond::Compare(twice, Relation::LessEqual, size.clone()),
        ]));
        facts.push(Cond::Any(vec![
            Cond::Compare(odd(k), Relation::Equal, number(1)),
            Cond::Compare(odd(&size), Relation::Equal, number(0)),
        ]));
    }
    // fewer exceptions: only those that are what they are
    let plain = |s: &&Set| s.except.is_empty() && s.items.iter().all(is_linear);
    let except = set.except.iter().filter(plain).cloned().collect();
    (Set { items, except }, facts)
}

/// Is the item a number or a range?
fn is_linear(item: &Item) -> bool {
    match item {
        Item::One(_) | Item::Range { .. } | Item::Odds | Item::Evens => true,
        Item::Nested(set) => set.except.is_empty() && set.items.iter().all(is_linear),
        Item::Powers(_) | Item::Squares | Item::Fibonacci | Item::Primes | Item::Divisors(_) => false,
    }
}

/// Does the set, or one within it, leave out members of a named set?
fn leaves_out_named(set: &Set) -> bool {
    let within = |item: &Item| matches!(item, Item::Nested(inner) if leaves_out_named(inner));
    set.except.iter().flat_map(|s| &s.items).any(|item| !is_linear(item)) || set.items.iter().any(within)
}

/// A set that holds members only, if it is not asked about numbers above the size of the position.
fn smaller(set: &Set) -> Set {
    // these of 1.., which ends at the size of the position as named sets do
    let numbers = |all: &[i64]| {
        let range = |from: i64, to| Item::Range { from: number(from), to, step: number(1) };
        let gaps = all.windows(2).map(|w| range(w[0] + 1, Some(number(w[1] - 1))));
        let first = all.first().map(|n| range(1, Some(number(n - 1))));
        let items: Vec<Item> = gaps.chain(first).chain(all.last().map(|n| range(n + 1, None))).collect();
        Item::Nested(Box::new(Set { items: vec![from_one(None)], except: vec![Set { items, except: Vec::new() }] }))
    };
    let item = |item: &Item| match item {
        Item::Squares => numbers(&[1, 4, 9, 16, 25, 36]),
        Item::Primes => numbers(&[2, 3, 5, 7, 11, 13]),
        Item::Fibonacci => numbers(&[1, 2, 3, 5, 8, 13]),
        Item::Powers(_) => numbers(&[1]),
        // 1 and the number, which must be positive
        Item::Divisors(of) => Item::Nested(Box::new(Set {
            items: vec![Item::Nested(Box::new(list(vec![number(1), of.clone()])))],
            except: vec![Set {
                items: vec![
                    Item::Range { from: of.clone(), to: Some(number(0)), step: number(1) },
                    Item::Range { from: of.clone() + number(1), to: Some(number(1)), step: number(1) },
                ],
                except: Vec::new(),
            }],
        })),
        Item::Nested(inner) => Item::Nested(Box::new(smaller(inner))),
        other => other.clone(),
    };
    let items = set.items.iter().map(item).collect();
    // more exceptions
    let except = set.except.iter().map(|s| larger(s, &number(0)).0).collect();
    Set { items, except }
}

fn list(all: Vec<Expr>) -> Set {
    Set { items: all.into_iter().map(Item::One).collect(), except: Vec::new() }
}
