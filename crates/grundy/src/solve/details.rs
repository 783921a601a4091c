//! What those want who draw and play: the number of each move in the full list, how many moves there are, how far the end
//! is.
//!
//! All of it is told only where it is quick: options are counted by the set of a subtraction game or the digits of a code,
//! or listed in a short trial, and the remoteness is that of a small graph of sums. A graph that is plainly too large
//! (`extent`) is not walked at all.

use std::ops::ControlFlow;

use grundy_core::{Context, Error, Nat, Result, number::to_u64};
use grundy_sequence::take_and_break::options_before;
use rustc_hash::{FxHashMap, FxHashSet};

use super::extent;
use crate::answer::MoveList;
use crate::game::options::{Parts, compare};
use crate::game::{Component, Kind, one_by_one};
use crate::loopy::labelled::Labelled;
use crate::plan::unless_stopped;
use crate::position::Position;

/// Options of a component that are listed to number its moves …
const LISTED: u64 = 100_000;
/// … fewer of a long place, for each option is written out whole: so many numbers in all.
const NUMBERS: u64 = 1 << 20;
/// So many options are listed for all components together.
const ALL_LISTED: u64 = 1_000_000;
/// Single components whose moves are numbered.
const OCCURRENCES: usize = 10_000;
/// Nodes of the graph that is walked for the remoteness.
const GRAPH: u64 = 10_000;
/// Single components that such a graph begins with.
const SINGLES: usize = 30;

/// What is known of the options of one component.
enum Known {
    /// How many there are; of a set or a code, how many options stand before one is counted too.
    Counted(Nat),
    /// All options in the stated order.
    Listed(Vec<Parts>),
    /// Too many.
    Unknown,
}

/// The size of a component that is one heap.
fn heap(component: &Component) -> Option<u64> {
    match component.place.as_slice() {
        [n] => to_u64(n),
        _ => None,
    }
}

impl Known {
    /// What is told of a component, while so many options may be `left` to list.
    fn of(component: &Component, left: &mut u64, cx: &Context) -> Result<Known> {
        if let Kind::Take(set, _) = component.game.kind()
            && let (Some(pieces), [n]) = (set.pieces(), component.place.as_slice())
        {
            return Ok(Known::Counted(pieces.count_up_to(n)));
        }
        if let (Kind::Code(code), Some(n)) = (component.game.kind(), heap(component).filter(|n| *n <= LISTED))
            && let Some(count) = options_before(code, n, None)
        {
            return Ok(Known::Counted(Nat::from(count)));
        }
        // a trial of nodes alone would let one long list of options of a heap run
        if component.place.iter().any(|n| *n > Nat::from(LISTED)) && component.game.any().is_none() {
            return Ok(Known::Unknown);
        }
        let options = LISTED.min(NUMBERS / (component.place.len() as u64).max(1)).min(*left);
        match component.game.every_option(&component.place, &cx.part(options)) {
            Ok(listed) => {
                *left -= (listed.len() as u64).min(*left);
                Ok(Known::Listed(listed))
            }
            Err(Error::Stopped(_)) => {
                *left -= options;
                Ok(Known::Unknown)
            }
            Err(bad) => Err(bad),
        }
    }

    fn count(&self) -> Option<Nat> {
        match self {
            Known::Counted(count) => Some(count.clone()),
            Known::Listed(all) => Some(Nat::from(all.len())),
            Known::Unknown => None,
        }
    }

    /// How many options stand before this one.
    fn rank(&self, from: &Component, parts: &Parts) -> Option<Nat> {
        match (self, from.game.kind()) {
            (Known::Counted(all), Kind::Take(set, _)) => {
                // the smallest heap is left by the largest number taken
                let taken = from.place.first()? - parts.first()?.place.first()?;
                Some(all - set.pieces()?.count_up_to(&taken))
            }
            (Known::Counted(_), Kind::Code(code)) => {
                let left: Vec<u64> = parts.iter().map(heap).collect::<Option<_>>()?;
                let left = if left == [0] { &[][..] } else { &left };
                options_before(code, heap(from)?, Some(left)).map(Nat::from)
            }
            (Known::Listed(all), _) => all.binary_search_by(|option| compare(option, parts)).ok().map(Nat::from),
            _ => None,
        }
    }
}

/// Numbers the moves of a list; gives the number of all moves of the position.
///
/// # Errors
/// Faults of a rule.
pub(crate) fn number(position: &Position, list: &mut MoveList, cx: &Context) -> Result<Option<Nat>> {
    if position.is_over() {
        return Ok(Some(Nat::ZERO));
    }
    let mut known: FxHashMap<Component, Known> = FxHashMap::default();
    let moved: FxHashSet<&Component> = list.moves.iter().map(|mv| &mv.deed.from).collect();
    let (mut count, mut left) = (Some(Nat::ZERO), ALL_LISTED);
    for (component, copies) in position.components().into_iter().filter(|(_, copies)| *copies > Nat::ZERO) {
        let mut found = Known::of(&component, &mut left, cx)?;
        let own = found.count();
        if let (Known::Listed(_), Some(own), false) = (&found, &own, moved.contains(&component)) {
            // nobody asks where a move of it stands
            found = Known::Counted(own.clone());
        }
        count = count.zip(own).map(|(sum, own)| sum + copies * own);
        known.insert(component, found);
    }
    // moves before each single component that has a move in the list
    let mut before = Some(Nat::ZERO);
    let mut next = list.moves.iter_mut().peekable();
    let mut met = 0;
    position.occurrences(&|_, _| true, &mut |at| {
        let (game, place) = position.at(&at);
        let own = known.get(&Component { game: game.clone(), place: place.clone() });
        while let Some(mv) = next.next_if(|mv| mv.component == at.index) {
            let rank = own.and_then(|own| own.rank(&mv.deed.from, &mv.deed.parts));
            mv.index = before.clone().zip(rank).map(|(before, rank)| before + rank);
        }
        before = before.take().zip(own.and_then(Known::count)).map(|(before, own)| before + own);
        met += 1;
        if next.peek().is_none() || met == OCCURRENCES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Ok(count)
}

/// How many moves the play lasts, if the winner hurries and the loser does not; `None`: a draw, or not known quickly.
///
/// # Errors
/// Faults of a rule.
pub(crate) fn remoteness(position: &Position, cx: &Context) -> Result<Option<u32>> {
    let small = |n: &Nat| *n <= Nat::from(LISTED);
    let Ok(sum) = one_by_one(position.components(), SINGLES) else { return Ok(None) };
    for component in &sum {
        // who moves last is another question where the turn may stay
        if component.game.is_entailing() {
            return Ok(None);
        }
        if component.game.any().is_none() && !component.place.iter().all(small) {
            return Ok(None);
        }
    }
    let numbers: usize = sum.iter().map(|component| component.place.len()).sum();
    let nodes = GRAPH.min(NUMBERS / (numbers as u64).max(1));
    if extent::is_beyond(&sum, nodes, cx) {
        return Ok(None);
    }
    // an extra that nobody asked for by name is not charged to the answer
    unless_stopped(Labelled::whole(position.convention).remoteness(&sum, &cx.part(nodes)))
}
