//! Texts of boards and graphs in which letters stand for numbers: `cram("2xn")`, `nodekayles("grid:axb")`.

use super::Game;

/// A text with letters in place of some numbers: `grid:axb`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenText {
    /// What stands between the letters, before the first and behind the last.
    parts: Vec<String>,
    /// Which letter stands behind each part but the last.
    letters: Vec<usize>,
    /// The names of the letters.
    names: Vec<String>,
}

impl OpenText {
    /// A text without letters.
    pub(crate) fn closed(text: &str) -> Self {
        OpenText { parts: vec![text.to_owned()], letters: Vec::new(), names: Vec::new() }
    }

    /// Nothing but a letter.
    pub(crate) fn letter(name: &str) -> Self {
        OpenText { parts: vec![String::new(); 2], letters: vec![0], names: vec![name.to_owned()] }
    }

    /// The small letters that stand alone are open numbers; `None`: there is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        OpenText::read_beside(text, None)
    }

    /// The letters of which some small numbers make a place of this game. `g` may be the ground, where another letter is there.
    pub(crate) fn read_for(game: &Game, text: &str) -> Option<Self> {
        let grounded = OpenText::read_beside(text, Some('g')).filter(|open| open.has_places(game));
        grounded.or_else(|| OpenText::read(text).filter(|open| open.has_places(game)))
    }

    /// The same, where one letter is none.
    fn read_beside(text: &str, fixed: Option<char>) -> Option<Self> {
        let characters: Vec<char> = text.chars().collect();
        // x stands between two numbers
        let is_word =
            |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(|&c| c.is_alphabetic() && c != 'x');
        let is_open = |at: usize| {
            let alone = !is_word(at.checked_sub(1)) && !is_word(Some(at + 1));
            alone && is_word(Some(at)) && characters[at].is_ascii_lowercase() && Some(characters[at]) != fixed
        };
        let mut open = OpenText::closed("");
        for (at, character) in characters.iter().enumerate() {
            if is_open(at) {
                let name = character.to_string();
                let known = open.names.iter().position(|other| *other == name);
                open.letters.push(known.unwrap_or(open.names.len()));
                if known.is_none() {
                    open.names.push(name);
                }
                open.parts.push(String::new());
            } else if let Some(last) = open.parts.last_mut() {
                last.push(*character);
            }
        }
        (!open.names.is_empty()).then_some(open)
    }

    /// The names of the letters, each once.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Which letter stands behind each part but the last.
    pub(crate) fn letters(&self) -> &[usize] {
        &self.letters
    }

    /// What stands between the letters, before the first and behind the last.
    pub(crate) fn parts(&self) -> Vec<&str> {
        self.parts.iter().map(String::as_str).collect()
    }

    /// The text with these numbers or names for the letters.
    pub(crate) fn with<T: ToString>(&self, values: &[T]) -> String {
        let (first, others) = (&self.parts[0], &self.parts[1..]);
        let value = |letter: &usize| values.get(*letter).map_or_else(String::new, T::to_string);
        self.letters.iter().zip(others).fold(first.clone(), |text, (letter, part)| text + &value(letter) + part)
    }

    /// Is it nothing but a letter?
    pub(crate) fn is_a_letter(&self) -> bool {
        self.letters.len() == 1 && self.parts.iter().all(String::is_empty)
    }

    /// As it stands in parentheses with these numbers or names for the letters: a letter alone needs no quotation marks.
    pub(crate) fn spelt<T: ToString>(&self, values: &[T]) -> String {
        let text = self.with(values);
        if self.is_a_letter() { text } else { format!("\"{text}\"") }
    }

    /// Do some small numbers make a place of this game?
    pub(crate) fn has_places(&self, game: &Game) -> bool {
        let letters = self.names.len() as u32;
        let is_place = |values: &[u64]| game.read_place(&self.with(values)).is_ok();
        let equal = (0..SMALL).any(|n| is_place(&vec![n; self.names.len()]));
        let each = |code: u64| (0..letters).map(|at| code / LEAST.pow(at) % LEAST).collect::<Vec<u64>>();
        equal || letters <= MOST_LETTERS && (0..LEAST.pow(letters)).any(|code| is_place(&each(code)))
    }
}

/// One of the first equal numbers makes a place,
const SMALL: u64 = 20;
/// or fewer numbers less than this.
const LEAST: u64 = 6;
/// Of so many letters all numbers are tried.
const MOST_LETTERS: u32 = 4;
