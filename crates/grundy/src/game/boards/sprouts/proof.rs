//! The values of Sprouts, and their proofs: lands in canonical form, which the checker brings to a form of its own.

use std::sync::Arc;

use grundy_core::{Context, Evidence, NormalPlay, Result, Rules};

use super::Lands;
use super::position::Spots;
use crate::game::boards::proof::{Left, Play, Proof, cancelled, sum};
use crate::game::nimbers::store::NimberStore;
use crate::game::nimbers::{Kept, Values};

/// What a search over lands has learnt.
#[derive(Debug)]
pub(super) struct Found(pub(super) Kept<Lands>);

impl Values<Spots> for Found {
    fn value(&self, spots: &Spots, cx: &Context) -> Result<(u64, Evidence)> {
        self.0.value(spots, cx)
    }

    fn is(&self, spots: &Spots, number: u64, cx: &Context) -> Option<Result<bool>> {
        self.0.is(spots, number, cx)
    }

    fn excluded(&self, spots: &Spots, cx: &Context) -> Vec<u64> {
        self.0.excluded(spots, cx)
    }

    fn certificate(&self, spots: &Spots, comment: &str, cx: &Context) -> Option<Result<String>> {
        let lands = cancelled(Lands.split(spots.clone()), size);
        let position = if lands.is_empty() { "-".to_owned() } else { spots.to_string() };
        let head = format!("rule sprouts\nposition {position}\n");
        Some(Proof::text(self, &lands, &head, comment, cx))
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep_in(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()> {
        self.0.keep_in(store, cx)
    }
}

fn size(land: &Spots) -> usize {
    land.lives() as usize
}

/// A move is told by the lands that it leaves.
impl Play for Found {
    type Part = Spots;
    type Move = String;

    fn moves(&self, land: &Spots, cx: &Context) -> Result<Vec<Left<Self>>> {
        let mut left: Vec<Vec<Spots>> = Vec::new();
        let _ = Lands.reduced_options(land, &mut |lands| {
            left.push(cancelled(lands.iter().cloned(), size));
            std::ops::ControlFlow::Continue(())
        });
        cx.tick(left.len() as u64)?;
        left.sort_unstable_by(|a, b| a.iter().map(|land| &land.0).cmp(b.iter().map(|land| &land.0)));
        left.dedup();
        Ok(left.into_iter().map(|parts| Left { chosen: sum(&parts, Spots::to_string), parts }).collect())
    }

    fn size(&self, land: &Spots) -> usize {
        size(land)
    }

    fn text(&self, land: &Spots) -> String {
        land.to_string()
    }

    fn reply(&self, _: &Spots, chosen: &String) -> String {
        chosen.clone()
    }

    fn known(&self, land: &Spots, _: &Context) -> Result<Option<u64>> {
        Ok(self.0.known_of(land))
    }

    fn is(&self, land: &Spots, number: u64, cx: &Context) -> Result<bool> {
        self.0.is_of(land, number, cx)
    }

    fn value(&self, land: &Spots, cx: &Context) -> Result<u64> {
        self.0.value_of(land, cx)
    }
}
