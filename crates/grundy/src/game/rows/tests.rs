//! What all row games say of themselves, held against their moves.

use std::collections::HashMap;

use grundy_core::{Context, Int, Nat, mex};

use super::brute_force::can_be_lowered;
use crate::claim::{Claim, said};
use crate::game::{Game, Place};
use crate::session::Session;
use crate::statement::evaluate;

/// The value of a place, from its moves alone.
fn value(game: &Game, place: &Place, known: &mut HashMap<(String, Place), u64>) -> u64 {
    let key = (game.text().to_owned(), place.clone());
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let options = game.every_option(place, &Context::default()).unwrap();
    let of = |parts: &Vec<crate::game::Component>, known: &mut _| {
        parts.iter().fold(0, |xor, part| xor ^ value(&part.game, &part.place, known))
    };
    let found = mex(options.iter().map(|parts| of(parts, known)).collect::<Vec<_>>());
    known.insert(key, found);
    found
}

/// What laws claim of places of some numbers is what the moves say.
#[test]
fn claims_of_laws_are_true_of_all_small_places() {
    let cx = Context::default();
    for (text, lengths, bound) in [
        ("antonim", 1..=3, 7u64),
        ("endnim", 1..=2, 7),
        ("moore[1]", 1..=3, 5),
        ("moore[2]", 1..=3, 5),
        ("newstone", 1..=3, 5),
        ("nimpass[1]", 1..=2, 7),
        ("nimpass[0]", 1..=3, 5),
        ("northcott", 2..=2, 7),
        ("pokernim[1]", 1..=3, 5),
        ("silverdollar", 2..=2, 9),
        ("staircase", 1..=3, 5),
        ("welter", 1..=2, 9),
    ] {
        let game = Session::new().game(text).unwrap().game;
        let (law, mut known) = (game.law().unwrap(), HashMap::new());
        for length in lengths {
            let (mut claimed, mut compared) = (0, 0);
            for said in said(law.claims_of(length), length) {
                claimed += 1;
                for at in 0..bound.pow(length as u32) {
                    let numbers: Vec<u64> = (0..length as u32).map(|i| at / bound.pow(i) % bound).collect();
                    let place = numbers.iter().map(|&n| Nat::from(n)).collect();
                    let Ok(place) = game.place(place) else { continue };
                    let value = value(&game, &place, &mut known);
                    compared += 1;
                    let agrees = match &said.claim {
                        Claim::Previous(statement) => {
                            evaluate::holds(statement, &numbers, &said.names, "", &cx).unwrap() == (value == 0)
                        }
                        Claim::Value(cases) => {
                            evaluate::value(cases, &numbers, &said.names, "", &cx).unwrap() == Int::from(value)
                        }
                        other => panic!("{text}: {other:?}"),
                    };
                    assert!(agrees, "{text}{numbers:?}: {} but the value is {value}", said.spelt);
                }
            }
            let unsaid = (text, length) == ("nimpass[1]", 2) || (text, length) == ("staircase", 1);
            assert!(unsaid || (claimed > 0 && compared > 4), "{text} of {length}: {claimed}, {compared}");
        }
    }
}

/// Where a game says that each smaller value of a number can be reached at once, it can, from all small places; and no game of
/// several numbers leaves it unsaid.
#[test]
fn numbers_that_are_lowered_at_will() {
    for (text, lengths, bound) in [
        ("antonim", 1..=4, 6),
        ("endnim", 2..=4, 4),
        ("moore[2]", 1..=3, 4),
        ("newstone", 1..=4, 4),
        ("nimpass", 1..=3, 4),
        ("pokernim[2]", 1..=3, 4),
        ("silverdollar", 2..=4, 6),
        ("silverdollar[dollar]", 2..=4, 6),
        ("staircase", 1..=4, 4),
        ("welter", 1..=4, 6),
    ] {
        let game = Session::new().game(text).unwrap().game;
        for length in lengths {
            for coordinate in 0..length {
                let said = game.lowers_at_will(coordinate, length);
                assert_eq!(
                    can_be_lowered(&game, coordinate, length, bound),
                    said,
                    "{text}, number {coordinate} of {length}"
                );
            }
        }
    }
}
