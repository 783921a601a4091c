//! Who imports whom among sibling modules.
//!
//! An import of `a::b::C` in `a::d::e` is the arrow d → b among the children of `a`. An import of a parent or of a child
//! is no arrow: a parent hands out what its children share, and calls them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;

use super::names::Names;
use crate::code::{Module, modules, paths};
use crate::run::root;

/// Pairs (a, b) where `a` imports `b`, each with the place that says so first.
pub(super) type Arrows = BTreeMap<(String, String), String>;

/// The arrows of a crate.
#[derive(Debug)]
pub(super) struct Imports {
    /// How many files it has.
    pub(super) files: usize,
    /// The modules at the root.
    pub(super) top: BTreeSet<String>,
    /// For each module, those among its children.
    pub(super) arrows: BTreeMap<Vec<String>, Arrows>,
}

impl Imports {
    /// Of the crate with this root.
    pub(super) fn of_crate(file: &Path) -> Result<Imports> {
        Ok(Imports::of(&modules(file)?))
    }

    fn of(modules: &[Module]) -> Imports {
        let named: Vec<_> = modules.iter().map(|module| (module, paths(&module.tokens))).collect();
        let mut names = Names::default();
        for (module, paths) in &named {
            names.add(&module.path, paths);
        }
        let mut arrows: BTreeMap<Vec<String>, Arrows> = BTreeMap::new();
        for (module, paths) in &named {
            for named in paths {
                let from = [module.path.as_slice(), &named.within].concat();
                let Some(to) = names.module(&from, &named.path) else { continue };
                let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
                if let (Some(a), Some(b)) = (from.get(shared), to.get(shared)) {
                    let file = module.file.strip_prefix(root()).unwrap_or(&module.file).display();
                    let among = arrows.entry(from[..shared].to_vec()).or_default();
                    among.entry((a.clone(), b.clone())).or_insert_with(|| format!("{file}:{}", named.line));
                }
            }
        }
        let top = modules.iter().filter_map(|module| module.path.first().cloned()).collect();
        Imports { files: modules.len(), top, arrows }
    }

    /// The circles among the children of each module.
    pub(super) fn circles(&self) -> Vec<String> {
        let told = |(parent, arrows): (&Vec<String>, &Arrows)| {
            let parent = parent.join("::");
            let among = if parent.is_empty() { String::new() } else { format!(" in {parent}") };
            circles(arrows).into_iter().map(|circle| format!("a circle{among}: {circle}")).collect::<Vec<_>>()
        };
        self.arrows.iter().flat_map(told).collect()
    }
}

/// One circle for each set of modules that all reach each other.
fn circles(arrows: &Arrows) -> Vec<String> {
    let names: BTreeSet<&str> = arrows.keys().flat_map(|(a, b)| [a.as_str(), b.as_str()]).collect();
    let reach: BTreeMap<&str, BTreeSet<&str>> = names.iter().map(|&name| (name, reachable(name, arrows))).collect();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for &name in &names {
        if reach[name].contains(name) && !told.contains(name) {
            let circle: Vec<&str> =
                names.iter().copied().filter(|b| reach[name].contains(b) && reach[b].contains(name)).collect();
            let within = |a: &str| circle.contains(&a);
            let places = arrows.iter().filter(|((a, b), _)| within(a) && within(b));
            let places: Vec<String> = places.map(|((a, b), place)| format!("{a} -> {b} ({place})")).collect();
            told.extend(&circle);
            found.push(format!("{}\n  {}", circle.join(", "), places.join("\n  ")));
        }
    }
    found
}

fn reachable<'a>(from: &str, arrows: &'a Arrows) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        for (_, b) in arrows.keys().filter(|(a, _)| a == name) {
            if seen.insert(b.as_str()) {
                open.push(b);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::Imports;
    use crate::code::{Module, tokens};

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let modules: Vec<Module> = files
            .iter()
            .map(|(path, text)| Module {
                path: path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect(),
                file: format!("{path}.rs").into(),
                tokens: tokens(text),
            })
            .collect();
        Imports::of(&modules).circles()
    }

    #[test]
    fn parents_and_children_make_no_circle() {
        let found = circles(&[
            ("", "mod a; mod b; use a::A;"),
            ("a", "mod c; mod d; use c::C; use d::D;"),
            ("a::c", "use super::Limit; use crate::A;"),
            ("a::d", "use super::c::C;"),
            ("b", "use crate::a::{A, d};"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn circles_are_found_at_every_level() {
        let found = circles(&[
            ("", "mod a; mod b; mod e; pub use b::B;"),
            ("a", "mod c; mod d; pub use d::D;"),
            ("a::c", "use super::D;\nuse crate::B;"),
            ("a::d", "fn f() { super::c::g() }"),
            ("b", "use super::e::E;"),
            ("e", "\nuse crate::a;"),
        ]);
        assert_eq!(
            found,
            [
                "a circle: a, b, e\n  a -> b (a::c.rs:2)\n  b -> e (b.rs:1)\n  e -> a (e.rs:2)",
                "a circle in a: c, d\n  c -> d (a::c.rs:1)\n  d -> c (a::d.rs:1)"
            ]
        );
    }
}
