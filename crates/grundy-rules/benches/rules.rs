//! A rule that no family covers, against the loop one would write for it by hand.
//!
//! The rules are given as elaborated rules straight to the dense table, so nothing is recognised; the hand-written
//! loops keep their bounds checks. Both sides run in the same process, one after the other.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy_core::{Context, Convention, Int};
use grundy_notation::ast::{Operator, Relation};
use grundy_rules::engine::dense::{DenseTable, Order};
use grundy_rules::engine::tiles::{Grid, Moves};
use grundy_rules::rule::column::NoForeign;
use grundy_rules::rule::ir::{Alternative, Cond, Expr, Guard, Item, Loop, Part, Rule, Set};

const HEAPS: usize = 3000;
const SIDE: usize = 400;
/// Too large for options one by one.
const LARGE: usize = 2001;
/// The side of a table of three coordinates.
const CUBE: usize = 201;

fn minus(a: Expr, b: Expr) -> Expr {
    Expr::Binary(Operator::Subtract, Box::new(a), Box::new(b))
}

/// `name in 1..to`
fn from_one(name: &str, to: Option<Expr>) -> Loop {
    let one = Expr::Constant(Int::from(1));
    let range = Item::Range { from: one.clone(), to, step: one };
    Loop { name: name.to_owned(), set: Set { items: vec![range], except: Vec::new() } }
}

/// A rule of moves along lines: which coordinates each lowers, by any number up to a bound.
fn along_lines(names: &[&str], rays: &[(&[usize], Option<Expr>)]) -> Rule {
    let arity = names.len();
    let coordinate = |lowered: &[usize], i: usize| match lowered.contains(&i) {
        true => minus(Expr::Variable(i), Expr::Variable(arity)),
        false => Expr::Variable(i),
    };
    let alternatives = rays.iter().map(|(lowered, to)| Alternative {
        loops: vec![from_one("k", to.clone())],
        guards: Vec::new(),
        parts: vec![part((0..arity).map(|i| coordinate(lowered, i)).collect())],
        text: "along a line".to_owned(),
    });
    Rule {
        arity,
        names: names.iter().map(|&name| name.to_owned()).collect(),
        alternatives: alternatives.collect(),
        measure: None,
        loopy: false,
    }
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
        loops: vec![from_one("a", None)],
        guards: vec![guard],
        parts: vec![part(vec![a]), part(vec![rest])],
        text: "a & n-a".to_owned(),
    };
    Rule { arity: 1, names: vec!["n".to_owned()], alternatives: vec![alternative], measure: None, loopy: false }
}

/// `{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}`
fn wythoff() -> Rule {
    along_lines(&["a", "b"], &[(&[0], None), (&[1], None), (&[0, 1], None)])
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

/// The same for moves down a column as far as its number, `{(n,m) -> (n-k,m) for k in 1..m}`: a window on each column.
fn windows_by_lines(side: usize) -> Vec<u32> {
    let words = side / 64 + 1;
    let mut values = vec![0_u32; side * side];
    let mut columns = vec![0_u64; side * words];
    for n in 0..side {
        for m in 1..side {
            let column = &mut columns[m * words..][..words];
            if n > m {
                let gone = values[(n - m - 1) * side + m];
                column[gone as usize / 64] &= !(1 << (gone % 64));
            }
            let word = (0..words).find(|&word| column[word] != u64::MAX).unwrap_or(0);
            let bit = column[word].trailing_ones();
            column[word] |= 1 << bit;
            values[n * side + m] = 64 * word as u32 + bit;
        }
    }
    values
}

/// Sets of the lines through each place of three heaps, of which one or all are lowered alike.
fn three_by_lines(side: usize) -> Vec<u32> {
    let words = 4 * side / 64 + 1;
    let cube = side * side;
    let mut values = vec![0_u32; side * cube];
    let mut lines = [vec![0_u64; cube * words], vec![0; cube * words], vec![0; cube * words]];
    let mut diagonals = vec![0_u64; 4 * cube * words];
    for a in 0..side {
        for b in 0..side {
            for c in 0..side {
                let at = [b * side + c, a * side + c, a * side + b];
                let d = (b + side - a) * 2 * side + c + side - a;
                let seen = |word: usize| {
                    let straight = (0..3).fold(0, |seen, i| seen | lines[i][at[i] * words + word]);
                    straight | diagonals[d * words + word]
                };
                let word = (0..words).find(|&word| seen(word) != u64::MAX).unwrap_or(0);
                let bit = seen(word).trailing_ones();
                (0..3).for_each(|i| lines[i][at[i] * words + word] |= 1 << bit);
                diagonals[d * words + word] |= 1 << bit;
                values[a * cube + b * side + c] = 64 * word as u32 + bit;
            }
        }
    }
    values
}

/// Works out the large table of a rule whose moves run along lines.
fn along_tiles(rule: &Rule) -> impl Fn() -> Grid + use<> {
    let moves = Moves::of(rule).expect("a rule").expect("moves along lines");
    move || {
        let mut table = None;
        moves.table([LARGE; 2], &mut table, &Context::default()).expect("no budget");
        table.expect("a table")
    }
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

    let large = along_tiles(&rule);
    let (filled, by_hand) = (large(), wythoff_by_lines(LARGE));
    assert!((0..LARGE * LARGE).all(|at| filled.value(at / LARGE, at % LARGE) == Some(by_hand[at])));
    group.bench_function("rays/engine", |b| b.iter(|| black_box(large())));
    group.bench_function("rays/by hand", |b| b.iter(|| black_box(wythoff_by_lines(black_box(LARGE)))));

    let windows = along_tiles(&along_lines(&["n", "m"], &[(&[0], Some(Expr::Variable(1)))]));
    let (filled, by_hand) = (windows(), windows_by_lines(LARGE));
    assert!((0..LARGE * LARGE).all(|at| filled.value(at / LARGE, at % LARGE) == Some(by_hand[at])));
    group.bench_function("windows/engine", |b| b.iter(|| black_box(windows())));
    group.bench_function("windows/by hand", |b| b.iter(|| black_box(windows_by_lines(black_box(LARGE)))));

    let rays: [(&[usize], _); 4] = [(&[0], None), (&[1], None), (&[2], None), (&[0, 1, 2], None)];
    let rule = along_lines(&["a", "b", "c"], &rays);
    let corner = [CUBE as u64 - 1; 3];
    let table = || {
        let mut table = DenseTable::new(&rule, Convention::Normal).expect("a rule of three coordinates");
        table.cover(&corner, Order::Lexicographic, &NoForeign, &Context::default()).expect("no budget");
        table
    };
    assert_eq!(table().values(), three_by_lines(CUBE));
    group.sample_size(10);
    group.bench_function("three heaps/engine", |b| b.iter(|| black_box(table())));
    group.bench_function("three heaps/by hand", |b| b.iter(|| black_box(three_by_lines(black_box(CUBE)))));
    group.finish();
}

criterion_group!(benches, rules);
criterion_main!(benches);
