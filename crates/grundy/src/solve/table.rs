//! Tables of values, outcomes or P-positions over a range of places.

mod corners;
mod grid;
mod rows;

use self::grid::{Grid, Numbers};
use self::rows::Rows;
use super::genera::genera;
use crate::answer::{Answer, CellRows as _, Cells, Reading, Show, Table, Values};
use crate::context::{Context, Spent, Stopped};
use crate::error::{Diagnostic, Error, Result};
use crate::evidence::Evidence;
use crate::game::{AnyGame, Game, GameQuestion, Place};
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::plan::misere::Judge;
use crate::words::Words;

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
        /// or 13 on each side of a grid; see [`TableOptions::for_game`].
        to: Vec<u64> = Vec::new(), with_to;
        /// What to show.
        show: Show = Show::default(), with_show;
    }
}

/// A table has so many cells at most.
const CELLS: u64 = 1 << 32;

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
        Table { from, to, cells: nothing, refused: None },
    );
    blank.evidence = Evidence::nothing();
    blank.filled_as_far_as(cx, |answer| cells_between(question, options.show, cells, answer, cx))
}

/// Works the cells of the table and writes them into the answer.
fn cells_between(
    question: &GameQuestion,
    show: Show,
    cells: Option<u64>,
    answer: &mut Answer<Table>,
    cx: &Context,
) -> Result<()> {
    let game = &question.game;
    let Table { from, to, .. } = answer.result.clone();
    let before = cx.enter("table");
    let corner = || to.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    if cells.is_none_or(|n| n > CELLS) {
        return Err(cx
            .engine_limit(Spent::Memory, format!("a table up to {}, which has more than 2^32 cells", corner()))
            .into());
    }
    if show == Show::Values
        && let Some(stopped) = laid_out(game, answer, cx)?
    {
        answer.stopped = stopped;
        if answer.stopped.is_none() {
            cx.enter(before);
        }
        return Ok(());
    }
    // the cells themselves, before anything is computed
    let bytes = match show {
        // few values need more than 32 bits
        Show::Values => cells.unwrap_or(u64::MAX).saturating_mul(4),
        Show::Genus => cells.unwrap_or(u64::MAX).saturating_mul(size_of::<Nat>() as u64),
        Show::Outcomes => cells.unwrap_or(u64::MAX),
        Show::Previous => 0,
    };
    cx.reserve(bytes)
        .map_err(|stopped| stopped.needing(format!("about {bytes} bytes for a table up to {}", corner())))?;
    if show == Show::Genus {
        genera(game, answer, cx)?;
        if answer.stopped.is_none() {
            cx.enter(before);
        }
        return Ok(());
    }
    if to.len() == 1 && question.convention == Convention::Normal {
        match game.keep_to(to[0].saturating_add(1), cx) {
            // the table shows what there is
            Ok(()) | Err(Error::Stopped(_)) => {}
            Err(bad) => return Err(bad),
        }
    }
    if show != Show::Values
        && let Some((cells, stopped)) = by_rows(question, show, &from, &to, cx)?
    {
        if stopped.is_none() {
            cx.enter(before);
        }
        answer.cells = cells;
        answer.stopped = stopped;
        answer.evidence = Evidence::computed(Words::new(
            "the outcomes of all places up to the corner, computed from the rule",
            "由规则算出到角上为止的全部胜负",
        ));
        return Ok(());
    }
    let mut rows = Rows {
        game,
        convention: question.convention,
        judge: Judge::new(),
        last: None,
        refused: None,
        passed_over: None,
    };
    let mut evidence = Evidence::trivial();
    let (cells, stopped) = match show {
        Show::Values if game.is_loopy() => {
            let mut values = Vec::new();
            let cell = &mut |rows: &mut Rows<'_>, place: &Place, cx: &Context| rows.game.loopy_value(place, cx);
            let stopped = rows.grid(&from, &to, cx, &mut |_| false, cell, &mut values)?;
            let Grid::Full(values) = Grid::of(values) else {
                return Err(rows.refused.map_or_else(unfilled, Error::from));
            };
            (Cells::Loopy(values), stopped)
        }
        Show::Values => {
            let mut block = None;
            let mut laid_out = |corner: &Place| {
                block = game.block(&from, corner);
                block.is_some()
            };
            let mut values = Numbers::default();
            let cell = &mut |rows: &mut Rows<'_>, place: &Place, cx: &Context| rows.game.value_at(place, cx);
            let stopped = rows.grid(&from, &to, cx, &mut laid_out, cell, &mut values)?;
            (block.map_or_else(|| values.cells(), Cells::Values), stopped)
        }
        Show::Outcomes => {
            let mut outcomes = Vec::new();
            let cell = &mut |rows: &mut Rows<'_>, place: &Place, cx: &Context| rows.outcome(place, cx);
            let stopped = rows.grid(&from, &to, cx, &mut |_| false, cell, &mut outcomes)?;
            let cells = match Grid::of(outcomes) {
                Grid::Full(outcomes) => Cells::Outcomes(outcomes),
                Grid::Part(outcomes) => Cells::SomeOutcomes(outcomes),
            };
            (cells, stopped)
        }
        // genera were told above
        Show::Previous | Show::Genus => {
            let mut found = Vec::new();
            let stopped = rows.previous(&from, &to, cx, &mut found)?;
            (Cells::Previous(found), stopped)
        }
    };
    if let Some(refused) = rows.refused.as_ref().or(rows.passed_over.as_ref().filter(|_| stopped.is_none()))
        && rows.last.is_none()
    {
        return Err(refused.clone().into());
    }
    if question.convention == Convention::Misere {
        evidence.add(&rows.judge.evidence());
    }
    if let Some(last) = &rows.last {
        match reasons(question, show, last, cx) {
            Ok(found) => evidence.add(&found),
            // cells without reasons are not told, and what ended the table is what is said
            Err(Error::Stopped(_)) if let Some(stopped) = stopped => return Err(stopped.into()),
            Err(error) => return Err(error),
        }
    }
    // a theorem may tell of the last cell where others were searched
    if let Some(store) = game.any().and_then(AnyGame::store) {
        evidence.add(&store.evidence());
    }
    // the last heap may have been computed where others were read
    if question.convention == Convention::Normal && game.values_read() > from[0] {
        evidence.add(&Evidence::stored(game.values_read()));
    }
    if stopped.is_some() && cells.count() == 0 {
        evidence = Evidence::nothing();
    }
    cx.enter(before);
    answer.cells = cells;
    answer.refused = rows.refused;
    answer.evidence = evidence;
    answer.stopped = stopped;
    Ok(())
}

