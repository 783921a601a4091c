//! `label` from disk and by many workers: the same labels, whatever happens.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use crate::common::{Folder, Random, told};
use serde_json::Value;

impl Folder {
    fn label_command(&self, more: &[&str]) -> Command {
        self.grundy(&[&["label", "g.txt", "--json", "-q"], more].concat())
    }

    fn label_all(&self, more: &[&str]) -> (i32, Value) {
        told(&self.label_command(more).output().unwrap())
    }

    /// Do two files hold the same?
    fn same(&self, one: &str, other: &str) -> bool {
        fs::read(self.0.join(one)).unwrap() == fs::read(self.0.join(other)).unwrap()
    }

    /// Labels in every format, and tokens in both conventions: as the plain run has them.
    fn agrees_with_memory(&self, kind: u64, far: &[&str]) {
        for format in ["csv", "json", "npy", "parquet"].iter().take(if cfg!(feature = "parquet") { 4 } else { 3 }) {
            let name = |what: &str| format!("{what}.{format}");
            let misere: &[&str] = if *format == "npy" { &["--misere"] } else { &[] };
            let plain = self.label_all(&[&["-o", &name("plain")], misere].concat());
            let other = self.label_all(&[&["-o", &name("far")], misere, far].concat());
            assert_eq!((plain.0, other.0), (0, 0), "{}", other.1);
            assert!(self.same(&name("plain"), &name("far")), "{format}, kind {kind}");
        }
        let mut random = Random(kind + 77);
        let text = fs::read_to_string(self.0.join("g.txt")).unwrap();
        let vertices: Vec<&str> = text.split_ascii_whitespace().collect();
        let mut token = || vertices[random.below(vertices.len() as u64) as usize].to_owned();
        for (count, misere) in [(1, false), (2, false), (3, false), (1, true)] {
            let mut tokens: Vec<String> = (0..count).map(|_| token()).collect();
            if count == 3 {
                tokens[2] = tokens[1].clone();
            }
            let tokens = tokens.join(",");
            let mut more = vec!["--start", tokens.as_str()];
            more.extend(misere.then_some("--misere"));
            let plain = self.label_all(&more);
            let other = self.label_all(&[&more, far].concat());
            assert_eq!((plain.0, other.0), (0, 0), "{}", other.1);
            let (plain, other) = (&plain.1["start"], &other.1["start"]);
            for field in ["outcome", "value", "loopy", "remoteness", "moves", "moves_count"] {
                assert_eq!(plain[field], other[field], "{field} of {tokens}, kind {kind}");
            }
            // a move is named where any winning one, or the fastest, ends the play
            let moves = other["moves"].as_array().unwrap();
            let named = !moves.is_empty() && (count == 1 || kind != 1);
            assert_eq!(other["play"].is_object(), named, "{tokens}, kind {kind}: {other}");
            assert!(!named || moves.contains(&other["play"]));
        }
        let (code, answer) = self.label_all(&[&["--start", "999999999"], far].concat());
        assert_eq!((code, answer["error"]["kind"].as_str()), (2, Some("input")), "{answer}");
    }

    /// A graph of some kind: acyclic, cyclic, deep, wide.
    fn graph(&self, kind: u64, vertices: u64, arcs: u64) {
        let mut random = Random(kind + 1);
        let mut text = String::new();
        for _ in 0..arcs {
            let u = 1 + random.below(vertices - 1);
            let v = match kind % 4 {
                0 => random.below(u),
                1 => random.below(vertices),
                2 => u - 1 - random.below(u.min(8)),
                _ => random.below(1 + u / 8),
            };
            text += &format!("{u} {v}\n");
        }
        fs::write(self.0.join("g.txt"), text).unwrap();
    }
}

/// The fields that do not depend on how the work was done.
fn facts(value: &Value) -> Vec<Value> {
    let fields =
        ["vertices", "edges", "acyclic", "next", "previous", "draw", "values", "loopy", "longest_win", "checksum"];
    fields.iter().map(|field| value[field].clone()).collect()
}

