//! Recurrences, counting sequences, and sequences that refer to themselves.

use super::Terms::List;
use super::{Entry, entry};

/// A linear recurrence of order at most 4: the first terms, and the coefficients of the terms before, the last first.
fn linear(count: usize, first: &[u64], of: &[u64]) -> Vec<u64> {
    let mut terms = first.to_vec();
    while terms.len() < count {
        let next = of.iter().zip(terms.iter().rev()).fold(0u64, |s, (c, t)| s.saturating_add(c.saturating_mul(*t)));
        terms.push(next);
        if next == u64::MAX {
            break;
        }
    }
    terms.truncate(count);
    terms
}

/// a(n + 1) from a(n) and n, in 128 bits.
fn steps(count: usize, first: u128, next: impl Fn(u128, u128) -> u128) -> Vec<u64> {
    let mut all = Vec::new();
    let mut term = first;
    for n in 0..count as u128 {
        let Ok(small) = u64::try_from(term) else { break };
        all.push(small);
        term = next(term, n);
    }
    all
}

/// A triangle of numbers row by row: its first (or last) entries.
fn bell(count: usize) -> Vec<u64> {
    let mut row = vec![1u64];
    let mut all = vec![1];
    while all.len() < count {
        let mut next = vec![row[row.len() - 1]];
        for x in &row {
            let sum = next[next.len() - 1].saturating_add(*x);
            next.push(sum);
        }
        all.push(next[0]);
        if next[0] == u64::MAX {
            break;
        }
        row = next;
    }
    all
}

/// Partitions into parts of which each number may be used so often (0: at will).
fn partitions(count: usize, once: bool) -> Vec<u64> {
    let mut ways = vec![0u64; count];
    if let Some(first) = ways.first_mut() {
        *first = 1;
    }
    for part in 1..count {
        let order: Vec<usize> = if once { (part..count).rev().collect() } else { (part..count).collect() };
        for n in order {
            ways[n] = ways[n].saturating_add(ways[n - part]);
        }
    }
    ways
}

fn motzkin(count: usize) -> Vec<u64> {
    let mut all: Vec<u128> = vec![1, 1];
    while all.len() < count.min(44) {
        let n = all.len() as u128;
        let next = ((2 * n + 1) * all[all.len() - 1] + 3 * (n - 1) * all[all.len() - 2]) / (n + 2);
        all.push(next);
    }
    all.into_iter().map_while(|t| u64::try_from(t).ok()).collect()
}

/// A sequence of two terms before: a(n) from a(n−1), a(n−2) and n.
fn second(count: usize, first: [u128; 2], next: impl Fn(u128, u128, u128) -> u128) -> Vec<u64> {
    let mut all: Vec<u128> = first.to_vec();
    while all.len() < count && all[all.len() - 1] < 1 << 64 {
        let n = all.len() as u128;
        all.push(next(n, all[all.len() - 1], all[all.len() - 2]));
    }
    all.into_iter().map_while(|t| u64::try_from(t).ok()).collect()
}

/// Sequences that ask for their own terms: `next` sees the terms from index 0 on.
fn own(count: usize, first: &[u64], next: impl Fn(usize, &[u64]) -> u64) -> Vec<u64> {
    let mut terms = first.to_vec();
    while terms.len() < count {
        let term = next(terms.len(), &terms);
        terms.push(term);
    }
    terms
}

fn kolakoski(count: usize) -> Vec<u64> {
    let mut terms = vec![1u64, 2, 2];
    let mut at = 2;
    while terms.len() < count {
        let next = 3 - terms[terms.len() - 1];
        terms.extend(std::iter::repeat_n(next, terms[at] as usize));
        at += 1;
    }
    terms.truncate(count);
    terms
}

fn golomb(count: usize) -> Vec<u64> {
    let mut terms = vec![1u64, 2, 2];
    let mut next = 3;
    while terms.len() < count {
        let times = terms[next as usize - 1];
        terms.extend(std::iter::repeat_n(next, times as usize));
        next += 1;
    }
    terms.truncate(count);
    terms
}

fn recaman(count: usize) -> Vec<u64> {
    let mut terms = vec![0u64];
    while terms.len() < count {
        let (n, last) = (terms.len() as u64, terms[terms.len() - 1]);
        let back = last.checked_sub(n).filter(|b| *b > 0 && !terms.contains(b));
        terms.push(back.unwrap_or(last + n));
    }
    terms
}

/// Hofstadter's sequence whose differences are the numbers that it lacks.
fn figures(count: usize) -> Vec<u64> {
    let mut terms = vec![1u64];
    let mut gap = 2;
    while terms.len() < count {
        let next = terms[terms.len() - 1] + gap;
        terms.push(next);
        gap += 1;
        while terms.contains(&gap) {
            gap += 1;
        }
    }
    terms
}

