//! Rules and what they leave, one for each construct.

use super::*;
use crate::nimbers::testing::meter;

fn moves(rule: &str, place: &[u64]) -> Option<Vec<Vec<Vec<u64>>>> {
    let rule = Rule::read(rule).unwrap_or_else(|expected| panic!("{rule}: expected {expected}"));
    rule.moves(&place.to_vec(), &mut meter()).ok()
}

/// The heaps that single parts leave.
fn heaps(rule: &str, n: u64) -> Option<Vec<u64>> {
    moves(rule, &[n]).map(|moves| moves.into_iter().map(|left| left[0][0]).collect())
}

#[test]
fn members_are_those_of_the_notation() {
    for (set, n, expected) in [
        ("{1, 3, 4}", 10, &[1, 3, 4][..]),
        ("{}", 10, &[]),
        ("{1..}", 4, &[1, 2, 3, 4]),
        ("{2..n-1}", 6, &[2, 3, 4, 5]),
        ("{3..1}", 6, &[]),
        ("{1..9 step 4}", 9, &[1, 5, 9]),
        ("{0-3..9 step 5}", 9, &[2, 7]),
        ("{1..} except {2..4}", 6, &[1, 5, 6]),
        ("{1..} except {2} except {4..}", 6, &[1, 3]),
        ("{{1..} except {2}, 2..3} except {3}", 4, &[1, 2, 4]),
        ("{powers(3)}", 40, &[1, 3, 9, 27]),
        ("{powers(1)}", 40, &[1]),
        ("{powers(0)}", 40, &[1]),
        ("{squares}", 36, &[1, 4, 9, 16, 25, 36]),
        ("{fibs}", 34, &[1, 2, 3, 5, 8, 13, 21, 34]),
        ("{primes}", 23, &[2, 3, 5, 7, 11, 13, 17, 19, 23]),
        ("{odds}", 7, &[1, 3, 5, 7]),
        ("{evens}", 7, &[2, 4, 6]),
        ("{evens}", 8, &[2, 4, 6, 8]),
        ("{divisors(36)}", 36, &[1, 2, 3, 4, 6, 9, 12, 18, 36]),
        ("{divisors(0)}", 5, &[]),
        ("{divisors(-6)}", 6, &[1, 2, 3, 6]),
    ] {
        let taken = |found: Vec<u64>| -> Vec<u64> { found.into_iter().rev().map(|left| n - left).collect() };
        assert_eq!(heaps(&format!("{{n -> n-k for k in {set} if k > 0}}"), n).map(taken).unwrap(), expected, "{set}");
        // and behind `in`, within what can be taken
        let text = format!("{{n -> n-k for k in {{1..n}} if k in {set}}}");
        assert_eq!(heaps(&text, n).map(taken).unwrap(), expected, "in {set}");
        let text = format!("{{n -> n-k for k in {{1..n}} if k not in {set}}}");
        let others: Vec<u64> = (1..=n).filter(|k| !expected.contains(k)).collect();
        assert_eq!(heaps(&text, n).map(taken).unwrap(), others, "not in {set}");
    }
}

#[test]
fn expressions_have_the_values_of_the_notation() {
    for (text, value) in [
        ("2+3*4-1", 13),
        ("(2+3)*4", 20),
        ("10-3-2", 5),
        ("7//2*2", 6),
        ("20//2//5", 2),
        ("(-7)//2+9", 5),
        ("7//(-2)+9", 5),
        ("(-7)%2", 1),
        ("7%(-2)", 1),
        ("(-6)//2+9", 6),
        ("2^10", 1024),
        ("(-2)^2", 4),
        ("2*3^2", 18),
        ("0^0", 1),
        ("min(3,1,2)", 1),
        ("max(3,1,2)", 3),
        ("gcd(12,0,-18)", 6),
        ("xor(5,3)", 6),
        ("band(6,3)", 2),
        ("bor(6,3)", 7),
        ("xor(-1,-4)", 3),
        ("isqrt(17)", 4),
        ("log2(9)", 3),
        ("popcount(13)", 3),
        ("abs(-5)", 5),
        ("lowbit(12)", 4),
        ("lowbit(0)", 0),
        ("v2(12)", 2),
        ("bits(8)", 4),
        ("bits(0)", 0),
        ("mex(0,1,3,-2)", 2),
        ("--3", 3),
    ] {
        assert_eq!(heaps(&format!("{{n -> {text}}}"), 5).unwrap(), [value], "{text}");
    }
    // no value, or none that is checked
    for text in ["1//0", "1%0", "log2(0)", "isqrt(-1)", "v2(0)", "popcount(-1)", "bits(-1)", "2^(-1)", "2^127", "2^64"]
    {
        assert_eq!(heaps(&format!("{{n -> {text}}}"), 5), None, "{text}");
        // unless it is excluded, wherever that is said
        assert_eq!(heaps(&format!("{{n -> {text} if n < 3}}"), 5).unwrap(), [0u64; 0], "{text}");
        assert_eq!(heaps(&format!("{{n -> 1 if {text} = 1 and n < 3}}"), 5).unwrap(), [0u64; 0], "{text}");
    }
    assert_eq!(heaps("{n -> n-k for k in {1..n step 0}}", 5), None);
    assert_eq!(heaps("{n -> n-k for k in {powers(-2)}}", 5), None);
}

