use std::ops::ControlFlow;

use grundy_core::Budget;
use grundy_core::testing::{Random, cases};

use super::*;
use crate::code::{Digit, Modifier};
use crate::listing::Listing;

fn digit(bits: u32, modifier: Modifier) -> Digit {
    Digit { counts: (0..8).filter(|j| bits >> j & 1 == 1).collect(), from: None, modifier }
}

fn code(zero: u32, digits: &[u32]) -> Code {
    let digits = digits.iter().map(|&d| digit(d, Modifier::Any)).collect();
    Code { zero: digit(zero, Modifier::Any), digits, repeating: Vec::new() }
}

fn random_code(r: &mut Random) -> Code {
    let modifiers = [Modifier::Any, Modifier::Any, Modifier::Unequal, Modifier::NotAllEqual, Modifier::Equal];
    let limit = [8, 8, 16, 32][r.below(4) as usize];
    let any = |r: &mut Random| {
        let mut d = digit(r.below(limit) as u32, modifiers[r.below(5) as usize]);
        if r.below(8) == 0 {
            let from = r.below(5) as u32;
            d.counts.retain(|&c| c < from);
            d.from = Some(from);
        }
        d
    };
    let mut zero = if r.below(3) == 0 { any(r) } else { Digit::default() };
    zero.counts.retain(|&c| c >= 2);
    zero.from = zero.from.map(|f| f.max(2));
    let from = zero.from;
    zero.counts.retain(|&c| from.is_none_or(|f| c < f));
    let digits = (0..1 + r.below(3)).map(|_| any(r)).collect();
    let repeating = if r.below(4) == 0 { (0..1 + r.below(3)).map(|_| any(r)).collect() } else { Vec::new() };
    Code { zero, digits, repeating }
}

/// All lists of parts in ascending order with this total.
fn partitions(total: u64, least: u64) -> Vec<Vec<u64>> {
    if total == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for part in least..=total {
        for mut rest in partitions(total - part, part) {
            rest.insert(0, part);
            all.push(rest);
        }
    }
    all
}

/// The options from the definition.
fn plain_options(code: &Code, n: u64) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    for taken in 0..=n as usize {
        let d = if taken == 0 {
            &code.zero
        } else if taken <= code.digits.len() {
            &code.digits[taken - 1]
        } else if code.repeating.is_empty() {
            continue;
        } else {
            &code.repeating[(taken - 1 - code.digits.len()) % code.repeating.len()]
        };
        for parts in partitions(n - taken as u64, 1) {
            let number = parts.len() as u32;
            let mut distinct = parts.clone();
            distinct.dedup();
            let sizes = number < 2
                || match d.modifier {
                    Modifier::Any => true,
                    Modifier::Unequal => distinct.len() == parts.len(),
                    Modifier::NotAllEqual => distinct.len() > 1,
                    Modifier::Equal => distinct.len() == 1,
                };
            if sizes && (d.counts.contains(&number) || d.from.is_some_and(|f| number >= f)) {
                all.push(parts);
            }
        }
    }
    all.sort_unstable();
    all
}

fn heaps(listing: Listing) -> Vec<Vec<u64>> {
    let number = |p: &Nat| to_u64(p).unwrap();
    listing.first.iter().map(|parts| parts.iter().map(number).filter(|&n| n > 0).collect()).collect()
}

