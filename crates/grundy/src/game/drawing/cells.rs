//! A rectangular board: squares, blocked ones, stones of two colours; rows and boards of coins.
//!
//! A move presses the squares that it changes. Where it changes more than two, the one that stands for all of them: the
//! first that gets a mark, else the one at the top left. Where two moves change the same square to different marks, the
//! mark is pressed as well.

use super::edge::{self, HEAD};
use super::{Asked, Drawn, Form, Part, Press};

type Squares<'a> = dyn Fn([usize; 2]) -> u8 + 'a;
type After<'a> = dyn Fn(usize) -> Option<Box<Squares<'a>>> + 'a;

/// Draws a board of marks: `.` free, `#` blocked, `H` and `T` coins, anything else a stone of that colour.
pub(crate) fn marks(
    asked: &Asked<'_>,
    [rows, columns]: [usize; 2],
    before: &Squares<'_>,
    after: &After<'_>,
) -> Option<Drawn> {
    if rows.checked_mul(columns)?.checked_mul(2)? + rows + columns > asked.room {
        return None;
    }
    let id = |[row, column]: [usize; 2]| format!("{row}.{column}");
    let is_strip = rows == 1;
    let point = |[row, column]: [usize; 2]| match is_strip {
        // a row is wrapped
        true => [(column % asked.line) as f64 + 0.5, (column / asked.line) as f64 * 1.2 + 0.5],
        false => [column as f64 + 0.5, row as f64 + 0.5 + HEAD],
    };
    let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
    let mut parts = Vec::new();
    if !is_strip {
        parts.extend(edge::above((0..columns).map(|column| (column + 1, point([0, column])))));
        parts.extend(edge::before((0..rows).map(|row| (row + 1, point([row, 0])))));
    }
    for at in all() {
        let (mark, [row, column]) = (before(at), at);
        let said = |part: Part, en: &str, zh: &str| match is_strip {
            true => part.say(format!("{en} {}", column + 1), format!("第 {} {zh}", column + 1)),
            // moves are named by the squares that they press: short
            false if en == "square" => part.say(
                format!("row {}, column {}", row + 1, column + 1),
                format!("第 {} 行第 {} 列", row + 1, column + 1),
            ),
            false => part.say(
                format!("{en} in row {}, column {}", row + 1, column + 1),
                format!("第 {} 行第 {} 列{zh}", row + 1, column + 1),
            ),
        };
        // coins of a row are counted from 0, as their values are
        let coin = |text: &'static str, tone: &'static str, zh: &str| {
            let part = Part::new(id(at), Form::Coin, point(at)).text(text).tone(tone);
            match is_strip {
                true => part.say(format!("coin {column}, {tone}"), format!("硬币 {column}，{zh}")),
                false => part.say(
                    format!("coin in row {}, column {}, {tone}", row + 1, column + 1),
                    format!("第 {} 行第 {} 列的硬币，{zh}", row + 1, column + 1),
                ),
            }
        };
        parts.push(match mark {
            b'H' => coin("H", "heads", "正面"),
            b'T' => coin("T", "tails", "反面"),
            b'#' => said(Part::new(id(at), Form::Cell, point(at)).tone("blocked"), "blocked square", "格，不可用"),
            _ => said(Part::new(id(at), Form::Cell, point(at)), "square", "格"),
        });
        parts.extend(stone(format!("{}.on", id(at)), mark, point(at)));
    }
    let mut presses: Vec<Vec<Press>> = Vec::new();
    let mut pens: Vec<(usize, u8)> = Vec::new();
    for i in 0..asked.moves.len() {
        let Some(now) = after(i) else {
            presses.push(Vec::new());
            continue;
        };
        let changed: Vec<[usize; 2]> = all().filter(|&at| before(at) != now(at)).collect();
        let coins = changed.iter().any(|&at| matches!(before(at), b'H' | b'T'));
        let chosen = match changed.as_slice() {
            [] => {
                presses.push(Vec::new());
                continue;
            }
            all if coins || all.len() <= 2 => all.to_vec(),
            all => vec![*all.iter().find(|&&at| now(at) != b'#').unwrap_or(&all[0])],
        };
        let mut press = Press::of(chosen.iter().map(|&at| id(at)));
        for &at in &changed {
            if parts.iter().any(|part| part.id == format!("{}.on", id(at))) {
                press.takes.push(format!("{}.on", id(at)));
            } else if coins {
                press.takes.push(id(at));
            }
            if coins {
                let (text, tone) = if now(at) == b'H' { ("H", "heads") } else { ("T", "tails") };
                press.puts.push(Part::new(format!("{}.to", id(at)), Form::Coin, point(at)).text(text).tone(tone));
            } else if now(at) == b'#' && changed.len() > 2 {
                press.takes.push(id(at));
            }
            press.puts.extend(stone(format!("{}.to", id(at)), now(at), point(at)));
        }
        if let ([a, b], [b'#', b'#']) = (changed.as_slice(), [now(changed[0]), now(changed[changed.len() - 1])])
            && !coins
        {
            press.puts.push(Part::new(format!("{}.domino", id(*a)), Form::Domino, point(*a)).to(point(*b)));
        }
        if let [at] = changed.as_slice()
            && matches!(now(*at), b'x' | b'o')
        {
            pens.push((i, now(*at)));
        }
        presses.push(vec![press]);
    }
    // the same square may take either mark
    let both = pens.iter().any(|pen| pen.1 == b'x') && pens.iter().any(|pen| pen.1 == b'o');
    if both {
        let top = point([rows, 0])[1] - 0.1;
        for (x, (mark, tone)) in [(b'x', "x"), (b'o', "o")].into_iter().enumerate() {
            let id = format!("pen.{}", mark as char);
            let part = Part::new(id, Form::Stone, [x as f64 * 1.2 + 0.5, top + 0.5]).tone(tone);
            parts.push(if mark == b'x' {
                part.say("a black stone", "黑子")
            } else {
                part.say("a white stone", "白子")
            });
        }
        for (i, mark) in pens {
            presses[i].iter_mut().for_each(|press| press.press.insert(0, format!("pen.{}", mark as char)));
        }
    }
    Some(Drawn { parts, presses })
}

fn stone(id: String, mark: u8, at: [f64; 2]) -> Option<Part> {
    match mark {
        b'x' => Some(Part::new(id, Form::Stone, at).tone("x")),
        b'o' => Some(Part::new(id, Form::Stone, at).tone("o")),
        _ => None,
    }
}
