//! What is going on, on stderr: only on a terminal, only after a second, never with `-q`.

use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::terminal;

/// How long a question may take before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the picture changes.
const FRAME: Duration = Duration::from_millis(120);

#[derive(Debug, Default)]
struct News {
    engine: String,
    done: u64,
    of: Option<u64>,
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
    /// Starts to watch, if anybody looks.
    pub(crate) fn start(quiet: bool) -> Progress {
        let board = Arc::new(Board::default());
        let painter = (!quiet && stderr().is_terminal()).then(|| {
            let board = Arc::clone(&board);
            std::thread::spawn(move || paint(&board))
        });
        Progress { board, painter }
    }

    /// What the library calls from time to time; nothing, if nobody looks.
    pub(crate) fn report(&self) -> Option<impl Fn(&str, u64, Option<u64>) + 'static> {
        self.painter.as_ref()?;
        let board = Arc::clone(&self.board);
        Some(move |engine: &str, done: u64, of: Option<u64>| {
            // the work never waits for the picture
            if let Ok(mut news) = board.news.try_lock() {
                if news.engine != engine {
                    engine.clone_into(&mut news.engine);
                }
                news.done = done;
                news.of = of;
            }
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(painter) = self.painter.take() {
            self.board.news.lock().unwrap_or_else(PoisonError::into_inner).finished = true;
            self.board.changed.notify_all();
            let _ = painter.join();
        }
    }
}

fn paint(board: &Board) {
    let mut bar: Option<ProgressBar> = None;
    let mut pause = PATIENCE;
    let mut news = board.news.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let waited = board.changed.wait_timeout_while(news, pause, |n| !n.finished);
        news = waited.unwrap_or_else(PoisonError::into_inner).0;
        if news.finished {
            break;
        }
        pause = FRAME;
        draw(bar.get_or_insert_with(ProgressBar::new_spinner), &news);
    }
    drop(news);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn draw(bar: &ProgressBar, news: &News) {
    let template = match news.of {
        Some(_) => "{spinner} {msg} {wide_bar} {percent}% {eta}",
        None => "{spinner} {msg} {elapsed}",
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
    bar.tick();
}
