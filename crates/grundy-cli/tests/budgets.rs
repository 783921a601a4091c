//! Budgets hold, whatever is asked: questions that once took many times what they were given.
#![cfg(target_os = "linux")]

#[path = "common/watch.rs"]
#[expect(dead_code, unreachable_pub, reason = "what `cargo xtask fuzz budgets` uses too")]
mod watch;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use watch::{KEPT, Ran};

const MEMORY: u64 = 64 << 20;
/// What the program may hold at that budget: 1.3 times, and 16 MiB for itself.
const MOST: u64 = MEMORY / 10 * 13 + (16 << 20);
/// Of processor time, in ticks of 10 ms: 1.2 s and 0.2 s.
const TICKS: u64 = 140;
/// Questions that once broke a budget, as lists of arguments; `cargo xtask fuzz budgets` adds what it finds.
const CASES: &str = include_str!("../corpus/budgets.jsonl");

/// A question whose answer is JSON.
fn start(arguments: &[&str]) -> Child {
    begin(&[&arguments[..1], &["--json"], &arguments[1..]].concat())
}

/// A question whose answer has the form that it asks for.
fn begin(arguments: &[&str]) -> Child {
    let alone: &[&str] = if arguments.contains(&"--threads") { &[] } else { &["--threads", "1"] };
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg(arguments[0])
        .args(alone)
        .args(&arguments[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Looks at the process until it is done.
fn watch(child: Child, then: impl FnOnce(&Child)) -> Ran {
    watch::watch(child, Duration::from_secs(120), then)
}

/// Ctrl-C.
fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Numbers with commas between them.
fn numbers(all: impl Iterator<Item = u64>) -> String {
    all.map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn hard_questions_stay_within_their_budgets() {
    let parts = (1..=20_000).map(|k| format!("n-{k}")).collect::<Vec<_>>();
    let several = (0..4000).map(|i| format!("({},{})", i + 3, 2 * i + 1)).collect::<Vec<_>>().join(",");
    let questions: Vec<Vec<String>> = CASES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .chain([
            vec![
                "solve".to_owned(),
                "--json".to_owned(),
                "--".to_owned(),
                format!("nimpass({})", numbers((0..3000).map(|_| 2))),
            ],
            vec![
                "solve".to_owned(),
                "--json".to_owned(),
                "--".to_owned(),
                format!("endnim({})", numbers((0..8000).map(|_| 7))),
            ],
            vec![
                "solve".to_owned(),
                "--json".to_owned(),
                "--".to_owned(),
                format!("selective({})", (1..400).map(|n| format!("kayles({n})")).collect::<Vec<_>>().join(",")),
            ],
            vec![
                "solve".to_owned(),
                "--json".to_owned(),
                "--".to_owned(),
                format!("{{n -> {}}}(5)", parts.join(" & ")),
            ],
            vec!["solve".to_owned(), "--json".to_owned(), "--".to_owned(), format!("wythoff({several})")],
        ])
        .collect();
    for question in questions {
        let mut arguments: Vec<&str> = question.iter().map(String::as_str).collect();
        // an argument may have 128 KiB
        let file = format!("{}/question.txt", env!("CARGO_TARGET_TMPDIR"));
        let text = arguments.pop().unwrap();
        if text.len() > 100_000 {
            fs::write(&file, text).unwrap();
            arguments.splice(arguments.len() - 1.., ["-f", &file]);
        } else {
            arguments.push(text);
        }
        arguments.splice(1..1, ["--memory", "64MiB", "--time", "1s"]);
        let ran = watch(begin(&arguments), |_| ());
        let shown: String = question.join(" ").chars().take(70).collect();
        assert!(matches!(ran.code, Some(0..=3)), "{shown}: {:?}", ran.code);
        assert!(ran.memory <= MOST, "{shown}: {} MiB", ran.memory >> 20);
        assert!(ran.ticks <= TICKS, "{shown}: {} ms", 10 * ran.ticks);
        assert!(ran.code != Some(3) || ran.says_that_it_is_cut(&arguments), "{shown}");
        // the rest of a long answer is not kept
        if ran.code == Some(3) && arguments.contains(&"--json") && ran.told.len() < KEPT {
            let object: serde_json::Value = serde_json::from_str(&ran.told).unwrap_or_else(|e| panic!("{shown}: {e}"));
            assert_eq!(object["complete"], false, "{shown}");
            let spent = object["budget"]["spent"].as_str();
            assert!(matches!(spent, Some("memory" | "time")), "{shown}: {spent:?}");
        }
    }
}

#[test]
fn one_interrupt_ends_anything() {
    for question in ["fibonaccinim(10^9999,?)", "misere 177*0.6(175,1,4)"] {
        let mut sent = Instant::now();
        let ran = watch(start(&["solve", question, "--memory", "8GiB"]), |child| {
            thread::sleep(Duration::from_millis(400));
            interrupt(child);
            sent = Instant::now();
        });
        // a busy machine may be late; the program waits for a quarter of a second
        assert!(sent.elapsed() < Duration::from_secs(5), "{question}: {:?}", sent.elapsed());
        assert_eq!(ran.code, Some(3), "{question}");
        assert!(ran.told.contains(r#""spent":"cancelled""#), "{question}: {}", ran.told);
    }
}

/// A family is read, an opponent thinks, cells that nobody knows are not worked out to show those that are known.
#[test]
fn what_is_no_question_hears_its_budget_too() {
    let folder = format!("{}/unread", env!("CARGO_TARGET_TMPDIR"));
    let family = "take[a,b,c] for a in 1..1000 for b in 1..1000 for c in 1..1000 if a*b=c*c*7";
    let misere = "{(a,b) -> (a-2,b+1) & (a-1,0) | (a-1,b-1); (a,b-k) for k in {2,5}}";
    for question in [
        vec!["sweep", family, "-o", &folder, "--json"],
        vec!["play", "--level", "3", "--second", "cram(\"30x30\")"],
        vec!["table", "grundy", "--to", "3000000", "--json"],
        vec!["table", "--misere", misere, "--to", "30,40", "--nodes", "22721", "--json"],
    ] {
        let arguments = [&question[..], &["--memory", "64MiB", "--time", "1s"]].concat();
        let ran = watch(begin(&arguments), |_| ());
        // the opponent is one of several questions
        let most = if question[0] == "play" { 3 * TICKS } else { TICKS };
        assert!(
            ran.memory <= MOST && ran.ticks <= most,
            "{question:?}: {} MiB, {} ms",
            ran.memory >> 20,
            10 * ran.ticks
        );
        assert!(ran.code == Some(3) || question[0] == "play" && ran.code == Some(0), "{question:?}: {:?}", ran.code);
        if question[1] == "grundy" {
            let object: serde_json::Value = serde_json::from_str(&ran.told).unwrap();
            assert!(object["values"].as_array().is_some_and(|values| !values.is_empty()), "what is known is shown");
        }
    }
}

#[test]
fn an_interrupt_ends_an_answer_that_nobody_reads() {
    let mut child = begin(&["table", "nim", "--to", "1000000", "--format", "csv"]);
    // as many bytes as a pipe holds, and more
    thread::sleep(Duration::from_secs(2));
    assert!(child.try_wait().unwrap().is_none());
    interrupt(&child);
    let sent = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if sent.elapsed() > Duration::from_secs(10) {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn a_line_over_its_budget_ends_no_run() {
    // the second hears its ticks, the third and the fourth do not
    let lines = "nim(3)\nmisere 177*0.6(175,1,4)\nlet t = take[1..3];\nfibonaccinim(10^9999,?)\nlet t = 1;\n\
                 moore[10^9](fibs)\nkotzig[10^9,{1,2}](0)\nt(6)\n";
    for threads in ["1", "2"] {
        let mut child = start(&["solve", "-", "--memory", "64MiB", "--time", "1s", "--threads", threads]);
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let ran = watch(child, |_| ());
        let told: Vec<serde_json::Value> = ran.told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let said: Vec<&str> = told
            .iter()
            .map(|object| object["budget"]["spent"].as_str().or(object["outcome"].as_str()).unwrap_or("error"))
            .collect();
        // two of them spend the one or the other first, as busy as the machine is
        for spent in [said[1], said[5]] {
            assert!(["memory", "time"].contains(&spent), "{}", ran.told);
        }
        assert_eq!((said[0], &said[2..5], said[6]), ("N", &["time", "error", "error"][..], "N"), "{}", ran.told);
        assert_eq!(said.len(), 7, "{}", ran.told);
        assert_eq!((ran.code, &told[6]["value"]), (Some(2), &2.into()), "{}", ran.told);
        assert!(ran.memory <= MOST, "{} MiB", ran.memory >> 20);
    }
}

#[test]
fn what_is_answered_is_out_before_a_slow_line_is_done() {
    for threads in ["1", "2"] {
        let mut child = start(&["solve", "-", "--memory", "64MiB", "--threads", threads]);
        child.stdin.take().unwrap().write_all(b"nim(3)\nnim(4)\nfibonaccinim(10^9999,?)\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next = || lines.next().transpose().unwrap().unwrap_or_default();
        for value in [3, 4] {
            assert!(next().contains(&format!(r#""value":{value},"#)));
        }
        // nobody ends the third but Ctrl-C, and then its answer is the last
        interrupt(&child);
        assert!(next().contains(r#""spent":"cancelled""#));
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }
}

#[test]
fn the_prompt_returns() {
    let mut child = start(&["repl", "--memory", "64MiB", "--time", "1s"]);
    let lines = "let t = take[1..3];\nfibonaccinim(10^9999,?)\nt(6)\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let ran = watch(child, |_| ());
    let (cut, answered) = ran.told.split_once('\n').unwrap();
    assert!(cut.contains(r#""spent":"time""#) && answered.contains(r#""value":2,"#), "{}", ran.told);
    assert_eq!(ran.code, Some(0));
}

#[test]
fn a_graph_that_never_comes_is_not_waited_for() {
    let mut child = start(&["label", "-", "--time", "500ms"]);
    let input = child.stdin.take();
    let ran = watch(child, |_| ());
    assert!(ran.code == Some(3) && ran.told.contains(r#""spent":"time""#), "{:?} {}", ran.code, ran.told);
    drop(input);
    // and neither does Ctrl-C wait for a graph or a question
    for arguments in [["label", "-"].as_slice(), &["solve", "-f", "-"], &["verify", "-"], &["solve", "-"], &["repl"]] {
        let mut child = start(arguments);
        let input = child.stdin.take();
        let ran = watch(child, |child| {
            thread::sleep(Duration::from_millis(300));
            interrupt(child);
        });
        assert_eq!(ran.code, Some(3), "{arguments:?} {}", ran.told);
        drop(input);
    }
}

/// A pipe that never ends, as `yes 1` makes it: one Ctrl-C is enough.
#[test]
fn a_pipe_that_never_ends_ends_with_ctrl_c() {
    for (arguments, line) in [
        (["repl"].as_slice(), "nim(3,5)\n"),
        (&["play", "nim(3,5)", "--level", "3", "--seed", "1"], "1\n"),
        (&["solve", "-"], "nim(3)\n"),
    ] {
        let mut child = begin(arguments);
        let mut input = child.stdin.take().unwrap();
        let feeding = thread::spawn(move || while input.write_all(line.repeat(100).as_bytes()).is_ok() {});
        let mut output = child.stdout.take().unwrap();
        let reading = thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        thread::sleep(Duration::from_millis(500));
        interrupt(&child);
        let ended = (0..200).find_map(|_| {
            thread::sleep(Duration::from_millis(100));
            child.try_wait().unwrap()
        });
        let _ = child.kill();
        let _ = (feeding.join(), reading.join());
        assert_eq!(ended.and_then(|status| status.code()), Some(3), "{arguments:?}");
    }
}

#[test]
fn a_sweep_keeps_what_it_finished() {
    let folder = format!("{}/swept", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_dir_all(&folder);
    let ran = watch(
        start(&["sweep", "octal codes of up to 4 digits", "-o", &folder, "--memory", "64MiB", "--time", "1s"]),
        |_| (),
    );
    assert!(ran.memory <= MOST && ran.ticks <= TICKS, "{} MiB, {} ms", ran.memory >> 20, 10 * ran.ticks);
    let object: serde_json::Value = serde_json::from_str(&ran.told).unwrap();
    assert_eq!(
        (ran.code, &object["complete"], object["budget"]["spent"].as_str()),
        (Some(3), &false.into(), Some("time"))
    );
}

/// What is learnt of a member of a family is forgotten when the next one is asked.
#[test]
fn many_members_take_no_more_room_than_few() {
    let room = |last: u64| {
        let members = format!("m=1..{last}");
        let ran = watch(start(&["prove", "take[1..m]", "g = n%(m+1)", "--for", &members]), |_| ());
        assert_eq!(ran.code, Some(0), "{}", ran.told);
        ran.memory
    };
    let [few, many] = [500, 5000].map(room);
    assert!(many < few + (4 << 20), "{} and {} KiB", few >> 10, many >> 10);
}
