//! What was typed at the prompt, kept for the next time: a line each in `grundy/history` of the state directory
//! (`$XDG_STATE_HOME`, else `~/.local/state`), or in the file that `$GRUNDY_HISTORY` names; nothing where that is empty.
//!
//! A file that cannot be read or written is no fault of a question, so the prompt goes on without it.

use std::env;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

/// So many lines are kept.
const LINES: usize = 1000;
/// A longer file is somebody else's.
const BYTES: u64 = 16 << 20;

/// The file, if there is to be one.
#[derive(Debug)]
pub(super) struct History(Option<PathBuf>);

impl History {
    /// Where this user keeps it.
    pub(super) fn usual() -> History {
        let set = |name: &str| env::var_os(name).map(PathBuf::from);
        if let Some(named) = set("GRUNDY_HISTORY") {
            return History(Some(named).filter(|path| !path.as_os_str().is_empty()));
        }
        let state = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
        let home = || set("HOME").filter(|path| path.is_absolute()).map(|home| home.join(".local/state"));
        History(state.or_else(home).map(|state| state.join("grundy/history")))
    }

    /// The lines, oldest first; a long file is cut to the last ones.
    pub(super) fn read(&self) -> Vec<String> {
        let Some(path) = &self.0 else { return Vec::new() };
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(BYTES).read_to_string(&mut text));
        if read.is_err() {
            return Vec::new();
        }
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let from = lines.len().saturating_sub(LINES);
        if from > LINES {
            let kept: String = lines[from..].iter().map(|line| format!("{line}\n")).collect();
            drop(fs::write(path, kept));
        }
        lines[from..].to_vec()
    }

    /// Adds a line.
    pub(super) fn add(&self, line: &str) {
        let Some(path) = self.0.as_ref().filter(|_| !line.trim().is_empty()) else { return };
        if let Some(folder) = path.parent() {
            drop(fs::create_dir_all(folder));
        }
        let mut options = File::options();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        if let Ok(mut file) = options.open(path) {
            drop(writeln!(file, "{line}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_and_old_ones_go() {
        let folder = env::temp_dir().join(format!("grundy-history-{}", std::process::id()));
        let history = History(Some(folder.join("state/history")));
        assert!(history.read().is_empty());
        for n in 0..2 * LINES + 2 {
            history.add(&format!("nim({n})"));
        }
        history.add("  ");
        let lines = history.read();
        assert_eq!((lines.len(), lines[0].as_str()), (LINES, "nim(1002)"));
        assert_eq!(fs::read_to_string(folder.join("state/history")).unwrap().lines().count(), LINES);
        History(None).add("nim(1)");
        fs::remove_dir_all(&folder).unwrap();
    }
}
