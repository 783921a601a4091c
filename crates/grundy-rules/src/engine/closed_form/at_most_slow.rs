//! Take at most a slow bound of a heap: n → n−k with 1 ≤ k ≤ h(n), where h grows by 0 or 1 from each heap to the next: a root, a
//! logarithm.
//!
//! Example: at most ⌊√n⌋. The values from 0 on: 0 1 0 1 2 0 1 2 0 3 1 2 0; so g(10) = g(6) = g(3) = g(1) = 1, for the root grows at 1.
//!
//! The theorem is that of a share ([`super::at_most_share`]): g(n) = h(n) where h grows at n, else g(n) = g(n − 1 − h(n)).
//! While h stays the same all steps are equal and made at once, so that a value costs evaluations of h for each number that h
//! takes on up to n: four for a logarithm, some dozens for others.
//!
//! **The root in closed form** (module `root`). Roots take on too many numbers; but let m = ⌊√n⌋, r = (n − 1) mod (m + 1) and
//! x = m − ⌊r/2⌋. Then g(n) = x if r is even, else x without its factors 2, halved and rounded down.
//!
//! *Proof.* Write n = m² + s with 0 ≤ s ≤ 2m. As m² = (m + 1)(m − 1) + 1, s leaves the remainder r, and if s > m one step goes
//! from (m, s) to (m, s − m − 1) = (m, r). From (m, r) with 0 < r ≤ m a step goes to m² + r − m − 1 = (m − 1)² + m + r − 2, and
//! if r ≥ 2 the next one from there to (m − 1, r − 2). So an even r ends at (m − r/2, 0), where h grows; the value is x. An odd
//! r comes to (x, 1), and from there to (x − 1, x − 1). If x is odd, that remainder is even, and the value is
//! (x − 1) − (x − 1)/2 = (x − 1)/2. If x is even, it is odd, and comes to (x − 1 − (x − 2)/2, 1) = (x/2, 1). ∎

use std::fmt;

use dashu_int::ops::{BitTest, SquareRoot};
use grundy_core::{Int, Nat, Theorem, number::shorten};

use super::at_most_share::THEOREM;
use super::initial_segment::Fuel;
use super::{chain, heap, listing, root};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// h(n) for n ≥ 1; `None` where it cannot be told, for a number beyond what is computed with.
type Told = dyn Fn(&Nat) -> Option<Int> + Send + Sync;

/// What may be taken.
enum Bound {
    /// ⌊√n⌋, which has a closed form.
    Root,
    /// Any other.
    Other(Box<Told>),
}

/// The law of taking at most h(n), with any h that grows slowly.
pub struct AtMostSlow {
    text: String,
    bound: Bound,
    /// Values of smaller heaps are left to tables.
    first: u64,
}

impl fmt::Debug for AtMostSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtMostSlow").field("text", &self.text).finish_non_exhaustive()
    }
}

impl AtMostSlow {
    /// `bound` gives h(n) for n ≥ 1, and `None` where it cannot tell; below 0 it stands for 0, and h(0) is 0. The caller
    /// vouches for it: from each heap to the next it grows by 0 or 1. `text` is h(n) as people write it.
    #[must_use]
    pub fn new(text: impl Into<String>, bound: impl Fn(&Nat) -> Option<Int> + Send + Sync + 'static) -> Self {
        AtMostSlow { text: text.into(), bound: Bound::Other(Box::new(bound)), first: 0 }
    }

    /// At most the square root may be taken.
    #[must_use]
    pub fn root() -> Self {
        AtMostSlow { text: "isqrt(n)".to_owned(), bound: Bound::Root, first: 0 }
    }

    /// The same law, which leaves the values of heaps below this one to tables: these cost less where many are asked for.
    #[must_use]
    pub fn from_heap(self, first: u64) -> Self {
        AtMostSlow { first, ..self }
    }

    /// Is the value left to tables?
    fn is_near(&self, n: &Nat) -> bool {
        *n < Nat::from(self.first)
    }

