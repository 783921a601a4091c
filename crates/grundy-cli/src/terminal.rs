//! The terminal: its width, its colours, and what must never reach it raw.

use std::env;
use std::io::IsTerminal;

use grundy::{Sentence, Words};
use unicode_width::UnicodeWidthChar;

use grundy_form::explanation::Spoken;
use grundy_form::plain::is_active;
pub(crate) use grundy_form::plain::{columns, escape, readable};

/// The width where nobody looks.
const USUAL_WIDTH: usize = 80;
/// Prose is not set wider than this, however wide the window.
const WIDEST_PROSE: usize = 100;
/// Columns that no sentence fills.
const PAGE: usize = 1 << 16;

/// What the renderers of text need to know about the place they write to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terminal {
    /// Columns.
    pub(crate) width: usize,
    /// May colours be used?
    pub(crate) colour: bool,
    /// Is everything to be told: theorems in words, references, engine, cost?
    pub(crate) why: bool,
    /// Is only the bare answer wanted: no echo, no evidence, no progress?
    pub(crate) quiet: bool,
    /// Are sentences Chinese?
    pub(crate) chinese: bool,
    /// Is a page written, whose lines are broken by who shows it?
    pub(crate) page: bool,
}

/// A way of setting a word off.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ink {
    /// The result itself.
    Strong,
    /// Good for the player who asks.
    Win,
    /// Bad for the player who asks.
    Loss,
    /// Of second importance.
    Faint,
}

impl Terminal {
    /// Standard output as it is.
    pub(crate) fn stdout() -> Terminal {
        Terminal::of(std::io::stdout().is_terminal())
    }

    /// Standard error as it is.
    pub(crate) fn stderr() -> Terminal {
        Terminal::of(std::io::stderr().is_terminal())
    }

    fn of(is_terminal: bool) -> Terminal {
        let refused =
            env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) || env::var_os("TERM").is_some_and(|t| t == "dumb");
        let size = if is_terminal { terminal_size::terminal_size() } else { None };
        // the help is set by the same rule
        let told = || env::var("COLUMNS").ok()?.trim().parse().ok().filter(|&columns: &usize| columns > 0);
        let width = size.map(|(width, _)| usize::from(width.0)).or_else(told).unwrap_or(USUAL_WIDTH).max(20);
        Terminal { width, colour: is_terminal && !refused, why: false, quiet: false, chinese: false, page: false }
    }

    /// A page in its place, which has neither colours nor an end of lines.
    pub(crate) fn as_page(self) -> Terminal {
        Terminal { width: PAGE, colour: false, page: true, ..self }
    }

    /// The words in the language that is wanted.
    pub(crate) fn say<T>(&self, english: T, chinese: T) -> T {
        self.spoken().say(english, chinese)
    }

    /// The language that is wanted.
    pub(crate) fn spoken(&self) -> Spoken {
        if self.chinese { Spoken::Chinese } else { Spoken::English }
    }

    /// The sentence in the language that is wanted.
    pub(crate) fn sentence(&self, sentence: &Sentence) -> String {
        self.spoken().sentence(sentence)
    }

    /// What is said, in the language of the text.
    pub(crate) fn words<'w>(&self, words: &'w Words) -> &'w str {
        self.spoken().words(words)
    }

    /// A paragraph as wide as prose is; `first` stands before it.
    pub(crate) fn wrap(&self, first: &str, text: &str) -> String {
        wrap(first, text, self.prose())
    }

    /// The width for prose.
    pub(crate) fn prose(&self) -> usize {
        if self.page { self.width } else { self.width.min(WIDEST_PROSE) }
    }

    /// The text in this ink, where colours may be used.
    pub(crate) fn paint(&self, ink: Ink, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let code = match ink {
            Ink::Strong => "1",
            Ink::Win => "1;32",
            Ink::Loss => "1;31",
            Ink::Faint => "2",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Pads with blanks on the right to `width` columns.
pub(crate) fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// The same, one character for one, so that places stay where they are.
pub(crate) fn mask(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == '\t' {
                ' '
            } else if is_active(c) {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

/// Breaks a paragraph into lines of at most `width` columns; `first` stands before it, blanks before the others.
///
/// A word that is wider than a line is left whole, so that it can still be copied.
pub(crate) fn wrap(first: &str, text: &str, width: usize) -> String {
    let indent = columns(first).min(width / 2);
    let mut out = String::from(first);
    let mut used = columns(first);
    let mut fresh = true;
    for word in pieces(text) {
        let bare = columns(word.trim_end());
        if !fresh && used + bare > width {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        }
        out.push_str(word);
        used += columns(word);
        fresh = false;
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

/// Pieces between which a line may break: after blanks, and beside wide (Chinese) characters.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = None;
        let mut before: Option<char> = None;
        for (at, c) in rest.char_indices() {
            if let Some(b) = before {
                let wide = |c: char| c.is_alphanumeric() && c.width() == Some(2);
                if (b == ' ' && c != ' ') || (wide(c) && b != '(' && b != '（') {
                    end = Some(at);
                    break;
                }
            }
            before = Some(c);
        }
        let end = end.unwrap_or(rest.len());
        let (piece, tail) = rest.split_at(end);
        rest = tail;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_active_reaches_the_terminal() {
        assert_eq!(escape("nim(3)"), "nim(3)");
        assert_eq!(escape("a\x1b[2Jb\u{202e}"), "a\\u{1b}[2Jb\\u{202e}");
        assert_eq!(mask("a\x1bb\tc").chars().count(), 5);
    }

    #[test]
    fn long_numbers_are_shortened() {
        let text = format!("nim({}, 7)", "1".repeat(31));
        assert_eq!(readable(&text), "nim(11111111…11111111 (31 digits), 7)");
        assert_eq!(readable("nim(123)"), "nim(123)");
    }

    #[test]
    fn paragraphs_are_wrapped() {
        assert_eq!(wrap("a: ", "one two three", 10), "a: one two\n   three");
        assert_eq!(wrap("", "unbreakable", 4), "unbreakable");
        let page = Terminal::stdout().as_page();
        let long = "one two ".repeat(40);
        assert_eq!(page.wrap("", &long), long.trim_end());
        assert_eq!(wrap("", "取石子游戏", 4), "取石\n子游\n戏");
        assert!(wrap("", "some words to be set", 9).lines().all(|l| columns(l) <= 9));
    }
}
