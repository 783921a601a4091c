//! What the fuzz targets share: random numbers, random rules, a slow evaluator of its own, shrinking.
//!
//! The programs of this package run on stable Rust without instrumentation: the generators know the grammar, which finds
//! more than bytes do. `coverage/` puts the same checks to libFuzzer, which looks at what code an input reaches.

pub mod brute;
pub mod compare;
pub mod damage;
pub mod edges;
pub mod generate;
pub mod patience;
pub mod random;
pub mod reading;
pub mod shrink;
pub mod stored;
pub mod texts;

use std::any::Any;
use std::time::Duration;

/// `--seconds N --seed S`, the arguments of every target.
#[derive(Debug, Clone, Copy)]
pub struct Arguments {
    /// How long to run.
    pub time: Duration,
    /// Where to start; the same seed asks the same questions in the same order.
    pub seed: u64,
}

impl Arguments {
    /// Reads the command line; says what it expects and ends the program if it cannot.
    #[must_use]
    pub fn read() -> Self {
        let mut result = Arguments { time: Duration::from_secs(30), seed: 1 };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match (word.as_str(), words.next().and_then(|n| n.parse().ok())) {
                ("--seconds", Some(n)) => result.time = Duration::from_secs(n),
                ("--seed", Some(n)) => result.seed = n,
                _ => {
                    eprintln!("expected: --seconds N --seed S");
                    std::process::exit(2);
                }
            }
        }
        result
    }
}

/// What a panic said.
#[must_use]
pub fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("no text"))
}
