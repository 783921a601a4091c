//! Programs of misère play, compiled and run, against the plain search.

use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// Each program has a directory of its own: tests run side by side.
static PROGRAMS: AtomicU32 = AtomicU32::new(0);

/// What a program of `first_wins` answers: a 1 for each question that the first player wins; `None` where the machine has no
/// compiler of the language; Rust is there wherever these tests are. A question is what stands between the brackets, numbers or a list of them.
pub(super) fn answers(language: Language, code: &str, questions: &[Vec<u64>], is_list: bool) -> Option<String> {
    let literal = |numbers: &Vec<u64>| {
        let end = if language == Language::Java { "L" } else { "" };
        let all: Vec<String> = numbers.iter().map(|n| format!("{n}{end}")).collect();
        let (all, count) = (all.join(", "), numbers.len());
        match (language, is_list) {
            (_, false) => all,
            (Language::Cpp, _) => format!("{{{all}}}"),
            // a list of no heaps is no array of C
            (Language::C, _) => format!("(long long[]){{{}}}, {count}", if count == 0 { "0" } else { &all }),
            (Language::Python, _) => format!("[{all}]"),
            (Language::Rust, _) => format!("&[{all}]"),
            (Language::Java, _) => format!("new long[] {{{all}}}"),
        }
    };
    let asked = questions.iter().map(|question| format!("first_wins({})", literal(question)));
    let lines = |line: &dyn Fn(String) -> String| asked.map(line).collect::<Vec<_>>().join("\n");
    let path = directory(&format!("{}-{}", language.name(), PROGRAMS.fetch_add(1, Ordering::Relaxed)));
    let write = |name: &str, text: String| std::fs::write(path.join(name), text).unwrap();
    let here = |program: &str| {
        let mut command = Command::new(program);
        command.current_dir(&path);
        command
    };
    let printed = match language {
        Language::Cpp | Language::C => {
            let (compiler, name, standard) = match language {
                Language::Cpp => ("g++", "all.cpp", "-std=c++17"),
                _ => ("gcc", "all.c", "-std=c99"),
            };
            if !has(compiler, "--version") {
                return None;
            }
            let body = lines(&|ask| format!("printf(\"%d\", (int){ask});"));
            write(name, format!("#include <stdio.h>\n{code}\nint main(void) {{\n{body}\nreturn 0; }}"));
            run(here(compiler).args([standard, name, "-o", "all"]).args(STRICT));
            run(&mut here(path.join("all").to_str().unwrap()))
        }
        Language::Rust => {
            let body = lines(&|ask| format!("print!(\"{{}}\", u8::from({ask}));"));
            write("all.rs", format!("{code}\nfn main() {{\n{body}\n}}"));
            run(here("rustc").args(["--edition", "2021", "-D", "warnings", "-C", "debug-assertions", "all.rs"]));
            run(&mut here(path.join("all").to_str().unwrap()))
        }
        Language::Java => {
            if !has("javac", "-version") || !has("java", "-version") {
                return None;
            }
            let body = lines(&|ask| format!("System.out.print(Grundy.{ask} ? 1 : 0);"));
            let main = format!("final class Main {{ public static void main(String[] a) {{\n{body}\n}} }}");
            write("Main.java", format!("{code}\n{main}"));
            run(here("javac").args(["--release", "11", "Main.java"]));
            run(here("java").arg("Main"))
        }
        Language::Python => {
            if !has("python3", "--version") {
                return None;
            }
            let body = lines(&|ask| format!("print(int({ask}), end='')"));
            write("main.py", format!("{code}\n{body}"));
            run(here("python3").arg("main.py"))
        }
    };
    std::fs::remove_dir_all(path).unwrap();
    Some(printed)
}

/// What they ought to answer: the plain search for small numbers, `solve` for others.
fn wanted(game: &str, questions: &[Vec<u64>]) -> String {
    let mut session = Session::new();
    let won = |numbers: &Vec<u64>| {
        let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let list = if list.is_empty() { "0".to_owned() } else { list.join(", ") };
        let position = session.position(&format!("misere {game}({list})")).unwrap();
        if numbers.iter().any(|&n| n > 20) {
            return crate::solve::outcome_and_value(&position, &Context::default()).unwrap().0.unwrap();
        }
        let copies =
            |(component, count): (crate::game::Component, Nat)| vec![component; to_u64(&count).unwrap() as usize];
        let all: Vec<_> = position.components().into_iter().flat_map(copies).collect();
        grundy_search::MisereSearch::new().outcome(&all, &Context::default()).unwrap()
    };
    questions.iter().map(won).map(|outcome| if outcome == Outcome::Next { '1' } else { '0' }).collect()
}

