//! Variants that must be recognised, and near misses that must not.

use std::collections::BTreeSet;
use std::time::Duration;

use grundy_core::testing::{Random, within};
use grundy_sequence::code::{Code, Digit, Modifier};

use super::{Family, recognise};
use crate::rule::ir::{Expr, Function, Item, Set};
use crate::rule::reading::rule;
use crate::rule::spell;
use crate::rule::testing::plain_options;

/// A short spelling of a family.
fn show(family: &Family) -> String {
    match family {
        Family::Subtraction(set) => format!("take[{}]", show_set(set)),
        Family::Code(code) => show_code(code),
        Family::InitialSegment(h) => format!("segment {}", show_expr(h)),
        Family::AtMostSlow(h) => format!("slow {}", spell::expr(h, &["n".to_owned()])),
        Family::Wythoff { k } => format!("wythoff {k}"),
        Family::Limited { factor } => format!("limited {factor}"),
        Family::Product(all) => all.iter().map(show).collect::<Vec<_>>().join(" x "),
        other => format!("{other:?}"),
    }
}

fn show_set(set: &Set) -> String {
    let items: Vec<String> = set
        .items
        .iter()
        .map(|item| match item {
            Item::One(e) => show_expr(e),
            Item::Range { from, to, step } => {
                let to = to.as_ref().map(show_expr).unwrap_or_default();
                let step = if *step == Expr::Constant(1.into()) {
                    String::new()
                } else {
                    format!(" step {}", show_expr(step))
                };
                format!("{}..{to}{step}", show_expr(from))
            }
            Item::Powers(b) => format!("powers({})", show_expr(b)),
            Item::Nested(inner) => format!("({})", show_set(inner)),
            other => format!("{other:?}").to_lowercase(),
        })
        .collect();
    let except: String = set.except.iter().map(|s| format!(" except {}", show_set(s))).collect();
    items.join(",") + &except
}

fn show_expr(e: &Expr) -> String {
    match e {
        Expr::Constant(c) => c.to_string(),
        Expr::Variable(_) => "n".to_owned(),
        Expr::Negative(a) => format!("-{}", show_expr(a)),
        Expr::Binary(op, a, b) => format!("({} {op:?} {})", show_expr(a), show_expr(b)),
        Expr::Call(Function::Min, all) => format!("min({})", all.iter().map(show_expr).collect::<Vec<_>>().join(",")),
        Expr::Call(f, all) => format!("{f:?}({})", all.iter().map(show_expr).collect::<Vec<_>>().join(",")),
    }
}

fn show_code(code: &Code) -> String {
    let digit = |d: &Digit| {
        let value: u32 = d.counts.iter().map(|c| 1 << c).sum();
        let sign = match d.modifier {
            Modifier::Any => "",
            Modifier::Unequal => "!",
            Modifier::NotAllEqual => "?",
            Modifier::Equal => "=",
        };
        format!("{value:X}{sign}")
    };
    let repeating: String = code.repeating.iter().map(digit).collect();
    let repeating = if repeating.is_empty() { repeating } else { format!("[{repeating}]") };
    format!("{}.{}{repeating}", digit(&code.zero), code.digits.iter().map(digit).collect::<String>())
}

fn family(text: &str) -> String {
    recognise(&rule(text)).as_ref().map_or("none".to_owned(), show)
}

/// All of these are the family, and the rule is never refuted as a game.
fn are(wanted: &str, texts: &[&str]) {
    let wrong: Vec<String> =
        texts.iter().map(|t| (t, family(t))).filter(|(_, f)| f != wanted).map(|(t, f)| format!("{t}: {f}")).collect();
    assert!(wrong.is_empty(), "not {wanted}:\n{}", wrong.join("\n"));
}

/// None of these is the family.
fn are_not(unwanted: &str, texts: &[&str]) {
    let wrong: Vec<&&str> = texts.iter().filter(|t| family(t) == unwanted).collect();
    assert!(wrong.is_empty(), "must not be {unwanted}:\n{wrong:?}");
}

