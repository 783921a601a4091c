//! `repl`: a prompt. What was defined and computed stays until the end, and what was typed for the next time.

mod complete;
mod history;
mod words;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard};

use clap::{Command, Parser};
use grundy::locked;
use grundy::scene::SceneOptions;
use grundy::{Budget, Context, Diagnostic, ErrorKind};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};
use serde_json::{Value, json};

use crate::again::State;
use crate::args::{Arguments, Verb, program};
use crate::exit::{Exit, Failure, Source};
use crate::render::board;
use crate::setting::{self, Setting};
use crate::terminal::columns;
use crate::verb::input::{Input, Next};
use crate::verb::{reading, source};
use crate::{again, allocator, guard, render, report, stdout, usage};
use complete::Names;
use grundy::Session;
use history::History;

const HELP: &str = "\
POSITION               who wins, the value, the winning moves: nim(3,5,7)
let NAME = GAME        a name for a game, from now on
VERB …                 any verb of the program: explain nim(3,5), table kayles --to 9,
                       prove take[1..3] g = n % 4, same 0.77 kayles, mex 0 1 3
list, describe NAME    the games of the catalogue; ?NAME is short for describe NAME
play POSITION          a game against the program
help VERB              what a verb takes
help, quit             this, and the end (also Ctrl-D); Ctrl-C stops a question
Tab completes verbs, games, names, options and files.
";

/// Boards of more lines than this are not drawn, nor those whose moves take more than so many nodes.
const BOARD: usize = 16;
const DRAWING: u64 = 100_000;

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
    let program = program();
    let mut prompt = Prompt { session, setting, program, kept: Arc::new(Mutex::new(kept)) };
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
    program: Command,
    kept: Shared,
}

