//! Games whose values are kept in a store: stopped and gone on with, damaged, refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use grundy::answer::{Cells, Show};
use grundy::store::{Store, encode_values};
use grundy::{
    Budget, Context, Error, ErrorKind, GameQuestion, PeriodOptions, Result, Session, Spent, Status, TableOptions,
};

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("grundy-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn values(&self) -> PathBuf {
        let files = fs::read_dir(&self.0).unwrap().map(|e| e.unwrap().path());
        files.filter(|p| p.extension().is_some_and(|e| e == "values")).min().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn question(text: &str) -> GameQuestion {
    Session::new().game(text).unwrap()
}

/// Opens a store, computes to a heap, and closes it: what was read, and what is stored.
fn grow(folder: &Path, game: &str, to: u64) -> Result<(u64, u64)> {
    let (question, cx) = (question(game), Context::default());
    let opened = question.keep(&Store::open(folder)?, Some(to), &cx)?;
    let found = question.table_with(&TableOptions::default().with_to(vec![to]), &cx)?;
    let plain = Session::new().game(game)?.game;
    let Cells::Values(rows) = found.result.cells else { panic!() };
    for (n, value) in rows.iter().enumerate() {
        assert_eq!(value, plain.value(n as u64)?, "{game} {n}");
    }
    Ok((opened.values, question.game.sync_store()?))
}

fn message(error: Error) -> (ErrorKind, String) {
    let Error::Bad(fault) = error else { panic!("{error}") };
    (fault.kind, fault.to_string())
}

#[test]
fn runs_go_on_where_they_were() {
    let folder = Folder::new();
    assert_eq!(grow(&folder.0, "0.6", 100).unwrap(), (0, 101));
    assert_eq!(grow(&folder.0, "0.6", 2_000).unwrap(), (101, 2_001));
    assert_eq!(grow(&folder.0, "0.6", 6_000).unwrap(), (2_001, 6_001));
    assert_eq!(grow(&folder.0, "0.6", 50).unwrap(), (6_001, 6_001));
    // other engines, other games in the same directory; the same game by another name
    for game in ["take[1,3,4]", "take[squares]", "0.333!8", "{n -> n-1; n//2 if n > 3; n-5}", "0.A2"] {
        let Ok(first) = grow(&folder.0, game, 300) else { continue };
        assert_eq!(first, (0, 301), "{game}");
        assert_eq!(grow(&folder.0, game, 500).unwrap(), (301, 501), "{game}");
        assert_eq!(grow(&folder.0, game, 10).unwrap(), (501, 501), "{game}");
    }
    assert_eq!(grow(&folder.0, "kayles", 90).unwrap(), (0, 91));
    assert_eq!(grow(&folder.0, "0.77", 95).unwrap(), (91, 96));
    // a closed form needs no store
    assert_eq!(grow(&folder.0, "nim", 90).unwrap(), (0, 0));
    assert!(fs::read_dir(&folder.0).unwrap().count() >= 6);
}

/// Nothing that rests on values of a store is proved; what this process computed alone is.
#[test]
fn values_from_a_store_are_not_proved() {
    let folder = Folder::new();
    let ask = |game: &str, from: u64, to: u64, show: Show| {
        let (question, cx) = (question(game), Context::default());
        question.keep(&Store::open(&folder.0).unwrap(), Some(to), &cx).unwrap();
        let wanted = TableOptions::default().with_from(vec![from]).with_to(vec![to]).with_show(show);
        let evidence = question.table_with(&wanted, &cx).unwrap().evidence;
        question.game.sync_store().unwrap();
        evidence
    };
    for game in ["kayles", "0.6", "take[squares]", "{n -> n-1; n//2 if n > 3; n-5}"] {
        assert_eq!(ask(game, 0, 100, Show::Values).status, Status::Proved, "{game}");
        for show in [Show::Values, Show::Outcomes, Show::Previous] {
            // some cells are read, others computed
            for (from, to) in [(0, 50), (0, 150), (20, 160)] {
                let evidence = ask(game, from, to, show);
                assert_eq!(evidence.status, Status::Stored, "{game} {from} {to}");
                assert!(evidence.by().english.contains("read from the store"), "{}", evidence.by().english);
            }
        }
    }
    // engines that cannot go on from a store compute again
    assert_eq!(ask("take[squares]", 200, 250, Show::Values).status, Status::Proved);
    let period = |game: &str| {
        let (question, cx) = (question(game), Context::default());
        question.keep(&Store::open(&folder.0).unwrap(), None, &cx).unwrap();
        let answer = question.period_with(&PeriodOptions::default(), &cx).unwrap();
        (answer.found(), answer.evidence.status.clone(), answer.published.is_some())
    };
    assert_eq!(period("kayles"), (true, Status::Stored, true));
    assert_eq!(period("0.17"), (true, Status::Proved, true));
    assert_eq!(period("0.17"), (true, Status::Stored, true));
}

#[test]
fn an_unfinished_block_is_cut_off_and_written_again() {
    let folder = Folder::new();
    grow(&folder.0, "0.6", 2_000).unwrap();
    let path = folder.values();
    let whole = fs::read(&path).unwrap();
    for cut in [1, 40, 700] {
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let (read, stored) = grow(&folder.0, "0.6", 2_000).unwrap();
        assert!(read < 2_001);
        assert_eq!(stored, 2_001);
    }
}

#[test]
fn a_wrong_file_is_named_and_left_alone() {
    let folder = Folder::new();
    grow(&folder.0, "0.6", 5_000).unwrap();
    let path = folder.values();
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], game: &str| {
        fs::write(&path, bytes).unwrap();
        let (kind, message) = message(grow(&folder.0, game, 6_000).unwrap_err());
        assert_eq!(kind, ErrorKind::Input);
        assert!(message.contains(path.to_str().unwrap()), "{message}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
        message
    };
    let mut changed = whole.clone();
    changed[200] ^= 1;
    assert!(refused(&changed, "0.6").contains("block 0 at byte"));
    assert!(refused(&whole[..20], "0.6").contains("20 bytes"));
    assert!(refused(b"", "0.6").contains("0 bytes"));
    assert!(refused(&[b'x'; 100], "0.6").contains("not a file of values"));
    let mut version = whole.clone();
    version[8] = 2;
    let words = refused(&version, "0.6");
    assert!(words.contains("version 2") && words.contains("version 1"), "{words}");
    // a file of another game under this name
    let words = refused(&encode_values("0.07", [0, 1, 1]).unwrap(), "0.6");
    assert!(words.contains("`0.07`") && words.contains("`0.6`"), "{words}");
}

#[test]
fn a_second_writer_is_told_who_holds_the_store() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let fault = Store::open(&folder.0).unwrap_err();
    assert_eq!(fault.kind, ErrorKind::Input);
    assert!(fault.message.contains(&format!("process {}", std::process::id())), "{fault}");
    let question = question("0.6");
    question.keep(&store, None, &Context::default()).unwrap();
    drop(store);
    // the open file holds the lock as well
    assert!(Store::open(&folder.0).is_err());
    drop(question);
    assert!(Store::open(&folder.0).is_ok());
}

