//! Closed formulas of the values: `n % 4`, `n//3`, `bits(n)`, `xor(a,b)`.
//!
//! A formula is a term ([`super::terms`]), perhaps with one operation more: `t + c`, `t // c`, `t % m`, `(t // c) % m`,
//! `c*t`, `min(t, c)`, `max(t - c, 0)`. The numbers in it are read off the first places, so that few formulas are
//! compared further. One exception at 0 is allowed. A number must be small beside the sample: then the sample has many
//! more values than the formula has digits, and an agreement is no accident.

use grundy_core::number::gcd;
use grundy_sequence::period::repetition;

use super::judge::finding;
use super::sample::Sample;
use super::terms::{Term, by_steps, of_many, of_one, of_two, plus};
use super::{Finding, weight};
use crate::context::Context;
use crate::error::Result;
use crate::statement::{Cases, Spelt};

/// A formula that agrees with the sample.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    /// The formula.
    pub(super) cases: Cases,
    /// How simple it is.
    pub(super) weight: u32,
}

impl Fit {
    fn new(cases: Cases, term: &Term, repeats: bool) -> Self {
        let hidden = if repeats && term.deep { HIDDEN } else { 0 };
        Fit { weight: weight(&cases.to_string()) + hidden, cases }
    }

    /// The simplest first, and in the order of the alphabet among equals.
    pub(super) fn simplicity(&self) -> (u32, String) {
        (self.weight, self.cases.to_string())
    }
}

/// So many formulas are told at most.
const MOST: usize = 2;
/// Slopes of lines have at most this numerator …
const STEEPEST: i64 = 12;
/// … and this denominator.
const FLATTEST: i64 = 8;
/// Formulas that are judged.
const JUDGED: usize = 6;
/// `(lowbit(n)+1)//3%2` hides a parity: where values repeat, a formula that reads digits or takes a root weighs so much more.
const HIDDEN: u32 = 10;

/// The simplest formulas that agree with the sample.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let head = sample.head();
    let Some(values) = &head.values else { return Ok(Vec::new()) };
    let values: Vec<i64> = values.iter().map(|&v| v as i64).collect();
    let terms = match head.names().len() {
        1 => of_one(&head, 0),
        2 => {
            let mut terms = of_one(&head, 0);
            terms.truncate(7);
            terms.extend(of_one(&head, 1).into_iter().take(7));
            terms.extend(of_two(&head));
            terms.extend(by_steps(&head));
            terms.extend(of_margins(&head, &values));
            terms
        }
        _ => of_many(&head),
    };
    cx.tick(terms.len() as u64)?;
    let mut fits = fits(&terms, &values, &head);
    fits.sort_by_cached_key(Fit::simplicity);
    fits.dedup_by(|x, y| x.cases == y.cases);
    let mut found: Vec<Finding> = Vec::new();
    for fit in fits.into_iter().take(JUDGED) {
        // a second formula is told where neither is proved and neither is simpler
        if found.iter().any(|f| f.evidence.is_proved() || f.weight < fit.weight) || found.len() >= MOST {
            break;
        }
        found.extend(finding(sample, Spelt::Values(fit.cases), cx)?);
    }
    Ok(found)
}

