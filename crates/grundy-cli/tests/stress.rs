//! `stress` against programs that are right, wrong, broken or hostile. They are scripts for `sh`.
#![cfg(unix)]

use std::fs;
use std::time::{Duration, Instant};

use crate::common::{Folder, told};
use serde_json::Value;

impl Folder {
    fn stress(&self, arguments: &[&str]) -> (i32, Value) {
        told(&self.grundy(&[&["stress"], arguments, &["--json"]].concat()).output().unwrap())
    }

    /// Stresses a script that finds the heaps as its arguments, after `set -- $heaps`.
    fn script(&self, game: &str, body: &str, more: &[&str]) -> (i32, Value) {
        fs::write(self.0.join("program.sh"), format!("read -r line\nset -- $line\n{body}\n")).unwrap();
        let time: &[&str] = if more.contains(&"--seconds") { &[] } else { &["--seconds", "1"] };
        self.stress(&[&[game, "--cmd", "sh program.sh"], time, more].concat())
    }
}

/// The xor of all heaps, for scripts.
const XOR: &str = "x=0; for n in \"$@\"; do x=$((x ^ n)); done";

#[test]
fn right_programs_pass() {
    let folder = Folder::new();
    let outcome = format!("{XOR}\nif [ $x = 0 ]; then echo second; else echo first; fi");
    let (code, answer) = folder.script("nim", &outcome, &[]);
    assert_eq!((code, &answer["found"], &answer["answers"]), (0, &false.into(), &"outcomes".into()), "{answer}");
    assert!(answer["tried"].as_u64().unwrap() > 10, "{answer}");
    assert_eq!(answer["evidence"]["status"], "checked");
    let value = format!("{XOR}\necho $x");
    let (code, answer) = folder.script("nim", &value, &[]);
    assert_eq!((code, &answer["answers"]), (0, &"values".into()), "{answer}");
    // outcomes as digits are told from values by what they are
    let digits = "x=0; for n in \"$@\"; do x=$((x ^ n % 4)); done\nif [ $x = 0 ]; then echo 0; else echo 1; fi";
    let (code, answer) = folder.script("take[1..3]", digits, &[]);
    assert_eq!((code, &answer["answers"]), (0, &"outcomes as 0 and 1".into()), "{answer}");
    // one heap only, and only the first
    let (code, answer) =
        folder.script("take[1,3,4]", "[ $# = 1 ] || exit 3\necho \"0101232\" | cut -c $(($1 % 7 + 1))", &[]);
    assert_eq!((code, &answer["one_heap"]), (0, &true.into()), "{answer}");
    let (code, answer) = folder.script("take[1..3]", "if [ $(($1 % 4)) = 0 ]; then echo P; else echo N; fi", &[]);
    assert_eq!((code, &answer["one_heap"]), (0, &true.into()), "{answer}");
    let (code, answer) = folder.script(
        "misere take[1..3]",
        "if [ $(($1 % 4)) = 1 ]; then echo lose; else echo win; fi",
        &["--heaps", "1"],
    );
    assert_eq!(code, 0, "{answer}");
    let (code, answer) = folder.script("euclid", "echo 0", &["--max", "0"]);
    assert_eq!(code, 0, "{answer}");
}

/// Coins are told by the places of the heads, or as a row; boards by their sides.
#[test]
fn coins_and_boards_are_drawn() {
    let folder = Folder::new();
    let ruler = "x=0; for n in \"$@\"; do x=$((x ^ ((n + 1) & -(n + 1)))); done\necho $x";
    let (code, answer) = folder.script("ruler", ruler, &[]);
    assert_eq!((code, &answer["answers"]), (0, &"values".into()), "{answer}");
    let (code, answer) = folder.script("mockturtles", ruler, &[]);
    assert_eq!((code, &answer["found"]), (1, &true.into()), "{answer}");
    let row =
        "s=$1; i=0; x=0\nwhile [ -n \"$s\" ]; do i=$((i + 1)); case $s in H*) x=$((x ^ i));; esac; s=${s#?}; done";
    let (code, answer) = folder.script("turtles", &format!("{row}\necho $x"), &["--format", "{row}"]);
    assert_eq!((code, &answer["answers"]), (0, &"values".into()), "{answer}");
    let chomp = "if [ $1 = 1 ] && [ $2 = 1 ]; then echo second; else echo first; fi";
    let (code, answer) = folder.script("chomp", chomp, &["--min", "1"]);
    assert_eq!((code, &answer["answers"]), (0, &"outcomes".into()), "{answer}");
    let (code, answer) = folder.script("chomp", "echo first", &["--min", "1"]);
    assert_eq!((code, &answer["position"]), (1, &"chomp(\"1x1\")".into()), "{answer}");
    assert_eq!(folder.script("nim", "echo 0", &["--format", "{row}"]).0, 2);
}

