//! Every language is compiled and run with what the machine has, against the library's own values. A missing compiler is passed
//! over, but Rust's, which is there wherever tests are built: some program is always run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use grundy_automata::search::Question;
use grundy_core::{Nat, Outcome, number::to_u64};

use super::*;
use crate::game::{Game, GameQuestion, Place};
use crate::plan::automaton::is_far;
use crate::rule::ir::{OtherGame, Rule};
use crate::rule::measure::{Termination, termination};
use crate::rule::testing::{plain_options, random_rule};
use crate::session::Session;
use crate::testing::{Random, cases};

mod families;
mod lists;
mod misere;
mod moves;
mod programs;

/// A game, how it is asked for, and where it is compared.
struct Case {
    text: &'static str,
    style: Wanted,
    max: Option<u64>,
    expected: Style,
    /// All coordinates from 0 to here …
    small: u64,
    /// … and these places.
    large: &'static [&'static [u64]],
}

const E18: u64 = 1_000_000_000_000_000_000;
const LARGE: &[&[u64]] = &[&[E18], &[E18 - 1], &[999_999_999_999_999_989], &[576_460_752_303_423_488], &[123_456_789]];
const LONG: &[&[u64]] =
    &[&[E18], &[E18 - 1], &[105_350], &[105_351], &[254_809], &[254_810], &[268_746], &[300_000], &[123_456_789]];
const PAIRS: &[&[u64]] = &[
    &[E18, E18],
    &[618_033_988_749_894_848, E18],
    &[618_033_988_749_894_847, E18],
    &[381_966_011_250_105_151, 618_033_988_749_894_848],
    // Fibonacci numbers: the distance of a multiple of phi from an integer is least there
    &[420_196_140_727_489_673, 679_891_637_638_612_258],
    &[259_695_496_911_122_585, 420_196_140_727_489_673],
    &[832_040, 1_346_269],
    &[1_346_269, 832_040],
    &[E18, 3],
    &[1, E18],
];

