//! Labels of explicit graphs: the reverse graph, values, outcomes, Smith's values, arcs a second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy_core::{Context, Convention};
use grundy_graph::{GrundyValues, Outcomes, Reverse, SmithValues};

#[allow(dead_code, reason = "the names of the graphs are also used by the side-by-side program")]
mod graphs;

const ARCS: u64 = 1_000_000;

fn labels(criterion: &mut Criterion) {
    let cx = Context::default();
    for kind in graphs::Kind::ALL {
        let arcs: Vec<(u32, u32)> = graphs::arcs(kind, ARCS).collect();
        let vertices = graphs::vertices(kind, ARCS) as usize;
        let graph = Reverse::from_arcs(vertices, &arcs, &cx).expect("arcs within the graph");
        let mut group = criterion.benchmark_group(kind.name());
        group.sample_size(10).throughput(Throughput::Elements(ARCS));
        group.bench_function("reverse graph", |b| b.iter(|| Reverse::from_arcs(vertices, black_box(&arcs), &cx)));
        group.bench_function("values", |b| b.iter(|| GrundyValues::of(black_box(&graph), &cx)));
        group.bench_function("outcomes", |b| b.iter(|| Outcomes::of(black_box(&graph), Convention::Normal, &cx)));
        group.bench_function("Smith's values", |b| b.iter(|| SmithValues::of(black_box(&graph), &cx)));
        group.finish();
    }
}

criterion_group!(benches, labels);
criterion_main!(benches);
