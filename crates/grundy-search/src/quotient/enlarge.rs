//! Larger monoids, fine enough to find the quotient of one heap more.
//!
//! A new heap may tell apart what no smaller sum did. Beside the class in the old quotient some heaps are *counted*: a
//! counter of index i and period p tells 0, 1, …, i + p − 1 copies apart and goes round from there. The outcome of an
//! element is that of a lightest sum which stands for it: its options are lighter, so they were judged before. Elements
//! that no element separates are then merged: a candidate, which the certificate accepts or refutes. A refuting sum is
//! walked along, part after part replaced by the lightest sum of its element; where the outcome changes two sums were one
//! element that must not be, and a heap of which they have different numbers is counted further.
//!
//! Counters multiply. But a candidate judges all sums lighter than its first misjudged one rightly, and so does every monoid
//! of which it is an image: as soon as that sum is heavier than the one before, the search goes on from the candidate with one
//! counter, and the counters before are forgotten.
//!
//! Nothing here needs to be right: only what the certificate accepts is told. Published idea: T. E. Plambeck, A. N. Siegel,
//! Misère quotients for impartial games, supplement, 2008. Cost: elements times generators.

use std::collections::BTreeMap;

use grundy_core::{Context, Diagnostic, Result, Stopped};
use rustc_hash::FxHashMap;

use super::atoms::Atoms;
use super::elements::Elements;
use super::monoid::{self, Monoid, ONE};

/// Counts something of each component, and tells small counts apart.
#[derive(Debug, Clone)]
struct Counter {
    /// How much each component counts for.
    weights: Vec<u64>,
    index: u64,
    period: u64,
}

impl Counter {
    fn size(&self) -> u64 {
        self.index + self.period
    }

    /// The bits that its counts take.
    fn bits(&self) -> u32 {
        bits(self.size())
    }

    fn count(&self, sum: &[u32]) -> u64 {
        sum.iter().map(|&atom| self.weights[atom as usize]).sum()
    }

    fn reduced(&self, count: u64) -> u64 {
        if count < self.size() { count } else { self.index + (count - self.index) % self.period }
    }
}

/// Indices beyond this speak for a longer period.
const LONG: u64 = 10;

/// After so many elements a pass over all of them looks at the clock: there are millions, and each costs a look-up.
const PASS: usize = 1 << 14;

/// A monoid with counters beside it.
#[derive(Debug)]
pub(super) struct Enlarged {
    base: Monoid,
    /// Elements of the components in it; of a new one, which it does not know, the one.
    phi: Vec<u32>,
    /// For each component a lightest sum of its class.
    words: Vec<Vec<u32>>,
    counters: Vec<Counter>,
}

/// An element: its class in the old quotient in the lowest bits, and what the counters say above it.
type Code = u64;

/// The bits of the numbers below this one.
fn bits(bound: u64) -> u32 {
    64 - (bound - 1).leading_zeros()
}

impl Enlarged {
    /// The last component is new and is counted.
    pub(super) fn new(base: Monoid, mut phi: Vec<u32>, sums: &[Vec<u32>]) -> Self {
        let atom = phi.len() as u32;
        let mut words: Vec<Vec<u32>> = phi.iter().map(|&class| sums[class as usize].clone()).collect();
        words.push(vec![atom]);
        phi.push(ONE);
        let weights = (0..=atom).map(|other| u64::from(other == atom)).collect();
        Enlarged { base, phi, words, counters: vec![Counter { weights, index: 2, period: 2 }] }
    }

    /// Goes on from a candidate, without counters.
    pub(super) fn rebase(&mut self, candidate: Candidate) {
        self.words = candidate.phi.iter().map(|&class| candidate.sums[class as usize].clone()).collect();
        (self.base, self.phi) = (candidate.monoid, candidate.phi);
        self.counters.clear();
    }

