//! Automata of linear relations, of congruences and of relations digit by digit.
//!
//! **Base k.** While Σ cᵢxᵢ is read, the state is its value so far: r ← k·r + d, where d = Σ cᵢ·(digit i). Once r is larger
//! than all that negative terms can take back, the sign is known and the state is "greater"; likewise "less".
//!
//! **Ostrowski a.** The state (p, q) stands for p·Uᵢ + q·Uᵢ₋₁ after place i, and (p, q) ← (a·p + q + d, p); the final value is
//! p + q. Let β = (a+√(a²+4))/2, L = p·β + q and L' = q − p/β. Then L ← β(L + d) and L' ← −(L' + d)/β. With |d| ≤ D,
//! |L'| ≤ D/(β−1) always, and from L > Dβ/(β−1) + G on, L > G for ever. Since p + q = (L(1+1/β) + L'(β−1))/(β+1/β), the sum is
//! larger than c for ever if L > Dβ/(β−1) + max(0, (D + c(β+1/β))/(1+1/β)). So finitely many states are left. (Own
//! computation, as the bounds of Frougny, *Representations of numbers and finite automata*, 1992, but explicit.)
//! Floating-point numbers only choose which states become "greater" or "less", with a margin.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Relation;
use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Combination, Engine, Key, Obstacle};
use crate::numeration::Numeration;

/// Larger constants are put on a track of their own.
const DIRECT: i64 = 48;
/// Sums of coefficients may be so large.
const COEFFICIENTS: i64 = 1 << 20;

/// What is known of the value while it is read.
const LESS: [i64; 2] = [i64::MIN, 0];
const GREATER: [i64; 2] = [i64::MAX, 0];

