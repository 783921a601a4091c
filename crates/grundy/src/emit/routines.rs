//! Functions that a language may lack, written once in the small language.
//!
//! `v2(n)`, the exponent of 2 in n, is a loop in each of the languages; only what a program calls is printed.

use grundy_notation::ast::Relation::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};

use super::builtin::Builtin;
use super::program::{Ex, Kind, Op, Routine, St, Test, binary, builtins, compare, int, var};
use super::statements::{add, entry, plus, put, set, start, xor};

/// A routine that has no name yet.
struct Written {
    params: &'static [&'static str],
    returns: Kind,
    body: Vec<St>,
}

impl Builtin {
    /// Its text in the small language; `None` where each language has its own.
    pub(super) fn routine(self) -> Option<Routine> {
        let Written { params, returns, body } = match self {
            Builtin::Min | Builtin::Max | Builtin::Absolute | Builtin::TimesRoot => return None,
            Builtin::FloorQuotient => floor_quotient(),
            Builtin::FloorRemainder => floor_remainder(),
            Builtin::Gcd => gcd(),
            Builtin::Power => power(),
            Builtin::Root => root(),
            Builtin::Logarithm => counting(compare(var("x"), Greater, int(1)), int(1)),
            Builtin::BitLength => counting(compare(var("x"), Greater, int(0)), int(1)),
            Builtin::Ones => counting(compare(var("x"), Greater, int(0)), binary(Op::Remainder, var("x"), int(2))),
            Builtin::TwoAdicOrder => counting(
                Test::All(vec![
                    compare(var("x"), NotEqual, int(0)),
                    compare(binary(Op::Remainder, var("x"), int(2)), Equal, int(0)),
                ]),
                int(1),
            ),
            Builtin::LowFibonacci => low_fibonacci(),
            Builtin::LowSchwenk => low_schwenk(),
            Builtin::IsPrime => is_prime(),
            Builtin::IsSquare => is_square(),
            Builtin::IsFibonacci => is_fibonacci(),
            Builtin::IsPower => is_power(),
            Builtin::Mark => mark(),
            Builtin::NimProduct => nim_product(),
        };
        Some(Routine {
            name: self.name().to_owned(),
            params: params.iter().map(|&p| p.to_owned()).collect(),
            returns,
            doc: vec![format!("{}({}): {}", self.name(), params.join(", "), self.words())],
            arrays: Vec::new(),
            body,
            private: true,
        })
    }

    /// All that this one calls, those called first.
    pub(super) fn with_callees(self, into: &mut Vec<Builtin>) {
        if into.contains(&self) {
            return;
        }
        if let Some(routine) = self.routine() {
            let mut called = Vec::new();
            builtins(&routine.body, &mut |h| called.push(h));
            called.retain(|&h| h != self);
            called.into_iter().for_each(|h| h.with_callees(into));
        }
        into.push(self);
    }
}

fn halve(name: &str) -> St {
    St::Assign(name.to_owned(), binary(Op::Quotient, var(name), int(2)))
}

/// (f, next) becomes (next, f + next).
pub(super) fn next_fibonacci(f: &str, next: &str) -> Vec<St> {
    let sum = binary(Op::Add, var(f), var(next));
    let old = binary(Op::Subtract, var(next), var(f));
    vec![St::Assign(next.to_owned(), sum), St::Assign(f.to_owned(), old)]
}

/// The quotient rounded down, of languages that round towards 0.
fn floor_quotient() -> Written {
    let (a, b) = (|| var("a"), || var("b"));
    let below = |a: Ex, b: Ex| Test::All(vec![compare(a, Less, int(0)), compare(b, Greater, int(0))]);
    let rest = compare(binary(Op::Remainder, a(), b()), NotEqual, int(0));
    let apart = Test::Any(vec![below(a(), b()), below(b(), a())]);
    let quotient = || binary(Op::Quotient, a(), b());
    let less = St::Return(binary(Op::Subtract, quotient(), int(1)));
    Written {
        params: &["a", "b"],
        returns: Kind::Int,
        body: vec![St::If(Test::All(vec![rest, apart]), vec![less]), St::Return(quotient())],
    }
}

/// The remainder that is not negative.
fn floor_remainder() -> Written {
    let (a, b) = (|| var("a"), || var("b"));
    let more = binary(Op::Add, var("r"), Ex::Call(Builtin::Absolute, vec![b()]));
    let body = vec![
        set("r", binary(Op::Remainder, a(), b())),
        St::If(compare(var("r"), Less, int(0)), vec![St::Return(more)]),
        St::Return(var("r")),
    ];
    Written { params: &["a", "b"], returns: Kind::Int, body }
}

