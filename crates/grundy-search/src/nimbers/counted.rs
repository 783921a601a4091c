//! The options of a position, counted as they are made.

use std::ops::ControlFlow;

use grundy_core::{Context, Stopped};

/// Clock and budget are looked at once in so many nodes.
const OFTEN: u64 = 8;

/// A count that ends where the budget is spent.
pub(super) struct Counted<'a> {
    cx: &'a Context,
    /// Nodes for each option.
    each: u64,
    options: u64,
    /// Nodes that were not charged yet.
    due: u64,
    stopped: Result<(), Stopped>,
}

impl<'a> Counted<'a> {
    /// Each option counts for so many nodes.
    pub(super) fn new(cx: &'a Context, each: u64) -> Self {
        Counted { cx, each, options: 0, due: 0, stopped: Ok(()) }
    }

    /// One more option; the end where the budget is spent.
    pub(super) fn one(&mut self) -> ControlFlow<()> {
        self.options += 1;
        self.due += self.each;
        if self.due >= OFTEN {
            self.stopped = self.cx.tick(std::mem::take(&mut self.due));
        }
        if self.stopped.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// How many options there were.
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn end(self) -> Result<u64, Stopped> {
        self.stopped?;
        self.cx.tick(self.due)?;
        Ok(self.options)
    }
}