#[test]
fn a_graph_that_does_not_fit_is_labelled_from_disk() {
    let folder = Folder::new();
    for kind in 0..4 {
        folder.graph(kind, 2000, 90_000);
        for more in [&[][..], &["--misere"]] {
            let (code, plain) = folder.label_all(&[&["-o", "plain.csv"], more].concat());
            assert_eq!(code, 0, "{plain}");
            let (code, far) = folder.label_all(&[&["-o", "far.csv", "--memory", "350kB"], more].concat());
            assert_eq!(code, 0, "{far}");
            assert_eq!(facts(&plain), facts(&far));
            assert!(far["bytes_on_disk"].as_u64().unwrap() > 20_000, "{far}");
            assert_eq!(far["checksum"].as_str().map(str::len), Some(32), "{far}");
            assert!(folder.same("plain.csv", "far.csv"));
        }
    }
    // what is too small even so says so, and leaves nothing behind
    let (code, far) = folder.label_all(&["--memory", "20kB"]);
    assert_eq!((code, &far["complete"]), (3, &Value::Bool(false)), "{far}");
    let hidden =
        fs::read_dir(&folder.0).unwrap().filter(|e| e.as_ref().unwrap().file_name().as_encoded_bytes()[0] == b'.');
    assert_eq!(hidden.count(), 0);
}

#[test]
fn all_that_is_told_from_memory_is_told_from_disk() {
    let folder = Folder::new();
    // without cycles, and with some
    for kind in 0..2 {
        folder.graph(kind, 300, 40_000);
        folder.agrees_with_memory(kind, &["--memory", "150kB"]);
        let (_, far) = folder.label_all(&["--memory", "150kB", "--start", "7,8"]);
        assert!(far["bytes_on_disk"].is_u64(), "{far}");
    }
    // several tokens in misère play need the graph
    let (code, far) = folder.label_all(&["--memory", "150kB", "--misere", "--start", "7,8"]);
    assert_eq!((code, &far["budget"]["spent"]), (3, &Value::from("memory")), "{far}");
}

#[test]
fn a_file_whose_arcs_would_not_fit_is_read_twice() {
    let folder = Folder::new();
    let path = folder.0.join("g.txt");
    for kind in 0..4 {
        folder.graph(kind, 2000, 90_000);
        let arcs = fs::read_to_string(&path).unwrap().replace(' ', ",");
        fs::write(&path, format!("# a comment\nFrom,To\n2500\n{arcs}\n  7 , 8 # another\n2400")).unwrap();
        let (code, plain) = folder.label_all(&["-o", "plain.csv"]);
        assert_eq!(code, 0, "{plain}");
        for threads in ["1", "2"] {
            // a list of the arcs and their rows take 1080 kB
            let few = ["-o", "twice.csv", "--memory", "600kB", "--threads", threads];
            let (code, twice) = folder.label_all(&few);
            assert_eq!((code, &twice["header"]), (0, &Value::Bool(true)), "{twice}");
            assert_eq!(facts(&plain), facts(&twice));
            assert!(twice["bytes_on_disk"].is_null() && folder.same("plain.csv", "twice.csv"));
        }
    }
    let few = ["--memory", "600kB"];
    // what cannot be read again needs room for the list
    let mut piped = Command::new(env!("CARGO_BIN_EXE_grundy"));
    piped.args(["label", "-", "--json"]).args(few).stdin(fs::File::open(&path).unwrap());
    let (code, told) = told(&piped.output().unwrap());
    assert_eq!((code, &told["budget"]["spent"]), (3, &Value::from("memory")), "{told}");
    // the same faults at the same lines; names, and numbers that are too large or lie far apart
    let arcs = fs::read_to_string(&path).unwrap();
    for (last, code) in [("1 2 3\n", 2), ("1 x\n", 2), ("5000000000 1\n", 3), ("4000000000 1\n", 3)] {
        fs::write(&path, format!("{arcs}\n{last}")).unwrap();
        let (plain, twice) = (folder.label_all(&[]), folder.label_all(&few));
        assert_eq!(twice.0, code, "{last}: {}", twice.1);
        assert!(code == 3 || plain == twice, "{last}: {} {}", plain.1, twice.1);
    }
    fs::write(&path, arcs.replace("From,To", "").replace(|c: char| c.is_ascii_digit(), "a")).unwrap();
    assert_eq!(folder.label_all(&["--memory", "60kB"]).0, 3);
}