const fn auto(text: &'static str, expected: Style, large: &'static [&'static [u64]]) -> Case {
    Case { text, style: Wanted::Auto, max: None, expected, small: 60, large }
}

const fn near(text: &'static str, style: Wanted, max: u64, expected: Style, small: u64) -> Case {
    Case { text, style, max: Some(max), expected, small, large: &[] }
}

const fn pairs(text: &'static str, expected: Style) -> Case {
    Case { text, style: Wanted::Auto, max: None, expected, small: 12, large: PAIRS }
}

const CASES: &[Case] = &[
    auto("nim", Style::Formula, LARGE),
    auto("take[1..3]", Style::Formula, LARGE),
    auto("take[3..]", Style::Formula, LARGE),
    auto("take[powers(2)]", Style::Formula, LARGE),
    auto("take[powers(4)]", Style::Formula, LARGE),
    auto("lasker", Style::Formula, LARGE),
    auto("mark", Style::Formula, LARGE),
    auto("aliquot", Style::Formula, LARGE),
    auto("{n -> n-k for k in divisors(n)}", Style::Formula, LARGE),
    auto("atmosthalf", Style::Formula, LARGE),
    auto("atleasthalf", Style::Formula, LARGE),
    auto("{n -> n-k for k in (n+9)//10..n if n > 0}", Style::Formula, LARGE),
    auto("{n -> n-k for k in 1..n//3}", Style::Formula, LARGE),
    auto("{n -> n-k for k in 1..(2*n+1)//5}", Style::Formula, LARGE),
    auto("{n -> n-k for k in 1..(2*n-7)//5}", Style::Formula, LARGE),
    auto("{n -> n-k for k in 1..isqrt(n)}", Style::Formula, LARGE),
    auto("{n -> n-k for k in 1..log2(n) if n > 0}", Style::Formula, LARGE),
    auto("{n -> n-k for k in 1..bits(n)+2}", Style::Formula, LARGE),
    auto("{n -> n%k for k in 1..n}", Style::Formula, LARGE),
    auto("{n -> n//k for k in 3..n-4}", Style::Formula, LARGE),
    auto("{n -> ceil(n/k) for k in 2..n}", Style::Formula, LARGE),
    auto("{n -> n//k for k in 2..n if n%k = 0}", Style::Formula, &[&[999_999_999_989], &[1 << 59], &[E18]]),
    auto("{n -> n//d for d in 2..6 if n > 0}", Style::Formula, LARGE),
    auto("{n -> ceil(n/d) for d in 2..9 if n > 1}", Style::Formula, LARGE),
    auto("{n -> (n-1)//2 | (n-2)//3 if n > 0}", Style::Formula, LARGE),
    auto("{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}", Style::Formula, LARGE),
    auto("{n -> y for y in isqrt(n)..n//2 if n > 1}", Style::Formula, &[&[1_000_000_000], &[123_456_789], &[1 << 29]]),
    near("{n -> y for y in isqrt(n)..n//2 if n > 1}", Wanted::Auto, 100, Style::Table, 100),
    auto("{n -> n-d for d in 1..n if gcd(n,d) = 1}", Style::Table, &[&[999_983], &[999_985], &[1_000_000]]),
    near("{n -> n-d for d in 1..n if gcd(n,d) = 1}", Wanted::Auto, 100, Style::Table, 100),
    pairs("wythoff", Style::Formula),
    pairs("wythoff[2]", Style::Formula),
    pairs("wythoff[3]", Style::Formula),
    pairs("euclid", Style::Formula),
    pairs("euclidpositive", Style::Formula),
    pairs("fibonaccinim", Style::Formula),
    pairs("{(n,q) -> (n-j,j) for j in 1..q by (n,q)}", Style::Formula),
    pairs("{(n,q) -> (n-j,3*j) for j in 1..q by (n,q)}", Style::Formula),
    pairs("{(n,q) -> (n-j,17*j) for j in 1..q by (n,q)}", Style::Formula),
    pairs("{(a,b) -> (a-k,b) for k in 1..3; (a,b-k) for k in {1,3,4}}", Style::Period),
    near(
        "{(a,b) -> (a-k,b) for k in squares; (a,b-k) for k in fibs; (a,b-k) for k in 3..4}",
        Wanted::Auto,
        30,
        Style::Table,
        12,
    ),
    near("{n -> kayles(n-1) & grundy(n-2); take[squares](n-2) & n-3; lasker(n-4)}", Wanted::Auto, 60, Style::Table, 60),
    auto("take[1,3,4]", Style::Period, LARGE),
    auto("kayles", Style::Period, LARGE),
    auto("dawsonskayles", Style::Period, LARGE),
    auto("0.137", Style::Period, LARGE),
    auto("take[evens]", Style::Period, LARGE),
    auto("take[1.. except 2..4]", Style::Period, LARGE),
    auto("0.05!", Style::Period, LARGE),
    // too long for an array: the program computes its first values
    Case { text: "0.16", style: Wanted::Auto, max: Some(E18), expected: Style::Period, small: 60, large: LONG },
    pairs("{(a,b) -> (a-k,b) | (a,b-k) | (a-1,b-1) for k in 1..}", Style::Formula),
    pairs("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-2,b-2); (a-1,b-1)}", Style::Formula),
    pairs("{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if b > 1}", Style::Automaton),
    pairs("{(n,q) -> (n-j,2*j) for j in 1..q if n > 1 by (n,q)}", Style::Automaton),
    auto("{n -> n-1; n//3 if n > 0}", Style::Automaton, LARGE),
    auto("{n -> n//d for d in {2,5,7} if n > 0}", Style::Dfs, &[&[987_654_321_987_654_321], &[E18]]),
    near("take[squares]", Wanted::Table, 300, Style::Table, 300),
    near("take[fibs]", Wanted::Table, 200, Style::Table, 200),
    near("take[primes]", Wanted::Auto, 200, Style::Table, 200),
    near(
        "{n -> n-p*q for p in primes for q in primes if p < q; n-2*p-1 for p in primes}",
        Wanted::Table,
        99,
        Style::Table,
        99,
    ),
    near("{(a,b) -> (a-p,b) | (a,b-p) for p in primes; (a-1,b-1)}", Wanted::Table, 20, Style::Table, 20),
    near("{n -> n-p for p in primes; n-1 if n in primes}", Wanted::Dfs, 99, Style::Dfs, 99),
    near("take[odds except {3,9}]", Wanted::Table, 200, Style::Table, 200),
    near("take[powers(3), 5]", Wanted::Table, 200, Style::Table, 200),
    near("grundy", Wanted::Auto, 200, Style::Table, 200),
    near("kayles", Wanted::Table, 100, Style::Table, 100),
    near("lasker", Wanted::Table, 100, Style::Table, 100),
    near("0.8F", Wanted::Table, 60, Style::Table, 60),
    near("4?.07=", Wanted::Table, 60, Style::Table, 60),
    near("0.6!D", Wanted::Table, 60, Style::Table, 60),
    near("{n -> n-k for k in 1..n//3}", Wanted::Auto, 300, Style::Table, 300),
    near("{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}", Wanted::Table, 80, Style::Table, 80),
    near("{n -> a & b & n-a-b for a in 1.. for b in a.. if a+b < n}", Wanted::Table, 40, Style::Table, 40),
    near("0.0F", Wanted::Auto, 40, Style::Period, 40),
    near("{n -> n-k for k in {2,3,7,11} except {3} if n % 4 != 1 or k in primes}", Wanted::Table, 99, Style::Table, 99),
    near("{v -> v-g for g in 1..7 step 2 if v % 5 != 0 and not (g divides v)}", Wanted::Table, 99, Style::Table, 99),
    near("{取 -> (取-7)//2; 取-3; isqrt(取) if 取 > 3}", Wanted::Auto, 99, Style::Table, 99),
    near(
        "{n -> n-gcd(n,k) for k in 2..5 if n > 0; n-lowbit(n) if n > 0; xor(n,n//2)%n if n > 1}",
        Wanted::Auto,
        99,
        Style::Table,
        99,
    ),
    near(
        "{n -> n-k for k in divisors(n+4) if k <= popcount(n)+2; n-bits(n) if n > 2; n-log2(n) if n > 3}",
        Wanted::Auto,
        99,
        Style::Table,
        99,
    ),
    near(
        "{n -> n-k^2 for k in 1..9; n-2^k for k in 0..6; n-max(3,v2(n)) if n > 0 and n in squares}",
        Wanted::Auto,
        99,
        Style::Table,
        99,
    ),
    near(
        "{n -> n-1 if n in fibs; n-2 if n in powers(3); n-3 if n in evens; n-4 if n in divisors(720); n-5 if n in 1..90 step 7}",
        Wanted::Auto,
        99,
        Style::Table,
        99,
    ),
    // names that a language keeps for itself, or that programs use
    near("{explicit -> explicit-2; explicit-3}", Wanted::Table, 40, Style::Table, 40),
    near("{restrict -> restrict-1; isqrt(restrict) if restrict > 1}", Wanted::Dfs, 40, Style::Dfs, 40),
    near("{unix -> unix-1; unix-2}", Wanted::Dfs, 40, Style::Dfs, 40),
    near("{math -> math-1; isqrt(math) if math > 1}", Wanted::Dfs, 40, Style::Dfs, 40),
    near("{grundy_1 -> kayles(grundy_1-1); grundy_1-2}", Wanted::Dfs, 40, Style::Dfs, 40),
    near("{n -> n-1 & mark(n-2); n-2}", Wanted::Dfs, 40, Style::Dfs, 40),
    near("{n -> kayles(n-1); n-2}", Wanted::Table, 99, Style::Table, 99),
    near("{n -> kayles(n-1); n-2}", Wanted::Auto, 99, Style::Period, 99),
    near("{n -> nim(k) & n-k for k in 2..4 if n > 4; n-1}", Wanted::Table, 99, Style::Table, 99),
    near("{n -> nim(k) & n-k for k in 2..4 if n > 4; n-1}", Wanted::Auto, 99, Style::Period, 99),
    near("{n -> grundy(n-1); n-2}", Wanted::Auto, 99, Style::Table, 99),
    near("turtles(n)", Wanted::Auto, 99, Style::Formula, 99),
    near("ruler(n)", Wanted::Auto, 99, Style::Formula, 99),
    near("turtles(a) + turtles(b)", Wanted::Auto, 20, Style::Formula, 12),
    near("ruler(a) + kayles(b)", Wanted::Auto, 20, Style::Period, 12),
    near("hackenbush(\"path:n\")", Wanted::Auto, 99, Style::Formula, 99),
    near("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-2) | (a-2,b-1)}", Wanted::Auto, 20, Style::Table, 12),
    near(
        "{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}",
        Wanted::Auto,
        14,
        Style::Table,
        12,
    ),
    near(
        "{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k <= a-k; (a,k) & (a,b-k) for k in 1.. if k <= b-k}",
        Wanted::Auto,
        12,
        Style::Table,
        12,
    ),
    // ranges without an end of their own are cut where nothing is left, as `solve` does
    near("{n -> n-2^i for i in 0.. if n//2^i%2 = 1}", Wanted::Table, 200, Style::Table, 200),
    near("{n -> n-2^i for i in 0.. if n//2^i%2 = 1}", Wanted::Dfs, 99, Style::Dfs, 99),
    near(
        "{n -> n-2^i*3-1 | n-5 for i in 0..; n-2^i-3^j for i in 0.. for j in i..}",
        Wanted::Table,
        99,
        Style::Table,
        99,
    ),
    near("{(a,b) -> (a-2^k,b-k) | (a,b-3^k) for k in 0..}", Wanted::Dfs, 12, Style::Dfs, 12),
    near("{(n,m) -> (n-k,m) for k in powers(m) if m >= 1}", Wanted::Dfs, 12, Style::Dfs, 12),
    // one member of a loop is left
    near("{(a,b) -> (a-g,b) | (a,b-g) for g in 1.. if g = gcd(a,b)}", Wanted::Table, 12, Style::Table, 12),
    near(
        "{n -> n-k for k in 2..n-3 step 3 if n//2 = k; n-gcd(n,j) for j in 1..n}",
        Wanted::Table,
        99,
        Style::Table,
        99,
    ),
    near(
        "{n -> k for k in 1.. if k = isqrt(n) and n > 2; n-k for k in 3..n//5 for j in 2..k if j = n-2*k}",
        Wanted::Dfs,
        40,
        Style::Dfs,
        40,
    ),
    near("wythoff", Wanted::Table, 12, Style::Table, 12),
    near("wythoff[2]", Wanted::Table, 12, Style::Table, 12),
    near("euclid", Wanted::Table, 12, Style::Table, 12),
    near("kayles", Wanted::Dfs, 60, Style::Dfs, 60),
    near("grundy", Wanted::Dfs, 60, Style::Dfs, 60),
    near("take[squares]", Wanted::Dfs, 99, Style::Dfs, 99),
    near("euclid", Wanted::Dfs, 12, Style::Dfs, 12),
    near("wythoff", Wanted::Dfs, 12, Style::Dfs, 12),
    near("fibonaccinim", Wanted::Dfs, 12, Style::Dfs, 12),
    near("{(n,q) -> (n-j,2*j+1) for j in 1..q by (n,q)}", Wanted::Auto, 12, Style::Dfs, 12),
    near("{(a,b,c) -> (a-1,b,c) | (a,b-1,c) | (a,b,c-1) | (a-1,b-1,c-1)}", Wanted::Auto, 4, Style::Table, 4),
];

/// Where nothing is said, a table of many greatest common divisors ends sooner.
#[test]
fn programs_of_divisors_start_within_a_second() {
    for (text, max, to) in [
        ("{n -> n-gcd(n,k) for k in 1..n}", None, 1000),
        ("{n -> n-gcd(n,k) for k in 1..n}", Some(10_000), 10_000),
        ("{(a,b) -> (a-g,b) | (a,b-g) for g in 1.. if g = gcd(a,b)}", None, 1000),
        ("{n -> n-isqrt(k) for k in 1..n}", None, 10_000),
    ] {
        let question = Session::new().game(text).unwrap();
        let wanted = EmitOptions::new(Language::Cpp).with_max(max).with_style(Wanted::Table);
        assert_eq!(emit(&question, &wanted, &Context::default()).unwrap().max, to, "{text}");
    }
}

/// A case with its program and what the program must print.
struct Ready {
    code: String,
    /// Ask `first_wins` of the place in place of `grundy`.
    outcome: bool,
    arity: usize,
    small: u64,
    large: Vec<Vec<u64>>,
    line: String,
}

fn places(arity: usize, small: u64, large: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..arity {
        all = all.iter().flat_map(|p| (0..=small).map(move |n| [p.as_slice(), &[n]].concat())).collect();
    }
    all.extend(large.iter().cloned());
    all
}

fn expected(game: &Game, place: &[u64], outcome: bool) -> u64 {
    let place: Place = place.iter().map(|&n| Nat::from(n)).collect();
    let cx = Context::default();
    if outcome {
        if is_far(&place) && game.law_words().is_none() {
            // tables are out of reach: the automaton itself, read by the library
            let law = game.automatic_law(Question::Kernel, &cx).unwrap().unwrap();
            return u64::from(!law.is_previous(&place));
        }
        return u64::from(game.outcome_at(&place, &cx).unwrap() == Outcome::Next);
    }
    to_u64(&game.value_at(&place, &cx).unwrap()).unwrap()
}

/// The games of [`CASES`]: what was proved for one language is known for the others.
fn questions() -> &'static [GameQuestion] {
    static ALL: OnceLock<Vec<GameQuestion>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut session = Session::new();
        let read = |case: &Case| session.game(case.text).unwrap_or_else(|e| panic!("{}: {e}", case.text));
        CASES.iter().map(read).collect()
    })
}

