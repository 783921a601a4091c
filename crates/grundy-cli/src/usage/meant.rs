//! What was probably meant by arguments that the parser refuses: the same command with what it lacks, or with the option
//! that the verb has for it.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use grundy::Session;
use grundy::game::catalogue::{self, Entry};

use crate::args::{options_with_values, program};
use crate::argv::first_positional;
use crate::shell::{quoted, split};

/// Options of other programs, and the ones that mean the same here: the first that the verb has.
const SAME: [(&[&str], &[&str]); 12] = [
    (&["max", "limit", "until", "upto", "up-to", "last", "length", "terms", "to"], &["to", "max", "limit"]),
    (&["min", "from", "first-index"], &["from", "min"]),
    (&["token", "tokens", "vertex", "vertices"], &["start"]),
    (&["timeout", "time-limit", "timelimit", "seconds"], &["seconds", "time"]),
    (&["mem", "memory-limit", "ram"], &["memory"]),
    (&["jobs", "cores", "parallel", "workers"], &["workers", "threads"]),
    (&["out", "save", "write"], &["output"]),
    (&["language", "target"], &["lang"]),
    (&["command", "program", "run", "exe"], &["cmd", "exec"]),
    (&["verbose", "reason", "details"], &["why"]),
    (&["piles", "numbers"], &["heaps"]),
    (&["silent"], &["quiet"]),
];

/// A tip that leaves out so many letters at the end of what was typed names another option.
const TOO_SHORT: usize = 3;

fn of_verb<'a>(program: &'a Command, verb: &str) -> Option<&'a Command> {
    program.find_subcommand(verb)
}

