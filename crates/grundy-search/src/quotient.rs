//! Misère quotients, found and proved.
//!
//! Let 𝒜 be all sums of some components and their options. Two sums are *equivalent* if in every sum with others of 𝒜 they
//! have the same misère outcome. The classes are a commutative monoid, the *misère quotient* Q, with the classes P of
//! P-positions and Φ, the class of each component (T. E. Plambeck, Taming the wild in impartial combinatorial games, 2005).
//! A sum of any number of components is then judged by one product in Q:
//!
//! ```
//! use grundy_core::Context;
//! use grundy_search::quotient::Quotient;
//!
//! let (cx, mut nim) = (Context::default(), Quotient::new());
//! for n in 0..4 {
//!     // from a heap of n to any smaller one: components are numbered as they are added
//!     nim.add((0..n).map(|k| vec![k]).collect(), &cx)?;
//! }
//! assert_eq!((nim.monoid().order(), nim.monoid().portion().len()), (6, 2));
//! // 1 + 2 + 3 is lost by who is to move, and so is 1 + 1 + 1
//! assert!(nim.is_p([1, 2, 3]) && nim.is_p([1, 1, 1]) && !nim.is_p([2, 2, 1]));
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! **Certificate theorem.** Let Q be a finite commutative monoid, P a part of it, Φ(components) generating Q; for a component
//! h let T_h = {Φ(o) : o an option of h}. If
//!
//! * (R) for x ≠ y some z has exactly one of xz, yz in P;
//! * (E) components without options have Φ = 1, and 1 is not in P;
//! * (P) xΦ(h) in P implies that xT_h does not meet P;
//! * (N) every sum with an option and class not in P has an option with class in P;
//!
//! then (Q, P, Φ) is the misère quotient. By induction on options a sum is a P-position exactly if its class is in P; so sums
//! of one class are equivalent, and (R) separates the others. `pairs` makes (N) a finite check.
//!
//! **One component after the other** ([`Quotient::add`]). First *mex interpolation*: if no z has xz in P and meets P with T_h,
//! and some sum w of class x with options has T(w) ⊆ T_h, then Φ(h) = x and Q stays as it is. Else each x that (P) and
//! the outcome allow is tried with (N). Else the quotient grows (`enlarge`), and the result is certified from the start.
//! What is kept is certified at any time: a spent budget loses nothing but the component in work.
//!
//! | module | one sentence |
//! |---|---|
//! | [`monoid`], [`elements`] | products, P, sets of elements |
//! | `atoms` | components: their options as sums of earlier ones |
//! | `pairs` | the conditions (P) and (N) |
//! | `part` | the quotients of the first components alone |
//! | `enlarge` | candidates for a component that does not fit |
//! | `written` | a quotient as numbers, and back with all conditions checked anew |
//! | [`repeats`] | Φ that repeats: the quotient of a whole game |
//! | [`presentation`] | generators, relations, words |
//! | [`tame`] | is it the quotient of Nim? |

mod atoms;
pub mod elements;
mod enlarge;
pub mod monoid;
mod pairs;
mod part;
pub mod presentation;
pub mod repeats;
pub mod tame;
#[cfg(test)]
mod tests;
mod written;

use grundy_core::{Context, Diagnostic, Result, context::Hold};

use atoms::Atoms;
use elements::Elements;
use enlarge::{Candidate, Enlarged};
use monoid::{Monoid, ONE};
use pairs::{Misjudged, Pairs, Step, end_is_won, moves_between_p};

/// The certified misère quotient of the components added so far.
#[derive(Debug, Clone)]
pub struct Quotient {
    atoms: Atoms,
    monoid: Monoid,
    phi: Vec<u32>,
    /// The lightest sum of each element.
    sums: Vec<Vec<u32>>,
    pairs: Pairs,
    /// How often the monoid became another one.
    grown: u32,
}

impl Default for Quotient {
    fn default() -> Self {
        Quotient::new()
    }
}

impl Quotient {
    /// Of no component: the trivial monoid.
    #[must_use]
    pub fn new() -> Self {
        Quotient {
            atoms: Atoms::default(),
            monoid: Monoid::trivial(),
            phi: Vec::new(),
            sums: vec![Vec::new()],
            pairs: Pairs::none(1),
            grown: 0,
        }
    }

    /// Adds a component with these options, each a sum of components added before; returns its class. Where that is an
    /// error, the quotient is as it was.
    ///
    /// # Errors
    /// A spent budget; an option that was not added before.
    pub fn add(&mut self, options: Vec<Vec<u32>>, cx: &Context) -> Result<u32> {
        cx.enter("misère quotient");
        let known = self.phi.len() as u32;
        if options.iter().flatten().any(|&part| part >= known) {
            return Err(Diagnostic::input("an option of a component has to be added before the component").into());
        }
        self.atoms.push(options, cx)?;
        match self.place(known, cx) {
            Ok(()) => Ok(self.phi[known as usize]),
            Err(stopped) => {
                self.atoms.pop();
                Err(stopped)
            }
        }
    }

    /// Finds the class of the last component.
    fn place(&mut self, atom: u32, cx: &Context) -> Result<()> {
        cx.tick(1 + self.monoid.order() as u64 / 64)?;
        if !self.atoms.is_live(atom) {
            self.phi.push(ONE);
            return Ok(());
        }
        let targets = self.atoms.targets(atom, &self.monoid, &self.phi);
        let meets = self.monoid.tests_of(&targets);
        let lost = targets.is_disjoint(self.monoid.portion());
        let fits = |&x: &u32| self.monoid.is_p(x) == lost && self.monoid.tests(x).is_disjoint(&meets);
        let candidates: Vec<u32> = (0..self.monoid.order() as u32).filter(fits).collect();
        if let Some(&x) = candidates.iter().find(|&&x| self.pairs.has_below(x, &targets)) {
            self.phi.push(x);
            return Ok(());
        }
        for x in candidates {
            let step = Step { element: x, targets: targets.clone(), weight: self.atoms.weight(atom), atom };
            if let Some(pairs) = self.pairs.with(&self.monoid, step, cx)? {
                self.pairs = pairs;
                self.phi.push(x);
                return Ok(());
            }
        }
        self.grow(cx)
    }