#[test]
fn subtraction_of_a_finite_set() {
    are(
        "take[1,3..4]",
        &[
            "{n -> n-k for k in {1,3,4}}",
            "{n -> n-1 | n-3 | n-4}",
            "{n -> n-4; n-1; n-3}",
            "{x -> x-j for j in {4,3,1}}",
            "{n -> n-k for k in {1,3,1,4,4}}",
            "{n -> n-k for k in {1,3..4}}",
            "{n -> n-k for k in 1..4 except 2}",
            "{n -> n-k for k in 1..4 if k != 2}",
            "{n -> n-k for k in 1..9 except {2,5..9}}",
            "{n -> n-k for k in {1,3,4} if k <= n}",
            "{n -> n-k for k in {1,3,4} if n > 0}",
            "{n -> n-k for k in {1,3,4} if n >= 1 and k >= 1}",
            "{n -> n-k for k in {1,3,4} if 0 = 0}",
            "{n -> n-k for k in {1,3,4} if n >= k or n = 7}",
            "{n -> n-1 for k in {1}; n-k for k in 3..4}",
            "{n -> n-1-k for k in {0,2,3}}",
            "{n -> n+1-k for k in {2,4,5}}",
            "{n -> m for m in {n-1,n-3,n-4}}",
            "{n -> m for m in 0..n-1 if n-m in {1,3,4}}",
            "{n -> m for m in 0..n-1 if m = n-1 or m = n-3 or m = n-4}",
            "{n -> n-k for k in 1.. if k in {1,3,4}}",
            "{n -> n-k for k in 1.. if not (k = 2 or k > 4)}",
            "{n -> n-1 if n < 10; n-1 if n >= 10; n-3; n-4}",
            "{n -> n-k for k in {1,3}; n-k for k in {3,4} if n != 3; n-3}",
            "{n -> n-1 | n-3 | n-4 | n-4 if n > 5; n-1 | n-3 | n-4 if n <= 5}",
            "{n -> n-k & 0 for k in {1,3,4}}",
            "{n -> n-k*k+k-1 for k in {2}; n-2*k-1 for k in 1..1; n-1; n-2*2}",
            "{n -> n-min(k,4) for k in {1,3,4,9}}",
        ],
    );
    are_not(
        "take[1,3..4]",
        &[
            "{n -> n-k for k in {1,3}}",
            "{n -> n-k for k in {1,3,4,5}}",
            "{n -> n-k for k in {1,2,3,4}}",
            "{n -> n-k for k in {2,3,4}}",
            "{n -> n-k for k in {1,3,4} if k < n}",
            "{n -> n-k for k in {1,3,4} if n != 7}",
            "{n -> n-k for k in {1,3,4} if n != 1}",
            "{n -> n-k for k in {1,3,4} if n > 1}",
            "{n -> n-k for k in {1,3,4}; n-2 if n = 100}",
            "{n -> n-k for k in {1,3,4}; n-2 if n = 2}",
            "{n -> n-k for k in {1,3,4} if n < 1000000}",
            "{n -> n-1 | n-3; n-4 if n % 2 = 0}",
            "{n -> n-1 | n-3; n-4 if n != 4}",
            "{n -> n-1 | n-3; n-4 if n >= 5}",
            "{n -> n-1 | n-4; n-3 if n != 50}",
            "{n -> n-k & 1 for k in {1,3,4} if n > k}",
            "{n -> n-k for k in {1,3,4}; 0 if n > 0}",
            "{n -> n-k for k in {1,3,4}; 0 if n = 5}",
            "{n -> n-k for k in {1,3,4} if k <= n//2}",
            "{n -> n-k for k in {1,3,4} if n-k != 2}",
            "{n -> n-k for k in {1,3,4}; n//2 if n > 9}",
            "{n -> n-k for k in {1,3,4}; n & 0}",
        ],
    );
}

