//! A compound: the drawings of its components, one below the other. A move presses in each component what it changes
//! there.

use super::{Compound, Sum};
use crate::game::drawing::{Asked, Drawn, Form, Part, Press};
use crate::game::{Component, Game, show_components};

/// Draws every component by its own game.
pub(super) fn draw(compound: &Compound, asked: &Asked<'_>) -> Option<Drawn> {
    let sums = compound.sums(asked.place());
    let singles: Vec<(usize, &Component)> =
        sums.iter().enumerate().flat_map(|(i, sum)| sum.iter().map(move |c| (i, c))).collect();
    // what each move makes of every single component that it changes
    let mut changes: Vec<Vec<(usize, Vec<Component>)>> = Vec::new();
    for (_, left) in asked.moves {
        let after = match left {
            [one] if one.game == *asked.game => compound.sums(&one.place),
            _ => Vec::new(),
        };
        changes.push(changed(&sums, &after, &singles).unwrap_or_default());
    }
    let room = (asked.room / singles.len().max(1)).checked_sub(1)?;
    let mut parts = Vec::new();
    let mut known: Vec<Vec<(Vec<Component>, Option<Press>)>> = Vec::new();
    let mut top = 0.0;
    for (at, (_, component)) in singles.iter().enumerate() {
        let mut inner: Vec<Vec<Component>> = Vec::new();
        for (_, left) in changes.iter().flatten().filter(|(which, _)| *which == at) {
            if !inner.contains(left) {
                inner.push(left.clone());
            }
        }
        let moves: Vec<(usize, &[Component])> = inner.iter().map(|left| (0, left.as_slice())).collect();
        let place = std::slice::from_ref(&component.place);
        let drawn = Game::draw(&Asked { game: &component.game, places: place, moves: &moves, room, line: asked.line });
        let drawn = drawn.moved(&format!("{at}."), [0.0, top]);
        let height = drawn.parts.iter().map(|part| part.at[1]).fold(top, f64::max);
        let label = Part::new(format!("{at}"), Form::Text, [-0.6, top + 0.5]).tone("label");
        parts.push(label.text(show_components(std::slice::from_ref(component))));
        parts.extend(drawn.parts);
        known.push(inner.into_iter().zip(drawn.presses.into_iter().map(|ways| ways.into_iter().next())).collect());
        top = height + 1.0;
    }
    let press = |changes: &Vec<(usize, Vec<Component>)>| {
        let mut whole = Press::default();
        for (which, left) in changes {
            let found = known[*which].iter().find(|(inner, _)| inner == left).and_then(|(_, press)| press.clone())?;
            whole.press.extend(found.press);
            whole.takes.extend(found.takes);
            whole.puts.extend(found.puts);
        }
        (!whole.press.is_empty()).then_some(whole)
    };
    Some(Drawn { parts, presses: changes.iter().map(|c| press(c).into_iter().collect()).collect() })
}

/// The single components that differ, each with what it became; `None` where that cannot be told.
fn changed(before: &[Sum], after: &[Sum], singles: &[(usize, &Component)]) -> Option<Vec<(usize, Vec<Component>)>> {
    let mut all = Vec::new();
    // an ordinal compound drops what stands behind the component that is moved
    for (i, now) in after.iter().enumerate() {
        let was = before.get(i)?;
        if was == now {
            continue;
        }
        let gone = without(was, now);
        let come = without(now, was);
        let [gone] = gone.as_slice() else { return None };
        let which = singles.iter().position(|(sum, c)| *sum == i && *c == gone)?;
        all.push((which, come));
    }
    Some(all)
}

fn without(list: &[Component], other: &[Component]) -> Vec<Component> {
    let mut rest = list.to_vec();
    for component in other {
        if let Some(at) = rest.iter().position(|c| c == component) {
            rest.remove(at);
        }
    }
    rest
}
