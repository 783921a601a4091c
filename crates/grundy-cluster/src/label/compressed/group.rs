//! A group of vertices: how many predecessors each has, and the lists of them.

use super::leb128::{self, put};

/// Vertices of a group.
pub(in crate::label) const GROUP: usize = 64;
/// Set in `width`: first gaps are taken from 0.
const FROM_ZERO: u8 = 0x80;
/// Bytes before the numbers of predecessors.
const HEAD: usize = 5;
/// Lists between two marks.
const STRIDE: usize = 8;

/// Where in a group every eighth list begins, the first one left out; [`u16::MAX`] is a place not known: too far away.
pub(super) type Marks = [u16; GROUP / STRIDE - 1];

/// About where in its group the list of vertex number `i` is sought.
#[inline]
pub(super) fn near(i: usize, marks: &Marks) -> usize {
    (i / STRIDE).checked_sub(1).and_then(|mark| marks.get(mark)).map_or(HEAD, |&place| usize::from(place))
}

/// A group whose bytes have been read, with those that follow it: at least [`leb128::BEHIND`].
///
/// What its checksum says is believed: a group that somebody forged gives wrong numbers, or none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'a> {
    bytes: &'a [u8],
    /// Where the group ends among the bytes.
    end: usize,
    /// Bits of a number of predecessors.
    width: usize,
    from_zero: bool,
    /// Where the lists begin.
    lists: usize,
    first: u32,
}

impl<'a> Group<'a> {
    /// A group of so many bytes whose first vertex is `first`.
    #[inline(always)]
    pub(super) fn new(first: u32, bytes: &'a [u8], end: usize) -> Option<Group<'a>> {
        let head = *bytes.get(HEAD - 1)?;
        let width = usize::from(head & !FROM_ZERO);
        let lists = HEAD + GROUP / 8 * width;
        let sound = width <= 32 && lists <= end && end + leb128::BEHIND <= bytes.len();
        sound.then_some(Group { bytes, end, width, from_zero: head & FROM_ZERO != 0, lists, first })
    }

    /// Is the checksum right?
    pub(super) fn is_whole(&self) -> bool {
        let group = self.bytes.get(..self.end).and_then(<[u8]>::split_first_chunk);
        group.is_some_and(|(sum, body)| u32::from_le_bytes(*sum) == crc32fast::hash(body))
    }

    /// How many predecessors the vertex number `i` of the group has.
    #[inline]
    fn count(&self, i: usize) -> u32 {
        let bit = i * self.width;
        let word = self.bytes.get(HEAD + bit / 8..).and_then(<[u8]>::first_chunk);
        let word = word.map_or(0, |bytes| u64::from_le_bytes(*bytes));
        (word >> (bit % 8) & ((1 << self.width) - 1)) as u32
    }

    /// The list of the vertex number `i` of the group, which is sought from the mark before it.
    #[inline(always)]
    pub(super) fn list(&self, i: usize, marks: &Marks) -> Option<List<'a>> {
        let (mut from, mut at) = (0, self.lists);
        for mark in (0..i / STRIDE).rev() {
            if let Some(&place) = marks.get(mark).filter(|&&place| place < u16::MAX) {
                (from, at) = (STRIDE * (mark + 1), usize::from(place));
                break;
            }
        }
        self.list_after(i, from, at)
    }

    /// The list of the vertex number `i`, where that of `from`, which is not greater, begins at `at`.
    #[inline(always)]
    pub(super) fn list_after(&self, i: usize, from: usize, at: usize) -> Option<List<'a>> {
        let at = leb128::skip(self.bytes, at, self.between(from, i))?;
        let base = if self.from_zero { 0 } else { self.first.wrapping_add(i as u32) };
        let straight = self.from_zero;
        Some(List { bytes: self.bytes, end: self.end, at, left: self.count(i), last: base, straight })
    }

    /// How many predecessors the vertices from one to before another have.
    #[inline]
    fn between(&self, from: usize, to: usize) -> u64 {
        if self.width > 8 || !from.is_multiple_of(STRIDE) {
            return (from..to).map(|i| u64::from(self.count(i))).sum();
        }
        let mut sum = 0;
        for from in (from..to).step_by(STRIDE) {
            // eight numbers are so many bytes as one has bits: all in one word, and no branch on how many are wanted
            let word = self.bytes.get(HEAD + from / 8 * self.width..).and_then(<[u8]>::first_chunk);
            let mut word = word.map_or(0, |bytes| u64::from_le_bytes(*bytes));
            let wanted = self.width * (to - from).min(STRIDE);
            word &= 1u64.checked_shl(wanted as u32).map_or(u64::MAX, |bit| bit - 1);
            for _ in 0..STRIDE {
                sum += word & ((1 << self.width) - 1);
                word >>= self.width;
            }
        }
        sum
    }

    /// Where the lists begin.
    #[inline]
    pub(super) fn lists(&self) -> usize {
        self.lists
    }

    /// Where every eighth list begins. Nothing if the group does not hold all its lists and nothing else.
    pub(super) fn marks(&self) -> Option<Marks> {
        let mut marks = [u16::MAX; GROUP / STRIDE - 1];
        let mut at = self.lists;
        for (i, mark) in marks.iter_mut().enumerate() {
            at = self.list_after(STRIDE * (i + 1), STRIDE * i, at)?.at;
            *mark = u16::try_from(at).unwrap_or(u16::MAX);
        }
        let last = GROUP - STRIDE;
        (self.list_after(GROUP, last, at)?.at == self.end).then_some(marks)
    }
}

