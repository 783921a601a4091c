//! Sweeps over families of games: a directory of part files, each written whole or not at all.
//!
//! A sweep is laid down in a [`Plan`]: the family, how far each member is computed, how many rows a part holds. Parts
//! are independent and their content depends on the plan alone, so any number of workers, processes and machines that
//! see the directory may share the work ([`run()`]), a killed run loses no finished row ([`journal`]), and the rows are
//! the same however they came about. When the last part is there, games with equal values are looked for among the
//! rows ([`equal`]).
//!
//! Where processes have no directory in common, they work `together` (feature `timely`): the first one gives the parts
//! out and writes them.
//!
//! | file | what |
//! |---|---|
//! | `sweep.json` | the plan |
//! | `part-000012.csv` or `.parquet` | finished rows |
//! | `part-000012.rows` | the journal of a part that is being worked on, locked by its worker |
//! | `equal.csv` | classes of games with equal values, once all parts are there |

pub mod equal;
mod format;
pub mod journal;
mod part;
mod plan;
mod row;
mod run;
#[cfg(test)]
mod tests;
#[cfg(feature = "timely")]
mod together;

#[cfg(feature = "parquet")]
pub use format::Parquet;
pub use format::{Csv, Format};
pub use plan::Plan;
pub use row::{Limits, Row, Status};
pub use run::{Options, Summary, run};
#[cfg(feature = "timely")]
pub use together::together;

use std::path::Path;

use grundy::Diagnostic;

use crate::files::{cannot, write_whole};

/// A file whose content is not what we wrote.
fn damaged(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::input(format!("{} is damaged: {why}", path.to_string_lossy()))
        .suggest("remove the file: the rows are computed again")
}