#[test]
fn subtraction_of_other_sets() {
    are(
        "take[1..]",
        &[
            "{n -> n-k for k in 1..}",
            "{n -> n-k for k in 1..n}",
            "{n -> a for a in 0..n-1}",
            "{n -> a for a in 0.. if a < n}",
            "{n -> n-k for k in 1..n//2; n-k for k in n//2+1..n}",
            "{n -> n-k for k in odds; n-k for k in evens}",
            "{n -> n-k for k in 1..7; n-k for k in 8..}",
            "{n -> n-k for k in 0..n if k != 0}",
            "{n -> n-k for k in 1.. if k <= n and n > 0}",
            "{n -> n-k for k in 1..2*n}",
            "{n -> n-k for k in {1,2,3..}}",
            "{n -> a for a in 0..max(n-1,-1)}",
            "{n -> n-k for k in 1..min(n,2*n)}",
            "{n -> n-k for k in -5.. if k > 0}",
            "{n -> n-k for k in 1.. step 3; n-k for k in 2.. step 3; n-k for k in 3.. step 3}",
            "{n -> n-k for k in 1..n if n % 3 = 0; n-k for k in 1..n if n % 3 != 0}",
            "{n -> n-k for k in 1..n step 1}",
            "{n -> 0 if n > 0; a for a in 1..n-1}",
            "{n -> 0 for k in 1..n; a for a in 1..n-1}",
            "{n -> n-abs(k) for k in -3..n if k != 0}",
            "{n -> n-k for k in 1..n if k in primes; n-k for k in 1..n if k not in primes}",
        ],
    );
    are_not(
        "take[1..]",
        &[
            "{n -> n-k for k in 1..n-1}",
            "{n -> n-k for k in 2..n}",
            "{n -> n-k for k in 1..n if n != 7 or k != 1}",
            "{n -> n-k for k in 1..n//2}",
            "{n -> n-k for k in 1..n//2; n-k for k in n//2+2..n}",
            "{n -> n-k for k in 1..1000}",
            "{n -> n-k for k in 1.. if k != 20}",
            "{n -> a for a in 1..n-1}",
            "{n -> n-k for k in odds}",
            "{n -> n-k for k in 1.. if n % 2 = 0}",
            "{n -> n-k for k in 1.. if n <= 1000}",
            "{n -> n-k for k in 1..; n+1-1 & 1 if n = 3}",
            "{n -> n-k for k in 1..; 1 & 1 if n = 3}",
            "{n -> n-k for k in 1.. if n % 3 != 0 or k != n}",
        ],
    );
    are("take[5..]", &["{n -> n-k for k in 5..}", "{n -> a for a in 0..n-5}", "{n -> n-k for k in 1.. if k > 4}"]);
    are(
        "take[1..3]",
        &["{n -> n-k for k in 1..3}", "{n -> n-k for k in 1..min(n,3)}", "{n -> a for a in max(0,n-3)..n-1}"],
    );
    are("take[odds]", &["{n -> n-k for k in odds}", "{n -> n-k for k in 1.. step 2}", "{n -> n-2*k-1 for k in 0..}"]);
    are("take[odds]", &["{n -> n-k for k in 1.. if k % 2 = 1}", "{n -> a for a in 0..n-1 if (n-a) % 2 = 1}"]);
    are("take[odds]", &["{n -> n-2*k-1 for k in 0..n//2}", "{n -> a for a in 0..n if a % 2 != n % 2}"]);
    are(
        "take[primes]",
        &["{n -> n-k for k in primes}", "{n -> n-k for k in 2..n if k in primes}", "{n -> n-k for k in {2,3,primes}}"],
    );
    are(
        "take[powers(2)]",
        &[
            "{n -> n-k for k in powers(2)}",
            "{x -> y for y in 0..x if x-y in powers(2)}",
            "{n -> n-k for k in {1,2,powers(2)} if k >= 1}",
        ],
    );
    are("take[squares]", &["{n -> n-k for k in squares}", "{n -> n-k for k in squares if k <= n}"]);
    are("take[fibonacci]", &["{n -> n-k for k in fibs}", "{n -> n-1 | n-2; n-k for k in fibs if k > 2}"]);
    are("take[1..]", &["{n -> n-k for k in primes; n-k for k in 1.. except primes}"]);
    are("take[1..6,12..]", &["{n -> n-k for k in 1.. except 7..11}"]);
    are(
        "take[1.. except primes]",
        &["{n -> n-k for k in 1.. except primes}", "{n -> n-k for k in 1..n if k not in primes}"],
    );
    are("take[primes except 3]", &["{n -> n-k for k in primes except 3}", "{n -> n-k for k in primes if k != 3}"]);
    are_not(
        "take[primes]",
        &[
            "{n -> n-k for k in primes if k < n}",
            "{n -> n-k for k in {1,primes}}",
            "{n -> n-k for k in primes except 7}",
        ],
    );
    are_not(
        "take[powers(2)]",
        &[
            "{n -> n-k for k in powers(2) if k > 1}",
            "{n -> n-k for k in powers(4)}",
            "{n -> n-k for k in {3,powers(2)}}",
        ],
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of rules")]
fn take_and_break_codes() {
    are(
        "4.[3]",
        &[
            "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}",
            "{n -> n-k for k in 1..; a & n-a for a in 1..n-1}",
            "{n -> n-k for k in 1..; a & n-a for a in 1..n//2}",
            "{n -> n-k for k in 1..; n-a & a for a in 1..n-1}",
            "{n -> a & n-a for a in 1..n-1; a for a in 0..n-1}",
            "{n -> a & b for a in 0..n-1 for b in 0..0; a & n-a for a in 1..n//2}",
            "{x -> y & x-y for y in 1..x-1 if 2*y <= x; x-z for z in 1..x}",
            "{n -> n-k for k in 1..; a & n-a for a in 1..n//2; a & n-a for a in n//2+1..n-1}",
            "{n -> n-k & 0 for k in 1..; a & b for a in 1..n for b in 1..n if a+b = n}",
            "{n -> n-k for k in 1..; a & b & 0 for a in 1..n for b in a..n if a+b = n}",
        ],
    );
    are_not(
        "4.[3]",
        &[
            "{n -> n-k for k in 1..; a & n-a for a in 1.. if a < n-a}",
            "{n -> n-k for k in 1..; a & n-a for a in 2..n-1 if a <= n-a}",
            "{n -> n-k for k in 1..n-1; a & n-a for a in 1..n-1}",
            "{n -> n-k for k in 2..; a & n-a for a in 1..n-1}",
            "{n -> n-k for k in 1..; a & n-a for a in 1..n-1 if n != 7}",
            "{n -> n-k for k in 1..; a & n-a for a in 1..n-1; 1 & 1 & 1 if n = 3}",
            "{n -> n-k for k in 1..; a & n-a for a in 1..n//2-1}",
            "{n -> n-k for k in 1..; a & n-a-1 for a in 1..n-1}",
            "{n -> n-k for k in 1..; a & n-a for a in 1..n-1 if a != 5 or n != 10}",
            "{n -> n-k for k in 1..100; a & n-a for a in 1..n-1}",
        ],
    );
    are(
        "4!.0",
        &[
            "{n -> a & n-a for a in 1.. if a < n-a}",
            "{n -> a & n-a for a in 1..n-1 if a != n-a}",
            "{n -> n-a & a for a in 1..(n-1)//2}",
            "{n -> a & n-a for a in 1..n-1 if 2*a < n or 2*a > n}",
            "{m -> b & m-b for b in 1..m-1 if not (b = m-b)}",
            "{n -> a & b for a in 1..n for b in 1..n if a+b = n and a < b}",
            "{n -> a & b for a in 1..n for b in a+1..n if a+b = n}",
        ],
    );
    are_not(
        "4!.0",
        &[
            "{n -> a & n-a for a in 1.. if a <= n-a}",
            "{n -> a & n-a for a in 1.. if a < n-a-1}",
            "{n -> a & n-a for a in 2.. if a < n-a}",
            "{n -> a & n-a for a in 1.. if a < n-a; n-1 if n > 3}",
            "{n -> a & n-a for a in 1.. if a < n-a; 2 & 2 if n = 4}",
            "{n -> a & n-a for a in 1.. if a < n-a and n != 3}",
            "{n -> a & n-a-1 for a in 1.. if a < n-a-1}",
        ],
    );
    are("0.77", &["{n -> a & n-1-a for a in 0..n-1; a & n-2-a for a in 0..n-2}"]);
    are(
        "0.77",
        &[
            "{n -> a & n-k-a for k in 1..2 for a in 0..(n-k)//2}",
            "{n -> n-1 | n-2; a & n-k-a for k in {1,2} for a in 1..n if a <= n-k-a}",
        ],
    );
    are(
        "0.07",
        &["{n -> a & n-2-a for a in 0..n-2}", "{n -> a & n-2-a for a in 0..}", "{n -> n-2; a & n-2-a for a in 1..}"],
    );
    are("0.137", &["{n -> 0 if n in {1,2,3}; n-2; n-3; a & n-3-a for a in 1..}"]);
    are("0.70007", &["{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}"]);
    are("0.7[03]", &["{n -> a & n-1-a for a in 0..n-1; n-k for k in odds}"]);
    are("0.04=", &["{n -> a & a for a in 1.. if 2*a = n-2}", "{n -> n//2-1 & n//2-1 if n >= 4 and n % 2 = 0}"]);
    are("0.2", &["{n -> n-1 if n > 1}"]);
    are("0.[2]", &["{n -> n-k for k in 1..n-1}"]);
    are(
        "8.0",
        &[
            "{n -> a & b & n-a-b for a in 1..n for b in 1..n if a+b < n}",
            "{n -> a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}",
        ],
    );
    are("8!.0", &["{n -> a & b & n-a-b for a in 1.. for b in a+1.. if b < n-a-b}"]);
    are("8?.0", &["{n -> a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b and a < n-a-b}"]);
    are("0.8", &["{n -> a & b & n-1-a-b for a in 1.. for b in a.. if b <= n-1-a-b}"]);
    are_not(
        "0.77",
        &[
            "{n -> a & n-1-a for a in 0..n-1; a & n-2-a for a in 1..n-2}",
            "{n -> a & n-k-a for k in 1..2 for a in 0..n-k if n != 9}",
        ],
    );
    are_not(
        "0.77",
        &["{n -> a & n-k-a for k in 1..2 for a in 0..n-k if a != 3}", "{n -> a & n-k-a for k in 1..3 for a in 0..n-k}"],
    );
    are_not(
        "0.07",
        &[
            "{n -> a & n-2-a for a in 0..n-3}",
            "{n -> a & n-2-a for a in 0..n-2 if n > 2}",
            "{n -> a & n-3-a for a in 0..n-2}",
        ],
    );
}

#[test]
fn wythoff() {
    are(
        "wythoff 1",
        &[
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}",
            "{(x,y) -> (x-k,y-k) for k in 1..; (x,y-k) for k in 1..; (x-k,y) for k in 1..}",
            "{(a,b) -> (c,b) for c in 0..a-1; (a,c) for c in 0..b-1; (a-k,b-k) for k in 1..min(a,b)}",
            "{(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if k <= a or k <= b}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if a+b > 0}",
            "{(a,b) -> (a-i,b-j) for i in 0.. for j in 0.. if i+j > 0 if i = 0 or j = 0 or i = j}",
            "{(a,b) -> (a-i,b-j) for i in 1.. for j in 1.. if i = j; (a-k,b) | (a,b-k) for k in 1..}",
            "{(a,b) -> (a-i,b-j) for i in 1.. for j in i..i; (a-k,b) | (a,b-k) for k in 1..a+b}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-k) for k in 1..5; (a-k,b-k) for k in 6..}",
            "{(a,b) -> (c,d) for c in 0..a for d in 0..b if c+d < a+b and a-c = b-d; (a-k,b) | (a,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b-k) for k in odds; (a-k,b-k) for k in evens; (a-k,b) | (a,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if a <= b; (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if a > b}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) | (a,b-k) for k in 1..}",
            "{(b,a) -> (b-k,a) | (b,a-k) | (b-k,a-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-k) for k in 1.. if k <= a and k <= b and a >= 1}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 1}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a+1-k,b+1-k) for k in 2..a+b+1}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..max(a,b); (a-k,b-k) for k in 1..max(a,b)}",
            "{(a,b) -> (0,b) if a > 0; (c,b) for c in 1..a-1; (a,b-k) for k in 1..; (a-k,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) for k in 1..; (a,b-k) for k in 1..; (a-k,b-k) for k in 1..(a+b)//2}",
        ],
    );
    are_not(
        "wythoff 1",
        &[
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a-k,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 2..}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-k) for k in 2..}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-k) for k in 1..100}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-k) for k in 1.. if k < a}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-k) for k in 1.. if k < a or k < b}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-k) for k in 1.. if a != b}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-k,b-2*k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2)}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-2,b-1) if a = 9 and b = 9}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if a != 7}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if a > 0}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if a+b != 2}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in odds}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (b-k,a-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..a}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..min(a,b)}",
            "{(a,b) -> (a-k,b) for k in 1..; (a,b-k) | (a-k,b-k) for k in 1.. if k != 12}",
            "{(a,b) -> (a-i,b-j) for i in 0.. for j in 0.. if i+j > 0}",
        ],
    );
    are(
        "wythoff 2",
        &[
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if i-j < 2 and j-i < 2}",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) | (a-k-1,b-k) | (a-k,b-k-1) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in max(1,i-1)..i+1}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) <= 1}",
        ],
    );
    are(
        "wythoff 3",
        &["{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 3}"],
    );
    are_not(
        "wythoff 2",
        &[
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 3}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if i-j < 2 and j-i < 3}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if i-j in {1,-1}}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 0.. if abs(i-j) < 2 and i > 2}",
        ],
    );
}

