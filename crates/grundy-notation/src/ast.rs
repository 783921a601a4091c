//! The syntax tree: what was written, in the order in which it was written.
//!
//! The printer (`notation::print`) gives each tree one spelling, and reading that gives the tree back. Parentheses
//! that only group are not kept; numbers are kept by value. What a name means is settled while reading, so that
//! `max(a, b)` (a function), `kayles(n-1)` (a game) and `odds` (a set) are different nodes.

use std::sync::Arc;

use grundy_sequence::Code;
use smallvec::{SmallVec, smallvec};

pub use grundy_automata::Relation;
use grundy_core::number::Nat;

use super::Span;

/// A name as written, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The letters.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// What `solve`, `explain`, `moves` and `play` read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Query {
    /// `let` definitions, in order.
    pub definitions: Vec<Definition>,
    /// Is `misere` written in front?
    pub misere: bool,
    /// The position asked about.
    pub position: Position,
}

/// What `table`, `period`, `same` … read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameText {
    /// `let` definitions, in order.
    pub definitions: Vec<Definition>,
    /// Is `misere` written in front?
    pub misere: bool,
    /// The game asked about.
    pub game: Arc<Game>,
}

/// `let t[m] = {n -> n-k for k in 1..m};`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Definition {
    /// The name introduced.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// What it stands for.
    pub game: Arc<Game>,
}

/// A sum of terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// At least one.
    pub terms: Vec<Term>,
}

/// One summand, with its number of copies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// `3*`; `None` where nothing is written.
    pub copies: Option<Nat>,
    /// What is copied.
    pub primary: Primary,
    /// Where.
    pub span: Span,
}

/// A summand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Primary {
    /// `kayles(5, 2)`.
    Game {
        /// The game.
        game: Arc<Game>,
        /// The places in it.
        places: Vec<Place>,
    },
    /// `*5`: the nim-heap.
    Nimber(Nat),
    /// `(kayles(5) + nim(2))`.
    Group(Position),
}

/// One argument between the parentheses of a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// `5`, `a`, `?`.
    Coordinate(Coordinate),
    /// `(1,2)`: two coordinates or more.
    Tuple(Vec<Coordinate>),
    /// `"5x6"`.
    Text(String, Span),
    /// `start=0`.
    Named(Name, NamedValue),
    /// A position (compounds only).
    Position(Position),
}

/// What may stand behind `NAME=` in a place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum NamedValue {
    /// A coordinate.
    Coordinate(Coordinate),
    /// A text.
    Text(String, Span),
}

/// A coordinate of a place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Coordinate {
    /// A number; `10^18` is read as its value.
    Number(Nat, Span),
    /// A variable (claims) or a vertex of a graph.
    Name(Name),
    /// `?`: solve for it.
    Unknown(Span),
}

/// A game: the union of one or more simple games.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    /// At least one.
    pub alternatives: Vec<Simple>,
    /// Where.
    pub span: Span,
}

/// A game without `|`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Simple {
    /// `take[1,3,4]`, `kayles`, or a name introduced by `let`.
    Named {
        /// The name.
        name: Name,
        /// What stands in brackets.
        arguments: Vec<Argument>,
    },
    /// `0.77`, `4!.0`.
    Code(Code),
    /// `{n -> …}`.
    Rule(Rule),
    /// `graph{a->b,c; b->d}`.
    Graph(Vec<Edge>),
}

/// What may stand in the brackets of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A set of numbers; a number alone is the set of that number.
    Set(Set),
    /// A game.
    Game(Arc<Game>),
    /// A text.
    Text(String, Span),
    /// `width=3`.
    Named(Name, Box<Argument>),
    /// A word that names a variant of the game: `silverdollar[dollar]`.
    Word(Name),
}

/// `a -> b, c`, or a vertex alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edge {
    /// From here.
    pub from: Vertex,
    /// To these; empty for a vertex alone.
    pub to: Vec<Vertex>,
}

/// A vertex of a graph; a number is a name of digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Vertex {
    /// The name, or the number in decimal.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A rule in braces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The names of the coordinates.
    pub pattern: Vec<Name>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Behind `by`.
    pub measure: Option<Vec<Expr>>,
    /// Is `loopy` said?
    pub loopy: bool,
    /// Where.
    pub span: Span,
}

/// `n-k | n//k for k in 1..3 if k < n`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// Alternatives, each a list of parts joined by `&`.
    pub alternatives: Vec<Vec<Part>>,
    /// `for` and `if` in the order written; they bind all alternatives.
    pub clauses: Vec<Clause>,
    /// Where.
    pub span: Span,
}

