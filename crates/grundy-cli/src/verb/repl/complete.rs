//! Tab at the prompt: verbs, games, names by `let`, options of the verb, files.

use std::fs;

use clap::{Arg, Command, ValueHint};
use grundy::game::catalogue;
use grundy::locked;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::Shared;

/// Knows what may stand where.
pub(super) struct Names {
    program: Command,
    kept: Shared,
}

impl Names {
    pub(super) fn new(program: Command, kept: Shared) -> Names {
        Names { program, kept }
    }

    /// Where the word that ends here begins, and how it may go on.
    fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let blank = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let (before, word) = line.split_at(blank);
        let verb = line.split_whitespace().next().filter(|_| !before.trim().is_empty());
        let verb = verb.and_then(|verb| self.program.find_subcommand(verb));
        if word.starts_with("--")
            && let Some(verb) = verb
        {
            let names = verb.get_arguments().filter_map(Arg::get_long).map(|long| format!("--{long}"));
            return (blank, matching(names, word));
        }
        if verb.is_some_and(|verb| takes_file(verb, before)) {
            return (blank, files(word));
        }
        let start = line
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
        let mut names: Vec<String> = (catalogue::GAMES.names)().into_iter().map(str::to_owned).collect();
        let definitions = locked(self.kept.lock()).definitions.clone();
        names.extend(definitions.iter().filter_map(|text| defined(text)));
        let asks = verb.is_some_and(|verb| verb.get_name() == "help");
        if line[..start].trim().is_empty() || asks {
            let verbs = self.program.get_subcommands().flat_map(|c| c.get_visible_aliases().chain([c.get_name()]));
            names.extend(verbs.chain(["let", "quit", "help", "misere"]).map(str::to_owned));
        }
        (start, matching(names.into_iter(), &line[start..]))
    }
}

/// The name that a line with `let` defines first.
fn defined(text: &str) -> Option<String> {
    let name: String = text
        .trim_start()
        .strip_prefix("let")?
        .trim_start()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!name.is_empty()).then_some(name)
}

/// Does the verb take a file where the next word stands: behind an option that does, or in its own place?
fn takes_file(verb: &Command, before: &str) -> bool {
    let is_path = |argument: &&Arg| matches!(argument.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath);
    let last = before.split_whitespace().next_back().unwrap_or("");
    let named = |argument: &&Arg| {
        argument.get_long().is_some_and(|long| last.strip_prefix("--") == Some(long))
            || argument.get_short().is_some_and(|short| last == format!("-{short}"))
    };
    match verb.get_arguments().find(named) {
        Some(option) => is_path(&option),
        None => verb.get_positionals().any(|argument| is_path(&argument)),
    }
}

fn matching(names: impl Iterator<Item = String>, begin: &str) -> Vec<String> {
    let mut found: Vec<String> = names.filter(|name| name.starts_with(begin)).collect();
    found.sort();
    found.dedup();
    found
}

/// Files and folders that begin so.
fn files(word: &str) -> Vec<String> {
    let (folder, begin) = word.rsplit_once('/').map_or(("", word), |(folder, name)| (folder, name));
    let place = match folder {
        "" if word.starts_with('/') => "/",
        "" => ".",
        folder => folder,
    };
    let prefix = &word[..word.len() - begin.len()];
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let end = if entry.path().is_dir() { "/" } else { "" };
        (begin.starts_with('.') || !name.starts_with('.')).then(|| format!("{prefix}{name}{end}"))
    });
    matching(names, word)
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(&line[..pos]))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::args::program;
    use crate::verb::input::Input;
    use crate::verb::repl::Kept;

    #[test]
    fn verbs_games_names_options_and_files_are_known() {
        let definitions = vec!["let kaput = take[1,3];".to_owned()];
        let kept = Kept { history: Vec::new(), definitions, input: Input::new(10) };
        let names = Names::new(program(), Arc::new(Mutex::new(kept)));
        let told = |line: &str| names.candidates(line);
        assert_eq!(told("expl"), (0, vec!["explain".to_owned()]));
        assert_eq!(told("solve nim(3) + kay"), (15, vec!["kayles".to_owned()]));
        assert_eq!(told("table kap"), (6, vec!["kaput".to_owned()]));
        assert_eq!(told("period kayles --cert"), (14, vec!["--certificate".to_owned()]));
        let path = format!("verify {}/READ", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(told(&path), (7, vec![format!("{}/README.md", env!("CARGO_MANIFEST_DIR"))]));
        assert!(told("misere nim(3) + gr").1.contains(&"grundy".to_owned()));
        assert!(told("威").1.is_empty());
    }
}
