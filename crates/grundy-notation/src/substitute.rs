//! Filling in the parameters of a `let`: `t[3]` with `let t[m] = {n -> n-k for k in 1..m}` becomes
//! `{n -> n-k for k in 1..3}`.
//!
//! Arguments are closed (they mention no variables), so nothing can be captured. The work is counted in nodes of
//! the tree produced, so that a chain of definitions that doubles its argument cannot explode.

use std::sync::Arc;

use grundy_core::error::Diagnostic;

use super::ast::{
    Argument, Clause, Cond, Coordinate, Definition, Expr, Game, Item, Move, Name, Part, Place, Position, Primary, Rule,
    Set, SetAtom, Simple, Term,
};

/// Arguments by the name of the parameter.
pub type Bindings<'a> = [(&'a str, Argument)];

/// Copies a tree, putting arguments in the place of parameters.
#[derive(Debug)]
pub struct Substitution<'a> {
    bindings: &'a Bindings<'a>,
    nodes_left: usize,
}

type Result<T> = std::result::Result<T, Diagnostic>;

impl<'a> Substitution<'a> {
    /// At most `nodes` nodes are produced.
    #[must_use]
    pub fn new(bindings: &'a Bindings<'a>, nodes: usize) -> Self {
        Substitution { bindings, nodes_left: nodes }
    }

