//! A rectangular board: squares, blocked ones, stones of two colours; rows and boards of coins.
//!
//! A move presses the squares that it changes. Where it changes more than two, the one that stands for all of them: the
//! first that gets a mark, else the one at the top left. Where two moves change the same square to different marks, the
//! mark is pressed as well. Squares that are blocked go away, unless a domino is laid on two neighbours.

use super::edge::{self, HEAD};
use super::{Asked, Drawn, Form, Part, Press};

type Squares<'a> = dyn Fn([usize; 2]) -> u8 + 'a;
type After<'a> = dyn Fn(usize) -> Option<Box<Squares<'a>>> + 'a;

/// What a move does that blocks two squares beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blocking {
    /// It lays a domino on them, as in Cram.
    Covers,
    /// It takes them away, as a bite in Chomp.
    Removes,
}

/// Draws a board of marks: `.` free, `#` blocked, `H` and `T` coins, anything else a stone of that colour.
pub(crate) fn marks(asked: &Asked<'_>, size: [usize; 2], before: &Squares<'_>, after: &After<'_>) -> Option<Drawn> {
    squares(asked, size, before, after, Blocking::Covers)
}

/// As [`marks`], where squares that are blocked say what they mean.
pub(crate) fn squares(
    asked: &Asked<'_>,
    [rows, columns]: [usize; 2],
    before: &Squares<'_>,
    after: &After<'_>,
    blocking: Blocking,
) -> Option<Drawn> {
    if rows.checked_mul(columns)?.checked_mul(2)? + rows + columns > asked.room {
        return None;
    }
    let board = Board { rows, columns, line: asked.line, blocking };
    let mut parts = board.numbers();
    for at in board.squares() {
        parts.push(board.square(at, before(at)));
        parts.extend(stone(format!("{}.on", id(at)), before(at), board.point(at)));
    }
    let mut presses: Vec<Vec<Press>> = Vec::new();
    let mut pens: Vec<(usize, u8)> = Vec::new();
    for i in 0..asked.moves.len() {
        let Some(now) = after(i) else {
            presses.push(Vec::new());
            continue;
        };
        let changed: Vec<Square> = board.squares().filter(|&at| before(at) != now(at)).collect();
        if let [at] = changed.as_slice()
            && matches!(now(*at), b'x' | b'o')
        {
            pens.push((i, now(*at)));
        }
        presses.push(board.press(&changed, before, &now, &parts).into_iter().collect());
    }
    // the same square may take either mark
    if pens.iter().any(|pen| pen.1 == b'x') && pens.iter().any(|pen| pen.1 == b'o') {
        parts.extend(board.pens());
        for (i, mark) in pens {
            presses[i].iter_mut().for_each(|press| press.press.insert(0, pen(mark)));
        }
    }
    Some(Drawn { parts, presses })
}

/// Row and column, from 0.
type Square = [usize; 2];

fn id([row, column]: Square) -> String {
    format!("{row}.{column}")
}

/// What is pressed before a square, where it may take either mark.
fn pen(mark: u8) -> String {
    format!("pen.{}", char::from(mark))
}

/// Where squares stand.
struct Board {
    rows: usize,
    columns: usize,
    /// A row is wrapped after so many.
    line: usize,
    blocking: Blocking,
}

impl Board {
    fn is_strip(&self) -> bool {
        self.rows == 1
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
    }

    fn point(&self, [row, column]: Square) -> [f64; 2] {
        match self.is_strip() {
            true => [(column % self.line) as f64 + 0.5, (column / self.line) as f64 * 1.2 + 0.5],
            false => [column as f64 + 0.5, row as f64 + 0.5 + HEAD],
        }
    }

    /// The numbers of rows and columns at the edge; a strip has none.
    fn numbers(&self) -> Vec<Part> {
        if self.is_strip() {
            return Vec::new();
        }
        let above = edge::above((0..self.columns).map(|column| (column + 1, self.point([0, column]))));
        above.into_iter().chain(edge::before((0..self.rows).map(|row| (row + 1, self.point([row, 0]))))).collect()
    }

