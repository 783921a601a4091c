//! Writing groups of vertices.

use super::bits::{self, Writer};
use super::group::{BLOCK, FROM_ZERO, GROUP, PACKED, zigzag};
use super::leb128;

/// Writes a group: how many predecessors each vertex has, and all of them one list after the other, each sorted. In the
/// code and with the first gaps that make it shortest.
pub(in crate::label) fn encode(first: u32, counts: &[u32; GROUP], sources: &[u32], out: &mut Vec<u8>) {
    let ways = [false, true].map(|from_zero| Way::new(first, counts, sources, from_zero));
    let sizes = ways.each_ref().map(Way::sizes);
    let least = sizes.as_flattened().iter().min().copied().unwrap_or(0);
    let from_zero = !sizes[0].contains(&least);
    let packed = sizes[usize::from(from_zero)][0] == least;
    let way = &ways[usize::from(from_zero)];
    let width = counts.iter().max().map_or(0, |&count| bits::of(u64::from(count)));
    let begin = out.len();
    out.extend([0; 4]);
    out.push(width as u8 | if from_zero { FROM_ZERO } else { 0 } | if packed { PACKED } else { 0 });
    let (least, more) = way.range();
    if packed {
        out.extend([least as u8, more as u8]);
    }
    let mut writer = Writer::new(out);
    counts.iter().for_each(|&count| writer.put(u64::from(count), width));
    if packed {
        way.bits.iter().for_each(|&bits| writer.put(u64::from(bits.max(least) - least), more));
        for (i, (list, &bits)) in way.lists().zip(&way.bits).enumerate() {
            if i % BLOCK == 0 {
                writer.align();
            }
            list.for_each(|gap| writer.put(gap, bits.max(least)));
        }
        writer.align();
    } else {
        way.lists().flatten().for_each(|gap| leb128::put(gap, out));
    }
    let sum = crc32fast::hash(out.get(begin + 4..).unwrap_or_default()).to_le_bytes();
    if let Some(place) = out.get_mut(begin..begin + 4) {
        place.copy_from_slice(&sum);
    }
}

/// Lists with their first gaps taken from one place or the other.
struct Way<'a> {
    first: u32,
    counts: &'a [u32; GROUP],
    sources: &'a [u32],
    from_zero: bool,
    /// Bits of the greatest gap of each list.
    bits: [u32; GROUP],
    /// Bytes of all gaps in LEB128.
    leb128: u64,
}

impl<'a> Way<'a> {
    fn new(first: u32, counts: &'a [u32; GROUP], sources: &'a [u32], from_zero: bool) -> Way<'a> {
        let mut way = Way { first, counts, sources, from_zero, bits: [0; GROUP], leb128: 0 };
        let (mut all, mut bytes) = ([0; GROUP], 0);
        for (list, bits) in way.lists().zip(&mut all) {
            let mut greatest = 0;
            for gap in list {
                greatest |= gap;
                bytes += u64::from(leb128::length(gap));
            }
            *bits = bits::of(greatest);
        }
        (way.bits, way.leb128) = (all, bytes);
        way
    }

    /// The gaps of each list.
    fn lists(&self) -> impl Iterator<Item = impl Iterator<Item = u64>> {
        let (mut rest, from_zero) = (self.sources, self.from_zero);
        (self.first..=u32::MAX).zip(self.counts).map(move |(v, &count)| {
            let (list, behind) = rest.split_at_checked(count as usize).unwrap_or((rest, &[]));
            rest = behind;
            let mut before = None;
            list.iter().map(move |&source| match before.replace(source) {
                Some(before) => u64::from(source.wrapping_sub(before)),
                None if from_zero => u64::from(source),
                None => zigzag(v, source),
            })
        })
    }

    /// The least number of bits that a list is written with, and the bits in which all others say how many more.
    fn range(&self) -> (u32, u32) {
        let most = self.bits.iter().max().copied().unwrap_or(0);
        // lists of less, the empty ones among them, are written with more than they need
        let least = self.bits.iter().filter(|&&bits| bits > 0).min().copied().unwrap_or(0);
        (least, bits::of(u64::from(most - least)))
    }

    /// Bytes of the lists and what only their code needs: packed, and in LEB128.
    fn sizes(&self) -> [u64; 2] {
        let (least, more) = self.range();
        let lists: [u64; GROUP] =
            std::array::from_fn(|i| u64::from(self.counts[i]) * u64::from(self.bits[i].max(least)));
        let packed = lists.chunks(BLOCK).map(|block| block.iter().sum::<u64>().div_ceil(8)).sum::<u64>();
        [2 + 8 * u64::from(more) + packed, self.leb128]
    }
}
