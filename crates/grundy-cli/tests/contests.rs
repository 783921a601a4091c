//! Contest problems whose input holds the parameter of the rule: from the rule to a program that answers the samples of
//! the statements, or agrees with brute force where there are none.

use std::path::{Path, PathBuf};
use std::process::Command;

fn grundy(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A directory of this test, gone at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("grundy-contest-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Place(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What the program of this game says of these arguments: with `call`, an expression in `a[0]`, `a[1]`, …, in each language
/// that this machine has.
fn answers(name: &str, game: &[&str], call: &str, cases: &[Vec<u64>]) -> Vec<Vec<String>> {
    let place = Place::new(name);
    let emit = |lang: &str| grundy(&[&["emit", "--lang", lang], game].concat());
    let mut all = Vec::new();
    let list = |open: &str, close: &str| {
        let rows: Vec<String> = cases
            .iter()
            .map(|c| format!("{open}{}{close}", c.iter().map(u64::to_string).collect::<Vec<_>>().join(",")))
            .collect();
        rows.join(",")
    };
    let file = |name: &str, text: String| -> PathBuf {
        let path = place.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let lines = |text: String| {
        text.lines().map(|l| l.trim().to_lowercase().replace("true", "1").replace("false", "0")).collect()
    };
    if has("python3") {
        let main = format!("\nfor a in [{}]:\n    print({call})\n", list("[", "]"));
        all.push(lines(run(Command::new("python3").arg(file("a.py", emit("python") + &main)))));
    }
    if has("g++") {
        let main = format!(
            "\n#include <iostream>\nint main() {{ long long all[][{}] = {{{}}}; for (auto &a : all) std::cout << ({call}) << '\\n'; }}\n",
            cases[0].len(),
            list("{", "}")
        );
        let (source, program) = (file("a.cpp", emit("cpp") + &main), place.0.join("cpp"));
        run(Command::new("g++").args(["-std=c++17", "-O1", "-o"]).arg(&program).arg(source));
        all.push(lines(run(&mut Command::new(program))));
    }
    if has("rustc") {
        let main = format!("\nfn main() {{ for a in [{}] {{ println!(\"{{}}\", {call}); }} }}\n", list("[", "]"));
        let typed = main.replacen("for a in [", &format!("let all: [[_; {}]; {}] = [", cases[0].len(), cases.len()), 1);
        let main = typed.replacen("] { println!", "]; for a in all { println!", 1);
        let (source, program) = (file("a.rs", emit("rust") + &main), place.0.join("rust"));
        compile(&source, &program);
        all.push(lines(run(&mut Command::new(program))));
    }
    all
}

fn compile(source: &Path, program: &Path) {
    run(Command::new("rustc").args(["--edition", "2021", "-A", "warnings", "-O", "-o"]).arg(program).arg(source));
}

fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let all: Vec<u64> = values.collect();
    (0..).find(|n| !all.contains(n)).unwrap()
}

/// The values of 0 to `to` by direct recursion.
fn plain(to: u64, moves: impl Fn(u64, &[u64]) -> Vec<u64>) -> Vec<u64> {
    let mut values = Vec::new();
    for n in 0..=to {
        let options = moves(n, &values);
        values.push(mex(options.into_iter()));
    }
    values
}

fn compared(name: &str, game: &[&str], call: &str, cases: &[Vec<u64>], expected: &[u64]) {
    let expected: Vec<String> = expected.iter().map(u64::to_string).collect();
    for found in answers(name, game, call, cases) {
        for ((case, found), expected) in cases.iter().zip(&found).zip(&expected) {
            assert_eq!(found, expected, "{name} {case:?}");
        }
        assert_eq!(found.len(), cases.len());
    }
}

/// HDU 1846: n stones, 1 to m a move, the last one wins. Samples: (23, 2) first, (4, 3) second.
/// HDU 2188 is the same rule: n, m = (8, 10) the first, (11, 10) the second.
#[test]
fn hdu_1846_and_2188() {
    assert!(grundy(&["prove", "take[1..m]", "g = n % (m+1)", "--json"]).contains("\"result\":\"proved\""));
    let cases = [vec![23, 2], vec![4, 3], vec![8, 10], vec![11, 10]];
    let mut all = cases.to_vec();
    let mut expected = vec![2, 0, 8, 0];
    for m in 1..7u64 {
        for (n, value) in
            plain(40, |n, v| (1..=m.min(n)).map(|k| v[(n - k) as usize]).collect()).into_iter().enumerate()
        {
            all.push(vec![n as u64, m]);
            expected.push(value);
        }
    }
    compared("bash", &["take[1..m]"], "grundy(a[0], a[1])", &all, &expected);
}

/// HDU 2149: two bid for land that is worth m, raising by 1 to n; who reaches m first has it. What must be bid first to
/// win is m % (n+1), or anything from m on where m <= n. Samples: (4, 2) → 1, (3, 2) → none, (3, 5) → 3 4 5.
#[test]
fn hdu_2149() {
    let cases = [vec![4, 2], vec![3, 2], vec![3, 5]];
    // the winning first bid leaves a value of 0
    compared("land", &["take[1..n]"], "grundy(a[0], a[1])", &cases, &[1, 0, 3]);
}

/// HDU 2897: n coins, p to q a move; who has fewer than p coins before them must take all, and who takes the last coin
/// loses. The forced end is a move of its own.
#[test]
fn hdu_2897() {
    let rule = "misere take[p..q] | {n -> 0 if 0 < n < p}";
    let (mut cases, mut expected) = (Vec::new(), Vec::new());
    for (p, q) in [(1, 3), (2, 5), (3, 3), (2, 2), (4, 6)] {
        let mut won: Vec<bool> = vec![true];
        for n in 1..=60u64 {
            let forced = n <= p;
            won.push(!forced && (p..=q.min(n)).any(|k| !won[(n - k) as usize]));
            cases.push(vec![n, p, q]);
            expected.push(u64::from(won[n as usize]));
        }
    }
    compared("coins", &[rule], "first_wins(a[0], a[1], a[2])", &cases, &expected);
}

/// HDU 3980: a necklace of n beads, m neighbours a move; after the first move it is a string. Samples: (3, 1) abcdxyzk,
/// (3, 2) abcdxyzk wins, too (the first player takes 2 of 3 and one bead is left).
#[test]
fn hdu_3980() {
    let rule = "{n -> a & n-m-a for a in 0..n-m}";
    let (mut cases, mut expected) = (Vec::new(), Vec::new());
    for m in 1..6u64 {
        let moves = |n: u64, v: &[u64]| match n.checked_sub(m) {
            Some(rest) => (0..=rest).map(|a| v[a as usize] ^ v[(rest - a) as usize]).collect(),
            None => Vec::new(),
        };
        for (n, value) in plain(40, moves).into_iter().enumerate() {
            cases.push(vec![n as u64, m]);
            expected.push(value);
        }
    }
    compared("string", &[rule, "--max", "1000"], "grundy(a[0], a[1])", &cases, &expected);
}

/// Codeforces 1194D, 1-2-K game: samples (0,3) Bob, (3,3) Alice, (3,4) Bob, (4,4) Alice; Alice wins where the value is not 0.
#[test]
fn codeforces_1194d() {
    let mut cases = vec![vec![0, 3], vec![3, 3], vec![3, 4], vec![4, 4], vec![1_000_000_000, 999_999_999]];
    let n = 1_000_000_000u64;
    let last = n % 1_000_000_000;
    let mut expected = vec![0, 3, 0, 1, if last == 999_999_999 { 3 } else { last % 3 }];
    for k in 3..12u64 {
        let moves = |n: u64, v: &[u64]| [1, 2, k].iter().filter(|&&j| j <= n).map(|&j| v[(n - j) as usize]).collect();
        for (n, value) in plain(60, moves).into_iter().enumerate() {
            cases.push(vec![n as u64, k]);
            expected.push(value);
        }
    }
    compared("12k", &["take[1,2,k]"], "grundy(a[0], a[1])", &cases, &expected);
}

/// Codeforces 603C, Lieges of Legendre: take one cow, or split a pile of 2x cows into k piles of x. Samples: k = 1 with the
/// piles 3 4 is won by the first, k = 2 with the pile 3 by the second.
#[test]
fn codeforces_603c() {
    let rule = "{n -> n-1; n//2 times k if n % 2 = 0 and n > 0}";
    let mut cases = vec![vec![3, 1], vec![4, 1], vec![3, 2]];
    let mut expected = vec![1, 2, 0];
    for k in 1..6u64 {
        let moves = |n: u64, v: &[u64]| {
            let copies = |x: u64| (0..k).fold(0, |sum, _| sum ^ v[x as usize]);
            let split = (n > 0 && n.is_multiple_of(2)).then(|| copies(n / 2));
            n.checked_sub(1).map(|rest| v[rest as usize]).into_iter().chain(split).collect()
        };
        for (n, value) in plain(60, moves).into_iter().enumerate() {
            cases.push(vec![n as u64, k]);
            expected.push(value);
        }
    }
    let small = (cases.clone(), expected.clone());
    // of k only the parity counts, so that with k open there are two laws
    fn large(n: u64, odd: bool) -> u64 {
        match (n, odd) {
            (0..=4, true) => [0, 1, 0, 1, 2][n as usize],
            (0..=2, false) => n,
            _ if n % 2 == 1 => 0,
            (_, true) => 1 + u64::from(large(n / 2, true) == 1),
            (_, false) => 1,
        }
    }
    let sizes: Vec<u64> = (0..=60).chain([999_999_999, 1_000_000_000, 1 << 29, 3 << 28, 10u64.pow(18)]).collect();
    for k in [1, 2, 999, 10u64.pow(9)] {
        cases.extend(sizes.iter().map(|&n| vec![n, k]));
        expected.extend(sizes.iter().map(|&n| large(n, k % 2 == 1)));
    }
    compared("lieges", &[rule], "grundy(a[0], a[1])", &cases, &expected);
    let (cases, expected) = small;
    // with k given it is an ordinary rule
    let heaps: Vec<Vec<u64>> = sizes.iter().map(|&n| vec![n]).collect();
    for (values, odd) in [("k=1", true), ("k=2", false), ("k=3", true)] {
        let expected: Vec<u64> = sizes.iter().map(|&n| large(n, odd)).collect();
        compared(&format!("lieges-{values}"), &[rule, "--for", values], "grundy(a[0])", &heaps, &expected);
    }
    for k in ["1", "2", "3", "4"] {
        let values = format!("k={k}");
        let table = grundy(&["table", rule, "--for", &values, "--to", "60", "-q"]);
        let told: Vec<u64> = table.split_whitespace().map(|v| v.parse().unwrap()).collect();
        let k: u64 = k.parse().unwrap();
        let known: Vec<u64> = cases.iter().zip(&expected).skip(3).filter(|(c, _)| c[1] == k).map(|(_, v)| *v).collect();
        assert_eq!(told, known, "{k}");
    }
}

/// What `describe` offers for a problem of a judge can be asked.
#[test]
fn laws_and_programs_of_problems() {
    let (mut laws, mut programs) = (0, 0);
    for problem in grundy::game::problems::all() {
        let question = problem.question();
        if problem.guess {
            assert!(!grundy(&["guess", &question, "--to", "16", "-q"]).is_empty(), "{}", problem.title);
            laws += 1;
        }
        if problem.emit {
            let program = grundy(&["emit", &question, "--lang", "cpp", "--max", "40"]);
            assert!(program.contains("grundy(") || program.contains("first_wins("), "{}", problem.title);
            programs += 1;
        }
    }
    assert!(laws > 50 && programs > 50, "{laws} laws, {programs} programs");
}

/// Where `describe` offers a law there is one, and elsewhere none is looked for in vain.
#[track_caller]
fn has_its_law(problem: &grundy::game::problems::Problem) {
    let told = grundy(&["guess", "--json", &problem.question()]);
    let object: serde_json::Value = serde_json::from_str(&told).unwrap();
    let found = object["findings"].as_array().is_some_and(|findings| !findings.is_empty());
    assert_eq!(found, problem.guess, "{}: {told}", problem.title);
}

#[test]
fn a_law_is_offered_where_one_is_found() {
    for number in ["HDU 1848", "Codeforces 850C", "HDU 1846", "POJ 2234"] {
        has_its_law(grundy::game::problems::find(number).unwrap());
    }
}

#[test]
#[ignore = "long: minutes in a debug build"]
fn each_law_that_is_offered_is_found() {
    for problem in grundy::game::problems::all().iter().filter(|problem| problem.guess) {
        has_its_law(problem);
    }
}

#[test]
fn problems_are_described_by_their_numbers() {
    let text = grundy(&["describe", "hdu 5795"]);
    let game = "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}";
    assert!(text.starts_with("HDU 5795 — A Simple Nim\n"), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(&format!("grundy emit '{game}' --lang cpp")), "{text}");
    let text = grundy(&["describe", "POJ 1704"]);
    assert!(text.contains("silverdollar — Silver dollar"), "{text}");
    for (short, title) in
        [("CF 2004E", "Codeforces 2004E"), ("LC 292", "LeetCode 292"), ("AT/abc297_g", "AtCoder abc297_g")]
    {
        assert!(grundy(&["describe", short]).contains(title), "{short}");
    }
    assert!(grundy(&["list", "cf"]).contains("Codeforces 2004E"));
    assert_eq!(grundy(&["list", "problems", "euler"]), grundy(&["list", "project euler"]));
    for (unknown, verb) in [("CF 9999Z", "describe"), ("HDU 99999", "describe"), ("abc999_z", "solve")] {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args([verb, unknown]).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("`grundy list problems` shows the problems of judges that are known"), "{told}");
    }
    for (spelt, example) in [
        ("POJ 1704", "silverdollar(0, 1, 2)"),
        ("poj 1704", "silverdollar(0, 1, 2)"),
        ("poj1704", "silverdollar(0, 1, 2)"),
        ("Luogu P1247", "nim(5, 7, 8, 9, 10)"),
        ("codeforces 36D", "{(a,b) -> (a-1,b) | (a,b-1) | (a-2,b-2)}(1, 2)"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).arg(spelt).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(&format!("{spelt} is a judge's problem, as in `{example}`")), "{told}");
    }
    for (verb, number, game) in [
        (&["guess"][..], "HDU 1848", "take[fibs]"),
        (&["emit", "--lang", "cpp"], "HDU 1907", "misere nim"),
        (&["table"], "POJ 1704 1 2", "silverdollar"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(verb).arg(number).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(&format!("its game is `{game}`")), "{told}");
    }
    // without quotation marks
    assert_eq!(grundy(&["describe", "poj", "1704"]), grundy(&["describe", "POJ 1704"]));
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["hdu", "1846"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("as in `take[1..3](4)`"));
    let text = grundy(&["list", "lightoj"]);
    assert!(text.contains("LightOJ 1315") && text.starts_with("Problems of judges\n"), "{text}");
    assert!(!grundy(&["list"]).contains("LightOJ 1315"));
}
