//! A position as its regions: which spots a move presses.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::moves::{self, Choice};
use super::position::Spots;
use super::tidying;
use crate::game::drawing::regions::{self, spot, stroke};
use crate::game::drawing::{Asked, Drawn};

/// Draws a position.
pub(super) fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    let spots: &Spots = asked.place().position()?;
    if spots.0.len() > asked.room {
        return None;
    }
    let (names, places) = (spots.names(), spots.regions());
    let written = places.iter().map(|region| region.iter().map(|boundary| names[boundary.clone()].to_vec()).collect());
    let written: Vec<Vec<Vec<String>>> = written.collect();
    // where a token stands: region, boundary, how far along
    let mut stands = vec![(0, 0, 0); spots.0.len()];
    for (row, region) in places.iter().enumerate() {
        for (number, boundary) in region.iter().enumerate() {
            boundary.clone().enumerate().for_each(|(at, token)| stands[token] = (row, number, at));
        }
    }
    let mut chosen: FxHashMap<Spots, Vec<String>> = FxHashMap::default();
    let _ = moves::each(spots, &mut |Choice { ends: [x, y], inside }, draft| {
        chosen.entry(tidying::whole(draft)).or_insert_with(|| {
            let ends = [x, y].into_iter().take(if x == y { 1 } else { 2 });
            let ends = ends.map(|&token| spot(stands[token].0, stands[token].1, stands[token].2));
            ends.chain(inside.iter().map(|&token| stroke(stands[token].0, stands[token].1))).collect()
        });
        ControlFlow::Continue(())
    });
    regions::draw(asked, &written, |left| chosen.get(left.place.position::<Spots>()?).cloned())
}
