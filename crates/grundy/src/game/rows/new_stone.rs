//! **A New Stone Game** (POJ 1740): take at least one stone from a pile, then move any of its remaining stones to
//! other piles that are not empty.
//!
//! `newstone(2, 1, 3)` is won by the next player: from the pile of 3 take two stones and move the third to the pile
//! of 1, which leaves the pair 2, 2. Its value is 6.
//!
//! **Theorem.** P exactly if the piles that are not empty can be put into pairs of equal piles. *Proof.* From paired
//! piles let a move take t stones from a, move x of them to its partner and the others elsewhere. The answer moves as
//! many from the partner to the partners of those goals, and takes t + 2x, so that all is paired again. Otherwise sort
//! a₁ ≥ a₂ ≥ … ≥ a_n and use the first pile to fill a₃ up to a₂, a₅ up to a₄ and so on. For odd n take the rest of it
//! away: the filling costs at most a₂ − a_n < a₁. For even n leave a_n of it: what is taken away is
//! (a₁ − a₂) + (a₃ − a₄) + …, which is positive unless all were paired. ∎ The value is
//! not known in closed form.
//!
//! Cost: linear after sorting. The number of options grows like a binomial coefficient of stones and piles.
//!
//! Reference: the proof above; POJ 1740, *A New Stone Game*.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Outcome, Theorem, number::shorten};

use super::{Made, Row, ascending_heaps, ascending_heaps_into, difference, without_brackets};
use crate::game::drawing::{Asked, Drawn, piles};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Every, Fold, Join, Law, Place, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static NEW_STONE: Theorem = Theorem {
    id: "new-stone",
    statement: "a position of the new stone game is P exactly if its piles can be put into pairs of equal piles",
    chinese: "新石子游戏定理：新石子游戏的局面是 P 局面，当且仅当各堆能两两配成相等的对",
    reference: "",
};

/// The new stone game; piles ascending, without zeros.
#[derive(Debug, Clone, Copy)]
pub struct NewStone;

/// Makes the game.
///
/// # Errors
/// Something stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    without_brackets("newstone", arguments, NewStone)
}

impl Row for NewStone {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        Ok(ascending_heaps(place))
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut canonical = Vec::with_capacity(place.len());
        for (pile, &stones) in place.iter().enumerate() {
            // no stone to take, or a pile like the one before
            if stones == 0 || (pile > 0 && place[pile - 1] == stones) {
                continue;
            }
            // every way to leave and to move at most stones − 1: an odometer whose digits are the piles, with
            // `spare` stones not yet placed
            let mut row = place.to_vec();
            row[pile] = 0;
            let mut spare = stones - 1;
            loop {
                ascending_heaps_into(&row, &mut canonical);
                visit(&canonical)?;
                let mut digit = 0;
                while digit < row.len() && spare == 0 {
                    let start = if digit == pile { 0 } else { place[digit] };
                    spare += row[digit] - start;
                    row[digit] = start;
                    digit += 1;
                    // the carry goes to the next pile, if these digits held any stone to give back
                    if spare > 0 {
                        break;
                    }
                }
                // more stones than 2^64 − 1 in one pile cannot be written in this row: the law answers such places
                if digit == row.len() || spare == 0 || row[digit] == u64::MAX {
                    break;
                }
                row[digit] += 1;
                spare -= 1;
            }
        }
        ControlFlow::Continue(())
    }

    // all stones that are taken off a pile may leave the game
    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        true
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(NewStone))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        piles::draw_sorted(asked)
    }
}

impl Law for NewStone {
    fn theorem(&self) -> &'static Theorem {
        &NEW_STONE
    }

    fn words(&self) -> Words {
        Words::new("P exactly if the piles can be put into pairs of equal piles", "P 当且仅当各堆能两两配成相等的对")
    }

    fn fold(&self) -> Option<Fold> {
        Some(Fold { is_sorted: true, term: difference(), ..Fold::of_numbers(Every::SecondFromLast, Join::AllZero) })
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let piles = ascending_heaps(Place::from(place));
        let mut alone: Vec<&Nat> = Vec::new();
        for pile in piles.iter().filter(|pile| **pile != Nat::ZERO) {
            if alone.last() == Some(&pile) {
                alone.pop();
            } else {
                alone.push(pile);
            }
        }
        let words: Vec<String> = alone.iter().map(|pile| shorten(pile)).collect();
        vec![Working::Say(match words.as_slice() {
            [] => Words::new("every pile has an equal one", "每堆都有一堆与它相等"),
            [one] => Words::new(format!("the pile of {one} is left over"), format!("{one} 的一堆没有配对")),
            many => Words::new(
                format!("the piles of {} are left over", many.join(", ")),
                format!("{} 的各堆没有配对", many.join("、")),
            ),
        })]
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        match numbers {
            1 => vec![Spelt::p_positions("n = 0")],
            2 => vec![Spelt::p_positions("a = b")],
            3 => vec![Spelt::p_positions("min(a,b,c) = 0 and xor(a,b,c) = 0")],
            _ => Vec::new(),
        }
    }

    fn value(&self, _place: &[Nat]) -> Option<Nat> {
        None
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        let piles = ascending_heaps(Place::from(place));
        let paired = piles[0] == Nat::ZERO
            || (piles.len().is_multiple_of(2) && piles.chunks_exact(2).all(|pair| pair[0] == pair[1]));
        Some(Outcome::lost_if(paired))
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        // it is the partner of another pile, or there is no pile
        let others = place.iter().enumerate().filter(|(at, _)| *at != coordinate).map(|(_, pile)| pile.clone());
        value.is_zero().then(|| Candidates::Among(others.chain([Nat::ZERO]).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{canonical, check_law, lists, options, place, value};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    #[test]
    fn the_law_is_the_brute_force_outcome() {
        let mut known = HashMap::new();
        for row in lists(4, 5).into_iter().filter(|row| row.is_sorted() && row.iter().sum::<u64>() <= 12) {
            check_law(&NewStone, &canonical(&NewStone, &row), &mut known);
        }
        assert_eq!(value(&NewStone, &[1, 2, 3], &mut known), 6);
    }

    #[test]
    fn moves_are_those_of_stones_moved_one_by_one() {
        for row in lists(4, 4) {
            let mut plain = BTreeSet::new();
            for pile in 0..row.len() {
                let mut taken = row.clone();
                while taken[pile] > 0 {
                    taken[pile] -= 1;
                    // everything reachable from here by carrying single stones
                    let mut waiting = vec![taken.clone()];
                    while let Some(now) = waiting.pop() {
                        plain.insert(canonical(&NewStone, &now));
                        for goal in (0..row.len()).filter(|&g| g != pile && row[g] > 0 && now[pile] > 0) {
                            let mut next = now.clone();
                            next[pile] -= 1;
                            next[goal] += 1;
                            waiting.push(next);
                        }
                    }
                }
            }
            assert_eq!(options(&NewStone, &canonical(&NewStone, &row)), plain, "{row:?}");
        }
    }

    #[test]
    fn nothing_left_is_one_zero() {
        assert_eq!(NewStone.place(place(&[])).unwrap(), place(&[0]));
        assert_eq!(NewStone.place(place(&[2, 0, 1])).unwrap(), place(&[1, 2]));
        assert_eq!(NewStone.outcome(&place(&[0])), Some(Outcome::Previous));
        let huge = Nat::from(10u8).pow(100);
        assert_eq!(NewStone.outcome(&[huge.clone(), huge]), Some(Outcome::Previous));
    }
}
