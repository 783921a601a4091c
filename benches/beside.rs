//! Our side of `cargo xtask bench --beside`: one task a run, so that it can be timed from outside like any program.
//!
//! ```text
//! beside values CODE N         the values of the heaps 0 to N-1, each from the rule
//! beside plain CODE N          the same by the plain loop over all pairs
//! beside period CODE N         the least period that is proved by at most N values
//! beside sets COUNT LEAST N    random subtraction sets, elements LEAST to 64, at most 7, N values each from the rule
//! beside outcomes COUNT N      the same with elements from 1 on, outcomes alone
//! ```
//!
//! Each line of output: seconds of CPU time of the thread that worked, what was measured, the last value, a hash of all
//! values or the period.

use std::time::Instant;

use grundy::Context;
use grundy_sequence::code::{Code, Digit, Modifier};
use grundy_sequence::heap::{self, HeapSequence};
use grundy_sequence::set::IntSet;
use grundy_sequence::subtraction;
use grundy_sequence::take_and_break::CodeEngine;

/// Seconds of CPU time of this thread; by the clock on the wall where the system does not tell.
fn seconds(start: Instant) -> f64 {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// An octal code; `!` behind a digit: unequal parts.
fn code(text: &str) -> Option<Code> {
    let mut digits: Vec<Digit> = Vec::new();
    for sign in text.chars().filter(|c| *c != '.') {
        match (sign, digits.last_mut()) {
            ('!', Some(last)) => last.modifier = Modifier::Unequal,
            _ => {
                let bits = sign.to_digit(8)?;
                let counts = (0..3).filter(|j| bits >> j & 1 == 1).collect();
                digits.push(Digit { counts, from: None, modifier: Modifier::Any });
            }
        }
    }
    let behind = digits.split_off(1.min(digits.len()));
    Some(Code { zero: digits.pop()?, digits: behind, repeating: Vec::new() })
}

/// The values of an octal code by the loop that everybody writes first.
fn plain(code: &Code, size: usize) -> Vec<u32> {
    let digits: Vec<&Digit> = std::iter::once(&code.zero).chain(&code.digits).collect();
    let mut values: Vec<u32> = Vec::with_capacity(size);
    let mut seen = vec![usize::MAX; 1 << 16];
    for n in 0..size {
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - taken;
            let unequal = digit.modifier == Modifier::Unequal;
            if digit.counts.contains(&0) && rest == 0 {
                seen[0] = n;
            }
            if digit.counts.contains(&1) && rest > 0 && taken > 0 {
                seen[values[rest] as usize] = n;
            }
            if digit.counts.contains(&2) {
                let half = if unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
                for a in 1..=half {
                    seen[(values[a] ^ values[rest - a]) as usize] = n;
                }
            }
        }
        values.push((0..).find(|v| seen[*v as usize] != n).unwrap_or(0));
    }
    values
}

/// A hash that costs little beside the values: eight sums that take turns, whatever the blocks are.
#[derive(Default)]
struct Lanes([u32; 8]);

impl Lanes {
    fn step(sum: &mut u32, value: u32) {
        *sum = sum.wrapping_mul(0x9E37_79B1).wrapping_add(value + 1);
    }

    fn add(&mut self, first: u64, values: &[u32]) {
        let head = (first.next_multiple_of(8) - first).min(values.len() as u64) as usize;
        let (head, rest) = values.split_at(head);
        for (n, value) in (first..).zip(head) {
            Lanes::step(&mut self.0[(n % 8) as usize], *value);
        }
        let chunks = rest.chunks_exact(8);
        let tail = chunks.remainder();
        let mut sums = self.0;
        for chunk in chunks {
            for (sum, value) in sums.iter_mut().zip(chunk) {
                Lanes::step(sum, *value);
            }
        }
        self.0 = sums;
        for (sum, value) in self.0.iter_mut().zip(tail) {
            Lanes::step(sum, *value);
        }
    }

    fn finish(&self) -> u64 {
        self.0.iter().fold(0, |hash, sum| (hash ^ u64::from(*sum)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    }
}

fn work(arguments: &[&str]) -> Option<()> {
    let start = Instant::now();
    let cx = Context::default();
    match arguments {
        ["values", game, size] => {
            let (size, code) = (size.parse().ok()?, code(game)?);
            let before = seconds(start);
            let mut sequence = HeapSequence::new(&code)?;
            sequence.extend_to(size, &cx).ok()?;
            let time = seconds(start) - before;
            // hashing ten million values would be a quarter of the time
            println!("{time:.6} {game} {size} the last is {:?}", sequence.value(size - 1));
        }
        ["plain", game, size] => {
            let (size, code) = (size.parse().ok()?, code(game)?);
            let before = seconds(start);
            let values = plain(&code, size);
            let time = seconds(start) - before;
            println!("{time:.6} {game} {size} {:016x}", heap::sequence_hash(values));
        }
        ["period", game, size] => {
            let (size, code) = (size.parse().ok()?, code(game)?);
            // the system counts in steps of some milliseconds: what is shorter is done again and again
            let (before, began) = (seconds(start), Instant::now());
            let mut rounds = 0;
            let (period, _) = loop {
                let found = CodeEngine::new(code.clone()).period(Some(size), &cx).ok()??;
                rounds += 1;
                if began.elapsed().as_millis() >= 200 {
                    break found;
                }
            };
            let time = (seconds(start) - before) / f64::from(rounds);
            println!("{time:.9} {game} period {} from {}", period.period, period.preperiod);
        }
        ["sets", count, least, size] => {
            let (count, least, size): (u64, u64, u64) = (count.parse().ok()?, least.parse().ok()?, size.parse().ok()?);
            let mut state = 0x9E37_79B9_7F4A_7C15u64;
            let mut random = |n: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state % n
            };
            for _ in 0..count {
                let set: IntSet = (0..1 + random(7)).map(|_| least + random(65 - least)).collect();
                let before = seconds(start);
                let mut hash = Lanes::default();
                subtraction::run(&set, size - 1, &cx, |first, values| hash.add(first, values)).ok()?;
                println!("{:.6} take[{set}] {size} {:016x}", seconds(start) - before, hash.finish());
            }
        }
        ["outcomes", count, size] => {
            let (count, size): (u64, u64) = (count.parse().ok()?, size.parse().ok()?);
            let mut state = 0x9E37_79B9_7F4A_7C15u64;
            let mut random = |n: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state % n
            };
            for _ in 0..count {
                let set: IntSet = (0..1 + random(7)).map(|_| 1 + random(64)).collect();
                let before = seconds(start);
                let mut outcomes = subtraction::Outcomes::new(&set)?;
                let hash = (0..size / 64).fold(0u64, |hash, _| hash.rotate_left(5) ^ outcomes.next_word());
                println!("{:.6} take[{set}] {size} {hash:016x}", seconds(start) - before);
            }
        }
        _ => return None,
    }
    Some(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if work(&arguments).is_none() {
        eprintln!("beside: no such task, or no answer: {}", arguments.join(" "));
        std::process::exit(2);
    }
}
