//! Imports point one way: `ARCHITECTURE.md` lists the modules of `grundy` in order, and none imports a later one.
//!
//! An arrow `a -> b` says that some file of module `a` names something of module `b`, by `crate::b::…`, by a chain of
//! `super::`, or by a name that the root re-exports from `b`. The crates below may have no circle at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Result, bail};

use crate::code::{Kind, Module, Token, modules};
use crate::report::Report;
use crate::run::root;

/// The crate whose order is listed.
const LISTED: &str = "grundy";
/// Where the order stands: the block of code that opens so.
const BLOCK: &str = "```modules";

/// Who imports whom, and where that is said first.
type Arrows = BTreeMap<(String, String), String>;

/// The step of `cargo xtask test`.
pub(crate) fn check() -> Result<Report> {
    let mut wrong = Vec::new();
    let (order, arrows) = (listed_order()?, arrows(LISTED)?);
    for ((a, b), place) in upward(&order, &arrows)? {
        wrong.push(format!("{a} -> {b} runs against the order: {place}"));
    }
    let mut crates = 0;
    for name in lower()? {
        crates += 1;
        wrong.extend(circles(&self::arrows(&name)?).into_iter().map(|circle| format!("{name}: a circle: {circle}")));
    }
    if wrong.is_empty() {
        let text = format!("{} modules, {} arrows, none upward; {crates} crates", order.len(), arrows.len());
        return Ok(Report { passed: 1 + crates, failed: 0, text });
    }
    Ok(Report::wrong(wrong.join("\n")))
}

/// As [`check`], told on the terminal.
pub(crate) fn all() -> Result<bool> {
    let report = check()?;
    println!("{}", report.text);
    Ok(report.failed == 0)
}

/// The first word of each line of the block in `ARCHITECTURE.md`.
fn listed_order() -> Result<Vec<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let block = text.lines().skip_while(|line| *line != BLOCK).skip(1).take_while(|line| *line != "```");
    let names: Vec<String> = block.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    if names.is_empty() {
        bail!("ARCHITECTURE.md: no block {BLOCK}");
    }
    Ok(names)
}

fn upward(order: &[String], arrows: &Arrows) -> Result<Arrows> {
    let at: BTreeMap<&str, usize> = order.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let real: BTreeSet<String> = crate_modules(LISTED)?.into_iter().filter_map(|m| m.path.into_iter().next()).collect();
    let missing: Vec<&String> = real.iter().filter(|name| !at.contains_key(name.as_str())).collect();
    let gone: Vec<&&str> = at.keys().filter(|name| !real.contains(**name)).collect();
    if !missing.is_empty() || !gone.is_empty() || at.len() != order.len() {
        bail!("ARCHITECTURE.md, order of modules: not listed {missing:?}, listed without being there {gone:?}");
    }
    let runs_up = |(a, b): &(String, String)| at.get(a.as_str()) < at.get(b.as_str());
    Ok(arrows.iter().filter(|(arrow, _)| runs_up(arrow)).map(|(a, p)| (a.clone(), p.clone())).collect())
}

/// The crates of the library below the listed one, those that have a source.
fn lower() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let own = name != LISTED && !matches!(name.as_str(), "grundy-cli" | "grundy-py");
        if own && root().join("crates").join(&name).join("src/lib.rs").is_file() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn crate_modules(name: &str) -> Result<Vec<Module>> {
    modules(&root().join("crates").join(name).join("src/lib.rs"))
}

fn arrows(name: &str) -> Result<Arrows> {
    let modules = crate_modules(name)?;
    let top: BTreeSet<&str> = modules.iter().filter_map(|m| m.path.first()).map(String::as_str).collect();
    let exported = exports(&modules[0].tokens, &top);
    let mut arrows = Arrows::new();
    for module in modules.iter().filter(|m| !m.path.is_empty()) {
        let from = &module.path[0];
        for (name, line) in imports(&module.path, &module.tokens) {
            let to = if top.contains(name.as_str()) { Some(name.as_str()) } else { exported.get(&name).copied() };
            if let Some(to) = to.filter(|to| to != from) {
                let file = module.file.strip_prefix(root()).unwrap_or(&module.file).display().to_string();
                arrows.entry((from.clone(), to.to_owned())).or_insert_with(|| format!("{file}:{line}"));
            }
        }
    }
    Ok(arrows)
}

/// The names that the root takes from its modules: `pub use answer::{Answer, Show as Shown}` gives both.
fn exports<'a>(tokens: &[Token], top: &BTreeSet<&'a str>) -> BTreeMap<String, &'a str> {
    let mut names = BTreeMap::new();
    let mut i = 0;
    while i < tokens.len() {
        if tokens[i].text == "use" {
            let end = tokens[i..].iter().position(|t| t.text == ";").map_or(tokens.len(), |n| i + n);
            if let Some(module) = tokens.get(i + 1).and_then(|t| top.get(t.text.as_str())) {
                let words = tokens[i + 2..end].iter().filter(|t| t.kind == Kind::Word && t.text != "as");
                names.extend(words.map(|t| (t.text.clone(), *module)));
            }
            i = end;
        }
        i += 1;
    }
    names
}

/// What a file names at the root of its crate, with lines: the first name after `crate::` or after enough `super::`.
fn imports(path: &[String], tokens: &[Token]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    // modules in braces make `super` shorter by one; the depth of braces at which each of them opened
    let (mut inline, mut depth) = (Vec::new(), 0_usize);
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|t: &Token| t.text == text);
    let mut i = 0;
    while i < tokens.len() {
        match tokens[i].text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                if inline.last() == Some(&depth) {
                    inline.pop();
                }
            }
            "mod" if is(i + 2, "{") => inline.push(depth),
            // `pub(in crate::a)` is no import
            "crate" if is(i + 1, "::") && !(i > 0 && is(i - 1, "in")) => {
                found.extend(first_names(tokens, i + 2));
            }
            "super" if is(i + 1, "::") => {
                let mut up = 1;
                while is(i + 2, "super") && is(i + 3, "::") {
                    up += 1;
                    i += 2;
                }
                if up == path.len() + inline.len() {
                    found.extend(first_names(tokens, i + 2));
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// The names with which a path or a list of paths `{a::b, c}` begins.
fn first_names(tokens: &[Token], i: usize) -> Vec<(String, usize)> {
    let Some(first) = tokens.get(i) else { return Vec::new() };
    if first.text != "{" {
        return vec![(first.text.clone(), first.line)];
    }
    let (mut names, mut depth, mut starts) = (Vec::new(), 0_usize, true);
    for token in &tokens[i..] {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => break,
            "}" => depth -= 1,
            "," if depth == 1 => starts = true,
            text if starts => {
                names.push((text.to_owned(), token.line));
                starts = false;
            }
            _ => {}
        }
    }
    names
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
