//! Places out of reach of tables, and questions that are refused at once.

use std::process::{Command, Output};

use crate::common::{Folder, grundy, json};
use serde_json::Value;

const DIAGONAL: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-1,b-1) for k in 1..}";

fn run(arguments: &[&str]) -> Output {
    grundy(arguments).output().expect("the program starts")
}

fn answer(arguments: &[&str]) -> Value {
    json(&run(arguments))
}

#[test]
fn a_law_of_automata_answers_for_huge_places() {
    let lost = answer(&["solve", "--json", &format!("{DIAGONAL}(10^30, 1000000000000000000000000000001)")]);
    assert_eq!((lost["outcome"].as_str(), lost["evidence"]["status"].as_str()), (Some("P"), Some("proved")));
    assert_eq!((lost["complete"].as_bool(), lost["moves_count"].as_u64()), (Some(true), Some(0)));
    let won = answer(&["solve", "--json", &format!("{DIAGONAL}(10^30, 10^40)")]);
    assert_eq!((won["outcome"].as_str(), won["moves_count"].as_u64()), (Some("N"), Some(1)));
    let to = won["moves"][0]["to"].as_str().unwrap_or_default().to_owned();
    let after = answer(&["solve", "--json", &to]);
    assert_eq!((after["outcome"].as_str(), after["complete"].as_bool()), (Some("P"), Some(true)));
}

#[test]
fn the_spelling_of_a_rule_does_not_make_its_law_dear() {
    for game in ["wythoff", "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}"] {
        let answer = answer(&["solve", &format!("misere {game}(10^20,10^20)"), "--nodes", "10^7", "--json"]);
        assert_eq!((&answer["complete"], &answer["outcome"]), (&true.into(), &"N".into()), "{game}");
        assert!(answer["moves"][0]["to"].as_str().is_some_and(|to| to.ends_with("(2, 2)")), "{game}");
    }
}

#[test]
fn reasons_are_laws_for_all_positions() {
    let told = answer(&["explain", "--json", &format!("{DIAGONAL}(30, 47)")]);
    let conclusion = told["conclusion"].as_str().unwrap_or_default();
    assert!(conclusion.starts_with("N because ") && conclusion.contains("(proved for all positions)"), "{conclusion}");
}

#[test]
fn one_form_at_a_time() {
    let output = run(&["table", "nim", "--to", "5", "--json", "--format", "csv"]);
    let fault = json(&output);
    assert_eq!((output.status.code(), fault["error"]["kind"].as_str()), (Some(2), Some("input")));
    assert!(run(&["table", "nim", "--to", "5", "--json", "--format", "json"]).status.success());
}

#[test]
fn lists_that_are_no_positions_are_passed_over() {
    let table = answer(&["table", "silverdollar", "--show", "p", "--to", "3", "--json"]);
    let expected: Value = serde_json::from_str("[[0,1],[1,0],[1,2],[2,1],[2,3],[3,2]]").expect("an array");
    assert_eq!(table["positions"], expected);
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_refused() {
    let folder = Folder::new();
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|s| s.success()));
    let name = pipe.to_string_lossy().into_owned();
    let all = [
        vec!["verify", &name],
        vec!["verify", &name, "--game", "nim"],
        vec!["solve", "-f", &name],
        // one that nobody reads
        vec!["period", "take[1,3]", "--certificate", &name],
        vec!["table", "nim", "--svg", &name],
    ];
    for arguments in all {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(4), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(message.contains("named pipe"), "{arguments:?}: {message}");
    }
}

#[test]
fn a_claim_is_not_overwritten_by_its_certificate() {
    let folder = Folder::new();
    let file = folder.0.join("game.txt");
    std::fs::write(&file, "take[1,3]").expect("a file");
    let name = file.to_string_lossy();
    let output = run(&["prove", "-f", &name, "period 4 from 0", "--certificate", &name]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "take[1,3]");
}

#[test]
fn many_equal_heaps_are_answered_in_little_room() {
    let heaps = vec!["5"; 60_001].join(", ");
    let folder = Folder::new();
    let file = folder.0.join("heaps.txt");
    std::fs::write(&file, format!("nim({heaps})")).expect("a file");
    let output = run(&["solve", "--json", "-f", &file.to_string_lossy()]);
    assert!(output.status.success() && output.stdout.len() < 10_000_000, "{}", output.stdout.len());
    let solved = json(&output);
    assert_eq!((solved["moves_count"].as_u64(), solved["moves_truncated"].as_bool()), (Some(60_001), Some(true)));
}
