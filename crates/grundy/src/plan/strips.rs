//! Places far along one coordinate and near on the other, by rows that repeat.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy_core::{Context, Evidence, Nat, Result, number::to_u64};

use super::Found;
use super::strategy::{At, Strategy};
use crate::engine::strip::{ROWS, Straight, Strip};
use crate::game::knowledge::volume;
use crate::game::options::Options;
use crate::game::{Component, Place};
use crate::loopy::Value;
use crate::rule::column::Column;

const NAME: &str = "repeating rows";

/// Tables of fewer places are filled as soon.
const NEAR: u64 = 1 << 22;
/// Rows beyond this one are not begun.
const HEIGHT: u64 = 64;
/// So many columns are worked out.
const COLUMNS: usize = 1 << 18;
/// A search may cost so much.
const PRICE: u64 = 50_000_000;

/// The strips of a rule, along its first coordinate and along its second.
#[derive(Debug)]
pub(super) struct Strips {
    /// Tables of fewer places are filled as soon.
    near: u64,
    sought: Mutex<[Sought; 2]>,
}

impl Default for Strips {
    fn default() -> Self {
        Strips { near: NEAR, sought: Mutex::default() }
    }
}

/// What is known in one direction.
#[derive(Debug, Default)]
struct Sought {
    strip: Option<Strip>,
    /// A strip of this height has no return within reach.
    vain: Option<u64>,
}

/// A far place: which coordinate is far, and both numbers.
#[derive(Debug, Clone, Copy)]
struct Far {
    axis: usize,
    column: u128,
    row: u64,
}

impl Far {
    fn of(place: &Place, near: u64) -> Option<Far> {
        let [a, b] = place.as_slice() else { return None };
        if volume(place).is_some_and(|v| v <= near) {
            return None;
        }
        let (axis, far, near) = if a > b { (0, a, b) } else { (1, b, a) };
        let row = to_u64(near).filter(|&row| row <= HEIGHT)?;
        Some(Far { axis, column: u128::try_from(far).ok().filter(|&column| column < 1 << 120)?, row })
    }

    fn place(self, column: u128, row: u64) -> Place {
        let (column, row) = (Nat::from(column), Nat::from(row));
        if self.axis == 0 { [column, row].into_iter().collect() } else { [row, column].into_iter().collect() }
    }
}

fn moves(at: At<'_>, axis: usize) -> Option<Vec<Straight>> {
    let rule = at.known.rule.as_ref()?;
    let straight = Column::new(rule.rule()).ok()?.straight()?;
    Some(
        straight
            .into_iter()
            .map(|(steps, is_ray)| Straight { along: steps[axis], across: steps[1 - axis], is_ray })
            .collect(),
    )
}

impl Strips {
    fn sought(&self) -> MutexGuard<'_, [Sought; 2]> {
        self.sought.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the strip that holds the place, once it was found to repeat.
    fn with<T>(&self, at: At<'_>, cx: &Context, ask: impl FnOnce(&Strip, Far) -> Option<T>) -> Result<Option<T>> {
        let Some(far) = Far::of(at.place, self.near) else { return Ok(None) };
        let mut sought = self.sought();
        let known = &mut sought[far.axis];
        if known.vain.is_some_and(|height| far.row >= height) {
            return Ok(None);
        }
        if known.strip.as_ref().is_none_or(|strip| strip.height() < far.row) {
            let strip = moves(at, far.axis).and_then(|moves| Strip::new(&moves, far.row));
            let before = cx.enter(NAME);
            let found = match strip {
                Some(mut strip) => cx.trial(PRICE, |part| Ok(strip.search(COLUMNS, part)?.then_some(strip)))?.flatten(),
                None => None,
            };
            cx.enter(before);
            match found {
                Some(strip) => known.strip = Some(strip),
                None => {
                    known.vain = Some(far.row);
                    return Ok(None);
                }
            }
        }
        Ok(known.strip.as_ref().and_then(|strip| ask(strip, far)))
    }
}

/// The value at a column and a row of a strip that repeats.
fn value(strip: &Strip, column: u128, row: u64) -> Option<u128> {
    let (near, periods) = strip.reduce(column)?;
    let (_, _, saltus) = strip.period()?;
    Some(u128::from(strip.at(near, row as usize)?) + periods.checked_mul(u128::from(saltus))?)
}

impl Strategy for Strips {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        let far = Far::of(at.place, self.near)?;
        let sought = self.sought();
        let strip = sought[far.axis].strip.as_ref()?;
        (strip.height() >= far.row).then(|| NAME.into())
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let found = self.with(at, cx, |strip, far| {
            let (from, period, _) = strip.period()?;
            Some((value(strip, far.column, far.row)?, from, period))
        })?;
        Ok(found.map(|(value, from, period)| {
            let how = format!("the rows up to this one repeat from column {from} on with period {period}");
            let evidence = Evidence::theorem(&ROWS).and(&Evidence::computed(how));
            Found::new(Value::Finite(Nat::from(value)), evidence, NAME)
        }))
    }

    /// Along the far coordinate a value is looked for in one period; all other options are few.
    fn options_with_value(&self, at: At<'_>, wanted: &Nat, limit: usize, cx: &Context) -> Result<Option<Options>> {
        let Ok(wanted) = u128::try_from(wanted) else { return Ok(None) };
        let places = self.with(at, cx, |strip, far| {
            let mut places = Vec::new();
            for m in moves(at, far.axis)? {
                if m.is_ray && m.across == 0 {
                    places
                        .extend(columns_with(strip, far, wanted)?.into_iter().map(|column| far.place(column, far.row)));
                    continue;
                }
                let times = if m.is_ray { far.row / m.across } else { 1 };
                for k in 1..=times {
                    let column = far.column.checked_sub(u128::from(k) * u128::from(m.along));
                    if let (Some(column), Some(row)) = (column, far.row.checked_sub(k * m.across))
                        && value(strip, column, row)? == wanted
                    {
                        places.push(far.place(column, row));
                    }
                }
            }
            Some(places)
        })?;
        let component = |place: Place| vec![Component { game: at.game.clone(), place }];
        Ok(places.map(|places| Options::of(places.into_iter().map(component).collect(), limit)))
    }
}

/// The columns before this place in its row that have a value. A row that sees all before it has each value once at
/// most.
fn columns_with(strip: &Strip, far: Far, wanted: u128) -> Option<Vec<u128>> {
    let (from, period, saltus) = strip.period()?;
    let mut columns = Vec::new();
    for near in 0..from + period {
        let value = u128::from(strip.at(near as usize, far.row as usize)?);
        let column = match wanted.checked_sub(value) {
            Some(0) => u128::from(near),
            Some(more) if near >= from && saltus > 0 && more % u128::from(saltus) == 0 => {
                u128::from(near) + more / u128::from(saltus) * u128::from(period)
            }
            _ => continue,
        };
        if column < far.column {
            columns.push(column);
        }
    }
    Some(columns)
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
        ] {
            let mut session = Session::new();
            let game = session.game(text).unwrap().game;
            let table = Session::new().game(text).unwrap().game;
            let strips = Strips { near: 100, sought: Mutex::default() };
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
                        assert_eq!(all.count, Nat::from(plain), "{text} {place:?} {wanted}");
                    }
                }
            }
        }
    }
}
