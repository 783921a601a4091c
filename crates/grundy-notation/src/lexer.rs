//! Cuts a text into tokens, one at a time.
//!
//! `take[1..3](21)` is the tokens `take` `[` `1` `..` `3` `]` `(` `21` `)`. Blanks and `#` comments separate tokens
//! and mean nothing. Full-width signs `（），；｜＋` and digits count as the plain ones, and `→ ⇒ ≤ ≥ ≠ ∈ ⊕ − ×`
//! have their usual meaning. Codes such as `4!.0` are not tokens: whether `0.77` is a code depends on where it stands, so
//! the parser reads them from the text (`super::parser`).
//!
//! Nothing is stored: a token is its kind and its place, and the lexer is a position in the text, so that looking
//! ahead is copying it. Cost: linear in the length of the text.

use super::Span;

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// Nothing is left.
    End,
    /// A name that is no keyword.
    Name,
    /// A word that starts with an upper-case letter.
    Upper,
    /// Digits and `_`.
    Number,
    /// `"…"` with its quotation marks.
    Text,
    /// A keyword.
    Word(Word),
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Comma,
    Semicolon,
    Plus,
    Minus,
    Star,
    Divide,
    Percent,
    Caret,
    Bar,
    Ampersand,
    Arrow,
    /// `=>` between the sides of a claim.
    Implies,
    Range,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Question,
    Colon,
    /// `⊕`: the game sum between positions.
    CirclePlus,
    /// `.` alone: the start of a code, or a mistake.
    Point,
    /// No token; the text says what to write instead (empty: nothing is known).
    Wrong(&'static str),
}

impl Token {
    /// Does it compute with numbers?
    pub(super) fn is_operator(self) -> bool {
        use Token::{Caret, Divide, Minus, Percent, Plus, Star};
        matches!(self, Plus | Minus | Star | Divide | Percent | Caret)
    }
}

macro_rules! words {
    ($($variant:ident $text:literal)*) => {
        /// The words of the grammar.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Word { $($variant),* }

        fn word(text: &str) -> Option<Word> {
            match text { $($text => Some(Word::$variant),)* _ => None }
        }

        #[cfg(test)]
        const WORDS: &[&str] = &[$($text),*];
    };
}

words! {
    Let "let" Misere "misere" Graph "graph" For "for" In "in" If "if" Else "else" By "by" Loopy "loopy"
    Except "except" Step "step" And "and" Or "or" Not "not" Divides "divides" Times "times" Exists "exists" ForAll "forall"
}

impl Word {
    /// The word with this text.
    pub(super) fn of(text: &str) -> Option<Word> {
        word(text)
    }
}

/// A position in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

/// The plain form of a full-width or mathematical sign.
#[must_use]
pub fn plain(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' | '\u{FEFF}' => ' ',
        '−' => '-',
        '×' => '*',
        c => c,
    }
}

/// Of a fraction in an exponent.
const NO_ROOT: &str = "in place of a root compare powers: `n <= y^4` for `n^(1/4) <= y`";

