//! Up to k components: a move is one move in each of at least one and at most k components, and the play is over when all
//! are.
//!
//! Moore (1910) solved it for heaps of Nim. **His rule is none for sums of other games**, judged by their Grundy values:
//! with k = 2 the components \*1, \*1, \*1 and {\*1} (a game whose only option is \*1, with value 0) have the columns of a lost
//! position, yet the player to move wins, for he may raise the last from 0 to 1 while he moves in another. What holds:
//!
//! 1. **k = 1**: the ordinary sum.
//! 2. **n ≤ k components**: lost exactly if all values are 0. *Proof.* From all 0 a move makes those it moves in not 0;
//!    else all that are not 0 are moved to 0.
//! 3. **n = k + 1**: lost exactly if all values are equal. *Proof.* From all equal to v a move leaves one component at v
//!    and makes another different from v. Else the k or fewer whose value is above the least are moved to the least.
//! 4. **No option anywhere has a larger value than its position**: Moore's rule, for moves can only lower values (an
//!    option never has the value of its position), and all lower ones are there, so every component is a heap of Nim.
//!
//! Components that are over play no part; n counts the others. Hypothesis 4 is checked on everything that can be
//! reached, up to [`CHECKED`] positions; where none holds, the compound is searched.
//!
//! Cost: values, and for hypothesis 4 one look at every option of everything reachable.

use dashu_int::ops::BitTest;
use grundy_core::{Context, Diagnostic, Nat, Result, Theorem};
use rustc_hash::FxHashSet;

use super::lost::all_lost;
use super::{Compound, Law, Made, Play, Scale, Seen, Sum, Turn, sum};
use crate::game::entry::Bracket;

/// One component a move: the ordinary sum.
pub(crate) static ONE: Theorem = Theorem {
    id: "upto-one",
    statement: "with moves in one component at a time the compound is the ordinary sum: the player to move loses exactly if the xor of the Grundy values is 0",
    chinese: "每次只走一个分量时，复合就是普通的和：轮到者输当且仅当 Grundy 值的异或为 0",
    reference: "R. P. Sprague, Über mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939",
};

/// No more components than may be moved in.
pub(crate) static FEW: Theorem = Theorem {
    id: "upto-few",
    statement: "with moves in up to k components, of which at most k are not over, the player to move loses exactly if all Grundy values are 0",
    chinese: "每次至多走 k 个分量，而未结束的分量至多 k 个时，轮到者输当且仅当所有 Grundy 值都是 0",
    reference: "C. A. B. Smith, Graphs and composite games, 1966",
};

/// One component more than may be moved in.
pub(crate) static ONE_MORE: Theorem = Theorem {
    id: "upto-one-more",
    statement: "with moves in up to k components, of which k + 1 are not over, the player to move loses exactly if all Grundy values are equal",
    chinese: "多一个分量定理：每次至多走 k 个分量，而未结束的分量有 k + 1 个时，轮到者输当且仅当所有 Grundy 值相等",
    reference: "",
};

/// Moore's rule where values never rise.
pub(crate) static MOORE: Theorem = Theorem {
    id: "upto-moore",
    statement: "with moves in up to k components in which no option has a larger Grundy value than its position, the player to move loses exactly if every column of binary digits of the values has a number of ones divisible by k + 1",
    chinese: "每次至多走 k 个分量，且后继的 Grundy 值都不大于原局面时，轮到者输当且仅当各值的每个二进制列中 1 的个数都能被 k + 1 整除",
    reference: "E. H. Moore, A generalization of the game called nim, 1910",
};

/// Hypothesis 4 is checked on so many options at most.
const CHECKED: u64 = 500_000;

/// Values of so many digits are looked up one by one at most.
const DIGITS: usize = 16;

/// The compound.
#[derive(Debug)]
struct UpTo {
    k: usize,
}

/// Makes it.
pub(crate) fn game(arguments: &[Bracket]) -> Made {
    let k = match arguments {
        [Bracket::Numbers(numbers)] if numbers.len() == 1 && numbers[0] > 0 => numbers[0],
        _ => {
            return Err(Diagnostic::input("`upto` needs a number of at least 1 in brackets: how many may be moved in")
                .suggest("upto[2](nim(3), kayles(4), nim(5))"));
        }
    };
    Ok(Compound::new(UpTo { k: usize::try_from(k).unwrap_or(usize::MAX) }))
}

impl Play for UpTo {
    fn turn(&self) -> Turn {
        Turn { all: false, most: self.k, first_ends: false, cuts: false }
    }

    fn words(&self) -> String {
        format!(
            "a move is one move in each of at least one and at most {} components; the play is over when no component \
             has a move",
            self.k
        )
    }

    fn law(&self, _: &Compound, sums: &[Sum], cx: &Context) -> Result<Option<Box<dyn Law>>> {
        if self.k == 1 {
            return Ok(Some(Box::new(Xor)));
        }
        let mut live = 0;
        for sum in sums {
            live += usize::from(!sum::is_over(sum, cx)?);
        }
        if live <= self.k {
            // lost is the same as value 0
            return Ok(Some(Box::new(all_lost(&FEW))));
        }
        if live == self.k + 1 {
            return Ok(Some(Box::new(AllEqual)));
        }
        Ok(if never_rises(sums, cx)? { Some(Box::new(Moore { k: self.k })) } else { None })
    }
}