/// A fault behind all that fits into memory is a fault, and names and wide numbers are not.
#[test]
fn faults_from_disk_are_told() {
    let folder = Folder::new();
    let path = folder.0.join("g.txt");
    folder.graph(0, 2000, 90_000);
    let arcs = fs::read_to_string(&path).unwrap();
    for (last, code) in [("1 2#x", 2), ("1,,2", 2), ("5000000000 1", 3), ("5000000000 1\n1,,2", 2), ("7", 0)] {
        fs::write(&path, format!("From,To\n{arcs}{last}\n")).unwrap();
        let (plain, far) = (folder.label_all(&[]), folder.label_all(&["--memory", "350kB"]));
        assert_eq!(far.0, code, "{last}: {}", far.1);
        assert!(code != 2 || plain.1["error"]["message"] == far.1["error"]["message"], "{} {}", plain.1, far.1);
    }
    // nor does anything stay among the temporary files
    let temporary = folder.0.join("tmp");
    fs::create_dir(&temporary).unwrap();
    let mut far = folder.label_command(&["--memory", "350kB"]);
    let (code, value) = told(&far.env("TMPDIR", &temporary).output().unwrap());
    assert_eq!((code, value["bytes_on_disk"].is_u64()), (0, true), "{value}");
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
}

#[cfg(not(feature = "cluster"))]
#[test]
fn other_builds_say_what_they_lack() {
    let folder = Folder::new();
    folder.graph(0, 10, 20);
    let (code, value) = folder.label_all(&["--workers", "2"]);
    assert_eq!((code, value["error"]["kind"].as_str()), (2, Some("unsupported")));
    assert!(value["error"]["message"].as_str().unwrap().contains("`cluster`"));
}

#[cfg(feature = "cluster")]
mod cluster {
    use std::net::TcpListener;
    use std::process::Child;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    impl Folder {
        fn label_started(&self, more: &[&str]) -> Child {
            self.label_command(more).spawn().unwrap()
        }

        /// A host file with free addresses of this machine.
        fn hosts(&self, processes: usize) {
            // the system gives ports above 32767 to other tests that connect
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let first = std::process::id().wrapping_mul(89);
            let next = || 10_000 + first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 20_000;
            let all = std::iter::repeat_with(next).map(|port| format!("127.0.0.1:{port}"));
            let free = all.filter(|own| TcpListener::bind(own).is_ok()).take(processes);
            let lines: Vec<String> = free.map(|own| format!("{own}\n")).collect();
            fs::write(self.0.join("hosts.txt"), lines.concat()).unwrap();
        }

        /// Is there a label in `kept`?
        fn has_labels(&self) -> bool {
            let Ok(files) = fs::read_dir(self.0.join("kept")) else { return false };
            files.map(|file| file.unwrap().path()).any(|path| {
                // more than the head of a log
                path.extension().is_some_and(|ending| ending == "log") && path.metadata().is_ok_and(|m| m.len() > 200)
            })
        }

        fn process(&self, number: usize, more: &[&str]) -> Child {
            let number = number.to_string();
            self.label_started(&[&["--hosts", "hosts.txt", "--process", &number], more].concat())
        }

        /// Two processes that work together.
        fn two(&self, more: &[&str]) -> [(i32, Value); 2] {
            self.hosts(2);
            let both = [self.process(0, more), self.process(1, more)];
            both.map(|process| told(&process.wait_with_output().unwrap()))
        }
    }

