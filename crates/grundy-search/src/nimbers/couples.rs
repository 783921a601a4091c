//! Couples (G, n): is the value of the component G the number n?
//!
//! The sum G + \*n is lost for the player to move exactly if G has the value n. To find the outcome of a sum it is never
//! worse to compute the value of some of its components than to develop the tree of the sum (Lemoine and Viennot 2012,
//! Theorem 1), so all components of an option but the largest are worked out and the largest makes a couple:
//!
//! ```text
//! value(G)     n = 0, 1, 2, …  until  has(G, n)
//! has(G, n)    some option has the value n                      → no
//!              some m < n is the value of no option             → no, the value is m
//!              else                                             → yes
//! option C1 + … + Cr has the value m:  x = value(C1) ⊕ … ⊕ value(Cr−1),  then  has(Cr, m ⊕ x)
//! ```
//!
//! What carries the speed, in the order of what it brings: options whose components are all known are looked at while
//! options are still generated, and the first with the value n ends it; n is looked for before the smaller numbers; values
//! that are excluded are remembered; a large component first looks at its options shallowly and goes deep where the fewest
//! replies are open (`WINDOW`).
//!
//! Cost: a tick an option generated; memory for the values found, and a stack frame a move of depth.
//!
//! Reference: J. Lemoine, S. Viennot, *Nimbers are inevitable*, Theoretical Computer Science 462, 2012.

use std::ops::ControlFlow;

use grundy_core::{Context, NormalPlay, Stopped};
use smallvec::SmallVec;

use super::table::{Exact, Excluded, hash};

/// Values are below this: the excluded ones are bits of a word.
pub(super) const VALUES: u64 = 64;
/// The stack is the machine's: longer plays go to the walker, whose stack is not.
const DEPTH: u32 = 600;
/// So many options of a large component are looked at shallowly at a time.
const WINDOW: usize = 16;

/// Why a search gave up.
#[derive(Debug)]
pub(super) enum Ended {
    /// The budget is spent.
    Stopped(Stopped),
    /// A value of 64 or more, or a play too long for the stack: couples do not suit this game.
    Unfit,
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Self {
        Ended::Stopped(stopped)
    }
}

/// Components with their hashes.
type Hashed<P> = SmallVec<[(u64, P); 2]>;

/// An option: what is known of its components as one number, and the others, the largest last.
#[derive(Debug, Clone)]
struct Sum<P> {
    xor: u64,
    weight: u64,
    parts: SmallVec<[P; 2]>,
}

/// A couple whose options were generated and could not be decided by what was known.
#[derive(Debug)]
struct Opened<P> {
    sums: Vec<Sum<P>>,
    /// Values of options: the component has none of them.
    excluded: u64,
}

/// What a couple is, or is made of.
#[derive(Debug)]
enum Couple<P> {
    Decided(bool),
    Open(Opened<P>),
}

/// What is known of a component.
enum Known {
    Value(u64),
    Excluded(u64),
}

/// The tables of a search.
#[derive(Debug)]
pub(super) struct Tables<P> {
    pub(super) exact: Exact<P>,
    excluded: Excluded<P>,
    /// Components whose options were generated, with repetitions.
    pub(super) expansions: u64,
    /// Components of this size or more use the window.
    pub(super) window_from: u32,
}

impl<P: Clone + Eq + std::hash::Hash> Tables<P> {
    pub(super) fn new(window_from: u32) -> Self {
        Tables { exact: Exact::new(), excluded: Excluded::new(), expansions: 0, window_from }
    }
}

/// One question.
pub(super) struct Couples<'a, R: NormalPlay> {
    pub(super) rules: &'a R,
    pub(super) tables: &'a mut Tables<R::Position>,
    pub(super) cx: &'a Context,
}

type Answer<T> = Result<T, Ended>;

