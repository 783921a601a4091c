//! Rules that may have been meant otherwise: the moves of small places are compared with those of the other reading.
//!
//! - `{n -> n//k for k in 2.. if n > 0}`: loops without an end go up to the size of the position, so that 1 has no move to 0.
//! - `{n -> n-1 | n//2 & n//2 if n%2=0 and n>0}`: the condition is one of `n-1`, too.
//!
//! Where both readings have the same moves nothing is said. Which loops are harmless is mostly seen without a comparison:
//! nothing is left of `n-k` for k beyond n.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_core::{Budget, Context, Error, ErrorKind, Nat, Result};
use grundy_notation::Span;
use grundy_notation::ast::{
    self, Clause, Cond, Definition, Expr, Item, Move, Name, Operator, Position, Primary, Query, Rule, Set, SetAtom,
    Simple,
};
use grundy_notation::notes::mentions;
use rustc_hash::FxHashMap;

use crate::game::{Component, Game};
use crate::scope::Scope;

/// Larger numbers of a loop that are looked at.
const BEYOND: u64 = 24;
/// The largest number of the places that are compared, by how many numbers they have.
const LARGEST: [u64; 4] = [0, 24, 6, 3];
/// So many rules are compared in a session; nobody reads more notes.
const REMEMBERED: usize = 64;
/// Nodes for all moves of a comparison: some milliseconds.
const NODES: u64 = 20_000;

/// What was said of rules: many lines may ask about one rule.
#[derive(Debug, Default)]
pub(super) struct Meant {
    /// By the rule and the definitions in force.
    said: FxHashMap<(Rule, Vec<Definition>), Vec<String>>,
}

impl Meant {
    /// Notes on the rules of a position.
    pub(super) fn of_position(&mut self, query: &Query, scope: &Scope) -> Vec<String> {
        let mut notes: Vec<String> = query.definitions.iter().flat_map(|d| self.of_game(&d.game, scope)).collect();
        self.of_terms(&query.position, scope, &mut notes);
        notes.dedup();
        notes
    }

    fn of_terms(&mut self, position: &Position, scope: &Scope, notes: &mut Vec<String>) {
        for term in &position.terms {
            match &term.primary {
                Primary::Game { game, .. } => notes.extend(self.of_game(game, scope)),
                Primary::Group(inner) => self.of_terms(inner, scope, notes),
                Primary::Nimber(_) => {}
            }
        }
    }

    /// Notes on the rules of a game.
    pub(super) fn of_game(&mut self, game: &ast::Game, scope: &Scope) -> Vec<String> {
        let mut notes = Vec::new();
        for simple in &game.alternatives {
            let Simple::Rule(rule) = simple else { continue };
            let others = Others { rule, scope };
            if !rule.moves.iter().any(|one| others.may_differ(one)) {
                continue;
            }
            let key = (rule.clone(), scope.in_force());
            if let Some(said) = self.said.get(&key) {
                notes.extend(said.iter().cloned());
            } else if self.said.len() < REMEMBERED {
                let found = others.notes();
                notes.extend(found.iter().cloned());
                self.said.insert(key, found);
            }
        }
        notes
    }
}

/// A rule, and how it may be changed.
struct Others<'a> {
    rule: &'a Rule,
    scope: &'a Scope,
}

