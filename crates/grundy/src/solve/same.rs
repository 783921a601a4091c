//! Have two one-heap games the same values? Compared heap by heap; beyond these decided by periods.

use grundy_core::period::NatPeriod;
use grundy_sequence::set::IntSet;

use super::period::{TESTED, checked, heap, one_heap};
use crate::answer::{Answer, Equality, Reading};
use crate::context::Context;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::slice::MEMBERS;
use crate::game::{Game, GameQuestion};
use crate::number::{Nat, to_u64};

/// The last heap that is looked at where nothing is said.
const USUAL_COMPARED: u64 = 10_000;
/// A comparison begins with so many values and doubles.
const FIRST: u64 = 1 << 12;
/// The periods of finite sets may cost so much, where they decide a comparison …
const DECIDED: u64 = 200_000_000;
/// … and then so many heaps are compared at most.
const FURTHER: u64 = 10_000_000;

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
    let answer = Answer::new(
        games.join(" = "),
        a.convention,
        vec![Reading::of(left), Reading::of(right)],
        Equality { games, ..Equality::default() },
    );
    let dear = left.is_family() || right.is_family();
    let to = to.unwrap_or(if dear { MEMBERS } else { USUAL_COMPARED });
    let mut answer = answer.filled_as_far_as(cx, |answer| compare(left, right, to, answer, cx))?;
    if answer.first_difference.is_some() {
        answer.evidence = Evidence::computed("both values were computed");
    } else {
        let words = "the values were compared one by one";
        answer.evidence = answer.compared_to.map_or_else(Evidence::nothing, |to| checked(to, words));
        if answer.equal == Some(true)
            && let Some(evidence) = beyond(left, right, to, &mut answer, cx)?
        {
            answer.evidence = evidence;
        }
    }
    Ok(answer)
}

fn compare(left: &Game, right: &Game, to: u64, answer: &mut Answer<Equality>, cx: &Context) -> Result<()> {
    let (mut n, mut size) = (0u64, FIRST.min(to.saturating_add(1)));
    loop {
        // the far end first, so that tables are laid out once a round
        left.value_at(&heap(size - 1), cx)?;
        right.value_at(&heap(size - 1), cx)?;
        while n < size {
            cx.tick(1)?;
            let values = [left.value_at(&heap(n), cx)?, right.value_at(&heap(n), cx)?];
            answer.compared_to = Some(n);
            if values[0] != values[1] {
                answer.equal = Some(false);
                answer.first_difference = Some(n);
                answer.values = Some(values);
                return Ok(());
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

/// What is known of the heaps beyond `to`, up to which the games agree: that they agree for ever, or, where the periods of
/// both are proved, the first difference.
///
/// Two sequences without saltus and with periods p and q that agree on p + q heaps behind both preperiods agree for ever
/// (N. J. Fine and H. S. Wilf, Uniqueness theorems for periodic functions, 1965).
fn beyond(left: &Game, right: &Game, to: u64, answer: &mut Equality, cx: &Context) -> Result<Option<Evidence>> {
    // of finite sets every sequence repeats, so it is worth looking further
    let finite = |game: &Game| game.knowledge().ok().and_then(|known| known.set()).is_some_and(IntSet::is_finite);
    let (nodes, limit) = if finite(left) && finite(right) { (DECIDED, None) } else { (TESTED, Some(to)) };
    let whole = |game: &Game| -> Result<Option<(NatPeriod, Evidence)>> {
        Ok(cx.trial(nodes, |part| game.whole_period(limit, part))?.flatten())
    };
    let (Some((a, why_a)), Some((b, why_b))) = (whole(left)?, whole(right)?) else { return Ok(None) };
    let why = why_a.and(&why_b);
    if a == b && &a.preperiod + &a.period <= Nat::from(to) + Nat::ONE {
        return Ok(Some(why));
    }
    if !(a.saltus.is_zero() && b.saltus.is_zero()) {
        return Ok(None);
    }
    let last = a.preperiod.clone().max(b.preperiod.clone()) + &a.period + &b.period;
    let Some(last) = to_u64(&last).filter(|&last| last <= FURTHER) else { return Ok(None) };
    if compare_beyond(left, right, to, last, answer, cx)? {
        return Ok(Some(why));
    }
    Ok(Some(Evidence::computed("both values were computed")))
}

/// Do the heaps from `to` to `last` agree? Writes the first difference.
fn compare_beyond(left: &Game, right: &Game, to: u64, last: u64, answer: &mut Equality, cx: &Context) -> Result<bool> {
    for n in to..=last {
        cx.tick(1)?;
        let values = [left.value_at(&heap(n), cx)?, right.value_at(&heap(n), cx)?];
        if values[0] != values[1] {
            answer.equal = Some(false);
            answer.first_difference = Some(n);
            answer.compared_to = Some(n);
            answer.values = Some(values);
            return Ok(false);
        }
    }
    answer.compared_to = Some(last.max(to));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn values_are_compared() {
        let mut session = Session::new();
        let mut ask = |a: &str, b: &str, to| {
            let (a, b) = (session.game(a).unwrap(), session.game(b).unwrap());
            same(&a, &b, to, &Context::default()).unwrap()
        };
        let differ = ask("0.161", "0.36", Some(1000));
        assert_eq!((differ.equal, differ.first_difference), (Some(false), Some(519)));
        assert_eq!(differ.values, Some([Nat::from(2u8), Nat::from(4u8)]));
        let equal = ask("dawsonskayles", "0.07", Some(200));
        assert_eq!((equal.equal, equal.compared_to), (Some(true), Some(200)));
        assert!(equal.evidence.is_proved());
        assert!(ask("take[1..3]", "{n -> n-k for k in 1..3}", None).evidence.is_proved());
        // finite sets are decided, however few heaps are asked for
        for (a, b) in [("take[1,3,5]", "take[1]"), ("take[2,5,9]", "take[2,5,9,13]"), ("take[1,4]", "take[1,4,9]")] {
            let few = ask(a, b, Some(3));
            let values = |text: &str| -> Vec<Nat> {
                let game = Session::new().game(text).unwrap().game;
                (0..2000).map(|n| game.value_at(&heap(n), &Context::default()).unwrap()).collect()
            };
            let difference = values(a).iter().zip(values(b)).position(|(a, b)| *a != b).map(|n| n as u64);
            assert_eq!((few.equal, few.first_difference), (Some(difference.is_none()), difference), "{a} {b}");
            assert!(few.evidence.is_proved(), "{a} {b}");
        }
        assert_eq!(ask("nim", "take[1..100]", Some(50)).evidence.status_name(), "checked");
        assert_eq!(ask("nim", "take[1..100]", None).first_difference, Some(101));
    }
}
