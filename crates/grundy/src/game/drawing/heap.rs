//! A heap: stones to take from the right, gaps where it may be split, or a row of pins where something may be taken from
//! the middle.
//!
//! | what a move leaves of n | press |
//! |---|---|
//! | one heap of m < n | stone m: it and all to its right go; in a row the first and the last pin of either end |
//! | several heaps, together n | the gap between them |
//! | several heaps, together less | the first and the last pin that go, and further gaps |

use grundy_core::Nat;

use super::row::Row;
use super::{Asked, Drawn, Form, Part, Press, breaks, sizes};
use crate::game::Component;

/// Draws one heap, whose size is the number of the place.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    let left: Vec<Option<Vec<Nat>>> = asked.moves.iter().map(|(_, left)| sizes(left)).collect();
    Some(heap(asked.place().first()?, left, breaks(asked.game), asked))
}

/// Draws the first number of the place as a heap; further ones are a memory that is written beside it.
#[must_use]
pub fn draw_first(asked: &Asked<'_>) -> Option<Drawn> {
    let first = |left: &[Component]| match left {
        [one] => one.place.first().map(|n| vec![n.clone()]),
        _ => None,
    };
    let left = asked.moves.iter().map(|(_, left)| first(left)).collect();
    let (size, rest) = asked.place().split_first()?;
    let mut drawn = heap(size, left, false, asked);
    let height = drawn.parts.iter().map(|part| part.at[1]).fold(0.5, f64::max);
    let memory: Vec<String> = rest.iter().map(grundy_core::number::shorten).collect();
    let memory = memory.join(", ");
    let note = Part::new("memory", Form::Text, [0.5, height + 1.0]).text(format!("≤ {memory}"));
    drawn.parts.push(note.say(format!("at most {memory} now"), format!("这一步至多 {memory}")));
    Some(drawn)
}

fn heap(size: &Nat, left: Vec<Option<Vec<Nat>>>, breaks: bool, asked: &Asked<'_>) -> Drawn {
    let total = |heaps: &[Nat]| heaps.iter().fold(Nat::ZERO, |sum, n| sum + n);
    let is_row = breaks || left.iter().flatten().any(|heaps| heaps.len() > 1 && total(heaps) < *size);
    let row = Row::new(size, asked.room, asked.line, 0.0);
    // a gap would be a pin that was knocked down
    let row = if is_row { row.numbered() } else { row };
    let mut gaps: Vec<Nat> = Vec::new();
    let presses = left.iter().map(|heaps| match heaps {
        Some(heaps) if total(heaps) <= *size => {
            let taken = size - total(heaps);
            arrangements(heaps, &taken, is_row)
                .into_iter()
                .filter_map(|pieces| press(&pieces, &taken, size, is_row, &row, &mut gaps))
                .collect()
        }
        _ => Vec::new(),
    });
    let presses: Vec<Vec<Press>> = presses.collect();
    let single = |index: &Nat| presses.iter().flatten().any(|p| p.press == [index.to_string()]);
    let mut parts: Vec<Part> = Vec::new();
    for index in row.indices() {
        let Some(at) = row.at(&index) else { continue };
        let form = if is_row { Form::Pin } else { Form::Stone };
        let number = &index + Nat::ONE;
        let part = Part::new(index.to_string(), form, at);
        parts.push(match (is_row, single(&index)) {
            (true, _) => part.say(format!("pin {number}"), format!("第 {number} 根")),
            (false, true) => {
                let taken = size - &index;
                part.say(format!("take {taken}, leave {index}"), format!("取 {taken}，剩 {index}"))
            }
            (false, false) => part.say(format!("stone {number}"), format!("第 {number} 枚")),
        });
    }
    parts.extend(row.numbers());
    parts.extend(row.bar("bar"));
    gaps.sort_unstable();
    gaps.dedup();
    for index in gaps {
        if let Some(at) = row.gap(&index) {
            let rest = size - &index;
            let part = Part::new(format!("g{index}"), Form::Gap, at);
            parts.push(part.say(format!("split into {index} and {rest}"), format!("分成 {index} 和 {rest}")));
        }
    }
    if *size == Nat::ZERO {
        parts.push(Part::new("none", Form::Text, [0.5, 0.5]).text("–").say("empty", "空"));
    }
    Drawn { parts, presses }
}

/// The orders from left to right in which the heaps may stand: sizes, and `None` for what is taken.
fn arrangements<'a>(heaps: &'a [Nat], taken: &Nat, is_row: bool) -> Vec<Vec<Option<&'a Nat>>> {
    let nothing = *taken == Nat::ZERO;
    let heaps: Vec<&Nat> = heaps.iter().filter(|n| **n > Nat::ZERO || nothing).collect();
    match heaps.as_slice() {
        [] => vec![vec![None]],
        [_] if nothing => Vec::new(),
        [m] if is_row => vec![vec![Some(*m), None], vec![None, Some(*m)]],
        [m] => vec![vec![Some(*m), None]],
        [a, b] if nothing => vec![vec![Some(*a), Some(*b)], vec![Some(*b), Some(*a)]],
        [a, b] => vec![vec![Some(*a), None, Some(*b)], vec![Some(*b), None, Some(*a)]],
        [first, rest @ ..] => {
            let between = (!nothing).then_some(None);
            vec![[Some(*first)].into_iter().chain(between).chain(rest.iter().map(|n| Some(*n))).collect()]
        }
    }
}

/// The parts that say one order: the ends of what is taken, and the gaps between heaps that touch.
fn press(
    pieces: &[Option<&Nat>],
    taken: &Nat,
    size: &Nat,
    is_row: bool,
    row: &Row,
    gaps: &mut Vec<Nat>,
) -> Option<Press> {
    let (mut at, mut press, mut range) = (Nat::ZERO, Vec::new(), None);
    for (i, piece) in pieces.iter().enumerate() {
        match piece {
            None => {
                range = Some((at.clone(), &at + taken));
                at += taken;
            }
            Some(heap) => {
                if i > 0 && pieces[i - 1].is_some() {
                    row.gap(&at)?;
                    gaps.push(at.clone());
                    press.push(format!("g{at}"));
                }
                at += *heap;
            }
        }
    }
    let Some((from, to)) = range else { return Some(Press::of(press)) };
    row.at(&from)?;
    press.push(from.to_string());
    // a stone stands for all to its right; of a row both ends are pressed
    if is_row {
        let last = &to - Nat::ONE;
        row.at(&last)?;
        if last != from {
            press.push(last.to_string());
        }
    }
    assert!(to <= *size);
    let gone = row.indices().into_iter().filter(|index| *index >= from && *index < to);
    Some(Press::of(press).takes(gone.map(|index| index.to_string())))
}