/// Euclid's algorithm.
fn gcd() -> Written {
    let (a, b) = (|| var("a"), || var("b"));
    let step = vec![
        set("r", binary(Op::Remainder, var("x"), var("y"))),
        St::Assign("x".to_owned(), var("y")),
        St::Assign("y".to_owned(), var("r")),
    ];
    let abs = |e| Ex::Call(Builtin::Absolute, vec![e]);
    let body = vec![
        start("x", abs(a())),
        start("y", abs(b())),
        St::While(compare(var("y"), NotEqual, int(0)), step),
        St::Return(var("x")),
    ];
    Written { params: &["a", "b"], returns: Kind::Int, body }
}

/// One multiplication after the other: exponents are small.
fn power() -> Written {
    let (a, b) = (|| var("a"), || var("b"));
    let step = vec![St::Assign("r".to_owned(), binary(Op::Multiply, var("r"), a())), add("i", int(1))];
    let body = vec![
        start("r", int(1)),
        start("i", int(0)),
        St::While(compare(var("i"), Less, b()), step),
        St::Return(var("r")),
    ];
    Written { params: &["a", "b"], returns: Kind::Int, body }
}

/// The root bit by bit, from the highest bit that it may have down.
fn root() -> Written {
    let n = || var("n");
    // below 2^31, whose square fits
    let more = compare(binary(Op::Multiply, var("bit"), var("bit")), LessEqual, binary(Op::Quotient, n(), int(4)));
    let double = St::Assign("bit".to_owned(), binary(Op::Multiply, var("bit"), int(2)));
    let tried = || binary(Op::Add, var("r"), var("bit"));
    // the tried root is at least 1, and the quotient keeps its square from overflowing
    let fits = compare(tried(), LessEqual, binary(Op::Quotient, n(), tried()));
    let step = vec![St::If(fits, vec![add("r", var("bit"))]), halve("bit")];
    let body = vec![
        start("r", int(0)),
        start("bit", int(1)),
        St::While(more, vec![double]),
        St::While(compare(var("bit"), Greater, int(0)), step),
        St::Return(var("r")),
    ];
    Written { params: &["n"], returns: Kind::Int, body }
}

/// The least summand of Zeckendorf's sum: the largest Fibonacci number is taken away until nothing is left.
fn low_fibonacci() -> Written {
    let n = || var("n");
    let mut find = vec![start("f", int(1)), start("next", int(2))];
    find.push(St::While(compare(var("next"), LessEqual, var("rest")), next_fibonacci("f", "next")));
    find.push(St::Assign("rest".to_owned(), binary(Op::Subtract, var("rest"), var("f"))));
    find.push(St::Assign("last".to_owned(), var("f")));
    let body = vec![
        start("rest", n()),
        start("last", int(0)),
        St::While(compare(var("rest"), Greater, int(0)), find),
        St::Return(var("last")),
    ];
    Written { params: &["n"], returns: Kind::Int, body }
}

/// Schwenk's numbers up to n, each the one before it and the first that is large enough; the largest that fits is taken away
/// until nothing is left.
fn low_schwenk() -> Written {
    let h = |at: Ex| entry("h", at);
    let small = compare(binary(Op::Multiply, h(var("j")), var("c")), Less, h(var("i")));
    let next = vec![
        add("i", int(1)),
        put("h", var("i"), var("next")),
        St::While(small, vec![add("j", int(1))]),
        St::Assign("next".to_owned(), plus(h(var("i")), h(var("j")))),
    ];
    let taken = vec![
        St::Assign("last".to_owned(), h(var("i"))),
        St::Assign("rest".to_owned(), binary(Op::Subtract, var("rest"), h(var("i")))),
    ];
    let down = vec![
        St::If(compare(h(var("i")), LessEqual, var("rest")), taken),
        St::Assign("i".to_owned(), binary(Op::Subtract, var("i"), int(1))),
    ];
    let doublings = Ex::Call(Builtin::BitLength, vec![binary(Op::Quotient, var("n"), plus(var("c"), int(1)))]);
    let body = vec![
        // the first c + 1 grow by 1, and c + 1 of them more than double behind that
        St::List("h".to_owned(), binary(Op::Multiply, plus(var("c"), int(1)), plus(doublings, int(3)))),
        put("h", int(0), int(1)),
        start("i", int(0)),
        start("j", int(0)),
        start("next", int(2)),
        St::While(compare(var("next"), LessEqual, var("n")), next),
        start("rest", var("n")),
        start("last", int(0)),
        St::While(compare(var("rest"), Greater, int(0)), down),
        St::Return(var("last")),
    ];
    Written { params: &["n", "c"], returns: Kind::Int, body }
}

/// Trial division.
fn is_prime() -> Written {
    let n = || var("n");
    let divides = compare(binary(Op::Remainder, n(), var("d")), Equal, int(0));
    let step = vec![St::If(divides, vec![St::ReturnTest(Test::Any(Vec::new()))]), add("d", int(1))];
    let body = vec![
        start("d", int(2)),
        St::While(compare(var("d"), LessEqual, binary(Op::Quotient, n(), var("d"))), step),
        St::ReturnTest(compare(n(), GreaterEqual, int(2))),
    ];
    Written { params: &["n"], returns: Kind::Bool, body }
}

