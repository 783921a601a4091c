//! Formulas and laws that are read off a period: a table of few cases.
//!
//! The values of Lasker's Nim have period 4 with saltus 4: `n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n`.
//! Those of `take[1,3,4]` have period 7: `0 if n % 7 in {0,2} else …`.

use grundy_core::{Context, Period, Result};
use grundy_sequence::period::repetition;

use super::judge::finding;
use super::sample::Sample;
use super::{Finding, Kind};

/// Tables of a longer period are no formula.
const LONGEST: u64 = 24;
/// Exceptions before the period begins.
const EXCEPTIONS: usize = 4;

/// The formula of values with this period.
///
/// # Errors
/// A spent budget.
pub(super) fn formula(sample: &Sample, period: Period, cx: &Context) -> Result<Option<Finding>> {
    let (Some(values), [name]) = (&sample.values, sample.names()) else { return Ok(None) };
    let Period { preperiod, period: p, saltus } = period;
    if p > LONGEST || preperiod + 4 * p > values.len() as u64 {
        return Ok(None);
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
            (s, p) if s == p => name.clone(),
            (s, p) if p % s == 0 => format!("{name}//{}", p / s),
            (s, p) if s % p == 0 => format!("{}*{name}", s / p),
            (s, p) => format!("{s}*{name}//{p}"),
        };
        match c {
            0 => line,
            c if c > 0 => format!("{line}+{c}"),
            c => format!("{line}-{}", -c),
        }
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
        return Ok(None);
    }
    classes.sort_by_key(|(c, residues)| (residues.len(), *c));
    let Some((rest, _)) = classes.pop() else { return Ok(None) };
    let mut text = String::new();
    let expected = |n: u64, classes: &[(i64, Vec<u64>)]| {
        let class = classes.iter().find(|(_, residues)| residues.contains(&(n % p)));
        line(n) + class.map_or(rest, |(c, _)| *c)
    };
    let exceptions: Vec<u64> = (0..preperiod).filter(|&n| expected(n, &classes) != values[n as usize] as i64).collect();
    if exceptions.len() > EXCEPTIONS {
        return Ok(None);
    }
    for n in exceptions {
        text += &format!("{} if {name} = {n} else ", values[n as usize]);
    }
    for (c, residues) in &classes {
        text += &format!("{} if {} else ", base(*c), among(name, p, residues));
    }
    text += &base(rest);
    finding(sample, Kind::Formula, &format!("g = {text}"), cx)
}

/// `n % 7 = 2`, `n % 7 in {0,2}`
fn among(name: &str, p: u64, residues: &[u64]) -> String {
    match residues {
        [r] => format!("{name} % {p} = {r}"),
        many => {
            let list: Vec<String> = many.iter().map(u64::to_string).collect();
            format!("{name} % {p} in {{{}}}", list.join(","))
        }
    }
}

/// The law of P-positions of one heap that repeat, or that are few.
///
/// # Errors
/// A spent budget.
pub(super) fn law(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let [name] = sample.names() else { return Ok(None) };
    let count = sample.previous.len();
    let all: Vec<usize> = (0..count).filter(|&n| sample.previous[n]).collect();
    let last = all.last().copied().unwrap_or(0);
    if last < count / 8 {
        // no P-position for long
        if all.len() > 12 || all.is_empty() {
            return Ok(None);
        }
        let consecutive = all.iter().enumerate().all(|(i, n)| i == *n);
        let claim = match &all[..] {
            [one] => format!("P: {name} = {one}"),
            many if consecutive => format!("P: {name} < {}", many.len()),
            many => {
                let list: Vec<String> = many.iter().map(usize::to_string).collect();
                format!("P: {name} in {{{}}}", list.join(","))
            }
        };
        return finding(sample, Kind::PPositions, &claim, cx);
    }
    let flags: Vec<u64> = sample.previous.iter().map(|&p| u64::from(p)).collect();
    let Some(Period { preperiod, period: p, saltus: 0 }) = repetition(&flags) else { return Ok(None) };
    if !(2..=64).contains(&p) || preperiod + 4 * p > count as u64 {
        return Ok(None);
    }
    let start = (preperiod.div_ceil(p) * p) as usize;
    let residues: Vec<u64> = (0..p).filter(|r| sample.previous[start + *r as usize]).collect();
    if residues.len() > 24 {
        return Ok(None);
    }
    let regular = |n: usize| residues.contains(&(n as u64 % p));
    let more: Vec<usize> = (0..preperiod as usize).filter(|&n| sample.previous[n] && !regular(n)).collect();
    let less: Vec<usize> = (0..preperiod as usize).filter(|&n| !sample.previous[n] && regular(n)).collect();
    if more.len() + less.len() > 16 {
        return Ok(None);
    }
    let list = |all: &[usize]| match all {
        [one] => format!("= {one}"),
        many => format!("in {{{}}}", many.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
    };
    let mut text = among(name, p, &residues);
    if !less.is_empty() {
        text += &format!(" and not {name} {}", list(&less));
    }
    if !more.is_empty() {
        text += &format!(" or {name} {}", list(&more));
    }
    finding(sample, Kind::PPositions, &format!("P: {text}"), cx)
}
