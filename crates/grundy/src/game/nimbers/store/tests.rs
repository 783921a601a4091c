//! Games with a store and without one: stopped and gone on with, on other boards, damaged, refused.

use std::fs;

use grundy_core::testing::{Random, cases};
use grundy_core::{Budget, Error, Status};

use super::*;
use crate::game::boards::cells::{Pieces, Taking, Word};
use crate::game::boards::testing::{random_board, random_graph};
use crate::rules::Rules as _;
use crate::{Answer, ErrorKind, Session, SolveOptions};

/// A file that goes with its test.
struct Kept(PathBuf);

impl Kept {
    fn new(name: &str) -> Kept {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}.nimbers", std::process::id()));
        let _ = fs::remove_file(&path);
        Kept(path)
    }

    /// The answer, and what it cost.
    fn ask(&self, text: &str, cx: &Context) -> Result<(Answer, u64)> {
        let position = Session::new().position(text)?;
        let stores = position.keep_values(&self.0, cx)?;
        let answer = position.solve_with(&wanted(), cx)?;
        stores.iter().try_for_each(|store| store.sync())?;
        Ok((answer, cx.nodes()))
    }

    fn ask_freely(&self, text: &str) -> (Answer, u64) {
        self.ask(text, &Context::default()).unwrap()
    }

    fn refuses(&self, text: &str, words: &str) {
        match self.ask(text, &Context::default()) {
            Err(Error::Bad(fault)) => {
                assert!(fault.kind == ErrorKind::Input && fault.message.contains(words), "{fault:?}");
            }
            other => panic!("{other:?}, where `{words}` is expected"),
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn wanted() -> SolveOptions {
    SolveOptions::default().with_value(true)
}

fn fresh(text: &str) -> (Answer, u64) {
    let cx = Context::default();
    let answer = Session::new().position(text).unwrap().solve_with(&wanted(), &cx).unwrap();
    (answer, cx.nodes())
}

/// All that is told, but what it rests on and what it cost.
fn told(answer: &Answer) -> String {
    format!("{:?} {:?} {:?}", answer.outcome, answer.value, answer.moves)
}

fn nodes(nodes: u64) -> Context {
    Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED })
}

/// Random positions of every kind of game one after the other, each in a new session: what the file tells is right.
#[test]
fn random_positions_have_the_same_values_with_a_store() {
    let mut random = Random::new(31);
    let mut board = |rows: usize, columns: usize, marks: &str| random_board(&mut random, rows, columns, marks);
    let boards = |name: &str, marks: &str, board: &mut dyn FnMut(usize, usize, &str) -> String| -> Vec<String> {
        (0..cases(12, 25)).map(|at| format!("{name}(\"{}\")", board(2 + at % 3, 2 + at % 4, marks))).collect()
    };
    let mut games = vec![
        boards("cram", "....#", &mut board),
        boards("clobber", "xo.", &mut board),
        (0..12).map(|at| format!("nogo(\"{}\")", board(2 + at % 2, 2 + at % 3, "...x"))).collect(),
        boards("notakto", "....x", &mut board),
        (0..12).map(|at| format!("chomp(\"{}x{}\")", 2 + at % 3, 2 + at / 3)).collect(),
        (2..8).map(|spots| format!("sprouts({spots})")).collect(),
        (2..5).map(|size| format!("subsets({size})")).collect(),
    ];
    for name in ["nodekayles", "arckayles"] {
        games.push((0..cases(15, 40)).map(|_| format!("{name}(\"{}\")", random_graph(&mut random, 9, 13).0)).collect());
        games.push((0..12).map(|at| format!("{name}(\"grid:{}x{}\")", 2 + at % 4, 2 + at / 3)).collect());
    }
    for texts in games {
        let kept = Kept::new("random");
        let known: Vec<_> = texts.iter().map(|text| (text, fresh(text))).collect();
        for (text, (expected, _)) in &known {
            assert_eq!(told(&kept.ask_freely(text).0), told(expected), "{text}");
        }
        // what was found is all that is needed
        for (text, (expected, before)) in &known {
            let (again, after) = kept.ask_freely(text);
            assert_eq!(told(&again), told(expected), "{text}");
            assert!(after <= *before, "{text}: {after} nodes after {before}");
        }
    }
}

