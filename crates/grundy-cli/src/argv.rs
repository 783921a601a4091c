//! The verb is optional and may stand anywhere: `grundy --json 'nim(3)'` becomes `solve --json 'nim(3)'`.

use std::cell::LazyCell;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::ops::Deref;

use clap::CommandFactory;
use grundy::game::{catalogue, problems};
use grundy::notation::nearest;
use grundy::{Diagnostic, ErrorKind, FaultCode, Session};

use crate::args::{Arguments, is_chinese_here, options_with_values, program};
use crate::manual::{CHAPTERS, Chapter};

/// What is asked, as far as the first look tells.
pub(crate) enum Request {
    /// Arguments for the parser, the verb in front.
    Parse(Vec<OsString>),
    /// A chapter of the manual.
    Chapter(&'static Chapter),
}

/// Puts the verb in front, `solve` where none is given.
pub(crate) fn normalise(mut arguments: Vec<OsString>) -> Result<Request, Diagnostic> {
    // the options of all verbs are asked for only where one stands in front of what they are looked for
    let takes_value = LazyCell::new(|| options_with_values(&program()));
    let Some(at) = first_positional(&arguments, &takes_value) else {
        let about_itself = |a: &OsString| ["-h", "--help", "-V", "--version"].iter().any(|x| a == OsStr::new(x));
        // the question may come on standard input
        if !(arguments.is_empty() && io::stdin().is_terminal() || arguments.iter().any(about_itself)) {
            arguments.insert(0, "solve".into());
        }
        return Ok(Request::Parse(arguments));
    };
    let word = arguments[at].to_string_lossy().into_owned();
    let command = Arguments::command();
    let names = command.get_subcommands().flat_map(|c| c.get_visible_aliases().chain([c.get_name()]));
    let verbs: Vec<&str> = names.chain(["help"]).collect();
    let is_verb = |word: &str| verbs.contains(&word);
    if is_verb(&word) {
        let verb = arguments.remove(at);
        if word == "help"
            && let Some(at) = first_positional(&arguments, &takes_value)
            && let topic = arguments[at].to_string_lossy()
            && !is_verb(&topic)
        {
            return help_on(&topic, &arguments[at..], &verbs);
        }
        // a graph may come on standard input, as texts do
        let says = |option: &str| arguments.iter().any(|a| a.to_string_lossy().split('=').next() == Some(option));
        if verb == "label"
            && first_positional(&arguments, &takes_value).is_none()
            && !["--rule", "-h", "--help"].iter().any(|option| says(option))
            && !io::stdin().is_terminal()
        {
            arguments.push("-".into());
        }
        arguments.insert(0, verb);
        return Ok(Request::Parse(arguments));
    }
    // a verb and its text in one pair of quotation marks
    let inside = word.split_once(|c: char| c.is_whitespace()).map(|(verb, text)| (verb, text.trim_start()));
    let apart = inside.or_else(|| word.find(['(', '{']).map(|at| word.split_at(at)).filter(|(verb, _)| *verb == "mex"));
    if let Some((verb, text)) = apart
        && is_verb(verb)
        && !text.is_empty()
        && catalogue::find(verb).is_none()
    {
        let text = text.to_owned();
        arguments[at] = text.into();
        arguments.insert(0, verb.into());
        return Ok(Request::Parse(arguments));
    }
    // a plain word in front of others is a game or was meant to be a verb
    let is_plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
    let speaks_of_games = word == "misere"
        || word == "let"
        || ["subtraction", "subtract", "bash", "bachet"].contains(&word.as_str())
        || catalogue::find(&word).is_some()
        || is_problem(&arguments[at..])
        || is_title(&arguments[at..]);
    let more = first_positional(&arguments[at + 1..], &takes_value).is_some();
    if is_plain && more && !speaks_of_games {
        let error = unknown(format!("there is no verb and no game `{word}`"));
        let games = (catalogue::GAMES.names)();
        return Err(match nearest(&word, verbs.iter().copied().chain(games)) {
            Some(name) => error.suggest(format!("did you mean `{name}`?")),
            None => {
                error.suggest(solved(&arguments[at + 1..]).unwrap_or_else(|| {
                    "the verbs are listed by `grundy --help`, the games by `grundy list`".to_owned()
                }))
            }
        });
    }
    if is_plain && !speaks_of_games {
        // a word alone that is like a verb and like no game
        let verb = if word == "serve" { Some("web") } else { nearest(&word, verbs.iter().copied()) };
        if let Some(verb) = verb.filter(|_| nearest(&word, (catalogue::GAMES.names)()).is_none()) {
            let error = unknown(format!("there is no verb and no game `{word}`"));
            return Err(error.suggest(format!("did you mean `{verb}`?")));
        }
    }
    arguments.insert(0, "solve".into());
    Ok(Request::Parse(arguments))
}

/// A fault that quotes a word as it was typed.
fn unknown(message: String) -> Diagnostic {
    Diagnostic::new(ErrorKind::Input, message).coded(FaultCode::UnknownName)
}

/// A position behind what is no verb can be solved: `show nim 3 4`. Longer texts are not read twice.
fn solved(words: &[OsString]) -> Option<String> {
    let plain = words.iter().map(|word| word.to_string_lossy()).take_while(|word| !word.starts_with('-'));
    let text = plain.collect::<Vec<_>>().join(" ");
    if text.len() > 200 || text.contains('\'') {
        return None;
    }
    let mut session = Session::new();
    session.position(&text).ok()?;
    Some(format!("solve '{}'", session.heard().strict().unwrap_or(&text)))
}

/// Are the first words the number of a judge's problem: `hdu 1846`?
fn is_problem(words: &[OsString]) -> bool {
    let text = words.iter().take(3).map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    let ends = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]);
    ends.into_iter().any(|end| problems::is_number(&text[..end]))
}

