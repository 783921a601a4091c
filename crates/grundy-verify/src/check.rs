//! From values to the claim: the hypotheses of the theorem, and that nothing smaller would do.

use super::pairs::Pairs;
use super::parts::Parts;
use super::primes::primes;
use super::take::{State, Take};
use super::text::{Certificate, Digit, Rule, Tail, Theorem};
use super::{Cell, Fault, Meter, Refusal, Refused, Table, wrong};

/// Checks a certificate that could be read.
pub(crate) fn check(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<(), Fault> {
    match (&certificate.rule, &certificate.window) {
        (_, None) => {}
        (Rule::Code(digits), Some(window)) => return super::window::check(certificate, digits, window, meter),
        (Rule::Take { .. }, Some(_)) => {
            return wrong(certificate.lines.theorem, "the theorem speaks of codes that split");
        }
    }
    match certificate.claim.largest {
        0..=0xff => compute::<u8>(certificate, meter),
        0x100..=0xffff => compute::<u16>(certificate, meter),
        0x1_0000..=0x7fff_ffff => compute::<u32>(certificate, meter),
        _ => {
            let reason = "values of 2^31 and more are not checked".to_owned();
            Err(Refusal { kind: Refused::Bytes, line: certificate.lines.largest, reason }.into())
        }
    }
}

/// What the theorem asks: the equation on n0..end, and so many values.
struct Needed {
    end: u64,
    values: u64,
}

fn compute<T: Cell>(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<(), Fault> {
    let (claim, lines) = (&certificate.claim, &certificate.lines);
    let (p, n0) = (certificate.proof_period, certificate.n0);
    if claim.period == 0 {
        return wrong(lines.period, "a period is at least 1");
    }
    if p == 0 || !p.is_multiple_of(claim.period) {
        return wrong(lines.proof_period, "the proof's period is not a multiple of the period");
    }
    if claim.preperiod > n0 {
        return wrong(lines.n0, "the proof starts before the preperiod");
    }
    let Some(saltus) = claim.saltus.checked_mul(p / claim.period).filter(|s| *s < 1 << 63) else {
        return wrong(lines.saltus, "the saltus is too large");
    };
    let needed = needed(certificate)?;
    if needed.values != claim.values {
        return wrong(lines.values, format!("the theorem needs {} values", needed.values));
    }
    // a step a value at the very least
    meter.spend(claim.values)?;
    let mut table: Table<'_, T> = Table::new(certificate, meter)?;
    match &certificate.rule {
        Rule::Take { ranges, tail } => {
            let mut take = Take::new(ranges, tail.as_ref(), meter)?;
            match (certificate.theorem, tail) {
                (Theorem::ResidueWindow, Some(tail)) => {
                    take.extend(&mut table, claim.values - p, meter)?;
                    let before = take.state(&table, meter)?;
                    take.extend(&mut table, claim.values, meter)?;
                    let after = take.state(&table, meter)?;
                    returned(&before, &after, saltus, tail, certificate)?;
                }
                _ => take.extend(&mut table, claim.values, meter)?,
            }
        }
        Rule::Code(digits) if parts(digits) <= 2 => Pairs::new(digits).fill(&mut table, meter)?,
        Rule::Code(digits) => Parts::new(digits).fill(&mut table, meter)?,
    }
    if u64::from(table.largest) != claim.largest {
        return wrong(lines.largest, format!("the greatest value is {}", table.largest));
    }
    let value = |n: u64| u64::from(table.get(n as usize));
    // 1. the equation on the stretch that the theorem asks for
    meter.spend(needed.end - claim.preperiod)?;
    for n in n0..needed.end {
        if value(n + p) != value(n) + saltus {
            return wrong(lines.theorem, format!("the hypothesis fails: G({}) is not G({n}) + {saltus}", n + p));
        }
    }
    // 2. from here on the equation with the proof's period is proved for all n ≥ n0
    let proved = |n: u64| match n.checked_sub(claim.values) {
        None => value(n),
        Some(beyond) => {
            let rounds = beyond / p + 1;
            value(n - rounds * p) + rounds * saltus
        }
    };
    // a smaller period divides, and holds for ever if it holds through one proof period
    let holds = |n: u64, q: u64, s: u64| proved(n + q) == proved(n) + s;
    if p != claim.period {
        meter.spend(p)?;
        if let Some(n) = (n0..n0 + p).find(|&n| !holds(n, claim.period, claim.saltus)) {
            return wrong(lines.period, format!("G({}) is not G({n}) + {}", n + claim.period, claim.saltus));
        }
    }
    for prime in primes(claim.period, meter)? {
        let q = claim.period / prime;
        meter.spend(claim.period)?;
        let even = claim.saltus.is_multiple_of(prime);
        if even && (n0..n0 + claim.period).all(|n| holds(n, q, claim.saltus / prime)) {
            return wrong(lines.period, format!("{q} is a period as well"));
        }
    }
    // 3. the preperiod is the smallest
    if let Some(n) = (claim.preperiod..n0).find(|&n| !holds(n, claim.period, claim.saltus)) {
        return wrong(lines.preperiod, format!("G({}) is not G({n}) + {}", n + claim.period, claim.saltus));
    }
    if claim.preperiod > 0 && holds(claim.preperiod - 1, claim.period, claim.saltus) {
        return wrong(lines.preperiod, format!("the equation holds from {} on already", claim.preperiod - 1));
    }
    Ok(())
}

/// The largest number of parts, at least 1.
fn parts(digits: &[Digit]) -> u64 {
    digits.iter().filter_map(|d| d.counts.last().copied()).max().unwrap_or(0).max(1)
}

/// What the theorem needs, if it speaks of this rule.
fn needed(certificate: &Certificate) -> Result<Needed, Fault> {
    let (lines, n0, p) = (&certificate.lines, certificate.n0, certificate.proof_period);
    let plain = certificate.claim.saltus == 0;
    let (factor, rounds, more) = match (certificate.theorem, &certificate.rule) {
        (Theorem::WindowPeriod, Rule::Take { ranges, tail: None }) if plain => {
            (1, 0, ranges.last().map_or(0, |&(_, to)| to))
        }
        (Theorem::GuySmith | Theorem::BreaksPeriod | Theorem::ResidueWindow, _) if n0 == 0 => {
            return wrong(lines.n0, "this theorem holds for n0 ≥ 1 only");
        }
        (theorem @ (Theorem::GuySmith | Theorem::BreaksPeriod), Rule::Code(digits)) if plain => {
            let parts = parts(digits);
            let unequal = digits.iter().any(|d| d.unequal);
            let last = digits.last().map_or(0, |d| d.taken);
            match (theorem, parts, unequal) {
                (_, 1 | 2, false) => (parts, parts - 1, last),
                (Theorem::BreaksPeriod, 3.., false) => (parts, parts - 1, last),
                (Theorem::BreaksPeriod, 1 | 2, true) => (2, 2, last),
                _ => return wrong(lines.theorem, "the theorem does not cover these numbers of parts"),
            }
        }
        (Theorem::ResidueWindow, Rule::Take { tail: Some(tail), .. }) => {
            if !p.is_multiple_of(tail.modulus) {
                return wrong(lines.proof_period, "the modulus does not divide the proof's period");
            }
            // the states are compared, no equation is asked for
            let values = n0.checked_add(tail.start - 1).and_then(|n| n.checked_add(p)).filter(|v| *v < 1 << 62);
            let Some(values) = values else { return wrong(lines.n0, "the numbers are too large") };
            return Ok(Needed { end: n0, values });
        }
        _ => return wrong(lines.theorem, "the theorem does not speak of such a rule, or of a saltus"),
    };
    let end = n0.checked_mul(factor).and_then(|a| a.checked_add(p.checked_mul(rounds)?)?.checked_add(more));
    let values = end.and_then(|e| e.checked_add(p)).filter(|v| *v < 1 << 62);
    match (end, values) {
        (Some(end), Some(values)) => Ok(Needed { end: end.max(n0), values }),
        _ => wrong(lines.n0, "the numbers are too large"),
    }
}

/// Did the state come back, `saltus` higher?
fn returned(before: &State, after: &State, saltus: u64, tail: &Tail, certificate: &Certificate) -> Result<(), Fault> {
    let line = certificate.lines.theorem;
    let shifted = |(a, b): (&u32, &u32)| u64::from(*b) == u64::from(*a) + saltus;
    if !before.window.iter().zip(&after.window).all(shifted) {
        return wrong(line, format!("the {} values before the two states differ", tail.start - 1));
    }
    for (class, (old, new)) in before.attained.iter().zip(&after.attained).enumerate() {
        let low = new.iter().take_while(|&&v| u64::from(v) < saltus).count();
        if low as u64 != saltus || new.len() != low + old.len() || !old.iter().zip(&new[low..]).all(shifted) {
            return wrong(line, format!("the values attained in class {class} did not come back"));
        }
    }
    Ok(())
}
