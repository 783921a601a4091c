//! The automaton of `y = ⌊βx⌋` in the Ostrowski system of a, where β = (a+√(a²+4))/2.
//!
//! Let x = Σ dᵢUᵢ, shift(x) = Σ dᵢUᵢ₊₁, θ = a+1−β (between 0 and 1) and s(x) = Σ dᵢ(−1/β)ⁱ. Since Uᵢ₊₁ − βUᵢ = θ(−1/β)ⁱ,
//! shift(x) − βx = θ·s(x). Valid words have −1 < s < β, so θs lies between −θ and a − θ, and
//! y = ⌊βx⌋ if and only if, with j = shift(x) − y, j−1 < θs(x) ≤ j; only j = 0, …, a are possible.
//!
//! * `y − shift(x) + j = 0` is linear in digits: the weights of x are −(a·p + q) instead of p.
//! * `s(x) ≤ t` is decided from the least significant digit: d + r·(−1/β) ≤ t if and only if r ≥ −β(t−d), so a threshold
//!   moves by t ← −β(t−d) and the direction turns. The thresholds j/θ = j(a+1+1/β)/a are in ℚ(β); their conjugates
//!   contract and those beyond the range of s are decided, so there are finitely many. The automaton is reversed.
//!
//! (Own derivation; that ⌊γx⌋ is synchronised for quadratic γ: Schaeffer, Shallit, Zorcic, *Beatty sequences for a
//! quadratic irrational: decidability and applications*, 2024.)

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Combination, Engine, Key, Obstacle};
use crate::numeration::Numeration;

/// (u + v·β)/a, and whether `≤` (true) or `≥` is asked of what is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Threshold {
    /// `rest ≤ (u + vβ)/a`, or `≥`.
    Open { u: i64, v: i64, at_most: bool },
    /// Known already.
    Known(bool),
}

impl Engine<'_> {
    /// The pairs (x, ⌊βx⌋), β = (a+√(a²+4))/2 in the Ostrowski system of a: φ for Zeckendorf, 1+√2 for a = 2,
    /// (3+√13)/2 for a = 3.
    ///
    /// # Errors
    /// Cap, budget, or base k, where it is not automatic.
    pub fn floor(&mut self) -> Built<Arc<Dfa>> {
        let Numeration::Ostrowski(a) = self.numeration() else {
            let why = format!("it needs an Ostrowski system, not {}", self.numeration());
            return Err(Obstacle::NotAutomatic { term: "floor".to_owned(), why });
        };
        if let Some(known) = self.relations.get(&Key::Floor) {
            return Ok(Arc::clone(known));
        }
        let a = i64::from(a);
        let mut result: Option<Dfa> = None;
        let mut before: Option<Dfa> = None;
        for j in 0..=a {
            // θs(x) ≤ j, and not ≤ j − 1
            let within = if j == a { self.everything(1)? } else { self.conjugate_at_most(a, j)? };
            let between = match &before {
                None => within.clone(),
                Some(before) => self.combined(&within, before, Combination::Without)?,
            };
            before = Some(within);
            let shifted = self.shifted_by(a, j)?;
            let here = self.combine(2, (&shifted, &[0, 1]), (&between, &[0]), Combination::And)?;
            result = Some(self.collected(result, here)?);
        }
        let dfa = match result {
            Some(result) => Arc::new(result),
            None => Arc::new(self.everything(2)?),
        };
        self.relations.insert(Key::Floor, Arc::clone(&dfa));
        Ok(dfa)
    }

    /// The pairs (x, y) with shift(x) − y = j.
    fn shifted_by(&mut self, a: i64, j: i64) -> Built<Dfa> {
        // as y' − shift(x) = −j: a digit d of x adds −d·Uᵢ₊₁ = −d·(a·Uᵢ + Uᵢ₋₁), a digit of y adds d·Uᵢ. The weights
        // are coded in one sum, x's digit times a large number
        const LARGE: i64 = 1 << 10;
        let growth = self.numeration().growth();
        let bound = 2.0 * (a as f64 + 1.0).powi(2) * (growth + 1.0) / (growth - 1.0) + 2.0 * a as f64;
        let mut step = |[p, q]: [i64; 2], sum: i64| {
            let (x, y) = (sum / LARGE, sum % LARGE);
            let next = [a * p + q + y - a * x, p - x];
            let size = next[0] as f64 * growth + next[1] as f64;
            (size.abs() <= bound * growth).then_some(next)
        };
        let accept = |[p, q]: [i64; 2]| p + q == -j;
        self.weighted(&[LARGE, 1], [0, 0], &mut step, &accept)
    }

    /// The numbers x with θ·s(x) ≤ j.
    fn conjugate_at_most(&mut self, a: i64, j: i64) -> Built<Dfa> {
        let digits = self.numeration().digits();
        let beta = self.numeration().growth();
        // 1/θ = (a+1+1/β)/a and 1/β = β − a, so j/θ = (j + jβ)/a
        let start = Threshold::Open { u: j, v: j, at_most: true };
        let mut states = vec![start];
        let mut number = FxHashMap::from_iter([(start, 0u32)]);
        let mut arrows: Vec<(u32, usize, u32)> = Vec::new();
        let mut growing = self.growing("relation", digits);
        let mut at = 0;
        while at < states.len() {
            self.grow(&mut growing)?;
            for digit in 0..digits {
                let to = after(states[at], digit as i64, a, beta);
                let to = *number.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() as u32 - 1
                });
                arrows.push((at as u32, digit, to));
            }
            at += 1;
        }
        // reversed: start where nothing is left to read and the answer is yes, end at the start; as sets of states
        let yes: Vec<u32> = (0..states.len() as u32).filter(|&s| ends_well(states[s as usize], a)).collect();
        let mut sets = vec![yes.clone()];
        let mut number = FxHashMap::from_iter([(yes, 0u32)]);
        let (mut table, mut accepting) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < sets.len() {
            self.grow(&mut growing)?;
            let from = sets[at].clone();
            accepting.push(from.contains(&0));
            for digit in 0..digits {
                let mut to: Vec<u32> =
                    arrows.iter().filter(|(_, d, t)| *d == digit && from.contains(t)).map(|(f, _, _)| *f).collect();
                to.sort_unstable();
                to.dedup();
                table.push(if to.is_empty() {
                    DEAD
                } else {
                    *number.entry(to.clone()).or_insert_with(|| {
                        sets.push(to);
                        sets.len() as u32 - 1
                    })
                });
            }
            at += 1;
        }
        let raw = Dfa::new(self.numeration(), 1, digits, table, accepting);
        let everything = self.everything(1)?;
        self.combined(&everything, &raw, Combination::And)
    }
}

