//! `quotient --store`: runs that are killed, stopped and cancelled, and files that are not theirs.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use grundy::Session;
use serde_json::Value;

use crate::common::{Folder, Random, json, run, told as ended};

/// An answer without what it cost.
fn told(output: &Output) -> Value {
    let mut answer = json(output);
    answer.as_object_mut().unwrap().remove("cost");
    answer
}

impl Folder {
    fn quotient(&self, arguments: &str) -> Output {
        let arguments: Vec<&str> = ["quotient", "--json"].into_iter().chain(arguments.split(' ')).collect();
        run(&mut self.grundy(&arguments))
    }

    fn length_of(&self, name: &str) -> u64 {
        fs::metadata(self.0.join(name)).map_or(0, |meta| meta.len())
    }

    /// Bytes of a store of 0.07 without a record that was not finished.
    fn sound_length(&self, name: &str) -> u64 {
        let copy = self.0.join("copy");
        if fs::copy(self.0.join(name), &copy).is_err() {
            return 0;
        }
        let question = Session::new().game("misere 0.07").unwrap();
        drop(question.quotient_store(&copy).expect("what a killed run left can be read"));
        self.length_of("copy")
    }
}

/// Whenever it is killed, the next run goes on, and the last one answers as one that was never killed.
#[test]
fn a_killed_search_for_a_quotient_goes_on() {
    let folder = Folder::new();
    let mut random = Random(u64::from(std::process::id()));
    let (mut length, mut grew) = (0, 0);
    for round in 0..25 {
        let mut child = folder
            .grundy(&["quotient", "0.07", "--heaps", "33", "--store", "dawson", "-q"])
            .spawn()
            .expect("the program starts");
        sleep(Duration::from_micros(random.below(60_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = folder.sound_length("dawson");
        assert!(now >= length, "{round}: {now} bytes after {length}");
        grew += u32::from(now > length);
        length = now;
        if round % 8 == 7 && length > 200 {
            // as if the kill had come in the middle of a record
            let file = fs::File::options().write(true).open(folder.0.join("dawson")).unwrap();
            file.set_len(length - 1 - random.below(30)).unwrap();
            length = folder.sound_length("dawson");
            assert!(length < now, "a record that was cut is none");
        }
    }
    assert!(grew > 0, "no run wrote anything");
    let resumed = folder.quotient("0.07 --heaps 30 --store dawson");
    assert_eq!(resumed.status.code(), Some(0));
    assert_eq!(told(&resumed), told(&folder.quotient("0.07 --heaps 30")));
}

/// A budget that is too small for all is enough for a part; and Ctrl-C keeps what is certified.
#[test]
fn a_stopped_search_for_a_quotient_resumes() {
    let folder = Folder::new();
    let mut last = None;
    for _ in 0..4 {
        let output = folder.quotient("0.07 --nodes 2000 --store dawson");
        let answer = json(&output);
        assert_eq!((output.status.code(), &answer["budget"]["resumes"]), (Some(3), &true.into()), "{answer}");
        assert!(answer["heaps"].as_u64() >= last, "{answer}");
        last = answer["heaps"].as_u64();
    }
    let child = folder.grundy(&["quotient", "0.07", "--json", "--store", "dawson"]).spawn().unwrap();
    let (start, before) = (Instant::now(), folder.length_of("dawson"));
    while folder.length_of("dawson") == before {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was stored");
        sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let answer = json(&output);
    assert_eq!((output.status.code(), &answer["budget"]["spent"]), (Some(3), &"cancelled".into()), "{answer}");
    let heaps = answer["heaps"].as_u64();
    assert!(heaps >= last, "{answer}");
    // without a file the same number of nodes does not lead so far
    let fresh = json(&folder.quotient("0.07 --nodes 2000"));
    assert!(fresh["heaps"].as_u64() < heaps && fresh["budget"]["resumes"] == false, "{fresh}");
}

#[test]
fn stores_of_quotients_that_are_wrong_are_bad_input() {
    let folder = Folder::new();
    assert_eq!(folder.quotient("kayles --heaps 40 --store kept").status.code(), Some(0));
    let path = folder.0.join("kept");
    let whole = fs::read(&path).unwrap();
    let refused = |arguments: &str, words: &str| {
        let output = folder.quotient(arguments);
        let fault = json(&output);
        assert_eq!((output.status.code(), &fault["error"]["kind"]), (Some(2), &"input".into()), "{fault}");
        let text = fault["error"]["message"].as_str().unwrap();
        assert!(text.contains("kept") && text.contains(words), "{text}");
    };
    refused("0.07 --store kept", "another game");
    refused("nodekayles(\"path:5\") --store kept", "another game");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 4;
    fs::write(&path, &changed).unwrap();
    refused("kayles --store kept", "does not match its checksum");
    assert!(fs::read(&path).unwrap() == changed, "a damaged file is left as it is");
    fs::write(&path, "milk, bread").unwrap();
    refused("kayles --store kept", "not even a head");
    // a directory holds many: each game has its own file
    fs::create_dir(folder.0.join("all")).unwrap();
    for game in ["kayles", "0.77", "0.123", "nodekayles(\"path:5\")"] {
        assert_eq!(folder.quotient(&format!("{game} --store all")).status.code(), Some(0), "{game}");
    }
    assert_eq!(fs::read_dir(folder.0.join("all")).unwrap().count(), 3);
    let nowhere = folder.quotient("kayles --store nowhere/kept");
    assert_eq!(nowhere.status.code(), Some(4));
}

#[test]
fn a_full_disk_keeps_the_quotient_that_was_certified() {
    let folder = Folder::new();
    let arguments = ["quotient", "0.07", "--heaps", "32", "--store", "kept", "--json"];
    let output = run(&mut folder.limited(8192, &arguments));
    let fault = json(&output);
    assert_eq!((output.status.code(), &fault["error"]["kind"]), (Some(4), &"io".into()), "{fault}");
    let stored = folder.length_of("kept");
    assert!(stored > 1000 && stored <= 8192, "{stored}");
    let resumed = folder.quotient("0.07 --heaps 27 --store kept");
    assert_eq!(resumed.status.code(), Some(0));
    assert_eq!(told(&resumed), told(&folder.quotient("0.07 --heaps 27")));
}

/// The 29th heap of Grundy's game makes millions of sums, and each pass over them looks at the clock.
#[test]
fn what_is_certified_is_shown_whatever_ends_the_search() {
    for budget in ["--time 1s", "--time 2s", "--memory 100M"] {
        let arguments = format!("quotient grundy --json {budget}");
        let output = run(&mut crate::common::grundy(&arguments.split(' ').collect::<Vec<_>>()));
        let answer = json(&output);
        assert_eq!(output.status.code(), Some(3), "{budget}");
        assert_eq!((&answer["heaps"], &answer["order"]), (&28.into(), &48.into()), "{budget}: {answer}");
    }
}

/// Notakto is usually played misère, and so is what a quotient or a form is about.
#[test]
fn no_note_recalls_misere_play_where_nothing_else_is_asked() {
    for (verb, is_noted) in [("solve", true), ("quotient", false), ("canonical", false)] {
        let output = run(&mut crate::common::grundy(&[verb, "notakto(\"2x2\")"]));
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.contains("usually"), is_noted, "{verb}: {text}");
        // normal play is read as it was
        assert_eq!(output.status.code(), Some(0), "{verb}: {text}");
    }
}

/// Numbers that make no position are left out; the others have the classes that they have as positions.
#[test]
fn gaps_of_an_open_number_are_left_out() {
    let folder = Folder::new();
    for (game, gaps) in [("welter(n,3)", &[3usize][..]), ("silverdollar(n,2)", &[2])] {
        let (code, object) = ended(&run(&mut folder.grundy(&["quotient", game, "--heaps", "6", "--json"])));
        let phi = object["phi"].as_array().unwrap();
        assert_eq!((code, phi.len()), (0, 7), "{object}");
        let left_out: Vec<usize> = (0..7).filter(|&n| phi[n].is_null()).collect();
        assert_eq!(left_out, gaps, "{object}");
        // the class of a position that is lost alone is one of P
        for n in (0..7).filter(|n| !gaps.contains(n)) {
            let position = format!("misere {}", game.replace('n', &n.to_string()));
            let (_, solved) = ended(&run(&mut folder.grundy(&["solve", &position, "--json"])));
            let is_lost = object["p"].as_array().unwrap().contains(&phi[n]);
            assert_eq!(solved["outcome"] == "P", is_lost, "{position}: {object}");
        }
    }
    let output = run(&mut folder.grundy(&["quotient", "welter(n,3)", "--heaps", "6"]));
    assert!(String::from_utf8(output.stdout).unwrap().contains("–: a number that makes no position"));
}
