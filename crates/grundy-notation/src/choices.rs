//! What a rule may have been meant to leave to the player: numbers that only a condition tells of, and heaps that are left.
//!
//! `{n -> n-d if d divides n}` is a game for each `d`, and may have been meant as `for d in 1..n`; `{n -> i^(n-i) for i in 1..n-1}`
//! leaves one heap, a power, and may have been meant as `i & n-i`.

use grundy_core::number::Nat;

use super::Span;
use super::ast::{Clause, Cond, Expr, Game, Item, Move, Name, Operator, Rule, Set, SetAtom, Simple};

/// Which numbers of one heap a player may choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// All up to the heap.
    UpToHeap,
    /// Those from 1 to one less than the heap.
    BelowHeap,
}

/// The names of a rule that a move has and its condition tells of, with no loop for them, and the rule with such loops: `d` in
/// `n-d if d divides n`.
pub fn told_without_loop(game: &Game, names: &[String], choice: Choice) -> Option<(Vec<String>, Game)> {
    let mut game = game.clone();
    let mut found: Vec<String> = Vec::new();
    for simple in &mut game.alternatives {
        let Simple::Rule(rule) = simple else { continue };
        let heap = rule.pattern.clone();
        for one in &mut rule.moves {
            let told: Vec<String> = names.iter().filter(|name| is_told(one, name)).cloned().collect();
            // of several numbers that are added up one may be 0
            let is_whole = choice == Choice::UpToHeap && told.len() > 1 && one.clauses.iter().any(adds);
            let from = u8::from(!is_whole);
            let loops = told.iter().map(|name| {
                Clause::For(Name { text: name.clone(), span: Span::default() }, numbers(from, &heap, choice))
            });
            one.clauses = loops.collect::<Vec<_>>().into_iter().chain(std::mem::take(&mut one.clauses)).collect();
            found.extend(told.into_iter().filter(|name| !found.contains(name)).collect::<Vec<_>>());
        }
    }
    (!found.is_empty()).then_some((found, game))
}

fn is_told(one: &Move, name: &str) -> bool {
    let mut parts = one.alternatives.iter().flatten().flat_map(|part| part.coordinates.iter().chain(&part.times));
    let mut told = false;
    for clause in &one.clauses {
        if let Clause::If(cond) = clause {
            cond.each_expr(&mut |expr| told |= mentions(expr, name));
        }
    }
    told && parts.any(|expr| mentions(expr, name))
}

fn adds(clause: &Clause) -> bool {
    let mut found = false;
    let mut look = |cond: &Cond| cond.each_expr(&mut |expr| found |= matches!(expr, Expr::Binary(Operator::Add, ..)));
    if let Clause::If(cond) = clause {
        look(cond);
    }
    found
}

/// `1..n` or `1..n-1` of one heap, `1..` of several.
fn numbers(from: u8, pattern: &[Name], choice: Choice) -> Set {
    let number = |n: u8| Expr::Number(Nat::from(n), Span::default());
    let to = match (pattern, choice) {
        ([heap], Choice::UpToHeap) => Some(Expr::Name(heap.clone())),
        ([heap], Choice::BelowHeap) => {
            Some(Expr::Binary(Operator::Subtract, Box::new(Expr::Name(heap.clone())), Box::new(number(1))))
        }
        _ => None,
    };
    let from = number(from);
    Set { base: SetAtom::Item(Item::Range { from, to, step: None }), except: Vec::new(), span: Span::default() }
}

/// Does the name stand in the expression?
#[must_use]
pub fn mentions(expr: &Expr, name: &str) -> bool {
    expr.any(&|x| matches!(x, Expr::Name(found) if found.text == name))
}

/// A note on one heap that is a power of what the player leaves by another such number.
pub(super) fn of_heaps(rule: &Rule) -> Option<String> {
    let [heap] = &rule.pattern[..] else { return None };
    let mut joined = rule.clone();
    let mut found = false;
    for form in joined.moves.iter_mut().flat_map(|one| &mut one.alternatives) {
        let [part] = &form[..] else { continue };
        let [expr] = &part.coordinates[..] else { continue };
        let heaps = factors(expr);
        let is_left = |expr: &Expr| !matches!(expr, Expr::Name(_)) && mentions(expr, &heap.text);
        let varies = |expr: &Expr| !matches!(expr, Expr::Number(..));
        if part.game.is_some() || heaps.len() < 2 || !heaps.iter().all(varies) || !heaps.iter().any(is_left) {
            continue;
        }
        let parts =
            heaps.into_iter().map(|heap| super::ast::Part { coordinates: vec![heap], ..part.clone() }).collect();
        (*form, found) = (parts, true);
    }
    found.then(|| format!("`^` is a power; two heaps that are left are joined by `&`: `{joined}`"))
}

/// The numbers of `a^b^c`.
fn factors(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Binary(Operator::Power, base, exponent) => [vec![(**base).clone()], factors(exponent)].concat(),
        other => vec![other.clone()],
    }
}
