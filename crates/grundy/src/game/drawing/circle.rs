//! A token that goes round a circle of squares: Kotzig's Nim. A move presses the square it goes to.

use std::f64::consts::TAU;

use super::{Asked, Drawn, Form, Part, Press};

/// Draws a circle of so many squares; the place lists those that were visited, the last is the token's.
#[must_use]
pub fn draw(asked: &Asked<'_>, squares: u64) -> Option<Drawn> {
    let visited = asked.small()?;
    let squares = usize::try_from(squares).ok().filter(|n| *n < asked.room)?;
    let radius = (squares as f64 * 1.3 / TAU).max(1.0);
    let point = |i: usize| {
        let angle = TAU * i as f64 / squares as f64;
        [radius + 0.5 + radius * angle.sin(), radius + 0.5 - radius * angle.cos()]
    };
    let node = |i: usize| {
        let part = Part::new(format!("v{i}"), Form::Node, point(i)).text(i.to_string());
        let part = part.say(format!("square {i}"), format!("第 {i} 格"));
        if visited.contains(&i) { part.tone("visited") } else { part }
    };
    let mut parts: Vec<Part> = (0..squares).map(node).collect();
    parts.extend(visited.last().map(|&i| Part::new("token", Form::Token, point(i)).say("the token", "棋子")));
    let press = |after: &Option<Vec<usize>>| match after.as_ref().and_then(|list| list.last()) {
        Some(&to) if to < squares => {
            let put = Part::new("token.to", Form::Token, point(to));
            vec![Press::of([format!("v{to}")]).takes(["token".to_owned()]).puts(put)]
        }
        _ => Vec::new(),
    };
    Some(Drawn { presses: asked.left().iter().map(press).collect(), parts })
}
