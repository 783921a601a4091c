//! The primes that divide a number: a period is minimal if none of its quotients by one of them is a period.

use super::{Meter, Refusal};

/// The primes that divide a number, by trial division: up to √n steps, which the meter is asked for.
pub(crate) fn primes(mut n: u64, meter: &mut Meter<'_>) -> Result<Vec<u64>, Refusal> {
    meter.spend(n.isqrt())?;
    let mut found = Vec::new();
    let mut d = 2;
    while d * d <= n {
        if n.is_multiple_of(d) {
            found.push(d);
            while n.is_multiple_of(d) {
                n /= d;
            }
        }
        d += 1;
    }
    if n > 1 {
        found.push(n);
    }
    Ok(found)
}
