//! From syntax trees to games and positions.
//!
//! A [`Scope`] knows the definitions in force and the games that were made: equal spellings are one game, with all that
//! was learnt about it.

mod arguments;
mod made;
mod places;

use std::collections::HashMap;
use std::sync::Arc;

use arguments::{bracket, not_reversed, number_argument, single_number, too_many};
use grundy_core::context::{Context, Stopped};
use grundy_core::{Convention, Diagnostic, Nat};
use grundy_notation::ast::{self, Argument, Primary, Simple};
use grundy_notation::substitute::Substitution;
use grundy_notation::{Limits, Reader, Span};
use made::{Made, graph, union, wrong_hand_over};
use rustc_hash::FxHashMap;

use crate::game::catalogue::{self, Bracket, Definition, Entry};
use crate::game::{AnyGame, Component, Game, Kind, Place, Shape};
use crate::position::{Hole, Node, Position, Term, Text};
use crate::rule::ir;
use crate::rule::lower::{self, NODE_LIMIT};
use crate::rule::set::int_set;
pub(crate) use places::{capital_letter, grouped};
use places::{places_of, position_of};

type Result<T> = std::result::Result<T, Diagnostic>;

/// The convention that a text asks for.
pub(crate) fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

/// A position may have so many distinct components.
const COMPONENT_LIMIT: usize = 1_000_000;

/// Definitions that refer to definitions may go so deep.
const DEPTH_LIMIT: usize = 200;

/// Games by their trees and spellings, and the definitions in force.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    definitions: HashMap<String, Arc<ast::Definition>>,
    /// Introduced names in order, each with what it hid, to leave a scope again.
    order: Vec<(String, Option<Arc<ast::Definition>>)>,
    /// Where the definitions of the text that is being read begin in `order`.
    current: usize,
    /// Games by the tree that was read; the tree is kept alive, so that its address stays its own.
    by_tree: FxHashMap<usize, (Arc<ast::Game>, Game)>,
    /// Games by spelling, if no definition is involved …
    closed: HashMap<String, Game>,
    /// … and if definitions in force are.
    scoped: HashMap<String, Game>,
    /// What making games may cost, if there is a limit, and the end of it when it is spent.
    budget: Option<Context>,
    stopped: Option<Stopped>,
}

/// Trees remembered by address before the table is emptied.
const TREES: usize = 1 << 16;

impl Scope {
    /// Puts definitions in force; the mark takes them out again.
    pub(crate) fn enter(&mut self, definitions: &[ast::Definition]) -> usize {
        let mark = self.order.len();
        self.current = mark;
        for d in definitions {
            let hidden = self.definitions.insert(d.name.text.clone(), Arc::new(d.clone()));
            self.order.push((d.name.text.clone(), hidden));
        }
        if !definitions.is_empty() {
            self.forget_scoped();
        }
        mark
    }

    /// The definitions in force, in the order in which they were made.
    pub(crate) fn in_force(&self) -> Vec<ast::Definition> {
        let names = self.order.iter().map(|(name, _)| name);
        names.filter_map(|name| self.definitions.get(name)).map(|d| ast::Definition::clone(d)).collect()
    }

    /// Takes the definitions since the mark out of force.
    pub(crate) fn leave(&mut self, mark: usize) {
        if self.order.len() > mark {
            for (name, hidden) in self.order.drain(mark..).rev() {
                match hidden {
                    Some(definition) => self.definitions.insert(name, definition),
                    None => self.definitions.remove(&name),
                };
            }
            self.forget_scoped();
        }
    }

    fn forget_scoped(&mut self) {
        self.scoped.clear();
        self.by_tree.clear();
    }

    /// Makes games within this budget from now on, or without one.
    pub(crate) fn limit(&mut self, budget: Option<Context>) {
        self.budget = budget;
        self.stopped = None;
    }

    /// Why no game is made any more, if the budget is spent.
    pub(crate) fn take_stopped(&mut self) -> Option<Stopped> {
        self.stopped.take()
    }

    /// Looks at the budget, before a game is made.
    fn check(&mut self) -> Result<()> {
        let Some(Err(stopped)) = self.budget.as_ref().map(Context::check) else { return Ok(()) };
        self.stopped = Some(stopped);
        Err(Diagnostic::unsupported("the budget is spent before the text is read"))
    }

    /// How many games it has met.
    pub(crate) fn games(&self) -> usize {
        self.closed.len() + self.scoped.len()
    }