    /// One and two threads, two processes, from disk, killed and resumed with another number of workers.
    fn agree(vertices: u64, arcs: u64, kills: u64) {
        let folder = Folder::new();
        let mut random = Random(kills);
        let mut resumed = 0;
        for kind in 0..4 {
            folder.graph(kind, vertices, arcs);
            let (code, one) = folder.label_all(&["--workers", "1"]);
            assert_eq!(code, 0, "{one}");
            let same = |(code, other): (i32, Value), how: &str| {
                assert_eq!(code, 0, "{how}, kind {kind}: {other}");
                assert_eq!(facts(&one), facts(&other), "{how}, kind {kind}");
            };
            same(folder.label_all(&["--workers", "2"]), "two threads");
            same(folder.label_all(&[]), "in memory");
            for told in folder.two(&[]) {
                same(told, "two processes");
            }
            let size = fs::metadata(folder.0.join("g.txt")).unwrap().len();
            let memory = format!("{}B", size / 10 + 40 * vertices);
            let (code, far) = folder.label_all(&["--memory", &memory]);
            assert_eq!((code, &one["checksum"]), (0, &far["checksum"]), "from disk, kind {kind}: {far}");
            assert!(far["bytes_on_disk"].is_u64());
            for kill in 0..kills.div_ceil(4) {
                let workers = (1 + random.below(3)).to_string();
                let mut child = folder.label_started(&["--workers", &workers, "--keep", "kept"]);
                // at any moment, or when labels have just been written
                while kill % 2 == 0 && child.try_wait().unwrap().is_none() && !folder.has_labels() {
                    sleep(Duration::from_millis(2));
                }
                sleep(Duration::from_millis(random.below(if kill % 2 == 0 { 60 } else { 1000 })));
                // SIGKILL
                let _ = child.kill();
                child.wait().unwrap();
            }
            let last = folder.label_all(&["--workers", "2", "--keep", "kept"]);
            assert_eq!(last.0, 0, "after kills, kind {kind}: {}", last.1);
            resumed += last.1["resumed"].as_u64().unwrap();
            same(last, "resumed");
            for told in folder.two(&["--keep", "kept"]) {
                let known = one["next"].as_u64().unwrap() + one["previous"].as_u64().unwrap();
                let known_again = told.1["resumed"].as_u64();
                same(told, "resumed by two processes");
                assert!(known_again >= Some(known), "{known_again:?}");
            }
            fs::remove_dir_all(folder.0.join("kept")).unwrap();
        }
        assert!(resumed > 0, "no label outlived a kill");
    }

    #[test]
    fn all_ways_give_the_same_labels() {
        agree(8000, 60_000, 5);
    }

    #[test]
    #[ignore = "long: kills fifty runs"]
    fn all_ways_give_the_same_labels_after_fifty_kills() {
        agree(40_000, 400_000, 50);
    }

    /// A checkpoint may hold labels of both conventions; those of the other one help nobody.
    #[test]
    fn labels_of_another_convention_are_not_known() {
        let folder = Folder::new();
        folder.graph(0, 500, 1500);
        let kept = ["--workers", "1", "--keep", "kept"];
        let resumed = |more: &[&str]| {
            let (code, told) = folder.label_all(&[&kept[..], more].concat());
            assert_eq!(code, 0, "{told}");
            told["resumed"].as_u64().unwrap()
        };
        assert_eq!((resumed(&[]), resumed(&["--misere"])), (0, 0));
        assert!(resumed(&[]) > 0 && resumed(&["--misere"]) > 0);
    }

