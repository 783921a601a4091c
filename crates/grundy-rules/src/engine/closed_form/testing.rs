//! The slow plain truth that every law is compared with.

use std::collections::{BTreeSet, HashMap};

use grundy_core::mex::mex;
use grundy_core::number::{Nat, to_u64};
use grundy_core::outcome::Outcome;

use crate::engine::law::{Law, Listing};

/// One option: its parts, each with its coordinates.
pub(super) type Parts = Vec<Vec<u64>>;

/// What a law must be able to say at every place of a test.
#[derive(Debug, Clone, Copy)]
pub(super) struct Says {
    pub(super) value: bool,
    pub(super) with_value: bool,
    pub(super) winning: bool,
    pub(super) options: bool,
}

/// A law that says everything.
pub(super) const EVERYTHING: Says = Says { value: true, with_value: true, winning: true, options: true };
/// A law that gives the outcome, the winning options and the number of options.
pub(super) const OUTCOME: Says = Says { value: false, with_value: false, winning: true, options: true };

/// A game by the plain list of its options.
pub(super) struct Plain<F> {
    options: F,
    values: HashMap<Vec<u64>, u64>,
}

impl<F: Fn(&[u64]) -> Vec<Parts>> Plain<F> {
    pub(super) fn new(options: F) -> Self {
        Plain { options, values: HashMap::new() }
    }

    /// The Grundy value by its definition.
    pub(super) fn value(&mut self, place: &[u64]) -> u64 {
        if let Some(&v) = self.values.get(place) {
            return v;
        }
        let options = (self.options)(place);
        let values: Vec<u64> = options.iter().map(|o| self.sum(o)).collect();
        let v = mex(values);
        self.values.insert(place.to_vec(), v);
        v
    }

    fn sum(&mut self, parts: &Parts) -> u64 {
        parts.iter().fold(0, |x, p| x ^ self.value(p))
    }

    /// The options in the stated order, each once.
    fn distinct(&self, place: &[u64]) -> BTreeSet<Parts> {
        let canonical = |mut o: Parts| {
            if place.len() == 1 {
                o.retain(|p| p[0] > 0);
                if o.is_empty() {
                    o.push(vec![0]);
                }
            }
            o.sort();
            o
        };
        (self.options)(place).into_iter().map(canonical).collect()
    }

    /// Compares everything the law says about `place` with the truth.
    pub(super) fn check(&mut self, law: &dyn Law, place: &[u64], says: Says) {
        let nats: Vec<Nat> = place.iter().map(|&n| Nat::from(n)).collect();
        let truth = self.value(place);
        let about = |what: &str| format!("{}: {what} at {place:?}", law.words().english);
        if let Some(v) = law.value(&nats) {
            assert_eq!(to_u64(&v), Some(truth), "{}", about("value"));
        } else {
            assert!(!says.value, "{}", about("no value"));
        }
        let outcome = Outcome::lost_if(truth == 0);
        assert_eq!(law.outcome(&nats), Some(outcome), "{}", about("outcome"));

        let options = self.distinct(place);
        let by_value: Vec<(u64, Parts)> = options.iter().map(|o| (self.sum(o), o.clone())).collect();
        let greatest = by_value.iter().map(|(v, _)| *v).max().unwrap_or(0);
        let expect = |target: Option<u64>, limit: usize| {
            let those: Vec<&Parts> =
                by_value.iter().filter(|(v, _)| target.is_none_or(|t| t == *v)).map(|(_, o)| o).collect();
            let place = |p: &Vec<u64>| p.iter().map(|&n| Nat::from(n)).collect();
            Listing {
                count: Nat::from(those.len()),
                first: those.iter().take(limit).map(|o| o.iter().map(place).collect()).collect(),
            }
        };
        let compare = |what: &str, said: Option<Listing>, needed: bool, target: Option<u64>, limit: usize| match said {
            Some(said) => assert_eq!(said, expect(target, limit), "{} limit {limit} to {target:?}", about(what)),
            None => assert!(!needed, "{} to {target:?}", about(what)),
        };
        for limit in [0, 1, 2, 5, usize::MAX] {
            compare("options", law.options(&nats, limit), says.options, None, limit);
            compare("winning", law.winning_options(&nats, limit), says.winning, Some(0), limit);
            for target in 0..=greatest + 2 {
                let said = law.options_with_value(&nats, &Nat::from(target), limit);
                compare("options with value", said, says.with_value, Some(target), limit);
            }
        }
    }

    /// [`Plain::check`] for the heaps 0 to `to`.
    pub(super) fn check_heaps(&mut self, law: &dyn Law, to: u64, says: Says) {
        assert_eq!(law.value(&[]), None);
        assert_eq!(law.outcome(&[Nat::ONE, Nat::ONE]), None);
        assert!(law.options(&[Nat::ONE, Nat::ONE], 3).is_none());
        for n in 0..=to {
            self.check(law, &[n], says);
        }
        huge(law, &[Nat::from(10u8).pow(100)]);
        huge(law, &[Nat::from(10u8).pow(100) + 267u16]);
    }

    /// [`Plain::check`] for the pairs up to `to`.
    pub(super) fn check_pairs(&mut self, law: &dyn Law, from: u64, to: u64, says: Says) {
        assert_eq!(law.value(&[Nat::ONE]), None);
        assert_eq!(law.outcome(&[Nat::ONE]), None);
        assert!(law.options(&[Nat::ONE], 3).is_none());
        for x in from..=to {
            for y in from..=to {
                self.check(law, &[x, y], says);
            }
        }
        let googol = Nat::from(10u8).pow(100);
        huge(law, &[googol.clone(), Nat::from(7u8)]);
        huge(law, &[Nat::from(7u8), googol.clone()]);
        huge(law, &[googol.clone(), googol.clone()]);
        huge(law, &[&googol * 3u8 + 1u8, &googol * 2u8]);
    }
}

/// At huge places the law answers at once, and what it says fits together.
fn huge(law: &dyn Law, place: &[Nat]) {
    let value = law.value(place);
    let outcome = law.outcome(place);
    if let Some(v) = &value {
        assert_eq!(outcome == Some(Outcome::Previous), v.is_zero());
        let same = law.options_with_value(place, v, 4);
        assert!(same.is_none_or(|l| l.count.is_zero()), "{} at {place:?}", law.words().english);
        for target in [Nat::ZERO, Nat::ONE, Nat::from(17u8), v >> 1usize] {
            let Some(listing) = law.options_with_value(place, &target, 4) else { continue };
            assert!(target >= *v || !listing.count.is_zero(), "{} at {place:?}", law.words().english);
            for option in &listing.first {
                let sum = option.iter().try_fold(Nat::ZERO, |x, p| Some(x ^ law.value(p)?));
                assert!(sum.is_none_or(|s| s == target), "{} at {place:?}: {option:?}", law.words().english);
            }
        }
    }
    if let Some(listing) = law.winning_options(place, 4) {
        assert_eq!(outcome == Some(Outcome::Previous), listing.count.is_zero(), "{} at {place:?}", law.words().english);
        for option in &listing.first {
            if let [p] = &option[..] {
                assert_eq!(law.outcome(p), Some(Outcome::Previous), "{} at {place:?}: {p:?}", law.words().english);
            }
        }
    }
    law.options_with_value(place, &Nat::from(10u8).pow(99), 3);
    law.options(place, 10);
}

/// Single heaps as options.
pub(super) fn single(heaps: impl IntoIterator<Item = u64>) -> Vec<Parts> {
    heaps.into_iter().map(|n| vec![vec![n]]).collect()
}
