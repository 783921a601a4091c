//! A period put to use: `20 mod 7 = 6; the seven values are 0 1 0 1 2 3 2`.

use crate::context::Context;
use crate::game::{Component, Shape};
use crate::number::{Nat, shorten, to_u64};
use crate::position::Position;
use crate::statement::Claim;
use crate::statement::repeating::period_of;
use crate::words::Words;

/// Values of one period that are written out.
const VALUES: u64 = 40;
/// A period that is told beside an answer is looked for among so many values.
const SEARCHED: u64 = 100_000;

/// Which heap of the first period stands for this one; `None` where the claim is no period, or the heap stands before it.
pub(super) fn worked(claim: &Claim, names: &[String], component: &Component, cx: &Context) -> Option<Words> {
    let [n] = &component.place[..] else { return None };
    let (start, length, saltus) = match claim {
        Claim::Period { period, from, saltus } => (from.clone(), period.clone(), saltus.clone()),
        _ => period_of(claim, names, cx).map(|p| (p.preperiod.into(), p.period.into(), p.saltus.into()))?,
    };
    if *n < start || !saltus.is_zero() {
        return None;
    }
    let place = stands_for(n, &start, &length);
    let Some(count) = to_u64(&length).filter(|count| *count <= VALUES) else { return Some(place) };
    let mut values = Vec::new();
    for at in 0..count {
        let heap = &start + Nat::from(at);
        values.push(shorten(&component.game.value_at(&[heap].into_iter().collect(), cx).ok()?));
    }
    let [from, since] = match start.is_zero() {
        true => Default::default(),
        false => [format!(" from {start} on"), format!("自 {start} 起")],
    };
    Some(match values.as_slice() {
        [one] => Words::new(format!("every value{from} is {one}"), format!("{since}每个值都是 {one}")),
        many => {
            let (count, list) = (many.len(), many.join(" "));
            Words::new(
                format!("{}; the {} values{from} are {list}", place.english, number_word(count)),
                format!("{}；{since}的 {count} 个值是 {list}", place.chinese),
            )
        }
    })
}

/// Which heap of the first period has the value of this one: `20 mod 7 = 6`.
fn stands_for(n: &Nat, start: &Nat, length: &Nat) -> Words {
    let rest = (n - start) % length;
    let (n_words, length_words) = (shorten(n), shorten(length));
    if start.is_zero() {
        return Words::same(format!("{n_words} mod {length_words} = {rest}"));
    }
    let stands = shorten(&(start + &rest));
    let place = format!("({n_words} − {start}) mod {length_words} = {rest}");
    Words::new(format!("{place}, so it has the value of {stands}"), format!("{place}，所以与 {stands} 的值相同"))
}

/// The period of a single heap far behind its beginning, put to use; `None`: it is none, or its period is not known soon.
pub(crate) fn of_heap(position: &Position, cx: &Context) -> Option<Words> {
    let [(component, count)] = &position.components()[..] else { return None };
    let [n] = &component.place[..] else { return None };
    let is_heap = component.game.shape() == Shape::Heap && count.is_one() && !component.game.is_loopy();
    // an extra that nobody asked for by name is not charged to the answer
    let (period, _) = component.game.known_period(Some(SEARCHED), &cx.part(SEARCHED)).ok().filter(|_| is_heap)??;
    if !period.saltus.is_zero() || *n < &period.preperiod + &period.period {
        return None;
    }
    let place = stands_for(n, &period.preperiod, &period.period);
    let (start, length) = (shorten(&period.preperiod), shorten(&period.period));
    Some(Words::new(
        format!("the values have period {length} from {start} on; {}", place.english),
        format!("值自 {start} 起周期为 {length}；{}", place.chinese),
    ))
}

/// Small numbers in words.
fn number_word(n: usize) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    n.checked_sub(2).and_then(|at| words.get(at)).map_or_else(|| n.to_string(), |&word| word.to_owned())
}
