//! Treblecross in the small language: who can make three wins, and else the stretches count, as in
//! `game/boards/treblecross.rs`.
//!
//! ```text
//! values[m]   what a stretch of m squares is worth on which nobody may be afraid of three
//! ```
//!
//! Cost of the program: the square of the longest stretch.

use grundy_notation::ast::Relation::{Equal, Greater, GreaterEqual, Less, NotEqual};

use super::builtin::Builtin;
use super::program::{Ex, Op, St, Test, binary, compare, int, var};
use super::statements::{add, assign, each, each_below, entry, less, list, no, plus, put, set, start, xor, yes};

/// Squares two further are no place to play.
fn left(length: Ex) -> Ex {
    Ex::Call(Builtin::Max, vec![less(length, int(2)), int(0)])
}

/// The function `first_wins` of a list `row` of `count` squares, 1 where a cross stands.
pub(super) fn body() -> Vec<St> {
    let (at, m) = (|| var("at"), || var("m"));
    let square = || entry("row", at());
    let before = |back: i64| entry("row", less(at(), int(back)));
    let three = || plus(plus(square(), before(1)), before(2));
    let crosses = |here: i64| compare(var("most"), Equal, int(here));
    let stretch = vec![
        set("value", xor(entry("values", left(var("i"))), entry("values", left(less(less(m(), int(1)), var("i")))))),
        put("seen", var("value"), m()),
    ];
    let mex = vec![
        each_below("i", m(), stretch),
        start("g", int(0)),
        St::While(compare(entry("seen", var("g")), Equal, m()), vec![add("g", int(1))]),
        put("values", m(), var("g")),
    ];
    // a square is near while it is less than three behind a cross, or in front of one
    let near = vec![St::If(
        Test::All(vec![compare(var("other"), GreaterEqual, int(0)), compare(var("other"), Less, var("count"))]),
        vec![assign("near", plus(var("near"), entry("row", var("other"))))],
    )];
    let walk = vec![
        start("near", int(0)),
        each("other", less(at(), int(2)), plus(at(), int(2)), near),
        St::If(compare(var("near"), Equal, int(0)), vec![add("length", int(1))]),
        St::If(
            compare(var("near"), Greater, int(0)),
            vec![assign("sum", xor(var("sum"), entry("values", var("length")))), assign("length", int(0))],
        ),
    ];
    vec![
        start("left", var("count")),
        each_below("at", var("count"), vec![assign("left", less(var("left"), square()))]),
        // nobody can make three: all squares are filled
        St::If(
            compare(var("count"), Less, int(3)),
            vec![St::ReturnTest(compare(binary(Op::Remainder, var("left"), int(2)), Equal, int(1)))],
        ),
        start("most", int(0)),
        each(
            "at",
            int(2),
            less(var("count"), int(1)),
            vec![assign("most", Ex::Call(Builtin::Max, vec![var("most"), three()]))],
        ),
        St::If(crosses(3), vec![no()]),
        St::If(crosses(2), vec![yes()]),
        list("values", plus(var("count"), int(1))),
        list("seen", plus(plus(var("count"), var("count")), int(2))),
        each("m", int(1), var("count"), mex),
        start("sum", int(0)),
        start("length", int(0)),
        each_below("at", var("count"), walk),
        St::ReturnTest(compare(xor(var("sum"), entry("values", var("length"))), NotEqual, int(0))),
    ]
}
