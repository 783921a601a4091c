use grundy_core::testing::{Random, cases};

use super::*;
use crate::code::{Digit, Modifier};

fn digit(bits: u32, modifier: Modifier) -> Digit {
    Digit { counts: (0..3).filter(|j| bits >> j & 1 == 1).collect(), from: None, modifier }
}

pub(super) fn code(zero: u32, digits: &[u32], modifier: Modifier) -> Code {
    Code {
        zero: digit(zero, modifier),
        digits: digits.iter().map(|&d| digit(d, modifier)).collect(),
        repeating: Vec::new(),
    }
}

/// The values by marking every option.
pub(super) fn plain(shape: &Shape, size: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut stamps = vec![usize::MAX; 1 << 16];
    for n in 0..size {
        if shape.wholes.contains(&n) {
            stamps[0] = n;
        }
        for &i in shape.singles.iter().filter(|&&i| n > i) {
            stamps[values[n - i] as usize] = n;
        }
        for &(i, parts) in shape.equals.iter().filter(|&&(i, parts)| n > i && (n - i).is_multiple_of(parts)) {
            stamps[(0..parts).fold(0, |sum, _| sum ^ values[(n - i) / parts]) as usize] = n;
        }
        for split in &shape.splits {
            for a in 1..=split.half(n) {
                stamps[(values[a] ^ values[n - split.taken - a]) as usize] = n;
            }
        }
        values.push(stamps.iter().position(|&s| s != n).unwrap() as u32);
    }
    values
}

fn computed(code: &Code, size: u64) -> HeapSequence {
    let mut sequence = HeapSequence::new(code).unwrap();
    sequence.extend_to(size, &Context::default()).unwrap();
    sequence
}

fn agrees(code: &Code, size: usize) {
    let sequence = computed(code, size as u64);
    let plain = plain(&sequence.shape, size);
    let first = sequence.values().zip(&plain).position(|(a, b)| a != *b);
    assert_eq!(first, None, "{code:?} {:?}", sequence.statistics());
    assert_eq!(sequence.sequence_hash(u64::MAX), sequence_hash(plain));
}

#[test]
fn octal_games_agree_with_the_plain_loop() {
    for digits in
        [&[0u32, 0, 7][..], &[6], &[1, 6], &[1, 0, 6], &[5, 6], &[1, 2, 7], &[7, 7], &[3, 5, 4], &[1, 4], &[0, 4]]
    {
        agrees(&code(0, digits, Modifier::Any), 20_000);
    }
    agrees(&code(4, &[], Modifier::Unequal), 20_000);
}

/// Long enough for all stages of the pairs beyond the marked ones.
#[test]
fn codes_without_a_sparse_space_agree_with_the_plain_loop() {
    let equal = Digit { counts: vec![2, 3], from: None, modifier: Modifier::Equal };
    for (digits, size) in [(&[0u32, 0, 7][..], 30_000), (&[0, 4, 1, 4], 20_000), (&[3, 6], 20_000)] {
        let size = cases(size / 2, size);
        let mut code = code(0, digits, Modifier::Any);
        for round in 0..2 {
            let shape = Shape::of(&code).unwrap();
            let expected = plain(&shape, size);
            for path in Path::all() {
                let mut sequence = HeapSequence::new(&code).unwrap().with_path(path);
                // no mask is looked for
                (sequence.look, sequence.pairs) = (usize::MAX, usize::MAX);
                sequence.extend_to(size as u64, &Context::default()).unwrap();
                assert!(sequence.values().eq(expected.iter().copied()), "{round} {code:?} {path:?}");
            }
            code.digits.push(equal.clone());
        }
    }
}

/// Looks for masks from small sizes on, so that small sequences come from all parts of the engine.
fn eager(code: &Code, path: Path) -> Option<HeapSequence> {
    let mut sequence = HeapSequence::new(code)?.with_path(path);
    (sequence.look, sequence.pairs) = (150, 400);
    Some(sequence)
}

