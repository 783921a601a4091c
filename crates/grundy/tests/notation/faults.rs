//! Malformed texts: where the fault is placed, and what is suggested.

use grundy_core::error::ErrorKind;

use super::{parse_game, parse_query};

/// Text, the part of it that is at fault, and a piece of the suggestion.
const FAULTS: &[(&str, &str, &str)] = &[
    ("kaylse(5)", "kaylse", "kayles"),
    ("wythof(4, 7)", "wythof", "wythoff"),
    ("nim(3,,5)", ",", "number"),
    ("nim(3,", "", "close the `(` with `)`"),
    ("nim(3, 5", "", "close the `(` with `)`"),
    ("take[1,3(5)", "(", "close the `[` with `]`"),
    ("take[1,3)", ")", "close the `[` with `]`"),
    ("nim(3))", ")", "leave it out"),
    ("{n -> n-1(5)", "(", "close the `{` with `}`"),
    ("Nim(3)", "Nim", "nim"),
    ("kayles", "", "kayles(9)"),
    ("kayles 5", "5", "kayles(5)"),
    ("3", "", "*3"),
    ("3kayles(5)", "kayles", "3*kayles"),
    ("nim(3) nim(5)", "nim", "+"),
    ("nim(3) | nim(5)", "|", "+"),
    ("nim(3), nim(5)", ",", "+"),
    ("nim(3) + misere nim(5)", "misere", "misere nim(1)"),
    ("nim(-3)", "-", "0"),
    ("nim(3, 5 + kayles(9)", "+", "close the `(` with `)`"),
    ("nim(3+4)", "+", "work it out"),
    ("nim(2*4)", "*", "work it out"),
    ("nim(kayles(5))", "kayles", "place"),
    ("nim((3))", ")", "leave the inner parentheses out"),
    ("nim(3.5)", "3.5", "commas divide places: `nim(3, 5)`"),
    ("nim(\"5x6)", "\"5x6)", "quotation"),
    ("odds(5)", "odds", "for k in odds"),
    ("xor(5, 3)", "xor", "rules"),
    ("{n -> n-2 if -2^2 < n}(3)", "-2^2", "-(2^2)"),
    ("{n -> n-2 if -n^2 < n}(3)", "-n^2", "-(n^2)"),
    ("{n -> n-1 if n == 3}(3)", "==", "`=`"),
    ("{n -> n/2}(3)", "/", "`//`"),
    ("{n -> n-1 if n > 1 && n < 5}(3)", "&&", "`and`"),
    ("{n -> n-1 if n > 1 || n < 5}(3)", "||", "`or`"),
    ("{n -> n-1 if !n > 1}(3)", "!", "`not`"),
    ("{n -> n-k for k in 1..=3}(3)", "..=", "`..`"),
    ("{n -> n-k for k in 1...3}(3)", "...", "1..3"),
    ("{n -> n-k for k in ..3}(3)", "..", "1..5"),
    ("{n -> n-k for k : 1..3}(3)", ":", "for k in"),
    ("{n => n-1}(3)", "=>", "->"),
    ("{n -> n**2}(3)", "*", "`^`"),
    ("{n -> 2n}(3)", "n", "2*n"),
    ("{n -> n(n-1)}(3)", "(", "n*("),
    ("{n -> m-1}(3)", "m", "n"),
    ("{n -> n-m for k in 1..3}(3)", "m", "n"),
    ("{n -> n-1 if n > lo2(n)}(3)", "lo2", "log2"),
    ("{n -> n-k for k in od}(3)", "od", ""),
    ("{n -> n-k for k in odd}(3)", "odd", "odds"),
    ("{n -> n-k for n in 1..3}(3)", "n", "another name"),
    ("{(a,a) -> (a,a)}(3, 4)", "a", "another name"),
    ("{n -> n-k for k in 1..3 for k in 1..3}(3)", "k", "another name"),
    ("{kayles -> 3}(3)", "kayles", "kayles2"),
    ("{n -> n-odds for odds in 1..3}(3)", "odds", ""),
    ("{n -> n-1 if n > 3 for k in 1..3}(3)", "for", "before the first `if`"),
    ("{n -> n-1 loopy by n}(3)", "by", "before `loopy`"),
    ("{n -> n-1 if exists k: k < n}(3)", "exists", "for"),
    ("{n -> floor(n)}(3)", "floor", "isqrt"),
    ("{n -> isqrt(n,n)}(3)", "isqrt(n,n)", "isqrt(n)"),
    ("{n -> n-k for k in powers}(3)", "powers", "powers(2)"),
    ("{n -> n-k for k in odds(3)}(3)", "odds(3)", "`odds`"),
    ("{n -> n-1 if n}(3)", "}", "k < n"),
    ("{n -> n-1 if n not 3}(3)", "3", "not in"),
    ("{n -> a + n-a for a in 1..}(3)", "a + n-a", "a & n-a"),
    ("{n -> n-a + a for a in 1..}(3)", "n-a + a", "n-a & a"),
    ("{n -> n-1 | a + b + (n-a-b) for a in 1.. for b in 1..}(3)", "a + b + (n-a-b)", "a & b & n-a-b"),
    ("{n -> kayles(n-1) + n-2}(3)", "+", "kayles(n-1) & n-2"),
    ("{n -> n-2 + kayles(n-1)}(3)", "+", "n-2 & kayles(n-1)"),
    ("{n -> n-2 + 0.77(n-1) for k in 1..3}(3)", "+", "n-2 & 0.77(n-1)"),
    ("{n -> n-2 ⊕ 3}(3)", "⊕", "xor(n-2,3)"),
    ("{n -> take[n](n-1)}(3)", "n", "use variables in ()"),
    ("{1,3}(5)", "1", "take"),
    ("{(n) -> n-1}(5)", ")", "{n ->"),
    ("take[](5)", "]", ""),
    ("take[1|3](5)", "|", "commas"),
    ("take[kaylse](5)", "kaylse", "kayles"),
    ("0.7a(5)", "a", "0.7A"),
    ("0.(5)", "(", "0.77"),
    ("0.[](5)", "]", "0.[3]"),
    ("0.[3]7(5)", "7", "last"),
    ("0.{}(5)", "}", "{2,3}"),
    ("graph{a->}(a)", "}", ""),
    ("graph(a)", "(", "graph{"),
    ("let t = kayles; let t = nim; t(5)", "t", "t2"),
    ("let nim = kayles; nim(5)", "nim", "nim2"),
    ("let t[m] = take[1..m]; t(5)", "t", "t[a]"),
    ("let t = u; let u = kayles; t(5)", "u", ""),
    ("let t = kayles(5); t", "(", "parentheses"),
    ("let t = kayles", "", ";"),
    ("let t = kayles;", "", "nim(3, 5, 7)"),
    ("let t[k,k] = kayles; t[1,1](5)", "k", "another name"),
    ("let t[m] = {m -> m-1}; t[1](5)", "m", "another name"),
    ("let t[g] = g[1]; t[kayles](5)", "[", "leave the brackets out"),
    ("", "", "nim(3, 5, 7)"),
    (" # nothing", "", "nim(3, 5, 7)"),
    ("nim(3) \u{7}", "\u{7}", ""),
];

