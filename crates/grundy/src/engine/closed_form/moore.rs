//! Moore's Nim_k: a move takes any positive numbers from at least one and at most k heaps. Nim is k = 1.
//!
//! Example, k = 2: (1, 1, 1) is a P-position, for the only column of binary digits has 3 ones, and 3 ≡ 0 mod 3.
//!
//! **Theorem.** Write the heaps in binary, one below the other. In normal play the position is P exactly if the number
//! of ones in every column is divisible by k+1. In misère play the same holds if some heap has 2 or more; otherwise it
//! is P exactly if the number of ones is 1 modulo k+1.
//!
//! *Proof for misère play, from that for normal play.* Heaps of at most 1: the count of ones falls by 1 to k, and 0 is
//! N. Some heap of 2 or more and all columns divisible: at least k+1 heaps are large, so one stays, and some column is
//! no longer divisible. Otherwise let a move of normal play lead to a position Q with divisible columns. If Q has a
//! large heap, that wins. If not, the l ≤ k large heaps were all moved, together with u ≤ k−l of the s ones, and one
//! more 1 than in Q is wanted. If a large heap became 0, leave 1 of it; if u > 0, leave one more of the ones alone.
//! Otherwise Q has l+s ones, a positive multiple of k+1: remove all large heaps and k−l < s of the ones, which are k
//! fewer, hence 1 modulo k+1. ∎
//!
//! This is about Nim heaps only: for sums of other games with moves in up to k summands it is false in general.
//!
//! Cost: heaps times digits. Reference: E. H. Moore, *A generalization of the game called nim*, 1910 (normal play).

use dashu_int::ops::BitTest;

use crate::evidence::Theorem;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};

/// Moore's Nim_k.
pub static THEOREM: Theorem = Theorem {
    id: "moore",
    statement: "in Moore's Nim with moves in up to k heaps a position is P exactly if every column of binary digits has a number of ones divisible by k + 1; in misère play with no heap above 1, exactly if the number of ones is 1 modulo k + 1",
    reference: "E. H. Moore, A generalization of the game called nim, 1910",
};

/// Who wins Moore's Nim with moves in up to `k` heaps. `None` if `k` is 0.
#[must_use]
pub fn moore(k: &Nat, heaps: &[Nat], convention: Convention) -> Option<Outcome> {
    if k.is_zero() {
        return None;
    }
    let modulus = k + 1u8;
    let digits = heaps.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let ones = |bit: usize| Nat::from(heaps.iter().filter(|h| h.bit(bit)).count()) % &modulus;
    let previous = if convention == Convention::Misere && digits <= 1 {
        ones(0) == Nat::ONE
    } else {
        (0..digits).all(|bit| ones(bit).is_zero())
    };
    Some(if previous { Outcome::Previous } else { Outcome::Next })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Does the next player win? `misere`: who cannot move wins.
    fn wins(k: usize, heaps: &[u8], misere: bool, memo: &mut HashMap<Vec<u8>, bool>) -> bool {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        if let Some(&known) = memo.get(&sorted) {
            return known;
        }
        let mut options = vec![(sorted.clone(), 0usize)];
        for i in 0..sorted.len() {
            let mut more = Vec::new();
            for (o, changed) in options.iter().filter(|(_, changed)| *changed < k) {
                for to in 0..sorted[i] {
                    let mut next = o.clone();
                    next[i] = to;
                    more.push((next, changed + 1));
                }
            }
            options.extend(more);
        }
        let moves = &options[1..];
        let result = if moves.is_empty() { misere } else { moves.iter().any(|(o, _)| !wins(k, o, misere, memo)) };
        memo.insert(sorted, result);
        result
    }

    #[test]
    fn agrees_with_the_definition() {
        for k in 1..5usize {
            for convention in [Convention::Normal, Convention::Misere] {
                let mut memo = HashMap::new();
                for code in 0..5u32.pow(5) {
                    let heaps: Vec<u8> = (0..5).map(|i| (code / 5u32.pow(i) % 5) as u8).collect();
                    let heaps = &heaps[..heaps.len() - (code % 4) as usize];
                    let nats: Vec<Nat> = heaps.iter().map(|&h| Nat::from(h)).collect();
                    let said = moore(&Nat::from(k), &nats, convention).unwrap();
                    let truth = wins(k, heaps, convention == Convention::Misere, &mut memo);
                    assert_eq!(said == Outcome::Next, truth, "{k} {heaps:?} {convention:?}");
                }
            }
        }
        assert_eq!(moore(&Nat::ZERO, &[], Convention::Normal), None);
        assert_eq!(
            moore(&Nat::from(10u8).pow(50), &[Nat::from(10u8).pow(100)], Convention::Normal),
            Some(Outcome::Next)
        );
    }
}
