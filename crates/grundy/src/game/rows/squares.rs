//! Coins on the squares of a strip, counted from 0: what Welter's game and the silver dollar games share.

use std::ops::ControlFlow;

use grundy_core::{Diagnostic, Nat, Words, number::shorten};

use crate::game::Place;

/// Sorted squares; an error names the square that two coins share.
pub(super) fn distinct_squares(name: &str, mut place: Place) -> Result<Place, Diagnostic> {
    place.sort_unstable();
    if let Some(pair) = place.windows(2).find(|pair| pair[0] == pair[1]) {
        let square = shorten(&pair[0]);
        return Err(Diagnostic::input(format!("in “{name}” two coins stand on square {square}"))
            .suggest("every coin needs a square of its own; squares are counted from 0"));
    }
    Ok(place)
}

/// Every slide of a coin to the left, from the square `free` on, up to the coin before it.
pub(super) fn each_slide(
    place: &[u64],
    mut free: u64,
    visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut row = place.to_vec();
    for (coin, &square) in place.iter().enumerate() {
        for target in free..square {
            row[coin] = target;
            visit(&row)?;
        }
        row[coin] = square;
        free = square.saturating_add(1);
    }
    ControlFlow::Continue(())
}

/// Does the gap to the left of the coin count, where coins are paired from the right?
pub(super) fn ends_a_pair(place: &[Nat], coin: usize) -> bool {
    (place.len() - 1 - coin).is_multiple_of(2)
}

/// What the gap of a pair is called.
pub(super) fn gap_name(left: &Nat, right: &Nat) -> Words {
    let (left, right) = (shorten(left), shorten(right));
    Words::new(format!("gap between {left} and {right}"), format!("{left} 与 {right} 之间"))
}
