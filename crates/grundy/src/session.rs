//! From text to games and positions.
//!
//! A [`Session`] remembers `let` lines, and every game it has met together with its tables: the second question about
//! a game is answered from what the first one learnt.

use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::error::Diagnostic;
use crate::game::catalogue::{self, Definition, Expand, NativeArgument};
use crate::game::{Component, Game, Graph, Kind, Place, Shape};
use crate::notation::ast::{self, Argument, Coordinate, Primary, Simple};
use crate::notation::substitute::Substitution;
use crate::notation::{Limits, Reader, Span};
use crate::number::{Int, Nat};
use crate::outcome::Convention;
use crate::position::{Hole, Node, Position, Term, Text};
use crate::rule::lower::{self, NODE_LIMIT};
use crate::rule::{eval, ir};
use crate::set::IntSet;

type Result<T> = std::result::Result<T, Diagnostic>;

/// A game with the convention it is asked under: what `table` reads.
#[derive(Debug, Clone)]
pub struct GameQuestion {
    /// Normal or misère.
    pub convention: Convention,
    /// The game.
    pub game: Game,
    /// The canonical spelling, with definitions and `misere`.
    pub query: String,
}

/// Reads texts; remembers definitions and games.
#[derive(Debug)]
pub struct Session {
    reader: Reader,
    scope: Scope,
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

impl Session {
    /// A session with the usual limits.
    #[must_use]
    pub fn new() -> Self {
        Session::with_limits(Limits::default())
    }

    /// A session with other limits on texts.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        Session { reader: Reader::new(limits), scope: Scope::default() }
    }

    /// Reads a position: `let t[m] = …; t[3](21) + nim(5)`.
    ///
    /// # Errors
    /// Text that cannot be read, unknown names, rules that are no games, impossible places.
    pub fn position(&mut self, text: &str) -> Result<Position> {
        let query = self.reader.query(text)?;
        let mark = self.scope.enter(&query.definitions);
        let result = self.scope.query(query);
        self.scope.leave(mark);
        result
    }

    /// Reads a game: `misere take[1..3]`.
    ///
    /// # Errors
    /// As [`Session::position`].
    pub fn game(&mut self, text: &str) -> Result<GameQuestion> {
        let read = self.reader.game(text)?;
        let mark = self.scope.enter(&read.definitions);
        let game = self.scope.game(&read.game, 0);
        self.scope.leave(mark);
        Ok(GameQuestion { convention: convention(read.misere), game: game?, query: read.to_string() })
    }

    /// Reads a text that consists of `let` definitions only and keeps them in force; `false` if it is something else.
    ///
    /// # Errors
    /// As [`Session::position`].
    pub fn define(&mut self, text: &str) -> Result<bool> {
        let Some(definitions) = self.reader.definitions(text)? else { return Ok(false) };
        self.scope.enter(&definitions);
        // a definition without parameters is elaborated now, so that its faults are told where it stands
        for d in definitions.iter().filter(|d| d.parameters.is_empty()) {
            self.scope.game(&d.game, 0)?;
        }
        Ok(true)
    }
}

fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

/// A position may have so many distinct components.
const COMPONENT_LIMIT: usize = 1_000_000;

/// Definitions that refer to definitions may go so deep.
const DEPTH_LIMIT: usize = 200;

#[derive(Debug, Default)]
struct Scope {
    definitions: HashMap<String, Arc<ast::Definition>>,
    /// Introduced names in order, each with what it hid, to leave a scope again.
    order: Vec<(String, Option<Arc<ast::Definition>>)>,
    /// Games by the tree that was read; the tree is kept alive, so that its address stays its own.
    by_tree: FxHashMap<usize, (Arc<ast::Game>, Game)>,
    /// Games by spelling, if no definition is involved …
    closed: HashMap<String, Game>,
    /// … and if definitions in force are.
    scoped: HashMap<String, Game>,
}

/// Trees remembered by address before the table is emptied.
const TREES: usize = 1 << 16;

impl Scope {
    fn enter(&mut self, definitions: &[ast::Definition]) -> usize {
        let mark = self.order.len();
        for d in definitions {
            let hidden = self.definitions.insert(d.name.text.clone(), Arc::new(d.clone()));
            self.order.push((d.name.text.clone(), hidden));
        }
        if !definitions.is_empty() {
            self.forget_scoped();
        }
        mark
    }

