//! Have two one-heap games the same values? Compared heap by heap; beyond these decided by periods.

mod codes;
mod far;
mod runs;

use grundy_core::period::NatPeriod;
use grundy_sequence::set::IntSet;

use far::{Far, far_members, taking, without_idle};
use runs::SetRuns;

use super::period::{TESTED, of_members, one_heap};
use crate::answer::{Answer, Equality, Reading};
use crate::context::Context;
use crate::equal_games::shifted;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::slice::MEMBERS;
use crate::game::{Game, GameQuestion, Place};
use crate::guess::find_period;
use crate::number::{Nat, to_u64};
use crate::words::Words;

/// The last heap that is looked at where nothing is said.
const USUAL_COMPARED: u64 = 10_000;
/// Values that are equal but for a shift are compared up to here.
const SHIFTED_TO: u64 = 2_000;
/// Families of boards have a first member before this.
const BEGINS: u64 = 8;
/// A comparison begins with so many values and doubles: the first heaps of most games that differ do.
const FIRST: u64 = 1 << 6;
/// The periods of finite sets may cost so much, where they decide a comparison …
const DECIDED: u64 = 200_000_000;
/// … and then so many heaps are compared at most.
const FURTHER: u64 = 10_000_000;
/// A law that lists the moves of this heap lists those of all.
const MOVES_OF: u64 = 12;
/// So many heaps are compared behind the first number that is in one of two sets alone.
const BEHIND: u64 = 100;
/// Sets with more numbers are not looked at one by one.
const MOST_MEMBERS: u64 = 1000;

/// Compares the values of two one-heap games on the heaps 0 to `to` (`None`: 10^4, of a family of boards 40).
///
/// Where both have the same proved period and agree on it, they are equal for ever, and the evidence says so.
///
/// # Errors
/// As [`period`].
pub(crate) fn same(a: &GameQuestion, b: &GameQuestion, to: Option<u64>, cx: &Context) -> Result<Answer<Equality>> {
    compared(a, b, to, codes::Further::Looked, cx)
}

/// As [`same`], but of codes no heap behind `to` is computed: for many comparisons of values that were computed up to there.
pub(crate) fn same_up_to(a: &GameQuestion, b: &GameQuestion, to: u64, cx: &Context) -> Result<Answer<Equality>> {
    compared(a, b, Some(to), codes::Further::Left, cx)
}

fn compared(
    a: &GameQuestion,
    b: &GameQuestion,
    to: Option<u64>,
    further: codes::Further,
    cx: &Context,
) -> Result<Answer<Equality>> {
    for question in [a, b] {
        question.game.must_end("games are not compared")?;
    }
    let (left, right) = (one_heap(a, "a comparison")?, one_heap(b, "a comparison")?);
    let games = [a.query.clone(), b.query.clone()];
    // two spellings of one game are read as one
    let mut readings = vec![Reading::of(left), Reading::of(right)];
    readings.dedup();
    let answer = Answer::new(games.join(" = "), a.convention, readings, Equality { games, ..Equality::default() });
    let dear = left.is_family() || right.is_family();
    let to = to.unwrap_or(if dear { MEMBERS } else { USUAL_COMPARED });
    let short = of_members(&[left, right], cx);
    let part = short.as_ref().unwrap_or(cx);
    // one game under two names needs no comparison; the usual one shows its values
    let to = if is_the_same(left, right) { to.min(USUAL_COMPARED) } else { to };
    let mut answer = answer.filled_as_far_as(cx, |answer| compare(left, right, to, answer, part))?;
    if answer.first_difference.is_some() {
        answer.evidence = both_computed();
        // a shift shows in the first values, and is looked for as far as `period` looks
        answer.shifted = cx.trial(TESTED, |part| shifted(left, right, to.min(SHIFTED_TO), part))?.flatten();
    } else {
        let one_by_one = || Words::new("the values were compared one by one", "逐个比较了各值");
        answer.evidence = answer.compared_to.map_or_else(Evidence::nothing, |to| Evidence::checked(to, one_by_one()));
        if answer.equal == Some(true) {
            let proved = match beyond(left, right, to, further, &mut answer, cx) {
                Err(Error::Bad(_)) if dear => None,
                decided => decided?,
            };
            let is_code = codes::are_looked_at([left, right]);
            let further = answer.compared_to.filter(|further| *further > to);
            answer.evidence = match (proved, further) {
                (Some(proved), _) => proved,
                (None, Some(further)) if is_code => Evidence::checked(further, one_by_one()),
                (None, Some(further)) => Evidence::checked(further, near_and_far()),
                (None, None) => answer.evidence,
            };
        }
    }
    Ok(answer)
}

