//! A line of the prompt as arguments of the program: `table kayles --to 9`, `prove take[1..3] g = n % 4`.
//!
//! Blanks separate words, but not between brackets, `kayles(9, 3)`, nor between quotes at the beginning of a word, a habit
//! from the shell. Options begin with dashes, as ever. What a verb takes decides about the rest: one text, games, or words.

use std::ffi::OsString;

use clap::{Arg, Command};

use crate::args::options_with_values;

/// A word of a line; what stood in quotes is no option.
#[derive(Debug, PartialEq, Eq)]
struct Word {
    text: String,
    quoted: bool,
}

/// Cuts a line into words.
fn cut(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut letters = line.chars().peekable();
    loop {
        while letters.next_if(|c| c.is_whitespace()).is_some() {}
        let Some(&first) = letters.peek() else { return words };
        if matches!(first, '\'' | '"') && letters.clone().skip(1).any(|c| c == first) {
            letters.next();
            let text: String = std::iter::from_fn(|| letters.next().filter(|&c| c != first)).collect();
            words.push(Word { text, quoted: true });
            continue;
        }
        let (mut text, mut depth) = (String::new(), 0usize);
        while let Some(c) = letters.next_if(|c| depth > 0 || !c.is_whitespace()) {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            text.push(c);
        }
        words.push(Word { text: text.trim_end().to_owned(), quoted: false });
    }
}

/// Words that belong to one game or position: `misere nim`, `nim | kayles`.
fn joined(words: &[String]) -> Vec<String> {
    let sign = |word: &str| ["|", "+", "misere"].contains(&word);
    let mut games: Vec<String> = Vec::new();
    let mut open = false;
    for word in words {
        match games.last_mut() {
            Some(last) if open || ["|", "+"].contains(&word.as_str()) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => games.push(word.clone()),
        }
        open = sign(word);
    }
    games
}

/// The arguments that the line is for the program; `rest` stands behind the verb.
pub(super) fn arguments(program: &Command, verb: &str, rest: &str) -> Vec<OsString> {
    let takes_value = options_with_values(program);
    let own = program.find_subcommand(verb);
    let all = || own.into_iter().flat_map(Command::get_arguments);
    let letters: Vec<String> = all().filter_map(Arg::get_short).map(|c| format!("-{c}")).collect();
    let mut options: Vec<OsString> = vec!["grundy".into(), verb.into()];
    let mut texts = Vec::new();
    let mut words = cut(rest).into_iter();
    while let Some(Word { text, quoted }) = words.next() {
        let long = text.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
        if quoted || !(long || letters.contains(&text)) {
            texts.push(text);
            continue;
        }
        let word = OsString::from(text);
        let value = takes_value.contains(&word);
        options.push(word);
        if value {
            options.extend(words.next().map(|word| OsString::from(word.text)));
        }
    }
    let has = |id: &str| all().any(|argument| argument.get_id() == id);
    let second = all().find(|argument| argument.get_id() == "second").and_then(Arg::get_value_names);
    let second = second.and_then(<[_]>::first).map(clap::builder::Str::as_str);
    if has("words") {
        texts = vec![texts.join(" ")];
    } else if second == Some("CLAIM") && texts.len() > 2 {
        let games = joined(&texts);
        texts = vec![games[0].clone(), games[1..].join(" ")];
    } else if second == Some("GAME") {
        texts = joined(&texts);
    }
    texts.retain(|text| !text.is_empty());
    if !texts.is_empty() {
        options.push("--".into());
        options.extend(texts.into_iter().map(OsString::from));
    }
    options
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::args::program;

    fn words(verb: &str, rest: &str) -> Vec<String> {
        let all = arguments(&program(), verb, rest);
        all.into_iter().skip(2).map(|w| w.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn options_are_told_from_the_text() {
        assert_eq!(words("moves", "nim(3, 5) --limit 3 --winning"), ["--limit", "3", "--winning", "--", "nim(3, 5)"]);
        assert_eq!(words("solve", "'{n -> n-1 if n > 0}(3)'"), ["--", "{n -> n-1 if n > 0}(3)"]);
        assert_eq!(words("table", "nim + kayles -n 5 -q"), ["-n", "5", "-q", "--", "nim + kayles"]);
        assert_eq!(words("solve", "cram(\"2x3\") + chomp(\"2x2\")"), ["--", "cram(\"2x3\") + chomp(\"2x2\")"]);
        assert!(words("moves", "").is_empty());
    }

    #[test]
    fn verbs_of_several_texts_get_them() {
        assert_eq!(words("prove", "take[1..3] g = n % 4"), ["--", "take[1..3]", "g = n % 4"]);
        assert_eq!(words("prove", "'misere nim' \"P: n = 1\""), ["--", "misere nim", "P: n = 1"]);
        assert_eq!(words("prove", "misere take[1..3] P: n % 4 = 1"), ["--", "misere take[1..3]", "P: n % 4 = 1"]);
        assert_eq!(words("same", "take[1] | take[3] take[1, 3]"), ["--", "take[1] | take[3]", "take[1, 3]"]);
        assert_eq!(words("stress", "nim --cmd './a.out -x'"), ["--cmd", "./a.out -x", "--", "nim"]);
        assert_eq!(words("mex", "0 1 3"), ["--", "0", "1", "3"]);
    }
}