    #[test]
    fn who_has_no_graph_tells_the_others() {
        let folder = Folder::new();
        folder.graph(0, 50, 100);
        folder.hosts(2);
        let began = Instant::now();
        let one = folder.process(1, &[]);
        sleep(Duration::from_millis(500));
        let words = ["label", "nowhere.txt", "--json", "--hosts", "hosts.txt", "--process", "0"];
        let (code, zero) = told(&folder.grundy(&words).output().unwrap());
        assert_eq!(code, 4, "{zero}");
        let (code, one) = told(&one.wait_with_output().unwrap());
        let message = one["error"]["message"].as_str().unwrap();
        assert!(code == 4 && message.starts_with("process 0 gave up: nowhere.txt cannot be read"), "{one}");
        assert!(began.elapsed() < Duration::from_secs(15));
    }

    #[test]
    fn a_full_disk_loses_no_written_label() {
        let folder = Folder::new();
        let line: Vec<String> = (0..20_000).map(|u| format!("{} {u}\n", u + 1)).collect();
        fs::write(folder.0.join("g.txt"), line.concat()).unwrap();
        let (code, one) = folder.label_all(&["--workers", "1"]);
        assert_eq!(code, 0, "{one}");
        // room for a block of labels, and half of the next one
        let keep = ["label", "g.txt", "--json", "-q", "--workers", "1", "--keep", "kept"];
        let (code, full) = told(&folder.limited(100_000, &keep).output().unwrap());
        let message = full["error"]["message"].as_str().unwrap();
        assert!(message.contains("cannot write") && message.contains(".log: "), "{full}");
        assert_eq!((code, &full["error"]["kind"]), (4, &"io".into()));
        let (code, last) = folder.label_all(&["--workers", "2", "--keep", "kept"]);
        assert!(code == 0 && last["resumed"].as_u64().unwrap() > 1000, "{last}");
        assert_eq!((facts(&last), &last["checksum"]), (facts(&one), &one["checksum"]));
    }

    /// A process that is killed or stops ends the others: soon, with a message and an exit code.
    #[test]
    fn a_dead_process_ends_the_run() {
        let folder = Folder::new();
        // labelling must last longer than the moment before the kill
        folder.graph(1, 150_000, 1_500_000);
        for victim in [0, 1] {
            folder.hosts(2);
            let mut both = [folder.process(0, &["--keep", "kept"]), folder.process(1, &["--keep", "kept"])];
            // both are at work when they have files for their labels
            let began = Instant::now();
            let files = || {
                fs::read_dir(folder.0.join("kept")).map_or(0, |files| {
                    files.filter(|f| f.as_ref().unwrap().path().extension().is_some_and(|e| e == "log")).count()
                })
            };
            while files() < 2 + 2 * victim && began.elapsed() < Duration::from_secs(30) {
                sleep(Duration::from_millis(5));
            }
            both[victim].kill().unwrap();
            both[victim].wait().unwrap();
            let began = Instant::now();
            let [zero, one] = both;
            let left = if victim == 0 { one } else { zero };
            let (code, value) = told(&left.wait_with_output().unwrap());
            assert!(began.elapsed() < Duration::from_secs(15));
            assert_eq!((code, value["error"]["kind"].as_str()), (4, Some("io")), "{value}");
            let message = value["error"]["message"].as_str().unwrap();
            assert!(message.contains(&format!("process {victim} died")), "{message}");
        }
    }

    #[test]
    fn all_that_is_told_from_memory_is_told_by_workers() {
        let folder = Folder::new();
        for kind in 0..4 {
            folder.graph(kind, 300, 900 + 2000 * (kind % 2));
            folder.agrees_with_memory(kind, &["--workers", "2"]);
        }
        // the first process has the table
        let (code, plain) = folder.label_all(&["--start", "7,8"]);
        assert_eq!(code, 0, "{plain}");
        let [(zero, first), (one, second)] = folder.two(&["--start", "7,8", "-o", "far.csv"]);
        assert_eq!((zero, one), (0, 0), "{first} {second}");
        assert_eq!((&first["start"]["moves"], &second["start"]), (&plain["start"]["moves"], &Value::Null));
        // what only the whole graph tells
        let (code, value) = folder.label_all(&["--workers", "2", "--misere", "--start", "7,8"]);
        assert_eq!((code, value["error"]["kind"].as_str()), (2, Some("unsupported")), "{value}");
        assert!(value["error"]["suggestion"].as_str().unwrap().contains("without --workers"), "{value}");
    }

