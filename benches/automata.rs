//! Laws proved by automata: the whole road from the rule, and beside it a sentence made by hand as for Walnut.
//!
//! ```text
//! def pw "?msd_fib En (x=floor(phi*n) & y=x+n) | (y=floor(phi*n) & x=y+n)":
//! def wmove "?msd_fib (u<x & v=y) | (u=x & v<y) | (u<x & x+v=u+y)":
//! eval wythoff "?msd_fib Ax,y ($pw(x,y) <=> ~(Eu,v ($wmove(x,y,u,v) & $pw(u,v))))":
//! ```
//!
//! For k-Wythoff the numeration is Ostrowski's of k, and the diagonal is `x+v < u+y+k & u+y < x+v+k`. Each `def` becomes
//! an automaton of its own, as Walnut makes it; here it is our engine that evaluates the sentence, so that the sizes, and
//! not two programs, are compared. The engine's own road puts the moves into the equation variable by variable.
//!
//! No statistics: sizes are exact, and a time is the best of a few runs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::automata::engine::Built;
use grundy::automata::formula::{Formula, Variable};
use grundy::automata::from_rule::law_of_rule;
use grundy::automata::search::{Question, Settings};
use grundy::automata::{Dfa, Engine, Moves, Numeration, Sizes};
use grundy::game::Kind;
use grundy::notation::ast::Relation;
use grundy::rule::linear::Linear;
use grundy::{Context, Session};

/// Runs of each.
const RUNS: usize = 5;

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

fn moves_by_hand(engine: &mut Engine<'_>, k: i64) -> Built<Dfa> {
    let less = |a: Variable, b: Variable| is(&[(1, a), (-1, b)], 0, Relation::Less);
    let equal = |a: Variable, b: Variable| is(&[(1, a), (-1, b)], 0, Relation::Equal);
    let near = |a: Variable, b: Variable, c: Variable, d: Variable| {
        is(&[(1, a), (1, b), (-1, c), (-1, d)], -k, Relation::Less)
    };
    let rows = Formula::all([less(U, X), equal(V, Y)]);
    let columns = Formula::all([equal(U, X), less(V, Y)]);
    let diagonal = Formula::all([less(U, X), less(V, Y), near(X, V, U, Y), near(U, Y, X, V)]);
    engine.compile(&Formula::any([rows, columns, diagonal]), &[X, Y, U, V])
}

/// Is the sentence true? With the states of the law and of the moves.
fn sentence(numeration: Numeration, k: i64, cx: &Context) -> Built<(bool, [usize; 2], Sizes)> {
    let mut engine = Engine::new(numeration, cx);
    let law = Arc::new(law_by_hand(&mut engine, k)?);
    let moves = Arc::new(moves_by_hand(&mut engine, k)?);
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

fn timed<T>(mut run: impl FnMut() -> T) -> (T, Duration) {
    let mut best: Option<(T, Duration)> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        let result = run();
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(_, known)| time < *known) {
            best = Some((result, time));
        }
    }
    best.expect("there is a run")
}

fn line(name: &str, way: &str, states: usize, moves: &str, sizes: Sizes, time: Duration) {
    println!(
        "| {name} | {way} | {states} | {moves} | {} | {} | {:.1} |",
        sizes.largest.max(sizes.largest_projection),
        sizes.largest_minimal,
        time.as_secs_f64() * 1e3
    );
}

fn main() {
    println!("| law | by | states | states of the moves | largest automaton | largest minimal | ms |");
    println!("|---|---|---|---|---|---|---|");
    for (name, k, numeration) in [
        ("wythoff", 1, Numeration::ZECKENDORF),
        ("wythoff[2]", 2, Numeration::Ostrowski(2)),
        ("wythoff[3]", 3, Numeration::Ostrowski(3)),
    ] {
        let cx = Context::default();
        let game = Session::new().game(name).expect("a game of the catalogue").game;
        let Kind::Rule(rule) = game.kind() else { panic!("{name} is a rule") };
        let ((law, _), time) = timed(|| {
            let found = law_of_rule(rule, Question::Kernel, &Settings::default(), &cx).expect("within the budget");
            (found.law().expect("it has a law").clone(), ())
        });
        assert_eq!(law.numeration, numeration);
        line(name, "the rule: learnt and proved", law.set.states(), "–", law.sizes, time);
        let (sizes, time) = timed(|| {
            let mut engine = Engine::new(numeration, &cx);
            let moves = Moves::of_rule(rule, &mut engine).expect("linear moves");
            let verdict = engine.prove_kernel(&moves, &law.set).expect("within the budget");
            assert!(verdict.is_proved());
            verdict.sizes()
        });
        line(name, "the rule: proof alone", law.set.states(), "–", sizes, time);
        let ((holds, [states, moves], sizes), time) =
            timed(|| sentence(numeration, k, &cx).expect("within the budget"));
        assert!(holds, "the sentence of {name}");
        line(name, "the sentence made by hand", states, &moves.to_string(), sizes, time);
    }
}
