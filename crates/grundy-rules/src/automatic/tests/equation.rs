//! The table of known examples: each law is learnt from data and proved by its equation.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_automata::learn::Guess;
use grundy_automata::{Dfa, Engine, Formula, Linear, Numeration, Obstacle, Relation, Verdict};
use grundy_core::Context;
use grundy_core::testing::Random;

use crate::automatic::moves_of_rule;
use crate::rule::ir::Rule;
use crate::rule::reading::rule;
use crate::rule::testing::{plain_options, plain_value};

/// The P-positions in a box by brute force; moves must not leave it but by growing the later coordinates.
fn kernel_data(rule: &Rule, limit: u64, misere: bool) -> BTreeMap<Vec<u64>, bool> {
    fn is_p(rule: &Rule, place: &[u64], misere: bool, known: &mut BTreeMap<Vec<u64>, bool>) -> bool {
        if let Some(&p) = known.get(place) {
            return p;
        }
        let options = plain_options(rule, place).unwrap();
        let p = if options.is_empty() { !misere } else { !options.iter().any(|o| is_p(rule, &o[0].1, misere, known)) };
        known.insert(place.to_vec(), p);
        p
    }
    let mut known = BTreeMap::new();
    for index in 0..limit.pow(rule.arity as u32) {
        let place: Vec<u64> = (0..rule.arity as u32).map(|i| index / limit.pow(i) % limit).collect();
        is_p(rule, &place, misere, &mut known);
    }
    known
}

struct Case {
    name: &'static str,
    rule: &'static str,
    system: Numeration,
    /// Data below this.
    limit: u64,
    s: usize,
    states: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Kernel,
    Misere,
    Values,
}

fn learn(case: &Case, engine: &mut Engine<'_>) -> Arc<Dfa> {
    let rule = rule(case.rule);
    let guess = if case.kind == Kind::Values {
        let mut known = BTreeMap::new();
        let values: Vec<u64> =
            (0..case.limit).map(|n| plain_value(&rule, &(false, vec![n]), &mut known).unwrap()).collect();
        engine.learn(2, case.s, 1000, &|t| values.get(t[0] as usize).map(|v| *v == t[1]))
    } else {
        let known = kernel_data(&rule, case.limit, case.kind == Kind::Misere);
        engine.learn(rule.arity, case.s, 1000, &|t| known.get(t).copied())
    };
    match guess.unwrap() {
        Guess::Closed(set) => Arc::new(set),
        other => panic!("{}: {other:?}", case.name),
    }
}

fn proved(case: &Case) {
    let cx = Context::default();
    let mut engine = Engine::new(case.system, &cx);
    let set = learn(case, &mut engine);
    let mut engine = Engine::new(case.system, &cx);
    let started = std::time::Instant::now();
    let moves = moves_of_rule(&rule(case.rule), &mut engine).unwrap();
    let verdict = match case.kind {
        Kind::Kernel => engine.prove_kernel(&moves, &set),
        Kind::Misere => engine.prove_misere(&moves, &set),
        Kind::Values => engine.prove_values(&moves, &set),
    };
    let verdict = verdict.unwrap();
    println!(
        "{:32} {:12} {:3} states, {:?}, {:?}",
        case.name,
        case.system.to_string(),
        set.states(),
        verdict.sizes(),
        started.elapsed()
    );
    assert!(verdict.is_proved(), "{}: {verdict:?}", case.name);
    assert_eq!(set.states(), case.states, "{}", case.name);
}

const WYTHOFF: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";

fn kernel(name: &'static str, rule: &'static str, system: Numeration, limit: u64, s: usize, states: usize) -> Case {
    Case { name, rule, system, limit, s, states, kind: Kind::Kernel }
}

const BASE2: Numeration = Numeration::BINARY;
const FIB: Numeration = Numeration::ZECKENDORF;

#[test]
fn laws_of_heaps() {
    let values = |name, rule, limit, s, states| {
        proved(&Case { kind: Kind::Values, ..kernel(name, rule, BASE2, limit, s, states) });
    };
    values("take powers of two, n mod 3", "{n -> n-k for k in powers(2)}", 32, 2, 6);
    values("Lasker", "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}", 128, 2, 11);
    values("Mark", "{n -> n-1; n//2 if n > 0}", 128, 2, 9);
    proved(&kernel("take at most the previous", "{(n,q) -> (n-j,j) for j in 1..q}", BASE2, 16, 1, 2));
    proved(&kernel("Fibonacci Nim", "{(n,q) -> (n-j,2*j) for j in 1..q}", FIB, 21, 1, 4));
}

