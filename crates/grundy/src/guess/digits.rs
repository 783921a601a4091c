//! Values that are read off the digits of n: recursions like g(2n) = g(n), g(2n+1) = g(n) + 1.
//!
//! The *kernel* of a sequence in base b holds the sequences g(bᵏn + r), r < bᵏ. A sequence is *b-regular* if its kernel
//! lies in a space of finite rank (J.-P. Allouche, J. Shallit, *The ring of k-regular sequences*, 1992), *b-automatic* if
//! the kernel is finite. Here members of the kernel are taken in turn, g first; each is compared with the sums
//! c₀ + c·n + Σ cᵢ·(members so far) on all terms that are known, the plain ones first; what is no such sum is a new
//! member. If the list closes while each relation still rests on many terms, the relations are told. They hold as far
//! as was compared.

use grundy_core::{Context, Evidence, Result};

use super::sample::Sample;
use super::{Finding, Kind};
use crate::words::{Sentence, Words};

/// So many members of the kernel at most.
const RANK: usize = 5;
/// A relation is compared on so many terms at least, and so many more for each number in it.
const TERMS: usize = 24;
/// Coefficients have at most this size.
const COEFFICIENT: i64 = 12;

/// A member of the kernel: g(step·n + offset).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Member {
    step: usize,
    offset: usize,
}

impl Member {
    fn at(self, values: &[i64], n: usize) -> Option<i64> {
        values.get(self.step * n + self.offset).copied()
    }

    fn length(self, values: &[i64]) -> usize {
        values.len().saturating_sub(self.offset).div_ceil(self.step)
    }

    fn show(self, function: &str) -> String {
        let n = if self.step == 1 { "n".to_owned() } else { format!("{}n", self.step) };
        if self.offset == 0 { format!("{function}({n})") } else { format!("{function}({n}+{})", self.offset) }
    }
}

/// c₀ + c·n + Σ cᵢ·member
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sum {
    constant: i64,
    slope: i64,
    of: Vec<i64>,
}

impl Sum {
    fn at(&self, members: &[Member], values: &[i64], n: usize) -> Option<i64> {
        let mut sum = self.constant + self.slope * n as i64;
        for (c, member) in self.of.iter().zip(members) {
            if *c != 0 {
                sum += c * member.at(values, n)?;
            }
        }
        Some(sum)
    }