fn ready(language: Language) -> Vec<Ready> {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for (number, (case, question)) in CASES.iter().zip(questions()).enumerate() {
        let options = EmitOptions::new(language).with_max(case.max).with_style(case.style);
        let answer = match emit(question, &options, &Context::default()) {
            Ok(answer) => answer,
            Err(error) => {
                faults.push(format!("{}: {error}", case.text));
                continue;
            }
        };
        if answer.style != case.expected {
            faults.push(format!("{}: {:?}", case.text, answer.style));
        }
        assert!(answer.code.is_ascii(), "{}", case.text);
        let arity = match question.game.shape() {
            Shape::Tuple(n) => n,
            _ => 1,
        };
        let outcome = !answer.code.contains("grundy(");
        let large: Vec<Vec<u64>> = case.large.iter().map(|p| p.to_vec()).collect();
        let mut line = number.to_string();
        for place in places(arity, case.small, &large) {
            let _ = write!(line, " {}", expected(&question.game, &place, outcome));
        }
        if arity == 1 {
            let heaps = [5, 9, case.small];
            let sum = heaps.iter().fold(0, |sum, &n| sum ^ expected(&question.game, &[n], false));
            let _ = write!(line, " {}", u64::from(sum != 0));
        }
        all.push(Ready { code: answer.result.code, outcome, arity, small: case.small, large, line });
    }
    assert!(faults.is_empty(), "{}: {faults:#?}", language.name());
    random(language, 4, 40, &mut all);
    all
}