#[test]
fn wythoff_and_relatives() {
    proved(&kernel("Wythoff", WYTHOFF, FIB, 34, 2, 7));
    proved(&Case { kind: Kind::Misere, ..kernel("misère Wythoff", WYTHOFF, FIB, 55, 2, 13) });
}

#[test]
fn rooks_bishops_and_steps() {
    const ROOK: &str = "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..";
    let cases: [(&str, &str, u64, usize, usize); 4] = [
        ("two heaps of Nim", "", 8, 1, 1),
        ("rook and step (1,1)", "; (a-1,b-1)", 32, 2, 7),
        ("rook and steps (1,2), (2,1)", "; (a-1,b-2) | (a-2,b-1)", 16, 1, 1),
        ("rook and step (2,2)", "; (a-2,b-2)", 32, 2, 5),
    ];
    for (name, more, limit, s, states) in cases {
        let text = format!("{ROOK}{more}}}").leak();
        proved(&kernel(name, text, BASE2, limit, s, states));
    }
    proved(&kernel("bishop and unit steps", "{(a,b) -> (a-k,b-k) for k in 1..; (a-1,b) | (a,b-1)}", BASE2, 64, 2, 9));
}

#[test]
fn three_heaps_of_nim() {
    let rule = "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) for k in 1..}";
    proved(&kernel("three heaps of Nim", rule, BASE2, 8, 1, 1));
}

#[test]
fn random_games_that_are_proved_agree_with_brute_force() {
    let mut random = Random::new(2024);
    let cx = Context::default();
    let (mut proofs, mut refuted) = (0, 0);
    for round in 0..60 {
        let mut moves = Vec::new();
        for _ in 0..1 + random.below(3) {
            let (x, y) = (random.below(3), random.below(3));
            if x + y > 0 {
                let k = |c: u64, v: &str| if c == 0 { v.to_owned() } else { format!("{v}-{c}*k") };
                moves.push(if random.chance(50) {
                    format!("({},{}) for k in 1..", k(x, "a"), k(y, "b"))
                } else {
                    format!("(a-{x},b-{y})")
                });
            }
        }
        if moves.is_empty() {
            continue;
        }
        let text = format!("{{(a,b) -> {}}}", moves.join("; "));
        let rule = rule(&text);
        let data = kernel_data(&rule, 60, false);
        for system in [BASE2, Numeration::base(3).unwrap(), FIB] {
            let mut engine = Engine::new(system, &cx);
            let moves = moves_of_rule(&rule, &mut engine).unwrap();
            let Ok(Guess::Closed(guess)) = engine.learn(2, 1 + round % 2, 60, &|t| data.get(t).copied()) else {
                continue;
            };
            let right = data.iter().all(|(place, p)| guess.contains(place) == *p);
            let verdict = engine.prove_kernel(&moves, &Arc::new(guess.clone())).unwrap();
            match verdict {
                Verdict::Proved { .. } => {
                    proofs += 1;
                    assert!(right, "{text} is not {guess:?} in {system}");
                }
                Verdict::Refuted { .. } => refuted += 1,
                Verdict::Unknown { .. } => {}
            }
        }
    }
    println!("{proofs} proved, {refuted} refuted");
    assert!(proofs > 20 && refuted > 10, "{proofs} proved, {refuted} refuted");
}

#[test]
fn more_games_of_two_coordinates() {
    let cases: [(&'static str, &'static str, u64, usize, usize); 10] = [
        ("rook and steps (1,1), (2,2)", "(a-k,b) | (a,b-k) for k in 1..; (a-1,b-1) | (a-2,b-2)", 32, 2, 7),
        ("rook and steps (1,3), (3,1)", "(a-k,b) | (a,b-k) for k in 1..; (a-1,b-3) | (a-3,b-1)", 16, 1, 1),
        ("rook and (1,1), (1,2), (2,1)", "(a-k,b) | (a,b-k) for k in 1..; (a-1,b-1) | (a-1,b-2) | (a-2,b-1)", 32, 2, 4),
        ("rook and ray (1,2)", "(a-k,b) | (a,b-k) | (a-k,b-2*k) for k in 1..", 16, 1, 1),
        ("rook and rays (1,2), (2,1)", "(a-k,b) | (a,b-k) | (a-k,b-2*k) | (a-2*k,b-k) for k in 1..", 16, 1, 1),
        ("rays (1,0), (1,1)", "(a-k,b) | (a-k,b-k) for k in 1..", 16, 1, 1),
        ("bishop and steps of 1 and 2", "(a-k,b-k) for k in 1..; (a-j,b) | (a,b-j) for j in 1..2", 64, 2, 11),
        ("rays (1,2), (2,1)", "(a-k,b-2*k) | (a-2*k,b-k) for k in 1..", 64, 3, 5),
        ("rays (1,2), (2,1), unit steps", "(a-k,b-2*k) | (a-2*k,b-k) for k in 1..; (a-1,b) | (a,b-1)", 64, 2, 10),
        ("ray (1,0), step (0,1)", "(a-k,b) for k in 1..; (a,b-1)", 16, 1, 3),
    ];
    for (name, moves, limit, s, states) in cases {
        let text = format!("{{(a,b) -> {moves}}}").leak();
        proved(&kernel(name, text, BASE2, limit, s, states));
    }
    let misere = kernel("misère Nim", "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}", BASE2, 64, 2, 4);
    proved(&Case { kind: Kind::Misere, ..misere });
}