/// Do the first words call a game as books do: `fibonacci nim 13`?
fn is_title(words: &[OsString]) -> bool {
    let mut title = String::new();
    words
        .iter()
        .map(|word| word.to_string_lossy())
        .take_while(|word| word.chars().all(|c| c.is_alphabetic() || c == '\''))
        .any(|word| {
            title.push_str(&word);
            (catalogue::GAMES.called)(&title).is_some()
        })
}

/// What `help` is asked for, where it is not a verb: the first of these words, or all of them.
fn help_on(topic: &str, words: &[OsString], verbs: &[&str]) -> Result<Request, Diagnostic> {
    if let Some(chapter) = CHAPTERS.iter().find(|chapter| chapter.name == topic) {
        return Ok(Request::Chapter(chapter));
    }
    let error = unknown(format!("the manual has no chapter `{topic}`, and there is no such verb"));
    if let Some(name) = described(topic, words) {
        return Err(error.suggest(format!("grundy describe {name}")));
    }
    let names = CHAPTERS.iter().map(|chapter| chapter.name);
    Err(match nearest(topic, names.clone().chain(verbs.iter().copied())) {
        Some(name) => error.suggest(format!("did you mean `grundy help {name}`?")),
        None => error.suggest(format!("the chapters are {}", names.collect::<Vec<_>>().join(", "))),
    })
}

/// The game, the problem or the word that `describe` knows, as it is typed there.
fn described(topic: &str, words: &[OsString]) -> Option<String> {
    let plain = words.iter().map(|word| word.to_string_lossy()).take_while(|word| !word.starts_with('-'));
    let all = plain.collect::<Vec<_>>().join(" ");
    let name = [all.as_str(), topic].into_iter().find(|name| grundy_form::catalogue::find(name).is_some())?;
    let is_word = name.chars().all(char::is_alphanumeric);
    if is_word { Some(name.to_owned()) } else { (!name.contains('\'')).then(|| format!("'{name}'")) }
}

/// Is an answer or an error to be printed as JSON?
pub(crate) fn wants_json(arguments: &[OsString]) -> bool {
    // a scene is for machines only
    let words = || arguments.iter().take_while(|a| *a != "--");
    let said = |option: &str| words().zip(words().skip(1)).any(|(word, form)| word == option && form == "json");
    words().any(|a| a == "--json" || a == "--jsonl" || a == "--as=json")
        || said("--as")
        || words().any(|a| a == "table") && (said("--format") || words().any(|a| a == "--format=json"))
        || words().next().is_some_and(|first| first == "scene")
}

/// Takes the language of the text out of the arguments of `emit`, where a second `--lang` names that of the program. Is it Chinese?
pub(crate) fn spoken_beside_program(words: &mut Vec<OsString>) -> Option<bool> {
    if words.first().is_none_or(|verb| verb != "emit") {
        return None;
    }
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let languages: Vec<(usize, usize, String)> = (1..end)
        .filter_map(|at| match words[at].to_str()?.strip_prefix("--lang")? {
            "" => Some((at, 2, words[..end].get(at + 1)?.to_str()?.to_owned())),
            joined => Some((at, 1, joined.strip_prefix('=')?.to_owned())),
        })
        .collect();
    let is_spoken = |language: &str| language == "zh" || language == "en";
    let (at, length, language) = languages.iter().find(|(.., language)| is_spoken(language)).cloned()?;
    (languages.len() == 2).then(|| {
        words.drain(at..at + length);
        language == "zh"
    })
}

