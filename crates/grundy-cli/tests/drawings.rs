//! `table --svg`, `--png` and `--format parquet`, through the program.

use std::fs;
use std::process::Output;

use crate::common::Folder;

impl Folder {
    fn table(&self, arguments: &[&str]) -> (i32, Output) {
        let output = self.grundy(arguments).output().unwrap();
        (output.status.code().unwrap(), output)
    }
}

#[test]
fn a_picture_goes_to_its_file() {
    let folder = Folder::new();
    let (code, output) = folder.table(&["table", "kayles", "--to", "300", "--svg", "k.svg"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(code, 0);
    // the numbers are not printed as well
    assert!(text.contains("drawn: k.svg") && text.contains("proved") && text.lines().count() < 10, "{text}");
    let svg = fs::read_to_string(folder.0.join("k.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("period 12 from 71"));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);

    // a form that was asked for is printed
    let (code, output) = folder.table(&["table", "wythoff", "--to", "1", "--svg", "w.svg", "--format", "csv"]);
    assert_eq!((code, output.stdout.as_slice()), (0, &b"a,b,value\n0,0,0\n0,1,1\n1,0,1\n1,1,2\n"[..]));
    let (code, output) = folder.table(&["table", "nim", "--to", "3", "--svg", "n.svg", "--json"]);
    assert_eq!((code, output.stdout.first()), (0, Some(&b'{')));

    // of nothing there is no picture, and the old one stays
    let (code, _) = folder.table(&["table", "kayles", "--to", "10^8", "--memory", "64MiB", "--svg", "k.svg"]);
    assert_eq!((code, fs::read_to_string(folder.0.join("k.svg")).unwrap()), (3, svg));
    assert_eq!(folder.table(&["table", "nim", "--svg", "nowhere/n.svg"]).0, 4);
    assert_eq!(folder.table(&["table", "nim", "--svg", "wide.svg", "--width", "5000"]).0, 2);
    assert!(!folder.0.join("wide.svg").exists());
}

/// Who asks for a picture of a position alone has no JSON; and of two pictures the one that can be drawn is named.
#[test]
fn a_scene_goes_to_its_file() {
    let folder = Folder::new();
    let (code, output) = folder.table(&["scene", "kayles(7)", "--svg", "k.svg"]);
    assert_eq!((code, String::from_utf8(output.stdout).unwrap().as_str()), (0, "drawn: k.svg\n"));
    assert!(fs::read_to_string(folder.0.join("k.svg")).unwrap().contains(">5</text>"));
    let (code, output) = folder.table(&["scene", "kayles(7)", "--svg", "k.svg", "--json"]);
    assert_eq!((code, output.stdout.first()), (0, Some(&b'{')));
    let (code, output) = folder.table(&["scene", "kayles(7)", "--svg", "-"]);
    assert!(code == 0 && output.stdout.starts_with(b"<svg "), "{output:?}");
    if cfg!(not(feature = "png")) {
        let (code, output) = folder.table(&["table", "nim", "--svg", "n.svg", "--png", "n.png"]);
        let fault = String::from_utf8(output.stderr).unwrap();
        assert!(code == 2 && fault.contains("`--svg n.svg` alone needs no feature"), "{fault}");
    }
}

/// A page has the picture in its own way, however the picture was asked for, and tables for what is set in columns.
#[test]
fn pages_have_pictures_and_tables() {
    let folder = Folder::new();
    let said = |arguments: &[&str]| {
        let (code, output) = folder.table(arguments);
        assert_eq!(code, 0, "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for more in [&[][..], &["--draw"]] {
        let page = said(&[&["scene", "kayles(7)", "--as", "html"], more].concat());
        assert!(
            page.starts_with("<!DOCTYPE html>") && page.contains("<svg ") && page.contains("marked: the"),
            "{page}"
        );
        let piece = said(&[&["scene", "kayles(7)", "--as", "latex"], more].concat());
        assert!(piece.contains("\\begin{tikzpicture}") && !piece.contains('▮'), "{piece}");
        let lines = said(&[&["scene", "kayles(7)", "--as", "markdown", "--lang", "zh"], more].concat());
        assert!(lines.contains("▮ ▮ ▮") && lines.contains("标出的走法") && !lines.contains("marked"), "{lines}");
    }
    fs::write(folder.0.join("g.txt"), "a b\nb c\n").unwrap();
    for (arguments, row) in [
        (&["nimber", "--table", "4"][..], "4 & 0 & 4 & 8 & 12 & 6 "),
        (&["label", "g.txt"], "vertex & outcome & value & remoteness "),
        (&["list", "coins"], "turtles & Turning Turtles & "),
        (&["describe", "kayles"], "rule & 0.77 "),
    ] {
        let piece = said(&[arguments, &["--as", "latex"]].concat());
        assert!(piece.contains(row) && !piece.contains('│'), "{piece}");
    }
    assert!(!said(&["solve", "nim(3)", "--why", "--as", "latex"]).contains("verbatim"));
}

/// What a page calls its lists and columns is Chinese in Chinese.
#[test]
fn pages_are_in_one_language() {
    let folder = Folder::new();
    fs::write(folder.0.join("g.txt"), "a b\nb c\n").unwrap();
    for arguments in [
        &["moves", "nim(3,4)"][..],
        &["solve", "nim(3,4)"],
        &["solve", "nim(3,4)", "--why"],
        &["table", "kayles", "--to", "9"],
        &["label", "g.txt"],
        &["nimber", "--table", "3"],
        &["solve", "take[primes](10^9)", "--memory", "64MiB"],
    ] {
        for form in ["markdown", "html", "latex"] {
            let (_, output) = folder.table(&[arguments, &["--lang", "zh", "--as", form]].concat());
            let text = String::from_utf8(output.stdout).unwrap();
            let body = text.split("<body").last().unwrap();
            for word in ["moves", "values", "value", "outcome", "wins", "yes", "component", "convention", "nodes"] {
                let is_word = |part: &str| part.split(|c: char| !c.is_ascii_alphabetic()).any(|one| one == word);
                assert!(!is_word(body), "{arguments:?} {form}: `{word}` in {text}");
            }
        }
    }
}

/// Without its feature a form is refused by name.
#[test]
fn features_are_named() {
    let folder = Folder::new();
    for (arguments, feature, built) in [
        (&["table", "kayles", "--png", "k.png", "--json"][..], "png", cfg!(feature = "png")),
        (&["table", "kayles", "--format", "parquet", "--json"], "parquet", cfg!(feature = "parquet")),
    ] {
        if built {
            // columns are no JSON
            let plain: Vec<&str> = arguments.iter().copied().filter(|&word| word != "--json").collect();
            assert_eq!(folder.table(&plain).0, 0, "{feature}");
            continue;
        }
        let (code, output) = folder.table(arguments);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(code == 2 && text.contains("\"kind\":\"unsupported\"") && text.contains(feature), "{text}");
    }
    if cfg!(feature = "png") {
        assert!(fs::read(folder.0.join("k.png")).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    }
    if cfg!(feature = "parquet") {
        let bytes = folder.table(&["table", "kayles", "--format", "parquet"]).1.stdout;
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
}
