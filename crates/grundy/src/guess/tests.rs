use std::collections::HashSet;

use grundy_core::{Budget, Nat, Status, number::to_u64};

use super::*;
use crate::game::Place;
use crate::session::Session;
use crate::testing::Random;

fn ask(game: &str) -> Answer<Findings> {
    let question = Session::new().game(game).unwrap_or_else(|d| panic!("{game}: {d}"));
    guess(&question, &GuessOptions::default(), &Context::default()).unwrap_or_else(|e| panic!("{game}: {e}"))
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

fn list(answer: &Answer<Findings>) -> Vec<String> {
    let line = |f: &Finding| {
        format!("{} {} {}", f.kind.name(), f.evidence.status_name(), squeezed(f.claim.as_ref().unwrap_or(&f.text)))
    };
    answer.findings.iter().map(line).collect()
}

const WYTHOFF: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";

#[test]
fn the_known_law_is_the_first_or_the_second() {
    let cases = [
        ("take[1,3,4]", "period proved period 7 from 0"),
        ("take[1,3,4]", "p-positions proved P: n%7 in {0,2}"),
        ("take[1..3]", "formula proved g = n%4"),
        ("take[3..]", "formula proved g = n//3"),
        ("take[powers(2)]", "formula proved g = n%3"),
        ("take[odds]", "formula proved g = n%2"),
        ("take[evens]", "formula proved g = n//2"),
        ("take[2,3]", "period proved period 5 from 0"),
        ("nim", "formula proved g = n"),
        ("kayles", "period proved period 12 from 71"),
        ("dawsonskayles", "period proved period 34 from 53"),
        ("lasker", "period proved period 4 from 1 saltus 4"),
        ("mark", "p-positions proved P: n = 0 or v2(n)%2 = 1"),
        ("aliquot", "formula proved g = v2(n) if n > 0 else 0"),
        ("atleasthalf", "formula proved g = bits(n)"),
        ("atmosthalf", "p-positions proved P: band(n,n+1) = 0"),
        ("wythoff", "p-positions proved P: min(a,b) = floor(phi*abs(a-b))"),
        (WYTHOFF, "p-positions proved P: min(a,b) = floor(phi*abs(a-b))"),
        ("fibonaccinim", "p-positions proved P: lowfib(a) > b"),
        ("{(n,q) -> (n-j,j) for j in 1..q by (n,q)}", "p-positions proved P: n = 0 or lowbit(n) > q"),
        ("{(x,y) -> (x-k,y) | (x,y-k) for k in 1..}", "formula checked g = xor(x,y)"),
        ("{(x,y) -> (x-k,y) | (x,y-k) for k in 1..}", "p-positions checked P: x = y"),
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..3}", "formula checked g = xor(a,b)%4"),
        ("{(a,b) -> (a-1,b) | (a,b-1)}", "formula checked g = (a+b)%2"),
        // a flag, and a heap that comes first
        (
            "{(n,z) -> (n-k,z) for k in 1..; (n,0) if z = 1 and n > 0}",
            "formula proved g = n if z != 1 else 0 if n = 0 else n-1 if n%2 = 0 else n+1",
        ),
        (
            "{(a,b) -> (a-k,b) for k in 1.. if a > 0; (0,b-k) for k in 1.. if a = 0}",
            "formula proved g = a if a > b else b if a = 0 else a-1",
        ),
        ("misere take[1..3]", "p-positions checked P: n%4 = 1"),
        ("misere nim", "p-positions checked P: n = 1"),
        ("staircase", "formula checked g = xor(a,c)"),
        ("thirtyone", "p-positions proved P: n%7 = 3 or n = 2"),
        ("moore[2]", "p-positions checked P: a = b and a = c"),
    ];
    for (game, expected) in cases {
        let found = list(&ask(game));
        let at = found.iter().position(|f| f.replace("checked", "proved") == squeezed_words(expected));
        // rows are asked with two, three and four entries
        let last = if matches!(game, "staircase" | "moore[2]") { 8 } else { 1 };
        assert!(at.is_some_and(|at| at <= last), "{game}: {expected}: {found:#?}");
        let status = expected.split(' ').nth(1).unwrap();
        assert!(status == "checked" || found[at.unwrap()].contains(" proved "), "{game}: {found:#?}");
    }
}

