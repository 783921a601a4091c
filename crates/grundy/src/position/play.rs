//! Moves are shown, parsed and played.
//!
//! A [`Move`] knows which component it changes and what it leaves there, as places and not as text: it can be played in
//! every game, one's own included, however many options there are. A text is read against the options of the position.
//!
//! ```
//! use grundy::{kayles, take};
//! let position = take([1, 3, 4]).at(21) + kayles().at(9);
//! let best = &position.winning_moves()?.moves[0];
//! assert_eq!(position.play(best).to_string(), best.position);
//! let other = position.find_move("kayles(2, 6)")?;
//! assert_eq!(other.to_string(), "kayles(9) → kayles(2, 6)");
//! assert_eq!(position.play(&other).to_string(), "take[1,3,4](21) + kayles(2, 6)");
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt;
use std::ops::ControlFlow;

use grundy_notation::lexer::plain;
use rustc_hash::FxHashMap;

use super::told::{Told, told};
use super::{Occurrence, Position, Text, print_terms, replace};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::game::options::Parts;
use crate::game::{Component, Kind, show_components};
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::rules::Turn;

/// One move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// Which single component is moved, counted from 0 in reading order, copies included.
    pub component: Nat,
    /// That component.
    pub from: String,
    /// What it becomes.
    pub to: String,
    /// The whole position after the move.
    pub position: String,
    /// The Grundy value of the whole position after the move, if known.
    pub value: Option<Nat>,
    /// K, where that value is ∞(K).
    pub loopy: Option<Vec<Nat>>,
    /// Its outcome, if known.
    pub outcome: Option<Outcome>,
    /// Its number in the full list of moves, counted from 0, if known.
    pub index: Option<Nat>,
    /// Whose turn it is afterwards.
    pub turn: Turn,
    /// What it does.
    pub(crate) deed: Deed,
}

/// `kayles(9) → kayles(2, 6)`
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}", self.from, self.to)
    }
}

impl Move {
    /// Does it win?
    #[must_use]
    pub fn wins(&self) -> bool {
        self.outcome.is_some_and(|left| self.turn.wins(left))
    }

    /// The single component that is moved.
    #[must_use]
    pub fn origin(&self) -> &Component {
        &self.deed.from
    }

    /// The components that it leaves.
    #[must_use]
    pub fn left(&self) -> &[Component] {
        &self.deed.parts
    }
}

/// What a move does, whatever it prints: the component that it changes, and what it leaves there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deed {
    pub(crate) from: Component,
    pub(crate) parts: Parts,
}

/// A move is looked for among so many single components at most.
const OCCURRENCES: usize = 10_000;
/// What is taken is looked for among so many different heaps.
const HEAPS: usize = 20;

