//! Cards in stacks, beside a total that they are added to: the game of thirty-one. A move presses a card.

use super::{Asked, Drawn, Form, Part, Press};

/// Draws a stack for each number behind the first, which is the total.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    let numbers = asked.small()?;
    let (total, stacks) = numbers.split_first()?;
    let mut parts = vec![
        Part::new("total", Form::Text, [0.5, 0.5])
            .text(total.to_string())
            .say(format!("total {total}"), format!("总和 {total}")),
    ];
    let point = |card: usize, nth: usize| [(card - 1) as f64 * 1.3 + 0.5, nth as f64 * 1.1 + 2.0];
    for (card, left) in (1..).zip(stacks) {
        for nth in 0..*left {
            let part = Part::new(format!("{card}.{nth}"), Form::Cell, point(card, nth)).text(card.to_string());
            parts.push(part.say(format!("a card {card}"), format!("一张 {card}")));
        }
    }
    let press = |after: &Option<Vec<usize>>| {
        let after = after.as_ref().filter(|after| after.len() == numbers.len());
        let Some(card) = after.and_then(|after| (1..after.len()).find(|&i| after[i] < numbers[i])) else {
            return Vec::new();
        };
        // any card of the stack will do
        let cards = (0..numbers[card]).rev().map(|nth| format!("{card}.{nth}"));
        cards.map(|id| Press::of([id.clone()]).takes([id])).collect()
    };
    Some(Drawn { presses: asked.left().iter().map(press).collect(), parts })
}
