//! The memo on a game that splits, and the walk of outcomes on a game that does not.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy_core::{Context, Convention, Rules, Visitor};
use grundy_search::Memo;

/// Take one or two adjacent pins, perhaps splitting the row.
#[derive(Debug)]
struct Kayles;

impl Rules for Kayles {
    type Position = u32;
    fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        (1..=2.min(n)).try_for_each(|k| (0..=n - k).try_for_each(|left| visit(&[left, n - k - left])))
    }
}

/// Chomp with rows of at most eight squares: eat a square, and all above and to the right of it.
#[derive(Debug)]
struct Chomp;

impl Rules for Chomp {
    type Position = [u8; 8];
    fn options(&self, rows: &[u8; 8], visit: &mut Visitor<'_, [u8; 8]>) -> ControlFlow<()> {
        for (row, &length) in rows.iter().enumerate() {
            for left in 0..length {
                let mut after = *rows;
                after[row..].iter_mut().for_each(|r| *r = left.min(*r));
                visit(&[after])?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn search(c: &mut Criterion) {
    let cx = Context::default();
    c.bench_function("values of Kayles to 300", |b| b.iter(|| Memo::new(&Kayles).value(black_box(&300), &cx)));
    let board = [7, 7, 7, 7, 7, 0, 0, 0];
    c.bench_function("misère outcome of Chomp 5x7", |b| {
        b.iter(|| Memo::new(&Chomp).outcome(black_box(&[board]), Convention::Misere, &cx));
    });
    let sum = [7u32, 6, 5, 4];
    c.bench_function("misère outcome of Kayles 7+6+5+4", |b| {
        b.iter(|| Memo::new(&Kayles).outcome(black_box(&sum), Convention::Misere, &cx));
    });
}

criterion_group!(benches, search);
criterion_main!(benches);
