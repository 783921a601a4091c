//! What the manual and the catalogue give as examples: commands of the README and of `docs/`, a position of each game.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::root;

/// Commands, as words without the program's name.
pub(super) fn commands() -> Vec<Vec<String>> {
    let mut files = vec![root().join("README.md")];
    collect(&root().join("docs"), "md", &mut files);
    let texts = files.iter().filter_map(|path| fs::read_to_string(path).ok());
    let lines: Vec<String> = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let commands = lines.iter().filter_map(|line| line.trim().trim_start_matches("$ ").strip_prefix("grundy "));
    commands.map(words).map(without_shell).collect()
}

/// The words up to what a shell does with the output.
fn without_shell(words: Vec<String>) -> Vec<String> {
    words.into_iter().take_while(|word| !["|", ">", "<", "&&"].contains(&word.as_str())).collect()
}

/// A position of each game of the catalogue, as its entry gives it.
pub(super) fn positions() -> Vec<String> {
    let mut files = Vec::new();
    collect(&root().join("crates/grundy/src/game"), "rs", &mut files);
    let texts = files.iter().filter_map(|path| fs::read_to_string(path).ok());
    let examples = texts.flat_map(|text| {
        let examples = text.lines().filter_map(|line| line.trim().strip_prefix("example: \"")?.strip_suffix("\","));
        examples.map(|example| example.replace("\\\"", "\"")).collect::<Vec<_>>()
    });
    examples.collect()
}

/// All files below a folder with this extension, in order.
fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    let mut here: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    here.sort();
    for path in here {
        if path.is_dir() {
            collect(&path, extension, files);
        } else if path.extension().is_some_and(|e| e == extension) {
            files.push(path);
        }
    }
}

/// The words of a command: blanks separate, quotes keep together, a comment ends it.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for c in command.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '#' if !quoted && word.is_none() => break,
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_found() {
        assert_eq!(words("prove 'a b'c --to 5  # why"), ["prove", "a bc", "--to", "5"]);
        assert_eq!(without_shell(words("table 'a | b' > c.txt && cat c.txt")), ["table", "a | b"]);
        assert!(commands().iter().any(|words| words[0] == "sweep") && positions().contains(&"kayles(9)".to_owned()));
    }
}
