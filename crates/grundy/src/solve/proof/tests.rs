//! Proofs of rules in braces are accepted by the checker, which reads and evaluates rules on its own, and nothing else is.

use std::collections::BTreeMap;

use grundy_core::testing::{Random, cases};
use grundy_verify::{Budget, Verdict, verify};

use super::{cancelled, certificate, size, sum};
use crate::game::{Kind, Place, Shape};
use crate::rule::ir::Rule;
use crate::rule::testing::{PlainOption, PlainPlace, plain_options, plain_value, random_rule};
use crate::rule::written::written;
use crate::{Context, Game, Nat, Session};

fn checked(certificate: &str) -> Option<grundy_verify::nimbers::Position> {
    match verify(certificate.as_bytes(), &BUDGET) {
        Ok(Verdict::Value(position)) => Some(*position),
        _ => None,
    }
}

const BUDGET: Budget<'_> = Budget { steps: 10_000_000_000, bytes: 1 << 30, cancel: None };

fn signed(lines: &[String]) -> String {
    let mut text = lines.join("\n") + "\n";
    text.push_str(&format!("digest {:016x}\n", grundy_core::digest(&text)));
    text
}

fn place(numbers: &[u64]) -> Place {
    numbers.iter().map(|&n| Nat::from(n)).collect()
}

/// Of random rules, many of which are no games: what is proved is the value by the plain meaning of the rule, and what has a
/// value has a proof. The text of the rule means the rule.
#[test]
fn random_rules_are_proved() {
    let (mut random, cx) = (Random::new(20), Context::default());
    let (mut proved, mut again, mut unknown) = ([0, 0, 0], 0, 0);
    let rounds = cases(400, 1000);
    for round in 0..rounds {
        let arity = 1 + round % 2;
        let rule = random_rule(&mut random, arity, None);
        let text = written(&rule).unwrap();
        let shape = if arity == 1 { Shape::Heap } else { Shape::Tuple(2) };
        let game = Game::new(text.clone(), shape, Kind::Rule(rule.clone()));
        let at: Vec<u64> = (0..arity).map(|_| random.below(if arity == 1 { 30 } else { 7 })).collect();
        let Some(value) = plain_value(&rule, &(false, at.clone()), &mut BTreeMap::new()) else { continue };
        let Ok(Some(made)) = certificate(&game, &place(&at), "", &cx) else { continue };
        // a condition is tested as soon as its variables are bound, here it may be drawn to be tested later
        if verify(made.as_bytes(), &BUDGET).is_err_and(|refusal| refusal.reason.contains("has no value")) {
            unknown += 1;
            continue;
        }
        let found = checked(&made).unwrap_or_else(|| panic!("{text} at {at:?}\n{made}"));
        assert_eq!(found.value, value, "{text} at {at:?}\n{made}");
        proved[value.min(2) as usize] += 1;
        let read = Session::new().game(&text).map(|read| read.game.value_at(&place(&at), &cx));
        if let Ok(Ok(read)) = read {
            assert_eq!(read, Nat::from(value), "{text} at {at:?}");
            again += 1;
        }
    }
    let all: u32 = proved.iter().sum();
    assert!(
        proved.iter().all(|&n| n as usize > rounds / 50) && again > rounds / 10 && unknown < all / 10,
        "{proved:?}, {again}, {unknown}"
    );
}

/// A certificate that tells the value of every place, by the plain meaning of the rule.
fn whole(rule: &Rule, at: &[u64], known: &mut BTreeMap<PlainPlace, Option<u64>>) -> Option<Vec<String>> {
    plain_value(rule, &(false, at.to_vec()), known)?;
    let mut places: Vec<Vec<u64>> = known.keys().map(|(_, place)| place.clone()).collect();
    places.sort_by_key(|place| place.iter().sum::<u64>());
    let word = |place: &[u64]| place.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let mut lines = vec!["grundy nimbers certificate 1".to_owned(), "convention normal".to_owned()];
    lines.push(format!("rule {}", written(rule)?));
    lines.push(format!("position {}", word(at)));
    lines.push(format!("value {}", known[&(false, at.to_vec())]?));
    for place in places {
        let value = known[&(false, place.clone())]?;
        let mut line = format!("exact {} {value}", word(&place));
        let options = plain_options(rule, &place).ok()?;
        for smaller in 0..value {
            let worth = |option: &PlainOption| option.iter().try_fold(0, |xor, part| Some(xor ^ known[part]?));
            let option = options.iter().find(|option| worth(option) == Some(smaller))?;
            let parts = cancelled(option.iter().map(|(_, place)| place.clone()), |place| size(place));
            line += &format!(" {}", sum(&parts, |place| word(place)));
        }
        lines.push(line);
    }
    Some(lines)
}

/// With the values of all places told, a place has its value alone: each smaller one is refused for the moves to it, so the
/// checker finds every move that matters.
#[test]
fn smaller_values_are_refused_for_the_moves_to_them() {
    let (mut random, mut tried, mut single) = (Random::new(21), 0, 0);
    for round in 0..400 {
        let arity = 1 + round % 2;
        let rule = random_rule(&mut random, arity, None);
        let at: Vec<u64> = (0..arity).map(|_| random.below(if arity == 1 { 14 } else { 5 })).collect();
        let mut known = BTreeMap::new();
        let Some(lines) = whole(&rule, &at, &mut known) else { continue };
        let value = known[&(false, at.clone())].unwrap();
        if checked(&signed(&lines)).is_none() {
            // only where something is not evaluated here, or cannot be printed in its place
            continue;
        }
        assert_eq!(checked(&signed(&lines)).map(|found| found.value), Some(value), "{lines:?}");
        // some of the places, the last ones with most below them
        for at in (5..lines.len()).rev().step_by(3).take(4) {
            let words: Vec<&str> = lines[at].split(' ').collect();
            let value: u64 = words[2].parse().unwrap();
            let place: Vec<u64> = words[1].split(',').map(|n| n.parse().unwrap()).collect();
            let options = plain_options(&rule, &place).unwrap();
            for other in 0..value {
                let mut forged = lines.clone();
                forged[at] = format!("exact {} {other}", words[1]);
                words[3..3 + other as usize].iter().for_each(|reply| forged[at] += &format!(" {reply}"));
                let worth =
                    |option: &&PlainOption| option.iter().fold(0, |xor, part| xor ^ known[part].unwrap()) == other;
                single += usize::from(options.iter().filter(worth).count() == 1);
                tried += 1;
                // the place alone, for what rests on it may fail as well
                forged.truncate(at + 1);
                forged[3] = format!("position {}", words[1]);
                forged[4] = format!("value {other}");
                assert_eq!(checked(&signed(&forged)), None, "{forged:?}");
                // and it is accepted as it was, so that nothing else was wrong
                forged[at] = lines[at].clone();
                forged[4] = format!("value {value}");
                assert!(checked(&signed(&forged)).is_some(), "{forged:?}");
            }
        }
    }
    assert!(tried > 100 && single > 30, "{tried}, {single}");
}
