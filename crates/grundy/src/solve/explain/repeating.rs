//! A period put to use: `20 mod 7 = 6; the seven values are 0 1 0 1 2 3 2`.

use crate::context::Context;
use crate::game::Component;
use crate::number::{Nat, shorten, to_u64};
use crate::statement::Claim;
use crate::statement::repeating::period_of;
use crate::words::Words;

/// Values of one period that are written out.
const VALUES: u64 = 40;

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
    let rest = (n - &start) % &length;
    let (n_words, length_words) = (shorten(n), shorten(&length));
    let place = if start.is_zero() {
        Words::same(format!("{n_words} mod {length_words} = {rest}"))
    } else {
        let stands = shorten(&(&start + &rest));
        let place = format!("({n_words} − {start}) mod {length_words} = {rest}");
        Words::new(format!("{place}, so it has the value of {stands}"), format!("{place}，所以与 {stands} 的值相同"))
    };
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

/// Small numbers in words.
fn number_word(n: usize) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    n.checked_sub(2).and_then(|at| words.get(at)).map_or_else(|| n.to_string(), |&word| word.to_owned())
}
