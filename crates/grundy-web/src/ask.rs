//! `ask`: one text, and everything that is worth saying about it, part by part as it is ready.
//!
//! ```text
//! read ─► solve ─► scene ─► explain ─► for each different game: table, period, guess ─► done
//! ```
//!
//! A text that is a game and no position gets the parts about games alone. What a later part cannot say (the values of
//! misère play, a table of a board) is left out: only a text that nobody can read is an error.

use std::collections::VecDeque;
use std::time::Duration;

use grundy::answer::Reading;
use grundy::game::{Game, GameQuestion, Shape};
use grundy::guess::GuessOptions;
use grundy::parametric::Asked;
use grundy::play::Play;
use grundy::{Context, Error, Nat, Position, Session, TableOptions};
use grundy_form::json::Object as Writer;

use crate::answer::{Fault, Object, answer, period, reading, table_of, unvalued};
use crate::question::{Question, Verb};

/// Games of a sum about which parts are told.
const GAMES: usize = 4;
/// Heaps whose values are shown where nothing more is asked, and at most.
const HEAPS: (u64, u64) = (120, 200);
/// Values are shown so far beyond the largest heap.
const BEYOND: u64 = 12;
/// The side of a table of two coordinates.
const SIDE: u64 = 12;
/// A period is looked for in so many values: whoever wants more asks `period`.
const VALUES: u64 = 20_000;

/// One part of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Read,
    Solve,
    Scene,
    Explain,
    /// The table of the game with this number.
    Table(usize),
    Period(usize),
    Guess(usize),
    Done,
}

impl Part {
    /// The name of its event.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Part::Read => "read",
            Part::Solve => "solve",
            Part::Scene => "scene",
            Part::Explain => "explain",
            Part::Table(_) => "table",
            Part::Period(_) => "period",
            Part::Guess(_) => "guess",
            Part::Done => "done",
        }
    }

    /// How long it may take of a request that takes its time; `None`: all that is left.
    pub(crate) fn time(self) -> Option<Duration> {
        match self {
            Part::Read | Part::Solve | Part::Scene | Part::Explain => None,
            Part::Table(_) | Part::Period(_) => Some(Duration::from_millis(700)),
            Part::Guess(_) | Part::Done => Some(Duration::from_millis(1500)),
        }
    }
}

/// A game, and the last heap whose value is shown.
#[derive(Debug)]
struct Shown {
    game: GameQuestion,
    to: u64,
}

/// What is left to say about a text.
#[derive(Debug)]
pub(crate) struct Ask {
    pub(crate) parts: VecDeque<Part>,
    games: Vec<Shown>,
    complete: bool,
}

impl Ask {
    /// Everything is left to say.
    pub(crate) fn new() -> Ask {
        Ask { parts: VecDeque::from([Part::Read]), games: Vec::new(), complete: true }
    }

    /// Works on a part; `None`: there is nothing to say.
    pub(crate) fn work(
        &mut self,
        part: Part,
        question: &Question,
        session: &mut Session,
        cx: &Context,
    ) -> Result<Option<Object>, Fault> {
        let mut out = Vec::new();
        let told = match part {
            Part::Read => return self.begin(question, session).map(Some),
            Part::Solve => return answer(question, session, cx).map(Some),
            Part::Scene | Part::Explain => {
                let verb = if part == Part::Scene { Verb::Scene } else { Verb::Explain };
                return Ok(answer(&Question { verb, ..question.clone() }, session, cx).ok());
            }
            Part::Table(at) => {
                let Shown { game, to } = &self.games[at];
                let wanted = TableOptions::default().with_to(vec![*to]);
                table_of(game, &wanted, cx, &mut out)
            }
            Part::Period(at) => period(&self.games[at].game, Some(VALUES), cx, &mut out),
            Part::Guess(at) => self.games[at].game.guess_with(&GuessOptions::default(), cx).map(|answer| {
                let _ = grundy_form::guess::json(&mut out, &answer);
                answer.is_complete()
            }),
            Part::Done => {
                let _ = Writer::open(&mut out).and_then(|mut object| {
                    object.field("complete", self.complete)?;
                    object.close()
                });
                Ok(true)
            }
        };
        Ok(match told {
            Ok(complete) => Some(Object { json: out, complete }),
            Err(Error::Stopped(_)) => Some(Object { json: Vec::new(), complete: false }),
            Err(Error::Bad(_)) => None,
        })
    }

    /// The part is told; where it was the first, it is known what else there is to say.
    pub(crate) fn told(&mut self, complete: bool) {
        self.complete &= complete;
        self.parts.pop_front();
    }

    /// Reads the text. Then it is known what else there is to say.
    fn begin(&mut self, question: &Question, session: &mut Session) -> Result<Object, Fault> {
        let (query, games, played) = match session.position_with(&question.text, &question.values) {
            Ok(position) => {
                self.collect(&position);
                self.parts.extend([Part::Solve, Part::Scene, Part::Explain]);
                let components = position.components();
                let mut games: Vec<&Game> = Vec::new();
                for (component, _) in &components {
                    if !games.iter().any(|game| game.id() == component.game.id()) {
                        games.push(&component.game);
                    }
                }
                let read = games.into_iter().map(Reading::of).collect::<Vec<_>>();
                (position.query(), read, Play::is_played(&position))
            }
            Err(fault) => {
                let fault = session.heard().placed(fault);
                let Ok(Asked::Whole(game)) = session.asked_game(&question.text, &question.values.names()) else {
                    return Err(Fault::new(&unvalued(fault, question, session), Some(&question.text)));
                };
                let read = (game.query.clone(), vec![Reading::of(&game.game)], false);
                self.show(game, 0);
                read
            }
        };
        self.plan();
        Ok(Object { json: reading(&query, &games, played), complete: true })
    }

    fn plan(&mut self) {
        let all = 0..self.games.len();
        self.parts.extend(all.clone().map(Part::Table));
        self.parts.extend(all.clone().filter(|&at| self.games[at].game.game.shape() == Shape::Heap).map(Part::Period));
        self.parts.extend(all.map(Part::Guess));
        self.parts.push_back(Part::Done);
    }

    /// The different games of a position, each with its largest heap.
    fn collect(&mut self, position: &Position) {
        let mut seen: Vec<(u32, u64)> = Vec::new();
        let components = position.components();
        for (component, _) in &components {
            let largest = component.place.as_slice().iter().max().map_or(0, least_of);
            match seen.iter_mut().find(|(id, _)| *id == component.game.id()) {
                Some((_, most)) => *most = largest.max(*most),
                None => seen.push((component.game.id(), largest)),
            }
        }
        for (id, largest) in seen {
            if let Some((component, _)) = components.iter().find(|(component, _)| component.game.id() == id) {
                self.show(component.game.under(position.convention()), largest);
            }
        }
    }

    fn show(&mut self, game: GameQuestion, largest: u64) {
        let to = match game.game.shape() {
            Shape::Heap => (largest.saturating_add(BEYOND)).clamp(HEAPS.0, HEAPS.1),
            Shape::Tuple(2) => SIDE,
            _ => return,
        };
        if self.games.len() < GAMES {
            self.games.push(Shown { game, to });
        }
    }
}

/// A number that is shown as far as it fits.
fn least_of(n: &Nat) -> u64 {
    grundy::number::to_u64(n).unwrap_or(u64::MAX)
}
