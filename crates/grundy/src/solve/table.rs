//! Tables of values, outcomes or P-positions over a range of places.

mod corners;
mod grid;
mod rows;

use std::time::Duration;

use self::grid::{Grid, Numbers};
use self::rows::Rows;
use grundy_search::MisereSearch;

use crate::answer::{Answer, Cells, Reading, Show, Table, Values};
use crate::context::{Context, Spent, Stopped};
use crate::error::{Diagnostic, Error, Result};
use crate::evidence::Evidence;
use crate::game::{Game, GameQuestion, Place};
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::plan::Found;

options! {
    /// What is wanted of [`GameQuestion::table_with`].
    ///
    /// ```
    /// use grundy::answer::Show;
    /// use grundy::{Context, Convention, TableOptions, nim};
    /// let wanted = TableOptions::default().with_to(vec![3]).with_show(Show::Outcomes);
    /// let table = nim().under(Convention::Misere).table_with(&wanted, &Context::default())?;
    /// assert_eq!(table.to, [3]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone)]
    pub struct TableOptions {
        /// The least value of each coordinate; one number serves all; empty: 0.
        from: Vec<u64> = Vec::new(), with_from;
        /// The greatest value of each coordinate, inclusive; one number serves all; empty: 100 places from the first one on,
        /// or 13 on each side of a grid; see [`TableOptions::for_game`]. Without it, and without a budget of time or nodes, a
        /// row of places ends where further ones would take long; see [`Table::ends_early`].
        to: Vec<u64> = Vec::new(), with_to;
        /// What to show.
        show: Show = Show::default(), with_show;
    }
}

/// A table has so many cells at most.
const CELLS: u64 = 1 << 32;

/// Nodes spent on a row of places of which nobody said how far it goes: some seconds of search, …
const USUAL_NODES: u64 = 5_000_000;
/// … or so many, where a node costs as much as in Sprouts.
const USUAL_TIME: Duration = Duration::from_secs(8);

/// Values, outcomes or P-positions of a game of one or two coordinates (P-positions: of any number).
///
/// When the budget ends, the table holds the rows that were finished, of a symmetric rule the square.
///
/// # Errors
/// A range that is empty or does not fit the game; values in misère play; faults of the rule.
pub(crate) fn table(question: &GameQuestion, options: &TableOptions, cx: &Context) -> Result<Answer<Table>> {
    let game = &question.game;
    if question.convention == Convention::Misere && options.show == Show::Values {
        return Err(Diagnostic::input("misère play has no Grundy values").suggest("`show outcomes`").into());
    }
    let TableOptions { from, to, .. } = options.clone().for_game(game)?;
    let arity = from.len();
    let cells = from.iter().zip(&to).try_fold(1u64, |n, (a, b)| n.checked_mul((b - a).checked_add(1)?));
    if arity > 2 && options.show != Show::Previous {
        return Err(Diagnostic::unsupported(format!("a table of {arity} coordinates shows P-positions only"))
            .suggest("`show p`")
            .into());
    }
    let nothing = match options.show {
        Show::Values => Cells::Values(Values::none()),
        Show::Outcomes => Cells::Outcomes(Vec::new()),
        Show::Previous => Cells::Previous(Vec::new()),
        Show::Genus => Cells::Genera(Vec::new()),
    };
    let mut blank = Answer::new(
        question.query.clone(),
        question.convention,
        vec![Reading::of(game)],
        Table { from, to, cells: nothing, refused: None, loony: None, ends_early: false },
    );
    blank.evidence = Evidence::nothing();
    let budget = cx.budget();
    let is_free = options.to.is_empty() && budget.time.is_none() && budget.nodes.is_none();
    let is_row = arity == 1 && options.show != Show::Previous;
    let work = if is_free && is_row { row_without_end } else { cells_between };
    blank.filled_as_far_as(cx, |answer| work(question, options.show, cells, answer, cx))
}

/// What is spent on such a row.
fn usual(cx: &Context) -> Context {
    cx.part_for(Some(USUAL_NODES), USUAL_TIME)
}

