//! Misère Nim: take any positive number from one heap; who takes the last one loses.
//!
//! Example: (1, 1, 1) is lost for the next player; from (1, 2, 3), whose xor is 0, too.
//!
//! **Theorem.** If some heap has 2 or more, the position is P exactly if the xor of the heaps is 0. If all heaps are 0
//! or 1, it is P exactly if the number of 1s is odd. (The empty position is N: there is no move, and a player who cannot move
//! wins.)
//!
//! *Proof.* Heaps of at most 1: the moves alternate, one each. Exactly one heap of 2 or more: the xor is not 0; moving
//! that heap to 0 or 1 leaves as many 1s as one likes in parity, so it is N, by exactly that move (any other leaves a
//! single large heap, an N-position). Two or more large heaps: every move leaves a large one, so as in Nim: from xor 0
//! every option has another xor, and from another xor a heap h with h⊕x < h leads to xor 0. ∎
//!
//! **The same for more games.** Let a heap of h become every smaller heap, and besides only several heaps whose total is less
//! than h: Rims, and every code 0.… whose digits allow none and one heap. The proof holds word by word: what a large heap
//! becomes has another xor than h, for that is at most the sum; and a heap of 1 can only be taken away.
//!
//! Cost: linear in the digits. Reference: C. L. Bouton, *Nim, a game with a complete mathematical theory*, 1902.

use grundy_core::{Nat, Outcome, Theorem};

use crate::words::Sentence;

/// Misère Nim.
pub static THEOREM: Theorem = Theorem {
    id: "misere-nim",
    statement: "misère Nim is won like normal Nim while some heap has 2 or more; if all heaps are 0 or 1, it is a P-position exactly if the number of ones is odd (Bouton)",
    chinese: "只要有一堆不少于 2，反常尼姆的胜负与普通尼姆相同；若各堆都是 0 或 1，则是 P 局面当且仅当 1 的个数为奇数（Bouton）",
    reference: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1902",
};

/// Games of heaps that are won like misère Nim.
pub static LIKE_NIM: Theorem = Theorem {
    id: "misere-nim-like",
    statement: "where a heap becomes every smaller heap, and several heaps only if their total is smaller, misère play is won as misère \
        Nim is (after Bouton)",
    chinese: "若一堆可以变成任何更小的一堆，而变成几堆时其和必更小，则反常玩法的胜负与反常尼姆相同（仿 Bouton）",
    reference: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1902",
};

/// What the theorem says about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisereNim {
    /// Who wins.
    pub outcome: Outcome,
    /// How to win, or why not, in one sentence.
    pub strategy: Sentence,
    /// The xor of all heaps.
    pub xor: Nat,
    /// All winning moves: the index of the heap in the input, and what to leave of it. Ascending. Equal heaps given as
    /// one entry with a count appear once.
    pub moves: Vec<(usize, Nat)>,
}

