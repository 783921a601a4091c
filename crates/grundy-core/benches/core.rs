//! What every step of every engine pays: one mex, one tick.

use criterion::{Criterion, criterion_group, criterion_main};
use grundy_core::mex::MexSet;
use grundy_core::{Budget, Context};
use std::hint::black_box;

fn core(c: &mut Criterion) {
    c.bench_function("mex of 100 values", |b| {
        let mut set = MexSet::new();
        b.iter(|| {
            set.clear();
            (0..100).for_each(|v| set.insert(black_box(v * 7 % 100)));
            set.mex()
        });
    });
    c.bench_function("1000 ticks with a budget", |b| {
        b.iter(|| {
            let cx = Context::new(Budget { nodes: Some(10_000), ..Budget::UNLIMITED });
            (0..1000).try_for_each(|_| black_box(&cx).tick(1))
        });
    });
}

criterion_group!(benches, core);
criterion_main!(benches);