/// What stands in place of an argument that the verb has not.
pub(super) fn instead(error: &clap::Error, verb: &str, words: &[OsString]) -> Option<String> {
    if error.kind() == ErrorKind::InvalidValue {
        return other_form(error, verb);
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let unknown = error.get(ContextKind::InvalidArg)?.to_string();
    let program = program();
    let command = of_verb(&program, verb)?;
    let Some(typed) = unknown.strip_prefix("--") else { return game_meant(command, &unknown, words) };
    let typed = typed.split('=').next()?;
    let value = value_of(typed, words);
    let flag = |long: &str, value: Option<&str>| match value {
        Some(value) => format!("`--{long} {}`", quoted(value)),
        None => format!("`--{long}`"),
    };
    let has = |long: &str| command.get_arguments().any(|known| known.get_long() == Some(long));
    if typed == "format" || typed == "output-format" {
        let form = value.as_deref()?;
        let forms = command.get_arguments().find(|known| known.get_long() == Some("as"))?.get_possible_values();
        return match form {
            "json" => Some(flag("json", None)),
            _ => forms.iter().find(|known| known.matches(form, true)).map(|known| flag("as", Some(known.get_name()))),
        };
    }
    let same = SAME.iter().find(|(names, _)| names.contains(&typed)).map(|(_, same)| *same).unwrap_or_default();
    if let Some(long) = same.iter().find(|long| has(long)) {
        let takes_value =
            command.get_arguments().any(|known| known.get_long() == Some(long) && known.get_action().takes_values());
        return Some(flag(long, value.as_deref().filter(|_| takes_value)));
    }
    // the parser's tip for `--tokens` is `--to`
    let tip = error.get(ContextKind::SuggestedArg)?.to_string();
    let short = tip.strip_prefix("--").filter(|tip| typed.starts_with(tip) && typed.len() >= tip.len() + TOO_SHORT);
    short.map(|_| "`--help` lists the options".to_owned())
}

/// Options that say how an answer is written: some forms are of one, some of the other.
const FORMS: [&str; 2] = ["as", "format"];

/// The other option with the value that was typed, where it has that: `--format markdown`, `--as csv`.
fn other_form(error: &clap::Error, verb: &str) -> Option<String> {
    let argument = error.get(ContextKind::InvalidArg)?.to_string();
    let typed = argument.strip_prefix("--")?.split([' ', '=']).next()?;
    let other = FORMS.iter().find(|form| **form != typed).filter(|_| FORMS.contains(&typed))?;
    let value = error.get(ContextKind::InvalidValue)?.to_string();
    let program = program();
    let forms = of_verb(&program, verb)?.get_arguments().find(|known| known.get_long() == Some(other))?;
    let values = forms.get_possible_values();
    let form = values.iter().find(|known| known.matches(&value, true))?;
    Some(format!("`--{other} {}`", form.get_name()))
}

/// The value that was typed behind an option.
fn value_of(typed: &str, words: &[OsString]) -> Option<String> {
    let flag = format!("--{typed}");
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    if let Some(value) = words.iter().find_map(|word| word.strip_prefix(&flag)?.strip_prefix('=')) {
        return Some(value.to_owned());
    }
    let at = words.iter().position(|word| *word == flag)?;
    words.get(at + 1).filter(|value| !value.starts_with('-')).map(ToString::to_string)
}

/// The command with the option of the game, where a game stands alone: `verify FILE kayles`.
fn game_meant(command: &Command, unknown: &str, words: &[OsString]) -> Option<String> {
    let of_game = |known: &&clap::Arg| known.get_value_names().is_some_and(|names| names.iter().any(|n| *n == "GAME"));
    let long = command.get_arguments().find(|known| of_game(known) && known.get_long().is_some())?.get_long()?;
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let flag = format!("--{long}");
    let at = words.iter().rposition(|word| word == unknown)?;
    if words.iter().any(|word| word.split('=').next() == Some(&flag)) {
        return None;
    }
    // a game may be several words
    let end = at + words[at..].iter().take_while(|word| !word.starts_with('-')).count();
    let quote = |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>();
    let game = quoted(&words[at..end].join(" "));
    let line = [&quote(&words[..at])[..], &[flag, game], &quote(&words[end..])].concat();
    Some(format!("grundy {}", line.join(" ")))
}

/// The command as it was typed, with the options that it lacks, as the first example of the verb has them. Numbers at the end
/// are the values of those options: `count nim 3 1000`.
pub(super) fn completed(error: &clap::Error, verb: &str, words: &[OsString]) -> Option<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return None };
    let program = program();
    let command = of_verb(&program, verb)?;
    let takes_value = options_with_values(&program);
    let (name, rest) = words.split_first()?;
    first_positional(rest, &&takes_value)?;
    let typed: Vec<String> = rest.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let missing: Vec<&str> =
        missing.iter().map(|usage| usage.split(' ').next()?.strip_prefix("--")).collect::<Option<_>>()?;
    let examples = command.get_after_help()?.to_string();
    let lines: Vec<Vec<String>> =
        examples.lines().filter_map(|line| split(line.trim().strip_prefix("grundy ")?).ok()).collect();
    let name_of = |long: &str| -> Vec<String> {
        let short = command.get_arguments().find(|known| known.get_long() == Some(long)).and_then(clap::Arg::get_short);
        [format!("--{long}")].into_iter().chain(short.map(|short| format!("-{short}"))).collect()
    };
    let as_shown = |long: &str| {
        let names = name_of(long);
        lines.iter().find_map(|line| {
            let at = line.iter().position(|word| names.contains(word))?;
            Some((line[at].clone(), line.get(at + 1)?.clone()))
        })
    };
    // options may follow the words
    let end = typed.iter().position(|word| word.starts_with('-')).unwrap_or(typed.len());
    if let Some((at, long, value)) = value_among(command, &missing, &typed[..end]) {
        let mut line = vec![name.to_string_lossy().into_owned()];
        line.extend(game_of(verb, &typed[..at]));
        line.extend([format!("--{long}"), value]);
        line.extend_from_slice(&typed[end..]);
        for other in missing.iter().filter(|other| **other != long) {
            let (flag, value) = as_shown(other)?;
            line.extend([flag, value]);
        }
        return Some(command_line(&line));
    }
    let is_number = |word: &&String| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    // the options of the first example that take numbers, in its order, up to the one that is missing
    let first = lines.iter().find(|line| line.first().map(String::as_str) == Some(verb))?;
    let shown = first.windows(2).filter(|two| two[0].starts_with("--") && is_number(&&two[1]));
    let shown: Vec<&str> = shown
        .filter_map(|two| two[0].strip_prefix("--"))
        .filter(|long| !typed.contains(&format!("--{long}")))
        .collect();
    let numbers = typed[..end].iter().rev().take_while(is_number).count();
    let are_meant = missing.iter().all(|long| shown.contains(long)) && numbers <= shown.len() && numbers < end;
    let text = if are_meant { end - numbers } else { end };
    let (values, named) = (&typed[text..end], &shown[shown.len() - (end - text)..]);
    let mut line: Vec<String> = [name.to_string_lossy().into_owned()].into_iter().collect();
    line.extend(game_of(verb, &typed[..text]));
    for (long, value) in named.iter().zip(values) {
        line.extend([format!("--{long}"), value.clone()]);
    }
    line.extend_from_slice(&typed[end..]);
    for long in missing.iter().filter(|long| !named.contains(long)) {
        let (flag, value) = as_shown(long)?;
        line.extend([flag, value]);
    }
    Some(command_line(&line))
}

