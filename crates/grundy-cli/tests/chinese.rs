//! With `--lang zh` no sentence of an answer is English: every game of the catalogue, the strategies, laws and proofs.

use serde_json::Value;

use crate::common::{fed, grundy, json, run};

/// Where the catalogue has no example of it: laws, strategies, long sums, loops, conventions.
const POSITIONS: &[&str] = &[
    "take[1..3](100)",
    "take[2,5](30)",
    "take[3..](100)",
    "take[powers(2)](100)",
    "take[powers(3)](100)",
    "take[powers(4)](100)",
    "take[1,2,7](10^40)",
    "take[1,3,4](21, 17) + kayles(9)",
    "0.137(50)",
    "4.3(20)",
    "100*nim(3)",
    "nim(3, ?)",
    "nim(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28)",
    "misere nim(3,5,7)",
    "misere nim(1,1,1)",
    "misere kayles(9)",
    "misere take[1,2](9)",
    "misere moore[2](1,2,3)",
    "moore[2](1,2,3,7)",
    "moore[2](1,2)",
    "wythoff[3](4,7)",
    "welter(1,4,6,9)",
    "staircase(3,0,5,2,1,1,2)",
    "silverdollar[dollar](0,3,5)",
    "nimpass(5)",
    "newstone(2,2)",
    "upto[2](nim(1), nim(2))",
    "diminished(nim(2), kayles(4))",
    "graph{a->b; b->a,c; c->d}(a)",
    "graph{a->b; b->a,c; c->d}(a, b)",
    "hackenbush(\"edges:0-1,1-2,1-1\")",
    "{n -> n-1; n-2 if n > 1}(20)",
    "{(n,l) -> (n-k,k) for k in 1..l by n}(300,300)",
    "{(n,l) -> (n-k,3*k) for k in 1..l by n}(300,300)",
    "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}(25,7)",
    "{n -> n-k for k in 1..n if gcd(k,n) = 1}(20)",
    "{(a,b) -> (a-1,b) if a > 0; (a,b-1) if b > 0; (a-1,b-1) if a > 0 and b > 0}(4,5)",
];

/// Questions of the other verbs.
const QUESTIONS: &[&[&str]] = &[
    &["stress", "nim", "--cmd", "cat"],
    &["stress", "nim", "--cmd", "true"],
    &["guess", "kayles"],
    &["guess", "take[1,3,4]"],
    &["guess", "wythoff"],
    &["guess", "aliquot"],
    &["guess", "lasker"],
    &["guess", "mark"],
    &["guess", "take[primes]"],
    &["guess", "atmosthalf"],
    &["period", "kayles"],
    &["period", "nim"],
    &["period", "take[1,3,4]"],
    &["period", "0.07", "--to", "100"],
    &["table", "kayles"],
    &["table", "wythoff", "--show", "p"],
    &["table", "0.77", "--show", "genus", "--to", "12"],
    &["count", "kayles", "--heaps", "3", "--max", "10"],
    &["count", "misere nim", "--heaps", "3", "--max", "10"],
    &["same", "kayles", "0.77"],
    &["same", "take[1,3]", "take[1]"],
    &["same", "nim", "lasker"],
    &["prove", "take[1..3](n)", "P: n % 4 = 0"],
    &["prove", "take[1..3](n)", "P: n % 5 = 0"],
    &["prove", "wythoff(a,b)", "P: min(a,b) = floor(phi*abs(a-b))"],
    &["prove", "nim(a,b)", "P: a = b"],
    &["prove", "take[1..3](n)", "g = n % 4"],
    &["quotient", "0.77", "--to", "6"],
    &["canonical", "misere kayles(5)"],
];

/// Three English words in a row.
fn english(text: &str) -> Option<&str> {
    let mut words = 0;
    let mut start = 0;
    let mut at = 0;
    for piece in text.split_inclusive(|c: char| !c.is_ascii_alphabetic() && c != '\'') {
        let end = at + piece.len();
        let word = piece.trim_end_matches(|c: char| !c.is_ascii_alphabetic() && c != '\'');
        let is_word = word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'\'') || word == "a";
        // a formula has operators between its words
        let goes_on = matches!(&piece[word.len()..], " " | "");
        words = if is_word { words + 1 } else { 0 };
        if words == 1 {
            start = at;
        }
        if words == 3 {
            return Some(&text[start..]);
        }
        if !goes_on {
            words = 0;
        }
        at = end;
    }
    None
}