#[test]
fn what_a_store_cannot_keep_is_refused() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    for game in ["wythoff", "misere kayles", "{(a,b) -> (a-1,b) | (a,b-1)}"] {
        let (kind, _) = message(question(game).keep(&store, None, &Context::default()).unwrap_err());
        assert_eq!(kind, ErrorKind::Unsupported, "{game}");
    }
    // a limit beyond the budget, told before anything is done
    let cx = Context::new(Budget { memory: Some(1 << 20), ..Budget::UNLIMITED });
    let Error::Stopped(stopped) = question("0.6").keep(&store, Some(1 << 40), &cx).unwrap_err() else { panic!() };
    assert_eq!((stopped.spent, stopped.limit), (Spent::Memory, Some(1 << 20)));
    assert!(stopped.needed.unwrap().contains("1099511627776"));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

/// A folder is made with the first value that is kept, and what a killed run left half written goes then.
#[test]
fn nothing_is_made_before_something_is_kept() {
    let folder = Folder::new();
    let path = folder.0.join("below/store");
    let cx = Context::default();
    for game in ["0.6", "nim"] {
        let store = Store::open(&path).unwrap();
        let question = question(game);
        question.keep(&store, Some(9), &cx).unwrap();
        assert!(!folder.0.join("below").exists());
        question.table_with(&TableOptions::default().with_to(vec![9]), &cx).unwrap();
        assert_eq!(path.join("lock").exists(), game == "0.6");
        drop((question, store));
        let _ = fs::remove_dir_all(folder.0.join("below"));
    }
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("0.6-1.part"), "half").unwrap();
    let store = Store::open(&path).unwrap();
    assert!(!path.join("0.6-1.part").exists());
    drop(store);
    fs::write(folder.0.join("file"), "").unwrap();
    assert!(Store::open(&folder.0.join("file/store")).is_err());
}

#[test]
fn a_spent_budget_leaves_what_was_computed() {
    let folder = Folder::new();
    for (game, nodes) in [("0.6", 3_000_000), ("{n -> n-1; n//2 if n > 3; n-5}", 300_000)] {
        let question = question(game);
        let cx = Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED });
        question.keep(&Store::open(&folder.0).unwrap(), None, &cx).unwrap();
        let options = TableOptions::default().with_to(vec![1_000_000]);
        let answer = question.table_with(&options, &cx).unwrap();
        assert_eq!(answer.stopped.map(|s| s.spent), Some(Spent::Nodes), "{game}");
        let stored = question.game.sync_store().unwrap();
        assert!(stored > 1_000, "{game} {stored}");
        drop(question);
        assert_eq!(grow(&folder.0, game, 100).unwrap().0, stored, "{game}");
    }
}
