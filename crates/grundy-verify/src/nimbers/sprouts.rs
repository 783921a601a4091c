//! Sprouts: a move joins two spots, or a spot to itself, by a curve that crosses nothing, and puts a new spot on it; no spot has
//! more than three ends; a player who cannot move loses.
//!
//! A position is written as its regions, each as the boundaries that one meets inside, each as the spots on the way around; spots
//! with three ends are not written (Applegate, Jacobson and Sleator 1991):
//!
//! ```text
//! 0 1 2     a spot with so many ends that one meets once; a 0 is a boundary of its own
//! a A       a spot with two ends that one meets twice: on the same boundary, or in two regions
//! . } ] !   end a boundary, a region, a part that the letters of no other part join, the position
//! ```
//!
//! With x … y … a boundary as one goes around it, all boundaries of a region being gone around in the same sense, and z the new spot:
//!
//! ```text
//! x α with y β of another boundary    x α x z y β y z, in one region
//! x to y in x α y β                   two regions with x α y z and y β x z; every other boundary goes to one of them
//! x to itself in x α                  two regions with x z and x α x z
//! ```
//!
//! A spot that has three ends then is left out where it stood. What stands for a position, see `normal.rs`, may be reached in other ways.
//!
//! Cost: the moves of a part, each brought to its normal form.

mod normal;
mod read;

use super::claims::{Play, Sum, cancelled};
use crate::{Meter, Refusal};
use normal::{Land, lands};

/// The rules.
#[derive(Debug)]
pub(super) struct Sprouts;

/// A spot on a boundary, with ends left to be joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Spot {
    /// No end: three lives.
    Free,
    /// One end: two lives.
    End,
    /// Two ends, and one meets it once: a life.
    Last,
    /// Two ends, and one meets it twice: the same number stands once more.
    Twice(u32),
}

type Boundary = Vec<Spot>;
type Region = Vec<Boundary>;

/// A position in the making: regions.
type Draft = Vec<Region>;

/// The way around from a place, without it.
fn around(boundary: &Boundary, at: usize) -> impl Iterator<Item = Spot> {
    boundary[at + 1..].iter().chain(&boundary[..at]).copied()
}

/// All moves of a draft, in which the numbers from `new` on are free.
fn moves(draft: &Draft, new: u32, visit: &mut dyn FnMut(Draft) -> Result<(), Refusal>) -> Result<(), Refusal> {
    for (at, region) in draft.iter().enumerate() {
        for (first, boundary) in region.iter().enumerate() {
            for (second, other) in region.iter().enumerate().skip(first + 1) {
                for x in 0..boundary.len() {
                    for y in 0..other.len() {
                        let joined = [walk(boundary, x, new + 1), vec![Spot::Twice(new)], walk(other, y, new + 2)];
                        let mut joined = joined.concat();
                        joined.push(Spot::Twice(new));
                        let rest = region.iter().enumerate().filter(|(i, _)| ![first, second].contains(i));
                        let region = rest.map(|(_, b)| b.clone()).chain([joined]).collect();
                        visit(after(draft, at, vec![region], [boundary[x], other[y]]))?;
                    }
                }
            }
            for x in 0..boundary.len() {
                for y in x..boundary.len() {
                    curves(draft, at, first, [x, y], new, visit)?;
                }
            }
        }
    }
    Ok(())
}

/// The way around from a spot that gets an end, back to it; `name`: the number that it has if it is met twice now.
fn walk(boundary: &Boundary, at: usize, name: u32) -> Boundary {
    match boundary[at] {
        Spot::Free => vec![Spot::End],
        Spot::End => [Spot::Twice(name)].into_iter().chain(around(boundary, at)).chain([Spot::Twice(name)]).collect(),
        Spot::Last | Spot::Twice(_) => around(boundary, at).collect(),
    }
}

