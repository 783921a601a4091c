//! `solve --store`, `moves --store`: searches on boards that are killed, stopped and cancelled, and files that are not theirs.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use grundy::{Context, Session};
use serde_json::Value;

use crate::common::{Folder, Random, json, run};

const BOARD: &str = "cram(\"5x7\")";
/// One whose moves, each a board to be solved, take seconds.
const SMALL: &str = "cram(\"5x6\")";

/// Outcome, value and moves.
fn told(output: &Output) -> [Value; 4] {
    let answer = json(output);
    ["outcome", "value", "moves", "moves_count"].map(|field| answer[field].clone())
}

fn nodes(output: &Output) -> u64 {
    json(output)["cost"]["nodes"].as_u64().unwrap()
}

impl Folder {
    fn solve(&self, position: &str, arguments: &str) -> Output {
        let arguments = ["solve", position, "--json"].into_iter().chain(arguments.split_whitespace());
        run(&mut self.grundy(&arguments.collect::<Vec<_>>()))
    }

    /// How many values stand in a store of Cram, without a record that was not finished.
    fn values_in(&self, name: &str) -> u64 {
        let copy = self.0.join("copy");
        if fs::copy(self.0.join(name), &copy).is_err() {
            return 0;
        }
        let position = Session::new().position(BOARD).unwrap();
        let stores = position.keep_values(&copy, &Context::default()).expect("what a killed run left can be read");
        stores[0].read()
    }
}

