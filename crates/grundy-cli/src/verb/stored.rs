//! `--store`: values of earlier runs are read, those of this run are stored as they are computed.
//!
//! Tables have a directory; positions a file or a directory with values that searches on boards find.

use std::path::Path;

use grundy::answer::Answer;
use grundy::store::Store;
use grundy::{Context, Error, GameQuestion, Position};

use crate::exit::Failure;
use crate::setting::Setting;
use crate::terminal;

/// A run begins that stores what it finds in these files, of which some may have lost their end.
pub(crate) fn begins<'f>(files: impl IntoIterator<Item = (&'f Path, u64)>, part: &str, setting: &Setting) {
    crate::guard::resumes();
    for (path, cut) in files.into_iter().filter(|(_, cut)| *cut > 0 && !setting.terminal.quiet) {
        let path = path.to_string_lossy();
        eprintln!("the last {part} of {} was not finished: {cut} bytes are cut off", terminal::escape(&path));
    }
}

/// An answer that is not complete says whether a later run goes on from what is stored.
fn resuming<T>(mut answer: Result<Answer<T>, Error>, resumes: bool) -> Result<Answer<T>, Error> {
    if let Ok(Answer { stopped: Some(stopped), .. }) | Err(Error::Stopped(stopped)) = &mut answer {
        stopped.resumes = resumes;
    }
    answer
}

/// Works on a position, whose searches begin with what this file holds and keep in it what they find, and makes sure that it
/// is safe, whatever came of it.
pub(crate) fn while_kept<T>(
    position: &Position,
    path: Option<&Path>,
    setting: &Setting,
    cx: &Context,
    work: impl FnOnce() -> Result<Answer<T>, Error>,
) -> Result<Answer<T>, Error> {
    let Some(path) = path else { return work() };
    let stores = position.keep_values(path, cx)?;
    begins(stores.iter().map(|store| (store.path(), store.cut())), "block", setting);
    let answer = work();
    stores.iter().try_for_each(|store| store.sync())?;
    resuming(answer, stores.iter().any(|store| store.count() > 0))
}

/// The store of a run, if there is one.
#[derive(Debug)]
pub(crate) struct StoredRun(Option<Store>);

impl StoredRun {
    /// Locks the directory.
    pub(crate) fn open(directory: Option<&Path>) -> Result<Self, Failure> {
        let store = directory.map(Store::open).transpose().map_err(Failure::plain)?;
        Ok(StoredRun(store))
    }

    /// Reads what is stored of the game, works, and makes sure that all that was stored is safe, whatever came of it.
    pub(crate) fn while_stored<T>(
        &self,
        question: &GameQuestion,
        last: Option<u64>,
        setting: &Setting,
        cx: &Context,
        work: impl FnOnce() -> Result<Answer<T>, Error>,
    ) -> Result<Answer<T>, Error> {
        let Some(store) = &self.0 else { return work() };
        let opened = question.keep(store, last, cx)?;
        begins(opened.path.as_deref().map(|path| (path, opened.cut)), "block", setting);
        let answer = work();
        resuming(answer, question.game.sync_store()? > 0)
    }
}