impl Others<'_> {
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (at, one) in self.rule.moves.iter().enumerate() {
            notes.extend(self.of_loops(at, one));
            notes.extend(self.of_condition(at, one));
        }
        notes
    }

    /// Has the move a loop or a condition that is compared?
    fn may_differ(&self, one: &Move) -> bool {
        let ends_early = |clause: &Clause| match clause {
            Clause::For(name, set) => is_endless(set) && !is_harmless(one, name, &self.rule.pattern),
            Clause::If(_) => one.clauses.len() == 1 && one.alternatives.len() > 1,
        };
        one.clauses.iter().any(ends_early)
    }

    /// Loops that end at the size of the position, although larger numbers would give moves.
    fn of_loops(&self, at: usize, one: &Move) -> Option<String> {
        for (place, clause) in one.clauses.iter().enumerate() {
            let Clause::For(name, set) = clause else { continue };
            if !is_endless(set) || is_harmless(one, name, &self.rule.pattern) {
                continue;
            }
            let size: Vec<&str> = self.rule.pattern.iter().map(|name| name.text.as_str()).collect();
            let size = size.join("+");
            let said = format!("`for {} in {set}` ends at {size}, the size of the position", name.text);
            // forms without the number have notes of their own
            let mut longer = one.clone();
            longer.alternatives.retain(|form| says(form, &name.text));
            longer.clauses[place] = Clause::For(name.clone(), up_to(self.rule, BEYOND));
            let inside = Cond::In { expr: Expr::Name(name.clone()), negated: false, set: set.clone() };
            longer.clauses.insert(place + 1, Clause::If(inside));
            let cx = Context::new(Budget { nodes: Some(NODES), ..Budget::UNLIMITED });
            let (from, to) = match self
                .with(at, vec![longer])
                .map_or(Differ::Refused, |other| self.compared(&other, &cx))
            {
                Differ::Nowhere => continue,
                Differ::At(from, to) => (from, to),
                Differ::Refused => {
                    return Some(format!(
                        "{said}; if larger numbers are meant, write where the loop ends, and behind `by` what gets smaller"
                    ));
                }
            };
            return Some(format!(
                "{said}; so `{from}` → `{to}` is no move. If it is meant as one, write where the loop ends"
            ));
        }
        None
    }

    /// A condition behind several moves that may have been meant for the last one.
    fn of_condition(&self, at: usize, one: &Move) -> Option<String> {
        let (last, before) = one.alternatives.split_last().filter(|(_, before)| !before.is_empty())?;
        let [Clause::If(condition)] = &one.clauses[..] else { return None };
        // moves of one kind are meant alike
        if !divides(last) || before.iter().any(|form| divides(form)) {
            return None;
        }
        let free = Move { alternatives: before.to_vec(), clauses: Vec::new(), span: one.span };
        let bound = Move { alternatives: vec![last.clone()], ..one.clone() };
        let cx = Context::new(Budget { nodes: Some(NODES), ..Budget::UNLIMITED });
        let Differ::At(..) = self.compared(&self.with(at, vec![free, bound])?, &cx) else { return None };
        let form = |parts: &[ast::Part]| parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & ");
        let (first, last) = (form(before.first()?), form(last));
        Some(format!(
            "`if {condition}` holds for `{first}` too; if it is about `{last}` alone, write `;` in place of the last `|`"
        ))
    }

    /// The game with other moves in place of one; `None` where that is no game.
    fn with(&self, at: usize, moves: Vec<Move>) -> Option<Game> {
        let mut rule = self.rule.clone();
        rule.moves.splice(at..=at, moves);
        self.game(rule)
    }

    fn game(&self, rule: Rule) -> Option<Game> {
        let mut scope = Scope::default();
        scope.enter(&self.scope.in_force());
        let span = rule.span;
        scope.game(&Arc::new(ast::Game { alternatives: vec![Simple::Rule(rule)], span }), 0).ok()
    }

    /// Has the other game options that this one does not have?
    fn compared(&self, other: &Game, cx: &Context) -> Differ {
        let Some(game) = self.game(self.rule.clone()) else { return Differ::Nowhere };
        let mut refused = false;
        for place in places(self.rule.pattern.len()) {
            let Ok(here) = options(&game, &place, cx) else { break };
            match options(other, &place, cx) {
                Ok(there) => {
                    if let Some(option) = there.into_iter().find(|option| !here.contains(option)) {
                        return Differ::At(shown(&Component::new(&game, place)), option);
                    }
                }
                Err(Error::Bad(bad)) if bad.kind == ErrorKind::Rule => refused = true,
                Err(_) => break,
            }
        }
        if refused { Differ::Refused } else { Differ::Nowhere }
    }
}

/// Where two games differ.
enum Differ {
    /// Not among the small places, or nobody knows.
    Nowhere,
    /// From this place to that one only the second game has a move.
    At(String, String),
    /// The second game has a move that does not get smaller, or one without value.
    Refused,
}

/// Does the form divide, or leave several parts?
fn divides(form: &[ast::Part]) -> bool {
    form.len() > 1 || form.iter().flat_map(|part| &part.coordinates).any(has_quotient)
}

fn has_quotient(expr: &Expr) -> bool {
    expr.any(&|x| matches!(x, Expr::Binary(Operator::Divide | Operator::Remainder, ..)))
}

/// Does the form have this name?
fn says(form: &[ast::Part], name: &str) -> bool {
    let mut computed = form.iter().flat_map(|part| part.coordinates.iter().chain(&part.times));
    computed.any(|expr| mentions(expr, name))
}

/// The options of a place, where they can be listed in short time.
fn options(game: &Game, place: &[Nat], cx: &Context) -> Result<BTreeSet<String>> {
    let all = game.every_option(&place.iter().cloned().collect(), cx)?;
    Ok(all.iter().map(|parts| parts.iter().map(shown).collect::<Vec<_>>().join(" & ")).collect())
}

fn shown(component: &Component) -> String {
    let numbers: Vec<String> = component.place.iter().map(ToString::to_string).collect();
    if numbers.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(",")) }
}

