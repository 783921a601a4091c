//! Laws proved by automata: the finder's certificates and the checker against each other.

use std::time::Instant;

use crate::common::{Folder, run};
use grundy::claim::ProveOptions;
use grundy::{Context, Session};
use grundy_verify::{Budget, Verdict, digest, verify};
use serde_json::Value;

const BUDGET: Budget<'static> = Budget { steps: 1 << 34, bytes: 1 << 29, cancel: None };
const WYTHOFF: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";
const LASKER: &str = "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}";

/// Games and laws, with what the checker calls the theorem.
const LAWS: [(&str, &str, &str); 26] = [
    ("nim(a,b)", "P: a = b", "kernel"),
    ("nim(a,b,c)", "P: xor(a,b,c) = 0", "kernel"),
    ("nim(a,b)", "g = xor(a,b)", "values"),
    ("take[1..3]", "g = n % 4", "values"),
    ("take[1,3,4](n)", "P: n % 7 in {0,2}", "kernel"),
    ("take[1,3,4]", "g = n%7 if n%7 < 2 else 0 if n%7 = 2 else 1 if n%7 = 3 else n%7-2 if n%7 < 6 else 2", "values"),
    (LASKER, "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n", "values"),
    ("take[powers(2)]", "g = n % 3", "values"),
    ("{n -> n-1; n//2 if n > 0}", "P: n = 0 or lowbit(n) % 3 = 2", "kernel"),
    (WYTHOFF, "P: min(a,b) = floor(phi*abs(a-b))", "kernel"),
    ("wythoff[2]", "P: abs(a-b)%2 = 0 and min(a,b) = floor(sqrt(2)*(abs(a-b)//2))", "kernel"),
    ("wythoff[3]", "P: abs(a-b)%3 = 0 and min(a,b) = floor((sqrt(13)*(abs(a-b)//3)-abs(a-b)//3)//2)", "kernel"),
    (
        "misere wythoff",
        "P: a = 2 and b = 2 or a = 0 and b = 1 or a = 1 and b = 0 or min(a,b) > 2 and min(a,b) = floor(phi*abs(a-b))",
        "misere",
    ),
    ("{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}", "P: lowfib(n) > q", "kernel"),
    ("{(n,q) -> (n-j,j) for j in 1..q by (n,q)}", "P: n = 0 or lowbit(n) > q", "kernel"),
    ("misere nim(a,b)", "P: a = b and a > 1 or a + b = 1", "misere"),
    ("silverdollar(a,b)", "P: abs(a-b) = 1", "kernel"),
    ("silverdollar(a,b,c)", "P: a+b+c+1 = 2*max(a,b,c)", "kernel"),
    ("staircase(a,b,c,d)", "P: a = c", "kernel"),
    (
        "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}",
        "P: (a%3 = b%3 and a//3 = b//3) and a = b and a%3 = 0 or a//3 = b//3 and a%3+b%3 = 3",
        "kernel",
    ),
    ("take[1..3](a) + take[odds](b) + nim(c)", "P: xor(a%4, b%2, c) = 0", "kernel"),
    // component by component
    ("nim(3,5,n)", "P: n = 6", "sum"),
    (
        "lasker(a) + take[1..3](b)",
        "P: a%4 = 3 and b%4 = a+1 or a%4 = 0 and a > 0 and b%4 = a-1 or (a = 0 or a%4 in {1,2}) and b%4 = a",
        "sum",
    ),
    ("lasker(a) + lasker(b) + 2*grundy(c)", "P: a = b", "sum"),
    ("grundy(a,a) + take[1..3](b)", "g = b%4", "values"),
    ("0.333(a) + 0.333(b) + *1", "P: xor(a%4, b%4) = 1", "sum"),
];

fn written(about: &str, claim: &str) -> Option<String> {
    let question = Session::new().claim(about, claim).ok()?;
    let answer = question.prove_with(&ProveOptions::default().with_to(Some(12)), &Context::default()).ok()?;
    answer.result.proof?.certificate(&format!("{about}\n{claim}"), &Context::default()).ok()
}

#[test]
fn the_checker_accepts_what_the_finder_proves() {
    let mut none = Vec::new();
    for (about, claim, theorem) in LAWS {
        let Some(text) = written(about, claim) else {
            none.push((about, claim));
            continue;
        };
        // within 5 s in one of five tries: a moment may be busy with other tests
        let (verdict, took) = (0..5)
            .find_map(|_| {
                let started = Instant::now();
                let verdict = verify(text.as_bytes(), &BUDGET);
                Some((verdict, started.elapsed())).filter(|(_, took)| took.as_secs() < 5)
            })
            .unwrap_or_else(|| panic!("{about}: more than 5 s"));
        println!("{about}, {claim}: {} bytes, {took:?}", text.len());
        let Ok(Verdict::Law(law)) = verdict else { panic!("{about}: {claim}: {verdict:?}") };
        println!("  {} states, {} steps", law.all_states, law.steps);
        assert_eq!((law.theorem.as_str(), &law.comments[..2]), (theorem, &[about.to_owned(), claim.to_owned()][..]));
    }
    assert!(none.is_empty(), "no certificate: {none:?}");
}

