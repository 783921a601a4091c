//! A cycle, to show why a graph has no values by mex.

use crate::{NONE, Reverse};

/// A cycle through vertices that `within` admits, each followed by the next and the last by the first; a loop at one
/// vertex where the walk meets it.
///
/// `within` must admit only vertices that have a follower within: then there is a cycle, and it is found in one pass
/// over the arcs and a walk, without recursion. The vertices without a Grundy value are such a set. `None` if nothing is
/// admitted.
///
/// ```
/// use grundy_graph::{GrundyValues, Reverse, find_cycle};
/// # use grundy_core::Context;
/// # let cx = Context::default();
/// let graph = Reverse::from_arcs(4, &[(3, 2), (2, 1), (1, 2), (1, 0)], &cx)?;
/// let values = GrundyValues::of(&graph, &cx)?;
/// let cycle = find_cycle(&graph, |v| values.get(v).is_none()).unwrap();
/// assert!(cycle == [1, 2] || cycle == [2, 1]);
/// # Ok::<(), grundy_core::Error>(())
/// ```
#[must_use]
pub fn find_cycle(graph: &Reverse, within: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    let vertices = graph.vertices() as u32;
    let mut follower = vec![NONE; vertices as usize];
    let mut start = None;
    for v in (0..vertices).filter(|&v| within(v)) {
        start = start.or(Some(v));
        for &p in graph.predecessors(v) {
            if let Some(next) = follower.get_mut(p as usize)
                // a loop is the shortest cycle
                && *next != p
                && within(p)
            {
                *next = v;
            }
        }
    }
    // n steps end on a cycle; a second walk reads it
    let mut at = start?;
    for _ in 0..vertices {
        at = follower.get(at as usize).copied().filter(|&next| next != NONE)?;
    }
    let mut cycle = vec![at];
    let mut next = *follower.get(at as usize)?;
    while next != at {
        cycle.push(next);
        next = *follower.get(next as usize)?;
    }
    Some(cycle)
}