#[test]
fn quotients_by_any_number() {
    let family = |least: u64, less: u64, up: bool| Some(Family::Quotients { least, less, up });
    let cases = [
        ("{n -> n//k for k in 2..}", family(2, 0, false)),
        ("{n -> n//k for k in 3..n}", family(3, 0, false)),
        ("{n -> n//k for k in 2..n-4}", family(2, 4, false)),
        ("{n -> n//k for k in 2..n if n > 1}", family(2, 0, false)),
        ("{n -> n//k for k in 2..n-1 if n >= 3 and n != 2}", family(2, 1, false)),
        ("{n -> (n+k-1)//k for k in 2..n}", family(2, 0, true)),
        ("{n -> (n-1+k)//k for k in 5..}", family(5, 0, true)),
        ("{n -> (n-1)//k+1 for k in 2..n-3}", family(2, 3, true)),
        ("{n -> 1+(n-1)//k for k in 2..n}", family(2, 0, true)),
        ("{n -> n//k for k in 1..n}", None),
        ("{n -> n//k for k in 2..n if n > 2}", None),
        ("{n -> n//k for k in 2..n if n != 7}", None),
        ("{n -> n//k for k in 2..n//2}", None),
        ("{n -> n//k for k in 2..n+1}", None),
        ("{n -> n//k for k in 2..n step 2}", None),
        ("{n -> n//k for k in 2..n; n-1}", None),
        ("{n -> (n+k)//k for k in 2..n}", None),
        ("{n -> n//k & n//k for k in 2..n}", None),
        ("{n -> (n+1)//k for k in 2..n}", None),
    ];
    for (text, expected) in cases {
        let read = rule(text);
        let found = recognise(&read);
        assert_eq!(found, expected, "{text}");
        let Some(spelt) = found.as_ref().and_then(super::rule_of) else { continue };
        for n in 0..60 {
            assert_eq!(plain_options(&read, &[n]).ok(), plain_options(&spelt, &[n]).ok(), "{text} at {n}");
        }
    }
}

