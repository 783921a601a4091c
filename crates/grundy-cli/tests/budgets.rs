//! Budgets hold, whatever is asked: questions that once took many times what they were given.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const MEMORY: u64 = 64 << 20;
/// What the program may hold at that budget: 1.3 times, and 16 MiB for itself.
const MOST: u64 = MEMORY / 10 * 13 + (16 << 20);
/// Of processor time, in ticks of 10 ms: 1.2 s and 0.2 s.
const TICKS: u64 = 140;

/// What a process took.
struct Ran {
    code: Option<i32>,
    told: String,
    memory: u64,
    ticks: u64,
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .args(["--json", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Looks at the process until it is done: the system tells its anonymous memory as long as it lives, its time also after.
fn watch(mut child: Child, then: impl FnOnce(&Child)) -> Ran {
    let (mut memory, mut ticks) = (0, 0);
    let reader = thread::spawn({
        let mut out = child.stdout.take().unwrap();
        move || std::io::read_to_string(&mut out).unwrap()
    });
    drop(child.stdin.take());
    then(&child);
    let folder = format!("/proc/{}", child.id());
    loop {
        let status = fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let anonymous = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = anonymous.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0);
        memory = memory.max(1024 * kilobytes);
        let stat = fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        if let [user, system] = fields.get(11..13).unwrap_or_default() {
            ticks = user.parse::<u64>().unwrap() + system.parse::<u64>().unwrap();
        }
        if fields.first().is_none_or(|state| *state == "Z") {
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    let code = child.wait().unwrap().code();
    Ran { code, told: reader.join().unwrap(), memory, ticks }
}

/// Numbers with commas between them.
fn numbers(all: impl Iterator<Item = u64>) -> String {
    all.map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn hard_questions_stay_within_their_budgets() {
    let parts = (1..=20_000).map(|k| format!("n-{k}")).collect::<Vec<_>>();
    let several = (0..4000).map(|i| format!("({},{})", i + 3, 2 * i + 1)).collect::<Vec<_>>().join(",");
    let questions: Vec<Vec<String>> = [
        "solve|misere 177*0.6(175,1,4)",
        "solve|misere 100*kayles(90)",
        "solve|misere 100000*0.6(60)",
        "solve|misere 187*{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k<=a-k loopy}((8,10),(3,99),(175,10))",
        "explain|misere 80*kayles(80)",
        "solve|kotzig[10^9,{1,2}](0)",
        "solve|nimpass(4294967296,6,172)",
        "moves|nim(10^9)|--limit|10^7",
        "moves|take[1..10^7](10^9)|--limit|10^7",
        "solve|conjunctive(1000*kayles(9))",
        "solve|diminished(185*atmosthalf(2,9,5,17848776183185148603))",
        "solve|fibonaccinim(10^9999,?)",
        "solve|wythoff(10^9999,?)",
        "guess|staircase|--to|40",
        "guess|moore[10^9]",
        "moves|misere 0.{3,10}=0466502(2,184,140)",
        "solve|{n -> n-k for k in squares if n%3 != k%5}(10^7)",
        "table|misere kayles|--to|10^5|--show|outcomes",
        "solve|{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a-k,b-k,c-k) for k in 1..}(300,300,300)",
        "solve|conjunctive(0.6(100000),kayles(10^6))",
    ]
    .iter()
    .map(|line| line.split('|').map(str::to_owned).collect())
    .chain([
        vec!["solve".to_owned(), format!("nimpass({})", numbers((0..3000).map(|_| 2)))],
        vec!["solve".to_owned(), format!("endnim({})", numbers((0..8000).map(|_| 7)))],
        vec![
            "solve".to_owned(),
            format!("selective({})", (1..400).map(|n| format!("kayles({n})")).collect::<Vec<_>>().join(",")),
        ],
        vec!["solve".to_owned(), format!("{{n -> {}}}(5)", parts.join(" & "))],
        vec!["solve".to_owned(), format!("wythoff({several})")],
    ])
    .collect();
    for question in questions {
        let mut arguments: Vec<&str> = question.iter().map(String::as_str).collect();
        // an argument may have 128 KiB
        let file = format!("{}/question.txt", env!("CARGO_TARGET_TMPDIR"));
        if arguments[1].len() > 100_000 {
            fs::write(&file, arguments[1]).unwrap();
            arguments.splice(1..2, ["-f", &file]);
        }
        arguments.extend(["--memory", "64MiB", "--time", "1s"]);
        let ran = watch(start(&arguments), |_| ());
        let shown: String = question.join(" ").chars().take(70).collect();
        assert!(matches!(ran.code, Some(0..=3)), "{shown}: {:?}", ran.code);
        assert!(ran.memory <= MOST, "{shown}: {} MiB", ran.memory >> 20);
        assert!(ran.ticks <= TICKS, "{shown}: {} ms", 10 * ran.ticks);
        if ran.code == Some(3) {
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
            let pid = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
            sent = Instant::now();
        });
        // a busy machine may be late; the program waits for a quarter of a second
        assert!(sent.elapsed() < Duration::from_secs(5), "{question}: {:?}", sent.elapsed());
        assert_eq!(ran.code, Some(3), "{question}");
        assert!(ran.told.contains(r#""spent":"cancelled""#), "{question}: {}", ran.told);
    }
}

#[test]
fn a_line_over_its_budget_ends_no_run() {
    let mut child = start(&["solve", "-", "--memory", "64MiB", "--time", "1s"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"nim(3)\nmisere 177*0.6(175,1,4)\nmisere 100*kayles(90)\nnim(5)\n").unwrap();
    drop(input);
    let ran = watch(child, |_| ());
    assert_eq!((ran.code, ran.told.lines().count()), (Some(3), 4), "{}", ran.told);
    assert!(ran.memory <= MOST, "{} MiB", ran.memory >> 20);
}
