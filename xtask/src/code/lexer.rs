//! Rust's tokens, as far as needed: words, literals, single signs and `::`; comments are left out.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier, a keyword or a number.
    Word,
    /// A string, a character or a lifetime.
    Literal,
    /// A sign, one character each but for `::`.
    Sign,
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// As it is written.
    pub(crate) text: String,
    /// Its first line, from 1.
    pub(crate) line: usize,
}

/// All tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { rest: text, line: 1, found: Vec::new() };
    while !lexer.rest.is_empty() {
        lexer.next();
    }
    lexer.found
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    found: Vec<Token>,
}

impl Lexer<'_> {
    fn next(&mut self) {
        let rest = self.rest;
        let first = rest.chars().next().unwrap_or_default();
        if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else if rest.starts_with("//") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.skip(block_comment(rest));
        } else if let Some(length) = raw_string(rest) {
            self.take(Kind::Literal, length);
        } else if rest.starts_with(['"', '\'']) || rest.starts_with("b\"") || rest.starts_with("b'") {
            let prefix = usize::from(first == 'b');
            self.take(Kind::Literal, prefix + quoted(&rest[prefix..]));
        } else if first.is_alphanumeric() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            self.take(Kind::Word, length);
        } else {
            self.take(Kind::Sign, if rest.starts_with("::") { 2 } else { first.len_utf8() });
        }
    }

    fn skip(&mut self, length: usize) {
        self.line += self.rest[..length].matches('\n').count();
        self.rest = &self.rest[length..];
    }

    fn take(&mut self, kind: Kind, length: usize) {
        self.found.push(Token { kind, text: self.rest[..length].to_owned(), line: self.line });
        self.skip(length);
    }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of `r"…"`, `r#"…"#`, `br"…"`; nothing for others, as for the raw identifier `r#type`.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&end).map_or(body.len(), |at| at + end.len());
    Some(text.len() - body.len() + length)
}

/// A string, a character, or a lifetime: `'a'` is a character, `'a` is not.
fn quoted(text: &str) -> usize {
    let quote = text.chars().next().unwrap_or_default();
    if quote == '\'' {
        let mut letters = text[1..].chars();
        let (first, second) = (letters.next().unwrap_or_default(), letters.next());
        if first != '\\' && second != Some('\'') {
            return 1 + text[1..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len() - 1);
        }
    }
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn literals_and_lifetimes() {
        let words = |text: &str| tokens(text).into_iter().map(|t| t.text).collect::<Vec<_>>();
        assert_eq!(words(r#"'a' 'b '\'' "x\"y" z"#), ["'a'", "'b", r"'\''", r#""x\"y""#, "z"]);
        assert_eq!(words("r#\"a\"b\"# br\"c\" r#type"), ["r#\"a\"b\"#", "br\"c\"", "r", "#", "type"]);
        assert_eq!(words("a::b:c"), ["a", "::", "b", ":", "c"]);
        assert_eq!(tokens("a\n\n/* \n */ \"b\nc\" d").iter().map(|t| t.line).collect::<Vec<_>>(), [1, 4, 5]);
    }
}
