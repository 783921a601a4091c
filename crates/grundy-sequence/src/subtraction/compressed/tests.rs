use grundy_core::testing::{Random, cases};

use super::words::{prime_factors, root};
use super::*;
use crate::set::IntSet;
use crate::subtraction::SubtractionEngine;

/// The first values, straight from the rule.
fn plain(elements: &[u64], play: Play, size: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for n in 0..size {
        let options: Vec<u16> =
            elements.iter().filter_map(|&k| n.checked_sub(k as usize)).map(|rest| values[rest]).collect();
        values.push(match play {
            Play::Normal => (0..).find(|value| !options.contains(value)).unwrap(),
            Play::Misere => u16::from(options.is_empty() || options.contains(&0)),
        });
    }
    values
}

fn heaps(elements: &[u64]) -> Vec<Heap> {
    elements.iter().map(|&k| k.into()).collect()
}

fn worked(compressed: &mut Compressed, n: u64, cx: &Context) -> u16 {
    compressed.value(&Nat::from(n), cx).unwrap().unwrap().0
}

/// Small numbers and large ones, in order.
fn random_elements(random: &mut Random) -> Vec<u64> {
    let small = random.below(5);
    let large = 1 + random.below(3);
    let mut elements: Vec<u64> = (0..small).map(|_| 1 + random.below(9)).collect();
    let most = if random.below(2) == 0 { 30 } else { 900 };
    elements.extend((0..large).map(|_| 75 + random.below(most)));
    elements.sort_unstable();
    elements.dedup();
    elements
}

#[test]
fn values_and_periods_are_those_of_the_rule() {
    let cx = Context::default();
    let mut random = Random::new(2611);
    for _ in 0..cases(400, 10_000) {
        let elements = random_elements(&mut random);
        for play in [Play::Normal, Play::Misere] {
            let values = plain(&elements, play, 6000);
            let mut compressed = Compressed::split(&heaps(&elements), play).unwrap();
            let first = random.below(6000);
            for n in std::iter::once(first).chain(0..6000) {
                let value = worked(&mut compressed, n, &cx);
                assert_eq!(value, values[n as usize], "{elements:?} {play:?} {n}");
            }
            let mut engine = SubtractionEngine::new(elements.iter().copied().collect::<IntSet>());
            let found = match play {
                Play::Normal => engine.period(Some(2_000_000), &cx),
                Play::Misere => engine.misere_period(Some(2_000_000), &cx),
            };
            let expected = found.unwrap().map(|(period, _)| period);
            let period = compressed.period(&cx).unwrap();
            assert!(expected.is_none() || period == expected, "{elements:?} {play:?}: {period:?}, {expected:?}");
            assert!(period.is_some() || expected.is_none());
        }
    }
}

/// By scaling: g(c·n + r) of the set c·S is g(n) of S.
#[test]
fn scaled_sets_have_scaled_values() {
    let cx = Context::default();
    let mut random = Random::new(71);
    for _ in 0..cases(100, 2000) {
        let elements = random_elements(&mut random);
        let scale = 1 + random.below(REACH as u64 / 10);
        let scaled: Vec<u64> = elements.iter().map(|k| k * scale).collect();
        let values = plain(&elements, Play::Normal, 2000);
        let mut compressed = Compressed::split(&heaps(&scaled), Play::Normal).unwrap();
        for _ in 0..20 {
            let n = random.below(2000);
            let heap = n * scale + random.below(scale);
            let value = worked(&mut compressed, heap, &cx);
            assert_eq!(value, values[n as usize], "{elements:?} · {scale}: {heap}");
        }
    }
}

#[test]
fn large_sets_agree_with_the_window() {
    let cx = Context::default();
    let mut random = Random::new(19);
    for _ in 0..cases(4, 100) {
        let mut elements = vec![1 + random.below(9), LEAST + random.below(LEAST)];
        elements.extend((0..random.below(4)).map(|_| 1 + random.below(20)));
        elements.extend((0..random.below(2)).map(|_| LEAST + random.below(LEAST)));
        elements.sort_unstable();
        elements.dedup();
        let mut compressed = Compressed::of(&heaps(&elements), Play::Normal).unwrap();
        let set: IntSet = elements.iter().copied().collect();
        crate::subtraction::run(&set, 7 * LEAST, &cx, |first, values| {
            for (n, &value) in (first..).zip(values).step_by(7) {
                assert_eq!(u32::from(worked(&mut compressed, n, &cx)), value, "{elements:?} {n}");
            }
        })
        .unwrap();
    }
}

#[test]
fn words_have_roots() {
    assert_eq!(root(&[1, 2, 1, 2]), [1, 2]);
    assert_eq!(root(&[1, 2, 1]), [1, 2, 1]);
    assert_eq!(root(&[7, 7, 7]), [7]);
    let cx = Context::default();
    assert_eq!(prime_factors(360, &cx).unwrap(), (vec![2, 2, 2, 3, 3, 5], true));
    assert_eq!(prime_factors(1_000_003 * 1_000_033, &cx).unwrap(), (vec![1_000_003, 1_000_033], true));
    assert_eq!(prime_factors(2_000_003 * 2_000_029, &cx).unwrap(), (vec![], false));
}

/// The numbers are not those of a machine word: g(c·n + r) of the set c·S, where S has no small number.
#[test]
fn numbers_beyond_a_word_are_scaled_ones() {
    let cx = Context::default();
    let mut random = Random::new(5);
    for _ in 0..cases(100, 2000) {
        let count = 1 + random.below(4);
        let mut elements: Vec<u64> = (0..count).map(|_| 1 + random.below(60)).collect();
        elements.sort_unstable();
        elements.dedup();
        let scale = (1u128 << 90) + Heap::from(random.below(1 << 50));
        let scaled: Vec<Heap> = elements.iter().map(|&k| Heap::from(k) * scale).collect();
        let values = plain(&elements, Play::Normal, 2000);
        let mut compressed = Compressed::of(&scaled, Play::Normal).unwrap();
        for _ in 0..20 {
            let n = random.below(2000);
            let heap = Nat::from(Heap::from(n) * scale + Heap::from(random.below(1 << 50)));
            let (value, _) = compressed.value(&heap, &cx).unwrap().unwrap();
            assert_eq!(value, values[n as usize], "{elements:?} · {scale}: {heap}");
        }
    }
}
