//! Is the graph of a sum plainly larger than a walk may be?
//!
//! From each component a play is followed that keeps its heap one heap and as large as can be, and the places seen beside
//! it are gathered: all of them can be reached. Places of different components can be reached together, so a sum whose
//! components have r and s of them has at least r·s positions, or r·s/2 where both are of the same game and two pairs may
//! be the same position:
//!
//! ```text
//! take[1,3,4](9000)    9000 → 8999, 8997, 8996    8999 → 8998, 8996, 8995    …
//! ```
//!
//! The options on the way of each component are charged to a budget of the same size as that of the walk, which has to
//! visit them too. So nothing that the walk would finish is called too large. Cost: at most the options that the walk may
//! visit for one component, and a few thousand for several, without its sums, hashes and labels.

use std::ops::ControlFlow;

use grundy_core::{Context, Error};
use rustc_hash::FxHashSet;

use crate::game::Component;
use crate::place::Place;

/// Places of one component that are enough, where there are others.
const ENOUGH: usize = 256;

/// Does the graph of this sum have more positions and moves than `nodes`? `false`: it may have fewer.
pub(super) fn is_beyond(sum: &[Component], nodes: u64, cx: &Context) -> bool {
    let most = if sum.len() > 1 { ENOUGH } else { usize::MAX };
    let (mut positions, mut orders) = (1u128, 1u128);
    for (at, component) in sum.iter().enumerate() {
        let Some(places) = reached(component, most, &cx.part(nodes)) else { return true };
        positions = positions.saturating_mul(places as u128);
        // so many orders of components of one game may be one position
        let same = sum[..=at].iter().filter(|other| other.game == component.game).count();
        orders = orders.saturating_mul(same as u128);
        if positions / orders > u128::from(nodes) {
            return true;
        }
    }
    false
}

/// How many places can be reached, at least, counted up to about `most`; `None`: the budget ended.
fn reached(component: &Component, most: usize, cx: &Context) -> Option<usize> {
    if component.game.is_loopy() {
        return Some(1);
    }
    let mut met: FxHashSet<Place> = FxHashSet::default();
    let mut next = Some(component.place.clone());
    met.extend(next.clone());
    while let Some(place) = next.take().filter(|_| met.len() < most) {
        let visited = component.game.each_option(&place, cx, &mut |parts| {
            if let [part] = parts
                && part.game == component.game
            {
                if next.as_ref().is_none_or(|next| part.place.as_slice() > next.as_slice()) {
                    next = Some(part.place.clone());
                }
                met.insert(part.place.clone());
            }
            if met.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match visited {
            Ok(_) => {}
            Err(Error::Stopped(_)) => return None,
            // the walk says what is at fault
            Err(Error::Bad(_)) => return Some(met.len()),
        }
    }
    Some(met.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::one_by_one;
    use crate::loopy::labelled::Labelled;
    use crate::session::Session;
    use crate::testing::Random;

    const GAMES: [&str; 10] = [
        "nim",
        "kayles",
        "take[1,3,4]",
        "take[5..]",
        "take[7]",
        "4!.0",
        "0.7777",
        "{n -> n//2; n//3 if n > 0}",
        "{n -> n-k for k in 1..n//2; n-1 if n > 0}",
        "{n -> a & n-a-1 for a in 1..n-2; n-1 if n > 0}",
    ];

    /// What the walk finishes is never called too large, and much of what it does not finish is.
    #[test]
    fn no_graph_is_given_up_that_a_walk_finishes() {
        let (mut session, mut random) = (Session::new(), Random::new(11));
        let (mut walked, mut given_up, mut too_large) = (0, 0, 0);
        for _ in 0..400 {
            let terms: Vec<String> =
                (0..=random.below(3)).map(|_| format!("{}({})", random.pick(&GAMES), random.below(16))).collect();
            let position = session.position(&terms.join(" + ")).unwrap();
            let sum = one_by_one(position.components(), 9).unwrap();
            for nodes in [10, 60, 300] {
                let cx = Context::default();
                let found = Labelled::whole(position.convention).remoteness(&sum, &cx.part(nodes));
                let beyond = is_beyond(&sum, nodes, &cx);
                match found {
                    Ok(_) => {
                        walked += 1;
                        assert!(!beyond, "{terms:?} within {nodes}");
                    }
                    Err(_) => {
                        too_large += 1;
                        given_up += i32::from(beyond);
                    }
                }
            }
        }
        assert!(walked > 200 && 3 * given_up > too_large, "{walked} walked, {given_up} of {too_large}");
    }
}
