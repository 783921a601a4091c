//! Several piles that are one place: a row of stones for each number, one below the other.
//!
//! A move presses the first stone that goes in every pile that gets smaller. Where two moves take the same and give
//! other piles different numbers, the free squares behind those piles are pressed as well, and alone where nothing is taken.
//! What leaves the numbers as they are (a pass) has a word to press.
//!
//! Cost: in games whose lists are sorted, piles times moves for each move that is looked up.

use std::collections::BTreeMap;

use grundy_core::Nat;
use grundy_core::number::{shorten, to_usize};

use super::row::Row;
use super::{Asked, Drawn, Form, Part, Press};
use crate::game::Component;

/// Draws a list of piles that stay where they stand.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    piles(asked, |before, after| (before.len() == after.len()).then(|| after.to_vec()))
}

/// Draws a list of piles that prints in ascending order, whatever pile was changed.
#[must_use]
pub fn draw_sorted(asked: &Asked<'_>) -> Option<Drawn> {
    piles(asked, unsorted)
}

/// Draws a list of piles that loses its empty ends.
#[must_use]
pub fn draw_ends(asked: &Asked<'_>) -> Option<Drawn> {
    piles(asked, |before, after| {
        let missing = before.len().checked_sub(after.len())?;
        let zeros = || std::iter::repeat_n(Nat::ZERO, missing);
        let left: Vec<Nat> = zeros().chain(after.iter().cloned()).collect();
        let right: Vec<Nat> = after.iter().cloned().chain(zeros()).collect();
        let lowers = |list: &Vec<Nat>| list.iter().zip(before).all(|(now, was)| now <= was);
        // the same list may be left by either end: then it is one move
        [left, right]
            .into_iter()
            .find(|list| lowers(list) && list.iter().zip(before).filter(|(a, b)| a != b).count() == 1)
    })
}

/// The list after the move with each pile where it stood: one got smaller, the others stay or grow.
fn unsorted(before: &[Nat], after: &[Nat]) -> Option<Vec<Nat>> {
    let mut after: Vec<Nat> = after.iter().filter(|n| **n > Nat::ZERO).cloned().collect();
    after.sort_unstable();
    // one pile got smaller; the others, none of which gets smaller, are matched in order
    let mut best: Option<(usize, Vec<Nat>)> = None;
    for pile in 0..before.len() {
        let others: Vec<usize> = (0..before.len()).filter(|&i| i != pile).collect();
        let standing = others.iter().filter(|&&i| before[i] > Nat::ZERO).count();
        let choices: Vec<Option<usize>> = match after.len().checked_sub(standing) {
            Some(0) => vec![None],
            Some(1) => (0..after.len()).map(Some).collect(),
            _ => continue,
        };
        for left in choices {
            let size = left.map_or(Nat::ZERO, |at| after[at].clone());
            if size >= before[pile] {
                continue;
            }
            let mut rest = after.iter().enumerate().filter(|(at, _)| Some(*at) != left).map(|(_, n)| n.clone());
            let mut list = before.to_vec();
            list[pile] = size;
            let mut standing: Vec<usize> = others.iter().copied().filter(|&i| before[i] > Nat::ZERO).collect();
            standing.sort_by(|&a, &b| before[a].cmp(&before[b]));
            let fits = standing.iter().all(|&i| {
                rest.next().is_some_and(|n| {
                    let grows = n >= before[i];
                    list[i] = n;
                    grows
                })
            });
            let changed = list.iter().zip(before).filter(|(a, b)| a != b).count();
            if fits && best.as_ref().is_none_or(|(least, _)| changed < *least) {
                best = Some((changed, list));
            }
        }
    }
    best.map(|(_, list)| list)
}

