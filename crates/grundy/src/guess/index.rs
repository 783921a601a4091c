//! An index of well-known integer sequences, with the numbers of the On-Line Encyclopedia of Integer Sequences.
//!
//! Numbers and names are facts; the terms are computed here, by a small function for each entry, those of games by our
//! own engines. Nothing is read from a file or from the net.
//!
//! Compared are the values of a one-heap game, its P-positions in order, the smaller and the larger entries of the
//! P-positions of two coordinates, and tables by antidiagonals, shifted by at most four places. An agreement counts
//! only where it is long: at least 16 terms, and more where the terms take few different values.

mod arithmetic;
mod digital;
mod games;
mod lines;
mod others;
mod polynomials;

use std::sync::LazyLock;

use grundy_notation::renamed;

use super::judge::judge;
use super::sample::Sample;
use super::terms::plus;
use super::{Finding, Kind};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::Game;
use crate::statement::Spelt;
use crate::words::{Sentence, Words};

/// Makes the game whose values are the terms.
pub(super) type Make = fn() -> Option<Game>;

/// How the terms of a sequence are computed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Terms {
    /// The term of each index.
    Of(fn(u64) -> u64),
    /// The numbers from 0 (or from this number) on that have a property, in order.
    Where(u64, fn(u64) -> bool),
    /// So many terms from the start.
    List(fn(usize) -> Vec<u64>),
    /// A symmetric table by antidiagonals; indices from the number on.
    Table(u64, fn(u64, u64) -> u64),
    /// The values of a one-heap game from this heap on.
    Values(Make, u64),
    /// The P-positions of a one-heap game in order.
    Losing(Make),
    /// The values of a game of two coordinates by antidiagonals.
    Pairs(Make),
    /// Its values on the diagonal.
    Diagonal(Make),
}

/// The sequence with this label, `A002188`; `None`: that is no label, or the index has no such sequence.
///
/// ```
/// let entry = grundy::guess::index::labelled("a002188").unwrap();
/// assert!(entry.name.contains("Grundy's game"));
/// assert!(grundy::guess::index::labelled("A000000").is_none());
/// ```
#[must_use]
pub fn labelled(label: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.number == number_of(label).unwrap_or(0))
}

/// The number that a label of the encyclopedia tells: 45 of `A000045`.
#[must_use]
pub fn number_of(label: &str) -> Option<u32> {
    let digits = label.strip_prefix(['A', 'a'])?;
    let is_number = (6..=7).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// A sequence of the index.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The number: 45 for A000045.
    pub number: u32,
    /// The index of the first term.
    pub from: u64,
    /// What it is.
    pub name: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
    /// The term of index n as an expression of the notation, where it has one.
    pub formula: Option<&'static str>,
    terms: Terms,
}

const fn entry(number: u32, from: u64, name: &'static str, chinese: &'static str, terms: Terms) -> Entry {
    Entry { number, from, name, chinese, formula: None, terms }
}

/// An entry with a formula of the notation.
const fn with(
    number: u32,
    from: u64,
    name: &'static str,
    chinese: &'static str,
    formula: &'static str,
    terms: Terms,
) -> Entry {
    Entry { number, from, name, chinese, formula: Some(formula), terms }
}

impl Entry {
    /// `A000045`
    #[must_use]
    pub fn label(&self) -> String {
        format!("A{:06}", self.number)
    }