#[test]
fn sums_of_codes_and_sets_are_won_as_the_search_says() {
    for (game, style) in [
        ("nim", Wanted::Auto),
        ("kayles", Wanted::Auto),
        ("0.75", Wanted::Auto),
        ("0.123", Wanted::Table),
        ("take[1..3]", Wanted::Table),
        ("take[2,5,7]", Wanted::Table),
        ("take[1,primes]", Wanted::Table),
    ] {
        let mut sums: Vec<Vec<u64>> = (0..9).flat_map(|a| (a..9).map(move |b| vec![a, b])).collect();
        sums.extend((0..7).map(|n| vec![n, n / 2, n + 1]));
        sums.extend([vec![], vec![E18], vec![E18 - 1, 999_999_999_999_999_989, 77], vec![123_456_789, E18, 5]]);
        let wanted = wanted(game, &sums);
        let mut asked = 0;
        for language in [Language::Cpp, Language::C, Language::Python, Language::Rust, Language::Java] {
            let answer = ask(&format!("misere {game}"), language, style, None).unwrap();
            assert!(answer.evidence.is_proved() && answer.max == E18, "{game}");
            let Some(told) = answers(language, &answer.code, &sums, true) else { continue };
            assert_eq!(told, wanted, "{game} {language:?}");
            asked += 1;
        }
        assert!(asked > 0, "{game}");
    }
}

#[test]
fn single_positions_are_won_as_the_search_says() {
    let pairs: Vec<Vec<u64>> = (0..169).map(|n| vec![n / 13, n % 13]).collect();
    let heaps: Vec<Vec<u64>> = (0..64).map(|n| vec![n]).collect();
    for (game, places) in [
        ("wythoff", &pairs),
        ("{n -> n-k for k in 3..5; 0 if n>0 and n<3}", &heaps),
        ("take[1..3]", &heaps),
        ("take[2,5,7]", &heaps),
        ("0.123", &heaps),
        ("{n -> n//d for d in 2..6 if n > 0}", &heaps),
        ("{n -> ceil(n/d) for d in 2..9 if n > 1}", &heaps),
    ] {
        let wanted = wanted(game, places);
        let mut asked = 0;
        for language in [Language::Cpp, Language::Python, Language::Rust] {
            let answer = ask(&format!("misere {game}"), language, Wanted::Auto, None).unwrap();
            assert_eq!((answer.style, answer.evidence.is_proved()), (Style::Formula, true), "{game}");
            let Some(told) = answers(language, &answer.code, places, false) else { continue };
            assert_eq!(told, wanted, "{game} {language:?}");
            asked += 1;
        }
        assert!(asked > 0, "{game}");
    }
}

/// Where no law is known, up to a bound.
#[test]
fn sums_of_sets_without_a_law_are_won_as_the_search_says() {
    let sums: Vec<Vec<u64>> = (0..9).flat_map(|a| (a..9).map(move |b| vec![a, b])).chain([vec![20, 7, 1]]).collect();
    let wanted = wanted("take[squares]", &sums);
    let mut asked = 0;
    for language in [Language::Cpp, Language::C, Language::Python, Language::Rust, Language::Java] {
        let answer = ask("misere take[squares]", language, Wanted::Auto, None).unwrap();
        assert!(answer.evidence.is_proved() && answer.style == Style::Table, "{language:?}");
        let Some(told) = answers(language, &answer.code, &sums, true) else { continue };
        assert_eq!(told, wanted, "{language:?}");
        asked += 1;
    }
    assert!(asked > 0);
}

/// Places of rules of which no law is known, by tables and by recursions.
#[test]
fn places_of_rules_without_a_law_are_won_as_the_search_says() {
    let pairs: Vec<Vec<u64>> = (0..81).map(|n| vec![n / 9, n % 9]).collect();
    let heaps: Vec<Vec<u64>> = (0..50).map(|n| vec![n]).collect();
    for (game, places, style) in [
        ("{n -> n-1 if n%3 != 1; n-isqrt(n) if n>0; n-p for p in primes if n%2=0}", &heaps, Style::Table),
        ("{n -> n-k for k in 2..n//2; n//3 if n%2=1}", &heaps, Style::Table),
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1.. if gcd(a,b) = 1; (a-1,b-1); (a-2,b+1)}", &pairs, Style::Table),
        ("{n -> n-2; n//3 if n > 0}", &heaps, Style::Dfs),
    ] {
        let wanted = wanted(game, places);
        let mut asked = 0;
        let asked_for = if style == Style::Dfs { Wanted::Dfs } else { Wanted::Table };
        for language in [Language::Cpp, Language::C, Language::Python, Language::Rust, Language::Java] {
            let answer = ask(&format!("misere {game}"), language, asked_for, Some(60)).unwrap();
            assert_eq!((answer.style, answer.evidence.is_proved()), (style, true), "{game}");
            let Some(told) = answers(language, &answer.code, places, false) else { continue };
            assert_eq!(told, wanted, "{game} {language:?}");
            asked += 1;
        }
        assert!(asked > 0, "{game}");
    }
}
