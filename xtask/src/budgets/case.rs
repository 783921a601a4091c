//! One process: what it is asked, what it took, whether that is within the factors.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::watch::{Ran, TICK, watch};
use crate::questions::{Question, forget_rows};

/// A process that lives longer than this is killed.
const PATIENCE: Duration = Duration::from_secs(60);
/// The same of one that answers many lines.
const LONG_PATIENCE: Duration = Duration::from_secs(1800);
/// So often something smaller is tried.
const ATTEMPTS: usize = 40;

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) arguments: Vec<String>,
    pub(crate) threads: u64,
    /// Lines on standard input.
    pub(crate) input: Option<Vec<String>>,
}

impl Case {
    /// A question for a process alone.
    pub(crate) fn of(question: Question, threads: u64) -> Case {
        Case { arguments: question.arguments, threads, input: None }
    }

    /// Lines for `solve -`.
    pub(crate) fn lines(lines: Vec<String>) -> Case {
        Case { arguments: ["solve", "-", "--quiet"].map(str::to_owned).to_vec(), threads: 1, input: Some(lines) }
    }

    fn words(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    /// As it would be typed, cut.
    pub(crate) fn shown(&self) -> String {
        let words = serde_json::to_string(&self.arguments).unwrap_or_default();
        let lines = self.input.as_ref().map(|lines| format!(" < {}", lines.join(" ⏎ "))).unwrap_or_default();
        let mut text: String = (words + &lines).chars().take(300).collect();
        if self.threads > 1 {
            text.push_str(&format!(" --threads {}", self.threads));
        }
        text
    }

    /// Smaller questions, the smallest first.
    fn smaller(&self) -> Vec<Case> {
        let with = |input| Case { input: Some(input), ..self.clone() };
        if let Some(lines) = &self.input {
            return match lines.len() {
                0 | 1 => Vec::new(),
                n => vec![with(lines[n / 2..].to_vec()), with(lines[..n / 2].to_vec())],
            };
        }
        let mut found = Vec::new();
        for (at, word) in self.arguments.iter().enumerate().skip(1).filter(|(_, word)| !word.starts_with('-')) {
            found.extend(shorter(word).into_iter().map(|word| {
                let mut case = self.clone();
                case.arguments[at] = word;
                case
            }));
        }
        if self.threads > 1 {
            found.push(Case { threads: 1, ..self.clone() });
        }
        found
    }
}

/// Texts with less in them: fewer terms, shorter lists, smaller numbers.
fn shorter(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let terms: Vec<&str> = text.split(" + ").collect();
    if terms.len() > 1 {
        found.push(terms[..terms.len() / 2].join(" + "));
        found.push(terms[terms.len() / 2..].join(" + "));
    }
    let items: Vec<&str> = text.split(',').collect();
    if items.len() > 8 {
        let quarter = items.len() / 4;
        found.push([&items[..quarter], &items[items.len() - quarter..]].concat().join(","));
    }
    found.extend(text.strip_prefix("misere ").map(str::to_owned));
    let digits = |c: char| c.is_ascii_digit();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(digits).map(|at| rest + at) {
        let end = text[start..].find(|c| !digits(c)).map_or(text.len(), |length| start + length);
        let half = text[start..end].parse::<u64>().ok().filter(|&n| n > 3).map(|n| n / 2);
        found.extend(half.map(|half| format!("{}{half}{}", &text[..start], &text[end..])));
        rest = end;
    }
    found.truncate(12);
    found
}

/// A fault, by its kind and in words.
#[derive(Debug)]
pub(crate) struct Fault {
    kind: &'static str,
    pub(crate) text: String,
}

impl Fault {
    /// Was it too slow?
    pub(crate) fn is_of_time(&self) -> bool {
        self.kind == "time"
    }
}

/// A case that breaks a factor.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) case: Case,
    pub(crate) wrong: String,
}

/// The program under its budgets.
#[derive(Debug)]
pub(crate) struct Program {
    path: PathBuf,
    memory: (String, u64),
    time: (String, Duration),
    /// Where questions have their files.
    pub(crate) folder: PathBuf,
    files: AtomicU64,
}

impl Program {
    pub(crate) fn new(path: PathBuf, memory: &str, time: &str, folder: PathBuf) -> Result<Program> {
        let number = |text: &str, units: &[(&str, u64)]| -> Result<u64> {
            let unit = units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
            let (number, factor) = unit.with_context(|| format!("{text}: a unit was expected"))?;
            Ok(number.parse::<u64>().with_context(|| format!("{text}: a number was expected"))? * factor)
        };
        let bytes = number(memory, &[("MiB", 1 << 20), ("GiB", 1 << 30)])?;
        let millis = number(time, &[("ms", 1), ("s", 1000)])?;
        let (memory, time) = ((memory.to_owned(), bytes), (time.to_owned(), Duration::from_millis(millis)));
        Ok(Program { path: fs::canonicalize(path)?, memory, time, folder, files: AtomicU64::new(0) })
    }

