//! Values that need no work: those of a table, continued by a proved period.

use grundy_core::Context;
use grundy_core::period::Period;

/// The clock is looked at once in so many values.
const LOOK: u64 = 4096;
/// So many values are told even where the budget is spent: they cost hardly any time.
const IN_ANY_CASE: u64 = 1 << 20;

/// The values of the heaps `from..=to` up to the first that is not at hand, or not below 2^32, or for which there is no time.
/// `table` has the first values.
pub(crate) fn at_hand(
    (from, to): (u64, u64),
    period: Option<Period>,
    cx: &Context,
    table: impl Fn(u64) -> Option<u32>,
) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in from..=to {
        if (n - from).is_multiple_of(LOOK) && n - from >= IN_ANY_CASE && cx.check().is_err() {
            break;
        }
        let value = table(n).or_else(|| {
            let Period { preperiod, period, saltus } = period?;
            let beyond = n.checked_sub(preperiod)?;
            // one period back is among these values, or in the table
            let back = beyond.checked_sub(period).and_then(|_| n.checked_sub(from)?.checked_sub(period));
            let (value, rounds) = match back {
                Some(at) => (values[usize::try_from(at).ok()?], 1),
                None => (table(preperiod + beyond % period)?, beyond / period),
            };
            value.checked_add(u32::try_from(saltus.checked_mul(rounds)?).ok()?)
        });
        match value {
            Some(value) => values.push(value),
            None => break,
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Nat;

    /// Against the definition of a period, for tables that end just behind it and further on.
    #[test]
    fn continued_values_are_those_of_the_period() {
        let cx = Context::default();
        let first = [5, 0, 1, 2, 0, 4, 5, 3, 7, 8];
        let period = Period { preperiod: 1, period: 3, saltus: 3 };
        let value = |n: u64| {
            let (index, more) = period.reduce(&Nat::from(n));
            u32::try_from(Nat::from([5u32, 0, 1, 2][index as usize]) + more).unwrap()
        };
        for held in [4, 5] {
            let table = |n: u64| (n < held).then(|| value(n));
            for from in 0..12 {
                let expected: Vec<u32> = (from..=40).map(value).collect();
                assert_eq!(at_hand((from, 40), Some(period), &cx, table), expected, "{held} {from}");
            }
        }
        let table = |n: u64| first.get(n as usize).copied();
        assert_eq!(at_hand((3, 20), None, &cx, table), first[3..]);
        assert!(at_hand((30, 40), None, &cx, table).is_empty());
        let steep = Period { saltus: u64::from(u32::MAX), ..period };
        assert_eq!(at_hand((0, 40), Some(steep), &cx, |n| (n < 4).then_some(0)).len(), 7);
    }
}