    /// The first terms, as many as fit in 64 bits, at most `count`.
    ///
    /// Linear in `count` for most; sieves and games take more.
    #[must_use]
    pub fn first(&self, count: usize) -> Vec<u64> {
        let mut terms: Vec<u64> = match self.terms {
            Terms::Of(f) => (self.from..).take(count).map(f).collect(),
            Terms::Where(start, f) => (start..start + 40_000).filter(|n| f(*n)).take(count).collect(),
            Terms::List(f) => f(count),
            Terms::Table(start, f) => antidiagonals(count, |x, y| Some(f(x + start, y + start))),
            Terms::Values(game, start) => values(game, |n| vec![n + start], count),
            Terms::Losing(game) => {
                let mut heaps = 8 * count;
                loop {
                    let values = values(game, |n| vec![n], heaps);
                    let zeros = values.iter().zip(0..).filter(|(v, _)| **v == 0).map(|(_, n)| n);
                    let found: Vec<u64> = zeros.take(count).collect();
                    if found.len() == count || heaps > 40_000 {
                        break found;
                    }
                    heaps *= 2;
                }
            }
            Terms::Diagonal(game) => {
                // the far end first: the table is laid out once
                let count = count.min(DIAGONAL);
                let _ = values(game, |_| vec![count as u64, count as u64], 1);
                values(game, |n| vec![n, n], count)
            }
            Terms::Pairs(game) => {
                let Some(game) = game() else { return Vec::new() };
                antidiagonals(count, |x, y| game.value((x, y)).ok().and_then(|v| crate::number::to_u64(&v)))
            }
        };
        terms.truncate(count);
        // what left the range of 64 bits is no term
        if let Some(end) = terms.iter().position(|t| *t == u64::MAX) {
            terms.truncate(end);
        }
        terms
    }
}

fn values(game: Make, place: impl Fn(u64) -> Vec<u64>, count: usize) -> Vec<u64> {
    let Some(game) = game() else { return Vec::new() };
    let cx = Context::default();
    let value = |n: u64| {
        let place = place(n).into_iter().map(crate::Nat::from).collect();
        crate::number::to_u64(&game.value_at(&place, &cx).ok()?)
    };
    (0..count as u64).map_while(value).collect()
}

fn antidiagonals(count: usize, cell: impl Fn(u64, u64) -> Option<u64>) -> Vec<u64> {
    (0..).flat_map(|sum| (0..=sum).map(move |x| (x, sum - x))).map_while(|(x, y)| cell(x, y)).take(count).collect()
}

/// All entries, by number.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut all: Vec<Entry> =
        [arithmetic::ENTRIES, digital::ENTRIES, games::ENTRIES, lines::ENTRIES, others::ENTRIES, polynomials::ENTRIES]
            .concat();
    all.sort_by_key(|e| e.number);
    all
});

/// Terms that are compared.
const COMPARED: usize = 120;

/// Terms of a diagonal: each is as dear as all before it.
const DIAGONAL: usize = 48;

/// Terms that are compared before more are computed.
const FEW: usize = 20;

static FIRST: LazyLock<Vec<Vec<u64>>> = LazyLock::new(|| ENTRIES.iter().map(|e| e.first(FEW)).collect());

/// So many sequences are told.
const MOST: usize = 4;

/// The sequences of the index that the sample shows.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    for shown in sequences(sample) {
        cx.tick((ENTRIES.len() * 40) as u64)?;
        let mut hits: Vec<(u64, usize, i64, usize)> = Vec::new();
        for (at, terms) in FIRST.iter().enumerate() {
            let shifts = [0i64, 1, -1, 2, -2, 3, -3, 4, -4].into_iter();
            let alike: Vec<i64> = shifts.filter(|s| overlap(&shown.terms, terms, *s).is_some()).collect();
            if alike.is_empty() {
                continue;
            }
            let terms = ENTRIES[at].first(COMPARED);
            let best = alike.into_iter().find_map(|s| agreement(&shown.terms, &terms, s).map(|count| (s, count)));
            if let Some((shift, count)) = best {
                hits.push((shift.unsigned_abs(), at, shift, count));
            }
        }
        hits.sort_unstable();
        // the least shifts are enough
        if let Some(least) = hits.first().map(|h| h.0) {
            hits.retain(|h| h.0 == least);
        }
        for (_, at, shift, count) in hits.into_iter().take(MOST) {
            found.extend(shown.finding(sample, &ENTRIES[at], shift, count, cx)?);
        }
    }
    Ok(found)
}

/// A list of terms that somebody has may begin so much later than the sequence.
const LATER: usize = 8;

