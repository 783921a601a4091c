//! Files that were cut, changed, mixed up; disks that are full; two writers.

use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use super::medium::Medium;
use super::reading::{Contents, Fault};
use super::*;
use crate::context::{Budget, Context, Spent};
use crate::error::{Error, Result};
use crate::session::{GameQuestion, Session};
use crate::{TableOptions, table};

const RULE: &str = "0.77";

fn read(bytes: &[u8]) -> (Result<Contents, Fault>, Vec<u64>) {
    let mut values = Vec::new();
    let visit = |block: Block<'_>| {
        assert_eq!((block.first(), block.is_empty()), (values.len() as u64, false));
        values.extend(block.values());
        Ok(())
    };
    (read_values(&mut Cursor::new(bytes), |_| Ok(()), visit), values)
}

/// Several small blocks of all widths.
fn sample() -> (Vec<u8>, Vec<u64>, Vec<usize>) {
    let mut bytes = encode_values(RULE, []);
    let mut ends = vec![bytes.len()];
    let seed = read(&bytes).0.unwrap().seed;
    let blocks: [&[u64]; 5] = [&[0, 1, 2, 3, 1], &[4, 300], &[65_536, 9], &[u64::MAX], &[7; 9]];
    let mut values = Vec::new();
    for block in blocks {
        block::encode(seed, values.len() as u64, block, &mut bytes);
        values.extend(block);
        ends.push(bytes.len());
    }
    (bytes, values, ends)
}

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
    let opened = Store::open(folder)?.keep(&question, Some(to), &cx)?;
    let found = table(&question, &TableOptions { to: vec![to], ..TableOptions::default() }, &cx)?;
    let plain = Session::new().game(game)?.game;
    let crate::answer::Cells::Values(rows) = found.result.cells else { panic!() };
    for (n, value) in rows[0].iter().enumerate() {
        assert_eq!(*value, plain.value(n as u64)?, "{game} {n}");
    }
    Ok((opened.values, question.game.sync_store()?))
}

fn message(error: Error) -> (ErrorKind, String) {
    let Error::Bad(fault) = error else { panic!("{error}") };
    (fault.kind, fault.to_string())
}

#[test]
fn what_was_written_is_read() {
    let (bytes, values, _) = sample();
    let (contents, found) = read(&bytes);
    let contents = contents.unwrap();
    assert_eq!((found, contents.values, contents.sound), (values, 19, contents.length));
    assert_eq!(contents.rule, RULE);
    let many: Vec<u64> = (0..200_000).map(|n| n % 300).collect();
    let (contents, found) = read(&encode_values(RULE, many.iter().copied()));
    assert_eq!((contents.unwrap().values, found), (200_000, many));
}

#[test]
fn a_file_that_was_cut_anywhere_keeps_what_was_finished() {
    let (bytes, values, ends) = sample();
    for length in 0..bytes.len() {
        let (contents, found) = read(&bytes[..length]);
        if length < ends[0] {
            assert!(matches!(contents, Err(Fault::Head(_))), "{length}");
            continue;
        }
        let contents = contents.unwrap();
        let whole = ends.iter().rposition(|&end| end <= length).unwrap();
        assert_eq!(contents.sound, ends[whole] as u64, "{length}");
        assert_eq!(found, values[..found.len()], "{length}");
        assert_eq!(found.len(), [0, 5, 7, 9, 10, 19][whole]);
    }
}

#[test]
fn each_changed_byte_is_found_where_it_is() {
    let (bytes, values, ends) = sample();
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let (contents, found) = read(&changed);
            assert_eq!(found, values[..found.len()], "{at}");
            let block = ends.iter().filter(|&&end| end <= at).count();
            match contents {
                Err(Fault::Head(_) | Fault::Version(_)) => assert_eq!(block, 0, "{at}"),
                Err(Fault::Damaged { block: b, offset, values: v }) => {
                    assert_eq!((b, offset), (block as u64 - 1, ends[block - 1] as u64), "{at}");
                    assert_eq!(v, found.len() as u64);
                }
                // of the last block nobody can tell a change from a crash
                Ok(contents) => assert_eq!((block, contents.sound), (5, ends[4] as u64), "{at}"),
                Err(other) => panic!("{at}: {other:?}"),
            }
        }
    }
}

#[test]
fn blocks_of_other_files_and_places_do_not_fit() {
    let (bytes, _, ends) = sample();
    // two blocks change places; one is missing; one comes twice; one is from another game
    let piece = |i: usize| &bytes[ends[i]..ends[i + 1]];
    let other = encode_values("0.07", [5, 5, 5, 5, 5]);
    let foreign = &other[other.len() - ends[1] + ends[0]..];
    assert_eq!(foreign.len(), piece(0).len());
    let orders: [Vec<&[u8]>; 5] = [
        vec![piece(1), piece(0), piece(2), piece(3), piece(4)],
        vec![piece(0), piece(2), piece(3)],
        vec![piece(0), piece(2)],
        vec![piece(0), piece(0), piece(1)],
        vec![foreign, piece(1), piece(2)],
    ];
    for order in orders {
        let changed = [&bytes[..ends[0]], &order.concat()].concat();
        assert!(matches!(read(&changed).0, Err(Fault::Damaged { .. })));
    }
}

