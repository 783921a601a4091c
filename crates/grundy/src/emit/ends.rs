//! End-Nim in the small language: what must stand at either end of each shorter row, as in `game/rows/end_nim.rs`.
//!
//! ```text
//! left[i], right[i]: the piles that make the row of `length` piles from i on P at its left and at its right
//! ```
//!
//! The rows become longer in place, from the left: a row needs itself and the row one further on, which is still the shorter
//! one. Cost of the program: k² steps for k piles.

use grundy_notation::ast::Relation::{Equal, Greater, Less, LessEqual, NotEqual};

use super::program::{St, Test, compare, int, var};
use super::statements::{add, assign, each, each_below, entry, less, list, no, plus, put, set, start};

/// `name` becomes the pile that a row with this pile more at its far end wants at the near one.
fn longer(name: &str, pile: &str, near: &str, far: &str) -> Vec<St> {
    let is_passed = Test::All(vec![compare(var(far), Greater, int(0)), compare(var(far), Less, var(pile))]);
    let is_met = Test::All(vec![compare(var(near), Greater, int(0)), compare(var(near), LessEqual, var(name))]);
    vec![
        start(name, var(pile)),
        St::If(is_passed, vec![assign(name, less(var(name), int(1)))]),
        St::If(is_met, vec![assign(name, plus(var(name), int(1)))]),
        St::If(compare(var(pile), Equal, var(far)), vec![assign(name, int(0))]),
    ]
}

/// The function `first_wins` of a list `row` of `count` piles.
pub(super) fn body() -> Vec<St> {
    let (first, next) = (|| var("first"), || plus(var("first"), int(1)));
    let kept = vec![put("piles", var("many"), var("number")), add("many", int(1))];
    let without_empty =
        vec![set("number", entry("row", var("at"))), St::If(compare(var("number"), Greater, int(0)), kept)];
    let mut grow = vec![
        set("a", entry("piles", less(plus(first(), var("length")), int(1)))),
        set("b", entry("piles", first())),
        set("near_left", entry("left", first())),
        set("far_right", entry("right", first())),
        set("near_right", entry("right", next())),
        set("far_left", entry("left", next())),
    ];
    grow.extend(longer("at_left", "a", "near_left", "far_right"));
    grow.extend(longer("at_right", "b", "near_right", "far_left"));
    grow.extend([put("left", first(), var("at_left")), put("right", first(), var("at_right"))]);
    let rows = each("first", int(0), less(var("many"), var("length")), grow);
    vec![
        list("piles", plus(var("count"), int(1))),
        start("many", int(0)),
        each_below("at", var("count"), without_empty),
        St::If(compare(var("many"), Equal, int(0)), vec![no()]),
        list("left", plus(var("count"), int(1))),
        list("right", plus(var("count"), int(1))),
        each("length", int(1), less(var("many"), int(1)), vec![rows]),
        St::ReturnTest(compare(entry("piles", int(0)), NotEqual, entry("left", int(1)))),
    ]
}
