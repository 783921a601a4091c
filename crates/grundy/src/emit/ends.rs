//! End-Nim in the small language: what must stand at either end of each shorter row, as in `game/rows/end_nim.rs`.
//!
//! ```text
//! left[i], right[i]: the piles that make the row of `length` piles from i on P at its left and at its right
//! ```
//!
//! The rows become longer in place, from the left: a row needs itself and the row one further on, which is still the shorter
//! one. Cost of the program: k² steps for k piles.

use super::program::{Ex, Op, St, Test, binary, compare, int, var};
use crate::notation::ast::Relation::{Equal, Greater, Less, LessEqual, NotEqual};

fn entry(list: &str, at: Ex) -> Ex {
    Ex::Entry(list.to_owned(), Box::new(at))
}

fn plus(a: Ex, b: Ex) -> Ex {
    binary(Op::Add, a, b)
}

fn less(a: Ex, b: Ex) -> Ex {
    binary(Op::Subtract, a, b)
}

fn declare(name: &str, value: Ex, changes: bool) -> St {
    St::Declare { name: name.to_owned(), value, changes }
}

fn assign(name: &str, value: Ex) -> St {
    St::Assign(name.to_owned(), value)
}

fn put(list: &str, at: Ex, value: Ex) -> St {
    St::Put { list: list.to_owned(), at, value }
}

fn each(name: &str, from: Ex, to: Ex, body: Vec<St>) -> St {
    St::For { var: name.to_owned(), from, to, step: int(1), body }
}

/// `name` becomes the pile that a row with this pile more at its far end wants at the near one.
fn longer(name: &str, pile: &str, near: &str, far: &str) -> Vec<St> {
    let is_passed = Test::All(vec![compare(var(far), Greater, int(0)), compare(var(far), Less, var(pile))]);
    let is_met = Test::All(vec![compare(var(near), Greater, int(0)), compare(var(near), LessEqual, var(name))]);
    vec![
        declare(name, var(pile), true),
        St::If(is_passed, vec![assign(name, less(var(name), int(1)))]),
        St::If(is_met, vec![assign(name, plus(var(name), int(1)))]),
        St::If(compare(var(pile), Equal, var(far)), vec![assign(name, int(0))]),
    ]
}

/// The function `first_wins` of a list `row` of `count` piles.
pub(super) fn body() -> Vec<St> {
    let no = St::ReturnTest(Test::Any(Vec::new()));
    let (first, next) = (|| var("first"), || plus(var("first"), int(1)));
    let kept = vec![put("piles", var("many"), var("number")), assign("many", plus(var("many"), int(1)))];
    let without_empty =
        vec![declare("number", entry("row", var("at")), false), St::If(compare(var("number"), Greater, int(0)), kept)];
    let mut grow = vec![
        declare("a", entry("piles", less(plus(first(), var("length")), int(1))), false),
        declare("b", entry("piles", first()), false),
        declare("near_left", entry("left", first()), false),
        declare("far_right", entry("right", first()), false),
        declare("near_right", entry("right", next()), false),
        declare("far_left", entry("left", next()), false),
    ];
    grow.extend(longer("at_left", "a", "near_left", "far_right"));
    grow.extend(longer("at_right", "b", "near_right", "far_left"));
    grow.extend([put("left", first(), var("at_left")), put("right", first(), var("at_right"))]);
    let rows = each("first", int(0), less(var("many"), var("length")), grow);
    vec![
        St::List("piles".to_owned(), plus(var("count"), int(1))),
        declare("many", int(0), true),
        each("at", int(0), less(var("count"), int(1)), without_empty),
        St::If(compare(var("many"), Equal, int(0)), vec![no]),
        St::List("left".to_owned(), plus(var("count"), int(1))),
        St::List("right".to_owned(), plus(var("count"), int(1))),
        each("length", int(1), less(var("many"), int(1)), vec![rows]),
        St::ReturnTest(compare(entry("piles", int(0)), NotEqual, entry("left", int(1)))),
    ]
}
