use super::*;
use crate::notation::ast::{Digit, Modifier};

fn digit(bits: u32, modifier: Modifier) -> Digit {
    Digit { counts: (0..3).filter(|j| bits >> j & 1 == 1).collect(), from: None, modifier }
}

fn code(zero: u32, digits: &[u32], modifier: Modifier) -> Code {
    Code {
        zero: digit(zero, modifier),
        digits: digits.iter().map(|&d| digit(d, modifier)).collect(),
        repeating: Vec::new(),
        span: crate::notation::Span::default(),
    }
}

/// The values by marking every option.
fn plain(shape: &Shape, size: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut stamps = vec![usize::MAX; 1 << 16];
    for n in 0..size {
        if shape.wholes.contains(&n) {
            stamps[0] = n;
        }
        for &i in shape.singles.iter().filter(|&&i| n > i) {
            stamps[values[n - i] as usize] = n;
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
    for digits in [&[0u32, 0, 7][..], &[6], &[1, 6], &[1, 0, 6], &[5, 6], &[1, 2, 7], &[7, 7], &[3, 5, 4], &[1, 4], &[0, 4]] {
        agrees(&code(0, digits, Modifier::Any), 20_000);
    }
    agrees(&code(4, &[], Modifier::Unequal), 20_000);
}
