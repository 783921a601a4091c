//! What the program advises after a mistake is about the verb that was asked, and about the game.

use std::fs;

use crate::common::{Folder, fed, run, told};

/// The message and the advice.
fn fault(folder: &Folder, arguments: &[&str]) -> String {
    let (code, object) = told(&run(&mut folder.grundy(&[arguments, &["--json"]].concat())));
    assert_eq!(code, 2, "{arguments:?}: {object}");
    let error = &object["error"];
    format!("{}; {}", error["message"].as_str().unwrap_or_default(), error["suggestion"].as_str().unwrap_or_default())
}

#[test]
fn advice_is_about_the_verb_and_the_game() {
    let folder = Folder::new();
    fs::write(folder.0.join("b.txt"), "0 1\n1 2\n").unwrap();
    // what is asked, what the advice names, and what has no place there
    let cases: &[(&[&str], &str, &str)] = &[
        (&["verify", "b.txt", "--game", "misere kayles"], "--game 'kayles'", "--show"),
        (&["verify", "b.txt", "--game", "graph{a->b}"], "one or two numbers", "`label`"),
        (&["verify", "b.txt", "--game", "turtles"], "one or two numbers", "solve"),
        (&["solve", "b.txt"], "a file is read by `-f b.txt`", "`let`"),
        (&["solve", "c.txt"], "`let`", "-f"),
        (&["prove", "P: n % 3 = 0", "take[1,2]"], "a claim stands behind its game", "`let`"),
        (&["solve", "{n -> N-1}(3)"], "{n -> n-1}(3)", "{n -> -1}"),
        (&["period", "kayles(n, m)"], "a sum with one letter: kayles(n) + nim(3)", "leave out"),
        (&["solve", "misere nim 3 4 5, last player wins"], "leave one of the two out", "misere nim(3)"),
        (&["prove", "turtles", "g = n"], "turtles(n)", "vertex"),
        (&["prove", "cram", "g = n"], "rows and columns left open: cram(\"axb\")", "vertex"),
        (&["prove", "nimstring", "g = n"], "rows and columns left open: nimstring(\"axb\")", "vertex"),
        (&["period", "misere kayles"], "quotient 'misere kayles' tells the classes of all heaps", "take[1,3,4]"),
        (&["describe", "A002188"], "guess A002188", "list"),
        (&["guess", "A000000"], "by its terms", "catalogue"),
        (&["period", "kayles", "--to", "10M"], "10^7", "10^3"),
        (&["prove", "graph{a->b}(a)", "g = 1"], "each vertex", "each position"),
        (&["solve", "nimpass[-1](3)"], "nimpass[p](a, b, …)", "turning"),
        (&["solve", "moore[1-3](3, 4)"], "a range is 1..3", "moore[k]"),
        (&["solve", "moore[10^30](3, 4)"], "at most 18446744073709551615", "upto"),
        (
            &["emit", "{n -> n//2 if n > 0; n-1}", "--lang", "c", "--style", "dfs", "--max", "99999999999"],
            "`--max` of 500000, or leave `--style` out",
            "not enough",
        ),
        (
            &[
                "emit",
                "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-2*k) for k in 1..}",
                "--lang",
                "c",
                "--style",
                "dfs",
                "--max",
                "999",
            ],
            "3·10^6 steps of the rule; a `--max` of 100,",
            "not enough",
        ),
        (&["guess", "misere nim(3,4,5)"], "leave out the parentheses and what is in them: misere nim", "heaps"),
        (&["guess", "21 stones, take 1 to 5"], "; take[1..5]", "take[1,3,4]"),
        (&["emit", "kayles(3) + nim(2)", "--lang", "c"], "one game at a time: kayles, nim", "leave out"),
        (&["explain", "what is mex"], "`describe mex` says what that is", "function of"),
        (&["explain", "nim-value"], "`describe 'Grundy value'`", "nimble"),
        (&["solve", "domineering(\"3x3\")"], "both players have the same moves", "cram"),
        (&["solve", "dots and boxes 2x2"], "`dots and boxes` is not impartial", "dotsandcoins"),
        (&["solve", "{n -> y for y in 1..n-1 if n^(1/4) <= y}(50)"], "`n <= y^4`", "`//`"),
        (&["solve", "hackenbush(3,4,5)"], "hackenbush(\"path:4\", \"path:5\", \"path:6\")", "edges"),
        (&["solve", "hackenbush stalks 3 4 5"], "hackenbush(\"path:4\", \"path:5\", \"path:6\")", "edges"),
        (&["solve", "hackenbush 7"], "hackenbush(\"path:8\")", "edges"),
        (&["table", "cram(\"2x3\")"], "leave out the parentheses and what is in them: cram", "heaps"),
        (&["same", "misere kayles", "nim"], "table 'misere kayles' shows outcomes", "a table that"),
        (&["label", "--rule", "kayles"], "--to 9", "kayles(9)"),
        (
            &["label", "--rule", "kayles", "--to", "5,5"],
            "`--to` gives 2 numbers, and the game has 1 coordinate;",
            "1 coordinates",
        ),
        (&["quotient", "nim(?)"], "ask `solve` for the number first", "write a number"),
    ];
    for (arguments, named, foreign) in cases {
        let text = fault(&folder, arguments);
        assert!(text.contains(named) && !text.contains(foreign), "{arguments:?}: {text}");
    }
    // a board has 1 row at least, whatever the first index
    let (code, _) = told(&run(&mut folder.grundy(&["verify", "b.txt", "--game", "cram", "--json"])));
    assert_eq!(code, 1);
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_is_printed() {
    let output = run(&mut Folder::new().grundy(&["play", "nim(3,?)"]));
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{output:?}");
}

/// What the help says to type.
fn help(folder: &Folder, arguments: &[&str]) -> String {
    let (code, object) = told(&run(&mut folder.grundy(&[arguments, &["--json"]].concat())));
    assert_eq!(code, 2, "{arguments:?}: {object}");
    object["error"]["suggestion"].as_str().unwrap_or_default().to_owned()
}

/// The words of a command as a shell divides them: what stands between two quotation marks is one.
fn words(command: &str) -> Vec<&str> {
    let pieces = command.split('\'').enumerate();
    pieces.flat_map(|(at, piece)| if at % 2 == 1 { vec![piece] } else { piece.split_whitespace().collect() }).collect()
}

/// Each question is helped by the command behind it, which is answered.
fn all_are_helped(cases: &[(&[&str], &str)]) {
    let folder = Folder::new();
    for (arguments, command) in cases {
        let help = help(&folder, arguments);
        assert!(help.ends_with(command), "{arguments:?}: {help}");
        let output = run(&mut folder.grundy(&words(command)));
        assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
    }
}

#[test]
fn coins_have_a_letter_for_the_one_that_shows_heads() {
    all_are_helped(&[
        (&["guess", "turtles"], "guess 'turtles(n)'"),
        (&["guess", "ruler"], "guess 'ruler(n)'"),
        (&["guess", "mockturtles"], "guess 'mockturtles(n)'"),
        (&["guess", "treblecross"], "guess 'treblecross(n)'"),
        (&["table", "turtles", "--to", "10"], "table 'turtles(n)' --to 10"),
        (&["table", "misere twins", "--to", "5"], "table 'misere twins(n)' --to 5"),
        (&["table", "twins", "--to", "9", "--show", "p"], "table 'twins(n)' --to 9 --show p"),
    ]);
    // a board of coins and a graph have no letter
    for arguments in [&["table", "nodekayles"][..], &["guess", "hackenbush"]] {
        assert!(help(&Folder::new(), arguments).contains("solve"), "{arguments:?}");
    }
}

#[test]
fn a_verb_in_the_question_is_a_command() {
    all_are_helped(&[
        (&["solve", "打表 kayles"], "table 'kayles'"),
        (&["solve", "kayles打表"], "table 'kayles'"),
        (&["solve", "求take[1,3]的SG表"], "table 'take[1,3]'"),
        (&["solve", "table of kayles"], "table 'kayles'"),
        (&["solve", "kayles的周期"], "period 'kayles'"),
        (&["solve", "nim(3,5) 的走法"], "moves 'nim(3,5)'"),
    ]);
    // of what is no game there is no table
    assert!(!help(&Folder::new(), &["solve", "table of nothing"]).contains("table '"));
}

#[test]
fn a_table_of_more_numbers_has_a_letter_for_each() {
    all_are_helped(&[
        (&["table", "nim", "--to", "5,5"], "table 'nim(a,b)' --to 5,5"),
        (&["table", "misere kayles", "--to", "4,5"], "table 'misere kayles(a,b)' --to 4,5"),
        (&["table", "take[1,3,4]", "--from", "2,3", "--to", "9"], "table 'take[1,3,4](a,b)' --from 2,3 --to 9"),
        (&["table", "nim", "--to", "5,5,5"], "table 'nim(a,b,c)' --to 5,5,5 --show p"),
        (&["table", "{n -> n-1; n-3}", "--to", "4,4"], "table '{n -> n-1; n-3}(a,b)' --to 4,4"),
    ]);
    // places of such a game are not added
    let arguments = ["table", "{n -> n-1; n+1 loopy}", "--to", "5,5"];
    assert!(!help(&Folder::new(), &arguments).contains("(a,b)"));
}

#[test]
fn a_number_behind_the_game_is_meant_for_to() {
    all_are_helped(&[
        (&["table", "take[1,3,4]", "20"], "table 'take[1,3,4]' --to 20"),
        (&["table", "take[1,3,4] 20"], "table 'take[1,3,4]' --to 20"),
        (&["table", "kayles", "20", "--show", "p"], "table kayles --to 20"),
        (&["table", "misere kayles", "20"], "table 'misere kayles' --to 20"),
        (&["table", "wythoff", "5,5"], "table wythoff --to 5,5"),
        (&["guess", "kayles", "50"], "guess kayles --to 50"),
        (&["period", "0.77", "200"], "period 0.77 --to 200"),
    ]);
    let folder = Folder::new();
    for arguments in
        [&["table", "kayles", "--to", "5", "20"][..], &["table", "kayls", "20"], &["table", "kayles", "5,5"]]
    {
        assert!(!help(&folder, arguments).contains("--to"), "{arguments:?}");
    }
}

#[test]
fn a_claim_with_letters_of_several_heaps_is_about_so_many() {
    all_are_helped(&[
        (&["prove", "nim", "P: xor(a,b,c) = 0"], "prove 'nim(a,b,c)' 'P: xor(a,b,c) = 0'"),
        (&["prove", "nim", "P: a^b^c = 0"], "prove 'nim(a,b,c)' 'P: xor(a,b,c) = 0'"),
        (&["prove", "nim", "P: a xor b xor c = 0"], "prove 'nim(a,b,c)' 'P: a xor b xor c = 0'"),
        (&["prove", "nim(n)", "P: y = x"], "prove 'nim(x,y)' 'P: y = x'"),
        (&["prove", "take[1..3]", "P: m % 4 = 0"], "prove 'take[1..3](m)' 'P: m % 4 = 0'"),
    ]);
    let folder = Folder::new();
    for arguments in [&["prove", "nim", "P: sum = 0"][..], &["prove", "wythoff", "P: c = 0"]] {
        assert!(!help(&folder, arguments).contains("prove"), "{arguments:?}");
    }
}

#[test]
fn what_is_no_verb_is_named_as_it_was_typed() {
    all_are_helped(&[
        (&["show", "nim", "3", "4"], "solve 'nim(3, 4)'"),
        (&["show", "kayles(5) + nim(3)"], "solve 'kayles(5) + nim(3)'"),
        (&["format", "misere nim(3,4)"], "solve 'misere nim(3,4)'"),
    ]);
    let folder = Folder::new();
    assert!(fault(&folder, &["show", "nim", "3", "4"]).starts_with("there is no verb and no game `show`;"));
    assert!(fault(&folder, &["show", "kayls(5)"]).contains("`grundy list`"));
    assert!(fault(&folder, &["help", "format"]).starts_with("the manual has no chapter `format`"));
}

/// A shell has a `prove` of its own.
#[test]
fn commands_have_the_name_of_the_program() {
    let folder = Folder::new();
    for (arguments, help) in [
        (&["table", "lasker", "12"][..], "Help: grundy table lasker --to 12"),
        (&["prove", "nim", "P: a^b^c = 0"], "Help: grundy prove 'nim(a,b,c)' 'P: xor(a,b,c) = 0'"),
        (&["show", "nim", "3", "4"], "Help: grundy solve 'nim(3, 4)'"),
        (&["explain", "nim-value"], "Help: `grundy describe 'Grundy value'` says what that is"),
        (&["period", "0,77"], "Help: 0.77"),
        (&["guess", "5"], "Help: `grundy guess 0,1,2,0,1,2` looks for a sequence"),
    ] {
        let output = run(&mut folder.grundy(arguments));
        let told = String::from_utf8_lossy(&output.stderr).replace("\n      ", " ");
        assert!(output.status.code() == Some(2) && told.contains(help), "{arguments:?}: {told}");
    }
}

#[test]
fn a_sign_stands_for_what_comes_on_standard_input() {
    for (arguments, input, found) in [
        (&["guess", "-"][..], "[0, 1, 0, 2, 1, 3, 0, 4]\n", "A025480"),
        (&["guess"], "0;1;2;3;1;4", "Kayles"),
        (&["nimber", "-"], "3*5\n", "15"),
        (&["nim", "-"], "3 5 6\n", "P"),
        (&["label"], "0 1\n1 2\n", "3 vertices"),
    ] {
        let output = fed(arguments, input);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.code() == Some(0) && told.contains(found), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_file_that_is_no_graph_is_told_in_chinese() {
    let folder = Folder::new();
    fs::write(folder.0.join("g.json"), "{\"a\": 3}").unwrap();
    let output = run(&mut folder.grundy(&["label", "g.json", "--lang", "zh"]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("没有 \"nodes\""), "{output:?}");
}

#[test]
fn lines_of_numbers_are_told_to_be_one_position() {
    let said = |arguments: &[&str], input: &str| {
        let output = fed(arguments, input);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).replace("\n      ", " "))
    };
    let (code, text) = said(&[], "3 5 7\n2 2\n");
    assert!(code == Some(0) && text.contains("note: these lines are one position"), "{text}");
    assert!(text.contains("`grundy solve -`"), "{text}");
    assert!(!said(&[], "3 5 7\n").1.contains("note"));
    let (code, text) = said(&["solve", "-"], "3 5 6\nnim(1,2)\n");
    assert!(code == Some(2) && text.starts_with("error 1:3 ") && text.contains("(nim(3,5,6))\nN 3"), "{text}");
}

#[test]
fn codes_are_described_by_their_digits() {
    let folder = Folder::new();
    for (code, name, allows) in [
        ("0.77", "Kayles", "Take 1 or 2 and leave no heap, one heap or two heaps."),
        ("0.137", "Dawson", "take 2 and leave no heap or one heap"),
        ("4.7", "4.7", "Take nothing and leave two heaps;"),
    ] {
        let output = run(&mut folder.grundy(&["describe", code]));
        let text = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
        assert!(output.status.code() == Some(0) && text.contains(name) && text.contains(allows), "{code}: {text}");
        let (code, object) = told(&run(&mut folder.grundy(&["describe", code, "--json"])));
        assert!(code == 0 && object["meaning_english"].as_str().is_some_and(|said| said.contains(allows)), "{object}");
    }
    let output = run(&mut folder.grundy(&["0.137(9)", "--why"]));
    assert!(String::from_utf8_lossy(&output.stdout).replace("\n  ", " ").contains("take 3 and leave no heap"));
}

#[test]
fn the_reasons_put_a_period_to_use() {
    let folder = Folder::new();
    let why = |text: &str| {
        let output = run(&mut folder.grundy(&[text, "--why"]));
        String::from_utf8_lossy(&output.stdout).replace("\n  ", " ")
    };
    let text = why("take[2,3,7](10^18)");
    assert!(text.contains("the values have period 5 from 0 on; 1000000000000000000 mod 5 = 0"), "{text}");
    let text = why("kayles(1000)");
    assert!(text.contains("(1000 − 71) mod 12 = 5, so it has the value of 76"), "{text}");
    assert!(!why("take[2,3,7](3)").contains("period"));
}

#[test]
fn letters_of_conditions_are_told_to_be_parameters() {
    let folder = Folder::new();
    let said = |arguments: &[&str]| {
        let output = run(&mut folder.grundy(arguments));
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat().replace('\n', " ")
    };
    let rule = "{n -> n-k if gcd(n,k)==1}";
    let meant = "{n -> n-k for k in 1..n if gcd(n,k) = 1}";
    for (language, parameter) in [("en", "k is a parameter"), ("zh", "k 是参数")] {
        let text = said(&["guess", rule, "--lang", language]);
        let tight = |text: &str| text.replace(' ', "");
        assert!(tight(&text).contains(&tight(parameter)) && tight(&text).contains(&tight(meant)), "{text}");
    }
    let text = said(&["guess", "{(a,b) -> (a-i,b-j) where i+j in {1,2}}"]);
    assert!(text.contains("i and j are parameters"), "{text}");
}

#[test]
fn help_on_a_game_or_a_word_is_a_description() {
    let folder = Folder::new();
    for (arguments, command) in [
        (&["help", "lasker"][..], "describe lasker"),
        (&["help", "wythoff", "nim"], "describe wythoff"),
        (&["help", "loopy", "game"], "describe 'loopy game'"),
        (&["help", "octal"], "describe octal"),
        (&["help", "P-position"], "describe 'P-position'"),
    ] {
        let help = help(&folder, arguments);
        assert_eq!(help.strip_prefix("grundy "), Some(command), "{arguments:?}");
        assert_eq!(run(&mut folder.grundy(&words(command))).status.code(), Some(0), "{command}");
    }
    assert!(help(&folder, &["help", "notaton"]).contains("`grundy help notation`"));
}

#[test]
fn a_game_of_boards_and_graphs_is_shown_as_it_is_written() {
    let folder = Folder::new();
    for (arguments, written, example) in [
        (&["solve", "notakto"][..], "notakto(\"BOARD\")", "notakto(\"3x3\")"),
        (&["solve", "misere notakto"], "notakto(\"BOARD\")", "misere notakto(\"3x3\")"),
        (&["moves", "cram"], "cram(\"RxC\")", "cram(\"4x5\")"),
        (&["solve", "geography"], "geography(\"GRAPH\", start=V)", "geography(\"edges:0-1,1-2,2-0\", start=0)"),
        (&["solve", "turtles"], "turtles(\"COINS\")", "turtles(\"HTTH\")"),
    ] {
        assert_eq!(help(&folder, arguments), format!("it is written {written}, as in `{example}`"), "{arguments:?}");
        assert_eq!(run(&mut folder.grundy(&[arguments[0], example])).status.code(), Some(0), "{example}");
    }
    // numbers need no word
    assert_eq!(help(&folder, &["solve", "nim"]), "nim(3, 5, 7)");
}

#[test]
fn notions_of_the_theory_are_described_with_an_example() {
    let folder = Folder::new();
    // what is asked, the notion, and what its description names
    for (asked, term, named) in [
        ("graph", "graph", "geography"),
        ("有向图", "graph", "nodekayles"),
        ("symmetry", "symmetry", "P-position"),
        ("对称策略", "symmetry", "cram"),
        ("kernel", "kernel", "P-position"),
        ("coin game", "coin game", "mockturtles"),
        ("coin-turning games", "coin game", "turtles"),
        ("pairing", "pairing", "geography"),
        ("remoteness", "remoteness", "moves"),
        ("loopy", "loopy game", "draws"),
        ("heap", "heap", "sum"),
        ("pile", "heap", "move"),
        ("state", "position", "board"),
        ("move", "move", "braces"),
    ] {
        let (code, object) = told(&run(&mut folder.grundy(&["describe", asked, "--json"])));
        assert_eq!((code, &object["term"]), (0, &term.into()), "{asked}: {object}");
        assert!(object["meaning_english"].as_str().is_some_and(|meaning| meaning.contains(named)), "{object}");
        let example = words(object["example"].as_str().unwrap_or_default());
        assert_eq!(run(&mut folder.grundy(&example)).status.code(), Some(0), "{example:?}");
    }
    // games keep their names
    for (asked, game) in [
        ("geography", "geography"),
        ("翻硬币", "turning"),
        ("tartan", "tartan"),
        // with what stands in its brackets
        ("take[1,3,4]", "take"),
        ("kayles(5)", "kayles"),
        ("Lasker-Nim", "lasker"),
        ("lasker nim", "lasker"),
        ("Euclid game", "euclid"),
    ] {
        let (_, object) = told(&run(&mut folder.grundy(&["describe", asked, "--json"])));
        assert_eq!(object["name"], game, "{asked}");
    }
    let help = help(&folder, &["describe", "{n -> n-1}"]);
    assert_eq!(help, "a rule has no name; `grundy guess '{n -> n-1}'` tells what is known of it");
}

#[test]
fn what_is_usually_misere_says_how_to_ask_for_that() {
    let folder = Folder::new();
    let said = |arguments: &[&str]| {
        let output = run(&mut folder.grundy(arguments));
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap().replace("\n      ", " "))
    };
    let meant = "misere notakto(\"3x3\")";
    let [text, _] = said(&["solve", "notakto(\"3x3\")"]);
    assert!(text.contains("note: ") && text.contains(meant), "{text}");
    let [json, note] = said(&["solve", "notakto(\"3x3\")", "--json"]);
    assert!(json.starts_with("{\"schema\"") && !json.contains("usually") && note.contains(meant), "{json} {note}");
    let [chinese, _] = said(&["solve", "notakto(\"3x3\")", "--lang", "zh"]);
    assert!(chinese.contains("反常规则"), "{chinese}");
    let [described, _] = said(&["describe", "notakto"]);
    assert!(described.contains(&format!("grundy '{meant}'")), "{described}");
    for arguments in [&["solve", meant][..], &["solve", "notakto(\"3x3\")", "--misere"], &["solve", "cram(\"2x2\")"]] {
        let [text, note] = said(arguments);
        assert!(!text.contains("usually") && !note.contains("usually"), "{arguments:?}: {text} {note}");
    }
}

/// Numbers that make no board are no exceptions of a period.
#[test]
fn a_period_of_boards_begins_with_the_first_board() {
    let folder = Folder::new();
    for (family, line) in [
        ("cram(\"2xn\")", "purely periodic: no exception; the positions begin at n = 1\n"),
        ("brussels(n)", "purely periodic: no exception\n"),
        ("lasker", "last exception: 0\n"),
    ] {
        let output = run(&mut folder.grundy(&["period", family]));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(line), "{family}: {text}");
    }
}