    fn find(&self, name: &Name) -> Option<&'a Argument> {
        self.bindings.iter().find(|b| b.0 == name.text).map(|b| &b.1)
    }

    fn count(&mut self, nodes: usize) -> Result<()> {
        match self.nodes_left.checked_sub(nodes) {
            Some(left) => {
                self.nodes_left = left;
                Ok(())
            }
            None => Err(Diagnostic::rule("the definitions grow too large when their parameters are filled in")
                .suggest("a rule may have 100000 parts at most")),
        }
    }

    /// The position with arguments filled in, also where a number stands for a coordinate.
    ///
    /// # Errors
    /// More nodes are produced than allowed.
    pub fn position(&mut self, position: &Position) -> Result<Position> {
        let term = |s: &mut Self, term: &Term| {
            s.count(1)?;
            let primary = match &term.primary {
                Primary::Game { game, places } => Primary::Game {
                    game: Arc::new(s.game(game)?),
                    places: places.iter().map(|place| s.place(place)).collect::<Result<_>>()?,
                },
                Primary::Nimber(size) => Primary::Nimber(size.clone()),
                Primary::Group(inner) => Primary::Group(s.position(inner)?),
            };
            Ok(Term { copies: term.copies.clone(), primary, span: term.span })
        };
        Ok(Position { terms: position.terms.iter().map(|t| term(self, t)).collect::<Result<_>>()? })
    }

    fn place(&mut self, place: &Place) -> Result<Place> {
        Ok(match place {
            Place::Coordinate(coordinate) => Place::Coordinate(self.coordinate(coordinate)),
            Place::Tuple(all) => Place::Tuple(all.iter().map(|c| self.coordinate(c)).collect()),
            Place::Position(position) => Place::Position(self.position(position)?),
            Place::Text(..) | Place::Named(..) => place.clone(),
        })
    }

    fn coordinate(&self, coordinate: &Coordinate) -> Coordinate {
        if let Coordinate::Name(name) = coordinate
            && let Some(Argument::Set(Set { base: SetAtom::Item(Item::One(Expr::Number(n, _))), .. })) = self.find(name)
        {
            return Coordinate::Number(n.clone(), name.span);
        }
        coordinate.clone()
    }

    /// The definitions with arguments filled in; where one has a parameter of the same name, that one is meant in it.
    ///
    /// # Errors
    /// More nodes are produced than allowed.
    pub fn definitions(&mut self, all: &[Definition]) -> Result<Vec<Definition>> {
        let one = |d: &Definition| {
            let own = |name: &str| d.parameters.iter().any(|p| p.text == name);
            let free: Vec<_> = self.bindings.iter().filter(|(name, _)| !own(name)).cloned().collect();
            let mut inside = Substitution::new(&free, self.nodes_left);
            let game = Arc::new(inside.game(&d.game)?);
            self.nodes_left = inside.nodes_left;
            Ok(Definition { game, ..d.clone() })
        };
        all.iter().map(one).collect()
    }

    /// The game with arguments filled in.
    ///
    /// # Errors
    /// More nodes are produced than allowed.
    pub fn game(&mut self, game: &Game) -> Result<Game> {
        let mut alternatives = Vec::with_capacity(game.alternatives.len());
        for simple in &game.alternatives {
            self.count(1)?;
            match simple {
                Simple::Named { name, arguments } => match self.find(name) {
                    Some(Argument::Game(g)) if arguments.is_empty() => {
                        self.count(size_of_game(g))?;
                        alternatives.extend(g.alternatives.iter().cloned());
                    }
                    Some(_) => {
                        return Err(Diagnostic::rule(format!("`{}` stands for a set here, not for a game", name.text))
                            .at(name.span));
                    }
                    None => alternatives.push(Simple::Named {
                        name: name.clone(),
                        arguments: arguments.iter().map(|a| self.argument(a)).collect::<Result<_>>()?,
                    }),
                },
                Simple::Code(code) => alternatives.push(Simple::Code(code.clone())),
                Simple::Rule(rule) => alternatives.push(Simple::Rule(self.rule(rule)?)),
                Simple::Graph(edges) => {
                    self.count(edges.iter().map(|e| 1 + e.to.len()).sum())?;
                    alternatives.push(Simple::Graph(edges.clone()));
                }
            }
        }
        Ok(Game { alternatives, span: game.span })
    }

    fn argument(&mut self, argument: &Argument) -> Result<Argument> {
        Ok(match argument {
            Argument::Set(set) => {
                if let (SetAtom::Item(Item::One(Expr::Name(name))), true) = (&set.base, set.except.is_empty())
                    && let Some(bound) = self.find(name)
                {
                    self.count(size_of_argument(bound))?;
                    bound.clone()
                } else {
                    Argument::Set(self.set(set)?)
                }
            }
            Argument::Game(game) => Argument::Game(Arc::new(self.game(game)?)),
            Argument::Text(text, span) => Argument::Text(text.clone(), *span),
            Argument::Named(name, value) => Argument::Named(name.clone(), Box::new(self.argument(value)?)),
            Argument::Word(word) => Argument::Word(word.clone()),
        })
    }

    fn rule(&mut self, rule: &Rule) -> Result<Rule> {
        Ok(Rule {
            pattern: rule.pattern.clone(),
            moves: rule.moves.iter().map(|m| self.movement(m)).collect::<Result<_>>()?,
            measure: match &rule.measure {
                Some(exprs) => Some(self.exprs(exprs)?),
                None => None,
            },
            loopy: rule.loopy,
            span: rule.span,
        })
    }

    fn movement(&mut self, movement: &Move) -> Result<Move> {
        let mut alternatives = Vec::with_capacity(movement.alternatives.len());
        for parts in &movement.alternatives {
            let parts: Result<Vec<Part>> = parts
                .iter()
                .map(|p| {
                    self.count(1)?;
                    Ok(Part {
                        game: match &p.game {
                            Some(g) => Some(Arc::new(self.game(g)?)),
                            None => None,
                        },
                        coordinates: self.exprs(&p.coordinates)?,
                        times: p.times.as_ref().map(|count| self.expr(count)).transpose()?,
                        span: p.span,
                    })
                })
                .collect();
            alternatives.push(parts?);
        }
        let clauses: Result<Vec<Clause>> = movement
            .clauses
            .iter()
            .map(|c| {
                Ok(match c {
                    Clause::For(name, set) => Clause::For(name.clone(), self.set(set)?),
                    Clause::If(cond) => Clause::If(self.cond(cond)?),
                })
            })
            .collect();
        Ok(Move { alternatives, clauses: clauses?, span: movement.span })
    }

    /// The set with arguments filled in.
    ///
    /// # Errors
    /// More nodes are produced than allowed.
    pub fn set(&mut self, set: &Set) -> Result<Set> {
        Ok(Set {
            base: self.atom(&set.base)?,
            except: set.except.iter().map(|a| self.atom(a)).collect::<Result<_>>()?,
            span: set.span,
        })
    }

    fn atom(&mut self, atom: &SetAtom) -> Result<SetAtom> {
        self.count(1)?;
        Ok(match atom {
            SetAtom::Item(Item::One(Expr::Name(name))) => match self.find(name) {
                Some(Argument::Set(set)) => {
                    self.count(size_of_set(set))?;
                    if set.except.is_empty() { set.base.clone() } else { SetAtom::Group(Box::new(set.clone())) }
                }
                Some(_) => return Err(not_a_set(name)),
                None => atom.clone(),
            },
            SetAtom::Item(item) => SetAtom::Item(self.item(item)?),
            SetAtom::Group(set) => SetAtom::Group(Box::new(self.set(set)?)),
            SetAtom::Braces(items) => {
                let mut all = Vec::with_capacity(items.len());
                for item in items {
                    match item {
                        Item::One(Expr::Name(name)) if self.find(name).is_some() => {
                            self.splice(name, &mut all)?;
                        }
                        _ => all.push(self.item(item)?),
                    }
                }
                SetAtom::Braces(all)
            }
        })
    }

    /// The members of a set that stands inside braces.
    fn splice(&mut self, name: &Name, into: &mut Vec<Item>) -> Result<()> {
        let Some(Argument::Set(set)) = self.find(name) else { return Err(not_a_set(name)) };
        self.count(size_of_set(set))?;
        match &set.base {
            SetAtom::Braces(items) if set.except.is_empty() => into.extend(items.iter().cloned()),
            SetAtom::Item(item) if set.except.is_empty() => into.push(item.clone()),
            _ => {
                return Err(Diagnostic::rule(format!(
                    "the set `{}` has an `except` and stands inside braces",
                    name.text
                ))
                .at(name.span)
                .suggest("write it without the braces"));
            }
        }
        Ok(())
    }

    fn item(&mut self, item: &Item) -> Result<Item> {
        Ok(match item {
            Item::One(e) => Item::One(self.expr(e)?),
            Item::Range { from, to, step } => Item::Range {
                from: self.expr(from)?,
                to: to.as_ref().map(|e| self.expr(e)).transpose()?,
                step: step.as_ref().map(|e| self.expr(e)).transpose()?,
            },
            Item::Named(name, arguments) => Item::Named(name.clone(), self.exprs(arguments)?),
        })
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Result<Vec<Expr>> {
        exprs.iter().map(|e| self.expr(e)).collect()
    }

    fn expr(&mut self, expr: &Expr) -> Result<Expr> {
        self.count(1)?;
        Ok(match expr {
            Expr::Number(..) => expr.clone(),
            Expr::Name(name) => match self.find(name) {
                None => expr.clone(),
                Some(Argument::Set(set)) => match (&set.base, set.except.is_empty()) {
                    (SetAtom::Item(Item::One(e)), true) => {
                        self.count(size_of_expr(e))?;
                        e.clone()
                    }
                    (SetAtom::Braces(items), true) if matches!(items.as_slice(), [Item::One(_)]) => {
                        let [Item::One(e)] = items.as_slice() else { return Err(not_a_number(name)) };
                        self.count(size_of_expr(e))?;
                        e.clone()
                    }
                    _ => return Err(not_a_number(name)),
                },
                Some(_) => return Err(not_a_number(name)),
            },
            Expr::Negative(e, span) => Expr::Negative(Box::new(self.expr(e)?), *span),
            Expr::Binary(op, a, b) => Expr::Binary(*op, Box::new(self.expr(a)?), Box::new(self.expr(b)?)),
            Expr::Call(name, arguments) => Expr::Call(name.clone(), self.exprs(arguments)?),
        })
    }

    /// The condition with arguments filled in.
    ///
    /// # Errors
    /// More nodes are produced than allowed.
    pub fn cond(&mut self, cond: &Cond) -> Result<Cond> {
        let list = |s: &mut Self, all: &[Cond]| all.iter().map(|c| s.cond(c)).collect::<Result<Vec<_>>>();
        Ok(match cond {
            Cond::Or(all) => Cond::Or(list(self, all)?),
            Cond::And(all) => Cond::And(list(self, all)?),
            Cond::Not(c) => Cond::Not(Box::new(self.cond(c)?)),
            Cond::Compare(first, rest) => Cond::Compare(
                self.expr(first)?,
                rest.iter().map(|(r, e)| Ok((*r, self.expr(e)?))).collect::<Result<_>>()?,
            ),
            Cond::In { expr, negated, set } => {
                Cond::In { expr: self.expr(expr)?, negated: *negated, set: self.set(set)? }
            }
            Cond::Exists(names, c) => Cond::Exists(names.clone(), Box::new(self.cond(c)?)),
            Cond::ForAll(names, c) => Cond::ForAll(names.clone(), Box::new(self.cond(c)?)),
        })
    }
}

