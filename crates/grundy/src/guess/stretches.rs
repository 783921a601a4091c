//! The law of a rule that changes at a few numbers, which may be large: what repeats between one change and the next.
//!
//! ```text
//! {n -> n-k for k in 1..3 if n < 10^15; n-k for k in 1..4 if n >= 10^15}:
//!     g = n % 4 if n < 10^15 else n % 5          proved
//! ```

use std::collections::BTreeMap;

use grundy_core::{Context, Convention, Result};

use super::Finding;
use super::judge::finding;
use super::residue::{among, one_of};
use super::sample::Sample;
use crate::engine::stretches::Piece;
use crate::number::power;
use crate::statement::{Cases, Spelt};

/// Tables of a longer period are no formula.
const LONGEST: usize = 24;
/// Nor are more values in one of them, where one is not the next of the other.
const CLASSES: usize = 6;
/// Heaps in all that are no part of what repeats.
const EXCEPTIONS: usize = 16;

/// The values, or else the P-positions.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let (convention, [name]) = (sample.subject.convention, sample.names()) else { return Ok(None) };
    let Some(known) = sample.game().by_stretches(convention, cx)? else { return Ok(None) };
    if convention == Convention::Normal
        && let Some(cases) = parts(known.0.pieces(), |value| value).and_then(|parts| cases(name, &parts))
        && let Some(found) = finding(sample, Spelt::Values(cases), cx)?
    {
        return Ok(Some(found));
    }
    match parts(known.0.pieces(), |value| value == 0).and_then(|parts| condition(name, &parts)) {
        Some(condition) => finding(sample, Spelt::PPositions(condition), cx),
        None => Ok(None),
    }
}

/// The heaps from one number to the next.
struct Part<T> {
    from: u64,
    end: Option<u64>,
    /// What they are worth by remainder; empty where nothing repeats.
    regular: Vec<T>,
    /// Those that are worth something else.
    exceptions: Vec<(u64, T)>,
}

/// All heaps; `None`: there are too many exceptions, or what repeats is too long.
fn parts<'a, T: Copy + PartialEq>(
    pieces: impl Iterator<Item = Piece<'a>>,
    worth: impl Fn(u32) -> T,
) -> Option<Vec<Part<T>>> {
    let mut parts: Vec<Part<T>> = Vec::new();
    let mut exceptional = 0;
    for piece in pieces {
        let length = piece.repeated.len();
        if length > LONGEST {
            return None;
        }
        let repeats = piece.from as usize + piece.first.len();
        // what stands at remainder r is so far behind the first that repeats
        let behind = |r: usize| (r + length - repeats % length) % length;
        let regular: Vec<T> = (0..length).map(|r| worth(piece.repeated[behind(r)])).collect();
        let mut first = (piece.from..).zip(piece.first.iter().map(|&value| worth(value))).peekable();
        let mut from = piece.from;
        if let Some(before) = parts.last_mut().filter(|before| !before.regular.is_empty()) {
            // what repeated before may go on for some heaps
            while first.next_if(|(n, own)| is_at(&before.regular, *n, *own)).is_some() {
                from += 1;
            }
            before.end = Some(from);
        }
        if let Some(before) = parts.last_mut().filter(|before| before.regular.is_empty()) {
            // what repeats here may have begun before
            while before.exceptions.pop_if(|(n, own)| *n + 1 == from && is_at(&regular, *n, *own)).is_some() {
                exceptional -= 1;
                from -= 1;
            }
            before.end = Some(from);
        }
        let exceptions: Vec<_> = first.filter(|(n, own)| !is_at(&regular, *n, *own)).collect();
        exceptional += exceptions.len();
        if exceptional > EXCEPTIONS {
            return None;
        }
        // its heaps may all belong to what repeats before or behind
        parts.pop_if(|before| before.regular.is_empty() && before.exceptions.is_empty());
        match parts.last_mut() {
            // a number of the rule need not change what repeats
            Some(before) if is_same(&before.regular, &regular) => {
                before.end = piece.end;
                before.exceptions.extend(exceptions);
            }
            _ => parts.push(Part { from, end: piece.end, regular, exceptions }),
        }
    }
    Some(parts)
}