#[test]
fn formats_of_contests() {
    let folder = Folder::new();
    let body = "read -r k\nread -r line\nset -- $line\n[ $# = \"$k\" ] || exit 9";
    fs::write(folder.0.join("p.sh"), format!("read -r t\n{body}\n{XOR}\n[ $x = 0 ] && echo Ed wins || echo Fred wins"))
        .unwrap();
    let arguments = ["nim", "--cmd", "sh 'p.sh'", "--format", "1\\n{k}\\n{heaps}\\n", "--seconds", "0.5"];
    let (code, answer) = folder.stress(&[&arguments[..], &["--first", "Fred wins", "--second", "Ed wins"]].concat());
    assert_eq!(code, 0, "{answer}");
    let (code, answer) = folder.stress(&arguments);
    assert_eq!((code, &answer["kind"], &answer["input"]), (1, &"nonsense".into(), &"1\n1\n0\n".into()), "{answer}");
    for wrong in ["{heap}", "{heaps", "\\q{heaps}", "none"] {
        assert_eq!(folder.stress(&["nim", "--cmd", "true", "--format", wrong]).0, 2, "{wrong}");
    }
}

#[test]
fn the_smallest_wrong_answer_is_found() {
    let folder = Folder::new();
    // wrong for one residue of one hundred
    let body =
        "if [ $(($1 % 100)) = 37 ]; then echo first; elif [ $(($1 % 3)) = 1 ]; then echo second; else echo first; fi";
    let (code, answer) = folder.script("{n -> n-1 if n % 3 = 1; n-1 if n % 3 != 1 and n > 1}", body, &["--heaps", "1"]);
    assert_eq!(code, 1, "{answer}");
    let body =
        "if [ $(($1 % 100)) = 52 ]; then echo first; elif [ $(($1 % 4)) = 0 ]; then echo second; else echo first; fi";
    let (code, answer) = folder.script("take[1..3]", body, &["--heaps", "1"]);
    assert_eq!((code, &answer["input"], &answer["kind"]), (1, &"52\n".into(), &"wrong-answer".into()), "{answer}");
    assert_eq!((&answer["expected"], &answer["got"]), (&"second".into(), &"first".into()));
    assert_eq!((&answer["position"], &answer["smallest"]), (&"take[1..3](52)".into(), &true.into()));
    assert_eq!(answer["evidence"]["status"], "proved");
    // beyond what is tried in order
    let body = format!("{XOR}\nif [ $x = 0 ] && [ ${{1}} -lt 200 ]; then echo second; else echo first; fi");
    let (code, answer) = folder.script("nim", &body, &["--heaps", "2", "--seconds", "4"]);
    assert_eq!((code, &answer["input"]), (1, &"200 200\n".into()), "{answer}");
    // adds where it should xor: values 1 and 1
    let body = "x=0; for n in \"$@\"; do x=$((x + n)); done; echo $x";
    let (code, answer) = folder.script("nim", body, &[]);
    assert_eq!(
        (code, &answer["input"], &answer["expected"], &answer["got"]),
        (1, &"1 1\n".into(), &"0".into(), &"2".into())
    );
    // a pair: 3 5 is lost as well
    let body = "case $1,$2 in 0,0|1,2|2,1) echo second;; *) echo first;; esac";
    let (code, answer) = folder.script("wythoff", body, &["--format", "{a} {b}"]);
    assert_eq!((code, &answer["input"]), (1, &"3 5\n".into()), "{answer}");
}

