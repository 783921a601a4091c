//! How much is computed before it is stored.

use std::time::{Duration, Instant};

/// The least time for a slice …
const SHORT: Duration = Duration::from_millis(100);
/// … and the most.
const LONG: Duration = Duration::from_millis(400);
/// Values of the first slice.
const FIRST: u64 = 1 << 10;

/// Slices of a long computation, each of about a quarter of a second: that much a killed process loses.
#[derive(Debug)]
pub struct Slices {
    size: u64,
    start: Instant,
}

impl Slices {
    /// Begins with a small slice.
    #[must_use]
    pub fn begin() -> Self {
        Slices { size: FIRST, start: Instant::now() }
    }

    /// How far to go next from so many values.
    pub fn next(&mut self, done: u64, goal: u64) -> u64 {
        self.start = Instant::now();
        done.saturating_add(self.size).min(goal)
    }

    /// The slice is done: was it long?
    pub fn done(&mut self) {
        let took = self.start.elapsed();
        if took < SHORT {
            self.size = self.size.saturating_mul(2);
        } else if took > LONG {
            self.size = (self.size / 2).max(1);
        }
    }
}
