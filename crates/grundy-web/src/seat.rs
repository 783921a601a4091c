//! How many heavy tasks a reader may have, at work or waiting: each has a seat, and gives it back when it is dropped.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use grundy::locked;

/// Heavy requests of one reader.
const OF_A_READER: usize = 4;

/// How many seats each reader has taken.
pub(crate) type Readers = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// The right of a reader to one heavy task; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    readers: Readers,
    reader: IpAddr,
}

impl Seat {
    /// A seat; `None`: the reader has all of his.
    pub(crate) fn take(readers: &Readers, reader: IpAddr) -> Option<Seat> {
        let mut held = locked(readers.lock());
        let has = held.entry(reader).or_default();
        if *has >= OF_A_READER {
            return None;
        }
        *has += 1;
        Some(Seat { readers: Arc::clone(readers), reader })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut held = locked(self.readers.lock());
        if let Some(has) = held.get_mut(&self.reader) {
            *has = has.saturating_sub(1);
            if *has == 0 {
                held.remove(&self.reader);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_given_back() {
        let (readers, reader) = (Readers::default(), IpAddr::from([127, 0, 0, 1]));
        let mut taken: Vec<Seat> = (0..OF_A_READER).map(|_| Seat::take(&readers, reader).unwrap()).collect();
        assert!(Seat::take(&readers, reader).is_none());
        assert!(Seat::take(&readers, IpAddr::from([127, 0, 0, 2])).is_some());
        taken.pop();
        assert!(Seat::take(&readers, reader).is_some());
        taken.clear();
        assert!(readers.lock().unwrap().is_empty());
    }
}