/// Every sentence of the object has its Chinese; titles keep their language, so references are not looked at.
fn look(object: &Value, within: &str, asked: &str) {
    match object {
        Value::Object(fields) => {
            let speaks = ["text", "statement", "by", "en"].iter().any(|key| fields.contains_key(*key));
            assert!(!speaks || fields.get("zh").is_some_and(Value::is_string), "{asked}: no Chinese in {object}");
            for (key, value) in fields {
                if let ("zh" | "strategy_zh" | "guess_zh", Some(text)) = (key.as_str(), value.as_str()) {
                    assert_eq!(english(text), None, "{asked}, {within}: {text}");
                }
                look(value, key, asked);
            }
        }
        Value::Array(all) => all.iter().for_each(|one| look(one, within, asked)),
        _ => {}
    }
}

/// What is printed, without the lines that name a source.
fn printed(arguments: &[&str]) -> String {
    let output = run(&mut grundy(&[arguments, &["--lang", "zh"]].concat()));
    let text = String::from_utf8(output.stdout).expect("text");
    let mut is_source = false;
    let kept = text.lines().filter(|line| {
        is_source =
            line.starts_with("  参见 ") || line.starts_with("文献：") || is_source && line.starts_with("      ");
        !is_source
    });
    kept.collect::<Vec<_>>().join("\n")
}

