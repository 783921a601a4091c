//! What to draw for a position, and which parts of the drawing each move presses.
//!
//! ```
//! let scene = grundy::kayles().at(9).scene()?;
//! let pins = scene.parts.iter().filter(|part| part.form == grundy::game::drawing::Form::Pin);
//! assert_eq!(pins.count(), 9);
//! // either pin 3 or pin 7 of nine leaves 2 and 6
//! let split = scene.moves.iter().filter(|way| way.mv.to == "kayles(2, 6)").map(|way| way.press.press.clone());
//! assert_eq!(split.collect::<Vec<_>>(), [["c0.2"], ["c0.6"]]);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Every component is drawn by its game ([`crate::game::drawing`]) in a row of its own; those that share a drawing (tokens
//! on one graph) are drawn together. No two moves are pressed alike, and each move that is listed can be pressed: what
//! the drawing of its component cannot show, or shows like another move, stands in a list below the drawing as a text to press.
//!
//! Bounds: [`MOST_PARTS`] parts, [`MOST_LISTED`] moves in the list below; of long rows only the ends are drawn.

mod pressing;

use std::collections::BTreeMap;

use grundy_core::{Context, Nat, Result};

use crate::answer::{Answer, Move};
use crate::game::drawing::{Asked, Drawn, Form, Part, Press};
use crate::game::{AnyGame, Component, Game, Place, show_components};
use crate::position::Position;
use crate::solve::{self, MovesOptions};
use crate::words::Words;

pub use pressing::{Pressed, Pressing};

/// So many parts are drawn at most, beside the moves that are listed.
pub const MOST_PARTS: usize = 600;
/// A sum of more rows than the first is drawn as far as the second.
const MOST_ROWS: (usize, usize) = (60, 20);
/// The positions that moves lead to have so many characters at most, together.
const MOST_TEXT: usize = 16 << 20;
/// So many moves are listed at most below the drawing.
pub const MOST_LISTED: usize = 100;

options! {
    /// What is wanted of [`Position::scene_with`].
    ///
    /// ```
    /// use grundy::{Context, kayles, scene::SceneOptions};
    /// let narrow = kayles().at(9).scene_with(&SceneOptions::default().with_line(5), &Context::default())?;
    /// assert!(narrow.bounds[2] < 6.0);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct SceneOptions {
        /// Take so many moves at most.
        limit: usize = 1000, with_limit;
        /// Things in a row before it wraps.
        line: usize = 25, with_line;
        /// Say what each move leads to.
        values: bool = true, with_values;
    }
}

/// A drawing of a position.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Scene {
    /// Left, top, width and height of everything, in cells.
    pub bounds: [f64; 4],
    /// What is drawn, in words.
    pub say: Words,
    /// The parts, in the order of painting.
    pub parts: Vec<Part>,
    /// The ways to press each move. Several may be the same move; no two moves are pressed alike.
    pub moves: Vec<Way>,
    /// How many moves there are in all, if that is known.
    pub count: Option<Nat>,
    /// Are there moves that cannot be pressed, because they are too many?
    pub truncated: bool,
}

/// A way to press a move.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Way {
    /// Its number among all moves of the position.
    pub index: usize,
    /// What is pressed, and what changes in the drawing.
    pub press: Press,
    /// The move, with what it leads to where that is known.
    pub mv: Move,
}

impl Position {
    /// What to draw, and which parts each move presses.
    ///
    /// # Errors
    /// As [`Position::moves`].
    pub fn scene(&self) -> Result<Answer<Scene>> {
        self.scene_with(&SceneOptions::default(), &Context::default())
    }

    /// As [`Position::scene`], within limits. Where they end before the values are known, the moves are there without.
    ///
    /// # Errors
    /// As [`Position::moves_with`].
    pub fn scene_with(&self, options: &SceneOptions, cx: &Context) -> Result<Answer<Scene>> {
        // each move knows the text of the position that it leads to
        let limit = options.limit.min(MOST_TEXT / self.query().len().max(1)).max(1);
        let listed = solve::legal(self, limit, cx)?;
        let judged = match options.values {
            true => self.moves_with(&MovesOptions::default().with_limit(limit), cx)?,
            false => solve::unjudged(self, listed.clone()),
        };
        let moves = if judged.moves.len() == listed.moves.len() { judged.moves.clone() } else { listed.moves };
        let (parts, moves, all_shown) = drawn(self, moves, options.line);
        let scene = Scene {
            bounds: bounds(&parts),
            say: said(self),
            truncated: !all_shown || listed.count.as_ref().is_none_or(|count| *count > Nat::from(limit)),
            parts,
            moves,
            count: listed.count,
        };
        Ok(judged.with(scene))
    }
}

/// The components that share one drawing.
struct Group {
    game: Game,
    places: Vec<Place>,
    /// Which single component each place is.
    indices: Vec<Nat>,
}

/// The first single components, grouped; and is that all?
fn groups(position: &Position) -> (Vec<Group>, bool) {
    let mut groups: Vec<Group> = Vec::new();
    let mut whole = true;
    let mut met = 0;
    position.occurrences(&|_, _| true, &mut |at| {
        if met == MOST_PARTS {
            whole = false;
            return std::ops::ControlFlow::Break(());
        }
        met += 1;
        let (game, place) = position.at(&at);
        let together = game.any().is_some_and(AnyGame::draws_together);
        match groups.iter_mut().find(|group| together && group.game == *game) {
            Some(group) => {
                group.places.push(place.clone());
                group.indices.push(at.index);
            }
            None => groups.push(Group { game: game.clone(), places: vec![place.clone()], indices: vec![at.index] }),
        }
        std::ops::ControlFlow::Continue(())
    });
    (groups, whole)
}