#[test]
fn broken_programs_are_findings() {
    let folder = Folder::new();
    let four = "if [ $(($1 % 4)) = 0 ]; then echo second; else echo first; fi";
    let (code, answer) = folder.script("take[1..3]", &format!("[ $1 = 13 ] && exit 7\n{four}"), &["--heaps", "1"]);
    assert_eq!((code, &answer["kind"], &answer["input"]), (1, &"crash".into(), &"13\n".into()), "{answer}");
    assert_eq!((&answer["got"], &answer["expected"]), (&"exit code 7".into(), &"first".into()));
    let (code, answer) =
        folder.script("take[1..3]", &format!("[ $1 = 13 ] && kill -SEGV $$\n{four}"), &["--heaps", "1"]);
    assert_eq!(
        (code, &answer["kind"], &answer["got"]),
        (1, &"crash".into(), &"signal 11 (SIGSEGV)".into()),
        "{answer}"
    );
    let (code, answer) = folder.script("take[1..3]", "echo maybe", &[]);
    assert_eq!((code, &answer["kind"], &answer["got"]), (1, &"nonsense".into(), &"maybe".into()), "{answer}");
    let (code, answer) = folder.script("take[1..3]", "while :; do echo yes; done", &[]);
    assert_eq!((code, &answer["kind"]), (1, &"output".into()), "{answer}");
    let start = Instant::now();
    let (code, answer) = folder.script("take[1..3]", "while :; do :; done", &["--run-time", "200ms"]);
    assert_eq!((code, &answer["kind"], &answer["input"]), (1, &"timeout".into(), &"0\n".into()), "{answer}");
    // closes everything and stays
    let stays = format!("[ $1 = 5 ] && exec >&- 2>&- <&- && while :; do :; done\n{four}");
    let (code, answer) = folder.script("take[1..3]", &stays, &["--run-time", "200ms", "--heaps", "1"]);
    assert_eq!((code, &answer["kind"], &answer["input"]), (1, &"timeout".into(), &"5\n".into()), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(30));
    let greedy = "x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done";
    let (code, answer) = folder.script("take[1..3]", greedy, &["--run-memory", "64MiB", "--run-time", "20s"]);
    assert_eq!((code, &answer["kind"]), (1, &"memory".into()), "{answer}");
}

#[test]
fn nothing_outlives_its_run() {
    let folder = Folder::new();
    let four = "if [ $(($1 % 4)) = 0 ]; then echo second; else echo first; fi";
    // children that hold the pipes, and one that leaves the group where `setsid` is there
    let forks = format!(
        "sleep 321 &\n(sleep 321 & sleep 321) &\ncommand -v setsid >/dev/null && setsid sleep 321 &\necho $! >> pids\n{four}"
    );
    let start = Instant::now();
    let (code, answer) = folder.script("take[1..3]", &forks, &["--heaps", "1"]);
    assert_eq!(code, 0, "{answer}");
    assert!(start.elapsed() < Duration::from_secs(60));
    let pids = fs::read_to_string(folder.0.join("pids")).unwrap();
    let last: Vec<&str> = pids.lines().rev().take(20).collect();
    assert!(!last.is_empty());
    for pid in last {
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        assert!(!command.contains("321"), "{pid} lives: {command:?}");
    }
}

#[test]
fn what_cannot_be_started_is_told() {
    let folder = Folder::new();
    let (code, answer) = folder.stress(&["nim", "--cmd", "./no-such-program"]);
    assert_eq!((code, &answer["error"]["kind"]), (4, &"io".into()));
    for wrong in ["", "'open"] {
        assert_eq!(folder.stress(&["nim", "--cmd", wrong]).0, 2, "{wrong:?}");
    }
    assert_eq!(folder.stress(&["nim(3)", "--cmd", "true"]).0, 2);
    assert_eq!(folder.stress(&["nim", "--cmd", "true", "--min", "5", "--max", "4"]).0, 2);
    assert_eq!(folder.stress(&["kayles", "--cmd", "true", "--heaps", "2", "--format", "{n}"]).0, 2);
    // our own time is up before the program's
    let (code, answer) = folder.script("take[1..3]", "while :; do :; done", &["--time", "100ms"]);
    assert_eq!((code, &answer["complete"], &answer["found"]), (3, &false.into(), &Value::Null), "{answer}");
}

#[test]
fn the_same_seed_gives_the_same_positions() {
    let folder = Folder::new();
    // right for small heaps and for one at a time, so that a drawn position is the first that fails
    let body = "for n in \"$@\"; do [ $n -gt 41 ] && echo maybe && exit; done\nx=0; for n in \"$@\"; do x=$((x ^ n % 4)); done\n\
                if [ $x = 0 ]; then echo second; else echo first; fi";
    let first = |seed: &str, threads: &str| {
        let more = ["--seed", seed, "--heaps", "2", "--seconds", "20", "--threads", threads];
        let (code, answer) = folder.script("take[1..3]", body, &more);
        assert_eq!((code, &answer["kind"], &answer["smallest"]), (1, &"nonsense".into(), &true.into()), "{answer}");
        answer["tried"].as_u64()
    };
    assert_eq!(first("7", "2"), first("7", "2"));
}