#[test]
fn divisors_and_coprime() {
    are("LeaveDivisor", &["{n -> d for d in divisors(n) if d < n}", "{n -> d for d in 1..n-1 if d divides n}"]);
    are(
        "AllDivisors",
        &[
            "{n -> n-k for k in divisors(n)}",
            "{n -> n-k for k in 1..n if k divides n}",
            "{n -> n-k for k in 1..n if n % k = 0}",
            "{n -> n-k for k in 1.. if n % k = 0}",
            "{n -> 0 if n > 0; n-d for d in divisors(n) if d < n}",
            "{n -> n-k for k in 1..n if (n-k) % k = 0}",
            "{n -> a for a in 0..n-1 if n-a divides n}",
            "{n -> n-k for k in divisors(n) if n > 0 and k >= 1}",
            "{n -> n-k for k in 1..n//2 if k divides n; n-k for k in n//2+1..n if k divides n}",
        ],
    );
    are("ProperDivisors", &["{n -> n-k for k in divisors(n) if k < n}", "{n -> n-k for k in divisors(n) except n}"]);
    are("ProperDivisors", &["{n -> n-k for k in 1..n-1 if n % k = 0}", "{n -> n-k for k in 1..n//2 if k divides n}"]);
    are(
        "InnerDivisors",
        &["{n -> n-k for k in divisors(n) if 1 < k and k < n}", "{n -> n-k for k in 2..n-1 if n%k = 0}"],
    );
    are(
        "InnerDivisors",
        &["{n -> n-k for k in divisors(n) except {1,n}}", "{n -> n-k for k in 2..n//2 if k divides n}"],
    );
    are("Coprime", &["{n -> n-k for k in 1..n if gcd(k,n) = 1}", "{n -> n-k for k in 1.. if gcd(n,n-k) = 1}"]);
    are(
        "Coprime",
        &["{n -> a for a in 0..n-1 if gcd(a,n) = 1}", "{n -> 0 if n = 1; n-k for k in 1..n-1 if 1 = gcd(k,n)}"],
    );
    for (unwanted, text) in [
        ("AllDivisors", "{n -> n-k for k in divisors(n) if k > 1}"),
        ("LeaveDivisor", "{n -> d for d in divisors(n) if 1 < d and d < n}"),
        ("LeaveDivisor", "{n -> d for d in 1..n//3 if n % d = 0}"),
        ("LeaveDivisor", "{n -> d for d in divisors(n) if d < n; 0 if n = 1}"),
        ("AllDivisors", "{n -> n-k for k in divisors(n+1)}"),
        ("AllDivisors", "{n -> n-k for k in divisors(n) if n != 12}"),
        ("AllDivisors", "{n -> n-k for k in divisors(n); n-2}"),
        ("AllDivisors", "{n -> n-k for k in 1..n if not (k divides n)}"),
        ("ProperDivisors", "{n -> n-k for k in divisors(n) if 1 < k and k < n}"),
        ("InnerDivisors", "{n -> n-k for k in divisors(n) if 2 < k and k < n}"),
        ("InnerDivisors", "{n -> n-k for k in divisors(n) if 1 < k}"),
        ("ProperDivisors", "{n -> n-k for k in divisors(n) if k < n-1}"),
        ("ProperDivisors", "{n -> n-k for k in divisors(n) if k < n; 0 if n = 1}"),
        ("Coprime", "{n -> n-k for k in 1..n-1 if gcd(k,n) = 1}"),
        ("Coprime", "{n -> n-k for k in 2..n if gcd(k,n) = 1}"),
        ("Coprime", "{n -> n-k for k in 1..n if gcd(k,n) != 1}"),
        ("Coprime", "{n -> n-k for k in 1..n if gcd(k,n+1) = 1}"),
    ] {
        are_not(unwanted, &[text]);
    }
}