/// Small places, the smallest first.
fn places(numbers: usize) -> Vec<Vec<Nat>> {
    let largest = LARGEST.get(numbers).copied().unwrap_or(1);
    let mut all = vec![Vec::new()];
    for _ in 0..numbers.min(6) {
        let longer =
            |place: &Vec<Nat>| (0..=largest).map(|n| [&place[..], &[Nat::from(n)]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|place| place.len() == numbers);
    all.sort_by_key(|place| place.iter().sum::<Nat>());
    all
}

/// From 0 to so much more than the size of the position.
fn up_to(rule: &Rule, more: u64) -> Set {
    let span = Span::default();
    let number = |n: u64| Expr::Number(Nat::from(n), span);
    let names = rule.pattern.iter().map(|name| Expr::Name(name.clone()));
    let end = names.fold(number(more), |sum, name| Expr::Binary(Operator::Add, Box::new(sum), Box::new(name)));
    let item = Item::Range { from: number(0), to: Some(end), step: None };
    Set { base: SetAtom::Item(item), except: Vec::new(), span }
}

/// Has the set no end of its own?
fn is_endless(set: &Set) -> bool {
    let is = |item: &Item| match item {
        Item::One(_) => false,
        Item::Range { to, .. } => to.is_none(),
        Item::Named(name, _) => name.text != "divisors",
    };
    match &set.base {
        SetAtom::Braces(items) => items.iter().any(is),
        SetAtom::Item(item) => is(item),
        SetAtom::Group(inner) => is_endless(inner),
    }
}

/// Is each form of the move none where the variable is larger than the size of the position, because less than nothing would be
/// left?
fn is_harmless(one: &Move, name: &Name, pattern: &[Name]) -> bool {
    let is_coordinate = |expr: &Expr| matches!(expr, Expr::Name(of) if pattern.iter().any(|name| name.text == of.text));
    let falls = |expr: &Expr| matches!(expr, Expr::Binary(Operator::Subtract, a, b) if is_coordinate(a) && grows(b, &name.text));
    one.alternatives.iter().all(|form| form.iter().flat_map(|part| &part.coordinates).any(falls))
}

/// Is the expression at least the variable?
fn grows(expr: &Expr, name: &str) -> bool {
    let is_from = |expr: &Expr, least: u8| matches!(expr, Expr::Number(n, _) if *n >= Nat::from(least));
    match expr {
        Expr::Name(own) => own.text == name,
        Expr::Binary(Operator::Multiply, a, b) => {
            is_from(a, 1) && grows(b, name) || grows(a, name) && (is_from(b, 1) || grows(b, name))
        }
        Expr::Binary(Operator::Power, a, b) => is_from(a, 2) && grows(b, name) || grows(a, name) && is_from(b, 1),
        Expr::Binary(Operator::Add, a, b) => grows(a, name) && is_from(b, 0) || is_from(a, 0) && grows(b, name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::Session;

    fn notes(text: &str) -> Vec<String> {
        let mut session = Session::new();
        session.game(text).unwrap();
        session.heard().notes().to_vec()
    }

    #[test]
    fn loops_that_end_too_early_are_told() {
        for text in [
            "{n -> n-(p-1) for p in primes}",
            "{n -> n//k for k in 2.. if n > 0}",
            "{n -> n//k for k in 2..}",
            "{n -> xor(n,k) for k in 1.. if xor(n,k) < n}",
            "{n -> n-k//2 for k in evens}",
            "{n -> n+k for k in squares if n+k <= 20 by 20-n}",
            "{n -> n+k for k in 1.. if n+k <= 20}",
            "{(x,y) -> (x+k,y) for k in 1.. if x+k<=7; (x,y+k) for k in 1.. if y+k<=7 by 14-x-y}",
        ] {
            let notes = notes(text);
            assert!(matches!(&notes[..], [note, ..] if note.contains("the size of the position")), "{text}: {notes:?}");
        }
        let note = notes("{n -> n-(p-1) for p in primes}").concat();
        assert!(note.contains("`1` → `0` is no move"), "{note}");
    }

    #[test]
    fn conditions_of_several_moves_are_told() {
        let note = notes("{n -> n-1 | n//2 & n//2 if n%2=0 and n>0}").concat();
        assert!(note.contains("holds for `n-1` too") && note.contains("`n//2 & n//2` alone"), "{note}");
    }

    #[test]
    fn nothing_is_said_of_what_has_one_meaning() {
        for text in [
            "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}",
            "{n -> n-2^k for k in 0..}",
            "{n -> n-k^2 for k in 1..}",
            "{n -> n-p for p in primes}",
            "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}",
            "{n -> n-d for d in 1.. if n % d = 0 and n > 0}",
            "{n -> n//k for k in 2..n+1 if n > 0}",
            "{n -> n-1 | n//2 if n > 0}",
            "{(a,b) -> (a-1,b) | (a,b-1) if a != b}",
            "{n -> n-1; n//2 & n//2 if n%2=0 and n>0}",
        ] {
            assert_eq!(notes(text), Vec::<String>::new(), "{text}");
        }
    }
}
