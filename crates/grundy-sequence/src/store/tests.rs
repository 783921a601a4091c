//! Files that were cut, changed, mixed up; disks that are full; two writers.

use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use grundy_core::{Context, Error, Result};

use super::log::{Format, Log, Medium};
use super::*;

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
    let disk = Small { bytes: Arc::new(Mutex::new(encode_values(RULE, []).unwrap())), room: 1 << 20, cuts: true };
    let written = || disk.bytes.lock().unwrap().clone();
    let mut ends = vec![written().len()];
    let contents = read(&written()).0.unwrap();
    let mut file = ValueFile::on(Log::on(Box::new(disk.clone()), PathBuf::from("v"), value_file::FORMAT, &contents));
    let blocks: [&[u64]; 5] = [&[0, 1, 2, 3, 1], &[4, 300], &[65_536, 9], &[u64::MAX], &[7; 9]];
    let mut values = Vec::new();
    for block in blocks {
        file.append_block(block).unwrap();
        values.extend(block);
        ends.push(written().len());
    }
    (written(), values, ends)
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
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
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
    assert_eq!((found, contents.entries, contents.sound), (values, 19, contents.length));
    assert_eq!(contents.identity, RULE);
    let many: Vec<u64> = (0..200_000).map(|n| n % 300).collect();
    let (contents, found) = read(&encode_values(RULE, many.iter().copied()).unwrap());
    assert_eq!((contents.unwrap().entries, found), (200_000, many));
}

#[test]
fn a_file_that_was_cut_anywhere_keeps_what_was_finished() {
    let (bytes, values, ends) = sample();
    for length in 0..bytes.len() {
        let (contents, found) = read(&bytes[..length]);
        if length < ends[0] {
            assert!(matches!(contents, Err(Fault::Short(_))), "{length}");
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
                Err(Fault::Head(_) | Fault::Short(_) | Fault::Version(_)) => assert_eq!(block, 0, "{at}"),
                Err(Fault::Damaged { record: b, offset, entries: v }) => {
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
    let other = encode_values("0.07", [5, 5, 5, 5, 5]).unwrap();
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
        assert!(matches!(read(&changed).0, Err(Fault::Short(_))));
    }
    let state = encode_state(KIND, RULE, b"payload");
    for at in [16, 20, 24, 28] {
        let mut changed = state.clone();
        changed[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(decode_state(KIND, RULE, changed, Path::new("s")).is_err());
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
    let start = encode_values(RULE, []).unwrap();
    let values: Vec<u64> = (0..20).collect();
    for room in start.len()..start.len() + 250 {
        for cuts in [true, false] {
            let disk = Small { bytes: Arc::new(Mutex::new(start.clone())), room, cuts };
            let mut file = ValueFile::on(Log::on(
                Box::new(disk.clone()),
                PathBuf::from("v"),
                value_file::FORMAT,
                &read(&start).0.unwrap(),
            ));
            let fault = values.chunks(7).find_map(|c| file.append(c.iter().copied()).err());
            let bytes = disk.bytes.lock().unwrap().clone();
            let (contents, found) = read(&bytes);
            let contents = contents.unwrap();
            assert_eq!(found, values[..found.len()]);
            assert_eq!((file.count(), contents.entries), (found.len() as u64, found.len() as u64));
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
    assert_eq!(store.load_state("0.6", KIND, &cx).unwrap(), None);
    for payload in [&b"first"[..], b"", b"the third"] {
        store.save_state("0.6", KIND, payload).unwrap();
        assert_eq!(store.load_state("0.6", KIND, &cx).unwrap().as_deref(), Some(payload));
    }
    assert_eq!(store.load_state("0.77", KIND, &cx).unwrap(), None);
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

#[test]
fn a_log_that_locks_itself_goes_on_where_it_was() {
    const ROWS: Format =
        Format { name: "rows", owner: "sweep", magic: *b"testrows", version: 1, most: 100, widths: &[1], tags: 2 };
    let folder = Folder::new();
    let path = folder.0.join("rows");
    let open = |rows: &mut Vec<(u32, Vec<u8>)>| {
        Log::try_open(&path, ROWS, "sums", |row| {
            rows.push((row.tag(), row.bytes().to_vec()));
            Ok(())
        })
    };
    let mut rows = Vec::new();
    let mut log = open(&mut rows).unwrap().unwrap();
    let expected = [(0, b"first".to_vec()), (1, b"second".to_vec())];
    expected.iter().for_each(|(tag, row)| log.append(*tag, 1, row).unwrap());
    assert!(open(&mut rows).unwrap().is_none() && rows.is_empty());
    drop(log);
    let whole = fs::read(&path).unwrap();
    // a head that was not finished, a torn record, a whole file
    for length in [0, 10, whole.len() - 60, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).unwrap();
        rows.clear();
        let mut log = open(&mut rows).unwrap().unwrap();
        assert_eq!(rows, expected[..rows.len()], "{length}");
        expected[rows.len()..].iter().for_each(|(tag, row)| log.append(*tag, 1, row).unwrap());
        drop(log);
        assert!(fs::read(&path).unwrap() == whole, "{length}");
    }
    assert!(message(Log::open(&path, ROWS, "other", |_| Ok(())).unwrap_err()).1.contains("another sweep"));
}