/// The sequences of the index that hold these terms, with the index of the first; those that begin with them come first.
///
/// Of fewer than 6 terms nothing is said.
#[must_use]
pub fn holding(terms: &[u64]) -> Vec<(&'static Entry, u64)> {
    let mut found = Vec::new();
    for (entry, known) in ENTRIES.iter().zip(FIRST.iter()).filter(|_| terms.len() >= LEAST) {
        let begins = |known: &[u64], later: usize| {
            let known = known.get(later..).unwrap_or_default();
            let count = known.len().min(terms.len());
            (known[..count] == terms[..count]).then_some(count)
        };
        let near = (0..=LATER).filter(|&later| begins(known, later).is_some_and(|count| count >= LEAST));
        let near: Vec<usize> = near.collect();
        if near.is_empty() {
            continue;
        }
        let known = entry.first(terms.len() + LATER);
        let later = near.into_iter().find(|&later| begins(&known, later) == Some(terms.len()));
        found.extend(later.map(|later| (later, entry)));
    }
    found.sort_by_key(|(later, entry)| (*later, entry.number));
    found.into_iter().map(|(later, entry)| (entry, entry.from + later as u64)).collect()
}

/// Fewer terms are in many sequences.
const LEAST: usize = 6;

/// A sequence that the game shows.
struct Shown {
    /// What it is: `the P-positions in order`.
    what: Words,
    terms: Vec<u64>,
    /// Are these the values of heaps 0, 1, 2 …?
    values: bool,
}

fn sequences(sample: &Sample) -> Vec<Shown> {
    let shown = |en: &str, zh: &str, terms: Vec<u64>| Shown { what: Words::new(en, zh), terms, values: false };
    let mut all: Vec<Shown> = Vec::new();
    let losing = || sample.places.iter().zip(&sample.previous).filter(|(_, p)| **p).map(|(place, _)| place);
    match sample.names() {
        [_] => {
            if let Some(values) = sample.values.as_ref().filter(|_| sample.first_heap().is_some()) {
                let terms = values.iter().copied().take(COMPARED).collect();
                all.push(Shown { what: Words::new("the values", "值"), terms, values: true });
            }
            let positions: Vec<u64> = losing().map(|p| p[0]).take(COMPARED).collect();
            // too even, and the list says no more than the law
            all.push(shown("the P-positions in order", "P 局面依次", positions));
            if let Some(values) = &sample.values {
                // where each value comes first
                let mut firsts = Vec::new();
                for v in 0.. {
                    match values.iter().position(|w| *w == v) {
                        Some(at) if firsts.len() < COMPARED => firsts.push(sample.places[at][0]),
                        _ => break,
                    }
                }
                if firsts.windows(2).any(|w| w[1] != w[0] + 1) && firsts.windows(2).all(|w| w[0] < w[1]) {
                    all.push(shown(
                        "the smallest heaps with the values 0, 1, 2, …",
                        "值 0、1、2……最早出现的堆",
                        firsts,
                    ));
                }
            }
        }
        [_, _] => {
            let mut pairs: Vec<(u64, u64)> = losing().filter(|p| p[0] <= p[1]).map(|p| (p[0], p[1])).collect();
            pairs.sort_unstable();
            let rising = pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1);
            if rising {
                // those near the end of the sample may lack a partner
                pairs.retain(|p| p.0 + p.1 <= sample.reach);
                all.push(shown(
                    "the smaller entries of the P-positions",
                    "P 局面中较小的数",
                    pairs.iter().map(|p| p.0).collect(),
                ));
                all.push(shown(
                    "the larger entries of the P-positions",
                    "P 局面中较大的数",
                    pairs.iter().map(|p| p.1).collect(),
                ));
            }
            if let Some(values) = &sample.values {
                let terms = values.iter().copied().take(COMPARED).collect();
                all.push(shown("the values by antidiagonals", "值按反对角线", terms));
                let diagonal = sample.places.iter().zip(values).filter(|(p, _)| p[0] == p[1]).map(|(_, v)| *v);
                all.push(shown("the values on the diagonal", "对角线上的值", diagonal.take(COMPARED).collect()));
            }
        }
        _ => {}
    }
    // of lists that are lines a law says more
    all.retain(|s| s.values || !s.terms.windows(3).all(|w| w[1] + w[1] == w[0] + w[2]));
    all
}

