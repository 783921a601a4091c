//! A command as words, the way a shell splits it: blanks separate, quotes and backslashes keep together.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_together() {
        assert_eq!(split("./gen -x 'a b' \"c'd\" e\\ f ''").unwrap(), ["./gen", "-x", "a b", "c'd", "e f", ""]);
        assert!(split("'open").is_err());
        assert!(split("  ").unwrap().is_empty());
    }
}