/// The golden ratio as 1.618 is wrong from 377 on, and P-positions are rare there.
#[test]
fn far_p_positions_of_two_heaps_are_met() {
    let folder = Folder::new();
    let program = "a=$1; b=$2; if [ $a -gt $b ]; then t=$a; a=$b; b=$t; fi\n\
                   if [ $(((b - a) * 1618 / 1000)) = $a ]; then echo second; else echo first; fi";
    let (code, answer) = folder.script("wythoff", program, &["--max", "1000000", "--seconds", "10"]);
    assert_eq!((code, &answer["kind"]), (1, &"wrong-answer".into()), "{answer}");
    // rounded to six places it is wrong first where Fibonacci numbers come near to it
    let program = "a=$1; b=$2; if [ $a -lt $b ]; then t=$a; a=$b; b=$t; fi\n\
                   if [ $((a * 1000000)) -lt $((b * 1618034)) ] && [ $a != $b ]; then echo second; else echo first; fi";
    let more = ["--max", "1000000", "--min", "1", "--seconds", "10"];
    let (code, answer) = folder.script("euclid", program, &more);
    assert_eq!((code, &answer["kind"]), (1, &"wrong-answer".into()), "{answer}");
    // how far was looked is said
    let text = folder.grundy(&["stress", "nim", "--cmd", "sh right.sh", "--seconds", "1"]);
    fs::write(folder.0.join("right.sh"), format!("read -r line\nset -- $line\n{XOR}\necho $x\n")).unwrap();
    let mut text = text;
    let said = String::from_utf8(text.output().unwrap().stdout).unwrap();
    assert!(said.contains("numbers up to 300") || said.contains("only"), "{said}");
}

/// Programs that read a count first, say who wins in words of their own, or expect no empty heap are advised so, and with the
/// advice no error is found.
#[test]
fn what_a_program_reads_and_says_is_advised() {
    let folder = Folder::new();
    let heaps = "read -r k\nread -r line\nset -- $line";
    let say = "[ $x = 0 ] && echo lose || echo win";
    let names = "[ $x = 0 ] && echo Cici || echo Kiki";
    // right where no heap is empty
    let misere = "m=0; for n; do [ $n -gt $m ] && m=$n; done; [ $m -le 1 ] && x=$((1 - $# % 2))";
    let one = "read -r n\nx=$((n % 4))";
    for (game, program, expected) in [
        ("nim", format!("{heaps}\n{XOR}\n{say}"), "--format '{k}\\n{heaps}'"),
        (
            "nim",
            format!("read -r t\n[ \"$t\" -gt 0 ] || exit 0\n{heaps}\n{XOR}\n{say}"),
            "--format '1\\n{k}\\n{heaps}'",
        ),
        ("nim", format!("{heaps}\n{XOR}\n{names}"), "--format '{k}\\n{heaps}' --first Kiki --second Cici"),
        ("nim", format!("read -r line\nset -- $line\n{XOR}\n{names}"), "--first Kiki --second Cici"),
        ("misere nim", format!("{heaps}\n{XOR}\n{misere}\n{say}"), "--format '{k}\\n{heaps}' --min 1"),
        ("misere nim", format!("read -r line\nset -- $line\n{XOR}\n{misere}\n{say}"), "--min 1"),
        ("take[1..3]", format!("read -r t\n{one}\n{say}"), "--format '1\\n{heaps}'"),
    ] {
        fs::write(folder.0.join("p.sh"), &program).unwrap();
        let start = [game, "--cmd", "sh p.sh", "--seconds", "2"];
        let (code, answer) = folder.stress(&start);
        assert_eq!((code, &answer["try"]), (1, &expected.into()), "{program}: {answer}");
        let said = String::from_utf8(folder.grundy(&[&["stress"], &start[..]].concat()).output().unwrap().stdout);
        assert!(said.unwrap().contains(&format!("\n  {expected}\n")), "{program}");
        let more: Vec<&str> = expected.split(' ').map(|word| word.trim_matches('\'')).collect();
        let (code, answer) = folder.stress(&[&start[..], &more].concat());
        assert_eq!(code, 0, "{program}: {answer}");
    }
    // what is wrong however it is asked is no matter of the form
    for body in ["x=0; for n; do x=$((x + n)); done; echo $x", "echo first", "[ $1 = 0 ] && echo first || echo second"]
    {
        let (code, answer) = folder.script("nim", body, &[]);
        assert_eq!((code, &answer["try"]), (1, &Value::Null), "{answer}");
    }
    // two words that mean nothing in particular
    fs::write(folder.0.join("p.sh"), "echo Kiki\n").unwrap();
    let said = folder.grundy(&["stress", "nim", "--cmd", "sh p.sh", "--seconds", "1"]).output().unwrap().stdout;
    assert!(String::from_utf8(said).unwrap().contains("--first 'WORDS' --second 'WORDS'"));
}

