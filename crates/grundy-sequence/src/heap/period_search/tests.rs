use grundy_core::testing::Random;

use super::super::tests::{code, plain};
use super::super::{HeapSequence, Shape};
use super::*;
use crate::code::Modifier;

fn sequence(code: &Code, size: u64) -> HeapSequence {
    let mut sequence = HeapSequence::new(code).unwrap();
    (sequence.look, sequence.pairs) = (150, 400);
    sequence.extend_to(size, &Context::default()).unwrap();
    sequence
}

/// Searches with witnesses from `near` heaps and a sequence of `size`; what is proved must be what is seen.
fn proves(code: &Code, size: u64, near: usize, values: &[u32]) -> Option<Progress> {
    let mut search = PeriodSearch::with(&sequence(code, size), near)?;
    let progress = search.advance(values.len() as u64, &Context::default()).unwrap();
    if let Progress::Found(found) = &progress {
        let top = (found.end + found.period) as usize;
        // far beyond what the proof needs
        let longer = if 2 * top > values.len() { plain(&Shape::of(code).unwrap(), 3 * top) } else { Vec::new() };
        let values = if longer.is_empty() { values } else { &longer };
        let (preperiod, period) = (found.preperiod as usize, found.period as usize);
        let n = values.len();
        let from = (0..n - period).rev().find(|&i| values[i + period] != values[i]).map_or(0, |i| i + 1);
        assert_eq!(from, preperiod, "{code:?} {size} {near} {found:?}");
        let holds = |q: usize| (preperiod..n - q).all(|i| values[i + q] == values[i]);
        assert!(!(1..period).any(holds), "{code:?} {found:?}");
        let rare = |n: usize| {
            let turned = found.position && (n + Shape::of(code).unwrap().parity().unwrap()) % 2 == 1;
            ((u64::from(values[n]) & found.mask).count_ones() % 2 == 1) == turned
        };
        let rares: Vec<u64> = (1..top).filter(|&n| rare(n)).map(|n| n as u64).collect();
        assert_eq!(rares, found.rares, "{code:?}");
        assert_eq!(values[..top].iter().max().map(|&v| u64::from(v)), Some(found.largest));
        assert!(found.start >= found.preperiod);
    }
    Some(progress)
}

#[test]
fn what_is_proved_is_true() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let modifiers = [Modifier::Any, Modifier::Any, Modifier::Unequal];
    let (mut tried, mut found) = (0, 0);
    while tried < 150 {
        let zero = if random.below(4) == 0 { 4 * random.below(2) as u32 } else { 0 };
        let digits: Vec<u32> = (0..1 + random.below(5)).map(|_| random.below(8) as u32).collect();
        let code = code(zero, &digits, modifiers[random.below(3) as usize]);
        let Some(shape) = Shape::of(&code) else { continue };
        tried += 1;
        let values = plain(&shape, 3000);
        for (size, near) in [(600, 64), (700, 80)] {
            found += usize::from(matches!(proves(&code, size, near, &values), Some(Progress::Found(_))));
        }
    }
    assert!(found > 80, "{found}");
}

#[test]
#[ignore = "long: thousands of codes against the plain loop"]
fn what_is_proved_is_true_for_thousands_of_codes() {
    let mut random = Random::new(20_261_120);
    let modifiers = [Modifier::Any, Modifier::Any, Modifier::Unequal];
    let mut found = 0;
    for _ in 0..5_000 {
        let zero = if random.below(4) == 0 { 4 * random.below(2) as u32 } else { 0 };
        let digits: Vec<u32> = (0..1 + random.below(6)).map(|_| random.below(8) as u32).collect();
        let code = code(zero, &digits, modifiers[random.below(3) as usize]);
        let Some(shape) = Shape::of(&code) else { continue };
        let values = plain(&shape, 8000);
        for _ in 0..3 {
            let (size, near) = (520 + random.below(1200), 64 + random.below(100) as usize);
            found += usize::from(matches!(proves(&code, size, near, &values), Some(Progress::Found(_))));
        }
    }
    assert!(found > 1250, "{found}");
}