    fn image(&self, atom: u32) -> Code {
        let mut code = u64::from(self.phi[atom as usize]);
        let mut place = bits(self.base.order() as u64);
        for counter in &self.counters {
            code |= counter.reduced(counter.weights[atom as usize]) << place;
            place += counter.bits();
        }
        code
    }

    fn times(&self, a: Code, b: Code) -> Code {
        let mut place = bits(self.base.order() as u64);
        let low = (1 << place) - 1;
        let mut code = u64::from(self.base.times((a & low) as u32, (b & low) as u32));
        for counter in &self.counters {
            let width = counter.bits();
            let low = (1 << width) - 1;
            code |= counter.reduced((a >> place & low) + (b >> place & low)) << place;
            place += width;
        }
        code
    }

    fn product(&self, atoms: &[u32]) -> Code {
        atoms.iter().fold(Code::from(ONE), |code, &atom| self.times(code, self.image(atom)))
    }

    /// Tells two sums apart that are one element: something is counted of which they have different numbers.
    ///
    /// Best is a generator, with all components that it is a factor of: what is known of these stays. Else one component
    /// is told apart from all others.
    pub(super) fn separate(&mut self, (one, other): (&[u32], &[u32])) -> Result<()> {
        let mut atoms: Vec<u32> = one.iter().chain(other).copied().collect();
        let mut factors: Vec<u32> = atoms.iter().flat_map(|&atom| &self.words[atom as usize]).copied().collect();
        for list in [&mut atoms, &mut factors] {
            list.sort_unstable();
            list.dedup();
        }
        let of_factor = |factor: u32| -> Vec<u64> {
            self.words.iter().map(|word| word.iter().filter(|&&f| f == factor).count() as u64).collect()
        };
        let of_atom = |atom: u32| (0..self.phi.len() as u32).map(|other| u64::from(other == atom)).collect();
        let plan = self.cheapest(factors.into_iter().map(of_factor), one, other);
        match plan.or_else(|| self.cheapest(atoms.into_iter().rev().map(of_atom), one, other)) {
            Some((Some(at), counter)) => self.counters[at] = counter,
            Some((None, counter)) => self.counters.push(counter),
            // two equal sums have one outcome
            None => {
                return Err(Diagnostic::rule("the options of a component changed while its quotient was made").into());
            }
        }
        let width = bits(self.base.order() as u64) + self.counters.iter().map(Counter::bits).sum::<u32>();
        if width < 64 { Ok(()) } else { Err(Diagnostic::unsupported("the quotient is too large").into()) }
    }

    /// The counter that tells two sums apart and makes the monoid least larger, and which one it replaces.
    fn cheapest(
        &self,
        weights: impl Iterator<Item = Vec<u64>>,
        one: &[u32],
        other: &[u32],
    ) -> Option<(Option<usize>, Counter)> {
        let plans = weights.filter_map(|weights| {
            let at = self.counters.iter().position(|counter| counter.weights == weights);
            let mut counter = Counter { weights, index: 0, period: 2 };
            let (a, b) = (counter.count(one), counter.count(other));
            if a == b {
                return None;
            }
            counter.index = a.min(b) + 1;
            let mut old = 1;
            if let Some(known) = at.map(|at| &self.counters[at]) {
                counter.index = counter.index.max(known.index + 1);
                counter.period = if counter.index > LONG { 2 * known.period } else { known.period };
                old = known.size();
            }
            Some((12 * counter.size() / old, at, counter))
        });
        plans.min_by_key(|(cost, ..)| *cost).map(|(_, at, counter)| (at, counter))
    }

