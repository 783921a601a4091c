use grundy_automata::engine::Combination;
use grundy_automata::{Built, Dfa, Engine, Linear, Numeration, Obstacle, Variable};
use grundy_core::testing::Random;
use grundy_core::{Budget, Context};

use crate::automatic::moves_of_rule;
use crate::rule::ir::Rule;
use crate::rule::reading::rule;
use crate::rule::testing::{PlainOption, plain_options, random_rule};

/// Compares the compiled move relation with the plain meaning of the rule on all small places; the number compared.
fn compared(rule: &Rule, system: Numeration, limit: u64, cx: &Context) -> Built<usize> {
    let mut engine = Engine::new(system, cx).with_cap(3000);
    let moves = moves_of_rule(rule, &mut engine)?;
    let mut sets: Vec<(usize, Dfa)> = Vec::new();
    for one in &moves.moves {
        let tracks: Vec<Variable> = (0..(moves.arity * (1 + one.parts)) as Variable).collect();
        sets.push((one.parts, engine.compile(&one.formula, &tracks)?));
    }
    let arity = moves.arity;
    let mut place = vec![0u64; arity];
    let mut count = 0;
    loop {
        if let Ok(options) = plain_options(rule, &place) {
            let tuple = |option: &PlainOption| -> Vec<u64> {
                place.iter().copied().chain(option.iter().flat_map(|p| p.1.iter().copied())).collect()
            };
            for option in &options {
                let tuple = tuple(option);
                let is_move = sets.iter().any(|(parts, set)| *parts == option.len() && set.contains(&tuple));
                assert!(is_move, "{tuple:?} is missing in {rule:#?}");
            }
            for (parts, set) in &sets {
                let mut here = set.clone();
                for (i, &c) in place.iter().enumerate() {
                    let number = engine.number(c)?;
                    let all: Vec<usize> = (0..set.tracks()).collect();
                    here = engine.combine(all.len(), (&here, &all), (&number, &[i]), Combination::And)?;
                }
                for found in here.tuples(12).take(3000) {
                    count += 1;
                    let found: Vec<u64> = found.iter().map(|n| u64::try_from(n).unwrap()).collect();
                    let listed = options.iter().any(|o| o.len() == *parts && tuple(o) == found);
                    assert!(listed, "{found:?} is no move of {rule:#?}");
                }
            }
        }
        let Some(i) = (0..arity).find(|&i| place[i] + 1 < limit) else { break };
        place[i] += 1;
        place[..i].fill(0);
    }
    Ok(count)
}

fn agrees(text: &str, system: Numeration, limit: u64) {
    let count = compared(&rule(text), system, limit, &Context::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert!(count > 5, "{text}");
}

#[test]
fn random_rules_agree_with_their_plain_meaning() {
    let (mut compiled, mut refused, mut options) = (0, 0, 0);
    for seed in 0..4000 {
        let mut random = Random::new(seed + 1000);
        let arity = 1 + (seed % 2) as usize;
        let rule = random_rule(&mut random, arity, None);
        let system = [Numeration::BINARY, Numeration::ZECKENDORF, Numeration::base(3).unwrap()][(seed % 3) as usize];
        let cx = Context::new(Budget { nodes: Some(2_000_000), ..Budget::UNLIMITED });
        match compared(&rule, system, if arity == 1 { 12 } else { 5 }, &cx) {
            Ok(count) => (compiled, options) = (compiled + 1, options + count),
            Err(_) => refused += 1,
        }
    }
    println!("{compiled} rules compared with {options} options, {refused} refused");
    assert!(compiled > 300 && options > 10_000, "{compiled} {refused} {options}");
}

#[test]
fn moves_are_those_of_the_rule() {
    let both = [Numeration::BINARY, Numeration::ZECKENDORF];
    for system in both {
        agrees("{n -> n-k for k in 1..}", system, 25);
        agrees("{n -> n-k for k in {1,3,4}}", system, 25);
        agrees("{n -> n-k for k in {1,3,4,7,9} except {4}}", system, 25);
        agrees("{n -> n-k for k in 2..n//2 step 3}", system, 25);
        agrees("{n -> n-1; n//2 if n > 0}", system, 25);
        agrees("{n -> n-k for k in odds if n % 3 != 1}", system, 25);
        agrees("{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}", system, 7);
        agrees("{(a,b) -> (a-2,b+1) | (a-3,b-1) | (a-1,b-2)}", system, 8);
        agrees("{(n,q) -> (n-j,2*j) for j in 1..q}", system, 8);
        agrees("{(a,b) -> (min(a,b)-k,max(a,b)-1) for k in 1..3 if a != b or b in {3,5}}", system, 8);
        agrees("{(a,b) -> (a-k, b+k) for k in 1..a except 2..3; (abs(a-b)-1, b) if not (a > 2*b)}", system, 8);
        agrees("{n -> a & n-a for a in 1.. if a < n-a}", system, 14);
        agrees("{n -> n-k for k in -2..3 if k != 0}", system, 12);
        agrees("{n -> (n-5)//3 + 2 if n > 4}", system, 20);
    }
    agrees("{n -> n-k for k in powers(2)}", Numeration::BINARY, 40);
    agrees("{n -> n-k for k in fibs}", Numeration::ZECKENDORF, 40);
    agrees("{(a,b) -> (xor(a,b)-k, b) for k in 1..}", Numeration::BINARY, 8);
    agrees("{n -> n-lowbit(n) if n > 0}", Numeration::BINARY, 40);
}

#[test]
fn what_has_no_automaton_is_named() {
    let cx = Context::default();
    let mut engine = Engine::new(Numeration::BINARY, &cx);
    for (text, term) in [
        ("{(a,b) -> (a-k*b,b) for k in 1..}", "k*b"),
        ("{n -> n-k for k in squares}", "squares"),
        ("{n -> n-k for k in divisors(n)}", "divisors(n)"),
        ("{n -> n-log2(n) if n > 0}", "log2(n)"),
        ("{n -> n-k for k in powers(3)}", "powers(3)"),
        ("{n -> n-2^n}", "2^n"),
    ] {
        match moves_of_rule(&rule(text), &mut engine) {
            Err(Obstacle::NotAutomatic { term: found, .. }) => assert_eq!(found, term, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn measures_are_checked() {
    let cx = Context::default();
    let mut engine = Engine::new(Numeration::BINARY, &cx);
    let sum = [Linear::variable(0).plus(&Linear::variable(1)).unwrap()];
    let lexicographic = [Linear::variable(0), Linear::variable(1)];
    let wythoff = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";
    let fibonacci = "{(n,q) -> (n-j,2*j) for j in 1..q}";
    for (text, measure, expected) in [
        (wythoff, &sum[..], true),
        (fibonacci, &sum[..], false),
        (fibonacci, &lexicographic[..], true),
        ("{(a,b) -> (a,b+1)}", &sum[..], false),
    ] {
        let moves = moves_of_rule(&rule(text), &mut engine).unwrap();
        assert_eq!(moves.decreases(measure, &mut engine).unwrap(), expected, "{text}");
    }
}
