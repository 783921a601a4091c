//! Places far along one coordinate and near on the other, by rows that repeat.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard};

use grundy_core::{Context, Evidence, Nat, Result, locked, number::to_u64};

use super::Found;
use super::strategy::{At, Strategy};
use crate::engine::strip::{ROWS, Rows};
use crate::game::knowledge::volume;
use crate::game::learnt::{Law, Learnt};
use crate::game::options::Options;
use crate::game::{Component, Game, Place};
use crate::loopy::Value;
use crate::outcome::Convention;
use crate::words::{Sentence, Words};

const NAME: &str = "repeating rows";

/// Tables of fewer places are filled as soon.
const NEAR: u64 = 1 << 22;
/// Rows beyond this one are not begun where a single place is asked for.
const HEIGHT: u64 = 64;
/// So many columns are worked out then.
const COLUMNS: usize = 1 << 18;
/// A search may then cost so much.
const PRICE: u64 = 50_000_000;

impl Game {
    /// The rows that hold a place, along a coordinate, with the statement that they repeat: as they were learnt, or found
    /// among so many columns. `None`: they are not the same all along, or did not return.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget.
    pub(crate) fn rows(
        &self,
        place: &[Nat],
        open: usize,
        columns: usize,
        cx: &Context,
    ) -> Result<Option<(Arc<Rows>, Arc<Learnt>)>> {
        if let Some(known) = self.learnt().rows(place, open) {
            return Ok(Some(known));
        }
        let Some(rule) = &self.knowledge()?.rule else { return Ok(None) };
        let most: Option<Vec<u64>> =
            place.iter().enumerate().map(|(i, n)| if i == open { Some(0) } else { to_u64(n) }).collect();
        let Some(mut rows) = most.and_then(|most| Rows::of(rule, open, &most, cx)) else { return Ok(None) };
        let before = cx.enter(NAME);
        let repeats = rows.search(columns, cx)?;
        cx.enter(before);
        if !repeats {
            return Ok(None);
        }
        self.learnt().keep(self.stated(rows));
        Ok(self.learnt().rows(place, open))
    }

    /// What rows that repeat say.
    fn stated(&self, rows: Rows) -> Learnt {
        let names = self.under(Convention::Normal).names(rows.most().len());
        let (preperiod, period, saltus) = rows.period().map_or((0, 0, 0), |p| (p.preperiod, p.period, p.saltus));
        let open = &names[rows.open()];
        let place = |open: &str| {
            let coordinates = names.iter().enumerate().map(|(i, name)| if i == rows.open() { open } else { name });
            coordinates.collect::<Vec<_>>().join(", ")
        };
        let others = names.iter().zip(rows.most()).enumerate().filter(|(i, _)| *i != rows.open());
        let bounds: Vec<String> = others.map(|(_, (name, most))| format!("{name} ≤ {most}")).collect();
        let more = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
        let (later, here) = (place(&format!("{open} + {period}")), place(open));
        let places = [later, here, more, open.clone(), rows.first_column().to_string(), bounds.join(", ")];
        let words = Sentence::new("guess-rows", places).into();
        let how = Evidence::computed(Words::new(
            format!("the state before column {preperiod} came back {period} columns later"),
            format!("第 {preperiod} 列之前的状态在 {period} 列之后重现"),
        ));
        Learnt {
            convention: Convention::Normal,
            weight: 30,
            words,
            claim: None,
            law: Law::Rows(Arc::new(rows)),
            evidence: Evidence::theorem(&ROWS).and(&how),
            names,
            proof: None,
        }
    }
}

/// Rows in which a return was looked for in vain, along the first coordinate and along the second.
#[derive(Debug)]
pub(super) struct Strips {
    /// Tables of fewer places are filled as soon.
    near: u64,
    /// The first such row.
    vain: Mutex<[Option<u64>; 2]>,
}

impl Default for Strips {
    fn default() -> Self {
        Strips { near: NEAR, vain: Mutex::default() }
    }
}

/// A far place: which coordinate is far, and the other.
#[derive(Debug, Clone, Copy)]
struct Far {
    open: usize,
    row: u64,
}

impl Far {
    fn of(place: &Place, near: u64) -> Option<Far> {
        let [a, b] = place.as_slice() else { return None };
        if volume(place).is_some_and(|v| v <= near) {
            return None;
        }
        let (open, row) = if a > b { (0, b) } else { (1, a) };
        Some(Far { open, row: to_u64(row).filter(|&row| row <= HEIGHT)? })
    }
}

impl Strips {
    /// Answers for near places too.
    #[cfg(test)]
    pub(super) fn anywhere() -> Self {
        Strips { near: 0, ..Strips::default() }
    }

