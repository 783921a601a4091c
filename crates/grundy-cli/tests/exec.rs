//! `solve --exec` with children that leave others behind, are silent, talk too much or do not listen.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Folder, run, told};

impl Folder {
    /// Asks about `start` with the options that this script prints.
    fn exec(&self, script: &str, start: &str, more: &[&str]) -> Output {
        fs::write(self.0.join("options.sh"), script).unwrap();
        run(&mut self.grundy(&[&["solve", "--exec", "sh options.sh", start, "--json"], more].concat()))
    }

    /// Is a process still there whose number stands in this file?
    fn lives(&self, file: &str) -> bool {
        let number = fs::read_to_string(self.0.join(file)).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|fields| !fields.trim().is_empty() && !fields.trim().starts_with('Z'))
    }
}

/// One or two from a heap.
const OPTIONS: &str =
    "while read n; do o=; [ $n -ge 1 ] && o=$((n - 1)); [ $n -ge 2 ] && o=\"$o $((n - 2))\"; echo $o; done";
/// One grandchild in the group, one in a session of its own.
const LITTER: &str =
    "sleep 1000 & echo $! > near\nsetsid sh -c 'echo $$ > far; exec sleep 1000' &\nwhile [ ! -s far ]; do :; done\n";

#[test]
fn everything_that_was_started_ends() {
    let folder = Folder::new();
    let (code, object) = told(&folder.exec(&format!("{LITTER}{OPTIONS}"), "7", &[]));
    assert_eq!((code, &object["value"]), (0, &json!(1)), "{object}");
    assert!(!folder.lives("near") && !folder.lives("far"));
    // a budget that ends, in which the child is silent
    let began = Instant::now();
    let (code, object) = told(&folder.exec(&format!("{LITTER}sleep 1000"), "7", &["--time", "0.5s"]));
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!((code, &object["outcome"], &object["evidence"]), (3, &Value::Null, &json!({"status": "none"})));
    assert_eq!((&object["budget"]["spent"], &object["budget"]["limit"]), (&json!("time"), &json!(0.5)));
    assert!(!folder.lives("near") && !folder.lives("far"));
}

#[test]
fn ctrl_c_ends_the_group_too() {
    let folder = Folder::new();
    fs::write(folder.0.join("options.sh"), format!("{LITTER}sleep 1000")).unwrap();
    for presses in [1, 2] {
        let _ = fs::remove_file(folder.0.join("far"));
        let child = folder.grundy(&["solve", "--exec", "sh options.sh", "7", "--json"]).spawn().unwrap();
        let began = Instant::now();
        while fs::read_to_string(folder.0.join("far")).unwrap_or_default().is_empty() {
            assert!(began.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(10));
        }
        for _ in 0..presses {
            let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            assert!(sent.success());
        }
        let output = child.wait_with_output().unwrap();
        assert!(matches!(output.status.code(), Some(3 | 130)), "{output:?}");
        assert!(!folder.lives("near") && !folder.lives("far"));
    }
}

#[test]
fn what_the_child_says_is_escaped_and_cut() {
    let folder = Folder::new();
    let talk = "printf '\\033[31mred\\n' >&2\nhead -c 100000 /dev/zero | tr '\\0' x >&2\necho >&2\nseq 1000 >&2\n";
    let output = folder.exec(&format!("{talk}{OPTIONS}"), "7", &[]);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(told(&output).0, 0);
    assert!(said.contains("red") && !said.contains('\u{1b}'), "{said:?}");
    assert!(said.len() < 5000 && said.lines().all(|line| line.len() < 600), "{}", said.len());
    // the last words stand in the error
    let output = folder.exec("echo 'no such \x1b[1mboard' >&2; exit 1", "7", &[]);
    let (code, object) = told(&output);
    let message = object["error"]["message"].as_str().unwrap();
    assert_eq!(code, 4);
    assert!(message.contains("ended") && message.contains("no such"), "{message}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains('\u{1b}'));
}

/// A long position fills the pipe of a child that does not read it.
#[test]
fn a_child_that_does_not_listen_outlasts_no_budget() {
    let folder = Folder::new();
    let long = "x".repeat(100_000);
    let (code, object) = told(&folder.exec("sleep 1000", &long, &["--time", "0.5s"]));
    assert_eq!((code, &object["budget"]["spent"]), (3, &json!("time")));
    let (code, object) = told(&folder.exec("read line; echo; exit 0", &format!("{long} + y"), &[]));
    let message = object["error"]["message"].as_str().unwrap();
    assert_eq!(code, 4, "{message}");
    assert!(message.len() < 400, "{message}");
}

/// Taken for answers to other positions, lines that nobody asked for made a won game of 7 of a lost one.
#[test]
fn one_option_per_line_is_refused() {
    let each = "while read n; do for k in 1 3 4; do [ $n -ge $k ] && echo $((n - k)); done; echo; done";
    // slow enough that a line comes after the next position is asked
    let slowly = "while read n; do for k in 1 2; do [ $n -ge $k ] && echo $((n - k)) && sleep 0.05; done; echo; done";
    for (program, starts) in [(each, &["1", "2", "5", "7", "12", "14"][..]), (slowly, &["1", "3", "6"])] {
        for start in starts {
            let (code, object) = told(&Folder::new().exec(program, start, &[]));
            let error = &object["error"];
            assert_eq!((code, &error["kind"]), (4, &json!("io")), "{start}: {object}");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains("was not asked for") || message.contains("asked again"), "{start}: {object}");
            assert_eq!(error["suggestion"], "all options of a position on one line, with blanks between them");
        }
    }
    // before the budget ends the start is known to be won, by options that were read wrongly
    let (_, object) = told(&Folder::new().exec(slowly, "400", &["--time", "1s"]));
    assert_eq!(object.get("outcome").unwrap_or(&json!(null)), &json!(null), "{object}");
}

