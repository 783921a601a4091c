use std::ops::ControlFlow;

use grundy_core::testing::{Random, cases};

use super::*;
use crate::rule::ir::Rule;
use crate::rule::reading::rule;
use crate::rule::{eval, sliding};

fn of(rule: &Rule, convention: Convention) -> Option<Runs> {
    Some(Runs::new(sliding::moves(rule)?, convention))
}

/// The options of a heap, by the rule itself.
fn options(rule: &Rule, n: usize) -> Vec<usize> {
    let mut heaps = Vec::new();
    let flow = eval::options(rule, &[Nat::from(n)], &Context::default(), &mut |_, parts| {
        heaps.push(usize::try_from(&parts[0].1[0]).unwrap());
        ControlFlow::Continue(())
    });
    assert!(flow.is_ok());
    heaps.sort_unstable();
    heaps.dedup();
    heaps
}

fn plain(options: &[Vec<usize>], convention: Convention) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heaps in options {
        let seen: Vec<u32> = heaps.iter().map(|&heap| values[heap]).collect();
        values.push(match convention {
            Convention::Normal => (0..).find(|value| !seen.contains(value)).unwrap(),
            Convention::Misere => u32::from(seen.is_empty() || seen.contains(&0)),
        });
    }
    values
}

fn pick<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
    all[random.below(all.len() as u64) as usize]
}

/// One move: a heap, or an interval with conditions.
fn a_move(random: &mut Random) -> String {
    const ENDS: &[&str] =
        &["n//2", "n//3", "isqrt(n)", "n//5+2", "max(n//4,3)", "n-n//3", "2*isqrt(n)", "min(n//2,40)", "7", "0"];
    let guard = pick(random, &["n > 0", "n >= 5", "n < 900", "n > 3 and n <= 500", "isqrt(n) > 2"]);
    let (low, high) = (pick(random, ENDS), pick(random, ENDS));
    match random.below(6) {
        0 => format!("{low} if {guard} and {low} < n"),
        1 => format!("y for y in {low}..{high} if y < n and {guard}"),
        2 => format!("n-y for y in n-n//2..n-isqrt(n) if y > 0 and {guard}"),
        3 => "y for y in 0..n-1 if y^2 <= n and n <= y^4".to_owned(),
        4 => format!("y+1 for y in 0..n-2 if 2*y <= n and n <= {}*y", 3 + random.below(9)),
        _ => format!("y for y in 0..{high} if y^{} + 1 >= {low} and y < n", 1 + random.below(3)),
    }
}

#[test]
fn runs_have_the_values_of_the_rule() {
    const TO: usize = 1200;
    let cx = Context::default();
    let mut random = Random::new(20261128);
    let (mut answered, mut other) = ([0, 0], 0);
    let rounds = cases(80, 250);
    for _ in 0..rounds {
        let moves: Vec<String> = (0..2 + random.below(2)).map(|_| a_move(&mut random)).collect();
        let text = format!("{{n -> {}}}", moves.join("; "));
        let rule = rule(&text);
        let all: Vec<Vec<usize>> = (0..TO).map(|n| options(&rule, n)).collect();
        for (kind, convention) in [Convention::Normal, Convention::Misere].into_iter().enumerate() {
            let Some(mut runs) = of(&rule, convention) else {
                other += 1;
                continue;
            };
            let values = plain(&all, convention);
            // from far heaps to near ones, and all at once
            let mut n = TO - 1;
            while n > 0 {
                if let Some(value) = runs.value(n as i128, &cx).unwrap() {
                    assert_eq!(value, values[n], "{text} at {n}, {convention:?}");
                    let wanted = random.below(3) as u32;
                    let listed = runs.options_with(n as i128, wanted, 3, &cx).unwrap().unwrap();
                    let heaps: Vec<usize> = all[n].iter().copied().filter(|&m| values[m] == wanted).collect();
                    let first: Vec<usize> =
                        listed.first.iter().map(|p| usize::try_from(&p[0].as_slice()[0]).unwrap()).collect();
                    assert_eq!(listed.count, Nat::from(heaps.len()), "{text} at {n}, {wanted}");
                    assert_eq!(first, heaps[..heaps.len().min(3)], "{text} at {n}, {wanted}");
                    answered[kind] += 1;
                }
                let listed = runs.all_options(n as i128, 0, &cx).unwrap().unwrap();
                assert_eq!(listed.count, Nat::from(all[n].len()), "{text} at {n}");
                n = n * 2 / 3;
            }
            if runs.grow(TO as i128, &cx).unwrap() {
                for (n, value) in values.iter().enumerate() {
                    assert_eq!(runs.value(n as i128, &cx).unwrap(), Some(*value), "{text} at {n}, {convention:?}");
                }
            }
        }
    }
    assert!(answered.iter().all(|&count| count > 10 * rounds) && other < rounds / 4, "{answered:?}, {other}");
}

