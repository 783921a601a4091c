//! Files that are read and written: graphs in the forms of other programs, outputs that are inputs, lines of a megabyte, and
//! what killed runs leave.
#![cfg(unix)]

use std::fs::{self, File};

use crate::common::{Folder, told};
use serde_json::{Value, json};

impl Folder {
    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn label(&self, arguments: &[&str]) -> (i32, Value) {
        told(&self.grundy(&[&["label", "--json"], arguments].concat()).output().unwrap())
    }
}

#[test]
fn graphs_are_read_and_written_in_the_forms_of_others() {
    let folder = Folder::new();
    folder.write("g.txt", "0 1 {}\n1 2 {'weight': 3}\n0 2 {}\n2 3 {}\n3 2 {}\n");
    let (code, first) = folder.label(&["g.txt", "-o", "g.graphml"]);
    assert_eq!((code, &first["vertices"], &first["edges"]), (0, &json!(4), &json!(5)), "{first}");
    let (code, _) = folder.label(&["g.txt", "-o", "g.json", "--format", "node-link"]);
    assert_eq!(code, 0);
    for name in ["g.graphml", "g.json"] {
        let (code, again) = folder.label(&[name]);
        assert_eq!((code, &again["labels"]), (0, &first["labels"]), "{again}");
    }
    let labels = first["labels"].as_array().unwrap();
    assert_eq!(labels.len(), 4);
    assert_eq!(labels[2], json!({"vertex": 2, "outcome": "D", "value": null, "loopy": [], "remoteness": null}));
    let data: Value = serde_json::from_slice(&fs::read(folder.0.join("g.json")).unwrap()).unwrap();
    assert_eq!((data["nodes"].as_array().unwrap().len(), data["edges"].as_array().unwrap().len()), (4, 5));
    // names that XML would spell otherwise
    let (names, arcs) = (
        [r#"{"id":"a\tb"}"#, r#"{"id":"a b"}"#, r#"{"id":"c\nd"}"#, r#"{"id":"e\rf"}"#],
        r#"{"source":"a\tb","target":"a b"}"#,
    );
    folder.write("names.json", &format!(r#"{{"directed":true,"nodes":[{}],"links":[{arcs}]}}"#, names.join(",")));
    let (_, first) = folder.label(&["names.json", "-o", "names.graphml"]);
    let (code, again) = folder.label(&["names.graphml"]);
    assert_eq!((code, &again["labels"], first["vertices"].as_u64()), (0, &first["labels"], Some(4)), "{again}");
    // a form that is known and not read
    folder.write("g.dot", "digraph { a -> b }\n");
    let (code, fault) = folder.label(&["g.dot"]);
    assert_eq!((code, fault["error"]["kind"].as_str()), (2, Some("unsupported")), "{fault}");
    assert!(fault["error"]["message"].as_str().unwrap().contains("DOT"), "{fault}");
}

/// Who reads the first labels and leaves has what was asked for.
#[test]
fn a_reader_of_labels_may_leave() {
    let folder = Folder::new();
    let arcs: String = (0..60_000).map(|v| format!("{v} {}\n", v / 2)).collect();
    folder.write("g.txt", &arcs);
    let mut child = folder.grundy(&["label", "g.txt", "-o", "-"]).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn labels_of_large_graphs_are_not_listed() {
    let folder = Folder::new();
    for (vertices, listed) in [(200, true), (201, false)] {
        folder.write("g.txt", &(1..vertices).map(|v| format!("{v} {}\n", v - 1)).collect::<String>());
        assert_eq!(folder.label(&["g.txt"]).1["labels"].is_array(), listed);
    }
}

#[test]
fn arrays_are_b_files_by_antidiagonals() {
    let folder = Folder::new();
    let output = folder.grundy(&["table", "wythoff", "--to", "3,2", "--format", "bfile"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (comment, terms) = text.split_once('\n').unwrap();
    assert!(comment.starts_with("# wythoff: ") && comment.contains("antidiagonals"), "{comment}");
    assert_eq!(terms, "0 0\n1 1\n2 1\n3 2\n4 2\n5 2\n");
}

#[test]
fn standard_output_that_is_read_is_refused() {
    let folder = Folder::new();
    for (name, text, words) in [
        ("lines.txt", "nim(1)\n", &["solve", "-"][..]),
        ("g.txt", "1 0\n", &["label", "g.txt"]),
        ("b.txt", "0 0\n1 1\n", &["verify", "b.txt", "--game", "nim"]),
        ("q.txt", "nim(3,4)\n", &["solve", "-f", "q.txt"]),
    ] {
        folder.write(name, text);
        let path = folder.0.join(name);
        let mut command = folder.grundy(words);
        command.stdin(File::open(&path).unwrap()).stdout(File::options().append(true).open(&path).unwrap());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("standard output is the file that is read"), "{told}");
    }
}

#[test]
fn errors_shorten_lines_of_a_megabyte() {
    let folder = Folder::new();
    let long = "x".repeat((1 << 20) - 100);
    let digits = "9".repeat((1 << 20) - 100);
    folder.write("words.txt", &format!("1 2\n3 {long}\n"));
    folder.write("numbers.txt", &format!("a b\nc {digits}\n"));
    folder.write("b.txt", &format!("0 0\n1 {long}\n"));
    folder.write("certificate.txt", &format!("grundy certificate {long}\n{long}\n"));
    folder.write("question.txt", &format!("kayles({long})\n"));
    folder.write("g.json", &format!("{{\"nodes\": [], \"links\": [{{\"source\": \"{long}\", \"target\": 1}}]}}"));
    folder.write("g.xml", &format!("<graphml><{long}"));
    folder.write("m.mtx", &format!("%%MatrixMarket matrix coordinate pattern general\n{long}\n"));
    let name = &long[..100_000];
    for words in [
        &["label", "words.txt"][..],
        &["label", "numbers.txt"],
        &["label", "g.json"],
        &["label", "g.xml"],
        &["label", "m.mtx"],
        &["label", "--rule", name],
        &["label", "--rule", "nim(2)", "--start", name],
        &["verify", "b.txt", "--game", "nim"],
        &["verify", "certificate.txt"],
        &["solve", "-f", "question.txt", "--max-text", "2MB"],
        &["describe", name],
        &["nimber", name],
        &["stress", "nim", "--cmd", name],
    ] {
        for json in [&[][..], &["--json"]] {
            let output = folder.grundy(&[words, json].concat()).output().unwrap();
            let shown = words.iter().map(|word| &word[..word.len().min(30)]).collect::<Vec<_>>();
            assert!(matches!(output.status.code(), Some(2 | 4)), "{shown:?}: {:?}", output.status);
            let told = output.stdout.len() + output.stderr.len();
            assert!(told < 5000, "{shown:?} tells {told} bytes");
        }
    }
}

#[test]
fn what_a_killed_sweep_left_half_written_goes() {
    let folder = Folder::new();
    let sweep = |folder: &Folder| {
        folder.grundy(&["sweep", "octal codes of up to 1 digits", "-o", "rows", "--to", "50", "-q"]).output().unwrap()
    };
    assert!(sweep(&folder).status.success());
    let (left, kept) = ("rows/equal.csv.17.1700000000000000000.3.new", "rows/mine.new");
    folder.write(left, "half");
    folder.write(kept, "whole");
    assert!(sweep(&folder).status.success());
    assert_eq!([left, kept].map(|name| folder.0.join(name).exists()), [false, true]);
}

/// A packed file is told by its first bytes, whatever its name, and no output is named as one.
#[test]
fn packed_files_are_refused_with_what_unpacks_them() {
    let folder = Folder::new();
    let help = |arguments: &[&str]| {
        let (code, object) = told(&folder.grundy(&[arguments, &["--json"]].concat()).output().unwrap());
        assert_eq!(code, 2, "{arguments:?}: {object}");
        object["error"]["suggestion"].as_str().unwrap_or_default().to_owned()
    };
    // `0 1` and a line feed
    let packed: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x033P0\xe4\x02\0";
    fs::write(folder.0.join("g.txt"), packed).unwrap();
    fs::write(folder.0.join("g.xz"), b"\xfd7zXZ\0\0\x04").unwrap();
    fs::write(folder.0.join("g.zst"), b"\x28\xb5\x2f\xfd\x04\x58").unwrap();
    assert_eq!(help(&["label", "g.txt"]), "zcat g.txt | grundy label -");
    assert_eq!(help(&["label", "g.xz"]), "xzcat g.xz | grundy label -");
    assert_eq!(help(&["label", "g.zst", "--keep", "d"]), "zstdcat g.zst | grundy label -");
    assert_eq!(help(&["guess", "-f", "g.txt"]), "zcat g.txt | grundy guess -f -");
    let (code, object) = told(&crate::common::fed(&["label", "-", "--json"], packed));
    assert_eq!((code, object["error"]["suggestion"].as_str()), (2, Some("zcat FILE | grundy label -")), "{object}");
    let lines = crate::common::fed(&["solve", "-", "--json"], packed);
    assert!(String::from_utf8_lossy(&lines.stdout).contains("zcat FILE | grundy solve -"), "{lines:?}");
    folder.write("plain.txt", "0 1\n");
    assert_eq!(help(&["label", "plain.txt", "-o", "d.csv.gz"]), "write d.csv, and then: gzip d.csv");
    assert_eq!(help(&["table", "nim", "--svg", "p.svg.xz"]), "write p.svg, and then: xz p.svg");
    assert!(!folder.0.join("d.csv.gz").exists());
}
