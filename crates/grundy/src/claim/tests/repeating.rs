//! Claims that repeat with a period and a saltus, found from their expressions, against their values.

use crate::Context;
use crate::session::Session;
use crate::statement::repeating::{Line, repetition};
use crate::statement::{Claim, evaluate};

fn read(claim: &str) -> Claim {
    Session::new().claim("nim(n)", claim).unwrap_or_else(|d| panic!("{claim}: {d}")).claim
}

fn value(claim: &Claim, n: u64) -> i64 {
    let (names, cx) = (["n".to_owned()], Context::default());
    match claim {
        Claim::Previous(s) => evaluate::holds(s, &[n], &names, "", &cx).unwrap().into(),
        Claim::Value(cases) => i64::try_from(&evaluate::value(cases, &[n], &names, "", &cx).unwrap()).unwrap(),
        Claim::Every(..) | Claim::Period { .. } => unreachable!(),
    }
}

#[test]
fn lines_are_lines() {
    let claims = [
        "P: n % 7 in {0,2}",
        "P: n = 0",
        "P: n < 5 or n % 3 = 1",
        "P: n in {0,2,9} or n % 4 = 3 and n > 9",
        "P: 3 divides n+1",
        "P: not n % 2 = 0 and 2*n >= n+7",
        "P: n*n % 5 = 1 or n = 1",
        "P: n % 6 in primes",
        "g = n % 4",
        "g = n//3",
        "g = (2*n+1)//5",
        "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n",
        "g = 5 if n = 3 else n//2 % 3",
        "g = min(n, 7)",
        "g = max(n-3, 0)",
        "g = abs(n-9)",
        "g = xor(n, 5)",
        "g = xor(n, 5) % 8",
        "g = band(n, 6)",
        "g = bor(n//2, 5)",
        "P: band(n, 2) = 0",
        "g = min(n % 5, 3)",
        "g = popcount(n % 8)",
        "g = n if n < 10 else n // 2",
        "g = max(2*n, 3*n-20)",
        "g = min(n//2, (n+3)//2)",
        "g = -n+2*n",
    ];
    let mut lines = 0;
    for text in claims {
        let claim = read(text);
        let Some(Line { from, period, saltus }) = repetition(&claim) else { continue };
        for n in from..from + 3 * period + 200 {
            assert_eq!(value(&claim, n + period), value(&claim, n) + saltus, "{text} at {n}");
        }
        lines += 1;
    }
    // n*n is no line
    assert_eq!(lines, claims.len() - 1);
    for text in [
        "g = isqrt(n)", "P: n in fibs", "P: n in 1..", "g = bits(n)", "g = n if n % 2 = 0 else 0",
        "P: exists k: n = 2*k",
    ] {
        assert_eq!(repetition(&read(text)), None, "{text}");
    }
}
