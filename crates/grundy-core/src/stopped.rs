//! Why work was stopped before it was done: what ran out, in which engine, and what would have been needed.
//!
//! Apart from the context, since errors carry it and the context knows errors.

use std::fmt;

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
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.spent {
            Spent::Nodes => "the budget of `nodes` is spent",
            Spent::Time => "the `time` is up",
            Spent::Memory => "the budget of `memory` is spent",
            Spent::Cancelled => "cancelled",
        };
        write!(f, "{what}, in the engine “{}”", self.engine)?;
        if let Some(needed) = &self.needed {
            write!(f, "; needed: {needed}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Stopped {}
