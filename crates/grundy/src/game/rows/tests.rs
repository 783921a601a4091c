//! What all row games say of themselves, held against their moves.

use super::brute_force::can_be_lowered;
use crate::session::Session;

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