fn compare(left: &Game, right: &Game, to: u64, answer: &mut Answer<Equality>, cx: &Context) -> Result<()> {
    let (mut n, mut size) = (0u64, FIRST.min(to.saturating_add(1)));
    loop {
        // the far end first, so that tables are laid out once a round; members of a family have none
        for game in [left, right].into_iter().filter(|game| !game.is_family()) {
            value(game, size - 1, cx)?;
        }
        while n < size {
            cx.tick(1)?;
            if let (Some(a), Some(b)) = (value(left, n, cx)?, value(right, n, cx)?) {
                answer.compared_to = Some(n);
                if a != b {
                    differ(answer, n, [a, b]);
                    return Ok(());
                }
            }
            n += 1;
        }
        if size > to {
            answer.equal = Some(true);
            return Ok(());
        }
        size = size.saturating_mul(2).min(to.saturating_add(1));
    }
}

/// The value of a heap; `None` where the number makes no place. A family of boards may begin later: there is no `cycle:0`.
fn value(game: &Game, n: u64, cx: &Context) -> Result<Option<Nat>> {
    match game.value_at(&Place::heap(n), cx) {
        Err(Error::Bad(_)) if game.is_family() && n < BEGINS => Ok(None),
        Err(Error::Bad(bad)) if !game.is_family() && game.is_no_place(&bad) => Ok(None),
        value => value.map(Some),
    }
}

/// What is known of the heaps beyond `to`, up to which the games agree: that they agree for ever, or the first difference.
///
/// Two sequences with periods p and q that agree on p + q heaps behind both preperiods agree for ever (N. J. Fine and H. S. Wilf,
/// Uniqueness theorems for periodic functions, 1965). Where both grow by c a heap on the average, that is said of G(n) - c·n.
fn beyond(
    left: &Game,
    right: &Game,
    to: u64,
    further: codes::Further,
    answer: &mut Equality,
    cx: &Context,
) -> Result<Option<Evidence>> {
    if is_the_same(left, right) {
        let words = Words::new("both are the same game", "两者是同一个游戏");
        return Ok(Some(Evidence::computed(words)));
    }
    if let Some(differ) = at_first_number_apart(left, right, to, answer, cx)? {
        return Ok(Some(differ));
    }
    let mut by_runs = SetRuns::of([left, right]);
    let mut compared = to;
    if let Some(runs) = &mut by_runs {
        match runs.look(answer, cx)? {
            Some(differ) => return Ok(Some(differ)),
            None => compared = answer.compared_to.map_or(to, |reached| reached.max(to)),
        }
    }
    let of_runs = |runs: &Option<SetRuns>| runs.as_ref().map_or_else(Evidence::trivial, |runs| runs.used_beyond(to));
    // of finite sets every sequence repeats, so it is worth looking further
    let finite = |game: &Game| game.knowledge().ok().and_then(|known| known.set().cloned()).filter(IntSet::is_finite);
    let sets = finite(left).zip(finite(right));
    let nodes = if sets.is_some() { DECIDED } else { TESTED };
    let limit = if sets.is_some() { None } else { Some(to) };
    let (mut games, mut why) = ([left.clone(), right.clone()], Evidence::trivial());
    let mut idle = Evidence::trivial();
    if let Some((a, b)) = sets
        && let Some((a, b)) = a.small_list(MOST_MEMBERS).zip(b.small_list(MOST_MEMBERS))
    {
        let mut reduced = Vec::new();
        for (list, game) in [a, b].into_iter().zip(&mut games) {
            let needed = without_idle(&list, to, cx)?;
            if needed.len() < list.len() {
                *game = taking(&needed)?;
                let words = Words::new(
                    "numbers were left out whose moves never lead to the value of the heap",
                    "略去了不影响值的数",
                );
                idle = Evidence::computed(words);
            }
            reduced.push(needed);
        }
        match far_members([&reduced[0], &reduced[1]], compared, answer, cx)? {
            Far::Undecided => return Ok(None),
            Far::Differ(evidence) => return Ok(Some(evidence.and(&idle))),
            Far::Agree { up_to, evidence } => (compared, why) = (up_to, evidence.and(&idle)),
        }
    }
    let mut proved = [None, None];
    if codes::are_looked_at([left, right]) {
        match codes::beyond([left, right], compared, further, answer, cx)? {
            codes::Beyond::Differ(evidence) => return Ok(Some(evidence)),
            codes::Beyond::Agree(up_to, periods) => (compared, proved) = (up_to, periods),
        }
    }
    let whole = |game: &Game, proved: Option<_>| -> Result<Option<(NatPeriod, Evidence)>> {
        match proved {
            Some(proved) => Ok(Some(proved)),
            None => Ok(cx.trial(nodes, |part| find_period(game, limit, part))?.flatten()),
        }
    };
    let [left, right] = &mut games;
    let [of_left, of_right] = proved;
    let Some((a, why_a)) = whole(left, of_left)? else { return Ok(None) };
    let Some((b, why_b)) = whole(right, of_right)? else { return Ok(None) };
    why = why.and(&why_a).and(&why_b).and(&of_runs(&by_runs));
    if a == b && &a.preperiod + &a.period <= Nat::from(compared) + Nat::ONE {
        return Ok(Some(why));
    }
    if &a.saltus * &b.period != &b.saltus * &a.period {
        // one grows faster, so they differ somewhere
        return first_difference([left, right], compared, compared.saturating_add(FURTHER), answer, &why, cx);
    }
    let begun = a.preperiod.clone().max(b.preperiod.clone());
    // of one period one round is enough
    let last = if a.period == b.period { begun + &a.period } else { begun + &a.period + &b.period };
    let Some(last) = to_u64(&last) else { return Ok(None) };
    if let Some(runs) = &mut by_runs {
        if let Some(differ) = runs.reach(last, answer, cx)? {
            return Ok(Some(differ.and(&why)));
        }
        compared = answer.compared_to.map_or(compared, |reached| reached.max(compared));
    }
    why = why.and(&of_runs(&by_runs));
    let end = last.min(compared.saturating_add(FURTHER));
    if let Some(differ) = first_difference([left, right], compared, end, answer, &why, cx)? {
        return Ok(Some(differ));
    }
    answer.compared_to = Some(end.max(compared));
    Ok((end == last).then_some(why))
}

