//! Coins on a strip of squares, or a strip for each pair of checkers. A move presses the coin and the square it goes to;
//! the square alone where there is but one coin.
//!
//! ```text
//! silverdollar(0, 2, 5)   0 1 2 3 4 5
//!                         ● · ● · · ●
//! ```

use super::edge::{self, HEAD};
use super::{Asked, Drawn, Form, Part, Press};

/// Draws one strip with a coin on each square that the place lists.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    strip(asked, false)
}

/// The same with a bag on square 0 and the dollar, which is the last coin. A penny in the bag is not listed; the dollar there is
/// pressed to take the bag.
#[must_use]
pub fn draw_with_bag(asked: &Asked<'_>) -> Option<Drawn> {
    strip(asked, true)
}

fn strip(asked: &Asked<'_>, bag: bool) -> Option<Drawn> {
    let coins = asked.small()?;
    let squares = coins.iter().max()? + 1;
    let squares = asked.left().iter().flatten().flatten().fold(squares, |most, to| most.max(to + 1));
    if 2 * squares + coins.len() > asked.room {
        return None;
    }
    let point = |square: usize| [(square % asked.line) as f64 + 0.5, (square / asked.line) as f64 * 1.8 + 0.5 + HEAD];
    let mut parts: Vec<Part> = (0..squares).map(|i| cell(format!("s{i}"), i, point(i))).collect();
    if bag {
        parts[0] = Part::new("s0", Form::Cell, point(0)).text("∪").say("the money bag", "钱袋");
    }
    let dollar = coins.last().copied().filter(|_| bag);
    let token = |square: usize, is_dollar: bool| {
        let part = Part::new(format!("k{square}"), Form::Token, point(square));
        if is_dollar { part.text("$") } else { part }
    };
    let coin = |&i: &usize| {
        let (english, chinese) = if dollar == Some(i) { ("dollar", "银元") } else { ("coin", "硬币") };
        token(i, dollar == Some(i)).say(format!("the {english} on square {i}"), format!("第 {i} 格的{chinese}"))
    };
    parts.extend(coins.iter().map(coin));
    parts.extend(edge::above((0..squares).map(|i| (i, point(i)))));
    let press = |after: &Vec<usize>| {
        let gone: Vec<usize> = without(&coins, after);
        let come: Vec<usize> = without(after, &coins);
        let (from, to) = match (gone.as_slice(), come.as_slice()) {
            ([from], [to]) => (*from, Some(*to)),
            ([from], []) if bag => (*from, None),
            _ => return Vec::new(),
        };
        let coin = (coins.len() > 1 || from == 0).then(|| format!("k{from}"));
        let square = (from > 0).then(|| format!("s{}", to.unwrap_or(0)));
        let mut press = Press::of(coin.into_iter().chain(square)).takes([format!("k{from}")]);
        if let Some(to) = to {
            press = press.puts(token(to, dollar == Some(from)));
        }
        vec![press]
    };
    let presses = asked.left().iter().map(|after| after.as_ref().map_or_else(Vec::new, press)).collect();
    Some(Drawn { parts, presses })
}

/// Draws a strip for each two numbers: the squares of two checkers.
#[must_use]
pub fn draw_pairs(asked: &Asked<'_>) -> Option<Drawn> {
    let checkers = asked.small()?;
    let squares = checkers.iter().max()? + 1;
    if (squares + 3) * (checkers.len() / 2) + squares > asked.room {
        return None;
    }
    let point = |row: usize, square: usize| [square as f64 + 0.5, row as f64 * 1.2 + 0.5 + HEAD];
    let mut parts: Vec<Part> = edge::above((0..squares).map(|i| (i, point(0, i)))).collect();
    parts.extend(edge::before((0..checkers.len() / 2).map(|row| (row + 1, point(row, 0)))));
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
