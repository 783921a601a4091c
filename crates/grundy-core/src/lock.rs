//! Locks that a panic does not take away.

use std::sync::{LockResult, PoisonError};

/// What a lock gives, also where a thread panicked while it held it: what is behind our locks is whole at every step.
///
/// ```
/// use std::sync::Mutex;
/// use grundy_core::locked;
/// let count = Mutex::new(1);
/// *locked(count.lock()) += 1;
/// assert_eq!(locked(count.into_inner()), 2);
/// ```
pub fn locked<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
