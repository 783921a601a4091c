//! What is said when a budget ends: exit 3 with the ordinary object of the verb, and no word of limits that nobody set.

use serde_json::{Value, json};

use crate::common::{Folder, fed, grundy, json as parsed, run, told};

/// The exit code, the object, and all that was printed as text.
fn asked(arguments: &[&str]) -> (i32, Value, String) {
    let (code, object) = told(&run(&mut grundy(&[arguments, &["--json"]].concat())));
    let text = run(&mut grundy(arguments));
    let text = String::from_utf8_lossy(&text.stdout).into_owned() + &String::from_utf8_lossy(&text.stderr);
    (code, object, text)
}

#[test]
fn any_verb_answers_in_markdown() {
    let told = |arguments: &[&str]| {
        let output = run(&mut grundy(&[arguments, &["--as", "markdown"]].concat()));
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = told(&["solve", "kayles(9)"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("## `kayles(9)`\n") && text.contains("\n### moves\n\n| from | to |"), "{text}");
    // sentences of the text, and nothing that only programs read
    assert!(text.contains("\nN — the player to move wins\n") && text.contains("\nvalue: 4\n"), "{text}");
    assert!(!text.contains("zh") && !text.contains("value\\_status") && !text.contains('\u{1b}'), "{text}");
    let (_, text) = told(&["explain", "nim(3,5)"]);
    assert!(text.contains("\n```text\n"), "{text}");
    let (_, text) = told(&["table", "kayles", "--to", "12"]);
    assert!(text.contains("| n | +0 | +1 |") && text.contains("| 10 … | 2 | 6 | 4 |"), "{text}");
    let (code, text) = told(&["table", "wythoff", "--to", "1"]);
    assert_eq!(code, Some(0));
    assert!(text.ends_with("|   | 0 | 1 |\n| --- | --- | --- |\n| **0** | 0 | 1 |\n| **1** | 1 | 2 |\n"), "{text}");
    for arguments in [&["period", "kayles"][..], &["describe", "nim"], &["same", "kayles", "nim"], &["nimber", "3*5"]] {
        let (_, text) = told(arguments);
        assert!(text.starts_with("## ") && !text.contains('{'), "{arguments:?}: {text}");
    }
    // no sentence is cut, numbers of positions stand alike, and nothing is told of columns that are not shown
    let (_, text) = told(&["explain", "nim(3,5)"]);
    assert!(text.contains("its value must change from 5 to 3.\n"), "{text}");
    assert!(told(&["describe", "genus"]).1.contains(" 0, 1, 2, … heaps of 2 beside it"));
    let (_, text) = told(&["count", "nim", "--heaps", "3", "--max", "10"]);
    assert!(text.contains("\n\n91 P-positions\n\n1240 N-positions\n\n") && !text.contains("```"), "{text}");
    let (_, text) = told(&["label", "--rule", "{n -> n-1; n-2}", "--to", "300"]);
    assert!(text.contains("\n\nN 200, the player to move wins\n\nP 101, the player"), "{text}");
    let (_, text) = told(&["moves", "nim(3,5,7)"]);
    assert!(text.contains("| value |") && !text.contains("\nvalue\n"), "{text}");
    let (_, text) = told(&["table", "take[1..3]", "--to", "20"]);
    assert!(!text.contains("P-position"), "{text}");
    let (_, text) = told(&["table", "take[1..3]", "--to", "20", "--show", "outcomes"]);
    assert!(!text.contains('·') && text.contains("| 0 … | P | N |"), "{text}");
    let (_, text) = told(&["table", "take[1..m]", "--for", "m=1..3", "--to", "9"]);
    assert!(text.contains("\n| `m = 2` | 0 | 1 | 2 | 0 |") && !text.contains('{'), "{text}");
    let (_, text) = told(&["emit", "kayles", "--lang", "python", "--max", "20"]);
    assert!(text.starts_with("## `kayles`\n\n```python\n# kayles\n#\n") && text.ends_with("\n```\n"), "{text}");
    assert_eq!(text.matches("```").count(), 2, "{text}");
    // lines are for programs, and a table has one form
    assert_eq!(told(&["solve", "-"]).0, Some(2));
    assert_eq!(told(&["table", "nim", "--format", "csv"]).0, Some(2));
}

/// A handout: a heading, formulas as they stand, and no line that says nothing.
#[test]
fn formulas_stand_in_backticks() {
    let told = |arguments: &[&str]| {
        let output = run(&mut grundy(&[arguments, &["--as", "markdown"]].concat()));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = told(&["guess", "wythoff"]);
    assert!(text.contains("with `min(a,b) = floor(phi*abs(a-b))`\n") && !text.contains("\\*"), "{text}");
    assert!(text.contains("`g(a + 24, b) = g(a, b) + 24`"), "{text}");
    let text = told(&["solve", "nim(3,5)"]);
    assert!(text.starts_with("## `nim(3, 5)`\n\nN — the player to move wins\n"), "{text}");
    assert!(text.contains("\nwinning move: `nim(5) → nim(3)`\n") && text.contains("| `nim(5)` | `nim(3)` |"), "{text}");
    // how another spelling was read says something
    assert!(told(&["same", "kayles", "0.77"]).contains("\nread: "));
}

/// Pages and papers from the same answer, and what is meant by a form that the option does not have.
#[test]
fn answers_are_pages_and_tabulars() {
    let told = |arguments: &[&str]| {
        let output = run(&mut grundy(arguments));
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let text = told(&["table", "wythoff", "--to", "2", "--as", "latex"]);
    assert!(text.contains("\\begin{tabular}{l|rrr}\n & 0 & 1 & 2 \\\\\n\\hline\n0 & 0 & 1 & 2 \\\\\n"), "{text}");
    let text = told(&["table", "wythoff", "--to", "2", "--as", "html"]);
    assert!(text.starts_with("<!DOCTYPE html>\n") && text.contains("<meta charset=\"utf-8\">"), "{text}");
    assert!(text.contains("<tr><th scope=\"row\">0</th><td>0</td><td>1</td><td>2</td></tr>"), "{text}");
    assert!(text.contains("<title>wythoff</title>") && text.ends_with("</body>\n</html>\n"), "{text}");
    // reasons have pages of their own
    let text = told(&["explain", "nim(3,5)", "--page"]);
    assert!(text.starts_with("<!DOCTYPE html>\n") && text.contains("<section class=\"grundy\""), "{text}");
    assert_eq!(told(&["explain", "nim(3,5)", "--as", "html"]), text);
    assert_eq!(told(&["explain", "nim(3,5)", "--as", "latex"]), told(&["explain", "nim(3,5)", "--latex"]));
    assert_eq!(
        told(&["quotient", "0.77", "-n", "9", "--as", "latex"]),
        told(&["quotient", "0.77", "-n", "9", "--latex"])
    );
    assert!(told(&["explain", "nim(3,5)", "--html"]).starts_with("<section"));
    for (arguments, help) in [
        (&["table", "nim", "--format", "markdown"][..], "`--as markdown`"),
        (&["table", "nim", "--format", "md"], "`--as markdown`"),
        (&["table", "nim", "--format=latex"], "`--as latex`"),
        (&["table", "nim", "--as", "csv"], "`--format csv`"),
        (&["explain", "nim(3)", "--format", "latex"], "`--as latex`"),
        (&["solve", "nim(3)", "--format", "html"], "`--as html`"),
    ] {
        let (code, object, _) = asked(arguments);
        assert_eq!((code, object["error"]["suggestion"].as_str()), (2, Some(help)), "{arguments:?}: {object}");
    }
}

#[test]
fn a_wrong_claim_is_refuted_though_an_export_is_wanted() {
    let output = run(&mut grundy(&["prove", "wythoff(a,b)", "P: a = b", "--export", "walnut"]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("(1, 1)"), "{text}");
    let output = run(&mut grundy(&["prove", "nim(a,b)", "P: a = b", "--export", "walnut"]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("# ") && !text.contains(".txt.txt"), "{text}");
}

#[test]
fn nobody_hears_of_limits_that_nobody_set() {
    for arguments in [
        &["solve", "take[primes](10^9)", "--memory", "256MiB"][..],
        &["count", "misere grundy", "--heaps", "9", "--max", "99999"],
    ] {
        let (code, object, text) = asked(arguments);
        assert_eq!((code, &object["complete"]), (3, &json!(false)), "{arguments:?}: {object}");
        assert!(!text.contains("--nodes"), "{arguments:?}: {text}");
        assert!(object["budget"]["spent"] != "nodes" || object["budget"]["limit"].is_null(), "{arguments:?}: {object}");
        assert_eq!(object["evidence"], json!({"status": "none"}), "{arguments:?}: {object}");
    }
    let (code, object, text) = asked(&["solve", "0.007(10^13)", "--value", "--nodes", "1000"]);
    assert_eq!((code, &object["budget"]["limit"]), (3, &json!(1000)));
    assert!(text.contains("the budget of `--nodes` is spent (1000)"), "{text}");
}

/// Below a huge number that is left out the set is an interval, and a theorem knows what comes behind.
#[test]
fn exceptions_beyond_any_window_are_no_obstacle() {
    for (game, first) in [
        ("take[1.. except 10^8]", json!(100_000_000)),
        ("take[1.. except 10^9]", json!(1_000_000_000)),
        ("take[1..10^18 except 10^17]", json!("100000000000000000")),
    ] {
        let (code, object, _) = asked(&["solve", &format!("{game}(20)")]);
        assert_eq!((code, &object["outcome"], &object["value"]), (0, &json!("N"), &json!(20)), "{game}");
        let (code, object, _) = asked(&["table", game, "--to", "20"]);
        assert_eq!((code, object["values"].as_array().map(Vec::len)), (0, Some(21)), "{game}");
        let (code, object, _) = asked(&["same", game, "nim", "--to", "5000"]);
        assert_eq!((code, &object["first_difference"], &object["evidence"]["status"]), (1, &first, &json!("proved")));
    }
    let (code, object, _) = asked(&["period", "take[1.. except 10^9]", "--to", "2000"]);
    assert_eq!((code, &object["saltus"], &object["equal"]), (0, &json!(1_000_000_000), &json!([])));
    assert_eq!(object["evidence"]["status"], json!("proved"));
    // what no theorem knows is looked at as far as was asked
    let game = "take[1..10^18 except 10^16..10^17]";
    let (code, object, _) = asked(&["same", game, "nim", "--to", "5000"]);
    assert_eq!((code, &object["equal"], &object["evidence"]["status"]), (0, &json!(true), &json!("checked")));
    let (code, object, _) = asked(&["period", "take[1.. except 10^8..10^9]", "--to", "2000"]);
    assert_eq!((code, &object["saltus"], &object["evidence"]["status"]), (0, &json!(1), &json!("checked")));
}

/// In every form: below the table, below the name of a picture, and on stderr beside data.
#[test]
fn a_table_that_ends_early_says_how_to_go_on() {
    let folder = Folder::new();
    let game = "misere ruler(n)";
    let told = |more: &[&str]| {
        let output = folder.grundy(&[&["table", game], more].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{more:?}");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let [text, _] = told(&[]);
    let (_, end) = text.split_once("further places would take long: `--to ").unwrap();
    let next: usize = end.split('`').next().unwrap().parse().unwrap();
    assert!(next < 99, "{text}");
    let [data, remark] = told(&["--format", "csv"]);
    assert_eq!(data.lines().count(), next + 1, "{data}");
    assert!(remark.contains(&format!("grundy: further places would take long: `--to {next}`")), "{remark}");
    let [drawn, _] = told(&["--svg", "table.svg"]);
    assert!(drawn.contains("drawn: table.svg") && drawn.contains(&format!("`--to {next}`")), "{drawn}");
}

#[test]
fn a_table_that_does_not_fit_is_a_spent_budget() {
    let folder = Folder::new();
    for arguments in [
        &["kayles", "--to", "10^9"][..],
        &["kayles", "--to", "10^9", "--show", "outcomes"],
        &["kayles", "--to", "10^9", "--store", "store"],
        &["wythoff", "--to", "10^5"],
    ] {
        let arguments = [&["table"], arguments, &["--memory", "64MiB", "--json"]].concat();
        let (code, object) = told(&run(&mut folder.grundy(&arguments)));
        assert_eq!((code, &object["budget"]["spent"]), (3, &json!("memory")), "{arguments:?}: {object}");
        assert_eq!(object["evidence"], json!({"status": "none"}), "{arguments:?}: {object}");
        assert!(object.get("values").or(object.get("outcomes")).is_some(), "{arguments:?}: {object}");
        assert_eq!(object["game"].as_str(), Some(arguments[1]));
    }
    assert!(!folder.0.join("store").exists(), "nothing was kept");
    // what has no moves but laws keeps nothing either
    let output = run(&mut folder.grundy(&["table", "nim", "--to", "20", "--store", "store"]));
    assert_eq!((output.status.code(), folder.0.join("store").exists()), (Some(0), false));
}

/// How much was allowed and taken, and whether the same question goes on.
#[test]
fn the_object_says_what_was_spent_of_how_much() {
    let folder = Folder::new();
    let long = ["0.007", "--to", "10^7", "--time", "0.3s", "--json"];
    let budget = |verb: &str, more: &[&str]| {
        let output = run(&mut folder.grundy(&[&[verb], &long[..], more].concat()));
        let (code, object) = told(&output);
        assert_eq!((code, &object["budget"]["spent"]), (3, &json!("time")), "{object}");
        object["budget"].clone()
    };
    let alone = budget("table", &[]);
    assert_eq!((&alone["limit"], &alone["resumes"]), (&json!(0.3), &json!(false)));
    assert!(alone["reached"].as_f64().is_some_and(|seconds| (0.3..2.0).contains(&seconds)), "{alone}");
    for verb in ["period", "table"] {
        assert_eq!(budget(verb, &["--store", "store"])["resumes"], json!(true), "{verb}");
    }
    let memory = parsed(&run(&mut grundy(&["table", "kayles", "--to", "10^9", "--memory", "64MiB", "--json"])));
    assert_eq!(memory["budget"]["limit"], json!(64 << 20));
}

/// Each verb prints its own object, whatever ended it.
#[test]
fn the_object_is_that_of_the_verb() {
    for (arguments, unknown) in [
        (&["explain", "misere 80*kayles(80)"][..], "conclusion"),
        (&["moves", "misere 80*kayles(80)"], "moves"),
        (&["period", "{n -> n-1; n//2 if n > 3; n-5}", "--to", "10^9"], "found"),
        (&["prove", "0.3122(n)", "P: n = 0", "--to", "10^9"], "result"),
        (&["count", "0.3122", "--heaps", "3", "--max", "10^7"], "previous"),
        (&["solve", "misere 80*kayles(80)"], "outcome"),
    ] {
        let (code, object) = told(&run(&mut grundy(&[arguments, &["--time", "0.2s", "--json"]].concat())));
        if code != 3 {
            continue;
        }
        let status = &object["evidence"]["status"];
        assert!(object.get(unknown).is_some() && object["complete"] == json!(false), "{arguments:?}: {object}");
        assert!(status == "none" || status == "checked", "{arguments:?}: {object}");
        assert_eq!(object["budget"]["limit"], json!(0.2), "{arguments:?}: {object}");
    }
}

/// All that is printed, without the breaks of lines.
fn unbroken(arguments: &[&str]) -> String {
    let output = run(&mut grundy(arguments));
    String::from_utf8(output.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_number_of_moves_left_out_is_never_in_place_of_the_last_one() {
    for (position, last) in [
        ("silverdollar(1,5,6,7,9,12)", "silverdollar(1, 5, 6, 7, 9, 12) → silverdollar(1, 5, 6, 7, 8, 12) proved"),
        ("misere 0.77(10)", "0.77(10) → 0.77(9) proved"),
    ] {
        let text = unbroken(&[position]);
        assert!(!text.contains("and 1 more") && text.contains(last), "{text}");
    }
    let text = unbroken(&["cram(\"5x6\")"]);
    assert!(text.contains("winning moves (9)") && text.contains(", … and 8 more proved"), "{text}");
}

#[test]
fn the_echo_counts_all_digits_of_a_number() {
    let text = unbroken(&["nim(10^300)"]);
    assert!(text.starts_with("read: nim(10000000…00000000 (301 digits)) N"), "{text}");
}

#[test]
fn a_code_is_not_told_to_be_itself() {
    for (arguments, echo) in [
        (&["0.104(5)"][..], "read: 0.104(5) N"),
        (&["0.77(5)"], "read: 0.77(5), 0.77 is Kayles N"),
        (&["period", "0.7"], "read: 0.7 period 2"),
        (&["table", "0.137", "--to", "3"], "read: 0.137, which is Dawson's Chess values"),
        (&["same", "0.77", "0.7"], "read: 0.77 = 0.7, 0.77 is Kayles they differ"),
        (&["same", "kayles", "0.77"], "read: kayles = 0.77, 0.77 is Kayles equal"),
    ] {
        let text = unbroken(arguments);
        assert!(text.starts_with(echo), "{text}");
    }
}

#[test]
fn examples_in_the_list_stay_whole() {
    let list = String::from_utf8(run(&mut grundy(&["list"])).stdout).unwrap();
    for example in ["geography(\"edges:0-1,1-2,2-0\", start=0)", "upto[2](kayles(3), nim(2), grundy(5))"] {
        assert!(list.lines().any(|line| line.trim() == example && line.chars().count() <= 80), "{list}");
    }
}

#[test]
fn a_verb_without_a_text_shows_its_own_example() {
    for (verb, example) in [
        ("play", "grundy play 'nim(3, 5, 7)'"),
        ("nimber", "grundy nimber '3*5 + 7^-1'"),
        ("moves", "grundy moves 'kayles(9)'"),
        ("solve", "grundy 'nim(3,5,7)'"),
    ] {
        let said = String::from_utf8(fed(&[verb], "").stderr).unwrap();
        assert!(said.contains("nothing is asked") && said.contains(example), "{said}");
    }
}