/// What programs of C++ include; in a namespace they must not do it first.
const HEADERS: [&str; 10] = [
    "algorithm", "array", "cassert", "cstdio", "cstdlib", "initializer_list", "map", "unordered_map", "unordered_set",
    "vector",
];

/// Its text for a namespace: `cassert` alone would be read again there.
fn inside(code: &str) -> String {
    code.replace("#include <cassert>\n", "")
}

/// No warnings, but for those that random rules deserve.
const STRICT: [&str; 9] = [
    "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-div-by-zero", "-Wno-unused-function", "-Wno-unused-variable",
    "-Wno-unused-but-set-variable", "-Wno-tautological-compare",
];

/// The value of a place by the plainest recursion; `None` where an expression has no value.
fn brute(rule: &Rule, place: &[u64], known: &mut BTreeMap<Vec<u64>, u64>) -> Option<u64> {
    if let Some(&value) = known.get(place) {
        return Some(value);
    }
    let mut seen = Vec::new();
    for option in plain_options(rule, place).ok()? {
        let mut sum = 0;
        for (away, part) in option {
            // parts are handed over to Nim
            sum ^= if away { part[0] } else { brute(rule, &part, known)? };
        }
        seen.push(sum);
    }
    let value = grundy_core::mex::mex(seen);
    known.insert(place.to_vec(), value);
    Some(value)
}

/// So many random rules as tables and as recursions. Most that are drawn are no games, or have no value somewhere.
fn random(language: Language, seed: u64, count: usize, all: &mut Vec<Ready>) {
    let mut random = Random::new(seed);
    let before = all.len();
    let nim = OtherGame::from(Session::new().game("nim").unwrap().game);
    for number in 0.. {
        let arity = 1 + (number % 2) as usize;
        let rule = random_rule(&mut random, arity, Some(&nim).filter(|_| number % 3 == 0));
        if !matches!(termination(&rule), Termination::Proved(_)) {
            continue;
        }
        let max = if arity == 1 { 20 } else { 4 };
        let mut known = BTreeMap::new();
        let everywhere = places(arity, 2 * max, &[]);
        if everywhere.iter().any(|p| brute(&rule, p, &mut known).is_none()) {
            continue;
        }
        let shape = if arity == 1 { Shape::Heap } else { Shape::Tuple(arity) };
        let game = Game::new(format!("random {number}"), shape, Kind::Rule(rule.clone()));
        let question = game.under(Convention::Normal);
        let style = if number % 4 < 2 { Wanted::Table } else { Wanted::Dfs };
        let Ok(answer) =
            emit(&question, &EmitOptions::new(language).with_max(Some(max)).with_style(style), &Context::default())
        else {
            continue;
        };
        let mut line = all.len().to_string();
        for place in places(arity, max, &[]) {
            let _ = write!(line, " {}", known[&place]);
        }
        if arity == 1 {
            let _ = write!(line, " {}", u64::from(known[&vec![5]] ^ known[&vec![9]] ^ known[&vec![max]] != 0));
        }
        all.push(Ready { code: answer.result.code, outcome: false, arity, small: max, large: Vec::new(), line });
        if all.len() == before + count {
            break;
        }
    }
}