/// Whenever it is killed, the next run goes on, and the last one answers as one that was never killed.
#[test]
fn a_killed_search_of_a_board_goes_on() {
    let folder = Folder::new();
    let mut random = Random(u64::from(std::process::id()));
    let (mut count, mut grew) = (0, 0);
    for round in 0..15 {
        let mut child = folder.grundy(&["solve", BOARD, "--store", "kept", "-q"]).spawn().expect("the program starts");
        sleep(Duration::from_micros(random.below(400_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = folder.values_in("kept");
        assert!(now >= count, "{round}: {now} values after {count}");
        grew += u32::from(now > count);
        count = now;
        let path = folder.0.join("kept");
        let length = fs::metadata(&path).map_or(0, |meta| meta.len());
        if round % 4 == 3 && count > 0 {
            // as if the kill had come in the middle of a record
            fs::File::options().write(true).open(path).unwrap().set_len(length - 1 - random.below(30)).unwrap();
            count = folder.values_in("kept");
            assert!(count < now, "a record that was cut is none");
        }
    }
    assert!(grew > 0, "no run wrote anything");
    let (resumed, fresh) = (folder.solve(BOARD, "--store kept"), folder.solve(BOARD, ""));
    assert_eq!((resumed.status.code(), told(&resumed)), (Some(0), told(&fresh)));
    assert_eq!(json(&resumed)["evidence"]["status"], "checked");
    assert!(nodes(&folder.solve(BOARD, "--store kept")) * 10 < nodes(&fresh));
    // the file tells all: the other verbs begin with it as well
    folder.solve(SMALL, "--store kept");
    let moves = |arguments: &[&str]| json(&run(&mut folder.grundy(&[&["moves", SMALL, "--json"], arguments].concat())));
    let (stored, fresh) = (moves(&["--store", "kept"]), moves(&[]));
    assert_eq!(stored["moves"], fresh["moves"]);
    let spent = |answer: &Value| answer["cost"]["nodes"].as_u64();
    assert!(spent(&stored) <= spent(&fresh));
}

/// A budget that is too small for all is enough for a part; and Ctrl-C keeps what was found.
#[test]
fn a_stopped_search_of_a_board_resumes() {
    let folder = Folder::new();
    let (mut rounds, all) = (0, nodes(&folder.solve(BOARD, "-q")));
    let last = loop {
        let output = folder.solve(BOARD, &format!("-q --nodes {} --store kept", all / 4));
        rounds += 1;
        if output.status.code() == Some(0) {
            break output;
        }
        let answer = json(&output);
        assert_eq!((output.status.code(), &answer["budget"]["resumes"]), (Some(3), &true.into()), "{answer}");
        assert!(rounds < 20, "no end");
    };
    assert!(rounds > 2, "{rounds}");
    assert_eq!(told(&last), told(&folder.solve(BOARD, "-q")));

    let child = folder.grundy(&["solve", "cram(\"7x7\")", "--json", "--store", "large"]).spawn().unwrap();
    let start = Instant::now();
    while fs::metadata(folder.0.join("large")).map_or(0, |meta| meta.len()) < 1000 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was stored");
        sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let answer = json(&output);
    let budget = &answer["budget"];
    assert_eq!((&budget["spent"], &budget["resumes"]), (&"cancelled".into(), &true.into()), "{answer}");
    assert_eq!(output.status.code(), Some(3));
    assert!(folder.values_in("large") > 0);
}

#[test]
fn stores_of_boards_that_are_wrong_are_bad_input() {
    let folder = Folder::new();
    assert_eq!(folder.solve("cram(\"4x7\")", "--store kept").status.code(), Some(0));
    let path = folder.0.join("kept");
    let whole = fs::read(&path).unwrap();
    let refused = |position: &str, words: &str| {
        let output = folder.solve(position, "--store kept");
        let fault = json(&output);
        assert_eq!((output.status.code(), &fault["error"]["kind"]), (Some(2), &"input".into()), "{fault}");
        let text = fault["error"]["message"].as_str().unwrap();
        assert!(text.contains("kept") && text.contains(words), "{text}");
    };
    refused("nodekayles(\"grid:3x3\")", "another game");
    let mut changed = whole.clone();
    // in the head: a damaged last record is cut off and found again
    changed[20] ^= 4;
    fs::write(&path, &changed).unwrap();
    refused("cram(\"4x7\")", "damaged");
    assert!(fs::read(&path).unwrap() == changed, "a damaged file is left as it is");
    fs::write(&path, "milk, bread").unwrap();
    refused("cram(\"4x7\")", "not even a head");
    // two at once: the second is told
    fs::write(&path, &whole).unwrap();
    let position = Session::new().position(BOARD).unwrap();
    let held = position.keep_values(&path, &Context::default()).unwrap();
    refused("cram(\"4x7\")", "another process");
    drop((held, position));
    assert_eq!(folder.solve("cram(\"4x7\")", "--store kept").status.code(), Some(0));
    // a directory holds many, and tables go on from it
    let table = |arguments: &[&str]| {
        run(&mut folder.grundy(&[&["table", "cram", "--to", "4,6", "--json"], arguments].concat()))
    };
    let (first, second) = (table(&["--store", "all"]), table(&["--store", "all"]));
    assert_eq!(first.status.code(), Some(0));
    let values = |output: &Output| json(output)["values"].clone();
    assert_eq!([values(&first), values(&second)], [values(&table(&[])), values(&first)]);
    assert_eq!(folder.solve("cram(\"4x6\") + nodekayles(\"grid:3x5\")", "--store all").status.code(), Some(0));
    let files =
        fs::read_dir(folder.0.join("all")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.filter(|name| name.ends_with(".nimbers")).count(), 2);
    assert_eq!(folder.solve("nim(3)", "--store none").status.code(), Some(2));
    assert_eq!(folder.solve("cram(\"2x2\")", "--store nowhere/kept").status.code(), Some(4));
}

#[test]
fn a_full_disk_keeps_the_values_that_were_found() {
    let folder = Folder::new();
    let arguments = ["solve", BOARD, "--store", "kept", "--json"];
    let output = run(&mut folder.limited(100_000, &arguments));
    let fault = json(&output);
    assert_eq!((output.status.code(), &fault["error"]["kind"]), (Some(4), &"io".into()), "{fault}");
    let stored = folder.values_in("kept");
    assert!(stored > 1000, "{stored}");
    let resumed = folder.solve(BOARD, "--store kept");
    assert_eq!((resumed.status.code(), told(&resumed)), (Some(0), told(&folder.solve(BOARD, ""))));
}

/// Boards that are told by their sides have tables of all sides, and what is typed for one is advised.
#[test]
fn boards_have_tables() {
    let folder = crate::common::Folder::new();
    let told = |arguments: &[&str]| {
        let (code, object) = crate::common::told(&folder.grundy(&[arguments, &["--json"]].concat()).output().unwrap());
        (code, object)
    };
    let (code, object) = told(&["table", "chomp", "--to", "2,3"]);
    assert_eq!((code, &object["values"]), (0, &serde_json::json!([[0, 1, 2], [1, 2, 4]])), "{object}");
    for game in ["nimstring", "dotsandcoins", "cram", "notakto"] {
        let (code, object) = told(&["table", game, "--to", "2"]);
        assert!(code == 0 && object["values"].as_array().is_some_and(|rows| rows.len() == 2), "{game}: {object}");
    }
    for (arguments, help) in [
        (&["table", "nim", "7", "7"][..], "table 'nim(a,b)' --to 7,7"),
        (&["table", "wythoff", "7", "7"], "table wythoff --to 7,7"),
        (&["table", "cram", "3", "3"], "table cram --to 3,3"),
        (
            &["table", "nodekayles"],
            "one number left open: table 'nodekayles(\"path:n\")'; one place: solve 'nodekayles(\"path:5\")'",
        ),
        (&["explain", "nim"], "explain 'nim(3, 5, 7)'; the rule: describe nim; its law: guess nim"),
    ] {
        let (code, object) = told(arguments);
        assert_eq!((code, object["error"]["suggestion"].as_str()), (2, Some(help)), "{object}");
    }
}
