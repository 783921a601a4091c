//! Sweeps over families of games: a directory of part files, each written whole or not at all.
//!
//! A sweep is laid down in a [`Plan`]: the family, how far each member is computed, how many rows a part holds. Parts
//! are independent and their content depends on the plan alone, so any number of workers, processes and machines that
//! see the directory may share the work ([`run()`]), a killed run loses no finished row ([`journal`]), and the rows are
//! the same however they came about. When the last part is there, games with equal values are looked for among the
//! rows ([`equal`]).
//!
//! | file | what |
//! |---|---|
//! | `sweep.json` | the plan |
//! | `sweep.sum` | its checksum, by which a lost or damaged plan is known again |
//! | `part-000012.csv` or `.parquet` | finished rows |
//! | `part-000012.sum` | its CRC-32 in hexadecimal digits and its length; written before it |
//! | `part-000012.rows` | the journal of a part that is being worked on, locked by its worker |
//! | `equal.csv` | classes of games with equal values, once all parts are there |
//! | `equal.sum` | its checksum, as that of a part; without it the games are compared again |
//!
//! In misère play ([`Plan::misere`]) a row tells the quotient of a game; no classes are looked for.
//!
//! Measured (`cargo xtask bench --sweep`: the 4096 octal codes of up to 4 digits, heaps up to 1600, comparisons of equal
//! games included; thread CPU time in seconds, the least of three runs, two cores at load 6; the same rows and classes
//! each time):
//!
//! | | largest of a worker | one worker to this | all | all to largest |
//! |---|---|---|---|---|
//! | 1 worker | 9.64 | | 9.64 | |
//! | 2 threads | 5.06 | 1.91 | 9.44 | 1.86 |
//!
//! Ratios between runs are blurred by what else the machine does; those within a run are not. The comparisons are half of
//! all work: by one thread alone, after the rows, they would cap the gain of two workers at 4/3.

mod checksum;
pub mod equal;
mod format;
pub mod journal;
mod misere;
mod part;
mod plan;
mod row;
mod run;
mod summary;
#[cfg(test)]
mod tests;

pub use format::Format;
pub use plan::Plan;
pub use row::{Limits, Row, Status};
pub use run::{Options, run};
pub use summary::Summary;

use std::path::Path;

use grundy::Diagnostic;

use crate::files::{cannot, write_new, write_whole};

/// A file whose content is not what we wrote.
fn damaged(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::input(format!("{} is damaged: {why}", path.to_string_lossy()))
        .suggest("remove the file: the rows are computed again")
}
