//! Formulas of two coordinates by cases: `b if a = 0 else a-1 if a <= b else a`.
//!
//! A rule with a flag has one law where the flag is set and another where it is not; others change where one heap becomes
//! larger than the other. So the places are parted by a short condition, a formula is fitted to those where it holds
//! ([`super::formula`]), and the others are parted again, at most [`DEPTH`] times. Places on one line are those of a heap:
//! there values that repeat are cases of their own ([`super::residue`]).

use grundy_sequence::period::repetition;

use super::formula::{Fit, fits};
use super::judge::finding;
use super::residue;
use super::sample::Sample;
use super::terms::{Term, of_one, of_two};
use super::{Finding, weight};
use crate::claim::Subject;
use crate::context::Context;
use crate::error::Result;
use crate::statement::{Cases, Spelt};

/// The places are parted so often at most.
const DEPTH: usize = 2;
/// A case has at least so many places.
const FEWEST: usize = 24;
/// Expressions in one coordinate that are looked at.
const SIMPLE: usize = 7;
/// Formulas that are judged.
const JUDGED: usize = 3;

/// Does a condition hold at a place?
type Holds = Box<dyn Fn(&[u64]) -> bool>;

/// A condition on two coordinates.
struct Condition {
    text: String,
    holds: Holds,
}

/// The simplest formula by cases that agrees with the sample.
///
/// # Errors
/// A spent budget.
pub(super) fn find(whole: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let sample = &*whole.head();
    let (Some(values), [_, _]) = (&sample.values, sample.names()) else { return Ok(None) };
    let mut terms: Vec<Term> = (0..2).flat_map(|axis| of_one(sample, axis).into_iter().take(SIMPLE)).collect();
    terms.extend(of_two(sample));
    let search = Search { sample, values, terms, conditions: conditions(sample.names()), cx };
    let all: Vec<usize> = (0..sample.places.len()).collect();
    let mut found = Vec::new();
    search.parted(&all, DEPTH, &mut Vec::new(), &mut found)?;
    found.sort_by_cached_key(|cases| {
        let text = cases.to_string();
        (weight(&text), text)
    });
    for cases in found.into_iter().take(JUDGED) {
        if let Some(finding) = finding(whole, Spelt::Values(cases), cx)? {
            return Ok(Some(finding));
        }
    }
    Ok(None)
}

fn conditions(names: &[String]) -> Vec<Condition> {
    let mut all = Vec::new();
    let mut add = |text: String, holds: Holds| all.push(Condition { text, holds });
    for (at, name) in names.iter().enumerate() {
        for c in 0..=3 {
            add(format!("{name} = {c}"), Box::new(move |p| p[at] == c));
        }
        for c in 0..=2 {
            add(format!("{name} != {c}"), Box::new(move |p| p[at] != c));
        }
        for r in 0..=1 {
            add(format!("{name} % 2 = {r}"), Box::new(move |p| p[at] % 2 == r));
        }
    }
    let [a, b] = names else { return all };
    type Order = fn(&u64, &u64) -> bool;
    let orders: [(&str, Order); 5] = [("=", u64::eq), ("<", u64::lt), ("<=", u64::le), (">", u64::gt), (">=", u64::ge)];
    for (sign, holds) in orders {
        add(format!("{a} {sign} {b}"), Box::new(move |p| holds(&p[0], &p[1])));
    }
    all
}

struct Search<'s> {
    sample: &'s Sample,
    values: &'s [u64],
    /// Expressions in the two coordinates.
    terms: Vec<Term>,
    conditions: Vec<Condition>,
    cx: &'s Context,
}

impl Search<'_> {
    /// Adds the formulas of these places, behind the cases that come before.
    fn parted(
        &self,
        places: &[usize],
        depth: usize,
        before: &mut Vec<(String, String)>,
        found: &mut Vec<Cases>,
    ) -> Result<()> {
        if !before.is_empty()
            && let Some(cases) = self.fitted(places)?
        {
            let (own, rest) = cases.parts();
            found.push(Cases::of(before.iter().chain(own).cloned().collect(), rest.to_owned()));
            return Ok(());
        }
        if depth == 0 {
            return Ok(());
        }
        for Condition { text, holds } in &self.conditions {
            let (inside, outside): (Vec<usize>, Vec<usize>) =
                places.iter().partition(|&&at| holds(&self.sample.places[at]));
            if inside.len() < FEWEST || outside.len() < FEWEST {
                continue;
            }
            let Some(cases) = self.fitted(&inside)? else { continue };
            let known = before.len();
            let (own, rest) = cases.parts();
            before.extend(own.iter().map(|(value, within)| (value.clone(), format!("{text} and {within}"))));
            before.push((rest.to_owned(), text.clone()));
            self.parted(&outside, depth - 1, before, found)?;
            before.truncate(known);
        }
        Ok(())
    }

    /// The simplest formula of these places alone.
    fn fitted(&self, places: &[usize]) -> Result<Option<Cases>> {
        let Some(&first) = places.first() else { return Ok(None) };
        let all = &self.sample.places;
        let still = (0..2).find(|&axis| places.iter().all(|&at| all[at][axis] == all[first][axis]));
        let kept: Vec<usize> = (0..2).filter(|&axis| Some(axis) != still).collect();
        let values: Vec<i64> = places.iter().map(|&at| self.values[at] as i64).collect();
        let part = Sample {
            subject: Subject {
                variables: kept.iter().map(|&axis| self.sample.names()[axis].clone()).collect(),
                ..self.sample.subject.clone()
            },
            places: places.iter().map(|&at| kept.iter().map(|&axis| all[at][axis]).collect()).collect(),
            previous: Vec::new(),
            values: None,
            reach: self.sample.reach,
            fallen: Default::default(),
            ends: Default::default(),
            cut: None,
            afar: Default::default(),
        };
        let among = |term: &Term| Term { at: places.iter().map(|&at| term.at[at]).collect(), ..term.clone() };
        let terms = match still {
            Some(_) => of_one(&part, 0),
            None => self.terms.iter().map(among).collect(),
        };
        self.cx.tick((terms.len() * values.len()) as u64 / 16)?;
        let simplest = fits(&terms, &values, &part).into_iter().min_by_key(Fit::simplicity);
        if let Some(fit) = simplest {
            return Ok(Some(fit.cases));
        }
        // a line from 0 on is a heap
        let is_heap = part.places.iter().enumerate().all(|(n, place)| place[..] == [n as u64]);
        let [name] = part.names() else { return Ok(None) };
        let heap: Vec<u64> = places.iter().map(|&at| self.values[at]).collect();
        Ok(repetition(&heap).filter(|_| is_heap).and_then(|period| residue::cases(name, &heap, period)))
    }
}
