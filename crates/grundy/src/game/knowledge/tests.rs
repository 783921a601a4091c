use super::*;
use crate::game::rows::brute_force::can_be_lowered;

#[test]
fn every_code_of_the_catalogue_has_its_name() {
    let mut met = 0;
    for entry in catalogue::all() {
        let Ok(game) = crate::game(entry.name) else { continue };
        if let Kind::Code(code) = game.kind() {
            assert_eq!(known_code(code).map(|known| known.english), Some(entry.english), "{}", entry.name);
            met += 1;
        }
    }
    assert!(met >= 6, "{met}");
}

/// Where a rule is known to lower a coordinate at will, it can from all small places, whatever moves stand beside.
#[test]
fn coordinates_of_rules_that_are_lowered_at_will() {
    const MOVES: &[&str] = &[
        "(a-k,b) for k in 1..a",
        "(a-k,b) for k in 1..",
        "(a-k,b) for k in 1..a+b",
        "(a,b-k) for k in 1..b",
        "(a,b-k) for k in 1..b if a > 1",
        "(a,b-k) for k in 1..min(a,b)",
        "(a-k,b) for k in 1..a-1",
        "(a-k,b) for k in 1..3",
        "(a-k,b) for k in 2..",
        "(a-k,b) for k in 1.. step 2",
        "(a-2*k,b) for k in 1..",
        "(a-k,b-k) for k in 1..",
        "(a-k,b-2*k) for k in 1..",
        "(a,b-k) for k in 1..b if k%2 = 1",
    ];
    let mut said = 0;
    for (i, one) in MOVES.iter().enumerate() {
        for other in &MOVES[i + 1..] {
            let game = crate::game(&format!("{{(a,b) -> {one}; {other}}}")).unwrap();
            for coordinate in (0..2).filter(|&coordinate| game.lowers_at_will(coordinate, 2)) {
                said += 1;
                assert!(can_be_lowered(&game, coordinate, 2, 6), "{one}; {other}: {coordinate}");
            }
        }
    }
    // three of the moves lower one of them each, beside whatever stands there
    assert!(said >= 3 * 13, "{said}");
}