/// Misère Nim with heaps given as (size, how many). Counts may be of any size, and 0.
#[must_use]
pub fn misere_nim(heaps: &[(Nat, Nat)]) -> MisereNim {
    let mut xor = Nat::ZERO;
    let mut large = Nat::ZERO;
    let mut ones = Nat::ZERO;
    for (size, count) in heaps {
        if count % 2u8 == 1 {
            xor ^= size;
        }
        if *size == Nat::ONE {
            ones += count;
        } else if !size.is_zero() {
            large += count;
        }
    }
    let all = || heaps.iter().enumerate().filter(|(_, (_, count))| !count.is_zero()).map(|(i, (size, _))| (i, size));
    let ones_even = &ones % 2u8 == 0;
    if large.is_zero() {
        let (outcome, key) = match (ones.is_zero(), ones_even) {
            (true, _) => (Outcome::Next, "misere-nim-over"),
            (false, true) => (Outcome::Next, "misere-nim-even"),
            (false, false) => (Outcome::Previous, "misere-nim-odd"),
        };
        let wins = outcome == Outcome::Next;
        let moves = all().filter(|(_, size)| wins && **size == Nat::ONE).map(|(i, _)| (i, Nat::ZERO)).collect();
        return MisereNim { outcome, strategy: Sentence::bare(key), xor, moves };
    }
    if large == Nat::ONE {
        let left = if ones_even { Nat::ONE } else { Nat::ZERO };
        let strategy = Sentence::new("misere-nim-one", [left.to_string()]);
        let moves = all().filter(|(_, size)| **size > Nat::ONE).map(|(i, _)| (i, left.clone())).collect();
        return MisereNim { outcome: Outcome::Next, strategy, xor, moves };
    }
    if xor.is_zero() {
        let strategy = Sentence::bare("misere-nim-zero");
        return MisereNim { outcome: Outcome::Previous, strategy, xor, moves: Vec::new() };
    }
    let strategy = Sentence::bare("misere-nim-play");
    let moves = all().map(|(i, size)| (i, size ^ &xor, size)).filter(|(_, to, size)| to < size);
    let moves = moves.map(|(i, to, _)| (i, to)).collect();
    MisereNim { outcome: Outcome::Next, strategy, xor, moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Does the next player win?
    fn wins(heaps: &[u8], memo: &mut HashMap<Vec<u8>, bool>) -> bool {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        if let Some(&known) = memo.get(&sorted) {
            return known;
        }
        let mut result = sorted.iter().all(|&h| h == 0);
        for i in 0..sorted.len() {
            for to in 0..sorted[i] {
                let mut next = sorted.clone();
                next[i] = to;
                result |= !wins(&next, memo);
            }
        }
        memo.insert(sorted, result);
        result
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut memo = HashMap::new();
        for code in 0..6u32.pow(5) {
            let heaps: Vec<u8> = (0..5).map(|i| (code / 6u32.pow(i) % 6) as u8).collect();
            let heaps = &heaps[..heaps.len() - (code % 3) as usize];
            let said = misere_nim(&heaps.iter().map(|&h| (Nat::from(h), Nat::ONE)).collect::<Vec<_>>());
            assert_eq!(said.outcome == Outcome::Next, wins(heaps, &mut memo), "{heaps:?}");
            let mut truth = Vec::new();
            for i in 0..heaps.len() {
                for to in 0..heaps[i] {
                    let mut next = heaps.to_vec();
                    next[i] = to;
                    if !wins(&next, &mut memo) {
                        truth.push((i, Nat::from(to)));
                    }
                }
            }
            assert_eq!(said.moves, truth, "{heaps:?}");
        }
    }

    #[test]
    fn counts_stand_for_copies() {
        let nat = |n: u8| Nat::from(n);
        for code in 0..4u32.pow(4) {
            let counts: Vec<u8> = (0..4).map(|i| (code / 4u32.pow(i) % 4) as u8).collect();
            let counted: Vec<(Nat, Nat)> = counts.iter().enumerate().map(|(s, &c)| (nat(s as u8), nat(c))).collect();
            let listed: Vec<Nat> =
                counts.iter().enumerate().flat_map(|(s, &c)| (0..c).map(move |_| nat(s as u8))).collect();
            let (a, b) =
                (misere_nim(&counted), misere_nim(&listed.iter().map(|h| (h.clone(), Nat::ONE)).collect::<Vec<_>>()));
            assert_eq!((a.outcome, &a.strategy, &a.xor), (b.outcome, &b.strategy, &b.xor));
            let sizes = |m: Vec<(usize, Nat)>, of: &dyn Fn(usize) -> Nat| {
                let mut all: Vec<_> = m.into_iter().map(|(i, to)| (of(i), to)).collect();
                all.dedup();
                all
            };
            assert_eq!(sizes(a.moves, &|i| counted[i].0.clone()), sizes(b.moves, &|i| listed[i].clone()));
        }
        let googol = Nat::from(10u8).pow(100);
        assert_eq!(misere_nim(&[(Nat::ONE, googol)]).outcome, Outcome::Next);
    }
}
