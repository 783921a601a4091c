//! Proofs are accepted by the checker, which has moves of its own, and nothing else is.

use grundy_core::testing::Random;
use grundy_verify::{Budget, Verdict, verify};

use crate::game::boards::testing::{random_board, random_graph};
use crate::{Context, ErrorKind, Nat, Session};

fn certificate(text: &str) -> String {
    Session::new().position(text).unwrap().certificate(&Context::default()).unwrap()
}

/// The value that the checker is convinced of.
fn proved(certificate: &str) -> Option<u64> {
    let budget = Budget { steps: 10_000_000_000, bytes: 1 << 30, cancel: None };
    match verify(certificate.as_bytes(), &budget) {
        Ok(Verdict::Value(position)) => Some(position.value),
        _ => None,
    }
}

/// The same lines with the digest that belongs to them.
fn signed(lines: &[String]) -> String {
    let mut text = lines.join("\n") + "\n";
    text.push_str(&format!("digest {:016x}\n", grundy_core::digest(&text)));
    text
}

fn lines(certificate: &str) -> Vec<String> {
    certificate.lines().take_while(|line| !line.starts_with("digest")).map(str::to_owned).collect()
}

#[test]
fn values_are_proved() {
    let mut random = Random::new(8);
    let mut texts: Vec<String> = [
        "cram(\"1x1\")",
        "cram(\"4x5\")",
        "cram(\"3x8\")",
        "cram(\"5x5\")",
        "cram(\"4x7\")",
        "cram(\"10x10\")",
        "cram(\"5x6\")",
        "nodekayles(\"grid:3x9\")",
        "nodekayles(\"grid:4x5\")",
        "nodekayles(\"path:17\")",
        "nodekayles(\"petersen:7,2\")",
        "nodekayles(\"edges:\")",
        "nodekayles(\"edges:3,7-9\")",
        "arckayles(\"grid:4x5\")",
        "arckayles(\"petersen:5,2\")",
        "arckayles(\"complete:7\")",
    ]
    .map(str::to_owned)
    .to_vec();
    for _ in 0..40 {
        let (rows, columns) = (1 + random.index(4), 1 + random.index(6));
        texts.push(format!("cram(\"{}\")", random_board(&mut random, rows, columns, "....#")));
        texts.push(format!("nodekayles(\"{}\")", random_graph(&mut random, 9, 12).0));
        texts.push(format!("arckayles(\"{}\")", random_graph(&mut random, 8, 11).0));
    }
    for text in texts {
        let certificate = certificate(&text);
        let value = Session::new().position(&text).unwrap().value().unwrap();
        assert_eq!(proved(&certificate).map(Nat::from), Some(value), "{text}\n{certificate}");
    }
}

/// Each line is needed, each number stands for what it is; other moves are accepted only where they lead to the same.
#[test]
fn each_changed_entry_is_refused() {
    for text in ["cram(\"3x5\")", "nodekayles(\"petersen:5,2\")", "nodekayles(\"grid:3x3\")", "arckayles(\"grid:3x4\")"]
    {
        let certificate = certificate(text);
        let lines = lines(&certificate);
        assert!(proved(&signed(&lines)).is_some());
        let (mut tried, mut replies) = (0, [0, 0]);
        for at in 3..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(at);
            assert_eq!(proved(&signed(&fewer)), None, "{text} without {}", lines[at]);
            let mut twice = lines.clone();
            twice.insert(at, lines[at].clone());
            assert_eq!(proved(&signed(&twice)), None, "{text} with {} twice", lines[at]);
            let words: Vec<&str> = lines[at].split(' ').collect();
            for word in 1..words.len() {
                let is_reply = ["exact", "not"].contains(&words[0]) && word > 2;
                for change in changes(words[word]) {
                    let mut words = words.clone();
                    words[word] = &change;
                    let mut forged = lines.clone();
                    forged[at] = words.join(" ");
                    let accepted = proved(&signed(&forged)).is_some();
                    tried += 1;
                    if is_reply {
                        replies[usize::from(accepted)] += 1;
                    } else {
                        assert!(!accepted, "{text}: {} for {}", forged[at], lines[at]);
                    }
                }
            }
        }
        assert!(tried > 50 && replies[0] > replies[1], "{text}: {tried}, {replies:?}");
        // another digest
        assert_eq!(proved(&certificate.replacen("value", "valve", 1)), None);
    }
}

/// Words that differ from this one in one number, bit or digit.
fn changes(word: &str) -> Vec<String> {
    let mut changes = Vec::new();
    for (at, digit) in word.char_indices().filter(|(_, c)| c.is_ascii_hexdigit()) {
        for other in ['0', '1', '2', '3', '7', 'f'].into_iter().filter(|other| *other != digit) {
            changes.push(format!("{}{other}{}", &word[..at], &word[at + 1..]));
        }
    }
    changes
}

#[test]
fn what_is_not_searched_has_no_proof() {
    for text in ["clobber(\"xo|ox\")", "misere cram(\"3x3\")", "cram(\"3x3\") + cram(\"2x3\")"] {
        let fault = Session::new().position(text).unwrap().certificate(&Context::default()).unwrap_err();
        assert!(matches!(fault, crate::Error::Bad(fault) if fault.kind == ErrorKind::Unsupported), "{text}");
    }
    let cx = Context::new(crate::Budget { nodes: Some(1000), ..crate::Budget::UNLIMITED });
    let dear = Session::new().position("cram(\"5x9\")").unwrap().certificate(&cx);
    assert!(matches!(dear, Err(crate::Error::Stopped(_))));
}
