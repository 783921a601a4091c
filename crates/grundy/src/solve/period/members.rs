//! Families of boards or graphs: `chomp("2xn")`. Each member is a search of its own, and the first may not be 0.

use std::time::Duration;

use grundy_core::period::Period;
use grundy_sequence::period::repetitions;

use crate::answer::{Answer, PeriodFound};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::slice::{MEMBERS, Slice};
use crate::game::{Game, Place};
use crate::number::to_u64;
use crate::period::seen::tested_on;
use crate::words::Words;

/// Members of a family of boards are searched for so many nodes …
const MEMBERS_NODES: u64 = 100_000_000;
/// … and for so long: a node of Nimstring costs twenty of Cram.
const MEMBERS_TIME: Duration = Duration::from_secs(8);

/// Numbers that make no place of a coordinate are among these, or are those of the other coordinates.
const USUAL: u64 = 3;

/// So many places of a coordinate are looked at where nothing is said, for so many nodes and so long.
const PLACES: u64 = 2000;
const PLACES_NODES: u64 = 1_000_000;
const PLACES_TIME: Duration = Duration::from_secs(1);

/// Nodes that show whether a number makes a place.
const LOOKED: u64 = 1000;

/// A proof is looked for among so many values.
const PROVED: u64 = 10_000;

/// Nodes of compounds cost more each.
const COMPOUNDS_NODES: u64 = 10_000_000;

/// A budget for families of boards or graphs, each a search of its own, which end by themselves where nobody said any.
pub(in crate::solve) fn of_members(games: &[&Game], cx: &Context) -> Option<Context> {
    if cx.is_limited() || !games.iter().any(|game| game.is_family()) {
        return None;
    }
    let is_dear = |game: &&Game| game.slice().is_some_and(Slice::is_of_components);
    let nodes = if games.iter().any(is_dear) { COMPOUNDS_NODES } else { MEMBERS_NODES };
    Some(cx.part_for(Some(nodes), MEMBERS_TIME))
}

/// The number from which on all make positions, if that is not 0: that of the first member of a family, or behind the numbers for
/// which a coordinate is no place, as two coins of `silverdollar(n, 2)` stand on one square for n = 2.
///
/// # Errors
/// A spent budget.
pub(super) fn first_of_all(game: &Game, cx: &Context) -> Result<Option<u64>> {
    let given: Vec<u64> = match (game.slice().and_then(Slice::given), game.open_sum()) {
        (Some(given), _) => given.iter().filter_map(to_u64).collect(),
        (None, Some(sum)) => sum.summands().iter().flat_map(|s| &s.place).filter_map(|c| to_u64(c.number()?)).collect(),
        (None, None) => return Ok(game.smallest_member()),
    };
    let mut first = game.smallest_member();
    for n in given.into_iter().chain(0..USUAL) {
        // a place says so at once: what is dear is one
        let looked = cx.trial(LOOKED, |part| game.value_at(&game.place(Place::heap(n))?, part));
        match looked {
            Err(Error::Bad(bad)) if game.is_no_place(&bad) => first = first.max(Some(n + 1)),
            Err(Error::Stopped(_)) => cx.check()?,
            _ => {}
        }
    }
    Ok(first)
}

/// What repeats among the values of a family of boards or graphs, member by member from the first on, seen on twice its range.
pub(super) fn among_members(
    game: &Game,
    first: u64,
    to: Option<u64>,
    answer: &mut Answer<PeriodFound>,
    cx: &Context,
) -> Result<()> {
    let whole = cx;
    // of a coordinate more places are looked at, as far as these cost little
    let is_brief = to.is_none() && !game.is_family();
    let usual = if is_brief { PLACES } else { MEMBERS };
    let short = match is_brief {
        true => Some(cx.part_for(Some(PLACES_NODES), PLACES_TIME)),
        false => of_members(&[game], cx),
    };
    let cx = short.as_ref().unwrap_or(cx);
    answer.first = first;
    let proof = |part: &Context| game.known_period(Some(PROVED), part);
    let proved = if is_brief { whole.trial_for(PLACES_NODES, PLACES_TIME, proof)?.flatten() } else { proof(cx)? };
    if let Some((period, evidence)) = proved {
        (answer.period, answer.evidence) = (Some(period), evidence);
        return Ok(());
    }
    let mut values = Vec::new();
    for n in first..=to.unwrap_or(usual) {
        // behind a number that makes no position nothing is said
        if game.place(Place::heap(n)).is_err() {
            break;
        }
        match game.value_at(&Place::heap(n), cx) {
            Ok(value) => {
                let Some(value) = to_u64(&value) else { break };
                values.push(value);
            }
            Err(Error::Stopped(_)) if is_brief && whole.check().is_ok() => break,
            Err(Error::Stopped(stopped)) => {
                answer.stopped = Some(stopped);
                break;
            }
            // a member that is loony, or beyond the upper end of the family
            Err(Error::Bad(_)) if !values.is_empty() => break,
            Err(bad) => return Err(bad),
        }
    }
    let known = values.len() as u64;
    let found = repetitions(&values).find(|found| tested_on(*found) <= known);
    answer.computed_to = (first + known).checked_sub(1).filter(|_| known > 0);
    let words = if found.is_some() { repeated_from(first) } else { unrepeated(first) };
    answer.evidence = answer.computed_to.map_or_else(Evidence::nothing, |to| Evidence::checked(to, words));
    answer.period = found.map(|found| Period { preperiod: found.preperiod + first, ..found }.into());
    Ok(())
}

/// Values that repeat from the first member on.
pub(super) fn repeated_from(first: u64) -> Words {
    if first == 0 {
        return Words::new(
            "the values repeat as far as they were computed; not proved",
            "在已算出的范围内值是重复的；未证明",
        );
    }
    Words::new(
        format!("the values from n = {first} on repeat as far as they were computed; not proved"),
        format!("从 n = {first} 起，在已算出的范围内值是重复的；未证明"),
    )
}

/// Values that do not, as far as was looked.
fn unrepeated(first: u64) -> Words {
    if first == 0 {
        return Words::new(
            "no period repeats four times at the end of these values and still holds twice as far",
            "没有周期在这些值的末尾重复四次，并且到 2 倍范围仍然成立",
        );
    }
    Words::new(
        format!(
            "no period repeats four times at the end of the values from n = {first} on and still holds twice as far"
        ),
        format!("从 n = {first} 起，没有周期在这些值的末尾重复四次，并且到两倍范围仍然成立"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Session};

    /// A node of Nimstring costs twenty of Cram: nodes alone do not say how long the members take.
    #[test]
    fn members_that_nobody_limited_have_a_clock() {
        let game = |text: &str| Session::new().game(text).unwrap().game;
        let (family, heaps, free) = (game("nimstring(\"2xn\")"), game("kayles"), Context::default());
        let part = of_members(&[&family, &heaps], &free).unwrap();
        assert!(part.nodes_left().is_some() && part.time_left().is_some());
        assert!(of_members(&[&heaps], &free).is_none());
        let asked = Context::new(Budget { nodes: Some(1000), ..Budget::UNLIMITED });
        assert!(of_members(&[&family], &asked).is_none());
    }
}