#[test]
fn random_codes_agree_with_the_definition() {
    let mut r = Random::new(0x1234_5678_9ABC_DEF1);
    let cx = Context::default();
    for _ in 0..cases(250, 700) {
        let code = random_code(&mut r);
        let mut engine = CodeEngine::new(code.clone());
        let mut values: Vec<u64> = Vec::new();
        for n in 0..24u64 {
            let all = plain_options(&code, n);
            let value = |parts: &Vec<u64>| parts.iter().fold(0, |sum, &p| sum ^ values[p as usize]);
            let of_options: Vec<u64> = all.iter().map(value).collect();
            let v = grundy_core::mex(of_options.iter().copied());
            assert_eq!(engine.value(&Nat::from(n), &cx).unwrap().0, Nat::from(v), "{code:?} {n}");
            let mut visited = Vec::new();
            let _ = options(&code, n, &mut |parts| {
                visited.push(parts.to_vec());
                ControlFlow::Continue(())
            });
            visited.sort_unstable();
            assert_eq!(visited, all, "{code:?} {n}");
            let wanted = r.below(4);
            let hits: Vec<Vec<u64>> =
                all.iter().zip(&of_options).filter(|(_, v)| **v == wanted).map(|(p, _)| p.clone()).collect();
            let listing = engine.options_with_value(&Nat::from(n), &Nat::from(wanted), 5, &cx).unwrap().unwrap();
            assert_eq!(listing.count, Nat::from(hits.len()));
            assert_eq!(heaps(listing), hits[..hits.len().min(5)]);
            values.push(v);
        }
    }
}

/// A budget may end at any step: what is asked next has the values that it would have had.
#[test]
fn tables_that_are_stopped_go_on_as_if_they_were_not() {
    let mut r = Random::new(0x5EED_57E9);
    let mut stops = 0;
    for _ in 0..120 {
        let code = random_code(&mut r);
        let size = 30 + r.below(60);
        let mut whole = Table::new(&code);
        whole.extend(size, &Context::default()).unwrap();
        let mut table = Table::new(&code);
        let steps = 1 + r.below(400);
        for nodes in (0..).map(|round| 1 + r.below(steps) + round / 8 * steps) {
            let cx = Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED });
            match table.extend(size, &cx) {
                Ok(()) => break,
                Err(_) => stops += 1,
            }
            let known = table.values.len();
            assert_eq!(table.values, whole.values[..known], "{code:?}");
        }
        table.extend(size + 20, &Context::default()).unwrap();
        whole.extend(size + 20, &Context::default()).unwrap();
        assert_eq!(table.values, whole.values, "{code:?}");
    }
    assert!(stops > 2_000, "{stops}");
}

/// Far enough for sets of many words, layers that are full and pairs that are forgotten.
#[test]
fn longer_sequences_agree_with_all_options() {
    let mut r = Random::new(0x0DD0_BA11_5EED_1234);
    let cx = Context::default();
    let mut covered = [0; 3];
    for _ in 0..160 {
        let mut code = random_code(&mut r);
        let most = 2 + r.below(3) as u32;
        for d in code.digits.iter_mut().chain([&mut code.zero]).chain(&mut code.repeating) {
            d.counts.retain(|&c| c <= most);
            d.from = None;
        }
        let size = [260, 110, 56][most as usize - 2];
        let mut table = Table::new(&code);
        table.extend(size, &cx).unwrap();
        let mut engine = CodeEngine::new(code.clone());
        engine.grow(size, size, &cx).unwrap();
        let mut values: Vec<u32> = Vec::new();
        for n in 0..size {
            let mut attained = std::collections::BTreeSet::new();
            let _ = options(&code, n, &mut |parts| {
                attained.insert(parts.iter().fold(0, |sum, &p| sum ^ values[p as usize]));
                ControlFlow::Continue(())
            });
            let v = (0..).find(|v| !attained.contains(v)).unwrap();
            assert_eq!((table.values[n as usize], engine.tabulated(n)), (v, Some(v)), "{code:?} {n}");
            values.push(v);
        }
        covered[most as usize - 2] += u32::from(values.iter().any(|&v| v > 7));
    }
    assert!(covered.iter().all(|&c| c > 10), "{covered:?}");
}

