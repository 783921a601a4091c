//! Programs list the winning moves: all of them, in every language that the machine has a compiler of.

use super::programs::{LANGUAGES, compilers, folder, literals, told};
use super::*;
use crate::context::Context;
use crate::parametric::{Asked, Ranges};

/// A game, and the heaps or the place that its program is asked about.
const ASKED: [(&str, &[&[u64]]); 8] = [
    ("nim", &[&[3, 5, 7], &[1_000_000_007, 5, 5], &[4, 4], &[0]]),
    ("kayles", &[&[7, 3], &[5, 5], &[1, 9, 12], &[40]]),
    ("take[1,3,4]", &[&[9, 4], &[21, 17, 2], &[7]]),
    ("lasker", &[&[3, 4, 8], &[9, 2]]),
    ("{n -> a & b & n-a-b-1 for a in 0..n-1 for b in 0..n-a-1 if n > 0}", &[&[6], &[5, 8]]),
    ("{n -> n-p for p in primes; 0 if n > 0}", &[&[17, 4], &[30]]),
    ("{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}", &[&[4, 7], &[9, 3], &[8, 8]]),
    ("euclid", &[&[12, 7], &[25, 7], &[6, 3]]),
];

/// The moves that win, by the values of all options: rows as the programs write them, sorted.
fn expected(game: &Game, numbers: &[u64], of_heaps: bool) -> Vec<Vec<u64>> {
    let cx = Context::default();
    let value = |place: &Place| u64::try_from(&game.value_at(place, &cx).unwrap()).unwrap();
    let places: Vec<Place> = if of_heaps {
        numbers.iter().map(|&n| Place::heap(n)).collect()
    } else {
        vec![numbers.iter().map(|&n| Nat::from(n)).collect()]
    };
    let sum = places.iter().fold(0, |sum, place| sum ^ value(place));
    let mut rows = Vec::new();
    for (at, place) in places.iter().enumerate() {
        // too many options to look at: of Nim one alone wins
        if of_heaps && numbers[at] > 1000 {
            rows.push(vec![at as u64, sum ^ numbers[at]]);
            continue;
        }
        for option in game.every_option(place, &cx).unwrap() {
            if option.iter().fold(0, |sum, part| sum ^ value(&part.place)) == sum ^ value(place) {
                let heap = of_heaps.then_some(at as u64);
                let left = option.iter().flat_map(|part| part.place.iter().map(|n| u64::try_from(n).unwrap()));
                rows.push(heap.into_iter().chain(left).collect());
            }
        }
    }
    rows.sort();
    rows
}

/// A line that prints the rows of one question, `3 4 ; 5 ; `, and ends the line.
fn line(language: Language, code: &str, numbers: &[u64], of_heaps: bool) -> String {
    let all = literals(language, numbers);
    match language {
        Language::Cpp => {
            let asked = if of_heaps { format!("{{{all}}}") } else { all };
            format!(
                "for (const auto& row : winning_moves({asked})) {{ for (long long n : row) printf(\"%lld \", n); \
                 printf(\"; \"); }} puts(\"\");"
            )
        }
        Language::C => {
            let width = code.split("(**moves)[").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
            let (list, asked) = if of_heaps {
                (format!("const long long heaps[] = {{{all}}};"), format!("heaps, {}", numbers.len()))
            } else {
                (String::new(), all)
            };
            format!(
                "{{ {list} long long (*rows)[{width}]; const long long n = winning_moves({asked}, &rows); \
                 for (long long i = 0; i < n; i++) {{ for (int j = 0; j < {width}; j++) \
                 if (rows[i][j] >= 0) printf(\"%lld \", rows[i][j]); printf(\"; \"); }} free(rows); puts(\"\"); }}"
            )
        }
        Language::Rust => {
            let asked = if of_heaps { format!("&[{all}]") } else { all };
            format!(
                "for row in winning_moves({asked}) {{ for n in row {{ print!(\"{{n}} \"); }} print!(\"; \"); }} println!();"
            )
        }
        Language::Java => {
            let asked = if of_heaps { format!("new long[] {{{all}}}") } else { all };
            format!(
                "for (long[] row : Grundy.winning_moves({asked})) {{ for (long n : row) System.out.print(n + \" \"); \
                 System.out.print(\"; \"); }} System.out.println();"
            )
        }
        Language::Python => {
            let asked = if of_heaps { format!("[{all}]") } else { all };
            format!("print(''.join(''.join(f'{{n}} ' for n in row) + '; ' for row in winning_moves({asked})))")
        }
    }
}

