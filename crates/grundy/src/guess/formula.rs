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
/// Fewer values than this agree with some formula of digits by accident: `sprouts(n)` for n < 10.
const FEW: usize = 16;

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
    let Some((&first, _)) = values.split_first() else { return Vec::new() };
    if values.iter().all(|v| *v == first) {
        return vec![Fit { cases: Cases::new(first.to_string()), weight: 1 }];
    }
    let is_repetition = || repetition(&values.iter().map(|&v| v as u64).collect::<Vec<_>>()).is_some();
    let repeats = matches!(sample.names(), [_]) && (values.len() < FEW || is_repetition());
    let mut fitting = Fitting {
        values,
        sample,
        room: (sample.reach / 4).clamp(2, 256) as i64,
        highest: values.iter().copied().max().unwrap_or(0),
        repeats,
        found: Vec::new(),
    };
    for term in terms {
        fitting.as_it_stands(term);
        // the numbers that fit, read off a place in the middle
        let mut known = (1..values.len()).filter_map(|i| term.at[i].map(|x| (x, values[i])));
        let Some((x, v)) = known.nth(values.len() / 7) else { continue };
        fitting.added_or_times(term, x, v);
        fitting.remainders(term);
        fitting.quotients(term);
        fitting.lines(term);
        fitting.cut_off(term);
    }
    fitting.found
}

/// Looks for formulas over one term after the other.
struct Fitting<'a> {
    values: &'a [i64],
    sample: &'a Sample,
    /// Numbers in formulas stay below this.
    room: i64,
    /// The highest value.
    highest: i64,
    /// Do the values repeat, or are they too few to tell?
    repeats: bool,
    found: Vec<Fit>,
}

impl Fitting<'_> {
    /// Takes the formula, if it agrees. Most do not, so that few are spelt.
    fn add(&mut self, term: &Term, text: impl Fn() -> String, f: impl Fn(i64) -> Option<i64>) {
        let values = self.values;
        let agree = |i: usize| term.at[i].and_then(&f) == Some(values[i]);
        if !(1..values.len().min(40)).all(agree) || !(1..values.len()).all(agree) {
            return;
        }
        let cases = match self.sample.names() {
            _ if agree(0) => Cases::new(text()),
            [name] => Cases::new(values[0].to_string()).but(text(), format!("{name} > 0")),
            _ => return,
        };
        self.found.push(Fit::new(cases, term, self.repeats));
    }

    /// Is the term the one coordinate?
    fn is_plain(&self, term: &Term) -> bool {
        matches!(self.sample.names(), [name] if *name == term.text)
    }

    fn as_it_stands(&mut self, term: &Term) {
        self.add(term, || term.text.clone(), Some);
    }

    /// `t+c`, `c*t`, where the value is v at t = x.
    fn added_or_times(&mut self, term: &Term, x: i64, v: i64) {
        let t = term.operand();
        let c = v - x;
        if c != 0 && c.abs() <= self.room {
            self.add(term, || plus(&term.text, c), |x| Some(x + c));
        }
        if x != 0 && v % x == 0 && (2..=self.room).contains(&(v / x)) {
            let c = v / x;
            self.add(term, || format!("{c}*{t}"), |x| Some(c * x));
        }
    }

    /// `t%m`, `t//c%m`, `(t+d)//c%m`, and those that begin above 0 or fall.
    fn remainders(&mut self, term: &Term) {
        let (t, highest) = (term.operand(), self.highest);
        for m in 2..=self.room.min(highest + 1) {
            self.add(term, || format!("{highest}-{t}%{m}"), |x| Some(highest - x.rem_euclid(m)));
            if m <= highest {
                let least = highest - m + 1;
                self.add(term, || format!("{t}%{m}+{least}"), |x| Some(x.rem_euclid(m) + least));
            }
            if m == highest + 1 {
                self.add(term, || format!("{t}%{m}"), |x| Some(x.rem_euclid(m)));
                for c in 2..=self.room.min(32) {
                    self.add(term, || format!("{t}//{c}%{m}"), |x| Some(x.div_euclid(c).rem_euclid(m)));
                }
                for d in (1..=8i64).filter(|d| *d < m) {
                    self.add(term, || format!("({}+{d})%{m}", term.text), |x| Some((x + d).rem_euclid(m)));
                    for c in 2..=8 {
                        let text = || format!("({}+{d})//{c}%{m}", term.text);
                        self.add(term, text, |x| Some((x + d).div_euclid(c).rem_euclid(m)));
                    }
                }
            }
        }
    }

    /// `t//c`, `(t+d)//c`.
    fn quotients(&mut self, term: &Term) {
        let t = term.operand();
        for c in 2..=self.room {
            self.add(term, || format!("{t}//{c}"), |x| Some(x.div_euclid(c)));
            for d in 1..c.min(9) {
                self.add(term, || format!("({}+{d})//{c}", term.text), |x| Some((x + d).div_euclid(c)));
            }
        }
    }

    /// Lines of any slope: `(3*n-1)//2`.
    fn lines(&mut self, term: &Term) {
        let ends = (term.at.first().copied().flatten(), term.at.last().copied().flatten());
        let ((Some(x0), Some(x1)), [first, .., last], true) = (ends, self.values, self.is_plain(term)) else { return };
        let (run, height, t) = (x1 - x0, last - first, term.operand());
        for (c, e) in (2..=STEEPEST).flat_map(|c| (2..=FLATTEST).map(move |e| (c, e))) {
            let rise = c * run - e * height;
            if c % e == 0 || e % c == 0 || rise.abs() > e || gcd(c, e) != 1 {
                continue;
            }
            for d in 1 - e..e {
                let sum = match d {
                    0 => format!("{c}*{t}"),
                    d if d > 0 => format!("({c}*{t}+{d})"),
                    d => format!("({c}*{t}-{})", -d),
                };
                self.add(term, || format!("{sum}//{e}"), |x| Some((c * x + d).div_euclid(e)));
            }
        }
    }

    /// `min(t,c)`, and remainders that are cut off (take few, or none); `max(t-c,0)`.
    fn cut_off(&mut self, term: &Term) {
        let (t, highest) = (term.operand(), self.highest);
        if highest <= self.room {
            self.add(term, || format!("min({},{highest})", term.text), |x| Some(x.min(highest)));
            if self.is_plain(term) {
                // 0 below c: min(n//2,1)
                for c in 2..=self.room {
                    self.add(term, || format!("min({t}//{c},{highest})"), |x| Some(x.div_euclid(c).min(highest)));
                }
            }
            for m in highest + 2..=16 {
                self.add(term, || format!("min({t}%{m},{highest})"), |x| Some(x.rem_euclid(m).min(highest)));
            }
        }
        for c in 1..=self.room.min(8) {
            self.add(term, || format!("max({}-{c},0)", term.text), |x| Some((x - c).max(0)));
        }
    }
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