#[test]
fn conditions_hold_as_the_notation_says() {
    for (condition, holds) in [
        ("n = 5", true),
        ("n != 5", false),
        ("n < 6 and n <= 5 and n > 4 and n >= 5", true),
        ("n = 4 or n = 5", true),
        ("n = 4 or n = 5 and n = 6", false),
        ("(n = 4 or n = 5) and n < 6", true),
        ("not n = 4", true),
        ("not (n = 4 or n = 5)", false),
        ("not not n = 5", true),
        ("2 divides n", false),
        ("5 divides n", true),
        ("0 divides n", false),
        ("0 divides n-n", true),
        ("((n+1)*2) = 12", true),
        ("(n) in {1..5}", true),
        // no end
        ("2*n in {6..}", true),
        ("2*n not in {6..}", false),
        ("2*n in {6..} except {9..}", false),
        ("2*n in {1.. step 3}", true),
        ("n+4 in {{1..} except {9}}", false),
        ("1//0 = 1 or n = 5", true),
        ("n = 5 or 1//0 = 1", true),
        ("n = 4 and 1//0 = 1", false),
    ] {
        let expected: &[u64] = if holds { &[1] } else { &[] };
        assert_eq!(heaps(&format!("{{n -> 1 if {condition}}}"), 5).unwrap(), expected, "{condition}");
    }
    assert_eq!(heaps("{n -> 1 if 1//0 = 1}", 5), None);
    assert_eq!(heaps("{n -> 1 if n = 5 and 1//0 = 1}", 5), None);
    // a condition counts only where a member is left
    assert_eq!(heaps("{n -> n-k for k in {1..0} if 1//0 = 1}", 5), Some(Vec::new()));
    assert_eq!(heaps("{n -> n-k for k in {1..3} if 1//0 = 1 if k > 3}", 5), Some(Vec::new()));
    assert_eq!(heaps("{n -> n-k for k in {1..3} if 1//0 = 1 if k > 2}", 5), None);
}

#[test]
fn ways_leave_what_they_say() {
    let left = |rule: &str, place: &[u64]| moves(rule, place).unwrap();
    assert_eq!(left("{n ->}", &[5]), Vec::<Vec<Vec<u64>>>::new());
    assert_eq!(left("{n -> n-7}", &[5]), Vec::<Vec<Vec<u64>>>::new());
    assert_eq!(left("{n -> nim(0) if n > 1}", &[5]), vec![Vec::<Vec<u64>>::new()]);
    // equal parts cancel
    assert_eq!(left("{n -> a & n-a for a in {1..n-1}}", &[4]), [vec![], vec![vec![1], vec![3]]]);
    assert_eq!(left("{n -> n-1 & n-1 & n-1}", &[4]), [[[3]]]);
    assert_eq!(
        left("{(a,b) -> (a-k,b) for k in {1..} if k < b; (b,a)&(0,a-1)}", &[1, 2]),
        [vec![vec![0, 0], vec![2, 1]], vec![vec![0, 2]]]
    );
    // `1..` ends at the size of the position
    assert_eq!(left("{(a,b) -> (a,b-b) for k in {1..} if k = a+b}", &[3, 4]), [[[3, 0]]]);
    assert_eq!(left("{n -> n-k-j for k in {1..2} for j in {k..2}}", &[5]), [[[1]], [[2]], [[3]]]);
    // one coordinate that is negative suffices
    assert_eq!(left("{(a,b) -> (a-9,1//0)}", &[3, 4]), Vec::<Vec<Vec<u64>>>::new());
    for wrong in [
        "n -> n-1",
        "{n -> n-1",
        "{n n-1}",
        "{n -> n-1;}",
        "{n -> ;}",
        "{(a,b) -> a-1}",
        "{(a,b) -> (a,b,1)}",
        "{(a,a) -> (a,a)}",
        "{n -> m-1}",
        "{n -> n-k for k in {k}}",
        "{n -> n-k for n in {1}}",
        "{n -> n-1 if n}",
        "{n -> n-k for k in 1..3}",
        "{n -> -2^2}",
        "{n -> 2^2^2}",
        "{n -> kayles(n-1)}",
        "{n -> nim(1)}",
        "{n -> n-1} x",
        "{n -> n-1 if n > 1 for k in {1}}",
        "{n -> isqrt(n,n)}",
        "{n -> min()}",
        "{n -> 007}",
        "{n -> n-1 by n}",
        "{min -> 1}",
        "{for -> 1}",
        "{n -> n[1]}",
        "{N -> N-1}",
        "{n -> n - 99999999999999999999}",
    ] {
        assert!(Rule::read(wrong).is_err(), "{wrong}");
    }
    assert!(Rule::read(&format!("{{n -> {}n{}}}", "(".repeat(5000), ")".repeat(5000))).is_err());
    assert!(Rule::read(&format!("{{n -> n if {}n = 1{}}}", "(".repeat(5000), ")".repeat(5000))).is_err());
}
