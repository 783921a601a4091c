//! Regions as rows: what stands on each boundary, and a stroke under the boundary.
//!
//! ```text
//! 0   0   A   B        a move presses what it joins, and the strokes of the boundaries on one side of its curve
//! -   -   -----
//! A   B
//! -----
//! ```

use super::{Asked, Drawn, Form, Part, Press};
use crate::game::Component;

/// The name of what stands on a boundary of a region, so far along.
pub(crate) fn spot(region: usize, boundary: usize, at: usize) -> String {
    format!("s{region}.{boundary}.{at}")
}

/// The name of the stroke under a boundary of a region.
pub(crate) fn stroke(region: usize, boundary: usize) -> String {
    format!("b{region}.{boundary}")
}

/// Draws inscriptions by region and boundary; `pressed` names the parts that a move presses, from what it leaves.
pub(crate) fn draw(
    asked: &Asked<'_>,
    regions: &[Vec<Vec<String>>],
    pressed: impl Fn(&Component) -> Option<Vec<String>>,
) -> Option<Drawn> {
    if regions.iter().flatten().map(|boundary| boundary.len() + 1).sum::<usize>() > asked.room {
        return None;
    }
    let mut parts = Vec::new();
    for (row, region) in regions.iter().enumerate() {
        let (mut x, y) = (0.5, 0.5 + 1.5 * row as f64);
        for (number, boundary) in region.iter().enumerate() {
            let first = x;
            for (at, text) in boundary.iter().enumerate() {
                let say = (format!("{text} in region {}", row + 1), format!("第 {} 区的 {text}", row + 1));
                parts.push(Part::new(spot(row, number, at), Form::Node, [x, y]).text(text.clone()).say(say.0, say.1));
                x += 1.0;
            }
            let line = Part::new(stroke(row, number), Form::Stroke, [first - 0.3, y + 0.6]).to([x - 0.7, y + 0.6]);
            let say = (
                format!("boundary {} of region {}", number + 1, row + 1),
                format!("第 {} 区的边界 {}", row + 1, number + 1),
            );
            parts.push(line.say(say.0, say.1));
            x += 0.5;
        }
    }
    let presses = asked.pressed(|(_, left)| {
        let [one] = left else { return Vec::new() };
        pressed(one).map(Press::of).into_iter().collect()
    });
    Some(Drawn { parts, presses })
}