#[test]
fn wrong_guesses_are_refuted() {
    let cx = Context::default();
    let mut engine = Engine::new(FIB, &cx);
    let moves = moves_of_rule(&rule(WYTHOFF), &mut engine).unwrap();
    // the well-known wrong guess
    let (a, b) = (Linear::variable(0), Linear::variable(1));
    let twice = |x: &Linear, y: &Linear| Formula::compare(x, Relation::Equal, &y.scaled(2).unwrap()).unwrap();
    let guess = engine.compile(&Formula::any([twice(&a, &b), twice(&b, &a)]), &[0, 1]).unwrap();
    match engine.prove_kernel(&moves, &Arc::new(guess)).unwrap() {
        Verdict::Refuted { at, .. } => assert_eq!(at.len(), 2),
        other => panic!("{other:?}"),
    }
    // too small a cap is no refutation
    let law = learn(&kernel("Wythoff", WYTHOFF, FIB, 34, 2, 7), &mut engine);
    let mut small = Engine::new(FIB, &cx).with_cap(20);
    let verdict = moves_of_rule(&rule(WYTHOFF), &mut small).and_then(|moves| small.prove_kernel(&moves, &law));
    assert!(matches!(verdict, Ok(Verdict::Unknown { .. }) | Err(Obstacle::TooLarge { .. })), "{verdict:?}");
}

#[test]
fn the_classical_law_of_wythoffs_game() {
    // P: min(a,b) = ⌊φ·|a−b|⌋, written with d = |a−b|
    let cx = Context::default();
    let mut engine = Engine::new(FIB, &cx);
    let moves = moves_of_rule(&rule(WYTHOFF), &mut engine).unwrap();
    let sides = [(0, 1), (1, 0)].map(|(x, y)| {
        let (x, y) = (Linear::variable(x), Linear::variable(y));
        Formula::Floor { argument: y.minus(&x).unwrap(), value: x }
    });
    let law = Arc::new(engine.compile(&Formula::any(sides), &[0, 1]).unwrap());
    assert_eq!(law.states(), 7);
    assert!(engine.prove_kernel(&moves, &law).unwrap().is_proved());
}

#[test]
fn levels_and_sums() {
    let cx = Context::default();
    let mut engine = Engine::new(BASE2, &cx);
    // take 1 to 3: n mod 4
    let text = "{n -> n-k for k in 1..3}";
    let moves = moves_of_rule(&rule(text), &mut engine).unwrap();
    let levels: Vec<Arc<Dfa>> = (0..4).map(|r| engine.congruence(&[1], 0, 4, &[r]).unwrap()).collect();
    for m in 0..4 {
        assert!(engine.prove_level(&moves, &levels[..m], &levels[m]).unwrap().is_proved());
    }
    assert!(!engine.prove_level(&moves, &levels[..1], &levels[2]).unwrap().is_proved());
    // three piles with three rules: take 1..3, take odd numbers, Nim
    let odd = "{n -> n-k for k in odds}";
    let nim = "{n -> n-k for k in 1..}";
    let mut relations = Vec::new();
    for text in [text, odd, nim] {
        let case = Case { kind: Kind::Values, ..kernel("a pile", text, BASE2, 256, 3, 0) };
        let relation = learn(&case, &mut engine);
        let moves = moves_of_rule(&rule(text), &mut engine).unwrap();
        assert!(engine.prove_values(&moves, &relation).unwrap().is_proved(), "{text}");
        relations.push(relation);
    }
    let places = vec![vec![0], vec![1], vec![2]];
    let kernel = engine.sum_kernel(&relations, &places, 3).unwrap();
    for (a, b, c) in [(5, 3, 0), (6, 2, 2), (7, 4, 3), (7, 3, 2), (100, 101, 1)] {
        let zero = (a % 4) ^ (b % 2) ^ c == 0;
        assert_eq!(kernel.contains(&[a, b, c]), zero, "{a} {b} {c}");
    }
}

