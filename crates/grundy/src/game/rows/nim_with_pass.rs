//! **Nim with a pass**: Nim in which once in the play one of the players may pass, but not when all heaps are empty.
//!
//! `nimpass(3, 4, 5)` has its pass; passing leaves `nimpass[0](3, 4, 5)`, which is Nim. Its value is 3. `nimpass[2](…)` has two
//! passes, and the law for one heap holds for one pass only.
//!
//! **Without the pass** the value is the nim-sum (Bouton 1902). **One heap with the pass**: g(0) = 0, g(n) = n + 1 for
//! odd n, n − 1 for even n. *Proof.* The options of n have the values g(0), …, g(n−1) and, by the pass, n. By induction
//! these are 0, …, n − 2 and n for even n > 0, and 0, …, n for odd n. ∎ For more heaps no formula is known; it is
//! computed.
//!
//! Cost: one state a list of smaller heaps.
//!
//! Reference: R. E. Morrison, E. J. Friedman, A. S. Landsberg, *Combinatorial games with a pass: A dynamical systems
//! approach*, 2012.

use std::ops::ControlFlow;
use std::sync::Arc;

use dashu_int::ops::BitTest;
use grundy_core::{Diagnostic, Nat, Theorem, number::shorten};

use super::{
    Elsewhere, Made, Row, heaps, nim_options_with_value, one_number, reduce_one_heap, xor_of_all, xor_of_others,
};
use crate::game::entry::Bracket;
use crate::game::{Candidates, Game, Law, Listing, Place, Working};
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// The theorem used after the pass.
pub static PASS_USED: Theorem = Theorem {
    id: "nim-pass-used",
    statement: "after the pass the game is Nim: the value is the xor of the heaps",
    chinese: "跳过之后就是尼姆：值是各堆的异或",
    reference: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1902",
};

/// The theorem used for one heap before the pass.
pub static ONE_HEAP: Theorem = Theorem {
    id: "nim-pass-one-heap",
    statement: "one heap of Nim with a pass has value n + 1 for odd n and n - 1 for even n > 0",
    chinese: "可跳过的一堆尼姆定理：可跳过一次的一堆尼姆，n 为奇数时值为 n + 1，n 为正偶数时为 n - 1",
    reference: "",
};

/// Nim with a pass, before or after it; heaps stay where they stand.
#[derive(Debug)]
pub struct NimWithPass {
    /// What a pass leaves: the same heaps with one pass fewer, as a game of its own.
    passed: Option<Game>,
    /// Passes that are left.
    passes: u64,
}

/// More passes than this are not written.
const MOST_PASSES: u64 = 1000;

/// Makes the game with one pass, or with as many as stand in brackets.
///
/// # Errors
/// Something other than one number of at most `MOST_PASSES` stands in brackets.
pub fn game(arguments: &[Bracket]) -> Made {
    let passes = match arguments {
        [] => 1,
        [argument] => one_number("nimpass", "the passes that are left", argument)?,
        _ => u64::MAX,
    };
    if passes > MOST_PASSES {
        let message = format!("in “nimpass” one number stands for the passes that are left, at most {MOST_PASSES}");
        return Err(Diagnostic::input(message).suggest("nimpass(3, 4, 5), or nimpass[2](3, 4, 5) with two passes"));
    }
    let mut game = NimWithPass { passed: None, passes: 0 };
    for left in 1..=passes {
        let fewer: Arc<dyn Row> = Arc::new(game);
        game = NimWithPass { passed: Some(Game::of_any(&format!("nimpass[{}]", left - 1), fewer)), passes: left };
    }
    Ok(Arc::new(game))
}

impl Row for NimWithPass {
    fn place(&self, place: Place) -> Result<Place, Diagnostic> {
        Ok(place)
    }

    fn options(&self, place: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        reduce_one_heap(place, visit)
    }

    fn options_elsewhere(&self, place: &[u64], visit: &mut Elsewhere<'_>) -> ControlFlow<()> {
        match &self.passed {
            Some(passed) if place.iter().any(|&n| n > 0) => visit(passed, place),
            _ => ControlFlow::Continue(()),
        }
    }

    fn lowers_at_will(&self, _coordinate: usize, _numbers: usize) -> bool {
        true
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        (self.passes < 2).then(|| Arc::new(PassLaw { pass_left: self.passes == 1 }) as Arc<dyn Law>)
    }
}

/// What is known before or after the pass.
#[derive(Debug)]
struct PassLaw {
    pass_left: bool,
}