/// The next run opens hardly anything, and does not call proved what it only read.
#[test]
fn a_second_run_is_told_by_the_file() {
    for text in [
        "cram(\"4x7\")", "nodekayles(\"grid:4x9\")", "arckayles(\"petersen:5,2\")", "nodekayles(\"petersen:9,2\")",
        "clobber(\"xoxo|oxox|xoxo\")", "sprouts(8)", "nogo(\"...|...|...\")",
    ] {
        let kept = Kept::new("second");
        let (expected, before) = fresh(text);
        // an answer knows the games of its moves, and with them the store
        let (first, _) = kept.ask_freely(text);
        assert_eq!((told(&first), first.evidence.status_name()), (told(&expected), "proved"), "{text}");
        drop(first);
        let bytes = fs::read(&kept.0).unwrap();
        let (second, after) = kept.ask_freely(text);
        assert_eq!(told(&second), told(&expected), "{text}");
        assert!(after * 5 < before, "{text}: {after} nodes after {before}");
        assert_eq!(second.evidence.status, Status::Stored, "{text}");
        let by = second.evidence.by().english;
        assert!(by.contains("values were read from the store"), "{by}");
        assert!(fs::read(&kept.0).unwrap() == bytes, "{text}: nothing new was found");
    }
}

/// A theorem tells that 4 x 6 is lost; what its moves are worth, and the other cells of a table, is told by the file.
#[test]
fn what_was_only_read_is_not_called_proved() {
    let (kept, cx) = (Kept::new("read"), Context::default());
    kept.ask_freely("cram(\"4x7\")");
    let position = Session::new().position("cram(\"4x6\")").unwrap();
    let stores = position.keep_values(&kept.0, &cx).unwrap();
    assert_eq!(position.solve().unwrap().evidence.status, Status::Proved);
    let moves = position.moves_with(&crate::MovesOptions::default(), &cx).unwrap();
    assert_eq!(moves.evidence.status, Status::Stored);
    drop((position, moves, stores));
    let table = |store: bool| {
        let question = Session::new().game("cram").unwrap();
        if store {
            question.game.keep_nimbers(&kept.0, &cx).unwrap();
        }
        question.table_with(&crate::TableOptions::default().with_to(vec![4, 6]), &cx).unwrap()
    };
    let (stored, fresh) = (table(true), table(false));
    assert_eq!([stored.evidence.status.clone(), fresh.evidence.status.clone()], [Status::Stored, Status::Proved]);
    assert_eq!(format!("{:?}", stored.cells), format!("{:?}", fresh.cells));
}

/// What was found on one board serves another, be it wider, longer or in another frame.
#[test]
fn other_boards_share_what_was_found() {
    for (first, then) in [
        ("cram(\"3x9\")", "cram(\"4x7\")"),
        ("cram(\"4x7\")", "cram(\"5x6\")"),
        ("cram(\"7x4\")", "cram(\"....#..|.......|.......|.......\")"),
        ("cram(\"4x7\")", "cram(\"#####|.....|.....|.....|.....|.....\")"),
        ("nodekayles(\"grid:4x7\")", "nodekayles(\"grid:5x8\")"),
    ] {
        let kept = Kept::new("shared");
        kept.ask_freely(first);
        let (expected, before) = fresh(then);
        let (shared, after) = kept.ask_freely(then);
        assert_eq!(told(&shared), told(&expected), "{then}");
        assert!(after < before, "{then}: {after} nodes after {before}");
    }
}

#[test]
fn a_search_that_is_stopped_goes_on() {
    for text in ["cram(\"4x7\")", "nodekayles(\"petersen:9,2\")", "sprouts(8)"] {
        let (kept, (expected, all)) = (Kept::new("stopped"), fresh(text));
        let (mut rounds, mut spent, mut allowed) = (0, 0, all / 6);
        let last = loop {
            let (answer, nodes) = kept.ask(text, &nodes(allowed)).unwrap();
            (rounds, spent, allowed) = (rounds + 1, spent + nodes, allowed + allowed / 4);
            assert!(spent < 16 * all, "{text}: {rounds} rounds and no end");
            if answer.stopped.is_none() {
                break answer;
            }
        };
        assert!(rounds > 3, "{text}: {rounds}");
        assert_eq!(told(&last), told(&expected), "{text}");
    }
}

