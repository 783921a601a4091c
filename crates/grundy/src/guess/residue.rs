//! Formulas and laws that are read off a period: a table of few cases.
//!
//! The values of Lasker's Nim have period 4 with saltus 4: `n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n`.
//! Those of `take[1,3,4]` have period 7: `0 if n % 7 in {0,2} else …`.

use grundy_core::number::power;
use grundy_core::{Context, Period, Result};
use grundy_sequence::period::repetition;

use super::Finding;
use super::judge::finding;
use super::sample::Sample;
use super::terms::plus;
use crate::statement::{Cases, Spelt};

/// Tables of a longer period are no formula.
const LONGEST: u64 = 24;
/// Values of heaps that are exceptions before the period begins, …
const EXCEPTIONS: usize = 4;
/// … and so many of these heaps together.
const EXCEPTIONAL: usize = 16;

/// The formula of values with this period.
///
/// # Errors
/// A spent budget.
pub(super) fn formula(sample: &Sample, period: Period, cx: &Context) -> Result<Option<Finding>> {
    let (Some(values), [name], Some(0)) = (&sample.values, sample.names(), sample.first_heap()) else {
        return Ok(None);
    };
    let Some(cases) = cases(name, values, period) else { return Ok(None) };
    finding(sample, Spelt::Values(cases), cx)
}

/// The cases of values of `name` = 0, 1, 2, … with this period; `None`: they are too many.
pub(super) fn cases(name: &str, values: &[u64], period: Period) -> Option<Cases> {
    let Period { preperiod, period: p, saltus } = period;
    if p > LONGEST || preperiod + 4 * p > values.len() as u64 {
        return None;
    }
    let line = |n: u64| -> i64 {
        match saltus {
            0 => 0,
            s => (n * s / p) as i64,
        }
    };
    let base = |c: i64| -> String {
        let line = match (saltus, p) {
            (0, _) => return c.to_string(),
            (s, p) if s == p => name.to_owned(),
            (s, p) if p % s == 0 => format!("{name}//{}", p / s),
            (s, p) if s % p == 0 => format!("{}*{name}", s / p),
            (s, p) => format!("{s}*{name}//{p}"),
        };
        plus(&line, c)
    };
    // the classes of equal correction; the largest class comes last, without a condition
    let start = preperiod.div_ceil(p) * p;
    let mut classes: Vec<(i64, Vec<u64>)> = Vec::new();
    for r in 0..p {
        let n = start + r;
        let correction = values[n as usize] as i64 - line(n);
        match classes.iter_mut().find(|(c, _)| *c == correction) {
            Some((_, residues)) => residues.push(r),
            None => classes.push((correction, vec![r])),
        }
    }
    if classes.len() > 6 {
        return None;
    }
    classes.sort_by_key(|(c, residues)| (residues.len(), *c));
    let (rest, _) = classes.pop()?;
    let expected = |n: u64, classes: &[(i64, Vec<u64>)]| {
        let class = classes.iter().find(|(_, residues)| residues.contains(&(n % p)));
        line(n) + class.map_or(rest, |(c, _)| *c)
    };
    let mut exceptions: Vec<(u64, Vec<u64>)> = Vec::new();
    for n in (0..preperiod).filter(|&n| expected(n, &classes) != values[n as usize] as i64) {
        match exceptions.iter_mut().find(|(value, _)| *value == values[n as usize]) {
            Some((_, heaps)) => heaps.push(n),
            None => exceptions.push((values[n as usize], vec![n])),
        }
    }
    if exceptions.len() > EXCEPTIONS || exceptions.iter().map(|(_, heaps)| heaps.len()).sum::<usize>() > EXCEPTIONAL {
        return None;
    }
    let early = exceptions.iter().map(|(value, heaps)| (value.to_string(), format!("{name} {}", one_of(heaps))));
    let regular = classes.iter().map(|(c, residues)| (base(*c), among(name, p, residues)));
    Some(Cases::of(early.chain(regular).collect(), base(rest)))
}

/// `= 2`, `in {0,2}`
pub(super) fn one_of(numbers: &[u64]) -> String {
    match numbers {
        &[one] => format!("= {}", power(one)),
        many => format!("in {{{}}}", many.iter().map(|&n| power(n)).collect::<Vec<_>>().join(",")),
    }
}

/// `n % 7 = 2`, `n % 7 in {0,2}`
pub(super) fn among(name: &str, p: u64, residues: &[u64]) -> String {
    format!("{name} % {p} {}", one_of(residues))
}

/// Do the last of these stand farther and farther apart, as 8, 34, 144, 610? Then the next only comes behind the sample.
fn spread_out(exceptions: &[u64]) -> bool {
    matches!(exceptions, [.., a, b, c] if *c > 64 && *c >= 2 * b && *b >= 2 * a)
}

/// The law of P-positions of one heap that repeat, or that are few.
///
/// # Errors
/// A spent budget.
pub(super) fn law(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let ([name], Some(first)) = (sample.names(), sample.first_heap()) else { return Ok(None) };
    let count = sample.previous.len() as u64;
    let heaps = first..first + count;
    let is_previous = |n: u64| sample.previous[(n - first) as usize];
    let all: Vec<u64> = heaps.clone().filter(|&n| is_previous(n)).collect();
    let last = all.last().copied().unwrap_or(0);
    if last < first + count / 8 {
        // no P-position for long
        if all.len() > 12 || all.is_empty() {
            return Ok(None);
        }
        let consecutive = (0..).zip(&all).all(|(i, n)| i == *n);
        let claim = match &all[..] {
            many @ [_, _, ..] if consecutive => format!("{name} < {}", many.len()),
            heaps => format!("{name} {}", one_of(heaps)),
        };
        return finding(sample, Spelt::PPositions(claim), cx);
    }
    let flags: Vec<u64> = sample.previous.iter().map(|&p| u64::from(p)).collect();
    let Some(Period { preperiod, period: p, saltus: 0 }) = repetition(&flags) else { return Ok(None) };
    if !(2..=64).contains(&p) || preperiod + 4 * p > count {
        return Ok(None);
    }
    let preperiod = first + preperiod;
    let start = preperiod.div_ceil(p) * p;
    let residues: Vec<u64> = (0..p).filter(|r| is_previous(start + r)).collect();
    if residues.len() > 24 {
        return Ok(None);
    }
    let regular = |n: u64| residues.contains(&(n % p));
    let more: Vec<u64> = (first..preperiod).filter(|&n| is_previous(n) && !regular(n)).collect();
    let less: Vec<u64> = (first..preperiod).filter(|&n| !is_previous(n) && regular(n)).collect();
    if more.len() + less.len() > 16 || spread_out(&more) || spread_out(&less) {
        return Ok(None);
    }
    let mut text = among(name, p, &residues);
    if !less.is_empty() {
        text += &format!(" and not {name} {}", one_of(&less));
    }
    if !more.is_empty() {
        text += &format!(" or {name} {}", one_of(&more));
    }
    finding(sample, Spelt::PPositions(text), cx)
}