impl<R: NormalPlay> Couples<'_, R> {
    /// The value of a component.
    pub(super) fn value(&mut self, g: &R::Position, depth: u32) -> Answer<u64> {
        let mut n = 0;
        loop {
            // what is excluded the cache may forget: n is not lowered again
            n = match self.known(g) {
                Known::Value(value) => return Ok(value),
                Known::Excluded(excluded) if n < VALUES => n + u64::from((excluded >> n).trailing_ones()),
                Known::Excluded(_) => return Err(Ended::Unfit),
            };
            if self.has(g, n, depth)? {
                return Ok(n);
            }
            n += 1;
        }
    }

    /// The values below 64 that a component is known not to have.
    pub(super) fn excluded(&self, g: &R::Position) -> u64 {
        match self.known(g) {
            Known::Value(_) => 0,
            Known::Excluded(excluded) => excluded,
        }
    }

    #[inline]
    fn look(&self, hash: u64, g: &R::Position) -> Option<u64> {
        self.rules.known_value(g).or_else(|| self.tables.exact.get(hash, g).map(u64::from))
    }

    fn known(&self, g: &R::Position) -> Known {
        let hash = hash(g);
        match self.look(hash, g) {
            Some(value) => Known::Value(value),
            None => Known::Excluded(self.tables.excluded.get(hash, g)),
        }
    }

    fn exclude(&mut self, g: &R::Position, excluded: u64) {
        self.tables.excluded.insert(g, excluded, self.tables.exact.len(), self.cx);
    }

    /// Is the value of g the number n?
    fn has(&mut self, g: &R::Position, n: u64, depth: u32) -> Answer<bool> {
        match self.open(g, n)? {
            Couple::Decided(decided) => Ok(decided),
            Couple::Open(opened) => self.search(g, n, opened, depth + 1),
        }
    }

    /// Decides a couple by what is known, or lists what is open.
    fn open(&mut self, g: &R::Position, n: u64) -> Answer<Couple<R::Position>> {
        let mut excluded = match self.known(g) {
            Known::Value(value) => return Ok(Couple::Decided(value == n)),
            Known::Excluded(excluded) => excluded,
        };
        if n > self.rules.bound(g) {
            return Ok(Couple::Decided(false));
        }
        if n >= VALUES {
            return Err(Ended::Unfit);
        }
        if excluded >> n & 1 == 1 {
            return Ok(Couple::Decided(false));
        }
        if n == 0
            && let Some(zero) = self.rules.is_zero(g)
        {
            if zero {
                self.tables.exact.insert(g, 0, self.cx);
            } else {
                self.exclude(g, excluded | 1);
            }
            return Ok(Couple::Decided(zero));
        }
        self.tables.expansions += 1;
        let (mut sums, mut count) = (Vec::new(), 0u64);
        let found;
        // one option behind: the places of its components in the table are near by then
        let mut waiting: Option<Hashed<R::Position>> = None;
        {
            let (rules, exact) = (self.rules, &self.tables.exact);
            let look = |parts: Hashed<R::Position>, sums: &mut Vec<_>, excluded: &mut u64| {
                let sum = resolved(rules, exact, parts);
                if !sum.parts.is_empty() {
                    sums.push(sum);
                } else if sum.xor < VALUES {
                    *excluded |= 1 << sum.xor;
                }
                *excluded >> n & 1 == 1
            };
            let flow = rules.reduced_options(g, &mut |parts| {
                count += 1;
                let next = parts.iter().map(|part| (hash(part), part.clone())).inspect(|(hash, _)| exact.touch(*hash));
                let next = next.collect();
                let found = waiting.replace(next).is_some_and(|before| look(before, &mut sums, &mut excluded));
                if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            found = flow.is_break() || waiting.is_some_and(|last| look(last, &mut sums, &mut excluded));
        }
        self.cx.tick(count)?;
        if found {
            self.exclude(g, excluded);
            return Ok(Couple::Decided(false));
        }
        if count < n {
            return Ok(Couple::Decided(false));
        }
        sums.sort_by_key(|sum| sum.weight);
        Ok(Couple::Open(Opened { sums, excluded }))
    }

    /// Goes through the options that were open.
    fn search(&mut self, g: &R::Position, n: u64, opened: Opened<R::Position>, depth: u32) -> Answer<bool> {
        if depth > DEPTH {
            return Err(Ended::Unfit);
        }
        let Opened { mut sums, mut excluded } = opened;
        if self.rules.size(g) >= self.tables.window_from {
            if self.by_window(&sums, n, depth)? {
                self.exclude(g, excluded | 1 << n);
                return Ok(false);
            }
        } else {
            for sum in &sums {
                if self.sum_has(sum, n, depth)? {
                    self.exclude(g, excluded | 1 << n);
                    return Ok(false);
                }
            }
        }
        for m in 0..n {
            if excluded >> m & 1 == 1 {
                continue;
            }
            let mut found = None;
            for (at, sum) in sums.iter().enumerate() {
                if self.sum_has(sum, m, depth)? {
                    found = Some(at);
                    break;
                }
            }
            let Some(at) = found else {
                self.tables.exact.insert(g, m as u8, self.cx);
                return Ok(false);
            };
            sums.remove(at);
            excluded |= 1 << m;
        }
        self.tables.exact.insert(g, n as u8, self.cx);
        Ok(true)
    }

    /// Has an option the value m?
    fn sum_has(&mut self, sum: &Sum<R::Position>, m: u64, depth: u32) -> Answer<bool> {
        let [smaller @ .., largest] = sum.parts.as_slice() else { return Ok(sum.xor == m) };
        let mut xor = sum.xor ^ m;
        for part in smaller {
            xor ^= self.value(part, depth)?;
        }
        self.has(largest, xor, depth)
    }

    /// As [`Couples::sum_has`] of any of these: those that a shallow look does not refute are looked at deeply, the one with
    /// the fewest open replies first.
    fn by_window(&mut self, sums: &[Sum<R::Position>], n: u64, depth: u32) -> Answer<bool> {
        for window in sums.chunks(WINDOW) {
            let mut open = Vec::with_capacity(window.len());
            for sum in window {
                let [smaller @ .., largest] = sum.parts.as_slice() else { continue };
                let mut xor = sum.xor ^ n;
                for part in smaller {
                    xor ^= self.value(part, depth)?;
                }
                match self.open(largest, xor)? {
                    Couple::Decided(true) => return Ok(true),
                    Couple::Decided(false) => {}
                    Couple::Open(opened) => {
                        let replies = opened.sums.iter().filter(|reply| self.is_open(reply, xor)).count();
                        open.push((replies, largest, xor, opened));
                    }
                }
            }
            open.sort_by_key(|(replies, ..)| *replies);
            for (_, g, m, opened) in open {
                let answer = match self.look_again(g, m, opened) {
                    Couple::Decided(decided) => decided,
                    Couple::Open(opened) => self.search(g, m, opened, depth + 1)?,
                };
                if answer {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// May this option have the value m, as far as is known?
    fn is_open(&self, sum: &Sum<R::Position>, m: u64) -> bool {
        let [part] = sum.parts.as_slice() else { return true };
        let m = sum.xor ^ m;
        m >= VALUES || self.tables.excluded.get(hash(part), part) >> m & 1 == 0
    }

    /// Looks at what was learnt since a couple was opened.
    fn look_again(&mut self, g: &R::Position, n: u64, opened: Opened<R::Position>) -> Couple<R::Position> {
        let Opened { sums, mut excluded } = opened;
        match self.known(g) {
            Known::Value(value) => return Couple::Decided(value == n),
            Known::Excluded(more) => excluded |= more,
        }
        let mut left = Vec::with_capacity(sums.len());
        for sum in sums {
            let parts = sum.parts.into_iter().map(|part| (hash(&part), part)).collect();
            let Sum { xor, weight, parts } = resolved(self.rules, &self.tables.exact, parts);
            let sum = Sum { xor: xor ^ sum.xor, weight, parts };
            if !sum.parts.is_empty() {
                left.push(sum);
            } else if sum.xor < VALUES {
                excluded |= 1 << sum.xor;
            }
        }
        if excluded >> n & 1 == 1 {
            self.exclude(g, excluded);
            return Couple::Decided(false);
        }
        left.sort_by_key(|sum| sum.weight);
        Couple::Open(Opened { sums: left, excluded })
    }
}

/// Known components as one number; equal ones cancel; the others in the order of their sizes.
fn resolved<R: NormalPlay>(rules: &R, exact: &Exact<R::Position>, parts: Hashed<R::Position>) -> Sum<R::Position> {
    let mut sum = Sum { xor: 0, weight: 0, parts: SmallVec::new() };
    for (hash, part) in parts {
        match rules.known_value(&part).or_else(|| exact.get(hash, &part).map(u64::from)) {
            Some(value) => sum.xor ^= value,
            None => match sum.parts.iter().position(|other| *other == part) {
                Some(at) => _ = sum.parts.remove(at),
                None => sum.parts.push(part),
            },
        }
    }
    if sum.parts.len() > 1 {
        sum.parts.sort_by_key(|part| rules.size(part));
    }
    sum.weight = sum.parts.iter().map(|part| u64::from(rules.size(part)).pow(2)).sum();
    sum
}
