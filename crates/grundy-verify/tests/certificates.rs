//! Certificates made here, by brute force, and what becomes of them when something is wrong.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use grundy_verify::{Budget, Refused, Verdict, digest, verify};

pub(crate) const BUDGET: Budget<'static> = Budget { steps: 1 << 32, bytes: 1 << 26, cancel: None };

/// Says which numbers belong to a set.
type Members = fn(usize) -> bool;

/// A rule and the values that the definition gives.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) lines: String,
    pub(crate) values: Vec<u64>,
}

fn mex(seen: &HashSet<u64>) -> u64 {
    (0..).find(|v| !seen.contains(v)).unwrap()
}

pub(crate) fn take(lines: &str, count: usize, member: impl Fn(usize) -> bool) -> Rule {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let seen = (1..=n).filter(|&s| member(s)).map(|s| values[n - s]).collect();
        values.push(mex(&seen));
    }
    Rule { lines: format!("rule take\n{lines}"), values }
}

/// Lists of `j` parts of `total`, largest first.
fn partitions(total: usize, j: usize, most: usize) -> Vec<Vec<usize>> {
    if j == 0 {
        return if total == 0 { vec![vec![]] } else { vec![] };
    }
    if j == 1 {
        return if total > 0 && total <= most { vec![vec![total]] } else { vec![] };
    }
    let firsts = (1..=most.min(total)).rev();
    firsts
        .flat_map(|a| {
            partitions(total - a, j - 1, a).into_iter().map(move |mut rest| {
                rest.insert(0, a);
                rest
            })
        })
        .collect()
}

pub(crate) fn code(digits: &[(usize, bool, &[usize])], count: usize) -> Rule {
    let mut lines = "rule code\n".to_owned();
    for (taken, unequal, counts) in digits {
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let word = if *unequal { "unequal" } else { "any" };
        let _ = writeln!(lines, "digit {taken} {word} {}", counts.join(" "));
    }
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let mut seen = HashSet::new();
        for (taken, unequal, counts) in digits.iter().filter(|d| d.0 <= n) {
            for parts in counts.iter().flat_map(|&j| partitions(n - taken, j, n)) {
                if !(*unequal && parts.len() == 2 && parts[0] == parts[1]) {
                    seen.insert(parts.iter().fold(0, |x, &a| x ^ values[a]));
                }
            }
        }
        values.push(mex(&seen));
    }
    Rule { lines, values }
}

/// All that stands behind the rule.
#[derive(Clone)]
pub(crate) struct Claimed {
    theorem: &'static str,
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
    n0: u64,
    proof_period: u64,
    values: u64,
}

fn checksum(values: &[u64]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |h, v| {
        let h = (h ^ v).wrapping_mul(0x0100_0000_01b3);
        h ^ (h >> 32)
    })
}

pub(crate) fn certificate(rule: &Rule, c: &Claimed) -> Vec<u8> {
    let mut text = format!("grundy certificate 1\n# a test\nconvention normal\n{}theorem {}\n", rule.lines, c.theorem);
    let _ = writeln!(text, "preperiod {}\nperiod {}\nsaltus {}", c.preperiod, c.period, c.saltus);
    let _ = writeln!(text, "last-exception {}\nn0 {}", c.preperiod as i64 - 1, c.n0);
    let values = &rule.values[..c.values as usize];
    let largest = values.iter().max().unwrap();
    let _ = writeln!(text, "proof-period {}\nvalues {}\nlargest {largest}", c.proof_period, c.values);
    let _ = writeln!(text, "block {:016x}", checksum(values));
    signed(text.into_bytes())
}

pub(crate) fn signed(mut body: Vec<u8>) -> Vec<u8> {
    let line = format!("digest {:016x}\n", digest(&body));
    body.extend(line.bytes());
    body
}

fn is_valid(text: &[u8]) -> bool {
    match verify(text, &BUDGET) {
        Ok(Verdict::Valid(_)) => true,
        Ok(_) => false,
        Err(refusal) => panic!("{refusal}\n{}", String::from_utf8_lossy(text)),
    }
}

