//! Values in binary columns, their xor, and the moves that make it 0.

use dashu_int::ops::BitTest;
use rustc_hash::{FxHashMap, FxHashSet};

use super::SHOWN;
use crate::answer::{Answer, Step};
use crate::context::Context;
use crate::error::Result;
use crate::game::{Component, show_components};
use crate::number::{Nat, shorten};
use crate::position::Position;
use crate::words::{Sentence, Words};

/// A row for each component and copy; many copies cancel in pairs.
pub(super) fn rows_of<'a>(
    components: impl Iterator<Item = (&'a Component, &'a Nat, Nat)>,
    steps: &mut Vec<Step>,
) -> Vec<(Words, Nat)> {
    let mut rows = Vec::new();
    for (component, count, value) in components {
        let name = show_components(std::slice::from_ref(component));
        let copies = crate::number::to_u64(count).unwrap_or(u64::MAX);
        if copies <= 4 {
            rows.extend((0..copies).map(|_| (Words::same(&name), value.clone())));
        } else {
            let (kept, word) = if count.bit(0) { (1, "copies-leave-one") } else { (0, "copies-cancel") };
            if steps.len() < STEPS {
                steps.push(Step::Say(Sentence::new(word, [shorten(count), name.clone()])));
            }
            rows.extend((0..kept).map(|_| (Words::same(&name), value.clone())));
        }
    }
    rows
}

/// The values in binary, their xor, and the moves that make it 0.
pub(super) fn in_columns(rows: &[(Words, Nat)], total: &Nat, answer: &Answer, steps: &mut Vec<Step>) {
    if !rows.is_empty() {
        steps.push(Step::Columns { rows: first_rows(rows), xor: total.clone() });
    }
    if *total == Nat::ZERO {
        steps.push(Step::Say(Sentence::bare("xor-0")));
        return;
    }
    let bit = total.bit_len() - 1;
    let values: FxHashMap<&str, &Nat> = rows.iter().map(|(name, value)| (name.english.as_str(), value)).collect();
    let mut told = FxHashSet::default();
    for m in &answer.moves.moves {
        // equal components have equal moves: said once
        let Some(&value) = values.get(m.from.as_str()) else { continue };
        if !told.insert((m.from.as_str(), m.to.as_str())) {
            continue;
        }
        if !value.bit(bit) {
            let arguments = [m.from.clone(), m.to.clone(), shorten(value), shorten(&(value ^ total))];
            steps.push(Step::Say(Sentence::new("raises-to-xor-0", arguments)));
        } else {
            let (component, to) = (m.from.clone(), m.to.clone());
            steps.push(Step::Choose { bit, component, value: value.clone(), target: value ^ total, to });
        }
        if told.len() >= SHOWN {
            break;
        }
    }
}

/// An explanation is not made longer by small remarks beyond so many steps.
const STEPS: usize = 64;

/// Winning moves that one sentence names.
const MOVES: usize = 8;

/// A single component needs no columns: 0 is lost, anything else has a move to 0.
pub(super) fn alone(name: &str, value: &Nat, answer: &Answer, steps: &mut Vec<Step>) {
    let ended =
        |step: &Step| matches!(step, Step::Mex { position, values, .. } if position == name && values.is_empty());
    if steps.iter().any(ended) {
        steps.push(Step::Say(Sentence::bare("no-move")));
        return;
    }
    if *value == Nat::ZERO {
        steps.push(Step::Say(Sentence::new("value-0", [name])));
        return;
    }
    let mut moves: Vec<String> = Vec::new();
    let mut more = answer.moves.truncated();
    for m in &answer.moves.moves {
        let step = if m.from == name { m.to.clone() } else { format!("{} → {}", m.from, m.to) };
        if moves.contains(&step) {
            continue;
        }
        if moves.len() == MOVES {
            more = true;
            break;
        }
        moves.push(step);
    }
    if !moves.is_empty() {
        let key = if more { "option-0-and-more" } else { "option-0" };
        steps.push(Step::Say(Sentence::new(key, [moves.join("; ")])));
    }
}

/// The rows that a page holds; the rest is one row, so that the sum is right.
pub(super) fn first_rows(rows: &[(Words, Nat)]) -> Vec<(Words, Nat)> {
    if rows.len() <= SHOWN {
        return rows.to_vec();
    }
    let (first, rest) = rows.split_at(SHOWN - 1);
    let xor = rest.iter().fold(Nat::ZERO, |xor, (_, value)| xor ^ value);
    let mut shown = first.to_vec();
    let words = Words::new(format!("xor of {} more", rest.len()), format!("其余 {} 个的异或", rest.len()));
    shown.push((words, xor));
    shown
}

/// For a position with `?`: the values of the other components, and what the last one must have.
pub(super) fn unknown_row(position: &Position, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    let Some(hole) = &position.hole else { return Ok(()) };
    let (mut rows, mut xor) = (Vec::new(), Nat::ZERO);
    let mut own = true;
    for (component, count) in position.components() {
        let count = if component == hole.component && std::mem::take(&mut own) { count - Nat::ONE } else { count };
        if count.bit(0) {
            let value = component.game.value_at(&component.place, cx)?;
            xor ^= &value;
            rows.push((Words::same(show_components(std::slice::from_ref(&component))), value));
        }
    }
    if rows.is_empty() {
        steps.push(Step::Say(Sentence::bare("unknown-alone")));
        return Ok(());
    }
    let needed = Sentence::new("unknown-needs", [shorten(&xor)]);
    steps.push(Step::Columns { rows: first_rows(&rows), xor });
    steps.push(Step::Say(needed));
    Ok(())
}