    /// The line that a message names.
    fn line(value: &Value) -> Option<&str> {
        let message = value["error"]["message"].as_str()?;
        message.strip_prefix("line ")?.split(' ').next()
    }

    #[test]
    fn workers_read_what_the_plain_run_reads() {
        let folder = Folder::new();
        let right: [&[u8]; 20] = [
            b"",
            b"# nothing\n\n",
            b"1 2\n",
            b"1 2",
            b"\n\n1 2\r\n\r\n2\t3\r\n",
            b"  1 , 2  # an arc\n7\n",
            b"1\t 2 #\n3 #4\n",
            b"#1 2\n 3 4\n #5 6\n",
            b"From,To\n1,2\n2,3\n",
            b"# edges\n\n\"Source\",\"TARGET\"\r\n1,2\r\n",
            b"\xef\xbb\xbfu,V\n1,2\n",
            b"\xef\xbb\xbf1 2\n3 4",
            b"\xef\xbb\xbf#1 2\n3 4",
            b"u , v",
            b"source,target\n\n5\n5\n",
            b"0000000000001 2\n01 02\n",
            b"2\x0c,0\n1 2\n",
            b"1 2\x0c\n",
            b"3 3\n3 4\n3 4\n",
            b"1 2 # \xff\xfe\n",
        ];
        let wrong: [(&[u8], &str); 20] = [
            (b"1,,2\n", "1"),
            (b"1 2#x\n", "1"),
            (b"1 2 3\n", "1"),
            (b"1,2,3\n", "1"),
            (b"1 2,3\n", "1"),
            (b"1 2\n\n# x\n1,\n", "4"),
            (b"1 2\n,1\n", "2"),
            (b"1 2\r\n3 x\r\n", "2"),
            (b"1 2\nx y\n4 5 6\n", "2"),
            (b"1 -2\n", "1"),
            (b"1 +2\n", "1"),
            (b"From,To\n1,2\nFrom,To\n", "3"),
            (b"From,To\n1,2,\n", "2"),
            (b"1 2\nu,v\n", "2"),
            (b"\xef\xbb\xbf1 2\n3;4\n", "2"),
            (b"1 18446744073709551616\n", "1"),
            (b"1 2\n\n3 99999999999999999999999999", "3"),
            (b"1 2\n3 \xff\n", "2"),
            (b"1 2\xe2\x80\xa83\n", "1"),
            (b"5\n1.0 2\n", "2"),
        ];
        for text in right {
            fs::write(folder.0.join("g.txt"), text).unwrap();
            let (plain, far) = (folder.label_all(&[]), folder.label_all(&["--workers", "1"]));
            let text = String::from_utf8_lossy(text);
            assert_eq!((plain.0, far.0), (0, 0), "{text:?}: {} {}", plain.1, far.1);
            assert_eq!(facts(&plain.1), facts(&far.1), "{text:?}");
        }
        for text in ["1 2\n1\r2\n", "2\r0\n1 2\n", "1 2\r2 3\r"] {
            fs::write(folder.0.join("g.txt"), text).unwrap();
            let (plain, far) = (folder.label_all(&[]), folder.label_all(&["--workers", "1"]));
            assert_eq!((plain.0, far.0), (2, 2), "{text:?}: {} {}", plain.1, far.1);
            assert!(plain.1["error"]["message"].as_str().unwrap().contains("carriage return"), "{}", plain.1);
        }
        for (text, at) in wrong {
            fs::write(folder.0.join("g.txt"), text).unwrap();
            let (plain, far) = (folder.label_all(&[]), folder.label_all(&["--workers", "1"]));
            let text = String::from_utf8_lossy(text);
            assert_eq!((plain.0, far.0), (2, 2), "{text:?}: {} {}", plain.1, far.1);
            assert_eq!((line(&plain.1), line(&far.1)), (Some(at), Some(at)), "{text:?}: {} {}", plain.1, far.1);
            assert_eq!(plain.1["error"]["message"], far.1["error"]["message"], "{text:?}");
            assert_eq!(
                folder.label_all(&["--workers", "3"]).1["error"]["message"],
                plain.1["error"]["message"],
                "{text:?}"
            );
        }
        // what only memory takes
        for (text, at) in [("5 6\n1 4294967294\n", Some("2")), ("a b\n", None)] {
            fs::write(folder.0.join("g.txt"), text).unwrap();
            let (plain, far) = (folder.label_all(&[]), folder.label_all(&["--workers", "1"]));
            assert_eq!((plain.0, far.0, line(&far.1)), (0, 2, at), "{text:?}: {}", far.1);
        }
    }