/// What is missing is added to the question as it was typed, and an option of another program is the one that means the same.
#[test]
fn the_arguments_that_are_there_are_kept() {
    let folder = Folder::new();
    fs::write(folder.0.join("v2"), "0 1 2 3 1 4\n").unwrap();
    for (arguments, expected) in [
        (&["emit", "kayles"][..], "grundy emit kayles --lang cpp; `--lang` is one of cpp"),
        (&["emit", "take[1,3,4]", "--max", "50"], "grundy emit 'take[1,3,4]' --max 50 --lang cpp; "),
        (&["stress", "nim"], "grundy stress nim --cmd ./a.out; "),
        (&["emit", "nim", "cpp"], "grundy emit nim --lang cpp; "),
        (&["emit", "misere", "kayles", "Python", "--max", "50"], "grundy emit misere kayles --lang python --max 50; "),
        (&["emit", "nim(3,5)", "rust"], "grundy emit nim --lang rust; "),
        (&["emit", "cpp"], "grundy emit cpp --lang cpp; "),
        (&["stress", "nim", "./x"], "grundy stress nim --cmd ./x; "),
        (&["stress", "take[1,3]", "python3", "a.py"], "grundy stress 'take[1,3]' --cmd 'python3 a.py'; "),
        (&["stress", "nim", "b.cpp", "--seconds", "3"], "grundy stress nim --cmd b.cpp --seconds 3; "),
        (&["stress", "0.77", "a"], "grundy stress 0.77 a --cmd ./a.out; "),
        (&["count", "moore(3)"], "grundy count 'moore[2]' --max 7; "),
        (&["count", "misere", "nim(3,5)", "9"], "grundy count 'misere nim' --max 9; "),
        (&["same", "nim"], "grundy same nim 0.77"),
        (&["prove", "take[1,2]"], "grundy prove 'take[1,2]' 'g = n % 4'"),
        (&["prove", "wythoff"], "grundy prove wythoff 'P: a = b'"),
        (&["count", "nim", "3", "1000"], "grundy count nim --heaps 3 --max 1000; "),
        (&["count", "kayles", "1000"], "grundy count kayles --max 1000; "),
        (&["count", "kayles"], "grundy count kayles --max 7; "),
        (&["count", "kayles", "--heaps", "4"], "grundy count kayles --heaps 4 --max 7; "),
        (&["sweep", "octal 2"], "grundy sweep 'octal 2' -o sets; "),
        (&["emit", "--max", "50"], "grundy emit 'take[1,3,4]' --lang cpp"),
        (&["verify", "v2", "kayles"], "grundy verify v2 --game kayles"),
        (&["verify", "v2", "take[1,2]", "--why"], "grundy verify v2 --game 'take[1,2]' --why"),
        (&["solve", "nim(3)", "--format", "json"], "`--json`"),
        (&["solve", "nim(3)", "--format=markdown"], "`--as markdown`"),
        (&["label", "g.txt", "--tokens", "2"], "`--start 2`"),
        (&["table", "kayles", "--max", "20"], "`--to 20`"),
        (&["period", "kayles", "--limits", "20"], "--limit"),
        (&["stress", "nim", "--cmd", "true", "--to", "20"], "`--max 20`"),
        (&["solve", "nim(3)", "--timeout", "3s"], "`--time 3s`"),
        (&["solve", "nim(3)", "--verbose"], "`--why`"),
        (&["solve", "nim(3)", "--formats", "1"], "`--help` lists the options"),
    ] {
        // which is how the help is asked for here
        let help = help(&folder, arguments).replace(" --json", "");
        assert!(help.contains(expected), "{arguments:?}: {help}");
    }
    let said = run(&mut folder.grundy(&words("verify v2 --game kayles")));
    assert_eq!(said.status.code(), Some(0));
}