/// Preperiod, period and saltus of the values, as far as they go.
pub(crate) fn seen(values: &[u64]) -> (u64, u64, u64) {
    let n = values.len();
    for p in 1..n / 3 {
        let Some(saltus) = values[n - 1].checked_sub(values[n - 1 - p]) else { continue };
        let from = (0..n - p).rev().find(|&i| values[i + p] != values[i] + saltus).map_or(0, |i| i + 1);
        if from < n / 3 {
            return (from as u64, p as u64, saltus);
        }
    }
    panic!("no period")
}

fn claimed(rule: &Rule, theorem: &'static str, need: impl Fn(u64, u64) -> u64, modulus: u64) -> Claimed {
    let (preperiod, period, saltus) = seen(&rule.values);
    let n0 = if theorem == "window-period" { preperiod } else { preperiod.max(1) };
    let n0 = if theorem == "residue-window" { n0 + 40 } else { n0 };
    let proof_period = (1..=modulus).map(|i| i * period).find(|p| p % modulus == 0).unwrap();
    Claimed { theorem, preperiod, period, saltus, n0, proof_period, values: need(n0, proof_period) }
}

/// A certificate of each kind.
pub(crate) fn all() -> Vec<(Rule, Claimed)> {
    let mut all = Vec::new();
    let sets: [(&str, u64, Members); 4] = [
        ("set 1..3\n", 3, |s| s <= 3),
        ("set 1 3..4\n", 4, |s| matches!(s, 1 | 3 | 4)),
        ("set 2 5 9..11\n", 11, |s| matches!(s, 2 | 5 | 9..=11)),
        ("", 0, |_| false),
    ];
    for (lines, m, member) in sets {
        let rule = take(lines, 400, member);
        let c = claimed(&rule, "window-period", |n0, p| n0 + p + m, 1);
        all.push((rule, c));
    }
    let tails: [(&str, u64, u64, Members); 6] = [
        ("tail 1 1 0\n", 1, 1, |_| true),
        ("tail 3 1 0\n", 3, 1, |s| s >= 3),
        ("set 1\ntail 5 1 0\n", 5, 1, |s| s == 1 || s >= 5),
        ("tail 1 2 0\n", 1, 2, |s| s % 2 == 0),
        ("set 2\ntail 4 3 0 1\n", 4, 3, |s| s == 2 || (s >= 4 && s % 3 < 2)),
        ("set 1..3\ntail 7 4 1 3\n", 7, 4, |s| s <= 3 || (s >= 7 && s % 2 == 1)),
    ];
    for (lines, start, modulus, member) in tails {
        let rule = take(lines, 600, member);
        let c = claimed(&rule, "residue-window", |n0, p| n0 + start - 1 + p, modulus);
        all.push((rule, c));
    }
    let pairs: [&[(usize, bool, &[usize])]; 5] = [
        &[(1, false, &[0, 1, 2]), (2, false, &[0, 1, 2])],
        &[(2, false, &[0, 1, 2])],
        &[(1, false, &[0]), (2, false, &[0, 1]), (3, false, &[0, 1, 2])],
        &[(1, false, &[2])],
        &[(1, false, &[0, 1]), (4, false, &[1])],
    ];
    for digits in pairs {
        let rule = code(digits, 600);
        let k = digits.last().unwrap().0 as u64;
        let two = digits.iter().any(|d| d.2.contains(&2));
        let need = |n0, p| if two { 2 * n0 + 2 * p + k } else { n0 + p + k };
        for theorem in ["guy-smith", "breaks-period"] {
            let c = claimed(&rule, theorem, need, 1);
            all.push((rule.clone(), c));
        }
    }
    let rule = code(&[(2, true, &[0, 2])], 600);
    let c = claimed(&rule, "breaks-period", |n0, p| 2 * n0 + 3 * p + 2, 1);
    all.push((rule, c));
    for digits in
        [&[(1usize, false, &[1usize, 3][..]), (2, false, &[1])][..], &[(1, false, &[0, 1, 2, 3]), (2, false, &[1])]]
    {
        let rule = code(digits, 90);
        let k = digits.last().unwrap().0 as u64;
        let c = claimed(&rule, "breaks-period", |n0, p| 3 * n0 + 3 * p + k, 1);
        all.push((rule, c));
    }
    all
}

