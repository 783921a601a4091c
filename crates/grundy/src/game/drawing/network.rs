//! Things joined by lines, of which a move takes one: vertices, edges, strings, elements of a partial order.
//!
//! The game says what there is and which of it a move presses; nothing is drawn that takes more parts than there is room.

use super::layout::{layered, spread};
use super::{Asked, Drawn, Form, Part, Press};
use crate::game::Component;

/// What there is to draw.
#[derive(Debug, Default)]
pub(crate) struct Network {
    /// Name, inscription, middle.
    pub(crate) things: Vec<(String, String, [f64; 2])>,
    /// Name, and the places of both ends among the things.
    pub(crate) lines: Vec<(String, usize, usize)>,
    /// Do lines have a direction?
    pub(crate) one_way: bool,
    /// The thing that a token stands on.
    pub(crate) token: Option<usize>,
    /// The thing that is the ground, below all others.
    ground: Option<usize>,
}

/// Does the point lie on the line between these two, or nearly so?
fn is_between([x, y]: [f64; 2], [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> bool {
    const NEAR: f64 = 0.05;
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx.hypot(dy);
    let along = ((x - ax) * dx + (y - ay) * dy) / length;
    let beside = ((x - ax) * dy - (y - ay) * dx).abs() / length;
    length > 0.0 && (0.0..=length).contains(&along) && beside < NEAR
}

impl Network {
    /// Things with these inscriptions, joined by lines between their places among them; their names are `v` and the
    /// inscription.
    pub(crate) fn of(
        inscriptions: impl IntoIterator<Item = String>,
        lines: impl IntoIterator<Item = (String, usize, usize)>,
    ) -> Network {
        let all: Vec<String> = inscriptions.into_iter().collect();
        let lines: Vec<(String, usize, usize)> = lines.into_iter().collect();
        let ends: Vec<(usize, usize)> = lines.iter().map(|&(_, a, b)| (a, b)).collect();
        let points = spread(all.len(), &ends);
        let things = all.into_iter().zip(points).map(|(text, point)| (format!("v{text}"), text, point)).collect();
        Network { things, lines, ..Network::default() }
    }

    /// The same on the ground, which is one of the things: the others stand above it, by how far they are from it. Where a line
    /// would run through a third thing, as between the ends of three in a row, all stay where they were.
    pub(crate) fn on_ground(mut self, ground: usize) -> Network {
        let ends: Vec<(usize, usize)> = self.lines.iter().map(|&(_, a, b)| (a, b)).collect();
        let points = layered(self.things.len(), &ends, ground);
        let runs_through = |&(a, b): &(usize, usize)| {
            (0..points.len()).any(|v| v != a && v != b && is_between(points[v], points[a], points[b]))
        };
        if ends.iter().any(runs_through) {
            return self;
        }
        self.things.iter_mut().zip(points).for_each(|(thing, point)| thing.2 = point);
        self.ground = Some(ground);
        self
    }

    /// Draws it; `pressed` names the thing or the line that a move presses, from what it leaves.
    pub(crate) fn draw(&self, asked: &Asked<'_>, pressed: impl Fn(&Component) -> Option<String>) -> Option<Drawn> {
        if self.things.len() + self.lines.len() > asked.room {
            return None;
        }
        let mut parts = Vec::new();
        if let Some(at) = self.ground {
            let right = self.things.iter().map(|thing| thing.2[0]).fold(0.5, f64::max);
            let y = self.things[at].2[1];
            let part = Part::new("ground", Form::Ground, [0.0, y]).to([right + 0.5, y]);
            parts.push(part.say("the ground", "地面"));
        }
        for (i, (name, a, b)) in self.lines.iter().enumerate() {
            let (from, to) = (self.things[*a].2, self.things[*b].2);
            // lines between the same ends lie side by side, and loops stand out
            let before = self.lines[..i].iter().filter(|line| (line.1, line.2) == (*a, *b)).count() as f64;
            let to = if a == b { [to[0] + 0.4, to[1] - 0.4 - 0.2 * before] } else { [to[0] + 0.15 * before, to[1]] };
            let form = if self.one_way { Form::Arc } else { Form::Stroke };
            let (a, b) = (&self.things[*a].1, &self.things[*b].1);
            let part = Part::new(name.clone(), form, [from[0] + 0.15 * before, from[1]]).to(to);
            parts.push(part.say(format!("line {a}-{b}"), format!("线 {a}-{b}")));
        }
        for (name, text, point) in &self.things {
            let part = Part::new(name.clone(), Form::Node, *point).text(text.clone());
            parts.push(part.say(format!("vertex {text}"), format!("顶点 {text}")));
        }
        if let Some(at) = self.token {
            let [x, y] = self.things[at].2;
            parts.push(Part::new("token", Form::Token, [x, y + 0.35]).say("the token", "棋子"));
        }
        let presses = asked.pressed(|(_, left)| {
            let [one] = left else { return Vec::new() };
            pressed(one).map(|name| Press::of([name.clone()]).takes([name])).into_iter().collect()
        });
        Some(Drawn { parts, presses })
    }
}
