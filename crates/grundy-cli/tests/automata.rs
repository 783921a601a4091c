//! Laws proved by automata: the finder's certificates and the checker against each other.

use std::time::Instant;

use grundy::claim::{ProveOptions, prove};
use grundy::{Context, Session};
use grundy_verify::{Budget, Verdict, verify};

const BUDGET: Budget<'static> = Budget { steps: 1 << 34, bytes: 1 << 29, cancel: None };
const WYTHOFF: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";
const LASKER: &str = "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}";

/// Games and laws, with what the checker calls the theorem.
const LAWS: [(&str, &str, &str); 20] = [
    ("nim(a,b)", "P: a = b", "kernel"),
    ("nim(a,b,c)", "P: xor(a,b,c) = 0", "kernel"),
    ("nim(a,b)", "g = xor(a,b)", "values"),
    ("take[1..3]", "g = n % 4", "values"),
    ("take[1,3,4](n)", "P: n % 7 in {0,2}", "kernel"),
    (
        "take[1,3,4]",
        "g = n%7 if n%7 < 2 else 0 if n%7 = 2 else 1 if n%7 = 3 else n%7-2 if n%7 < 6 else 2",
        "values",
    ),
    (LASKER, "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n", "values"),
    ("take[powers(2)]", "g = n % 3", "values"),
    ("{n -> n-1; n//2 if n > 0}", "P: n = 0 or v2(n) % 2 = 1", "kernel"),
    (WYTHOFF, "P: min(a,b) = floor(phi*abs(a-b))", "kernel"),
    ("wythoff[2]", "P: abs(a-b)%2 = 0 and min(a,b) = floor(sqrt(2)*(abs(a-b)//2))", "kernel"),
    (
        "misere wythoff",
        "P: a = 2 and b = 2 or a = 0 and b = 1 or a = 1 and b = 0 or min(a,b) > 2 and min(a,b) = floor(phi*abs(a-b))",
        "misere",
    ),
    ("{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}", "P: lowfib(n) > q", "kernel"),
    ("{(n,q) -> (n-j,j) for j in 1..q by (n,q)}", "P: n = 0 or lowbit(n) > q", "kernel"),
    ("misere nim(a,b)", "P: a = b and a > 1 or a + b = 1", "misere"),
    ("silverdollar(a,b)", "P: b = a + 1", "kernel"),
    ("silverdollar(a,b,c,d)", "P: xor(b-a-1, d-c-1) = 0", "kernel"),
    ("staircase(a,b,c,d)", "P: a = c", "kernel"),
    (
        "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}",
        "P: (a%3 = b%3 and a//3 = b//3) and a = b and a%3 = 0 or a//3 = b//3 and a%3+b%3 = 3",
        "kernel",
    ),
    ("take[1..3](a) + take[odds](b) + nim(c)", "P: xor(a%4, b%2, c) = 0", "kernel"),
];

fn written(about: &str, claim: &str) -> Option<String> {
    let question = Session::new().claim(about, claim).ok()?;
    let answer = prove(&question, &ProveOptions { to: Some(12) }, &Context::default()).ok()?;
    println!("{about} {:?} {:?} {:?}", answer.verdict, answer.evidence, answer.obstacles);
    answer.proof?.certificate(&format!("{about}\n{claim}"), &Context::default()).ok()
}

#[test]
fn the_checker_accepts_what_the_finder_proves() {
    let mut none = Vec::new();
    for (about, claim, theorem) in LAWS {
        let Some(text) = written(about, claim) else {
            none.push((about, claim));
            continue;
        };
        if let Ok(dir) = std::env::var("CERTS") { std::fs::write(format!("{dir}/{}.cert", claim.len()*1000+text.len()%1000), &text).unwrap(); }
        let started = Instant::now();
        let verdict = verify(text.as_bytes(), &BUDGET);
        println!("{about}, {claim}: {} bytes, {:?}", text.len(), started.elapsed());
        let Ok(Verdict::Law(law)) = verdict else { println!("BAD {about}: {claim}: {verdict:?}"); continue };
        println!("   {} steps, {} states", law.steps, law.all_states);
        assert_eq!((law.theorem.as_str(), &law.comments[..2]), (theorem, &[about.to_owned(), claim.to_owned()][..]));
    }
    assert!(none.is_empty(), "no certificate: {none:?}");
}