/// A greeting is no answer.
#[test]
fn a_line_before_the_first_position_is_refused() {
    for talk in ["echo ready", "echo"] {
        let (code, object) = told(&Folder::new().exec(&format!("{talk}\n{OPTIONS}"), "7", &[]));
        assert_eq!(code, 4, "{object}");
    }
}

#[test]
fn the_last_words_of_a_child_do_not_matter() {
    for (talk, start, outcome) in [
        (&*format!("{OPTIONS}\necho bye"), "7", "N"),
        (&*format!("{OPTIONS}\necho\necho"), "6", "P"),
        (&*format!("{OPTIONS}\nsleep 1000"), "7", "N"),
    ] {
        let (code, object) = told(&Folder::new().exec(talk, start, &[]));
        assert_eq!((code, &object["outcome"]), (0, &json!(outcome)), "{talk}: {object}");
    }
}

#[test]
fn a_line_without_end_is_too_much() {
    let (code, object) = told(&Folder::new().exec("cat /dev/zero", "7", &[]));
    assert_eq!((code, &object["budget"]["spent"]), (3, &json!("memory")));
    assert_eq!(object["evidence"], json!({"status": "none"}));
}

#[test]
fn misere_is_an_option_as_well_as_a_word() {
    let folder = Folder::new();
    for (start, more) in [("3", &["--misere"][..]), ("misere 3", &[]), ("misere 3", &["--misere"])] {
        let (code, object) = told(&folder.exec(OPTIONS, start, more));
        // of three stones two are taken, and the other player has to take the last
        let said = (code, &object["convention"], &object["outcome"]);
        assert_eq!(said, (0, &json!("misere"), &json!("N")), "{object}");
    }
    let (_, object) = told(&folder.exec(OPTIONS, "4", &["--misere"]));
    assert_eq!(object["outcome"], json!("P"), "{object}");
}

#[test]
fn the_value_alone_is_asked_of_a_program_too() {
    let folder = Folder::new();
    fs::write(folder.0.join("options.sh"), OPTIONS).unwrap();
    let output = run(&mut folder.grundy(&["sg", "--exec", "sh options.sh", "7"]));
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"1\n"[..]));
    let misere = run(&mut folder.grundy(&["value", "--misere", "--exec", "sh options.sh", "7"]));
    assert_eq!(misere.status.code(), Some(2));
}

/// The line that answers the question in which the budget ended is still to come, and is not one that nobody asked for.
#[test]
fn a_slow_child_is_not_blamed() {
    let folder = Folder::new();
    let slowly = OPTIONS.replace("echo $o;", "sleep 0.3; echo $o;");
    for (time, start) in [("0.4s", "9"), ("0.7s", "9"), ("0.5s", "9 + 8")] {
        let (code, object) = told(&folder.exec(&slowly, start, &["--time", time]));
        assert_eq!((code, &object["outcome"]), (3, &Value::Null), "{time} {start}: {object}");
    }
}

/// The play of what a program tells need not end: two equal positions are no proof before it answered.
#[test]
fn equal_positions_of_a_program_are_looked_at() {
    let folder = Folder::new();
    let (code, object) = told(&folder.exec("sleep 50", "3 + 3", &["--time", "0.5s"]));
    assert_eq!((code, &object["outcome"]), (3, &Value::Null), "{object}");
    let (code, object) = told(&folder.exec("while read n; do echo $((n + 1)); done", "3 + 3", &["--time", "0.5s"]));
    assert!(code != 0 && object.get("outcome").is_none_or(Value::is_null), "{object}");
    let (code, object) = told(&folder.exec(OPTIONS, "3 + 3 + 4", &[]));
    assert_eq!((code, &object["value"]), (0, &json!(1)), "{object}");
}

#[test]
fn a_start_is_one_line_with_a_position_in_it() {
    let folder = Folder::new();
    for (start, part) in [("", "no position"), ("+", "no position"), (" + ", "no position"), ("3\n4", "line break")] {
        let (code, object) = told(&folder.exec(OPTIONS, start, &[]));
        assert_eq!((code, &object["error"]["kind"]), (2, &json!("input")), "{start:?}: {object}");
        assert!(object["error"]["message"].as_str().unwrap().contains(part), "{start:?}: {object}");
    }
}