#[test]
fn slow_bounds() {
    are(
        "slow isqrt(n)",
        &[
            "{n -> n-k for k in 1..isqrt(n)}",
            "{n -> n-k for k in 1.. if k*k <= n}",
            "{n -> n-k for k in 1..n if k^2 <= n and n > 0}",
            "{n -> n-k for k in 1..isqrt(n) if n >= k^2}",
            "{n -> m for m in n-isqrt(n)..n-1}",
        ],
    );
    are("slow log2(n)", &["{n -> n-k for k in 1..log2(n) if n > 0}", "{n -> n-k for k in 1..log2(n) if n != 0}"]);
    are("slow min(n, bits(n)+2)", &["{n -> n-k for k in 1..bits(n)+2}", "{n -> n-k for k in 1.. if k <= bits(n)+2}"]);
    are("slow isqrt(n-1)", &["{n -> n-k for k in 1..isqrt(n-1) if n > 0}"]);
    for text in [
        // 0 has no logarithm
        "{n -> n-k for k in 1..log2(n)}",
        "{n -> n-k for k in 1..isqrt(n-1)}",
        "{n -> n-k for k in 1..log2(n-1) if n > 0}",
        // it may grow by more, or not for ever
        "{n -> n-k for k in 1..2*isqrt(n)}",
        "{n -> n-k for k in 1..isqrt(n)+bits(n)}",
        "{n -> n-k for k in 1..min(isqrt(n),7)}",
        "{n -> n-k for k in 1..popcount(n)}",
        // not all that are bounded, or more
        "{n -> n-k for k in 2..isqrt(n)}",
        "{n -> n-k for k in 1..isqrt(n) step 2}",
        "{n -> n-k for k in 1..isqrt(n) if n != 9}",
        "{n -> n-k for k in 1..isqrt(n) if n > 1}",
        "{n -> n-k for k in 1..isqrt(n) if k <= n-3*k}",
        "{n -> n-k for k in 1..isqrt(n) except {2}}",
        "{n -> n-k for k in 1..isqrt(n); 0 if n > 0}",
        "{n -> n-2*k for k in 1..isqrt(n)}",
        "{n -> m for m in n-isqrt(n)..n-2}",
        "{n -> m for m in n-isqrt(n)..n-1 if n != 9}",
    ] {
        assert!(!family(text).starts_with("slow"), "{text}: {}", family(text));
    }
}

#[test]
fn halves_and_segments() {
    are(
        "AtMostHalf",
        &["{n -> n-k for k in 1..n//2}", "{n -> n-k for k in 1..n if 2*k <= n}", "{n -> a for a in (n+1)//2..n-1}"],
    );
    are(
        "AtMostHalf",
        &[
            "{n -> n-k for k in 1.. if k <= n//2}",
            "{n -> n-k for k in 1..n if k <= n-k}",
            "{n -> n-k for k in 1..(n+1)//2 if n >= 2*k}",
        ],
    );
    are(
        "AtMostShare { times: 1, plus: 0, over: 3 }",
        &["{n -> n-k for k in 1..n//3}", "{n -> n-k for k in 1..n if 3*k <= n}", "{n -> a for a in n-n//3..n-1}"],
    );
    are(
        "AtMostShare { times: 2, plus: 1, over: 5 }",
        &["{n -> n-k for k in 1..(2*n+1)//5}", "{n -> n-k for k in 1.. if 5*k < 2*n+2}"],
    );
    are_not(
        "AtMostShare { times: 1, plus: 0, over: 3 }",
        &[
            "{n -> n-k for k in 2..n//3}",
            "{n -> n-k for k in 1..(n+1)//3}",
            "{n -> n-k for k in 1..n//3 if n != 9}",
            "{n -> n-k for k in 1..n//3; n-1}",
            "{n -> n-k for k in 1..n//3; 0 if n > 0}",
        ],
    );
    are(
        "Mark",
        &[
            "{n -> n-1; n//2 if n > 0}",
            "{n -> n//2 if n >= 1; n-1}",
            "{n -> n-1 | n//2 if n > 0}",
            "{n -> n-1 if n > 0; n//2 for k in 1..n}",
        ],
    );
    are("Mark", &["{n -> n-1; a for a in 0..n-1 if 2*a = n or 2*a+1 = n}", "{n -> n-1; n-(n+1)//2 if n != 0}"]);
    are_not(
        "Mark",
        &[
            "{n -> n-1; n//2 if n > 1 and n != 4}",
            "{n -> n-1; (n+1)//2 if n > 1}",
            "{n -> n-1; n//3 if n > 0}",
            "{n -> n-1; n//2}",
        ],
    );
    are_not(
        "AtMostHalf",
        &[
            "{n -> n-k for k in 2..n//2}",
            "{n -> n-k for k in 1..n//2-1}",
            "{n -> n-k for k in 1..(n+1)//2}",
            "{n -> n-k for k in 1..n//2 if n != 8}",
        ],
    );
    are(
        "segment min((n Divide 2),(n Subtract 1))",
        &[
            "{n -> n-k for k in (n+1)//2..n if n > 0}",
            "{n -> a for a in 0..n//2 if n > 0}",
            "{n -> n-k for k in 1..n if 2*k >= n}",
            "{n -> n-k for k in 1.. if k >= n-k}",
        ],
    );
    are_not(
        "segment min((n Divide 2),(n Subtract 1))",
        &[
            "{n -> n-k for k in n//2..n if n > 1}",
            "{n -> n-k for k in (n+1)//2..n-1 if n > 0}",
            "{n -> n-k for k in (n+1)//2..n if n > 1}",
            "{n -> n-k for k in (n+1)//2..n if n > 0 and n != 9}",
            "{n -> a for a in 1..n//2 if n > 1}",
        ],
    );
    assert_eq!(family("{n -> a for a in 0..n//3-1}"), "segment ((n Subtract 3) Divide 3)");
    assert_eq!(family("{n -> n//2}"), "none");
    assert_eq!(family("{n -> a for a in 0..n//2}"), "none");
}

