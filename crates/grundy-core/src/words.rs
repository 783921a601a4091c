//! What is told to people, in the two languages of the program.

/// The same said in English and in Chinese.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub struct Words {
    /// In English.
    pub english: String,
    /// In Chinese.
    pub chinese: String,
}

impl Words {
    /// Both sentences.
    #[must_use]
    pub fn new(english: impl Into<String>, chinese: impl Into<String>) -> Words {
        Words { english: english.into(), chinese: chinese.into() }
    }

    /// What needs no translation: numbers, names of the notation.
    #[must_use]
    pub fn same(text: impl Into<String>) -> Words {
        let text = text.into();
        Words { chinese: text.clone(), english: text }
    }
}

/// A sentence in another language, by the first of these patterns that it fits: `{}` stands for any text in the pattern, `{0}`,
/// `{1}`, … for those texts in its translation. `part` says each of the texts.
///
/// ```
/// use grundy_core::by_pattern;
/// let patterns = [("about {} nodes", "约 {0} 个节点")];
/// let told = by_pattern(&patterns, "about 12 nodes", &str::to_owned);
/// assert_eq!(told.as_deref(), Some("约 12 个节点"));
/// ```
///
/// Cost: the patterns times the length of the sentence.
#[must_use]
pub fn by_pattern(patterns: &[(&str, &str)], sentence: &str, part: &dyn Fn(&str) -> String) -> Option<String> {
    patterns.iter().find_map(|(pattern, translation)| {
        let found: Vec<String> = places(pattern, sentence)?.into_iter().map(part).collect();
        let mut filled = String::new();
        let mut rest = *translation;
        // what stands in a place may have braces of its own
        while let Some((before, after)) = rest.split_once('{') {
            let place = after
                .split_once('}')
                .and_then(|(number, tail)| Some((found.get(number.parse::<usize>().ok()?)?, tail)));
            filled.push_str(before);
            match place {
                Some((text, tail)) => {
                    filled.push_str(text);
                    rest = tail;
                }
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled.push_str(rest);
        Some(filled)
    })
}

/// What stands at `{}` of the pattern.
fn places<'m>(pattern: &str, message: &'m str) -> Option<Vec<&'m str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = message.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        // the last piece ends the sentence
        let at = if pieces.peek().is_none() { rest.strip_suffix(piece)?.len() } else { rest.find(piece)? };
        found.push(&rest[..at]);
        rest = &rest[at + piece.len()..];
    }
    rest.is_empty().then_some(found)
}
