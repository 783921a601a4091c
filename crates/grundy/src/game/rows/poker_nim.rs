//! **Poker Nim**: Nim in which k chips are in hand besides. A move takes any positive number of chips from one heap, out of
//! the game, or puts any positive number of the chips in hand on one heap that is not empty.
//!
//! `pokernim[2](3, 5)`: take 2 from the heap of 5, or put both chips on the heap of 3, which leaves `pokernim[0](5, 5)`. Both win.
//!
//! **The rule.** In *Winning Ways* every player keeps the chips that he takes and may put them back later. What can be
//! played then depends on who is to move, so a position is not impartial; and were the chips that are taken put in one
//! common hand, no play would ever have to end. Here the hand is common and what is taken is gone: every move lowers the hand,
//! or leaves it and lowers the heaps, so every play ends. The answers are those of *Winning Ways*, by the same proof.
//!
//! **Theorem.** g is the ⊕ of the heaps, whatever is in hand. *Proof.* By induction along that measure every option has the
//! ⊕ of its heaps as its value. A move changes one heap, so no option has the value of the place; and each smaller value is
//! reached by taking, as in Nim. ∎ A move that adds is *reversible*: whoever answers by taking the same chips away is back at
//! the same heaps with fewer chips in hand.
//!
//! **Misère play** is won as misère Nim is. *Proof.* By induction: a place that misère Nim wins has a take to one that it
//! loses. From one that it loses every take leads to one that it wins; and what was added is taken away again, which leaves
//! the same heaps with fewer chips in hand, so the place with the chips on it is won. Both end with all heaps empty. ∎
//!
//! Cost: value and moves to a given value linear in the number of heaps, plus one for each chip in hand that is written.
//!
//! Reference: Berlekamp, Conway, Guy, *Winning Ways*, chapter 3, 1982; for misère Nim C. L. Bouton, 1902.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Diagnostic, Nat, Outcome, Theorem};

use super::{
    Elsewhere, Made, Row, heaps, nim_options_with_value, one_number, reduce_one_heap, with, xor_of_all, xor_of_others,
};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Component, Every, Fold, Game, Join, Law, Listing, Place, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static POKER_NIM: Theorem = Theorem {
    id: "poker-nim",
    statement: "a move that puts chips on a heap is reversible, so the value of Poker Nim is the xor of the heaps",
    chinese: "往堆上放筹码的走法是可逆的，所以扑克尼姆的值是各堆的异或",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 3, 1982",
};

/// The theorem used in misère play.
pub static MISERE_POKER_NIM: Theorem = Theorem {
    id: "misere-poker-nim",
    statement: "chips that were put on a heap can be taken away at once, so misère Poker Nim is won as misère Nim",
    chinese: "放到堆上的筹码可以立刻取走，所以反常扑克尼姆与反常尼姆胜负相同",
    reference: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1902",
};

/// More chips in hand than this are not written.
const MOST_CHIPS: u64 = 1000;

/// Poker Nim; heaps stay where they stand.
#[derive(Debug)]
pub struct PokerNim {
    /// Chips in hand.
    chips: u64,
    /// The game with one chip fewer in hand, and so on down to none.
    fewer: Option<Arc<Fewer>>,
}

/// A game with fewer chips in hand.
#[derive(Debug)]
struct Fewer {
    game: Game,
    next: Option<Arc<Fewer>>,
}

/// Makes the game; the number in brackets is that of the chips in hand.
///
/// # Errors
/// Something other than one number of at most `MOST_CHIPS` stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    let chips = match arguments {
        [argument] => one_number("pokernim", "the chips in hand", argument)?,
        _ => u64::MAX,
    };
    if chips > MOST_CHIPS {
        let message = format!("in “pokernim” one number stands for the chips in hand, at most {MOST_CHIPS}");
        return Err(Diagnostic::input(message).suggest("with two chips in hand: pokernim[2](3, 5)"));
    }
    let mut fewer: Option<Arc<Fewer>> = None;
    for chips in 0..chips {
        let rules: Arc<dyn Row> = Arc::new(PokerNim { chips, fewer: fewer.clone() });
        fewer = Some(Arc::new(Fewer { game: Game::of_any(&format!("pokernim[{chips}]"), rules), next: fewer }));
    }
    Ok(Arc::new(PokerNim { chips, fewer }))
}

