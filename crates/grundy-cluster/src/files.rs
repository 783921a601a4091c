//! Faults of files, said alike everywhere.

use std::io;
use std::path::Path;

use grundy::{Diagnostic, ErrorKind};

/// A file that cannot be read or written.
pub(crate) fn cannot(what: &str, path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, format!("{} cannot be {what}: {error}", path.to_string_lossy()))
}
