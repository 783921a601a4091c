//! `label` from disk and by many workers: the same labels, whatever happens.
#![cfg(unix)]

mod common;

use std::fs;
use std::process::Command;

use common::{Folder, Random, told};
use serde_json::Value;

impl Folder {
    fn command(&self, more: &[&str]) -> Command {
        self.grundy(&[&["label", "g.txt", "--json", "-q"], more].concat())
    }

    fn run(&self, more: &[&str]) -> (i32, Value) {
        told(&self.command(more).output().unwrap())
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
    let fields = ["vertices", "edges", "acyclic", "next", "previous", "draw", "values", "loopy", "longest_win"];
    fields.iter().map(|field| value[field].clone()).collect()
}

#[test]
fn a_graph_that_does_not_fit_is_labelled_from_disk() {
    let folder = Folder::new();
    for kind in 0..4 {
        folder.graph(kind, 2000, 90_000);
        for more in [&[][..], &["--misere"]] {
            let (code, plain) = folder.run(&[&["-o", "plain.csv"], more].concat());
            assert_eq!(code, 0, "{plain}");
            let (code, far) = folder.run(&[&["-o", "far.csv", "--memory", "350kB"], more].concat());
            assert_eq!(code, 0, "{far}");
            assert_eq!(facts(&plain), facts(&far));
            assert!(far["bytes_on_disk"].as_u64().unwrap() > 20_000, "{far}");
            let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
            let (plain, far) = (read("plain.csv"), read("far.csv"));
            assert_eq!(plain.lines().count(), far.lines().count());
            for (plain, far) in plain.lines().zip(far.lines()).skip(1) {
                let before_suspense = plain.rfind(',').unwrap();
                assert_eq!(&plain[..=before_suspense], far);
            }
        }
    }
    // what is too small even so says so, and leaves nothing behind
    let (code, far) = folder.run(&["--memory", "20kB"]);
    assert_eq!((code, &far["complete"]), (3, &Value::Bool(false)), "{far}");
    let hidden =
        fs::read_dir(&folder.0).unwrap().filter(|e| e.as_ref().unwrap().file_name().as_encoded_bytes()[0] == b'.');
    assert_eq!(hidden.count(), 0);
}

#[cfg(not(feature = "cluster"))]
#[test]
fn other_builds_say_what_they_lack() {
    let folder = Folder::new();
    folder.graph(0, 10, 20);
    let (code, value) = folder.run(&["--workers", "2"]);
    assert_eq!((code, value["error"]["kind"].as_str()), (2, Some("unsupported")));
    assert!(value["error"]["message"].as_str().unwrap().contains("`cluster`"));
}

#[cfg(feature = "cluster")]
mod cluster {
    use std::net::TcpListener;
    use std::process::Child;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    impl Folder {
        fn start(&self, more: &[&str]) -> Child {
            self.command(more).spawn().unwrap()
        }

        /// A host file with free addresses of this machine.
        fn hosts(&self, processes: usize) {
            let free: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
            let lines: Vec<String> = free.iter().map(|l| format!("{}\n", l.local_addr().unwrap())).collect();
            fs::write(self.0.join("hosts.txt"), lines.concat()).unwrap();
        }

        /// Is there a label in `kept`?
        fn has_labels(&self) -> bool {
            let Ok(files) = fs::read_dir(self.0.join("kept")) else { return false };
            files.map(|file| file.unwrap().path()).any(|path| {
                path.extension().is_some_and(|ending| ending == "facts") && path.metadata().is_ok_and(|m| m.len() > 0)
            })
        }

        fn process(&self, number: usize, more: &[&str]) -> Child {
            let number = number.to_string();
            self.start(&[&["--hosts", "hosts.txt", "--process", &number], more].concat())
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
            let (code, one) = folder.run(&["--workers", "1"]);
            assert_eq!(code, 0, "{one}");
            let same = |(code, other): (i32, Value), how: &str| {
                assert_eq!((code, &one["checksum"]), (0, &other["checksum"]), "{how}, kind {kind}: {other}");
                assert_eq!(facts(&one), facts(&other), "{how}, kind {kind}");
            };
            same(folder.run(&["--workers", "2"]), "two threads");
            for told in folder.two(&[]) {
                same(told, "two processes");
            }
            let size = fs::metadata(folder.0.join("g.txt")).unwrap().len();
            let memory = format!("{}B", size / 10 + 40 * vertices);
            let (code, far) = folder.run(&["--memory", &memory]);
            assert_eq!((code, &one["checksum"]), (0, &far["checksum"]), "from disk, kind {kind}: {far}");
            assert!(far["bytes_on_disk"].is_u64());
            for kill in 0..kills.div_ceil(4) {
                let workers = (1 + random.below(3)).to_string();
                let mut child = folder.start(&["--workers", &workers, "--keep", "kept"]);
                // at any moment, or when labels have just been written
                while kill % 2 == 0 && child.try_wait().unwrap().is_none() && !folder.has_labels() {
                    sleep(Duration::from_millis(2));
                }
                sleep(Duration::from_millis(random.below(if kill % 2 == 0 { 60 } else { 1000 })));
                // SIGKILL
                let _ = child.kill();
                child.wait().unwrap();
            }
            let last = folder.run(&["--workers", "2", "--keep", "kept"]);
            resumed += last.1["resumed"].as_u64().unwrap();
            same(last, "resumed");
            for told in folder.two(&["--keep", "kept"]) {
                let known = one["next"].as_u64().unwrap() + one["previous"].as_u64().unwrap();
                assert!(told.1["resumed"].as_u64().unwrap() >= known);
                same(told, "resumed by two processes");
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

    /// A process that is killed or stops ends the others: soon, with a message and an exit code.
    #[test]
    fn a_dead_process_ends_the_run() {
        let folder = Folder::new();
        folder.graph(1, 60_000, 400_000);
        for victim in [0, 1] {
            folder.hosts(2);
            let mut both = [folder.process(0, &["--keep", "kept"]), folder.process(1, &["--keep", "kept"])];
            // both are at work when they have files for their labels
            let began = Instant::now();
            let files = || {
                fs::read_dir(folder.0.join("kept")).map_or(0, |files| {
                    files.filter(|f| f.as_ref().unwrap().path().extension().is_some_and(|e| e == "facts")).count()
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
            let (code, value) = folder.run(&["--hosts", "hosts.txt", "--process", process]);
            assert_eq!(code, 2, "{value}");
            assert!(value["error"]["message"].as_str().unwrap().contains(why), "{value}");
        }
        let (code, value) = folder.run(&["--hosts", "nowhere", "--process", "0"]);
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
