//! `repl`: a prompt. What was defined and computed stays until the end.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

use clap::Parser;
use grundy::{Diagnostic, ErrorKind};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use crate::args::{Arguments, LATER, Verb, options_with_values};
use crate::exit::{Exit, Failure, Source};
use crate::setting::{self, Setting};
use crate::verb::input::{Lines, Next};
use grundy::Session;

const HELP: &str = "\
POSITION               who wins, the value, the winning moves: nim(3,5,7)
let NAME = GAME;       a name for a game, from now on
explain POSITION       the reasons
moves POSITION         every move with the value it leads to
table GAME --to N      values of a game
period GAME            preperiod, period, saltus
list, describe NAME    the games of the catalogue
help, quit             this, and the end (also Ctrl-D); Ctrl-C stops a question
";

/// Words that are verbs at the prompt.
const VERBS: [&str; 7] = ["solve", "explain", "moves", "table", "period", "list", "describe"];

/// Asks until the input ends.
pub(crate) fn run(session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    if io::stdin().is_terminal() { at_the_prompt(session, setting) } else { from_a_stream(session, setting) }
}

fn machine(what: impl std::fmt::Display) -> Failure {
    Failure::plain(Diagnostic::new(ErrorKind::Io, format!("the prompt failed: {what}")))
}

fn at_the_prompt(session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let config = Config::builder().auto_add_history(true).build();
    let mut editor: Editor<(), MemHistory> = Editor::with_history(config, MemHistory::new()).map_err(machine)?;
    loop {
        match editor.readline("grundy> ") {
            Ok(line) => {
                if !one(&line, session, setting)? {
                    return Ok(Exit::Answered);
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(Exit::Answered),
            Err(error) => return Err(machine(error)),
        }
    }
}

fn from_a_stream(session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut lines = Lines::new(io::stdin().lock(), setting.limits.text);
    let mut line = Vec::new();
    loop {
        setting.cancel.set_waiting(true);
        let next = lines.read(&mut line).map_err(machine)?;
        setting.cancel.set_waiting(false);
        let go_on = match next {
            Next::End => false,
            Next::TooLong => {
                let message = format!("the line is longer than {} bytes", setting.limits.text);
                tell(setting::too_long(message), setting)?;
                true
            }
            Next::Line => one(&String::from_utf8_lossy(&line), session, setting)?,
        };
        if !go_on {
            return Ok(Exit::Answered);
        }
    }
}

/// Answers one line; false at the end. Only output that nobody takes any more ends the prompt from below.
fn one(line: &str, session: &mut Session, setting: &Setting) -> Result<bool, Failure> {
    let line = line.trim();
    match line {
        "" => return Ok(true),
        "quit" | "exit" | "q" => return Ok(false),
        "help" | "?" => {
            setting::print(|out| out.write_all(HELP.as_bytes()))?;
            return Ok(true);
        }
        _ if line.starts_with('#') => return Ok(true),
        _ => {}
    }
    setting.cancel.reset();
    if let Err(failure) = answer(line, session, setting) {
        tell(failure, setting)?;
    }
    setting.cancel.reset();
    Ok(true)
}

fn tell(failure: Failure, setting: &Setting) -> Result<(), Failure> {
    if matches!(failure, Failure::Output(_)) {
        return Err(failure);
    }
    crate::report(failure, setting.json);
    Ok(())
}

fn answer(line: &str, session: &mut Session, setting: &Setting) -> Result<(), Failure> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word == "let" {
        let source = Source { name: "question".to_owned(), text: line.to_owned() };
        if session.define(line).map_err(Failure::reading(&source))? {
            return Ok(());
        }
    }
    let (verb, rest) = if VERBS.contains(&word) {
        (word, rest)
    } else if LATER.contains(&word) {
        return Err(Failure::plain(crate::unsupported_verb(word)));
    } else {
        ("solve", line)
    };
    let parsed = Arguments::try_parse_from(arguments(verb, rest));
    let verb = match parsed {
        Ok(arguments) => arguments.verb,
        Err(error) if !error.use_stderr() => return Ok(error.print()?),
        Err(error) => return Err(Failure::plain(crate::usage_error(&error))),
    };
    // the prompt's own input is no file for a question
    if let Verb::Solve(options) = &verb
        && options.text.text.as_deref() == Some("-")
    {
        return Err(Failure::plain(Diagnostic::input("`-` reads lines, and the prompt does so already")));
    }
    let common = verb.common();
    let mut setting = setting.clone();
    setting.json |= common.json;
    setting.quiet |= common.quiet;
    setting.budget.time = common.time.or(setting.budget.time);
    setting.budget.memory = common.memory.or(setting.budget.memory);
    setting.budget.nodes = common.nodes.or(setting.budget.nodes);
    super::run(&verb, session, &setting).map(drop)
}

/// Options are words that begin with two dashes, with their values; all the rest is the text.
fn arguments(verb: &str, rest: &str) -> Vec<OsString> {
    let takes_value = options_with_values(&<Arguments as clap::CommandFactory>::command());
    let mut words: Vec<OsString> = vec!["grundy".into(), verb.into()];
    let mut text: Vec<&str> = Vec::new();
    let mut pieces = rest.split_whitespace();
    while let Some(piece) = pieces.next() {
        let letters = piece.strip_prefix("--").unwrap_or("");
        if piece == "-q" || letters.starts_with(|c: char| c.is_ascii_lowercase()) {
            words.push(piece.into());
            if takes_value.contains(&piece.into()) {
                words.extend(pieces.next().map(OsString::from));
            }
        } else {
            text.push(piece);
        }
    }
    if !text.is_empty() {
        // quotes around the whole text are a habit from the shell
        let text = text.join(" ");
        let bare = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).unwrap_or(&text);
        words.extend(["--".into(), bare.into()]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_told_from_the_text() {
        let words = |rest: &str| -> Vec<String> {
            arguments("moves", rest).into_iter().skip(2).map(|w| w.to_string_lossy().into_owned()).collect()
        };
        assert_eq!(words("nim(3, 5) --limit 3 --winning"), ["--limit", "3", "--winning", "--", "nim(3, 5)"]);
        assert_eq!(words("'{n -> n-1 if n > 0}(3)'"), ["--", "{n -> n-1 if n > 0}(3)"]);
        assert!(words("").is_empty());
    }
}
