//! Sentences in the two languages of the program, and sentences as data: a key with arguments.
//!
//! ```
//! use grundy_rules::words::Sentence;
//! let sentence = Sentence::new("moves-to-law", ["nim(3)", "nim(0)"]);
//! assert_eq!(sentence.english(), "nim(3) → nim(0) leads to a P-position of this law.");
//! assert_eq!(sentence.chinese(), "nim(3) → nim(0) 走到符合此规律的 P 局面。");
//! ```

mod faults;
mod obstacles;
mod table;

pub use faults::fault_in_chinese;
pub use grundy_core::Words;
pub use obstacles::obstacle_in_chinese;

impl From<Sentence> for Words {
    fn from(sentence: Sentence) -> Words {
        Words::new(sentence.english(), sentence.chinese())
    }
}

/// A sentence as data: which one it is, and what stands in its places. One table holds the words of both languages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Sentence {
    /// Which sentence; `plain` is its one argument, whatever the language.
    pub key: &'static str,
    /// What stands in its places, in order.
    pub arguments: Vec<String>,
}

impl Sentence {
    /// The sentence with this key. One that is not in the table says its arguments alone.
    #[must_use]
    pub fn new<A: Into<String>>(key: &'static str, arguments: impl IntoIterator<Item = A>) -> Sentence {
        // other tests than the library's own have no such check: for them one reads the sources
        assert!(!cfg!(any(test, feature = "testing")) || table::find(key).is_some(), "no sentence {key}");
        Sentence { key, arguments: arguments.into_iter().map(Into::into).collect() }
    }

    /// A sentence without places.
    #[must_use]
    pub fn bare(key: &'static str) -> Sentence {
        Sentence::new(key, [""; 0])
    }

    /// A text that is in no table: a law, the words of a game.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Sentence {
        Sentence { key: "plain", arguments: vec![text.into()] }
    }

    /// In English.
    #[must_use]
    pub fn english(&self) -> String {
        self.filled(|(english, _)| english)
    }

    /// In Chinese.
    #[must_use]
    pub fn chinese(&self) -> String {
        self.filled(|(_, chinese)| chinese)
    }

    /// Is nothing said?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    fn filled(&self, language: fn((&'static str, &'static str)) -> &'static str) -> String {
        let Some(words) = table::find(self.key) else { return self.arguments.join(" ") };
        let mut filled = String::new();
        let mut rest = language(words);
        // a place is {0} to {9}
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let number = after.bytes().next().filter(u8::is_ascii_digit).map(|digit| usize::from(digit - b'0'));
            match (number, after.get(1..).and_then(|tail| tail.strip_prefix('}'))) {
                (Some(number), Some(tail)) => {
                    filled.push_str(self.arguments.get(number).map_or("", String::as_str));
                    rest = tail;
                }
                _ => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled.push_str(rest);
        filled
    }
}

/// In English.
impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.english())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sentence_that_is_made_is_in_the_table_and_the_other_way_round() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut open = ["grundy", "grundy-rules"].map(|name| crates.join(name).join("src")).to_vec();
        let mut texts = Vec::new();
        while let Some(folder) = open.pop() {
            for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    open.push(path);
                } else if !path.ends_with("words/table.rs") && !path.ends_with("src/words.rs") {
                    texts.push(std::fs::read_to_string(path).unwrap());
                }
            }
        }
        let mut made = 0;
        for call in
            texts.iter().flat_map(|text| ["Sentence::new(", "Sentence::bare("].map(|call| text.split(call).skip(1)))
        {
            for behind in call {
                let Some(key) = behind.trim_start().strip_prefix('"').and_then(|key| key.split('"').next()) else {
                    continue;
                };
                assert!(table::find(key).is_some(), "no sentence {key}");
                made += 1;
            }
        }
        assert!(made > 60, "{made}");
        for (key, ..) in table::SENTENCES.iter().filter(|(key, ..)| *key != "plain") {
            let written = format!("\"{key}\"");
            assert!(texts.iter().any(|text| text.contains(&written)), "nobody says {key}");
        }
    }

    #[test]
    fn both_languages_have_the_same_places() {
        // some have an argument in each language
        let two = [
            "read", "rules-of", "witnesses", "answered", "automaton", "because", "moves-that-win", "law", "worked",
            "here", "compound", "guess-oeis", "strategy",
        ];
        for (key, english, chinese) in table::SENTENCES {
            for digit in '0'..='9' {
                let place = format!("{{{digit}}}");
                let same = english.contains(&place) == chinese.contains(&place);
                assert!(same || two.iter().any(|name| key.contains(name)), "{key} {place}");
            }
        }
        let mut keys: Vec<&str> = table::SENTENCES.iter().map(|entry| entry.0).collect();
        keys.sort_unstable();
        assert!(keys.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
