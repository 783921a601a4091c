//! One line of an edge list, as every reader understands it.
//!
//! `u v` or `u,v` is the arc u → v, a lone entry a vertex; a `#` or `%` at the beginning or after a blank or comma begins
//! a comment, and so does `//` there, before a blank.
//! A first line `u,v`, `source,target` or `from,to` with a comma or a tabulator, in any case, is a header and is skipped. No
//! other line is one: who names the columns otherwise learns it from the message about names among numbers, or sees the names among the
//! vertices.

/// The longest line in bytes.
pub(super) const LONGEST: usize = 1 << 20;
/// What a text may begin with.
pub(super) const BOM: &[u8] = "\u{feff}".as_bytes();
/// What begins a comment.
const COMMENTS: [u8; 2] = [b'#', b'%'];
/// What the columns of a file with commas or tabulators are called in its header.
const HEADERS: [(&str, &str); 3] = [("u", "v"), ("source", "target"), ("from", "to")];

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFault {
    /// Not one or two entries.
    Shape,
    /// A word among numbers.
    Word(String),
    /// A number among words.
    Number(String),
    /// A number of 2^64 or more.
    Large(String),
    /// A number of 2^32 − 2 or more, where vertices are not numbered anew.
    Wide(u64),
    /// A sign between two vertices that no form has.
    Sign {
        /// The sign.
        sign: String,
        /// The vertices.
        ends: Box<(String, String)>,
    },
    /// Not UTF-8.
    Encoding,
}

/// The entries of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line<'a> {
    /// Blank, or a comment.
    Nothing,
    /// A vertex alone.
    Lone(&'a [u8]),
    /// An arc.
    Arc(&'a [u8], &'a [u8]),
}

impl Line<'_> {
    /// Splits a line without quotation marks; `None` if it has any other shape.
    #[must_use]
    pub fn read(line: &[u8]) -> Option<Line<'_>> {
        let begins = |i: usize| COMMENTS.contains(&line[i]) || line[i] == b'/' && is_comment(&line[i..]);
        let comment = (0..line.len()).find(|&i| begins(i) && (i == 0 || matches!(line[i - 1], b' ' | b'\t' | b',')));
        let line = line[..comment.unwrap_or(line.len())].trim_ascii();
        let entry = |entry: &[u8]| !entry.is_empty() && !entry.iter().any(|b| matches!(b, b' ' | b'\t' | b'\r' | b','));
        if let Some(at) = line.iter().position(|&b| b == b',') {
            let (u, v) = (line[..at].trim_ascii(), line[at + 1..].trim_ascii());
            return (entry(u) && entry(v)).then_some(Line::Arc(u, v));
        }
        match line.iter().position(u8::is_ascii_whitespace) {
            None if line.is_empty() => Some(Line::Nothing),
            None => Some(Line::Lone(line)),
            Some(at) => {
                let (u, v) = (&line[..at], line[at..].trim_ascii());
                entry(v).then_some(Line::Arc(u, v))
            }
        }
    }

    /// Is this line a header, if it is the first that says something? A comma or a tab stands between its
    /// cells, which may be in quotation marks.
    #[must_use]
    pub fn is_header(line: &[u8]) -> bool {
        let bare = |cell: &[u8]| {
            let inner = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\""));
            inner.unwrap_or(cell).to_ascii_lowercase()
        };
        let Some(Line::Arc(u, v)) = Line::read(line) else { return false };
        let mut between =
            line.trim_ascii_start()[u.len()..].iter().take_while(|b| **b == b',' || b.is_ascii_whitespace());
        let (u, v) = (bare(u), bare(v));
        between.any(|b| matches!(b, b',' | b'\t'))
            && HEADERS.iter().any(|(a, b)| u == a.as_bytes() && v == b.as_bytes())
    }
}

impl Line<'_> {
    /// The two words of a line that would be a header if it had a comma: `from to`, but not `u v`.
    pub(super) fn words_of_header(line: &[u8]) -> Option<[&[u8]; 2]> {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let (Some(u), Some(v), None) = (words.next(), words.next(), words.next()) else { return None };
        let known = |(a, b): &(&str, &str)| {
            a.len() > 1 && u.eq_ignore_ascii_case(a.as_bytes()) && v.eq_ignore_ascii_case(b.as_bytes())
        };
        HEADERS.iter().any(known).then_some([u, v])
    }
}

/// Does `//` and a blank begin it? Without the blank a name may begin so.
pub(super) fn is_comment(line: &[u8]) -> bool {
    line.strip_prefix(b"//").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// The first entry of a line, also of one of another shape; empty if it has none.
pub(super) fn first_entry(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    if is_comment(line) || line.first().is_some_and(|first| COMMENTS.contains(first)) {
        return &[];
    }
    let end = line.iter().position(|b| b.is_ascii_whitespace() || *b == b',').unwrap_or(line.len());
    &line[..end]
}

/// The beginning of a line, for a message.
pub(super) fn quote(line: &[u8]) -> String {
    let line = line.trim_ascii_end();
    let mut text = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
    if text.chars().count() > 60 {
        text = text.chars().take(60).chain(['…']).collect();
    }
    text
}

/// Is this entry a number?
pub(super) fn is_number(entry: &[u8]) -> bool {
    !entry.is_empty() && entry.iter().all(u8::is_ascii_digit)
}

/// A number below 2^64.
pub(super) fn number(entry: &[u8]) -> Result<u64, LineFault> {
    let text = || quote(entry);
    if !is_number(entry) {
        return Err(LineFault::Word(text()));
    }
    let add = |n: u64, digit: &u8| n.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
    entry.iter().try_fold(0, add).ok_or_else(|| LineFault::Large(text()))
}

/// Blanks in place of a byte order mark, if there is one: the lines stay in their places.
pub(super) fn blank_mark(text: &mut [u8]) -> bool {
    let marked = text.starts_with(BOM);
    if marked {
        text[..BOM.len()].fill(b' ');
    }
    marked
}