/// The cells of a row of which nobody said how far it goes: those that some seconds of search tell. Where that is none, the
/// usual row is worked out to its end.
fn row_without_end(
    question: &GameQuestion,
    show: Show,
    cells: Option<u64>,
    answer: &mut Answer<Table>,
    cx: &Context,
) -> Result<()> {
    let part = usual(cx);
    let worked = cells_between(question, show, cells, answer, &part);
    cx.tick(part.nodes())?;
    let stopped = match worked {
        Err(Error::Stopped(stopped)) => Some(stopped),
        other => other.map(|()| answer.stopped.take())?,
    };
    match (stopped, answer.cells.count()) {
        (Some(Stopped { spent: Spent::Nodes, .. }), 0) => return cells_between(question, show, cells, answer, cx),
        (Some(Stopped { spent: Spent::Nodes, .. }), count) => {
            answer.result.to[0] = answer.from[0] + count - 1;
            answer.result.ends_early = true;
        }
        (stopped, _) => answer.stopped = stopped,
    }
    Ok(())
}

/// The cells of a table, as far as they were told, and what they rest on.
struct Worked {
    cells: Cells,
    evidence: Evidence,
    /// Why the first empty cell has no answer.
    refused: Option<Diagnostic>,
    /// The first loony place.
    loony: Option<Diagnostic>,
    stopped: Option<Stopped>,
}

impl Worked {
    /// Cells that were told at once.
    fn whole(cells: Cells, evidence: Evidence, stopped: Option<Stopped>) -> Self {
        Worked { cells, evidence, refused: None, loony: None, stopped }
    }
}

/// Works the cells of the table and writes them into the answer.
fn cells_between(
    question: &GameQuestion,
    show: Show,
    cells: Option<u64>,
    answer: &mut Answer<Table>,
    cx: &Context,
) -> Result<()> {
    let Table { from, to, .. } = answer.result.clone();
    let before = cx.enter("table");
    let corner = || to.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let Some(cells) = cells.filter(|&n| n <= CELLS) else {
        let needed = format!("a table up to {}, which has more than 2^32 cells", corner());
        return Err(cx.engine_limit(Spent::Memory, needed).into());
    };
    let mut worked = if show == Show::Values { laid_out(&question.game, &from, &to, cx)? } else { None };
    if worked.is_none() {
        // the cells themselves, before anything is computed
        let bytes = match show {
            // few values need more than 32 bits
            Show::Values => 4 * cells,
            Show::Genus => cells * size_of::<Nat>() as u64,
            Show::Outcomes => cells,
            Show::Previous => 0,
        };
        cx.reserve(bytes)
            .map_err(|stopped| stopped.needing(format!("about {bytes} bytes for a table up to {}", corner())))?;
        if matches!(show, Show::Outcomes | Show::Previous) {
            worked = by_rows(question, show, &from, &to, cx)?;
        }
    }
    let worked = match worked {
        Some(worked) => worked,
        None => one_by_one(question, show, &from, &to, cx)?,
    };
    if worked.stopped.is_none() {
        cx.enter(before);
    }
    answer.evidence = match worked.stopped.is_some() && worked.cells.count() == 0 {
        true => Evidence::nothing(),
        false => worked.evidence,
    };
    // the last heap may have been computed where others were read
    let read = question.game.values_read();
    if question.convention == Convention::Normal && read > from[0] && worked.cells.count() > 0 {
        answer.evidence.add(&Evidence::stored(read));
    }
    answer.cells = worked.cells;
    answer.refused = worked.refused;
    answer.loony = worked.loony;
    answer.stopped = worked.stopped;
    Ok(())
}

/// The values of all cells of two coordinates, where they are worked out at once.
fn laid_out(game: &Game, from: &[u64], to: &[u64], cx: &Context) -> Result<Option<Worked>> {
    if to.len() != 2 {
        return Ok(None);
    }
    let Ok(corner) = game.place_at(to) else { return Ok(None) };
    let laid = game.lay_out(from, &corner, cx)?;
    Ok(laid.map(|(found, stopped)| Worked::whole(Cells::Values(found.what), found.evidence, stopped)))
}