impl PokerNim {
    /// The games with 1, 2, … chips fewer in hand.
    fn each_fewer(&self) -> impl Iterator<Item = &Game> {
        std::iter::successors(self.fewer.as_deref(), |fewer| fewer.next.as_deref()).map(|fewer| &fewer.game)
    }
}

impl Row for PokerNim {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        Ok(place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        reduce_one_heap(place, visit)
    }

    fn options_elsewhere(&self, place: &[u64], visit: &mut Elsewhere<'_>) -> ControlFlow<()> {
        let mut row = place.to_vec();
        for (heap, &size) in place.iter().enumerate().filter(|(_, size)| **size > 0) {
            for (game, added) in self.each_fewer().zip(1..) {
                let Some(larger) = size.checked_add(added) else { break };
                row[heap] = larger;
                visit(game, &row)?;
            }
            row[heap] = size;
        }
        ControlFlow::Continue(())
    }

    fn elsewhere_with_value(&self, place: &[Nat], target: &Nat) -> Vec<Component> {
        let change = place.iter().fold(target.clone(), |xor, n| xor ^ n);
        let added = |heap: usize| {
            let larger = &place[heap] ^ &change;
            let chips = if larger > place[heap] { &larger - &place[heap] } else { return None };
            let chips = usize::try_from(&chips).ok().filter(|_| !place[heap].is_zero())?;
            let game = self.each_fewer().nth(chips - 1)?.clone();
            Some(Component { game, place: with(place, heap, larger) })
        };
        (0..place.len()).filter_map(added).collect()
    }

    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        true
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(NimSum { chips: self.chips }))
    }
}

/// The law, and whether there are moves besides those of Nim.
#[derive(Debug)]
struct NimSum {
    chips: u64,
}

