//! Why work was stopped before it was done: what ran out, in which engine, and what would have been needed.
//!
//! Apart from the context, since errors carry it and the context knows errors.

mod needs;

use std::fmt;
use std::time::Duration;

use crate::words::Words;

/// What ended the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// The node budget.
    Nodes,
    /// The time budget.
    Time,
    /// The memory budget.
    Memory,
    /// Somebody asked to stop.
    Cancelled,
}

impl Spent {
    /// The word that data formats use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Spent::Nodes => "nodes",
            Spent::Time => "time",
            Spent::Memory => "memory",
            Spent::Cancelled => "cancelled",
        }
    }
}

/// The work was stopped before it was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// What ran out.
    pub spent: Spent,
    /// The engine that was at work, or would have been.
    pub engine: &'static str,
    /// What would have been needed, in words, where it can be said: `about 8 GB`, `10^18 steps`.
    pub needed: Option<String>,
    /// What the budget allowed: nodes, bytes or milliseconds. `None`: there was no such limit, and the engine itself does
    /// not go so far.
    pub limit: Option<u64>,
    /// How much of it was taken when the work ended: less than `limit` where a plan was refused before it began.
    pub reached: Option<u64>,
    /// Is something stored, from which the same question goes on?
    pub resumes: bool,
}

impl Stopped {
    /// Nothing is known but what ran out, and where.
    #[must_use]
    pub fn new(spent: Spent, engine: &'static str) -> Self {
        Stopped { spent, engine, needed: None, limit: None, reached: None, resumes: false }
    }

    /// With what would have been needed.
    #[must_use]
    pub fn needing(mut self, needed: impl Into<String>) -> Self {
        self.needed = Some(needed.into());
        self
    }

    /// What would have been needed, in both languages.
    #[must_use]
    pub fn needed_in_words(&self) -> Option<Words> {
        self.needed.as_ref().map(|needed| Words::new(needed, needs::in_chinese(needed)))
    }

    /// With the time that was allowed, and that was taken.
    #[must_use]
    pub fn of_time(self, limit: Option<Duration>, reached: Option<Duration>) -> Self {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.of(limit.map(milliseconds), reached.map(milliseconds))
    }

    /// With what was allowed, and what was taken of it.
    #[must_use]
    pub fn of(mut self, limit: Option<u64>, reached: Option<u64>) -> Self {
        (self.limit, self.reached) = (limit, reached);
        self
    }
}

impl Stopped {
    /// What ended the work, in words.
    #[must_use]
    pub fn words(&self) -> Words {
        let Words { mut english, mut chinese } = match (self.spent, self.limit) {
            (Spent::Nodes, Some(limit)) => Words::new(
                format!("the budget of `nodes` is spent ({limit})"),
                format!("`nodes` 预算已用完（{limit}）"),
            ),
            (Spent::Memory, Some(limit)) => Words::new(
                format!("the budget of `memory` is spent ({})", Bytes(limit)),
                format!("`memory` 预算已用完（{}）", Bytes(limit)),
            ),
            (Spent::Time, Some(limit)) => {
                let seconds = limit as f64 / 1000.0;
                Words::new(format!("the `time` is up ({seconds} s)"), format!("`time` 已到（{seconds} 秒）"))
            }
            (Spent::Time, None) => Words::new("the `time` is up", "`time` 已到"),
            (Spent::Cancelled, _) => Words::new("cancelled", "已取消"),
            (Spent::Nodes | Spent::Memory, None) => Words::new("too much", "太大"),
        };
        let (before, after) = match (self.spent, self.limit, self.engine) {
            (_, _, "none") => Default::default(),
            (Spent::Nodes | Spent::Memory, None, engine) => {
                (format!(" for the engine “{engine}”"), format!("，引擎“{engine}”无法处理"))
            }
            (.., engine) => (format!(", in the engine “{engine}”"), format!("，所用引擎为“{engine}”")),
        };
        english += &before;
        chinese += &after;
        if let Some(needed) = &self.needed {
            english += &format!("; needed: {needed}");
            chinese += &format!("；需要：{}", needs::in_chinese(needed));
        }
        if self.resumes {
            english += "; the same question goes on from what is stored";
            chinese += "；再问同一问题会从已存储处继续";
        }
        Words::new(english, chinese)
    }
}

/// In English.
impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().english)
    }
}

/// An amount of memory as people write it, rounded to three digits.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
        let unit = (self.0.max(1).ilog2() as usize / 10).min(UNITS.len() - 1);
        let amount = self.0 as f64 / (1u64 << (10 * unit)) as f64;
        let places = if unit == 0 || amount.fract() == 0.0 { 0 } else { usize::from(amount < 100.0) };
        write!(f, "{amount:.places$} {}", UNITS[unit])
    }
}

impl std::error::Error for Stopped {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_of_limits_that_nobody_set() {
        let own = Stopped::new(Spent::Nodes, "subtraction").needing("about 10^9 heaps");
        assert_eq!(own.to_string(), "too much for the engine “subtraction”; needed: about 10^9 heaps");
        let given = Stopped::new(Spent::Nodes, "table").of(Some(1000), Some(1001));
        assert_eq!(given.to_string(), "the budget of `nodes` is spent (1000), in the engine “table”");
        let nowhere = Stopped::new(Spent::Time, "none").of(Some(1500), None);
        assert_eq!(nowhere.to_string(), "the `time` is up (1.5 s)");
        for (bytes, text) in [(0, "0 bytes"), (1000, "1000 bytes"), (64 << 20, "64 MiB"), (6_700_000_000, "6.2 GiB")] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }
}
