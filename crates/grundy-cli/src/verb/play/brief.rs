//! What of a drawing is printed where nothing can be pressed: a few of equal components, and a few moves.

use std::collections::HashMap;

use grundy::scene::Scene;
use grundy::{Nat, Position};

/// So many equal components are drawn.
const EQUAL: usize = 3;
/// So many of the moves that the drawing cannot show are written below it.
const MOVES: usize = 10;

/// What was left out of a scene.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// Components.
    pub(super) components: Option<Nat>,
    /// Moves; `Some(None)`: nobody knows how many.
    pub(super) moves: Option<Option<Nat>>,
}

/// Takes out of a scene what says the same again.
pub(super) fn shorten(scene: &mut Scene, position: &Position) -> LeftOut {
    LeftOut { components: shorten_components(scene, position), moves: shorten_moves(scene) }
}

/// The number of components that are not drawn, where equal ones were taken out.
fn shorten_components(scene: &mut Scene, position: &Position) -> Option<Nat> {
    let mut met: HashMap<String, usize> = HashMap::new();
    let (mut gone, mut kept) = (Vec::new(), 0usize);
    for label in scene.parts.iter().filter(|part| part.tone == Some("label")) {
        let count = met.entry(label.text.clone().unwrap_or_default()).or_default();
        *count += 1;
        if *count > EQUAL {
            gone.push(label.id.clone());
        } else {
            kept += 1;
        }
    }
    if gone.is_empty() {
        return None;
    }
    let of_gone = |id: &str| gone.iter().any(|gone| id == gone || id.starts_with(&format!("{gone}.")));
    scene.parts.retain(|part| part.id != "more" && !of_gone(&part.id));
    let all = position.components().into_iter().fold(Nat::ZERO, |all, (_, count)| all + count);
    (all > Nat::from(kept)).then(|| all - Nat::from(kept))
}

fn shorten_moves(scene: &mut Scene) -> Option<Option<Nat>> {
    let mut listed = 0usize;
    scene.parts.retain(|part| {
        listed += usize::from(part.tone == Some("move"));
        part.tone != Some("move") || listed <= MOVES
    });
    if listed <= MOVES {
        return None;
    }
    let is_listed = |id: &String| id.starts_with('m');
    let mut drawn: Vec<usize> =
        scene.moves.iter().filter(|way| !way.press.press.iter().all(is_listed)).map(|way| way.index).collect();
    drawn.dedup();
    let shown = Nat::from(drawn.len() + MOVES);
    Some(scene.count.clone().filter(|count| *count > shown).map(|count| count - shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_big_sum_is_drawn_in_a_few_lines() {
        let brief = |text: &str| {
            let position: Position = text.parse().unwrap();
            let mut scene = position.scene().unwrap().result;
            let left = shorten(&mut scene, &position);
            (scene.parts.iter().filter(|part| part.tone == Some("label")).count(), left)
        };
        let (labels, left) = brief("10^18*kayles(10^18)");
        assert_eq!((labels, left.components.clone()), (3, Some(Nat::from(10u64.pow(18) - 3))));
        assert!(matches!(left.moves, Some(Some(_))), "{left:?}");
        let (labels, left) = brief("5*nim(3) + nim(4)");
        assert_eq!((labels, left), (4, LeftOut { components: Some(Nat::from(2u8)), moves: None }));
        assert_eq!(brief("nim(1, 2, 3, 4, 5)"), (5, LeftOut::default()));
        assert_eq!(brief("kayles(9)"), (0, LeftOut::default()));
    }
}
