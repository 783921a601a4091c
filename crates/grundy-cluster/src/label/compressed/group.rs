//! A group of vertices: how many predecessors each has, and the lists of them.
//!
//! A list is written in one of two codes, the shorter one for the whole group: gaps of so many bits each, as many as the
//! greatest of the list needs, or in LEB128, where few gaps are much greater than the others. The first code is the
//! usual one: what is sought in it is found by arithmetic, and its numbers do not wait for each other.

use super::bits::{self, Field};
use super::leb128;

/// Vertices of a group.
pub(in crate::label) const GROUP: usize = 64;
/// In the head: first gaps are taken from 0.
pub(super) const FROM_ZERO: u8 = 0x80;
/// In the head: gaps of one list have as many bits each.
pub(super) const PACKED: u8 = 0x40;
/// Bytes of checksum and head.
pub(super) const HEAD: usize = 5;
/// Lists of a block, which begins with a byte of its own.
pub(super) const BLOCK: usize = 8;

/// Where in a group each block begins, the first one left out; [`u16::MAX`] is a place not known: too far away.
pub(super) type Marks = [u16; GROUP / BLOCK - 1];

/// About where in its group the list of vertex number `i` is sought.
#[inline]
pub(super) fn near(i: usize, marks: &Marks) -> usize {
    (i / BLOCK).checked_sub(1).and_then(|mark| marks.get(mark)).map_or(HEAD, |&place| usize::from(place))
}

/// A group whose bytes have been read, with those that follow it: at least [`leb128::BEHIND`].
///
/// What its checksum says is believed: a group that somebody forged gives wrong numbers, or none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'a> {
    bytes: &'a [u8],
    /// Where the group ends among the bytes.
    end: usize,
    first: u32,
    from_zero: bool,
    /// How many predecessors each vertex has.
    counts: Field,
    /// How many bits each gap of a list has: the least of all, and how many more. Or LEB128.
    bits: Option<(u32, Field)>,
    /// Where the lists begin.
    lists: usize,
}

impl<'a> Group<'a> {
    /// A group of so many bytes whose first vertex is `first`.
    #[inline(always)]
    pub(super) fn new(first: u32, bytes: &'a [u8], end: usize) -> Option<Group<'a>> {
        let head = *bytes.get(HEAD - 1)?;
        let width = u32::from(head & !(FROM_ZERO | PACKED));
        let (mut counts, mut packed) = (Field { at: HEAD, bits: width }, None);
        let mut lists = counts.end();
        if head & PACKED != 0 {
            let (&least, &more) = (bytes.get(HEAD)?, bytes.get(HEAD + 1)?);
            if u32::from(least) > bits::MOST || more > 6 {
                return None;
            }
            counts.at += 2;
            let more = Field { at: counts.end(), bits: u32::from(more) };
            packed = Some((u32::from(least), more));
            lists = more.end();
        }
        let sound = width <= 32 && lists <= end && end + leb128::BEHIND <= bytes.len();
        sound.then_some(Group { bytes, end, first, from_zero: head & FROM_ZERO != 0, counts, bits: packed, lists })
    }

    /// Is the checksum right?
    pub(super) fn is_whole(&self) -> bool {
        let group = self.bytes.get(..self.end).and_then(<[u8]>::split_first_chunk);
        group.is_some_and(|(sum, body)| u32::from_le_bytes(*sum) == crc32fast::hash(body))
    }

    /// The list of the vertex number `i` of the group, which is sought from the mark before it.
    #[inline(always)]
    pub(super) fn list(&self, i: usize, marks: &Marks) -> Option<List<'a>> {
        let (mut block, mut at) = (0, self.lists);
        for mark in (0..i / BLOCK).rev() {
            if let Some(&place) = marks.get(mark).filter(|&&place| place < u16::MAX) {
                (block, at) = (mark + 1, usize::from(place));
                break;
            }
        }
        while block < i / BLOCK {
            at = self.block_after(block, at)?;
            block += 1;
        }
        let base = if self.from_zero { 0 } else { self.first.wrapping_add(i as u32) };
        let left = self.counts.get(self.bytes, i) as u32;
        let mut list =
            List { bytes: self.bytes, end: self.end, at, bits: None, left, last: base, straight: self.from_zero };
        match self.bits {
            None => list.at = leb128::skip(self.bytes, at, self.numbers(block, i % BLOCK))?,
            Some((least, more)) => {
                let bits = least + more.get(self.bytes, i) as u32;
                list.bits = Some(bits);
                list.at = 8 * at + usize::try_from(self.length(block, i % BLOCK, least, more)).ok()?;
                if bits > bits::MOST {
                    return None;
                }
            }
        }
        Some(list)
    }

