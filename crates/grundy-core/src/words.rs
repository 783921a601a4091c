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
