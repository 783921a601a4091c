//! Runs with `--store` that are killed, cancelled, run out of disk, or meet each other.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Folder, Random, json};
use grundy::store::read_values;
use serde_json::Value;

impl Folder {
    fn store_command(&self, arguments: &str) -> Command {
        let arguments: Vec<&str> = arguments.split(' ').chain(["--store", "kept", "-q"]).collect();
        self.grundy(&arguments)
    }

    fn ask(&self, arguments: &str) -> Output {
        self.store_command(arguments).output().unwrap()
    }

    fn store_started(&self, arguments: &str) -> Child {
        self.store_command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn file(&self, rule: &str) -> Option<PathBuf> {
        let files = fs::read_dir(self.0.join("kept")).ok()?.map(|e| e.unwrap().path());
        let begins = |p: &PathBuf| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(&format!("{rule}-")));
        files.filter(|p| begins(p) && p.extension().is_some_and(|e| e == "values")).min()
    }

    fn length(&self, rule: &str) -> u64 {
        self.file(rule).and_then(|f| fs::metadata(f).ok()).map_or(0, |m| m.len())
    }

    /// The values in the file, which must be readable.
    fn stored(&self, rule: &str) -> Vec<u64> {
        self.values_and_bytes(rule).0
    }

    /// The values in the file, and how many bytes hold them.
    fn values_and_bytes(&self, rule: &str) -> (Vec<u64>, u64) {
        let Some(path) = self.file(rule) else { return (Vec::new(), 0) };
        let mut values = Vec::new();
        let mut file = File::open(path).unwrap();
        let visit = |block: grundy::store::Block<'_>| {
            values.extend(block.values());
            Ok(())
        };
        let contents = read_values(&mut file, |_| Ok(()), visit).unwrap();
        assert_eq!(contents.entries, values.len() as u64);
        (values, contents.sound)
    }

    /// Waits until the file grows; false if it never does.
    fn grows(&self, rule: &str) -> bool {
        let (start, before) = (Instant::now(), self.length(rule));
        while start.elapsed() < Duration::from_secs(60) {
            if self.length(rule) > before {
                return true;
            }
            sleep(Duration::from_millis(1));
        }
        false
    }
}

/// A hundred times a run is killed at a random moment; the last one goes on, and nothing tells it from one that was
/// never killed.
#[test]
fn a_run_that_is_killed_a_hundred_times_goes_on() {
    let folder = Folder::new();
    let mut random = Random(u64::from(std::process::id()));
    let (mut killed, mut while_it_wrote) = (0, 0);
    for (rule, kills) in [("0.6", 60), ("0.007", 40)] {
        let mut stored = 0;
        for round in 0..kills {
            let before = folder.length(rule);
            let mut child = folder.store_started(&format!("table {rule} --to 2000000 --format npy"));
            // at any moment of its life, the first ones as well; or once it has begun to write
            if round % 2 == 0 {
                sleep(Duration::from_micros(random.below(50_000)));
            } else {
                assert!(folder.grows(rule), "{rule} {round}");
                sleep(Duration::from_micros(random.below(10_000)));
            }
            assert_eq!(child.try_wait().unwrap(), None, "the run ended by itself");
            child.kill().unwrap();
            child.wait().unwrap();
            killed += 1;
            while_it_wrote += usize::from(folder.length(rule) > before);
            let now = folder.stored(rule).len();
            assert!(now >= stored, "{rule} {round}: {now} values after {stored}");
            stored = now;
            if round % 8 == 7 {
                // as if the kill had come in the middle of a block
                let (path, (_, length)) = (folder.file(rule).unwrap(), folder.values_and_bytes(rule));
                File::options().write(true).open(&path).unwrap().set_len(length - 1 - random.below(60)).unwrap();
                stored = folder.stored(rule).len();
                assert!(stored < now);
            }
        }
        assert!(stored > 10_000, "{rule}: {stored}");
        let to = stored + 500;
        let resumed = folder.ask(&format!("table {rule} --to {to} --format bfile"));
        assert_eq!(resumed.status.code(), Some(0));
        let evidence = json(&folder.ask(&format!("table {rule} --from {to} --to {to} --json")));
        let words = evidence["evidence"]["by"].as_str().unwrap();
        assert!(words.contains("values were read from the store"), "{words}");
        let other = Folder::new();
        let whole = other.ask(&format!("table {rule} --to {to} --format bfile"));
        assert!(resumed.stdout == whole.stdout, "{rule}: other values after {stored}");
        assert!(folder.stored(rule)[..=to] == other.stored(rule)[..=to]);
    }
    assert_eq!(killed, 100);
    assert!(while_it_wrote >= 50, "{while_it_wrote}");
}

