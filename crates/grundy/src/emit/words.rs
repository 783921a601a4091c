//! The sentences of comments: plain ASCII, in lines that people read.
//!
//! `⌊mφ⌋` becomes `floor(m*phi)`: some compilers read a source in the locale of the machine.

use crate::evidence::Evidence;

/// Columns of comments.
const COLUMNS: usize = 96;

/// A number, a power of ten as such.
pub(super) fn short(n: u64) -> String {
    let zeros = n.to_string().len() - 1;
    let power = u32::try_from(zeros).ok().and_then(|z| 10u64.checked_pow(z));
    if zeros > 4 && power == Some(n) { format!("10^{zeros}") } else { n.to_string() }
}

/// What is proved, with its sources.
pub(super) fn proved(evidence: &Evidence) -> String {
    let mut text = format!("Proved for all positions: {}.", evidence.by().english);
    let references: Vec<&str> = evidence.theorems.iter().map(|t| t.reference).filter(|r| !r.is_empty()).collect();
    if !references.is_empty() {
        text.push_str(&format!(" Reference: {}.", references.join("; ")));
    }
    if !evidence.is_proved() {
        text = format!("Not proved ({}): {}.", evidence.status_name(), evidence.by().english);
    }
    text
}

/// Text that every compiler reads in every locale: no letters beyond ASCII, no backslash, one line.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        // a product of letters
        if "φα√".contains(c) && out.ends_with(|last: char| last.is_ascii_alphanumeric()) {
            out.push('*');
        }
        match c {
            '⌊' => out.push_str("floor("),
            '⌋' => out.push(')'),
            'φ' => out.push_str("phi"),
            'α' => out.push_str("alpha"),
            '√' => out.push_str("sqrt"),
            '≥' => out.push_str(">="),
            '≤' => out.push_str("<="),
            '²' => out.push_str("^2"),
            '·' => out.push('*'),
            '–' | '−' => out.push('-'),
            'é' | 'è' | 'ë' => out.push('e'),
            'ö' | 'ó' => out.push('o'),
            'ä' | 'á' => out.push('a'),
            'ü' | 'ú' => out.push('u'),
            '…' => out.push_str("..."),
            '“' | '”' => out.push('"'),
            '→' => out.push_str("->"),
            '\\' => out.push('/'),
            c if c.is_ascii() && !c.is_ascii_control() => out.push(c),
            _ => out.push('?'),
        }
    }
    out
}

/// Lines of at most [`COLUMNS`] columns where blanks allow it.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if lines.last().is_some_and(|l| !l.is_empty() && l.len() + 1 + word.len() > COLUMNS) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
