//! Finite subtraction sets: every value worked from the rule, no period copied, only the window kept.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy_core::Context;
use grundy_sequence::set::IntSet;
use grundy_sequence::subtraction;

const VALUES: u64 = 5_000_000;

/// Small and large steps, few and many.
const SETS: [&[u32]; 5] = [&[1, 3, 4], &[2, 5, 7], &[6, 10, 15, 21], &[1, 4, 9, 16, 25, 36, 49], &[37, 41, 59, 97]];

fn subtraction_sets(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("subtraction");
    group.sample_size(20).throughput(Throughput::Elements(VALUES));
    for numbers in SETS {
        let set: IntSet = numbers.iter().map(|&k| u64::from(k)).collect();
        let name: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        group.bench_function(format!("take[{}]", name.join(",")), |b| {
            b.iter(|| black_box(subtraction::value_at(&set, VALUES, &Context::default()).expect("no budget")));
        });
    }
    group.finish();
}

criterion_group!(benches, subtraction_sets);
criterion_main!(benches);