#[test]
fn hostile_lengths_cost_nothing() {
    let (bytes, ..) = sample();
    for length in [u32::MAX, 1 << 24, 1 << 20] {
        let mut changed = bytes.clone();
        changed[12..16].copy_from_slice(&length.to_le_bytes());
        assert!(matches!(read(&changed).0, Err(Fault::Head(_))));
    }
    let state = encode_state(KIND, RULE, b"payload");
    for at in [16, 20, 24, 28] {
        let mut changed = state.clone();
        changed[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(decode_state(KIND, RULE, changed, Path::new("s")).is_err());
    }
}

#[test]
fn runs_go_on_where_they_were() {
    let folder = Folder::new();
    assert_eq!(grow(&folder.0, "0.6", 100).unwrap(), (0, 101));
    assert_eq!(grow(&folder.0, "0.6", 5_000).unwrap(), (101, 5_001));
    assert_eq!(grow(&folder.0, "0.6", 20_000).unwrap(), (5_001, 20_001));
    assert_eq!(grow(&folder.0, "0.6", 50).unwrap(), (20_001, 20_001));
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
    let words = refused(&encode_values("0.07", [0, 1, 1]), "0.6");
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
    store.keep(&question, None, &Context::default()).unwrap();
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
        let (kind, _) = message(store.keep(&question(game), None, &Context::default()).unwrap_err());
        assert_eq!(kind, ErrorKind::Unsupported, "{game}");
    }
    // a limit beyond the budget, told before anything is done
    let cx = Context::new(Budget { memory: Some(1 << 20), ..Budget::UNLIMITED });
    let (kind, words) = message(store.keep(&question("0.6"), Some(1 << 40), &cx).unwrap_err());
    assert_eq!(kind, ErrorKind::Input);
    assert!(words.contains("1099511627776") && words.contains("1048576"), "{words}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn a_spent_budget_leaves_what_was_computed() {
    let folder = Folder::new();
    for (game, nodes) in [("0.6", 3_000_000), ("{n -> n-1; n//2 if n > 3; n-5}", 300_000)] {
        let question = question(game);
        let cx = Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED });
        Store::open(&folder.0).unwrap().keep(&question, None, &cx).unwrap();
        let options = TableOptions { to: vec![1_000_000], ..TableOptions::default() };
        let answer = table(&question, &options, &cx).unwrap();
        assert_eq!(answer.stopped.map(|s| s.spent), Some(Spent::Nodes), "{game}");
        let stored = question.game.sync_store().unwrap();
        assert!(stored > 1_000, "{game} {stored}");
        drop(question);
        assert_eq!(grow(&folder.0, game, 100).unwrap().0, stored, "{game}");
    }
}

/// A disk with so much room.
#[derive(Debug, Clone)]
struct Small {
    bytes: Arc<Mutex<Vec<u8>>>,
    room: usize,
    cuts: bool,
}

impl Medium for Small {
    fn append(&mut self, new: &[u8]) -> io::Result<()> {
        let mut bytes = self.bytes.lock().unwrap();
        let fits = new.len().min(self.room - bytes.len());
        bytes.extend(&new[..fits]);
        if fits == new.len() { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        if !self.cuts {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        self.bytes.lock().unwrap().truncate(length as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_keeps_what_was_finished() {
    let start = encode_values(RULE, []);
    let values: Vec<u64> = (0..20).collect();
    for room in start.len()..start.len() + 250 {
        for cuts in [true, false] {
            let disk = Small { bytes: Arc::new(Mutex::new(start.clone())), room, cuts };
            let mut file = ValueFile::on(Box::new(disk.clone()), PathBuf::from("v"), &read(&start).0.unwrap());
            let fault = values.chunks(7).find_map(|c| file.append(c.iter().copied()).err());
            let bytes = disk.bytes.lock().unwrap().clone();
            let (contents, found) = read(&bytes);
            let contents = contents.unwrap();
            assert_eq!(found, values[..found.len()]);
            assert_eq!((file.len(), contents.values), (found.len() as u64, found.len() as u64));
            assert_eq!(fault.is_none(), found.len() == 20);
            if let Some(fault) = fault {
                assert_eq!(fault.kind, ErrorKind::Io);
                assert!(!cuts || contents.sound == contents.length);
            }
        }
    }
}

const KIND: StateKind = StateKind { name: "window", version: 3 };

#[test]
fn states_are_replaced_as_a_whole() {
    let folder = Folder::new();
    let (store, cx) = (Store::open(&folder.0).unwrap(), Context::default());
    let (officers, kayles) = (question("0.6"), question("kayles"));
    assert_eq!(store.load_state(&officers, KIND, &cx).unwrap(), None);
    for payload in [&b"first"[..], b"", b"the third"] {
        store.save_state(&officers, KIND, payload).unwrap();
        assert_eq!(store.load_state(&officers, KIND, &cx).unwrap().as_deref(), Some(payload));
    }
    assert_eq!(store.load_state(&kayles, KIND, &cx).unwrap(), None);
    // nothing but the lock and the state
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
    let words =
        |kind, rule| message(decode_state(kind, rule, encode_state(KIND, RULE, b"x"), Path::new("s")).unwrap_err()).1;
    assert!(words(KIND, "0.6").contains("`0.77`"));
    assert!(words(StateKind { version: 4, ..KIND }, RULE).contains("version 3"));
    assert!(words(StateKind { name: "other", ..KIND }, RULE).contains("other"));
}

#[test]
fn states_that_were_cut_or_changed_are_refused() {
    let whole = encode_state(KIND, RULE, b"payload");
    let decoded = |bytes: Vec<u8>| decode_state(KIND, RULE, bytes, Path::new("s"));
    assert_eq!(decoded(whole.clone()).unwrap(), b"payload");
    for at in 0..whole.len() {
        assert!(decoded(whole[..at].to_vec()).is_err());
        for change in [1, 0x80, 0xFF] {
            let mut changed = whole.clone();
            changed[at] ^= change;
            assert!(decoded(changed).is_err());
        }
    }
}
