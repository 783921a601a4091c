//! A value from its options: the least that none of them has.

use grundy_notation::{Limits, Reader};
use rustc_hash::FxHashSet;

use super::SHOWN;
use crate::answer::{Answer, Explanation, Step};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::game::{Component, catalogue, show_components};
use crate::number::{Nat, shorten};
use crate::outcome::Convention;
use crate::words::Sentence;

/// So many options of a component are looked at, to choose those that tell most.
const LOOKED_AT: usize = 2000;

/// Explains an expression `mex(0, 1, 2, 4)`, if the text has that form.
pub(crate) fn explain_mex(text: &str) -> Option<Result<Answer<Explanation>>> {
    let inner = text.trim().strip_prefix("mex")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
    let numbers = inner.split(',').map(str::trim).filter(|s| !s.is_empty() || inner.trim() != "").map(|s| {
        reader
            .number(s)
            .map_err(|_| Diagnostic::input(format!("`{s}` is not a natural number")).suggest("mex(0, 1, 2, 4)").into())
    });
    Some(numbers.collect::<Result<Vec<Nat>>>().map(|numbers| mex_explained(&numbers)))
}

fn mex_explained(numbers: &[Nat]) -> Answer<Explanation> {
    let mut values = numbers.to_vec();
    values.sort();
    values.dedup();
    let mex = grundy_core::mex::mex_nat(&values);
    let list: Vec<String> = numbers.iter().map(Nat::to_string).collect();
    let query = format!("mex({})", list.join(", "));
    let steps = vec![
        Step::Say(Sentence::bare("mex")),
        Step::Mex { position: String::new(), options: Vec::new(), more: false, values, mex: mex.clone() },
    ];
    let conclusion = Sentence::plain(format!("{query} = {mex}"));
    Answer::new(query, Convention::Normal, Vec::new(), Explanation { steps, conclusion })
}

/// The value of a component from its options. Of many options those are shown that tell most: one for each value
/// below the mex.
pub(in crate::solve) fn mex_step(component: &Component, value: &Nat, cx: &Context) -> Result<Step> {
    let position = show_components(std::slice::from_ref(component));
    let listed = component.game.options(&component.place, LOOKED_AT, cx)?;
    if let Some(count) = listed.count.as_ref().filter(|_| listed.has_more()) {
        return witnesses(component, position, value, count, cx);
    }
    let mut all = Vec::with_capacity(listed.first.len());
    for parts in &listed.first {
        let mut v = Nat::ZERO;
        for part in parts {
            v ^= part.game.value_at(&part.place, cx)?;
        }
        all.push((parts, v));
    }
    let mut chosen: Vec<usize> = Vec::new();
    if all.len() > SHOWN {
        let mut seen = FxHashSet::default();
        chosen.extend((0..all.len()).filter(|&at| all[at].1 < *value && seen.insert(&all[at].1)));
        // the smallest values first, if they are too many
        chosen.sort_by(|&a, &b| all[a].1.cmp(&all[b].1));
        chosen.truncate(SHOWN);
        let taken: FxHashSet<usize> = chosen.iter().copied().collect();
        let room = SHOWN - chosen.len();
        chosen.extend((0..all.len()).filter(|at| !taken.contains(at)).take(room));
        chosen.sort_unstable();
    } else {
        chosen.extend(0..all.len());
    }
    let options: Vec<(String, Nat)> =
        chosen.iter().map(|&at| (show_components(all[at].0), all[at].1.clone())).collect();
    let mut values: Vec<Nat> = all.iter().map(|(_, v)| v.clone()).collect();
    values.sort();
    values.dedup();
    Ok(Step::Mex { position, more: all.len() > options.len(), options, values, mex: value.clone() })
}

/// One option for each value below the mex, where there are too many to look at all of them.
fn witnesses(component: &Component, position: String, value: &Nat, count: &Nat, cx: &Context) -> Result<Step> {
    let small = crate::number::to_usize(value).filter(|v| *v <= SHOWN);
    let (Some(mex), true) = (small, crate::number::to_u64(count).is_some_and(|c| c <= 1 << 20)) else {
        return Ok(Step::Say(Sentence::new("too-many-options", [position, shorten(count), shorten(value)])));
    };
    let mut examples = Vec::new();
    for v in (0..mex).map(Nat::from) {
        let found = component.game.options_with_value(&component.place, &v, 1, cx)?;
        if let Some(parts) = found.first.first() {
            examples.push((show_components(parts), shorten(&v)));
        }
    }
    let count = shorten(count);
    Ok(Step::Say(match examples.as_slice() {
        [] => Sentence::new("no-option-0", [position, count]),
        examples => {
            let list =
                |said: &str| examples.iter().map(|(to, v)| format!("{to}{said}{v}")).collect::<Vec<_>>().join(", ");
            let arguments = [position, count, list(" has the value "), mex.to_string(), list(" 的值为 ")];
            Sentence::new("witnesses", arguments)
        }
    }))
}