    /// How many numbers the first lists of a block have.
    #[inline]
    fn numbers(&self, block: usize, lists: usize) -> u64 {
        let Field { bits, .. } = self.counts;
        let Some(word) = self.counts.eight(self.bytes, block) else {
            return (0..lists).map(|i| self.counts.get(self.bytes, BLOCK * block + i)).sum();
        };
        // no branch on how many are wanted
        let word = word & bits::low(bits * lists as u32);
        (0..BLOCK as u32).map(|i| word.checked_shr(i * bits).unwrap_or(0) & bits::low(bits)).sum()
    }

    /// How many bits the first lists of a block have.
    #[inline]
    fn length(&self, block: usize, lists: usize, least: u32, more: Field) -> u64 {
        let Field { bits, .. } = self.counts;
        let eight = self.counts.eight(self.bytes, block).zip(more.eight(self.bytes, block));
        let Some((counts, extra)) = eight else {
            let places = BLOCK * block..BLOCK * block + lists;
            let length = |i| self.counts.get(self.bytes, i) * (u64::from(least) + more.get(self.bytes, i));
            return places.map(length).sum();
        };
        let counts = counts & bits::low(bits * lists as u32);
        let part = |word: u64, bits: u32, i: u32| word.checked_shr(i * bits).unwrap_or(0) & bits::low(bits);
        (0..BLOCK as u32).map(|i| part(counts, bits, i) * (u64::from(least) + part(extra, more.bits, i))).sum()
    }

    /// Where the next block begins.
    #[inline]
    fn block_after(&self, block: usize, at: usize) -> Option<usize> {
        match self.bits {
            None => leb128::skip(self.bytes, at, self.numbers(block, BLOCK)),
            Some((least, more)) => {
                let length = self.length(block, BLOCK, least, more).div_ceil(8);
                at.checked_add(usize::try_from(length).ok()?)
            }
        }
    }

    /// Where the blocks begin. Nothing if the group does not hold all its lists and nothing else.
    #[inline]
    pub(super) fn marks(&self) -> Option<Marks> {
        let mut marks = [u16::MAX; GROUP / BLOCK - 1];
        let mut at = self.lists;
        for (block, mark) in marks.iter_mut().enumerate() {
            at = self.block_after(block, at)?;
            *mark = u16::try_from(at).unwrap_or(u16::MAX);
        }
        (self.block_after(GROUP / BLOCK - 1, at)? == self.end).then_some(marks)
    }
}

/// A list of predecessors.
#[derive(Debug, Clone, Copy)]
pub(super) struct List<'a> {
    bytes: &'a [u8],
    /// Where its group ends.
    end: usize,
    /// The bit or, in LEB128, the byte where the next number begins.
    at: usize,
    /// Bits of a number; none in LEB128.
    bits: Option<u32>,
    left: u32,
    last: u32,
    /// Whether gaps are not zigzag: all but the first one, if it is taken from the vertex.
    straight: bool,
}

impl List<'_> {
    /// How many are still to come.
    #[inline]
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The next ones, as many as there is room for. Nothing if the group does not hold them, or where one is not below
    /// `vertices`; else how many.
    #[inline(always)]
    pub(super) fn take(&mut self, vertices: u32, room: &mut [u32]) -> Option<usize> {
        let take = room.len().min(self.left as usize);
        let mut room = room.get_mut(..take).unwrap_or_default().iter_mut();
        let (mut last, mut greatest) = (self.last, 0);
        if !self.straight
            && let Some(place) = room.next()
        {
            let gap = match self.bits {
                None => {
                    let (gap, at) = leb128::number(self.bytes, self.at)?;
                    self.at = at;
                    gap
                }
                Some(bits) => {
                    self.at += bits as usize;
                    bits::number(self.bytes, self.at - bits as usize, bits)?
                }
            };
            last = unzigzag(last, gap);
            (*place, greatest) = (last, last);
            self.straight = true;
        }
        let mut follow = |gap: u64| {
            last = last.wrapping_add(gap as u32);
            greatest = greatest.max(last);
            last
        };
        let end = match self.bits {
            Some(bits) => {
                let mut at = self.at;
                for place in room {
                    *place = follow(bits::number(self.bytes, at, bits)?);
                    at += bits as usize;
                }
                self.at = at;
                at.div_ceil(8)
            }
            None => {
                let (pairs, single) = room.into_slice().as_chunks_mut();
                for [one, two] in pairs {
                    let gaps;
                    (gaps, self.at) = match leb128::pair(self.bytes, self.at) {
                        Some(pair) => pair,
                        None => {
                            let (one, middle) = leb128::number(self.bytes, self.at)?;
                            let (two, end) = leb128::number(self.bytes, middle)?;
                            ([one, two], end)
                        }
                    };
                    *one = follow(gaps[0]);
                    *two = follow(gaps[1]);
                }
                for place in single {
                    let gap;
                    (gap, self.at) = leb128::number(self.bytes, self.at)?;
                    *place = follow(gap);
                }
                self.at
            }
        };
        self.last = last;
        self.left -= take as u32;
        (end <= self.end && (greatest < vertices || take == 0)).then_some(take)
    }
}