/// Pairs and sets of values give the same on codes that both can do, and proved periods hold far beyond the proof.
#[test]
fn proved_periods_hold_beyond_the_proof() {
    let mut r = Random::new(99);
    let cx = Context::default();
    let mut proved = 0;
    for round in 0..600 {
        let mut code = random_code(&mut r);
        // the general way costs more, so most codes have pairs only
        if round % 4 != 0 {
            for d in code.digits.iter_mut().chain([&mut code.zero]) {
                d.counts.retain(|&c| c <= 2);
                if d.modifier == Modifier::Equal {
                    d.modifier = Modifier::Any;
                }
            }
        }
        code.repeating.clear();
        for d in code.digits.iter_mut().chain([&mut code.zero]) {
            d.from = None;
        }
        let size = 900;
        let mut engine = CodeEngine::new(code.clone());
        let Some((p, _)) = engine.period(Some(400), &cx).unwrap() else { continue };
        proved += 1;
        let mut table = Table::new(&code);
        table.extend(size, &cx).unwrap();
        let fits = |n: u64| table.values[(n + p.period) as usize] == table.values[n as usize] + p.saltus as u32;
        assert!((p.preperiod..size - p.period).all(fits), "{code:?} {p:?}");
        assert!(p.preperiod == 0 || !fits(p.preperiod - 1), "{code:?} {p:?}");
    }
    assert!(proved > 250, "{proved}");
}

#[test]
fn known_codes() {
    let cx = Context::default();
    let mut kayles = CodeEngine::new(code(0, &[7, 7]));
    let (values, _) = kayles.values(0, 11, &cx).unwrap();
    assert_eq!(values, [0u8, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6].map(Nat::from));
    let (p, evidence) = kayles.period(None, &cx).unwrap().unwrap();
    assert_eq!(p, Period { preperiod: 71, period: 12, saltus: 0 });
    assert!(evidence.theorems.contains(&&GUY_SMITH));
    let huge = Nat::from(10u8).pow(18);
    let (value, evidence) = kayles.value(&huge, &cx).unwrap();
    assert!(evidence.is_proved());
    assert_eq!(value, kayles.value(&(Nat::from(72u8) + (&huge - Nat::from(72u8)) % Nat::from(12u8)), &cx).unwrap().0);
    // `0.4` is 0 0 0 1: nothing may be proved from the zeros
    let mut dawson = CodeEngine::new(code(0, &[4]));
    assert_eq!(dawson.value(&Nat::from(3u8), &cx).unwrap().0, Nat::ONE);
    let grundy = Code { zero: digit(4, Modifier::Unequal), ..code(0, &[0]) };
    let (values, _) = CodeEngine::new(grundy).values(0, 12, &cx).unwrap();
    assert_eq!(values, [0u8, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1].map(Nat::from));
    let nim = Code { repeating: vec![digit(3, Modifier::Any)], ..code(0, &[]) };
    assert_eq!(CodeEngine::new(nim).value(&Nat::from(300u16), &cx).unwrap().0, Nat::from(300u16));
}

#[test]
fn options_of_huge_heaps_are_counted_by_classes() {
    let cx = Context::default();
    let mut covered = 0;
    for number in 0..128u32 {
        let modifier = if number < 64 { Modifier::Any } else { Modifier::Unequal };
        let mut code = code(0, &[number / 8 % 8, number % 8]);
        code.digits.iter_mut().for_each(|d| d.modifier = modifier);
        let mut engine = CodeEngine::new(code);
        let Some((p, _)) = engine.period(Some(1200), &cx).unwrap() else { continue };
        covered += 1;
        for n in 2 * p.preperiod + 10..2 * p.preperiod + 60 {
            let n = Nat::from(n);
            for v in 0..4u32 {
                let tried = engine.options_with_value(&n, &Nat::from(v), 7, &cx).unwrap().unwrap();
                assert_eq!(engine.by_classes(&n, Some(v), 7, &cx).unwrap().unwrap(), tried);
            }
            let all = engine.options(&n, 7, &cx).unwrap().unwrap();
            assert_eq!(engine.by_classes(&n, None, 7, &cx).unwrap().unwrap(), all);
        }
        let huge = Nat::from(10u8).pow(18);
        let value = engine.value(&huge, &cx).unwrap().0;
        assert_eq!(engine.options_with_value(&huge, &value, 3, &cx).unwrap().unwrap().count, Nat::ZERO);
        let won = engine.options_with_value(&huge, &Nat::ZERO, 3, &cx).unwrap().unwrap();
        assert_eq!(won.count == Nat::ZERO, value == Nat::ZERO);
    }
    assert!(covered > 50, "{covered}");
}
