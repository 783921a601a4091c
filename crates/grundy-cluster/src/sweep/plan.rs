//! What a sweep is, laid down in its directory.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use grundy::Diagnostic;
use grundy::session::Family;
use serde::{Deserialize, Serialize};

use super::checksum::sum_of;
use super::{Limits, cannot, damaged, write_new, write_whole};

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
    /// Are the rows about misère play? Plans of normal play do not say so, as those of older programs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
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
            misere: false,
            rows: family.len(),
            rows_of_part: family.len().div_ceil(PARTS).clamp(1, MOST_ROWS),
            format: format.to_owned(),
            limits,
        }
    }

    /// The plan of the sweep in this directory, if one was begun there.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn begun(directory: &Path) -> Result<Option<Self>, Diagnostic> {
        let path = directory.join("sweep.json");
        match read(&path)? {
            There::Plan(plan) => Ok(Some(plan)),
            There::Damaged(why) => Err(damaged(&path, &why)),
            There::Nothing => Ok(None),
        }
    }

    /// The same plan about misère play: rows tell quotients.
    #[must_use]
    pub fn in_misere_play(self) -> Self {
        Plan { misere: true, ..self }
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
        let mut parts = Vec::new();
        for entry in fs::read_dir(directory).map_err(|e| cannot("read", directory, &e))? {
            let name = entry.map_err(|e| cannot("read", directory, &e))?.file_name();
            let name = name.to_string_lossy();
            let number = name.strip_prefix("part-").and_then(|n| n.strip_suffix(&format!(".{}", self.format)));
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

    /// A line that other plans do not share.
    pub(super) fn identity(&self) -> String {
        format!("{}, plan {}", self.family, self.sum_of_text().trim_end())
    }

    /// Lays the plan down, or makes sure that the directory holds the same one. Of several processes with different
    /// plans that come at once, those with one of them go on.
    ///
    /// The checksum in `sweep.sum` is that of the plan. Where `sweep.json` is lost or damaged and the checksum fits
    /// this plan, the file is made again and all rows are kept. Directories without a checksum, as older programs left
    /// them, get one.
    ///
    /// # Errors
    /// Another plan is there, or none that can be read beside rows; the directory cannot be made, read or written.
    pub fn settle(&self, directory: &Path) -> Result<(), Diagnostic> {
        fs::create_dir_all(directory).map_err(|e| cannot("made", directory, &e))?;
        let (path, sum) = (directory.join("sweep.json"), directory.join("sweep.sum"));
        let known = match fs::read(&sum) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(cannot("read", &sum, &error)),
        };
        let fits = |plan: &Plan| known.as_ref().is_some_and(|sum| *sum == plan.sum_of_text().as_bytes());
        match read(&path)? {
            There::Plan(there) if known.is_none() => {
                self.agree(&there)?;
                // a directory that cannot be written may still be looked at
                let _ = write_whole(&sum, self.sum_of_text().as_bytes());
                return Ok(());
            }
            There::Plan(there) if fits(&there) => return self.agree(&there),
            _ if fits(self) => {
                return write_whole(&path, self.text().as_bytes()).map_err(|e| cannot("written", &path, &e));
            }
            There::Plan(there) => {
                self.agree(&there)?;
                let message = format!("{} does not fit its checksum in sweep.sum", path.to_string_lossy());
                let help = "ask as at the beginning, or, if this is how the rows were made, remove sweep.sum";
                return Err(Diagnostic::input(message).suggest(help));
            }
            There::Damaged(why) => {
                let help = match (part_in(directory)?, &known) {
                    (None, _) => "remove the file: there are no rows beside it",
                    (Some(_), Some(_)) => {
                        "ask as at the beginning: the file is made again and all rows are kept; or give another directory"
                    }
                    (Some(_), None) => "it has no checksum by which to make it again: give another directory",
                };
                let message = format!("{} is damaged: {why}", path.to_string_lossy());
                return Err(Diagnostic::input(message).suggest(help));
            }
            There::Nothing => match part_in(directory)? {
                None => {
                    if known.is_some() {
                        fs::remove_file(&sum).map_err(|e| cannot("removed", &sum, &e))?;
                    }
                    write_new(&path, self.text().as_bytes()).map_err(|e| cannot("written", &path, &e))?;
                }
                // another process may have laid its plan down and begun meanwhile
                Some(_) if path.exists() => {}
                Some(part) => {
                    let help = if known.is_some() {
                        "ask as at the beginning: the file is made again and all rows are kept; or give another directory"
                    } else {
                        "give a directory of its own"
                    };
                    let message = format!("{} holds no sweep.json, but {part:?}", directory.to_string_lossy());
                    return Err(Diagnostic::input(message).suggest(help));
                }
            },
        }
        // ours or that of another process
        match read(&path)? {
            There::Plan(there) => self.agree(&there)?,
            There::Damaged(why) => return Err(damaged(&path, &why)),
            There::Nothing => return Err(cannot("read", &path, &io::ErrorKind::NotFound.into())),
        }
        write_whole(&sum, self.sum_of_text().as_bytes()).map_err(|e| cannot("written", &sum, &e))
    }

    /// The plan as a file.
    fn text(&self) -> String {
        // numbers and texts can always be written
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    fn sum_of_text(&self) -> String {
        sum_of(self.text().as_bytes())
    }

    /// Tells all that differs from the plan in the directory, and what to ask to go on there.
    fn agree(&self, there: &Plan) -> Result<(), Diagnostic> {
        if self == there {
            return Ok(());
        }
        let (mut differs, mut ask, mut without) = (Vec::new(), Vec::new(), "");
        let mut differ = |what: &str, there: &str, here: &str| {
            if there == here {
                return false;
            }
            differs.push(format!("{what} is {there} there, {here} here"));
            true
        };
        if differ("the family", &there.family, &self.family) {
            ask.push(format!("'{}'", there.family));
        }
        let convention = |plan: &Plan| if plan.misere { "misère play" } else { "normal play" };
        if differ("the convention", convention(there), convention(self)) {
            ask.push(format!("`misere`{}", if there.misere { "" } else { " left out" }));
        }
        if differ("the format", &there.format, &self.format) {
            ask.push(format!("`format` {}", there.format));
        }
        if differ("`to`", &there.limits.to.to_string(), &self.limits.to.to_string()) {
            ask.push(format!("`to` {}", there.limits.to));
        }
        let nodes = |plan: &Plan| plan.limits.nodes.map_or_else(|| "not given".to_owned(), |nodes| nodes.to_string());
        if differ("`nodes`", &nodes(there), &nodes(self)) {
            ask.extend(there.limits.nodes.map(|nodes| format!("`nodes` {nodes}")));
            without = if there.limits.nodes.is_none() { " without `nodes`" } else { "" };
        }
        let mut other = differ("the version of the program", &there.version, &self.version);
        let bytes = |plan: &Plan| format!("{} bytes", plan.limits.memory);
        other |= differ("the memory of a row", &bytes(there), &bytes(self));
        if there.family == self.family {
            other |= differ("the number of rows", &there.rows.to_string(), &self.rows.to_string());
        }
        if (&there.family, there.rows) == (&self.family, self.rows) {
            let [theirs, ours] = [there, self].map(|plan| plan.rows_of_part.to_string());
            other |= differ("the number of rows in a part", &theirs, &ours);
        }
        other |= differ("the schema of sweep.json", &there.schema.to_string(), &self.schema.to_string());
        let message = format!("the directory holds another sweep: {}", differs.join("; "));
        // no option changes the others
        let help = if other {
            "give another directory".to_owned()
        } else {
            let with = if ask.is_empty() { String::new() } else { format!(" with {}", ask.join(", ")) };
            format!("ask{with}{without}, or give another directory")
        };
        Err(Diagnostic::input(message).suggest(help))
    }
}

/// A part, finished or begun, in a directory.
fn part_in(directory: &Path) -> Result<Option<OsString>, Diagnostic> {
    let entries = fs::read_dir(directory).map_err(|e| cannot("read", directory, &e))?;
    let mut names = entries.filter_map(Result::ok).map(|entry| entry.file_name());
    Ok(names.find(|name| name.to_string_lossy().starts_with("part-")))
}

/// What is in the place of a plan.
enum There {
    Plan(Plan),
    Damaged(String),
    Nothing,
}

fn read(path: &Path) -> Result<There, Diagnostic> {
    match fs::read(path) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).map_or_else(|e| There::Damaged(e.to_string()), There::Plan)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(There::Nothing),
        Err(error) => Err(cannot("read", path, &error)),
    }
}
