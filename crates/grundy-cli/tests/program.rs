//! The program from outside: exit codes, streams, files, and a picture of its main outputs.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::Output;

use crate::common::{fed, grundy};

fn run(arguments: &[&str]) -> Output {
    grundy(arguments).output().expect("the program starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it is not killed")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it prints text")
}

fn without_seconds(text: &str) -> String {
    const KEY: &str = "\"seconds\":";
    let mut pieces = text.split(KEY);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find([',', '}']).unwrap_or(piece.len());
        out.push_str(KEY);
        out.push('0');
        out.push_str(&piece[end..]);
    }
    out
}

/// Both streams and the exit code, without what differs from run to run.
fn picture(arguments: &[&str]) -> String {
    let output = run(arguments);
    let out = without_seconds(&text(&output.stdout));
    let command: Vec<String> =
        arguments.iter().map(|a| if a.contains(' ') { format!("'{a}'") } else { (*a).to_owned() }).collect();
    format!("$ grundy {}\n{out}{}[exit {}]\n", command.join(" "), text(&output.stderr), code(&output))
}

/// Compares what these questions print with `tests/pictures/NAME.txt`. `GRUNDY_PICTURES=write` draws them anew; the
/// difference is then to be read in version control.
fn same_picture(name: &str, questions: &[&[&str]]) {
    let drawn = questions.iter().map(|q| picture(q)).collect::<Vec<_>>().join("\n");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/{name}.txt"));
    if std::env::var_os("GRUNDY_PICTURES").is_some_and(|v| v == "write") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let difference = kept.lines().zip(drawn.lines()).find(|(old, new)| old != new);
    assert!(kept == drawn, "{name} looks different, first at {difference:?}; GRUNDY_PICTURES=write draws it anew");
}

#[test]
fn answers_as_text() {
    same_picture(
        "answers-as-text",
        &[
            &["take[1,3,4](21, 17) + kayles(9)"],
            &["100*nim(7) + kayles(3)"],
            &["{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}(6)"],
            &["misere nim(1,2,3)"],
            &["nim(3,5,?)"],
            &["-q", "nim(10^40, 3)"],
            &["moves", "graph{a->b,c; b->d; c->d}(a, a, b)"],
            &["moves", "-q", "nim(10^18)", "--limit", "2"],
        ],
    );
}

#[test]
fn reasons_as_text() {
    same_picture(
        "reasons-as-text",
        &[
            &["explain", "nim(5,3) + kayles(4)"],
            &["explain", "mex(0,1,2,4)"],
            &["explain", "take[1..30](50)"],
            &["explain", "misere kayles(4)"],
        ],
    );
}

#[test]
fn reasons_on_paper() {
    same_picture(
        "reasons-on-paper",
        &[
            &["explain", "nim(5,3) + {n -> n-k for k in 1..n//2}(5)", "--html"],
            &["explain", "nim(5,3) + {n -> n-k for k in 1..n//2}(5)", "--latex"],
        ],
    );
}

#[test]
fn tables() {
    same_picture(
        "tables",
        &[
            &["table", "take[1,3,4]", "--to", "12"],
            &["table", "wythoff", "--to", "4"],
            &["table", "wythoff", "--to", "5", "--show", "p"],
            &["table", "misere take[1..3]", "--show", "outcomes", "--to", "9"],
            &["table", "wythoff", "--to", "1,2", "--format", "csv"],
            &["table", "kayles", "--from", "3", "--to", "6", "--format", "bfile"],
        ],
    );
}

/// Without a terminal `COLUMNS` says how wide answers are, as it does for the help.
#[test]
fn answers_are_as_wide_as_columns_says() {
    for arguments in [
        &["solve", "take[1,3,4](21, 17) + kayles(9)"][..],
        &["explain", "take[1,3,4](21, 17) + kayles(9)"],
        &["table", "nim", "--to", "99"],
        &["list", "compound"],
        &["list"],
    ] {
        let widest = |columns: Option<&str>| {
            let mut command = grundy(arguments);
            command.envs(columns.map(|columns| ("COLUMNS", columns)));
            let output = command.output().expect("the program starts");
            text(&output.stdout).lines().map(|line| line.chars().count()).max().unwrap_or(0)
        };
        assert!(widest(Some("40")) <= 40, "{arguments:?}: {}", widest(Some("40")));
        assert!(widest(None) > 40 && widest(Some("no number")) == widest(None), "{arguments:?}");
    }
}

