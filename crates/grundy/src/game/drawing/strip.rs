//! Coins on a strip of squares, or a strip for each pair of checkers. A move presses the coin and the square it goes to;
//! the square alone where there is but one coin.
//!
//! ```text
//! silverdollar(0, 2, 5)   ● · ● · · ●
//!                         0 1 2 3 4 5
//! ```

use super::{Asked, Drawn, Form, Part, Press};

/// Draws one strip with a coin on each square that the place lists.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    let coins = asked.small()?;
    let squares = coins.iter().max()? + 1;
    let squares = asked.left().iter().flatten().flatten().fold(squares, |most, to| most.max(to + 1));
    if squares + coins.len() > asked.room {
        return None;
    }
    let point = |square: usize| [(square % asked.line) as f64 + 0.5, (square / asked.line) as f64 * 1.4 + 0.5];
    let mut parts: Vec<Part> = (0..squares).map(|i| cell(format!("s{i}"), i, point(i))).collect();
    let coin = |i: &usize| {
        let part = Part::new(format!("k{i}"), Form::Token, point(*i));
        part.say(format!("the coin on square {i}"), format!("第 {i} 格的硬币"))
    };
    parts.extend(coins.iter().map(coin));
    let press = |after: &Vec<usize>| {
        let gone: Vec<usize> = without(&coins, after);
        let come: Vec<usize> = without(after, &coins);
        let ([from], [to]) = (gone.as_slice(), come.as_slice()) else { return Vec::new() };
        let put = Part::new(format!("k{to}"), Form::Token, point(*to));
        let coin = (coins.len() > 1).then(|| format!("k{from}"));
        vec![Press::of(coin.into_iter().chain([format!("s{to}")])).takes([format!("k{from}")]).puts(put)]
    };
    let presses = asked.left().iter().map(|after| after.as_ref().map_or_else(Vec::new, press)).collect();
    Some(Drawn { parts, presses })
}

/// Draws a strip for each two numbers: the squares of two checkers.
#[must_use]
pub fn draw_pairs(asked: &Asked<'_>) -> Option<Drawn> {
    let checkers = asked.small()?;
    let squares = checkers.iter().max()? + 1;
    if (squares + 2) * (checkers.len() / 2) > asked.room {
        return None;
    }
    let point = |row: usize, square: usize| [square as f64 + 0.5, row as f64 * 1.2 + 0.5];
    let mut parts = Vec::new();
    for (row, pair) in checkers.chunks(2).enumerate() {
        parts.extend((0..squares).map(|i| cell(format!("r{row}.s{i}"), i, point(row, i))));
        for (i, tone) in pair.iter().zip(["x", "o"]) {
            let part = Part::new(format!("r{row}.k{i}"), Form::Stone, point(row, *i)).tone(tone);
            parts.push(part.say(
                format!("the checker on square {i} of row {}", row + 1),
                format!("第 {} 行第 {i} 格的棋子", row + 1),
            ));
        }
    }
    let press = |after: &Vec<usize>| {
        let mut changed = (0..checkers.len()).filter(|&i| after.get(i) != Some(&checkers[i]));
        let (Some(i), None) = (changed.next(), changed.next()) else { return Vec::new() };
        let (row, from, to) = (i / 2, checkers[i], after[i]);
        let put = Part::new(format!("r{row}.k{to}"), Form::Stone, point(row, to)).tone(["x", "o"][i % 2]);
        let press = [format!("r{row}.k{from}"), format!("r{row}.s{to}")];
        vec![Press::of(press).takes([format!("r{row}.k{from}")]).puts(put)]
    };
    let whole = |after: &&Vec<usize>| after.len() == checkers.len();
    let presses = asked.left().iter().map(|after| after.as_ref().filter(whole).map_or_else(Vec::new, press)).collect();
    Some(Drawn { parts, presses })
}

fn cell(id: String, square: usize, at: [f64; 2]) -> Part {
    Part::new(id, Form::Cell, at).say(format!("square {square}"), format!("第 {square} 格"))
}

/// What the first list has more than the second.
fn without(list: &[usize], other: &[usize]) -> Vec<usize> {
    let mut rest = list.to_vec();
    for n in other {
        if let Some(at) = rest.iter().position(|m| m == n) {
            rest.remove(at);
        }
    }
    rest
}
