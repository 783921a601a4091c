//! Is a quotient that of misère Nim?
//!
//! T₀ is the trivial monoid, T₁ = ⟨a | a² = 1⟩ with P = {a}. For n ≥ 2, Tₙ has 2ⁿ + 2 elements: 1 and a with a² = 1, and a group of
//! 2ⁿ elements whose squares are its unit e, with ae ≠ e; P = {a, e}. A set of games is *tame* if its quotient is one of these:
//! its sums are played like sums of misère Nim (T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, 2008).

use super::monoid::{Monoid, ONE};

/// The n for which the monoid with its P is Tₙ; `None`: wild. Cost: the square of the order.
#[must_use]
pub fn tame(monoid: &Monoid) -> Option<u32> {
    let order = monoid.order();
    let lost: Vec<u32> = monoid.portion().iter().collect();
    if order == 1 {
        return lost.is_empty().then_some(0);
    }
    let is_fickle = |&a: &u32| a != ONE && monoid.times(a, a) == ONE;
    if order == 2 {
        return matches!(lost.as_slice(), [a] if is_fickle(a)).then_some(1);
    }
    let &[x, y] = lost.as_slice() else { return None };
    let n = (order - 2).is_power_of_two().then(|| (order - 2).trailing_zeros())?;
    let (a, e) = if is_fickle(&x) { (x, y) } else { (y, x) };
    let group: Vec<u32> = (0..order as u32).filter(|&z| z != ONE && z != a).collect();
    let closed = group.iter().all(|&z| {
        let absorbs = monoid.times(z, e) == z && monoid.times(z, z) == e;
        absorbs && group.iter().all(|&u| !matches!(monoid.times(z, u), u if u == ONE || u == a))
    });
    let ae = monoid.times(a, e);
    (n >= 2 && is_fickle(&a) && closed && ae != e && ae != ONE && ae != a).then_some(n)
}