#[test]
fn ranges_and_corners_in_other_spellings_are_corrected() {
    all_are_helped_as_values(&[
        (&["table", "take[1..m]", "--for", "m=2,3,5"], "`--for m=2..5`"),
        (&["table", "take[1..m]", "--for", "m=1-5"], "`--for m=1..5`"),
        (&["table", "take[1..m]", "--for", "m in [1, 5]"], "`--for m=1..5`"),
        (&["table", "take[k..m]", "--for", "k=1,m=2-4"], "`--for k=1,m=2..4`"),
        (&["table", "take[1..m]", "--for", "m"], "`--for m=1..20,q=4`"),
        (&["table", "take[1..m]", "--for", "m=10^2-5"], "`--for m=1..20,q=4`"),
        (&["table", "wythoff", "--to", "8x6"], "`--to 8,6`"),
        (&["table", "wythoff", "--to", "8 × 6"], "`--to 8,6`"),
        (&["table", "wythoff", "--from", "1:2"], "`--from 1,2`"),
        (&["table", "wythoff", "--to", "8xn"], "`--help` lists the options"),
    ]);
}

fn all_are_helped_as_values(cases: &[(&[&str], &str)]) {
    let folder = Folder::new();
    for (arguments, expected) in cases {
        let (code, object) = told(&run(&mut folder.grundy(&[*arguments, &["--json"]].concat())));
        let error = &object["error"];
        assert_eq!((code, &error["suggestion"]), (2, &(*expected).into()), "{arguments:?}");
        assert!(!error["message"].as_str().unwrap_or_default().contains(".."), "{arguments:?}: {error}");
    }
}

