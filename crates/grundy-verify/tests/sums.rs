//! Certificates of sums: whole, and changed with care.

use grundy_verify::{Budget, Refused, Verdict, digest, verify};

const BUDGET: Budget<'static> = Budget { steps: 1 << 28, bytes: 1 << 26, cancel: None };

/// Lasker's Nim, 0.333 and a heap of 2.
const SUM: &str = include_str!("laws/sum.cert");
/// Two heaps of Lasker's Nim.
const TWINS: &str = include_str!("laws/twins.cert");

fn signed(body: &str) -> Vec<u8> {
    format!("{body}digest {:016x}\n", digest(body.as_bytes())).into_bytes()
}

/// The text with one change, signed anew; the sum's own part is what stands behind the last part.
fn changed(text: &str, from: &str, to: &str) -> Vec<u8> {
    let body = &text[..text.rfind("digest ").unwrap()];
    let at = body.rfind(from).unwrap_or_else(|| panic!("{from}"));
    signed(&format!("{}{to}{}", &body[..at], &body[at + from.len()..]))
}

fn reason(text: &[u8]) -> String {
    match verify(text, &BUDGET) {
        Ok(Verdict::Invalid { reason, .. }) => reason,
        Err(refusal) => format!("{:?}: {refusal}", refusal.kind),
        Ok(other) => panic!("accepted: {other:?}"),
    }
}

#[test]
fn sums_are_accepted_and_say_what_is_proved() {
    for (text, games, coordinates) in [(SUM, 3, 2), (TWINS, 1, 2)] {
        let verdict = verify(text.as_bytes(), &BUDGET);
        let Ok(Verdict::Law(law)) = verdict else { panic!("{verdict:?}") };
        assert_eq!((law.theorem.as_str(), law.coordinates), ("sum", coordinates));
        assert!(law.statement.contains("is a P-position of normal play if and only if"), "{}", law.statement);
        assert!(law.rule.iter().any(|r| r.starts_with(&format!("game {}: ", games - 1))), "{:?}", law.rule);
        assert!(law.all_states > law.states);
    }
}

#[test]
fn other_sums_are_refused() {
    // another place, another number, another game
    assert!(reason(&changed(TWINS, "component 0 {0 0 1}", "component 0 {1 0 1}")).contains("the law"));
    assert!(reason(&changed(TWINS, "component 0 {0 0 1}", "component 0 {0 0 0 1}")).starts_with("Malformed"));
    assert!(reason(&changed(SUM, "{2}", "{3}")).contains("the law"));
    assert!(reason(&changed(SUM, "component 1 {0 0 1}", "component 0 {0 0 1}")).contains("the law"));
    assert!(reason(&changed(SUM, "component 2 {2}\n", "")).contains("the law"));
    assert!(reason(&changed(SUM, "component 2 {2}\n", "component 2 {2}\ncomponent 2 {2}\n")).contains("the law"));
    assert!(reason(&changed(SUM, "component 2 {2}", "component 3 {2}")).starts_with("Malformed"));
    assert!(reason(&changed(SUM, "component 2 {2}", "component 2 {2} {2}")).starts_with("Malformed"));
    // the law is read in base 2, and the first line has to say so
    let body = &TWINS[..TWINS.rfind("digest ").unwrap()];
    for other in ["base 3", "base 16", "ostrowski 1"] {
        let text = signed(&body.replacen("numeration base 2", &format!("numeration {other}"), 1));
        assert!(reason(&text).starts_with("Malformed"), "{other}");
    }
    // another law
    let law = TWINS.rfind("\nlaw ").unwrap();
    let body = TWINS.rfind("end\ndigest ").unwrap();
    for (at, sign) in TWINS[..body].char_indices().filter(|(at, _)| *at > law) {
        if TWINS[..at].ends_with('\n') && matches!(sign, '0' | '1') {
            let other = if sign == '0' { '1' } else { '0' };
            let text = signed(&format!("{}{other}{}end\n", &TWINS[..at], &TWINS[at + 1..body]));
            assert!(matches!(verify(&text, &BUDGET), Ok(Verdict::Invalid { .. })), "{at}");
        }
    }
    // of values where P-positions are meant
    assert!(reason(&changed(TWINS, "values 0\narity 2", "values 1\narity 1")).starts_with("Malformed"));
}

/// What is proved of places says nothing of negative numbers, so a law that accepts everything must not pass for them.
#[test]
fn forms_that_can_be_negative_are_refused() {
    let (head, law) = TWINS.split_at(TWINS.rfind("\nlaw ").unwrap() + 1);
    let all: String =
        law.lines().map(|line| line.strip_prefix('0').map_or(format!("{line}\n"), |l| format!("1{l}\n"))).collect();
    for (head, law) in [(head, law), (head, all.as_str())] {
        for form in ["{-1}", "{0 0 -1}", "{0 -1 1}", "{-1 0 1}", "{-1 1}"] {
            let forged = changed(&format!("{head}{law}"), "component 0 {0 0 1}", &format!("component 0 {form}"));
            assert!(reason(&forged).contains("never negative"), "{form}: {}", reason(&forged));
        }
    }
}

#[test]
fn parts_are_checked() {
    // a part that is no proof, a part that is cut, a sum in a sum
    let part = TWINS.find("part ").unwrap();
    let inside = TWINS[part..].find('\n').unwrap() + part + 1;
    let length: usize = TWINS[part + 5..inside - 1].parse().unwrap();
    let own = &TWINS[inside..inside + length];
    let behind = &TWINS[inside + length..TWINS.rfind("digest ").unwrap()];
    let with = |own: &str| signed(&format!("{}part {}\n{own}{behind}", &TWINS[..part], own.len()));
    assert!(matches!(verify(&with(own), &BUDGET), Ok(Verdict::Law(_))));
    let law = own.find("\nlaw ").unwrap();
    let state = law + 1 + own[law + 1..].find('\n').unwrap() + 1;
    let other = if own[state..].starts_with('0') { "1" } else { "0" };
    let body = format!("{}{other}{}", &own[..state], &own[state + 1..own.rfind("digest ").unwrap()]);
    let wrong = String::from_utf8(signed(&body)).unwrap();
    assert!(matches!(verify(&with(&wrong), &BUDGET), Ok(Verdict::Invalid { .. })));
    assert!(reason(&with(&own[..own.len() - 1])).starts_with("Malformed"));
    assert!(reason(&with(TWINS)).starts_with("Malformed"));
    let damaged = own.replace("lasker", "Lasker");
    assert!(matches!(verify(&with(&damaged), &BUDGET), Err(r) if r.kind == Refused::Damaged));
}

#[test]
fn every_changed_byte_is_refused() {
    let mut text = TWINS.as_bytes().to_vec();
    for at in 0..text.len() {
        let right = text[at];
        for byte in [b'0', b'1', b' ', b'\n', b'x', 0, 255, right ^ 1] {
            text[at] = byte;
            assert!(byte == right || !matches!(verify(&text, &BUDGET), Ok(Verdict::Law(_))), "{at} {byte}");
        }
        text[at] = right;
    }
}
