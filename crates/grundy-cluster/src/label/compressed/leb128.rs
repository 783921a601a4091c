//! Numbers in LEB128: seven bits a byte, the lowest first, the upper bit where more follow. Eight bytes at a time and
//! without branches on their lengths, which nobody could foretell.

/// The upper bit of each byte: it is clear where a number ends.
const ENDS: u64 = 0x8080_8080_8080_8080;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// So many bytes must follow wherever a number is read.
pub(super) const BEHIND: usize = 8;

/// Appends a number.
pub(in crate::label) fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Bytes of a number.
pub(super) fn length(number: u64) -> u32 {
    (64 - (number | 1).leading_zeros()).div_ceil(7)
}

/// The number of at most 35 bits that begins at `at`, and where the next one begins. Nothing if it is longer, or where
/// fewer than [`BEHIND`] bytes are left.
#[inline]
pub(super) fn number(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk::<BEHIND>()?);
    let last = (!word & ENDS).trailing_zeros();
    (last <= 39).then(|| (joined(word & (u64::MAX >> (63 - last))), at + (last as usize + 1) / 8))
}

/// The next two numbers, and where the one after them begins. Nothing if they are not within [`BEHIND`] bytes, or one
/// takes more than five. A number waits for the one before to know where it begins: two at a time wait half as often.
#[inline]
pub(super) fn pair(bytes: &[u8], at: usize) -> Option<([u64; 2], usize)> {
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk::<BEHIND>()?);
    let ends = !word & ENDS;
    let second = ends & ends.wrapping_sub(1);
    let (one, two) = (ends.trailing_zeros(), second.trailing_zeros());
    if second == 0 || one > 39 || two - one > 40 {
        return None;
    }
    let numbers = [joined(word & (u64::MAX >> (63 - one))), joined((word & (u64::MAX >> (63 - two))) >> (one + 1))];
    Some((numbers, at + (two as usize + 1) / 8))
}

/// The sevens of a number of at most five bytes, put together.
#[inline]
fn joined(word: u64) -> u64 {
    let sevens = [word & 0x7f, word >> 1 & 0x3f80, word >> 2 & 0x1f_c000, word >> 3 & 0xfe0_0000];
    sevens.iter().sum::<u64>() + (word >> 4 & 0x7_f000_0000)
}

/// Where the numbers after the next `skip` ones begin. As [`number`], nothing where the bytes end.
#[inline]
pub(super) fn skip(bytes: &[u8], at: usize, skip: u64) -> Option<usize> {
    let (at, skip) = if skip > 128 { stride::<64>(bytes, at, skip) } else { (at, skip) };
    let (mut at, mut skip) = stride::<32>(bytes, at, skip);
    if let Some(rest) = bytes.get(at..).and_then(<[u8]>::first_chunk::<32>) {
        // the last number ends among these: go on to its word, with no branch on which it is
        let mut on = true;
        for word in rest.as_chunks().0 {
            let all = ended(word) >> 56;
            on &= all < skip;
            skip -= all * u64::from(on);
            at += 8 * usize::from(on);
        }
    }
    loop {
        let word = bytes.get(at..).and_then(<[u8]>::first_chunk::<BEHIND>)?;
        let ended = ended(word);
        let all = ended >> 56;
        if all >= skip {
            // bytes before the one with which enough have ended
            let before = ((skip * ONES) | ENDS).wrapping_sub(ended).wrapping_sub(ONES) & ENDS;
            let before = (before >> 7).wrapping_mul(ONES) >> 56;
            return Some(at + before as usize + usize::from(skip > 0));
        }
        skip -= all;
        at += 8;
    }
}

/// Skips N bytes at a time while the last number to be skipped does not end among them.
#[inline]
fn stride<const N: usize>(bytes: &[u8], mut at: usize, mut skip: u64) -> (usize, u64) {
    while let Some(bytes) = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>) {
        let ends = u64::from(bytes.iter().fold(0u8, |ends, &byte| ends + u8::from(byte < 0x80)));
        if ends >= skip {
            break;
        }
        skip -= ends;
        at += N;
    }
    (at, skip)
}

/// In each byte, how many numbers have ended with it or before, in a word.
#[inline]
fn ended(word: &[u8; 8]) -> u64 {
    ((!u64::from_le_bytes(*word) & ENDS) >> 7).wrapping_mul(ONES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn numbers_come_back() {
        for n in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX) << 1] {
            let mut bytes = Vec::new();
            put(n, &mut bytes);
            assert_eq!(bytes.len(), length(n) as usize);
            let end = bytes.len();
            for behind in [[0; BEHIND], [0x80; BEHIND], [0xff; BEHIND]] {
                bytes.truncate(end);
                bytes.extend(behind);
                assert_eq!(number(&bytes, 0), Some((n, end)));
            }
        }
        // six bytes and more are no number of ours, and nothing is read behind the end
        for wrong in [&[0x80; 8][..], &[0xff, 0xff, 0xff, 0xff, 0xff, 1, 0, 0], &[0; 7], &[]] {
            assert_eq!(number(wrong, 0), None);
        }
        assert_eq!(number(&[0; 8], 9), None);
    }

    #[test]
    fn pairs_are_two_numbers() {
        let mut random = Random(9);
        let mut paired = 0;
        for _ in 0..20_000 {
            let mut bytes = Vec::new();
            for _ in 0..2 {
                let bits = 1 + random.below(40);
                put(random.below(1 << bits), &mut bytes);
            }
            let end = bytes.len();
            bytes.extend([random.below(256) as u8; BEHIND]);
            let two = number(&bytes, 0).and_then(|(one, at)| number(&bytes, at).map(|(two, at)| ([one, two], at)));
            let found = pair(&bytes, 0);
            assert_eq!(found, two.filter(|_| end <= 8), "{bytes:?}");
            paired += u32::from(found.is_some());
        }
        assert!((5000..20_000).contains(&paired), "{paired}");
    }

    #[test]
    fn skipping_is_reading() {
        let mut random = Random(3);
        for round in 0..200u64 {
            let bits = 1 + round % 35;
            let (mut bytes, mut places) = (Vec::new(), vec![0]);
            for _ in 0..random.below(300) {
                let bits = 1 + random.below(bits);
                put(random.below(1 << bits), &mut bytes);
                places.push(bytes.len());
            }
            bytes.extend([0; BEHIND]);
            for _ in 0..100 {
                let from = random.below(places.len() as u64) as usize;
                let to = from + random.below((places.len() - from) as u64) as usize;
                assert_eq!(skip(&bytes, places[from], (to - from) as u64), Some(places[to]), "{from} to {to}");
            }
            let all = bytes.len() as u64 + 1;
            assert_eq!(skip(&bytes, 0, all), None);
            assert_eq!(skip(&[], 0, 1), None);
        }
    }
}
