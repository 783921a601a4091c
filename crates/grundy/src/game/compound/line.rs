//! Remoteness, suspense and foreclosed values of all heaps of a subtraction game, in a row.
//!
//! In [`Nim`](crate::engine::closed_form::Nim) every heap can be emptied at once, so remoteness and suspense are 1 and the
//! heap is foreclosed: nothing is computed. A set that is one interval, `take[2..9]` or `take[3..]`, gives its options
//! as a window that moves on by one with the heap: least and greatest numbers of a window are kept in a queue, constant
//! time per heap. Any other set costs one look per heap and member.

use std::collections::VecDeque;

use grundy_core::{Context, Result, Spent, number::to_u64};
use grundy_sequence::set::IntSet;

use super::scale::{Scale, foreclosed, hurry};

/// The numbers of the heaps 0 to `n`.
///
/// # Errors
/// A heap too large for a row, or a spent budget.
pub(super) fn line(set: &IntSet, scale: Scale, n: u64, cx: &Context) -> Result<Vec<u32>> {
    let needed = || format!("a row of {n} numbers");
    let cells = usize::try_from(n).ok().and_then(|n| n.checked_add(1)).filter(|&c| u32::try_from(c).is_ok());
    let Some(cells) = cells else { return Err(cx.engine_limit(Spent::Memory, needed()).into()) };
    cx.reserve(4 * cells as u64).map_err(|stopped| stopped.needing(needed()))?;
    if let (Some(window), true) = (interval(set), scale != Scale::Foreclosed) {
        return windowed(window, scale, cells, cx);
    }
    let members: Vec<u64> = set.members_up_to(n).collect();
    let mut row: Vec<u32> = Vec::with_capacity(cells);
    let mut seen = Vec::new();
    for heap in 0..cells {
        let options = || members.iter().take_while(|&&k| k <= heap as u64).map(|&k| row[heap - k as usize]);
        let count = members.partition_point(|&k| k <= heap as u64);
        cx.tick(1 + count as u64)?;
        let number = match scale {
            Scale::Foreclosed => foreclosed(options(), &mut seen),
            _ => hurry(options(), scale),
        };
        row.push(number);
        if heap % (1 << 16) == 0 {
            cx.progress(heap as u64, Some(n));
        }
    }
    Ok(row)
}

/// The set as one interval, from and to (`None`: without end).
fn interval(set: &IntSet) -> Option<(usize, Option<usize>)> {
    let [piece] = set.pieces()?.0.as_slice() else { return None };
    let from = usize::try_from(to_u64(&piece.from)?).ok()?;
    // an end beyond all heaps is no end
    let to = piece.to.as_ref().and_then(to_u64).and_then(|to| usize::try_from(to).ok());
    piece.is_interval().then_some((from, to))
}

/// As [`line`], for an interval: two queues keep the best even and the best odd number of the window.
fn windowed((from, to): (usize, Option<usize>), scale: Scale, cells: usize, cx: &Context) -> Result<Vec<u32>> {
    let mut row: Vec<u32> = Vec::with_capacity(cells);
    // heaps whose numbers may still be the best: better ones first
    let mut queues: [VecDeque<usize>; 2] = Default::default();
    let shorter = scale == Scale::Remoteness;
    for heap in 0..cells {
        cx.tick(1)?;
        if let Some(enters) = heap.checked_sub(from) {
            let number = row[enters];
            let odd = number % 2 == 1;
            let queue = &mut queues[usize::from(odd)];
            let lesser_is_better = shorter != odd;
            let no_better = |old: u32| if lesser_is_better { old >= number } else { old <= number };
            while queue.back().is_some_and(|&old| no_better(row[old])) {
                queue.pop_back();
            }
            queue.push_back(enters);
        }
        if let Some(first) = to.and_then(|to| heap.checked_sub(to)) {
            for queue in &mut queues {
                while queue.front().is_some_and(|&old| old < first) {
                    queue.pop_front();
                }
            }
        }
        let best = queues[0].front().or(queues[1].front());
        row.push(best.map_or(0, |&at| row[at] + 1));
        if heap % (1 << 16) == 0 {
            cx.progress(heap as u64, Some(cells as u64));
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Kind;

    fn set(text: &str) -> IntSet {
        match crate::game(text).unwrap().kind() {
            Kind::Take(set, _) => set.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn windows_say_what_the_recursion_says() {
        for text in ["take[1..4]", "take[3..7]", "take[2..]", "take[1..]", "take[5]", "take[squares]", "take[2,5..6]"] {
            let set = set(text);
            for scale in [Scale::Remoteness, Scale::Suspense] {
                let fast = line(&set, scale, 200, &Context::default()).unwrap();
                let mut slow: Vec<u32> = Vec::new();
                for heap in 0..=200u64 {
                    let options: Vec<u32> = set.members_up_to(heap).map(|k| slow[(heap - k) as usize]).collect();
                    slow.push(hurry(options.into_iter(), scale));
                }
                assert_eq!(fast, slow, "{text} {scale:?}");
            }
        }
    }

    #[test]
    fn a_pile_of_which_three_may_be_taken_lasts_two_moves_a_round() {
        let cx = Context::default();
        let row = line(&set("take[1..3]"), Scale::Remoteness, 9, &cx).unwrap();
        assert_eq!(row, [0, 1, 1, 1, 2, 3, 3, 3, 4, 5]);
    }
}
