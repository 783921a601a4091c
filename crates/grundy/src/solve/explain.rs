//! The reasons: options → values → mex; values in binary columns → xor → which bit → which heap → which move.

mod columns;
mod compound;
mod entailing;
mod law;
mod loopy;
mod mex;
mod misere;
mod repeating;

use super::alone::lone;
use super::{SolveOptions, solve};
use crate::Status;
use crate::answer::{Answer, Explanation, Move, Reading, Step};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::evidence::Theorem;
use crate::game::{Game, Shape};
use crate::number::{Nat, shorten};
use crate::outcome::{Convention, Outcome};
use crate::plan::as_far_as;
use crate::plan::sums::{Play, Sum};
use crate::position::Position;
use crate::words::{Sentence, Words};
use columns::{alone, in_columns, rows_of, unknown_row};
use law::Because;
use misere::misere;

pub(crate) use mex::explain_mex;
use mex::mex_step;
pub(crate) use repeating::of_heap as period_of_heap;

/// So many options of a component are shown, and so many rows of a sum.
const SHOWN: usize = 24;
/// So many distinct components are taken apart.
const TAKEN_APART: usize = 8;

/// Sentences that show a move that wins.
const SHOWS_A_MOVE: [&str; 3] = ["option-0", "option-0-and-more", "wins-by-law"];

/// Explains a position.
///
/// # Errors
/// As [`solve`].
pub(crate) fn explain(position: &Position, cx: &Context) -> Result<Answer<Explanation>> {
    let options = SolveOptions { limit: SHOWN, ..SolveOptions::default() };
    let mut answer = solve(position, &options, cx)?;
    let mut steps: Vec<Step> = answer.reading.iter().map(said).collect();
    let mut stopped = answer.stopped.clone();
    if let Some(unknown) = &answer.unknown {
        let list: Vec<String> = unknown.iter().map(Nat::to_string).collect();
        if position.convention() == Convention::Normal {
            steps.push(Step::Say(Sentence::bare("lost-at-xor-0")));
            match unknown_row(position, &mut steps, cx) {
                Err(Error::Stopped(s)) => _ = stopped.get_or_insert(s),
                other => other?,
            }
        } else {
            steps.push(Step::Say(Sentence::bare("lost-when-all-win")));
        }
        let conclusion = match list.as_slice() {
            [] => Sentence::bare("no-number-fits"),
            list => Sentence::plain(format!("? = {}", list.join(", "))),
        };
        return Ok(answer.with(Explanation { steps, conclusion }));
    }
    let because = if answer.outcome.is_some() { Because::of(position, &mut steps, cx)? } else { None };
    if because.is_none()
        && position.convention() == Convention::Normal
        && let Some(component) = lone(position)
        && component.game.law_words().is_some()
    {
        say_law(&component.game, &mut steps);
        law::on_the_blackboard(&component, None, &mut steps, cx);
    }
    if let Some(because) = &because {
        because.apply(&answer, &mut steps, cx);
    }
    let play = Play::of(position);
    let result = match position.convention() {
        Convention::Normal if play == Play::Entailing => entailing::explain(position, &mut steps, cx),
        Convention::Normal if play == Play::Loopy => loopy::explain(position, &answer, &mut steps, cx),
        // the law says it all, and tables are out of reach
        _ if because.as_ref().is_some_and(Because::is_all) => Ok(()),
        Convention::Normal => normal(position, &answer, &mut steps, cx).and_then(|()| {
            // tokens are followed with the eyes: how long it takes, and the answer to each move
            if tokens(position) { loopy::play(position, &answer, &mut steps, cx) } else { Ok(()) }
        }),
        // whose turn it is cannot be read from the outcomes of the options
        Convention::Misere if play == Play::Entailing => {
            steps.push(Step::Say(Sentence::bare("misere-play")));
            Ok(())
        }
        Convention::Misere => misere(position, &answer, &mut steps, cx),
    };
    as_far_as(&mut stopped, result)?;
    let reply = if answer.outcome == Some(Outcome::Next) && play == Play::Loopy {
        // of the moves that win the one that makes progress
        match position.winning_reply(cx) {
            Ok(reply) => reply,
            Err(Error::Stopped(_)) => None,
            Err(bad) => return Err(bad),
        }
    } else {
        answer.moves.moves.first().cloned()
    };
    let words = because.as_ref().and_then(|because| because.words(&answer));
    // a move that was shown to win is not named again
    let shows = |step: &Step| matches!(step, Step::Say(said) if SHOWS_A_MOVE.contains(&said.key));
    let reply = reply.filter(|_| !steps.iter().any(shows));
    let conclusion = conclusion(&answer, reply.as_ref(), words.as_ref());
    if let Some(because) = &because {
        answer.evidence.add(because.evidence());
    }
    answer.stopped = stopped;
    Ok(answer.with(Explanation { steps, conclusion }))
}

/// Is everything a token on a graph?
fn tokens(position: &Position) -> bool {
    let mut all = true;
    position.each(&mut |game, _, _| all &= game.shape() == Shape::Vertex);
    all
}

/// How a game was read: in English with the family that was recognised.
fn said(read: &Reading) -> Step {
    Step::Say(Sentence::new("read", [&read.sentence, &read.game, &read.words.chinese]))
}