fn command_line(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("grundy {}", words.join(" "))
}

/// Verbs that ask about a game, not about one position of it.
const OF_GAMES: [&str; 3] = ["count", "emit", "stress"];

/// The words of the question: of a verb that asks about a game the game alone, where a position was typed.
fn game_of(verb: &str, words: &[String]) -> Vec<String> {
    let text = words.join(" ");
    if !OF_GAMES.contains(&verb) {
        return words.to_vec();
    }
    game_alone(&text).map_or_else(|| words.to_vec(), |game| vec![game])
}

/// The game of a position: `nim` of `nim(3, 5)`; a game with parameters that were left out has those of its example.
fn game_alone(text: &str) -> Option<String> {
    let mut session = Session::new();
    let is_game = |session: &mut Session, game: &str| session.game(game).is_ok();
    let fault = session.game(text).err()?;
    if let Some(name) = entry_of(text) {
        let example = name.example.split('(').next()?.to_owned();
        return is_game(&mut session, &example).then_some(example);
    }
    let game = text.get(..fault.span?.start)?;
    let is_position = text[game.len()..].starts_with('(') && session.position(text).is_ok();
    (is_position && is_game(&mut session, game)).then(|| game.to_owned())
}

/// The entry of a game that needs parameters in brackets, where none are there: `moore(3)`.
fn entry_of(text: &str) -> Option<&'static Entry> {
    let entry = catalogue::find(text.split('(').next()?.trim())?;
    entry.example.split('(').next()?.contains('[').then_some(entry)
}

/// Programs that run others.
const INTERPRETERS: [&str; 10] = ["python", "python3", "pypy", "pypy3", "java", "node", "ruby", "perl", "bash", "sh"];
/// How programs and their sources end.
const PROGRAMS: [&str; 14] = ["out", "exe", "py", "cpp", "cc", "cxx", "c", "rs", "go", "java", "js", "rb", "pl", "sh"];

/// The value of an option that is missing, where it stands behind the text without its name, and where: `emit nim cpp`,
/// `stress nim ./a.out`.
fn value_among(command: &Command, missing: &[&str], words: &[String]) -> Option<(usize, String, String)> {
    let last = words.len().checked_sub(1).filter(|last| *last > 0)?;
    for long in missing {
        let option = command.get_arguments().find(|known| known.get_long() == Some(long))?;
        let values = option.get_possible_values();
        if let Some(value) = values.iter().find(|value| value.matches(&words[last], true)) {
            return Some((last, (*long).to_owned(), value.get_name().to_owned()));
        }
        if *long == "cmd"
            && let Some(at) = (1..words.len()).find(|&at| is_program(&words[at]))
        {
            return Some((at, (*long).to_owned(), words[at..].join(" ")));
        }
    }
    None
}

/// Does the word begin a command: a path, a source, an interpreter?
fn is_program(word: &str) -> bool {
    let Some(first) = word.split_whitespace().next() else { return false };
    let is_path = ["./", "../", "/", "~/"].iter().any(|begin| first.starts_with(begin));
    let ends = first.rsplit_once('.').is_some_and(|(name, end)| !name.is_empty() && PROGRAMS.contains(&end));
    is_path || ends || INTERPRETERS.contains(&first)
}