#[test]
fn random_codes_agree_with_the_plain_loop_on_all_paths() {
    let modifiers = [Modifier::Any, Modifier::Any, Modifier::Unequal, Modifier::NotAllEqual];
    let mut sparse = 0;
    for round in 0..450 {
        let mut random = Random::new(round);
        let mut random = |below| random.below(below);
        let zero = if random(4) == 0 { random(2) as u32 * 4 } else { 0 };
        let mut code = code(zero, &[], modifiers[random(4) as usize]);
        for _ in 0..1 + random(5) {
            let bits = random(8) & if random(2) == 0 { 3 } else { 7 };
            code.digits.push(digit(bits as u32, modifiers[random(4) as usize]));
            if random(12) == 0 {
                code.digits.push(Digit { counts: vec![2, 3, 5], from: None, modifier: Modifier::Equal });
            }
        }
        let Some(shape) = Shape::of(&code) else { continue };
        let size = [700, 2500][random(2) as usize];
        let expected = plain(&shape, size);
        for path in Path::all() {
            let mut sequence = eager(&code, path).unwrap();
            sequence.extend_to(size as u64, &Context::default()).unwrap();
            assert!(sequence.values().eq(expected.iter().copied()), "{code:?} {:?}", sequence.statistics());
            sparse += usize::from(sequence.statistics().mask.is_some());
        }
    }
    // one code in six or so, however they are drawn; the processor says how many paths there are
    assert!(sparse > 40 * Path::all().len(), "{sparse}");
}

#[test]
fn three_digit_octal_codes_agree_with_the_plain_loop() {
    for number in 0..512u32 {
        let code = code(0, &[number >> 6, number >> 3 & 7, number & 7], Modifier::Any);
        let Some(mut sequence) = eager(&code, Path::best()) else { continue };
        sequence.extend_to(2000, &Context::default()).unwrap();
        assert_eq!(sequence.sequence_hash(2000), sequence_hash(plain(&sequence.shape, 2000)), "{number:o}");
    }
}

/// Small sequences with a second thread, which meets new rares and values with a new highest bit.
#[test]
fn two_threads_agree_with_one() {
    let mut late = 0;
    for number in (0..512u32).step_by(10) {
        let code = code(0, &[number >> 6, number >> 3 & 7, number & 7], Modifier::Any);
        let Some(mut one) = eager(&code, Path::best()) else { continue };
        let mut two = one.clone();
        (two.threads, two.worth) = (2, 700);
        one.extend_to(10_000, &Context::default()).unwrap();
        two.extend_to(4000, &Context::default()).unwrap();
        let before = two.statistics().rares;
        two.extend_to(10_000, &Context::default()).unwrap();
        late += if before > 0 { two.statistics().rares.saturating_sub(before) } else { 0 };
        assert!(one.values().eq(two.values()), "{number:o}");
    }
    // rares that turned up while two threads may work
    assert!(late > 10, "{late}");
}

#[test]
fn two_threads_find_the_rares_of_officers() {
    let mut officers = HeapSequence::new(&code(0, &[6], Modifier::Any)).unwrap();
    officers.set_threads(2);
    (officers.pairs, officers.worth) = (4000, 500);
    officers.extend_to(60_000, &Context::default()).unwrap();
    let found = officers.statistics();
    assert_eq!((found.rares, found.last_rare), (1583, 20627));
    assert_eq!(officers.sequence_hash(60_000), computed(&code(0, &[6], Modifier::Any), 60_000).sequence_hash(60_000));
}

/// 10⁵ values of each code `d0.d1d2d3` that splits.
fn far_out(zero: u32) {
    let mut wrong = Vec::new();
    for number in 0..512u32 {
        let code = code(zero, &[number >> 6, number >> 3 & 7, number & 7], Modifier::Any);
        let Some(shape) = Shape::of(&code) else { continue };
        let sequence = computed(&code, 100_000);
        let hash = sequence.sequence_hash(u64::MAX);
        println!("{zero}.{number:03o} {hash:016x} {}", sequence.statistics().engine);
        if hash != sequence_hash(plain(&shape, 100_000)) {
            println!("{zero}.{number:03o} differs from the plain loop");
            wrong.push(number);
        }
    }
    assert!(wrong.is_empty(), "{zero}: {wrong:?}");
}

#[test]
#[ignore = "long: 10^5 values of each code by the plain loop, half an hour"]
fn three_digit_octal_codes_agree_far_out() {
    far_out(0);
}

#[test]
#[ignore = "long: 10^5 values of each code by the plain loop, an hour"]
fn three_digit_octal_codes_that_split_without_taking_agree_far_out() {
    far_out(4);
}

/// Far out a value is compared with the mex over all its options.
#[test]
fn random_heaps_agree_with_all_their_options() {
    for (digits, size) in [(&[1u32, 6][..], 400_000), (&[5, 6], 400_000), (&[3, 7, 6], 200_000), (&[1, 2, 7], 200_000)]
    {
        let sequence = computed(&code(0, digits, Modifier::Any), size);
        let mut n = size as usize - 1;
        for _ in 0..40 {
            let mut seen = vec![false; 4096];
            for &i in &sequence.shape.singles {
                seen[sequence.at(n - i)] = true;
            }
            for split in &sequence.shape.splits {
                (1..=split.half(n)).for_each(|a| seen[sequence.at(a) ^ sequence.at(n - split.taken - a)] = true);
            }
            assert_eq!(seen.iter().position(|s| !s), Some(sequence.at(n)), "{digits:?} {n}");
            n -= size as usize / 50;
        }
    }
}