fn conclusion(answer: &Answer, reply: Option<&Move>, because: Option<&Words>) -> Sentence {
    let moved = reply.map(|m| format!("{} → {}", m.from, m.to));
    if let (Some(because), true) = (because, answer.evidence.is_proved()) {
        let Words { english, chinese, .. } = because;
        match (answer.outcome, &moved) {
            (Some(Outcome::Previous), _) => return Sentence::new("lost-because", [english, chinese]),
            (Some(Outcome::Next), Some(m)) => return Sentence::new("won-because-by", [english, m, chinese]),
            (Some(Outcome::Next), None) => return Sentence::new("won-because", [english, chinese]),
            _ => {}
        }
    }
    let keys = match answer.evidence.status {
        Status::Proved => ["lost-proved", "won-proved", "won-by-proved", "draw-proved"],
        Status::Checked { .. } => ["lost-checked", "won-checked", "won-by-checked", "draw-checked"],
        Status::Stored => ["lost-stored", "won-stored", "won-by-stored", "draw-stored"],
        Status::Guess => ["lost-guess", "won-guess", "won-by-guess", "draw-guess"],
        Status::Nothing => ["lost-unknown", "won-unknown", "won-by-unknown", "draw-unknown"],
    };
    let key = match (answer.outcome, &moved) {
        (Some(Outcome::Previous), _) => keys[0],
        (Some(Outcome::Next), None) => keys[1],
        (Some(Outcome::Next), Some(_)) => keys[2],
        (Some(Outcome::Draw), _) => keys[3],
        (None, _) => return Sentence::bare("not-established"),
    };
    let up_to = if let Status::Checked { up_to } = &answer.evidence.status { shorten(up_to) } else { String::new() };
    Sentence::new(key, [moved.unwrap_or_default(), up_to])
}

fn normal(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    if let Some(only) = lone(position)
        && let Some(compound) = only.game.compound()
    {
        return compound::explain(&only, compound, answer, steps, cx);
    }
    say_compounds(position, steps);
    if let Some(only) = lone(position)
        && let Some((outcome, theorem)) = only.game.told(&only.place)
        && answer.evidence.theorems.contains(&theorem)
    {
        push_once(told(theorem), steps);
        if outcome == Outcome::Next {
            for m in &answer.moves.moves {
                steps.push(Step::Say(Sentence::new("moves-to-theorem", [&m.from, &m.to])));
            }
        }
        return Ok(());
    }
    if answer.value.is_none() && answer.outcome.is_some() {
        if let Some((component, _)) = position.components().first() {
            say_law(&component.game, steps);
        }
        for m in &answer.moves.moves {
            steps.push(Step::Say(Sentence::new("moves-to-law", [&m.from, &m.to])));
        }
        return Ok(());
    }
    let (sum, stopped) = Sum::of(position, cx)?;
    let total = match (stopped, &answer.value) {
        (None, Some(total)) => total,
        (stopped, _) => {
            taken_apart(&sum, steps, cx)?;
            return stopped.map_or(Ok(()), |s| Err(s.into()));
        }
    };
    let rows = rows_of(sum.summands.iter().filter_map(|s| Some((&s.component, &s.count, s.number()?.clone()))), steps);
    if let [(name, value)] = rows.as_slice() {
        taken_apart(&sum, steps, cx)?;
        alone(&name.english, value, answer, steps);
        return Ok(());
    }
    in_columns(&rows, total, answer, steps);
    if total.is_zero() && has_ended(&sum, cx)? {
        // nothing is left to be said of moves
        steps.pop();
        steps.push(Step::Say(Sentence::bare("no-move")));
    }
    Because::of_parts(position, steps, cx)?;
    taken_apart(&sum, steps, cx)
}

/// Is there no move at all? Asked of few components.
fn has_ended(sum: &Sum, cx: &Context) -> Result<bool> {
    if sum.summands.len() > TAKEN_APART {
        return Ok(false);
    }
    for w in &sum.summands {
        if w.component.game.options(&w.component.place, 1, cx)?.count != Some(Nat::ZERO) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The values of the components from their options.
fn taken_apart(sum: &Sum, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    for w in sum.summands.iter().take(TAKEN_APART) {
        say_law(&w.component.game, steps);
        if let Some(value) = w.number() {
            steps.push(mex_step(&w.component, value, cx)?);
        }
    }
    if sum.summands.len() > TAKEN_APART {
        let rest = sum.summands.len() - TAKEN_APART;
        steps.push(Step::Say(match rest {
            1 => Sentence::bare("other-component"),
            _ => Sentence::new("other-components", [rest.to_string()]),
        }));
    }
    Ok(())
}

/// The rules of the compounds in a sum.
fn say_compounds(position: &Position, steps: &mut Vec<Step>) {
    let mut told: Vec<Game> = Vec::new();
    for (component, _) in position.components() {
        if let Some(compound) = component.game.compound()
            && !told.contains(&component.game)
        {
            compound::say_rules(&component, compound, steps);
            told.push(component.game.clone());
        }
    }
}

fn say_law(game: &Game, steps: &mut Vec<Step>) {
    if let Some((statement, reference)) = game.law_words() {
        push_once(Step::Theorem { statement, reference }, steps);
    }
}

/// A theorem as a step.
fn told(theorem: &Theorem) -> Step {
    let statement = Words::new(format!("{}.", theorem.statement), format!("{}。", theorem.chinese));
    Step::Theorem { statement, reference: theorem.reference.to_owned() }
}

/// Adds a sentence or theorem that was not said before.
fn push_once(step: Step, steps: &mut Vec<Step>) {
    let again = steps.iter().any(|s| match (s, &step) {
        (Step::Theorem { statement: a, .. }, Step::Theorem { statement: b, .. }) => a == b,
        (Step::Say(a), Step::Say(b)) => a == b,
        _ => false,
    });
    if !again {
        steps.push(step);
    }
}