/// Is an error to be told in Chinese? Asked before the arguments are read, which may be what is wrong.
pub(crate) fn wants_chinese(arguments: &[OsString]) -> bool {
    let words = || arguments.iter().take_while(|a| *a != "--");
    let said = words().zip(words().skip(1)).filter(|(option, _)| *option == "--lang").map(|(_, language)| language);
    // of `emit` the other one names the language of the program
    match said.reduce(|first, other| if other == "zh" { other } else { first }) {
        Some(language) => language == "zh",
        None => words().any(|a| a == "--lang=zh") || is_chinese_here(),
    }
}

pub(crate) fn first_positional(
    arguments: &[OsString],
    takes_value: &impl Deref<Target = Vec<OsString>>,
) -> Option<usize> {
    let mut at = 0;
    while let Some(argument) = arguments.get(at) {
        if argument == "--" {
            return None;
        }
        let text = argument.to_string_lossy();
        if !text.starts_with('-') || text == "-" {
            return Some(at);
        }
        at += if takes_value.contains(argument) { 2 } else { 1 };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(line: &str) -> String {
        match normalise(line.split(' ').filter(|w| !w.is_empty()).map(OsString::from).collect()) {
            Ok(Request::Parse(words)) => words.iter().map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" "),
            Ok(Request::Chapter(chapter)) => format!("chapter {}", chapter.name),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn solve_is_understood() {
        assert_eq!(normal("nim(3) --json"), "solve nim(3) --json");
        assert_eq!(normal("--limit 3 nim(3)"), "solve --limit 3 nim(3)");
        assert_eq!(normal("-"), "solve -");
        assert_eq!(normal("-f q.txt --json"), "solve -f q.txt --json");
        assert_eq!(normal("fibonacci nim 13"), "solve fibonacci nim 13");
        assert_eq!(normal("hdu 1846"), "solve hdu 1846");
        let quoted = |text: &str| match normalise(vec![text.into()]) {
            Ok(Request::Parse(words)) => words.iter().map(|w| w.to_string_lossy()).collect::<Vec<_>>().join("|"),
            _ => panic!("{text}"),
        };
        assert_eq!(quoted("explain nim(3, 4)"), "explain|nim(3, 4)");
        assert_eq!(quoted("mex(0,1,3)"), "mex|(0,1,3)");
        assert_eq!(quoted("grundy 10"), "solve|grundy 10");
        assert_eq!(quoted("nim 3 4"), "solve|nim 3 4");
        assert_eq!(normal("-q -- -1"), "solve -q -- -1");
    }

    #[test]
    fn verbs_come_first() {
        assert_eq!(normal("--json --limit 3 moves nim(3)"), "moves --json --limit 3 nim(3)");
        assert_eq!(normal("table kayles"), "table kayles");
        assert_eq!(normal("--help"), "--help");
        assert_eq!(normal("check nim(a) n"), "check nim(a) n");
        assert_eq!(normal("nim 3 4 5"), "solve nim 3 4 5");
        assert_eq!(normal("misere nim 3"), "solve misere nim 3");
        assert_eq!(normal("--json guess kayles --to 5"), "guess --json kayles --to 5");
        assert_eq!(normal("--json quotient kayles --heaps 5"), "quotient --json kayles --heaps 5");
        assert_eq!(normal("help web"), "help web");
        assert_eq!(normal("help table"), "help table");
        assert_eq!(normal("help claims"), "chapter claims");
        assert!(normal("help notaton").contains("notation") && normal("help whatever").contains("json"));
        assert_eq!(normal("--rule nim(3) label --json"), "label --rule nim(3) --json");
        assert!(normal("sovle nim(3)").contains("`solve`"));
    }

    #[test]
    fn the_command_line_is_well_formed() {
        let program = program();
        program.clone().debug_assert();
        // each verb says what it does, also once its options are described
        let said = |verb: &clap::Command| verb.get_about().map(ToString::to_string);
        let mut all: Vec<String> = program.get_subcommands().filter_map(said).collect();
        assert_eq!(all.len(), program.get_subcommands().count());
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), program.get_subcommands().count());
        assert!(program.get_subcommands().all(|verb| verb.get_name() == "help" || verb.get_arguments().count() > 2));
    }
}