/// The program `name` answers to this argument.
fn has(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("{program} is not on this machine: its language is not tested");
    }
    found
}

fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-emit-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn compare(all: &[Ready], printed: &str, path: &Path) {
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), all.len(), "{}", path.display());
    let wrong: Vec<String> = all
        .iter()
        .zip(lines)
        .filter(|(ready, line)| line.trim_end() != ready.line)
        .map(|(ready, line)| format!("printed {line}\nvalues  {}\n{}", ready.line, ready.code))
        .collect();
    assert!(wrong.is_empty(), "{}\n{}", path.display(), wrong.join("\n"));
    std::fs::remove_dir_all(path).unwrap();
}

/// Loops over the small places around one statement, in a language with braces.
fn probe(ready: &Ready, print: &dyn Fn(&str) -> String, open: &dyn Fn(&str, u64) -> String) -> String {
    let function = if ready.outcome { "first_wins" } else { "grundy" };
    let variables = ["i", "j", "k"];
    let names = &variables[..ready.arity];
    let mut text: String = names.iter().map(|v| open(v, ready.small)).collect();
    text += &print(&format!("{function}({})", names.join(", ")));
    text += &"}".repeat(ready.arity);
    for place in &ready.large {
        let numbers: Vec<String> = place.iter().map(|n| format!("@{n}")).collect();
        text += &print(&format!("{function}({})", numbers.join(", ")));
    }
    text
}

#[test]
fn cpp_gives_the_values() {
    if !has("g++", "--version") {
        return;
    }
    let all = ready(Language::Cpp);
    let mut text = String::new();
    for name in HEADERS {
        let _ = writeln!(text, "#include <{name}>");
    }
    let mut main = String::new();
    for (i, ready) in all.iter().enumerate() {
        let print = |e: &str| format!("printf(\" %lld\", (long long)({}));\n", e.replace('@', ""));
        let body = probe(ready, &print, &|v, last| format!("for (long long {v} = 0; {v} <= {last}; {v}++) {{"));
        let heaps =
            if ready.arity == 1 { print(&format!("first_wins({{5, 9, {}}})", ready.small)) } else { String::new() };
        let _ = writeln!(
            text,
            "namespace g{i} {{\n{}\nvoid probe() {{ printf(\"{i}\");\n{body}{heaps}puts(\"\"); }}\n}}",
            inside(&ready.code)
        );
        let _ = writeln!(main, "g{i}::probe();");
    }
    let _ = writeln!(text, "int main() {{\n{main}}}");
    let path = directory("cpp");
    std::fs::write(path.join("all.cpp"), text).unwrap();
    run(Command::new("g++").args(["-std=c++17", "all.cpp", "-o", "all"]).args(STRICT).current_dir(&path));
    let printed = run(Command::new(path.join("all")).current_dir(&path));
    compare(&all, &printed, &path);
}

#[test]
fn c_gives_the_values() {
    if !has("gcc", "--version") {
        return;
    }
    let all = ready(Language::C);
    let mut names: Vec<String> = ["first_wins", "floor_div", "floor_mod", "gcd", "power", "isqrt", "log2_floor"]
        .iter()
        .chain(&[
            "popcount", "v2", "bit_length", "lowfib", "lowschwenk", "times_root", "is_prime", "is_square",
            "is_fibonacci",
        ])
        .chain(&["is_power", "mark_value", "note_value", "nim_product", "probe"])
        .map(|&n| n.to_owned())
        .collect();
    for number in 0..10 {
        let function = if number == 0 { "grundy".to_owned() } else { format!("grundy_{number}") };
        for end in ["", "_table", "_keys", "_values", "_room", "_used", "_slot", "_remember"] {
            names.push(format!("{function}{end}"));
        }
    }
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
    let mut main = String::new();
    for (i, ready) in all.iter().enumerate() {
        let print = |e: &str| format!("printf(\" %lld\", (long long)({}));\n", e.replace('@', ""));
        let body = probe(ready, &print, &|v, last| format!("for (long long {v} = 0; {v} <= {last}; {v}++) {{"));
        let heaps = if ready.arity == 1 {
            print(&format!("first_wins((const long long[]){{5, 9, {}}}, 3)", ready.small))
        } else {
            String::new()
        };
        for name in &names {
            let _ = writeln!(text, "#define {name} g{i}_{name}");
        }
        let _ = writeln!(text, "{}\nvoid probe(void) {{ printf(\"{i}\");\n{body}{heaps}puts(\"\"); }}", ready.code);
        for name in &names {
            let _ = writeln!(text, "#undef {name}");
        }
        let _ = writeln!(main, "g{i}_probe();");
    }
    let _ = writeln!(text, "int main(void) {{\n{main}return 0; }}");
    let path = directory("c");
    std::fs::write(path.join("all.c"), text).unwrap();
    run(Command::new("gcc").args(["-std=c99", "all.c", "-o", "all"]).args(STRICT).current_dir(&path));
    let printed = run(Command::new(path.join("all")).current_dir(&path));
    compare(&all, &printed, &path);
}

