//! A chain of heaps told in words, as a step of a working.

use grundy_core::{Nat, Words, number::shorten};

use crate::engine::law::Working;

/// Steps that are written out.
const LONGEST: usize = 40;

/// `head: 10 → 5 → 2` with what `end` says of the chain; of a long one the beginning alone.
pub(super) fn told(head: Words, chain: impl Iterator<Item = Nat>, end: impl FnOnce(&[Nat]) -> Words) -> Vec<Working> {
    let chain: Vec<Nat> = chain.take(LONGEST + 1).collect();
    let shown = chain.iter().take(LONGEST).map(shorten).collect::<Vec<_>>().join(" → ");
    let end = if chain.len() > LONGEST { Words::same(" → …") } else { end(&chain) };
    vec![Working::Say(Words::new(
        format!("{}: {shown}{}", head.english, end.english),
        format!("{}：{shown}{}", head.chinese, end.chinese),
    ))]
}

/// The same of options, each of the one before, and how many steps they are.
pub(super) fn counted(head: Words, chain: impl Iterator<Item = Nat>) -> Vec<Working> {
    told(head, chain, |chain| {
        let count = chain.len().saturating_sub(1);
        let steps = if count == 1 { "step" } else { "steps" };
        Words::new(format!(", which is {count} {steps}"), format!("，共 {count} 步"))
    })
}
