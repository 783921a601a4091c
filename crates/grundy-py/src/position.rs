//! Positions: read from text, or made of rules in Python.

use std::borrow::Cow;
use std::sync::Arc;

use grundy::answer::{Answer, Explanation};
use grundy::game::Component;
use grundy::{Error, MovesOptions, Nat, Session, SolveOptions};
use grundy_form::explanation::Spoken;
use grundy_form::unanswered::{self, Asked};
use grundy_form::{html, json, latex};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use crate::error;
use crate::graph::{self, Reached};
use crate::rules::called::{Met, Shared};
use crate::rules::{ENGINE, Rules};
use crate::session;
use crate::work::{self, Limits};
use crate::written::{answered, written};

/// A position: a sum of components under a convention.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Position {
    inner: grundy::Position,
    /// Where there are rules in Python, it is made when it is asked for: boards print at length.
    text: Option<String>,
    /// The rules in Python of its components, which live as long as it does.
    rules: Vec<Py<Rules>>,
}

impl Position {
    fn new(inner: grundy::Position) -> Position {
        Position { text: Some(inner.query()), inner, rules: Vec::new() }
    }

    /// Another position of the same games.
    fn with(&self, py: Python<'_>, inner: grundy::Position) -> Position {
        let rules: Vec<_> = self.rules.iter().map(|rules| rules.clone_ref(py)).collect();
        let text = rules.is_empty().then(|| inner.query());
        Position { inner, text, rules }
    }
}

/// A move of a position of the library: played by what it does, not by its text.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Move(grundy::Move);

/// So many copies are named one by one.
const FEW: u64 = 1 << 16;

/// A move takes so many bytes on its way to Python, and there.
const MOVE: u64 = 4 << 10;

/// So many moves may be listed: what fits the budget.
fn affordable(limit: usize, limits: &Limits) -> usize {
    let room = limits.budget.memory.map_or(u64::MAX, |bytes| bytes / MOVE);
    limit.min(usize::try_from(room).unwrap_or(usize::MAX))
}

/// Rules in Python; numbers of their positions, with copies.
type Alone = (Py<Rules>, Vec<(u32, u64)>);

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

    /// A sum of positions of rules in Python.
    #[staticmethod]
    fn of_rules(
        rules: &Bound<'_, Rules>,
        places: Vec<Bound<'_, PyAny>>,
        limits: &Bound<'_, PyAny>,
    ) -> PyResult<Position> {
        let inner = rules.borrow().sum_of(&places, limits)?;
        Ok(Position { inner, text: None, rules: vec![rules.clone().unbind()] })
    }

    /// The canonical spelling, with definitions and `misere`.
    #[getter]
    fn text(&self) -> Cow<'_, str> {
        self.text.as_deref().map_or_else(|| self.inner.query().into(), Cow::from)
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
            .map(|(component, count)| match called(&component) {
                // two games may have one name
                Some((rules, number)) => format!("{count}*{:p}#{number}", Arc::as_ptr(&rules.0)),
                None => format!("{count}*{}", component.game.show(std::slice::from_ref(&component.place))),
            })
            .collect();
        parts.sort_unstable();
        let text = self.text();
        let definitions = if text.starts_with("let ") { text.rfind("; ").map_or("", |at| &text[..at]) } else { "" };
        format!("{definitions};{};{}", self.inner.convention().name(), parts.join("+"))
    }

    /// Do some components follow rules in Python?
    #[getter]
    fn is_called(&self) -> bool {
        !self.rules.is_empty()
    }

    /// How an option of rules in Python prints, for each of the games.
    fn shown(&self, option: &Bound<'_, PyAny>, limits: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        self.rules.iter().map(|rules| rules.borrow(option.py()).shown(option, limits)).collect()
    }

    /// The rules in Python that all components follow, with their numbers and copies; `None`, too, where those are many.
    fn alone(&self, py: Python<'_>) -> Option<Alone> {
        let [rules] = self.rules.as_slice() else { return None };
        let numbers = self.inner.components().into_iter().map(|(component, count)| {
            let (_, number) = called(&component)?;
            Some((number, u64::try_from(&count).ok().filter(|&copies| copies <= FEW)?))
        });
        Some((rules.clone_ref(py), numbers.collect::<Option<_>>()?))
    }

    /// The sum.
    fn add(&self, py: Python<'_>, other: &Position) -> Position {
        let mut sum = self.with(py, self.inner.clone() + other.inner.clone());
        for rules in &other.rules {
            if !sum.rules.iter().any(|known| known.is(rules)) {
                sum.rules.push(rules.clone_ref(py));
            }
        }
        sum
    }

    /// So many copies; the number is hexadecimal.
    fn times(&self, py: Python<'_>, copies: &str) -> PyResult<Position> {
        Ok(self.with(py, self.inner.clone() * natural(py, copies)?))
    }

    /// The same sum in misère play.
    fn misere(&self, py: Python<'_>) -> Position {
        self.with(py, self.inner.clone().misere())
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
        let options = SolveOptions::default().with_limit(limit).with_value(value).with_guess(guess);
        // they look at more of the rules than decides
        let options = options.with_details(self.rules.is_empty());
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
        Ok((answered(py, Asked::Moves, &self.text(), result, |out, answer| json::moves(out, answer))?, moves))
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
    fn explain(&self, py: Python<'_>, lang: &str, limits: &Bound<'_, PyAny>) -> PyResult<(String, String, String)> {
        let spoken = spoken(py, lang)?;
        let position = self.inner.clone();
        let job = move |cx: &grundy::Context| position.explain_with(cx);
        let result = work::run(py, &Limits::read(limits)?, job)?;
        forms(py, &self.text(), spoken, result)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.rules.iter().try_for_each(|rules| visit.call(rules))
    }
}