/// The search for a period keeps the last heaps only; stopped or killed, it goes on from the state it saved last.
#[test]
fn a_killed_search_for_a_period_goes_on() {
    let folder = Folder::new();
    let reached = |nodes: &str| {
        let output = folder.ask(&format!("period 0.106 --to 10^12 --nodes {nodes} --json"));
        let answer = json(&output);
        assert_eq!((output.status.code(), &answer["found"]), (Some(3), &Value::Null), "{answer}");
        answer["computed_to"].as_u64().unwrap()
    };
    let first = reached("40000000");
    let second = reached("40000000");
    assert!(first > 1_000_000 && second > first + first / 2, "{first} {second}");
    let state = || {
        let files = fs::read_dir(folder.0.join("kept")).unwrap().map(|e| e.unwrap().path());
        let saved = files.filter(|p| p.extension().is_some_and(|e| e == "search")).min().unwrap();
        fs::metadata(saved).unwrap().modified().unwrap()
    };
    let mut last = second;
    for _ in 0..3 {
        let (before, start) = (state(), Instant::now());
        let mut child = folder.store_started("period 0.106 --to 10^12");
        while state() == before {
            assert!(start.elapsed() < Duration::from_secs(60), "no state was saved");
            sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // reading the values and the state costs some nodes, and leaves few for the search
        let now = reached("2000000");
        assert!(now > last + 1_000_000, "{now} after {last}");
        last = now;
    }
    // a state that was changed is not believed
    let files = fs::read_dir(folder.0.join("kept")).unwrap().map(|e| e.unwrap().path());
    let saved = files.filter(|p| p.extension().is_some_and(|e| e == "search")).min().unwrap();
    let mut bytes = fs::read(&saved).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&saved, &bytes).unwrap();
    let output = folder.ask("period 0.106 --to 10^12 --json");
    assert_eq!((output.status.code(), &json(&output)["error"]["kind"]), (Some(2), &"input".into()));
}

#[test]
fn a_cancelled_run_keeps_what_it_has() {
    let folder = Folder::new();
    let child = folder.store_command("table 0.6 --to 2000000 --json").spawn().unwrap();
    assert!(folder.grows("0.6"));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let answer = json(&output);
    assert_eq!((output.status.code(), &answer["complete"]), (Some(3), &false.into()));
    assert_eq!(answer["budget"]["spent"], "cancelled");
    let stored = folder.stored("0.6").len();
    assert!(stored > 0);
    // a spent time budget is the same
    let output = folder.ask("table 0.6 --to 1000000 --time 300ms --format csv");
    assert_eq!(output.status.code(), Some(3));
    assert!(folder.stored("0.6").len() > stored);
}

#[test]
fn a_second_run_is_told_who_holds_the_store() {
    let folder = Folder::new();
    let mut first = folder.store_started("table 0.6 --to 2000000 --format npy");
    assert!(folder.grows("0.6"));
    let second = folder.ask("table 0.77 --to 10 --json");
    let fault = json(&second);
    assert_eq!((second.status.code(), &fault["error"]["kind"]), (Some(2), &"input".into()));
    assert!(fault["error"]["message"].as_str().unwrap().contains(&format!("process {}", first.id())), "{fault}");
    // the lock goes with the process
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(folder.ask("table 0.77 --to 10 --json").status.code(), Some(0));
}

#[test]
fn a_full_disk_keeps_what_was_finished() {
    let folder = Folder::new();
    // the shell's limit on the size of files, in blocks of 512 or 1024 bytes
    let script = "trap '' XFSZ; ulimit -f 20; exec \"$0\" table 0.6 --to 100000 --store kept -q --json";
    let output =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_grundy")]).current_dir(&folder.0).output().unwrap();
    let fault = json(&output);
    assert_eq!((output.status.code(), &fault["error"]["kind"]), (Some(4), &"io".into()), "{fault}");
    let stored = folder.stored("0.6").len();
    assert!(stored > 1_000 && stored < 21_000, "{stored}");
    assert!(fault["error"]["suggestion"].as_str().unwrap().contains(&stored.to_string()), "{fault}");
    assert_eq!(folder.ask("table 0.6 --to 30000 --format csv").status.code(), Some(0));
    assert_eq!(folder.stored("0.6").len(), 30_001);
    // a place that is no directory
    fs::write(folder.0.join("file"), "").unwrap();
    let output = folder.grundy(&["table", "0.6", "--store", "file", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn bad_stores_are_bad_input() {
    let folder = Folder::new();
    assert_eq!(folder.ask("table 0.6 --to 200000 --format csv").status.code(), Some(0));
    let path = folder.file("0.6").unwrap();
    let whole = fs::read(&path).unwrap();
    let refused = |arguments: &str, words: &str| {
        let output = folder.ask(&format!("{arguments} --json"));
        let fault = json(&output);
        assert_eq!(output.status.code(), Some(2), "{fault}");
        let text = format!("{} {}", fault["error"]["message"], fault["error"]["suggestion"]);
        assert!(text.contains(words), "{text}");
    };
    let mut changed = whole.clone();
    changed[5000] ^= 4;
    fs::write(&path, &changed).unwrap();
    refused("table 0.6 --to 10", "does not match its checksum");
    assert!(fs::read(&path).unwrap() == changed, "a damaged file is left as it is");
    changed = whole.clone();
    changed[8] = 9;
    fs::write(&path, &changed).unwrap();
    refused("period 0.6 --to 10", "version 9");
    fs::write(&path, &whole[..30]).unwrap();
    refused("table 0.6 --to 10", "30 bytes");
    fs::write(&path, &whole).unwrap();
    // under the name of another game
    assert_eq!(folder.ask("table 0.007 --to 10 --json").status.code(), Some(0));
    fs::copy(&path, folder.file("0.007").unwrap()).unwrap();
    refused("table 0.007 --to 10", "made by another game");
    for arguments in ["table 0.6 --to 10^6 --memory 1MB", "table 0.6 --to 10^12 --memory 1GB"] {
        let output = folder.ask(&format!("{arguments} --json"));
        let stopped = json(&output);
        assert_eq!((output.status.code(), &stopped["budget"]["spent"]), (Some(3), &"memory".into()), "{stopped}");
    }
    refused("table wythoff --to 10", "one heap");
    refused("table nosuch --to 10", "nosuch");
    assert!(fs::read(&path).unwrap() == whole);
}
