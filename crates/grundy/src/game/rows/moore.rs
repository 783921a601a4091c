//! **Moore's Nim**: a move lowers at least one and at most k heaps, each by any positive number.
//!
//! `moore[2](1, 2, 3)` is won by the next player: in binary the columns hold 2 and 2 ones, not multiples of 3.
//!
//! **Theorem** (Moore 1910). P exactly if in every binary column the number of ones is a multiple of k + 1. For k = 1
//! this is Bouton's theorem, and the value is the nim-sum.
//!
//! **Few heaps.** With at most k heaps that are not empty the value is the number of all counters. *Proof.* Any smaller
//! list of heaps can be reached, so by induction the options have exactly the values 0, 1, …, total − 1. ∎
//! Otherwise the theorem gives the outcome alone.
//!
//! **Misère play.** With a heap of 2 or more P exactly where normal play says P; with none, exactly if the number of
//! ones is 1 modulo k + 1. *Proof, from the theorem.* Heaps of at most 1: the count of ones falls by 1 to k, and 0 is N.
//! Some heap of 2 or more and all columns divisible: at least k + 1 heaps are large, so one stays, and some column is no
//! longer divisible. Otherwise let a move of normal play lead to a position Q with divisible columns. If Q has a large
//! heap, that wins. If not, the l ≤ k large heaps were all moved, together with u ≤ k − l of the s ones, and one more 1
//! than in Q is wanted. If a large heap became 0, leave 1 of it; if u > 0, leave one more of the ones alone. Otherwise Q
//! has l + s ones, a positive multiple of k + 1: remove all large heaps and k − l < s of the ones, which are k fewer,
//! hence 1 modulo k + 1. ∎ This is about heaps of Nim only: for moves in up to k summands of other games it is false.
//!
//! **Winning moves** are found from the highest column down. With s heaps lowered so far, whose lower digits are free, let the
//! others have r ones, modulo k + 1, in a column: lower some more of these, or give the one missing to free heaps. If r = 0 no heap
//! need be lowered; if r ≤ k − s it is enough to lower r of them; else k + 1 − r ≤ s free heaps take a one. So a way that is begun
//! can always be ended, and no time is lost in dead ends.
//!
//! Cost: linear in the number of digits; for winning moves so many for each, up to a limit, where only some are told.
//!
//! Reference: E. H. Moore, *A generalization of the game called nim*, 1910 (normal play).

use std::ops::ControlFlow;
use std::sync::Arc;

use dashu_int::ops::BitTest;
use grundy_core::{Diagnostic, Nat, Outcome, Theorem};

use super::{Made, Row, heaps, nim_options_with_value, one_number, xor_of_all};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Every, Fold, Join, Law, Listing, Place, Working, letters};
use crate::statement::Spelt;
use crate::words::Words;

/// The theorem used.
pub static MOORE: Theorem = Theorem {
    id: "moore",
    statement: "a position of Moore's Nim is P exactly if every binary column has a multiple of k + 1 ones; with one \
        heap a move (k = 1) the value is the nim-sum, with at most k heaps it is the number of counters",
    chinese: "摩尔尼姆的局面是 P 局面，当且仅当每个二进制列中 1 的个数都是 k + 1 的倍数；每次只走一堆（k = 1）时值是尼姆和，至多 k 堆时值是石子总数",
    reference: "E. H. Moore, A generalization of the game called nim, 1910",
};

/// The theorem of misère play, proved above.
pub static MISERE: Theorem = Theorem {
    id: "moore-misere",
    statement: "in misère play a position of Moore's Nim with a heap of 2 or more is P exactly if every binary column \
        has a multiple of k + 1 ones; one without such a heap exactly if the number of ones is 1 modulo k + 1",
    chinese: "反常规则下，摩尔尼姆中有一堆不少于 2 的局面是 P 局面，当且仅当每个二进制列中 1 的个数都是 k + 1 的倍数；没有这样的堆时，当且仅当 1 的个数模 k + 1 余 1",
    reference: "E. H. Moore, A generalization of the game called nim, 1910",
};

