//! Text inside markup: HTML and XML, such as SVG, quote the same characters.

/// Text that can stand anywhere in HTML and in XML, in attributes too.
///
/// Line ends and tabs become blanks. What XML does not allow at all (control characters, U+FFFE, U+FFFF) becomes U+FFFD;
/// HTML calls the same characters a fault.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // by number: HTML 4 has no &apos;
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A length to a hundredth, without zeros at the end.
#[must_use]
pub fn short(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(escape("<a b=\"c\" d='e'>&\x1b"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\u{fffd}");
        assert_eq!(escape("1\n2\t\u{0}\u{85}\u{fffe}\u{ffff}"), "1 2 \u{fffd}\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(escape("∞(K) → 三"), "∞(K) → 三");
    }
}
