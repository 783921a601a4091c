//! What happens to files: bits that flip, ends that are missing, pieces that stand twice or not at all.

use crate::random::Random;

/// Some accidents; sometimes none.
pub fn change(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..random.index(4) {
        if bytes.is_empty() {
            return;
        }
        let (at, end) = (random.index(bytes.len()), random.index(bytes.len()));
        match random.index(7) {
            0 => bytes[at] ^= 1 << random.index(8),
            1 => bytes.truncate(at),
            2 => bytes.extend((0..random.index(100)).map(|_| 0)),
            3 => {
                let piece = bytes[at.min(end)..at.max(end)].to_vec();
                bytes.extend(piece);
            }
            4 => drop(bytes.drain(at.min(end)..at.max(end))),
            5 => {
                // a length or a number
                let number = *random.pick(&[0, 1, u64::MAX, u64::from(u32::MAX), 1 << 31, 1 << 63]);
                let at = at.min(64);
                for (to, from) in bytes[at..].iter_mut().zip(number.to_le_bytes()) {
                    *to = from;
                }
            }
            _ => bytes[at..].fill(random.bits() as u8),
        }
    }
}
