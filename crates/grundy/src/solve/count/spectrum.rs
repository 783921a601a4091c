//! How often each character sum of a histogram occurs, and what that counts.
//!
//! A *character* i of the numbers below 2^b gives the number v the sign (−1)^popcount(i ∧ v). The character sum of a
//! histogram h is ĥ(i) = Σ h(v)·(−1)^popcount(i ∧ v), the Walsh–Hadamard transform. Since a character of a xor is the
//! product of the characters,
//!
//! - ordered K-tuples with xor 0: 2^−b · Σ_i ĥ(i)^K;
//! - multisets of K heaps with xor 0: 2^−b · Σ_i [t^K] (1−t)^−a (1+t)^−c, where a heaps have the sign + under i and c
//!   the sign −. With d = a − c = ĥ(i) and N = a + c the coefficients obey k·x(k) = d·x(k−1) + (N+k−2)·x(k−2): the
//!   derivative of the series F is F' = (d + N·t)·F / (1 − t²).
//!
//! Only the value of ĥ(i) matters, so a [`Spectrum`] keeps each once, with its multiplicity.
//!
//! *Example.* Heaps of Nim from 0 to 2: h = 1 1 1 0, ĥ = 3 1 1 −1. Pairs with xor 0: (9 + 1 + 1 + 1) / 4 = 3.
//!
//! **Nim from 0 to m−1 without a transform.** Let t be the lowest digit of i and r = m mod 2^(t+1). Blocks of 2^(t+1)
//! numbers cancel, so |ĥ(i)| = min(r, 2^(t+1) − r), and its sign is that of the character of the digits of m above t.
//! There are b lowest digits, so ranges of any length are counted at once.
//!
//! Cost: the transform b·2^b additions; the tuples a power for each distinct |ĥ|, the multisets K small
//! multiplications for each distinct ĥ. References: J. Hadamard, *Résolution d'une question relative aux
//! déterminants*, 1893; J. L. Walsh, *A closed set of normal orthogonal functions*, 1923. The proofs are above.

use std::ops::{Add, Sub};

use dashu_int::ops::BitTest;
use grundy_core::{Context, Int, Nat, Result, Spent, Words};

use grundy_core::hadamard::butterfly;

/// The character sums of a histogram of numbers below 2^`bits`, each with how many characters have it.
#[derive(Debug, Clone)]
pub(super) struct Spectrum {
    /// Were the sums worked out from formulas, without a histogram?
    closed: bool,
    bits: usize,
    /// How many heaps there are: the sum of the first character.
    heaps: u128,
    /// Distinct sums in ascending order; the multiplicities add up to 2^`bits`.
    sums: Vec<(i128, u128)>,
}

/// Steps of arithmetic that are begun where the budget sets no limit: a minute or two.
const STEPS: u64 = 20_000_000_000;

/// The product of numbers of so many words of 64 bits takes about the 1.6th power of it in steps.
fn product_steps(words: f64) -> f64 {
    words.max(1.0).powf(1.6)
}

/// The same sums, however they were found.
impl PartialEq for Spectrum {
    fn eq(&self, other: &Spectrum) -> bool {
        (self.bits, self.heaps, &self.sums) == (other.bits, other.heaps, &other.sums)
    }
}

impl Spectrum {
    /// Of a histogram whose length is a power of two: at v, how many heaps have the value v.
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn of_histogram<T>(mut h: Vec<T>, cx: &Context) -> Result<Spectrum>
    where
        T: Copy + Ord + Into<i128> + Add<Output = T> + Sub<Output = T>,
    {
        let heaps = h.iter().map(|&n| n.into().unsigned_abs()).sum();
        let bits = h.len().trailing_zeros() as usize;
        let mut half = 1;
        while half < h.len() {
            for block in h.chunks_mut(2 * half) {
                butterfly(block);
                cx.tick(half as u64 / 8)?;
            }
            cx.check()?;
            half *= 2;
        }
        h.sort_unstable();
        let sums = h.chunk_by(|a, b| a == b).map(|run| (run[0].into(), run.len() as u128)).collect();
        Ok(Spectrum { closed: false, bits, heaps, sums })
    }