/// What `prove` proves of the claim must not be called checked because the sample came first.
#[test]
fn what_prove_proves_at_once_is_proved_here() {
    let pairs = "{(a,b,c) -> (a-i,b-j,c) | (a-i,b,c-j) | (a,b-i,c-j) for i in 1.. for j in 1..}";
    for (game, expected) in [
        ("{(a,b) -> (a-i,b-j) for i in 0.. for j in 0.. if i+j > 0 and (i+j)%2 = 0}", "formula proved g = (a+b)//2"),
        (
            "misere nim(a,b,c)",
            "p-positions proved P: xor(a,b,c) = 0 and max(a,b,c) > 1 or xor(a,b,c) = 1 and max(a,b,c) = 1",
        ),
        (pairs, "p-positions proved P: a+b+c = max(a,b,c)"),
    ] {
        let found = list(&ask(game));
        assert!(found.contains(&squeezed_words(expected)), "{game}: {found:#?}");
    }
}

/// A theorem about rows says what it says of two numbers, and nothing about them is only checked beside it.
#[test]
fn what_a_theorem_says_of_short_rows_is_proved() {
    for (game, expected) in [
        ("endnim", "formula proved g = xor(a,b)"),
        ("welter", "formula proved g = xor(a,b)-1"),
        ("moore[2]", "formula proved g = a+b"),
        ("moore[2]", "p-positions proved P: a = b and a = c"),
        ("moore[3]", "formula proved g = a+b+c"),
        ("silverdollar", "formula proved g = abs(a-b)-1"),
        ("northcott", "formula proved g = xor(abs(a-b)-1,abs(c-d)-1)"),
        ("staircase", "formula proved g = xor(a,c)"),
        (
            "silverdollar(a,b,c,d)",
            "formula proved g = xor of the gaps of the pairs of neighbours, paired from the right",
        ),
    ] {
        let answer = ask(game);
        let found = list(&answer);
        assert!(found.contains(&squeezed_words(expected)), "{game}: {found:#?}");
        let open = |f: &&Finding| !f.evidence.is_proved() && f.kind != Kind::Oeis && f.text.contains("(a, b): ");
        assert_eq!(answer.findings.iter().find(open).map(|f| &f.text), None, "{game}");
    }
}

#[test]
fn heaps_in_blocks_and_hidden_parities_have_their_laws() {
    let three = "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) for k in 1..; (a-1,b-1,c) | (a-1,b,c-1) | (a,b-1,c-1)}";
    for (game, expected) in [
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}", "formula proved g = 3*xor(a//3,b//3)+(a+b)%3"),
        (
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-i,b-j) for i in 1.. for j in 1.. if i+j < 4}",
            "formula proved g = 4*xor(a//4,b//4)+(a+b)%4",
        ),
        ("{(a,b) -> (a-1,b) | (a,b-1) | (a-1,b-1)}", "formula proved g = 2*(min(a,b)%2)+(a+b)%2"),
        (three, "formula checked g = 3*xor(a//3,b//3,c//3)+(a+b+c)%3"),
        ("{n -> a & n-a for a in 1..n-1 step 2}", "formula proved g = (n+1)%2 if n > 0 else 0"),
        ("{n -> a & n-a for a in 1..n-1 step 2}", "period proved period 2 from 1"),
        ("{n -> n-1; 0 if n > 0}", "formula proved g = 2-n%2 if n > 0 else 0"),
        ("{n -> k & k for k in 0.. if k < n-k-1}", "formula proved g = min(n//2,1)"),
        ("chomp(\"2xn\")", "formula checked g = (3*n-1)//2"),
        ("chomp(\"2xn\")", "period checked period 2 from 1 saltus 3"),
        ("cram(\"2xn\")", "p-positions checked P: n%2 = 0"),
    ] {
        let found = list(&ask(game));
        let told = found.iter().find(|f| f.replace("checked", "proved") == squeezed_words(expected));
        let proved = told.is_some_and(|f| f.contains(" proved "));
        assert!(told.is_some() && (proved || expected.contains(" checked ")), "{game}: {expected}: {found:#?}");
        assert!(found.iter().all(|f| !f.contains("lowbit") && !f.contains("phi")), "{game}: {found:#?}");
    }
}