    /// Lists the elements that sums have, the lightest sums first, with their outcomes.
    pub(super) fn list(&self, atoms: &Atoms, cx: &Context) -> Result<Listed> {
        let mut listed = Listed::default();
        // by rank, for what comes after a sum is heavier. A component is a generator only where no lighter sum has its
        // element, so products go first
        let mut queue: BTreeMap<u64, Vec<(bool, Code, u32, u32)>> = BTreeMap::new();
        for atom in (0..atoms.len() as u32).filter(|&atom| atoms.is_live(atom)) {
            queue.entry(atoms.weight(atom)).or_default().push((true, self.image(atom), 0, atom));
        }
        listed.index.insert(Code::from(ONE), 0);
        listed.entries.push(Entry { code: Code::from(ONE), rank: 0, before: 0, atom: 0, is_p: false });
        while let Some((rank, mut sums)) = queue.pop_first() {
            sums.sort_unstable();
            for (alone, code, before, atom) in sums {
                cx.tick(1)?;
                if listed.index.contains_key(&code) {
                    continue;
                }
                cx.reserve(160)?;
                let at = listed.entries.len() as u32;
                listed.index.insert(code, at);
                listed.entries.push(Entry { code, rank, before, atom, is_p: false });
                let mut push = |weight: u64, next: Code, before: u32, atom: u32| {
                    if !listed.index.contains_key(&next) {
                        queue.entry(rank + weight).or_default().push((false, next, before, atom));
                    }
                };
                if alone {
                    let mut targets: Vec<Code> = atoms.options(atom).map(|option| self.product(option)).collect();
                    targets.sort_unstable();
                    targets.dedup();
                    let mut earlier = 1;
                    for entries in listed.entries[1..].chunks(PASS) {
                        cx.check()?;
                        for entry in entries {
                            push(entry.rank, self.times(entry.code, code), earlier, atom);
                            earlier += 1;
                        }
                    }
                    listed.generators.push(Generator { atom, code, targets });
                } else {
                    for generator in &listed.generators {
                        push(atoms.weight(generator.atom), self.times(code, generator.code), at, generator.atom);
                    }
                }
                let is_p = !self.has_p_option(&listed, at, cx)?;
                listed.entries[at as usize].is_p = is_p;
                if at.is_multiple_of(4096) {
                    cx.progress(u64::from(at), None);
                }
            }
        }
        Ok(listed)
    }