    fn most(&self, n: &Nat) -> Option<Nat> {
        if n.is_zero() {
            return Some(Nat::ZERO);
        }
        match &self.bound {
            Bound::Root => Some(n.sqrt()),
            Bound::Other(told) => Some(Nat::try_from(told(n)?).unwrap_or(Nat::ZERO)),
        }
    }

    /// The least of `low..=high` for which a test holds that holds of all later ones; `high`: of none before.
    fn least(low: Nat, high: &Nat, fuel: &mut Fuel, test: impl Fn(&Nat) -> Option<bool>) -> Option<Nat> {
        let (mut low, mut high) = (low, high.clone());
        while low < high {
            fuel.burn(&high)?;
            let middle = (&low + &high) >> 1usize;
            if test(&middle)? {
                high = middle;
            } else {
                low = middle + Nat::ONE;
            }
        }
        Some(low)
    }

    /// The first heap from which so many may be taken, where it is not beyond `high`. That of a logarithm is a power of two.
    fn first_with(&self, most: &Nat, high: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        let power = Nat::ONE << high.bit_len().saturating_sub(1);
        if power <= *high && self.most(&power)? >= *most && self.most(&(&power - Nat::ONE))? < *most {
            return Some(power);
        }
        Self::least(Nat::ZERO, high, fuel, |n| Some(self.most(n)? >= *most))
    }

    /// The heap before, which has the same value; `None` also where h grows.
    fn before(&self, n: &Nat) -> Option<Nat> {
        let most = self.most(n)?;
        (!n.is_zero() && self.most(&(n - Nat::ONE))? == most).then(|| n - Nat::ONE - most)
    }

    fn valued(&self, n: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        if matches!(self.bound, Bound::Root) {
            return Some(root::value(n));
        }
        let mut at = n.clone();
        loop {
            let most = self.most(&at)?;
            let first = self.first_with(&most, &at, fuel)?;
            let step = &most + Nat::ONE;
            // as long as h stays, all steps are equal
            let over = (&at - &first) % &step;
            if over.is_zero() {
                return Some(most);
            }
            // the step that leaves these heaps
            at = first + over - step;
        }
    }

    /// The only option of this value, which exists.
    fn option(&self, n: &Nat, target: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        let most = self.most(n)?;
        let least = n - &most;
        if matches!(self.bound, Bound::Root) {
            return root::heap_between(&least, n, target);
        }
        // the first heap of this value, then the next ones
        let mut at = self.first_with(target, n, fuel)?;
        while at < least {
            let most = self.most(&at)?;
            let step = &most + Nat::ONE;
            let end = Self::least(at.clone(), n, fuel, |n| Some(self.most(n)? > most))?;
            // as long as h stays, all steps are equal: to the last of them, or to the first at which the options are reached
            let steps = ((end - Nat::ONE - &at) / &step).min((&least - &at + &most) / &step);
            at = match steps.is_zero() {
                // the first heap from which this one can no longer be reached
                true => Self::least(&at + Nat::ONE, n, fuel, |next| Some(next - self.most(next)? > at))?,
                false => at + steps * step,
            };
        }
        Some(at)
    }
}