/// Curves from a boundary to itself.
fn curves(
    draft: &Draft,
    at: usize,
    which: usize,
    [x, y]: [usize; 2],
    new: u32,
    visit: &mut dyn FnMut(Draft) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let boundary = &draft[at][which];
    let (z, ends) = (Spot::Twice(new), [boundary[x], boundary[y]]);
    let sides: [Boundary; 2] = if x == y {
        match ends[0] {
            // it has two ends now, and one meets it on either side
            Spot::Free => [vec![Spot::Twice(new + 1), z], vec![Spot::Twice(new + 1), z]],
            Spot::End => [vec![z], around(boundary, x).chain([z]).collect()],
            // it has one life
            Spot::Last | Spot::Twice(_) => return Ok(()),
        }
    } else if matches!(ends[0], Spot::Twice(_)) && ends[0] == ends[1] {
        // one spot with one life
        return Ok(());
    } else {
        let met = |spot: Spot, name: u32| (spot == Spot::End).then_some(Spot::Twice(name));
        let (from_x, from_y) = (met(ends[0], new + 1), met(ends[1], new + 2));
        let between = boundary[x + 1..y].iter().copied();
        let beyond = boundary[y + 1..].iter().chain(&boundary[..x]).copied();
        [
            from_x.into_iter().chain(between).chain(from_y).chain([z]).collect(),
            from_y.into_iter().chain(beyond).chain(from_x).chain([z]).collect(),
        ]
    };
    // boundaries that are alike go in numbers
    let mut kinds: Vec<(&Boundary, usize)> = Vec::new();
    for (_, other) in draft[at].iter().enumerate().filter(|(i, _)| *i != which) {
        let has_name = other.iter().any(|spot| matches!(spot, Spot::Twice(_)));
        match kinds.iter_mut().find(|(kind, _)| !has_name && *kind == other) {
            Some((_, count)) => *count += 1,
            None => kinds.push((other, 1)),
        }
    }
    let mut inside = vec![0; kinds.len()];
    loop {
        let mut regions = [vec![sides[0].clone()], vec![sides[1].clone()]];
        for (&(kind, count), &inside) in kinds.iter().zip(&inside) {
            regions[0].extend(std::iter::repeat_n(kind.clone(), inside));
            regions[1].extend(std::iter::repeat_n(kind.clone(), count - inside));
        }
        visit(after(draft, at, regions.to_vec(), ends))?;
        // the next way to share them out
        let Some(more) = (0..inside.len()).find(|&i| inside[i] < kinds[i].1) else { return Ok(()) };
        inside[more] += 1;
        inside[..more].fill(0);
    }
}

/// With these regions in place of one, and without the ends that have no life left.
fn after(draft: &Draft, at: usize, regions: Vec<Region>, ends: [Spot; 2]) -> Draft {
    let others = draft.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, region)| region.clone());
    let mut left: Draft = others.chain(regions).collect();
    let is_gone = |spot: &Spot| matches!(spot, Spot::Twice(_)) && ends.contains(spot);
    left.iter_mut().flatten().for_each(|boundary| boundary.retain(|spot| !is_gone(spot)));
    left
}

impl Play for Sprouts {
    type Part = Land;

    fn position(&self, word: &str) -> Result<Vec<Land>, String> {
        let draft = read::read(word)?;
        lands(draft, &mut Meter { steps: 1 << 30, bytes: 1 << 30, cancel: None }).map_err(|refusal| refusal.reason)
    }

    fn moves(&self, part: &Land, meter: &mut Meter<'_>) -> Result<Vec<Sum<Land>>, Refusal> {
        let (draft, new) = part.draft();
        let mut found = Vec::new();
        let before = meter.bytes;
        moves(&draft, new, &mut |left| {
            meter.spend(200)?;
            meter.reserve(100)?;
            found.push(cancelled(lands(left, meter)?));
            Ok(())
        })?;
        found.sort_unstable();
        found.dedup();
        // the list lives as long as its line is checked
        meter.bytes = before;
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