/// `kind proved claim-without-blanks`
fn squeezed_words(expected: &str) -> String {
    let mut words = expected.splitn(3, ' ');
    let (kind, _, claim) = (words.next().unwrap(), words.next(), words.next().unwrap());
    format!("{kind} proved {}", squeezed(claim))
}

#[test]
fn further_laws_are_among_the_findings() {
    let cases = [
        ("wythoff[3]", "P: abs(a-b)%3"),
        ("misere wythoff", "floor(phi*abs(a-b))"),
        ("atmosthalf", "g(2n) = n, g(2n+1) = g(n)"),
        ("atleasthalf", "g(n) = 1 + g(n//2)"),
        ("atleasthalf", "twice as long"),
        ("mark", "A036554"),
        ("aliquot", "A007814"),
        ("wythoff", "A000201"),
        ("wythoff", "A004481"),
        ("kayles", "A002186"),
        ("take[squares]", "A014586"),
        ("dawsonschess", "0.07"),
        ("take[1..2]", "A010872"),
        ("0.1377", "A071434"),
        ("silverdollar[dollar]", "xor of the gaps"),
        ("misere take[1..3]", "n%4 = 1"),
        ("silverdollar", "abs(a-b)-1"),
    ];
    for (game, expected) in cases {
        let answer = ask(game);
        let hit = |f: &Finding| f.text.contains(expected) || f.claim.as_ref().is_some_and(|c| c.contains(expected));
        assert!(answer.findings.iter().any(hit), "{game}: {expected}: {:#?}", list(&answer));
    }
}

/// Values by direct recursion over a subtraction set.
fn plain(set: &[usize], count: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let seen: HashSet<u64> = set.iter().filter(|s| **s <= n).map(|s| values[n - s]).collect();
        values.push((0..).find(|v| !seen.contains(v)).unwrap_or(0));
    }
    values
}

#[test]
fn what_is_proved_holds_far_beyond_the_sample() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let mut proved = 0;
    for round in 0..24 {
        let mut set: Vec<usize> = (0..2 + random.below(3)).map(|_| 1 + random.below(9) as usize).collect();
        set.sort_unstable();
        set.dedup();
        let text: Vec<String> = set.iter().map(usize::to_string).collect();
        let game = format!("take[{}]", text.join(","));
        let values = plain(&set, 6000);
        // a small sample, so that there is much beyond it
        let question = Session::new().game(&game).unwrap();
        let options = GuessOptions { to: Some(if round % 2 == 0 { 60 } else { 300 }) };
        let answer = guess(&question, &options, &Context::default()).unwrap();
        for finding in &answer.findings {
            let Some(claim) = &finding.claim else { continue };
            if !finding.evidence.is_proved() {
                continue;
            }
            proved += 1;
            let mut session = Session::new();
            let asked = session.claim("nim(n)", claim).unwrap_or_else(|d| panic!("{claim}: {d}"));
            for n in 0..values.len() as u64 {
                let right = match &asked.claim {
                    crate::claim::Claim::Every(..) => panic!("{claim}: nobody guesses it"),
                    crate::claim::Claim::Period { period, from, saltus } => {
                        let (p, from, s) = (to_u64(period).unwrap(), to_u64(from).unwrap(), to_u64(saltus).unwrap());
                        n < from || n + p >= 6000 || values[(n + p) as usize] == values[n as usize] + s
                    }
                    crate::claim::Claim::Value(cases) => {
                        let cx = Context::default();
                        let value = crate::claim::value_of(cases, n, &cx).unwrap();
                        value == crate::number::Int::from(values[n as usize])
                    }
                    crate::claim::Claim::Previous(statement) => {
                        crate::claim::holds_for(statement, n, &Context::default()).unwrap() == (values[n as usize] == 0)
                    }
                };
                assert!(right, "{game}: {claim} at {n}");
            }
        }
    }
    assert!(proved > 40, "{proved}");
}

