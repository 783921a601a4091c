//! Products of 64 and of 128 bits, inverses and logarithms.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy_nimber::Nimber;

fn product(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nimber");
    let (a, b) = (Nimber(0x0123_4567_89ab_cdef), Nimber(0xfedc_ba98_7654_3210));
    let wide = Nimber(u128::MAX / 3);
    group.bench_function("product, 64 bits", |bench| bench.iter(|| black_box(a) * black_box(b)));
    group.bench_function("product, 128 bits", |bench| bench.iter(|| black_box(wide) * black_box(b)));
    group.bench_function("inverse, 64 bits", |bench| bench.iter(|| black_box(a).inverse()));
    group.bench_function("logarithm, 64 bits", |bench| bench.iter(|| black_box(a).log(black_box(b))));
    group.finish();
}

criterion_group!(benches, product);
criterion_main!(benches);
