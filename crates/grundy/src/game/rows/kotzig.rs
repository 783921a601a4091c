//! **Kotzig's Nim**: n squares in a circle and a set of steps; a move brings the token forward by a step of the set to
//! a square that was not visited before.
//!
//! `kotzig[7, {1, 2}](0, 2)`: the token went from 0 to 2; it may go to 3 or 4.
//!
//! The visited squares are written in the order of the visits, the last is the token's. For the play only the set and
//! the last square matter; the order is kept, for it is what the players see. No general formula is known; it is
//! computed.
//!
//! Cost: one state an unfinished walk: up to (number of steps)^n.
//!
//! Reference: A. Kotzig, *O k-posunutiach* (On k-translations), 1946.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Made, Row, one_number};
use crate::error::Diagnostic;
use crate::game::Place;
use crate::game::drawing::{Asked, Drawn, circle};
use crate::game::entry::Bracket;
use crate::number::{Nat, shorten};

/// Kotzig's Nim; the place lists the visited squares in order, the last is the token's.
#[derive(Debug, Clone)]
pub struct Kotzig {
    squares: u64,
    /// Below the number of squares, not 0, sorted, without repetition.
    steps: Vec<u64>,
}

const EXAMPLE: &str = "kotzig[7, {1, 2}](0)";

/// Makes the game from the number of squares and the set of steps.
///
/// # Errors
/// Not exactly these two arguments; no square; a step of 0.
pub fn game(arguments: &[Bracket]) -> Made {
    let [squares, Bracket::Numbers(steps)] = arguments else {
        return Err(
            Diagnostic::input("“kotzig” needs the number of squares and the set of steps in brackets").suggest(EXAMPLE)
        );
    };
    let squares = one_number("kotzig", "the number of squares", squares)?;
    if squares == 0 {
        return Err(Diagnostic::input("in “kotzig” the circle has at least one square").suggest(EXAMPLE));
    }
    if steps.contains(&0) {
        return Err(Diagnostic::input("in “kotzig” a step is at least 1").suggest(EXAMPLE));
    }
    // a step once round the circle stays on its square, which is visited
    let mut steps: Vec<u64> = steps.iter().map(|step| step % squares).filter(|&step| step > 0).collect();
    steps.sort_unstable();
    steps.dedup();
    Ok(Arc::new(Kotzig { squares, steps }))
}

impl Row for Kotzig {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        if place.is_empty() {
            return Err(Diagnostic::input("in “kotzig” the token stands somewhere: give the visited squares in order")
                .suggest(EXAMPLE));
        }
        if let Some(outside) = place.iter().find(|n| **n >= Nat::from(self.squares)) {
            return Err(Diagnostic::input(format!("in “kotzig” there is no square {}", shorten(outside)))
                .suggest(format!("the squares are 0 to {}", self.squares - 1)));
        }
        let mut sorted = place.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Diagnostic::input(format!("in “kotzig” square {} is visited twice", shorten(&pair[0])))
                .suggest("no square is visited twice"));
        }
        Ok(place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(&token) = place.last() else { return ControlFlow::Continue(()) };
        let mut row = place.to_vec();
        row.push(token);
        let mut visited = place.to_vec();
        visited.sort_unstable();
        for &step in &self.steps {
            let room = self.squares - step;
            let square = if token < room { token + step } else { token - room };
            if visited.binary_search(&square).is_err() {
                row[place.len()] = square;
                visit(&row)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        circle::draw(asked, self.squares)
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{options, place, value};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    fn kotzig(squares: u64, steps: &[u64]) -> Arc<dyn Row> {
        game(&[Bracket::Numbers(vec![squares]), Bracket::Numbers(steps.to_vec())]).unwrap()
    }

    /// Does the player to move win? Squares as bits.
    fn wins(squares: u64, steps: &[u64], visited: u64, token: u64) -> bool {
        steps.iter().any(|step| {
            let to = (token + step) % squares;
            visited & 1 << to == 0 && !wins(squares, steps, visited | 1 << to, to)
        })
    }

    #[test]
    fn outcomes_agree_with_a_plain_reading() {
        for squares in 1..=9 {
            for steps in [vec![1, 2], vec![1, 3], vec![2, 3], vec![3, 5, 11], vec![2]] {
                let v = value(&*kotzig(squares, &steps), &[0], &mut HashMap::new());
                assert_eq!(v > 0, wins(squares, &steps, 1, 0), "{squares} {steps:?}");
            }
        }
    }

    #[test]
    fn moves_go_forward_round_the_circle() {
        let game = kotzig(7, &[2, 1, 7, 9]);
        assert_eq!(options(&*game, &[0, 6, 5]), BTreeSet::new());
        assert_eq!(options(&*game, &[5, 6]), BTreeSet::from([vec![5, 6, 0], vec![5, 6, 1]]));
        let largest = kotzig(u64::MAX, &[u64::MAX - 1]);
        assert_eq!(options(&*largest, &[5]), BTreeSet::from([vec![5, 4]]));
    }

    #[test]
    fn squares_are_in_range_and_distinct() {
        let game7 = kotzig(7, &[1, 2]);
        for (row, word) in [(vec![], "somewhere"), (vec![7], "no square 7"), (vec![0, 3, 0], "twice")] {
            assert!(game7.place(place(&row)).unwrap_err().message.contains(word), "{row:?}");
        }
        assert!(game(&[Bracket::Numbers(vec![7])]).is_err());
        assert!(game(&[Bracket::Numbers(vec![0]), Bracket::Numbers(vec![1])]).is_err());
        assert!(game(&[Bracket::Numbers(vec![5]), Bracket::Numbers(vec![0, 1])]).is_err());
    }
}
