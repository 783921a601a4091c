//! What one move makes of a component, in canonical form.
//!
//! Parts of one game stand together (games in the order of the rule), sorted ascending; heaps of size 0, if they have no moves, are
//! left out unless nothing else is left. Two ways to the same parts are one option. Options are ordered by the list of their
//! numbers: numerically, a prefix first; those that leave boards or other texts by what they print.

use std::cmp::Ordering;

use super::{Component, Game, Place, Shape};
use crate::game::show_components;
use crate::number::Nat;

/// The components that a move leaves, in canonical form.
pub(crate) type Parts = Vec<Component>;

/// Some options of a component.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// How many there are in all; `None` where they are too many to look for them all.
    pub(crate) count: Option<Nat>,
    /// The first ones in order.
    pub(crate) first: Vec<Parts>,
}

impl Default for Options {
    /// No option.
    fn default() -> Self {
        Options { count: Some(Nat::ZERO), first: Vec::new() }
    }
}

impl Options {
    /// From all options, in any order, with repetitions.
    pub(crate) fn of(mut all: Vec<Parts>, limit: usize) -> Self {
        if all.len() <= PRINTED && all.iter().all(|parts| is_text(parts)) {
            // each is printed once: to print a large graph takes its time
            all.sort_by_cached_key(|parts| show_components(parts));
        } else {
            all.sort_by(compare);
        }
        all.dedup();
        let count = Some(Nat::from(all.len()));
        all.truncate(limit);
        Options { count, first: all }
    }

    /// Some of those that there are.
    pub(crate) fn some(first: Vec<Parts>) -> Self {
        Options { count: None, first }
    }

    /// Counts so many more.
    pub(crate) fn add(&mut self, count: Option<Nat>) {
        self.count = self.count.take().zip(count).map(|(sum, own)| sum + own);
    }

    /// Are there more than the first ones?
    pub(crate) fn has_more(&self) -> bool {
        self.count.as_ref().is_none_or(|count| *count > Nat::from(self.first.len()))
    }

    /// With more options, none of which is among them: each one part.
    pub(crate) fn and(mut self, more: Vec<Component>, limit: usize) -> Self {
        if !more.is_empty() {
            self.add(Some(Nat::from(more.len())));
            self.first.extend(more.into_iter().map(|part| vec![part]));
            self.first.sort_by(compare);
            self.first.truncate(limit);
        }
        self
    }

    /// From the listing of a law: parts of one game.
    pub(crate) fn of_listing(game: &Game, listing: impl Into<super::Listing>) -> Self {
        let listing = listing.into();
        let component = |place: Place| Component { game: game.clone(), place };
        Options {
            count: Some(listing.count),
            first: listing.first.into_iter().map(|parts| parts.into_iter().map(component).collect()).collect(),
        }
    }
}

/// Brings the parts of one option to canonical form.
pub(crate) fn canonical(parts: &[Component]) -> Parts {
    if let [only] = parts {
        return vec![only.clone()];
    }
    let mut kept: Parts = parts.iter().filter(|c| !c.is_empty_heap()).cloned().collect();
    if kept.is_empty() {
        kept.extend(parts.first().cloned());
    }
    if kept.len() > 1 {
        let order: Vec<u32> = parts.iter().map(|c| c.game.id()).collect();
        let rank = |c: &Component| order.iter().position(|&id| id == c.game.id());
        kept.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.game.compare_places(&a.place, &b.place)));
    }
    kept
}

/// The texts of so many options are held at once.
const PRINTED: usize = 1 << 12;

/// Is there a board or another text among these parts?
fn is_text(parts: &[Component]) -> bool {
    parts.iter().any(|c| c.game.shape() == Shape::Text)
}

/// The stated order of options.
pub(crate) fn compare(a: &Parts, b: &Parts) -> Ordering {
    if is_text(a) || is_text(b) {
        return show_components(a).cmp(&show_components(b));
    }
    let numbers = |parts: &'_ Parts| {
        let mut numbers: Vec<Nat> = Vec::new();
        parts.iter().for_each(|c| c.game.coordinates_of(&c.place, &mut numbers));
        numbers
    };
    let by_numbers = match (a.as_slice(), b.as_slice()) {
        ([x], [y]) if x.game == y.game => x.game.compare_places(&x.place, &y.place),
        _ => numbers(a).cmp(&numbers(b)),
    };
    by_numbers
        .then_with(|| a.len().cmp(&b.len()))
        .then_with(|| a.iter().map(|c| c.game.text()).cmp(b.iter().map(|c| c.game.text())))
}
