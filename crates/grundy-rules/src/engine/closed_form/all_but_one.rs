//! Take any number but k, or any number from 1 to m but k.
//!
//! Example: 1 to 12 but not 3: 0 1 2 0 1 2 3 4 5 3 4 5 6 7 8 6 and again from 16 on.
//!
//! **Theorem.** Let k ≤ m, or let there be no m. If 2k > m, then g(n) = n mod k. Else let r = n mod (m+k+1), or r = n without m: then
//! g(n) = r mod k + k·⌊r/2k⌋. In misère play n is P exactly if g(n) = 1.
//!
//! *Proof.* By induction. If 2k > m, the multiples of k are left out, so no option has the residue of n mod k; the numbers from 1 to k−1
//! leave all the others, or all that are less than n. Else each value v has its two residues r in one block of 2k, k apart. *No
//! option has the value of its heap:* it would be k below, and k is left out, or k above in an earlier round, m+1 below, which is too
//! much. *Each u < v is reached:* in the round of n let x and x+k be the residues with value u. If they lie in an earlier block than r,
//! then 1 ≤ r−x−k ≤ m, and either this may be taken, or it is k, and then r−x = 2k ≤ m may be taken. If they lie in the block of r,
//! one of them is left by taking 1 to k−1. Misère play: subtraction games are tame (Ferguson). ∎
//!
//! Cost: two divisions. It serves where the numbers are too large for a window of values.

use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};
use grundy_sequence::set::Pieces;

use super::{heap, listing};
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// Every number but k may be taken.
pub static THEOREM: Theorem = Theorem {
    id: "take-all-but-one",
    statement: "all but one: if any number from 1 to m but k may be taken, k <= m, the value is n mod k where 2*k > m; else, with \
                r = n mod (m+k+1), or r = n without m, it is r mod k plus k times r//(2*k); in misère play n is a P-position \
                exactly if that is 1",
    chinese: "除一数外皆可取的定理：若可取 1 到 m 中除 k 以外的任意个，k <= m，则当 2*k > m 时值为 n mod k；否则令 r = n mod (m+k+1)（没有 m 时 r = n），值为 r mod k 加上 k 乘以 r//(2*k)；反常规则下，n 是 P 局面当且仅当此值为 1",
    reference: "",
};

/// The law of `take[1.. except k]` and of `take[1..m except k]`.
#[derive(Debug, Clone)]
pub struct AllButOne {
    set: Pieces,
    k: Nat,
    /// The values repeat after so many heaps, if there is an m.
    round: Option<Nat>,
}

impl AllButOne {
    /// `None` if the set is another one, or k is 1.
    #[must_use]
    pub fn new(set: &Pieces) -> Option<Self> {
        let [low, high] = set.0.as_slice() else { return None };
        let k = low.to.as_ref()? + Nat::ONE;
        if low.from != Nat::ONE || high.from != &k + Nat::ONE || !low.is_interval() || !high.is_interval() {
            return None;
        }
        let round = high.to.as_ref().map(|m| if &k * 2u8 > *m { k.clone() } else { m + &k + Nat::ONE });
        Some(AllButOne { set: set.clone(), k, round })
    }

    /// The residue r, and where its round begins.
    fn residue(&self, n: &Nat) -> (Nat, Nat) {
        match &self.round {
            Some(round) => (n % round, n - n % round),
            None => (n.clone(), Nat::ZERO),
        }
    }

    fn at(&self, n: &Nat) -> Nat {
        let (r, _) = self.residue(n);
        &r % &self.k + &self.k * (r / (&self.k * 2u8))
    }

    /// Is the value the residue itself?
    fn is_short(&self) -> bool {
        self.round.as_ref() == Some(&self.k)
    }

    /// The value in the notation, and `n` or its residue.
    fn spelt(&self) -> [String; 2] {
        let (k, twice) = (&self.k, &self.k * 2u8);
        let residue = self.round.as_ref().map_or_else(|| "n".to_owned(), |round| format!("n % {round}"));
        let value =
            if self.is_short() { residue.clone() } else { format!("{residue} % {k} + {k} * ({residue} // {twice})") };
        [value, residue]
    }
}