#[test]
fn known_facts() {
    // mask, number of rares and the last one as an earlier program of ours found them
    let officers = computed(&code(0, &[6], Modifier::Any), 60_000).statistics();
    assert_eq!((officers.mask, officers.rares, officers.last_rare), (Some(0x1EE), 1583, 20627));
    // these two were once said to be the same game
    let (a, b) = (code(0, &[1, 6, 1], Modifier::Any), code(0, &[3, 6], Modifier::Any));
    let (a, b) = (computed(&a, 1000), computed(&b, 1000));
    assert_eq!(a.values().zip(b.values()).position(|(a, b)| a != b), Some(519));
}

/// Stored values are taken over in any portions, whatever the state they lead to.
#[test]
fn a_sequence_goes_on_from_values_that_were_taken_over() {
    let octal = |digits: &[u32]| code(0, digits, Modifier::Any);
    let cases = [
        (octal(&[1, 6]), &[0u64, 1, 40_000, 90_001][..]),
        (octal(&[5, 6]), &[22_770, 22_790, 70_000]),
        (octal(&[0, 0, 7]), &[5_000, 9_000]),
        (octal(&[1, 0, 6]), &[1_103, 70_001]),
        (octal(&[1, 2, 7]), &[3_000, 30_000]),
        (code(4, &[], Modifier::Unequal), &[3_000, 66_000]),
    ];
    for (code, sizes) in cases {
        let whole = computed(&code, sizes[sizes.len() - 1] + 5_000);
        for &size in sizes {
            let mut sequence = HeapSequence::new(&code).unwrap();
            let mut n = 0;
            for portion in [1, 63, 4096, 9_999].into_iter().cycle() {
                let portion = whole.values_from(n).take(portion.min((size - n) as usize)).map(u64::from);
                sequence.preload(portion, &Context::default()).unwrap();
                n = sequence.len();
                if n == size {
                    break;
                }
            }
            sequence.extend_to(whole.len().min(size + 20_000), &Context::default()).unwrap();
            assert!(sequence.values().eq(whole.values().take(sequence.len() as usize)), "{code:?} {size}");
        }
    }
}

#[test]
fn taking_values_over_keeps_to_the_budget() {
    let cx = Context::new(grundy_core::Budget { memory: Some(100_000), ..grundy_core::Budget::UNLIMITED });
    let mut sequence = HeapSequence::new(&code(0, &[1, 6], Modifier::Any)).unwrap();
    assert!(sequence.preload(std::iter::repeat_n(1, 1_000_000), &cx).is_err());
    assert!(sequence.len() < 100_000);
    let mut sequence = HeapSequence::new(&code(0, &[1, 6], Modifier::Any)).unwrap();
    assert!(sequence.preload([0, 0, 1, 1 << 16], &Context::default()).is_err());
    assert_eq!(sequence.len(), 3);
}

#[test]
fn a_budget_ends_the_work_and_keeps_what_there_is() {
    let cx = Context::new(grundy_core::Budget { nodes: Some(100_000), ..grundy_core::Budget::UNLIMITED });
    let mut sequence = HeapSequence::new(&code(0, &[1, 6], Modifier::Any)).unwrap();
    assert!(sequence.extend_to(1 << 20, &cx).is_err());
    assert!(!sequence.is_empty());
    sequence.extend_to(30_000, &Context::default()).unwrap();
    assert_eq!(
        sequence.sequence_hash(30_000),
        computed(&code(0, &[1, 6], Modifier::Any), 30_000).sequence_hash(30_000)
    );
}

/// Periods of A. Gangolli and T. Plambeck, *A note on periodicity in some octal games*, 1989.
#[test]
fn long_periods_are_proved() {
    use crate::take_and_break::CodeEngine;
    for (digits, preperiod, period) in
        [(&[1u32, 6][..], 105_351, 149_459), (&[5, 6], 326_640, 144), (&[1, 2, 7], 46_578, 4)]
    {
        let mut engine = CodeEngine::new(code(0, digits, Modifier::Any));
        let (found, evidence) = engine.period(None, &Context::default()).unwrap().unwrap();
        assert_eq!((found.preperiod, found.period), (preperiod, period), "{digits:?}");
        assert!(evidence.is_proved());
    }
}
