//! `cargo xtask fuzz budgets`: is every budget kept, whatever is asked?
//!
//! Questions of all verbs that were made [large](crate::questions) get a process each, under `--memory M --time T`;
//! positions, a few of them large, go to `solve -` together. Each process must stay within the factors that the manual
//! promises: anonymous memory below 1.3 M + 16 MiB, processor time below 1.2 T + 0.2 s for each thread (of `solve -`:
//! between two answers), exit codes 0 to 3, every line answered. Above the budget there is a limit on the address space,
//! so that a breach is one and not the end of the machine.
//!
//! What breaks a factor is made smaller as long as it does, and kept as a case in `corpus/budgets.jsonl`, one line of
//! arguments a case; `tests/budgets.rs` of the program asks them again.

mod case;
mod tally;
#[path = "../../crates/grundy-cli/tests/common/watch.rs"]
#[expect(unreachable_pub, reason = "a module of a test, shared")]
mod watch;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::questions::{Draw, is_question};
use crate::report::Report;
use crate::revision::Tree;
use crate::run::{built, root, target};
use case::{Case, Program};
use tally::Tally;

/// Lines for one process; one in so many is large, or drawn from all that is known.
const TOGETHER: usize = 2000;
const LARGE: usize = 500;
const ODD: usize = 25;
/// Processes between two batches of lines, where nothing is said.
const ROUND: u64 = 40;

/// What to ask.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// `--memory` of the program.
    pub(crate) memory: String,
    /// `--time` of the program.
    pub(crate) time: String,
    /// So many processes, and lines of `solve -`.
    pub(crate) count: u64,
    pub(crate) lines: u64,
    /// No more than this.
    pub(crate) patience: Option<Duration>,
    /// Which questions.
    pub(crate) seed: u64,
    /// The program; without it, this tree is built.
    pub(crate) program: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        let (memory, time) = ("64MiB".to_owned(), "1s".to_owned());
        Options { memory, time, count: 20_000, lines: 1_000_000, patience: None, seed: 1, program: None }
    }
}

/// Where cases are kept.
fn kept() -> PathBuf {
    root().join("corpus/budgets.jsonl")
}

/// A step of the tests: questions for some time, which keeps nothing. The program is that of the tests, which is there already;
/// `fast`: as it is released.
pub(crate) fn step(fast: bool, seconds: u64, seed: u64) -> Result<Report> {
    let program = match fast {
        true => None,
        false => {
            if let Some(fault) = built(&["--bin", "grundy"])? {
                return Ok(Report::wrong(fault));
            }
            Some(target().join("debug").join(format!("grundy{}", std::env::consts::EXE_SUFFIX)))
        }
    };
    let options = Options { program, patience: Some(Duration::from_secs(seconds)), seed, ..Options::default() };
    let tally = ask(&options)?;
    let text = tally.report();
    Ok(if tally.broken.is_empty() { Report::fine(tally.summary()) } else { Report::wrong(text) })
}

/// By hand: what breaks a factor is kept; `false` if something did.
pub(crate) fn all(options: &Options) -> Result<bool> {
    let tally = ask(options)?;
    println!("{}", tally.report());
    let known = fs::read_to_string(kept()).unwrap_or_default();
    let mut file = fs::File::options().append(true).create(true).open(kept())?;
    for (number, broken) in tally.broken.iter().enumerate() {
        if let Some(lines) = &broken.case.input {
            // what many lines break together is to be looked at
            let path = target().join("xtask").join(format!("broken-{number}.lines"));
            fs::write(&path, lines.join("\n") + "\n")?;
            println!("{}: grundy solve - < {}", broken.wrong, path.display());
            continue;
        }
        let line = serde_json::to_string(&broken.case.arguments)?;
        if !known.lines().any(|old| old == line) {
            writeln!(file, "{line}")?;
        }
    }
    Ok(tally.broken.is_empty())
}

fn ask(options: &Options) -> Result<Tally> {
    let path = match &options.program {
        Some(path) => path.clone(),
        None => {
            Tree::here().build(&["-p", "grundy-cli"])?;
            Tree::here().program("grundy")
        }
    };
    if !cfg!(target_os = "linux") {
        bail!("only Linux tells what a process takes");
    }
    let folder = target().join("xtask").join(format!("budgets-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let program = Program::new(path, &options.memory, &options.time, folder.clone())?;
    let round = Round { options, program: &program, start: Instant::now(), seed: AtomicU64::new(options.seed << 32) };
    let tally = Mutex::new(Tally::new(&program));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let ended: Vec<Result<()>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(|| round.work(&tally))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| bail!("a thread panicked"))).collect()
    });
    fs::remove_dir_all(&folder)?;
    ended.into_iter().collect::<Result<()>>()?;
    tally.into_inner().ok().context("a thread panicked")
}

struct Round<'a> {
    options: &'a Options,
    program: &'a Program,
    start: Instant,
    seed: AtomicU64,
}

impl Round<'_> {
    /// Draws and asks until it is enough.
    fn work(&self, tally: &Mutex<Tally>) -> Result<()> {
        let lock = || tally.lock().map_err(|_| anyhow::anyhow!("a thread panicked"));
        loop {
            let (processes, lines) = {
                let tally = lock()?;
                (tally.processes < self.options.count, tally.lines < self.options.lines)
            };
            if !(processes || lines) || self.options.patience.is_some_and(|most| self.start.elapsed() > most) {
                return Ok(());
            }
            let seed = self.seed.fetch_add(1, Ordering::Relaxed);
            let mut draw = Draw::new(seed);
            if lines {
                self.ask(Case::lines(positions(&mut draw)), &lock)?;
            }
            if processes {
                for _ in 0..ROUND {
                    let threads = if seed.is_multiple_of(10) { 2 } else { 1 };
                    self.ask(Case::of(draw.large(&self.program.folder)?, threads), &lock)?;
                }
            }
        }
    }

    fn ask<'t>(&self, case: Case, lock: &dyn Fn() -> Result<std::sync::MutexGuard<'t, Tally>>) -> Result<()> {
        let ran = self.program.run(&case)?;
        let mut wrong = self.program.wrong(&case, &ran);
        if wrong.as_ref().is_some_and(case::Fault::is_of_time) {
            // a machine with other work may be slow once
            wrong = self.program.wrong(&case, &self.program.run(&case)?);
        }
        lock()?.note(&case, &ran);
        if let Some(wrong) = wrong {
            eprintln!("{}: {}", wrong.text, case.shown());
            let smaller = self.program.shrunk(case, wrong)?;
            lock()?.broken.push(smaller);
        }
        Ok(())
    }
}

/// Lines as the benchmark has them, some drawn positions, a few large ones.
fn positions(draw: &mut Draw) -> Vec<String> {
    let all = (0..TOGETHER).map(|i| match i {
        _ if i % LARGE == LARGE / 2 => draw.large_line(),
        _ if i % ODD == ODD / 2 => draw.line(),
        _ => draw.plain(),
    });
    all.filter(|line| is_question(line)).collect()
}