/// Laws of the first 2000 heaps alone: another condition holds from 3000 on.
#[test]
fn what_ends_behind_the_sample_is_not_told() {
    let capped = list(&ask("{n -> n-k for k in 1..min(n,3000)}"));
    assert!(capped.contains(&"formula proved g=n%3001".to_owned()), "{capped:?}");
    assert!(!capped.iter().any(|line| line.starts_with("equal-game")), "{capped:?}");
    for late in ["{n -> n-1; n-2; n-3 if n > 3000}", "{n -> n-k for k in 1..2 if n < 2500; n-1 if n >= 2500}"] {
        let found = list(&ask(late));
        let told = |line: &&String| !line.starts_with("oeis") && !line.starts_with("digits");
        assert!(!found.iter().filter(told).any(|line| line.contains(" checked ")), "{late}: {found:?}");
    }
}

/// Period 2 from 1822 holds up to 5463, three times as far as it takes to see it.
#[test]
fn a_period_that_ends_where_moves_divide_is_not_told() {
    let found = list(&ask("{n -> n//3 times 3 if n%3=0 and n>0; n-1}"));
    assert!(!found.iter().any(|line| line.starts_with("period ")), "{found:?}");
}

#[test]
fn nothing_that_is_refuted_is_told() {
    let mut random = Random::new(88_172_645_463_325_252);
    for _ in 0..10 {
        let moves: Vec<String> = (0..2 + random.below(3))
            .map(|_| match random.below(5) {
                0 => format!("n -> n-{}", 1 + random.below(6)),
                1 => format!("n//{} if n > 0", 2 + random.below(3)),
                2 => format!("n-{} if n % {} = {}", 1 + random.below(4), 2 + random.below(3), random.below(2)),
                3 => format!("n-k for k in 1..n//{}", 2 + random.below(2)),
                _ => format!("n-{}", 1 + random.below(9)),
            })
            .map(|m| m.replace("n -> ", ""))
            .collect();
        let game = format!("{{n -> {}}}", moves.join("; "));
        let mut session = Session::new();
        let question = session.game(&game).unwrap();
        let options = GuessOptions { to: Some(200) };
        let answer = guess(&question, &options, &Context::default()).unwrap_or_else(|e| panic!("{game}: {e}"));
        let value = |n: u64| question.game.value_at(&Place::heap(n), &Context::default()).unwrap();
        for finding in answer.result.findings {
            // what is checked up to a bound agrees up to there; what is proved, beyond it
            let end = match &finding.evidence.status {
                Status::Checked { up_to } => to_u64(up_to).unwrap().min(200),
                Status::Proved => 500,
                Status::Guess | Status::Stored | Status::Nothing => 0,
            };
            let Some(claim) = finding.claim else { continue };
            let asked = session.claim(&game, &claim).unwrap_or_else(|d| panic!("{claim}: {d}"));
            for n in 0..=end {
                let right = match &asked.claim {
                    crate::claim::Claim::Value(cases) => {
                        crate::claim::value_of(cases, n, &Context::default()).unwrap() == value(n).into()
                    }
                    crate::claim::Claim::Previous(statement) => {
                        crate::claim::holds_for(statement, n, &Context::default()).unwrap() == (value(n) == Nat::ZERO)
                    }
                    crate::claim::Claim::Every(..) => panic!("{claim}: nobody guesses it"),
                    crate::claim::Claim::Period { .. } => true,
                };
                assert!(right, "{game}: {claim} at {n}");
            }
        }
    }
}