#[test]
fn solved_games_are_as_guy_and_smith_have_them() {
    use crate::take_and_break::CodeEngine;
    let mut found = 0;
    for number in 0..512u32 {
        let digits = [number >> 6, number >> 3 & 7, number & 7];
        let code = code(0, &digits, Modifier::Any);
        if Shape::of(&code).is_none() {
            continue;
        }
        let mut engine = CodeEngine::new(code.clone());
        let cx = Context::default();
        let Some((period, _)) = engine.period(Some(4000), &cx).unwrap() else { continue };
        let Some(mut search) = PeriodSearch::with(&sequence(&code, 1200), 150) else { continue };
        if let Progress::Found(proved) = search.advance(10_000, &cx).unwrap() {
            assert_eq!((proved.preperiod, proved.period), (period.preperiod, period.period), "{number:o}");
            found += 1;
        }
    }
    assert!(found > 30, "{found}");
}

#[test]
fn a_search_goes_on_from_its_bytes() {
    let code = code(0, &[1, 6], Modifier::Any);
    let cx = Context::default();
    let mut sequence = HeapSequence::new(&code).unwrap();
    sequence.extend_to(65_536, &cx).unwrap();
    let mut whole = PeriodSearch::new(&sequence).unwrap();
    let mut parts = whole.clone();
    let progress = whole.advance(1 << 20, &cx).unwrap();
    let Progress::Found(found) = progress else { panic!("{progress:?}") };
    assert_eq!((found.preperiod, found.period), (105_351, 149_459));
    for size in [70_000, 131_073, 230_001] {
        assert_eq!(parts.advance(size, &cx).unwrap(), Progress::Reached);
        assert_eq!(parts.len(), size);
        parts = PeriodSearch::from_bytes(&code, &parts.to_bytes()).unwrap();
    }
    assert_eq!(parts.advance(1 << 20, &cx).unwrap(), Progress::Found(found));
    // damaged bytes are refused, or taken for some other search; nothing panics
    let bytes = parts.to_bytes();
    let mut random = Random::new(7);
    for end in (0..400).chain((0..100).map(|i| bytes.len() * i / 100)) {
        assert!(PeriodSearch::from_bytes(&code, &bytes[..end]).is_err());
    }
    for round in 0..300 {
        let mut changed = bytes.clone();
        let at = random.below(if round % 2 == 0 { 600 } else { bytes.len() as u64 }) as usize;
        changed[at] ^= 1 << random.below(8);
        if round % 3 == 0 {
            changed[at / 8 * 8..at / 8 * 8 + 8].fill(255);
        }
        if let Ok(mut search) = PeriodSearch::from_bytes(&code, &changed) {
            let _ = search.advance(search.len() + 300, &cx);
        }
    }
}

#[test]
fn too_small_a_window_is_noticed() {
    // witnesses up to 64 do not suffice for a proof: larger windows are taken by themselves, or the heap is undecided
    let game = code(0, &[1, 5, 6], Modifier::Any);
    let shape = Shape::of(&game).unwrap();
    let values = plain(&shape, 16_000);
    let mut outcomes = Vec::new();
    for (size, near) in [(5200, 64), (5200, 200), (5200, 400)] {
        outcomes.push(proves(&game, size, near, &values));
    }
    assert!(outcomes.iter().flatten().any(|o| matches!(o, Progress::Found(f) if f.period == 349)), "{outcomes:?}");
    // a rare value that no pair in front of and behind the cut witnesses is not decided; the whole sequence decides it
    let mut sequence = sequence(&game, 1400);
    let mut search = PeriodSearch::with(&sequence, 64).unwrap();
    search.forget();
    let Progress::Undecided(heap) = search.advance(6000, &Context::default()).unwrap() else { panic!() };
    sequence.extend_to(heap + 1, &Context::default()).unwrap();
    assert_eq!(sequence.value(heap), Some(values[heap as usize]));
}