/// A wrong law, signed anew, is refused whatever stands around it.
#[test]
fn wrong_laws_are_refused() {
    for (about, claim, _) in LAWS.iter().take(10).chain(&LAWS[21..]) {
        let Some(text) = written(about, claim) else { panic!("{about}: {claim}") };
        let lines: Vec<&str> = text.lines().collect();
        let law = lines.iter().rposition(|l| l.starts_with("law")).unwrap();
        let states: usize = lines[law].rsplit(' ').next().unwrap().parse().unwrap();
        for at in law + 1..=law + states {
            let mut changed: Vec<String> = lines[..lines.len() - 1].iter().map(|l| (*l).to_owned()).collect();
            let other = if changed[at].starts_with('1') { "0" } else { "1" };
            changed[at].replace_range(..1, other);
            let body = changed.join("\n") + "\n";
            let signed = format!("{body}digest {:016x}\n", digest(body.as_bytes()));
            let verdict = verify(signed.as_bytes(), &BUDGET);
            assert!(matches!(verdict, Ok(Verdict::Invalid { .. })), "{about}: {claim}, line {}: {verdict:?}", at + 1);
        }
    }
}

/// The argument that was checked is named, and one part is no parts.
#[test]
fn a_mirror_proof_is_said_to_be_one() {
    let folder = Folder::new();
    let run = |arguments: &[&str]| -> String {
        let output = folder.grundy(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    run(&["solve", "cram(\"4x4\")", "--value", "--certificate", "even"]);
    let said = run(&["verify", "even"]);
    assert!(said.contains("1 part is its own half turn") && !said.contains(" 0 value"), "{said}");
    assert!(!run(&["verify", "even", "--json"]).contains("mex"));
    assert!(run(&["verify", "even", "--lang", "zh"]).contains("镜像"));
    run(&["solve", "cram(\"2x3\")", "--value", "--certificate", "odd"]);
    let said = run(&["verify", "odd"]);
    assert!(said.contains("all moves of 2 parts were made again"), "{said}");
    // no copy is no part of a sum
    let said = run(&["solve", "0*kayles(5)"]);
    assert!(!said.contains("0 ×"), "{said}");
    assert!(run(&["solve", "0*kayles(5) + 2*nim(3)"]).contains("2 × nim(3)"));
}

#[test]
fn the_program_proves_writes_and_verifies() {
    let folder = Folder::new();
    let run = |arguments: &[&str]| -> (Option<i32>, String) {
        let output = folder.grundy(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, _) = run(&["prove", WYTHOFF, "P: min(a,b) = floor(phi*abs(a-b))", "--certificate", "w.cert"]);
    assert_eq!(code, Some(0));
    let (code, said) = run(&["verify", "w.cert"]);
    assert_eq!(code, Some(0), "{said}");
    for words in ["valid", "P-position of normal play", "proved for all positions", "move: ", "comment, not checked: "]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    let (code, said) = run(&["verify", "w.cert", "--json"]);
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        (code, &said["valid"], &said["evidence"]["status"]),
        (Some(0), &true.into(), &"proved".into()),
        "{said}"
    );
    assert_eq!((&said["theorem"], &said["states"]), (&"kernel".into(), &7.into()), "{said}");
    assert_eq!(said["rule"].as_array().map(Vec::len), Some(3), "{said}");
    // damaged; signed anew but wrong; too small a budget
    let text = std::fs::read_to_string(folder.0.join("w.cert")).unwrap();
    std::fs::write(folder.0.join("damaged"), text.replacen("arity 2", "arity 3", 1)).unwrap();
    assert_eq!(run(&["verify", "damaged"]).0, Some(2));
    let body = text[..text.rfind("digest ").unwrap()].replacen("measure 0 1 1", "measure 0 1", 1);
    std::fs::write(folder.0.join("wrong"), format!("{body}digest {:016x}\n", digest(body.as_bytes()))).unwrap();
    let (code, said) = run(&["verify", "wrong"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the measure does not fall"), "{said}");
    assert_eq!(run(&["verify", "w.cert", "--nodes", "10"]).0, Some(3));
}

/// What `guess` has proved by automata is handed on, though it is no claim that can be typed.
#[test]
fn a_law_that_is_no_claim_is_exported_and_checked() {
    let folder = Folder::new();
    let rule = "{n -> n-1; (n+1)//2 if n > 1}";
    let output = run(&mut folder.grundy(&["guess", rule, "--export", "walnut"]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("# ") && text.contains("# commands"), "{text}");
    let output = run(&mut folder.grundy(&["guess", rule, "--certificate", "law.cert"]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("an automaton of 12 states"), "{text}");
    assert!(run(&mut folder.grundy(&["verify", "law.cert"])).status.success());
    // a formula has such a proof as well, and kayles has none
    assert!(run(&mut folder.grundy(&["guess", "nim(a,b)", "--certificate", "nim.cert"])).status.success());
    assert!(run(&mut folder.grundy(&["verify", "nim.cert"])).status.success());
    assert_eq!(run(&mut folder.grundy(&["guess", "kayles", "--export", "walnut"])).status.code(), Some(2));
}
