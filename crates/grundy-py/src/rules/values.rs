//! Grundy values, a table by the numbers of positions.

use grundy_search::walk::{Mark, Status, Table};

/// The value is not known.
const UNKNOWN: u32 = u32::MAX;
/// The position waits for its options.
const OPEN: u32 = u32::MAX - 1;

/// Values by the numbers of positions, 4 bytes each.
#[derive(Debug, Default)]
pub(super) struct Values(Vec<u32>);

impl Values {
    /// The value, if it is known.
    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<u32> {
        self.0.get(id as usize).copied().filter(|&value| value < OPEN)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.capacity() as u64 * 4
    }
}

impl Table<u32, u32> for Values {
    fn status(&self, &id: &u32) -> Status {
        match self.0.get(id as usize) {
            None | Some(&UNKNOWN) => Status::Unknown,
            Some(&OPEN) => Status::Open,
            Some(_) => Status::Done,
        }
    }

    fn mark(&mut self, id: u32, mark: Mark<u32>) {
        if self.0.len() <= id as usize {
            self.0.resize(id as usize + 1, UNKNOWN);
        }
        self.0[id as usize] = match mark {
            Mark::Unknown => UNKNOWN,
            Mark::Open => OPEN,
            Mark::Done(value) => value,
        };
    }
}