fn ask(arguments: &[&str]) {
    let text = printed(arguments);
    assert!(text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{arguments:?}: {text}");
    for line in text.lines() {
        assert_eq!(english(line), None, "{arguments:?}:\n{text}");
    }
}

#[test]
fn english_is_seen() {
    assert_eq!(english("，the values repeat as far"), Some("the values repeat as far"));
    for formula in ["n = 0 or a != b and max(a,b) <= floor(phi*min(a,b))", "g(n) = n mod 4", "7 xor 1 xor 3"] {
        assert_eq!(english(formula), None, "{formula}");
    }
}

#[test]
fn reasons_are_told_in_chinese() {
    let games = json(&run(&mut grundy(&["list", "--json"])));
    let games = games["games"].as_array().expect("games").iter().filter(|game| game["built"] == true);
    let examples: Vec<String> = games.map(|game| game["example"].as_str().expect("an example").to_owned()).collect();
    assert!(examples.len() > 50);
    for position in examples.iter().map(String::as_str).chain(POSITIONS.iter().copied()) {
        ask(&["explain", position]);
        ask(&["solve", position]);
        look(&json(&run(&mut grundy(&["explain", position, "--json"]))), "", position);
        look(&json(&run(&mut grundy(&["solve", position, "--json"]))), "", position);
    }
}

/// Why a law was not proved, and what a budget would have needed.
const OBSTACLES: &[&[&str]] = &[
    &["prove", "pokernim[2](a,b)", "P: a = b"],
    &["prove", "nim(a,b)", "P: a*b = 0 or a = b", "--to", "20"],
    &["prove", "take[squares](n)", "P: n % 5 = 0 or n % 5 = 2", "--to", "9"],
    &["guess", "nim", "--to", "12"],
    &["solve", "0.007(5000000)", "--nodes", "1000"],
    &["solve", "{(a,b) -> (a-k,b) for k in 1..a; (a,b-k*k) for k in 1..b if k*k <= b}(900, 9000)", "--nodes", "1000"],
    &["table", "wythoff", "--to", "4000", "--memory", "64k"],
    &["count", "kayles", "--heaps", "3", "--max", "1000000", "--nodes", "1000"],
    &["period", "0.007", "--nodes", "1000"],
];

/// Answers in which a single English word could stand, and what they have to say in Chinese.
const SINGLE_WORDS: &[(&[&str], &[&str])] = &[
    (&["quotient", "0.123"], &["整个游戏的反常商：", " = 堆 1", "亏格"]),
    (&["quotient", "0.77", "--to", "6", "--partial"], &["堆 0 至 6 的反常商：", "\n堆    1：", "其中    2 个为 P"]),
    (&["quotient", "0.77", "--nodes", "1"], &["的反常商："]),
    (&["quotient", "kayles(5, 9)"], &["所有可达局面的反常商：", "kayles(9) 的类是 "]),
    (&["quotient", "0.07", "--heaps", "30"], &["堆 0 至 30 的反常商：", "……另有 "]),
    (&["quotient", "nim", "--heaps", "130"], &["……另有 11 个"]),
    (
        &["prove", "take[1..m](n)", "P: n % 2 = 0", "--for", "m=2..5"],
        &["m = 2 时的 2", "m = 2 时的 2 可以走到 P 局面 "],
    ),
    (&["prove", "take[1..m](n)", "g = n % 3", "--for", "m=2..5"], &["m = 3 时的 3", "其实是 3"]),
    (
        &["explain", "misere kayles(4)", "--html"],
        &["lang=\"zh\"", "<caption><code>misere kayles(4)</code> 的后继</caption>", ">胜负</th>"],
    ),
    (&["explain", "misere kayles(4)", "--latex"], &["ctex", "\\texttt{misere kayles(4)} 的后继：", "\\emph{已证明：}"]),
    (
        &["explain", "{n -> n-k for k in 1..n//2 if n%3=1}(20)"],
        &["A = {n -> n-k for k in 1..n//2 if n%3 = 1}：按所写规则。"],
    ),
    (&["table", "wythoff", "--show", "p", "--from", "3,3", "--to", "4,4"], &["的 P 局面", "无"]),
];

/// What cannot be asked.
const FAULTS: &[&[&str]] = &[
    &["kayls(9)"],
    &["nim(3, 5"],
    &["nim(3,4)) + nim(2)"],
    &["nim(x)"],
    &["nim(?, ?)"],
    &["take[](5)"],
    &["take[3..1](5)"],
    &["{n -> n+1}(5)"],
    &["{n -> m-1}(5)"],
    &["wythoff(3)"],
    &["cram(3)"],
    &["cram(\"3y4\")"],
    &["silverdollar(2,2)"],
    &["nodekayles(\"nothing\")"],
    &["turtles(\"HXT\")"],
    &["table", "cram(\"3x3\")"],
    &["table", "arckayles"],
    &["table", "wythoff", "--show", "values", "--from", "5", "--to", "3"],
    &["period", "wythoff"],
    &["period", "staircase"],
    &["period", "misere kayles"],
    &["same", "wythoff", "nim"],
    &["guess", "arckayles"],
    &["prove", "wythoff(n)", "P: n = 0"],
    &["prove", "arckayles(n)", "P: n = 0"],
    &["count", "arckayles", "--heaps", "3", "--max", "5"],
    &["describe", "kayls"],
    &["explain", "nimber"],
    &["solve", "domineering(\"3x3\")"],
    &["solve", "{n -> y for y in 1..n-1 if n^(1/4) <= y}(50)"],
    &["solve", "21 stones, take a power of 2 or 3"],
    &["guess", "kayles(3) + nim(2)"],
    &["play", "nim(3", "--first"],
    &["sg", "misere nim(3)"],
];

/// What is said on both outputs.
fn said(arguments: &[&str]) -> String {
    let output = run(&mut grundy(&[arguments, &["--lang", "zh"]].concat()));
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat()
}

/// Without quotations: games, options and examples.
fn unquoted(text: &str) -> String {
    let outside: Vec<&str> = text.split('`').step_by(2).collect();
    outside.join("…").split('\'').step_by(2).collect::<Vec<_>>().join("…")
}

#[test]
fn obstacles_and_spent_budgets_are_told_in_chinese() {
    for arguments in OBSTACLES {
        let text = said(arguments);
        assert!(text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{arguments:?}: {text}");
        assert_eq!(english(&unquoted(&text)), None, "{arguments:?}:\n{text}");
        look(&json(&run(&mut grundy(&[arguments, &["--json"][..]].concat()))), "", &arguments.join(" "));
    }
    let object = json(&run(&mut grundy(&["prove", "treblecross(n)", "g <= 9", "--to", "20", "--json"])));
    let told = ["obstacles", "obstacles_zh"].map(|key| object[key].as_array().expect("a list").len());
    assert!(told[0] > 0 && told[0] == told[1], "{object}");
    let object = json(&run(&mut grundy(&["solve", "0.007(5000000)", "--nodes", "1000", "--json"])));
    assert!(object["budget"]["needed_zh"].as_str().is_some_and(|needed| needed.contains("堆的值")), "{object}");
}

/// A language that is none, and lines of `solve -` with a fault.
#[test]
fn lines_and_options_with_a_fault_are_told_in_chinese() {
    let text: String = said(&["emit", "kayles"]).split_whitespace().collect();
    assert!(text.starts_with("错误：'--lang<LANG>'的值'zh'无效（可用的值：cpp,"), "{text}");
    let output = fed(&["solve", "-", "--lang", "zh"], "kaylse(5)\nnim(3)\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "error 1:1 没有叫 `kaylse` 的游戏（kayles(5)）\nN 3\n");
}

/// Three English words in a row are a sentence; here one of them is too much.
#[test]
fn no_english_word_stands_in_a_chinese_sentence() {
    for (arguments, expected) in SINGLE_WORDS {
        let text = printed(arguments);
        for told in *expected {
            assert!(text.contains(told), "{arguments:?} does not say {told:?}:\n{text}");
        }
        for word in ["of", "heap", "heaps", "elements", "is", "with", "more", "none"] {
            let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
            assert!(words.all(|w| w != word), "{arguments:?} says {word:?}:\n{text}");
        }
    }
}

#[test]
fn faults_are_told_in_chinese() {
    for arguments in FAULTS {
        let text = said(arguments);
        // the line that shows the place and the example of a suggestion are the reader's own
        let told: Vec<String> =
            text.lines().filter(|line| !line.contains('│') && !line.contains('|')).map(unquoted).collect();
        let told = told.join("\n");
        assert!(told.starts_with("错误："), "{arguments:?}: {text}");
        assert!(
            told.lines().next().is_some_and(|line| line
                .chars()
                .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c) && !"错误".contains(c))),
            "{arguments:?}: {text}"
        );
        assert_eq!(english(&told), None, "{arguments:?}:\n{text}");
    }
}

#[test]
fn every_game_is_described_in_chinese_and_its_laws_as_well() {
    let games = json(&run(&mut grundy(&["list", "--json"])));
    for game in games["games"].as_array().expect("games").iter().filter(|game| game["built"] == true) {
        let (name, example) = (game["name"].as_str().expect("a name"), game["example"].as_str().expect("an example"));
        let text = said(&["describe", name]);
        // titles and rules as they are written
        let told: Vec<&str> =
            text.lines().take_while(|line| *line != "文献").filter(|line| !line.starts_with("规则")).collect();
        assert!(told.iter().any(|line| line.starts_with("例子")), "{text}");
        assert_eq!(english(told[1]), None, "{text}");
        assert!(!text.lines().any(|line| line.starts_with("写法") && line.contains(" or ")), "{text}");
        let alone = example.split('(').next().expect("a name");
        let text = said(&["guess", alone, "--nodes", "20000"]);
        let told: Vec<&str> =
            text.lines().filter(|line| !line.starts_with("文献") && !line.starts_with("    ")).collect();
        let told = unquoted(&told.join("\n"));
        assert!(told.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{alone}: {text}");
        assert_eq!(english(&told), None, "{alone}:\n{text}");
    }
}

#[test]
fn other_verbs_answer_in_chinese() {
    for arguments in QUESTIONS {
        ask(arguments);
        look(&json(&run(&mut grundy(&[arguments, &["--json"][..]].concat()))), "", &arguments.join(" "));
    }
}

/// Beside the language of the program `emit` takes that of the text.
#[test]
fn the_language_of_the_text_may_stand_beside_that_of_the_program() {
    for arguments in [
        &["--lang", "zh", "emit", "nim", "--lang", "cpp"][..],
        &["emit", "nim", "--lang=cpp", "--lang=zh"],
        &["emit", "nim", "--lang", "cpp", "--lang", "en"],
    ] {
        let output = run(&mut grundy(arguments));
        let code = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && code.contains("#include"), "{arguments:?}: {output:?}");
    }
    let output = run(&mut grundy(&["emit", "nin", "--lang", "cpp", "--lang", "zh"]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("没有叫 `nin`"), "{output:?}");
    let output = run(&mut grundy(&["emit", "nim", "--lang", "cpp", "--lang", "java"]));
    assert_eq!(output.status.code(), Some(2));
}

/// What budgets, parsers and programs say is told in Chinese, too.
#[test]
fn what_others_say_is_told_in_chinese() {
    for (arguments, told) in [
        (&["solve", "nim(3)", "--time", "x"][..], "须以数开头"),
        (&["web", "--port", "x"], "无效：不是数"),
        (&["solve", "{n -> n-1 for}(3)"], "循环变量的名字"),
        (&["period", "0.454", "--to", "300"], "引自 OEIS"),
        (&["stress", "nim", "--cmd", "false", "--seconds", "1"], "退出码 1"),
    ] {
        let output = run(&mut grundy(&[arguments, &["--lang", "zh"]].concat()));
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(text.contains(told), "{arguments:?}: {text}");
    }
}