fn drawn(position: &Position, moves: Vec<Move>, line: usize) -> (Vec<Part>, Vec<Way>, bool) {
    let (groups, whole) = groups(position);
    let (mut parts, mut top) = (Vec::new(), 0.0_f64);
    let mut ways: Vec<Vec<Press>> = vec![Vec::new(); moves.len()];
    let mut left_out = 0;
    // a column that nobody can see as a whole says less than its beginning, whose rows can be pressed
    let rows = if groups.len() > MOST_ROWS.0 { MOST_ROWS.1 } else { groups.len() };
    left_out += groups[rows..].iter().map(|group| group.places.len()).sum::<usize>();
    for (at, group) in groups[..rows].iter().enumerate() {
        // what is left is shared by those that still come
        let room = (MOST_PARTS.saturating_sub(parts.len()) / (rows - at)).saturating_sub(1);
        let own: Vec<(usize, usize, &[Component])> = moves
            .iter()
            .enumerate()
            .filter_map(|(i, m)| {
                let which = group.indices.iter().position(|index| *index == m.component)?;
                Some((i, which, m.deed.parts.as_slice()))
            })
            .collect();
        if room < 3 {
            left_out += group.places.len();
            continue;
        }
        let asked: Vec<(usize, &[Component])> = own.iter().map(|&(_, which, left)| (which, left)).collect();
        let asked = Asked { game: &group.game, places: &group.places, moves: &asked, room, line };
        let Drawn { parts: own_parts, presses } =
            Game::draw(&asked).moved(&format!("c{}.", group.indices[0]), [0.0, top]);
        if groups.len() > 1 {
            let component = Component { game: group.game.clone(), place: group.places[0].clone() };
            let text = show_components(&[component]);
            let label = Part::new(format!("c{}", group.indices[0]), Form::Text, [-0.6, top + 0.5]).tone("label");
            parts.push(label.text(text));
        }
        for ((i, ..), presses) in own.iter().zip(presses) {
            ways[*i] = presses;
        }
        let bottom = own_parts.iter().map(|part| part.at[1]).fold(top + 0.5, f64::max);
        parts.extend(own_parts);
        top = bottom + 0.8;
    }
    if left_out > 0 || !whole {
        let more = if whole { left_out.to_string() } else { "…".to_owned() };
        let part = Part::new("more", Form::Text, [0.5, top + 0.5]).text(format!("+ {more}"));
        parts.push(part.say(format!("{more} further components, not drawn"), format!("另有 {more} 个分量，未画出")));
        top += 1.3;
    }
    let all_shown = list(&moves, &mut ways, &mut parts, top);
    let ways = moves.into_iter().zip(ways).enumerate();
    let each = ways
        .flat_map(|(index, (mv, presses))| presses.into_iter().map(move |press| Way { index, press, mv: mv.clone() }));
    (parts, each.collect(), all_shown)
}

/// Lists the moves that nothing presses, and those that are pressed like another. Were there few enough?
fn list(moves: &[Move], ways: &mut [Vec<Press>], parts: &mut Vec<Part>, top: f64) -> bool {
    let mut taken: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut unseen = Vec::new();
    for (i, presses) in ways.iter_mut().enumerate() {
        presses.retain(|press| {
            let mut ids = press.press.clone();
            ids.sort_unstable();
            *taken.entry(ids).or_insert(i) == i && !press.press.is_empty()
        });
        presses.dedup_by(|a, b| a.press == b.press);
        if presses.is_empty() {
            unseen.push(i);
        }
    }
    for (row, &i) in unseen.iter().take(MOST_LISTED).enumerate() {
        let (id, text) = (format!("m{i}"), moves[i].to_string());
        parts.push(Part::new(id.clone(), Form::Text, [0.5, top + row as f64 + 0.5]).text(text).tone("move"));
        ways[i] = vec![Press::of([id])];
    }
    unseen.len() <= MOST_LISTED
}

/// The box around all parts; what is written needs room to its right, and a label to its left.
fn bounds(parts: &[Part]) -> [f64; 4] {
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    let mut cover = |[x, y]: [f64; 2], left: f64, right: f64| {
        low = [low[0].min(x - left), low[1].min(y - 0.5)];
        high = [high[0].max(x + right), high[1].max(y + 0.5)];
    };
    for part in parts {
        let width = match (part.form, &part.text) {
            (Form::Text, Some(text)) => text.chars().count() as f64 * 0.3,
            _ => 0.0,
        };
        match part.tone {
            Some("label" | "row") => cover(part.at, width + 0.1, 0.0),
            Some("column") => cover(part.at, 0.5, 0.5),
            _ => cover(part.at, 0.5, width.max(0.5)),
        }
        part.to.into_iter().for_each(|to| cover(to, 0.5, 0.5));
    }
    if parts.is_empty() {
        return [0.0, 0.0, 1.0, 1.0];
    }
    [low[0], low[1], high[0] - low[0], high[1] - low[1]]
}

fn said(position: &Position) -> Words {
    let components = position.components();
    let text = position.query();
    let named = match components.as_slice() {
        [(only, _)] => only.game.entry(),
        _ => None,
    };
    match named {
        Some(entry) => Words::new(format!("{}: {text}", entry.english), format!("{}：{text}", entry.chinese)),
        None => Words::same(text),
    }
}
