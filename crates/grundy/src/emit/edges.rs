//! Green Hackenbush in the small language: bridges and points in one walk, as in `game/boards/hackenbush.rs`.
//!
//! ```text
//! row        the edges: vertex, vertex, vertex, vertex, …
//! half       a place in it, so that half ^ 1 is the other end of the edge, and half / 2 the edge
//! order      in which order the walk came to a vertex; 0: not yet
//! low        the earliest vertex that is reached from it and from below
//! worth      the xor of what stands on it as far as it is one point
//! ```
//!
//! Cost of the program: the number of edges and the largest vertex.

use grundy_notation::ast::Relation::{Equal, Greater, GreaterEqual, Less, NotEqual};

use super::program::{Ex, Op, St, Test, binary, compare, int, var};
use super::statements::{add, assign, each, each_below, entry, less, list, plus, put, put_more, set, start, xor};

fn edge(half: Ex) -> Ex {
    binary(Op::Quotient, half, int(2))
}

/// Where the halves of the edges at each vertex begin in `halves`, which is sorted by vertices.
fn halves() -> Vec<St> {
    let at_row = || entry("row", var("at"));
    vec![
        start("vertices", int(1)),
        each_below(
            "at",
            var("count"),
            vec![St::If(
                compare(at_row(), GreaterEqual, var("vertices")),
                vec![assign("vertices", plus(at_row(), int(1)))],
            )],
        ),
        list("begin", plus(var("vertices"), int(1))),
        each_below("at", var("count"), vec![put_more("begin", &at_row(), Op::Add, int(1))]),
        start("total", int(0)),
        each(
            "v",
            int(0),
            var("vertices"),
            vec![add("total", entry("begin", var("v"))), put("begin", var("v"), var("total"))],
        ),
        // filled from behind, so that each vertex ends up with its start
        list("halves", plus(var("count"), int(1))),
        each_below(
            "at",
            var("count"),
            vec![
                put_more("begin", &at_row(), Op::Subtract, int(1)),
                put("halves", entry("begin", at_row()), var("at")),
            ],
        ),
    ]
}

/// The walk goes on along an edge to `w`, or that edge leads back.
fn along() -> Vec<St> {
    let (v, w) = (|| var("v"), || var("w"));
    let deeper = vec![
        add("met", int(1)),
        put("order", w(), var("met")),
        put("low", w(), var("met")),
        put("by", w(), edge(var("half"))),
        put("stack", var("depth"), w()),
        add("depth", int(1)),
    ];
    let lower = St::If(compare(var("before"), Less, entry("low", v())), vec![put("low", v(), var("before"))]);
    // an edge back is counted at its later end, a loop at its first half
    let is_back = compare(var("before"), Less, entry("order", v()));
    let is_loop =
        Test::All(vec![compare(w(), Equal, v()), compare(binary(Op::Remainder, var("half"), int(2)), Equal, int(0))]);
    let inside = St::If(Test::Any(vec![is_back, is_loop]), vec![put_more("worth", &v(), Op::Xor, int(1))]);
    vec![
        set("before", entry("order", w())),
        St::If(compare(var("before"), Equal, int(0)), deeper),
        St::If(compare(var("before"), Greater, int(0)), vec![lower, inside]),
    ]
}

/// All edges at `v` are done: what it is worth goes to the vertex before it; in misère play a branch of 2 or more is told.
fn back(misere: bool) -> Vec<St> {
    let (v, u) = (|| var("v"), || var("u"));
    let is_bridge = |relation| compare(entry("low", v()), relation, entry("order", v()));
    let is_large = Test::All(vec![compare(u(), Equal, int(0)), compare(entry("worth", v()), Greater, int(0))]);
    let mut to_parent = vec![
        set("u", entry("stack", less(var("depth"), int(1)))),
        St::If(compare(entry("low", v()), Less, entry("low", u())), vec![put("low", u(), entry("low", v()))]),
        St::If(is_bridge(Equal), vec![put_more("worth", &u(), Op::Xor, plus(entry("worth", v()), int(1)))]),
    ];
    to_parent.push(if misere {
        St::If(is_large, vec![assign("large", int(1))])
    } else {
        St::If(is_bridge(Less), vec![put_more("worth", &u(), Op::Xor, xor(entry("worth", v()), int(1)))])
    });
    vec![assign("depth", less(var("depth"), int(1))), St::If(compare(var("depth"), Greater, int(0)), to_parent)]
}

/// The function `grundy` of a list `row` of `count` numbers, two for an edge.
pub(super) fn value() -> Vec<St> {
    let mut body = walk(false);
    body.push(St::Return(entry("worth", int(0))));
    body
}

/// The function `first_wins` of misère play, of a forest whose edges are all joined to the ground.
pub(super) fn misere_winner() -> Vec<St> {
    let mut body = vec![start("large", int(0))];
    body.extend(walk(true));
    let worth = |relation| compare(entry("worth", int(0)), relation, int(0));
    let is_large = |relation| compare(var("large"), relation, int(0));
    body.extend([
        St::Insist(compare(var("met"), Equal, plus(edge(var("count")), int(1)))),
        St::ReturnTest(Test::Any(vec![
            Test::All(vec![is_large(NotEqual), worth(NotEqual)]),
            Test::All(vec![is_large(Equal), worth(Equal)]),
        ])),
    ]);
    body
}

/// The walk over all that is joined to the ground.
fn walk(misere: bool) -> Vec<St> {
    let v = || var("v");
    let mut body = halves();
    for name in ["order", "low", "worth", "by", "ahead", "stack"] {
        body.push(list(name, var("vertices")));
    }
    let on = vec![
        set("half", entry("halves", var("place"))),
        put_more("ahead", &v(), Op::Add, int(1)),
        set("w", entry("row", xor(var("half"), int(1)))),
        St::If(compare(edge(var("half")), NotEqual, entry("by", v())), along()),
    ];
    let step = vec![
        set("v", entry("stack", less(var("depth"), int(1)))),
        set("place", entry("ahead", v())),
        set("end", entry("begin", plus(v(), int(1)))),
        St::If(compare(var("place"), Less, var("end")), on),
        St::If(compare(var("place"), GreaterEqual, var("end")), back(misere)),
    ];
    body.extend([
        each_below("v", var("vertices"), vec![put("ahead", v(), entry("begin", v()))]),
        // no edge leads to the ground, where the walk begins
        put("by", int(0), var("count")),
        put("order", int(0), int(1)),
        put("low", int(0), int(1)),
        start("met", int(1)),
        start("depth", int(1)),
        St::While(compare(var("depth"), Greater, int(0)), step),
    ]);
    body
}