#[test]
fn euclid_and_limited() {
    are(
        "Euclid",
        &[
            "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
            "{(x,y) -> (x,y-k*x) for k in 1.. if x > 0; (x-k*y,y) for k in 1.. if y > 0}",
            "{(a,b) -> (a-b*k,b) for k in 1..a//b if b > 0; (a,b-a*k) for k in 1..b//a if a > 0}",
            "{(a,b) -> (a-k,b) for k in 1..a if b > 0 and k % b = 0; (a,b-k) for k in 1..b if a > 0 and k % a = 0}",
            "{(a,b) -> (c,b) for c in 0..a-1 if b > 0 and b divides a-c; (a,d) for d in 0..b-1 if a >= 1 and a divides b-d}",
            "{(a,b) -> (a-k*b,b) for k in 1.. if b != 0; (a,b-k*a) for k in 1.. if a != 0}",
            "{(a,b) -> (a-(k+1)*b,b) for k in 0.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
            "{(a,b) -> (a-k,b) for k in b..a step b if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
        ],
    );
    are(
        "EuclidPositive",
        &[
            "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0 and a-k*b > 0; (a,b-k*a) for k in 1.. if a > 0 and b-k*a > 0}",
            "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0 and k*b < a; (a,b-k*a) for k in 1.. if a > 0 and k*a < b}",
            "{(a,b) -> (a-k*b,b) for k in 1..(a-1)//b if b > 0; (a,b-k*a) for k in 1..(b-1)//a if a > 0}",
        ],
    );
    for unwanted in ["Euclid", "EuclidPositive"] {
        are_not(
            unwanted,
            &[
                "{(a,b) -> (a-k*b,b) for k in 2.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
                "{(a,b) -> (a-k*b,b) for k in 1..3 if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
                "{(a,b) -> (a-b,b) if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
                "{(a,b) -> (a-k*b,b) for k in 1.. if b > 1; (a,b-k*a) for k in 1.. if a > 0}",
                "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0 and a-k*b > 0; (a,b-k*a) for k in 1.. if a > 0}",
                "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0}",
                "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0 and a != 9; (a,b-k*a) for k in 1.. if a > 0}",
                "{(a,b) -> (a-k*b,b) for k in 1..; (a,b-k*a) for k in 1..}",
            ],
        );
    }
    are("limited 2", &["{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}", "{(n,q) -> (n-j,j+j) for j in 1..n if j <= q}"]);
    are(
        "limited 2",
        &["{(m,l) -> (c,2*(m-c)) for c in 0..m-1 if m-c <= l}", "{(n,q) -> (n-j,2*j) for j in 1..min(n,q)}"],
    );
    are("limited 1", &["{(n,q) -> (n-j,j) for j in 1..q}"]);
    are("limited 3", &["{(n,q) -> (n-j,3*j) for j in 1..q}"]);
    are_not(
        "limited 2",
        &[
            "{(n,q) -> (n-j,2*j) for j in 1..q-1}",
            "{(n,q) -> (n-j,2*j+1) for j in 1..q}",
            "{(n,q) -> (n-j,2*j) for j in 1..q if j < n}",
        ],
    );
    are_not(
        "limited 2",
        &[
            "{(n,q) -> (n-j,2*j) for j in 2..q}",
            "{(n,q) -> (n-j,2*j-1) for j in 1..q}",
            "{(n,q) -> (n-j,2*j) for j in 1..q; (0,0) if n = 5}",
        ],
    );
}

#[test]
fn products() {
    are(
        "take[1..] x take[1..]",
        &["{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}", "{(a,b) -> (c,b) for c in 0..a-1; (a,c) for c in 0..b-1}"],
    );
    are("take[1..3] x take[odds]", &["{(a,b) -> (a-k,b) for k in 1..3; (a,b-k) for k in odds}"]);
    are("take[1..] x take[1..2] x take[]", &["{(a,b,c) -> (a-k,b,c) for k in 1..; (a,b-1,c) | (a,b-2,c)}"]);
    are(
        "none",
        &[
            "{(a,b) -> (a-k,b) for k in 1..b; (a,b-k) for k in 1..}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1.. if a != b}",
        ],
    );
    are(
        "none",
        &[
            "{(a,b,c) -> (a-k,b,c) for k in 1.. if b = c; (a,b-1,c)}",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (0,0) if a = 3 and b = 3}",
        ],
    );
    are("none", &["{(a,b) -> (a-k,b) | (b,a-k) for k in 1..}", "{(a,b,c) -> (a-k,b,c) for k in 1.. if b % 2 = 0}"]);
}

#[test]
fn what_may_fail_is_no_family() {
    are("none", &["{n -> n-k for k in 1.. if n % (k-1) >= 0}", "{n -> n-k for k in 1.. if log2(n-1) >= 0}"]);
    are("none", &["{n -> n-k for k in 1..; n-1 if n // (n-5) = 7}"]);
}