impl Law for AllButOne {
    fn theorem(&self) -> &'static Theorem {
        &THEOREM
    }

    fn words(&self) -> Words {
        let (k, twice) = (shorten(&self.k), shorten(&(&self.k * 2u8)));
        match &self.round {
            _ if self.is_short() => Words::same(format!("g(n) = n mod {k}")),
            None => Words::same(format!("g(n) = n mod {k} + {k}·(n // {twice})")),
            Some(round) => {
                let round = shorten(round);
                Words::new(
                    format!("with r = n mod {round}: g(n) = r mod {k} + {k}·(r // {twice})"),
                    format!("令 r = n mod {round}：g(n) = r mod {k} + {k}·(r // {twice})"),
                )
            }
        }
    }

    fn claims(&self) -> Vec<Spelt> {
        let [value, residue] = self.spelt();
        let lost =
            if self.is_short() { format!("{residue} = 0") } else { format!("{residue} = 0 or {residue} = {}", self.k) };
        vec![Spelt::values(value), Spelt::p_positions(lost)]
    }

    fn misere_claim(&self) -> Option<(&'static Theorem, Spelt)> {
        let [_, residue] = self.spelt();
        let also = if self.is_short() { String::new() } else { format!(" or {residue} = {}", &self.k + Nat::ONE) };
        Some((&THEOREM, Spelt::p_positions(format!("{residue} = 1{also}"))))
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let (r, _) = self.residue(n);
        let mut said = Vec::new();
        if let Some(round) = &self.round {
            said.push(format!("{} mod {} = {}", shorten(n), shorten(round), shorten(&r)));
        }
        if !self.is_short() {
            let (k, twice) = (&self.k, &self.k * 2u8);
            said.push(format!("{} mod {} = {}", shorten(&r), shorten(k), shorten(&(&r % k))));
            said.push(format!("{} // {} = {}", shorten(&r), shorten(&twice), shorten(&(&r / &twice))));
        }
        vec![Working::Say(Words::same(said.join("; ")))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(self.at(heap(place)?))
    }

    fn period(&self) -> Option<NatPeriod> {
        Some(match &self.round {
            Some(round) => NatPeriod::pure(round.clone(), Nat::ZERO),
            None => NatPeriod::pure(&self.k * 2u8, self.k.clone()),
        })
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let (_, start) = self.residue(n);
        let first = target % &self.k + (&self.k * 2u8) * (target / &self.k);
        let within = |r: &Nat| self.round.as_ref().is_none_or(|round| r < round);
        let residues: Vec<Nat> = [first.clone(), first + &self.k].into_iter().filter(within).collect();
        // no move reaches farther back than two rounds
        let starts = (0u8..3).rev().filter_map(|back| {
            let back = self.round.as_ref().map_or(Nat::from(back), |round| round * back);
            (back <= start).then(|| &start - back)
        });
        let mut found: Vec<Nat> = starts.flat_map(|start| residues.iter().map(move |r| &start + r)).collect();
        found.retain(|left| left < n && self.set.contains(&(n - left)));
        Some(listing::few_heaps(found.into_iter(), limit))
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        Some(self.set.left_of(n, &Nat::ZERO, n, limit).into())
    }
}

#[cfg(test)]
mod tests {
    use grundy_sequence::set::IntSet;

    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        for k in 2..8u64 {
            for most in (k + 1..=24).map(Some).chain([None]) {
                let one = Nat::ONE;
                let set = IntSet::progression(&one, most.map(Nat::from).as_ref(), &one).except(IntSet::from_iter([k]));
                let law = AllButOne::new(set.pieces().unwrap()).unwrap();
                let mut plain = Plain::new(|p: &[u64]| single(set.members_up_to(p[0]).map(|k| p[0] - k)));
                let to = most.map_or(40, |most| 2 * (most + k + 1));
                plain.check_heaps(&law, to, EVERYTHING);
                let mut lost: Vec<bool> = Vec::new();
                for n in 0..=to {
                    lost.push(n > 0 && set.members_up_to(n).all(|k| !lost[(n - k) as usize]));
                    assert_eq!(law.at(&Nat::from(n)) == Nat::ONE, lost[n as usize], "misère {set} {n}");
                }
            }
        }
    }

    #[test]
    fn the_period_is_the_least() {
        for k in 2..8u64 {
            for most in k + 1..30 {
                let one = Nat::ONE;
                let set = IntSet::progression(&one, Some(&Nat::from(most)), &one).except(IntSet::from_iter([k]));
                let law = AllButOne::new(set.pieces().unwrap()).unwrap();
                let values: Vec<Nat> = (0..3 * (most + k + 1)).map(|n| law.at(&Nat::from(n))).collect();
                let least = (1..).find(|&p| values.iter().zip(&values[p..]).all(|(x, y)| x == y)).unwrap();
                assert_eq!(law.period(), Some(NatPeriod::pure(Nat::from(least), Nat::ZERO)), "{set}");
            }
        }
    }

    #[test]
    fn other_sets_have_another_law() {
        for set in
            [IntSet::all(), IntSet::from_iter([1, 2, 3]), IntSet::from_iter([1, 3, 5]), IntSet::from_iter([2, 4])]
        {
            assert!(AllButOne::new(set.pieces().unwrap()).is_none(), "{set}");
        }
        // k may be 2, and m may be k + 1
        assert!(AllButOne::new(IntSet::from_iter([1, 3]).pieces().unwrap()).is_some());
    }
}
