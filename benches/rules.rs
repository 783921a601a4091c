//! A rule that no family covers, against the loop one would write for it by hand.
//!
//! The rules are given as elaborated rules straight to the dense table, so nothing is recognised; the hand-written
//! loops keep their bounds checks. Both sides run in the same process, one after the other.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy::engine::dense::{DenseTable, Order};
use grundy::engine::tiles::Moves;
use grundy::notation::ast::{Operator, Relation};
use grundy::number::Int;
use grundy::rule::column::NoForeign;
use grundy::rule::ir::{Alternative, Cond, Expr, Guard, Item, Loop, Part, Rule, Set};
use grundy::{Context, Convention};

const HEAPS: usize = 3000;
const SIDE: usize = 400;
/// Too large for options one by one.
const LARGE: usize = 2001;

fn minus(a: Expr, b: Expr) -> Expr {
    Expr::Binary(Operator::Subtract, Box::new(a), Box::new(b))
}

fn from_one(name: &str) -> Loop {
    let one = Expr::Constant(Int::from(1));
    let range = Item::Range { from: one.clone(), to: None, step: one };
    Loop { name: name.to_owned(), set: Set { items: vec![range], except: Vec::new() } }
}

fn part(coordinates: Vec<Expr>) -> Part {
    Part { game: None, coordinates }
}

/// `{n -> a & n-a for a in 1.. if a < n-a}`
fn grundys_game() -> Rule {
    let (n, a) = (Expr::Variable(0), Expr::Variable(1));
    let rest = minus(n, a.clone());
    let guard = Guard { depth: 1, cond: Cond::Compare(a.clone(), Relation::Less, rest.clone()) };
    let alternative = Alternative {
        loops: vec![from_one("a")],
        guards: vec![guard],
        parts: vec![part(vec![a]), part(vec![rest])],
        text: "a & n-a".to_owned(),
    };
    Rule { arity: 1, names: vec!["n".to_owned()], alternatives: vec![alternative], measure: None, loopy: false }
}

/// `{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}`
fn wythoff() -> Rule {
    let (a, b, k) = (Expr::Variable(0), Expr::Variable(1), Expr::Variable(2));
    let moves = [
        (minus(a.clone(), k.clone()), b.clone()),
        (a.clone(), minus(b.clone(), k.clone())),
        (minus(a, k.clone()), minus(b, k)),
    ];
    let alternatives = moves.into_iter().map(|(x, y)| Alternative {
        loops: vec![from_one("k")],
        guards: Vec::new(),
        parts: vec![part(vec![x, y])],
        text: "Wythoff".to_owned(),
    });
    Rule {
        arity: 2,
        names: vec!["a".to_owned(), "b".to_owned()],
        alternatives: alternatives.collect(),
        measure: None,
        loopy: false,
    }
}

/// What one writes by hand: marks and a stamp, no tricks.
fn grundys_game_by_hand(heaps: usize) -> Vec<u32> {
    let mut values = vec![0_u32; heaps + 1];
    let mut seen = vec![0_usize; heaps + 1];
    for n in 1..=heaps {
        for a in 1..n.div_ceil(2) {
            seen[(values[a] ^ values[n - a]) as usize] = n;
        }
        let mut value = 0;
        while seen[value] == n {
            value += 1;
        }
        values[n] = value as u32;
    }
    values
}

fn wythoff_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0_u32; side * side];
    let mut seen = vec![0_usize; 4 * side];
    for a in 0..side {
        for b in 0..side {
            let stamp = a * side + b + 1;
            for k in 1..=a {
                seen[values[(a - k) * side + b] as usize] = stamp;
            }
            for k in 1..=b {
                seen[values[a * side + b - k] as usize] = stamp;
            }
            for k in 1..=a.min(b) {
                seen[values[(a - k) * side + b - k] as usize] = stamp;
            }
            let mut value = 0;
            while seen[value] == stamp {
                value += 1;
            }
            values[a * side + b] = value as u32;
        }
    }
    values
}

/// The method of the engine without the engine: the values seen by each line as bits, and the least that none has.
fn wythoff_by_lines(side: usize) -> Vec<u32> {
    let words = 2 * side / 64 + 1;
    let mut values = vec![0_u32; side * side];
    let mut columns = vec![0_u64; side * words];
    let mut diagonals = vec![0_u64; 2 * side * words];
    // before these words everything was seen
    let (mut column_front, mut diagonal_front) = (vec![0; side], vec![0; 2 * side]);
    for a in 0..side {
        let (mut row, mut row_front) = (vec![0_u64; words], 0);
        for b in 0..side {
            let d = a + side - b;
            let (column, diagonal) = (&mut columns[b * words..][..words], &mut diagonals[d * words..][..words]);
            let mut word = usize::max(row_front, usize::max(column_front[b], diagonal_front[d]));
            let mut seen = row[word] | column[word] | diagonal[word];
            while seen == u64::MAX {
                word += 1;
                seen = row[word] | column[word] | diagonal[word];
            }
            let bit = seen.trailing_ones();
            let lines =
                [(&mut row[..], &mut row_front), (column, &mut column_front[b]), (diagonal, &mut diagonal_front[d])];
            for (line, front) in lines {
                line[word] |= 1 << bit;
                while line[*front] == u64::MAX {
                    *front += 1;
                }
            }
            values[a * side + b] = 64 * word as u32 + bit;
        }
    }
    values
}

fn rules(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rule");
    group.sample_size(20);
    let rule = grundys_game();
    let table = || {
        let mut table = DenseTable::new(&rule, Convention::Normal).expect("a rule of one coordinate");
        table.extend_to(HEAPS as u64, &NoForeign, &Context::default()).expect("no budget");
        table
    };
    assert_eq!(table().values(), grundys_game_by_hand(HEAPS));
    group.bench_function("grundy/engine", |b| b.iter(|| black_box(table())));
    group.bench_function("grundy/by hand", |b| b.iter(|| black_box(grundys_game_by_hand(black_box(HEAPS)))));

    let rule = wythoff();
    let corner = [SIDE as u64 - 1; 2];
    let table = || {
        let mut table = DenseTable::new(&rule, Convention::Normal).expect("a rule of two coordinates");
        table.cover(&corner, Order::Lexicographic, &NoForeign, &Context::default()).expect("no budget");
        table
    };
    let by_hand = wythoff_by_hand(SIDE);
    let filled = table();
    for place in [[0, 0], [1, 2], [399, 399], [17, 301]] {
        let at = (place[0] * SIDE as u64 + place[1]) as usize;
        assert_eq!(filled.value(&place), Some(by_hand[at]));
    }
    group.bench_function("wythoff/engine", |b| b.iter(|| black_box(table())));
    group.bench_function("wythoff/by hand", |b| b.iter(|| black_box(wythoff_by_hand(black_box(SIDE)))));

    let moves = Moves::of(&rule).expect("a rule").expect("moves along lines");
    let large = || {
        let mut table = None;
        moves.table([LARGE; 2], &mut table, &Context::default()).expect("no budget");
        table.expect("a table")
    };
    let (filled, by_hand) = (large(), wythoff_by_lines(LARGE));
    assert!((0..LARGE * LARGE).all(|at| filled.value(at / LARGE, at % LARGE) == Some(by_hand[at])));
    group.bench_function("rays/engine", |b| b.iter(|| black_box(large())));
    group.bench_function("rays/by hand", |b| b.iter(|| black_box(wythoff_by_lines(black_box(LARGE)))));
    group.finish();
}

criterion_group!(benches, rules);
criterion_main!(benches);
