//! `period` names the known games with the same values.

use crate::common::{grundy, json};
use serde_json::Value;

fn period(arguments: &[&str]) -> Value {
    json(&grundy(&[&["period"], arguments, &["--json"]].concat()).output().unwrap())
}

#[test]
fn known_games_are_named() {
    let chess = period(&["dawsonschess"]);
    let equal = chess["equal"].as_array().unwrap();
    let kayles = equal.iter().find(|e| e["game"] == "0.07").unwrap();
    assert_eq!((&kayles["shift"], &kayles["from"], &kayles["name"]), (&1.into(), &0.into(), &"Dawson's Kayles".into()));
    assert_eq!(kayles["evidence"]["status"], "proved");
    assert_eq!(period(&["dawsonschess", "--known", "0"])["equal"], Value::Array(Vec::new()));
    // equal up to heap 518: those far behind tell
    let named = |to: &str| {
        let answer = period(&["0.161", "--to", "1000", "--known", to]);
        answer["equal"].as_array().unwrap().iter().any(|e| e["game"] == "0.36")
    };
    assert!(!named("518") && !named("519") && !named("10^4"));
}