#[test]
fn answers_do_not_change() {
    for game in ["take[1,3,4]", "wythoff[2]", "misere take[1..3]", "mark"] {
        assert_eq!(list(&ask(game)), list(&ask(game)), "{game}");
    }
}

#[test]
fn budgets_and_other_games_are_told() {
    let question = Session::new().game("wythoff").unwrap();
    let cx = Context::new(Budget { nodes: Some(5_000), ..Budget::UNLIMITED });
    let answer = guess(&question, &GuessOptions::default(), &cx).unwrap();
    assert!(answer.stopped.is_some());
    let vertex = Session::new().game("graph{x->y}").unwrap();
    let fault = guess(&vertex, &GuessOptions::default(), &Context::default()).unwrap_err();
    assert!(fault.to_string().contains("laws are looked for"), "{fault}");
}

/// Where a power leaves all bounds, the nim-sum was meant, whoever asks.
#[test]
fn a_power_that_is_too_large_is_explained() {
    let question = Session::new().game("{n -> n^k for k in 1..n if n^k < n}").unwrap();
    let help = |fault: Error| match fault {
        Error::Bad(fault) => fault.suggestion.unwrap_or_default(),
        Error::Stopped(_) => String::new(),
    };
    let cx = Context::default();
    let asked = guess(&question, &GuessOptions::default(), &cx).unwrap_err();
    for help in [help(asked), help(question.game.period().unwrap_err())] {
        assert!(help.contains("`xor(n,k)`"), "{help}");
        assert!(crate::words::fault_in_chinese(&help).is_some(), "{help}");
    }
}

/// 2 is a prime: both conditions say the same.
#[test]
fn a_law_is_told_once() {
    let found = list(&ask("{n -> a & b for a in divisors(n) for b in divisors(n) if 1<a<n and 1<b<n}"));
    assert_eq!(found.iter().filter(|line| line.starts_with("p-positions ")).count(), 1, "{found:#?}");
}

/// What a short condition says of the P-positions needs no digits.
#[test]
fn digits_of_what_a_condition_says_are_not_told() {
    let found = list(&ask("{n -> n-k for k in 1..n if gcd(k,n) > 1}"));
    assert!(found.iter().any(|line| line.starts_with("p-positions ")), "{found:#?}");
    assert!(!found.iter().any(|line| line.contains("P(2n")), "{found:#?}");
    // the values of this one are read off digits, which is told beside the law
    let found = list(&ask("atmosthalf"));
    assert!(found.iter().any(|line| line.contains("g(2n+1)=g(n)")), "{found:#?}");
}

#[test]
fn simple_is_short() {
    let sorted = ["g = n", "g = n%4", "P: n%7 = 0", "P: n%7 in {0,2}", "P: min(a,b) = floor(phi*abs(a-b))"];
    assert!(sorted.windows(2).all(|w| weight(w[0]) < weight(w[1])), "{:?}", sorted.map(weight));
}

#[test]
fn what_is_proved_comes_first() {
    for game in ["take[1,3,4]", "{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}", "nim", "atmosthalf", "0.26"] {
        let proved: Vec<bool> = ask(game).findings.iter().map(|f| f.evidence.is_proved()).collect();
        assert!(proved.is_sorted_by(|a, b| a >= b), "{game}: {proved:?}");
    }
}

#[test]
fn the_proved_automaton_is_told_and_no_period() {
    let all = ask("{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}").result.findings;
    assert!(all.iter().all(|f| f.kind != Kind::Period));
    assert!(all.iter().any(|f| f.kind == Kind::Digits && f.evidence.is_proved() && f.text.contains("automaton")));
}

