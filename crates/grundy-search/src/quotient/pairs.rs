//! The condition (N): every sum with an option and no class in P has an option in P.
//!
//! A sum w is seen as the pair of its class and the set of its options' classes; adding a heap h makes (x, T) to
//! (xΦ(h), TΦ(h) ∪ xT_h). There are finitely many pairs, and of those with one x only the ⊆-minimal T matter: where the
//! smaller set meets P the larger does. The empty sum (1, ∅) is where it begins; it has no option, so it is neither
//! tested nor kept, for as ∅ it would hide all others at 1.
//!
//! Cost: pairs times steps, each a pass over a set. Pairs are visited by the length of their sums' longest play, so that
//! the first that fails belongs to a least sum which the monoid judges wrongly.

use std::collections::BTreeMap;

use grundy_core::{Context, Stopped};

use super::elements::Elements;
use super::monoid::{Monoid, ONE};

/// One component: its element, the elements of its options, its weight.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) element: u32,
    pub(super) targets: Elements,
    pub(super) weight: u64,
    pub(super) atom: u32,
}

/// A sum that was reached: its pair, and from which pair by which step.
#[derive(Debug, Clone)]
struct Pair {
    element: u32,
    targets: Elements,
    rank: u64,
    step: u32,
    before: Option<u32>,
}

/// All minimal pairs of the sums of some components.
#[derive(Debug, Clone)]
pub(super) struct Pairs {
    steps: Vec<Step>,
    all: Vec<Pair>,
    /// For each element the pairs whose sets are minimal.
    minimal: Vec<Vec<u32>>,
}

/// A sum that the monoid misjudges.
#[derive(Debug)]
pub(super) struct Misjudged {
    pub(super) rank: u64,
    pub(super) sum: Vec<u32>,
}

impl Pairs {
    /// No component: the empty sum alone.
    pub(super) fn none(order: usize) -> Self {
        Pairs { steps: Vec::new(), all: Vec::new(), minimal: vec![Vec::new(); order] }
    }

    /// How many pairs were kept.
    pub(super) fn len(&self) -> usize {
        self.minimal.iter().map(Vec::len).sum()
    }

    /// Has some sum of this element fewer options than these?
    pub(super) fn has_below(&self, element: u32, targets: &Elements) -> bool {
        self.minimal[element as usize].iter().any(|&pair| self.all[pair as usize].targets.is_subset(targets))
    }

    /// Adds a component. Says whether a step was needed: not where one of the same element has fewer options and is no
    /// heavier.
    fn step(&mut self, step: Step) -> bool {
        let covered = |known: &Step| {
            known.element == step.element && known.weight <= step.weight && known.targets.is_subset(&step.targets)
        };
        if self.steps.iter().any(covered) {
            return false;
        }
        self.steps.push(step);
        true
    }

    /// The pairs of all sums of these components, or a least sum that fails, of a rank of at most `bound`.
    pub(super) fn of(
        monoid: &Monoid,
        steps: impl Iterator<Item = Step>,
        bound: u64,
        cx: &Context,
    ) -> Result<Result<Self, Misjudged>, Stopped> {
        let mut pairs = Pairs::none(monoid.order());
        for step in steps {
            pairs.step(step);
        }
        let mut queue = Queue::default();
        for at in 0..pairs.steps.len() {
            pairs.push(None, at as u32, &mut queue, cx)?;
        }
        Ok(pairs.close(monoid, queue, bound, cx)?.map_or(Ok(pairs), Err))
    }

    /// The same with one component more, where all its sums pass.
    pub(super) fn with(&self, monoid: &Monoid, step: Step, cx: &Context) -> Result<Option<Self>, Stopped> {
        let mut pairs = self.clone();
        if !pairs.step(step) {
            return Ok(Some(pairs));
        }
        let (mut queue, last) = (Queue::default(), pairs.steps.len() as u32 - 1);
        pairs.push(None, last, &mut queue, cx)?;
        let old: Vec<u32> = pairs.minimal.iter().flatten().copied().collect();
        for pair in old {
            pairs.push(Some(pair), last, &mut queue, cx)?;
        }
        Ok(pairs.close(monoid, queue, u64::MAX, cx)?.is_none().then_some(pairs))
    }

