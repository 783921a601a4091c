//! Initial segments with a linear bound: the options of n are 0 to h(n) = ⌊(p·n + c)/q⌋, cut off at n−1 and −1.
//!
//! Example: p = 1, q = 2, c = 0 is taking at least half of a heap; p = q = 1, c = −3 is `take[3..]`.
//!
//! **Theorem.** g(n) = 1 + g(h(n)), see [initial segments](super::initial_segment): h is non-decreasing, as a minimum
//! and maximum of such functions, and h(0) = −1. Where h(n) = n−1 the value grows by 1 with n; where p = q, h(n) = n−s
//! for a constant s and g(n) = ⌊n/s⌋. The least heap of value v+1 is the least n with p·n + c ≥ q·(least heap of v).
//!
//! Cost: about log n steps with base q/p or p/q; stretches where h(n) = n−s cost nothing. Bounded as there.

use super::heap;
use super::initial_segment::{Fuel, THEOREM, level_set, up_to};
use crate::evidence::Theorem;
use crate::game::{Law, Listing};
use crate::number::{Int, Nat, shorten};

/// The law of a game whose options are 0 to h(n) = ⌊(p·n + c)/q⌋, cut off at n−1 above and at −1 below.
#[derive(Debug, Clone)]
pub struct FloorLinear {
    p: Nat,
    q: Nat,
    c: Int,
    kind: Slope,
}

/// How h compares with n−1.
#[derive(Debug, Clone)]
enum Slope {
    /// p < q: h(n) = n−1 for 1 ≤ n ≤ this number, less above.
    Flat(Nat),
    /// p = q: h(n) = n−s.
    Unit(Nat),
    /// p > q: h(n) = n−1 for all n above this number, less below.
    Steep(Nat),
}

/// ⌈a/b⌉ or 0 if that is negative.
fn ceiling(a: Int, b: &Nat) -> Nat {
    Nat::try_from(a).map_or(Nat::ZERO, |a| (a + b - 1u8) / b)
}

impl FloorLinear {
    /// `p·n + c` over `q`. `None` if `q` is 0.
    #[must_use]
    pub fn new(p: Nat, q: Nat, c: Int) -> Option<Self> {
        if q.is_zero() {
            return None;
        }
        let whole = Int::from(q.clone());
        let kind = if p < q {
            let reach = Nat::try_from(&c + whole).unwrap_or(Nat::ZERO);
            Slope::Flat(reach / (&q - &p))
        } else if p == q {
            // n + ⌊c/q⌋ = n − ⌈−c/q⌉, and at most n−1
            Slope::Unit(ceiling(-c.clone(), &q).max(Nat::ONE))
        } else {
            // (p−q)·n ≥ −c−q from the first n of the stretch on
            let first = ceiling(-c.clone() - whole, &(&p - &q)).max(Nat::ONE);
            Slope::Steep(first - 1u8)
        };
        Some(FloorLinear { p, q, c, kind })
    }

    fn highest(&self, n: &Nat) -> Option<Nat> {
        if n.is_zero() {
            return None;
        }
        let numerator = Nat::try_from(Int::from(&self.p * n) + &self.c).ok()?;
        Some((numerator / &self.q).min(n - 1u8))
    }

    fn steps(&self, n: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        let mut count = Nat::ZERO;
        let mut at = n.clone();
        loop {
            match &self.kind {
                Slope::Flat(to) if at <= *to => return Some(count + at),
                Slope::Unit(s) => return Some(count + at / s),
                Slope::Steep(above) if at > *above => {
                    count += at - above;
                    at = above.clone();
                }
                Slope::Flat(_) | Slope::Steep(_) => {}
            }
            let Some(next) = self.highest(&at) else { return Some(count) };
            fuel.burn(&at)?;
            at = next;
            count += 1u8;
        }
    }

    /// The least heap of value `v`; one must exist.
    fn least_with_value(&self, v: &Nat, fuel: &mut Fuel) -> Option<Nat> {
        let (mut least, mut level) = match &self.kind {
            Slope::Flat(to) if v <= to => return Some(v.clone()),
            Slope::Flat(to) => (to.clone(), to.clone()),
            Slope::Unit(s) => return Some(v * s),
            Slope::Steep(_) => (Nat::ZERO, Nat::ZERO),
        };
        while level < *v {
            if let Slope::Steep(above) = &self.kind
                && least >= *above
            {
                return Some(least + v - level);
            }
            fuel.burn(&least)?;
            if self.p.is_zero() {
                return None;
            }
            let reached = ceiling(Int::from(&self.q * &least) - &self.c, &self.p);
            least = reached.max(least + 1u8);
            level += 1u8;
        }
        Some(least)
    }
}

impl Law for FloorLinear {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> String {
        let factor = if self.p == Nat::ONE { String::new() } else { format!("{}*", shorten(&self.p)) };
        let c = shorten(
            &Nat::try_from(if self.c < Int::ZERO { -self.c.clone() } else { self.c.clone() }).unwrap_or_default(),
        );
        let shift = match self.c.cmp(&Int::ZERO) {
            std::cmp::Ordering::Less => format!("-{c}"),
            std::cmp::Ordering::Equal => String::new(),
            std::cmp::Ordering::Greater => format!("+{c}"),
        };
        let numerator = format!("{factor}n{shift}");
        let highest = match (self.q == Nat::ONE, shift.is_empty()) {
            (true, _) => numerator,
            (false, true) => format!("{numerator}//{}", shorten(&self.q)),
            (false, false) => format!("({numerator})//{}", shorten(&self.q)),
        };
        format!("g(n) = 1 + g(min(n-1, {highest})), and 0 where there is no option")
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        self.steps(heap(place)?, &mut Fuel::new())
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let mut fuel = Fuel::new();
        let value = self.steps(n, &mut fuel)?;
        level_set(self.highest(n), &value, target, limit, |v| self.least_with_value(v, &mut fuel))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        Some(up_to(self.highest(heap(place)?), limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    fn nat(n: u64) -> Nat {
        Nat::from(n)
    }

    #[test]
    fn linear_bounds_agree_with_the_definition() {
        assert!(FloorLinear::new(nat(1), nat(0), Int::ZERO).is_none());
        for p in 0..5i64 {
            for q in 1..5i64 {
                for c in -9..10i64 {
                    let law = FloorLinear::new(nat(p as u64), nat(q as u64), Int::from(c)).unwrap();
                    let plain = |place: &[u64]| {
                        let n = place[0] as i64;
                        let h = (p * n + c).div_euclid(q).min(n - 1);
                        single((0..=h).map(|m| m as u64))
                    };
                    Plain::new(plain).check_heaps(&law, 40, EVERYTHING);
                }
            }
        }
    }

    #[test]
    fn least_heaps_of_huge_levels_fit() {
        let n = nat(10).pow(100);
        for (p, q, c) in [(2u64, 3u64, 7i64), (9, 10, -5), (1, 1, -3), (5, 3, -100), (7, 8, 1_000_000_000_000)] {
            let law = FloorLinear::new(nat(p), nat(q), Int::from(c)).unwrap();
            let top = law.value(std::slice::from_ref(&n)).unwrap();
            for v in [&top - 1u8, &top >> 1usize, nat(1)] {
                let least = law.least_with_value(&v, &mut Fuel::new()).unwrap();
                assert_eq!(law.value(std::slice::from_ref(&least)), Some(v.clone()));
                assert_eq!(law.value(&[least - 1u8]), Some(v - 1u8));
            }
        }
    }
}
