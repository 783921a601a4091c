//! What stands at the end of the file of a graph: how large it is, where its tables begin, and their checksums.

/// Bytes of the trailer.
pub(super) const BYTES: usize = 44;

/// What stands at the end of the file.
#[derive(Debug, Clone, Copy)]
pub(in crate::label) struct Trailer {
    pub(in crate::label) vertices: u64,
    pub(in crate::label) arcs: u64,
    /// Where the degrees begin.
    pub(in crate::label) degrees: u64,
    /// Where the lengths of groups begin.
    pub(in crate::label) lengths: u64,
    /// The CRC-32 of the degrees.
    pub(in crate::label) degrees_sum: u32,
    /// The CRC-32 of the lengths.
    pub(in crate::label) lengths_sum: u32,
}

impl Trailer {
    pub(in crate::label) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        for number in [self.vertices, self.arcs, self.degrees, self.lengths] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.degrees_sum.to_le_bytes());
        bytes.extend(self.lengths_sum.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    pub(super) fn read(bytes: &[u8; BYTES]) -> Option<Trailer> {
        let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let short = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        if short(BYTES - 4)? != crc32fast::hash(bytes.get(..BYTES - 4)?) {
            return None;
        }
        Some(Trailer {
            vertices: long(0)?,
            arcs: long(8)?,
            degrees: long(16)?,
            lengths: long(24)?,
            degrees_sum: short(32)?,
            lengths_sum: short(36)?,
        })
    }
}
