//! What a process takes: anonymous memory at its highest, processor time, how long it lets its reader wait.
//!
//! The system tells the anonymous memory of a process that lives (`RssAnon`; what `wait4` tells counts the program's file
//! too), so it is asked every other millisecond; the processor time it tells to 10 ms, also of one that has ended.

use std::fs;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// So often a process is looked at.
const LOOK: Duration = Duration::from_millis(2);
/// So much of what it says is kept.
pub const KEPT: usize = 16 << 20;
/// Of what the system calls a tick.
pub const TICK: Duration = Duration::from_millis(10);

/// What a process took.
#[derive(Debug, Clone, Default)]
pub struct Ran {
    /// How it ended; none if it was killed.
    pub code: Option<i32>,
    /// The beginning of its standard output, and how many lines there were.
    pub told: String,
    pub lines: u64,
    /// The beginning of its standard error.
    pub errors: String,
    /// Anonymous memory in bytes, at its highest.
    pub memory: u64,
    /// Processor time in ticks: of all, and the most between two moments at which lines came out.
    pub ticks: u64,
    pub slowest: u64,
    /// Did it live too long?
    pub killed: bool,
}

impl Ran {
    /// Says its answer that it is not complete? One in words says so at its end, which is not kept of a long one; a bare
    /// one (`--quiet`, `-q`) leaves that to the exit code.
    pub fn says_that_it_is_cut(&self, arguments: &[&str]) -> bool {
        let json = arguments.contains(&"--json");
        let bare = ["--quiet", "-q"].into_iter().any(|word| arguments.contains(&word));
        let words = ["\"complete\":false", "not complete", "Not complete", "未完成"];
        words.into_iter().any(|word| self.told.contains(word) || self.errors.contains(word))
            || !json && (bare || self.told.len() >= KEPT)
    }
}

/// Reads a stream to its end, and keeps its beginning.
fn reader(mut from: impl std::io::Read + Send + 'static, lines: Arc<AtomicU64>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let (mut kept, mut piece) = (Vec::new(), vec![0; 1 << 16]);
        while let Ok(got @ 1..) = from.read(&mut piece) {
            let piece = &piece[..got];
            lines.fetch_add(piece.iter().filter(|&&b| b == b'\n').count() as u64, Ordering::Relaxed);
            kept.extend_from_slice(&piece[..piece.len().min(KEPT.saturating_sub(kept.len()))]);
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// Looks at a process whose outputs are piped until it is done; one that takes longer than `patience` is killed.
pub fn watch(mut child: Child, patience: Duration, then: impl FnOnce(&Child)) -> Ran {
    let mut ran = Ran::default();
    let lines = Arc::new(AtomicU64::new(0));
    let told = child.stdout.take().map(|out| reader(out, Arc::clone(&lines)));
    let errors = child.stderr.take().map(|out| reader(out, Arc::default()));
    drop(child.stdin.take());
    then(&child);
    let folder = format!("/proc/{}", child.id());
    let start = Instant::now();
    let (mut seen, mut since) = (0, 0);
    loop {
        let status = fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let anonymous = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = anonymous.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0);
        ran.memory = ran.memory.max(1024 * kilobytes);
        let stat = fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        if let [user, system] = fields.get(11..13).unwrap_or_default() {
            let number = |text: &str| text.parse::<u64>().unwrap_or(0);
            ran.ticks = number(user) + number(system);
        }
        let lines = lines.load(Ordering::Relaxed);
        ran.slowest = ran.slowest.max(ran.ticks - since);
        if lines != seen {
            (seen, since) = (lines, ran.ticks);
        }
        if fields.first().is_none_or(|state| *state == "Z") {
            break;
        }
        if start.elapsed() > patience {
            ran.killed = true;
            let _ = child.kill();
        }
        thread::sleep(LOOK);
    }
    ran.code = child.wait().ok().and_then(|status| status.code());
    let text = |reader: Option<thread::JoinHandle<String>>| reader.and_then(|r| r.join().ok()).unwrap_or_default();
    (ran.told, ran.errors) = (text(told), text(errors));
    ran.lines = lines.load(Ordering::Relaxed);
    ran
}
