//! Misère quotients from nothing, and sums judged through one, with the plain search beside them.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use grundy_core::{Budget, Context, Error, Outcome, Result};
use grundy_search::misere::{Component, MisereSearch};
use grundy_search::quotient::Quotient;
use grundy_search::quotient::repeats::{Repeats, Shape};

/// Options of a heap of the octal code 0.d1d2….
fn options(digits: &[u32], n: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for (taken, &digit) in (1..).zip(digits) {
        let Some(left) = n.checked_sub(taken) else { break };
        if digit & 1 != 0 && left == 0 {
            all.push(vec![]);
        }
        if digit & 2 != 0 && left > 0 {
            all.push(vec![left]);
        }
        if digit & 4 != 0 {
            all.extend((1..=left / 2).map(|a| vec![a, left - a]));
        }
    }
    all
}

/// Heaps up to this one, or until the quotient is that of the whole game.
fn quotient(digits: &[u32], last: u32, cx: &Context) -> Result<(Quotient, bool)> {
    let (mut quotient, mut repeats, mut grown) = (Quotient::new(), Repeats::default(), 0);
    for n in 0..=last {
        quotient.add(options(digits, n), cx)?;
        if quotient.grown() != grown {
            (repeats, grown) = (Repeats::default(), quotient.grown());
        }
        repeats.watch(quotient.phi());
        if repeats.proved(Shape { parts: 2, taken: digits.len() }).is_some() {
            return Ok((quotient, true));
        }
    }
    Ok((quotient, false))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Kayles(u32);

impl Component for Kayles {
    fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        let parts = |option: &Vec<u32>| visit(&option.iter().map(|&n| Kayles(n)).collect::<Vec<_>>());
        options(&[7, 7], self.0).iter().try_for_each(parts)
    }

    fn cycle(&self) -> Error {
        unreachable!("heaps get smaller")
    }
}

fn found(c: &mut Criterion) {
    let cx = Context::default();
    for (name, digits, last) in [
        ("Kayles, the whole game", &[7, 7][..], 200),
        ("0.123, the whole game", &[1, 2, 3], 200),
        ("0.75, the whole game", &[7, 5], 200),
        ("0.77 to heap 170", &[7, 7], 170),
        ("0.07 to heap 33, 638 elements", &[0, 7], 33),
    ] {
        c.bench_function(name, |b| b.iter(|| quotient(black_box(digits), last, &cx)));
    }
    // those whose quotients are too large end with their budget
    let codes = || (0..8).flat_map(|a| (0..8).map(move |b| [a, b]));
    let whole = |digits: [u32; 2]| {
        let short = Context::new(Budget { nodes: Some(1_000_000), ..Budget::UNLIMITED });
        matches!(quotient(&digits, 1000, &short), Ok((_, true)))
    };
    let finite: Vec<[u32; 2]> = codes().filter(|&digits| whole(digits)).collect();
    c.bench_function(&format!("whole games of {} codes of two digits", finite.len()), |b| {
        b.iter(|| finite.iter().filter(|&digits| quotient(digits, 1000, &cx).is_ok()).count());
    });
}

/// One sum after the other, each of eight heaps up to 12: the search remembers what it has seen.
fn judged(c: &mut Criterion) {
    let cx = Context::default();
    let sums: Vec<Vec<u32>> = (0..100_u32).map(|i| (0..8).map(|j| (i * 7 + j * (i + 5)) % 13).collect()).collect();
    let (kayles, _) = quotient(&[7, 7], 200, &cx).expect("no budget");
    c.bench_function("100 sums of 8 heaps through the quotient", |b| {
        b.iter(|| sums.iter().filter(|sum| kayles.is_p(black_box(sum).iter().copied())).count());
    });
    c.bench_function("100 sums of 8 heaps by plain search", |b| {
        b.iter_batched(
            MisereSearch::new,
            |mut search| {
                let lost = |sum: &&Vec<u32>| {
                    let heaps: Vec<Kayles> = sum.iter().map(|&n| Kayles(n)).collect();
                    search.outcome(&heaps, &cx).is_ok_and(|outcome| outcome == Outcome::Previous)
                };
                sums.iter().filter(lost).count()
            },
            BatchSize::LargeInput,
        );
    });
}

criterion_group!(name = benches; config = Criterion::default().sample_size(10); targets = found, judged);
criterion_main!(benches);