    /// Has the lightest sum of this element an option in P?
    fn has_p_option(&self, listed: &Listed, at: u32, cx: &Context) -> Result<bool, Stopped> {
        let sum = listed.sum(at);
        for (i, atom) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == *atom {
                continue;
            }
            let others = sum.iter().enumerate().filter(|(j, _)| *j != i);
            let rest = others.fold(Code::from(ONE), |code, (_, &other)| self.times(code, self.image(other)));
            let Some(generator) = listed.generators.iter().find(|g| g.atom == *atom) else { continue };
            cx.tick(generator.targets.len() as u64)?;
            let is_p = |target: &Code| {
                let option = listed.index.get(&self.times(rest, *target));
                option.is_some_and(|&option| listed.entries[option as usize].is_p)
            };
            if generator.targets.iter().any(is_p) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Merges the elements that no element separates.
    pub(super) fn merge(&self, listed: &Listed, atoms: &Atoms, cx: &Context) -> Result<Candidate> {
        let size = listed.entries.len();
        let width = listed.generators.len();
        let bytes = (size * (width + 6) * 4) as u64;
        cx.reserve(bytes)?;
        // for each generator where it leads
        let mut next: Vec<Vec<u32>> = Vec::with_capacity(width);
        for generator in &listed.generators {
            let mut after = Vec::with_capacity(size);
            for entries in listed.entries.chunks(PASS) {
                cx.check()?;
                after.extend(entries.iter().map(|entry| listed.index[&self.times(entry.code, generator.code)]));
            }
            next.push(after);
        }
        let mut classes: Vec<u32> = listed.entries.iter().map(|entry| u32::from(entry.is_p)).collect();
        let mut count = 0;
        let mut seen: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        loop {
            cx.tick((size * (width + 1)) as u64)?;
            let before = count;
            for after in &next {
                // classes are numbered as they are met, so that the one is 0 and lighter sums come first
                seen.clear();
                let mut refined = Vec::with_capacity(size);
                for (some, after) in classes.chunks(PASS).zip(after.chunks(PASS)) {
                    cx.check()?;
                    for (&class, &to) in some.iter().zip(after) {
                        let fresh = seen.len() as u32;
                        refined.push(*seen.entry((class, classes[to as usize])).or_insert(fresh));
                    }
                }
                (classes, count) = (refined, seen.len());
            }
            if count == before {
                break;
            }
        }
        cx.release(bytes);
        cx.reserve(monoid::bytes(count))?;
        let mut first = vec![usize::MAX; count];
        for (at, &class) in classes.iter().enumerate().rev() {
            first[class as usize] = at;
        }
        let mut portion = Elements::none(count);
        for (class, &at) in first.iter().enumerate() {
            if listed.entries[at].is_p {
                portion.insert(class as u32);
            }
        }
        let phi = (0..atoms.len() as u32).map(|atom| classes[listed.index[&self.image(atom)] as usize]).collect();
        let ranks = first.iter().map(|&at| listed.entries[at].rank).collect();
        let sums = first.iter().map(|&at| listed.sum(at as u32)).collect();
        let rows: Vec<Vec<u32>> =
            next.iter().map(|after| first.iter().map(|&at| classes[after[at] as usize]).collect()).collect();
        let generators: Vec<u32> = listed.generators.iter().map(|g| classes[listed.index[&g.code] as usize]).collect();
        let rows: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
        cx.tick((count * count) as u64)?;
        let monoid = Monoid::of_rows(count, &generators, &rows, portion, cx)?
            .ok_or_else(|| Diagnostic::rule("a quotient contradicts its own products"))?;
        Ok(Candidate { monoid, phi, ranks, sums })
    }

    /// Two sums that are one element, and must not be: where replacing the front of a misjudged sum changes its outcome.
    pub(super) fn wrongly_one(
        &self,
        listed: &Listed,
        sum: &[u32],
        is_p: &dyn Fn(&[u32]) -> bool,
    ) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut code = Code::from(ONE);
        let mut lightest: Vec<u32> = Vec::new();
        let mut before = is_p(sum);
        for (i, &atom) in sum.iter().enumerate() {
            code = self.times(code, self.image(atom));
            let mut one = lightest;
            one.push(atom);
            lightest = listed.sum(listed.index[&code]);
            let whole: Vec<u32> = lightest.iter().chain(&sum[i + 1..]).copied().collect();
            let after = is_p(&whole);
            if after != before {
                return Some((one, lightest));
            }
            before = after;
        }
        None
    }
}

#[derive(Debug)]
struct Entry {
    code: Code,
    /// The weight of its lightest sum, …
    rank: u64,
    /// … which is that of an earlier entry and one component more.
    before: u32,
    atom: u32,
    is_p: bool,
}

#[derive(Debug)]
struct Generator {
    atom: u32,
    code: Code,
    /// The elements of its options.
    targets: Vec<Code>,
}

/// The elements of sums, by weight.
#[derive(Debug, Default)]
pub(super) struct Listed {
    entries: Vec<Entry>,
    index: FxHashMap<Code, u32>,
    generators: Vec<Generator>,
}

impl Listed {
    /// Bytes that were asked for.
    pub(super) fn bytes(&self) -> u64 {
        160 * self.entries.len() as u64
    }

    /// The lightest sum of an element, sorted.
    fn sum(&self, mut at: u32) -> Vec<u32> {
        let mut sum = Vec::new();
        while at != 0 {
            let entry = &self.entries[at as usize];
            sum.push(entry.atom);
            at = entry.before;
        }
        sum.sort_unstable();
        sum
    }
}

/// A monoid that may be the quotient.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) monoid: Monoid,
    pub(super) phi: Vec<u32>,
    /// The weights of the lightest sums of the elements, and these sums.
    pub(super) ranks: Vec<u64>,
    pub(super) sums: Vec<Vec<u32>>,
}