#[test]
fn faults_are_placed_and_mended() {
    let mut wrong = Vec::new();
    for &(text, place, suggestion) in FAULTS {
        let fault = parse_query(text).expect_err(text);
        let span = fault.span.unwrap_or_default();
        let mended = fault.suggestion.as_ref().is_some_and(|s| s.contains(suggestion));
        if fault.kind != ErrorKind::Parse || &text[span.start..span.end] != place || !mended {
            wrong.push(format!("{text}: {fault:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_place_of_a_repeated_name_is_the_second() {
    let fault = parse_query("{n -> n-k for k in 1..3 for k in 1..3}(3)").unwrap_err();
    assert_eq!(fault.span.map(|s| s.start), Some(28));
    let fault = parse_query("nim(3, (2").unwrap_err();
    assert!(fault.message.contains("the `(` at character 8 is still open"), "{fault}");
}

#[test]
fn impossible_numbers_and_codes_have_their_own_kinds() {
    for text in ["take[0](5)", "take[{0,1}](5)", "take[0..3](5)", "take[1,-3](5)", "take[(0..)](5)"] {
        assert_eq!(parse_query(text).map_err(|f| f.kind), Err(ErrorKind::Input), "{text}");
    }
    for text in ["1.7(5)", "{1+}.0(5)", "3!.0(5)", "{0,2+}.0(5)"] {
        assert_eq!(parse_query(text).map_err(|f| f.kind), Err(ErrorKind::Rule), "{text}");
    }
    assert!(parse_query("take[1..0](5)").is_ok());
}

#[test]
fn a_game_is_not_a_position() {
    assert!(parse_game("take[1,3] | 0.77").is_ok());
    let fault = parse_game("kayles(5)").unwrap_err();
    assert!(fault.suggestion.is_some_and(|s| s.ends_with("kayles")));
    assert!(parse_game("").is_err());
}

/// Nothing but the coordinate is named: a move that stays where it is, and no parts that are joined by `+`.
#[test]
fn a_move_that_stays_where_it_is_can_be_read() {
    for text in ["{n -> n-1+1 if n > 5; n-1}(3)", "{n -> n-n+n if n > 0}(0)", "{n -> n-1+1 loopy}(5)"] {
        assert!(parse_query(text).is_ok(), "{text}");
    }
}
