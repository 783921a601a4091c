//! The ordinal sum G:H: a move is a move in G, which drops H, or a move in H.
//!
//! Of several components a move in one drops all that stand behind it. The ordinal sum is associative: in (A:B):C and in
//! A:(B:C) a move in A drops B and C, and a move in B drops C.
//!
//! Example: `ordinal(nim(2), kayles(3))`. The options of nim(2) have the values 0 and 1; what is left for the others is
//! 2, 3, 4, 5, …; kayles(3) has the value 3, and the number at place 3 of this list, counted from 0, is 5.
//!
//! **Theorem.** Let S be the increasing list of the natural numbers that are not values of options of G. Then the value of
//! G:H is the entry of S at place g(H), counted from 0. *Proof.* The options are the G′ with the values outside S, and the
//! G:H′ with the entries of S at the places g(H′). All places below g(H) occur, g(H) does not. ∎
//!
//! So the value depends on the form of G, and not on its value alone; for a heap of Nim of size n it is n + g(H).
//!
//! Cost: the values of all options of all components but the last; ordinal sums among them are taken apart. Reference: *Winning Ways*, chapter 7, 1982.

use grundy_core::{Context, Nat, Result, Theorem};

use super::super::options::{Options, Parts};
use super::{Compound, Fixed, Made, Sum, Turn, sum, without_brackets};
use crate::game::entry::Bracket;
use crate::game::{Component, Game, Place};

/// The value of an ordinal sum.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "ordinal-sum",
    statement: "the value of an ordinal sum G:H is the entry at place g(H), counted from 0, of the increasing list of numbers that are not values of options of G",
    chinese: "序数和 G:H 的值是：把不是 G 的后继的值的数从小到大排列，从 0 数起第 g(H) 个",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 7, 1982",
};

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    let words = "a move is a move in one component, and drops all components behind it; the play is over when no component has a \
         move";
    let turn = Turn { all: false, most: 1, first_ends: false, cuts: true };
    // the value is known, so no classes are needed
    without_brackets("ordinal", arguments, Fixed { words, turn, law: None })
}

/// The values of the options of a component, as a set of which complement and ranks are asked.
#[derive(Debug)]
pub(crate) enum OptionValues {
    /// 0 to n − 1: a heap of Nim.
    Below(Nat),
    /// Sorted.
    Listed(Vec<Nat>),
}

impl OptionValues {
    fn of(sum: &[Component], cx: &Context) -> Result<Self> {
        if let [heap] = sum
            && heap.game.is_nim()
        {
            return Ok(OptionValues::Below(heap.place[0].clone()));
        }
        let mut values = Vec::new();
        if let Some((set, n)) = sum::subtraction(sum) {
            // no list of sums where the numbers say all
            for k in set.members_up_to(n) {
                cx.tick(1)?;
                values.push(sum[0].game.value_at(&Place::heap(n - k), cx)?);
                if values.len() > 1 << 16 {
                    values.sort_unstable();
                    values.dedup();
                }
            }
        } else {
            for option in sum::options(sum, cx)? {
                values.push(sum::value(&option, cx)?);
            }
        }
        values.sort_unstable();
        values.dedup();
        Ok(OptionValues::Listed(values))
    }

    /// The number at this place of the complement.
    fn outside(&self, place: &Nat) -> Nat {
        match self {
            OptionValues::Below(n) => n + place,
            OptionValues::Listed(values) => {
                let mut number = place.clone();
                for value in values {
                    if *value <= number {
                        number += Nat::ONE;
                    }
                }
                number
            }
        }
    }

    /// The place of a number in the complement, if it is there.
    fn rank(&self, number: &Nat) -> Option<Nat> {
        match self {
            OptionValues::Below(n) => (number >= n).then(|| number - n),
            OptionValues::Listed(values) => match values.binary_search(number) {
                Ok(_) => None,
                Err(below) => Some(number - Nat::from(below)),
            },
        }
    }

