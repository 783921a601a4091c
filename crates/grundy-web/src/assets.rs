//! The files of the page, in the binary.

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use grundy::game::catalogue;
use grundy_form::markup::escape;

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    path: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) bytes: Bytes,
    /// Changes with the bytes.
    pub(crate) tag: String,
}

/// The files, by the names that they have in the folder `assets`.
macro_rules! files {
    ($($path:literal)*) => { &[$(($path, include_bytes!(concat!("../assets/", $path)))),*] };
}

const FILES: &[(&str, &[u8])] = files![
    "index.html" "style.css" "icon.svg" "theme.js" "main.js" "dom.js" "api.js" "words.js" "en.js" "zh.js" "marks.js"
    "box.js" "change.js" "ask.js" "steps.js" "pods/verdict.js" "pods/moves.js" "pods/why.js" "pods/values.js" "pods/law.js"
    "pods/take.js" "board/scene.js" "board/shapes.js" "board/layout.js" "games.js" "game.js" "play.js" "explore.js" "heat.js" "plot.js"
    "graph.js" "learn.js" "lessons.js"
];

/// First words of the paths that the page itself serves.
const PAGES: [&str; 6] = ["", "games", "play", "explore", "graph", "learn"];
/// Where the list of games stands in the page for those without scripts.
const CATALOGUE: &str = "<!--catalogue-->";

/// Where the modules stand that the browser is to fetch at once.
const MODULES: &str = "<!--modules-->";
/// What every visit needs: else the browser learns of a module only from the one that imports it.
const FIRST: [&str; 2] = ["main.js", "ask.js"];

/// All files.
#[derive(Debug)]
pub(crate) struct Assets(Vec<Asset>);

impl Assets {
    pub(crate) fn new() -> Assets {
        Assets(
            FILES
                .iter()
                .map(|&(path, bytes)| {
                    let bytes = match path {
                        "index.html" => {
                            let page = String::from_utf8_lossy(bytes).replace(MODULES, &modules_as_html());
                            Bytes::from(page.replace(CATALOGUE, &catalogue_as_html()))
                        }
                        _ => Bytes::from_static(bytes),
                    };
                    let mut hasher = DefaultHasher::new();
                    bytes.hash(&mut hasher);
                    Asset { path, kind: kind(path), bytes, tag: format!("\"{:016x}\"", hasher.finish()) }
                })
                .collect(),
        )
    }

    /// The file at a path of the server; every page is one file.
    pub(crate) fn find(&self, path: &str) -> Option<&Asset> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let name = match path.split_once('/').unwrap_or((path, "")) {
            (first, rest) if PAGES.contains(&first) && !rest.contains(['/', '.']) => "index.html",
            _ => path,
        };
        self.0.iter().find(|asset| asset.path == name)
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The modules that a module imports, by their names in the list.
fn imported(path: &str) -> Vec<String> {
    let text = FILES.iter().find(|file| file.0 == path).map_or("".into(), |file| String::from_utf8_lossy(file.1));
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let lines = text.lines().filter(|line| line.starts_with("import "));
    let from = lines.filter_map(|line| line.split_once(" from '")?.1.split_once('\'')).map(|(from, _)| from);
    let named = from.map(|from| match (from.strip_prefix("../"), from.strip_prefix("./")) {
        (Some(above), _) => above.to_owned(),
        (_, Some(beside)) if folder.is_empty() => beside.to_owned(),
        (_, Some(beside)) => format!("{folder}/{beside}"),
        _ => from.to_owned(),
    });
    named.collect()
}

/// The modules of the first page, and all that they import.
fn modules() -> Vec<String> {
    let mut all: Vec<String> = FIRST.map(str::to_owned).to_vec();
    let mut next = 0;
    while let Some(path) = all.get(next) {
        let new: Vec<String> = imported(path).into_iter().filter(|path| !all.contains(path)).collect();
        all.extend(new);
        next += 1;
    }
    all
}

fn modules_as_html() -> String {
    modules().iter().map(|path| format!("<link rel=\"modulepreload\" href=\"/{path}\">\n")).collect()
}

/// The catalogue for readers without scripts.
fn catalogue_as_html() -> String {
    catalogue::all()
        .iter()
        .map(|entry| {
            let (name, rule, example) = (escape(entry.english), escape(entry.rule_english), escape(entry.example));
            format!("<li><b>{name}</b> {rule} <code>grundy '{example}'</code></li>\n")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn files(folder: &Path, under: &str, all: &mut Vec<(String, u64)>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = format!("{under}{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => files(&entry.path(), &format!("{name}/"), all),
                false => all.push((name, entry.metadata().unwrap().len())),
            }
        }
    }

    #[test]
    fn every_file_is_served_and_all_are_small() {
        let mut all = Vec::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), "", &mut all);
        let assets = Assets::new();
        for (name, _) in &all {
            assert!(assets.find(name).is_some(), "{name} is not in the list of files");
        }
        assert_eq!(all.len(), FILES.len());
        let sum: u64 = all.iter().map(|file| file.1).sum();
        assert!(sum <= 300_000, "{sum} bytes of assets");
    }

    #[test]
    fn the_first_page_fetches_its_modules_at_once() {
        let modules = modules();
        for path in &modules {
            assert!(FILES.iter().any(|file| file.0 == path), "{path} is imported and not in the list");
        }
        for path in ["main.js", "zh.js", "pods/why.js", "board/shapes.js", "dom.js"] {
            assert_eq!(modules.iter().filter(|module| *module == path).count(), 1, "{path}");
        }
        assert!(!modules.iter().any(|module| module == "explore.js"));
        let assets = Assets::new();
        let page = String::from_utf8_lossy(&assets.find("/").unwrap().bytes).into_owned();
        assert_eq!(page.matches("modulepreload").count(), modules.len());
    }

    #[test]
    fn the_frame_that_comes_with_the_page_has_the_words_of_the_other_one() {
        let text =
            |path: &str| String::from_utf8_lossy(FILES.iter().find(|file| file.0 == path).unwrap().1).into_owned();
        let page = text("index.html");
        for key in ["ask", "games", "play", "explore", "graph", "learn"] {
            let word = |language: &str| {
                let words = text(&format!("{language}.js"));
                let from = words.find(&format!(" {key}: '")).unwrap() + key.len() + 4;
                let word = words[from..].split('\'').next().unwrap().to_owned();
                format!("<span lang=\"{language}\">{word}</span>")
            };
            assert!(page.contains(&(word("en") + &word("zh"))), "{key}");
        }
    }

    #[test]
    fn pages_are_one_file() {
        let assets = Assets::new();
        for path in ["/", "/games", "/games/lasker", "/play", "/explore", "/graph", "/learn/2"] {
            assert!(assets.find(path).is_some_and(|asset| asset.path == "index.html"), "{path}");
        }
        for path in ["/games/../x", "/nothing", "/play/a/b", "/Cargo.toml", "/../Cargo.toml", "/games/x.js"] {
            assert!(assets.find(path).is_none(), "{path}");
        }
    }
}
