//! Sweeps that are killed, shared between processes, and run out of disk.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::{Folder, Random, json, run};

/// Rows of a plain rule, slow enough to be killed among them.
const FAMILY: &str = "{n -> a & n-a for a in 1.. if a < n-a; n-k for k in 1..m} for m in 2..25";

impl Folder {
    fn command(&self, more: &[&str]) -> Command {
        self.grundy(&[&["sweep", FAMILY, "-o", "rows", "--to", "600", "-q"], more].concat())
    }

    fn run(&self, more: &[&str]) -> Output {
        self.command(more).output().unwrap()
    }

    fn start(&self, more: &[&str]) -> Child {
        self.command(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// All part files with their content.
    fn parts(&self) -> Vec<(String, String)> {
        let files = fs::read_dir(self.0.join("rows")).unwrap().map(|e| e.unwrap().path());
        let name = |p: &PathBuf| p.file_name().unwrap().to_string_lossy().into_owned();
        let mut parts: Vec<_> = files
            .filter(|p| p.extension().is_some_and(|e| e == "csv"))
            .map(|p| (name(&p), fs::read_to_string(&p).unwrap()))
            .collect();
        parts.sort();
        parts
    }

    /// Lines in journals and part files: rows that nobody needs to compute again.
    fn finished(&self) -> usize {
        let Ok(files) = fs::read_dir(self.0.join("rows")) else { return 0 };
        let mut rows = 0;
        for path in files.map(|e| e.unwrap().path()) {
            let lines = || fs::read_to_string(&path).map_or(0, |text| text.matches('\n').count());
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            match path.extension().and_then(|e| e.to_str()) {
                Some("rows") => rows += lines(),
                Some("csv") if name.starts_with("part-") => rows += lines() - 1,
                _ => {}
            }
        }
        rows
    }
}

fn killed(kills: u64) {
    let (whole, torn) = (Folder::new(), Folder::new());
    assert_eq!(whole.run(&["--workers", "1"]).status.code(), Some(0));
    let mut random = Random(u64::from(std::process::id()));
    let mut before = 0;
    for round in 0..kills {
        let mut child = torn.start(&["--workers", if round % 2 == 0 { "2" } else { "1" }]);
        sleep(Duration::from_micros(random.below(60_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = torn.finished();
        assert!(now >= before, "{now} rows after {before}");
        before = now;
    }
    let last = torn.run(&["--workers", "2", "--json"]);
    assert_eq!(last.status.code(), Some(0));
    assert_eq!(json(&last)["done"], 24);
    assert_eq!(torn.parts(), whole.parts());
}

#[test]
fn a_killed_sweep_goes_on_with_another_number_of_workers() {
    killed(5);
}

#[test]
#[ignore = "long: 50 kills"]
fn fifty_kills_change_no_row() {
    killed(50);
}

#[test]
fn processes_share_the_work() {
    let (whole, shared) = (Folder::new(), Folder::new());
    assert_eq!(whole.run(&[]).status.code(), Some(0));
    let (mut a, mut b) = (shared.start(&["--shard", "1/2"]), shared.start(&["--shard", "2/2"]));
    // and a third one that helps wherever nobody is
    let mut c = shared.start(&["--workers", "1"]);
    for child in [&mut a, &mut b, &mut c] {
        assert!(child.wait().unwrap().success());
    }
    let summary = json(&shared.run(&["--json"]));
    assert_eq!((&summary["complete"], &summary["done"]), (&true.into(), &24.into()));
    assert_eq!(shared.parts(), whole.parts());
}

#[test]
fn spent_time_and_bad_directories_are_told() {
    let folder = Folder::new();
    let spent = folder.run(&["--time", "1ms", "--json"]);
    assert_eq!(spent.status.code(), Some(3));
    assert_eq!(json(&spent)["complete"], false);
    assert_eq!(json(&spent)["budget"]["spent"], "time");
    let other = folder.run(&["--to", "601", "--json"]);
    assert_eq!(other.status.code(), Some(2), "the option stands twice");
    fs::remove_dir_all(folder.0.join("rows")).unwrap();
    fs::write(folder.0.join("rows"), "a file").unwrap();
    let machine = folder.run(&["--json"]);
    assert_eq!(machine.status.code(), Some(4));
    assert_eq!(json(&machine)["error"]["kind"], "io");
}

#[test]
fn the_advice_about_a_damaged_plan_can_be_followed() {
    let folder = Folder::new();
    assert_eq!(folder.run(&[]).status.code(), Some(0));
    let (path, rows) = (folder.0.join("rows/sweep.json"), folder.finished());
    assert_eq!(rows, 24);
    fs::write(&path, "{").unwrap();
    let ask = |to: &str| run(&mut folder.grundy(&["sweep", FAMILY, "-o", "rows", "--to", to, "-q", "--json"]));
    let other = ask("601");
    assert_eq!(other.status.code(), Some(2));
    let error = &json(&other)["error"];
    assert!(error["message"].as_str().unwrap().contains("sweep.json is damaged"), "{error}");
    assert!(error["suggestion"].as_str().unwrap().contains("ask as at the beginning"), "{error}");
    assert_eq!(folder.finished(), rows);
    let same = ask("600");
    assert_eq!((same.status.code(), &json(&same)["complete"]), (Some(0), &true.into()));
    // what differs is told, and asking so works
    let other = folder.run(&["--nodes", "10^12", "--json"]);
    let error = &json(&other)["error"];
    assert!(
        error["message"].as_str().unwrap().ends_with(": --nodes is not given there, 1000000000000 here"),
        "{error}"
    );
    assert_eq!(folder.run(&[]).status.code(), Some(0));
}

#[test]
fn a_full_disk_loses_no_finished_row() {
    // parts of several rows
    let family = "take[a,b] for a in 1..9 for b in a+1..70";
    let words = ["sweep", family, "-o", "rows", "--to", "60", "-q", "--json", "--workers", "2"];
    let (whole, full) = (Folder::new(), Folder::new());
    assert_eq!(json(&run(&mut whole.grundy(&words)))["done"], 585);
    // no file may be longer than this
    let mut before = 0;
    for _ in 0..2 {
        let output = run(&mut full.limited(512, &words));
        assert_eq!(output.status.code(), Some(4));
        let error = &json(&output)["error"];
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("part-") && message.contains("cannot be written: "), "{error}");
        assert_eq!(error["kind"], "io");
        let now = full.finished();
        assert!(now > 0 && now >= before, "{now} rows after {before}");
        before = now;
    }
    let last = run(&mut full.grundy(&words));
    assert_eq!((last.status.code(), &json(&last)["done"]), (Some(0), &585.into()));
    assert_eq!(full.parts(), whole.parts());
    let left = fs::read_dir(full.0.join("rows")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    assert_eq!(left.filter(|name| name.ends_with(".new") || name.ends_with(".rows")).count(), 0);
}

#[cfg(not(feature = "cluster"))]
#[test]
fn other_builds_say_what_they_lack() {
    let folder = Folder::new();
    let lacks = folder.run(&["--hosts", "hosts.txt", "--process", "0", "--json"]);
    assert_eq!(lacks.status.code(), Some(2));
    let value = json(&lacks);
    assert_eq!(value["error"]["kind"], "unsupported");
    assert!(value["error"]["message"].as_str().unwrap().contains("`cluster`"), "{value}");
}

/// Processes with directories of their own.
#[cfg(feature = "cluster")]
mod cluster {
    use std::collections::BTreeSet;
    use std::net::TcpListener;
    use std::time::Instant;

    use serde_json::Value;

    use super::*;

    /// A folder for each process, and a host file with free addresses of this machine in each.
    fn hosts(folders: &[Folder]) {
        let free: Vec<_> = folders.iter().map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let lines: Vec<String> = free.iter().map(|l| format!("{}\n", l.local_addr().unwrap())).collect();
        for folder in folders {
            fs::write(folder.0.join("hosts.txt"), lines.concat()).unwrap();
        }
    }

    fn start(folders: &[Folder], more: &[&str]) -> Vec<Child> {
        started(folders, FAMILY, &[more, &["--to", "600"]].concat())
    }

    fn command(folder: &Folder, family: &str, more: &[&str]) -> Command {
        folder.grundy(&[&["sweep", family, "-o", "rows", "-q", "--json"], more].concat())
    }

    fn started(folders: &[Folder], family: &str, more: &[&str]) -> Vec<Child> {
        hosts(folders);
        let process = |(number, folder): (usize, &Folder)| {
            let number = number.to_string();
            let words = [&["--hosts", "hosts.txt", "--process", &number], more].concat();
            command(folder, family, &words).spawn().unwrap()
        };
        folders.iter().enumerate().map(process).collect()
    }

    fn told(child: Child) -> (Option<i32>, Value) {
        let output = child.wait_with_output().unwrap();
        (output.status.code(), json(&output))
    }

    fn folders(number: usize) -> Vec<Folder> {
        (0..number).map(|_| Folder::new()).collect()
    }

    /// The numbers of the rows that the processes have on disk.
    fn finished(folders: &[Folder]) -> BTreeSet<u64> {
        let files = folders.iter().filter_map(|folder| fs::read_dir(folder.0.join("rows")).ok()).flatten();
        let mut rows = BTreeSet::new();
        for path in files.map(|e| e.unwrap().path()) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            let name = path.file_name().unwrap().to_string_lossy();
            match path.extension().and_then(|e| e.to_str()) {
                Some("rows") => rows.extend(whole.map(|line| -> u64 {
                    let json: Value = serde_json::from_str(&line[9..]).unwrap();
                    json["number"].as_u64().unwrap()
                })),
                Some("csv") if name.starts_with("part-") => {
                    rows.extend(whole.skip(1).map(|line| line.split(',').next().unwrap().parse::<u64>().unwrap()));
                }
                _ => {}
            }
        }
        rows
    }

    /// Kills a process at some moment, again and again; what was finished stays.
    fn killed(kills: u64, members: u64) {
        let whole = Folder::new();
        let family = format!("{{n -> a & n-a for a in 1.. if a < n-a; n-k for k in 1..m}} for m in 2..{}", members + 1);
        let alone = |folder: &Folder| {
            let output = command(folder, &family, &["--to", "150", "--workers", "2"]).output().unwrap();
            assert_eq!(json(&output)["done"], members);
        };
        alone(&whole);
        let folders = folders(3);
        let mut random = Random(u64::from(std::process::id()));
        let (mut before, mut ends) = (BTreeSet::new(), 0);
        for kill in 0..kills {
            let number = 2 + random.below(2) as usize;
            // the first one, and others
            let victim = if kill % 2 == 0 { 0 } else { 1 + random.below(number as u64 - 1) as usize };
            let more: &[&str] = if kill % 3 == 2 { &["--workers", "2"] } else { &[] };
            let mut all = started(&folders[..number], &family, &[more, &["--to", "150"]].concat());
            // now and then before they have met, mostly when there is something new
            while kill % 16 != 15
                && all[victim].try_wait().unwrap().is_none()
                && finished(&folders).len() <= before.len()
            {
                sleep(Duration::from_millis(1));
            }
            sleep(Duration::from_micros(random.below(20_000)));
            // SIGKILL
            let mut dead = all.remove(victim);
            dead.kill().unwrap();
            dead.wait().unwrap();
            for (code, value) in all.into_iter().map(told) {
                let why = value["error"]["message"].as_str().unwrap_or_default();
                let died = why.contains("died");
                // a third one may hear of it from the second
                let known = died || why.contains("gave up") || why.contains("no connection");
                // it may have been the last moment of the run
                let over = code == Some(0) && value["complete"] == true;
                assert!(over || code == Some(4) && known, "{value}");
                ends += u64::from(died);
            }
            let now = finished(&folders);
            assert!(now.is_superset(&before), "lost: {:?}", before.difference(&now).collect::<Vec<_>>());
            before = now;
        }
        assert!(ends > 0, "nobody died while others were at work");
        // the first one goes on with threads, or all of them together
        if kills.is_multiple_of(2) {
            alone(&folders[0]);
        } else {
            for (code, value) in started(&folders, &family, &["--to", "150"]).into_iter().map(told) {
                assert_eq!((code, &value["done"]), (Some(0), &members.into()), "{value}");
            }
        }
        assert_eq!(folders[0].parts(), whole.parts());
    }

    #[test]
    fn killed_processes_lose_no_row() {
        killed(5, 280);
    }

    #[test]
    #[ignore = "long: 50 kills"]
    fn fifty_killed_processes_lose_no_row() {
        killed(50, 1000);
    }

    #[test]
    fn processes_without_a_common_disk_write_the_same_rows() {
        let (whole, folders) = (Folder::new(), folders(2));
        assert_eq!(whole.run(&[]).status.code(), Some(0));
        for (code, value) in start(&folders, &[]).into_iter().map(told) {
            assert_eq!(code, Some(0), "{value}");
            assert_eq!((&value["complete"], &value["done"]), (&true.into(), &24.into()));
            assert_eq!(value["cpu"].as_array().unwrap().len(), 2);
            assert!(value["equal"].is_object());
        }
        assert_eq!(folders[0].parts(), whole.parts());
        assert_eq!(folders[1].finished(), 0);
    }

    #[test]
    fn spent_time_ends_all_processes() {
        let folders = folders(2);
        let pair = |family: &str, more: [&[&str]; 2]| -> Vec<(Option<i32>, Value)> {
            hosts(&folders);
            let process = |number: usize| {
                let text = number.to_string();
                let words = [&["--hosts", "hosts.txt", "--process", &text], more[number]].concat();
                command(&folders[number], family, &words).spawn().unwrap()
            };
            [process(0), process(1)].map(told).into()
        };
        // another limit of a row is another sweep
        for (code, value) in pair(FAMILY, [&[], &["--nodes", "10^12"]]) {
            assert_eq!(code, Some(2), "{value}");
            assert!(value["error"]["message"].as_str().unwrap().contains("another family or with other"), "{value}");
        }
        // one of them has an hour
        let endless = FAMILY.replace("2..25", "2..9999");
        for (code, value) in pair(&endless, [&["--time", "1h"], &["--time", "1s"]]) {
            assert_eq!((code, &value["complete"]), (Some(3), &false.into()), "{value}");
            assert_eq!(value["budget"]["spent"], "time");
        }
    }

    #[test]
    fn who_was_asked_nonsense_tells_the_others() {
        for nonsense in [0, 1] {
            let folders = folders(2);
            hosts(&folders);
            let began = Instant::now();
            let start = |number: usize| {
                let family = if number == nonsense { "take[S] for S subset of" } else { FAMILY };
                let words = ["--hosts", "hosts.txt", "--process", &number.to_string(), "--to", "600"];
                command(&folders[number], family, &words).spawn().unwrap()
            };
            // the other one is there first
            let other = start(1 - nonsense);
            sleep(Duration::from_millis(500));
            let (code, wrong) = told(start(nonsense));
            assert_eq!((code, &wrong["error"]["kind"]), (Some(2), &"parse".into()), "{wrong}");
            let (code, value) = told(other);
            let message = value["error"]["message"].as_str().unwrap();
            assert!(code == Some(2) && message.starts_with(&format!("process {nonsense} gave up: ")), "{value}");
            assert!(began.elapsed() < Duration::from_secs(15));
        }
    }

    #[test]
    fn wrong_host_files_are_refused() {
        let folder = Folder::new();
        fs::write(folder.0.join("hosts.txt"), "127.0.0.1:2101\n8.8.8.8:2101\n").unwrap();
        let refused = folder.run(&["--hosts", "hosts.txt", "--process", "0", "--json"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(json(&refused)["error"]["message"].as_str().unwrap().contains("public"));
        // a byte order mark is no part of the first address
        fs::write(folder.0.join("hosts.txt"), "\u{feff}127.0.0.1:2101\n127.0.0.1:2102\n").unwrap();
        let marked = folder.run(&["--hosts", "hosts.txt", "--process", "2", "--json"]);
        assert!(json(&marked)["error"]["message"].as_str().unwrap().contains("no process 2"));
        fs::write(folder.0.join("hosts.txt"), b"127.0.0.1:2101\n\xff").unwrap();
        let refused = folder.run(&["--hosts", "hosts.txt", "--process", "0", "--json"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(json(&refused)["error"]["message"].as_str().unwrap().contains("line 2"));
        let nowhere = folder.run(&["--hosts", "nowhere", "--process", "0", "--json"]);
        assert_eq!((nowhere.status.code(), &json(&nowhere)["error"]["kind"]), (Some(4), &"io".into()));
    }
}