#[test]
fn what_is_proved_is_kept_for_other_verbs() {
    let mut session = Session::new();
    let three = "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}";
    let question = session.game(three).unwrap();
    let answer = guess(&question, &GuessOptions::default(), &Context::default()).unwrap();
    // the period follows from the formula
    let period = answer.findings.iter().find(|f| f.kind == Kind::Period).unwrap();
    assert!(period.evidence.is_proved(), "{}", period.evidence.by().english);
    let place = Place::heap(Nat::from(10u8).pow(40));
    let found = question.game.learnt().value(&place, &Context::default()).unwrap().unwrap();
    assert_eq!(found.is, Nat::from(10u8).pow(40) - Nat::ONE);
}

#[test]
fn every_finding_is_told_in_chinese() {
    let games =
        ["take[1,3,4]", "kayles", "nim", "atmosthalf", WYTHOFF, "lasker", "0.26", "misere nim", "wythoff", "welter"];
    for finding in games.iter().flat_map(|game| ask(game).result.findings) {
        // a sequence keeps its English name
        let chinese = finding.chinese.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c) || c == '：');
        assert!(chinese, "{}: {}", finding.text, finding.chinese);
        assert!(!finding.text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{}", finding.text);
    }
}

#[test]
fn terms_that_repeat_are_told() {
    let period = |terms: &[u64]| {
        let found = super::named(terms).unwrap().result.findings;
        found
            .into_iter()
            .find(|f| f.kind == Kind::Period)
            .map(|f| f.text.split(':').next().unwrap_or_default().to_owned())
    };
    let seven: Vec<u64> = [0, 1, 0, 1, 2, 3, 2].into_iter().cycle().take(28).collect();
    assert_eq!(period(&seven).as_deref(), Some("period 7 from index 0"));
    // three times are too few
    assert_eq!(period(&seven[..21]), None);
    let later: Vec<u64> = [9, 8].into_iter().chain(seven.iter().copied()).collect();
    assert_eq!(period(&later).as_deref(), Some("period 7 from index 2"));
    let steps: Vec<u64> = (0..40).map(|n| n / 4).collect();
    assert_eq!(period(&steps).as_deref(), Some("period 4 from index 0"));
    assert_eq!(period(&[0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91]), None);
}

/// Heaps of misère play that are searched over more and more sums end the sample.
#[test]
fn dear_heaps_of_misere_play_end_the_sample() {
    let cx = Context::default();
    let answer = guess(&Session::new().game("misere 0.07").unwrap(), &GuessOptions::default(), &cx).unwrap();
    let reached = answer.computed_to.unwrap();
    assert!(answer.stopped.is_none() && (60..200).contains(&reached) && cx.nodes() < 60_000_000, "{reached}");
    // games with a small quotient go as far as ever
    let answer = guess(&Session::new().game("misere 0.34").unwrap(), &GuessOptions::default(), &cx).unwrap();
    assert_eq!(answer.computed_to, Some(2047));
}

/// A recursion that a theorem states is told once, and proved.
#[test]
fn recursions_of_laws_are_proved() {
    for (game, recursion) in [
        ("{n -> n//k for k in 2..n}", "1 + g(n//2)"),
        ("{x -> x//k for k in 3..x}", "1 + g(n//3)"),
        ("{n -> (n+k-1)//k for k in 2..n}", "1 + g((n+1)//2)"),
    ] {
        let answer = ask(game);
        let told: Vec<&Finding> = answer.findings.iter().filter(|f| f.text.contains(recursion)).collect();
        assert!(matches!(told[..], [only] if only.evidence.is_proved()), "{game}, {recursion}: {:#?}", list(&answer));
    }
}

