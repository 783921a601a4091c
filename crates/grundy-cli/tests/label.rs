//! `label` from outside: files of all kinds, good and bad, against labels that are known.

use std::fs;

use crate::common::{Folder, grundy, told};
use serde_json::{Value, json};

impl Folder {
    fn labels(&self, arguments: &[&str]) -> (i32, Value) {
        told(&self.grundy(&[&["label"], arguments, &["--json"]].concat()).output().unwrap())
    }

    /// Labels a file with this text.
    fn text(&self, text: &[u8], more: &[&str]) -> (i32, Value) {
        fs::write(self.0.join("g.txt"), text).unwrap();
        self.labels(&[&["g.txt"], more].concat())
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

#[test]
fn the_same_graph_in_many_spellings() {
    let folder = Folder::new();
    let plain = "3 1\n3 0\n1 0\n2 4\n4 2\n5\n";
    let spellings: [&[u8]; 6] = [
        plain.as_bytes(),
        b"u,v\r\n3,1\r\n3,0\r\n1, 0\r\n2,4\r\n4,2\r\n5\r\n",
        b"\xef\xbb\xbf# a comment\n\n3\t1\n3   0\n1 0 # why\n  2 4\n4 2\n5",
        b"source,target\n3,1\n3,0\n1,0\n2,4\n4,2\n# the end\n5\n",
        b"1000000000003 1000000000001\n1000000000003 1000000000000\n1000000000001 1000000000000\n\
          1000000000002 1000000000004\n1000000000004 1000000000002\n1000000000005\n",
        b"d b\nd a\nb a\nc e\ne c\nf\n",
    ];
    for text in spellings {
        for threads in ["1", "2"] {
            let (code, answer) = folder.text(text, &["--threads", threads]);
            assert_eq!(code, 0, "{answer}");
            let counts = [&answer["vertices"], &answer["edges"], &answer["next"], &answer["previous"], &answer["draw"]];
            assert_eq!(counts, [6, 5, 2, 2, 2], "{answer}");
            assert_eq!(answer["values"], json!({"0": 2, "1": 1, "2": 1}));
            assert_eq!((&answer["acyclic"], &answer["loopy"]), (&json!(false), &json!(2)));
            assert_eq!(answer["cycle"].as_array().map(Vec::len), Some(2));
        }
    }
}

/// Numbers are the vertices of every way to label; names and wide numbers are not.
#[test]
fn the_checksum_tells_labels_of_numbers_apart() {
    let folder = Folder::new();
    let sum = |text: &str, more: &[&str]| folder.text(text.as_bytes(), more).1["checksum"].as_str().map(str::to_owned);
    let one = sum("1 0\n2 1\n3 3\n", &[]);
    assert_eq!(one.as_ref().map(String::len), Some(32));
    assert_eq!(one, sum("u,v\n3,3\n2,1\n1,0\n", &["--threads", "2"]));
    // numbers that are not mentioned are no vertices
    assert_eq!(sum("4\n", &[]), sum("4\n4\n", &[]));
    for other in ["1 0\n1 2\n3 3\n", "1 0\n2 1\n3 3\n4\n", "1 0\n2 1\n4000000000 4000000000\n5\n"] {
        assert!(sum(other, &[]).is_some_and(|other| Some(other) != one), "{other}");
    }
    assert_ne!(sum("1 0\n2 1\n2 0\n", &[]), sum("1 0\n2 1\n2 0\n", &["--misere"]));
    for without in ["a b\n", "1 0\n4294967294 1\n"] {
        assert_eq!(sum(without, &[]), None, "{without}");
    }
    assert!(folder.labels(&["--rule", "nim(3)"]).1["checksum"].is_null());
    fs::write(folder.0.join("g.txt"), "1 0\n2 1\n3 3\n").unwrap();
    // people see it where they ask for more
    let text = |more: &[&str]| folder.grundy(&[&["label", "g.txt"], more].concat()).output().unwrap().stdout;
    let line = format!("checksum: {}\n", one.unwrap_or_default());
    assert!(String::from_utf8_lossy(&text(&["--why"])).contains(&line));
    assert!(!String::from_utf8_lossy(&text(&[])).contains("checksum"));
}

/// Bytes of a Parquet file that were lost or changed: an answer or a fault of the file, never one of the program.
#[cfg(feature = "parquet")]
#[test]
fn damaged_parquet_files_are_faults_of_the_file() {
    use parquet::data_type::Int64Type;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    let schema = parse_message_type("message arcs { required int64 u; required int64 v; }").unwrap();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema.into(), Default::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    for divisor in [1, 2] {
        let mut column = group.next_column().unwrap().unwrap();
        let cells: Vec<i64> = (1..40).map(|i| i / divisor).collect();
        column.typed::<Int64Type>().write_batch(&cells, None, None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    let whole = writer.into_inner().unwrap();
    let folder = Folder::new();
    let mut random = crate::common::Random(5);
    let mut faults = 0;
    for damage in 0..120 {
        let mut bytes = whole.clone();
        let at = random.below(whole.len() as u64) as usize;
        match damage % 3 {
            _ if damage == 0 => {}
            0 => bytes.truncate(at),
            1 => bytes[at] ^= 1 << random.below(8),
            _ => bytes[at] = 0xff,
        }
        fs::write(folder.0.join("g.parquet"), bytes).unwrap();
        let output = folder.grundy(&["label", "g.parquet", "--json", "-q", "--memory", "1GB"]).output().unwrap();
        let (code, answer) = told(&output);
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        if code != 0 {
            assert_eq!((code, answer["error"]["kind"].as_str()), (2, Some("input")), "{answer}");
            assert!(answer["error"]["message"].as_str().unwrap().contains("\"g.parquet\""), "{answer}");
            faults += 1;
        }
        assert!(damage > 0 || code == 0, "{answer}");
    }
    assert!(faults > 30, "{faults}");
}

/// What is open is written to, wherever it leads: nothing that stands there is lost.
#[cfg(target_os = "linux")]
#[test]
fn labels_go_into_open_files() {
    let folder = Folder::new();
    fs::write(folder.0.join("g.txt"), "1 0\n").unwrap();
    let labels = "vertex,outcome,value,loopy,remoteness,suspense\n0,P,0,,0,0\n1,N,1,,1,1\n";
    std::os::unix::fs::symlink("/dev/stdout", folder.0.join("link")).unwrap();
    for place in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"] {
        for memory in ["1GB", "1kB"] {
            let path = folder.0.join("out");
            fs::write(&path, "before\n").unwrap();
            let out = fs::File::options().append(true).open(&path).unwrap();
            let files = folder.files();
            let mut command = folder.grundy(&["label", "g.txt", "-q", "-o", place, "--memory", memory]);
            let output = command.stdout(out).output().unwrap();
            let text = folder.read("out");
            if output.status.code() == Some(3) {
                assert_eq!(memory, "1kB");
                assert!(text.starts_with("before\n"), "{place}: {text}");
            } else {
                assert_eq!(output.status.code(), Some(0), "{place}: {text}");
                assert!(text.starts_with(&format!("before\n{labels}2 vertices")), "{place}: {text}");
            }
            assert_eq!(folder.files(), files);
        }
    }
    // through a pipe, and to what is no output
    let output = folder.grundy(&["label", "g.txt", "-q", "-o", "/dev/stdout"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).starts_with(labels));
    let (code, answer) = folder.labels(&["g.txt", "-o", "/dev/fd/99"]);
    assert_eq!((code, answer["error"]["kind"].as_str()), (4, Some("io")), "{answer}");
}

#[test]
fn labels_are_written_as_they_are_asked_for() {
    let folder = Folder::new();
    let graph = b"0 1\n1 0\n1 2\n2 3\n4 3\n4 0\n";
    assert_eq!(folder.text(graph, &["-o", "out.csv"]).0, 0);
    // a picture has an option of its own
    let (code, answer) = folder.text(graph, &["-o", "out.svg"]);
    assert!(code == 2 && answer.to_string().contains("--svg out.svg"), "{answer}");
    assert_eq!(
        folder.read("out.csv"),
        "vertex,outcome,value,loopy,remoteness,suspense\n0,D,,,,\n1,D,,1,,\n2,N,1,,1,1\n3,P,0,,0,0\n4,N,,0,1,\n"
    );
    assert_eq!(folder.text(graph, &["-o", "out.json"]).0, 0);
    let labels: Value = serde_json::from_str(&folder.read("out.json")).unwrap();
    assert_eq!(labels["labels"][4]["loopy"], json!([0]));
    assert_eq!(folder.text(graph, &["-o", "out", "--format", "npy"]).0, 0);
    let bytes = fs::read(folder.0.join("out")).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY"));
    // 128 bytes of header and more, five records of 8 + 1 + 8 + 1 + 8 + 8 bytes
    assert_eq!((bytes.len() - 5 * 34) % 64, 0);
    assert_eq!(folder.text(graph, &["-o", "m.csv", "--misere"]).0, 0);
    assert_eq!(
        folder.read("m.csv"),
        "vertex,outcome,value,loopy,remoteness,suspense\n0,P,,,3,\n1,N,,,2,\n2,P,,,1,1\n3,N,,,0,0\n4,N,,,4,\n"
    );
    let (code, answer) =
        folder.text(b"\"a,b\" \"say \"\"hi\"\"\"\n", &["-o", "q.csv", "--dot", "q.dot", "--svg", "q.svg"]);
    assert_eq!(code, 0, "{answer}");
    assert!(folder.read("q.csv").contains("\"a,b\",N,1,,1,1\n\"say \"\"hi\"\"\",P,0,,0,0\n"));
    assert!(folder.read("q.dot").contains("label=\"say \\\"hi\\\"\\nP 0\""));
    let svg = folder.read("q.svg");
    assert!(svg.contains("say &quot;hi&quot;") && svg.contains("prefers-color-scheme") && svg.ends_with("</svg>\n"));
}

#[test]
fn tokens_and_their_moves() {
    let folder = Folder::new();
    // two equal tokens draw against a loop, and win with a token that makes up for 1
    let graph = b"a b\nb c\na a\nd c\n";
    let (code, answer) = folder.text(graph, &["--start", "d, b"]);
    assert_eq!((code, &answer["start"]["outcome"], &answer["start"]["value"]), (0, &json!("P"), &json!(0)));
    assert_eq!(answer["start"]["moves"], json!([]));
    let (_, answer) = folder.text(graph, &["--start", "a,d"]);
    assert_eq!((&answer["start"]["outcome"], &answer["start"]["loopy"]), (&json!("N"), &json!([0])));
    assert_eq!(answer["start"]["moves"][0]["position"], "b, d");
    assert_eq!(answer["start"]["play"]["to"], "b");
    let (_, answer) = folder.text(graph, &["--start", "a,a"]);
    assert_eq!((&answer["start"]["outcome"], &answer["start"]["loopy"]), (&json!("D"), &json!([])));
    let (code, answer) = folder.text(graph, &["--start", "a,x"]);
    assert_eq!((code, &answer["error"]["kind"]), (2, &json!("input")));
    assert!(answer["error"]["suggestion"].as_str().unwrap().starts_with("vertices are called `a`, `b`"), "{answer}");
    // misère: a player who cannot move wins; b and d have one move each, a may stay where it is
    let start = |tokens: &str| folder.text(graph, &["--start", tokens, "--misere"]).1["start"].clone();
    let answer = start("b,d");
    assert_eq!((&answer["outcome"], &answer["remoteness"], &answer["value"]), (&json!("N"), &json!(2), &json!(null)));
    assert_eq!((&answer["moves_count"], &answer["play"]["position"]), (&json!(2), &json!("c, d")));
    let answer = start("b,b,d");
    assert_eq!((&answer["outcome"], &answer["remoteness"], &answer["play"]), (&json!("P"), &json!(3), &json!(null)));
    let answer = start("a,b");
    assert_eq!((&answer["outcome"], &answer["remoteness"], &answer["moves"]), (&json!("D"), &json!(null), &json!([])));
    let answer = start("b,a,b");
    assert_eq!((&answer["outcome"], &answer["remoteness"]), (&json!("N"), &json!(4)));
    assert_eq!((&answer["moves_count"], &answer["play"]["position"]), (&json!(1), &json!("b, b, b")));
    let (code, answer) = folder.text(graph, &["--start", "a,a", "--misere", "--memory", "900B"]);
    assert_eq!((code, &answer["complete"], &answer["budget"]["spent"]), (3, &json!(false), &json!("memory")));
    let (_, answer) = folder.text(graph, &["--start", "b", "--misere"]);
    assert_eq!((&answer["start"]["outcome"], &answer["start"]["remoteness"]), (&json!("P"), &json!(1)));
}

/// Tokens in misère play take a search over their sums; the labels of the graph do not depend on it.
#[test]
fn a_search_over_tokens_that_is_cut_off_leaves_the_labels() {
    let folder = Folder::new();
    let line: String = (0..400).map(|v| format!("{v} {}\n{v} {}\n", v + 1, (v * 7) % 401)).collect();
    let options = ["--start", "0,1,2", "--misere", "--nodes", "20000", "-o", "labels.csv"];
    let (code, answer) = folder.text(line.as_bytes(), &options);
    assert_eq!((code, &answer["complete"], &answer["start"]), (3, &json!(false), &json!(null)), "{answer}");
    assert!(answer["vertices"] == json!(401) && answer["previous"].is_number() && answer["budget"].is_object());
    assert_eq!(folder.read("labels.csv").lines().count(), 402);
}

/// Programs write a whole file as one line.
#[test]
fn a_graph_in_brackets_may_be_one_long_line() {
    let folder = Folder::new();
    let links: Vec<String> = (1..200_000).map(|v| format!("{{\"source\": {v}, \"target\": {}}}", v - 1)).collect();
    let nodes: Vec<String> = (0..200_000).map(|v| format!("{{\"id\": {v}}}")).collect();
    let text = format!("{{\"directed\": true, \"nodes\": [{}], \"links\": [{}]}}", nodes.join(", "), links.join(", "));
    assert!(text.len() > 8 << 20);
    let (code, answer) = folder.text(text.as_bytes(), &[]);
    assert_eq!((code, &answer["vertices"], &answer["longest_win"]), (0, &json!(200_000), &json!(199_999)));
}

/// Before the work begins, and before anything is read.
#[test]
fn files_without_a_place_are_told_first() {
    let folder = Folder::new();
    for option in ["-o", "--dot", "--svg"] {
        let (code, answer) = folder.text(b"1 x\n", &[option, "nowhere/out.csv"]);
        assert_eq!((code, &answer["error"]["kind"]), (4, &json!("io")), "{answer}");
    }
}

#[test]
fn bad_files_are_told_with_their_line() {
    let folder = Folder::new();
    let cases: [(&[u8], &str, &str); 11] = [
        (b"1 2\n2 3 4\n", "parse", "line 2"),
        (b"1 2\n\n# x\n3,\n", "parse", "line 4"),
        (b"1 2\nx 3\n", "input", "line 2"),
        (b"x y\ny 3\n", "input", "line 2"),
        (b"1 99999999999999999999\n", "input", "too large"),
        (b"u,v\n1,2\n1000000000000,2\n1,y\n", "input", "line 4"),
        (b"a,b\n1,2\n", "input", "line 2"),
        (b"1,2\nu,v\n", "input", "line 2"),
        (b"u,v\nu,v\n1,2\n", "input", "line 3"),
        (b"a \xff\n", "parse", "line 1"),
        (b"a \"b\n", "parse", "line 1"),
    ];
    for (text, kind, says) in cases {
        let (code, answer) = folder.text(text, &["-o", "out.csv", "--dot", "out.dot"]);
        assert_eq!((code, &answer["error"]["kind"]), (2, &json!(kind)), "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(says), "{answer}");
        assert_eq!(folder.files(), 1, "nothing half-written is left");
    }
    let (code, answer) = folder.labels(&["missing.txt", "-o", "out.csv"]);
    assert_eq!((code, &answer["error"]["kind"]), (4, &json!("io")));
    let (code, answer) = folder.labels(&["."]);
    assert_eq!((code, &answer["error"]["kind"]), (4, &json!("io")));
    let (code, answer) = folder.text(b"1 2\n", &["-o", "no/such/out.csv"]);
    assert_eq!((code, &answer["error"]["kind"]), (4, &json!("io")));
    let (code, answer) = folder.text(b"1 2\n2 3\n", &["--nodes", "1"]);
    assert_eq!((code, &answer["complete"], &answer["budget"]["spent"]), (3, &json!(false), &json!("nodes")));
    let (code, answer) = folder.text(b"", &[]);
    assert_eq!((code, &answer["vertices"], &answer["longest_win"]), (0, &json!(0), &Value::Null));
}

/// More than one block, several threads, a fault far behind.
#[test]
fn long_files_keep_their_lines() {
    let folder = Folder::new();
    let mut text = String::new();
    for u in 1..450_000 {
        text.push_str(&format!("{u} {}\n", u - 1));
    }
    assert!(text.len() > 5 << 20);
    for threads in ["1", "3"] {
        let (code, answer) = folder.text(text.as_bytes(), &["--threads", threads]);
        assert_eq!((code, &answer["vertices"], &answer["longest_win"]), (0, &json!(450_000), &json!(449_999)));
        let faulty = format!("{text}7 x\n{text}");
        let (code, answer) = folder.text(faulty.as_bytes(), &["--threads", threads]);
        assert_eq!(code, 2);
        assert!(answer["error"]["message"].as_str().unwrap().contains("line 450000 "), "{answer}");
        let faulty = format!("{text}7 5000000000\n{text}7 x\n");
        let (_, answer) = folder.text(faulty.as_bytes(), &["--threads", threads]);
        assert!(answer["error"]["message"].as_str().unwrap().contains("line 900000 "), "{answer}");
    }
}

#[test]
fn rules_have_graphs() {
    let folder = Folder::new();
    let (code, answer) = folder.labels(&["--rule", "nim(2,5,4)"]);
    assert_eq!((code, &answer["start"]["value"], &answer["vertices"]), (0, &json!(3), &json!(43)));
    let (_, answer) = folder.labels(&["--rule", "nim(2,5,4)", "--start", "nim(2,5,4), nim(3)"]);
    assert_eq!((&answer["start"]["value"], &answer["start"]["outcome"]), (&json!(0), &json!("P")));
    let (_, answer) = folder.labels(&["--rule", "wythoff", "--to", "7", "--start", "(4,7)"]);
    assert_eq!((&answer["start"]["outcome"], &answer["vertices"]), (&json!("P"), &json!(64)));
    let (_, answer) = folder.labels(&["--rule", "misere nim", "--to", "5", "-o", "m.csv"]);
    assert_eq!((&answer["convention"], &answer["previous"]), (&json!("misere"), &json!(1)));
    let (_, answer) = folder.labels(&["--rule", "wythoff", "--to", "4", "--start", "(0,0),(1,1)"]);
    assert_eq!(answer["start"]["moves"][0]["position"], "(0,0), (0,0)");
    let (_, again) = folder.labels(&["--rule", "wythoff", "--to", "4", "--start", "(0,0), (0,0)"]);
    assert_eq!((&again["start"]["outcome"], &again["start"]["value"]), (&json!("P"), &json!(0)));
    assert_eq!(folder.labels(&["--rule", "kayles", "--to", "5"]).0, 2);
    assert_eq!(folder.labels(&["--rule", "nim(600)", "--svg", "x.svg"]).0, 2);
}

/// The title of a picture names misère play once, whether the text or an option asks for it; a file's name says nothing.
#[test]
fn titles_of_pictures_name_the_convention() {
    let folder = Folder::new();
    fs::write(folder.0.join("misere.txt"), "1 0\n").unwrap();
    let ways: [(&[&str], &str); 5] = [
        (&["--rule", "nim(2)"], "nim(2)"),
        (&["--rule", "misere nim(2)"], "misere nim(2)"),
        (&["--misere", "--rule", "misere nim(2)"], "misere nim(2)"),
        (&["--misere", "--rule", "nim", "--to", "2"], "misere nim"),
        (&["--misere", "misere.txt"], "misere misere.txt"),
    ];
    for (arguments, title) in ways {
        assert_eq!(folder.labels(&[arguments, &["--svg", "x.svg"]].concat()).0, 0);
        let svg = folder.read("x.svg");
        assert!(svg.contains(&format!(">{title}<")), "{title}: {svg}");
    }
}

/// Who writes the graph in place of a file is told how.
#[test]
fn a_graph_is_no_file() {
    let folder = Folder::new();
    let (code, told) = folder.labels(&["graph{a->b}(a)"]);
    assert_eq!((code, &told["error"]["suggestion"]), (4, &"grundy label --rule 'graph{a->b}(a)'".into()), "{told}");
    let (code, told) = folder.labels(&["graph.txt"]);
    assert_eq!((code, &told["error"]["suggestion"]), (4, &Value::Null), "{told}");
}

/// What plainly grows is refused at once, and what is not plain ends by a budget.
#[test]
fn rules_that_grow_without_end_are_refused() {
    let folder = Folder::new();
    for rule in [
        "{n -> n+k for k in 1..2; n-1 loopy}",
        "{n -> 2*n; n-1 loopy}",
        "{n -> n+2 if n % 2 = 0; n-1 loopy}",
        "{n -> n+2; n-1 loopy}",
    ] {
        let position = format!("{rule}(3)");
        let answers = [
            folder.labels(&["--rule", &position]),
            folder.labels(&["--rule", rule, "--to", "3"]),
            told(&grundy(&["solve", &position, "--json"]).output().unwrap()),
        ];
        for (code, answer) in answers {
            assert_eq!((code, &answer["error"]["kind"]), (2, &json!("rule")), "{rule}: {answer}");
            assert!(answer["error"]["message"].as_str().unwrap().contains("without end"), "{answer}");
        }
    }
    for rule in ["{n -> n+2 if n < 10; n-1 loopy}", "{n -> 2*n if n < 10; n-1 loopy}"] {
        let (code, answer) = folder.labels(&["--rule", &format!("{rule}(3)")]);
        assert_eq!((code, &answer["complete"]), (0, &json!(true)), "{answer}");
    }
}

/// One rule for headers, with names as with numbers, and a word about it.
#[test]
fn a_header_is_named_and_told() {
    let folder = Folder::new();
    let cases: [(&[u8], u64, bool); 10] = [
        (b"u,v\n1,2\n", 1, true),
        (b"U , V\r\n1,2\r\n", 1, true),
        (b"\xef\xbb\xbf# arcs\n\nSource,Target\na,b\n", 1, true),
        (b"\"from\",\"to\"\na,b\n", 1, true),
        // whatever stands below
        (b"u,v\na,u\n", 1, true),
        (b"from,to", 0, true),
        (b"u v\na u\n", 2, false),
        (b"src,dst\na,b\n", 2, false),
        (b"v,u\na,b\n", 2, false),
        (b"a,b\nu,v\n", 2, false),
    ];
    for (text, arcs, header) in cases {
        let shown = String::from_utf8_lossy(text);
        let (code, answer) = folder.text(text, &[]);
        assert_eq!((code, &answer["edges"]), (0, &json!(arcs)), "{shown}");
        assert_eq!(answer["header"] == true, header, "{shown}");
        let output = folder.grundy(&["label", "g.txt"]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).contains("which is a header"), header, "{shown}");
    }
}

/// Contests give the numbers of vertices and arcs first: told, and the vertices without arcs are there.
#[test]
fn the_counts_of_contest_files_are_no_arc() {
    let folder = Folder::new();
    let counted = "; the first line says 4 vertices and 3 arcs, so the vertices are 1 to 4";
    for (text, vertices, arcs, says) in [
        ("4 3\n1 2\n2 3\n1 3\n", 4, 3, counted),
        ("# g\n4,3\n1,2\n2,3\n1,3\n", 4, 3, counted),
        ("4 3\n0 1\n1 2\n0 2\n", 4, 3, "3 arcs, so the vertices are 0 to 3"),
        ("5\n1 2\n2 3\n", 5, 2, "; the first line says 5 vertices, so the vertices are 1 to 5"),
        // what does not agree is an arc
        ("4 3\n1 2\n2 3\n", 4, 3, ""),
        ("4 3\n1 2\n2 3\n1 5\n", 5, 4, ""),
        ("3 2\n2 1\n1 0\n", 4, 3, ""),
    ] {
        let (code, answer) = folder.text(text.as_bytes(), &[]);
        assert_eq!((code, &answer["vertices"], &answer["edges"]), (0, &json!(vertices), &json!(arcs)), "{text}");
        assert_eq!(answer["header"] == true, !says.is_empty(), "{text}");
        let output = folder.grundy(&["label", "g.txt"]).output().unwrap();
        let first = String::from_utf8_lossy(&output.stdout).replace("\n      ", " ");
        assert!(first.contains(says) && first.contains("the first line says") != says.is_empty(), "{first}");
        let (code, far) = folder.text(text.as_bytes(), &["--memory", "1kB"]);
        assert!(code == 3 || far["checksum"] == answer["checksum"], "{text}: {far}");
    }
}

/// A first line that counts wrong is an arc like the others, and that is told.
#[test]
fn a_header_that_counts_wrong_is_told() {
    let folder = Folder::new();
    let first_line = |text: &str| {
        fs::write(folder.0.join("g.txt"), text).unwrap();
        let output = folder.grundy(&["label", "g.txt"]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).replace("\n      ", " ")
    };
    let said = first_line("5 6\n1 2\n1 3\n2 4\n3 4\n4 5\n2 5\n3 5\n");
    assert!(said.contains("; its first line, 5 6, is an arc: as a header it would say 6 arcs, and 7 follow"), "{said}");
    for text in ["4 5\n1 2\n2 3\n1 5\n", "5 4\n1 2\n2 3\n3 4\n4 5\n1 5\n", "5 60\n1 2\n2 3\n", "0 1\n1 2\n"] {
        assert!(!first_line(text).contains("header"), "{text}");
    }
}

/// What looks like arcs is arcs, or is refused: never vertices without arcs.
#[test]
fn signs_between_vertices_are_read_or_refused() {
    let folder = Folder::new();
    for text in ["a->b,c\nb->c\n", "a -> b, c;\nb → c;\n", "# t\na->b, c % t\nc\nb -> c"] {
        let (code, answer) = folder.text(text.as_bytes(), &[]);
        assert_eq!((code, &answer["vertices"], &answer["edges"]), (0, &json!(3), &json!(3)), "{text}: {answer}");
        let output = folder.grundy(&["label", "g.txt"]).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains("read as arcs `a -> b, c`"), "{text}");
    }
    let (_, answer) = folder.text(b"0 1 0\n0 0 1\n0 0 0\n", &[]);
    assert_eq!((&answer["vertices"], &answer["edges"], &answer["longest_win"]), (&json!(3), &json!(2), &json!(1)));
    for (text, line, form) in [
        ("0-1\n1-2\n", "line 1", "`0 1`"),
        ("# t\na:b\n", "line 2", "`a b`"),
        ("0>1\n", "line 1", "`0 1`"),
        ("0--1\n", "line 1", "`0 1` and `1 0`"),
        ("0 -- 1\n", "line 1", "`0 1` and `1 0`"),
        ("a b\nb->c\n", "line 2", "`b c`"),
    ] {
        let (code, answer) = folder.text(text.as_bytes(), &[]);
        assert_eq!((code, &answer["error"]["kind"]), (2, &json!("parse")), "{text}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(line), "{answer}");
        assert!(answer["error"]["suggestion"].as_str().unwrap().contains(form), "{answer}");
    }
}

/// A form is told by its name, and the sentence about directions only where it is true.
#[test]
fn graph6_and_its_relatives_are_named() {
    let folder = Folder::new();
    for (name, text, form, both_ways) in [
        ("a.g6", "D{?\n", "read as graph6", true),
        ("a.d6", "&DWOC??\n", "read as digraph6", false),
        ("a.s6", ":Da@b\n", "read as sparse6", true),
        ("a.txt", ">>digraph6<<&DWOC??\n", "read as digraph6", false),
    ] {
        fs::write(folder.0.join(name), text).unwrap();
        let output = folder.grundy(&["label", name]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(form), "{text}");
        assert_eq!(text.contains("without a direction"), both_ways, "{text}");
    }
}

#[test]
fn a_file_has_no_range() {
    let folder = Folder::new();
    let (code, answer) = folder.text(b"1 2\n", &["--to", "5"]);
    assert_eq!((code, &answer["error"]["kind"]), (2, &json!("input")), "{answer}");
    assert!(answer["error"]["suggestion"].as_str().unwrap().contains("--rule"), "{answer}");
    let (code, answer) = folder.text(b"1 2\n", &["--rule", "nim(3)"]);
    assert_eq!((code, &answer["error"]["kind"]), (2, &json!("input")), "{answer}");
}

/// The longest win is one of the player to move: a loss that lasts longer is none.
#[test]
fn the_longest_win_is_a_win() {
    let folder = Folder::new();
    for (text, misere, longest) in [
        ("2 1\n1 0\n", false, json!(1)),
        ("3 2\n2 1\n1 0\n", false, json!(3)),
        ("7\n8\n", false, Value::Null),
        ("1 2\n2 1\n", false, Value::Null),
        ("1 0\n", true, json!(0)),
        ("2 1\n1 0\n", true, json!(2)),
    ] {
        let (_, answer) = folder.text(text.as_bytes(), if misere { &["--misere"] } else { &[] });
        assert_eq!(answer["longest_win"], longest, "{text}");
    }
}

/// What is not answered has no evidence, in this verb as in others.
#[test]
fn a_spent_budget_proves_nothing() {
    let folder = Folder::new();
    let (code, answer) = folder.text(b"1 2\n2 3\n", &["--nodes", "1"]);
    assert_eq!((code, &answer["complete"], &answer["evidence"]), (3, &json!(false), &json!({"status": "none"})));
}

/// One vertex with more options than memory: the budget holds. The nodes are far beyond what fits.
#[test]
fn many_options_of_one_vertex_keep_to_the_memory() {
    let folder = Folder::new();
    let (code, answer) = folder.labels(&["--rule", "nim(10^9)", "--memory", "1MiB", "--nodes", "1000000"]);
    assert_eq!((code, &answer["budget"]["spent"]), (3, &json!("memory")), "{answer}");
    let far = "{n -> n+k for k in 1..n loopy}(10^9)";
    let mut command = grundy(&["solve", far, "--json", "--memory", "1MiB", "--nodes", "1000000"]);
    let (code, answer) = told(&command.output().unwrap());
    assert_eq!((code, &answer["budget"]["spent"]), (3, &json!("memory")), "{answer}");
}

#[test]
fn moves_that_do_not_win_are_moves() {
    let said = |arguments: &[&str]| {
        let output = grundy(&[&["moves"], arguments].concat()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().find(|line| line.contains(" move")).unwrap_or_default().to_owned()
    };
    assert_eq!(said(&["nim(1,1)", "--winning"]), "no winning moves");
    assert_eq!(said(&["graph{a->b;b->a,c;c->d}(b, a)", "--winning"]), "no winning moves");
    assert_eq!(said(&["nim(0)"]), "no moves");
    assert_eq!(said(&["nim(1,2)", "--winning"]), "1 winning move from nim(1, 2)");
}

/// With `--lang zh` no English word is left but names.
#[test]
fn labels_are_told_in_chinese() {
    let folder = Folder::new();
    fs::write(folder.0.join("c.txt"), "4 3\n1 2\n2 3\n3 1\n").unwrap();
    let output = folder.grundy(&["label", "c.txt", "--start", "1", "--lang", "zh"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for said in
        ["读作：文件 c.txt 中的图；第一行说有 4 个顶点、3 条弧", "4 个顶点，3 条弧，有圈", "和局", "顶点", "D——和局"]
    {
        assert!(text.contains(said), "{said} is missing:\n{text}");
    }
    let english = ["vertex", "player", "draw", "value", "move", "read", "graph"];
    assert!(english.iter().all(|word| !text.lines().take(12).any(|line| line.contains(word))), "{text}");
}

#[test]
fn two_rows_of_bits_say_that_they_are_arcs() {
    let folder = Folder::new();
    let text = |name: &str| {
        fs::write(folder.0.join(name), "0 1\n0 0\n").unwrap();
        let told = String::from_utf8_lossy(&folder.grundy(&["label", name]).output().unwrap().stdout).into_owned();
        told.split("\nN ").next().unwrap_or_default().replace("\n      ", " ")
    };
    assert_eq!(
        text("g.txt"),
        "read: the graph of the file g.txt, read as arcs; a matrix has to be in a file that ends in .matrix\n\
         2 vertices, 2 arcs, with cycles, such as 0 → 0"
    );
    assert_eq!(
        text("g.matrix"),
        "read: the graph of the file g.matrix, read as an adjacency matrix\n2 vertices, 1 arc, without cycles"
    );
}

/// What a spent budget leaves unknown is null, as the schema allows.
#[test]
fn a_graph_that_was_cut_fits_the_schema() {
    let folder = Folder::new();
    let text: String = (0..20_000).map(|v| format!("{v} {}\n", v + 1)).collect();
    let (code, cut) = folder.text(text.as_bytes(), &["--nodes", "10"]);
    assert!(code == 3 && cut["vertices"].is_null() && cut["start"].is_null(), "{cut}");
    crate::common::schema::check(&cut).unwrap();
}