/// The first difference of two sets that have the same numbers up to a large one, if it is there or a little behind:
/// `take[1..10^18]` and Nim differ at 10^18 + 1. Smaller heaps have the same moves.
fn at_first_number_apart(
    left: &Game,
    right: &Game,
    to: u64,
    answer: &mut Equality,
    cx: &Context,
) -> Result<Option<Evidence>> {
    let set = |game: &Game| game.knowledge().ok().and_then(|known| known.set().cloned());
    let Some((a, b)) = set(left).zip(set(right)) else { return Ok(None) };
    let only = [a.clone().except(b.clone()), b.except(a)];
    // of other sets the least member is looked for among the first numbers alone
    if only.iter().any(|set| set.pieces().is_none()) {
        return Ok(None);
    }
    let apart = only.iter().filter_map(IntSet::min).min();
    let Some(apart) = apart.and_then(|number| to_u64(&number)).filter(|&number| number > to) else { return Ok(None) };
    let why = Evidence::computed(Words::new(
        format!("heaps below {apart} have the same moves in both"),
        format!("小于 {apart} 的堆在两者中走法相同"),
    ));
    let last = apart.saturating_add(BEHIND);
    let found = cx.trial(TESTED, |part| first_difference([left, right], apart, last, answer, &why, part))?;
    Ok(found.flatten())
}

/// The evidence of a difference between these heaps, which the answer names, if there is one.
fn first_difference(
    [left, right]: [&Game; 2],
    from: u64,
    to: u64,
    answer: &mut Equality,
    why: &Evidence,
    cx: &Context,
) -> Result<Option<Evidence>> {
    for n in from..=to {
        cx.tick(1)?;
        let (Some(a), Some(b)) = (value(left, n, cx)?, value(right, n, cx)?) else { continue };
        if a != b {
            differ(answer, n, [a, b]);
            return Ok(Some(both_computed().and(why)));
        }
    }
    Ok(None)
}

/// Are both the same game, or recognised as the same set or code, or as the game of one law that lists its moves?
fn is_the_same(left: &Game, right: &Game) -> bool {
    let known = |game: &Game| game.knowledge().ok().map(|known| (known.set().cloned(), known.code().cloned()));
    // what a law lists follows from what it holds
    let moves = |game: &Game| {
        let law = game.law().filter(|law| law.options(&[Nat::from(MOVES_OF)], 1).is_some())?;
        Some((law.theorem().id, format!("{law:?}")))
    };
    left == right
        || codes::codes([left, right]).is_some_and(|[one, other]| one == other)
        || known(left).is_some_and(|one| one != (None, None) && known(right) == Some(one))
        || moves(left).is_some_and(|one| moves(right) == Some(one))
}

fn near_and_far() -> Words {
    Words::new(
        "the values were compared one by one or by runs of equal values, or repeat where they were not",
        "逐个或按等值段比较了各值，未比较处的值是周期重复的",
    )
}

fn both_computed() -> Evidence {
    Evidence::computed(Words::new("both values were computed", "两个值都已算出"))
}

/// Writes the first difference.
fn differ(answer: &mut Equality, n: u64, values: [Nat; 2]) {
    answer.equal = Some(false);
    answer.first_difference = Some(n);
    answer.compared_to = Some(n);
    answer.values = Some(values);
}

#[cfg(test)]
mod tests;