    /// The position that a text means.
    pub(crate) fn query(&mut self, query: ast::Query) -> Result<Position> {
        let mut hole = None;
        let mut components = 0;
        let terms = self.terms(&query.position, &mut hole, &mut components)?;
        Ok(Position {
            convention: convention(query.misere),
            terms,
            text: Text::Read(Box::new(query)),
            hole,
            fault: None,
        })
    }

    fn terms(&mut self, position: &ast::Position, hole: &mut Option<Hole>, count: &mut usize) -> Result<Vec<Term>> {
        position.terms.iter().map(|t| self.term(t, hole, count)).collect()
    }

    fn term(&mut self, term: &ast::Term, hole: &mut Option<Hole>, count: &mut usize) -> Result<Term> {
        let copies = term.copies.clone().unwrap_or(Nat::ONE);
        let node = match &term.primary {
            Primary::Group(inner) => {
                let had_hole = hole.is_some();
                let inner = self.terms(inner, hole, count)?;
                if !had_hole && hole.is_some() && copies != Nat::ONE {
                    return Err(Diagnostic::input("`?` is in a component with copies")
                        .at(term.span)
                        .suggest("write the component once"));
                }
                Node::Group(inner)
            }
            Primary::Nimber(size) => {
                *count += 1;
                Node::Places(Game::star(), vec![Place::heap(size.clone())])
            }
            Primary::Game { game, places } => {
                let game = self.game(game, 0)?;
                let had_hole = hole.is_some();
                let places = match (game.shape(), game.any()) {
                    (Shape::Positions, Some(rules)) => vec![self.joined(&game, rules, places, term.span)?],
                    _ => places_of(&game, places, hole).map_err(|d| d.at(term.span))?,
                };
                if !had_hole && hole.is_some() && copies != Nat::ONE {
                    return Err(Diagnostic::input("`?` is in a component with copies")
                        .at(term.span)
                        .suggest("write the component once"));
                }
                *count += places.len();
                Node::Places(game, places)
            }
        };
        if *count > COMPONENT_LIMIT {
            return Err(Diagnostic::input("more than 1000000 components")
                .at(term.span)
                .suggest("equal components can be written as copies: 10^6*nim(1)"));
        }
        Ok(Term { copies, node })
    }

    /// The place that positions of other games make.
    fn joined(&mut self, game: &Game, rules: &dyn AnyGame, places: &[ast::Place], span: Span) -> Result<Place> {
        let mut sums = Vec::with_capacity(places.len());
        for place in places {
            let written = position_of(game, place).map_err(|d| if d.span.is_some() { d } else { d.at(span) })?;
            let (mut hole, mut count) = (None, 0);
            let terms = self.terms(written, &mut hole, &mut count)?;
            if hole.is_some() {
                return Err(Diagnostic::unsupported(format!(
                    "`?` in a component of `{}` is not supported",
                    game.text()
                ))
                .at(span)
                .suggest("ask about each number"));
            }
            let sum =
                Position { convention: Convention::Normal, terms, text: Text::Made(vec![]), hole: None, fault: None };
            let mut components = Vec::new();
            sum.each(&mut |game, place, copies| {
                components.push((Component { game: game.clone(), place: place.clone() }, copies.clone()));
            });
            sums.push(components);
        }
        rules.join(game, sums).map_err(|d| d.at(span))
    }

    /// The game that a tree means; `depth` counts the definitions around it.
    pub(crate) fn game(&mut self, tree: &Arc<ast::Game>, depth: usize) -> Result<Game> {
        let address = Arc::as_ptr(tree) as usize;
        if let Some((_, game)) = self.by_tree.get(&address) {
            return Ok(game.clone());
        }
        let game = self.game_by_text(tree, depth)?;
        if self.by_tree.len() >= TREES {
            self.by_tree.clear();
        }
        self.by_tree.insert(address, (Arc::clone(tree), game.clone()));
        Ok(game)
    }

    fn game_by_text(&mut self, tree: &ast::Game, depth: usize) -> Result<Game> {
        let text = tree.to_string();
        if let Some(game) = self.closed.get(&text).or_else(|| self.scoped.get(&text)) {
            return Ok(game.clone());
        }
        let game = self.build(tree, &text, depth)?;
        let map = if self.mentions_definition(tree) { &mut self.scoped } else { &mut self.closed };
        map.insert(text, game.clone());
        Ok(game)
    }

