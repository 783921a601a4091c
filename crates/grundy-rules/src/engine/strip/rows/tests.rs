use grundy_core::testing::Random;

use super::*;
use crate::rule::ir::Part;
use crate::rule::reading::tidied;
use crate::rule::testing::{foreign_nim, minus, number, variable};

fn nat(place: &[u64]) -> Vec<Nat> {
    place.iter().map(|&n| Nat::from(n)).collect()
}

/// All values and options by the definition.
fn plain(rule: &Prepared, most: &[u64]) -> std::collections::BTreeMap<Vec<Nat>, (u64, Vec<Vec<Nat>>)> {
    let mut all: std::collections::BTreeMap<Vec<Nat>, (u64, Vec<Vec<Nat>>)> = std::collections::BTreeMap::new();
    let mut place = vec![0; most.len()];
    loop {
        let mut options = Vec::new();
        let _ = rule
            .options(&nat(&place), &Context::default(), &mut |_, parts| {
                options.push(parts[0].1.iter().cloned().collect::<Vec<Nat>>());
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        options.sort();
        options.dedup();
        let seen: std::collections::HashSet<u64> = options.iter().map(|to| all[to].0).collect();
        let value = (0..).find(|v| !seen.contains(v)).unwrap();
        all.insert(nat(&place), (value, options));
        let Some(next) = (0..place.len()).rev().find(|&i| place[i] < most[i]) else { return all };
        place[next] += 1;
        place[next + 1..].fill(0);
    }
}

const RULES: [&str; 18] = [
    "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}",
    "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2); (a-2,b-1)}",
    "{(a,b) -> (a-k,b) for k in 1..; (a-1,b-1); (a,b-2)}",
    "{(a,b) -> (a-k,b) | (a-k,b-2*k) | (a,b-k) for k in 1..}",
    "{(a,b) -> (a-k,b) for k in 1..3; (a-k,b-k) for k in 1..; (a,b-1)}",
    "{(a,b) -> (a-2*k,b) | (a-k,b-k) for k in 1..; (a,b-1)}",
    "{(a,b) -> (a-k,b) for k in odds; (a-k,b-k) for k in {1,3}; (a,b-2)}",
    "{(a,b) -> (a-k,b) for k in 2..; (a-k,b-k) for k in 1..b; (a,b-k) for k in 1..}",
    "{(a,b) -> (a-k,b) for k in 1..a; (a-k,b-k) for k in 1..min(a,b) if b > 1; (a,b-k) for k in 1.. if k < b}",
    "{(a,b) -> (a-1-k,b-1) for k in 0..; (a-k,b) for k in 1..b+2}",
    "{(a,b) -> (a-k,b-k) | (a,b-k) for k in 1..; (a-1,b)}",
    "{(a,b) -> (a-k,b) for k in 1.. step 3; (a-k-1,b-k) | (a-k,b-k-1) | (a-k,b-k) for k in 1..}",
    "{(a,b,c) -> (a-k,b,c) | (a-k,b-k,c) | (a,b-k,c-k) for k in 1..; (a-1,b,c-1)}",
    "{(a,b,c) -> (a-k,b,c-k) | (a-k,b-k,c) for k in 1..; (a-2,b,c); (a,b-1,c)}",
    "{(a,b) -> (a-k,b) for k in 1.. if b % 2 = 0; (a-k,b-1) for k in 1.. if b % 2 = 1; (a,b-2)}",
    "{(a,b) -> (a-1,b-k) for k in 1..; (a-3,b)}",
    "{(a,b) -> (a,b-k) for k in 1..}",
    "{(a,b) -> (a-k,b) for k in 1..; (a-k,b-k) for k in 1..5 if b > 0 and b != 2}",
];

#[test]
fn rows_are_the_definition_far_beyond_their_return() {
    let cx = Context::default();
    for text in RULES {
        let rule = Prepared::new(&tidied(text)).unwrap();
        for open in 0..rule.rule().arity {
            let mut most = vec![3; rule.rule().arity];
            let Some(mut rows) = Rows::of(&rule, open, &most, &cx) else {
                assert!(open > 0, "{text}");
                continue;
            };
            assert!(rows.search(1000, &cx).unwrap(), "{text} {open}");
            let Period { preperiod, period, .. } = rows.period().unwrap();
            most[open] = (preperiod + 4 * period).clamp(100, 160);
            let all = plain(&rule, &most);
            for (place, (value, options)) in &all {
                assert_eq!(rows.value(place), Some(Nat::from(*value)), "{text} {place:?}");
                let told = rows.period_of(place).unwrap();
                let mut later = place.clone();
                later[open] += Nat::from(told.period);
                if let Some((then, _)) = all.get(&later)
                    && place[open] >= Nat::from(told.preperiod)
                {
                    assert_eq!(*then, value + told.saltus, "{text} {place:?} {told:?}");
                }
                if told.preperiod > 0 && place[open] == Nat::from(told.preperiod - 1) {
                    assert_ne!(all[&later].0, value + told.saltus, "{text} {place:?} {told:?}");
                }
                for wanted in [0, 1, value / 2, *value, value + 3] {
                    let Some(mut listed) = rows.moves_to(place, &Nat::from(wanted)) else {
                        assert_eq!(rows.period().unwrap().saltus, 0, "{text}");
                        continue;
                    };
                    listed.sort();
                    listed.dedup();
                    let by_hand: Vec<Vec<Nat>> = options.iter().filter(|to| all[*to].0 == wanted).cloned().collect();
                    assert_eq!(listed, by_hand, "{text} {place:?} {wanted}");
                }
            }
        }
    }
}

#[test]
fn wythoffs_rows_have_the_known_periods() {
    let cx = Context::default();
    let rule = Prepared::new(&tidied(RULES[0])).unwrap();
    let mut rows = Rows::of(&rule, 0, &[0, 12], &cx).unwrap();
    assert!(rows.search(2000, &cx).unwrap());
    for (row, preperiod, period) in [(0, 0, 1), (1, 0, 3), (2, 0, 3), (3, 8, 6), (4, 9, 12), (6, 37, 12), (8, 102, 24)]
    {
        let told = rows.period_of(&nat(&[0, row])).unwrap();
        assert_eq!((told.preperiod, told.period, told.saltus), (preperiod, period, period), "{row}");
    }
    assert_eq!((rows.first_column(), rows.period().unwrap().period), (347, 48));
}

#[test]
fn certificates_are_valid_for_another_program() {
    let cx = Context::default();
    let budget = grundy_verify::Budget { steps: 1 << 32, bytes: 1 << 30, cancel: None };
    let mut spelled = 0;
    for text in RULES {
        let rule = Prepared::new(&tidied(text)).unwrap();
        let mut rows = Rows::of(&rule, 0, &vec![3; rule.rule().arity], &cx).unwrap();
        assert!(rows.search(1000, &cx).unwrap());
        for row in 0..4 {
            let mut place = nat(&vec![0; rule.rule().arity]);
            place[1] = Nat::from(row as u64);
            let Some(certificate) = rows.certificate(&place, text) else { continue };
            spelled += 1;
            let verdict = grundy_verify::verify(certificate.as_bytes(), &budget);
            let told = rows.period_of(&place).unwrap();
            let Ok(grundy_verify::Verdict::Valid(claim)) = verdict else {
                panic!("{text} {row}: {verdict:?}\n{certificate}");
            };
            assert_eq!((claim.preperiod, claim.period, claim.saltus), (told.preperiod, told.period, told.saltus));
        }
    }
    assert!(spelled > 40, "{spelled}");
}

/// Rays and single steps with bounds and guards, some of which depend on the place.
fn drawn(random: &mut Random) -> String {
    let mut moves = Vec::new();
    for _ in 0..1 + random.below(4) {
        let (c, d, s, t) = (random.below(3), random.below(2), random.below(3), random.below(3));
        let guard = ["", "", "", " if b > 0", " if b % 2 = 1", " if a > 2", " if b != 1 and b < 3"];
        let guard = guard[random.below(guard.len() as u64) as usize];
        if random.chance(30) && c + d > 0 {
            moves.push(format!("(a-{c},b-{d}){guard}"));
            continue;
        }
        let ranges =
            ["1..", "1..", "1..", "1..3", "2..", "1.. step 2", "{1,3,4}", "1..b+1", "1..min(a,b)", "odds", "1..a"];
        let range = ranges[random.below(ranges.len() as u64) as usize];
        if s + t > 0 {
            moves.push(format!("(a-{c}-{s}*k,b-{d}-{t}*k) for k in {range}{guard}"));
        }
    }
    if moves.is_empty() || random.chance(40) {
        moves.push("(a-k,b) for k in 1..".to_owned());
    }
    format!("{{(a,b) -> {}}}", moves.join("; "))
}

#[test]
fn strips_are_the_definition_far_beyond_their_return() {
    let cx = Context::default();
    let (mut returned, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed + 90_000);
        let text = drawn(&mut random);
        let rule = Prepared::new(&tidied(&text)).unwrap();
        let height = random.below(4);
        let Some(mut rows) = Rows::of(&rule, 0, &[0, height], &cx) else {
            refused += 1;
            continue;
        };
        if !rows.search(50, &cx).unwrap() {
            continue;
        }
        returned += 1;
        for (place, (value, _)) in &plain(&rule, &[150, height]) {
            assert_eq!(rows.value(place), Some(Nat::from(*value)), "{text} {place:?}");
        }
    }
    assert!(returned > 100 && refused > 30, "{returned} {refused}");
}

#[test]
fn rules_whose_moves_change_along_a_row_are_refused() {
    let cx = Context::default();
    for text in [
        "{(a,b) -> (a-k,b) for k in 1.. if a > 5; (a,b-1)}",
        "{(a,b) -> (a-k,b) for k in 1..a//2; (a,b-1)}",
        "{(a,b) -> (a-k,b-k) for k in 1..a-1; (a,b-1)}",
        "{(a,b) -> (a-k,b) for k in 1.. if k != 2*a}",
        "{(a,b) -> (a-1,b) & (a-2,b)}",
        "{(a,b) -> (a+1,b-2); (a-1,b)}",
        "{(a,b) -> (b-1,a) if b > 0; (a-1,b)}",
        "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0}",
        "{(a,b) -> (a-k,b) for k in squares}",
        "{(a,b) -> (a-1,b) if a in {3,5}; (a,b-1)}",
        "{(a,b) -> (a-k,b) for k in 1.. except 3}",
    ] {
        let rule = Prepared::new(&tidied(text)).unwrap();
        assert!(Rows::of(&rule, 0, &[0, 3], &cx).is_none(), "{text}");
    }
    // a heap of another game
    let mut handed_over = tidied("{(a,b) -> (a-2,b); (a-1,b)}");
    handed_over.alternatives[0].parts =
        vec![Part { game: Some(foreign_nim()), coordinates: vec![minus(variable(0), number(1))] }];
    assert!(Rows::of(&Prepared::new(&handed_over).unwrap(), 0, &[0, 3], &cx).is_none());
}
