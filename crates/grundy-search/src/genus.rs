//! The genus of a position: its Grundy value, and its misère values beside copies of \*2.
//!
//! The misère value g⁻ is 1 where there is no move, else the mex of the options' g⁻. The genus of G is g^{g₀g₁g₂…} with the
//! Grundy value g of G and g_k = g⁻(G + k·\*2). Since g⁻(X + \*1) = g⁻(X) ⊕ 1,
//!
//! g₀ = g⁻(G), and g_k(G) = mex({g_k(G′)} ∪ {g_{k−1}(G), g_{k−1}(G) ⊕ 1}) for k ≥ 1, for a terminal G as well.
//!
//! **When it alternates.** If the sequences of all options satisfy g_{i+1} = g_i ⊕ 2 for i ≥ r, and that of G at some r′ ≥ r,
//! then that of G does from r′ on. It is printed up to the first two that alternate for ever: \*0 is 0^120, \*1 is 1^031, \*2 is
//! 2^20.
//!
//! Cost: one term for each option and k. Reference: J. H. Conway, On Numbers and Games, chapter 12.

use std::fmt;

use rustc_hash::FxHashSet;

/// A genus, written to the first two terms that alternate for ever.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Genus {
    value: u32,
    terms: Vec<u32>,
}

impl Genus {
    /// Of a position with these options; none: of the end.
    #[must_use]
    pub fn of<'a>(options: impl IntoIterator<Item = &'a Genus>) -> Self {
        let options: FxHashSet<&Genus> = options.into_iter().collect();
        let mex = |values: &mut dyn Iterator<Item = u32>| {
            let values: FxHashSet<u32> = values.collect();
            (0..).find(|value| !values.contains(value)).unwrap_or(u32::MAX)
        };
        let value = mex(&mut options.iter().map(|option| option.value));
        let first = if options.is_empty() { 1 } else { mex(&mut options.iter().map(|option| option.term(0))) };
        let settled = options.iter().map(|option| option.terms.len() - 2).max().unwrap_or(0);
        let mut terms = vec![first];
        for k in 1.. {
            let last = terms[k - 1];
            let term = mex(&mut options.iter().map(|option| option.term(k)).chain([last, last ^ 1]));
            terms.push(term);
            if k > settled && term == last ^ 2 {
                break;
            }
        }
        // the first pair from which they alternate
        while let [.., a, b, c] = terms[..]
            && c == b ^ 2
            && b == a ^ 2
        {
            terms.pop();
        }
        Genus { value, terms }
    }

    /// The Grundy value.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.value
    }

    /// The misère value of the position beside k copies of \*2.
    #[must_use]
    pub fn term(&self, k: usize) -> u32 {
        let last = self.terms.len() - 1;
        if k <= last { self.terms[k] } else { self.terms[last] ^ if (k - last).is_multiple_of(2) { 0 } else { 2 } }
    }

    /// The terms, up to the first two that alternate for ever.
    #[must_use]
    pub fn terms(&self) -> &[u32] {
        &self.terms
    }

    /// Is it that of a nim-heap: 0^120, 1^031, n^n(n⊕2)? Then, and only then, a position can be tame.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        match (self.value, self.terms.as_slice()) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (n, &[a, b]) => a == n && b == n ^ 2,
            _ => false,
        }
    }
}

/// `2^{1420}`; terms of more than one digit are separated by commas.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.terms.iter().map(ToString::to_string).collect();
        let between = if self.terms.iter().any(|&term| term > 9) { "," } else { "" };
        write!(f, "{}^{{{}}}", self.value, terms.join(between))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim(n: usize) -> Vec<Genus> {
        (0..n).fold(Vec::new(), |mut heaps, _| {
            heaps.push(Genus::of(&heaps));
            heaps
        })
    }

    #[test]
    fn nim_heaps_are_tame() {
        let shown: Vec<String> = nim(5).iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["0^{120}", "1^{031}", "2^{20}", "3^{31}", "4^{46}"]);
        assert!(nim(9).iter().all(Genus::is_tame));
    }

    /// Against g⁻ of sums by the definition.
    #[test]
    fn terms_are_misere_values_beside_copies_of_two() {
        // {*2}, {*2, 0}, {*3, *1, {*2}}: as trees of options
        #[derive(Clone)]
        struct Tree(Vec<Tree>);
        fn star(n: usize) -> Tree {
            Tree((0..n).map(star).collect())
        }
        fn misere(sum: &[Tree]) -> u32 {
            let mut values = Vec::new();
            for (i, part) in sum.iter().enumerate() {
                for option in &part.0 {
                    let mut next = sum.to_vec();
                    next[i] = option.clone();
                    values.push(misere(&next));
                }
            }
            if values.is_empty() { 1 } else { (0..).find(|v| !values.contains(v)).unwrap() }
        }
        fn genus(tree: &Tree) -> Genus {
            let options: Vec<Genus> = tree.0.iter().map(genus).collect();
            Genus::of(&options)
        }
        let over_two = Tree(vec![star(2)]);
        let trees = [
            over_two.clone(),
            Tree(vec![star(2), star(0)]),
            Tree(vec![star(3), star(1), over_two.clone()]),
            Tree(vec![over_two]),
        ];
        for tree in &trees {
            let genus = genus(tree);
            for k in 0..4 {
                let mut sum = vec![tree.clone()];
                sum.extend((0..k).map(|_| star(2)));
                assert_eq!(genus.term(k), misere(&sum), "{genus} at {k}");
            }
        }
    }
}
