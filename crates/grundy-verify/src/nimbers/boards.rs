//! Games on boards and graphs in which a move removes vertices: `rule edges` and `rule vertices`.
//!
//! The lines `exact`, `mirror` and `not` come in any order and as often as need be; no part is told twice of.
//!
//! *Parts* are connected. A part of a board is moved to the corner, and of its eight images by turning and reflection the least
//! one stands for all: fewer rows first, then the rows as numbers, from the first row on. Its squares are numbered row by row in
//! its box. A part of a graph is the list of its vertices, with points between. Moves are an edge `a-b`, a < b, or a vertex.
//!
//! *Why it holds.* By induction on the number of vertices: what a line says of a part rests on what a move leaves, which is
//! smaller. A position is worth the xor of its parts; two parts that are equal cancel, and a part without a move is worth 0.
//! **exact**: the moves are checked to lead to 0, …, v − 1; every move of the part leaves parts with `exact` lines whose xor is
//! not v, or one part without it and a line `not` for the value that it would need. **not** n: what the move leaves has `exact`
//! lines with the xor n. **mirror**: let no square be its own image in the half turn of the box, nor a neighbour of it. Then the
//! second player answers every move by its image, which is another one and still there, and moves last.
//!
//! Cost: linear in the file, times the moves of a part and its squares.

use std::collections::HashMap;

use super::{Position, wrong};
use crate::text::{Lined, malformed, number};
use crate::{Fault, Meter, Refusal};

/// Values are bits of a word where they are excluded.
const VALUES: u64 = 64;
/// Larger boards and graphs are not read.
const ROWS: usize = 512;
const VERTICES: u64 = 512;

/// Vertices, ascending: of a board in a box, of a graph by their numbers.
type Part = Vec<u32>;

/// What is said of a part.
#[derive(Debug, Default)]
struct Said {
    /// The value, with the line.
    exact: Option<(u64, u64)>,
    mirrored: bool,
    /// Values that it does not have.
    excluded: u64,
    replies: Vec<Move>,
    /// For excluded values: the line, the value, the move.
    nots: Vec<(u64, u64, Move)>,
}

/// An edge, or a vertex twice.
type Move = (u32, u32);

/// Where the play takes place.
#[derive(Debug)]
enum Ground {
    /// So many columns may be named: squares are row · 64 + column.
    Board,
    /// The neighbours of each vertex, ascending.
    Graph(Vec<Vec<u32>>),
}

/// Columns of a board at most, and the step from row to row.
const STRIDE: u32 = 64;

#[derive(Debug)]
struct Game {
    ground: Ground,
    /// Does a move choose an edge?
    edges: bool,
}

impl Game {
    fn neighbours(&self, v: u32) -> Vec<u32> {
        match &self.ground {
            Ground::Graph(lists) => lists[v as usize].clone(),
            Ground::Board => {
                let (r, c) = (v / STRIDE, v % STRIDE);
                let mut near = Vec::with_capacity(4);
                near.extend(r.checked_sub(1).map(|r| r * STRIDE + c));
                near.extend(c.checked_sub(1).map(|c| r * STRIDE + c));
                near.extend((c + 1 < STRIDE).then_some(v + 1));
                near.push(v + STRIDE);
                near
            }
        }
    }

    /// Every move of a part.
    fn moves(&self, part: &Part) -> Vec<Move> {
        if !self.edges {
            return part.iter().map(|&v| (v, v)).collect();
        }
        let edges = |&v: &u32| self.neighbours(v).into_iter().filter(move |&w| w > v).map(move |w| (v, w));
        part.iter().flat_map(edges).filter(|(_, w)| part.binary_search(w).is_ok()).collect()
    }

    /// Is it a move of this part?
    fn is_move(&self, part: &Part, (a, b): Move) -> bool {
        let there = |v: u32| part.binary_search(&v).is_ok();
        there(a) && there(b) && if self.edges { a < b && self.neighbours(a).contains(&b) } else { a == b }
    }