    /// Of the numbers from `min` to `max`, each once: heaps of Nim.
    pub(super) fn of_interval(min: u64, max: u64) -> Spectrum {
        let (low, high) = (u128::from(min), u128::from(max) + 1);
        let bits = (128 - (high - 1).leading_zeros()) as usize;
        let mut sums = vec![((high - low) as i128, 1)];
        for t in 0..bits {
            let block = 1u128 << (t + 1);
            let size = |end: u128| (end % block).min(block - end % block) as i128;
            // the digits above t that a character with lowest digit t may have
            let above = |end: u128| (end % (1 << bits)) >> (t + 1);
            let (a, b) = (size(high), size(low));
            let count = 1u128 << (bits - 1 - t);
            let signs: &[(i128, i128)] = match (above(high), above(low)) {
                (0, 0) => &[(1, 1)],
                (0, _) => &[(1, 1), (1, -1)],
                (_, 0) => &[(1, 1), (-1, 1)],
                (x, y) if x == y => &[(1, 1), (-1, -1)],
                _ => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
            };
            sums.extend(signs.iter().map(|(s, r)| (s * a - r * b, count / signs.len() as u128)));
        }
        sums.sort_unstable();
        let merged = sums.chunk_by(|x, y| x.0 == y.0).map(|run| (run[0].0, run.iter().map(|(_, n)| n).sum())).collect();
        Spectrum { closed: true, bits, heaps: high - low, sums: merged }
    }

    /// With so many heaps more that are lost in no sum, so that [`Spectrum::all_tuples`] counts all.
    pub(super) fn and_never_lost(&self, heaps: u64) -> Spectrum {
        Spectrum { heaps: self.heaps + u128::from(heaps), ..self.clone() }
    }

    /// From distinct sums in ascending order with their multiplicities, which add up to 2^`bits`.
    pub(super) fn of_sums(bits: usize, heaps: u128, sums: Vec<(i128, u128)>) -> Spectrum {
        Spectrum { closed: true, bits, heaps, sums }
    }

    /// By what is counted, in words. A closed form knows many characters at once by their few sums.
    pub(super) fn words(&self) -> Words {
        let bits = self.bits;
        if self.closed {
            let distinct = self.sums.len();
            return Words::new(
                format!(
                    "counted exactly by character sums in closed form: {distinct} distinct ones for 2^{bits} characters"
                ),
                format!("用封闭形式的特征和精确计数：2^{bits} 个特征有 {distinct} 个不同的和"),
            );
        }
        Words::new(
            format!("counted exactly by 2^{bits} character sums (Walsh–Hadamard transform)"),
            format!("用 2^{bits} 个特征和（Walsh–Hadamard 变换）精确计数"),
        )
    }

    /// Refuses numbers that take too long or too much space, before the work starts.
    fn afford(&self, k: u64, steps: f64, cx: &Context) -> Result<()> {
        let digits = k as f64 * (self.heaps.max(2) as f64).log2();
        let words = digits / 64.0 + 1.0;
        let decimal = digits * std::f64::consts::LOG10_2;
        let size = if decimal < 1e7 { format!("{decimal:.0}") } else { format!("{decimal:.0e}") };
        cx.reserve((words * 8.0 * 16.0) as u64).map_err(|mut stopped| {
            stopped.needed = Some(format!("numbers of about {size} decimal digits"));
            stopped
        })?;
        let all = self.sums.len() as f64 * steps * if words < 2.0 { 1.0 } else { words } + product_steps(words) * 16.0;
        if all > cx.nodes_left().unwrap_or(STEPS) as f64 {
            let needed = format!("about {all:.0e} steps, with numbers of about {size} decimal digits");
            return Err(cx.stopped(Spent::Nodes, Some(needed)).into());
        }
        Ok(())
    }