/// Is every option of everything reachable of at most the value of its position? `false` also if that is too much.
fn never_rises(sums: &[Sum], cx: &Context) -> Result<bool> {
    let mut met: FxHashSet<Sum> = FxHashSet::default();
    let mut left = CHECKED;
    for start in sums {
        // a heap of Nim has options of smaller values only
        if matches!(&**start, [heap] if heap.game.is_nim()) || !met.insert(start.clone()) {
            continue;
        }
        let mut todo = vec![start.clone()];
        while let Some(from) = todo.pop() {
            let value = sum::value(&from, cx)?;
            for option in sum::options(&from, cx)? {
                cx.tick(1)?;
                left -= 1;
                if left == 0 || sum::value(&option, cx)? > value {
                    return Ok(false);
                }
                if !met.contains(&option) {
                    cx.reserve(super::BYTES)?;
                    met.insert(option.clone());
                    todo.push(option);
                }
            }
        }
    }
    Ok(true)
}

struct Xor;

impl Law for Xor {
    fn theorem(&self) -> &'static Theorem {
        &ONE
    }

    fn scale(&self) -> Scale {
        Scale::Value
    }

    fn see(&self, seen: &mut Seen, class: &Nat) {
        let xor = seen.pop().unwrap_or(Nat::ZERO);
        seen.push(xor ^ class);
    }

    fn is_previous(&self, seen: &Seen) -> bool {
        seen.first().is_none_or(|xor| *xor == Nat::ZERO)
    }

    /// The others stay, so the option has the xor of their values.
    fn targets(&self, classes: &[Option<Nat>], at: usize) -> Option<Vec<Nat>> {
        Some(vec![others(classes, at).fold(Nat::ZERO, |xor, value| xor ^ value)])
    }
}

/// The classes of the others that play a part.
fn others(classes: &[Option<Nat>], at: usize) -> impl Iterator<Item = &Nat> {
    classes.iter().enumerate().filter(move |(other, _)| *other != at).filter_map(|(_, class)| class.as_ref())
}

struct AllEqual;

impl Law for AllEqual {
    fn theorem(&self) -> &'static Theorem {
        &ONE_MORE
    }

    fn scale(&self) -> Scale {
        Scale::Value
    }

    /// Kept: the common value; a second entry once there are two.
    fn see(&self, seen: &mut Seen, class: &Nat) {
        match seen.as_slice() {
            [] => seen.push(class.clone()),
            [common] if common != class => *seen = vec![Nat::ZERO, Nat::ONE],
            _ => {}
        }
    }

    fn is_previous(&self, seen: &Seen) -> bool {
        seen.len() <= 1
    }

    /// One component stays at least, and all get its value.
    fn targets(&self, classes: &[Option<Nat>], at: usize) -> Option<Vec<Nat>> {
        let mut values: Vec<Nat> = others(classes, at).cloned().collect();
        values.sort_unstable();
        values.dedup();
        Some(values)
    }
}

struct Moore {
    k: usize,
}

impl Law for Moore {
    fn theorem(&self) -> &'static Theorem {
        &MOORE
    }

    fn scale(&self) -> Scale {
        Scale::Value
    }

    /// Kept: the ones of each column modulo k + 1, without zeros at the end.
    fn see(&self, seen: &mut Seen, class: &Nat) {
        let modulus = Nat::from(self.k) + Nat::ONE;
        if seen.len() < class.bit_len() {
            seen.resize(class.bit_len(), Nat::ZERO);
        }
        for (_, ones) in seen.iter_mut().enumerate().filter(|(bit, _)| class.bit(*bit)) {
            *ones += Nat::ONE;
            if *ones == modulus {
                *ones = Nat::ZERO;
            }
        }
        while seen.last().is_some_and(|ones| *ones == Nat::ZERO) {
            seen.pop();
        }
    }

    fn is_previous(&self, seen: &Seen) -> bool {
        seen.is_empty()
    }

    /// The highest digit one of a lost position stands in k + 1 components, and no value rises: an option is shorter
    /// than all but k - 1 of the others, or as long.
    fn targets(&self, classes: &[Option<Nat>], at: usize) -> Option<Vec<Nat>> {
        let mut lengths: Vec<usize> = others(classes, at).map(BitTest::bit_len).collect();
        lengths.sort_unstable();
        let length = lengths.len().checked_sub(self.k).map_or(0, |kth| lengths[kth]);
        (length <= DIGITS).then(|| (0..1u64 << length).map(Nat::from).collect())
    }

    fn wanted(&self, seen: &Seen) -> Option<Option<Nat>> {
        let mut class = Nat::ZERO;
        for (bit, ones) in seen.iter().enumerate() {
            if *ones == Nat::from(self.k) {
                class.set_bit(bit);
            } else if *ones != Nat::ZERO {
                return Some(None);
            }
        }
        Some(Some(class))
    }
}
