//! Writing groups of vertices.

use super::bits::{self, Writer};
use super::group::{BLOCK, FROM_ZERO, GROUP, PACKED, zigzag};
use super::leb128;

/// Writes a group: how many predecessors each vertex has, and all of them one list after the other, each sorted. In the
/// code and with the first gaps that make it shortest. Takes 8 bytes a source beside the sources, and as many as it writes.
pub(in crate::label) fn encode(first: u32, counts: &[u32; GROUP], sources: &[u32], out: &mut Vec<u8>) {
    // one after the other, for the memory's sake
    let sizes = [false, true].map(|from_zero| Gaps::new(first, counts, sources, from_zero).sizes(counts));
    let least = sizes.as_flattened().iter().min().copied().unwrap_or(0);
    let from_zero = !sizes[0].contains(&least);
    let packed = sizes[usize::from(from_zero)][0] == least;
    let gaps = Gaps::new(first, counts, sources, from_zero);
    let width = counts.iter().max().map_or(0, |&count| bits::of(u64::from(count)));
    let begin = out.len();
    out.extend([0; 4]);
    out.push(width as u8 | if from_zero { FROM_ZERO } else { 0 } | if packed { PACKED } else { 0 });
    let (least, more) = gaps.range();
    if packed {
        out.extend([least as u8, more as u8]);
    }
    let mut writer = Writer::new(out);
    counts.iter().for_each(|&count| writer.put(u64::from(count), width));
    if packed {
        gaps.bits.iter().for_each(|&bits| writer.put(u64::from(bits.max(least) - least), more));
        for (i, (list, &bits)) in gaps.lists(counts).zip(&gaps.bits).enumerate() {
            if i % BLOCK == 0 {
                writer.align();
            }
            list.iter().for_each(|&gap| writer.put(gap, bits.max(least)));
        }
        writer.align();
    } else {
        gaps.gaps.iter().for_each(|&gap| leb128::put(gap, out));
    }
    let sum = crc32fast::hash(out.get(begin + 4..).unwrap_or_default()).to_le_bytes();
    if let Some(place) = out.get_mut(begin..begin + 4) {
        place.copy_from_slice(&sum);
    }
}

/// The gaps of all lists.
struct Gaps {
    gaps: Vec<u64>,
    /// Bits of the greatest of each list.
    bits: [u32; GROUP],
}

impl Gaps {
    fn new(first: u32, counts: &[u32; GROUP], sources: &[u32], from_zero: bool) -> Gaps {
        let mut gaps = Gaps { gaps: Vec::with_capacity(sources.len()), bits: [0; GROUP] };
        let mut rest = sources;
        for ((v, &count), bits) in (first..=u32::MAX).zip(counts).zip(&mut gaps.bits) {
            let (list, behind) = rest.split_at_checked(count as usize).unwrap_or((rest, &[]));
            rest = behind;
            let (mut before, mut greatest) = (None, 0);
            for &source in list {
                let gap = match before {
                    Some(before) => u64::from(source.wrapping_sub(before)),
                    None if from_zero => u64::from(source),
                    None => zigzag(v, source),
                };
                gaps.gaps.push(gap);
                greatest |= gap;
                before = Some(source);
            }
            *bits = bits::of(greatest);
        }
        gaps
    }

    fn lists(&self, counts: &[u32; GROUP]) -> impl Iterator<Item = &[u64]> {
        let mut rest = &self.gaps[..];
        counts.iter().map(move |&count| {
            let (list, behind) = rest.split_at_checked(count as usize).unwrap_or((rest, &[]));
            rest = behind;
            list
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
    fn sizes(&self, counts: &[u32; GROUP]) -> [u64; 2] {
        let (least, more) = self.range();
        let lists: Vec<u64> = counts
            .iter()
            .zip(&self.bits)
            .map(|(&count, &bits)| u64::from(count) * u64::from(bits.max(least)))
            .collect();
        let packed = lists.chunks(BLOCK).map(|block| block.iter().sum::<u64>().div_ceil(8)).sum::<u64>();
        let leb128 = self.gaps.iter().map(|&gap| u64::from(leb128::length(gap))).sum();
        [2 + 8 * u64::from(more) + packed, leb128]
    }
}
