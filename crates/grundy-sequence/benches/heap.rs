//! Values a second of CPU time of take-and-break codes, and the time to a proved period. Linux only counts CPU time
//! here; elsewhere it is wall time.
//!
//! `cargo bench -p grundy-sequence --bench heap` prints one line a game; with `-- 0.16` only those whose code begins so.
//! With `--threads=2` the time is that of the busier thread.

use std::time::Instant;

use grundy_core::Context;
use grundy_sequence::code::{Code, Modifier};
use grundy_sequence::heap::HeapSequence;
use grundy_sequence::take_and_break::CodeEngine;

/// Code and how many values.
const RATES: [(&str, u64); 6] = [
    ("0.6", 10_000_000),
    ("4!.0", 10_000_000),
    ("0.16", 20_000_000),
    ("0.106", 40_000_000),
    ("0.376", 5_000_000),
    ("0.007", 100_000),
];

const PERIODS: [&str; 8] = ["0.77", "0.07", "0.137", "0.16", "0.56", "0.127", "0.354", "0.376"];

/// Seconds of CPU time of this thread.
fn seconds(start: Instant) -> f64 {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Seconds of CPU time of all threads, also of those that have ended, in steps of 10 ms.
fn all_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn code(text: &str) -> Code {
    let modifier = if text.contains('!') { Modifier::Unequal } else { Modifier::Any };
    let mut digits = text.chars().filter_map(|c| c.to_digit(8));
    Code::octal(digits.next().unwrap_or_default(), digits).with_modifier(modifier)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let threads = std::env::args().find_map(|a| a.strip_prefix("--threads=")?.parse().ok()).unwrap_or(1);
    let asked = |game: &str| wanted.is_empty() || wanted.iter().any(|w| game.starts_with(w.as_str()));
    let start = Instant::now();
    let cx = Context::default();
    for (game, size) in RATES.into_iter().filter(|(game, _)| asked(game)) {
        let (before, all) = (seconds(start), all_seconds());
        let mut sequence = HeapSequence::new(&code(game)).expect("two parts at most");
        sequence.set_threads(threads);
        sequence.extend_to(size, &cx).expect("no budget");
        let first = seconds(start) - before;
        let time = if threads > 1 { first.max(all_seconds() - all - first) } else { first };
        let hash = sequence.sequence_hash(size);
        let millions = size as f64 / time / 1e6;
        println!(
            "{game:6} {size:9} values {time:8.3} s {millions:8.3} million/s {hash:016x} {:?}",
            sequence.statistics()
        );
    }
    for game in PERIODS.into_iter().filter(|game| asked(game)) {
        let before = seconds(start);
        let mut engine = CodeEngine::new(code(game));
        let found = engine.period(None, &cx).expect("no budget").map(|(period, _)| period);
        println!("{game:6} {:8.4} s {found:?}", seconds(start) - before);
    }
}
