//! Proofs are accepted by the checker, which has moves of its own, and nothing else is.

use grundy_core::testing::{Random, cases};
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
        "cram(\"1x1\")", "cram(\"4x5\")", "cram(\"3x8\")", "cram(\"5x5\")", "cram(\"4x7\")", "cram(\"10x10\")",
        "cram(\"5x6\")", "nodekayles(\"grid:3x9\")", "nodekayles(\"grid:4x5\")", "nodekayles(\"path:17\")",
        "nodekayles(\"petersen:7,2\")", "nodekayles(\"edges:\")", "nodekayles(\"edges:3,7-9\")",
        "arckayles(\"grid:4x5\")", "arckayles(\"petersen:5,2\")", "arckayles(\"complete:7\")",
    ]
    .map(str::to_owned)
    .to_vec();
    for _ in 0..cases(12, 40) {
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

/// Random strings between five coins and the ground.
fn random_strings(random: &mut Random, most: u64) -> String {
    let end = |n: u64| if n == 0 { "g".to_owned() } else { n.to_string() };
    let mut strings = Vec::new();
    for _ in 0..1 + random.below(most) {
        let (a, b) = (random.below(6), random.below(6));
        if a != b {
            strings.push(format!("{}-{}", end(a), end(b)));
        }
    }
    format!("nimstring(\"edges:{}\")", strings.join(","))
}

#[test]
fn values_of_strings_and_spots_are_proved() {
    let mut random = Random::new(9);
    let mut texts: Vec<String> = (0..=4).map(|spots| format!("sprouts({spots})")).collect();
    texts.extend(["nimstring(\"1x4\")", "nimstring(\"2x2\")", "nimstring(\"edges:\")"].map(str::to_owned));
    for round in 0..60 {
        texts.push(random_strings(&mut random, 10));
        // a position of Sprouts after some moves
        let mut position = Session::new().position(&format!("sprouts({})", 1 + round % 4)).unwrap();
        for _ in 0..random.below(5) {
            let moves = position.moves().unwrap().moves;
            if let Some(chosen) = (!moves.is_empty()).then(|| random.index(moves.len())) {
                position = Session::new().position(&moves[chosen].to).unwrap();
            }
        }
        texts.push(position.to_string());
    }
    let (mut loony, mut values) = (0, [0; 4]);
    for text in texts {
        let position = Session::new().position(&text).unwrap();
        let Ok(value) = position.value() else {
            let fault = position.certificate(&Context::default()).unwrap_err();
            assert!(matches!(fault, crate::Error::Bad(fault) if fault.message.contains("loony")), "{text}");
            loony += 1;
            continue;
        };
        let certificate = certificate(&text);
        assert_eq!(proved(&certificate).map(Nat::from), Some(value.clone()), "{text}\n{certificate}");
        values[u64::try_from(&value).unwrap().min(3) as usize] += 1;
    }
    assert!(loony > 4 && values.iter().take(3).all(|&n| n > 4), "{loony} {values:?}");
}

/// What a line says of a position or part, if it is one, judged by the library.
fn is_true(rule: &str, line: &str, value: u64) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let text = match rule {
        "rule nimstring" if words[1] == "-" => "nimstring(\"edges:\")".to_owned(),
        "rule nimstring" => format!("nimstring(\"edges:{}\")", words[1].replace('.', ",")),
        "rule sprouts" if words[1] == "-" => "sprouts(0)".to_owned(),
        "rule sprouts" => format!("sprouts(\"{}\")", words[1]),
        rule => format!("{}({})", &rule[5..], words[1]),
    };
    let found = Session::new().position(&text).unwrap().value().unwrap();
    match words[0] {
        "position" => found == Nat::from(value),
        "exact" => found == words[2].parse().unwrap(),
        _ => found != words[2].parse().unwrap(),
    }
}

/// Each line is needed and has its place; values are what they are; what is accepted otherwise is true as well.
#[test]
fn each_changed_entry_of_strings_spots_and_rules_is_refused() {
    for text in [
        "nimstring(\"1x3\")",
        "nimstring(\"edges:0-1,1-2,2-0,0-3,3-4,4-0,0-g\")",
        "sprouts(3)",
        "sprouts(\"0.0.AB.}AB.}]!\")",
        "{n -> n//d for d in 2..3 if n > 0; n-1 & n//2 if n > 4}(17)",
        "{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k <= a-k; (a,k) & (a,b-k-1) for k in 0.. if k < b-k}(4,5)",
        "{n -> n-k for k in squares; a & n-a-1 for a in 2..n//2 if 3 divides a or a in {2,5}}(23)",
    ] {
        let certificate = certificate(text);
        let lines = lines(&certificate);
        let value = proved(&signed(&lines)).unwrap();
        let (rule, first) = (lines[3].as_str(), 6);
        assert!(lines[4].starts_with("position ") && lines[5].starts_with("value "), "{certificate}");
        let (mut refused, mut accepted, mut drawn) = (0, 0, 0);
        for at in first..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(at);
            assert_eq!(proved(&signed(&fewer)), None, "{text} without {}", lines[at]);
            let mut twice = lines.clone();
            twice.insert(at, lines[at].clone());
            assert_eq!(proved(&signed(&twice)), None, "{text} with {} twice", lines[at]);
            // nothing rests on what stands below
            let mut later = lines.clone();
            let line = later.remove(at);
            later.push(line);
            assert!(at + 1 == lines.len() || proved(&signed(&later)).is_none(), "{text}: {} at the end", lines[at]);
        }
        for at in 4..lines.len() {
            let words: Vec<&str> = lines[at].split(' ').collect();
            for word in 1..words.len() {
                for change in changes(words[word]) {
                    // of values all, of parts some
                    drawn += 1;
                    if word != 2 && drawn % 5 > 0 {
                        continue;
                    }
                    let mut words = words.clone();
                    words[word] = &change;
                    let mut forged = lines.clone();
                    forged[at] = words.join(" ");
                    let Some(found) = proved(&signed(&forged)) else {
                        refused += 1;
                        continue;
                    };
                    accepted += 1;
                    assert!(at >= first || word == 1 && at == 4, "{text}: {} for {}", forged[at], lines[at]);
                    assert!(word != 2, "{text}: {} for {}", forged[at], lines[at]);
                    assert!(found == value && is_true(rule, &forged[at], value), "{text}: {}", forged[at]);
                }
            }
        }
        assert!(refused > 50 && refused > 3 * accepted, "{text}: {refused}, {accepted}");
        // another value
        for other in (0..value + 3).filter(|other| *other != value) {
            let mut forged = lines.clone();
            forged[5] = format!("value {other}");
            assert_eq!(proved(&signed(&forged)), None, "{text}");
        }
    }
}