#[test]
fn true_claims_are_valid() {
    for (rule, c) in all() {
        let text = certificate(&rule, &c);
        let verdict = verify(&text, &BUDGET);
        let shown = String::from_utf8_lossy(&text);
        let Ok(Verdict::Valid(claim)) = verdict else { panic!("{verdict:?}\n{shown}") };
        assert_eq!((claim.preperiod, claim.period, claim.saltus), (c.preperiod, c.period, c.saltus), "{shown}");
    }
}

#[test]
fn false_claims_are_invalid_even_if_signed() {
    for (rule, c) in all() {
        let wrong = |change: &dyn Fn(&mut Claimed)| {
            let mut other = c.clone();
            change(&mut other);
            if (1..=rule.values.len() as u64).contains(&other.values) {
                let text = certificate(&rule, &other);
                assert!(!is_valid(&text), "{}", String::from_utf8_lossy(&text));
            }
        };
        wrong(&|c| c.values += 1);
        wrong(&|c| c.values -= 1);
        wrong(&|c| c.saltus += 1);
        wrong(&|c| c.n0 += 1);
        wrong(&|c| c.period += 1);
        wrong(&|c| c.proof_period += 1);
        wrong(&|c| (c.period, c.proof_period) = (2 * c.period, 2 * c.proof_period));
        wrong(&|c| c.preperiod += 1);
        if c.preperiod > 0 {
            wrong(&|c| c.preperiod -= 1);
        }
        wrong(&|c| (c.preperiod, c.n0, c.values) = (c.n0 + 1, c.n0 + 1, c.values + 1));
    }
    // a whole multiple of the period, with all that the theorem asks for
    let rule = take("set 1..3\n", 60, |s| s <= 3);
    let c =
        Claimed { theorem: "window-period", preperiod: 0, period: 8, saltus: 0, n0: 0, proof_period: 8, values: 11 };
    assert!(!is_valid(&certificate(&rule, &c)));
    let c = Claimed { period: 4, ..c };
    assert!(is_valid(&certificate(&rule, &c)));
}

#[test]
fn the_traps_of_the_theorems_are_known() {
    // 0.4 has 0 0 0 1: the inequality holds for n0 = 0 and p = 1, the claim does not
    let rule = code(&[(1, false, &[2])], 60);
    for theorem in ["guy-smith", "breaks-period"] {
        let c = Claimed { theorem, preperiod: 0, period: 1, saltus: 0, n0: 0, proof_period: 1, values: 3 };
        assert!(!is_valid(&certificate(&rule, &c)));
    }
    // 0.6! repeats with period 3 from 2 on as far as the theorem for free parts asks, and not for ever
    let rule = code(&[(1, true, &[1, 2])], 60);
    let fits = |n: usize| rule.values[n] == rule.values[n + 3];
    assert!((2..8).all(fits) && (2..50).any(|n| !fits(n)));
    for (theorem, values) in [("guy-smith", 11), ("breaks-period", 11), ("breaks-period", 14)] {
        let c = Claimed { theorem, preperiod: 2, period: 3, saltus: 0, n0: 2, proof_period: 3, values };
        assert!(!is_valid(&certificate(&rule, &c)), "{theorem} {values}");
    }
    // three parts are not covered by the theorem for two, sets not by that for codes
    let (rule, c) = all().pop().unwrap();
    assert!(!is_valid(&certificate(&rule, &Claimed { theorem: "guy-smith", ..c.clone() })));
    assert!(!is_valid(&certificate(&rule, &Claimed { theorem: "window-period", ..c })));
}

