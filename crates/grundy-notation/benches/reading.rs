//! Lines a second: one that is read, one with an unknown name, and a sentence.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy_notation::lenient::{Asked, Kind, Typed, respell};
use grundy_notation::names::Games;
use grundy_notation::{Limits, Reader};

/// Sums of sets, a code and a rule.
const LINE: &str = "{n -> n-k for k in {1,3,4}}(21, 17) + 0.77(9) + {n -> n-k for k in 1..n//2}(345)";

fn reading(c: &mut Criterion) {
    let mut group = c.benchmark_group("reading");
    group.throughput(Throughput::Elements(1));
    let mut reader = Reader::new(Limits::default(), Games::NONE);
    group.bench_function("a line", |b| b.iter(|| reader.query(black_box(LINE)).expect("a position")));
    let unknown = "kaylse(5) + 0.77(3)";
    group.bench_function("an unknown name", |b| b.iter(|| reader.query(black_box(unknown)).expect_err("no such game")));
    let typed = Typed::of("21 stones, take 1 to 3");
    let asked = Asked::new(Kind::Position, Games::NONE);
    group.bench_function("a sentence", |b| b.iter(|| respell(black_box(&typed), &asked).expect("one reading")));
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
