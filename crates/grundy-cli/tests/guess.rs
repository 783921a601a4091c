//! `guess` tells laws with how far they are proved.

use std::process::Output;

use crate::common::{fed, grundy, json};
use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    grundy(&[&["guess"], arguments].concat()).output().unwrap()
}

fn guess(game: &str) -> Value {
    let output = run(&[game, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{game}");
    json(&output)
}

#[test]
fn findings_have_kinds_claims_and_evidence() {
    let answer = guess("take[1,3,4]");
    assert_eq!(
        (&answer["schema"], &answer["game"], &answer["complete"]),
        (&1.into(), &"take[1,3,4]".into(), &true.into())
    );
    let findings = answer["findings"].as_array().unwrap();
    assert!(findings.len() >= 3);
    for finding in findings {
        let kind = finding["kind"].as_str().unwrap();
        assert!(["period", "formula", "digits", "p-positions", "equal-game", "oeis"].contains(&kind));
        let status = finding["evidence"]["status"].as_str().unwrap();
        assert!(["proved", "checked", "guess"].contains(&status));
        assert!(!finding["text"].as_str().unwrap().is_empty());
        // a claim is one that `prove` reads, and does not refute
        if let Some(claim) = finding["claim"].as_str() {
            let judged = grundy(&["prove", "take[1,3,4]", claim]).output().unwrap();
            assert_eq!(judged.status.code(), Some(if status == "proved" { 0 } else { 3 }), "{claim}");
        }
    }
    let first = &findings[0];
    assert_eq!((&first["kind"], &first["claim"]), (&"period".into(), &"period 7 from 0".into()));
    assert_eq!(first["evidence"]["status"], "proved");
}

#[test]
fn text_says_how_sure_it_is() {
    let output = run(&["wythoff"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("proved: the P-positions") && text.contains("A004481"), "{text}");
    let line = text.lines().find(|line| !line.starts_with("read: ")).unwrap_or_default();
    assert!(line.starts_with("proved: "), "the proved ones stand first: {text}");
}

#[test]
fn what_is_no_game_of_numbers_is_refused() {
    let output = run(&["graph{a->b}", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let answer = json(&output);
    assert_eq!(answer["error"]["kind"], "unsupported");
    assert!(answer["error"]["suggestion"].is_string());
    assert_eq!(run(&["take[", "--json"]).status.code(), Some(2));
    let spent = run(&["wythoff", "--nodes", "1000", "--json"]);
    assert_eq!(spent.status.code(), Some(3));
    let answer = json(&spent);
    assert_eq!((&answer["complete"], &answer["budget"]["spent"]), (&false.into(), &"nodes".into()));
}

/// An index and a value on each line are a b-file, which a note says.
#[test]
fn two_columns_are_read_as_a_b_file() {
    let text: String = (1..=20).map(|n| format!("{n} {}\n", n % 3)).collect();
    let output = fed(&["guess"], &text);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("read as a b-file") && said.contains("period 3 from index 1"), "{said}");
    assert!(said.contains("indices from 1") && !said.contains("1,1,2,2"), "{said}");
}

/// A sequence is asked for by its label, and a number of `--to` by a power.
#[test]
fn sequences_are_asked_for_by_their_labels() {
    let folder = crate::common::Folder::new();
    let output = folder.grundy(&["guess", "A002188"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("A002188: Sprague-Grundy values of Grundy's game"), "{text}");
    let output = folder.grundy(&["verify", "A002188", "--game", "grundy"]).output().unwrap();
    let fault = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(4) && fault.contains("grundy verify b002188.txt --game GAME"), "{fault}");
    let output = folder.grundy(&["period", "kayles", "--to", "2*10^3"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