/// Runs are told up to some heap, so that a law of all heaps says more: they are told only where there is none.
#[test]
fn runs_are_told_behind_laws_of_all_heaps() {
    let proved = |game: &str| -> Vec<(Kind, String)> {
        let findings = ask(game).result.findings;
        findings.into_iter().filter(|f| f.evidence.is_proved()).map(|f| (f.kind, f.text)).collect()
    };
    let runs = |found: &[(Kind, String)]| found.iter().any(|(_, text)| text.contains("10^"));
    for (game, kind) in [
        ("misere {n -> y for y in 1..n//2}", Kind::PPositions),
        ("{n -> y for y in 5..9 if y < n}", Kind::Period),
        ("{n -> y for y in n//4..n//2-1}", Kind::Digits),
    ] {
        let found = proved(game);
        assert!(found.iter().any(|(told, _)| *told == kind) && !runs(&found), "{game}: {found:?}");
    }
    for game in
        ["{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}", "misere {n -> y for y in isqrt(n)..n//2 if n > 1}"]
    {
        let found = proved(game);
        assert!(runs(&found), "{game}: {found:?}");
    }
}

#[test]
fn a_rule_that_counts_upwards_has_the_laws_of_what_is_missing() {
    let text = "{s -> s+k for k in 1..10 if s+k <= 10^12 by 10^12-s}";
    let told = |text: &str| {
        let question = Session::new().game(text).unwrap();
        let answer = guess(&question, &GuessOptions::default(), &Context::default()).unwrap();
        let proved = answer.findings.iter().filter(|f| f.evidence.is_proved());
        proved.filter_map(|f| f.claim.clone()).collect::<Vec<_>>()
    };
    let laws = told(text);
    assert!(laws.contains(&"g = 0 if s > 1000000000000 else (1000000000000-s)%11".to_owned()), "{laws:?}");
    assert!(laws.iter().any(|law| law.starts_with("P: s > 1000000000000 or ")), "{laws:?}");
    assert!(laws.contains(&"period 1 from 1000000000000".to_owned()), "{laws:?}");
    let misere = told("misere {s -> s+k for k in 1..3 if s+k <= 100 by 100-s}");
    assert!(misere.iter().any(|law| law.starts_with("P: s <= 100 and ")), "{misere:?}");
}

#[test]
fn what_was_computed_is_looked_at_where_it_was_asked_for_farther() {
    for (game, law) in [("0.123", "period 5"), ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..3}", "g = xor(a,b)%4")] {
        let cx = Context::new(Budget { nodes: Some(1_000_000), ..Budget::UNLIMITED });
        let question = Session::new().game(game).unwrap();
        let answer = guess(&question, &GuessOptions { to: Some(1 << 40), ..GuessOptions::default() }, &cx).unwrap();
        let claims: Vec<&String> = answer.findings.iter().filter_map(|f| f.claim.as_ref()).collect();
        assert!(claims.iter().any(|claim| claim.starts_with(law)), "{game}: {claims:?}");
        let stopped = answer.stopped.unwrap();
        assert!(stopped.to_string().contains("places up to 1099511627776"), "{stopped}");
    }
}

/// Squares of chocolate are dear: a short trial finds too few, and who asks for more gets it.
#[test]
fn a_trial_that_finds_too_few_places_says_how_to_go_on() {
    let question = Session::new().game("chomp(\"nxn\")").unwrap();
    let ask = |to| guess(&question, &GuessOptions { to, ..GuessOptions::default() }, &Context::default()).unwrap();
    let stopped = ask(None).stopped.unwrap().to_string();
    assert!(stopped.starts_with("too much for the engine “sample of places”; needed: places up to 8"), "{stopped}");
    assert!(stopped.contains("`to 8`"), "{stopped}");
    assert!(ask(Some(4)).stopped.is_none());
    // the theorem of the family needs none of them
    let answer = ask(None);
    let found = &answer.findings[0];
    assert_eq!((found.claim.as_deref(), found.evidence.is_proved()), (Some("P: n = 1"), true));
    assert!(found.text.starts_with("from n = 1 on"), "{}", found.text);
}

