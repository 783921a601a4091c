//! From a text to its answer, inside one process: reading, recognising, planning, answering.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::{Context, Session, SolveOptions};

#[allow(dead_code, reason = "the seed and the rules are also used by the chores")]
mod lines;

const LINES: usize = 2000;

fn solve(criterion: &mut Criterion) {
    let options = SolveOptions::default().with_moves(false);
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(20);
    group.bench_function("one question", |b| {
        b.iter(|| {
            let mut session = Session::new();
            let position = session.position(black_box("take[1,3,4](21, 17) + kayles(9)")).expect("a position");
            position.solve().expect("an answer")
        });
    });
    let lines: Vec<String> = lines::Lines::new(1).take(LINES).collect();
    let mut session = Session::new();
    group.throughput(Throughput::Elements(LINES as u64));
    group.bench_function("lines in a session", |b| {
        b.iter(|| {
            for line in &lines {
                if let Ok(position) = session.position(line) {
                    black_box(position.solve_with(&options, &Context::default()).expect("an answer"));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
