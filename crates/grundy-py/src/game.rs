//! Games of the library, read from text: tables, periods, guesses, counts, claims.

use std::io;

use grundy::answer::{CellRows, Cells, Show, Values};
use grundy::claim::{ClaimFault, ProveOptions};
use grundy::emit::EmitOptions;
use grundy::equal_games::EqualGamesOptions;
use grundy::game::Shape;
use grundy::guess::GuessOptions;
use grundy::{CountOptions, Error, ErrorKind, GameQuestion, PeriodOptions, QuotientOptions, Session, TableOptions};
use grundy_form::json;
use grundy_form::unanswered::Asked;
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyList};

use crate::error;
use crate::session;
use crate::work::{self, Limits};
use crate::written::{answered, written};

/// A game of the library, with the convention that its text says.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Game {
    question: GameQuestion,
}

/// What a table's cells are: numbers that fit 64 bits, larger ones, or letters.
enum Flat {
    Small(Vec<i64>),
    Large(Vec<Vec<u8>>),
}

fn flat(rows: &Values) -> Flat {
    let mut values = Vec::with_capacity((0..rows.height()).map(|row| rows.width(row)).sum());
    for value in rows.iter() {
        match i64::try_from(&value) {
            Ok(small) => values.push(small),
            Err(_) => return Flat::Large(rows.iter().map(|v| v.to_le_bytes().to_vec()).collect()),
        }
    }
    Flat::Small(values)
}

