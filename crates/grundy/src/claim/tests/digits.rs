//! Claims on counts of digits, as automata.

use grundy_automata::{Engine, Numeration};
use grundy_core::context::Context;

use crate::claim::claimed_set;
use crate::session::Session;

/// Statements about counts of digits as automata, against their values.
#[test]
fn counts_of_digits() {
    let cx = Context::default();
    let terms = ["a", "b", "a+1", "a+b", "2*b+3", "a//3+1", "abs(a-b)+1", "a-b-40"];
    let positive = ["a+1", "a+b+1", "2*b+3", "a//3+1", "a-b-40", "abs(a-b)+1", "b-a-50"];
    let mut all = Vec::new();
    for (i, x) in positive.iter().enumerate() {
        let y = positive[(i + 3) % positive.len()];
        all.push(format!("v2({x}) % 2 = 1"));
        all.push(format!("v2({x}) % 3 in {{0,2}}"));
        all.push(format!("v2({x}) >= 2"));
        all.push(format!("1 < v2({x})"));
        all.push(format!("3 - 2*v2({x}) >= -1"));
        all.push(format!("v2({x}) = v2({y})"));
        all.push(format!("v2({x}) < v2({y}) + 1"));
        all.push(format!("2 - v2({x}) <= -v2({y})"));
        all.push(format!("(v2({x}) + v2({y})) % 2 = 1"));
        all.push(format!("v2({x}) * (a + v2({y})) % 3 = 2"));
        all.push(format!("not v2({x}) != 1 or v2({y}) = 0"));
    }
    for (i, x) in terms[..7].iter().enumerate() {
        let y = terms[(i + 2) % 7];
        all.push(format!("popcount({x}) % 2 = 1"));
        all.push(format!("popcount({x}) = 3"));
        all.push(format!("popcount({x}) + 1 != 2"));
        all.push(format!("popcount({x}) in {{0,2,5..7}}"));
        all.push(format!("not bits({x})-1 in odds except 3"));
        all.push(format!("bits({x}) in 1..9 step 3"));
        all.push(format!("bits({x}) % 3 = 1"));
        all.push(format!("bits({x}) > 3"));
        all.push(format!("bits({x}) = bits({y})"));
        all.push(format!("bits({x}) <= bits({y}) - 2"));
        all.push(format!("log2({x}+1) < v2({y}+1) + 3"));
        all.push(format!("bits({x}) = log2({y}+1) + 1"));
        all.push(format!("log2({x}+1) % 2 = 0"));
        all.push(format!("(bits({x}) - popcount({y})) % 4 = 3"));
        all.push(format!("({x})*({y}) % 3 = 1"));
        all.push(format!("({x})*({x}) % 5 != 1"));
    }
    for text in all {
        // where a difference may be zero the function has no value
        let guarded = if text.contains("-40") || text.contains("-50") {
            format!("P: a = b+40 or b = a+50 or {text}")
        } else {
            format!("P: {text}")
        };
        let question = Session::new().claim("nim(a,b)", &guarded).unwrap_or_else(|d| panic!("{guarded}: {d}"));
        let mut engine = Engine::new(Numeration::BINARY, &cx);
        let set = claimed_set(&question, &mut engine).unwrap_or_else(|why| panic!("{guarded}: {why}"));
        for a in 0..70 {
            for b in 0..70 {
                let holds = crate::claim::holds_at(&question, &[a, b], &cx);
                assert_eq!(set.contains(&[a, b]), holds, "{guarded}: {a} {b}");
            }
        }
    }
}

/// A claim that has no value somewhere is not made an automaton.
#[test]
fn claims_without_value() {
    let cx = Context::default();
    for (text, fine) in [
        ("P: v2(a) % 2 = 1", false),
        ("P: a = 0 or v2(a) % 2 = 1", true),
        ("P: a > 0 and v2(a) % 2 = 1", true),
        ("P: v2(a) % 2 = 1 or a = 0", true),
        ("P: v2(a) % 2 = 1 or b = 0", false),
        ("P: v2(a-5000) > 1", false),
        ("P: a = 5000 or v2(a-5000) > 1", true),
        ("P: a > b and popcount(a-b) = 1", true),
        ("P: popcount(a-b) = 1", false),
        ("P: exists k: k <= a and log2(k) = 3", false),
        ("P: exists k: 0 < k and k <= a and log2(k) = 3", true),
        ("g = v2(a) % 2 if a > 0 else 7", true),
        ("g = 7 if a > 0 else v2(a) % 2", false),
        ("P: popcount(a) = popcount(b)", false),
        ("P: v2(a+1) + v2(b+1) = 3", false),
    ] {
        let question = Session::new().claim("nim(a,b)", text).unwrap();
        let mut engine = Engine::new(Numeration::BINARY, &cx);
        assert_eq!(claimed_set(&question, &mut engine).is_ok(), fine, "{text}");
    }
}