/// Writes the values of all cells into the answer, where they are worked out at once. Says whether they were, and why not
/// all of them.
fn laid_out(game: &Game, answer: &mut Answer<Table>, cx: &Context) -> Result<Option<Option<Stopped>>> {
    if answer.to.len() != 2 {
        return Ok(None);
    }
    let Ok(corner) = game.place_at(&answer.to) else { return Ok(None) };
    let Some((values, stopped)) = game.lay_out(&answer.from, &corner, cx)? else { return Ok(None) };
    let last = [values.height(), values.width(0)].map(|count| count as u64);
    let known: Vec<u64> =
        answer.from.iter().zip(last).map(|(from, count)| from.saturating_add(count.saturating_sub(1))).collect();
    answer.evidence = match values.is_empty() {
        true => Evidence::nothing(),
        // they are at hand: nothing is computed but the reasons
        false => game.find(&game.place_at(&known)?, &cx.reading_out(READ_OUT))?.evidence,
    };
    answer.cells = Cells::Values(values);
    Ok(Some(stopped))
}

/// What the cells rest on, up to the last one that was answered. It is at hand: nothing is computed but the reasons.
fn reasons(question: &GameQuestion, show: Show, last: &Place, cx: &Context) -> Result<Evidence> {
    let (game, cx) = (&question.game, cx.reading_out(READ_OUT));
    match show {
        // the judge has told
        Show::Outcomes | Show::Previous if question.convention == Convention::Misere => Ok(Evidence::trivial()),
        Show::Outcomes | Show::Previous if !game.is_loopy() => Ok(game.find_outcome(last, &cx)?.evidence),
        _ => Ok(game.find(last, &cx)?.evidence),
    }
}

/// Outcomes or P-positions of a large table, row by row as they are worked out.
fn by_rows(
    question: &GameQuestion,
    show: Show,
    from: &[u64],
    to: &[u64],
    cx: &Context,
) -> Result<Option<(Cells, Option<Stopped>)>> {
    let (mut outcomes, mut previous) = (Vec::new(), Vec::new());
    let done = question.game.outcome_rows(to, question.convention, cx, &mut |a, row| {
        if a < from[0] {
            return Ok(());
        }
        let row = row.iter().enumerate().skip(from[1] as usize);
        if show == Show::Previous {
            previous.extend(row.filter(|(_, is_next)| **is_next == 0).map(|(b, _)| vec![a, b as u64]));
        } else {
            outcomes.push(row.map(|(_, n)| if *n == 0 { Outcome::Previous } else { Outcome::Next }).collect());
        }
        Ok(())
    });
    let stopped = match done {
        Ok(true) => None,
        Ok(false) => return Ok(None),
        Err(Error::Stopped(stopped)) => Some(stopped),
        Err(bad) => return Err(bad),
    };
    let cells = if show == Show::Previous { Cells::Previous(previous) } else { Cells::Outcomes(outcomes) };
    Ok(Some((cells, stopped)))
}

/// So many nodes may be spent on reasons after the budget was spent.
const READ_OUT: u64 = 1 << 20;

/// A cell of a game whose play need not end was refused, and no reason was kept.
fn unfilled() -> Error {
    Diagnostic::rule("the rule is refused at some places of the table").into()
}