/// A list of predecessors.
#[derive(Debug, Clone, Copy)]
pub(super) struct List<'a> {
    bytes: &'a [u8],
    /// Where its group ends.
    end: usize,
    at: usize,
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

    /// Where the next one is in the group.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next ones, as many as there is room for. Nothing if the group does not hold them, or where one is not below
    /// `vertices`; else how many.
    #[inline(always)]
    pub(super) fn take(&mut self, vertices: u32, room: &mut [u32]) -> Option<usize> {
        let take = room.len().min(self.left as usize);
        let (mut at, mut last, mut greatest) = (self.at, self.last, 0);
        let mut room = room.get_mut(..take).unwrap_or_default().iter_mut();
        if !self.straight
            && let Some(place) = room.next()
        {
            let gap;
            (gap, at) = leb128::number(self.bytes, at)?;
            last = unzigzag(last, gap);
            (*place, greatest) = (last, last);
            self.straight = true;
        }
        let (pairs, single) = room.into_slice().as_chunks_mut();
        for [one, two] in pairs {
            let gaps;
            (gaps, at) = match leb128::pair(self.bytes, at) {
                Some(pair) => pair,
                None => {
                    let (one, middle) = leb128::number(self.bytes, at)?;
                    let (two, end) = leb128::number(self.bytes, middle)?;
                    ([one, two], end)
                }
            };
            *one = last.wrapping_add(gaps[0] as u32);
            last = one.wrapping_add(gaps[1] as u32);
            *two = last;
            greatest = greatest.max(*one).max(last);
        }
        for place in single {
            let gap;
            (gap, at) = leb128::number(self.bytes, at)?;
            last = last.wrapping_add(gap as u32);
            greatest = greatest.max(last);
            *place = last;
        }
        (self.at, self.last) = (at, last);
        self.left -= take as u32;
        (at <= self.end && (greatest < vertices || take == 0)).then_some(take)
    }
}

/// Writes a group: how many predecessors each vertex has, and all of them one list after the other, each sorted.
pub(in crate::label) fn encode(first: u32, counts: &[u32; GROUP], sources: &[u32], out: &mut Vec<u8>) {
    let begins = |v: u32, from_zero: bool, source: u32| if from_zero { u64::from(source) } else { zigzag(v, source) };
    let cost = |from_zero: bool| {
        let mut at = 0;
        let mut cost = 0;
        for (v, &count) in (first..).zip(counts) {
            cost += sources.get(at).filter(|_| count > 0).map_or(0, |&s| leb128::length(begins(v, from_zero, s)));
            at += count as usize;
        }
        cost
    };
    let from_zero = cost(true) < cost(false);
    let width = counts.iter().max().map_or(0, |count| 32 - count.leading_zeros());
    let begin = out.len();
    out.extend([0; 4]);
    out.push(width as u8 | if from_zero { FROM_ZERO } else { 0 });
    let (mut word, mut held) = (0u64, 0);
    for &count in counts {
        word |= u64::from(count) << held;
        held += width;
        while held >= 8 {
            out.push(word as u8);
            word >>= 8;
            held -= 8;
        }
    }
    let mut rest = sources;
    for (v, &count) in (first..).zip(counts) {
        let (list, behind) = rest.split_at_checked(count as usize).unwrap_or((rest, &[]));
        rest = behind;
        let mut before = None;
        for &source in list {
            let gap = before.map_or_else(|| begins(v, from_zero, source), |b: u32| u64::from(source.wrapping_sub(b)));
            put(gap, out);
            before = Some(source);
        }
    }
    let sum = crc32fast::hash(out.get(begin + 4..).unwrap_or_default()).to_le_bytes();
    if let Some(place) = out.get_mut(begin..begin + 4) {
        place.copy_from_slice(&sum);
    }
}

/// The way from v to a source, small in both directions: 0, −1, 1, −2, …  ↦  0, 1, 2, 3, …
fn zigzag(v: u32, source: u32) -> u64 {
    let way = i64::from(source) - i64::from(v);
    (way << 1 ^ way >> 63) as u64
}

fn unzigzag(v: u32, number: u64) -> u32 {
    let way = (number >> 1) as i64 ^ -((number & 1) as i64);
    (i64::from(v) + way) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn lists_come_back_from_marks_and_without() {
        let mut random = Random(8);
        for round in 0..200u32 {
            let first = [0, 64, 1 << 20, u32::MAX - 127][round as usize % 4];
            let vertices = first.saturating_add(200);
            // a few long lists among short ones, so that some marks are too far away
            let most = [1, 4, 40][round as usize % 3];
            let lists: Vec<Vec<u32>> = (0..GROUP)
                .map(|_| {
                    let long = round % 5 == 0 && random.below(16) == 0;
                    let count = if long { 20_000 } else { random.below(most + 1) };
                    let mut list: Vec<u32> = (0..count).map(|_| random.below(u64::from(vertices)) as u32).collect();
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
            assert!(group.is_whole());
            let marks = group.marks().unwrap();
            assert!(round % 5 > 0 || first == 0 || marks.contains(&u16::MAX) || end < 1 << 16);
            for (i, expected) in lists.iter().enumerate() {
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
            bytes[HEAD + random.below((end - HEAD) as u64) as usize] ^= 1 << random.below(8);
            assert!(!Group::new(first, &bytes, end).unwrap().is_whole());
        }
    }

    #[test]
    fn ways_come_back() {
        for (v, source) in [(0, 0), (7, 3), (3, 7), (u32::MAX - 1, 0), (0, u32::MAX - 1)] {
            assert_eq!(unzigzag(v, zigzag(v, source)), source);
        }
    }
}
