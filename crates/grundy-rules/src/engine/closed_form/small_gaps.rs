//! Take a number of a set whose members lie close together: no two neighbours are farther apart than the least one is large.
//!
//! Example: 3, 5, 7 or 8 may be taken: 0 0 0 1 1 1 2 2 2 3 3 and again from 11 on.
//!
//! **Theorem.** Let p be the least member of S, and let neighbouring members differ by p at most. If S has a greatest member q, let
//! r = n mod (p+q); else let r = n. Then g(n) = ⌊r/p⌋; and with q, in misère play n is P exactly if p ≤ r < 2p.
//!
//! *Proof.* By induction. A move takes k with p ≤ k, and k ≤ q if there is q. It leaves the residue r−k ≤ r−p if k ≤ r, else
//! r−k+p+q ≥ r+p. So no option has the value v = ⌊r/p⌋. Let u < v. The heaps with residues from up to up+p−1 that stand in the round
//! of n are left by the p numbers from r−up−p+1 to r−up. The last of them is p or more, for r ≥ vp; the first is q at most, for
//! r < p+q. So S has a member among them: it has one at or above p, and its steps are not longer than p. Misère: from p ≤ r < 2p every
//! move leaves a residue below p or at least 2p. Below p there is no move at all if n < p, which wins; else the numbers from
//! q−p+1+r to q+r leave the residues from p to 2p−1, and q is among them. From r ≥ 2p the numbers from r−2p+1 to r−p leave
//! them; the last is p or more, the first less than q, and S has a member among them as before. ∎
//!
//! Every number from p to q is such a set, and so are all from p on; the multiples of d from pd to qd; and the odd numbers from 3 to q.
//!
//! Cost: two divisions. It serves where the numbers are too large for a window of values. Reference for intervals: E. R.
//! Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapter 4; T. S. Ferguson, *On sums of graph games with last player
//! losing*, 1974 (misère).

use grundy_core::{Nat, NatPeriod, Theorem, number::shorten};
use grundy_sequence::set::Pieces;

use super::heap;
use crate::engine::law::{Law, Listing, Working};
use crate::statement::Spelt;
use crate::words::Words;

/// At least c must be taken.
pub static AT_LEAST: Theorem = Theorem {
    id: "take-at-least",
    statement: "if any number from c on may be taken, the value is the size of the heap divided by c, rounded down",
    chinese: "至少取 c 个定理：若可取 c 个及以上的任意个，则值是堆的大小除以 c 向下取整",
    reference: "",
};

/// Every number from p to q may be taken.
pub static INTERVAL: Theorem = Theorem {
    id: "take-interval",
    statement: "if any number from p to q may be taken, the value is n mod (p+q) divided by p, rounded down; in misère \
                play n is a P-position exactly if p <= n mod (p+q) < 2p",
    chinese: "若可取 p 到 q 中的任意个，则值为 n mod (p+q) 除以 p 向下取整；反常规则下，n 是 P 局面当且仅当 p <= n mod (p+q) < 2p",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays, 1982",
};

/// The members lie close together.
pub static THEOREM: Theorem = Theorem {
    id: "take-small-gaps",
    statement: "small gaps: if the numbers that may be taken are from p to q, both included, and no two neighbours differ by more \
                than p, the value is n mod (p+q) divided by p, rounded down, and in misère play n is a P-position exactly if \
                p <= n mod (p+q) < 2p; without a greatest number the value is n divided by p, rounded down",
    chinese: "小间隔定理：若可取的数最小为 p、最大为 q，且相邻两数之差不超过 p，则值为 n mod (p+q) 除以 p 向下取整，反常规则下 n 是 P 局面当且仅当 p <= n mod (p+q) < 2p；没有最大数时值为 n 除以 p 向下取整",
    reference: "",
};

/// The law of `take[c..]`, of `take[p..q]`, and of sets between with small gaps.
#[derive(Debug, Clone)]
pub struct SmallGaps {
    set: Pieces,
    least: Nat,
    /// p + q, if there is a greatest member.
    round: Option<Nat>,
}

impl SmallGaps {
    /// `None` if there is no member, or neighbours lie too far apart.
    #[must_use]
    pub fn new(set: &Pieces) -> Option<Self> {
        let (least, last) = (&set.0.first()?.from, set.0.last()?);
        let round = last.to.as_ref().map(|most| least + most);
        (set.widest_gap() <= *least).then(|| SmallGaps { set: set.clone(), least: least.clone(), round })
    }

    /// The residue r of the theorem, and where the round of this heap begins.
    fn residue(&self, n: &Nat) -> (Nat, Nat) {
        match &self.round {
            Some(round) => (n % round, n - n % round),
            None => (n.clone(), Nat::ZERO),
        }
    }

    fn at(&self, n: &Nat) -> Nat {
        self.residue(n).0 / &self.least
    }

    /// `n`, or its residue, as the notation has it.
    fn spelt(&self) -> String {
        self.round.as_ref().map_or_else(|| "n".to_owned(), |round| format!("n % {round}"))
    }
}

