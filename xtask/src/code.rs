//! Rust sources as tokens, without comments and tests: what the order of modules and the counts of lines read.
//!
//! `// a` and `"// b"` look alike to a search for text; a lexer of eighty lines knows them apart. It needs no types and
//! no macros to be expanded, so no compiler's library is needed either.

mod lexer;
mod paths;
mod tree;

pub(crate) use lexer::{Kind, Token, tokens};
pub(crate) use paths::{Named, paths};
pub(crate) use tree::{Module, modules};

/// The tokens without items and statements under `#[cfg(test)]` or `#[test]`; an inner `#![cfg(test)]` leaves nothing.
pub(crate) fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match attribute(tokens, i) {
            Some((_, true, true)) => return Vec::new(),
            Some((end, true, false)) => i = item_end(tokens, end),
            Some((end, false, _)) => {
                kept.extend_from_slice(&tokens[i..end]);
                i = end;
            }
            None => {
                kept.push(tokens[i].clone());
                i += 1;
            }
        }
    }
    kept
}

/// An attribute that starts at `i`: where it ends, whether it says that this is for tests, whether it is an inner one.
fn attribute(tokens: &[Token], i: usize) -> Option<(usize, bool, bool)> {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|t| t.text == text);
    if !is(i, "#") {
        return None;
    }
    let inner = is(i + 1, "!");
    let open = i + 1 + usize::from(inner);
    if !is(open, "[") {
        return None;
    }
    let end = group_end(tokens, open);
    let inside: Vec<&str> = tokens[open + 1..end - 1].iter().map(|t| t.text.as_str()).collect();
    let for_tests =
        matches!(inside.as_slice(), ["test"] | ["cfg", "(", "test", ")"] | ["cfg", "(", "all", "(", "test", ..]);
    Some((end, for_tests, inner))
}

/// One past the bracket that closes the one at `open`.
fn group_end(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" if token.kind == Kind::Sign => depth += 1,
            ")" | "]" | "}" if token.kind == Kind::Sign => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// One past what an attribute before `i` belongs to: an item, a statement, a field or an arm.
fn item_end(tokens: &[Token], mut i: usize) -> usize {
    while let Some((end, _, false)) = attribute(tokens, i) {
        i = end;
    }
    const ITEMS: [&str; 16] = [
        "fn", "mod", "use", "impl", "struct", "enum", "type", "const", "static", "trait", "macro_rules", "pub",
        "async", "extern", "let", "union",
    ];
    // in an item a comma stands between generics or bounds; a field or an arm ends with one
    let comma_ends = !tokens.get(i).is_some_and(|t| ITEMS.contains(&t.text.as_str()));
    while let Some(token) = tokens.get(i) {
        match token.text.as_str() {
            ";" if token.kind == Kind::Sign => return i + 1,
            "," if comma_ends && token.kind == Kind::Sign => return i + 1,
            "{" if token.kind == Kind::Sign => {
                let end = group_end(tokens, i);
                let goes_on = |t: &Token| matches!(t.text.as_str(), ";" | "," | "." | "::");
                if !tokens.get(end).is_some_and(goes_on) {
                    return end;
                }
                i = end;
            }
            "(" | "[" if token.kind == Kind::Sign => i = group_end(tokens, i),
            "}" if token.kind == Kind::Sign => return i,
            _ => i += 1,
        }
    }
    i
}

#[cfg(test)]
mod tests {
    use super::{tokens, without_tests};

    fn left(text: &str) -> String {
        without_tests(&tokens(text)).iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_tests_go() {
        assert_eq!(left("a /* b /* c */ d */ e // f\n\"// g\" h"), "a e \"// g\" h");
        assert_eq!(left("fn a() {} #[cfg(test)] mod tests { fn b() { '}' } } fn c() {}"), "fn a ( ) { } fn c ( ) { }");
        assert_eq!(left("#[cfg(test)] mod tests; use x;"), "use x ;");
        assert_eq!(left("#[cfg(test)]\n#[derive(Debug)]\nstruct A<B, C>(B, C); d"), "d");
        assert_eq!(left("struct A { #[cfg(test)] b: u8, c: u8 }"), "struct A { c : u8 }");
        assert_eq!(left("#[cfg(not(test))] fn a() {}"), "# [ cfg ( not ( test ) ) ] fn a ( ) { }");
        assert_eq!(left("#[cfg(test)] use a::{b, c}; d"), "d");
        assert_eq!(left("#![cfg(test)] fn a() {}"), "");
    }
}