    fn vain(&self) -> MutexGuard<'_, [Option<u64>; 2]> {
        locked(self.vain.lock())
    }

    /// The rows that hold the place, once they were found to repeat.
    fn rows(&self, at: At<'_>, cx: &Context) -> Result<Option<(Arc<Rows>, Arc<Learnt>)>> {
        let Some(far) = Far::of(at.place, self.near) else { return Ok(None) };
        if self.vain()[far.open].is_some_and(|row| far.row >= row) {
            return Ok(None);
        }
        let found = cx.trial(PRICE, |part| at.game.rows(at.place, far.open, COLUMNS, part))?.flatten();
        if found.is_none() {
            self.vain()[far.open] = Some(far.row);
        }
        Ok(found)
    }
}

impl Strategy for Strips {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        let far = Far::of(at.place, self.near)?;
        at.game.learnt().rows(at.place, far.open).map(|_| NAME.into())
    }

    /// Few columns of few rows return; a step is far less than a node.
    fn cost(&self, at: At<'_>) -> Option<u64> {
        let far = Far::of(at.place, self.near)?;
        if at.game.learnt().rows(at.place, far.open).is_some() {
            return Some(0);
        }
        let in_vain = self.vain()[far.open].is_some_and(|row| far.row >= row);
        let most = [far.row; 2];
        let is_open = || Rows::of(at.known.rule.as_ref()?, far.open, &most, &Context::default()).map(|_| ());
        (!in_vain && is_open().is_some()).then(|| 10 * (far.row + 1).pow(2))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let Some((rows, by)) = self.rows(at, cx)? else { return Ok(None) };
        let value = rows.value(at.place).map(Value::Finite);
        Ok(value.map(|value| Found::new(value, by.evidence.clone(), NAME)))
    }

    /// Along the far coordinate a value is looked for in one period; all other options are few.
    fn options_with_value(&self, at: At<'_>, wanted: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let places = self.rows(at, cx)?.and_then(|(rows, _)| rows.moves_to(at.place, wanted));
        let component = |place: Vec<Nat>| vec![Component::new(at.game, place)];
        Ok(places.map(|places| Options::of(places.into_iter().map(component).collect(), limit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    /// A table that is filled whole, and the strips, on both sides of the diagonal.
    #[test]
    fn far_places_have_the_values_and_moves_of_a_table() {
        let cx = Context::default();
        for text in [
            "wythoff",
            "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2); (a-2,b-1)}",
            "{(a,b) -> (a-k,b) for k in 1..; (a-1,b-1); (a,b-2)}",
            "{(a,b) -> (a-k,b) | (a-k,b-2*k) | (a,b-k) for k in 1..}",
            "wythoff[3]",
            "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-2*i-1,b-j) for i in 0..9 for j in 1.. step 2 if i+1 >= j}",
        ] {
            let mut session = Session::new();
            let game = session.game(text).unwrap().game;
            let table = Session::new().game(text).unwrap().game;
            let strips = Strips { near: 100, vain: Mutex::default() };
            for (column, row) in [(1500u64, 3u64), (1401, 2), (2300, 1), (1423, 3)] {
                for flipped in [false, true] {
                    let [a, b] = if flipped { [row, column] } else { [column, row] };
                    let place: Place = [Nat::from(a), Nat::from(b)].into_iter().collect();
                    let known = game.knowledge().unwrap();
                    let at = At { game: &game, known, place: &place };
                    let Some(found) = strips.value(at, &cx).unwrap() else { continue };
                    assert!(found.evidence.is_proved());
                    let rule = known.rule.as_ref().unwrap().rule();
                    let mut dense = crate::engine::dense::DenseTable::new(rule, crate::Convention::Normal).unwrap();
                    let order = crate::engine::dense::Order::Lexicographic;
                    dense.cover(&[a, b], order, &crate::rule::column::NoForeign, &cx).unwrap();
                    let expected = dense.value(&[a, b]).unwrap();
                    assert_eq!(found.what, Value::Finite(Nat::from(expected)), "{text} {place:?}");
                    for wanted in [0u32, 1, 7, 200, expected / 2] {
                        let all = strips.options_with_value(at, &Nat::from(wanted), 100, &cx).unwrap().unwrap();
                        let mut plain = 0u64;
                        table
                            .try_each_option(&place, &cx, |parts| {
                                let to: Vec<u64> = parts[0].place.iter().map(|n| to_u64(n).unwrap()).collect();
                                plain += u64::from(dense.value(&to) == Some(wanted));
                                Ok(())
                            })
                            .unwrap();
                        assert_eq!(all.count, Some(Nat::from(plain)), "{text} {place:?} {wanted}");
                    }
                }
            }
        }
    }
}