/// Two threads say what one says, and what both have found is in the file.
#[test]
fn threads_share_a_store() {
    for text in ["cram(\"5x7\")", "nodekayles(\"grid:5x8\")", "nodekayles(\"petersen:11,2\")"] {
        let (kept, (expected, all)) = (Kept::new("threads"), fresh(text));
        let (first, spent) = kept.ask(text, &Context::default().with_threads(2)).unwrap();
        assert_eq!((told(&first), first.evidence.status_name()), (told(&expected), "proved"), "{text}");
        assert!(spent < 2 * all, "{text}: {spent} nodes of two threads, {all} of one");
        drop(first);
        let (again, after) = kept.ask_freely(text);
        assert_eq!(told(&again), told(&expected), "{text}");
        assert!(after * 5 < all, "{text}: {after} nodes after {all}");
        let cx = nodes(all / 3).with_threads(2);
        let stopped = Session::new().position(text).unwrap().solve_with(&wanted(), &cx).unwrap();
        assert!(stopped.stopped.is_some(), "{text}: {} nodes", cx.nodes());
    }
}

/// Without memory for the table values are found again, and the file still holds each.
#[test]
fn a_small_memory_stores_all_the_same() {
    let (kept, (expected, _)) = (Kept::new("memory"), fresh("cram(\"4x6\")"));
    let cx = Context::new(Budget { memory: Some(100), ..Budget::UNLIMITED });
    for _ in 0..2 {
        let found = kept.ask("cram(\"4x6\")", &cx).map(|(answer, _)| answer.value.clone());
        assert_eq!(found.unwrap(), expected.value);
    }
    assert_eq!(kept.ask_freely("cram(\"4x6\")").0.value, expected.value);
}

/// No byte can be changed so that another answer comes out.
#[test]
fn each_changed_byte_is_found() {
    let kept = Kept::new("changed");
    let right = told(&kept.ask_freely("cram(\"3x5\")").0);
    let bytes = fs::read(&kept.0).unwrap();
    let mut refused = 0;
    for at in 0..bytes.len() {
        for change in [1, 128] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            fs::write(&kept.0, &damaged).unwrap();
            match kept.ask("cram(\"3x5\")", &Context::default()) {
                Err(Error::Bad(fault)) => {
                    assert!(fault.message.contains(&kept.0.display().to_string()), "{fault}");
                    assert!(fs::read(&kept.0).unwrap() == damaged, "a damaged file is left as it is");
                    refused += 1;
                }
                // the end is cut off and found again
                answer => assert_eq!(told(&answer.unwrap().0), right, "byte {at}"),
            }
        }
        fs::write(&kept.0, &bytes[..at]).unwrap();
        if let Ok((answer, _)) = kept.ask("cram(\"3x5\")", &Context::default()) {
            assert_eq!(told(&answer), right, "{at} bytes");
        }
    }
    assert!(refused > 60, "{refused} of {}", 2 * bytes.len());
}

/// Records with the checksums that belong to them, which say what cannot be.
#[test]
fn what_cannot_be_is_refused() {
    let kept = Kept::new("forged");
    let forge = |records: &[(Kind, &[u8])]| {
        let records = records.iter().map(|&(kind, bytes)| (kind as u32, 1, bytes));
        fs::write(&kept.0, log::encode(NIMBERS, "cram", records).unwrap()).unwrap();
    };
    // a square of 2 x 2: four bytes of which one are the cells
    let square = |value: u8| [3, 2, 2, 0b1111, value];
    forge(&[(Kind::Cells, &square(0))]);
    assert_eq!(kept.ask_freely("cram(\"4x4\")").0.value, fresh("cram(\"4x4\")").0.value);
    forge(&[(Kind::Cells, &square(1))]);
    kept.refuses("cram(\"3x3\")", "does not have the value 1");
    forge(&[(Kind::Cells, &square(77))]);
    kept.refuses("cram(\"3x3\")", "does not have the value 77");
    forge(&[(Kind::Cells, &[4, 2, 2, 0b1111, 0, 0])]);
    kept.refuses("cram(\"3x3\")", "no piece of a board");
    forge(&[(Kind::Cells, &square(0)[..4])]);
    kept.refuses("cram(\"3x3\")", "holds no positions");
    forge(&[(Kind::Cells, &[255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1])]);
    kept.refuses("cram(\"3x3\")", "holds no positions");
    forge(&[(Kind::Texts, b"\x04milk\x00")]);
    kept.refuses("cram(\"3x3\")", "not to be believed");
}

