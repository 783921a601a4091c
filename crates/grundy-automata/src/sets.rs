//! Named sets of numbers as automata.
//!
//! The powers of b are automatic in base k if and only if b and k are powers of one number r (Cobham, *On the base-dependence
//! of sets of numbers recognizable by finite automata*, 1969): in base 8, the powers of 4 are 1, 4, 20, 200, 1000, … The
//! Fibonacci numbers are 1, 10, 100, … in Zeckendorf's system. Squares and primes are automatic in no base.

use std::collections::BTreeMap;

use crate::Relation;
use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Engine, Obstacle};
use crate::formula::Formula;
use crate::linear::Linear;
use crate::numeration::Numeration;

impl Engine<'_> {
    /// 1, b, b², …
    ///
    /// # Errors
    /// A base that is no power of the same number; cap or budget.
    pub fn powers(&mut self, b: u64) -> Built<Dfa> {
        let refuse = |numeration: Numeration| {
            let why = format!("these powers have no automaton in {numeration}");
            Obstacle::NotAutomatic { term: format!("powers({b})"), why }
        };
        if b < 2 {
            return Ok((*self.number(1)?).clone());
        }
        let Numeration::Base(k) = self.numeration() else { return Err(refuse(self.numeration())) };
        let k = u64::from(k);
        // b = r^i, k = r^j
        let exponent = |n: u64, r: u64| (1..64u32).find(|&e| r.checked_pow(e) == Some(n));
        let common = (2..=k).find_map(|r| Some((r, exponent(b, r)?, exponent(k, r)?)));
        let Some((r, i, j)) = common else { return Err(refuse(self.numeration())) };
        // state 1 + (exponent of r so far, modulo i): a digit r^s begins with s, a zero adds j
        let symbols = self.numeration().digits();
        let mut table = vec![DEAD; (1 + i as usize) * symbols];
        table[0] = 0;
        for s in 0..j {
            table[r.pow(s) as usize] = 1 + s % i;
        }
        for e in 0..i {
            table[(1 + e as usize) * symbols] = 1 + (e + j) % i;
        }
        let accepting = (0..=i).map(|state| state == 1).collect();
        let raw = Dfa::new(self.numeration(), 1, symbols, table, accepting);
        self.finish(&raw)
    }

    /// The pairs (n, g(n)) of an eventually periodic function: `first` are its values at 0, 1, …, then `period` is repeated
    /// for ever, larger by `saltus` each time. A saltus needs g(n + p) = g(n) + saltus to be linear in n.
    ///
    /// # Errors
    /// Cap or budget; numbers beyond 2^20.
    pub fn periodic(&mut self, first: &[u64], period: &[u64], saltus: u64) -> Built<Dfa> {
        let (n, g) = (Linear::variable(0), Linear::variable(1));
        let number = |x: u64| i64::try_from(x).ok().filter(|x| *x < 1 << 40).ok_or_else(Obstacle::overflow);
        let mut values: BTreeMap<u64, Vec<Formula>> = BTreeMap::new();
        for (at, &value) in first.iter().enumerate() {
            let here = n.shifted(-number(at as u64)?).ok_or_else(Obstacle::overflow)?;
            values.entry(value).or_default().push(Formula::compared(here, Relation::Equal));
        }
        let start = number(first.len() as u64)?;
        let p = period.len() as u64;
        let beyond = n.shifted(-start).ok_or_else(Obstacle::overflow)?;
        let mut lines = Vec::new();
        for (at, &value) in (0u64..).zip(period) {
            let class = Formula::all([
                Formula::compared(beyond.clone(), Relation::GreaterEqual),
                Formula::congruent(beyond.clone(), p, [at]),
            ]);
            if saltus == 0 {
                values.entry(value).or_default().push(class);
                continue;
            }
            // p·(g − value) = saltus·(n − start − at)
            let left =
                g.shifted(-number(value)?).and_then(|f| f.scaled(number(p).ok()?)).ok_or_else(Obstacle::overflow)?;
            let right = beyond
                .shifted(-number(at)?)
                .and_then(|f| f.scaled(number(saltus).ok()?))
                .ok_or_else(Obstacle::overflow)?;
            lines.push(Formula::all([class, Formula::compare(&left, Relation::Equal, &right)?]));
        }
        for (value, when) in values {
            let equal = Formula::compared(g.shifted(-number(value)?).ok_or_else(Obstacle::overflow)?, Relation::Equal);
            lines.push(Formula::all([Formula::any(when), equal]));
        }
        self.compile(&Formula::any(lines), &[0, 1])
    }

    /// 1, 2, 3, 5, 8, …
    ///
    /// # Errors
    /// A system that is not Zeckendorf's.
    pub fn fibonacci(&mut self) -> Built<Dfa> {
        if self.numeration() != Numeration::ZECKENDORF {
            let why = format!("it needs Zeckendorf's system, not {}", self.numeration());
            return Err(Obstacle::NotAutomatic { term: "fibs".to_owned(), why });
        }
        Ok(Dfa::new(self.numeration(), 1, 2, vec![0, 1, 1, DEAD], vec![false, true]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Context;

    #[test]
    fn periodic_functions() {
        let cx = Context::default();
        for system in [Numeration::BINARY, Numeration::Base(3), Numeration::ZECKENDORF] {
            let mut engine = Engine::new(system, &cx);
            for (first, period, saltus) in
                [(&[4u64, 0][..], &[0u64, 1, 0, 2, 7][..], 0), (&[], &[1, 0, 3, 2], 4), (&[5], &[2, 2, 0], 2)]
            {
                let set = engine.periodic(first, period, saltus).unwrap();
                for n in 0..60usize {
                    let value = first.get(n).copied().unwrap_or_else(|| {
                        let m = n.saturating_sub(first.len());
                        period[m % period.len()] + saltus * (m / period.len()) as u64
                    });
                    for g in 0..90 {
                        assert_eq!(set.contains(&[n as u64, g]), g == value, "{system} {first:?} {period:?} {n} {g}");
                    }
                }
            }
        }
    }

    #[test]
    fn powers_and_fibonacci_numbers() {
        let cx = Context::default();
        for k in 2..=16u64 {
            let mut engine = Engine::new(Numeration::base(k).unwrap(), &cx);
            for b in 0..=64u64 {
                let Ok(set) = engine.powers(b) else { continue };
                for n in 0..5000u64 {
                    let expected = n == 1 || b > 1 && (1..13).any(|e| b.checked_pow(e) == Some(n));
                    assert_eq!(set.contains(&[n]), expected, "{b} in base {k}: {n}");
                }
            }
            assert!(engine.powers(k).is_ok() && engine.powers(k * k).is_ok() && engine.fibonacci().is_err());
        }
        let mut engine = Engine::new(Numeration::BINARY, &cx);
        assert!(engine.powers(4).is_ok() && engine.powers(3).is_err());
        let mut engine = Engine::new(Numeration::ZECKENDORF, &cx);
        let set = engine.fibonacci().unwrap();
        let found: Vec<u64> = (0..100).filter(|&n| set.contains(&[n])).collect();
        assert_eq!(found, [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
    }
}
