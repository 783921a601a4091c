//! A directory with what was computed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::header::fingerprint;
use super::lock::Lock;
use super::state_file::{self, StateKind};
use super::value_file::ValueFile;
use super::{Block, io_fault};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::outcome::Convention;
use crate::session::GameQuestion;

/// So many letters of the rule stand in the names of files.
const NAMED: usize = 32;

/// A directory of stored results, locked against other processes as long as it or a file in it is open.
///
/// ```
/// use grundy::{Context, Session, TableOptions, store::Store};
///
/// # let directory = std::env::temp_dir().join(format!("grundy-doc-{}", std::process::id()));
/// let question = Session::new().game("0.6")?;
/// let cx = Context::default();
/// let store = Store::open(&directory)?;
/// store.keep(&question, Some(999), &cx)?;
/// grundy::table(&question, &TableOptions { to: vec![999], ..TableOptions::default() }, &cx)?;
/// assert_eq!(question.game.sync_store()?, 1000);
/// # drop(std::fs::remove_dir_all(directory));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Store {
    directory: PathBuf,
    lock: Arc<Lock>,
}

/// What a store held for a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The file of values; `None` where a closed form gives them and nothing is stored.
    pub path: Option<PathBuf>,
    /// So many values were read.
    pub values: u64,
    /// So many bytes of a block that was not finished were cut off.
    pub cut: u64,
}

impl Store {
    /// Opens the directory, or makes it, and locks it.
    ///
    /// # Errors
    /// Another process holds it, which is named ([`Input`](crate::ErrorKind::Input)); a directory that cannot be made or
    /// locked ([`Io`](crate::ErrorKind::Io)).
    pub fn open(directory: &Path) -> Result<Self, Diagnostic> {
        fs::create_dir_all(directory).map_err(|error| io_fault("the store cannot make", directory, &error))?;
        Ok(Store { directory: directory.to_owned(), lock: Arc::new(Lock::take(directory)?) })
    }

    /// Reads what is stored of the game's values, and stores those that are computed from now on, slice by slice.
    ///
    /// Codes with at most two parts go on where they were. Other games of one heap give what is stored at once; to go
    /// beyond, their engines compute from the start. Linear in the file; a byte a value below 256. `last` is the last heap
    /// that will be asked for, if that is known.
    ///
    /// # Errors
    /// Misère play and games that are not of one heap; a last heap beyond the memory budget, before anything is read; a
    /// file of another game or version, or a damaged one; a spent budget.
    pub fn keep(&self, question: &GameQuestion, last: Option<u64>, cx: &Context) -> Result<Opened> {
        let rule = rule_of(question)?;
        if let (Some(last), Some(most)) = (last, cx.budget().memory)
            && last >= most
        {
            let message =
                format!("the values up to heap {last} need that many bytes of memory at least, and {most} are allowed");
            return Err(Diagnostic::input(message).suggest("a smaller --to, or more --memory").into());
        }
        question.game.attach_store(self, &rule, cx)
    }

    pub(crate) fn open_values(&self, rule: &str, visit: impl FnMut(Block<'_>) -> Result<()>) -> Result<ValueFile> {
        ValueFile::open(&self.path(rule, "values"), rule, Arc::clone(&self.lock), visit)
    }

    /// The file of a kind that belongs to this rule.
    fn path(&self, rule: &str, kind: &str) -> PathBuf {
        let mut name = String::new();
        for c in rule.chars().take(NAMED) {
            let plain = c.is_ascii_alphanumeric() || c == '.';
            if plain || !(name.is_empty() || name.ends_with('-')) {
                name.push(if plain { c } else { '-' });
            }
        }
        self.directory.join(format!("{}-{:016x}.{kind}", name.trim_end_matches('-'), fingerprint(rule)))
    }

    /// Replaces a state of a game at once: whatever happens, there is the old one or the new one.
    ///
    /// # Errors
    /// [`Io`](crate::ErrorKind::Io).
    pub fn save_state(&self, question: &GameQuestion, kind: StateKind, payload: &[u8]) -> Result<(), Diagnostic> {
        self.save_state_of(&rule_of(question)?, kind, payload)
    }

    pub(crate) fn save_state_of(&self, rule: &str, kind: StateKind, payload: &[u8]) -> Result<(), Diagnostic> {
        state_file::save(&self.path(rule, kind.name), kind, rule, payload)
    }

    /// The state that was saved last. `None`: there is none.
    ///
    /// # Errors
    /// A state of another game or version, or a damaged one; a file that cannot be read; a spent memory budget.
    pub fn load_state(&self, question: &GameQuestion, kind: StateKind, cx: &Context) -> Result<Option<Vec<u8>>> {
        self.load_state_of(&rule_of(question)?, kind, cx)
    }

    pub(crate) fn load_state_of(&self, rule: &str, kind: StateKind, cx: &Context) -> Result<Option<Vec<u8>>> {
        state_file::load(&self.path(rule, kind.name), kind, rule, cx)
    }
}

fn rule_of(question: &GameQuestion) -> Result<String, Diagnostic> {
    if question.convention == Convention::Misere {
        return Err(Diagnostic::unsupported("a store keeps Grundy values, and misère play has none"));
    }
    question.game.elaborated(&question.query)
}