impl Law for AtMostSlow {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        let text = &self.text;
        Words::new(
            format!("g(n) = h(n) where h(n) = {text} grows, else g(n) = g(n - 1 - h(n))"),
            format!("在 h(n) = {text} 增加处 g(n) = h(n)，其余 g(n) = g(n - 1 - h(n))"),
        )
    }

    fn claims(&self) -> Vec<Spelt> {
        if !matches!(self.bound, Bound::Root) {
            return Vec::new();
        }
        let (r, x) = ("(n-1)%(isqrt(n)+1)", "isqrt(n)-(n-1)%(isqrt(n)+1)//2");
        vec![
            Spelt::Values(Cases::new(format!("({x})//(2*lowbit({x}))")).but(x, format!("{r}%2 = 0"))),
            Spelt::p_positions(format!("n = 0 or {r}%2 = 1 and {x} in powers(2)")),
        ]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let Some(n) = heap(place) else { return Vec::new() };
        let head = Words::new("heaps of the same value", "同值的堆");
        chain::told(head, std::iter::successors(Some(n.clone()), |n| self.before(n)), |chain| {
            let last = chain.last().unwrap_or(n);
            let Some(value) = self.most(last) else { return Words::same("") };
            let (last, value) = (shorten(last), shorten(&value));
            Words::new(format!(", and h({last}) = {value}"), format!("，而 h({last}) = {value}"))
        })
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let n = heap(place).filter(|n| !self.is_near(n))?;
        self.valued(n, &mut Fuel::new())
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place).filter(|n| !self.is_near(n))?;
        // each number up to h(n) but g(n) is the value of exactly one option
        if *target > self.most(n)? || self.valued(n, &mut Fuel::new())? == *target {
            return Some(listing::empty());
        }
        Some(listing::at_most_one(Some(self.option(n, target, &mut Fuel::new())?), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        Some(listing::interval(&(n - self.most(n)?), n, limit))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::cases;

    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    fn plain(most: impl Fn(u64) -> u64) -> Plain<impl Fn(&[u64]) -> Vec<Vec<Vec<u64>>>> {
        Plain::new(move |p: &[u64]| single((1..=most(p[0])).map(|k| p[0] - k)))
    }

    #[test]
    fn roots_and_logarithms_agree_with_the_definition() {
        let root = AtMostSlow::root();
        plain(u64::isqrt).check_heaps(&root, cases(400, 900) as u64, EVERYTHING);
        // the same by its levels
        let levels = AtMostSlow::new("isqrt(n)", |n| Some(Int::from(n.sqrt())));
        for n in 0..3000u64 {
            assert_eq!(levels.value(&[Nat::from(n)]), root.value(&[Nat::from(n)]), "{n}");
        }
        let bits = |n: &Nat| Int::from(n.bit_len());
        let logarithm = AtMostSlow::new("log2(n)", move |n| Some(bits(n) - 1));
        plain(|n| n.checked_ilog2().map_or(0, u64::from)).check_heaps(&logarithm, cases(300, 700) as u64, EVERYTHING);
        let length = AtMostSlow::new("bits(n)", move |n| Some(bits(n)));
        plain(|n| u64::from(64 - n.leading_zeros())).check_heaps(&length, cases(300, 700) as u64, EVERYTHING);
        let less = AtMostSlow::new("isqrt(n)-3", |n| Some(Int::from(n.sqrt()) - 3));
        plain(|n| n.isqrt().saturating_sub(3)).check_heaps(&less, cases(300, 700) as u64, EVERYTHING);
    }

    #[test]
    fn random_bounds_agree_with_the_definition() {
        let mut random = grundy_core::testing::Random::new(20261128);
        for _ in 0..cases(20, 60) {
            let chance = 2 + random.below(9);
            let mut h = vec![0u64];
            for _ in 1..160 {
                let grows = random.below(chance) == 0;
                h.push(h.last().unwrap() + u64::from(grows));
            }
            let table = h.clone();
            let at = move |n: usize| table[n.min(159)];
            let law = AtMostSlow::new("h(n)", {
                let at = at.clone();
                move |n| Some(Int::from(at(usize::try_from(n).unwrap_or(usize::MAX))))
            });
            plain(move |n| at(n as usize)).check_heaps(&law, 159, EVERYTHING);
        }
    }

    #[test]
    fn many_levels_are_refused() {
        let law = AtMostSlow::new("isqrt(n)", |n| Some(Int::from(n.sqrt())));
        assert_eq!(law.value(&[Nat::from(10u8).pow(18) + Nat::from(10u8).pow(9) - Nat::from(2u8)]), None);
    }
}
