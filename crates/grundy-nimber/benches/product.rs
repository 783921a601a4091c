//! Products, inverses and logarithms, beside the crate `nimber` and a plain program: Karatsuba down to a table of 256 by
//! 256 products.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy_nimber::{Nimber, product_many};

/// So many products are worked in one go.
const COUNT: usize = 1 << 12;

/// Numbers that are the same each time.
fn numbers(mut state: u64) -> Vec<u64> {
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    std::iter::repeat_with(next).take(COUNT).collect()
}

/// What contest programs do.
struct Plain(Vec<u8>);

impl Plain {
    fn new() -> Plain {
        let product = |a: usize, b: usize| (Nimber(a as u128) * Nimber(b as u128)).0 as u8;
        Plain((0..1 << 16).map(|at| product(at >> 8, at & 255)).collect())
    }

    fn product(&self, a: u64, b: u64, width: u32) -> u64 {
        if width == 8 {
            return u64::from(self.0[(a << 8 | b) as usize]);
        }
        let half = width / 2;
        let (a1, a0, b1, b0) = (a >> half, a & ((1 << half) - 1), b >> half, b & ((1 << half) - 1));
        let below = self.product(a0, b0, half);
        let cross = self.product(a1 ^ a0, b1 ^ b0, half) ^ below;
        cross << half | below ^ self.product(self.product(a1, b1, half), 1 << (half - 1), half)
    }
}

/// Multiplies two lists into a third.
type Products<'a> = &'a dyn Fn(&[u64], &[u64], &mut [u64]);

fn products(criterion: &mut Criterion) {
    let (a, b) = (numbers(1), numbers(2));
    let mut out = vec![0; COUNT];
    let plain = Plain::new();
    let mut group = criterion.benchmark_group("64-bit products");
    group.throughput(Throughput::Elements(COUNT as u64));
    let mut each = |name: &str, product: Products<'_>| {
        group.bench_function(BenchmarkId::new(name, COUNT), |bench| {
            bench.iter(|| product(black_box(&a), black_box(&b), black_box(&mut out)));
        });
    };
    each("slices", &product_many);
    each("independent", &|a, b, out| {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = (Nimber((*a).into()) * Nimber((*b).into())).0 as u64;
        }
    });
    each("chain", &|a, _, out| {
        let mut last = Nimber(3);
        for a in a {
            last *= Nimber((*a).into());
        }
        out[0] = last.0 as u64;
    });
    each("plain, independent", &|a, b, out| {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = plain.product(*a, *b, 64);
        }
    });
    each("crate nimber, independent", &|a, b, out| {
        for ((a, b), out) in a.iter().zip(b).zip(out).take(COUNT / 64) {
            let product = nimber::FiniteNimber::from(*a) * nimber::FiniteNimber::from(*b);
            *out = u64::from(product == nimber::FiniteNimber::from(0));
        }
    });
    group.finish();
}

fn others(criterion: &mut Criterion) {
    let (a, b) = (Nimber(0x8123_4567_89ab_cdef), Nimber(0xfedc_ba98_7654_3210));
    let wide = Nimber(u128::MAX / 3);
    let mut group = criterion.benchmark_group("nimber");
    group.bench_function("product, 128 bits", |bench| bench.iter(|| black_box(wide) * black_box(wide)));
    group.bench_function("inverse, 64 bits", |bench| bench.iter(|| black_box(a).inverse()));
    group.bench_function("order, 64 bits", |bench| bench.iter(|| black_box(a).order()));
    group.bench_function("logarithm, 64 bits", |bench| bench.iter(|| black_box(b).log(black_box(a))));
    group.finish();
}

criterion_group!(benches, products, others);
criterion_main!(benches);
