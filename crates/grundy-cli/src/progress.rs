//! What is going on, how fast, and when it will end, on stderr: only on a terminal, only after a second, never with
//! `-q`.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use grundy::context::Progress as Told;
use grundy::locked;
use indicatif::{ProgressBar, ProgressStyle};

use crate::terminal;

/// How long a question may take before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the picture changes.
const FRAME: Duration = Duration::from_millis(120);
/// The rate is that of the last so many seconds.
const MEMORY: Duration = Duration::from_secs(15);

#[derive(Debug, Default)]
struct News {
    engine: String,
    done: u64,
    of: Option<u64>,
    detail: String,
    finished: bool,
}

#[derive(Debug, Default)]
struct Board {
    news: Mutex<News>,
    changed: Condvar,
}

/// Shows progress from its making until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    board: Arc<Board>,
    painter: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to watch, if anybody looks; the line, if there is one, is shown above, and stays.
    pub(crate) fn start(quiet: bool, line: Option<String>) -> Progress {
        let board = Arc::new(Board::default());
        let painter = (!quiet && stderr().is_terminal()).then(|| {
            let board = Arc::clone(&board);
            std::thread::spawn(move || paint(&board, line))
        });
        Progress { board, painter }
    }

    /// What the library calls from time to time; nothing, if nobody looks.
    pub(crate) fn report(&self) -> Option<impl Fn(Told<'_>) + 'static> {
        self.painter.as_ref()?;
        let board = Arc::clone(&self.board);
        Some(move |now: Told<'_>| {
            // the work never waits for the picture
            if let Ok(mut news) = board.news.try_lock() {
                if news.engine != now.engine {
                    now.engine.clone_into(&mut news.engine);
                }
                news.done = now.done;
                news.of = now.of;
                news.detail.clear();
                _ = write!(news.detail, "{}", now.detail);
            }
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(painter) = self.painter.take() {
            locked(self.board.news.lock()).finished = true;
            self.board.changed.notify_all();
            let _ = painter.join();
        }
    }
}

/// How fast the work goes on.
#[derive(Debug, Default)]
struct Pace {
    engine: String,
    /// How much was done when, the oldest first.
    marks: VecDeque<(Instant, u64)>,
}

impl Pace {
    fn note(&mut self, now: Instant, engine: &str, done: u64) {
        if self.engine != engine || self.marks.back().is_some_and(|&(_, before)| before > done) {
            engine.clone_into(&mut self.engine);
            self.marks.clear();
        }
        self.marks.push_back((now, done));
        while self.marks.len() > 2 && self.marks.front().is_some_and(|&(then, _)| now - then > MEMORY) {
            self.marks.pop_front();
        }
    }

    /// So much a second; `None`: not known yet. What was done before the first mark, as by an earlier run, does not count.
    fn rate(&self) -> Option<f64> {
        let ((then, before), (now, done)) = (self.marks.front()?, self.marks.back()?);
        let seconds = (*now - *then).as_secs_f64();
        (seconds >= 0.2 && done > before).then(|| (done - before) as f64 / seconds)
    }

    /// `1.5 million/s, 3 min left`, as far as it is known.
    fn words(&self, done: u64, of: Option<u64>) -> String {
        let Some(rate) = self.rate() else { return String::new() };
        let left = of.map(|of| lasting(of.saturating_sub(done) as f64 / rate));
        format!("{}/s{}", short(rate), left.map_or_else(String::new, |left| format!(", {left} left")))
    }
}

/// A number to two or three digits: `950`, `12.3 thousand`, `45 million`.
fn short(n: f64) -> String {
    let (n, unit) = match n {
        n if n < 999.5 => (n, ""),
        n if n < 999.5e3 => (n / 1e3, " thousand"),
        n if n < 999.5e6 => (n / 1e6, " million"),
        n => (n / 1e9, " billion"),
    };
    if n < 99.95 && !(unit.is_empty() && n >= 9.95) { format!("{n:.1}{unit}") } else { format!("{n:.0}{unit}") }
}

/// A time in the unit that fits it.
pub(crate) fn lasting(seconds: f64) -> String {
    match seconds {
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 99.5 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 99.5 * 3600.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

fn paint(board: &Board, mut line: Option<String>) {
    let mut bar: Option<ProgressBar> = None;
    let mut pace = Pace::default();
    let mut pause = PATIENCE;
    let mut news = locked(board.news.lock());
    loop {
        let waited = board.changed.wait_timeout_while(news, pause, |n| !n.finished);
        news = locked(waited).0;
        if news.finished {
            break;
        }
        pause = FRAME;
        pace.note(Instant::now(), &news.engine, news.done);
        let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
        if let Some(line) = line.take() {
            bar.println(terminal::escape(&line));
        }
        draw(bar, &news, &pace);
    }
    drop(news);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn draw(bar: &ProgressBar, news: &News, pace: &Pace) {
    let template = match news.of {
        Some(_) => "{spinner} {msg} {wide_bar} {percent}% {prefix}",
        None => "{spinner} {msg} {elapsed} {prefix}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    match news.of {
        Some(of) => {
            bar.set_length(of);
            bar.set_position(news.done.min(of));
        }
        None => bar.unset_length(),
    }
    let engine = if news.engine.is_empty() { "working" } else { &news.engine };
    bar.set_message(terminal::escape(engine).into_owned());
    let words = [pace.words(news.done, news.of), terminal::escape(&news.detail).into_owned()];
    bar.set_prefix(words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", "));
    bar.tick();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_end_are_those_of_the_last_seconds() {
        let mut pace = Pace::default();
        let start = Instant::now();
        assert_eq!(pace.words(0, Some(10)), "");
        // an earlier run had done a billion; at first it is slow
        for second in 0..60u32 {
            let done = 1_000_000_000 + if second < 30 { u64::from(second) } else { u64::from(second - 30) * 2_000_000 };
            pace.note(start + Duration::from_secs(second.into()), "values", done);
        }
        let done = 1_058_000_000;
        assert_eq!(pace.words(done, Some(done + 600_000_000)), "2.0 million/s, 5 min left");
        assert_eq!(pace.words(done, None), "2.0 million/s");
        pace.note(start + Duration::from_secs(61), "another engine", 5);
        assert_eq!(pace.words(5, Some(10)), "");
    }

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.5, 9.9, 42.0, 999.0, 12_345.0, 999_999.0, 4.5e7, 3e9].map(short).to_vec();
        assert_eq!(shown, ["0.5", "9.9", "42", "999", "12.3 thousand", "1.0 million", "45.0 million", "3.0 billion"]);
        assert_eq!(
            [3.2, 400.0, 9000.0, 40_000.0, 1e6].map(lasting),
            ["3 s", "7 min", "2 h", "11 h", "12 days"].map(String::from)
        );
    }
}
