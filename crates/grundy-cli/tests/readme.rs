//! Runs the ```` ```console ```` blocks of the documents, and the examples that `--help` gives.
//!
//! In a block, `$ command` is run and the lines below are what it prints. `...` alone on a line stands for any lines,
//! `[..]` for any text in a line, `[EXIT 2]` at the end for the exit code where it is not 0. Only `grundy …` and
//! `cargo run --release -- …` are run, without a shell: one line, quotes as in a shell, no pipes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words of a command: blanks separate, single and double quotes keep together.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            None if c == ' ' => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn run(arguments: &[String], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env("NO_COLOR", "1");
    command.output().expect("the program starts")
}

/// The arguments of a command that this test runs.
fn arguments(command: &str) -> Option<Vec<String>> {
    // what a shell would do with the command is not this test's business
    let plain = !command.contains(" > ") && !command.contains(" < ") && !command.contains(" | ");
    let rest = command.strip_prefix("grundy ").or_else(|| command.strip_prefix("cargo run --release -- "))?;
    let quoted = rest.contains(" | ") && rest.contains('\'');
    (plain || quoted).then(|| words(rest))
}

fn line_fits(pattern: &str, line: &str) -> bool {
    let Some((head, tail)) = pattern.split_once("[..]") else { return pattern.trim_end() == line.trim_end() };
    let Some(rest) = line.strip_prefix(head) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| line_fits(tail, &rest[at..]))
}

fn fits(pattern: &[&str], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.iter().all(|l| l.trim().is_empty()),
        Some((&"...", rest)) => (0..=lines.len()).any(|at| fits(rest, &lines[at..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, others)| line_fits(first, line) && fits(rest, others))
        }
    }
}

/// The commands of a document with what they print.
fn sessions(text: &str) -> Vec<(String, Vec<&str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside && line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), Vec::new()));
        } else if inside && let Some((_, output)) = found.last_mut() {
            output.push(line);
        }
    }
    found
}

fn documents() -> Vec<PathBuf> {
    let mut all = vec![root().join("README.md"), root().join("ARCHITECTURE.md")];
    for folder in ["docs", "examples", "corpus", "crates/grundy-cli"] {
        let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
        all.extend(entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    all.retain(|path| path.is_file());
    all
}

#[test]
fn the_documents_show_what_the_program_prints() {
    let mut ran = 0;
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        for (command, mut wanted) in sessions(&text) {
            let Some(arguments) = arguments(&command) else { continue };
            while wanted.last().is_some_and(|l| l.is_empty()) {
                wanted.pop();
            }
            let code = wanted.last().and_then(|l| l.strip_prefix("[EXIT ")?.strip_suffix(']')?.parse::<i32>().ok());
            if code.is_some() {
                wanted.pop();
            }
            let output = run(&arguments, &root());
            let printed =
                format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            let lines: Vec<&str> = printed.lines().collect();
            assert!(fits(&wanted, &lines), "{}: $ {command}\nprints\n{printed}", path.display());
            assert_eq!(output.status.code(), Some(code.unwrap_or(0)), "{}: $ {command}", path.display());
            ran += 1;
        }
    }
    assert!(ran > 0, "the README shows no session");
}

#[test]
fn the_examples_of_help_work() {
    let mut ran = 0;
    for verb in ["", "solve", "explain", "moves", "table", "list", "describe", "repl", "completions", "man"] {
        let mut help: Vec<String> = vec!["--help".to_owned()];
        if !verb.is_empty() {
            help.insert(0, verb.to_owned());
        }
        let text = String::from_utf8(run(&help, &root()).stdout).unwrap();
        let Some((_, examples)) = text.split_once("\nExamples:\n") else { continue };
        for example in examples.lines().map(str::trim).take_while(|l| !l.is_empty()) {
            let example = example.split(" > ").next().unwrap_or(example);
            let Some(arguments) = arguments(example) else { continue };
            if arguments.iter().any(|a| a == "--exec") {
                continue;
            }
            // some of them write files
            let output = run(&arguments, Path::new(env!("CARGO_TARGET_TMPDIR")));
            assert_eq!(output.status.code(), Some(0), "{verb}: {example}");
            assert!(!output.stdout.is_empty() || verb == "repl", "{verb}: {example}");
            ran += 1;
        }
    }
    assert!(ran >= 20, "only {ran} examples");
}

#[test]
fn patterns_fit_what_they_should() {
    assert!(fits(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(fits(&["...", "x [..] y"], &["x 5 y"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert_eq!(words("solve 'a | b' --json"), ["solve", "a | b", "--json"]);
    assert!(arguments("cargo xtask test").is_none());
}