    /// What a move leaves, in parts that were not cancelled, each as it is named.
    fn left(&self, part: &Part, (a, b): Move) -> Vec<Part> {
        let around = self.neighbours(a);
        let gone = |v: u32| v == a || v == b || !self.edges && around.contains(&v);
        self.parts(part.iter().copied().filter(|&v| !gone(v)).collect())
    }

    /// The connected parts of some vertices, each as it is named; equal ones cancel, and those without a move are left out.
    fn parts(&self, cells: Part) -> Vec<Part> {
        let mut seen = vec![false; cells.len()];
        let mut parts: Vec<Part> = Vec::new();
        for start in 0..cells.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![cells[start]];
            let mut next = 0;
            while let Some(&v) = part.get(next) {
                next += 1;
                for w in self.neighbours(v) {
                    if let Ok(at) = cells.binary_search(&w)
                        && !std::mem::replace(&mut seen[at], true)
                    {
                        part.push(w);
                    }
                }
            }
            if self.edges && part.len() == 1 {
                continue;
            }
            part.sort_unstable();
            let part = self.named(part);
            match parts.iter().position(|other| *other == part) {
                Some(at) => _ = parts.remove(at),
                None => parts.push(part),
            }
        }
        parts
    }

    /// The part as it is named: on a board the least of its images.
    fn named(&self, part: Part) -> Part {
        match self.ground {
            Ground::Graph(_) => part,
            Ground::Board => least_image(&part),
        }
    }

    fn is_connected(&self, part: &Part) -> bool {
        let mut seen = vec![false; part.len()];
        seen[0] = true;
        let mut reached = vec![part[0]];
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            for w in self.neighbours(v) {
                if let Ok(at) = part.binary_search(&w)
                    && !std::mem::replace(&mut seen[at], true)
                {
                    reached.push(w);
                }
            }
        }
        reached.len() == part.len()
    }

    /// Is no square its own image in the half turn of the box, nor a neighbour of it, and is every image there?
    fn is_mirrored(&self, part: &Part) -> bool {
        let Ground::Board = self.ground else { return false };
        let (rows, columns) = size(part);
        part.iter().all(|&v| {
            let image = (rows - 1 - v / STRIDE) * STRIDE + columns - 1 - v % STRIDE;
            image != v && part.binary_search(&image).is_ok() && !self.neighbours(v).contains(&image)
        })
    }
}

/// Rows and columns of the box of a part that stands in the corner.
fn size(part: &Part) -> (u32, u32) {
    let rows = part.iter().map(|v| v / STRIDE).max().map_or(0, |r| r + 1);
    let columns = part.iter().map(|v| v % STRIDE).max().map_or(0, |c| c + 1);
    (rows, columns)
}

/// The rows as numbers: how images are compared.
fn rows_of(part: &Part) -> Vec<u64> {
    let mut rows = vec![0; size(part).0 as usize];
    part.iter().for_each(|v| rows[(v / STRIDE) as usize] |= 1 << (v % STRIDE));
    rows
}

fn least_image(part: &Part) -> Part {
    let top = part.iter().map(|v| v / STRIDE).min().unwrap_or_default();
    let left = part.iter().map(|v| v % STRIDE).min().unwrap_or_default();
    let cells: Vec<(u32, u32)> = part.iter().map(|v| (v / STRIDE - top, v % STRIDE - left)).collect();
    let (h, w) = cells.iter().fold((0, 0), |(h, w), &(r, c)| (h.max(r), w.max(c)));
    let images = (0..8).filter(|turn| turn & 4 == 0 || h < STRIDE).map(|turn| {
        let image = cells.iter().map(|&(r, c)| {
            let (r, c) = (if turn & 1 > 0 { h - r } else { r }, if turn & 2 > 0 { w - c } else { c });
            if turn & 4 > 0 { c * STRIDE + r } else { r * STRIDE + c }
        });
        let mut image: Part = image.collect();
        image.sort_unstable();
        image
    });
    let order = |part: &Part| {
        let rows = rows_of(part);
        (rows.len(), rows)
    };
    images.min_by_key(order).unwrap_or_default()
}