    /// How many ordered `k`-tuples have xor 0.
    ///
    /// # Errors
    /// A spent budget; more digits than it allows.
    pub(super) fn tuples(&self, k: u64, cx: &Context) -> Result<Nat> {
        let words = k as f64 * (self.heaps.max(2) as f64).log2() / 64.0;
        self.afford(k, if words < 2.0 { 1.0 } else { product_steps(words) / words }, cx)?;
        // d and −d have powers of one size
        let mut sizes: Vec<(u128, i128)> =
            self.sums.iter().map(|(d, n)| (d.unsigned_abs(), signed(*d, *n, k))).collect();
        sizes.sort_unstable();
        let merged = sizes.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run.iter().map(|(_, n)| n).sum::<i128>()));
        let mut sum = Int::ZERO;
        let mut small: i128 = 0;
        for (size, count) in merged.filter(|(_, count)| *count != 0) {
            cx.tick(1)?;
            let term = u32::try_from(k).ok().and_then(|k| size.checked_pow(k)).and_then(|power| {
                let term = i128::try_from(power).ok()?.checked_mul(count)?;
                small.checked_add(term)
            });
            match term {
                Some(total) => small = total,
                None => sum += Int::from(power(&Nat::from(size), k, cx)?) * count,
            }
        }
        Ok(self.divided(sum + small))
    }

    /// How many multisets of `k` heaps have xor 0.
    ///
    /// # Errors
    /// A spent budget; more digits than it allows.
    pub(super) fn multisets(&self, k: u64, cx: &Context) -> Result<Nat> {
        self.afford(k, k as f64 * 4.0, cx)?;
        let mut sum = Int::ZERO;
        let largest = (self.heaps + u128::from(k)).max(2);
        // x(k) is at most (N+k)^k, and a step multiplies it by N+k twice
        let fits =
            u32::try_from(k).ok().and_then(|k| largest.checked_pow(k.checked_add(2)?)).is_some_and(|m| m < 1 << 125);
        for (d, count) in &self.sums {
            let x = if fits { Int::from(self.coefficient(*d, k, cx)?) } else { self.large_coefficient(*d, k, cx)? };
            sum += x * Int::from(*count);
        }
        Ok(self.divided(sum))
    }

    fn coefficient(&self, d: i128, k: u64, cx: &Context) -> Result<i128> {
        let (mut before, mut now) = (0i128, 1i128);
        for j in 1..=i128::from(k) {
            cx.tick(1)?;
            (before, now) = (now, (d * now + (self.heaps as i128 + j - 2) * before) / j);
        }
        Ok(now)
    }

    fn large_coefficient(&self, d: i128, k: u64, cx: &Context) -> Result<Int> {
        let (mut before, mut now) = (Int::ZERO, Int::ONE);
        for j in 1..=i128::from(k) {
            cx.tick(1)?;
            let next = (&now * d + before * (self.heaps as i128 + j - 2)) / j;
            before = std::mem::replace(&mut now, next);
        }
        Ok(now)
    }

    /// The sum over the characters, divided by their number: it always goes without rest.
    fn divided(&self, sum: Int) -> Nat {
        Nat::try_from(sum >> self.bits).unwrap_or(Nat::ZERO)
    }

    /// How many ordered `k`-tuples there are.
    ///
    /// # Errors
    /// As [`Spectrum::tuples`].
    pub(super) fn all_tuples(&self, k: u64, cx: &Context) -> Result<Nat> {
        power(&Nat::from(self.heaps), k, cx)
    }

    /// How many multisets of `k` heaps there are: (N+k−1 choose k).
    ///
    /// # Errors
    /// As [`Spectrum::multisets`].
    pub(super) fn all_multisets(&self, k: u64, cx: &Context) -> Result<Nat> {
        choose_multisets(self.heaps, k, cx)
    }
}

/// The multiplicity with the sign of d^k.
fn signed(d: i128, count: u128, k: u64) -> i128 {
    if d < 0 && k % 2 == 1 { -(count as i128) } else { count as i128 }
}

/// Multisets of `k` out of `n` things: (n+k−1 choose k).
pub(super) fn choose_multisets(n: u128, k: u64, cx: &Context) -> Result<Nat> {
    let mut all = Nat::ONE;
    for j in 1..=k {
        cx.tick(1)?;
        all = all * (n + u128::from(j) - 1) / u128::from(j);
    }
    Ok(all)
}

/// A power by squaring, which looks at the clock between the products.
pub(super) fn power(base: &Nat, exponent: u64, cx: &Context) -> Result<Nat> {
    let mut result = Nat::ONE;
    for bit in (0..64 - exponent.leading_zeros()).rev() {
        if result.bit_len() > 1 << 14 {
            cx.check()?;
        }
        result = result.sqr();
        if exponent >> bit & 1 == 1 {
            result *= base;
        }
    }
    Ok(result)
}