#[test]
fn rust_gives_the_values() {
    let all = ready(Language::Rust);
    let mut text = String::new();
    let mut main = String::new();
    for (i, ready) in all.iter().enumerate() {
        // a truth value prints as a number as well
        let print = |e: &str| format!("print!(\" {{}}\", {} as i64);\n", e.replace('@', ""));
        let body = probe(ready, &print, &|v, last| format!("for {v} in 0..={last} {{"));
        let heaps =
            if ready.arity == 1 { print(&format!("first_wins(&[5, 9, {}])", ready.small)) } else { String::new() };
        let _ = writeln!(
            text,
            "mod g{i} {{\n{}\npub fn probe() {{ print!(\"{i}\");\n{body}{heaps}println!(); }}\n}}",
            ready.code
        );
        let _ = writeln!(main, "g{i}::probe();");
    }
    let _ = writeln!(text, "fn main() {{\n{main}}}");
    let path = directory("rust");
    std::fs::write(path.join("all.rs"), text).unwrap();
    let arguments = [
        "--edition", "2021", "-D", "warnings", "-A", "dead_code", "-A", "unused_variables", "-A", "unused_mut", "-C",
        "debug-assertions", "all.rs",
    ];
    run(Command::new("rustc").args(arguments).current_dir(&path));
    let printed = run(Command::new(path.join("all")).current_dir(&path));
    compare(&all, &printed, &path);
}

#[test]
fn java_gives_the_values() {
    if !has("javac", "-version") || !has("java", "-version") {
        return;
    }
    let all = ready(Language::Java);
    let mut text = String::new();
    let mut main = String::new();
    for (i, ready) in all.iter().enumerate() {
        let print = |e: &str| {
            let value = format!("G{i}.{e}");
            let value = if e.starts_with("first_wins") { format!("({value} ? 1 : 0)") } else { value };
            let mut numbers = String::new();
            for (at, piece) in value.split('@').enumerate() {
                let digits = if at == 0 { 0 } else { piece.bytes().take_while(u8::is_ascii_digit).count() };
                numbers += &piece[..digits];
                numbers += if at > 0 { "L" } else { "" };
                numbers += &piece[digits..];
            }
            format!("out.append(' ').append({numbers});\n")
        };
        let body = probe(ready, &print, &|v, last| format!("for (long {v} = 0; {v} <= {last}; {v}++) {{"));
        let heaps = if ready.arity == 1 {
            print(&format!("first_wins(new long[] {{5, 9, {}}})", ready.small))
        } else {
            String::new()
        };
        text += &ready.code.replace("final class Grundy {", &format!("final class G{i} {{"));
        let _ = writeln!(
            main,
            "static void probe{i}(StringBuilder out) {{ out.append({i});\n{body}{heaps}out.append('\\n'); }}"
        );
    }
    let calls: String = (0..all.len()).map(|i| format!("probe{i}(out);\n")).collect();
    let _ = writeln!(
        text,
        "final class Main {{\n{main}\npublic static void main(String[] a) {{ StringBuilder out = new StringBuilder();\n{calls}System.out.print(out); }}\n}}"
    );
    let path = directory("java");
    std::fs::write(path.join("Main.java"), text).unwrap();
    run(Command::new("javac").args(["--release", "11", "Main.java"]).current_dir(&path));
    let printed = run(Command::new("java").arg("Main").current_dir(&path));
    compare(&all, &printed, &path);
}

#[test]
fn python_gives_the_values() {
    if has("python3", "--version") {
        python(&ready(Language::Python), &directory("python"));
    }
}

#[test]
#[ignore = "long: about a minute"]
fn many_random_rules_have_their_values() {
    if !has("python3", "--version") {
        return;
    }
    for seed in 10..13 {
        let mut all = Vec::new();
        random(Language::Python, seed, 100, &mut all);
        python(&all, &directory("random"));
    }
}

fn python(all: &[Ready], path: &Path) {
    let mut main = String::new();
    for (i, ready) in all.iter().enumerate() {
        std::fs::write(path.join(format!("g{i}.py")), &ready.code).unwrap();
        let function = if ready.outcome { "first_wins" } else { "grundy" };
        let _ = writeln!(main, "import g{i}\nvalues = [{i}]");
        let names = &["i", "j", "k"][..ready.arity];
        let loops: Vec<String> = names.iter().map(|v| format!("for {v} in range({})", ready.small + 1)).collect();
        let _ = writeln!(main, "values += [int(g{i}.{function}({})) {}]", names.join(", "), loops.join(" "));
        for place in &ready.large {
            let numbers: Vec<String> = place.iter().map(u64::to_string).collect();
            let _ = writeln!(main, "values.append(int(g{i}.{function}({})))", numbers.join(", "));
        }
        if ready.arity == 1 {
            let _ = writeln!(main, "values.append(int(g{i}.first_wins([5, 9, {}])))", ready.small);
        }
        let _ = writeln!(main, "print(*values)");
    }
    std::fs::write(path.join("main.py"), main).unwrap();
    let printed = run(Command::new("python3").arg("main.py").current_dir(path));
    compare(all, &printed, path);
}