/// Reads and checks what stands behind the rule; `edges`: a move chooses an edge.
pub(super) fn check(at: &mut Lined<'_>, edges: bool, claim: &mut Position, meter: &mut Meter<'_>) -> Result<(), Fault> {
    let (game, start) = ground(at, edges, claim)?;
    let told;
    (claim.value, told) = at.number("value")?;
    let said = lines(at, &game, meter)?;
    for (part, of) in &said {
        if !of.mirrored {
            exact(&game, &said, part, of, meter)?;
        }
        for &(line, n, reply) in &of.nots {
            claim.excluded += 1;
            meter.spend(20 * part.len() as u64 + 64)?;
            if value(&said, &game.left(part, reply)) != Some(n) {
                return wrong(line, format!("the move is not shown to lead to the value {n}"));
            }
        }
        claim.exact += u64::from(of.exact.is_some());
        claim.mirrored += u64::from(of.mirrored);
    }
    match value(&said, &game.parts(start)) {
        Some(value) if value == claim.value => Ok(()),
        Some(value) => wrong(told, format!("the parts make the value {value}")),
        None => wrong(told, "a part of the position has no line"),
    }
}

fn ground(at: &mut Lined<'_>, edges: bool, claim: &mut Position) -> Result<(Game, Part), Fault> {
    claim.rule.push(at.line.to_owned());
    if let Some(words) = at.behind("board") {
        let Some(start) = squares(words) else { return Ok(at.wrong("rows in hexadecimal digits")?) };
        at.advance()?;
        return Ok((Game { ground: Ground::Board, edges }, start));
    }
    let (count, line) = at.number("graph")?;
    if count > VERTICES {
        return Err(malformed(line, "a graph of at most 512 vertices").into());
    }
    let mut lists = vec![Vec::new(); count as usize];
    if let Some(words) = at.behind("joined") {
        let mut last = None;
        for word in words.split(' ') {
            let edge = pair(word).filter(|&(a, b)| a < b && u64::from(b) < count && last < Some((a, b)));
            let Some((a, b)) = edge else { return Ok(at.wrong("edges, the smaller vertex first, ascending")?) };
            last = edge;
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        claim.rule.push(at.line.to_owned());
        at.advance()?;
    }
    lists.iter_mut().for_each(|list| list.sort_unstable());
    Ok((Game { ground: Ground::Graph(lists), edges }, (0..count as u32).collect()))
}

/// `1f.1f.f`: rows in hexadecimal digits.
fn squares(words: &str) -> Option<Part> {
    let mut part = Vec::new();
    for (r, word) in words.split('.').enumerate() {
        let spelt = (1..=16).contains(&word.len()) && (word == "0" || !word.starts_with('0'));
        let digits = word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if r >= ROWS || !spelt || !digits {
            return None;
        }
        let row = u64::from_str_radix(word, 16).ok()?;
        part.extend((0..STRIDE).filter(|c| row >> c & 1 == 1).map(|c| r as u32 * STRIDE + c));
    }
    Some(part)
}

fn vertex(word: &str) -> Option<u32> {
    number(word).and_then(|v| u32::try_from(v).ok())
}

fn pair(word: &str) -> Option<(u32, u32)> {
    let (a, b) = word.split_once('-')?;
    Some((vertex(a)?, vertex(b)?))
}

/// A part as it is named; `None`: it is no part, or another image stands for it.
fn part(game: &Game, word: &str) -> Option<Part> {
    let part: Part = match &game.ground {
        Ground::Board => squares(word)?,
        Ground::Graph(lists) => {
            let vertices: Part = word.split('.').map(vertex).collect::<Option<_>>()?;
            let fits = vertices.iter().all(|&v| (v as usize) < lists.len()) && vertices.is_sorted_by(|a, b| a < b);
            fits.then_some(vertices)?
        }
    };
    let named = !part.is_empty() && game.is_connected(&part) && game.named(part.clone()) == part;
    named.then_some(part)
}

/// A move of a part in the words of a line.
fn reply(game: &Game, part: &Part, word: &str) -> Option<Move> {
    let (a, b) = if game.edges { pair(word)? } else { vertex(word).map(|v| (v, v))? };
    let (a, b) = match game.ground {
        Ground::Graph(_) => (a, b),
        Ground::Board => {
            let columns = size(part).1;
            let square = |v: u32| v / columns * STRIDE + v % columns;
            (square(a), square(b))
        }
    };
    game.is_move(part, (a, b)).then_some((a, b))
}

/// The lines on parts.
fn lines(at: &mut Lined<'_>, game: &Game, meter: &mut Meter<'_>) -> Result<HashMap<Part, Said>, Refusal> {
    let mut said: HashMap<Part, Said> = HashMap::new();
    while at.behind("digest").is_none() {
        let (kind, rest) = at.line.split_once(' ').unwrap_or((at.line, ""));
        let mut words = rest.split(' ');
        let Some(part) = words.next().and_then(|word| part(game, word)) else {
            return at.wrong("a connected part as it is named");
        };
        meter.reserve(200 + 5 * part.len() as u64 + 8 * rest.len() as u64)?;
        meter.spend(100 * part.len() as u64)?;
        let of = said.entry(part.clone()).or_default();
        let value = if kind == "mirror" { Some(0) } else { words.next().and_then(number).filter(|&n| n < VALUES) };
        let Some(value) = value else { return at.wrong("a value below 64") };
        let replies: Option<Vec<Move>> = words.map(|word| reply(game, &part, word)).collect();
        let Some(replies) = replies else { return at.wrong("moves of the part") };
        let is_new = of.exact.is_none() && of.excluded == 0;
        match kind {
            "exact" if is_new && replies.len() as u64 == value => {
                (of.exact, of.replies) = (Some((value, at.number)), replies);
            }
            "mirror" if is_new && replies.is_empty() && game.is_mirrored(&part) => {
                (of.exact, of.mirrored) = (Some((0, at.number)), true);
            }
            "not" if of.exact.is_none() && of.excluded >> value & 1 == 0 && replies.len() == 1 => {
                of.excluded |= 1 << value;
                of.nots.push((at.number, value, replies[0]));
            }
            _ => return at.wrong("`exact`, `mirror` or `not`, a part that is not told twice of, and its moves"),
        }
        at.advance()?;
    }
    if !at.rest.is_empty() {
        return at.wrong("nothing behind the digest");
    }
    Ok(said)
}

/// The value of parts, if lines say it.
fn value(said: &HashMap<Part, Said>, parts: &[Part]) -> Option<u64> {
    parts.iter().try_fold(0, |xor, part| Some(xor ^ said.get(part)?.exact?.0))
}

/// Is the value of a part what its line says?
fn exact(game: &Game, said: &HashMap<Part, Said>, part: &Part, of: &Said, meter: &mut Meter<'_>) -> Result<(), Fault> {
    let Some((claimed, line)) = of.exact else { return Ok(()) };
    for (m, &reply) in of.replies.iter().enumerate() {
        if value(said, &game.left(part, reply)) != Some(m as u64) {
            return wrong(line, format!("a move is not shown to lead to the value {m}"));
        }
    }
    let moves = game.moves(part);
    meter.spend((moves.len() * part.len() * 20) as u64 + 64)?;
    for each in moves {
        let (mut xor, mut open) = (0, None);
        for part in game.left(part, each) {
            match said.get(&part).and_then(|of| of.exact) {
                Some((value, _)) => xor ^= value,
                None if open.is_none() => open = Some(part),
                None => return wrong(line, "a move leaves two parts whose values are not told"),
            }
        }
        let differs = match open {
            None => xor != claimed,
            Some(part) => {
                let needed = xor ^ claimed;
                needed < VALUES && said.get(&part).is_some_and(|of| of.excluded >> needed & 1 == 1)
            }
        };
        if !differs {
            return wrong(line, format!("a move may lead to the value {claimed}"));
        }
    }
    Ok(())
}
