//! A server of its own for each test, and a plain client that can misbehave.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use grundy_web::{Limits, Options, serve};
use serde_json::Value;

/// A server that ends with the test.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) port: u16,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with(Options::default())
    }

    pub(crate) fn quick(seconds: f64) -> Server {
        let limits = Limits { time: Duration::from_secs_f64(seconds), ..Limits::default() };
        Server::with(Options { limits, ..Options::default() })
    }

    pub(crate) fn with(options: Options) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let stop = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || serve(listener, &options, &flag).unwrap());
        Server { port, stop, thread: Some(thread) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads all that comes back.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // a server that has heard enough may close while we still talk
        let _ = stream.write_all(bytes);
        Answer::read(&mut stream)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_as(path, &format!("127.0.0.1:{}", self.port), "")
    }

    pub(crate) fn get_as(&self, path: &str, host: &str, headers: &str) -> Answer {
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n").as_bytes())
    }

    /// The bytes of a question.
    pub(crate) fn question(&self, verb: &str, body: &str, headers: &str) -> Vec<u8> {
        let (port, length) = (self.port, body.len());
        format!(
            "POST /api/v1/{verb} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        )
        .into_bytes()
    }

    /// So many clients who asked this and have not read the answer.
    pub(crate) fn asked(&self, clients: usize, verb: &str, body: &str) -> Vec<TcpStream> {
        let question = self.question(verb, body, "");
        let client = |_| {
            let mut stream = self.connect();
            stream.write_all(&question).unwrap();
            stream
        };
        (0..clients).map(client).collect()
    }

    pub(crate) fn post(&self, verb: &str, body: &str) -> Answer {
        self.raw(&self.question(verb, body, ""))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn read(stream: &mut TcpStream) -> Answer {
        let mut all = Vec::new();
        let mut piece = [0; 1 << 14];
        loop {
            match stream.read(&mut piece) {
                Ok(0) => break,
                Ok(n) => all.extend_from_slice(&piece[..n]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").map_or(all.len(), |at| at + 4);
        let head = String::from_utf8_lossy(&all[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let mut body = all.split_off(end);
        if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Answer { status, head, body }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|fault| panic!("{fault}: {}", self.text()))
    }

    /// The names and objects of a stream.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let events = text.split("\n\n").filter(|event| event.starts_with("event: "));
        events
            .map(|event| {
                let (name, data) = event["event: ".len()..].split_once("\ndata: ").unwrap();
                (name.to_owned(), serde_json::from_str(data).unwrap())
            })
            .collect()
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(at) = bytes.windows(2).position(|two| two == b"\r\n") {
        let Ok(length) = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..at]), 16) else { break };
        let (from, to) = (at + 2, at + 2 + length);
        if length == 0 || to > bytes.len() {
            break;
        }
        whole.extend_from_slice(&bytes[from..to]);
        bytes = bytes.get(to + 2..).unwrap_or_default();
    }
    whole
}
