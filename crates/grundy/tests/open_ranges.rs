//! `x in 5..` in a condition is `x >= 5`: open ranges end at the size of the position in a `for` only.

use grundy::claim::{Disagreement, ProveOptions, Verdict};
use grundy::emit::EmitOptions;
use grundy::{Context, Game, Language, Nat, Session};
use grundy_core::testing::Random;

/// A condition with open ranges, and the same without.
fn condition(random: &mut Random, expressions: &[&str]) -> (String, String) {
    let x = random.pick(expressions);
    let (from, step, hole) = (random.below(8), 1 + random.below(3), random.below(9));
    let bounds = |from: u64, step: u64| {
        let rest = if step > 1 { format!(" and ({x}-{from}) % {step} = 0") } else { String::new() };
        format!("({x} >= {from}{rest})")
    };
    let range = if step > 1 { format!("{from}.. step {step}") } else { format!("{from}..") };
    let (set, plain) = match random.below(4) {
        0 => (format!("{range} except {hole}.."), format!("{} and not {x} >= {hole}", bounds(from, step))),
        1 => (format!("{{1, {range}}}"), format!("({x} = 1 or {})", bounds(from, step))),
        _ => (range, bounds(from, step)),
    };
    match random.chance(30) {
        true => (format!("{x} not in {set}"), format!("not ({plain})")),
        false => (format!("{x} in {set}"), plain),
    }
}

fn read(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Values one by one and by a table, the number of moves, and recognised families.
#[test]
fn rules_with_open_ranges_in_conditions_are_those_with_comparisons() {
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let heap = ["n", "2*n", "n+1", "n-2", "3*n-1", "n//2"];
        let loops = ["k", "2*k", "n-k", "n+k", "2*n"];
        let (moves, (open, plain)) = match random.below(4) {
            0 => ("{n -> n-1 if COND}", condition(&mut random, &heap)),
            1 => ("{n -> n-2; n-1 if COND}", condition(&mut random, &heap)),
            2 => ("{n -> n-k for k in {1,2,5} if COND}", condition(&mut random, &loops)),
            _ => ("{n -> n-k for k in 1.. if COND}", condition(&mut random, &loops)),
        };
        let (left, right) = (moves.replace("COND", &open), moves.replace("COND", &plain));
        let (left, right) = (read(&left), read(&right));
        for n in 0..12 {
            assert_eq!(left.value(n).unwrap(), right.value(n).unwrap(), "{left} and {right} at {n}");
            let moves = |game: &Game| game.at(n).moves().unwrap().count;
            assert_eq!(moves(&left), moves(&right), "{left} and {right} at {n}");
        }
        let values = |game: &Game| game.values().take(30).collect::<Result<Vec<Nat>, _>>().unwrap();
        assert_eq!(values(&left), values(&right), "{left} and {right}");
    }
}

#[test]
fn claims_with_open_ranges_are_those_with_comparisons() {
    let place = |verdict: &Verdict| match verdict {
        Verdict::Refuted(found) => match &found.found {
            Disagreement::Outcome { claimed, outcome, .. } => format!("{:?} {claimed:?} {outcome:?}", found.position),
            other => format!("{:?} {other:?}", found.position),
        },
        other => format!("{other:?}"),
    };
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (open, plain) = condition(&mut random, &["n", "n+5", "2*n", "v2(n+1)"]);
        let shape =
            random.pick(&["P: (COND) and n%2 = 0", "P: n%2 = 0 or (COND)", "g = 1 if (COND) and n%2 = 1 else 0"]);
        let verdict = |condition: &str| {
            let claim = shape.replace("COND", condition);
            let question = Session::new().claim("{n -> n-1}", &claim).unwrap_or_else(|d| panic!("{claim}: {d}"));
            place(
                &question.prove_with(&ProveOptions::default().with_to(Some(30)), &Context::default()).unwrap().verdict,
            )
        };
        assert_eq!(verdict(&open), verdict(&plain), "{shape}: {open} and {plain}");
    }
}

#[test]
fn open_ranges_in_conditions_have_no_end() {
    let rule = read("{n -> n-1 if 2*n in 5..}");
    assert_eq!(rule.values().take(5).collect::<Result<Vec<_>, _>>().unwrap(), [0u32, 0, 0, 1, 0].map(Nat::from));
    assert_eq!(read("{n -> n-1 if n+1 in 1..}").at(3).moves().unwrap().moves.len(), 1);
    let proved = |about: &str, claim: &str| read(about).prove(claim).unwrap().verdict.clone();
    assert_eq!(proved("{n -> n-1}", "P: n+5 in 0.. and n%2=0"), Verdict::Proved);
    // of a sum, whose components have sizes of their own
    let sum = "{n -> n-1 if n+3 in 3..}(a) + {n -> n-1 if n+9 not in 1..8}(b)";
    let question = Session::new().claim(sum, "P: a+b+1 in 1.. step 2").unwrap();
    let verdict = question.prove_with(&ProveOptions::default(), &Context::default()).unwrap().verdict.clone();
    assert!(matches!(verdict, Verdict::Proved | Verdict::Checked), "{verdict:?}");
}

#[test]
fn programs_test_open_ranges_without_an_end() {
    let code = |rule: &str| {
        let question = Session::new().game(rule).unwrap();
        question
            .emit_with(&EmitOptions::new(Language::Python), &Context::default())
            .unwrap()
            .code
            .replace(rule, "the rule")
    };
    assert_eq!(code("{n -> n-2; n//2 if 2*n in 5..}"), code("{n -> n-2; n//2 if 5 <= 2*n}"));
}