#[test]
fn a_file_of_something_else_is_refused() {
    let kept = Kept::new("other");
    kept.ask_freely("cram(\"3x5\")");
    kept.refuses("nodekayles(\"path:9\")", "made by another game");
    let held = Session::new().position("cram(\"2x3\")").unwrap();
    let stores = held.keep_values(&kept.0, &Context::default()).unwrap();
    kept.refuses("cram(\"3x5\")", "another process");
    let twice = held.keep_values(&kept.0.with_extension("second"), &Context::default()).unwrap_err();
    assert!(twice.to_string().contains("already"), "{twice}");
    let _ = fs::remove_file(kept.0.with_extension("second"));
    drop((held, stores));
    kept.refuses("cram(\"3x5\") + nodekayles(\"path:9\")", "`nodekayles` is another");
    fs::write(&kept.0, "a shopping list, which is no store").unwrap();
    kept.refuses("cram(\"3x5\")", "not a file of nimbers");
    // nothing is made for what is not searched
    let nothing = Kept::new("nothing");
    for text in ["nim(3,4)", "misere cram(\"3x5\")", "nimstring(\"2x2\")"] {
        assert!(nothing.ask(text, &Context::default()).is_err() && !nothing.0.exists(), "{text}");
    }
}

/// A directory has a file for each game.
#[test]
fn games_of_a_sum_have_their_own_files() {
    let kept = Kept::new("directory");
    fs::create_dir_all(&kept.0).unwrap();
    let text = "cram(\"3x5\") + nodekayles(\"grid:3x5\") + cram(\"4x4\") + nim(4)";
    let first = told(&kept.ask_freely(text).0);
    assert_eq!(first, told(&fresh(text).0));
    assert_eq!(fs::read_dir(&kept.0).unwrap().count(), 2);
    assert_eq!(told(&kept.ask_freely(text).0), first);
    fs::remove_dir_all(&kept.0).unwrap();
}

/// A piece is written the same whatever the board, and read back as searches ask for it.
#[test]
fn pieces_are_written_in_their_box() {
    fn written<W: Word>(pieces: &Pieces<W>, cells: W) -> Vec<Vec<u8>> {
        let writer = pieces.writer();
        let each = pieces.split(cells).into_iter().map(|piece| {
            let mut bytes = Vec::new();
            writer(&piece, &mut bytes);
            assert_eq!(pieces.component(&bytes), Ok(Some(piece)));
            bytes
        });
        each.collect()
    }
    let mut random = Random::new(9);
    for taking in [Taking::Dominoes, Taking::Around] {
        let short = [5, 6, 7].map(|stride| (stride, Pieces::<u64>::new(taking, stride)));
        let long = [5, 8, 11].map(|stride| (stride, Pieces::<u128>::new(taking, stride)));
        for _ in 0..300 {
            let (rows, columns) = (1 + random.index(9), 1 + random.index(5));
            let board = random_board(&mut random, rows, columns, "..#");
            let cells = board.split('|').enumerate().flat_map(|(r, row)| {
                row.char_indices().filter(|(_, mark)| *mark == '.').map(move |(c, _)| (r as u32, c as u32))
            });
            let cells: Vec<(u32, u32)> = cells.collect();
            let word = |stride: u32| cells.iter().fold(0u128, |word, (r, c)| word | 1 << (r * stride + c));
            let all: Vec<_> = short.iter().map(|(stride, pieces)| written(pieces, word(*stride) as u64)).collect();
            let more = long.iter().map(|(stride, pieces)| written(pieces, word(*stride)));
            for mut other in all.iter().cloned().chain(more) {
                let mut first = all[0].clone();
                // the order of the pieces depends on the board
                first.sort();
                other.sort();
                assert_eq!(first, other, "{board}");
            }
        }
    }
}