#[test]
fn positions_of_four_coordinates() {
    // a staircase of four: coins move one stair down; only the odd stairs count
    let staircase = "{(a,b,c,d) -> (a-k,b,c,d) | (a+k,b-k,c,d) | (a,b+k,c-k,d) | (a,b,c+k,d-k) for k in 1..}";
    let cx = Context::default();
    let mut engine = Engine::new(BASE2, &cx);
    let moves = moves_of_rule(&rule(staircase), &mut engine).unwrap();
    let equal = Formula::compare(&Linear::variable(0), Relation::Equal, &Linear::variable(2));
    let law = Arc::new(engine.compile(&equal.unwrap(), &[0, 1, 2, 3]).unwrap());
    let verdict = engine.prove_kernel(&moves, &law).unwrap();
    println!("staircase of four: {verdict:?}");
    assert!(verdict.is_proved());
    // Georgia and Bob with four coins at a < b < c < d: gaps b−a−1 and d−c−1
    let coins = "{(a,b,c,d) -> (a-k,b,c,d) for k in 1.. if a < b and b < c and c < d; \
                 (a,b-k,c,d) for k in 1.. if a < b-k and b < c and c < d; \
                 (a,b,c-k,d) for k in 1.. if a < b and b < c-k and c < d; \
                 (a,b,c,d-k) for k in 1.. if a < b and b < c and c < d-k}";
    let moves = moves_of_rule(&rule(coins), &mut engine).unwrap();
    let x = Linear::variable;
    let less = |a: usize, b: usize| Formula::compare(&x(a), Relation::Less, &x(b)).unwrap();
    let order = Formula::all([less(0, 1), less(1, 2), less(2, 3)]);
    let gaps = x(1).minus(&x(0)).unwrap().minus(&x(3).minus(&x(2)).unwrap()).unwrap();
    let gaps = Formula::compared(gaps, Relation::Equal);
    // what is no position has no move
    let law = Formula::any([Formula::all([order.clone(), gaps]), order.negated()]);
    let law = Arc::new(engine.compile(&law, &[0, 1, 2, 3]).unwrap());
    let verdict = engine.prove_kernel(&moves, &law).unwrap();
    println!("Georgia and Bob with four coins: {verdict:?}");
    assert!(verdict.is_proved());
}

#[test]
fn ten_random_subtraction_sets() {
    let mut random = Random::new(10);
    let cx = Context::default();
    for _ in 0..10 {
        let mut set: Vec<u64> = (0..2 + random.below(3)).map(|_| 1 + random.below(11)).collect();
        set.sort_unstable();
        set.dedup();
        let list: Vec<String> = set.iter().map(u64::to_string).collect();
        let text = format!("{{n -> n-k for k in {{{}}}}}", list.join(","));
        let rule = rule(&text);
        let mut known = BTreeMap::new();
        let values: Vec<u64> = (0..400).map(|n| plain_value(&rule, &(false, vec![n]), &mut known).unwrap()).collect();
        let window = *set.last().unwrap() as usize;
        let (start, period) = (1..300)
            .find_map(|p| {
                let start = (0..400 - p - window).find(|&n| values[n..n + window] == values[n + p..n + p + window])?;
                Some((start, p))
            })
            .unwrap();
        let mut engine = Engine::new(BASE2, &cx);
        let started = std::time::Instant::now();
        let relation = Arc::new(engine.periodic(&values[..start], &values[start..start + period], 0).unwrap());
        let moves = moves_of_rule(&rule, &mut engine).unwrap();
        let verdict = engine.prove_values(&moves, &relation).unwrap();
        println!("{text}: period {period} from {start}, {} states, {:?}", relation.states(), started.elapsed());
        assert!(verdict.is_proved(), "{text}: {verdict:?}");
        // one value wrong
        let mut wrong = values[start..start + period].to_vec();
        wrong[0] += 1;
        let relation = Arc::new(engine.periodic(&values[..start], &wrong, 0).unwrap());
        assert!(!engine.prove_values(&moves, &relation).unwrap().is_proved());
    }
}