impl Law for PassLaw {
    fn theorem(&self) -> &'static Theorem {
        if self.pass_left { &ONE_HEAP } else { &PASS_USED }
    }

    fn words(&self) -> Words {
        if self.pass_left {
            Words::new(
                "one heap: g(n) = n + 1 for odd n, n - 1 for even n > 0; more heaps are computed",
                "一堆时：n 为奇数则 g(n) = n + 1，n 为正偶数则 g(n) = n - 1；更多堆时逐个计算",
            )
        } else {
            Words::new("g = xor of the heaps", "g = 各堆的异或")
        }
    }

    fn claims_of(&self, numbers: usize) -> Vec<Spelt> {
        match numbers {
            _ if !self.pass_left => xor_of_all(numbers),
            1 => vec![Spelt::Values(Cases::new("n-1").but("n+1", "n%2 = 1").but("0", "n = 0"))],
            _ => Vec::new(),
        }
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        match place {
            [n] if self.pass_left && *n != Nat::ZERO => {
                let parity = if n.bit(0) { ["odd", "奇数"] } else { ["even", "偶数"] };
                let n = shorten(n);
                vec![Working::Say(Words::new(format!("{n} is {}", parity[0]), format!("{n} 是{}", parity[1])))]
            }
            _ if !self.pass_left => vec![heaps(place)],
            _ => Vec::new(),
        }
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        match place {
            _ if !self.pass_left => Some(place.iter().fold(Nat::ZERO, |xor, n| xor ^ n)),
            [] => Some(Nat::ZERO),
            [n] if *n == Nat::ZERO => Some(Nat::ZERO),
            [n] if n.bit(0) => Some(n + Nat::ONE),
            [n] => Some(n - Nat::ONE),
            _ => None,
        }
    }

    fn candidates(&self, place: &[Nat], coordinate: usize, value: &Nat) -> Option<Candidates> {
        (!self.pass_left).then(|| Candidates::Among(vec![xor_of_others(place, coordinate) ^ value]))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        if self.pass_left {
            return None;
        }
        Some(nim_options_with_value(place, target, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute_force::{canonical, check_law, lists, options, place};
    use super::*;
    use grundy_core::mex::mex;
    use std::collections::HashMap;

    fn with_passes(passes: u64) -> Arc<dyn Row> {
        game(&[Bracket::Numbers(vec![passes])]).unwrap()
    }

    /// The value through the visitors, the pass included.
    fn value(row: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> u64 {
        if let Some(&v) = known.get(row) {
            return v;
        }
        let game = game(&[]).unwrap();
        let mut values: Vec<u64> = options(&*game, row).iter().map(|o| value(o, known)).collect();
        let _ = game.options_elsewhere(row, &mut |passed, heaps| {
            assert_eq!((passed.text(), heaps), ("nimpass[0]", row));
            values.push(heaps.iter().fold(0, |xor, n| xor ^ n));
            ControlFlow::Continue(())
        });
        known.insert(row.to_vec(), mex(values.iter().copied()));
        mex(values)
    }

    /// The same from a plain reading: three heaps, a flag, nothing sorted.
    fn plainly(heaps: [u64; 3], passes: u64, known: &mut HashMap<([u64; 3], u64), u64>) -> u64 {
        if let Some(&v) = known.get(&(heaps, passes)) {
            return v;
        }
        let mut values = Vec::new();
        for at in 0..3 {
            for left in 0..heaps[at] {
                let mut changed = heaps;
                changed[at] = left;
                values.push(plainly(changed, passes, known));
            }
        }
        if passes > 0 && heaps != [0; 3] {
            values.push(plainly(heaps, passes - 1, known));
        }
        let v = mex(values);
        known.insert((heaps, passes), v);
        v
    }

    #[test]
    fn values_agree_with_a_plain_reading() {
        let (mut known, mut plain) = (HashMap::new(), HashMap::new());
        let game = game(&[]).unwrap();
        for row in lists(3, 6) {
            let v = value(&canonical(&*game, &row), &mut known);
            assert_eq!(v, plainly([row[0], row[1], row[2]], 1, &mut plain), "{row:?}");
        }
        assert_eq!(value(&[3, 4, 5], &mut known), 3);
    }

    #[test]
    fn the_laws_are_the_brute_force_values() {
        let mut known = HashMap::new();
        let game = game(&[]).unwrap();
        for n in 0..40 {
            assert_eq!(game.law().unwrap().value(&place(&[n])), Some(Nat::from(value(&[n], &mut known))), "{n}");
        }
        assert_eq!(game.law().unwrap().value(&place(&[1, 2])), None);
        let used = with_passes(0);
        let mut known = HashMap::new();
        for row in lists(3, 6) {
            check_law(&*used, &canonical(&*used, &row), &mut known);
        }
    }

    #[test]
    fn passes_are_counted() {
        let mut plain = HashMap::new();
        for (passes, [a, b, c]) in [(2, [1, 4, 0]), (2, [2, 3, 1]), (3, [2, 2, 1]), (3, [3, 0, 0]), (2, [3, 0, 0])] {
            let expected = plainly([a, b, c], passes, &mut plain);
            let text = format!("nimpass[{passes}]({a}, {b}, {c})");
            let position: crate::Position = text.parse().unwrap();
            assert_eq!(position.value().unwrap(), Nat::from(expected), "{text}");
        }
        assert!(game(&[Bracket::Numbers(vec![MOST_PASSES + 1])]).is_err());
        assert!(game(&[Bracket::Numbers(vec![0, 1])]).is_err());
        let mut calls = 0;
        for (passes, row) in [(0, [3]), (1, [0])] {
            let _ = with_passes(passes).options_elsewhere(&row, &mut |_, _| {
                calls += 1;
                ControlFlow::Continue(())
            });
        }
        assert_eq!(calls, 0);
    }
}
