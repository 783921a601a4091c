//! A command as words, the way a shell splits it: blanks separate, quotes and backslashes keep together; and a word as a
//! shell reads it back.

use grundy::Diagnostic;

/// The words of a command line. Variables and patterns are left as they are.
pub(crate) fn split(command: &str) -> Result<Vec<String>, Diagnostic> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut letters = command.chars();
    while let Some(c) = letters.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(letters.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = quote {
        return Err(Diagnostic::input(format!("the quote {quote} in the command is not closed")));
    }
    words.extend(word);
    Ok(words)
}

/// A word as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(&b);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("./a.out"), "./a.out");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn quotes_keep_together() {
        assert_eq!(split("./gen -x 'a b' \"c'd\" e\\ f ''").unwrap(), ["./gen", "-x", "a b", "c'd", "e f", ""]);
        assert!(split("'open").is_err());
        assert!(split("  ").unwrap().is_empty());
    }
}