/// What is asked of the rest after one digit, the least significant first.
fn after(threshold: Threshold, digit: i64, a: i64, beta: f64) -> Threshold {
    let Threshold::Open { u, v, at_most } = threshold else { return threshold };
    // −β(u − a·d + vβ) = −(u − a·d)β − v(aβ + 1)
    let (u, v) = (-v, -(u - a * digit) - a * v);
    let value = (u as f64 + v as f64 * beta) / a as f64;
    // whatever the digits, |s| is at most a·β/(β−1)
    let most = a as f64 * beta / (beta - 1.0) + 0.01;
    if value > most {
        // the direction turned
        Threshold::Known(!at_most)
    } else if value < -most {
        Threshold::Known(at_most)
    } else {
        Threshold::Open { u, v, at_most: !at_most }
    }
}

/// Nothing is left: is 0 on the right side?
fn ends_well(threshold: Threshold, a: i64) -> bool {
    match threshold {
        Threshold::Known(answer) => answer,
        Threshold::Open { u, v, at_most } => match sign(u, v, a) {
            Ordering::Equal => true,
            Ordering::Greater => at_most,
            Ordering::Less => !at_most,
        },
    }
}

/// The sign of u + vβ = (2u + va + v√(a²+4))/2, exactly.
fn sign(u: i64, v: i64, a: i64) -> Ordering {
    let (u, v, a) = (i128::from(u), i128::from(v), i128::from(a));
    let whole = 2 * u + v * a;
    let (whole_squared, root_squared) = (whole * whole, v * v * (a * a + 4));
    match (whole.cmp(&0), v.cmp(&0)) {
        (w, Ordering::Equal) => w,
        (Ordering::Equal, r) => r,
        (w, r) if w == r => w,
        (w, r) => match whole_squared.cmp(&root_squared) {
            Ordering::Greater => w,
            _ => r,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Context;

    #[test]
    fn floors_are_right_to_ten_thousand_and_the_automaton_is_a_function() {
        let cx = Context::default();
        for a in 1..=5u8 {
            let mut engine = Engine::new(Numeration::Ostrowski(a), &cx);
            let floor = engine.floor().unwrap();
            assert_eq!(floor.next(0, 0), Some(0));
            let a = u128::from(a);
            let mut y = 0u128;
            for x in 0..10_000u128 {
                // the largest y with 2y − ax ≤ √(a²+4)·x
                while (2 * (y + 1)).checked_sub(a * x).is_none_or(|d| d * d <= (a * a + 4) * x * x) {
                    y += 1;
                }
                assert!(floor.contains(&[x as u64, y as u64]), "a = {a}: {x} {y}");
                assert!(!floor.contains(&[x as u64, y as u64 + 1]));
                assert!(y == 0 || !floor.contains(&[x as u64, y as u64 - 1]));
            }
            let domain = engine.exists(&floor, 1).unwrap();
            assert_eq!(domain, engine.everything(1).unwrap());
        }
        assert!(Engine::new(Numeration::BINARY, &cx).floor().is_err());
    }
}
