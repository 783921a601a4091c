//! Positions: sums of components, with copies counted and not repeated.
//!
//! A position keeps the shape in which it was written, so that a move can replace one component in place and keep
//! all else: moving one of `3*kayles(5)` to `kayles(4)` gives `kayles(4) + 2*kayles(5)`.
//!
//! Single components are numbered from 0 in reading order, copies included: in `2*nim(1) + nim(2)` the numbers 0 and
//! 1 are the copies of `nim(1)`, 2 is `nim(2)`.

mod arithmetic;
pub(crate) mod graph;
mod of_game;
pub(crate) mod play;
mod told;

use std::fmt::Write as _;
use std::ops::ControlFlow;

use grundy_notation::ast;
use rustc_hash::FxHashMap;

use crate::error::Diagnostic;
use crate::game::{Component, Game, Place};
use crate::number::Nat;
use crate::outcome::Convention;
pub use graph::GameGraph;
pub use play::Move;

/// A sum of components under a convention.
#[derive(Debug, Clone)]
pub struct Position {
    pub(crate) convention: Convention,
    pub(crate) terms: Vec<Term>,
    pub(crate) text: Text,
    /// The coordinate written as `?`, if any.
    pub(crate) hole: Option<Hole>,
    /// What is wrong with it, to be told by the first question.
    pub(crate) fault: Option<Box<Diagnostic>>,
}

/// Where the spelling of a position comes from; it is made only when it is asked for.
#[derive(Debug, Clone)]
pub(crate) enum Text {
    /// It was read, with its definitions.
    Read(Box<ast::Query>),
    /// It was put together from components; games in it may be named by these definitions.
    Made(Vec<ast::Definition>),
}

/// Where a `?` stands: the place that holds 0 instead.
#[derive(Debug, Clone)]
pub(crate) struct Hole {
    pub(crate) component: Component,
    pub(crate) coordinate: usize,
}

/// A summand with its number of copies.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    pub(crate) copies: Nat,
    pub(crate) node: Node,
}

#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// `kayles(5, 2)`: components of one game, written together.
    Places(Game, Vec<Place>),
    /// `(kayles(5) + nim(2))`
    Group(Vec<Term>),
}

/// One single component of a position: its number and the way to it.
#[derive(Debug, Clone)]
pub(crate) struct Occurrence {
    pub(crate) index: Nat,
    /// From the outside in: which term, which copy of it.
    path: Vec<(usize, Nat)>,
    /// Which place of the innermost term.
    place: usize,
}

impl Position {
    /// A position of one component, in normal play.
    #[must_use]
    pub fn single(component: Component) -> Self {
        Position::of_places(component.game, vec![component.place], Text::Made(Vec::new()))
    }

    /// Places of one game, in normal play.
    pub(crate) fn of_places(game: Game, places: Vec<Place>, text: Text) -> Self {
        let terms = vec![Term { copies: Nat::ONE, node: Node::Places(game, places) }];
        Position { convention: Convention::Normal, terms, text, hole: None, fault: None }
    }

    /// Components side by side, in normal play.
    pub(crate) fn of_components(components: Vec<Component>, text: Text) -> Self {
        let terms = components.chunk_by(|a, b| a.game == b.game).map(|group| {
            let places = group.iter().map(|c| c.place.clone()).collect();
            Term { copies: Nat::ONE, node: Node::Places(group[0].game.clone(), places) }
        });
        Position { convention: Convention::Normal, terms: terms.collect(), text, hole: None, fault: None }
    }

    /// No position: a question about it is answered by the fault.
    pub(crate) fn faulty(game: &Game, fault: Diagnostic) -> Self {
        let empty = Position::of_places(game.clone(), Vec::new(), Text::Made(Vec::new()));
        Position { fault: Some(Box::new(fault)), ..empty }
    }

    /// The position, if nothing is wrong with it.
    ///
    /// # Errors
    /// What was wrong with one of its summands, or with joining them.
    pub fn sound(&self) -> Result<&Self, Diagnostic> {
        match &self.fault {
            None => Ok(self),
            Some(fault) => Err((**fault).clone()),
        }
    }