    /// Looked at only when the scope has definitions: a cautious answer is enough.
    fn mentions_definition(&self, tree: &ast::Game) -> bool {
        !self.definitions.is_empty()
            && tree.alternatives.iter().any(|s| match s {
                Simple::Named { name, arguments } => {
                    self.definitions.contains_key(&name.text)
                        || arguments.iter().any(|a| matches!(a, Argument::Game(_)))
                }
                Simple::Rule(_) => true,
                Simple::Code(_) | Simple::Graph(_) => false,
            })
    }

    fn build(&mut self, tree: &ast::Game, text: &str, depth: usize) -> Result<Game> {
        self.check()?;
        if depth > DEPTH_LIMIT {
            return Err(Diagnostic::rule("definitions refer to definitions more than 200 deep").at(tree.span));
        }
        if let [simple] = tree.alternatives.as_slice() {
            let made = self.simple(simple, depth).map_err(|d| d.at(tree.span))?;
            return checked(Game::with_entry(text.to_owned(), made.shape, made.kind, made.entry), tree.span);
        }
        let mut members = Vec::with_capacity(tree.alternatives.len());
        for simple in &tree.alternatives {
            members.push(self.simple(simple, depth).map_err(|d| d.at(tree.span))?);
        }
        checked(union(members, text).map_err(|d| d.at(tree.span))?, tree.span)
    }

    fn simple(&mut self, simple: &Simple, depth: usize) -> Result<Made> {
        match simple {
            Simple::Named { name, arguments } => self.named(name, arguments, depth).map_err(|d| d.at(name.span)),
            Simple::Code(code) => Ok(Made::new(Shape::Heap, Kind::Code(code.clone()))),
            Simple::Rule(rule) => {
                let lowered = lower::lower(rule, &mut |g| self.game_by_text(g, depth + 1).map(ir::OtherGame::from))?;
                if let Some(d) = wrong_hand_over(&lowered) {
                    return Err(d.at(rule.span));
                }
                let shape = if lowered.arity == 1 { Shape::Heap } else { Shape::Tuple(lowered.arity) };
                Ok(Made::new(shape, Kind::Rule(lowered)))
            }
            Simple::Graph(edges) => Ok(Made::new(Shape::Vertex, Kind::Other(Arc::new(graph(edges))))),
        }
    }

    fn named(&mut self, name: &ast::Name, arguments: &[Argument], depth: usize) -> Result<Made> {
        if let Some(definition) = self.definitions.get(&name.text).cloned() {
            let wanted = definition.parameters.len();
            if arguments.len() != wanted {
                return Err(Diagnostic::input(format!(
                    "`{}` has {wanted} parameter{}, and {} {} given",
                    name.text,
                    if wanted == 1 { "" } else { "s" },
                    arguments.len(),
                    if arguments.len() == 1 { "is" } else { "are" },
                )));
            }
            let bindings: Vec<(&str, Argument)> =
                definition.parameters.iter().map(|p| p.text.as_str()).zip(arguments.iter().cloned()).collect();
            let filled = Substitution::new(&bindings, NODE_LIMIT).game(&definition.game)?;
            let own = self.order[self.current..].iter().any(|(known, _)| *known == name.text);
            let game = self.game_by_text(&filled, depth + 1);
            return match game {
                Ok(game) => Ok(Made::like(&game)),
                Err(d) if own => Err(d),
                // the definition stands in an earlier text, where no place of this one can point to
                Err(d) => Err(Diagnostic { span: Some(name.span), ..d }),
            };
        }
        let Some(entry) = catalogue::find(&name.text) else {
            return Err(Diagnostic::parse(name.span, format!("`{}` is not known", name.text)));
        };
        if let [Argument::Word(word)] = arguments
            && let Some(text) = catalogue::variant(entry.name, &word.text)
        {
            let tree = self.catalogue_tree(text, &[])?;
            return Ok(Made::like(&self.game_by_text(&tree, depth + 1)?));
        }
        let made = self.catalogued(entry, name, arguments, depth)?;
        Ok(Made { entry: Some(entry), ..made })
    }

    /// A game of the catalogue, as its name alone means it.
    pub(crate) fn of_entry(entry: &'static Entry) -> Result<Game> {
        let name = ast::Name { text: entry.name.to_owned(), span: Span::default() };
        let made = Scope::default().catalogued(entry, &name, &[], 0)?;
        checked(Game::with_entry(name.text, made.shape, made.kind, Some(entry)), Span::default())
    }

