//! What becomes of a certificate when one byte of it is changed, taken out or put in, at every place.

use std::ops::RangeInclusive;

use grundy_verify::{Verdict, verify};

use crate::certificates::{BUDGET, all, certificate, code, seen, signed, take};

/// The bytes of the line with the digest.
const DIGEST: usize = 24;

/// All texts that differ in one byte, which is one of these, or are one byte longer or shorter.
fn changes(text: &[u8], bytes: impl Iterator<Item = u8> + Clone, mut found: impl FnMut(Vec<u8>)) {
    for at in 0..=text.len() {
        let (before, behind) = text.split_at(at);
        for byte in bytes.clone() {
            found([before, &[byte], behind].concat());
            if behind.first().is_some_and(|&old| old != byte) {
                found([before, &[byte], &behind[1..]].concat());
            }
        }
        if !behind.is_empty() {
            found([before, &behind[1..]].concat());
        }
    }
}

#[test]
fn every_changed_byte_is_found() {
    for (rule, c) in all() {
        let text = certificate(&rule, &c);
        changes(&text, 0..=255, |changed| {
            let valid = matches!(verify(&changed, &BUDGET), Ok(Verdict::Valid(_)));
            assert!(changed == text || !valid, "{}", String::from_utf8_lossy(&changed));
        });
    }
}

/// The lines of a text that tell the rule.
fn rule_of(text: &str) -> Vec<&str> {
    text.lines().skip_while(|l| !l.starts_with("rule ")).take_while(|l| !l.starts_with("theorem ")).collect()
}

/// So many values of the rule that these lines tell, from the definition.
fn by_brute_force(lines: &[&str], count: usize) -> Vec<u64> {
    let number = |word: &str| word.parse::<usize>().unwrap();
    let words: Vec<Vec<&str>> = lines[1..].iter().map(|line| line.split(' ').collect()).collect();
    if lines[0] == "rule take" {
        let of = |key: &str| words.iter().find(|w| w[0] == key).map_or(&[][..], |w| &w[1..]);
        let range = |word: &&str| -> RangeInclusive<usize> {
            let (first, last) = word.split_once("..").unwrap_or((word, word));
            number(first)..=number(last)
        };
        let set: Vec<_> = of("set").iter().map(range).collect();
        let tail: Vec<usize> = of("tail").iter().map(|word| number(word)).collect();
        let late = |s: usize| tail.len() > 2 && s >= tail[0] && tail[2..].contains(&(s % tail[1]));
        return take("", count, |s| late(s) || set.iter().any(|range| range.contains(&s))).values;
    }
    let counts: Vec<Vec<usize>> = words.iter().map(|w| w[3..].iter().map(|word| number(word)).collect()).collect();
    let digits = words.iter().zip(&counts).map(|(w, counts)| (number(w[1]), w[2] == "unequal", &counts[..]));
    code(&digits.collect::<Vec<_>>(), count).values
}

#[test]
fn what_is_accepted_after_a_change_is_true() {
    let mut others = 0;
    for (rule, c) in all() {
        let text = certificate(&rule, &c);
        let body = &text[..text.len() - DIGEST];
        let mut same_rule = 0;
        changes(body, b"0123456789. \nabcdef".iter().copied(), |changed| {
            let Ok(Verdict::Valid(claim)) = verify(&signed(changed.clone()), &BUDGET) else { return };
            let shown = String::from_utf8(changed).unwrap();
            let lines = rule_of(&shown);
            let claimed = (claim.preperiod, claim.period, claim.saltus);
            if lines == rule_of(&rule.lines) {
                // a comment, or a number that only the proof needs
                assert_eq!(claimed, (c.preperiod, c.period, c.saltus), "{shown}");
                same_rule += 1;
            } else {
                // the rule of another game with the same law: the claim is of that game
                assert_eq!(claim.rule, lines[1..], "{shown}");
                assert_eq!(claimed, seen(&by_brute_force(&lines, rule.values.len())), "{shown}");
                others += 1;
            }
        });
        assert!(same_rule > 0);
        // and brute force reads a rule as it was meant
        assert_eq!(by_brute_force(&rule_of(&rule.lines), rule.values.len()), rule.values, "{}", rule.lines);
    }
    assert!(others > 0);
}
