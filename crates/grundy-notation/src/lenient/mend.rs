//! The corrected text of a fault, for its help line: made only where it can be read.
//!
//! `kaylse(5)` may be `kayles(5)`, `nim(3,,5)` may be `nim(3,5)`, `nim(3, 5` may be `nim(3, 5)`. A text is never read
//! so by itself: the reader decides.

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::Span;
use super::super::lexer::Token;
use super::super::nearest::nearest;
use super::pieces::{Piece, Typed, cut, step};
use super::{irrational, slips};

/// Longer texts are not shown again.
const LONGEST: usize = 160;

/// Texts near the one at fault, the likeliest first.
pub fn candidates(typed: &Typed<'_>, fault: &Diagnostic) -> Vec<String> {
    let text = typed.text();
    let Some(span) = fault.span.filter(|_| text.len() <= LONGEST) else { return Vec::new() };
    let span = Span::new(span.start.min(text.len()), span.end.clamp(span.start.min(text.len()), text.len()));
    if !text.is_char_boundary(span.start) || !text.is_char_boundary(span.end) {
        return Vec::new();
    }
    let put = |middle: &str| format!("{}{middle}{}", &text[..span.start], &text[span.end..]);
    let mut found = Vec::new();
    // parts that were added up or put in parentheses
    found.extend(fault.suggestion.as_deref().filter(|help| is_parts(help)).map(put));
    if let Some(name) = fault.suggestion.as_deref().and_then(named) {
        found.push(put(name));
    }
    found.extend(nim_sum(text, span, fault));
    found.extend(slips::candidates(typed.pieces(), span));
    // `take[1,2k]`
    if text[..span.start].ends_with(|c: char| c.is_ascii_digit()) && text[span.start..].starts_with(char::is_alphabetic)
    {
        found.push(format!("{}*{}", &text[..span.start], &text[span.start..]));
    }
    found.extend(closed(typed));
    found.extend(without_separator(text, span));
    if text.starts_with("graph") {
        // a vertex without arcs is written alone
        found.extend(arcs_apart(text));
        found.push(text.replace("->;", ";").replace("->}", "}").replace("-> ;", ";").replace("-> }", "}"));
    }
    if fault.is(FaultCode::MissingStar) {
        // a number alone is a heap of Nim
        let before = text[..span.start].trim_end();
        let number = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').len();
        found.push(format!("{}*{}", &text[..number], &text[number..]));
    }
    if fault.is(FaultCode::MissingPlus) {
        found.push(format!("{}+ {}", &text[..span.start], text[span.start..].trim_start_matches(['-', '⊕', ' '])));
    }
    let joins =
        text[..span.start].ends_with(char::is_alphanumeric) && text[span.end..].starts_with(char::is_alphanumeric);
    // graph{a->b}a)
    if text[..span.start].trim_end().ends_with(|c: char| c.is_alphanumeric() || "}])".contains(c)) {
        found.push(format!("{}({}", &text[..span.start], &text[span.start..]));
    }
    match &text[span.start..span.end] {
        "xor" | "⊕" if fault.suggestion.as_deref().is_some_and(|help| help.contains(" & ")) => found.push(put("&")),
        "|" if depth(&text[..span.start]) > 0 && !text.contains("->") => {
            found.push(format!("{}{}", &text[..span.start], text[span.start..].replace('|', ",")));
        }
        "_" => found.push(put("?")),
        "..." | "…" => found.push(put("..")),
        // the remainder of a root is no whole number
        "/" if ["sqrt", "phi"].iter().any(|root| text.contains(root)) => {}
        "/" if fault.suggestion.as_deref().is_some_and(|help| help.contains("`//`")) => found.push(put("//")),
        // in an exponent it is a root, and `1//4` is 0
        "/" => {}
        ";" if depth(&text[..span.start]) > 0 => found.push(put(",")),
        "," if text[..span.start].ends_with('0') && text[span.end..].starts_with(|c: char| c.is_ascii_digit()) => {
            found.push(put("."));
        }
        // without it another convention would be asked about
        word if nearest(word, ["misere"]).is_some() => found.push(put("misere")),
        // a name in capitals that is known in small letters
        word if word.starts_with(char::is_uppercase) && is_said(text, &word.to_lowercase()) => {
            found.push(put(&word.to_lowercase()));
        }
        // two words would become one, an unknown name would be nothing
        _ if joins || fault.is(FaultCode::UnknownName) => {}
        "loopy" => found.extend(said_behind(text, span)),
        // a word or a number is part of the question, and so is a sign of a number
        word if word.contains(char::is_alphanumeric) => {}
        "-" | "−" if text[span.end..].starts_with(char::is_numeric) => {}
        _ => found.push(put("")),
    }
    found.retain(|candidate| candidate.trim() != text.trim() && !candidate.trim().is_empty());
    found
}