    /// The same sum under another convention.
    #[must_use]
    pub fn under(mut self, convention: Convention) -> Self {
        self.convention = convention;
        if let Text::Read(query) = &mut self.text {
            query.misere = convention == Convention::Misere;
        }
        self
    }

    /// Normal or misère.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The canonical spelling, with definitions and `misere`.
    #[must_use]
    pub fn query(&self) -> String {
        match &self.text {
            Text::Read(query) => query.to_string(),
            Text::Made(_) => self.spelt(&self.terms),
        }
    }

    /// Is some coordinate written as `?`.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.hole.is_some()
    }

    /// Has a component ended the play of the whole sum: three crosses in a row? Then nobody has a move.
    pub(crate) fn is_over(&self) -> bool {
        let mut is_over = false;
        self.each(&mut |game, place, count| {
            is_over |= *count > Nat::ZERO && game.any().is_some_and(|rules| rules.is_over(place));
        });
        is_over
    }

    /// The distinct components in order of first appearance, each with how often it occurs (0 for copies of 0).
    #[must_use]
    pub fn components(&self) -> Vec<(Component, Nat)> {
        let mut order = Vec::new();
        let mut at = FxHashMap::default();
        gather(&self.terms, &Nat::ONE, &mut |game, place, count| {
            let component = Component { game: game.clone(), place: place.clone() };
            let slot = *at.entry(component.clone()).or_insert_with(|| {
                order.push((component, Nat::ZERO));
                order.len() - 1
            });
            order[slot].1 += count;
        });
        order
    }

    /// Visits each component as written with its multiplicity, without copying it. Equal ones are visited again.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&Game, &Place, &Nat)) {
        gather(&self.terms, &Nat::ONE, visit);
    }

    /// Visits single components in order. Those that are not `wanted` are skipped at no cost, however many copies.
    pub(crate) fn occurrences(
        &self,
        wanted: &dyn Fn(&Game, &Place) -> bool,
        visit: &mut dyn FnMut(Occurrence) -> ControlFlow<()>,
    ) {
        let mut path = Vec::new();
        let _ = walk(&self.terms, &Nat::ZERO, &mut path, wanted, visit);
    }

    /// The component that an occurrence stands for.
    pub(crate) fn at(&self, at: &Occurrence) -> (&Game, &Place) {
        let mut terms = &self.terms;
        for (number, _) in &at.path {
            match &terms[*number].node {
                Node::Group(inner) => terms = inner,
                Node::Places(game, places) => return (game, &places[at.place]),
            }
        }
        unreachable!("a path ends at places")
    }

    /// The spelling after one single component is replaced by `parts` (canonical: parts of one game together).
    pub(crate) fn replaced(&self, at: &Occurrence, parts: &[Component]) -> String {
        self.spelt(&replace(&self.terms, &at.path, at.place, parts))
    }

    /// These terms with the names that they use, and the convention.
    fn spelt(&self, terms: &[Term]) -> String {
        let mut text: String = self.definitions().iter().map(|definition| format!("{definition} ")).collect();
        if self.convention == Convention::Misere {
            text.push_str("misere ");
        }
        text + &print_terms(terms)
    }
}

fn gather(terms: &[Term], copies: &Nat, visit: &mut dyn FnMut(&Game, &Place, &Nat)) {
    for term in terms {
        let one = *copies == Nat::ONE;
        let product;
        let count = if one {
            &term.copies
        } else {
            product = copies * &term.copies;
            &product
        };
        match &term.node {
            Node::Places(game, places) => places.iter().for_each(|p| visit(game, p, count)),
            Node::Group(inner) => gather(inner, count, visit),
        }
    }
}

/// Number of single components in a list of terms.
fn size(terms: &[Term]) -> Nat {
    terms.iter().fold(Nat::ZERO, |sum, t| sum + &t.copies * size_of_node(&t.node))
}

