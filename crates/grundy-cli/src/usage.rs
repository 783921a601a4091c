//! Faults of the command line: what the argument parser says, as a diagnostic with a suggestion.

mod meant;

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind as ClapKind};
use grundy::Diagnostic;

use crate::args::{self, program};

/// `--npy`, where the verb has `--format npy`.
fn format_meant(error: &clap::Error, text: &str) -> Option<String> {
    let unknown = error.get(ContextKind::InvalidArg)?.to_string();
    let verb = verb_of(text)?;
    let command = program();
    let formats = command.find_subcommand(verb)?.get_arguments().find(|known| known.get_id() == "format")?;
    let format = unknown.strip_prefix("--")?;
    let known = formats.get_possible_values().iter().any(|value| value.matches(format, false));
    known.then(|| format!("`--format {format}`"))
}

/// The verb of whose arguments the parser speaks.
fn verb_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix("Usage: grundy "))?.split(' ').next()
}

/// What may stand behind the options that a verb needs: "`--lang` is one of cpp, c, python, rust, java".
fn choices(verb: &str) -> Option<String> {
    let command = program();
    let needed = command.find_subcommand(verb)?.get_arguments().filter(|known| known.is_required_set());
    let told = needed.filter_map(|known| {
        let values = known.get_possible_values();
        let names: Vec<&str> =
            values.iter().filter(|value| !value.is_hide_set()).map(clap::builder::PossibleValue::get_name).collect();
        (!names.is_empty()).then(|| Some(format!("`--{}` is one of {}", known.get_long()?, names.join(", "))))?
    });
    Some(told.collect::<Vec<_>>().join("; ")).filter(|told| !told.is_empty())
}

/// The parser writes a range as Rust does: `9 is not in 0..=3`.
fn in_words(message: String) -> String {
    let Some((value, range)) = message.rsplit_once(" is not in ") else { return message };
    range.split_once("..=").map(|(least, most)| format!("{value} is not from {least} to {most}")).unwrap_or(message)
}

/// What the argument parser says of these words, the verb in front, as a diagnostic: its first paragraph, then its tips.
pub(crate) fn fault(error: &clap::Error, words: &[OsString]) -> Diagnostic {
    if error.kind() == ClapKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Diagnostic::input("nothing is asked").suggest("grundy 'nim(3,5,7)'; `grundy --help` says more");
    }
    let text = error.render().to_string();
    let (mut message, mut tips) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if line.starts_with("Usage:") || line.starts_with("For more information") {
            break;
        } else if let Some(tip) = line.strip_prefix("tip: ") {
            // of an option that there is not it would say how to ask a question of that name
            if !tip.starts_with("to pass '-") || tip["to pass '-".len()..].starts_with(|c: char| c.is_ascii_digit()) {
                tips.push(tip.to_owned());
            }
        } else if !line.is_empty() {
            message.push(line);
        }
    }
    let mut message = in_words(message.join(" "));
    // what is wrong with a value may be a diagnostic of its own
    if let Some(inner) = std::error::Error::source(error).and_then(|source| source.downcast_ref::<Diagnostic>()) {
        message = message.replace(&inner.to_string(), &inner.message);
        let flag = error.get(ContextKind::InvalidArg).map(ToString::to_string);
        let flag = flag.as_deref().and_then(|flag| flag.split(' ').next()).filter(|flag| flag.starts_with("--"));
        if let Some((flag, value)) = flag.zip(inner.suggestion.as_deref()) {
            return Diagnostic::input(message).suggest(format!("`{flag} {value}`"));
        }
    }
    let diagnostic = Diagnostic::input(message);
    // of a wrong value it does not say how the verb is used
    let verb = verb_of(&text).or_else(|| words.first()?.to_str());
    if let Some(meant) = verb.and_then(|verb| meant::instead(error, verb, words)) {
        return diagnostic.suggest(meant);
    }
    tips.extend(format_meant(error, &text));
    if !tips.is_empty() {
        return diagnostic.suggest(tips.join("; "));
    }
    if error.kind() != ClapKind::MissingRequiredArgument {
        return diagnostic.suggest("`--help` lists the options");
    }
    let example = verb.and_then(|verb| meant::completed(error, verb, words).or_else(|| args::example(verb)));
    match (example, verb.and_then(choices)) {
        (Some(example), Some(choices)) => diagnostic.suggest(format!("{example}; {choices}")),
        (Some(example), None) => diagnostic.suggest(format!("{example}; `--help` says more")),
        (None, _) => diagnostic.suggest("`--help` lists the options"),
    }
}
