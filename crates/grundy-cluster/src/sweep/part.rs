//! The file of a part and its checksum.

use std::fs;
use std::io;
use std::path::Path;

use grundy::Diagnostic;

use super::checksum::{self, sum_of};
use super::{Format, Plan, Row, cannot, damaged};

/// Writes the file of a part and its checksum.
pub(super) fn write(plan: &Plan, directory: &Path, number: u64, bytes: &[u8]) -> Result<(), Diagnostic> {
    checksum::write(&plan.part(directory, number), &plan.sum(directory, number), bytes)
}

/// The rows in the file of a part, once its checksum is found to fit.
pub(super) fn read(plan: &Plan, directory: &Path, number: u64, format: Format) -> Result<Vec<Row>, Diagnostic> {
    let (sum, path) = (plan.sum(directory, number), plan.part(directory, number));
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let again = format!("remove {}: its rows are computed again", name(&path));
    let bytes = fs::read(&path).map_err(|e| cannot("read", &path, &e))?;
    match fs::read(&sum) {
        Ok(there) if there == sum_of(&bytes).as_bytes() => {}
        Ok(_) => {
            let message = format!("{} is damaged: it does not fit its checksum", path.to_string_lossy());
            return Err(Diagnostic::input(format!("{message} in {}", name(&sum))).suggest(again));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let message = format!("{} has lost its checksum {}", path.to_string_lossy(), name(&sum));
            return Err(Diagnostic::input(message).suggest(format!("copy {} along, or {again}", name(&sum))));
        }
        Err(error) => return Err(cannot("read", &sum, &error)),
    }
    let rows = format.decode(&bytes).map_err(|why| damaged(&path, &why))?;
    if !rows.iter().map(|row| row.number).eq(plan.rows_of(number)) {
        return Err(damaged(&path, "it does not hold the rows of this part"));
    }
    Ok(rows)
}
