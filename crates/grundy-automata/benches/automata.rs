//! The laws of Wythoff's games, three ways: learnt and proved from the moves; proved alone; and a sentence made by hand as
//! for Walnut.
//!
//! ```text
//! def pw "?msd_fib En (x=floor(phi*n) & y=x+n) | (y=floor(phi*n) & x=y+n)":
//! def wmove "?msd_fib (u<x & v=y) | (u=x & v<y) | (u<x & x+v=u+y)":
//! eval wythoff "?msd_fib Ax,y ($pw(x,y) <=> ~(Eu,v ($wmove(x,y,u,v) & $pw(u,v))))":
//! ```
//!
//! For k-Wythoff the numeration is Ostrowski's of k, and the diagonal is `x+v < u+y+k & u+y < x+v+k`. Each `def` becomes
//! an automaton of its own, as Walnut makes it; here it is our engine that evaluates the sentence, so that the sizes, and
//! not two programs, are compared. The engine's own road puts the moves into the equation variable by variable. The sizes
//! are printed first: they are exact.

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy_automata::marking::Marking;
use grundy_automata::search::{Law, Question, Settings, search};
use grundy_automata::{Built, Dfa, Engine, Formula, Linear, Move, Moves, Numeration, Relation, Sizes, Variable};
use grundy_core::Context;

fn variable(v: Variable) -> Linear {
    Linear::variable(v as usize)
}

fn sum(terms: &[(i64, Variable)], constant: i64) -> Linear {
    let add = |form: Linear, &(c, v): &(i64, Variable)| form.combine(1, &variable(v), c).expect("small numbers");
    terms.iter().fold(Linear::default(), add).shifted(constant).expect("small numbers")
}

/// `form relation 0`
fn is(terms: &[(i64, Variable)], constant: i64, relation: Relation) -> Formula {
    Formula::compared(sum(terms, constant), relation)
}

/// x, y, u, v, and more for the law.
const X: Variable = 0;
const Y: Variable = 1;
const U: Variable = 2;
const V: Variable = 3;
const N: Variable = 4;
const F: Variable = 5;

/// The P-positions as the literature states them: x = ⌊αn⌋, y = x + kn with α = β + 1 − k.
fn law_by_hand(engine: &mut Engine<'_>, k: i64) -> Built<Dfa> {
    let pair = |x: Variable, y: Variable| {
        Formula::all([
            Formula::Floor { argument: variable(N), value: variable(F) },
            is(&[(1, x), (-1, F), (k - 1, N)], 0, Relation::Equal),
            is(&[(1, y), (-1, x), (-k, N)], 0, Relation::Equal),
        ])
    };
    engine.compile(&Formula::exists([N, F], Formula::any([pair(X, Y), pair(Y, X)])), &[X, Y])
}

/// The kinds of moves: in a row, in a column, near the diagonal.
fn moves_by_hand(k: i64) -> [Formula; 3] {
    let less = |a: Variable, b: Variable| is(&[(1, a), (-1, b)], 0, Relation::Less);
    let equal = |a: Variable, b: Variable| is(&[(1, a), (-1, b)], 0, Relation::Equal);
    let near = |a: Variable, b: Variable, c: Variable, d: Variable| {
        is(&[(1, a), (1, b), (-1, c), (-1, d)], -k, Relation::Less)
    };
    let rows = Formula::all([less(U, X), equal(V, Y)]);
    let columns = Formula::all([equal(U, X), less(V, Y)]);
    let diagonal = Formula::all([less(U, X), less(V, Y), near(X, V, U, Y), near(U, Y, X, V)]);
    [rows, columns, diagonal]
}

/// Is the sentence true? With the states of the law and of the moves.
fn sentence(numeration: Numeration, k: i64, cx: &Context) -> Built<(bool, [usize; 2], Sizes)> {
    let mut engine = Engine::new(numeration, cx);
    let law = Arc::new(law_by_hand(&mut engine, k)?);
    let moves = Arc::new(engine.compile(&Formula::any(moves_by_hand(k)), &[X, Y, U, V])?);
    let states = [law.states(), moves.states()];
    let at = |set: &Arc<Dfa>, tuple: &[Variable]| {
        Formula::Member(Arc::clone(set), tuple.iter().map(|&v| variable(v)).collect())
    };
    let into = Formula::exists([U, V], Formula::all([at(&moves, &[X, Y, U, V]), at(&law, &[U, V])]));
    let into = Arc::new(engine.compile(&into, &[X, Y])?);
    let (law, into) = (at(&law, &[X, Y]), at(&into, &[X, Y]));
    let both = Formula::all([law.clone(), into.clone()]);
    let neither = Formula::all([law.negated(), into.negated()]);
    let fails = engine.decide(&Formula::exists([X, Y], Formula::any([both, neither])))?;
    Ok((!fails, states, engine.sizes()))
}

fn moves(k: i64) -> Moves {
    let all = moves_by_hand(k).map(|formula| Move { parts: 1, formula, text: String::new() });
    Moves { arity: 2, moves: all.into(), next: 4 }
}

fn learnt(k: i64, cx: &Context) -> Law {
    let moves = moves(k);
    let mut labels = Marking::new(&moves).expect("linear moves that raise nothing");
    let found = search(Question::Kernel, &mut |_| Ok(moves.clone()), &mut labels, &Settings::default(), cx);
    found.expect("within the budget").law().expect("it has a law").clone()
}

fn proved(k: i64, law: &Law, cx: &Context) -> Sizes {
    let mut engine = Engine::new(law.numeration, cx);
    let verdict = engine.prove_kernel(&moves(k), &law.set).expect("within the budget");
    assert!(verdict.is_proved());
    verdict.sizes()
}

fn wythoff(c: &mut Criterion) {
    let cx = Context::default();
    println!("| law | states | largest automaton from the moves | from the sentence | states of its moves |");
    println!("|---|---|---|---|---|");
    for k in 1..=3 {
        let Some(numeration) = Numeration::ostrowski(k as u64) else { continue };
        let law = learnt(k, &cx);
        assert_eq!(law.numeration, numeration);
        let (holds, [states, moves], sizes) = sentence(numeration, k, &cx).expect("within the budget");
        assert!(holds && states == law.set.states(), "the sentence of {k}-Wythoff");
        let most = |sizes: Sizes| sizes.largest.max(sizes.largest_projection);
        println!("| {k}-Wythoff | {states} | {} | {} | {moves} |", most(proved(k, &law, &cx)), most(sizes));
        c.bench_function(&format!("{k}-Wythoff learnt and proved"), |b| b.iter(|| learnt(k, &cx)));
        c.bench_function(&format!("{k}-Wythoff proof alone"), |b| b.iter(|| proved(k, &law, &cx)));
        c.bench_function(&format!("{k}-Wythoff sentence by hand"), |b| b.iter(|| sentence(numeration, k, &cx)));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = wythoff
}
criterion_main!(benches);
