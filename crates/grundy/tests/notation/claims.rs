//! Claims: what is printed reads as itself, and faults have their places.

use proptest::prelude::*;

use super::reader;
use grundy_notation::claim::{Claim, Value};
use grundy_notation::testing::Generator;

fn names() -> Vec<String> {
    ["a", "b"].map(str::to_owned).to_vec()
}

proptest! {
    #[test]
    fn printed_claims_read_as_themselves(seed in any::<u64>()) {
        let claim = Generator::new(seed).claim(&names());
        let text = claim.to_string();
        let read = reader().claim(&text, &names());
        prop_assert!(read.is_ok(), "{text}: {read:?}");
        prop_assert_eq!(read.unwrap().to_string(), text);
    }
}

#[test]
fn claims_print_as_they_are_written() {
    let claims = [
        "P: a%7 in {0,2}",
        "P: xor(a,b) = 0",
        "P: min(a,b) = floor(phi*abs(a-b))",
        "P: lowfib(a) > b",
        "P: lowschwenk(a,3) > b",
        "P: exists k: a = 3*k and b = 5*k",
        "P: (exists k, l: a = 3*k+l) and not (forall k: k < a or b < k)",
        "g = a%4",
        "g = a+1 if a%4 = 3 else a-1 if a%4 = 0 and a > 0 else a",
        "g = bits(a)",
        "period 12 from 71",
        "period 4 from 0 saltus 2",
        "P: a = floor((sqrt(5)+1)*b//2)",
        "P => a%2 = 0",
        "a < b => N",
        "P and a > 0 => b > 0",
        "P and (a > 0 or b > 2) => N and b > 0 and a > 0",
        "g <= 9",
        "g = g%8",
        "g = min(g,a+b)",
        "P",
        "N => N",
        "P => exists g: a = 2*g",
        "a > 20 => g > 0 and g%2 = 1",
        "exists k: g = 2*k => a = 0",
        "g = 0 or g = b",
    ];
    for text in claims {
        let claim = reader().claim(text, &names()).unwrap_or_else(|d| panic!("{text}: {d}"));
        assert_eq!(claim.to_string(), text);
    }
    let read = reader().claim("P:a=b", &names()).unwrap();
    assert_eq!(read.to_string(), "P: a = b");
    assert!(matches!(read, Claim::Previous(_)));
    let nested = reader().claim("g = 1 if a = 0 else 2 if b = 0 else 3", &names()).unwrap();
    let Claim::Value(Value { otherwise: Some((_, rest)), .. }) = nested else { panic!("cases") };
    assert!(rest.otherwise.is_some());
}

#[test]
fn rules_know_nothing_of_claims() {
    for text in ["{n -> floor(phi*n) if n > 0}(3)", "{n -> n-1 if exists k: k < n}(3)", "{n -> lowfib(n)}(3)"] {
        let fault = reader().query(text).expect_err(text);
        assert!(fault.message.contains("claims"), "{text}: {fault}");
    }
}

#[test]
fn subjects_are_games_or_positions() {
    let read = |text: &str| reader().subject(text).map(|s| s.to_string());
    assert_eq!(read("misere nim( a,b )").unwrap(), "misere nim(a, b)");
    assert_eq!(read("let t = take[1..3]; t").unwrap(), "let t = take[1..3]; t");
    assert_eq!(read("kayles(a)+nim(b)").unwrap(), "kayles(a) + nim(b)");
    let fault = read("nim(a,b").unwrap_err();
    assert!(fault.span.is_some_and(|s| s.start >= 7), "{fault}");
}
