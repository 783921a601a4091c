//! A period put to use: `20 mod 7 = 6; the seven values are 0 1 0 1 2 3 2`.

use crate::context::Context;
use crate::game::Component;
use crate::number::{Nat, shorten, to_u64};
use crate::statement::Claim;
use crate::statement::repeating::period_of;

/// Values of one period that are written out.
const VALUES: u64 = 40;

/// Which heap of the first period stands for this one; `None` where the claim is no period, or the heap stands before it.
pub(super) fn worked(claim: &Claim, names: &[String], component: &Component, cx: &Context) -> Option<String> {
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
        format!("{n_words} mod {length_words} = {rest}")
    } else {
        let stands = shorten(&(&start + &rest));
        format!("({n_words} − {start}) mod {length_words} = {rest}, so it has the value of {stands}")
    };
    let Some(count) = to_u64(&length).filter(|count| *count <= VALUES) else { return Some(place) };
    let mut values = Vec::new();
    for at in 0..count {
        let heap = &start + Nat::from(at);
        values.push(shorten(&component.game.value_at(&[heap].into_iter().collect(), cx).ok()?));
    }
    let from = if start.is_zero() { String::new() } else { format!(" from {start} on") };
    Some(match values.as_slice() {
        [one] => format!("every value{from} is {one}"),
        many => format!("{place}; the {} values{from} are {}", number_word(many.len()), many.join(" ")),
    })
}

/// Small numbers in words.
fn number_word(n: usize) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    n.checked_sub(2).and_then(|at| words.get(at)).map_or_else(|| n.to_string(), |&word| word.to_owned())
}
