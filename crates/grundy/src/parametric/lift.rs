//! Parameters as coordinates that no move changes: `take[1..m]` becomes `{(n,m) -> (n-k,m) for k in 1..m}`.
//!
//! For values m ≥ 1 that make a game, the places (n, m) of the lifted rule have the moves of the place n of the member. Open
//! ranges end at the size of the position, to which parameters do not belong, so `1..` becomes `1..n`.
//!
//! Not lifted are names of the catalogue other than `take`, games by `let`, and what hands parts to games with parameters.

use std::sync::Arc;

use grundy_core::{Convention, Nat};
use grundy_notation::Span;
use grundy_notation::ast::{
    Argument, Clause, Cond, Expr, Game, Item, Move, Name, Operator, Part, Relation, Rule, Set, SetAtom, Simple,
};

use super::ParametricGame;
use crate::game::GameQuestion;

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn named(text: &str) -> Expr {
    Expr::Name(name(text))
}

/// The game whose coordinates are those of the members and then the parameters.
pub(super) fn lifted(game: &ParametricGame) -> Option<GameQuestion> {
    if game.definitions.iter().any(|d| mentions(&d.game, &game.parameters)) {
        return None;
    }
    let mut moves = Vec::new();
    for simple in &game.tree.alternatives {
        match simple {
            Simple::Named { name, arguments } if name.text == "take" && game.variables.len() == 1 => {
                for argument in arguments {
                    let Argument::Set(set) = argument else { return None };
                    moves.push(taking(game, set));
                }
            }
            Simple::Rule(rule) => {
                let pattern: Vec<&String> = rule.pattern.iter().map(|n| &n.text).collect();
                if rule.loopy || rule.measure.is_some() || !pattern.iter().copied().eq(&game.variables) {
                    return None;
                }
                for one in &rule.moves {
                    for way in by_parity(game, one)? {
                        moves.push(moved(game, &way)?);
                    }
                }
            }
            Simple::Named { .. } | Simple::Code(_) | Simple::Graph(_) => return None,
        }
    }
    let pattern = game.all_names().iter().map(|n| name(n)).collect();
    let rule = Rule { pattern, moves, measure: None, loopy: false, span: Span::default() };
    let tree = Game { alternatives: vec![Simple::Rule(rule)], span: Span::default() };
    game.question(tree, game.definitions.clone()).ok()
}

/// `(n-k,m) for k in S`
fn taking(game: &ParametricGame, set: &Set) -> Move {
    let known = game.all_names();
    let taken = ["k", "j", "t", "s", "i"].into_iter().find(|k| !known.iter().any(|n| n == k)).unwrap_or("taken");
    let heap = &game.variables[0];
    let left = Expr::Binary(Operator::Subtract, Box::new(named(heap)), Box::new(named(taken)));
    let coordinates = with_parameters(game, vec![left]);
    let part = Part { game: None, coordinates, times: None, span: Span::default() };
    let clauses = vec![Clause::For(name(taken), closed(game, set))];
    Move { alternatives: vec![vec![part]], clauses, span: Span::default() }
}

fn with_parameters(game: &ParametricGame, mut coordinates: Vec<Expr>) -> Vec<Expr> {
    coordinates.extend(game.parameters.iter().map(|p| named(p)));
    coordinates
}

fn moved(game: &ParametricGame, one: &Move) -> Option<Move> {
    let mut result = one.clone();
    for part in result.alternatives.iter_mut().flatten() {
        match &part.game {
            None => part.coordinates = with_parameters(game, std::mem::take(&mut part.coordinates)),
            Some(other) if mentions(other, &game.parameters) => return None,
            Some(_) => {}
        }
    }
    for clause in &mut result.clauses {
        if let Clause::For(_, set) = clause {
            // named sets end at the size of the position, to which the parameters would belong
            if has_named(set) {
                return None;
            }
            *set = closed(game, set);
        }
    }
    Some(result)
}