/// A claim whose fault is a number that is not whole, with that rounded down.
#[must_use]
pub fn rounded(text: &str, fault: &Diagnostic) -> Option<String> {
    irrational::rounded(text, fault.span.filter(|_| text.len() <= LONGEST)?)
}

/// Does this word stand somewhere in the text?
fn is_said(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|said| said == word)
}

/// Is it parts joined by `&`, and no sentence?
#[must_use]
pub fn is_parts(suggestion: &str) -> bool {
    suggestion.contains(" & ") && !suggestion.contains('`')
}

/// `graph{1->2, 2->3}(1)` → `graph{1->2; 2->3}(1)`: a comma stands between targets of one vertex.
fn arcs_apart(text: &str) -> Option<String> {
    let pieces = cut(text);
    let mut apart = text.to_owned();
    for three in pieces.windows(3).rev() {
        let is_vertex = matches!(three[1].token, Token::Name | Token::Number | Token::Upper);
        if three[0].token == Token::Comma && is_vertex && three[2].token == Token::Arrow {
            apart.replace_range(three[0].span.start..three[0].span.end, ";");
        }
    }
    (apart != text).then_some(apart)
}

/// `n xor 1` as a call, from a suggestion that shows the call alone.
fn nim_sum(text: &str, sign: Span, fault: &Diagnostic) -> Option<String> {
    let call = fault.suggestion.as_deref()?;
    let inner = call.strip_prefix("xor(")?.strip_suffix(')')?;
    let (before, behind) = (text[..sign.start].trim_end(), text[sign.end..].trim_start());
    inner.match_indices(',').find_map(|(at, _)| {
        let (left, right) = (before.strip_suffix(&inner[..at])?, behind.strip_prefix(&inner[at + 1..])?);
        // the same may stand in a condition
        let typed = &text[left.len()..text.len() - right.len()];
        Some(format!("{left}{call}{}", right.replace(typed, call)))
    })
}

/// A closing bracket, without the sign in front of it that joins nothing: `{n -> n-1; }`.
fn without_separator(text: &str, span: Span) -> Option<String> {
    let before = text[..span.start].trim_end();
    let kept = text[span.start..span.end]
        .starts_with(['}', ')', ']'])
        .then(|| before.strip_suffix([';', ',', '|', '&']))??;
    Some(format!("{kept}{}", &text[span.start..]))
}

/// The bracket that belongs there: `take[1,3) (21)`, `take[1..3]{21}`.
pub fn other_bracket(typed: &Typed<'_>, span: Span) -> Option<String> {
    let text = typed.text();
    // most faults are no brackets, and to cut a text takes longer than to read it
    let is_bracket =
        text.get(span.start..).is_some_and(|rest| rest.starts_with(|c: char| !c.is_ascii() || "()[]{}".contains(c)));
    if text.len() > LONGEST || !is_bracket {
        return None;
    }
    let pieces = typed.pieces();
    let at = pieces.iter().position(|p| p.span.start == span.start)?;
    let mut mended = text.to_owned();
    match step(&pieces[at]) {
        -1 => {
            let open = pieces[..at].iter().rev().scan(0, |depth, p| {
                *depth += step(p);
                Some((*depth, p))
            });
            let open = open.filter(|&(depth, _)| depth > 0).map(|(_, p)| p).next()?;
            mended.replace_range(pieces[at].span.start..pieces[at].span.end, &sign(closing(open)?).to_string());
        }
        1 => {
            let close = super::pieces::closing(pieces, at)?;
            mended.replace_range(pieces[close].span.start..pieces[close].span.end, ")");
            mended.replace_range(pieces[at].span.start..pieces[at].span.end, "(");
        }
        _ => return None,
    }
    Some(mended)
}