#[test]
fn hostile_texts_end_at_once() {
    let started = std::time::Instant::now();
    let (rule, c) = all().swap_remove(1);
    let text = certificate(&rule, &c);
    let body = String::from_utf8(text[..text.len() - 24].to_vec()).unwrap();
    for end in 0..text.len() {
        assert!(verify(&text[..end], &BUDGET).is_err());
        assert!(end == body.len() || verify(&signed(text[..end].to_vec()), &BUDGET).is_err());
    }
    let most = (1u64 << 63) - 1;
    for number in [most.to_string(), (most / 2).to_string(), "9".repeat(1_000_000), "1".repeat(20), "-1".into()] {
        for key in ["preperiod", "period", "saltus", "n0", "proof-period", "values", "largest", "set", "tail"] {
            let line = body.lines().find(|l| l.starts_with(&format!("{key} "))).unwrap_or("theorem window-period");
            for new in [format!("{key} {number}"), format!("{key} 1..{number}"), format!("{key} {number} 3 1")] {
                let changed = body.replace(&format!("{line}\n"), &format!("{new}\n"));
                assert!(!matches!(verify(&signed(changed.into_bytes()), &BUDGET), Ok(Verdict::Valid(_))));
            }
        }
    }
    // well-formed, and far too large
    let head = "grundy certificate 1\nconvention normal\n";
    let end = |values: u64| {
        let blocks = "block 0123456789abcdef\n".repeat(values.div_ceil(1 << 20) as usize);
        format!("values {values}\nlargest 200\n{blocks}")
    };
    let huge = [
        format!(
            "{head}rule take\nset 1..{}\ntheorem window-period\npreperiod 0\nperiod 1\nsaltus 0\nlast-exception -1\nn0 0\nproof-period 1\n{}",
            1u64 << 36,
            end((1 << 36) + 1)
        ),
        format!(
            "{head}rule take\ntail 1 {most} 0\ntheorem residue-window\npreperiod 0\nperiod 1\nsaltus 0\nlast-exception -1\nn0 1\nproof-period {most}\n{}",
            end(5)
        ),
        format!(
            "{head}rule code\ndigit 1 any {most}\ntheorem breaks-period\npreperiod 0\nperiod 1\nsaltus 0\nlast-exception -1\nn0 1\nproof-period 1\n{}",
            end(5)
        ),
        format!(
            "{head}rule code\ndigit {most} any 2\ntheorem guy-smith\npreperiod 0\nperiod 1\nsaltus 0\nlast-exception -1\nn0 1\nproof-period 1\n{}",
            end(5)
        ),
        format!(
            "{head}rule code\ndigit 0 any 0 2\ntheorem guy-smith\npreperiod 0\nperiod 1\nsaltus 0\nlast-exception -1\nn0 1\nproof-period 1\n{}",
            end(5)
        ),
        format!(
            "{head}rule code\ndigit 3 any 2\ntheorem guy-smith\npreperiod 0\nperiod 1\nsaltus 0\nlast-exception -1\nn0 1\nproof-period {}\n{}",
            (1 << 25) - 2,
            end((1 << 26) + 1)
        ),
    ];
    let tight = Budget { steps: 100_000_000, bytes: 1 << 24, cancel: None };
    for text in huge {
        assert!(!matches!(verify(&signed(text.into_bytes()), &tight), Ok(Verdict::Valid(_))));
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn budgets_and_cancelling_are_kept() {
    let (rule, c) = all().swap_remove(10);
    let text = certificate(&rule, &c);
    let kind = |budget: Budget<'_>| verify(&text, &budget).map(|_| ()).unwrap_err().kind;
    assert_eq!(kind(Budget { steps: 10, ..BUDGET }), Refused::Steps);
    assert_eq!(kind(Budget { bytes: text.len() as u64 + 1, ..BUDGET }), Refused::Bytes);
    assert_eq!(kind(Budget { cancel: Some(&AtomicBool::new(true)), ..BUDGET }), Refused::Cancelled);
    let mut changed = text.clone();
    changed[30] ^= 1;
    assert_eq!(verify(&changed, &BUDGET).unwrap_err().kind, Refused::Damaged);
}

#[test]
fn nothing_of_ours_is_used() {
    let manifest = include_str!("../Cargo.toml");
    let header = |section: &str| section.split(']').next().is_some_and(|header| header.ends_with("dependencies"));
    for section in manifest.split("\n[").filter(|section| header(section)) {
        // as it stands in the repository; a packed manifest leaves it out
        assert_eq!(section.trim(), "dependencies]");
    }
    // what cargo resolved says the same
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    // in the repository, or beside the manifest of a packed crate
    let lock = fs::read_to_string(package.join("../../Cargo.lock"));
    let lock = lock.or_else(|_| fs::read_to_string(package.join("Cargo.lock"))).unwrap();
    let package = lock.split("[[package]]").find(|p| p.contains("name = \"grundy-verify\"")).unwrap();
    assert!(!package.contains("dependencies"));
}