#[test]
fn faults() {
    same_picture(
        "faults",
        &[
            &["nim(3,,5)"],
            &["kayls(3)"],
            &["{n -> n+1}(3)"],
            &["let t[m] = take[m..2]; nim(2) + t[0](3)"],
            &["describe", "wytoff"],
            &["solv", "nim(3)"],
            &["solve", "--limit", "-1", "nim(3)"],
            &["table", "nim", "--npy"],
            &["table", "nim", "-o", "values.csv"],
            &["period", "kayles"],
            &["solve", "-f", "/nonexistent/file"],
            &["solve", "((((((nim(1)))))))", "--max-nesting", "3"],
        ],
    );
}

#[test]
fn everything_as_data() {
    same_picture(
        "everything-as-data",
        &[
            &["--json", "2*kayles(5) + nim(2)"],
            &["--json", "misere nim(1,1)"],
            &["--json", "nim(3,5,?)"],
            &["moves", "kayles(4)", "--json"],
            &["table", "wythoff", "--to", "2", "--json"],
            &["explain", "nim(2,3)", "--json"],
            &["describe", "lasker", "--json"],
            &["--json", "nim(3"],
        ],
    );
}

#[test]
fn counts() {
    same_picture(
        "counts",
        &[
            &["count", "nim", "--heaps", "3", "--max", "7", "--json"],
            &["count", "nim", "--heaps", "2", "--max", "9", "--min", "1", "--json"],
            &["count", "kayles", "--heaps", "3", "--max", "10^6"],
            &["count", "-q", "misere nim", "--heaps", "3", "--max", "10^18", "--unordered"],
            &["count", "-q", "nim", "--heaps", "10^18", "--max", "9", "--memory", "4GiB"],
            &["count", "nim", "--heaps", "2", "--max", "3", "--min", "5"],
        ],
    );
}

#[test]
#[cfg(unix)]
fn errors_of_programs() {
    let with = |command: &'static str| ["stress", "take[1..3]", "--threads", "1", "--heaps", "1", "--cmd", command];
    same_picture(
        "errors-of-programs",
        &[
            &with("sh -c 'read n; [ $n -lt 9 ] && [ $((n % 4)) = 0 ] && echo second || echo first'"),
            &with("sh -c 'read n; [ $n = 3 ] && exit 2; echo $((n % 4))'"),
            &[&["-q", "--json"], &with("echo maybe")[..]].concat(),
            &["stress", "nim", "--cmd", "./no-such-program"],
            &["stress", "nim", "--cmd", "true", "--format", "{heap}"],
        ],
    );
}

#[test]
fn exit_codes_say_how_it_ended() {
    assert_eq!(code(&run(&["nim(3)"])), 0);
    assert_eq!(code(&run(&["nim(3"])), 2);
    assert_eq!(code(&run(&["cram(\"..|.\")"])), 2);
    let spent = run(&["--json", "--nodes", "10", "grundy(3000)"]);
    assert_eq!(code(&spent), 3);
    assert!(text(&spent.stdout).contains("\"complete\":false"));
    assert_eq!(code(&run(&["-f", "/nonexistent/file"])), 4);
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let mut child = grundy(&["table", "nim", "--to", "2000000", "--format", "csv"]).spawn().unwrap();
    let mut first = [0; 16];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0);
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn threads_make_no_difference() {
    let mut input = String::new();
    let mut state = 9u64;
    for line in 0..6000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (a, b) = (state >> 33 & 255, state >> 41 & 255);
        match line % 7 {
            0 => input.push_str(&format!("kayles({a}) + nim({b})\n")),
            1 => input.push_str(&format!("take[1,3,{}]({a})\n", 4 + b % 5)),
            2 => input.push_str(&format!("nim({a},{b},?)\n")),
            3 => input.push_str(&format!("nim({a},,{b})\n")),
            4 if line % 700 == 4 => input.push_str(&format!("let t{line} = take[1..{}];\n", 1 + b)),
            4 => input.push_str(&format!("t{}({a})\n", line / 700 * 700 + 4)),
            5 => input.push_str("# a remark\n\n"),
            _ => input.push_str(&format!("misere nim({}, {b})\r\n", a % 4)),
        }
    }
    let one = fed(&["solve", "-", "--threads", "1"], input.as_bytes());
    assert_eq!(code(&one), 2, "there are bad lines");
    for threads in ["2", "5"] {
        let many = fed(&["solve", "-", "--threads", threads], input.as_bytes());
        assert_eq!(code(&many), 2);
        assert!(many.stdout == one.stdout, "{threads} threads answer otherwise");
    }
}

