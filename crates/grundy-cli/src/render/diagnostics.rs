//! Faults for people: the text, a caret under the place, the message, one suggestion, on stderr.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use ariadne::{CharSet, Color, Config, Label, Report, ReportKind};
use grundy::words::fault_in_chinese;
use grundy::{Diagnostic, Stopped};

use crate::args::program;
use crate::exit::Source;
use crate::flags;
use crate::terminal::{self, Terminal};

/// Writes the fault to stderr. If stderr is gone there is nobody to tell.
pub(crate) fn eprint(fault: &Diagnostic, source: Option<&Source>, chinese: bool) {
    let text = render(fault, source, &Terminal { chinese, ..Terminal::stderr() });
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes());
    let _ = err.flush();
}

/// Says on stderr that a data format on stdout is not complete.
pub(crate) fn eprint_stopped(stopped: Option<&Stopped>, chinese: bool) {
    let Some(stopped) = stopped else { return };
    let terminal = Terminal { chinese, ..Terminal::stderr() };
    let said = format!("{}{}", terminal.say("not complete: ", "未完成："), terminal.words(&stopped.words()));
    let text = terminal.wrap("grundy: ", &flags::as_flags(&said));
    let _ = writeln!(io::stderr(), "{text}");
}

/// The sentence in the language of the text, as far as it is known in Chinese.
pub(crate) fn told<'t>(sentence: &'t str, terminal: &Terminal) -> Cow<'t, str> {
    let chinese = terminal.chinese.then(|| fault_in_chinese(sentence)).flatten();
    chinese.map_or(Cow::Borrowed(sentence), Cow::Owned)
}

/// The help with the program's name before each command, so that it can be pasted: a shell has its own `prove`.
///
/// A command is a verb at the beginning, behind a colon or a quotation mark, with what a command has behind it.
fn to_paste(help: &str) -> String {
    let program = program();
    let verbs: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    let mut told = String::new();
    let mut from = 0;
    for (at, _) in help.char_indices() {
        let before = &help[..at];
        let is_quoted = before.ends_with('`');
        let begins = is_quoted || before.is_empty() || before.trim_end().ends_with([':', '：']);
        let verb = verbs.iter().find_map(|verb| help[at..].strip_prefix(verb)?.strip_prefix(' '));
        // `period 12 from 71` is a claim
        let is_command = |behind: &str| is_quoted && behind.split(' ').nth(1) != Some("from");
        if begins && verb.is_some_and(|behind| is_command(behind) || is_of_command(behind)) {
            told.push_str(&help[from..at]);
            told.push_str("grundy ");
            from = at;
        }
    }
    told + &help[from..]
}

/// Do these words stand behind a verb: a text in quotation marks, an option, what is to be put in (`FILE`), or a game in one word
/// and then one of these?
fn is_of_command(words: &str) -> bool {
    let is_one = |word: &str| {
        let is_open = word.len() > 2 && word.bytes().all(|b| b.is_ascii_uppercase());
        word.starts_with('\'') || word.starts_with("--") || is_open
    };
    let mut words = words.split(' ');
    let first = words.next().unwrap_or_default();
    is_one(first) || words.next().is_some_and(is_one)
}

/// The fault as text.
fn render(fault: &Diagnostic, source: Option<&Source>, terminal: &Terminal) -> String {
    let message = terminal::readable(&told(&fault.message, terminal));
    let placed = source.zip(fault.span);
    let drawn = placed.and_then(|(source, span)| {
        let window = Window::around(&source.text, span.start, span.end, terminal.width.saturating_sub(24));
        draw(fault, &message, source, &window, terminal)
    });
    drawn.unwrap_or_else(|| {
        let mut text = terminal.wrap(terminal.say("Error: ", "错误："), &message);
        if let Some(suggestion) = &fault.suggestion {
            let suggestion = terminal::readable(&to_paste(&told(suggestion, terminal)));
            text.push('\n');
            text.push_str(&terminal.wrap(terminal.say("Help: ", "提示："), &suggestion));
        }
        text.push('\n');
        text
    })
}

fn draw(fault: &Diagnostic, message: &str, source: &Source, window: &Window, terminal: &Terminal) -> Option<String> {
    let name = terminal::mask(&source.name);
    let charset = if io::stderr().is_terminal() { CharSet::Unicode } else { CharSet::Ascii };
    // the line keeps its number: empty ones stand above it
    let above = window.above;
    let span = (name.as_str(), above + window.start..above + window.end);
    let config = Config::default().with_color(terminal.colour).with_char_set(charset);
    let mut label = Label::new(span.clone()).with_message(terminal.say("here", "这里"));
    if terminal.colour {
        label = label.with_color(Color::Red);
    }
    let mut report = Report::build(ReportKind::Error, span).with_config(config);
    report = report.with_message(terminal::wrap("", message, terminal.prose().saturating_sub(7))).with_label(label);
    if let Some(suggestion) = &fault.suggestion {
        let changed = changed_line(suggestion, &source.text);
        report = report.with_help(terminal::readable(&to_paste(&told(changed, terminal))));
    }
    let cache = (name.as_str(), ariadne::Source::from("\n".repeat(above) + &window.line));
    let mut bytes = Vec::new();
    report.finish().write(cache, &mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let line = above + 1;
    let (shown, real) = (window.start + 1, window.column);
    let text = text.replacen(&format!("{name}:{line}:{shown} "), &format!("{name}:{line}:{real} "), 1);
    // these words are not the report's to choose: a kind of one's own has a colour where none is wanted
    let text = match terminal.chinese {
        true => without_blank(&text, "Error:", "错误：").replacen("Help: ", "提示：", 1),
        false => text,
    };
    Some(text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect())
}

/// The text with another first word, without the blank behind it: a colour may end between the two.
fn without_blank(text: &str, word: &str, chinese: &str) -> String {
    match text.split_once(word) {
        Some((before, behind)) => format!("{before}{chinese}{}", behind.replacen(' ', "", 1)),
        None => text.to_owned(),
    }
}

/// Of a corrected text of several lines the one that is corrected.
fn changed_line<'a>(corrected: &'a str, text: &str) -> &'a str {
    let mut lines = corrected.lines().zip(text.lines().map(Some).chain(std::iter::repeat(None)));
    lines.find(|(new, old)| Some(*new) != *old).map_or(corrected, |(new, _)| new)
}