/// How many parentheses are open at the end of a text.
fn depth(text: &str) -> usize {
    text.chars().fold(0, |depth: usize, c| match c {
        '(' => depth + 1,
        ')' => depth.saturating_sub(1),
        _ => depth,
    })
}

/// `loopy {n -> …}(5)` with the word where it belongs, behind the moves.
fn said_behind(text: &str, word: Span) -> Option<String> {
    let pieces = cut(text);
    let open = pieces.iter().position(|p| p.span.start >= word.end && p.token == Token::LeftBrace)?;
    let close = pieces[super::pieces::closing(&pieces, open)?].span.start;
    let rule = text[word.end..close].trim();
    Some(format!("{}{rule} loopy{}", &text[..word.start], &text[close..]))
}

/// What differs between a text at fault and its corrected form: the piece at fault, where that alone was replaced.
#[must_use]
pub fn change(text: &str, fault: &Diagnostic, mended: &str) -> (Span, String) {
    let span = fault.span.unwrap_or_default();
    let whole = text.get(..span.start).zip(text.get(span.end..));
    let middle = whole.and_then(|(head, tail)| mended.strip_prefix(head)?.strip_suffix(tail));
    if let Some(middle) = middle {
        return (span, middle.to_owned());
    }
    let same = text.char_indices().zip(mended.chars()).take_while(|((_, a), b)| a == b);
    let head = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    let same = text[head..].chars().rev().zip(mended[head..].chars().rev()).take_while(|(a, b)| a == b);
    let tail: usize = same.map(|(c, _)| c.len_utf8()).sum();
    (Span::new(head, text.len() - tail), mended[head..mended.len() - tail].to_owned())
}

/// The name in "did you mean `kayles`?".
fn named(suggestion: &str) -> Option<&str> {
    suggestion.strip_prefix("did you mean `")?.strip_suffix("`?")
}

/// Is it plain that each bracket of the text has its other one, and that nothing is missing behind it?
fn is_closed(text: &str) -> bool {
    let mut open = Vec::new();
    for byte in text.bytes() {
        match byte {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b')' | b']' | b'}' if open.pop() != Some(byte) => return false,
            // what is quoted is not looked into
            b'"' | 0x80.. => return false,
            _ => {}
        }
    }
    open.is_empty() && !text.ends_with(|c: char| c.is_whitespace() || ",;+-*|&".contains(c))
}

/// The text with the brackets that are open at its end closed, without a last sign that joins nothing and without
/// brackets that nothing opens.
fn closed(typed: &Typed<'_>) -> Option<String> {
    let text = typed.text();
    if is_closed(text) {
        return None;
    }
    let mut open: Vec<&Piece> = Vec::new();
    let mut kept = String::new();
    let mut from = 0;
    for piece in typed.pieces() {
        match step(piece) {
            1 => open.push(piece),
            -1 => match open.last() {
                Some(last) if closing(last) == Some(piece.token) => drop(open.pop()),
                _ => {
                    kept.push_str(&text[from..piece.span.start]);
                    from = piece.span.end;
                }
            },
            _ => {}
        }
    }
    kept.push_str(&text[from..]);
    let kept = kept.trim_end_matches(|c: char| c.is_whitespace() || ",;+-*|&".contains(c)).to_owned();
    let closers: String = open.iter().rev().filter_map(|p| closing(p).map(sign)).collect();
    let mended = kept + &closers;
    // no heaps at all is another question
    (mended != text && !mended.ends_with("()")).then_some(mended)
}

fn closing(open: &Piece) -> Option<Token> {
    match open.token {
        Token::LeftParen => Some(Token::RightParen),
        Token::LeftBracket => Some(Token::RightBracket),
        Token::LeftBrace => Some(Token::RightBrace),
        _ => None,
    }
}

fn sign(token: Token) -> char {
    match token {
        Token::RightParen => ')',
        Token::RightBracket => ']',
        _ => '}',
    }
}
