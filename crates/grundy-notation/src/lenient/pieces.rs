//! A typed text as pieces: tokens that know where they were typed, and that may be changed, added and taken away.
//!
//! `{N -> N-1, 0.7a}` is `{` `N` `->` `N` `-` `1` `,` `0.7a` `}`. Codes and quoted texts are one piece each, because
//! nothing in them is ever respelt (a code has the token of its point). Comments are left out.

use std::borrow::Cow;
use std::cell::OnceCell;

use smallvec::SmallVec;

use super::super::Span;
use super::super::lexer::{Lexer, Token, Word, plain};
use super::super::respelt::Respelt;

/// One token of a typed text.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) token: Token,
    pub(super) text: String,
    /// Where it was typed; for what was added, where it belongs.
    pub(super) span: Span,
    /// Does a blank stand before it?
    pub(super) apart: bool,
}

impl Piece {
    pub(super) fn is_word(&self, word: Word) -> bool {
        self.token == Token::Word(word)
    }

    /// Is it this name, in any capitals?
    pub(super) fn is_name(&self, name: &str) -> bool {
        matches!(self.token, Token::Name | Token::Upper) && self.text.eq_ignore_ascii_case(name)
    }

    /// Is it a sign that the strict language does not have?
    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.token, Token::Wrong(_)) && self.text == sign
    }

    /// Is it a point alone? A code has the same token.
    pub(super) fn is_full_stop(&self) -> bool {
        self.token == Token::Point && self.text == "."
    }

    /// The same place with another token.
    pub(super) fn become_token(&mut self, token: Token, text: &str) {
        self.token = token;
        text.clone_into(&mut self.text);
    }
}

/// A token that nobody typed, at the place of `near`.
pub(super) fn added(token: Token, text: &str, near: Span) -> Piece {
    Piece { token, text: text.to_owned(), span: near, apart: false }
}

/// The same with a blank before it.
pub(super) fn added_apart(token: Token, text: &str, near: Span) -> Piece {
    Piece { apart: true, ..added(token, text, near) }
}

/// `**` at this piece becomes `^`; says whether it stood there.
pub(super) fn raise(pieces: &mut Vec<Piece>, at: usize) -> bool {
    let [Piece { token: Token::Star, span, .. }, Piece { token: Token::Star, apart: false, span: second, .. }, ..] =
        &pieces[at..]
    else {
        return false;
    };
    let span = span.to(*second);
    pieces[at].become_token(Token::Caret, "^");
    pieces[at].span = span;
    pieces.remove(at + 1);
    true
}

/// A text, cut once for all that look at its pieces.
#[derive(Debug)]
pub struct Typed<'t> {
    text: &'t str,
    pieces: OnceCell<Vec<Piece>>,
}

impl<'t> Typed<'t> {
    /// What was typed; it is cut when a piece is asked for.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        Typed { text, pieces: OnceCell::new() }
    }

    /// The text as it was typed.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        self.pieces.get_or_init(|| cut(self.text))
    }

    /// Those of a part of the text; their places are counted from its start.
    pub(super) fn pieces_of(&self, range: std::ops::Range<usize>) -> Vec<Piece> {
        if range == (0..self.text.len()) { self.pieces().to_vec() } else { cut(&self.text[range]) }
    }
}

/// All pieces of a text.
pub(super) fn cut(text: &str) -> Vec<Piece> {
    // three bytes to a piece are usual
    let mut pieces: Vec<Piece> = Vec::with_capacity(text.len() / 3 + 1);
    let mut lexer = Lexer::new(text, 0);
    let mut end = 0;
    loop {
        let (token, mut span) = lexer.next();
        if token == Token::End {
            return pieces;
        }
        let apart = span.start > end;
        let mut token = token;
        if let Some(code) = code(text, span.start, pieces.last().filter(|_| !apart)) {
            span.end = code;
            token = Token::Point;
            lexer = Lexer::new(text, code);
        } else if matches!(token, Token::Name | Token::Upper | Token::Word(_)) {
            // an accent may be a sign of its own behind its letter
            let accents: usize = text[span.end..].chars().take_while(|c| is_accent(*c)).map(char::len_utf8).sum();
            if accents > 0 {
                span.end += accents;
                let rest = text[span.end..].chars().take_while(|c| c.is_alphanumeric() || is_accent(*c));
                span.end += rest.map(char::len_utf8).sum::<usize>();
                token = Token::Name;
                lexer = Lexer::new(text, span.end);
            }
        }
        end = span.end;
        pieces.push(Piece { token, text: text[span.start..span.end].to_owned(), span, apart });
    }
}

