//! Checksums of the files of a sweep, each in a file of its own beside the one it belongs to.

use std::path::Path;

use grundy::Diagnostic;

use super::{cannot, write_whole};

/// The line that belongs to a file: its CRC-32 in eight hexadecimal digits, a blank, and its length in bytes.
pub(super) fn sum_of(bytes: &[u8]) -> String {
    format!("{:08x} {}\n", crc32fast::hash(bytes), bytes.len())
}

/// Writes a file and its checksum, the checksum first: where the file is, its checksum is, and between the two no older
/// file fits.
pub(super) fn write(path: &Path, sum: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    write_whole(sum, sum_of(bytes).as_bytes()).map_err(|e| cannot("written", sum, &e))?;
    write_whole(path, bytes).map_err(|e| cannot("written", path, &e))
}
