//! Pressing parts narrows the moves to those that need all of them; one that is left and wholly pressed is played.
//!
//! ```
//! use grundy::scene::{Pressed, Pressing};
//! let scene = grundy::kayles().at(9).scene()?;
//! let mut pressing = Pressing::default();
//! // pin 3 alone may go, or with a neighbour: a second press decides
//! assert!(matches!(pressing.press(&scene, "c0.2"), Pressed::Open(Some(_))));
//! let Pressed::Play(way) = pressing.press(&scene, "c0.3") else { unreachable!() };
//! assert_eq!(scene.moves[way].mv.to, "kayles(2, 5)");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::{Scene, Way};
use crate::game::drawing::Form;

/// The parts that are pressed so far.
#[derive(Debug, Clone, Default)]
pub struct Pressing {
    chosen: Vec<String>,
}

/// What a press came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    /// This way of the scene is pressed, and no longer one is possible.
    Play(usize),
    /// More may be pressed; this way is the one to play if that is all.
    Open(Option<usize>),
}

impl Pressing {
    /// The parts that are pressed.
    #[must_use]
    pub fn chosen(&self) -> &[String] {
        &self.chosen
    }

    /// Lets go of all parts.
    pub fn clear(&mut self) {
        self.chosen.clear();
    }

    /// The ways that need all parts pressed so far, and this one.
    fn fitting<'a>(&'a self, scene: &'a Scene, more: Option<&'a str>) -> impl Iterator<Item = usize> + 'a {
        let holds = move |way: usize| {
            let press = &scene.moves[way].press.press;
            self.chosen.iter().map(String::as_str).chain(more).all(|id| press.iter().any(|p| p == id))
        };
        (0..scene.moves.len()).filter(move |&way| holds(way))
    }

    /// The way that would be played with this part pressed too: one that is whole, else the only one left.
    #[must_use]
    pub fn candidate(&self, scene: &Scene, more: Option<&str>) -> Option<usize> {
        if self.chosen.is_empty() && more.is_none() {
            return None;
        }
        let extra = more.is_some_and(|id| !self.chosen.iter().any(|chosen| chosen == id));
        let count = self.chosen.len() + usize::from(extra);
        let all: Vec<usize> = self.fitting(scene, more).collect();
        let whole = all.iter().copied().find(|&way| scene.moves[way].press.press.len() == count);
        whole.or(match all.as_slice() {
            [only] => Some(*only),
            _ => None,
        })
    }

    /// Presses a part. One that is pressed already decides for the whole way, or else is let go; one that fits nothing
    /// begins anew.
    pub fn press(&mut self, scene: &Scene, id: &str) -> Pressed {
        if let Some(at) = self.chosen.iter().position(|chosen| chosen == id) {
            if let Some(way) = self.whole(scene) {
                return self.played(way);
            }
            self.chosen.remove(at);
            return Pressed::Open(self.candidate(scene, None));
        }
        if self.fitting(scene, Some(id)).next().is_none() {
            self.chosen.clear();
        }
        if self.fitting(scene, Some(id)).next().is_none() {
            return Pressed::Open(None);
        }
        self.chosen.push(id.to_owned());
        let all: Vec<usize> = self.fitting(scene, None).collect();
        match (all.as_slice(), self.whole(scene)) {
            ([_], Some(way)) => self.played(way),
            _ => Pressed::Open(self.candidate(scene, None)),
        }
    }

    /// The way whose parts are exactly those that are pressed.
    #[must_use]
    pub fn whole(&self, scene: &Scene) -> Option<usize> {
        let count = self.chosen.len();
        self.fitting(scene, None).find(|&way| count > 0 && scene.moves[way].press.press.len() == count)
    }

    fn played(&mut self, way: usize) -> Pressed {
        self.chosen.clear();
        Pressed::Play(way)
    }
}

impl Scene {
    /// The way that presses the cells of these rows and columns, as the drawing numbers them, and nothing else.
    ///
    /// ```
    /// let scene = grundy::Session::new().position("chomp(\"3x4\")")?.scene()?;
    /// let way = scene.way_at(&[["2", "3"]]).expect("a square to eat");
    /// assert_eq!(scene.moves[way].mv.to, "chomp(\"....|..##|..##\")");
    /// assert_eq!(scene.way_at(&[["2", "9"]]), None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn way_at(&self, cells: &[[&str; 2]]) -> Option<usize> {
        // two drawings may number their cells alike
        let label = |tone: &str, name: &str| {
            let mut named =
                self.parts.iter().filter(|part| part.tone == Some(tone) && part.text.as_deref() == Some(name));
            named.next().filter(|_| named.next().is_none())
        };
        let cell = |[row, column]: &[&str; 2]| {
            let (x, y) = (label("column", column)?.at[0], label("row", row)?.at[1]);
            let near = |at: [f64; 2]| (at[0] - x).abs() < 0.01 && (at[1] - y).abs() < 0.01;
            self.parts.iter().find(|part| part.form == Form::Cell && near(part.at)).map(|part| part.id.as_str())
        };
        let ids: Vec<&str> = cells.iter().map(cell).collect::<Option<_>>()?;
        let presses = |way: &&Way| {
            way.press.press.len() == ids.len() && ids.iter().all(|id| way.press.press.iter().any(|p| p == id))
        };
        let mut ways = self.moves.iter().enumerate().filter(|(_, way)| presses(way));
        ways.next().map(|(number, _)| number).filter(|_| ways.next().is_none() && !ids.is_empty())
    }
}