    fn show(&self, members: &[Member], function: &str) -> String {
        let mut text = String::new();
        let mut add = |c: i64, what: &str| {
            let sign = match (text.is_empty(), c < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            match (c.abs(), what) {
                (c, "") => text.push_str(&c.to_string()),
                (1, what) => text.push_str(what),
                (c, what) => text.push_str(&format!("{c}{}{what}", if what == "n" { "" } else { "·" })),
            }
        };
        for (c, member) in self.of.iter().zip(members) {
            if *c != 0 {
                add(*c, &member.show(function));
            }
        }
        if self.slope != 0 {
            add(self.slope, "n");
        }
        if self.constant != 0 {
            add(self.constant, "");
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

/// The relations that hold in a base.
#[derive(Debug)]
struct Relations {
    members: Vec<Member>,
    /// Each member of the next level, and the sum that it is.
    equations: Vec<(Member, Sum)>,
    /// They hold for all n from here on.
    from: usize,
}

/// The recursions of the values, or of the P-positions where no condition says which these are (`law`), in bases 2 and 3.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, law: bool, cx: &Context) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    // terms are told by their heaps, and no place may be missing among them
    let Some(values) = sample.values.as_ref().filter(|_| sample.first_heap() == Some(0)) else { return Ok(found) };
    let values: Vec<i64> = values.iter().map(|&v| v as i64).collect();
    for base in [2usize, 3] {
        cx.tick(values.len() as u64 * 8)?;
        if let Some(relations) = closed(&values, base) {
            found.push(told(&relations, "g", base, sample));
        }
    }
    if found.is_empty() && !law {
        // 1 for P, 0 for N
        let flags: Vec<i64> = sample.previous.iter().map(|&p| i64::from(p)).collect();
        for base in [2usize, 3] {
            cx.tick(values.len() as u64 * 8)?;
            if let Some(relations) = closed(&flags, base) {
                found.push(told(&relations, "P", base, sample));
            }
        }
    }
    found.truncate(1);
    Ok(found)
}

fn told(relations: &Relations, function: &str, base: usize, sample: &Sample) -> Finding {
    let equations: Vec<String> = relations
        .equations
        .iter()
        .map(|(member, sum)| format!("{} = {}", member.show(function), sum.show(&relations.members, function)))
        .collect();
    let key = match (function, relations.from) {
        ("P", 0) => "guess-digits-p",
        ("P", _) => "guess-digits-p-from",
        (_, 0) => "guess-digits",
        _ => "guess-digits-from",
    };
    let words = Sentence::new(key, [base.to_string(), equations.join(", "), relations.from.to_string()]);
    let weight = 3 * relations.equations.len() as u32 + equations.iter().map(|e| super::weight(e)).sum::<u32>() / 2;
    Finding::new(Kind::Digits, words.into(), checked(sample, ["the relations", "各关系式"]), weight)
}

/// Checked on the sample.
pub(super) fn checked(sample: &Sample, [english, chinese]: [&str; 2]) -> Evidence {
    let compared = Words::new(
        format!("{english} were compared with all values up to there"),
        format!("{chinese}与到那里为止的所有值作了比较"),
    );
    Evidence::checked(sample.reach, compared)
}

fn closed(values: &[i64], base: usize) -> Option<Relations> {
    // a sequence of one value has no digits to read
    let first = values.first()?;
    if values.iter().all(|v| v == first) {
        return None;
    }
    (0..=1).filter_map(|from| close(values, base, from)).min_by_key(|r| (r.members.len(), r.from))
}

fn close(values: &[i64], base: usize, from: usize) -> Option<Relations> {
    let mut members = vec![Member { step: 1, offset: 0 }];
    let mut equations = Vec::new();
    let mut next = 0;
    while next < members.len() {
        let member = members[next];
        for digit in 0..base {
            let child = Member { step: member.step * base, offset: member.offset + member.step * digit };
            let sum = relation(child, &members, values, from);
            match sum {
                Some(sum) => equations.push((child, sum)),
                None if members.len() < RANK && child.length(values) >= 4 * TERMS => members.push(child),
                None => return None,
            }
        }
        next += 1;
    }
    equations.sort_by_key(|(m, _)| (m.step, m.offset));
    Some(Relations { members, equations, from })
}

/// The child as a sum of the members, the plain sums first.
fn relation(child: Member, members: &[Member], values: &[i64], from: usize) -> Option<Sum> {
    let length = child.length(values);
    if length < TERMS + 6 * members.len() {
        return None;
    }
    let fits = |sum: &Sum| (from..length).all(|n| sum.at(members, values, n) == child.at(values, n));
    let none = vec![0; members.len()];
    let zero = Sum { constant: 0, slope: 0, of: none.clone() };
    let constant = child.at(values, from)?;
    // a number, a line
    let later = child.at(values, from + 1)?;
    let line = Sum { constant: constant - (later - constant) * from as i64, slope: later - constant, ..zero.clone() };
    if fits(&line) {
        return Some(line);
    }
    // one member and a number
    for (i, member) in members.iter().enumerate() {
        let mut sum = zero.clone();
        sum.of[i] = 1;
        sum.constant = constant - member.at(values, from)?;
        if fits(&sum) {
            return Some(sum);
        }
    }
    let sum = solve(child, members, values, from, length)?;
    fits(&sum).then_some(sum)
}

/// The prime 2³¹ − 1.
const PRIME: i64 = 2_147_483_647;

/// Small integers that make the child a sum of the members, if there are any: Gauss over a prime field.
fn solve(child: Member, members: &[Member], values: &[i64], from: usize, length: usize) -> Option<Sum> {
    let width = members.len() + 2;
    let mut rows: Vec<(usize, Vec<i64>)> = Vec::new();
    for n in from..length {
        let mut row: Vec<i64> = vec![1, n as i64];
        for member in members {
            row.push(member.at(values, n)?);
        }
        row.push(child.at(values, n)?);
        row.iter_mut().for_each(|x| *x = x.rem_euclid(PRIME));
        for (pivot, known) in &rows {
            let factor = row[*pivot];
            if factor != 0 {
                row.iter_mut().zip(known).for_each(|(x, y)| *x = (*x - factor * y % PRIME).rem_euclid(PRIME));
            }
        }
        let Some(pivot) = row.iter().position(|x| *x != 0) else { continue };
        if pivot == width {
            return None;
        }
        let inverse = power(row[pivot], PRIME - 2);
        row.iter_mut().for_each(|x| *x = *x * inverse % PRIME);
        rows.push((pivot, row));
    }
    // back: what is not determined is 0
    let mut solution = vec![0i64; width];
    rows.sort_by_key(|(pivot, _)| std::cmp::Reverse(*pivot));
    for (pivot, row) in &rows {
        let rest: i64 = (pivot + 1..width).fold(0, |s, j| (s + row[j] * solution[j]) % PRIME);
        solution[*pivot] = (row[width] - rest).rem_euclid(PRIME);
    }
    let small = |x: i64| if x > PRIME / 2 { x - PRIME } else { x };
    let solution: Vec<i64> = solution.into_iter().map(small).collect();
    let [constant, slope, of @ ..] = &solution[..] else { return None };
    let fine = solution.iter().all(|c| c.abs() <= COEFFICIENT) && of.iter().filter(|c| **c != 0).count() <= 3;
    fine.then(|| Sum { constant: *constant, slope: *slope, of: of.to_vec() })
}

fn power(mut base: i64, mut exponent: i64) -> i64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(base: usize, f: impl Fn(u64) -> i64) -> Option<String> {
        let values: Vec<i64> = (0..2048).map(f).collect();
        let relations = closed(&values, base)?;
        // they hold wherever they can be compared
        for (member, sum) in &relations.equations {
            for n in relations.from..member.length(&values) {
                assert_eq!(sum.at(&relations.members, &values, n), member.at(&values, n));
            }
        }
        let all: Vec<String> = relations
            .equations
            .iter()
            .map(|(member, sum)| format!("{} = {}", member.show("g"), sum.show(&relations.members, "g")))
            .collect();
        Some(all.join(", "))
    }

    #[test]
    fn recursions_are_found() {
        let said = |base, f: fn(u64) -> i64, text: &str| assert_eq!(ask(base, f).as_deref(), Some(text));
        said(2, |n| n.count_ones().into(), "g(2n) = g(n), g(2n+1) = g(n) + 1");
        said(2, |n| (n.count_ones() % 2).into(), "g(2n) = g(n), g(2n+1) = -g(n) + 1");
        said(2, |n| if n == 0 { 0 } else { n.trailing_zeros().into() }, "g(2n) = g(n) + 1, g(2n+1) = 0");
        said(2, |n| i64::from(64 - n.leading_zeros()), "g(2n) = g(n) + 1, g(2n+1) = g(n) + 1");
        said(2, |n| ((n + 1) >> ((n + 1).trailing_zeros() + 1)) as i64, "g(2n) = n, g(2n+1) = g(n)");
        assert!(ask(3, |n| n.count_ones().into()).is_none());
        assert!(ask(2, |n| (n * 40503 % 65521 % 7) as i64).is_none());
        assert!(ask(2, |n| n.isqrt() as i64).is_none());
        let ternary = |mut n: u64| {
            let mut sum = 0;
            while n > 0 {
                sum += (n % 3) as i64;
                n /= 3;
            }
            sum
        };
        assert_eq!(ask(3, ternary).as_deref(), Some("g(3n) = g(n), g(3n+1) = g(n) + 1, g(3n+2) = g(n) + 2"));
    }
}