impl Prompt<'_> {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        locked(self.kept.lock())
    }

    fn at_a_terminal(&mut self) -> Result<Exit, Failure> {
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let mut editor: Editor<Names, MemHistory> = Editor::with_history(config, MemHistory::new()).map_err(machine)?;
        editor.set_helper(Some(Names::new(self.program.clone(), Arc::clone(&self.kept))));
        let file = History::usual();
        // after a start anew this is in the file as well
        let before = file.read();
        let before = if before.is_empty() { self.kept().history.clone() } else { before };
        for line in &before {
            editor.add_history_entry(line).map_err(machine)?;
        }
        loop {
            match editor.readline("grundy> ") {
                Ok(line) => {
                    self.kept().history.push(line.clone());
                    file.add(&line);
                    self.setting.cancel.reset();
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
            // there is nobody who would ask something else now
            if self.setting.cancel.is_set() {
                return Ok(Exit::Spent);
            }
            let Some(line) = line else {
                let message = format!("the line is longer than {} bytes", self.setting.limits.text);
                tell(source::too_long(message), self.setting)?;
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
        let answered = self.answer(line);
        guard::forget();
        if let Err(failure) = answered {
            tell(failure, self.setting)?;
        }
        Ok(true)
    }

    /// From now on the question ends with its budget, whatever it does; the prompt returns.
    fn guard(&self, line: &str, setting: &Setting) {
        let (kept, text) = (Arc::clone(&self.kept), line.to_owned());
        let (asked, json, terminal) = (setting.asked, setting.json, setting.terminal);
        guard::start(&setting.budget, move |breach| {
            let Some(kept) = guard::patiently(&kept) else { return };
            let stopped = guard::unknown(breach.spent);
            guard::tell(|out| {
                if json {
                    render::unanswered::json(out, asked, &text, &stopped)
                } else {
                    render::text::stopped(out, &stopped, &terminal)
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
            let ended = format!("{line};");
            let defined = match self.session.define(line) {
                // the end of the line ends the last definition
                Err(_) if self.session.define(&ended).is_ok_and(|defined| defined) => Ok(true),
                Err(_) if self.replace(&ended) => return Ok(()),
                defined => defined,
            };
            if defined.map_err(Failure::reading(&source))? {
                self.kept().definitions.push(if line.ends_with(';') { line.to_owned() } else { ended });
                return Ok(());
            }
            guard::forget();
        }
        if let Some(name) = line.strip_prefix('?') {
            return self.answer(&format!("describe {}", name.trim()));
        }
        let is_verb = word != "repl" && self.program.find_subcommand(word).is_some();
        let (verb, rest) = if is_verb || word == "help" { (word, rest) } else { ("solve", line) };
        let typed: Vec<OsString> = match verb {
            "help" => ["grundy", "help", rest.trim()].map(OsString::from).to_vec(),
            verb => words::arguments(&self.program, verb, rest),
        };
        let parsed = Arguments::try_parse_from(&typed);
        let verb = match parsed {
            Ok(arguments) => arguments.verb,
            Err(error) if !error.use_stderr() => return Ok(error.print()?),
            Err(error) => return Err(Failure::plain(usage::fault(&error, typed.get(1..).unwrap_or_default()))),
        };
        // the prompt's own input is no file for a question
        if verb.reads_input() {
            return Err(Failure::plain(Diagnostic::input("`-` is what the prompt itself reads")));
        }
        let common = verb.common();
        let mut setting = self.setting.clone();
        if let Some(form) = common.form() {
            (setting.form, setting.json) = (form, form.is_object());
            if form.is_page() {
                setting.terminal = setting.terminal.as_page();
            }
        }
        setting.strict |= common.strict;
        setting.terminal.why |= common.why;
        setting.misere |= common.misere;
        if let Some(values) = &common.values {
            setting.values = values.clone();
        }
        setting.threads = common.threads.or(setting.threads);
        setting.input_is_taken = true;
        setting.budget.time = common.time.or(setting.budget.time);
        setting.budget.memory = common.memory.or(setting.budget.memory);
        setting.budget.nodes = common.nodes.or(setting.budget.nodes);
        setting.asked = verb.asked();
        setting.verb = verb.name();
        setting.terminal.quiet |= common.quiet;
        setting.terminal.chinese |= verb.is_chinese();
        // the board of the position stands above the answer
        if matches!(verb, Verb::Solve(_)) && !setting.json && !setting.terminal.quiet {
            self.board(rest, &setting)?;
        }
        if !matches!(verb, Verb::Play(_)) {
            self.guard(rest, &setting);
        }
        stdout::stand_aside(verb.writes_to_stdout(setting.json));
        let answered = super::run(&verb, self.session, &setting).map(drop);
        stdout::stand_aside(false);
        answered
    }

    /// Gives a name that is defined another meaning, for what was defined with it as well; says whether that can be done.
    fn replace(&mut self, ended: &str) -> bool {
        let mut definitions = self.kept().definitions.clone();
        let name = |text: &str| {
            let text = text.strip_prefix("let ").filter(|text| !text.contains("let "))?.trim_start();
            text.find(['=', '[', ' ']).map(|end| text[..end].to_owned())
        };
        let known = name(ended).and_then(|new| definitions.iter_mut().find(|old| name(old).as_ref() == Some(&new)));
        let Some(known) = known else { return false };
        ended.clone_into(known);
        let mut session = Session::with_limits(self.setting.limits);
        reading::prepare(&mut session, &Source::typed("question", ended), self.setting);
        if !definitions.iter().all(|text| session.define(text).is_ok_and(|defined| defined)) {
            return false;
        }
        *self.session = session;
        self.kept().definitions = definitions;
        true
    }

    /// Draws a position that is small enough to be looked at; what cannot be read or drawn is left to the answer.
    fn board(&mut self, text: &str, setting: &Setting) -> Result<(), Failure> {
        reading::prepare(self.session, &Source::typed("question", text), setting);
        let Ok(position) = self.session.position_with(text, &setting.values) else { return Ok(()) };
        let width = setting.terminal.width;
        let options = SceneOptions::default().with_values(false).with_line((width / 2).clamp(5, 25) / 5 * 5);
        let limits = Budget { nodes: Some(DRAWING), ..setting.budget };
        let Ok(scene) = position.scene_with(&options, &Context::new(limits)) else { return Ok(()) };
        let listed = scene.parts.iter().any(|part| part.tone == Some("move"));
        let lines = board::draw(&scene, width, None).text();
        if listed || lines.len() > BOARD || lines.iter().any(|line| columns(line) > width) {
            return Ok(());
        }
        setting::print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))
    }
}

fn tell(failure: Failure, setting: &Setting) -> Result<(), Failure> {
    if matches!(failure, Failure::Output(_)) {
        return Err(failure);
    }
    report::report(failure, setting.json, setting.terminal.chinese);
    Ok(())
}
