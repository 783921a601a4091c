//! The single components of which sums are made: each a list of options, which are sums of earlier ones.

use grundy_core::{Context, Result, Spent};

use super::elements::Elements;
use super::monoid::Monoid;

/// Components with longer plays are not taken in: with them the weights of sums would not fit 64 bits. A play doubles in length
/// with each heap where a move leaves two heaps of nearly the same size.
const LONGEST: u64 = 1 << 44;

/// Components in an order in which options come before what they are options of.
#[derive(Debug, Clone, Default)]
pub(super) struct Atoms {
    /// The parts of all options, one after the other.
    parts: Vec<u32>,
    /// Where the options end among the parts.
    options: Vec<usize>,
    /// Where the components end among the options.
    ends: Vec<usize>,
    /// The moves of a longest play, at most [`LONGEST`]. Every option of a sum has a smaller sum of these.
    weights: Vec<u64>,
}

impl Atoms {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds a component with these options, each of which counts for a node.
    pub(super) fn push(&mut self, mut options: Vec<Vec<u32>>, cx: &Context) -> Result<()> {
        cx.tick(options.len() as u64)?;
        options.iter_mut().for_each(|parts| parts.sort_unstable());
        options.sort_unstable();
        options.dedup();
        let weight = |parts: &Vec<u32>| parts.iter().try_fold(1u64, |sum, &part| sum.checked_add(self.weight(part)));
        let longest = options.iter().try_fold(0, |longest, parts| Some(weight(parts)?.max(longest)));
        let Some(longest) = longest.filter(|longest| *longest <= LONGEST) else {
            let needed = format!("a component with a play of more than {LONGEST} moves");
            return Err(cx.engine_limit(Spent::Nodes, needed).into());
        };
        let parts: usize = options.iter().map(Vec::len).sum();
        cx.reserve((parts * 4 + options.len() * 8 + 16) as u64)?;
        for option in options {
            self.parts.extend_from_slice(&option);
            self.options.push(self.parts.len());
        }
        self.ends.push(self.options.len());
        self.weights.push(longest);
        Ok(())
    }

    /// Takes the last component back.
    pub(super) fn pop(&mut self) {
        self.ends.pop();
        self.weights.pop();
        self.options.truncate(self.ends.last().copied().unwrap_or(0));
        self.parts.truncate(self.options.last().copied().unwrap_or(0));
    }

    pub(super) fn weight(&self, atom: u32) -> u64 {
        self.weights[atom as usize]
    }

    /// Has it a move?
    pub(super) fn is_live(&self, atom: u32) -> bool {
        self.weight(atom) > 0
    }

    /// The options of a component.
    pub(super) fn options(&self, atom: u32) -> impl Iterator<Item = &[u32]> {
        let atom = atom as usize;
        let from = if atom == 0 { 0 } else { self.ends[atom - 1] };
        (from..self.ends[atom]).map(|option| {
            let start = if option == 0 { 0 } else { self.options[option - 1] };
            &self.parts[start..self.options[option]]
        })
    }

    /// The elements of the options of a component.
    pub(super) fn targets(&self, atom: u32, monoid: &Monoid, phi: &[u32]) -> Elements {
        let mut targets = Elements::none(monoid.order());
        for option in self.options(atom) {
            targets.insert(monoid.product(option.iter().map(|&part| phi[part as usize])));
        }
        targets
    }
}
