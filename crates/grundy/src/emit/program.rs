//! The small language between rules, claims and the five languages that are printed.
//!
//! Integers, comparisons, loops, and "this value occurs": `{n -> n-k for k in 1..3}` becomes
//! `for k = 1 to min(3, n) { mark(value of n - k) }`. The printers in [`super::lang`] differ in spelling alone.

use grundy_notation::ast::Relation;

use super::builtin::Builtin;
use crate::number::Int;

/// An integer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ex {
    Int(Int),
    Var(String),
    Negative(Box<Ex>),
    Binary(Op, Box<Ex>, Box<Ex>),
    Call(Builtin, Vec<Ex>),
    /// The value of the function's own game at these coordinates.
    Own(Vec<Ex>),
    /// The value that another printed function gives.
    Other(String, Vec<Ex>),
    /// An entry of a constant array.
    Entry(String, Box<Ex>),
}

/// An operator. `Quotient` and `Remainder` stand where the first operand is not negative and the second is positive,
/// so that every language rounds alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Subtract,
    Multiply,
    Quotient,
    Remainder,
    Xor,
    And,
    Or,
}

/// A condition, read from left to right; what is settled ends it. `Relation::Divides` does not occur.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    Compare(Ex, Relation, Ex),
    Call(Builtin, Vec<Ex>),
    /// What another printed function says.
    Other(Ex),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum St {
    Declare {
        name: String,
        value: Ex,
        changes: bool,
    },
    Assign(String, Ex),
    /// A list of so many zeros, which changes.
    List(String, Ex),
    /// Puts a value at a place of such a list.
    Put {
        list: String,
        at: Ex,
        value: Ex,
    },
    If(Test, Vec<St>),
    While(Test, Vec<St>),
    /// Both ends inclusive; the step is at least 1.
    For {
        var: String,
        from: Ex,
        to: Ex,
        step: Ex,
        body: Vec<St>,
    },
    /// The variable runs over the primes up to `to`, which is at most `high`. No language has that: see [`super::primes`].
    Primes {
        var: String,
        to: Ex,
        high: Int,
        body: Vec<St>,
    },
    /// The variable runs over a list; `index` is a name that C needs.
    Each {
        var: String,
        index: String,
        items: Vec<Ex>,
        body: Vec<St>,
    },
    /// This value occurs among the options.
    Mark(Ex),
    /// A winning move leaves these numbers.
    Listed(Vec<Ex>),
    /// Stops the program if this does not hold.
    Insist(Test),
    Return(Ex),
    ReturnTest(Test),
}

/// What a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Bool,
}

/// A function without memory.
#[derive(Debug, Clone)]
pub(super) struct Routine {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) returns: Kind,
    /// Lines of comment above it.
    pub(super) doc: Vec<String>,
    /// Constant arrays.
    pub(super) arrays: Vec<(String, Vec<u64>)>,
    pub(super) body: Vec<St>,
    /// Used by the functions below it only.
    pub(super) private: bool,
}

impl Routine {
    /// A public function without arrays; its comment is written later.
    pub(super) fn new(name: &str, params: &[String], returns: Kind, body: Vec<St>) -> Routine {
        Routine {
            name: name.to_owned(),
            params: params.to_vec(),
            returns,
            doc: Vec::new(),
            arrays: Vec::new(),
            body,
            private: false,
        }
    }
}

/// In which order a table is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    /// Coordinate by coordinate, 0 to the maximum each.
    Box,
    /// Two coordinates by their sum, up to twice the maximum.
    Diagonals,
}

/// A table that is filled by mex, and a function that looks up in it.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) doc: Vec<String>,
    /// How many of the last coordinates no move changes: a table is filled for each of their values that is asked about.
    pub(super) fixed: usize,
    /// Largest number along each side.
    pub(super) last: u64,
    pub(super) filling: Filling,
    /// More options than this no position has, so larger values cannot matter to a mex.
    pub(super) marks: u64,
    /// What is made once, before the entries.
    pub(super) before: Vec<St>,
    pub(super) body: Vec<St>,
}

/// A table that is filled by statements, and a function that looks up in it.
#[derive(Debug, Clone)]
pub(super) struct Sieve {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) doc: Vec<String>,
    /// How the table is filled, for a comment.
    pub(super) what: &'static str,
    /// The largest heap.
    pub(super) last: u64,
    /// What fills the table [`SIEVED`].
    pub(super) body: Vec<St>,
}