#[test]
fn lines_of_every_kind() {
    let answers = |input: &[u8]| text(&fed(&["solve", "-"], input).stdout);
    assert_eq!(answers(b""), "");
    assert_eq!(answers(b"\n\n# nothing\n"), "");
    assert_eq!(answers(b"\xef\xbb\xbflet t = take[1..3];\r\nt(5)\r\nt(4)"), "N 1\nP 0\n");
    assert_eq!(answers(b"let u = take[1,2]; u(4)\nu(4)\n").lines().next(), Some("N 1"));
    assert_eq!(answers(b"nim(3,5,?)\nmisere nim(1)\n"), "? 6\nP -\n");
    assert!(answers(b"nim(3)\nnim(\xff)\nnim(4)\n").contains("error 2:"));
    let long = [b"nim(1".to_vec(), vec![b' '; 3 << 20], b")\nnim(2)\n".to_vec()].concat();
    let output = text(&fed(&["solve", "-"], &long).stdout);
    assert!(output.starts_with("error 1:1 the line is longer") && output.ends_with("N 2\n"), "{output}");
    let more = fed(&["solve", "-", "--max-text", "8MiB"], &long);
    assert_eq!(text(&more.stdout), "N 1\nN 2\n");
    let objects = text(&fed(&["solve", "-", "--jsonl"], b"nim(3)\nnim(\n").stdout);
    let objects: Vec<&str> = objects.lines().collect();
    assert_eq!(objects.len(), 2);
    assert!(objects[0].contains("\"value\":3") && objects[1].contains("\"kind\":\"parse\""));
    // the budget holds for each line, not for all of them
    let spent = fed(&["solve", "-", "--nodes", "1000"], b"grundy(5000)\nnim(5)\n");
    assert!(text(&spent.stdout).ends_with("N 5\n"), "{}", text(&spent.stdout));
    assert_eq!(code(&spent), 3);
}

/// A file of this test, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("grundy-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn files_hold_questions() {
    let question = Scratch::new("question", b"# three heaps\nlet t = take[1..3];\nt(5) +\n  nim(7)\n");
    let answer = run(&["--json", "-f", question.0.to_str().unwrap()]);
    assert_eq!(code(&answer), 0, "{}", text(&answer.stderr));
    assert!(text(&answer.stdout).contains("\"value\":6"));
    let bad = Scratch::new("bad", b"nim(\xff)");
    let fault = run(&["-f", bad.0.to_str().unwrap()]);
    assert_eq!(code(&fault), 2);
    assert!(text(&fault.stderr).contains("UTF-8"));
    assert_eq!(text(&fed(&["-q", "--json", "-f", "-"], b"nim(9)").stdout).matches("\"value\":9").count(), 2);
}

#[test]
fn arrays_have_a_head_that_numpy_reads() {
    let output = run(&["table", "wythoff", "--to", "2,3", "--format", "npy"]).stdout;
    assert_eq!(&output[..6], b"\x93NUMPY");
    let length = usize::from(u16::from_le_bytes([output[8], output[9]]));
    assert_eq!((10 + length) % 64, 0);
    let head = text(&output[10..10 + length]);
    assert!(head.contains("(3, 4)") && head.ends_with('\n'), "{head}");
    assert!((output.len() - 10 - length).is_multiple_of(12));
}

/// A definition beside a position is in force on the lines below where they know no such name, with one thread and with more.
#[test]
fn definitions_beside_a_position_stay_in_force() {
    let lines = "let a = take[1,2]; a(3)\na(4)\nlet b[m] = take[1..m]; b[2](3)\nb[3](4)\n\
                 let a = take[1,3]; a(2)\na(2)\nlet d = b[3]; d(5)\nd(4) + a(2)\nc(4)\na(x)\n";
    let expected = "P 0\nN 1\nP 0\nP 0\nP 0\nP 0\nN 1\nP 0\n";
    for threads in ["1", "3"] {
        let output = fed(&["solve", "-", "--threads", threads], lines);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let faults = text.strip_prefix(expected).unwrap_or_else(|| panic!("{text}"));
        assert!(faults.starts_with("error 9:1 unknown game `c`"), "{text}");
        assert!(faults.contains("\nerror 10:3 "), "{text}");
    }
}