#[pymethods]
impl Game {
    /// Reads a game in the notation.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str, limits: &Bound<'_, PyAny>) -> PyResult<Game> {
        session::within(py, text, limits, Session::game).map(|question| Game { question })
    }

    /// The canonical spelling, with definitions and `misere`.
    #[getter]
    fn text(&self) -> &str {
        &self.question.query
    }

    /// `normal` or `misere`.
    #[getter]
    fn convention(&self) -> &'static str {
        self.question.convention.name()
    }

    /// How the text was read, for people.
    #[getter]
    fn reading(&self) -> String {
        self.question.game.reading()
    }

    /// What stands between the parentheses: `heap`, `tuple`, `row`, `vertex`, `text` or `positions`.
    #[getter]
    fn shape(&self) -> &'static str {
        match self.question.game.shape() {
            Shape::Heap => "heap",
            Shape::Tuple(_) => "tuple",
            Shape::Row => "row",
            Shape::Vertex => "vertex",
            Shape::Text => "text",
            Shape::Positions => "positions",
        }
    }

    /// How many coordinates a place has: 1 for heaps, 0 for rows of any length, −1 where places are no numbers.
    #[getter]
    fn coordinates(&self) -> i64 {
        match self.question.game.shape() {
            Shape::Heap => 1,
            Shape::Tuple(n) => n as i64,
            Shape::Row => 0,
            Shape::Vertex | Shape::Text | Shape::Positions => -1,
        }
    }

    /// Everything about a table but its cells as JSON; the cells in one row, and how long a row is.
    ///
    /// Cells are a NumPy array of 64-bit integers that owns the memory they were computed into, a list of larger
    /// integers, or a text of letters.
    #[pyo3(signature = (start, stop, show, limits))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        start: Vec<u64>,
        stop: Vec<u64>,
        show: &str,
        limits: &Bound<'py, PyAny>,
    ) -> PyResult<(String, Bound<'py, PyAny>, usize)> {
        let show = match show {
            "values" => Show::Values,
            "outcomes" => Show::Outcomes,
            "p" => Show::Previous,
            other => return Err(error::input(py, &format!("show={other:?}: values, outcomes or p"))),
        };
        let question = self.question.clone();
        let wanted = TableOptions::default().with_from(start).with_to(stop).with_show(show);
        let job = move |cx: &grundy::Context| {
            let mut table = question.table_with(&wanted, cx)?;
            table.must_be_whole()?;
            let (empty, cells) = match table.result.cells {
                Cells::Values(rows) => (Cells::Values(Values::none()), Ok((flat(&rows), rows.width(0)))),
                Cells::Loopy(_) => {
                    return Err(grundy::Diagnostic::unsupported(
                        "an array holds numbers, and some values are infinite",
                    )
                    .suggest("show=\"outcomes\", or solve the positions one by one")
                    .into());
                }
                Cells::Previous(places) => {
                    let width = places.first().map_or(0, Vec::len);
                    let numbers = places.into_iter().flatten().map(|n| i64::try_from(n).unwrap_or(i64::MAX));
                    (Cells::Previous(Vec::new()), Ok((Flat::Small(numbers.collect()), width)))
                }
                Cells::Genera(_) => {
                    return Err(grundy::Diagnostic::unsupported("an array holds no genera").into());
                }
                Cells::SomeLoopy(_) | Cells::SomeValues(_) | Cells::SomeOutcomes(_) => {
                    return Err(grundy::Diagnostic::unsupported("an array has no empty cells").into());
                }
                Cells::Outcomes(rows) => {
                    let width = rows.first().map_or(0, Vec::len);
                    let letters: String = rows.iter().flatten().map(|o| o.letter()).collect();
                    (Cells::Outcomes(Vec::new()), Err((letters, width)))
                }
            };
            table.result.cells = empty;
            Ok((table, cells))
        };
        let (table, cells) = work::run(py, &Limits::read(limits)?, job)?
            .map_err(|bad: Error| error::any(py, &bad, Some(&self.question.query)))?;
        let (cells, width) = match cells {
            Ok((Flat::Small(values), width)) => (values.into_pyarray(py).into_any(), width),
            Ok((Flat::Large(values), width)) => {
                let list = PyList::empty(py);
                for bytes in values {
                    let number =
                        py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &bytes), "little"))?;
                    list.append(number)?;
                }
                (list.into_any(), width)
            }
            Err((letters, width)) => (letters.into_pyobject(py)?.into_any(), width),
        };
        Ok((written(|out| json::table(out, &table))?, cells, width))
    }

    /// The answer to `period`, as JSON, with its certificate if that is wanted.
    fn period(
        &self,
        py: Python<'_>,
        stop: Option<u64>,
        wanted: bool,
        limits: &Bound<'_, PyAny>,
    ) -> PyResult<Certified> {
        let question = self.question.clone();
        let job = move |cx: &grundy::Context| {
            let answer = question.period_with(&PeriodOptions::default().with_to(stop), cx)?;
            let certificate = match wanted && answer.found() {
                true => certificate(grundy::period::certificate(&question.game, cx))?,
                false => (None, None),
            };
            Ok((question.compared(answer, &EqualGamesOptions::default(), cx)?, certificate))
        };
        let result = work::run(py, &Limits::read(limits)?, job)?;
        certified(py, Asked::Period, &self.question.query, result, grundy_form::period::json)
    }

    /// The answer to `same`, as JSON.
    fn same(&self, py: Python<'_>, other: &Game, stop: Option<u64>, limits: &Bound<'_, PyAny>) -> PyResult<String> {
        let (left, right) = (self.question.clone(), other.question.clone());
        let job = move |cx: &grundy::Context| left.same_as(&right, stop, cx);
        let result = work::run(py, &Limits::read(limits)?, job)?;
        answered(py, Asked::Same, &self.question.query, result, |out, answer| grundy_form::same::json(out, answer))
    }

    /// The answer to `emit`, as JSON.
    fn emit(
        &self,
        py: Python<'_>,
        language: &str,
        style: &str,
        max: Option<u64>,
        moves: bool,
        limits: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let wrong = |what: &str| error::input(py, what);
        let language =
            language.parse().map_err(|_| wrong(&format!("language={language:?}: cpp, c, python, rust or java")))?;
        let style = style.parse().map_err(|_| wrong(&format!("style={style:?}: auto, table or dfs")))?;
        let wanted = EmitOptions::new(language).with_max(max).with_style(style).with_moves(moves);
        let question = self.question.clone();
        let job = move |cx: &grundy::Context| question.emit_with(&wanted, cx);
        let result = work::run(py, &Limits::read(limits)?, job)?;
        answered(py, Asked::Emit, &self.question.query, result, |out, answer| grundy_form::emit::json(out, answer))
    }

    /// The answer to `guess`, as JSON.
    fn guess(&self, py: Python<'_>, stop: Option<u64>, limits: &Bound<'_, PyAny>) -> PyResult<String> {
        let question = self.question.clone();
        let job = move |cx: &grundy::Context| question.guess_with(&GuessOptions::default().with_to(stop), cx);
        let result = work::run(py, &Limits::read(limits)?, job)?;
        answered(py, Asked::Guess, &self.question.query, result, |out, answer| grundy_form::guess::json(out, answer))
    }

    /// The answer to `count`, as JSON.
    fn count(
        &self,
        py: Python<'_>,
        heaps: u64,
        least: u64,
        most: u64,
        unordered: bool,
        limits: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let question = self.question.clone();
        let wanted = CountOptions::new(heaps, most).with_min(least).with_unordered(unordered);
        let job = move |cx: &grundy::Context| question.count_with(&wanted, cx);
        let result = work::run(py, &Limits::read(limits)?, job)?;
        answered(py, Asked::Count, &self.question.query, result, |out, answer| grundy_form::count::json(out, answer))
    }

    /// The answer to `quotient`, as JSON.
    fn quotient(&self, py: Python<'_>, heaps: Option<u64>, limits: &Bound<'_, PyAny>) -> PyResult<String> {
        let question = self.question.clone();
        let wanted = QuotientOptions::default().with_heaps(heaps);
        let job = move |cx: &grundy::Context| question.quotient_with(&wanted, cx);
        let result = work::run(py, &Limits::read(limits)?, job)?;
        answered(py, Asked::Quotient, &self.question.query, result, |out, answer| {
            grundy_form::quotient::json(out, answer)
        })
    }
}

