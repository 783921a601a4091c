//! Files that a program packed: told by their first bytes, whatever their name, and refused before they are read as text.
//!
//! A gzip file begins with the bytes `1f 8b`; what unpacks it prints the text for `-`: `zcat g.txt.gz | grundy label -`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use grundy::Diagnostic;

use crate::shell::quoted;

/// A way in which files are packed.
struct Packer {
    name: &'static str,
    /// How such a file begins.
    head: &'static [u8],
    /// What stands behind the head and one byte that may be any.
    behind: &'static [u8],
    /// Prints the text of a packed file.
    prints: &'static str,
    /// How the names of its files end, and what makes one of a plain file; empty where nothing does it in place.
    extension: &'static str,
    packs: &'static str,
}

/// The magic numbers are those of RFC 1952, of the xz format, of RFC 8878, of bzip2 with the digits of π, and of PKWARE.
const PACKERS: [Packer; 5] = [
    Packer { name: "gzip", head: b"\x1f\x8b", behind: b"", prints: "zcat", extension: "gz", packs: "gzip" },
    Packer { name: "xz", head: b"\xfd7zXZ\0", behind: b"", prints: "xzcat", extension: "xz", packs: "xz" },
    Packer { name: "zstd", head: b"\x28\xb5\x2f\xfd", behind: b"", prints: "zstdcat", extension: "zst", packs: "zstd" },
    Packer { name: "bzip2", head: b"BZh", behind: b"1AY&SY", prints: "bzcat", extension: "bz2", packs: "bzip2" },
    Packer { name: "zip", head: b"PK\x03\x04", behind: b"", prints: "unzip -p", extension: "", packs: "" },
];

/// So many bytes tell it.
const HEAD: u64 = 10;

impl Packer {
    fn is_of(&self, bytes: &[u8]) -> bool {
        let rest = bytes.strip_prefix(self.head);
        rest.is_some_and(|rest| self.behind.is_empty() || rest.get(1..).is_some_and(|r| r.starts_with(self.behind)))
    }
}

/// The fault of a packed file that begins with these bytes; `-` is standard input. `asks` is the command that reads its
/// text: `grundy label -`.
pub(crate) fn fault(name: &str, bytes: &[u8], asks: &str) -> Option<Diagnostic> {
    let packer = PACKERS.iter().find(|packer| packer.is_of(bytes))?;
    let (what, file) = match name {
        "-" => ("standard input".to_owned(), "FILE".to_owned()),
        name => (format!("the file {name:?}"), quoted(name)),
    };
    let fault = Diagnostic::input(format!("{what} is compressed by {}", packer.name));
    Some(fault.suggest(format!("{} {file} | {asks}", packer.prints)))
}

/// The first bytes of what is read, and all of it.
type Begun<R> = (Vec<u8>, io::Chain<io::Cursor<Vec<u8>>, R>);

/// Reads the first bytes, which stay to be read.
///
/// # Errors
/// Those of the reader.
pub(crate) fn begun<R: Read>(mut reader: R) -> io::Result<Begun<R>> {
    let mut head = Vec::new();
    reader.by_ref().take(HEAD).read_to_end(&mut head)?;
    Ok((head.clone(), io::Cursor::new(head).chain(reader)))
}

/// Is this an ordinary file that is packed?
///
/// # Errors
/// It is. What cannot be opened is left to who reads it.
pub(crate) fn not_packed(path: &Path, asks: &str) -> Result<(), Diagnostic> {
    let is_file = path.metadata().is_ok_and(|there| there.is_file());
    let head = is_file.then(|| File::open(path).and_then(begun).ok()).flatten();
    head.and_then(|(head, _)| fault(&path.to_string_lossy(), &head, asks)).map_or(Ok(()), Err)
}

/// The fault of an output whose name promises that it is packed: it would hold plain text.
pub(crate) fn promised(path: &Path) -> Option<Diagnostic> {
    let extension = path.extension()?;
    let packer = PACKERS.iter().find(|p| !p.packs.is_empty() && extension.eq_ignore_ascii_case(p.extension))?;
    let plain = path.with_extension("");
    let fault = format!("the file {:?} would not be compressed: files are written as they are", path.to_string_lossy());
    let plain = quoted(&plain.to_string_lossy());
    Some(Diagnostic::input(fault).suggest(format!("write {plain}, and then: {} {plain}", packer.packs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_told_by_their_bytes() {
        let told = |bytes: &[u8]| fault("a b.gz", bytes, "grundy label -").and_then(|fault| fault.suggestion);
        assert_eq!(told(b"\x1f\x8b\x08\0").as_deref(), Some("zcat 'a b.gz' | grundy label -"));
        assert!(told(b"\xfd7zXZ\0\0").unwrap().starts_with("xzcat "));
        assert!(told(b"BZh91AY&SY").unwrap().starts_with("bzcat "));
        for plain in [b"BZhang 1 2".as_slice(), b"0 1\n1 2\n", b"", b"\x1f"] {
            assert!(told(plain).is_none(), "{plain:?}");
        }
        let fault = promised(Path::new("x/d.csv.XZ")).unwrap();
        assert_eq!(fault.suggestion.as_deref(), Some("write x/d.csv, and then: xz x/d.csv"));
        assert!(promised(Path::new("gz")).is_none() && promised(Path::new("d.csv")).is_none());
    }
}
