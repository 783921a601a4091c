use grundy_core::Status;
use grundy_sequence::take_and_break::FURTHER_MOVES;

use super::*;
use crate::session::Session;
use crate::testing::Random;

fn ask(game: &str, to: u64) -> Vec<EqualGame> {
    let question = Session::new().game(game).unwrap();
    equal_games(&question, &EqualGamesOptions { to, limit: 2000 }, &Context::default()).unwrap()
}

/// The plain loop, for a code with any number of digits.
fn values(code: &str, size: usize) -> Vec<usize> {
    let digits: Vec<u32> = code.chars().filter_map(|c| c.to_digit(8)).collect();
    let mut values = vec![0usize; size];
    for n in 0..size {
        let mut seen = vec![false; 1024];
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - taken;
            seen[0] |= digit & 1 == 1 && rest == 0;
            if digit & 2 == 2 && rest > 0 {
                seen[values[rest]] = true;
            }
            if digit & 4 == 4 {
                (1..rest).for_each(|a| seen[values[a] ^ values[rest - a]] = true);
            }
        }
        values[n] = seen.iter().position(|s| !s).unwrap();
    }
    values
}

#[test]
fn prefixes_are_those_of_the_rules() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let all: Vec<[u8; 4]> = codes().collect();
    assert_eq!(all.len(), 1024);
    for _ in 0..60 {
        let code = code(random.pick(&all)).to_string();
        let found = CANDIDATES.iter().find(|c| c.game == code).unwrap();
        let plain: Vec<u8> = values(&code, PREFIX).into_iter().map(|v| v as u8).collect();
        assert_eq!(found.values, plain[..FEW], "{code}");
        assert_eq!(prefix::<PREFIX>(found.digits.unwrap()), *plain, "{code}");
        // and the code is read as it is spelt
        let game = Session::new().game(&code).unwrap().game;
        assert_eq!(prefix_of::<FEW>(&game, &Context::default()).unwrap().unwrap(), found.values, "{code}");
    }
}

#[test]
fn equal_games_are_found_with_their_shift() {
    let chess = ask("dawsonschess", 2000);
    let kayles = chess.iter().find(|c| c.game == "0.07").unwrap();
    assert_eq!((kayles.shift, kayles.from, kayles.name), (1, 0, Some("Dawson's Kayles")));
    assert!(kayles.evidence.is_proved());
    let back = ask("0.07", 2000);
    let chess = back.iter().find(|c| c.game == "0.137").unwrap();
    assert_eq!((chess.shift, chess.from, chess.name), (-1, 1, Some("Dawson's Chess")));
    // codes with further moves need no values of their own
    let further = |found: &[EqualGame], to: &str| {
        let equal = found.iter().find(|c| c.game == to).unwrap();
        assert!(equal.evidence.theorems.contains(&&FURTHER_MOVES));
        equal.evidence.status.clone()
    };
    assert_eq!(further(&back, "0.073"), Status::Proved);
    assert!(matches!(further(&ask("0.56", 2000), "0.563"), Status::Checked { up_to } if up_to >= Nat::from(4095u32)));
    // the game itself is none
    assert!(back.iter().all(|c| c.game != "0.07") && ask("kayles", 500).iter().all(|c| c.game != "0.77"));
    assert!(ask("0.[3]", 500).iter().any(|c| c.game == "nim" && c.evidence.is_proved()));
    assert!(ask("misere kayles", 500).is_empty() && ask("wythoff", 500).is_empty());
}

#[test]
fn what_differs_late_is_not_equal() {
    let found = |to| ask("0.161", to).into_iter().find(|c| c.game == "0.36" && c.shift == 0);
    // up to heap 518 they are the same: what lies far behind tells
    assert!([500, 519, 10_000].into_iter().all(|to| found(to).is_none()));
    // and the law of what begins like Nim
    let capped = ask("{n -> n-k for k in 1..min(n,3000)}", 2000);
    assert!(!capped.iter().any(|c| c.game == "nim" || c.game == "rims"), "{capped:?}");
    // up to a number beyond all heaps that are compared it is Nim
    assert!(ask("take[1..10^30]", 2000).is_empty() && ask("take[1.. except 10^9]", 2000).is_empty());
}

#[test]
fn what_is_claimed_holds() {
    let mut claims = 0;
    for code in ["0.7", "0.26", "0.37", "0.051", "0.115", "0.331", "0.45", "0.71", "4.3", "0.1337", "0.04"] {
        let plain = values(code, 400);
        for equal in ask(code, 300) {
            if !equal.game.contains('.') {
                continue;
            }
            let other = values(&equal.game, 400);
            let proved = equal.evidence.is_proved();
            let end = if proved { 390 } else { 290 };
            for n in equal.from..end {
                assert_eq!(plain[n as usize], other[(n as i64 + equal.shift) as usize], "{code} {equal:?}");
            }
            claims += 1;
        }
        // none of those without a shift is missed
        let equal = codes()
            .map(|digits| super::code(digits).to_string())
            .filter(|other| other != code && values(other, 301) == plain[..301]);
        if code.len() <= 5 {
            let found: Vec<String> = ask(code, 300).into_iter().filter(|c| c.shift == 0).map(|c| c.game).collect();
            for other in equal {
                assert!(found.contains(&other), "{code} = {other}");
            }
        }
    }
    assert!(claims > 20, "{claims}");
}