/// Moore's Nim with at most this many heaps a move; heaps stay where they stand.
#[derive(Debug, Clone, Copy)]
pub struct Moore {
    /// At least 1.
    most_heaps: u64,
}

/// Makes the game from the number of heaps.
///
/// # Errors
/// The number is missing, not a number alone, or 0.
pub fn game(arguments: &[Bracket]) -> Made {
    let [argument] = arguments else {
        return Err(Diagnostic::input("“moore” needs one number in brackets: how many heaps a move may change")
            .suggest("moore[2](1, 2, 3)"));
    };
    match one_number("moore", "how many heaps a move may change", argument)? {
        0 => Err(Diagnostic::input("in “moore” a move changes at least one heap, so the number is at least 1")
            .suggest("moore[2](1, 2, 3)")),
        most_heaps => Ok(Arc::new(Moore { most_heaps })),
    }
}

impl Moore {
    /// The P-positions that a move leads to, ascending; are these all, or only the first [`MOST_WAYS`]? `None`: the numbers are
    /// too long.
    fn balanced(self, place: &[Nat]) -> Option<(Vec<Vec<Nat>>, bool)> {
        let columns = place.iter().map(Nat::bit_len).max().unwrap_or(0);
        if columns > MOST_COLUMNS {
            return None;
        }
        let mut search = Ways {
            moore: self,
            place,
            row: place.to_vec(),
            lowered: vec![false; place.len()],
            found: Vec::new(),
            steps: 0,
        };
        let ended = search.column(columns);
        let mut found = search.found;
        found.sort_unstable();
        Some((found, ended.is_continue()))
    }

    /// May a move change so many heaps at once?
    fn covers_all(self, heaps: usize) -> bool {
        heaps as u64 <= self.most_heaps
    }
}

/// So many winning moves are looked for.
const MOST_WAYS: usize = 20_000;
/// In numbers of so many digits.
const MOST_COLUMNS: usize = 1 << 8;
/// So many digits are looked at on the way, and so many numbers are kept.
const STEPS: usize = 1 << 21;
const NUMBERS: usize = 1 << 20;

/// These rows as options.
fn rows(ways: Vec<Vec<Nat>>, limit: usize) -> Vec<Vec<Place>> {
    ways.into_iter().take(limit).map(|row| vec![row.into_iter().collect()]).collect()
}

/// The search for winning moves, column by column.
struct Ways<'a> {
    moore: Moore,
    place: &'a [Nat],
    /// The numbers after the move, as far as the columns were done.
    row: Vec<Nat>,
    /// Which heaps the move lowers.
    lowered: Vec<bool>,
    found: Vec<Vec<Nat>>,
    /// Digits that were looked at.
    steps: usize,
}

