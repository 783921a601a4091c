//! Tables of values, outcomes or P-positions over a range of places.

use super::genera::genera;
use super::learnt::or_by_laws;
use crate::answer::{Answer, CellRows as _, Cells, Reading, Show, Table, Values};
use crate::context::{Context, Spent, Stopped};
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::game::{AnyGame, Component, Game, GameQuestion, Place, Shape};
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
        /// The greatest value of each coordinate, inclusive; one number serves all; empty: 50, or 12 for pairs.
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
    let arity = match game.shape() {
        Shape::Heap => 1,
        Shape::Tuple(n) => n,
        Shape::Row => options.to.len().max(options.from.len()).max(2),
        Shape::Text if let Some(numbers) = game.start_numbers() => numbers,
        Shape::Vertex | Shape::Text | Shape::Positions => {
            let help = match game.entry() {
                Some(entry) => format!("one place is answered: solve '{}'", entry.example),
                None => "`label` writes a table of all vertices of a graph; solve 'graph{…}(a)' answers one".to_owned(),
            };
            let fault = Diagnostic::unsupported("a table of places that are not numbers is not supported");
            return Err(fault.suggest(help).into());
        }
    };
    // no board has 0 rows; a board is dear
    let (least, far) = if game.start_numbers() == Some(2) { (1, 5) } else { (0, 12) };
    let from = bounds(&options.from, arity, least, "from")?;
    let to = bounds(&options.to, arity, if arity == 1 { 50 } else { far }, "to")?;
    if from.iter().zip(&to).any(|(a, b)| a > b) {
        return Err(Diagnostic::input("the table is empty: `from` is beyond `to`").into());
    }
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
            .beyond(Spent::Memory, format!("a table up to {}, which has more than 2^32 cells", corner()))
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
    let mut rows = Rows { game, convention: question.convention, judge: Judge::new(), last: None, refused: None };
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
    if let Some(refused) = &rows.refused
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
    if let Some(store) = question.game.any().and_then(AnyGame::store) {
        evidence.add(&store.evidence());
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
    let place = |corner: &[u64]| game.place(corner.iter().map(|&n| Nat::from(n)).collect());
    let Ok(corner) = place(&answer.to) else { return Ok(None) };
    let Some((values, stopped)) = game.lay_out(&answer.from, &corner, cx)? else { return Ok(None) };
    let last = [values.height(), values.width(0)].map(|count| count as u64);
    let known: Vec<u64> =
        answer.from.iter().zip(last).map(|(from, count)| from.saturating_add(count.saturating_sub(1))).collect();
    answer.evidence = match values.is_empty() {
        true => Evidence::nothing(),
        // they are at hand: nothing is computed but the reasons
        false => game.find(&place(&known)?, &cx.reading_out(READ_OUT))?.evidence,
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

fn bounds(given: &[u64], arity: usize, default: u64, option: &str) -> Result<Vec<u64>> {
    match given {
        [] => Ok(vec![default; arity]),
        [one] => Ok(vec![*one; arity]),
        many if many.len() == arity => Ok(many.to_vec()),
        many => Err(Diagnostic::input(format!(
            "`{option}` gives {} numbers, and the game has {arity} coordinate{}",
            many.len(),
            if arity == 1 { "" } else { "s" }
        ))
        .into()),
    }
}

/// So many nodes may be spent on reasons after the budget was spent.
const READ_OUT: u64 = 1 << 20;

/// So many nodes may be spent on reading out the cells between two corners: a little for each, but no engine goes on.
fn to_read_out(from: &[u64], to: &[u64]) -> u64 {
    let sides = from.iter().zip(to).map(|(from, to)| (to - from).saturating_add(1));
    let cells = sides.fold(1, u64::saturating_mul);
    cells.saturating_mul(8).saturating_add(1 << 12).min(1 << 22)
}

/// The cells of a table.
enum Grid<T> {
    /// All have an answer.
    Full(Vec<Vec<T>>),
    /// The rule is refused at some places.
    Part(Vec<Vec<Option<T>>>),
}

impl<T> Grid<T> {
    fn of(rows: Vec<Vec<Option<T>>>) -> Self {
        if rows.iter().flatten().any(Option::is_none) {
            return Grid::Part(rows);
        }
        Grid::Full(rows.into_iter().map(|row| row.into_iter().flatten().collect()).collect())
    }
}

/// Where the cells of a table go, row by row.
trait Filled<T> {
    fn begin_row(&mut self);

    /// The next cell; nothing where the rule is refused.
    fn push(&mut self, told: Option<T>);

    /// The last row is not complete and is left out.
    fn drop_row(&mut self);
}

impl<T> Filled<T> for Vec<Vec<Option<T>>> {
    fn begin_row(&mut self) {
        Vec::push(self, Vec::new());
    }

    fn push(&mut self, told: Option<T>) {
        if let Some(row) = self.last_mut() {
            row.push(told);
        }
    }

    fn drop_row(&mut self) {
        self.pop();
    }
}

/// Grundy values: four bytes each until one is larger, or not there.
#[derive(Default)]
struct Numbers {
    words: Vec<Vec<u32>>,
    others: Option<Vec<Vec<Option<Nat>>>>,
}

impl Numbers {
    fn cells(self) -> Cells {
        let Some(others) = self.others else { return Cells::Values(Values::of_words(self.words)) };
        match Grid::of(others) {
            Grid::Full(values) => Cells::Values(values.into()),
            Grid::Part(values) => Cells::SomeValues(values),
        }
    }
}

impl Filled<Nat> for Numbers {
    fn begin_row(&mut self) {
        match &mut self.others {
            Some(others) => others.begin_row(),
            None => self.words.push(Vec::new()),
        }
    }

    fn push(&mut self, told: Option<Nat>) {
        if let (None, Some(word)) = (&self.others, told.as_ref().and_then(|n| u32::try_from(n).ok())) {
            if let Some(row) = self.words.last_mut() {
                row.push(word);
            }
            return;
        }
        let words = &mut self.words;
        let others = self.others.get_or_insert_with(|| {
            let large = |row: Vec<u32>| row.into_iter().map(|word| Some(Nat::from(word))).collect();
            std::mem::take(words).into_iter().map(large).collect()
        });
        Filled::push(others, told);
    }

    fn drop_row(&mut self) {
        match &mut self.others {
            Some(others) => others.drop_row(),
            None => _ = self.words.pop(),
        }
    }
}

/// A cell of a game whose play need not end was refused, and no reason was kept.
fn unfilled() -> Error {
    Diagnostic::rule("the rule is refused at some places of the table").into()
}

struct Rows<'a> {
    game: &'a Game,
    convention: Convention,
    judge: Judge,
    /// The last place that was answered.
    last: Option<Place>,
    /// Why the first empty cell has no answer.
    refused: Option<Diagnostic>,
}

impl Rows<'_> {
    /// Reaches everything from all places between the corners at once, so that it is labelled once.
    fn reach(&mut self, from: &[u64], to: &[u64], cx: &Context) -> Result<()> {
        if self.convention == Convention::Misere || !self.game.is_loopy() {
            return Ok(());
        }
        let mut starts = Vec::new();
        let mut at = from.to_vec();
        loop {
            cx.tick(1)?;
            cx.reserve(size_of::<[Component; 1]>() as u64)?;
            let place = self.game.place(at.iter().map(|&n| Nat::from(n)).collect())?;
            starts.push([Component { game: self.game.clone(), place }]);
            let Some(i) = (0..at.len()).rev().find(|&i| at[i] < to[i]) else { break };
            at[i] += 1;
            at[i + 1..].copy_from_slice(&from[i + 1..]);
        }
        self.game.with_labelled(|labelled| labelled.reach(starts.iter().map(<[Component; 1]>::as_slice), cx))
    }

    /// What a cell is to show; nothing where the rule is refused at a position that is reached from it.
    fn or_empty<T>(&mut self, told: Result<T>) -> Result<Option<T>> {
        match told {
            Ok(told) => Ok(Some(told)),
            Err(Error::Bad(bad)) if bad.kind == ErrorKind::Rule => {
                self.refused.get_or_insert(*bad);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// Is this said of a number that makes no board, such as a cycle of two vertices?
    fn is_no_member(&self, bad: &Diagnostic) -> bool {
        bad.kind == ErrorKind::Input && (self.game.is_family() || self.game.shape() == Shape::Text)
    }

    fn outcome(&mut self, place: &Place, cx: &Context) -> Result<Outcome> {
        if self.convention == Convention::Misere {
            let component = Component { game: self.game.clone(), place: place.clone() };
            return self.judge.sum(&[(component, Nat::ONE)], cx);
        }
        if self.game.is_loopy() {
            return Ok(self.game.loopy_value(place, cx)?.outcome());
        }
        self.game.outcome_at(place, cx)
    }

    /// One or two coordinates, row by row; nothing where `laid_out` has them all at once up to the corner. An unfinished row is left out, of one
    /// coordinate its end only.
    fn grid<T>(
        &mut self,
        from: &[u64],
        to: &[u64],
        cx: &Context,
        laid_out: &mut dyn FnMut(&Place) -> bool,
        cell: &mut dyn FnMut(&mut Self, &Place, &Context) -> Result<T>,
        filled: &mut dyn Filled<T>,
    ) -> Result<Option<Stopped>> {
        // the far corner first: tables are then laid out once
        let corner = self.game.place(to.iter().map(|&n| Nat::from(n)).collect()).map_err(Error::from);
        let mut stopped = None;
        match self.reach(from, to, cx) {
            Ok(()) => {}
            Err(Error::Stopped(s)) => stopped = Some(s),
            Err(bad) => return Err(bad),
        }
        // what engines refuse here a law may tell
        let games = vec![(self.game.clone(), to.len())];
        let asked = corner.and_then(|corner| {
            or_by_laws(|| games, self.convention, cx, || cell(self, &corner, cx))?;
            Ok(corner)
        });
        match asked {
            Ok(corner) if stopped.is_none() => {
                if laid_out(&corner) {
                    self.last = Some(corner);
                    return Ok(None);
                }
            }
            Ok(_) => {}
            Err(Error::Stopped(s)) => _ = stopped.get_or_insert(s),
            Err(Error::Bad(bad)) if to.len() == 1 && bad.kind != ErrorKind::Rule && !self.is_no_member(&bad) => {
                return Err((*bad).into());
            }
            // a corner that is no place of the game is told below, where the first such place is met
            Err(_) => {}
        }
        let (outer, inner) =
            if let [a, b] = to { (Some((from[0], *a)), (from[1], *b)) } else { (None, (from[0], to[0])) };
        let (first, last) = outer.unwrap_or((0, 0));
        // what was computed before the budget was spent is shown: reading it out is no more work than a little
        let reading = stopped.is_some().then(|| cx.reading_out(to_read_out(from, to)));
        let cx = reading.as_ref().unwrap_or(cx);
        for a in first..=last {
            filled.begin_row();
            for b in inner.0..=inner.1 {
                let mut place = Place::new();
                if outer.is_some() {
                    place.push(Nat::from(a));
                }
                place.push(Nat::from(b));
                let place = match self.game.place(place) {
                    Ok(place) => place,
                    Err(bad) if self.is_no_member(&bad) => {
                        self.refused.get_or_insert(bad);
                        filled.push(None);
                        continue;
                    }
                    Err(bad) if self.game.shape() == Shape::Row => {
                        return Err(bad.suggest("`show p` passes over lists that are not positions").into());
                    }
                    Err(bad) => return Err(bad.into()),
                };
                let told = cx.tick(1).map_err(Error::from).and_then(|()| cell(self, &place, cx));
                match self.or_empty(told) {
                    Ok(told) => {
                        if told.is_some() {
                            self.last = Some(place);
                        }
                        filled.push(told);
                    }
                    Err(Error::Stopped(s)) => {
                        if outer.is_some() {
                            filled.drop_row();
                        }
                        return Ok(stopped.or(Some(s)));
                    }
                    Err(bad) => return Err(bad),
                }
            }
        }
        // all the same there was an answer for every cell
        Ok(None)
    }

    fn previous(
        &mut self,
        from: &[u64],
        to: &[u64],
        cx: &Context,
        found: &mut Vec<Vec<u64>>,
    ) -> Result<Option<Stopped>> {
        match self.reach(from, to, cx) {
            Ok(()) => {}
            Err(Error::Stopped(s)) => return Ok(Some(s)),
            Err(bad) => return Err(bad),
        }
        let mut at = from.to_vec();
        loop {
            let place = self.game.place(at.iter().map(|&n| Nat::from(n)).collect());
            let outcome = match place {
                Ok(place) => {
                    let outcome = cx.tick(1).map_err(Error::from).and_then(|()| self.outcome(&place, cx));
                    let outcome = self.or_empty(outcome);
                    if let Ok(Some(_)) = outcome {
                        self.last = Some(place);
                    }
                    outcome
                }
                // a list that is no position, such as two coins on one square
                Err(_) if self.game.shape() == Shape::Row => cx.tick(1).map_err(Error::from).map(|()| None),
                Err(bad) if self.is_no_member(&bad) => {
                    self.refused.get_or_insert(bad);
                    cx.tick(1).map_err(Error::from).map(|()| None)
                }
                Err(bad) => return Err(bad.into()),
            };
            match outcome {
                Ok(Some(Outcome::Previous)) => found.push(at.clone()),
                Ok(_) => {}
                Err(Error::Stopped(s)) => return Ok(Some(s)),
                Err(bad) => return Err(bad),
            }
            // the next place in lexicographic order
            let Some(i) = (0..at.len()).rev().find(|&i| at[i] < to[i]) else { return Ok(None) };
            at[i] += 1;
            at[i + 1..].copy_from_slice(&from[i + 1..]);
        }
    }
}
