//! `explain` puts laws to use, says nothing twice, and begins a sum with its columns.

use crate::common::{grundy, json, run};

fn explain(position: &str) -> String {
    let output = run(&mut grundy(&["explain", position]));
    assert!(output.status.success(), "{position}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Each law at one place, with the numbers that a teacher would write.
#[test]
fn laws_are_put_to_use() {
    for (position, words) in [
        ("take[1..6](10^18)", "mod 7 = 1."),
        ("take[1,3,4](10^18)", "mod 7 = 1; the seven values are 0 1 0 1 2 3 2."),
        ("take[1,3,4](20)", "20 mod 7 = 6; the seven values are 0 1 0 1 2 3 2."),
        ("kayles(1000)", "(1000 − 71) mod 12 = 5, so it has the value of 76; the twelve values from 71 on"),
        ("staircase(3,0,5,2)", "Stairs 1 and 3: 3 xor 5 = 6."),
        ("fibonaccinim(12)", "12 = 8 + 3 + 1; the least part, 1, may be taken: at most 11."),
        ("fibonaccinim(8)", "8 = 8 alone; the least part, 8, may not be taken: at most 7."),
        ("moore[2](3,5,6,7)", "  ones       3 3 3\nEvery column has a multiple of 3 ones: a P-position."),
        ("moore[2](3,5,6)", "  ones       2 2 2\nNot every column has a multiple of 3 ones: an N-position."),
        ("welter(1,3,8)", "The mates, each (a xor b) - 1, and the number left over: 1 xor 8 = 9."),
        ("silverdollar(2,5,9)", "The gaps: 2 xor 3 = 1."),
        ("newstone(1,1,4)", "The pile of 4 is left over."),
        ("wythoff(3,6)", "The difference is 3; the P-position with that difference is (4, 7), not this"),
        ("euclid(5,13)", "13 = 2 · 5 + 3, and g(5, 13) = 2; 5 = 1 · 3 + 2, and g(3, 5) = 1;"),
        ("lasker(7)", "7 = 4 · 1 + 3, so it goes with the number above."),
        ("aliquot(24)", "24 = 2^3 · 3, so v2 is 3."),
    ] {
        let text = explain(position);
        assert!(text.contains(words), "{position}: {text}");
    }
}

#[test]
fn the_columns_of_a_sum_stand_first_and_long_lists_are_folded() {
    let text = explain("nim(13,12,8)");
    let columns = text.find("nim(13)  13   1 1 0 1").expect("columns");
    let choice = text.find("its value\nmust change from 13 to 4").expect("choice");
    let law = text.find("g(n) = n").expect("law");
    let mex = text.find("nim(13): mex {0, 1, …, 12} = 13\nnim(12): mex {0, 1, …, 11} = 12\n").expect("mex");
    assert!(columns < choice && choice < law && law < mex, "{text}");
    // short lists are written out
    assert!(explain("kayles(3,5)").contains("kayles(3) has the options\n"));
}

#[test]
fn nothing_is_said_twice() {
    for position in ["kayles(3,5)", "take[1,3,4](9,10) + kayles(4)", "lasker(7,8)", "staircase(1,2,3) + staircase(4,5)"]
    {
        let text = explain(position);
        let mut paragraphs: Vec<&str> = text.split("\n\n").map(str::trim).filter(|p| p.len() > 20).collect();
        let all = paragraphs.len();
        paragraphs.sort_unstable();
        paragraphs.dedup();
        assert_eq!(paragraphs.len(), all, "{position}: {text}");
    }
}

#[test]
fn misere_play_has_its_own_words() {
    // equal heaps stand in the columns
    let text = explain("misere nim(3,3,1)");
    assert_eq!(text.matches("  nim(3)  3   1 1\n").count(), 2, "{text}");
    // without a move there is none to a P-position
    for position in ["misere kayles(0)", "misere nim(0) + kayles(0)", "misere ruler(\"TTT\")"] {
        let text = explain(position);
        assert!(
            text.contains("N: there is no move, and in misère play a player who cannot move wins"),
            "{position}: {text}"
        );
        let answer = run(&mut grundy(&[position]));
        assert!(!String::from_utf8(answer.stdout).unwrap().contains("winning move"), "{position}");
    }
    assert!(explain("misere take[1..3](6)").contains("Proved for all positions of misere take[1..3]: "));
    // no law of normal play
    for (position, normal) in
        [("misere wythoff(3,5)", "W. A. Wythoff"), ("misere lasker(7)", "4k+3"), ("misere kayles(9)", "period 12")]
    {
        let text = explain(position);
        assert!(!text.contains(normal), "{position}: {text}");
    }
}

/// Who wins large boards is told by symmetry, or by stealing a move, which names none.
#[test]
fn symmetry_is_the_reason_at_once() {
    for (position, outcome, theorem, moves) in [
        ("nodekayles(\"grid:20x20\")", "P", "grid-symmetry", 0),
        ("nodekayles(\"grid:19x21\")", "N", "grid-symmetry", 1),
        ("nodekayles(\"cycle:500\")", "P", "even-cycle", 0),
        ("arckayles(\"grid:20x20\")", "P", "grid-symmetry", 0),
        ("arckayles(\"grid:19x20\")", "N", "grid-symmetry", 1),
        ("cram(\"20x20\")", "P", "point-symmetry", 0),
        ("chomp(\"30x30\")", "N", "chomp-mirror", 1),
        ("chomp(\"30x31\")", "N", "chomp-stealing", 0),
    ] {
        let answer = json(&run(&mut grundy(&["solve", position, "--json", "--nodes", "50000"])));
        assert_eq!((&answer["outcome"], &answer["complete"]), (&outcome.into(), &true.into()), "{position}");
        assert_eq!(answer["evidence"]["theorems"], serde_json::json!([theorem]), "{position}");
        assert_eq!(answer["moves"].as_array().map(Vec::len), Some(moves), "{position}");
    }
    let short = run(&mut grundy(&["solve", "chomp(\"30x31\")"]));
    assert!(String::from_utf8_lossy(&short.stdout).contains("winning moves: the theorem names none"));
    assert!(explain("nodekayles(\"grid:19x21\")").contains("half turn"));
}

/// What is said of a column once is not said again for each component.
#[test]
fn one_column_is_told_once() {
    let output = crate::common::run(&mut crate::common::grundy(&["explain", "nim(3,5,7)"]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("The highest 1 of the sum").count(), 1, "{text}");
    assert!(text.contains("\nnim(7) has a 1 there, too: from 7 to 6.\n  nim(7) → nim(6)\n"), "{text}");
}