/// Families begin where their own letter says.
#[test]
fn families_begin_at_a_number_for_their_letter() {
    for (text, from) in [
        ("cram(\"2xa\")+nim(b)", "from a = 1 on"),
        ("cram(\"2xm\")", "from m = 1 on"),
        ("cram(\"2xa\")+hackenbush(\"cycle:b\")", "from a = 1 and b = 3 on"),
    ] {
        let question = Session::new().game(text).unwrap();
        let answer = guess(&question, &GuessOptions::default(), &Context::default()).unwrap();
        let found = &answer.findings[0];
        assert!(found.text.starts_with(from) && found.evidence.is_proved(), "{text}: {}", found.text);
    }
}

/// What seems to hold is not told beside a proof that says more.
#[test]
fn what_a_proof_implies_is_not_repeated() {
    let told = list(&ask("kayles(n) + kayles(n) + nim(n)"));
    assert!(told.iter().any(|line| line == "formula proved g=n"), "{told:?}");
    assert!(!told.iter().any(|line| line.starts_with("equal-game checked")), "{told:?}");
    let told = list(&ask("conjunctive(nim(a), nim(b))"));
    assert!(told.iter().any(|line| line.ends_with("P:a*b=0")), "{told:?}");
    assert!(!told.iter().any(|line| line.starts_with("digits")), "{told:?}");
}

/// The words of a law about lists are a claim about one number, where the others are given.
#[test]
fn a_law_of_a_place_with_numbers_is_a_claim() {
    let told = list(&ask("antonim(2, n)"));
    assert!(told.iter().any(|line| line == "p-positions proved P:n=1"), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("atmostthreeheaps")), "{told:?}");
}

/// A law of a rule that changes at a large number says what holds before and behind it.
#[test]
fn a_rule_that_changes_far_away_has_the_laws_of_both_sides() {
    for (game, expected) in [
        ("{n -> n-1; n-2 if n = 10^12}", "formula proved g = 2 if n = 10^12 else n%2 if n < 10^12 else (n+1)%2"),
        (
            "{n -> n-k for k in 1..3 if n < 10^15; n-k for k in 1..4 if n >= 10^15}",
            "formula proved g = n%4 if n < 10^15 else (n+4)%5",
        ),
        (
            "misere {n -> n-k for k in 1..3 if n < 10^15; n-k for k in 1..4 if n >= 10^15}",
            "p-positions proved P: n <= 10^15 and n%4 = 1 or n > 10^15 and n%5 = 2",
        ),
        (
            "{n -> n-1; n-2 if n > 10^9}",
            "formula proved g = n%2 if n <= 10^9 else 0 if n%3 = 1 else 1 if n%3 = 0 else 2",
        ),
    ] {
        let found = list(&ask(game));
        assert!(found.contains(&squeezed_words(expected)), "{game}: {expected}: {found:#?}");
    }
}

/// A number of the rule that changes nothing, or some heaps alone, ends no case.
#[test]
fn equal_cases_are_one() {
    for (game, expected) in [
        ("{n -> n-1; n-2 if not n in {10^15}}", "formula proved g = n%3"),
        ("{n -> n-1; n-2 if n > 10^12; n-2 if n <= 10^12}", "formula proved g = n%3"),
        ("misere {n -> n-1; n-2 if not n in {10^15}}", "p-positions proved P: n%3 = 1"),
    ] {
        let found = list(&ask(game));
        assert!(found.contains(&squeezed_words(expected)), "{game}: {expected}: {found:#?}");
        assert!(!found.iter().any(|f| f.contains("else") || f.contains("10^")), "{game}: {found:#?}");
    }
}

/// Numbers that make no place in between: terms are told by their heaps, not by how many places come before.
#[test]
fn gaps_between_places_shift_no_law() {
    for game in ["silverdollar(n, 2)", "antonim(n, 1)", "northcott((n,2),(1,5))", "ordinal(nim(1), silverdollar(n,2))"]
    {
        let found = list(&ask(game));
        assert!(!found.iter().any(|f| f.starts_with("digits") || f.starts_with("oeis")), "{game}: {found:#?}");
    }
    let found = list(&ask("euclidpositive(n,3)"));
    assert!(found.contains(&"p-positions proved P:nin{2,3,4}".to_owned()), "{found:#?}");
}