/// A combining accent.
pub(super) fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36F}').contains(&c)
}

/// Where the code that starts here ends: `0.77`, `4!.0`, `{2,3}.7`, also one that is none, such as `0.7a`.
fn code(text: &str, start: usize, before: Option<&Piece>) -> Option<usize> {
    // a digit behind a name or a number belongs to it
    if before.is_some_and(|b| matches!(b.token, Token::Name | Token::Upper | Token::Number)) {
        return None;
    }
    let rest = &text[start..];
    let mut at = match rest.bytes().next()? {
        b'0'..=b'9' | b'A'..=b'Z' => 1,
        b'{' => rest.find('}')? + 1,
        b'.' => 0,
        _ => return None,
    };
    if rest[..at].contains(['>', '"']) {
        return None;
    }
    if at > 0 && rest[at..].starts_with(['!', '=', '?']) {
        at += 1;
    }
    let digits = rest[at..].strip_prefix('.')?;
    if digits.starts_with('.') {
        return None;
    }
    at += 1;
    let first = at;
    while let Some(byte) = rest.as_bytes().get(at) {
        at += match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'!' | b'?' | b'=' => 1,
            b'{' | b'[' => rest[at..].find(if *byte == b'{' { '}' } else { ']' })? + 1,
            _ => break,
        };
    }
    (at > first).then_some(start + at)
}

/// The strict text of the pieces.
pub(super) fn joined(pieces: &[Piece]) -> Respelt {
    let mut respelt = Respelt::with_room(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        if number > 0 && (piece.apart || runs_together(&pieces[number - 1], piece)) {
            respelt.push(" ", Span::new(piece.span.start, piece.span.start));
        }
        respelt.push(&piece.text, piece.span);
    }
    respelt
}

/// Would the two be one token without a blank?
fn runs_together(a: &Piece, b: &Piece) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    a.text.ends_with(letter) && b.text.starts_with(letter) && a.span.end != b.span.start
}

/// What bracket a piece opens (+) or closes (-).
pub(super) fn step(piece: &Piece) -> isize {
    match piece.token {
        Token::LeftParen | Token::LeftBracket | Token::LeftBrace => 1,
        Token::RightParen | Token::RightBracket | Token::RightBrace => -1,
        _ => 0,
    }
}

/// The closing bracket of the one at `open`.
pub(super) fn closing(pieces: &[Piece], open: usize) -> Option<usize> {
    let mut depth = 0;
    pieces.iter().enumerate().skip(open).find_map(|(at, piece)| {
        depth += step(piece);
        (depth == 0).then_some(at)
    })
}

/// The opening bracket of the one at `close`.
pub(super) fn opening(pieces: &[Piece], close: usize) -> Option<usize> {
    let mut depth = 0;
    (0..=close).rev().find(|&at| {
        depth += step(&pieces[at]);
        depth == 0
    })
}

/// The places at bracket depth 0 of the range, without what brackets hold and without the brackets.
pub(super) fn outside(pieces: &[Piece], from: usize, to: usize) -> SmallVec<[usize; 16]> {
    let mut depth = 0;
    let mut places = SmallVec::new();
    for (at, piece) in pieces.iter().enumerate().take(to).skip(from) {
        let step = step(piece);
        if depth == 0 && step == 0 {
            places.push(at);
        }
        depth += step;
    }
    places
}

