//! Positions of the library, read from text.

use grundy::answer::{Answer, Explanation};
use grundy::{Error, MovesOptions, Nat, Session, SolveOptions};
use grundy_form::unanswered::{self, Asked};
use grundy_form::{html, json, latex};
use pyo3::prelude::*;

use crate::error;
use crate::graph::{self, Reached};
use crate::session;
use crate::work::{self, Limits};
use crate::written::{answered, written};

/// A position of the library: a sum of components under a convention.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Position {
    inner: grundy::Position,
    text: String,
}

impl Position {
    fn new(inner: grundy::Position) -> Position {
        let text = inner.query();
        Position { inner, text }
    }
}

/// A move of a position of the library: played by what it does, not by its text.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Move(grundy::Move);

/// A move takes so many bytes on its way to Python, and there.
const MOVE: u64 = 4 << 10;

/// So many moves may be listed: what fits the budget.
fn affordable(limit: usize, limits: &Limits) -> usize {
    let room = limits.budget.memory.map_or(u64::MAX, |bytes| bytes / MOVE);
    limit.min(usize::try_from(room).unwrap_or(usize::MAX))
}

/// An answer with the moves that it lists.
type Listed = (String, Vec<Move>);

fn listed(moves: &[grundy::Move]) -> Vec<Move> {
    moves.iter().cloned().map(Move).collect()
}

/// Decimal digits in Python's `format(n, "x")`.
fn natural(py: Python<'_>, hexadecimal: &str) -> PyResult<Nat> {
    Nat::from_str_radix(hexadecimal, 16).map_err(|_| error::input(py, "a number of copies is 0, 1, 2, …"))
}

#[pymethods]
impl Position {
    /// Reads a position in the notation.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str, limits: &Bound<'_, PyAny>) -> PyResult<Position> {
        session::within(py, text, limits, Session::position).map(Position::new)
    }

    /// The canonical spelling, with definitions and `misere`.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// `normal` or `misere`.
    #[getter]
    fn convention(&self) -> &'static str {
        self.inner.convention().name()
    }

    /// Equal for equal sums, in whatever order they were written.
    fn key(&self) -> String {
        let components = self.inner.components().into_iter().filter(|(_, count)| *count > Nat::ZERO);
        let mut parts: Vec<String> = components
            .map(|(component, count)| {
                format!("{count}*{}", component.game.show(std::slice::from_ref(&component.place)))
            })
            .collect();
        parts.sort_unstable();
        let definitions = self.text.rfind("; ").map_or("", |at| &self.text[..at]);
        format!("{definitions};{};{}", self.inner.convention().name(), parts.join("+"))
    }

    /// How many single components there are, copies included.
    fn size(&self) -> u64 {
        let counts = self.inner.components().into_iter().map(|(_, count)| u64::try_from(&count).unwrap_or(u64::MAX));
        counts.fold(0, u64::saturating_add)
    }

    /// The sum.
    fn add(&self, other: &Position) -> Position {
        Position::new(self.inner.clone() + other.inner.clone())
    }

    /// So many copies; the number is hexadecimal.
    fn times(&self, py: Python<'_>, copies: &str) -> PyResult<Position> {
        Ok(Position::new(self.inner.clone() * natural(py, copies)?))
    }

    /// The same sum in misère play.
    fn misere(&self) -> Position {
        Position::new(self.inner.clone().misere())
    }

    /// Outcome letter and value, either of which may be unknown, as the answer to `solve` without moves.
    fn outcome_and_value(&self, py: Python<'_>, value: bool, limits: &Bound<'_, PyAny>) -> PyResult<String> {
        let options = SolveOptions::default().with_limit(0).with_value(value).with_moves(false);
        Ok(self.solved(py, options, &Limits::read(limits)?)?.0)
    }

    /// The answer to `solve`, as JSON, and the moves that it lists.
    fn solve(
        &self,
        py: Python<'_>,
        limit: usize,
        value: bool,
        guess: bool,
        limits: &Bound<'_, PyAny>,
    ) -> PyResult<Listed> {
        let limits = Limits::read(limits)?;
        let limit = affordable(limit, &limits);
        let options = SolveOptions::default().with_limit(limit).with_value(value).with_guess(guess).with_details(true);
        self.solved(py, options, &limits)
    }

    /// The answer to `moves`, as JSON, and the moves.
    fn moves(&self, py: Python<'_>, limit: usize, winning: bool, limits: &Bound<'_, PyAny>) -> PyResult<Listed> {
        let position = self.inner.clone();
        let limits = Limits::read(limits)?;
        let wanted = MovesOptions::default().with_limit(affordable(limit, &limits)).with_winning(winning);
        let job = move |cx: &grundy::Context| position.moves_with(&wanted, cx);
        let result = work::run(py, &limits, job)?;
        let moves = result.as_ref().map_or_else(|_| Vec::new(), |answer| listed(&answer.moves));
        Ok((answered(py, Asked::Moves, &self.text, result, |out, answer| json::moves(out, answer))?, moves))
    }

    /// The position after a move of this one.
    fn play(&self, py: Python<'_>, mv: &Move) -> PyResult<Position> {
        self.played(py, &mv.0)
    }

    /// The position after the move that a text means.
    fn play_text(&self, py: Python<'_>, text: &str, limits: &Bound<'_, PyAny>) -> PyResult<Position> {
        let (position, wanted) = (self.inner.clone(), text.to_owned());
        let job = move |cx: &grundy::Context| position.find_move_with(&wanted, cx);
        let found = work::run(py, &Limits::read(limits)?, job)?;
        self.played(py, &found.map_err(|bad| error::any(py, &bad, None))?)
    }

    /// Everything that can be reached: names, short names for pictures, followers; `None`: more than `most` vertices.
    fn graph(&self, py: Python<'_>, most: usize, limits: &Bound<'_, PyAny>) -> PyResult<Option<Reached>> {
        graph::reachable(py, &self.inner, most, &Limits::read(limits)?)
    }

    /// The reasons as JSON, HTML and LaTeX.
    fn explain(&self, py: Python<'_>, limits: &Bound<'_, PyAny>) -> PyResult<(String, String, String)> {
        let position = self.inner.clone();
        let job = move |cx: &grundy::Context| position.explain_with(cx);
        let result = work::run(py, &Limits::read(limits)?, job)?;
        forms(py, &self.text, result)
    }
}