/// The formulas over these terms that agree with the values.
pub(super) fn fits(terms: &[Term], values: &[i64], sample: &Sample) -> Vec<Fit> {
    let mut found = Vec::new();
    let Some((&first, _)) = values.split_first() else { return found };
    if values.iter().all(|v| *v == first) {
        return vec![Fit { cases: Cases::new(first.to_string()), weight: 1 }];
    }
    // numbers in formulas stay below this
    let room = (sample.reach / 4).clamp(2, 256) as i64;
    let highest = values.iter().copied().max().unwrap_or(0);
    let repeats =
        matches!(sample.names(), [_]) && repetition(&values.iter().map(|&v| v as u64).collect::<Vec<_>>()).is_some();
    for term in terms {
        // most do not agree, so that few are spelt
        let mut add = |text: &dyn Fn() -> String, f: &dyn Fn(i64) -> Option<i64>| {
            let agree = |i: usize| term.at[i].and_then(f) == Some(values[i]);
            if !(1..values.len().min(40)).all(agree) || !(1..values.len()).all(agree) {
                return;
            }
            let cases = match sample.names() {
                _ if agree(0) => Cases::new(text()),
                [name] => Cases::new(first.to_string()).but(text(), format!("{name} > 0")),
                _ => return,
            };
            found.push(Fit::new(cases, term, repeats));
        };
        let t = term.operand();
        let plain = matches!(sample.names(), [name] if *name == term.text);
        add(&|| term.text.clone(), &Some);
        // the numbers that fit, read off a place in the middle
        let Some((x, v)) = (1..values.len()).filter_map(|i| term.at[i].map(|x| (x, values[i]))).nth(values.len() / 7)
        else {
            continue;
        };
        let c = v - x;
        if c != 0 && c.abs() <= room {
            add(&|| plus(&term.text, c), &|x| Some(x + c));
        }
        if x != 0 && v % x == 0 && (2..=room).contains(&(v / x)) {
            let c = v / x;
            add(&|| format!("{c}*{t}"), &|x| Some(c * x));
        }
        for m in 2..=room.min(highest + 1) {
            add(&|| format!("{highest}-{t}%{m}"), &|x| Some(highest - x.rem_euclid(m)));
            if m <= highest {
                let least = highest - m + 1;
                add(&|| format!("{t}%{m}+{least}"), &|x| Some(x.rem_euclid(m) + least));
            }
            if m == highest + 1 {
                add(&|| format!("{t}%{m}"), &|x| Some(x.rem_euclid(m)));
                for c in 2..=room.min(32) {
                    add(&|| format!("{t}//{c}%{m}"), &|x| Some(x.div_euclid(c).rem_euclid(m)));
                }
                for d in (1..=8i64).filter(|d| *d < m) {
                    add(&|| format!("({}+{d})%{m}", term.text), &|x| Some((x + d).rem_euclid(m)));
                    for c in 2..=8 {
                        add(&|| format!("({}+{d})//{c}%{m}", term.text), &|x| {
                            Some((x + d).div_euclid(c).rem_euclid(m))
                        });
                    }
                }
            }
        }
        for c in 2..=room {
            add(&|| format!("{t}//{c}"), &|x| Some(x.div_euclid(c)));
            for d in 1..c.min(9) {
                add(&|| format!("({}+{d})//{c}", term.text), &|x| Some((x + d).div_euclid(c)));
            }
        }
        // lines of any slope: (3*n-1)//2
        if let (true, Some(&last)) = (plain, values.last())
            && let (Some(x0), Some(x1)) = (term.at.first().copied().flatten(), term.at.last().copied().flatten())
        {
            for (c, e) in (2..=STEEPEST).flat_map(|c| (2..=FLATTEST).map(move |e| (c, e))) {
                let rise = c * (x1 - x0) - e * (last - first);
                if c % e == 0 || e % c == 0 || rise.abs() > e || gcd(c, e) != 1 {
                    continue;
                }
                for d in 1 - e..e {
                    let sum = match d {
                        0 => format!("{c}*{t}"),
                        d if d > 0 => format!("({c}*{t}+{d})"),
                        d => format!("({c}*{t}-{})", -d),
                    };
                    add(&|| format!("{sum}//{e}"), &|x| Some((c * x + d).div_euclid(e)));
                }
            }
        }
        if highest <= room {
            add(&|| format!("min({},{highest})", term.text), &|x| Some(x.min(highest)));
            // 0 below c: min(n//2,1)
            for c in (2..=room).take_while(|_| plain) {
                add(&|| format!("min({t}//{c},{highest})"), &|x| Some(x.div_euclid(c).min(highest)));
            }
            for m in 2..=16i64 {
                // a remainder that is cut off: take few, or none
                if highest < m - 1 {
                    add(&|| format!("min({t}%{m},{highest})"), &|x| Some(x.rem_euclid(m).min(highest)));
                }
            }
        }
        for c in 1..=room.min(8) {
            add(&|| format!("max({}-{c},0)", term.text), &|x| Some((x - c).max(0)));
        }
    }
    found
}

/// Formulas of the first row and the first column, joined.
fn of_margins(sample: &Sample, values: &[i64]) -> Vec<Term> {
    let margin = |at: usize| -> Option<(Sample, Vec<i64>)> {
        let chosen: Vec<usize> = (0..values.len())
            .filter(|&i| sample.places[i].iter().enumerate().all(|(j, n)| j == at || *n == 0))
            .collect();
        let line = Sample {
            subject: crate::claim::Subject { variables: vec![sample.names()[at].clone()], ..sample.subject.clone() },
            places: chosen.iter().map(|&i| vec![sample.places[i][at]]).collect(),
            previous: Vec::new(),
            values: None,
            reach: sample.reach,
            fallen: Default::default(),
            ends: Default::default(),
            cut: None,
            afar: Default::default(),
        };
        (chosen.len() > 20).then(|| (line, chosen.iter().map(|&i| values[i]).collect()))
    };
    let simplest = |at: usize| -> Option<(String, Vec<i64>)> {
        let (line, values) = margin(at)?;
        let terms = of_one(&line, 0);
        let mut fits = fits(&terms, &values, &line);
        fits.sort_by_cached_key(Fit::simplicity);
        let text = fits.iter().find_map(|fit| fit.cases.single())?;
        Some((text.to_owned(), values))
    };
    let (Some((left, g)), Some((right, h))) = (simplest(0), simplest(1)) else { return Vec::new() };
    if left == "0" || right == "0" {
        return Vec::new();
    }
    let value = |list: &[i64], n: i64| usize::try_from(n).ok().and_then(|n| list.get(n)).copied();
    let mut terms = Vec::new();
    type Join = fn(i64, i64) -> i64;
    let joined: [(String, Join); 4] = [
        (format!("xor({left},{right})"), |x, y| x ^ y),
        (format!("{left}+{right}"), |x, y| x + y),
        (format!("max({left},{right})"), i64::max),
        (format!("min({left},{right})"), i64::min),
    ];
    for (text, f) in joined {
        terms.push(Term::new(sample, text, |p| Some(f(value(&g, p[0])?, value(&h, p[1])?))));
    }
    terms
}