    /// Looks for the larger quotient that the last component makes.
    fn grow(&mut self, cx: &Context) -> Result<()> {
        let mut base = Hold::new(cx);
        base.more(monoid::bytes(self.monoid.order()))?;
        let mut enlarged = Enlarged::new(self.monoid.clone(), self.phi.clone(), &self.sums);
        // all lighter sums are judged rightly
        let mut right = 0;
        loop {
            let listed = enlarged.list(&self.atoms, cx)?;
            let candidate = enlarged.merge(&listed, &self.atoms, cx)?;
            let steps = self.steps(&candidate.monoid, &candidate.phi);
            match certify(&candidate, &steps, cx)? {
                Ok(pairs) => {
                    let Candidate { monoid, phi, sums, .. } = candidate;
                    (self.monoid, self.phi, self.sums, self.pairs) = (monoid, phi, sums, pairs);
                    self.grown += 1;
                    cx.release(listed.bytes());
                    return Ok(());
                }
                Err(misjudged) => {
                    let is_p = |sum: &[u32]| judged(&candidate, &steps, sum);
                    let wrong = enlarged.wrongly_one(&listed, &misjudged.sum, &is_p);
                    let (one, other) = wrong.ok_or_else(|| Diagnostic::rule("a quotient contradicts its own sums"))?;
                    let bytes = monoid::bytes(candidate.monoid.order());
                    cx.release(listed.bytes() + bytes);
                    if misjudged.rank > right {
                        right = misjudged.rank;
                        base = Hold::new(cx);
                        base.more(bytes)?;
                        enlarged.rebase(candidate);
                    }
                    enlarged.separate((&one, &other))?;
                }
            }
        }
    }

    /// What each component adds to a pair.
    fn steps(&self, monoid: &Monoid, phi: &[u32]) -> Vec<Step> {
        let step = |atom: u32| Step {
            element: phi[atom as usize],
            targets: self.atoms.targets(atom, monoid, phi),
            weight: self.atoms.weight(atom),
            atom,
        };
        (0..self.atoms.len() as u32).filter(|&atom| self.atoms.is_live(atom)).map(step).collect()
    }

    /// Q and P.
    #[must_use]
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// Φ: the class of each component, in the order in which they were added.
    #[must_use]
    pub fn phi(&self) -> &[u32] {
        &self.phi
    }

    /// For each element the components of a lightest sum of that class.
    #[must_use]
    pub fn sums(&self) -> &[Vec<u32>] {
        &self.sums
    }

    /// How often the monoid became another one: what was made of an earlier one is void.
    #[must_use]
    pub fn grown(&self) -> u32 {
        self.grown
    }

    /// So many pairs of a class and a set of options carry the proof of (N).
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The options of a component, each the components it leaves, ascending.
    pub fn options(&self, component: u32) -> impl Iterator<Item = &[u32]> {
        self.atoms.options(component)
    }

    /// The elements of the options of a component.
    #[must_use]
    pub fn targets(&self, component: u32) -> Elements {
        self.atoms.targets(component, &self.monoid, &self.phi)
    }

    /// Is a sum of these components a P-position?
    pub fn is_p(&self, sum: impl IntoIterator<Item = u32>) -> bool {
        self.monoid.is_p(self.monoid.product(sum.into_iter().map(|component| self.phi[component as usize])))
    }
}

/// Checks the conditions; (R) and that Φ generates hold by how candidates are made. Else a least sum that is misjudged.
fn certify(candidate: &Candidate, steps: &[Step], cx: &Context) -> Result<Result<Pairs, Misjudged>> {
    let monoid = &candidate.monoid;
    if !end_is_won(monoid) {
        return Err(Diagnostic::rule("the empty sum was judged a P-position").into());
    }
    cx.tick((steps.len() * (1 + monoid.order() / 64)) as u64)?;
    let between = moves_between_p(monoid, &candidate.ranks, steps);
    let bound = between.map_or(u64::MAX, |(rank, ..)| rank);
    let pairs = Pairs::of(monoid, steps.iter().cloned(), bound, cx)?;
    Ok(match (pairs, between) {
        (Ok(pairs), None) => Ok(pairs),
        (Err(misjudged), None) => Err(misjudged),
        (Err(misjudged), Some((rank, ..))) if misjudged.rank <= rank => Err(misjudged),
        (_, Some((rank, x, atom))) => {
            let mut sum = candidate.sums[x as usize].clone();
            sum.push(atom);
            sum.sort_unstable();
            Err(Misjudged { rank, sum })
        }
    })
}

/// The outcome of a sum by those of its options, where the candidate judges these rightly.
fn judged(candidate: &Candidate, steps: &[Step], sum: &[u32]) -> bool {
    let monoid = &candidate.monoid;
    let moved = |i: usize| {
        let others = sum.iter().enumerate().filter(|(j, _)| *j != i);
        let rest = monoid.product(others.map(|(_, &atom)| candidate.phi[atom as usize]));
        let Ok(at) = steps.binary_search_by_key(&sum[i], |step| step.atom) else { return false };
        !monoid.tests(rest).is_disjoint(&steps[at].targets)
    };
    !sum.is_empty() && !(0..sum.len()).any(moved)
}