fn collatz_steps(mut n: u64) -> u64 {
    let mut steps = 0;
    while n > 1 {
        n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

#[rustfmt::skip]
pub(super) const ENTRIES: &[Entry] = &[
    entry(45, 0, "Fibonacci numbers", "Fibonacci 数", List(|c| linear(c, &[0, 1], &[1, 1]))),
    entry(32, 0, "Lucas numbers", "Lucas 数", List(|c| linear(c, &[2, 1], &[1, 1]))),
    entry(71, 1, "Fibonacci numbers less 1", "Fibonacci 数减 1", List(|c| linear(c + 1, &[0, 1], &[1, 1]).into_iter().skip(1).map(|f| f.saturating_sub(1)).collect())),
    entry(1519, 0, "every second Fibonacci number, 1, 1, 2, 5, 13, …", "隔一个的 Fibonacci 数 1, 1, 2, 5, 13, …", List(|c| { let mut all = vec![1, 1]; while all.len() < c { let next = (3u64.saturating_mul(all[all.len() - 1])).saturating_sub(all[all.len() - 2]); if all[all.len() - 1] > 1 << 60 { break; } all.push(next); } all })),
    entry(1906, 0, "every second Fibonacci number, 0, 1, 3, 8, …", "隔一个的 Fibonacci 数 0, 1, 3, 8, …", List(|c| linear(2 * c, &[0, 1], &[1, 1]).into_iter().step_by(2).collect())),
    entry(129, 0, "Pell numbers", "Pell 数", List(|c| linear(c, &[0, 1], &[2, 1]))),
    entry(1333, 0, "numerators of the convergents of sqrt(2)", "sqrt(2) 的渐近分数的分子", List(|c| linear(c, &[1, 1], &[2, 1]))),
    entry(1045, 0, "Jacobsthal numbers", "Jacobsthal 数", List(|c| linear(c, &[0, 1], &[1, 2]))),
    entry(73, 0, "tribonacci numbers", "tribonacci 数（三阶 Fibonacci 数）", List(|c| linear(c, &[0, 0, 1], &[1, 1, 1]))),
    entry(78, 0, "tetranacci numbers", "tetranacci 数（四阶 Fibonacci 数）", List(|c| linear(c, &[0, 0, 0, 1], &[1, 1, 1, 1]))),
    entry(930, 0, "Narayana's cows sequence", "Narayana 奶牛数列", List(|c| linear(c, &[1, 1, 1], &[1, 0, 1]))),
    entry(931, 0, "Padovan sequence", "Padovan 数列", List(|c| linear(c, &[1, 0, 0], &[0, 1, 1]))),
    entry(1608, 0, "Perrin sequence", "Perrin 数列", List(|c| linear(c, &[3, 0, 2], &[0, 1, 1]))),
    entry(142, 0, "factorials", "阶乘", List(|c| steps(c, 1, |t, n| t * (n + 1)))),
    entry(165, 0, "double factorials of even numbers", "偶数的双阶乘", List(|c| steps(c, 1, |t, n| t * (2 * n + 2)))),
    entry(1147, 0, "double factorials of odd numbers", "奇数的双阶乘", List(|c| steps(c, 1, |t, n| t * (2 * n + 1)))),
    entry(108, 0, "Catalan numbers", "Catalan 数", List(|c| steps(c, 1, |t, n| t * (4 * n + 2) / (n + 2)))),
    entry(984, 0, "central binomial coefficients", "中心二项式系数", List(|c| steps(c, 1, |t, n| t * (4 * n + 2) / (n + 1)))),
    entry(1006, 0, "Motzkin numbers", "Motzkin 数", List(motzkin)),
    entry(110, 0, "Bell numbers", "Bell 数", List(bell)),
    entry(41, 0, "numbers of partitions", "分拆数", List(|c| partitions(c, false))),
    entry(9, 0, "numbers of partitions into distinct parts", "分成不同部分的分拆数", List(|c| partitions(c, true))),
    entry(166, 0, "derangements", "错排数", List(|c| second(c, [1, 0], |n, a, b| (n - 1) * (a + b)))),
    entry(85, 0, "involutions", "对合数", List(|c| second(c, [1, 1], |n, a, b| a + (n - 1) * b))),
    entry(2, 1, "Kolakoski sequence", "Kolakoski 数列", List(kolakoski)),
    entry(1462, 1, "Golomb's sequence", "Golomb 数列", List(golomb)),
    entry(5132, 0, "Recamán's sequence", "Recamán 数列", List(recaman)),
    entry(5228, 1, "Hofstadter's figure sequence", "Hofstadter 图形数列", List(figures)),
    entry(5185, 1, "Hofstadter's Q-sequence", "Hofstadter Q 数列", List(|c| own(c + 1, &[0, 1, 1], |n, a| a[n - a[n - 1] as usize] + a[n - a[n - 2] as usize])[1..].to_vec())),
    entry(4001, 1, "Hofstadter-Conway sequence", "Hofstadter-Conway 数列", List(|c| own(c + 1, &[0, 1, 1], |n, a| a[a[n - 1] as usize] + a[n - a[n - 1] as usize])[1..].to_vec())),
    entry(5374, 0, "Hofstadter's H: n - H(H(H(n - 1)))", "Hofstadter 的 H：n - H(H(H(n - 1)))", List(|c| own(c, &[0], |n, a| n as u64 - a[a[a[n - 1] as usize] as usize]))),
    entry(6577, 1, "steps of n to 1 in the 3x + 1 problem", "3x + 1 问题中 n 到 1 的步数", List(|c| (1..=c as u64).map(collatz_steps).collect())),
    entry(6370, 0, "the 3x + 1 map", "3x + 1 映射", List(|c| (0..c as u64).map(|n| if n % 2 == 0 { n / 2 } else { 3 * n + 1 }).collect())),
];