/// The part of the line in question that fits on the screen; places in characters.
struct Window {
    line: String,
    above: usize,
    start: usize,
    end: usize,
    /// The place in the whole line, counted from 1.
    column: usize,
}

impl Window {
    fn around(text: &str, start: usize, end: usize, width: usize) -> Window {
        let width = width.max(20);
        let floor = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (start, end) = (floor(start), floor(end.max(start)));
        let head = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let tail = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let chars: Vec<char> = terminal::mask(&text[head..tail]).chars().collect();
        let at = text[head..start].chars().count();
        let long = text[start..end.min(tail).max(start)].chars().count();
        // a third of the window stands before the place
        let from = if chars.len() <= width { 0 } else { at.saturating_sub(width / 3).min(chars.len() - width) };
        let to = chars.len().min(from + width);
        let mut line: String = if from > 0 { "…".to_owned() } else { String::new() };
        let shift = usize::from(from > 0);
        line.extend(&chars[from..to]);
        if to < chars.len() {
            line.push('…');
        }
        let start = at - from + shift;
        let end = (start + long.max(1)).min(to - from + shift + 1).max(start + 1);
        // a place behind the last character needs something to point at
        if end > line.chars().count() {
            line.push(' ');
        }
        Window { line, above: text[..head].matches('\n').count(), start, end, column: at + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::notation::Span;

    const PLAIN: Terminal =
        Terminal { width: 80, colour: false, why: false, quiet: false, chinese: false, page: false };

    fn source(text: &str) -> Source {
        Source::typed("question", text)
    }

    #[test]
    fn the_place_is_shown() {
        let fault = Diagnostic::parse(Span::new(6, 7), "expected a number").suggest("nim(3, 5)");
        let text = render(&fault, Some(&source("nim(3,,5)")), &PLAIN);
        for part in ["expected a number", "nim(3,,5)", "question:1:7", "nim(3, 5)"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains('\x1b'));
    }

    #[test]
    fn commands_have_the_name_of_the_program() {
        for (help, pasted) in [
            ("table lasker --to 12", "grundy table lasker --to 12"),
            ("prove 'nim(a,b)' 'P: a = b'", "grundy prove 'nim(a,b)' 'P: a = b'"),
            ("verify FILE --game kayles", "grundy verify FILE --game kayles"),
            ("table 'misere kayles' shows outcomes", "grundy table 'misere kayles' shows outcomes"),
            ("stress a game of heaps: stress 'kayles'", "stress a game of heaps: grundy stress 'kayles'"),
            ("`describe mex` says what that is", "`grundy describe mex` says what that is"),
            (
                "a claim stands behind its game: prove GAME CLAIM",
                "a claim stands behind its game: grundy prove GAME CLAIM",
            ),
            ("grundy solve 'nim(3)'", "grundy solve 'nim(3)'"),
            ("prove it for one value: --for m=3", "prove it for one value: --for m=3"),
            ("`solve` gives the numbers that fit", "`solve` gives the numbers that fit"),
            ("count heaps of nim", "count heaps of nim"),
            ("sweep a smaller one", "sweep a smaller one"),
            ("kayles(9)", "kayles(9)"),
            ("a claim is `g = …`, `period 12 from 71`", "a claim is `g = …`, `period 12 from 71`"),
        ] {
            assert_eq!(to_paste(help), pasted);
        }
    }

    #[test]
    fn usual_faults_are_told_in_chinese() {
        let fault = Diagnostic::parse(Span::new(0, 5), "unknown game `kayls`").suggest("kayles(9)");
        let text = render(&fault, Some(&source("kayls(9)")), &Terminal { chinese: true, ..PLAIN });
        for part in ["错误：没有叫 `kayls` 的游戏", "这里", "提示：kayles(9)"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains('\x1b'), "{text:?}");
        let bare = render(&fault, None, &Terminal { chinese: true, ..PLAIN });
        assert_eq!(bare, "错误：没有叫 `kayls` 的游戏\n提示：kayles(9)\n");
    }

    #[test]
    fn long_and_hostile_texts_stay_in_the_window() {
        let text = format!("{}\x1b[2J{}", "a+".repeat(100_000), "+b".repeat(100_000));
        for at in [0, 3, 200_000, 200_004, text.len()] {
            let shown = render(&Diagnostic::parse(Span::new(at, at), "no"), Some(&source(&text)), &PLAIN);
            assert!(shown.lines().all(|l| terminal::columns(l) <= 80), "{shown}");
            assert!(!shown.contains('\x1b'));
            assert!(shown.contains(&format!("question:1:{} ", at + 1)), "{shown}");
        }
        for (start, end) in [(9, 9), (99, 100), (2, 1), (1, 2)] {
            let fault = Diagnostic::parse(Span::new(start, end), "no");
            assert!(render(&fault, Some(&source("取\n\n石")), &PLAIN).contains("no"));
        }
        assert!(render(&Diagnostic::parse(Span::new(0, 0), "empty"), Some(&source("")), &PLAIN).contains("empty"));
    }
}
