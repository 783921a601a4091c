//! The notation as a whole: reading, printing, faults, limits.

mod claims;
mod faults;
mod respelt;

use std::sync::Arc;
use std::time::Duration;

use grundy::error::{Diagnostic, ErrorKind};
use grundy::game::catalogue::GAMES;
use grundy_core::testing::within;
use grundy_notation::ast::{GameText, Primary, Query};
use grundy_notation::testing::Generator;
use grundy_notation::{Limits, Reader};
use proptest::prelude::*;

fn queries() -> impl Strategy<Value = Query> {
    any::<u64>().prop_map(|seed| Generator::new(seed).query())
}

fn games() -> impl Strategy<Value = GameText> {
    any::<u64>().prop_map(|seed| Generator::new(seed).game_text())
}

fn reader() -> Reader {
    Reader::new(Limits::default(), GAMES)
}

fn parse_query(text: &str) -> Result<Query, Diagnostic> {
    reader().query(text)
}

fn parse_game(text: &str) -> Result<GameText, Diagnostic> {
    reader().game(text)
}

fn round(text: &str) -> String {
    let query = parse_query(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let printed = query.to_string();
    assert_eq!(parse_query(&printed).as_ref(), Ok(&query), "{printed}");
    printed
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_as_itself(query in queries()) {
        let printed = query.to_string();
        let read = parse_query(&printed);
        prop_assert_eq!(read.as_ref(), Ok(&query), "{}", printed);
    }

    #[test]
    fn printed_games_read_as_themselves(game in games()) {
        let printed = game.to_string();
        let read = parse_game(&printed);
        prop_assert_eq!(read.as_ref(), Ok(&game), "{}", printed);
    }

    #[test]
    fn a_reader_that_remembers_reads_the_same(queries in prop::collection::vec(queries(), 1..6)) {
        let mut reader = reader();
        for _ in 0..2 {
            for query in &queries {
                let read = reader.query(&query.to_string());
                prop_assert_eq!(read.as_ref(), Ok(query));
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}") {
        check_faults(&text);
    }

    #[test]
    fn no_soup_of_tokens_makes_the_reader_panic(
        tokens in prop::collection::vec(prop::sample::select(PIECES), 0..40), blanks in any::<bool>()
    ) {
        check_faults(&tokens.join(if blanks { " " } else { "" }));
    }

    #[test]
    fn no_slip_of_the_finger_makes_the_reader_panic(
        query in queries(), at in any::<prop::sample::Index>(), cut in 0usize..4,
        piece in prop::sample::select(PIECES),
    ) {
        let mut characters: Vec<char> = query.to_string().chars().collect();
        let at = at.index(characters.len() + 1);
        let end = (at + cut).min(characters.len());
        characters.splice(at..end, piece.chars());
        check_faults(&characters.into_iter().collect::<String>());
    }
}

const PIECES: &[&str] = &[
    "nim", "kayles", "take", "wythoff", "selective", "let", "t", "n", "k", "odds", "powers", "xor", "mex", "floor",
    "misere", "graph", "for", "in", "if", "by", "loopy", "except", "step", "and", "or", "not", "divides", "times",
    "exists", "(", ")", "[", "]", "{", "}", ",", ";", "+", "-", "*", "//", "%", "^", "|", "&", "->", "→", "..", "=",
    "!=", "<", ">=", "?", ":", "⊕", ".", "/", "==", "&&", "!", "..=", "0", "1", "10", "7_7", "0.77", "4!.0", "0.[3]",
    "{2+}.0", "\"5x6\"", "\"", "#", "\n", "（", "）", "，", "；", "｜", "０", "A", "取", "ｎ", "\u{0}", "é",
    "{n -> n-1}", "for k in 1..",
];

/// Reads the text as a query and as a game: spans lie within it, and what can be read prints as itself.
fn check_faults(text: &str) {
    let query = parse_query(text).map(|query| query.to_string());
    let game = parse_game(text).map(|game| game.to_string());
    if let Ok(printed) = &query {
        assert_eq!(parse_query(printed).map(|q| q.to_string()).as_ref(), Ok(printed));
    }
    if let Ok(printed) = &game {
        assert_eq!(parse_game(printed).map(|g| g.to_string()).as_ref(), Ok(printed));
    }
    for fault in [query.err(), game.err()].into_iter().flatten() {
        let span = fault.span.expect("every fault has a place");
        assert!(text.get(span.start..span.end).is_some(), "{span:?} in {text:?}");
        assert!(!fault.message.is_empty() && fault.suggestion.as_ref().is_some_and(|s| !s.is_empty()), "{fault:?}");
    }
    let _ = reader().definitions(text);
}

#[test]
fn every_example_of_the_manual_prints_as_it_is_written() {
    for text in [
        "take[1..3](21)",
        "take[1,3,4](1000000000000000000)",
        "take[1..3](5) + take[odds](4) + nim(7, 8)",
        "0.77(50) + 0.07(24)",
        "misere nim(1, 2, 3)",
        "take[fibs](100, 27)",
        "take[1.. except 2..4](30)",
        "nim(3, 5, ?)",
        "{n -> n-k for k in (n+1)//2..n if n > 0}(12)",
        "{n -> n-k for k in 1..n//2}(12, 7)",
        "{n -> a & n-a for a in 1.. if a < n-a}(50)",
        "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}(2, 5, 7)",
        "{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}(6)",
        "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}(4, 7)",
        "{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}(5, 8)",
        "{n -> n//d for d in 2..6 if n > 0}(987654321987654321)",
        "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}(25, 7)",
        "{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}(13, 12)",
        "{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k <= a-k; (a,k) & (a,b-k) for k in 1.. if k <= b-k}(4, 6)",
        "{n -> kayles(n-1); n-2}(9)",
        "graph{a->b,c; b->d; c->d}(a, a, b)",
        "turning[\"1-3\"](\"HTTHHT\")",
        "cram(\"5x6\")",
        "nodekayles(\"graph6:DqK\")",
        "let t[m] = {n -> n-k for k in 1..m}; t[3](21) + 2*t[5](40)",
        "geography(\"edges:0-1,1-2,2-0\", start=0)",
        "tartan[twins,twins](\"HT|TH\")",
        "wythoff((4,7), (1,2))",
        "wythoff[3](4, 7)",
        "kotzig[9,{1,2}](0)",
        "northcott((1,6), (3,4))",
        "selective(kayles(5) + nim(2), 3*nim(4), (1,2), *5, (nim(1)))",
        "2*(kayles(5) + 3**5) + *7",
        "4!.0(5) + 0.[3](5) + {2+}.0(5) + 4.[3](2) + {3,5+}.7{0,2+}{2,7}?A=Z(1)",
        "{n -> 0.77(n-1) & take[1..3] | kayles(n-2)}(5)",
        "{n -> n-1 if n in 1..9 step 2 and (n > 3 or not n not in odds) or 3 divides n}(5)",
        "{n -> n-2^-(2^2)-(n-1)-(-n)^2 loopy}(5)",
        "let g = upto[3]; g(kayles(5) + nim(3))",
    ] {
        assert_eq!(round(text), text);
    }
}

#[test]
fn other_spellings_print_canonically() {
    for (text, printed) in [
        ("  nim ( 3,\n5 , 7 ) # Nim", "nim(3, 5, 7)"),
        ("take[1,3,4](10^18) + kayles(1_000)", "take[1,3,4](1000000000000000000) + kayles(1000)"),
        ("10^18*kayles(3)", "1000000000000000000*kayles(3)"),
        ("nim（３，５）＋kayles（７）", "nim(3, 5) + kayles(7)"),
        (
            "｛n → a ＆ n−a for a ∈ 1．． if a ≤ n－a ； n-1 if n ≠ 1 and n ≥ 1｝（9）",
            "{n -> a & n-a for a in 1.. if a <= n-a; n-1 if n != 1 and n >= 1}(9)",
        ),
        ("nim(3) ⊕ nim(5)", "nim(3) + nim(5)"),
        (".77(5) + ０．７７（5）", "0.77(5) + 0.77(5)"),
        ("let 取[m] = take[1..m]; 取[3](5)", "let 取[m] = take[1..m]; 取[3](5)"),
        ("{n -> (n-1)}(5)", "{n -> n-1}(5)"),
        ("{n -> ((n-1)*2)%3 if ((n) > 1) and ((n = 2))}(5)", "{n -> (n-1)*2%3 if n > 1 and n = 2}(5)"),
        ("take[((1..3))](5)", "take[((1..3))](5)"),
        ("take[((3))](5)", "take[3](5)"),
        ("{3, 2,2}.00(5)", "C.00(5)"),
        ("graph{1->02; 2}(1)", "graph{1->2; 2}(1)"),
        ("kayles(00012345678901234567890123)", "kayles(12345678901234567890123)"),
    ] {
        assert_eq!(round(text), printed);
    }
}

/// Reads the text within a second (debug build, busy machine) and gives the result.
fn quickly(text: &str) -> Result<Query, Diagnostic> {
    within(Duration::from_secs(3), &text.chars().take(20).collect::<String>(), || {
        let result = parse_query(text);
        drop(result.clone().map(|query| query.to_string()));
        result
    })
}

#[test]
fn depth_is_bounded() {
    let many = 10_000;
    for (open, middle, close) in [
        ("(", "kayles(5)", ")"),
        ("2*(", "kayles(5)", ")"),
        ("selective(", "kayles(5)", ")"),
        ("selective[", "kayles", "]"),
        ("selective[a=", "kayles", "]"),
        ("selective[{n -> selective[", "kayles", "](n)}]"),
        ("take[(", "1..3", ")]"),
        ("{n -> ", "n", "}"),
    ] {
        let text = format!("{}{middle}{}(5)", open.repeat(many), close.repeat(many));
        assert!(quickly(&text).is_err());
        let text = format!("{}{middle}{}(5)", open.repeat(150), close.repeat(150));
        drop(quickly(&text));
    }
    for (open, middle, close) in [
        ("(", "n", ")"),
        ("-", "n", ""),
        ("- ", "n", ""),
        ("2^", "n", ""),
        ("n+", "n", ""),
        ("n*", "n", ""),
        ("(1+", "n", ")"),
        ("max(1,", "n", ")"),
        ("", "n", "-1"),
        ("", "n", "//1"),
        ("kayles(", "n", ")"),
        ("n if not ", "n = 1", ""),
        ("n if (", "n = 1", ")"),
        ("n if n in (", "1..3", ")"),
        ("kayles(1) + ", "n", ""),
        ("1 + kayles(1) + ", "n", ""),
    ] {
        let text = format!("{{n -> {}{middle}{}}}(5)", open.repeat(many), close.repeat(many));
        assert!(quickly(&text).is_err(), "{open} {close}");
        // Wide and deep at once: a hundred of each.
        let text = format!("{{n -> {}{middle}{}}}(5)", open.repeat(100), close.repeat(100));
        drop(quickly(&text));
    }
    let first = "(".repeat(90) + "n" + &("-1".repeat(90) + ")").repeat(90);
    assert!(quickly(&format!("{{n -> {first}}}(5)")).is_err(), "chains within brackets add up");
}

#[test]
fn lengths_are_bounded() {
    let long = |text: &str| text.repeat((1 << 20) / text.len());
    assert!(quickly(&format!("nim(1{}", long("1"))).is_err());
    assert!(quickly(&format!("nim({})", "1".repeat(11_000))).is_err_and(|f| f.kind == ErrorKind::Input));
    assert!(quickly(&format!("nim({})", "1".repeat(10_000))).is_ok());
    assert!(quickly("nim(10^9999)").is_ok());
    for text in ["nim(10^10000)", "nim(2^1000000000000)", "nim(9^10^9)", "nim(7^99999999999999999999999)"] {
        assert!(quickly(text).is_err(), "{text}");
    }
    assert!(quickly("nim(0^0, 1^99999999999999999999999, 0^7)").is_ok());
    assert!(quickly(&format!("nim({}1)", "10^9999,".repeat(100_000))).is_err());
    assert!(quickly(&format!("nim(1{})", long(",1"))).is_err(), "longer than 1 MiB");
    assert!(quickly(&format!("nim(1{})", ",1".repeat(500_000))).is_ok());
    assert!(quickly(&format!("nim(1){}", "+nim(1)".repeat(140_000))).is_ok());
    for piece in ["(", "{", "[", "\"", "#", "-", "{n->", "(n,", "{(a,", "0.", "{2,", "nim(", "let ", "a|", "取", "（"]
    {
        drop(quickly(&piece.repeat((1 << 20) / piece.len())));
        drop(quickly(&format!("take[{}", piece.repeat(((1 << 20) - 10) / piece.len()))));
        drop(quickly(&format!("{{n -> {}", piece.repeat(((1 << 20) - 10) / piece.len()))));
    }
    let many: String = (0..30_000).map(|i| format!("x{i},")).collect();
    assert!(quickly(&format!("{{({many}x) -> (x,x)}}(1)")).is_err());
    assert!(quickly(&format!("{{n -> n {}}}(1)", "for k in 1..3 ".repeat(50_000))).is_err());
    let lets: String = (0..1001).map(|i| format!("let x{i} = kayles; ")).collect();
    assert!(quickly(&format!("{lets} x1(5)")).is_err());
    let lets: String = (0..1000).map(|i| format!("let x{i} = kayles; ")).collect();
    assert!(quickly(&format!("{lets} x1(5)")).is_ok());
}

#[test]
fn names_stay_in_force_and_games_are_shared() {
    let mut reader = reader();
    assert_eq!(reader.definitions("nim(3)"), Ok(None));
    assert_eq!(reader.definitions("let t = kayles; t(3)"), Ok(None));
    assert!(reader.query("t(3)").is_err());
    assert_eq!(reader.definitions("let t[m] = take[1..m]; let u = t[3];").map(|d| d.map(|d| d.len())), Ok(Some(2)));
    assert!(reader.definitions("let t[m = kayles;").is_err());
    let game = |query: Query| match &query.position.terms[0].primary {
        Primary::Game { game, .. } => Arc::clone(game),
        other => panic!("{other:?}"),
    };
    let first = game(reader.query("t[3] (5)").unwrap());
    let second = game(reader.query("t[3](7) + u(3)").unwrap());
    assert!(Arc::ptr_eq(&first, &second));
    assert!(reader.query("{u -> u-1}(3)").is_err());
    assert!(reader.query("let s = kayles; s(3)").is_ok(), "own definitions are in force in their text");
    assert!(reader.query("s(3)").is_err());
    assert!(reader.definitions("let t = kayles;").is_err(), "a name has one meaning");
    assert!(reader.query("let t = kayles; t(3)").is_err());
    assert!(reader.query("t[3](5)").is_ok());
    let query = reader.query("let v = selective; v(nim(3), nim(4))").unwrap();
    reader.keep(&query.definitions);
    assert!(reader.query("v(nim(3), nim(4))").is_ok());
    assert!(reader.query("nim(3)").is_ok() && reader.query("nim(nim(3))").is_err());
}

#[test]
fn powers_of_what_is_left_are_told() {
    let notes = |text: &str| {
        let mut session = grundy::Session::new();
        session.game(text).unwrap();
        session.heard().notes().to_vec()
    };
    let meant = "two heaps that are left are joined by `&`: `{n -> i & n-i for i in 1..n-1}`";
    assert!(notes("{n -> i^(n-i) for i in 1..n-1}").concat().ends_with(meant));
    for text in [
        "{n -> n-2^k for k in 0..}",
        "{n -> p^k for p in primes for k in 1..3 if p^k < n}",
        "{n -> n-k^2 for k in 1..}",
    ] {
        assert!(!notes(text).concat().contains("joined by"), "{text}");
    }
}
