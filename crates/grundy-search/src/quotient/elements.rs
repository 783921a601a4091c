//! Sets of elements of a monoid, one bit an element.

/// A set of numbers below a bound that its owner knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Elements(Box<[u64]>);

impl Elements {
    /// The empty set of numbers below `bound`.
    #[must_use]
    pub fn none(bound: usize) -> Self {
        Elements(vec![0; bound.div_ceil(64)].into_boxed_slice())
    }

    /// Takes a number in.
    pub fn insert(&mut self, element: u32) {
        self.0[element as usize / 64] |= 1 << (element % 64);
    }

    /// Is it in?
    #[must_use]
    pub fn contains(&self, element: u32) -> bool {
        self.0[element as usize / 64] >> (element % 64) & 1 == 1
    }

    /// Has it no number?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many numbers it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is every number of this set in the other?
    #[must_use]
    pub fn is_subset(&self, other: &Elements) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Have they no number in common?
    #[must_use]
    pub fn is_disjoint(&self, other: &Elements) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    /// The numbers that are in both.
    #[must_use]
    pub fn common(&self, other: &Elements) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// The least number that is in both.
    #[must_use]
    pub fn first_common(&self, other: &Elements) -> Option<u32> {
        let words = self.0.iter().zip(&other.0).enumerate();
        let (at, word) = words.map(|(at, (a, b))| (at, a & b)).find(|(_, word)| *word != 0)?;
        Some(at as u32 * 64 + word.trailing_zeros())
    }

    /// Takes in what the other has.
    pub fn unite(&mut self, other: &Elements) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}
