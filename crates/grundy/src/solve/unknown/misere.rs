//! The number with which the sum is lost in misère play.

use dashu_int::ops::BitTest;

use super::super::residues::heaps_that_lose;
use super::{Found, Missing, TRIES};
use crate::context::Context;
use crate::error::Result;
use crate::game::Component;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::plan::misere::Judge;
use crate::plan::residues::heaps_that_complete;

pub(super) fn look(missing: &Missing<'_>, found: &mut Found, cx: &Context) -> Result<()> {
    let (game, others) = (missing.game(), &missing.others);
    let like_nim = |component: &Component| component.game.misere_nim().is_some();
    let nim = like_nim(&missing.hole.component) && others.iter().all(|(c, _)| like_nim(c));
    if missing.is_heap() {
        let alone = others.is_empty() && game.misere_nim().is_none();
        let heaps = match alone.then(|| heaps_that_lose(game, Convention::Misere, cx)).transpose()?.flatten() {
            None if !nim => heaps_that_complete(game, others, cx)?,
            heaps => heaps,
        };
        if let Some((heaps, why)) = heaps {
            found.evidence = why;
            found.told(heaps);
            return Ok(());
        }
    }
    let largest = game.largest(missing.hole.coordinate, missing.hole.component.place.len()).map(Nat::from);
    let last = match &largest {
        // in misère Nim the number is the xor of the others, or it is at most 1
        _ if nim => others.iter().fold(Nat::ONE, |m, (c, _)| m | &c.place[0]),
        Some(largest) => largest.clone(),
        None => Nat::from(TRIES),
    };
    let mut judge = Judge::new();
    let mut number = Nat::ZERO;
    while number <= last {
        cx.tick(1)?;
        if let Some(component) = missing.filled(&number) {
            let mut sum = others.clone();
            sum.push((component, Nat::ONE));
            if judge.sum(&sum, cx)? == Outcome::Previous {
                if found.numbers.len() >= missing.limit {
                    break;
                }
                found.numbers.push(number.clone());
                if missing.is_unique() {
                    found.complete = true;
                    break;
                }
            }
        }
        found.tried = Some(number.clone());
        number += Nat::ONE;
        if nim && number == Nat::from(2u8) {
            let xor = others.iter().filter(|(_, n)| n.bit(0)).fold(Nat::ZERO, |x, (c, _)| x ^ &c.place[0]);
            number = number.max(xor);
        }
    }
    found.evidence = judge.evidence();
    found.complete |= nim || largest.is_some() && number > last;
    Ok(())
}