    /// The coin or the square at a place.
    fn square(&self, at: Square, mark: u8) -> Part {
        let cell = || Part::new(id(at), Form::Cell, self.point(at));
        let [row, column] = at.map(|number| number + 1);
        match mark {
            b'H' => self.coin(at, "H", "heads", "正面"),
            b'T' => self.coin(at, "T", "tails", "反面"),
            b'#' if self.is_strip() => {
                cell().tone("blocked").say(format!("blocked square {column}"), format!("第 {column} 格，不可用"))
            }
            b'#' => cell().tone("blocked").say(
                format!("blocked square in row {row}, column {column}"),
                format!("第 {row} 行第 {column} 列格，不可用"),
            ),
            _ if self.is_strip() => cell().say(format!("square {column}"), format!("第 {column} 格")),
            // moves are named by the squares that they press: short
            _ => cell().say(format!("row {row}, column {column}"), format!("第 {row} 行第 {column} 列")),
        }
    }

    fn coin(&self, at: Square, text: &'static str, tone: &'static str, chinese: &str) -> Part {
        let part = Part::new(id(at), Form::Coin, self.point(at)).text(text).tone(tone);
        let [row, column] = at;
        match self.is_strip() {
            // coins of a row are counted from 0, as their values are
            true => part.say(format!("coin {column}, {tone}"), format!("硬币 {column}，{chinese}")),
            false => part.say(
                format!("coin in row {}, column {}, {tone}", row + 1, column + 1),
                format!("第 {} 行第 {} 列的硬币，{chinese}", row + 1, column + 1),
            ),
        }
    }

    /// What is pressed for a move that changes these squares, what it takes away and what it puts down.
    fn press(&self, changed: &[Square], before: &Squares<'_>, now: &Squares<'_>, parts: &[Part]) -> Option<Press> {
        let (&first, &last) = changed.first().zip(changed.last())?;
        let coins = changed.iter().any(|&at| matches!(before(at), b'H' | b'T'));
        let chosen = match coins || changed.len() <= 2 {
            true => changed.to_vec(),
            false => vec![changed.iter().copied().find(|&at| now(at) != b'#').unwrap_or(first)],
        };
        let mut press = Press::of(chosen.into_iter().map(id));
        let covered = !coins && self.is_covered(changed, now);
        for &at in changed {
            let on = format!("{}.on", id(at));
            if parts.iter().any(|part| part.id == on) {
                press.takes.push(on);
            } else if coins {
                press.takes.push(id(at));
            }
            let to = format!("{}.to", id(at));
            if coins {
                let (text, tone) = if now(at) == b'H' { ("H", "heads") } else { ("T", "tails") };
                press.puts.push(Part::new(to.clone(), Form::Coin, self.point(at)).text(text).tone(tone));
            } else if now(at) == b'#' && !covered {
                press.takes.push(id(at));
            }
            press.puts.extend(stone(to, now(at), self.point(at)));
        }
        if covered {
            let domino = Part::new(format!("{}.domino", id(first)), Form::Domino, self.point(first));
            press.puts.push(domino.to(self.point(last)));
        }
        Some(press)
    }

    /// Does a move lay a domino on the squares that it changes?
    fn is_covered(&self, changed: &[Square], now: &Squares<'_>) -> bool {
        let &[[row, column], to] = changed else { return false };
        let beside = to == [row, column + 1] || to == [row + 1, column];
        self.blocking == Blocking::Covers && beside && changed.iter().all(|&at| now(at) == b'#')
    }

    /// The marks below the board of which one is pressed first.
    fn pens(&self) -> Vec<Part> {
        let top = self.point([self.rows, 0])[1] - 0.1;
        let pen = |x: f64, mark: u8, tone: &'static str| {
            Part::new(pen(mark), Form::Stone, [x * 1.2 + 0.5, top + 0.5]).tone(tone)
        };
        vec![pen(0.0, b'x', "x").say("a black stone", "黑子"), pen(1.0, b'o', "o").say("a white stone", "白子")]
    }
}

fn stone(id: String, mark: u8, at: [f64; 2]) -> Option<Part> {
    match mark {
        b'x' => Some(Part::new(id, Form::Stone, at).tone("x")),
        b'o' => Some(Part::new(id, Form::Stone, at).tone("o")),
        _ => None,
    }
}
