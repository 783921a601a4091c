//! Finite sets with huge elements: only the heaps that can be reached are worked.
//!
//! `take[10^18](10^18 + 5)`: from the heap one reaches 5 and nothing else. Heaps below the first huge element have
//! the values of the set without the huge ones, which has its own period. Cost: the number of reachable heaps that
//! are not below the first huge element, times |S|.

use grundy_core::{Context, Evidence, Nat, Result, Spent, Words, number::to_u64};
use rustc_hash::{FxHashMap, FxHashSet};

use grundy_core::mex::MexSet;

use super::{Play, SubtractionEngine};

/// Reachable heaps beyond this number are refused.
const MOST: usize = 1 << 22;

/// The value of heap `n` under all of `elements`, of which `small` holds those below `first_huge`.
pub(super) fn value(
    elements: &[Nat],
    first_huge: &Nat,
    small: &mut SubtractionEngine,
    play: Play,
    n: &Nat,
    cx: &Context,
) -> Result<(Nat, Evidence)> {
    let mut reached: FxHashSet<Nat> = FxHashSet::default();
    let mut pending = vec![n.clone()];
    let mut memo: FxHashMap<Nat, u32> = FxHashMap::default();
    let heap = grundy_core::number::shorten(n);
    let mut evidence = Evidence::computed(Words::new(
        format!("the heaps reachable from {heap} were computed"),
        format!("计算了从 {heap} 可达的各堆"),
    ));
    while let Some(x) = pending.pop() {
        if memo.contains_key(&x) || reached.contains(&x) {
            continue;
        }
        cx.tick(1 + elements.len() as u64)?;
        cx.reserve(128)?;
        if x < *first_huge {
            let (v, why) = small.value_in(play, &x, cx)?;
            evidence.add(&why);
            memo.insert(x, to_u64(&v).and_then(|v| u32::try_from(v).ok()).unwrap_or(u32::MAX));
            continue;
        }
        pending.extend(elements.iter().take_while(|&k| *k <= x).map(|k| &x - k));
        reached.insert(x);
        if reached.len() > MOST {
            return Err(cx.engine_limit(Spent::Nodes, format!("more than {MOST} reachable heaps")).into());
        }
    }
    let mut order: Vec<Nat> = reached.into_iter().collect();
    order.sort_unstable();
    let mut seen = MexSet::new();
    for x in order {
        cx.tick(elements.len() as u64)?;
        seen.clear();
        for k in elements.iter().take_while(|&k| *k <= x) {
            // every option is smaller, so it is in the memo
            if let Some(&v) = memo.get(&(&x - k)) {
                seen.insert(v);
            }
        }
        let v = match play {
            Play::Normal => seen.mex(),
            Play::Misere => seen.mex().min(1),
        };
        memo.insert(x, v);
    }
    Ok((Nat::from(memo.get(n).copied().unwrap_or(0)), evidence))
}