/// The root, squared.
fn is_square() -> Written {
    let n = || var("n");
    let root = || Ex::Call(Builtin::Root, vec![n()]);
    let square = compare(binary(Op::Multiply, root(), root()), Equal, n());
    let body = vec![St::ReturnTest(Test::All(vec![compare(n(), Greater, int(0)), square]))];
    Written { params: &["n"], returns: Kind::Bool, body }
}

/// Fibonacci numbers up to this one.
fn is_fibonacci() -> Written {
    let n = || var("n");
    let body = vec![
        start("f", int(1)),
        start("next", int(2)),
        St::While(compare(var("f"), Less, n()), next_fibonacci("f", "next")),
        St::ReturnTest(compare(var("f"), Equal, n())),
    ];
    Written { params: &["n"], returns: Kind::Bool, body }
}

/// The base is divided out.
fn is_power() -> Written {
    let (n, b) = (|| var("n"), || var("b"));
    let more = Test::All(vec![
        compare(b(), Greater, int(1)),
        compare(var("x"), Greater, int(1)),
        compare(binary(Op::Remainder, var("x"), b()), Equal, int(0)),
    ]);
    let step = vec![St::Assign("x".to_owned(), binary(Op::Quotient, var("x"), b()))];
    let body = vec![start("x", n()), St::While(more, step), St::ReturnTest(compare(var("x"), Equal, int(1)))];
    Written { params: &["n", "b"], returns: Kind::Bool, body }
}

/// r grows while x is halved.
fn counting(test: Test, by: Ex) -> Written {
    let step = vec![add("r", by), halve("x")];
    let body = vec![start("x", var("n")), start("r", int(0)), St::While(test, step), St::Return(var("r"))];
    Written { params: &["n"], returns: Kind::Int, body }
}

/// The theorem in [`crate::engine::closed_form::Mark`]: n halves until it is 1, and each odd n turns the value over.
fn mark() -> Written {
    let odd = |e: Ex| compare(binary(Op::Remainder, e, int(2)), Equal, int(1));
    let order = |e: Ex| Ex::Call(Builtin::TwoAdicOrder, vec![e]);
    let previous = |e: Ex| Test::Any(vec![compare(e.clone(), Equal, int(0)), odd(order(e))]);
    let less = || St::Assign("x".to_owned(), binary(Op::Subtract, var("x"), int(1)));
    let step = vec![
        set("rest", binary(Op::Remainder, var("x"), int(2))),
        halve("x"),
        St::If(compare(var("rest"), Equal, int(0)), vec![less()]),
        St::If(
            compare(var("rest"), Equal, int(1)),
            vec![
                St::Assign("r".to_owned(), binary(Op::Subtract, int(3), var("r"))),
                St::If(previous(var("x")), vec![less()]),
            ],
        ),
    ];
    let body = vec![
        St::If(previous(var("n")), vec![St::Return(int(0))]),
        start("x", var("n")),
        start("r", int(1)),
        St::While(compare(var("x"), Greater, int(1)), step),
        St::Return(var("r")),
    ];
    Written { params: &["n"], returns: Kind::Int, body }
}

/// With F the largest 2^2^k that does not exceed the factors, F ⊗ F = F xor F/2, and F ⊗ x = F·x for x < F (Conway, On
/// Numbers and Games, 1976, chapter 6). Factors below 2^32 leave no 64 bits.
fn nim_product() -> Written {
    let product = |a: Ex, b: Ex| Ex::Call(Builtin::NimProduct, vec![a, b]);
    let high = |name: &str| binary(Op::Quotient, var(name), var("f"));
    let low = |name: &str| binary(Op::Remainder, var(name), var("f"));
    let largest = Ex::Call(Builtin::Max, vec![var("a"), var("b")]);
    let square = || binary(Op::Multiply, var("f"), var("f"));
    let small = |name: &str| compare(var(name), Less, int(2));
    let body = vec![
        St::If(Test::Any(vec![small("a"), small("b")]), vec![St::Return(binary(Op::Multiply, var("a"), var("b")))]),
        start("f", int(2)),
        St::While(compare(square(), LessEqual, largest), vec![St::Assign("f".to_owned(), square())]),
        set("high", product(high("a"), high("b"))),
        set("low", product(low("a"), low("b"))),
        set("both", product(xor(high("a"), low("a")), xor(high("b"), low("b")))),
        set("half", product(var("high"), binary(Op::Quotient, var("f"), int(2)))),
        St::Return(plus(binary(Op::Multiply, xor(var("both"), var("low")), var("f")), xor(var("low"), var("half")))),
    ];
    Written { params: &["a", "b"], returns: Kind::Int, body }
}
