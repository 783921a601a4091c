//! The paths that code names: those of `use`, and those with `::` elsewhere.

use super::{Kind, Token};

/// A path as it is written: `crate::a::b`, `super::b`, `a::b`, or one leaf of `use a::{b, c::d}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    /// The modules in braces around it, the outermost first.
    pub(crate) within: Vec<String>,
    /// Its names.
    pub(crate) path: Vec<String>,
    /// The name that a `use` gives it here; `a::*` and `a as _` give none.
    pub(crate) used_as: Option<String>,
    /// Where it stands.
    pub(crate) line: usize,
}

/// All paths of a file. That of `pub(in crate::a)` names nothing that is imported, and is left out.
pub(crate) fn paths(tokens: &[Token]) -> Vec<Named> {
    let mut reader = Reader { tokens, within: Vec::new(), found: Vec::new() };
    // each module in braces, with the depth of braces at which it opened
    let (mut open, mut depth) = (Vec::new(), 0_usize);
    let mut i = 0;
    while i < tokens.len() {
        match tokens[i].text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                if open.last() == Some(&depth) {
                    open.pop();
                    reader.within.pop();
                }
            }
            "mod" if reader.is(i + 2, "{") => {
                open.push(depth);
                reader.within.push(tokens[i + 1].text.clone());
            }
            "use" => {
                i = reader.tree(i + 1, &[]);
                continue;
            }
            _ if reader.begins_path(i) => {
                i = reader.path(i);
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    reader.found
}

struct Reader<'a> {
    tokens: &'a [Token],
    within: Vec<String>,
    found: Vec<Named>,
}

impl Reader<'_> {
    fn is(&self, i: usize, text: &str) -> bool {
        self.tokens.get(i).is_some_and(|t| t.text == text)
    }

    fn is_word(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.kind == Kind::Word)
    }

    fn begins_path(&self, i: usize) -> bool {
        // what follows `::` goes on with a path; `$a::b` is a parameter of a macro, but for `$crate::b`
        let goes_on = i > 0 && (self.is(i - 1, "::") || self.is(i - 1, "$") && !self.is(i, "crate"));
        let restricts = i > 2 && self.is(i - 1, "in") && self.is(i - 2, "(") && self.is(i - 3, "pub");
        self.is_word(i) && self.is(i + 1, "::") && !goes_on && !restricts
    }

    /// Reads the path that begins here. Returns where it ends, as the other ways of reading do.
    fn path(&mut self, mut i: usize) -> usize {
        let (begin, mut path) = (i, vec![self.tokens[i].text.clone()]);
        while self.is(i + 1, "::") && self.is_word(i + 2) {
            path.push(self.tokens[i + 2].text.clone());
            i += 2;
        }
        self.note(path, None, begin);
        i + 1
    }

    /// Reads what a `use` names behind `before`: a list, a longer path, or a leaf.
    fn tree(&mut self, i: usize, before: &[String]) -> usize {
        if self.is(i, "{") {
            return self.list(i, before);
        }
        if self.is(i, "*") {
            self.note(before.to_vec(), None, i);
            return i + 1;
        }
        if !self.is_word(i) {
            return i + 1;
        }
        let mut path = before.to_vec();
        // `a::{self}` is `a`
        if !self.is(i, "self") || before.is_empty() {
            path.push(self.tokens[i].text.clone());
        }
        if self.is(i + 1, "::") {
            return self.tree(i + 2, &path);
        }
        let renamed = self.is(i + 1, "as");
        let name = if renamed { self.tokens.get(i + 2).map(|t| t.text.clone()) } else { path.last().cloned() };
        self.note(path, name.filter(|name| name != "_"), i);
        if renamed { i + 3 } else { i + 1 }
    }

    fn list(&mut self, open: usize, before: &[String]) -> usize {
        let mut i = open + 1;
        while i < self.tokens.len() && !self.is(i, "}") {
            i = if self.is(i, ",") { i + 1 } else { self.tree(i, before) };
        }
        i + 1
    }

    fn note(&mut self, path: Vec<String>, used_as: Option<String>, at: usize) {
        self.found.push(Named { within: self.within.clone(), path, used_as, line: self.tokens[at].line });
    }
}

#[cfg(test)]
mod tests {
    use super::paths;
    use crate::code::tokens;

    /// `path`, `path as name` for what a `use` brings in; behind the modules in braces.
    fn told(text: &str) -> Vec<String> {
        let told = paths(&tokens(text)).into_iter().map(|named| {
            let name = named.used_as.map(|name| format!(" as {name}")).unwrap_or_default();
            let within: String = named.within.iter().map(|module| format!("{module}: ")).collect();
            format!("{within}{}{name}", named.path.join("::"))
        });
        told.collect()
    }

    #[test]
    fn trees_of_use() {
        assert_eq!(
            told("pub use a::{b::c, d as e, f::{self, g}};"),
            ["a::b::c as c", "a::d as e", "a::f as f", "a::f::g as g"]
        );
        assert_eq!(
            told("use super::super::a::*; use self::b as _; use crate::c;"),
            ["super::super::a", "self::b", "crate::c as c"]
        );
        assert_eq!(told("fn f() -> impl A + use<'_> { b }"), Vec::<String>::new());
    }

    #[test]
    fn paths_elsewhere() {
        assert_eq!(
            told("let x = crate::a::B::of(super::c::<D>::e(), f::g!());"),
            ["crate::a::B::of", "super::c", "f::g"]
        );
        assert_eq!(told("pub(in crate::a) fn f() { for x in crate::b() {} }"), ["crate::b"]);
        assert_eq!(told("<T as crate::A>::B::c; $crate::d; $e::f"), ["crate::A", "crate::d"]);
    }

    #[test]
    fn modules_in_braces() {
        assert_eq!(
            told("mod a { mod b { use super::c; } fn d() { super::e::f() } } crate::g"),
            ["a: b: super::c as c", "a: super::e::f", "crate::g"]
        );
    }
}
