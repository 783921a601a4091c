//! The corners of a table: what is not said of them is decided here.

use super::TableOptions;
use crate::answer::Show;
use crate::error::{Diagnostic, Result};
use crate::game::open_text::OpenText;
use crate::game::{Game, Shape};

/// Entries of a sequence where nothing is said …
const SEQUENCE: u64 = 100;
/// … of one whose large heaps cost much …
const GENERA: u64 = 31;
/// … on a side of a grid …
const SIDE: u64 = 13;
/// … and of a grid of boards.
const BOARDS: u64 = 5;
/// Graphs that are told by one number.
const PATHS: &str = "path:n";

impl TableOptions {
    /// The same with both corners in full, one number for each coordinate of the game: where nothing is said, the least
    /// places, and as many as are usual.
    ///
    /// ```
    /// use grundy::{TableOptions, nim, wythoff};
    /// let options = TableOptions::default().with_from(vec![3]);
    /// assert_eq!(options.clone().for_game(&nim())?.to, [102]);
    /// assert_eq!(options.for_game(&wythoff())?.to, [15, 15]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// Corners that do not fit the game, or with nothing between them; games whose places are no numbers.
    pub fn for_game(mut self, game: &Game) -> Result<TableOptions> {
        let arity = match game.shape() {
            Shape::Heap => 1,
            Shape::Tuple(n) => n,
            Shape::Row => self.to.len().max(self.from.len()).max(game.row_length()),
            Shape::Text if let Some(numbers) = game.start_numbers() => numbers,
            Shape::Vertex | Shape::Text | Shape::Positions => {
                let name = game.text();
                let help = match game.entry() {
                    Some(_) if OpenText::read(PATHS).is_some_and(|open| open.has_places(game)) => {
                        format!(
                            "one number left open: table '{name}(\"{PATHS}\")'; one place: solve '{name}(\"path:5\")'"
                        )
                    }
                    Some(entry) => format!("one place is answered: solve '{}'", entry.example),
                    None => {
                        "`label` writes a table of all vertices of a graph; solve 'graph{…}(a)' answers one".to_owned()
                    }
                };
                let fault = Diagnostic::unsupported("a table of places that are not numbers is not supported");
                return Err(fault.suggest(help).into());
            }
        };
        let of_boards = game.start_numbers() == Some(2) || arity > 1 && game.is_text_with_letters();
        // no board has 0 rows, but a coin may be the first of its row
        let least = u64::from(of_boards && game.place_at(&vec![0; arity]).is_err());
        self.from = spread("from", &self.from, arity)?.unwrap_or_else(|| vec![least; arity]);
        let usual = match game.largest(0, arity) {
            Some(most) => most.saturating_add(1),
            None if self.show == Show::Genus && arity == 1 => GENERA,
            None if of_boards => BOARDS,
            None if matches!(game.shape(), Shape::Tuple(_) | Shape::Row) => SIDE,
            None => SEQUENCE,
        };
        let last = |first: &u64| first.saturating_add(usual.saturating_sub(1));
        self.to = spread("to", &self.to, arity)?.unwrap_or_else(|| self.from.iter().map(last).collect());
        match self.from.iter().zip(&self.to).any(|(from, to)| from > to) {
            true => Err(Diagnostic::input("the table is empty: `from` is beyond `to`").into()),
            false => Ok(self),
        }
    }
}

/// A single number stands for all coordinates.
fn spread(option: &str, given: &[u64], arity: usize) -> Result<Option<Vec<u64>>> {
    match given {
        [] => Ok(None),
        [one] => Ok(Some(vec![*one; arity])),
        many if many.len() == arity => Ok(Some(many.to_vec())),
        many => Err(Diagnostic::input(format!(
            "`{option}` gives {} numbers, and the game has {arity} coordinate{}",
            many.len(),
            if arity == 1 { "" } else { "s" }
        ))
        .into()),
    }
}
