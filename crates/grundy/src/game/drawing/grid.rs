//! A place of two numbers: a token on a board, which goes to the square that is pressed.
//!
//! ```text
//! wythoff(1, 2)      0 1 2      first number downward, second to the right, as in tables and maps;
//!                  0 · · ◎      the corner (0, 0) is the end
//!                  1 · · ●
//! ```

use super::edge::{self, HEAD};
use super::{Asked, Drawn, Form, Part, Press};

/// Draws the board up to the largest numbers that the place and its moves have, if there is room.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    let here = match asked.small()?[..] {
        [a, b] => [a, b],
        _ => return None,
    };
    let pair = |list: Vec<usize>| <[usize; 2]>::try_from(list).ok();
    let left: Vec<Option<[usize; 2]>> = asked.left().into_iter().map(|list| list.and_then(pair)).collect();
    // a move that leaves anything else is not shown by a token
    if left.iter().any(Option::is_none) {
        return None;
    }
    let [height, width] = [0, 1].map(|i| left.iter().flatten().map(|to| to[i]).fold(here[i], usize::max) + 1);
    if width.saturating_mul(height).saturating_add(width + height) >= asked.room {
        return None;
    }
    let at = |[a, b]: [usize; 2]| [b as f64 + 0.5, a as f64 + 0.5 + HEAD];
    let mut parts: Vec<Part> = edge::above((0..width).map(|b| (b, at([0, b])))).collect();
    parts.extend(edge::before((0..height).map(|a| (a, at([a, 0])))));
    for a in 0..height {
        for b in 0..width {
            let part = Part::new(format!("{a}.{b}"), Form::Cell, at([a, b]));
            parts.push(part.say(format!("to ({a}, {b})"), format!("到 ({a}, {b})")));
        }
    }
    let token = Part::new("token", Form::Token, at(here));
    parts.push(
        token.say(format!("the token at ({}, {})", here[0], here[1]), format!("棋子在 ({}, {})", here[0], here[1])),
    );
    let press = |[a, b]: [usize; 2]| {
        let put = Part::new("token.to", Form::Token, at([a, b]));
        vec![Press::of([format!("{a}.{b}")]).takes(["token".to_owned()]).puts(put)]
    };
    Some(Drawn { parts, presses: left.into_iter().flatten().map(press).collect() })
}