fn not_a_set(name: &Name) -> Diagnostic {
    Diagnostic::rule(format!("`{}` does not stand for a set of numbers here", name.text)).at(name.span)
}

fn not_a_number(name: &Name) -> Diagnostic {
    Diagnostic::rule(format!("`{}` stands for a set here, and a number is needed", name.text)).at(name.span)
}

fn size_of_expr(e: &Expr) -> usize {
    1 + e.children().into_iter().map(size_of_expr).sum::<usize>()
}

fn size_of_item(item: &Item) -> usize {
    match item {
        Item::One(e) => size_of_expr(e),
        Item::Range { from, to, step } => {
            size_of_expr(from) + to.as_ref().map_or(1, size_of_expr) + step.as_ref().map_or(1, size_of_expr)
        }
        Item::Named(_, all) => 1 + all.iter().map(size_of_expr).sum::<usize>(),
    }
}

fn size_of_set(set: &Set) -> usize {
    let atom = |a: &SetAtom| match a {
        SetAtom::Braces(items) => 1 + items.iter().map(size_of_item).sum::<usize>(),
        SetAtom::Item(item) => size_of_item(item),
        SetAtom::Group(set) => 1 + size_of_set(set),
    };
    atom(&set.base) + set.except.iter().map(atom).sum::<usize>()
}

fn size_of_argument(argument: &Argument) -> usize {
    match argument {
        Argument::Set(set) => size_of_set(set),
        Argument::Game(game) => size_of_game(game),
        Argument::Text(..) | Argument::Word(_) => 1,
        Argument::Named(_, value) => 1 + size_of_argument(value),
    }
}

fn size_of_game(game: &Game) -> usize {
    game.alternatives
        .iter()
        .map(|s| match s {
            Simple::Named { arguments, .. } => 1 + arguments.iter().map(size_of_argument).sum::<usize>(),
            Simple::Code(code) => 1 + code.digits.len() + code.repeating.len(),
            Simple::Graph(edges) => edges.iter().map(|e| 1 + e.to.len()).sum(),
            Simple::Rule(rule) => rule
                .moves
                .iter()
                .map(|m| {
                    let parts: usize = m
                        .alternatives
                        .iter()
                        .flatten()
                        .map(|p| 1 + p.coordinates.iter().map(size_of_expr).sum::<usize>())
                        .sum();
                    parts + 4 * m.clauses.len()
                })
                .sum(),
        })
        .sum()
}
