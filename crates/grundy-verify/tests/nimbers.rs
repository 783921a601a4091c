//! Values of positions that fall apart, with certificates written by hand.

use grundy_verify::{Budget, Refused, Verdict, digest, verify};

/// Cram on a row of four squares: a domino in the middle leaves nothing to do, one at the end leaves two squares.
const ROW: &str = "grundy nimbers certificate 1\n# by hand\nconvention normal\nrule edges\nboard f\nvalue 2\n\
    exact 3 1 0-1\nexact f 2 1-2 0-1\n";
/// The same row and a square of 2 x 2, which is won by mirroring.
const BOTH: &str = "grundy nimbers certificate 1\nconvention normal\nrule edges\nboard f.0.3.3\nvalue 2\n\
    exact 3 1 0-1\nexact f 2 1-2 0-1\nmirror 3.3\n";
/// Node Kayles on a path of three vertices.
const PATH: &str = "grundy nimbers certificate 1\nconvention normal\nrule vertices\ngraph 3\njoined 0-1 1-2\nvalue 2\n\
    exact 0 1 0\nexact 2 1 2\nexact 0.1.2 2 1 0\n";
/// Cram on a row of five: of the three squares that a domino at an end leaves it is only told that they are not worth 0.
const NOT: &str = "grundy nimbers certificate 1\nconvention normal\nrule edges\nboard 1f\nvalue 0\n\
    exact 1f 0\nexact 3 1 0-1\nnot 7 0 0-1\n";

fn signed(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.extend(format!("digest {:016x}\n", digest(text.as_bytes())).bytes());
    bytes
}

fn verdict(text: &str) -> Result<Verdict, Refused> {
    let budget = Budget { steps: 10_000_000, bytes: 10_000_000, cancel: None };
    verify(&signed(text), &budget).map_err(|refusal| refusal.kind)
}

fn value(text: &str) -> Option<u64> {
    match verdict(text) {
        Ok(Verdict::Value(position)) => Some(position.value),
        _ => None,
    }
}

#[test]
fn certificates_by_hand_hold() {
    assert_eq!([ROW, BOTH, PATH, NOT].map(value), [Some(2), Some(2), Some(2), Some(0)]);
}

#[test]
fn what_is_false_is_named() {
    for (text, from, to) in [
        (ROW, "value 2", "value 1"),
        (ROW, "exact f 2 1-2 0-1", "exact f 2 0-1 1-2"),
        (ROW, "exact f 2 1-2 0-1", "exact f 1 1-2"),
        (ROW, "exact f 2 1-2 0-1", "exact f 3 1-2 0-1 1-2"),
        (ROW, "exact 3 1 0-1\n", ""),
        (BOTH, "mirror 3.3\n", ""),
        (BOTH, "mirror 3.3", "exact 3.3 1 0-1"),
        (PATH, "exact 2 1 2", "exact 2 0"),
        (PATH, "exact 2 1 2\n", ""),
        (NOT, "not 7 0 0-1\n", ""),
        (NOT, "not 7 0 0-1", "not 7 1 0-1"),
    ] {
        let forged = text.replacen(from, to, 1);
        assert!(matches!(verdict(&forged), Ok(Verdict::Invalid { .. })), "{to}: {:?}", verdict(&forged));
    }
}

#[test]
fn what_is_not_in_the_format_is_refused() {
    for (text, from, to) in [
        // mirroring does not win a row of four: its middle is a domino
        (ROW, "exact f 2 1-2 0-1", "mirror f"),
        // another image stands for it, it is not connected, it is not in the corner
        (ROW, "exact 3 1 0-1", "exact 1.1 1 0-1"),
        (ROW, "exact 3 1 0-1", "exact 5 1 0-1"),
        (ROW, "exact 3 1 0-1", "exact 6 1 0-1"),
        (ROW, "exact 3 1 0-1", "exact 03 1 0-1"),
        (ROW, "exact 3 1 0-1", "exact 3 1 1-0"),
        (ROW, "exact 3 1 0-1", "exact 3 1 1-2"),
        (ROW, "exact 3 1 0-1", "exact 3 2 0-1"),
        (ROW, "exact 3 1 0-1", "exact 3 64 0-1"),
        (ROW, "exact 3 1 0-1", "exact 3 1 0-1\nnot 3 2 0-1"),
        (ROW, "exact 3 1 0-1", "exact 3 1 0-1\nexact 3 1 0-1"),
        (ROW, "board f", "board F"),
        (ROW, "board f", "graph 513"),
        (ROW, "rule edges", "rule squares"),
        (PATH, "joined 0-1 1-2", "joined 1-2 0-1"),
        (PATH, "joined 0-1 1-2", "joined 0-1 1-3"),
        (PATH, "exact 0.1.2 2", "exact 0.2.1 2"),
        (PATH, "exact 0.1.2 2", "exact 0.1.3 2"),
    ] {
        let forged = text.replacen(from, to, 1);
        assert_eq!(verdict(&forged).unwrap_err(), Refused::Malformed, "{to}");
    }
}

/// Whatever a byte becomes, the checker ends, and is convinced only of what is true.
#[test]
fn changed_bytes_do_no_harm() {
    for (text, right) in [(ROW, 2), (BOTH, 2), (PATH, 2), (NOT, 0)] {
        for at in 0..text.len() {
            for byte in [b' ', b'\n', b'.', b'-', b'0', b'9', b'f', b'z'] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                let forged = String::from_utf8(bytes).unwrap();
                let line = forged[..at].rfind('\n').map_or(0, |end| end + 1);
                // another position may have the same value; comments prove nothing
                let is_free = ["board", "graph", "joined", "#"].iter().any(|head| text[line..].starts_with(head));
                assert!(is_free || forged == text || value(&forged).is_none_or(|value| value == right), "{forged}");
            }
        }
    }
}

#[test]
fn budgets_are_kept() {
    for (steps, bytes, kind) in [(100, 10_000_000, Refused::Steps), (10_000_000, 300, Refused::Bytes)] {
        let budget = Budget { steps, bytes, cancel: None };
        assert_eq!(verify(&signed(ROW), &budget).unwrap_err().kind, kind);
    }
}
