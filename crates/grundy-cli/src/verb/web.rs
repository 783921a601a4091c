//! `web`: the page, until Ctrl-C.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use grundy::{Diagnostic, ErrorKind};
use grundy_web::{Limits, Options, serve};
use serde_json::json;

use crate::allocator;
use crate::args::Web;
use crate::exit::{Exit, Failure};
use crate::setting::{self, Setting};

/// Where the page is, if nobody says where.
const USUAL: u16 = 4780;

/// Serves the page.
pub(crate) fn run(options: &Web, setting: &Setting) -> Result<Exit, Failure> {
    let unreachable = |error: io::Error| {
        let fault = Diagnostic::new(ErrorKind::Io, format!("the page cannot be served: {error}"));
        Failure::plain(fault.suggest("`--port 0` takes any free port"))
    };
    let listener = listen(options).map_err(unreachable)?;
    let port = listener.local_addr().map_err(unreachable)?.port();
    let usual = Limits::default();
    let limits = Limits {
        time: options.common.time.unwrap_or(usual.time),
        memory: options.common.memory.unwrap_or(usual.memory),
        nodes: options.common.nodes,
        ..usual
    };
    let url = format!("http://localhost:{port}/");
    setting::print(|out| {
        if setting.json {
            writeln!(out, "{}", json!({"schema": 1, "url": url, "port": port}))
        } else if setting.terminal.quiet {
            writeln!(out, "{url}")
        } else {
            writeln!(out, "The page is at {url}\nCtrl-C ends it.")
        }
    })?;
    if options.open {
        open(&url);
    }
    let options = Options { hosts: options.host.clone(), limits, tidy: allocator::trim };
    serve(listener, &options, &setting.cancel.flag()).map_err(unreachable)?;
    Ok(Exit::Answered)
}

/// Where nobody says which port, another one is as good.
fn listen(options: &Web) -> io::Result<TcpListener> {
    let on = |port: u16| {
        // all addresses of both kinds, where the system has both
        let all = [SocketAddr::from((Ipv6Addr::UNSPECIFIED, port)), SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))];
        let own = [SocketAddr::from((Ipv4Addr::LOCALHOST, port))];
        if options.public { TcpListener::bind(&all[..]) } else { TcpListener::bind(&own[..]) }
    };
    match options.port {
        Some(port) => on(port),
        None => on(USUAL).or_else(|_| on(0)),
    }
}

/// Asks the system for its browser; where there is none, the address stands on the screen.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let browser = Command::new(program)
        .args(first)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if browser.is_err() {
        let _ = writeln!(io::stderr(), "{program} did not start: open {url} yourself");
    }
}