impl Law for SmallGaps {
    fn theorem(&self) -> &'static Theorem {
        match (self.set.0.as_slice(), &self.round) {
            ([piece], None) if piece.is_interval() => &AT_LEAST,
            ([piece], Some(_)) if piece.is_interval() => &INTERVAL,
            _ => &THEOREM,
        }
    }

    fn words(&self) -> Words {
        let least = shorten(&self.least);
        Words::same(match &self.round {
            Some(round) => format!("g(n) = (n mod {}) // {least}", shorten(round)),
            None => format!("g(n) = n // {least}"),
        })
    }

    fn claims(&self) -> Vec<Spelt> {
        let (residue, least) = (self.spelt(), &self.least);
        vec![Spelt::values(format!("{residue} // {least}")), Spelt::p_positions(format!("{residue} < {least}"))]
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let [n] = place else { return Vec::new() };
        let (r, _) = self.residue(n);
        let quotient = format!("{} // {} = {}", shorten(&r), shorten(&self.least), shorten(&self.at(n)));
        let said = match &self.round {
            Some(round) => format!("{} mod {} = {}; {quotient}", shorten(n), shorten(round), shorten(&r)),
            None => quotient,
        };
        vec![Working::Say(Words::same(said))]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        Some(self.at(heap(place)?))
    }

    fn misere_claim(&self) -> Option<(&'static Theorem, Spelt)> {
        let (round, least) = (self.round.as_ref()?, &self.least);
        let residue = format!("n % {round}");
        Some((self.theorem(), Spelt::p_positions(format!("{least} <= {residue} < {}", least * 2u8))))
    }

    fn period(&self) -> Option<NatPeriod> {
        Some(match &self.round {
            Some(round) => NatPeriod::pure(round.clone(), Nat::ZERO),
            None => NatPeriod::pure(self.least.clone(), Nat::ONE),
        })
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        let (_, start) = self.residue(n);
        let first = target * &self.least;
        let mut last = &first + &self.least - Nat::ONE;
        let mut found = Listing::default();
        if let Some(round) = &self.round {
            if first >= *round {
                return Some(found);
            }
            last = last.min(round - Nat::ONE);
            // moves reach no farther back than the round before
            if start >= *round {
                let before = &start - round;
                found = self.set.left_of(n, &(&before + &first), &(&before + &last), limit).into();
            }
        }
        let here = Listing::from(self.set.left_of(n, &(&start + first), &(start + last), limit - found.first.len()));
        found.count += here.count;
        found.first.extend(here.first);
        Some(found)
    }

    fn options(&self, place: &[Nat], limit: usize) -> Option<Listing> {
        let n = heap(place)?;
        Some(self.set.left_of(n, &Nat::ZERO, n, limit).into())
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::number::to_u64;
    use grundy_sequence::set::IntSet;

    use super::super::testing::{EVERYTHING, Plain, single};
    use super::*;

    fn agrees(set: &IntSet) -> bool {
        let Some(law) = SmallGaps::new(set.pieces().unwrap()) else { return false };
        let mut plain = Plain::new(|p: &[u64]| single(set.members_up_to(p[0]).map(|k| p[0] - k)));
        let to = 3 * law.round.as_ref().map_or(20, |round| to_u64(round).unwrap());
        plain.check_heaps(&law, to, EVERYTHING);
        let mut lost: Vec<bool> = Vec::new();
        for n in 0..=to {
            let is_lost = n >= to_u64(&law.least).unwrap() && set.members_up_to(n).all(|k| !lost[(n - k) as usize]);
            lost.push(is_lost);
            assert_eq!(law.at(&Nat::from(n)) == Nat::ONE, is_lost, "misère {set} {n}");
        }
        if law.round.is_some() {
            let values: Vec<Nat> = (0..=to).map(|n| law.at(&Nat::from(n))).collect();
            let least = (1..).find(|&p| values.iter().zip(&values[p..]).all(|(x, y)| x == y)).unwrap();
            assert_eq!(law.period(), Some(NatPeriod::pure(Nat::from(least), Nat::ZERO)), "{set}");
        }
        true
    }

    #[test]
    fn every_set_of_small_numbers_agrees_with_the_definition() {
        assert!(SmallGaps::new(&Pieces::default()).is_none());
        let sets = (1..1u64 << 9).map(|bits| (1..=9).filter(move |k| bits >> (k - 1) & 1 == 1).collect());
        // the law holds for those with small gaps, and is not told of others
        let told = sets.filter(|set: &IntSet| agrees(set)).count();
        let has_small_gaps = |bits: &u64| {
            let members: Vec<u64> = (1..=9).filter(|k| bits >> (k - 1) & 1 == 1).collect();
            members.windows(2).all(|pair| pair[1] - pair[0] <= members[0])
        };
        assert_eq!(told, (1..1u64 << 9).filter(has_small_gaps).count());
    }

    #[test]
    fn sets_without_end_and_with_a_step_agree_with_the_definition() {
        for (from, step) in [(1u8, 1u8), (3, 1), (5, 2), (4, 4), (6, 5), (3, 3)] {
            let (from, step) = (Nat::from(from), Nat::from(step));
            assert!(agrees(&IntSet::progression(&from, None, &step)), "{from} {step}");
            assert!(agrees(&IntSet::progression(&from, Some(&Nat::from(16u8)), &step)), "{from} {step}");
        }
        assert!(!agrees(&IntSet::progression(&Nat::from(3u8), None, &Nat::from(4u8))));
    }
}