#[test]
fn the_runs_of_furlo_and_rublo() {
    let rule = rule("{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}");
    let mut runs = of(&rule, Convention::Normal).unwrap();
    assert!(runs.grow(1_000_000_000_000, &Context::default()).unwrap());
    let known: Vec<(u128, u32)> = runs.known_runs().iter().map(|run| (run.start, run.value)).collect();
    let expected = [(0, 0), (4, 1), (16, 2), (82, 0), (6724, 3), (50626, 1), (2_562_991_876, 2)];
    assert_eq!(known, expected);
}

/// Moves to one heap, and narrow intervals.
#[test]
fn stretches_are_long_where_intervals_are_narrow() {
    for text in [
        "{n -> n//2 if n > 0; y for y in 3..n//5 if y < n}",
        "{n -> n//2 if n > 100; y for y in 3..n//5 if y < n}",
        "{n -> n//3 if n > 0; y for y in isqrt(n)..n//2 if y < n}",
        "{n -> y for y in n//3..n//2 if y < n; n//5 if n > 0}",
        "{n -> y for y in n//3..n//3+2 if y < n; isqrt(n) if n > 1}",
    ] {
        let rule = rule(text);
        let mut runs = of(&rule, Convention::Normal).unwrap();
        let cx = Context::default();
        assert!(runs.value(1_000_000_000_000, &cx).unwrap().is_some(), "{text}");
        assert!(cx.nodes() < 1_000_000, "{text}: {}", cx.nodes());
        let all: Vec<Vec<usize>> = (0..3000).map(|n| options(&rule, n)).collect();
        for (n, value) in plain(&all, Convention::Normal).into_iter().enumerate() {
            assert_eq!(runs.value(n as i128, &cx).unwrap(), Some(value), "{text} at {n}");
        }
    }
}

#[test]
fn runs_of_one_heap_each_are_given_up() {
    let rule = rule("{n -> y for y in n//2..n-1}");
    let mut runs = of(&rule, Convention::Normal).unwrap();
    let cx = Context::default();
    assert_eq!(runs.value(1_000_000_000, &cx).unwrap(), None);
    assert!(cx.nodes() < 1_000_000, "{}", cx.nodes());
    assert_eq!(runs.value(1_000_000_000, &cx).unwrap(), None);
}

/// Runs of n/100 heaps are short for the first thousands.
#[test]
fn runs_that_grow_slowly_are_followed() {
    let rule = rule("{n -> y for y in 9*n//10..99*n//100 if n > 0}");
    let mut runs = of(&rule, Convention::Normal).unwrap();
    let cx = Context::default();
    assert!(runs.value(1_000_000_000_000, &cx).unwrap().is_some());
    assert!(runs.known_runs().len() > 1500 && cx.nodes() < 10_000_000, "{}", cx.nodes());
    let all: Vec<Vec<usize>> = (0..2500).map(|n| options(&rule, n)).collect();
    for (n, value) in plain(&all, Convention::Normal).into_iter().enumerate() {
        assert_eq!(runs.value(n as i128, &cx).unwrap(), Some(value), "{n}");
    }
}

#[test]
fn what_is_no_such_interval_is_left_alone() {
    for text in [
        "{n -> n-2*y for y in 0..n//2}",
        "{n -> y for y in 0..n-1 if y^2 = n}",
        "{n -> y for y in n%7..n-1}",
        "{n -> y for y in 0..n-1 if n%2 = 0}",
        "{n -> y for y in 0..n-1 if n-y > n//2 and n > 3*y-n}",
        "{n -> n//2 & n//3 if n > 0}",
        "{n -> y for y in {1,2}}",
        "{n -> n//2 | n//3 if n > 0}",
        "{n -> y+0*isqrt(y) for y in 0-3..n//2 if y < n}",
    ] {
        let is_one = text.contains("3*y-n");
        assert_eq!(of(&rule(text), Convention::Normal).is_some(), is_one, "{text}");
    }
}
