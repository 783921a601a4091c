//! `cargo xtask compare OLD [NEW]`: two binaries of the program get the same drawn questions; differences are told.
//!
//! A change of structure must not change answers. Questions come from [`questions`](crate::questions); the same seed draws the same ones.
//! Both binaries get the same small budget of nodes and memory, never of time, so that an answer can be repeated.
//! Positions go to `solve - --jsonl`, five hundred a process; the other verbs, and once more each position
//! that differed, get a process each. What a difference means is decided in [`differ`].

mod differ;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::questions::{Drawn, Question, forget_rows};
use crate::revision::Tree;
use crate::run::root;
use differ::{Class, Difference};

/// Nodes a question may cost.
const NODES: &str = "50000";
/// Memory a question may take: the same on a busy machine and on an idle one.
const MEMORY: &str = "256MiB";
/// Positions a process.
const TOGETHER: usize = 500;
/// A process that takes longer is killed and told: budgets of nodes should end everything long before.
const PATIENCE: Duration = Duration::from_secs(120);

/// What to compare.
#[derive(Debug)]
pub(crate) struct Options {
    /// The binary that is right by definition; where there is no such file, the revision of this name is built.
    pub(crate) old: PathBuf,
    /// The same, as it was written.
    pub(crate) revision: String,
    /// The binary in question; without it, this tree is built.
    pub(crate) new: Option<PathBuf>,
    /// How many questions.
    pub(crate) count: u64,
    /// Which questions.
    pub(crate) seed: u64,
    /// Only this verb.
    pub(crate) verb: Option<String>,
    /// How many differences of a class are shown.
    pub(crate) show: u64,
}

/// One run of one binary.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    text: String,
    errors: String,
}

