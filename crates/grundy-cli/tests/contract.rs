//! Runs the public cases of the contract: `tests/contract/cases.jsonl`, one JSON object a line.
//!
//! A case says what to run (`argv`, `stdin`, `files`), the exit codes allowed (`exit`), and what stdout must be:
//! `expect` (a part of the JSON answer), `len`, `unordered`, `regex`, `text`, `lines`.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use regex::Regex;
use serde_json::Value;

/// Blanks in these fields mean nothing.
const TEXT_KEYS: [&str; 6] = ["to", "from", "position", "query", "game", "expr"];

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Why `have` does not contain `want`.
fn differ(want: &Value, have: &Value, path: &str, unordered: &HashSet<&str>) -> Option<String> {
    match (want, have) {
        (Value::Object(want), Value::Object(have)) => want.iter().find_map(|(key, value)| {
            let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match have.get(key) {
                None => Some(format!("{below}: missing")),
                Some(other) if path.is_empty() && unordered.contains(key.as_str()) => matched(value, other, &below),
                Some(other) => differ(value, other, &below, unordered),
            }
        }),
        (Value::Array(want), Value::Array(have)) if want.len() == have.len() => {
            want.iter().zip(have).enumerate().find_map(|(at, (a, b))| differ(a, b, &format!("{path}.{at}"), unordered))
        }
        (Value::String(a), Value::String(b)) if TEXT_KEYS.contains(&path.rsplit('.').next().unwrap_or(path)) => {
            (squeeze(a) != squeeze(b)).then(|| format!("{path}: wants {a:?}, got {b:?}"))
        }
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => None,
        _ => (want != have).then(|| format!("{path}: wants {want}, got {have}")),
    }
}

/// Lists without order: every wanted entry finds another given one.
fn matched(want: &Value, have: &Value, path: &str) -> Option<String> {
    let none = HashSet::new();
    let (Value::Array(want), Value::Array(have)) = (want, have) else { return differ(want, have, path, &none) };
    if want.len() != have.len() {
        return Some(format!("{path}: wants {} entries, got {}", want.len(), have.len()));
    }
    let mut free: Vec<&Value> = have.iter().collect();
    want.iter().find_map(|w| match free.iter().position(|h| differ(w, h, path, &none).is_none()) {
        Some(at) => {
            free.swap_remove(at);
            None
        }
        None => Some(format!("{path}: no entry for {w}")),
    })
}

fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, key| match value {
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    })
}

/// The patterns are Python's; the crate has no look-around, and the cases use it only as "no digit beside".
fn pattern(text: &str) -> Regex {
    let text = text.replace("(?<!\\d)", "\\b").replace("(?!\\d)", "\\b");
    Regex::new(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn judge(case: &Value, code: Option<i32>, out: &str, err: &str) -> Result<(), String> {
    let exits: Vec<i64> = match &case["exit"] {
        Value::Null => vec![0],
        Value::Array(list) => list.iter().filter_map(Value::as_i64).collect(),
        other => other.as_i64().into_iter().collect(),
    };
    if !code.is_some_and(|code| exits.contains(&i64::from(code))) {
        return Err(format!("exit code: wants {exits:?}, got {code:?}; stdout {out:?} stderr {err:?}"));
    }
    if let Value::Array(_) = &case["lines"] {
        let (want, have) = (strings(&case["lines"]), out.lines().collect::<Vec<_>>());
        if want.len() != have.len() {
            return Err(format!("wants {} lines, got {out:?}", want.len()));
        }
        for (want, have) in want.iter().zip(have) {
            if !pattern(&format!("^(?:{want})$")).is_match(have.trim_end()) {
                return Err(format!("wants {want:?}, got {have:?}"));
            }
        }
    }
    for text in strings(&case["text"]) {
        if !pattern(text).is_match(out) {
            return Err(format!("stdout does not match {text:?}: {out:?}"));
        }
    }
    let empty = |key: &str| case[key].as_object().is_none_or(serde_json::Map::is_empty);
    if empty("expect") && empty("len") && case["regex"].is_null() {
        return Ok(());
    }
    let have: Value = serde_json::from_str(out).map_err(|error| format!("{error} in {out:?}"))?;
    crate::common::schema::check(&have).map_err(|fault| format!("not of the schema: {fault}"))?;
    let unordered = strings(&case["unordered"]).into_iter().collect();
    if let Some(why) = differ(&case["expect"], &have, "", &unordered) {
        return Err(why);
    }
    for (path, count) in case["len"].as_object().into_iter().flatten() {
        let length = at(&have, path).and_then(Value::as_array).map(|list| list.len() as u64);
        if length != count.as_u64() {
            return Err(format!("{path}: wants {count} entries, got {length:?}"));
        }
    }
    for pair in case["regex"].as_array().into_iter().flatten() {
        let (path, wanted) = (pair[0].as_str().unwrap_or(""), pair[1].as_str().unwrap_or(""));
        if !at(&have, path).and_then(Value::as_str).is_some_and(|text| pattern(wanted).is_match(&squeeze(text))) {
            return Err(format!("{path} does not match {wanted:?} in {have}"));
        }
    }
    Ok(())
}

fn run(case: &Value, folder: &PathBuf) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    for (name, text) in case["files"].as_object().into_iter().flatten() {
        fs::write(folder.join(name), text.as_str().unwrap_or("")).map_err(|e| e.to_string())?;
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(strings(&case["argv"]))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        // a program that does not read its input is not at fault
        let _ = stdin.write_all(case["stdin"].as_str().unwrap_or("").as_bytes());
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    judge(case, output.status.code(), &out, &err)
}

#[test]
fn the_public_cases_hold() {
    let cases = include_str!("contract/cases.jsonl");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("contract");
    let (mut failures, mut count) = (Vec::new(), 0);
    for line in cases.lines().filter(|line| !line.trim().is_empty()) {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        count += 1;
        let id = case["id"].as_str().unwrap_or("?");
        if let Err(why) = run(&case, &folder.join(id)) {
            failures.push(format!("{id} {}: {why}", case["argv"]));
        }
    }
    assert!(failures.is_empty(), "{} of {count} cases fail:\n{}", failures.len(), failures.join("\n"));
}