    fn catalogued(&mut self, entry: &Entry, name: &ast::Name, arguments: &[Argument], depth: usize) -> Result<Made> {
        match &entry.definition {
            Definition::Take => {
                if arguments.is_empty() {
                    return Err(
                        Diagnostic::input("`take` needs the numbers that may be taken").suggest("take[1..3](21)")
                    );
                }
                let mut items = Vec::new();
                for argument in arguments {
                    let Argument::Set(set) = argument else {
                        return Err(Diagnostic::input("`take` needs numbers").suggest("take[1,3,4](21)"));
                    };
                    items.push(lower::constant_set(set)?);
                }
                if let ([only], [Argument::Set(set)]) = (&items[..], arguments) {
                    not_reversed(only).map_err(|fault| fault.at(set.span))?;
                }
                let set = match items.len() {
                    1 => items.swap_remove(0),
                    _ => ir::Set {
                        items: items
                            .into_iter()
                            .flat_map(|s| match s.except.is_empty() {
                                true => s.items,
                                false => vec![ir::Item::Nested(Box::new(s))],
                            })
                            .collect(),
                        except: Vec::new(),
                    },
                };
                Ok(Made::new(Shape::Heap, Kind::Take(int_set(&set)?, set)))
            }
            Definition::Text { parameters, text } => {
                if arguments.len() > parameters.len() {
                    return Err(too_many(name, parameters.len()));
                }
                let tree = self.catalogue_tree(text, parameters)?;
                let mut bindings = Vec::new();
                for (i, p) in parameters.iter().enumerate() {
                    let argument = match (arguments.get(i), p.default) {
                        (Some(argument), _) => {
                            if single_number(argument).is_none_or(|n| n == 0) {
                                return Err(Diagnostic::input(format!(
                                    "the parameter `{}` of `{}` is a number of at least 1",
                                    p.name, name.text
                                )));
                            }
                            argument.clone()
                        }
                        (None, Some(default)) => number_argument(default),
                        (None, None) => {
                            return Err(Diagnostic::input(format!("`{}` needs `{}` in brackets", name.text, p.name)));
                        }
                    };
                    bindings.push((p.name, argument));
                }
                let filled = Substitution::new(&bindings, NODE_LIMIT).game(&tree)?;
                // the catalogue's own text is not the user's: a fault is told at the name
                let game = self.game_by_text(&filled, depth + 1);
                Ok(Made::like(&game.map_err(|d| Diagnostic { span: Some(name.span), ..d })?))
            }
            Definition::Rules(build) => {
                let brackets: Result<Vec<Bracket>> = arguments
                    .iter()
                    .map(|argument| match argument {
                        Argument::Text(text, _) => Ok(Bracket::Text(text.clone())),
                        Argument::Word(word) => Ok(Bracket::Word(word.text.clone())),
                        Argument::Game(tree) => Ok(Bracket::Game(self.game_by_text(tree, depth + 1)?)),
                        // what advice there is, is about what was written
                        other => bracket(other).map_err(|fault| match fault.suggestion {
                            Some(_) => fault,
                            None => fault.suggest(format!("it is written {}", entry.signature)),
                        }),
                    })
                    .collect();
                let rules = build(&brackets?)?;
                Ok(Made::new(rules.shape(), Kind::Other(rules)))
            }
        }
    }

    /// Catalogue texts are our own: they are read by a reader that knows their parameters.
    fn catalogue_tree(&mut self, text: &str, parameters: &[catalogue::Parameter]) -> Result<Arc<ast::Game>> {
        let names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
        let definition = if names.is_empty() {
            format!("let catalogued = {text};")
        } else {
            format!("let catalogued[{}] = {text};", names.join(", "))
        };
        let definitions = Reader::new(Limits::default(), catalogue::GAMES).definitions(&definition)?;
        definitions
            .and_then(|d| d.into_iter().next())
            .map(|d| d.game)
            .ok_or_else(|| Diagnostic::rule("a catalogue entry cannot be read"))
    }
}

/// A rule that is not a game is told where it stands.
fn checked(game: Game, span: Span) -> Result<Game> {
    match game.knowledge() {
        Ok(_) => Ok(game),
        Err(d) => Err(d.at(span)),
    }
}
