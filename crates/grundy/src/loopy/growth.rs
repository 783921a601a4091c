//! Parts that come back with others beside them: then there is no end of positions.
//!
//! In `{n -> n & 1 if n > 0 loopy}` a heap of 1 becomes two heaps of 1, and four, and so on. **When it happens.** Draw an
//! arc from a component to each part of each of its options. If a part of an option of h leads back to h and another part
//! is left beside it, play goes round as often as it likes and leaves such a part each time, so infinitely many sums can be
//! reached. If no part does, every way round leaves one part in the place of one, all other moves go down to components
//! that never lead back, and so the sums are finitely many where the components are. (Parts that are not kept — empty
//! heaps, and in normal play all whose play ends, of which only the xor of the values counts — do not count as parts.)
//!
//! Cost: the options of at most [`MOST`] components; nothing is said where there are more.

use std::collections::hash_map::Entry;

use grundy_core::{Context, Diagnostic, Result};
use rustc_hash::FxHashMap;

use crate::game::{Component, show_components};

/// No more components than this are looked at.
const MOST: usize = 1 << 10;

/// A move of one of these components, or of one that it leads to, by which the parts become more and more.
///
/// # Errors
/// Faults of a rule; a spent budget.
pub(super) fn multiplying(
    start: &[Component],
    is_kept: impl Fn(&Component) -> bool,
    cx: &Context,
) -> Result<Option<Diagnostic>> {
    let mut known = Known::default();
    for component in start.iter().filter(|c| is_kept(c)) {
        known.number(component);
    }
    let mut next = 0;
    while next < known.components.len() {
        if known.components.len() > MOST {
            return Ok(None);
        }
        let from = known.components[next].clone();
        from.game.try_each_option(&from.place, cx, |parts| {
            let kept: Vec<usize> = parts.iter().filter(|part| is_kept(part)).map(|part| known.number(part)).collect();
            known.options.push((next, kept));
            Ok(())
        })?;
        next += 1;
    }
    let leading = known.leading();
    let mut back = Vec::new();
    let mut looked_at = usize::MAX;
    for (from, parts) in known.options.iter().filter(|(_, parts)| parts.len() > 1) {
        if *from != looked_at {
            (back, looked_at) = (reached(*from, &leading), *from);
        }
        if parts.iter().any(|&part| back[part]) {
            return Ok(Some(known.told(*from, parts)));
        }
    }
    Ok(None)
}

/// From which components play can come to this one.
fn reached(to: usize, leading: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; leading.len()];
    let mut open = vec![to];
    reached[to] = true;
    while let Some(at) = open.pop() {
        for &from in &leading[at] {
            if !std::mem::replace(&mut reached[from], true) {
                open.push(from);
            }
        }
    }
    reached
}

/// The components that were met, and their options as numbers of components.
#[derive(Debug, Default)]
struct Known {
    components: Vec<Component>,
    numbers: FxHashMap<Component, usize>,
    options: Vec<(usize, Vec<usize>)>,
}

impl Known {
    fn number(&mut self, component: &Component) -> usize {
        match self.numbers.entry(component.clone()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.components.push(component.clone());
                *new.insert(self.components.len() - 1)
            }
        }
    }

    /// Of each component, those with an option that it is a part of.
    fn leading(&self) -> Vec<Vec<usize>> {
        let mut leading = vec![Vec::new(); self.components.len()];
        for (from, parts) in &self.options {
            for &part in parts {
                leading[part].push(*from);
            }
        }
        leading
    }

    fn told(&self, from: usize, parts: &[usize]) -> Diagnostic {
        let (from, parts) = (shown(&[&self.components[from]]), parts.iter().map(|&part| &self.components[part]));
        let parts = shown(&parts.collect::<Vec<_>>());
        let message =
            format!("the move from {from} to {parts} leads back to {from} with more and more parts beside it");
        Diagnostic::rule(message).suggest("where a move leaves several parts, each must get smaller")
    }
}

/// Heaps of one rule are shown as numbers: a rule is not written out again and again.
fn shown(parts: &[&Component]) -> String {
    let is_heap = |part: &&Component| part.place.len() == 1 && part.game == parts[0].game;
    if parts.iter().all(is_heap) && parts[0].game.text().starts_with('{') {
        return parts.iter().map(|part| part.place[0].to_string()).collect::<Vec<_>>().join(" & ");
    }
    show_components(&parts.iter().map(|&part| part.clone()).collect::<Vec<_>>())
}