/// The table of a [`Sieve`] while it is filled.
pub(super) const SIEVED: &str = "sg";

/// A recursive function that remembers what it computed.
#[derive(Debug, Clone)]
pub(super) struct Memo {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) doc: Vec<String>,
    pub(super) body: Vec<St>,
}

/// A function of a list of numbers `row`, of which there are `count`.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) name: String,
    pub(super) returns: Kind,
    pub(super) doc: Vec<String>,
    /// Is the list put in ascending order first?
    pub(super) is_sorted: bool,
    pub(super) body: Vec<St>,
}

/// A function to be printed.
#[derive(Debug, Clone)]
pub(super) enum Function {
    Routine(Routine),
    Table(Table),
    Sieve(Sieve),
    Memo(Memo),
    List(List),
}

impl Function {
    pub(super) fn body(&self) -> &[St] {
        match self {
            Function::Routine(r) => &r.body,
            Function::Table(t) => &t.body,
            Function::Sieve(s) => &s.body,
            Function::Memo(m) => &m.body,
            Function::List(l) => &l.body,
        }
    }

    /// The comment above it.
    pub(super) fn doc(&mut self) -> &mut Vec<String> {
        match self {
            Function::Routine(r) => &mut r.doc,
            Function::Table(t) => &mut t.doc,
            Function::Sieve(s) => &mut s.doc,
            Function::Memo(m) => &mut m.doc,
            Function::List(l) => &mut l.doc,
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Function::Routine(Routine { name, .. })
            | Function::Table(Table { name, .. })
            | Function::Sieve(Sieve { name, .. })
            | Function::Memo(Memo { name, .. })
            | Function::List(List { name, .. }) => name,
        }
    }

    /// The names of its coordinates; those of a list have none.
    pub(super) fn params(&self) -> &[String] {
        match self {
            Function::Routine(Routine { params, .. })
            | Function::Table(Table { params, .. })
            | Function::Sieve(Sieve { params, .. })
            | Function::Memo(Memo { params, .. }) => params,
            Function::List(_) => &[],
        }
    }
}

/// The function of misère values.
pub(super) const MISERE_VALUE: &str = "misere_value";

/// The function of who wins.
pub(super) const WINS: &str = "first_wins";
/// The one for sums, where a law tells who wins one position.
pub(super) const SUMS: &str = "first_wins_sum";

/// The last function of a program: who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Winner {
    /// `first_wins(heaps)`: the xor of the values of heaps is not 0.
    Heaps,
    /// The same for heaps of misère Nim.
    MisereNim,
    /// The same for the values of heaps, of which 0 and 1 are swapped in misère play.
    MisereValues,
    /// The same by the product of their elements in the misère quotient.
    MisereQuotient,
    /// `first_wins(a, b)`: the value is not 0.
    Place,
    /// `first_wins(a, b)`: the misère value is not 0.
    MiserePlace,
    /// `first_wins(row)`: the value of the list is not 0.
    List {
        /// Does the function of the value sort the list?
        is_sorted: bool,
    },
    /// It is among the functions already.
    Given,
}

/// A function that lists all winning moves, each as the numbers that it leaves; of heaps with the number of the heap in
/// front.
#[derive(Debug, Clone)]
pub(super) struct Moves {
    /// Of heaps: the name of one. Else the coordinates of a place.
    pub(super) params: Vec<String>,
    /// Is it asked about a list of heaps?
    pub(super) of_heaps: bool,
    /// Are they played in misère play, where heaps of value 0 or 1 alone are lost if the xor is 1? Then [`REST`] is what a heap must be
    /// worth to leave a lost sum: the xor of the others, or that and 1 where none of them is worth more.
    pub(super) is_misere: bool,
    /// Can a move leave several heaps? Then these are put in order, and empty ones are left out but for one where nothing
    /// else is left.
    pub(super) splits: bool,
    /// The most numbers of a move.
    pub(super) width: usize,
    /// Lines of comment above it.
    pub(super) doc: Vec<String>,
    /// The loops over the moves, of one heap whose other heaps have the value [`REST`], or of the place.
    pub(super) body: Vec<St>,
}

/// The value of all heaps but one, in a function that lists winning moves.
pub(super) const REST: &str = "rest";

