//! A ```` ```console ```` block: commands with what they print.
//!
//! `$ command` is run by `sh`, and the lines below are what it prints. `...` alone on a line stands for any lines, `[..]`
//! for any text in a line, `[EXIT 2]` at the end for the exit code where it is not 0.

use std::env;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A command, where it stands, and the lines that it should print.
pub(crate) struct Step<'a> {
    pub(crate) line: usize,
    pub(crate) command: &'a str,
    pub(crate) wanted: Vec<&'a str>,
}

/// The commands of a block whose first line has this number.
pub(crate) fn steps<'a>(first: usize, lines: &[&'a str]) -> Vec<Step<'a>> {
    let mut found: Vec<Step<'_>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push(Step { line: first + at, command, wanted: Vec::new() });
        } else {
            found.last_mut().expect("a console block begins with a command").wanted.push(line);
        }
    }
    found
}

/// A program that the command needs and this machine lacks.
pub(crate) fn missing(command: &str) -> Option<&str> {
    let programs = command.split(" && ").flat_map(|part| part.split(" | ")).filter_map(|part| part.split(' ').next());
    let path = env::var_os("PATH").unwrap_or_default();
    let has = |name: &str| env::split_paths(&path).any(|folder| folder.join(name).is_file());
    programs.filter(|name| ["g++", "gcc", "java", "javac", "python3", "rustc"].contains(name)).find(|name| !has(name))
}

/// Runs the command in a folder, where `grundy` is the program under test.
pub(crate) fn run(command: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().expect("the program is in a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&path))).expect("a search path");
    let command = command.replace("cargo run --release -- ", "grundy ");
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).current_dir(folder).stdin(Stdio::null()).env("PATH", path);
    shell.env("NO_COLOR", "1").env_remove("COLUMNS");
    shell.output().expect("sh starts")
}

/// What a command printed and how it ended, as a block shows it.
pub(crate) fn shown(output: &Output) -> Vec<String> {
    let printed = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let mut lines: Vec<String> =
        printed.iter().flat_map(|text| text.lines().map(|l| l.trim_end().to_owned())).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => lines.push(format!("[EXIT {code}]")),
        None => lines.push("[KILLED]".to_owned()),
    }
    lines
}

fn line_fits(pattern: &str, line: &str) -> bool {
    let Some((head, tail)) = pattern.split_once("[..]") else { return pattern.trim_end() == line.trim_end() };
    let Some(rest) = line.strip_prefix(head) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| line_fits(tail, &rest[at..]))
}

/// Are the lines those of the pattern?
pub(crate) fn fits(pattern: &[&str], lines: &[String]) -> bool {
    match pattern.split_first() {
        None => lines.iter().all(|l| l.trim().is_empty()),
        Some((&"...", rest)) => (0..=lines.len()).any(|at| fits(rest, &lines[at..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, others)| line_fits(first, line) && fits(rest, others))
        }
    }
}

#[test]
fn patterns_fit_what_they_should() {
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert!(fits(&["a", "...", "z"], &lines("a b c z")));
    assert!(fits(&["...", "x[..]y"], &lines("1 x5y")));
    assert!(!fits(&["a"], &lines("a b")));
    let found = steps(7, &["$ a && g++ b", "c", "", "$ d"]);
    assert_eq!((found[1].line, found[0].wanted.len()), (10, 2));
    assert_eq!(missing("grundy list && surely"), None);
}