    /// Workers read shares of a file of text, and say so.
    #[test]
    fn workers_say_what_they_cannot_share() {
        let folder = Folder::new();
        folder.graph(0, 10, 20);
        let text = fs::File::open(folder.0.join("g.txt")).unwrap();
        let mut piped = folder.grundy(&["label", "-", "--workers", "2", "--json"]);
        let (code, value) = told(&piped.stdin(text).output().unwrap());
        assert_eq!((code, value["error"]["kind"].as_str()), (2, Some("input")), "{value}");
        assert!(value["error"]["message"].as_str().unwrap().contains("standard input"), "{value}");
        // by its name, which need not be there, or by its first bytes
        for (name, there) in [("g.parquet", false), ("g.PARQUET", true), ("g.pq", true)] {
            if there {
                fs::write(folder.0.join(name), b"PAR1\x15\x00\xff\nPAR1").unwrap();
            }
            for how in [["--workers", "2"], ["--keep", "kept"]] {
                let command = [&["label", name, "--json"], &how[..]].concat();
                let (code, value) = told(&folder.grundy(&command).output().unwrap());
                assert_eq!((code, value["error"]["kind"].as_str()), (2, Some("input")), "{value}");
                let message = value["error"]["message"].as_str().unwrap();
                assert!(message.contains("Parquet") && message.contains(name) && message.is_ascii(), "{value}");
                assert!(value["error"]["suggestion"].as_str().unwrap().contains("as text"), "{value}");
            }
        }
        assert!(!folder.0.join("kept").exists());
    }

