//! The options of a component that are not decided, in one row.

use std::hash::Hash;

use grundy_core::NormalPlay;

use crate::nimbers::smallest_first;
use crate::nimbers::table::Exact;

/// An option: what is known of its components as one number, and where the others stand in the list, the largest last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sum {
    pub(super) xor: u64,
    pub(super) weight: u64,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// In a function of its own, which is the same for all games.
pub(super) fn lightest_first(sums: &mut [Sum]) {
    sums.sort_by_key(|sum| sum.weight);
}

/// Options with components that are not known. The components of all stand in one row, so that an option costs no
/// allocation, and lists are used again.
#[derive(Debug)]
pub(super) struct List<P> {
    pub(super) sums: Vec<Sum>,
    pub(super) parts: Vec<Hashed<P>>,
}

/// A component with its hash.
pub(super) type Hashed<P> = (u64, P);

impl<P: Clone + Eq + Hash> List<P> {
    pub(super) fn new() -> Self {
        List { sums: Vec::new(), parts: Vec::new() }
    }

    /// The components of an option, the largest last.
    pub(super) fn parts(&self, sum: Sum) -> &[Hashed<P>] {
        &self.parts[sum.from as usize..sum.to as usize]
    }

    /// Adds an option: known components as one number; equal ones cancel; the others in the order of their sizes. Tells the
    /// value if all are known.
    #[inline]
    pub(super) fn add<'p, R: NormalPlay<Position = P>>(
        &mut self,
        rules: &R,
        exact: &Exact<P>,
        xor: u64,
        components: impl Iterator<Item = (u64, &'p P)>,
    ) -> Option<u64>
    where
        P: 'p,
    {
        let (mut xor, from) = (xor, self.parts.len());
        for (hash, part) in components {
            match rules.known_value(part).or_else(|| exact.get(hash, part).map(u64::from)) {
                Some(value) => xor ^= value,
                None => match self.parts[from..].iter().position(|other| other.1 == *part) {
                    Some(at) => _ = self.parts.remove(from + at),
                    None => self.parts.push((hash, part.clone())),
                },
            }
        }
        let open = &mut self.parts[from..];
        let weight = |part: &P| u64::from(rules.size(part)).pow(2);
        let weight = match open {
            [] => return Some(xor),
            [(_, one)] => weight(one),
            many => {
                smallest_first(many, |(_, part)| rules.size(part));
                many.iter().map(|(_, part)| weight(part)).sum()
            }
        };
        self.sums.push(Sum { xor, weight, from: from as u32, to: self.parts.len() as u32 });
        None
    }
}