fn is_at<T: PartialEq>(regular: &[T], n: u64, worth: T) -> bool {
    !regular.is_empty() && regular[(n % regular.len() as u64) as usize] == worth
}

/// Do both say the same of each heap?
fn is_same<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    let both = || one.iter().cycle().zip(other.iter().cycle());
    one.is_empty() == other.is_empty() && both().take(one.len() * other.len()).all(|(a, b)| a == b)
}

/// `n < 7`
fn before(name: &str, end: u64) -> String {
    match power(end - 1) {
        last if last.contains('^') => format!("{name} <= {last}"),
        _ => format!("{name} < {}", power(end)),
    }
}

/// `n >= 7`
fn from(name: &str, first: u64) -> String {
    match power(first - 1) {
        last if last.contains('^') => format!("{name} > {last}"),
        _ => format!("{name} >= {}", power(first)),
    }
}

/// A formula for each part, and the heaps that it does not hold of.
fn cases(name: &str, parts: &[Part<u32>]) -> Option<Cases> {
    let mut single: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let (mut told, mut rest) = (Vec::new(), None);
    for part in parts {
        for &(n, value) in &part.exceptions {
            single.entry(value).or_default().push(n);
        }
        if part.regular.is_empty() {
            continue;
        }
        let end = part.end.map(|end| before(name, end));
        let (classes, other) = formulas(name, &part.regular)?;
        let bounded = classes.into_iter().map(|(value, class)| match &end {
            Some(end) => (value, format!("{end} and {class}")),
            None => (value, class),
        });
        told.extend(bounded);
        match end {
            Some(end) => told.push((other, end)),
            None => rest = Some(other),
        }
    }
    let single = single.into_iter().map(|(value, heaps)| (value.to_string(), format!("{name} {}", one_of(&heaps))));
    Some(Cases::of(single.chain(told).collect(), rest?))
}

/// The values at the remainders 0, 1, …: some with a condition, and the others.
fn formulas(name: &str, values: &[u32]) -> Option<(Vec<(String, String)>, String)> {
    let length = values.len();
    let shifted = |by: usize| (0..length).all(|r| values[r] as usize == (r + by) % length);
    match (0..length).find(|&by| length > 1 && shifted(by)) {
        Some(0) => return Some((Vec::new(), format!("{name} % {length}"))),
        Some(by) => return Some((Vec::new(), format!("({name}+{by}) % {length}"))),
        None => {}
    }
    let mut classes: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for (r, &value) in (0..).zip(values) {
        classes.entry(value).or_default().push(r);
    }
    let mut classes: Vec<(u32, Vec<u64>)> = classes.into_iter().collect();
    if classes.len() > CLASSES {
        return None;
    }
    classes.sort_by_key(|(value, remainders)| (remainders.len(), *value));
    let (other, _) = classes.pop()?;
    let told = classes.iter().map(|(value, remainders)| (value.to_string(), among(name, length as u64, remainders)));
    Some((told.collect(), other.to_string()))
}

/// Which heaps are P-positions, part by part.
fn condition(name: &str, parts: &[Part<bool>]) -> Option<String> {
    let (mut any, mut more) = (Vec::new(), Vec::new());
    for part in parts {
        let heaps = |previous: bool| part.exceptions.iter().filter(move |(_, own)| *own == previous).map(|(n, _)| *n);
        more.extend(heaps(true));
        let remainders: Vec<u64> = (0..).zip(&part.regular).filter(|(_, is)| **is).map(|(r, _)| r).collect();
        if remainders.is_empty() {
            continue;
        }
        let first = (part.from > 0).then(|| from(name, part.from));
        let end = part.end.map(|end| before(name, end));
        let is_all = remainders.len() == part.regular.len();
        let those = (!is_all).then(|| among(name, part.regular.len() as u64, &remainders));
        let less: Vec<u64> = heaps(false).collect();
        let but = (!less.is_empty()).then(|| format!("not {name} {}", one_of(&less)));
        any.push([first, end, those, but].into_iter().flatten().collect::<Vec<_>>().join(" and "));
    }
    if !more.is_empty() {
        any.push(format!("{name} {}", one_of(&more)));
    }
    let says_something = !any.is_empty() && any.iter().all(|part| !part.is_empty());
    says_something.then(|| any.join(" or "))
}
