//! The project's own chores.
//!
//! ```text
//! cargo xtask test            everything that must hold before a commit is pushed
//! cargo xtask test WORD...    the steps alone whose names hold a word: `python`, `page`, `fuzz`
//! cargo xtask test --quick    what touches the files that changed: those packages alone
//! cargo xtask test --strict   what cannot be tested here, for a tool is missing, is a failure
//! cargo xtask test --long     the same with hours of fuzzing and many more random cases
//! cargo xtask bench           the benchmark table of the README
//! cargo xtask bench --beside  long sequences beside the peer ogsolve, which it installs; --quick: one run each
//! cargo xtask bench --graphs  labels of large graphs beside petgraph and networkx, which it installs; --quick: smaller
//! cargo xtask bench --sweep   one sweep by one worker, two threads and two processes; --quick: smaller
//! cargo xtask bench --workers labels by workers and from disk beside the plain engines, and what is aimed at
//! cargo xtask bench --python  the Python package beside the library, plain Python and the wheel ogdoad
//! cargo xtask bench --against REV  another revision and this tree in turns: instructions of what one thread does, starts;
//!                             --python: the package too; --build: cold release builds too
//! cargo xtask fuzz            all fuzz targets, --seconds N each (60), --seed S
//! cargo xtask fuzz budgets    questions of all verbs and lines of `solve -` under --memory M (64MiB) and --time T (1s): is
//!                             every budget kept? --count N processes (20000), --lines N (1000000), --seconds N at most,
//!                             --seed S, --program FILE in place of this tree's
//! cargo xtask fuzz --coverage the targets that libFuzzer drives by coverage, on stable Rust; --seconds N each
//! cargo xtask lines N         N lines for `grundy solve -`, --seed S
//! cargo xtask compare OLD [NEW]  two binaries of the program on the same drawn questions of every verb; OLD may be a
//!                             revision; without NEW this tree is built. --count N (10000), --seed S, --verb V only,
//!                             --show N of each class
//! cargo xtask count [REV]     lines of code without tests and comments, of each package; beside those of a revision
//! cargo xtask dist            all that is published, in target/dist, tried from an empty home; --quick: without the tests of
//!                             the packed crates; --strict
//! cargo xtask order           circles of imports among sibling modules; imports against the order in ARCHITECTURE.md
//! ```

mod against;
mod bench;
mod beside;
mod budgets;
mod code;
mod compare;
mod count;
mod coverage;
#[path = "../../fuzz/src/damage.rs"]
#[expect(unreachable_pub, reason = "a library's module")]
mod damage;
mod dependencies;
mod dist;
mod examples;
#[path = "../../fuzz/src/generate.rs"]
#[expect(dead_code, unreachable_pub, reason = "a library's module, used here in part")]
mod generate;
mod graphs;
mod licence;
#[path = "../../benches/lines.rs"]
mod lines;
mod order;
mod page;
mod python;
mod questions;
mod quick;
#[path = "../../fuzz/src/random.rs"]
#[expect(dead_code, unreachable_pub, reason = "a library's module, used here in part")]
mod random;
mod report;
mod revision;
mod run;
mod sources;
mod sweeps;
mod test;
#[path = "../../fuzz/src/texts.rs"]
#[expect(unreachable_pub, reason = "a library's module")]
mod texts;

use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

const CHORES: &str = "test, bench, fuzz, lines, compare, count, dist or order";

fn main() -> ExitCode {
    match chore() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The list of chores at the head of this file.
fn help() -> Result<()> {
    let mut out = io::stdout().lock();
    let lines = include_str!("main.rs").lines().filter_map(|line| line.strip_prefix("//! "));
    for line in lines.skip_while(|line| *line != "```text").skip(1).take_while(|line| *line != "```") {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Does what the command line says; `false` if something did not hold.
fn chore() -> Result<bool> {
    let mut arguments = std::env::args().skip(1);
    let chore = arguments.next().unwrap_or_default();
    let mut long = false;
    let mut strict = false;
    let (mut beside, mut graphs, mut sweep, mut workers, mut quick, mut python, mut build, mut coverage) =
        Default::default();
    let (mut seconds, mut count, mut show, mut verb, mut against) = (None, None, 5, None, None);
    let mut seed = 1;
    let mut budgets = budgets::Options::default();
    let mut words = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut text = || arguments.next().with_context(|| format!("{argument} needs a value"));
        let number = |text: String| -> Result<u64> {
            text.parse().with_context(|| format!("{argument} {text}: a number was expected"))
        };
        match argument.as_str() {
            "--help" | "-h" => {
                help()?;
                return Ok(true);
            }
            "--long" => long = true,
            "--beside" => beside = true,
            "--graphs" => graphs = true,
            "--sweep" => sweep = true,
            "--workers" => workers = true,
            "--quick" => quick = true,
            "--strict" => strict = true,
            "--python" => python = true,
            "--against" => against = Some(text()?),
            "--build" => build = true,
            "--coverage" => coverage = true,
            "--seconds" => seconds = Some(number(text()?)?),
            "--seed" => seed = number(text()?)?,
            "--count" => count = Some(number(text()?)?),
            "--show" => show = number(text()?)?,
            "--verb" => verb = Some(text()?),
            "--memory" => budgets.memory = text()?,
            "--time" => budgets.time = text()?,
            "--lines" => budgets.lines = number(text()?)?,
            "--program" => budgets.program = Some(text()?.into()),
            flag if flag.starts_with('-') => bail!("unknown argument {flag}"),
            word => words.push(word.to_owned()),
        }
    }
    // paths are those of the caller; everything else starts from the root
    let caller = std::env::current_dir()?;
    std::env::set_current_dir(run::root())?;
    match chore.as_str() {
        "test" if quick => quick::all(strict),
        "test" => test::all(&words, long, strict, seconds, seed),
        "dist" => dist::all(quick, strict),
        "bench" if against.is_some() => against::all(&against.unwrap_or_default(), against::Wanted { build, python }),
        "bench" if beside => beside::all(quick),
        "bench" if graphs => graphs::all(quick),
        "bench" if sweep => sweeps::all(quick),
        "bench" if workers => bench::workers(),
        "bench" if python => python::bench(),
        "bench" => bench::all(),
        "fuzz" if coverage => coverage::all(seconds.unwrap_or(60)),
        "fuzz" if words.first().is_some_and(|word| word == "budgets") => {
            budgets.count = count.unwrap_or(budgets.count);
            budgets.patience = seconds.map(Duration::from_secs);
            budgets.seed = seed;
            budgets.program = budgets.program.map(|path| caller.join(path));
            budgets::all(&budgets)
        }
        "fuzz" => test::fuzz_alone(seconds.unwrap_or(60), seed),
        "lines" => {
            let mut out = BufWriter::new(io::stdout().lock());
            let count = words.first().map_or(Ok(1_000_000), |n| n.parse()).context("lines: a number was expected")?;
            for line in lines::Lines::new(seed).take(count) {
                writeln!(out, "{line}")?;
            }
            out.flush()?;
            Ok(true)
        }
        "compare" => {
            let revision = words.first().cloned().context("compare OLD [NEW]: which binary is the old one?")?;
            let (old, new) = (caller.join(&revision), words.get(1).map(|word| caller.join(word)));
            let count = count.unwrap_or(10_000);
            compare::all(&compare::Options { old, revision, new, count, seed, verb, show })
        }
        "order" => order::all(),
        "count" => count::all(words.first().map(String::as_str)),
        "" => bail!("which chore? {CHORES}"),
        other => bail!("unknown chore {other}: {CHORES}"),
    }
}