    /// Silent connections and a greeting of another run neither end a run nor hold it up; who knows the secret is waited for.
    #[test]
    fn strangers_at_the_port_end_nothing() {
        let folder = Folder::new();
        folder.graph(0, 50, 200);
        folder.hosts(2);
        let hosts = fs::read_to_string(folder.0.join("hosts.txt")).unwrap();
        fs::write(folder.0.join("closed.txt"), format!("secret correct-horse\n{hosts}")).unwrap();
        let address = hosts.lines().next().unwrap();
        let label = |process, hosts| {
            let mut command = folder.grundy(&["label", "g.txt", "--json", "--hosts", hosts, "--process", process]);
            command.env_remove("GRUNDY_SECRET");
            command
        };
        // one reads the secret in the file, one hears it
        let zero = label("0", "closed.txt").spawn().unwrap();
        let began = Instant::now();
        let mut silent = Vec::new();
        while silent.len() < 16 && began.elapsed() < Duration::from_secs(10) {
            silent.extend(std::net::TcpStream::connect(address));
        }
        let mut other = [b"grundy-cluster-5\n".to_vec(), vec![0; 3 * 4 + 3 * 4 + 32]].concat();
        other[17 + 4] = 1;
        std::io::Write::write_all(&mut silent[0], &other).unwrap();
        std::io::Write::write_all(&mut silent[0], &[0; 32]).unwrap();
        sleep(Duration::from_millis(300));
        let one = label("1", "hosts.txt").env("GRUNDY_SECRET", "correct-horse").output().unwrap();
        let zero = zero.wait_with_output().unwrap();
        assert_eq!((told(&zero).0, told(&one).0), (0, 0), "{zero:?} {one:?}");
        let stderr = String::from_utf8(zero.stderr).unwrap();
        assert!(stderr.contains("turned away 127.0.0.1:") && stderr.contains("does not know the secret"), "{stderr}");
        assert!(began.elapsed() < Duration::from_secs(10));
        // a secret that is none
        let bad = label("1", "hosts.txt").env("GRUNDY_SECRET", "hush hush").output().unwrap();
        let (code, value) = told(&bad);
        assert_eq!(code, 2, "{value}");
        assert!(value["error"]["message"].as_str().unwrap().contains("GRUNDY_SECRET: a secret is one word"), "{value}");
        assert!(!value.to_string().contains("hush"), "{value}");
    }

    /// All processes may be started alike: the first one writes, and the others say so.
    #[test]
    fn the_first_of_several_processes_writes() {
        let folder = Folder::new();
        folder.graph(0, 50, 200);
        folder.hosts(2);
        let [zero, one] = ["0", "1"].map(|number| {
            let output = format!("out{number}.csv");
            let arguments = ["label", "g.txt", "--json", "-o", &output, "--hosts", "hosts.txt", "--process", number];
            folder.grundy(&arguments).spawn().unwrap()
        });
        let [zero, one] = [zero, one].map(|process| process.wait_with_output().unwrap());
        assert_eq!((told(&zero).0, told(&one).0), (0, 0));
        let [zero, one] = [zero, one].map(|output| String::from_utf8(output.stderr).unwrap());
        assert!(one.contains("process 1 writes no labels: out1.csv is written by process 0"), "{one}");
        assert!(!zero.contains("writes no labels"), "{zero}");
        assert_eq!(["out0.csv", "out1.csv"].map(|name| folder.0.join(name).exists()), [true, false]);
    }

    #[test]
    fn wrong_host_files_are_refused() {
        let folder = Folder::new();
        folder.graph(0, 10, 20);
        for (text, process, why) in [
            ("127.0.0.1:2101\n", "0", "fewer than two"),
            ("nonsense\n127.0.0.1:2101\n", "0", "line 1"),
            ("127.0.0.1:2101\n127.0.0.1:2101\n", "0", "twice"),
            ("127.0.0.1:2101\n8.8.8.8:2101\n", "0", "public"),
            ("127.0.0.1:2101\n127.0.0.1:2102\n", "2", "no process 2"),
        ] {
            fs::write(folder.0.join("hosts.txt"), text).unwrap();
            let (code, value) = folder.label_all(&["--hosts", "hosts.txt", "--process", process]);
            assert_eq!(code, 2, "{value}");
            assert!(value["error"]["message"].as_str().unwrap().contains(why), "{value}");
        }
        let (code, value) = folder.label_all(&["--hosts", "nowhere", "--process", "0"]);
        assert_eq!((code, value["error"]["kind"].as_str()), (4, Some("io")));
        // two processes with the same number
        folder.hosts(2);
        let mut first = folder.process(0, &[]);
        sleep(Duration::from_millis(500));
        let (code, value) = told(&folder.process(0, &[]).wait_with_output().unwrap());
        assert_eq!(code, 2, "{value}");
        assert!(value["error"]["suggestion"].as_str().unwrap().contains("same number"), "{value}");
        first.kill().unwrap();
        first.wait().unwrap();
    }
}