#[test]
fn recognition_is_quick() {
    let texts = [
        "{n -> n-k for k in {1,3,4}}",
        "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}",
        "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}",
        "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
        "{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}",
        "{n -> n//d for d in 2..6 if n > 0}",
        "{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}",
        "{n -> n-k for k in {1,4,9,16,25,36,49,64,81,100,121,144,169,196,225,256,289,324,361,400}}",
        "{n -> n-k for k in 1..500 if k % 23 in {1,2,5,7,11}}",
    ];
    for text in texts {
        let rule = rule(text);
        let family = within(Duration::from_millis(200), text, || recognise(&rule));
        println!("{text} {}", family.as_ref().map_or("none".to_owned(), show));
    }
}

/// What is recognised has, position by position, the options of the rule: checked by a plain evaluator.
#[test]
fn recognised_families_agree_with_evaluation() {
    use crate::rule::testing::plain_options;
    let mut random = Random::new(77);
    let mut below = |n: usize| random.index(n);
    let parts = ["n-k", "n-k", "n-k", "n-k", "n-k & 0", "a & n-k-a", "k & n-k", "n//2", "n-1", "k-1", "n-2*k+1", "0"];
    let sets = [
        "1..", "1..n", "1..n", "odds", "primes", "{1,3}", "1..n//2", "2..n step 2", "divisors(n)", "evens",
        "powers(2)", "{2}",
    ];
    let guards = [
        "", "", " if k <= n", " if n > 0", " if k < n", " if gcd(k,n) = 1", " if k divides n", " if n != 4",
        " if 2*k <= n", " if n % 2 = 0", " if n % 2 = 1",
    ];
    let mut recognised = 0;
    for _ in 0..3000 {
        let one = |below: &mut dyn FnMut(usize) -> usize| {
            let part = parts[below(parts.len())];
            let inner = if part.contains('a') { " for a in 1..n" } else { "" };
            let order = if part.contains('a') && below(2) == 0 { " if a <= n-k-a" } else { "" };
            format!("{part} for k in {}{inner}{}{order}", sets[below(sets.len())], guards[below(guards.len())])
        };
        let all: Vec<String> = (0..1 + below(3)).map(|_| one(&mut below)).collect();
        let text = format!("{{n -> {}}}", all.join("; "));
        let read = rule(&text);
        let Some(family) = recognise(&read) else { continue };
        recognised += 1;
        let spelt = super::rule_of(&family).unwrap();
        for n in 0..24 {
            let options = |r| {
                let left = |option: Vec<(bool, Vec<u64>)>| {
                    let mut parts: Vec<u64> = option.into_iter().flat_map(|p| p.1).filter(|&x| x > 0).collect();
                    parts.sort_unstable();
                    parts
                };
                plain_options(r, &[n]).unwrap().into_iter().map(left).collect::<BTreeSet<_>>()
            };
            assert_eq!(options(&read), options(&spelt), "{text} at {n}: {}", show(&family));
        }
    }
    assert!(recognised > 300, "{recognised}");
    println!("{recognised} recognised");
}

/// Huge numbers, many pieces and deep nesting end in bounded time without a panic.
#[test]
fn hostile_rules_end() {
    let m = i64::MAX;
    let many: Vec<String> = (1..3000).map(|k| format!("n-{}", 3 * k)).collect();
    // nothing deeper is read
    let deep = format!("{{n -> n-1{}}}", "-1".repeat(190));
    let wide = format!("{{n -> n-k for k in 1.. if {}}}", ["k != 3 and k != n-5"; 12].join(" or "));
    let texts = [
        format!("{{n -> {}}}", many.join(" | ")),
        format!("{{n -> {}; n-k for k in 1..}}", many.join(" | ")),
        deep,
        wide,
        format!("{{n -> n-k for k in 1..{m}}}"),
        format!("{{n -> a & n-k-a for k in 1..{m} for a in 1..n}}"),
        format!("{{n -> n-k for k in {m}..}}"),
        format!("{{n -> n-{m}*k+{m} for k in -{m}..{m}}}"),
        format!("{{n -> n-k for k in 1..n step {m}}}"),
        format!("{{n -> a for a in 0..({m}*n-{m})//{m}}}"),
        format!("{{n -> n-k for k in 1.. if k % {m} = 1 and n % 9223372036854775783 = 2}}"),
        "{n -> a & b & c & n-a-b-c for a in 0..n for b in 0..n for c in 0..n if a+b+c < n or a = b or b = c}".to_owned(),
        "{(a,b) -> (a*b-k,b*a) for k in 1..a*b*a if a*a*b > b*b}".to_owned(),
        "{n -> min(k,n-k,2*k,3) for k in 1.. if max(k,n,7-k) > abs(k-n) and min(n,k) in {1,3,5..}}".to_owned(),
        "{n -> n-k^k for k in 1..3; n-2^k for k in 0..70}".to_owned(),
        "{(a,b,c,d) -> (a-i,b-j,c-k,d-l) for i in 0.. for j in 0.. for k in 0.. for l in 0.. if i+j+k+l > 0 and i*j = k*l}".to_owned(),
    ];
    for text in &texts {
        let read = rule(text);
        let short: String = text.chars().take(60).collect();
        let (family, _) =
            within(Duration::from_secs(5), &short, || (recognise(&read), crate::rule::measure::termination(&read)));
        println!("{short} {}", family.is_some());
    }
}
