//! Have two one-heap games the same values? Compared heap by heap; beyond these decided by periods.

mod codes;

use grundy_core::mex::mex;
use grundy_core::period::NatPeriod;
use grundy_sequence::set::IntSet;

use super::period::{TESTED, of_members, one_heap};
use crate::answer::{Answer, Equality, Reading};
use crate::context::Context;
use crate::equal_games::shifted;
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::slice::MEMBERS;
use crate::game::{Game, GameQuestion, Place};
use crate::guess::find_period;
use crate::number::{Int, Nat, to_u64};
use crate::rule::ir;
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
/// So many heaps behind a large number of a set are worked out.
const WINDOW: u64 = 10_000;
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
            let proved = match beyond(left, right, to, &mut answer, cx) {
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
fn beyond(left: &Game, right: &Game, to: u64, answer: &mut Equality, cx: &Context) -> Result<Option<Evidence>> {
    if is_the_same(left, right) {
        let words = Words::new("both are the same game", "两者是同一个游戏");
        return Ok(Some(Evidence::computed(words)));
    }
    if let Some(differ) = at_first_number_apart(left, right, to, answer, cx)? {
        return Ok(Some(differ));
    }
    // of finite sets every sequence repeats, so it is worth looking further
    let finite = |game: &Game| game.knowledge().ok().and_then(|known| known.set().cloned()).filter(IntSet::is_finite);
    let sets = finite(left).zip(finite(right));
    let nodes = if sets.is_some() { DECIDED } else { TESTED };
    let limit = if sets.is_some() { None } else { Some(to) };
    let (mut games, mut compared, mut why) = ([left.clone(), right.clone()], to, Evidence::trivial());
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
        match far_members([&reduced[0], &reduced[1]], to, answer, cx)? {
            Far::Undecided => return Ok(None),
            Far::Differ(evidence) => return Ok(Some(evidence.and(&idle))),
            Far::Agree { up_to, evidence } => (compared, why) = (up_to, evidence.and(&idle)),
        }
    }
    let mut proved = [None, None];
    if codes::are_looked_at([left, right]) {
        match codes::beyond([left, right], compared, answer, cx)? {
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
    why = why.and(&why_a).and(&why_b);
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
    let end = last.min(compared.saturating_add(FURTHER));
    if let Some(differ) = first_difference([left, right], compared, end, answer, &why, cx)? {
        return Ok(Some(differ));
    }
    answer.compared_to = Some(end.max(to));
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
        "the values were compared one by one, or repeat where they were not",
        "逐个比较了各值，未比较处的值是周期重复的",
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

/// What numbers that are larger than the heaps compared tell of two sets.
enum Far {
    Undecided,
    Differ(Evidence),
    /// The games agree up to this heap, the largest number of both.
    Agree {
        up_to: u64,
        evidence: Evidence,
    },
}

/// Looks at the heaps behind each number of the sets that is larger than `to`, up to which the games agree.
///
/// Up to the next such number b the games are those of the smaller numbers, and these repeat early. So a few heaps decide
/// whether they agree up to b; then the heaps from b on are worked out from the values of these smaller games, without the
/// heaps between: `take[1,3]` and `take[1,10^9]` differ first at 10^9.
fn far_members(sets: [&[u64]; 2], to: u64, answer: &mut Equality, cx: &Context) -> Result<Far> {
    let mut far: Vec<u64> = sets.iter().flat_map(|set| set.iter().copied().filter(|&k| k > to)).collect();
    far.sort_unstable();
    far.dedup();
    let (mut up_to, mut why) = (to, Evidence::trivial());
    for (i, &from) in far.iter().enumerate() {
        let Some(sides) = sides(sets, from, cx)? else { return Ok(Far::Undecided) };
        let [a, b] = &sides;
        // the heaps before this number
        if a.members != b.members {
            let last = a.period.preperiod.clone().max(b.period.preperiod.clone()) + &a.period.period + &b.period.period;
            let last = to_u64(&last).filter(|last| last.saturating_sub(up_to) <= FURTHER);
            let Some(last) = last.or_else(|| (from - up_to <= FURTHER).then_some(from)) else {
                return Ok(Far::Undecided);
            };
            for n in up_to..=last.min(from - 1) {
                cx.tick(1)?;
                let values = [a.value(n, cx)?, b.value(n, cx)?];
                if values[0] != values[1] {
                    differ(answer, n, values.map(Nat::from));
                    return Ok(Far::Differ(why.and(&both_computed())));
                }
            }
            why = why.and(&a.evidence).and(&b.evidence);
        }
        up_to = from - 1;
        // some heaps behind it
        let next = far.get(i + 1).copied().unwrap_or(u64::MAX);
        let [a, b] = sides;
        let mut sides = [a.with(sets[0]), b.with(sets[1])];
        for n in from..next.min(from.saturating_add(WINDOW)) {
            let mut values = [0, 0];
            for (side, value) in sides.iter_mut().zip(&mut values) {
                *value = side.push(n, cx)?;
            }
            if values[0] != values[1] {
                differ(answer, n, values.map(Nat::from));
                let [a, b] = &sides;
                let computed = Evidence::computed(Words::new(
                    "the values were computed from those of smaller heaps, which repeat",
                    "由较小的堆的值算出，这些值是周期的",
                ));
                return Ok(Far::Differ(computed.and(&why).and(&a.evidence).and(&b.evidence)));
            }
            up_to = n;
        }
    }
    answer.compared_to = Some(up_to);
    Ok(Far::Agree { up_to, evidence: why })
}

/// The game in which these numbers may be taken.
fn taking(members: &[u64]) -> Result<Game> {
    let item = |&k: &u64| ir::Item::One(ir::Expr::Constant(Int::from(k)));
    Ok(Game::of_set(ir::Set { items: members.iter().map(item).collect(), except: Vec::new() })?)
}

/// The numbers without those beyond `to` that change no value.
///
/// A number k may be left out if no heap n >= k has the value of n - k: then the value stays the least that is missing, by
/// induction. The values without k repeat, so the heaps of the preperiod and one period decide it for all.
fn without_idle(set: &[u64], to: u64, cx: &Context) -> Result<Vec<u64>> {
    let (mut needed, mut idle): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    for &k in set {
        if k > to && !needed.is_empty() && is_idle(&taking(&needed)?, k, cx)? {
            idle.push(k);
            continue;
        }
        // with another number the values are others, of which the smaller numbers were not looked at
        needed.append(&mut idle);
        needed.push(k);
    }
    Ok(needed)
}

fn is_idle(game: &Game, k: u64, cx: &Context) -> Result<bool> {
    let Some((period, _)) = cx.trial(DECIDED, |part| game.known_period(None, part))?.flatten() else {
        return Ok(false);
    };
    let last = to_u64(&(&period.preperiod + &period.period)).filter(|&last| last <= FURTHER);
    let Some(last) = last.filter(|_| period.saltus.is_zero()) else { return Ok(false) };
    for n in 0..last {
        cx.tick(1)?;
        let far = Place::heap(Nat::from(n) + Nat::from(k));
        if game.value_at(&Place::heap(n), cx)? == game.value_at(&far, cx)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A set on the heaps around one of its numbers.
struct Side {
    members: Vec<u64>,
    /// The game of the smaller numbers, and how its values repeat.
    below: Game,
    period: NatPeriod,
    evidence: Evidence,
    /// The values from here on.
    from: u64,
    values: Vec<u64>,
}

/// The numbers of each set below this one; `None` where a proof that they repeat costs too much.
fn sides(sets: [&[u64]; 2], from: u64, cx: &Context) -> Result<Option<[Side; 2]>> {
    let side = |set: &[u64]| -> Result<Option<Side>> {
        let members: Vec<u64> = set.iter().copied().filter(|&k| k < from).collect();
        let below = taking(&members)?;
        let (period, evidence) = match members.is_empty() {
            // without moves all values are 0
            true => (NatPeriod { preperiod: Nat::ZERO, period: Nat::ONE, saltus: Nat::ZERO }, Evidence::trivial()),
            false => match cx.trial(DECIDED, |part| below.known_period(None, part))?.flatten() {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        Ok(Some(Side { members, below, period, evidence, from, values: Vec::new() }))
    };
    Ok(side(sets[0])?.zip(side(sets[1])?).map(<[Side; 2]>::from))
}

impl Side {
    /// With this number too, if it is one of the set.
    fn with(mut self, set: &[u64]) -> Side {
        self.members.extend(set.binary_search(&self.from).ok().map(|_| self.from));
        self
    }

    fn value(&self, n: u64, cx: &Context) -> Result<u64> {
        if n >= self.from {
            return Ok(self.values[(n - self.from) as usize]);
        }
        if self.below_is_empty() {
            return Ok(0);
        }
        let value = self.below.value_at(&Place::heap(n), cx)?;
        Ok(to_u64(&value).unwrap_or(u64::MAX))
    }

    fn below_is_empty(&self) -> bool {
        self.members.iter().all(|&k| k >= self.from)
    }

    /// Works out the next value, that of heap n.
    fn push(&mut self, n: u64, cx: &Context) -> Result<u64> {
        cx.tick(self.members.len() as u64)?;
        let options: Result<Vec<u64>> =
            self.members.iter().filter(|&&k| k <= n).map(|&k| self.value(n - k, cx)).collect();
        self.values.push(mex(options?));
        Ok(self.values[self.values.len() - 1])
    }
}

#[cfg(test)]
mod tests;
