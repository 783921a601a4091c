//! Where an option stands among all options of a heap, counted by digits instead of one by one.
//!
//! Options are ordered by the numbers in them, a prefix first. All options that take the same number leave the same total
//! `t`, so of two parts a + b = t the smaller one is any number up to t/2: how many of these stand before a given option is
//! a minimum of two numbers. Cost: a few operations for each digit.

use super::options::{allows, digit};
use crate::code::{Code, Modifier};

/// How many options of heap `n` stand before the one that leaves these `parts`, ascending; without parts, how many options
/// there are. `None` where three parts may be left: these are counted one by one.
///
/// ```
/// use grundy_sequence::{code::Code, take_and_break::options_before};
///
/// // Kayles from 4: 1,1; 1,2; 2; 3
/// let kayles = Code::octal(0, [7, 7]);
/// assert_eq!(options_before(&kayles, 4, None), Some(4));
/// assert_eq!(options_before(&kayles, 4, Some(&[2])), Some(2));
/// ```
#[must_use]
pub fn options_before(code: &Code, n: u64, parts: Option<&[u64]>) -> Option<u64> {
    let last = if code.repeating.is_empty() { n.min(code.digits.len() as u64) } else { n };
    let mut before = 0u64;
    for taken in 0..=last {
        let Some(digit) = digit(code, taken) else { continue };
        let total = n - taken;
        let allowed = |count: u64| count <= total && allows(digit, count);
        let many = digit.from.is_some_and(|from| total >= u64::from(from.max(3)));
        if many || digit.counts.iter().any(|&count| count > 2 && u64::from(count) <= total) {
            return None;
        }
        let (nothing, whole, smaller) = match *parts.unwrap_or(&[u64::MAX]) {
            [] => (false, false, 0),
            [part] => (true, total < part, part - 1),
            // behind the same smaller part stand the larger ones in order
            [small, large] => {
                let same = u64::from(total > small && total - small < large);
                (true, total <= small, small - 1 + same)
            }
            _ => return None,
        };
        if total == 0 {
            before += u64::from(nothing && allowed(0));
            continue;
        }
        before += u64::from(whole && allowed(1));
        if allowed(2) {
            before += match digit.modifier {
                Modifier::Any => smaller.min(total / 2),
                Modifier::Unequal | Modifier::NotAllEqual => smaller.min((total - 1) / 2),
                Modifier::Equal => u64::from(total.is_multiple_of(2) && total / 2 <= smaller),
            };
        }
    }
    Some(before)
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::*;
    use crate::code::Digit;
    use grundy_core::testing::Random;
    use std::ops::ControlFlow;

    /// All options of a heap in order.
    fn listed(code: &Code, n: u64) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        let _ = options(code, n, &mut |parts| {
            all.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        all.sort();
        all
    }

    #[test]
    fn counting_is_listing() {
        let modifiers = [Modifier::Any, Modifier::Unequal, Modifier::NotAllEqual, Modifier::Equal];
        let mut random = Random::new(7);
        let mut some = |least: u32| Digit {
            counts: (least..3).filter(|_| random.chance(50)).collect(),
            from: None,
            modifier: random.pick(&modifiers),
        };
        for round in 0..300 {
            let code = Code {
                zero: some(2),
                digits: (0..round % 4).map(|_| some(0)).collect(),
                repeating: (0..round % 3).map(|_| some(0)).collect(),
            };
            for n in 0..14 {
                let all = listed(&code, n);
                assert_eq!(options_before(&code, n, None), Some(all.len() as u64), "{code} at {n}");
                for (rank, parts) in all.iter().enumerate() {
                    assert_eq!(options_before(&code, n, Some(parts)), Some(rank as u64), "{code} at {n}: {parts:?}");
                }
            }
        }
    }

    #[test]
    fn three_parts_are_not_counted() {
        let code = Code::octal(0, [15]);
        assert_eq!(options_before(&code, 3, None), Some(2));
        assert_eq!(options_before(&code, 4, None), None);
        assert_eq!(listed(&code, 3), [vec![1, 1], vec![2]]);
    }
}
