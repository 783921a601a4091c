//! Closed forms: for these games a theorem gives value or outcome in a few operations, for numbers of any size.
//!
//! Each file holds one game or a close family: its definition, the theorem with its hypotheses, the proof or where it
//! can be read, and the cost. All laws are for normal play; [`misere_nim()`] answers for whole positions.
//!
//! ```
//! use grundy_core::Nat;
//! use grundy_rules::engine::closed_form::TakeUpTo;
//! use grundy_rules::engine::law::Law;
//!
//! let bash = TakeUpTo::new(Nat::from(3u8));
//! let googol = Nat::from(10u8).pow(100);
//! assert_eq!(bash.value(&[&googol + 5u8]), Some(Nat::from(1u8)));
//! ```
//!
//! **Listings.** Where options can be counted without looking at each, a law counts them exactly and makes only as
//! many as were asked for; the time is that of the numbers' digits times the length of the list. A place that is not
//! of the game (wrong number of coordinates) gets `None` everywhere.

pub mod all_but_one;
pub mod at_most_half;
pub mod at_most_share;
pub mod at_most_slow;
mod blocks;
mod chain;
pub mod coprime;
pub mod divisors;
pub mod euclid;
pub mod initial_segment;
pub mod inner_divisors;
pub mod lasker;
pub mod leave_divisor;
pub mod limited;
pub mod listing;
pub mod mark;
pub mod misere_nim;
pub mod nim;
pub mod powers;
mod primes;
pub mod quotients;
mod root;
pub mod small_gaps;
pub mod take_up_to;
#[cfg(test)]
mod testing;
pub mod two_and_sum;
pub mod two_numbers;
pub mod wythoff;

pub use all_but_one::AllButOne;
pub use at_most_half::AtMostHalf;
pub use at_most_share::AtMostShare;
pub use at_most_slow::AtMostSlow;
pub use coprime::Coprime;
pub use divisors::{AllDivisors, ProperDivisors};
pub use euclid::{Euclid, EuclidPositive};
use grundy_core::number::Nat;
pub use initial_segment::InitialSegment;
pub use inner_divisors::InnerDivisors;
pub use lasker::Lasker;
pub use leave_divisor::LeaveDivisor;
pub use limited::LimitedTakeAway;
pub use mark::Mark;
pub use misere_nim::{MisereNim, misere_nim};
pub use nim::Nim;
pub use powers::TakePowers;
pub use quotients::Quotients;
pub use small_gaps::SmallGaps;
pub use take_up_to::TakeUpTo;
pub use two_and_sum::TwoAndSum;
pub use two_numbers::TwoNumbers;
pub use wythoff::Wythoff;

/// The size of a heap, if the place is one heap.
fn heap(place: &[Nat]) -> Option<&Nat> {
    match place {
        [n] => Some(n),
        _ => None,
    }
}

/// The two coordinates, if there are two.
fn pair(place: &[Nat]) -> Option<(&Nat, &Nat)> {
    match place {
        [x, y] => Some((x, y)),
        _ => None,
    }
}