    /// Puts a step from a pair into the queue, or from the empty sum.
    fn push(&self, before: Option<u32>, step: u32, queue: &mut Queue, cx: &Context) -> Result<(), Stopped> {
        let rank = before.map_or(0, |at| self.all[at as usize].rank) + self.steps[step as usize].weight;
        cx.reserve(WAITING)?;
        queue.push(rank, before, step);
        Ok(())
    }

    /// The pair after a step.
    fn after(&self, before: Option<u32>, step: u32, monoid: &Monoid) -> (u32, Elements) {
        let added = &self.steps[step as usize];
        let Some(at) = before else { return (added.element, added.targets.clone()) };
        let old = &self.all[at as usize];
        let mut targets = monoid.scaled(&old.targets, added.element);
        targets.unite(&monoid.scaled(&added.targets, old.element));
        (monoid.times(old.element, added.element), targets)
    }

    fn close(
        &mut self,
        monoid: &Monoid,
        mut queue: Queue,
        bound: u64,
        cx: &Context,
    ) -> Result<Option<Misjudged>, Stopped> {
        let bytes = 64 + monoid.order() as u64 / 8;
        let known = self.all.len();
        while let Some((rank, steps)) = queue.pop() {
            if rank > bound {
                break;
            }
            cx.release(WAITING * steps.len() as u64);
            for (before, step) in steps {
                cx.tick(1 + monoid.order() as u64 / 64)?;
                // a pair is made when it is its turn: many are heavier than the first that fails
                let (element, targets) = self.after(before, step, monoid);
                if self.has_below(element, &targets) {
                    continue;
                }
                let pair = Pair { element, targets, rank, step, before };
                if !monoid.is_p(element) && pair.targets.is_disjoint(monoid.portion()) {
                    cx.release(WAITING * queue.len() + bytes * (self.all.len() - known) as u64);
                    return Ok(Some(Misjudged { rank, sum: self.sum(&pair) }));
                }
                cx.reserve(bytes)?;
                let all = &self.all;
                self.minimal[element as usize].retain(|&old| !pair.targets.is_subset(&all[old as usize].targets));
                let at = self.all.len() as u32;
                self.minimal[element as usize].push(at);
                self.all.push(pair);
                for step in 0..self.steps.len() as u32 {
                    self.push(Some(at), step, &mut queue, cx)?;
                }
                if at.is_multiple_of(1024) {
                    cx.progress(u64::from(at), None);
                }
            }
        }
        cx.release(WAITING * queue.len());
        Ok(None)
    }

    /// The components of a pair's sum.
    fn sum(&self, pair: &Pair) -> Vec<u32> {
        let mut sum = vec![self.steps[pair.step as usize].atom];
        let mut before = pair.before;
        while let Some(at) = before {
            let pair = &self.all[at as usize];
            sum.push(self.steps[pair.step as usize].atom);
            before = pair.before;
        }
        sum.sort_unstable();
        sum
    }
}

/// A step that waits: from which pair, or from the empty sum; which step.
type Next = (Option<u32>, u32);

/// Steps that wait, by rank. Steps from a pair are heavier than it.
#[derive(Debug, Default)]
struct Queue(BTreeMap<u64, Vec<Next>>);

/// Bytes of one of them.
const WAITING: u64 = 16;

impl Queue {
    fn push(&mut self, rank: u64, before: Option<u32>, step: u32) {
        self.0.entry(rank).or_default().push((before, step));
    }

    /// All of the least rank, in the order in which they were met.
    fn pop(&mut self) -> Option<(u64, Vec<Next>)> {
        self.0.pop_first()
    }

    fn len(&self) -> u64 {
        self.0.values().map(|steps| steps.len() as u64).sum()
    }
}

/// The condition (P): no element of P times a component's has an option in P. Else a least sum that fails: its rank, the
/// element that stands for the rest, and the component.
pub(super) fn moves_between_p(monoid: &Monoid, ranks: &[u64], steps: &[Step]) -> Option<(u64, u32, u32)> {
    let failing = steps.iter().filter_map(|step| {
        let meets = monoid.tests_of(&step.targets);
        // elements are numbered by their ranks: the first is the least
        let x = monoid.tests(step.element).first_common(&meets)?;
        Some((ranks[x as usize] + step.weight, x, step.atom))
    });
    failing.min()
}

/// Does condition (E) hold: has a player who cannot move never lost?
pub(super) fn end_is_won(monoid: &Monoid) -> bool {
    !monoid.is_p(ONE)
}