impl Engine<'_> {
    /// The tuples x with `Σ coefficients[i]·x[i] + constant` in this relation to 0. `Divides` is no such relation (the
    /// empty set results).
    ///
    /// # Errors
    /// Cap or budget; coefficients beyond 2^20.
    pub fn linear(&mut self, coefficients: &[i64], constant: i64, relation: Relation) -> Built<Arc<Dfa>> {
        let key = Key::Linear(coefficients.to_vec(), constant, relation);
        if let Some(known) = self.relations.get(&key) {
            return Ok(Arc::clone(known));
        }
        let dfa = if (-DIRECT..=DIRECT).contains(&constant) {
            self.linear_direct(coefficients, constant, relation)?
        } else {
            let number = self.number(constant.unsigned_abs())?;
            let tracks: Vec<usize> = (0..=coefficients.len()).collect();
            let with = [coefficients, &[constant.signum()]].concat();
            let relation = self.linear(&with, 0, relation)?;
            let last = coefficients.len();
            let both = self.combine(last + 1, (&relation, &tracks), (&number, &[last]), Combination::And)?;
            self.exists(&both, last)?
        };
        let dfa = Arc::new(dfa);
        self.relations.insert(key, Arc::clone(&dfa));
        Ok(dfa)
    }

    fn linear_direct(&mut self, coefficients: &[i64], constant: i64, relation: Relation) -> Built<Dfa> {
        let (above, below) = sums(coefficients)?;
        // compared with `target`, the value of Σ cᵢxᵢ
        let target = -constant;
        let numeration = self.numeration();
        let growth = numeration.growth();
        let largest_digit = (numeration.digits() - 1) as f64;
        let (high, low) = match numeration {
            Numeration::Base(_) => ((below + target.max(0)) as f64, -((above + (-target).max(0)) as f64)),
            Numeration::Ostrowski(_) => {
                let d = largest_digit * above.max(below) as f64;
                let base = d * growth / (growth - 1.0);
                let share = |c: f64| ((d + c * (growth + 1.0 / growth)) / (1.0 + 1.0 / growth)).max(0.0);
                (base + share(target as f64), -(base + share(-(target as f64))))
            }
        };
        let mut step = |state: [i64; 2], sum: i64| {
            if state == LESS || state == GREATER {
                return Some(state);
            }
            let next = advance(numeration, state, sum);
            let size = match numeration {
                Numeration::Base(_) => next[0] as f64,
                Numeration::Ostrowski(_) => next[0] as f64 * growth + next[1] as f64,
            };
            let state = if size > high + 0.01 {
                GREATER
            } else if size < low - 0.01 {
                LESS
            } else {
                next
            };
            // an end that can no longer be accepted
            let known = match state {
                LESS => relation.holds(std::cmp::Ordering::Less),
                GREATER => relation.holds(std::cmp::Ordering::Greater),
                _ => true,
            };
            known.then_some(state)
        };
        let accept = |state: [i64; 2]| match state {
            LESS => relation.holds(std::cmp::Ordering::Less),
            GREATER => relation.holds(std::cmp::Ordering::Greater),
            [p, q] => relation.holds((p + q).cmp(&target)),
        };
        self.weighted(coefficients, [0, 0], &mut step, &accept)
    }

    /// The tuples x with `Σ coefficients[i]·x[i] + constant` modulo `modulus` among the residues.
    ///
    /// # Errors
    /// Cap or budget (modulus² states in an Ostrowski system); a modulus of 0 or beyond 2^31; coefficients beyond 2^20.
    pub fn congruence(
        &mut self,
        coefficients: &[i64],
        constant: i64,
        modulus: u64,
        residues: &[u64],
    ) -> Built<Arc<Dfa>> {
        sums(coefficients)?;
        let Some(m) = i64::try_from(modulus).ok().filter(|m| (1..1 << 31).contains(m)) else {
            return Err(Obstacle::TooLarge { operation: "relation", cap: self.cap() });
        };
        let key = Key::Modulo(coefficients.to_vec(), constant, modulus, residues.to_vec());
        if let Some(known) = self.relations.get(&key) {
            return Ok(Arc::clone(known));
        }
        let numeration = self.numeration();
        let mut step = |state, sum: i64| {
            let [p, q] = advance(numeration, state, sum);
            Some([p.rem_euclid(m), q.rem_euclid(m)])
        };
        let accept = |[p, q]: [i64; 2]| {
            let value = (p + q + constant.rem_euclid(m)).rem_euclid(m);
            residues.contains(&value.unsigned_abs())
        };
        let dfa = Arc::new(self.weighted(coefficients, [0, 0], &mut step, &accept)?);
        self.relations.insert(key, Arc::clone(&dfa));
        Ok(dfa)
    }

    /// The one number alone.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn number(&mut self, n: u64) -> Built<Arc<Dfa>> {
        if let Some(known) = self.relations.get(&Key::Number(n)) {
            return Ok(Arc::clone(known));
        }
        let word = self.numeration().encode(n);
        let symbols = self.numeration().digits();
        let mut table = vec![DEAD; (word.len() + 1) * symbols];
        table[0] = 0;
        for (at, &digit) in word.iter().enumerate() {
            table[at * symbols + usize::from(digit)] = at as u32 + 1;
        }
        let mut accepting = vec![false; word.len() + 1];
        accepting[word.len()] = true;
        let dfa = Arc::new(Dfa::new(self.numeration(), 1, symbols, table, accepting));
        self.relations.insert(Key::Number(n), Arc::clone(&dfa));
        Ok(dfa)
    }

    /// The valid tuples whose columns all satisfy a condition; the condition must hold for the column of zeros.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn digitwise(&mut self, tracks: usize, condition: &dyn Fn(&[u8]) -> bool) -> Built<Dfa> {
        let everything = self.everything(tracks)?;
        let fits: Vec<bool> = (0..everything.symbols()).map(|symbol| condition(&everything.column(symbol))).collect();
        let symbols = everything.symbols();
        let table = (0..everything.states() as u32)
            .flat_map(|s| everything.row(s).iter().zip(&fits).map(|(&to, &fits)| if fits { to } else { DEAD }))
            .collect();
        let raw = Dfa::new(self.numeration(), tracks, symbols, table, everything.accepting().to_vec());
        self.finish(&raw)
    }

    /// The automaton whose state changes with the weighted sum of the digits of a column only, and which reads valid
    /// words. `step` gives the next state, or `None` for the dead one.
    pub(super) fn weighted(
        &mut self,
        weights: &[i64],
        start: [i64; 2],
        step: &mut dyn FnMut([i64; 2], i64) -> Option<[i64; 2]>,
        accept: &dyn Fn([i64; 2]) -> bool,
    ) -> Built<Dfa> {
        let tracks = weights.len();
        let symbols = self.symbols(tracks)?;
        let digits = self.numeration().digits();
        let restricted = self.numeration().restricted();
        // of each symbol: the sum, and which tracks have the restricted digit, and which have any but 0
        let mut sum_of = Vec::with_capacity(symbols);
        let mut masks = Vec::with_capacity(symbols);
        for symbol in 0..symbols {
            let (mut rest, mut sum, mut full, mut any) = (symbol, 0i64, 0u32, 0u32);
            for (track, weight) in weights.iter().enumerate().rev() {
                let digit = rest % digits;
                rest /= digits;
                sum += weight * digit as i64;
                any |= u32::from(digit != 0) << track;
                full |= u32::from(restricted.is_some_and(|r| usize::from(r) == digit)) << track;
            }
            sum_of.push(sum);
            masks.push((full, any));
        }
        let mut different = sum_of.clone();
        different.sort_unstable();
        different.dedup();
        let index: Vec<u32> = sum_of.iter().map(|s| different.binary_search(s).map_or(0, |i| i as u32)).collect();

        // first without validity, on sums
        let mut growing = self.growing("relation", different.len());
        let mut number = FxHashMap::from_iter([(start, 0u32)]);
        let mut states = vec![start];
        let mut by_sum: Vec<u32> = Vec::new();
        let mut at = 0;
        while at < states.len() {
            self.grow(&mut growing)?;
            let from = states[at];
            for &sum in &different {
                by_sum.push(match step(from, sum) {
                    None => DEAD,
                    Some(to) => *number.entry(to).or_insert_with(|| {
                        states.push(to);
                        states.len() as u32 - 1
                    }),
                });
            }
            at += 1;
        }
        drop(growing);

        // then with the tracks that must go on with 0
        let mut growing = self.growing("relation", symbols);
        let mut number: FxHashMap<(u32, u32), u32> = FxHashMap::from_iter([((0, 0), 0)]);
        let mut pairs = vec![(0u32, 0u32)];
        let mut table = Vec::new();
        let mut accepting = Vec::new();
        let mut at = 0;
        while at < pairs.len() {
            self.grow(&mut growing)?;
            let (state, zeros) = pairs[at];
            accepting.push(accept(states[state as usize]));
            let row = &by_sum[state as usize * different.len()..][..different.len()];
            for (&sum, &(full, any)) in index.iter().zip(&masks) {
                let to = row[sum as usize];
                table.push(if to == DEAD || zeros & any != 0 {
                    DEAD
                } else {
                    *number.entry((to, full)).or_insert_with(|| {
                        pairs.push((to, full));
                        pairs.len() as u32 - 1
                    })
                });
            }
            at += 1;
        }
        drop(growing);
        self.finish(&Dfa::new(self.numeration(), tracks, symbols, table, accepting))
    }
}

/// One digit more.
fn advance(numeration: Numeration, [p, q]: [i64; 2], sum: i64) -> [i64; 2] {
    match numeration {
        Numeration::Base(k) => [i64::from(k) * p + sum, 0],
        Numeration::Ostrowski(a) => [i64::from(a) * p + q + sum, p],
    }
}

/// The sums of the positive and of the negative coefficients.
fn sums(coefficients: &[i64]) -> Built<(i64, i64)> {
    let mut both = (0i64, 0i64);
    for &c in coefficients {
        if !(-COEFFICIENTS..=COEFFICIENTS).contains(&c) {
            let why = "a coefficient beyond 2^20".to_owned();
            return Err(Obstacle::NotAutomatic { term: c.to_string(), why });
        }
        if c > 0 { both.0 += c } else { both.1 -= c }
    }
    Ok(both)
}

#[cfg(test)]
mod tests;