fn ask(text: &str, language: Language, style: Wanted, max: Option<u64>) -> Result<Answer<Emitted>> {
    let question = Session::new().game(text).unwrap();
    emit(&question, &EmitOptions::new(language).with_max(max).with_style(style), &Context::default())
}

/// There is no board with 0 columns.
#[test]
fn families_begin_at_their_first_member() {
    for (text, first) in [
        ("chomp(\"1xn\")", "numbers from 1 to"),
        ("cram(\"2xn\")", "numbers from 1 to"),
        ("hackenbush(\"cycle:n\")", "numbers from 3 to"),
        ("turtles(a) + cram(\"2xb\")", "numbers from 1 to"),
        ("turtles(n)", "numbers from 0 to"),
        ("cram(\"1xn\")", "begin at 1."),
    ] {
        let code = ask(text, Language::Cpp, Wanted::Auto, None).unwrap().result.code;
        assert!(code.contains(first), "{text}: {code}");
    }
    let code = ask("turtles(x) + nim(y)", Language::Python, Wanted::Auto, None).unwrap().result.code;
    assert!(code.contains("def grundy(x, y)"), "the letters that were typed: {code}");
    // a letter twice, or a number beside letters, is no coordinate of its own
    for text in ["turtles(n) + turtles(n)", "turtles(a) + nimstring(\"1xb\")"] {
        assert!(ask(text, Language::Cpp, Wanted::Auto, None).is_err(), "{text}");
    }
}

#[test]
fn a_test_that_may_fail_is_made_where_a_member_is_left() {
    let rule = "{n -> n-k for k in 1..n-1 if n//(n-1) > 0}";
    let code = ask(rule, Language::Python, Wanted::Table, Some(100)).unwrap().code.clone();
    let line = |begins: &str| code.lines().position(|line| line.trim_start().starts_with(begins)).unwrap();
    assert!(line("for k in") < line("if n // (n - 1)"), "{code}");
}

#[test]
fn the_comment_says_what_is_proved() {
    let law = ask("take[1..3]", Language::Cpp, Wanted::Auto, None).unwrap();
    assert!(law.evidence.is_proved() && law.code.contains("return n % 4;") && law.code.contains("Bachet"));
    let period = ask("kayles", Language::Python, Wanted::Auto, None).unwrap();
    assert!(period.code.contains("Period 12 with preperiod 71") && period.code.contains("Proved"));
    let table = ask("take[squares]", Language::C, Wanted::Auto, None).unwrap();
    assert_eq!((table.style, table.max), (Style::Table, 100_000));
    assert!(table.code.contains("computed from the rule") && !table.code.contains("Proved"));
    let misere = ask("misere nim", Language::Rust, Wanted::Auto, None).unwrap();
    assert!(misere.code.contains("Bouton") && misere.code.contains("sum == 0"));
}

/// The largest place may have no move, and others many.
#[test]
fn a_recursion_is_tried_at_more_than_the_largest_place() {
    for (text, law) in [
        ("{(a,b) -> (a-1,b) | (a,b-1) if a != b}", true),
        ("{n -> n-2 if n%2 = 1}", true),
        ("{n -> n-7 if n not in powers(10)}", false),
        ("{n -> n-1 if n < 100000}", false),
    ] {
        let emitted = ask(text, Language::Cpp, Wanted::Auto, None).unwrap();
        let by_law = matches!(emitted.style, Style::Formula | Style::Period);
        assert_eq!(by_law, law, "{text}: {:?}", emitted.style);
        assert!(law || emitted.max <= 1_000_000, "{text}: {}", emitted.max);
    }
    // what is advised can be done
    let Err(crate::Error::Bad(refused)) =
        ask("{(n,q) -> (n-j,2*j+1) for j in 1..q by (n,q)}", Language::Cpp, Wanted::Auto, Some(100_000_000))
    else {
        panic!("refused");
    };
    assert!(refused.suggestion.as_deref().is_some_and(|help| !help.contains("style")), "{refused:?}");
}