impl<'t> Lexer<'t> {
    /// Reads from the byte `at`, which must be at the edge of a character.
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Lexer { text, at }
    }

    /// The next character as written.
    fn raw(&self) -> Option<char> {
        match *self.text.as_bytes().get(self.at)? {
            byte @ 0..=0x7F => Some(char::from(byte)),
            _ => self.text[self.at..].chars().next(),
        }
    }

    /// The next character in plain form; `'\0'` at the end and for a control character.
    fn peek(&self) -> char {
        self.raw().map_or('\0', plain)
    }

    fn bump(&mut self) {
        self.at += self.raw().map_or(0, char::len_utf8);
    }

    /// Steps over the next character if it is this one.
    fn eat(&mut self, c: char) -> bool {
        let same = self.peek() == c;
        if same {
            self.bump();
        }
        same
    }

    /// Does a fraction stand in an exponent, `n^(1/4)`? Its sign was the last character.
    fn is_in_exponent(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches(|c| plain(c) == '/').trim_end();
        let open = before.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        open.len() < before.len() && open.strip_suffix('(').is_some_and(|power| power.trim_end().ends_with(['^', '*']))
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t'..=b'\r' => self.at += 1,
                b'#' => self.skip_comment(),
                0..=0x7F => return,
                _ => match self.peek() {
                    '#' => self.skip_comment(),
                    c if c.is_whitespace() => self.bump(),
                    _ => return,
                },
            }
        }
    }

    fn skip_comment(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    /// Steps over plain characters of this kind; other characters are left to the caller.
    fn skip_ascii(&mut self, kind: impl Fn(u8) -> bool) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|&b| kind(b)) {
            self.at += 1;
        }
    }

    /// Steps to the next token.
    pub(super) fn next(&mut self) -> (Token, Span) {
        self.skip_blanks();
        let start = self.at;
        let token = self.token();
        (token, Span::new(start, self.at))
    }

    fn token(&mut self) -> Token {
        let Some(raw) = self.raw() else { return Token::End };
        if raw.is_alphabetic() {
            return self.name(raw);
        }
        let c = plain(raw);
        if c.is_ascii_digit() {
            self.skip_ascii(|b| b.is_ascii_digit() || b == b'_');
            while matches!(self.peek(), '0'..='9' | '_') {
                self.bump();
            }
            return Token::Number;
        }
        self.bump();
        match c {
            '(' => Token::LeftParen,
            ')' => Token::RightParen,
            '[' => Token::LeftBracket,
            ']' => Token::RightBracket,
            '{' => Token::LeftBrace,
            '}' => Token::RightBrace,
            ',' => Token::Comma,
            ';' => Token::Semicolon,
            '+' => Token::Plus,
            '-' if self.eat('>') => Token::Arrow,
            '-' => Token::Minus,
            '*' => Token::Star,
            '%' => Token::Percent,
            '^' => Token::Caret,
            '?' => Token::Question,
            ':' => Token::Colon,
            '→' => Token::Arrow,
            '≤' => Token::LessEqual,
            '≥' => Token::GreaterEqual,
            '≠' => Token::NotEqual,
            '∈' => Token::Word(Word::In),
            '⊕' => Token::CirclePlus,
            '/' if self.eat('/') => Token::Divide,
            '/' if self.is_in_exponent() => Token::Wrong(NO_ROOT),
            '/' => Token::Wrong("division rounds down and is written `//`"),
            '=' if self.eat('=') => Token::Wrong("equality is written `=`"),
            '=' if self.eat('>') => Token::Implies,
            '⇒' => Token::Implies,
            '=' => Token::Equal,
            '!' if self.eat('=') => Token::NotEqual,
            '!' => Token::Wrong("write `not`"),
            '<' if self.eat('=') => Token::LessEqual,
            '<' if self.eat('>') => Token::Wrong("inequality is written `!=`"),
            '<' => Token::Less,
            '>' if self.eat('=') => Token::GreaterEqual,
            '>' => Token::Greater,
            '|' if self.eat('|') => Token::Wrong("write `or` between conditions, `|` between moves or games"),
            '|' => Token::Bar,
            '&' if self.eat('&') => Token::Wrong("write `and` between conditions, `&` between parts of a move"),
            '&' => Token::Ampersand,
            '.' if self.eat('.') => {
                if self.eat('=') {
                    Token::Wrong("write `..`: a range contains its last number")
                } else if self.eat('.') {
                    Token::Wrong("a range is written with two points: `1..3`")
                } else {
                    Token::Range
                }
            }
            '.' => Token::Point,
            '"' => self.quoted(),
            '…' => Token::Wrong("a range is written with two points: `1..3`"),
            '“' | '”' | '„' | '\'' | '‘' | '’' => {
                Token::Wrong("texts stand between plain quotation marks: \"5x6\"")
            }
            '、' | '،' => Token::Wrong("write a comma: `,`"),
            '÷' => Token::Wrong("division rounds down and is written `//`"),
            '⌊' | '⌋' => Token::Wrong("`//` rounds down: `n//2`"),
            '∧' => Token::Wrong("write `and`"),
            '∨' => Token::Wrong("write `or`"),
            '¬' => Token::Wrong("write `not`"),
            '∣' => Token::Wrong("write `divides` between numbers, `|` between moves or games"),
            '\\' => Token::Wrong("write `except` for a difference of sets, `//` for division"),
            _ => Token::Wrong(""),
        }
    }

    fn name(&mut self, first: char) -> Token {
        let start = self.at;
        self.skip_ascii(|b| b.is_ascii_alphanumeric() || b == b'_');
        while self.raw().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.bump();
        }
        if first.is_uppercase() {
            return Token::Upper;
        }
        word(&self.text[start..self.at]).map_or(Token::Name, Token::Word)
    }

    /// The rest of a text behind its opening quotation mark.
    fn quoted(&mut self) -> Token {
        loop {
            match self.peek() {
                '"' => {
                    self.bump();
                    return Token::Text;
                }
                '\n' => return Token::Wrong("a text ends on its line with a quotation mark: \"5x6\""),
                _ if self.at == self.text.len() => {
                    return Token::Wrong("a text ends with a quotation mark: \"5x6\"");
                }
                _ => self.bump(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::KEYWORDS;
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text, 0);
        std::iter::from_fn(|| Some(lexer.next().0).filter(|&t| t != Token::End)).collect()
    }

    #[test]
    fn both_lists_of_keywords_agree() {
        assert_eq!(WORDS, KEYWORDS);
    }

    #[test]
    fn ranges_points_and_arrows_are_told_apart() {
        use Token::*;
        assert_eq!(tokens("1..3"), [Number, Range, Number]);
        assert_eq!(tokens("n->n-1"), [Name, Arrow, Name, Minus, Number]);
        assert_eq!(tokens("a<-b"), [Name, Less, Minus, Name]);
        assert_eq!(tokens("1_000 # rest\n.7"), [Number, Point, Number]);
        assert!(matches!(tokens("1..=3")[1], Wrong(w) if w.contains("..")));
    }

    #[test]
    fn full_width_and_mathematical_signs_are_the_plain_ones() {
        let wide = "（ａ，ｂ） → ａ−１ ｜ ｂ ≤ １２； ∈ ≥ ≠ ＋ ⊕ × ［］｛｝＂ｘ＂　＃ comment";
        let plain = "(a,b) -> a-1 | b <= 12; in >= != + ⊕ * []{}\"x\" # comment";
        assert_eq!(tokens(wide), tokens(plain));
    }
}
