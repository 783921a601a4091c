use grundy_verify::{Budget, Verdict, verify};

use super::*;
use crate::session::Session;
use crate::testing::Random;

fn certificate(text: &str, heaps: Option<u64>) -> String {
    let cx = Context::default();
    let wanted = QuotientOptions::default().with_heaps(heaps).with_genus(false);
    let answer = Session::new().game(text).unwrap().quotient_with(&wanted, &cx).unwrap();
    answer.certificate().unwrap()
}

fn is_valid(text: &str) -> bool {
    let budget = Budget { steps: 10_000_000_000, bytes: 1 << 30, cancel: None };
    matches!(verify(text.as_bytes(), &budget), Ok(Verdict::Quotient(_)))
}

/// The same lines with the digest that belongs to them.
fn signed(lines: &[String]) -> String {
    let mut text = lines.join("\n") + "\n";
    text.push_str(&format!("digest {:016x}\n", grundy_core::digest(&text)));
    text
}

#[test]
fn certificates_are_checked_again() {
    let games = [
        "kayles", "0.123", "0.75", "nim", "4.7", "take[1,3,4]", "grundy", "0.0F", "{n -> n//2 if n > 0; n-3}",
        "{n -> n-2; kayles(n//2)}",
    ];
    for game in games {
        let heaps = (game != "kayles").then_some(9);
        assert!(is_valid(&certificate(game, heaps)), "{game}");
    }
}

/// Products, classes and P: each entry stands for what it is.
#[test]
fn each_changed_entry_is_refused() {
    for (game, heaps, order) in [("0.123", None, 20), ("kayles", Some(12), 24), ("0.75", None, 8)] {
        let text = certificate(game, heaps);
        let lines: Vec<String> = text.lines().take_while(|l| !l.starts_with("digest")).map(str::to_owned).collect();
        assert!(is_valid(&signed(&lines)));
        let mut changed = 0;
        for at in 0..lines.len() {
            let words: Vec<&str> = lines[at].split(' ').collect();
            if !["portion", "classes", "products", "repeats"].contains(&words[0]) {
                continue;
            }
            for i in 1..words.len() {
                let old: u32 = words[i].parse().unwrap();
                // every other element, of large tables some
                let steps = if order > 10 { vec![1, 2, order / 2, order - 1] } else { (1..order).collect() };
                for step in steps {
                    let mut words: Vec<String> = words.iter().map(|&w| w.to_owned()).collect();
                    words[i] = ((old + step) % order).to_string();
                    let mut forged = lines.clone();
                    forged[at] = words.join(" ");
                    assert!(!is_valid(&signed(&forged)), "{game}: line {at}, word {i}, {old} + {step}");
                    changed += 1;
                }
            }
        }
        assert!(changed > 400);
        // a P-class left out, a heap left out, another rule
        for (from, to) in [("portion 1 ", "portion "), ("digit 1 ", "digit 2 "), ("order ", "order 1")] {
            let forged: Vec<String> = lines.iter().map(|line| line.replacen(from, to, 1)).collect();
            assert!(forged == lines || !is_valid(&signed(&forged)), "{game}: {from}");
        }
    }
}

/// A damaged file is told from a false one.
#[test]
fn a_damaged_certificate_is_found() {
    let text = certificate("0.75", None).replacen("portion 1", "portion 2", 1);
    let budget = Budget { steps: 1 << 30, bytes: 1 << 30, cancel: None };
    assert_eq!(verify(text.as_bytes(), &budget).unwrap_err().kind, grundy_verify::Refused::Damaged);
}

#[test]
fn far_sums_are_judged_through_the_quotient() {
    let cx = Context::default();
    let solve = |text: &str| {
        let position = Session::new().position(text).unwrap();
        position.solve_with(&crate::SolveOptions::default(), &cx).unwrap()
    };
    let answer = solve("misere kayles(10^18, 5, 77)");
    assert!(answer.evidence.is_proved());
    assert_eq!(answer.moves.count, Some(Nat::from(83_333_333_333_333_346_u64)));
    // each move that is said to win leads to a P-position
    for text in ["misere kayles(10^18, 5, 77)", "misere 0.123(10^30, 8, 3)", "misere take[1,3,4](10^30, 5)"] {
        for won in solve(text).moves.moves.iter().take(20) {
            assert_eq!(solve(&won.position).outcome, Some(crate::Outcome::Previous), "{text}: {}", won.position);
        }
    }
}

/// By the classes of huge heaps as by trying all options.
#[test]
fn winning_moves_of_large_heaps_are_counted_right() {
    let cx = Context::default();
    for (large, rest) in [(4_100_u64, "5, 77"), (4_101, "30"), (5_000, "9, 9, 2")] {
        let text = format!("misere kayles({large}, {rest})");
        let position = Session::new().position(&text).unwrap();
        let answer = position.solve_with(&crate::SolveOptions::default().with_limit(0), &cx).unwrap();
        let options = crate::MovesOptions::default().with_limit(usize::MAX);
        let all = position.moves_with(&options, &cx).unwrap();
        let wins = all.moves.iter().filter(|m| m.outcome == Some(crate::Outcome::Previous)).count();
        assert_eq!(answer.moves.count, Some(Nat::from(wins)), "{text}");
    }
}
/// Lines of the tables in `corpus/quotients`, found again: their certificates are valid, and random sums agree with plain
/// search.
#[test]
fn shipped_quotients_are_found_again() {
    let (cx, mut random) = (Context::default(), Random::new(20_051_204));
    let mut met = 0;
    for (file, every) in [("octal-2.csv", 1), ("octal-3.csv", 7)] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/quotients").join(file);
        let text = std::fs::read_to_string(path).unwrap();
        let rows = text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
        // what costs little, so that the test does
        let cheap = |row: &Vec<&str>| row[7] == "proved" && row[10].parse::<u64>().is_ok_and(|cost| cost < 300_000);
        for row in rows.filter(cheap).step_by(every) {
            let game = Session::new().game(row[1]).unwrap();
            let answer =
                game.quotient_with(&QuotientOptions::default().with_heaps(Some(1000)).with_genus(false), &cx).unwrap();
            let kind = if answer.tame.is_some() { "tame" } else { "wild" };
            let repetition = answer.repetition.unwrap();
            let found = [
                answer.monoid.order().to_string(),
                answer.monoid.portion().len().to_string(),
                kind.to_owned(),
                repetition.preperiod.to_string(),
                repetition.period.to_string(),
            ];
            assert_eq!(found.as_slice(), &row[2..7], "{row:?}");
            assert!(answer.evidence.is_proved() && is_valid(&answer.certificate().unwrap()), "{row:?}");
            let mut search = MisereSearch::new();
            for _ in 0..20 {
                let sizes: Vec<u64> = (0..random.below(4)).map(|_| random.below(11)).collect();
                let heap = |&n: &u64| Component { game: game.game.clone(), place: Place::heap(n) };
                let sum: Vec<Component> = sizes.iter().map(heap).collect();
                let lost = search.outcome(&sum, &cx).unwrap() == crate::Outcome::Previous;
                let class = answer.monoid.product(sizes.iter().map(|&n| answer.phi[n as usize]));
                assert_eq!(answer.monoid.is_p(class), lost, "{} {sizes:?}", row[1]);
            }
            met += 1;
        }
    }
    assert!(met >= 40, "{met}");
}