fn piles(asked: &Asked<'_>, place: impl Fn(&[Nat], &[Nat]) -> Option<Vec<Nat>>) -> Option<Drawn> {
    let before = asked.place().as_slice();
    let many = before.len();
    if many == 0 || many * 3 > asked.room {
        return None;
    }
    let room = asked.room / many - 1;
    let mut parts = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut top = 0.0;
    for (pile, size) in before.iter().enumerate() {
        let row = Row::new(size, room, asked.line, top);
        let label = Part::new(format!("p{pile}"), Form::Text, [-0.6, top + 0.5]).text(shorten(size)).tone("label");
        let (number, size_text) = (pile + 1, shorten(size));
        parts.push(label.say(format!("pile {number}: {size_text}"), format!("第 {number} 堆：{size_text}")));
        for index in row.indices() {
            let Some(at) = row.at(&index) else { continue };
            let taken = size - &index;
            let part = Part::new(format!("p{pile}.{index}"), Form::Stone, at);
            parts.push(part.say(
                format!("take {taken} from pile {number}, leave {index}"),
                format!("从第 {number} 堆取 {taken}，剩 {index}"),
            ));
        }
        parts.extend(row.bar(&format!("p{pile}.bar")));
        top += row.height() + 0.3;
        rows.push(row);
    }
    let after: Vec<Option<Vec<Nat>>> = asked
        .moves
        .iter()
        .map(|(_, left)| match left {
            [one] if one.game == *asked.game => place(before, &one.place),
            // chips that were in hand, which is another game with fewer of them
            [one] if grows(before, one.place.as_slice()) => Some(one.place.as_slice().to_vec()),
            _ => None,
        })
        .collect();
    // moves that take the same are told apart by what they give
    let mut alike: BTreeMap<Vec<(usize, Nat)>, usize> = BTreeMap::new();
    let lowered = |list: &[Nat]| -> Vec<(usize, Nat)> {
        let smaller = list.iter().zip(before).enumerate().filter(|(_, (now, was))| now < was);
        smaller.map(|(pile, (now, _))| (pile, now.clone())).collect()
    };
    after.iter().flatten().for_each(|list| *alike.entry(lowered(list)).or_default() += 1);
    let mut gaps: Vec<(usize, usize)> = Vec::new();
    let mut passes = false;
    let mut presses = Vec::new();
    for ((_, left), list) in asked.moves.iter().zip(&after) {
        let press = match list {
            Some(list) => given(before, list, alike[&lowered(list)] > 1, &rows, &mut gaps),
            None if is_pass(before, left) => {
                passes = true;
                Some(Press::of(["pass".to_owned()]))
            }
            None => None,
        };
        presses.push(press.into_iter().collect());
    }
    gaps.sort_unstable();
    gaps.dedup();
    for (pile, further) in gaps {
        let (number, more) = (pile + 1, further + 1);
        let part = Part::new(format!("p{pile}.+{more}"), Form::Gap, rows[pile].behind(further));
        parts.push(part.say(format!("put {more} on pile {number}"), format!("向第 {number} 堆放 {more} 枚")));
    }
    if passes {
        parts.push(Part::new("pass", Form::Text, [0.8, top + 0.5]).text("pass").say("pass", "跳过"));
    }
    Some(Drawn { parts, presses })
}

fn is_pass(before: &[Nat], left: &[Component]) -> bool {
    matches!(left, [one] if one.place.as_slice() == before)
}

/// Does the list only get more?
fn grows(before: &[Nat], after: &[Nat]) -> bool {
    before.len() == after.len() && before != after && before.iter().zip(after).all(|(was, now)| was <= now)
}

/// Presses the first stone that goes of each pile, and if need be, or where none goes, the last square that is filled.
fn given(before: &[Nat], list: &[Nat], whole: bool, rows: &[Row], gaps: &mut Vec<(usize, usize)>) -> Option<Press> {
    let mut press = Press::default();
    let mut wanted = Vec::new();
    for (pile, (now, was)) in list.iter().zip(before).enumerate() {
        if now < was {
            rows[pile].at(now)?;
            press.press.push(format!("p{pile}.{now}"));
            let gone = rows[pile].indices().into_iter().filter(|index| index >= now);
            press.takes.extend(gone.map(|index| format!("p{pile}.{index}")));
        } else if now > was {
            let more = to_usize(&(now - was)).filter(|more| *more <= 100)?;
            wanted.push((pile, more - 1));
            press.puts.extend(
                (0..more).map(|i| Part::new(format!("p{pile}.+{}s", i + 1), Form::Stone, rows[pile].behind(i))),
            );
        }
    }
    if press.press.is_empty() && wanted.is_empty() {
        return None;
    }
    if whole || press.press.is_empty() {
        press.press.extend(wanted.iter().map(|(pile, further)| format!("p{pile}.+{}", further + 1)));
        gaps.extend(wanted);
    }
    Some(press)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nats(list: &[u8]) -> Vec<Nat> {
        list.iter().map(|&n| Nat::from(n)).collect()
    }

    #[test]
    fn sorted_lists_are_put_back_in_their_places() {
        for (before, after, list) in [
            (&[2, 4, 6][..], &[2, 3, 4][..], &[2, 4, 3][..]),
            (&[1, 2, 3], &[1, 2], &[1, 2, 0]),
            (&[1, 2, 3], &[2, 2], &[2, 2, 0]),
            (&[1], &[0], &[0]),
        ] {
            assert_eq!(unsorted(&nats(before), &nats(after)), Some(nats(list)), "{before:?} {after:?}");
        }
    }
}
