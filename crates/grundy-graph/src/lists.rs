//! Lists of numbers, one behind the other in one table: 4 bytes a number and 4 a list.

/// So many lists of numbers, filled by a counting sort: how long each is must be known before.
///
/// ```
/// use grundy_graph::Lists;
///
/// let mut lists = Lists::with_lengths(&[2, 0, 1]);
/// lists.put([(2, 7), (0, 5), (0, 6)].into_iter());
/// assert_eq!((lists.of(0), lists.of(1), lists.of(2)), (&[5, 6][..], &[][..], &[7][..]));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Lists {
    /// `numbers[offsets[i] .. offsets[i + 1]]` is list i; while it is filled, `offsets[i + 1]` is where its next number goes.
    offsets: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    /// Lists of these lengths, to be filled. Linear; the sum of the lengths is below 2^32.
    #[must_use]
    pub fn with_lengths(lengths: &[u32]) -> Lists {
        let total = lengths.iter().map(|&length| length as usize).sum();
        Lists::counted([&[0], lengths].concat(), total)
    }

    /// The same, where the length of list i stands in `offsets[i + 1]`, and 0 in front of all; `total` is their sum.
    #[must_use]
    pub fn counted(mut offsets: Vec<u32>, total: usize) -> Lists {
        let mut begin = 0;
        for place in offsets.iter_mut().skip(1) {
            begin += std::mem::replace(place, begin);
        }
        Lists { offsets, numbers: vec![0; total] }
    }

    /// Puts each number behind those that its list has. Into a list that is not there nothing is put.
    #[inline]
    pub fn put(&mut self, pairs: impl Iterator<Item = (usize, u32)>) {
        let (places, numbers) = (self.offsets.get_mut(1..).unwrap_or_default(), &mut self.numbers[..]);
        for (list, number) in pairs {
            if let Some(place) = places.get_mut(list)
                && let Some(slot) = numbers.get_mut(*place as usize)
            {
                *slot = number;
                *place += 1;
            }
        }
    }

    /// The numbers of a list in the order in which they were put; none for a list that is not there.
    #[must_use]
    #[inline]
    pub fn of(&self, list: usize) -> &[u32] {
        match (self.offsets.get(list), self.offsets.get(list + 1)) {
            (Some(&from), Some(&to)) => self.numbers.get(from as usize..to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// How many numbers there are in all lists.
    #[must_use]
    pub fn total(&self) -> usize {
        self.numbers.len()
    }

    /// Bytes taken.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        4 * (self.offsets.len() + self.numbers.len()) as u64
    }

    /// Looks at lists that are about to be asked for. A list is a cache miss, and the loop over the one before ends in a
    /// branch that nobody foretells; together they are fetched in little more time than a single one.
    #[inline]
    pub fn fetch(&self, lists: impl Iterator<Item = usize>) {
        let mut sum = 0;
        for list in lists {
            let first = self.offsets.get(list).and_then(|&at| self.numbers.get(at as usize));
            sum ^= first.copied().unwrap_or(0);
        }
        std::hint::black_box(sum);
    }
}