/// The move without `times` of parameters: in normal play equal parts cancel in pairs, so an odd number of copies is one, and
/// an even one is none, or two: those that cancel must be smaller positions all the same. `None` in misère play.
fn by_parity(game: &ParametricGame, one: &Move) -> Option<Vec<Move>> {
    if one.alternatives.iter().flatten().all(|part| part.times.is_none()) {
        return Some(vec![one.clone()]);
    }
    if game.convention != Convention::Normal {
        return None;
    }
    let number = |n: u8| Expr::Number(Nat::from(n), Span::default());
    let mut ways = Vec::new();
    for parts in &one.alternatives {
        let mut open = vec![Move { alternatives: vec![Vec::new()], ..one.clone() }];
        for part in parts {
            let single = Part { times: None, ..part.clone() };
            let Some(count) = &part.times else {
                open.iter_mut().for_each(|way| way.alternatives[0].push(single.clone()));
                continue;
            };
            let parity = Expr::Binary(Operator::Remainder, Box::new(count.clone()), Box::new(number(2)));
            let is = |e: &Expr, relation, n| Cond::Compare(e.clone(), vec![(relation, number(n))]);
            // a negative number of copies is no move
            let copies = [
                (0, vec![is(count, Relation::Equal, 0)]),
                (1, vec![is(count, Relation::GreaterEqual, 0), is(&parity, Relation::Equal, 1)]),
                (2, vec![is(count, Relation::Greater, 0), is(&parity, Relation::Equal, 0)]),
            ];
            open = copies.into_iter().flat_map(|(copies, conds)| with_copies(&open, &single, copies, conds)).collect();
        }
        for way in &mut open {
            if way.alternatives[0].is_empty() {
                let simple = Simple::Named { name: name("nim"), arguments: Vec::new() };
                let nim = Arc::new(Game { alternatives: vec![simple], span: Span::default() });
                way.alternatives[0] =
                    vec![Part { game: Some(nim), coordinates: vec![number(0)], times: None, span: Span::default() }];
            }
        }
        ways.append(&mut open);
    }
    Some(ways)
}

/// These ways with so many copies of a part, under these conditions.
fn with_copies(ways: &[Move], part: &Part, copies: usize, conds: Vec<Cond>) -> Vec<Move> {
    let mut ways = ways.to_vec();
    for way in &mut ways {
        way.alternatives[0].extend(std::iter::repeat_n(part.clone(), copies));
        way.clauses.push(Clause::If(Cond::And(conds.clone())));
    }
    ways
}

/// Does the game speak of a parameter? A cautious answer, by its words.
pub(super) fn mentions(game: &Arc<Game>, parameters: &[String]) -> bool {
    let text = game.to_string();
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| parameters.iter().any(|p| p == word))
}

fn has_named(set: &Set) -> bool {
    [&set.base].into_iter().chain(&set.except).any(|atom| match atom {
        SetAtom::Item(item) => matches!(item, Item::Named(..)),
        SetAtom::Braces(items) => items.iter().any(|item| matches!(item, Item::Named(..))),
        SetAtom::Group(set) => has_named(set),
    })
}

/// The set with open ranges that end at the size of the member's position.
fn closed(game: &ParametricGame, set: &Set) -> Set {
    Set {
        base: closed_atom(game, &set.base),
        except: set.except.iter().map(|atom| closed_atom(game, atom)).collect(),
        span: set.span,
    }
}

fn closed_atom(game: &ParametricGame, atom: &SetAtom) -> SetAtom {
    match atom {
        SetAtom::Item(item) => SetAtom::Item(closed_item(game, item)),
        SetAtom::Braces(items) => SetAtom::Braces(items.iter().map(|item| closed_item(game, item)).collect()),
        SetAtom::Group(set) => SetAtom::Group(Box::new(closed(game, set))),
    }
}

fn closed_item(game: &ParametricGame, item: &Item) -> Item {
    let size = || {
        let mut names = game.variables.iter().map(|v| named(v));
        names.next().map(|first| names.fold(first, |sum, v| Expr::Binary(Operator::Add, Box::new(sum), Box::new(v))))
    };
    match item {
        Item::Range { from, to: None, step } => Item::Range { from: from.clone(), to: size(), step: step.clone() },
        other => other.clone(),
    }
}