impl Position {
    /// The position after a move, one of [`Position::moves`], [`Position::winning_moves`] or [`Position::find_move`].
    ///
    /// A move of another position is not played: the first question about the result, which is the position as it was,
    /// tells so.
    #[must_use]
    pub fn play(&self, mv: &Move) -> Position {
        if self.fault.is_some() {
            return self.clone();
        }
        let mut played = None;
        self.occurrences(&|game, place| *game == mv.deed.from.game && *place == mv.deed.from.place, &mut |at| {
            if at.index == mv.component {
                played = Some(self.moved(&at, &mv.deed.parts));
                return ControlFlow::Break(());
            }
            if at.index > mv.component { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        played.unwrap_or_else(|| {
            let message = format!("component {} of {} is not {}", mv.component, print_terms(&self.terms), mv.from);
            let fault = Diagnostic::input(message).suggest("play a move of this position: `moves` lists them");
            Position { fault: Some(Box::new(fault)), ..self.clone() }
        })
    }

    fn moved(&self, at: &Occurrence, parts: &[Component]) -> Position {
        Position {
            convention: self.convention,
            terms: replace(&self.terms, &at.path, at.place, parts),
            text: Text::Made(self.definitions().to_vec()),
            hole: None,
            fault: None,
        }
    }

    /// The move that this text means: what the component becomes, `kayles(2, 6)`, both sides, `kayles(9) → kayles(2, 6)`,
    /// or the whole position afterwards. Where several components can be moved to the same, the first one is. Blanks do
    /// not count. Numbers may stand alone: `2 6` where there is one component, `9 -> 2 6` among several; `take 2`,
    /// `take 2 from 9`, `heap 1: take 2`, where that is one heap. No limit of time.
    ///
    /// # Errors
    /// There is no such move; a fault of the position.
    pub fn find_move(&self, text: &str) -> Result<Move> {
        self.find_move_with(text, &Context::default())
    }

    /// As [`Position::find_move`], within limits.
    ///
    /// # Errors
    /// As [`Position::find_move`]; a spent budget.
    pub fn find_move_with(&self, text: &str, cx: &Context) -> Result<Move> {
        self.sound()?;
        if let Some(mv) = self.written_move(text, cx)? {
            return Ok(mv);
        }
        let text = &text.chars().map(plain).collect::<String>();
        let fault = || Diagnostic::input(format!("there is no move to `{}`", text.trim()));
        let full = match (told(text), self.full_move(text)) {
            (Some(told), _) => match &self.taken(&told, cx)?[..] {
                [] => None,
                [(_, mv)] => Some(mv.clone()),
                // which heap is meant is not guessed
                several => {
                    let typed: Vec<&str> = several.iter().map(|(typed, _)| typed.as_str()).collect();
                    return Err(fault().suggest(format!("which heap? {}", typed.join(", "))).into());
                }
            },
            (None, Some(full)) => self.written_move(&full, cx)?,
            (None, None) => None,
        };
        let full = match full.is_none().then(|| self.with_arrow(text)).flatten() {
            Some(arrow) => self.full_move(&arrow).map_or(Ok(None), |full| self.written_move(&full, cx))?,
            None => full,
        };
        full.ok_or_else(|| fault().suggest("`moves` lists what each component can become").into())
    }

    /// `7 2` among several heaps, with the arrow that was left out: 7 becomes 2. Where it may be 2 from heap 7 nothing is said.
    fn with_arrow(&self, text: &str) -> Option<String> {
        let numbers = numbers_alone(text)?;
        let (from, to) = numbers.split_once(',')?;
        let number: usize = from.parse().ok()?;
        let mut met = 0;
        self.occurrences(&|_, _| true, &mut |_| {
            met += 1;
            if met == number.min(OCCURRENCES) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (met < number && !to.contains(',')).then(|| format!("{from} -> {to}"))
    }

    /// The moves that these words may mean, of equal heaps the one whose number is told or else the first, and how each is typed with
    /// its arrow.
    fn taken(&self, told: &Told, cx: &Context) -> Result<Vec<(String, Move)>> {
        let mut texts: Vec<(String, String, Occurrence)> = Vec::new();
        let mut number = 0;
        self.occurrences(&|_, _| true, &mut |at| {
            number += 1;
            let (game, place) = self.at(&at);
            if let [heap] = place.as_slice()
                && told.is_from(heap, number)
                && told.taken <= *heap
            {
                let component = Component { game: game.clone(), place: place.clone() };
                let (shown, left) = (show_components(std::slice::from_ref(&component)), heap - &told.taken);
                let to = if game.is_star() { format!("*{left}") } else { format!("{}({left})", game.text()) };
                let full = format!("{shown} → {to}");
                match texts.iter_mut().find(|(_, known, _)| *known == full) {
                    Some((.., first)) if told.names(number) => *first = at,
                    Some(_) => {}
                    None => texts.push((format!("{heap} -> {left}"), full, at)),
                }
            }
            if number == OCCURRENCES || texts.len() == HEAPS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let mut moves = Vec::new();
        for (typed, full, at) in texts {
            if let Some(mv) = self.written_move(&full, cx)? {
                let Deed { from, parts } = mv.deed;
                moves.push((typed, self.move_of(&at, from, parts)));
            }
        }
        Ok(moves)
    }

    /// The move whose text this is.
    fn written_move(&self, text: &str, cx: &Context) -> Result<Option<Move>> {
        let wanted = dense(text);
        let mut options: FxHashMap<Component, Vec<(Parts, String)>> = FxHashMap::default();
        let (mut found, mut trouble) = (None, None);
        // the whole position is written out only where no component becomes what is wanted
        for whole in [false, true] {
            let mut met = 0;
            self.occurrences(&|_, _| true, &mut |at| {
                if met == OCCURRENCES {
                    return ControlFlow::Break(());
                }
                met += 1;
                let (game, place) = self.at(&at);
                let from = Component { game: game.clone(), place: place.clone() };
                let shown = show_components(std::slice::from_ref(&from));
                if !whole && matches!(game.kind(), Kind::Take(..)) {
                    let Some(parts) = from.subtracted(&wanted, &shown) else { return ControlFlow::Continue(()) };
                    found = Some((at, from, parts));
                    return ControlFlow::Break(());
                }
                let list = match options.get(&from) {
                    Some(list) => list,
                    None => match from.game.every_option(&from.place, cx) {
                        Ok(all) => {
                            let texts = all.into_iter().map(|parts| {
                                let text = dense(&show_components(&parts));
                                (parts, text)
                            });
                            options.entry(from.clone()).or_insert(texts.collect())
                        }
                        // another component may still have the move
                        Err(error) => {
                            trouble = Some(error);
                            return ControlFlow::Continue(());
                        }
                    },
                };
                let arrow = wanted.strip_prefix(dense(&shown).as_str()).and_then(behind_arrow);
                let fits = |(parts, to): &&(Parts, String)| match whole {
                    false => *to == wanted || arrow == Some(to),
                    true => dense(&self.replaced(&at, parts)) == wanted,
                };
                if let Some((parts, _)) = list.iter().find(fits) {
                    let parts = parts.clone();
                    found = Some((at, from, parts));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            if let Some((at, from, parts)) = found {
                return Ok(Some(self.move_of(&at, from, parts)));
            }
        }
        trouble.map_or(Ok(None), Err)
    }

    /// A move of numbers alone with the names of the games: `3 -> 1`, `2 6`, `take 2`.
    fn full_move(&self, text: &str) -> Option<String> {
        let (from, to) = match text.split_once("->").or_else(|| text.split_once('→')) {
            Some((from, to)) => (Some(from), to.trim()),
            None => (None, text.trim()),
        };
        let mut met: Vec<(Component, String)> = Vec::new();
        let mut looked_at = 0;
        self.occurrences(&|_, _| true, &mut |at| {
            if looked_at == OCCURRENCES {
                return ControlFlow::Break(());
            }
            looked_at += 1;
            let (game, place) = self.at(&at);
            let component = Component { game: game.clone(), place: place.clone() };
            let shown = show_components(std::slice::from_ref(&component));
            let numbers = shown.strip_prefix(game.text()).and_then(numbers_alone);
            // `nim(7) -> 2` names the game on one side
            let is_meant = |from: &str| numbers_alone(from).is_some_and(|from| numbers.as_ref() == Some(&from));
            if from.is_none_or(|from| is_meant(from) || dense(from) == dense(&shown)) {
                met.push((component, shown));
            }
            // a place without its arrow is told where there is one component only
            let enough = met.len() > usize::from(from.is_none());
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let (component, shown) = met.first()?;
        let name = component.game.text();
        let left = match told(to).filter(|told| told.heap.is_none()) {
            Some(Told { taken, .. }) => match component.place.as_slice() {
                [heap] if taken <= *heap && met.len() == 1 => (heap - taken).to_string(),
                _ => return None,
            },
            None => numbers_alone(to)?,
        };
        // without an arrow among several components: the whole position
        Some(if met.len() > 1 && from.is_none() {
            format!("{name}({left})")
        } else {
            format!("{shown} → {name}({left})")
        })
    }

    /// The move that leaves these parts of a component, with its texts; nobody has judged it.
    pub(crate) fn move_of(&self, at: &Occurrence, from: Component, parts: Parts) -> Move {
        Move {
            component: at.index.clone(),
            from: show_components(std::slice::from_ref(&from)),
            to: show_components(&parts),
            position: self.replaced(at, &parts),
            value: None,
            loopy: None,
            outcome: None,
            index: None,
            turn: from.turn_after(&parts),
            deed: Deed { from, parts },
        }
    }
}

/// What stands behind `→` or `->`.
fn behind_arrow(text: &str) -> Option<&str> {
    text.strip_prefix('→').or_else(|| text.strip_prefix("->"))
}

impl Component {
    /// What is left of a heap, if this text says so and the rule allows it: of a large heap no list of options is made.
    fn subtracted(&self, wanted: &str, shown: &str) -> Option<Parts> {
        let Kind::Take(set, _) = self.game.kind() else { return None };
        let to = wanted.strip_prefix(dense(shown).as_str()).and_then(behind_arrow).unwrap_or(wanted);
        let inner = match self.game.is_star() {
            true => to.strip_prefix('*')?,
            false => to.strip_prefix(dense(self.game.text()).as_str())?.strip_prefix('(')?.strip_suffix(')')?,
        };
        let left: Nat = inner.parse().ok()?;
        let heap = self.place.first()?;
        let allowed = left < *heap && set.contains(&(heap - &left));
        allowed.then(|| vec![Component::new(&self.game, [left])])
    }
}

/// Numbers with commas between them, whatever stood between them before and around: `(2, 6)`, `2 6`.
fn numbers_alone(text: &str) -> Option<String> {
    let text = text.trim();
    let inner = text.strip_prefix('(').map_or(Some(text), |text| text.strip_suffix(')'))?;
    let numbers: Vec<&str> = inner.split([',', ' ']).filter(|number| !number.is_empty()).collect();
    let are_numbers = !numbers.is_empty() && numbers.iter().all(|n| n.bytes().all(|c| c.is_ascii_digit()));
    are_numbers.then(|| numbers.join(","))
}

fn dense(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
