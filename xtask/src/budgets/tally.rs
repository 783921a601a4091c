//! What all processes took together.

use std::collections::BTreeMap;

use super::case::{Broken, Case, Program};
use super::watch::Ran;

/// What was asked, and which shares of what is allowed it took.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) processes: u64,
    pub(crate) lines: u64,
    pub(crate) broken: Vec<Broken>,
    codes: BTreeMap<i32, u64>,
    verbs: BTreeMap<String, u64>,
    memory: Shares,
    time: Shares,
    most_memory: f64,
    most_time: f64,
}

/// Shares of what is allowed, with the case that took most.
#[derive(Debug, Default)]
struct Shares {
    all: Vec<f64>,
    most: f64,
    by: String,
}

impl Shares {
    fn note(&mut self, share: f64, case: &Case) {
        self.all.push(share);
        if share > self.most {
            self.most = share;
            self.by = case.shown();
        }
    }

    fn told(&self, what: &str) -> String {
        let mut all = self.all.clone();
        all.sort_by(f64::total_cmp);
        let at = |part: f64| all.get(((all.len() as f64 * part) as usize).min(all.len().saturating_sub(1))).copied();
        let [half, most, nearly] = [0.5, 0.99, 0.999].map(|part| at(part).unwrap_or(0.0));
        format!(
            "{what} as a share of what is allowed: p50 {half:.2}, p99 {most:.2}, p99.9 {nearly:.2}, max {:.2}: {}",
            self.most, self.by
        )
    }
}

impl Tally {
    pub(crate) fn new(program: &Program) -> Tally {
        Tally {
            processes: 0,
            lines: 0,
            broken: Vec::new(),
            codes: BTreeMap::new(),
            verbs: BTreeMap::new(),
            memory: Shares::default(),
            time: Shares::default(),
            most_memory: program.most_memory() as f64,
            most_time: program.most_time().as_secs_f64(),
        }
    }

    /// Takes in what one process took.
    pub(crate) fn note(&mut self, case: &Case, ran: &Ran) {
        let verb = match &case.input {
            Some(lines) => {
                self.lines += lines.len() as u64;
                "solve -"
            }
            None => {
                self.processes += 1;
                case.arguments.first().map_or("", String::as_str)
            }
        };
        *self.verbs.entry(verb.to_owned()).or_default() += 1;
        *self.codes.entry(ran.code.unwrap_or(-1)).or_default() += 1;
        self.memory.note(ran.memory as f64 / self.most_memory, case);
        let ticks = if case.input.is_some() { ran.slowest } else { ran.ticks };
        self.time.note(ticks as f64 / 100.0 / self.most_time / case.threads as f64, case);
    }

    /// In one line.
    pub(crate) fn summary(&self) -> String {
        let codes: Vec<String> = self.codes.iter().map(|(code, n)| format!("exit {code} ×{n}")).collect();
        format!(
            "{} processes, {} lines: {}; {} broken",
            self.processes,
            self.lines,
            codes.join(", "),
            self.broken.len()
        )
    }

    /// With the distribution, and all that is broken.
    pub(crate) fn report(&self) -> String {
        let verbs: Vec<String> = self.verbs.iter().map(|(verb, n)| format!("{verb} {n}")).collect();
        let mut lines = vec![self.memory.told("memory"), self.time.told("time"), verbs.join(", "), self.summary()];
        let broken = self.broken.iter().map(|broken| format!("{}: {}", broken.wrong, broken.case.shown()));
        lines.extend(broken);
        lines.join("\n")
    }
}