impl Law for NimSum {
    fn theorem(&self) -> &'static Theorem {
        &POKER_NIM
    }

    fn words(&self) -> Words {
        Words::new("g = xor of the heaps, whatever is in hand", "g = 各堆的异或，与手中筹码无关")
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        xor_of_all(numbers)
    }

    fn fold(&self) -> Option<Fold> {
        Some(Fold::of_numbers(Every::One, Join::Xor))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let mut lines = vec![heaps(place)];
        if self.chips > 0 {
            lines.push(Working::Say(Words::new(
                "chips that are put on a heap can be taken away again at once: such moves are reversible",
                "放到堆上的筹码可以立刻取走：这样的走法是可逆的",
            )));
        }
        lines
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(place.iter().fold(Nat::ZERO, |xor, n| xor ^ n))
    }

    fn misere(&self, place: &[Nat]) -> Option<(Outcome, &'static Theorem)> {
        let xor = place.iter().fold(Nat::ZERO, |xor, n| xor ^ n);
        let small = place.iter().all(|n| *n <= Nat::ONE);
        let outcome = Outcome::won_if((xor == Nat::ZERO) == small);
        Some((outcome, &MISERE_POKER_NIM))
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        Some(Candidates::Among(vec![xor_of_others(place, coordinate) ^ value]))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        Some(nim_options_with_value(place, target, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{check_law, lists, place};
    use super::*;
    use crate::{Context, MovesOptions, Position};
    use grundy_core::mex::mex;
    use std::collections::{BTreeSet, HashMap};

    type State = (u64, Vec<u64>);

    /// All moves from a plain reading: chips in hand, heaps.
    fn plain_options((chips, row): &State) -> BTreeSet<State> {
        let mut all = BTreeSet::new();
        for heap in (0..row.len()).filter(|&heap| row[heap] > 0) {
            for size in 0..=row[heap] + chips {
                let mut after = row.clone();
                after[heap] = size;
                if size != row[heap] {
                    all.insert((chips - size.saturating_sub(row[heap]), after));
                }
            }
        }
        all
    }

    fn value(state: &State, known: &mut HashMap<State, u64>) -> u64 {
        if let Some(&v) = known.get(state) {
            return v;
        }
        let v = mex(plain_options(state).iter().map(|option| value(option, known)).collect::<Vec<_>>());
        known.insert(state.clone(), v);
        v
    }

    fn wins_misere(state: &State, known: &mut HashMap<State, bool>) -> bool {
        if let Some(&wins) = known.get(state) {
            return wins;
        }
        let options = plain_options(state);
        let wins = options.is_empty() || options.iter().any(|option| !wins_misere(option, known));
        known.insert(state.clone(), wins);
        wins
    }

    fn text((chips, row): &State) -> String {
        let row: Vec<String> = row.iter().map(u64::to_string).collect();
        format!("pokernim[{chips}]({})", row.join(", "))
    }

    #[test]
    fn the_law_is_the_brute_force_value_in_both_conventions() {
        let (mut values, mut misere) = (HashMap::new(), HashMap::new());
        for (chips, length, bound) in [(0, 3, 6), (1, 3, 6), (2, 3, 5), (3, 2, 7), (6, 2, 6), (4, 1, 9), (2, 4, 3)] {
            let law = NimSum { chips };
            for row in lists(length, bound) {
                let (at, state) = (place(&row), (chips, row));
                assert_eq!(law.value(&at), Some(Nat::from(value(&state, &mut values))), "{state:?}");
                let wins = law.misere(&at).unwrap().0 == Outcome::Next;
                assert_eq!(wins, wins_misere(&state, &mut misere), "misère {state:?}");
            }
        }
        let without = game(&[Bracket::Numbers(vec![0])]).unwrap();
        let mut known = HashMap::new();
        lists(3, 5).iter().for_each(|row| check_law(&*without, row, &mut known));
    }

    #[test]
    fn all_moves_and_those_that_win_are_those_of_a_plain_reading() {
        let mut known = HashMap::new();
        let (all, winning) = (MovesOptions::default(), MovesOptions::default().with_winning(true));
        for chips in 0..4 {
            for row in lists(2, 5) {
                let state = (chips, row);
                let position: Position = text(&state).parse().unwrap();
                let texts = |wanted| -> Vec<String> {
                    let moves = position.moves_with(wanted, &Context::default()).unwrap().result.moves;
                    moves.into_iter().map(|mv| mv.to).collect()
                };
                let options = plain_options(&state);
                let listed = texts(&all);
                assert_eq!(listed.len(), options.len(), "{state:?}");
                assert_eq!(BTreeSet::from_iter(listed.clone()), options.iter().map(text).collect(), "{state:?}");
                let wins: BTreeSet<String> =
                    options.iter().filter(|option| value(option, &mut known) == 0).map(text).collect();
                // in the order of the full list
                let in_order: Vec<String> = listed.into_iter().filter(|to| wins.contains(to)).collect();
                assert_eq!(texts(&winning), in_order, "{state:?}");
            }
        }
    }

    #[test]
    fn huge_heaps_are_answered_and_hands_have_a_limit() {
        let position: Position =
            "pokernim[5](1000000000000000000000000000000, 1000000000000000000000000000003)".parse().unwrap();
        let answer = position.solve().unwrap();
        let to: Vec<&str> = answer.moves.moves.iter().map(|mv| mv.to.as_str()).collect();
        assert_eq!(to.len(), 2, "{to:?}");
        assert!(to.iter().any(|to| to.starts_with("pokernim[2](")), "{to:?}");
        assert!(game(&[]).is_err() && game(&[Bracket::Numbers(vec![MOST_CHIPS + 1])]).is_err());
    }
}