/// What the program prints.
fn printed(language: Language, code: &str, lines: &str) -> String {
    let text = match language {
        Language::Cpp => format!("#include <cstdio>\n{code}\nint main() {{\n{lines}\n}}"),
        Language::C => format!("#include <stdio.h>\n{code}\nint main(void) {{\n{lines}\nreturn 0; }}"),
        Language::Rust => format!("#![allow(dead_code)]\n{code}\nfn main() {{\n{lines}\n}}"),
        Language::Java => {
            format!("{code}\nfinal class Main {{ public static void main(String[] a) {{\n{lines}\n}} }}")
        }
        Language::Python => format!("{code}\n{lines}"),
    };
    let path = folder(language);
    let printed = told(language, &path, &text);
    std::fs::remove_dir_all(path).unwrap();
    printed
}

#[test]
fn programs_list_all_winning_moves() {
    let mut compared = 0;
    for language in LANGUAGES {
        if !compilers(language).iter().all(|(program, argument)| has(program, argument)) {
            continue;
        }
        for (text, asked) in ASKED {
            let question = Session::new().game(text).unwrap();
            let game = &question.game;
            let of_heaps = game.shape() == Shape::Heap;
            let options = EmitOptions::new(language).with_moves(true);
            let code = question.emit_with(&options, &Context::default()).unwrap().result.code;
            let lines: Vec<String> = asked.iter().map(|numbers| line(language, &code, numbers, of_heaps)).collect();
            let told = printed(language, &code, &lines.join("\n"));
            assert_eq!(told.lines().count(), asked.len(), "{text} {language:?}: {told}");
            for (numbers, told) in asked.iter().zip(told.lines()) {
                let rows = expected(game, numbers, of_heaps);
                let rows: Vec<String> = rows.iter().map(|row| row.iter().map(|n| format!("{n} ")).collect()).collect();
                let wanted: String = rows.iter().map(|row| format!("{row}; ")).collect();
                assert_eq!(told.trim_end(), wanted.trim_end(), "{text} at {numbers:?} in {language:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 20);
}

/// Heaps of misère play, with the style of a program that is asked about sums.
const MISERE: [(&str, Wanted, &[&[u64]]); 3] = [
    ("nim", Wanted::Auto, &[&[3, 5, 7], &[1, 1, 1], &[1, 1], &[1, 1, 4], &[2], &[1], &[0, 1], &[2, 2]]),
    ("take[1..3]", Wanted::Table, &[&[5, 7, 2], &[1, 4, 5], &[1, 1], &[6], &[9, 9], &[1, 2, 4]]),
    ("take[2,5,7]", Wanted::Table, &[&[9, 4], &[3, 3, 2], &[12, 1], &[1], &[8]]),
];

/// In misère play the moves of heaps that are won by their values are those that leave a lost sum.
#[test]
fn programs_list_all_winning_moves_of_misere_sums() {
    let mut compared = 0;
    for language in LANGUAGES {
        if !compilers(language).iter().all(|(program, argument)| has(program, argument)) {
            continue;
        }
        for (text, style, asked) in MISERE {
            let mut session = Session::new();
            let question = session.game(&format!("misere {text}")).unwrap();
            let options = EmitOptions::new(language).with_moves(true).with_style(style);
            let code = question.emit_with(&options, &Context::default()).unwrap().result.code;
            let lines: Vec<String> = asked.iter().map(|heaps| line(language, &code, heaps, true)).collect();
            let told = printed(language, &code, &lines.join("\n"));
            for (heaps, told) in asked.iter().zip(told.lines()) {
                let mut wanted = Vec::new();
                for (at, &heap) in heaps.iter().enumerate() {
                    for option in question.game.every_option(&Place::heap(heap), &Context::default()).unwrap() {
                        let left = option.first().map_or(0, |part| u64::try_from(&part.place[0]).unwrap());
                        let mut after = heaps.to_vec();
                        after[at] = left;
                        let after: Vec<String> = after.iter().map(u64::to_string).collect();
                        let sum = session.position(&format!("misere {text}({})", after.join(", "))).unwrap();
                        if sum.outcome().unwrap() == Outcome::Previous {
                            wanted.push([at as u64, left]);
                        }
                    }
                }
                wanted.sort_unstable();
                let wanted: String = wanted.iter().map(|[at, left]| format!("{at} {left} ; ")).collect();
                assert_eq!(told.trim_end(), wanted.trim_end(), "{text} at {heaps:?} in {language:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 19);
}

/// A program of `take[1..m]` is asked with m, and lists what is left of the heap.
#[test]
fn parameters_are_no_part_of_a_move() {
    let options = EmitOptions::new(Language::Python).with_moves(true);
    let Ok(Asked::Parametric(game)) = Session::new().asked_game("take[1..m]", &[]) else { panic!("a family") };
    let code = game.emit(&Ranges::default(), &options, &Context::default()).unwrap().result.code;
    if has("python3", "--version") {
        let told = printed(Language::Python, &code, "print(winning_moves(10, 3), winning_moves(8, 3))");
        assert_eq!(told.trim(), "[(8,)] []");
    }
    // two ways to the same parts are one move, and an empty part is none
    let text = "{n -> i & n-a-i for a in l..r for i in 0..n-a}";
    let Ok(Asked::Parametric(game)) = Session::new().asked_game(text, &[]) else { panic!("a family") };
    let code = |language| {
        let options = EmitOptions::new(language).with_moves(true);
        game.emit(&Ranges::default(), &options, &Context::default()).unwrap().result.code
    };
    for language in LANGUAGES {
        if !compilers(language).iter().all(|(program, argument)| has(program, argument)) {
            continue;
        }
        let code = code(language);
        let lines: Vec<String> =
            [[6, 1, 2], [7, 1, 2], [2, 1, 2]].iter().map(|place| line(language, &code, place, false)).collect();
        let told = printed(language, &code, &lines.join("\n"));
        let told: Vec<&str> = told.lines().map(str::trim_end).collect();
        assert_eq!(told, ["1 4 ; 2 2 ;", "1 4 ; 3 3 ;", "0 ;"], "{language:?}");
    }
}

#[test]
fn what_is_not_listed_is_refused() {
    let options = EmitOptions::new(Language::Cpp).with_moves(true);
    for (text, message) in [
        (
            "{(a,b) -> (x,b) & (a-x-1,b) for x in 0..a-1 if a > 0}",
            "a move that leaves several places of several numbers is not listed by a program",
        ),
        (
            "misere kayles",
            "winning moves in misère play are emitted of one place, and of heaps that are won by their values",
        ),
        ("silverdollar", "no program lists the moves of this game"),
        ("let a = take[1..3]; {n -> n-1; a(n-2) if n > 1}", "no program lists the moves of this game"),
    ] {
        let question = Session::new().game(text).unwrap();
        let fault = question.emit_with(&options, &Context::default()).unwrap_err().to_string();
        assert!(fault.contains(message), "{text}: {fault}");
        // without them there is a program
        assert!(question.emit_with(&options.with_moves(false), &Context::default()).is_ok(), "{text}");
    }
}
