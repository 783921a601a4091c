use std::collections::BTreeSet;

use grundy_core::context::Budget;
use grundy_core::testing::Random;

use super::*;
use crate::rule::ir::Expr;
use crate::rule::testing::{
    alternative, foreign_nim, minus, number, over, plain_options, random_rule, range, rule, variable,
};

type Found = BTreeSet<Vec<(bool, Vec<Nat>)>>;

fn found(rule: &Rule, place: &[u64]) -> Result<Found> {
    let place: Vec<Nat> = place.iter().map(|&c| Nat::from(c)).collect();
    let mut found = Found::new();
    let _ = options(rule, &place, &Context::default(), &mut |_, parts| {
        found.insert(parts.iter().map(|(game, place)| (game.is_some(), place.to_vec())).collect());
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

#[test]
fn random_rules_mean_what_the_plain_reading_says() {
    let (mut compared, mut with_moves) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let arity = 1 + random.below(2) as usize;
        let rule = random_rule(&mut random, arity, Some(&foreign_nim()));
        for _ in 0..4 {
            let place: Vec<u64> = (0..arity).map(|_| random.below(12)).collect();
            let Ok(expected) = plain_options(&rule, &place) else { continue };
            let expected: Found = expected
                .into_iter()
                .map(|o| o.into_iter().map(|(away, p)| (away, p.into_iter().map(Nat::from).collect())).collect())
                .collect();
            compared += 1;
            with_moves += usize::from(!expected.is_empty());
            match found(&rule, &place) {
                Ok(found) => assert_eq!(found, expected, "seed {seed} at {place:?}: {rule:#?}"),
                Err(error) => panic!("seed {seed} at {place:?}: {error}: {rule:#?}"),
            }
        }
    }
    assert!(compared > 6000 && with_moves > 4000, "{compared} {with_moves}");
}

#[test]
fn a_fault_names_the_position_and_guards_shield_from_it() {
    let (n, k) = (variable(0), variable(1));
    let set = || vec![range(number(0), Some(number(3)))];
    let part = || vec![vec![over(n.clone(), k.clone())]];
    let bare = rule(&["n"], vec![alternative(set(), vec![], part(), "n//k")]);
    let error = found(&bare, &[4]).unwrap_err();
    assert_eq!(error.to_string(), "division by zero at n = 4 in `n//k` (`if k != 0` leaves it out)");
    let guard = Cond::Compare(k.clone(), Relation::Greater, number(0));
    let guarded = rule(&["n"], vec![alternative(set(), vec![(1, guard)], part(), "n//k")]);
    assert_eq!(found(&guarded, &[4]).unwrap().len(), 3);
}

#[test]
fn divisors_are_found_without_a_look_at_every_member() {
    use crate::rule::reading::rule as read;
    let far = ["{n -> n-d for d in 2..n-1 if d divides n}", "{n -> n//d for d in 1..n if n % d = 0 and d > 3}"];
    for text in far {
        let cx = Context::new(Budget { nodes: Some(5000), ..Budget::UNLIMITED });
        let mut count = 0;
        let _ = options(&read(text), &[Nat::from(1_000_000_u64)], &cx, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!((46..=47).contains(&count), "10^6 has 49 divisors: {count} of {text}");
    }
    let mut compared = 0;
    for text in far.into_iter().chain([
        "{n -> n-d for d in 3..n if d divides n-d}",
        "{n -> n-d for d in 2.. if d divides 2*n+6 if d < 2*n-7}",
        "{n -> d for d in 1..n-1 if d divides 24-n}",
        "{n -> d for d in n-50..n-1 if d divides 60 and d != 4}",
        "{n -> n-d for d in 0..n-1 if d divides n}",
        "{n -> n-d for d in 0..n-1 if n % d = 0}",
        "{n -> n-d for d in 1..n if n % d = 1}",
        "{n -> n-d for d in 2..n-1 step 2 if d divides n}",
        "{n -> n-d for d in {2..n-1, 3} except {4,5} if d divides n}",
        "{n -> n-d for d in divisors(n) if d divides 12}",
        "{n -> n-d for d in 2..n-1 if d divides n or d = 5}",
        "{n -> n-d for d in 2..n-1 if not (d divides n)}",
        "{n -> n-d for d in 2..n-1 if d divides n//(n-9)}",
        "{n -> n-d-e for d in 1..4 for e in 2..n if e divides n-d}",
        "{n -> n-d-e for d in 2..n for e in d..n if d divides n if d divides e if e divides n}",
        "{n -> n-d for d in primes if d divides n}",
        "{n -> n-d for d in 1..n if d divides n and d divides 12-n}",
        "{n -> n-d for d in -3..n if d divides n if d divides 2*n+20}",
    ]) {
        let rule = read(text);
        for n in 0..70 {
            let expected = plain_options(&rule, &[n]);
            match (found(&rule, &[n]), expected) {
                (Ok(found), Ok(expected)) => {
                    let told = |o: Vec<(bool, Vec<u64>)>| {
                        o.into_iter().map(|(away, p)| (away, p.into_iter().map(Nat::from).collect()))
                    };
                    let expected: Found = expected.into_iter().map(|o| told(o).collect()).collect();
                    compared += usize::from(!expected.is_empty());
                    assert_eq!(found, expected, "{text} at {n}");
                }
                (found, expected) => assert_eq!(found.is_err(), expected.is_err(), "{text} at {n}"),
            }
        }
    }
    assert!(compared > 600, "{compared}");
}

#[test]
fn a_condition_fails_only_where_a_member_is_left() {
    use crate::rule::reading::rule as read;
    let number = |text: &str, n: u64| found(&read(text), &[n]).map(|found| found.len()).map_err(|e| e.to_string());
    let failed = |at: u64| Err(format!("division by zero at n = {at} in `n//(n-1) = 1`"));
    for (text, n, expected) in [
        ("{n -> n-k for k in 1..0 if n//(n-1) = 1}", 1, Ok(0)),
        ("{n -> n-k for k in 1..n-1 if n//(n-1) > 0}", 1, Ok(0)),
        ("{n -> n-k for k in 1..n-1 if n//(n-1) > 0}", 4, Ok(3)),
        ("{n -> n-k for k in 1..3 if n//(n-1) = 1}", 1, failed(1)),
        ("{n -> n-k for k in 1..3 if n//(n-1) = 1 if k > 5}", 1, Ok(0)),
        ("{n -> n-k for k in 1..3 if n//(n-1) = 1 if k > 0}", 1, failed(1)),
        ("{n -> n-1 if n//(n-1) = 1}", 1, failed(1)),
        ("{n -> n-j-k for j in 1..3 for k in j..2 if n//(n-1) = 1 if j > 2}", 1, Ok(0)),
        // what would be negative is cut off before
        ("{n -> n-k for k in 5..9 if n//(n-1) = 1}", 1, Ok(0)),
    ] {
        assert_eq!(number(text, n), expected, "{text} at {n}");
    }
}

#[test]
fn what_has_no_value_is_named() {
    use crate::rule::reading::rule as read;
    for (text, n, named, divisor) in [
        ("{n -> n-k for k in 1..2 if n//0 in {k}}", 3, "n//0 in {k}", None),
        ("{n -> n-k for k in 1..3 if n//(k-2) > 5}", 3, "n//(k-2) > 5", None),
        ("{n -> n-j-k for j in 0..1 for k in 1..2 if k > 0 if k//j > 0 if k < 5}", 3, "k//j > 0", Some("j")),
        // the move, not its conditions
        ("{n -> n//k for k in 0..2 if n > k if n > 1}", 3, "n//k", Some("k")),
        ("{n -> n-k for k in 1..n//0 if n > k}", 3, "n-k", None),
    ] {
        let error = found(&read(text), &[n]).unwrap_err().to_string();
        let help = divisor.map_or(String::new(), |name| format!(" (`if {name} != 0` leaves it out)"));
        assert_eq!(error, format!("division by zero at n = {n} in `{named}`{help}"), "{text}");
    }
}

#[test]
fn windows_end_long_ranges_and_large_positions_work() {
    let take = |to: Option<Expr>| {
        let part = vec![vec![minus(variable(0), variable(1))]];
        rule(&["n"], vec![alternative(vec![range(number(1), to)], vec![], part, "n-k")])
    };
    let cx = Context::new(Budget { nodes: Some(20), ..Budget::UNLIMITED });
    let mut count = 0;
    let counted = &mut |_: &Alternative, _: &Parts<'_>| {
        count += 1;
        ControlFlow::Continue(())
    };
    let _ = options(&take(Some(number(1_000_000_000))), &[Nat::from(5_u8)], &cx, counted).unwrap();
    assert_eq!(count, 5);
    let large = Nat::from(10_u8).pow(100);
    let mut seen = Vec::new();
    let flow = options(&take(None), std::slice::from_ref(&large), &cx, &mut |_, parts| {
        seen.push(parts[0].1[0].clone());
        if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(flow, Ok(ControlFlow::Break(())));
    assert_eq!(seen[2], large - Nat::from(3_u8));
    let endless = options(&take(None), &[Nat::from(10_u8).pow(100)], &cx, &mut |_, _| ControlFlow::Continue(()));
    assert!(matches!(endless, Err(Error::Stopped(_))));
}

#[test]
fn words_give_way_to_large_integers() {
    // {n -> n // 2^k for k in 60..70}
    let power = Expr::Binary(grundy_notation::ast::Operator::Power, Box::new(number(2)), Box::new(variable(1)));
    let sets = vec![range(number(60), Some(number(70)))];
    let rule = rule(&["n"], vec![alternative(sets, vec![], vec![vec![over(variable(0), power)]], "n//2^k")]);
    assert_eq!(found(&rule, &[1 << 62]).unwrap().len(), 4);
}

#[test]
fn deep_expressions_are_refused() {
    let deep = (0..5000).fold(variable(0), |x, _| minus(x, number(1)));
    let rule = rule(&["n"], vec![alternative(vec![], vec![], vec![vec![deep]], "n-1-1…")]);
    assert!(Prepared::new(&rule).unwrap_err().to_string().contains("nested"));
}
