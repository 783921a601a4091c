//! The page and its server: `grundy web`.
//!
//! ```text
//! connection ─► guard (Host, Origin) ─► route ─► question ─► lane ─► answer: the program's object, or a stream of them
//!               403                     404      400 422     429 503
//! ```
//!
//! Every answer is an object of the program (schema 1), written by `grundy-form`. No state is kept: a game is its text and
//! its moves. Work is done by two lanes of threads (`lane.rs`): what is answered at once never waits for what
//! takes seconds. When a reader goes away, his work is cancelled.
//!
//! No route reads or writes a file or starts a program.
//!
//! ```no_run
//! use std::net::TcpListener;
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! let listener = TcpListener::bind("127.0.0.1:4780")?;
//! grundy_web::serve(listener, &grundy_web::Options::default(), &Arc::new(AtomicBool::new(false)))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod ask;
mod assets;
mod body;
mod connection;
mod guard;
mod lane;
mod openapi;
mod question;
mod route;
mod seat;
mod task;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What one request may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of its body.
    pub body: usize,
    /// Wall-clock time of its work.
    pub time: Duration,
    /// Bytes that its work may hold.
    pub memory: u64,
    /// Positions and options that may be looked at; `None`: as many as the time allows.
    pub nodes: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { body: 64 << 10, time: Duration::from_secs(5), memory: 512 << 20, nodes: None }
    }
}

/// How the server works.
#[derive(Debug, Clone)]
pub struct Options {
    /// Names by which it may be called, besides those of the loopback: `play.example`.
    pub hosts: Vec<String>,
    /// Limits of each request.
    pub limits: Limits,
    /// Called after heavy work: gives freed memory back to the system, where the program knows how.
    pub tidy: fn(),
}

impl Default for Options {
    fn default() -> Self {
        Options { hosts: Vec::new(), limits: Limits::default(), tidy: || {} }
    }
}

/// Serves until `stop` is set.
///
/// # Errors
/// The system gives no threads or takes the listener back.
pub fn serve(listener: TcpListener, options: &Options, stop: &Arc<AtomicBool>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let site = Arc::new(route::Site::new(port, options)?);
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        connection::accept(listener, &site, stop).await;
        Ok(())
    });
    site.lanes.close();
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_usual_limits_are_those_of_the_book() {
        let limits = super::Limits::default();
        assert_eq!((limits.body, limits.time.as_secs(), limits.memory), (65_536, 5, 536_870_912));
    }
}
