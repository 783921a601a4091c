//! What a sweep is, laid down in its directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use grundy::{Diagnostic, Family};
use serde::{Deserialize, Serialize};

use super::{Limits, cannot, damaged, write_new};

/// A sweep is cut into about so many parts.
const PARTS: u64 = 256;
/// A part has at most so many rows.
const MOST_ROWS: u64 = 1024;

/// What every run in a directory must agree on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Of this file.
    pub schema: u32,
    /// The program that computes the rows.
    pub version: String,
    /// The family in canonical spelling.
    pub family: String,
    /// How many members.
    pub rows: u64,
    /// Rows of a part, but for the last one.
    pub rows_of_part: u64,
    /// The ending of part files.
    pub format: String,
    /// What one row may cost.
    pub limits: Limits,
}

impl Plan {
    /// A new plan.
    #[must_use]
    pub fn new(family: &Family, limits: Limits, format: &str) -> Self {
        Plan {
            schema: 1,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            family: family.text().to_owned(),
            rows: family.len(),
            rows_of_part: family.len().div_ceil(PARTS).clamp(1, MOST_ROWS),
            format: format.to_owned(),
            limits,
        }
    }

    /// How many parts.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.rows.div_ceil(self.rows_of_part)
    }

    /// The numbers of the rows of a part.
    #[must_use]
    pub fn rows_of(&self, part: u64) -> std::ops::Range<u64> {
        let first = part * self.rows_of_part;
        first..(first + self.rows_of_part).min(self.rows)
    }

    /// How many rows a shard has: those of the parts that leave the remainder `shard` divided by `shards`.
    #[must_use]
    pub fn rows_of_shard(&self, shard: u64, shards: u64) -> u64 {
        let first = shard % shards;
        let Some(last) = self.parts().checked_sub(1).filter(|last| first <= *last) else { return 0 };
        let parts = (last - first) / shards + 1;
        let missing = if last % shards == first { self.rows_of_part - self.rows_of(last).count() as u64 } else { 0 };
        parts * self.rows_of_part - missing
    }

    /// The parts whose files are there, ascending: as long as the directory, however large the family.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn finished(&self, directory: &Path) -> Result<Vec<u64>, Diagnostic> {
        self.listed(directory, &self.format)
    }

    /// The parts of which there is a journal, ascending.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn begun(&self, directory: &Path) -> Result<Vec<u64>, Diagnostic> {
        self.listed(directory, "rows")
    }

    fn listed(&self, directory: &Path, ending: &str) -> Result<Vec<u64>, Diagnostic> {
        let mut parts = Vec::new();
        for entry in fs::read_dir(directory).map_err(|e| cannot("read", directory, &e))? {
            let name = entry.map_err(|e| cannot("read", directory, &e))?.file_name();
            let name = name.to_string_lossy();
            let number = name.strip_prefix("part-").and_then(|n| n.strip_suffix(&format!(".{ending}")));
            if let Some(part) = number.and_then(|n| n.parse().ok()).filter(|part| *part < self.parts()) {
                parts.push(part);
            }
        }
        parts.sort_unstable();
        Ok(parts)
    }

    /// The file of a part.
    #[must_use]
    pub fn part(&self, directory: &Path, part: u64) -> PathBuf {
        directory.join(format!("part-{part:06}.{}", self.format))
    }

    /// The checksum of the file of a part.
    #[must_use]
    pub fn sum(&self, directory: &Path, part: u64) -> PathBuf {
        directory.join(format!("part-{part:06}.sum"))
    }

    /// The journal of a part.
    #[must_use]
    pub fn journal(&self, directory: &Path, part: u64) -> PathBuf {
        directory.join(format!("part-{part:06}.rows"))
    }

    /// Lays the plan down, or makes sure that the directory holds the same one. Of several processes with different
    /// plans that come at once, those with one of them go on.
    ///
    /// # Errors
    /// Another plan is there, or the directory cannot be made, read or written.
    pub fn settle(&self, directory: &Path) -> Result<(), Diagnostic> {
        fs::create_dir_all(directory).map_err(|e| cannot("made", directory, &e))?;
        let path = directory.join("sweep.json");
        if let Some(there) = read(&path)? {
            return self.agree(&there);
        }
        let part = fs::read_dir(directory)
            .map_err(|e| cannot("read", directory, &e))?
            .filter_map(Result::ok)
            .find(|entry| entry.file_name().to_string_lossy().starts_with("part-"));
        match part {
            None => {
                let mut text = serde_json::to_string_pretty(self).map_err(|e| damaged(&path, &e.to_string()))?;
                text.push('\n');
                write_new(&path, text.as_bytes()).map_err(|e| cannot("written", &path, &e))?;
            }
            // another process may have laid its plan down and begun meanwhile
            Some(_) if path.exists() => {}
            Some(part) => {
                let message = format!("{} holds no sweep.json", directory.to_string_lossy());
                return Err(Diagnostic::input(format!("{message}, but {:?}", part.file_name()))
                    .suggest("give a directory of its own"));
            }
        }
        // ours or that of another process
        match read(&path)? {
            Some(there) => self.agree(&there),
            None => Err(cannot("read", &path, &io::ErrorKind::NotFound.into())),
        }
    }

    fn agree(&self, there: &Plan) -> Result<(), Diagnostic> {
        let differs = |what: &str, there: &str, here: &str| {
            let message = format!("the directory holds another sweep: {what} is {there} there, {here} here");
            Err(Diagnostic::input(message).suggest("ask as before, or give another directory"))
        };
        if self.family != there.family {
            return differs("the family", &there.family, &self.family);
        }
        if self.format != there.format {
            return differs("the format", &there.format, &self.format);
        }
        if self.version != there.version {
            return differs("the version of the program", &there.version, &self.version);
        }
        if self.limits.to != there.limits.to {
            return differs("--to", &there.limits.to.to_string(), &self.limits.to.to_string());
        }
        if self != there {
            let limits = |plan: &Plan| format!("{:?} nodes, {} bytes", plan.limits.nodes, plan.limits.memory);
            return differs("the limit of a row", &limits(there), &limits(self));
        }
        Ok(())
    }
}

/// The plan in a file, if there is one.
fn read(path: &Path) -> Result<Option<Plan>, Diagnostic> {
    match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|e| damaged(path, &e.to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot("read", path, &error)),
    }
}
