//! `repl`: a prompt. What was defined and computed stays until the end.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::Parser;
use grundy::{Diagnostic, ErrorKind};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use serde_json::{Value, json};

use crate::again::State;
use crate::args::{Arguments, LATER, Verb, options_with_values};
use crate::exit::{Exit, Failure, Source};
use crate::setting::{self, Setting};
use crate::verb::input::{Input, Next};
use crate::verb::reading;
use crate::{again, allocator, guard, render};
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

/// What outlives a question that breaks its budget without hearing of it: then the program starts
/// [again](crate::again), and the prompt returns.
#[derive(Debug)]
struct Kept {
    /// What was typed at a terminal, oldest first.
    history: Vec<String>,
    /// The `let` lines in force.
    definitions: Vec<String>,
    /// Of a stream: what was read and not used.
    input: Input,
}

type Shared = Arc<Mutex<Kept>>;

/// Asks until the input ends.
pub(crate) fn run(session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let kept = Kept::new(again::state(), setting);
    for text in &kept.definitions {
        session.define(text).map_err(Failure::plain)?;
    }
    let mut prompt = Prompt { session, setting, kept: Arc::new(Mutex::new(kept)) };
    if io::stdin().is_terminal() { prompt.at_a_terminal() } else { prompt.at_a_stream() }
}

fn machine(what: impl std::fmt::Display) -> Failure {
    Failure::plain(Diagnostic::new(ErrorKind::Io, format!("the prompt failed: {what}")))
}

impl Kept {
    /// Nothing, or what an earlier start of the program kept.
    fn new(left: Option<State>, setting: &Setting) -> Kept {
        let longest = setting.limits.text;
        let Some(left) = left else {
            return Kept { history: Vec::new(), definitions: Vec::new(), input: Input::new(longest) };
        };
        let head: Value = serde_json::from_str(&left.head).unwrap_or_default();
        let texts = |name: &str| {
            let texts = head[name].as_array().into_iter().flatten();
            texts.filter_map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let input = Input::resumed(longest, left.rest, head["skipping"] == true);
        Kept { history: texts("history"), definitions: texts("definitions"), input }
    }

    fn state(&self) -> State {
        let skipping = self.input.is_skipping();
        let head = json!({"history": self.history, "definitions": self.definitions, "skipping": skipping});
        State { head: head.to_string(), rest: self.input.rest().to_vec() }
    }
}

struct Prompt<'a> {
    session: &'a mut Session,
    setting: &'a Setting,
    kept: Shared,
}

impl Prompt<'_> {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn at_a_terminal(&mut self) -> Result<Exit, Failure> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor: Editor<(), MemHistory> = Editor::with_history(config, MemHistory::new()).map_err(machine)?;
        for line in &self.kept().history {
            editor.add_history_entry(line).map_err(machine)?;
        }
        loop {
            match editor.readline("grundy> ") {
                Ok(line) => {
                    self.kept().history.push(line.clone());
                    if !self.one(&line)? {
                        return Ok(Exit::Answered);
                    }
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(Exit::Answered),
                Err(error) => return Err(machine(error)),
            }
        }
    }

    fn at_a_stream(&mut self) -> Result<Exit, Failure> {
        loop {
            let mut kept = self.kept();
            let line = match kept.input.take() {
                None => {
                    self.setting.cancel.set_waiting(true);
                    let filled = kept.input.fill(&mut io::stdin().lock());
                    self.setting.cancel.set_waiting(false);
                    filled.map_err(machine)?;
                    continue;
                }
                Some(Next::End) => return Ok(Exit::Answered),
                Some(Next::TooLong) => None,
                Some(Next::Line(line)) => Some(String::from_utf8_lossy(line).into_owned()),
            };
            drop(kept);
            let Some(line) = line else {
                let message = format!("the line is longer than {} bytes", self.setting.limits.text);
                tell(setting::too_long(message), self.setting)?;
                continue;
            };
            if !self.one(&line)? {
                return Ok(Exit::Answered);
            }
        }
    }

    /// Answers one line; false at the end. Only output that nobody takes any more ends the prompt from below.
    fn one(&mut self, line: &str) -> Result<bool, Failure> {
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
        self.setting.cancel.reset();
        let answered = self.answer(line);
        guard::forget();
        if let Err(failure) = answered {
            tell(failure, self.setting)?;
        }
        self.setting.cancel.reset();
        Ok(true)
    }

    /// From now on the question ends with its budget, whatever it does; the prompt returns.
    fn guard(&self, line: &str, setting: &Setting) {
        let (kept, text) = (Arc::clone(&self.kept), line.to_owned());
        let (asked, json) = (setting.asked, setting.json);
        guard::start(&setting.budget, move |breach| {
            let Some(kept) = guard::patiently(&kept) else { return };
            let stopped = guard::unknown(breach.spent);
            guard::tell(|out| {
                if json {
                    render::unanswered::json(out, asked, &text, &stopped)
                } else {
                    render::text::stopped(out, &stopped)
                }
            });
            again::start(&kept.state());
            allocator::leave(Exit::Spent)
        });
    }

    fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word == "let" {
            self.guard(line, self.setting);
            let source = Source::typed("question", line);
            reading::prepare(self.session, &source, self.setting);
            if self.session.define(line).map_err(Failure::reading(&source))? {
                self.kept().definitions.push(line.to_owned());
                return Ok(());
            }
            guard::forget();
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
            && options.text.is_lines()
        {
            return Err(Failure::plain(Diagnostic::input("`-` reads lines, and the prompt does so already")));
        }
        let common = verb.common();
        let mut setting = self.setting.clone();
        setting.json |= common.json;
        setting.quiet |= common.quiet;
        setting.strict |= common.strict;
        setting.terminal.why |= common.why;
        setting.misere |= common.misere;
        setting.input_is_taken = true;
        setting.budget.time = common.time.or(setting.budget.time);
        setting.budget.memory = common.memory.or(setting.budget.memory);
        setting.budget.nodes = common.nodes.or(setting.budget.nodes);
        setting.asked = verb.asked();
        self.guard(rest, &setting);
        super::run(&verb, self.session, &setting).map(drop)
    }
}

fn tell(failure: Failure, setting: &Setting) -> Result<(), Failure> {
    if matches!(failure, Failure::Output(_)) {
        return Err(failure);
    }
    crate::report(failure, setting.json);
    Ok(())
}

/// Options are words that begin with two dashes, with their values; all the rest is the text.
fn arguments(verb: &str, rest: &str) -> Vec<OsString> {
    let takes_value = options_with_values(&<Arguments as clap::CommandFactory>::command());
    let mut words: Vec<OsString> = vec!["grundy".into(), verb.into()];
    let mut text: Vec<&str> = Vec::new();
    let mut pieces = rest.split_whitespace();
    while let Some(piece) = pieces.next() {
        let letters = piece.strip_prefix("--").unwrap_or("");
        if ["-q", "-n"].contains(&piece) || letters.starts_with(|c: char| c.is_ascii_lowercase()) {
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
