//! Twins: vertices with the same neighbours, whether they are joined or not. Two of them change places in a symmetry that
//! leaves all others where they are.
//!
//! ```text
//! a     c      a and b are twins, c and d as well:
//!  \   / \     of five edges three are enough for a search, a–o, o–c and c–d
//!   o     |
//!  /   \ /
//! b     d
//! ```
//!
//! A vertex has twins that it is joined to or twins that it is not joined to, never both: let v be joined to its twin a and
//! not to its twin b. Then a is a neighbour of v, so of b, and b one of a, so of v.
//!
//! Cost: a hash of each list of neighbours.

use rustc_hash::FxHashMap;

/// The first twin of each vertex, itself if there is none before; `lists` are the neighbours of each vertex, ascending.
pub(super) fn first_twins(lists: &[Vec<usize>]) -> Vec<usize> {
    let (mut apart, mut joined) = (FxHashMap::default(), FxHashMap::default());
    let mut twins = Vec::with_capacity(lists.len());
    for (v, list) in lists.iter().enumerate() {
        let mut closed = list.clone();
        closed.insert(list.partition_point(|&w| w < v), v);
        let (apart, joined) = (*apart.entry(list).or_insert(v), *joined.entry(closed).or_insert(v));
        twins.push(apart.min(joined));
    }
    twins
}
