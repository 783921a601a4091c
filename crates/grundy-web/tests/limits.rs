//! Bad input, strangers, and readers who hold us up: each is answered or cut, and the server goes on.

use std::io::Write;
use std::time::{Duration, Instant};

use grundy_web::Options;

use crate::server::{Answer, Server};

#[test]
fn strangers_are_refused() {
    let server = Server::with(Options { hosts: vec!["play.example".to_owned()], ..Options::default() });
    let port = server.port;
    assert_eq!(server.get_as("/", "play.example", "").status, 200);
    for host in ["evil.example", &format!("evil.example:{port}"), "localhost:1"] {
        let answer = server.get_as("/api/v1/health", host, "");
        assert_eq!((answer.status, answer.json()["error"]["kind"].as_str()), (403, Some("input")), "{host}");
    }
    let ours = format!("localhost:{port}");
    let refused = [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ];
    for header in refused {
        assert_eq!(server.get_as("/api/v1/list", &ours, header).status, 403, "{header}");
        let question = server.question("solve", r#"{"text":"nim(3)"}"#, header);
        assert_eq!(server.raw(&question).status, 403, "{header}");
    }
    let header = format!("Origin: http://localhost:{port}\r\nSec-Fetch-Site: same-origin\r\n");
    assert_eq!(server.raw(&server.question("solve", r#"{"text":"nim(3)"}"#, &header)).status, 200);
    // a request without a name, or of an older kind
    assert_eq!(server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 403);
}

#[test]
fn garbage_is_answered() {
    let server = Server::start();
    let brackets = format!(r#"{{"text":"{}"}}"#, "(".repeat(10_000));
    assert_eq!(server.post("solve", &brackets).status, 422);
    let braces = format!(r#"{{"text":"{}"}}"#, "{n -> ".repeat(5_000));
    assert_eq!(server.post("ask", &braces).events()[0].0, "error");
    assert_eq!(server.post("solve", &"[".repeat(10_000)).status, 400);
    let large = format!(r#"{{"text":"{}"}}"#, "a".repeat(10 << 20));
    let answer = server.post("solve", &large);
    assert_eq!((answer.status, answer.json()["error"]["kind"].as_str()), (413, Some("input")));
    let bytes = [b"POST /api/v1/solve HTTP/1.1\r\n\x00\xff\xfe".as_slice(), &[0; 500], b"\r\n\r\n"].concat();
    assert!(matches!(server.raw(&bytes).status, 0 | 400));
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(100_000));
    assert!(matches!(server.raw(long.as_bytes()).status, 0 | 400 | 414 | 431));
    for name in ["<img src=x onerror=alert(1)>", "\\u202enim(3)\\u202c", "\\u0000", "nim(3)\\ud83d\\ude00"] {
        let answer = server.post("solve", &format!(r#"{{"text":"{name}"}}"#));
        assert!(answer.status == 422 && answer.head.contains("application/json"), "{name}: {}", answer.text());
    }
    assert_eq!(server.get("/api/v1/health").status, 200);
}

#[test]
fn what_would_run_for_ever_is_cut() {
    let server = Server::quick(1.0);
    let endless = [
        ("solve", r#"{"text":"{(a,b,c) -> (a-i,b+i,c) | (a,b-i,c+i) for i in 1..}(200,200,200)"}"#),
        ("solve", r#"{"text":"cram(11x11)"}"#),
        ("guess", r#"{"text":"{n -> a & b & n-a-b for a in 1.. for b in 1.. if a < b}","to":100000}"#),
        ("period", r#"{"text":"0.007","to":9000000000}"#),
        (
            "table",
            r#"{"text":"{(a,b) -> (a-i,b-j) for i in 0.. for j in 0.. if i+j > 0 and (i*j) % 7 = 0}","to":[400,400]}"#,
        ),
    ];
    for (verb, body) in endless {
        let start = Instant::now();
        let answer = server.post(verb, body);
        assert!(matches!(answer.status, 200 | 422), "{verb} {body}: {}", answer.text());
        if answer.status == 200 {
            let object = answer.json();
            // the table is the one that a quick machine finishes in its second
            assert!(object["complete"] == false || verb == "table", "{verb} {body}");
        }
        assert!(start.elapsed() < Duration::from_secs(5), "{verb} {body}: {:?}", start.elapsed());
    }
    assert_eq!(server.get("/api/v1/health").status, 200);
}

#[test]
fn small_questions_pass_heavy_ones() {
    let server = Server::quick(3.0);
    let open = server.asked(10, "period", r#"{"text":"0.007","to":1000000000}"#);
    std::thread::sleep(Duration::from_millis(700));
    let slowest = (0..20)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(server.post("solve", r#"{"text":"kayles(9)"}"#).status, 200);
            start.elapsed()
        })
        .max();
    assert!(slowest < Some(Duration::from_millis(1500)), "{slowest:?}");
    // four are at work or wait, the others were sent away
    let statuses: Vec<u16> = open.into_iter().map(|mut stream| Answer::read(&mut stream).status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 6, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 4, "{statuses:?}");
}

#[test]
fn unfinished_requests_are_cut() {
    let server = Server::start();
    let start = Instant::now();
    let unfinished: Vec<_> = ["GET / HTTP/1.1\r\nHost: loc", ""]
        .into_iter()
        .map(|part| {
            let mut stream = server.connect();
            stream.write_all(part.as_bytes()).unwrap();
            stream
        })
        .collect();
    for mut stream in unfinished {
        let answer = Answer::read(&mut stream);
        assert!(matches!(answer.status, 0 | 408), "{}", answer.head);
    }
    assert!(start.elapsed() < Duration::from_secs(12), "{:?}", start.elapsed());
    // the body does not come
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{",
        server.port
    );
    stream.write_all(head.as_bytes()).unwrap();
    let answer = Answer::read(&mut stream);
    assert!(matches!(answer.status, 408), "{}", answer.head);
    assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
}

#[test]
fn many_connections_are_open_at_once() {
    let server = Server::start();
    let open: Vec<_> = (0..400).map(|_| server.connect()).collect();
    assert_eq!(server.post("solve", r#"{"text":"nim(3)"}"#).status, 200);
    drop(open);
}
