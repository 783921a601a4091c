//! The one spelling of each tree.
//!
//! `take[ 1,3 ](21,17)` prints as `take[1,3](21, 17)`. Tokens and blanks are normalised, parentheses stand where they
//! are needed and nowhere else, and the order is kept: nothing is merged, sorted or dropped. Reading what was printed
//! gives the tree back. Numbers print with all their digits.

mod claim;
mod number;

use std::fmt::{Display, Formatter, Result};

use super::ast::{
    Argument, Clause, Coordinate, Definition, Edge, Game, GameText, Move, Name, NamedValue, Part, Place, Position,
    Primary, Query, Rule, Simple, Term, Vertex,
};

/// The items with a separator between them.
fn joined<T: Display>(f: &mut Formatter<'_>, items: &[T], separator: &str) -> Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

/// One item plainly, several as `(a,b)`.
fn tuple<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> Result {
    if let [item] = items {
        return item.fmt(f);
    }
    enclosed(f, "(", items, ")")
}

fn enclosed<T: Display>(f: &mut Formatter<'_>, open: &str, items: &[T], close: &str) -> Result {
    f.write_str(open)?;
    joined(f, items, ",")?;
    f.write_str(close)
}

fn preamble(f: &mut Formatter<'_>, definitions: &[Definition], misere: bool) -> Result {
    for definition in definitions {
        write!(f, "{definition} ")?;
    }
    f.write_str(if misere { "misere " } else { "" })
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

impl Display for Query {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        preamble(f, &self.definitions, self.misere)?;
        self.position.fmt(f)
    }
}

impl Display for GameText {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        preamble(f, &self.definitions, self.misere)?;
        self.game.fmt(f)
    }
}

impl Display for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "let {}", self.name)?;
        if !self.parameters.is_empty() {
            enclosed(f, "[", &self.parameters, "]")?;
        }
        write!(f, " = {};", self.game)
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        joined(f, &self.terms, " + ")
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(copies) = &self.copies {
            write!(f, "{copies}*")?;
        }
        self.primary.fmt(f)
    }
}

impl Display for Primary {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Primary::Game { game, places } => {
                write!(f, "{game}(")?;
                joined(f, places, ", ")?;
                f.write_str(")")
            }
            Primary::Nimber(size) => write!(f, "*{size}"),
            Primary::Group(position) => write!(f, "({position})"),
        }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Place::Coordinate(coordinate) => coordinate.fmt(f),
            Place::Tuple(coordinates) => enclosed(f, "(", coordinates, ")"),
            Place::Text(text, _) => write!(f, "\"{text}\""),
            Place::Named(name, value) => write!(f, "{name}={value}"),
            Place::Position(position) => position.fmt(f),
        }
    }
}

impl Display for NamedValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            NamedValue::Coordinate(coordinate) => coordinate.fmt(f),
            NamedValue::Text(text, _) => write!(f, "\"{text}\""),
        }
    }
}

impl Display for Coordinate {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Coordinate::Number(number, _) => number.fmt(f),
            Coordinate::Name(name) => name.fmt(f),
            Coordinate::Unknown(_) => f.write_str("?"),
        }
    }
}

impl Display for Game {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        joined(f, &self.alternatives, " | ")
    }
}

impl Display for Simple {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Simple::Named { name, arguments } if arguments.is_empty() => name.fmt(f),
            Simple::Named { name, arguments } => {
                name.fmt(f)?;
                enclosed(f, "[", arguments, "]")
            }
            Simple::Code(code) => code.fmt(f),
            Simple::Rule(rule) => rule.fmt(f),
            Simple::Graph(edges) => {
                f.write_str("graph{")?;
                joined(f, edges, "; ")?;
                f.write_str("}")
            }
        }
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Argument::Set(set) => set.fmt(f),
            Argument::Game(game) => game.fmt(f),
            Argument::Text(text, _) => write!(f, "\"{text}\""),
            Argument::Named(name, value) => write!(f, "{name}={value}"),
            Argument::Word(word) => word.fmt(f),
        }
    }
}

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.from.fmt(f)?;
        if !self.to.is_empty() {
            f.write_str("->")?;
        }
        joined(f, &self.to, ",")
    }
}

impl Display for Vertex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("{")?;
        tuple(f, &self.pattern)?;
        f.write_str(" -> ")?;
        joined(f, &self.moves, "; ")?;
        if let Some(measure) = &self.measure {
            f.write_str(" by ")?;
            tuple(f, measure)?;
        }
        f.write_str(if self.loopy { " loopy}" } else { "}" })
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (i, parts) in self.alternatives.iter().enumerate() {
            if i > 0 {
                f.write_str(" | ")?;
            }
            joined(f, parts, " & ")?;
        }
        for clause in &self.clauses {
            write!(f, " {clause}")?;
        }
        Ok(())
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Clause::For(name, set) => write!(f, "for {name} in {set}"),
            Clause::If(cond) => write!(f, "if {cond}"),
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.game {
            None => tuple(f, &self.coordinates)?,
            Some(game) => {
                game.fmt(f)?;
                enclosed(f, "(", &self.coordinates, ")")?;
            }
        }
        self.times.as_ref().map_or(Ok(()), |count| write!(f, " times {count}"))
    }
}