/// The terms that can be compared, `shown[k] = terms[k + shift]`, if all agree and there are 16 at least.
fn overlap<'s>(shown: &'s [u64], terms: &[u64], shift: i64) -> Option<&'s [u64]> {
    let ahead = usize::try_from(shift.max(0)).ok()?;
    let behind = usize::try_from((-shift).max(0)).ok()?;
    let (shown, terms) = (shown.get(behind..)?, terms.get(ahead..)?);
    let count = shown.len().min(terms.len());
    (count >= 16 && shown[..count] == terms[..count]).then(|| &shown[..count])
}

/// The number of terms that agree, if all do and they say enough.
fn agreement(shown: &[u64], terms: &[u64], shift: i64) -> Option<usize> {
    let shown = overlap(shown, terms, shift)?;
    let count = shown.len();
    let mut different: Vec<u64> = shown.to_vec();
    different.sort_unstable();
    different.dedup();
    let changes = shown.windows(2).filter(|w| w[0] != w[1]).count();
    let least = match different.len() {
        // a constant, or one change, is no pattern
        1 => return None,
        2 => 40,
        3..=5 => 28,
        _ => 16,
    };
    (count >= least && changes >= 6).then_some(count)
}

impl Shown {
    /// What these terms are in the index, so far ahead of it.
    fn words(&self, entry: &Entry, shift: i64) -> Words {
        let (label, Words { english, chinese, .. }) = (entry.label(), &self.what);
        let (english_from, chinese_from) = match shift {
            0 => (String::new(), String::new()),
            s if s > 0 => {
                let index = entry.from + s.unsigned_abs();
                (format!(", from its index {index} on"), format!("，自其下标 {index} 起"))
            }
            s => (format!(", after the first {}", -s), format!("，去掉前 {} 项", -s)),
        };
        Words::new(
            format!("{english} are {label}{english_from}: {}", entry.name),
            format!("{chinese}是 {label}{chinese_from}：{}", entry.chinese),
        )
    }

    fn finding(
        &self,
        sample: &Sample,
        entry: &Entry,
        shift: i64,
        count: usize,
        cx: &Context,
    ) -> Result<Option<Finding>> {
        let label = entry.label();
        let weight = 40 + 2 * shift.unsigned_abs() as u32 + if self.values { 0 } else { 3 };
        let evidence = Evidence::checked(
            count.saturating_sub(1),
            Words::new(
                format!("{count} terms, computed from the definition of {label}, were compared"),
                format!("比较了按 {label} 的定义算出的 {count} 项"),
            ),
        );
        if !self.values {
            let words = self.words(entry, shift);
            return Ok(Some(Finding::new(Kind::Oeis, words, evidence, weight)));
        }
        // g(n) = A(n + d)
        let d = entry.from as i64 + shift;
        let name = &sample.names()[0];
        let index = plus(name, d);
        let from = (-shift).max(0);
        let key = if from == 0 { "guess-oeis-value" } else { "guess-oeis-value-from" };
        let (told, chinese) = (entry.name.to_owned(), entry.chinese.to_owned());
        let places = [name.clone(), label, index.clone(), told, from.to_string(), chinese];
        let mut finding = Finding::new(Kind::Oeis, Sentence::new(key, places).into(), evidence, weight);
        if let (Some(formula), 0) = (entry.formula, from) {
            let argument = if d == 0 { name.clone() } else { format!("({index})") };
            let formula = renamed(formula, &|own| (own == "n").then(|| argument.clone()));
            let formula = formula
                .replace(&format!("({name}+1)-1"), name)
                .replace(&format!("(({name}+1))"), &format!("({name}+1)"));
            match judge(sample, &Spelt::values(formula), cx)? {
                Some(judged) => {
                    if judged.evidence.is_proved() {
                        finding.evidence = judged.evidence;
                    }
                    finding = finding.claiming(judged.claim);
                }
                // the first terms agree, a later one does not
                None => return Ok(None),
            }
        }
        Ok(Some(finding))
    }
}

#[cfg(test)]
mod tests;