    /// What it may hold.
    pub(crate) fn most_memory(&self) -> u64 {
        self.memory.1 / 10 * 13 + (16 << 20)
    }

    /// What one thread may take.
    pub(crate) fn most_time(&self) -> Duration {
        self.time.1 * 12 / 10 + Duration::from_millis(200)
    }

    /// Asks, in a process with little room above its budget.
    pub(crate) fn run(&self, case: &Case) -> Result<Ran> {
        forget_rows(&case.arguments, &self.folder)?;
        let mut command = Command::new(&self.path);
        command.args(case.arguments.iter().take_while(|word| *word != "--"));
        let threads = case.threads.to_string();
        command.args(["--memory", &self.memory.0, "--time", &self.time.0, "--threads", &threads]);
        command.args(case.arguments.iter().skip_while(|word| *word != "--"));
        command.current_dir(&self.folder).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
        let file = self.folder.join(format!("lines-{}", self.files.fetch_add(1, Ordering::Relaxed)));
        if let Some(lines) = &case.input {
            fs::write(&file, lines.join("\n") + "\n")?;
            command.stdin(File::open(&file)?);
        }
        let child = command.spawn().with_context(|| format!("{command:?} could not be started"))?;
        self.limit(child.id());
        let patience = if case.input.is_some() { LONG_PATIENCE } else { PATIENCE };
        let ran = watch(child, patience, |_| ());
        if case.input.is_some() {
            fs::remove_file(&file)?;
        }
        Ok(ran)
    }

    /// A limit on the address space above the budget; the program and its threads map more than they use.
    #[cfg(target_os = "linux")]
    fn limit(&self, process: u32) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let most = Some(4 * self.memory.1 + (2 << 30));
        let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
        // one that has ended already needs none
        let _ = prlimit(pid, Resource::As, Rlimit { current: most, maximum: most });
    }

    #[cfg(not(target_os = "linux"))]
    fn limit(&self, _: u32) {}

    /// Processor time that counts: that of a question, or the most that an answer was waited for.
    pub(crate) fn time(&self, case: &Case, ran: &Ran) -> Duration {
        TICK * u32::try_from(if case.input.is_some() { ran.slowest } else { ran.ticks }).unwrap_or(u32::MAX)
    }

    /// What is not as it should be.
    pub(crate) fn wrong(&self, case: &Case, ran: &Ran) -> Option<Fault> {
        let time = self.time(case, ran);
        let fault = |kind, text: String| Some(Fault { kind, text });
        if ran.killed {
            fault("end", "does not end".to_owned())
        } else if ran.memory > self.most_memory() {
            fault("memory", format!("{} MiB", ran.memory >> 20))
        } else if time > self.most_time() * u32::try_from(case.threads).unwrap_or(1) {
            fault("time", format!("{time:?}"))
        } else if !matches!(ran.code, Some(0..=3)) {
            let said = ran.errors.lines().next().or(ran.told.lines().next()).unwrap_or_default();
            fault("exit", format!("exit {:?} ({said})", ran.code))
        } else if ran.code == Some(3) && case.input.is_none() && !ran.says_that_it_is_cut(&case.words()) {
            fault("cut", "exit 3, and the answer does not say that it is not complete".to_owned())
        } else if let Some(lines) = &case.input {
            // a line of definitions has an answer only if it is at fault
            let (all, least) = (lines.len() as u64, lines.iter().filter(|l| !is_definition(l)).count() as u64);
            let answered = (least..=all).contains(&ran.lines);
            if answered { None } else { fault("lines", format!("{} answers to {all} lines", ran.lines)) }
        } else {
            None
        }
    }

    /// The same kind of fault of a smaller question.
    pub(crate) fn shrunk(&self, mut case: Case, mut wrong: Fault) -> Result<Broken> {
        let kind = wrong.kind;
        let same = |case: &Case| -> Result<Option<Fault>> {
            Ok(self.wrong(case, &self.run(case)?).filter(|found| found.kind == kind))
        };
        let mut attempts = 0;
        'again: loop {
            for smaller in case.smaller() {
                attempts += 1;
                if attempts > ATTEMPTS {
                    break 'again;
                }
                if let Some(found) = same(&smaller)? {
                    (case, wrong) = (smaller, found);
                    continue 'again;
                }
            }
            break;
        }
        // one line is asked alone from now on
        if let Some([line]) = case.input.as_deref() {
            let arguments = ["solve", "--json", "--", line].map(str::to_owned).to_vec();
            let alone = Case { arguments, threads: 1, input: None };
            if let Some(found) = same(&alone)? {
                (case, wrong) = (alone, found);
            }
        }
        Ok(Broken { case, wrong: wrong.text })
    }
}

/// A line that gets no answer, if it is in order.
fn is_definition(line: &str) -> bool {
    line.trim_start().starts_with("let ") && line.trim_end().ends_with(';')
}
