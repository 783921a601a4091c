//! Chapters of the book that `grundy help CHAPTER` prints: the same files, so that they say the same.

/// What a chapter is called, and its text.
pub(crate) struct Chapter {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

pub(crate) const CHAPTERS: [Chapter; 3] = [
    Chapter { name: "notation", text: include_str!("../docs/notation.md") },
    Chapter { name: "claims", text: include_str!("../docs/claims.md") },
    Chapter { name: "json", text: include_str!("../docs/json.md") },
];
