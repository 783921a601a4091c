//! Finite sets with numbers behind the heaps that were compared: what these numbers change is told by a few heaps around each.

use grundy_core::mex::mex;
use grundy_core::period::NatPeriod;

use super::{DECIDED, FURTHER, both_computed, differ};
use crate::answer::Equality;
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::{Game, Place};
use crate::number::{Int, Nat, to_u64};
use crate::rule::ir;
use crate::words::Words;

/// So many heaps behind a large number of a set are worked out.
const WINDOW: u64 = 10_000;

/// What numbers that are larger than the heaps compared tell of two sets.
pub(super) enum Far {
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
pub(super) fn far_members(sets: [&[u64]; 2], to: u64, answer: &mut Equality, cx: &Context) -> Result<Far> {
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
pub(super) fn taking(members: &[u64]) -> Result<Game> {
    let item = |&k: &u64| ir::Item::One(ir::Expr::Constant(Int::from(k)));
    Ok(Game::of_set(ir::Set { items: members.iter().map(item).collect(), except: Vec::new() })?)
}

/// The numbers without those beyond `to` that change no value.
///
/// A number k may be left out if no heap n >= k has the value of n - k: then the value stays the least that is missing, by
/// induction. The values without k repeat, so the heaps of the preperiod and one period decide it for all.
pub(super) fn without_idle(set: &[u64], to: u64, cx: &Context) -> Result<Vec<u64>> {
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
