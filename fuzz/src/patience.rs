//! How long a question may take: in processor time of the whole process, so that a busy machine is no fault.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A question that is being answered.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    began: Duration,
    most: Duration,
}

impl Patience {
    /// From now on, so many seconds.
    #[must_use]
    pub fn of(seconds: u64) -> Self {
        Patience { began: spent(), most: Duration::from_secs(seconds) }
    }

    /// Was it longer?
    ///
    /// # Errors
    /// The time it took, in words.
    pub fn kept(self) -> Result<(), String> {
        let took = spent().saturating_sub(self.began);
        if took > self.most { Err(format!("took {:.1} s of processor time", took.as_secs_f64())) } else { Ok(()) }
    }
}

fn spent() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}
