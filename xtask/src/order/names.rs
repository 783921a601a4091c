//! Which module a path names.
//!
//! `super::Format` names the module that defines `Format`, not the parent that brings it in with `use`: so names are
//! followed from `use` to `use`. What a macro makes and what `use a::*` brings in is not seen.

use std::collections::BTreeMap;

use crate::code::Named;

/// So many `use` are followed from one to the next; a name that is brought in under its own name would have no end.
const MOST: usize = 8;

/// The modules of a crate, each by its names from the root, with what their `use` bring in.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<Vec<String>, BTreeMap<String, Vec<String>>>);

impl Names {
    /// Adds a module, and those in braces within it, by the paths that its file names.
    pub(super) fn add(&mut self, module: &[String], paths: &[Named]) {
        self.0.entry(module.to_vec()).or_default();
        for named in paths {
            let used = self.0.entry([module, &named.within].concat()).or_default();
            if let Some(name) = &named.used_as {
                used.insert(name.clone(), named.path.clone());
            }
        }
    }

    /// The module that holds what `path` names in the module `from`; `None` for what other crates and scopes hold.
    pub(super) fn module(&self, from: &[String], path: &[String]) -> Option<Vec<String>> {
        self.followed(from, path, 0)
    }

    fn followed(&self, from: &[String], path: &[String], times: usize) -> Option<Vec<String>> {
        let (mut at, mut rest) = (from.to_vec(), path);
        if path.first()? == "crate" {
            at.clear();
            rest = &path[1..];
        } else if path[0] == "self" {
            rest = &path[1..];
        }
        while rest.first().is_some_and(|name| name == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        let is_relative = rest.len() == path.len();
        for (i, name) in rest.iter().enumerate() {
            let child = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.0.contains_key(&child) {
                at = child;
                continue;
            }
            return match self.0.get(&at).and_then(|used| used.get(name)) {
                Some(used) if times < MOST => {
                    let whole = [used.as_slice(), &rest[i + 1..]].concat();
                    // what comes from another crate belongs to the module that brings it in
                    self.followed(&at, &whole, times + 1).or(Some(at))
                }
                None if is_relative && i == 0 => None,
                _ => Some(at),
            };
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::code::{paths, tokens};

    fn split(path: &str) -> Vec<String> {
        path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn names(modules: &[(&str, &str)]) -> Names {
        let mut names = Names::default();
        for (module, text) in modules {
            names.add(&split(module), &paths(&tokens(text)));
        }
        names
    }

    #[test]
    fn names_lead_to_where_they_are_defined() {
        let names = names(&[
            ("", "mod a; mod b; pub use a::deep::Thing as Renamed; use std::fmt;"),
            ("a", "pub(crate) mod deep; pub(crate) use self::deep::{Thing, make};"),
            ("a::deep", "mod inner { use super::Other; }"),
            ("b", "use crate::Renamed; use super::a; use quick::quick; mod c;"),
            ("b::c", ""),
        ]);
        let module = |from: &str, path: &str| names.module(&split(from), &split(path)).map(|module| module.join("::"));
        let is = |from: &str, path: &str, expected: &str| {
            assert_eq!(module(from, path).as_deref(), Some(expected), "{path} in {from}");
        };
        is("b", "crate::a::deep::Thing::new", "a::deep");
        is("b", "crate::a::make", "a::deep");
        is("b", "super::Renamed", "a::deep");
        is("b", "Renamed::new", "a::deep");
        is("b", "a::make", "a::deep");
        is("b::c", "super::Renamed", "a::deep");
        is("b::c", "super::super::a::Thing", "a::deep");
        is("a::deep::inner", "super::Other", "a::deep");
        is("b", "self::c::D", "b::c");
        is("b", "c::D", "b::c");
        is("b", "crate::fmt::Debug", "");
        assert_eq!(module("b", "std::fmt"), None);
        assert_eq!(module("b", "Local::new"), None);
        assert_eq!(module("", "super::a"), None);
        // a name that is its own crate
        assert_eq!(module("b::c", "super::quick").as_deref(), Some("b"));
    }
}
