//! The one spelling of each tree.
//!
//! `take[ 1,3 ](21,17)` prints as `take[1,3](21, 17)`. Tokens and blanks are normalised, parentheses stand where they
//! are needed and nowhere else, and the order is kept: nothing is merged, sorted or dropped. Reading what was printed
//! gives the tree back. Numbers print with all their digits.

use std::fmt::{Display, Formatter, Result};

use super::ast::{
    Argument, Clause, Code, Cond, Coordinate, Definition, Digit, Edge, Expr, Game, GameText, Item, Modifier, Move,
    Name, NamedValue, Operator, Part, Place, Position, Primary, Query, Relation, Rule, Set, SetAtom, Simple, Term,
    Vertex,
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
            NamedValue::Text(text) => write!(f, "\"{text}\""),
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

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}.", self.zero)?;
        joined(f, &self.digits, "")?;
        if !self.repeating.is_empty() {
            f.write_str("[")?;
            joined(f, &self.repeating, "")?;
            f.write_str("]")?;
        }
        Ok(())
    }
}

impl Display for Digit {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let value = self.counts.iter().try_fold(0u32, |value, &j| 1u32.checked_shl(j).map(|bit| value | bit));
        match (self.from, value) {
            (None, Some(value @ 0..=35)) => {
                write!(f, "{}", char::from_digit(value, 36).unwrap_or('0').to_ascii_uppercase())?
            }
            (None, _) => enclosed(f, "{", &self.counts, "}")?,
            (Some(from), _) => {
                f.write_str("{")?;
                for count in &self.counts {
                    write!(f, "{count},")?;
                }
                write!(f, "{from}+}}")?;
            }
        }
        f.write_str(match self.modifier {
            Modifier::Any => "",
            Modifier::Unequal => "!",
            Modifier::NotAllEqual => "?",
            Modifier::Equal => "=",
        })
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
            None => tuple(f, &self.coordinates),
            Some(game) => {
                game.fmt(f)?;
                enclosed(f, "(", &self.coordinates, ")")
            }
        }
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.base.fmt(f)?;
        for atom in &self.except {
            write!(f, " except {atom}")?;
        }
        Ok(())
    }
}

impl Display for SetAtom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            SetAtom::Braces(items) => enclosed(f, "{", items, "}"),
            SetAtom::Item(item) => item.fmt(f),
            SetAtom::Group(set) => write!(f, "({set})"),
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Item::One(expr) => expr.fmt(f),
            Item::Range { from, to, step } => {
                write!(f, "{from}..")?;
                if let Some(to) = to {
                    to.fmt(f)?;
                }
                if let Some(step) = step {
                    write!(f, " step {step}")?;
                }
                Ok(())
            }
            Item::Named(name, arguments) if arguments.is_empty() => name.fmt(f),
            Item::Named(name, arguments) => {
                name.fmt(f)?;
                enclosed(f, "(", arguments, ")")
            }
        }
    }
}

impl Cond {
    /// Inside another condition, in parentheses if it is one of those that need them there.
    fn inside(&self, f: &mut Formatter<'_>, bare: impl Fn(&Cond) -> bool) -> Result {
        if bare(self) { self.fmt(f) } else { write!(f, "({self})") }
    }

    fn is_relation(&self) -> bool {
        matches!(self, Cond::Compare(..) | Cond::In { .. })
    }

    fn chain(f: &mut Formatter<'_>, all: &[Cond], word: &str, bare: impl Fn(&Cond) -> bool) -> Result {
        for (i, cond) in all.iter().enumerate() {
            if i > 0 {
                f.write_str(word)?;
            }
            cond.inside(f, &bare)?;
        }
        Ok(())
    }
}

impl Display for Cond {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Cond::Or(all) => {
                Cond::chain(f, all, " or ", |c| c.is_relation() || matches!(c, Cond::And(_) | Cond::Not(_)))
            }
            Cond::And(all) => Cond::chain(f, all, " and ", |c| c.is_relation() || matches!(c, Cond::Not(_))),
            Cond::Not(inner) => {
                f.write_str("not ")?;
                inner.inside(f, Cond::is_relation)
            }
            Cond::Compare(first, chain) => {
                first.fmt(f)?;
                for (relation, expr) in chain {
                    write!(f, " {relation} {expr}")?;
                }
                Ok(())
            }
            Cond::In { expr, negated, set } => write!(f, "{expr} {}in {set}", if *negated { "not " } else { "" }),
            Cond::Exists(names, inner) => {
                f.write_str("exists ")?;
                joined(f, names, ", ")?;
                write!(f, ": {inner}")
            }
            Cond::ForAll(names, inner) => {
                f.write_str("forall ")?;
                joined(f, names, ", ")?;
                write!(f, ": {inner}")
            }
        }
    }
}

impl Display for Relation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
            Relation::Divides => "divides",
        })
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "//",
            Operator::Remainder => "%",
            Operator::Power => "^",
        })
    }
}

/// How strongly the outermost operator binds: 0 sums, 1 products, 2 signs, 3 powers, 4 the rest.
fn binding(expr: &Expr) -> u8 {
    match expr {
        Expr::Binary(Operator::Add | Operator::Subtract, ..) => 0,
        Expr::Binary(Operator::Multiply | Operator::Divide | Operator::Remainder, ..) => 1,
        Expr::Negative(..) => 2,
        Expr::Binary(Operator::Power, ..) => 3,
        Expr::Number(..) | Expr::Name(_) | Expr::Call(..) => 4,
    }
}

/// In parentheses unless it binds at least so strongly.
fn operand(f: &mut Formatter<'_>, expr: &Expr, least: u8) -> Result {
    if binding(expr) >= least { expr.fmt(f) } else { write!(f, "({expr})") }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Expr::Number(number, _) => number.fmt(f),
            Expr::Name(name) => name.fmt(f),
            Expr::Negative(inner, _) => {
                f.write_str("-")?;
                // A power behind a sign is not read without parentheses.
                if matches!(**inner, Expr::Negative(..)) { inner.fmt(f) } else { operand(f, inner, 4) }
            }
            Expr::Binary(operator, left, right) => {
                // Sums and products lean to the left, powers to the right; a sign is fine behind `^`, not before.
                let (before, behind) = match operator {
                    Operator::Add | Operator::Subtract => (0, 1),
                    Operator::Multiply | Operator::Divide | Operator::Remainder => (1, 2),
                    Operator::Power => (4, 2),
                };
                operand(f, left, before)?;
                operator.fmt(f)?;
                operand(f, right, behind)
            }
            Expr::Call(name, arguments) => {
                name.fmt(f)?;
                enclosed(f, "(", arguments, ")")
            }
        }
    }
}
