//! `ask` and its stream; work ends when its reader goes away.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::server::Server;

fn names(events: &[(String, serde_json::Value)]) -> Vec<&str> {
    events.iter().map(|event| event.0.as_str()).collect()
}

#[test]
fn ask_tells_part_by_part() {
    let server = Server::start();
    let events = server.post("ask", r#"{"text":"take[1,3,4](21, 17) + kayles(9)","lang":"en"}"#).events();
    let names: Vec<&str> = names(&events).into_iter().filter(|name| *name != "progress").collect();
    let known = ["read", "scene", "solve", "explain", "table", "period", "guess", "done"];
    assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
    let count = |name: &str| names.iter().filter(|n| **n == name).count();
    assert_eq!((count("solve"), count("explain"), count("table"), count("period"), count("done")), (1, 1, 2, 2, 1));
    let at = |name: &str| names.iter().position(|n| *n == name).unwrap();
    assert!(at("solve") < at("explain") && at("explain") < at("table") && at("table") < at("period"));
    assert_eq!(names.last(), Some(&"done"));
    let solve = events.iter().find(|event| event.0 == "solve").unwrap();
    assert_eq!(solve.1["value"], 5);
}

#[test]
fn a_game_without_a_place_has_its_values() {
    let server = Server::start();
    let events = server.post("ask", r#"{"text":"kayles"}"#).events();
    let names = names(&events);
    assert!(!names.contains(&"solve") && names.contains(&"table") && names.contains(&"period"), "{names:?}");
}

#[test]
fn a_board_is_drawn_also_where_the_budget_is_spent() {
    let server = Server::start();
    let events = server.post("ask", r#"{"text":"0.007(5000000)","limits":{"seconds":0.3}}"#).events();
    let of = |name: &str| &events.iter().find(|event| event.0 == name).unwrap().1;
    assert!(of("solve")["outcome"].is_null(), "{}", of("solve"));
    assert!(of("scene")["parts"].as_array().is_some_and(|parts| !parts.is_empty()), "{}", of("scene"));
}

#[test]
fn a_fault_is_the_only_event() {
    let server = Server::start();
    let answer = server.post("ask", r#"{"text":"kayls(9)"}"#);
    assert_eq!(answer.status, 200);
    let events = answer.events();
    assert_eq!(names(&events), ["error"]);
    assert_eq!(events[0].1["error"]["kind"], "parse");
}

#[test]
fn any_verb_tells_progress() {
    let server = Server::quick(1.2);
    let body = r#"{"text":"period","to":3000000}"#.replace("period", "0.007");
    let events = server.raw(&server.question("period", &body, "Accept: text/event-stream\r\n")).events();
    let names = names(&events);
    assert_eq!(names.last(), Some(&"answer"), "{names:?}");
    let progress: Vec<_> = events.iter().filter(|event| event.0 == "progress").collect();
    assert!(progress.len() >= 2, "{names:?}");
    assert!(progress.iter().all(|event| event.1["seconds"].is_number() && event.1.get("nodes").is_some()));
    assert_eq!(events.last().unwrap().1["complete"], false);
}

/// Two heavy questions fill their lane. When their readers go away, another one has its turn at once.
#[test]
fn work_is_cancelled_when_its_reader_goes_away() {
    let server = Server::quick(20.0);
    let open = server.asked(3, "period", r#"{"text":"0.007","to":1000000000}"#);
    std::thread::sleep(Duration::from_millis(600));
    drop(open);
    let start = Instant::now();
    let body = r#"{"text":"0.007","to":1000000000,"limits":{"seconds":0.5}}"#;
    let answer = server.post("period", body);
    assert_eq!((answer.status, answer.json()["budget"]["spent"].as_str()), (200, Some("time")));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

#[test]
fn a_stream_can_be_left_in_the_middle() {
    let server = Server::quick(20.0);
    let mut stream = server.connect();
    let body = r#"{"text":"0.007","to":1000000000}"#;
    stream.write_all(&server.question("period", body, "Accept: text/event-stream\r\n")).unwrap();
    let mut some = [0; 64];
    assert!(stream.read(&mut some).unwrap() > 0);
    drop(stream);
    let start = Instant::now();
    for _ in 0..2 {
        server.post("period", r#"{"text":"0.007","to":1000000000,"limits":{"seconds":0.2}}"#);
    }
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}