/// The callables that a component follows, and its number.
fn called(component: &Component) -> Option<(&Shared, u32)> {
    Some((Shared::of(&component.game)?, component.place.position::<Met>()?.number))
}

impl Position {
    fn played(&self, py: Python<'_>, mv: &grundy::Move) -> PyResult<Position> {
        let after = self.inner.play(mv);
        if let Err(fault) = after.sound() {
            return Err(match Shared::of(&mv.origin().game) {
                None if self.rules.is_empty() => error::bad(py, &fault, None),
                _ => error::input(py, &format!("{mv} is a move of another position")),
            });
        }
        Ok(self.with(py, after))
    }

    fn solved(&self, py: Python<'_>, options: SolveOptions, limits: &Limits) -> PyResult<Listed> {
        let (position, called) = (self.inner.clone(), !self.rules.is_empty());
        let job = move |cx: &grundy::Context| {
            let mut answer = position.solve_with(&options, cx)?;
            if called {
                answer.engine = ENGINE.to_owned();
            }
            Ok(answer)
        };
        let result = work::run(py, limits, job)?;
        let moves = result.as_ref().map_or_else(|_| Vec::new(), |answer| listed(&answer.moves.moves));
        Ok((answered(py, Asked::Solve, &self.text(), result, |out, answer| json::answer(out, answer))?, moves))
    }
}

fn spoken(py: Python<'_>, lang: &str) -> PyResult<Spoken> {
    match lang {
        "en" => Ok(Spoken::English),
        "zh" => Ok(Spoken::Chinese),
        other => Err(error::input(py, &format!("the language {other:?} is not spoken: \"en\" or \"zh\""))),
    }
}

fn forms(
    py: Python<'_>,
    query: &str,
    spoken: Spoken,
    result: Result<Answer<Explanation>, Error>,
) -> PyResult<(String, String, String)> {
    match result {
        Ok(explanation) => Ok((
            written(|out| json::explanation(out, &explanation))?,
            written(|out| html::explanation(out, &explanation, spoken))?,
            written(|out| latex::explanation(out, &explanation, spoken))?,
        )),
        Err(Error::Stopped(stopped)) => {
            Ok((written(|out| unanswered::json(out, Asked::Explain, query, &stopped))?, String::new(), String::new()))
        }
        Err(bad) => Err(error::any(py, &bad, Some(query))),
    }
}

/// Explains `mex(0, 1, 2, 4)`: JSON, HTML and LaTeX.
#[pyfunction]
pub(crate) fn explain_mex(
    py: Python<'_>,
    text: &str,
    lang: &str,
    limits: &Bound<'_, PyAny>,
) -> PyResult<(String, String, String)> {
    let spoken = spoken(py, lang)?;
    let owned = text.to_owned();
    let job = move |cx: &grundy::Context| Session::new().explain(&owned, cx);
    let result = work::run(py, &Limits::read(limits)?, job)?;
    forms(py, text, spoken, result)
}