/// An answer as JSON; its certificate, or why there is none.
type Certified = (String, Option<String>, Option<String>);

/// What a certificate is, or why there is none.
type Certificate = (Option<String>, Option<String>);

/// The answer as JSON, with its certificate.
fn certified<T>(
    py: Python<'_>,
    asked: Asked,
    query: &str,
    result: Result<(T, Certificate), Error>,
    json: impl FnOnce(&mut dyn io::Write, &T) -> io::Result<()>,
) -> PyResult<Certified> {
    let (text, why) = result.as_ref().map_or((None, None), |found| found.1.clone());
    Ok((answered(py, asked, query, result, |out, found| json(out, &found.0))?, text, why))
}

/// The text, or why there is none: the answer stands without it.
fn certificate(made: grundy::Result<String>) -> Result<Certificate, Error> {
    match made {
        Ok(text) => Ok((Some(text), None)),
        Err(Error::Bad(why)) if why.kind == ErrorKind::Unsupported => Ok((None, Some(why.message))),
        Err(Error::Stopped(stopped)) => Ok((None, Some(stopped.to_string()))),
        Err(bad) => Err(bad),
    }
}

/// The answer to `prove`, as JSON, with its certificate if that is wanted.
#[pyfunction]
pub(crate) fn prove(
    py: Python<'_>,
    about: &str,
    statement: &str,
    stop: Option<u64>,
    wanted: bool,
    limits: &Bound<'_, PyAny>,
) -> PyResult<Certified> {
    let question = py.detach(|| session::read(|session| session.claim(about, statement))).map_err(|fault| {
        let text = if matches!(fault, ClaimFault::Claim(_)) { statement } else { about };
        error::bad(py, fault.diagnostic(), Some(text))
    })?;
    let job = move |cx: &grundy::Context| {
        let answer = question.prove_with(&ProveOptions::default().with_to(stop), cx)?;
        let certificate = match wanted {
            true => certificate(question.certificate(&answer, cx))?,
            false => (None, None),
        };
        Ok((answer, certificate))
    };
    let result = work::run(py, &Limits::read(limits)?, job)?;
    certified(py, Asked::Prove, about, result, grundy_form::prove::json)
}
