//! Statements of the small language in few words, for programs that are written by hand.

use super::program::{Ex, Op, St, Test, binary, int, var};

/// The entry of a list.
pub(super) fn entry(list: &str, at: Ex) -> Ex {
    Ex::Entry(list.to_owned(), Box::new(at))
}

pub(super) fn plus(a: Ex, b: Ex) -> Ex {
    binary(Op::Add, a, b)
}

pub(super) fn less(a: Ex, b: Ex) -> Ex {
    binary(Op::Subtract, a, b)
}

pub(super) fn xor(a: Ex, b: Ex) -> Ex {
    binary(Op::Xor, a, b)
}

/// A name for a value.
pub(super) fn set(name: &str, value: Ex) -> St {
    St::Declare { name: name.to_owned(), value, changes: false }
}

/// A variable with its first value.
pub(super) fn start(name: &str, value: Ex) -> St {
    St::Declare { name: name.to_owned(), value, changes: true }
}

pub(super) fn assign(name: &str, value: Ex) -> St {
    St::Assign(name.to_owned(), value)
}

/// A variable grows by this.
pub(super) fn add(name: &str, value: Ex) -> St {
    assign(name, plus(var(name), value))
}

/// A list of so many zeros.
pub(super) fn list(name: &str, length: Ex) -> St {
    St::List(name.to_owned(), length)
}

pub(super) fn put(list: &str, at: Ex, value: Ex) -> St {
    St::Put { list: list.to_owned(), at, value }
}

/// An entry of a list changes by this.
pub(super) fn put_more(list: &str, at: &Ex, op: Op, value: Ex) -> St {
    put(list, at.clone(), binary(op, entry(list, at.clone()), value))
}

/// One by one, both ends inclusive.
pub(super) fn each(name: &str, from: Ex, to: Ex, body: Vec<St>) -> St {
    St::For { var: name.to_owned(), from, to, step: int(1), body }
}

/// From 0 up to one less than `end`.
pub(super) fn each_below(name: &str, end: Ex, body: Vec<St>) -> St {
    each(name, int(0), less(end, int(1)), body)
}

pub(super) fn yes() -> St {
    St::ReturnTest(Test::All(Vec::new()))
}

pub(super) fn no() -> St {
    St::ReturnTest(Test::Any(Vec::new()))
}

/// The statements, each with its own statements rewritten first, by what `write` makes of them.
pub(super) fn rewritten(body: &[St], write: &mut dyn FnMut(St) -> Vec<St>) -> Vec<St> {
    let mut all = Vec::new();
    for statement in body {
        let mut statement = statement.clone();
        match &mut statement {
            St::If(_, body)
            | St::While(_, body)
            | St::For { body, .. }
            | St::Primes { body, .. }
            | St::Each { body, .. } => *body = rewritten(body, write),
            _ => {}
        }
        all.extend(write(statement));
    }
    all
}
