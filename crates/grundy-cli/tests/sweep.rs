//! Sweeps that are killed, shared between processes, and run out of disk.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Folder, Random, json, run};

/// Rows of a plain rule, slow enough to be killed among them.
const FAMILY: &str = "{n -> a & n-a for a in 1.. if a < n-a; n-k for k in 1..m} for m in 2..25";

impl Folder {
    fn sweep_command(&self, more: &[&str]) -> Command {
        self.grundy(&[&["sweep", FAMILY, "-o", "rows", "--to", "600", "-q"], more].concat())
    }

    fn sweep(&self, more: &[&str]) -> Output {
        self.sweep_command(more).output().unwrap()
    }

    fn sweep_started(&self, more: &[&str]) -> Child {
        self.sweep_command(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
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

    /// Rows in journals and part files, which nobody needs to compute again.
    fn finished(&self) -> usize {
        let Ok(files) = fs::read_dir(self.0.join("rows")) else { return 0 };
        let mut rows = 0;
        for path in files.map(|e| e.unwrap().path()) {
            let count = |end: &str| String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).matches(end).count();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            match path.extension().and_then(|e| e.to_str()) {
                // the last field of a row is its note
                Some("rows") => rows += count(r#""note":""}"#),
                Some("csv") if name.starts_with("part-") => rows += count("\n") - 1,
                _ => {}
            }
        }
        rows
    }
}

fn killed(kills: u64) {
    let (whole, torn) = (Folder::new(), Folder::new());
    assert_eq!(whole.sweep(&["--workers", "1"]).status.code(), Some(0));
    let mut random = Random(u64::from(std::process::id()));
    let mut before = 0;
    for round in 0..kills {
        let mut child = torn.sweep_started(&["--workers", if round % 2 == 0 { "2" } else { "1" }]);
        sleep(Duration::from_micros(random.below(60_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = torn.finished();
        assert!(now >= before, "{now} rows after {before}");
        before = now;
    }
    let last = torn.sweep(&["--workers", "2", "--json"]);
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
    assert_eq!(whole.sweep(&[]).status.code(), Some(0));
    let (mut a, mut b) = (shared.sweep_started(&["--shard", "1/2"]), shared.sweep_started(&["--shard", "2/2"]));
    // and a third one that helps wherever nobody is
    let mut c = shared.sweep_started(&["--workers", "1"]);
    for child in [&mut a, &mut b, &mut c] {
        assert!(child.wait().unwrap().success());
    }
    let summary = json(&shared.sweep(&["--json"]));
    assert_eq!((&summary["complete"], &summary["done"]), (&true.into(), &24.into()));
    assert_eq!(shared.parts(), whole.parts());
}

#[test]
fn spent_time_and_bad_directories_are_told() {
    let folder = Folder::new();
    let spent = folder.sweep(&["--time", "1ms", "--json"]);
    assert_eq!(spent.status.code(), Some(3));
    assert_eq!(json(&spent)["complete"], false);
    assert_eq!(json(&spent)["budget"]["spent"], "time");
    let other = folder.sweep(&["--to", "601", "--json"]);
    assert_eq!(other.status.code(), Some(2), "the option stands twice");
    fs::remove_dir_all(folder.0.join("rows")).unwrap();
    fs::write(folder.0.join("rows"), "a file").unwrap();
    let machine = folder.sweep(&["--json"]);
    assert_eq!(machine.status.code(), Some(4));
    assert_eq!(json(&machine)["error"]["kind"], "io");
}

#[test]
fn the_advice_about_a_damaged_plan_can_be_followed() {
    let folder = Folder::new();
    assert_eq!(folder.sweep(&[]).status.code(), Some(0));
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
    let other = folder.sweep(&["--nodes", "10^12", "--json"]);
    let error = &json(&other)["error"];
    assert!(
        error["message"].as_str().unwrap().ends_with(": `--nodes` is not given there, 1000000000000 here"),
        "{error}"
    );
    assert_eq!(folder.sweep(&[]).status.code(), Some(0));
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
        assert!(message.contains("part-") && message.contains("cannot"), "{error}");
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

#[test]
fn who_looks_for_a_host_file_is_told_of_shards() {
    let output = Folder::new().sweep(&["--hosts", "hosts.txt", "--process", "0", "--json"]);
    let error = &json(&output)["error"];
    assert_eq!((output.status.code(), &error["kind"]), (Some(2), &"input".into()));
    assert!(error["message"].as_str().unwrap().contains("--hosts"), "{error}");
    assert!(error["suggestion"].as_str().unwrap().contains("--shard"), "{error}");
}

#[test]
fn parameters_go_from_1_to_12_where_nothing_is_said() {
    let folder = Folder::new();
    let told = |arguments: &[&str]| {
        let output = folder.grundy(&[&["sweep"], arguments, &["--to", "60"]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(told(&["take[1..m]", "-o", "all"]).contains("12 of 12 rows"));
    assert!(told(&["take[1..m]", "--for", "m=2..4", "-o", "three"]).contains("3 of 3 rows"));
}

#[test]
fn a_sweep_is_told_in_chinese() {
    let told = Folder::new().sweep(&["--lang", "zh"]);
    let text = String::from_utf8(told.stdout).unwrap();
    for words in ["行中完成了", "行有已证明的周期", "已证明的最长周期是"] {
        assert!(text.contains(words), "{text}");
    }
    assert!(!text.contains("rows of") && !text.contains("period"), "{text}");
}

/// A list of games has a row for each, and a sweep that was begun goes on by its directory alone.
#[test]
fn lists_of_games_are_swept_and_gone_on_with() {
    let folder = Folder::new();
    fs::write(folder.0.join("games.txt"), "kayles\n# a code\n0.137\n\ntake[1,3]\n").unwrap();
    let output = run(&mut folder.grundy(&["sweep", "-f", "games.txt", "-o", "list", "--to", "200", "--json"]));
    assert_eq!((output.status.code(), json(&output)["rows"].as_u64()), (Some(0), Some(3)), "{output:?}");
    let rows = fs::read_to_string(folder.0.join("list/part-000001.csv")).unwrap();
    assert!(rows.contains("0.137"), "{rows}");
    fs::remove_file(folder.0.join("list/part-000001.csv")).unwrap();
    let output = run(&mut folder.grundy(&["sweep", "-o", "list"]));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_to_string(folder.0.join("list/part-000001.csv")).unwrap(), rows);
    let output = run(&mut folder.grundy(&["sweep", "-o", "nowhere"]));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    // the line at fault is told
    fs::write(folder.0.join("games.txt"), "kayles\nkaylse\n").unwrap();
    let output = run(&mut folder.grundy(&["sweep", "-f", "games.txt", "-o", "other"]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("games.txt:2:1"), "{output:?}");
}