/// The way from v to a source, small in both directions: 0, −1, 1, −2, …  ↦  0, 1, 2, 3, …
pub(super) fn zigzag(v: u32, source: u32) -> u64 {
    let way = i64::from(source) - i64::from(v);
    (way << 1 ^ way >> 63) as u64
}

fn unzigzag(v: u32, number: u64) -> u32 {
    let way = (number >> 1) as i64 ^ -((number & 1) as i64);
    (i64::from(v) + way) as u32
}

#[cfg(test)]
mod tests {
    use super::super::encode::encode;
    use super::*;
    use crate::testing::Random;

    #[test]
    fn lists_come_back_from_marks_and_without() {
        let mut random = Random(8);
        let (mut codes, mut far) = ([0; 2], 0);
        for round in 0..400u32 {
            let first = [0, 64, 1 << 20, u32::MAX - 63][round as usize % 4];
            let vertices = first.saturating_add(200);
            // a few long lists among short ones, so that some marks are too far away; and many near vertices
            let most = [1, 4, 40][round as usize % 3];
            let close = round % 2 == 0;
            let lists: Vec<Vec<u32>> = (0..GROUP)
                .map(|_| {
                    let long = round % 5 == 0 && random.below(16) == 0;
                    let count = if long { 20_000 } else { random.below(most + 1) };
                    let mut source = || {
                        let range = if close && random.below(8) > 0 {
                            u64::from(vertices.min(90))
                        } else {
                            u64::from(vertices)
                        };
                        random.below(range) as u32
                    };
                    let mut list: Vec<u32> = (0..count).map(|_| source()).collect();
                    list.sort_unstable();
                    list
                })
                .collect();
            let counts = std::array::from_fn(|i| lists[i].len() as u32);
            let mut bytes = Vec::new();
            encode(first, &counts, &lists.concat(), &mut bytes);
            let end = bytes.len();
            bytes.extend([0x80; leb128::BEHIND]);
            let group = Group::new(first, &bytes, end).unwrap();
            codes[usize::from(group.bits.is_some())] += 1;
            assert!(group.is_whole());
            let marks = group.marks().unwrap();
            far += u32::from(marks.contains(&u16::MAX));
            for (i, expected) in lists.iter().enumerate() {
                for marks in [marks, [u16::MAX; GROUP / BLOCK - 1]] {
                    let mut list = group.list(i, &marks).unwrap();
                    assert_eq!(list.left(), counts[i]);
                    let (mut found, mut room) = (Vec::new(), [0; 100]);
                    while list.left() > 0 {
                        let room = &mut room[..1 + random.below(100) as usize];
                        let taken = list.take(vertices, room).unwrap();
                        found.extend_from_slice(&room[..taken]);
                    }
                    assert_eq!(&found, expected);
                }
            }
            bytes[HEAD + random.below((end - HEAD) as u64) as usize] ^= 1 << random.below(8);
            assert!(Group::new(first, &bytes, end).is_none_or(|group| !group.is_whole()));
        }
        assert!(codes[0] > 20 && codes[1] > 20 && far > 5, "{codes:?} {far}");
    }

    #[test]
    fn ways_come_back() {
        for (v, source) in [(0, 0), (7, 3), (3, 7), (u32::MAX - 1, 0), (0, u32::MAX - 1)] {
            assert_eq!(unzigzag(v, zigzag(v, source)), source);
        }
    }
}
