//! The prompt, and what a question writes beside its answer.

use std::process::Output;

use crate::common::fed;

fn told(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// What the prompt prints for these lines, without echo and evidence.
fn prompt(lines: &str) -> (String, String) {
    told(&fed(&["repl", "--quiet"], lines))
}

#[test]
fn every_verb_is_known_at_the_prompt() {
    for (line, answer) in [
        ("sg nim(3, 5)", "6"),
        ("value nim 3 5", "6"),
        ("check take[1..3] g = n % 4", "proved for all positions"),
        ("prove 'take[1..3]' 'g = n % 4'", "proved for all positions"),
        ("same 0.77 kayles", "equal for all heaps"),
        ("count kayles --heaps 2 --max 10", "27"),
        ("period kayles", "period 12, preperiod 71"),
        ("table take[1..m] --for m=3 --to 5", "0 1 2 3 0 1"),
        ("mex 0 1 3", "mex(0, 1, 3) = 2"),
        ("mex {0,1,3}", "mex(0, 1, 3) = 2"),
        ("describe 威佐夫", "wythoff"),
        ("guess 1,2,3,1,4,3,2,1,4,2,6", "checked up to 11: A002186 from index 1 on"),
        ("guess 0 1 1 2 3 5 8 13", "checked up to 8: A000045 from index 0 on"),
        ("nimber 2*2", "3"),
        ("emit take[1..3] --lang python", "# take[1..3]"),
        ("guess take[1..3]", "proved: the Grundy value is n%4"),
        ("describe kayles", "kayles"),
        ("help sg", "The Grundy value alone."),
        ("nim(3, 5)", "N 6"),
    ] {
        let (out, err) = prompt(line);
        assert!(out.starts_with(answer), "{line}: {out}{err}");
    }
}

#[test]
fn the_prompt_draws_boards_and_shows_games() {
    let out = told(&fed(&["repl"], "chomp(\"2x3\")\n?kayles\n? wythoff\n")).0;
    assert!(out.starts_with("  1 2 3\n1 · · ·\n2 · · ·\nread: chomp"), "{out}");
    assert!(out.contains("kayles — Kayles") && out.contains("wythoff — Wythoff"), "{out}");
}

#[test]
fn definitions_end_with_their_line() {
    let (out, err) = prompt("let t = take[1,3]\nsg t(5)\nlet u = {n -> n-1; n-2}\nsg u(4)\nlet v = t;\nsg v(3)\n");
    assert_eq!((out.as_str(), err.as_str()), ("1\n1\n1\n", ""));
    // a name may get another meaning, also for what was defined with it
    let (out, err) = prompt("let t = take[1,3]\nlet u = t | nim\nlet t = take[1]\nsg t(3)\nsg u(3)\n");
    assert_eq!((out.as_str(), err.as_str()), ("1\n3\n", ""));
    let (out, err) = prompt("let t = nim\nlet t = unknowngame\nsg t(3)\n");
    assert!(out == "3\n" && err.contains("unknowngame"), "{out}{err}");
    let (_, err) = prompt("let = 3\n");
    assert!(err.contains("Error"), "{err}");
}

#[test]
fn the_prompt_keeps_its_input() {
    for line in ["solve -", "verify -", "label -", "table -f -"] {
        let (out, err) = prompt(&format!("{line}\nsg nim(1)\n"));
        assert!(err.contains("what the prompt itself reads") && out == "1\n", "{line}: {out}{err}");
    }
}

#[test]
fn one_question_has_one_spelling_twice() {
    let (out, _) = prompt("guess take[1..3]\nguess take[1..3]\n");
    let lines: Vec<&str> = out.lines().collect();
    let (first, second) = lines.split_at(lines.len() / 2);
    assert_eq!(first, second);
}

#[test]
fn outputs_may_be_standard_output() {
    let (certificate, answer) = told(&fed(&["period", "kayles", "--certificate", "-"], ""));
    assert!(certificate.starts_with("grundy certificate 1\n") && certificate.ends_with('\n'));
    assert!(answer.contains("period 12, preperiod 71"));
    assert!(told(&fed(&["verify", "-"], &certificate)).0.starts_with("valid"));
    let graph = "0 1\n1 2\n";
    assert!(told(&fed(&["label", "-", "-o", "-"], graph)).0.starts_with("vertex,outcome,value"));
    assert!(told(&fed(&["label", "-", "--dot", "-"], graph)).0.starts_with("digraph"));
    assert!(told(&fed(&["label", "-", "--svg", "-"], graph)).0.starts_with("<svg"));
    assert!(told(&fed(&["table", "kayles", "--to", "9", "--svg", "-"], "")).0.starts_with("<svg"));
    let both = fed(&["label", "-", "--svg", "-", "--dot", "-"], graph);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn shells_know_the_games() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(told(&fed(&["completions", shell], "")).0.contains("silverdollar"), "{shell}");
    }
}

#[test]
fn quiet_answers_are_bare() {
    for (arguments, answer) in [
        (["table", "wythoff", "--to", "2"].as_slice(), "0 1 2\n1 2 0\n2 0 1\n"),
        (&["table", "take[1..3]", "--to", "5", "--show", "outcomes"], "P N N N P N\n"),
        (&["moves", "nim(1)"], "    0  nim(1) → nim(0)  wins\n"),
        (&["explain", "mex(0,1,3)"], "mex(0, 1, 3) = 2\n"),
        (&["prove", "take[1..3]", "g = n % 4"], "proved for all positions\n"),
        (&["prove", "take[1..3]", "g = n % 5"], "refuted: the smallest counterexample is 4\n"),
        (&["period", "kayles"], "period 12, preperiod 71\n"),
    ] {
        assert_eq!(told(&fed(&[arguments, &["-q"]].concat(), "")).0, answer, "{arguments:?}");
    }
}