/// What follows a move. All `for` stand before all `if`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Clause {
    /// `for k in 1..3`
    For(Name, Set),
    /// `if k < n`
    If(Cond),
}

/// One component that a move leaves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// Another game that the component is handed to; `None`: the rule's own.
    pub game: Option<Arc<Game>>,
    /// One coordinate or more.
    pub coordinates: Vec<Expr>,
    /// Behind `times`: so many copies; `None`: one.
    pub times: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// A set of integers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Set {
    /// What it starts from.
    pub base: SetAtom,
    /// What is taken away.
    pub except: Vec<SetAtom>,
    /// Where.
    pub span: Span,
}

/// A set without `except`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SetAtom {
    /// `{1, 3, 5..9}`
    Braces(Vec<Item>),
    /// An item without braces.
    Item(Item),
    /// `(1.. except 3)`
    Group(Box<Set>),
}

/// One entry of a set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Item {
    /// A number. A name bound to a set by a `let` parameter stands here too.
    One(Expr),
    /// `1..`, `1..n`, `1..n step 2`
    Range {
        /// The first.
        from: Expr,
        /// The last, inclusive; `None`: in `for` up to the size of the position, in a condition without end.
        to: Option<Expr>,
        /// The distance; `None`: 1.
        step: Option<Expr>,
    },
    /// `odds`, `powers(2)`, `divisors(n)`
    Named(Name, Vec<Expr>),
}

/// A condition.
#[allow(clippy::large_enum_variant, reason = "trees are small, and a box more a set would cost more than it saves")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cond {
    /// Two or more, joined by `or`.
    Or(Vec<Cond>),
    /// Two or more, joined by `and`.
    And(Vec<Cond>),
    /// `not …`
    Not(Box<Cond>),
    /// `a < b <= c`: one comparison or more.
    Compare(Expr, Vec<(Relation, Expr)>),
    /// `k in {…}`, `k not in {…}`
    In {
        /// What is looked for.
        expr: Expr,
        /// Is `not` written?
        negated: bool,
        /// Where it is looked for.
        set: Set,
    },
    /// `exists k, l: …` (claims only)
    Exists(Vec<Name>, Box<Cond>),
    /// `forall k: …` (claims only)
    ForAll(Vec<Name>, Box<Cond>),
}

impl Cond {
    /// Calls `visit` with each expression that is compared or looked for; those of sets are left out.
    pub fn each_expr<'c>(&'c self, visit: &mut dyn FnMut(&'c Expr)) {
        match self {
            Cond::Or(all) | Cond::And(all) => all.iter().for_each(|cond| cond.each_expr(visit)),
            Cond::Not(inner) | Cond::Exists(_, inner) | Cond::ForAll(_, inner) => inner.each_expr(visit),
            Cond::Compare(first, rest) => {
                visit(first);
                rest.iter().for_each(|(_, expr)| visit(expr));
            }
            Cond::In { expr, .. } => visit(expr),
        }
    }
}

/// An integer expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Number(Nat, Span),
    /// A coordinate, a bound variable or a parameter.
    Name(Name),
    /// `-x`
    Negative(Box<Expr>, Span),
    /// `x + y` …
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `max(x, y)`
    Call(Name, Vec<Expr>),
}

impl Expr {
    /// Where it is written.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Expr::Number(_, span) | Expr::Negative(_, span) => *span,
            Expr::Name(name) => name.span,
            Expr::Call(name, arguments) => arguments.iter().fold(name.span, |s, a| s.to(a.span())),
            Expr::Binary(_, a, b) => a.span().to(b.span()),
        }
    }

    /// The operands or arguments, from the left.
    #[must_use]
    pub fn children(&self) -> SmallVec<[&Expr; 2]> {
        match self {
            Expr::Number(..) | Expr::Name(_) => SmallVec::new(),
            Expr::Negative(inner, _) => smallvec![&**inner],
            Expr::Binary(_, a, b) => smallvec![&**a, &**b],
            Expr::Call(_, arguments) => arguments.iter().collect(),
        }
    }

    /// Is it such an expression, or does one stand within it?
    pub fn any(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
        is(self) || self.children().into_iter().any(|x| x.any(is))
    }
}

/// An operator between two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `//`, rounding down
    Divide,
    /// `%`, never negative
    Remainder,
    /// `^`
    Power,
}