    fn leave(&mut self, mark: usize) {
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

    fn query(&mut self, query: ast::Query) -> Result<Position> {
        let mut hole = None;
        let mut components = 0;
        let terms = self.terms(&query.position, &mut hole, &mut components)?;
        Ok(Position { convention: convention(query.misere), terms, text: Text::Read(Box::new(query)), hole })
    }

    fn terms(&mut self, position: &ast::Position, hole: &mut Option<Hole>, count: &mut usize) -> Result<Vec<Term>> {
        position.terms.iter().map(|t| self.term(t, hole, count)).collect()
    }

    fn term(&mut self, term: &ast::Term, hole: &mut Option<Hole>, count: &mut usize) -> Result<Term> {
        let copies = term.copies.clone().unwrap_or(Nat::ONE);
        let node = match &term.primary {
            Primary::Group(inner) => Node::Group(self.terms(inner, hole, count)?),
            Primary::Nimber(size) => {
                *count += 1;
                Node::Places(self.star(), vec![Place::from_iter([size.clone()])])
            }
            Primary::Game { game, places } => {
                let game = self.game(game, 0)?;
                let had_hole = hole.is_some();
                let places = places_of(&game, places, hole).map_err(|d| d.at(term.span))?;
                if !had_hole && hole.is_some() && copies != Nat::ONE {
                    return Err(Diagnostic::input("`?` stands in a component with copies")
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

    fn star(&mut self) -> Game {
        self.closed
            .entry("*".to_owned())
            .or_insert_with(|| {
                let one = ir::Expr::Constant(Int::ONE);
                let from_one = ir::Item::Range { from: one.clone(), to: None, step: one };
                let written = ir::Set { items: vec![from_one], except: Vec::new() };
                Game::new("*".to_owned(), Shape::Heap, Kind::Take(IntSet::all(), written))
            })
            .clone()
    }

    fn game(&mut self, tree: &Arc<ast::Game>, depth: usize) -> Result<Game> {
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
        if depth > DEPTH_LIMIT {
            return Err(Diagnostic::rule("definitions refer to definitions more than 200 deep").at(tree.span));
        }
        if let [simple] = tree.alternatives.as_slice() {
            let made = self.simple(simple, depth).map_err(|d| d.at(tree.span))?;
            return checked(Game::with_short_form(text.to_owned(), made.shape, made.kind, made.expand), tree.span);
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
                let lowered = lower::lower(rule, &mut |g| self.game_by_text(g, depth + 1))?;
                if let Some(d) = wrong_hand_over(&lowered) {
                    return Err(d.at(rule.span));
                }
                let shape = if lowered.arity == 1 { Shape::Heap } else { Shape::Tuple(lowered.arity) };
                Ok(Made::new(shape, Kind::Rule(lowered)))
            }
            Simple::Graph(edges) => Ok(Made::new(Shape::Vertex, Kind::Graph(graph(edges)))),
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
            return Ok(Made::like(&self.game_by_text(&filled, depth + 1)?));
        }
        let Some(entry) = catalogue::find(&name.text) else {
            return Err(Diagnostic::parse(name.span, format!("`{}` is not known", name.text)));
        };
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
                Ok(Made::new(Shape::Heap, Kind::Take(IntSet::from_set(&set)?, set)))
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
                let made = Made::like(&self.game_by_text(&filled, depth + 1)?);
                Ok(Made { expand: entry.expand, ..made })
            }
            Definition::Native(build) => {
                let arguments: Result<Vec<NativeArgument>> = arguments.iter().map(native_argument).collect();
                Ok(Made::new(Shape::Row, Kind::Native(build(&arguments?)?)))
            }
            Definition::Later(what) => {
                Err(Diagnostic::unsupported(format!("`{}` ({what}) is not supported yet", name.text)))
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
        let definitions = Reader::new(Limits::default()).definitions(&definition)?;
        definitions
            .and_then(|d| d.into_iter().next())
            .map(|d| d.game)
            .ok_or_else(|| Diagnostic::rule("a catalogue entry cannot be read"))
    }
}

/// A game without its name.
struct Made {
    shape: Shape,
    kind: Kind,
    expand: Option<Expand>,
}

impl Made {
    fn new(shape: Shape, kind: Kind) -> Self {
        Made { shape, kind, expand: None }
    }

    fn like(game: &Game) -> Self {
        Made { shape: game.shape(), kind: game.kind().clone(), expand: game.short_form() }
    }
}

/// A rule that is not a game is told where it stands.
fn checked(game: Game, span: Span) -> Result<Game> {
    match game.knowledge() {
        Ok(_) => Ok(game),
        Err(d) => Err(d.at(span)),
    }
}

fn too_many(name: &ast::Name, most: usize) -> Diagnostic {
    Diagnostic::input(match most {
        0 => format!("`{}` has no parameters", name.text),
        n => format!("`{}` has {n} parameter{} at most", name.text, if n == 1 { "" } else { "s" }),
    })
}

fn number_argument(n: u64) -> Argument {
    let span = Span::default();
    let expr = ast::Expr::Number(Nat::from(n), span);
    Argument::Set(ast::Set { base: ast::SetAtom::Item(ast::Item::One(expr)), except: Vec::new(), span })
}

fn single_number(argument: &Argument) -> Option<u64> {
    match native_argument(argument) {
        Ok(NativeArgument::Numbers(n)) if n.len() == 1 => Some(n[0]),
        _ => None,
    }
}

/// Numbers in the brackets of a row game are few and small; 0 is allowed.
fn native_argument(argument: &Argument) -> Result<NativeArgument> {
    let wrong = || Diagnostic::input("a small finite set of numbers belongs in these brackets");
    let Argument::Set(set) = argument else { return Err(wrong()) };
    let set = lower::constant_set(set)?;
    if set.except.is_empty()
        && let [ir::Item::One(e)] = set.items.as_slice()
    {
        let value = eval::expr(e, &eval::Env::new(&[], Vec::new(), "a parameter")).map_err(|_| wrong())?;
        return Ok(NativeArgument::Numbers(vec![u64::try_from(value).map_err(|_| wrong())?]));
    }
    IntSet::from_set(&set)?.small_list(1000).map(NativeArgument::Numbers).ok_or_else(wrong)
}

fn wrong_hand_over(rule: &ir::Rule) -> Option<Diagnostic> {
    rule.alternatives.iter().flat_map(|a| &a.parts).find_map(|part| {
        let game = part.game.as_ref()?;
        let wrong = match game.shape() {
            Shape::Heap => part.coordinates.len() != 1,
            Shape::Tuple(n) => part.coordinates.len() != n,
            Shape::Row => false,
            Shape::Vertex => true,
        };
        wrong.then(|| Diagnostic::rule(format!("a part does not fit the game `{}` it is handed to", game.text())))
    })
}

fn union(members: Vec<Made>, text: &str) -> Result<Game> {
    let shape = members[0].shape;
    if members.iter().any(|m| m.shape != shape) {
        return Err(Diagnostic::rule("the games joined by `|` have different numbers of coordinates"));
    }
    if shape == Shape::Vertex {
        return Err(Diagnostic::unsupported("the union of graphs is not supported yet"));
    }
    let rules: Option<Vec<ir::Rule>> = members.iter().map(|m| m.kind.as_rule()).collect();
    if let Some(rules) = rules {
        let mut all = rules.into_iter();
        let Some(mut first) = all.next() else { return Err(Diagnostic::rule("an empty union")) };
        for rule in all {
            first.alternatives.extend(rule.alternatives);
            first.loopy |= rule.loopy;
            // a declared measure holds for the moves it was declared for; the union needs one for all of them
            if first.measure != rule.measure {
                first.measure = None;
            }
        }
        let nodes: usize = first.alternatives.iter().map(|a| 1 + a.loops.len() + a.guards.len() + a.parts.len()).sum();
        if nodes > NODE_LIMIT {
            return Err(Diagnostic::rule("the rule is too large").suggest("a rule may have 100000 parts at most"));
        }
        return Ok(Game::new(text.to_owned(), shape, Kind::Rule(first)));
    }
    let games = members.into_iter().map(|m| Game::new(text.to_owned(), m.shape, m.kind)).collect();
    Ok(Game::new(text.to_owned(), shape, Kind::Union(games)))
}

fn graph(edges: &[ast::Edge]) -> Graph {
    let mut graph = Graph::default();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut vertex = |v: &ast::Vertex, graph: &mut Graph| match numbers.get(&v.text) {
        Some(&number) => number,
        None => {
            let number = graph.names.len() as u32;
            graph.names.push(v.text.clone());
            graph.followers.push(Vec::new());
            numbers.insert(v.text.clone(), number);
            number
        }
    };
    for edge in edges {
        let from = vertex(&edge.from, &mut graph);
        for to in &edge.to {
            let to = vertex(to, &mut graph);
            graph.followers[from as usize].push(to);
        }
    }
    for followers in &mut graph.followers {
        followers.sort_unstable();
        followers.dedup();
    }
    graph
}

/// The components that the parentheses of a position stand for.
fn places_of(game: &Game, places: &[ast::Place], hole: &mut Option<Hole>) -> Result<Vec<Place>> {
    let mut coordinates: Vec<&Coordinate> = Vec::new();
    let mut tuples: Vec<Vec<&Coordinate>> = Vec::new();
    for place in places {
        match place {
            ast::Place::Coordinate(c) => coordinates.push(c),
            ast::Place::Tuple(all) => tuples.push(all.iter().collect()),
            ast::Place::Text(_, span) => {
                return Err(Diagnostic::input(format!("`{}` has numbers, not a text", game.text())).at(*span));
            }
            ast::Place::Named(name, _) => {
                return Err(
                    Diagnostic::input(format!("`{}` has no place called `{}`", game.text(), name.text)).at(name.span)
                );
            }
            ast::Place::Position(_) => {
                return Err(Diagnostic::input(format!("`{}` has numbers, not positions", game.text())));
            }
        }
    }
    if !coordinates.is_empty() && !tuples.is_empty() {
        return Err(Diagnostic::input("single numbers and tuples are mixed"));
    }
    let grouped: Vec<Vec<&Coordinate>> = match game.shape() {
        Shape::Heap | Shape::Vertex if tuples.is_empty() => coordinates.into_iter().map(|c| vec![c]).collect(),
        Shape::Heap | Shape::Vertex => {
            return Err(Diagnostic::input(format!("the heaps of `{}` are single numbers", game.text()))
                .suggest(format!("{}(3, 5)", game.text())));
        }
        _ if game.pairs_in_one_place() => {
            vec![if tuples.is_empty() { coordinates } else { tuples.into_iter().flatten().collect() }]
        }
        _ if tuples.is_empty() => vec![coordinates],
        _ => tuples,
    };
    grouped.into_iter().map(|list| place_of(game, &list, hole)).collect()
}

fn place_of(game: &Game, list: &[&Coordinate], hole: &mut Option<Hole>) -> Result<Place> {
    let mut place = Place::new();
    let mut unknown = None;
    for coordinate in list {
        let number = match (coordinate, game.kind()) {
            (Coordinate::Number(n, span), Kind::Graph(graph)) => vertex_of(graph, &n.to_string(), *span)?,
            (Coordinate::Name(name), Kind::Graph(graph)) => vertex_of(graph, &name.text, name.span)?,
            (Coordinate::Number(n, _), _) => n.clone(),
            (Coordinate::Name(name), _) => {
                return Err(Diagnostic::input(format!("`{}` is a variable, and a number is needed here", name.text))
                    .at(name.span)
                    .suggest("positions with variables belong to `prove`"));
            }
            (Coordinate::Unknown(span), _) => {
                if hole.is_some() || unknown.is_some() {
                    return Err(Diagnostic::input("only one `?` a position").at(*span));
                }
                unknown = Some(place.len());
                Nat::ZERO
            }
        };
        place.push(number);
    }
    if unknown.is_none() {
        place = game.place(place)?;
    } else if let Shape::Tuple(n) = game.shape()
        && place.len() != n
    {
        return Err(Diagnostic::input(format!(
            "`{}` has {n} numbers a place, and {} are given",
            game.text(),
            place.len()
        )));
    }
    if let Some(coordinate) = unknown {
        *hole = Some(Hole { component: Component { game: game.clone(), place: place.clone() }, coordinate });
    }
    Ok(place)
}

fn vertex_of(graph: &Graph, name: &str, span: Span) -> Result<Nat> {
    match graph.names.iter().position(|n| n == name) {
        Some(number) => Ok(Nat::from(number)),
        None => Err(Diagnostic::input(format!("the graph has no vertex `{name}`")).at(span).suggest(format!(
            "its vertices are {}",
            graph.names.iter().take(12).cloned().collect::<Vec<_>>().join(", ")
        ))),
    }
}