impl Position {
    fn played(&self, py: Python<'_>, mv: &grundy::Move) -> PyResult<Position> {
        let after = self.inner.play(mv);
        after.sound().map_err(|fault| error::bad(py, &fault, None))?;
        Ok(Position::new(after))
    }

    fn solved(&self, py: Python<'_>, options: SolveOptions, limits: &Limits) -> PyResult<Listed> {
        let position = self.inner.clone();
        let job = move |cx: &grundy::Context| position.solve_with(&options, cx);
        let result = work::run(py, limits, job)?;
        let moves = result.as_ref().map_or_else(|_| Vec::new(), |answer| listed(&answer.moves.moves));
        Ok((answered(py, Asked::Solve, &self.text, result, |out, answer| json::answer(out, answer))?, moves))
    }
}

fn forms(
    py: Python<'_>,
    query: &str,
    result: Result<Answer<Explanation>, Error>,
) -> PyResult<(String, String, String)> {
    match result {
        Ok(explanation) => Ok((
            written(|out| json::explanation(out, &explanation))?,
            written(|out| html::explanation(out, &explanation))?,
            written(|out| latex::explanation(out, &explanation))?,
        )),
        Err(Error::Stopped(stopped)) => {
            Ok((written(|out| unanswered::json(out, Asked::Explain, query, &stopped))?, String::new(), String::new()))
        }
        Err(bad) => Err(error::any(py, &bad, Some(query))),
    }
}

/// Explains `mex(0, 1, 2, 4)`: JSON, HTML and LaTeX.
#[pyfunction]
pub(crate) fn explain_mex(py: Python<'_>, text: &str, limits: &Bound<'_, PyAny>) -> PyResult<(String, String, String)> {
    let owned = text.to_owned();
    let job = move |cx: &grundy::Context| Session::new().explain(&owned, cx);
    let result = work::run(py, &Limits::read(limits)?, job)?;
    forms(py, text, result)
}