#[test]
fn a_game_with_letters_for_its_numbers_is_the_game() {
    for (letters, game) in
        [("fibonaccinim(n,q)", "fibonaccinim"), ("welter(a,b,c)", "welter"), ("moore[2](a,b,c)", "moore[2]")]
    {
        let code = |text| {
            let code = ask(text, Language::Python, Wanted::Auto, None).unwrap().result.code;
            code.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(code(letters), code(game), "{letters}");
    }
    // a place of two numbers, of which one follows from the other
    assert!(ask("fibonaccinim(n)", Language::Python, Wanted::Auto, None).is_err());
}

#[test]
fn what_cannot_be_printed_is_refused() {
    let refused = |text, style, max| match ask(text, Language::Cpp, style, max) {
        Err(crate::Error::Bad(d)) => d.to_string(),
        other => panic!("{text}: {other:?}"),
    };
    assert!(
        refused("misere {n -> a & n-a for a in 1.. if a < n-a; n-1}", Wanted::Auto, None).contains("none of these")
    );
    assert!(refused("thirtyone", Wanted::Auto, None).contains("row game"));
    assert!(refused("moore[2]", Wanted::Table, None).contains("by its law only"));
    assert!(refused("hackenbush", Wanted::Auto, Some(1_000_000_000)).contains("lists as long"));
    assert_eq!(ask("treblecross", Language::Cpp, Wanted::Auto, Some(50)).unwrap().max, 1);
    assert!(refused("graph{a->b}", Wanted::Auto, None).contains("graph"));
    assert!(refused("grundy", Wanted::Table, Some(E18)).contains("too large"));
    assert!(refused("grundy", Wanted::Auto, Some(1_000_000)).contains("`max` of 10000"));
    let deep = refused("kayles", Wanted::Dfs, Some(E18));
    assert!(deep.contains("a recursion may meet 10^6 positions") && deep.contains("or leave `style` out"), "{deep}");
    assert!(refused("nim", Wanted::Auto, Some(u64::MAX)).contains("Python"));
    assert!(ask("nim", Language::Python, Wanted::Auto, Some(u64::MAX)).is_ok());
}

/// Runs are known up to the maximum only.
#[test]
fn programs_by_runs_stop_beyond_what_they_know() {
    let thirds = "{n -> m for m in n//3..n//2 if n>0}";
    for language in programs::LANGUAGES {
        let known = ask(thirds, language, Wanted::Auto, None).unwrap();
        let and = if language == Language::Python { "and" } else { "&&" };
        assert_eq!(known.max, 1_000_000_000);
        assert!(known.code.contains(&format!("0 <= n {and} n <= 1000000000")), "{}", known.code);
    }
    for max in [4_000_000_000, 100_000_000_000, E18] {
        assert_eq!(ask(thirds, Language::Cpp, Wanted::Auto, Some(max)).unwrap().max, max);
    }
    // too many runs even where one asks: what is advised is no less than what is written unasked
    let tenths = "{n -> m for m in 8*n//10..9*n//10 if n>0}";
    let Err(crate::Error::Bad(refused)) = ask(tenths, Language::Cpp, Wanted::Auto, Some(E18)) else {
        panic!("refused")
    };
    let unasked = ask(tenths, Language::Cpp, Wanted::Auto, None).unwrap().max;
    let help = refused.suggestion.clone().unwrap_or_default();
    let advised: u64 = help.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap();
    assert!(advised >= unasked, "{unasked}: {refused:?}");
}

#[test]
fn a_maximum_that_is_advised_was_tried() {
    let doubling = "{(a,b) -> (a-1,2*b) | (a,b-1)}";
    let help = |style, max| match ask(doubling, Language::Cpp, style, max) {
        Err(crate::Error::Bad(refused)) => refused.suggestion.clone().unwrap_or_default(),
        other => panic!("{other:?}"),
    };
    assert_eq!(help(Wanted::Auto, None), "a `max` of 10");
    assert_eq!(help(Wanted::Dfs, Some(100)), "a `max` of 10, or leave `style` out");
    assert_eq!(ask(doubling, Language::Cpp, Wanted::Auto, Some(10)).unwrap().max, 10);
}

#[test]
fn a_law_is_told_with_the_letters_of_the_rule() {
    let emitted = ask("{(n,l) -> (n-k,k) for k in 1..l by n}", Language::Cpp, Wanted::Auto, None).unwrap();
    assert!(emitted.code.contains("Law: P iff n = 0 or l < the lowest binary digit of n"), "{}", emitted.code);
}

#[test]
fn a_law_of_outcomes_says_where_the_values_are() {
    let coprime = "{n -> n-k for k in 1.. if gcd(n,k) = 1}";
    for (game, max, outcome) in
        [("wythoff", 10, true), (coprime, 10, false), (coprime, E18, true), ("take[1,3,4]", 10, false)]
    {
        let code = |style, max| ask(game, Language::Python, style, Some(max)).unwrap().code.clone();
        assert_eq!(code(Wanted::Auto, max).contains("nothing about sums"), outcome, "{game} {max}");
        assert!(code(Wanted::Table, 10).contains("def grundy("), "{game}");
    }
}

#[test]
fn proved_formulas_and_laws_are_emitted() {
    let three = "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}";
    let answer = ask(three, Language::Cpp, Wanted::Auto, None).unwrap();
    assert_eq!((answer.style, answer.evidence.is_proved()), (Style::Formula, true));
    assert!(answer.max >= E18, "{}", answer.code);
}

/// The program calls that of what is missing, which has a formula.
#[test]
fn a_rule_that_counts_upwards_calls_the_heap_of_what_is_missing() {
    let game = Session::new().game("{s -> s+k for k in 1..10 if s+k <= 10^12 by 10^12-s}").unwrap();
    let answer = emit(&game, &EmitOptions::new(Language::Python), &Context::default()).unwrap();
    assert!(
        answer.code.contains("1000000000000 - n") && answer.code.contains("if n > 1000000000000"),
        "{}",
        answer.code
    );
    assert!(answer.evidence.is_proved());
}

/// Laws may take all the time there is; the rule itself is a program.
#[test]
fn a_program_is_written_when_the_time_of_laws_is_up() {
    let question =
        Session::new().game("{(a,b) -> (a-k,b) | (a,b-k) | (a-2*k,b-3*k) | (a-3*k,b-2*k) for k in 1..}").unwrap();
    let budget = Budget { time: Some(std::time::Duration::from_nanos(1)), ..Budget::UNLIMITED };
    let answer = emit(&question, &EmitOptions::default(), &Context::new(budget)).unwrap();
    assert_eq!(answer.style, Style::Table);
    assert!(answer.evidence.is_proved() && answer.code.contains("The time was up"), "{}", answer.code);
}