/// Asks both; `false` if an answer differs.
pub(crate) fn all(options: &Options) -> Result<bool> {
    let built = |tree: Tree| tree.build(&["-p", "grundy-cli"]).map(|()| tree.program("grundy"));
    let new = match &options.new {
        Some(path) => path.clone(),
        None => built(Tree::here())?,
    };
    let old = if options.old.is_file() { options.old.clone() } else { built(Tree::of(&options.revision)?)? };
    let folder = root().join("target/xtask").join(format!("compare-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let both = Both { programs: [fs::canonicalize(&old)?, fs::canonicalize(&new)?], folder };
    let outcome = both.ask(options);
    fs::remove_dir_all(&both.folder)?;
    outcome
}

#[derive(Debug)]
struct Both {
    programs: [PathBuf; 2],
    folder: PathBuf,
}

#[derive(Debug, Default)]
struct Tally {
    asked: BTreeMap<&'static str, u64>,
    /// What the old program said: how many answers, errors, budgets spent.
    told: BTreeMap<&'static str, u64>,
    found: BTreeMap<Class, Vec<Difference>>,
}

impl Both {
    fn ask(&self, options: &Options) -> Result<bool> {
        let start = Instant::now();
        let mut tally = Tally::default();
        let drawn = Drawn::new(options.seed, options.count, options.verb.as_deref(), &self.folder)?;
        for lines in drawn.lines.chunks(TOGETHER) {
            self.lines(lines, &mut tally)?;
        }
        for question in &drawn.single {
            *tally.asked.entry(question.verb).or_default() += 1;
            let old = self.single(question, &mut tally)?;
            tally.told(&old);
        }
        tally.report(options.show as usize, start.elapsed());
        Ok(!tally.found.keys().any(|class| class.is_hard()))
    }

    /// Many positions in one process, and those that differ once more alone: what a session had learnt from the
    /// positions before is no difference of the answer itself.
    fn lines(&self, lines: &[String], tally: &mut Tally) -> Result<()> {
        *tally.asked.entry("solve").or_default() += lines.len() as u64;
        let path = self.folder.join("lines");
        fs::write(&path, lines.join("\n") + "\n")?;
        let arguments: Vec<String> = ["solve", "-", "--jsonl"].map(str::to_owned).to_vec();
        let [old, new] = self.run(&arguments, Some(&path))?;
        let answers = [&old, &new].map(|ran| ran.text.lines().map(str::to_owned).collect::<Vec<_>>());
        for answer in &answers[0] {
            tally.told(answer);
        }
        // definitions get no answer: then there are fewer answers than lines, the same in both, and each line is asked
        // alone
        let aligned = answers.iter().all(|a| a.len() == lines.len());
        for (i, line) in lines.iter().enumerate() {
            let found = if aligned { differ::texts(&answers[0][i], &answers[1][i]) } else { Vec::new() };
            if !aligned || found.iter().any(|(class, _)| class.is_hard()) {
                self.single(&Question::solve(line), tally)?;
                continue;
            }
            for (class, what) in found {
                tally.note(class, Difference { question: format!("solve '{line}'"), what });
            }
        }
        if answers[0].len() != answers[1].len() {
            let count = |i: usize| format!("{} answers, exit {:?}", answers[i].len(), [&old, &new][i].code);
            let what = format!("{} lines: old {}, new {}", lines.len(), count(0), count(1));
            let question = format!("solve - --jsonl, from '{}'", lines[0]);
            tally.note(Class::Answer, Difference { question, what });
        }
        Ok(())
    }

    /// One question in a process of its own; gives back what the old program said.
    fn single(&self, question: &Question, tally: &mut Tally) -> Result<String> {
        let [old, new] = self.run(&question.arguments, None)?;
        let shown = question.shown();
        for (name, ran) in [("old", &old), ("new", &new)] {
            // 0 to 4 are the program's own
            if !matches!(ran.code, Some(0..=4)) {
                let what = format!("{name} ended with {:?}: {}", ran.code, ran.errors.trim());
                let class = if name == "new" { Class::Crash } else { Class::OldCrash };
                tally.note(class, Difference { question: shown.clone(), what });
            }
        }
        if matches!((old.code, new.code), (Some(0..=4), Some(0..=4))) {
            let mut found = differ::texts(&old.text, &new.text);
            if found.is_empty() && old.code != new.code {
                found.push((Class::Answer, format!("exit {:?}, now {:?}", old.code, new.code)));
            }
            for (class, what) in found {
                tally.note(class, Difference { question: shown.clone(), what });
            }
        }
        Ok(old.text)
    }

    /// Runs both at once.
    fn run(&self, arguments: &[String], input: Option<&Path>) -> Result<[Ran; 2]> {
        let one = |which: usize| self.one(which, arguments, input);
        let (old, new) = thread::scope(|scope| {
            let old = scope.spawn(|| one(0));
            let new = one(1);
            (old.join(), new)
        });
        let old = old.map_err(|_| anyhow::anyhow!("a thread panicked"))?;
        Ok([old?, new?])
    }

    fn one(&self, which: usize, arguments: &[String], input: Option<&Path>) -> Result<Ran> {
        let [out, err] = ["out", "err"].map(|name| self.folder.join(format!("{name}-{which}")));
        let work = self.folder.join(format!("work-{which}"));
        fs::create_dir_all(&work)?;
        forget_rows(arguments, &work)?;
        let mut command = Command::new(&self.programs[which]);
        // what stands behind `--` is text
        command.args(arguments.iter().take_while(|word| *word != "--"));
        command.args(["--threads", "1", "--quiet", "--nodes", NODES, "--memory", MEMORY]);
        command.args(arguments.iter().skip_while(|word| *word != "--"));
        command.current_dir(&work).stdout(File::create(&out)?).stderr(File::create(&err)?);
        command.stdin(match input {
            Some(path) => Stdio::from(File::open(path)?),
            None => Stdio::null(),
        });
        let mut child = command.spawn().with_context(|| format!("{command:?} could not be started"))?;
        let start = Instant::now();
        let mut pause = Duration::from_micros(200);
        let status: Option<ExitStatus> = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if start.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                break None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        let read = |path: &Path| -> Result<String> { Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned()) };
        let errors = if status.is_some() { read(&err)? } else { format!("killed after {PATIENCE:?}") };
        Ok(Ran { code: status.and_then(|s| s.code()), text: read(&out)?, errors })
    }
}

impl Tally {
    fn note(&mut self, class: Class, difference: Difference) {
        self.found.entry(class).or_default().push(difference);
    }

    fn told(&mut self, answer: &str) {
        *self.told.entry(differ::kind(answer)).or_default() += 1;
    }

    fn report(&self, show: usize, took: Duration) {
        for (class, differences) in &self.found {
            println!("{} ({}):", class.title(), differences.len());
            // the kinds first: a thousand times the same is one thing to look at
            let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
            for difference in differences {
                *kinds.entry(difference.kind()).or_default() += 1;
            }
            let kinds: Vec<String> = kinds.iter().map(|(kind, n)| format!("{kind} ×{n}")).collect();
            println!("  {}", kinds.join(", "));
            for difference in differences.iter().take(show) {
                println!("  grundy {}\n      {}", difference.question, difference.what);
            }
            if differences.len() > show {
                println!("  … and {} more (--show N)", differences.len() - show);
            }
        }
        let verbs: Vec<String> = self.asked.iter().map(|(verb, n)| format!("{verb} {n}")).collect();
        let total: u64 = self.asked.values().sum();
        let told: Vec<String> = self.told.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        let counts: Vec<String> =
            self.found.iter().map(|(class, d)| format!("{} {}", class.short(), d.len())).collect();
        let counts = if counts.is_empty() { "no difference".to_owned() } else { counts.join(", ") };
        println!("{total} questions in {:.0} s: {}; {}", took.as_secs_f64(), verbs.join(", "), told.join(", "));
        println!("{counts}");
    }
}

/// One JSON value; `null` for what is none.
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}
