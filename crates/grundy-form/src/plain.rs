//! Text from users and files for people to read: nothing in it may steer a terminal, and long numbers are shortened.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// Columns that a text takes.
#[must_use]
pub fn columns(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Would this character do something to the terminal instead of being shown?
#[must_use]
pub fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Names from users and files, with everything that would steer the terminal made visible.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_active) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_active(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Escaped, and runs of more than thirty digits shortened in the middle: for people only.
#[must_use]
pub fn readable(text: &str) -> String {
    let text = escape(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = &rest[..end];
        if end > 30 {
            out.push_str(&format!("{}…{} ({end} digits)", &digits[..8], &digits[end - 8..]));
        } else {
            out.push_str(digits);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}