impl Ways<'_> {
    /// All ways through the columns below this one.
    fn column(&mut self, above: usize) -> ControlFlow<()> {
        let Some(bit) = above.checked_sub(1) else {
            if self.row != self.place {
                self.found.push(self.row.clone());
            }
            let most = MOST_WAYS.min(NUMBERS / self.row.len().max(1));
            return if self.found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        };
        self.steps += self.row.len();
        // the first way is always ended
        if self.steps > STEPS && !self.found.is_empty() {
            return ControlFlow::Break(());
        }
        let free = (0..self.row.len()).filter(|&heap| self.lowered[heap]).collect::<Vec<_>>();
        let ones: Vec<usize> =
            (0..self.row.len()).filter(|&heap| !self.lowered[heap] && self.place[heap].bit(bit)).collect();
        let room = self.moore.most_heaps.saturating_sub(free.len() as u64).min(ones.len() as u64) as usize;
        for lower in 0..=room {
            // a column holds no more ones than there are heaps
            let rest = (ones.len() - lower) as u64;
            let over = self.moore.most_heaps.checked_add(1).map_or(rest, |modulus| rest % modulus);
            let missing = if over == 0 { 0 } else { (self.moore.most_heaps - over).saturating_add(1) };
            let Some(missing) = usize::try_from(missing).ok().filter(|&missing| missing <= free.len()) else {
                continue;
            };
            for_each_subset(&ones, lower, &mut |now| {
                for &heap in now {
                    self.lowered[heap] = true;
                    self.row[heap].clear_bit(bit);
                }
                let ended = for_each_subset(&free, missing, &mut |set| {
                    for &heap in &free {
                        self.row[heap].clear_bit(bit);
                    }
                    set.iter().for_each(|&heap| self.row[heap].set_bit(bit));
                    self.column(bit)
                });
                for &heap in now {
                    self.lowered[heap] = false;
                    self.row[heap] = self.place[heap].clone();
                }
                ended
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// All choices of so many of these numbers.
fn for_each_subset(of: &[usize], size: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        let members: Vec<usize> = chosen.iter().map(|&i| of[i]).collect();
        visit(&members)?;
        // the last that can go on, and those behind it close up
        let Some(at) = (0..size).rev().find(|&at| chosen[at] + size - at < of.len()) else {
            return ControlFlow::Continue(());
        };
        chosen[at] += 1;
        (at + 1..size).for_each(|i| chosen[i] = chosen[i - 1] + 1);
    }
}

impl Row for Moore {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        Ok(place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        if place.iter().all(|&n| n == 0) {
            return ControlFlow::Continue(());
        }
        let mut row = place.to_vec();
        // the heaps that are lowered now, ascending: a search tree walked without recursion
        let mut lowered = vec![0];
        while let Some(&heap) = lowered.last() {
            if row[heap] == 0 {
                // all sizes of this heap are done: it stays as it was, the next one is lowered instead
                row[heap] = place[heap];
                lowered.pop();
                if heap + 1 < row.len() {
                    lowered.push(heap + 1);
                }
                continue;
            }
            row[heap] -= 1;
            visit(&row)?;
            if self.covers_all(lowered.len() + 1) && heap + 1 < row.len() {
                lowered.push(heap + 1);
            }
        }
        ControlFlow::Continue(())
    }

    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        true
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(*self))
    }
}

impl Law for Moore {
    fn theorem(&self) -> &'static Theorem {
        &MOORE
    }

    fn words(&self) -> Words {
        match self.most_heaps {
            1 => Words::new("g = nim-sum of the heaps", "g = 各堆的尼姆和"),
            k => {
                let modulus = u128::from(k) + 1;
                Words::new(
                    format!("P exactly if every binary column has a multiple of {modulus} ones"),
                    format!("P 当且仅当每个二进制列中 1 的个数都是 {modulus} 的倍数"),
                )
            }
        }
    }

    /// Where one move may take everything, the value is the number of counters; one heap more than that is lost if all are
    /// equal.
    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        let names = letters(numbers);
        match numbers {
            _ if numbers <= 1 || self.most_heaps == 1 => xor_of_all(numbers),
            _ if self.covers_all(numbers) => vec![Spelt::values(names.join("+"))],
            _ if self.most_heaps.checked_add(1) == Some(numbers as u64) => {
                let equal: Vec<String> = names[1..].iter().map(|other| format!("{} = {other}", names[0])).collect();
                vec![Spelt::p_positions(equal.join(" and "))]
            }
            _ => Vec::new(),
        }
    }

    fn fold(&self) -> Option<Fold> {
        let join = if self.most_heaps == 1 { Join::Xor } else { Join::Columns(self.most_heaps.checked_add(1)?) };
        Some(Fold::of_numbers(Every::One, join))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let few = self.covers_all(place.iter().filter(|n| **n != Nat::ZERO).count());
        match self.most_heaps.checked_add(1) {
            Some(2) => vec![heaps(place)],
            Some(_) if few => vec![Working::Say(Words::new(
                format!(
                    "at most {} heaps are left, so one move may take everything, and the value is the number of counters",
                    self.most_heaps
                ),
                format!("至多剩 {} 堆，一步就可取完，所以值是石子总数", self.most_heaps),
            ))],
            Some(modulus) => vec![Working::Ones(modulus)],
            None => Vec::new(),
        }
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        if self.most_heaps == 1 {
            return Some(place.iter().fold(Nat::ZERO, |xor, n| xor ^ n));
        }
        let heaps = place.iter().filter(|n| **n != Nat::ZERO).count();
        self.covers_all(heaps).then(|| place.iter().sum())
    }

    fn misere(&self, place: &[Nat]) -> Option<(Outcome, &'static Theorem)> {
        if place.iter().any(|heap| heap.bit_len() > 1) {
            return Some((self.outcome(place)?, &MISERE));
        }
        let ones = place.iter().filter(|heap| !heap.is_zero()).count() as u64;
        // one more than the largest number of heaps leaves each count as it is
        let rest = self.most_heaps.checked_add(1).map_or(ones, |m| ones % m);
        Some((if rest == 1 { Outcome::Previous } else { Outcome::Next }, &MISERE))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        if self.most_heaps == 1 {
            return Some(nim_options_with_value(place, target, limit));
        }
        // how many have another value is not counted here
        if !target.is_zero() {
            return None;
        }
        let Some(total) = self.value(place) else {
            let (ways, all) = self.balanced(place)?;
            let count = Nat::from(ways.len());
            return all.then(|| Listing { count, first: rows(ways, limit) });
        };
        // with few heaps only the empty place has value 0
        let empty = vec![place.iter().map(|_| Nat::ZERO).collect()];
        let all = if total == Nat::ZERO { Vec::new() } else { vec![empty] };
        Some(Listing { count: Nat::from(all.len()), first: all.into_iter().take(limit).collect() })
    }

    fn all_or_some_with_value(
        &self,
        place: &[Nat],
        target: &Nat,
        limit: usize,
    ) -> Option<(Option<Nat>, Vec<Vec<Place>>)> {
        if self.most_heaps == 1 || !target.is_zero() || self.value(place).is_some() {
            let all = self.options_with_value(place, target, limit)?;
            return Some((Some(all.count), all.first));
        }
        let (ways, all) = self.balanced(place)?;
        Some((all.then(|| Nat::from(ways.len())), rows(ways, limit)))
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        let others = || place.iter().enumerate().filter(|(at, _)| *at != coordinate).map(|(_, n)| n);
        if !value.is_zero() {
            let total: Nat = others().sum();
            return self.covers_all(place.len()).then(|| match total <= *value {
                true => Candidates::Among(vec![value - total]),
                false => Candidates::Among(Vec::new()),
            });
        }
        // every column needs one more, or none
        let mut number = Nat::ZERO;
        for bit in 0..others().map(Nat::bit_len).max().unwrap_or(0) {
            let ones = others().filter(|n| n.bit(bit)).count() as u64;
            if ones % (self.most_heaps + 1) == self.most_heaps {
                number.set_bit(bit);
            }
        }
        Some(Candidates::Among(vec![number]))
    }

    fn outcome(&self, place: &[Nat]) -> Option<Outcome> {
        let mut columns: Vec<u64> = Vec::new();
        for heap in place {
            let bits = heap.bit_len();
            columns.resize(columns.len().max(bits), 0);
            for (bit, column) in columns[..bits].iter_mut().enumerate() {
                *column += u64::from(heap.bit(bit));
            }
        }
        // a column never holds more ones than there are heaps, so k + 1 cannot be too large where it divides
        let balanced =
            |&ones: &u64| ones == 0 || self.most_heaps.checked_add(1).is_some_and(|m| ones.is_multiple_of(m));
        Some(Outcome::lost_if(columns.iter().all(balanced)))
    }
}

#[cfg(test)]
mod tests;
