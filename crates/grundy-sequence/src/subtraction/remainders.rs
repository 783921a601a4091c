//! A period that remainders prove, whatever numbers may be taken.
//!
//! With 1 and the primes, where neither a window of values nor a residue class tells what may be taken:
//!
//! ```text
//! n mod 4      0  1  2  3       no prime is a multiple of 4, so no move leads from a remainder to itself;
//! G(n)         0  1  2  3       1, 2 and 3 may be taken, so every smaller value is reached
//! ```
//! **Theorem (remainders of members).** Let R hold the remainders by q of all members of S, and let G(n) = f(n mod q) for
//! n₀ ≤ n < n₁. Suppose that
//! 1. f(r) ≠ f(r − t) for all remainders r and all t in R;
//! 2. G(m) ≠ f(m + t) for all heaps m < n₀ and all t in R;
//! 3. for every r and every value v < f(r) there is a member s ≤ n₁ − n₀ with f(r − s) = v.
//!
//! Then G(n) = f(n mod q) for all n ≥ n₀.
//!
//! *Proof.* Let n ≥ n₁, and let the claim hold below. An option of n at or above n₀ has another value than f(n mod q) by 1,
//! one below n₀ by 2. For v < f(n mod q) take the s of 3: n − s ≥ n₁ − (n₁ − n₀) = n₀, so that option has the value v. ∎
//!
//! In misère play the values are 0 for P and 1 for N: 1 and 2 are asked for the value 0 alone, as an N-heap may have an
//! option of its own kind, and n₁ must be beyond the least member, as a heap without a move is N.
//!
//! Cost: q·|R| at most, and what 3 needs: a period for each member that is tried.

use grundy_core::period::Period;
use grundy_core::{Context, Stopped};

use super::Play;

/// A repetition in values, and the remainders by its period of all numbers that may be taken.
///
/// ```
/// use grundy_core::{Context, period::Period};
/// use grundy_sequence::subtraction::Seen;
///
/// // 1 and the primes, of which the smallest are enough
/// let values: Vec<u32> = (0..20).map(|n| n % 4).collect();
/// let found = Period { preperiod: 0, period: 4, saltus: 0 };
/// let seen = Seen { values: &values, found, remainders: &[false, true, true, true] };
/// assert!(seen.lasts_for_ever(&[1, 2, 3, 5, 7], &Context::default())?);
/// # Ok::<(), grundy_core::error::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The values of the first heaps, worked from the rule.
    pub values: &'a [u32],
    /// A repetition without saltus that holds to the end of the values.
    pub found: Period,
    /// For each number below the period: may it be the remainder of a number that can be taken from some heap? At least
    /// those that are.
    pub remainders: &'a [bool],
}

impl Seen<'_> {
    /// Do the remainders prove that the values repeat for ever? Each of `members` can be taken from every heap of
    /// `values.len() − preperiod` or more; those larger than that are passed over.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn lasts_for_ever(&self, members: &[u64], cx: &Context) -> Result<bool, Stopped> {
        self.lasts(Play::Normal, members, cx)
    }

    /// The same of values, or of the outcomes of misère play, 0 for P; the members ascend.
    pub(super) fn lasts(&self, play: Play, members: &[u64], cx: &Context) -> Result<bool, Stopped> {
        let Seen { values, found, remainders } = *self;
        let (from, q) = (found.preperiod as usize, found.period as usize);
        if found.saltus != 0 || remainders.len() != q || values.len() < from + q {
            return Ok(false);
        }
        // f(r), where heap n has the remainder n mod q
        let mut f = vec![0; q];
        values[from..from + q].iter().enumerate().for_each(|(i, &value)| f[(from + i) % q] = value);
        let taken: Vec<usize> = (0..q).filter(|&t| remainders[t]).collect();
        cx.tick((taken.len() as u64).saturating_mul(found.preperiod + found.period))?;
        let excluded = |value: u32| play == Play::Normal || value == 0;
        // the values below the preperiod, and those of each remainder
        let below = values[..from].iter().enumerate();
        for (m, &value) in below.chain(f.iter().enumerate()).filter(|(_, value)| excluded(**value)) {
            if taken.iter().any(|&t| f[(m + t) % q] == value) {
                return Ok(false);
            }
        }
        let most = (values.len() - from) as u64;
        let near = members.iter().copied().filter(|&s| s <= most);
        all_reached(&f, near, cx)
    }
}

/// Is every smaller value of each remainder reached by one of these members, and is there one?
fn all_reached(f: &[u32], members: impl Iterator<Item = u64>, cx: &Context) -> Result<bool, Stopped> {
    let q = f.len();
    let mut reached: Vec<Vec<bool>> = f.iter().map(|&value| vec![false; value as usize]).collect();
    let mut missing: usize = f.iter().map(|&value| value as usize).sum();
    let mut any = false;
    for s in members {
        any = true;
        if missing == 0 {
            break;
        }
        cx.tick(q as u64)?;
        let s = (s % q as u64) as usize;
        for (r, reached) in reached.iter_mut().enumerate() {
            if let Some(new) = reached.get_mut(f[(r + q - s) % q] as usize).filter(|reached| !**reached) {
                *new = true;
                missing -= 1;
            }
        }
    }
    Ok(missing == 0 && any)
}