fn size_of_node(node: &Node) -> Nat {
    match node {
        Node::Places(_, places) => Nat::from(places.len()),
        Node::Group(inner) => size(inner),
    }
}

fn any_wanted(node: &Node, wanted: &dyn Fn(&Game, &Place) -> bool) -> bool {
    match node {
        Node::Places(game, places) => places.iter().any(|p| wanted(game, p)),
        Node::Group(inner) => inner.iter().any(|t| t.copies > Nat::ZERO && any_wanted(&t.node, wanted)),
    }
}

fn walk(
    terms: &[Term],
    start: &Nat,
    path: &mut Vec<(usize, Nat)>,
    wanted: &dyn Fn(&Game, &Place) -> bool,
    visit: &mut dyn FnMut(Occurrence) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut index = start.clone();
    for (number, term) in terms.iter().enumerate() {
        let size = size_of_node(&term.node);
        if term.copies > Nat::ZERO && any_wanted(&term.node, wanted) {
            let mut copy = Nat::ZERO;
            while copy < term.copies {
                let first = &index + &copy * &size;
                path.push((number, copy.clone()));
                let flow = match &term.node {
                    Node::Group(inner) => walk(inner, &first, path, wanted, visit),
                    Node::Places(game, places) => {
                        places.iter().enumerate().filter(|(_, p)| wanted(game, p)).try_for_each(|(place, _)| {
                            visit(Occurrence { index: &first + place, path: path.clone(), place })
                        })
                    }
                };
                path.pop();
                flow?;
                copy += Nat::ONE;
            }
        }
        index += &term.copies * size;
    }
    ControlFlow::Continue(())
}

fn replace(terms: &[Term], path: &[(usize, Nat)], place: usize, parts: &[Component]) -> Vec<Term> {
    let Some(((number, copy), deeper)) = path.split_first() else { return terms.to_vec() };
    let mut result = terms[..*number].to_vec();
    let term = &terms[*number];
    let copies = |copies: Nat, into: &mut Vec<Term>| {
        if copies > Nat::ZERO {
            into.push(Term { copies, node: term.node.clone() });
        }
    };
    copies(copy.clone(), &mut result);
    match &term.node {
        Node::Group(inner) => {
            let moved = replace(inner, deeper, place, parts);
            if term.copies == Nat::ONE {
                result.push(Term { copies: Nat::ONE, node: Node::Group(moved) });
            } else {
                result.extend(moved);
            }
        }
        Node::Places(game, places) => {
            let mut groups: Vec<(Game, Vec<Place>)> = Vec::new();
            let mut push = |game: &Game, places: &[Place]| match groups.last_mut() {
                _ if places.is_empty() => {}
                Some((g, list)) if g == game => list.extend_from_slice(places),
                _ => groups.push((game.clone(), places.to_vec())),
            };
            push(game, &places[..place]);
            parts.iter().for_each(|c| push(&c.game, std::slice::from_ref(&c.place)));
            push(game, &places[place + 1..]);
            result.extend(groups.into_iter().map(|(g, list)| Term { copies: Nat::ONE, node: Node::Places(g, list) }));
        }
    }
    copies(&term.copies - copy - Nat::ONE, &mut result);
    result.extend_from_slice(&terms[number + 1..]);
    result
}

fn print_terms(terms: &[Term]) -> String {
    let mut text = String::new();
    for (i, term) in terms.iter().enumerate() {
        if i > 0 {
            text.push_str(" + ");
        }
        if term.copies != Nat::ONE {
            let _ = write!(text, "{}*", term.copies);
        }
        match &term.node {
            Node::Places(game, places) => {
                let shown = game.show(places);
                // places that cannot stand in one list are a sum
                match places.len() > 1 && term.copies != Nat::ONE && shown.contains(" + ") {
                    true => _ = write!(text, "({shown})"),
                    false => text.push_str(&shown),
                }
            }
            Node::Group(inner) => {
                let _ = write!(text, "({})", print_terms(inner));
            }
        }
    }
    text
}