    /// In words, for explanations.
    pub(crate) fn spell(&self) -> String {
        match self {
            OptionValues::Below(n) if *n == Nat::ZERO => "none".to_owned(),
            OptionValues::Below(n) => format!("0 to {}", crate::number::shorten(&(n - Nat::ONE))),
            OptionValues::Listed(values) if values.is_empty() => "none".to_owned(),
            OptionValues::Listed(values) => {
                let mut shown: Vec<String> = values.iter().take(24).map(crate::number::shorten).collect();
                if values.len() > shown.len() {
                    shown.push("…".to_owned());
                }
                shown.join(", ")
            }
        }
    }
}

/// One line of the computation: a component, the values of its options, the value from here on.
pub(crate) struct Step {
    pub(crate) sum: Sum,
    /// `None` for the last component, whose own value counts.
    pub(crate) options: Option<OptionValues>,
    pub(crate) value: Nat,
}

/// The values from each component on, the last component first.
pub(crate) fn steps(sums: &[Sum], cx: &Context) -> Result<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::with_capacity(sums.len());
    for sum in sums.iter().rev() {
        let step = match steps.last() {
            None => Step { sum: sum.clone(), options: None, value: sum::value(sum, cx)? },
            Some(behind) => {
                let options = OptionValues::of(sum, cx)?;
                let value = options.outside(&behind.value);
                Step { sum: sum.clone(), options: Some(options), value }
            }
        };
        steps.push(step);
    }
    Ok(steps)
}

/// The components with ordinal sums among them taken apart, which stand at the same places: the sum is associative.
fn flatten(compound: &Compound, place: &[Nat], into: &mut Vec<Sum>) {
    for sum in compound.sums(place) {
        match &sum[..] {
            [Component { game, place }] if game.compound().is_some_and(|inner| inner.turn().cuts) => {
                game.compound().into_iter().for_each(|inner| flatten(inner, place, into));
            }
            _ => into.push(sum),
        }
    }
}

impl Compound {
    /// The Grundy value by the law of ordinal sums; `None` for other compounds.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn value_by_law(&self, place: &[Nat], cx: &Context) -> Result<Option<Nat>> {
        if !self.turn().cuts {
            return Ok(None);
        }
        let mut sums = Vec::new();
        flatten(self, place, &mut sums);
        Ok(steps(&sums, cx)?.pop().map(|step| step.value))
    }

    /// The options of an ordinal sum that have this value; `None` for other compounds.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn options_by_law(
        &self,
        game: &Game,
        place: &[Nat],
        target: &Nat,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Options>> {
        if !self.turn().cuts {
            return Ok(None);
        }
        let sums = self.sums(place);
        let row = self.row(place);
        let steps = steps(&sums, cx)?;
        let mut wanted = target.clone();
        let mut found = Options::default();
        let mut all: Vec<Parts> = Vec::new();
        for (at, sum) in sums.iter().enumerate() {
            let last = at + 1 == sums.len();
            // a move here leaves this component alone, behind those in front of it
            let (count, options) = sum::options_with_value(sum, &wanted, limit, cx)?;
            found.add(Some(count));
            for option in options {
                let mut left = row[..at].to_vec();
                left.push(self.number(option));
                all.push(vec![Component { game: game.clone(), place: self.place(&left) }]);
            }
            let Some(values) = (!last).then(|| steps[sums.len() - 1 - at].options.as_ref()).flatten() else { break };
            match values.rank(&wanted) {
                Some(rank) => wanted = rank,
                None => break,
            }
        }
        found.first = Options::of(all, limit).first;
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::to_u64;

    #[test]
    fn complement_and_rank_are_inverse() {
        let list: Vec<Nat> = [0u8, 1, 3, 7].map(Nat::from).to_vec();
        let values = OptionValues::Listed(list.clone());
        let outside: Vec<Nat> = (0..6u8).map(|place| values.outside(&Nat::from(place))).collect();
        assert_eq!(outside, [2u8, 4, 5, 6, 8, 9].map(Nat::from));
        for (place, number) in outside.iter().enumerate() {
            assert_eq!(values.rank(number), Some(Nat::from(place)));
        }
        assert!(list.iter().all(|value| values.rank(value).is_none()));
        assert_eq!(to_u64(&OptionValues::Below(Nat::from(5u8)).outside(&Nat::from(2u8))), Some(7));
    }
}
