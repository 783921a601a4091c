//! Round numbers on an axis, and how numbers are written there.

/// The step between ticks: 1, 2 or 5 times a power of ten, so that at most `most` ticks (at least one) cover `length`.
pub(crate) fn step(length: u64, most: u64) -> u64 {
    let most = most.max(1);
    let mut power = 1u64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if step == u64::MAX || length / step <= most {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// The multiples of the step from `first` to `last`.
pub(crate) fn ticks(first: u64, last: u64, most: u64) -> impl Iterator<Item = u64> {
    let step = step(last.saturating_sub(first), most);
    let start = first.div_ceil(step).saturating_mul(step);
    std::iter::successors(Some(start), move |tick| tick.checked_add(step)).take_while(move |tick| *tick <= last)
}

/// Digits in groups of three: `149 459`.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0, 300, 8).collect::<Vec<_>>(), [0, 50, 100, 150, 200, 250, 300]);
        assert_eq!(ticks(7, 12, 10).collect::<Vec<_>>(), [7, 8, 9, 10, 11, 12]);
        assert_eq!(ticks(5, 5, 8).collect::<Vec<_>>(), [5]);
        for last in [1, 9, 77, 1000, 123_456_789, u64::MAX] {
            let count = ticks(0, last, 8).take(100).count();
            assert!((1..=9).contains(&count), "{last}: {count}");
        }
        assert_eq!(ticks(u64::MAX - 3, u64::MAX, 8).count(), 4);
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(["0", "9999", "10 000", "1 000 000"], [0, 9999, 10_000, 1_000_000].map(grouped).as_slice());
    }
}
