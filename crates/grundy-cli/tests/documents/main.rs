//! What the documents show is what happens: every ```` ```console ```` block of the README and of the book is run, every
//! position, game and respelling in their tables is asked, every JSON object they show is of the schema, and the examples
//! that `--help` gives are run.
//!
//! `GRUNDY_PICTURES=write` writes what is printed into the documents; the difference is then to be read in version
//! control. Blocks of Rust are run by `cargo test --doc -p grundy`, blocks of Python by `grundy-py/tests`.

mod markdown;
mod session;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, Folder, schema};

/// The repository; the package alone where there is no other: the book lies in both.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let above = package.join("../..");
    if above.join("docs/SUMMARY.md").is_file() { above } else { package.to_owned() }
}

/// Every document that people read, in order.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("ARCHITECTURE.md"), root().join("CONTRIBUTING.md")];
    let crates = fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    found.extend(crates.map(|entry| entry.path().join("README.md")).filter(|path| !path.is_symlink()));
    for folder in ["docs", "examples", "corpus", "fuzz"] {
        collect(&root().join(folder), &mut found);
    }
    found.retain(|path| path.is_file());
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|e| e == "md") {
            found.push(path);
        }
    }
}

/// The text of a document with what its commands print now; the faults where that is not what it shows.
fn played(path: &Path, faults: &mut Vec<String>) -> String {
    let text = fs::read_to_string(path).expect("a document");
    // the commands of a document are given one after the other, in a folder that was empty before the first
    let folder = Folder::new();
    let mut edits: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for block in markdown::blocks(&text) {
        if let Some(name) = block.file {
            fs::write(folder.0.join(name), block.lines.join("\n") + "\n").expect("a file of the document");
        }
        if block.language != "console" {
            continue;
        }
        for mut step in session::steps(block.first, &block.lines) {
            if let Some(program) = session::missing(step.command) {
                eprintln!("skipped: {}: $ {} (there is no {program} here)", path.display(), step.command);
                continue;
            }
            while step.wanted.last().is_some_and(|l| l.is_empty()) {
                step.wanted.pop();
            }
            let output = session::run(step.command, &folder.0);
            let lines = session::shown(&output);
            let place = format!("{}:{}: $ {}", path.display(), step.line + 1, step.command);
            if step.command.contains(" --json")
                && let Ok(object) = serde_json::from_slice(&output.stdout)
                && let Err(fault) = schema::check(&object)
            {
                faults.push(format!("{place}\nits JSON is not of the schema: {fault}"));
            }
            if !session::fits(&step.wanted, &lines) {
                faults.push(format!("{place}\nprints\n{}", lines.join("\n")));
                edits.push((step.line + 1, step.wanted.len(), lines));
            }
        }
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (at, count, new) in edits.into_iter().rev() {
        lines.splice(at..at + count, new);
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_documents_show_what_the_program_prints() {
    let write = std::env::var_os("GRUNDY_PICTURES").is_some_and(|v| v == "write");
    let mut faults = Vec::new();
    for path in documents() {
        let before = faults.len();
        let text = played(&path, &mut faults);
        if write && faults.len() > before {
            fs::write(&path, text).expect("the document is written");
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// What a reader cannot run is not shown as if it could be run, and nothing that can be run escapes the tests.
#[test]
fn every_block_says_what_it_is() {
    const KNOWN: [&str; 16] = [
        "console", "rust", "python", "sh", "text", "json", "sql", "cpp", "c", "java", "ebnf", "toml", "modules",
        "html", "bibtex", "csv",
    ];
    let library = fs::read_to_string(root().join("crates/grundy/src/lib.rs")).ok();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let name = path.display();
        for block in markdown::blocks(&text) {
            let (language, line) = (block.language, block.first);
            assert!(KNOWN.contains(&language), "{name}:{line}: the language `{language}` of a block");
            let program = block
                .lines
                .iter()
                .find(|line| language == "sh" && line.trim_start_matches("$ ").starts_with("grundy "));
            assert!(program.is_none(), "{name}:{line}: `{}` belongs into a console block", program.unwrap_or(&""));
            if language == "rust"
                && let (Ok(chapter), Some(library)) = (path.strip_prefix(root().join("docs")), &library)
            {
                let included = format!("docs/{}\")", chapter.display());
                assert!(library.contains(&included), "{name}: its blocks of Rust are not run by the library's tests");
            }
        }
    }
}

/// The targets of the links in a text, without what is on the web or on the same page.
fn links(text: &str) -> Vec<String> {
    let mut fenced = false;
    // neither blocks nor texts in backticks hold links
    let lines = text.lines().filter(|line| {
        fenced ^= line.starts_with("```");
        !fenced
    });
    let plain: String = lines.flat_map(|line| line.split('`').step_by(2).chain(["\n"])).collect();
    let targets = plain.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.map(|target| target.split('#').next().unwrap_or(target).to_owned()).collect()
}

#[test]
fn links_lead_somewhere_and_the_book_is_whole() {
    let (mut chapters, mut missing) = (Vec::new(), Vec::new());
    collect(&root().join("docs"), &mut chapters);
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let folder = path.parent().expect("a folder");
        let lost = links(&text).into_iter().filter(|target| !folder.join(target).exists());
        missing.extend(lost.map(|target| format!("{}: {target}", path.display())));
    }
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the list of chapters");
    let listed: Vec<PathBuf> = links(&summary).iter().map(|target| root().join("docs").join(target)).collect();
    for chapter in chapters.iter().filter(|path| !path.ends_with("SUMMARY.md") && !listed.contains(path)) {
        missing.push(format!("{} is not in SUMMARY.md", chapter.display()));
    }
    let help = String::from_utf8(common::run(&mut common::grundy(&["--help"])).stdout).expect("text");
    let (_, verbs) = help.split_once("Commands:\n").expect("a list of verbs");
    let verbs = verbs.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let program = fs::read_to_string(root().join("docs/program.md")).expect("the chapter of the verbs");
    for verb in verbs.filter_map(|line| line.split_whitespace().next()) {
        if !program.contains(&format!("`{verb}`")) {
            missing.push(format!("docs/program.md does not name `{verb}`"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// What stands in a column is asked, by the word at its head.
#[test]
fn the_tables_hold_what_the_program_reads() {
    let folder = Folder::new();
    let (mut asked, mut faults) = (0, Vec::new());
    let (mut lines_run, mut commands) = (0, Vec::new());
    let any = [String::new()];
    let unsupported = [r#"{"schema":1,"error":{"kind":"unsupported""#.to_owned()];
    let mut ask = |arguments: &[&str], code: i32, begin: &[String], place: &str| {
        let output = common::run(folder.grundy(arguments).args(["--nodes", "10^7"]));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        asked += 1;
        if output.status.code() != Some(code) || !begin.iter().any(|begin| text.starts_with(begin)) {
            let errors = String::from_utf8_lossy(&output.stderr);
            faults.push(format!(
                "{place}: grundy {} ends with {:?}\n{text}{errors}",
                arguments.join(" "),
                output.status
            ));
        }
    };
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let place = path.display().to_string();
        for (name, block) in markdown::blocks(&text).iter().filter_map(|block| Some((block.file?, block))) {
            fs::write(folder.0.join(name), block.lines.join("\n") + "\n").expect("a file of the document");
        }
        for row in markdown::rows(&text) {
            let texts =
                |heads: [&str; 2]| row.iter().find(|(head, _)| heads.contains(&head.as_str())).map(|(_, texts)| texts);
            for position in texts(["position", "局面"]).into_iter().flatten() {
                ask(&["solve", position], 0, &any, &place);
            }
            for game in texts(["game", "游戏"]).into_iter().flatten() {
                ask(&["table", game, "--to", "3"], 0, &any, &place);
            }
            if let (Some(on), Some(claims)) = (texts(["about", "关于"]), texts(["claim", "断言"])) {
                for claim in claims {
                    ask(&["prove", &on[0], claim, "--to", "60"], 0, &any, &place);
                }
            }
            for position in texts(["refused", "错误"]).into_iter().flatten() {
                ask(&["solve", position], 2, &any, &place);
            }
            for position in texts(["not built", "未实现"]).into_iter().flatten() {
                ask(&["solve", position, "--json"], 2, &unsupported, &place);
            }
            let lines = texts(["line", "命令"]).into_iter().flatten();
            for line in lines.filter(|line| line.starts_with("grundy ")) {
                lines_run += 1;
                let output = session::run(line, &folder.0);
                if output.status.code() == Some(2) {
                    commands.push(format!("{place}: $ {line}\n{}", session::shown(&output).join("\n")));
                }
            }
            if let (Some(typed), Some(read)) = (texts(["typed", "输入"]), texts(["read as", "读作"])) {
                for (typed, read) in typed.iter().zip(read) {
                    // a long rule is called A
                    let lettered = read.rsplit_once('(').map(|(rule, at)| format!("A({at}, A = {rule}"));
                    let lines = [read].into_iter().chain(&lettered);
                    let begin = lines.flat_map(|line| [",", "\n"].map(|end| format!("read: {line}{end}")));
                    ask(&["solve", typed], 0, &begin.collect::<Vec<_>>(), &place);
                }
            }
        }
    }
    faults.extend(commands);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(lines_run >= 30, "only {lines_run} lines");
    assert!(asked >= 100, "only {asked} cells");
}

#[test]
fn the_examples_of_help_work() {
    let folder = Folder::new();
    let mut ran = 0;
    for verb in ["", "solve", "explain", "moves", "table", "list", "describe", "repl", "completions", "man"] {
        let help = common::run(&mut common::grundy(&[verb, "--help"][usize::from(verb.is_empty())..]));
        let text = String::from_utf8(help.stdout).unwrap();
        let Some((_, examples)) = text.split_once("\nExamples:\n") else { continue };
        for example in examples.lines().map(str::trim).take_while(|l| !l.is_empty()) {
            // what reads files or other programs is tested where these are
            if !example.starts_with("grundy ") || example.contains(" < ") || example.contains(" --exec ") {
                continue;
            }
            // the folder of the output need not be here
            let example = example.split(" > ").next().unwrap_or(example);
            let output = session::run(example, &folder.0);
            assert_eq!(output.status.code(), Some(0), "{verb}: {example}");
            assert!(!output.stdout.is_empty() || verb == "repl", "{verb}: {example}");
            ran += 1;
        }
    }
    assert!(ran >= 20, "only {ran} examples");
}
