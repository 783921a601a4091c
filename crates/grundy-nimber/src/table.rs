//! Logarithms of the field of 2^16 nimbers: a product is a sum of logarithms.
//!
//! 256 KiB, made at the first product of numbers, in less than a millisecond: a product by a fixed number is linear, so the
//! powers of the generator are two looks at a table each.

use std::sync::OnceLock;

/// Elements other than 0.
const UNITS: usize = (1 << 16) - 1;

struct Tables {
    /// log of 1, 2, …; that of 0 is not used.
    log: Box<[u16]>,
    /// The powers of the generator, once.
    power: Box<[u16]>,
}

/// A product in the field of 2^16 elements.
#[inline]
pub(crate) fn product(a: u16, b: u16) -> u16 {
    if a == 0 || b == 0 {
        return 0;
    }
    let Tables { log, power } = tables();
    let sum = usize::from(log[usize::from(a)]) + usize::from(log[usize::from(b)]);
    power[if sum >= UNITS { sum - UNITS } else { sum }]
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        // a number from 2^15 on generates the whole field or not; the first that does serves
        (1 << 15..=u16::MAX).find_map(powers).unwrap_or(Tables { log: Box::default(), power: Box::default() })
    })
}

/// All powers of a number, if they are all numbers other than 0.
fn powers(generator: u16) -> Option<Tables> {
    let mut log = vec![0; UNITS + 1].into_boxed_slice();
    let mut power = vec![0; UNITS].into_boxed_slice();
    let [low, high] = multiples(generator);
    let mut at = 1u16;
    for (exponent, slot) in power.iter_mut().enumerate() {
        if at == 1 && exponent > 0 {
            return None;
        }
        *slot = at;
        log[usize::from(at)] = exponent as u16;
        at = low[usize::from(at & 255)] ^ high[usize::from(at >> 8)];
    }
    Some(Tables { log, power })
}

/// The products of a number by all of the low byte, and by all of the high one.
fn multiples(of: u16) -> [[u16; 256]; 2] {
    let bits: [u16; 16] = std::array::from_fn(|bit| slow(1 << bit, of, 16));
    let sum = |byte: usize, bits: &[u16]| {
        bits.iter().enumerate().filter(|(at, _)| byte >> at & 1 == 1).fold(0, |sum, (_, product)| sum ^ product)
    };
    [0, 8].map(|from| std::array::from_fn(|byte| sum(byte, &bits[from..from + 8])))
}

/// The product by halves: with F = 2^(w/2) and a = a₁F + a₀, F·F = F + F/2, so that
/// ab = ((a₁ + a₀)(b₁ + b₀) + a₀b₀)F + a₀b₀ + a₁b₁(F/2).
fn slow(a: u16, b: u16, width: u32) -> u16 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = width / 2;
    let low = (1u16 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let (high, below) = (slow(a1, b1, half), slow(a0, b0, half));
    let cross = slow(a1 ^ a0, b1 ^ b0, half) ^ below;
    cross << half ^ below ^ slow(high, 1 << (half - 1), half)
}