/// A file.
#[derive(Debug, Clone)]
pub(super) struct Program {
    /// Lines of comment at the top.
    pub(super) header: Vec<String>,
    /// Those that others call come first; `grundy` is the last.
    pub(super) functions: Vec<Function>,
    pub(super) winner: Winner,
    /// Who wins sums, beside a law for one position, [`SUMS`].
    pub(super) sums: Option<Winner>,
    pub(super) moves: Option<Moves>,
}

pub(super) fn int(n: i64) -> Ex {
    Ex::Int(Int::from(n))
}

pub(super) fn var(name: &str) -> Ex {
    Ex::Var(name.to_owned())
}

pub(super) fn binary(op: Op, a: Ex, b: Ex) -> Ex {
    Ex::Binary(op, Box::new(a), Box::new(b))
}

pub(super) fn compare(a: Ex, relation: Relation, b: Ex) -> Test {
    Test::Compare(a, relation, b)
}

/// Calls `visit` with every builtin that the statements call.
pub(super) fn builtins(body: &[St], visit: &mut dyn FnMut(Builtin)) {
    for statement in body {
        match statement {
            St::Declare { value, .. }
            | St::Assign(_, value)
            | St::List(_, value)
            | St::Mark(value)
            | St::Return(value) => of_ex(value, visit),
            St::Put { at, value, .. } => [at, value].into_iter().for_each(|e| of_ex(e, visit)),
            St::Listed(left) => left.iter().for_each(|e| of_ex(e, visit)),
            St::ReturnTest(test) | St::Insist(test) => of_test(test, visit),
            St::If(test, body) | St::While(test, body) => {
                of_test(test, visit);
                builtins(body, visit);
            }
            St::For { from, to, step, body, .. } => {
                [from, to, step].into_iter().for_each(|e| of_ex(e, visit));
                builtins(body, visit);
            }
            St::Primes { to, body, .. } => {
                of_ex(to, visit);
                builtins(body, visit);
            }
            St::Each { items, body, .. } => {
                items.iter().for_each(|e| of_ex(e, visit));
                builtins(body, visit);
            }
        }
    }
}

fn of_test(test: &Test, visit: &mut dyn FnMut(Builtin)) {
    match test {
        Test::All(all) | Test::Any(all) => all.iter().for_each(|t| of_test(t, visit)),
        Test::Not(inner) => of_test(inner, visit),
        Test::Compare(a, _, b) => [a, b].into_iter().for_each(|e| of_ex(e, visit)),
        Test::Other(e) => of_ex(e, visit),
        Test::Call(builtin, arguments) => {
            visit(*builtin);
            arguments.iter().for_each(|e| of_ex(e, visit));
        }
    }
}

fn of_ex(e: &Ex, visit: &mut dyn FnMut(Builtin)) {
    match e {
        Ex::Int(_) | Ex::Var(_) => {}
        Ex::Negative(x) | Ex::Entry(_, x) => of_ex(x, visit),
        Ex::Binary(_, a, b) => [a, b].into_iter().for_each(|e| of_ex(e, visit)),
        Ex::Call(builtin, arguments) => {
            visit(*builtin);
            arguments.iter().for_each(|e| of_ex(e, visit));
        }
        Ex::Own(all) | Ex::Other(_, all) => all.iter().for_each(|e| of_ex(e, visit)),
    }
}

/// Does working it out take a loop?
pub(super) fn is_costly(e: &Ex) -> bool {
    let mut costly = false;
    of_ex(e, &mut |builtin| {
        use Builtin::{Absolute, FloorQuotient, FloorRemainder, Max, Min};
        costly |= !matches!(builtin, Min | Max | Absolute | FloorQuotient | FloorRemainder);
    });
    costly
}

/// Is there a loop over a list?
pub(super) fn lists(body: &[St]) -> bool {
    body.iter().any(|s| match s {
        St::Each { .. } => true,
        St::If(_, body) | St::While(_, body) | St::For { body, .. } | St::Primes { body, .. } => lists(body),
        _ => false,
    })
}

/// Does it stop the program where a number is beyond what it knows?
pub(super) fn insists(body: &[St]) -> bool {
    body.iter().any(|s| matches!(s, St::Insist(_)))
}

/// The number of statements, to keep programs readable.
pub(super) fn length(body: &[St]) -> usize {
    body.iter()
        .map(|s| match s {
            St::If(_, body)
            | St::While(_, body)
            | St::For { body, .. }
            | St::Primes { body, .. }
            | St::Each { body, .. } => 1 + length(body),
            _ => 1,
        })
        .sum()
}
