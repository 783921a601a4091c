//! What was probably meant by arguments that the parser refuses: the same command with what it lacks, or with the option
//! that the verb has for it.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

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
            _ => forms.iter().any(|known| known.matches(form, true)).then(|| flag("as", Some(form))),
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
    let is_number = |word: &&String| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    // the options of the first example that take numbers, in its order, up to the one that is missing
    let first = lines.iter().find(|line| line.first().map(String::as_str) == Some(verb))?;
    let shown = first.windows(2).filter(|two| two[0].starts_with("--") && is_number(&&two[1]));
    let shown: Vec<&str> = shown
        .filter_map(|two| two[0].strip_prefix("--"))
        .filter(|long| !typed.contains(&format!("--{long}")))
        .collect();
    // options may follow the words
    let end = typed.iter().position(|word| word.starts_with('-')).unwrap_or(typed.len());
    let numbers = typed[..end].iter().rev().take_while(is_number).count();
    let are_meant = missing.iter().all(|long| shown.contains(long)) && numbers <= shown.len() && numbers < end;
    let text = if are_meant { end - numbers } else { end };
    let (values, named) = (&typed[text..end], &shown[shown.len() - (end - text)..]);
    let mut line: Vec<String> = [name.to_string_lossy().into_owned()].into_iter().collect();
    line.extend_from_slice(&typed[..text]);
    for (long, value) in named.iter().zip(values) {
        line.extend([format!("--{long}"), value.clone()]);
    }
    line.extend_from_slice(&typed[end..]);
    for long in missing.iter().filter(|long| !named.contains(long)) {
        let (flag, value) = as_shown(long)?;
        line.extend([flag, value]);
    }
    let line: Vec<String> = line.iter().map(|word| quoted(word)).collect();
    Some(format!("grundy {}", line.join(" ")))
}