/// A program that reads a letter of the rule is tried for several of its values.
#[test]
fn letters_of_the_rule_are_told() {
    let folder = Folder::new();
    let bash = "read -r n m\n[ $((n % (m + 1))) = 0 ] && echo second || echo first";
    let ask = |body: &str, more: &[&str]| {
        fs::write(folder.0.join("p.sh"), body).unwrap();
        folder.stress(&[&["take[1..m]", "--cmd", "sh p.sh", "--seconds", "3"], more].concat())
    };
    for more in [
        &["--format", "{n} {m}"][..],
        &["--format", "{n} {m}", "--for", "m=2..3"],
        &["--format", "{n} {m}", "--for", "m=4"],
    ] {
        let (code, answer) = ask(bash, more);
        assert_eq!((code, &answer["found"], &answer["for"]), (0, &false.into(), &Value::Null), "{more:?}: {answer}");
    }
    let wrong = "read -r n m\n[ $m = 3 ] && m=4\n[ $((n % (m + 1))) = 0 ] && echo second || echo first";
    let (code, answer) = ask(wrong, &["--format", "{n} {m}"]);
    assert_eq!((code, &answer["for"]["m"], &answer["input"]), (1, &3.into(), &"4 3\n".into()), "{answer}");
    assert_eq!(answer["position"], "take[1..3](4)");
    // a first line that says how many tests there are is found as well
    let counted = format!("read -r t\n[ \"$t\" = 1 ] || exit 0\n{bash}");
    let (code, answer) = ask(&counted, &["--format", "{n} {m}"]);
    assert_eq!((code, &answer["try"]), (1, &"--format '1\\n{n} {m}'".into()), "{answer}");
    // what would make it right for the first value alone is no advice
    let ignoring = "read -r t\n[ \"$t\" = 1 ] || exit 0\nread -r n m\n[ $((n % 3)) = 0 ] && echo second || echo first";
    let (code, answer) = ask(ignoring, &["--format", "{n} {m}", "--for", "m=2..4"]);
    assert_eq!((code, &answer["try"]), (1, &Value::Null), "{answer}");
    // what the program is not told cannot be tried
    for (more, help) in [
        (&[][..], "--format '{heaps} {m}'"),
        (&["--for", "m=1..3"], "--format '{heaps} {m}'"),
        (&["--format", "{n} {m}", "--for", "q=1..3"], "its parameters: m"),
        (&["--format", "{n} {q}"], "{m}, {heaps}"),
    ] {
        let (code, answer) = ask(bash, more);
        let told = answer["error"]["suggestion"].as_str().unwrap_or_default();
        assert!(code == 2 && told.contains(help), "{more:?}: {answer}");
    }
    // `{k}` says how many heaps there are
    let (code, answer) = folder.stress(&["take[1..k]", "--cmd", "true", "--format", "{k} {heaps}"]);
    assert!(
        code == 2
            && answer["error"]["suggestion"].as_str().unwrap().contains("another letter for it in the rule, as `m`"),
        "{answer}"
    );
}

#[test]
fn a_program_that_cannot_be_started_is_a_source_or_elsewhere() {
    let folder = Folder::new();
    fs::create_dir(folder.0.join("s")).unwrap();
    for name in ["s/a.cpp", "s/e.py", "b.java", "it's.rs", "p8", "s/p9"] {
        fs::write(folder.0.join(name), "").unwrap();
    }
    for (command, help) in [
        ("s/a.cpp", "it is a source: `g++ -O2 -o a s/a.cpp`, then `--cmd ./a`"),
        ("s/e.py -x 1", "--cmd 'python3 s/e.py -x 1'"),
        ("b.java", "--cmd 'java b.java'"),
        ("\"it's.rs\"", "it is a source: `rustc -O -o 'it'\\''s' 'it'\\''s.rs'`, then `--cmd"),
        ("p8", "--cmd ./p8"),
        ("./p8", "may it be run? `chmod +x ./p8`"),
        ("s/p9", "may it be run? `chmod +x s/p9`"),
        ("p7", "no shell is involved"),
        ("t/a.cpp", "no shell is involved"),
    ] {
        let (code, answer) = folder.stress(&["nim", "--cmd", command]);
        let told = answer["error"]["suggestion"].as_str().unwrap_or_default();
        assert!(code == 4 && told.contains(help), "{command}: {answer}");
    }
}