/// The words outside of all brackets that nothing is called by: none in `take[1,2](9) + nim(3)`, two in `nim 3 and 4`.
pub(super) fn free_words(pieces: &[Piece]) -> impl Iterator<Item = &Piece> {
    let called = |at: usize| pieces.get(at + 1).is_some_and(|next| step(next) == 1 && !next.apart);
    let is_word = |p: &Piece| matches!(p.token, Token::Name | Token::Upper | Token::Word(_));
    outside(pieces, 0, pieces.len())
        .into_iter()
        .filter(move |&at| is_word(&pieces[at]) && !called(at))
        .map(|at| &pieces[at])
}

/// Lower case, full-width letters plain, without accents.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().filter(|c| !is_accent(*c)).map(plain).flat_map(char::to_lowercase);
    letters.map(|c| if matches!(c, 'è' | 'é' | 'ê') { 'e' } else { c }).collect()
}

/// Is the piece one of these words, in any capitals and accents?
pub(super) fn is_one_of(piece: &Piece, words: &[&str]) -> bool {
    let is_word = matches!(piece.token, Token::Name | Token::Upper | Token::Word(_));
    is_word && words.contains(&&*folded(&piece.text))
}

/// The `no` of `no more than 3`, `not more than 3`.
pub(super) fn is_no(word: &Piece) -> bool {
    word.is_name("no") || word.is_word(Word::Not)
}

/// May an operand end here?
pub(super) fn ends(piece: &Piece) -> bool {
    matches!(piece.token, Token::Name | Token::Number | Token::RightParen)
}

/// May an operand begin here?
pub(super) fn begins(piece: &Piece) -> bool {
    matches!(piece.token, Token::Name | Token::Number | Token::LeftParen)
}

/// Where the operand that ends here begins: a number, a name, something in parentheses.
pub(super) fn operand_before(pieces: &[Piece], end: usize) -> Option<usize> {
    let last = end.checked_sub(1)?;
    match pieces[last].token {
        Token::Number | Token::Name => Some(last),
        Token::RightParen => {
            let open = opening(pieces, last)?;
            let is_call =
                open.checked_sub(1).is_some_and(|name| pieces[name].token == Token::Name && !pieces[open].apart);
            Some(if is_call { open - 1 } else { open })
        }
        _ => None,
    }
}

/// Where the operand that begins here ends.
pub(super) fn operand_behind(pieces: &[Piece], from: usize) -> Option<usize> {
    let open = match pieces.get(from)?.token {
        Token::Number => return Some(from + 1),
        Token::Name if pieces.get(from + 1).is_none_or(|p| p.token != Token::LeftParen) => return Some(from + 1),
        Token::Name => from + 1,
        Token::LeftParen => from,
        _ => return None,
    };
    Some(closing(pieces, open)? + 1)
}

/// Where the sum, product or power that begins here ends.
pub(super) fn expression_behind(pieces: &[Piece], from: usize) -> Option<usize> {
    let mut end = operand_behind(pieces, from)?;
    while pieces.get(end).is_some_and(|piece| piece.token.is_operator()) {
        end = operand_behind(pieces, end + 1)?;
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        cut(text).into_iter().map(|p| p.text).collect()
    }

    #[test]
    fn codes_and_texts_are_one_piece() {
        assert_eq!(texts("0.7a(5)"), ["0.7a", "(", "5", ")"]);
        assert_eq!(texts("4!.0 + {2,3}.7{2+}[3](4)"), ["4!.0", "+", "{2,3}.7{2+}[3]", "(", "4", ")"]);
        assert_eq!(texts("take[1..3] .77"), ["take", "[", "1", "..", "3", "]", ".77"]);
        assert_eq!(texts("cram(\"5X6\")#c"), ["cram", "(", "\"5X6\"", ")"]);
        assert_eq!(texts("mise\u{300}re nim"), ["mise\u{300}re", "nim"]);
        assert_eq!(folded("MISE\u{300}RE"), "misere");
        assert_eq!(folded("Ｎｉｍ"), "nim");
    }

    #[test]
    fn joining_gives_the_text_back() {
        for text in ["nim(3, 5) + 2*kayles(4)", "{n -> n-k for k in 1..3}(4)", "x if k<n", "1e5"] {
            assert_eq!(joined(&cut(text)).text(), text);
        }
    }
}