/// Where moves are left out the command that shows them is said.
#[test]
fn moves_that_are_left_out_are_a_command_away() {
    let folder = Folder::new();
    let text = |arguments: &[&str]| String::from_utf8(run(&mut folder.grundy(arguments)).stdout).unwrap();
    let told = text(&["kayles(20,30,13)"]);
    let command = told.lines().find_map(|line| line.strip_prefix("more winning moves: grundy ")).expect("a command");
    assert_eq!(text(&words(command)).matches(" → ").count(), 16, "{command}");
    assert!(
        text(&["kayles(20,30,13)", "--lang", "zh"])
            .contains("更多必胜走法：grundy moves --winning 'kayles(20, 30, 13)'")
    );
    for whole in [&["nim(3,5,7)"][..], &["kayles(20,30,13)", "--limit", "20"], &["kayles(20,30,13)", "-q"]] {
        assert!(!text(whole).contains("--winning"), "{whole:?}");
    }
}

/// The parts of a sweep become one table by the command that is said.
#[cfg(unix)]
#[test]
fn the_parts_of_a_sweep_become_one_table() {
    let folder = Folder::new();
    let told = run(&mut folder.grundy(&["sweep", "octal 2", "-o", "oct.csv", "--to", "50"]));
    let told = String::from_utf8(told.stdout).unwrap();
    let command = told.lines().find_map(|line| line.strip_prefix("one table: ")).expect("a command");
    let made = std::process::Command::new("sh").args(["-c", command]).current_dir(&folder.0).status().unwrap();
    assert!(made.success(), "{command}");
    let rows = fs::read_to_string(folder.0.join("rows.csv")).unwrap();
    assert!(rows.starts_with("number,game,") && rows.lines().count() == 65, "{rows}");
}
