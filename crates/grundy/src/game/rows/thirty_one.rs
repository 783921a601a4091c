//! **The game of thirty-one**: the players add cards, ace (1) to six, four of each, to a running total that may not
//! pass 31; a player who cannot move loses.
//!
//! `thirtyone(0)` is the start, written out `thirtyone(0, 4, 4, 4, 4, 4, 4)`: the total, then the cards left from ace
//! to six. It is won by playing 1, 2 or 5. With cards without end it would be `take[1..6]` and the total 3, 10, 17, 24
//! the goal; that the cards run out changes it.
//!
//! Cost: at most 32·5⁶ places from the full pack, far fewer are reachable.
//!
//! Reference: H. E. Dudeney, *The Canterbury Puzzles* (The Thirty-One Game), 1907.

use std::ops::ControlFlow;

use super::{Made, Row, without_brackets};
use crate::error::Diagnostic;
use crate::game::Place;
use crate::game::drawing::{Asked, Drawn, cards};
use crate::game::entry::Bracket;
use crate::number::{Nat, shorten};

/// The total that may not be passed.
const LIMIT: u64 = 31;
/// Cards of each kind in a full pack.
const OF_EACH: u64 = 4;
const KINDS: usize = 6;

/// The game of thirty-one; the total, then the cards left from ace to six.
#[derive(Debug, Clone, Copy)]
pub struct ThirtyOne;

/// Makes the game.
///
/// # Errors
/// Something stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    without_brackets("thirtyone", arguments, ThirtyOne)
}

impl Row for ThirtyOne {
    fn place(&self, mut place: Place) -> Result<Place, Diagnostic> {
        match place.len() {
            1 => place.extend([OF_EACH; KINDS].map(Nat::from)),
            7 => {}
            other => {
                let message = format!(
                    "“thirtyone” has the total alone, or the total and six numbers of cards, not {other} numbers"
                );
                return Err(Diagnostic::input(message).suggest("thirtyone(0), or thirtyone(0, 4, 4, 4, 4, 4, 4)"));
            }
        }
        if place[0] > Nat::from(LIMIT) {
            let message = format!("in “thirtyone” the total may not pass {LIMIT}, but it is {}", shorten(&place[0]));
            return Err(Diagnostic::input(message).suggest("thirtyone(0)"));
        }
        if let Some(cards) = place[1..].iter().find(|cards| **cards > Nat::from(OF_EACH)) {
            let message = format!("“thirtyone” has {OF_EACH} cards of each kind, not {}", shorten(cards));
            return Err(Diagnostic::input(message).suggest("thirtyone(0, 4, 4, 4, 4, 4, 4)"));
        }
        Ok(place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some((&total, cards)) = place.split_first() else { return ControlFlow::Continue(()) };
        let mut row = place.to_vec();
        for (card, &left) in (1..).zip(cards) {
            if left > 0 && total + card as u64 <= LIMIT {
                row[0] = total + card as u64;
                row[card] = left - 1;
                visit(&row)?;
                row[card] = left;
            }
        }
        ControlFlow::Continue(())
    }

    fn row_length(&self) -> usize {
        1
    }

    fn largest(&self, coordinate: usize, _numbers: usize) -> Option<u64> {
        Some(if coordinate == 0 { LIMIT } else { OF_EACH })
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        cards::draw(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{canonical, options, place, value};
    use super::*;
    use crate::testing::Random;
    use std::collections::HashMap;

    /// Does the player to move win? The total follows from the cards that were played.
    fn wins(played: &mut Vec<u64>) -> bool {
        (1..=6).any(|card| {
            let fits = played.iter().sum::<u64>() + card <= 31 && played.iter().filter(|&&c| c == card).count() < 4;
            fits && {
                played.push(card);
                let other = wins(played);
                played.pop();
                !other
            }
        })
    }

    #[test]
    fn the_start_is_won_by_1_2_or_5() {
        let mut known = HashMap::new();
        let start = canonical(&ThirtyOne, &[0]);
        assert_eq!(start, [0, 4, 4, 4, 4, 4, 4]);
        assert!(value(&ThirtyOne, &start, &mut known) > 0);
        let winning = options(&ThirtyOne, &start).into_iter().filter(|o| known[o] == 0);
        assert_eq!(winning.map(|o| o[0]).collect::<Vec<_>>(), [1, 2, 5]);
    }

    #[test]
    fn outcomes_agree_with_a_plain_reading() {
        let mut random = Random::new(31);
        let mut known = HashMap::new();
        for _ in 0..60 {
            let mut played: Vec<u64> = Vec::new();
            for _ in 0..4 + random.below(4) {
                let card = 1 + random.below(6);
                if played.iter().filter(|&&c| c == card).count() < 4 && played.iter().sum::<u64>() + card <= 31 {
                    played.push(card);
                }
            }
            let mut row = vec![played.iter().sum::<u64>(); 1];
            row.extend((1..=6).map(|card| 4 - played.iter().filter(|&&c| c == card).count() as u64));
            assert_eq!(value(&ThirtyOne, &row, &mut known) > 0, wins(&mut played), "{row:?}");
        }
    }

    #[test]
    fn places_have_one_or_seven_numbers() {
        for bad in [vec![], vec![1, 2], vec![32], vec![0; 8], vec![0, 9, 9, 9, 9, 9, 9], vec![31, 4, 4, 4, 4, 4, 5]] {
            assert!(ThirtyOne.place(place(&bad)).is_err(), "{bad:?}");
        }
        assert!(ThirtyOne.place(place(&[31, 4, 4, 4, 4, 4, 4])).is_ok());
        assert!(options(&ThirtyOne, &[31, 4, 4, 4, 4, 4, 4]).is_empty());
    }
}