/// Outcomes or P-positions of a large table, row by row as they are worked out.
fn by_rows(question: &GameQuestion, show: Show, from: &[u64], to: &[u64], cx: &Context) -> Result<Option<Worked>> {
    let (mut outcomes, mut previous) = (Vec::new(), Vec::new());
    let done = question.game.outcome_rows(from, to, question.convention, cx, &mut |a, row| {
        if a < from[0] {
            return Ok(());
        }
        let row = row.iter().enumerate().skip(from[1] as usize);
        if show == Show::Previous {
            previous.extend(row.filter(|(_, is_next)| **is_next == 0).map(|(b, _)| vec![a, b as u64]));
        } else {
            outcomes.push(row.map(|(_, n)| Outcome::lost_if(*n == 0)).collect());
        }
        Ok(())
    })?;
    let cells = if show == Show::Previous { Cells::Previous(previous) } else { Cells::Outcomes(outcomes) };
    Ok(done.map(|found| Worked::whole(cells, found.evidence, found.what)))
}

/// So many values that are at hand are told at once where the budget is spent.
const MANY: usize = 1 << 14;

/// The cells, each asked by itself.
fn one_by_one(question: &GameQuestion, show: Show, from: &[u64], to: &[u64], cx: &Context) -> Result<Worked> {
    let game = &question.game;
    if show == Show::Genus {
        game.must_end("the genus")?;
    } else if to.len() == 1 && question.convention == Convention::Normal {
        match game.keep_to(to[0].saturating_add(1), cx) {
            // the table shows what there is
            Ok(()) | Err(Error::Stopped(_)) => {}
            Err(bad) => return Err(bad),
        }
    }
    let mut rows = Rows::of(game, question.convention);
    let (cells, stopped) = match show {
        Show::Values if game.is_loopy() => {
            let mut values = Vec::new();
            let cell = &mut |rows: &mut Rows<'_>, place: &Place, cx: &Context| rows.reasons.loopy_value(place, cx);
            let stopped = rows.grid(from, to, cx, &mut |_, _| None, cell, &mut values)?;
            let cells = match Grid::of(values) {
                Grid::Full(values) => Cells::Loopy(values),
                Grid::Part(values) => Cells::SomeLoopy(values),
            };
            (cells, stopped)
        }
        Show::Values => {
            let mut block = None;
            let cells: u64 = from.iter().zip(to).map(|(from, to)| to - from + 1).product();
            let mut laid_out = |corner: &Place, partly: bool| {
                let Found { what, evidence, engine } = game.block(from, corner, cx)?;
                // a few are read one by one, perhaps further
                if what.count() as u64 != cells && !(partly && what.count() >= MANY) {
                    return None;
                }
                block = Some(what);
                Some(Found::new((), evidence, engine))
            };
            let mut values = Numbers::default();
            let cell = &mut |rows: &mut Rows<'_>, place: &Place, cx: &Context| rows.reasons.value_at(place, cx);
            let stopped = rows.grid(from, to, cx, &mut laid_out, cell, &mut values)?;
            (block.map_or_else(|| values.cells(), Cells::Values), stopped)
        }
        Show::Outcomes => {
            let mut outcomes = Vec::new();
            let cell = &mut |rows: &mut Rows<'_>, place: &Place, cx: &Context| rows.outcome(place, cx);
            let stopped = rows.grid(from, to, cx, &mut |_, _| None, cell, &mut outcomes)?;
            let cells = match Grid::of(outcomes) {
                Grid::Full(outcomes) => Cells::Outcomes(outcomes),
                Grid::Part(outcomes) => Cells::SomeOutcomes(outcomes),
            };
            (cells, stopped)
        }
        Show::Previous => {
            let mut found = Vec::new();
            let stopped = rows.previous(from, to, cx, &mut found)?;
            (Cells::Previous(found), stopped)
        }
        Show::Genus => {
            let (mut genera, mut search) = (Vec::new(), MisereSearch::new());
            let cell = &mut |rows: &mut Rows<'_>, place: &Place, cx: &Context| rows.genus(place, &mut search, cx);
            let stopped = rows.walk(from, to, cx, cell, &mut genera)?;
            (Cells::Genera(genera), stopped)
        }
    };
    let passed_over = rows.passed_over.as_ref().filter(|_| stopped.is_none());
    if let Some(refused) = rows.refused.as_ref().or(passed_over)
        && !rows.answered
    {
        return Err(refused.clone().into());
    }
    let evidence = match rows.evidence(cx) {
        // cells without reasons are not told, and what ended the table is what is said
        Err(Error::Stopped(_)) if let Some(stopped) = stopped => return Err(stopped.into()),
        found => found?,
    };
    Ok(Worked { cells, evidence, refused: rows.refused, loony: rows.loony, stopped })
}

#[cfg(test)]
mod tests;
