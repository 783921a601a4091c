//! The moves of a take-and-break code: all partitions that the digits allow.
//!
//! Grundy's game `4!.0` from 7: 1+6, 2+5, 3+4. What is taken is the heap less the parts, so two digits never give the
//! same parts, and a digit gives each once.

use std::ops::ControlFlow;

use crate::code::{Code, Digit, Modifier};

/// The digit for taking `taken`; `None`: no such move.
pub(super) fn digit(code: &Code, taken: u64) -> Option<&Digit> {
    let Some(behind) = taken.checked_sub(1) else { return Some(&code.zero) };
    let listed = code.digits.len() as u64;
    if behind < listed {
        return code.digits.get(behind as usize);
    }
    let cycle = code.repeating.len() as u64;
    (cycle > 0).then(|| &code.repeating[((behind - listed) % cycle) as usize])
}

/// May this many heaps be left?
pub(super) fn allows(digit: &Digit, parts: u64) -> bool {
    digit.from.is_some_and(|from| parts >= u64::from(from)) || digit.counts.iter().any(|&c| u64::from(c) == parts)
}

/// Do the parts, sorted, have the sizes that are asked? One part or none always has.
pub(super) fn fits(modifier: Modifier, parts: &[u64]) -> bool {
    let equal = parts.first() == parts.last();
    parts.len() < 2
        || match modifier {
            Modifier::Any => true,
            Modifier::Unequal => parts.windows(2).all(|w| w[0] < w[1]),
            Modifier::NotAllEqual => !equal,
            Modifier::Equal => equal,
        }
}

/// Visits each option of heap `n` once: its non-empty parts, ascending. Taking less comes first. The visitor may stop.
///
/// Cost: the partitions looked at. Memory: one partition.
pub fn options(code: &Code, n: u64, visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
    let last = if code.repeating.is_empty() { n.min(code.digits.len() as u64) } else { n };
    let mut parts = Vec::new();
    for taken in 0..=last {
        let Some(digit) = digit(code, taken) else { continue };
        let total = n - taken;
        if total == 0 {
            if allows(digit, 0) {
                visit(&[])?;
            }
            continue;
        }
        let most = match digit.from {
            Some(_) => total,
            None => u64::from(digit.counts.last().copied().unwrap_or(0)).min(total),
        };
        for count in (1..=most).filter(|&c| allows(digit, c)) {
            partitions(total, count, digit.modifier, &mut parts, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The partitions of `total` into `count` ≥ 1 parts, in lexicographic order.
fn partitions(
    total: u64,
    count: u64,
    modifier: Modifier,
    parts: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if modifier == Modifier::Equal {
        if total.is_multiple_of(count) {
            parts.clear();
            parts.resize(count as usize, total / count);
            visit(parts)?;
        }
        return ControlFlow::Continue(());
    }
    // the parts grow by at least `gap`
    let gap = u64::from(modifier == Modifier::Unequal);
    let least = |first: u64, count: u64| -> u128 {
        u128::from(first) * u128::from(count)
            + u128::from(gap) * u128::from(count) * u128::from(count.saturating_sub(1)) / 2
    };
    if least(1, count) > u128::from(total) {
        return ControlFlow::Continue(());
    }
    // the smallest partition: each part as small as may be, the last takes the rest
    let complete = |parts: &mut Vec<u64>, total: u64| {
        let mut rest = total - parts.iter().sum::<u64>();
        while (parts.len() as u64) < count - 1 {
            let next = parts.last().map_or(1, |p| p + gap);
            parts.push(next);
            rest -= next;
        }
        parts.push(rest);
    };
    parts.clear();
    complete(parts, total);
    loop {
        if fits(modifier, parts) {
            visit(parts)?;
        }
        // the rightmost part, not the last, that can grow with all behind it still fitting
        let mut behind = parts.pop().unwrap_or(0);
        let mut size = 1;
        loop {
            let Some(part) = parts.pop() else { return ControlFlow::Continue(()) };
            behind += part;
            size += 1;
            if least(part + 1, size) <= u128::from(behind) {
                parts.push(part + 1);
                break;
            }
        }
        complete(parts, total);
    }
}
