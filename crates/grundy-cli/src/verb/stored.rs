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

fn tell_cut(path: &Path, bytes: u64) {
    let path = path.to_string_lossy();
    eprintln!("the last block of {} was not finished: {bytes} bytes are cut off", terminal::escape(&path));
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
    crate::guard::resumes();
    for store in stores.iter().filter(|store| !setting.terminal.quiet && store.cut() > 0) {
        tell_cut(store.path(), store.cut());
    }
    let mut answer = work();
    stores.iter().try_for_each(|store| store.sync())?;
    if let Ok(Answer { stopped: Some(stopped), .. }) | Err(Error::Stopped(stopped)) = &mut answer {
        stopped.resumes = stores.iter().any(|store| store.count() > 0);
    }
    answer
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
        crate::guard::resumes();
        if let Some(path) = opened.path.filter(|_| !setting.terminal.quiet && opened.cut > 0) {
            tell_cut(&path, opened.cut);
        }
        let mut answer = work();
        let resumes = question.game.sync_store()? > 0;
        if let Ok(Answer { stopped: Some(stopped), .. }) | Err(Error::Stopped(stopped)) = &mut answer {
            stopped.resumes = resumes;
        }
        answer
    }
}
